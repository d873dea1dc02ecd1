"""Subscripts: what an index takes out of a tensor, a list, a dict or a container of blocks."""

from __future__ import annotations

import dataclasses

import libcst as cst

from hybridlint.interpreter import arithmetic, classes, iteration
from hybridlint.interpreter.run import Frame, Run
from hybridlint.joining import join_all, joined
from hybridlint.uses import FrozenUse, Hashing, LifeValue, Slice, Subscript
from hybridlint.values import (
    NONE,
    SLICE,
    UNKNOWN,
    Block,
    Function,
    ImperativeArray,
    Instance,
    Mapped,
    NumPyArray,
    OneOf,
    Opaque,
    Operator,
    ParameterDict,
    ParameterValue,
    Plain,
    Self,
    Sequence,
    Tensor,
    TwoLives,
    Unknown,
    Value,
    constant,
    contains_tensor,
    frozen_reason,
    holds_one_number,
    may_hold_anything,
    with_frozen,
)


def index_of(run: Run, node: cst.Subscript, frame: Frame) -> Value:
    """What stands between the brackets."""
    parts = [_index(run, element.slice, frame) for element in node.slice]
    trailing_comma = isinstance(node.slice[-1].comma, cst.Comma)
    return parts[0] if len(parts) == 1 and not trailing_comma else Sequence("tuple", tuple(parts))


def _index(run: Run, part: cst.BaseSlice, frame: Frame) -> Value:
    if isinstance(part, cst.Slice):
        ends = [None if end is None else run.evaluate(end, frame) for end in (part.lower, part.upper, part.step)]
        return Slice(*ends)
    assert isinstance(part, cst.Index)
    return run.evaluate(part.value, frame)


def subscript(run: Run, node: cst.CSTNode, receiver: Value, index: Value, frame: Frame, context: str = "load") -> Value:
    """`receiver[index]`."""
    if isinstance(receiver, Tensor):
        run.emit(Subscript(node, receiver, index, context))
        run.note_loop_rows(node, receiver)
        run.note_frozen(node, index, "index")
        if may_hold_anything(receiver):
            return UNKNOWN
        if holds_one_number(receiver) and (isinstance(index, Slice) or index == constant(0)):
            return dataclasses.replace(receiver, identity=run.identity(), untouched="", description="an element")
        if isinstance(index, Slice):
            if receiver.outputs == 1 and _takes_all(index):
                return receiver
            if receiver.outputs == 1:
                return run.fresh(source=receiver.source, gradient=receiver.gradient, description=SLICE)
            return Tensor(None, True, identity=run.identity(), gradient=receiver.gradient)
        if (
            receiver.outputs != 1
            and isinstance(index, (Unknown, Plain))
            and not (isinstance(index, Plain) and index.type in ("int", "bool"))
        ):
            # It may be a slice as well, and take several of the outputs.
            return run.fresh(outputs=None, certain=False, gradient=receiver.gradient, description="an element")
        shape = iteration.shape_of_one(receiver)
        return run.fresh(source=receiver.source, gradient=receiver.gradient, description="an element", **shape)
    if isinstance(receiver, TwoLives):
        if receiver.symbolic == NONE:
            run.emit(LifeValue(node, receiver.reason, missing=True))
        return arithmetic.in_both_lives(receiver, index, lambda a, b: subscript(run, node, a, b, frame, context))
    if isinstance(receiver, Sequence):
        if receiver.items is None and receiver.description.startswith("input ") and isinstance(node, cst.Subscript):
            run.entry.block_picks.update(run.code(element) for element in node.slice)
        return _element(run, node, receiver, index)
    if isinstance(receiver, Mapped):
        if isinstance(index, Tensor):
            run.emit(Hashing(node, index))
        if isinstance(index, Plain) and index.known:
            return receiver.get(index.value) or UNKNOWN
        return join_all([value for _, value in receiver.entries] + ([receiver.element] if receiver.element else []))
    if isinstance(receiver, (Block, Self)):
        if isinstance(node, cst.Subscript):
            run.entry.block_picks.update(run.code(element) for element in node.slice)
        run.note_frozen(node, index, "index")
        return child_at(run, receiver, index)
    if isinstance(receiver, Instance):
        return classes.special(run, node, receiver, "__getitem__", index) or UNKNOWN
    if isinstance(receiver, ParameterDict):
        return ParameterValue()
    if isinstance(receiver, (ImperativeArray, NumPyArray, Opaque)):
        return with_frozen(receiver, frozen_reason(receiver) or frozen_reason(index))
    if isinstance(receiver, Plain):
        if receiver.known and isinstance(receiver.value, (str, bytes)):
            return Plain("str", frozen=receiver.frozen or frozen_reason(index))
        return Plain("", frozen=receiver.frozen or frozen_reason(index))
    return UNKNOWN


def _takes_all(index: Slice) -> bool:
    """`x[:]`, `x[0:]`, `x[::1]`: the tensor itself, in both lives."""
    return index.lower in (None, constant(0)) and index.upper is None and index.step in (None, constant(1))


def _element(run: Run, node: cst.CSTNode, receiver: Sequence, index: Value) -> Value:
    if isinstance(index, Slice):
        return _part(receiver, index)
    frozen = receiver.frozen or frozen_reason(index)
    if frozen and (contains_tensor(receiver) or isinstance(joined(receiver), (Block, Function, OneOf, Operator))):
        run.emit(FrozenUse(node, frozen, "index"))
    if receiver.items is None:
        return with_frozen(receiver.element, frozen)
    if isinstance(index, Plain) and index.known and isinstance(index.value, int):
        if -len(receiver.items) <= index.value < len(receiver.items):
            return with_frozen(receiver.items[index.value], frozen)
        return UNKNOWN
    return with_frozen(join_all(receiver.items), frozen)


def _part(receiver: Sequence, index: Slice) -> Value:
    ends = [index.lower, index.upper, index.step]
    if receiver.items is not None and all(
        end is None or (isinstance(end, Plain) and end.known and (end.value is None or isinstance(end.value, int)))
        for end in ends
    ):
        values = [None if end is None else end.value for end in ends]  # type: ignore[attr-defined]
        if values[2] != 0:
            return Sequence(receiver.type, receiver.items[slice(*values)], identity=0)
    return Sequence(receiver.type, None, joined(receiver), frozen=receiver.frozen)


def child_at(run: Run, value: Value, index: Value) -> Value:
    """`self.body[0]`."""
    found = iteration.children(run, value)
    if not isinstance(index, Plain):
        return dataclasses.replace(value, children=None) if isinstance(value, Block) else UNKNOWN
    if found.items is not None and index.known and isinstance(index.value, int):
        if -len(found.items) <= index.value < len(found.items):
            return found.items[index.value]
        return UNKNOWN
    return joined(found)
