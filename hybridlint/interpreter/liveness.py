"""Liveness: which outputs of operators, and which parameters, a graph uses."""

from __future__ import annotations

import ast
import collections
import dataclasses
from typing import Any, FrozenSet, Iterator, Tuple

from hybridlint.events import (
    Arguments,
    FirstLeftOut,
    Iteration,
    LengthOf,
    OnlyReturned,
    Returned,
    Slice,
    Subscript,
    Unpacking,
)
from hybridlint.interpreter.run import Frame, Run
from hybridlint.values import Instance, Mapped, Output, Partial, Phased, Sequence, Tensor

#: Events that separate outputs without using one.
_SEPARATING = (Iteration, LengthOf, Subscript, Unpacking)


def of_call(run: Run, node: ast.AST, path: str, wrong_without_first: Tuple[int, ...]) -> FrozenSet[Output]:
    """Return the outputs of a call of the operator `path`, whose liveness is then tracked. `wrong_without_first` are
    the numbers of outputs that MXNet computes wrongly if the first is not used."""
    call = run.identity()
    run.attempt.calls_in_part[call] = (path, node, wrong_without_first)
    return frozenset([Output(call)])


def note_left_out(run: Run, frame: Frame) -> None:
    """Record the calls of which the first output is not used, but others that depend on it are."""
    if not run.attempt.calls_in_part:
        return
    used = {output for value in (*frame.returns, *_used_values(run, _SEPARATING)) for output in _outputs_in(value)}
    for call, (path, node, wrong) in run.attempt.calls_in_part.items():
        numbers = {output.number for output in used if output.call in (0, call)}
        if not numbers & {None, 0} and numbers & set(wrong):
            run.emit(FirstLeftOut(node, path, min(number for number in wrong if number in numbers)))


def note_only_returned(run: Run) -> None:
    """Record the parameters and constants that are returned unchanged, once, and that no operator uses. For a parameter
    it is enough if MXNet may execute the graph as a whole; for a constant it certainly has to."""
    kinds = ("parameter", "constant") if run.makes_many_operators() else ("parameter",)
    for returned in [event for event in run.events.values() if isinstance(event, Returned) and not event.inlined]:
        parameters = [one for one in _tensors_in(returned.value) if one.is_still(*kinds)]
        if parameters:
            others = {tensor.identity for value in _used_values(run, ()) for tensor in _tensors_in(value)}
            times = collections.Counter(parameter.identity for parameter in parameters)
            for parameter in parameters:
                if times[parameter.identity] == 1 and parameter.identity not in others and parameter.origin:
                    run.emit(OnlyReturned(returned.node, parameter.origin.kind, parameter.source))


def _used_values(run: Run, besides: Tuple[type, ...]) -> Iterator[Any]:
    """Yield the values in all events but those of the types `besides` and `Returned`, and the escaped values."""
    yield from run.attempt.escaped
    for event in run.events.values():
        if not isinstance(event, (Returned, *besides)):
            yield from (getattr(event, field.name) for field in dataclasses.fields(event))


def _outputs_in(value: Any) -> Iterator[Output]:
    """Yield the outputs in a value, at any depth."""
    for tensor in _tensors_in(value):
        yield from tensor.output_of


def _tensors_in(value: Any) -> Iterator[Tensor]:
    """Yield the tensors in a value, at any depth."""
    if isinstance(value, Tensor):
        yield value
        return
    held: Tuple[Any, ...] = ()
    if isinstance(value, Sequence):
        held = (value.element,) if value.items is None else value.items
    elif isinstance(value, Mapped):
        held = (*(item for _, item in value.entries), value.element)
    elif isinstance(value, Instance):
        held = tuple(item for _, item in value.fields)
    elif isinstance(value, Phased):
        held = (value.symbolic,)
    elif isinstance(value, Slice):
        held = (value.lower, value.upper, value.step)
    elif isinstance(value, Partial):
        held = value.arguments.all()
    elif isinstance(value, Arguments):
        held = value.all()
    for item in held:
        yield from _tensors_in(item)
