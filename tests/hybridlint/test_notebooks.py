"""Notebooks, written by nbformat and read by the command: findings have a cell and a line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from hybridlint import cli
from hybridlint.files import notebooks

IMPORT = "from mxnet import gluon"
BLOCK = """\
class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x[0])"""


def write(path: Path, *cells: str, language: str = "python") -> None:
    """Cells that begin with `#` and a blank are Markdown."""
    made = [new_markdown_cell(cell) if cell.startswith("# ") else new_code_cell(cell) for cell in cells]
    metadata = {"kernelspec": {"language": language, "name": "kernel", "display_name": language}}
    nbformat.write(new_notebook(cells=made, metadata=metadata), str(path))


def check(path: Path, code: int, *arguments: str) -> Dict[str, Any]:
    command = [sys.executable, "-m", "hybridlint", "check", "--isolated", "--format", "json", *arguments, path.name]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == code and not done.stderr, done.stdout + done.stderr
    return dict(json.loads(done.stdout))


def places(document: Dict[str, Any]) -> List[Tuple[str, int, int]]:
    return [(item["code"], item["cell"], item["line"]) for item in document["findings"]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "n.ipynb"


def test_a_finding_has_its_cell_and_the_line_in_it(path: Path) -> None:
    write(path, "# A title", IMPORT, "# A text", "\n" + BLOCK, "net = Net()\nnet.hybridize()")
    document = check(path, 1)
    assert places(document) == [("HYB301", 4, 4)] and document["files_checked"] == 1
    (finding,) = document["findings"]
    line = BLOCK.splitlines()[2]
    assert finding["source"] == line and finding["column"] == line.index("x[0]") + 1
    assert finding["fix"] is None, "nothing writes notebooks"


@pytest.mark.slow
def test_magics_do_not_move_lines(path: Path) -> None:
    shell = "!pip install mxnet \\\n    gluoncv"
    cell = f"%matplotlib inline\n{shell}\n{IMPORT}\n\nfiles = !ls\nfiles?\n{BLOCK}"
    write(path, cell)
    assert places(check(path, 1)) == [("HYB301", 1, len(cell.splitlines()))]


def test_cells_under_a_magic(path: Path) -> None:
    script = "%%bash\nhybrid() { echo 'not python'; }"
    write(path, IMPORT, script, f"%%time\n{BLOCK}", f"%%writefile net.py\n{BLOCK}")
    assert places(check(path, 1)) == [("HYB301", 3, 4)]


@pytest.mark.slow
def test_suppressions_work_in_cells(path: Path) -> None:
    write(path, IMPORT, f"{BLOCK}  # noqa: HYB301", "net = 1  # noqa: HYB101")
    assert check(path, 0)["suppressed"] == 1
    (unused,) = check(path, 1, "--show-unused-suppressions")["unused_suppressions"]
    assert (unused["code"], unused["cell"], unused["line"]) == ("HYB101", 3, 1)


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("class Hybrid: pass", "not a notebook"),
        ('{"hybrid": true}', "not a notebook: it has no cells"),
        ("[1, 2]", "not a notebook: it has no cells"),
        ('{"cells": [{"hybrid": 1}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}', "nbformat cannot read it"),
        ('{"cells": "hybrid", "metadata": {}, "nbformat": 4, "nbformat_minor": 5}', "nbformat cannot read it"),
        ('{"cells": [], "hybrid": 1, "metadata": {}, "nbformat": "?"}', "nbformat cannot read it"),
    ],
)
def test_what_is_no_notebook_is_not_looked_at(path: Path, content: str, reason: str) -> None:
    path.write_text(content)
    (entries,) = check(path, 2)["not_analysed"]
    assert reason in entries["reason"]


@pytest.mark.slow
def test_other_languages_and_broken_cells_are_not_looked_at(path: Path) -> None:
    write(path, "hybrid <- 1", language="R")
    assert "in R, not in Python" in check(path, 2)["not_analysed"][0]["reason"]
    write(path, IMPORT, f"{BLOCK}\nprint 1")
    (entries,) = check(path, 2)["not_analysed"]
    assert (entries["cell"], entries["line"]) == (2, 4) and "cannot parse it" in entries["reason"]


def test_a_notebook_without_a_hybrid_block_needs_no_library(path: Path) -> None:
    write(path, "# Nothing", "!ls\nx = 1", language="R")
    assert check(path, 0)["files_checked"] == 1


def test_without_the_extra_the_answer_names_what_to_install(path: Path) -> None:
    """In a process that cannot import nbformat, as where the extra was not installed."""
    write(path, IMPORT, BLOCK)
    program = "import sys; sys.modules['nbformat'] = None; from hybridlint.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", program, "check", "."], cwd=path.parent, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 2 and "pip install 'hybridlint[notebook]'" in done.stdout


def test_fixing_reports_what_remains_in_a_notebook(path: Path) -> None:
    write(path, IMPORT, BLOCK.replace("x[0]", "x.asnumpy()"))
    before = path.read_bytes()
    done = subprocess.run(
        [sys.executable, "-m", "hybridlint", "fix", "."], cwd=path.parent, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 1 and "n.ipynb:cell 2:3:" in done.stdout and "Fixed 0 problems." in done.stdout
    assert path.read_bytes() == before


@pytest.mark.slow
def test_a_baseline_records_the_findings_of_a_notebook(path: Path) -> None:
    write(path, IMPORT, BLOCK)
    check(path, 0, "--write-baseline", "known.json")
    write(path, "# Something above", IMPORT, BLOCK)
    assert check(path, 0, "--baseline", "known.json")["baseline"]["known"] == 1


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["README.md", "data.json", "settings.toml", "net.py.orig"])
def test_a_path_that_is_not_python_gets_a_plain_answer(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("{}\n")
    (entries,) = check(tmp_path / name, 2)["not_analysed"]
    assert entries["reason"] == "its name does not end in .py or .ipynb, so it is not read as Python"


@pytest.mark.slow
def test_scripts_without_a_suffix_are_python(tmp_path: Path) -> None:
    (tmp_path / "train").write_text(f"{IMPORT}\n{BLOCK}\n")
    (tmp_path / "train.cgi").write_text(f"#!/usr/bin/env python3\n{IMPORT}\n{BLOCK}\n")
    for name in ("train", "train.cgi"):
        assert len(check(tmp_path / name, 1)["findings"]) == 1


def test_every_line_of_the_text_leads_back_to_its_cell() -> None:
    cells = ["a = 1\nb = 2", "", "# hybrid", "c = 3"]
    source = nbformat.writes(new_notebook(cells=[new_code_cell(cell) for cell in cells]))
    notebook = notebooks.parse(source)
    assert notebook is not None
    for number, line in enumerate(notebook.text.splitlines(), 1):
        cell, row = notebook.place(number)
        assert cells[cell - 1].split("\n")[row - 1] == line


@pytest.mark.parametrize("lists", [True, False])
@pytest.mark.parametrize("indent", [1, 2, None])
def test_fixes_change_the_source_of_cells_only(lists: bool, indent: Optional[int], tmp_path: Path) -> None:
    block = "class Net(gluon.HybridBlock):\n    def hybrid_forward(self, F, x):\n        return F.relu(x[0])\n\nNet()"
    cells = ["%matplotlib inline\nfrom mxnet import gluon", "# Text é", block, f"%%time\n{block}\n!ls"]
    document = {
        "cells": [
            {
                "cell_type": "markdown" if text.startswith("# Text") else "code",
                "metadata": {"z": 1, "a": 2},
                "source": text.splitlines(keepends=True) if lists else text,
                **({} if text.startswith("# Text") else {"execution_count": 3, "outputs": []}),
            }
            for text in cells
        ],
        "nbformat_minor": 4,
        "nbformat": 4,
        "metadata": {"kernelspec": {"name": "python3", "language": "python", "display_name": "é"}},
    }
    path = tmp_path / "notebook.ipynb"
    text = json.dumps(document, indent=indent, ensure_ascii=False) + "\n"
    path.write_text(text, encoding="utf-8")
    assert cli.main(["fix", "--diff", str(path)]) == 1 and path.read_text(encoding="utf-8") == text
    assert cli.main(["fix", str(path)]) == 0
    fixed = json.loads(path.read_text(encoding="utf-8"))
    sources = ["".join(cell.pop("source")) for cell in fixed["cells"]]
    corrected = block.replace("x[0]", "F.squeeze(F.slice_axis(x, axis=0, begin=0, end=1), axis=0)")
    assert sources == [cells[0], cells[1], corrected, f"%%time\n{corrected}\n!ls"]
    for cell in document["cells"]:
        del cell["source"]  # type: ignore[attr-defined]
    assert fixed == document
    # All other lines are the same, in the same order.
    assert len(path.read_text(encoding="utf-8").splitlines()) == len(text.splitlines())
