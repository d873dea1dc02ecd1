"""What the linter costs, as ratios to parsing the same files in the same run.

    python benchmarks/linter_speed.py FOLDER [--rounds 5]

Prints CPU seconds (the smallest of the rounds) and ratios: looking for `[Hh]ybrid` in every file, `ast.parse` and
`libcst.parse_module` of the files that have it, and the whole analysis of those. CPU time of one process on a shared
machine still varies; the ratios, taken in the same rounds, hold.
"""

from __future__ import annotations

import argparse
import ast
import pathlib
import sys
import time
from typing import Callable, Dict, List

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import libcst

from hybridlint.analysis import analyse
from hybridlint.module import CONCERNS_HYBRIDIZATION


def timed(work: Callable[[], object]) -> float:
    """CPU seconds that `work` takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in sorted(options.folder.rglob("*.py"))]
    some = [text for text in texts if CONCERNS_HYBRIDIZATION.search(text)]
    works: Dict[str, Callable[[], object]] = {
        "look for hybrid blocks in all files": lambda: [CONCERNS_HYBRIDIZATION.search(text) for text in texts],
        "ast.parse": lambda: [ast.parse(text) for text in some],
        "libcst.parse_module": lambda: [libcst.parse_module(text) for text in some],
        "analyse": lambda: [analyse(text) for text in some],
    }
    analyse(some[0] if some else "")  # the tables are read once
    seconds: Dict[str, List[float]] = {name: [] for name in works}
    for _ in range(options.rounds):
        for name, work in works.items():
            seconds[name].append(timed(work))
    lines = sum(text.count("\n") for text in some)
    print(f"{len(texts)} files, {len(some)} of them with hybrid blocks ({lines} lines), {options.rounds} rounds\n")
    print("| step | CPU s | relative to libcst.parse_module |\n|---|---|---|")
    for name, found in seconds.items():
        ratios = sorted(one / other for one, other in zip(found, seconds["libcst.parse_module"]))
        print(f"| {name} | {min(found):.3f} | {ratios[len(ratios) // 2]:.3f} |")


if __name__ == "__main__":
    main()
