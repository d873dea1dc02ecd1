"""Other ways to make the first calls."""

from __future__ import annotations

from ..report import Stage
from .base import Probe, net

PROBES = [
    Probe(
        name="deferred",
        title="Deferred initialization",
        stage=Stage.EXECUTION,
        asks="Can the hybridized model infer the parameter shapes that are left open in its first call?",
        why=(
            "Imperatively each block infers its shapes from real inputs when it is called. Hybridized, all shapes"
            " are inferred from the graph at once, which fails at operators whose output shape depends on values,"
            " and for parameters that no operator uses."
        ),
        remedy=(
            "Pass the shapes (in_units=, in_channels=, shape= of params.get), or call the model once before "
            "hybridize()."
        ),
        bad=net("return self.used(x)", children=("self.used = nn.Dense(3)", "self.unused = nn.Dense(3)")),
        good=net(
            "return self.also_used(self.used(x))", children=("self.used = nn.Dense(3)", "self.also_used = nn.Dense(3)")
        ),
        reproduced_by="deferred",
    ),
    Probe(
        name="optional_arguments",
        title="Optional arguments",
        stage=Stage.EXECUTION,
        asks="Can optional arguments be left out, also after a call that passed them?",
        why=(
            "A graph is traced for one structure of arguments. Another structure raises: the argument structure "
            "does not match the cached version."
        ),
        remedy=(
            "Always pass the same arguments (a mask of ones for no mask), or keep one model for each structure, "
            "sharing parameters."
        ),
        bad=net("return x if mask is None else x * mask", takes="x, mask=None", inputs=((2, 3), (2, 3))),
        good=net("return x * mask", takes="x, mask", inputs=((2, 3), (2, 3))),
        reproduced_by="optional",
    ),
    Probe(
        name="same_input",
        title="One tensor for several arguments",
        stage=Stage.VALUES,
        asks=("Does the model work, and can it be trained, when one tensor is passed for several arguments?"),
        why=(
            "Self-attention calls `net(x, x, x)`. While tracing, each argument is a Symbol of its own, so `query "
            "is key` is always False. Moreover, a graph that ends in a sum of its arguments passes one gradient "
            "on to each of them, which MXNet 1.9.1 rejects for one tensor (`storage_type_num_unknown_nodes`): "
            "with static_alloc for two arguments, otherwise for three."
        ),
        remedy=("Do not compare arguments in Python: use a flag of the block. Apply F.identity to what is added."),
        bad=net("return query * 2 if query is key else query * key", takes="query, key", inputs=((2, 3), (2, 3))),
        good=net("return query * key", takes="query, key", inputs=((2, 3), (2, 3))),
        needs=("trace", "blocks", "outputs", "modes", "gradients"),
        trains=True,
        shares=("training", "training failures", "way"),
    ),
    Probe(
        name="static_memory",
        title="Static memory",
        stage=Stage.EXECUTION,
        asks=(
            "Does the model agree when it is hybridized with static_alloc and static_shape, with changing shapes,"
            " in both modes and in training?"
        ),
        why=(
            "With static memory MXNet plans all buffers once and reuses them. Operators that keep a reference to "
            "a buffer, and graphs whose shapes change, can read data of another call. A case that only raises "
            "(some uses of F.contrib.boolean_mask, and of F.contrib.foreach in training) is a warning: it works "
            "without static memory."
        ),
        remedy="Hybridize without static_shape, or without both; report the operator to MXNet.",
        no_bad=(
            "None is known that fails every time. On MXNet 1.9.1, on a CPU, what reads the result of "
            "F.contrib.foreach does not wait for it with static_shape, and now and then gets what the memory held"
            " before, as in Sockeye's SSRU (not so with MXNET_ENGINE_TYPE=NaiveEngine); users of other versions "
            "and of GPUs report more (apache/mxnet #13445, #15281)."
        ),
        good=net("return F.softmax(self.dense(x))", children=("self.dense = nn.Dense(4)",)),
        needs=("trace", "blocks", "outputs", "branches", "modes", "batch", "gradients"),
        trains=True,
        shares=("pair", "training", "training failures", "way", "batches"),
        reproduced_by="static",
    ),
    Probe(
        name="numpy_semantics",
        title="NumPy semantics",
        stage=Stage.STRUCTURE,
        asks="Does a model that uses mx.np work after npx.set_np(), and return mx.np arrays?",
        why=(
            "npx.set_np() changes what a shape means (0 is a size, -1 unknown) and which arrays blocks pass on. "
            "Classic operators (F.relu instead of F.npx.relu) reject mx.np arrays, or return classic ones that "
            "mx.np operators then reject."
        ),
        remedy=("Use F.np and F.npx for all operators of the model, or x.as_nd_ndarray() before classic ones."),
        bad=net("return F.np.sum(x.as_np_ndarray(), axis=1).as_nd_ndarray()"),
        good=net("return F.np.sum(F.npx.relu(x.as_np_ndarray()), axis=1)"),
        reproduced_by="",
    ),
    Probe(
        name="inputs_in_place",
        title="Inputs left untouched",
        stage=Stage.STATE,
        asks="Does the call leave the caller's tensors unchanged?",
        why=(
            "Imperatively x %= 2, x[:] = 0 and out=x write into the tensor that the caller passed. In a graph the"
            " name is bound to a new node, and the caller's tensor stays as it was."
        ),
        remedy="Create a new tensor: x = x % 2, F.where, F.zeros_like.",
        bad=net("x %= 2", "return x"),
        good=net("return x % 2"),
        needs=(),
    ),
]
