"""The operator calls that the linter's shape functions are tested on, beside the MXNet that is installed."""

from __future__ import annotations

import json
import pathlib
from typing import Any, List

import pytest

from tools.mxnet_measurements.shapes import _Generator, calls, measured_shape, measured_shape_apart

MEASURED = pathlib.Path(__file__).parents[1] / "hybridlint" / "shapes"
#: One of so many calls is made again.
EVERY = 40


def stored(name: str) -> List[Any]:
    """The calls of a file, with what MXNet made of them."""
    return [json.loads(line) for line in (MEASURED / name).read_text(encoding="utf-8").splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "odd", "measure"),
    [("measured_calls.jsonl", False, measured_shape), ("measured_odd_calls.jsonl", True, measured_shape_apart)],
)
def test_measured_shapes_are_those_of_the_installed_mxnet(name: str, odd: bool, measure: Any) -> None:
    lines = stored(name)
    number, rest = divmod(len(lines), len(_Generator.makers()))
    assert not rest, "measure again: an operator was added or removed"
    for call, line in list(zip(calls(1, number, odd), lines))[::EVERY]:
        assert json.loads(json.dumps([*call, measure(call)])) == line


def test_an_operator_has_calls_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the others stay as they are when one is added."""
    before = list(calls(1, 2))
    monkeypatch.setattr(_Generator, "of_another", lambda self: ("ones", [], {"shape": self._dims(1, 4)}), raising=False)
    added = list(calls(1, 2))
    assert len(added) == len(before) + 2 and [call for call in added if call in before] == before


def test_a_float_attribute_may_be_odd() -> None:
    generator = _Generator("floats")
    changed = [generator.odd(("ones", [], {"value": 0.5}))[2].get("value") for _ in range(100)]
    assert set(map(type, changed)) >= {float, int, tuple}
