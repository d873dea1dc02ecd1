"""Intercept the calls of blocks, and of operators that run imperatively, without modifying the blocks.

Python looks up `__call__` on the class, so the classes are wrapped temporarily: `Block` and every class that overrides
it (MXNet's recurrent layers do, to fill in states). A forward hook would only get what the override passes on, and
hybridizing warns about hooks.
"""

from __future__ import annotations

import contextlib
import dataclasses
import sys
from types import CodeType, FrameType
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

from ..backend import load_backend
from ..diagnostics.source_lines import innermost, lines_of_stack
from ..report import SourceLocation
from ..structures import arrays, copied
from .tree import Block

#: Called with (block, args, kwargs, run); must return what `run()` returns.
Watcher = Callable[[Any, Tuple[Any, ...], Dict[str, Any], Callable[[], Any]], Any]


#: Factor by which an intercepted call needs more stack frames: deeply nested nets must not exceed the recursion limit.
_DEEPER = 3


@contextlib.contextmanager
def watching(watcher: Watcher, blocks: Optional[Sequence[Any]] = None) -> Iterator[None]:
    """Pass every call of a block, at least those of `blocks`, to `watcher`, once, with the caller's arguments."""
    running: List[Tuple[Any, type]] = []
    originals: Dict[type, Any] = {}

    def wrap(owner: type, original: Any) -> Any:
        def __call__(self: Any, *args: Any, **kwargs: Any) -> Any:
            if running and running[-1][0] is self and owner is not running[-1][1] and issubclass(running[-1][1], owner):
                return original(
                    self, *args, **kwargs
                )  # the override calls the overridden method: this is the same call
            running.append((self, owner))
            try:
                return watcher(self, args, kwargs, lambda: original(self, *args, **kwargs))
            finally:
                running.pop()

        return __call__

    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(_DEEPER * limit)
        for owner in _classes_with_call(blocks):
            originals[owner] = owner.__dict__["__call__"]
            type.__setattr__(owner, "__call__", wrap(owner, originals[owner]))
        yield
    finally:
        for owner, original in originals.items():
            type.__setattr__(owner, "__call__", original)
        if sys.getrecursionlimit() == _DEEPER * limit:  # the model may have set its own limit
            sys.setrecursionlimit(limit)


def _classes_with_call(blocks: Optional[Sequence[Any]]) -> List[type]:
    """Return the classes of `blocks`, or of all blocks, that define how these are called."""
    result: Dict[int, type] = {}  # a metaclass may make its classes unhashable
    waiting: List[type] = [Block]
    if blocks is not None:
        waiting, kinds = [], {id(kind): kind for kind in map(type, blocks)}
        result = {id(owner): owner for kind in kinds.values() for owner in kind.__mro__ if issubclass(owner, Block)}
    while waiting:
        owner = waiting.pop()
        if id(owner) not in result:
            result[id(owner)] = owner
            waiting.extend(owner.__subclasses__())
    return [owner for owner in result.values() if "__call__" in owner.__dict__]


@dataclasses.dataclass
class OperatorRun:
    """One run of an operator: MXNet's name, the user's line, its result (copied), and whether it wrote that into an
    array passed to it (`out=`)."""

    operator: str
    location: Optional[SourceLocation]
    outputs: List[Any]
    in_place: bool = False


@contextlib.contextmanager
def watching_operators(below: CodeType) -> Iterator[List[OperatorRun]]:
    """Record every operator that runs imperatively in the list.

    Lines are those below the function with the code `below`, which runs the model.
    """
    runs: List[OperatorRun] = []

    def keep(name: str, given: List[Any], in_place: bool, caller: FrameType, run: Callable[[List[Any]], Any]) -> Any:
        result = run(given)
        runs.append(OperatorRun(name, innermost(lines_of_stack(caller, below)), arrays(copied(result)), in_place))
        return result

    with load_backend().around_operators(keep):
        yield runs
