"""Attributes and methods of a Symbol, by the measured table of those that it lacks."""

from __future__ import annotations

from typing import FrozenSet, Iterator, Optional

from hybridlint.dataclass import dataclass
from hybridlint.events import AttributeRead, MethodCall, with_bases
from hybridlint.mxnet_api import Api, Method
from hybridlint.queries import tensor
from hybridlint.symbols.base import Differs, Raises
from hybridlint.values import Tensor


class MissingAttribute(Raises):
    """A Symbol has no such attribute."""

    event: AttributeRead
    errors = ("AttributeError",)


@dataclass(frozen=True)
class MissingMethod(Raises):
    """A Symbol has no such method, or, if it is a `stub`, one that raises NotImplementedForSymbol."""

    event: MethodCall
    stub: bool
    takes_arguments: bool

    @property
    def exceptions(self) -> FrozenSet[str]:
        if not self.stub:
            return with_bases("AttributeError")
        if self.event.arguments.all() and not self.takes_arguments:
            return with_bases("TypeError")
        # Some stubs for `mx.np` raise AttributeError.
        of_numpy = ("AttributeError",) if isinstance(self.event.tensor, Tensor) and self.event.tensor.numpy else ()
        return with_bases("NotImplementedForSymbol", *of_numpy)


class NoShape(Differs):
    """`infer_shape()` without arguments infers nothing: the shapes of the inputs are not known while tracing."""

    event: MethodCall


def attribute(event: AttributeRead, api: Api) -> Iterator[MissingAttribute]:
    method = method_of(tensor(event.tensor, numpy=True), event.name, api)
    if method is not None and not event.called and method.imperative and not method.symbolic:
        yield MissingAttribute(event)


def method(event: MethodCall, api: Api) -> Iterator[MissingMethod]:
    array = tensor(event.tensor, numpy=True)
    described = method_of(array, event.name, api)
    if array is None or described is None or not described.imperative:
        return
    if not array.certain and (hasattr(list, event.name) or hasattr(dict, event.name)):
        return
    if described.not_implemented or not described.symbolic:
        takes_arguments = [one.name for one in described.symbolic_parameters or ()] != ["self"]
        yield MissingMethod(event, described.symbolic, takes_arguments)


def inferred_shape(event: MethodCall, api: Api) -> Iterator[NoShape]:
    if event.name in ("infer_shape", "infer_shape_partial") and tensor(event.tensor, numpy=True) is not None:
        if not (event.discarded or event.arguments.all() or event.arguments.starred):
            yield NoShape(event)


def method_of(array: Optional[Tensor], name: str, api: Api) -> Optional[Method]:
    """Return the attribute or method `name` of an array, classic or of `mx.np`."""
    if array is None:
        return None
    return api.np_method(name) if array.numpy else api.method(name)
