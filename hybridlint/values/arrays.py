"""Arrays outside of the graph."""

from __future__ import annotations

from typing import Optional, Tuple

from hybridlint.dataclass import dataclass
from hybridlint.values.base import Mergeable, Tainted
from hybridlint.values.lattice import Merge, flat
from hybridlint.values.taint import UNTAINTED, Taint, merged_taint


@dataclass(frozen=True)
class ImperativeArray(Mergeable, Tainted):
    """An NDArray in both phases, made by `nd.array(…)`, `self.weight.data()` and the like. `dims` is its shape if that
    is a literal."""

    description: str = "an NDArray"
    taint: Taint = UNTAINTED
    dims: Optional[Tuple[Optional[int], ...]] = None

    def merged(self, other: ImperativeArray, nodes: Merge) -> ImperativeArray:
        description = flat(self.description, other.description, "an NDArray")
        return ImperativeArray(description, merged_taint(self.taint, other.taint), flat(self.dims, other.dims, None))


@dataclass(frozen=True)
class NumPyArray(Mergeable, Tainted):
    """A NumPy array or scalar in both phases. `dims` is its shape if that is a literal."""

    taint: Taint = UNTAINTED
    dims: Optional[Tuple[Optional[int], ...]] = None

    def merged(self, other: NumPyArray, nodes: Merge) -> NumPyArray:
        return NumPyArray(merged_taint(self.taint, other.taint), flat(self.dims, other.dims, None))
