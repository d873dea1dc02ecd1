"""Branches that a graph cannot take: on the phase, and on the values of tensors."""

from __future__ import annotations

import ast
import dataclasses
from typing import Any, Dict, List, Optional, Sequence, Tuple

from hybridlint.events import CondBranches, PhaseBranch, PhaseDependentRead, TruthTest
from hybridlint.fixes import assignments, elementwise, statements
from hybridlint.fixes.correction import Correction, correction
from hybridlint.fixes.source import Part, Source, lengths, parameters
from hybridlint.syntax import FUNCTION_DEFS
from hybridlint.values import Tensor

# By the phase


def imperative_side(event: PhaseBranch, source: Source) -> Optional[Correction]:
    """Replace both branches by the one that imperative execution takes."""
    node: Any = event.node
    if event.imperative is None or not source.is_editable(node):
        return None
    taken = "`if`" if event.imperative else "`else`"
    risk = f"assumes that `{source.module.code(_test(source, node))}` is {event.imperative}" if event.assumed else ""
    if not risk and "isinstance" in event.reason and "list" in event.reason:
        risk = "assumes that it is a list, which one output of an operator is not"
    description = f"keep the branch of imperative execution, {taken}"
    if isinstance(node, ast.IfExp):
        return correction(_chosen(source, node, event.imperative), description, risk)
    above: Any = source.parent(node)
    if isinstance(above, ast.IfExp) and above.test is node:
        return correction(_chosen(source, above, event.imperative), description, risk)
    if not isinstance(above, ast.If) or above.test is not node:
        return None
    branch = above.body if event.imperative else above.orelse
    block = source.block(above)
    rest = block[block.index(above) + 1 :] if branch and isinstance(branch[-1], (ast.Return, ast.Raise)) else []
    edits = statements.unwrapped(source, above, event.imperative, rest=rest)
    return correction(edits or statements.unwrapped(source, above, event.imperative), description, risk)


def _test(source: Source, node: Any) -> Any:
    return node.test if isinstance(node, ast.IfExp) else node


def _chosen(source: Source, node: ast.IfExp, outcome: bool) -> Any:
    side = node.body if outcome else node.orelse
    atom = source.takes_any_expression(node)
    return source.replaced(node, *((side,) if atom else source.operand(side)))


def imperative_value(event: PhaseDependentRead, source: Source) -> Optional[Correction]:
    """Replace `getattr(x, "ndim", 5)` by `x.ndim`, and a `try` around a method of NDArray by its body.

    This is what imperative execution computes; the fix of that is another one.
    """
    function = source.function(event.node) if source.is_editable(event.node) else None
    for one in ast.walk(function) if function is not None else ():
        if isinstance(one, ast.Call) and source.module.code(one) == event.reason and len(one.args) == 3:
            name = one.args[1]
            if (
                isinstance(one.func, ast.Name)
                and one.func.id == "getattr"
                and isinstance(name, ast.Constant)
                and isinstance(name.value, str)
            ):
                edits = source.replaced(one, *source.receiver(one.args[0]), f".{name.value}")
                return correction(edits, "read the attribute")
        if isinstance(one, ast.Try) and not one.orelse and not one.finalbody and event.reason.startswith("try: "):
            read = event.reason.rpartition(": ")[2]
            if any(source.module.code(part) == read for part in ast.walk(one) if isinstance(part, ast.expr)):
                edits = statements.unwrapped(source, one)
                return correction(edits, "keep what imperative execution does", "an exception is no longer caught")
    return None


def traced_alone(node: ast.AST, source: Source) -> Optional[Correction]:
    """Remove code below `if F is mx.sym:`, which imperative execution never reaches."""
    name = source.namespace(node)
    for above in source.around(node):
        test: Any = above.test if isinstance(above, ast.If) else None
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Is):
            full = source.dotted(test.comparators[0])
            if isinstance(test.left, ast.Name) and test.left.id == name and full in ("mxnet.sym", "mxnet.symbol"):
                inside = any(node is below for one in above.body for below in ast.walk(one))  # type: ignore[attr-defined]
                edits = statements.unwrapped(source, above, False) if inside else None  # type: ignore[arg-type]
                return correction(edits, "omit what only tracing does")
    return None


# By the values of tensors


def by_tensor(event: TruthTest, source: Source) -> Optional[Correction]:
    """Return the correction of a truth test of a tensor."""
    node, name = event.node, source.namespace(event.node)
    if name is None or not isinstance(event.tensor, Tensor) or event.tensor.numpy or not source.is_editable(node):
        return None
    construct = event.construct
    if construct == "a comparison chain":
        return _chain(source, node)
    if construct in ("max()", "min()"):
        return _extreme(source, node, name, construct[:3])
    if construct in ("any()", "all()"):
        return _any(source, node, name, construct[:3])
    if construct == "not":
        return _negated(source, node)
    if construct in ("and", "or"):
        return _joined(source, node, name)
    statement = source.statement(node)
    if construct == "assert":
        edits = statements.guarded(source, statement)
        return correction(edits, "check in imperative execution only")
    if construct == "if" and isinstance(statement, ast.If):
        if event.optional and statement.test is node and isinstance(node, ast.Name):
            edits = source.replaced(node, node, " is not None")
            return correction(edits, "test for None", f"runs where `{node.id}` is given and zero, too")
        return _if(source, statement, name, event.tensor) if statement.test is node else None
    above: Any = source.parent(node)
    if construct == "a conditional expression" and isinstance(above, ast.IfExp) and above.test is node:
        return _conditional(source, above, name, event.tensor)
    return None


def _chain(source: Source, node: ast.AST) -> Optional[Correction]:
    """`a < x < b` → `(a < x) * (x < b)`."""
    if not isinstance(node, ast.Compare) or len(node.ops) < 2:
        return None
    if not all(map(source.may_be_repeated, node.comparators[:-1])):
        return None
    sides = [node.left, *node.comparators]
    pairs: List[str] = []
    for left, operator, right in zip(sides, node.ops, sides[1:]):
        symbol = _COMPARISONS.get(type(operator))
        if symbol is None:
            return None
        pairs.append(f"({source.text(left)} {symbol} {source.text(right)})")
    text = " * ".join(pairs)
    edits = source.replaced(node, text if source.takes_any_expression(node) else f"({text})")
    return correction(edits, "multiply the comparisons")


_COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}


def _extreme(source: Source, node: ast.AST, name: str, which: str) -> Optional[Correction]:
    """`max(x, y)` → `F.maximum(x, y)`."""
    if not isinstance(node, ast.Call) or len(node.args) != 2 or node.keywords:
        return None
    operator = f"{name}.{which}imum"
    edits = source.replaced(node.func, operator)
    number = any(isinstance(one, (ast.Constant, ast.UnaryOp)) for one in node.args)
    risk = "the result is a tensor also where the number is chosen"
    if not number:
        risk = "NaN, and shapes that differ, give another result"
    return correction(edits, f"use `{operator}`", risk)


def _any(source: Source, node: ast.AST, name: str, which: str) -> Optional[Correction]:
    """`any(x)` → `F.max(x != 0)`."""
    if not isinstance(node, ast.Call) or len(node.args) != 1 or not _is_test(source, node):
        return None
    if isinstance(node.args[0], (ast.GeneratorExp, ast.ListComp, ast.List, ast.Tuple)):
        return None
    operator = f"{name}.{'max' if which == 'any' else 'min'}"
    edits = source.replaced(node, f"{operator}(", *source.operand(node.args[0]), " != 0)")
    return correction(edits, f"use `{operator}`", "raises for a list of tensors")


def _negated(source: Source, node: ast.AST) -> Optional[Correction]:
    """`not x` → `x == 0`."""
    above: Any = node if isinstance(node, ast.UnaryOp) else source.parent(node)
    if not isinstance(above, ast.UnaryOp) or not isinstance(above.op, ast.Not):
        return None
    parts: Tuple[Part, ...] = (*source.operand(above.operand), " == 0")
    if not (_is_test(source, above) or source.takes_any_expression(above)):
        parts = ("(", *parts, ")")
    risk = "" if _is_test(source, above) else "the result is a tensor, not a bool"
    return correction(source.replaced(above, *parts), "compare with 0", risk)


def _joined(source: Source, node: ast.AST, name: str) -> Optional[Correction]:
    """`x and y` → `F.broadcast_logical_and(x, y)` where only the truth counts or both are comparisons, and
    `F.where(x, y, x)` elsewhere."""
    whole: Any = source.parent(node)
    if not isinstance(whole, ast.BoolOp) or len(whole.values) != 2 or not all(map(source.is_tensor, whole.values)):
        return None
    left, right = whole.values
    word = "and" if isinstance(whole.op, ast.And) else "or"
    in_test = _is_test(source, whole)
    if in_test or all(isinstance(one, ast.Compare) for one in whole.values):
        operator = f"{name}.broadcast_logical_{word}"
        parts: Tuple[Part, ...] = (f"{operator}(", left, ", ", right, ")")
    elif source.may_be_repeated(left):
        operator = f"{name}.where"
        sides = (right, ", ", source.text(left)) if word == "and" else (source.text(left), ", ", right)
        parts = (f"{operator}(", left, ", ", *sides, ")")
    else:
        return None
    risk = "" if in_test else "assumes that both are of one shape and dtype"
    return correction(source.replaced(whole, *parts), f"use `{operator}`", risk)


def _is_test(source: Source, node: ast.AST) -> bool:
    above: Any = source.parent(node)
    return isinstance(above, (ast.If, ast.IfExp)) and above.test is node


def _if(source: Source, statement: ast.If, name: str, truth: Tensor) -> Optional[Correction]:
    """Convert an `if` that returns in both branches, or assigns to names, to `F.where` (if-conversion)."""
    block = source.block(statement)
    following = block[block.index(statement) + 1 :] if statement in block else []
    then, otherwise, last = _only(statement.body), _only(statement.orelse), statement  # type: Any, Any, ast.stmt
    if isinstance(then, ast.Return):
        if not statement.orelse and len(following) == 1:
            otherwise = last = following[0]
        if not isinstance(otherwise, ast.Return):
            return None
        chosen = [_Chosen("return ", then.value, otherwise.value)]
    else:
        chosen = _assignments(source, statement)
    indent = source.indentation(statement)
    several = len(chosen) > 1 and not source.may_be_repeated(statement.test)
    if not chosen or several or indent is None:
        return None
    lines, risks = [], []
    for one in chosen:
        made = _where(source, name, statement.test, truth, (one.then, one.otherwise))
        if made is None:
            return None
        lines.append(f"{one.head}{made[0]}")
        risks.append(made[1])
    if source.text(statement).startswith("elif"):
        indent += source.indent_step(statement)
        lines = ["else:", *(indent + line for line in lines)]
        text = "\n".join(lines)
    else:
        text = f"\n{indent}".join(lines)
    edits = source.replaced_statements(statement, last, text)
    return correction(edits, f"use `{name}.where`", next(filter(None, risks), ""))


@dataclasses.dataclass(frozen=True)
class _Chosen:
    """The values of both branches, and the text before the value: `return`, or the name that is assigned."""

    head: str
    then: Any
    otherwise: Any


def _assignments(source: Source, statement: ast.If) -> List[_Chosen]:
    """Return what the branches of an `if` assign to names; [] if they do anything else, or depend on the order."""
    then, otherwise = _assigned(statement.body), _assigned(statement.orelse)
    if then is None or otherwise is None:
        return []
    names = [*then, *(name for name in otherwise if name not in then)]
    if len(names) > 1 and any(isinstance(one, ast.Name) and one.id in names for one in ast.walk(statement.test)):
        return []
    function = source.function(statement) or statement
    bound = {one.id for one in ast.walk(function) if _is_store(one) and one.lineno < statement.lineno}  # type: ignore[attr-defined]
    bound.update(parameters(function) if function is not statement else ())
    if not bound.issuperset(then.keys() ^ otherwise.keys()):
        return []
    return [
        _Chosen(f"{name} = ", then.get(name, ast.Name(name)), otherwise.get(name, ast.Name(name))) for name in names
    ]


def _is_store(node: Any) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _assigned(block: Sequence[ast.stmt]) -> Optional[Dict[str, ast.expr]]:
    """Return name → value for a block of assignments, None if it holds anything else or reads what it assigns."""
    found: Dict[str, ast.expr] = {}
    for statement in block:
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        if not isinstance(target, ast.Name) or target.id in found:
            return None
        value = statement.value  # type: ignore[attr-defined]
        if any(isinstance(one, ast.Name) and one.id in found for one in ast.walk(value)):
            return None
        found[target.id] = value
    return found


def _where(
    source: Source, name: str, test: ast.AST, truth: Tensor, sides: Tuple[Any, Any]
) -> Optional[Tuple[str, str]]:
    """Return the call of `F.where` that chooses between two values, and its risk.

    The gradient of `F.contrib.cond` in a graph is uninitialized memory for what the other branch uses (HYB611).
    """
    if any(side is None or isinstance(side, (ast.Tuple, ast.List, ast.Dict)) for side in sides):
        return None
    texts = [side.id if isinstance(side, ast.Name) else source.text(side) for side in sides]
    numbers = [_is_number(source, side) for side in sides]
    roots = {elementwise.root(source, side) for side in sides} if source.is_tensor(test) else {None}
    like, risk = roots.pop() if len(roots) == 1 else None, ""
    if like is None:
        arrays = [(side, text) for side, text, number in zip(sides, texts, numbers) if not number]
        alike = [text for side, text in arrays if source.may_be_repeated(side)]
        alike += filter(None, (elementwise.root(source, side) for side, _ in arrays))
        if not alike or any("\n" in text for text in texts):
            return None
        like = min(alike, key=len)
        if any(numbers):
            risk = "the result is a tensor also where the number is chosen"
            texts = [assignments.filled(name, like, text) if one else text for text, one in zip(texts, numbers)]
        elif not _have_one_shape(source, sides):
            risk = "assumes that both branches are tensors of one shape and dtype"
    if not risk and not all(map(elementwise.has_finite_gradient, sides)):
        risk = "the gradient is NaN where that of the branch not taken is infinite"
    condition = _condition(name, source.text(test), truth, like)
    return f"{name}.where({condition}, {texts[0]}, {texts[1]})", risk


def _is_number(source: Source, node: ast.AST) -> bool:
    """Return whether `node` is a literal, or a name that no function around it assigns."""
    if isinstance(node, ast.Name):
        functions = [one for one in source.around(node) if isinstance(one, (*FUNCTION_DEFS, ast.Lambda))]
        local = {one.id for function in functions for one in ast.walk(function) if _is_store(one)}  # type: ignore[attr-defined]
        return bool(functions) and not any(node.id in {*local, *parameters(one)} for one in functions)
    return assignments.number_text(source, node) is not None


def _have_one_shape(source: Source, sides: Sequence[Any]) -> bool:
    """Return whether two tensors have the same lengths and dtype, whatever the inputs."""
    arrays = [source.tensor(side) for side in sides]
    known = [None if one is None else lengths(one) for one in arrays]
    if None in known or None in (known[0] or ()):
        return False
    return known[0] == known[1] and all(one is not None and one.dtype == "float32" for one in arrays)


def _condition(name: str, test: str, truth: Tensor, like: str) -> str:
    """A tensor of one element as the condition of `F.where`: one element for each row of `like`."""
    if truth.shape is None or truth.shape.rank != 1:
        test = f"{name}.reshape({test}, shape=(1,))"
    return f"{name}.broadcast_like({test}, {like}, lhs_axes=(0,), rhs_axes=(0,))"


def _only(block: Sequence[ast.stmt]) -> Optional[ast.stmt]:
    return block[0] if len(block) == 1 else None


def _conditional(source: Source, node: ast.IfExp, name: str, truth: Tensor) -> Optional[Correction]:
    """`a if x else b` → `F.where(x, a, b)`."""
    made = _where(source, name, node.test, truth, (node.body, node.orelse))
    if made is None or isinstance(source.parent(node), ast.Attribute):
        return None
    return correction(source.replaced(node, made[0]), f"use `{name}.where`", made[1])


def of_cond(event: CondBranches, source: Source) -> Optional[Correction]:
    """`F.contrib.cond(x, lambda: a, lambda: b)` → `F.where(x, a, b)`."""
    node, name, truth = event.node, source.namespace(event.node), event.predicate
    if not isinstance(node, ast.Call) or name is None or not source.is_editable(node) or len(node.args) != 3:
        return None
    test, *functions = node.args
    if not isinstance(truth, Tensor) or not all(isinstance(one, ast.Lambda) for one in functions):
        return None
    made = _where(source, name, test, truth, (functions[0].body, functions[1].body))  # type: ignore[attr-defined]
    return correction(source.replaced(node, made[0]), f"use `{name}.where`", made[1]) if made is not None else None
