"""The state of the analysis of one entry point, over all attempts to run it and of each of them.

An entry point is run again while there is news of its inputs and its state: see `entry_points.py`."""

from __future__ import annotations

import ast
import collections
import dataclasses
from typing import Any, Dict, List, Optional, Set, Tuple, Union

from hybridlint.containers import Container
from hybridlint.events import Event
from hybridlint.interpreter.store import Change, EntryKey, Key, Store
from hybridlint.values import UNKNOWN, Value


@dataclasses.dataclass
class Carried:
    """What a call of an entry point leaves to the next one: calls are the iterations of a loop, which carries this."""

    #: What is filled with tensors, where, and with which; what else changes from call to call; and the entries of
    #: lists, dicts and objects that do.
    tensors: Set[Key] = dataclasses.field(default_factory=set)
    stores: Dict[Key, Dict[int, Tuple[Any, Value]]] = dataclasses.field(default_factory=dict)
    varying: Set[Key] = dataclasses.field(default_factory=set)
    varying_entries: Set[EntryKey] = dataclasses.field(default_factory=set)
    #: Names of the module that each call changes and puts back.
    restored: Set[Key] = dataclasses.field(default_factory=set)

    def copy(self) -> Carried:
        stores = {key: dict(places) for key, places in self.stores.items()}
        return Carried(set(self.tensors), stores, set(self.varying), set(self.varying_entries), set(self.restored))


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
    #: Those of the lists that only the way they are read tells to be one, which arrays can be, too.
    read_as_lists: Set[str] = dataclasses.field(default_factory=set)
    #: The expressions that pick one of several blocks, or an item of a list that was handed over: `i` of
    #: `self.branches[i]`.
    block_picks: Set[str] = dataclasses.field(default_factory=set)
    #: The name of `*inputs`, and whether its elements are certainly tensors.
    star_input: str = ""
    star_input_is_tensors: bool = False
    carried: Carried = dataclasses.field(default_factory=Carried)

    def known_of_self(self) -> int:
        """How many attributes of `self`, and entries of what is there, are known to be filled or changed."""
        keys = len(self.carried.varying) + len(self.carried.tensors) + len(self.carried.restored)
        return keys + len(self.carried.varying_entries)


@dataclasses.dataclass
class Evidence:
    """What the events of one input say of it: tensor, list of tensors, or plain value."""

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
    escaped: List[Value] = dataclasses.field(default_factory=list)
    #: The calls of operators of which it matters which outputs are used: the operator, the node, and the outputs that
    #: are wrong without the first.
    calls_in_part: Dict[int, Tuple[str, Any, Tuple[int, ...]]] = dataclasses.field(default_factory=dict)
    evidence: Dict[str, Evidence] = dataclasses.field(default_factory=dict)
    #: How often each function of the file has called itself.
    recursions: Dict[int, int] = dataclasses.field(default_factory=collections.Counter)
    #: What this call has put on `self` so far, and at each `return` of the function that runs.
    store: Store = dataclasses.field(default_factory=Store)
    returned: List[Store] = dataclasses.field(default_factory=list)
    #: The generators of random numbers that this call has given a seed, by the module that they serve.
    seeded: Set[str] = dataclasses.field(default_factory=set)
    #: Where this call has given MXNet's own a seed.
    mxnet_seeded: Optional[ast.AST] = None
    #: The expression that names what is about to be changed in place, and how: to name it there is not to read it.
    changing: Tuple[Optional[ast.AST], Optional[Change]] = (None, None)
    #: Upward-exposed reads: attributes of `self` that this call has read as the call before, or `__init__`, left them.
    exposed: Set[Key] = dataclasses.field(default_factory=set)
    #: Those of them that `__init__` leaves out, and of which this call has asked whether they are there, with what it
    #: takes in their place.
    defaults: Dict[Key, Value] = dataclasses.field(default_factory=dict)
    read_before: Set[Key] = dataclasses.field(default_factory=set)
    read_after: Set[Key] = dataclasses.field(default_factory=set)
    #: The same of entries of lists, dicts and objects, with what was found there, or taken in its place; and those
    #: that it has set to what it computed from the others.
    exposed_entries: Dict[EntryKey, Value] = dataclasses.field(default_factory=dict)
    computed_entries: Set[EntryKey] = dataclasses.field(default_factory=set)
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
    """What ran apart from the traced phase: its events, and what it left."""

    events: List[Event] = dataclasses.field(default_factory=list)
    store: Store = dataclasses.field(default_factory=Store)
    returned: List[Store] = dataclasses.field(default_factory=list)
    carried: Carried = dataclasses.field(default_factory=Carried)
