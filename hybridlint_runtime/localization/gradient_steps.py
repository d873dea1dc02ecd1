"""The gradients inside a block, operator by operator, in both phases, and the first operator at which they diverge.

A zero is added to every result and every argument of an operator: this changes nothing, and the zero's gradient is the
one at that place. MXNet itself returns gradients of inputs only.

The addition is `add_n`: `elemwise_add` before a BlockGrad ends the process in the backward pass of MXNet 1.9.1.
"""

from __future__ import annotations

import dataclasses
import json
from types import CodeType, FrameType
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Set, Tuple

from ..backend import load_backend
from ..diagnostics.source_lines import innermost, lines_of_stack
from ..model.comparing import Tolerances, compare
from ..model.internals import Internals
from ..model.tracing import TracedGraph
from ..mxnet_compat import import_mxnet
from ..report import SourceLocation
from ..structures import arrays, copied, is_floating
from .engine import GraphNode, first_divergent
from .operators import described, feeds_of, same_result

mx = import_mxnet()

#: Prefix of the names of the variables that are added to a graph.
_ZERO = "hybridlint_zero"
CONTROL_FLOW = ("_foreach", "_while_loop", "_cond")

#: What to write instead.
_ONE_WAY = "Run the same operators in both phases: no branch on F or on the type of a tensor."
_NO_GRADIENT = "To stop a gradient, use F.BlockGrad (MXNet 2: npx.stop_gradient), not autograd.pause()."
_PLANNED = (
    "MXNet's memory plan of the graph changes the gradient: hybridize the parts around this operator, without it, "
    "or with an inline_limit above the number of operators."
)
_ONLY_OPERATORS = "Compute with operators of F: NumPy and newly created arrays pass no gradient imperatively."


@dataclasses.dataclass
class Step:
    """One operator in one phase.

    `results` are its values. `arriving` are the gradients at the results, `passed_back` those that it passed to its
    arguments: zeros without values until the training step is over, None if there can be none. `sources` are the
    indices of the steps whose results are its arguments, `leaves` those of the arguments and parameters of the block.
    `recorded` is False for imperative operators under `autograd.pause()`.
    """

    name: str
    operator: str
    location: Optional[SourceLocation]
    results: List[Any]
    arriving: List[Any] = dataclasses.field(default_factory=list)
    passed_back: List[Any] = dataclasses.field(default_factory=list)
    sources: Set[int] = dataclasses.field(default_factory=set)
    leaves: Set[int] = dataclasses.field(default_factory=set)
    recorded: bool = True


def can_have_gradient(array: Any) -> bool:
    """Return whether a zero with a gradient can be added to `array`."""
    usual = not isinstance(array, mx.np.ndarray) and array.stype == "default"
    return bool(usual and is_floating(array) and array.size > 0)


def zero_for(array: Any) -> Any:
    with mx.autograd.pause():
        zero = mx.nd.zeros(array.shape, ctx=array.context, dtype=array.dtype)
    zero.attach_grad()
    return zero


class ImperativeSteps:
    """Records the steps of an imperative run while `watching()` is active."""

    def __init__(self, leaves: Sequence[Any], below: CodeType) -> None:
        self.steps: List[Step] = []
        self._below = below
        self._leaves = {id(leaf): place for place, leaf in enumerate(leaves)}
        self._made: Dict[int, int] = {}
        self._live: Set[int] = set()
        #: References to all results, so that no other array gets the same id.
        self._kept: List[Any] = [*leaves]

    def watching(self) -> Any:
        return load_backend().around_operators(self._add)

    def _add(
        self, name: str, given: List[Any], in_place: bool, caller: FrameType, run: Callable[[List[Any]], Any]
    ) -> Any:
        place = len(self.steps)
        step = Step("", name, innermost(lines_of_stack(caller, self._below)), [])
        step.recorded = bool(mx.autograd.is_recording()) and not in_place
        live = False
        for index, array in enumerate(given):
            source, leaf = self._made.get(id(array)), self._leaves.get(id(array))
            step.sources |= {source} if source is not None else set()
            step.leaves |= {leaf} if leaf is not None else set()
            # Only these are differentiated; arrays that an operator updates, such as running statistics, must not be
            # replaced.
            if step.recorded and (source in self._live or leaf is not None) and can_have_gradient(array):
                live = True
                zero = zero_for(array)
                step.passed_back.append(zero)
                given[index] = mx.nd.add_n(array, zero)
        result = run(given)
        self.steps.append(step)
        results = list(result) if isinstance(result, (list, tuple)) else [result]
        step.results = arrays(copied(results))
        if live:  # results that depend on nothing with a gradient must not get one: they may be indices
            self._live.add(place)
            results = [self._with_zero(array, step) for array in results]
        self._kept.extend(results)
        self._made.update((id(array), place) for array in results)
        return results if isinstance(result, (list, tuple)) else results[0]

    @staticmethod
    def _with_zero(array: Any, step: Step) -> Any:
        if not can_have_gradient(array):
            return array
        zero = zero_for(array)
        step.arriving.append(zero)
        return mx.nd.add_n(array, zero)


class GraphSteps:
    """The steps of a graph. `symbol` is the graph with the zeros, `feeds` are all its inputs.

    `values` are the results of every node, by the names of `Internals`.
    """

    def __init__(
        self, graph: TracedGraph, values: Mapping[str, Any], parameters: Mapping[str, Any], leaves: Sequence[Any]
    ) -> None:
        self.feeds = feeds_of(graph, parameters)
        self.steps: List[Step] = []
        whole = json.loads(graph.symbol.tojson())
        named = Internals(graph.symbol).nodes
        fixed = set(graph.symbol.list_auxiliary_states())
        places = {id(leaf): place for place, leaf in enumerate(leaves)}
        #: Result of a node → the entry that replaces it, its value, and its step.
        self._entries: Dict[Tuple[int, int], List[int]] = {}
        self._nodes: List[Dict[str, Any]] = []
        results: Dict[Tuple[int, int], Any] = {}
        steps: Dict[int, int] = {}
        live: Set[int] = set()
        numbers: List[int] = []
        for number, (node, known) in enumerate(zip(whole["nodes"], named)):
            step = Step(node["name"], node["op"], graph.node_lines.get(node["name"]), [])
            inputs = []
            for source, place, *version in node["inputs"]:
                value = results.get((source, place))
                leaf = places.get(id(value))
                step.sources |= {steps[source]} if source in steps else set()
                step.leaves |= {leaf} if leaf is not None else set()
                entry = self._entries.get((source, place), [numbers[source], place, *version])
                if source in live or leaf is not None:
                    entry = self._with_zero(entry, value, step.passed_back)
                inputs.append(entry)
            numbers.append(self._append({**node, "inputs": inputs}))
            if node["op"] == "null":
                results[number, 0] = None if node["name"] in fixed else self.feeds[node["name"]]
                continue
            step.results = [values[name] for name in known.outputs]
            for place, value in enumerate(step.results):
                results[number, place] = value
                entry = [numbers[number], place, 0]
                self._entries[number, place] = (
                    self._with_zero(entry, value, step.arriving) if step.passed_back else entry
                )
            steps[number] = len(self.steps)
            live |= {number} if step.passed_back else set()
            self.steps.append(step)
        heads = [self._entries.get((head[0], head[1]), [numbers[head[0]], *head[1:]]) for head in whole["heads"]]
        variables = [place for place, node in enumerate(self._nodes) if node["op"] == "null"]
        del whole["node_row_ptr"]
        whole.update(nodes=self._nodes, arg_nodes=variables, heads=heads)
        self.symbol = load_backend().symbol_from_json(json.dumps(whole))

    def run(self) -> List[Any]:
        return load_backend().run_graph(self.symbol, self.feeds)

    def _append(self, node: Dict[str, Any]) -> int:
        self._nodes.append(node)
        return len(self._nodes) - 1

    def _with_zero(self, entry: List[int], value: Any, zeros: List[Any]) -> List[int]:
        if value is None or not can_have_gradient(value):
            return entry
        name = f"{_ZERO}{len(self.feeds)}"
        self.feeds[name] = zero_for(value)
        zeros.append(self.feeds[name])
        zero = self._append({"op": "null", "name": name, "inputs": []})
        plus = {"op": "add_n", "name": f"{name}_plus", "attrs": {"num_args": "2"}, "inputs": [entry, [zero, 0, 0]]}
        return [self._append(plus), 0, 0]


@dataclasses.dataclass
class GradientDivergence:
    """Where the gradients diverge: at a node of the graph, an imperative operator, or both, if they correspond."""

    node: Optional[Step]
    run: Optional[Step]
    #: Whether the gradients agree once zeros are added: the divergence depends on how MXNet executes the graph.
    planned: bool = False


def first_divergent_gradient(
    nodes: Sequence[Step],
    runs: Sequence[Step],
    leaves: Sequence[int],
    tolerances: Tolerances,
    planned: Sequence[int] = (),
) -> Optional[GradientDivergence]:
    """Return where the gradients first diverge, walking back from the outputs; None if unknown.

    `leaves` are the indices of the arguments and parameters whose gradients differ, `planned` of those whose gradients
    agree once zeros are added.
    """
    pairs = _partners(nodes, runs)
    lone_nodes = [node for place, node in enumerate(nodes) if place not in pairs]
    taken = set(pairs.values())
    lone_runs = [run for place, run in enumerate(runs) if place not in taken]

    def lone_user(node_place: int, run_place: int) -> Optional[GradientDivergence]:
        """Return a step of only one phase that uses the results of these two corresponding steps."""
        for node in lone_nodes:
            if node_place in node.sources:
                return GradientDivergence(node, None)
        return next(
            (GradientDivergence(None, run) for run in lone_runs if run.recorded and run_place in run.sources), None
        )

    def arrives_differently(place: int) -> bool:
        return not _agree(nodes[place].arriving, runs[pairs[place]].arriving, tolerances)

    def diverges(place: int) -> bool:
        return arrives_differently(place) or not _agree(
            nodes[place].passed_back, runs[pairs[place]].passed_back, tolerances
        )

    place = first_divergent(sorted(pairs, reverse=True), diverges)
    if place is not None:
        node, run = nodes[place], runs[pairs[place]]
        if arrives_differently(place):
            user = lone_user(place, pairs[place]) if run.recorded else None
            return user or GradientDivergence(node, run)
        # The cause may be an argument: an operator of one phase only, or one that was not recorded.
        for source in sorted(node.sources, reverse=True):
            if source not in pairs or not runs[pairs[source]].recorded:
                return GradientDivergence(nodes[source], runs[pairs[source]] if source in pairs else None)
        other = next((GradientDivergence(None, runs[s]) for s in sorted(run.sources) if s not in taken), None)
        return other or GradientDivergence(node, run)
    for leaf in leaves:
        for node in lone_nodes:
            if leaf in node.leaves:
                return GradientDivergence(node, None)
        for run in lone_runs:
            if run.recorded and leaf in run.leaves:
                return GradientDivergence(None, run)
    users = [place for place, node in enumerate(nodes) if set(planned) & node.leaves]
    if len(users) == 1 and users[0] in pairs:
        return GradientDivergence(nodes[users[0]], runs[pairs[users[0]]], planned=True)
    return None


def _partners(nodes: Sequence[Step], runs: Sequence[Step]) -> Dict[int, int]:
    """Map each node of the graph to the imperative operator that corresponds to it.

    It has the same result and line, or the same operator, since the nodes of a layer that is called twice share name
    and line. Operators of one name on one line correspond regardless of rounding in their results.
    """
    left = [place for place, run in enumerate(runs) if run.results]
    pairs: Dict[int, int] = {}
    for place, node in enumerate(nodes):
        if node.operator in CONTROL_FLOW or not node.results:
            continue
        alike = []
        for result in left:
            run = runs[result]
            elsewhere, otherwise = not _on_one_line(node, run), run.operator != node.operator
            differs = not same_result(run.results[0], node.results[0])
            may_be = not differs or run.results[0].shape == node.results[0].shape and not elsewhere and not otherwise
            if may_be and not (elsewhere and otherwise):
                alike.append((differs, elsewhere, otherwise, result))
        if alike:
            pairs[place] = min(alike)[-1]
            left.remove(pairs[place])
    return pairs


def _on_one_line(first: Step, second: Step) -> bool:
    left, right = first.location, second.location
    return left is not None and right is not None and (left.file, left.line) == (right.file, right.line)


def _agree(zeros: Sequence[Any], others: Sequence[Any], tolerances: Tolerances) -> bool:
    """Return whether the gradients of these zeros are equal; those of empty arrays may be missing."""
    first, second = ([zero.grad for zero in some if zero.grad.asnumpy().any()] for some in (zeros, others))
    return all(
        any(gradient.shape == other.shape and compare(gradient, other, tolerances) for other in theirs)
        for ours, theirs in ((first, second), (second, first))
        for gradient in ours
    )


def described_divergence(
    gradient_divergence: GradientDivergence, graph: TracedGraph, parameters: Mapping[str, Any]
) -> Tuple[GraphNode, str]:
    """Describe the operator at which the gradients diverge, with what to write instead."""
    node, run = gradient_divergence.node, gradient_divergence.run
    if node is None:
        assert run is not None
        text = f"{run.operator}, which runs imperatively; the graph has no such operator"
        return GraphNode(run.operator, text, "", run.location), _ONE_WAY
    result = described(graph, node.name, parameters)
    if run is None:
        if node.operator in CONTROL_FLOW:  # imperatively it is not an operator
            return result, _NO_GRADIENT
        result.text += "; only the graph has it"
        return result, _ONE_WAY
    result.location = run.location
    if not run.recorded:
        result.text += "; imperatively it runs unrecorded, so that no gradient passes"
        return result, _NO_GRADIENT
    if gradient_divergence.planned:
        result.text += "; its gradients agree once operators are inserted around it"
        return result, _PLANNED
    if len(run.passed_back) < len(node.passed_back):
        result.text += "; imperatively, not all of its inputs come from recorded operators"
        return result, _ONLY_OPERATORS
    return result, ""
