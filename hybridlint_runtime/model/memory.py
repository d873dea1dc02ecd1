"""Fill fresh memory with another value in each of the two phases.

Some operators of MXNet read memory that was never written. Usually it contains zeros, or the same remains of an earlier
operator in both phases, and the error does not show. MXNet's arrays on a CPU come from `malloc`, and glibc can fill
allocated and freed memory. With other C libraries this module does nothing.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import gc
import mmap
import os
from typing import Any, Iterator

#: The `mallopt` parameter for filling memory (malloc.h), and the environment variable for it.
_M_PERTURB, _VARIABLE = -6, "MALLOC_PERTURB_"
#: The byte that fills fresh memory. All numbers are finite then, and most are large: 1e7, -3e7, 2e16 in float32.
_IMPERATIVE, _HYBRIDIZED, _REPEATED = 0x4B, 0xCB, 0x5A
#: Further `mallopt` parameters: how many bytes of free memory at the top of the heap are returned to the system, the
#: size from which a block gets its own pages, which are returned when it is freed, and the number of heaps.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
_KEPT, _LARGE, _HEAPS = 2**30, 2**25, 1

#: Pages are returned when there are this many times as many as were in use the last time, or so many bytes more.
_GROWTH, _MUCH = 1.2, 2**29

_repeating = False
_pages_in_use = 0


def fill_memory(hybridized: bool) -> None:
    """Fill fresh memory with the value of this phase from here on."""
    byte = _HYBRIDIZED if hybridized else _REPEATED if _repeating else _IMPERATIVE
    _mallopt(_M_PERTURB, byte ^ 0xFF)  # allocated memory gets the complement


@contextlib.contextmanager
def repeated() -> Iterator[None]:
    """Fill fresh memory with another value in imperative phases, so that elements which then differ are
    undetermined."""
    global _repeating
    _repeating = True
    try:
        yield
    finally:
        _repeating = False


@contextlib.contextmanager
def left_as_found() -> Iterator[None]:
    """Restore the initial filling of memory afterwards."""
    try:
        yield
    finally:
        asked = os.environ.get(_VARIABLE, "")
        _mallopt(_M_PERTURB, int(asked) if asked.isdigit() else 0)


def keep_pages() -> None:
    """Make the C library retain freed memory until `release`, in one heap for all threads that are yet to start.

    Getting zeroed pages from the system for every tensor of every run takes a tenth of the time of a large model.
    """
    _mallopt(_M_TRIM_THRESHOLD, _KEPT)
    _mallopt(_M_MMAP_THRESHOLD, _LARGE)
    _mallopt(_M_ARENA_MAX, _HEAPS)


def use_one_workspace() -> None:
    """Make MXNet, which must not have run an operator yet, use one temporary workspace on a CPU.

    By default it has four, each as large as the largest that an operator requested, for operators that run at the same
    time. On a CPU they run one after the other, unless the environment specifies more threads.
    """
    if os.environ.get("MXNET_CPU_WORKER_NTHREADS", "1") == "1":
        os.environ.setdefault("MXNET_CPU_TEMP_COPY", "1")


def release() -> None:
    """Free the memory of earlier runs: nets, whose blocks refer to each other, and their pages if these have become
    many.

    The next run has to get the pages from the system again.
    """
    global _pages_in_use
    gc.collect()
    trim = getattr(_libc(), "malloc_trim", None)
    if trim is not None and _resident_pages() > min(_GROWTH * _pages_in_use, _pages_in_use + _MUCH // mmap.PAGESIZE):
        trim(0)
        _pages_in_use = _resident_pages()


def _resident_pages() -> int:
    try:
        with open("/proc/self/statm", "rb") as stream:
            return int(stream.read().split()[1])
    except OSError:  # this system has no such file
        return 0


def _mallopt(number: int, value: int) -> None:
    mallopt = getattr(_libc(), "mallopt", None)
    if mallopt is not None:
        mallopt(number, value)


@functools.lru_cache(maxsize=1)
def _libc() -> Any:
    return ctypes.CDLL(None)
