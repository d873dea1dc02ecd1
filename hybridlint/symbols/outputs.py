"""The outputs of a graph, which are tensors that operators compute from inputs."""

from __future__ import annotations

from typing import Iterator, Optional, Tuple

from hybridlint.divergences import Divergence, Kind
from hybridlint.events import Returned
from hybridlint.mxnet_api import Api
from hybridlint.queries import tensor, with_conditional_origin
from hybridlint.values import (
    LIST_OR_TUPLE,
    NONE,
    TAKES_GRADIENT,
    Block,
    BoundMethod,
    Class,
    Function,
    ImperativeArray,
    Instance,
    Mapped,
    Namespace,
    NumPyArray,
    Operator,
    ParameterValue,
    Partial,
    Plain,
    Self,
    Sequence,
    Tensor,
    Value,
    alternatives,
    bindings,
    given,
    operand,
    sides,
    without,
)


def kinds(event: Returned, api: Api) -> Iterator[Divergence]:
    value = event.value
    if isinstance(value, Sequence) and value.items == () and value.type in ("list", "tuple"):
        yield Kind.NO_OUTPUT.at(event)
    parts = list(_parts(value))
    if any(part.type == "NoneType" for part in parts):
        yield Kind.NONE_RETURNED.at(event)
    kind = next(filter(None, map(_kind_of_no_tensor, parts)), None)
    if kind is not None:
        yield Kind.NO_TENSOR_RETURNED.at(event, kind=kind)


def unchanged(event: Returned, api: Api) -> Iterator[Divergence]:
    for part in _parts(event.value) if event.inlined else ():
        array = tensor(part, numpy=True)
        if array is not None and array.origin is not None and array.is_still(*TAKES_GRADIENT):
            yield Kind.RETURNED_UNCHANGED.at(event, array=array)
            return


def gradients(event: Returned, api: Api) -> Iterator[Divergence]:
    nodes = [part.node for part in _parts(event.value) if isinstance(part, Tensor) and part.node is not None]
    for name in sorted({node.gradient.missing for node in nodes if node.graph.lacks_gradients} - {""}):
        yield Kind.NO_GRADIENT.at(event, name=name)


def inputs(event: Returned, api: Api) -> Iterator[Divergence]:
    parts = list(_parts(event.value))
    if parts and all(part.of_no_input for part in parts):
        yield Kind.OF_NO_INPUT.at(event)


def _parts(value: Value) -> Iterator[Value]:
    """Yield the elements of a returned value, through lists and tuples."""
    items = _items(value)
    if items is not None:
        for item in items:
            yield from _parts(item)
        return
    for option in alternatives(value):
        for item in _items(option) or ():
            yield from _parts(with_conditional_origin(item))
    yield sides(operand(without(value, lambda binding: _items(binding.value) is not None)))[1]
    optional = (binding.condition for binding in bindings(value) if binding.value == NONE)
    yield from (NONE for condition in optional if condition and given(value, condition) == NONE)


def _items(value: Value) -> Optional[Tuple[Value, ...]]:
    """Return the elements of a list or tuple, of which MXNet makes outputs; None for any other value."""
    if isinstance(value, Sequence) and value.type in ("list", "tuple", LIST_OR_TUPLE):
        return value.possible_items()
    return None


def _kind_of_no_tensor(value: Value) -> Optional[str]:
    """Return the kind of a value that certainly is no tensor, and not None; None for anything else."""
    if isinstance(value, Mapped):
        return "a dict"
    if isinstance(value, Sequence):
        return "a generator" if value.type == "iterator" else f"a {value.type}"
    if isinstance(value, NumPyArray):
        return "a NumPy array"
    if isinstance(value, ImperativeArray):
        return "a constant NDArray"
    if isinstance(value, (Function, Operator, BoundMethod, Partial)):
        return "a function"
    if isinstance(value, (Namespace, Class)):
        return "no tensor"
    if isinstance(value, (Block, Self)):
        return "a block"
    if isinstance(value, (Instance, ParameterValue)):
        return f"an object of `{value.name}`" if isinstance(value, Instance) and value.name else "an object"
    if isinstance(value, Plain):
        named = {"NoneType": None, "": None, "int": "an int", "str": "a string", "bytes": "bytes"}
        return named.get(value.type, f"a {value.type}")
    return None
