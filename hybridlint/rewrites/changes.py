"""Changes of expressions and simple statements, written with libcst.

A :class:`~hybridlint.rewrites.correction.Replacement` is a template of code for a node of the file's `ast`; names in it
stand for other nodes, which are quoted with their whitespace and comments. Only the outermost expression around the
node, or the statement that it is, is parsed with libcst. Replacements may be nested: all of one expression are rendered
together, in one edit.
"""

from __future__ import annotations

import ast
import io
import tokenize
from typing import Any, Callable, Container, Dict, Iterable, List, Mapping, Optional, Set, Tuple

import libcst as cst
from libcst import metadata

from hybridlint.finding import Edit
from hybridlint.module import Module, Span
from hybridlint.rewrites.correction import Change, Part, Replacement

#: Operators of Python by precedence, from the loosest on. Whatever has none is an atom.
_PRECEDENCE = {
    **dict.fromkeys(("Lambda", "IfExp", "NamedExpr", "Yield", "Tuple", "GeneratorExp"), 1),
    **{"Or": 2, "And": 3, "Not": 4, "Comparison": 5, "BitOr": 6, "BitXor": 7, "BitAnd": 8},
    **dict.fromkeys(("LeftShift", "RightShift"), 9),
    **dict.fromkeys(("Add", "Subtract"), 10),
    **dict.fromkeys(("Multiply", "MatrixMultiply", "Divide", "FloorDivide", "Modulo"), 11),
    **{"Minus": 12, "Plus": 12, "BitInvert": 12, "Power": 13, "Await": 14},
}
_ATOM = 15


class Renderer:
    """Renders replacements in a file as edits. `parent` returns the node around a node."""

    def __init__(self, module: Module, parent: Callable[[ast.AST], Optional[ast.AST]]) -> None:
        self._module = module
        self._parent = parent
        self._parsed: Dict[ast.AST, _Unit] = {}
        #: The statements that are replaced.
        self._rendering: Set[ast.AST] = set()

    def edits(self, changes: Iterable[Change]) -> Optional[Tuple[Edit, ...]]:
        """Return the edits; None if a comment would be lost, or the code cannot be parsed."""
        edits: List[Edit] = []
        by_unit: Dict[ast.AST, List[Replacement]] = {}
        changes = list(dict.fromkeys(changes))
        replaced = self._rendering = {
            item.node for item in changes if isinstance(item, Replacement) and isinstance(item.node, ast.stmt)
        }
        for change in changes:
            if isinstance(change, Edit):
                edits.append(change)
            else:
                by_unit.setdefault(self._around(change.node, replaced), []).append(change)
        for node, several in by_unit.items():
            edit = self._rendered(node, several)
            if edit is None:
                return None
            edits += edit
        return tuple(dict.fromkeys(edits))

    def _quoted(self, node: ast.AST, updated: Mapping[Any, Any]) -> Any:
        unit = self._unit(self._around(node, self._rendering)) if getattr(node, "end_lineno", None) else None
        quoted = None if unit is None else unit.node(self._module.span(node))
        if quoted is None:
            return cst.parse_expression(self._text(node))
        changed = updated.get(quoted, quoted)
        is_whole = quoted is unit.whole and isinstance(quoted, cst.BaseExpression) and changed.lpar  # type: ignore[union-attr]
        return changed.with_changes(lpar=changed.lpar[1:], rpar=changed.rpar[:-1]) if is_whole else changed

    def _text(self, node: Any) -> str:
        if getattr(node, "end_lineno", None):
            return self._module.text(node)
        return repr(node.value) if isinstance(node, ast.Constant) else str(node.id)

    def _around(self, node: ast.AST, replaced: Container[ast.AST] = ()) -> ast.AST:
        """Return the outermost expression around `node`, the statement that it is, or one around it that is
        replaced."""
        unit, above = node, self._parent(node)
        while above is not None:
            if isinstance(above, ast.expr) and not isinstance(node, ast.stmt) or above in replaced:
                unit = above
            if isinstance(above, ast.stmt):
                node = above
            above = self._parent(above)
        return unit

    def _unit(self, node: ast.AST) -> Optional[_Unit]:
        if node not in self._parsed:
            self._parsed[node] = _Unit(self._module, node)
        return self._parsed[node]

    def _rendered(self, node: ast.AST, several: List[Replacement]) -> Optional[List[Edit]]:
        unit = self._unit(node)
        assert unit is not None
        new = unit.changed(several, self)
        old = self._module.text(node)
        if new is None or comments_in(old) - comments_in(new):
            return None
        span = self._module.span(node) if isinstance(node, ast.expr) else self._module.whole_span(node)
        return [trimmed(span, old, new)] if new != old else []

    def filled(self, template: str, parts: Mapping[str, Part], updated: Mapping[Any, Any]) -> Any:
        """Return a template with its parts quoted; parts that are changed themselves as `updated`."""
        try:
            root: Any = cst.parse_expression(template)
        except cst.ParserSyntaxError:
            root = cst.parse_module(template).body[0]

        def made(part: Part) -> Any:
            if isinstance(part, str):
                return cst.parse_expression(part) if "=" not in part else cst.parse_expression(f"f({part})").args[0]  # type: ignore[attr-defined]
            if isinstance(part, list):
                return [made(item) for item in part]
            if isinstance(part, ast.keyword):
                return cst.Arg(
                    made(part.value),
                    keyword=cst.Name(part.arg) if part.arg else None,
                    star="" if part.arg else "**",
                    equal=_equal(),
                )
            return self._quoted(part, updated)

        values = {name: made(part) for name, part in parts.items()}
        filled: Any = root.visit(_Filling(values))
        return filled


def _equal() -> Any:
    return cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))


class _Unit:
    """An expression or a simple statement of the file, parsed with libcst."""

    def __init__(self, module: Module, node: ast.AST) -> None:
        self._is_statement = isinstance(node, ast.stmt)
        text, span = module.text(node), module.whole_span(node) if self._is_statement else module.span(node)
        self._line, self._column = span.line, span.column - (0 if self._is_statement else 1)
        wrapper = metadata.MetadataWrapper(
            cst.parse_module(text if self._is_statement else f"({text})"), unsafe_skip_copy=True
        )
        self._root: Any = wrapper.module
        statement: Any = self._root.body[0]
        #: The expression or the statement. An expression has one pair of parentheses too many.
        self.whole: Any = statement if self._is_statement else statement.body[0].value
        self._nodes: Dict[Tuple[int, int, int, int], Any] = {}
        for item, place in wrapper.resolve(metadata.PositionProvider).items():
            if isinstance(item, cst.BaseExpression):
                self._nodes[place.start.line, place.start.column, place.end.line, place.end.column] = item

    def node(self, span: Span) -> Optional[Any]:
        """Return the expression at a place; None if there is none, which parentheses of the unit may cause."""
        line, end_line = span.line - self._line + 1, span.end_line - self._line + 1
        first = span.column - (self._column if line == 1 else 0)
        last = span.end_column - (self._column if end_line == 1 else 0)
        return self._nodes.get((line, first, end_line, last)) or self._nodes.get((line, first + 1, end_line, last - 1))

    def changed(self, several: List[Replacement], renderer: Renderer) -> Optional[str]:
        """Return the code after replacements; None if it is no Python."""
        module, whole = renderer._module, self.whole
        by_node: Dict[Any, Replacement] = {}
        for item in several:
            node = whole if isinstance(item.node, ast.stmt) else self.node(module.span(item.node))
            if node is None:
                return None
            if by_node.setdefault(node, item) != item:
                return None
        made = self._root.visit(_Replacing(by_node, renderer))
        statement = made.body[0]
        if self._is_statement:
            code = made.code.rstrip("\n")
            return code if _parses(code, "exec") else None
        new = statement.body[0].value
        if whole not in by_node and new.lpar:
            new = new.with_changes(lpar=new.lpar[1:], rpar=new.rpar[:-1])
        code = cst.Module([]).code_for_node(new)
        if "\n" in code and not _parses(code, "eval"):
            code = f"({code})"
        return code if _parses(code, "eval") else None


def _parses(code: str, mode: str) -> bool:
    try:
        ast.parse(f"def f():\n {code}" if mode == "exec" else code, mode=mode)
    except SyntaxError:
        return mode == "eval" and code.startswith(("*", "yield", "await"))
    return True


class _Replacing(cst.CSTTransformer):
    def __init__(self, by_node: Mapping[Any, Replacement], renderer: Renderer) -> None:
        super().__init__()
        self._by_node = by_node
        self._renderer = renderer
        self._updated: Dict[Any, Any] = {}

    def on_leave(self, original_node: Any, updated_node: Any) -> Any:
        left: Any = super().on_leave(original_node, updated_node)
        change = self._by_node.get(original_node)
        if change is not None:
            self._updated[original_node] = left
            left = self._renderer.filled(change.template, change.parts, self._updated)
            if isinstance(left, cst.Call) and isinstance(updated_node, cst.Call):
                left = _with_layout(left, original_node, self._updated)
        elif left is not original_node:
            left = _parenthesized(left)
        if isinstance(original_node, cst.BaseExpression):
            self._updated[original_node] = left
        return left


def _with_layout(call: Any, before: Any, updated: Mapping[Any, Any]) -> Any:
    """Return a call in the layout of the call before: arguments that it had keep the whitespace and comments behind
    them, and the last one has those of the last one."""
    if "\n" not in cst.Module([]).code_for_node(before) or not before.args or not call.args:
        return call
    places = {id(updated.get(argument.value, argument.value)): argument for argument in before.args}
    args = []
    for argument in call.args:
        old = before.args[-1] if argument is call.args[-1] else places.get(id(argument.value))
        if old is not None and (argument is call.args[-1] or old is not before.args[-1]):
            argument = argument.with_changes(comma=old.comma, whitespace_after_arg=old.whitespace_after_arg)
        args.append(argument)
    return call.with_changes(args=args, whitespace_before_args=before.whitespace_before_args)


class _Filling(cst.CSTTransformer):
    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__()
        self._values = values

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> Any:
        value = self._values.get(updated_node.value)
        return updated_node if value is None or isinstance(value, list) else value

    def leave_Arg(self, original_node: cst.Arg, updated_node: cst.Arg) -> Any:
        value = self._values.get(getattr(original_node.value, "value", None))  # type: ignore[arg-type]
        if isinstance(value, list):
            made = [item if isinstance(item, cst.Arg) else cst.Arg(_bare(item)) for item in value]
            return cst.FlattenSentinel([item.with_changes(comma=cst.MaybeSentinel.DEFAULT) for item in made])
        return updated_node.with_changes(value=_bare(updated_node.value)) if value is not None else updated_node

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.Call:
        *others, last = updated_node.args or (None,)
        if last is None or len(original_node.args) == len(updated_node.args):
            return updated_node
        return updated_node.with_changes(args=[*others, last.with_changes(comma=cst.MaybeSentinel.DEFAULT)])

    def leave_Element(self, original_node: cst.Element, updated_node: cst.Element) -> Any:
        value = self._values.get(getattr(original_node.value, "value", None))  # type: ignore[arg-type]
        if isinstance(value, list):
            made = [cst.Element(_bare(item)) for item in value]
            return cst.FlattenSentinel(made)
        return updated_node.with_changes(value=_bare(updated_node.value)) if value is not None else updated_node

    def leave_StarredElement(self, original_node: Any, updated_node: Any) -> Any:
        return self.leave_Element(original_node, updated_node)

    def on_leave(self, original_node: Any, updated_node: Any) -> Any:
        left: Any = super().on_leave(original_node, updated_node)
        return left if left is original_node or isinstance(left, cst.FlattenSentinel) else _parenthesized(left)


def _bare(node: Any) -> Any:
    """Return an expression without its parentheses, where a comma or a bracket follows."""
    kind = type(node).__name__
    return (
        node
        if kind in ("Tuple", "GeneratorExp", "NamedExpr", "Yield") or not node.lpar
        else node.with_changes(lpar=node.lpar[1:], rpar=node.rpar[:-1])
    )


def _precedence(node: Any) -> int:
    kind = type(node).__name__
    if kind in ("BinaryOperation", "BooleanOperation", "UnaryOperation"):
        kind = type(node.operator).__name__
    return _PRECEDENCE.get(kind, _ATOM)


def _least_precedence(node: Any) -> Mapping[str, int]:
    """Return what the operands of a node need at least to have no parentheses."""
    own, is_power = _precedence(node), isinstance(getattr(node, "operator", None), cst.Power)
    if isinstance(node, cst.StarredElement) or isinstance(node, cst.Arg) and node.star:
        return {"value": 6}
    return {
        "BinaryOperation": {"left": own + is_power, "right": 12 if is_power else own + 1},
        "BooleanOperation": {"left": own, "right": own + 1},
        "UnaryOperation": {"expression": own},
        "Comparison": {"left": own + 1},
        "ComparisonTarget": {"comparator": 6},
        "Attribute": {"value": _ATOM},
        "Subscript": {"value": _ATOM},
        "Call": {"func": _ATOM},
        "IfExp": {"body": 2, "test": 2, "orelse": 1},
    }.get(type(node).__name__, {})


def _parenthesized(node: Any) -> Any:
    """Return an expression with parentheses around the operands that need them."""
    changes = {}
    for name, least in _least_precedence(node).items():
        operand = getattr(node, name)
        number = isinstance(operand, (cst.Integer, cst.Float)) and isinstance(node, cst.Attribute)
        if not operand.lpar and (_precedence(operand) < least or number):
            changes[name] = operand.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return node.with_changes(**changes) if changes else node


def trimmed(span: Span, old: str, new: str) -> Edit:
    """Return the edit that changes `old`, the text of a span, to `new`, without what they begin and end with alike."""
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    before, kept = old[:first], old[: len(old) - last]

    def place(text: str) -> Tuple[int, int]:
        lines = text.split("\n")
        return span.line + len(lines) - 1, len(lines[-1]) + (span.column if len(lines) == 1 else 0)

    return Edit(*place(before), *place(kept), new[first : len(new) - last])


def comments_in(text: str) -> Set[str]:
    """Return the comments in a piece of code, which need not be complete."""
    comments: Set[str] = set()
    if "#" not in text:
        return comments
    unindented = "\n".join(line.lstrip() for line in text.split("\n"))  # a piece of code may dedent
    try:
        for token in tokenize.generate_tokens(io.StringIO(unindented).readline):
            if token.type == tokenize.COMMENT:
                comments.add(token.string)
    except (tokenize.TokenError, IndentationError, SyntaxError):
        pass
    return comments
