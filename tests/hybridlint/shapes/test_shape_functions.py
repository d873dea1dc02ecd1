"""The shape functions beside MXNet: thousands of operator calls with a fixed seed, and thousands with an attribute or
operand that MXNet may refuse, measured by `python -m tools.mxnet_measurements.shapes`."""

from __future__ import annotations

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


@pytest.mark.parametrize("path", PATHS)
def test_agrees_with_mxnet(path: str) -> None:
    answered = accepted = 0
    for _, shapes, attributes, expected in (call for call in (*CALLS, *ODD_CALLS) if call[0] == path):
        operator, given = operator_and_attributes(path, attributes)
        operands = [tuple(map(as_dimension, shape)) for shape in alike(path, shapes)]
        function = function_for(operator)
        assert function is not None, operator
        accepted += expected is not None and 0 not in expected
        try:
            found = function(Call(operands, given))
            assert isinstance(found, tuple)
        except Inconsistent:
            assert expected is None or 0 in expected, (path, shapes, attributes)
        except Undetermined:
            pass
        else:
            if expected is not None:
                assert numbers(found) == expected, (path, shapes, attributes)
                answered += 1
    assert answered >= 0.8 * accepted, f"{answered} of {accepted} answered"


@pytest.mark.parametrize(("calls", "least"), [(CALLS, 0.9), (ODD_CALLS, 0.5)], ids=["usual", "odd"])
def test_rules_out_what_mxnet_refuses(calls: List[Any], least: float) -> None:
    refused = ruled_out = 0
    for path, shapes, attributes, expected in calls:
        if expected is not None:
            continue
        operator, given = operator_and_attributes(path, attributes)
        function = function_for(operator)
        assert function is not None
        refused += 1
        try:
            function(Call([tuple(map(as_dimension, shape)) for shape in alike(path, shapes)], given))
        except Inconsistent:
            ruled_out += 1
        except Undetermined:
            pass
    assert ruled_out >= least * refused, f"{ruled_out} of {refused}"


@pytest.mark.parametrize("path", PATHS)
def test_agrees_for_inputs_of_unknown_shape(path: str) -> None:
    """What is said of symbolic dimensions is true of the lengths that MXNet was given."""
    said = silent = 0
    for _, shapes, attributes, expected in (call for call in CALLS if call[0] == path and call[3] is not None):
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
        fitting = [
            one for one in result.hypotheses if all(ranks.get(key, value) == value for key, value in one.choices)
        ]
        if 0 in expected:
            continue
        assert fitting, (path, shapes, attributes)
        fitting = [one for one in fitting if holds(one.facts, values)]
        known = [found for found in (lengths_at(one.dims, values) for one in fitting) if found is not None]
        said, silent = said + bool(known), silent + (not known)
        assert not known or expected in known, (path, shapes, attributes, known)
    assert said >= 0.3 * silent or path in ("squeeze", "gather_nd"), f"{said} said, {silent} not"


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
