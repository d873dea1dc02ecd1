"""Attributes and methods of a Symbol, by the measured table of those that it lacks."""

from __future__ import annotations

from typing import Iterator, Optional, Tuple

from hybridlint.divergences import Divergence, Kind
from hybridlint.events import AttributeRead, MethodCall
from hybridlint.mxnet_api import Api, Method
from hybridlint.queries import tensor
from hybridlint.values import Tensor


def attribute(event: AttributeRead, api: Api) -> Iterator[Divergence]:
    method = method_of(tensor(event.tensor, numpy=True), event.name, api)
    if method is not None and not event.called and method.imperative and not method.symbolic:
        yield Kind.MISSING_ATTRIBUTE.at(event)


def method(event: MethodCall, api: Api) -> Iterator[Divergence]:
    array = tensor(event.tensor, numpy=True)
    described = method_of(array, event.name, api)
    if array is None or described is None or not described.imperative:
        return
    may_be_container = not array.certain and (hasattr(list, event.name) or hasattr(dict, event.name))
    if not may_be_container and (described.not_implemented or not described.symbolic):
        yield Kind.MISSING_METHOD.at(event, *_errors(described, event, array))


def _errors(method: Method, event: MethodCall, array: Tensor) -> Tuple[str, ...]:
    """Return the errors of a method that Symbols lack, or of the stub that they have."""
    if not method.symbolic:
        return ("AttributeError",)
    if event.arguments.all() and [parameter.name for parameter in method.symbolic_parameters or ()] == ["self"]:
        return ("TypeError",)
    # Some stubs for `mx.np` raise AttributeError.
    return ("NotImplementedForSymbol", "AttributeError") if array.numpy else ("NotImplementedForSymbol",)


def inferred_shape(event: MethodCall, api: Api) -> Iterator[Divergence]:
    if event.name in ("infer_shape", "infer_shape_partial") and tensor(event.tensor, numpy=True) is not None:
        if not (event.discarded or event.arguments.all() or event.arguments.starred):
            yield Kind.NO_SHAPE.at(event)


def method_of(array: Optional[Tensor], name: str, api: Api) -> Optional[Method]:
    """Return the attribute or method `name` of an array, classic or of `mx.np`."""
    if array is None:
        return None
    return api.np_method(name) if array.numpy else api.method(name)
