"""Gluon blocks."""

from __future__ import annotations

from typing import Any, Iterator, Optional, Tuple

from hybridlint.dataclass import dataclass
from hybridlint.values.base import Value, alternatives


@dataclass(frozen=True)
class Block(Value):
    """A Gluon block held by another.

    `type` is the full dotted name of its class ("mxnet.gluon.nn.Dense") or, with `local`, the name of a class of the
    analysed file. `hybrid` is None if unknown. `children` are the blocks of a Sequential, if known; with
    `children_vary` they are some of them, in any order, since they were added in a loop or under a condition. `options`
    are the constant arguments of its constructor.
    """

    type: str
    local: bool = False
    hybrid: Optional[bool] = None
    children: Optional[Tuple[Value, ...]] = None
    options: Tuple[Tuple[str, Value], ...] = ()
    function: Optional[Value] = None
    identity: int = 0
    children_vary: bool = False

    def option(self, name: str) -> Optional[Value]:
        return dict(self.options).get(name)

    def possible_children(self) -> Iterator[Value]:
        """Yield the children, and each alternative of one that is not known individually."""
        for child in self.children or ():
            yield from alternatives(child)


@dataclass(frozen=True, eq=False)
class HookHandle(Value):
    """The handle of a hook on a block. `event` reports the hook; it does not apply to one that is detached."""

    event: Any
