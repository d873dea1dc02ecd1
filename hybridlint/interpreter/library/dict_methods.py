"""Methods of dicts: their results, and the receiver after the call."""

from __future__ import annotations

import ast
from typing import Callable, Dict

from hybridlint.dataclass import replace
from hybridlint.events import Hashing
from hybridlint.interpreter.engine.frames import Frame
from hybridlint.interpreter.engine.run import Run
from hybridlint.interpreter.library import standard
from hybridlint.interpreter.syntax import mutation
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Arguments,
    Mapped,
    Phased,
    Plain,
    Sequence,
    Tensor,
    Value,
    constant,
    value_of_key,
)
from hybridlint.values.changes import Change
from hybridlint.values.lattice import BOTTOM, join, join_all


def call(run: Run, node: ast.Call, receiver: Mapped, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `receiver.name(arguments)` of a dict."""
    handler = _METHODS.get(name)
    return UNKNOWN if handler is None else handler(run, node, receiver, arguments, frame)


def _values_of(receiver: Mapped) -> Value:
    return join_all([value for _, value in receiver.entries] + [receiver.element or BOTTOM])


def _get(run: Run, node: ast.Call, receiver: Mapped, arguments: Arguments, frame: Frame) -> Value:
    return _looked_up(run, node, receiver, arguments, NONE)


def _looked_up(run: Run, node: ast.Call, receiver: Mapped, arguments: Arguments, missing: Value) -> Value:
    """Return the value of the key that is the first argument; the second, or else `missing`, where there is none."""
    if not arguments.positional:
        return UNKNOWN
    key = arguments.positional[0]
    if isinstance(key, Tensor):
        run.emit(Hashing(node, key))
    default = arguments.positional[1] if len(arguments.positional) > 1 else missing
    if isinstance(key, Phased):
        return run.lift(lambda side: _looked_up(run, node, receiver, arguments.rest().after(side), missing), key)
    if not isinstance(key, Plain) or not key.known:
        return run.chosen_by(node, key, join(_values_of(receiver), default))
    found = receiver.get(key.value)
    run.note_found(node, receiver, key, default if found is None else found)
    if found is None:
        return default
    return join(found, default) if found is receiver.element else found


def _pop(run: Run, node: ast.Call, receiver: Mapped, arguments: Arguments, frame: Frame) -> Value:
    found = _looked_up(run, node, receiver, arguments, BOTTOM)
    key = arguments.positional[0] if arguments.positional else UNKNOWN
    if isinstance(key, Plain) and key.known:
        left = receiver.without_item(key)
        mutation.rebind_receiver(run, node, left if isinstance(left, Mapped) else receiver, frame, Change.CHANGED)
    return found


def _setdefault(run: Run, node: ast.Call, receiver: Mapped, arguments: Arguments, frame: Frame) -> Value:
    found = _looked_up(run, node, receiver, arguments, NONE)
    key = arguments.positional[0] if arguments.positional else UNKNOWN
    held = receiver.get(key.value) if isinstance(key, Plain) and key.known else None
    if held is None or held is receiver.element:
        filled = receiver.with_item(key, found)
        if isinstance(filled, Mapped):
            mutation.rebind_receiver(run, node, filled, frame)
    return found


def _values(run: Run, node: ast.Call, receiver: Mapped, arguments: Arguments, frame: Frame) -> Value:
    known = tuple(value for _, value in receiver.entries)
    return Sequence("dict view", known if receiver.element is None else None, _values_of(receiver))


def _keys(run: Run, node: ast.Call, receiver: Mapped, arguments: Arguments, frame: Frame) -> Value:
    known = tuple(value_of_key(key, run.is_own(receiver)) for key, _ in receiver.entries)
    return Sequence("dict view", known if receiver.element is None else None, Plain())


def _items(run: Run, node: ast.Call, receiver: Mapped, arguments: Arguments, frame: Frame) -> Value:
    own = run.is_own(receiver)
    known = tuple(Sequence("tuple", (value_of_key(key, own), value)) for key, value in receiver.entries)
    each = Sequence("tuple", (Plain(), _values_of(receiver)))
    return Sequence("dict view", known if receiver.element is None else None, each)


def _update(run: Run, node: ast.Call, receiver: Mapped, arguments: Arguments, frame: Frame) -> Value:
    given = arguments.positional[0] if arguments.positional else Mapped()
    if isinstance(given, Sequence):
        given = standard.dictionary(run, node, Arguments((given,)), frame)
    if isinstance(given, Mapped) and not arguments.starred:
        entries = {**dict(receiver.entries), **dict(given.entries), **dict(arguments.keywords)}
        rest = [side.element for side in (receiver, given) if side.element is not None]
        element = join_all(rest) if rest else None
        updated = replace(receiver, entries=tuple(entries.items()), element=element)
        for title in entries:
            run.note_set(receiver, value_of_key(title), False)
    else:
        updated = Mapped((), UNKNOWN, receiver.identity)
    mutation.rebind_receiver(run, node, updated, frame)
    return NONE


def _copy(run: Run, node: ast.Call, receiver: Mapped, arguments: Arguments, frame: Frame) -> Value:
    return receiver.at(run.identity())


def _popitem(run: Run, node: ast.Call, receiver: Mapped, arguments: Arguments, frame: Frame) -> Value:
    if receiver.element is not None:
        value = _values_of(receiver)
        mutation.rebind_receiver(run, node, replace(receiver, entries=(), element=value), frame)
        return Sequence("tuple", (Plain(), value))
    if not receiver.entries:
        return UNKNOWN
    place = len(receiver.entries) - 1 if arguments.get(0, "last") in (None, constant(True)) else 0
    key, value = receiver.entries[place]
    left = receiver.entries[:place] + receiver.entries[place + 1 :]
    mutation.rebind_receiver(run, node, replace(receiver, entries=left), frame)
    return Sequence("tuple", (value_of_key(key), value))


def _clear(run: Run, node: ast.Call, receiver: Mapped, arguments: Arguments, frame: Frame) -> Value:
    mutation.rebind_receiver(run, node, Mapped((), None, receiver.identity, receiver.default), frame)
    return NONE


_METHODS: Dict[str, Callable[[Run, ast.Call, Mapped, Arguments, Frame], Value]] = {
    "clear": _clear,
    "copy": _copy,
    "get": _get,
    "items": _items,
    "keys": _keys,
    "pop": _pop,
    "popitem": _popitem,
    "setdefault": _setdefault,
    "update": _update,
    "values": _values,
}
