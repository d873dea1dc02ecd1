"""The lattice of values: join, order and widening.

`join` is the least upper bound: commutative, associative, idempotent. :data:`UNKNOWN` is the greatest value. Values of
one kind are merged field by field, by their method `merged`; values of different kinds become the bindings of a
:class:`Variable`. A field is *flat* (one known value, or unknown), a set, a flag or a value.
"""

from __future__ import annotations

import functools
import typing
from typing import (
    TYPE_CHECKING,
    AbstractSet,
    Callable,
    Dict,
    FrozenSet,
    Iterable,
    List,
    Mapping,
    Optional,
    Tuple,
    TypeVar,
)

from hybridlint.dataclass import dataclass, replace
from hybridlint.graph import Node
from hybridlint.values.base import UNANALYSED, UNKNOWN, Taint, Value, taint_among
from hybridlint.values.memory import Memory

if TYPE_CHECKING:
    from hybridlint.values.tensor import Tensor

_T = TypeVar("_T")

#: A test of the configuration, as text, and its outcome.
Fact = Tuple[str, bool]


@dataclass(frozen=True)
class Binding:
    """A possible value of a variable, under the condition that all facts of `condition` hold."""

    value: Value
    condition: FrozenSet[Fact] = frozenset()


@dataclass(frozen=True, eq=False)
class Variable(Value):
    """An unordered set of possible values, made by :func:`join`: at most one binding for each
    kind of value that can be merged (tensors, constants, lists …), one for each value of any other kind."""

    selects_graph = True
    has_alternatives = True

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
        return tuple([binding.value for binding in self.bindings])

    def mapped(self, change: Callable[[Value], Value]) -> Variable:
        """Return the variable with `change` applied to each possible value."""
        return Variable(tuple(Binding(change(binding.value), binding.condition) for binding in self.bindings))

    def bounded(self, depth: int) -> Value:
        if len(self.bindings) > MOST_ALTERNATIVES:
            return UNKNOWN
        return join_all(depending_on(binding.value.bounded(depth), binding.condition) for binding in self.bindings)

    def renumbered(self, numbers: Optional[Dict[int, int]]) -> Value:
        return self.mapped(lambda value: value.renumbered(numbers))

    @property
    def holds_tensor(self) -> bool:  # type: ignore[override]
        return any(binding.value.holds_tensor for binding in self.bindings)

    def tensors(self) -> Iterable[Tensor]:
        for binding in self.bindings:
            yield from binding.value.tensors()

    @property
    def hides_tensors(self) -> bool:  # type: ignore[override]
        return any(binding.value.hides_tensors for binding in self.bindings)

    def nodes(self) -> Iterable[Optional[Node]]:
        for binding in self.bindings:
            yield from binding.value.nodes()

    @property
    def any_taint(self) -> Taint:  # type: ignore[override]
        return taint_among(self.values)

    @property
    def has_origin(self) -> bool:  # type: ignore[override]
        return any(binding.value.has_origin for binding in self.bindings)

    @property
    def is_block(self) -> bool:  # type: ignore[override]
        return any(binding.value.is_block for binding in self.bindings)

    def in_any_round(self, before: Optional[Value], since: Loop) -> Value:
        return self.mapped(lambda value: value.in_any_round(None, since)) if before is None else self


def alternatives(value: Value) -> Tuple[Value, ...]:
    """Return the possible values of a variable; of any other value, that value alone."""
    return value.values if value.has_alternatives else (value,)  # type: ignore[attr-defined]


#: The least value: that of an expression which is not evaluated.
BOTTOM = Variable(())

#: A value nested more deeply than this is widened to UNKNOWN.
MOST_NESTED = 6
#: A variable with more alternatives than this is widened to UNKNOWN.
MOST_ALTERNATIVES = 12
#: The most alternatives of a join, each of which is compared with all others and run by a call.
_MOST_JOINED = 64


def flat(first: _T, second: _T, unknown: _T) -> _T:
    """Return the join of two flat fields, where `unknown` is the greatest element."""
    return first if first == second else unknown


class Merge:
    """How two tensors become one where control flow meets."""

    def node(self, first: Optional[Node], second: Optional[Node]) -> Optional[Node]:
        """Return the node of both; None is an unknown node."""
        if first is None or second is None or first is second:
            return first if first is second else None
        return first.graph.either(first, second)

    def place(self, first: Tensor, second: Tensor) -> Tuple[int, Optional[Memory]]:
        """Return the identity and the memory of both."""
        identity = flat(first.identity, second.identity, 0)
        if first.identity == second.identity and first.memory == second.memory:
            return identity, first.memory
        left, right = first.storage, second.storage
        return identity, left if left == right else left.joined(right)


JOIN = Merge()


def join(first: Value, second: Value, nodes: Merge = JOIN) -> Value:
    """Return the least value that includes `first` and `second`."""
    if first is second:
        return first
    if first.is_like(second):
        return first if first.compares_all and first == second else first.merged(second, nodes)
    if first.is_unknown or second.is_unknown:
        return UNANALYSED if first is UNANALYSED or second is UNANALYSED else UNKNOWN
    if first == second:
        return first
    joined = list(bindings(first))
    for binding in bindings(second):
        for position, known in enumerate(joined):
            if known.value.is_like(binding.value) or known.value == binding.value:
                both = join(known.value, binding.value, nodes)
                joined[position] = Binding(both, known.condition & binding.condition)
                break
        else:
            joined.append(binding)
    return _variable(joined) if len(joined) <= _MOST_JOINED else UNKNOWN


def join_all(values: Iterable[Value], nodes: Merge = JOIN) -> Value:
    """Return the join of `values`; UNKNOWN if there are none."""
    several = iter(values)
    return functools.reduce(lambda first, second: join(first, second, nodes), several, next(several, UNKNOWN))


def includes(first: Value, second: Value) -> bool:
    """Return whether `first` is at or above `second`: it can be whatever `second` can be."""
    return join(first, second) == first


def widen(before: Value, after: Value, loop: Loop) -> Value:
    """Return an upper bound of the values before and after a round of `loop`. Every chain of repeated widening is
    finite: the nodes of a tensor become one node of the loop, and the arrays that the loop makes one address."""
    both = join(before, after, _Widening(loop))
    return before if both == before else both.bounded(MOST_NESTED)


class Loop(typing.NamedTuple):
    """An execution of the loop `node`, whose nodes of the graph are known by it. Identities above `identity` and shapes
    above `shape` were made in it; `address` stands for the arrays that its earlier rounds made."""

    node: object
    identity: int
    shape: int
    address: int

    def place(self, tensor: Tensor) -> Tuple[int, Optional[Memory]]:
        """Return the identity and the memory of `tensor` in later rounds."""
        memory = tensor.storage
        older = {address for address in memory.addresses if address <= self.identity}
        if len(older) == len(memory.addresses):
            return (tensor.identity if tensor.identity <= self.identity else 0), tensor.memory
        return 0, Memory(frozenset(older | {self.address}), (), True)


class _Widening(Merge):
    def __init__(self, loop: Loop) -> None:
        self._loop = loop

    def node(self, first: Optional[Node], second: Optional[Node]) -> Optional[Node]:
        if first is None or second is None or first is second:
            return first if first is second else None
        return first.graph.widened(first, second, self._loop.node)

    def place(self, first: Tensor, second: Tensor) -> Tuple[int, Optional[Memory]]:
        identity, memory = super().place(first, second)
        return self._loop.place(replace(first, identity=identity, memory=memory))


#: An upper bound of two values: `join` or `widen`.
Bound = Callable[[Value, Value], Value]


def join_names(first: Mapping[str, Value], second: Mapping[str, Value], bound: Bound = join) -> Dict[str, Value]:
    """Join two environments. A name that is bound in one alone retains its value: the other would raise NameError in
    both phases. A narrowed attribute (`self.x`) in one alone is dropped."""
    if first is second:
        return dict(first)
    both = dict(first)
    for name, value in second.items():
        known = both.get(name)
        if known is not value:
            both[name] = value if known is None else bound(known, value)
    for name in set(first) ^ set(second):
        if "." in name:
            del both[name]
    return both


def depending_on(value: Value, condition: Iterable[Fact]) -> Value:
    """Return `value` with `condition` added to that of each binding."""
    facts = frozenset(condition)
    return (
        Variable(tuple(Binding(binding.value, binding.condition | facts) for binding in bindings(value)))
        if facts
        else value
    )


def without(value: Value, excluded: Callable[[Binding], bool]) -> Value:
    """Return `value` without the bindings that are `excluded`; UNKNOWN if none remains, but BOTTOM for BOTTOM."""
    if not isinstance(value, Variable) or value == BOTTOM:
        return value
    left = [binding for binding in value.bindings if not excluded(binding)]
    return _variable(left) if left else UNKNOWN


def _variable(bindings: List[Binding]) -> Value:
    """Return the variable with these bindings; the value of a single unconditional binding."""
    only = len(bindings) == 1 and not bindings[0].condition
    return bindings[0].value if only else Variable(tuple(bindings))


def given(value: Value, facts: AbstractSet[Fact]) -> Value:
    """Return `value` given that `facts` hold: without the bindings whose condition they contradict."""
    against = {(text, not outcome) for text, outcome in facts}
    left = without(value, lambda binding: not against.isdisjoint(binding.condition))
    return join_all(depending_on(binding.value, binding.condition - facts) for binding in bindings(left))


def bindings(value: Value) -> Tuple[Binding, ...]:
    """Return the bindings of a variable; of any other value, that value without a condition."""
    return value.bindings if isinstance(value, Variable) else (Binding(value),)
