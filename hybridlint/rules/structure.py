"""HYB7: how blocks are composed and hybridized."""

from __future__ import annotations

import difflib
from typing import Iterator

from hybridlint.events import (
    ChildWithoutGraph,
    ConstantInitializer,
    HybridizeCall,
    NoGraph,
)
from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.symbols import Kind
from hybridlint.values import LIST_OR_TUPLE, Sequence


class PlainChild(Rule):
    code = "HYB701"
    name = "plain-child"
    holds_on_mxnet2 = True
    summary = "child that is a Block but not a HybridBlock"
    after_hybridize = (
        "Raises `ValueError: Children of HybridBlock must also be HybridBlock`, when the block is created."
    )
    why = (
        "A hybridized block and all its descendants are one graph, and a plain `Block` has no graph. The same holds "
        "for `HybridSequential.add` and `register_child`."
    )
    instead = (
        "`HybridSequential` for `Sequential`, `HybridLambda` for `Lambda`, `HybridConcurrent` for `Concurrent`; a "
        "class derived from `HybridBlock` for one of your own; or a plain `Block` as the parent, whose hybrid "
        "children are each hybridized separately."
    )
    fix = "safe"
    about = (ChildWithoutGraph,)
    errors = (r"Children of HybridBlock must also be HybridBlock",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layers = nn.HybridSequential()
        self.layers.add(nn.Lambda("relu"))

    def hybrid_forward(self, F, x):
        return self.layers(x)
""",
            good="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layers = nn.HybridSequential()
        self.layers.add(nn.HybridLambda("relu"))

    def hybrid_forward(self, F, x):
        return self.layers(x)
""",
            inputs="[(2, 3)]",
            shown_as="construction",
        ),
        Example(
            bad="""\
from mxnet.gluon import Block, HybridBlock


class Double(Block):
    def forward(self, x):
        return x * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.double = Double()

    def hybrid_forward(self, F, x):
        return self.double(x)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Double(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.double = Double()

    def hybrid_forward(self, F, x):
        return self.double(x)
""",
            inputs="[(2, 3)]",
            shown_as="construction",
        ),
    )

    def judge(self, event: ChildWithoutGraph, api: Api) -> Iterator[Report]:
        name = event.child.type.rpartition(".")[2] or "this child"
        yield Report(
            f"`{name}` is not a HybridBlock: as a child of `{event.parent}` it raises; derive it from HybridBlock",
        )


class BlocksInContainer(Rule):
    code = "HYB702"
    name = "blocks-in-container"
    holds_on_mxnet2 = True
    summary = "child blocks in a list, tuple or dictionary, which registers none of them"
    after_hybridize = (
        "Raises `AssertionError: Unknown input to HybridBlock: dense0_weight`; before that, `initialize`, "
        "`collect_params`, `save_parameters` and `hybridize` silently skip the blocks in the container."
    )
    why = (
        "Only blocks that are attributes, or that `register_child` adds, are children. Blocks in a list, tuple or "
        "dictionary are not; MXNet warns about them, and only when `collect_params` is called."
    )
    instead = (
        "`HybridSequential`, which can be indexed and iterated like a list; or the list, and "
        "`self.register_child(block)` for each."
    )
    fix = "unsafe"
    messages = {
        Kind.BLOCK_NOT_REGISTERED: (
            "`{event.source}` raises after hybridize(): the block is not registered as a child; make it an attribute "
            "in __init__"
        ),
        Kind.BLOCKS_HIDDEN: (
            "blocks in the {container} `self.{attribute}` are not registered and raise when hybridized; "
            "use HybridSequential"
        ),
    }
    errors = (r"Unknown input to HybridBlock",)
    examples = (
        Example(
            bad="""\
import mxnet as mx
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layers = [nn.Dense(3, in_units=3) for _ in range(2)]
        for layer in self.layers:
            layer.initialize(mx.init.Xavier())

    def hybrid_forward(self, F, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
            good="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layers = nn.HybridSequential()
        for _ in range(2):
            self.layers.add(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
            inputs="[(2, 3)]",
        ),
    )


class UnknownFlag(Rule):
    code = "HYB703"
    name = "unknown-hybridize-flag"
    summary = "unknown keyword argument of `hybridize()`"
    after_hybridize = "Silent: the misspelled flag has no effect (up to MXNet 1.8 the first call raised)."
    why = (
        "`hybridize` accepts any keyword argument. It stores those that it does not know as options for a `backend`; "
        "without a backend they are never read."
    )
    instead = "`static_alloc`, `static_shape`, `inline_limit`, `forward_bulk_size`, `backward_bulk_size`."
    about = (HybridizeCall,)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2


def hybridize(net):
    net.hybridize(static_aloc=True)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2


def hybridize(net):
    net.hybridize(static_alloc=True)
""",
            inputs="[(2, 3)]",
            shown_as="no flag",
        ),
    )

    def judge(self, event: HybridizeCall, api: Api) -> Iterator[Report]:
        if (
            event.arguments.starred
            or event.arguments.keyword("backend") is not None
            or len(event.arguments.positional) > 1
        ):
            return
        flags = api.flags_of_hybridize
        for name, _ in event.arguments.keywords:
            if name not in flags:
                likely = [flag for flag in flags if _alike(flag, name)]
                if not event.certain and not likely:
                    continue
                instead = f"did you mean `{likely[0]}`?" if likely else "leave it out"
                # Until 1.8 the first call raises; since then the name is kept for a backend that nobody asked for.
                effect = "takes no flag" if api.version < "1.9" else "silently ignores the flag"
                yield Report(f"`{event.source}`: hybridize() {effect} `{name}`; {instead}")


def _alike(first: str, second: str) -> bool:
    return bool(difflib.get_close_matches(second, [first], cutoff=0.7))


class NoGraphMade(Rule):
    code = "HYB704"
    name = "no-graph"
    summary = "HybridBlock that overrides `forward`, so that no graph is made"
    after_hybridize = "Silent: nothing changes, the block still runs imperatively; `export` raises."
    why = (
        "`hybridize()` traces `hybrid_forward`, which `HybridBlock.forward` calls. A class that overrides `forward` "
        "never calls it. (Inside a hybridized parent its `forward` is called with Symbols.)"
    )
    instead = "`hybrid_forward(self, F, x)`, or `Block` as the base class if the block is to stay imperative."
    fix = "safe"
    messages = {
        NoGraph: (
            "`{event.name}` overrides `forward`: hybridize() silently does nothing, export() raises; write "
            "hybrid_forward"
        ),
    }
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        return x * 2
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2
""",
            inputs="[(2, 3)]",
            shown_as="no graph",
        ),
    )


class HookOnAChild(Rule):
    code = "HYB705"
    name = "hook-on-a-child"
    holds_on_mxnet2 = True
    summary = "hook on a child, which runs only while tracing"
    after_hybridize = "Silent: the hook runs once, while tracing, with Symbols. Many hooks then raise."
    why = (
        "Children are called while `hybridize()` traces and not afterwards: later calls execute the graph. "
        "`hybridize()` warns that such hooks `will not take effect`."
    )
    instead = (
        "Return what the hook reads as another output; or register the hook on the block that is called from outside."
    )
    messages = {
        Kind.HOOK_ON_CHILD: (
            "`{method}` on a child silently runs once after hybridize(), while tracing; return what it reads"
        ),
    }
    errors = (r"is being hybridized while still having forward hook",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.features = nn.Dense(4, in_units=3)
        self.output = nn.Dense(2, in_units=4)
        self.features.register_forward_hook(self.count)
        self.calls = 0

    def count(self, block, inputs, outputs):
        self.calls += 1
        print("call", self.calls)

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))
""",
            good="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.features = nn.Dense(4, in_units=3)
        self.output = nn.Dense(2, in_units=4)

    def hybrid_forward(self, F, x):
        features = self.features(x)
        return self.output(features), features
""",
            inputs="[(2, 3)]",
            shown_as="print",
        ),
    )


class ListInInitializer(Rule):
    code = "HYB706"
    name = "list-in-initializer"
    summary = "Python list given to `init.Constant`"
    after_hybridize = "Raises `AttributeError: 'list' object has no attribute 'asnumpy'`."
    why = (
        "The Symbol of a parameter holds its initializer, serialized as text. `Constant` serializes a number, a NumPy "
        "array and an NDArray; it calls `asnumpy()` on anything else. It stores its array as a list, so one `Constant` "
        "of an array cannot initialize two parameters. Imperatively nothing is serialized."
    )
    instead = (
        "`mx.init.Constant(nd.array(values))`, a new one for each parameter, or `self.params.get_constant` for values "
        "that are not trained."
    )
    about = (ConstantInitializer,)
    errors = (r"'(list|tuple)' object has no attribute 'asnumpy'",)
    examples = (
        Example(
            bad="""\
import mxnet as mx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mean = self.params.get("mean", shape=(3,), init=mx.init.Constant([0.1, 0.2, 0.3]))

    def hybrid_forward(self, F, x, mean):
        return F.broadcast_sub(x, mean)
""",
            good="""\
import mxnet as mx
from mxnet import nd
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mean = self.params.get("mean", shape=(3,), init=mx.init.Constant(nd.array([0.1, 0.2, 0.3])))

    def hybrid_forward(self, F, x, mean):
        return F.broadcast_sub(x, mean)
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, event: ConstantInitializer, api: Api) -> Iterator[Report]:
        if isinstance(event.value, Sequence) and event.value.type in ("list", "tuple", LIST_OR_TUPLE):
            yield Report(
                f"`{event.source}` raises after hybridize(): a {event.value.type} cannot be serialized; use "
                "`Constant(nd.array(…))`"
            )


class ParameterOfNobody(Rule):
    code = "HYB707"
    name = "unregistered-parameter"
    holds_on_mxnet2 = True
    summary = "parameter that the block has not registered"
    after_hybridize = "Raises `AssertionError: Unknown input to HybridBlock`."
    why = (
        "A parameter that is an attribute is passed to `hybrid_forward`. The graph looks it up in `collect_params()`, "
        "which has only those that were created with, or added to, `self.params`. `initialize()`, `save_parameters()` "
        "and a Trainer miss it as well. Parameters in a list, tuple or dict are not passed to `hybrid_forward`, with "
        "and without `hybridize()`; a comma at the end of the line makes the attribute a tuple."
    )
    instead = "`self.params.get(name, shape=…)`, or `self.params.get_constant(name, value)`."
    messages = {
        Kind.PARAMETER_ALONE: (
            "a parameter created without `self.params` raises after hybridize(); create it with `self.params.get`"
        ),
        Kind.PARAMETER_WITH_COMMA: (
            "a comma makes `self.{attribute}` a tuple, not a parameter of the block; remove the comma"
        ),
        Kind.PARAMETERS_HIDDEN: (
            "parameters in the {container} `self.{attribute}` are not parameters of the block; assign each to an "
            "attribute"
        ),
    }
    errors = (r"Unknown input to HybridBlock",)
    examples = (
        Example(
            bad="""\
from mxnet import gluon
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = gluon.Parameter("scale", shape=(1, 3), init="ones")
        self.scale.initialize()

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(x, scale)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(1, 3), init="ones")

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(x, scale)
""",
            inputs="[(2, 3)]",
        ),
    )


class NeverUsed(Rule):
    code = "HYB708"
    name = "parameters-never-used"
    summary = "parameters that no output depends on, beside a layer whose sizes are inferred"
    after_hybridize = (
        "Raises `ValueError: Deferred initialization failed because shape cannot be inferred. 'dense1_weight'` in the "
        "first call, unless an imperative call came before."
    )
    why = (
        "The sizes of a layer without `in_units` (`in_channels`, `input_size`) are inferred from the graph, together "
        "with those of every other parameter of the block. A parameter that is not in the graph makes this fail, even "
        "if its own size is known: that of a child which is never called, or whose result no output depends on, as "
        "that of the last of several layers if only the next one would use it. An imperative call infers the sizes of "
        "the layers that it runs."
    )
    instead = "Remove the unused child or parameter; or pass the sizes of all layers, `in_units=…`."
    messages = {
        Kind.NEVER_IN_GRAPH: (
            "nothing uses {what}: inferring other sizes then raises after hybridize(); remove it, or pass all sizes"
        ),
    }
    errors = (r"Deferred initialization failed because shape cannot be inferred\. '\w+'",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.features = nn.Dense(4)
        self.auxiliary = nn.Dense(2, in_units=4)

    def hybrid_forward(self, F, x):
        return self.features(x)
""",
            good="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.features = nn.Dense(4)

    def hybrid_forward(self, F, x):
        return self.features(x)
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.features = nn.Dense(4)
        self.auxiliary = nn.Dense(2)

    def hybrid_forward(self, F, x):
        scores = self.auxiliary(x)
        return self.features(x)
""",
            good="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.features = nn.Dense(4)
        self.auxiliary = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return self.features(x), self.auxiliary(x)
""",
            inputs="[(2, 3)]",
        ),
    )


class LengthDependsOnValues(Rule):
    code = "HYB709"
    name = "length-depends-on-values"
    summary = "layer whose deferred shape depends on values"
    after_hybridize = (
        "Raises `ValueError: Deferred initialization failed because shape cannot be inferred` in the first call, "
        "unless an imperative call came before."
    )
    why = (
        "The sizes of a layer without `in_units` (`in_channels`, `input_size`) are inferred from the whole graph. The "
        "number of rows that a mask selects is known only after the graph has run, so the inference fails."
    )
    instead = "Pass the sizes of all layers, `in_units=…`; or weight the rows: `F.broadcast_mul(loss, mask)`."
    messages = {
        Kind.LENGTH_BY_VALUES: (
            "the length of `F.{path}` depends on values: inferring sizes raises after hybridize(); pass all sizes"
        ),
    }
    errors = (r"Deferred initialization failed because shape cannot be inferred\. (Cannot decide shape|list index)",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(4)

    def hybrid_forward(self, F, x, mask):
        return F.contrib.boolean_mask(self.dense(x), mask)
""",
            good="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x, mask):
        return F.contrib.boolean_mask(self.dense(x), mask)
""",
            inputs="[(2, 3), ('pos', (2,))]",
        ),
    )
