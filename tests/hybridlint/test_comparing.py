"""`tools/compare.py` and `tools/ablation.py`: the difference between two revisions, and without a mechanism."""

from __future__ import annotations

import multiprocessing
from typing import Dict, List

import pytest

from tools import ablation
from tools.compare import Finding, Judge, moves, report

CASES = {
    "line": {"id": "line", "label": "flag", "user_line": 3, "verdict": "ERROR_ON_TRACE"},
    "anywhere": {"id": "anywhere", "label": "flag", "user_line": None, "verdict": "ERROR_ON_TRACE"},
    "works": {"id": "works", "label": "clean", "verdict": "OK"},
}


@pytest.mark.parametrize(
    ("finding", "outcome"),
    [
        (Finding("line", 3, "HYB101"), "right: ERROR_ON_TRACE"),
        (Finding("line", 4, "HYB101"), "wrong line: ERROR_ON_TRACE in line 3"),
        (Finding("anywhere", 4, "HYB101"), "right: ERROR_ON_TRACE"),
        (Finding("works", 1, "HYB101"), "wrong: works in both phases"),
        (Finding("elsewhere.py", 1, "HYB101"), "not judged"),
        (Finding("cnstd==0.1.1/cnstd/model/loss.py", 105, "HYB101"), "right: breaks"),
    ],
)
def test_a_finding_is_judged_by_its_case_or_by_the_packages(finding: Finding, outcome: str) -> None:
    assert Judge(CASES).outcome(finding) == outcome


def test_a_finding_that_vanishes_and_appears_in_another_line_moves_to_the_nearest() -> None:
    vanished, appeared = {Finding("a", 5, "HYB101")}, {Finding("a", 50, "HYB101"), Finding("a", 6, "HYB101")}
    assert moves(vanished, appeared) == [(Finding("a", 5, "HYB101"), Finding("a", 6, "HYB101"))]
    assert (vanished, appeared) == (set(), {Finding("a", 50, "HYB101")})


def test_another_code_does_not_move() -> None:
    assert moves({Finding("a", 5, "HYB101")}, {Finding("a", 5, "HYB102")}) == []


def test_the_report_counts_judgements(capsys: pytest.CaptureFixture[str]) -> None:
    report({Finding("works", 1, "HYB101")}, {Finding("line", 3, "HYB101")}, Judge(CASES))
    printed = capsys.readouterr().out
    assert "- works:1 HYB101    [wrong: works in both phases]" in printed
    assert "1 vanish, 1 wrong\n" in printed and "1 appear, 1 right\n" in printed and "0 move\n" in printed


BLOCK = """\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {}
"""
SUBJECTS = [
    ablation.Subject("breaks", BLOCK.format("x[0]"), "flag", 6),
    ablation.Subject("works", BLOCK.format("F.relu(x)"), "clean"),
    ablation.Subject("real.py", BLOCK.format("x * x.shape[0]")),
]


def _row(name: str, subjects: List[ablation.Subject] = SUBJECTS) -> ablation.Row:
    (mechanism,) = [candidate for candidate in ablation.mechanisms(False) if candidate.name == name]
    return ablation.measure(mechanism, subjects, ablation.baseline(subjects))


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("interpreter.lifecycle.inputs", {"missed": 1, "lost": 1}),
        ("events.Subscript", {"missed": 1, "lost": 0}),
        ("symbols.MISSING_ATTRIBUTE", {"missed": 0, "lost": 1}),
        ("symbols.recording", {"reached": 0, "missed": 0, "lost": 0}),
    ],
)
def test_a_row_counts_what_is_lost_without_a_mechanism(name: str, counts: Dict[str, int]) -> None:
    with multiprocessing.get_context("fork").Pool(1) as pool:  # what is replaced stays replaced in its process
        row = pool.apply(_row, (name,))
    assert {key: getattr(row, key) for key in counts} == counts


def test_a_later_case_is_named_where_nothing_else_changes() -> None:
    later = ablation.Subject("later", BLOCK.format("x[0]"), "flag", 6, late=True)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        row = pool.apply(_row, ("events.Subscript", [SUBJECTS[1], later]))
    assert (row.weight, row.judges) == (0, ["later"])


def test_functions_are_counted_by_who_runs_them() -> None:
    texts = [SUBJECTS[1]]
    rows = [line.strip("| ").split(" | ") for line in ablation.sizes(texts, ablation.baseline(texts)).splitlines()]
    counts = {part: dict(zip(rows[0][1:], map(int, numbers))) for part, *numbers in rows[2:]}
    assert counts["interpreter/engine"]["cases alone"] > 100
    assert counts["interpreter/engine"]["real code"] == 0 == counts["reporting"]["cases alone"]
    assert counts["the linter"]["all"] == sum(row["all"] for row in counts.values()) / 2


def test_every_mechanism_that_crosses_modules_is_there() -> None:
    with multiprocessing.get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        for name in ablation.CROSSING:
            assert pool.apply(_replaced, (name,)), name


def _replaced(name: str) -> bool:
    ablation.CROSSING[name]()
    return True
