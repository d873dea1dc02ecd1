"""Truth values, scopes and printing: Python around the operators, which a graph does not hold."""

from __future__ import annotations

import ast
from typing import Iterator

from hybridlint.divergences import Divergence, Kind
from hybridlint.events import ModeManager, Printing, Refusal, TruthTest
from hybridlint.mxnet_api import Api
from hybridlint.queries import certain_tensor, tensor

_SCOPES_OF_AUTOGRAD = ("pause", "record", "train_mode", "predict_mode", "set_training", "set_recording")


def truth_value(event: TruthTest, api: Api) -> Iterator[Divergence]:
    if certain_tensor(event.tensor, numpy=True) is not None:
        yield Kind.NO_TRUTH_VALUE.at(event)


def printing(event: Printing, api: Api) -> Iterator[Divergence]:
    if tensor(event.tensor, numpy=True) is not None:
        yield Kind.SYMBOL_PRINTED.at(event)


def scope(event: ModeManager, api: Api) -> Iterator[Divergence]:
    name = event.name.rpartition(".")[2]
    if name == "name_scope":
        yield Kind.NAME_SCOPE_ENTERED.at(event)
    elif name in _SCOPES_OF_AUTOGRAD and event.effect:
        kind = Kind.GRADIENTS_NOT_STOPPED if event.effect == "gradients" else Kind.SCOPE_IGNORED
        stopping = "F.BlockGrad` on `x.as_nd_ndarray()" if event.of_numpy else "F.BlockGrad"
        yield kind.at(event, name=name, operator=stopping)


def refusal(event: Refusal, api: Api) -> Iterator[Divergence]:
    raised = event.node.exc if isinstance(event.node, ast.Raise) else ast.Name("AssertionError")
    made = raised.func if isinstance(raised, ast.Call) else raised
    yield Kind.REFUSAL.at(event, made.id if isinstance(made, ast.Name) else "")
