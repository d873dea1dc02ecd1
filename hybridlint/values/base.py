"""The base of all values: the protocol of what Python does with an object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, ClassVar, Dict, Iterable, Iterator, Optional, Tuple

from hybridlint.dataclass import dataclass, replace
from hybridlint.values.taint import UNTAINTED, Taint

if TYPE_CHECKING:
    from hybridlint.graph import Node
    from hybridlint.values.lattice import Merge
    from hybridlint.values.tensor import Tensor


class Value:
    """Base of all values. A method of the protocol that a kind does not define returns what is known of any object."""

    __slots__ = ()

    # Where control flow meets

    #: Whether `==` compares all fields.
    compares_all: ClassVar[bool] = True

    def is_like(self, other: Value) -> bool:
        """Return whether `merged` joins this value with `other`, rather than becoming two bindings of a variable."""
        return False

    def merged(self, other: Any, nodes: Merge) -> Value:
        """Return the join with `other`, a value that is like this one, field by field."""
        raise NotImplementedError

    def bounded(self, depth: int) -> Value:
        """Return an upper bound that is nested at most `depth` times."""
        return self

    def renumbered(self, numbers: Dict[int, int]) -> Value:
        """Return this value with the identities of blocks and containers replaced by `numbers`, to which it adds the
        next number for each identity that is not there: equal results stand for values that differ in identities
        alone."""
        return self

    # What it holds

    @property
    def holds_tensor(self) -> bool:
        """Whether this is a tensor or holds one at any depth."""
        return False

    def tensors(self) -> Iterator[Tensor]:
        """Yield this value if it is a tensor, or else the tensors in a sequence or a variable."""
        return iter(())

    #: Whether it may hold tensors that `nodes` does not yield.
    hides_tensors: ClassVar[bool] = False

    def nodes(self) -> Iterator[Optional[Node]]:
        """Yield the nodes of the tensors in this value while tracing, at any depth."""
        return iter(())

    @property
    def operand_key(self) -> Any:
        """A key of this operand that is equal for equal values; None if unknown."""
        return None

    @property
    def any_taint(self) -> Taint:
        """The taint of this value or of an element of it."""
        return UNTAINTED

    def with_taint(self, taint: Taint) -> Value:
        """Return this value with another taint; unchanged if it cannot be tainted."""
        return self


class Mergeable(Value):
    """A value of a kind that is merged field by field."""

    __slots__ = ()

    def is_like(self, other: Value) -> bool:
        return other.__class__ is self.__class__


class Tainted(Value):
    """A value that may change between calls."""

    __slots__ = ()

    taint: Taint

    @property
    def any_taint(self) -> Taint:
        return self.taint

    def with_taint(self, taint: Taint) -> Value:
        return replace(self, taint=taint)  # type: ignore[type-var]


def taint_of(value: Value) -> Taint:
    """Return the taint of `value` or of an element of it; :data:`UNTAINTED` if it has none."""
    return value.any_taint


def taint_among(values: Iterable[Value]) -> Taint:
    """Return the taint of the first tainted one of `values`; :data:`UNTAINTED` if none is."""
    return next((value.any_taint for value in values if value.any_taint), UNTAINTED)


def with_taint(value: Value, reason: Taint) -> Value:
    """Return `value` with the taint `reason`, unless that is untainted or `value` cannot be tainted."""
    return value.with_taint(reason) if reason else value


def contains_tensor(value: Value) -> bool:
    """Return whether `value` is a tensor or holds one at any depth."""
    return value.holds_tensor


def tensors_in(value: Value) -> Iterator[Tensor]:
    """Yield `value` if it is a tensor, or else the tensors in it."""
    return value.tensors()


@dataclass(frozen=True)
class Unknown(Value):
    """Any object. No rule reports about it."""

    hides_tensors = True


UNKNOWN = Unknown()


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

    def nodes(self) -> Iterator[Optional[Node]]:
        rest = self.rest()
        for part in [*(part for _, part in self.parts()), *([] if rest is None else [rest])]:
            yield from part.nodes()

    def bounded(self, depth: int) -> Value:
        return self.mapped(lambda part: part.bounded(depth - 1)) if depth else UNKNOWN

    def renumbered(self, numbers: Dict[int, int]) -> Value:
        return self.mapped(lambda part: part.renumbered(numbers)).at(renumbered_identity(self.identity, numbers))


def renumbered_identity(identity: int, numbers: Dict[int, int]) -> int:
    """Return the number of an identity among `numbers`, the next one if it is not there; 0 for none."""
    return numbers.setdefault(identity, len(numbers) + 1) if identity else 0
