"""Compares what MXNet 2 does with blocks with what the linter reports of them."""

from __future__ import annotations

import collections
import dataclasses
import pathlib
from typing import Any, Dict, Iterable, List

from hybridlint.analysis import analyse
from hybridlint.finding import Finding
from hybridlint.mxnet_api import RECORDING
from tests.case_format import cells
from tests.judging.mxnet2 import ORDER

#: Verdicts of blocks that are no evidence about the linter: they fail imperatively too, or end the process.
UNDECIDED = ("imperative", "crash")
#: Rules about what another shape would change, which a block may not take.
_OF_SHAPES = ("HYB804", "HYB810")


@dataclasses.dataclass
class Outcome:
    """A judged block and the default findings in it."""

    case: Dict[str, Any]
    findings: List[Finding]

    @property
    def breaks(self) -> bool:
        return self.case["verdict"] not in ("ok", *UNDECIDED)

    @property
    def works(self) -> bool:
        return bool(self.case["verdict"] == "ok")

    @property
    def missed(self) -> bool:
        return self.breaks and not self.findings

    @property
    def false_alarm(self) -> bool:
        """A finding in a block that works; that a length is constant does not matter where no other one is accepted."""
        any_shape = self.case.get("any_batch", True) and self.case.get("any_width", True)
        return self.works and any(any_shape or finding.code not in _OF_SHAPES for finding in self.findings)

    @property
    def on_line(self) -> bool:
        return any(finding.line == self.case["line"] for finding in self.findings)


def read_cells(path: pathlib.Path) -> List[Dict[str, Any]]:
    """The blocks of a file in the format of `tests/case_format.py`, whose stages are verdicts of `reference`."""
    return [
        {
            "id": cell.name,
            "src": cell.src,
            "inputs": cell.header["inputs"],
            "verdict": cell.stage or "ok",
            "line": cell.line,
            "missed": cell.header.get("missed", ""),
            "expected": cell.expected,
        }
        for cell in cells(path, ORDER)
    ]


def compare(cases: Iterable[Dict[str, Any]]) -> List[Outcome]:
    """What the linter reports of each judged block."""
    return [Outcome(case, [f for f in analyse(case["src"], mxnet_version=RECORDING) if f.default]) for case in cases]


def table(outcomes: List[Outcome]) -> str:
    """The figures, as Markdown: by verdict, how many blocks are found, and how many that work are reported."""
    lines = ["| MXNet 2 | blocks | reported | on the failing line |", "|---|---|---|---|"]
    by_verdict: Dict[str, List[Outcome]] = collections.defaultdict(list)
    for outcome in outcomes:
        by_verdict[outcome.case["verdict"]].append(outcome)
    for verdict, group in sorted(by_verdict.items()):
        placed = [outcome for outcome in group if outcome.case["line"] is not None and outcome.breaks]
        reported = sum(outcome.false_alarm if verdict == "ok" else bool(outcome.findings) for outcome in group)
        on_line = f"{sum(outcome.on_line for outcome in placed)} of {len(placed)}" if placed else "–"
        lines.append(f"| {verdict} | {len(group)} | {reported} | {on_line} |")
    breaking = [outcome for outcome in outcomes if outcome.breaks]
    working = [outcome for outcome in outcomes if outcome.works]
    lines.append(f"| **breaks** | {len(breaking)} | {sum(not outcome.missed for outcome in breaking)} | |")
    lines.append(f"| **works** | {len(working)} | {sum(outcome.false_alarm for outcome in working)} | |")
    return "\n".join(lines)
