"""Which outputs of an operator are used, where that matters: some are wrong in a graph that leaves out the first."""

from __future__ import annotations

import dataclasses
from typing import Any, Iterator, Set, Tuple

import libcst as cst

from hybridlint.interpreter.run import Frame, Run
from hybridlint.uses import Arguments, FirstLeftOut, Iteration, LengthOf, Slice, Subscript, Unpacking
from hybridlint.values import Instance, Mapped, Output, Partial, Sequence, Tensor, TwoLives

#: What takes outputs apart uses none of them yet.
_TAKES_APART = (Iteration, LengthOf, Subscript, Unpacking)


def of_call(run: Run, node: cst.CSTNode, path: str, wrong_without_first: Tuple[int, ...]) -> Tuple[Output, ...]:
    """The outputs of a call of the operator `path`, to be told apart from now on."""
    call = run.identity()
    run.attempt.calls_in_part[call] = (path, node, wrong_without_first)
    return (Output(call),)


def note_left_out(run: Run, frame: Frame) -> None:
    """Note the calls of which the first output is left out, and others are used that are computed from it."""
    if not run.attempt.calls_in_part:
        return
    used: Set[Output] = set()
    for value in (*frame.returns, *run.attempt.given_away):
        used.update(_outputs_in(value))
    for use in run.uses.values():
        if not isinstance(use, _TAKES_APART):
            for field in dataclasses.fields(use):
                used.update(_outputs_in(getattr(use, field.name)))
    for call, (path, node, wrong) in run.attempt.calls_in_part.items():
        numbers = {output.number for output in used if output.call == call}
        if not numbers & {None, 0} and numbers & set(wrong):
            run.emit(FirstLeftOut(node, path, min(number for number in wrong if number in numbers)))


def _outputs_in(value: Any) -> Iterator[Output]:
    """The outputs that are in a value, at any depth."""
    if isinstance(value, Tensor):
        yield from value.output_of
        return
    held: Tuple[Any, ...] = ()
    if isinstance(value, Sequence):
        held = (value.element,) if value.items is None else value.items
    elif isinstance(value, Mapped):
        held = (*(item for _, item in value.entries), value.element)
    elif isinstance(value, Instance):
        held = tuple(item for _, item in value.fields)
    elif isinstance(value, TwoLives):
        held = (value.symbolic,)
    elif isinstance(value, Slice):
        held = (value.lower, value.upper, value.step)
    elif isinstance(value, Partial):
        held = value.arguments.all()
    elif isinstance(value, Arguments):
        held = value.all()
    for item in held:
        yield from _outputs_in(item)
