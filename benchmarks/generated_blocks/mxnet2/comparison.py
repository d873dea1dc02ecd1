"""Compares what MXNet 2 does with blocks with what the linter reports of them."""

from __future__ import annotations

import collections
import dataclasses
import pathlib
import re
from typing import Any, Dict, Iterable, List

from hybridlint.analysis import analyse
from hybridlint.finding import Finding
from hybridlint.mxnet_api import RECORDING

#: Verdicts of blocks that say nothing about the linter: they fail imperatively too, or end the process.
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


_CELL = re.compile(r"^# %% (?P<id>[\w-]+): (?P<title>.+)\n", re.MULTILINE)
_SAID = re.compile(r"^# (?P<what>inputs|works|breaks|missed)(: (?P<value>.+))?$", re.MULTILINE)


def read_cells(path: pathlib.Path) -> List[Dict[str, Any]]:
    """The blocks of a Python file in cells: what stands before the first belongs to each. A cell says its `inputs`, and
    that it `works` or as what it `breaks` (a verdict of `reference`); `missed` is why the linter does not report it."""
    text = path.read_text(encoding="utf-8")
    cells = list(_CELL.finditer(text))
    head = text[: cells[0].start()]
    found = []
    for cell, after in zip(cells, [*cells[1:], None]):
        source = text[cell.end() : after.start() if after else len(text)]
        said = {match["what"]: match["value"] for match in _SAID.finditer(source)}
        if "inputs" not in said or ("works" in said) is ("breaks" in said):
            raise ValueError(f"{path}: {cell['id']} must say its inputs, and whether it works or breaks")
        verdict = "ok" if "works" in said else said["breaks"]
        case = {"id": cell["id"], "src": f"{head}\n{source}", "inputs": said["inputs"], "verdict": verdict}
        found.append({**case, "line": None, "missed": said.get("missed", "")})
    return found


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
        found = sum(outcome.false_alarm if verdict == "ok" else bool(outcome.findings) for outcome in group)
        on_line = f"{sum(outcome.on_line for outcome in placed)} of {len(placed)}" if placed else "–"
        lines.append(f"| {verdict} | {len(group)} | {found} | {on_line} |")
    breaking = [outcome for outcome in outcomes if outcome.breaks]
    working = [outcome for outcome in outcomes if outcome.works]
    lines.append(f"| **breaks** | {len(breaking)} | {sum(not outcome.missed for outcome in breaking)} | |")
    lines.append(f"| **works** | {len(working)} | {sum(outcome.false_alarm for outcome in working)} | |")
    return "\n".join(lines)
