"""Conditions: truth in the two lives, what a test tells about a name, and branches that only one life takes."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Iterator, List, Optional, Tuple

import libcst as cst

from hybridlint.interpreter import arithmetic, classes, names, type_tests
from hybridlint.interpreter.run import Frame, Run
from hybridlint.joining import join
from hybridlint.module import nodes_below
from hybridlint.uses import FrozenUse, Hashing, Iteration, LifeBranch, TruthTest, Use
from hybridlint.values import (
    NONE,
    STILL,
    UNKNOWN,
    Block,
    Class,
    Frozen,
    Function,
    ImperativeArray,
    Imported,
    Instance,
    Mapped,
    Namespace,
    Opaque,
    Operator,
    ParameterValue,
    Plain,
    Self,
    Sequence,
    Tensor,
    TwoLives,
    Unknown,
    Value,
    by_life,
    certainly,
    constant,
    contains_tensor,
    frozen_reason,
    perhaps_untouched,
)


@dataclasses.dataclass(frozen=True)
class Condition:
    """A test. `imperative` and `symbolic` are its outcome in each life, None where either can happen there.
    `frozen` as in `values.Plain`; `configured` where it asks a plain Python value that the constructor may decide."""

    imperative: Optional[bool] = None
    symbolic: Optional[bool] = None
    reason: str = ""
    frozen: Frozen = STILL
    configured: bool = False

    @property
    def by_life(self) -> bool:
        """Whether the lives take different branches."""
        return self.imperative is not None and self.symbolic is not None and self.imperative != self.symbolic

    @property
    def certain(self) -> bool:
        """Whether both lives certainly take the same branch."""
        return self.imperative is not None and self.imperative == self.symbolic


def truth(value: Value) -> Optional[bool]:
    """Whether a value of one life is true there, if that is known."""
    if isinstance(value, Plain) and value.known:
        return bool(value.value)
    if isinstance(value, Sequence) and value.items is not None:
        return bool(value.items)
    if isinstance(value, (Function, Namespace, Imported)):
        return True
    return None


def test(run: Run, node: cst.BaseExpression, frame: Frame, construct: str) -> Condition:
    """Evaluate `node` as the test of an `if`, `while`, `assert` or conditional expression."""
    value = run.evaluate(node, frame)
    return condition_of(run, node, value, construct)


def condition_of(run: Run, node: cst.CSTNode, value: Value, construct: str) -> Condition:
    """What it means to ask for the truth of `value`."""
    value = _answer(run, node, value)
    if isinstance(value, Tensor):
        run.emit(TruthTest(node, value, construct))
        return Condition()
    if isinstance(value, TwoLives):
        reason = value.reason or run.code(node)
        imperative, symbolic = truth(value.imperative), truth(value.symbolic)
        if imperative is None and symbolic is not None:
            # The imperative life may take either branch; the one that tracing never takes is its own.
            imperative = not symbolic
        return Condition(imperative, imperative if run.imperative_only else symbolic, reason)
    if isinstance(value, Sequence) and value.filled:
        return Condition(True, True)
    if isinstance(value, Plain) and value.known and (_is_literal(node) or _is_certain(run, value)):
        return Condition(bool(value.value), bool(value.value))
    configured = isinstance(value, (Sequence, Unknown, Opaque)) or isinstance(value, Plain) and not value.argument
    return Condition(frozen=frozen_reason(value), configured=configured)


def _answer(run: Run, node: cst.CSTNode, value: Value) -> Value:
    """What an object says when it is asked for its truth; any other value itself."""
    for method in ("__bool__", "__len__"):
        answer = classes.special(run, node, value, method)
        if answer is not None:
            return answer
    return value


def _is_literal(node: cst.CSTNode) -> bool:
    """Whether `node` is written out, as in `if False:`; what a name stands for, another configuration may change."""
    return isinstance(node, cst.BaseNumber) or isinstance(node, cst.Name) and node.value in ("True", "False", "None")


def _is_certain(run: Run, value: Plain) -> bool:
    """Whether a known value is the same in every configuration and call. In a loop of unknown length the value of one
    round is not that of all."""
    return value.written and not value.frozen and not run.loops


def negated(run: Run, node: cst.CSTNode, value: Value) -> Value:
    """`not value`."""
    value = _answer(run, node, value)
    if isinstance(value, Tensor):
        run.emit(TruthTest(node, value, "not"))
        return Plain("bool")
    if isinstance(value, TwoLives):
        sides = [_not(side) for side in (value.imperative, value.symbolic)]
        return TwoLives(sides[0], sides[1], value.reason, value.guard)
    if isinstance(value, Sequence) and value.filled:
        return certainly(False)
    return _not(value)


def _not(value: Value) -> Plain:
    outcome = truth(value)
    frozen = frozen_reason(value)
    if outcome is None:
        return Plain("bool", frozen=frozen)
    return Plain("bool", not outcome, frozen, written=isinstance(value, Plain) and value.written)


def boolean_operation(run: Run, node: cst.BooleanOperation, frame: Frame) -> Value:
    """`left and right`, `left or right`: the right side runs only where the left lets it."""
    goes_on = isinstance(node.operator, cst.And)
    left = run.evaluate(node.left, frame)
    condition = condition_of(run, node.left, left, "and" if goes_on else "or")

    def right_side() -> Value:
        saved = dict(frame.scope.names)
        refine(run, node.left, frame, goes_on)
        value = run.evaluate(node.right, frame)
        added = {name: new for name, new in frame.scope.names.items() if name not in saved}
        frame.scope.names = {**saved, **added}
        return value

    if condition.symbolic is (not goes_on):
        # While tracing, the right side is never reached.
        with run.imperative_life():
            right = right_side()
        if condition.imperative is (not goes_on):
            return left
        imperative = right if condition.imperative is goes_on else Plain("bool")
        symbolic = left.symbolic if isinstance(left, TwoLives) else left
        return TwoLives(_truth_value(imperative), symbolic, condition.reason, guard=True)
    right = right_side()
    if isinstance(right, Tensor):
        # The operator hands the tensor on; whoever asks for its truth is told there.
        return dataclasses.replace(right, optional=True) if isinstance(left, Plain) else right
    if condition.certain:
        return right
    if isinstance(left, TwoLives) and condition.imperative is (not goes_on):
        symbolic = right.symbolic if isinstance(right, TwoLives) else right
        return TwoLives(left.imperative, _truth_value(symbolic), condition.reason, guard=True)
    if isinstance(right, TwoLives):
        if truth(right.imperative) is (not goes_on) or truth(right.symbolic) is (not goes_on):
            sides = [
                side if truth(side) is (not goes_on) else Plain("bool") for side in (right.imperative, right.symbolic)
            ]
            return TwoLives(sides[0], sides[1], right.reason, right.guard)
        return Plain("bool", frozen=condition.frozen)
    if isinstance(left, Plain) and isinstance(right, Plain):
        outcome = truth(left)
        if outcome is not None and left.known and right.known:
            chosen = right if outcome is goes_on else left
            return dataclasses.replace(chosen, frozen=left.frozen or right.frozen)
        same = left.type if left.type == right.type else ""
        return Plain(same, frozen=left.frozen or right.frozen, argument=left.argument or right.argument)
    return join(left, right)


def _truth_value(value: Value) -> Value:
    return Plain("bool") if isinstance(value, (Tensor, TwoLives)) else value


def conditional_expression(run: Run, node: cst.IfExp, frame: Frame) -> Value:
    """`body if test else orelse`."""
    condition = test(run, node.test, frame, "a conditional expression")

    def side(branch: cst.BaseExpression, outcome: bool) -> Value:
        saved = dict(frame.scope.names)
        refine(run, node.test, frame, outcome)
        frame.configured += condition.configured
        value = run.evaluate(branch, frame)
        frame.configured -= condition.configured
        frame.scope.names = saved
        return value

    if condition.certain:
        return side(node.body, True) if condition.symbolic else side(node.orelse, False)
    if condition.by_life:
        imperative_node = node.body if condition.imperative else node.orelse
        symbolic_node = node.body if condition.symbolic else node.orelse
        before = run.unknown_calls
        with run.imperative_life() as uses:
            imperative = side(imperative_node, bool(condition.imperative))
        needed = run.unknown_calls != before or needs_guard(run, uses, imperative)
        symbolic = side(symbolic_node, bool(condition.symbolic))
        if contains_tensor(symbolic) or contains_tensor(imperative):
            if not needed and not imperative_node.deep_equals(symbolic_node):
                run.emit(LifeBranch(node, condition.reason))
            return symbolic
        return by_life(imperative, symbolic, condition.reason)
    then, otherwise = side(node.body, True), side(node.orelse, False)
    if condition.frozen and then != otherwise and not node.body.deep_equals(node.orelse):
        run.emit(FrozenUse(node.test, condition.frozen, "branch"))
    result = join(then, otherwise)
    if condition.configured:
        result = depending(run, node.test, frame, result, then, otherwise)
    if condition.configured and isinstance(result, Tensor) and result.untouched:
        # Which of the two it is, the configuration decides.
        both = isinstance(then, Tensor) and isinstance(otherwise, Tensor) and then.untouched and otherwise.untouched
        return result if both else perhaps_untouched(result)
    if condition.configured and isinstance(result, Unknown):
        # One configuration has a tensor here, whatever the other has.
        for one, other in ((then, otherwise), (otherwise, then)):
            if isinstance(one, Tensor) and isinstance(other, Unknown):
                return run.fresh(description=one.description, certain=False, outputs=None)
    return result


def needs_guard(run: Run, uses: List[Use], *values: Value) -> bool:
    """Whether an imperative-only branch has a reason to be one: it would break, or it yields an NDArray."""
    return any(isinstance(value, ImperativeArray) for value in values) or run.breaks(uses)


# Comparisons


def comparison(run: Run, node: cst.Comparison, frame: Frame) -> Value:
    """`left < middle <= right` and the like, `is`, `in`."""
    left = run.evaluate(node.left, frame)
    if isinstance(node.comparisons[0].operator, (cst.Is, cst.IsNot)):
        run.no_reader(node.left)
    result: Optional[Value] = None
    last = len(node.comparisons) - 1
    for position, target in enumerate(node.comparisons):
        right = run.evaluate(target.comparator, frame)
        value = _compare(run, node, target.operator, left, right)
        if isinstance(value, Tensor) and position < last:
            run.emit(TruthTest(node, value, "a comparison chain"))
        result = value if result is None else _both(result, value)
        left = right
    assert result is not None
    return result


def _both(first: Value, second: Value) -> Value:
    if isinstance(second, Tensor):
        return second
    if isinstance(first, Plain) and isinstance(second, Plain) and first.known and second.known:
        return constant(bool(first.value and second.value), first.written and second.written)
    return Plain("bool", frozen=frozen_reason(first) or frozen_reason(second))


def _compare(run: Run, node: cst.CSTNode, operator: cst.BaseCompOp, left: Value, right: Value) -> Value:
    _note_type_test(run, node, right)
    if isinstance(operator, (cst.Is, cst.IsNot)):
        return _identical(left, right, isinstance(operator, cst.IsNot))
    if isinstance(operator, (cst.Equal, cst.NotEqual)) and right == NONE and getattr(left, "optional", False):
        # No array and no Symbol can be compared with None, so that None alone gets past it.
        return _identical(left, right, isinstance(operator, cst.NotEqual))
    if isinstance(operator, (cst.In, cst.NotIn)):
        return _membership(run, node, left, right, isinstance(operator, cst.NotIn))
    if isinstance(operator, (cst.Equal, cst.NotEqual)) and _compared_by_identity(left, right):
        return _identical(left, right, isinstance(operator, cst.NotEqual))
    return arithmetic.operation(run, node, arithmetic.symbol_of(operator), left, right)


def _note_type_test(run: Run, node: cst.CSTNode, asked_for: Value) -> None:
    """`type(x) in (list, tuple)`, `type(x) is list`."""
    if isinstance(node, cst.Comparison) and isinstance(node.left, cst.Call) and len(node.left.args) == 1:
        asked = node.left.args[0].value
        if isinstance(node.left.func, cst.Name) and node.left.func.value == "type" and isinstance(asked, cst.Name):
            items = asked_for.items or () if isinstance(asked_for, Sequence) else (asked_for,)
            kinds = {names.last(item.name) for item in items if isinstance(item, Imported)}
            run.note_type_test(Tensor(untouched="input", source=asked.value), kinds)


def _compared_by_identity(left: Value, right: Value) -> bool:
    kinds = (Namespace, Imported)
    sides = [side for value in (left, right) for side in _sides(value)]
    return all(isinstance(side, kinds) for side in sides)


def _sides(value: Value) -> Tuple[Value, ...]:
    return (value.imperative, value.symbolic) if isinstance(value, TwoLives) else (value,)


def _identical(left: Value, right: Value, inverted: bool) -> Value:
    if isinstance(left, TwoLives) or isinstance(right, TwoLives):
        source = left if isinstance(left, TwoLives) else right
        assert isinstance(source, TwoLives)
        outcomes = [
            _same(a, b)
            for a, b in zip(_sides(left) * (2 // len(_sides(left))), _sides(right) * (2 // len(_sides(right))))
        ]
        if outcomes[0] is None and outcomes[1]:
            return Plain("bool")  # as while tracing, unless the caller passes another type
        sides = [Plain("bool") if outcome is None else constant(outcome != inverted) for outcome in outcomes]
        return TwoLives(sides[0], sides[1], source.reason, source.guard)
    if isinstance(left, Namespace) and isinstance(right, Namespace) and left.path == right.path:
        lives = {left.life, right.life}
        if lives == {"both", "imperative"}:
            return TwoLives(constant(not inverted), constant(inverted), "F is mx.nd", guard=True)
        if lives == {"both", "symbolic"}:
            return TwoLives(constant(inverted), constant(not inverted), "F is mx.sym", guard=True)
    outcome = _same(left, right)
    frozen = frozen_reason(left) or frozen_reason(right)
    argument = next((value.argument for value in (left, right) if isinstance(value, Plain) and value.argument), "")
    return Plain("bool", frozen=frozen, argument=argument) if outcome is None else certainly(outcome != inverted)


def _same(left: Value, right: Value) -> Optional[bool]:
    """Whether two values of one life are the same object, if that is known."""
    if left == NONE and isinstance(right, Plain):
        left, right = right, left
    if right == NONE:
        if left == NONE:
            return True
        if isinstance(left, (Tensor, Sequence)):
            return None if left.optional else False
        known = (
            Sequence,
            Block,
            Class,
            Instance,
            Function,
            Namespace,
            Operator,
            ImperativeArray,
            Imported,
            ParameterValue,
            Self,
        )
        computed = isinstance(left, Plain) and (left.known or left.type not in ("", "NoneType") and not left.by_default)
        return False if isinstance(left, known) or computed else None
    kinds = {type(left), type(right)}
    if kinds == {Namespace, Imported} and all(
        getattr(side, "name", "mxnet.").startswith("mxnet.") for side in (left, right)
    ):
        return False
    if isinstance(left, Imported) and isinstance(right, Imported):
        if "mxnet" in left.name and "mxnet" in right.name:
            return names.last(left.name) == names.last(right.name)
        if "builtins" in (left.name.split(".")[0], right.name.split(".")[0]):
            return left.name == right.name
    return None


def _membership(run: Run, node: cst.CSTNode, left: Value, right: Value, inverted: bool) -> Value:
    if isinstance(left, TwoLives) or isinstance(right, TwoLives):
        source = left if isinstance(left, TwoLives) else right
        assert isinstance(source, TwoLives)
        sides = [
            _membership(run, node, one, other, inverted)
            for one, other in zip(_sides(left) * (2 // len(_sides(left))), _sides(right) * (2 // len(_sides(right))))
        ]
        if truth(sides[0]) is None and truth(sides[1]) == (not inverted):
            return Plain("bool")  # as while tracing, unless the caller passes another type
        return TwoLives(sides[0], sides[1], source.reason, source.guard)
    if isinstance(left, (Namespace, Imported)) and isinstance(right, Sequence) and right.items:
        return _one_of(left, right.items, inverted)
    contained = classes.special(run, node, right, "__contains__", left)
    if contained is not None:
        return negated(run, node, contained) if inverted else contained
    if isinstance(left, Tensor) and isinstance(right, Mapped):
        run.emit(Hashing(node, left))
    if isinstance(left, Plain) and isinstance(right, Plain) and left.known and right.known:
        if isinstance(left.value, str) and isinstance(right.value, str):
            return Plain("bool", (left.value in right.value) != inverted, left.frozen or right.frozen)
    if isinstance(right, Tensor):
        run.emit(Iteration(node, right, "in"))
        run.emit(TruthTest(node, right, "in"))
    elif isinstance(left, Tensor) and isinstance(right, Sequence):
        # Python compares by identity first, so a tensor that is itself the first element is found without a comparison.
        first = right.items[0] if right.items else right.element
        same = isinstance(first, Tensor) and first.identity == left.identity
        if not same:
            run.emit(TruthTest(node, left, "in"))
    if isinstance(left, Plain) and left.known and isinstance(right, Sequence) and right.items is not None:
        if all(isinstance(item, Plain) and item.known for item in right.items):
            found = any(item.value == left.value for item in right.items)  # type: ignore[attr-defined]
            return Plain("bool", found != inverted, left.frozen)
    return Plain("bool", frozen=frozen_reason(left) or frozen_reason(right))


def _one_of(left: Value, items: Tuple[Value, ...], inverted: bool) -> Value:
    """Whether a module or a class is one of `items`: `F in (mx.nd, mx.ndarray)`, `type(x) in (list, NDArray)`."""
    found = [_identical(left, item, False) for item in items]
    for value in found:
        if isinstance(value, TwoLives) and value.imperative != value.symbolic:
            sides = [Plain("bool", value.value != inverted) for value in _sides(value) if isinstance(value, Plain)]
            return TwoLives(sides[0], sides[1], value.reason, value.guard)
    outcomes = [truth(_sides(value)[0]) for value in found]
    if True in outcomes or None not in outcomes:
        return constant((True in outcomes) != inverted)
    return Plain("bool")


# What a test tells about the names in it


def depending(
    run: Run, test: cst.CSTNode, frame: Frame, joined: Value, then: Optional[Value], otherwise: Optional[Value]
) -> Value:
    """`joined`, which is a tensor with one outcome of `test` and a plain number with the other: another test of the
    same configuration tells which."""
    if isinstance(joined, Tensor) and isinstance(then, Tensor) != isinstance(otherwise, Tensor):
        facts = tuple(_facts(run, test, frame, isinstance(then, Tensor)))
        return dataclasses.replace(joined, only_if=joined.only_if + facts) if facts else joined
    return joined


def _facts(run: Run, node: cst.CSTNode, frame: Frame, outcome: bool) -> Iterator[Tuple[str, bool]]:
    """The tests of the instance that `node` consists of, as text, with their outcome where `node` came out so."""
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
        yield from _facts(run, node.expression, frame, not outcome)
    elif isinstance(node, cst.BooleanOperation):
        if isinstance(node.operator, cst.And) is outcome:
            yield from _facts(run, node.left, frame, outcome)
            yield from _facts(run, node.right, frame, outcome)
    elif frame.instance is not None and _asks_the_instance(node):
        text = run.code(node).strip("() ")
        for negative, positive in ((" is not ", " is "), (" != ", " == "), (" not in ", " in ")):
            if negative in text:
                text, outcome = text.replace(negative, positive), not outcome
        yield f"{frame.instance}: {text}", outcome


def _asks_the_instance(node: cst.CSTNode) -> bool:
    """Whether a test reads attributes of `self` and constants alone."""
    below = list(nodes_below(node))
    names_read = [one.value for one in below if isinstance(one, cst.Name)]
    attributes = [one.attr.value for one in below if isinstance(one, cst.Attribute)]
    known = set(attributes) | {"self", "None", "True", "False"}
    return "self" in names_read and known.issuperset(names_read) and not any(isinstance(o, cst.Call) for o in below)


def refine(run: Run, node: cst.CSTNode, frame: Frame, outcome: bool) -> None:
    """Narrow the names in `frame` to what they are where the test `node` came out as `outcome`."""
    known = set(_facts(run, node, frame, outcome))
    against = {(text, not found) for text, found in known}
    if known:
        for name, value in frame.scope.names.items():
            if not isinstance(value, Tensor):
                continue
            if not against.isdisjoint(value.only_if):
                frame.scope.names[name] = UNKNOWN
            elif not known.isdisjoint(value.only_if):
                frame.scope.names[name] = dataclasses.replace(value, optional=False, only_if=())
    _refine(run, node, frame, outcome)


def _refine(run: Run, node: cst.CSTNode, frame: Frame, outcome: bool) -> None:
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
        _refine(run, node.expression, frame, not outcome)
    elif isinstance(node, cst.BooleanOperation):
        if isinstance(node.operator, cst.And) is outcome:
            _refine(run, node.left, frame, outcome)
            _refine(run, node.right, frame, outcome)
    elif isinstance(node, cst.Comparison) and len(node.comparisons) == 1:
        target = node.comparisons[0]
        against_none = isinstance(target.comparator, cst.Name) and target.comparator.value == "None"
        if against_none and isinstance(target.operator, (cst.Is, cst.IsNot, cst.Equal, cst.NotEqual)):
            is_none = isinstance(target.operator, (cst.Is, cst.Equal)) is outcome
            _narrow(run, node.left, frame, lambda value: NONE if is_none else _not_none(value))
    elif isinstance(node, (cst.Name, cst.Attribute)) and outcome:
        _narrow(run, node, frame, _not_none)
    elif isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and len(node.args) == 2:
        if node.func.value == "isinstance":
            with run.hidden():
                asked = type_tests.class_titles(run.evaluate(node.args[1].value, frame), node.args[1].value)
            _narrow(run, node.args[0].value, frame, lambda value: _of_type(run, value, asked, outcome))


def _narrow(run: Run, node: cst.CSTNode, frame: Frame, change: Callable[[Value], Value]) -> None:
    if isinstance(node, cst.Name):
        scope = frame.scope.find(node.value)
        if scope is not None:
            frame.scope.names[node.value] = change(scope.names[node.value])
    elif isinstance(node, cst.Attribute):
        key = names.attribute_key(node)
        if key is not None:
            with run.hidden():
                value = run.evaluate(node, frame)
            run.no_reader(node)
            frame.scope.names[key] = change(value)


def _not_none(value: Value) -> Value:
    if isinstance(value, (Tensor, Sequence)):
        return dataclasses.replace(value, optional=False)
    return UNKNOWN if value == NONE else value


def _of_type(run: Run, value: Value, asked: Any, outcome: bool) -> Value:
    sequences = asked & {"list", "tuple", "Sequence", "Iterable"}
    if isinstance(value, Tensor) and not value.certain:
        if sequences and asked <= {"list", "tuple", "Sequence", "Iterable"}:
            if outcome:
                return Sequence("list or tuple", None, run.fresh(), description=value.description)
            return dataclasses.replace(value, certain=True, untouched="") if len(sequences) > 1 else value
        if outcome and asked & {"NDArray", "Symbol"}:
            return dataclasses.replace(value, certain=True)
    return value
