"""Precision and recall of the linter on cases whose outcome on real MXNet is known.

    python benchmarks/truth_static.py CASES [--transform rename|alias|method|function|base|child|mixin|loop|branch]

CASES is a file or a folder of cases (`tests/case_format.py` describes their format). What counts of a case: `src`
(a module with a class `Net`), `label` ("flag": breaks or changes hybridized; "clean": fine in both phases; others are
neither owed nor held against the linter), `static` (what deciding it takes) and `user_line` (the failing line, where
known). A case gives the reason of a known disagreement (`# missed: …`, `# reported: …`); those of the cases in
HYBRIDLINT_TRUTH are in `tests/truth_disagreements.json`. `tests/hybridlint/test_truth.py` fails on any other.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import json
import pathlib
import sys
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from hybridlint.analysis import analyse
from hybridlint.finding import Finding
from tests import case_format as cases
from tests.case_format import Expected
from tests.transformations import TRANSFORMATIONS

ROOT = pathlib.Path(__file__).resolve().parent.parent


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


def table(outcomes: List[Outcome]) -> str:
    """The figures, by label and by rule, as Markdown."""
    owed = [o for o in outcomes if o.label == "flag" and o.static == "decidable"]
    reported = [o for o in owed if o.findings]
    clean = [o for o in outcomes if o.label == "clean"]
    false = [o for o in clean if o.findings]
    lines = [o for o in outcomes if o.right_line is not None]
    rows = [
        f"| breaks, decidable from the file | {len(owed)} | {len(reported)} found |",
        f"| … with a known failing line | {len(lines)} | {sum(bool(o.right_line) for o in lines)} on that line |",
    ]
    for static in ("needs-shapes", "needs-callers"):
        some = [o for o in outcomes if o.label == "flag" and o.static == static]
        default, opted = sum(bool(o.findings) for o in some), sum(bool(o.findings or o.opt_in) for o in some)
        rows.append(
            f"| breaks, {static.replace('-', ' ')} | {len(some)} | {default} found, {opted} with the opt-in rules |"
        )
    rows.append(f"| works in both phases | {len(clean)} | {len(false)} reported |")
    by_rule: Dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for outcome in outcomes:
        for code in {finding.code for finding in outcome.findings}:
            by_rule[code][outcome.label] += 1
    recall, precision = len(reported) / max(len(owed), 1), len(reported) / max(len(reported) + len(false), 1)
    head = f"recall {recall:.3f}, precision {precision:.3f}\n\n| cases | number | linter |\n|---|---|---|\n"
    rules = "\n\n| rule | on cases that break | on clean cases | on others |\n|---|---|---|---|\n"
    for code in sorted(by_rule):
        count = by_rule[code]
        others = sum(count.values()) - count["flag"] - count["clean"]
        rules += f"| {code} | {count['flag']} | {count['clean']} | {others} |\n"
    return head + "\n".join(rows) + rules


def main() -> int:
    """Print the table and every disagreement; exit 1 if one is not known."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases")
    parser.add_argument("--transform", choices=sorted(TRANSFORMATIONS))
    options = parser.parse_args()
    transform = TRANSFORMATIONS[options.transform] if options.transform else None
    outcomes = judge(cases.read(options.cases), transform)
    print(table(outcomes))
    new = 0
    for outcome in outcomes:
        if outcome.missed or outcome.false_alarm:
            new += not outcome.reason
            what = "missed" if outcome.missed else "false alarm"
            places = [f"{finding.code}:{finding.line}" for finding in outcome.findings]
            print(f"{what}: {outcome.name}: {outcome.reason or 'NOT KNOWN'} {places}")
        elif outcome.right_line is False:
            print(f"other line: {outcome.name}: {[f'{f.code}:{f.line}' for f in outcome.findings]}")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
