"""Operators of layers, whose attributes may be unknown lengths."""

from __future__ import annotations

from typing import Optional, Tuple

from hybridlint.attributes import Unknown
from hybridlint.shapes.calls import (
    Call,
    Inconsistent,
    Result,
    Undetermined,
    checked_length,
    integers_of,
    items_of,
    shape_function,
)
from hybridlint.shapes.decisions import ONE, Dims
from hybridlint.shapes.dimensions import Dimension, as_dimension, floor_divided, product


@shape_function("FullyConnected", of=("data", "weight"))
def fully_connected(call: Call) -> Result:
    units, dims = call.count("num_hidden"), call.dims()
    flatten = call.flag("flatten", True)
    mixed = product(dims[1:]) if flatten else dims[-1]
    _assume_inputs(call, mixed, call.shapes[1][-1] if len(call.shapes) > 1 and call.shapes[1] else None)
    if units == ONE:
        call.assume_several(mixed)
    if len(dims) == 1 or units == mixed == ONE:  # a layer is called with several examples
        call.doubt()
    return (dims[0], units) if flatten else (*dims[:-1], units)


def _assume_inputs(call: Call, length: Dimension, wanted: Optional[Dimension]) -> None:
    """Assume that `length` is the number of inputs of the layer: `wanted`, or the attribute `units_in`."""
    if wanted is None:
        wanted = call.length("units_in") if isinstance(call.attributes.get("units_in"), int) else None
    if wanted is not None:
        call.assume_equal(length, wanted)


#: Attributes with an item for each spatial axis, and their defaults.
_OF_AXES: Tuple[Tuple[str, int], ...] = (("stride", 1), ("pad", 0), ("dilate", 1))


def _of_each(call: Call, name: str, count: int, default: int) -> Tuple[int, ...]:
    given = call.integers(name)
    if not given:
        return (default,) * count
    if len(given) < count or name == "stride" and min(given) < 1:
        raise Inconsistent
    return given[:count]


def _assume_space(call: Call, dims: Dims) -> None:
    """Assume that each spatial axis is longer than 1: pooling would be pointless otherwise."""
    for length in dims[2:]:
        call.assume_several(length)


def _positions(call: Call, length: Dimension, window: int, step: int, padding: int, full: bool = False) -> Dimension:
    """Return the number of positions of a sliding window on an axis."""
    room = length + (padding - window)
    if room.constant is not None and room.constant < 0:
        raise Inconsistent
    return checked_length(floor_divided(room + (step - 1 if full else 0), step) + 1)


@shape_function("Convolution", "DeformableConvolution", of=("data",))
def convolution(call: Call) -> Result:
    """Return the output shape of a convolution. For a layer, `axes` is the number of spatial axes, and `kernel`,
    `stride` and the like may be one number for all axes. They may be unknown."""
    kernel = call.attributes.get("kernel")
    axes = call.integer("axes", len(kernel) if isinstance(kernel, (tuple, list)) else None)
    if call.attribute("layout") not in (None, "NCW", "NCHW", "NCDHW"):
        raise Undetermined
    for name, default in () if "axes" in call.attributes else _OF_AXES:
        if not any(isinstance(item, Unknown) for item in items_of(call.attributes.get(name))):
            _of_each(call, name, axes, default)
    dims = call.dims(rank=axes + 2)
    _assume_inputs(call, dims[1], None)
    space = []
    for axis, length in enumerate(dims[2:]):
        given = [_one_of(call, name, axis, default) for name, default in (("kernel", None), *_OF_AXES)]
        numbers = [number for number in given if number is not None]
        if len(numbers) < len(given) or call.flag("transposed"):
            space.append(ONE if length == ONE and not call.flag("transposed") else call.new_length())
            continue
        size, step, padding, dilation = numbers
        space.append(_positions(call, length, dilation * (size - 1) + 1, step, 2 * padding))
    return (dims[0], call.count("num_filter"), *space)


def _one_of(call: Call, name: str, axis: int, default: Optional[int]) -> Optional[int]:
    value = call.attributes.get(name)
    if value is None or value == ():
        return default
    if isinstance(value, (tuple, list)):
        value = value[axis] if axis < len(value) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


@shape_function("recurrent_layer")
def recurrent_layer(call: Call) -> Result:
    """Return the shape of the outputs of all steps: (time, batch, units) or (batch, time, units)."""
    return (*call.dims(rank=3)[:2], call.length("units"))


@shape_function("Pooling")
def pooling(call: Call) -> Result:
    dims = call.dims()
    if call.attribute("layout") not in (None, "NCW", "NCHW", "NCDHW"):
        raise Undetermined
    if len(dims) < 3 or len(dims) > 5:
        raise Inconsistent
    if call.flag("global_pool"):
        _assume_space(call, dims)
        return (*dims[:2], *(ONE for _ in dims[2:]))
    kernel = integers_of(call.attribute("kernel"))
    dims = call.dims(rank=len(kernel) + 2)
    convention = call.attribute("pooling_convention", "valid")
    if convention not in ("valid", "full"):
        raise Undetermined
    stride, pad = (_of_each(call, name, len(kernel), default) for name, default in (("stride", 1), ("pad", 0)))
    too_wide = [axis for axis, size in enumerate(kernel) if pad[axis] >= size]
    if too_wide and not (len(kernel) == 3 and too_wide == [1]):  # MXNet does not check the second of three axes
        raise Inconsistent
    space = tuple(
        _positions(call, length, size, step, 2 * padding, convention == "full")
        for length, size, step, padding in zip(dims[2:], kernel, stride, pad)
    )
    return (*dims[:2], *space)


@shape_function("layer_pooling")
def layer_pooling(call: Call) -> Result:
    """Return the output shape of a pooling layer, whose windows are unknown unless it has `global_pool`. The attribute
    `axes` is the number of spatial axes."""
    dims = call.dims(rank=call.integer("axes") + 2)
    _assume_space(call, dims)
    return (*dims[:2], *(ONE if call.flag("global_pool") else call.new_length() for _ in dims[2:]))


@shape_function("AdaptiveAvgPooling2D")
def adaptive_pooling(call: Call) -> Result:
    dims = call.dims(rank=4)
    size = call.attributes.get("output_size")
    if isinstance(size, Unknown):
        return (*dims[:2], call.new_length(), call.new_length())
    sizes = call.integers("output_size") or (1,)
    if len(sizes) > 2:
        sizes = (1,)  # as MXNet does
    space = tuple(call.length(name, size) for name, size in zip(("", ""), (sizes * 2)[:2]))
    if sizes in ((1,), (1, 1)):
        _assume_space(call, dims)
    return (*dims[:2], *space)


@shape_function("MultiBoxPrior")
def box_priors(call: Call) -> Result:
    dims = call.dims()
    if len(dims) < 4:
        raise Inconsistent
    given = [call.attributes.get(name) or (1.0,) for name in ("sizes", "ratios")]
    counts = [len(item) if isinstance(item, (tuple, list)) else None for item in given]
    if counts[0] is None or counts[1] is None:
        return (ONE.with_origin("literal"), call.new_length(), as_dimension(4))
    return (ONE.with_origin("literal"), dims[2] * dims[3] * (counts[0] + counts[1] - 1), as_dimension(4))


@shape_function("BilinearResize2D")
def bilinear_resize(call: Call) -> Result:
    dims = call.dims(rank=4)
    if any(call.attributes.get(name) is not None for name in ("mode", "scale_height", "scale_width", "like")):
        raise Undetermined
    return (*dims[:2], call.length("height", 1), call.length("width", 1))
