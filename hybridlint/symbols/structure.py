"""Children and parameters of a block that it has not registered."""

from __future__ import annotations

from typing import Iterator

from hybridlint.events import BlocksHidden, ParametersHidden
from hybridlint.mxnet_api import Api
from hybridlint.symbols.kinds import Divergence, Kind


def blocks_hidden(event: BlocksHidden, api: Api) -> Iterator[Divergence]:
    yield (Kind.BLOCKS_HIDDEN if event.attribute else Kind.BLOCK_NOT_REGISTERED).at(event)


def parameters_hidden(event: ParametersHidden, api: Api) -> Iterator[Divergence]:
    yield (Kind.PARAMETER_WITH_COMMA if event.container == "comma" else Kind.PARAMETERS_HIDDEN).at(event)
