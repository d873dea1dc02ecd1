"""Running functions: their names, and the state at a point of the program."""

from __future__ import annotations

import ast
import dataclasses
import functools
from typing import (
    TYPE_CHECKING,
    Any,
    ContextManager,
    Dict,
    FrozenSet,
    Iterable,
    List,
    NamedTuple,
    Optional,
    Set,
    Tuple,
    Union,
)

from hybridlint import neighbours, overlays
from hybridlint.dataclass import replace
from hybridlint.events import (
    Event,
    Iteration,
    TruthTest,
)
from hybridlint.syntax import nodes_below
from hybridlint.values import (
    NONE,
    Container,
    Fact,
    Loop,
    Value,
    join_all,
    join_names,
    widen,
)
from hybridlint.values.lattice import Variable

if TYPE_CHECKING:
    from hybridlint.interpreter import Run, Store


#: The greatest depth of nested calls of functions of the file.
DEEPEST_CALL = 32


class Propagates(Exception):
    """An exception of the analysed code leaves the running function, for a `try` in a caller."""


class replacing(ContextManager[None]):
    """Run code with other values of some fields of `state`, which have their values again afterwards."""

    def __init__(self, state: Any, **fields: Any) -> None:
        self._state, self._others = state.__dict__, fields

    def __enter__(self, *error: object) -> None:
        state, others = self._state, self._others
        for name in others:
            state[name], others[name] = others[name], state[name]

    __exit__ = __enter__


@dataclasses.dataclass
class Trying:
    """The body of a `try` that runs in `frame`, with the exceptions that it has raised and the state at each."""

    frame: Frame
    raised: List[Tuple[Value, Point]] = dataclasses.field(default_factory=list)


class OutOfBudget(Exception):
    """The work budget is spent. The events recorded so far are valid."""


class Limit(NamedTuple):
    """What is not analysed to its end: a class or function, and the reason."""

    node: Any
    reason: str


@dataclasses.dataclass
class Scope:
    """The names of a running function. `outer` is the enclosing scope."""

    names: Dict[str, Value] = dataclasses.field(default_factory=dict)
    outer: Optional[Scope] = None
    globals: Set[str] = dataclasses.field(default_factory=set)
    nonlocals: Set[str] = dataclasses.field(default_factory=set)
    #: Parameters whose value is still their default list or dict, the same object in every call.
    defaults: Set[str] = dataclasses.field(default_factory=set)
    #: Whether it ended before `hybrid_forward` runs, and is only reached by closures.
    outlives_call: bool = False
    #: Whether it is the scope of a comprehension, in which `:=` assigns to a name of the function around it.
    of_comprehension: bool = False

    def assign(self, name: str, value: Value, is_default: bool = False) -> None:
        """Bind `name`; `is_default` if it is a parameter with its default, the same object in every call."""
        self.names[name] = value
        if is_default or self.defaults:
            (self.defaults.add if is_default else self.defaults.discard)(name)

    def forget(self, name: str) -> None:
        self.names.pop(name, None)

    def declare(self, declaration: Union[ast.Global, ast.Nonlocal]) -> None:
        (self.globals if isinstance(declaration, ast.Global) else self.nonlocals).update(declaration.names)

    def on_copy(self) -> ContextManager[None]:
        """Run code whose assignments to names do not remain."""
        return replacing(self, names=dict(self.names))

    def find(self, name: str) -> Optional[Scope]:
        scope: Optional[Scope] = self
        while scope is not None:
            if name in scope.names:
                return scope
            scope = scope.outer
        return None

    def around(self, name: str) -> Scope:
        """Return the enclosing scope to which an assignment to a `nonlocal` name is made: this one if it has none."""
        outer = self.outer or self
        return outer.find(name) or outer

    def nonlocal_names(self) -> Dict[str, Value]:
        """Return the names that the function declares `nonlocal`, with their values."""
        result = ((name, self.around(name).names.get(name)) for name in self.nonlocals)
        return {name: value for name, value in result if value is not None}


@dataclasses.dataclass
class Point:
    """The state at a point of the program: the names of the running function, with those that it declares `nonlocal`,
    and the store."""

    names: Dict[str, Value]
    store: Store

    def copy(self) -> Point:
        return Point(dict(self.names), self.store.copy())

    def with_names(self, names: Dict[str, Value]) -> Point:
        """Return this state with other values of some names. It is not to be used again."""
        return Point({**self.names, **names}, self.store) if names else self

    def loaded(self) -> Dict[str, Value]:
        """Return the values of the names, with the contents of containers in the store."""
        return {name: self.store.load(value) for name, value in self.names.items()}

    def joined(self, other: Point) -> Point:
        """Return the join with another state, as after an `if`."""
        return Point(join_names(self.names, other.names), self.store.joined(other.store))

    def widened(self, other: Point, loop: Loop) -> Point:
        """Return this state widened by `other`, the state after another round of `loop`. Repeated widening reaches a
        fixed point."""
        bound = functools.partial(widen, loop=loop)
        store = self.store.joined(other.store, bound)
        store.forget_arrays(loop.identity)
        return Point(join_names(self.names, other.names, bound), store)

    def includes(self, other: Point) -> bool:
        """Return whether this state is a fixed point: `other`, an upper bound of it, has the same values of names and
        attributes, and the same contents of the containers that both have."""
        return (
            self.names == other.names
            and self.store.values == other.store.values
            and all(other.store.heap.get(address) == held for address, held in self.store.heap.items())
            and self.store.arrays == other.store.arrays
            and self.store.carried == other.store.carried
        )

    def in_any_round(self, before: Point, loop: Loop) -> Point:
        """Return this state after the first round of `loop`, which began with the state `before`, with values that
        stand for those of later rounds, too. It is a guess, which saves a round."""
        names = dict(self.names)
        moved: Dict[int, str] = {}
        for name, value in names.items():
            earlier = before.names.get(name)
            if value is not earlier:
                names[name] = value.in_any_round(earlier, loop)
                if earlier is not None and earlier.identity:
                    moved[earlier.identity] = name
        for name, value in self.names.items() if moved else ():
            source = moved.get(value.identity, name)
            if source != name and value is not before.names.get(name):
                # `x, previous = f(x, previous), x`: in later rounds, `previous` is what `f` returns.
                names[name] = widen(value, names[source], loop)
        store = self.store.copy()
        for address in self.store.differing(before.store):
            held = store.heap[address]
            guess = held.in_any_round(before.store.at(address), loop)
            if guess is not held and isinstance(guess, Container):
                store.write(guess)
        store.forget_arrays(loop.identity)
        return Point(names, store)


class Site(NamedTuple):
    """A use of the overlay `name`, or of a function of the file `name` beside the analysed one: `node`, at which their
    events are recorded."""

    node: ast.AST
    name: str

    def move(self, event: Event) -> Event:
        """Return `event` at this node; unchanged if it is of code of the file, which the overlay calls."""
        if neighbours.file_of(event.node):
            event.found_at(self.node)
        if not overlays.name_of(event.node):
            return event
        changes: Dict[str, Any] = {"node": self.node}
        if isinstance(event, (Iteration, TruthTest)):
            changes["construct"] = f"{self.name.rpartition('.')[2]}()"
        return replace(event, **changes)


class Result(NamedTuple):
    """A value that a function returns, and the state of the store there."""

    value: Value
    store: Store


@dataclasses.dataclass
class Frame:
    """A running function: its scope, the class of its `self`, and the values that it has returned."""

    scope: Scope
    instance: Optional[str] = None
    owner: Optional[str] = None
    #: The name of the `self` parameter, in a method of an object that is not a block.
    receiver: str = ""
    returns: List[Result] = dataclasses.field(default_factory=list)
    #: Whether it is the entry point, whose results are judged (those of a helper are judged where they are used).
    entry: bool = False
    #: The number of enclosing branches on configuration, which may never be taken.
    configured: int = 0
    #: The path condition: the facts of the configuration under which the statement that runs is reached.
    path: FrozenSet[Fact] = frozenset()
    #: Whether it is the body of a `foreach`, `while_loop` or `cond`, which runs once while tracing.
    loop_body: bool = False
    #: The expression of an expression statement, whose value is not used.
    discarding: Optional[ast.AST] = None
    #: The state at each `break` and each `continue` of the innermost loop.
    breaks: List[Point] = dataclasses.field(default_factory=list)
    continues: List[Point] = dataclasses.field(default_factory=list)
    #: The forks at which one phase alone leaves the innermost loop or a round of it.
    leaving: List[Any] = dataclasses.field(default_factory=list)
    #: The `raise` that was reached last.
    raised: Optional[ast.AST] = None
    #: The values that a generator function has yielded; the context managers entered at the `yield`, and those now.
    yields: List[Value] = dataclasses.field(default_factory=list)
    #: Whether the number of these is unknown.
    yields_vary: bool = False
    entered_at_yield: List[str] = dataclasses.field(default_factory=list)
    entered: List[str] = dataclasses.field(default_factory=list)
    #: The right-hand side of the assignment being executed.
    assigning: Optional[ast.AST] = None
    #: In an overlay: the use of it in the file.
    site: Optional[Site] = None
    #: The frame that calls this one.
    caller: Optional[Frame] = None

    def branch(self, configured: int, facts: Iterable[Fact] = ()) -> ContextManager[None]:
        """Run a branch that is taken under `facts`; `configured` if the configuration decides about it."""
        return replacing(self, configured=self.configured + configured, path=self.path.union(facts))

    def narrow(self, configured: int, facts: Iterable[Fact]) -> None:
        """Run the rest of the function as :meth:`branch` does."""
        self.configured += configured
        self.path = self.path.union(facts)

    def assigning_from(self, node: ast.AST) -> ContextManager[None]:
        """Run an assignment with the right-hand side `node`."""
        return replacing(self, assigning=node)

    def discard(self, node: ast.AST) -> None:
        """Do not use the value of the expression `node`."""
        self.discarding = node

    def reach_raise(self, node: Optional[ast.AST]) -> None:
        """Record that a `raise` is reached; None: none so far."""
        self.raised = node

    def note_yield(self, values: Iterable[Value], vary: bool = False) -> None:
        """Yield `values`; `vary` if their number is unknown."""
        self.entered_at_yield.extend(self.entered)
        self.yields.extend(values)
        self.yields_vary = self.yields_vary or vary

    def note_optional_yields(self, before: int) -> None:
        """Record that what was yielded, but for the first `before` values, may be yielded any number of times."""
        self.yields_vary = self.yields_vary or len(self.yields) > before

    def leave_loop(self, node: ast.AST, point: Point) -> None:
        """Run a `break` or `continue` with the state `point`."""
        (self.breaks if isinstance(node, ast.Break) else self.continues).append(point)

    def leave_by(self, fork: Any) -> None:
        """Record that one phase alone leaves the innermost loop, or a round of it, at `fork`."""
        self.leaving.append(fork)

    def take_continues(self) -> List[Point]:
        """Remove and return the state at each `continue`."""
        points, self.continues = self.continues, []
        return points

    def exits(self) -> Tuple[int, int]:
        """Return how often the innermost loop and a round of it have been left."""
        return len(self.breaks), len(self.continues)

    def forget_exits(self, before: Tuple[int, int]) -> Tuple[bool, bool]:
        """Remove the exits since `exits` returned `before`. Return whether the loop and a round of it were left."""
        left = len(self.breaks) > before[0], len(self.continues) > before[1]
        del self.breaks[before[0] :], self.continues[before[1] :]
        return left

    def values_returned(self, since: int = 0) -> List[Value]:
        """Return the values that were returned, but for the first `since`."""
        return [result.value for result in self.returns[since:]]

    def take_returns(self, since: int) -> List[Value]:
        """Remove what was returned, but for the first `since` values. Return the values."""
        values = self.values_returned(since)
        del self.returns[since:]
        return values

    def result(self) -> Value:
        if not self.returns:
            return NONE
        joined = join_all(self.values_returned())
        # A single value needs no condition: on all other paths the function raises.
        return joined.bindings[0].value if isinstance(joined, Variable) and len(joined.bindings) == 1 else joined


def nested_frame(frame: Frame) -> Frame:
    """Return the frame of a comprehension: a new scope in the function around it."""
    return Frame(
        Scope({}, frame.scope, of_comprehension=True),
        frame.instance,
        frame.owner,
        configured=frame.configured,
        caller=frame,
    )


def mentions(run: Run, wanted: str, frame: Frame) -> bool:
    """Return whether the current assignment to the name or attribute `wanted` computes the new value from the old."""
    assigned = frame.assigning
    kind = ast.Attribute if "." in wanted else ast.Name
    return assigned is not None and any(
        isinstance(node, kind) and run.code(node) == wanted or _reads_by_name(run, node, wanted)
        for node in nodes_below(assigned)
    )


def _reads_by_name(run: Run, node: ast.AST, wanted: str) -> bool:
    """Return whether `node` is `getattr(self, "n", …)` and `wanted` is "self.n"."""
    if not isinstance(node, ast.Call) or len(node.args) < 2 or run.code(node.func) != "getattr":
        return False
    name = node.args[1]
    title = name.value if isinstance(name, ast.Constant) else None
    return isinstance(title, str) and wanted == f"{run.code(node.args[0])}.{title}"
