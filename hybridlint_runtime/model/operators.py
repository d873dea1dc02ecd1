"""Record the operators that run imperatively: name, line and result."""

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
    """One run of an operator: MXNet's name, the user's line, its result (copied), and whether it wrote that into an
    array passed to it (`out=`)."""

    operator: str
    location: Optional[SourceLocation]
    outputs: List[Any]
    in_place: bool = False


@contextlib.contextmanager
def around_operators(around: Around) -> Iterator[None]:
    """Pass every operator that would run imperatively in this thread to `around` instead.

    What runs inside an operator, or inside `around`, does not belong to the model and is excluded.
    """
    thread = threading.get_ident()  # a custom operator runs in its own thread
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
    """Record every operator that runs imperatively in the list.

    Lines are those below the function with the code `below`, which runs the model.
    """
    runs: List[OperatorRun] = []

    def keep(name: str, given: List[Any], in_place: bool, caller: FrameType, run: Callable[[List[Any]], Any]) -> Any:
        result = run(given)
        runs.append(OperatorRun(name, innermost(lines_of_stack(caller, below)), arrays(copied(result)), in_place))
        return result

    with around_operators(keep):
        yield runs
