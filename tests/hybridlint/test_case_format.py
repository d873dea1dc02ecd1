"""The reader of case files is strict: what it does not understand is an error with the file and the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.case_format import Expected, cells, read

HEAD = "from mxnet.gluon import HybridBlock\n\n"
BLOCK = "class Net(HybridBlock):\n    def hybrid_forward(self, F, x):\n        return x.shape"


def written(folder: Path, text: str) -> Path:
    file = folder / "HYB101.py"
    file.write_text(HEAD + text, encoding="utf-8")
    return file


def test_expectations_are_read_from_the_lines(tmp_path: Path) -> None:
    text = (
        f"# %% a-shape: a shape\n# inputs: [(2, 3)]\n{BLOCK}  # HYB101, HYB102 # breaks: other shapes # fix: return 1\n"
    )
    (cell,) = cells(written(tmp_path, text))
    assert (cell.name, cell.title, cell.stage, cell.line, cell.first) == ("a-shape", "a shape", "other shapes", 6, 3)
    assert cell.expected == [Expected(6, ("HYB101", "HYB102"), "other shapes", "return 1")]
    (case,) = read(str(tmp_path))
    assert (case["label"], case["verdict"], case["user_line"]) == ("flag", "SHAPE_SPECIALISED", 6)


def test_a_case_that_works_is_clean(tmp_path: Path) -> None:
    (case,) = read(str(written(tmp_path, f"# %% works\n# inputs: []\n# clean\n{BLOCK}\n")))
    assert (case["label"], case["title"], case["expected"]) == ("clean", "works", [])


@pytest.mark.parametrize(
    ("header", "comment", "reason"),
    [
        ("# inputs: []\n# works", "", "`# works` is written `# clean`"),
        ("# inputs: []", "# breaks here", "`# breaks here` is written `# CODE # breaks: STAGE`"),
        ("# clean", "", "it lacks `# inputs`"),
        ("# inputs: []", "", "whether it is `# clean`"),
        ("# inputs: []\n# clean", "# breaks: trace", "whether it is `# clean`"),
        ("# inputs: []\n# clean", "# HYB101", "a clean case expects a rule if it is `# reported: WHY`"),
        ("# inputs: []\n# breaks: trace", "", "expects a rule on a line"),
        ("# inputs: []\n# breaks: sometimes", "# HYB101", "`sometimes` is no stage"),
        ("# inputs: []\n# cleen", "", "`# cleen` is none of inputs, clean"),
        ("# inputs: [(2, 3]\n# clean", "", "case net"),
    ],
)
def test_what_is_not_understood_is_an_error(tmp_path: Path, header: str, comment: str, reason: str) -> None:
    file = written(tmp_path, f"# %% net\n{header}\n{BLOCK}  {comment}\n")
    with pytest.raises(ValueError) as caught:
        list(cells(file))
    assert str(caught.value).startswith(f"{file}:3: case net: ") and reason in str(caught.value)
