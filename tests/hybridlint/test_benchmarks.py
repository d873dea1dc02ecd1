"""The commands of `benchmarks/` that measure the linter."""

from __future__ import annotations

import ast
import os
from pathlib import Path
from typing import Any, Dict

import pytest

from benchmarks import accuracy, mutants
from tests.case_format import sample
from tests.judging.linter import Outcome
from tools import check_figures

MODULE = """\
from typing import TYPE_CHECKING

if not TYPE_CHECKING or 1 == 2:
    pass


def chosen(a, b):
    return a < 3 and not b or a is not None
"""


def test_a_sample_has_a_share_of_each_file_and_label(tmp_path: Path) -> None:
    for file in ("one.py", "two.py"):
        cells = [
            f"# %% {file[:3]}-{n}\n# inputs: [(2, 3)]\n" + ("# clean\n", "# breaks: trace\n# missed: never\n")[n % 2]
            for n in range(10)
        ]
        (tmp_path / file).write_text("\n".join(cells))
    chosen = [case["id"] for case in sample(tmp_path, 5)]
    assert chosen == ["one-0", "one-1", "two-0", "two-1"]
    assert len({case["id"] for case in sample(tmp_path, 1)}) == 20


def test_mutations_change_one_operator_or_constant_outside_of_type_checking(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(MODULE)
    mutated = {mutation.apply(MODULE).splitlines()[7].strip() for mutation in mutants.mutations(file)}
    assert mutated == {
        "return a >= 3 and not b or a is not None",
        "return a < 4 and not b or a is not None",
        "return a < 3 or not b or a is not None",
        "return a < 3 and b or a is not None",
        "return a < 3 and not b and a is not None",
        "return a < 3 and not b or a is None",
    }
    for mutation in mutants.mutations(file):
        ast.parse(mutation.apply(MODULE))
        assert mutation.apply(MODULE).splitlines()[:7] == MODULE.splitlines()[:7]


@pytest.mark.parametrize("number", range(6))
def test_a_watched_expression_has_its_value_and_is_recorded(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "module.py"
    file.write_text(MODULE)
    (tmp_path / f"{mutants.HITS}.py").write_text(mutants._HITS)
    monkeypatch.syspath_prepend(str(tmp_path))
    namespace: Dict[str, Any] = {}
    exec(list(mutants.mutations(file))[number].watched(MODULE, number), namespace)
    assert [namespace["chosen"](*arguments) for arguments in ((1, 0), (3, 0), (1, 1))] == [True, True, True]
    hits = (tmp_path / f"{mutants.HITS}.py.txt").read_text().splitlines()
    assert hits == [f"{number} {os.environ['PYTEST_CURRENT_TEST'].rpartition(' (')[0]}"]


def test_the_page_counts_what_is_found_and_what_is_reported() -> None:
    finding = object()
    outcomes = [
        Outcome("found", "case", "", "flag", "decidable", [finding], [], True),  # type: ignore[list-item]
        Outcome("elsewhere", "case", "", "flag", "decidable", [finding], [], False),  # type: ignore[list-item]
        Outcome("missed", "case", "", "flag", "decidable", [], [], None),
        Outcome("shapes", "case", "", "flag", "needs-shapes", [], [], None),
        Outcome("reported", "case", "", "clean", None, [finding], [], None),  # type: ignore[list-item]
        Outcome("silent", "case", "", "clean", None, [], [], None),
    ]
    assert accuracy.row("some", outcomes) == "| some | 3 | 2 | 2 | 1 | 2 | 1 |"
    assert accuracy.row("some", outcomes, lines_known=False) == "| some | 3 | 2 | 2 | 1 |"
    assert "| the shapes | 1 | 0 | 0 |" in accuracy.undecidable(outcomes)


def test_a_row_is_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "page.md").write_text("| name | n |\n|---|---|\n| `one` | 1 |\n| `two` | 3 |\n")
    (tmp_path / "measure.py").write_text("import sys\nprint('| `' + sys.argv[1] + '` | ' + str(len('x')) + ' |')\n")
    page = check_figures.Page("page.md", ["measure.py"], r"`(\w+)`")
    monkeypatch.setattr(check_figures, "PAGES", {"page": page})
    assert check_figures.disagreement("page", "one", tmp_path) == ""
    assert "stated ['3'], measured ['1']" in check_figures.disagreement("page", "two", tmp_path)
    assert "stated None" in check_figures.disagreement("page", "three", tmp_path)
    rows = {tuple(check_figures.chosen(f"{number:016x}", tmp_path)) for number in range(64)}
    assert rows == {("page", "one"), ("page", "two")}


def test_each_page_has_rows_to_measure() -> None:
    for page in check_figures.PAGES.values():
        text = (check_figures.ROOT / page.file).read_text(encoding="utf-8")
        assert len(check_figures.rows_of(text, page.rows)) >= 3, page
