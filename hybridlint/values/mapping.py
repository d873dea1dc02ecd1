"""Dicts."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Dict, Iterable, Optional, Tuple

from hybridlint.dataclass import dataclass, replace
from hybridlint.values.arguments import Arguments
from hybridlint.values.base import NOT_KNOWN, UNKNOWN, Change, Container, Mergeable, Read, Value, Write
from hybridlint.values.classes import Builtin
from hybridlint.values.lattice import BOTTOM, Merge, flat, join, join_all
from hybridlint.values.namespace import Imported, Namespace
from hybridlint.values.plain import NONE, Plain, constant
from hybridlint.values.sequence import Sequence

if TYPE_CHECKING:
    from hybridlint.interpreter import EntryKey, Frame, Run


def updated(entries: Tuple[Tuple[Any, Value], ...], changed: Dict[Any, Value]) -> Tuple[Tuple[Any, Value], ...]:
    """Return `entries` with those in `changed` replaced, or added at the end."""
    return tuple({**dict(entries), **changed}.items())


def _by_key(entries: Tuple[Tuple[Any, Value], ...]) -> Dict[Any, Value]:
    """Return entries without their order; 1, True and 1.0 are different keys."""
    return {(type(key), key): value for key, value in entries}


@dataclass(frozen=True, eq=False)
class Mapped(Mergeable, Builtin):
    """A dict. `entries` are (key, value) pairs with keys of :func:`key_of`; `element` is the join of all other values,
    None if there are none. `default` is the value of a missing key of a `defaultdict`. `owner` is its class if the file
    defines that. With `is_namespace` its entries are its attributes, after `self.__dict__ = self`. As in Python, the
    order of entries does not matter to equality."""

    entries: Tuple[Tuple[Any, Value], ...] = ()
    element: Optional[Value] = None
    identity: int = 0
    default: Optional[Value] = None
    owner: str = ""
    is_namespace: bool = False

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Mapped)
            and (self.identity, self.owner) == (other.identity, other.owner)
            and (self.element, self.default) == (other.element, other.default)
            and (self.entries == other.entries or _by_key(self.entries) == _by_key(other.entries))
        )

    def __hash__(self) -> int:
        return hash((Mapped, self.identity, len(self.entries)))

    def merged(self, other: Mapped, nodes: Merge) -> Mapped:
        """Join two dicts. The value of a key that only one of them has is joined into `element`."""
        own, others = _by_key(self.entries), _by_key(other.entries)
        entries = tuple((key[1], join(value, others[key], nodes)) for key, value in own.items() if key in others)
        rest = [value for key, value in (*own.items(), *others.items()) if key not in own or key not in others]
        rest += [mapped.element for mapped in (self, other) if mapped.element is not None]
        default = self.default if self.default == other.default else None
        identity, owner = flat(self.identity, other.identity, 0), flat(self.owner, other.owner, "")
        element = join_all(rest, nodes) if rest else None
        return Mapped(entries, element, identity, default, owner, self.is_namespace and other.is_namespace)

    @property
    def holds_tensor(self) -> bool:  # type: ignore[override]
        held = any(value.holds_tensor for _, value in self.entries)
        return held or self.element is not None and self.element.holds_tensor

    def bounded(self, depth: int) -> Value:
        entries = tuple((key, value.bounded(depth - 1)) for key, value in self.entries)  # 1 and True are two keys
        return (
            replace(self, entries=entries, element=self.element and self.element.bounded(depth - 1))
            if depth
            else UNKNOWN
        )

    def parts(self) -> Iterable[Tuple[Any, Value]]:
        return self.entries

    def rest(self) -> Optional[Value]:
        return self.element

    def with_parts(self, changed: Dict[Any, Value]) -> Container:
        return replace(self, entries=updated(self.entries, changed))

    def with_rest(self, rest: Value) -> Container:
        return replace(self, element=rest)

    def get(self, key: Any) -> Optional[Value]:
        for known, value in self.entries:
            if known == key and type(known) is type(key):
                return value
        return self.element

    # Elements

    def entry_key(self, index: Value) -> Optional[EntryKey]:
        return (self.identity, key_of(index)) if self.identity and key_of(index) is not NOT_KNOWN else None

    @property
    def known_length(self) -> Optional[int]:  # type: ignore[override]
        return len(self.entries) if self.element is None else None

    def length(self, run: Run, node: ast.AST) -> Value:
        known = self.known_length
        return Plain("int") if known is None else constant(known, is_literal=run.own_length(self) is not None)

    def item(self, run: Run, node: ast.AST, index: Value, frame: Frame) -> Value:
        index.hash(run, node)
        key = key_of(index)
        if key is NOT_KNOWN:
            others = [value for value in (self.element, self.default) if value is not None]
            value = join_all([value for _, value in self.entries] + others)
            default = dict(self.entries).get(index.default) if isinstance(index, Plain) else None
            if isinstance(value, Plain) and isinstance(default, Plain):
                value = replace(value, default=default.value)
            return run.chosen_by(node, index, value)
        held = self.get(key)
        if held is None and self.default is not None:
            run.note_found(node, self, index, self.default)
            return self._filled_in(run, node, index, self.default, frame)
        if held is None and self.owner:
            held = run.special(node, self, "__missing__", index)
        if held is None and (run.is_own(self) or not self.identity):
            run.raise_error("KeyError")
        elif held is self.element:
            run.may_raise("KeyError")
        run.note_found(node, self, index, held or UNKNOWN)
        return run.chosen_by(node, index, held or UNKNOWN)

    def _filled_in(self, run: Run, node: ast.AST, index: Value, default: Value, frame: Frame) -> Value:
        """Add `default` to a `defaultdict` under a missing key, and return it."""
        default = default.at(run.identity())
        if isinstance(node, ast.Subscript):
            run.rebind(node.value, self.with_item(index, default), frame)
        return default

    def with_item(self, index: Value, value: Value) -> Mapped:
        key = key_of(index)
        if key is not NOT_KNOWN:
            return replace(self, entries=updated(self.entries, {key: value}))
        return replace(self, element=value if self.element is None else join(self.element, value))

    def without_item(self, index: Value) -> Mapped:
        key = key_of(index)
        return replace(self, entries=tuple(entry for entry in self.entries if entry[0] != key))

    def set_item(self, run: Run, node: ast.AST, holder: ast.AST, index: Value, value: Value, frame: Frame) -> None:
        if self.owner and run.special(node, self, "__setitem__", index, value) is not None:
            return
        index.hash(run, node)
        super().set_item(run, node, holder, index, value, frame)

    def iterate(self, run: Run, node: ast.AST, construct: str) -> Sequence:
        given = run.special(node, self, "__iter__") if self.owner else None
        if given is not None:
            return run.iterate(node, given, construct)
        if self.element is not None:
            return run.iterator(None, Plain())
        return run.iterator(tuple(value_of_key(key, run.is_own(self)) for key, _ in self.entries))

    # Operators

    def binary(self, run: Run, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        if symbol != "|" or not isinstance(other, Mapped):
            return None
        rest = [side.element for side in (self, other) if side.element is not None]
        return Mapped(updated(self.entries, dict(other.entries)), join_all(rest) if rest else None, run.identity())

    def note_search(self, run: Run, node: ast.AST, item: Value) -> None:
        item.hash(run, node)

    # Attributes and methods

    def attribute(self, run: Run, read: Read) -> Optional[Value]:
        if self.is_namespace and self.get(read.name) is not None:
            return self.item(run, read.node, constant(read.name), read.frame)
        return super().attribute(run, read)

    def set_attribute(self, run: Run, write: Write) -> None:
        if write.name == "__dict__" and isinstance(write.value, Mapped) and write.value.identity == self.identity:
            run.write(replace(self, is_namespace=True))
        elif self.is_namespace:
            run.rebind(write.holder, self.with_item(constant(write.name), write.value), write.frame, Change.ENTRY)
        else:
            super().set_attribute(run, write)

    def _values_of(self) -> Value:
        return join_all([value for _, value in self.entries] + [self.element or BOTTOM])

    def method_get(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        return self._looked_up(run, node, arguments, NONE)

    def _looked_up(self, run: Run, node: ast.Call, arguments: Arguments, missing: Value) -> Value:
        """Return the value of the key that is the first argument; the second, or else `missing`, if there is none."""
        if not arguments.positional:
            return UNKNOWN
        default = arguments.positional[1] if len(arguments.positional) > 1 else missing
        return run.lift(lambda key: self._of_key(run, node, key, default), arguments.positional[0])

    def _of_key(self, run: Run, node: ast.Call, key: Value, default: Value) -> Value:
        key.hash(run, node)
        if not isinstance(key, Plain) or not key.known:
            return run.chosen_by(node, key, join(self._values_of(), default))
        result = self.get(key.value)
        run.note_found(node, self, key, default if result is None else result)
        if result is None:
            return default
        return join(result, default) if result is self.element else result

    def method_pop(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        result = self._looked_up(run, node, arguments, BOTTOM)
        if arguments.first.known:
            left = self.without_item(arguments.first)
            run.rebind_receiver(node, left if isinstance(left, Mapped) else self, frame, Change.CHANGED)
        return result

    def method_setdefault(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        result = self._looked_up(run, node, arguments, NONE)
        key = arguments.first
        held = self.get(key.python_value) if key.known else None
        if held is None or held is self.element:
            filled = self.with_item(key, result)
            if isinstance(filled, Mapped):
                run.rebind_receiver(node, filled, frame)
        return result

    def method_values(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        known = tuple(value for _, value in self.entries)
        return Sequence("dict view", known if self.element is None else None, self._values_of())

    def method_keys(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        known = tuple(value_of_key(key, run.is_own(self)) for key, _ in self.entries)
        return Sequence("dict view", known if self.element is None else None, Plain())

    def method_items(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        own = run.is_own(self)
        known = tuple(Sequence("tuple", (value_of_key(key, own), value)) for key, value in self.entries)
        each = Sequence("tuple", (Plain(), self._values_of()))
        return Sequence("dict view", known if self.element is None else None, each)

    def method_update(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        given = arguments.positional[0] if arguments.positional else Mapped()
        if isinstance(given, Sequence):
            given = run.call(node, Imported("builtins.dict"), Arguments((given,)), frame)
        if isinstance(given, Mapped) and not arguments.starred:
            entries = {**dict(self.entries), **dict(given.entries), **dict(arguments.keywords)}
            rest = [side.element for side in (self, given) if side.element is not None]
            element = join_all(rest) if rest else None
            updated = replace(self, entries=tuple(entries.items()), element=element)
            for title in entries:
                run.note_set(self, value_of_key(title), False)
        else:
            updated = Mapped((), UNKNOWN, self.identity)
        run.rebind_receiver(node, updated, frame)
        return NONE

    def method_popitem(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        if self.element is not None:
            value = self._values_of()
            run.rebind_receiver(node, replace(self, entries=(), element=value), frame)
            return Sequence("tuple", (Plain(), value))
        if not self.entries:
            return UNKNOWN
        place = len(self.entries) - 1 if arguments.get(0, "last") in (None, constant(True)) else 0
        key, value = self.entries[place]
        left = self.entries[:place] + self.entries[place + 1 :]
        run.rebind_receiver(node, replace(self, entries=left), frame)
        return Sequence("tuple", (value_of_key(key), value))

    def method_clear(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        run.rebind_receiver(node, Mapped((), None, self.identity, self.default), frame)
        return NONE


def key_of(value: Value) -> Any:
    """Return the key of `value` in a dict: the Python value of a constant, a module or imported class itself, otherwise
    :data:`NOT_KNOWN`."""
    if isinstance(value, Plain):
        return value.value
    module = isinstance(value, Imported) or isinstance(value, Namespace) and value.phase != "both"
    return value if module else NOT_KNOWN


def value_of_key(key: Any, is_literal: bool = False) -> Value:
    """Return the value with this key: the inverse of :func:`key_of`."""
    return key if isinstance(key, Value) else constant(key, is_literal)
