"""Containers: lists, dicts and instances of the file's classes, and the parts in them."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, Iterable, Iterator, Tuple, Union

from hybridlint.lattice import join
from hybridlint.values import BoundMethod, Instance, Mapped, Sequence, Value

#: Mutable objects; `identity` is their address in the store.
Container = Union[Sequence, Mapped, Instance]
#: The classes of :data:`Container`, for `isinstance`.
CONTAINERS = (Sequence, Mapped, Instance)


def parts(container: Container) -> Iterable[Tuple[Any, Value]]:
    """Return the parts of `container` that are known individually, with their indices, keys or names."""
    if isinstance(container, Sequence):
        return enumerate(container.items or ())
    return container.entries if isinstance(container, Mapped) else container.fields


def rest(container: Container) -> Tuple[Value, ...]:
    """Return the join of all other parts of `container`, as a tuple; an empty one if there are none."""
    if isinstance(container, Sequence):
        return (container.element,) if container.items is None else ()
    return (container.element,) if isinstance(container, Mapped) and container.element is not None else ()


def with_parts(container: Container, changed: Dict[Any, Value]) -> Container:
    """Return `container` with the parts in `changed` (by index, key or name) replaced or added; a list gets none
    added."""
    if isinstance(container, Sequence):
        if container.items is None:
            return container
        items = tuple(changed.get(index, item) for index, item in enumerate(container.items))
        return dataclasses.replace(container, items=items)
    # A dict is iterated in insertion order.
    held = tuple({**dict(parts(container)), **changed}.items())
    if isinstance(container, Mapped):
        return dataclasses.replace(container, entries=held)
    return dataclasses.replace(container, fields=held)


def containers_in(values: Iterable[Value]) -> Dict[int, Container]:
    """Return the containers among `values` and nested in them, by identity."""
    return {container.identity: container for value in values for container in _in(value) if container.identity}


def _in(value: Value) -> Iterator[Container]:
    if isinstance(value, BoundMethod):
        yield from _in(value.receiver)
    elif isinstance(value, CONTAINERS):
        yield value
        for _, part in parts(value):
            yield from _in(part)
        for other in rest(value):
            yield from _in(other)


def replaced(value: Value, changed: Container) -> Value:
    """Return `value` with the container that has the identity of `changed` replaced by `changed`, at any depth."""
    if isinstance(value, BoundMethod):
        return dataclasses.replace(value, receiver=replaced(value.receiver, changed))
    if not isinstance(value, CONTAINERS):
        return value
    if value.identity == changed.identity:
        return changed
    held = with_parts(value, {key: replaced(part, changed) for key, part in parts(value)})
    if isinstance(held, Instance) or not rest(held):
        return held
    (many,) = rest(held)  # a weak update: one of them is changed
    return dataclasses.replace(held, element=join(many, replaced(many, changed)))
