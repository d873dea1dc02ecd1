"""MXNet 2: `forward` is executed with arrays while deferred compute records a graph."""

from __future__ import annotations

import contextlib
import copy
import importlib
import inspect
import sys
import weakref
from typing import Any, Callable, Collection, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from hybridlint import mxnet_api

from .base import Around, Backend, NodeWatcher

#: The packed functions in these modules are operators.
_MODULES_OF_OPERATORS = ("mxnet.ndarray.numpy._api_internal", "mxnet.ndarray.numpy_extension._api_internal")


class MXNet2(Backend):
    """What differs, measured on MXNet 2.0.0b1."""

    traced_method = "forward"
    context_argument = "device"
    api_version = mxnet_api.RECORDING
    has_symbols = False
    shares_arrays = False  # an array stays associated with the variable of one parameter
    _passing_methods = ("__call__",)
    _attributes_of_contexts = ("_device_list", "_device_map")
    remedies = {
        "trace": "Use functions of mx.np and mx.npx on inputs and parameters: npx.index_update for x[i] = y, np.where.",
        "blocks": "Compute with functions of mx.np and mx.npx, which are recorded; keep state as inputs and outputs.",
        "outputs": "Draw with mx.np.random, keep state as inputs and outputs, compute with mx.np and mx.npx.",
        "frozen_values": "Draw with mx.np.random, which draws in every call; make what Python computes an input.",
        "batch": "Leave the batch open: npx.reshape with -2 and -1, *_like functions, np.mean instead of x.shape[0].",
        "shapes": "Compute lengths with operators: npx.arange_like, npx.shape_array, npx.reshape with -2 and -1.",
        "parameters_changed": "Compute with self.weight.data() and functions of mx.np, not with numbers read from it.",
        "modes": "Use npx.dropout and other operators that depend on the mode; autograd.is_training() is evaluated "
        "once.",
        "orders": "Create constants in __init__ with gluon.Constant; compute what depends on the inputs in each call.",
        "gradients": "Use npx.stop_gradient instead of autograd.pause(), and return x * 1 instead of an input x.",
        "some_gradients": "Return x * 1 instead of the input x: the graph then has an operator for its gradient.",
        "gradients_added": "Accumulate gradients in your own code, or train without static_alloc.",
        "deferred": "Pass the shapes (in_units=, in_channels=, shape=), or call the model once before hybridize().",
        "same_input": "Do not compare arguments in Python: use a flag of the block. Add x * 1 instead of x.",
        "inputs_in_place": "Create a new array: x = x % 2, np.where, np.zeros_like.",
        "export": "Move it into forward of a HybridBlock; or write an archive (export_tree), which includes it.",
        "contexts": "Create constants with gluon.Constant or *_like functions; try MXNET_USE_FUSION=0.",
    }
    not_asked = {
        "without_graph": "on MXNet 2 every HybridBlock that is called has a graph",
        "numpy_semantics": "on MXNet 2 NumPy semantics are always on",
        "onnx": "only operators of MXNet 1.x convert to ONNX",
        "flags": "on MXNet 2 hybridize() raises for a flag that it does not know",
    }

    def children(self, block: Any) -> List[Tuple[str, Any]]:
        # The registry holds weak references. One whose block is gone is as good as none.
        result = [(key, reference()) for key, reference in block._children.items()]
        return [(key, child) for key, child in result if child is not None]

    def copy_block(self, block: Any, known: Dict[int, Any]) -> Any:
        # deepcopy keeps weak references, so the copies would have the children of the originals.
        self._leave_out_graphs(block, known)
        originals = self.blocks_of(block)
        copied = copy.deepcopy(block, known)
        for original in originals:
            for key, child in self.children(original):
                if id(original) in known and id(child) in known:
                    known[id(original)]._children[key] = weakref.ref(known[id(child)])
        return copied

    def name_of(self, block: Any) -> str:
        return ""

    def prefix_of(self, block: Any) -> str:
        return ""

    def caller_of(self, block: Any, kwargs: Mapping[str, Any]) -> Any:
        def forward(caller: Any, *args: Any) -> Any:
            return block(*args, **kwargs)

        caller = type("_Caller", (self.mx.gluon.HybridBlock,), {"forward": forward})()
        caller._children["block"] = weakref.ref(block)
        return caller

    def is_one_graph(self, block: Any) -> bool:
        return isinstance(block, self.mx.gluon.HybridBlock)

    def signature_of(self, block: Any) -> Tuple[Callable[..., Any], int]:
        return inspect.unwrap(type(block).forward), 1

    def other_parameters(self, block: Any, known: Collection[int]) -> List[Tuple[str, Any]]:
        return []  # `params` is the dict of the attributes

    def variables(self, block: Any) -> Dict[str, Any]:
        return {parameter.var().name: parameter for parameter in block.collect_params().values()}

    def keyed_parameters(self, block: Any) -> Dict[str, Any]:
        return dict(block._reg_params)

    def identity_of(self, parameter: Any) -> str:
        return str(parameter._uuid)

    def variable_of(self, parameter: Any) -> str:
        return str(parameter.var().name)

    def _own_variable(self, parameter: Any) -> Tuple[Any, Any]:
        return parameter._var_name, parameter._var

    def _set_variable(self, parameter: Any, name: Any, variable: Any) -> None:
        parameter._var_name, parameter._var = name, variable
        # An array stays associated with the variable that it had in a graph, and can have no other.
        if parameter._data is not None:
            _deferred_compute().clear(parameter._data)

    def restore_identity(self, parameter: Any, identity: str) -> None:
        parameter._uuid = identity
        self._set_variable(parameter, None, None)

    @contextlib.contextmanager
    def lending_values(self, parameters: Mapping[str, Any], values: Mapping[str, Any]) -> Iterator[None]:
        without = {name: parameter for name, parameter in parameters.items() if parameter._data is None}
        before = [(parameter, dict(vars(parameter))) for parameter in without.values()]
        try:
            for name, parameter in without.items():
                if name in values:
                    self.set_data(parameter, [values[name].as_np_ndarray().copy()], [self.context("cpu", 0)])
            yield
        finally:
            for parameter, attributes in before:
                vars(parameter).clear()
                vars(parameter).update(attributes)

    def new_constant(self, name: str, value: Any) -> Any:
        constant = self.mx.gluon.Constant(value.as_np_ndarray())
        self.rename_variable(constant, name)
        return constant

    def adopt_parameter(self, block: Any, key: str, parameter: Any) -> str:
        self.rename_variable(parameter, key)
        block._reg_params[key] = parameter
        return key

    def cached_arguments(self, block: Any, names: Sequence[str], arguments: Sequence[Tuple[bool, Any]]) -> List[Any]:
        keys = {id(parameter): key for key, parameter in block.collect_params().items()}
        return [
            (is_input, name if is_input else keys.get(id(what), name), what)
            for name, (is_input, what) in zip(names, arguments)
        ]

    def cached_parameters(self, block: Any) -> Dict[str, Any]:
        return self.variables(block)

    def contexts_of(self, parameter: Any) -> List[Any]:
        return list(parameter.list_device())

    def move(self, parameter: Any, context: Any) -> None:
        parameter.reset_device(context)

    def context(self, kind: str, number: int) -> Any:
        return self.mx.Device(kind, number)

    def current_context(self) -> Any:
        return self.mx.device.current_device()

    def context_of(self, array: Any) -> Any:
        return array.device

    def array(self, values: Any, context: Any, dtype: Any, numpy_kind: bool) -> Any:
        return self.mx.np.array(values, device=context, dtype=dtype)

    def array_on(self, array: Any, context: Any) -> Any:
        return array.to_device(context)

    @contextlib.contextmanager
    def watching_nodes(self, watcher: NodeWatcher) -> Iterator[None]:
        """Deferred compute numbers the nodes that it records ("node_7"), and does not say which operator became which.
        So after each operator one of no inputs is recorded, a marker: the numbers since the marker before are those of
        the operator. No output depends on a marker, so none is in the graph."""
        numbers = [self._marker()]

        def around(name: str, given: List[Any], in_place: bool, caller: Any, run: Callable[[List[Any]], Any]) -> Any:
            result = run(given)
            if self._recording():
                numbers.append(self._marker())
                for number in range(numbers[-2] + 1, numbers[-1]):
                    watcher(f"node_{number}")
            return result

        with self.around_operators(around):
            yield

    def _recording(self) -> bool:
        return bool(_deferred_compute().is_deferred_compute())

    def _marker(self) -> int:
        """The number of a node that is recorded for this."""
        with _deferred_compute().context():
            symbol = _deferred_compute().get_symbol([self.mx.np.zeros(())])
        return int(symbol.name.split("_")[1])

    def symbol_of(self, value: Any) -> Optional[Any]:
        if not isinstance(value, self.mx.nd.NDArray):
            return None
        try:
            return _deferred_compute().get_symbol([value])
        except self.mx.base.MXNetError:  # a constant
            return None

    @contextlib.contextmanager
    def _around_invocations(self, around: Around) -> Iterator[None]:
        """Operators are invoked by generated functions, which call `_imperative_invoke`, and by packed functions of
        C++; an index may take a view, without an operator."""
        packed: Any = sys.modules["mxnet._ffi.function"].Function
        NDArray: Any = self.mx.nd.NDArray
        operators = {
            id(function)
            for module in _MODULES_OF_OPERATORS
            for function in vars(sys.modules[module]).values()
            if isinstance(function, packed)
        }

        def call(function: Any, *arguments: Any) -> Any:
            if id(function) not in operators:
                return packed_call(function, *arguments)
            places = [place for place, value in enumerate(arguments) if isinstance(value, NDArray)]

            def run(given: List[Any]) -> Any:
                replaced = list(arguments)
                for place, value in zip(places, given):
                    replaced[place] = value
                return packed_call(function, *replaced)

            return around(function.__name__, [arguments[place] for place in places], False, sys._getframe(1), run)

        def get_item(array: Any, key: Any) -> Any:
            return around("[]", [array], False, sys._getframe(1), lambda given: original_get_item(given[0], key))

        ndarray: Any = self.mx.np.ndarray
        packed_call, original_get_item = packed.__call__, vars(ndarray)["__getitem__"]
        packed.__call__ = call
        try:
            type.__setattr__(ndarray, "__getitem__", get_item)
            with self._around_generated(around):
                yield
        finally:
            del packed.__call__  # the inherited one is found again
            type.__setattr__(ndarray, "__getitem__", original_get_item)

    def require_composable(self) -> None:
        if self._recording():
            raise RuntimeError(
                "MXNet 2 cannot embed a graph in another one, so an archived block cannot be inside a hybridized "
                "block: load the archive into a new instance of its class (into=), or do not hybridize the outer block"
            )

    def symbol_from_json(self, text: str) -> Any:
        return self.mx.sym.fromjson(text)

    def cached_op(self, symbol: Any, flags: Sequence[Tuple[str, Any]] = ()) -> Any:
        return self.mx.nd.CachedOp(symbol.as_np_ndarray(), flags)

    def export(self, block: Any, path: str, remove_amp_cast: bool = True) -> Tuple[str, Any]:
        symbol_file, parameters_file = block.export(path, remove_amp_cast=remove_amp_cast)
        return symbol_file, parameters_file


def _deferred_compute() -> Any:
    return importlib.import_module("mxnet._deferred_compute")
