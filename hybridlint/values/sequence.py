"""Lists, tuples, sets and iterators."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, Iterable, Optional, Tuple

from hybridlint.dataclass import dataclass, replace
from hybridlint.values.base import UNKNOWN, Container, Value
from hybridlint.values.taint import UNTAINTED, Taint

#: `Sequence.type` of a value that may be either.
LIST_OR_TUPLE = "list or tuple"


@dataclass(frozen=True)
class Sequence(Container):
    """A Python list, tuple, set or iterator.

    `type` is "list", "tuple", :data:`LIST_OR_TUPLE`, "set", "iterator", "endless iterator", "dict view" or "deque".
    `items` are its elements; None if their number is unknown, and then `element` is the join of all of them.
    `source` is the input that it came from. `nonempty` is True if it has an element. `most` is the `maxlen` of a
    deque: None for no limit, 0 if unknown. `owner` is its class if the file defines that.
    """

    type: str = "list"
    items: Optional[Tuple[Value, ...]] = None
    element: Value = UNKNOWN
    source: str = ""
    taint: Taint = dataclasses.field(default=UNTAINTED, hash=False)
    identity: int = 0
    nonempty: bool = False
    most: Optional[int] = None
    owner: str = ""

    def parts(self) -> Iterable[Tuple[Any, Value]]:
        return enumerate(self.items or ())

    def rest(self) -> Optional[Value]:
        return self.element if self.items is None else None

    def with_parts(self, changed: Dict[Any, Value]) -> Container:
        if self.items is None:
            return self
        return replace(self, items=tuple(changed.get(index, item) for index, item in enumerate(self.items)))

    def with_rest(self, rest: Value) -> Container:
        return replace(self, element=rest)

    def possible_items(self) -> Tuple[Value, ...]:
        """Return the elements; if their number is unknown, the join of all of them alone."""
        return (self.element,) if self.items is None else self.items


@dataclass(frozen=True)
class NamedTuple(Sequence):
    """A named tuple. `fields` are the names of its elements."""

    type: str = "tuple"
    fields: Tuple[str, ...] = ()


@dataclass(frozen=True)
class NamedTupleClass(Value):
    """A class made by `collections.namedtuple("Point", "x y")`."""

    fields: Tuple[str, ...] = ()
