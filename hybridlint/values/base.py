"""The base of all values, and sets of possible values."""

from __future__ import annotations

from typing import Any, Callable, Dict, FrozenSet, Iterable, Optional, Tuple

from hybridlint.dataclass import dataclass, replace


class Value:
    """Base of all values."""

    __slots__ = ()


@dataclass(frozen=True)
class Unknown(Value):
    """Any object. No rule reports about it."""


UNKNOWN = Unknown()
#: A test of the configuration, as text, and its outcome.
Fact = Tuple[str, bool]


@dataclass(frozen=True)
class Binding:
    """A possible value of a variable, under the condition that all facts of `condition` hold."""

    value: Value
    condition: FrozenSet[Fact] = frozenset()


@dataclass(frozen=True, eq=False)
class Variable(Value):
    """An unordered set of possible values, made by :func:`hybridlint.lattice.join`: at most one binding for each kind
    of value that can be merged (tensors, constants, lists …), one for each value of any other kind."""

    bindings: Tuple[Binding, ...]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variable) or len(self.bindings) != len(other.bindings):
            return False
        return all(binding in other.bindings for binding in self.bindings)

    def __hash__(self) -> int:
        return hash((Variable, len(self.bindings)))

    @property
    def values(self) -> Tuple[Value, ...]:
        """The possible values."""
        return tuple(binding.value for binding in self.bindings)


def alternatives(value: Value) -> Tuple[Value, ...]:
    """Return the possible values of a variable; of any other value, that value alone."""
    return value.values if isinstance(value, Variable) else (value,)


class Container(Value):
    """A mutable object with parts: a list, a dict, an instance of a class of the file."""

    __slots__ = ()

    #: Its address in the store; 0 if it was never changed or shared.
    identity: int

    def parts(self) -> Iterable[Tuple[Any, Value]]:
        """Return the parts that are known individually, with their indices, keys or names."""
        raise NotImplementedError

    def rest(self) -> Optional[Value]:
        """Return the join of all other parts; None if there are none."""
        return None

    def at(self, identity: int) -> Container:
        """Return a copy at another address."""
        return replace(self, identity=identity)  # type: ignore[type-var]

    def with_parts(self, changed: Dict[Any, Value]) -> Container:
        """Return a copy with the parts in `changed` (by index, key or name) replaced or added; a list gets none
        added."""
        raise NotImplementedError

    def with_rest(self, rest: Value) -> Container:
        """Return a copy with `rest` as the join of all parts that are not known individually, if it has such."""
        return self

    def mapped(self, change: Callable[[Value], Value]) -> Container:
        """Return a copy with `change` applied to each part; the container itself if that changes none."""
        changed = {}
        for key, part in self.parts():
            after = change(part)
            if after is not part:
                changed[key] = after
        result = self.with_parts(changed) if changed else self
        rest = result.rest()
        if rest is None:
            return result
        after = change(rest)
        return result if after is rest else result.with_rest(after)
