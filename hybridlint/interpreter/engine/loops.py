"""Rounds of a loop: whether those after the first compute anything else."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, FrozenSet, Iterable, Iterator, Mapping, NamedTuple, Set

from hybridlint.dataclass import replace
from hybridlint.interpreter.engine.look_ups import once
from hybridlint.syntax import children, names_stored, nodes_below
from hybridlint.values import UNKNOWN, Container, Function, Loop, Tensor, Value, alternatives

if TYPE_CHECKING:
    from hybridlint.graph import Node
    from hybridlint.interpreter import Run
    from hybridlint.interpreter.engine.frames import Frame, Point
    from hybridlint.interpreter.engine.state import Constructed

#: Methods that add to a list, a set or a block without reading it.
_ADDING = ("add", "append", "appendleft", "extend", "insert")
_SUITES = ("body", "orelse", "handlers", "finalbody")


class Start(NamedTuple):
    """The state before the first round of a loop, the nodes of the loop for what its rounds carry, and what `__init__`
    has made so far."""

    point: Point
    nodes: Mapping[str, Node]
    made: Constructed


def start(run: Run, node: Any, frame: Frame, loop: Loop) -> Start:
    """Let each tensor that a round of the loop `node` may read as the round before left it have a node of the loop:
    this stands for what any round computes. Return the state then."""
    names, nodes = frame.scope.names, {}
    for name in _read(run, node) & names_stored(node.body) & names.keys():
        value = names[name]
        if isinstance(value, Tensor) and value.node is not None:
            nodes[name] = run.graph.loop(value.node, loop.node)
            names[name] = replace(value, node=nodes[name])
    return Start(run.here(frame), nodes, run.structure.of(run.building))


def repeats(run: Run, node: Any, start: Start, after: Point, loop: Loop) -> bool:
    """Return whether each round of the loop `node` computes what the first has computed, if those after it begin with
    the state `after`: what a round may read differs in identities and nodes alone, and no attribute was added."""
    before, made = start.point, run.structure.of(run.building)
    for name, node_of_loop in start.nodes.items():
        value = after.names.get(name)
        if isinstance(value, Tensor) and value.node is not None:
            run.graph.widened(node_of_loop, value.node, loop.node)
    held = {name: value for name, value in made.attributes.items() if value is not start.made.attributes.get(name)}
    if made.dynamic is not start.made.dynamic or not all(
        value.is_same(start.made.attributes.get(name, UNKNOWN)) for name, value in held.items()
    ):
        return False
    first, later = before.store, after.store
    if (first.values, first.carried, first.arrays) != (later.values, later.carried, later.arrays):
        return False
    read = _read(run, node)
    for name, value in after.names.items():
        if name.partition(".")[0] not in read:
            continue
        earlier = before.names.get(name)
        if earlier is None or isinstance(value, Function) and value.scope is not None:
            return False
        value, earlier = later.load(value), first.load(earlier)
        if value is not earlier and value.renumbered(None) != earlier.renumbered(None):
            return False
        run.attempt.escaped.extend(() if isinstance(value, Tensor) else value.tensors())  # later rounds may use them
    # Lists that the loop fills and does not read are known by names of the running function alone.
    local, shared = set(_addresses(before.names.values())), set(_addresses(first.values.values()))
    since = run.attempt.since
    changed = [address for address in later.differing(first) if address <= loop.identity]
    if not all(since < address and address in local and address not in shared for address in changed):
        return False
    for name, value in held.items():
        run.structure.set_attribute(run.building, name, value.in_any_round(start.made.attributes[name], loop))
    return True


def _addresses(values: Iterable[Value]) -> Iterator[int]:
    """Yield the addresses of the containers among `values` and in them."""
    for value in values:
        for alternative in alternatives(value):
            if isinstance(alternative, Container):
                yield alternative.identity
                yield from _addresses(alternative.possible_parts())


@once()
def _read(run: Run, node: Any) -> FrozenSet[str]:
    """Return the names that a round of the loop `node` may read as the round before left them."""
    return frozenset(_read_first([node], set()))


def _read_first(statements: Iterable[ast.AST], assigned: Set[str]) -> Set[str]:
    """Return the names that `statements` may read, except those that are certainly `assigned` before that."""
    read: Set[str] = set()
    assigned = set(assigned)
    for statement in statements:
        suites = [getattr(statement, name) for name in _SUITES if isinstance(getattr(statement, name, None), list)]
        inside = {id(below) for suite in suites for below in suite}
        own = [below for below in children(statement) if id(below) not in inside]
        call: Any = getattr(statement, "value", None)
        if isinstance(statement, ast.Expr) and isinstance(call, ast.Call) and _only_adds(call.func):
            own = [*call.args, *call.keywords]
        if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
            own.append(ast.Name(statement.target.id, ast.Load()))
        names = [below for below in nodes_below(own) if isinstance(below, ast.Name)]
        read.update(below.id for below in names if isinstance(below.ctx, ast.Load) and below.id not in assigned)
        targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
        bound = names_stored(filter(None, targets))
        for suite in suites:
            read |= _read_first(suite, assigned | bound)
        if not suites:
            assigned |= bound
    return read


def _only_adds(called: ast.AST) -> bool:
    """Return whether the function `called` is a method that adds to what a name stands for."""
    return isinstance(called, ast.Attribute) and called.attr in _ADDING and isinstance(called.value, ast.Name)
