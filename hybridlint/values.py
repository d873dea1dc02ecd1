"""Abstract values: what the interpreter knows of the Python objects in `hybrid_forward`.

A value holds only what is certain; anything else is :data:`UNKNOWN`, about which no rule reports. All values are
immutable, so they can be shared and joined freely.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Dict, FrozenSet, Iterable, Iterator, Optional, Tuple

from hybridlint.dataclass import dataclass, replace
from hybridlint.graph import Gradient, Node, gradients
from hybridlint.shapes import KnownDims, Shape


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


@dataclass(frozen=True)
class Origin:
    """The possible sources of a tensor that no operator was applied to.

    A source is "input", "element" (of an input that is a list), "parameter", "constant" (a parameter without gradient)
    or "random". With `conditional` the tensor is computed in other configurations.
    """

    kinds: FrozenSet[str]
    conditional: bool = False

    @property
    def kind(self) -> str:
        """The source that messages name."""
        return min(self.kinds)


def origin(kind: str) -> Origin:
    """Return the origin of a tensor with the single source `kind`."""
    return Origin(frozenset([kind]))


#: The address of an array; and which of the outputs of an operator it is, if these have one address. None for any.
Cell = Tuple[int, Optional[int]]
#: The name of the step from several outputs to one of them.
OUTPUT = "output"
#: Memory that may be at more addresses than this may be at any.
_MOST_ADDRESSES = 16
#: The address of every array that code outside of the file may hold.
ELSEWHERE = -1


@dataclass(frozen=True)
class Memory:
    """The arrays of which a tensor is an alias or a view, in the imperative phase.

    Unless it `may_be_other`, it is the array at the only address of `addresses`, or the part of it that `steps` select:
    each is the name of an operation and its arguments. Otherwise it may share memory with any. A negative address
    stands for several arrays: :data:`ELSEWHERE`, or those that the rounds of a loop make. Without addresses it is any
    array. `base` is the node of the only array when the view was made.
    """

    addresses: FrozenSet[int]
    steps: Tuple[Any, ...] = ()
    may_be_other: bool = False
    base: Optional[Node] = dataclasses.field(default=None, compare=False)

    def joined(self, other: Memory) -> Memory:
        """Return the memory of what is at one of two places."""
        both = self.addresses | other.addresses
        bounded = self.addresses and other.addresses and len(both) <= _MOST_ADDRESSES
        return Memory(both if bounded else frozenset(), (), True)

    @property
    def cell(self) -> Cell:
        """The array that it is certainly in, unless it `may_be_other`."""
        (address,) = self.addresses
        is_output = self.steps and self.steps[0][0] == OUTPUT
        return address, self.steps[0][1] if is_output else None

    def may_share(self, other: Memory) -> bool:
        """Return whether two tensors may share memory."""
        if not self.addresses or not other.addresses:
            return True
        if not (self.may_be_other or other.may_be_other):
            (address, output), (another, of_other) = self.cell, other.cell
            return address == another and (output == of_other or output is None or of_other is None)
        return not self.addresses.isdisjoint(other.addresses)


@dataclass(frozen=True)
class Tensor(Value):
    """An NDArray in the imperative phase and a Symbol in the traced one.

    `outputs` is the number of outputs of the Symbol: 1 for most, n for `F.split(x, n)`, None if unknown.
    `shape` is the known part of the shape. Aliases of one array have the same `identity`.
    `origin` is None for the result of an operator.
    `certain` is False if an input may also be a list.
    `description` is the noun phrase for it in messages.
    `numpy` marks arrays of `mx.np`, which have other semantics.
    `node` is its node in the traced graph; None if unknown.
    `dtype` is that of a cast; elementwise operators preserve it.
    `memory` is None for an array of its own, at the address `identity`; see :attr:`storage`.
    """

    outputs: Optional[int] = 1
    shape: Optional[Shape] = None
    identity: int = 0
    origin: Optional[Origin] = dataclasses.field(default=None, hash=False)
    certain: bool = True
    loop_rows: bool = False
    source: str = ""
    description: str = "a tensor"
    numpy: bool = False
    node: Optional[Node] = None
    elementwise_random: str = ""
    dtype: str = ""
    memory: Optional[Memory] = dataclasses.field(default=None, hash=False)

    @property
    def storage(self) -> Memory:
        """The memory that it shares with its aliases and views."""
        if self.memory is not None:
            return self.memory
        return Memory(frozenset([self.identity or ELSEWHERE]), (), not self.identity, self.node)

    def is_still(self, *kinds: str) -> bool:
        """Return whether this certainly has an :class:`Origin` of one of `kinds`, and no operator was applied to it."""
        return self.origin is not None and not self.origin.conditional and self.origin.kinds <= set(kinds)

    @property
    def gradient(self) -> Gradient:
        """How a gradient flows back through it; it does if `node` is unknown."""
        return gradients.FLOWING if self.node is None else self.node.gradient

    @property
    def of_no_input(self) -> bool:
        """Whether it depends on no input and no parameter of the block: `F.zeros((2, 3))`."""
        return self.node is not None and not self.node.needs_input

    @property
    def dims(self) -> Optional[KnownDims]:
        """The lengths of the axes, None for an unknown one; None if the rank is unknown."""
        return None if self.shape is None else self.shape.dims

    @property
    def rank(self) -> Optional[int]:
        """The number of axes, None if it is unknown."""
        return None if self.shape is None else self.shape.rank

    @property
    def as_list(self) -> bool:
        """Whether the imperative phase has a Python list of NDArrays, one for each output of the Symbol."""
        return self.certain and self.outputs != 1

    @property
    def of_input(self) -> bool:
        """Whether this is a named input, in some configuration at least."""
        return bool(self.source) and self.origin is not None and "input" in self.origin.kinds


#: The kinds of `Origin` that take a gradient.
TAKES_GRADIENT = ("input", "element", "parameter")
#: `Tensor.description` of the result of a slice.
SLICE = "a slice"


@dataclass(frozen=True)
class Taint:
    """The reason why a value changes between imperative calls, while the traced graph has it as a constant.

    `kind` is "drawn" (a random number, the time), "parameter" (its data), "gradient" (of a parameter), "layer" (a
    result computed outside of the graph), "carried" (by an attribute or a global, from call to call) or "mode" (of
    autograd). `words` names it in messages ("`random.random()`"). It is false for a value that does not change.
    """

    kind: str = ""
    words: str = ""
    #: The expression that introduced it, if one report for all of its uses is enough; otherwise None.
    place: Any = dataclasses.field(default=None, compare=False)

    def __bool__(self) -> bool:
        return bool(self.kind)


#: The taint of a value that does not change.
UNTAINTED = Taint()


@dataclass(frozen=True)
class ImperativeArray(Value):
    """An NDArray in both phases, made by `nd.array(…)`, `self.weight.data()` and the like. `dims` is its shape if that
    is a literal."""

    description: str = "an NDArray"
    taint: Taint = UNTAINTED
    dims: Optional[Tuple[Optional[int], ...]] = None


@dataclass(frozen=True)
class NumPyArray(Value):
    """A NumPy array or scalar in both phases. `dims` is its shape if that is a literal."""

    taint: Taint = UNTAINTED
    dims: Optional[Tuple[Optional[int], ...]] = None


#: `Plain.value` if it is unknown.
NOT_KNOWN = "<not known>"


@dataclass(frozen=True)
class Plain(Value):
    """A plain Python value that is the same in both phases: a number, a string, None, a flag.

    `type` is "bool", "int", "float", "str", "NoneType" …, or "" if it is only known not to be a tensor. `value` is the
    value itself or :data:`NOT_KNOWN`. `taint` is the reason why it changes between calls.
    `argument` is the parameter of `hybrid_forward` that it came from. `is_literal` is True if it depends on literals in
    `hybrid_forward` alone, so that it is the same in every configuration. `default` is the default argument that `type`
    was inferred from; None or another value may be passed instead.
    `pieces` are the known parts of an otherwise unknown string, in order: "_" and "" of `"_" + name`.
    """

    type: str = ""
    value: Any = NOT_KNOWN
    taint: Taint = dataclasses.field(default=UNTAINTED, hash=False)
    argument: str = ""
    is_literal: bool = dataclasses.field(default=False, compare=False)
    default: Any = dataclasses.field(default=NOT_KNOWN, compare=False)
    #: Whether it is the index of a block: `i` of `for i, layer in enumerate(self.layers)`.
    of_blocks: bool = dataclasses.field(default=False, compare=False)
    pieces: Tuple[str, ...] = ()

    @property
    def known(self) -> bool:
        return not (isinstance(self.value, str) and self.value is NOT_KNOWN)

    @property
    def count(self) -> Optional[int]:
        """The integer value; if that is unknown, an integer default above 1; otherwise None."""
        if type(self.value) is int:
            return self.value
        return self.default if type(self.default) is int and self.default > 1 else None


NONE = Plain("NoneType", None)


def may_be_none(value: Value) -> bool:
    """Return whether None is an alternative of `value`."""
    return isinstance(value, Variable) and NONE in value.values


def constant(value: Any, is_literal: bool = False) -> Plain:
    """Return the Python constant `value` (None, bool, int, float, str, bytes, Ellipsis)."""
    return Plain(type(value).__name__, value, is_literal=is_literal)


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


#: `Sequence.type` of a value that may be either.
LIST_OR_TUPLE = "list or tuple"


@dataclass(frozen=True)
class Sequence(Container):
    """A Python list, tuple, set or iterator.

    `type` is "list", "tuple", :data:`LIST_OR_TUPLE`, "set", "iterator", "endless iterator", "dict view" or "deque".
    `items` are its elements; None if their number is unknown, and then `element` is the join of all of them.
    `source` is the input that it came from. `nonempty` is True if it has an element. `most` is the `maxlen` of a
    deque: None for no limit, 0 if unknown. `owner` is its class if the file defines that.
    """

    type: str = "list"
    items: Optional[Tuple[Value, ...]] = None
    element: Value = UNKNOWN
    source: str = ""
    taint: Taint = dataclasses.field(default=UNTAINTED, hash=False)
    identity: int = 0
    nonempty: bool = False
    most: Optional[int] = None
    owner: str = ""

    def parts(self) -> Iterable[Tuple[Any, Value]]:
        return enumerate(self.items or ())

    def rest(self) -> Optional[Value]:
        return self.element if self.items is None else None

    def with_parts(self, changed: Dict[Any, Value]) -> Container:
        if self.items is None:
            return self
        return replace(self, items=tuple(changed.get(index, item) for index, item in enumerate(self.items)))

    def with_rest(self, rest: Value) -> Container:
        return replace(self, element=rest)

    def possible_items(self) -> Tuple[Value, ...]:
        """Return the elements; if their number is unknown, the join of all of them alone."""
        return (self.element,) if self.items is None else self.items


@dataclass(frozen=True)
class NamedTuple(Sequence):
    """A named tuple. `fields` are the names of its elements."""

    type: str = "tuple"
    fields: Tuple[str, ...] = ()


@dataclass(frozen=True)
class NamedTupleClass(Value):
    """A class made by `collections.namedtuple("Point", "x y")`."""

    fields: Tuple[str, ...] = ()


def _updated(entries: Tuple[Tuple[Any, Value], ...], changed: Dict[Any, Value]) -> Tuple[Tuple[Any, Value], ...]:
    """Return `entries` with those in `changed` replaced, or added at the end."""
    return tuple({**dict(entries), **changed}.items())


def _by_key(entries: Tuple[Tuple[Any, Value], ...]) -> Dict[Any, Value]:
    """Return entries without their order; 1, True and 1.0 are different keys."""
    return {(type(key), key): value for key, value in entries}


@dataclass(frozen=True, eq=False)
class Mapped(Container):
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

    def parts(self) -> Iterable[Tuple[Any, Value]]:
        return self.entries

    def rest(self) -> Optional[Value]:
        return self.element

    def with_parts(self, changed: Dict[Any, Value]) -> Container:
        return replace(self, entries=_updated(self.entries, changed))

    def with_rest(self, rest: Value) -> Container:
        return replace(self, element=rest)

    def get(self, key: Any) -> Optional[Value]:
        for known, value in self.entries:
            if known == key and type(known) is type(key):
                return value
        return self.element


@dataclass(frozen=True)
class Namespace(Value):
    """A module of operators. `phase` is "both" for `F`, "imperative" for `mx.nd`, "symbolic" for `mx.sym`; `path` is
    the dotted path below it ("", "contrib", "random" …)."""

    phase: str
    path: str = ""


@dataclass(frozen=True)
class Operator(Value):
    """A function of a :class:`Namespace`, not yet called."""

    phase: str
    path: str


@dataclass(frozen=True)
class Imported(Value):
    """Anything imported, by its full dotted name ("numpy.tanh", "mxnet.autograd", "mxnet.gluon.nn.Dense")."""

    name: str


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


@dataclass(frozen=True)
class Foreign(Value):
    """An instance of an imported class, such as `mx.metric.Accuracy()`. `name` is the full name of the class."""

    name: str


@dataclass(frozen=True)
class Function(Value):
    """A function, method or lambda of the analysed file. `scope` is its enclosing scope; `bound` is its `self`.
    `defaults` are the values of its defaults that are no literals, if it is defined in a function."""

    node: Any = dataclasses.field(compare=False)
    key: int
    scope: Any = dataclasses.field(compare=False, default=None)
    bound: Optional[Value] = None
    owner: Optional[str] = None
    defaults: Tuple[Tuple[str, Value], ...] = ()


@dataclass(frozen=True)
class Class(Value):
    """A class of the analysed file. `name` is its name there."""

    name: str


@dataclass(frozen=True, eq=False)
class Instance(Container):
    """An instance of a class of the analysed file that is not a block. `name` is the class, "" for a
    `types.SimpleNamespace` and the like; `fields` are its attributes, in any order."""

    name: str
    fields: Tuple[Tuple[str, Value], ...] = ()
    identity: int = 0

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Instance)
            and (self.name, self.identity) == (other.name, other.identity)
            and (self.fields == other.fields or dict(self.fields) == dict(other.fields))
        )

    def __hash__(self) -> int:
        return hash((Instance, self.name, self.identity, len(self.fields)))

    def parts(self) -> Iterable[Tuple[Any, Value]]:
        return self.fields

    def with_parts(self, changed: Dict[Any, Value]) -> Container:
        return replace(self, fields=_updated(self.fields, changed))


@dataclass(frozen=True)
class Self(Value):
    """The block whose method is running. `name` is its class in the analysed file."""

    name: str


@dataclass(frozen=True)
class OwnModule(Value):
    """The module object of the analysed file."""


@dataclass(frozen=True)
class Attributes(Value):
    """`vars(holder)` or `holder.__dict__`, where `holder` is a block (`Self`) or an object (`Instance`); `globals()` if
    it is the module (`OwnModule`)."""

    holder: Any


@dataclass(frozen=True)
class Super(Value):
    """`super()` in a method of class `name`. `instance` is the class of the block that is `self`; `receiver` is `self`
    if it is not a block."""

    name: str
    instance: str
    receiver: Optional[Value] = None


@dataclass(frozen=True)
class Block(Value):
    """A Gluon block held by another.

    `type` is the full dotted name of its class ("mxnet.gluon.nn.Dense") or, with `local`, the name of a class of the
    analysed file. `hybrid` is None if unknown. `children` are the blocks of a Sequential, if known; with
    `children_vary` they are some of them, in any order, since they were added in a loop or under a condition. `options`
    are the constant arguments of its constructor.
    """

    type: str
    local: bool = False
    hybrid: Optional[bool] = None
    children: Optional[Tuple[Value, ...]] = None
    options: Tuple[Tuple[str, Value], ...] = ()
    function: Optional[Value] = None
    identity: int = 0
    children_vary: bool = False

    def option(self, name: str) -> Optional[Value]:
        return dict(self.options).get(name)

    def possible_children(self) -> Iterator[Value]:
        """Yield the children, and each alternative of one that is not known individually."""
        for child in self.children or ():
            yield from alternatives(child)


def renumbered(value: Value, numbers: Dict[int, int]) -> Value:
    """Return `value` with the identities of blocks and containers replaced by `numbers`, to which it adds the next
    number for each identity that is not there: equal results stand for values that differ in identities alone."""

    def change(part: Value) -> Value:
        return renumbered(part, numbers)

    def number(identity: int) -> int:
        return numbers.setdefault(identity, len(numbers) + 1) if identity else 0

    if isinstance(value, Block):
        children = value.children and tuple(map(change, value.children))
        options = tuple((name, change(option)) for name, option in value.options)
        return replace(value, identity=number(value.identity), children=children, options=options)
    if isinstance(value, Variable):
        return Variable(tuple(Binding(change(one.value), one.condition) for one in value.bindings))
    return value.mapped(change).at(number(value.identity)) if isinstance(value, Container) else value


@dataclass(frozen=True)
class ParameterValue(Value):
    """A `gluon.Parameter` or `Constant` held by a block. `dims` is its declared shape if that is a literal. `alone` is
    True if it was not made by `self.params` and is not registered there. `trained` is False if it gets no gradient."""

    name: str = ""
    dims: Optional[Tuple[Optional[int], ...]] = None
    alone: bool = False
    trained: bool = True


@dataclass(frozen=True)
class ParameterDict(Value):
    """`self.params`, `self.collect_params()`."""


@dataclass(frozen=True)
class BoundMethod(Value):
    """The method `name` of `receiver`, not yet called."""

    receiver: Value
    name: str


@dataclass(frozen=True)
class Partial(Value):
    """`functools.partial(callee, …)`. `arguments` are the bound arguments, as `events.Arguments`."""

    callee: Value
    arguments: Any
    #: Whether it is a `functools.partialmethod`.
    of_method: bool = False


@dataclass(frozen=True)
class RandomSource(Value):
    """An object whose results change: a random generator (`random.Random()`) or an endless iterator
    (`itertools.count()`). `afresh` is True if the current call made it with a seed, so that every call gets the same
    numbers."""

    name: str = ""
    afresh: bool = False


@dataclass(frozen=True)
class Phased(Value):
    """A value that differs between the phases. `reason` is the expression that makes it differ, for messages."""

    imperative: Value
    symbolic: Value
    reason: str = ""
    guard: bool = False


def by_phase(imperative: Value, symbolic: Value, reason: str, guard: bool = True) -> Value:
    """Return the value that is `imperative` in one phase and `symbolic` in the other; of a `Phased` argument, its value
    in that phase is taken. The same module or operator of `mx.nd` and `mx.sym` is that of `F`."""
    imperative = imperative.imperative if isinstance(imperative, Phased) else imperative
    symbolic = symbolic.symbolic if isinstance(symbolic, Phased) else symbolic
    if imperative == symbolic:
        return imperative
    for kind in (Namespace, Operator):
        if isinstance(imperative, kind) and isinstance(symbolic, kind) and imperative.path == symbolic.path:
            if (imperative.phase, symbolic.phase) == ("imperative", "symbolic"):
                return kind("both", imperative.path)
    return Phased(imperative, symbolic, reason, guard)


@dataclass(frozen=True, eq=False)
class HookHandle(Value):
    """The handle of a hook on a block. `event` reports the hook; it does not apply to one that is detached."""

    event: Any


@dataclass(frozen=True)
class ContextManager(Value):
    """A context manager, by its full name ("mxnet.autograd.pause", "name_scope"). One that a generator function of the
    file makes enters those `inside` it and yields `value`."""

    name: str = ""
    inside: Tuple[str, ...] = ()
    value: Value = UNKNOWN


@dataclass(frozen=True)
class Opaque(Value):
    """An object only known not to be a tensor: a logger, a configuration, a context. `taint` is as in
    :class:`Plain`."""

    taint: Taint = UNTAINTED


def certainly(outcome: bool) -> Phased:
    """Return the value of a test that has this outcome in both phases and every configuration."""
    return Phased(constant(outcome), constant(outcome))
