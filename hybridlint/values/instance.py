"""Classes of the file and their instances."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Optional, Tuple

from hybridlint.dataclass import dataclass, replace
from hybridlint.values.base import Container, Value
from hybridlint.values.lattice import Merge, flat, join
from hybridlint.values.mapping import updated


@dataclass(frozen=True)
class Class(Value):
    """A class of the analysed file. `name` is its name there."""

    name: str


@dataclass(frozen=True, eq=False)
class Instance(Container):
    """An instance of a class of the analysed file that is not a block. `name` is the class, "" for a
    `types.SimpleNamespace` and the like; `fields` are its attributes, in any order."""

    name: str
    fields: Tuple[Tuple[str, Value], ...] = ()
    identity: int = 0

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Instance)
            and (self.name, self.identity) == (other.name, other.identity)
            and (self.fields == other.fields or dict(self.fields) == dict(other.fields))
        )

    def __hash__(self) -> int:
        return hash((Instance, self.name, self.identity, len(self.fields)))

    hides_tensors = True

    def is_like(self, other: Value) -> bool:
        return isinstance(other, Instance) and self.name == other.name

    def merged(self, other: Instance, nodes: Merge) -> Instance:
        others = dict(other.fields)
        fields = tuple((key, join(value, others[key], nodes)) for key, value in self.fields if key in others)
        return Instance(self.name, fields, flat(self.identity, other.identity, 0))

    def parts(self) -> Iterable[Tuple[Any, Value]]:
        return self.fields

    def with_parts(self, changed: Dict[Any, Value]) -> Container:
        return replace(self, fields=updated(self.fields, changed))


@dataclass(frozen=True)
class Self(Value):
    """The block whose method is running. `name` is its class in the analysed file."""

    name: str


@dataclass(frozen=True)
class Attributes(Value):
    """`vars(holder)` or `holder.__dict__`, where `holder` is a block (`Self`) or an object (`Instance`); `globals()` if
    it is the module (`OwnModule`)."""

    holder: Any


@dataclass(frozen=True)
class Super(Value):
    """`super()` in a method of class `name`. `instance` is the class of the block that is `self`; `receiver` is `self`
    if it is not a block."""

    name: str
    instance: str
    receiver: Optional[Value] = None
