"""Random numbers without a shape, for which MXNet infers one while tracing."""

from __future__ import annotations

from typing import Iterable, Iterator, Optional, Union

from hybridlint.calls import in_graph
from hybridlint.divergences import Divergence, Kind
from hybridlint.events import MethodCall, OperatorCall, Returned
from hybridlint.mxnet_api import Api, Function
from hybridlint.queries import leaves, tensor
from hybridlint.values import Tensor, Value


def shape_not_inferred(event: Union[Returned, OperatorCall, MethodCall], api: Api) -> Iterator[Divergence]:
    number = next(_undetermined(event, api), None)
    if number is not None:
        yield Kind.SHAPE_NOT_INFERRED.at(event, code=number.elementwise_random)


def _undetermined(event: Union[Returned, OperatorCall, MethodCall], api: Api) -> Iterator[Tensor]:
    """Yield random numbers without a shape that are used where no shape can be inferred for them."""
    call = None if isinstance(event, Returned) else in_graph(event)
    if isinstance(event, Returned):
        values: Iterable[Value] = leaves(event.value)
    elif call is None or _infers(call.function):
        return
    else:
        values = call.arguments.all()
    for value in values:
        if isinstance(value, Tensor) and value.elementwise_random and not value.numpy and value.is_still("random"):
            yield value


def _infers(function: Optional[Function]) -> bool:
    """Return whether MXNet can infer the shape of an operand from the other operands or the use of the result:
    operators that keep a shape can, and those of many operands, such as `where` and the layers with weights."""
    if function is None or function.keeps_shape or function.elementwise:
        return True
    tensors = function.tensor_parameters
    return tensors is None or len(tensors) > 2


def number_per_element(event: Union[OperatorCall, MethodCall], api: Api) -> Iterator[Divergence]:
    call = in_graph(event)
    if call is None or call.function is None or not call.function.combines:
        return
    array = tensor(call.arguments.get(0, "data"))
    if array is not None and array.elementwise_random and not array.is_still("random"):
        yield Kind.NUMBER_PER_ELEMENT.at(event, code=array.elementwise_random)
