"""The base of all values: the protocol of what Python does with an object."""

from __future__ import annotations

import ast
import dataclasses
import enum
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    ClassVar,
    Dict,
    FrozenSet,
    Iterable,
    List,
    NamedTuple,
    Optional,
    Tuple,
)

from hybridlint.dataclass import dataclass, replace
from hybridlint.syntax import class_names
from hybridlint.values.operations import METHODS

if TYPE_CHECKING:
    from hybridlint.graph import Node
    from hybridlint.interpreter import EntryKey, Frame, Run
    from hybridlint.shapes import KnownDims, Shape
    from hybridlint.values.arguments import Arguments
    from hybridlint.values.block import Block
    from hybridlint.values.lattice import Loop, Merge
    from hybridlint.values.sequence import Sequence
    from hybridlint.values.tensor import Tensor


#: Maximum length of a sequence that is interpreted element by element.
UNROLLED = 8


class _NotKnown(enum.Enum):
    NOT_KNOWN = "<not known>"


#: The Python value of what is not known.
NOT_KNOWN = _NotKnown.NOT_KNOWN


class Read(NamedTuple):
    """A read of the attribute `name` by `node`, in `frame`; `called` if the result is called at once."""

    node: ast.AST
    frame: Frame
    name: str
    called: bool


class Write(NamedTuple):
    """An assignment of `value` to the attribute `name` by `node`, in `frame`. `holder` is the expression of the object.
    With a `change` other than SET, `value` is the object in the attribute after a change in place. `registers` is False
    if it bypasses `Block.__setattr__`, as `vars(self)[name] = value` does."""

    node: Any
    holder: ast.AST
    frame: Frame
    name: str
    value: Value
    change: Change
    registers: bool = True


@dataclass(frozen=True)
class Taint:
    """The reason why a value changes between imperative calls, while the traced graph has it as a constant.

    `kind` is "drawn" (a random number, the time), "parameter" (its data), "gradient" (of a parameter), "layer" (a
    result computed outside of the graph), "carried" (by an attribute or a global, from call to call) or "mode" (of
    autograd). `words` names it in messages ("`random.random()`"). Of all taints :data:`UNTAINTED` alone, that of a
    value that does not change, is false.
    """

    kind: str = ""
    words: str = ""
    #: The expression that introduced it, if one report for all of its uses is enough; otherwise None.
    place: Any = dataclasses.field(default=None, compare=False)
    #: The key of an attribute that is None before the first call, and what the previous call left there.
    left: Optional[Tuple[Tuple[str, str], Value]] = dataclasses.field(default=None, compare=False)

    def __bool__(self) -> bool:
        return bool(self.kind)


def merged_taint(first: Taint, second: Taint) -> Taint:
    """Return the join of two taints: one reason is enough to report, the mode only if it is the only one."""
    if first != second:
        return max(first, second, key=lambda taint: (bool(taint), taint.kind != "mode", taint.kind, taint.words))
    return first if first.place is second.place else replace(first, place=None)


#: The taint of a value that does not change.
UNTAINTED = Taint()


class Change(enum.Enum):
    """How a statement changes the value of an attribute or name."""

    SET = "another value is assigned, or the container is emptied"
    ENTRY = "an entry of the container is set, which is recorded by itself"
    OF_EACH_PHASE = "each phase sets an entry of its own, with the same value in every call"
    CHANGED = "the container is changed in place"
    GROWN = "elements are added to the container"


class Value:
    """Base of all values. A method of the protocol that a kind does not define returns what is known of any object."""

    __slots__ = ()

    #: Whether it is a variable: one of several values.
    has_alternatives: ClassVar[bool] = False
    #: Whether it differs between the phases.
    differs: ClassVar[bool] = False
    #: Whether nothing is known of it.
    is_unknown: ClassVar[bool] = False

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

    def renumbered(self, numbers: Optional[Dict[int, int]]) -> Value:
        """Return this value with the identities of blocks and containers replaced by `numbers`, to which it adds the
        next number for each identity that is not there: equal results stand for values that differ in identities
        alone. Without `numbers` none has an identity."""
        return self

    # What it holds

    def mapped(self, change: Callable[[Value], Value]) -> Value:
        """Return this value with `change` applied to each part or alternative; the value itself if it has none."""
        return self

    #: Whether this is a tensor or holds one at any depth.
    holds_tensor: ClassVar[bool] = False

    def tensors(self) -> Iterable[Tensor]:
        """Yield this value if it is a tensor, or else the tensors in a sequence or a variable."""
        return ()

    #: Whether it may hold tensors that `nodes` does not yield.
    hides_tensors: ClassVar[bool] = False

    def nodes(self) -> Iterable[Optional[Node]]:
        """Yield the nodes of the tensors in this value while tracing, at any depth."""
        return ()

    #: A key of this operand that is equal for equal values; None if unknown.
    operand_key: ClassVar[Any] = None

    #: The taint of this value, and that of this value or of an element of it.
    taint: Taint = UNTAINTED
    any_taint: ClassVar[Taint] = UNTAINTED

    def with_taint(self, taint: Taint) -> Value:
        """Return this value with another taint; unchanged if it cannot be tainted."""
        return self

    def parts(self) -> Iterable[Tuple[Any, Value]]:
        """Return the parts of a container that are known individually, with their indices, keys or names."""
        return ()

    def rest(self) -> Optional[Value]:
        """Return the join of all other parts of a container; None if there are none."""
        return None

    def with_parts(self, changed: Dict[Any, Value]) -> Value:
        """Return a copy with the parts in `changed` (by index, key or name) replaced or added; a list gets none
        added. What has no parts is returned itself."""
        return self

    def with_rest(self, rest: Value) -> Value:
        """Return a copy with `rest` as the join of all parts that are not known individually, if it has such."""
        return self

    def possible_parts(self) -> List[Value]:
        """Return the parts that are known individually, and the join of all others, if there are any."""
        return []

    def at(self, identity: int) -> Value:
        """Return a copy of a container at another address; any other value itself."""
        return self

    #: Its address in the store; 0 if it has none.
    identity: int = 0
    #: The elements of a list, tuple, set or iterator of known length; None for any other value.
    items: Optional[Tuple[Value, ...]] = None
    #: The length of a list or dict if that is the same in every call; None if unknown.
    known_length: ClassVar[Optional[int]] = None

    def length(self, run: Run, node: ast.AST) -> Value:
        """Evaluate `len(self)`."""
        return run.plain("int", self.any_taint)

    # Elements. `run` is the interpretation, `node` the expression, `frame` the running function.

    #: Whether selecting this value by an index that changes between calls changes the graph.
    selects_graph: ClassVar[bool] = False

    def item(self, run: Run, node: ast.AST, index: Value, frame: Frame) -> Value:
        """Evaluate `self[index]`."""
        return UNKNOWN

    def with_item(self, index: Value, value: Value) -> Optional[Value]:
        """Return this list, dict or array after `self[index] = value`; None for other values."""
        return None

    def without_item(self, index: Value) -> Optional[Value]:
        """Return this list or dict after `del self[index]`; None for other values."""
        return None

    def set_item(self, run: Run, node: ast.AST, holder: ast.AST, index: Value, value: Value, frame: Frame) -> None:
        """Run `self[index] = value`, where `holder` is the expression of this value and `node` that of the target."""
        changed = self.with_item(index, value)
        if changed is not None:
            run.store_item(node, holder, self, index, value, changed, frame)

    def delete_item(self, run: Run, node: ast.AST, holder: ast.AST, index: Value, frame: Frame) -> None:
        """Run `del self[index]`, where `holder` is the expression of this value and `node` that of the target."""
        left = self.without_item(index)
        if left is not None:
            run.rebind(holder, left, frame, Change.CHANGED)

    def entry_key(self, index: Value) -> Optional[EntryKey]:
        """Return the key in the store of an element of this list or dict, or an attribute of this object; None if
        unknown."""
        return None

    def augment_item(self, run: Run, node: ast.AugAssign, index: Value, frame: Frame) -> bool:
        """Run `self[index] += value` if this is not to read, change and set an element. Return whether it is not."""
        return False

    def iterate(self, run: Run, node: ast.AST, construct: str) -> Sequence:
        """Return an iterator over the elements, and record the events of iterating in `construct`."""
        return run.iterator()

    def iterator(self, run: Run, node: ast.AST) -> Value:
        """Evaluate `iter(self)`."""
        return replace(run.iterate(node, self, "iter()"), type="iterator", identity=run.identity())

    def unpack(self, run: Run, node: ast.AST, number: int, star: Optional[int]) -> List[Value]:
        """Return the values that a `number` of targets, listed by `node`, are assigned; that at `star` is starred."""
        return run.iterate(node, self, "unpacking").dealt_out(run, number, star, run.is_own(self))

    #: Whether this may be a block.
    is_block: ClassVar[bool] = False

    def blocks(self) -> List[Block]:
        """Return this block, or the blocks in this list or dict at any depth."""
        return []

    #: Whether this is a parameter that no layer has registered, or a list or dict of such parameters alone.
    holds_parameters: ClassVar[bool] = False

    def next(self, run: Run, node: ast.Call, default: Optional[Value], frame: Frame) -> Value:
        """Evaluate `next(self, default)`; the default is None if none is passed."""
        return UNKNOWN

    def hash(self, run: Run, node: ast.AST) -> None:
        """Record that `node` hashes this value."""

    def note_index(self, run: Run, node: ast.AST) -> None:
        """Record the taint of this index, including the ends of slices, while MXNet 2 records."""
        run.note_taint(node, self, "index")

    #: The Python object that this certainly is, whatever its taint; :data:`NOT_KNOWN` if unknown.
    python_value: ClassVar[Any] = NOT_KNOWN
    #: Whether it is known, and depends on literals in `hybrid_forward` alone.
    known: ClassVar[bool] = False
    is_literal: bool = False
    #: The parameter of `hybrid_forward` that it came from, if it is a plain value.
    argument: str = ""
    #: Whether it is a named input, in some configuration at least, and its name or that of the input that holds it.
    of_input: ClassVar[bool] = False
    source: str = ""
    #: The name of its builtin class, or the full name of that of a block; "" if unknown.
    type: str = ""
    #: Whether it is a block of a class of the file, and whether it is a HybridBlock; None if unknown.
    local: bool = False
    hybrid: Optional[bool] = None
    #: Whether it is a tensor that depends on no input and no parameter of the block: `F.zeros((2, 3))`.
    of_no_input: ClassVar[bool] = False
    #: The shape of a tensor; None if unknown.
    shape: Optional[Shape] = None
    #: The known parts of the string that this template is formatted to.
    template_pieces: ClassVar[Tuple[str, ...]] = ()
    #: It as an integer, and as a string; None if it is none, or unknown.
    integer: ClassVar[Optional[int]] = None
    string: ClassVar[Optional[str]] = None

    #: The shape of a number, a nested list of numbers or an array; None if unknown.
    literal_dims: ClassVar[Optional[KnownDims]] = None

    #: Whether it adds an axis as an index: None or `numpy.newaxis`.
    is_new_axis: ClassVar[bool] = False

    # Operators

    #: Whether an operation is applied in each phase if the other operand differs between the phases.
    lifts: ClassVar[bool] = True
    #: Whether its class, of the file, decides what operators do.
    overrides: ClassVar[bool] = False

    def binary(self, run: Run, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        """Evaluate `self symbol other`; None if `other` decides."""
        return None

    def reflected(self, run: Run, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        """Evaluate `other symbol self`, which `other` does not decide; None if unknown."""
        return None

    def unary(self, run: Run, node: ast.AST, symbol: str) -> Value:
        """Evaluate `symbol self`."""
        return self

    def in_place(self, run: Run, node: ast.AugAssign, symbol: str, right: Value, frame: Frame) -> Value:
        """Evaluate what `target symbol= right` assigns to the target, whose value this is."""
        changed = run.special(node, self, f"__i{METHODS[symbol]}__", right)
        return run.binary(node, symbol, self, right) if changed is None else changed

    def converted(self, run: Run, node: ast.AST, to: str) -> Value:
        """Evaluate `to(self)`, where `to` is "int", "float" or "bool"."""
        return run.plain(to, self.any_taint)

    def rounded(self, run: Run, node: ast.AST) -> Value:
        """Evaluate `round(self)`."""
        return run.plain("", self.any_taint)

    @property
    def format_arguments(self) -> Tuple[Value, ...]:
        """The values that `template % self` formats."""
        return (self,)

    # Comparisons

    #: The truth value in one phase; None if unknown.
    truth: ClassVar[Optional[bool]] = None

    #: Whether this is None in one phase; None if unknown.
    is_none: ClassVar[Optional[bool]] = None

    #: Whether it certainly is a number of Python.
    is_number: ClassVar[bool] = False

    #: Whether equality is identity.
    compares_by_identity: ClassVar[bool] = False

    def is_same(self, other: Value) -> Optional[bool]:
        """Return whether this is the same object as `other` in one phase; None if unknown."""
        return None

    def compared_parts(self, run: Run, other: Value) -> Iterable[Tuple[Value, Value]]:
        """Return the pairs of parts that `self == other` compares."""
        return ()

    def contains(self, item: Value) -> Optional[bool]:
        """Return whether `item` is in this string or list; None if unknown."""
        return None

    def note_truth(self, run: Run, node: ast.AST, construct: str) -> None:
        """Record that `construct` tests the truth of this value if a Symbol has none."""

    def note_search(self, run: Run, node: ast.AST, item: Value) -> None:
        """Record the events of a search for `item`: iteration, truth tests and hashing."""

    def has_attribute(self, run: Run, name: str) -> Optional[Tuple[bool, bool]]:
        """Return, for each phase, whether this has the attribute `name`; None if unknown."""
        return None

    # Types

    def class_of(self, run: Run, node: ast.AST) -> Value:
        """Evaluate `type(self)`."""
        return UNKNOWN

    def instance_of(self, run: Run, node: ast.AST, classes: FrozenSet[str]) -> Value:
        """Return, for each phase, whether this is an instance of one of the classes with these names."""
        return run.plain("bool", self.any_taint)

    def class_names(self, node: ast.AST) -> FrozenSet[str]:
        """Return the last parts of the names of the classes that this class or tuple of classes stands for, or those in
        the expression `node` if it is unknown. NumPy's array has its full name."""
        return frozenset(class_names(node))

    # Strings

    def text(self, run: Run, node: ast.AST) -> Value:
        """Evaluate `str(self)`."""
        return run.plain("str", self.any_taint)

    def shown(self, run: Run) -> Iterable[Tensor]:
        """Yield the tensors that printing this value shows."""
        return self.tensors()

    #: Whether `==` is an operator of the graph, whose truth Python then tests.
    tests_equality: ClassVar[bool] = False

    #: Whether an operation of a tensor and this value has the shape of the tensor.
    is_elementwise: ClassVar[bool] = False

    def contains_name(self, run: Run, node: ast.AST, item: Value) -> Optional[Value]:
        """Evaluate `item in self` if this holds the attributes of an object; None if it does not."""
        return None

    # Attributes and calls

    #: Whether a method is called without reading it as an attribute.
    owns_methods: ClassVar[bool] = False

    def attribute(self, run: Run, read: Read) -> Optional[Value]:
        """Return the value of an attribute; None for a bound method."""
        return None

    def note_attribute_read(self, run: Run, node: ast.AST, name: str) -> None:
        """Record that `node` reads a tensor stored in an attribute, whose value a test has narrowed."""

    def set_attribute(self, run: Run, write: Write) -> None:
        """Run `self.name = value`."""

    def set_any_attribute(self, run: Run, node: ast.AST, value: Value, registers: bool) -> None:
        """Run `setattr(self, name, value)` with an unknown name; `registers` as in `Write`."""

    def call(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
        """Evaluate `self(arguments)`. `discarded` if the result is not used."""
        return run.call_unknown(node, self, arguments)

    def call_method(
        self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame, discarded: bool = False
    ) -> Value:
        """Evaluate `self.name(arguments)`."""
        return run.of_unknown_method(arguments)

    def call_inherited(
        self, run: Run, node: ast.Call, base: str, name: str, arguments: Arguments, frame: Frame
    ) -> Value:
        """Evaluate `super().name(arguments)` in the class `base`, if no class of the file has the method."""
        return UNKNOWN

    def enter(self, run: Run, node: ast.AST) -> Value:
        """Return the value that a `with` binds to its target."""
        return run.special(node, self, "__enter__") or self

    #: Whether `[x] * self` repeats a list.
    may_be_count: ClassVar[bool] = True

    #: Whether it is called with all alternatives of the arguments, which code of the file may distinguish.
    takes_alternatives: ClassVar[bool] = False

    def is_always_true(self, run: Run) -> bool:
        """Return whether this is true in both phases and all configurations."""
        return False

    #: The class of the file that an object, a list or a dict is an instance of; "" if it is of another one.
    owner_class: ClassVar[str] = ""

    #: Whether this may be an input or parameter that no operator was applied to.
    has_origin: ClassVar[bool] = False

    @property
    def is_effect(self) -> bool:
        """Whether a branch that computes this value matters: it is or holds a tensor, or is a plain value."""
        return self.holds_tensor

    def consume(self, run: Run, count: int) -> None:
        """Record that a loop has taken `count` elements: an iterator is consumed."""

    def in_next_round(self, run: Run) -> Value:
        """Return this element of a list of unknown length in a later round: a tensor with a new identity."""
        return self

    #: The names of the context managers that a `with` enters.
    managers: ClassVar[Tuple[str, ...]] = ()

    @property
    def managed(self) -> Value:
        """The object whose `__enter__` a `with` calls."""
        return self

    def in_any_round(self, before: Optional[Value], since: Loop) -> Value:
        """Return a guess at what repeated widening reaches from the values `before` and after the first round of the
        loop `since`, of which this is the latter."""
        return self

    def part_in_any_round(self, since: Loop) -> Value:
        """Return the guess for this value, a part of a container after the first round."""
        return self.in_any_round(None, since)

    #: Whether this is the index `:`.
    selects_all: ClassVar[bool] = False


class Mergeable(Value):
    """A value of a kind that is merged field by field."""

    __slots__ = ()

    def is_like(self, other: Value) -> bool:
        return other.__class__ is self.__class__


class Tainted(Value):
    """A value that may change between calls."""

    __slots__ = ()

    @property
    def any_taint(self) -> Taint:  # type: ignore[override]
        return self.taint

    def with_taint(self, taint: Taint) -> Value:
        return replace(self, taint=taint)  # type: ignore[type-var]


def taint_among(values: Iterable[Value]) -> Taint:
    """Return the taint of the first tainted one of `values`; :data:`UNTAINTED` if none is."""
    return next((taint for taint in [value.any_taint for value in values] if taint is not UNTAINTED), UNTAINTED)


def with_taint(value: Value, reason: Taint) -> Value:
    """Return `value` with the taint `reason`, unless that is untainted or `value` cannot be tainted."""
    return value.with_taint(reason) if reason is not UNTAINTED else value


@dataclass(frozen=True)
class Unknown(Value):
    """Any object. No rule reports about it."""

    is_unknown = True

    hides_tensors = True

    def attribute(self, run: Run, read: Read) -> Value:
        method = run.api.method(read.name)
        if method is not None and (method.not_implemented or not method.symbolic):
            run.note_unknown()  # only NDArrays have it, which justifies a guard
        return UNKNOWN


UNKNOWN = Unknown()
#: What a call of another file makes that this run does not analyse. It equals :data:`UNKNOWN`: only its identity, by
#: which `Run.note_unanalysed` recognizes a call of it, is another.
UNANALYSED = Unknown()


class Container(Value):
    """A mutable object with parts: a list, a dict, an instance of a class of the file."""

    __slots__ = ()

    def at(self, identity: int) -> Container:
        return replace(self, identity=identity)  # type: ignore[type-var]

    def mapped(self, change: Callable[[Value], Value], kinds: Optional[FrozenSet[type]] = None) -> Value:
        """Return a copy with `change` applied to each part, of these `kinds` if they are given; the container itself if
        that changes none."""
        changed = {}
        for key, part in self.parts():
            after = change(part) if kinds is None or part.__class__ in kinds else part
            if after is not part:
                changed[key] = after
        result: Value = self.with_parts(changed) if changed else self
        rest = result.rest()
        if rest is None:
            return result
        after = change(rest) if kinds is None or rest.__class__ in kinds else rest
        return result if after is rest else result.with_rest(after)

    def possible_parts(self) -> List[Value]:
        rest = self.rest()
        return [*[part for _, part in self.parts()], *([] if rest is None else [rest])]

    def nodes(self) -> Iterable[Optional[Node]]:
        for part in self.possible_parts():
            yield from part.nodes()

    def bounded(self, depth: int) -> Value:
        return self.mapped(lambda part: part.bounded(depth - 1)) if depth else UNKNOWN

    def renumbered(self, numbers: Optional[Dict[int, int]]) -> Value:
        return self.mapped(lambda part: part.renumbered(numbers)).at(renumbered_identity(self.identity, numbers))


def renumbered_identity(identity: int, numbers: Optional[Dict[int, int]]) -> int:
    """Return the number of an identity among `numbers`, the next one if it is not there; 0 for none."""
    return numbers.setdefault(identity, len(numbers) + 1) if identity and numbers is not None else 0
