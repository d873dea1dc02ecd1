"""Arrays that several places hold: views and aliases in the imperative phase, writes to them, and who sees a write.

An NDArray is an object at an address of the store. `Tensor.memory` names the arrays that a tensor shares memory with;
Symbols have none. What shares memory is measured by `tests/hybridlint_runtime/test_aliases.py`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, FrozenSet, Iterator, List, Optional, Set, Tuple

from hybridlint.dataclass import replace
from hybridlint.values import ELSEWHERE, Function, Partial, Tensor, Value
from hybridlint.values.lattice import Variable
from hybridlint.values.phased import Phased

if TYPE_CHECKING:
    from hybridlint.graph import Node
    from hybridlint.interpreter import Frame, Run, Scope


def write(run: Run, array: Tensor, contents: Optional[Node]) -> Tensor:
    """Write `contents` to `array`, which all its aliases and views see. Return the array with its new contents. This is
    what the imperative phase does; tracing raises there or does not reach it."""
    memory, store = array.storage, run.attempt.store
    if memory.may_be_other:
        store.write_any(memory.addresses - {ELSEWHERE})
        return replace(array, node=contents)
    cell = memory.cell
    in_part = len(memory.steps) > (cell[1] is not None)
    written = store.arrays.get(cell, Tensor(node=memory.base if in_part else array.node))
    before = written.node
    store.write_array(cell, before, run.graph.apply("changed", [before, contents]) if in_part else contents)
    return store.contents(array)


def is_aliased(run: Run, array: Tensor, frame: Frame, target: ast.AST) -> bool:
    """Return whether a name or attribute may see a write to `array`, but for `target`, the expression in the running
    function that it is written through."""
    memory, scopes = array.storage, list(_scopes(frame))
    ids, path = frozenset(map(id, scopes)), _path(run, target)

    def times(value: Value) -> int:
        if isinstance(value, Tensor) and value.memory is None:  # most values are such
            return value.identity in memory.addresses
        return sum(tensor.storage.may_share(memory) for tensor in _reachable(run, value, ids))

    for scope in scopes:
        for name, value in scope.names.items():
            count = times(value)
            # A function does not rebind the names of those around it.
            if count and not (scope is frame.scope and (name == path[-1] or name == path[0] and count == 1)):
                return True
    return any(
        times(value) and not (holder == frame.instance and path[1:] == (f"{path[0]}.{name}",))
        for (holder, name), value in run.attempt.store.values.items()
    )


def _path(run: Run, target: ast.AST) -> Tuple[str, ...]:
    """Return the name that `target` begins with, and the whole of it if that is an attribute or element."""
    root = target
    while isinstance(root, (ast.Attribute, ast.Subscript)):
        root = root.value
    if not isinstance(root, ast.Name):
        return ("",)
    return (root.id,) if root is target else (root.id, run.code(target))


def _scopes(frame: Frame) -> Iterator[Scope]:
    """Yield the scopes of the running functions and those around them, each once."""
    seen: Set[int] = set()
    running: Optional[Frame] = frame
    while running is not None:
        scope: Optional[Scope] = running.scope
        while scope is not None and id(scope) not in seen:
            seen.add(id(scope))
            yield scope
            scope = scope.outer
        running = running.caller


def _reachable(
    run: Run, value: Value, scopes: FrozenSet[int], around: FrozenSet[int] = frozenset()
) -> Iterator[Tensor]:
    """Yield the arrays that code can reach through `value`, but for the names in `scopes`, of the given ids. An element
    of a list of unknown length is yielded twice."""
    parts: List[Value] = []
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, Variable):
        parts += value.values
    elif isinstance(value, Phased):
        parts.append(value.imperative)
    elif isinstance(value, Partial):
        parts += (value.callee, *value.arguments.all())
    elif isinstance(value, Function) and -value.key not in around:
        around |= {-value.key}
        parts += (default for _, default in value.defaults)
        parts += () if value.bound is None else (value.bound,)
        scope: Optional[Any] = value.scope
        while scope is not None:
            parts += scope.names.values() if id(scope) not in scopes else ()
            scope = scope.outer
    elif value.identity not in around:  # a container, or a bound method
        around |= {value.identity} - {0}
        loaded = run.load(value)
        parts += (*loaded.possible_parts(), *filter(None, [loaded.rest()]))
    for part in parts:
        yield from _reachable(run, part, scopes, around)
