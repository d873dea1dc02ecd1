"""One list under several names: what is changed in place under one of them is changed under all."""

from __future__ import annotations

import dataclasses
from typing import Dict, Iterable, Iterator, Optional, Union

from hybridlint.interpreter.run import Scope
from hybridlint.joining import join
from hybridlint.values import BoundMethod, Mapped, Sequence, Value

#: What can be changed in place, and is told apart by its `identity`.
Container = Union[Sequence, Mapped]


def containers(values: Iterable[Value]) -> Dict[int, Container]:
    """The lists and dicts among `values` and in them, by their identities."""
    return {container.identity: container for value in values for container in _in(value) if container.identity}


def _in(value: Value) -> Iterator[Container]:
    if isinstance(value, BoundMethod):
        yield from _in(value.receiver)
    elif isinstance(value, Sequence):
        yield value
        for item in (value.element,) if value.items is None else value.items:
            yield from _in(item)
    elif isinstance(value, Mapped):
        yield value
        for _, item in value.entries:
            yield from _in(item)
        if value.element is not None:
            yield from _in(value.element)


def follow(scope: Optional[Scope], changed: Value) -> None:
    """Let every name of `scope`, and of those around it, that holds the list or dict `changed` hold what it is now."""
    if not isinstance(changed, (Sequence, Mapped)) or not changed.identity:
        return
    while scope is not None and not scope.lasting:
        for name, value in list(scope.names.items()):
            if changed.identity in containers((value,)):
                scope.names[name] = replaced(value, changed)
        scope = scope.outer


def perhaps_follow(scope: Scope, before: Value, changed: Value) -> None:
    """The same, where the list or dict `before` is perhaps the one that was `changed`."""
    if isinstance(before, (Sequence, Mapped)):
        either = join(before, changed)
        if isinstance(either, (Sequence, Mapped)):
            follow(scope, dataclasses.replace(either, identity=before.identity))


def replaced(value: Value, changed: Container) -> Value:
    """`value`, with the list or dict `changed` in the place of what it was."""
    if isinstance(value, BoundMethod):
        return dataclasses.replace(value, receiver=replaced(value.receiver, changed))
    if not isinstance(value, (Sequence, Mapped)):
        return value
    if value.identity == changed.identity:
        return changed
    if isinstance(value, Mapped):
        entries = tuple((key, replaced(item, changed)) for key, item in value.entries)
        element = None if value.element is None else _perhaps_with(value.element, changed)
        return dataclasses.replace(value, entries=entries, element=element)
    items = None if value.items is None else tuple(replaced(item, changed) for item in value.items)
    return dataclasses.replace(value, items=items, element=_perhaps_with(value.element, changed))


def _perhaps_with(value: Value, changed: Container) -> Value:
    """`value`, which stands for many, where one of them is changed."""
    return join(value, replaced(value, changed))
