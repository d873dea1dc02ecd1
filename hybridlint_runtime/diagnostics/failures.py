"""Errors raised inside a model, located by block and line."""

from __future__ import annotations

import os
import re
import textwrap
from typing import Any, List, Mapping, Optional, Sequence

from ..errors import message_of, original
from ..report import SourceLocation, Stage
from .source_lines import Line, forward_of, innermost, is_layer_file, is_user_file, lines_of_error, return_of

_CPP_LOCATION = re.compile(r"^(?:\[\d\d:\d\d:\d\d\] )?\S*?([\w.-]+\.(?:h|cc|cu|cuh|c)):(\d+): ")
#: A frame of a C++ stack trace in MXNet's format.
_CPP_FRAME = re.compile(r'File "[^"]*\.(?:h|cc|cu|cuh|c)", line \d+')
#: Longer lines are truncated before matching: the patterns take quadratic time.
_LONGEST_LINE = 1000
_LONGEST_HEADLINE = 300
_AUTOGRAD = os.path.join("mxnet", "autograd.py")
_REPEATED = re.compile(r"^(?:mxnet\.base\.)?(?:MXNetError: )+")


class BlockFailure(Exception):
    """A model raised: `path` is the innermost block that was being executed, `location` the user's line.

    `stage` is the stage of the check, `error_type` and `message` what was raised. `deepest` is the innermost line, of
    the user's or of MXNet's layers. The original exception is `__cause__`. `remedy` is what to write instead if that
    follows from the line that raised, else "".
    """

    def __init__(
        self,
        stage: Stage,
        error: BaseException,
        path: str = "",
        block_class: str = "",
        location: Optional[SourceLocation] = None,
        deepest: Optional[SourceLocation] = None,
    ) -> None:
        self.stage = stage
        self.path = path
        self.block_class = block_class
        self.location = location
        self.deepest = deepest or location
        self.remedy = _remedy(error, location)
        self.error_type = type(error).__name__
        self.message = message_of(error)
        super().__init__(f"{self.error_type}: {headline(self.message)}")
        self.__cause__ = error

    @property
    def essential(self) -> str:
        """MXNet's message without its C++ stack."""
        return essential(self.message)

    @property
    def is_in_layer(self) -> bool:
        """Whether a layer of MXNet raised, not the user's own code."""
        return self.deepest is not None and is_layer_file(self.deepest.file)


class RunFailure(BlockFailure):
    """A model raised while it ran, imperatively or hybridized."""


class TraceFailure(BlockFailure):
    """A HybridBlock could not be traced."""


def located(kind: Any, stage: Stage, error: BaseException, paths: Mapping[int, str]) -> Any:
    """Return a failure of class `kind` for `error`, with the innermost block of `paths` (id(block) → path) and its
    line.

    Where MXNet rejects the arguments of a block, the line is the start of its forward function; where it rejects the
    return value, it is the `return` statement, if there is exactly one.
    """
    error = original(error)
    lines = lines_of_error(error)
    path, owner = "", None
    for line in lines:
        if id(line.owner) in paths:
            path, owner = paths[id(line.owner)], line.owner
    name = type(owner).__name__ if owner is not None else ""
    location = innermost(lines)
    if owner is not None and (location is None or not is_user_file(location.file)):
        rejected = (return_of(owner) or forward_of(owner)) if _rejected_return(error) else None
        location = rejected or location or forward_of(owner)
    deepest = innermost([line for line in lines if is_user_file(line.file) or is_layer_file(line.file)][-1:])
    return kind(stage, error, path, name, location, deepest)


_FUNCTION = (
    "An autograd.Function only runs imperatively. If its gradient is that of its operators, write them with F; "
    "otherwise write an mx.operator.CustomOp with a backward of your own, and call F.Custom(x, op_type=...); or call "
    "the "
    "Function in the `forward` of a plain Block around this one."
)
_NO_ARRAYS = (
    "Return arrays only, or tuples and lists of them: what is computed of another object, such as a sample or the "
    "parameters of a distribution."
)
_NOT_TENSORS = (
    "Pass tensors: the arguments of super().forward() are the inputs of the graph. Compute the number in "
    "hybrid_forward with F (`F.mean(x)`, without float() and asscalar()), or store it on the block if it never changes."
)


def _remedy(error: BaseException, location: Optional[SourceLocation]) -> str:
    lines = lines_of_error(error)
    if any(line.function == "__call__" and line.file.endswith(_AUTOGRAD) for line in lines):
        return _FUNCTION
    if _rejected_return(error):
        return _NO_ARRAYS
    if location is not None and location.function in ("forward", "__call__") and "super()" in location.source:
        return _NOT_TENSORS if _is_at_boundary(lines) else ""
    return ""


def at_boundary(failure: BlockFailure) -> bool:
    """Return whether MXNet rejected the arguments or the return value of the failing block, outside of the block's
    code."""
    return failure.__cause__ is not None and _is_at_boundary(lines_of_error(failure.__cause__))


def _is_at_boundary(lines: Sequence[Line]) -> bool:
    below = next((place for place, line in enumerate(lines) if line.function == "_get_graph"), len(lines))
    inside = lines[below:]
    return bool(inside) and not any(is_user_file(line.file) or is_layer_file(line.file) for line in inside)


def _rejected_return(error: BaseException) -> bool:
    """Return whether `error` was raised while MXNet built a graph, after `hybrid_forward` had returned."""
    entry = error.__traceback__
    while entry is not None:
        if entry.tb_frame.f_code.co_name == "_get_graph" and "out" in entry.tb_frame.f_locals:
            return True
        entry = entry.tb_next
    return False


def headline(message: str) -> str:
    """Return a message on one line: of what MXNet's C++ code raises, the first essential line, joined with the next if
    it only announces that."""
    if "Stack trace:" not in message and "Traceback (most recent" not in message:
        return textwrap.shorten(message, _LONGEST_HEADLINE, placeholder=" …")
    first, *rest = essential(message).splitlines() or [""]
    return f"{first} {rest[0]}" if first.endswith(":") and rest else first


#: What MXNet names instead of an exception of Python code that it calls → whose code that is.
_PYTHON_FUNCTIONS = {"CustomOpFBFunc": "a CustomOp", "CustomFunctionBwdFunc": "an autograd.Function"}


def essential(message: str) -> str:
    """Return the lines of an MXNet message that describe the error, without stack, timestamps and build paths.

    MXNet appends a C++ stack after "Stack trace:" and writes "[12:34:56] ../src/….h:134: " before each check.
    """
    kept: List[str] = []
    for line in message.splitlines():
        text = line.strip()[:_LONGEST_LINE]
        if text.startswith("Stack trace"):
            break
        if not text or text.startswith(("[bt]", "Traceback (most recent")) or _CPP_FRAME.fullmatch(text):
            continue
        text = _REPEATED.sub("", text)
        text = re.sub(r"\[\d\d:\d\d:\d\d\] \S+?:\d+: ", "", text)
        text = _CPP_LOCATION.sub("", text)
        for function, owner in _PYTHON_FUNCTIONS.items():
            if function in text:
                text = f"{owner} raised an exception, which is in the output of the model"
        if text not in kept:
            kept.append(text)
    return "\n".join(kept[:6]) or message.strip()[:300]
