"""Inputs of other shapes."""

from __future__ import annotations

from ..report import Stage
from .base import Probe, net

PROBES = [
    Probe(
        name="batch",
        title="Another batch size",
        stage=Stage.OTHER_SHAPES,
        asks=(
            "Does the hybridized model agree with the imperative one at batch sizes other than that of its first call?"
        ),
        why=(
            "What Python computes from a shape is constant-folded at trace time. + and * on Symbols need equal "
            "shapes, unlike F.broadcast_add and F.broadcast_mul; a batch of 1 hides that."
        ),
        remedy=("Leave the batch size open: reshape codes 0 and -1, *_like operators, F.broadcast_add instead of +."),
        bad=net(
            "return F.sum(x, axis=0) / self.rows",
            methods=("def forward(self, x):", "    self.rows = x.shape[0]", "    return super().forward(x)"),
        ),
        good=net("return F.mean(x, axis=0)"),
        shares=("pair", "batches"),
        reproduced_by="other_batch",
    ),
    Probe(
        name="empty_batch",
        title="An empty batch",
        stage=Stage.OTHER_SHAPES,
        asks="Does the hybridized model agree on an empty batch, if the imperative model accepts one?",
        why=(
            "A last batch, or a selection by a mask, can be empty. With NumPy semantics MXNet has arrays of size "
            "0; a branch on `x.shape[0]` or `x.size` is taken once, while tracing."
        ),
        remedy=("Skip empty batches before calling the model, or write the operation so that it needs no branch."),
        no_bad=("It needs inputs with NumPy semantics; without, MXNet 1.9.1 refuses arrays of size 0 in both phases."),
        good=net("return F.np.mean(x.as_np_ndarray(), axis=-1)"),
        needs=("trace", "blocks", "outputs", "batch"),
    ),
    Probe(
        name="shapes",
        title="Other input shapes",
        stage=Stage.OTHER_SHAPES,
        asks=(
            "Does the hybridized model agree with the imperative one for the inputs of --also-shape, or else with"
            " longer axes?"
        ),
        why=(
            "A graph traced for one image size may contain constants that only fit that size, such as a "
            "hard-coded reshape. Without --also-shape, the probe tries what the imperative model accepts, and "
            "only warns."
        ),
        remedy=(
            "Compute sizes in the graph: reshape codes, F.contrib.arange_like, F.slice_like, "
            "F.contrib.AdaptiveAvgPooling2D."
        ),
        bad=net(
            "return F.sum(x, axis=1) / self.columns",
            methods=("def forward(self, x):", "    self.columns = x.shape[1]", "    return super().forward(x)"),
            also=((4, 7),),
        ),
        good=net("return F.mean(x, axis=1)", also=((4, 7),)),
        shares=("pair",),
        reproduced_by="shapes",
    ),
]
