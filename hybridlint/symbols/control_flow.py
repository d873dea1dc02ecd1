"""Truth values, scopes and printing: Python around the operators, which a graph does not hold."""

from __future__ import annotations

from typing import Iterator

from hybridlint.dataclass import dataclass
from hybridlint.events import Divergence, ModeManager, Printing, TruthTest
from hybridlint.mxnet_api import Api
from hybridlint.queries import certain_tensor, tensor
from hybridlint.symbols.base import Differs, Fails, Raises


class NoTruthValue(Raises):
    """A Symbol has no truth value."""

    event: TruthTest
    errors = ("NotImplementedForSymbol",)


class SymbolPrinted(Differs):
    """A Symbol is printed, once, not the numbers of an array in each call."""

    event: Printing


@dataclass(frozen=True)
class ScopeIgnored(Differs):
    """The scope, which is named `name`, has no effect on the operators of a graph."""

    event: ModeManager
    name: str


class NameScopeEntered(Fails):
    """Tracing has entered the name scope of the block already: Gluon raises when it leaves that."""

    event: ModeManager


_SCOPES_OF_AUTOGRAD = ("pause", "record", "train_mode", "predict_mode", "set_training", "set_recording")


def truth_value(event: TruthTest, api: Api) -> Iterator[NoTruthValue]:
    if certain_tensor(event.tensor, numpy=True) is not None:
        yield NoTruthValue(event)


def printing(event: Printing, api: Api) -> Iterator[SymbolPrinted]:
    if tensor(event.tensor, numpy=True) is not None:
        yield SymbolPrinted(event)


def scope(event: ModeManager, api: Api) -> Iterator[Divergence]:
    name = event.name.rpartition(".")[2]
    if name == "name_scope":
        yield NameScopeEntered(event)
    elif name in _SCOPES_OF_AUTOGRAD and event.effect:
        yield ScopeIgnored(event, name)
