"""Shapes of what the layers, losses and cells of Gluon return."""

from __future__ import annotations

from typing import Any, Dict, Optional

from hybridlint.events import Arguments
from hybridlint.interpreter import names, operator_arguments
from hybridlint.interpreter.run import Run
from hybridlint.mxnet_api import UNKNOWN as NOT_KNOWN
from hybridlint.shapes import UNKNOWN, KnownDims, Shape
from hybridlint.values import NONE, Block, Plain, constant

#: Layers whose output has the shape of their input.
_KEEPS_SHAPE = frozenset(
    ["Activation", "Dropout", "BatchNorm", "BatchNormReLU", "LayerNorm", "InstanceNorm", "GroupNorm", "LeakyReLU"]
    + ["PReLU", "ELU", "SELU", "GELU", "Swish", "SyncBatchNorm", "Identity"]
)
#: Losses that give a number for each sample: measured. (CosineEmbeddingLoss gives a column.)
_OF_EACH_SAMPLE = frozenset(
    ["L1Loss", "L2Loss", "HuberLoss", "HingeLoss", "SquaredHingeLoss", "LogisticLoss", "KLDivLoss", "CTCLoss"]
    + ["SigmoidBCELoss", "SigmoidBinaryCrossEntropyLoss", "SoftmaxCELoss", "SoftmaxCrossEntropyLoss", "TripletLoss"]
    + ["SDMLLoss"]
)
#: Cells whose output, and each of whose states, is a vector of `hidden_size` for each sample.
_CELLS_OF_VECTORS = frozenset(["GRUCell", "LSTMCell", "RNNCell"])
_RECURRENT = ("RNN", "LSTM", "GRU")
#: The options of layers that are given by position, as far as they decide a shape.
POSITIONAL = {
    "Dense": ("units", "activation", "use_bias", "flatten"),
    "Embedding": ("input_dim", "output_dim"),
    **{f"Conv{axes}D": ("channels", "kernel_size", "strides", "padding", "dilation") for axes in (1, 2, 3)},
    **{f"Conv{axes}DTranspose": ("channels",) for axes in (1, 2, 3)},
    **dict.fromkeys(_CELLS_OF_VECTORS, ("hidden_size",)),
    **dict.fromkeys(["GRU", "LSTM"], ("hidden_size", "num_layers", "layout", "dropout", "bidirectional")),
    "RNN": ("hidden_size", "num_layers", "activation", "layout", "dropout", "bidirectional"),
}


def shape_after(run: Run, block: Block, name: str, shape: Optional[Shape]) -> Optional[Shape]:
    """The shape of what a layer called `name` makes of an input of this shape, as far as it can be known."""
    shape = shape or run.shapes.unknown()
    if name in _KEEPS_SHAPE:
        return shape
    if name == "PoissonNLLLoss":  # the mean of all numbers
        return run.shapes.apply("full_reduction", [shape])
    if name in _OF_EACH_SAMPLE:
        return run.shapes.apply("batch_vector", [shape])
    if name in ("Flatten", "HybridFlatten"):
        return run.shapes.apply("Flatten", [shape])
    if name == "Embedding":
        return run.shapes.apply("Embedding", [shape], {"output_dim": _count(block, "output_dim")})
    if name == "Dense":
        flatten = block.option("flatten") in (None, constant(True))
        attributes = {"num_hidden": _count(block, "units"), "units_in": _number(block, "in_units"), "flatten": flatten}
        return run.shapes.apply("FullyConnected", [shape], attributes)
    if name in _RECURRENT:
        return run.shapes.apply("recurrent_layer", [shape], {"units": _units_of_recurrent(block)})
    return _over_space(run, block, name, shape)


def _over_space(run: Run, block: Block, name: str, shape: Shape) -> Optional[Shape]:
    """Convolutions and pooling."""
    stem, _, _ = name.partition("D")
    if block.option("layout") is not None or not stem[-1:].isdigit():
        return None
    attributes: Dict[str, object] = {"axes": int(stem[-1])}
    if name.startswith("Global"):
        return run.shapes.apply("global_pooling", [shape], attributes)
    if name.startswith(("MaxPool", "AvgPool")):
        return run.shapes.apply("layer_pooling", [shape], attributes)
    if not name.startswith("Conv"):
        return None
    options = {"kernel": "kernel_size", "stride": "strides", "pad": "padding", "dilate": "dilation"}
    for attribute, option in options.items():
        value = block.option(option)
        given = None if value is None else operator_arguments.python_value(value)
        attributes[attribute] = UNKNOWN if given is NOT_KNOWN else given
    attributes.update(num_filter=_count(block, "channels"), transposed=name.endswith("Transpose"))
    attributes["units_in"] = _number(block, "in_channels")
    return run.shapes.apply("layer_convolution", [shape], attributes)


def _count(block: Block, option: str) -> object:
    """A number that the block was made with; a default of several stands for itself."""
    value = _number(block, option)
    return UNKNOWN if value is None else value


def _number(block: Block, option: str) -> Optional[int]:
    value = block.option(option)
    return value.count if isinstance(value, Plain) else None


def _units_of_recurrent(layer: Block) -> object:
    """How many numbers a recurrent layer gives for each step."""
    units = _number(layer, "hidden_size")
    directions = _directions(layer)
    if units is None or directions is None or layer.option("projection_size") not in (None, NONE):
        return UNKNOWN
    return units * directions


def _directions(layer: Block) -> Optional[int]:
    both = layer.option("bidirectional") or constant(False)
    return 2 if both == constant(True) else 1 if both == constant(False) else None


def state_of_recurrent(run: Run, layer: Block) -> Shape:
    """The shape of the states of a recurrent layer: layers and directions, samples, units."""
    number = _number(layer, "num_layers") if layer.option("num_layers") is not None else 1
    directions = _directions(layer)
    return run.shapes.known((None if number is None or directions is None else number * directions, None, None))


def vectors_of_cell(run: Run, cell: Block, unrolled: Optional[Arguments] = None) -> Dict[str, Any]:
    """The shape that the output of a cell and each of its states have, as far as it can be known; or that of the
    outputs of all steps in one, where the cell is `unrolled` with those arguments."""
    if names.last(cell.type) not in _CELLS_OF_VECTORS:
        return {}
    dims: KnownDims = (None, _number(cell, "hidden_size"))
    if unrolled is not None:
        steps, layout = unrolled.get(0, "length"), unrolled.get(3, "layout") or constant("NTC")
        length = steps.value if isinstance(steps, Plain) and type(steps.value) is int else None
        dims = tuple(length if layout == constant(order) else None for order in ("TNC", "NTC")) + dims[1:]
    return {"shape": run.shapes.known(dims)}
