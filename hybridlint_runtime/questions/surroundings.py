"""Devices, cost, and what the linter reports."""

from __future__ import annotations

from ..report import Stage
from .base import Example, Probe, net

PROBES = [
    Probe(
        name="contexts",
        title="Several contexts",
        stage=Stage.CONTEXTS,
        asks="Does the model return the same on every context?",
        why=(
            "Tensors created in Python are on the current context, not on that of the inputs. On a GPU, operators"
            " have other kernels, and MXNet fuses chains of them (MXNET_USE_FUSION)."
        ),
        remedy="Create constants with params.get_constant or *_like operators; try MXNET_USE_FUSION=0.",
        bad=net(
            "return x + F.ones_like(x) * self.device",
            methods=("def forward(self, x):", "    self.device = x.context.device_id", "    return super().forward(x)"),
        ),
        good=net("return x + F.ones_like(x)"),
        reproduced_by="",
    ),
    Probe(
        name="fusion",
        title="Operator fusion on a GPU",
        stage=Stage.CONTEXTS,
        asks=(
            "Does the hybridized model return the same on a GPU with operators fused (MXNET_USE_FUSION=1) and without?"
        ),
        why=(
            "On a GPU MXNet compiles chains of elementwise operators of a graph into one kernel at the first "
            "call. Imperative execution does not fuse, nor do graphs small enough to be inlined (inline_limit), "
            "nor other contexts."
        ),
        remedy="Set MXNET_USE_FUSION=0 in the environment before the model is first called.",
        no_bad="Only GPUs fuse operators, and the examples were run without one.",
        good=net("return F.exp(F.tanh(x) * 2) + F.sigmoid(x)"),
        reproduced_by="",
    ),
    Probe(
        name="cost",
        title="Time and memory",
        stage=Stage.EXECUTION,
        asks="How much time and memory does a call take, imperatively and hybridized?",
        why="Small models, and inputs whose shapes keep changing, can be slower after hybridize().",
        remedy=("Try static_alloc=True and, where shapes do not change, static_shape=True; pad inputs to a few sizes."),
        no_bad="This probe only measures.",
        good=net("return x * 2"),
    ),
    Probe(
        name="linter",
        title="Findings of the linter",
        stage=Stage.TRACE,
        asks=("Does the linter report anything in the classes of the model, with the facts of the imperative run?"),
        why=(
            "A check compares a few calls. Code that these calls do not reach, and values that they do not "
            "change, can still diverge: a branch for another configuration, an attribute that `forward` computes "
            "from its input."
        ),
        remedy=("Follow the rule's page, or suppress the finding with a `# noqa` comment that gives its code."),
        bad=Example("""
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, debug=False):
        super().__init__()
        self.debug = debug

    def hybrid_forward(self, F, x):
        y = x * 2
        if self.debug:
            print(y.asnumpy())
        return y
"""),
        good=net("return x * 2"),
        needs=(),
    ),
]
