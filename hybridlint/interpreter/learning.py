"""What a run learns: of how the file builds blocks, of an entry point, and of one attempt to run that.

An entry point is run again while there is news of its inputs and its state: see `entry_points.py`."""

from __future__ import annotations

import ast
import collections
import copy
import dataclasses
import enum
from typing import Any, Dict, List, Optional, Set, Tuple, Union

from hybridlint.containers import CONTAINERS, Container, parts, rest, with_parts
from hybridlint.events import Arguments, Event
from hybridlint.joining import join
from hybridlint.syntax import FunctionDef
from hybridlint.values import UNKNOWN, BoundMethod, Function, Instance, Mapped, NamedTuple, Sequence, Value


@dataclasses.dataclass
class Structure:
    """How the file builds blocks."""

    #: What the instances of each class hold after `__init__`, and what was put under names that are not known.
    attributes: Dict[str, Dict[str, Value]] = dataclasses.field(default_factory=dict)
    dynamic: Dict[str, Value] = dataclasses.field(default_factory=dict)
    #: The classes that make the blocks of each class (or HybridLambda).
    makers: Dict[Any, Set[str]] = dataclasses.field(default_factory=dict)
    #: The arguments with which the file makes the blocks of each of its classes.
    made_with: Dict[str, List[Arguments]] = dataclasses.field(default_factory=dict)
    #: Inputs of classes of the file that a block of the file gives a plain Python value.
    plain_inputs: Set[Tuple[str, str]] = dataclasses.field(default_factory=set)
    #: Where `__init__` puts a block under an attribute, by the block.
    assigned: Dict[int, Any] = dataclasses.field(default_factory=dict)
    #: The children of each class, the blocks that some block registers, classes that register children themselves, and
    #: containers of blocks.
    children: Dict[str, List[Value]] = dataclasses.field(default_factory=dict)
    registered: Set[int] = dataclasses.field(default_factory=set)
    registers_itself: Set[str] = dataclasses.field(default_factory=set)
    containers: List[Tuple[Any, str, str, str, Value]] = dataclasses.field(default_factory=list)
    #: Functions of HybridLambdas.
    lambdas: List[Function] = dataclasses.field(default_factory=list)
    #: Attributes of classes of the file that a block of another class reads, after a call in the same graph.
    read_by_others: Set[Tuple[str, str]] = dataclasses.field(default_factory=set)
    #: What was found of the classes and functions of the file, so as to look just once.
    lineages: Dict[str, List[str]] = dataclasses.field(default_factory=dict)
    #: The classes in whose lineages a class is, itself among them.
    derived: Dict[str, List[str]] = dataclasses.field(default_factory=dict)
    class_methods: Dict[str, Dict[str, FunctionDef]] = dataclasses.field(default_factory=dict)
    hybrid: Dict[str, Optional[bool]] = dataclasses.field(default_factory=dict)
    generators: Dict[int, bool] = dataclasses.field(default_factory=dict)
    stepped: Dict[int, bool] = dataclasses.field(default_factory=dict)
    #: What the decorators of functions of the module and of classes made of them, and what bodies of classes assign.
    decorated: Dict[int, Value] = dataclasses.field(default_factory=dict)
    class_bodies: Dict[str, Dict[str, Value]] = dataclasses.field(default_factory=dict)
    #: What the methods of classes that are defined in functions close over, by class.
    enclosing: Dict[str, Any] = dataclasses.field(default_factory=dict)

    def copy(self) -> Structure:
        """One that goes on by itself: what is put into it, or taken out, this one does not get."""
        fields = {field.name: copy.copy(getattr(self, field.name)) for field in dataclasses.fields(self)}
        return Structure(**fields)


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
_LOADED = frozenset([Sequence, NamedTuple, Mapped, Instance, BoundMethod])

#: What outlives a call: a class and an attribute of it or of its instances, or one of the following and a name.
Key = Tuple[str, str]
#: Where names of the module are, and those that functions close over or have as a default.
MODULE, FUNCTIONS = "", "()"
#: An entry of a list, dict or object: its identity, and the index, key or name.
EntryKey = Tuple[int, Any]


@dataclasses.dataclass
class Kept:
    """What calls of an entry point leave to the next one."""

    #: What they fill with tensors, where, and with which; what else they change from call to call; and the entries of
    #: lists, dicts and objects that they change.
    tensors: Set[Key] = dataclasses.field(default_factory=set)
    stores: Dict[Key, Dict[int, Tuple[Any, Value]]] = dataclasses.field(default_factory=dict)
    varying: Set[Key] = dataclasses.field(default_factory=set)
    entries: Set[EntryKey] = dataclasses.field(default_factory=set)

    def copy(self) -> Kept:
        stores = {key: dict(places) for key, places in self.stores.items()}
        return Kept(set(self.tensors), stores, set(self.varying), set(self.entries))


@dataclasses.dataclass
class State:
    """What one call has put on `self` so far, and what of it, and which entries, are `anew`: not made of what the call
    before left. `store` is the heap: what the lists, dicts and objects that were changed in place hold, by their
    addresses; `unchanged` is what each held when it was first seen, in whichever branch."""

    values: Dict[Key, Value] = dataclasses.field(default_factory=dict)
    anew: Set[Union[Key, EntryKey]] = dataclasses.field(default_factory=set)
    store: Dict[int, Container] = dataclasses.field(default_factory=dict)
    unchanged: Dict[int, Container] = dataclasses.field(default_factory=dict)

    def copy(self) -> State:
        return State(dict(self.values), set(self.anew), dict(self.store), self.unchanged)

    def joined(self, other: State) -> State:
        """What stands for either of two, as after an `if`; what one of them alone has set counts as set."""
        values = {**self.values, **other.values}
        for key in self.values.keys() & other.values.keys():
            values[key] = join(self.values[key], other.values[key])
        return State(values, self.anew & other.anew, self._joined_store(other), self.unchanged)

    def _joined_store(self, other: State) -> Dict[int, Container]:
        joined = dict(self.store)
        for address in self.store.keys() | other.store.keys():
            if self.store.get(address) is other.store.get(address):
                continue
            one, another = self.at(address), other.at(address)
            if one is None or another is None:  # made in one branch, and unknown to the other
                held = another if one is None else one
                assert held is not None
                joined[address] = held
                continue
            both = one if one is another else join(one, another)
            if isinstance(both, CONTAINERS):
                joined[address] = both if both.identity == address else dataclasses.replace(both, identity=address)
            else:
                joined.pop(address, None)
        return joined

    def at(self, address: int) -> Optional[Container]:
        """What the container at an address holds; None for one that was never seen."""
        return self.store.get(address, self.unchanged.get(address))

    def write(self, container: Container) -> None:
        """Let a container hold what it holds now, under all of its names."""
        if container.identity:
            self.store[container.identity] = container

    def load(self, value: Value) -> Value:
        """`value`, with what the containers in it hold by now."""
        return self._loaded(value, ()) if value.__class__ in _LOADED else value

    def _loaded(self, value: Value, around: Tuple[int, ...]) -> Value:
        if value.__class__ not in _LOADED:
            return value
        if isinstance(value, BoundMethod):
            receiver = self._loaded(value.receiver, around)
            return value if receiver is value.receiver else dataclasses.replace(value, receiver=receiver)
        return self._container_loaded(value, around) if isinstance(value, CONTAINERS) else value

    def _container_loaded(self, value: Container, around: Tuple[int, ...]) -> Value:
        address = value.identity
        if not self.store and self.unchanged.get(address) is value:
            return value  # and so is everything in it
        if address:
            if address in around:
                return value  # it holds itself
            held = self.store.get(address)
            if held is None:
                self.unchanged.setdefault(address, value)
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


@dataclasses.dataclass
class Entry:
    """What is learnt of an entry point over all attempts to run it."""

    #: Whether the entry is only ever a part of another block's graph.
    inner: bool = False
    #: Whether nobody is known to call it, so that what it is given is only guessed.
    guessed: bool = False
    #: Whether it deals in arrays of `mx.np`.
    numpy: bool = False
    #: The inputs that are lists, and those that may be either.
    lists: Set[str] = dataclasses.field(default_factory=set)
    either: Set[str] = dataclasses.field(default_factory=set)
    #: The expressions that pick one of several blocks, or an item of a list that was handed over: `i` of
    #: `self.branches[i]`.
    block_picks: Set[str] = dataclasses.field(default_factory=set)
    #: The name of `*inputs`, and whether its elements are certainly tensors.
    star_input: str = ""
    star_input_is_tensors: bool = False
    kept: Kept = dataclasses.field(default_factory=Kept)

    def known_of_self(self) -> int:
        """How many attributes of `self`, and entries of what is there, are known to be filled or changed."""
        return len(self.kept.varying) + len(self.kept.tensors) + len(self.kept.entries)


@dataclasses.dataclass
class Evidence:
    """What the uses of one input say of it: tensor, list of tensors, or plain value."""

    whole: int = 0
    indices: Set[Any] = dataclasses.field(default_factory=set)
    sliced: bool = False
    iterated: int = 0
    #: A slice of it is: `xs[1:]`.
    part_iterated: int = 0
    measured: int = 0
    tested: int = 0
    #: Things that only a tensor can do: `x.transpose(…)`.
    tensor_only: int = 0
    #: What functions of the file call it that it is handed to.
    names: Set[str] = dataclasses.field(default_factory=set)
    #: Things that only a list can do, and tests whether it is one.
    list_only: int = 0
    type_tested: int = 0
    #: Picked from as blocks are: `self.branches[i](x[i])`.
    beside_blocks: int = 0


@dataclasses.dataclass
class Suspension:
    """How far a generator has come: what it was sent or thrown at each step, whether it has ended and what it returned,
    and the addresses that it has changed, with what those held before."""

    sent: List[Tuple[Value, bool]] = dataclasses.field(default_factory=list)
    ended: bool = False
    result: Value = UNKNOWN
    changed: Set[int] = dataclasses.field(default_factory=set)
    base: Dict[int, Container] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Attempt:
    """What one run over an entry point saw."""

    #: The identity after which everything was made by this call.
    since: int = 0
    #: The generators that this call has made, by their identities.
    suspended: Dict[int, Suspension] = dataclasses.field(default_factory=dict)
    #: Whether it makes operators that cannot be counted: in calls that are not followed, in loops of unknown length.
    uncounted: bool = False
    #: What went where it cannot be followed.
    given_away: List[Value] = dataclasses.field(default_factory=list)
    #: The calls of operators of which it matters which outputs are used: the operator, the node, and the outputs that
    #: are wrong without the first.
    calls_in_part: Dict[int, Tuple[str, Any, Tuple[int, ...]]] = dataclasses.field(default_factory=dict)
    evidence: Dict[str, Evidence] = dataclasses.field(default_factory=dict)
    #: How often each function of the file has called itself.
    recursions: Dict[int, int] = dataclasses.field(default_factory=collections.Counter)
    #: What this call has put on `self` so far, and at each `return` of the function that runs.
    state: State = dataclasses.field(default_factory=State)
    returned: List[State] = dataclasses.field(default_factory=list)
    #: The generators of random numbers that this call has given a seed, by the module that they serve.
    seeded: Set[str] = dataclasses.field(default_factory=set)
    #: Where this call has given MXNet's own a seed.
    mxnet_seeded: Optional[ast.AST] = None
    #: The expression that names what is about to be changed in place, and how: to name it there is not to read it.
    changing: Tuple[Optional[ast.AST], Optional[Change]] = (None, None)
    #: Attributes of `self` that this call has read as the call before, or `__init__`, left them.
    found: Set[Key] = dataclasses.field(default_factory=set)
    #: Those of them that `__init__` leaves out, and of which this call has asked whether they are there, with what it
    #: takes in their place.
    missed: Dict[Key, Value] = dataclasses.field(default_factory=dict)
    read_before: Set[Key] = dataclasses.field(default_factory=set)
    read_after: Set[Key] = dataclasses.field(default_factory=set)
    #: The same of entries of lists, dicts and objects, with what was found there, or taken in its place; and those
    #: that it has set to what it computed from the others.
    entries_found: Dict[EntryKey, Value] = dataclasses.field(default_factory=dict)
    entries_computed: Set[EntryKey] = dataclasses.field(default_factory=set)
    #: Where all these are read, and expressions that do not count as such.
    readers: Dict[Union[Key, EntryKey], List[Any]] = dataclasses.field(default_factory=dict)
    no_readers: Set[int] = dataclasses.field(default_factory=set)

    def read_at(self, place: Union[Key, EntryKey]) -> List[Any]:
        """The expressions that read what stands there."""
        return [node for node in self.readers.get(place, ()) if id(node) not in self.no_readers]

    def change_of(self, node: ast.AST) -> Optional[Change]:
        """What is about to be done in place to what `node` names, if anything."""
        return self.changing[1] if node is self.changing[0] else None


@dataclasses.dataclass
class Stretch:
    """What ran apart from the traced phase: its uses, and what it left."""

    uses: List[Event] = dataclasses.field(default_factory=list)
    state: State = dataclasses.field(default_factory=State)
    returned: List[State] = dataclasses.field(default_factory=list)
    kept: Kept = dataclasses.field(default_factory=Kept)
