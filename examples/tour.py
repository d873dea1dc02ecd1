"""Lints the example models and checks them on MXNet, with an introduction to each command.

    pip install '.[runtime]' && hybridlint-runtime install && python examples/tour.py

Exits with 0 if every command exits with the expected code (1 for the model that is broken on purpose), with 1 if one
does not, and with 2 if hybridlint is not installed for the Python that runs this.
"""

import dataclasses
import subprocess
import sys
from pathlib import Path
from typing import List

ROOT = Path(__file__).resolve().parent.parent


@dataclasses.dataclass
class Stop:
    """One command of the tour. `exit_code` is the expected exit code: 0 nothing wrong, 1 something found."""

    shows: str
    command: List[str]
    exit_code: int


TOUR = [
    Stop(
        "Three models that hybridize. The linter reads them without running them and finds no problem.",
        ["hybridlint", "check", "examples/lenet.py", "examples/attention.py", "examples/tagger.py"],
        exit_code=0,
    ),
    Stop(
        "A model that does not. The linter names the lines, what happens there after hybridize(), and what to write.",
        ["hybridlint", "check", "examples/broken.py"],
        exit_code=1,
    ),
    Stop(
        "LeNet on MXNet: imperative, traced, exported, loaded again in a fresh process, and compared each time.",
        ["hybridlint-runtime", "check", "examples/lenet.py:LeNet", "--shape", "16,1,28,28"],
        exit_code=0,
    ),
    Stop(
        "A model with three named inputs; one has integers from 1 to 6.",
        [
            *["hybridlint-runtime", "check", "examples/attention.py:Attention"],
            *["--shape", "queries:2,4,8", "--shape", "memory:2,6,8", "--shape", "lengths:int32:2:1..7"],
        ],
        exit_code=0,
    ),
    Stop(
        "A plain Block with HybridBlocks at several levels: each of these is traced, and the whole tree is archived.",
        ["hybridlint-runtime", "check", "examples/tagger.py:Tagger", "--shape", "2,6,5"],
        exit_code=0,
    ),
    Stop(
        "The broken model on MXNet: `centre` cannot be traced; `first` can, and silently returns something else.",
        ["hybridlint-runtime", "check", "examples/broken.py:Net", "--shape", "4,2,3"],
        exit_code=1,
    ),
]


def main() -> int:
    # The commands installed for this Python, regardless of PATH.
    scripts = Path(sys.executable).parent
    if not (scripts / "hybridlint").exists():
        print(f"hybridlint is not installed for this Python: {sys.executable} -m pip install '.[runtime]'")
        return 2
    unexpected = []
    for stop in TOUR:
        print(f"\n# {stop.shows}\n$ {' '.join(stop.command)}", flush=True)
        exit_code = subprocess.run([str(scripts / stop.command[0]), *stop.command[1:]], cwd=str(ROOT)).returncode
        if exit_code == stop.exit_code:
            print(f"(exit code {exit_code}, as expected)")
        else:
            print(f"(exit code {exit_code}, but {stop.exit_code} is expected)")
            unexpected.append(" ".join(stop.command))
    if not unexpected:
        print(f"\nAll {len(TOUR)} commands ended as expected.")
        return 0
    print(f"\n{len(unexpected)} of {len(TOUR)} commands did not end as expected:")
    for command in unexpected:
        print(f"  {command}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
