"""Random numbers without a shape, for which MXNet infers one while tracing."""

from __future__ import annotations

from typing import Iterator, Optional, Tuple, Union

from hybridlint.events import MethodCall, OperatorCall, Returned
from hybridlint.mxnet_api import Api, Function
from hybridlint.queries import leaves, tensor
from hybridlint.symbols.kinds import Divergence, Kind
from hybridlint.values import Tensor, Value


def shape_not_inferred(event: Union[Returned, OperatorCall, MethodCall], api: Api) -> Iterator[Divergence]:
    number = next(_undetermined(event, api), None)
    if number is not None:
        yield Kind.SHAPE_NOT_INFERRED.at(event, code=number.elementwise_random)


def _undetermined(event: Union[Returned, OperatorCall, MethodCall], api: Api) -> Iterator[Tensor]:
    """Yield random numbers without a shape that are used where no shape can be inferred for them."""
    if isinstance(event, Returned):
        values: Tuple[Value, ...] = tuple(leaves(event.value))
    elif isinstance(event, MethodCall):
        values = (event.tensor,)
    else:
        values = event.arguments.all() if event.phase == "both" else ()
    for value in values:
        found = tensor(value)
        if found is not None and found.elementwise_random and found.is_still("random"):
            if isinstance(event, Returned) or not _infers(_function(event, api)):
                yield found


def _function(event: Union[OperatorCall, MethodCall], api: Api) -> Optional[Function]:
    if isinstance(event, OperatorCall):
        return api.function(event.path)
    method = api.method(event.name)
    return None if method is None or method.function is None else api.function(method.function)


def _infers(function: Optional[Function]) -> bool:
    """Return whether MXNet can infer the shape of an operand from the other operands or the use of the result:
    operators that keep a shape can, and those of many operands, such as `where` and the layers with weights."""
    if function is None or function.keeps_shape or function.elementwise:
        return True
    tensors = function.tensor_parameters
    return tensors is None or len(tensors) > 2


def number_per_element(event: Union[OperatorCall, MethodCall], api: Api) -> Iterator[Divergence]:
    if isinstance(event, MethodCall):
        value: Optional[Value] = event.tensor
    else:
        value = event.arguments.get(0, "data") if event.phase == "both" else None
    array, function = tensor(value), _function(event, api)
    if function is None or not function.combines:
        return
    if array is not None and array.elementwise_random and not array.is_still("random"):
        yield Kind.NUMBER_PER_ELEMENT.at(event, code=array.elementwise_random)
