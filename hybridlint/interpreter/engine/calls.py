"""Calls of functions and methods of the file, of blocks, of operators and of everything else."""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Tuple

from hybridlint.events import HybridizeCall
from hybridlint.interpreter.engine import apply, displays
from hybridlint.values import (
    ANY,
    BOTTOM,
    NONE,
    UNKNOWN,
    Arguments,
    Change,
    Class,
    Imported,
    Mapped,
    Opaque,
    ParameterDict,
    Plain,
    Self,
    Super,
    Tensor,
    Unknown,
    Value,
    join_all,
    operand,
)
from hybridlint.values.lattice import Variable
from hybridlint.values.phased import Phased

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run

_NAME_OF = operator.attrgetter("arg")
#: Methods of lists and dicts that do not read the contents, with the change that each makes.
_CHANGES = {**dict.fromkeys(["append", "appendleft", "extend", "insert"], Change.GROWN), "clear": Change.SET}


def call(run: Run, node: ast.Call, frame: Frame) -> Value:
    """Evaluate a call expression."""
    expands = ast.Starred in map(type, node.args) or None in map(_NAME_OF, node.keywords)
    spread = _spread_by_phase(node, frame) if expands else None
    if spread is not None:
        return _call_by_phase(run, node, frame, *spread)
    discarded = frame.discarding is node
    if node.func.__class__ is ast.Attribute:
        name = node.func.attr
        if discarded and name in _CHANGES:
            run.attempt.changing = node.func.value, _CHANGES[name]
            receiver = run.evaluate(node.func.value, frame)
            run.attempt.changing = None, None
        else:
            receiver = run.evaluate(node.func.value, frame)
        narrowed = refined(node.func, frame)
        if name == "hybridize" and isinstance(receiver, (Unknown, Imported)):
            of_mxnet = isinstance(receiver, Imported) and receiver.name.startswith("mxnet.")
            run.emit(HybridizeCall(node, arguments_of(run, node, frame), of_mxnet))
            return UNKNOWN
        if name == "collect_params" and isinstance(receiver, (Unknown, Plain)):
            return ParameterDict()  # only blocks have this method
        if receiver.__class__ is Tensor:
            result = receiver.call_method(run, node, name, arguments_of(run, node, frame), frame, discarded)
            if run.api.method(name) is None and run.api.np_method(name) is None:
                _forget(node.func.value, frame)
            return result
        if narrowed is None and receiver.owns_methods:
            read = run.variable if receiver.takes_alternatives and not receiver.is_block else run.evaluate
            return receiver.call_method(run, node, name, arguments_of(run, node, frame, read), frame)
        callee = run.attribute(node.func, frame, receiver, name, called=True) if narrowed is None else narrowed
        if isinstance(receiver, Self) and not callee.is_block and (callee.is_unknown or callee in (ANY, BOTTOM)):
            return _stored_callable(run, node, receiver, name, callee, frame)
    else:
        callee = run.variable(node.func, frame)
        if callee.__class__ is Variable and not _is_choice_of_blocks(callee):
            callee = operand(callee)
    if isinstance(callee, Imported) and callee.name == "builtins.super":
        return _super(run, frame)
    # Code of the file gets all alternatives, which its own tests may distinguish; so do type tests.
    of_file = callee.takes_alternatives
    arguments = arguments_of(run, node, frame, run.variable if of_file else run.evaluate)
    if node.func.__class__ is ast.Attribute and isinstance(receiver, (Opaque, Unknown)):
        run.note_written_by(node, node.func.attr, arguments)
    return run.call(node, callee, arguments, frame, discarded)


def _is_choice_of_blocks(callee: Value) -> bool:
    """Return whether `callee` is one of several blocks, or None."""
    others = [option for option in callee.values if option != NONE] if isinstance(callee, Variable) else []
    return len(others) > 1 and all(option.is_block for option in others)


def _forget(receiver: ast.AST, frame: Frame) -> None:
    """Forget the value of the name `receiver`: a method that no array has was called on it, as in `weight.data()`."""
    name: str = getattr(receiver, "id", "")
    scope = frame.scope.find(name)
    if scope is not None:
        scope.names[name] = UNKNOWN


def _spread_by_phase(node: ast.Call, frame: Frame) -> Optional[Tuple[str, Phased]]:
    """Return the name and the value of a list or dict whose elements become arguments (`f(*a, **b)`) and differ between
    the phases; None if there is none. All are constants: a context and the like may be needed in one phase alone."""
    spread = [argument.value for argument in node.args if isinstance(argument, ast.Starred)]
    for given in [*spread, *(keyword.value for keyword in node.keywords if keyword.arg is None)]:
        title: str = getattr(given, "id", "")
        value = frame.scope.names.get(title)
        if isinstance(value, Phased) and _holds_constants(value.imperative) and _holds_constants(value.symbolic):
            return title, value
    return None


def _holds_constants(value: Value) -> bool:
    """Return whether `value` is a list or dict of known constants."""
    return value.known_length is not None and all(part.known for _, part in value.parts())


def _call_by_phase(run: Run, node: ast.Call, frame: Frame, title: str, given: Phased) -> Value:
    """Evaluate a call in each phase, with the value that the name `title` has there."""

    def with_side(side: Value) -> Value:
        frame.scope.names[title] = side
        return call(run, node, frame)

    imperative, symbolic = run.in_each_phase(with_side, given, node=node)
    frame.scope.names[title] = given
    return apply.of_sides(run, node, imperative, symbolic, given.reason, given.guard)


def _stored_callable(run: Run, node: ast.Call, receiver: Self, name: str, callee: Value, frame: Frame) -> Value:
    """Evaluate a call of `callee`, an attribute of `self` whose value `__init__` takes from unknown code. Most likely
    it is a block, or a function like one."""
    arguments = arguments_of(run, node, frame)
    result = run.call(node, UNKNOWN, arguments, frame)
    given = list(arguments.all())
    if name in run.instance_attributes(receiver.name) and given and isinstance(given[0], Tensor):
        result = run.recorded_output(node, frame) or run.of_unknown_block(node, given)
        run.note_unanalysed(callee, result)
    return result


def _super(run: Run, frame: Frame) -> Value:
    if frame.owner is None:
        return UNKNOWN
    receiver = run.load(frame.scope.names.get(frame.receiver, UNKNOWN))
    if isinstance(receiver, Class):
        return Super(frame.owner, receiver.name, receiver)
    if receiver.owner_class:
        return Super(frame.owner, receiver.owner_class, receiver)
    return UNKNOWN if frame.instance is None else Super(frame.owner, frame.instance, Self(frame.instance))


def arguments_of(
    run: Run, node: ast.Call, frame: Frame, read: Optional[Callable[[ast.AST, Frame], Value]] = None
) -> Arguments:
    """Evaluate the arguments of a call, each by `read`, which is `run.evaluate` by default."""
    read = read or run.evaluate
    given: List[Value] = []
    placed = 0
    if node.args:
        given, placed = displays.spread(run, node.args, frame, read)
    if not node.keywords and placed == len(given):
        return Arguments(tuple(given), named_only=True)
    keywords: List[Any] = []
    others: Optional[Value] = None
    spread = starred = placed < len(given)
    for argument in node.keywords:
        if argument.arg is not None:
            keywords.append((argument.arg, read(argument.value, frame)))
        else:
            value = run.evaluate(argument.value, frame)
            if isinstance(value, Mapped):
                keywords.extend((key, item) for key, item in value.entries if isinstance(key, str))
                others = value.element
            starred = starred or not isinstance(value, Mapped) or value.element is not None
    if spread:
        given[placed:] = [operand(join_all(given[placed:]))]
    return Arguments(tuple(given), tuple(keywords), starred, named_only=not spread, others=others)


def refined(node: ast.Attribute, frame: Frame) -> Optional[Value]:
    """Return the value of `self.x` as refined by an enclosing test; None if there is none."""
    holder: Any = node.value
    return frame.scope.names.get(f"{holder.id}.{node.attr}") if holder.__class__ is ast.Name else None
