"""HYB9: rules that are off by default. They may be wrong where shapes or callers decide, or are matters of taste."""

from __future__ import annotations

from typing import Iterator, Union

from hybridlint.events import (
    BinaryOperation,
    BlockCall,
    Conversion,
    MethodCall,
    OperatorCall,
    ReadAsList,
    Returned,
    UnaryOperation,
    UnusedInput,
)
from hybridlint.mxnet_api import Api
from hybridlint.queries import certain_tensor, tensor
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.shapes import definitely_differ, may_differ
from hybridlint.symbols.arithmetic import axes_to_add, elementwise_pair
from hybridlint.values import Block, NamedTuple, Plain, Value


class InputUnused(Rule):
    code = "HYB901"
    name = "unused-input"
    summary = "input that no output depends on"
    after_hybridize = (
        "Silent except for a warning: the outputs are right, but an exported model lacks the input. In the outermost "
        "block, beside a layer whose sizes are inferred, it raises `InferShapeKeyword argument name data1 not found` "
        "in the first call, unless an imperative call came before."
    )
    why = (
        "MXNet warns `The 1-th input to HybridBlock is not used by any computation`. The sizes of layers without "
        "`in_units` are inferred from the shapes of all inputs, and MXNet does not find one that is not in the graph. "
        "As part of a larger graph the block works."
    )
    instead = "Remove the argument, or use it; or pass the sizes of all layers: `in_units=…`."
    errors = (
        r"input to HybridBlock is not used by any computation",
        r"InferShapeKeyword argument name \w+ not found",
    )
    messages = {
        UnusedInput: (
            "no output depends on the input `{event.name}`: MXNet warns, and an exported model lacks it; remove it"
        ),
    }
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 + y
""",
            inputs="[(2, 3), (2, 3)]",
            shown_as="warning",
        ),
    )


class MayNeedBroadcasting(Rule):
    code = "HYB902"
    name = "may-need-broadcasting"
    summary = "`+`, `*`, `==` between tensors whose shapes may differ"
    after_hybridize = "Raises `Incompatible attr in node …` if the operands have different shapes."
    why = (
        "As HYB201, for operands whose shapes the file does not determine: two inputs, or results of unknown shape. "
        "Equal shapes work; `F.broadcast_add` and the like work for all."
    )
    instead = "`F.broadcast_add`, `F.broadcast_mul` and the like wherever the shapes may differ."
    about = (BinaryOperation, OperatorCall)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x + y
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_add(x, y)
""",
            inputs="[(2, 3), (2, 1)]",
        ),
    )

    def judge(self, event: Union[BinaryOperation, OperatorCall], api: Api) -> Iterator[Report]:
        pair = elementwise_pair(event, api)
        if pair is None:
            return
        left, right, name = pair
        if left.shape is not None and right.shape is not None:
            if definitely_differ(left.shape, right.shape) or not may_differ(left.shape, right.shape):
                return
        yield Report(f"`{event.source}` raises after hybridize() unless both shapes are equal; `F.{name}` always works")


class PythonArgument(Rule):
    code = "HYB903"
    name = "python-argument"
    summary = "argument of a child that is not a tensor"
    after_hybridize = (
        "Raises, where the child is hybridized and its parent is not: `ValueError: When hybridized, the input of "
        "HybridBlock input must be (nested) list of Symbol or NDArray, but got 2`."
    )
    why = (
        "While the parent is traced, the child may be called with a number or a string: it is then part of the "
        "parent's graph. A hybridized block that is called from Python accepts tensors only."
    )
    instead = "An argument of the child's constructor, or a tensor."
    about = (BlockCall,)
    errors = (r"HybridBlock input must be \(nested\) list of Symbol or NDArray",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Scale(HybridBlock):
    def hybrid_forward(self, F, x, factor=1):
        return x * factor


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = Scale()

    def hybrid_forward(self, F, x):
        return self.scale(x, 3)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Scale(HybridBlock):
    def __init__(self, factor, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def hybrid_forward(self, F, x):
        return x * self.factor


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = Scale(3)

    def hybrid_forward(self, F, x):
        return self.scale(x)
""",
            inputs="[(2, 3)]",
            shown_as="child alone",
        ),
    )

    def judge(self, event: BlockCall, api: Api) -> Iterator[Report]:
        if not isinstance(event.block, Block) or event.block.hybrid is not True:
            return
        for value in event.arguments.positional:
            if isinstance(value, Plain) and value.type in ("bool", "int", "float", "str"):
                yield Report(
                    f"`{event.source}` passes a Python {value.type}: it raises if only that block is hybridized; use "
                    "the constructor"
                )
                return


class FailsInBothPhases(Rule):
    code = "HYB904"
    name = "never-works"
    summary = "code that fails with and without `hybridize()`"
    after_hybridize = "Raises `TypeError`, with and without `hybridize()`."
    why = (
        "Neither `NDArray` nor `Symbol` has `//`, `@`, `&`, `|`, `^`, unary `+` and `~`, nor a conversion to a Python "
        "number. (The arrays of `mx.np` do.)"
    )
    instead = (
        "`F.floor(x / y)`, `F.dot(x, y)`, `(x > 0) * (y > 0)` for `&`, `F.broadcast_logical_or`, `1 - x` for `~` of "
        "a mask."
    )
    about = (BinaryOperation, UnaryOperation, Conversion)
    errors = (
        r"unsupported operand type\(s\) for (//|@|&|\||\^)=?: '(Symbol|NDArray)'",
        r"bad operand type for unary [+~]: '(Symbol|NDArray)'",
    )
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (x > 0) & (y > 0)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (x > 0) * (y > 0)
""",
            inputs="[(2, 3), (2, 3)]",
            shown_as="both",
        ),
    )

    def judge(self, event: Union[BinaryOperation, UnaryOperation, Conversion], api: Api) -> Iterator[Report]:
        if isinstance(event, BinaryOperation):
            wrong = event.operator in _NEITHER and any(
                certain_tensor(side) is not None for side in (event.left, event.right)
            )
        elif isinstance(event, UnaryOperation):
            wrong = event.operator in ("+", "~") and certain_tensor(event.tensor) is not None
        else:
            wrong = tensor(event.tensor) is not None
        if wrong:
            yield Report(f"`{event.source}` raises, with and without hybridize(); use operators of `F`")


_NEITHER = ("//", "@", "&", "|", "^")


class MayExtendRank(Rule):
    code = "HYB905"
    name = "may-extend-rank"
    summary = "operator between tensors that may have different numbers of axes"
    after_hybridize = "Raises `Operand of shape [3] cannot be broadcasted to [2,3]` if the tensor has fewer axes."
    why = (
        "`NDArray.broadcast_to` and `NDArray.broadcast_like` insert axes of length 1 in front where the array has "
        "fewer axes than the result. The methods of Symbol pass the array to the operator unchanged, which requires "
        "as many axes as the result has."
    )
    instead = "`x.expand_dims(0)` or `reshape` first, so that the tensor has all axes."
    about = (MethodCall,)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.broadcast_to((2, 3))
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.expand_dims(0).broadcast_to((2, 3))
""",
            inputs="[(3,)]",
        ),
    )

    def judge(self, event: MethodCall, api: Api) -> Iterator[Report]:
        array = certain_tensor(event.tensor)
        if array is None or event.name not in ("broadcast_to", "broadcast_like") or axes_to_add(event) is not None:
            return
        # The author of a computed shape counted its axes.
        if array.shape is None or not array.shape.is_computed:
            yield Report(
                f"`{event.source}` raises after hybridize() if {array.description} has fewer axes; "
                "use `expand_dims` first"
            )


class PerhapsUntouched(Rule):
    code = "HYB906"
    name = "perhaps-untouched-output"
    summary = "input that some configuration returns unchanged"
    after_hybridize = (
        "Raises in `backward` (`Cannot differentiate node because it is not in a computational graph`) in the "
        "configuration, or for the caller, in which the input is returned unchanged; inference works."
    )
    why = (
        "As HYB606, on one of several paths through `hybrid_forward`. The file does not determine which path is taken."
    )
    instead = "`F.identity(x)` on the path that changes nothing."
    about = (Returned,)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        return x if mask is None else x * mask
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        return F.identity(x) if mask is None else x * mask
""",
            inputs="[(2, 3)]",
            shown_as="gradients",
        ),
    )

    def judge(self, event: Returned, api: Api) -> Iterator[Report]:
        for output in _outputs(event.value) if event.inlined else ():
            array = tensor(output, numpy=True)
            if array is not None and array.certain and array.origin is not None and array.origin.conditional:
                named = f"the {array.origin.kind} `{array.source}`" if array.source else "an input"
                yield Report(
                    f"{named} may be returned unchanged: `backward` then raises after hybridize(); return "
                    "`F.identity(…)`"
                )


class PassedThrough(Rule):
    code = "HYB907"
    name = "passed-through-input"
    summary = "input returned unchanged, in a block that is trained alone"
    after_hybridize = (
        'Raises in `backward` (`Check failed: g.GetAttr<size_t>("storage_type_num_unknown_nodes") == 0U`) when the '
        "block is trained by itself and the input needs no gradient, as data does; inference works."
    )
    why = (
        "The graph passes the gradient of that output on to the input unchanged. If it is not required, MXNet cannot "
        "determine how to store it. The block works where another output depends on that input as well, or where the "
        "block is part of a larger hybridized one, which the file does not show. HYB606 covers smaller graphs. "
        "The same happens to an input that is added last, `self.output(h) + x`, which no rule reports."
    )
    instead = "`F.identity(x)`; or do not return the input, which the caller has anyway."
    about = (Returned,)
    errors = (r"storage_type_num_unknown_nodes",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.hidden = nn.Dense(4, activation="relu", flatten=False)
            self.output = nn.Dense(4, flatten=False)

    def hybrid_forward(self, F, x, mask):
        return self.output(self.hidden(x)), mask
""",
            good="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.hidden = nn.Dense(4, activation="relu", flatten=False)
            self.output = nn.Dense(4, flatten=False)

    def hybrid_forward(self, F, x, mask):
        return self.output(self.hidden(x)), F.identity(mask)
""",
            inputs="[(2, 3), (2, 3)]",
            shown_as="gradients of parameters",
        ),
    )

    def judge(self, event: Returned, api: Api) -> Iterator[Report]:
        for output in _outputs(event.value) if not event.inlined else ():
            array = tensor(output, numpy=True)
            if array is not None and array.is_still("input", "element"):
                named = f"the input `{array.source}`" if array.source else "an input"
                yield Report(
                    f"{named} is returned unchanged: `backward` may raise after hybridize(); return `F.identity(…)`"
                )
                return


def _outputs(value: Value) -> Iterator[Value]:
    """What is returned, one by one."""
    yield from value.items if value.items is not None else (value,)


class InputReadAsList(Rule):
    code = "HYB909"
    name = "input-read-as-list"
    summary = "input that is indexed and iterated: fine for a list, not for an array"
    after_hybridize = (
        "Silent where the input is an array: its Symbol has one output, so that `x[0]` is the whole array and "
        "`for row in x` takes one step, with the whole array. A list of arrays works."
    )
    why = (
        "`x[0]` and `for row in x` do the same in both phases for a list of arrays. For a single array they select "
        "rows imperatively, and outputs of an operator while tracing."
    )
    instead = (
        "For a list, nothing but a name such as `xs` or an annotation, which shows that it is one. For an array, "
        "operators over its axis: `F.sum(x, axis=0)`, `F.slice_axis`, or `F.split` with a known number of outputs."
    )
    messages = {
        ReadAsList: "`{event.name}` is read as a list: for an array, the result silently differs after hybridize()"
    }
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x[0] * 0
        for row in x:
            y = y + row
        return y
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x, axis=0)
""",
            inputs="[(2, 3)]",
            shown_as="values",
        ),
    )


class NamedOutput(Rule):
    code = "HYB910"
    name = "named-output"
    summary = "namedtuple among the outputs"
    after_hybridize = (
        "Raises `AttributeError: 'list' object has no attribute` where the caller reads an output by name."
    )
    why = (
        "A hybridized block returns its outputs in lists, whatever `hybrid_forward` returns them in, so the names of a "
        "namedtuple are lost. Within a hybridized parent they are not: there `hybrid_forward` itself is called."
    )
    instead = "A tuple, and outputs read by position: `a, b = net(x)`."
    fix = "unsafe"
    about = (Returned,)
    errors = (r"'list' object has no attribute",)
    examples = (
        Example(
            bad="""\
from collections import namedtuple

from mxnet.gluon import Block, HybridBlock

Pair = namedtuple("Pair", "double triple")


class Multiples(HybridBlock):
    def hybrid_forward(self, F, x):
        return Pair(x * 2, x * 3)


class Net(Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.multiples = Multiples()

    def forward(self, x):
        return self.multiples(x).triple
""",
            good="""\
from mxnet.gluon import Block, HybridBlock


class Multiples(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, x * 3


class Net(Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.multiples = Multiples()

    def forward(self, x):
        return self.multiples(x)[1]
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, event: Returned, api: Api) -> Iterator[Report]:
        nested = [event.value, *_outputs(event.value)]
        if any(isinstance(item, NamedTuple) for item in nested):
            yield Report(
                "a namedtuple among the outputs is a list after hybridize(), without names; return a tuple",
            )
