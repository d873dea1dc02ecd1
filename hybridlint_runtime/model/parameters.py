"""The parameters of a net by structural name, which is the same for nets from the same code although prefixes
differ."""

from __future__ import annotations

import contextlib
import copy
import enum
import inspect
import sys
import weakref
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Set, Tuple

import numpy as np

from ..backend import load_backend
from ..mxnet_compat import import_mxnet
from ..structures import is_floating, numpy_view
from .tree import Block, Node, SymbolBlock, join, unique_blocks

mx = import_mxnet()
_backend = load_backend()
_Initializer: Any = mx.init.Initializer


class Spread(_Initializer):  # type: ignore[misc]
    """Draws weights that preserve the size of signals in deep nets: uniform with variance 1 / inputs.

    With MXNet's default (uniform within 0.07) the outputs of small nets vanish, and differences with them. Parameters
    with their own initializer, biases and statistics of normalization retain MXNet's values.
    """

    def _init_weight(self, name: str, arr: Any) -> None:
        if name.endswith(("moving_var", "running_var")):  # those of a SymbolBlock have no initializer
            arr[:] = 1
            return
        inputs = int(np.prod(arr.shape[1:])) if len(arr.shape) > 1 else 3
        bound = float(np.sqrt(3.0 / max(inputs, 1)))
        mx.init.Uniform(bound)._init_weight(name, arr)  # supports classic and NumPy arrays

    def _init_default(self, name: str, arr: Any) -> None:
        self._init_weight(name, arr)


def parameters_of(net: Any) -> Dict[str, Any]:
    """Return structural name ("features.0.weight") → Parameter, for all parameters of all registered blocks.

    A parameter shared by several blocks is listed once, under the first block.
    """
    parameters: Dict[str, Any] = {}
    for node, name, parameter in owned_parameters(net):
        key = join(node.path, name)
        while key in parameters:
            key += "'"
        parameters[key] = parameter
    return parameters


def owned_parameters(net: Any) -> Iterator[Tuple[Node, str, Any]]:
    """Yield the block, its name for the parameter and the Parameter, for all of `parameters_of`."""
    seen: Set[int] = set()
    nodes = unique_blocks(net)
    for node in nodes:
        for name, parameter in node.block._reg_params.items():
            if id(parameter) not in seen:
                seen.add(id(parameter))
                yield node, _names.get(node.block, {}).get(name, name), parameter
    for node in nodes:  # parameters on no attribute; some blocks list those of others (MXNet's modifier cells)
        for name, parameter in _backend.other_parameters(node.block, seen):
            if id(parameter) not in seen:
                seen.add(id(parameter))
                yield node, _names.get(node.block, {}).get(name, name), parameter


def name_alike(net: Any, other: Any) -> None:
    """Let `net` have the names of parameters of `other`, from the same code.

    Those of a SymbolBlock are the names of variables, "conv8_weight", in which MXNet counts the layers of all nets.
    """
    for node, known in zip(unique_blocks(net), unique_blocks(other)):
        if isinstance(node.block, SymbolBlock) and isinstance(known.block, SymbolBlock):
            own, names = (list(block._reg_params) for block in (node.block, known.block))
            if own != names and len(own) == len(names):
                _names[node.block] = dict(zip(own, names))


#: The names that `name_alike` gave to the parameters of a SymbolBlock, by their own.
_names: weakref.WeakKeyDictionary[Any, Dict[str, str]] = weakref.WeakKeyDictionary()


def initialise(
    net: Any,
    context: Any,
    values: Optional[Mapping[str, Any]] = None,
    lender: Optional[Lender] = None,
    defer: bool = False,
) -> None:
    """Initialize the uninitialized parameters with `net.initialize`, and move the others to `context`.

    Deferred parameters stay deferred. With `values` (by structural name) the parameters get these, and zeros where
    there are none; the net's own `initialize` is called only if it overrides that of MXNet, since it may do more.
    Arrays that `lender` has are not allocated again. With `defer`, parameters of unknown shape get their values in the
    first call.
    """
    if draws(net, values):
        every = list(net.collect_params().values())
        if _missing(every):
            _initialize(net, context)
            every = list(net.collect_params().values())
    else:
        every = list(parameters_of(net).values())
    for parameter in every:
        if (parameter._data is not None or parameter._deferred_init) and _backend.contexts_of(parameter) != [context]:
            _backend.move(parameter, context)
    if values is not None:
        load(net, values, context, lender, defer)
    for parameter in _missing(every):
        parameter.initialize(mx.init.Zero() if values is not None else None, context, Spread())


def copy_initializers(net: Any) -> None:
    """Give the parameters of `net` initializers that no other net has, a copy of each.

    `Constant` changes what it serializes, so that of a default argument or a variable of a module could be serialized
    for one net only.
    """
    copies: Dict[int, Any] = {}
    for parameter in parameters_of(net).values():
        initializer = parameter.init
        if isinstance(initializer, _Initializer):
            if id(initializer) not in copies:
                copies[id(initializer)] = copy.copy(initializer)
                copies[id(initializer)]._kwargs = dict(initializer._kwargs)
            parameter.init = copies[id(initializer)]


def draws(net: Any, values: Optional[Mapping[str, Any]] = None) -> bool:
    """Return whether `initialise` calls the net's `initialize`, which may draw random values."""
    return values is None or type(net).initialize is not Block.initialize


def _missing(every: Sequence[Any]) -> List[Any]:
    """Return the parameters that are neither initialized nor deferred."""
    return [parameter for parameter in every if parameter._data is None and not parameter._deferred_init]


def _initialize(net: Any, context: Any) -> None:
    """Call `initialize` of the net, with the arguments that it accepts."""
    given = {"init": Spread(), _backend.context_argument: context}
    takes = inspect.signature(net.initialize).parameters
    any_name = any(item.kind is inspect.Parameter.VAR_KEYWORD for item in takes.values())
    with context:
        net.initialize(**{name: value for name, value in given.items() if any_name or name in takes})


def deferred(net: Any) -> List[str]:
    """Return the names of the parameters that get their values only in the first call, when their shapes are known."""
    return [name for name, parameter in parameters_of(net).items() if parameter._deferred_init]


def values_of(net: Any, wanted: Callable[[str, Any], bool] = lambda name, parameter: True) -> Dict[str, Any]:
    """Return structural name → value (copied), for all parameters that have one and that are `wanted`."""
    return {
        name: first(parameter).copy()
        for name, parameter in parameters_of(net).items()
        if parameter._data is not None and wanted(name, parameter)
    }


def first(parameter: Any) -> Any:
    """Return the value of an initialized parameter, on its first context."""
    return parameter.list_data()[0] if parameter._stype == "default" else parameter._data[0]


class Shared(enum.Enum):
    """The parameters of which nets share the values. Those that are TRAINED have a gradient."""

    NONE = enum.auto()
    TRAINED = enum.auto()
    ALL = enum.auto()


class Lender:
    """Arrays that nets from the same code share.

    The gradients are those of `owned`, the parameters of one of the nets: a training step copies them before another
    net is trained. The values of the parameters in `shared` are shared too, by nets that do not write to them; of the
    others each net gets copies.
    """

    def __init__(self, owned: Mapping[str, Any], values: Mapping[str, Any], shared: Shared) -> None:
        self._parameters = owned
        self._values = values
        self._shared = shared
        self._lent: List[Tuple[str, Any]] = []

    def lends(self, name: str, parameter: Any) -> bool:
        """Return whether there is a parameter `name` like `parameter`, and only `parameter` refers to its array."""
        own = self._parameters.get(name)
        return (
            _backend.shares_arrays
            and own is not None
            and own._data is not None
            and type(own) is type(parameter)
            and own.grad_req == parameter.grad_req
            and own._stype == parameter._stype == "default"
            and own._grad_stype == parameter._grad_stype
            and np.dtype(own.dtype) == np.dtype(parameter.dtype)
            and _fits(parameter.shape, own.shape)
            and self._is_replaceable(name, parameter)
        )

    def _is_replaceable(self, name: str, parameter: Any) -> bool:
        """Return whether the array of `parameter` may be replaced: a block that refers to it must see the change."""
        if parameter._data is None:
            return True
        return parameter._data[0] is self._values[name] or sys.getrefcount(parameter._data[0]) <= _ONE_REFERENCE

    def lend(self, name: str, parameter: Any) -> None:
        """Set the value and the gradient of `parameter` at the next `finish`, unless it has them. For training they
        are attached again: a graph that returns a parameter unchanged removes it from autograd."""
        has = parameter._data is not None and parameter._data[0] is self._values[name]
        if not (has and self._shared is Shared.ALL):
            self._lent.append((name, parameter))

    def finish(self) -> None:
        """Set the values of all parameters since the last time, and attach their gradients to autograd."""
        marked: List[Tuple[Any, Any, str]] = []
        for name, parameter in self._lent:
            own, value = self._parameters[name], self._values[name]
            value = value if self._shares(parameter) else value.copy()
            contexts = _backend.contexts_of(own)
            arrays = [_backend.array_on(value, context) for context in contexts]
            _backend.set_data(parameter, arrays, contexts, own._grad)
            marked += [(array, gradient, parameter.grad_req) for array, gradient in zip(arrays, own._grad or ())]
        if marked:
            mx.autograd.mark_variables(*map(list, zip(*marked)))
        self._lent.clear()

    def _shares(self, parameter: Any) -> bool:
        if self._shared is Shared.TRAINED:
            return bool(parameter.grad_req != "null")
        return self._shared is Shared.ALL


#: The result of `sys.getrefcount` for an array that only a list refers to.
_ONE_REFERENCE = 2


def _fits(shape: Any, known: Sequence[int]) -> bool:
    """Return whether `shape`, in which -1 and 0 are unknown sizes, fits an array of shape `known`."""
    sizes = tuple(shape or ())
    return not sizes or (len(sizes) == len(known) and all(size in (-1, 0, other) for size, other in zip(sizes, known)))


def load(
    net: Any, values: Mapping[str, Any], context: Any, lender: Optional[Lender] = None, defer: bool = False
) -> None:
    """Set the parameters of `net` to these values, on `context`. Names that `net` lacks are ignored.

    `lender` and `defer` are as for `initialise`.
    """
    for name, parameter in parameters_of(net).items():
        if name in values:
            if defer and parameter._data is None and not mx.gluon.utils.shape_is_known(parameter.shape):
                parameter._deferred_init = (mx.init.Zero(), [context], mx.init.Zero(), values[name])
            elif lender is not None and lender.lends(name, parameter):
                lender.lend(name, parameter)
            else:
                parameter._load_init(_backend.array_on(values[name], context), context)
    if lender is not None:
        lender.finish()


def equal(net: Any, values: Mapping[str, Any], trained: bool = False) -> bool:
    """Return whether the parameters of `net`, or only those with a gradient if `trained`, have exactly these values."""
    return all(
        _equals(parameter, values[name])
        for name, parameter in parameters_of(net).items()
        if name in values and parameter._data is not None and not (trained and parameter.grad_req == "null")
    )


def _equals(parameter: Any, value: Any) -> bool:
    """Return whether the value of an initialized parameter is exactly `value`."""
    return parameter._stype == "default" and np.array_equal(numpy_view(first(parameter)), numpy_view(value))


def zero_gradients(net: Any) -> None:
    for parameter in parameters_of(net).values():
        if parameter._grad is not None:
            _backend.zero_gradient(parameter)


@contextlib.contextmanager
def adding_gradients(net: Any) -> Iterator[None]:
    """Add the gradients of backward passes to those that the parameters of `net` have, instead of overwriting them."""
    overwritten = [parameter for parameter in parameters_of(net).values() if parameter.grad_req == "write"]
    try:
        for parameter in overwritten:
            request_gradient(parameter, "add")
        yield
    finally:
        for parameter in overwritten:
            request_gradient(parameter, "write")


def request_gradient(parameter: Any, how: str) -> None:
    """Set `grad_req`. Unlike MXNet's setter, this allocates no gradient."""
    parameter._grad_req = how
    if parameter._grad is not None:
        mx.autograd.mark_variables(parameter.list_data(), parameter.list_grad(), how)


def has_gradients(net: Any) -> bool:
    return any(
        parameter.grad_req != "null" and parameter._data is not None and parameter._grad is not None
        for parameter in parameters_of(net).values()
    )


def gradients_of(net: Any, copies: bool = True) -> Dict[str, Any]:
    """Return structural name → gradient (copied if `copies`), for all parameters that have one."""
    gradients = {
        name: parameter.list_grad()[0]
        for name, parameter in parameters_of(net).items()
        if parameter.grad_req != "null" and parameter._data is not None and parameter._grad is not None
    }
    return {name: gradient.copy() for name, gradient in gradients.items()} if copies else gradients


def changeable(net: Any) -> List[Any]:
    """Return the initialized dense parameters of floating-point numbers that training may change."""
    return [
        parameter
        for parameter in parameters_of(net).values()
        if parameter._data is not None
        and not is_constant(parameter)
        and parameter._stype == "default"
        and is_floating(first(parameter))
    ]


def computed(net: Any) -> bool:
    """Return whether a parameter computes what its `data()` returns, as WeightDropParameter of GluonNLP does."""
    usual = mx.gluon.Parameter.data
    return any(type(parameter).data is not usual for parameter in parameters_of(net).values())


def is_constant(parameter: Any) -> bool:
    """Return whether the parameter is a `gluon.Constant`, which training never changes."""
    return isinstance(parameter, mx.gluon.parameter.Constant)


def overwrite(parameter: Any, value: Any) -> None:
    """Write `value` into the arrays of an initialized parameter.

    `Parameter.set_data` of MXNet 1.9.1 raises `Check failed: to.IsDefaultData()` for an array that a Conv1D converted
    to oneDNN's layout when it was called, so such an array is converted back first.
    """
    if parameter._stype == "default":
        for array in parameter.list_data():
            numpy_view(array)  # which converts the array in place
    parameter.set_data(value)


def shift(parameter: Any, factor: float, offset: float) -> None:
    """Multiply the arrays of an initialized dense parameter by `factor` and add `offset`, in place: they may be
    large."""
    for array in parameter.list_data():
        numpy_view(array)  # as in `overwrite`
        array *= factor
        array += offset


def set_values(net: Any, values: Mapping[str, Any]) -> None:
    """Overwrite initialized parameters in place, where they differ; a cached graph must use the new values."""
    for name, parameter in parameters_of(net).items():
        known = name not in values or parameter._data is None or parameter._data[0] is values[name]
        if not known and not _equals(parameter, values[name]):
            overwrite(parameter, values[name])
