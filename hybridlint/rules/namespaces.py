"""HYB1, continued: imperative arrays and functions, or those of NumPy, among Symbols."""

from __future__ import annotations

from typing import Iterator

from hybridlint.mxnet_api import Api
from hybridlint.numpy_semantics import is_of_numpy
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.symbols import Divergence, Kind
from hybridlint.values import ImperativeArray


def _operator_instead(name: str, api: Api) -> str:
    function = api.function(name)
    return f"use `F.{name}`" if function is not None and function.symbolic else "use operators of `F`"


class ImperativeNamespace(Rule):
    code = "HYB108"
    name = "nd-namespace"
    summary = "`mx.nd` function called with a Symbol while tracing"
    after_hybridize = "Raises `AssertionError: Argument data must have NDArray type, but got <Symbol data>`."
    why = "`mx.nd` computes with numbers immediately. While tracing there are only Symbols, which it rejects."
    instead = (
        "`F`, the first argument of `hybrid_forward`, which is the right namespace in both phases. Pass it to helper "
        "functions."
    )
    fix = "safe"
    about = (Kind.IMPERATIVE_FUNCTION,)
    errors = (r"must have NDArray type, but got <Symbol",)
    examples = (
        Example(
            bad="""\
from mxnet import nd
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.relu(x)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x)
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        event = divergence.event
        namespace = event.path.split(".")[0] if is_of_numpy(event.path) else "nd"
        yield Report(
            f"`{event.source}` raises after hybridize(): `mx.{namespace}` takes no Symbols; "
            f"{_operator_instead(event.path, api)}"
        )


class ForeignFunction(Rule):
    code = "HYB109"
    name = "numpy-function"
    summary = "NumPy function or `autograd.Function` called with a tensor"
    after_hybridize = (
        "Raises, with a message that depends on the function; `np.shape`, `np.size`, `np.ndim` are silently wrong. An "
        "`autograd.Function` raises while gradients are recorded, and otherwise silently loses its `backward`."
    )
    why = (
        "A few functions of NumPy, such as `np.flip` and `np.shape`, work on a classic NDArray, which has a shape. "
        "NumPy turns a Symbol into an array of objects, nested 32 levels deep, or raises. (With most functions it does "
        "so for a classic NDArray as well: up to NumPy 1.23 it returns an array of objects, later it raises.) The "
        "functions of `gluon.utils`, metrics and `autograd.Function` also compute with arrays, not with operators of a "
        "graph."
    )
    instead = "The operator of `F`: `F.tanh(x)`, `F.maximum(x, 0)`, `F.where(x > 0, x, F.zeros_like(x))`."
    fix = "unsafe"
    messages = {
        Kind.FUNCTION_OF_AUTOGRAD: (
            "`{event.source}` raises or silently loses its `backward` after hybridize(); write a `mx.operator.CustomOp`"
        ),
        Kind.ARRAYS_ONLY: (
            "`{event.source}` raises after hybridize(): it takes no Symbols; call it outside of the block"
        ),
        Kind.FUNCTION_OF_NUMPY: (
            "`{event.source}` fails after hybridize(): NumPy cannot compute with Symbols; {instead}"
        ),
    }
    errors = (
        r"HybridBlock output must be \(nested\) list of Symbol or NDArray, but got \[\[",
        r"setting an array element with a sequence",
        r"source_array must be array like object",
        r"Cannot find argument 'order'",
    )
    examples = (
        Example(
            bad="""\
import numpy as np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.flip(x, axis=0)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.flip(x, axis=0)
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet import autograd
from mxnet.gluon import HybridBlock


class Clipped(autograd.Function):
    def forward(self, x):
        return x.clip(-1, 1)

    def backward(self, gradient):
        return gradient


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return Clipped()(x)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.BlockGrad(x.clip(-1, 1) - x)
""",
            inputs="[(2, 3)]",
            shown_as="gradients",
        ),
        Example(
            bad="""\
import mxnet as mx
from mxnet import gluon
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        (whole,) = gluon.utils.split_and_load(x, [mx.cpu()])
        return whole * 2
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        yield self.report(divergence, instead=_operator_instead(divergence.event.name.partition(".")[2], api))


def _instead_of(array: ImperativeArray) -> str:
    return {
        "parameter": "use the argument of hybrid_forward",
        "gradient": "make it an input",
        "layer": "pass a Symbol to the layer",
        "drawn": "draw it with `F.random` or make it an input",
        "carried": "make it an input",
    }.get(array.taint.kind, "use an operator of `F` or `self.params.get_constant`")


class ArrayAmongSymbols(Rule):
    code = "HYB110"
    name = "ndarray-operand"
    summary = "NDArray combined with a tensor in an operator or call"
    after_hybridize = (
        "Raises `AssertionError: Argument rhs must be Symbol instances`, `TypeError: type <class 'NDArray'> not "
        "supported` or `ValueError: … mixed NDArrays and Symbols types`."
    )
    why = (
        "An NDArray that the graph did not compute (a constant from `nd.array`, `self.weight.data()`, an array stored "
        "on the block) cannot be an operand of a Symbol."
    )
    instead = (
        "A parameter is an argument of `hybrid_forward`, under the name of its attribute. So is a constant from "
        "`self.params.get_constant(name, value)`. An array that depends on a shape only comes from `F.zeros`, "
        "`F.ones`, `F.arange` or `F.full`."
    )
    fix = "safe"
    about = (Kind.ARRAY_AMONG_SYMBOLS,)
    errors = (
        r"must be Symbol instances, but got",
        r"type <class 'mxnet\.(ndarray\.ndarray\.NDArray|symbol\.symbol\.Symbol)'> not supported",
        r"do not support mixed NDArrays and Symbols",
    )
    examples = (
        Example(
            bad="""\
from mxnet import nd
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = nd.array([[1, 2, 3]])

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.scale)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get_constant("scale", [[1, 2, 3]])

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(x, scale)
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.embedding = nn.Embedding(5, 4)

    def hybrid_forward(self, F, x):
        return F.dot(x, self.embedding.weight.data(), transpose_b=True)
""",
            good="""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.embedding = nn.Embedding(5, 4)
        self.weight = self.embedding.weight

    def hybrid_forward(self, F, x, weight):
        return F.dot(x, weight, transpose_b=True)
""",
            inputs="[(2, 4)]",
        ),
        Example(
            bad="""\
from mxnet import nd
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, nd.ones((1, 3)))
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.ones((1, 3)))
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        array = divergence.data["array"]
        named = array.description if array.description.startswith(("a", "`")) else f"`{array.description}`"
        if array.description == "an NDArray":
            named = "one operand"
        yield Report(
            f"`{divergence.event.source}` raises after hybridize(): {named} is an NDArray; {_instead_of(array)}",
        )
