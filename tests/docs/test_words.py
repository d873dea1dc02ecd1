"""The words that the glossary replaced are in no page, help text or message."""

from __future__ import annotations

import argparse
import ast
import re
from pathlib import Path
from typing import Dict, Iterator, Tuple

import pytest

from hybridlint.options import parser as linter_parser
from hybridlint_runtime.cli import _parser as runtime_parser

from .blocks import ROOT

#: Retired expression → what to write. Of words that also have an ordinary sense only phrases are here.
RETIRED = {
    r"\blife\b|\blives\b": "phase, imperative execution, tracing; for something in a place: is",
    r"graph that came of": "traced graph, cached graph",
    r"\b(come|comes|came) apart\b": "diverge",
    r"\b(froze|frozen for)\b|(?<![`_-])\bfrozen\b(?![-_`])": "constant-folded at trace time, baked in",
    r"\b(keeping|storing|lasting)\b": "store, address",
    r"\bperhaps\b(?!-)": "binding, variable; may",
    r"\bstands? for either\b": "join",
    r"\bgiven away\b|\blet go\b": "escape",
    r"\bblam(e|es|ed|ing)\b": "localize",
    r"\b(tell|tells|told)\b": "report",
    r"\b(speak|speaks|spoke|spoken)\b(?! to)": "report",
    r"\b(say|says|said)\b": "report, record, return; show, name, state",
    r"\b(mend|mends|mended|mending)\b": "fix",
    r"\banew\b": "again",
    r"\bof nobody\b": "",
}
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def _used(text: str) -> Dict[str, str]:
    """The retired expressions in a text, without its code, and what to write instead of each."""
    text = re.sub(r"(?s)```.*?```|`[^`\n]*`|\]\([^)]*\)", " ", text)
    retired = {}
    for pattern, instead in RETIRED.items():
        for match in re.finditer(pattern, text, re.IGNORECASE):
            around = text[max(match.start() - 40, 0) : match.end() + 20]
            retired[" ".join(around.split())] = instead
    return retired


def _helps(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield parser.format_help()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for child in action.choices.values():
                yield from _helps(child)


def _messages(file: Path) -> Iterator[Tuple[int, str]]:
    """The strings of a module that may be shown: those of several words that are not docstrings or examples."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    skipped = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Example":
            skipped.update(part for part in ast.walk(node) if isinstance(part, ast.Constant))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value and node not in skipped:
            yield node.lineno, node.value


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_pages(page: Path) -> None:
    assert _used(page.read_text(encoding="utf-8")) == {}


def test_help_texts() -> None:
    for parser in (linter_parser(), runtime_parser()):
        for text in _helps(parser):
            assert _used(text) == {}


@pytest.mark.parametrize("package", ["hybridlint", "hybridlint_runtime"])
def test_messages(package: str) -> None:
    messages = {}
    for file in sorted((ROOT / package).rglob("*.py")):
        for line, text in _messages(file):
            if _used(text):
                messages[f"{file.relative_to(ROOT)}:{line}"] = _used(text)
    assert messages == {}
