"""The linter against MXNet 2, on blocks that a generator made.

    python -m benchmarks.generated_blocks.mxnet2 grammar --seed 2 --count 1000   # needs MXNet 2
    python -m benchmarks.generated_blocks.mxnet2 --cases FILE.jsonl              # judged blocks; needs no MXNet

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

from benchmarks.generated_blocks.mxnet2.comparison import Outcome, compare, table

KINDS = ("grammar", "sketches")


def judged(kind: str, seed: int, count: int) -> List[Dict[str, Any]]:
    """New blocks with what MXNet 2 does with them."""
    from benchmarks.generated_blocks.mxnet2.reference import judge

    make = importlib.import_module(f"benchmarks.generated_blocks.mxnet2.{kind}").make
    blocks = [make(seed, number) for number in range(count)]
    return [{**block, **verdict} for block, verdict in zip(blocks, judge(blocks))]


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
    parser.add_argument("--show", type=int, default=0, help="how many disagreements to print")
    options = parser.parse_args()
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
