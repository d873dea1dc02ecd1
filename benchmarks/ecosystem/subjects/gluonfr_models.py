"""The losses and layers of gluonfr alone, and the smallest of its models."""

from __future__ import annotations

import functools
from typing import Any, Callable, Dict

import mxnet as mx
from gluonfr import loss, model_zoo, nn

from benchmarks.ecosystem.running import both_modes, first_that_runs, initialise, normal, positive, whole

BATCH, CLASSES, SIZE = 6, 4, 5


def layers_alone() -> Dict[str, Any]:
    """Name → what makes a block, then what makes its inputs."""
    scores, labels, faces = normal(BATCH, CLASSES), whole(CLASSES, BATCH), normal(BATCH, SIZE)
    cosines = lambda: mx.nd.L2Normalization(scores())
    return {
        "L2Softmax": (lambda: loss.L2Softmax(CLASSES, 10), scores, labels),
        "L2Softmax normalised": (lambda: loss.L2Softmax(CLASSES, 10, from_normx=True), cosines, labels),
        "CosLoss": (lambda: loss.CosLoss(CLASSES, 0.4, 8), cosines, labels),
        "CosLoss dense": (lambda: loss.CosLoss(CLASSES, 0.4, 8, sparse_label=False), cosines, positive(BATCH, CLASSES)),
        "ArcLoss": (lambda: loss.ArcLoss(CLASSES), cosines, labels),
        "ArcLoss hard": (lambda: loss.ArcLoss(CLASSES, easy_margin=False), cosines, labels),
        "TripletLoss": (lambda: loss.TripletLoss(), faces, normal(BATCH, SIZE), positive(BATCH, SIZE)),
        "ContrastiveLoss": (lambda: loss.ContrastiveLoss(), faces, positive(BATCH, SIZE), whole(2, BATCH)),
        "RingLoss": (lambda: loss.RingLoss(0.1), scores, labels, faces),
        "ASoftmax": (_steep_asoftmax, cosines, labels),
        "ASoftmax series": (lambda: loss.ASoftmax(CLASSES, 2, 8, phiflag=False), cosines, labels),
        "CenterLoss": (lambda: loss.CenterLoss(CLASSES, SIZE, 0.1), scores, labels, faces),
        "LGMLoss": (lambda: loss.LGMLoss(CLASSES, SIZE, 0.1, 0.1, 1.0), faces, labels),
        "RangeLoss": (lambda: loss.RangeLoss(0.1, 0.1, 2, 2, 3, SIZE, 1.0), faces, labels),
        "MPSLoss": (lambda: loss.MPSLoss(), faces, positive(BATCH, SIZE)),
        "GitLoss": (lambda: loss.GitLoss(CLASSES, SIZE, 0.1, 0.1, BATCH), scores, labels, faces),
        "COCOLoss": (lambda: loss.COCOLoss(CLASSES, SIZE, 10), faces, labels),
        "SVXSoftmax": (lambda: loss.SVXSoftmax(CLASSES, 8), cosines, labels),
        "SVXSoftmax margins": (lambda: loss.SVXSoftmax(CLASSES, 8, 1.2, 1.0, 0.1, 0.2), cosines, labels),
        "NormDense": (lambda: nn.NormDense(3, in_units=SIZE), faces),
        "NormDense normalised": (lambda: nn.NormDense(3, True, True, in_units=SIZE), faces),
        "SELayer": (lambda: nn.SELayer(16, 16), normal(2, 16, 6, 6)),
    }


def subjects() -> Dict[str, Callable[[], Any]]:
    """Name → a function that builds and runs a block imperatively."""
    table: Dict[str, Callable[[], Any]] = {
        name: functools.partial(_layer, make, inputs) for name, (make, *inputs) in layers_alone().items()
    }
    for name in ("mobilefacenet", "l_se_resnet18v2", "attentionfacenet56"):
        table[f"model {name}"] = functools.partial(_model, name, {"classes": 3})
    table["model mobilefacenet embedding"] = functools.partial(
        _model, "mobilefacenet", {"need_cls_layer": False, "feature_norm": True}
    )
    return table


def _steep_asoftmax() -> Any:
    """Its weight changes with every call; here so much that one sees it."""
    net = loss.ASoftmax(CLASSES, 2, 8)
    net.LambdaMin, net.LambdaMax = 0.1, 1.0
    return net


def _layer(make: Callable[[], Any], given: Any) -> None:
    both_modes(make(), [make_input() for make_input in given])


def _model(name: str, options: Dict[str, Any]) -> None:
    net = model_zoo.get_model(name, **options)
    initialise(net)
    inputs = first_that_runs(net, [lambda: [positive(2, 3, 112, 112)()], lambda: [positive(2, 3, 128, 128)()]])
    if not name.startswith("l_se"):  # whose training ends the process, imperatively too
        both_modes(net, inputs, ["training"])
