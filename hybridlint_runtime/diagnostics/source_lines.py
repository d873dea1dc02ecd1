"""Which line of the user's own code is being executed.

Lines of MXNet, of this package, of NumPy and of the standard library are not the user's. A model that comes from
MXNet itself (its model zoo, its layers) has no other lines, so then the innermost line of MXNet's layer code counts.

Nothing is imported to know which file is whose: the process that keeps a worker asks as well.
"""

from __future__ import annotations

import ast
import functools
import importlib.util
import inspect
import linecache
import os
import sysconfig
import textwrap
from types import CodeType, FrameType
from typing import Any, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from ..folders import PACKAGE
from ..report import Excerpt, SourceLocation


def _folder_of(package: str) -> str:
    """The folder of an installed package, with a separator at its end; where nothing lies if it is not installed."""
    spec = importlib.util.find_spec(package)
    return os.path.join(os.path.dirname(os.path.abspath(spec.origin)), "") if spec and spec.origin else os.devnull


_MXNET = _folder_of("mxnet")
_SELF = PACKAGE + os.sep
_STANDARD = os.path.abspath(sysconfig.get_paths()["stdlib"]) + os.sep
_PACKAGES = tuple(os.path.abspath(sysconfig.get_paths()[key]) + os.sep for key in ("purelib", "platlib"))
_NUMPY = _folder_of("numpy")
#: MXNet's machinery, as opposed to its layers and models, which are blocks like the user's.
_MACHINERY = tuple(os.path.join(_MXNET, "gluon", name) for name in ("block.py", "parameter.py", "utils.py"))
_LAYERS = os.path.join(_MXNET, "gluon") + os.sep


class Line(NamedTuple):
    """One line being executed: file, line number from 1, function, and `self` of that function if it has one."""

    file: str
    line: int
    function: str
    owner: Any


@functools.lru_cache(maxsize=4096)
def _is_of_a_copy(path: str) -> bool:
    """Whether a file is one of another copy of this package: a checkout in the current folder comes before what is
    installed."""
    folder, name = os.path.split(_SELF.rstrip(os.sep))
    inside = path.rpartition(f"{os.sep}{name}{os.sep}")[2]
    return inside != path and os.path.exists(os.path.join(folder, name, inside))


@functools.lru_cache(maxsize=4096)
def is_user_file(file: str) -> bool:
    """Whether `file` is the user's: neither MXNet's, nor this package's, NumPy's or the standard library's."""
    if file.startswith(("<frozen", "<__array_function__", "<string>")) or file.endswith(".pyx"):
        return False  # what Python made itself, and what is compiled
    path = _whole(file)
    if path.startswith((_MXNET, _SELF, _NUMPY)) or _is_of_a_copy(path):
        return False
    return path.startswith(_PACKAGES) or not path.startswith(_STANDARD)


@functools.lru_cache(maxsize=4096)
def is_layer_file(file: str) -> bool:
    """Whether `file` belongs to MXNet's layers and models (`mxnet/gluon`, without its machinery)."""
    path = _whole(file)
    return path.startswith(_LAYERS) and path not in _MACHINERY


def _whole(file: str) -> str:
    """The path of `file` from the root, and what is no file as it is."""
    try:
        return os.path.abspath(file) if not file.startswith("<") else file
    except FileNotFoundError:  # the model has removed the folder in which it runs
        return file


def innermost(lines: Sequence[Line]) -> Optional[SourceLocation]:
    """The innermost of `lines` (outermost first) that is the user's, or else the innermost of MXNet's layers."""
    for belongs in (is_user_file, is_layer_file):
        for line in reversed(lines):
            if belongs(line.file):
                return SourceLocation(
                    line.file, line.line, line.function, linecache.getline(line.file, line.line).strip()
                )
    return None


def excerpt_of(location: Optional[SourceLocation], around: int = 3) -> Optional[Excerpt]:
    """The line at `location` with up to `around` lines before and after it; None if the file cannot be read."""
    if location is None:
        return None
    lines = [line.rstrip("\r\n") for line in linecache.getlines(location.file)]
    first = max(location.line - around, 1)
    shown = lines[first - 1 : location.line + around]
    return Excerpt(first, shown) if location.line <= len(lines) else None


def nearest(frame: Optional[FrameType], stop: CodeType) -> Optional[SourceLocation]:
    """The innermost line of the user's, from `frame` out to the function with the code `stop`."""
    while frame is not None and frame.f_code is not stop:
        file, line = frame.f_code.co_filename, frame.f_lineno
        if is_user_file(file):
            return SourceLocation(file, line, frame.f_code.co_name, linecache.getline(file, line).strip())
        frame = frame.f_back
    return None


#: The functions that tracing executes: of MXNet 1.x, and of MXNet 2, whose blocks have no other.
_TRACED = ("hybrid_forward", "forward")


def forward_of(block: Any, names: Sequence[str] = _TRACED) -> Optional[SourceLocation]:
    """Where the forward function of `block` begins, or the first of `names`, if it is the user's own."""
    for name in names:
        code = getattr(inspect.unwrap(getattr(type(block), name, block)), "__code__", None)
        if code is not None and is_user_file(code.co_filename):
            source = linecache.getline(code.co_filename, code.co_firstlineno).strip()
            return SourceLocation(code.co_filename, code.co_firstlineno, name, source)
    return None


def return_of(block: Any) -> Optional[SourceLocation]:
    """The line of the only `return` of the user's own forward function; None if there are several, or none."""
    function = inspect.unwrap(next(getattr(type(block), name) for name in _TRACED if hasattr(type(block), name)))
    start = forward_of(block)
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):
        return None
    found = list(_returns(tree.body[0]))
    if start is None or len(found) != 1:
        return None
    line = first + found[0].lineno - 1
    return SourceLocation(start.file, line, start.function, linecache.getline(start.file, line).strip())


def _returns(node: ast.AST) -> Iterator[ast.Return]:
    """The `return` statements in `node`, without those of the functions in it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Return):
            yield child
        elif not isinstance(child, (ast.FunctionDef, ast.Lambda)):
            yield from _returns(child)


def lines_of_stack(frame: Optional[FrameType], stop: Optional[CodeType] = None) -> List[Line]:
    """The lines being executed, outermost first, from below the function with the code `stop` (or all) up to
    `frame`.
    """
    lines: List[Line] = []
    while frame is not None and frame.f_code is not stop:
        lines.append(_line(frame, frame.f_lineno))
        frame = frame.f_back
    lines.reverse()
    return lines


def lines_of_error(error: BaseException) -> List[Line]:
    """The lines on which `error` came up, outermost first, from the function that caught it."""
    return [_line(frame, number) for frame, number in _traceback(error)]


def _traceback(error: BaseException) -> Iterator[Tuple[FrameType, int]]:
    entry = error.__traceback__
    while entry is not None:
        yield entry.tb_frame, entry.tb_lineno
        entry = entry.tb_next


def _line(frame: FrameType, number: int) -> Line:
    return Line(frame.f_code.co_filename, number, frame.f_code.co_name, frame.f_locals.get("self"))
