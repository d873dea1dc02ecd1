"""Changes of whole statements: edits of their lines."""

from __future__ import annotations

import ast
import types
from typing import Any, List, Mapping, Sequence

from hybridlint.finding import Edit
from hybridlint.module import Span
from hybridlint.rewrites.correction import Edits, together
from hybridlint.rewrites.source import Source


def guarded(source: Source, statement: ast.stmt) -> Edits:
    """Move `f(x)` below `if F is mx.nd:` if no result depends on it, so that only imperative execution does it; add the
    test to that of `if x: raise …`."""
    name = source.namespace(statement)
    if name is None or not _has_no_result(source, statement):
        return None
    module, imported = source.imperative_module()
    if isinstance(statement, ast.If):
        return together(imported, source.replaced(statement.test, f"{name} is {module} and ", statement.test))
    test = getattr(source.parent(statement), "test", None)
    if getattr(getattr(test, "left", None), "id", "") == name:
        return None
    return together(imported, below(source, [statement], f"if {name} is {module}:"))


def below(source: Source, block: Sequence[ast.stmt], heading: str) -> Edits:
    """Indent a block of statements below a heading."""
    first, last, indent = (*map(source.module.whole_span, (block[0], block[-1])), source.indentation(block[0]))
    lines = source.module.text_at(Span(first.line, 0, last.end_line, last.end_column)).split("\n")
    if indent is None or "\n" in heading or any(line[:1] not in ("", " ", "\t") for line in lines):
        return None  # the lines of a text cannot be indented
    step = source.indent_step(block[0])
    below = [source.inserted(number, 0, step) for number in range(first.line + 1, last.end_line + 1)]
    return together(source.inserted(first.line, first.column, f"{heading}\n{indent}{step}"), *below)


#: Functions that show their arguments and return None.
_DIAGNOSTICS = ("print", "logging.", "warnings.warn")


def _has_no_result(source: Source, statement: ast.stmt) -> bool:
    """Return whether a statement is an assertion, also as `if x: raise …`, or shows something, also below a test, and
    changes nothing besides."""
    parts: List[ast.expr] = []
    if isinstance(statement, ast.If):
        if statement.orelse or not all(isinstance(item, ast.Raise) or _shows(item, source) for item in statement.body):
            return False
        parts.append(statement.test)
    elif isinstance(statement, ast.Assert):
        parts.append(statement.test)
    elif not _shows(statement, source):
        return False
    return all(_has_no_effect(part, source) for part in parts)


def _shows(statement: ast.stmt, source: Source) -> bool:
    """Return whether a statement shows something, and changes nothing besides."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call):
        return False
    function = source.dotted(call.func) or getattr(call.func, "id", "")
    if not function.startswith(_DIAGNOSTICS):
        return False
    parts = [*call.args, *(keyword.value for keyword in call.keywords)]
    return all(_has_no_effect(part, source) for part in parts)


#: Functions of Python that only read their arguments.
_READING = ("abs", "all", "any", "bool", "float", "int", "isinstance", "len", "repr", "str", "type")
_READING_ARRAYS = tuple(f"numpy.{name}" for name in (*_READING, "allclose", "isfinite", "isinf", "isnan", "max", "min"))


def _has_no_effect(node: ast.AST, source: Source) -> bool:
    """Return whether evaluating an expression changes nothing: its calls are of operators, and methods of tensors."""
    for part in ast.walk(node):
        if isinstance(part, (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)):
            return False
        function = part.func if isinstance(part, ast.Call) else None
        if function is None or isinstance(function, ast.Name) and function.id in _READING:
            continue
        made = getattr(getattr(function, "value", None), "func", None)  # `np.isnan` of `np.isnan(x).any`
        if source.dotted(function if made is None else made) in _READING_ARRAYS:
            continue
        if not isinstance(function, ast.Attribute) or any(keyword.arg == "out" for keyword in part.keywords):  # type: ignore[attr-defined]
            return False
        is_operator = isinstance(function.value, ast.Name) and function.value.id == source.namespace(node)
        method = source.api.method(function.attr)
        reads = method is not None and not function.attr.startswith("_") and source.tensor(function.value) is not None
        if not (is_operator or source.imperative_operator(function) or reads):
            return False
    return True


def unwrapped(
    source: Source,
    statement: Any,
    outcome: bool = True,
    rest: Sequence[ast.stmt] = (),
    added: Sequence[str] = (),
    widened: Mapping[int, int] = types.MappingProxyType({}),
) -> Edits:
    """Replace an `if`, `with` or `try` by its body, or by its `else` branch unless `outcome`; None if a comment would
    be lost.

    `rest` are the following statements that are removed too. `added` are statements that follow the body. `widened`
    are lines of the body that are indented further, with the number of spaces.
    """
    module, indent = source.module, source.indentation(statement)
    kept = statement.body if outcome else statement.orelse
    if source.for_messages or indent is None or source.text(statement).startswith("elif"):
        return None
    if not kept:
        return source.replaced_statements(statement, rest[-1], "pass") if rest else source.removed(statement)
    start, first, last = module.whole_span(statement), module.whole_span(kept[0]), module.whole_span(kept[-1])
    end = module.whole_span(rest[-1] if rest else statement)
    inner, column = source.indentation(kept[0]), first.column
    if not outcome and source.text(kept[0]).startswith("elif"):
        inner, column = indent, column + len("el")
    line, last_column = first.line, last.end_column + len(module.around(last)[1])
    while inner is not None and source.line(line - 1).strip().startswith("#"):
        line -= 1
    head = Span(start.line, start.column, line, column if line == first.line else len(inner or ""))
    tail = Span(last.end_line, last_column, *max((last.end_line, last_column), (end.end_line, end.end_column)))
    texts = (below for item in kept for below in ast.walk(item) if isinstance(below, (ast.Constant, ast.JoinedStr)))
    is_followed = module.around(end)[1].strip()[:1] not in ("", "#")
    remarks, lost = (source.comments_in(module.text_at(span)) for span in (head, tail))
    if is_followed or lost or remarks and not outcome:
        return None
    if any(below.end_lineno != below.lineno for below in texts):
        return None  # the lines of a text cannot be indented
    lines = [number for number in range(line + 1, last.end_line + 1) if source.line(number).startswith(inner or " ")]
    end_column = len(inner or indent)
    dedented = (Edit(number, len(indent), number, end_column, " " * widened.get(number, 0)) for number in lines)
    ending = "".join(f"\n{indent}{item}" for item in added)
    beginning = "".join(f"{remark}\n{indent}" for remark in sorted(remarks))
    return (*source.replaced_span(head, beginning), *dedented, *source.replaced_span(tail, ending))
