"""The shape functions beside MXNet: thousands of operator calls with a fixed seed, and thousands with an attribute or
operand that MXNet may refuse, measured by `python -m tools.mxnet_measurements.shapes`."""

from __future__ import annotations

import functools
import json
import pathlib
from typing import Any, Dict, List, Mapping, Optional, Tuple

import pytest

from hybridlint.shapes import ShapeGraph
from hybridlint.shapes.decisions import Dims, Facts
from hybridlint.shapes.dimensions import Atom, Dimension, as_dimension
from tools.mxnet_measurements.shapes import (
    INCONSISTENT,
    UNDETERMINED,
    computed,
    disagrees,
    operands,
    operator_and_attributes,
)

HERE = pathlib.Path(__file__).parent
CALLS, ODD_CALLS = (
    [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]
    for name in ("measured_calls.jsonl", "measured_odd_calls.jsonl")
)

#: Shapes of operands and the attributes → what MXNet made of them; None for an error.
Measured = Tuple[str, List[List[int]], Dict[str, Any], Optional[List[int]]]


PATHS = sorted({call[0] for call in CALLS})


def of_unknown(path: str, shapes: List[List[int]], attributes: Dict[str, Any]) -> List[Any]:
    """The lengths computed of operands of unknown shape, with the lengths of `shapes` for the variables. One for
    each hypothesis whose facts are true of them."""
    operator, parsed = operator_and_attributes(path, attributes)
    graph = ShapeGraph()
    shapes = [list(shape) for shape in operands(path, shapes)]
    unknown = [graph.unknown() for _ in shapes]
    result = graph.apply(operator, unknown, parsed)
    ranks = {operand.number: len(shape) for operand, shape in zip(unknown, shapes)}
    values = {
        Atom(f"{operand.number}.{axis}"): as_dimension(length)
        for operand, shape in zip(unknown, shapes)
        for axis, length in enumerate(shape)
    }
    fitting = [
        hypothesis
        for hypothesis in result.hypotheses
        if all(ranks.get(key, value) == value for key, value in hypothesis.choices)
    ]
    assert fitting, (path, shapes, attributes)
    computed = (lengths_at(hypothesis.dims, values) for hypothesis in fitting if holds(hypothesis.facts, values))
    return [lengths for lengths in computed if lengths is not None]


@functools.lru_cache(maxsize=None)
def figure(path: str) -> List[int]:
    """How many calls of an operator are answered, and how many of those that MXNet refuses are ruled out; and how many
    with operands of unknown shape are answered. Fails if an answer is not MXNet's."""
    answered = ruled_out = of_unknown_shape = 0
    for _, shapes, attributes, expected in (call for call in (*CALLS, *ODD_CALLS) if call[0] == path):
        answer = computed(path, shapes, attributes)
        assert not disagrees((path, shapes, attributes), expected), (path, shapes, attributes)
        ruled_out += answer == INCONSISTENT and expected is None
        answered += answer not in (INCONSISTENT, UNDETERMINED) and expected is not None
    for _, shapes, attributes, expected in (call for call in CALLS if call[0] == path):
        if expected is not None and 0 not in expected:
            answers = of_unknown(path, shapes, attributes)
            assert not answers or expected in answers, (path, shapes, attributes, answers)
            of_unknown_shape += bool(answers)
    return [answered, ruled_out, of_unknown_shape]


@pytest.mark.parametrize("path", PATHS)
def test_agrees_with_mxnet(path: str) -> None:
    figure(path)


def test_answers_most_calls() -> None:
    """Of those that MXNet accepts, and of those that it refuses. An operand of unknown shape leaves more open."""
    accepted = [call for call in (*CALLS, *ODD_CALLS) if call[3] is not None and 0 not in call[3]]
    refused = [call for call in (*CALLS, *ODD_CALLS) if call[3] is None]
    answered, ruled_out, message = map(sum, zip(*map(figure, PATHS)))
    assert answered >= 0.9 * len(accepted), f"{answered} of {len(accepted)}"
    assert ruled_out >= 0.5 * len(refused), f"{ruled_out} of {len(refused)}"
    assert message >= 0.5 * sum(call[3] is not None for call in CALLS), message


def holds(facts: Facts, values: Mapping[Atom, Dimension]) -> bool:
    """Whether what was assumed of the variables is true of these values."""
    for dimension, bound in facts:
        left = dimension.substituted(values).constant
        right = bound.substituted(values).constant if isinstance(bound, Dimension) else bound
        equal = isinstance(bound, Dimension)
        if left is not None and isinstance(right, int) and not (left == right if equal else left >= right):
            return False
    return True


def lengths_at(dims: Optional[Dims], values: Mapping[Atom, Dimension]) -> Optional[List[Optional[int]]]:
    """The lengths for these values of the variables; None where one stays open."""
    lengths = [length.substituted(values).constant for length in dims or ()]
    return None if dims is None or None in lengths else lengths
