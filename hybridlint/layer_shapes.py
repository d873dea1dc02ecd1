"""Output shapes of the layers, losses and cells of Gluon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from hybridlint.attributes import UNKNOWN
from hybridlint.calls import python_value
from hybridlint.mxnet_api import gluon
from hybridlint.syntax import last_part
from hybridlint.values import NONE, Arguments, Block, Plain, constant

if TYPE_CHECKING:
    from hybridlint.mxnet_api.gluon import BlockClass
    from hybridlint.shapes import KnownDims, Shape, ShapeGraph


def shape_after(shapes: ShapeGraph, block: Block, known: BlockClass, shape: Optional[Shape]) -> Optional[Shape]:
    """Return the output shape of a layer for an input of this shape; None if unknown."""
    shape = shape or shapes.unknown()
    name = last_part(block.type)
    if known.shape == "same":
        return shape
    if known.shape == "one":
        return shapes.apply("full_reduction", [shape])
    if known.shape == "samples":
        return shapes.apply("batch_vector", [shape])
    if name in ("Flatten", "HybridFlatten"):
        return shapes.apply("Flatten", [shape])
    if name == "Embedding":
        return shapes.apply("Embedding", [shape], {"output_dim": _count(block, "output_dim")})
    if name == "Dense":
        flatten = block.option("flatten") in (None, constant(True))
        attributes = {"num_hidden": _count(block, "units"), "units_in": _number(block, "in_units"), "flatten": flatten}
        return shapes.apply("FullyConnected", [shape], attributes)
    if known.kind == "recurrent layer":
        return shapes.apply("recurrent_layer", [shape], {"units": _units_of_recurrent(block)})
    return _spatial_layer(shapes, block, name, shape)


def _spatial_layer(shapes: ShapeGraph, block: Block, name: str, shape: Shape) -> Optional[Shape]:
    """Return the output shape of a convolution or pooling layer; None of any other, or if unknown."""
    stem, given = name.partition("D")[0], dict(block.options)
    if "layout" in given or not stem[-1:].isdigit():
        return None
    attributes: Dict[str, object] = {"axes": int(stem[-1])}
    if "Pool" in name:
        return shapes.apply("layer_pooling", [shape], {**attributes, "global_pool": name.startswith("Global")})
    if not name.startswith("Conv"):
        return None
    options = {"kernel": "kernel_size", "stride": "strides", "pad": "padding", "dilate": "dilation"}
    for attribute, option in options.items():
        attributes[attribute] = python_value(given[option]) if option in given else None
    attributes.update(num_filter=_count(block, "channels"), transposed=name.endswith("Transpose"))
    attributes["units_in"] = _number(block, "in_channels")
    return shapes.apply("Convolution", [shape], attributes)


def _count(block: Block, option: str) -> object:
    """Return an integer argument of the constructor of `block`; the shape UNKNOWN if it is not known."""
    value = _number(block, option)
    return UNKNOWN if value is None else value


def _number(block: Block, option: str) -> Optional[int]:
    value = block.option(option)
    return value.count if isinstance(value, Plain) else None


def _units_of_recurrent(layer: Block) -> object:
    """Return the length of the output of a recurrent layer for each step."""
    units = _number(layer, "hidden_size")
    directions = _directions(layer)
    if units is None or directions is None or layer.option("projection_size") not in (None, NONE):
        return UNKNOWN
    return units * directions


def _directions(layer: Block) -> Optional[int]:
    both = layer.option("bidirectional") or constant(False)
    return 2 if both == constant(True) else 1 if both == constant(False) else None


def state_of_recurrent(shapes: ShapeGraph, layer: Block) -> Shape:
    """Return the shape of the states of a recurrent layer: (layers * directions, batch, units)."""
    number = _number(layer, "num_layers") if layer.option("num_layers") is not None else 1
    directions = _directions(layer)
    return shapes.known((None if number is None or directions is None else number * directions, None, None))


def vectors_of_cell(shapes: ShapeGraph, cell: Block, unrolled: Optional[Arguments] = None) -> Dict[str, Any]:
    """Return the shape of the output and of each state of a cell, as keyword argument of `Run.fresh`; with the
    arguments of `unrolled`, that of the merged outputs of all steps. The result is empty if the shape is unknown."""
    known = gluon.block(cell.type)
    if known is None or known.shape != "vectors":
        return {}
    dims: KnownDims = (None, _number(cell, "hidden_size"))
    if unrolled is not None:
        steps, layout = unrolled.get(0, "length"), unrolled.get(3, "layout") or constant("NTC")
        length = None if steps is None else steps.integer
        dims = tuple(length if layout == constant(order) else None for order in ("TNC", "NTC")) + dims[1:]
    return {"shape": shapes.known(dims)}
