"""Changes of whole statements. Compound ones are transformed with libcst, which preserves comments and indentation."""

from __future__ import annotations

import ast
from typing import Any, Callable, List, Optional, Sequence

from hybridlint.finding import Edit
from hybridlint.module import Span
from hybridlint.rewrites.correction import Edits, Replacement
from hybridlint.rewrites.source import Source


def guarded(source: Source, statement: ast.stmt) -> Edits:
    """Move `f(x)` below `if F is mx.nd:` if no result depends on it, so that only imperative execution does it; add the
    test to that of `if x: raise …`."""
    name, indent = source.namespace(statement), source.indentation(statement)
    if name is None or not _has_no_result(source, statement):
        return None
    module, imported = source.imperative_module()
    if isinstance(statement, ast.If):
        return (*imported, Replacement(statement.test, f"{name} is {module} and _test", {"_test": statement.test}))
    test = getattr(source.parent(statement), "test", None)
    if indent is None or getattr(getattr(test, "left", None), "id", "") == name:
        return None
    span = source.module.whole_span(statement)
    lines = source.module.text_at(span).split("\n")
    if any(line[:1] not in ("", " ", "\t") for line in lines[1:]):
        return None  # the lines of a text cannot be indented
    step = source.indent_step(statement)
    edits = source.inserted(span.line, span.column, f"if {name} is {module}:\n{indent}{step}")
    edits += tuple(edit for line in range(span.line + 1, span.end_line + 1) for edit in source.inserted(line, 0, step))
    return (*imported, *edits)


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
    function = source.module.code(call.func) if isinstance(call, ast.Call) else ""
    if not isinstance(call, ast.Call) or not function.startswith(_DIAGNOSTICS):
        return False
    parts = [*call.args, *(keyword.value for keyword in call.keywords)]
    return all(_has_no_effect(part, source) for part in parts)


#: Functions of Python that only read their arguments.
_READING = ("abs", "all", "any", "bool", "float", "int", "isinstance", "len", "repr", "str", "type")


def _has_no_effect(node: ast.AST, source: Source) -> bool:
    """Return whether evaluating an expression changes nothing: its calls are of operators, and methods of tensors."""
    for part in ast.walk(node):
        if isinstance(part, (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)):
            return False
        function = part.func if isinstance(part, ast.Call) else None
        if isinstance(function, ast.Name) and function.id in _READING or function is None:
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
    statement: ast.stmt,
    outcome: bool = True,
    change: Optional[Callable[[Any], Any]] = None,
    rest: Sequence[ast.stmt] = (),
    added: Sequence[str] = (),
) -> Edits:
    """Replace an `if` or `with` by its body (or its `else` branch unless `outcome`).

    `change` transforms each of its statements. `rest` are the following statements that are removed too. `added` are
    statements that follow the body.
    """
    if source.for_messages:
        return None
    import libcst as cst

    indent, text = source.indentation(statement), source.text(statement)
    if not indent or "\t" in indent or text.startswith("elif"):
        return None
    try:
        parsed: Any = cst.parse_module(f"if True:\n{indent}{text}\n")
    except cst.ParserSyntaxError:  # syntax of a newer Python
        return None
    statements = _statements(parsed.body[0].body.body[0], outcome)
    if change is not None:
        statements = [change(item) for item in statements]
    statements += [cst.parse_statement(node) for node in added]
    if not statements:
        if not rest:
            return source.removed(statement)
        statements = [cst.parse_statement("pass")]
    whole = parsed.with_changes(body=[cst.If(cst.Name("True"), cst.IndentedBlock(statements, indent=indent))])
    span = source.module.whole_span(statement)
    end = source.module.whole_span(rest[-1]) if rest else span
    _, after = source.module.around(end)
    if rest and source.comments_in(source.module.text_at(Span(*source.start(rest[0]), end.end_line, end.end_column))):
        return None
    if after.strip()[:1] not in ("", "#"):
        return None
    text = whole.code.split("\n", 1)[1].rstrip("\n")
    if source.comments_in(source.module.text_at(Span(span.line, 0, end.end_line, end.end_column))) - source.comments_in(
        text
    ):
        return None  # those of the other branch
    return (Edit(span.line, 0, end.end_line, end.end_column, text),)


def _statements(node: Any, outcome: bool) -> List[Any]:
    """Return the statements of the body of a compound statement, or of its `else` branch, with their comments."""
    import libcst as cst

    block = node.body
    if not outcome:
        if node.orelse is None:
            return []
        if isinstance(node.orelse, cst.If):
            return [node.orelse]
        block = node.orelse.body
    if isinstance(block, cst.SimpleStatementSuite):
        statements: List[Any] = [cst.SimpleStatementLine(block.body, trailing_whitespace=block.trailing_whitespace)]
        comments: List[Any] = []
    else:
        statements = list(block.body)
        comments = [cst.EmptyLine(comment=block.header.comment)] if block.header.comment else []
        comments += [line for line in getattr(node, "leading_lines", ()) if line.comment]
    if statements and comments:
        statements[0] = statements[0].with_changes(leading_lines=[*comments, *statements[0].leading_lines])
    return statements
