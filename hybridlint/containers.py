"""Containers: lists, dicts and objects of the file, and what they hold under an index, a key or a name."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, Iterable, Iterator, Tuple, Union

from hybridlint.lattice import join
from hybridlint.values import BoundMethod, Instance, Mapped, Sequence, Value

#: Mutable objects; `identity` is their address in the store.
Container = Union[Sequence, Mapped, Instance]
#: The same, to ask for.
CONTAINERS = (Sequence, Mapped, Instance)


def parts(container: Container) -> Iterable[Tuple[Any, Value]]:
    """What is known one by one of what `container` holds: by its indices, keys or names."""
    if isinstance(container, Sequence):
        return enumerate(container.items or ())
    return container.entries if isinstance(container, Mapped) else container.fields


def rest(container: Container) -> Tuple[Value, ...]:
    """What stands for everything else that it may hold."""
    if isinstance(container, Sequence):
        return (container.element,) if container.items is None else ()
    return (container.element,) if isinstance(container, Mapped) and container.element is not None else ()


def with_parts(container: Container, changed: Dict[Any, Value]) -> Container:
    """`container` once it holds what is `changed`, by its index, key or name; a list can have no new one."""
    if isinstance(container, Sequence):
        if container.items is None:
            return container
        items = tuple(changed.get(index, item) for index, item in enumerate(container.items))
        return dataclasses.replace(container, items=items)
    # A dict is asked in the order in which it was filled.
    held = tuple({**dict(parts(container)), **changed}.items())
    if isinstance(container, Mapped):
        return dataclasses.replace(container, entries=held)
    return dataclasses.replace(container, fields=held)


def containers_in(values: Iterable[Value]) -> Dict[int, Container]:
    """The containers among `values` and in them, by their identities."""
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
    """`value`, with the container `changed` in the place of what it was."""
    if isinstance(value, BoundMethod):
        return dataclasses.replace(value, receiver=replaced(value.receiver, changed))
    if not isinstance(value, CONTAINERS):
        return value
    if value.identity == changed.identity:
        return changed
    held = with_parts(value, {key: replaced(part, changed) for key, part in parts(value)})
    if isinstance(held, Instance) or not rest(held):
        return held
    (many,) = rest(held)  # of which one is changed
    return dataclasses.replace(held, element=join(many, replaced(many, changed)))
