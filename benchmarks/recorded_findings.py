"""The recorded findings of the linter on all cases and blocks of the tests.

    python benchmarks/recorded_findings.py            # records the findings and prints what has changed
    python benchmarks/recorded_findings.py --check    # prints it only; exit code 1 if something has changed

`tests/findings/` has a text file for each source of cases, with every finding of all rules, opt-in ones too: place,
code, message and fix. The tests of the linter compare with it, so that no change has an effect on the cases that nobody
saw. It does not say whether a finding is right: `truth_static.py` compares verdicts with MXNet, and `truth_fixes.py`
fixed blocks. Review the printed difference and commit the files together with the change that explains it.
"""

from __future__ import annotations

import argparse
import difflib
import functools
import itertools
import json
import pathlib
import re
import sys
from typing import Callable, Dict, Iterable, Iterator, List, Optional

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from benchmarks import perturbed_cases, random_statements, truth_fixes, truth_static
from benchmarks.cases import read
from benchmarks.generated_blocks.__main__ import TESTED, stored
from benchmarks.generated_blocks.mxnet2 import comparison
from hybridlint import rules
from hybridlint.analysis import analyse
from hybridlint.facts import Facts
from hybridlint.finding import Edit, Finding, Fix
from hybridlint.mxnet_api import RECORDING

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
RECORDED = TESTS / "findings"
_FORMATTED_STRING = re.compile(r"\bf[\"']")
#: The seed and the number of random blocks, and facts of a run of each.
RANDOM = (1, 350)
#: The same of random blocks with random children.
CHILDREN = (2, 300)
#: Other kinds of statements in random blocks, with their seeds and numbers: calls of Python's library, operators with
#: unusual arguments, statements with comments and unusual line breaks, and code that is like what fixes rewrite.
CALLS, OPERATORS, LAYOUTS, NEAR = (3, 120), (4, 80), (5, 120), (6, 100)
#: The seed of the edits of cases, and of how many cases one is edited.
PERTURBED = (1, 3)
_SHAPES = {"x": [2, 3, 4], "y": [2, 3, 4], "z": [2, 4]}
_INPUTS = {name: {"kind": "tensor", "shape": shape, "dtype": "float32"} for name, shape in _SHAPES.items()}
RANDOM_FACTS = Facts.from_json({"blocks": {"Net": {"inputs": _INPUTS}}})
#: The id of a block → all its findings.
Found = Dict[str, List[Finding]]


def lines(findings: Iterable[Finding]) -> Iterator[str]:
    """The text of findings: their places, codes, messages and fixes."""
    for finding in sorted(findings, key=Finding.sort_key):
        opt_in = "" if finding.default else " (opt-in)"
        place = Edit(finding.line, finding.column, finding.end_line, finding.end_column, "")
        yield f"  {_place(place)} {finding.code}{opt_in} {finding.message}"
        if finding.fix is not None:
            yield from _fix(finding.fix)


def _fix(fix: Fix) -> Iterator[str]:
    yield f"    {'safe' if fix.safe else 'unsafe'} fix: {fix.description}{fix.risk and f' ({fix.risk})'}"
    for edit in fix.edits:
        yield f"    {_place(edit)} {json.dumps(edit.text, ensure_ascii=False)}"


def _place(edit: Edit) -> str:
    return f"{edit.line}:{edit.column}-{edit.end_line}:{edit.end_column}"


def changes(source: str, found: Found) -> str:
    """The difference between the recorded findings of a source and those that are `found`: a unified diff, "" where
    there is none. Recorded blocks that are not among `found` are left out."""
    old = _text({name: block for name, block in _recorded(source).items() if name in found})
    new = _text(_blocks(found))
    return "".join(difflib.unified_diff(old.splitlines(True), new.splitlines(True), f"recorded {source}", "found", n=2))


def record(source: str, found: Found) -> None:
    """Replace the recorded findings of a source. One without findings has no file."""
    path = RECORDED / f"{source}.txt"
    text = _text(_blocks(found))
    if text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    elif path.exists():
        path.unlink()


def _blocks(found: Found) -> Dict[str, List[str]]:
    """The id of each block that has findings → their lines."""
    return {name: list(lines(findings)) for name, findings in sorted(found.items()) if findings}


def _text(blocks: Dict[str, List[str]]) -> str:
    return "".join("\n".join((name, *block, "")) for name, block in blocks.items())


def _recorded(source: str) -> Dict[str, List[str]]:
    """The id of each block with recorded findings → their lines."""
    path = RECORDED / f"{source}.txt"
    blocks: Dict[str, List[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line.startswith(" "):
            blocks[list(blocks)[-1]].append(line)
        else:
            blocks[line] = []
    return blocks


def of_outcomes(outcomes: Iterable[truth_static.Outcome]) -> Found:
    """All findings of these cases, but for those with a formatted string: the places in it depend on the version of
    Python."""
    return {
        outcome.name: [*outcome.findings, *outcome.opt_in]
        for outcome in outcomes
        if not _FORMATTED_STRING.search(outcome.text)
    }


def of_examples() -> Found:
    """The findings in the examples of all rules, for the MXNet that the rule is about."""
    found = {}
    for rule in rules.all_rules():
        for number, example in enumerate(rule.examples, 1):
            for kind, text in (("bad", example.bad), ("good", example.good)):
                version = None if rule.generation == 1 else RECORDING
                found[f"{rule.code} {number} {kind}"] = analyse(text, mxnet_version=version)
    return found


def _of_cases(file: pathlib.Path) -> Found:
    return of_outcomes(truth_static.judge(read(str(file))))


def _of_generated(kind: str) -> Found:
    return of_outcomes(truth_static.judge(stored(kind)))


def of_mxnet2(file: pathlib.Path) -> Found:
    """The findings in cases for MXNet 2."""
    return {case["id"]: analyse(case["src"], mxnet_version=RECORDING) for case in comparison.read_cells(file)}


def of_random(
    seed: int, number: int, start: str = "lines", init: str = "", facts: Optional[Facts] = None, step: int = 1
) -> Found:
    """The findings in one of `step` random blocks, by their statements, without those in the code that all of these
    blocks have."""
    return {
        block.title: [item for item in analyse(block.src, facts=facts) if item.line >= block.line]
        for block in itertools.islice(random_statements.make(seed, number, start, init), None, None, step)
    }


def of_perturbed(seed: int, every: int, step: int = 1) -> Found:
    """The findings in cases after one edit, in one of `step` of these."""
    cases = itertools.islice(perturbed_cases.make(seed, every), None, None, step)
    return {case["id"]: analyse(case["src"]) for case in cases if not _FORMATTED_STRING.search(case["src"])}


def of_cases_with_facts() -> Found:
    """The findings in the cases of `truth_fixes.py` with the facts that it has recorded, where these change a fix."""
    recorded, found = truth_fixes.recorded(), {}
    for case in truth_fixes.fixable():
        known = recorded.get(truth_fixes.key(case), {}).get("known")
        if known is not None and not _FORMATTED_STRING.search(case["src"]):
            found[case["id"]] = analyse(case["src"], facts=Facts.from_json(known))
    return found


def sources(step: int = 1) -> Dict[str, Callable[[], Found]]:
    """The name of each source of blocks → what analyses them: of random blocks and edited cases, one of `step`."""
    random = functools.partial(of_random, step=step)
    cases, mxnet2 = TESTS / "cases", TESTS / "mxnet2" / "cases"
    return {
        "examples": of_examples,
        "cases-with-facts": of_cases_with_facts,
        "perturbed": functools.partial(of_perturbed, *PERTURBED, step=step),
        "random": functools.partial(random, *RANDOM),
        "random-children": functools.partial(random, *CHILDREN, "using", "init"),
        "random-with-facts": functools.partial(random, *RANDOM, facts=RANDOM_FACTS),
        "random-calls": functools.partial(random, *CALLS, "python lines"),
        "random-operators": functools.partial(random, *OPERATORS, "odd lines", facts=RANDOM_FACTS),
        "random-layouts": functools.partial(random, *LAYOUTS, "layout lines"),
        "random-near": functools.partial(random, *NEAR, "near lines"),
        "random-near-with-facts": functools.partial(random, *NEAR, "near lines", facts=RANDOM_FACTS),
        **{
            file.relative_to(cases).with_suffix("").as_posix(): functools.partial(_of_cases, file)
            for file in sorted(cases.rglob("*.py"))
        },
        **{f"generated/{kind}": functools.partial(_of_generated, kind) for kind in TESTED},
        **{f"mxnet2/{file.stem}": functools.partial(of_mxnet2, file) for file in sorted(mxnet2.glob("*.py"))},
    }


def main() -> int:
    """Print what has changed, and record it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="record nothing; exit 1 if something has changed")
    options = parser.parse_args()
    changed = False
    for name, analysed in sources().items():
        found = analysed()
        difference = changes(name, found)
        changed = changed or bool(difference)
        print(difference, end="")
        if not options.check:
            record(name, found)
    return 1 if options.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
