"""Python's operators on Symbols, which neither broadcast nor work in place, and `broadcast_to`."""

from __future__ import annotations

from typing import Iterator, Optional, Tuple, Union

from hybridlint.divergences import Divergence, Kind
from hybridlint.events import (
    BROADCASTING,
    BinaryOperation,
    Conversion,
    InPlaceOperation,
    MethodCall,
    OperatorCall,
    UnaryOperation,
)
from hybridlint.mxnet_api import Api
from hybridlint.queries import tensor
from hybridlint.shapes import definitely_differ, is_refuted
from hybridlint.symbols.members import method_of
from hybridlint.values import Plain, Tensor

#: Operator of an augmented assignment → its special method.
_IN_PLACE = {"+": "__iadd__", "-": "__isub__", "*": "__imul__", "/": "__itruediv__", "%": "__imod__"}

_BOOLEANS = ("bool", "numpy.bool_")
#: Operator or function → its special method, which Symbols of `mx.np` may lack.
_SPECIAL_METHODS = {
    "@": "__matmul__",
    "&": "__and__",
    "|": "__or__",
    "^": "__xor__",
    "~": "__invert__",
    "abs": "__abs__",
    "round()": "__round__",
    "float()": "__float__",
    "int()": "__int__",
}


def shapes_differ(event: Union[BinaryOperation, OperatorCall], api: Api) -> Iterator[Divergence]:
    pair = elementwise_pair(event, api)
    if pair is None:
        return
    left, right, name = pair
    if left.shape is None or right.shape is None:
        return
    if definitely_differ(left.shape, right.shape) or is_refuted(left.shape, right.shape):
        yield Kind.SHAPES_DIFFER.at(event, operator=name)


def elementwise_pair(event: Union[BinaryOperation, OperatorCall], api: Api) -> Optional[Tuple[Tensor, Tensor, str]]:
    """Return the two tensors of an elementwise operation in the graph, and the operator of `F` that broadcasts. None
    for anything else. `F.maximum` and its like are elementwise: there is an `F.broadcast_maximum` beside each."""
    if event.thrown_away:
        return None
    if isinstance(event, BinaryOperation):
        left, right = tensor(event.left), tensor(event.right)
        name = BROADCASTING.get(event.operator)
    else:
        if event.phase != "both" or len(event.arguments.positional) < 2:
            return None
        left, right = (tensor(value) for value in event.arguments.positional[:2])
        name = f"broadcast_{event.path}"
        function, broadcasting = event.call.function, api.function(name)
        if function is None or broadcasting is None or not (function.symbolic and broadcasting.symbolic):
            return None
    if left is None or right is None or name is None:
        return None
    return left, right, name


def boolean_operand(event: Union[BinaryOperation, OperatorCall], api: Api) -> Iterator[Divergence]:
    if isinstance(event, BinaryOperation):
        if event.operator not in BROADCASTING:
            return
        left, right = event.left, event.right
    else:
        broadcasts = event.call.function is not None and api.function(f"broadcast_{event.path}") is not None
        if event.phase != "both" or len(event.arguments.positional) != 2 or not broadcasts:
            return
        left, right = event.arguments.positional
    if tensor(left) is not None and isinstance(right, Plain) and right.type in _BOOLEANS:
        yield Kind.BOOLEAN_OPERAND.at(event, *_errors(right), side="right")
    elif tensor(right) is not None and isinstance(left, Plain) and left.type in _BOOLEANS:
        yield Kind.BOOLEAN_OPERAND.at(event, *_errors(left), side="left")


def _errors(operand: Plain) -> Tuple[str, ...]:
    # What is computed may be a bool of NumPy, which raises a TypeError.
    return ("MXNetError",) if operand.is_literal else ("MXNetError", "TypeError")


def change_in_place(event: InPlaceOperation, api: Api) -> Iterator[Divergence]:
    target = tensor(event.target, numpy=True)
    method = api.method(_IN_PLACE.get(event.operator, ""))
    if target is None or method is None or not method.not_implemented:
        return
    if not target.certain and event.operator in ("+", "*"):
        # A list has these operators too, but not with a number or an array as the other operand.
        number = event.operator == "+" and isinstance(event.operand, Plain) and event.operand.type in ("int", "float")
        if not (number or isinstance(event.operand, Tensor) and event.operand.certain):
            return
    yield Kind.CHANGE_IN_PLACE.at(event)


def change_of_alias(event: InPlaceOperation, api: Api) -> Iterator[Divergence]:
    target = tensor(event.target, numpy=True)
    alias = _alias(event, target)
    method = method_of(target, _IN_PLACE.get(event.operator, ""), api)
    if alias and method is not None and method.imperative and not method.symbolic:
        yield Kind.CHANGE_OF_ALIAS.at(event, alias=alias)


def _alias(event: InPlaceOperation, target: Optional[Tensor]) -> str:
    """Return what else refers to the array `target`; "" if nothing does."""
    if event.aliased or target is None:
        return "its aliases" if event.aliased else ""
    if target.is_still("parameter", "constant"):
        return "the parameter"
    return "the caller's array" if target.is_still("input", "element") else ""


def missing_operator(event: Union[BinaryOperation, UnaryOperation, Conversion], api: Api) -> Iterator[Divergence]:
    name = _SPECIAL_METHODS.get(event.to if isinstance(event, Conversion) else event.operator, "")
    method = api.np_method(name)
    operands = (event.left, event.right) if isinstance(event, BinaryOperation) else (event.tensor,)
    if method is None or not any(isinstance(operand, Tensor) and operand.numpy for operand in operands):
        return
    if method.not_implemented or not method.symbolic:
        yield Kind.MISSING_OPERATOR.at(event, method=name)


def missing_axes(event: MethodCall, api: Api) -> Iterator[Divergence]:
    number = axes_to_add(event)
    if number:
        yield Kind.MISSING_AXES.at(event, missing=number)


def axes_to_add(event: MethodCall) -> Optional[int]:
    """Return how many axes fewer the operand of `broadcast_to` or `broadcast_like` has than the result; None if that
    is unknown, 0 for every other method."""
    array, target = tensor(event.tensor), event.arguments.get(0, "shape" if event.name == "broadcast_to" else "other")
    if event.name == "broadcast_to":
        rank = None if target is None or target.items is None else len(target.items)
    elif event.name == "broadcast_like":
        rank = target.rank if isinstance(target, Tensor) else None
    else:
        return 0
    if array is None or array.numpy or array.rank is None or rank is None:
        return None
    return max(rank - array.rank, 0)


def out_ignored(event: Union[OperatorCall, MethodCall], api: Api) -> Iterator[Divergence]:
    of_graph = (
        event.phase == "both" if isinstance(event, OperatorCall) else tensor(event.tensor, numpy=True) is not None
    )
    given = event.arguments.keyword("out") if of_graph and (event.discarded or event.reads_out) else None
    if given is not None and any(True for _ in given.tensors()):
        yield Kind.OUT_IGNORED.at(event)
