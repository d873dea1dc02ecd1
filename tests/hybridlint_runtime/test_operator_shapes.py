"""The operator calls that the linter's shape functions are tested on, beside the MXNet that is installed."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest

from tools.mxnet_measurements.shapes import measured_shape, measured_shape_apart, odd_calls, random_calls

MEASURED = pathlib.Path(__file__).parents[1] / "hybridlint" / "shapes"
#: One of so many calls is made again.
EVERY = 40


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "calls", "measure"),
    [
        ("measured_calls.jsonl", random_calls, measured_shape),
        ("measured_odd_calls.jsonl", odd_calls, measured_shape_apart),
    ],
)
def test_measured_shapes_are_those_of_the_installed_mxnet(name: str, calls: Any, measure: Any) -> None:
    lines = (MEASURED / name).read_text(encoding="utf-8").splitlines()
    for call, line in list(zip(calls(seed=1, number=len(lines)), lines))[::EVERY]:
        assert json.loads(json.dumps([*call, measure(call)])) == json.loads(line)
