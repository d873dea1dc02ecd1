"""Symbols that are used as lists of rows, and the outputs of an operator that are used as a list."""

from __future__ import annotations

from typing import FrozenSet, Iterator, Tuple, Union

from hybridlint.dataclass import dataclass
from hybridlint.events import (
    AttributeRead,
    BinaryOperation,
    BlockCall,
    Divergence,
    Hashing,
    Iteration,
    LengthOf,
    ListsJoined,
    MethodCall,
    Unpacking,
    with_bases,
)
from hybridlint.mxnet_api import Api
from hybridlint.queries import certain_tensor, holds_one_number
from hybridlint.symbols.base import Differs, Raises
from hybridlint.values import LIST_OR_TUPLE, Plain, Sequence, Tensor, Value


class WholeInsteadOfRows(Differs):
    """Iterating over a Symbol, or unpacking it, yields its only output: the whole tensor."""

    event: Union[Iteration, Unpacking]


class NotIterable(Raises):
    """A Symbol of `mx.np` cannot be iterated over."""

    event: Iteration
    errors = ("TypeError",)


class TooFewToUnpack(Raises):
    """A Symbol has one output, and is unpacked to several targets."""

    event: Unpacking
    errors = ("ValueError",)


class NumberOfOutputs(Differs):
    """`len` of a Symbol is the number of its outputs."""

    event: LengthOf


class NoLength(Raises):
    """A Symbol of `mx.np` has no length."""

    event: LengthOf
    errors = ("TypeError",)


class NoHash(Raises):
    """A Symbol cannot be hashed."""

    event: Hashing
    errors = ("TypeError",)


class TupleIsList(Raises):
    """An input that is a tuple is a list while tracing, which cannot be added to a tuple."""

    event: ListsJoined
    errors = ("TypeError",)


class OutputsAreNoSteps(Raises):
    """`unroll` of a cell gets the outputs of an operator, one Symbol, as its list of steps."""

    event: BlockCall
    errors = ("AssertionError",)


@dataclass(frozen=True)
class NoListMethod(Raises):
    """`outputs`, the outputs of an operator, are one Symbol, which has no methods of a list."""

    event: Union[AttributeRead, MethodCall]
    outputs: Tensor
    errors = ("AttributeError",)


class OutputsNotJoined(Raises):
    """The outputs of an operator are one Symbol, which is not added to a list or repeated."""

    event: BinaryOperation

    @property
    def exceptions(self) -> FrozenSet[str]:
        lists = any(isinstance(side, Sequence) for side in (self.event.left, self.event.right))
        return with_bases("TypeError" if lists else "MXNetError")


def iteration(event: Iteration, api: Api) -> Iterator[Divergence]:
    array = certain_tensor(event.tensor, numpy=True)
    if array is not None and array.outputs == 1 and not holds_one_number(array):
        yield NotIterable(event) if array.numpy else WholeInsteadOfRows(event)


def unpacking(event: Unpacking, api: Api) -> Iterator[Divergence]:
    array = certain_tensor(event.tensor, numpy=True)
    if array is None or array.outputs != 1:
        return
    if event.targets > 1:
        yield TooFewToUnpack(event)
    elif event.targets == 1 and not holds_one_number(array):
        yield WholeInsteadOfRows(event)


def length(event: LengthOf, api: Api) -> Iterator[Divergence]:
    array = certain_tensor(event.tensor, numpy=True)
    if array is None or array.outputs != 1:
        return
    if array.numpy:
        yield NoLength(event)
    elif not holds_one_number(array):
        yield NumberOfOutputs(event)


def hashing(event: Hashing, api: Api) -> Iterator[NoHash]:
    if certain_tensor(event.tensor) is not None:
        yield NoHash(event)


def lists_joined(event: ListsJoined, api: Api) -> Iterator[TupleIsList]:
    if any(_is_tuple(one) and _is_input(other) for one, other in _both_ways(event)):
        yield TupleIsList(event)


def steps(event: BlockCall, api: Api) -> Iterator[OutputsAreNoSteps]:
    given = certain_tensor(event.arguments.get(0, "inputs")) if event.method == "unroll" else None
    if given is not None and given.as_list:
        yield OutputsAreNoSteps(event)


def list_method(event: Union[AttributeRead, MethodCall], api: Api) -> Iterator[NoListMethod]:
    of_lists = event.name[0] != "_" and hasattr(list, event.name) and api.method(event.name) is None
    array = certain_tensor(event.tensor) if of_lists else None
    called = isinstance(event, AttributeRead) and event.called
    if array is not None and array.as_list and not called:
        yield NoListMethod(event, array)


def outputs_joined(event: BinaryOperation, api: Api) -> Iterator[OutputsNotJoined]:
    for side, other in _both_ways(event):
        array = certain_tensor(side)
        if array is None or not array.as_list:
            continue
        is_list = isinstance(other, Sequence) or isinstance(other, Tensor) and other.as_list
        repeated = event.operator == "*" and isinstance(other, Plain) and other.type == "int"
        if event.operator == "+" and is_list or repeated:
            yield OutputsNotJoined(event)
            return


def _both_ways(event: Union[BinaryOperation, ListsJoined]) -> Tuple[Tuple[Value, Value], ...]:
    return (event.left, event.right), (event.right, event.left)


def _is_tuple(value: Value) -> bool:
    return isinstance(value, Sequence) and value.type == "tuple"


def _is_input(value: Value) -> bool:
    """Return whether `value` is an input that the caller passes as a tuple or a list."""
    return isinstance(value, Sequence) and value.type == LIST_OR_TUPLE and bool(value.source)
