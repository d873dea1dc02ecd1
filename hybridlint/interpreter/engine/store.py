"""The abstract store: the values of attributes, globals and containers in one call."""

from __future__ import annotations

import dataclasses
import operator
from typing import TYPE_CHECKING, Any, Dict, FrozenSet, Iterable, List, Mapping, Optional, Set, Tuple, Union

from hybridlint.dataclass import replace
from hybridlint.values import (
    BOTTOM,
    Binding,
    Bound,
    BoundMethod,
    Cell,
    Container,
    Instance,
    Mapped,
    NamedTuple,
    Plain,
    Sequence,
    Tensor,
    Value,
    join,
)
from hybridlint.values.lattice import Variable

if TYPE_CHECKING:
    from hybridlint.graph import Node

#: The classes of values that are or contain mutable objects other than arrays.
LOADED = frozenset([Sequence, NamedTuple, Mapped, Instance, BoundMethod, Variable])
WITH_ARRAYS = LOADED | {Tensor}

#: The contents of an array of which nothing is known.
_UNKNOWN_CONTENTS = Tensor()

#: A variable that outlives a call: a class and an attribute of it or its instances, or MODULE or FUNCTIONS and a name.
Key = Tuple[str, str]
#: The holders of globals, and of free variables and default arguments of functions.
MODULE, FUNCTIONS = "", "()"
#: An entry of a list, dict or object: its identity, and the index, key or name.
EntryKey = Tuple[int, Any]


@dataclasses.dataclass(frozen=True)
class Carried:
    """The loop-carried state: what a call of an entry point leaves to the next, as calls are iterations of a loop."""

    #: Attributes that calls fill with tensors → the assignments that do so, with the tensors.
    stores: Mapping[Key, Mapping[int, Tuple[Any, Value]]] = dataclasses.field(default_factory=dict, compare=False)
    #: The other attributes that change between calls, and the entries of containers that do.
    varying: FrozenSet[Key] = frozenset()
    varying_entries: FrozenSet[EntryKey] = frozenset()
    #: Globals that each call changes and restores.
    restored: FrozenSet[Key] = frozenset()
    #: Attributes that are None or missing before the first call → the number, flag or string that a call leaves there.
    left: Mapping[Key, Plain] = dataclasses.field(default_factory=dict, compare=False)
    #: Attributes of known value before the first call → the other one that it leaves there.
    second: Mapping[Key, Plain] = dataclasses.field(default_factory=dict, compare=False)
    #: Those of them that the second call changes again.
    unsettled: FrozenSet[Key] = frozenset()

    @property
    def size(self) -> int:
        """The number of attributes and entries that are known to change between calls."""
        keys = self.varying, self.varying_entries, self.restored, self.unsettled
        return sum(map(len, (self.stores, self.left, *keys)))

    def holds_tensor(self, key: Key) -> bool:
        """Return whether calls leave a tensor in an attribute."""
        return key in self.stores and key not in self.restored

    def left_in(self, key: Key) -> Value:
        """Return what any call but the first finds in an attribute that is missing before the first; BOTTOM if no call
        is known to set it."""
        return replace(self.left[key], is_literal=False) if key in self.left else BOTTOM

    def settled_in(self, key: Key) -> Optional[Plain]:
        """Return what every call but the first finds in an attribute that changes; None if that is not known."""
        return None if key in self.unsettled else self.second.get(key)

    def joined(self, other: Carried) -> Carried:
        """Return what either leaves."""
        if self is other:
            return self
        stores = dict(self.stores)
        for key, places in other.stores.items():
            stores[key] = {**stores.get(key, {}), **places}
        restored = self.restored | other.restored
        varying = (self.varying | other.varying) - restored
        left, second = {**self.left, **other.left}, {**self.second, **other.second}
        entries, unsettled = self.varying_entries | other.varying_entries, self.unsettled | other.unsettled
        return Carried(stores, varying, entries, restored, left, second, unsettled)


@dataclasses.dataclass
class Store:
    """The abstract store of one call.

    `values` are the attributes, globals and free variables that the call has assigned; `defined` are the keys, and the
    entries of containers, whose value depends on this call alone (*killed*, in the terms of data-flow analysis). `heap`
    maps addresses to the contents of containers that were changed in place, and `initial` to those first seen, in any
    branch. `arrays` maps the arrays that were written to a tensor with the node of their contents, and `unwritten` to
    one with that before the first write, in any branch. `carried` is what this call and earlier ones leave to the next.
    """

    values: Dict[Key, Value] = dataclasses.field(default_factory=dict)
    defined: Set[Union[Key, EntryKey]] = dataclasses.field(default_factory=set)
    heap: Dict[int, Container] = dataclasses.field(default_factory=dict)
    initial: Dict[int, Container] = dataclasses.field(default_factory=dict)
    arrays: Dict[Cell, Tensor] = dataclasses.field(default_factory=dict)
    unwritten: Dict[Cell, Tensor] = dataclasses.field(default_factory=dict)
    carried: Carried = Carried()
    #: Whether `heap` belongs to copies too, so that it must be copied before a write.
    shared: bool = dataclasses.field(default=False, compare=False)

    def copy(self) -> Store:
        self.shared = True
        values, defined = dict(self.values), set(self.defined)
        return Store(values, defined, self.heap, self.initial, self.arrays, self.unwritten, self.carried, True)

    def joined(self, other: Store, bound: Bound = join) -> Store:
        """Return the join with another store, as after an `if`. A key that only one of them has retains its value."""
        values = {**self.values, **other.values}
        for key in self.values.keys() & other.values.keys():
            values[key] = bound(self.values[key], other.values[key])
        heap, arrays = self._joined_heap(other, bound), self._joined_arrays(other, bound)
        defined, carried = self.defined & other.defined, self.carried.joined(other.carried)
        return Store(values, defined, heap, self.initial, arrays, self.unwritten, carried)

    def set(self, key: Key, value: Value) -> None:
        """Store `value` under `key`."""
        self.values[key] = value

    def keys_set_since(self, before: Mapping[Key, Value]) -> Set[Key]:
        """Return the keys under which the call has stored other values than those `before`."""
        return {key for key, value in self.values.items() if before.get(key) is not value}

    def define(self, key: Union[Key, EntryKey]) -> None:
        """Record that what is under `key` depends on this call alone."""
        self.defined.add(key)

    def leave(self, **carried: Any) -> None:
        """Leave more to the next call: fields of `Carried`."""
        self.carried = self.carried.joined(Carried(**carried))

    def _joined_arrays(self, other: Store, bound: Bound) -> Dict[Cell, Tensor]:
        if self.arrays is other.arrays:
            return self.arrays
        joined = dict(self.arrays)
        for cell in self.arrays.keys() | other.arrays.keys():
            item, another = (
                store.arrays.get(cell) or self.unwritten.get(cell, _UNKNOWN_CONTENTS) for store in (self, other)
            )
            both = bound(item, another)
            joined[cell] = both if isinstance(both, Tensor) else _UNKNOWN_CONTENTS
        return joined

    def write_array(self, cell: Cell, before: Optional[Node], after: Optional[Node]) -> None:
        """Write to the array in `cell`, whose contents change from the node `before` to `after`."""
        self.unwritten.setdefault(cell, Tensor(node=before))
        self.arrays = {**self.arrays, cell: Tensor(node=after)}

    def write_any(self, addresses: Iterable[int]) -> None:
        """Write to one of the arrays at `addresses`: the contents of all are unknown after it."""
        for address in addresses:
            self.arrays = {cell: held for cell, held in self.arrays.items() if cell[0] != address}
            self.write_array((address, None), None, None)

    def forget_arrays(self, since: int) -> None:
        """Forget the contents of the arrays that were made after the identity `since`, in a round of a loop."""
        if any(address > since for address, _ in self.arrays):
            self.arrays = {cell: held for cell, held in self.arrays.items() if cell[0] <= since}

    def contents(self, tensor: Tensor) -> Tensor:
        """Return `tensor` with what is in its array now, which its aliases and views may have written."""
        memory = tensor.storage
        node = None
        if memory.may_be_other:
            if memory.addresses and memory.addresses.isdisjoint(address for address, _ in self.arrays):
                return tensor
        elif memory.cell in self.arrays:
            node = self.arrays[memory.cell].node
            for step in memory.steps[memory.cell[1] is not None :]:
                node = node and node.graph.apply(step[0], [node], (node.number, step[1:]))
        elif (memory.cell[0], None) not in self.arrays:
            return tensor
        return tensor if node is tensor.node else replace(tensor, node=node)

    def _joined_heap(self, other: Store, bound: Bound) -> Dict[int, Container]:
        joined = dict(self.heap)
        for address in self.differing(other):
            item, another = self.at(address), other.at(address)
            if item is None or another is None:  # made in one branch, and unknown to the other
                held = another if item is None else item
                assert held is not None
                joined[address] = held
                continue
            both = item if item is another else bound(item, another)
            if isinstance(both, Container):
                joined[address] = both if both.identity == address else both.at(address)
            else:
                joined.pop(address, None)
        return joined

    def differing(self, other: Store) -> List[int]:
        """Return the addresses at which two stores differ."""
        if self.heap is other.heap:
            return []
        addresses = [address for address, held in self.heap.items() if other.heap.get(address) is not held]
        addresses.extend(other.heap.keys() - self.heap.keys())
        return addresses

    def at(self, address: int) -> Optional[Container]:
        """Return the container at an address; None for one that was never seen."""
        return self.heap.get(address, self.initial.get(address))

    def write(self, container: Container) -> None:
        """Write a container to its address: a strong update."""
        if container.identity:
            if self.shared:
                self.heap, self.shared = dict(self.heap), False
            self.heap[container.identity] = container

    def load(self, value: Value) -> Value:
        """Return `value` with the current contents of all containers in it."""
        return self._loaded(value, ())

    def _loaded(self, value: Value, around: Tuple[int, ...]) -> Value:
        if value.__class__ not in (WITH_ARRAYS if self.arrays else LOADED):
            return value
        if isinstance(value, Container):
            return self._container_loaded(value, around)
        if isinstance(value, Tensor):
            return self.contents(value)
        if isinstance(value, Variable):
            loaded = [self._loaded(item, around) for item in value.values]
            if all(map(operator.is_, loaded, value.values)):
                return value
            return Variable(tuple(Binding(item, before.condition) for item, before in zip(loaded, value.bindings)))
        assert isinstance(value, BoundMethod)
        receiver = self._loaded(value.receiver, around)
        return value if receiver is value.receiver else replace(value, receiver=receiver)

    def _container_loaded(self, value: Container, around: Tuple[int, ...]) -> Value:
        address = value.identity
        if not self.heap and not self.arrays and self.initial.get(address) is value:
            return value  # and so is everything in it
        if address:
            if address in around:
                return value  # it contains itself
            held = self.heap.get(address)
            if held is None:
                self.initial.setdefault(address, value)
            elif held is not value:
                value = held if held.taint or not value.taint else held.with_taint(value.taint)  # type: ignore[assignment]
            around = (*around, address)
        inside = around
        return value.mapped(lambda part: self._loaded(part, inside), WITH_ARRAYS if self.arrays else LOADED)
