"""The operators that run imperatively: watched (which, on which line, with which result), or disturbed."""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import random
import sys
import time
from types import CodeType, FrameType
from typing import Any, Deque, Iterator, List, Optional

from .mxnet_compat import import_mxnet
from .report import SourceLocation
from .source_lines import innermost, lines_of_stack
from .structures import NDArray, arrays, copied

mx = import_mxnet()

#: Elements of the largest array made to disturb memory: 4 MiB of float32.
_LARGEST_DISTURBANCE = 2**20


@dataclasses.dataclass
class OperatorRun:
    """One run of an operator: MXNet's name of it, the line that asked for it, what it returned (copied)."""

    operator: str
    location: Optional[SourceLocation]
    outputs: List[Any]


@contextlib.contextmanager
def watching_operators(below: CodeType) -> Iterator[List[OperatorRun]]:
    """While this lasts, every operator that runs imperatively is added to the list.

    Lines are those below the function with the code `below`, which runs the model.

    All functions that MXNet generates call `_imperative_invoke` of `mxnet.ndarray.register`, by its global name.
    """
    register: Any = sys.modules["mxnet.ndarray.register"]
    original = register._imperative_invoke
    runs: List[OperatorRun] = []
    copying = [False]

    def keep(name: str, result: Any, caller: FrameType) -> None:
        if copying[0]:
            return  # copying a result is an operator too
        copying[0] = True
        try:
            runs.append(OperatorRun(name, innermost(lines_of_stack(caller, below)), arrays(copied(result))))
        finally:
            copying[0] = False

    def invoke(*args: Any) -> Any:
        result = original(*args)
        caller = sys._getframe(1)
        keep(caller.f_code.co_name, result, caller)
        return result

    def get_item(self: Any, key: Any) -> Any:
        result = originals["__getitem__"](self, key)
        keep("[]", result, sys._getframe(1))
        return result

    def reshape(self: Any, *shape: Any, **more: Any) -> Any:
        result = originals["reshape"](self, *shape, **more)
        keep("reshape", result, sys._getframe(1))
        return result

    # These two take a view, without an operator.
    views = {"__getitem__": get_item, "reshape": reshape}
    originals = {name: vars(NDArray)[name] for name in views}
    register._imperative_invoke = invoke
    try:
        for name, watched in views.items():
            type.__setattr__(NDArray, name, watched)
        yield runs
    finally:
        register._imperative_invoke = original
        for name, unwatched in originals.items():
            type.__setattr__(NDArray, name, unwatched)


@contextlib.contextmanager
def disturbing_memory() -> Iterator[None]:
    """While this lasts, arrays with arbitrary content are made and dropped between operators.

    Memory that no operator writes then holds something else in every run; without this it often holds the remains
    of the same earlier operator each time.
    """
    register: Any = sys.modules["mxnet.ndarray.register"]
    original = register._imperative_invoke
    draw = random.Random(time.perf_counter_ns())
    held: Deque[Any] = collections.deque(maxlen=6)
    busy = [False]

    def invoke(*args: Any) -> Any:
        if busy[0]:
            return original(*args)
        result = original(*args)
        busy[0] = True
        try:
            for output in arrays(result):
                if 0 < output.size <= _LARGEST_DISTURBANCE:
                    for size in (output.size, draw.randint(1, 8) * output.size):
                        held.append(mx.nd.full((size,), draw.uniform(1e3, 1e5)))
        finally:
            busy[0] = False
        return result

    register._imperative_invoke = invoke
    try:
        yield
    finally:
        register._imperative_invoke = original
