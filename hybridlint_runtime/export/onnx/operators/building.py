"""A builder of ONNX nodes for converter functions, and their registry."""

from __future__ import annotations

import ast
import dataclasses
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from ..dependencies import import_onnx


class Builder:
    """The ONNX nodes of one node of MXNet's graph.

    `operator` is the MXNet operator, `name` the name of its first output. `inputs` are the names of its input tensors,
    `dtypes` and `shapes` their properties as far as known: shapes are those of one call, None if unknown, and their
    first dimension is often the batch.
    """

    def __init__(self, node: Dict[str, Any], context: Dict[str, Any]) -> None:
        self.name: str = node["name"]
        self.operator: str = node["op"]
        given = [context["outputs_lookup"][entry[0]][entry[1]] for entry in node["inputs"]]
        self.inputs: List[str] = [value.name for value in given]
        self.dtypes: List[Any] = [value.dtype for value in given]
        self.shapes: List[Optional[Tuple[int, ...]]] = [value.shape for value in given]
        self.attributes: Dict[str, str] = node.get("attrs", {})
        self.opset: int = context["opset_version"]
        self.nodes: List[Any] = []
        self._initializers: List[Any] = context["initializer"]
        self._count = 0

    def attribute(self, name: str, default: Any = None) -> Any:
        """Return the value of an attribute: a number, a bool, a tuple, None, or a string."""
        text = self.attributes.get(name)
        if text is None:
            return default
        try:
            return ast.literal_eval(text)
        except (ValueError, SyntaxError):
            return text

    def rank(self, number: int = 0) -> int:
        """Return the rank of an input. Raise NotImplementedError if it is unknown."""
        shape = self.shapes[number]
        if shape is None:
            raise NotImplementedError("the number of dimensions of its input is not known")
        return len(shape)

    def axis(self, default: int = -1) -> int:
        """Return the attribute `axis`, counted from 0."""
        axis = self.attribute("axis", default)
        return int(axis) % self.rank() if axis is not None else default

    def constant(self, values: Any, dtype: Any = None) -> str:
        """Return the name of a new constant. `dtype` defaults to that of the first input."""
        name = self.new()
        array = np.array(values, dtype=self.dtypes[0] if dtype is None else dtype)
        self._initializers.append(import_onnx().numpy_helper.from_array(array, name))
        return name

    def integers(self, *values: int) -> str:
        """Return the name of a new constant: a vector of int64."""
        return self.constant(list(values), np.int64)

    def op(self, kind: str, *inputs: str, outputs: Sequence[str] = (), **attributes: Any) -> str:
        """Add a node and return the name of its first output; it has one with a new name, or `outputs`."""
        names = list(outputs) or [self.new()]
        self.nodes.append(import_onnx().helper.make_node(kind, list(inputs), names, **attributes))
        return names[0]

    def length(self, axis: int, value: str = "") -> str:
        """Return the length of `value`, by default the first input, along `axis`: a vector of one element."""
        return self.op("Gather", self.op("Shape", value or self.inputs[0]), self.integers(axis), axis=0)

    def range(self, axis: int) -> str:
        """Return the numbers from 0 up to the length of the first input along `axis`."""
        length = self.op("Gather", self.op("Shape", self.inputs[0]), self.constant(axis, np.int64), axis=0)
        return self.op("Range", self.constant(0, np.int64), length, self.constant(1, np.int64))

    def slice(self, value: str, start: int, end: int, axis: int = 0) -> str:
        """Return the part of `value` from `start` to `end` along `axis`."""
        return self.op("Slice", value, self.integers(start), self.integers(end), self.integers(axis))

    def reduce(self, kind: str, value: str, axes: Sequence[int], keepdims: bool) -> str:
        """Return a reduction over `axes`, which are an input of `ReduceSum` from opset 13."""
        if kind == "ReduceSum" and self.opset >= 13:
            return self.op(kind, value, self.integers(*axes), keepdims=int(keepdims))
        return self.op(kind, value, axes=list(axes), keepdims=int(keepdims))

    def unsqueeze(self, value: str, axis: int) -> str:
        """Return `value` with a dimension of size 1 at `axis`."""
        if self.opset >= 13:
            return self.op("Unsqueeze", value, self.integers(axis))
        return self.op("Unsqueeze", value, axes=[axis])

    def squeeze(self, value: str, axis: int) -> str:
        """Return `value` without its dimension of size 1 at `axis`."""
        if self.opset >= 13:
            return self.op("Squeeze", value, self.integers(axis))
        return self.op("Squeeze", value, axes=[axis])

    def cast(self, value: str, dtype: Any) -> str:
        return self.op("Cast", value, to=import_onnx().helper.np_dtype_to_tensor_dtype(np.dtype(dtype)))

    def rename(self, value: str, name: str) -> None:
        """Let `value` have the name of an output of the operator. An input, or a constant, gets an Identity."""
        if not any(value in node.output for node in self.nodes):
            self.op("Identity", value, outputs=[name])
            return
        for node in self.nodes:
            for field in (node.input, node.output):
                field[:] = [name if text == value else text for text in field]

    def new(self) -> str:
        self._count += 1
        return f"{self.name}_{self._count}"


Converter = Callable[[Builder], Union[str, List[str]]]


@dataclasses.dataclass(frozen=True)
class Adjustment:
    """Converts the operators `names` in place of MXNet's function. `fault` states what is wrong with that, or that it
    is missing. `build` adds the nodes and returns the name of the output, or those of several."""

    names: Tuple[str, ...]
    fault: str
    build: Converter

    def convert(self, node: Dict[str, Any], **context: Any) -> List[Any]:
        """Convert `node`, with the interface of MXNet's converter functions."""
        builder = Builder(node, context)
        made = self.build(builder)
        if isinstance(made, str):
            builder.rename(made, builder.name)
        else:
            for place, value in enumerate(made):
                builder.rename(value, f"{builder.name}{place}")
        return builder.nodes


#: Operator → its converter.
ADJUSTMENTS: Dict[str, Adjustment] = {}

MISSING = "MXNet has no converter for it"


def adjusts(*names: str, fault: str = MISSING) -> Callable[[Converter], Converter]:
    """Register a function as the converter of the operators `names`."""

    def register(function: Converter) -> Converter:
        for name in names:
            ADJUSTMENTS[name] = Adjustment(names, fault, function)
        return function

    return register
