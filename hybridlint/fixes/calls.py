"""Changes of a call: another function, other arguments."""

from __future__ import annotations

import ast
from typing import List, Optional, Sequence, Tuple

from hybridlint.finding import Edit
from hybridlint.module import Span
from hybridlint.rewrites.correction import Change, Correction, Edits, Part, correction
from hybridlint.rewrites.source import Source

#: The risk of an operator that broadcasts where a function is passed on, as in `functools.reduce(F.add, z)`.
NO_NUMBERS = "raises where it is called with a number"


def renamed(source: Source, attribute: ast.Attribute, name: str) -> Edits:
    """`F.f` → `F.name`."""
    span = source.module.span(attribute)
    return (Edit(span.end_line, span.end_column - len(attribute.attr), span.end_line, span.end_column, name),)


def wrapped(source: Source, node: ast.AST, function: str) -> Edits:
    """`x` → `function(x)`; parentheses around `x` become those of the call."""
    span = source.module.span(node)
    before, after = source.module.around(span)
    if before.endswith("(") and after.startswith(")") and not isinstance(source.parent(node), ast.Call):
        span = Span(span.line, span.column - 1, span.end_line, span.end_column + 1)
    text = f"{function}({source.text(node)})"
    return (Edit(span.line, span.column, span.end_line, span.end_column, text),)


def is_direct(call: object, name: str) -> bool:
    """Return whether a call names the function or method directly, not through a variable or a block."""
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == name


def argument_added(source: Source, call: ast.Call, argument: str) -> Edits:
    """`f(x)` → `f(x, argument)`."""
    given: Sequence[ast.AST] = [*call.args, *(keyword.value for keyword in call.keywords)]
    last = max(given, key=lambda one: (one.end_lineno, one.end_col_offset), default=call.func)  # type: ignore[attr-defined]
    start, end = source.module.span(last), source.module.span(call)
    gap = Span(start.end_line, start.end_column, end.end_line, end.end_column - 1)
    old = source.module.text_at(gap)
    if "#" in old:
        return None
    stripped = old.rstrip()
    if not given:
        new = stripped + argument
    elif stripped.endswith(","):
        new = f"{stripped} {argument}"
    else:
        new = f"{stripped}, {argument}"
    return (Edit(gap.line, gap.column, gap.end_line, gap.end_column, new + old[len(stripped) :]),)


def first_argument_added(source: Source, call: ast.Call, argument: str) -> Edits:
    """`f(x)` → `f(argument, x)`."""
    span = source.module.span(call.func)
    after = source.module.around(span)[1]
    if not after.startswith("("):
        return None
    comma = ("," if not after[1:].strip() else ", ") if call.args or call.keywords else ""
    return source.inserted(span.end_line, span.end_column + 1, argument + comma)


def by_name(source: Source, call: ast.Call, names: Sequence[str], position: int, leave_out: bool) -> Edits:
    """Write `f(x, name=y)` for `f(x, y)`: arguments from `position` on by their `names`. A None that is the default is
    removed."""
    if len(call.args) > len(names) or any(isinstance(one, ast.Starred) for one in call.args):
        return None
    given = [
        (f"{names[number]}=" if number >= position else "", one)
        for number, one in enumerate(call.args)
        if not (leave_out and number >= position and isinstance(one, ast.Constant) and one.value is None)
    ]
    return _called(source, call, [*given, *map(_keyword, call.keywords)])


def by_position(source: Source, call: ast.Call, names: Sequence[str]) -> Edits:
    """Write `f(x, y)` for `f(x, name=y)`: all arguments by position, up to the first parameter that is omitted."""
    given = {keyword.arg: keyword for keyword in call.keywords}
    moved = []
    for name in names[len(call.args) :]:
        if name not in given:
            break
        moved.append(given.pop(name))
    if not moved:
        return None
    arguments = [("", one) for one in (*call.args, *(keyword.value for keyword in moved))]
    return _called(source, call, [*arguments, *(_keyword(one) for one in call.keywords if one not in moved)])


def argument_removed(source: Source, call: ast.Call, keyword: ast.keyword) -> Edits:
    """`f(x, key=y)` → `f(x)`."""
    kept = [_keyword(one) for one in call.keywords if one is not keyword]
    return _called(source, call, [*(("", one) for one in call.args), *kept])


def positional_as_tuple(source: Source, call: ast.Call) -> Edits:
    """`f(1, 2, key=3)` → `f((1, 2), key=3)`."""
    first, last = source.module.span(call.args[0]), source.module.span(call.args[-1])
    comma = "," if len(call.args) == 1 else ""
    before, after = source.module.around(first)[0], source.module.around(last)[1]
    if before.endswith("((") or after.startswith("))"):
        text = ", ".join(source.text(one) for one in call.args)
        return _called(source, call, [("", f"({text}{comma})"), *map(_keyword, call.keywords)])
    return (
        *source.inserted(first.line, first.column, "("),
        *source.inserted(last.end_line, last.end_column, comma + ")"),
    )


def _called(source: Source, call: ast.Call, arguments: Sequence[Tuple[str, Part]]) -> Edits:
    """Write a call with other arguments, each with what stands before it: "", "name=" or "**"."""
    parts: List[Part] = [call.func, "("]
    for number, (before, value) in enumerate(arguments):
        parts += [f"{', ' if number else ''}{before}", value]
    return source.replaced(call, *parts, ")")


def _keyword(keyword: ast.keyword) -> Tuple[str, Part]:
    return f"{keyword.arg}=" if keyword.arg else "**", keyword.value


def operator_instead(source: Source, call: ast.Call, symbol: str) -> Optional[Correction]:
    """`f(x, y)` → `x symbol y`."""
    left, right = call.args
    parts: Sequence[Part] = [*source.operand(left), f" {symbol} ", *source.operand(right)]
    if not source.takes_any_expression(call):
        parts = ["(", *parts, ")"]
    return correction(source.replaced(call, *parts), f"use the operator `{symbol}`")


def shaped(node: ast.AST, words: str, source: Source) -> Optional[Correction]:
    """Write `F.random.normal(0, 1, shape=(1,))` for `F.random.normal(0, 1)`, everywhere in the function around
    `node`."""
    edits: List[Change] = []
    for one in ast.walk(source.scope(node)):
        if not isinstance(one, ast.Call) or any(keyword.arg == "out" for keyword in one.keywords):
            continue
        if source.is_editable(one) and source.module.code(one) == words:
            edits += argument_added(source, one, "shape=(1,)") or ()
    return correction(tuple(edits), "give a shape")
