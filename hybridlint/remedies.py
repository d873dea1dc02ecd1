"""The code that a safe fix writes, for a message with room for it: "…; write `x.reshape((0, -1))`"."""

from __future__ import annotations

import ast
import re
from typing import Any, Iterator, List, Sequence, Union

from hybridlint.finding import Edit, Finding
from hybridlint.rules.wording import LONGEST, fitted

#: Code that is understandable without its context: a call, an operation, an assignment.
_STANDALONE = re.compile(r"\w\(| (?:[-+*/%<>=@]{1,2}|if) ")


def message_with_remedy(finding: Finding, text: str, tree: ast.Module, others: Sequence[Finding] = ()) -> str:
    r"""Return the message of a finding in `text` (line ends `\n`) with the syntax tree `tree`.

    If there is a safe fix that is short and on one line, the corrected expression replaces the general advice, unless
    that expression keeps the code of one of the `others`, which would still raise.
    """
    code = _corrected(finding, text, tree, others)
    happens, _, _ = finding.message.rpartition("; ")
    if not happens or happens.count("`") % 2:
        happens = finding.message
    if not code:
        return finding.message
    advice = f"; write `{code}`"
    message = happens + advice
    return message if len(fitted(message)) <= LONGEST else finding.message


def _corrected(finding: Finding, text: str, tree: ast.Module, others: Sequence[Finding]) -> str:
    """Return the smallest expression or statement that a fix changes, after the change; "" if it has several lines, or
    keeps the code of another finding."""
    edits = finding.fix.edits if finding.fix is not None and finding.fix.safe else ()
    number = finding.line
    parts: List[Union[Edit, Finding]] = [*edits, finding]
    if not edits or any({part.line, part.end_line} != {number} for part in parts):
        return ""
    line = text.split("\n")[number - 1]
    if not line.isascii():  # positions in the tree are bytes, not characters
        return ""
    first, last = min(part.column for part in parts), max(part.end_column for part in parts)
    for node in _around(tree, number, first, last)[::-1]:
        code = _edited(line[: node.end_col_offset], edits)[node.col_offset :]
        if _STANDALONE.search(code) and "`" not in code and "\n" not in code:
            return "" if any(_keeps(item, node, line, edits) for item in others if item is not finding) else code
    return ""


def _keeps(other: Finding, node: Any, line: str, edits: Sequence[Edit]) -> bool:
    """Return whether `node` has the code of another finding after the edits, also where these quote it."""
    if (other.line, other.end_line) != (node.lineno, node.lineno) or not other.default:
        return False
    inside = node.col_offset <= other.column and other.end_column <= node.end_col_offset
    around = (edit for edit in edits if edit.column <= other.column and other.end_column <= edit.end_column)
    replaced = any(line[other.column : other.end_column] not in edit.text for edit in around)
    return inside and not replaced and (other.column, other.end_column) != (node.col_offset, node.end_col_offset)


def _edited(line: str, edits: Sequence[Edit]) -> str:
    for edit in sorted(edits, key=lambda item: (item.column, item.end_column), reverse=True):
        line = line[: edit.column] + edit.text + line[edit.end_column :]
    return line


def _around(tree: ast.Module, line: int, first: int, last: int) -> List[Any]:
    """Return the nodes on one line around these columns, from outside in."""
    return [
        node
        for node in _at_line(tree, line)
        if node.lineno == node.end_lineno and node.col_offset <= first and last <= node.end_col_offset
    ]


def _at_line(node: ast.AST, line: int) -> Iterator[Any]:
    """Yield the expressions and statements below `node` with code on a line, from outside in."""
    for below in ast.iter_child_nodes(node):
        end = getattr(below, "end_lineno", None)
        if end is not None and not below.lineno <= line <= end:  # type: ignore[attr-defined]
            continue
        if isinstance(below, (ast.expr, ast.stmt)):
            yield below
        yield from _at_line(below, line)
