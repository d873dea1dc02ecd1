"""Boxes: operators that detectors select and decode them with."""

from __future__ import annotations

from typing import Tuple

import numpy as np

from ....mxnet_compat import import_mxnet
from .building import Builder, adjusts


@adjusts("_contrib_MultiBoxPrior")
def _multi_box_prior(build: Builder) -> str:
    """The boxes depend only on the height and the width of the input, so MXNet computes them here."""
    if build.shapes[0] is None:
        raise NotImplementedError("the height and width of its input are not known")
    mx = import_mxnet()
    given = {name: build.attribute(name) for name in ("sizes", "ratios", "clip", "steps", "offsets")}
    boxes = mx.nd.contrib.MultiBoxPrior(
        mx.nd.zeros(build.shapes[0]), **{name: value for name, value in given.items() if value is not None}
    )
    return build.constant(boxes.asnumpy())


@adjusts(
    "_contrib_box_nms",
    fault="Boxes of different classes suppress each other, suppressed rows are omitted, and batch items are mixed up",
)
def _box_nms(build: Builder) -> str:
    """Valid boxes in the order of their scores; ONNX selects among them per class; the selected ones come first."""
    shape, rank = build.op("Shape", build.inputs[0]), build.rank()
    count, width = build.length(rank - 2), build.length(rank - 1)
    matrices = build.op("Concat", build.integers(-1), count, width, axis=0)
    data = build.op("Reshape", build.cast(build.inputs[0], np.float32), matrices)
    limit = int(build.attribute("topk", -1))
    top = build.op("Min", count, build.integers(limit)) if limit > 0 else count

    threshold = float(build.attribute("valid_thresh", 0.0))
    identity, background = int(build.attribute("id_index", -1)), int(build.attribute("background_id", -1))
    scores = _column(build, data, int(build.attribute("score_index", 1)))
    valid = build.op("Greater", scores, _float(build, threshold))
    if background >= 0 and identity >= 0:
        behind = build.op("Equal", _column(build, data, identity), _float(build, background))
        valid = build.op("And", valid, build.op("Not", behind))
    lowest = _float(build, float(np.finfo(np.float32).min))
    data, scores = _sorted_by(build, data, build.op("Where", valid, scores, lowest), top)

    scores = build.op("Reshape", scores, build.integers(0, 1, -1))
    if identity >= 0 and not build.attribute("force_suppress", False):
        scores = build.op("Where", _classes(build, _column(build, data, identity)), scores, lowest)
    centred = build.attribute("in_format", "corner") == "center"
    overlap = min(float(build.attribute("overlap_thresh", 0.5)), 1.0)  # ONNX Runtime takes no more
    selected = build.op(
        "NonMaxSuppression",
        *(_proper(build, _columns(build, data, int(build.attribute("coord_start", 2)), 4), centred), scores, top),
        *(build.constant([value], np.float32) for value in (overlap, threshold)),
        center_point_box=int(centred),
    )
    places = build.op("Gather", selected, build.integers(0, 2), axis=1)  # of (batch item, class, box)
    number = build.length(0, places)
    none = build.op("Mul", _column(build, data, 0), _float(build, 0))
    chosen = build.op("ScatterND", none, places, build.op("Expand", _float(build, 1), number))

    data, chosen = _sorted_by(build, _in_output_format(build, data), chosen, top)  # equal scores retain their order
    chosen = build.op("Greater", build.op("Reshape", chosen, build.integers(0, -1, 1)), _float(build, 0))
    data = build.op("Where", chosen, data, _float(build, -1))
    pads = build.op("Concat", build.integers(0, 0, 0, 0), build.op("Sub", count, top), build.integers(0), axis=0)
    data = build.op("Reshape", build.op("Pad", data, pads, _float(build, -1)), shape)
    return build.cast(data, build.dtypes[0])


def _float(build: Builder, value: float) -> str:
    return build.constant(value, np.float32)


def _columns(build: Builder, data: str, start: int, count: int) -> str:
    return build.slice(data, start, start + count, axis=2)


def _column(build: Builder, data: str, number: int) -> str:
    """Return one column of every matrix of `data`, as a row."""
    return build.op("Reshape", _columns(build, data, number, 1), build.integers(0, -1))


def _sorted_by(build: Builder, data: str, scores: str, top: str) -> Tuple[str, str]:
    """Return the rows with the `top` highest scores, in this order, and those scores."""
    best, places = build.new(), build.new()
    build.op("TopK", scores, top, outputs=[best, places], axis=1)
    return build.op("GatherND", data, build.op("Reshape", places, build.integers(0, -1, 1)), batch_dims=1), best


def _classes(build: Builder, identities: str) -> str:
    """Return whether a box is of a class, for every class: (batch, class, box)."""
    numbers = build.cast(identities, np.int64)
    numbers = build.op("Sub", numbers, build.op("ReduceMin", numbers, keepdims=0))
    depth = build.op("Add", build.op("ReduceMax", numbers, keepdims=0), build.constant(1, np.int64))
    mask = build.op("OneHot", numbers, depth, build.constant([0, 1], np.int64), axis=1)
    return build.cast(mask, np.bool_)


def _proper(build: Builder, boxes: str, centred: bool) -> str:
    """Return the boxes with negative sizes emptied: MXNet treats them as empty, ONNX swaps their corners."""
    first, second = _columns(build, boxes, 0, 2), _columns(build, boxes, 2, 2)
    second = build.op("Max", second, _float(build, 0) if centred else first)
    return build.op("Concat", first, second, axis=2)


def _in_output_format(build: Builder, data: str) -> str:
    given, wanted = (build.attribute(name, "corner") for name in ("in_format", "out_format"))
    if given == wanted:
        return data
    start = int(build.attribute("coord_start", 2))
    first, second = _columns(build, data, start, 2), _columns(build, data, start + 2, 2)
    half = _float(build, 0.5)
    if wanted == "center":
        boxes = [build.op("Mul", build.op("Add", first, second), half), build.op("Sub", second, first)]
    else:
        size = build.op("Mul", second, half)
        boxes = [build.op("Sub", first, size), build.op("Add", first, size)]
    before, after = _columns(build, data, 0, start), _columns(build, data, start + 4, 2**31)
    return build.op("Concat", before, *boxes, after, axis=2)
