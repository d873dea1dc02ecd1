"""What tracing yields, and whether its values are those of imperative execution."""

from __future__ import annotations

from ..report import Stage
from .base import Example, Probe, net

PROBES = [
    Probe(
        name="trace",
        title="Tracing",
        stage=Stage.TRACE,
        asks="Can every HybridBlock be traced with the arguments that it really gets?",
        why=(
            "After hybridize(), the first call runs hybrid_forward with Symbols in place of tensors. A Symbol has"
            " no shape, no values and no truth value; code that needs them raises."
        ),
        remedy=(
            "Write the operation so that it needs no values: F functions, reshape codes, *_like operators, F.where."
        ),
        bad=net("return x.reshape((x.shape[0], -1))"),
        good=net("return x.reshape((0, -1))"),
        needs=(),
        shares=("values inside",),
    ),
    Probe(
        name="without_graph",
        title="Blocks without a graph",
        stage=Stage.EXPORT,
        asks="Does every outermost HybridBlock have a graph?",
        why=(
            "hybridize() traces hybrid_forward. A HybridBlock that overrides forward instead keeps running "
            "imperatively, and export() raises, because it has no graph. Inside of a plain Block this is a "
            "warning."
        ),
        remedy=("Write hybrid_forward instead of forward; or derive from Block, if it is meant to stay imperative."),
        bad=Example("""
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(4)

    def forward(self, x):
        return self.dense(x) * 2
"""),
        good=net("return self.dense(x) * 2", children=("self.dense = nn.Dense(4)",)),
        needs=("trace",),
        reproduced_by="export",
    ),
    Probe(
        name="blocks",
        title="Every block on its own",
        stage=Stage.VALUES,
        asks=("Does the graph of every HybridBlock, executed on its own, return what the block returned imperatively?"),
        why=(
            "Tracing can succeed and yield another computation: an index selects an output of an operator instead"
            " of a row, a loop runs once, shapes that broadcast imperatively do not broadcast in a graph."
        ),
        remedy=(
            "Use operators that do the same in both phases: F.slice_axis for x[0], F.broadcast_add for +, "
            "reshape((-1, 1))."
        ),
        bad=net("return x[0] * 2"),
        good=net("return F.slice_axis(x, axis=0, begin=0, end=1).reshape((-1,)) * 2"),
        needs=(),
        after=("trace",),
        shares=("values inside",),
    ),
    Probe(
        name="outputs",
        title="Outputs, call after call",
        stage=Stage.VALUES,
        asks=(
            "Does the hybridized model return the same as the imperative one, call after call, with different inputs?"
        ),
        why=(
            "hybrid_forward runs once, at the first call. Random numbers drawn in Python, counters, attributes "
            "and branches on Python values are constant-folded, so the first call agrees and the next one "
            "diverges. An output that is NaN or infinite everywhere is a warning: it shows no agreement of numbers."
        ),
        remedy=("Draw random numbers with F.random, keep state as inputs and outputs, compute with F operators."),
        bad=net("self.calls += 1", "return x * self.calls", holds=("self.calls = 0",)),
        good=net("return F.broadcast_mul(x, calls)", takes="x, calls", inputs=((2, 3), (1, 1))),
        needs=("trace", "blocks"),
    ),
    Probe(
        name="orders",
        title="Order of calling and hybridizing",
        stage=Stage.STATE,
        asks="Does it make a difference whether the model is called before or after it is hybridized?",
        why=(
            "A tensor that hybrid_forward stores on the block in an imperative call is an NDArray; while tracing,"
            " it is a Symbol of one graph. Neither can be used in the other phase, nor in another graph."
        ),
        remedy=(
            "Create constants in __init__ with self.params.get_constant, which makes them arguments of "
            "hybrid_forward; compute what depends on the inputs in each call."
        ),
        bad=net(
            "if self.mask is None:",
            "    self.mask = F.ones((1, 3)) * 2",
            "return F.broadcast_mul(x, self.mask)",
            holds=("self.mask = None",),
        ),
        good=net(
            "return F.broadcast_mul(x, mask)",
            takes="x, mask",
            holds=('self.mask = self.params.get_constant("mask", np.full((1, 3), 2.0))',),
            imports=("import numpy as np",),
        ),
        shares=("pair", "graphs"),
        reproduced_by="orders",
    ),
    Probe(
        name="frozen_values",
        title="Values baked into the graph",
        stage=Stage.VALUES,
        asks=("Is the graph the same each time it is traced, without values from Python's random numbers or a clock?"),
        why=(
            "What random, numpy.random, time or os.urandom return in hybrid_forward is drawn once, while tracing,"
            " and repeated at every call. Where it is small, or used in training only, outputs hardly differ."
        ),
        remedy=("Draw with F.random, which draws at every call; make what Python computes an input of the model."),
        bad=net("return x + random.uniform(-1e-7, 1e-7)", imports=("import random", "")),
        good=net("return x + F.random.uniform_like(x, -1e-7, 1e-7)"),
        shares=("graphs",),
        reproduced_by="",
    ),
    Probe(
        name="branches",
        title="Branches on values",
        stage=Stage.VALUES,
        asks=("Does the hybridized model take the right branch where Python decides by the values of tensors?"),
        why=(
            "MXNet 2 records the graph while `forward` runs with real arrays. So `if y.sum() > 0`, `float(y)`, "
            "`y.item()` and `y.asnumpy()` raise nothing, and all later calls take the branch of the first one."
        ),
        remedy=("Compute it with operators: np.where, npx.cond, npx.foreach; or decide outside of the HybridBlock."),
        no_bad=(
            "MXNet 1.x traces with Symbols, which have no values: reading them raises, as the probe `trace` "
            "reports. On MXNet 2, a `forward` with `if float(y.sum()) > 0:` fails here."
        ),
        good=net("return F.where(x > 0, x * 2, x)"),
    ),
]
