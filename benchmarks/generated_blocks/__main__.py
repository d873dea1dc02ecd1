"""A differential test: the linter against MXNet, on blocks that nobody wrote.

    python -m benchmarks.generated_blocks --seed 1 --count 300              # grown by a grammar
    python -m benchmarks.generated_blocks --seed 1 --count 300 CASES.jsonl  # mutations of these and of rules' examples

Prints how often the two agree, and every kind of disagreement with one block. `--json FILE` keeps what MXNet said: with
the same file again only the linter is asked, so that a change of it can be looked at in seconds. Exit code 1 if there
is a disagreement that the file decides.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import json
import os
import subprocess
import sys
import tempfile
from typing import Any, Dict, List

from benchmarks.generated_blocks.judging import BREAKS, WORKS, Comparison, ask_again, compare, from_json, to_json
from benchmarks.generated_blocks.mutations import mutated, sources
from benchmarks.generated_blocks.shrinking import shrink

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def grown(seed: int, count: int) -> List[Dict[str, Any]]:
    """The first `count` blocks of a seed. MXNet may end the process that grows one, which is then left out."""
    cases: List[Dict[str, Any]] = []
    begin = 0
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "grown")
        while begin < count:
            command = [sys.executable, "-m", "benchmarks.generated_blocks", "--seed", str(seed), "--count", str(count)]
            environment = {**os.environ, "PYTHONPATH": _ROOT, "OMP_NUM_THREADS": "1"}
            subprocess.run(
                [*command, "--grow", out, "--begin", str(begin)],
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
            )
            with open(out, encoding="utf-8") as stream:
                lines = [json.loads(line) for line in stream]
            cases = [line for line in lines if isinstance(line, dict)]
            begin = max([line for line in lines if isinstance(line, int)], default=begin) + 1
    return cases


def _grow(seed: int, begin: int, count: int, out: str) -> None:
    from benchmarks.generated_blocks.surroundings import make_case

    with open(out, "a", encoding="utf-8") as stream:
        for number in range(begin, count):
            stream.write(f"{number}\n")
            stream.flush()
            stream.write(json.dumps(make_case(seed, number)) + "\n")


def table(comparisons: List[Comparison]) -> str:
    """The figures, as Markdown."""
    rows = [f"| work imperatively | {len(comparisons)} |"]
    for state in (BREAKS, WORKS):
        some = [c for c in comparisons if c.verdict.state == state]
        rows.append(f"| {state} | {len(some)} |")
        for kind in ("missed", "other line", "false alarm"):
            those = [c for c in some if c.disagreement == kind]
            if those:
                decidable = sum(not c.sometimes for c in those)
                rows.append(f"| … {kind} | {decidable} decidable, {len(those) - decidable} depend on what comes in |")
    return "\n".join(["| blocks | number |", "|---|---|", *rows])


def show(comparison: Comparison) -> None:
    """One disagreement, for a reader."""
    case, verdict = comparison.case, comparison.verdict
    print(f"--- {case['id']} inputs {case['inputs']} {case.get('ctor') or ''}")
    print(case["src"].partition("nn, rnn\n")[2].strip("\n") or case["src"])
    for finding in comparison.findings:
        print(f"  linter: {finding.line}: {finding.code} {finding.message}")
    print(f"  MXNet: {verdict.state} {sorted(verdict.stages)} line {verdict.line}: {verdict.message[:300]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="?", help="a file of cases to mutate; without it blocks are grown")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--json", help="keep MXNet's words in this file; where it is there, only the linter is asked")
    parser.add_argument("--shown", type=int, default=1, help="how many blocks to show of each kind")
    parser.add_argument(
        "--shrink", action="store_true", help="make those that are shown small first, which takes minutes"
    )
    parser.add_argument("--grow", help=argparse.SUPPRESS)
    parser.add_argument("--begin", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.grow:
        _grow(options.seed, options.begin, options.count, options.grow)
        return 0
    if options.json and os.path.exists(options.json):
        with open(options.json, encoding="utf-8") as stream:
            comparisons = [from_json(json.loads(line)) for line in stream]
    elif options.cases:
        comparisons = compare(list(mutated(sources(options.cases), options.seed, options.count)))
    else:
        comparisons = compare(grown(options.seed, options.count))
    ask_again(comparisons)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as stream:
            stream.writelines(json.dumps(to_json(comparison)) + "\n" for comparison in comparisons)
    print(table(comparisons))
    kinds: Dict[str, List[Comparison]] = collections.defaultdict(list)
    for comparison in comparisons:
        if comparison.disagreement and not comparison.sometimes:
            kinds[comparison.kind].append(comparison)
    chosen = [c for some in kinds.values() for c in some[: options.shown]]
    chosen = [dataclasses.replace(c, case={**c.case, "of": str(number)}) for number, c in enumerate(chosen)]
    small = {c.case["id"]: c for c in shrink(chosen)} if options.shrink else {c.case["id"]: c for c in chosen}
    for kind, some in sorted(kinds.items(), key=lambda item: -len(item[1])):
        print(f"\n=== {len(some)}: {kind}")
        for comparison in some[: options.shown]:
            show(small[comparison.case["id"]])
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
