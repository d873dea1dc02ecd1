"""The operations on values: each expands what differs between the phases, and calls the method of the value."""

from __future__ import annotations

import ast
import functools
from typing import TYPE_CHECKING, Callable, Iterable, List, Optional, Tuple

from hybridlint.divergences import Kind
from hybridlint.events import PhaseBranch, Printing, TaintUse
from hybridlint.interpreter.engine import truth
from hybridlint.interpreter.engine.frames import OutOfBudget
from hybridlint.interpreter.engine.store import WITH_ARRAYS
from hybridlint.queries import all_literal, same_work
from hybridlint.values import (
    BOTTOM,
    COMPARISONS,
    NONE,
    UNKNOWN,
    UNTAINTED,
    Arguments,
    BoundMethod,
    Function,
    Imported,
    Instance,
    Mapped,
    Namespace,
    Plain,
    Read,
    Sequence,
    Slice,
    Taint,
    Value,
    Write,
    by_phase,
    callee_of,
    certainly,
    constant,
    join_all,
    may_be_none,
    operand,
    sides,
    taint_among,
    with_taint,
)
from hybridlint.values.lattice import Variable, alternatives
from hybridlint.values.operands import NOTHING
from hybridlint.values.phased import Phased

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run


def evaluate(run: Run, node: ast.AST, frame: Frame) -> Value:
    """Return the value of the expression `node`, as an operand."""
    # As `run.variable` does, but for a call: most expressions are evaluated here.
    run.spent += 1
    if run.spent > run.budget:
        raise OutOfBudget
    value: Value = run.expressions[node.__class__](run, node, frame)
    return operand(value) if value.__class__ is Variable else value


def index_by_phase(index: Value) -> Optional[Phased]:
    """Return an index as a phased value if it differs between the phases, as in `{mx.nd: 2, mx.sym: 3}[F]` and
    `names[F is mx.sym]`; else None."""
    if isinstance(index, Namespace) and index.phase == "both":
        return Phased(Namespace("imperative", index.path), Namespace("symbolic", index.path), "F", guard=True)
    if isinstance(index, Slice):
        differing = [end for end in index.ends if isinstance(end, Phased)]
        imperative, symbolic = (Slice(*(end and sides(end)[phase] for end in index.ends)) for phase in (0, 1))
        return Phased(imperative, symbolic, differing[0].reason, differing[0].guard) if differing else None
    return index if isinstance(index, Phased) else None


def iterator(
    run: Run, items: Optional[Tuple[Value, ...]] = None, element: Value = UNKNOWN, taint: Taint = UNTAINTED
) -> Sequence:
    """Return an iterator over `items`, or over an unknown number of `element`."""
    return Sequence("iterator", items, element, taint=taint)


def iterate(run: Run, node: ast.AST, value: Value, construct: str) -> Sequence:
    """Return an iterator over the elements of `value`, and record the events of iterating in `construct`."""
    if not isinstance(value, Phased):
        return value.iterate(run, node, construct)
    with run.imperative_phase():
        imperative = run.iterate(node, value.imperative, construct)
    if run.imperative_only:
        return imperative
    if value.symbolic == NONE:
        run.observe(node, Kind.NONE_READ, reason=value.reason)
    symbolic = run.iterate(node, value.symbolic, construct)
    if not symbolic.items or len(imperative.items or symbolic.items) != len(symbolic.items):
        return run.iterator()
    each = imperative.items or (imperative.element,) * len(symbolic.items)
    return run.iterator(tuple(by_phase(*pair, value.reason) for pair in zip(each, symbolic.items)))


def item(run: Run, node: ast.AST, receiver: Value, index: Value, frame: Frame) -> Value:
    """Evaluate `receiver[index]`."""
    if isinstance(receiver, Phased):
        if receiver.symbolic == NONE:
            run.observe(node, Kind.NONE_READ, reason=receiver.reason)
        return run.lift(lambda first, second: run.item(node, first, second, frame), receiver, index, node=node)
    if not isinstance(receiver, (Mapped, Sequence)):
        return receiver.item(run, node, index, frame)
    own = run.special(node, receiver, "__getitem__", index)
    if own is not None:
        return own
    phased = index_by_phase(index)
    if phased is None:
        return receiver.item(run, node, index, frame)
    results = run.in_each_phase(lambda side: run.item(node, receiver, side, frame), phased, node=node)
    return of_sides(run, node, *results, phased.reason, phased.guard)


def of_sides(run: Run, node: ast.AST, imperative: Value, symbolic: Value, reason: str, guard: bool) -> Value:
    """Return the value of the expression `node`, of which each phase evaluates its side because of `reason`.
    Record tensors that different operators compute."""
    if not symbolic.holds_tensor:
        return by_phase(imperative, symbolic, reason, guard)
    if imperative.holds_tensor and imperative != symbolic and not same_work(imperative, symbolic):
        run.emit_if_live(PhaseBranch(node, reason), [symbolic])
    return symbolic


def chosen_by(run: Run, node: ast.AST, index: Value, value: Value) -> Value:
    """Return `value`, one of a dict that `index` selects, with the taint of `index`."""
    if index.any_taint and operand(value).selects_graph:
        run.emit(TaintUse(node, index.any_taint, "index"))
    return with_taint(value, index.any_taint)


def binary(run: Run, node: ast.AST, symbol: str, left: Value, right: Value) -> Value:
    """Evaluate `left symbol right`."""
    left = _settled(left) if left.__class__ is Phased else left
    right = _settled(right) if right.__class__ is Phased else right
    if right.overrides and not left.overrides:
        return right.reflected(run, node, symbol, left) or UNKNOWN
    if left.lifts and right.lifts and (left.differs or right.differs):
        if symbol not in COMPARISONS:
            note_lacking(run, node, (left, right))
        return run.lift(lambda first, second: run.binary(node, symbol, first, second), left, right)
    if symbol in ("==", "!=") and _compares_tensors(run, node, left, right):
        return Plain("bool")
    result = left.binary(run, node, symbol, right)
    if result is None:
        result = right.reflected(run, node, symbol, left)
    if result is None and symbol in ("==", "!="):  # identity decides, as of what defines no equality
        outcome = _same(left, right)
        return UNKNOWN if outcome is None else constant(outcome is (symbol == "=="))
    if result is None and symbol not in COMPARISONS:
        number = right if left is NOTHING else left if right is NOTHING else None
        return BOTTOM if isinstance(number, Plain) else UNKNOWN
    return UNKNOWN if result is None else result


def unary(run: Run, node: ast.AST, symbol: str, value: Value) -> Value:
    """Evaluate `symbol value`, or `abs(value)`."""
    return run.lift(lambda side: side.unary(run, node, symbol), value)


def _compares_tensors(run: Run, node: ast.AST, left: Value, right: Value) -> bool:
    """Return whether `left == right` compares different tensors inside lists or objects, as in `[x, y] == [a, b]`,
    and record the truth test. Python does not compare an object with itself."""
    for first, second in left.compared_parts(run, right):
        if first.tests_equality and second.tests_equality:
            if first.identity != second.identity:
                first.note_truth(run, node, "==")
                return True
        elif _compares_tensors(run, node, first, second):
            return True
    return False


def note_operand(run: Run, node: ast.AST, value: Value) -> None:
    """Record an operand of an operation with a tensor that differs between the phases."""
    if isinstance(value, Phased) and (value.lacks_value or value.is_one_number_in_each):
        run.observe(node, Kind.NONE_READ if value.lacks_value else Kind.PHASE_DEPENDENT_READ, reason=value.reason)


def note_arguments(run: Run, node: ast.AST, values: Iterable[Value]) -> None:
    """Record the arguments of an operator that tracing lacks, or that mean something else to it."""
    for value in values:
        if isinstance(value, Phased) and (value.lacks_array or value.has_other_meaning):
            run.observe(node, Kind.NONE_READ if value.lacks_array else Kind.PHASE_DEPENDENT_READ, reason=value.reason)


def note_lacking(run: Run, node: ast.AST, values: Iterable[Value]) -> None:
    """Record the first of `values` that tracing lacks: a number or an array imperatively, and None while tracing."""
    for value in values:
        if isinstance(value, Phased) and value.lacks_value:
            run.observe(node, Kind.NONE_READ, reason=value.reason)
            return


def compare(run: Run, node: ast.AST, symbol: str, left: Value, right: Value) -> Value:
    """Evaluate a comparison, identity or membership of values with all their alternatives."""
    inverted = symbol in ("is not", "not in", "!=")
    if symbol in ("is", "is not"):
        return identical(run, left, right, inverted)
    if symbol in ("==", "!=") and right == NONE and may_be_none(left):
        # Arrays and Symbols raise if compared with None, so only None gets past this comparison.
        return identical(run, left, right, inverted)
    left, right = operand(left), operand(right)
    if symbol in ("in", "not in"):
        return membership(run, node, left, right, inverted)
    if symbol in ("==", "!=") and all(side.compares_by_identity for value in (left, right) for side in sides(value)):
        return identical(run, left, right, inverted)
    pairs = ((left, right), (right, left)) if left.tests_equality or right.tests_equality else ()
    if any(text.type == "str" and array.tests_equality for text, array in pairs):
        return UNKNOWN  # arrays raise if compared with a string, so neither is an array
    return run.binary(node, symbol, left, right)


def _compare_by_phase(run: Run, inverted: bool, compare: Callable[..., Value], *values: Value) -> Value:
    """Evaluate `compare` of `values`, at least one of which differs between the phases."""
    compared = run.lift(compare, *values)
    if not isinstance(compared, Phased):
        return compared if compared.truth is None else certainly(compared.truth)
    if compared.imperative.truth is None and compared.symbolic.truth is (not inverted):
        return Plain("bool")  # as while tracing, unless the caller passes another type
    return compared


def identical(run: Run, left: Value, right: Value, inverted: bool) -> Value:
    """Evaluate `left is right`, or `left is not right` if `inverted`."""
    if isinstance(left, Variable) and any(value.differs for value in left.values):
        return join_all(identical(run, value, right, inverted) for value in left.values)
    if left.differs or right.differs:

        def compare(first: Value, second: Value) -> Value:
            outcome = _same(first, second)
            return Plain("bool") if outcome is None else constant(outcome != inverted)

        return _compare_by_phase(run, inverted, compare, left, right)
    if isinstance(left, Namespace) and isinstance(right, Namespace) and left.path == right.path:
        phases = {left.phase, right.phase}
        if phases == {"both", "imperative"}:
            return Phased(constant(not inverted), constant(inverted), "F is mx.nd", guard=True)
        if phases == {"both", "symbolic"}:
            return Phased(constant(inverted), constant(not inverted), "F is mx.sym", guard=True)
    outcome = _same(left, right)
    if outcome is not None:
        return certainly(outcome != inverted)
    return Plain("bool", taint=left.any_taint or right.any_taint, argument=left.argument or right.argument)


def membership(run: Run, node: ast.AST, item: Value, container: Value, inverted: bool) -> Value:
    """Evaluate `item in container`, or `item not in container` if `inverted`."""
    if item.differs or container.differs:
        return _compare_by_phase(
            run, inverted, lambda first, second: membership(run, node, first, second, inverted), item, container
        )
    if item.compares_by_identity and container.items:
        return _is_among(run, item, container.items, inverted)
    contained = run.special(node, container, "__contains__", item) or container.contains_name(run, node, item)
    if contained is not None:
        return truth.negated(run, node, contained) if inverted else contained
    container.note_search(run, node, item)
    outcome = container.contains(item)
    taint = item.any_taint or container.any_taint
    if outcome is None:
        return Plain("bool", taint=taint)
    return Plain("bool", outcome != inverted, taint, is_literal=all_literal(item, container))


def _is_among(run: Run, wanted: Value, items: Tuple[Value, ...], inverted: bool) -> Value:
    """Evaluate `F in (mx.nd, mx.ndarray)` and `type(x) in (list, NDArray)`, whose right side has `items`."""
    compared = [identical(run, wanted, item, False) for item in items]
    imperative, symbolic = ([sides(value)[phase].truth for value in compared] for phase in (0, 1))
    if (True in imperative) != (True in symbolic):
        differing = next(item for item in compared if isinstance(item, Phased) and item.imperative != item.symbolic)
        first, second = (constant((True in outcomes) != inverted) for outcomes in (imperative, symbolic))
        return Phased(first, second, differing.reason, differing.guard)
    if True in imperative or None not in imperative:
        return certainly((True in imperative) != inverted)
    return Plain("bool")


def text(run: Run, node: ast.AST, value: Value) -> Value:
    """Evaluate `str(value)`."""
    if isinstance(value, Phased):
        return run.lift(lambda side: run.text(node, side), value)
    for method in ("__str__", "__repr__"):
        text = run.special(node, value, method)
        if text is not None:
            return text
    return value.text(run, node)


def plain(run: Run, type_: str, taint: Taint = UNTAINTED) -> Value:
    """Return an unknown value of a builtin type."""
    return Plain(type_, taint=taint)


def formatted(run: Run, node: ast.AST, template: Value, given: Iterable[Value]) -> Value:
    """Return the string that `template` is formatted to with the values `given`: `"%s" % x`, `"{}".format(x)`."""
    texts = [run.text(node, value) for value in (template, *given)]
    different = next((text for text in texts if isinstance(text, Phased)), None)
    return different or Plain("str", taint=taint_among(texts), pieces=template.template_pieces)


def note_shown(run: Run, node: ast.AST, values: Iterable[Value]) -> None:
    """Record the tensors that a call prints, logs or writes to a file, directly or in a string."""
    for value in values:
        for tensor in value.shown(run):
            run.emit(Printing(node, tensor))


def phased(run: Run, imperative: Value, symbolic: Value, reason: str) -> Value:
    """Return a value of each phase, by which code may distinguish the phases."""
    return Phased(imperative, symbolic, reason, guard=True)


def attribute(run: Run, node: ast.AST, frame: Frame, receiver: Value, name: str, called: bool = False) -> Value:
    """Return the value of `receiver.name`, read by `node`. `called` is True if it is called at once."""
    if receiver.__class__ is Phased:
        note_lacking(run, node, (receiver,))
        return run.lift(lambda side: run.attribute(node, frame, side, name, called=True), receiver, node=node)
    if receiver.__class__ is Variable:
        objects = [option for option in receiver.values if isinstance(option, Instance)]
        return join_all(run.attribute(node, frame, option, name, called) for option in objects)
    if name == "__class__":
        return run.call(node, Imported("builtins.type"), Arguments((receiver,)), frame)  # type: ignore[arg-type]
    value = receiver.attribute(run, Read(node, frame, name, called))
    if value is None:
        return BoundMethod(receiver, name)
    return run.load(value) if value.__class__ in WITH_ARRAYS else value


def set_attribute(run: Run, receiver: Value, write: Write) -> None:
    """Run `receiver.name = value`."""
    if isinstance(write.holder, ast.Name):
        write.frame.scope.forget(f"{write.holder.id}.{write.name}")  # the narrowed value
    receiver.set_attribute(run, write)


def unpack(run: Run, node: ast.AST, value: Value, number: int, star: Optional[int]) -> List[Value]:
    """Return the values that a `number` of targets, listed by `node`, are assigned; that at `star` is starred."""
    if not isinstance(value, Phased) or not isinstance(value.symbolic, Sequence):
        return value.unpack(run, node, number, star)
    results: List[List[Value]] = []

    def of_side(side: Value) -> Value:
        results.append(side.unpack(run, node, number, star))
        return side

    run.in_each_phase(of_side, value, node=node)
    return [by_phase(first, second, value.reason) for first, second in zip(*results)]


def call(run: Run, node: ast.Call, callee: Value, arguments: Arguments, frame: Frame, discarded: bool = False) -> Value:
    """Evaluate `callee(arguments)`. `discarded` is True if the result is not used."""
    callee = callee_of(callee) if callee.__class__ is Variable else callee
    if callee.__class__ is Phased:
        calls = [functools.partial(run.call, node, side, arguments, frame, discarded) for side in sides(callee)]
        return by_paths(run, PhaseBranch(node, callee.reason), calls[0], calls[1])
    several = arguments.positional and arguments.positional[0].__class__ is Variable
    if several and isinstance(callee, Imported) and callee.takes_alternatives:
        either = [arguments.rest().after(value) for value in alternatives(arguments.first)]
        return _join_in_each_phase([callee.call(run, node, given, frame, discarded) for given in either])
    if callee.__class__ is not Variable:
        return callee.call(run, node, arguments, frame, discarded)
    # Each alternative that accepts the arguments.
    fitting = [
        option
        for option in callee.values
        if option != NONE and not (isinstance(option, Function) and not option.accepts(arguments))
    ]
    frame.configured += 1
    results = [run.call(node, option, arguments, frame, discarded) for option in fitting]
    frame.configured -= 1
    return join_all(results)


def _join_in_each_phase(values: List[Value]) -> Value:
    """Return the join of `values` with the join of their values in each phase, if some differ between the phases."""
    differing = next((value for value in values if isinstance(value, Phased) and value.reason), None)
    if differing is None:
        return join_all(values)
    imperative, symbolic = (join_all(sides(value)[phase] for value in values) for phase in (0, 1))
    return by_phase(imperative, symbolic, differing.reason, differing.guard)


def by_paths(
    run: Run, event: PhaseBranch, imperative: Callable[[], Value], symbolic: Callable[[], Value], same: bool = False
) -> Value:
    """Evaluate what each phase does at the node of `event`. Record it if different tensors result, unless a graph can
    hold one of them only, or both are the `same` code."""
    before = run.unknown_calls
    with run.imperative_phase() as events:
        first = imperative()
    needed = run.unknown_calls != before or run.needs_guard(events, first)
    second = symbolic()
    if not (first.holds_tensor or second.holds_tensor):
        return second if second.is_unknown else by_phase(first, second, event.reason)
    if not (needed or same or same_work(first, second)):
        run.emit_if_live(event, [second])
    return second


def call_unknown(run: Run, node: ast.Call, callee: Value, arguments: Arguments) -> Value:
    """Evaluate a call of an unknown function, to which the arguments escape."""
    given = arguments.all()
    if any(value.holds_tensor for value in given):
        run.note_taint(node, callee, "index")  # the taint decides which function is called
    if any(value.holds_tensor or isinstance(value, Namespace) for value in given):
        run.unknown_call(*given)
    result = run.of_unknown_call(node, given)
    run.note_unanalysed(callee, result)
    return result


def sequence(run: Run, kind: str, items: Iterable[Value], taint: Taint = UNTAINTED, identity: int = 0) -> Sequence:
    """Return a list, tuple, set or iterator of `items`."""
    return Sequence(kind, tuple(items), taint=taint, identity=identity)


def list_of(run: Run, element: Value, taint: Taint = UNTAINTED) -> Sequence:
    """Return a list of an unknown number of `element`."""
    return Sequence("list", None, element, taint=taint)


def _settled(value: Value) -> Value:
    """Return the outcome of a test that is the same in both phases as a plain value."""
    return value.symbolic if isinstance(value, Phased) and value.imperative == value.symbolic else value


def _same(left: Value, right: Value) -> Optional[bool]:
    """Return whether two values of one phase are the same object; None if unknown."""
    if isinstance(left, Variable):
        outcomes = {_same(value, right) for value in left.values}
        return outcomes.pop() if len(outcomes) == 1 else None
    if right is NONE or right.__class__ is Plain and right == NONE:
        return left.is_none
    if left is NONE or left.__class__ is Plain and left == NONE:
        return right.is_none
    return left.is_same(right) if left.compares_by_identity else None
