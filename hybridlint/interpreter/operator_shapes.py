"""What is known of the shapes that operators and functions of MXNet make."""

from __future__ import annotations

import dataclasses
from typing import Callable, Dict, Optional, Tuple

from hybridlint import mxnet_api
from hybridlint.interpreter import array_shapes, operator_arguments
from hybridlint.interpreter.operator_arguments import python_value
from hybridlint.mxnet_api import Function
from hybridlint.shapes import FLAT, Dims, Shape, shape_of_two
from hybridlint.uses import Arguments
from hybridlint.values import Plain, Sequence, Tensor, Value


@dataclasses.dataclass
class _Call:
    """One call of an operator: `own` is the shape of its first tensor."""

    described: Function
    positional: Tuple[Value, ...]
    named: Dict[str, Value]
    starred: bool

    @property
    def own(self) -> Optional[Shape]:
        first = self.positional[0] if self.positional else self.named.get("data")
        return first.shape if isinstance(first, Tensor) else None

    def integer(self, name: str, otherwise: Optional[int] = None) -> Optional[int]:
        """The argument `name` where it is a known integer, `otherwise` where it is not given."""
        value = self.python(name, otherwise)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def count(self, name: str, otherwise: Optional[int] = None) -> Optional[int]:
        """How many the argument `name` asks for; several as well where they are the default of a configuration."""
        value = self.named.get(name)
        if value is None:
            return otherwise
        return value.count if isinstance(value, Plain) and not value.frozen else None

    def python(self, name: str, otherwise: object = None) -> object:
        """The argument `name` as a Python value; `otherwise` where it is not given."""
        return python_value(self.named[name]) if name in self.named else otherwise


def shape_of(path: str, described: Function, arguments: Arguments) -> Optional[Shape]:
    """The shape of what the operator `path` gives back, as far as it is known."""
    named = operator_arguments.by_name(described, arguments)
    call = _Call(described, arguments.positional, named, arguments.starred)
    own = call.own
    rule = _OF_OPERATORS.get(path.rsplit(".", 1)[-1])
    if path.startswith(("random.", "random_")) and rule is None:
        return _drawn(call)
    if rule is not None:
        return rule(call)
    if described.shape_rule == "reduce":
        reduced = _reduced(call, own or Shape())
        return reduced if own is not None or reduced is not None and reduced.dims == (1,) else None
    if described.keeps_shape:
        return own
    if own is not None and described.shape_rule == "broadcast" and len(call.positional) >= 2:
        other = call.positional[1]
        if isinstance(other, Tensor):
            return own if other.shape == own else shape_of_two(0, own, other.shape)
        return own if isinstance(other, Plain) else None
    return None


def _written_out(call: _Call) -> Optional[Shape]:
    return _of_lengths(array_shapes.dims_of_shape(call.named.get("shape")))


def _of_lengths(dims: Optional[Dims]) -> Optional[Shape]:
    """A shape that is asked for. One of which no length is written out says nothing but the rank."""
    return None if dims is None else Shape(dims, literal=any(length is not None for length in dims))


def _drawn(call: _Call) -> Optional[Shape]:
    """Random numbers: for parameters that are tensors, so many of each."""
    if any(isinstance(value, Tensor) for value in (*call.positional, *call.named.values())):
        return call.own if "shape" not in call.named else None
    return _written_out(call)


def _eye(call: _Call) -> Optional[Shape]:
    rows, columns = call.python("N", 0), call.python("M", 0)
    return Shape((rows, columns or rows), literal=True) if type(rows) is type(columns) is int else None


def _moments(call: _Call) -> Optional[Shape]:
    return None if call.own is None else _reduced(call, call.own, axis_name="axes")


def _like_other(call: _Call) -> Optional[Shape]:
    """`broadcast_like(x, y)` without axes."""
    other = call.positional[1] if len(call.positional) == 2 and len(call.named) == 2 else None
    return other.shape if isinstance(other, Tensor) else None


def _chosen(call: _Call) -> Optional[Shape]:
    chosen = call.named.get("x")
    return chosen.shape if isinstance(chosen, Tensor) else None


def _expanded(call: _Call) -> Optional[Shape]:
    axis = call.python("axis")
    return call.own.after(("expand", axis)) if call.own is not None and type(axis) is int else None


def _drawn_at_lengths(call: _Call) -> Optional[Shape]:
    """`randn(2, 3)`."""
    return None if call.starred else _of_lengths(array_shapes.dims_of_shape(Sequence("tuple", call.positional)))


def _stacked(call: _Call) -> Optional[Shape]:
    """So many arrays upon one another: one more axis."""
    axis, number = call.integer("axis", 0), None if call.starred else len(call.positional)
    return call.own and call.own.after(("stacked", None if axis is None else (axis, number)))


def _transposed(call: _Call) -> Optional[Shape]:
    own, axes = call.own, call.python("axes")
    if own is None:
        return None
    if axes in (None, ()):
        return own.after(("turned", None)) if own.dims is None else Shape(own.dims[::-1])
    if not isinstance(axes, tuple) or not all(type(axis) is int for axis in axes):
        return None
    return _in_order(own, axes)


def _in_order(own: Shape, axes: Tuple[int, ...]) -> Optional[Shape]:
    if own.dims is None:
        return own.after(("turned", axes))
    return Shape(tuple(own.dims[axis] for axis in axes)) if sorted(axes) == list(range(len(own.dims))) else None


def _vectors(length: str) -> Callable[[_Call], Optional[Shape]]:
    return lambda call: call.own and call.own.of_vectors(call.count(length))


def _arange(call: _Call) -> Optional[Shape]:
    start, step, repeat = call.integer("start"), call.integer("step", 1), call.integer("repeat", 1)
    stop = call.python("stop")
    if start is None or not step or repeat is None or not (stop is None or type(stop) is int):
        return Shape((None,), literal=True)
    numbers = range(0, start, step) if stop is None else range(start, call.integer("stop") or 0, step)
    return Shape((len(numbers) * repeat,), literal=True)


def _counted(call: _Call) -> Optional[Shape]:
    """`arange_like`: a count of each position, or of those along one axis."""
    own, axis = call.own, call.python("axis")
    if own is None or axis is None:
        return own
    if type(axis) is not int or own.dims is not None:
        return Shape((own.length(axis) if type(axis) is int else None,))
    return own.after(("drop", ("all but", axis))) if axis not in (0, -1) else Shape((None,))


def _split(call: _Call) -> Optional[Shape]:
    """That of each of the parts."""
    parts, axis = call.count("num_outputs"), call.integer("axis", 1)
    squeezed = call.python("squeeze_axis", False)
    if call.own is None or parts is None or parts < 2 or axis is None or squeezed not in (True, False, 0, 1):
        return None
    return call.own.after(("drop", (axis,)) if squeezed else ("part", (axis, parts)))


def _largest(call: _Call) -> Optional[Shape]:
    """`topk`, which gives one of each row unless it is asked for more."""
    axis, kind, count = call.integer("axis", -1), call.python("ret_typ", "indices"), call.count("k", 1)
    if call.own is None or axis is None:
        return None
    if kind == "mask":
        return call.own
    if count is None or count < 1 or kind not in ("indices", "value", "both"):
        return None
    return call.own.after(("keep", (axis,)) if count == 1 else ("cut", (axis, count)))


def _picked(call: _Call) -> Optional[Shape]:
    axis, keepdims = call.integer("axis", -1), call.python("keepdims", False)
    if call.own is None or axis is None or keepdims not in (True, False, 0, 1):
        return None
    return call.own.after(("keep" if keepdims else "drop", (axis,)))


def _taken(call: _Call) -> Optional[Shape]:
    """`take` along the first axis, which the axes of the indices replace."""
    own, indices = call.own, call.named.get("indices")
    dims = indices.shape.dims if isinstance(indices, Tensor) and indices.shape is not None else None
    if dims is None or call.integer("axis", 0) != 0:
        return None
    if own is not None and own.dims:
        return Shape(dims + own.dims[1:])
    return Shape(lengths=tuple((axis, length) for axis, length in enumerate(dims) if length is not None))


def _flattened(call: _Call) -> Optional[Shape]:
    return call.own and call.own.after(FLAT)


def _fully_connected(call: _Call) -> Optional[Shape]:
    units, flat = call.count("num_hidden"), call.python("flatten", True) in (True, 1)
    if units == 1 and call.own is not None:
        return (call.own.after(FLAT) if flat else call.own).after(("keep", (-1,)))
    return Shape((None, units)) if flat else None


def _convolved(call: _Call) -> Optional[Shape]:
    kernel = call.python("kernel")
    if not isinstance(kernel, tuple) or "layout" in call.named:
        return None
    return Shape((None, call.count("num_filter"), *(None for _ in kernel)))


def _product(call: _Call) -> Optional[Shape]:
    """`dot` of a batch of vectors and a matrix whose lengths are written out."""
    other = call.positional[1] if len(call.positional) > 1 else call.named.get("rhs")
    dims = other.shape.dims if isinstance(other, Tensor) and other.shape is not None else None
    if dims is None or len(dims) != 2 or call.python("transpose_a", False) not in (False, 0):
        return None
    turned = call.python("transpose_b", False)
    length = dims[0 if turned in (True, 1) else 1] if turned in (True, False, 0, 1) else None
    own = None if call.own is None else call.own.dims
    return Shape((*own[:-1], length) if own else (None, length))


def _batch_product(call: _Call) -> Optional[Shape]:
    return Shape((None, None, None))


def _swapped(call: _Call) -> Optional[Shape]:
    own, one, other = call.own, call.integer("dim1", 0), call.integer("dim2", 0)
    if own is None or one is None or other is None or min(one, other) < 0:
        return None
    rank = max(one, other) + 1 if own.dims is None else len(own.dims)
    if max(one, other) >= rank or own.dims is None and any(axis < 0 for axis, _ in own.lengths):
        return None
    order = list(range(rank))
    order[one], order[other] = other, one
    return _in_order(own, tuple(order))


def _adaptively_pooled(call: _Call) -> Optional[Shape]:
    to_one = call.python("output_size", 1) in (1, (1,), (1, 1))
    return call.own.after(("keep", (2, 3))) if call.own is not None and to_one else None


def _pooled(call: _Call) -> Optional[Shape]:
    whole = call.python("global_pool") is True
    return call.own.after(("keep", (2, 3))) if call.own is not None and whole else None


def _one_slice(call: _Call) -> Optional[Shape]:
    """`slice_axis`, where it is written out how many positions of an axis it keeps."""
    axis, begin, end = (call.python(name, mxnet_api.UNKNOWN) for name in ("axis", "begin", "end"))
    if call.own is None or type(axis) is not int or type(begin) is not int:
        return None
    if type(end) is int and end != 0 and (begin < 0) == (end < 0):
        length = end - begin
    elif begin < 0 and end is None:
        length = -begin
    else:
        return None
    return call.own.after(("keep", (axis,)) if length == 1 else ("cut", (axis, length)))


def _sliced(call: _Call) -> Optional[Shape]:
    """`slice`, of an array whose lengths are known and which is cut from written-out positions to others."""
    dims = None if call.own is None else call.own.dims
    begin, end = call.python("begin"), call.python("end")
    if (
        call.own is None
        or dims is None
        or not isinstance(begin, tuple)
        or not isinstance(end, tuple)
        or "step" in call.named
    ):
        return None
    if len(begin) > len(dims) or not all(place is None or type(place) is int for place in begin + end):
        return None
    cut = [None if length is None else len(range(length)[a:b]) for length, a, b in zip(dims, begin, end)]
    return Shape((*cut, *dims[len(cut) :]), literal=call.own.literal)


def _sliced_like(call: _Call) -> Optional[Shape]:
    """`slice_like`, which takes lengths of another array. Of one position it leaves one."""
    own, axes = call.own, call.python("axes", ())
    other = call.positional[1] if len(call.positional) > 1 else call.named.get("shape_like")
    if own is None or own.dims is None or not isinstance(axes, tuple) or not isinstance(other, Tensor):
        return None
    dims, like = list(own.dims), other.shape or Shape()
    for axis in axes or range(len(dims)):
        if type(axis) is not int or not -len(dims) <= axis < len(dims):
            return None
        dims[axis] = 1 if dims[axis] == 1 else like.length(axis)
    return Shape(tuple(dims), literal=own.literal)


def _reshaped(call: _Call) -> Optional[Shape]:
    """0 stands for a length as it was, -1 for the one that is left over."""
    own, wanted = call.own, array_shapes.dims_of_shape(call.named.get("shape"))
    if wanted is None:
        return None
    if all(length is not None and length > 0 for length in wanted):
        return Shape(wanted, literal=True)
    if own is not None and own.dims is not None and None not in own.dims and wanted.count(-1) == 1:
        dims = array_shapes.filled_up(own.dims, wanted)
        return None if dims is None else Shape(dims, literal=True)
    if any(length is not None and length < -1 for length in wanted):
        return None
    from_start = own is not None and call.python("reverse", False) in (False, 0)
    kept = [own.length(axis) if own is not None and from_start else None for axis in range(len(wanted))]
    dims = tuple(kept[axis] if length == 0 else length if length != -1 else None for axis, length in enumerate(wanted))
    if own is not None and own.dims is None and own.steps and sorted(map(str, wanted)) in (["-1", "1"], ["0", "1"]):
        kind, axes = own.steps[-1][:2]
        if kind == "drop":  # what was reduced, beside what it was reduced from again: `keepdims` by hand
            return Shape(dims, own.base, own.steps + (("expand", wanted.index(1)),))
        if kind == "keep" and axes in ((1,), (-1,)) and wanted[0] == 1:  # a column as a row
            return Shape(dims, own.base, own.steps + (("turned", None),))
    return Shape(dims, literal=own is not None and own.literal)


def _reduced(call: _Call, own: Shape, axis_name: str = "axis") -> Optional[Shape]:
    keepdims = call.python("keepdims", False)
    axis = call.python(axis_name, call.described.reduce_axis if axis_name == "axis" else None)
    if call.python("exclude", False) is not False:
        return own.after(("keep", ("?",))) if keepdims in (True, 1) and own.dims is None else None
    if axis == "all" or axis is None or axis == ():
        axes: Optional[Tuple[int, ...]] = None
    elif type(axis) is int:
        axes = (axis,)
    elif isinstance(axis, tuple) and all(type(one) is int for one in axis):
        axes = tuple(sorted(axis))
    elif keepdims in (True, 1) and own.dims is None:
        return own.after(("keep", ("?",)))  # an axis that the configuration names
    else:
        return None
    if keepdims in (True, 1):
        return own.after(("keep", axes))
    if keepdims not in (False, 0):
        return None
    return Shape((1,), literal=True, reduced=own.base or -1) if axes is None else own.after(("drop", axes))


#: The last part of an operator's name → what makes its shape of a call.
_OF_OPERATORS: Dict[str, Callable[[_Call], Optional[Shape]]] = {
    **dict.fromkeys(("ones", "zeros", "full", "empty"), _written_out),
    **dict.fromkeys(("ones_like", "zeros_like"), lambda call: call.own),
    **dict.fromkeys(("broadcast_like", "reshape_like"), _like_other),
    "size_array": lambda call: Shape((1,), literal=True),
    "shape_array": lambda call: Shape((None,)),
    **dict.fromkeys(("normal", "uniform"), _drawn),
    "randn": _drawn_at_lengths,
    "eye": _eye,
    "moments": _moments,
    "where": _chosen,
    "expand_dims": _expanded,
    "stack": _stacked,
    "transpose": _transposed,
    "one_hot": _vectors("depth"),
    "Embedding": _vectors("output_dim"),
    "arange": _arange,
    "arange_like": _counted,
    **dict.fromkeys(("split", "SliceChannel"), _split),
    "topk": _largest,
    "pick": _picked,
    "take": _taken,
    **dict.fromkeys(("flatten", "Flatten"), _flattened),
    "FullyConnected": _fully_connected,
    "Convolution": _convolved,
    "dot": _product,
    "batch_dot": _batch_product,
    **dict.fromkeys(("swapaxes", "SwapAxis"), _swapped),
    "AdaptiveAvgPooling2D": _adaptively_pooled,
    "Pooling": _pooled,
    "slice_axis": _one_slice,
    "slice": _sliced,
    "slice_like": _sliced_like,
    "reshape": _reshaped,
}
