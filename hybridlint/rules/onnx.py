"""HYB9, continued: what does not convert to ONNX. Judged by what was measured, operator by operator."""

from __future__ import annotations

from typing import Iterator, Optional, Tuple, Union

from hybridlint.calls import BoundCall, in_graph
from hybridlint.events import MethodCall, OperatorCall
from hybridlint.mxnet_api import Api
from hybridlint.mxnet_api.onnx_conversion import ALTERNATIVES, OPSET, Conversion, conversion
from hybridlint.rules.base import Example, Report, Rule

_WHY = (
    "MXNet's converter supports some of the operators, and some of these only with certain arguments. "
    "[What converts](../onnx-operators.md) lists what was measured: converted, checked by onnx.checker, run by ONNX "
    "Runtime and compared with MXNet."
)


#: What is wrong whatever the shapes are.
_REFUSED = ("refused", "rejected")


def _measured(event: Union[OperatorCall, MethodCall]) -> Optional[Tuple[str, BoundCall, Conversion]]:
    """The call as a user reads it and with bound arguments, and what was measured of its operator."""
    call = in_graph(event)
    operator = None if call is None or call.function is None else call.function.operator
    result = None if operator is None else conversion(operator)
    if call is None or result is None:
        return None
    return (f".{event.name}()" if isinstance(event, MethodCall) else f"F.{event.path}"), call, result


class NotInOnnx(Rule):
    code = "HYB911"
    name = "onnx-operator"
    summary = "operator that does not convert to ONNX"
    after_hybridize = "Silent: the block works, and `hybridlint-runtime export --onnx` refuses its graph."
    why = _WHY
    instead = (
        "An operator that converts, where one does the same: the message names it, and so does the probe "
        "[onnx](../probes/onnx.md). Select this rule for models that are exported to ONNX."
    )
    about = (OperatorCall, MethodCall)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.gemm(x, x, x)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.linalg.gemm2(x, x) + x
""",
            inputs="[(2, 3, 3)]",
            shown_as="onnx",
        ),
    )

    def judge(self, event: Union[OperatorCall, MethodCall], api: Api) -> Iterator[Report]:
        result = _measured(event)
        if result is not None and result[2].reason:
            shown, call, _ = result
            alternative = ALTERNATIVES.get((call.function and call.function.operator) or "")
            instead = f"; write {alternative.instead}" if alternative is not None else ""
            yield Report(f"`{shown}` does not convert to ONNX (opset {OPSET}){instead}")


class ArgumentNotInOnnx(Rule):
    code = "HYB912"
    name = "onnx-argument"
    summary = "argument with which an operator does not convert to ONNX"
    after_hybridize = (
        "Silent: the block works, and `hybridlint-runtime export --onnx` refuses its graph or finds other values."
    )
    why = _WHY
    instead = "The operator without this argument, followed by operators that convert and have its effect."
    about = (OperatorCall, MethodCall)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.arange_like(x, axis=1, repeat=2)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.floor(F.contrib.arange_like(x, axis=1) / 2)
""",
            inputs="[(2, 4)]",
            shown_as="onnx",
        ),
    )

    def judge(self, event: Union[OperatorCall, MethodCall], api: Api) -> Iterator[Report]:
        result = _measured(event)
        if result is None or result[2].reason:
            return
        shown, call, measured = result
        for name, given in call.attributes.items():
            if given is not None and measured.argument(name, given).startswith(_REFUSED):
                yield Report(f"`{shown}` with `{name}={given!r}` does not convert to ONNX (opset {OPSET})")
                return
