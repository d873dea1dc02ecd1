"""A file as fixes see it: nodes with their parents, and edits that keep comments and formatting."""

from __future__ import annotations

import ast
import io
import tokenize
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

from hybridlint.finding import Edit
from hybridlint.fixes.correction import Edits
from hybridlint.module import Module, Span
from hybridlint.syntax import FUNCTION_DEFS, nodes_below

#: A piece of new code: text, or a node of the file whose text is used as it is.
Part = Union[str, ast.AST]
_FUNCTIONS = (*FUNCTION_DEFS, ast.Lambda)
#: Expressions that are an operand, or have a method called, without parentheses.
_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.JoinedStr)
_BLOCKS = ("body", "orelse", "finalbody")
#: The words that bind names in a module, as far as a new name must not clash with them.
_FREE_NAMES = ("i", "j", "k", "n", "index")


class Source:
    """The text and tree of a file. What is asked of it costs nothing until a fix is made."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self._parents: Dict[int, ast.AST] = {}

    # The tree

    def parent(self, node: ast.AST) -> Optional[ast.AST]:
        """The node around `node`; None for the module, and for a node that the interpreter made itself."""
        if not self._parents:
            for above in ast.walk(self.module.tree):
                for below in ast.iter_child_nodes(above):
                    self._parents[id(below)] = above
        return self._parents.get(id(node))

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around `node`, from inside out."""
        above = self.parent(node)
        while above is not None:
            yield above
            above = self.parent(above)

    def is_editable(self, node: ast.AST) -> bool:
        """Whether `node` has text of its own in the file, outside of f-strings, whose positions are unreliable."""
        if getattr(node, "end_lineno", None) is None:
            return False
        above = list(self.around(node))
        return bool(above) and not any(isinstance(one, ast.JoinedStr) for one in above)

    def function(self, node: ast.AST) -> Optional[Any]:
        """The innermost function or lambda around `node`."""
        return next((one for one in self.around(node) if isinstance(one, _FUNCTIONS)), None)

    def class_of(self, node: ast.AST) -> Optional[ast.ClassDef]:
        """The innermost class around `node`."""
        return next((one for one in self.around(node) if isinstance(one, ast.ClassDef)), None)

    def statement(self, node: ast.AST) -> Any:
        """The statement that `node` is, or is part of."""
        if isinstance(node, ast.stmt):
            return node
        return next(one for one in self.around(node) if isinstance(one, ast.stmt))

    def block(self, statement: ast.stmt) -> List[ast.stmt]:
        """The list of statements that `statement` stands in."""
        above: Any = self.parent(statement)
        for name in _BLOCKS:
            statements = getattr(above, name, None)
            if isinstance(statements, list) and any(one is statement for one in statements):
                return statements
        return []

    def namespace(self, node: ast.AST) -> Optional[str]:
        """The name of `F`, the namespace of operators of both phases, where `node` stands; None where there is none."""
        for function in self.around(node):
            if not isinstance(function, _FUNCTIONS):
                continue
            names = parameters(function)
            if getattr(function, "name", "") == "hybrid_forward" and len(names) > 1:
                return names[1]
            if "F" in names:
                return "F"
        return None

    def free_name(self, *nodes: ast.AST) -> str:
        """A name for the variable of a comprehension that none of `nodes` uses."""
        used = {below.id for below in nodes_below(nodes) if isinstance(below, ast.Name)}
        return next((name for name in _FREE_NAMES if name not in used), "position")

    # The text

    def text(self, node: ast.AST) -> str:
        """The text of `node`, with its comments and line ends."""
        return self.module.text(node)

    def operand(self, node: ast.AST) -> Tuple[Part, ...]:
        """`node` as the operand of an operator: in parentheses unless it is a name, a call or the like."""
        number = isinstance(node, ast.Constant) and isinstance(node.value, (int, float))
        return (node,) if isinstance(node, _ATOMS) or number else ("(", node, ")")

    def receiver(self, node: ast.AST) -> Tuple[Part, ...]:
        """`node` where a method of it is called."""
        return (node,) if isinstance(node, _ATOMS) else ("(", node, ")")

    def takes_any_expression(self, node: ast.AST) -> bool:
        """Whether an operation can stand at the place of `node` without parentheses."""
        above = self.parent(node)
        if isinstance(above, (ast.Call, ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.keyword)):
            return True
        if isinstance(above, (ast.List, ast.Dict, ast.Set, ast.FormattedValue)):
            return True
        span = self.module.span(node)
        before, after = self.module.around(span)
        return before.rstrip().endswith("(") and after.lstrip().startswith(")")

    # Edits

    def replaced(self, node: ast.AST, *parts: Part) -> Edits:
        """Edits that put `parts` in the place of `node`. Where they are nodes inside of it, in their order, only what
        stands between them is edited. None where a comment would be lost."""
        if not self.is_editable(node):
            return None
        span = self.module.span(node)
        pieces = _merged(parts)
        kept = [self.module.span(part) for part in pieces if not isinstance(part, str)]
        corners = [(span.line, span.column)]
        for inner in kept:
            corners += [(inner.line, inner.column), (inner.end_line, inner.end_column)]
        corners.append((span.end_line, span.end_column))
        if corners == sorted(corners):
            return self._between(corners, pieces)
        text = "".join(part if isinstance(part, str) else self.text(part) for part in pieces)
        old = self.text(node)
        if _comments(old) - _comments(text):
            return None
        return (Edit(span.line, span.column, span.end_line, span.end_column, text),)

    def _between(self, corners: List[Tuple[int, int]], pieces: List[Part]) -> Edits:
        gaps = [""]
        for piece in pieces:
            if isinstance(piece, str):
                gaps[-1] += piece
            else:
                gaps.append("")
        edits: List[Edit] = []
        for number, new in enumerate(gaps):
            (line, column), (end_line, end_column) = corners[2 * number], corners[2 * number + 1]
            old = self.module.stretch(Span(line, column, end_line, end_column))
            if _comments(old):
                if number in (0, len(gaps) - 1):
                    return None  # it may stand outside of all parentheses
                lines = old.split("\n")
                comments = [text for text in (one[one.find("#") :] for one in lines if "#" in one) if text]
                indent = lines[-1][: len(lines[-1]) - len(lines[-1].lstrip())]
                new = new.rstrip() + "  " + f"\n{indent}".join(comments) + f"\n{indent}"
            if old != new:
                edits.append(Edit(line, column, end_line, end_column, new))
        return tuple(edits)

    def inserted(self, line: int, column: int, text: str) -> Tuple[Edit, ...]:
        """An edit that inserts `text`."""
        return (Edit(line, column, line, column, text),)

    def after(self, node: ast.AST, text: str) -> Tuple[Edit, ...]:
        """An edit that inserts `text` behind `node`."""
        span = self.module.span(node)
        return self.inserted(span.end_line, span.end_column, text)

    def indentation(self, statement: ast.stmt) -> Optional[str]:
        """What stands before `statement` on its line; None where that is another statement."""
        before, _ = self.module.around(self.statement_span(statement))
        return before if not before.strip() else None

    def statement_span(self, statement: ast.stmt) -> Span:
        """All of a statement; of a function, :meth:`Module.span` is that of its name."""
        return self.module.whole_span(statement)

    def removed(self, statement: ast.stmt) -> Edits:
        """Edits that remove a statement with its line, but for a comment on it; `pass` where the block has no other."""
        if not self.is_editable(statement):
            return None
        span = self.statement_span(statement)
        before, after = self.module.around(span)
        if _comments(self.text(statement)):
            return None
        if len(self.block(statement)) < 2 or before.strip() or after.strip().startswith(";"):
            return (Edit(span.line, span.column, span.end_line, span.end_column, "pass"),)
        if after.strip():
            column = span.end_column + len(after) - len(after.lstrip())
            return (Edit(span.line, span.column, span.end_line, column, ""),)
        if span.end_line == self.module.lines:
            return (Edit(span.line, span.column, span.end_line, span.end_column, "pass"),)
        return (Edit(span.line, 0, span.end_line + 1, 0, ""),)


def parameters(function: Any) -> List[str]:
    """The names of the parameters of a function that can be given by position."""
    return [one.arg for one in (*function.args.posonlyargs, *function.args.args)]


def _merged(parts: Tuple[Part, ...]) -> List[Part]:
    """`parts` with neighbouring texts joined."""
    merged: List[Part] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        else:
            merged.append(part)
    return merged


def _comments(text: str) -> set[str]:
    """The comments in a piece of code."""
    if "#" not in text:
        return set()
    found = set()
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                found.add(token.string)
    except (tokenize.TokenError, IndentationError, SyntaxError):
        pass  # a piece of code need not be complete
    return found
