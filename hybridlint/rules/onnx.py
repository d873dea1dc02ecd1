"""HYB9, continued: what does not convert to ONNX. Judged by what was measured, operator by operator."""

from __future__ import annotations

from typing import Iterator, Optional, Tuple, Union

from hybridlint.events import MethodCall, OperatorCall
from hybridlint.mxnet_api import Api
from hybridlint.mxnet_api.onnx_conversion import ALTERNATIVES, OPSET, Conversion, conversion
from hybridlint.queries import known, tensor
from hybridlint.rules.base import Example, Report, Rule

_WHY = (
    "MXNet's converter supports some of the operators, and some of these only with certain arguments. "
    "[What converts](../onnx-operators.md) lists what was measured: converted, checked by onnx.checker, run by ONNX "
    "Runtime and compared with MXNet."
)


#: What is wrong whatever the shapes are.
_REFUSED = ("refused", "rejected")


def _measured(event: Union[OperatorCall, MethodCall], api: Api) -> Optional[Tuple[str, str, Conversion]]:
    """The call as a user reads it, the C++ name of the operator, and what was measured of it."""
    if isinstance(event, OperatorCall):
        path: Optional[str] = event.path if event.phase != "imperative" else None
        shown = f"F.{event.path}"
    else:
        method = api.method(event.name) if tensor(event.tensor) is not None else None
        path = method.function if method is not None else None
        shown = f".{event.name}()"
    function = api.function(path) if path is not None else None
    if function is None or function.operator is None:
        return None
    found = conversion(function.operator)
    return (shown, function.operator, found) if found is not None else None


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
        found = _measured(event, api)
        if found is not None and found[2].reason:
            shown, operator, _ = found
            alternative = ALTERNATIVES.get(operator)
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
        found = _measured(event, api)
        if found is None or found[2].reason:
            return
        shown, _, measured = found
        for name, value in event.arguments.keywords:
            given = known(value)
            if given is not None and measured.argument(name, given).startswith(_REFUSED):
                yield Report(f"`{shown}` with `{name}={given!r}` does not convert to ONNX (opset {OPSET})")
                return
