"""Which attributes of blocks are baked into the graph?"""

from __future__ import annotations

import dis
import functools
from types import CodeType, FrameType
from typing import Any, Dict, List, Mapping, Optional, Tuple

from ...diagnostics.source_lines import is_user_file, location_at
from ...model.subject import Subject
from ...model.tracing import trace, traced
from ...model.tree import MXNET_ATTRIBUTES, paths_by_identity
from ...report import SourceLocation
from .base import Outcome, passed

#: (path of a block or name of a module, name) → the value and the first line that names it.
Read = Dict[Tuple[str, str], Tuple[Any, SourceLocation]]

_PLAIN = (bool, int, float, str)
#: Maximum depth of nested containers, and maximum length of a value that is shown.
_DEPTH, _LONGEST = 3, 200


def run(subject: Subject) -> Outcome:
    attributes: Read = {}
    variables: Read = {}
    for root in subject.roots:
        for call in subject.recorded.structures_of(root):
            traced(call, _Listener(paths_by_identity(call.block, root), attributes, variables))
    if not attributes and not variables:
        return passed()
    names = sorted({name for _, name in attributes}) + sorted({f"{name} (global)" for _, name in variables})
    outcome = passed(attributes=_listed(attributes, "block", "attribute"), globals=_listed(variables, "module", "name"))
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


class _Listener:
    """Records the plain attributes of `self`, a block, and the plain global variables that a `hybrid_forward`, and
    functions of the user's that it calls, name."""

    def __init__(self, paths: Mapping[int, str], attributes: Read, variables: Read) -> None:
        self._paths = paths
        self._attributes, self._variables = attributes, variables

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event != "call" or not is_user_file(code.co_filename) or not _makes_graph(frame):
            return
        block = frame.f_locals.get("self")
        path = self._paths.get(id(block))
        for of_self, name, line in _names(code):
            read, holder = (self._attributes, path) if of_self else (self._variables, frame.f_globals.get("__name__"))
            values = frame.f_globals if not of_self else vars(block) if path is not None else {}
            known = name in MXNET_ATTRIBUTES if of_self else name.startswith("__")
            if not known and _is_plain(values.get(name)):
                read.setdefault((holder or "", name), (values[name], location_at(code.co_filename, line, code.co_name)))


@functools.lru_cache(maxsize=None)
def _names(code: CodeType) -> List[Tuple[bool, str, int]]:
    """Return the names that a function loads, with their lines: whether as an attribute of `self`, or a global."""
    names: List[Tuple[bool, str, int]] = []
    line, before = code.co_firstlineno, None
    for instruction in dis.get_instructions(code):
        # From Python 3.13 on, `starts_line` is no number.
        line = getattr(instruction, "line_number", instruction.starts_line) or line
        of_self = instruction.opname in ("LOAD_ATTR", "LOAD_METHOD") and before == "self"
        if of_self or instruction.opname == "LOAD_GLOBAL":
            names.append((of_self, instruction.argval, line))
        before = instruction.argval
    return names


def _makes_graph(frame: Optional[FrameType]) -> bool:
    """Return whether `frame` is that of a hybrid_forward or called by one. What `forward` does is done at every
    call."""
    while frame is not None and frame.f_code is not trace.__code__:
        if frame.f_code.co_name == "hybrid_forward":
            return True
        frame = frame.f_back
    return False
