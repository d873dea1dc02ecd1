"""Symbols that are used as lists of rows, and the outputs of an operator that are used as a list."""

from __future__ import annotations

from typing import Iterator, Tuple, Union

from hybridlint.divergences import Divergence, Kind
from hybridlint.events import (
    AttributeRead,
    BinaryOperation,
    BlockCall,
    Hashing,
    Iteration,
    LengthOf,
    ListsJoined,
    MethodCall,
    Unpacking,
)
from hybridlint.mxnet_api import Api
from hybridlint.queries import certain_tensor
from hybridlint.values import LIST_OR_TUPLE, Plain, Sequence, Tensor, Value


def iteration(event: Iteration, api: Api) -> Iterator[Divergence]:
    array = certain_tensor(event.tensor, numpy=True)
    if array is not None and array.outputs == 1 and not array.holds_one_number:
        yield Kind.NOT_ITERABLE.at(event) if array.numpy else Kind.WHOLE_INSTEAD_OF_ROWS.at(event)


def unpacking(event: Unpacking, api: Api) -> Iterator[Divergence]:
    array = certain_tensor(event.tensor, numpy=True)
    if array is None or array.outputs != 1:
        return
    if event.targets > 1:
        yield Kind.TOO_FEW_TO_UNPACK.at(event)
    elif event.targets == 1 and not array.holds_one_number:
        yield Kind.WHOLE_UNPACKED.at(event)


def length(event: LengthOf, api: Api) -> Iterator[Divergence]:
    array = certain_tensor(event.tensor, numpy=True)
    if array is None or array.outputs != 1:
        return
    if array.numpy:
        yield Kind.NO_LENGTH.at(event)
    elif not array.holds_one_number:
        yield Kind.NUMBER_OF_OUTPUTS.at(event)


def hashing(event: Hashing, api: Api) -> Iterator[Divergence]:
    if certain_tensor(event.tensor) is not None:
        yield Kind.NO_HASH.at(event)


def lists_joined(event: ListsJoined, api: Api) -> Iterator[Divergence]:
    inputs = (second for first, second in _both_ways(event) if isinstance(first, Sequence) and first.type == "tuple")
    if any(isinstance(value, Sequence) and value.type == LIST_OR_TUPLE and value.source for value in inputs):
        yield Kind.TUPLE_IS_LIST.at(event)


def steps(event: BlockCall, api: Api) -> Iterator[Divergence]:
    given = certain_tensor(event.arguments.get(0, "inputs")) if event.method == "unroll" else None
    if given is not None and given.as_list:
        yield Kind.OUTPUTS_ARE_NO_STEPS.at(event)


def list_method(event: Union[AttributeRead, MethodCall], api: Api) -> Iterator[Divergence]:
    of_lists = event.name[0] != "_" and hasattr(list, event.name) and api.method(event.name) is None
    array = certain_tensor(event.tensor) if of_lists else None
    called = isinstance(event, AttributeRead) and event.called
    if array is not None and array.as_list and not called:
        yield Kind.NO_LIST_METHOD.at(event)


def outputs_joined(event: BinaryOperation, api: Api) -> Iterator[Divergence]:
    for side, other in _both_ways(event):
        array = certain_tensor(side)
        if array is None or not array.as_list:
            continue
        is_list = isinstance(other, Sequence) or isinstance(other, Tensor) and other.as_list
        repeated = event.operator == "*" and isinstance(other, Plain) and other.type == "int"
        if event.operator == "+" and is_list or repeated:
            lists = isinstance(event.left, Sequence) or isinstance(event.right, Sequence)
            yield Kind.OUTPUTS_NOT_JOINED.at(event, "TypeError" if lists else "MXNetError")
            return


def _both_ways(event: Union[BinaryOperation, ListsJoined]) -> Tuple[Tuple[Value, Value], ...]:
    return (event.left, event.right), (event.right, event.left)
