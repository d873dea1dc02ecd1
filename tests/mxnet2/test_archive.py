"""The archive on MXNet 2: parameters by UUID and path, restored in a fresh process and onto a new instance."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from typing import Any

import mxnet as mx
import mxnet2_models as models
import numpy as onp
import pytest

from hybridlint_runtime import export_tree, load_tree
from hybridlint_runtime.export.archive.errors import ArchiveMismatch
from hybridlint_runtime.export.archive.verifying import check_in_fresh_process


def made(kind: Any) -> Any:
    net = kind()
    net.initialize()
    return net


def inputs() -> Any:
    return mx.np.array(onp.random.RandomState(3).normal(size=(2, 5)))


def test_parameters_are_archived_by_uuid_and_structural_path(tmp_path: pathlib.Path) -> None:
    net = made(models.Good)
    net(inputs())
    export_tree(net, tmp_path / "model", inputs())
    manifest = json.loads((tmp_path / "model" / "manifest.json").read_text())
    identities = {item["name"]: item["original_name"] for item in manifest["parameters"]}
    assert identities == {path: parameter._uuid for path, parameter in net.collect_params().items()}


@pytest.mark.parametrize("kind", [models.Good, models.Plain], ids=lambda kind: kind.__name__)
def test_onto_a_new_instance(tmp_path: pathlib.Path, kind: Any) -> None:
    net = made(kind)
    expected = net(inputs())
    export_tree(net, tmp_path / "model", inputs())
    loaded = load_tree(tmp_path / "model", into=kind())
    outputs = loaded(inputs())
    for before, after in zip(_flat(expected), _flat(outputs)):
        assert onp.array_equal(before.asnumpy(), after.asnumpy())
    assert [p._uuid for p in loaded.collect_params().values()] == [p._uuid for p in net.collect_params().values()]


def test_changed_code_is_refused(tmp_path: pathlib.Path) -> None:
    export_tree(made(models.Batch), tmp_path / "model", inputs())
    with pytest.raises(ArchiveMismatch):
        load_tree(tmp_path / "model", into=models.Mean())


def test_without_source(tmp_path: pathlib.Path) -> None:
    net = made(models.Good)
    expected = net(inputs())
    export_tree(net, tmp_path / "model", inputs())
    block = load_tree(tmp_path / "model")
    outputs = block(inputs())
    assert isinstance(outputs[1], list)
    for before, after in zip(_flat(expected), _flat(outputs)):
        assert onp.array_equal(before.asnumpy(), after.asnumpy())
    block.save_parameters(str(tmp_path / "parameters"))
    again = models.Good()
    again.load_parameters(str(tmp_path / "parameters"))
    assert onp.array_equal(again(inputs())[0].asnumpy(), expected[0].asnumpy())
    with mx.autograd.record():
        loss = block(inputs())[0].sum()
    loss.backward()
    assert any(parameter.grad().asnumpy().any() for parameter in block.collect_params().values() if parameter._grad)


def test_an_archived_block_inside_a_hybridized_one_is_refused_in_words(tmp_path: pathlib.Path) -> None:
    export_tree(made(models.Batch), tmp_path / "model", inputs())

    class Outer(mx.gluon.HybridBlock):
        def __init__(self) -> None:
            super().__init__()
            self.inner = load_tree(tmp_path / "model")

        def forward(self, x: Any) -> Any:
            return self.inner(x) * 2

    outer = Outer()
    assert onp.allclose(outer(inputs()).asnumpy(), inputs().asnumpy())
    outer.hybridize()
    with pytest.raises(RuntimeError, match="cannot embed a graph in another one"):
        outer(inputs())


@pytest.mark.slow
def test_in_a_fresh_process(tmp_path: pathlib.Path) -> None:
    net = made(models.Good)
    net(inputs())
    export_tree(net, tmp_path / "model", inputs())
    check = check_in_fresh_process(str(tmp_path / "model"), "cpu(0)")
    assert not check.problem and [call.status for call in check.calls] == ["passed"]


@pytest.mark.slow
def test_mxnets_own_save_writes_parameters_of_all_models_to_one_file(tmp_path: pathlib.Path) -> None:
    """As docs/mxnet2.md states."""
    code = """
import mxnet as mx
from mxnet.gluon import nn
for name, value in (("first", 1), ("second", 2)):
    net = nn.Dense(1, in_units=1)
    net.initialize(mx.init.Constant(value))
    net.save(name)
net = nn.Dense(1, in_units=1)
net.load("first")
print(float(net.weight.data()))
"""
    code = f"import hybridlint_runtime.enable_mxnet\n{code}"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.PIPE, text=True, check=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "MyModel-model.params",
        "first-model.json",
        "second-model.json",
    ]
    assert done.stdout.split() == ["2.0"]


def _flat(value: Any) -> Any:
    return [leaf for item in value for leaf in _flat(item)] if isinstance(value, (list, tuple)) else [value]
