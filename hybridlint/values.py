"""What a name can stand for while `hybrid_forward` runs.

The interpreter computes with these values instead of with arrays. Each says only what is certain; what cannot be known
is :data:`UNKNOWN`, and of an unknown no rule speaks. All values are immutable, so they can be shared and joined freely.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Dict, FrozenSet, Iterable, Iterator, Optional, Tuple

from hybridlint.shapes import Shape


class Value:
    """Base of all values."""

    __slots__ = ()


@dataclasses.dataclass(frozen=True)
class Unknown(Value):
    """Anything at all. Nothing is ever reported about it."""


UNKNOWN = Unknown()


#: A test of the configuration, as text, and its outcome.
Fact = Tuple[str, bool]


@dataclasses.dataclass(frozen=True)
class Binding:
    """A possible value of a variable. It is possible only where all facts of the `condition` hold."""

    value: Value
    condition: FrozenSet[Fact] = frozenset()


@dataclasses.dataclass(frozen=True, eq=False)
class Variable(Value):
    """Several possible values, in no order. :func:`hybridlint.lattice.join` makes it: at most one binding for each kind
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
    """The possible values of a variable; of any other value, that value alone."""
    return value.values if isinstance(value, Variable) else (value,)


@dataclasses.dataclass(frozen=True)
class Gradient:
    """How a gradient passes back through a tensor.

    `flows` is False where none passes: it is zero, or stopped. `asked` says that a graph computes it all the same.
    `missing` is the operator without a registered gradient
    that the tensor came from; `paused` are the `with autograd.pause():` that keep it back imperatively, and only there.
    """

    flows: bool = True
    missing: str = ""
    paused: FrozenSet[Any] = frozenset()
    asked: bool = False


#: Of what no gradient passes through.
STOPPED = Gradient(flows=False)


@dataclasses.dataclass(frozen=True)
class Output:
    """An output of the `call` of an operator that has several, by its `number`; any of them, where that is None. A
    `call` of 0 is any call."""

    call: int
    number: Optional[int] = None


@dataclasses.dataclass(frozen=True)
class Origin:
    """The possible sources of a tensor that no operator was applied to: an "input", an "element" of an input that is a
    list, a "parameter", a "constant" (a parameter without gradient), or "random" numbers. With `perhaps` it may be
    computed as well, in other configurations."""

    kinds: FrozenSet[str]
    perhaps: bool = False

    @property
    def kind(self) -> str:
        """The source by which messages name the tensor."""
        return min(self.kinds)


def origin(kind: str) -> Origin:
    """The origin of a tensor from one source."""
    return Origin(frozenset([kind]))


@dataclasses.dataclass(frozen=True)
class Tensor(Value):
    """What is an NDArray in the imperative phase and a Symbol in the traced one.

    `outputs` is how many outputs the Symbol has: 1 for most, n for `F.split(x, n)`, None where it cannot be known.
    `as_list` says that the imperative phase sees a Python list of that many NDArrays.
    `shape` is what is known of the shape. `identity` is the same for two names of one array (aliases).
    `origin` is None as soon as something was computed.
    `optional` says that it may also be None; `certain` is False where an input might as well be a list.
    `description` names it to a reader.
    `numpy` marks the arrays of `mx.np`, which follow other rules.
    `of_no_input` tells that neither an input nor a parameter of the block goes into it: `F.zeros((2, 3))`.
    `output_of` are the outputs of operators that it is, or may be, where something depends on which of them are used.
    `dtype` is that of a cast, which operators of elements keep.
    `work` is the same for tensors that the same operator makes of the same values; 0 where that is not known.
    """

    outputs: Optional[int] = 1
    as_list: bool = False
    shape: Optional[Shape] = None
    identity: int = 0
    origin: Optional[Origin] = None
    optional: bool = False
    certain: bool = True
    gradient: Gradient = Gradient()
    loop_rows: bool = False
    source: str = ""
    description: str = "a tensor"
    numpy: bool = False
    of_no_input: bool = False
    elementwise_random: str = ""
    output_of: FrozenSet[Output] = frozenset()
    work: int = 0
    dtype: str = ""

    def is_still(self, *kinds: str) -> bool:
        """Whether this certainly is an :class:`Origin` of one of these kinds, and nothing has computed with it."""
        return self.origin is not None and not self.origin.perhaps and self.origin.kinds <= set(kinds)

    @property
    def of_input(self) -> bool:
        """Whether this is an input that has a name, or still is one in some configuration."""
        return bool(self.source) and self.origin is not None and "input" in self.origin.kinds


def holds_one_number(tensor: Tensor) -> bool:
    """Whether its shape is (1,), so that its first row is the same as the whole."""
    return tensor.shape is not None and tensor.shape.dims == (1,) and not tensor.numpy


#: `Origin.kind` of what came in, and wants a gradient.
CAME_IN = ("input", "element", "parameter")
#: `Tensor.description` of the result of a slice.
SLICE = "a slice"


def may_hold_anything(value: Value) -> bool:
    """Whether `value`, if it is no tensor, may be a structure of which nothing is known: what a block of another file
    returns."""
    return isinstance(value, Tensor) and not value.certain and value.outputs is None


@dataclasses.dataclass(frozen=True)
class Taint:
    """Why a value changes from call to call imperatively, while a graph keeps what it was at the trace.

    `kind` is "drawn" (a random number, the time), "parameter" (the data of one), "gradient" (of a parameter), "layer"
    (computed by one outside of the graph), "carried" (by an attribute or a global, from call to call) or "mode" (of
    autograd); `words` names it to a reader ("`random.random()`"). False for what stays the same.
    """

    kind: str = ""
    words: str = ""
    #: The expression that all of its uses go back to, where one of them is enough to report; 0 where not.
    place: int = dataclasses.field(default=0, compare=False)

    def __bool__(self) -> bool:
        return bool(self.kind)


#: Of what stays the same.
UNTAINTED = Taint()


@dataclasses.dataclass(frozen=True)
class ImperativeArray(Value):
    """An NDArray in both phases: a constant made with `nd.array`, `self.weight.data()` and the like. `dims` is its
    shape where that is written out."""

    description: str = "an NDArray"
    taint: Taint = UNTAINTED
    dims: Optional[Tuple[Optional[int], ...]] = None


@dataclasses.dataclass(frozen=True)
class NumPyArray(Value):
    """A NumPy array or NumPy scalar (host memory in both phases). `dims` is its shape where that is written out."""

    taint: Taint = UNTAINTED
    dims: Optional[Tuple[Optional[int], ...]] = None


#: `Plain.value` of a value whose type is known at most.
NOT_KNOWN = "<not known>"


@dataclasses.dataclass(frozen=True)
class Plain(Value):
    """A plain Python value that is the same in both phases: a number, a string, None, a flag.

    `type` is "bool", "int", "float", "str", "NoneType" … or "" where only "no tensor" is known; `value` the value
    itself or :data:`NOT_KNOWN`. `taint` says in words why it changes from call to call imperatively, while a graph
    keeps what it was at the trace ("random.random()", "self.counter", "autograd.is_training()"); empty for what stays
    the same.
    `argument` is the name of the parameter of `hybrid_forward` that it came from. `written` says that what runs in
    `hybrid_forward` writes the value out: no configuration has another. `by_default` says that `type` is that of a
    default, and None may be given instead; `usual` is that default, which a caller may leave. Of a text that is not
    known, `pieces` are the parts that are, with anything between them: "_" and "" of `"_" + name`.
    """

    type: str = ""
    value: Any = NOT_KNOWN
    taint: Taint = UNTAINTED
    argument: str = ""
    written: bool = dataclasses.field(default=False, compare=False)
    by_default: bool = False
    usual: Any = dataclasses.field(default=NOT_KNOWN, compare=False)
    #: Whether it numbers blocks: `i` of `for i, layer in enumerate(self.layers)`.
    of_blocks: bool = dataclasses.field(default=False, compare=False)
    pieces: Tuple[str, ...] = ()

    @property
    def known(self) -> bool:
        return not (isinstance(self.value, str) and self.value is NOT_KNOWN)

    @property
    def count(self) -> Optional[int]:
        """How many it says: the integer where it is written out, the default where that is several."""
        if type(self.value) is int:
            return self.value
        return self.usual if type(self.usual) is int and self.usual > 1 else None


NONE = Plain("NoneType", None)


def constant(value: Any, written: bool = False) -> Plain:
    """The Python constant `value` (None, bool, int, float, str, bytes, Ellipsis)."""
    return Plain(type(value).__name__, value, written=written)


#: `Sequence.type` of what is either.
LIST_OR_TUPLE = "list or tuple"


@dataclasses.dataclass(frozen=True)
class Sequence(Value):
    """A Python list, tuple, set or iterator: `type` is "list", "tuple", :data:`LIST_OR_TUPLE`, "set", "iterator",
    "endless iterator", "dict view" or "deque". `items` are its elements; None where their number is not known, and then
    `element` stands for each of them. `source` is the input that it came in by. `filled` says that there is one element
    at least, `optional` that it may also be None, `by_default` that a caller may leave it out, who then gets the very
    default in both phases. `most` are as many elements as a deque can hold, so that adding one may drop another: 0
    where that is not known, None of what can hold any number. `owner` is its class, if the file defines that."""

    type: str = "list"
    items: Optional[Tuple[Value, ...]] = None
    element: Value = UNKNOWN
    source: str = ""
    taint: Taint = UNTAINTED
    identity: int = 0
    filled: bool = False
    most: Optional[int] = None
    optional: bool = False
    by_default: bool = False
    owner: str = ""

    def possible_items(self) -> Tuple[Value, ...]:
        """The elements; where their number is not known, what stands for each of them."""
        return (self.element,) if self.items is None else self.items


@dataclasses.dataclass(frozen=True)
class NamedTuple(Sequence):
    """A tuple whose elements have the names `fields`."""

    type: str = "tuple"
    fields: Tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class NamedTupleClass(Value):
    """`collections.namedtuple("Point", "x y")`: what makes tuples with these fields."""

    fields: Tuple[str, ...] = ()


def _by_key(entries: Tuple[Tuple[Any, Value], ...]) -> Dict[Any, Value]:
    """Entries without their order; 1, True and 1.0 are different keys."""
    return {(type(key), key): value for key, value in entries}


@dataclasses.dataclass(frozen=True, eq=False)
class Mapped(Value):
    """A dict. `entries` are (key, value) pairs, the keys as :func:`key_of` tells them; `element` stands for every other
    value. A `default` is put under a key that is asked for and missing. `owner` is its class, if the file defines that.
    As in Python, dicts are equal whatever the order of their entries."""

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

    def get(self, key: Any) -> Optional[Value]:
        for known, value in self.entries:
            if known == key and type(known) is type(key):
                return value
        return self.element


@dataclasses.dataclass(frozen=True)
class Namespace(Value):
    """A module of operators. `phase` is "both" for `F`, "imperative" for `mx.nd`, "symbolic" for `mx.sym`;
    `path` is the dotted path below it ("", "contrib", "random" …)."""

    phase: str
    path: str = ""


@dataclasses.dataclass(frozen=True)
class Operator(Value):
    """A function of a :class:`Namespace`, not yet called."""

    phase: str
    path: str


@dataclasses.dataclass(frozen=True)
class Imported(Value):
    """Anything imported, by its full dotted name ("numpy.tanh", "mxnet.autograd", "mxnet.gluon.nn.Dense")."""

    name: str


def key_of(value: Value) -> Any:
    """By what a dict finds `value`: a constant by its Python value, a module or a class by what stands for it here;
    :data:`NOT_KNOWN` for all else."""
    if isinstance(value, Plain):
        return value.value
    module = isinstance(value, Imported) or isinstance(value, Namespace) and value.phase != "both"
    return value if module else NOT_KNOWN


def value_of_key(key: Any) -> Value:
    """What has this key, the other way around."""
    return key if isinstance(key, Value) else constant(key)


@dataclasses.dataclass(frozen=True)
class Foreign(Value):
    """An object of a class that is imported, by that class's full name: `mx.metric.Accuracy()`."""

    name: str


@dataclasses.dataclass(frozen=True)
class Function(Value):
    """A function, method or lambda of the analysed file. `scope` is what it closes over; `bound` is its `self`."""

    node: Any = dataclasses.field(compare=False)
    key: int
    scope: Any = dataclasses.field(compare=False, default=None)
    bound: Optional[Value] = None
    owner: Optional[str] = None


@dataclasses.dataclass(frozen=True)
class Generator(Value):
    """What a call of a generator function makes, which runs step by step: the function, and its arguments by the names
    of its parameters, in a method of the block `instance`."""

    function: Function
    names: Tuple[Tuple[str, Value], ...] = ()
    identity: int = 0
    instance: str = ""


@dataclasses.dataclass(frozen=True)
class Class(Value):
    """A class of the analysed file, by its name there."""

    name: str


@dataclasses.dataclass(frozen=True, eq=False)
class Instance(Value):
    """An object of a class of the analysed file that is no block, by that class's name; "" for a namespace that has
    none. `fields` are what it holds, in any order."""

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


@dataclasses.dataclass(frozen=True)
class Self(Value):
    """The instance whose method runs; `name` is its class in the analysed file."""

    name: str


@dataclasses.dataclass(frozen=True)
class OwnModule(Value):
    """The module that is analysed."""


@dataclasses.dataclass(frozen=True)
class Attributes(Value):
    """`vars(holder)`, or `holder.__dict__`: the attributes of a block (`Self`) or an object (`Instance`) as a dict; and
    `globals()`, where the holder is the module."""

    holder: Any


@dataclasses.dataclass(frozen=True)
class Super(Value):
    """`super()` in a method of class `name`, of the block `instance` or, where that is no block, of `receiver`."""

    name: str
    instance: str
    receiver: Optional[Value] = None


@dataclasses.dataclass(frozen=True)
class Block(Value):
    """A Gluon block held by another. `type` is its full dotted name ("mxnet.gluon.nn.Dense") or, for a class of the
    analysed file, that class's name with `local` set. `hybrid` is None where it cannot be known. `children` are the
    blocks of a Sequential where known, and with `children_vary` some of them, in some order: it was filled in a loop or
    under a condition; `options` the constant arguments it was made with. `optional` says that it may
    be None as well."""

    type: str
    local: bool = False
    hybrid: Optional[bool] = None
    children: Optional[Tuple[Value, ...]] = None
    options: Tuple[Tuple[str, Value], ...] = ()
    function: Optional[Value] = None
    identity: int = 0
    optional: bool = False
    children_vary: bool = False

    def option(self, name: str) -> Optional[Value]:
        return dict(self.options).get(name)

    def possible_children(self) -> Iterator[Value]:
        """The children, and each alternative of one that is not known singly."""
        for child in self.children or ():
            yield from alternatives(child)


@dataclasses.dataclass(frozen=True)
class ParameterValue(Value):
    """A `gluon.Parameter` (or Constant) held by a block; `dims` its declared shape where that is literal. `alone` is
    one that was not made by the parameters of the block, `self.params`, which do not know it. `trained` is False for
    one that gets no gradient."""

    name: str = ""
    dims: Optional[Tuple[Optional[int], ...]] = None
    alone: bool = False
    trained: bool = True


@dataclasses.dataclass(frozen=True)
class ParameterDict(Value):
    """`self.params`, `self.collect_params()`."""


@dataclasses.dataclass(frozen=True)
class BoundMethod(Value):
    """The method `name` of `receiver`, not yet called."""

    receiver: Value
    name: str


@dataclasses.dataclass(frozen=True)
class Partial(Value):
    """`functools.partial(callee, …)`: something to call, with arguments that it was given before (those of a call, as
    `events.Arguments`)."""

    callee: Value
    arguments: Any
    #: Whether it is a `functools.partialmethod`, of a class.
    of_method: bool = False


@dataclasses.dataclass(frozen=True)
class RandomSource(Value):
    """What gives another value each time that it is asked: a generator of random numbers (`random.Random()`), an
    endless iterator (`itertools.count()`). `afresh` where it was made, with a seed, in the very call that it serves,
    and so gives the same in every one."""

    name: str = ""
    afresh: bool = False


@dataclasses.dataclass(frozen=True)
class Phased(Value):
    """A value that differs between the phases: what it is imperatively, what it is while tracing, and why."""

    imperative: Value
    symbolic: Value
    reason: str = ""
    guard: bool = False


def lacks_array(value: Value) -> bool:
    """Whether only the imperative phase has put an array there, with which no graph could compute either."""
    return isinstance(value, Phased) and isinstance(value.imperative, ImperativeArray) and value.symbolic == NONE


def lacks_value(value: Value) -> bool:
    """Whether there is None in a graph where the imperative phase has a number or an array."""
    return (
        isinstance(value, Phased)
        and isinstance(value.imperative, (Plain, ImperativeArray))
        and value.imperative != NONE
        and value.symbolic == NONE
    )


def by_phase(imperative: Value, symbolic: Value, reason: str, guard: bool = True) -> Value:
    """What is one value imperatively and another while tracing; of one that differs itself, what it is there. A module
    of `mx.nd` in the one phase and its like of `mx.sym` in the other is what `F` is, and so are their functions."""
    imperative = imperative.imperative if isinstance(imperative, Phased) else imperative
    symbolic = symbolic.symbolic if isinstance(symbolic, Phased) else symbolic
    if imperative == symbolic:
        return imperative
    for kind in (Namespace, Operator):
        if isinstance(imperative, kind) and isinstance(symbolic, kind) and imperative.path == symbolic.path:
            if (imperative.phase, symbolic.phase) == ("imperative", "symbolic"):
                return kind("both", imperative.path)
    return Phased(imperative, symbolic, reason, guard)


@dataclasses.dataclass(frozen=True)
class ContextManager(Value):
    """What a `with` enters, by its name in full ("mxnet.autograd.pause", "name_scope"). A generator of the file enters
    those `inside` it for as long as it has yielded `value`."""

    name: str = ""
    inside: Tuple[str, ...] = ()
    value: Value = UNKNOWN


@dataclasses.dataclass(frozen=True)
class Opaque(Value):
    """An object that is certainly no tensor but of which nothing else is known (a logger, a configuration, a context).
    `taint` as in :class:`Plain`."""

    taint: Taint = UNTAINTED


#: What may change from call to call, and says so in its `taint`.
_TAINTED = (Plain, NumPyArray, Sequence, Opaque, ImperativeArray)
_MAY_BE_TAINTED = frozenset([*_TAINTED, NamedTuple, Variable])


def taint_of(value: Value) -> Taint:
    """Why `value` changes from call to call imperatively; :data:`UNTAINTED` if it does not."""
    if value.__class__ not in _MAY_BE_TAINTED:
        return UNTAINTED
    if isinstance(value, Variable):
        return taint_among(value.values)
    if value.taint:  # type: ignore[attr-defined]
        return value.taint  # type: ignore[attr-defined, no-any-return]
    if isinstance(value, Sequence):
        for item in value.items or (value.element,):
            if not isinstance(item, (Sequence, Tensor)) and taint_of(item):
                return taint_of(item)
    return UNTAINTED


def taint_among(values: Iterable[Value]) -> Taint:
    """Why the first of `values` that changes from call to call does so."""
    return next((reason for reason in map(taint_of, values) if reason), UNTAINTED)


def with_taint(value: Value, reason: Taint) -> Value:
    """`value`, marked as changing from call to call because of `reason`."""
    if reason and isinstance(value, _TAINTED):
        return dataclasses.replace(value, taint=reason)
    return value


def untainted(value: Value) -> Value:
    """`value`, where it stays the same from call to call after all."""
    if isinstance(value, _TAINTED):
        return dataclasses.replace(value, taint=UNTAINTED)
    return value


def tensors_in(value: Value) -> Iterator[Tensor]:
    """`value` where it is a tensor, and the tensors that it holds."""
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, (Sequence, Variable)):
        for item in value.values if isinstance(value, Variable) else value.possible_items():
            yield from tensors_in(item)


def same_work(one: Value, other: Value) -> bool:
    """Whether two values certainly come of the same operators, or are the same."""
    if isinstance(one, Tensor) and isinstance(other, Tensor):
        return bool(one.work) and one.work == other.work or bool(one.identity) and one.identity == other.identity
    if isinstance(one, Sequence) and isinstance(other, Sequence) and one.items and other.items:
        return len(one.items) == len(other.items) and all(map(same_work, one.items, other.items))
    return isinstance(one, Plain) and one.known and one == other


def perhaps_untouched(value: Value) -> Value:
    """`value`, where only some configuration or caller leaves it as it came."""
    if isinstance(value, Tensor) and value.origin is not None and value.is_still(*CAME_IN):
        return dataclasses.replace(value, origin=Origin(value.origin.kinds, perhaps=True))
    return _mapped(perhaps_untouched, value)


def _mapped(change: Callable[[Value], Value], value: Value) -> Value:
    """`value` with every element or alternative of it changed, where it is a list or a variable."""
    if isinstance(value, Variable):
        return Variable(tuple(Binding(change(one.value), one.condition) for one in value.bindings))
    if isinstance(value, Sequence):
        items = None if value.items is None else tuple(map(change, value.items))
        return dataclasses.replace(value, items=items, element=change(value.element))
    return value


#: What can hold a tensor.
_HOLDERS = frozenset([Tensor, Sequence, NamedTuple, Variable, Mapped])


def contains_tensor(value: Value) -> bool:
    """Whether `value` is a tensor or holds one at any depth."""
    if value.__class__ not in _HOLDERS:
        return False
    if isinstance(value, Tensor):
        return True
    if isinstance(value, Sequence):
        return any(map(contains_tensor, value.possible_items()))
    if isinstance(value, Variable):
        return any(map(contains_tensor, value.values))
    assert isinstance(value, Mapped)
    if any(contains_tensor(item) for _, item in value.entries):
        return True
    return value.element is not None and contains_tensor(value.element)


def of_one_phase(value: Value) -> bool:
    """Whether the other phase could do nothing with `value`: a tensor, or what holds one; `F`, or an operator of it."""
    return contains_tensor(value) or isinstance(value, (Namespace, Operator)) and value.phase == "both"


def certainly(outcome: bool) -> Phased:
    """The value of a test whose outcome is known in both phases, whatever the configuration."""
    return Phased(constant(outcome), constant(outcome))
