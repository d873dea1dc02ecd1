"""Parameters of a net by structural name, which two nets made by the same code share although their prefixes differ."""

from __future__ import annotations

import inspect
import sys
from typing import Any, Collection, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Set, Tuple

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
    for node in nodes:
        for name, parameter in node.block._reg_params.items():
            if id(parameter) not in seen:
                seen.add(id(parameter))
                yield node, name, parameter
    for node in nodes:  # parameters on no attribute; some blocks list those of others (MXNet's modifier cells)
        for name, parameter in _backend.other_parameters(node.block, seen):
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
    own = type(net).initialize is not Block.initialize
    if values is None or own:
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
    return _copies_by_name(
        (name, first(parameter))
        for name, parameter in parameters_of(net).items()
        if parameter._data is not None and name not in without
    )


def auxiliary_of(net: Any) -> Dict[str, Any]:
    """Structural name → value (an NDArray of its own), for all parameters that no gradient changes."""
    return _copies_by_name(
        (name, first(parameter))
        for name, parameter in parameters_of(net).items()
        if parameter.grad_req == "null" and parameter._data is not None
    )


def _copies_by_name(arrays: Iterable[Tuple[str, Any]]) -> Dict[str, Any]:
    named = list(arrays)
    return dict(zip((name for name, _ in named), _copies([array for _, array in named])))


def _copies(arrays: Sequence[Any]) -> List[Any]:
    """Copies of `arrays`, each on the context of its own. One operator copies many, at a third of the cost."""
    copies = list(arrays)
    alike: Dict[Any, List[int]] = {}
    for place, array in enumerate(arrays):
        if type(array) is mx.nd.NDArray and array.stype == "default" and array.dtype == np.float32:
            alike.setdefault(array.context, []).append(place)
        else:
            copies[place] = array.copy()
    for places in alike.values():
        for begin in range(0, len(places), _COPIED_AT_ONCE):
            some = places[begin : begin + _COPIED_AT_ONCE]
            # To the widest of their types, which is the one that all have. Of one array it gives no list.
            made = mx.nd.amp_multicast(*(arrays[place] for place in some), num_outputs=len(some))
            for place, copy in zip(some, made if len(some) > 1 else [made]):
                copies[place] = copy
    return copies


def first(parameter: Any) -> Any:
    """The value of an initialised parameter, on its first context."""
    return parameter.list_data()[0] if parameter._stype == "default" else parameter._data[0]


#: So many arrays one operator copies: more make it slower again.
_COPIED_AT_ONCE = 64


class Lender:
    """Arrays that nets made by the same code have in common.

    The gradients are those of `owned`, the parameters of one of them: a training step copies them before another net is
    trained. With `share`, the values themselves are common too, to nets that write to none of them; else each net gets
    copies.
    """

    def __init__(self, owned: Mapping[str, Any], values: Mapping[str, Any], share: bool) -> None:
        self._parameters = owned
        self._values = values
        self._share = share
        self._lent: List[Tuple[str, Any]] = []

    def lends(self, name: str, parameter: Any) -> bool:
        """Whether there is a parameter `name` like `parameter`, and only `parameter` refers to the array it has."""
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
        """Give `parameter` its value and its gradient, at the next `finish`."""
        self._lent.append((name, parameter))

    def finish(self) -> None:
        """Set the values of all parameters lent to since the last time, and let autograd know of their gradients."""
        values = [self._values[name] for name, _ in self._lent]
        if not self._share:
            values = _copies(values)
        marked: List[Tuple[Any, Any, str]] = []
        for (name, parameter), value in zip(self._lent, values):
            own = self._parameters[name]
            contexts = _backend.contexts_of(own)
            arrays = [value.as_in_context(context) for context in contexts]
            _backend.set_data(parameter, arrays, contexts, own._grad)
            marked += [(array, gradient, parameter.grad_req) for array, gradient in zip(arrays, own._grad or ())]
        if marked:
            mx.autograd.mark_variables(*map(list, zip(*marked)))
        self._lent.clear()


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
        lender.finish()


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


def gradients_of(net: Any, copies: bool = True) -> Dict[str, Any]:
    """Structural name → gradient (with `copies`, an NDArray of its own), for all parameters that have one."""
    gradients = {
        name: parameter.list_grad()[0]
        for name, parameter in parameters_of(net).items()
        if parameter.grad_req != "null" and parameter._data is not None and parameter._grad is not None
    }
    return _copies_by_name(gradients.items()) if copies else gradients


def is_constant(parameter: Any) -> bool:
    """Whether the parameter is a `gluon.Constant`, which training never changes."""
    return isinstance(parameter, mx.gluon.parameter.Constant)


def set_values(net: Any, values: Mapping[str, Any]) -> None:
    """Overwrite initialised parameters in place, which a cached graph must notice."""
    for name, parameter in parameters_of(net).items():
        if name in values and parameter._data is not None:
            parameter.set_data(values[name])
