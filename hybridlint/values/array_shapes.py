"""Shapes of arrays outside the graph: those of NumPy and of `mx.nd`."""

from __future__ import annotations

from typing import Optional

from hybridlint.shapes import KnownDims, ShapeGraph
from hybridlint.values.arguments import Arguments
from hybridlint.values.base import NOT_KNOWN, Value
from hybridlint.values.plain import constant
from hybridlint.values.sequence import Sequence


def dims_of_shape(value: Optional[Value]) -> Optional[KnownDims]:
    """Return the lengths of a shape given as an int or a sequence; None if unknown."""
    if value is not None and value.integer is not None:
        return (value.integer,)
    if value is not None and value.items is not None:
        return tuple(item.integer for item in value.items)
    return None


def dims_created(name: str, arguments: Arguments, rule: str) -> Optional[KnownDims]:
    """Return the shape of the array that the function `name` returns: `nd.array([[…]])`, `np.ones((2, 3))`,
    `np.reshape(a, (1, 3))`. `rule` is "same", "reduce" or another, as measured. None if unknown."""
    first = arguments.positional[0] if arguments.positional else arguments.keyword("shape")
    if first is None:
        return None
    if name in ("ones", "zeros", "full", "empty"):
        return dims_of_shape(first)
    if name == "arange":
        return _shape_of_arange(arguments)
    if name == "linspace":
        return _shape_after_operator("linspace", None, num=_integer(arguments.get(2, "num")))
    held = first.literal_dims
    return held if name in ("array", "asarray") else dims_after(held, name, arguments.rest(), rule)


def _shape_after_operator(operator: str, dims: Optional[KnownDims], **attributes: object) -> Optional[KnownDims]:
    """Return the output shape of an operator on an array of shape `dims`, or on no array; None if unknown."""
    if None in attributes.values():
        return None
    graph = ShapeGraph()
    return graph.apply(operator, [] if dims is None else [graph.known(dims)], attributes).dims


def _integer(value: Optional[Value]) -> Optional[int]:
    return None if value is None else value.integer


def _shape_of_arange(arguments: Arguments) -> Optional[KnownDims]:
    """Return the shape of `np.arange(…)`."""
    given = [_integer(value) for value in arguments.positional]
    more = {key for key, _ in arguments.keywords} - {"dtype", "ctx"}
    if more or None in given or not 1 <= len(given) <= 3:
        return (None,)
    start, stop, step = (0, given[0], 1) if len(given) == 1 else (*given, 1)[:3]
    return _shape_after_operator("arange", None, start=start, stop=stop, step=step)


def dims_after(dims: Optional[KnownDims], name: str, arguments: Arguments, rule: str) -> Optional[KnownDims]:
    """Return the shape of the result of method `name` of an array of shape `dims`; None if unknown. `rule` is "same",
    "reduce" or another, as measured."""
    if rule == "same":
        return dims
    if name == "reshape":
        return _reshaped(dims, arguments)
    if not dims:
        return None
    if name in ("T", "transpose") and not arguments.all():
        return dims[::-1]
    axis = _integer(arguments.get(0, "axis"))
    if name == "expand_dims":
        return _shape_after_operator("expand_dims", dims, axis=axis)
    keepdims = arguments.keyword("keepdims") or constant(False)
    if rule == "reduce" and len(dims) > 1:  # NumPy reduces a vector to a scalar
        return _shape_after_operator(
            "reduce", dims, axis=axis, keepdims=None if keepdims.python_value is NOT_KNOWN else keepdims.python_value
        )
    return None


def _reshaped(dims: Optional[KnownDims], arguments: Arguments) -> Optional[KnownDims]:
    several = len(arguments.positional) > 1
    shape = Sequence("tuple", arguments.positional) if several else arguments.get(0, "shape")
    wanted = dims_of_shape(shape)
    if wanted is None or any(length is not None and length < -1 or length == 0 for length in wanted):
        return None  # special codes of MXNet's reshape
    if dims and None not in wanted:
        return _shape_after_operator("reshape", dims, shape=wanted)
    return tuple(None if length == -1 else length for length in wanted)
