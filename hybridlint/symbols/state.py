"""What a call leaves to the next one: tracing runs once, and leaves Symbols."""

from __future__ import annotations

from typing import Iterator

from hybridlint.events import Divergence, TensorKept
from hybridlint.mxnet_api import Api
from hybridlint.queries import contains_tensor, of_one_phase
from hybridlint.symbols.base import Differs


class SymbolReadLater(Differs):
    """The next call reads the Symbol that tracing has left."""

    event: TensorKept


class NamespaceReadLater(Differs):
    """The next call reads the `F`, or an operator of it, that another phase may have left."""

    event: TensorKept


class SymbolLeft(Differs):
    """Tracing leaves a Symbol that the block does not read."""

    event: TensorKept


def kept(event: TensorKept, api: Api) -> Iterator[Divergence]:
    holds_tensor = contains_tensor(event.value)
    if event.read == "before":
        if holds_tensor:
            yield SymbolReadLater(event)
        elif of_one_phase(event.value):
            yield NamespaceReadLater(event)
    elif event.read == "" and holds_tensor:
        yield SymbolLeft(event)
