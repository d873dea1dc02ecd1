"""Tensors while MXNet 2 records a graph by deferred compute: `forward` runs once, with arrays.

Every operation of an array is possible. Python values computed from their values or shapes are constants of the graph:
they get the taint "value" or "shape", and an event is recorded where they are used.
"""

from __future__ import annotations

import ast
import weakref
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional

from hybridlint.calls import bind
from hybridlint.divergences import Kind
from hybridlint.events import MethodCall, OperatorCall, Printing, TaintUse
from hybridlint.interpreter.engine import traced
from hybridlint.mxnet_api import Function, Method
from hybridlint.symbols.recording import gives_number
from hybridlint.values import (
    UNKNOWN,
    UNTAINTED,
    Arguments,
    BoundMethod,
    ImperativeArray,
    NumPyArray,
    Opaque,
    Plain,
    Sequence,
    Taint,
    Tensor,
    Value,
    taint_among,
)

if TYPE_CHECKING:
    from hybridlint.interpreter import Run

#: The dependence of a Python result according to the tables → the kind of its taint.
_KINDS = {"values": "value", "shapes": "shape"}
#: Attributes that are arrays.
_ARRAYS = {"grad": "a gradient"}


class Tracing:
    """The operations of a tensor while Symbols trace, as far as they differ from :class:`Recording`: Python reads
    nothing that the graph has as a constant. None is returned for what is evaluated without regard to either."""

    def __init__(self, run: Run) -> None:
        # The run holds this object: a cycle would keep all values of an analysis until a garbage collection.
        self._run: Run = weakref.proxy(run)

    def of_values(self, node: ast.AST, *given: Value) -> Taint:
        """Return the taint of a number read at `node` from the tensors `given`, if known."""
        return UNTAINTED

    def of_shape(self, node: ast.AST, tensor: Tensor) -> Taint:
        """Return the taint of a length read from `tensor` at `node`."""
        return UNTAINTED

    def attribute(self, node: ast.AST, tensor: Tensor, name: str) -> Optional[Value]:
        """Return the value of `tensor.name`."""
        return None

    def call_method(
        self, node: ast.Call, tensor: Tensor, name: str, arguments: Arguments, discarded: bool
    ) -> Optional[Value]:
        """Evaluate `tensor.name(arguments)`."""
        return None

    def call_function(self, node: ast.Call, path: str, arguments: Arguments) -> Optional[Value]:
        """Evaluate `mx.np.exp(…)`, `mx.npx.relu(…)`. `path` is the name below `mx`."""
        return None

    def call_numpy(self, node: ast.Call, name: str, arguments: Arguments) -> Optional[Value]:
        """Evaluate a function of NumPy or `math` that computes with arrays of MXNet."""
        return None

    def parameter(self, node: ast.Call, name: str, tensor: Callable[[], Tensor]) -> Optional[Value]:
        """Evaluate a method of a parameter, whose data are `tensor()`."""
        return None

    def note_batch(self, node: ast.AST, layer: str, makes_states: bool) -> None:
        """Record that a layer of Gluon computes with the batch size of the first call."""

    def note_rows(self, node: ast.AST, tensor: Tensor, construct: str) -> None:
        """Record that Python iterates over the rows of a tensor: the graph has their number of the first call."""
        taint = self.of_shape(node, tensor)
        if taint and tensor.certain and tensor.outputs == 1 and construct != "unpacking":
            self._run.emit(TaintUse(node, taint, "branch"))

    def note_printed(self, node: ast.AST, value: Value) -> None:
        """Record that a number is printed that changes between calls."""
        if value.any_taint.kind in _KINDS.values():
            self._run.emit(Printing(node, value))


class Recording(Tracing):
    """The operations of a tensor while deferred compute records."""

    def of_values(self, node: ast.AST, *given: Value) -> Taint:
        """Return the taint of a number read at `node` from the tensors `given`, if known; untainted for a
        `gluon.Constant`."""
        if given and all(isinstance(value, Tensor) and value.is_still("constant") for value in given):
            return UNTAINTED
        return Taint("value", f"`{self._run.code(node)}`", id(node))

    def of_shape(self, node: ast.AST, tensor: Tensor) -> Taint:
        """Return the taint of a length read from `tensor` at `node`; untainted for a parameter, whose shape is the same
        in every call."""
        if tensor.is_still("parameter", "constant") or tensor.of_no_input:
            return UNTAINTED
        return Taint("shape", f"`{self._run.code(node)}`", id(node))

    def attribute(self, node: ast.AST, tensor: Tensor, name: str) -> Value:
        """Return the value of `tensor.name`."""
        if name == "T":
            return self._run.part(tensor)
        if name in _ARRAYS:
            return ImperativeArray(_ARRAYS[name])
        described = self._run.api.np_method(name)
        if described is None:
            return UNKNOWN
        if described.kind == "method":
            return BoundMethod(tensor, name)
        if described.python != "shapes":
            return Opaque()
        length = Plain("int", taint=self.of_shape(node, tensor))
        return Sequence("tuple", None, length, taint=length.taint) if name == "shape" else length

    def call_method(self, node: ast.Call, tensor: Tensor, name: str, arguments: Arguments, discarded: bool) -> Value:
        """Evaluate `tensor.name(arguments)`."""
        described = self._run.api.np_method(name)
        if described is not None and described.returns_itself:
            return tensor
        self._run.emit(MethodCall(node, tensor, name, arguments, discarded))
        for value in arguments.all():
            self._run.note_taint(node, value, "argument")
        if described is None:
            self._run.unknown_call(tensor)
            return UNKNOWN
        if described.python is not None:
            return self._read(node, described, tensor)
        return self._result(node, described, (tensor, *arguments.all()), described.outputs)

    def _taint(self, node: ast.AST, described: Any, *given: Value) -> Taint:
        """Return the taint of the Python result of the function or method `described` for the arguments `given`."""
        if described.python == "shapes" and given and isinstance(given[0], Tensor):
            return self.of_shape(node, given[0])
        return (
            self.of_values(node, *given)
            if described.python == "values"
            else Taint("shape", f"`{self._run.code(node)}`", id(node))
        )

    def _read(self, node: ast.Call, described: Method, tensor: Tensor) -> Value:
        """Return the result of a method that copies values of an array to Python."""
        if described.python not in _KINDS:
            return Opaque()
        taint = self._taint(node, described, tensor)
        if described.name == "asnumpy":
            return NumPyArray(taint)
        if described.name == "tolist":
            return Sequence("list", None, Plain("", taint=taint), taint=taint)
        return Plain("number" if described.python == "values" else "", taint=taint)

    def call_function(self, node: ast.Call, path: str, arguments: Arguments) -> Value:
        """Evaluate `mx.np.exp(…)`, `mx.npx.relu(…)`. `path` is the name below `mx`."""
        described = self._run.api.function(path)
        given = arguments.all()
        if self._run.constructing:
            return (
                ImperativeArray(f"`{self._run.code(node)}`")
                if described is not None and not described.python
                else UNKNOWN
            )
        self._run.emit(OperatorCall(node, "both", bind(self._run.api, path, arguments)))
        if "mxnet" in self._run.attempt.seeded and described is not None and described.random:
            self._run.observe(self._run.attempt.seeded["mxnet"], Kind.SEED_IN_CALL)
        for name, value in (*(("", value) for value in arguments.positional), *arguments.keywords):
            if name != "out" and not isinstance(value, ImperativeArray):
                self._run.note_taint(node, value, "argument")
        if described is None:
            return UNKNOWN
        if described.depends_on_mode:
            self._run.note_mode_dependent()
        if described.python is not None:
            return Plain("", taint=self._taint(node, described, *given)) if described.python in _KINDS else Opaque()
        if described.recorded is False and gives_number(path, arguments):
            of_tensors = any(value.holds_tensor for value in given)
            return Plain("number", taint=self.of_values(node, *given) if of_tensors else taint_among(given))
        if not any(value.holds_tensor for value in given) and described.made is False:
            return ImperativeArray(f"`{self._run.code(node)}`", taint_among(given))
        return self._result(node, described, given, described.count_outputs({"*": len(arguments.positional)}))

    def _result(self, node: ast.AST, described: Any, given: Any, outputs: Optional[int]) -> Value:
        """Return the arrays that an operator yields."""
        tensors = [value for value in given if isinstance(value, Tensor)]
        as_list = isinstance(described, Function) and bool(described.outputs_seen_as_list)
        made = traced.operation(self._run.graph, described.name, given, is_given=bool(taint_among(given)), is_new=True)
        properties: Dict[str, Any] = {}
        if described.keeps_shape and tensors and tensors[0].shape is not None:
            properties["shape"] = tensors[0].shape
        return self._run.fresh(
            made,
            outputs=None if as_list else outputs,
            description=f"the result of `{self._run.code(node)}`",
            certain="outputs" not in described.unmeasured,
            **properties,
        )

    def call_numpy(self, node: ast.Call, name: str, arguments: Arguments) -> Optional[Value]:
        """Evaluate `numpy.sum(x)`, which NumPy dispatches to the function of that name in `mx.np`, or `math.sqrt(x)`;
        return None for any other function."""
        if name.startswith("math."):
            return Plain("float", taint=self.of_values(node))
        module, _, function = name.partition(".")
        if module == "numpy" and self._run.api.copies_arrays(function):
            return NumPyArray(self.of_values(node))
        if module == "numpy" and self._run.api.function(f"np.{function}") is not None:
            return self.call_function(node, f"np.{function}", arguments)
        return None

    def parameter(self, node: ast.Call, name: str, tensor: Callable[[], Tensor]) -> Optional[Value]:
        """Evaluate a method of a parameter: `self.weight.data()` is a variable of the graph, its other arrays are
        constants. Return None for any other method."""
        if self._run.constructing:
            return None
        if name == "data":
            return tensor()
        return ImperativeArray(f"`{self._run.code(node)}`") if name in ("grad", "list_data", "list_grad") else None

    def note_batch(self, node: ast.AST, layer: str, makes_states: bool) -> None:
        """Record that a layer of Gluon computes with the batch size of the first call: one that makes arrays of it, or
        a recurrent one that `makes_states`, because none are passed."""
        if makes_states or self._run.api.uses_the_batch(layer):
            what = "the batch of the states" if makes_states else f"the batch in `{layer}`"
            self._run.emit(TaintUse(node, Taint("shape", what, node), "argument"))
