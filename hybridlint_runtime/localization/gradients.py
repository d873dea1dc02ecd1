"""Which block, operator and line is to blame where a training step gives other gradients, or fails, in a graph."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, List, Optional, Sequence, Tuple

import numpy as np

from ..backend import load_backend
from ..diagnostics.explaining import line_with_rule
from ..model.comparing import Tolerances, compare
from ..model.internals import Internals
from ..model.judging import Runs, judge, nudge
from ..model.memory import fill_memory
from ..model.recording import Call, imperative, seed_all
from ..model.state import BlockStates
from ..model.subject import Subject, mode_of
from ..model.tracing import TracedGraph, trace
from ..model.training import Way
from ..mxnet_compat import import_mxnet
from ..report import Stage
from ..structures import arrays, copied, forget_errors, is_floating, like
from . import passed_on
from .autograd_calls import changes_of_mode
from .gradients_inside import CONTROL_FLOW, GraphSteps, ImperativeSteps, parting, told_of
from .localizing import GraphNode, described, inner_values, node_of_message
from .outputs import Blame

mx = import_mxnet()

_SEED = 3
_UNROLL = (
    "MXNet 1.9.1 does not always get gradients right, or at all, that pass through the inside of a loop in a graph: "
    "write its steps out with a Python `for` over a fixed number of them, or leave the block that holds it unhybridized"
)


def blame_gradients(subject: Subject, way: Way, raised: bool = False) -> Optional[Blame]:
    """The innermost block whose gradients are others when it is hybridized, or which raises if that is what the model
    did, each run alone in training mode; and in it the operator at which they part.

    The line is the first on which autograd is told what a graph never hears; or that of the operator; or, where what
    differs comes of no operator, the one on which the linter knows why.
    """
    tolerances = Tolerances(subject.options.tolerances)
    for call in subject.complete_recording.calls:  # children complete before their parents
        if call.path not in subject.checked:
            continue
        try:
            plain = _gradients(call, False, way)
        except Exception:  # a block that cannot be trained alone says nothing
            continue
        message, differing = "", []
        try:
            other = _gradients(call, True, way)
            if raised or not plain or judge(plain, other, tolerances, _runs(call, way, plain)).comparison:
                continue
            differing = [place for place, pair in enumerate(zip(plain, other)) if not compare(*pair, tolerances)]
        except Exception as error:
            message = str(error)
        node, remedy = _operator(call, way, message, differing, tolerances)
        told = changes_of_mode(call)
        if told:
            return Blame(told[0].block, node, told[0].location, remedy)
        if node is None:
            line = line_with_rule(call.block, Stage.GRADIENTS)
            node, remedy = (None, "") if line is not None else _control_flow(call)
            return Blame(call.path, node, line, remedy)
        return Blame(node.block or call.path, node, remedy=remedy)
    return None


def _operator(
    call: Call, way: Way, message: str, differing: Sequence[int], tolerances: Tolerances
) -> Tuple[Optional[GraphNode], str]:
    """The operator that `message` names, or at which the gradients part, and what to write instead; None where it
    cannot be found out."""
    parameters = load_backend().variables(call.block)
    try:
        with mode_of("train"):
            graph = trace(call.block, call.args, call.path, call.kwargs)
        if passed_on.SAID in message:
            node = passed_on.gradient_passed_on(graph, call.block, parameters)
            return node, passed_on.REMEDY if node is not None else ""
        if message:
            return node_of_message(graph, message, parameters), ""
        return _parting(call, way, graph, parameters, differing, tolerances)
    except Exception:  # as where forward is overridden: the graph is not all that the block does
        return None, ""


def _control_flow(call: Call) -> Tuple[Optional[GraphNode], str]:
    """The first loop or branch of the graph, into which nobody can look; None if there is none."""
    try:
        with mode_of("train"):
            graph = trace(call.block, call.args, call.path, call.kwargs)
    except Exception:
        return None, ""
    name = next((node.name for node in Internals(graph.symbol).nodes if node.operator in CONTROL_FLOW), None)
    return (described(graph, name, load_backend().variables(call.block)), _UNROLL) if name is not None else (None, "")


def _parting(
    call: Call, way: Way, graph: TracedGraph, parameters: Any, differing: Sequence[int], tolerances: Tolerances
) -> Tuple[Optional[GraphNode], str]:
    runs: List[ImperativeSteps] = []
    graphs: List[GraphSteps] = []

    def imperatively(leaves: Sequence[Any]) -> Any:
        runs.append(ImperativeSteps(leaves, _trained.__code__))
        with runs[0].watching():
            return call.block(*args, **kwargs)

    def in_graph(leaves: Sequence[Any]) -> Any:
        with mx.autograd.pause(train_mode=True):
            values = inner_values(graph, parameters)
        graphs.append(GraphSteps(graph, values, parameters, leaves))
        seed_all(_SEED)
        return graphs[0].run()

    args, kwargs = copied(call.args), copied(call.kwargs)
    fill_memory(hybridized=False)
    plain = _trained(call.block, [args, kwargs], way, imperatively)
    fill_memory(hybridized=True)
    other = _trained(call.block, graph.arguments, way, in_graph)
    leaves = [place for place, pair in enumerate(zip(plain, other)) if not compare(*pair, tolerances)]
    # What is returned untouched has no operator to be blamed.
    untouched = set(graph.symbol.list_outputs()) & set(graph.symbol.list_inputs())
    planned = [place for place in differing if place not in leaves and not untouched]
    found = parting(graphs[0].steps, runs[0].steps, leaves, tolerances, planned)
    return (None, "") if found is None else told_of(found, graph, parameters)


def _runs(call: Call, way: Way, plain: List[Any]) -> Runs:
    def nudged(number: int) -> Tuple[Any, Any]:
        return plain, _gradients(dataclasses.replace(call, args=nudge(call.args, number)), False, way)

    def repeat(hybridized: bool, seeds: Sequence[int]) -> List[Any]:
        return [_gradients(call, hybridized, way, seed) for seed in seeds]

    return Runs(repeat, nudged, _SEED, plain)


def _gradients(call: Call, hybridized: bool, way: Way, seed: int = _SEED) -> List[Any]:
    """The gradients of the floating-point arguments and of the parameters of one block, run alone."""
    fill_memory(hybridized)
    args, kwargs = copied(call.args), copied(call.kwargs)

    def run(leaves: Sequence[Any]) -> Any:
        if hybridized:
            call.block._active = True
        call.block._clear_cached_op()
        seed_all(seed)
        return call.block(*args, **kwargs)

    return _trained(call.block, [args, kwargs], way, run)


def _trained(block: Any, given: Any, way: Way, run: Callable[[Sequence[Any]], Any]) -> List[Any]:
    """The gradients of the floating-point tensors in `given` and of the parameters of `block` after a training step.

    `run` gives the outputs; to it go the tensors of which the gradients are, in that order.
    """
    states = BlockStates(block)
    inputs = list(way.leaves(given).values())
    for array in inputs:
        array.attach_grad()
    usual = [
        parameter
        for parameter in load_backend().variables(block).values()
        if parameter._data is not None and parameter._stype == "default"
    ]
    trained = [parameter for parameter in usual if parameter.grad_req != "null"]
    # A training step changes running statistics, and this block is one of the recorded net.
    statistics = [(parameter, parameter.data().copy()) for parameter in usual if parameter.grad_req == "null"]
    try:
        with imperative(block):
            for parameter in trained:
                load_backend().zero_gradient(parameter)
                # A graph that returned it as it came has taken it out of autograd for good.
                mx.autograd.mark_variables(parameter.list_data(), parameter.list_grad(), parameter.grad_req)
            seed_all(_SEED)
            with mx.autograd.record():
                leaves = [*inputs, *(parameter.list_data()[0] for parameter in trained)]
                outputs = [array for array in arrays(run(leaves)) if is_floating(array)]
                # Their sum, because one of them alone may have no gradient: the counter of a loop.
                terms = [(array * like(array, _weights(array.shape))).astype("float32").sum() for array in outputs]
                loss = sum(terms[1:], terms[0]) if terms else None
            if loss is not None:
                loss.backward()
            gradients = [array.grad for array in inputs] + [parameter.list_grad()[0] for parameter in trained]
            gradients = [gradient.copy() for gradient in gradients]
            mx.nd.waitall()
            return gradients
    finally:
        forget_errors()
        states.restore()
        for parameter, value in statistics:
            parameter.set_data(value)


def _weights(shape: Sequence[int]) -> Any:
    return np.random.RandomState(9).uniform(0.5, 1.5, size=tuple(shape))
