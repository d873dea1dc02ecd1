"""What is decided of two shapes."""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

import numpy as np
import pytest
from hypothesis import given, strategies as st

from hybridlint.attributes import UNKNOWN
from hybridlint.shapes import Shape, ShapeGraph, definitely_differ, may_differ
from hybridlint.shapes.dimensions import Atom, as_dimension

Step = Tuple[str, Dict[str, object]]


def of(graph: ShapeGraph, shape: Shape, *steps: Step) -> Shape:
    for operator, attributes in steps:
        shape = graph.apply(operator, [shape], attributes)
    return shape


def kept(axis: object) -> Step:
    return ("reduce", {"axis": axis, "keepdims": True})


def dropped(axis: object) -> Step:
    return ("reduce", {"axis": axis})


def swapped(axis: int, second_axis: int) -> Step:
    return ("swapaxes", {"dim1": axis, "dim2": second_axis})


def expanded(axis: int) -> Step:
    return ("expand_dims", {"axis": axis})


def reshaped(*shape: int) -> Step:
    return ("reshape", {"shape": shape})


FIRST: Tuple[Step, ...] = (("slice_axis", {"axis": 1, "begin": 0, "end": 1}),)
#: What is done to both operands before they meet.
CHAINS: List[Tuple[Step, ...]] = [
    (),
    (swapped(1, 2),),
    (swapped(0, 1), swapped(1, 2)),
    (expanded(0),),
    (expanded(-1), swapped(1, -1)),
    (("tile", {"reps": (2, 1, 1)}),),
    (("repeat", {"repeats": 2, "axis": 0}),),
    (("slice_axis", {"axis": 0, "begin": 0, "end": 1}),),
    (("slice_axis", {"axis": 2, "begin": 1, "end": None}),),
    (("transpose", {"axes": (2, 0, 1)}),),
    (("split", {"num_outputs": 2, "axis": 0}),),
    (reshaped(0, 0, -4, -1, 2),),
]


@pytest.mark.parametrize("chain", CHAINS)
@pytest.mark.parametrize("reduction", [(kept(1),), (dropped(1), expanded(1)), FIRST])
def test_a_reduction_differs_from_what_it_reduces(reduction: Tuple[Step, ...], chain: Tuple[Step, ...]) -> None:
    graph = ShapeGraph()
    x = graph.unknown()
    whole, part = of(graph, x, *chain), of(graph, x, *reduction, *chain)
    assert definitely_differ(whole, part)
    assert definitely_differ(part, whole)


@pytest.mark.parametrize("chain", CHAINS)
def test_the_same_operations_give_the_same_shape(chain: Tuple[Step, ...]) -> None:
    graph = ShapeGraph()
    x = graph.unknown()
    assert of(graph, x, *chain) is of(graph, x, *chain)
    assert not definitely_differ(of(graph, x, kept(1), *chain), of(graph, x, dropped(1), expanded(1), *chain))


def test_inputs_may_have_any_shape() -> None:
    graph = ShapeGraph()
    x, y = graph.unknown(), graph.unknown()
    assert not definitely_differ(x, y)
    assert may_differ(x, y)
    assert not definitely_differ(x, of(graph, y, kept(1)))
    assert not definitely_differ(x, of(graph, y, expanded(1)))


def test_an_axis_that_is_not_reduced_may_be_1_long() -> None:
    """`pred - label.expand_dims(1)` on (B, 1) and (B,)."""
    graph = ShapeGraph()
    assert not definitely_differ(graph.unknown(), of(graph, graph.unknown(), expanded(1)))


def test_axes_that_are_inserted_for_a_gate() -> None:
    graph = ShapeGraph()
    assert definitely_differ(graph.unknown(), of(graph, graph.unknown(), reshaped(0, 0, 1, 1)))


def test_outer_operations() -> None:
    graph = ShapeGraph()
    a, b = graph.unknown(), graph.unknown()
    assert definitely_differ(of(graph, a, expanded(1)), of(graph, b, expanded(0)))
    column = of(graph, a, kept(1))
    assert definitely_differ(column, of(graph, column, ("transpose", {})))


def test_an_axis_that_is_not_known() -> None:
    graph = ShapeGraph()
    x = graph.unknown()
    mean = of(graph, x, kept(UNKNOWN))
    assert definitely_differ(x, mean)
    assert not definitely_differ(mean, of(graph, x, kept(1)))


def test_equal_in_the_graph_after_an_elementwise_operator() -> None:
    graph = ShapeGraph()
    x, y = graph.unknown(), graph.unknown()
    both = graph.elementwise(x, y)
    assert definitely_differ(both, of(graph, x, kept(1)))
    assert definitely_differ(both, of(graph, y, kept(1)))


def test_shapes_from_a_run() -> None:
    graph = ShapeGraph()
    x, y = graph.known((2, 3)), graph.known((2, 1))
    assert definitely_differ(x, y)
    assert not definitely_differ(x, of(graph, graph.known((3, 2)), ("transpose", {})))
    assert of(graph, x, kept(1)).dims == (2, 1)


def test_what_never_works_is_no_evidence() -> None:
    """Shapes that cannot be broadcast raise imperatively as well."""
    graph = ShapeGraph()
    assert not definitely_differ(graph.known((2, 3)), graph.known((2, 4)))


def test_ranks_that_an_operator_refuses_are_ruled_out() -> None:
    graph = ShapeGraph()
    x = of(graph, graph.unknown(), swapped(2, 3))
    assert {len(hypothesis.dims or ()) for hypothesis in x.hypotheses} == {4, 5, 6}


REDUCED = st.sampled_from(
    [(kept(0),), (kept(1),), (kept(-1),), (kept((1, 2)),), (dropped(1), expanded(1)), (dropped(0), expanded(0))]
)
MOVES = st.lists(
    st.sampled_from(
        [
            swapped(0, 1),
            swapped(1, 2),
            expanded(0),
            expanded(-1),
            expanded(1),
            ("transpose", {"axes": (1, 2, 0)}),
            ("tile", {"reps": (2, 1, 1)}),
            ("repeat", {"repeats": 2, "axis": 0}),
            ("flip", {"axis": 0}),
            reshaped(-3, 0),
            reshaped(0, -3),
            reshaped(0, -1),
        ]
    ),
    max_size=4,
)


def on_numpy(array: Any, step: Step) -> Any:
    operator, attributes = step
    parameters: Dict[str, Any] = dict(attributes)
    if operator == "reduce":
        return np.sum(array, **parameters)
    if operator == "swapaxes":
        return np.swapaxes(array, parameters["dim1"], parameters["dim2"])
    if operator == "reshape":
        shape = parameters["shape"]
        if shape == (-3, 0):
            return array.reshape(-1, array.shape[2]) if array.ndim == 3 else None
        if shape == (0, -3):
            return array.reshape(array.shape[0], -1) if array.ndim == 3 else None
        return array.reshape(array.shape[0], -1)
    if operator == "tile":
        return np.tile(array, parameters["reps"])
    if operator == "repeat":
        return np.repeat(array, parameters["repeats"], axis=parameters["axis"])
    return getattr(np, operator)(array, **parameters)


@given(st.lists(st.integers(1, 4), min_size=1, max_size=4), REDUCED, MOVES)
def test_true_of_real_arrays(lengths: List[int], reduction: Tuple[Step, ...], moves: List[Step]) -> None:
    """Of an input whose axes are longer than 1, what is decided is what NumPy's shapes are."""
    x = np.ones(lengths)
    graph = ShapeGraph()
    symbol = graph.unknown()
    left: Any = x
    right: Any = x
    try:
        for step in reduction:
            right = on_numpy(right, step)
            if not right.shape:
                return  # a single number, to which MXNet gives one axis
        for step in moves:
            left = None if left is None else on_numpy(left, step)
            right = None if right is None else on_numpy(right, step)
        if left is None or right is None:
            return
        np.broadcast_shapes(left.shape, right.shape)
    except (ValueError, IndexError):
        return
    moved = [step for step in moves if step[0] != "flip"]
    first, second = of(graph, symbol, *moved), of(graph, symbol, *reduction, *moved)
    differ = definitely_differ(first, second)
    if min(lengths) > 1:
        assert not differ or left.shape != right.shape
    values = {Atom(f"{symbol.number}.{axis}"): as_dimension(length) for axis, length in enumerate(lengths)}
    for shape, array in ((first, left), (second, right)):
        for hypothesis in shape.hypotheses:
            if dict(hypothesis.choices).get(symbol.number, len(lengths)) != len(lengths):
                continue
            computed = [length.substituted(values).constant for length in hypothesis.dims or ()]
            assert hypothesis.dims is None or None in computed or computed == list(array.shape)
