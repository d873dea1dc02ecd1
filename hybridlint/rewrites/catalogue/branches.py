"""Branches that a graph cannot take: on the phase, and on the values of tensors."""

from __future__ import annotations

import ast
from typing import Any, Dict, List, Optional, Sequence, Tuple

from hybridlint.attributes import UNKNOWN
from hybridlint.rewrites import elementwise, statements
from hybridlint.rewrites.catalogue import assignments
from hybridlint.rewrites.catalogue.tracing import is_traceable
from hybridlint.rewrites.correction import Edits, together
from hybridlint.rewrites.proofs import CREATING, have_one_dtype
from hybridlint.rewrites.rewrite import Computed, Match
from hybridlint.rewrites.source import Source, parameters
from hybridlint.shapes import may_be_equal, may_differ
from hybridlint.syntax import FUNCTION_DEFS
from hybridlint.values import Tensor

# By the phase


class ImperativeBranch(Computed):
    """The branch that imperative execution takes."""

    rules = ("HYB402",)
    before = ("if isinstance({x}, mx.nd.NDArray):\n    {y} = 1\nelse:\n    {y} = 2",)
    after = "{y} = 1"

    def changes(self, match: Match) -> Edits:
        """Replace both branches by the one that imperative execution takes."""
        event, source = match.event, match.source  # type: Any, Source
        node: Any = event.node
        if event.imperative is None:
            return None
        taken = "`if`" if event.imperative else "`else`"
        risk = "the other branch may make up for what fails while tracing"
        if event.assumed:
            risk = f"assumes that `{source.module.code(getattr(node, 'test', node))}` is {event.imperative}"
        elif "isinstance" in event.reason and "list" in event.reason:
            risk = "" if _tests_outputs(source, node) else "assumes that it is a list, which one output is not"
        description = f"keep the branch of imperative execution, {taken}"
        if isinstance(node, ast.IfExp):
            is_safe = not event.assumed and is_traceable(source, [node.body, node.orelse])
            return match.described(
                source.replaced(node, node.body if event.imperative else node.orelse),
                description,
                "" if is_safe else risk,
            )
        above: Any = source.parent(node)
        if not isinstance(above, ast.If):
            return None
        branch, other = (above.body, above.orelse) if event.imperative else (above.orelse, above.body)
        if not branch and not is_traceable(source, other):
            return None  # what only tracing does makes up for something that would fail without it, maybe unseen
        rest = source.following(above) if branch and isinstance(branch[-1], (ast.Return, ast.Raise)) else []
        if branch and not event.assumed and is_traceable(source, [*branch, *(other or rest)]):
            risk = ""
        edits = statements.unwrapped(source, above, event.imperative, rest=rest)
        return match.described(edits or statements.unwrapped(source, above, event.imperative), description, risk)


def _tests_outputs(source: Source, test: ast.AST) -> bool:
    """Return whether a test `isinstance(y, list)` is of an operator that certainly has several outputs."""
    called = [part for part in ast.walk(test) if getattr(getattr(part, "func", None), "id", "") == "isinstance"]
    made = source.operation(source.meaning(called[0].args[0])) if len(called) == 1 else None  # type: ignore[attr-defined]
    if made is None or made.function.outputs_rule is None:
        return False
    attributes = {name: getattr(value, "value", UNKNOWN) for name, value in made.arguments.items()}
    return (made.function.count_outputs(attributes) or 1) > 1


class ImperativeRead(Computed):
    """What imperative execution reads."""

    rules = ("HYB403",)
    before = ("getattr({x}, 'ndim', 5)",)
    after = "{x}.ndim"

    def changes(self, match: Match) -> Edits:
        """Replace `getattr(x, "ndim", 5)` by `x.ndim`, and a `try` around a method of NDArray by its body.

        This is what imperative execution computes; the fix of that is another one.
        """
        reason, source = match.facts["reason"], match.source
        for node in ast.walk(source.scope(match.event.node)):  # type: ignore[union-attr]
            name = node.args[1] if isinstance(node, ast.Call) and len(node.args) == 3 else None
            if isinstance(name, ast.Constant) and source.module.code(node) == reason:
                edits = source.replaced(node, node.args[0], "." + str(name.value))  # type: ignore[attr-defined]
                return match.described(edits, "read the attribute")
            if isinstance(node, ast.Try) and not node.orelse and not node.finalbody and reason.startswith("try: "):
                read = reason.rpartition(": ")[2]
                if any(source.module.code(part) == read for part in ast.walk(node) if isinstance(part, ast.expr)):
                    edits = statements.unwrapped(source, node)
                    return match.described(
                        edits, "keep what imperative execution does", "an exception is no longer caught"
                    )
        return None


class ChosenByTensor(Computed):
    """`where` chooses between two tensors."""

    rules = ("HYB401",)
    before = (
        "{a} if {x} > 0 else {b}",
        "if {x} > 0:\n    return {a}\nreturn {b}",
        "0 < {x} < 1",
        "{x} and {y}",
        "not {x}",
    )
    after = "F.where({x} > 0, {a}, {b})"

    def changes(self, match: Match) -> Edits:
        """Return the correction of a truth test of a tensor."""
        event, source = match.event, match.source  # type: Any, Source
        node, name = event.node, source.namespace(event.node)
        if name is None or event.tensor.numpy or event.tensor.outputs != 1:
            return None  # several outputs are a list, which is true
        construct = event.construct
        above: Any = source.parent(node)
        if construct == "if" and isinstance(above, ast.If) and event.optional and isinstance(node, ast.Name):
            edits = source.replaced(node, node, " is not None")
            return match.described(edits, "test for None", f"runs where `{node.id}` is given and zero, too")
        is_branch = construct in ("if", "a conditional expression") and isinstance(above, (ast.If, ast.IfExp))
        return chosen(match, above, name, (node, event.tensor)) if is_branch else None


class ChosenByCond(Computed):
    """`where` has gradients where `cond` in a graph has none."""

    rules = ("HYB611",)
    before = ("F.contrib.cond({x}, lambda: {a}, lambda: {b})",)
    after = "F.where({x}, {a}, {b})"

    def changes(self, match: Match) -> Edits:
        """`F.contrib.cond(x, lambda: a, lambda: b)` → `F.where(x, a, b)`."""
        event, source = match.event, match.source  # type: Any, Source
        node, name, truth = event.node, source.namespace(event.node), event.predicate
        if name is None or len(node.args) != 3:
            return None
        test, *functions = node.args
        if not isinstance(truth, Tensor) or not all(isinstance(function, ast.Lambda) for function in functions):
            return None
        return _expression(match, node, name, (test, truth), (functions[0].body, functions[1].body))


# By the values of tensors


#: The tensor of one element that decides between two branches: its expression, and what is known of it; None for
#: what becomes a tensor of one axis.
_Test = Tuple[Any, Optional[Tensor]]


def chosen(match: Match, branch: Any, name: str, test: _Test) -> Edits:
    """Return the changes of an `if` or a conditional expression, of which a tensor is the test."""
    if isinstance(branch, ast.If):
        return _if(match, branch, name, test)
    return _expression(match, branch, name, test, (branch.body, branch.orelse))


def _if(match: Match, statement: ast.If, name: str, test: _Test) -> Edits:
    """Convert an `if` that returns in both branches, or assigns to names, to `F.where` (if-conversion)."""
    source, following = match.source, match.source.following(statement)
    then, otherwise, last = _only(statement.body), _only(statement.orelse), statement  # type: Any, Any, ast.stmt
    if isinstance(then, ast.Return):
        if not statement.orelse and len(following) > 1:
            return _early_return(match, statement, name, test)
        if not statement.orelse and following:
            otherwise = last = following[0]
        if not isinstance(otherwise, ast.Return):
            return None
        chosen = [("return ", then.value, otherwise.value)]
    else:
        chosen = _assignments(source, statement)
    indent = source.indentation(statement) or ""
    if not chosen or len(chosen) > 1 and not source.may_be_repeated(test[0]):
        return None
    lines, risks = [], []
    for head, *sides in chosen:
        made = _where(source, name, test, sides)
        if made is None:
            return None
        lines.append(f"{head}{made[0]}")
        risks.append(made[1])
    if source.text(statement).startswith("elif"):
        indent += source.indent_step(statement)
        lines = ["else:", *(indent + line for line in lines)]
        text = "\n".join(lines)
    else:
        text = f"\n{indent}".join(lines)
    edits = source.replaced_statements(statement, last, text)
    return match.described(edits, f"use `{name}.where`", next(filter(None, risks), ""))


def _early_return(match: Match, statement: ast.If, name: str, test: _Test) -> Edits:
    """Convert `if x: return a` before assignments and `return b`, which are then executed in either case."""
    source, then = match.source, statement.body[0]  # type: Source, Any
    following: List[Any] = source.following(statement)
    *between, last = following
    read = {getattr(node, "id", "") for part in (statement.test, then) for node in ast.walk(part)}
    targets = [item.targets[0] if isinstance(item, ast.Assign) else item for item in between]
    stored = {getattr(target, "id", None) for target in targets}
    if None in stored or not isinstance(last, ast.Return) or last.value is None or stored & read:
        return None
    made = _where(source, name, test, (then.value, last.value))
    edits = None if made is None else together(source.removed(statement), source.replaced(last.value, made[0]))
    return match.described(edits, f"use `{name}.where`", "computes what is returned otherwise in either case")


_INFINITE = "the gradient is NaN where that of the branch not taken is infinite"


#: The text before a value, `return` or the name that is assigned, and the values of both branches.
_Chosen = Tuple[str, Any, Any]


def _assignments(source: Source, statement: ast.If) -> List[_Chosen]:
    """Return what the branches of an `if` assign to names; [] if they do anything else, or depend on the order."""
    then, otherwise = _assigned(statement.body), _assigned(statement.orelse)
    if then is None or otherwise is None:
        return []
    names = [*then, *(name for name in otherwise if name not in then)]
    if len(names) > 1 and any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(statement.test)):
        return []
    scope = source.scope(statement)
    bound = {
        name
        for name in (*then, *otherwise)
        if any(node.lineno < statement.lineno for node in source.stores(scope, name))
    }
    bound.update(parameters(scope))
    if not bound.issuperset(then.keys() ^ otherwise.keys()):
        return []
    return [(f"{name} = ", then.get(name, ast.Name(name)), otherwise.get(name, ast.Name(name))) for name in names]


def _assigned(block: Sequence[ast.stmt]) -> Optional[Dict[str, ast.expr]]:
    """Return name → value for a block of assignments, None if it holds anything else or reads what it assigns."""
    result: Dict[str, ast.expr] = {}
    for statement in block:
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        if not isinstance(target, ast.Name) or target.id in result:
            return None
        value = statement.value  # type: ignore[attr-defined]
        if any(isinstance(node, ast.Name) and node.id in result for node in ast.walk(value)):
            return None
        result[target.id] = value
    return result


def _where(source: Source, name: str, test: _Test, sides: Sequence[Any]) -> Optional[Tuple[str, str]]:
    """Return the call of `F.where` that chooses between two values, and its risk.

    The gradient of `F.contrib.cond` in a graph is uninitialized memory for what the other branch uses (HYB611).
    """
    if any(side is None or isinstance(side, (ast.Tuple, ast.List, ast.Dict)) for side in sides):
        return None
    texts = [side.id if isinstance(side, ast.Name) else source.text(side) for side in sides]
    numbers = [_is_number(source, side) for side in sides]
    if any(isinstance(side, ast.Constant) and not number for side, number in zip(sides, numbers)):
        return None  # a text
    if any(isinstance(side, ast.Attribute) and not source.is_tensor(side) for side in sides):
        return None  # most likely a hyperparameter
    node, truth = test
    if isinstance(node, ast.BoolOp):
        first, *others = node.values
        is_last = len(others) == 1 and not source.is_tensor(first)
        made = _where(source, name, (others[0], truth), sides) if is_last else None
        if made is None:
            return None
        then, otherwise = (made[0], texts[1]) if isinstance(node.op, ast.And) else (texts[0], made[0])
        return f"{then} if {source.text(first)} else {otherwise}", made[1]
    is_tensor = truth is None or source.is_tensor(node)
    roots = {elementwise.root(source, side) for side in sides} if is_tensor else {None}
    like, risk = roots.pop() if len(roots) == 1 else None, ""
    if any(_reshapes(source, first, second) for first, second in (sides, sides[::-1])):
        return None
    shapes = [elementwise.shape(source, side) for side in sides if not _is_number(source, side)]
    if like is None and shapes and None not in shapes and not may_be_equal(shapes[0], shapes[-1]):  # type: ignore[arg-type]
        return None
    if like is None:
        arrays = [(side, text) for side, text, number in zip(sides, texts, numbers) if not number]
        alike = [text for side, text in arrays if source.may_be_repeated(side)]
        alike += filter(None, (elementwise.root(source, side) for side, _ in arrays))
        called = [side.args[0] for side in sides if source.layer(side) is not None and len(side.args) == 1]
        if not any(numbers):  # layers keep the first axis, and not the others
            alike += [source.text(item) for item in called if source.may_be_repeated(item)]
        if all(numbers) and is_tensor and source.may_be_repeated(node) and _is_computed_with(source, sides[0]):
            alike.append(source.text(node))
        if not alike or any("\n" in text for text in texts):
            return None
        like = min(alike, key=len)
        if any(numbers):
            risk = "the result is a tensor also where the number is chosen"
            texts = [assignments.filled(name, like, text) if number else text for text, number in zip(texts, numbers)]
        else:
            are_equal = all(shape is not None and shape.is_exact for shape in shapes) and not may_differ(*shapes)  # type: ignore[arg-type]
            are_equal = are_equal and have_one_dtype(source, *sides) and all(map(source.may_be_repeated, sides))
            risk = "" if are_equal else "assumes that both branches are tensors of one shape and dtype"
        risk += ", and calls the layers of both" if called else ""
    if not risk and not all(
        elementwise.has_finite_gradient(source, side) for side in sides if not _is_created(source, side)
    ):
        risk = _INFINITE
    is_flat = truth is None or truth.rank == 1
    flat = source.text(node) if is_flat else f"{name}.reshape({source.text(node)}, shape=(1,))"
    condition = f"{name}.broadcast_like({flat}, {like}, lhs_axes=(0,), rhs_axes=(0,))"  # an element for each row
    if is_flat and like in (source.text(node), getattr(node, "id", ""), getattr(getattr(node, "left", None), "id", "")):
        condition = flat
    return f"{name}.where({condition}, {texts[0]}, {texts[1]})", risk


def _is_number(source: Source, node: ast.AST) -> bool:
    """Return whether `node` is a literal, or a name that no function around it assigns."""
    if isinstance(node, ast.Name):
        functions = [part for part in source.around(node) if isinstance(part, (*FUNCTION_DEFS, ast.Lambda))]
        return bool(functions) and not any(
            source.stores(function, node.id) or node.id in parameters(function) for function in functions
        )
    return assignments.number_text(source, node) is not None


def _is_computed_with(source: Source, number: ast.AST) -> bool:
    """Return whether the number that a branch gives is only an operand, directly or by its name."""
    above: Any = source.parent(number)
    statement: Any = source.parent(above) if isinstance(above, ast.IfExp) else above
    if isinstance(statement, ast.BinOp):
        return True
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    uses = source.uses_of(target) if isinstance(target, ast.Name) else None
    return bool(uses) and all(isinstance(source.parent(use), ast.BinOp) for use in uses or ())


def _reshapes(source: Source, node: ast.AST, other: Any) -> bool:
    """Return whether a value is another one with other axes, as `F.squeeze(x)` is for `x`."""
    made = source.operation(node)
    data: Any = None if made is None else made.arguments.get("data")
    first = data[0] if isinstance(data, list) else data
    reshapes = made is not None and (made.function.reduces or made.path in ("squeeze", "expand_dims"))
    return reshapes and getattr(first, "id", "") == getattr(other, "id", None)


def _is_created(source: Source, node: ast.AST) -> bool:
    """Return whether a tensor has no gradient, since it is created of literals."""
    made = source.operation(node)
    return made is not None and made.path in CREATING


def _only(block: Sequence[ast.stmt]) -> Optional[ast.stmt]:
    return block[0] if len(block) == 1 else None


def _expression(match: Match, node: Any, name: str, test: _Test, sides: Sequence[Any]) -> Edits:
    """`a if x else b` → `F.where(x, a, b)`."""
    made = _where(match.source, name, test, sides)
    if made is None or isinstance(match.source.parent(node), ast.Attribute):
        return None
    return match.described(match.source.replaced(node, made[0]), f"use `{name}.where`", made[1])
