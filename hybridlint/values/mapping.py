"""Dicts."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Optional, Tuple

from hybridlint.dataclass import dataclass, replace
from hybridlint.values.base import UNKNOWN, Container, Mergeable, Value
from hybridlint.values.lattice import Merge, flat, join, join_all
from hybridlint.values.namespace import Imported, Namespace
from hybridlint.values.plain import NOT_KNOWN, Plain, constant


def updated(entries: Tuple[Tuple[Any, Value], ...], changed: Dict[Any, Value]) -> Tuple[Tuple[Any, Value], ...]:
    """Return `entries` with those in `changed` replaced, or added at the end."""
    return tuple({**dict(entries), **changed}.items())


def _by_key(entries: Tuple[Tuple[Any, Value], ...]) -> Dict[Any, Value]:
    """Return entries without their order; 1, True and 1.0 are different keys."""
    return {(type(key), key): value for key, value in entries}


@dataclass(frozen=True, eq=False)
class Mapped(Mergeable, Container):
    """A dict. `entries` are (key, value) pairs with keys of :func:`key_of`; `element` is the join of all other values,
    None if there are none. `default` is the value of a missing key of a `defaultdict`. `owner` is its class if the file
    defines that. As in Python, the order of entries does not matter to equality."""

    entries: Tuple[Tuple[Any, Value], ...] = ()
    element: Optional[Value] = None
    identity: int = 0
    default: Optional[Value] = None
    owner: str = ""

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
        return Mapped(entries, join_all(rest, nodes) if rest else None, identity, default, owner)

    @property
    def holds_tensor(self) -> bool:
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
