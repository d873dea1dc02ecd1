"""Rewritings of a piece of code, for fixes: what libcst makes of it, with its comments and whitespace.

Each function returns what rewrites a libcst node, or is it. libcst is imported when the first fix is made: who only
looks for findings does not wait for it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Callable

if TYPE_CHECKING:
    import libcst as cst

Rewriting = Callable[[Any], Any]

#: What stands around an expression (at the `|`) that needs no parentheses of its own.
_TAKES_ALL = re.compile(r"((^|[^=!<>:])=|\breturn|[(,\[])\s*\|\s*([),\]#]|$)")


def rewritten(text: str, is_statement: bool, rewriting: Rewriting, before: str, after: str) -> str:
    """The text of an expression or a small statement after `rewriting`, where `before` and `after` stand around it on
    its lines. Raises libcst.ParserSyntaxError where libcst cannot parse it."""
    import libcst as cst

    if is_statement:
        line: Any = cst.parse_statement(text)
        node = line.body[0]
    else:
        node = cst.parse_expression(f"({text})")
        node = node.with_changes(lpar=node.lpar[1:], rpar=node.rpar[:-1])
    new = rewriting(node)
    if isinstance(new, cst.BaseExpression) and len(new.lpar) == 1 and _TAKES_ALL.search(f"{before}|{after}"):
        new = new.with_changes(lpar=[], rpar=[])
    return cst.Module(body=[]).code_for_node(new)


def parenthesized(node: Any) -> Any:
    """`node`, in parentheses unless it is a name, a number, a call or the like."""
    import libcst as cst

    if isinstance(node, (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.Integer, cst.Float)) or node.lpar:
        return node
    return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def called(function: str) -> Rewriting:
    """`x` → `function(x)`."""

    def rewrite(node: cst.BaseExpression) -> Any:
        import libcst as cst

        return cst.Call(cst.Name(function), [cst.Arg(node.with_changes(lpar=[], rpar=[]))])

    return rewrite


def attribute_called(name: str) -> Rewriting:
    """`F.f(x)` → `F.name(x)`."""

    def rewrite(call: Any) -> Any:
        import libcst as cst

        return call.with_changes(func=call.func.with_changes(attr=cst.Name(name)))

    return rewrite


def operator_between(symbol: str) -> Rewriting:
    """`f(x, y)` → `(x symbol y)`."""

    def rewrite(call: Any) -> Any:
        import libcst as cst

        left, right = (parenthesized(argument.value) for argument in call.args)
        expression: Any = cst.parse_expression(f"(a {symbol} b)")
        if isinstance(expression, cst.BinaryOperation):
            return expression.with_changes(left=left, right=right)
        target = expression.comparisons[0].with_changes(comparator=right)
        return expression.with_changes(left=left, comparisons=[target])

    return rewrite


def keyword_added(name: str, value: str) -> Rewriting:
    """`f(x)` → `f(x, name=value)`."""

    def rewrite(call: Any) -> Any:
        import libcst as cst

        equal = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
        given = cst.Arg(cst.parse_expression(value), keyword=cst.Name(name), equal=equal)
        return call.with_changes(args=[*call.args, given])

    return rewrite


def positional_arguments_as_tuple(call: Any) -> Any:
    """`f(1, 2, key=3)` → `f((1, 2), key=3)`."""
    import libcst as cst

    positional = [argument for argument in call.args if argument.keyword is None and argument.star != "**"]
    others = [argument for argument in call.args if argument not in positional]
    elements = [(cst.StarredElement if argument.star else cst.Element)(argument.value) for argument in positional]
    return call.with_changes(args=[cst.Arg(cst.Tuple(elements)), *others])


def plain_assignment(statement: Any) -> Any:
    """`x += y` → `x = x + y`."""
    import libcst as cst

    operators: Any = {
        cst.AddAssign: cst.Add,
        cst.SubtractAssign: cst.Subtract,
        cst.MultiplyAssign: cst.Multiply,
        cst.DivideAssign: cst.Divide,
        cst.ModuloAssign: cst.Modulo,
    }
    operator = operators[type(statement.operator)]()
    result = cst.BinaryOperation(statement.target, operator, parenthesized(statement.value))
    return cst.Assign([cst.AssignTarget(statement.target)], result)


def assigned_to(name: str) -> Rewriting:
    """`f(x)` → `name = f(x)`."""

    def rewrite(expression: Any) -> Any:
        import libcst as cst

        return cst.Assign([cst.AssignTarget(cst.Name(name))], expression)

    return rewrite
