"""A block made from an archive alone, without the source of the model, and the graphs that it runs."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from ...backend import load_backend
from ...model.tree import HybridBlock, join
from ...mxnet_compat import import_mxnet
from ...structures import Symbol
from . import nesting
from .errors import ArchiveMismatch
from .graph_file import to_symbol, variables, with_names
from .manifest import BlockRecord, ParameterRecord
from .model import dtype_from
from .nesting import describe
from .params_file import at_least
from .reading import Archive, BlockGraph

mx = import_mxnet()
_backend = load_backend()


class ArchivedBlock(HybridBlock):  # type: ignore[misc]
    """The HybridBlock that was archived from the structural path `archived_path`, class `archived_class`.

    It takes the arguments and returns the nested outputs of the original, as a graph: `hybridize` only sets flags. Its
    parameters are keyed by structural name as in the original ("features.0.weight"), so `save_parameters` and
    `load_parameters` exchange files with it. It can be trained, cast, exported with MXNet's `export`, and be a child of
    other HybridBlocks.

    Raises ValueError when it is called with arguments of a structure that was not archived.
    """

    #: Its `forward` passes its arguments to the graph unchanged.
    passes_on = True

    def __init__(self, graphs: Sequence[BlockGraph], parameters: Mapping[str, Any], path: str, class_name: str) -> None:
        """`parameters` maps names in the archive to new Parameters, which get the prefix of this block."""
        super().__init__()
        self.archived_path = path
        self.archived_class = class_name
        names: Dict[str, str] = {}
        for name, parameter in parameters.items():
            below = name[len(path) + 1 :] if path and name.startswith(f"{path}.") else name
            names[name] = _backend.adopt_parameter(self, below, parameter)
        self._runners = [Runner(graph, parameters, names) for graph in graphs]
        self._operators: Dict[int, Any] = {}
        self._hold(0)

    def forward(self, *args: Any) -> Any:
        """Return the outputs for NDArrays or Symbols, nested as the original returned them."""
        if any(isinstance(tensor, Symbol) for tensor in describe(args)[1]):
            index, tensors = chosen(self._runners, args)
            return self._runners[index].compose(tensors)
        _backend.require_composable()
        return self._call_cached_op(*args)

    def _call_cached_op(self, *args: Any) -> Any:
        index, tensors = chosen(self._runners, args)
        if index not in self._operators:
            self._operators[index] = self._runners[index].compiled(self._flags)
        self._hold(index)
        return self._runners[index].run(self._operators[index], tensors)

    def _get_graph(self, *args: Any) -> Any:
        self._hold(chosen(self._runners, args)[0])
        return self._cached_graph

    def _hold(self, index: int) -> None:
        """Store a graph where MXNet looks for it: `HybridBlock.export`, a trace."""
        runner = self._runners[index]
        self._in_format, self._out_format = runner.formats
        self._cached_graph = (runner.inputs, runner.symbol)
        self._cached_op_args = _backend.cached_arguments(self, runner.symbol.list_inputs(), runner.arguments)

    def _clear_cached_op(self) -> None:
        """Drop compiled operators after a change of flags or dtype. The graphs stay: there is no source to trace
        again."""
        if "_operators" in vars(self):
            self._operators.clear()

    def __repr__(self) -> str:
        return f"ArchivedBlock({self.archived_class}, {len(self._reg_params)} parameters, {len(self._runners)} graphs)"


def load_block(
    archive: Archive, path: str, contexts: Sequence[Any], values: Optional[Mapping[str, Any]] = None
) -> ArchivedBlock:
    """Return the hybrid block at `path`, with its parameters on `contexts`.

    `values` is the result of `archive.parameters()`, if available; the block then shares them. Raise ArchiveMismatch,
    stating what can be loaded, if the archive has no graph of it.
    """
    record = archive.block(path)
    if record is None:
        raise ArchiveMismatch(f"{archive.folder} has no block {path!r}", [f"it has {_listed(archive)}"])
    # If a class overrides __call__, the graph of the whole call takes the arguments of callers.
    result = archive.graphs_of(record.path)
    graphs = [graph for graph in result if graph.record.at != "forward"]
    if not graphs:
        raise ArchiveMismatch(_no_graph(archive, record, bool(result)))
    records = parameters_below(archive, record.path, graphs)
    known = dict(archive.parameters() if values is None else values)
    numpy = any(graph.record.numpy for graph in graphs)
    parameters: Dict[str, Any] = {}
    for item in records:
        parameter = new_parameter(item, item.name, known.get(item.name))
        if item.saved:
            install(parameter, known.pop(item.name), contexts, numpy)
        parameters[item.name] = parameter
    return ArchivedBlock(graphs, parameters, record.path, record.class_name)


def parameters_below(archive: Archive, path: str, graphs: Sequence[BlockGraph]) -> List[ParameterRecord]:
    """Return the records of the parameters of the block at `path`, of those below it, and of any others in its
    graphs."""
    names = {name for graph in graphs for name in variables(graph.graph)}
    waiting, seen = [path], set()
    while waiting:
        block = archive.block(waiting.pop())
        if block is not None and block.path not in seen:
            seen.add(block.path)
            names.update(block.parameters.values())
            waiting.extend(join(block.path, key) for key in block.children)
    return [item for item in archive.manifest.parameters if item.name in names]


def _no_graph(archive: Archive, record: BlockRecord, has_graph: bool) -> str:
    what = f"{record.path!r}" if record.path else "the root"
    if record.kind == "plain":
        reason = f"is a plain Block ({record.class_name}): its Python code is not in the archive"
    elif has_graph:
        reason = (
            f"({record.class_name}) overrides forward() or __call__(), whose Python code prepares the arguments of the "
            "graph and is not in the archive"
        )
    elif record.calls == 0:
        reason = f"({record.class_name}) was never called in the recorded run, so there is no graph of it"
    else:
        reason = (
            f"({record.class_name}) has no graph: hybridize() does nothing to it, or it was called only within control "
            "flow"
        )
    return (
        f"{what} {reason}. Load the model with load_tree(path, into=NET), where NET is a new instance of its class "
        f"(load --into MODULE:NAME), or one of its parts with block=: {_listed(archive)}"
    )


def _listed(archive: Archive) -> str:
    paths = sorted(
        {record.path for record in archive.manifest.graphs if record.at != "forward"}
        or {block.path for block in archive.manifest.blocks}
    )
    return ", ".join(repr(path) for path in paths[:8]) + (" …" if len(paths) > 8 else "")


class Runner:
    """One graph: takes the tensors of a call in order, returns what the model returned, with the same nesting.

    `parameters` maps the names of variables to Parameters. The graph is compiled at the first call, with `flags`.
    """

    def __init__(
        self, graph: BlockGraph, parameters: Mapping[str, Any], names: Optional[Mapping[str, str]] = None
    ) -> None:
        self.record = graph.record
        symbol = to_symbol(with_names(graph.graph, names or {}))
        self.symbol = symbol.as_np_ndarray() if self.record.numpy else symbol
        new_names = {(names or {}).get(name, name): parameter for name, parameter in parameters.items()}
        places = {name: i for i, name in enumerate(self.record.input_names)}
        #: For each input of the graph, (True, index of the tensor) or (False, Parameter), as MXNet represents it.
        self.arguments: List[Tuple[bool, Any]] = [
            (True, places[name]) if name in places else (False, new_names[name]) for name in self.symbol.list_inputs()
        ]

    @property
    def inputs(self) -> List[Any]:
        """Return the input variables of the graph as Symbols, in the order of the call."""
        made = [mx.sym.var(name) for name in self.record.input_names]
        return [symbol.as_np_ndarray() for symbol in made] if self.record.numpy else made

    @property
    def formats(self) -> Tuple[Any, Any]:
        """Return the nestings of inputs and outputs in MXNet's format."""
        return nesting.mxnet_format(self.record.inputs), nesting.mxnet_format(self.record.outputs)

    def compiled(self, flags: Sequence[Tuple[str, Any]]) -> Any:
        return _backend.compiled(self.symbol, self.arguments, flags)

    def run(self, operator: Any, tensors: Sequence[Any]) -> Any:
        """Return the outputs for NDArrays `tensors`, nested as the model returned them."""
        context = _backend.context_of(tensors[0]) if tensors else None
        with at_least(self.record.numpy):
            given = [_of_kind(tensor, self.record.numpy) for tensor in tensors]
            values = [given[what] if is_input else what.data(context) for is_input, what in self.arguments]
            with context or _backend.current_context():
                outputs = operator(*values)
        flat = list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
        return nesting.rebuild(self.record.outputs, flat)

    def compose(self, tensors: Sequence[Any]) -> Any:
        """Return the outputs for Symbols `tensors`. The graph's variables must have the names of the parameters."""
        copied = self.symbol.__copy__()
        given = dict(zip(self.record.input_names, tensors))
        given.update({what.name: what.var() for is_input, what in self.arguments if not is_input})
        used = set(self.symbol.list_inputs())
        copied._compose(**{name: symbol for name, symbol in given.items() if name in used})
        return nesting.rebuild(self.record.outputs, [copied[i] for i in range(len(copied.list_outputs()))])


def _of_kind(tensor: Any, numpy: bool) -> Any:
    """Return `tensor` as a NumPy array of MXNet or as a classic one."""
    if numpy:
        return tensor if isinstance(tensor, mx.np.ndarray) else tensor.as_np_ndarray()
    return tensor.as_nd_ndarray() if isinstance(tensor, mx.np.ndarray) else tensor


def chosen(runners: Sequence[Runner], args: Sequence[Any], skip_states: Optional[bool] = None) -> Tuple[int, List[Any]]:
    """Return the index of the runner that takes arguments of this nesting, and their tensors. Raise ValueError if none
    does."""
    given, tensors = describe(tuple(args))
    for index, runner in enumerate(runners):
        if skip_states is None or runner.record.skip_states in (None, skip_states):
            if nesting.comparable(given) == nesting.comparable(runner.record.inputs):
                return index, tensors
    known = " or ".join(sorted({nesting.shown(runner.record.inputs) for runner in runners}))
    raise ValueError(
        f"the archive holds graphs for the arguments {known} and none for {nesting.shown(given)}: "
        "export the model with a call of that form as well (calls=)"
    )


def install(parameter: Any, array: Any, contexts: Sequence[Any], numpy: bool) -> None:
    """Set the value of a parameter on `contexts`, whatever its state.

    An array on such a context is used directly, not copied as by MXNet's `_init_impl`: nothing else may use it.
    """
    if parameter._stype != array.stype:
        array = array.tostype(parameter._stype)
    if numpy:
        array = array.as_np_ndarray()
    with at_least(numpy):
        copies = [array if _backend.context_of(array) == context else array.copyto(context) for context in contexts]
        _backend.set_data(parameter, copies, contexts)


def new_parameter(record: Any, name: str, value: Optional[Any]) -> Any:
    """Return a Parameter, without data yet, as described by `record`."""
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
