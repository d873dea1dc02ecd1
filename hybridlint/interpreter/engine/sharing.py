"""Arrays that several places hold: views and aliases in the imperative phase, writes to them, and who sees a write.

An NDArray is an object at an address of the store. `Tensor.memory` names the arrays that a tensor shares memory with;
Symbols have none. What shares memory is measured by `tests/hybridlint_runtime/test_sharing.py`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, FrozenSet, Iterator, List, Optional, Set, Tuple

from hybridlint.dataclass import replace
from hybridlint.values import (
    ELSEWHERE,
    Arguments,
    BoundMethod,
    Container,
    Function,
    Memory,
    Partial,
    Sequence,
    Tensor,
    Value,
    constant,
)
from hybridlint.values.lattice import Variable
from hybridlint.values.phased import Phased

if TYPE_CHECKING:
    from hybridlint.graph import Node
    from hybridlint.interpreter import Frame, Run, Scope

#: Methods whose result is the array itself, or always shares its memory.
_VIEWS = ("detach", "reshape", "as_np_ndarray", "as_nd_ndarray")
#: Methods whose result may be the array itself.
_PERHAPS = ("as_in_context", "as_in_ctx", "astype")
#: The holder of an array that a function or block which is not analysed made or was given.
UNKNOWN_CODE = "code that is not analysed"


def memory_of_method(tensor: Tensor, name: str, arguments: Arguments, result: Tensor) -> Optional[Memory]:
    """Return the memory of `result`, what the method `name` of `tensor` returns; None for an array of its own."""
    if name == "astype" and arguments.get(1, "copy") in (None, constant(True)):
        return None
    if name in _VIEWS and not tensor.numpy or name == "detach":
        return tensor.view((name, result.node and result.node.number))
    return tensor.view((name,), may_copy=True) if name in (*_VIEWS, *_PERHAPS) else None


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


def holders(run: Run, array: Tensor, frame: Frame, target: Optional[ast.AST]) -> Tuple[str, ...]:
    """Return who sees a write to `array` but for `target`, the expression in the running function that it is written
    through: the code of names and attributes, the caller, or :data:`UNKNOWN_CODE`. They are all that may hold it."""
    memory = array.storage
    scopes = list(_scopes(frame))
    holds = _Holds(run, memory, {id(scope) for scope in scopes})
    result: Set[str] = set()
    if ELSEWHERE in memory.addresses or not memory.addresses or any(map(holds.count, run.attempt.escaped)):
        result.add(UNKNOWN_CODE)
    result.update(words for address, words in run.attempt.lent.items() if address in memory.addresses)
    path = _path(run, target)
    for scope in scopes:
        for name, value in scope.names.items():
            if isinstance(value, Tensor) and value.identity not in memory.addresses and value.memory is None:
                continue  # most values are such: a file has many writes and names
            times = holds.count(value)
            # A function does not rebind the names of those around it.
            if scope is frame.scope and (name == path[-1] or name == path[0] and times == 1):
                continue
            if times:
                result.add(f"`{name}`")
    for (holder, name), value in run.attempt.store.values.items():
        if holds.count(value) and not (holder == frame.instance and path[1:] == (f"{path[0]}.{name}",)):
            result.add(f"`{name}`" if holder not in run.module.classes else f"`self.{name}`")
    for address, held in run.attempt.store.heap.items():
        if address <= run.attempt.since and holds.count(held):
            result.add(f"a {'list' if isinstance(held, Sequence) else 'dict or object'} that outlives the call")
    return tuple(sorted(result))


def _path(run: Run, target: Optional[ast.AST]) -> Tuple[str, ...]:
    """Return the name that `target` begins with, and the whole of it if that is an attribute or element."""
    root = target
    while isinstance(root, (ast.Attribute, ast.Subscript)):
        root = root.value
    if target is None or not isinstance(root, ast.Name):
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


class _Holds:
    """Counts how often a value holds an array that may share a given memory, but for the names in scopes of `running`
    functions, by their ids."""

    def __init__(self, run: Run, memory: Memory, running: Set[int]) -> None:
        self._run, self._memory, self._running = run, memory, running
        self._inside: FrozenSet[int] = frozenset()

    def count(self, value: Value) -> int:
        if isinstance(value, Tensor):
            return int(value.storage.may_share(self._memory))
        if isinstance(value, Variable):
            return max(map(self.count, value.values), default=0)
        if isinstance(value, Phased):
            return self.count(value.imperative)
        if isinstance(value, BoundMethod):
            return self.count(value.receiver)
        if isinstance(value, Container):
            return self._in_container(value)
        if isinstance(value, Partial):
            return sum(map(self.count, (value.callee, *value.arguments.all())))
        return self._in_function(value) if isinstance(value, Function) else 0

    def _in_container(self, value: Container) -> int:
        loaded = self._run.load(value)
        key = value.identity
        if not isinstance(loaded, Container) or key in self._inside:
            return 0
        outer = self._inside
        self._inside = outer | {key} if key else outer
        rest = loaded.rest()
        times = sum(self.count(part) for _, part in loaded.parts())
        times += 2 * self.count(rest) if rest is not None else 0  # any number of elements
        self._inside = outer
        return times

    def _in_function(self, value: Function) -> int:
        key = -value.key
        if key in self._inside:
            return 0
        outer, self._inside = self._inside, self._inside | {key}
        held: List[Value] = [default for _, default in value.defaults]
        held += [value.bound] if value.bound is not None else []
        scope: Optional[Any] = value.scope
        while scope is not None:
            held += scope.names.values() if id(scope) not in self._running else ()
            scope = scope.outer
        times = sum(map(self.count, held))
        self._inside = outer
        return times
