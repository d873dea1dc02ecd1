"""Watches the calls of blocks while a model runs, without touching the blocks.

`__call__` is looked up on the class, so it is the classes that are wrapped, for as long as the watching lasts:
`Block` and every class that overrides it (MXNet's recurrent layers do, to fill in states). A forward hook would see
only what the override passes on, and hybridizing warns about hooks.
"""

from __future__ import annotations

import contextlib
import sys
from typing import Any, Callable, Dict, Iterator, List, Tuple

from .tree import Block

#: Called with (block, args, kwargs, run); must return what `run()` returns.
Watcher = Callable[[Any, Tuple[Any, ...], Dict[str, Any], Callable[[], Any]], Any]


#: A watched call of a block takes so many times the stack frames: nets that are deep for Python must not be too deep.
_DEEPER = 3


@contextlib.contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """While this lasts, every call of a block goes through `watcher`, once, with what the caller passed."""
    running: List[Tuple[Any, type]] = []
    originals: Dict[type, Any] = {}

    def wrap(owner: type, original: Any) -> Any:
        def __call__(self: Any, *args: Any, **kwargs: Any) -> Any:
            if running and running[-1][0] is self and owner is not running[-1][1] and issubclass(running[-1][1], owner):
                return original(self, *args, **kwargs)  # the override passes on to what it overrides: the same call
            running.append((self, owner))
            try:
                return watcher(self, args, kwargs, lambda: original(self, *args, **kwargs))
            finally:
                running.pop()

        return __call__

    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(_DEEPER * limit)
        for owner in _classes_with_call():
            originals[owner] = owner.__dict__["__call__"]
            type.__setattr__(owner, "__call__", wrap(owner, originals[owner]))
        yield
    finally:
        for owner, original in originals.items():
            type.__setattr__(owner, "__call__", original)
        if sys.getrecursionlimit() == _DEEPER * limit:  # the model may have set one of its own
            sys.setrecursionlimit(limit)


def _classes_with_call() -> List[type]:
    found: List[type] = []
    waiting: List[type] = [Block]
    while waiting:
        owner = waiting.pop()
        if owner not in found:
            if "__call__" in owner.__dict__:
                found.append(owner)
            waiting.extend(owner.__subclasses__())
    return found
