"""Changes of a call: another function, other arguments."""

from __future__ import annotations

import ast
from typing import Optional, Sequence

from hybridlint.finding import Edit
from hybridlint.fixes.correction import Correction, Edits, correction
from hybridlint.fixes.source import Part, Source
from hybridlint.module import Span


def renamed(source: Source, attribute: ast.AST, name: str) -> Edits:
    """`F.f` → `F.name`."""
    if not isinstance(attribute, ast.Attribute) or not source.is_editable(attribute):
        return None
    span = source.module.span(attribute)
    return (Edit(span.end_line, span.end_column - len(attribute.attr), span.end_line, span.end_column, name),)


def wrapped(source: Source, node: ast.AST, function: str) -> Edits:
    """`x` → `function(x)`; parentheses around `x` become those of the call."""
    if not source.is_editable(node):
        return None
    span = source.module.span(node)
    before, after = source.module.around(span)
    if before.endswith("(") and after.startswith(")") and not isinstance(source.parent(node), ast.Call):
        span = Span(span.line, span.column - 1, span.end_line, span.end_column + 1)
    text = f"{function}({source.text(node)})"
    return (Edit(span.line, span.column, span.end_line, span.end_column, text),)


def argument_added(source: Source, call: ast.Call, argument: str) -> Edits:
    """`f(x)` → `f(x, argument)`."""
    if not source.is_editable(call):
        return None
    given: Sequence[ast.AST] = [*call.args, *(keyword.value for keyword in call.keywords)]
    last = max(given, key=lambda one: (one.end_lineno, one.end_col_offset), default=call.func)  # type: ignore[attr-defined]
    start, end = source.module.span(last), source.module.span(call)
    gap = Span(start.end_line, start.end_column, end.end_line, end.end_column - 1)
    old = source.module.stretch(gap)
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


def positional_as_tuple(source: Source, call: ast.Call) -> Edits:
    """`f(1, 2, key=3)` → `f((1, 2), key=3)`."""
    if not call.args or not source.is_editable(call):
        return None
    first, last = source.module.span(call.args[0]), source.module.span(call.args[-1])
    comma = "," if len(call.args) == 1 else ""
    before, after = source.module.around(first)[0], source.module.around(last)[1]
    if before.endswith("((") or after.startswith("))"):
        text = ", ".join(source.text(one) for one in call.args)
        parts: Sequence[Part] = [call.func, f"(({text}{comma})"]
        for keyword in call.keywords:
            parts = [*parts, f", {keyword.arg}=" if keyword.arg else ", **", keyword.value]
        return source.replaced(call, *parts, ")")
    return (
        *source.inserted(first.line, first.column, "("),
        *source.inserted(last.end_line, last.end_column, comma + ")"),
    )


def operator_instead(source: Source, call: ast.Call, symbol: str) -> Optional[Correction]:
    """`f(x, y)` → `x symbol y`."""
    left, right = call.args
    parts: Sequence[Part] = [*source.operand(left), f" {symbol} ", *source.operand(right)]
    if not source.takes_any_expression(call):
        parts = ["(", *parts, ")"]
    return correction(source.replaced(call, *parts), f"use the operator `{symbol}`")
