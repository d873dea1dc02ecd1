"""What blocks hold, and what MXNet ignores of it."""

from __future__ import annotations

from ..report import Stage
from .base import Example, Probe, net

PROBES = [
    Probe(
        name="attributes",
        title="State on blocks",
        stage=Stage.STATE,
        asks="Do calls change the attributes of blocks in the same way in both phases?",
        why=(
            "After hybridize(), hybrid_forward runs once: a counter stays at one, a list gets one entry, and a "
            "stored tensor is a Symbol without values."
        ),
        remedy="Return what the caller needs; keep counters outside the model.",
        bad=net("self.attention = F.softmax(x)", "return self.attention * x"),
        good=net("attention = F.softmax(x)", "return attention * x, attention"),
        needs=("trace", "blocks"),
    ),
    Probe(
        name="frozen_attributes",
        title="Attributes baked into the graph",
        stage=Stage.STATE,
        asks="Which numbers, flags and strings of blocks and modules does hybrid_forward read?",
        why=(
            "They are constant-folded at the first call. A model whose self.alpha or global variable changes "
            "later, as in annealing, silently keeps the old value."
        ),
        remedy=("After changing one, call hybridize() again, which discards the graph; or make the value an input."),
        no_bad="This probe only informs: it lists the attributes.",
        good=net("return x * self.alpha", holds=("self.alpha = 0.5",)),
        needs=("trace",),
    ),
    Probe(
        name="unused",
        title="Unused inputs and parameters",
        stage=Stage.STRUCTURE,
        asks="Does the graph use every input and every parameter?",
        why=(
            "MXNet warns about unused inputs, omits them from the exported model, and silently does not export "
            "unused parameters."
        ),
        remedy="Remove unused inputs and parameters.",
        bad=net("return x * 2", takes="x, y", inputs=((2, 3), (2, 3))),
        good=net("return x * 2 + y", takes="x, y", inputs=((2, 3), (2, 3))),
        needs=("trace",),
    ),
    Probe(
        name="hidden_blocks",
        title="Unregistered blocks",
        stage=Stage.STRUCTURE,
        asks="Is every block registered, so that its parameters belong to the model?",
        why=(
            "A block becomes a child when it is assigned to an attribute or passed to register_child. In a list "
            "or a dict, initialize, hybridize, save_parameters, export and Trainer do not see it."
        ),
        remedy="Put the blocks in a HybridSequential, or call self.register_child(block) for each.",
        bad=net(
            "for layer in self.layers:",
            "    x = layer(x)",
            "return x",
            holds=('self.layers = [nn.Activation("relu"), nn.Activation("tanh")]',),
        ),
        good=net(
            "return self.layers(x)",
            children=(
                "self.layers = nn.HybridSequential()",
                'self.layers.add(nn.Activation("relu"), nn.Activation("tanh"))',
            ),
        ),
        needs=(),
    ),
    Probe(
        name="mxnet_warnings",
        title="Warnings of MXNet",
        stage=Stage.EXECUTION,
        asks="Is the model hybridized and called without warnings from MXNet?",
        why=(
            "MXNet warns once, among other output, about hooks that will not run and containers whose blocks it "
            "does not see. The probe `unused` reports unused inputs and parameters."
        ),
        remedy="Follow the warning.",
        bad=Example("""
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(3, in_units=3)
        self.dense.register_forward_pre_hook(lambda block, inputs: None)

    def hybrid_forward(self, F, x):
        return self.dense(x)
"""),
        good=net("return self.dense(x)", children=("self.dense = nn.Dense(3, in_units=3)",)),
        needs=("trace",),
        after=("unused",),
    ),
    Probe(
        name="flags",
        title="Flags of hybridize()",
        stage=Stage.EXECUTION,
        asks="Does MXNet know every flag passed to hybridize()?",
        why=(
            "hybridize() accepts any keyword argument, for backends. Without a backend, a misspelt static_alloc "
            "is silently ignored."
        ),
        remedy=(
            "The flags are active, static_alloc, static_shape, inline_limit, forward_bulk_size and backward_bulk_size."
        ),
        bad=net("return x * 2", after=("def hybridize(net):", "    net.hybridize(static_aloc=True)")),
        good=net("return x * 2", after=("def hybridize(net):", "    net.hybridize(static_alloc=True)")),
        needs=(),
    ),
]
