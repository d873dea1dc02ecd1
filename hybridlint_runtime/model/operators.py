"""The operators that run imperatively: watched, which, on which line, with which result."""

from __future__ import annotations

import contextlib
import dataclasses
import sys
import threading
from types import CodeType, FrameType
from typing import Any, Callable, Iterator, List, Optional

from ..diagnostics.source_lines import innermost, lines_of_stack
from ..mxnet_compat import import_mxnet
from ..report import SourceLocation
from ..structures import NDArray, arrays, copied

mx = import_mxnet()


@dataclasses.dataclass
class OperatorRun:
    """One run of an operator: MXNet's name of it, the line that asked for it, what it returned (copied), and whether it
    wrote that into an array that it was given (`out=`)."""

    operator: str
    location: Optional[SourceLocation]
    outputs: List[Any]
    in_place: bool = False


#: Called with the name of an operator, what it is given, whether it writes into an array that it is given, the frame
#: that asked for it, and a function that runs it on what is to be given in its place; must return a result.
Around = Callable[[str, List[Any], bool, FrameType, Callable[[List[Any]], Any]], Any]


@contextlib.contextmanager
def around_operators(around: Around) -> Iterator[None]:
    """While this lasts, every operator that would run imperatively in this thread is given to `around` instead.

    All functions that MXNet generates call `_imperative_invoke` of `mxnet.ndarray.register`, by its global name.
    What runs inside of an operator, or of `around`, is none of the model's.
    """
    register: Any = sys.modules["mxnet.ndarray.register"]
    original = register._imperative_invoke
    thread = threading.get_ident()  # a custom operator runs in a thread of its own
    inside = [False]

    def call(name: str, given: List[Any], in_place: bool, caller: FrameType, run: Callable[[List[Any]], Any]) -> Any:
        if inside[0] or threading.get_ident() != thread:
            return run(given)
        inside[0] = True
        try:
            return around(name, given, in_place, caller, run)
        finally:
            inside[0] = False

    def invoke(handle: Any, given: Any, keys: Any, values: Any, out: Any, *more: Any) -> Any:
        caller = sys._getframe(1)

        def run(arrays_given: List[Any]) -> Any:
            return original(handle, arrays_given, keys, values, out, *more)

        return call(caller.f_code.co_name, list(given), out is not None, caller, run)

    def get_item(self: Any, key: Any) -> Any:
        return call("[]", [self], False, sys._getframe(1), lambda given: originals["__getitem__"](given[0], key))

    def reshape(self: Any, *shape: Any, **more: Any) -> Any:
        def run(given: List[Any]) -> Any:
            return originals["reshape"](given[0], *shape, **more)

        return call("reshape", [self], False, sys._getframe(1), run)

    # These two take a view, without an operator.
    views = {"__getitem__": get_item, "reshape": reshape}
    originals = {name: vars(NDArray)[name] for name in views}
    register._imperative_invoke = invoke
    try:
        for name, watched in views.items():
            type.__setattr__(NDArray, name, watched)
        yield
    finally:
        register._imperative_invoke = original
        for name, unwatched in originals.items():
            type.__setattr__(NDArray, name, unwatched)


@contextlib.contextmanager
def watching_operators(below: CodeType) -> Iterator[List[OperatorRun]]:
    """While this lasts, every operator that runs imperatively is added to the list.

    Lines are those below the function with the code `below`, which runs the model.
    """
    runs: List[OperatorRun] = []

    def keep(name: str, given: List[Any], in_place: bool, caller: FrameType, run: Callable[[List[Any]], Any]) -> Any:
        result = run(given)
        runs.append(OperatorRun(name, innermost(lines_of_stack(caller, below)), arrays(copied(result)), in_place))
        return result

    with around_operators(keep):
        yield runs
