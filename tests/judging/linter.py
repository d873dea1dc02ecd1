"""The linter's verdict on cases whose outcome on MXNet is known.

What counts of a case (`tests/case_format.py` describes the format): `src` (a module with a class `Net`), `label`
("flag": breaks or changes hybridized; "clean": fine in both phases; others are neither owed nor held against the
linter), `static` (what deciding it takes) and `user_line` (the failing line, where known). A case gives the reason of a
known disagreement (`# missed: …`, `# reported: …`); those of HYBRIDLINT_TRUTH are in `tests/truth_disagreements.json`.
"""

from __future__ import annotations

import dataclasses
import json
import pathlib
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

from hybridlint.analysis import analyse
from hybridlint.finding import Finding
from tests.case_format import Expected

ROOT = pathlib.Path(__file__).resolve().parents[2]


@dataclasses.dataclass
class Outcome:
    """The linter's verdict on the `text` of one case. `version` is "case", or "fixed" for its fixed form."""

    id: str
    version: str
    text: str
    label: str
    static: Optional[str]
    findings: List[Finding]
    opt_in: List[Finding]
    right_line: Optional[bool]
    #: Where the file of the case has it, and what it expects of its lines: see `tests/case_format.py`.
    place: str = ""
    expected: Tuple[Expected, ...] = ()
    #: Why the linter and the label may differ.
    reason: str = ""

    @property
    def missed(self) -> bool:
        return self.label == "flag" and self.static == "decidable" and not self.findings

    @property
    def false_alarm(self) -> bool:
        return self.label == "clean" and bool(self.findings)

    @property
    def name(self) -> str:
        return self.id if self.version == "case" else f"{self.id} ({self.version})"


def judge(
    judged: Iterable[Dict[str, Any]], transform: Optional[Callable[[str], Optional[str]]] = None
) -> List[Outcome]:
    """The linter's verdict on every case, and on the fixed form of each; `transform` rewrites the source first, and
    leaves a case out by returning None."""
    outcomes = []
    disagreements = _known_disagreements()
    for case in judged:
        versions = [("case", case["src"], case["label"])]
        if case.get("fixed"):
            versions.append(("fixed", case["fixed"], "clean"))
        for version, source, label in versions:
            text = source if transform is None else transform(source)
            if text is None:
                continue
            findings = analyse(text)
            lines = {finding.line for finding in findings if finding.default}
            wanted = case.get("user_line") if version == "case" and transform is None else None
            outcomes.append(
                Outcome(
                    case["id"],
                    version,
                    text,
                    label,
                    case.get("static"),
                    [finding for finding in findings if finding.default],
                    [finding for finding in findings if not finding.default],
                    None if wanted is None or not lines else wanted in lines,
                    case.get("place", ""),
                    tuple(case.get("expected", ())) if transform is None else (),
                    case.get("disagreement", "")
                    or disagreements.get(case["id"] + " (fixed)" * (version == "fixed"), ""),
                )
            )
    return outcomes


def _known_disagreements() -> Dict[str, str]:
    """The name of a case of HYBRIDLINT_TRUTH → why the linter and the label may differ."""
    return dict(json.loads((ROOT / "tests" / "truth_disagreements.json").read_text(encoding="utf-8")))
