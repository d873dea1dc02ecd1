"""The traced graph and its analyses, on random graphs, beside definitions by paths that are not fast."""

from __future__ import annotations

import ast
import random
from typing import Iterator, List, Optional, Set, Tuple

import pytest

from hybridlint.graph import Graph, Node, gradients, size
from hybridlint.graph.gradients import Backward, Gradient
from hybridlint.graph.liveness import Live, graphs_of, live

_SCOPES = [ast.parse("f()", mode="eval").body for _ in range(2)]
_BACKWARD = [
    *[gradients.THROUGH] * 4,
    gradients.STOPS,
    gradients.STARTS,
    gradients.ZERO,
    gradients.HAS_PARAMETERS,
    gradients.LOSS,
    Backward(missing="F.shuffle"),
]
SEEDS = range(150)


def random_graph(seed: int) -> Tuple[Graph, List[Node]]:
    """A graph of forty nodes, of which some belong to one of two loops."""
    chosen = random.Random(seed)
    graph = Graph()
    made: List[Node] = [graph.given(), graph.given(gradients.STOPS), graph.apply("zeros")]
    loops: List[Node] = []
    while len(made) < 40:
        kind = chosen.choice(["apply"] * 6 + ["either", "output", "pause", "loop", "loop", "query"])
        node, operand = chosen.choice(made), chosen.choice(made)
        if kind == "apply":
            key = chosen.choice([None, (node, operand)])
            number = chosen.randrange(len(_BACKWARD))
            made.append(graph.apply(f"operator {number}", [node, operand], key, _BACKWARD[number]))
        elif kind == "either":
            joined = graph.either(node, operand)
            made.extend([] if joined is None else [joined])
        elif kind == "output":
            made.append(graph.output(node, chosen.choice([0, 1, None])))
        elif kind == "pause":
            made.append(graph.paused(node, [chosen.choice(_SCOPES)]))
        elif kind == "loop" and len(loops) < 2:
            loops.append(graph.widened(node, operand, len(loops)))
            made.append(loops[-1])
        elif kind == "loop":
            number = chosen.randrange(2)
            assert graph.widened(loops[number], node, number) is loops[number]
        else:  # results so far must not outlast a change
            assert isinstance(node.gradient, Gradient)
            assert node.needs_input in (True, False)
    return graph, made


def paths(node: Node, seen: Tuple[Node, ...] = ()) -> Iterator[Node]:
    """The nodes on all paths to the operands of a node, itself included."""
    reached, pending = {node}, [node]
    while pending:
        for operand in pending.pop().operands:
            if operand not in reached:
                reached.add(operand)
                pending.append(operand)
    return iter(reached)


@pytest.mark.parametrize("part", range(3))
def test_what_depends_on_an_input_reaches_one(part: int) -> None:
    reached: Set[bool] = set()
    for seed in SEEDS[part::3]:
        for node in random_graph(seed)[1]:
            reaches = any(ancestor.is_given for ancestor in paths(node))
            assert node.needs_input == reaches
            reached.add(reaches)
    assert reached == {True, False}


@pytest.mark.parametrize("part", range(3))
def test_the_gradient_of_a_node_is_the_join_over_its_paths(part: int) -> None:
    """Each field is a question of reachability."""
    flows = asking = missing = paused = 0
    for seed in SEEDS[part::3]:
        for node in random_graph(seed)[1]:
            above = _until_stopped(node)
            assert node.gradient.asked == _starts("asked", node)
            assert bool(node.gradient.missing) == any(ancestor.backward.missing for ancestor in above)
            assert node.gradient.flows == _starts("flows", node)
            flowing = [ancestor for ancestor in _until_stopped(node, flowing=True) if _starts("flows", ancestor)]
            assert node.gradient.paused == {scope for ancestor in flowing for scope in ancestor.backward.paused}
            flows += node.gradient.flows
            asking += node.gradient.asked
            missing += bool(node.gradient.missing)
            paused += bool(node.gradient.paused)
    assert min(flows, asking, missing, paused) > 100


def _until_stopped(node: Node, flowing: bool = False) -> Set[Node]:
    """The nodes to which a gradient goes back from the result of `node`, whether it is zero or not; `flowing`: until an
    operator makes it zero."""
    reached, pending = {node}, [node]
    while pending:
        current = pending.pop()
        ends = current.backward.stops or flowing and current.backward.flows is False
        for operand in () if ends else current.operands:
            if operand not in reached:
                reached.add(operand)
                pending.append(operand)
    return reached


def _starts(field: str, node: Node) -> bool:
    """Whether `field` of what an operator does with gradients is true of `node` or of the first that sets it among what
    each of its operands reaches."""
    reached, pending = {node}, [node]
    while pending:
        current = pending.pop()
        if getattr(current.backward, field):
            return True
        if getattr(current.backward, field) is None and not current.backward.stops:
            for operand in current.operands:
                if operand not in reached:
                    reached.add(operand)
                    pending.append(operand)
    return False


def test_the_live_nodes_are_those_that_an_output_reaches() -> None:
    sizes: Set[int] = set()
    for seed in SEEDS:
        graph, made = random_graph(seed)
        outputs = made[-2:]
        nodes = live(outputs)
        assert nodes is not None
        assert set(nodes) == {node for output in outputs for node in paths(output)}
        sizes.add(len(nodes))
    assert len(sizes) > 10


def test_an_output_by_number_uses_that_one_alone() -> None:
    graph = Graph()
    moments = graph.apply("moments", [graph.given()])
    mean, variance = graph.output(moments, 0), graph.output(moments, 1)
    assert _used(live([variance]), moments) == {1}
    assert _used(live([graph.apply("add", [mean, variance])]), moments) == {0, 1}
    assert _used(live([graph.output(moments)]), moments) == {None}
    either = graph.either(moments, graph.apply("split", [mean]))
    assert either is not None
    assert _used(live([graph.output(graph.paused(either, _SCOPES), 1)]), moments) == {0, 1}


def test_an_output_that_is_a_join_is_one_of_its_alternatives_in_each_graph() -> None:
    graph = Graph()
    x, y = graph.given(), graph.given()
    first, second = graph.either(x, y), graph.either(graph.apply("exp", [x]), y)
    assert graphs_of([first, x]) in ([[x, x], [y, x]], [[y, x], [x, x]])
    assert graphs_of([first, second]) == [[first, second]]
    assert graphs_of([x, None]) == [[x, None]]
    loop = graph.loop(x, "a loop")
    assert graphs_of([loop]) == [[loop]]


def _used(live_nodes: Optional[Live], node: Node) -> Set[Optional[int]]:
    assert live_nodes is not None
    return live_nodes[node]


def test_of_an_unknown_node_anything_may_be_live() -> None:
    graph = Graph()
    assert live([graph.given()]) is not None
    assert live([graph.apply("exp", [None])]) is None
    assert live([None]) is None
    assert live([graph.apply("exp", is_open=True)]) is None


def test_equal_operations_are_one_node() -> None:
    graph = Graph()
    x, y = graph.given(), graph.given()
    assert x is not y
    assert graph.apply("exp", [x], (x,)) is graph.apply("exp", [x], (x,))
    assert graph.apply("exp", [x], (x,)) is not graph.apply("exp", [y], (y,))
    assert graph.apply("exp", [x]) is not graph.apply("exp", [x])
    assert graph.output(x, 0) is graph.output(x, 0)
    assert graph.output(x, 0) is not graph.output(x, 1)
    # The same output of something that may be either is not the same value.
    assert graph.output(graph.either(x, y), 0) is not graph.output(graph.either(x, y), 0)


def test_a_tensor_of_too_many_nodes_is_unknown() -> None:
    graph = Graph()
    joined: Optional[Node] = graph.given()
    for _ in range(15):
        assert joined is not None
        joined = graph.either(joined, graph.given())
    assert joined is not None
    assert len(joined.alternatives) == 16
    assert graph.either(joined, graph.given()) is None


def test_each_loop_has_a_node_of_its_own() -> None:
    graph = Graph()
    x, y = graph.given(), graph.apply("zeros")
    outer = graph.widened(x, y, "outer")
    inner = graph.widened(outer, graph.apply("shuffle", [outer], backward=Backward(missing="F.shuffle")), "inner")
    assert inner is not outer
    assert inner.gradient.missing
    assert not outer.gradient.missing
    assert graph.either(outer, y) is outer


def test_loops_that_exchange_values_have_a_size() -> None:
    """Four nodes of loops are operands of each other."""
    graph = Graph()
    inputs = [graph.given() for _ in range(4)]
    loops = [graph.loop(entry, "a loop") for entry in inputs]
    for _ in range(2000):
        for number, loop in enumerate(loops):
            graph.widened(loop, graph.output(loops[number - 1]), "a loop")
    assert size.has_at_most(loops, 0)
    assert not size.has_more_than(loops, 0)
    assert not size.has_at_most([graph.apply("exp", loops, operators=1)], 0)


@pytest.mark.parametrize(("short", "long", "beside"), [(1, 1, 2), (1, 3, 0), (2, 4, 1), (0, 3, 0)])
def test_the_size_of_a_choice_lies_between_its_alternatives(short: int, long: int, beside: int) -> None:
    graph = Graph()
    x = graph.given()

    def chain(name: str, length: int) -> Node:
        node = x
        for number in range(length):
            node = graph.apply(f"{name}{number}", [node], operators=1)
        return node

    outputs = [graph.either(chain("short", short), chain("long", long)), chain("beside", beside)]
    assert [size.has_more_than(outputs, number) for number in range(6)] == [
        number < short + beside for number in range(6)
    ]
    assert [size.has_at_most(outputs, number) for number in range(6)] == [
        number >= long + beside for number in range(6)
    ]
