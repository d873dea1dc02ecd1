"""Which attributes of blocks are baked into the graph?"""

from __future__ import annotations

import contextlib
import dis
import linecache
import sys
from types import CodeType, FrameType
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

from ...diagnostics.source_lines import innermost, is_user_file, lines_of_stack, python_traced
from ...model.state import MXNET_ATTRIBUTES
from ...model.subject import Subject
from ...model.tracing import NoGraph, trace
from ...model.tree import unique_blocks
from ...report import SourceLocation
from .base import Outcome, passed

#: (owner, name) → the value and the first line that reads it.
Read = Dict[Tuple[str, str], Tuple[Any, SourceLocation]]

_PLAIN = (bool, int, float, str)
#: Maximum depth of nested containers, and maximum length of a value that is shown.
_DEPTH, _LONGEST = 3, 200


def run(subject: Subject) -> Outcome:
    read: Read = {}
    global_ones: Read = {}
    for root in subject.roots:
        for call in subject.recorded.structures_of(root):
            watching = _watching_attributes(call.block, root, read), _watching_globals(global_ones)
            with watching[0], watching[1], contextlib.suppress(NoGraph):
                trace(call.block, call.args, root, call.kwargs)
    if not read and not global_ones:
        return passed()
    names = sorted({name for _, name in read}) + sorted({f"{name} (global)" for _, name in global_ones})
    outcome = passed(attributes=_listed(read, "block", "attribute"), globals=_listed(global_ones, "module", "name"))
    outcome.reason = (
        f"fixed in the graph, so that a change after the first call has no effect: {', '.join(names[:8])}"
        + (f" and {len(names) - 8} more" if len(names) > 8 else "")
    )
    return outcome


def _listed(read: Read, holder: str, named: str) -> List[Dict[str, Any]]:
    return [
        {holder: path, named: name, "value": _shown(value), "file": location.file, "line": location.line}
        for (path, name), (value, location) in read.items()
    ]


def _is_plain(value: Any) -> bool:
    """Return whether `value` is a number, a flag or a string, or a list, tuple or dict of such values only."""
    return isinstance(value, _PLAIN) or type(value) in (list, tuple, dict) and _holds_plain(value, _DEPTH)


def _holds_plain(value: Any, depth: int) -> bool:
    items = [*value, *value.values()] if type(value) is dict else value
    return bool(items) and all(
        type(item) in _PLAIN or depth > 1 and type(item) in (list, tuple, dict) and _holds_plain(item, depth - 1)
        for item in items
    )


def _shown(value: Any) -> Any:
    return value if isinstance(value, _PLAIN) else repr(value)[:_LONGEST]


@contextlib.contextmanager
def _watching_globals(read: Read) -> Iterator[None]:
    """Record in `read` the plain global variables that `hybrid_forward`, and functions of the user's that it calls,
    name."""
    seen: Set[CodeType] = set()

    def listen(frame: FrameType, event: str, argument: Any) -> None:
        code, values = frame.f_code, frame.f_globals
        if event != "call" or code in seen or not is_user_file(code.co_filename) or not _makes_graph(frame):
            return
        seen.add(code)
        line = code.co_firstlineno
        for instruction in dis.get_instructions(code):
            # From Python 3.13 on, `starts_line` is no number.
            line = getattr(instruction, "line_number", instruction.starts_line) or line
            name = instruction.argval
            if instruction.opname == "LOAD_GLOBAL" and name[:2] != "__" and _is_plain(values.get(name)):
                source = linecache.getline(code.co_filename, line).strip()
                location = SourceLocation(code.co_filename, line, code.co_name, source)
                read.setdefault((values.get("__name__", ""), name), (values[name], location))

    with python_traced(listen):
        yield


def _makes_graph(frame: Optional[FrameType]) -> bool:
    """Return whether `frame` is that of a hybrid_forward or called by one. What `forward` does is done at every
    call."""
    while frame is not None and frame.f_code is not trace.__code__:
        if frame.f_code.co_name == "hybrid_forward":
            return True
        frame = frame.f_back
    return False


@contextlib.contextmanager
def _watching_attributes(net: Any, root: str, read: Read) -> Iterator[None]:
    """Record in `read` the plain values that the user's code reads from blocks of the user's classes."""
    paths = {
        id(node.block): f"{root}.{node.path}" if root and node.path else root or node.path
        for node in unique_blocks(net)
    }
    classes: List[type] = []
    for node in unique_blocks(net):
        owner = type(node.block)
        theirs = owner.__module__.startswith("mxnet.") or "__getattribute__" in owner.__dict__
        if not theirs and owner not in classes:
            classes.append(owner)

    def watched(self: Any, name: str) -> Any:
        value = object.__getattribute__(self, name)
        if name in MXNET_ATTRIBUTES or not _is_plain(value) or (id(self) not in paths):
            return value
        caller = sys._getframe(1)
        if name in object.__getattribute__(self, "__dict__") and is_user_file(caller.f_code.co_filename):
            location = innermost(lines_of_stack(caller, trace.__code__))
            if location is not None:
                read.setdefault((paths[id(self)], name), (value, location))
        return value

    try:
        for owner in classes:
            type.__setattr__(owner, "__getattribute__", watched)
        yield
    finally:
        for owner in classes:
            type.__delattr__(owner, "__getattribute__")
