"""Parameters of a net by structural name, which two nets made by the same code share although their prefixes differ."""

from __future__ import annotations

import inspect
import sys
from typing import Any, Collection, Dict, Iterator, List, Mapping, Optional, Sequence, Set, Tuple

import numpy as np

from ..backend import load_backend
from ..mxnet_compat import import_mxnet
from .tree import Block, Node, join, unique_blocks

mx = import_mxnet()
_backend = load_backend()
_Initializer: Any = mx.init.Initializer


class Spread(_Initializer):  # type: ignore[misc]
    """Weights drawn so that signals neither die nor explode in deep nets: uniform with variance 1 / inputs.

    MXNet's default (uniform within 0.07) lets the outputs of small nets vanish, and with them the differences to be
    seen. Parameters with an initializer of their own, biases and the statistics of normalisation keep MXNet's values.
    """

    def _init_weight(self, name: str, arr: Any) -> None:
        if name.endswith(("moving_var", "running_var")):  # in a SymbolBlock these have no initializer
            arr[:] = 1
            return
        inputs = int(np.prod(arr.shape[1:])) if len(arr.shape) > 1 else 3
        bound = float(np.sqrt(3.0 / max(inputs, 1)))
        mx.init.Uniform(bound)._init_weight(name, arr)  # knows classic and NumPy arrays

    def _init_default(self, name: str, arr: Any) -> None:
        self._init_weight(name, arr)


def parameters_of(net: Any) -> Dict[str, Any]:
    """Structural name ("features.0.weight") → Parameter, for all parameters of all registered blocks.

    A parameter shared by several blocks is listed once, under the block met first.
    """
    found: Dict[str, Any] = {}
    for node, name, parameter in owned_parameters(net):
        key = join(node.path, name)
        while key in found:
            key += "'"
        found[key] = parameter
    return found


def owned_parameters(net: Any) -> Iterator[Tuple[Node, str, Any]]:
    """The block, its name for the parameter and the Parameter, for all of `parameters_of`."""
    seen: Set[int] = set()
    nodes = unique_blocks(net)
    named = [(node, *item) for node in nodes for item in node.block._reg_params.items()]
    for node in nodes:  # parameters on no attribute; some blocks list those of others (MXNet's modifier cells)
        named.extend((node, *item) for item in _backend.other_parameters(node.block))
    for node, name, parameter in named:
        if id(parameter) not in seen:
            seen.add(id(parameter))
            yield node, name, parameter


def initialise(
    net: Any,
    context: Any,
    values: Optional[Mapping[str, Any]] = None,
    lender: Optional[Lender] = None,
    defer: bool = False,
) -> None:
    """Initialise on `context` what is not initialised, as its user does, with `net.initialize`; and move there what is.
    Deferred parameters stay deferred.

    With `values` (by structural name) the parameters get these, and zeros where there are none; the net is asked to
    initialise itself only if it has an `initialize` of its own, that may do more. Arrays that `lender` has are not
    allocated again. With `defer`, parameters of unknown shape get their values in the first call.
    """
    every = list(net.collect_params().values())
    own = type(net).initialize is not Block.initialize
    if _missing(every) and (values is None or own):
        _initialize(net, context)
        every = list(net.collect_params().values())
    for parameter in every:
        if (parameter._data is not None or parameter._deferred_init) and _backend.contexts_of(parameter) != [context]:
            _backend.move(parameter, context)
    if values is not None:
        load(net, values, context, lender, defer)
    for parameter in _missing(every):
        parameter.initialize(mx.init.Zero() if values is not None else None, context, Spread())


def _missing(every: Sequence[Any]) -> List[Any]:
    """The parameters that are not initialised, nor will be once their shapes are known."""
    return [parameter for parameter in every if parameter._data is None and not parameter._deferred_init]


def _initialize(net: Any, context: Any) -> None:
    """Call `initialize` of the net; one of its own is given what it takes."""
    given = {"init": Spread(), _backend.context_argument: context}
    takes = inspect.signature(net.initialize).parameters
    any_name = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in takes.values())
    with context:
        net.initialize(**{name: value for name, value in given.items() if any_name or name in takes})


def has_deferred(net: Any) -> bool:
    """Whether parameters get their values only in the first call, when their shapes are known."""
    return any(parameter._deferred_init for parameter in parameters_of(net).values())


def values_of(net: Any, without: Collection[str] = ()) -> Dict[str, Any]:
    """Structural name → value (an NDArray of its own), for all parameters that have one, `without` those named."""
    return {
        name: first(parameter).copy()
        for name, parameter in parameters_of(net).items()
        if parameter._data is not None and name not in without
    }


def first(parameter: Any) -> Any:
    """The value of an initialised parameter, on its first context."""
    return parameter.list_data()[0] if parameter._stype == "default" else parameter._data[0]


class Lender:
    """Arrays that nets made by the same code have in common.

    The gradients are those of `net`: a training step copies them before another net is trained. With `share`, the
    values themselves are common too, to nets that write to none of them; else each net gets copies.
    """

    def __init__(self, net: Any, values: Mapping[str, Any], share: bool) -> None:
        self._parameters = parameters_of(net)
        self._values = values
        self._share = share
        self._marked: List[Tuple[Any, Any, str]] = []

    def lends(self, name: str, parameter: Any) -> bool:
        """Whether `net` has a parameter `name` like `parameter`, and only `parameter` refers to the array it has."""
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
        """Whether `parameter` may get another array: a block that refers to the one it has must see it change."""
        if parameter._data is None:
            return True
        return parameter._data[0] is self._values[name] or sys.getrefcount(parameter._data[0]) <= _ONE_REFERENCE

    def lend(self, name: str, parameter: Any) -> None:
        """Give `parameter` its value and its gradient. `mark` has to follow."""
        own, value = self._parameters[name], self._values[name]
        contexts = _backend.contexts_of(own)
        arrays = [value if self._share else value.copyto(context) for context in contexts]
        if own._grad is None:
            _backend.set_data(parameter, arrays, contexts)
            return
        _backend.set_data(parameter, arrays, contexts, own._grad)
        for array, gradient in zip(arrays, own._grad):
            self._marked.append((array, gradient, parameter.grad_req))

    def mark(self) -> None:
        """Let autograd know of the gradients of all values lent since the last time."""
        if self._marked:
            arrays, gradients, requests = map(list, zip(*self._marked))
            mx.autograd.mark_variables(arrays, gradients, requests)
            self._marked.clear()


#: What `sys.getrefcount` counts for an array that only a list holds.
_ONE_REFERENCE = 2


def _fits(shape: Any, known: Sequence[int]) -> bool:
    """Whether `shape`, in which -1 and 0 stand for unknown sizes, is that of an array of shape `known`."""
    sizes = tuple(shape or ())
    return not sizes or (len(sizes) == len(known) and all(size in (-1, 0, other) for size, other in zip(sizes, known)))


def load(
    net: Any, values: Mapping[str, Any], context: Any, lender: Optional[Lender] = None, defer: bool = False
) -> None:
    """Give the parameters of `net` these values, on `context`. Names that `net` lacks are left out.

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
        lender.mark()


def equal(net: Any, values: Mapping[str, Any]) -> bool:
    """Whether the parameters of `net` have exactly these values."""
    return all(
        parameter._stype == "default" and np.array_equal(first(parameter).asnumpy(), values[name].asnumpy())
        for name, parameter in parameters_of(net).items()
        if name in values and parameter._data is not None
    )


def zero_gradients(net: Any) -> None:
    """Let all gradients of the parameters of `net` be zero."""
    for parameter in parameters_of(net).values():
        if parameter._grad is not None:
            _backend.zero_gradient(parameter)


def has_gradients(net: Any) -> bool:
    """Whether a parameter of `net` has a gradient."""
    return any(
        parameter.grad_req != "null" and parameter._data is not None and parameter._grad is not None
        for parameter in parameters_of(net).values()
    )


def gradients_of(net: Any) -> Dict[str, Any]:
    """Structural name → gradient (an NDArray of its own), for all parameters that have one."""
    found: Dict[str, Any] = {}
    for name, parameter in parameters_of(net).items():
        if parameter.grad_req != "null" and parameter._data is not None and parameter._grad is not None:
            found[name] = parameter.list_grad()[0].copy()
    return found


def is_constant(parameter: Any) -> bool:
    """Whether the parameter is a `gluon.Constant`, which training never changes."""
    return isinstance(parameter, mx.gluon.parameter.Constant)


def set_values(net: Any, values: Mapping[str, Any]) -> None:
    """Overwrite initialised parameters in place, which a cached graph must notice."""
    for name, parameter in parameters_of(net).items():
        if name in values and parameter._data is not None:
            parameter.set_data(values[name])
