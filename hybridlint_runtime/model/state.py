"""The attributes of the blocks of a tree: saved, compared, restored.

Tracing runs user code with Symbols, and user code has side effects: a Symbol on an attribute, a longer list, a counter.
The check must not leave these behind in the model.
"""

from __future__ import annotations

import collections
import collections.abc
import contextlib
import copy
import dataclasses
import functools
import inspect
import itertools
import sys
import threading
import types
from contextvars import ContextVar
from types import CodeType
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Set, Tuple

import numpy

from ..diagnostics.source_lines import is_installed, is_user_file, nearest
from ..errors import ModelRaised, model_code
from ..mxnet_compat import import_mxnet, replacing
from ..report import SourceLocation
from ..structures import NDArray, Symbol
from .tree import MXNET_ATTRIBUTES, Block, blocks_of, paths_by_identity, unique_blocks

mx = import_mxnet()

#: Maximum depth of nested containers. Deeper ones are data structures of the user's, not state of a block.
_DEPTH = 4
#: Packages whose classes are not the user's.
_NOT_USERS = ("mxnet", "builtins", "numpy", "collections", "functools")
_EACH_TIME = itertools.count()
#: Containers whose content can change.
_MUTABLE = (list, collections.deque, set, dict, collections.OrderedDict)
_CONTAINERS = (tuple, *_MUTABLE)
_PLAIN = (type(None), bool, int, float, complex, str, bytes)


def _by_class(test: Callable[[type], bool]) -> Callable[[type], bool]:
    """Decorate a test of classes, whose results are cached."""
    return functools.lru_cache(maxsize=4096)(test)


@dataclasses.dataclass
class Change:
    """Attribute `name` of the block at `path` has changed."""

    path: str
    name: str
    before: str
    after: str
    holds_symbol: bool


class BlockStates:
    """The current attributes of all blocks from `net` down, to be restored: as a context manager, at its end."""

    def __init__(self, net: Any) -> None:
        self._attributes: List[Tuple[Any, Dict[str, Any]]] = []
        self._containers: List[Tuple[Any, Any]] = []
        seen: Dict[int, bool] = {}
        for block in blocks_of(net):
            attributes = dict(vars(block))
            self._attributes.append((block, attributes))
            for value in attributes.values():
                if type(value) in _MUTABLE and not value:
                    self._containers.append((value, ()))
                elif _is_mutable(type(value)):
                    self._remember(value, seen, _DEPTH)

    def _remember(self, value: Any, seen: Dict[int, bool], depth: int) -> None:
        items = None if id(value) in seen or depth == 0 else _inside(value)
        if items is None:
            return
        seen[id(value)] = True
        if isinstance(value, _MUTABLE):
            self._containers.append((value, list(value.items()) if isinstance(value, dict) else items))
        else:
            self._attributes.append((value, dict(vars(value))))
        for item in items:
            if _is_mutable(type(item)):
                self._remember(item, seen, depth - 1)

    def __enter__(self) -> None:
        """Nothing: the attributes are known already."""

    def __exit__(self, *error: Any) -> None:
        self.restore()

    def restore(self) -> None:
        """Restore every attribute, and the content of every list, deque, dict, set and object on an attribute."""
        for block, attributes in self._attributes:
            held = vars(block)
            held.clear()
            held.update(attributes)
        for container, content in self._containers:
            if type(container) in _MUTABLE:
                if content or container:
                    _refill(container, content)
            else:
                with contextlib.suppress(ModelRaised), model_code():  # a class of the user's may not permit changes
                    _refill(container, content)


def _refill(container: Any, content: Any) -> None:
    container.clear()
    if isinstance(container, (list, collections.deque)):
        container.extend(content)
    else:
        container.update(content)


class SharedState:
    """State that nets of one class share, to be restored.

    It consists of the plain variables of the modules and classes that define the blocks of `net`, of the user's objects
    and context variables in those modules, and of containers among the default arguments of their forward functions. A
    model may count calls there, or store a setting. Two nets are only equal if both start with the same.
    """

    def __init__(self, net: Any) -> None:
        self._held: List[Tuple[_Setter, Dict[str, Any]]] = []
        for values, put in _shared_by(net):
            plain = {name: copy.deepcopy(value) for name, value in values.items() if _is_variable(name, value)}
            self._held.append((_Setter(values, put), plain))

    def restore(self) -> None:
        """Restore what has changed; containers retain their identity."""
        for variables, plain in self._held:
            for name, before in plain.items():
                now: Any = variables.values.get(name)
                if type(now) is type(before) and now == before:
                    continue
                if type(now) is type(before) and isinstance(now, (list, dict, set)):
                    now.clear()
                    (now.extend if isinstance(now, list) else now.update)(copy.deepcopy(before))
                else:
                    variables.put(name, copy.deepcopy(before))


class _Setter(NamedTuple):
    """Variables, and a function that sets one of them."""

    values: Mapping[str, Any]
    put: Callable[[str, Any], None]


def _shared_by(net: Any) -> Iterator[_Setter]:
    seen: Set[int] = set()
    for owner in dict.fromkeys(owner for node in unique_blocks(net) for owner in type(node.block).__mro__):
        if owner.__module__.split(".")[0] in _NOT_USERS:
            continue
        yield _Setter(vars(owner), functools.partial(type.__setattr__, owner))
        for function in _forward_functions(owner):
            values = function.__globals__
            defaults = {str(place): value for place, value in enumerate(function.__defaults__ or ())}
            yield _Setter({**defaults, **(function.__kwdefaults__ or {})}, lambda name, value: None)
            if id(values) not in seen:
                seen.add(id(values))
                yield _Setter(values, values.__setitem__)
                yield from _in_objects(list(values.items()))


def _in_objects(variables: List[Tuple[str, Any]]) -> Iterator[_Setter]:
    """Yield what the context variables and the user's objects among the variables of a module hold."""
    context = _ContextVariables({name: value for name, value in variables if isinstance(value, ContextVar)})
    if context:
        yield _Setter(context, context.put)
    for _, value in variables:
        if _holds_variables(type(value)):
            yield _Setter(vars(value), vars(value).__setitem__)


class _ContextVariables(Mapping[str, Any]):
    """The values of context variables by name."""

    def __init__(self, variables: Mapping[str, ContextVar[Any]]) -> None:
        self._variables = variables

    def __getitem__(self, name: str) -> Any:
        return _value_of(self._variables[name])

    def put(self, name: str, value: Any) -> None:
        if value is not None:  # no value cannot be restored
            self._variables[name].set(value)

    def __iter__(self) -> Iterator[str]:
        return iter(self._variables)

    def __len__(self) -> int:
        return len(self._variables)


def _value_of(variable: ContextVar[Any]) -> Any:
    """Return the value of a context variable, or its default, else None."""
    try:
        return variable.get()
    except LookupError:
        return None


@_by_class
def _holds_variables(kind: type) -> bool:
    """Return whether objects of a class are namespaces, or the user's and none of MXNet's. Those of installed packages,
    such as vocabularies, are large and seldom change."""
    if issubclass(kind, (types.SimpleNamespace, threading.local)):
        return True
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    if not file or not kind.__dictoffset__ or issubclass(kind, (type, *_CONTAINERS)):
        return False
    if any(owner.__module__.split(".")[0] == "mxnet" for owner in kind.__mro__):
        return False  # blocks; and an autograd.Function, whose attributes MXNet's C library uses
    return is_user_file(file) and not is_installed(file)


@_by_class
def _is_mutable(kind: type) -> bool:
    return issubclass(kind, _MUTABLE) or _holds_variables(kind)


def _forward_functions(owner: type) -> Iterator[Any]:
    for name in ("hybrid_forward", "forward", "__call__"):
        function = inspect.unwrap(vars(owner).get(name, owner))
        if inspect.isfunction(function):
            yield function


def _is_variable(name: str, value: Any) -> bool:
    return not name.startswith("__") and type(value) in (*_PLAIN, list, dict, set) and _is_plain(value, _DEPTH)


class BlockTexts:
    """The current values of all attributes from `net` down, as texts, to be compared. Reading every tensor takes
    time."""

    def __init__(self, net: Any) -> None:
        self._texts = [(node, texts_of(vars(node.block))) for node in unique_blocks(net)]

    def changes(self) -> List[Change]:
        """Return the user's attributes whose values have changed."""
        changes: List[Change] = []
        for node, before in self._texts:
            held = vars(node.block)
            after = texts_of(held)
            for name in sorted(set(before) | set(after)):
                old, new = before.get(name, "(not set)"), after.get(name, "(not set)")
                if old != new:
                    changes.append(Change(node.path, name, old, new, holds_symbol(held.get(name))))
        return changes


@contextlib.contextmanager
def assigning_lines(net: Any, stop: CodeType) -> Iterator[Dict[Tuple[str, str], SourceLocation]]:
    """Record the user's line that assigns an attribute of a block of `net` in this context, by path and name.

    Lines are those below the function with the code `stop`.
    """
    paths = paths_by_identity(net)
    lines: Dict[Tuple[str, str], SourceLocation] = {}
    original = Block.__setattr__

    def noted(self: Any, name: str, value: Any) -> None:
        line = nearest(sys._getframe(1), stop) if id(self) in paths else None
        if line is not None:
            lines[paths[id(self)], name] = line
        original(self, name, value)

    with replacing(Block, "__setattr__", noted):
        yield lines


def countable(net: Any) -> Dict[Tuple[str, str], str]:
    """Return the state of `net` that Python code may count or branch on: (owner, name) → a text that changes with the
    value.

    It consists of numbers, flags, texts and containers of them, on attributes, on objects and in closures there, and in
    state that nets share. The next value of an iterator is unknown, so its text is always different.
    """
    result: Dict[Tuple[str, str], str] = {}
    for node in unique_blocks(net):
        for name, value in vars(node.block).items():
            if name not in MXNET_ATTRIBUTES:
                text = _countable(value, _DEPTH)
                if text:
                    result[node.path, name] = text
    result.update(shared_texts(net))
    return result


def shared_texts(net: Any) -> Dict[Tuple[str, str], str]:
    """Return a text for each variable that nets share (`SharedState`)."""
    return {
        (f"shared {number}", name): _text(value, _DEPTH)
        for number, shared in enumerate(_shared_by(net))
        for name, value in shared.values.items()
        if _is_variable(name, value)
    }


def _countable(value: Any, depth: int) -> str:
    """Return a text of the plain values in `value`, "" if there are none."""
    if isinstance(value, ContextVar):
        value = _value_of(value)
    if _is_plain(value, depth):
        return _text(value, depth)
    if isinstance(value, collections.abc.Iterator):
        return f"iterator {next(_EACH_TIME)}"
    if not depth or isinstance(value, (NDArray, Symbol, Block, type)):
        return ""
    items = _inside(value)
    if items is None and inspect.isfunction(value):
        items = list(inspect.getclosurevars(value).nonlocals.values())
    if items is None and type(value).__module__.split(".")[0] not in _NOT_USERS:
        items = list(getattr(value, "__dict__", {}).values())
    return " ".join(filter(None, (_countable(item, depth - 1) for item in items or ())))


def _is_plain(value: Any, depth: int) -> bool:
    if type(value) in _PLAIN or isinstance(value, numpy.generic):
        return True
    items = _inside(value) if depth else None
    return items is not None and all(_is_plain(item, depth - 1) for item in items)


def holds_symbol(value: Any, depth: int = _DEPTH) -> bool:
    """Return whether `value` or a container within it contains a Symbol."""
    if isinstance(value, Symbol):
        return True
    items = _inside(value) if depth else None
    return items is not None and any(holds_symbol(item, depth - 1) for item in items)


def _inside(value: Any) -> Optional[List[Any]]:
    """Return the items of a container, or what an object of the user's holds; None for anything else, and for a
    container of a user's class that raises."""
    if not isinstance(value, _CONTAINERS):
        return list(vars(value).values()) if _holds_variables(type(value)) else None
    if type(value) in _CONTAINERS:
        return list(value.values() if isinstance(value, dict) else value)
    try:
        with model_code():
            return list(value.values() if isinstance(value, dict) else value)
    except ModelRaised:
        return None


def texts_of(attributes: Dict[str, Any]) -> Dict[str, str]:
    """Return a text for each attribute of the user's that changes with its value."""
    return {name: _text(value, _DEPTH) for name, value in attributes.items() if name not in MXNET_ATTRIBUTES}


def _text(value: Any, depth: int) -> str:
    """Return a text that changes with `value`: numbers by value, tensors by content, other objects by identity.

    Methods of user classes for printing and comparing are not called.
    """
    if type(value) in _PLAIN or isinstance(value, numpy.generic):
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
