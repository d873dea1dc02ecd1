"""`symbol.reshape(a, b)`, which reads the second argument as the flag `reverse`."""

from __future__ import annotations

from typing import Iterator, Optional, Tuple

from hybridlint.divergences import Divergence, Kind
from hybridlint.events import MethodCall
from hybridlint.mxnet_api import Api
from hybridlint.queries import integer_of, tensor
from hybridlint.values import Plain, Sequence, Tensor, Value


def reshape(event: MethodCall, api: Api) -> Iterator[Divergence]:
    dimensions = _dimensions(event)
    if dimensions is None:
        return
    # The positions of Symbol.reshape are shape, reverse, target_shape, keep_highest: two of them flags, read as 0 or 1.
    flags = [dimension for position, dimension in enumerate(dimensions) if position in (1, 3)]
    fitting = len(dimensions) <= 4 and all(integer_of(flag) in (0, 1) for flag in flags)
    if fitting and not _spreads_a_shape(event):
        yield Kind.DIMENSION_LOST.at(event)
    elif len(dimensions) <= 4 and not (event.arguments.keywords or event.arguments.starred):
        yield Kind.DIMENSION_REFUSED.at(event, "MXNetError")
    else:
        yield Kind.DIMENSION_REFUSED.at(event, "AttributeError", "MXNetError", "TypeError")


def _dimensions(event: MethodCall) -> Optional[Tuple[Value, ...]]:
    """Return the dimensions of `x.reshape(a, b, …)`; None for every other call."""
    if event.name != "reshape" or tensor(event.tensor) is None:  # a list has no such method
        return None
    given = event.arguments.positional
    if any(isinstance(value, (Sequence, Tensor)) for value in given):
        return None
    if _spreads_a_shape(event):
        return given if any(isinstance(value, Plain) for value in given) else None
    return given if len(given) > 1 and not event.arguments.starred else None


def _spreads_a_shape(event: MethodCall) -> bool:
    """Return whether it is `x.reshape(*self.shape)` of an unknown shape, which then has several axes."""
    return event.arguments.starred and not event.arguments.named_only
