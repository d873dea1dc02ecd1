"""The operations on values: each expands what differs between the phases, and calls the method of the value."""

from __future__ import annotations

import ast
from typing import (
    TYPE_CHECKING,
    Optional,
    Tuple,
)

from hybridlint.events import (
    PhaseBranch,
    PhaseDependentRead,
    TaintUse,
)
from hybridlint.queries import same_work
from hybridlint.values import (
    NONE,
    UNKNOWN,
    UNTAINTED,
    Mapped,
    Namespace,
    Phased,
    Sequence,
    Slice,
    Taint,
    Value,
    by_phase,
    with_taint,
)
from hybridlint.values.operands import operand

if TYPE_CHECKING:
    pass

from typing import Callable, Iterable

from hybridlint.events import Printing, TruthTest
from hybridlint.interpreter.engine.core import Core
from hybridlint.interpreter.engine.frames import Frame
from hybridlint.queries import all_literal, lacks_value
from hybridlint.values import (
    Arguments,
    BoundMethod,
    Function,
    Imported,
    Instance,
    Opaque,
    Plain,
    Tensor,
    Variable,
    certainly,
    constant,
    may_be_none,
    taint_among,
)
from hybridlint.values.base import Read
from hybridlint.values.lattice import join_all
from hybridlint.values.operands import callee_of
from hybridlint.values.operations import COMPARISONS


def index_by_phase(index: Value) -> Optional[Phased]:
    """Return an index as a phased value if it differs between the phases, as in `{mx.nd: 2, mx.sym: 3}[F]` and
    `names[F is mx.sym]`; else None."""
    if isinstance(index, Namespace) and index.phase == "both":
        return Phased(Namespace("imperative", index.path), Namespace("symbolic", index.path), "F", guard=True)
    if isinstance(index, Slice):
        differing = [end for end in index.ends if isinstance(end, Phased)]
        sides = [Slice(*(getattr(end, phase, end) for end in index.ends)) for phase in ("imperative", "symbolic")]
        return Phased(sides[0], sides[1], differing[0].reason, differing[0].guard) if differing else None
    return index if isinstance(index, Phased) else None


class Run(Core):
    """The interpretation of one file."""

    def operand(self, value: Value) -> Value:
        """Return `value` as the operand of an operation."""
        return operand(value)

    def iterator(
        self, items: Optional[Tuple[Value, ...]] = None, element: Value = UNKNOWN, taint: Taint = UNTAINTED
    ) -> Sequence:
        """Return an iterator over `items`, or over an unknown number of `element`."""
        return Sequence("iterator", items, element, taint=taint)

    def iterate(self, node: ast.AST, value: Value, construct: str) -> Sequence:
        """Return an iterator over the elements of `value`, and record the events of iterating in `construct`."""
        if not isinstance(value, Phased):
            return value.iterate(self, node, construct)
        with self.imperative_phase():
            imperative = self.iterate(node, value.imperative, construct)
        if self.imperative_only:
            return imperative
        if value.symbolic == NONE:
            self.emit(PhaseDependentRead(node, value.reason, missing=True))
        symbolic = self.iterate(node, value.symbolic, construct)
        if not symbolic.items or len(imperative.items or symbolic.items) != len(symbolic.items):
            return self.iterator()
        each = imperative.items or (imperative.element,) * len(symbolic.items)
        return self.iterator(tuple(by_phase(*pair, value.reason) for pair in zip(each, symbolic.items)))

    def item(self, node: ast.AST, receiver: Value, index: Value, frame: Frame) -> Value:
        """Evaluate `receiver[index]`."""
        if isinstance(receiver, Phased):
            if receiver.symbolic == NONE:
                self.emit(PhaseDependentRead(node, receiver.reason, missing=True))
            return self.lift(lambda first, second: self.item(node, first, second, frame), receiver, index, node=node)
        own = self.special(node, receiver, "__getitem__", index) if isinstance(receiver, (Mapped, Sequence)) else None
        if own is not None:
            return own
        sides = index_by_phase(index) if isinstance(receiver, (Mapped, Sequence)) else None
        if sides is None:
            return receiver.item(self, node, index, frame)
        results = self.in_each_phase(lambda side: self.item(node, receiver, side, frame), sides, node=node)
        return self.of_sides(node, *results, sides)

    def of_sides(self, node: ast.AST, imperative: Value, symbolic: Value, by: Phased) -> Value:
        """Return the value of the expression `node`, of which each phase evaluates its side because `by` differs.
        Record tensors that different operators compute."""
        if not symbolic.holds_tensor:
            return by_phase(imperative, symbolic, by.reason, by.guard)
        if imperative.holds_tensor and imperative != symbolic and not same_work(imperative, symbolic):
            self.emit_if_live(PhaseBranch(node, by.reason), [symbolic])
        return symbolic

    def chosen_by(self, node: ast.AST, index: Value, value: Value) -> Value:
        """Return `value`, one of a dict that `index` selects, with the taint of `index`."""
        if index.any_taint and operand(value).selects_graph:
            self.emit(TaintUse(node, index.any_taint, "index"))
        return with_taint(value, index.any_taint)

    def binary(self, node: ast.AST, symbol: str, left: Value, right: Value) -> Value:
        """Evaluate `left symbol right`."""
        left, right = _settled(left), _settled(right)
        if right.overrides and not left.overrides:
            return right.reflected(self, node, symbol, left) or UNKNOWN
        if left.lifts and right.lifts and (isinstance(left, Phased) or isinstance(right, Phased)):
            lacking = next((side for side in (left, right) if isinstance(side, Phased) and lacks_value(side)), None)
            if lacking is not None and symbol not in COMPARISONS:
                self.emit(PhaseDependentRead(node, lacking.reason, missing=True))
            return self.lift(lambda first, second: self.binary(node, symbol, first, second), left, right)
        if symbol in ("==", "!=") and self._compares_tensors(node, left, right):
            return Plain("bool")
        result = left.binary(self, node, symbol, right)
        if result is None:
            result = right.reflected(self, node, symbol, left)
        return UNKNOWN if result is None else result

    def _compares_tensors(self, node: ast.AST, left: Value, right: Value) -> bool:
        """Return whether `left == right` compares different tensors inside lists or objects, as in `[x, y] == [a, b]`,
        and record the truth test. Python does not compare an object with itself."""
        for first, second in left.compared_parts(self, right):
            if isinstance(first, Tensor) and isinstance(second, Tensor):
                if first.identity != second.identity:
                    self.emit(TruthTest(node, first, "=="))
                    return True
            elif self._compares_tensors(node, first, second):
                return True
        return False

    def note_operand(self, node: ast.AST, value: Value) -> None:
        """Record an operand of an operation with a tensor that differs between the phases."""
        if isinstance(value, Phased) and (lacks_value(value) or value.is_one_number_in_each):
            self.emit(PhaseDependentRead(node, value.reason, missing=lacks_value(value)))

    def compare(self, node: ast.AST, symbol: str, left: Value, right: Value) -> Value:
        """Evaluate a comparison, identity or membership of values with all their alternatives."""
        inverted = symbol in ("is not", "not in", "!=")
        if symbol in ("is", "is not"):
            return self.identical(left, right, inverted)
        if symbol in ("==", "!=") and right == NONE and may_be_none(left):
            # Arrays and Symbols raise if compared with None, so only None gets past this comparison.
            return self.identical(left, right, inverted)
        left, right = operand(left), operand(right)
        if symbol in ("in", "not in"):
            return self.membership(node, left, right, inverted)
        if symbol in ("==", "!=") and all(
            side.compares_by_identity for value in (left, right) for side in _sides(value)
        ):
            return self.identical(left, right, inverted)
        return self.binary(node, symbol, left, right)

    def _compare_by_phase(self, inverted: bool, compare: Callable[..., Value], *values: Value) -> Value:
        """Evaluate `compare` of `values`, at least one of which differs between the phases."""
        compared = self.lift(compare, *values)
        if not isinstance(compared, Phased):
            return compared if compared.truth is None else certainly(compared.truth)
        if compared.imperative.truth is None and compared.symbolic.truth is (not inverted):
            return Plain("bool")  # as while tracing, unless the caller passes another type
        return compared

    def identical(self, left: Value, right: Value, inverted: bool) -> Value:
        """Evaluate `left is right`, or `left is not right` if `inverted`."""
        if isinstance(left, Variable) and any(isinstance(value, Phased) for value in left.values):
            return join_all(self.identical(value, right, inverted) for value in left.values)
        if isinstance(left, Phased) or isinstance(right, Phased):

            def compare(first: Value, second: Value) -> Value:
                outcome = _same(first, second)
                return Plain("bool") if outcome is None else constant(outcome != inverted)

            return self._compare_by_phase(inverted, compare, left, right)
        if isinstance(left, Namespace) and isinstance(right, Namespace) and left.path == right.path:
            phases = {left.phase, right.phase}
            if phases == {"both", "imperative"}:
                return Phased(constant(not inverted), constant(inverted), "F is mx.nd", guard=True)
            if phases == {"both", "symbolic"}:
                return Phased(constant(inverted), constant(not inverted), "F is mx.sym", guard=True)
        outcome = _same(left, right)
        if outcome is not None:
            return certainly(outcome != inverted)
        argument = next((value.argument for value in (left, right) if isinstance(value, Plain) and value.argument), "")
        return Plain("bool", taint=left.any_taint or right.any_taint, argument=argument)

    def membership(self, node: ast.AST, item: Value, container: Value, inverted: bool) -> Value:
        """Evaluate `item in container`, or `item not in container` if `inverted`."""
        if isinstance(item, Phased) or isinstance(container, Phased):
            return self._compare_by_phase(
                inverted, lambda first, second: self.membership(node, first, second, inverted), item, container
            )
        if item.compares_by_identity and isinstance(container, Sequence) and container.items:
            return self._is_among(item, container.items, inverted)
        contained = self.special(node, container, "__contains__", item) or container.contains_name(self, node, item)
        if contained is not None:
            return self.negated(node, contained) if inverted else contained
        container.note_search(self, node, item)
        outcome = container.contains(item)
        taint = item.any_taint or container.any_taint
        if outcome is None:
            return Plain("bool", taint=taint)
        return Plain("bool", outcome != inverted, taint, is_literal=all_literal(item, container))

    def _is_among(self, wanted: Value, items: Tuple[Value, ...], inverted: bool) -> Value:
        """Evaluate `F in (mx.nd, mx.ndarray)` and `type(x) in (list, NDArray)`, whose right side has `items`."""
        compared = [self.identical(wanted, item, False) for item in items]
        by_item = [[side.truth for side in _sides(value) * (2 // len(_sides(value)))] for value in compared]
        imperative, symbolic = (list(outcomes) for outcomes in zip(*by_item))
        if (True in imperative) != (True in symbolic):
            differing = next(item for item in compared if isinstance(item, Phased) and item.imperative != item.symbolic)
            sides = [constant((True in outcomes) != inverted) for outcomes in (imperative, symbolic)]
            return Phased(sides[0], sides[1], differing.reason, differing.guard)
        if True in imperative or None not in imperative:
            return certainly((True in imperative) != inverted)
        return Plain("bool")

    def text(self, node: ast.AST, value: Value) -> Value:
        """Evaluate `str(value)`."""
        if isinstance(value, Phased):
            return self.lift(lambda side: self.text(node, side), value)
        for method in ("__str__", "__repr__"):
            text = self.special(node, value, method)
            if text is not None:
                return text
        return value.text(self, node)

    def string(self, taint: Taint = UNTAINTED) -> Value:
        """Return an unknown string."""
        return Plain("str", taint=taint)

    def formatted(self, node: ast.AST, template: Value, given: Iterable[Value]) -> Value:
        """Return the string that `template` is formatted to with the values `given`: `"%s" % x`, `"{}".format(x)`."""
        texts = [self.text(node, value) for value in (template, *given)]
        different = next((text for text in texts if isinstance(text, Phased)), None)
        known = template.template_pieces if isinstance(template, Plain) else ()
        return Plain("str", taint=taint_among(texts), pieces=known) if different is None else different

    def note_shown(self, node: ast.AST, values: Iterable[Value]) -> None:
        """Record the tensors that a call prints, logs or writes to a file, directly or in a string."""
        for value in values:
            for tensor in value.shown(self):
                self.emit(Printing(node, tensor))

    def by_phase(self, imperative: Value, symbolic: Value, reason: str) -> Value:
        """Return the value that is `imperative` in one phase and `symbolic` in the other, by which code distinguishes
        them."""
        return Phased(imperative, symbolic, reason, guard=True)

    def attribute(self, node: ast.AST, frame: Frame, receiver: Value, name: str, called: bool = False) -> Value:
        """Return the value of `receiver.name`, read by `node`. `called` is True if it is called at once."""
        if isinstance(receiver, Phased):
            if lacks_value(receiver):
                self.emit(PhaseDependentRead(node, receiver.reason, missing=True))
            return self.lift(lambda side: self.attribute(node, frame, side, name, called=True), receiver, node=node)
        if isinstance(receiver, Variable):
            objects = [option for option in receiver.values if isinstance(option, Instance)]
            return join_all(self.attribute(node, frame, option, name, called) for option in objects)
        if name == "__class__":
            return self.call(node, Imported("builtins.type"), Arguments((receiver,)), frame)  # type: ignore[arg-type]
        value = receiver.attribute(self, Read(node, frame, name, called))
        return BoundMethod(receiver, name) if value is None else self.load(value)

    def call(self, node: ast.Call, callee: Value, arguments: Arguments, frame: Frame, discarded: bool = False) -> Value:
        """Evaluate `callee(arguments)`. `discarded` is True if the result is not used."""
        callee = callee_of(callee)
        if isinstance(callee, Phased):
            return self._call_by_phase(node, callee, arguments, frame, discarded)
        if not isinstance(callee, Variable):
            return callee.call(self, node, arguments, frame, discarded)
        # Each alternative that accepts the arguments.
        fitting = [
            option
            for option in callee.values
            if option != NONE and not (isinstance(option, Function) and not option.accepts(arguments))
        ]
        frame.configured += 1
        results = [self.call(node, option, arguments, frame, discarded) for option in fitting]
        frame.configured -= 1
        return join_all(results)

    def _call_by_phase(
        self, node: ast.Call, callee: Phased, arguments: Arguments, frame: Frame, discarded: bool
    ) -> Value:
        """Call what each phase calls. Different tensors diverge, unless a graph can hold only one of the calls."""
        before = self.unknown_calls
        with self.imperative_phase() as stretch:
            imperative = self.call(node, callee.imperative, arguments, frame, discarded)
        needed = self.unknown_calls != before or self.needs_guard(stretch.events, imperative)
        symbolic = self.call(node, callee.symbolic, arguments, frame, discarded)
        needed = needed or same_work(imperative, symbolic)
        if symbolic.holds_tensor and imperative.holds_tensor and not needed:
            self.emit_if_live(PhaseBranch(node, callee.reason), [symbolic])
        if symbolic.holds_tensor or imperative == symbolic or symbolic == UNKNOWN:
            return symbolic
        return Phased(imperative, symbolic, callee.reason, callee.guard)

    def call_unknown(self, node: ast.Call, callee: Value, arguments: Arguments) -> Value:
        """Evaluate a call of an unknown function, to which the arguments escape."""
        given = arguments.all()
        if any(value.holds_tensor for value in given):
            self.note_taint(node, callee, "index")  # the taint decides which function is called
        if any(value.holds_tensor or isinstance(value, Namespace) for value in given):
            self.unknown_call(*given)
        return self.of_unknown_call(node, given)

    def sequence(self, kind: str, items: Iterable[Value], taint: Taint = UNTAINTED) -> Sequence:
        """Return a list or tuple of `items`."""
        return Sequence(kind, tuple(items), taint=taint)

    def list_of(self, element: Value, taint: Taint = UNTAINTED) -> Sequence:
        """Return a list of an unknown number of `element`."""
        return Sequence("list", None, element, taint=taint)

    def index_by_phase(self, index: Value) -> Optional[Phased]:
        """Return an index as a phased value if it differs between the phases; else None."""
        return index_by_phase(index)

    def phased(self, imperative: Value, symbolic: Value, reason: str) -> Phased:
        """Return the value by which each phase evaluates its side, because a test differs."""
        return Phased(imperative, symbolic, reason, guard=True)

    def note_phased_result(self, node: ast.AST, value: Value) -> None:
        """Record that an entry point returns `value`, which differs between the phases."""
        if isinstance(value, Phased) and not self.entry.guessed:  # the use by callers is recorded
            self.emit(PhaseDependentRead(node, value.reason))

    def opaque(self) -> Value:
        """Return an object only known not to be a tensor."""
        return Opaque()


def _settled(value: Value) -> Value:
    """Return the outcome of a test that is the same in both phases as a plain value."""
    return value.symbolic if isinstance(value, Phased) and value.imperative == value.symbolic else value


def _sides(value: Value) -> Tuple[Value, ...]:
    return (value.imperative, value.symbolic) if isinstance(value, Phased) else (value,)


def _same(left: Value, right: Value) -> Optional[bool]:
    """Return whether two values of one phase are the same object; None if unknown."""
    if isinstance(left, Variable):
        outcomes = {_same(value, right) for value in left.values}
        return outcomes.pop() if len(outcomes) == 1 else None
    if NONE in (left, right):
        return (left if right == NONE else right).is_none
    return left.is_same(right) if left.compares_by_identity else None
