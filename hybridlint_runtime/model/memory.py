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
#: What else `mallopt` sets: how much free memory at the top of the heap is given back to the system, and how large a
#: block is that gets pages of its own, which are given back when it is freed; and what they are set to, in bytes.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
_KEPT, _LARGE = 2**28, 2**25

#: Pages are given back where there are so many times as many as were in use when that was done last.
_GROWTH = 1.25

_repeating = False
_pages_in_use = 0


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


def keep_pages() -> None:
    """Let the C library of this process hold what is freed until `release`: to get zeroed pages from the system for
    every tensor of every run takes a tenth of the time of a large model."""
    _mallopt(_M_TRIM_THRESHOLD, _KEPT)
    _mallopt(_M_MMAP_THRESHOLD, _LARGE)


def _fill(byte: int) -> None:
    _perturb(byte ^ 0xFF)  # memory that is handed out gets the complement


def release() -> None:
    """Free what earlier runs of a model took: nets, whose blocks refer to each other; and the pages that they were on,
    where those have become many: the next run has to get them from the system again."""
    global _pages_in_use
    gc.collect()
    trim = getattr(_libc(), "malloc_trim", None)
    if trim is not None and _resident_pages() > _GROWTH * _pages_in_use:
        trim(0)
        _pages_in_use = _resident_pages()


def _resident_pages() -> int:
    try:
        with open("/proc/self/statm", encoding="ascii") as stream:
            return int(stream.read().split()[1])
    except OSError:  # this system has no such file
        return 0


def _perturb(byte: int) -> None:
    _mallopt(_M_PERTURB, byte)


def _mallopt(number: int, value: int) -> None:
    mallopt = getattr(_libc(), "mallopt", None)
    if mallopt is not None:
        mallopt(number, value)


@functools.lru_cache(maxsize=1)
def _libc() -> Any:
    return ctypes.CDLL(None)
