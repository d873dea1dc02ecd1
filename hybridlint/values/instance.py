"""Classes of the file and their instances."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Dict, Iterable, Optional, Tuple

from hybridlint.dataclass import dataclass, replace
from hybridlint.values.base import NOT_KNOWN, UNKNOWN, Container, Value
from hybridlint.values.lattice import Merge, flat, join
from hybridlint.values.mapping import updated
from hybridlint.values.operations import METHODS
from hybridlint.values.plain import Plain

if TYPE_CHECKING:
    from hybridlint.interpreter.engine.frames import Frame
    from hybridlint.interpreter.engine.run import Run
    from hybridlint.interpreter.engine.store import EntryKey
    from hybridlint.values.sequence import Sequence


@dataclass(frozen=True)
class Class(Value):
    """A class of the analysed file. `name` is its name there."""

    name: str

    @property
    def is_none(self) -> Optional[bool]:
        return False


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

    # Elements

    def entry_key(self, index: Value) -> Optional[EntryKey]:
        return self.identity, index.python_value

    def item(self, run: Run, node: ast.AST, index: Value, frame: Frame) -> Value:
        return run.special(node, self, "__getitem__", index) or UNKNOWN

    def set_item(self, run: Run, node: ast.AST, holder: ast.AST, index: Value, value: Value, frame: Frame) -> None:
        run.special(node, self, "__setitem__", index, value)

    def iterate(self, run: Run, node: ast.AST, construct: str) -> Sequence:
        """Iterate over the object, which may also be an iterator itself, or be iterated over by index."""
        iterated = run.special(node, self, "__iter__")
        if iterated is not None and not isinstance(iterated, Instance):
            return run.iterate(node, iterated, construct)
        each = run.special(node, iterated or self, "__next__")
        if each is None and iterated is None:
            each = run.special(node, self, "__getitem__", Plain("int"))
        return run.iterator(None, UNKNOWN if each is None else each)

    # Operators

    overrides = True

    def binary(self, run: Run, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        return run.special(node, self, f"__{METHODS[symbol]}__", other) or UNKNOWN

    def reflected(self, run: Run, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        return run.special(node, self, f"__r{METHODS[symbol]}__", other)

    @property
    def is_none(self) -> Optional[bool]:
        return False

    def compared_parts(self, run: Run, other: Value) -> Iterable[Tuple[Value, Value]]:
        return run.compared_fields(self, other) if isinstance(other, Instance) else ()


@dataclass(frozen=True)
class Self(Value):
    """The block whose method is running. `name` is its class in the analysed file."""

    name: str

    def item(self, run: Run, node: ast.AST, index: Value, frame: Frame) -> Value:
        run.note_selection(node)
        run.note_taint(node, index, "index")
        return UNKNOWN

    @property
    def is_none(self) -> Optional[bool]:
        return False


@dataclass(frozen=True)
class Attributes(Value):
    """`vars(holder)` or `holder.__dict__`, where `holder` is a block (`Self`) or an object (`Instance`); `globals()` if
    it is the module (`OwnModule`)."""

    holder: Any

    def item(self, run: Run, node: ast.AST, index: Value, frame: Frame) -> Value:
        name = index.python_value if index.python_value is not NOT_KNOWN else None
        return run.attribute(node, frame, run.load(self.holder), name) if isinstance(name, str) else UNKNOWN

    def set_item(self, run: Run, node: ast.AST, holder: ast.AST, index: Value, value: Value, frame: Frame) -> None:
        run.set_by_name(node, self.holder, index, value, frame)

    def contains_name(self, run: Run, node: ast.AST, item: Value) -> Optional[Value]:
        return run.has_attribute(node, self.holder, item)


@dataclass(frozen=True)
class Super(Value):
    """`super()` in a method of class `name`. `instance` is the class of the block that is `self`; `receiver` is `self`
    if it is not a block."""

    name: str
    instance: str
    receiver: Optional[Value] = None
