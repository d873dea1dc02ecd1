"""The model of the migration page, run on the MXNet that is installed.

    python -m tests.migration          # prints its outputs as JSON

Both generations are given the same parameters and inputs. `tests/generated/migration.json` are the outputs of the model
for 1.x on MXNet 1.9.1; a test of each generation compares.
"""

from __future__ import annotations

import json
import pathlib
import re
import sys
from typing import Any, Dict, List

import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent
STORED = ROOT / "tests" / "generated" / "migration.json"
#: Inputs: batches of another size after the first.
SHAPES = ((2, 4), (2, 4), (3, 4), (2, 5, 4))


def sources() -> List[str]:
    """The model for MXNet 1.x, and that for MXNet 2."""
    page = (ROOT / "docs" / "mxnet2-migration.md").read_text(encoding="utf-8")
    before, after = re.findall(r"(?ms)^```python\n(.*?)^```$", page)
    return [before, after]


def outputs(hybridize: bool) -> List[Any]:
    """What the model for the MXNet that is installed gives for each of the inputs."""
    import mxnet as mx

    second = mx.__version__.startswith("2.")
    if second:
        mx.npx.set_np()
    array = mx.np.array if second else mx.nd.array
    namespace: Dict[str, Any] = {"__name__": "migration"}
    exec(sources()[second], namespace)
    net = namespace["Net"]()
    net.initialize()
    for position, name in enumerate(("hidden.weight", "hidden.bias", "output.weight", "output.bias", "scale")):
        holder, _, last = name.rpartition(".")
        parameter = getattr(getattr(net, holder) if holder else net, last)
        parameter.set_data(array(_numbers(position, parameter.shape)))
    if hybridize:
        net.hybridize()
    inputs = [array(_numbers(10 + position, shape)) for position, shape in enumerate(SHAPES)]
    return [[output.asnumpy().tolist() for output in net(x)] for x in inputs]


def _numbers(seed: int, shape: Any) -> Any:
    return numpy.random.RandomState(seed).normal(size=shape).astype("float32")


def differs(computed: List[Any]) -> float:
    """The largest difference of these outputs from the stored ones; infinite where shapes differ."""
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    largest = 0.0
    for expected, actual in zip(stored, computed):
        for left, right in zip(map(numpy.array, expected), map(numpy.array, actual)):
            largest = max(largest, numpy.abs(left - right).max() if left.shape == right.shape else numpy.inf)
    return largest if len(stored) == len(computed) else numpy.inf


if __name__ == "__main__":
    json.dump(outputs(hybridize=False), sys.stdout)
