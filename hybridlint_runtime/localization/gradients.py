"""The block and line at which the gradients of a training step first diverge, or at which it fails."""

from __future__ import annotations

import collections
import dataclasses
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from ..backend import load_backend
from ..diagnostics.explaining import line_with_rule
from ..diagnostics.source_lines import forward_of, return_of
from ..errors import ModelRaised, model_code
from ..model import parameters
from ..model.artefacts import Hybridized
from ..model.comparing import Tolerances
from ..model.internals import Internals
from ..model.judging import Runs, judge, nudge
from ..model.memory import fill_memory
from ..model.recording import Call, imperative, seed_all
from ..model.state import BlockStates
from ..model.steps import mode_of
from ..model.subject import Subject
from ..model.tracing import TracedGraph, traced
from ..model.training import Way, weighted_sum
from ..mxnet_compat import import_mxnet
from ..report import Stage
from ..structures import copied, forget_errors, semantics_of
from .engine import GraphNode, Origin, first_divergent, localizer
from .mode_queries import mode_changes
from .operators import CONTROL_FLOW, described, node_of_message

mx = import_mxnet()

_SEED = 3
#: A part of MXNet's message for an input that gets the gradient of an output unchanged, and what to write instead.
_FORWARDED = "storage_type_num_unknown_nodes"
_COPY = "Copy the input, with F.identity(x) or x * 1: the graph then has an operator for its gradient."
_UNROLL = (
    "MXNet 1.9.1 does not always compute gradients through a loop in a graph correctly, or at all: "
    "unroll it with a Python `for` over a fixed number of steps, or do not hybridize the block that contains it"
)
_PLANNED = (
    "MXNet's memory plan of the graph changes the gradient: hybridize smaller parts, or with an inline_limit above the "
    "number of operators"
)
#: Flags with which MXNet runs the operators of a graph one by one, without a memory plan.
_UNPLANNED = (("inline_limit", 2**31 - 1),)


@localizer
def localize_gradients(subject: Subject, way: Way, raised: bool = False) -> Optional[Origin]:
    """Return the innermost block whose gradients differ when it is hybridized.

    If `raised`, the innermost block that raises instead. Each block runs alone in training mode. The line is the first
    call of autograd that a graph ignores; else that of the operator that MXNet names; else that of the linter's
    finding.
    """
    tolerances = Tolerances(subject.options.tolerances)
    messages: Dict[int, Optional[str]] = {}

    def diverges(call: Call) -> bool:
        messages[id(call)] = _divergence(call, way, raised, tolerances)
        return messages[id(call)] is not None

    subject.nets.separate_recorded()
    # Children complete before their parents.
    checked = subject.learned(Hybridized).checked
    calls = subject.with_values(call for call in subject.recorded.calls if call.path in checked)
    call = first_divergent(calls, diverges)
    if call is None:
        return None
    with mode_of("train"):
        graph = traced(call)
    variables = load_backend().variables(call.block)
    node, remedy = _operator(graph, messages[id(call)] or "", call.block, variables) if graph else (None, "")
    changes = mode_changes(call)
    if changes:
        return Origin(changes[0].block, node, changes[0].location, remedy)
    line = line_with_rule(call.block, Stage.GRADIENTS) if node is None else None
    if node is None and line is None:
        # The inside of a loop or branch of the graph cannot be traced.
        inner = Internals(graph.symbol).nodes if graph is not None else []
        name = next((each.name for each in inner if each.operator in CONTROL_FLOW), None)
        if name is not None and graph is not None:
            node, remedy = described(graph, name, variables), _UNROLL
        else:
            line = forward_of(call.block)
            planned = not raised and _divergence(call, way, False, tolerances, _UNPLANNED) is None
            remedy = _PLANNED if planned else ""
    return Origin(node.block if node is not None else call.path, node, line, remedy)


def _divergence(
    call: Call, way: Way, raised: bool, tolerances: Tolerances, flags: Sequence[Tuple[str, Any]] = ()
) -> Optional[str]:
    """Return what one block raises when it runs alone, hybridized with `flags`, "" if its gradients differ; None if
    they do not, or if it cannot be trained alone."""
    try:
        plain = _gradients(call, False, way)
    except ModelRaised:
        return None
    try:
        other = _gradients(call, True, way, flags=flags)
    except ModelRaised as error:
        return str(error)
    agrees = raised or not plain or judge(plain, other, tolerances, _runs(call, way, plain)).comparison
    return None if agrees else ""


def _operator(
    graph: TracedGraph, message: str, block: Any, variables: Mapping[str, Any]
) -> Tuple[Optional[GraphNode], str]:
    """Return the operator that the message names, and what to write instead; None if unknown."""
    if _FORWARDED in message:
        node = _forwarding_node(graph, block, variables)
        return node, _COPY if node is not None else ""
    return node_of_message(graph, message, variables) if message else None, ""


def _runs(call: Call, way: Way, plain: List[Any]) -> Runs:
    def nudged(number: int) -> Any:
        return _gradients(dataclasses.replace(call, args=nudge(call.args, number)), False, way)

    def repeat(hybridized: bool, seeds: Sequence[int]) -> Iterator[Any]:
        return (_gradients(call, hybridized, way, seed) for seed in seeds)

    return Runs(repeat, nudged, _SEED, plain)


def _gradients(
    call: Call, hybridized: bool, way: Way, seed: int = _SEED, flags: Sequence[Tuple[str, Any]] = ()
) -> List[Any]:
    """Return the gradients of the floating-point arguments and of the parameters of one block after a training step,
    run alone."""
    fill_memory(hybridized)
    block, args, kwargs = call.block, copied(call.args), copied(call.kwargs)
    inputs = list(way.leaves([args, kwargs]).values())
    for array in inputs:
        array.attach_grad()
    # A training step changes running statistics, and this block belongs to the recorded net.
    statistics = parameters.values_of(block, lambda name, parameter: parameter.grad_req == "null")
    try:
        with BlockStates(block), model_code(), imperative(block), semantics_of(inputs):
            parameters.zero_gradients(block)
            for parameter in parameters.parameters_of(block).values():
                if parameter._stype == "default":
                    # A graph that returned it unchanged has removed it from autograd permanently.
                    parameters.request_gradient(parameter, parameter.grad_req)
            if hybridized:
                block._active, block._flags = True, [*block._flags, *flags]
            block._clear_cached_op()
            seed_all(seed)
            with mx.autograd.record():
                loss = weighted_sum(block(*args, **kwargs))
            if loss is not None:
                loss.backward()
            gradients = [array.grad.copy() for array in inputs] + [*parameters.gradients_of(block).values()]
            mx.nd.waitall()
            return gradients
    finally:
        forget_errors()
        parameters.set_values(block, statistics)


def _forwarding_node(graph: TracedGraph, block: Any, variables: Mapping[str, Any]) -> Optional[GraphNode]:
    """Return the addition that passes the gradient on to an input of `graph`, the graph of `block`, or the input itself
    if it is an output; None if there is no such input.

    If that input needs no gradient, MXNet 1.9.1 cannot infer the storage type of the gradient, and `backward` raises
    (#14228, #16752). Such an input is returned unchanged, or added last, by `elemwise_add`, which computes nothing for
    its gradients. Imperative execution is not affected, nor are graphs of at most two operators, which MXNet runs one
    by one.
    """
    nodes, heads = graph.document["nodes"], [head[0] for head in graph.document["heads"]]
    uses = collections.Counter([*heads, *(source[0] for node in nodes for source in node["inputs"])])
    result: List[Tuple[int, str, Optional[str]]] = []
    waiting: List[Tuple[int, Optional[str], int]] = [(number, None, 0) for number in heads]
    while waiting:
        number, addition, others = waiting.pop(0)
        node, others = nodes[number], others + uses[number] - 1
        if node["op"] == "null" and node["name"] in graph.input_names:
            result.append((others, node["name"], addition))
        elif node["op"] == "elemwise_add":
            waiting.extend((source[0], node["name"], others) for source in node["inputs"])
    if not result:
        return None
    # An input with other uses gets another gradient, unless those need none: F.BlockGrad, or x > 0.
    _, name, addition = min(result, key=lambda item: item[0])
    if addition is not None:
        return described(graph, addition, variables)
    return GraphNode(name, f"{name}, an input that is returned unchanged", graph.path, return_of(block))
