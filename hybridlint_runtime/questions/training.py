"""Parameters, modes, gradients, and state in training."""

from __future__ import annotations

from ..report import Stage
from .base import Probe, net

PROBES = [
    Probe(
        name="parameters_changed",
        title="Changed parameters",
        stage=Stage.VALUES,
        asks=(
            "Does the hybridized model follow when parameters change after the first call, as in training or "
            "load_parameters?"
        ),
        why=(
            "A weight that Python reads (self.w.data().asscalar()) is a constant in the graph, with its value at "
            "the first call."
        ),
        remedy="Take the parameter as an argument of hybrid_forward, under the name of its attribute.",
        bad=net(
            "return x * self.scale.data().asscalar()",
            takes="x, scale",
            holds=('self.scale = self.params.get("scale", shape=(1,), init="ones")',),
        ),
        good=net(
            "return F.broadcast_mul(x, scale)",
            takes="x, scale",
            holds=('self.scale = self.params.get("scale", shape=(1,), init="ones")',),
        ),
        shares=("pair",),
        reproduced_by="parameters",
    ),
    Probe(
        name="modes",
        title="Training and inference mode",
        stage=Stage.MODES,
        asks="Do the outputs agree when the model alternates between inference and training?",
        why=(
            "autograd.is_training() and is_recording() are evaluated once, while tracing: every call takes the "
            "branch of the first one."
        ),
        remedy=("Use operators that depend on the mode (F.Dropout, F.BatchNorm), or two blocks that share parameters."),
        bad=net(
            "if autograd.is_training():",
            "    return F.Dropout(x, p=0.5)",
            "return x * 0.5",
            imports=("from mxnet import autograd",),
        ),
        good=net("return F.Dropout(x, p=0.5)"),
        trains=True,
        shares=("pair", "graphs"),
        reproduced_by="modes",
    ),
    Probe(
        name="gradients",
        title="Gradients",
        stage=Stage.GRADIENTS,
        asks="After a training step, are all gradients and running statistics the same?",
        why=(
            "autograd.pause() and predict_mode() in hybrid_forward act while tracing, not when the graph runs. A "
            "parameter or input that is returned unchanged is not a node that can be differentiated. Some "
            "operators have a gradient only imperatively."
        ),
        remedy=(
            "Use F.BlockGrad instead of autograd.pause(), and F.identity(x) instead of returning an input or a "
            "parameter itself."
        ),
        bad=net(
            "with autograd.pause():",
            "    weights = x * 2",
            "return x * weights",
            imports=("from mxnet import autograd",),
        ),
        good=net("weights = F.BlockGrad(x * 2)", "return x * weights"),
        after=("modes",),
        trains=True,
        shares=("training", "training failures", "way", "graphs"),
        reproduced_by="gradients",
    ),
    Probe(
        name="some_gradients",
        title="Gradients of some variables only",
        stage=Stage.GRADIENTS,
        asks=("Are the gradients the same if only the parameters have one, as in training, or only one of the inputs?"),
        why=(
            "A graph of three operators or more passes the gradient of an output on unchanged to an input that is"
            " returned unchanged, or that is added last (`self.output(h) + x`). In training the data needs no "
            "gradient, and MXNet 1.9.1 then raises in `backward` (`storage_type_num_unknown_nodes`), unless that "
            "input has another use."
        ),
        remedy="Apply F.identity to the input: the graph then has an operator for its gradient.",
        bad=net(
            "return self.output(self.hidden(x)), mask",
            takes="x, mask",
            children=('self.hidden = nn.Dense(3, activation="relu")', "self.output = nn.Dense(3)"),
            inputs=((2, 3), (2, 3)),
        ),
        good=net(
            "return self.output(self.hidden(x)), F.identity(mask)",
            takes="x, mask",
            children=('self.hidden = nn.Dense(3, activation="relu")', "self.output = nn.Dense(3)"),
            inputs=((2, 3), (2, 3)),
        ),
        needs=("trace", "blocks", "outputs", "modes", "gradients"),
        trains=True,
        shares=("training", "training failures", "way", "added gradients", "graphs"),
        reproduced_by="some_gradients",
    ),
    Probe(
        name="training_state",
        title="State in training",
        stage=Stage.STATE,
        asks=("Are outputs, gradients and attributes the same in three training steps in a row, with state kept?"),
        why=(
            "A counter under autograd.is_training(), or a tensor that the last training step stored on a block, "
            "acts from the second step on. The graph holds what the first one found. A recurrent cell keeps masks"
            " and outputs until reset() is called."
        ),
        remedy="Pass state from step to step as inputs and outputs; keep counters outside the model.",
        bad=net(
            "if autograd.is_training():",
            "    self.steps += 1",
            "return x * 0.5 if self.steps > 1 else x * 2",
            holds=("self.steps = 0",),
            imports=("from mxnet import autograd",),
        ),
        good=net("return F.where(steps > 1, x * 0.5, x * 2)", takes="x, steps", inputs=((2, 3), (2, 3))),
        needs=("trace", "blocks", "outputs", "modes", "gradients"),
        trains=True,
        shares=("training", "training failures", "way"),
        reproduced_by="steps",
    ),
    Probe(
        name="gradients_added",
        title="Accumulated gradients",
        stage=Stage.GRADIENTS,
        asks='Are gradients that accumulate over two steps (grad_req "add") the same?',
        why=(
            "For some graphs, such as a sum of two inputs, MXNet's graph optimizations overwrite where they "
            "should add, or add twice. For others, such as a cast, imperative execution does."
        ),
        remedy=("Add parameters with F.add_n; accumulate gradients in your own code, or train without static_alloc."),
        bad=net(
            "return F.broadcast_mul(x, weight + bias)",
            takes="x, weight, bias",
            children=(
                'self.weight = self.params.get("weight", shape=(1, 3))',
                'self.bias = self.params.get("bias", shape=(1, 3))',
            ),
        ),
        good=net(
            "return F.broadcast_mul(x, F.add_n(weight, bias))",
            takes="x, weight, bias",
            children=(
                'self.weight = self.params.get("weight", shape=(1, 3))',
                'self.bias = self.params.get("bias", shape=(1, 3))',
            ),
        ),
        needs=("trace", "blocks", "outputs", "gradients", "training_state"),
        trains=True,
        shares=("training", "training failures", "way", "added gradients", "graphs"),
        reproduced_by="gradients_added",
    ),
]
