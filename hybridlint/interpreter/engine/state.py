"""The state of the analysis: what the file builds, and what is known of one entry point and of each attempt to run it.

An entry point is run again until a fixed point of its inputs and its state: see `entry_points.py`.
"""

from __future__ import annotations

import ast
import collections
import dataclasses
from typing import (
    TYPE_CHECKING,
    Any,
    DefaultDict,
    Dict,
    FrozenSet,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Set,
    Tuple,
    Union,
)

from hybridlint.dataclass import dataclass, replace
from hybridlint.interpreter.engine.store import Carried, EntryKey, Key, Store

if TYPE_CHECKING:
    from hybridlint.events import EventKey
    from hybridlint.graph import Node
    from hybridlint.values import Arguments, Block, Change, Function, Value


@dataclasses.dataclass(frozen=True)
class Entry:
    """The knowledge of an entry point, accumulated over all attempts to run it."""

    #: Whether the entry point is always part of the graph of another block.
    inner: bool = False
    #: Whether no caller is known, so that the kinds of its inputs are guessed.
    guessed: bool = False
    #: Whether it computes with arrays of `mx.np`.
    numpy: bool = False
    #: The inputs that are lists, and those that may be a list or a tensor.
    lists: FrozenSet[str] = frozenset()
    ambiguous: FrozenSet[str] = frozenset()
    #: The lists that are inferred only from how they are read, which is possible for arrays too.
    read_as_lists: FrozenSet[str] = frozenset()
    #: Those of `lists` whose type is tested, and whose uses are no other evidence: a tensor may be passed as well.
    tested_lists: FrozenSet[str] = frozenset()
    #: The expressions that select one of several blocks, or an item of a list argument: `i` of `self.branches[i]`.
    block_picks: FrozenSet[str] = frozenset()
    #: The name of `*inputs`, and whether its elements are certainly tensors.
    star_input: str = ""
    star_input_is_tensors: bool = False
    carried: Carried = Carried()


class CalledBlock(NamedTuple):
    """A call of a block. `first` is the index of the first of the calls in it, which precede it in a list of calls."""

    node: ast.AST
    block: Block
    result: Value
    first: int


@dataclasses.dataclass
class Attempt:
    """The state of one run of an entry point."""

    #: Greater identities belong to objects that this call has made, and later nodes of the graph.
    since: int = 0
    nodes_before: int = 0
    #: Whether the number of operators is unknown, because there are unknown calls.
    uncounted: bool = False
    #: The values that have escaped.
    escaped: List[Value] = dataclasses.field(default_factory=list)
    #: Events that matter only if an output depends on one of these nodes; None for an unknown one.
    differing: Dict[EventKey, List[Optional[Node]]] = dataclasses.field(default_factory=dict)
    #: The calls of operators with outputs that MXNet computes wrongly if the first is not used: the node of the graph,
    #: the call, and these outputs.
    calls_in_part: List[Tuple[Node, ast.AST, Tuple[int, ...]]] = dataclasses.field(default_factory=list)
    #: The calls of blocks that have ended: of a block before that which contains it.
    block_calls: List[CalledBlock] = dataclasses.field(default_factory=list)
    #: Titles of inputs → the names of the parameters to which functions of the file bind them.
    bound_to: DefaultDict[str, Set[str]] = dataclasses.field(default_factory=lambda: collections.defaultdict(set))
    #: Titles of inputs → the nodes of tests whether they are lists, by id; those that a list or tuple of the code
    #: itself passes are no evidence on what else they test.
    type_tested: DefaultDict[str, Set[int]] = dataclasses.field(default_factory=lambda: collections.defaultdict(set))
    lists_tested: Set[int] = dataclasses.field(default_factory=set)
    #: The number of recursive calls of each function of the file.
    recursions: Dict[int, int] = dataclasses.field(default_factory=collections.Counter)
    #: The current store.
    store: Store = dataclasses.field(default_factory=Store)
    #: The modules whose random generators this call has seeded → the node where it did so.
    seeded: Dict[str, ast.AST] = dataclasses.field(default_factory=dict)
    #: The expression of the object that is about to be changed in place, and the change. Evaluating it does not count
    #: as a read.
    changing: Tuple[Optional[ast.AST], Optional[Change]] = (None, None)
    #: Upward-exposed reads: attributes of `self` that this call has read as the previous call, or `__init__`, set them.
    exposed: Set[Key] = dataclasses.field(default_factory=set)
    #: Those of them that `__init__` does not set, with the default of a `getattr` or the like.
    defaults: Dict[Key, Value] = dataclasses.field(default_factory=dict)
    read_before: Set[Key] = dataclasses.field(default_factory=set)
    read_after: Set[Key] = dataclasses.field(default_factory=set)
    #: Upward-exposed reads of entries of containers, with the value there or the default; and the entries that this
    #: call has computed from them.
    exposed_entries: Dict[EntryKey, Value] = dataclasses.field(default_factory=dict)
    computed_entries: Set[EntryKey] = dataclasses.field(default_factory=set)
    #: The expressions that read all these, and the ids of those that do not count.
    readers: Dict[Union[Key, EntryKey], List[Any]] = dataclasses.field(default_factory=dict)
    ignored_reads: Set[int] = dataclasses.field(default_factory=set)

    def note_reader(self, place: Union[Key, EntryKey], node: ast.AST) -> None:
        """Record that `node` reads `place`."""
        self.readers.setdefault(place, []).append(node)

    def note_read(self, key: Key, node: Optional[ast.AST] = None, stored: bool = False) -> None:
        """Record that `node`, or else a change in place, reads `key`, where this call has `stored` a value or not."""
        (self.read_after if stored else self.read_before).add(key)
        if node is not None:
            self.note_reader(key, node)

    def note_exposed(self, key: Key, default: Optional[Value] = None) -> None:
        """Record that the previous call, or `__init__`, may have set `key`, which is read with a `default` if any."""
        self.exposed.add(key)
        if default is not None:
            self.defaults.setdefault(key, default)

    def note_call(self, call: CalledBlock) -> None:
        """Record a call of a block that has ended."""
        self.block_calls.append(call)

    def note_call_in_part(self, node: Node, place: ast.AST, wrong: Tuple[int, ...]) -> None:
        """Record a call with outputs that are `wrong` if the first is not used."""
        self.calls_in_part.append((node, place, wrong))

    def seed(self, module: str, node: ast.AST) -> None:
        """Seed the random generator of `module` at `node`."""
        self.seeded[module] = node

    def read_at(self, place: Union[Key, EntryKey]) -> List[Any]:
        """Return the expressions that read `place`."""
        return [node for node in self.readers.get(place, ()) if id(node) not in self.ignored_reads]

    def change_of(self, node: ast.AST) -> Optional[Change]:
        """Return the change in place of the object of `node` that is about to happen; None if there is none."""
        return self.changing[1] if node is self.changing[0] else None


@dataclass(frozen=True)
class Constructed:
    """What `__init__` of a class leaves: the attributes of an instance, the children, and the attributes that every
    path sets; the join of the attributes with unknown names; the layer of Gluon that it is, if a base is one. `begun`
    once it has been run."""

    attributes: Mapping[str, Value] = dataclasses.field(default_factory=dict)
    children: Tuple[Value, ...] = ()
    always_set: FrozenSet[str] = frozenset()
    dynamic: Optional[Value] = None
    inherited: Optional[Block] = None
    begun: bool = False


#: What `__init__` of a class leaves that has not run.
_NOTHING = Constructed()


class BlockContainer(NamedTuple):
    """A list, tuple or dict with blocks or parameters that `__init__` of a class assigns at a node to an attribute."""

    node: Any
    owner: str
    attribute: str
    kind: str
    value: Value


@dataclasses.dataclass
class Structure:
    """How the file builds blocks. Its collections are immutable: a copy of it is independent."""

    #: The classes of the file that were constructed.
    constructed: Mapping[str, Constructed] = dataclasses.field(default_factory=dict)
    #: Class (or key of the function of a HybridLambda) → the classes that make blocks of it.
    makers: Mapping[Any, FrozenSet[str]] = dataclasses.field(default_factory=dict)
    #: The constructor arguments of the blocks of each class of the file.
    made_with: Mapping[str, Tuple[Arguments, ...]] = dataclasses.field(default_factory=dict)
    #: Inputs of classes of the file to which a block of the file passes a plain Python value.
    plain_inputs: FrozenSet[Tuple[str, str]] = frozenset()
    #: Identity of a block → the node at which `__init__` assigns it to an attribute.
    assigned: Mapping[int, Any] = dataclasses.field(default_factory=dict)
    #: The identities of registered blocks, the classes that call `register_child`, and the containers of blocks.
    registered: FrozenSet[int] = frozenset()
    registers_itself: FrozenSet[str] = frozenset()
    containers: Tuple[BlockContainer, ...] = ()
    #: Classes of blocks that follow another block in a HybridSequential, which computes their input.
    following: FrozenSet[str] = frozenset()
    #: Functions of HybridLambdas.
    lambdas: Tuple[Function, ...] = ()
    #: Attributes of classes of the file that a block of another class reads, after a call in the same graph.
    read_by_others: FrozenSet[Tuple[str, str]] = frozenset()
    #: Class and constructor arguments → what `__init__` leaves for these.
    specialised: Mapping[Any, Constructed] = dataclasses.field(default_factory=dict)
    #: Class defined in a function → the enclosing scope of its methods.
    enclosing: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    #: Attributes of classes that are assigned outside of their bodies: `Net.attribute = value`.
    set_on_classes: Mapping[str, Mapping[str, Value]] = dataclasses.field(default_factory=dict)

    def of(self, name: str) -> Constructed:
        """Return what `__init__` of a class leaves, as far as it has run."""
        return self.constructed.get(name, _NOTHING)

    def construct(self, name: str, **parts: Any) -> None:
        """Replace parts of what `__init__` of a class leaves."""
        self.constructed = {**self.constructed, name: replace(self.constructed.get(name, _NOTHING), **parts)}

    def set_attribute(self, name: str, attribute: str, value: Value) -> None:
        """Set an attribute of the instances of a class."""
        own = self.constructed.get(name, _NOTHING)
        self.constructed = {**self.constructed, name: replace(own, attributes={**own.attributes, attribute: value})}

    def add_child(self, name: str, child: Value) -> None:
        """Add a child to the instances of a class."""
        self.register(*child.blocks())
        self.construct(name, children=(*self.of(name).children, child))

    def register(self, *blocks: Block) -> None:
        """Register blocks as children of others."""
        if blocks:
            self.registered |= {block.identity for block in blocks}

    def make(self, made: Any, maker: str, arguments: Optional[Arguments] = None) -> None:
        """Record that class `maker` ("" for none) makes a block of class `made`."""
        self.makers = {**self.makers, made: self.makers.get(made, frozenset()) | {maker}}
        if arguments is not None:
            self.made_with = {**self.made_with, made: (*self.made_with.get(made, ()), arguments)}

    def restore(self, name: str, constructed: Constructed) -> None:
        """Let instances of a class be as another analysis of its `__init__` left them."""
        self.constructed = {**self.constructed, name: constructed}

    def specialise(self, key: Tuple[str, Any], own: Structure) -> Constructed:
        """Record and return what `__init__` of a class leaves for the constructor arguments of `key`, analysed as
        `own`."""
        made = own.of(key[0])
        self.specialised = {**self.specialised, key: made}
        self.registered |= own.registered
        return made

    def assign(self, block: Block, node: ast.AST) -> None:
        """Record that `node` assigns a block to an attribute."""
        self.assigned = {**self.assigned, block.identity: node}

    def follow(self, *blocks: Block) -> None:
        """Record that `blocks` follow others in a HybridSequential."""
        if blocks:
            self.following |= {block.type for block in blocks}

    def note_lambda(self, function: Function) -> None:
        """Record the function of a HybridLambda."""
        self.lambdas = (*self.lambdas, function)

    def note_own_registration(self, owner: str) -> None:
        """Record that a class registers its children itself."""
        self.registers_itself |= {owner}

    def note_container(self, container: BlockContainer) -> None:
        """Record a container of blocks or parameters."""
        self.containers = (*self.containers, container)

    def note_plain_input(self, name: str, title: str) -> None:
        """Record that a block passes a plain Python value to the input `title` of a class."""
        self.plain_inputs |= {(name, title)}

    def note_read_by_others(self, *keys: Tuple[str, str]) -> None:
        """Record that blocks of other classes read these attributes."""
        self.read_by_others |= set(keys)

    def enclose(self, name: str, scope: Any) -> None:
        """Record the enclosing scope of a class that is defined in a function."""
        self.enclosing = {**self.enclosing, name: scope}

    def set_on_class(self, name: str, attribute: str, value: Value) -> None:
        """Set an attribute of a class outside of its body."""
        held = self.set_on_classes.get(name, {})
        self.set_on_classes = {**self.set_on_classes, name: {**held, attribute: value}}
