"""Trace a HybridBlock with the arguments of a call, recording the user's line for every node.

The block is activated and called as MXNet does it. Where it would build its cached operator
(`HybridBlock._call_cached_op`), only the graph is made and the call ends. So the block's `__call__` and `forward` get
the same arguments as after `hybridize()`. All changes of the blocks by tracing are undone.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
import sys
from types import FrameType
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from ..backend import load_backend
from ..diagnostics.failures import TraceFailure, located
from ..diagnostics.source_lines import is_layer_file, nearest
from ..errors import ModelRaised, model_code
from ..mxnet_compat import import_mxnet
from ..report import SourceLocation, Stage
from ..structures import copied, forget_errors, leaves, semantics_of
from .calls import watching
from .recording import Call, emptied, imperative
from .state import BlockStates
from .tree import SymbolBlock, blocks_of, paths_by_identity

mx = import_mxnet()
_backend = load_backend()


class NoGraph(Exception):
    """The call ended without tracing: `forward` is overridden, so `hybridize()` has no effect here."""


class _Traced(BaseException):
    """Ends a call after its graph is made. A BaseException, so that `except Exception` in user code does not catch
    it."""


@dataclasses.dataclass
class InnerCall:
    """A block called with Symbols during tracing: the `index`-th call of the block at `path`.

    `inputs` and `outputs` are its Symbols, flattened, in order.
    """

    path: str
    index: int
    inputs: List[Any]
    outputs: List[Any]


@dataclasses.dataclass
class TracedGraph:
    """The graph of the block at `path` for one structure of arguments.

    `input_names` are the graph's inputs in the order of the call's flattened tensors (None arguments have no input).
    `input_format` and `output_format` are MXNet's nested formats: 0 a tensor, -1 None, n > 1 one Symbol of n outputs,
    lists nest. `arguments` are those of `forward` (tensors, nested). `node_lines` maps the name of a node to the user's
    line that made it, `node_blocks` to the path of the innermost running block. `inner_calls` are in order of
    completion.
    """

    path: str
    symbol: Any
    input_names: List[str]
    input_format: Any
    output_format: Any
    arguments: Tuple[Any, ...]
    node_lines: Dict[str, SourceLocation]
    node_blocks: Dict[str, str]
    inner_calls: List[InnerCall]

    @functools.cached_property
    def document(self) -> Dict[str, Any]:
        """The graph in MXNet's JSON format; not to be changed."""
        return json.loads(self.symbol.tojson())  # type: ignore[no-any-return]

    def of_equal_block(self, call: Call, equal: Call) -> TracedGraph:
        """Return the graph of the block of `equal`, which equals that of `call`, whose graph this is, but for names.

        Its `symbol` and its arguments are those of this graph.
        """
        owned = zip(*(_backend.variables(each.block) for each in (call, equal)))
        names, length = dict(owned), len(call.path)
        graph = dataclasses.replace(
            self,
            path=equal.path,
            node_blocks={name: equal.path + path[length:] for name, path in self.node_blocks.items()},
            inner_calls=[],
        )
        nodes = [{**node, "name": names.get(node["name"], node["name"])} for node in self.document["nodes"]]
        vars(graph)["document"] = {**self.document, "nodes": nodes}
        return graph

    def without_values(self) -> TracedGraph:
        """Return the same graph without the values of large arguments, of which shapes and dtypes are retained."""
        return dataclasses.replace(self, arguments=emptied(self.arguments))

    def line_of(self, text: str) -> Optional[Tuple[str, SourceLocation]]:
        """Return the (node, user's line) that `text`, such as an MXNet message, names: the longest name found in it."""
        named = [name for name in self.node_lines if name in text]
        if not named:
            return None
        node = max(named, key=len)
        return node, self.node_lines[node]


def trace(
    block: Any,
    args: Sequence[Any],
    path: str = "",
    kwargs: Optional[Mapping[str, Any]] = None,
    forwarded: bool = False,
    on_block: Callable[[str, Any], None] = lambda path, block: None,
) -> TracedGraph:
    """Return the graph of `block` called with `args` (NDArrays, nested; other values unchanged).

    Its parameters must be initialized. With `forwarded`, `args` are those that its `forward` passes to the graph, and
    `forward` does not run. `path` is the block's path in its tree; paths in failures and in the result start with it.
    `on_block` is called with the path and the block whose code runs next. Raise TraceFailure, with the innermost block
    and the user's line, if MXNet or the block rejects the arguments; NoGraph if the block is not traced.
    """
    paths = paths_by_identity(block, path)
    notes = _Notes(paths, blocks_of(block), on_block, block)
    result: List[TracedGraph] = []

    def make_graph(*arguments: Any) -> None:
        with notes.taking():
            inputs, symbol = block._get_graph(*arguments)
        result.append(
            TracedGraph(
                path,
                symbol,
                [variable.name for variable in inputs],
                block._in_format,
                block._out_format,
                arguments,
                notes.lines,
                notes.blocks,
                notes.inner_calls,
            )
        )
        raise _Traced

    def call() -> None:
        with imperative(block), semantics_of(list(args)), contextlib.suppress(_Traced), model_code():
            if not isinstance(block, SymbolBlock):
                block._active = True
            block._clear_cached_op()
            vars(block)["_call_cached_op"] = make_graph
            (make_graph if forwarded else block)(*copied(tuple(args)), **copied(dict(kwargs or {})))

    try:
        with BlockStates(block):
            try:
                call()
            except ModelRaised:
                if not result:  # otherwise it results from ending the call, as when that is made in a thread
                    raise
            # The model may have run operators on its own arrays: their errors are raised here, not at a later wait.
            with model_code():
                mx.nd.waitall()
    except ModelRaised as raised:
        raise located(TraceFailure, Stage.TRACE, raised, paths) from raised.error
    finally:
        forget_errors()  # those that arrays of the model still have
    if result:
        return result[0]
    raise NoGraph(
        f"{type(block).__name__} overrides forward() and does not come to hybrid_forward: hybridize() does nothing"
    )


def traced(call: Call, listen: Optional[Callable[[FrameType, str, Any], None]] = None) -> Optional[TracedGraph]:
    """Return the graph of the block of `call`, None if there is none; with `listen` as Python's profile function, if it
    is given."""
    before = sys.getprofile()
    sys.setprofile(listen or before)
    try:
        return trace(call.block, call.args, call.path, call.kwargs)
    except (NoGraph, TraceFailure):
        return None
    finally:
        sys.setprofile(before)


class _Notes:
    """Records the line and block of each node, and the calls of inner blocks, during tracing."""

    def __init__(
        self, paths: Dict[int, str], registered: Sequence[Any], on_block: Callable[[str, Any], None], traced: Any
    ) -> None:
        self._paths = paths
        self._registered = registered
        self._on_block = on_block
        self._running = paths[id(traced)], traced
        self._counts: Dict[str, int] = {}
        self.lines: Dict[str, SourceLocation] = {}
        self.blocks: Dict[str, str] = {}
        self.inner_calls: List[InnerCall] = []

    @contextlib.contextmanager
    def taking(self) -> Iterator[None]:
        with _backend.watching_nodes(self._name), watching(self._call, self._registered):
            yield

    def _name(self, name: str) -> None:
        frame: Optional[FrameType] = sys._getframe(2)
        location = nearest(frame, trace.__code__) or nearest(frame, trace.__code__, is_layer_file)
        if location is not None:
            self.lines[name] = location
        while frame is not None and frame.f_code is not trace.__code__:
            path = self._paths.get(id(frame.f_locals.get("self")))
            if path is not None:
                self.blocks[name] = path
                break
            frame = frame.f_back

    def _call(self, block: Any, args: Tuple[Any, ...], kwargs: Dict[str, Any], run: Any) -> Any:
        path = self._paths.get(id(block))
        if path is None:
            outputs = run()
        else:
            with self._inside(path, block):
                outputs = run()
            index = self._counts.get(path, 0)
            self._counts[path] = index + 1
            self.inner_calls.append(InnerCall(path, index, _symbols([args, kwargs]), _symbols(outputs)))
        return outputs

    @contextlib.contextmanager
    def _inside(self, path: str, block: Any) -> Iterator[None]:
        around = self._running
        self._running = path, block
        self._on_block(path, block)
        try:
            yield
        finally:
            self._running = around
            self._on_block(*around)


def _symbols(value: Any) -> List[Any]:
    result = [_backend.symbol_of(leaf) for _, leaf in leaves(value)]
    return [symbol for symbol in result if symbol is not None]
