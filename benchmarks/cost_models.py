"""Models whose cost `check_cost.py` measures: one of each family that it does not take from a package."""

from __future__ import annotations

import importlib.util
import pathlib
import sys
from typing import Any, List

import mxnet as mx
from mxnet.gluon import Block, HybridBlock, nn
from mxnet.gluon.model_zoo import vision

__all__ = ["Bert", "Capsules", "Detector", "blresnet", "dense", "gluoncv2", "slowfast", "vision"]


def gluoncv2(name: str, **options: Any) -> Any:
    """Return a model of gluoncv2."""
    from gluoncv2 import model_provider

    return model_provider.get_model(name, **options)


def blresnet() -> Any:
    """Return BL-ResNet50 of https://github.com/aptsunny/gluon_bLNet, commit 5db5bd2d, a checkout of which is on the
    path."""
    from blnet.blresnet import blresnet50_v1

    return blresnet50_v1()


def slowfast() -> Any:
    """Return the SlowFast network of gluoncv. Its module needs MXNet only; the package needs many others."""
    package = importlib.util.find_spec("gluoncv")
    assert package is not None and package.submodule_search_locations
    path = pathlib.Path(package.submodule_search_locations[0], "model_zoo", "action_recognition", "slowfast.py")
    spec = importlib.util.spec_from_file_location("slowfast", path)
    assert spec is not None and spec.loader is not None
    module = sys.modules["slowfast"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.slowfast_4x16_resnet50_kinetics400(pretrained=False, pretrained_base=False)


def convolutions(kind: Any, channels: int, window: int, repeated: int) -> Any:
    """Return convolutions, each with normalization and activation."""
    net = nn.HybridSequential()
    for _ in range(repeated):
        net.add(kind(channels, window, padding=window // 2), nn.BatchNorm(), nn.Activation("relu"))
    return net


class Capsules(HybridBlock):  # type: ignore[misc]
    """Routing by agreement (arXiv:1710.09829), unrolled."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.convolution, self.primary = nn.Conv2D(256, 9), nn.Conv2D(256, 9, 2)
            self.weight = self.params.get("weight", shape=(1, 1152, 10, 16, 8), init=mx.init.Normal(0.1))

    def squash(self, F: Any, x: Any, axis: int) -> Any:
        """Return vectors with lengths below 1."""
        norm = F.sum(F.square(x), axis=axis, keepdims=True)
        return F.broadcast_mul(x, norm / (1 + norm) / F.sqrt(norm + 1e-9))

    def hybrid_forward(self, F: Any, x: Any, weight: Any) -> Any:
        x = F.transpose(F.reshape(self.primary(F.relu(self.convolution(x))), (0, 8, -1)), (0, 2, 1))
        x = F.expand_dims(F.expand_dims(self.squash(F, x, 2), 2), 4)
        x = F.tile(x, (1, 1, 10, 1, 1))
        votes = F.squeeze(F.linalg_gemm2(F.broadcast_like(weight, x, lhs_axes=(0,), rhs_axes=(0,)), x), axis=4)
        logits = F.zeros_like(F.sum(votes, axis=3, keepdims=True))
        for _ in range(3):
            x = F.sum(F.broadcast_mul(F.softmax(logits, axis=2), votes), axis=1, keepdims=True)
            x = self.squash(F, x, 3)
            logits = logits + F.sum(F.broadcast_mul(votes, x), axis=3, keepdims=True)
        return F.sqrt(F.sum(F.square(x), axis=3) + 1e-9)


class Bert(HybridBlock):  # type: ignore[misc]
    """A small BERT of gluonnlp, which makes tokens of numbers."""

    def __init__(self) -> None:
        super().__init__()
        from gluonnlp.model import BERTEncoder, BERTModel

        with self.name_scope():
            encoder = BERTEncoder(num_layers=6, units=256, hidden_size=1024, max_length=128, num_heads=4)
            sizes = {"vocab_size": 2000, "token_type_vocab_size": 2, "units": 256, "embed_size": 256}
            self.model = BERTModel(encoder, **sizes, use_decoder=False, use_classifier=False)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.model(F.clip(F.floor(F.abs(x) * 500), 0, 1999), F.zeros_like(x))


class Detector(Block):  # type: ignore[misc]
    """Classes and boxes from five scales. Its root is a plain Block."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.scales, self.classes, self.boxes = nn.Sequential(), nn.Sequential(), nn.Sequential()
            for channels in (64, 128, 128, 128, 128):
                self.scales.add(convolutions(nn.Conv2D, channels, 3, 2))
                self.scales[-1].add(nn.MaxPool2D(2))
                self.classes.add(nn.Conv2D(8, 3, padding=1))
                self.boxes.add(nn.Conv2D(16, 3, padding=1))

    def forward(self, x: Any) -> Any:
        outputs: List[Any] = []
        for scale, classes, boxes in zip(self.scales, self.classes, self.boxes):
            x = scale(x)
            outputs += [mx.nd.contrib.MultiBoxPrior(x, sizes=[0.2, 0.3], ratios=[1, 2, 0.5]), classes(x), boxes(x)]
        return outputs


def dense(count: int) -> Any:
    """Return `count` layers in a row."""
    net = nn.HybridSequential()
    for _ in range(count):
        net.add(nn.Dense(16, in_units=16))
    return net
