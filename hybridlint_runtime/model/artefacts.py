"""What steps and probes find out about a model, for later probes and for the report. `Subject.learn` stores them."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, Collection, Dict, FrozenSet, List, Mapping, Optional, Tuple

from ..diagnostics.failures import BlockFailure
from ..report import Stage, Status
from .comparing import Movement
from .tracing import TracedGraph


@dataclasses.dataclass(frozen=True)
class Hybridized:
    """The paths of the outermost blocks that are hybridized, and of all blocks inside them; or why `hybridize()`
    raises."""

    roots: List[str] = dataclasses.field(default_factory=list)
    checked: Collection[str] = ()
    refused: Optional[BlockFailure] = None


@dataclasses.dataclass(frozen=True)
class Tracing:
    """The graphs by (path, structure of the arguments); why blocks have none, by path; the paths of blocks that raise
    while they are traced; and the keys of the graphs that equal earlier ones but for names, on the same shapes."""

    graphs: Mapping[Tuple[str, str], TracedGraph] = dataclasses.field(default_factory=dict)
    reasons: Mapping[str, str] = dataclasses.field(default_factory=dict)
    failed: Collection[str] = ()
    equal: Collection[Tuple[str, str]] = ()

    @functools.cached_property
    def traced(self) -> FrozenSet[str]:
        return frozenset(path for path, _ in self.graphs)


@dataclasses.dataclass(frozen=True)
class Undetermined:
    """Elements of the outputs that differ between two equal imperative runs: path → boolean array."""

    masks: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class GradientMovements:
    """How far gradients and running statistics move under rounding-sized changes of the inputs, by name; {} if they
    agree without that."""

    by_name: Mapping[str, Movement] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class BlockComparison:
    """Of blocks that were compared, by path: the stage and the status, and figures by name (`report.BlockResult`)."""

    statuses: Mapping[str, Tuple[Stage, Status]] = dataclasses.field(default_factory=dict)
    figures: Mapping[str, Dict[str, float]] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class BlockTimes:
    """The seconds of the imperative calls of blocks, by path."""

    seconds: Mapping[str, float] = dataclasses.field(default_factory=dict)
