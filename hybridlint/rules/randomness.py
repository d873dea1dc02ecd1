"""HYB2, continued: random operators whose shape is inferred."""

from __future__ import annotations

import functools
from typing import Iterator, Optional, Tuple, Union

from hybridlint.events import MethodCall, OperatorCall, Returned
from hybridlint.fixes import calls
from hybridlint.mxnet_api import Api, Function
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.rules.wording import tensor
from hybridlint.values import Sequence, Tensor, Value


class RandomWithoutShape(Rule):
    code = "HYB207"
    name = "random-without-shape"
    summary = "random numbers without a shape"
    after_hybridize = "Raises `MXNetError: Operator _random_uniform inferring shapes failed`."
    why = (
        "Imperatively, a random operator without a `shape` returns one number, of shape (1,). In a graph MXNet infers "
        "the shape from where the result is used. Where nothing determines it, inference fails."
    )
    instead = "`F.random.uniform(shape=(1,))`, or `F.random.uniform_like(x)` for one number per element of `x`."
    fix = "safe"
    events = (Returned, OperatorCall, MethodCall)
    errors = (r"Operator _random_\w+ inferring shapes failed",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.random.uniform(0, 1))
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.random.uniform(0, 1, shape=(1,)))
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, event: Union[Returned, OperatorCall, MethodCall], api: Api) -> Iterator[Report]:
        for number in _undetermined(event, api):
            yield Report(
                f"`{number.elementwise_random}` raises after hybridize() without a shape; pass `shape=(1,)`, or use "
                f"`…_like`",
                fix=functools.partial(calls.shaped, event.node, number.elementwise_random),
            )
            return


def _undetermined(event: Union[Returned, OperatorCall, MethodCall], api: Api) -> Iterator[Tensor]:
    """Random numbers without a shape that go where no shape can be inferred for them."""
    if isinstance(event, Returned):
        values: Tuple[Value, ...] = _flat(event.value)
    elif isinstance(event, MethodCall):
        method = api.method(event.name)
        function = None if method is None or method.function is None else api.function(method.function)
        values = () if _infers(function) else (event.tensor,)
    else:
        values = event.arguments.all() if event.phase == "both" and not _infers(api.function(event.path)) else ()
    for value in values:
        found = tensor(value)
        if found is not None and found.elementwise_random and found.is_still("random"):
            yield found


def _infers(function: Optional[Function]) -> bool:
    """Whether an operator can tell the shape of an operand from its other operands, or from where its result goes:
    those that keep a shape can, and those of many operands, such as `where` and the layers with weights."""
    if function is None or function.keeps_shape or function.elementwise:
        return True
    tensors = function.tensor_parameters
    return tensors is None or len(tensors) > 2


def _flat(value: Value) -> Tuple[Value, ...]:
    if isinstance(value, Sequence):
        items = value.items if value.items is not None else (value.element,)
        return tuple(inner for item in items for inner in _flat(item))
    return (value,)


#: Operators that look at several elements at once: there it matters whether all share one random number.
_REDUCING = ("max", "mean", "min", "nansum", "norm", "prod", "softmax", "sort", "sum")


class SharedRandomNumber(Rule):
    code = "HYB208"
    name = "shared-random-number"
    summary = "single random number, of which a graph draws one for each element"
    after_hybridize = "Silent: one random number per element instead of one that all elements share."
    why = (
        "Imperatively, a random operator without a `shape` returns one number, which is then broadcast. In a graph "
        "its shape is inferred from the other operand, so that each element gets a number of its own: another "
        "distribution of the result."
    )
    instead = (
        "`F.broadcast_add(x, F.random.normal(shape=(1,)))` for one number, `x + F.random.normal_like(x)` for one per "
        "element."
    )
    silent = True
    fix = "safe"
    events = (OperatorCall, MethodCall)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        noise = x * 0 + F.random.normal(0, 1)
        return noise.max() - noise.min()
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        noise = F.broadcast_add(x * 0, F.random.normal(0, 1, shape=(1,)))
        return noise.max() - noise.min()
""",
            inputs="[(50,)]",
            shown_as="values",
        ),
    )

    def judge(self, event: Union[OperatorCall, MethodCall], api: Api) -> Iterator[Report]:
        if isinstance(event, MethodCall):
            value: Optional[Value] = event.tensor
            name = event.name
        else:
            value = event.arguments.get(0, "data") if event.phase == "both" else None
            name = event.path
        array = tensor(value)
        if array is None or name not in _REDUCING:
            return
        if array.elementwise_random and not array.is_still("random"):
            yield Report(
                f"`{array.elementwise_random}` silently draws one number per element after hybridize(); pass "
                f"`shape=(1,)`",
                fix=functools.partial(calls.shaped, event.node, array.elementwise_random),
            )
