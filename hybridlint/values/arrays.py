"""Arrays outside of the graph."""

from __future__ import annotations

from typing import Optional, Tuple

from hybridlint.dataclass import dataclass
from hybridlint.values.base import Value
from hybridlint.values.taint import UNTAINTED, Taint


@dataclass(frozen=True)
class ImperativeArray(Value):
    """An NDArray in both phases, made by `nd.array(…)`, `self.weight.data()` and the like. `dims` is its shape if that
    is a literal."""

    description: str = "an NDArray"
    taint: Taint = UNTAINTED
    dims: Optional[Tuple[Optional[int], ...]] = None


@dataclass(frozen=True)
class NumPyArray(Value):
    """A NumPy array or scalar in both phases. `dims` is its shape if that is a literal."""

    taint: Taint = UNTAINTED
    dims: Optional[Tuple[Optional[int], ...]] = None
