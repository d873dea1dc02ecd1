"""Intercept the calls of outermost hybridized blocks in every thread of this process, without modifying the blocks.

Python looks up `__call__` on the class, so `Block.__call__` of MXNet is replaced while a shadow is attached. A forward
hook would be an attribute of the user's block, and a hybridized block warns about it.
"""

from __future__ import annotations

import contextlib
import functools
import os
import threading
from typing import Any, Callable, Dict, Iterator, List, Tuple

from ..model.tree import HybridBlock, SymbolBlock
from ..mxnet_compat import import_mxnet
from ..structures import Symbol, leaves

mx = import_mxnet()

#: Called with (block, args, kwargs, run); must return what `run()` returns, and raise what it raises.
Observer = Callable[[Any, Tuple[Any, ...], Dict[str, Any], Callable[[], Any]], Any]

_observers: List[Observer] = []
_originals: Dict[type, Any] = {}
_lock = threading.Lock()


class _Here(threading.local):
    """Whether this thread is inside a hybridized call, or inside a run of ours."""

    inside = False


_here = _Here()


def _forget() -> None:
    """Observe nothing in a forked process: a lock may be held by a thread that it does not have."""
    _observers.clear()


os.register_at_fork(after_in_child=_forget)


def add(observer: Observer) -> None:
    """Pass each outermost hybridized call to `observer`, until `remove`."""
    with _lock:
        if not _observers:
            _replace()
        _observers.append(observer)


def remove(observer: Observer) -> None:
    """Undo `add`. The last removal restores the methods of MXNet's classes."""
    with _lock:
        if observer in _observers:
            _observers.remove(observer)
        if not _observers:
            for owner, original in _originals.items():
                type.__setattr__(owner, "__call__", original)
            _originals.clear()


@contextlib.contextmanager
def unobserved() -> Iterator[None]:
    """In this context, calls of blocks in this thread are not observed."""
    before, _here.inside = _here.inside, True
    try:
        yield
    finally:
        _here.inside = before


def _replace() -> None:
    for owner in (mx.gluon.Block, HybridBlock):
        if "__call__" in vars(owner):
            original = _originals[owner] = vars(owner)["__call__"]
            type.__setattr__(owner, "__call__", _observing(original))


def _observing(original: Any) -> Any:
    @functools.wraps(original)
    def __call__(self: Any, *args: Any, **kwargs: Any) -> Any:
        if _here.inside or not getattr(self, "_active", False) or isinstance(self, SymbolBlock) or not _observers:
            return original(self, *args, **kwargs)
        if any(isinstance(leaf, Symbol) for _, leaf in leaves([args, kwargs])):
            return original(self, *args, **kwargs)  # which composes a graph
        with unobserved():
            run = functools.partial(original, self, *args, **kwargs)
            for observer in tuple(_observers):
                run = functools.partial(observer, self, args, kwargs, run)
            return run()

    return __call__
