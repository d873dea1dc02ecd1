"""Functions and methods."""

from __future__ import annotations

import dataclasses
from typing import Any, Optional, Tuple

from hybridlint.dataclass import dataclass
from hybridlint.values.base import Value


@dataclass(frozen=True)
class Function(Value):
    """A function, method or lambda of the analysed file. `scope` is its enclosing scope; `bound` is its `self`.
    `defaults` are the values of its defaults that are no literals, if it is defined in a function."""

    node: Any = dataclasses.field(compare=False)
    key: int
    scope: Any = dataclasses.field(compare=False, default=None)
    bound: Optional[Value] = None
    owner: Optional[str] = None
    defaults: Tuple[Tuple[str, Value], ...] = ()

    selects_graph = True

    @property
    def is_none(self) -> Optional[bool]:
        return False

    @property
    def truth(self) -> Optional[bool]:
        return True


@dataclass(frozen=True)
class BoundMethod(Value):
    """The method `name` of `receiver`, not yet called."""

    receiver: Value
    name: str


@dataclass(frozen=True)
class Partial(Value):
    """`functools.partial(callee, …)`. `arguments` are the bound arguments, as `Arguments`."""

    callee: Value
    arguments: Any
    hides_tensors = True
    #: Whether it is a `functools.partialmethod`.
    of_method: bool = False
