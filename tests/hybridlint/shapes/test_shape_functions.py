"""The shape functions beside MXNet: thousands of operator calls with a fixed seed, and thousands with an attribute or
operand that MXNet may refuse, measured by `python -m tools.mxnet_measurements.shapes`."""

from __future__ import annotations

import functools
import json
import pathlib
from typing import Any, Dict, List, Mapping, Optional, Tuple

import pytest

from hybridlint import mxnet_api
from hybridlint.shapes import ShapeGraph
from hybridlint.shapes.calls import Call, Inconsistent, Undetermined, function_for
from hybridlint.shapes.decisions import Dims, Facts
from hybridlint.shapes.dimensions import Atom, Dimension, as_dimension

HERE = pathlib.Path(__file__).parent
CALLS, ODD_CALLS = (
    [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]
    for name in ("measured_calls.jsonl", "measured_odd_calls.jsonl")
)
API = mxnet_api.load("1.9.1")

#: Shapes of operands and the attributes → what MXNet made of them; None for an error.
Measured = Tuple[str, List[List[int]], Dict[str, Any], Optional[List[int]]]


def hashable(value: Any) -> Any:
    return tuple(map(hashable, value)) if isinstance(value, list) else value


def operator_and_attributes(path: str, attributes: Dict[str, Any]) -> Tuple[str, Dict[str, Any]]:
    """The shape function that a call goes to: that of its own name, or that of its measured rule."""
    given = {name: hashable(value) for name, value in attributes.items()}
    name = path.rsplit(".", 1)[-1]
    if function_for(name) is not None:
        return name, given
    described = API.function(path)
    assert described is not None
    if described.shape_rule == "reduce":
        return "reduce", {"default": described.reduce_axis, **given}
    return described.shape_rule, given


def numbers(dims: Tuple[Dimension, ...]) -> List[Optional[int]]:
    return [length.constant for length in dims]


def alike(path: str, shapes: List[List[int]]) -> List[List[int]]:
    """The operands that the shape function is given: of `where`, those that it chooses from."""
    return shapes[1:] if path == "where" else shapes


PATHS = sorted({call[0] for call in CALLS})
#: What is said of the operands without MXNet: the lengths, that they do not fit, or nothing.
INCONSISTENT, UNDETERMINED = "inconsistent", "undetermined"


def computed(path: str, shapes: List[List[int]], attributes: Dict[str, Any]) -> Any:
    """What the shape function says of operands of these shapes."""
    operator, given = operator_and_attributes(path, attributes)
    function = function_for(operator)
    assert function is not None, operator
    try:
        found = function(Call([tuple(map(as_dimension, shape)) for shape in alike(path, shapes)], given))
    except Inconsistent:
        return INCONSISTENT
    except Undetermined:
        return UNDETERMINED
    assert isinstance(found, tuple)
    return numbers(found)


def of_unknown(path: str, shapes: List[List[int]], attributes: Dict[str, Any]) -> List[Any]:
    """The lengths that are said of operands of unknown shape, with the lengths of `shapes` for the variables. One for
    each hypothesis whose facts are true of them."""
    operator, given = operator_and_attributes(path, attributes)
    graph = ShapeGraph()
    shapes = alike(path, shapes)
    operands = [graph.unknown() for _ in shapes]
    result = graph.apply(operator, operands, given)
    ranks = {operand.number: len(shape) for operand, shape in zip(operands, shapes)}
    values = {
        Atom(f"{operand.number}.{axis}"): as_dimension(length)
        for operand, shape in zip(operands, shapes)
        for axis, length in enumerate(shape)
    }
    fitting = [one for one in result.hypotheses if all(ranks.get(key, value) == value for key, value in one.choices)]
    assert fitting, (path, shapes, attributes)
    found = (lengths_at(one.dims, values) for one in fitting if holds(one.facts, values))
    return [lengths for lengths in found if lengths is not None]


@functools.lru_cache(maxsize=None)
def figure(path: str) -> List[int]:
    """How many calls of an operator are answered, and how many of those that MXNet refuses are ruled out; and how many
    with operands of unknown shape are answered. Fails if an answer is not MXNet's."""
    answered = ruled_out = said = 0
    for _, shapes, attributes, expected in (call for call in (*CALLS, *ODD_CALLS) if call[0] == path):
        found = computed(path, shapes, attributes)
        if found == INCONSISTENT:
            assert expected is None or 0 in expected, (path, shapes, attributes)
            ruled_out += expected is None
        elif found != UNDETERMINED and expected is not None:
            assert found == expected, (path, shapes, attributes)
            answered += 1
    for _, shapes, attributes, expected in (call for call in CALLS if call[0] == path):
        if expected is not None and 0 not in expected:
            known = of_unknown(path, shapes, attributes)
            assert not known or expected in known, (path, shapes, attributes, known)
            said += bool(known)
    return [answered, ruled_out, said]


@pytest.mark.parametrize("path", PATHS)
def test_agrees_with_mxnet(path: str) -> None:
    figure(path)


def test_answers_most_calls() -> None:
    """Of those that MXNet accepts, and of those that it refuses. An operand of unknown shape leaves more open."""
    accepted = [call for call in (*CALLS, *ODD_CALLS) if call[3] is not None and 0 not in call[3]]
    refused = [call for call in (*CALLS, *ODD_CALLS) if call[3] is None]
    answered, ruled_out, said = map(sum, zip(*map(figure, PATHS)))
    assert answered >= 0.9 * len(accepted), f"{answered} of {len(accepted)}"
    assert ruled_out >= 0.5 * len(refused), f"{ruled_out} of {len(refused)}"
    assert said >= 0.5 * sum(call[3] is not None for call in CALLS), said


def holds(facts: Facts, values: Mapping[Atom, Dimension]) -> bool:
    """Whether what was assumed of the variables is true of these values."""
    for one, other in facts:
        left = one.substituted(values).constant
        right = other.substituted(values).constant if isinstance(other, Dimension) else other
        equal = isinstance(other, Dimension)
        if left is not None and isinstance(right, int) and not (left == right if equal else left >= right):
            return False
    return True


def lengths_at(dims: Optional[Dims], values: Mapping[Atom, Dimension]) -> Optional[List[Optional[int]]]:
    """The lengths for these values of the variables; None where one stays open."""
    found = [length.substituted(values).constant for length in dims or ()]
    return None if dims is None or None in found else found
