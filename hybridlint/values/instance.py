"""Classes of the file and their instances."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Dict, Iterable, Optional, Tuple

from hybridlint.dataclass import dataclass, replace
from hybridlint.mxnet_api import gluon
from hybridlint.values.arguments import Arguments
from hybridlint.values.base import UNKNOWN, Change, Container, Read, Value, Write
from hybridlint.values.block import AnyBlock, Block
from hybridlint.values.classes import Class, attribute_of_class
from hybridlint.values.function import BoundMethod, Function
from hybridlint.values.lattice import Merge, flat, join, join_all
from hybridlint.values.mapping import Mapped, updated
from hybridlint.values.namespace import Imported
from hybridlint.values.operations import METHODS, UNARY
from hybridlint.values.others import RandomSource
from hybridlint.values.parameter import ParameterDict, ParameterValue
from hybridlint.values.plain import NONE, Plain, constant

if TYPE_CHECKING:
    from hybridlint.interpreter import EntryKey, Frame, Run
    from hybridlint.values.sequence import Sequence


#: The expression of the block for code that refers to it in another way.
_SELF = ast.Name(id="self", ctx=ast.Load())


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

    @property
    def owner_class(self) -> str:  # type: ignore[override]
        return self.name

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

    def iterator(self, run: Run, node: ast.AST) -> Value:
        given = run.special(node, self, "__iter__")
        return given if isinstance(given, Instance) else super().iterator(run, node)

    def next(self, run: Run, node: ast.Call, default: Optional[Value], frame: Frame) -> Value:
        return self.call_method(run, node, "__next__", Arguments(), frame)

    # Operators

    overrides = True

    def binary(self, run: Run, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        return run.special(node, self, f"__{METHODS[symbol]}__", other) or UNKNOWN

    def reflected(self, run: Run, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        return run.special(node, self, f"__r{METHODS[symbol]}__", other)

    def unary(self, run: Run, node: ast.AST, symbol: str) -> Value:
        return run.special(node, self, f"__{UNARY[symbol].__name__}__") or UNKNOWN

    is_none = False

    def class_of(self, run: Run, node: ast.AST) -> Value:
        return Class(self.name) if self.name in run.module.classes else UNKNOWN

    def compared_parts(self, run: Run, other: Value) -> Iterable[Tuple[Value, Value]]:
        return run.compared_fields(self, other) if isinstance(other, Instance) else ()

    # Attributes and methods

    owns_methods = True

    def attribute(self, run: Run, read: Read) -> Value:
        if read.name == "__dict__":
            return Attributes(self)
        held = dict(self.fields).get(read.name)
        if held is not None:
            run.note_field_read(read.node, self, read.name)
            if run.is_continued(self, held):
                return RandomSource(run.code(read.node))
            return UNKNOWN if held == NONE and not run.is_own(self) else held
        method = run.find_method(self.name, read.name)
        if method is not None:
            return run.bound_method(read.frame, self, *method)
        value = attribute_of_class(run, read, self, self.name)
        if value is None:
            value = run.special(read.node, self, "__getattr__", constant(read.name))
        # Both phases alike may have it from code that is not followed; of one alone that is unlikely.
        if value is None and run.raised_in_phase is not None and run.is_own(self):
            run.raise_error("AttributeError")
        return value or UNKNOWN

    def call(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
        return self.call_method(run, node, "__call__", arguments, frame)

    def call_method(
        self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame, discarded: bool = False
    ) -> Value:
        return run.call(node, run.attribute(node, frame, self, name), arguments, frame)

    takes_alternatives = True

    def call_inherited(
        self, run: Run, node: ast.Call, base: str, name: str, arguments: Arguments, frame: Frame
    ) -> Value:
        given = arguments.positional
        if name == "__init__" and "args" in dict(self.fields):  # of an exception
            run.write(self.with_parts({"args": UNKNOWN if arguments.starred else run.sequence("tuple", given)}))
        if name == "__setattr__" and len(given) == 2 and given[0].string is not None:
            run.write(self.with_parts({given[0].string: given[1]}))
        return UNKNOWN

    def note_attribute_read(self, run: Run, node: ast.AST, name: str) -> None:
        run.note_field_read(node, self, name)

    def set_attribute(self, run: Run, write: Write) -> None:
        changed = run.load(self).with_parts({write.name: write.value})
        if not write.registers:
            run.write(changed)
        elif not run.calls_setter(self, write):
            run.note_field_set(self, write)
            run.rebind(write.holder, changed, write.frame, Change.ENTRY)


@dataclass(frozen=True)
class Self(AnyBlock):
    """The block whose method is running. `name` is its class in the analysed file."""

    name: str

    is_none = False

    def class_of(self, run: Run, node: ast.AST) -> Value:
        return Class(self.name) if self.name in run.module.classes else UNKNOWN

    # Attributes and methods

    def attribute(self, run: Run, read: Read) -> Value:
        """Evaluate `self.name` in a method."""
        key = (self.name, read.name)
        stored = run.stored_value(read.node, key)
        if stored is not None:
            return stored
        method = run.find_method(self.name, read.name)
        if method is not None:
            return run.bound_method(read.frame, self, *method)
        if read.name == "__dict__":
            return Attributes(self)
        if read.name == "params":
            return ParameterDict()
        if read.name in ("prefix", "name"):
            return Plain("str")
        if read.name == "_children":
            run.instance_attributes(self.name)
            return Mapped((), join_all(run.structure.of(self.name).children))
        if read.name == "_active" and not run.constructing:
            return run.by_phase(constant(False), constant(True), run.code(read.node))
        value = run.instance_attributes(self.name).get(read.name)
        if value is None:
            if run.inherits_parameter(self.name, read.name):
                return ParameterValue(read.name)
            value = not gluon.is_block_method(read.name) and run.structure.of(self.name).dynamic or UNKNOWN
        elif isinstance(value, (Function, Instance)) and value is run.class_attributes(self.name).get(read.name):
            value = attribute_of_class(run, read, self, self.name) or value
        if not run.constructing:
            value = run.before_calls_of(read, key, value)
        return BoundMethod(self, read.name) if value.is_unknown and gluon.is_block_method(read.name) else value

    def note_attribute_read(self, run: Run, node: ast.AST, name: str) -> None:
        if run.attempt.store.carried.holds_tensor((self.name, name)):
            run.attempt.note_reader((self.name, name), node)

    def set_attribute(self, run: Run, write: Write) -> None:
        if write.registers and run.calls_setter(self, write):
            return
        if run.constructing:
            run.set_in_init(self.name, write)
        else:
            run.store_attribute(self.name, write)

    def set_any_attribute(self, run: Run, node: ast.AST, value: Value, registers: bool) -> None:
        if run.constructing:
            run.set_any_in_init(self.name, node, value, registers)

    def call(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
        return run.call_block(node, Block(self.name, True, True), arguments, frame)

    def call_method(
        self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame, discarded: bool = False
    ) -> Value:
        result = self.call_own(run, node, name, arguments, frame)
        return run.of_unknown_method(arguments) if result is None else result

    def call_inherited(
        self, run: Run, node: ast.Call, base: str, name: str, arguments: Arguments, frame: Frame
    ) -> Value:
        return run.call_inherited_of_block(node, self, base, name, arguments, frame)

    def method_add(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Optional[Value]:
        return run.register_children(node, self.name, "add", arguments) if run.constructing else None

    def method_register_child(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Optional[Value]:
        return run.register_children(node, self.name, "register_child", arguments) if run.constructing else None

    def method_setattr(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        if len(arguments.positional) == 2 and arguments.first.string is not None:
            value = arguments.positional[1]
            with frame.assigning_from(node.args[-1]):
                run.set_attribute(self, Write(node, _SELF, frame, arguments.first.string, value, Change.SET))
        return NONE


@dataclass(frozen=True)
class Attributes(Value):
    """`vars(holder)` or `holder.__dict__`, where `holder` is a block (`Self`) or an object (`Instance`); `globals()` if
    it is the module (`OwnModule`)."""

    holder: Any

    def item(self, run: Run, node: ast.AST, index: Value, frame: Frame) -> Value:
        name = index.string
        return UNKNOWN if name is None else run.attribute(node, frame, run.load(self.holder), name)

    def set_item(self, run: Run, node: ast.AST, holder: ast.AST, index: Value, value: Value, frame: Frame) -> None:
        self._set(run, node, index, value, frame)

    def _set(self, run: Run, node: ast.AST, key: Value, value: Value, frame: Frame) -> None:
        if key.string is not None:
            self.holder.set_attribute(run, Write(node, _SELF, frame, key.string, value, Change.SET, registers=False))
        else:
            self.holder.set_any_attribute(run, node, value, registers=False)

    def contains_name(self, run: Run, node: ast.AST, item: Value) -> Optional[Value]:
        return run.has_attribute(node, self.holder, item)

    owns_methods = True

    def call_method(
        self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame, discarded: bool = False
    ) -> Value:
        """Evaluate `vars(self).name(arguments)`."""
        held = run.load(self.holder)
        if isinstance(held, Instance) and name != "update":
            return Mapped(held.fields).call_method(run, node, name, arguments, frame)
        if name in ("get", "pop", "setdefault") and arguments.positional:
            return run.call(node, Imported("builtins.getattr"), arguments.after(self.holder), frame)
        if name != "update":
            return UNKNOWN
        entries = list(arguments.keywords)
        for given in arguments.positional:
            entries += given.entries if isinstance(given, Mapped) else ()
            entries += given.holder.fields if isinstance(given, Attributes) and isinstance(held, Instance) else ()
        for key, value in entries:
            self._set(run, node, constant(key), value, frame)
        return NONE


@dataclass(frozen=True)
class Super(Value):
    """`super()` in a method of class `name`, whose `self`, or class, is `receiver`, of the class `instance`."""

    name: str
    instance: str
    receiver: Value

    owns_methods = True

    def call_method(
        self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame, discarded: bool = False
    ) -> Value:
        method = run.find_inherited(self.instance, self.name, name)
        if method is not None:
            return run.call_function(node, Function.of_method(method, self.receiver), arguments, frame)
        if name == "__new__" and isinstance(arguments.first, Class):
            return Instance(arguments.first.name, identity=run.identity())
        return self.receiver.call_inherited(run, node, self.name, name, arguments, frame)

    takes_alternatives = True
