"""Lists, tuples, sets and iterators."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, Optional, Tuple

from hybridlint.dataclass import dataclass, replace
from hybridlint.values.base import UNKNOWN, Container, Tainted, Value, taint_among
from hybridlint.values.lattice import Merge, flat, join, join_all
from hybridlint.values.taint import UNTAINTED, Taint, merged_taint

if TYPE_CHECKING:
    from hybridlint.values.tensor import Tensor

#: `Sequence.type` of a value that may be either.
LIST_OR_TUPLE = "list or tuple"


@dataclass(frozen=True)
class Sequence(Tainted, Container):
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

    def is_like(self, other: Value) -> bool:
        return isinstance(other, Sequence)

    def merged(self, other: Sequence, nodes: Merge) -> Sequence:
        fields: Dict[str, Any] = {
            "type": flat(self.type, other.type, LIST_OR_TUPLE),
            "source": flat(self.source, other.source, ""),
            "taint": merged_taint(self.taint, other.taint),
            "identity": flat(self.identity, other.identity, 0),
            "nonempty": self.nonempty and other.nonempty,
            "most": flat(self.most, other.most, 0),
            "owner": flat(self.owner, other.owner, ""),
        }
        if self.items is not None and other.items is not None and len(self.items) == len(other.items):
            fields["items"] = tuple(join(*pair, nodes) for pair in zip(self.items, other.items))
        else:
            fields["element"] = join_all((*self.possible_items(), *other.possible_items()), nodes)
        if isinstance(self, NamedTuple) and isinstance(other, NamedTuple) and self.fields == other.fields:
            return NamedTuple(**fields, fields=self.fields)
        return Sequence(**fields)

    @property
    def holds_tensor(self) -> bool:
        return any(item.holds_tensor for item in self.possible_items())

    def tensors(self) -> Iterator[Tensor]:
        for item in self.possible_items():
            yield from item.tensors()

    @property
    def hides_tensors(self) -> bool:  # type: ignore[override]
        return any(item.hides_tensors for item in self.possible_items())

    @property
    def operand_key(self) -> Any:
        parts = (None,) if self.items is None else tuple(item.operand_key for item in self.items)
        return None if None in parts else parts

    @property
    def any_taint(self) -> Taint:
        if self.taint:
            return self.taint
        return taint_among(item for item in self.items or (self.element,) if not isinstance(item, Sequence))

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


def element_of(sequence: Sequence) -> Value:
    """Return the join of the elements of `sequence`."""
    return join_all(sequence.possible_items())
