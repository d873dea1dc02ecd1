"""What a call leaves to the next one: tracing runs once, and leaves Symbols."""

from __future__ import annotations

from typing import Iterator

from hybridlint.divergences import Divergence, Kind
from hybridlint.events import TaintUse, TensorKept
from hybridlint.mxnet_api import Api
from hybridlint.queries import of_one_phase


def kept(event: TensorKept, api: Api) -> Iterator[Divergence]:
    holds_tensor = event.value.holds_tensor
    if event.read == "before":
        if holds_tensor:
            yield Kind.SYMBOL_READ_LATER.at(event)
        elif of_one_phase(event.value):
            yield Kind.NAMESPACE_READ_LATER.at(event)
    elif event.read == "" and holds_tensor:
        yield Kind.SYMBOL_LEFT.at(event)


#: Kind of a taint → the divergence at a use of it.
_OF_TAINTS = {
    "carried": Kind.CARRIED,
    "drawn": Kind.DRAWN,
    "gradient": Kind.GRADIENT_READ,
    "layer": Kind.LAYER_RESULT_READ,
    "mode": Kind.MODE_READ,
    "parameter": Kind.PARAMETER_READ,
    "shape": Kind.SHAPE_READ,
    "value": Kind.VALUE_READ,
}


def taint_use(event: TaintUse, api: Api) -> Iterator[Divergence]:
    by_value = event.reason.kind == "value" and event.sink == "branch"
    yield (Kind.BRANCH_BY_VALUE if by_value else _OF_TAINTS[event.reason.kind]).at(event)
