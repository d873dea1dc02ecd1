"""Copies of parameters and gradients, which oneDNN may keep in a layout of its own."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from typing import Any, Callable, Dict, Iterator, Tuple

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd
from mxnet.gluon import nn

from hybridlint_runtime.model import parameters
from hybridlint_runtime.structures import copied, numpy_view


def _convolutions() -> Iterator[Tuple[str, Callable[[], Any], Tuple[int, ...]]]:
    for kind, dimensions in (
        (nn.Conv1D, 1),
        (nn.Conv2D, 2),
        (nn.Conv3D, 3),
        (nn.Conv1DTranspose, 1),
        (nn.Conv2DTranspose, 2),
        (nn.Conv3DTranspose, 3),
    ):
        for channels, groups in ((8, 1), (64, 1), (64, 4), (64, 64)):
            for window in (1, 3):
                name = f"{kind.__name__} of {channels} channels in {groups} groups, {window} wide"
                yield (
                    name,
                    lambda kind=kind, channels=channels, groups=groups, window=window: kind(
                        channels, window, groups=groups, in_channels=64
                    ),
                    (2, 64) + (7,) * dimensions,
                )


def _others() -> Iterator[Tuple[str, Callable[[], Any], Tuple[int, ...]]]:
    yield "Dense", lambda: nn.Dense(64, in_units=64), (2, 64)
    yield "Embedding", lambda: nn.Embedding(10, 16), (2, 3)
    yield "BatchNorm", lambda: nn.BatchNorm(in_channels=16), (2, 16, 7, 7)
    yield "InstanceNorm", lambda: nn.InstanceNorm(in_channels=16), (2, 16, 7, 7)
    yield "LayerNorm", lambda: nn.LayerNorm(in_channels=16), (2, 16)
    yield "GroupNorm", lambda: nn.GroupNorm(num_groups=4), (2, 16, 7, 7)
    yield "PReLU", nn.PReLU, (2, 16, 7, 7)


LAYERS = {name: (make, shape) for name, make, shape in [*_convolutions(), *_others()]}


def test_every_layer_of_gluon_with_parameters_is_called() -> None:
    called = {name.split()[0] for name in LAYERS}
    layers = {
        layer.__name__: layer
        for layer in vars(nn).values()
        if isinstance(layer, type) and issubclass(layer, nn.HybridBlock) and layer is not nn.SymbolBlock
    }
    for name, layer in layers.items():
        if "params.get" in inspect.getsource(layer):
            assert any(kind.__name__ in called for kind in (layer, *layer.__subclasses__())), name


def _called(make: Callable[[], Any], shape: Tuple[int, ...], hybridized: bool, trained: bool) -> Any:
    """Return a layer after a call in inference, and a training step if `trained`."""
    layer = make()
    layer.initialize(mx.init.Uniform(1))
    layer.hybridize(hybridized)
    x = mx.nd.random.uniform(0, 9, shape=shape)
    layer(x).wait_to_read()
    if trained:
        with autograd.record():
            loss = layer(x).sum()
        loss.backward()
        layer(x).wait_to_read()
    return layer


def assert_copies_are_equal(make: Callable[[], Any], shape: Tuple[int, ...]) -> None:
    for hybridized in (False, True):
        for trained in (False, True):
            layer = _called(make, shape, hybridized, trained)
            for copies, originals in (
                (parameters.values_of(layer), _data_of(layer)),
                (parameters.gradients_of(layer), parameters.gradients_of(layer, copies=False)),
            ):
                for name, value in copies.items():
                    assert np.array_equal(value.asnumpy(), originals[name].asnumpy()), name
                    for array in (copied(originals[name]), numpy_view(originals[name]), originals[name] * 1.0):
                        array = array if isinstance(array, np.ndarray) else array.asnumpy()
                        assert np.array_equal(value.asnumpy(), array), name
            layer = _called(make, shape, hybridized, trained)
            copies = {name: value + 1 for name, value in parameters.values_of(layer).items()}
            parameters.set_values(layer, copies)
            parameters.zero_gradients(layer)
            assert parameters.equal(layer, copies)
            for parameter in parameters.parameters_of(layer).values():
                parameters.shift(parameter, 2.0, 0.5)
            assert parameters.equal(layer, {name: value * 2 + 0.5 for name, value in copies.items()})
            for gradient in parameters.gradients_of(layer).values():
                assert not gradient.asnumpy().any()
            layer(mx.nd.ones(shape)).wait_to_read()
            mx.nd.waitall()


def _data_of(layer: Any) -> Dict[str, Any]:
    return {name: parameters.first(parameter) for name, parameter in parameters.parameters_of(layer).items()}


@pytest.mark.parametrize("name", LAYERS)
def test_copies_have_the_values_of_parameters_and_gradients(name: str) -> None:
    assert_copies_are_equal(*LAYERS[name])


def test_copies_have_the_values_without_onednn() -> None:
    code = (
        "import hybridlint_runtime.enable_mxnet\n"
        "from test_parameters import LAYERS, assert_copies_are_equal\n"
        "for name, layer in LAYERS.items():\n"
        "    if 'Conv3DTranspose' not in name:\n"  # only oneDNN has it
        "        assert_copies_are_equal(*layer)"
    )
    environment = {
        **os.environ,
        "MXNET_MKLDNN_ENABLED": "0",
        "MXNET_STORAGE_FALLBACK_LOG_VERBOSE": "0",
        "PYTHONPATH": os.path.dirname(__file__),
    }
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], env=environment, check=True, timeout=300)
