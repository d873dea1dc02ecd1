"""Exporting changes nothing on the model."""

from __future__ import annotations

import random
import warnings
from pathlib import Path
from typing import Any, Dict

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import Block, HybridBlock, nn

from hybridlint_runtime.export.archive.exporting import export_tree
from hybridlint_runtime.model.tree import unique_blocks

from .conftest import load_models


class Keeping(HybridBlock):  # type: ignore[misc]
    """Sets attributes of itself while it runs."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Dense(3)
        self.norm = nn.BatchNorm()
        self.history: Any = []
        self.last: Any = None
        self.calls = 0

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        self.calls += 1
        self.last = x
        self.history.append(type(x).__name__)
        return self.norm(self.layer(x))


class Around(Block):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.inside = Keeping()

    def forward(self, x: Any) -> Any:
        return self.inside(x)


def _state(net: Any) -> Dict[str, Any]:
    """Everything that a user could see of a model."""
    state: Dict[str, Any] = {}
    for node in unique_blocks(net):
        for name, value in vars(node.block).items():
            held = (
                list(value.items())
                if isinstance(value, dict)
                else list(value)
                if isinstance(value, (list, tuple))
                else value
            )
            state[f"{node.path}:{name}"] = held
        for key, parameter in node.block.params.items():
            for name, value in vars(parameter).items():
                # The same arrays, not only equal ones: trainers and users hold references to them.
                state[f"{node.path}:{key}:{name}"] = (
                    [id(each) for each in value or []] if name in ("_data", "_grad") else value
                )
            state[f"{node.path}:{key}:value"] = parameter._data[0].asnumpy().tobytes()
    return state


@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize("kind", [Keeping, Around])
def test_a_model_is_the_same_after_export(tmp_path: Path, kind: type, hybridized: bool) -> None:
    net, x = kind(), mx.nd.ones((2, 4))
    net.initialize()
    net(x)
    if hybridized:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            net.hybridize(static_alloc=True)
            net(x)
    before = _state(net)
    python, numpy = random.getstate(), np.random.get_state()[1].tobytes()  # type: ignore[index, union-attr]
    export_tree(net, tmp_path / "model", x)
    after = _state(net)
    assert after.keys() == before.keys()
    for name, value in before.items():
        assert after[name] is value or after[name] == value, name
    assert random.getstate() == python
    assert np.random.get_state()[1].tobytes() == numpy  # type: ignore[index, union-attr]


def test_a_failing_export_changes_nothing_either(tmp_path: Path) -> None:
    class Failing(Keeping):
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            y = super().hybrid_forward(F, x)
            return y * float(y.sum().asscalar())

    net, x = Failing(), mx.nd.ones((2, 4))
    net.initialize()
    net(x)
    before = _state(net)
    with pytest.raises(Exception, match="asscalar"):
        export_tree(net, tmp_path / "model", x)
    assert _state(net).keys() == before.keys()
    assert all(_state(net)[name] is value or _state(net)[name] == value for name, value in before.items())
    assert not list(tmp_path.iterdir())


def test_parameters_keep_their_names_and_inputs_their_values(tmp_path: Path) -> None:
    case = load_models().CASES["ClashingPrefixes"]
    net = case.make()
    case.prepare(net)
    names = [parameter.name for parameter in (net.first.weight, net.second.weight)]
    (x,) = case.calls()[0]
    before = x.asnumpy().tobytes()
    export_tree(net, tmp_path / "model", x)
    assert [net.first.weight.name, net.second.weight.name] == names
    assert x.asnumpy().tobytes() == before
