"""What the linter costs, as ratios to parsing the same files in the same run.

    python benchmarks/linter_speed.py FOLDER [--rounds 5]

Prints CPU seconds (the smallest of the rounds) and ratios: looking for hybrid blocks in every file, `ast.parse` and
`libcst.parse_module` of those that may hold one, and their whole analysis. Then what a block costs in files of
100, 200 and 400 blocks: as much in each, if the cost is linear. Then what a run of flake8 over the folder takes, as a
ratio to the same run without the time in the plugin. CPU time of one process on a shared machine still varies; the
ratios, taken in the same rounds, hold.
"""

from __future__ import annotations

import argparse
import ast
import functools
import os
import pathlib
import statistics
import sys
import time
from typing import Any, Callable, Dict, List
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import libcst
from flake8.main.application import Application

from hybridlint import flake8_plugin
from hybridlint.analysis import analyse
from hybridlint.prefilter import may_hold_block

#: How many blocks the files have on which growth is measured.
COUNTS = (100, 200, 400)

#: A block as there are many of, in a file of many.
BLOCK = """

class Block{number}(HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(units, 8))
            self.dense = nn.Dense(units)
            self.last = nn.Dense(units)

    def hybrid_forward(self, F, x, weight):
        for _ in range(3):
            x = F.relu(self.dense(x)) + x
        self.kept = F.broadcast_mul(x, weight.sum(axis=1))
        return self.finish(self.kept)

    def finish(self, x):
        return self.last(x.reshape((-1, self.units)))

    def seen(self):
        return self.kept
"""


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
    some = [text for text in texts if may_hold_block(text)]
    works: Dict[str, Callable[[], object]] = {
        "look for hybrid blocks in all files": lambda: [may_hold_block(text) for text in texts],
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
        print(f"| {name} | {min(found):.3f} | {middle_ratio(found, seconds['libcst.parse_module']):.3f} |")
    print_growth(options.rounds)
    print_share_of_flake8(options.folder)


def middle_ratio(some: List[float], others: List[float]) -> float:
    """The median of what `some` are of `others`, pair by pair."""
    return statistics.median(one / other for one, other in zip(some, others))


def print_growth(rounds: int) -> None:
    """Measure and print what a block costs in files of more and more blocks."""
    start = "from mxnet.gluon import HybridBlock, nn\n"
    texts = {count: start + "".join(BLOCK.format(number=number) for number in range(count)) for count in COUNTS}
    each: Dict[int, List[float]] = {count: [] for count in COUNTS}
    for _ in range(rounds):
        for count, text in texts.items():
            each[count].append(timed(functools.partial(analyse, text)) / count)
    print("\n| blocks in one file | CPU ms a block | relative to the smallest file |\n|---|---|---|")
    for count, found in each.items():
        print(f"| {count} | {1000 * min(found):.2f} | {middle_ratio(found, each[COUNTS[0]]):.2f} |")


def print_share_of_flake8(folder: pathlib.Path) -> None:
    """Run flake8 over a folder in this process, and print what the plugin adds to it."""
    in_plugin = 0.0
    run = flake8_plugin.Plugin.run

    def timed_run(plugin: flake8_plugin.Plugin) -> List[Any]:
        nonlocal in_plugin
        found: List[Any] = []
        in_plugin += timed(lambda: found.extend(run(plugin)))
        return found

    with mock.patch.object(flake8_plugin.Plugin, "run", timed_run):
        total = timed(lambda: Application().run(["--isolated", "-j1", f"--output-file={os.devnull}", str(folder)]))
    print("\n| flake8 | CPU s | relative to flake8 without the plugin |\n|---|---|---|")
    print(f"| with the plugin | {total:.2f} | {total / (total - in_plugin):.2f} |")


if __name__ == "__main__":
    main()
