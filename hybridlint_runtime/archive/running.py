"""Graphs of an archive, ready to run with parameters of this process."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional, Sequence, Tuple

from ..backend import load_backend
from ..mxnet_compat import import_mxnet
from ..structures import Symbol
from . import nesting
from .graph_file import to_symbol, with_names
from .model import dtype_from
from .reading import BlockGraph
from .semantics import at_least
from .values import describe, tensors_of

mx = import_mxnet()
_backend = load_backend()


class Runner:
    """One graph: takes the tensors of a call in order, gives what the model returned, nested as it was.

    `parameters` maps the names of variables to Parameters. The graph is compiled at the first call, with `flags`.
    """

    def __init__(
        self, graph: BlockGraph, parameters: Mapping[str, Any], names: Optional[Mapping[str, str]] = None
    ) -> None:
        self.graph = graph
        renamed = with_names(graph.graph, names or {})
        symbol = to_symbol(renamed)
        self.symbol = symbol.as_np_ndarray() if graph.numpy else symbol
        new_names = {(names or {}).get(name, name): parameter for name, parameter in parameters.items()}
        places = {name: i for i, name in enumerate(graph.input_names)}
        #: For each input of the graph (True, its place among the tensors) or (False, the Parameter): MXNet's own form.
        self.arguments: List[Tuple[bool, Any]] = [
            (True, places[name]) if name in places else (False, new_names[name]) for name in self.symbol.list_inputs()
        ]

    @property
    def inputs(self) -> List[Any]:
        """The input variables of the graph as Symbols, in the order of the call."""
        made = [mx.sym.var(name) for name in self.graph.input_names]
        return [symbol.as_np_ndarray() for symbol in made] if self.graph.numpy else made

    def compiled(self, flags: Sequence[Tuple[str, Any]]) -> Any:
        """MXNet's cached operator for this graph."""
        data = [i for i, (is_input, _) in enumerate(self.arguments) if is_input]
        rest = [i for i, (is_input, _) in enumerate(self.arguments) if not is_input]
        return _backend.cached_op(self.symbol, [("data_indices", data), ("param_indices", rest), *flags])

    def run(self, operator: Any, tensors: Sequence[Any]) -> Any:
        """The outputs for NDArrays `tensors`, nested as the model returned them."""
        context = _backend.context_of(tensors[0]) if tensors else None
        with at_least(self.graph.numpy):
            given = [_of_kind(tensor, self.graph.numpy) for tensor in tensors]
            values = [given[what] if is_input else what.data(context) for is_input, what in self.arguments]
            with context or _backend.current_context():
                outputs = operator(*values)
        flat = list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
        return nesting.rebuild(self.graph.outputs, flat)

    def compose(self, tensors: Sequence[Any]) -> Any:
        """The outputs for Symbols `tensors`. The graph's variables must be called like the parameters."""
        copied = self.symbol.__copy__()
        given = dict(zip(self.graph.input_names, tensors))
        given.update({what.name: what.var() for is_input, what in self.arguments if not is_input})
        used = set(self.symbol.list_inputs())
        copied._compose(**{name: symbol for name, symbol in given.items() if name in used})
        return nesting.rebuild(self.graph.outputs, [copied[i] for i in range(len(copied.list_outputs()))])


def _of_kind(tensor: Any, numpy: bool) -> Any:
    """The same array as NumPy's or as a classic one."""
    if numpy:
        return tensor if isinstance(tensor, mx.np.ndarray) else tensor.as_np_ndarray()
    return tensor.as_nd_ndarray() if isinstance(tensor, mx.np.ndarray) else tensor


def chosen(runners: Sequence[Runner], args: Sequence[Any], skip_states: Optional[bool] = None) -> Tuple[int, List[Any]]:
    """Which of `runners` takes arguments of this nesting, and their tensors. Raises ValueError if none does."""
    for index, runner in enumerate(runners):
        if skip_states is not None and runner.graph.skip_states not in (None, skip_states):
            continue
        tensors = tensors_of(runner.graph.inputs, tuple(args))
        if tensors is not None:
            return index, tensors
    known = " or ".join(sorted({nesting.shown(runner.graph.inputs) for runner in runners}))
    raise ValueError(
        f"the archive holds graphs for the arguments {known} and none for {nesting.shown(describe(tuple(args))[0])}: "
        "export the model with a call of that form as well (calls=)"
    )


def is_symbolic(args: Any) -> bool:
    """Whether Symbols are among the arguments."""
    return any(isinstance(tensor, Symbol) for tensor in describe(args)[1])


def install(parameter: Any, array: Any, contexts: Sequence[Any], numpy: bool) -> None:
    """Give a parameter its value on `contexts`, whatever state it is in.

    Where the array is on such a context it is taken, not copied as MXNet's `_init_impl` does: it must belong to nobody
    else.
    """
    if parameter._stype != array.stype:
        array = array.tostype(parameter._stype)
    if numpy:
        array = array.as_np_ndarray()
    with at_least(numpy):
        copies = [array if _backend.context_of(array) == context else array.copyto(context) for context in contexts]
        _backend.set_data(parameter, copies, contexts)


def new_parameter(record: Any, name: str, value: Optional[Any]) -> Any:
    """A Parameter, without data yet, as `record` describes it."""
    shape = tuple(record.shape) if record.shape is not None else None
    if record.constant and value is not None:
        parameter = _backend.new_constant(name, value.copy())
        parameter._dtype = dtype_from(record.dtype)
        return parameter
    return mx.gluon.Parameter(
        name,
        grad_req=record.grad_req,
        shape=shape,
        dtype=dtype_from(record.dtype),
        lr_mult=record.lr_mult,
        wd_mult=record.wd_mult,
        allow_deferred_init=True,
        stype=record.stype,
        grad_stype=record.grad_stype,
    )
