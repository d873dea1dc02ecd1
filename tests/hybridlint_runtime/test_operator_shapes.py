"""The operator calls that the linter's shape functions are tested on, beside the MXNet that is installed."""

from __future__ import annotations

import json
import pathlib

from tools.mxnet_measurements.shapes import measured_shape, random_calls

MEASURED = pathlib.Path(__file__).parents[1] / "hybridlint" / "shapes" / "measured_calls.jsonl"
#: One of so many calls is made again.
EVERY = 12


def test_measured_shapes_are_those_of_the_installed_mxnet() -> None:
    lines = MEASURED.read_text(encoding="utf-8").splitlines()
    calls = list(random_calls(seed=1, number=len(lines)))
    for call, line in list(zip(calls, lines))[::EVERY]:
        assert json.loads(json.dumps([*call, measured_shape(call)])) == json.loads(line)
