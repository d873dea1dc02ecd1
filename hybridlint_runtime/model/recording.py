"""Record one imperative run of a model: the inputs and outputs of every block, call by call."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import random
import sys
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

import numpy as np

from ..backend import load_backend
from ..diagnostics.failures import RunFailure, located
from ..diagnostics.source_lines import nearest
from ..errors import ModelRaised, model_code
from ..mxnet_compat import import_mxnet
from ..report import SourceLocation, Stage
from ..structures import (
    NDArray,
    Symbol,
    arrays,
    copied,
    describe,
    dtype_name,
    leaves,
    like,
    map_leaves,
    numpy_view,
    shape_of,
    wait,
)
from . import parameters
from .calls import watching
from .state import BlockStates
from .tree import blocks_of, kind_of, paths_by_identity

mx = import_mxnet()
_backend = load_backend()


@dataclasses.dataclass
class Call:
    """One completed call of the block at `path`.

    `args` and `kwargs` are the caller's arguments, with tensors copied before the call (user code may change them in
    place). `outputs` is what the block returned, with tensors copied. `index` counts the calls of this block from 0,
    and `depth` is 0 for the root.
    `context` is that of the first tensor argument, None without one. `asked_by` is the user's line that led to the
    call, None if there is none. `inside` is True for a call inside a block that hybridizing turns into one graph. If
    `complete` is False, only the shapes and dtypes of large tensors are known; reading them is undefined.
    """

    path: str
    block: Any
    index: int
    depth: int
    args: Tuple[Any, ...]
    kwargs: Dict[str, Any]
    outputs: Any
    context: Optional[Any]
    asked_by: Optional[SourceLocation] = None
    inside: bool = False
    complete: bool = True

    def bytes(self) -> int:
        return sum(map(_bytes_of, arrays([self.args, self.kwargs, self.outputs])))

    @property
    def structure(self) -> str:
        """The structure of the arguments as text; a graph is valid for one structure only."""
        text = describe(tuple(self.args))
        return text + describe(self.kwargs) if self.kwargs else text


@dataclasses.dataclass
class Recording:
    """All calls of one run in order of completion, children before their parents, and what the root returned.

    Calls of blocks that are registered nowhere in the tree have the path "?" (see `tree.hidden_blocks`).
    """

    calls: List[Call]
    outputs: Any
    paths: Dict[int, str]

    def bytes_inside(self) -> int:
        """Return the memory in bytes of the tensors of calls inside graphs."""
        tensors = {
            id(tensor): tensor
            for call in self.calls
            if call.inside and call.complete
            for tensor in arrays([call.args, call.kwargs, call.outputs])
        }
        return sum(map(_bytes_of, tensors.values()))

    def without_values_inside(self) -> Recording:
        """Return the same recording with tensors inside graphs reduced to shape and dtype."""
        calls = [
            dataclasses.replace(
                call,
                args=emptied(call.args),
                kwargs=emptied(call.kwargs),
                outputs=emptied(call.outputs),
                complete=False,
            )
            if call.inside
            else call
            for call in self.calls
        ]
        return Recording(calls, self.outputs, self.paths)

    def calls_of(self, path: str) -> List[Call]:
        return list(self._by_path.get(path, ()))

    @functools.cached_property
    def _by_path(self) -> Dict[str, List[Call]]:
        calls: Dict[str, List[Call]] = {}
        for call in self.calls:
            calls.setdefault(call.path, []).append(call)
        return calls

    def structures_of(self, path: str) -> List[Call]:
        """Return the first call of the block at `path` with each structure of arguments."""
        first: Dict[str, Call] = {}
        for call in self.calls_of(path):
            first.setdefault(call.structure, call)
        return list(first.values())


UNREGISTERED = "?"

Keeps = Callable[[str, int, int], bool]


def no_values(path: str, index: int, held: int) -> bool:
    """Retain shapes and dtypes of tensors inside graphs, not their values."""
    return False


#: Tensors of at most this many elements are always retained.
_SMALL = 2**10


def seed_all(seed: int) -> None:
    """Seed MXNet's, NumPy's and Python's random numbers. MXNet then draws the same in both phases."""
    mx.random.seed(seed)
    np.random.seed(seed % 2**32)
    random.seed(seed)


@contextlib.contextmanager
def generators_restored() -> Iterator[None]:
    """Restore Python's and NumPy's random states afterwards."""
    python, numpy = random.getstate(), np.random.get_state()
    try:
        yield
    finally:
        random.setstate(python)
        np.random.set_state(numpy)


@contextlib.contextmanager
def imperative(net: Any) -> Iterator[None]:
    """Deactivate hybridization in all blocks of `net`. Cached graphs and flags are restored afterwards.

    A SymbolBlock is a graph in both phases and is not changed.
    """
    active = [(block, block._active) for block in blocks_of(net) if kind_of(block) == "hybrid"]
    try:
        for block, _ in active:
            vars(block)["_active"] = False
        yield
    finally:
        for block, before in active:
            vars(block)["_active"] = before


def deactivate(net: Any) -> None:
    """Deactivate hybridization in all blocks of `net`: `hybridize(False)`, even if a block overrides that."""
    for block in blocks_of(net):
        if kind_of(block) == "hybrid":
            vars(block)["_active"] = False


def record(
    net: Any,
    args: Sequence[Any],
    seed: int = 0,
    call: Callable[[Any, Sequence[Any]], Any] = lambda net, args: net(*args),
    keeps: Keeps = lambda path, index, held: True,
) -> Recording:
    """Run `net(*args)`, or `call(net, args)`, once imperatively and record every call of every block.

    The arguments themselves are not changed (the model gets copies). Hybridization is off during the run and restored
    afterwards. All tensors of a large model take gigabytes: at the beginning of the `index`-th call of the block at
    `path` inside a block that hybridizing turns into one graph, `keeps(path, index, held)` returns whether the values
    of its tensors are retained, where those of earlier calls take `held` bytes. Raise RunFailure, with the innermost
    block and the user's line, if the model raises.
    """
    paths = paths_by_identity(net)
    calls: List[Call] = []
    counts: Dict[str, int] = {}
    depth = [0]
    copies = _Copies()
    #: Number of running blocks that are one graph when hybridized.
    inside = [0]

    def keep(block: Any, inputs: Tuple[Any, ...], named: Dict[str, Any], run: Any) -> Any:
        if any(isinstance(leaf, Symbol) for _, leaf in leaves([inputs, named])):
            return run()  # MXNet infers the shapes of deferred parameters from a graph: not a call of the user's
        path = paths.get(id(block), UNREGISTERED)
        complete = not inside[0] or keeps(path, counts.get(path, 0), copies.held)
        kept = copies.of if complete else emptied
        before, before_named = kept(tuple(inputs)), kept(dict(named))
        asked_by = nearest(sys._getframe(1), record.__code__)
        one_graph = _backend.is_one_graph(block)
        depth[0] += 1
        inside[0] += one_graph
        try:
            outputs = wait(run())
        finally:
            depth[0] -= 1
            inside[0] -= one_graph
        index = counts.get(path, 0)
        counts[path] = index + 1
        tensors = arrays([inputs, named])
        context = _backend.context_of(tensors[0]) if tensors else None
        calls.append(
            Call(
                path,
                block,
                index,
                depth[0],
                before,
                before_named,
                kept(outputs),
                context,
                asked_by,
                inside=inside[0] > 0,
                complete=complete,
            )
        )
        return outputs

    with imperative(net):
        seed_all(seed)
        try:
            with watching(keep), model_code():
                outputs = wait(call(net, copied(list(args))))
                mx.nd.waitall()
        except ModelRaised as raised:
            raise located(RunFailure, Stage.IMPERATIVE, raised, paths) from raised.error
    return Recording(calls, copied(outputs), paths)


@dataclasses.dataclass
class SettledRecording:
    """A recording of a call that is representative of all later calls.

    `states` are the attributes of the blocks before that call. `made_children` is True if an earlier call registered
    blocks that the new net did not have.
    """

    recording: Recording
    states: BlockStates
    made_children: bool


def record_settled(
    net: Any,
    args: Sequence[Any],
    seed: int = 0,
    call: Callable[[Any, Sequence[Any]], Any] = lambda net, args: net(*args),
    keeps: Keeps = lambda path, index, held: True,
    may_initialize: bool = False,
) -> SettledRecording:
    """Record a call as `record` does, but not one that initializes parameters or registers blocks.

    Deferred initialization draws from the same random numbers as the operators of the model, and children that are made
    during a call are in no path of the tree before it. Such a call is repeated with the same seed, and the repetition
    is recorded. One that `may_initialize` parameters is not. Raise RunFailure if the model raises.
    """
    states = BlockStates(net)
    blocks = set(paths_by_identity(net))
    values: Dict[str, Any] = {}
    if parameters.deferred(net) and not may_initialize:
        values = parameters.values_of(net)
        record(net, args, seed, call, no_values)
    else:
        recording = record(net, args, seed, call, keeps)
        if set(paths_by_identity(net)) <= blocks:
            return SettledRecording(recording, states, False)
    made_children = not set(paths_by_identity(net)) <= blocks
    if made_children:  # restoring the attributes would remove them
        states = BlockStates(net)
    else:
        states.restore()
        parameters.set_values(net, values)
    return SettledRecording(record(net, args, seed, call, keeps), states, made_children)


class _Copies:
    """Copies of tensors: a result that is passed to the next block is copied once, unless it was changed in between."""

    def __init__(self) -> None:
        self._made: Dict[int, Any] = {}
        #: The number of bytes of all copies.
        self.held = 0

    def of(self, value: Any) -> Any:
        """Return `value` with copies of its tensors. They must not be written to."""
        return map_leaves(self._copy, value)

    def _copy(self, leaf: Any) -> Any:
        if not isinstance(leaf, NDArray):
            return leaf
        made = self._made.get(id(leaf))
        if made is None or not _equal(made, leaf):  # another tensor may have got the same id
            made = self._made[id(leaf)] = copied(leaf)
            self.held += _bytes_of(leaf)
        return made


def _equal(first: Any, second: Any) -> bool:
    alike = type(first) is type(second) and first.stype == second.stype == "default"
    alike = alike and _backend.context_of(first) == _backend.context_of(second)
    if not alike or shape_of(first) != shape_of(second) or dtype_name(first) != dtype_name(second):
        return False
    # Compare bytes, because NaN equals nothing.
    left, right = (numpy_view(array).reshape(-1).view(np.uint8) for array in (first, second))
    return bool(np.array_equal(left, right))


def _bytes_of(tensor: Any) -> int:
    """Return the bytes of the values of a tensor; of a sparse one, of those that are not zero."""
    if shape_of(tensor) is None:
        return 0
    values = tensor if getattr(tensor, "stype", "default") == "default" else tensor.data
    return int(values.size * np.dtype(tensor.dtype).itemsize)


def with_zeros(call: Call) -> Call:
    """Return a call that is not complete with zeros in place of the values that are not known."""

    def zeros(leaf: Any) -> Any:
        return like(leaf, np.zeros(leaf.shape)) if _is_large(leaf) else leaf

    args, kwargs = map_leaves(zeros, tuple(call.args)), map_leaves(zeros, dict(call.kwargs))
    return dataclasses.replace(call, args=args, kwargs=kwargs)


def _is_large(leaf: Any) -> bool:
    dense = isinstance(leaf, NDArray) and leaf.stype == "default" and shape_of(leaf) is not None
    return dense and leaf.size > _SMALL


def emptied(value: Any) -> Any:
    """Return a copy of `value` with large tensors whose memory is not allocated until it is written."""

    def empty(leaf: Any) -> Any:
        if not _is_large(leaf):
            return copied(leaf)
        handle = mx.nd.ndarray._new_alloc_handle(leaf.shape, _backend.context_of(leaf), True, leaf.dtype)
        return type(leaf)(handle)

    return map_leaves(empty, value)
