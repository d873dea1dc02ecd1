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
import json
import pathlib
import re
import sys
from typing import Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional

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
#: Random blocks and edited cases that reach what no other block reaches: see `corpus.py`.
CORPUS = TESTS / "generated" / "corpus.jsonl"
_FORMATTED_STRING = re.compile(r"\bf[\"']")
#: The kind of random blocks → their seed and number.
RANDOM = {
    "random": (1, 350),
    "random-children": (2, 300),
    "random-calls": (3, 120),
    "random-operators": (4, 80),
    "random-layouts": (5, 120),
    "random-near": (6, 100),
}
#: The seed of the edits of cases, and of how many cases one is edited.
PERTURBED = (1, 3)
_SHAPES = {"x": [2, 3, 4], "y": [2, 3, 4], "z": [2, 4]}
_INPUTS = {name: {"kind": "tensor", "shape": shape, "dtype": "float32"} for name, shape in _SHAPES.items()}
RANDOM_FACTS = Facts.from_json({"blocks": {"Net": {"inputs": _INPUTS}}})
#: The id of a block → all its findings.
Found = Dict[str, List[Finding]]


class Block(NamedTuple):
    """A block without a known outcome on MXNet. What precedes `line` is the same in many blocks."""

    name: str
    src: str
    line: int = 1
    facts: Optional[Facts] = None

    @classmethod
    def from_json(cls, document: Dict[str, str]) -> Block:
        """A block of the corpus: an edited case, or random statements."""
        if "src" in document:
            return cls(document["id"], document["src"])
        block = random_statements.Statements(document["init"], document["body"], document["read"])
        facts = RANDOM_FACTS if "facts" in document else None
        return cls(f"{block.title}; with facts" if facts else block.title, block.src, block.line, facts)

    def findings(self) -> List[Finding]:
        """All findings from `line` on."""
        return [one for one in analyse(self.src, facts=self.facts) if one.line >= self.line]


def lines(findings: Iterable[Finding]) -> Iterator[str]:
    """The text of findings: their places, codes, messages and fixes. Raise ValueError if a rule failed."""
    for finding in sorted(findings, key=Finding.sort_key):
        if finding.code == "HYB002":
            raise ValueError(finding.message)
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
    return {outcome.name: [*outcome.findings, *outcome.opt_in] for outcome in outcomes if is_stable(outcome.text)}


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


def of_random(kind: str, facts: Optional[Facts] = None) -> Found:
    """The findings in the random blocks of a kind."""
    return _of_blocks(Block(one.title, one.src, one.line, facts) for one in random_statements.make(kind, *RANDOM[kind]))


def of_corpus(first: int = 0, step: int = 1) -> Found:
    """The findings in one of `step` blocks of the corpus, from the `first` on."""
    documents = CORPUS.read_text(encoding="utf-8").splitlines()[first::step]
    return _of_blocks(map(Block.from_json, map(json.loads, documents)))


def _of_blocks(blocks: Iterable[Block]) -> Found:
    return {block.name: block.findings() for block in blocks}


def of_perturbed() -> Found:
    """The findings in cases after one edit."""
    return _of_blocks(Block(one["id"], one["src"]) for one in perturbed_cases.make(*PERTURBED) if is_stable(one["src"]))


def is_stable(text: str) -> bool:
    """Whether the findings of a block have the same places on each version of Python: no formatted string is there."""
    return not _FORMATTED_STRING.search(text)


def of_cases_with_facts() -> Found:
    """The findings in the cases of `truth_fixes.py` with the facts that it has recorded, where these change a fix."""
    recorded, found = truth_fixes.recorded(), {}
    for case in truth_fixes.fixable():
        known = recorded.get(truth_fixes.key(case), {}).get("known")
        if known is not None and is_stable(case["src"]):
            found[case["id"]] = analyse(case["src"], facts=Facts.from_json(known))
    return found


def sources() -> Dict[str, Callable[[], Found]]:
    """The name of each source of blocks → what analyses them."""
    cases, mxnet2 = TESTS / "cases", TESTS / "mxnet2" / "cases"
    return {
        "examples": of_examples,
        "cases-with-facts": of_cases_with_facts,
        "corpus": of_corpus,
        **{
            file.relative_to(cases).with_suffix("").as_posix(): functools.partial(_of_cases, file)
            for file in sorted(cases.rglob("*.py"))
        },
        **{f"generated/{kind}": functools.partial(_of_generated, kind) for kind in TESTED},
        **{f"mxnet2/{file.stem}": functools.partial(of_mxnet2, file) for file in sorted(mxnet2.glob("*.py"))},
    }


def slow_sources() -> Dict[str, Callable[[], Found]]:
    """The same of many blocks that mostly reach what others reach too."""
    return {
        "perturbed": of_perturbed,
        **{kind: functools.partial(of_random, kind) for kind in RANDOM},
        **{
            f"{kind}-with-facts": functools.partial(of_random, kind, facts=RANDOM_FACTS)
            for kind in ("random", "random-operators", "random-near")
        },
    }


def main() -> int:
    """Print what has changed, and record it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="record nothing; exit 1 if something has changed")
    options = parser.parse_args()
    changed = False
    for name, analysed in {**sources(), **slow_sources()}.items():
        found = analysed()
        difference = changes(name, found)
        changed = changed or bool(difference)
        print(difference, end="")
        if not options.check:
            record(name, found)
    return 1 if options.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
