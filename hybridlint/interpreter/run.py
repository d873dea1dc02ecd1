"""The state of one interpretation: the file, what was seen, and the scopes of the functions being run."""

from __future__ import annotations

import abc
import ast
import dataclasses
import itertools
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Set, Tuple
from typing import Sequence as SequenceOf

from hybridlint import gluon
from hybridlint.containers import CONTAINERS
from hybridlint.events import (
    Arguments,
    BinaryOperation,
    BlockCall,
    Event,
    EventKey,
    HybridizeCall,
    LoopRows,
    MethodCall,
    ModeManager,
    OperatorCall,
    TaintUse,
    UnaryOperation,
)
from hybridlint.facts import Facts
from hybridlint.interpreter.state import Attempt, Entry, Evidence, Stretch
from hybridlint.interpreter.store import Store
from hybridlint.interpreter.structure import Structure
from hybridlint.lattice import gradient_through, join_all, join_names, operand, widen
from hybridlint.module import Module
from hybridlint.mxnet_api import Api
from hybridlint.shapes import ShapeGraph
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Block,
    Function,
    Gradient,
    Instance,
    Namespace,
    Operator,
    Plain,
    Sequence,
    Tensor,
    Value,
    Variable,
    taint_of,
)

#: Expressions and statements evaluated before the interpreter gives up on what is left of a file: so many for any file,
#: and so many more for each of its lines. It keeps the cost linear in the size of the file.
BUDGET, BUDGET_PER_LINE = 20000, 500
#: Calls of functions of the file inside one another.
DEEPEST_CALL = 12
#: Calls of a function by itself. One that does so in loops within loops would be run thousands of times.
MOST_RECURSIONS = 8

#: A graph of so many operators is run operator by operator (`inline_limit` of MXNet's cached operator, imperative/
#: cached_op.h), and only then an input among its outputs gets no gradient, or a wrong one.
INLINED = 2


#: Of what may have a gradient or none.
_NEITHER = Gradient(flows=False, asked=True)


class Propagates(Exception):
    """An exception of the user's leaves the running function, for a `try` of a function around it."""


class Suspended(Exception):
    """A generator that runs step by step has yielded."""


@dataclasses.dataclass
class Trying:
    """The body of a `try` that runs in `frame`: what it has raised, and where that left the function."""

    frame: Frame
    raised: List[Tuple[Value, Point]] = dataclasses.field(default_factory=list)


class OutOfBudget(Exception):
    """The file makes the interpreter run for too long; what was seen so far stands."""


@dataclasses.dataclass
class Scope:
    """The names of one function while it runs; `outer` is the scope that it was defined in."""

    names: Dict[str, Value] = dataclasses.field(default_factory=dict)
    outer: Optional[Scope] = None
    globals: Set[str] = dataclasses.field(default_factory=set)
    nonlocals: Set[str] = dataclasses.field(default_factory=set)
    #: Names that still hold the list or dict that is their parameter's default, and the same in every call.
    defaults: Set[str] = dataclasses.field(default_factory=set)
    #: Whether it was left before `hybrid_forward` runs, and is what functions made in it close over.
    lasting: bool = False

    def find(self, name: str) -> Optional[Scope]:
        scope: Optional[Scope] = self
        while scope is not None:
            if name in scope.names:
                return scope
            scope = scope.outer
        return None


@dataclasses.dataclass
class Point:
    """How far a run has come: what the names of the running function stand for, and what `self` holds."""

    names: Dict[str, Value]
    store: Store

    def copy(self) -> Point:
        return Point(dict(self.names), self.store.copy())

    def loaded(self) -> Dict[str, Value]:
        """What the names stand for, with what the lists, dicts and objects among them hold here."""
        return {name: self.store.load(value) for name, value in self.names.items()}

    def joined(self, other: Point) -> Point:
        """What stands for either of two, as after an `if`."""
        return Point(join_names(self.names, other.names), self.store.joined(other.store))

    def widened(self, other: Point) -> Point:
        """What stands for this and what a loop made of it: of points that are widened again and again by what the next
        round leaves, one includes what follows it."""
        store = self.store.joined(other.store, widen)
        return Point(join_names(self.names, other.names, widen), store)

    def includes(self, other: Point) -> bool:
        """Whether nothing in `other`, which stands for this and for more, is new: neither what names and attributes
        hold, nor what the containers do that both know."""
        return (
            self.names == other.names
            and self.store.values == other.store.values
            and all(other.store.heap.get(address) == held for address, held in self.store.heap.items())
        )


@dataclasses.dataclass
class Frame:
    """One running function: its scope, whose method it is, and what it returned so far."""

    scope: Scope
    instance: Optional[str] = None
    owner: Optional[str] = None
    #: The parameter that holds the object whose method this is.
    receiver: str = ""
    returns: List[Value] = dataclasses.field(default_factory=list)
    #: `return` statements of the entry itself, which rules judge (a helper's results are judged where they arrive).
    entry: bool = False
    unlikely: int = 0
    #: Branches on plain configuration that enclose the statement: what happens there may never happen.
    configured: int = 0
    #: The body of a `foreach`, `while_loop` or `cond`, which runs once while tracing.
    loop_body: bool = False
    #: The expression whose value an expression statement throws away.
    discarding: Optional[ast.AST] = None
    #: Where each `break` leaves the innermost loop, and each `continue` the round that runs.
    breaks: List[Point] = dataclasses.field(default_factory=list)
    continues: List[Point] = dataclasses.field(default_factory=list)
    #: What the function, a generator, has yielded; what it had entered by `with` then, and what it has entered now.
    yields: List[Value] = dataclasses.field(default_factory=list)
    entered_at_yield: List[str] = dataclasses.field(default_factory=list)
    entered: List[str] = dataclasses.field(default_factory=list)
    #: What a generator that runs step by step is sent or thrown at each `yield`, the first time to start it.
    resuming: Optional[List[Tuple[Value, bool]]] = None
    #: The value of the assignment that is being carried out.
    assigning: Optional[ast.AST] = None

    def result(self) -> Value:
        return join_all(self.returns) if self.returns else NONE


def nested_frame(frame: Frame) -> Frame:
    """The frame of a comprehension: its own names, everything else of the function around it."""
    return Frame(Scope({}, frame.scope), frame.instance, frame.owner, configured=frame.configured)


class Run(abc.ABC):
    """One interpretation of one file. `judge` says what an event does to the traced phase ("raises", "silent" or ""),
    which the interpreter must know to follow `try` and guards.

    Expressions hold calls, calls run statements, and statements hold expressions. That circle is closed here, by the
    abstract methods, so that every other module of the interpreter imports only those below it."""

    def __init__(self, module: Module, api: Api, judge: Callable[[Event], str], facts: Optional[Facts] = None) -> None:
        self.module = module
        self.facts = facts or Facts()
        self.api = api
        #: Whether `forward` runs with arrays while deferred compute records (MXNet 2): then the two phases are one.
        self.recording = api.records
        self._judge = judge
        #: What each event does, by its id: the event is kept, so that no other gets that.
        self._effects: Dict[int, Tuple[Event, str]] = {}
        self.events: Dict[EventKey, Event] = {}
        #: Those of them that are made in a graph of its own, such as the body of `foreach`.
        self.inside_others: Set[EventKey] = set()
        #: The first identity of what is made in such a graph, while its function runs; 0 outside of any.
        self.graph_since = 0
        self.calling: List[int] = []
        #: What is done to values that are not known, and may need whatever guards it.
        self.unknown_calls = 0
        #: How much was run so far that computes otherwise in training.
        self.following_mode = 0
        #: The `with autograd.pause():` that are entered, and those that are reported for the mode that they leave.
        self.pauses: List[Any] = []
        self.pauses_reported: List[Any] = []
        self.globals: Dict[str, Value] = {}
        self.structure = Structure()
        self.entry = Entry()
        self.attempt = Attempt()
        #: Whether blocks are being built, and the class whose `__init__` runs.
        self.constructing = False
        self.building = ""
        #: Whether an entry is run for one way to make the block, after it was run for all.
        self.one_configuration = False
        self.loops = 0
        #: How often the innermost loop runs in all, with the loops around it.
        self.rounds = 1
        #: How many branches of the imperative phase alone enclose what runs.
        self.imperative_only = int(api.records)
        self._apart: List[List[Event]] = []
        #: The bodies of `try` that run, and what the handlers that run have caught.
        self.trying: List[Trying] = []
        self.handling: List[Value] = []
        self._identities = itertools.count(1)
        self._works: Dict[Any, int] = {}
        self.shapes = ShapeGraph()
        self._spent = 0
        self._budget = BUDGET + BUDGET_PER_LINE * module.lines
        self._codes: Dict[int, str] = {}
        #: Whether tests ask the instance alone, by their ids.
        self.asks_instance: Dict[int, bool] = {}
        self._first_operands: Dict[Tuple[int, int], ast.expr] = {}

    @property
    def entry_method(self) -> str:
        """The method from which the graph of a hybrid block is made."""
        return "forward" if self.recording else "hybrid_forward"

    def evaluate(self, node: ast.AST, frame: Frame) -> Value:
        """The value of the expression `node`, as an operand."""
        value = self.variable(node, frame)
        return operand(value) if value.__class__ is Variable else value

    @abc.abstractmethod
    def variable(self, node: ast.AST, frame: Frame) -> Value:
        """The value of the expression `node`, with all alternatives."""

    @abc.abstractmethod
    def execute(self, block: SequenceOf[ast.AST], frame: Frame) -> bool:
        """Run the statements of a block; whether what stands after them is reached."""

    @abc.abstractmethod
    def call(self, node: ast.Call, callee: Value, arguments: Arguments, frame: Frame, discarded: bool = False) -> Value:
        """`callee(arguments)`; `discarded` where nothing is done with the result."""

    @abc.abstractmethod
    def generator(self, function: Function, frame: Frame) -> Value:
        """The generator that a call of `function` makes, whose arguments are bound in `frame`."""

    @abc.abstractmethod
    def elements(self, generator: Value) -> Tuple[Sequence, Value]:
        """What iterating over a generator gives, and what it returns at its end."""

    @abc.abstractmethod
    def attribute(self, node: ast.AST, frame: Frame, receiver: Value, name: str, called: bool = False) -> Value:
        """`receiver.name`, read by `node`; `called` where it is called at once."""

    def makes_few_operators(self) -> bool:
        """Whether the graph of the entry, as far as it was run, certainly is as small as :data:`INLINED`."""
        return not self.attempt.uncounted and not self.makes_many_operators()

    def makes_many_operators(self) -> bool:
        """Whether the graph of the entry, as far as it was run, has more operators than :data:`INLINED` already."""
        own = (
            [event for key, event in self.events.items() if key not in self.inside_others]
            if self.inside_others
            else None
        )
        count = 0
        for event in itertools.chain(self.events.values() if own is None else own, *self._apart):
            if isinstance(event, (OperatorCall, MethodCall, BinaryOperation, UnaryOperation)):
                count += 1
            elif isinstance(event, BlockCall):
                count += _operators_of(event.block)
            if count > INLINED:
                return True
        return False

    @contextmanager
    def graph_of_its_own(self) -> Iterator[None]:
        """The body of a loop operator: its operators are one of the graph around it, together."""
        before, outer = set(self.events), self.graph_since
        self.graph_since = self.identity()
        yield
        self.graph_since = outer
        self.inside_others.update(key for key in self.events if key not in before)

    def unknown_call(self, *values: Value) -> None:
        """Note that a call of which nothing is known gets `values`."""
        self.unknown_calls += 1
        self.attempt.uncounted = True
        self.attempt.escaped.extend(values)
        self.escapes(values, self.pauses)

    def escapes(self, values: Iterable[Value], inside: SequenceOf[Any] = ()) -> None:
        """Note that `values` go where gradients come from: to the caller, or where they cannot be followed. What stays
        `inside` of a scope does not."""
        for scope in gradient_through(values).paused:
            if scope not in inside and scope not in self.pauses_reported:
                self.emit(ModeManager(scope, "mxnet.autograd.pause", "gradients"))

    def spend(self) -> None:
        self._spent += 1
        if self._spent > self._budget:
            raise OutOfBudget

    def identity(self) -> int:
        """A number that no other array has."""
        return next(self._identities)

    def is_own(self, value: Value) -> bool:
        """Whether a list, dict or object was made by the very call that is interpreted, so that it holds exactly what
        that has put there."""
        since = self.attempt.since
        return isinstance(value, CONTAINERS) and bool(since) and value.identity > since and not self.loops

    def raise_error(self, title: str, *fields: Tuple[str, Value]) -> None:
        """Raise the builtin exception `title`, as Python does in both phases, where a `try` may catch it."""
        if self.trying:
            attempted = self.trying[-1]
            error = Instance(title, (("args", Sequence("tuple")), *fields), self.identity())
            attempted.raised.append((error, self.here(attempted.frame)))
            raise Propagates

    def fresh(self, **properties: Any) -> Tensor:
        """A tensor that was just made. Without a `shape` of its own its shape is like no other's."""
        number = self.identity()
        properties.setdefault("shape", self.shapes.unknown())
        if self.entry.numpy:
            properties["numpy"] = True
        gradient = properties.get("gradient", Gradient())
        if gradient.flows and self.pauses:
            properties["gradient"] = dataclasses.replace(gradient, paused=gradient.paused | frozenset(self.pauses))
        return Tensor(identity=number, **properties)

    def work(self, what: Any, values: Iterable[Value]) -> int:
        """A number for what `what` makes of `values`, the same wherever it does; 0 where these are not known."""
        parts = tuple(map(_part, values))
        return 0 if None in parts else self._works.setdefault((what, parts), self.identity())

    def of_unknown_block(self, node: ast.AST) -> Tensor:
        """What a block gives of which nothing is known: a tensor, or several."""
        return self.fresh(description=f"the output of `{self.code(node)}`", certain=False, outputs=None)

    def of_unknown_call(self, node: ast.AST, given: SequenceOf[Value]) -> Value:
        """What a call of which nothing is known gives for a tensor: most likely another one, or several. A class makes
        an object of it, and what asks a list may give a number."""
        first = next((value for value in given if not isinstance(value, Namespace)), UNKNOWN)
        called = node.func if isinstance(node, ast.Call) else None
        name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
        of_class = name.lstrip("_")[:1].isupper()
        perhaps_list = isinstance(first, Tensor) and not first.certain and first.is_still("input", "element")
        if not isinstance(first, Tensor) or of_class or perhaps_list:
            return UNKNOWN
        description = f"the result of `{self.code(node)}`"
        # Whether a gradient passes, only who knows the function can tell: neither is it certain, nor missed.
        return self.fresh(description=description, certain=False, outputs=None, gradient=_NEITHER)

    def judge(self, event: Event) -> str:
        """What `event` does to the traced phase: "raises", "silent" or ""."""
        known = self._effects.get(id(event))
        if known is None:
            event.found_in(self.module)
            known = self._effects[id(event)] = (event, self._judge(event))
        return known[1]

    def emit(self, event: Event) -> None:
        """Note an event, unless a surrounding branch or `try` keeps it from the traced phase."""
        event.found_in(self.module)
        if self._apart:
            self._apart[-1].append(event)
        elif not self.constructing or isinstance(event, HybridizeCall):
            self.events.setdefault(EventKey(event), event)

    def note_structure(self, event: Event) -> None:
        """Note an event that concerns how blocks are built, in whichever phase."""
        event.found_in(self.module)
        self.events.setdefault(EventKey(event), event)

    def note_taint(self, node: ast.AST, value: Value, sink: str) -> None:
        """Note an event if `value` changes from call to call imperatively, and only there."""
        reason = taint_of(value)
        if reason:
            self.emit(TaintUse(node, reason, sink))

    def note_loop_rows(self, node: ast.AST, value: Value) -> None:
        """Note an event if `value` are the stacked outputs of a `while_loop`, or holds them."""
        if isinstance(value, Tensor) and value.loop_rows:
            self.emit(LoopRows(node, value))
        elif isinstance(value, Sequence):
            for item in value.items if value.items is not None else (value.element,):
                self.note_loop_rows(node, item)

    def no_reader(self, node: ast.AST) -> None:
        """`self.x is None` reads nothing of a tensor that is kept there."""
        self.attempt.no_readers.add(id(node))

    def note_type_test(self, value: Tensor, classes: Set[str]) -> None:
        """`isinstance(value, classes)`: who asks whether an input is a list expects one."""
        if value.of_input and classes & {"list", "tuple", "Sequence"}:
            self.attempt.evidence.setdefault(value.source, Evidence()).type_tested += 1

    @contextmanager
    def apart(self) -> Iterator[Stretch]:
        """Run a stretch that the traced phase does not reach or survive: what it does and leaves is its own."""
        stretch = Stretch()
        outer = self.attempt.store, self.attempt.returned, self.entry.carried
        self.attempt.store, self.attempt.returned = self.attempt.store.copy(), list(self.attempt.returned)
        self.entry.carried = self.entry.carried.copy()
        self._apart.append(stretch.events)
        try:
            yield stretch
        finally:
            self._apart.pop()
            stretch.store, stretch.returned, stretch.carried = (
                self.attempt.store,
                self.attempt.returned,
                self.entry.carried,
            )
            self.attempt.store, self.attempt.returned, self.entry.carried = outer

    def resume(self, stretch: Stretch) -> None:
        """Go on from where `stretch` ended: the traced phase survives it after all."""
        self.release(stretch.events)
        self.attempt.store, self.attempt.returned, self.entry.carried = stretch.store, stretch.returned, stretch.carried

    @contextmanager
    def imperative_phase(self) -> Iterator[Stretch]:
        """As `apart`, for what the imperative phase alone runs: tests that tell the phases apart come out as they do in
        that one."""
        self.imperative_only += 1
        try:
            with self.apart() as stretch:
                yield stretch
        finally:
            self.imperative_only -= 1

    def load(self, value: Value) -> Value:
        """`value`, with what the lists, dicts and objects in it hold by now."""
        return self.attempt.store.load(value)

    def write(self, value: Value) -> None:
        """Let a list, dict or object hold what it holds now, under all of its names."""
        if isinstance(value, CONTAINERS):
            self.attempt.store.write(value)

    def here(self, frame: Frame) -> Point:
        """How far the run has come in `frame`."""
        return Point(dict(frame.scope.names), self.attempt.store.copy())

    def go_on_from(self, point: Point, frame: Frame) -> None:
        """Run on from `point`, which is not used again."""
        frame.scope.names, self.attempt.store = point.names, point.store

    def breaks(self, events: List[Event]) -> bool:
        """Whether any of `events` would fail or differ when traced."""
        return any(bool(self.judge(event)) for event in events)

    def release(self, events: List[Event]) -> None:
        """Note `events` of a stretch that ran apart after all."""
        for event in events:
            self.emit(event)

    def code(self, node: ast.AST) -> str:
        """The text of `node`, on one line."""
        key = id(node)
        if key not in self._codes:
            self._codes[key] = self.module.code(node)
        return self._codes[key]

    def first_operands(self, node: ast.BoolOp, count: int) -> ast.expr:
        """`a and b` of `a and b and c`, which Python evaluates from the left; the same node at every call."""
        if count == 1:
            return node.values[0]
        key = id(node), count
        if key not in self._first_operands:
            first = ast.BoolOp(op=node.op, values=node.values[:count])
            ast.copy_location(first, node)
            first.end_lineno, first.end_col_offset = (
                node.values[count - 1].end_lineno,
                node.values[count - 1].end_col_offset,
            )
            self._first_operands[key] = first
        return self._first_operands[key]


def _part(value: Value) -> Any:
    """What tells apart values that operators are given; None for one that is not known."""
    if isinstance(value, Tensor):
        return value.work or value.identity or None
    if isinstance(value, Plain) and value.known and not value.taint:
        return "", value.value
    if isinstance(value, Sequence) and value.items is not None:
        parts = tuple(map(_part, value.items))
        return None if None in parts else parts
    return None


def _operators_of(block: Value) -> int:
    """How many operators a block puts into a graph: more than is asked for where that is not known. Those of a block of
    the file, or of a function in a HybridLambda, are seen as it runs."""
    if isinstance(block, Block) and block.hybrid and (block.local or isinstance(block.function, Function)):
        return 0
    if isinstance(block, Block) and isinstance(block.function, Operator):
        return 1
    if isinstance(block, Block) and block.children and not block.children_vary:
        return sum(map(_operators_of, block.children))
    known = gluon.block(block.type) if isinstance(block, Block) and not block.local else None
    if not isinstance(block, Block) or known is None or known["kind"] != "layer":
        return INLINED + 1
    activation = block.option("activation")
    return 1 if activation is None or activation == NONE else 2
