"""Every command and snippet of the documentation does what its page states: see `blocks.py`. The longest pages run with
`pytest --run-slow`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import hybridlint_runtime.enable_mxnet  # noqa: F401  # isort: skip
import mxnet
import pytest

from tools import make_pages

from .blocks import PAGES, ROOT, Block, Folder, blocks

#: This project with extras: in a clone of it, or by the name of its distribution.
_REQUIREMENT = re.compile(r"'(\.|hybridlint)\[[\w,-]+\]'")


#: Pages whose commands take long.
_SLOW = (
    "after-hybridize.md",
    "archive.md",
    "facts-format.md",
    "integrations.md",
    "mxnet2-migration.md",
    "not-seen-statically.md",
    "onnx.md",
    "runtime.md",
    "tutorial.md",
)


def _parameter(page: Path) -> Any:
    name = page.relative_to(ROOT).as_posix()
    return pytest.param(page, id=name, marks=pytest.mark.slow if page.name in _SLOW else ())


@pytest.mark.parametrize("page", [_parameter(page) for page in PAGES if blocks(page)])
def test_the_blocks_of_a_page_do_what_it_shows(page: Path, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    folder = Folder(tmp_path)
    for block in blocks(page):
        folder.run(block)
    folder.finish()


def test_the_examples_of_settings_are_valid(tmp_path: Path) -> None:
    page = tmp_path / "settings.md"
    page.write_text(make_pages.settings_page()["settings.md"], encoding="utf-8")
    folder = Folder(tmp_path)
    for block in blocks(page):
        folder.run(block)
    folder.finish()


def test_the_readme_shows_a_loss_of_mxnet(tmp_path: Path) -> None:
    """The page has the path of MXNet from its folder, as if that were the current one."""
    (tmp_path / "mxnet").symlink_to(Path(mxnet.__file__).parent)
    folder = Folder(tmp_path)
    shown = [block for block in blocks(ROOT / "README.md") if block.marker.endswith("a_loss_of_mxnet")]
    assert len(shown) == 2
    for block in shown:
        folder.run(Block("console", block.text))


def test_the_lines_that_install_agree() -> None:
    """Each names this project alike, and brings MXNet with the runtime."""
    shown = [block.text for page in [*PAGES, ROOT / "CONTRIBUTING.md"] for block in blocks(page)]
    shown = [text for text in shown if "pip install " in text]
    for text in shown:
        own = [word for word in text.split() if re.match(r"\W*(\.|hybridlint)\[", word)]
        assert all(_REQUIREMENT.fullmatch(word) for word in own), text
        assert "hybridlint-runtime install" in text or not any("[runtime" in word for word in own), text
    assert len(shown) > 5
