"""Parameters."""

from __future__ import annotations

from typing import Optional, Tuple

from hybridlint.dataclass import dataclass
from hybridlint.values.base import Value


@dataclass(frozen=True)
class ParameterValue(Value):
    """A `gluon.Parameter` or `Constant` held by a block. `dims` is its declared shape if that is a literal. `alone` is
    True if it was not made by `self.params` and is not registered there. `trained` is False if it gets no gradient."""

    name: str = ""
    dims: Optional[Tuple[Optional[int], ...]] = None
    alone: bool = False
    trained: bool = True


@dataclass(frozen=True)
class ParameterDict(Value):
    """`self.params`, `self.collect_params()`."""
