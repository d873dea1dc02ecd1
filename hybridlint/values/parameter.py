"""Parameters."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Optional, Tuple

from hybridlint.dataclass import dataclass
from hybridlint.values.base import Value

if TYPE_CHECKING:
    from hybridlint.interpreter.engine.frames import Frame
    from hybridlint.interpreter.engine.run import Run


@dataclass(frozen=True)
class ParameterValue(Value):
    """A `gluon.Parameter` or `Constant` held by a block. `dims` is its declared shape if that is a literal. `alone` is
    True if it was not made by `self.params` and is not registered there. `trained` is False if it gets no gradient."""

    name: str = ""
    dims: Optional[Tuple[Optional[int], ...]] = None
    alone: bool = False
    trained: bool = True

    @property
    def is_none(self) -> Optional[bool]:
        return False


@dataclass(frozen=True)
class ParameterDict(Value):
    """`self.params`, `self.collect_params()`."""

    def item(self, run: Run, node: ast.AST, index: Value, frame: Frame) -> Value:
        return ParameterValue()
