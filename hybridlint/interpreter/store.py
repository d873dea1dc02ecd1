"""The abstract store: what attributes, names of the module and the addresses of containers hold in one call."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any, Dict, List, Optional, Set, Tuple, Union

from hybridlint.containers import CONTAINERS, Container, parts, rest, with_parts
from hybridlint.lattice import Bound, join
from hybridlint.values import Binding, BoundMethod, Instance, Mapped, NamedTuple, Sequence, Value, Variable


class Change(enum.Enum):
    """What a statement does to what an attribute or name holds."""

    SET = "something else is put there, or all that was in it is taken out"
    ENTRY = "one entry of it is set, and is noted by itself"
    OF_EACH_PHASE = (
        "each phase sets an entry of its own, which the other does not find, and which is the same in every call"
    )
    CHANGED = "it is changed in place"
    GROWN = "it is changed in place, and what was in it still is"


#: What holds, or is, something that can be changed in place.
_LOADED = frozenset([Sequence, NamedTuple, Mapped, Instance, BoundMethod, Variable])

#: What outlives a call: a class and an attribute of it or of its instances, or one of the following and a name.
Key = Tuple[str, str]
#: Where names of the module are, and those that functions close over or have as a default.
MODULE, FUNCTIONS = "", "()"
#: An entry of a list, dict or object: its identity, and the index, key or name.
EntryKey = Tuple[int, Any]


@dataclasses.dataclass
class Store:
    """What one call has stored so far.

    `values` is what it has put on `self`, in the module and in closures; `defined` are the keys, and the entries of
    containers, that hold what this call alone has made (they are *killed*, in the words of data-flow analysis). `heap`
    is what the containers that were changed in place hold, by their addresses, and `initial` what each held when it was
    first seen, in whichever branch."""

    values: Dict[Key, Value] = dataclasses.field(default_factory=dict)
    defined: Set[Union[Key, EntryKey]] = dataclasses.field(default_factory=set)
    heap: Dict[int, Container] = dataclasses.field(default_factory=dict)
    initial: Dict[int, Container] = dataclasses.field(default_factory=dict)

    def copy(self) -> Store:
        return Store(dict(self.values), set(self.defined), dict(self.heap), self.initial)

    def joined(self, other: Store, bound: Bound = join) -> Store:
        """What stands for either of two, as after an `if`; what one of them alone has set counts as set."""
        values = {**self.values, **other.values}
        for key in self.values.keys() & other.values.keys():
            values[key] = bound(self.values[key], other.values[key])
        return Store(values, self.defined & other.defined, self._joined_heap(other, bound), self.initial)

    def _joined_heap(self, other: Store, bound: Bound) -> Dict[int, Container]:
        joined = dict(self.heap)
        for address in self.differing(other):
            one, another = self.at(address), other.at(address)
            if one is None or another is None:  # made in one branch, and unknown to the other
                held = another if one is None else one
                assert held is not None
                joined[address] = held
                continue
            both = one if one is another else bound(one, another)
            if isinstance(both, CONTAINERS):
                joined[address] = both if both.identity == address else dataclasses.replace(both, identity=address)
            else:
                joined.pop(address, None)
        return joined

    def differing(self, other: Store) -> List[int]:
        """The addresses of the containers that two stores do not hold the very same of."""
        found = [address for address, held in self.heap.items() if other.heap.get(address) is not held]
        found.extend(other.heap.keys() - self.heap.keys())
        return found

    def at(self, address: int) -> Optional[Container]:
        """What the container at an address holds; None for one that was never seen."""
        return self.heap.get(address, self.initial.get(address))

    def write(self, container: Container) -> None:
        """Let a container hold what it holds now, under all of its names."""
        if container.identity:
            self.heap[container.identity] = container

    def load(self, value: Value) -> Value:
        """`value`, with what the containers in it hold by now."""
        return self._loaded(value, ()) if value.__class__ in _LOADED else value

    def _loaded(self, value: Value, around: Tuple[int, ...]) -> Value:
        if value.__class__ not in _LOADED:
            return value
        if isinstance(value, Variable):
            several = [Binding(self._loaded(one.value, around), one.condition) for one in value.bindings]
            same = all(one.value is before.value for one, before in zip(several, value.bindings))
            return value if same else Variable(tuple(several))
        if isinstance(value, BoundMethod):
            receiver = self._loaded(value.receiver, around)
            return value if receiver is value.receiver else dataclasses.replace(value, receiver=receiver)
        return self._container_loaded(value, around) if isinstance(value, CONTAINERS) else value

    def _container_loaded(self, value: Container, around: Tuple[int, ...]) -> Value:
        address = value.identity
        if not self.heap and self.initial.get(address) is value:
            return value  # and so is everything in it
        if address:
            if address in around:
                return value  # it holds itself
            held = self.heap.get(address)
            if held is None:
                self.initial.setdefault(address, value)
            elif held is not value:
                value = held if not isinstance(held, Sequence) or held.taint else _marked_like(held, value)
            around = (*around, address)
        changed = {}
        for key, part in parts(value):
            if part.__class__ in _LOADED:
                loaded = self._loaded(part, around)
                if loaded is not part:
                    changed[key] = loaded
        filled = with_parts(value, changed) if changed else value
        for other in rest(filled):
            loaded = self._loaded(other, around)
            if loaded is not other and not isinstance(filled, Instance):
                filled = dataclasses.replace(filled, element=loaded)
        return filled


def _marked_like(held: Sequence, value: Container) -> Sequence:
    """`held`, which changes from call to call if `value` does."""
    return dataclasses.replace(held, taint=value.taint) if isinstance(value, Sequence) and value.taint else held
