"""HYB1: names, arguments and arrays that one phase lacks. What each phase offers is data:
`hybridlint.mxnet_api`."""

from __future__ import annotations

from typing import Any, Iterator, Optional

from hybridlint.events import (
    BROADCASTING,
)
from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.symbols import Divergence, Kind

#: What to write instead of an attribute or method of NDArray.
_INSTEAD = {
    "shape": "use `reshape` codes, `…_like` operators or a hyperparameter",
    "size": "use `F.size_array`, or `mean` instead of a division",
    "ndim": "make the number of axes a hyperparameter",
    "dtype": "make it a hyperparameter, or use `…_like` operators",
    "context": "omit it: graphs run on their inputs' device",
    "ctx": "omit it: graphs run on their inputs' device",
    "stype": "make it a hyperparameter, or use `F.cast_storage`",
    "T": "use `transpose()`, or `transpose_a`/`transpose_b` of `F.dot`",
    "grad": "read gradients in the training loop",
    "asnumpy": "compute with `F`, or convert outside the block",
    "asscalar": "compute with `F`, or convert outside the block",
    "copy": "use `F.identity`",
    "copyto": "use `F.identity`; graphs run on their inputs' device",
    "detach": "use `F.BlockGrad`",
    "as_in_context": "omit it: graphs run on their inputs' device",
    "attach_grad": "attach it outside of the block",
    "backward": "call it outside of the block",
    "wait_to_read": "omit it, or wait outside of the block",
    "tostype": "use `F.cast_storage`",
    "slice_assign": "use `F.where` or `F.concat`",
    "slice_assign_scalar": "use `F.where` or `F.concat`",
}
#: What to write instead for arrays of `mx.np`, for which MXNet 1.x has no `BlockGrad` and no `identity`.
_INSTEAD_NUMPY = {
    **_INSTEAD,
    "copy": "use `F.np.copy`",
    "copyto": "use `F.np.copy`; graphs run on their inputs' device",
    "detach": "use `F.BlockGrad` on `x.as_nd_ndarray()`",
}


def _instead_of(event: Any) -> str:
    table = _INSTEAD_NUMPY if getattr(event.tensor, "numpy", False) else _INSTEAD
    return table.get(event.name, "use an operator of `F`")


class NDArrayAttribute(Rule):
    code = "HYB101"
    name = "ndarray-attribute"
    summary = "attribute that a Symbol lacks, such as `x.shape`"
    after_hybridize = "Raises `AttributeError: 'Symbol' object has no attribute 'shape'`."
    why = (
        "While `hybridize()` traces, a tensor is a `Symbol`: a node of the graph, without numbers, shape, dtype, "
        "device or gradient."
    )
    instead = (
        "For shapes: the special values of `reshape` (0: keep, -1: infer, -2: the rest, -3: merge two, -4: split), "
        "`F.broadcast_like`, `F.slice_like`, `F.reshape_like`, `F.zeros_like`, `F.contrib.arange_like`, or "
        "`F.shape_array(x)`, which is a tensor; for arrays of `mx.np` `F.npx.reshape` (-2: keep, -1: infer, -5: merge "
        "two), `F.npx.reshape_like`, `F.npx.arange_like` and `F.npx.shape_array`. A dtype or a number of channels that "
        "is fixed can be an argument of the block's constructor."
    )
    fix = "safe"
    about = (Kind.MISSING_ATTRIBUTE,)
    errors = (r"'Symbol' object has no attribute '(shape|dtype|context|ctx|size|ndim|T|grad|stype|writable)'",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.reshape(x, (x.shape[0], -1))
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.reshape(x, (0, -1))
""",
            inputs="[(2, 3, 4)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.dot(x, y.T)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.dot(x, y, transpose_b=True)
""",
            inputs="[(2, 3), (4, 3)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        event = divergence.event
        yield Report(f"`{event.source}` raises after hybridize(); {_instead_of(event)}")


class NDArrayMethod(Rule):
    code = "HYB102"
    name = "ndarray-method"
    summary = "method that a Symbol lacks, such as `x.asnumpy()`"
    after_hybridize = (
        "Raises `NotImplementedForSymbol: Function asnumpy is not implemented for Symbol and only available in "
        "NDArray`, or `AttributeError: 'Symbol' object has no attribute 'copyto'`."
    )
    why = (
        "While `hybridize()` traces, there are no numbers to convert, copy or wait for. `Symbol` lacks these methods "
        "of `NDArray`, or has them only to raise."
    )
    instead = (
        "`F.BlockGrad(x)` for `x.detach()`; `F.identity(x)` for `x.copy()`; of `mx.np`, "
        "`F.BlockGrad(x.as_nd_ndarray()).as_np_ndarray()` and `F.np.copy(x)`; omit `as_in_context` and "
        "`wait_to_read`; operators of `F` for `asnumpy` and `asscalar`, or the conversion outside of the block."
    )
    fix = "safe"
    about = (Kind.MISSING_METHOD,)
    errors = (
        r"Function (asnumpy|asscalar|copy|detach|as_in_context|backward|wait_to_read) is not implemented for Symbol",
        r"Symbol\.as_in_context\(\) takes 1 positional argument|as_in_context\(\) takes 1 positional argument",
        r"'Symbol' object has no attribute '(copyto|attach_grad|tostype|slice_assign\w*|to_dlpack\w*)'",
    )
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.detach()
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.BlockGrad(x)
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(x.asnumpy().mean())
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, x.mean())
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        event = divergence.event
        yield Report(f"`{event.source}` raises after hybridize(): Symbols lack it; {_instead_of(event)}")


class SymbolWithoutShape(Rule):
    code = "HYB111"
    name = "symbol-without-shape"
    summary = "`.shape`, `.size` or `.ndim` of an `mx.np` Symbol, which has none"
    after_hybridize = (
        "Raises `IndexError: tuple index out of range`, or another error that follows from a shape of `()` or None."
    )
    why = (
        "Symbols have no shapes while tracing: MXNet learns the shapes of the inputs from the arrays, after "
        "`hybrid_forward` has run. `infer_shape_partial()` returns `()` for each of them and for what is computed "
        "from them, and "
        "`infer_shape()` returns None. Only a Symbol that was created with a shape, `mx.sym.var('data', shape=…)`, "
        "has one."
    )
    instead = (
        "The special values of `reshape`, `F.broadcast_like`, `F.slice_like`, `F.reshape_like`, "
        "`F.contrib.arange_like`, or "
        "`F.shape_array(x)`, which is a tensor. A size that is fixed can be an argument of the block's constructor."
    )
    messages = {Kind.NO_SHAPE: f"`{{event.source}}` yields no shape while tracing; {_INSTEAD['shape']}"}
    examples = (
        Example(
            bad="""\
import mxnet as mx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = x.infer_shape_partial()[1][0][0] if F is mx.sym else x.shape[0]
        return F.reshape(x, (rows, -1))
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.reshape(x, (0, -1))
""",
            inputs="[(2, 3, 4)]",
        ),
    )


#: Where the operator that broadcasts is not called `broadcast_` and the function's own name.
_BROADCAST_NAMES = {
    "subtract": "sub",
    "multiply": "mul",
    "divide": "div",
    "true_divide": "div",
    "modulo": "mod",
}

_SYMBOLS = {name[len("broadcast_") :]: symbol for symbol, name in BROADCASTING.items()}


def _broadcasting_name(path: str, api: Api) -> Optional[str]:
    """`broadcast_add` for `add`: the operator of both phases that does the same with two tensors."""
    name = f"broadcast_{_BROADCAST_NAMES.get(path, path)}"
    function = api.function(name)
    return name if function is not None and function.symbolic else None


class NDArrayFunction(Rule):
    code = "HYB103"
    name = "ndarray-function"
    summary = "function that `mx.sym` lacks, such as `F.array`"
    after_hybridize = "Raises `AttributeError: module 'mxnet.symbol' has no attribute 'array'`."
    why = (
        "`F` is `mx.nd` imperatively and `mx.sym` while tracing. The two offer almost the same operators. Functions "
        "that need numbers, and arithmetic functions without `broadcast_`, exist in `mx.nd` only. The update steps of "
        "optimizers (`F.sgd_update`) exist in both, but have no symbolic form."
    )
    instead = (
        "`F.broadcast_add` for `F.add`, and likewise for the other arithmetic functions; `F.concat` for "
        "`F.concatenate`; `self.params.get_constant` for `F.array`; `F.zeros` for `F.empty`; `F.one_hot` for "
        "`F.onehot_encode`. Update parameters outside of the block, with a `Trainer`."
    )
    fix = "safe"
    messages = {
        Kind.FUNCTION_WITHOUT_GRAPH: (
            "`F.{event.path}` raises after hybridize(): it has no symbolic form; call it outside of the block"
        ),
        Kind.MISSING_FUNCTION: "`F.{event.path}` raises after hybridize(): `mx.sym` lacks it; {instead}",
    }
    errors = (
        r"module 'mxnet\.symbol[\w.]*' has no attribute '\w+'",
        r"Not enough argument to call operator \w+_(update|phase\d)",
    )
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add(x, y)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.broadcast_add(x, y)
""",
            inputs="[(2, 3), (2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.array([[1, 2, 3]]))
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
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, gradient):
        return F.sgd_update(x, gradient, lr=0.1)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, gradient):
        return x - 0.1 * gradient
""",
            inputs="[(2, 3), (2, 3)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        event = divergence.event
        name = _broadcasting_name(event.path, api)
        if name:
            yield self.report(divergence, instead=f"use `F.{name}`", operator=name)
        elif event.path == "array" and any(value.holds_tensor for value in divergence.data["arguments"]):
            yield self.report(divergence, instead="combine tensors with `F.stack(*tensors)`")
        else:
            yield self.report(
                divergence, instead=_FUNCTION_INSTEAD.get(event.path, "use an operator that `mx.sym` has")
            )


_FUNCTION_INSTEAD = {
    "array": "make it a constant: `self.params.get_constant`",
    "concatenate": "use `F.concat(*arrays, dim=axis)`",
    "empty": "use `F.zeros`",
    "from_numpy": "make it a constant: `self.params.get_constant`",
    "onehot_encode": "use `F.one_hot`",
    "moveaxis": "use `F.transpose` or `F.swapaxes`",
    "waitall": "omit it, or wait outside of the block",
    "contrib.isfinite": "use `(x == x) * (x - x == 0)`",
    "contrib.isinf": "use `x - x != 0` and `x == x`",
    "contrib.isnan": "use `x != x`",
    "NDArray": "use `mx.nd.NDArray`, or do the same in both phases",
}
