"""The operators that run imperatively: watched, which, on which line, with which result."""

from __future__ import annotations

import contextlib
import dataclasses
import threading
from types import CodeType, FrameType
from typing import Any, Callable, Iterator, List, Optional

from ..backend import load_backend
from ..backend.base import Around
from ..diagnostics.source_lines import innermost, lines_of_stack
from ..report import SourceLocation
from ..structures import arrays, copied


@dataclasses.dataclass
class OperatorRun:
    """One run of an operator: MXNet's name of it, the line that asked for it, what it returned (copied), and whether it
    wrote that into an array that it was given (`out=`)."""

    operator: str
    location: Optional[SourceLocation]
    outputs: List[Any]
    in_place: bool = False


@contextlib.contextmanager
def around_operators(around: Around) -> Iterator[None]:
    """While this lasts, every operator that would run imperatively in this thread is given to `around` instead.

    What runs inside of an operator, or of `around`, is none of the model's.
    """
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

    with load_backend().around_operators(call):
        yield


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
