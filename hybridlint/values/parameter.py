"""Parameters."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Dict, Mapping, Optional, Tuple

from hybridlint.dataclass import dataclass
from hybridlint.divergences import Kind
from hybridlint.events import Observed, ParameterChanged
from hybridlint.values import array_shapes
from hybridlint.values.arrays import ImperativeArray
from hybridlint.values.base import UNKNOWN, Read, Taint, Value
from hybridlint.values.plain import NONE, Plain, constant
from hybridlint.values.sequence import Sequence, lengths_of

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run
    from hybridlint.values.arguments import Arguments


@dataclass(frozen=True)
class ParameterValue(Value):
    """A `gluon.Parameter` or `Constant` held by a block. `dims` is its declared shape if that is a literal. `alone` is
    True if it was not made by `self.params` and is not registered there. `trained` is False if it gets no gradient.
    `registered` is True if it was read from a layer or from a dictionary of parameters."""

    name: str = ""
    dims: Optional[Tuple[Optional[int], ...]] = None
    alone: bool = False
    trained: bool = True
    registered: bool = False

    is_none = False

    @property
    def holds_parameters(self) -> bool:  # type: ignore[override]
        return not self.registered

    owns_methods = True

    def attribute(self, run: Run, read: Read) -> Optional[Value]:
        if read.name == "shape":
            return lengths_of(self.dims)
        return ImperativeArray(f"`{run.code(read.node)}`", dims=self.known_dims) if read.name == "value" else None

    @property
    def known_dims(self) -> Optional[Tuple[Optional[int], ...]]:
        """The declared shape, None if a length of it is 0: unknown until the first call."""
        return None if self.dims is None or 0 in self.dims else self.dims

    def call_method(
        self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame, discarded: bool = False
    ) -> Value:
        words = f"`{run.code(node)}`"
        recorded = run.recorded.parameter(node, name, lambda: run.tensor_of_parameter(self))
        if recorded is not None:
            return recorded
        if name in ("data", "grad", "list_data", "list_grad", "row_sparse_data"):
            taint = Taint("gradient" if name.endswith("grad") else "parameter", words)
            # `list_data` gives an array for each device.
            return ImperativeArray(words, taint, self.known_dims if name in ("data", "grad") else None)
        if name not in ("set_data", "initialize", "cast", "reset_ctx", "zero_grad"):
            return UNKNOWN
        if not run.constructing:
            run.emit(ParameterChanged(node, name, (arguments.get(0, "data") or NONE).holds_tensor))
        elif name == "initialize" and self.alone and run.is_hybrid(run.building):
            run.note_structure(Observed(node, Kind.PARAMETER_ALONE))
        return NONE


def parameters_among(attributes: Mapping[str, Value]) -> Dict[str, ParameterValue]:
    """Return those of the attributes of a block that are parameters."""
    return {name: value for name, value in attributes.items() if isinstance(value, ParameterValue)}


@dataclass(frozen=True)
class ParameterDict(Value):
    """`self.params`, `self.collect_params()`."""

    def item(self, run: Run, node: ast.AST, index: Value, frame: Frame) -> Value:
        return ParameterValue(registered=True)

    owns_methods = True

    def call_method(
        self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame, discarded: bool = False
    ) -> Value:
        if name == "get":
            untrained = arguments.keyword("grad_req") == constant("null")
            untrained = untrained or arguments.keyword("differentiable") == constant(False)
            shape = array_shapes.dims_of_shape(arguments.keyword("shape"))
            return ParameterValue(arguments.first.string or "", shape, trained=not untrained)
        if name == "get_constant":
            held = arguments.get(1, "value")
            return ParameterValue("constant", None if held is None else held.literal_dims, trained=False)
        if name in ("initialize", "zero_grad", "reset_ctx", "load") and not run.constructing:
            run.emit(ParameterChanged(node, name))
        each = {"values": ParameterValue(registered=True), "keys": Plain("str")}
        each["items"] = Sequence("tuple", (each["keys"], each["values"]))
        return Sequence("dict view", None, each[name]) if name in each else UNKNOWN
