"""What the blocks of a tree hold on their attributes: remembered, compared, put back.

Tracing runs user code with Symbols, and user code keeps things: a Symbol on an attribute, a longer list, a counter.
A tool that leaves that behind changes the model it looks at.
"""

from __future__ import annotations

import collections
import contextlib
import copy
import dataclasses
import inspect
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

from ..mxnet_compat import import_mxnet
from ..structures import NDArray, Symbol
from .tree import unique_blocks

mx = import_mxnet()

#: Attributes that MXNet itself keeps on every block (gluon/block.py); users neither read nor write them.
MXNET_ATTRIBUTES = frozenset(vars(mx.gluon.HybridBlock()))
#: How many containers within containers are followed. Deeper ones are the user's data structures, not state of a block.
_DEPTH = 4
_PLAIN = (type(None), bool, int, float, complex, str, bytes)


@dataclasses.dataclass
class Change:
    """Attribute `name` of the block at `path` is not what it was."""

    path: str
    name: str
    before: str
    after: str
    holds_symbol: bool


class BlockStates:
    """The attributes of all blocks below and with `net`, as they are now, to be put back."""

    def __init__(self, net: Any) -> None:
        self._attributes: List[Tuple[Any, Dict[str, Any]]] = []
        self._containers: List[Tuple[Any, Any]] = []
        seen: Dict[int, bool] = {}
        for node in unique_blocks(net):
            attributes = dict(vars(node.block))
            self._attributes.append((node.block, attributes))
            for value in attributes.values():
                self._remember(value, seen, _DEPTH)

    def _remember(self, value: Any, seen: Dict[int, bool], depth: int) -> None:
        items = None if isinstance(value, tuple) or id(value) in seen or depth == 0 else _inside(value)
        if items is None:
            return
        seen[id(value)] = True
        self._containers.append((value, list(value.items()) if isinstance(value, dict) else items))
        for item in items:
            self._remember(item, seen, depth - 1)

    def restore(self) -> None:
        """Put every attribute and the content of every list, deque, dict and set on an attribute back."""
        for block, attributes in self._attributes:
            held = vars(block)
            held.clear()
            held.update(attributes)
        for container, content in self._containers:
            with contextlib.suppress(Exception):  # of a user's class, which need not let itself be changed
                container.clear()
                if isinstance(container, (list, collections.deque)):
                    container.extend(content)
                else:
                    container.update(content)


class ModuleStates:
    """The plain variables of the modules in which the classes of the blocks of `net` are written, to be put back.

    A model may count calls in one, or keep a setting there. Two nets are only equal if both begin with the same.
    """

    def __init__(self, net: Any) -> None:
        self._held: List[Tuple[Dict[str, Any], Dict[str, Any]]] = []
        seen: Set[int] = set()
        for node in unique_blocks(net):
            for values in _globals_of(type(node.block)):
                if id(values) not in seen:
                    seen.add(id(values))
                    plain = {name: copy.deepcopy(value) for name, value in values.items() if _is_variable(name, value)}
                    self._held.append((values, plain))

    def changed(self) -> bool:
        """Whether a variable is not what it was."""
        return any(
            type(values.get(name)) is not type(before) or values[name] != before
            for values, plain in self._held
            for name, before in plain.items()
        )

    def restore(self) -> None:
        """Put back what has changed; containers keep their identity."""
        for values, plain in self._held:
            for name, before in plain.items():
                now: Any = values.get(name)
                if type(now) is type(before) and now == before:
                    continue
                if type(now) is type(before) and isinstance(now, (list, dict, set)):
                    now.clear()
                    (now.extend if isinstance(now, list) else now.update)(copy.deepcopy(before))
                else:
                    values[name] = copy.deepcopy(before)


def _globals_of(kind: type) -> Iterator[Dict[str, Any]]:
    """The variables of the modules in which the forward functions of a user's class, and of its bases, are written."""
    for owner in kind.__mro__:
        if owner.__module__.split(".")[0] not in ("mxnet", "builtins"):
            for name in ("hybrid_forward", "forward", "__call__"):
                values = getattr(inspect.unwrap(vars(owner).get(name, owner)), "__globals__", None)
                if values is not None:
                    yield values


def _is_variable(name: str, value: Any) -> bool:
    return not name.startswith("__") and type(value) in (*_PLAIN, list, dict, set) and _is_plain(value, _DEPTH)


class BlockTexts:
    """What all attributes below and with `net` are now, to be compared: every tensor is read, which takes its time."""

    def __init__(self, net: Any) -> None:
        self._texts = [(node, texts_of(vars(node.block))) for node in unique_blocks(net)]

    def changes(self) -> List[Change]:
        """What the user's attributes hold now and did not hold then."""
        changes: List[Change] = []
        for node, before in self._texts:
            held = vars(node.block)
            after = texts_of(held)
            for name in sorted(set(before) | set(after)):
                old, new = before.get(name, "(not set)"), after.get(name, "(not set)")
                if old != new:
                    changes.append(Change(node.path, name, old, new, holds_symbol(held.get(name))))
        return changes


def plain_values(net: Any) -> Dict[Tuple[str, str], str]:
    """(path, attribute) → text, for the user's attributes that hold numbers, flags, texts and containers of them.

    These are what Python code counts and branches on.
    """
    values: Dict[Tuple[str, str], str] = {}
    for node in unique_blocks(net):
        for name, value in vars(node.block).items():
            if name not in MXNET_ATTRIBUTES and _is_plain(value, _DEPTH):
                values[node.path, name] = _text(value, _DEPTH)
    return values


def _is_plain(value: Any, depth: int) -> bool:
    if type(value) in _PLAIN:
        return True
    items = _inside(value) if depth else None
    return items is not None and all(_is_plain(item, depth - 1) for item in items)


def holds_symbol(value: Any, depth: int = _DEPTH) -> bool:
    """Whether a Symbol sits in `value` or in the containers within it."""
    if isinstance(value, Symbol):
        return True
    items = _inside(value) if depth else None
    return items is not None and any(holds_symbol(item, depth - 1) for item in items)


def _inside(value: Any) -> Optional[List[Any]]:
    """What a container holds; None for anything else, and for one of a user's class that does not let it be seen."""
    if not isinstance(value, (list, tuple, collections.deque, set, dict)):
        return None
    try:
        return list(value.values() if isinstance(value, dict) else value)
    except Exception:
        return None


def texts_of(attributes: Dict[str, Any]) -> Dict[str, str]:
    """For each attribute of a user's a text that is equal while its value is."""
    return {name: _text(value, _DEPTH) for name, value in attributes.items() if name not in MXNET_ATTRIBUTES}


def _text(value: Any, depth: int) -> str:
    """Text that is equal while `value` is: numbers by value, tensors by content, other objects by identity.

    What a user's class does when it is shown or compared is not asked for.
    """
    if type(value) in _PLAIN:
        return repr(value)
    if isinstance(value, NDArray):
        return f"tensor {list(value.shape)} {hash(value.asnumpy().tobytes()):x}"
    if isinstance(value, Symbol):
        return f"Symbol {value.name or '(group)'}"
    items = _inside(value) if depth and not isinstance(value, set) else None
    if items is None:
        return f"{type(value).__name__} object {id(value):x}"
    texts = [_text(item, depth - 1) for item in items]
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(key, 0)}: {text}" for key, text in zip(value, texts)) + "}"
    return f"{type(value).__name__}({', '.join(texts)})"
