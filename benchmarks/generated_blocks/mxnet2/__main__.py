"""The linter against MXNet 2, on blocks that a generator made.

    python -m benchmarks.generated_blocks.mxnet2 grammar --seed 2 --count 1000   # needs MXNet 2
    python -m benchmarks.generated_blocks.mxnet2 --cases FILE.jsonl              # judged blocks; needs no MXNet

    python -m benchmarks.generated_blocks.mxnet2 --page FILE.jsonl …    # writes docs/measurements/mxnet2-accuracy.md

Prints how many of the blocks that break are reported, and how many of those that work. `--out FILE.jsonl` writes the
judged blocks; `--show N` prints so many blocks on which the two disagree.
"""

from __future__ import annotations

import argparse
import importlib
import json
import pathlib
import sys
from typing import Any, Dict, List

from benchmarks.generated_blocks.mxnet2.comparison import Outcome, compare, read_cells, table

ROOT = pathlib.Path(__file__).resolve().parents[3]
KINDS = ("grammar", "sketches", "combinations")


def judged(kind: str, seed: int, count: int) -> List[Dict[str, Any]]:
    """New blocks with what MXNet 2 does with them."""
    from benchmarks.generated_blocks.mxnet2.reference import judge

    make = importlib.import_module(f"benchmarks.generated_blocks.mxnet2.{kind}").make
    blocks = [make(seed, number) for number in range(count)]
    return [{**block, **verdict} for block, verdict in zip(blocks, judge(blocks))]


def page(files: List[pathlib.Path]) -> str:
    """The page of the figures: of the cases of the tests, and of these files of judged blocks."""
    picked = sorted((ROOT / "tests" / "mxnet2" / "cases").glob("*.py"))
    outcomes = compare(case for path in picked for case in read_cells(path))
    lines = [_HEAD, _row("picked by hand, `tests/mxnet2/cases`", outcomes)]
    everything: List[Outcome] = []
    for kind in KINDS:
        judged = [json.loads(line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]
        outcomes = compare(case for case in judged if case["id"].startswith(kind))
        seeds = sorted({int(outcome.case["id"].split("-")[1]) for outcome in outcomes})
        lines.append(_row(f"`{kind}`, seeds {', '.join(map(str, seeds))}", outcomes))
        everything += outcomes
    return "\n".join([*lines, "", _TAIL, table(everything), ""])


def _row(title: str, outcomes: List[Outcome]) -> str:
    breaking = [outcome for outcome in outcomes if outcome.breaks]
    working = [outcome for outcome in outcomes if outcome.works]
    found, reported = sum(not one.missed for one in breaking), sum(one.false_alarm for one in working)
    return f"| {title} | {len(breaking)} | {found} | {len(working)} | {reported} |"


_HEAD = """\
<!-- Made by `python -m benchmarks.generated_blocks.mxnet2 --page`; edit that instead. -->

# Accuracy on code for MXNet 2

All figures are for the default rules, on blocks that MXNet 2.0.0b1 ran imperatively and hybridized, with
several inputs, other shapes, in training and after a change of the parameters
([`reference.py`](../benchmarks/generated_blocks/mxnet2/reference.py)). *Breaks* means that a block works
imperatively, and raises or differs hybridized. Three independent generators produced the other blocks:
`grammar` draws statements and expressions, `sketches` changes small models, and `combinations` combines
what Python reads from an array, how it passes it on, what it uses it for, and where. Neither the generators
nor the linter were adapted to these seeds.

        python -m benchmarks.generated_blocks.mxnet2 grammar --seed 51 --count 400 --out FILE.jsonl
    python -m benchmarks.generated_blocks.mxnet2 --page FILE.jsonl …

| blocks | breaks | found | works | reported |
|---|---|---|---|---|"""
_TAIL = """\
Most reports on working blocks concern a branch or a number that is the same for every input of the run: the
sum of `relu` is never negative. Others concern a value that is overwritten before it is used. The misses
are blocks that draw several random numbers, which a graph draws in another order, and loops that
`itertools.takewhile` ends at a number read from an array.

The generated blocks, by what MXNet 2 does with them:
"""


def show(outcome: Outcome) -> None:
    """Print a block on which the two disagree."""
    case = outcome.case
    print(f"\n--- {case['id']}: {case['seen']} at line {case['line']}: {case['error']}")
    print(case["src"].partition("class ")[2])
    for finding in outcome.findings:
        print(f"    linter: {finding.line}: {finding.code} {finding.message}")


def main() -> int:
    """Print the figures; exit 1 if the linter and MXNet disagree on a block."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", nargs="?", choices=KINDS, help="the generator; without it, --cases")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--cases", type=pathlib.Path, help="a file of judged blocks")
    parser.add_argument("--out", type=pathlib.Path, help="write the judged blocks to this file")
    parser.add_argument("--page", type=pathlib.Path, nargs="+", metavar="FILE", help="write the page of these files")
    parser.add_argument("--show", type=int, default=0, help="how many disagreements to print")
    options = parser.parse_args()
    if options.page:
        (ROOT / "docs" / "measurements" / "mxnet2-accuracy.md").write_text(page(options.page), encoding="utf-8")
        return 0
    if bool(options.kind) == bool(options.cases):
        parser.error("give the name of a generator, or --cases")
    if options.cases:
        cases = [json.loads(line) for line in options.cases.read_text(encoding="utf-8").splitlines()]
    else:
        cases = judged(options.kind, options.seed, options.count)
    if options.out:
        options.out.write_text("".join(json.dumps(case) + "\n" for case in cases), encoding="utf-8")
    outcomes = compare(cases)
    print(table(outcomes))
    wrong = [outcome for outcome in outcomes if outcome.missed or outcome.false_alarm]
    for outcome in wrong[: options.show]:
        show(outcome)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
