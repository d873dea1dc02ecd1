"""Summaries of functions that build blocks: a call with equal arguments returns an equal block, without a second run.

Only calls of functions of the module during construction are summarized, and only those that change nothing that
existed before. A summary is used for calls under the same conditions: for the same class, and in loops as deep.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Tuple

from hybridlint.containers import rest
from hybridlint.interpreter.run import Frame, Run
from hybridlint.values import (
    UNKNOWN,
    Block,
    Class,
    Function,
    Imported,
    Mapped,
    Namespace,
    Operator,
    Plain,
    Sequence,
    Unknown,
    Value,
    Variable,
)

#: The classes of immutable values that are equal only if they are interchangeable.
_ATOMS = (Class, Imported, Namespace, Operator, Unknown)


def key_of_call(run: Run, function: Function, inner: Frame) -> Any:
    """Return the key of the summary of a call, whose arguments are bound in `inner`; None if it cannot be
    summarized."""
    if not run.constructing or function.scope is not None or function.bound is not None or run.trying:
        return None
    arguments = tuple(_key(run.load(value)) for value in inner.scope.names.values())
    if None in arguments:
        return None
    return function.key, run.building, bool(run.loops), run.rounds, bool(inner.configured), arguments


def _key(value: Value) -> Any:
    """Return a key of `value`, equal for interchangeable values alone; None for mutable objects and others."""
    if isinstance(value, Plain):
        fields = value.argument, value.is_literal, str(value.default), value.of_blocks, value.pieces
        return value.type, value.value, value.taint, fields
    if isinstance(value, _ATOMS):
        return value
    if isinstance(value, Variable):
        parts: Tuple[Any, ...] = tuple(_key(part) for part in value.values)
        return None if None in parts else (parts, tuple(binding.condition for binding in value.bindings))
    if isinstance(value, Sequence) and value.items is not None and not value.taint:
        parts = tuple(map(_key, value.items))
        return None if None in parts else (value.type, value.identity, parts)
    if isinstance(value, Mapped) and value.default is None:
        held = [*value.entries, *((UNKNOWN, other) for other in rest(value))]
        entries = tuple((title, _key(part)) for title, part in held)
        return None if any(part is None for _, part in entries) else (value.identity, entries)
    return None


def call(run: Run, key: Any, body: Callable[[], Value]) -> Value:
    """Return the result of a call with this key: that of its summary, or else of `body`, which runs it."""
    known = run.structure.summaries.get(key)
    if known is not None:
        return dataclasses.replace(known, identity=run.identity())
    before, since = run.attempt.store.copy(), run.identity()
    result = body()
    after = run.attempt.store
    changed = any(address < since for address in after.differing(before)) or after.values != before.values
    if isinstance(result, Block) and not changed:
        run.structure.summaries[key] = result
    return result
