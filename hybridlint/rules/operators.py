"""HYB2: Python's operators and assignments on tensors.

Source of the behaviour: the operators of `mxnet/symbol/symbol.py` (`elemwise_*` or an operator with a scalar attribute,
where `NDArray` broadcasts) and the methods there that raise `NotImplementedForSymbol`.
"""

from __future__ import annotations

import ast
from typing import Iterator

from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.symbols import Divergence, Kind


class NeedsBroadcasting(Rule):
    code = "HYB201"
    name = "needs-broadcasting"
    summary = "`+`, `*`, `==` between tensors of different shapes"
    after_hybridize = (
        "Raises `MXNetError: Check failed: assign(&dattr, vec.at(i)): Incompatible attr in node … at 1-th input: "
        "expected [2,3], got [2,1]`, without a line of Python."
    )
    why = (
        "The operators + - * / % ** < <= > >= == != of `NDArray` broadcast, and so do `nd.maximum`, `nd.minimum` and "
        "`nd.power`. On Symbols they are `elemwise_add` and the like, which reject operands of different shapes. "
        "MXNet raises when it binds the graph to shapes, long after the line has run."
    )
    instead = "`F.broadcast_add`, `F.broadcast_mul` and the like, which work in both phases."
    fix = "safe"
    messages = {
        Kind.SHAPES_DIFFER: "`{event.source}` raises after hybridize(): the shapes differ; use `F.{operator}`",
    }
    errors = (r"Incompatible attr in node .* at \d+-th input: expected \[[\d,]*\], got \[[\d,]*\]",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / F.sum(x, axis=1, keepdims=True)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, F.sum(x, axis=1, keepdims=True))
""",
            inputs="[('pos', (2, 3))]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(1, 4))

    def hybrid_forward(self, F, x, scale):
        return x * scale
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(1, 4))

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(x, scale)
""",
            inputs="[(2, 4)]",
        ),
    )


class BooleanOperand(Rule):
    code = "HYB202"
    name = "boolean-operand"
    summary = "True or False as an operand of a tensor"
    after_hybridize = (
        "Raises `MXNetError: Invalid Parameter format for scalar expect double but value='True'` (for False: `Some "
        "trailing characters could not be parsed: 'alse'`), and for `np.bool_` `TypeError: type <class 'numpy.bool_'> "
        "not supported`."
    )
    why = (
        "A scalar operand becomes an attribute of the graph, as text. A Python bool becomes the text `True` or "
        "`False`, which is not a number."
    )
    instead = "A number: `x * float(self.flag)`, or a branch: `x if self.flag else F.zeros_like(x)`."
    fix = "safe"
    messages = {
        Kind.BOOLEAN_OPERAND: (
            "`{event.source}` raises after hybridize(): a Symbol accepts no bool; use `float(…)` or `if`"
        ),
    }
    errors = (
        r"Invalid Parameter format for scalar expect double but value='(True|False)'",
        r"Some trailing characters could not be parsed: 'alse'",
        r"^MXNetError: stod$",
        r"type <class 'numpy.bool_'> not supported",
    )
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layers = 2

    def hybrid_forward(self, F, x):
        return x * (self.layers > 1)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layers = 2

    def hybrid_forward(self, F, x):
        return x * float(self.layers > 1)
""",
            inputs="[(2, 3)]",
        ),
    )


class InPlace(Rule):
    code = "HYB203"
    name = "in-place-operator"
    summary = "in-place operator, such as `x += y`"
    after_hybridize = (
        'Raises `NotImplementedForSymbol: Function __iadd__ (namely operator "+=") … is not implemented for Symbol`.'
    )
    why = (
        "`x += y` writes into the memory of `x`, even if that is the caller's array. A Symbol has no memory. (`%=` "
        "and `**=` work, unless the array has a second name: see HYB204.)"
    )
    instead = "`x = x + y`."
    fix = "safe"
    about = (Kind.CHANGE_IN_PLACE,)
    errors = (r"Function __i\w+__ \(namely operator \"\S+=\"\)",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        y += 2
        return y
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        y = y + 2
        return y
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        loss = 0.0
        for term in (x, y):
            loss += term
        return loss
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        loss = 0.0
        for term in (x, y):
            loss = loss + term
        return loss
""",
            inputs="[(2, 3), (2, 3)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        event = divergence.event
        name = event.quote(event.node.target) if isinstance(event.node, ast.AugAssign) else ""
        instead = f"write `{name} = {name} {event.operator} …`" if name else f"use `{event.operator}`"
        yield Report(f"`{event.source}` raises after hybridize(): a Symbol cannot change in place; {instead}")


class NumPyOperator(Rule):
    code = "HYB209"
    name = "numpy-operator"
    summary = "Python operator or conversion that a Symbol lacks, such as `@` or `float`"
    after_hybridize = (
        "Raises `TypeError: unsupported operand type(s) for @: '_Symbol' and '_Symbol'`, for `abs` `AttributeError: "
        "_Symbol object has no attribute abs`, for `float` `TypeError: float() argument must be a string or a number`."
    )
    why = (
        "Arrays of `mx.np` have the methods behind `@`, `&`, `|`, `^`, `~`, `abs()`, `float()`, `int()` and "
        "`round()`, as NumPy's arrays do. Their Symbols do not. (Classic arrays have `abs()` in both phases, and the "
        "others in neither.)"
    )
    instead = (
        "`F.np.matmul(x, y)`, `F.np.bitwise_and(x, y)`, `F.np.bitwise_or`, `F.np.bitwise_xor`, `F.np.bitwise_not`, "
        "`F.np.abs(x)`, `F.np.around(x)`; for a number an operator that takes a tensor."
    )
    messages = {
        Kind.MISSING_OPERATOR: "`{event.source}` raises after hybridize(): a Symbol has no `{method}`; use {instead}",
    }
    errors = (
        r"unsupported operand type\(s\) for [@&|^]=?: .*'_Symbol'",
        r"bad operand type for unary ~: '_Symbol'",
        r"_Symbol object has no attribute abs",
        r"(float|int)\(\) argument must be .*, not '_Symbol'",
        r"type _Symbol doesn't define __round__ method",
    )
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x = x.as_np_ndarray()
        return (x @ x.T).as_nd_ndarray()
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x = x.as_np_ndarray()
        return F.np.matmul(x, x.T).as_nd_ndarray()
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        yield self.report(divergence, instead=_OF_NUMPY[divergence.data["method"]])


_A_TENSOR = "the tensor itself, in operators of `F.np`"
_OF_NUMPY = {
    "__matmul__": "`F.np.matmul`",
    "__and__": "`F.np.bitwise_and`",
    "__or__": "`F.np.bitwise_or`",
    "__xor__": "`F.np.bitwise_xor`",
    "__invert__": "`F.np.bitwise_not`",
    "__abs__": "`F.np.abs`",
    "__round__": "`F.np.around`",
    "__float__": _A_TENSOR,
    "__int__": _A_TENSOR,
}


class ExtendsRank(Rule):
    code = "HYB210"
    name = "extends-rank"
    summary = "`broadcast_to` or `broadcast_like` of a tensor with fewer axes"
    after_hybridize = "Raises `Operand of shape [3] cannot be broadcasted to [2,3]`, without a line of Python."
    why = (
        "`NDArray.broadcast_to` and `NDArray.broadcast_like` insert axes of length 1 in front where the array has "
        "fewer axes than the result. The methods of Symbol pass the array to the operator unchanged, which requires "
        "as many axes as the result has."
    )
    instead = "`x.expand_dims(0)` or `reshape` first, so that the tensor has all axes."
    fix = "safe"
    messages = {
        Kind.MISSING_AXES: (
            "`{event.source}` raises after hybridize(): the tensor has fewer axes; use `expand_dims` first"
        ),
    }
    errors = (r"Operand of shape \[[\d,]*\] cannot be broadcasted to \[[\d,]*\]",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(3,))

    def hybrid_forward(self, F, x, scale):
        return x * scale.broadcast_to((2, 3))
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(3,))

    def hybrid_forward(self, F, x, scale):
        return x * scale.expand_dims(0).broadcast_to((2, 3))
""",
            inputs="[(2, 3)]",
        ),
    )


class InPlaceAlias(Rule):
    code = "HYB204"
    name = "in-place-alias"
    summary = "in-place operator on an array that has an alias"
    after_hybridize = "Silent: other names of the array, and the caller, do not see the change."
    why = (
        "Imperatively `x %= y` writes into the memory of `x`, so that every alias of the array changes, and the "
        "caller's array if it is an input. A Symbol has no `__imod__`: Python evaluates `x = x % y`, and the aliases "
        "keep the old value."
    )
    instead = "`x = x % y`, and use the new name wherever the new value is meant."
    fix = "unsafe"
    about = (Kind.CHANGE_OF_ALIAS,)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x
        y %= 1
        return x + y
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x % 1
        return y + y
""",
            inputs="[('pos', (2, 3))]",
            shown_as="values",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        event = divergence.event
        name = event.quote(getattr(event.node, "target", event.node))
        yield Report(
            f"`{event.source}` silently changes only `{name}` after hybridize(), not {divergence.data['alias']}; write "
            f"`{name} = {name} {event.operator} …`",
        )


class ItemAssignment(Rule):
    code = "HYB205"
    name = "item-assignment"
    summary = "assignment to `x[...]`"
    after_hybridize = "Raises `TypeError: 'Symbol' object does not support item assignment`."
    why = (
        "An assignment to `x[…]` writes into the memory of `x`, which a Symbol does not have. The same holds for "
        "`x[…] += y`."
    )
    instead = (
        "`F.where(mask, new, x)`, `F.concat` of the parts, `F.contrib.index_copy`, or arithmetic with a mask: `x * (1 "
        "- mask) + new * mask`. For the outputs of `F.split`, create a list first."
    )
    fix = "safe"
    about = (Kind.ITEM_ASSIGNED,)
    errors = (r"'Symbol' object (does not|doesn't) support item (assignment|deletion)",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y[:] = 0
        return y
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros_like(x)
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        event = divergence.event
        instead = "write `list(…)` first" if event.tensor.as_list else "use `F.where` or `F.concat`"
        yield Report(f"`{event.source}` raises after hybridize(): a Symbol cannot be assigned to; {instead}")


class OutDiscarded(Rule):
    code = "HYB206"
    name = "out-argument"
    summary = "`out=`, which tracing ignores"
    after_hybridize = "Silent: `out=` is ignored, the array keeps its old value."
    why = (
        "Imperatively `out=` names the array to write the result into. A Symbol cannot be written to: the operator "
        "returns a new Symbol, which is discarded here."
    )
    instead = "Use what the operator returns: `y = F.relu(x)`."
    fix = "safe"
    messages = {
        Kind.OUT_IGNORED: "`{event.source}` silently ignores `out=` after hybridize(); use the result that it returns",
    }
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        F.relu(y, out=y)
        return y
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y = F.relu(y, out=y)
        return y
""",
            inputs="[(2, 3)]",
            shown_as="values",
        ),
    )
