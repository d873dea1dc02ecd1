"""What is known of the shapes of arrays that are none of the graph: NumPy's, and those of `mx.nd`."""

from __future__ import annotations

import itertools
import math
from typing import List, Optional

from hybridlint.shapes import KnownDims as Dims
from hybridlint.uses import Arguments, Slice
from hybridlint.values import NONE, ImperativeArray, Imported, NumPyArray, Plain, Sequence, Value, constant


def dims_of_shape(value: Optional[Value]) -> Optional[Dims]:
    """The lengths that a written-out shape gives; None if it is not written out."""
    if isinstance(value, Plain) and type(value.value) is int:
        return (value.value,)
    if isinstance(value, Sequence) and value.items is not None:
        return tuple(
            item.value if isinstance(item, Plain) and type(item.value) is int else None for item in value.items
        )
    return None


def dims_of_literal(value: Value) -> Optional[Dims]:
    """The shape of a nested list of numbers, or of an array that was made of one."""
    if isinstance(value, (ImperativeArray, NumPyArray)):
        return value.dims
    if isinstance(value, Plain) and value.type in ("int", "float", "bool"):
        return ()
    if isinstance(value, Sequence) and value.items:
        inner = {dims_of_literal(item) for item in value.items}
        dims = inner.pop() if len(inner) == 1 else None
        return None if dims is None else (len(value.items), *dims)
    return None


def dims_of_made(name: str, arguments: Arguments) -> Optional[Dims]:
    """The shape of what `nd.array([[…]])`, `np.ones((2, 3))`, `np.reshape(a, (1, 3))` and the like make."""
    first = arguments.positional[0] if arguments.positional else arguments.keyword("shape")
    if first is None:
        return None
    if name in ("ones", "zeros", "full", "empty"):
        return dims_of_shape(first)
    if name in ("arange", "linspace"):
        return (_count(name, arguments),)
    if name in ("eye", "identity"):
        return _square(first, arguments.get(1, "M"))
    held = dims_of_literal(first)
    return held if name in ("array", "asarray") else dims_after(held, name, arguments.rest())


def _count(name: str, arguments: Arguments) -> Optional[int]:
    """How many numbers `np.arange(…)` or `np.linspace(…)` gives."""
    given = [value.value if isinstance(value, Plain) else None for value in arguments.positional]
    if name == "linspace":
        count = arguments.get(2, "num")
        return count.value if isinstance(count, Plain) and type(count.value) is int else None
    more = {key for key, _ in arguments.keywords} - {"dtype", "ctx"}
    if more or not all(type(number) is int for number in given) or not 1 <= len(given) <= 3 or given[2:] == [0]:
        return None
    return len(range(*given))  # type: ignore[arg-type]


def _square(rows: Value, columns: Optional[Value]) -> Optional[Dims]:
    one = dims_of_shape(rows)
    other = one if columns is None or columns == constant(0) else dims_of_shape(columns)
    return None if one is None or other is None else one + other


#: Methods and functions whose result has the shape of the array.
_KEEPS_LENGTHS = frozenset(
    ["astype", "copy", "clip", "round", "abs", "absolute", "exp", "log", "sqrt", "square", "sin", "cos", "tanh"]
    + ["zeros_like", "ones_like", "as_in_context", "ascontiguousarray", "triu", "tril"]
)
_REDUCES = frozenset(["mean", "sum", "max", "min", "std", "var", "prod"])


def dims_after(dims: Optional[Dims], name: str, arguments: Arguments) -> Optional[Dims]:
    """The shape of an array of Python's (of NumPy, or of `mx.nd`) after a method."""
    if name in _KEEPS_LENGTHS:
        return dims
    if name in ("T", "transpose") and not arguments.all():
        return None if dims is None else dims[::-1]
    if name == "expand_dims" and dims is not None:
        axis = arguments.get(0, "axis")
        if isinstance(axis, Plain) and type(axis.value) is int and -len(dims) - 1 <= axis.value <= len(dims):
            place = axis.value % (len(dims) + 1)
            return (*dims[:place], 1, *dims[place:])
    if name in _REDUCES:
        return _dims_reduced(dims, arguments)
    return _dims_reshaped(dims, arguments) if name == "reshape" else None


def _dims_reduced(dims: Optional[Dims], arguments: Arguments) -> Optional[Dims]:
    axis, keeps = arguments.get(0, "axis"), arguments.keyword("keepdims")
    if (
        dims is None
        or not isinstance(axis, Plain)
        or type(axis.value) is not int
        or not -len(dims) <= axis.value < len(dims)
    ):
        return None
    if keeps is not None and not (isinstance(keeps, Plain) and keeps.value in (True, False)):
        return None
    place = axis.value % len(dims)
    return dims[:place] + ((1,) if keeps is not None and keeps.value else ()) + dims[place + 1 :]


def dims_indexed(dims: Optional[Dims], index: Value) -> Optional[Dims]:
    """The shape of a part of an array: `table[None, :]`, `table[0]`."""
    if dims is None:
        return None
    left = list(dims)
    found: List[Optional[int]] = []
    for part in index.items or () if isinstance(index, Sequence) and index.type == "tuple" else (index,):
        if part == NONE or isinstance(part, Imported) and part.name == "numpy.newaxis":
            found.append(1)
        elif isinstance(part, Slice) and left:
            length = left.pop(0)
            found.append(length if (part.lower, part.upper, part.step) == (None, None, None) else None)
        elif isinstance(part, Plain) and type(part.value) is int and left:
            left.pop(0)
        else:
            return None
    return (*found, *left)


def _dims_reshaped(dims: Optional[Dims], arguments: Arguments) -> Optional[Dims]:
    several = len(arguments.positional) > 1
    shape = Sequence("tuple", arguments.positional) if several else arguments.get(0, "shape")
    wanted = dims_of_shape(shape)
    if wanted is None or any(length is not None and length < -1 or length == 0 for length in wanted):
        return None  # MXNet has numbers that stand for lengths of what there was
    if dims is not None and wanted.count(-1) == 1 and filled_up(dims, wanted) is not None:
        return filled_up(dims, wanted)
    return tuple(None if length == -1 else length for length in wanted)


def filled_up(dims: Dims, wanted: Dims) -> Optional[Dims]:
    """The shape of an array of these lengths after `reshape(wanted)`, where one length of that is -1."""
    others = [length for length in wanted if length != -1]
    if None in dims or not all(length is not None and length > 0 for length in others):
        return None
    left = math.prod(length for length in dims if length) // math.prod(length for length in others if length)
    return tuple(left if length == -1 else length for length in wanted)


def dims_together(one: Value, other: Value) -> Optional[Dims]:
    """The shape of what two arrays of Python's, or one and a number, give element by element."""
    sides = [dims_of_literal(one), dims_of_literal(other)]
    if sides[0] is None or sides[1] is None:
        return None
    pairs = itertools.zip_longest(sides[0][::-1], sides[1][::-1], fillvalue=1)
    return tuple(left if right == 1 else right for left, right in pairs)[::-1]
