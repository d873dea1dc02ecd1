"""The fenced blocks of a page of the documentation, and how a test runs them.

A block is run by its language, in a folder of its page:

- `console`: each line that begins with `$ ` is a command; the lines below it are what it writes to stdout;
- `sh`: each line is a command, which has to end with 0;
- `python`: the blocks of a page are one program, which runs after its commands;
- `toml`: both commands read it as pyproject.toml without an error;
- `ini`: flake8 reads it;
- `text` and `json`: not run.

A block whose first line is a comment with the name of a file, such as `# net.py`, is written to that file instead. A
comment `<!-- test: … -->` before a block changes how it is run:

- `exit N`: the commands of the block end with N;
- `parsed`: the commands need what a test does not have, such as a cluster, and only their arguments are read;
- `by NODE`: the test with this id runs the block;
- `not run: REASON`.

`<!-- test: files NAME … -->` copies files of `tests/docs/files`, which readers of a page do not need to see.

Output may differ in whitespace and in measured figures. `…` stands for any text.
"""

from __future__ import annotations

import dataclasses
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Iterator, List, Tuple

from hybridlint.configuration import load
from hybridlint.options import parser as linter_parser
from hybridlint_runtime.cli import _parser as runtime_parser
from hybridlint_runtime.configuration import read_configuration
from hybridlint_runtime.spec.inputs import parse_inputs

ROOT = Path(__file__).resolve().parents[2]
_MADE = ("rules", "probes", "cli.md", "onnx-operators.md", "settings.md")
#: The pages that people write; the others are made from code that other tests run.
PAGES = [
    ROOT / "README.md",
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if not {path.name, path.parent.name} & {*_MADE}),
]
_BLOCK = re.compile(
    r"(?ms)^<!-- test: files (?P<files>[^\n]+) -->$"
    r"|^(?:<!-- test: (?P<marker>[^\n]+?) -->\n+)?"
    r"^(?P<indent> *)```(?P<language>\w*)[^\n]*\n(?P<text>.*?)^(?P=indent)```$"
)
#: Figures that are measured again at each run.
_MEASURED = re.compile(r"\d[\d.,]*(?= ?(?:s|ms|KiB|MiB|times|seconds)\b)|(?<=version )\S+")
#: Commands that need a network or an administrator. `test_the_lines_that_install_agree` reads them.
_INSTALLS = ("pip install", "python3 -m venv", "sudo apt-get", "apt-get", "git clone", "hybridlint-runtime install")


@dataclasses.dataclass
class Block:
    """A fenced block. `marker` is the text of its comment, if it has one."""

    language: str
    text: str
    marker: str = ""

    def exit_code(self) -> int:
        match = re.match(r"exit (\d+)", self.marker)
        return int(match.group(1)) if match else 0


def blocks(page: Path) -> List[Block]:
    """The blocks of a page in their order."""
    parsed = []
    for match in _BLOCK.finditer(page.read_text(encoding="utf-8")):
        if match["files"]:
            parsed.append(Block("files", match["files"]))
        else:
            lines = [line[len(match["indent"]) :] for line in match["text"].splitlines()]
            parsed.append(Block(match["language"], "\n".join(lines) + "\n", match["marker"] or ""))
    return parsed


def commands(block: Block) -> Iterator[Tuple[str, str]]:
    """Each command of a `console` or `sh` block, and what it prints."""
    if block.language != "console":
        joined = block.text.replace("\\\n", " ")
        for line in filter(None, (re.sub(r"(^|\s)# .*", "", line).strip() for line in joined.splitlines())):
            yield line, "…"
        return
    for part in re.split(r"(?m)^\$ ", block.text)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


class Folder:
    """The folder in which the blocks of one page run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.exit_code = 0
        self.program: List[str] = []

    def run(self, block: Block) -> None:
        """Run one block. Raises AssertionError if it does not do what the page shows."""
        action, _, rest = block.marker.partition(" ")
        named = re.match(r"# ([\w/.-]+\.(?:py|toml))\n", block.text)
        if block.language == "files":
            for name in block.text.split():
                self._write(name, (ROOT / "tests" / "docs" / "files" / name).read_text(encoding="utf-8"))
        elif action == "by":
            file, _, name = rest.strip().partition("::")
            assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), rest
        elif action == "not":
            assert rest.startswith("run: ") and len(rest) > len("run: because"), block.marker
        elif named:
            self._write(named[1], block.text)
        elif action == "parsed":
            for command, _ in commands(block):
                if not command.startswith(_INSTALLS):
                    parse(command)
        elif block.language in ("console", "sh"):
            for command, output in commands(block):
                self._command(block, command, output)
        elif block.language == "python":
            self.program.append(block.text)
        elif block.language == "toml":
            self._write("pyproject.toml", block.text)
            read_configuration(str(self.path / "pyproject.toml"))
            load(str(self.path / "pyproject.toml"))
        elif block.language == "ini":
            self._write(".flake8", block.text)
            self._command(Block("sh", ""), "flake8 --select HYB .flake8", "")
        else:
            assert block.language in ("text", "json"), f"a block in {block.language} needs a marker"

    def _write(self, name: str, text: str) -> None:
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def finish(self) -> None:
        """Run the program that the page's blocks in Python are."""
        if self.program:
            text = "\n".join(self.program)
            if "mxnet" in text:  # to import it takes longer than most programs
                text = f"import hybridlint_runtime.enable_mxnet  # noqa\n{text}"
            done = self._process([sys.executable, "-c", text])
            assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"

    def _process(self, command: List[str]) -> subprocess.CompletedProcess[str]:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment["PYTHONPATH"] = str(self.path)
        return subprocess.run(
            command, cwd=self.path, env=environment, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8"
        )

    def _command(self, block: Block, command: str, output: str) -> None:
        if command.startswith(_INSTALLS):
            return
        done = self._process(["bash", "-c", f"(exit {self.exit_code}); {command}"])
        self.exit_code = done.returncode
        message = f"$ {command}\n{done.stdout}\n{done.stderr}\nexit code {done.returncode}"
        if block.language == "sh" or block.marker.startswith("exit"):
            assert done.returncode == block.exit_code(), message
        else:
            assert done.returncode in (0, 1, 2), message
        pattern = re.escape(_normal(output)).replace("…", ".*")
        assert re.fullmatch(pattern, _normal(done.stdout)), f"{message}\n--- the page shows\n{output}"


def parse(command: str) -> None:
    """Read the arguments of a command of this project. Raises SystemExit for wrong ones, AssertionError for another."""
    program, *arguments = shlex.split(command)
    assert program in ("hybridlint", "hybridlint-runtime"), command
    parsed = (linter_parser() if program == "hybridlint" else runtime_parser()).parse_args(arguments)
    parse_inputs(getattr(parsed, "input", None) or [])


def _normal(output: str) -> str:
    """Output without measured figures, and with one space for each run of whitespace."""
    return " ".join(_MEASURED.sub("0", output).split())
