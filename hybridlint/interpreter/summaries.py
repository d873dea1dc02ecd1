"""Summaries of functions that build blocks: a call with equal arguments returns an equal block, without a second run.

Only calls of functions of the module during construction are summarized, and only those that change nothing that
existed before. A summary holds for calls under the same conditions: for the same class, and in loops as deep. Contexts
are widened: a function that was run with many sets of numbers is then run with unknown ones.
"""

from __future__ import annotations

from typing import Any, Callable, Dict

from hybridlint.dataclass import replace
from hybridlint.interpreter.run import Frame, Run
from hybridlint.syntax import parameters
from hybridlint.values import (
    NOT_KNOWN,
    UNKNOWN,
    Binding,
    Block,
    Class,
    Function,
    Imported,
    Mapped,
    NamedTuple,
    Namespace,
    Operator,
    Plain,
    Sequence,
    Unknown,
    Value,
    Variable,
)

#: The classes of values that arguments may consist of. Containers are compared by identity and current contents.
_COMPARED = (Binding, Class, Imported, Mapped, NamedTuple, Namespace, Operator, Plain, Sequence, Unknown, Variable)


#: The most sets of arguments with which a function is run as they are.
_MOST_CONTEXTS = 6


class _NotCompared(Exception):
    """An argument has code or a state of its own, such as a block."""


def key_of_call(run: Run, function: Function, inner: Frame) -> Any:
    """Return the key of the summary of a call, whose arguments are bound in `inner`, and are widened there if the
    function has many summaries; None if it cannot be summarized."""
    if not run.constructing or function.scope is not None or function.bound is not None or run.trying:
        return None
    place = run.building, bool(run.loops), run.rounds, bool(inner.configured)
    arguments = {name: _argument(run, function, name, value) for name, value in inner.scope.names.items()}
    try:
        key = function.key, place, tuple(map(_key, arguments.values()))
        if key not in run.structure.summaries and run.structure.contexts[function.key] >= _MOST_CONTEXTS:
            inner.scope.names.update((name, _without_numbers(value)) for name, value in arguments.items())
            key = function.key, place, tuple(map(_key, map(_without_numbers, arguments.values())))
    except _NotCompared:
        return None
    return key


def _argument(run: Run, function: Function, name: str, value: Value) -> Value:
    """Return an argument with its contents. `**kwargs` is a dict of its own, which has no address yet."""
    own = parameters(function.node).star_star
    loaded = run.load(value)
    return loaded.at(0) if own is not None and own.name == name and isinstance(loaded, Mapped) else loaded


def _without_numbers(value: Value) -> Value:
    """Return a value with unknown numbers. What has an address may change elsewhere, and is returned as it is."""
    if isinstance(value, Plain) and value.type in ("int", "float"):
        return replace(value, value=NOT_KNOWN)
    if isinstance(value, Sequence) and value.type == "tuple" or isinstance(value, Mapped) and not value.identity:
        return value.mapped(_without_numbers)
    return value


def _key(part: Any) -> Any:
    """Return a key that is equal for interchangeable values alone: all fields count, also those that `==` ignores."""
    if part.__class__ is Plain:  # its fields contain no values
        return Plain, tuple((field.__class__, field) for field in vars(part).values())
    if isinstance(part, tuple):
        return tuple(map(_key, part))
    if isinstance(part, (Value, Binding)):
        if part.__class__ not in _COMPARED:
            raise _NotCompared
        if isinstance(part, Sequence) and part.type == "tuple" and part.identity:
            part = part.at(0)  # two tuples with equal elements are interchangeable
        return (part.__class__, *map(_key, vars(part).values()))
    return part.__class__, part


def call(run: Run, key: Any, body: Callable[[], Value]) -> Value:
    """Return the block of an earlier call with this key; else run `body`, and summarize it if it changed nothing."""
    block, known = run.structure.summaries.get(key, (None, {}))
    if block is not None and _unchanged(run, known):
        return replace(block, identity=run.identity())
    before, since, globals_before = run.attempt.store.copy(), run.identity(), _globals(run)
    result = body()
    after = run.attempt.store
    changed = any(address < since for address in after.differing(before)) or after.values != before.values
    if isinstance(result, Block) and not changed and _unchanged(run, globals_before):
        run.structure.summaries[key] = result, _globals(run)
        run.structure.contexts.update([key[0]])
    return result


def _globals(run: Run) -> Dict[str, Value]:
    """Return the globals that were looked up so far, containers with their contents."""
    return {name: run.load(value) for name, value in run.globals.items()}


def _unchanged(run: Run, known: Dict[str, Value]) -> bool:
    """Return whether each of the globals in `known` still has that value."""
    return all(run.load(run.globals.get(name, UNKNOWN)) is value for name, value in known.items())
