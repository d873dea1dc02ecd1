"""The control of one hybridized call: the same inputs through a copy of the block, imperatively.

The copy has the parameters, attributes and mode that the block has before the call. It runs before the call, too, when
the memory of the call's activations is still free. In training, it first runs without recording and shares the memory
of the weights, which is safe as long as it writes to no array; what differs then is judged again on copies, recorded.
MXNet 1.9.1 cannot read or restore the state of its random numbers, so nothing here draws.
Where a call drops out, its graph is executed once more, and both runs drop out nothing. A control ends before any other
operator that would draw. Python's and NumPy's generators are restored.

A forked process has the same random state, but is no place for a control either: a graph draws in the order in which
its outputs need the numbers, so that of two branches with dropout each gets the mask of the other.
"""

from __future__ import annotations

import contextlib
import copy
import json
import re
from typing import Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from ..backend import load_backend
from ..diagnostics.source_lines import innermost, lines_of_error
from ..errors import ModelRaised, model_code
from ..model.comparing import Difference, Tolerances, compare
from ..model.draws import RECURRENT, changed_to, draws
from ..model.judging import Runs, judge, nudge
from ..model.recording import deactivate, generators_restored
from ..model.state import BlockTexts, SharedState, assigning_lines
from ..model.tree import SymbolBlock, blocks_of, walk_blocks
from ..mxnet_compat import import_mxnet, replacing
from ..report import SourceLocation
from ..spec.importing import describe
from ..structures import NDArray, arrays, copied, describe_arrays, is_floating, leaves, like, wait
from .interception import unobserved

mx = import_mxnet()
autograd = mx.autograd
_backend = load_backend()

#: Why a call that draws is not compared, and why one that writes to an array is not before its weights are copied.
DRAWS = "it draws random numbers"
WRITES = "it writes to arrays: the next call is compared with copied weights"
#: Parts of the message about memory that could not be allocated: a fault of this machine's, not of the model.
_NO_MEMORY = re.compile(r"alloc|out of memory", re.IGNORECASE)


class Skipped(Exception):
    """The call cannot be compared, for the reason in the message; with `only_this`, the next one probably can."""

    def __init__(self, message: str, only_this: bool = False) -> None:
        super().__init__(message)
        self.only_this = only_this


class _Stop(BaseException):
    """An operator would draw random numbers, or write to an array. A BaseException: the model does not catch it."""


class Mode(NamedTuple):
    """What `mx.autograd` is set to."""

    recording: bool
    training: bool

    @classmethod
    def current(cls) -> Mode:
        return cls(bool(autograd.is_recording()), bool(autograd.is_training()))

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """Set this mode, and restore the other one afterwards."""
        scope = autograd.record if self.recording else autograd.pause
        with scope(train_mode=self.training):
            yield

    def __str__(self) -> str:
        return "training" if self.training else "prediction"


class Divergence(NamedTuple):
    """How a hybridized call differs from its control: `what` is "outputs", "gradients" or "error".

    `outputs` are those of the graph that were compared.
    """

    what: str
    message: str
    outputs: Any
    location: Optional[SourceLocation] = None


class Run(NamedTuple):
    """The outputs of a run and its gradients, [] if they were not asked for.

    `error` is what the backward pass raised.
    """

    outputs: Any
    gradients: List[Any]
    error: Optional[ModelRaised] = None


def replica(block: Any, share: bool = False) -> Any:
    """Return a deep copy of `block` with copies of its parameters' values, without graphs, gradients and hooks.

    With `share`, the parameters with gradients share the memory of those of `block`: no operator changes its inputs in
    a forward pass, apart from states, which have none. Raise Skipped if it cannot be copied.
    """
    known: Dict[int, Any] = {}
    for node in blocks_of(block):
        for hooks in (node._forward_hooks, node._forward_pre_hooks):
            known[id(hooks)] = type(hooks)()
    for parameter in block.collect_params().values():
        twin = known[id(parameter)] = copy.copy(parameter)
        twin._trainer = twin._grad = None
        # Not an operator: those on several arrays at once read weights wrongly that oneDNN keeps in its own layout.
        value_of = NDArray.detach if share and parameter.grad_req != "null" else NDArray.copy
        twin._data = None if parameter._data is None else list(map(value_of, parameter._data))
    try:
        with model_code():
            return _backend.copy_block(block, known)
    except ModelRaised as raised:
        raise Skipped(f"{type(block).__name__} cannot be copied ({type(raised.error).__name__})") from raised


class Entry:
    """The block and its inputs as they are before a call, and `expected`: its run on them, or what that raised.

    `drops_out` is whether an imperative run has had an operator that drops out, which it did not. `changes` are the
    attributes that it changes, by path and name, with the lines, if known. `shares` is whether the weights are those of
    the loop: with `share`, in training. (In prediction, oneDNN changes their layout.)
    """

    def __init__(
        self, block: Any, args: Sequence[Any], kwargs: Mapping[str, Any], gradients: bool, share: bool
    ) -> None:
        self.mode = Mode.current()
        self.gradients = gradients and self.mode.recording
        self.shares = share and not self.gradients and self.mode.training and _backend.has_symbols
        self.drops_out = False
        self.changes: Dict[Tuple[str, str], Optional[SourceLocation]] = {}
        with autograd.pause(train_mode=self.mode.training), unobserved():
            if any(parameter._deferred_init for parameter in block.collect_params().values()):
                raise Skipped("its parameters are not initialized before its first call", only_this=True)
            self.block = replica(block, self.shares)
            deactivate(self.block)
            self.args, self.kwargs = copied(tuple(args)), copied(dict(kwargs))
            self._differentiable = list(map(_is_differentiable, arrays([args, kwargs])))
            self.expected = self._expected()

    def _expected(self) -> Union[Run, ModelRaised]:
        try:
            return self.imperative(gradients=self.gradients)
        except ModelRaised as raised:
            return raised

    def net(self) -> Any:
        return replica(self.block, self.shares)

    def run_on_copies(self) -> None:
        """Share no memory with the loop any more, and run again."""
        self.shares = False
        self.block = replica(self.block)
        self.expected = self._expected()

    def imperative(self, nudged: Optional[int] = None, gradients: bool = False) -> Run:
        """Run a copy imperatively.

        With `nudged`, the inputs are changed by rounding errors. Raise ModelRaised if the model raises, and Skipped if
        it would draw random numbers.
        """
        net = self.net()
        shared = [array for weight in _weights_of(net) for array in weight._data or ()] if self.shares else None
        attributes = BlockTexts(net)
        with _without_draws(self.mode.training, shared) as replaced, assigning_lines(net, _CALL) as lines:
            result = self._run(net, gradients, nudged, self.mode)
        self.changes = {
            (change.path, change.name): lines.get((change.path, change.name)) for change in attributes.changes()
        }
        self.drops_out = self.drops_out or bool(replaced)
        return result

    def hybridized(self, block: Any, gradients: bool = False) -> Run:
        """Run the graphs that `block` executes on a copy, in memory of their own, without dropout."""
        twin = self.net()
        copies = {node.path: node.block for node in walk_blocks(twin)}
        own = dict(zip(map(id, block.collect_params().values()), twin.collect_params().values()))
        for node in walk_blocks(block):
            users, ours = vars(node.block), copies.get(node.path)
            if ours is None or not users.get("_cached_op"):
                continue
            inputs, symbol = users["_cached_graph"]
            if any(id(parameter) not in own for parameter in _backend.cached_parameters(node.block).values()):
                raise Skipped("its graph has parameters of other blocks")
            ours._cached_graph = inputs, without_dropout(symbol, self.mode.training)
            ours._cached_op_args = [
                tuple(own.get(id(part), part) for part in argument) for argument in users["_cached_op_args"]
            ]
            ours._cached_op = _backend.compiled(ours._cached_graph[1], ours._cached_op_args)
            ours._in_format, ours._out_format = users["_in_format"], users["_out_format"]
            ours._active = True
        mode = self.mode._replace(recording=False) if self.shares else self.mode
        return self._run(twin, gradients, None, mode)

    def _run(self, net: Any, gradients: bool, nudged: Optional[int], mode: Mode) -> Run:
        for block in blocks_of(net):
            if isinstance(block, SymbolBlock) and block._cached_op is None:
                inputs, symbol = block._cached_graph
                block._cached_graph = inputs, without_dropout(symbol, self.mode.training)
                self.drops_out = self.drops_out or block._cached_graph[1] is not symbol
        args, kwargs = copied(self.args), copied(self.kwargs)
        if nudged is not None:
            args, kwargs = nudge(args, nudged), nudge(kwargs, nudged)
        differentiable = [array for array, needed in zip(arrays([args, kwargs]), self._differentiable) if needed]
        weights = _weights_of(net)
        if gradients:
            for parameter in weights:
                parameter.grad_req = "write"
                parameter._init_grad()
            for array in differentiable:
                array.attach_grad()
        with self._undisturbed():
            with model_code(), mode.entered():
                outputs = wait(net(*args, **kwargs))
            if not gradients:
                return Run(copied(outputs), [])
            heads = [array for array in arrays(outputs) if is_floating(array)]
            draws = np.random.RandomState(7)
            try:
                with model_code():
                    autograd.backward(heads, [like(head, draws.uniform(0.5, 1.5, head.shape)) for head in heads])
                    result = [array.grad for array in differentiable]
                    result += [gradient for parameter in weights for gradient in parameter.list_grad()]
                    return Run(copied(outputs), wait(copied(result)))
            except ModelRaised as raised:
                return Run(copied(outputs), [], raised)

    @contextlib.contextmanager
    def _undisturbed(self) -> Iterator[None]:
        """Restore what a run may change besides its copy: generators of Python and NumPy, globals of the model's
        modules."""
        shared = SharedState(self.block)
        with contextlib.ExitStack() as stack, generators_restored(), unobserved():
            stack.callback(shared.restore)
            yield


_CALL = Entry._run.__code__


def _weights_of(net: Any) -> List[Any]:
    return [parameter for parameter in net.collect_params().values() if parameter.grad_req != "null"]


def _is_differentiable(array: Any) -> bool:
    """Return whether the user's backward pass computes a gradient of `array`: it has one, or a recorded history."""
    try:
        autograd.get_symbol(array)
    except mx.base.MXNetError:
        return False
    return is_floating(array)


def verdict(entry: Entry, block: Any, outputs: Any, tolerances: Tolerances) -> Tuple[Optional[Divergence], str]:
    """Compare the `outputs` of a hybridized call with its control, and the gradients if these were asked for.

    Return the divergence, None without one, and why the gradients were not compared, "" if they were or need not be.
    Raise Skipped if the outputs cannot be compared.
    """
    result = _verdict(entry, block, outputs, tolerances)
    if result[0] is None or not entry.shares:
        return result
    entry.run_on_copies()
    return _verdict(entry, block, outputs, tolerances)


def _verdict(entry: Entry, block: Any, outputs: Any, tolerances: Tolerances) -> Tuple[Optional[Divergence], str]:
    expected, gradients = entry.expected, entry.gradients
    if isinstance(expected, ModelRaised):
        return _raising(entry, expected, outputs), ""
    hybridized: Optional[Run] = None
    reason = ""
    if gradients or entry.drops_out:
        try:
            hybridized = entry.hybridized(block, gradients)
        except Skipped as skipped:
            if entry.drops_out:
                raise
            reason = f"gradients: {skipped}"
    if hybridized is not None and entry.drops_out:
        outputs = hybridized.outputs
    difference = _judged(entry, expected.outputs, outputs, tolerances, lambda number: entry.imperative(number).outputs)
    if difference is not None:
        return Divergence("outputs", difference.message, outputs), reason
    if hybridized is None or not gradients or (expected.error and hybridized.error):
        return None, reason
    if expected.error is not None:
        return _raising(entry, expected.error, outputs), reason
    if hybridized.error is not None:
        return Divergence("error", f"hybridized, raises {describe(hybridized.error.error)}", outputs), reason
    difference = _judged(
        entry,
        expected.gradients,
        hybridized.gradients,
        tolerances,
        lambda number: entry.imperative(number, gradients=True).gradients,
    )
    if difference is None:
        return None, reason
    return Divergence("gradients", difference.message.replace("output", "gradient"), outputs), reason


def _raising(entry: Entry, raised: ModelRaised, outputs: Any) -> Divergence:
    if isinstance(raised.error, MemoryError) or _NO_MEMORY.search(str(raised)):
        raise Skipped("the memory of this machine does not suffice") from raised
    text = f"imperatively it raises {describe(raised.error)}{_symbols_of(entry)}"
    return Divergence("error", text, outputs, innermost(lines_of_error(raised.error)))


def _judged(entry: Entry, expected: Any, other: Any, tolerances: Tolerances, run: Any) -> Optional[Difference]:
    """Return the first difference that is neither rounding nor memory that no operator wrote."""
    # Hybridized, every tuple of outputs is a list.
    if compare(expected, other, tolerances):
        return None

    def repeat(hybridized: bool, seeds: Sequence[int]) -> Iterable[Any]:
        return ((other if hybridized else run(None)) for _ in seeds)

    judgement = judge(expected, other, tolerances, Runs(repeat, run, seed=0, first=expected, draws=False))
    return judgement.comparison.differences[0] if judgement.comparison.differences else None


def _symbols_of(entry: Entry) -> str:
    """Return a text that names the first attribute that holds a Symbol of an earlier trace, "" without one."""
    for node in blocks_of(entry.block):
        for name, value in vars(node).items():
            if name.startswith("_cached"):
                continue
            if any(isinstance(leaf, mx.sym.Symbol) for _, leaf in leaves(value)):
                return f"; {type(node).__name__}.{name} holds a Symbol since the graph was traced"
    return ""


@contextlib.contextmanager
def _without_draws(training: bool, weights: Optional[List[Any]]) -> Iterator[List[str]]:
    """In this context, no operator draws from MXNet's random numbers.

    An operator that drops out does not, and its name is appended to the list. Before any other that would draw, Skipped
    is raised. With `weights` of the loop, operators are not recorded, so that MXNet keeps no array for gradients, and
    Skipped is raised before one that might write to these.
    """
    replaced: List[str] = []
    shared = {id(array): array for array in weights or ()}

    def around(name: str, given: List[Any], in_place: bool, caller: Any, run: Any) -> Any:
        if weights is not None:
            if in_place:
                raise _Stop(WRITES)
            recording = autograd.set_recording(False)
            try:
                result = without_draw(name, given, in_place, caller, run)
            finally:
                autograd.set_recording(recording)
            if name in ("[]", "reshape") and id(given[0]) in shared:
                shared[id(result)] = result  # a view
            return result
        return without_draw(name, given, in_place, caller, run)

    def without_draw(name: str, given: List[Any], in_place: bool, caller: Any, run: Any) -> Any:
        keys, values = (caller.f_locals.get(part) for part in ("keys", "vals"))
        listed = isinstance(keys, list) and isinstance(values, list)
        attributes = dict(zip(map(str, keys), map(str, values))) if listed else {}
        if name == "gamma" and "size" in caller.f_locals:
            name = "_npi_gamma"  # the distribution, not the function
        if not draws(name, attributes, training):
            return run(given)
        replaced.append(name)
        if "dropout" in name.lower() and not in_place and given:
            return copied(given[0])
        if not drops_out(name) or "p" not in attributes:
            raise _Stop(DRAWS)
        values[keys.index("p")] = 0
        return run(given)

    def copy_from(array: Any, source: Any) -> None:
        if id(array) in shared:
            raise _Stop(WRITES)
        copy_into(array, source)

    copy_into = NDArray._sync_copyfrom
    try:
        with replacing(NDArray, "_sync_copyfrom", copy_from), _backend.around_operators(around):
            yield replaced
    except _Stop as stop:
        raise Skipped(str(stop), only_this=str(stop) == WRITES) from None


def drops_out(operator: str) -> bool:
    """Return whether all that an operator draws are elements to drop, with probability `p`."""
    return "dropout" in operator.lower() or operator.lower() in RECURRENT


def without_dropout(symbol: Any, training: bool) -> Any:
    """Return a graph that drops out nothing: `symbol` itself if it does not. Raise Skipped if it draws otherwise."""
    document = json.loads(symbol.tojson())
    return changed_to(document, symbol) if _keep_all(document, training) else symbol


def _keep_all(document: Mapping[str, Any], training: bool) -> bool:
    """Set the probabilities of dropout to 0 in a graph and in those inside it; return whether any was not."""
    changed = False
    for node in document["nodes"]:
        if draws(node["op"], node.get("attrs", {}), training):
            if not drops_out(node["op"]):
                raise Skipped(DRAWS)
            node.setdefault("attrs", {})["p"] = "0"
            changed = True
        for inner in node.get("subgraphs", ()):
            changed = _keep_all(inner, training) or changed
    return changed


def context_of(args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
    """Return the context of the first array of the inputs, "" without one."""
    return next((str(_backend.context_of(array)) for array in arrays([args, kwargs])), "")


def describe_signature(args: Sequence[Any], kwargs: Mapping[str, Any], mode: Mode) -> str:
    """Return structure, shapes and dtypes of the inputs and the mode, as one text."""
    return f"{describe_arrays(tuple(args))}{describe_arrays(dict(kwargs)) if kwargs else ''} in {mode}"
