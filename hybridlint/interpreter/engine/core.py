"""The state of one interpretation: the file, the recorded events, the store and the phases."""

from __future__ import annotations

import ast
import collections
import functools
import itertools
from contextlib import contextmanager, nullcontext
from typing import (
    TYPE_CHECKING,
    AbstractSet,
    Any,
    Callable,
    ContextManager,
    DefaultDict,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence as SequenceOf,
    Set,
    Tuple,
)

from hybridlint import neighbours, overlays, symbols
from hybridlint.dataclass import replace
from hybridlint.divergences import Kind
from hybridlint.events import (
    Event,
    EventKey,
    HybridizeCall,
    ModeManager,
    Observed,
    OperatorCall,
    TaintUse,
)
from hybridlint.facts import Facts
from hybridlint.graph import Graph, Node, gradients
from hybridlint.interpreter.engine import traced
from hybridlint.interpreter.engine.frames import (
    Frame,
    Limit,
    OutOfBudget,
    Point,
    Propagates,
    Result,
    Site,
    Trying,
    replacing,
)
from hybridlint.interpreter.engine.state import Attempt, Entry, Structure
from hybridlint.interpreter.engine.store import LOADED, WITH_ARRAYS, Store
from hybridlint.shapes import ShapeGraph
from hybridlint.syntax import index_elements
from hybridlint.values import (
    BOTTOM,
    ELSEWHERE,
    FOREIGN,
    UNANALYSED,
    UNKNOWN,
    UNTAINTED,
    Arguments,
    Change,
    Container,
    ImperativeArray,
    Instance,
    Loop,
    Namespace,
    Plain,
    Sequence,
    Tensor,
    Value,
    by_phase,
    constant,
    sharing_any,
    sides,
)
from hybridlint.values.phased import Phased

if TYPE_CHECKING:
    from hybridlint.interpreter.library.recording import Tracing
    from hybridlint.module import Module
    from hybridlint.mxnet_api import Api
    from hybridlint.symbols import Divergence

#: The number of expressions and statements evaluated before the interpreter gives up on a class, a function or a
#: statement of the module: a constant, and an addend for each line of the file.
BUDGET, BUDGET_PER_LINE = 20000, 150
#: A line counts as several if it has more characters than this.
_WIDEST_LINE = 40


def _settled(before: Mapping[Any, Value], after: Mapping[Any, Value]) -> Dict[Any, Value]:
    return {key: value if value is before.get(key) else value.with_taint(UNTAINTED) for key, value in after.items()}


class Core:
    """The state of the interpretation of one file, and what records and changes it."""

    def __init__(self, module: Module, api: Api, facts: Optional[Facts] = None, follows_blocks: bool = False) -> None:
        self.module = module
        self.facts = facts or Facts()
        self.api = api
        #: Whether `forward` runs with arrays while deferred compute records (MXNet 2), without a second phase.
        self.recording = api.records
        self.recorded: Tracing
        #: Id of an event → the event, which is retained so that its id stays unique, and how the phases differ there.
        self._divergences: Dict[int, Tuple[Event, Tuple[Divergence, ...]]] = {}
        self.events: Dict[EventKey, Event] = {}
        #: The first identity in the current subgraph; 0 outside of any.
        self.graph_since = 0
        self.calling: List[int] = []
        #: The functions of the file that were run.
        self.called: Set[int] = set()
        #: Whether the blocks of other files are analysed, and what those return that are not.
        self.follows_blocks = follows_blocks
        self.of_unanalysed: Set[Node] = set()
        #: The number of unknown calls, which may be the reason for a guard around them.
        self.unknown_calls = 0
        #: The number of operators run so far that compute something else in training.
        self.mode_dependent = 0
        #: The entered `with autograd.pause():`, and those that are already reported.
        self.pauses: List[Any] = []
        self.pauses_reported: List[Any] = []
        self.globals: Dict[str, Value] = {"__debug__": constant(True, is_literal=True)}
        self.site: Optional[Site] = None
        self.structure = Structure()
        self.entry = Entry()
        self.attempt = Attempt()
        #: Whether blocks are being built, and the class whose `__init__` runs.
        self.constructing = False
        self.building = ""
        #: Whether the entry point is run for one configuration of the block, after the run for all of them.
        self.one_configuration = False
        self.loops = 0
        #: The number of suites (blocks of statements) that are being executed, one within the other.
        self.suites = 0
        #: The product of the numbers of rounds of the enclosing loops.
        self.rounds = 1
        #: The number of enclosing branches that only the imperative phase takes.
        self.imperative_only = int(api.records)
        self._apart: List[List[Event]] = []
        #: The running bodies of `try`, and the exceptions that the running handlers have caught.
        self.trying: List[Trying] = []
        #: Titles and fields of the exceptions that one phase raises within `in_each_phase`; None outside of it.
        self.raised_in_phase: Optional[List[Tuple[Any, ...]]] = None
        self.handling: List[Value] = []
        #: Returns a new identity, for an array or container.
        self.identity = itertools.count(1).__next__
        #: Id of a loop → the address of what its earlier rounds have made.
        self._loop_addresses: Dict[int, int] = {}
        self.graph = Graph()
        self.shapes = ShapeGraph()
        #: The classes and functions that are not analysed to their end, by the ids of their nodes.
        self.limits: Dict[int, Limit] = {}
        #: The class or function that is analysed.
        self._subject: Any = None
        self.spent = 0
        self.budget = BUDGET + BUDGET_PER_LINE * max(module.lines, module.characters // _WIDEST_LINE)
        #: The other files of which code is run.
        self._followed: Set[str] = set()
        self._codes: Dict[int, str] = {}
        #: Whether blocks are being built → literals → their values.
        self.constants: Dict[bool, Dict[ast.Constant, Plain]] = {False: {}, True: {}}
        #: The results of look-ups.
        self.results: DefaultDict[Any, Dict[Any, Any]] = collections.defaultdict(dict)

    def close(self) -> None:
        """Drop the nodes of the graphs."""
        self.graph.clear()
        self.shapes.clear()

    @property
    def entry_method(self) -> str:
        """The method of a hybrid block that is traced."""
        return "forward" if self.recording else "hybrid_forward"

    @contextmanager
    def graph_of_its_own(self, frame: Frame) -> Iterator[None]:
        """Run the body of a loop operator as a subgraph, which counts as one operator of the graph around it."""
        inside = replacing(self.graph, is_inside=True), replacing(frame, loop_body=True)
        with replacing(self, graph_since=self.identity()), inside[0], inside[1]:
            yield

    @contextmanager
    def in_loop(self, frame: Frame, number: int) -> Iterator[None]:
        """Run a loop of a `number` of rounds."""
        rounds = self.rounds * max(number, 1)
        with replacing(frame, breaks=[], continues=[], leaving=[]), replacing(self, rounds=rounds):
            yield

    def any_round(self) -> ContextManager[None]:
        """Run rounds that stand for any number of rounds of a loop."""
        return replacing(self, loops=self.loops + 1)

    @contextmanager
    def within(self, managers: SequenceOf[Tuple[ast.AST, str]], frame: Frame) -> Iterator[None]:
        """Run the body of a `with` that has entered `managers`, each a node and the name of a class."""
        titles = [name for _, name in managers]
        outer = [] if "mxnet.autograd.record" in titles else self.pauses
        pauses = [entered for entered, name in managers if name == "mxnet.autograd.pause"]
        with replacing(self, pauses=outer + pauses), replacing(frame, entered=frame.entered + titles):
            yield

    def note_mode_manager(self, node: ast.AST, name: str) -> None:
        """Record the context manager `name` around an operator that computes something else in training."""
        self.emit(ModeManager(node, name, "mode"))
        self.pauses_reported.append(node)

    def note_mode_dependent(self) -> None:
        """Count an operator that computes something else in training."""
        self.mode_dependent += 1

    def before_calls(self) -> ContextManager[None]:
        """Run code that runs once, before any call of the block."""
        return replacing(self, constructing=True)

    def with_facts(self, facts: Facts) -> ContextManager[None]:
        """Run code with these recorded facts alone."""
        return replacing(self, facts=facts)

    def note_unknown(self) -> None:
        """Count an unknown call, which may be the reason for a guard around it."""
        self.unknown_calls += 1

    def unknown_call(self, *values: Value) -> None:
        """Record a call of an unknown function, to which `values` escape."""
        self.note_unknown()
        self.attempt.uncounted = True
        self.attempt.escaped.extend(values)
        self.escapes(values, self.pauses)

    def of_unknown_method(self, arguments: Arguments) -> Value:
        """Return the result of a method that is not known. Tensors among `arguments` escape."""
        if any(value.holds_tensor for value in arguments.all()):
            self.unknown_call(*arguments.all())
        return UNKNOWN

    def escapes(self, values: Iterable[Value], inside: SequenceOf[Any] = ()) -> None:
        """Record that `values` escape, to the caller or an unknown function, and may get a gradient from there: report
        each `autograd.pause` that stops it, except those in `inside`, which the escape does not leave."""
        if not self.graph.has_pauses:
            return
        tensors = [tensor for value in values for tensor in value.tensors()]
        for scope in gradients.joined(tensor.gradient for tensor in tensors).paused:
            if scope not in inside and scope not in self.pauses_reported:
                of_numpy = any(tensor.numpy for tensor in tensors)
                self.emit(ModeManager(scope, "mxnet.autograd.pause", "gradients", of_numpy))

    @contextmanager
    def budget_of(self, node: Any, is_driver: bool = False) -> Iterator[None]:
        """Analyse `node`, a class, function or statement, with a budget of its own. What exceeds it ends there, and is
        one of `limits` unless it `is_driver`: code that is analysed for what it shows of blocks alone."""
        with replacing(self, _subject=None if is_driver else node, spent=0):
            try:
                yield
            except (OutOfBudget, RecursionError) as error:
                deep = isinstance(error, RecursionError)
                self.note_limit(
                    "Python's limit of recursion" if deep else "nested loops or calls make it take too long"
                )

    def note_unanalysed(self, callee: Value, result: Value) -> None:
        """Record `result`, which `callee` returns, if this is a block of another file that is not analysed."""
        if callee is UNANALYSED and isinstance(result, Tensor) and result.node is not None:
            self.of_unanalysed.add(result.node)

    def follow(self, key: str) -> None:
        """Run code of the file to which `key` belongs, which adds to the work budget as lines of this one do."""
        file = key.partition(".")[0]
        if file not in self._followed:
            self._followed.add(file)
            self.budget += BUDGET_PER_LINE * neighbours.lines_of(key)

    def note_limit(self, reason: str) -> None:
        """Record that the block that is analysed is not analysed to its end."""
        if self._subject is not None:
            self.limits.setdefault(id(self._subject), Limit(self._subject, reason))

    def loop(self, node: object) -> Loop:
        """Return a new execution of the loop `node`."""
        address = self._loop_addresses.setdefault(id(node), ELSEWHERE - 1 - len(self._loop_addresses))
        return Loop(node, self.identity(), self.shapes.unknown().number, address)

    def part_in_any_round(self, value: Value, loop: Loop) -> Value:
        """Return the guess for `value`, a part of the list that the rounds of `loop` make. In `__init__` blocks keep
        the identity by which they are registered."""
        return value if self.constructing else value.part_in_any_round(loop)

    def is_own(self, value: Value) -> bool:
        """Return whether the current call made the container `value`, so that its contents are known exactly."""
        since = self.attempt.since
        return bool(since) and not self.loops and isinstance(value, Container) and value.identity > since

    def raise_error(self, title: str, *fields: Tuple[str, Value]) -> None:
        """Raise the builtin exception `title`, which Python raises in both phases, if a `try` may catch it. Within
        `in_each_phase` it is an exception of one phase."""
        if self.raised_in_phase is not None:
            self.raised_in_phase.append((title, *fields))
            return
        self.may_raise(title, *fields)
        if self.trying:
            raise Propagates

    def may_raise(self, title: str, *fields: Tuple[str, Value]) -> None:
        """Record for a `try` around that Python may raise the builtin exception `title` here, in both phases."""
        self.note_raised(Instance(title, (("args", Sequence("tuple")), *fields), self.identity()))

    def note_raised(self, error: Value) -> None:
        """Record for a `try` around that `error` may be raised here, in both phases."""
        if self.trying:
            attempted = self.trying[-1]
            attempted.raised.append((error, self.here(attempted.frame)))

    def handling_of(self, error: Value) -> ContextManager[None]:
        """Run a handler that has caught `error`."""
        return replacing(self, handling=[*self.handling, error])

    def fresh(self, node: Optional[Node] = None, **properties: Any) -> Tensor:
        """Return a new tensor of `node`, a new unknown one by default, as is its `shape`. If it is not certain, code
        outside of the file may hold its array."""
        if not (node and properties.get("certain", True)):
            properties.setdefault("memory", FOREIGN)
        node = node or self.graph.unknown()
        if self.pauses:
            node = self.graph.paused(node, self.pauses)
        if "shape" not in properties:
            properties["shape"] = self.shapes.unknown()
        properties.setdefault("numpy", self.entry.numpy)
        return Tensor(identity=self.identity(), node=node, **properties)

    def part(self, whole: Tensor, **properties: Any) -> Tensor:
        """Return any row or output of the tensor `whole`, a view of it."""
        properties.setdefault("memory", whole.view(("part",), may_copy=True))
        return self.fresh(self.graph.output(whole.node), **properties)

    def of_unknown_block(self, node: ast.AST, given: Iterable[Value]) -> Tensor:
        """Return the output of an unknown block, called with `given`: a tensor, or several."""
        words = f"the output of `{self.code(node)}`"
        return self.fresh(description=words, certain=False, outputs=None, memory=sharing_any(given))

    def of_unknown_call(self, node: ast.AST, given: SequenceOf[Value]) -> Value:
        """Return the result of an unknown function for a tensor: most likely one or several tensors. It is UNKNOWN for
        a class, which returns an object, and for an argument that may be a list, such as that of a length function."""
        first = next((value for value in given if not isinstance(value, Namespace)), UNKNOWN)
        called = getattr(node, "func", None)
        name: str = getattr(called, "attr", getattr(called, "id", ""))
        of_class = name.lstrip("_")[:1].isupper()
        perhaps_list = isinstance(first, Tensor) and not first.certain and first.is_still("input", "element")
        if not isinstance(first, Tensor) or of_class or perhaps_list:
            return UNKNOWN
        description = f"the result of `{self.code(node)}`"
        made, memory = self.graph.unknown(gradients.NOT_KNOWN), sharing_any(given)
        return self.fresh(made, description=description, certain=False, outputs=None, memory=memory)

    def note_selection(self, node: ast.AST) -> None:
        """Record an index that selects one of several blocks, or an item of a list argument."""
        if isinstance(node, ast.Subscript):
            self.learn(block_picks=self.entry.block_picks.union(map(self.code, index_elements(node))))

    def learn(self, **knowledge: Any) -> bool:
        """Learn more of the entry point: fields of `Entry`. Return whether it is new."""
        before, self.entry = self.entry, replace(self.entry, **knowledge)
        return self.entry != before

    @contextmanager
    def events_apart(self) -> Iterator[None]:
        """Record events apart from those so far. A node is reported once: not again in other words for another
        configuration."""
        others, self.events = self.events, {}
        try:
            yield
        finally:
            own, self.events = self.events, others
            reported: Set[ast.AST] = set()
            if self.one_configuration:
                here = {event.node for event in own.values()}
                reported = {event.node for event in others.values() if event.node in here and self.divergences(event)}
            if reported:
                own = {key: event for key, event in own.items() if event.node not in reported}
            others.update(own)

    def begin_attempt(self, entry: Entry) -> None:
        """Begin an attempt to run an entry point, of which `entry` is known."""
        self.events.clear()
        self.entry = entry
        store, nodes = Store(carried=entry.carried), len(self.graph.nodes)
        self.attempt = Attempt(since=self.identity(), nodes_before=nodes, store=store)

    def set_global(self, name: str, value: Value) -> None:
        """Set a global before any call."""
        self.globals[name] = value

    def replace_events(self, events: Mapping[EventKey, Event]) -> None:
        """Let these be the events so far."""
        self.events = {**events}

    @contextmanager
    def construction_of(self, name: str) -> Iterator[None]:
        """Run `__init__` of a class, or code of the module ("")."""
        inside = replacing(self.attempt, store=Store())
        with replacing(self, constructing=True, loops=0, calling=[], building=name), inside:
            yield

    def of_configuration(self) -> ContextManager[None]:
        """Run code for one configuration of a block."""
        return replacing(self, one_configuration=True)

    def building_as(self, structure: Structure) -> ContextManager[None]:
        """Run code where the file builds blocks as `structure` holds."""
        return replacing(self, structure=structure)

    def without_events(self) -> ContextManager[None]:
        """Run code whose events are dropped."""
        return replacing(self, events={})

    def note_found(self, node: ast.AST, container: Value, index: Value, value: Value) -> None:
        """Record that `node` reads `value` from a list, dict or object, or takes it as the default of a missing
        entry."""
        entry = container.entry_key(index)
        if entry is not None and entry not in self.attempt.store.defined:
            self.attempt.exposed_entries.setdefault(entry, value)
            self.attempt.readers.setdefault(entry, []).append(node)

    def note_set(self, container: Value, index: Value, computed: bool, defined: bool = True) -> bool:
        """Record that a call assigns an element or attribute. `computed` if from the contents of `container`; `defined`
        if the assignment replaces the old value entirely (a strong update). Return whether the entry is known."""
        entry = container.entry_key(index)
        if entry is not None and defined:
            self.attempt.store.defined.add(entry)
        if entry is not None and computed:
            self.attempt.computed_entries.add(entry)
        return entry is not None

    def divergences(self, event: Event) -> Tuple[Divergence, ...]:
        """Return how the phases differ at `event`; none if they agree."""
        key = id(event)
        if key not in self._divergences:
            self._divergences[key] = (event, symbols.divergences(event, self.api))
        return self._divergences[key][1]

    def emit(self, event: Event) -> None:
        """Record an event, or buffer it in code that runs apart."""
        if self.constructing and not self._apart and not isinstance(event, HybridizeCall):
            return
        if self.site is not None:
            event = self.site.move(event)
        event.found_in(self.module)
        if self._apart:
            self._apart[-1].append(event)
        else:
            self.events.setdefault(EventKey(event), event)

    def retract(self, excluded: Callable[[Event], bool]) -> None:
        """Remove the events recorded or buffered here that are `excluded`: what follows shows that they make no
        difference."""
        buffer = self._apart[-1] if self._apart else None
        if buffer is not None:
            buffer[:] = (event for event in buffer if not excluded(event))
            return
        for key in [key for key, event in self.events.items() if excluded(event)]:
            del self.events[key]

    def emit_if_live(self, event: Event, differing: Iterable[Value]) -> None:
        """Record an event that matters only if an output depends on one of the tensors in `differing`. What the outputs
        depend on is known once the entry point has run; in the body of a loop operator it is not."""
        self.emit(event)
        known = self.site is None and not self.graph.is_inside and not any(value.hides_tensors for value in differing)
        nodes = list(traced.nodes_in(differing)) if known else []
        self.attempt.differing.setdefault(EventKey(event), []).extend(nodes or [None])

    def note_structure(self, event: Event) -> None:
        """Record an event about the construction of blocks."""
        event.found_in(self.module)
        self.events.setdefault(EventKey(event), event)

    def observe(self, node: ast.AST, kind: Kind, **data: Any) -> None:
        """Record a divergence of this kind, which `data` describe."""
        self.emit(Observed(node, kind, data=data))

    def note_taint(self, node: ast.AST, value: Value, sink: str) -> None:
        """Record an event if `value` is tainted."""
        reason = value.any_taint
        if reason is not UNTAINTED:
            self.emit(TaintUse(node, reason, sink))

    def note_loop_rows(self, node: ast.AST, value: Value) -> None:
        """Record an event if `value` is, or contains, stacked outputs of a `while_loop`."""
        if value.__class__ is Tensor:
            if value.loop_rows:
                self.observe(node, Kind.LOOP_ROWS)
        elif isinstance(value, Sequence):
            for item in value.items if value.items is not None else (value.element,):
                self.note_loop_rows(node, item)

    def ignore_read(self, node: ast.AST) -> None:
        """Do not count `node` as a read of an attribute: `self.x` in `self.x is None`."""
        self.attempt.ignored_reads.add(id(node))

    def note_list_tested(self, node: ast.AST) -> None:
        """Record that a list or tuple of the code itself passes the test `node`."""
        self.attempt.lists_tested.add(id(node))

    def note_type_test(self, node: ast.AST, value: Tensor, classes: AbstractSet[str]) -> None:
        """Record `isinstance(value, classes)`: a test whether an input is a list is evidence that it may be one."""
        if value.of_input and classes & {"list", "tuple", "Sequence"}:
            self.attempt.type_tested[value.source].add(id(node))

    @contextmanager
    def apart(self) -> Iterator[List[Event]]:
        """Run code that tracing skips or aborts, on a copy of the store. Its events are buffered in the list."""
        events: List[Event] = []
        self._apart.append(events)
        try:
            with replacing(self.attempt, store=self.attempt.store.copy()):
                yield events
        finally:
            self._apart.pop()

    @contextmanager
    def imperative_phase(self, frame: Optional[Frame] = None) -> Iterator[List[Event]]:
        """Run code of the imperative phase, as in :meth:`apart`: tests that distinguish the phases have the imperative
        outcome. What `frame` returns there is not judged yet."""
        unjudged: ContextManager[None] = replacing(frame, entry=False) if frame is not None else nullcontext()
        with replacing(self, imperative_only=self.imperative_only + 1), self.apart() as events, unjudged:
            yield events

    def lift(self, operation: Callable[..., Value], *values: Value, node: Optional[ast.AST] = None) -> Value:
        """Apply `operation`, the expression `node`, to `values`: once in each phase if one of them differs between the
        phases."""
        differing = next((value for value in values if isinstance(value, Phased)), None)
        if differing is None:
            return operation(*values)
        imperative, symbolic = self.in_each_phase(operation, *values, node=node)
        return by_phase(imperative, symbolic, differing.reason, differing.guard)

    def lift_call(self, operation: Callable[[Arguments], Value], arguments: Arguments, node: ast.AST) -> Value:
        """Apply `operation`, the call `node`, to its arguments: in each phase if a positional one differs there."""
        if not any(value.differs for value in arguments.positional):
            return operation(arguments)
        return self.lift(
            lambda *sides: operation(replace(arguments, positional=sides)), *arguments.positional, node=node
        )

    def in_each_phase(
        self, operation: Callable[..., Value], *values: Value, node: Optional[ast.AST] = None
    ) -> Tuple[Value, Value]:
        """Return the results of `operation`, the expression `node`, on `values` in each phase. Record the exception
        that it raises while tracing alone."""
        outer, self.raised_in_phase = self.raised_in_phase, []
        with self.imperative_phase():
            imperative = operation(*(sides(value)[0] for value in values))
        raised, self.raised_in_phase = self.raised_in_phase, []
        symbolic = operation(*(sides(value)[1] for value in values))
        raised_while_tracing, self.raised_in_phase = self.raised_in_phase, outer
        if raised and raised_while_tracing:
            self.raise_error(*raised_while_tracing[0])
        elif raised_while_tracing and node is not None:
            self.note_missing(node, raised_while_tracing[0][0])
        return imperative, symbolic

    def bound(self, node: ast.AST, value: Value, error: str) -> Value:
        """Return the `value` that `node` reads. If only the imperative phase has bound it, tracing raises `error`."""
        if isinstance(value, Phased) and value.symbolic == BOTTOM:
            self.note_missing(node, error)
            return replace(value, symbolic=UNKNOWN)
        return value

    def note_missing(self, node: ast.AST, error: str) -> None:
        """Record that reading `node` raises the builtin exception `error`, unless only the imperative phase does so."""
        if not self.imperative_only:
            self.emit(Observed(node, Kind.MISSING_READ, (error,)))

    def changing(self, node: ast.AST, change: Change) -> ContextManager[None]:
        """Evaluate `node`, an object that is about to undergo `change`, which does not count as a read."""
        return replacing(self.attempt, changing=(node, change))

    def load(self, value: Value) -> Value:
        """Return `value` with the current contents of all containers in it."""
        store = self.attempt.store
        return store.load(value) if value.__class__ in (WITH_ARRAYS if store.arrays else LOADED) else value

    def write(self, value: Value) -> None:
        """Write a container to the store, at its address."""
        if isinstance(value, Container):
            self.attempt.store.write(value)

    def here(self, frame: Frame) -> Point:
        """Return a copy of the current state in `frame`."""
        names = dict(frame.scope.names)
        if frame.scope.nonlocals:
            names.update(frame.scope.nonlocal_names())
        return Point(names, self.attempt.store.copy())

    def leave_for(self, point: Point, frame: Frame) -> Point:
        """Make `point` the current state, and return the state until now. The caller must not use `point` again."""
        if frame.scope.nonlocals:
            frame.scope.names.update(frame.scope.nonlocal_names())
        left = Point(frame.scope.names, self.attempt.store)
        self.go_on_from(point, frame)
        return left

    def go_on_from(self, point: Point, frame: Frame) -> None:
        """Make `point` the current state. The caller must not use it again."""
        frame.scope.names, self.attempt.store = point.names, point.store
        for name in frame.scope.nonlocals:
            if name in point.names:
                frame.scope.around(name).names[name] = point.names.pop(name)

    def go_on_from_any(self, points: SequenceOf[Point], frame: Frame) -> bool:
        """Make the join of `points` the current state. Return whether there are any."""
        if points:
            self.go_on_from(functools.reduce(Point.joined, points), frame)
        return bool(points)

    def join_stores(self, stores: SequenceOf[Store]) -> None:
        """Make the join of `stores`, if there are any, the current one."""
        if stores:
            self.attempt.store = functools.reduce(Store.joined, stores)

    def note_return(self, value: Value, frame: Frame) -> None:
        """Record the state in which `frame` returns `value`."""
        frame.returns.append(Result(value, self.attempt.store.copy()))

    def settle(self, before: Point, frame: Frame) -> None:
        """Take what changed since `before` for the same in every call, as after a branch that only the first takes."""
        store = self.attempt.store
        frame.scope.names = _settled(before.names, frame.scope.names)
        store.values = _settled(before.store.values, store.values)
        store.carried = replace(store.carried, varying=store.carried.varying & before.store.carried.varying)

    def diverges(self, events: List[Event]) -> bool:
        """Return whether the phases differ at any of `events`."""
        return any(map(self.divergences, events))

    def release(self, events: List[Event]) -> None:
        """Record `events` that were buffered."""
        for event in events:
            self.emit(event)

    def code(self, node: ast.AST) -> str:
        """Return the source text of `node` on one line; for a node of an overlay, that of its use."""
        if self.site is not None and overlays.name_of(node):
            node = self.site.node
        key = id(node)
        if key not in self._codes:
            self._codes[key] = self.module.code(node)
        return self._codes[key]

    def operation(self, operator: str, values: Iterable[Value], names: SequenceOf[str] = (), **properties: Any) -> Node:
        """Return the node of `operator` on the arguments `values`; see :func:`traced.operation`."""
        return traced.operation(self.graph, operator, values, names, **properties)

    def needs_guard(self, events: List[Event], *values: Value) -> bool:
        """Return whether an imperative-only branch needs its guard: tracing it would break, or it yields an NDArray. A
        call of an operator of `mx.nd` that `F` also has is no reason."""
        reasons = [event for event in events if not self._has_symbolic_equivalent(event)]
        return any(isinstance(value, ImperativeArray) for value in values) or self.diverges(reasons)

    def _has_symbolic_equivalent(self, event: Event) -> bool:
        """Return whether an event is a call of an operator of `mx.nd` that `mx.sym` has with the same behaviour."""
        if not isinstance(event, OperatorCall) or event.phase != "imperative":
            return False
        in_both = replace(event, phase="both")
        described = event.call.function
        return described is not None and described.symbolic and not self.divergences(in_both)
