"""HYB4: control flow, modes, and protocols of Python that a Symbol lacks."""

from __future__ import annotations

from typing import Iterator

from hybridlint.events import (
    TruthTest,
)
from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.symbols import Divergence, Kind
from hybridlint.values import Tensor


class TruthOfTensor(Rule):
    code = "HYB401"
    name = "truth-of-tensor"
    summary = "truth value of a tensor, as in `if x.sum() > 0`"
    after_hybridize = 'Raises `NotImplementedForSymbol: Function __bool__ (namely operator "bool") is not implemented`.'
    why = (
        "`if`, `while`, `assert`, `not`, `and`, `or`, `a < x < b`, `max(x, y)`, `x in (y, z)`, `any` and `all` need "
        "the truth value of a tensor. While tracing there are no numbers yet, and the graph could hold only one branch."
    )
    instead = (
        "`F.where(condition, a, b)` chooses element by element. `F.contrib.cond` runs one of two branches, but its "
        "gradient is often wrong in a graph ([HYB611](HYB611.md)). `F.contrib.while_loop` repeats, `F.maximum(x, y)` "
        "replaces `max(x, y)`, `(x > a) * (x < b)` replaces a chain. Test an optional input with `is None`."
    )
    fix = "safe"
    about = (Kind.NO_TRUTH_VALUE,)
    errors = (r"Function __(bool|nonzero)__ ",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.sum() > 0:
            return x * 2
        return x * 3
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(F.broadcast_like(x.sum() > 0, x, lhs_axes=(0,), rhs_axes=(0,)), x * 2, x * 3)
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return max(x.sum(), y.sum())
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.maximum(x.sum(), y.sum())
""",
            inputs="[(2, 3), (2, 3)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        event = divergence.event
        where = "" if " " in event.construct else f" for `{event.construct}`"
        yield Report(f"`{event.source}` raises after hybridize(): a Symbol has no truth value{where}; {_choice(event)}")


def _choice(event: TruthTest) -> str:
    array = event.tensor
    if isinstance(array, Tensor) and event.optional and event.construct in ("if", "not", "and", "or"):
        return f"test `{array.source or 'it'} is None` or use `F.where`"
    if event.construct.startswith("max"):
        return "use `F.where` or `F.maximum`"
    if event.construct.startswith("min"):
        return "use `F.where` or `F.minimum`"
    if event.construct == "a comparison chain":
        return "use `(x > a) * (x < b)`"
    if event.construct == "while":
        return "use `F.contrib.while_loop`"
    if event.construct == "assert":
        return "check it outside of hybrid_forward"
    return "use `F.where`"


class PhaseDependentBranch(Rule):
    code = "HYB402"
    name = "branch-by-phase"
    summary = "branch on what differs while tracing, such as `isinstance(x, NDArray)`"
    after_hybridize = "Silent: the graph takes the other branch."
    why = (
        "Whether `F` is `mx.nd`, whether `x` is an `NDArray`, has a `shape` or can be called: the answer differs "
        "between imperative execution and tracing. Where the two branches compute different values, the two phases "
        "diverge. (An input that is a tuple is a list while tracing.)"
    )
    instead = (
        "The same computation in both phases. Where the branches compute the same result in two ways, suppress the "
        "finding with `# noqa: HYB402`."
    )
    fix = "safe"
    messages = {
        Kind.PHASE_BRANCH: (
            "`{event.reason}` silently differs while tracing: the graph takes the other branch; make both do the same"
        ),
    }
    examples = (
        Example(
            bad="""\
import mxnet as mx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            return x * 2
        return x * 3
""",
            good="""\
import mxnet as mx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            assert x.shape[1] == 3
        return x * 2
""",
            inputs="[(2, 3)]",
            shown_as="values",
        ),
        Example(
            bad="""\
from mxnet import nd
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        gate = F.BlockGrad(x) if isinstance(x, nd.NDArray) else x
        return x * gate
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.BlockGrad(x)
""",
            inputs="[(2, 3)]",
            shown_as="gradients",
        ),
    )


class PhaseDependentValue(Rule):
    code = "HYB403"
    name = "value-by-phase"
    summary = "value that differs while tracing, such as a choice by `isinstance`"
    after_hybridize = (
        "Silent: a different number. Raises `TypeError: 'NoneType' object is not subscriptable` if it is None."
    )
    why = (
        "`getattr(x, 'ndim', 5)`, a `try` around `x.shape` with a fallback, `2 if F is mx.nd else 3`, an attribute "
        "that is set `if F is mx.nd`: the value differs between imperative execution and tracing, and the result "
        "depends on it."
    )
    instead = (
        "A value that is the same in both phases: a hyperparameter of the block, or an operator such as "
        "`F.shape_array`."
    )
    fix = "unsafe"
    about = (Kind.PHASE_DEPENDENT_READ, Kind.NONE_READ)
    errors = (r"'NoneType' object is not subscriptable",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            width = x.shape[1]
        except AttributeError:
            width = 7
        return x * width
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, width=3, **kwargs):
        super().__init__(**kwargs)
        self.width = width

    def hybrid_forward(self, F, x):
        return x * self.width
""",
            inputs="[(2, 3)]",
            shown_as="values",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        reason = f" (`{divergence.data['reason']}`)" if divergence.data["reason"] else ""
        effect, instead = "silently has another value", "a hyperparameter or an operator"
        if divergence.raises:
            effect, instead = "raises after hybridize(): it is None", "a hyperparameter"
        yield Report(
            f"`{divergence.event.source}` {effect} while tracing{reason}; use {instead}", facts=divergence.data
        )


class ModeBranch(Rule):
    code = "HYB404"
    name = "branch-by-mode"
    summary = "branch on `autograd.is_training()`"
    after_hybridize = "Silent: the branch of the first call is used for training and inference alike."
    why = (
        "`autograd.is_training()` and `is_recording()` are evaluated once, while tracing. A block that is first "
        "called in inference never runs its training branch; one that is first called in training exports that branch."
    )
    instead = (
        "Operators that know the mode (`F.Dropout`, `F.BatchNorm`); two blocks that share their parameters; both "
        "results as outputs, of which the caller uses one; or another `hybridize()` after each change of the mode, "
        "which discards the graph."
    )
    about = (Kind.MODE_READ,)
    examples = (
        Example(
            bad="""\
from mxnet import autograd
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if autograd.is_training():
            return x * 2
        return x * 3
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, x * 3
""",
            inputs="[(2, 3)]",
            shown_as="training",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        reason = divergence.event.reason
        yield Report(
            f"{reason.words} is silently that of the first call after hybridize(); hybridize() again when the mode "
            "changes",
            reason.place,
        )


class ModeScope(Rule):
    code = "HYB405"
    name = "mode-scope"
    summary = "`with autograd.record()`, `pause()` or `train_mode()` in the block"
    after_hybridize = "Silent: the scope has no effect; gradients flow, Dropout and BatchNorm follow the caller's mode."
    why = (
        "`autograd.pause()`, `train_mode()`, `predict_mode()` and `set_training` affect operators when they run. "
        "While tracing none runs, and the graph does not record the scope. `copy.copy(x)` and `copy.deepcopy(x)` of an "
        "array stop its gradient in the same way."
    )
    instead = (
        "`F.BlockGrad(x)` to stop a gradient (`F.BlockGrad(x.as_nd_ndarray()).as_np_ndarray()` for arrays of `mx.np`); "
        "`F.Dropout(x, mode='always')` for a Dropout that is always active; "
        "otherwise the scope around the call of the block."
    )
    fix = "safe"
    messages = {
        Kind.GRADIENTS_NOT_STOPPED: (
            "`{event.source}` silently stops no gradients after hybridize(); use `{operator}`"
        ),
        Kind.SCOPE_IGNORED: (
            "`autograd.{name}()` silently has no effect after hybridize(); put it around the call of the block"
        ),
    }
    examples = (
        Example(
            bad="""\
from mxnet import autograd
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.pause():
            y = x * 2
        return x * y
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.BlockGrad(x * 2)
        return x * y
""",
            inputs="[(2, 3)]",
            shown_as="gradients",
        ),
        Example(
            bad="""\
from mxnet import autograd
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.train_mode():
            return F.Dropout(x, p=0.5)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Dropout(x, p=0.5, mode="always")
""",
            inputs="[('pos', (20, 30))]",
            shown_as="values",
        ),
    )


class NameScope(Rule):
    code = "HYB406"
    name = "name-scope"
    summary = "`with self.name_scope()` in `hybrid_forward`"
    after_hybridize = "Raises `AttributeError: 'NoneType' object has no attribute '__exit__'`."
    why = (
        "Tracing runs in the name scope of the block. Entering it again overwrites what the outer scope has to restore."
    )
    instead = "No scope: names in `hybrid_forward` get the prefix of the block anyway."
    fix = "safe"
    messages = {
        Kind.NAME_SCOPE_ENTERED: (
            "`name_scope()` raises after hybridize(): tracing has entered the scope already; remove it from "
            "hybrid_forward"
        ),
    }
    errors = (r"'NoneType' object has no attribute '__exit__'",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with self.name_scope():
            y = x * 2
        return y
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


class Print(Rule):
    code = "HYB407"
    name = "print-of-tensor"
    summary = "`print` or logging of a tensor"
    after_hybridize = "Silent: `print(x)` prints `<Symbol net0_data>` once, while tracing."
    why = (
        "`print` runs while tracing, when a tensor has a name and no numbers. The graph that later calls execute "
        "contains no Python."
    )
    instead = (
        "Print what the block returns, in the caller. To look inside a graph, use an executor's monitor or a custom "
        "operator."
    )
    messages = {
        Kind.SYMBOL_PRINTED: (
            "`{event.source}` silently prints a Symbol, once, after hybridize(); print the block's output instead"
        ),
    }
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        print(x)
        return x * 2
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2
""",
            inputs="[(2, 3)]",
            shown_as="print",
        ),
    )


class HashOfTensor(Rule):
    code = "HYB408"
    name = "hash-of-tensor"
    summary = "tensor as a dictionary key or element of a set"
    after_hybridize = "Raises `TypeError: unhashable type: 'Symbol'`."
    why = "`Symbol` defines `==` as an operator of the graph and no `__hash__`; `NDArray` has both."
    instead = "A list instead of a set; a name, an index or `id(x)` as the key of a dict."
    messages = {
        Kind.NO_HASH: (
            "`{event.source}` raises after hybridize(): a Symbol cannot be hashed; use a list, or a name as key"
        ),
    }
    errors = (r"unhashable type: 'Symbol'",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = {x: 2}
        return x * scale[x]
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = {"x": 2}
        return x * scale["x"]
""",
            inputs="[(2, 3)]",
        ),
    )
