"""Watches the operators that run imperatively: which, on which line of the user's, with which result."""

from __future__ import annotations

import contextlib
import dataclasses
import sys
from types import CodeType
from typing import Any, Iterator, List, Optional

from .mxnet_compat import import_mxnet
from .report import SourceLocation
from .source_lines import innermost, lines_of_stack
from .structures import arrays, copied

mx = import_mxnet()


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

    def invoke(*args: Any) -> Any:
        result = original(*args)
        if copying[0]:
            return result  # copying a result is an operator too
        caller = sys._getframe(1)
        copying[0] = True
        try:
            runs.append(
                OperatorRun(caller.f_code.co_name, innermost(lines_of_stack(caller, below)), arrays(copied(result)))
            )
        finally:
            copying[0] = False
        return result

    register._imperative_invoke = invoke
    try:
        yield runs
    finally:
        register._imperative_invoke = original
