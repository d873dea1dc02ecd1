"""Lists, tuples, sets and iterators."""

from __future__ import annotations

import ast
import dataclasses
from typing import TYPE_CHECKING, Any, Dict, FrozenSet, Iterable, List, Optional, Tuple, cast

from hybridlint.dataclass import dataclass, replace
from hybridlint.events import ListsJoined, TaintUse, TruthTest
from hybridlint.values.arguments import Arguments, Slice
from hybridlint.values.base import (
    NOT_KNOWN,
    UNKNOWN,
    UNROLLED,
    UNTAINTED,
    Change,
    Container,
    Read,
    Taint,
    Tainted,
    Value,
    merged_taint,
    taint_among,
    with_taint,
)
from hybridlint.values.classes import Builtin
from hybridlint.values.lattice import Loop, Merge, flat, join, join_all
from hybridlint.values.namespace import Imported
from hybridlint.values.plain import NONE, Plain, constant

if TYPE_CHECKING:
    from hybridlint.interpreter import EntryKey, Frame, Run
    from hybridlint.shapes import KnownDims
    from hybridlint.values.tensor import Tensor

#: `Sequence.type` of a value that may be either.
LIST_OR_TUPLE = "list or tuple"
#: Classes of which no list or tuple is an instance.
_NOT_SEQUENCES = frozenset(["dict", "str", "int", "float", "NDArray", "Symbol"])


@dataclass(frozen=True)
class Sequence(Tainted, Builtin):
    """A Python list, tuple, set or iterator.

    `type` is "list", "tuple", :data:`LIST_OR_TUPLE`, "set", "iterator", "endless iterator", "dict view" or "deque".
    `items` are its elements; None if their number is unknown, and then `element` is the join of all of them.
    `source` is the input that it came from, or is a slice of ("xs[:]"). `nonempty` is True if it has an element. `most`
    is the `maxlen` of a deque: None for no limit, 0 if unknown. `owner` is its class if the file defines that.
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

    def is_like(self, other: Value) -> bool:
        return isinstance(other, Sequence)

    def merged(self, other: Sequence, nodes: Merge) -> Sequence:
        fields: Dict[str, Any] = {
            "type": flat(self.type, other.type, LIST_OR_TUPLE),
            "source": flat(self.source, other.source, ""),
            "taint": merged_taint(self.taint, other.taint),
            "identity": flat(self.identity, other.identity, 0),
            "nonempty": self.nonempty and other.nonempty,
            "most": flat(self.most, other.most, 0),
            "owner": flat(self.owner, other.owner, ""),
        }
        if self.items is not None and other.items is not None and len(self.items) == len(other.items):
            fields["items"] = tuple(join(*pair, nodes) for pair in zip(self.items, other.items))
        else:
            fields["element"] = join_all((*self.possible_items(), *other.possible_items()), nodes)
        if isinstance(self, NamedTuple) and isinstance(other, NamedTuple) and self.fields == other.fields:
            return NamedTuple(**fields, fields=self.fields)
        return Sequence(**fields)

    @property
    def holds_tensor(self) -> bool:  # type: ignore[override]
        return any(item.holds_tensor for item in self.possible_items())

    def tensors(self) -> Iterable[Tensor]:
        for item in self.possible_items():
            yield from item.tensors()

    @property
    def hides_tensors(self) -> bool:  # type: ignore[override]
        return any(item.hides_tensors for item in self.possible_items())

    @property
    def operand_key(self) -> Any:
        parts = (None,) if self.items is None else tuple(item.operand_key for item in self.items)
        return None if None in parts else parts

    @property
    def any_taint(self) -> Taint:  # type: ignore[override]
        if self.taint:
            return self.taint
        return taint_among(item for item in self.items or (self.element,) if not isinstance(item, Sequence))

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

    # Types

    def class_of(self, run: Run, node: ast.AST) -> Value:
        if self.owner or isinstance(self, NamedTuple):
            return UNKNOWN
        if self.type == LIST_OR_TUPLE and not run.entry.inner:
            return run.by_phase(UNKNOWN, Imported("builtins.list"), run.code(node))  # as in `instance_of`
        return Imported(f"builtins.{self.type}") if self.type in ("list", "tuple") else UNKNOWN

    def instance_of(self, run: Run, node: ast.AST, classes: FrozenSet[str]) -> Value:
        run.note_list_tested(node)
        if classes == {"tuple"} and self.type == LIST_OR_TUPLE and not run.entry.inner:
            # A tuple argument becomes a list while tracing; inside of another graph it remains a tuple.
            return run.by_phase(Plain("bool"), constant(False), run.code(node))
        own = {"list", "tuple"} if self.type == LIST_OR_TUPLE else {self.type}
        if own <= {"list", "tuple"}:
            if own <= classes:
                return run.certainly(True)
            if not own & classes and classes <= _NOT_SEQUENCES | {"list", "tuple"}:
                return run.certainly(False)
        return super().instance_of(run, node, classes)

    def has_attribute(self, run: Run, name: str) -> Optional[Tuple[bool, bool]]:
        known = self.type in ("list", "tuple") and not self.owner and not isinstance(self, NamedTuple)
        return (hasattr(list if self.type == "list" else tuple, name),) * 2 if known else None

    def class_names(self, node: ast.AST) -> FrozenSet[str]:
        if self.items is None:
            return super().class_names(node)
        written = isinstance(node, ast.Tuple) and len(node.elts) == len(self.items)
        nodes = node.elts if written else [node] * len(self.items)  # type: ignore[attr-defined]
        return frozenset(name for item, part in zip(self.items, nodes) for name in item.class_names(part))

    # Elements

    @property
    def known_length(self) -> Optional[int]:  # type: ignore[override]
        return None if self.items is None or self.taint or self.type == "iterator" else len(self.items)

    def length(self, run: Run, node: ast.AST) -> Value:
        if self.items is not None:
            return Plain("int", len(self.items), self.taint, is_literal=run.own_length(self) is not None)
        is_shape = self.type == "tuple" and self.taint.kind == "shape"  # or a slice of one: equally long in every call
        return Plain("int", taint=UNTAINTED if is_shape else self.any_taint)

    def place(self, index: Value) -> Optional[int]:
        """Return the place of the element that `index` selects; None if unknown, or if there is none."""
        place = index.python_value
        if self.items is None or not isinstance(place, int) or not -len(self.items) <= place < len(self.items):
            return None
        return place % len(self.items)

    def entry_key(self, index: Value) -> Optional[EntryKey]:
        place = self.place(index)
        return None if place is None or not self.identity else (self.identity, place)

    def item(self, run: Run, node: ast.AST, index: Value, frame: Frame) -> Value:
        if self.items is None and bool(getattr(self.element, "source", None)):
            run.note_selection(node)
        if isinstance(index, Slice):
            return self._part(run, index)
        taint = index.any_taint if self.taint is UNTAINTED else self.taint
        if taint is not UNTAINTED and self.selects_graph_by_place(run):
            run.emit(TaintUse(node, taint, "index"))
        if self.items is None:
            run.may_raise("IndexError")
            return with_taint(self.element, taint)
        if not isinstance(index.python_value, int):
            return with_taint(join_all(self.items), taint)
        place = self.place(index)
        if place is None:
            run.raise_error("IndexError")
            return UNKNOWN
        run.note_found(node, self, index, self.items[place])
        return with_taint(self.items[place], taint)

    def selects_graph_by_place(self, run: Run) -> bool:
        """Return whether the graph depends on which element is taken."""
        return self.holds_tensor or run.operand(element_of(self)).selects_graph

    def _part(self, run: Run, index: Slice) -> Sequence:
        selected = index.python()
        if self.items is not None and selected is not None:
            return Sequence(self.type, self.items[selected], identity=run.identity() if run.is_own(self) else 0)
        source = self.source and f"{self.source}[:]"
        return Sequence(self.type, None, element_of(self), source, self.taint or index.any_taint)

    def with_item(self, index: Value, value: Value) -> Sequence:
        place = self.place(index)
        if place is not None:
            return cast(Sequence, self.with_parts({place: value}))
        element = join_all([element_of(self), value]) if self.items != () else value
        return Sequence(self.type, None, element, identity=self.identity)

    def without_item(self, index: Value) -> Sequence:
        place = self.place(index)
        if place is None or self.items is None:
            return replace(self, items=None, element=element_of(self))
        return replace(self, items=self.items[:place] + self.items[place + 1 :])

    def in_place(self, run: Run, node: ast.AugAssign, symbol: str, right: Value, frame: Frame) -> Value:
        own = Value if self.type == "tuple" else Builtin
        return own.in_place(self, run, node, symbol, right, frame)

    def set_item(self, run: Run, node: ast.AST, holder: ast.AST, index: Value, value: Value, frame: Frame) -> None:
        if self.owner and run.special(node, self, "__setitem__", index, value) is not None:
            return
        if not isinstance(index, Slice):
            super().set_item(run, node, holder, index, value, frame)
            return
        filling = run.iterate(node, value, "a slice")
        element = join_all(element_of(part) for part in (self, filling) if part.items != ())
        changed = replace(self, items=None, element=element)
        if index == Slice():  # replaces the whole contents
            changed = replace(self, items=filling.items, element=filling.element, taint=UNTAINTED)
        run.rebind(holder, changed, frame, Change.CHANGED)

    def iterate(self, run: Run, node: ast.AST, construct: str) -> Sequence:
        given = run.special(node, self, "__iter__") if self.owner else None
        if given is not None:
            return run.iterate(node, given, construct)
        if self.taint is not UNTAINTED and self.selects_graph_by_place(run):
            run.emit(TaintUse(node, self.taint, "index"))  # how many it holds, or in which order
            return self
        if self.type == "iterator" and self.identity and self.items is not None:
            run.write(replace(self, items=()))  # iterating exhausts it
        if self.taint is not UNTAINTED:
            items = None if self.items is None else tuple(with_taint(item, self.taint) for item in self.items)
            return replace(self, items=items, element=with_taint(self.element, self.taint))
        return self

    def iterator(self, run: Run, node: ast.AST) -> Value:
        return self if self.type == "iterator" else super().iterator(run, node)

    def next(self, run: Run, node: ast.Call, default: Optional[Value], frame: Frame) -> Value:
        if self.items is None:
            return self.element
        if not self.items:
            if default is None:
                run.raise_error("StopIteration")
            return default or UNKNOWN
        if self.identity:
            run.write(replace(self, items=self.items[1:]))
        return self.items[0]

    def dealt_out(self, run: Run, number: int, star: Optional[int], own: bool) -> List[Value]:
        """Return these elements for a `number` of targets, of which that at `star` is starred. `own` if this call made
        the object that is unpacked."""
        if self.items is None:
            each = element_of(self)
            return [Sequence("list", None, each) if place == star else each for place in range(number)]
        surplus = len(self.items) - number
        if surplus < -1 or star is None and surplus:
            run.raise_error("ValueError")
            return [UNKNOWN] * number
        if star is None:
            return list(self.items)
        after = star + surplus + 1
        starred = Sequence("list", self.items[star:after], identity=run.identity() if own else 0)
        return [*self.items[:star], starred, *self.items[after:]]

    def hash_each(self, run: Run, node: ast.AST) -> None:
        """Record the hashing of the elements, which are keys or members of a set."""
        for item in self.possible_items() or (self.element,):
            item.hash(run, node)

    def note_index(self, run: Run, node: ast.AST) -> None:
        for part in self.items or ():
            part.note_index(run, node)

    @property
    def literal_dims(self) -> Optional[KnownDims]:  # type: ignore[override]
        inner = {item.literal_dims for item in self.items or ()}
        dims = inner.pop() if len(inner) == 1 else None
        return None if dims is None else (len(self.items or ()), *dims)

    # Operators

    def binary(self, run: Run, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        if symbol == "+" and isinstance(other, Sequence):
            if not run.entry.inner:  # inside another graph, tracing does not turn tuples into lists
                run.emit(ListsJoined(node, self, other))
            if self.items is not None and other.items is not None:
                return Sequence(self.type, self.items + other.items, identity=run.identity())
            return Sequence(self.type, None, join_all(element_of(side) for side in (self, other) if side.items != ()))
        return self._repeated(run, other) if symbol == "*" and other.may_be_count else None

    def reflected(self, run: Run, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        return self._repeated(run, other) if symbol == "*" else None

    def _repeated(self, run: Run, count: Value) -> Value:
        times = count.python_value
        taint = self.taint or count.any_taint
        if isinstance(times, int) and self.items is not None and times * len(self.items) <= UNROLLED:
            return Sequence(self.type, self.items * times, identity=run.identity(), taint=taint)
        return Sequence(self.type, None, element_of(self), taint=taint)

    @property
    def format_arguments(self) -> Tuple[Value, ...]:
        return (self,) if self.items is None else self.items

    @property
    def truth(self) -> Optional[bool]:  # type: ignore[override]
        return None if self.items is None else bool(self.items)

    @property
    def is_none(self) -> Optional[bool]:  # type: ignore[override]
        # A test of an input for None implies that callers may omit it.
        return None if self.source else False

    def compared_parts(self, run: Run, other: Value) -> Iterable[Tuple[Value, Value]]:
        if not isinstance(other, Sequence) or not self.items or not other.items or len(self.items) != len(other.items):
            return ()
        return zip(self.items, other.items)

    def contains(self, item: Value) -> Optional[bool]:
        if item.python_value is NOT_KNOWN or self.items is None:
            return None
        known = [other.python_value for other in self.items if other.python_value is not NOT_KNOWN]
        return item.python_value in known if len(known) == len(self.items) else None

    def note_search(
        self, run: Run, node: ast.AST, item: Value, construct: str = "in", to_the_end: bool = False
    ) -> None:
        """Record the truth test of a tensor that Python compares in a search for `item`. The search ends at the first
        match unless `to_the_end`. Python does not compare an object with itself."""
        for part in self.possible_items():
            outcome: Optional[bool] = True
            if part is not item and not part.is_same(item):
                if part.tests_equality or item.tests_equality:
                    known = item.tests_equality or item.is_number
                    if known and (part.tests_equality or part.is_number):
                        run.emit(TruthTest(node, cast("Tensor", item if item.tests_equality else part), construct))
                    return
                outcome = Sequence("list", (part,)).contains(item)
            if outcome is not False and not to_the_end:
                return

    # Methods

    def _insert_at(
        self,
        run: Run,
        node: ast.Call,
        added: Sequence,
        place: Optional[int],
        frame: Frame,
        left: bool = False,
    ) -> Value:
        """Insert the elements of `added` before the index `place`, which may be unknown. A full deque drops elements at
        its right end if they are added at the `left` one, otherwise at its left end."""
        if (
            self.items is None
            or added.items is None
            or place is None
            or self.most == 0
            or len(self.items or ()) >= _LONGEST
        ):
            parts = [element_of(part) for part in (self, added) if part.items != ()]
            changed = replace(self, items=None, element=join_all(parts))
        else:
            items = [*self.items[:place], *added.items, *self.items[place:]]
            surplus = 0 if self.most is None else max(len(items) - self.most, 0)
            kept = items[: len(items) - surplus] if left else items[surplus:]
            changed = replace(self, items=tuple(kept))
        change = Change.SET if self.most == 1 else None  # the earlier item was dropped
        run.rebind_receiver(node, changed, frame, change)
        return NONE

    def method_append(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        return self._insert_at(run, node, Sequence("list", arguments.positional[:1]), len(self.items or ()), frame)

    def method_appendleft(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        return self._insert_at(run, node, Sequence("list", arguments.positional[:1]), 0, frame, left=True)

    def method_insert(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        added = Sequence("list", arguments.positional[1:2])
        return self._insert_at(run, node, added, arguments.first.integer, frame)

    def method_extend(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        if not arguments.positional:
            return UNKNOWN
        added = run.iterate(node, arguments.positional[0], "extend()")
        return self._insert_at(run, node, added, len(self.items or ()), frame)

    def method_extendleft(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        if not arguments.positional:
            return UNKNOWN
        added = run.iterate(node, arguments.positional[0], "extendleft()")
        if added.items is not None:
            added = replace(added, items=added.items[::-1])
        return self._insert_at(run, node, added, 0, frame, left=True)

    def method_add(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        """Add to a set: the order of its elements is not known."""
        _note_hash(run, node, arguments)
        return self._insert_at(run, node, Sequence("list", arguments.positional[:1]), None, frame)

    def method_update(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        for given in arguments.positional:
            added = run.iterate(node, given, "update()")
            self = replace(self, items=None, element=join_all(map(element_of, (self, added))))
        run.rebind_receiver(node, self, frame)
        return NONE

    def method_discard(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        _note_hash(run, node, arguments)
        return self._reordered(run, node, None, frame)

    def method_pop(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        index = arguments.positional[0] if arguments.positional else constant(-1)
        return self._taken(run, node, Plain("int") if self.type == "set" else index, frame)

    def method_popleft(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        return self._taken(run, node, constant(0), frame)

    def _taken(self, run: Run, node: ast.Call, index: Value, frame: Frame) -> Value:
        """Remove the element at `index` and return it."""
        value = run.item(node, self, index, frame)
        run.rebind_receiver(node, self.without_item(index), frame)
        return value

    def method_clear(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        return self._reordered(run, node, (), frame)

    def method_reverse(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        for place, item in enumerate(self.items or ()):
            run.note_found(node, self, constant(place), item)
        return self._reordered(run, node, self.items and self.items[::-1], frame, Change.ENTRY)

    def method_rotate(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        return self._reordered(run, node, None, frame)

    def method_remove(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        self._note_comparisons(run, node, "remove", arguments)
        place = self._first_equal(run, node, arguments)
        left = None if self.items is None or place is None else self.items[:place] + self.items[place + 1 :]
        return self._reordered(run, node, left, frame)

    def method_sort(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        items = self.sorted_items(run, node, "sort()", arguments, frame)
        return self._reordered(run, node, items, frame, Change.ENTRY)  # whatever the order was

    def _reordered(
        self,
        run: Run,
        node: ast.Call,
        items: Optional[Tuple[Value, ...]],
        frame: Frame,
        change: Optional[Change] = None,
    ) -> Value:
        """Leave `items` in the list; if they are None, its elements in an unknown number and order."""
        for place in range(len(self.items or ()) if change else 0):
            run.note_set(self, constant(place), False)
        left = replace(self, items=items, element=element_of(self) if items is None else UNKNOWN)
        run.rebind_receiver(node, left, frame, change)
        return NONE

    def method_index(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        self._note_comparisons(run, node, "index", arguments)
        place = self._first_equal(run, node, arguments) if len(arguments.positional) == 1 else None
        return Plain("int", NOT_KNOWN if place is None else place, self.taint)

    def _first_equal(self, run: Run, node: ast.Call, arguments: Arguments) -> Optional[int]:
        """Return the index of the first element that equals the first argument; None if unknown."""
        wanted = arguments.positional[0] if arguments.positional else None
        for place, item in enumerate(self.items or ()):
            if wanted is None or item.holds_tensor or wanted.holds_tensor:
                return None
            outcome = run.binary(node, "==", item, wanted).truth
            if outcome is not False:
                return place if outcome else None
        return None

    def method_count(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        self._note_comparisons(run, node, "count", arguments)
        return Plain("int", taint=self.taint)

    def sorted_items(
        self, run: Run, node: ast.Call, construct: str, arguments: Arguments, frame: Frame
    ) -> Optional[Tuple[Value, ...]]:
        """Return the elements in sorted order; None if unknown. Record the comparisons of the elements, or of their
        keys."""
        items = self.items if self.items is not None else (self.element, self.element)
        keys = _keys(run, node, items, arguments, frame)
        compared = keys if any(value.holds_tensor for value in keys) else ()
        pairs = [_first_difference(item, other) for i, item in enumerate(compared) for other in compared[i + 1 :]]
        for value in (side for pair in pairs for side in pair):
            if value.tests_equality:
                run.emit(TruthTest(node, cast("Tensor", value), construct))
                return None
        numbers = [_sortable(key) for key in keys]
        backwards = arguments.keyword("reverse")
        if self.items is None or None in numbers or len(keys) < len(items) or backwards not in (None, constant(False)):
            return None
        if len(set(map(repr, numbers))) < len(keys) and any(isinstance(key, Sequence) for key in keys):
            return None  # later elements of the tuples decide
        try:
            places = sorted(range(len(items)), key=numbers.__getitem__)
        except TypeError:  # raised in both phases
            return None
        return tuple(items[place] for place in places)

    def _note_comparisons(self, run: Run, node: ast.Call, name: str, arguments: Arguments) -> None:
        """Record the comparisons by which `index`, `count` and `remove` search."""
        if arguments.positional:
            self.note_search(run, node, arguments.positional[0], f"{name}()", to_the_end=name == "count")

    def is_always_true(self, run: Run) -> bool:
        return self.nonempty

    def consume(self, run: Run, count: int) -> None:
        if self.type == "iterator" and self.items is not None:
            run.write(replace(self, items=self.items[count:]))

    def in_any_round(self, before: Optional[Value], since: Loop) -> Value:
        if not isinstance(before, Sequence):
            return self
        grown = before.items is not None and self.items is not None and len(before.items) < len(self.items)
        if not grown and self.items is not None:
            return self
        return replace(self, items=None, element=element_of(self).part_in_any_round(since))


@dataclass(frozen=True)
class NamedTuple(Sequence):
    """A named tuple. `fields` are the names of its elements."""

    type: str = "tuple"
    fields: Tuple[str, ...] = ()

    def attribute(self, run: Run, read: Read) -> Optional[Value]:
        if read.name in self.fields and self.items is not None:
            return self.items[self.fields.index(read.name)]
        return super().attribute(run, read)

    def method_replace(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        if self.items is None:
            return UNKNOWN
        given = dict(arguments.keywords)
        return replace(self, items=tuple(given.get(field, item) for field, item in zip(self.fields, self.items)))


@dataclass(frozen=True)
class NamedTupleClass(Value):
    """A class made by `collections.namedtuple("Point", "x y")`."""

    fields: Tuple[str, ...] = ()

    def call(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
        return run.make_named_tuple("", self, arguments, frame)


def element_of(sequence: Sequence) -> Value:
    """Return the join of the elements of `sequence`."""
    return join_all(sequence.possible_items())


def lengths_of(dims: Optional[KnownDims]) -> Sequence:
    """Return a shape as a tuple of the lengths of its axes."""
    lengths = None if dims is None else tuple(constant(dim) if type(dim) is int else Plain("int") for dim in dims)
    return Sequence("tuple", lengths, Plain("int"))


#: The elements of longer lists are not known individually after an insertion.
_LONGEST = 64


def _note_hash(run: Run, node: ast.Call, arguments: Arguments) -> None:
    for value in arguments.positional[:1]:
        value.hash(run, node)


def _keys(run: Run, node: ast.Call, items: Tuple[Value, ...], arguments: Arguments, frame: Frame) -> Tuple[Value, ...]:
    """Return the results of `key` for the leading `items`; without a `key`, all `items`."""
    key = arguments.keyword("key")
    if key is None or key == NONE:
        return items
    return tuple(run.call(node, key, Arguments((item,)), frame) for item in items[:UNROLLED])


def _first_difference(first: Value, second: Value) -> Tuple[Value, Value]:
    """Return the values that decide the order of two: for tuples, the first elements that differ."""
    if isinstance(first, Sequence) and isinstance(second, Sequence):
        for left, right in zip(first.items or (), second.items or ()):
            if not (left.known and left == right):
                return _first_difference(left, right)
    return first, second


def _sortable(value: Value) -> Any:
    """Return the Python value to sort by, of a tuple that of its first element; None if unknown."""
    if isinstance(value, Sequence) and value.type == "tuple" and value.items:
        return _sortable(value.items[0])
    return value.python_value if value.known and not value.any_taint else None
