"""The control of one hybridized call: the same inputs through a copy of the block, imperatively.

The copy has the parameters, attributes and mode that the block had before the call. Neither it nor its arrays are
shared with the user's loop. MXNet 1.9.1 cannot read or restore the state of its random numbers, so the control ends
before the first operator that would draw, and Python's and NumPy's generators are restored.
"""

from __future__ import annotations

import contextlib
import copy
import json
import random
import re
from typing import Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ..backend import load_backend
from ..diagnostics.failures import headline
from ..diagnostics.source_lines import innermost, lines_of_error
from ..errors import ModelRaised, message_of, model_code
from ..model.comparing import Difference, Tolerances, compare
from ..model.judging import Runs, judge, nudge
from ..model.operators import around_operators
from ..model.recording import deactivate
from ..model.state import SharedState
from ..model.tree import SymbolBlock, blocks_of
from ..mxnet_compat import import_mxnet
from ..report import SourceLocation
from ..structures import arrays, copied, describe_arrays, is_floating, leaves, like, wait
from .interception import unobserved

mx = import_mxnet()
autograd = mx.autograd
_backend = load_backend()

#: Operators that draw whenever they run, by parts of their names.
_RANDOM = re.compile(
    r"^_?(random|sample|image_random)_|shuffle|multinomial|zipfian"
    r"|^_?(np[ix]?_)?(normal|uniform|gamma|exponential|poisson|bernoulli|choice|randint|randn|rand|gumbel|laplace"
    r"|logistic|pareto|rayleigh|weibull|powerd|permutation|beta|chisquare|lognormal|binomial|negative_binomial"
    r"|generalized_negative_binomial)(_n|_like)?$"
)
#: Why a call that draws is not compared.
DRAWS = "it draws random numbers"
#: Parts of the message about memory that could not be allocated: a fault of this machine's, not of the model.
_NO_MEMORY = re.compile(r"alloc|out of memory", re.IGNORECASE)


class Skipped(Exception):
    """The call cannot be compared, for the reason in the message; with `only_this`, the next one probably can."""

    def __init__(self, message: str, only_this: bool = False) -> None:
        super().__init__(message)
        self.only_this = only_this


class _Draws(BaseException):
    """An operator would draw random numbers. A BaseException, so that the model does not catch it."""


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
    """How a hybridized call differs from its control: `what` is "outputs", "gradients" or "error"."""

    what: str
    message: str
    figures: Mapping[str, Any]
    location: Optional[SourceLocation] = None


def replica(block: Any, graphs: bool = False) -> Any:
    """Return a deep copy of `block` with copies of its parameters' values, without gradients.

    The copy has no graphs; with `graphs`, it executes those of `block`. Raise Skipped if it cannot be copied.
    """
    known: Dict[int, Any] = {}
    for node in blocks_of(block):
        for name, empty in (("_cached_graph", ()), ("_cached_op", None), ("_cached_op_args", [])):
            held = vars(node).get(name)
            if held and not graphs:
                known[id(held)] = empty
            elif held and name != "_cached_op_args":
                known[id(held)] = held
    for parameter in block.collect_params().values():
        twin = known[id(parameter)] = copy.copy(parameter)
        twin._trainer = twin._grad = None
        # Not an operator: those on several arrays at once read weights wrongly that oneDNN keeps in its own layout.
        twin._data = None if parameter._data is None else [array.copy() for array in parameter._data]
    try:
        with model_code():
            return _backend.copy_block(block, known)
    except ModelRaised as raised:
        raise Skipped(f"{type(block).__name__} cannot be copied ({type(raised.error).__name__})") from raised


class Entry:
    """The block and its inputs as they are before a call: what the control starts from."""

    def __init__(self, block: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        self.mode = Mode.current()
        with autograd.pause(), unobserved():
            if any(parameter._deferred_init for parameter in block.collect_params().values()):
                raise Skipped("its parameters are not initialized before its first call", only_this=True)
            self.block = replica(block)
            deactivate(self.block)
            self.args, self.kwargs = copied(tuple(args)), copied(dict(kwargs))

    def net(self) -> Any:
        """Return a new imperative copy of the block."""
        return replica(self.block)

    def imperative(self, nudged: Optional[int] = None, gradients: bool = False) -> Tuple[Any, List[Any]]:
        """Run a copy imperatively. Return its outputs, and its gradients if asked for.

        With `nudged`, the inputs are changed by rounding errors. Raise ModelRaised if the model raises, and Skipped if
        it would draw random numbers.
        """
        args, kwargs = copied(self.args), copied(self.kwargs)
        if nudged is not None:
            args, kwargs = nudge(args, nudged), nudge(kwargs, nudged)
        net = self.net()
        for node in blocks_of(net):
            if isinstance(node, SymbolBlock) and graph_draws(node._cached_graph[1], self.mode.training):
                raise Skipped(DRAWS)
        with self._undisturbed(), _without_draws(self.mode.training) as replaced:
            result = _executed(net, args, kwargs, self.mode, gradients)
        if replaced:
            raise Skipped(DRAWS)
        return result

    def hybridized(self, block: Any) -> List[Any]:
        """Return the gradients of the graph that `block` executes, from a run of a copy."""
        twin = replica(self.block)
        for ours, users in zip(blocks_of(twin), blocks_of(block)):
            if users._cached_op is not None and not any(value for name, value in users._flags if "static" in name):
                names = _backend.cached_parameters(users)
                own = dict(zip(map(id, users.collect_params().values()), ours.collect_params().values()))
                if any(id(parameter) not in own for parameter in names.values()):
                    raise Skipped("its graph has parameters of other blocks")
                ours._cached_graph, ours._cached_op = users._cached_graph, users._cached_op
                ours._cached_op_args = [
                    tuple(own.get(id(part), part) for part in argument) for argument in users._cached_op_args
                ]
                ours._in_format, ours._out_format = users._in_format, users._out_format
                ours._active = True
        if twin._cached_op is None:
            raise Skipped("the gradients of a graph with static memory cannot be compared without disturbing it")
        if graph_draws(twin._cached_graph[1], self.mode.training):
            raise Skipped(DRAWS)
        with self._undisturbed():
            return _executed(twin, copied(self.args), copied(self.kwargs), self.mode, gradients=True)[1]

    @contextlib.contextmanager
    def _undisturbed(self) -> Iterator[None]:
        """Restore what a run may change besides its copy: generators of Python and NumPy, globals of the model's
        modules."""
        python, numpy = random.getstate(), np.random.get_state()
        shared = SharedState(self.block)
        try:
            with unobserved():
                yield
        finally:
            shared.restore()
            random.setstate(python)
            np.random.set_state(numpy)


def _executed(
    net: Any, args: Tuple[Any, ...], kwargs: Dict[str, Any], mode: Mode, gradients: bool
) -> Tuple[Any, List[Any]]:
    inputs = [array for array in arrays([args, kwargs]) if is_floating(array)]
    weights = [parameter for parameter in net.collect_params().values() if parameter.grad_req != "null"]
    if gradients:
        for parameter in weights:
            parameter.grad_req = "write"
            parameter._init_grad()
        for array in inputs:
            array.attach_grad()
    with model_code():
        with mode.entered():
            outputs = wait(net(*args, **kwargs))
        if not gradients:
            return copied(outputs), []
        heads = [array for array in arrays(outputs) if is_floating(array)]
        draws = np.random.RandomState(7)
        autograd.backward(heads, [like(head, draws.uniform(0.5, 1.5, head.shape)) for head in heads])
        found = [array.grad for array in inputs]
        found += [gradient for parameter in weights for gradient in parameter.list_grad()]
        return copied(outputs), wait(copied(found))


def verdict(
    entry: Entry, block: Any, outputs: Any, tolerances: Tolerances, gradients: bool = False
) -> Optional[Divergence]:
    """Compare the `outputs` of a hybridized call with its control, and the gradients if asked for.

    None if they agree. Raise Skipped if they cannot be compared.
    """
    try:
        expected, expected_gradients = entry.imperative(gradients=gradients and entry.mode.recording)
    except ModelRaised as raised:
        if isinstance(raised.error, MemoryError) or _NO_MEMORY.search(str(raised)):
            raise Skipped("the memory of this machine does not suffice") from raised
        message = headline(message_of(raised.error))
        text = f"imperatively it raises {type(raised.error).__name__}: {message}"
        return Divergence("error", text + _symbols_of(entry), {}, innermost(lines_of_error(raised.error)))
    difference = _judged(entry, expected, outputs, tolerances, lambda number: entry.imperative(number)[0])
    if difference is not None:
        return Divergence("outputs", difference.message, difference.details)
    if expected_gradients:
        difference = _judged(
            entry,
            expected_gradients,
            entry.hybridized(block),
            tolerances,
            lambda number: entry.imperative(number, gradients=True)[1],
        )
        if difference is not None:
            return Divergence("gradients", difference.message.replace("output", "gradient"), difference.details)
    return None


def _judged(entry: Entry, expected: Any, other: Any, tolerances: Tolerances, run: Any) -> Optional[Difference]:
    """Return the first difference that is neither rounding nor memory that no operator wrote."""
    # Hybridized, every tuple of outputs is a list.
    if compare(expected, other, tolerances):
        return None

    def repeat(hybridized: bool, seeds: Sequence[int]) -> Iterable[Any]:
        return ((other if hybridized else run(None)) for _ in seeds)

    judgement = judge(
        expected,
        other,
        tolerances,
        Runs(repeat, lambda number: (run(None), run(number)), seed=0, first=expected, draws=False),
    )
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
def _without_draws(training: bool) -> Iterator[List[str]]:
    """In this context, no operator draws from MXNet's random numbers.

    A Dropout gets its mask from a generator of ours, and its name is appended to the list: the outputs cannot be
    compared, but a model that raises is seen. Before any other operator that would draw, Skipped is raised.
    """
    masks = np.random.RandomState(3)
    replaced: List[str] = []

    def around(name: str, given: List[Any], in_place: bool, caller: Any, run: Any) -> Any:
        keys, values = (caller.f_locals.get(part) for part in ("keys", "vals"))
        listed = isinstance(keys, list) and isinstance(values, list)
        attributes = dict(zip(map(str, keys), map(str, values))) if listed else {}
        if not draws(name, attributes, training):
            return run(given)
        if "dropout" not in name.lower() or in_place or not given:
            raise _Draws
        replaced.append(name)
        kept = 1 - float(attributes.get("p", 0.5))
        return given[0] * like(given[0], masks.binomial(1, kept, given[0].shape) / max(kept, 1e-3))

    try:
        with around_operators(around):
            yield replaced
    except _Draws:
        raise Skipped(DRAWS) from None


def draws(operator: str, attributes: Mapping[str, str], training: bool) -> bool:
    """Return whether an operator draws from MXNet's random numbers with these attributes."""
    name = operator.lower()
    if "dropout" in name:
        return (training or attributes.get("mode") == "always") and float(attributes.get("p", 0.5)) > 0
    if name in ("rnn", "npx_rnn", "_npx_rnn"):
        return training and float(attributes.get("p", 0)) > 0
    if name in ("leakyrelu", "leaky_relu", "_npx_leaky_relu"):
        return attributes.get("act_type") == "rrelu"
    return _RANDOM.search(name) is not None


def graph_draws(symbol: Any, training: bool) -> bool:
    """Return whether a graph, or one inside it, has an operator that draws."""
    return _document_draws(json.loads(symbol.tojson()), training)


def _document_draws(document: Mapping[str, Any], training: bool) -> bool:
    return any(
        draws(node["op"], node.get("attrs", {}), training)
        or any(_document_draws(inner, training) for inner in node.get("subgraphs", ()))
        for node in document["nodes"]
    )


def describe_signature(args: Sequence[Any], kwargs: Mapping[str, Any], mode: Mode) -> str:
    """Return structure, shapes and dtypes of the inputs and the mode, as one text."""
    return f"{describe_arrays(tuple(args))}{describe_arrays(dict(kwargs)) if kwargs else ''} in {mode}"
