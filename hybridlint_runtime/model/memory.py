"""What fresh memory holds: another number in each of the two phases of a model.

Some operators of MXNet read memory that nobody has written. Mostly that holds zeros, or the same remains of an earlier
operator in both phases, and nothing is seen of it. MXNet's arrays on a CPU come from `malloc`, and that of glibc can be
told what to put into memory that it hands out, and into memory that it is given back. Elsewhere nothing is done.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import gc
import os
from typing import Any, Iterator

#: The number of `mallopt` for what glibc fills memory with (malloc.h), and the variable of the environment for it.
_M_PERTURB, _VARIABLE = -6, "MALLOC_PERTURB_"
#: The byte of which fresh memory consists. All numbers are finite then, and most large: 1e7, -3e7, 2e16 in float32.
_IMPERATIVE, _HYBRIDIZED, _REPEATED = 0x4B, 0xCB, 0x5A

_repeating = False


def fill_memory(hybridized: bool) -> None:
    """From now on fresh memory holds what it holds in this life."""
    _fill(_HYBRIDIZED if hybridized else _REPEATED if _repeating else _IMPERATIVE)


@contextlib.contextmanager
def repeated() -> Iterator[None]:
    """While this lasts, imperative phases find something else in fresh memory than before: what differs then depends on
    nothing."""
    global _repeating
    _repeating = True
    try:
        yield
    finally:
        _repeating = False


@contextlib.contextmanager
def left_as_found() -> Iterator[None]:
    """After this, memory is filled as it was at the start of the process, if at all."""
    try:
        yield
    finally:
        asked = os.environ.get(_VARIABLE, "")
        _perturb(int(asked) if asked.isdigit() else 0)


def _fill(byte: int) -> None:
    _perturb(byte ^ 0xFF)  # memory that is handed out gets the complement


def release() -> None:
    """Free what earlier runs of a model took: nets, whose blocks refer to each other.

    The C library keeps the pages for the next run: `malloc_trim` would cost a tenth of the time of a large model.
    """
    gc.collect()


def _perturb(byte: int) -> None:
    mallopt = getattr(_libc(), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_PERTURB, byte)


@functools.lru_cache(maxsize=1)
def _libc() -> Any:
    return ctypes.CDLL(None)
