"""Fixes of cases, judged by MXNet: is the imperative result the same, and does the block hybridize?

A case is fixed if the check passes on the fixed block, and its imperative outputs, in training too, and the gradients
of its inputs are those of the original.
"""

from __future__ import annotations

import json
import pathlib
import sys
from typing import Any, Dict, List, Optional, Sequence

from hybridlint import rules
from hybridlint.analysis import NotAnalysed
from hybridlint.facts import Facts
from hybridlint.fixing import fix
from hybridlint.rewrites.changes import comments_in
from tests import composed_blocks
from tests.case_format import read

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: The blocks of `tests/composed_blocks.py` among those of the tests.
COMPOSED_SEED, COMPOSED = 5, 210


def is_default(code: str) -> bool:
    return code.startswith("HYB0") or rules.find_rule(code).default


def fixed(case: Dict[str, Any], unsafe: bool, facts: Optional[Facts] = None) -> Optional[Dict[str, Any]]:
    """The case with its fixed block, and the `original` beside it; None where nothing is fixed."""
    try:
        done = fix(case["src"], facts, unsafe, selects=is_default)
    except NotAnalysed:
        return None
    if done.text == case["src"]:
        return None
    codes = sorted({finding.code for finding in done.fixed})
    safe = all(finding.fix is not None and finding.fix.safe for finding in done.fixed)
    made = {"src": done.text, "original": case["src"], "label": "clean", "fixed": None, "codes": codes, "safe": safe}
    return {**case, **made}


def fixable() -> List[Dict[str, Any]]:
    """The cases and generated blocks of the repository that MXNet fails, without those in the syntax of a later
    Python."""
    cases = read(str(ROOT / "tests" / "cases"))
    for kind in ("flow", "grammar"):
        lines = (ROOT / "tests" / "generated" / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
        cases += map(json.loads, lines)
    cases += [composed_blocks.make(COMPOSED_SEED, number) for number in range(COMPOSED)]
    cases = [case for case in cases if tuple(case.get("python") or ()) <= sys.version_info[:2]]
    return [case for case in cases if case["label"] == "flag"]


def judged(cases: Sequence[Dict[str, Any]], imperative_only: bool = False) -> List[Dict[str, Any]]:
    """The answers to fixed cases: `imperative` is how the imperative results differ, "" where they do not, or None
    where the original raises; the `verdict` is "" where only these results are compared, of all or in a case."""
    from tests.judging import check

    return check.answers([{"imperative_only": imperative_only, **case} for case in cases])


def is_wrong(answer: Dict[str, Any]) -> bool:
    """Whether a fix changes the imperative result."""
    return bool(answer.get("imperative"))


def unsound(case: Dict[str, Any]) -> str:
    """Return what is wrong with the fixed text of a case: something is fixed in a second run, or a comment is lost."""
    for unsafe in (False, True):
        done = fix(case["src"], unsafe=unsafe, selects=is_default)
        again = fix(done.text, unsafe=unsafe, selects=is_default)
        if not done.settled or again.text != done.text:
            return "a second run changes it"
        lost = comments_in(case["src"]) - comments_in(done.text)
        if lost:
            return f"lost {sorted(lost)}"
    return ""
