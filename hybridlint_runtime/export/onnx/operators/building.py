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

    def axis(self, default: int = -1, name: str = "axis") -> int:
        """Return the attribute `axis`, counted from 0."""
        axis = self.attribute(name, default)
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

    def op(self, kind: str, *inputs: str, to: Union[str, Sequence[str]] = (), **attributes: Any) -> str:
        """Add a node and return the name of its first output, which is new, or `to`."""
        outputs = [to] if isinstance(to, str) else list(to) or [self.new()]
        self.nodes.append(import_onnx().helper.make_node(kind, list(inputs), outputs, **attributes))
        return outputs[0]

    def sum(self, value: str, axes: Sequence[int], keepdims: bool, to: Union[str, Sequence[str]] = ()) -> str:
        """Return the sum over `axes`, which are an input from opset 13."""
        if self.opset >= 13:
            return self.op("ReduceSum", value, self.integers(*axes), to=to, keepdims=int(keepdims))
        return self.op("ReduceSum", value, to=to, axes=list(axes), keepdims=int(keepdims))

    def unsqueeze(self, value: str, axis: int) -> str:
        """Return `value` with a dimension of size 1 at `axis`."""
        if self.opset >= 13:
            return self.op("Unsqueeze", value, self.integers(axis))
        return self.op("Unsqueeze", value, axes=[axis])

    def cast(self, value: str, dtype: Any, to: Union[str, Sequence[str]] = ()) -> str:
        """Return `value` as another dtype."""
        onnx = import_onnx()
        outputs = [to] if isinstance(to, str) else list(to) or [self.new()]
        kind = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
        self.nodes.append(onnx.helper.make_node("Cast", [value], outputs, to=kind))
        return outputs[0]

    def new(self) -> str:
        """Return a unique tensor name."""
        self._count += 1
        return f"{self.name}_{self._count}"


@dataclasses.dataclass(frozen=True)
class Adjustment:
    """Converts the operators `names` in place of MXNet's function. `fault` states what is wrong with that, or that it
    is missing."""

    names: Tuple[str, ...]
    fault: str
    build: Callable[[Builder], None]

    def convert(self, node: Dict[str, Any], **context: Any) -> List[Any]:
        """Convert `node`, with the interface of MXNet's converter functions."""
        builder = Builder(node, context)
        self.build(builder)
        return builder.nodes


#: Operator → its converter.
ADJUSTMENTS: Dict[str, Adjustment] = {}

MISSING = "MXNet has no converter for it"


def adjusts(*names: str, fault: str = MISSING) -> Callable[[Callable[[Builder], None]], Callable[[Builder], None]]:
    """Register a function as the converter of the operators `names`."""

    def register(function: Callable[[Builder], None]) -> Callable[[Builder], None]:
        for name in names:
            ADJUSTMENTS[name] = Adjustment(names, fault, function)
        return function

    return register
