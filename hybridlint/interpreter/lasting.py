"""What outlives a call: what a call finds under an attribute or a global, as the calls before it left it."""

from __future__ import annotations

import dataclasses
from typing import Any, Collection

import libcst as cst

from hybridlint.interpreter.learning import Key
from hybridlint.interpreter.run import Run
from hybridlint.values import (
    NOT_KNOWN,
    UNKNOWN,
    Frozen,
    ImperativeArray,
    Instance,
    Mapped,
    NumPyArray,
    Plain,
    RandomSource,
    Sequence,
    Value,
    with_frozen,
)


def set_before(run: Run, node: cst.CSTNode, key: Key) -> Value:
    """What the same call has put there, as `node` reads it."""
    if node is not run.attempt.adding:
        run.attempt.read_after.add(key)
        run.attempt.readers.setdefault(key, []).append(node)
    return run.attempt.state.values[key]


def found(run: Run, node: cst.CSTNode, key: Key, value: Value) -> Value:
    """What `node` finds there as the first of its call, where `value` was before any: other calls may have been there
    before."""
    if node is run.attempt.emptying:
        return value
    if key in run.entry.kept.tensors:
        if node is run.attempt.storing and isinstance(value, (Sequence, Mapped)):
            return value
        if node is run.attempt.adding and isinstance(value, Sequence) and value.most == 1:
            return value  # what is in it goes
        run.attempt.read_before.add(key)
        run.attempt.readers.setdefault(key, []).append(node)
        return UNKNOWN
    if key in run.entry.kept.varying:
        kept = Frozen("kept", _words(run, node, key))
        if isinstance(value, Instance):
            return with_frozen_fields(value, run.entry.kept.fields.get(key, ()), kept)
        if isinstance(value, Mapped) and key in run.entry.kept.fields:
            return with_frozen_entries(value, run.entry.kept.fields[key], kept)
        if isinstance(value, (Plain, Sequence, NumPyArray, ImperativeArray)):
            return with_frozen(Plain(value.type) if isinstance(value, Plain) else value, kept)
        return Plain("", frozen=kept)
    if isinstance(value, Sequence) and value.type == "iterator":
        return RandomSource(_words(run, node, key))  # the next call goes on where this one stops
    return value


def _words(run: Run, node: cst.CSTNode, key: Key) -> str:
    if isinstance(node, cst.Name):
        return f"the global `{key[1]}`"
    return f"`{run.code(node)}`" if isinstance(node, cst.Attribute) else f"`self.{key[1]}`"


def with_frozen_fields(held: Instance, fields: Collection[str], reason: Frozen) -> Instance:
    """An object of which calls change some `fields`."""
    frozen = Plain("", frozen=reason)
    return Instance(held.name, tuple((field, frozen if field in fields else value) for field, value in held.fields))


def with_frozen_entries(held: Mapped, keys: Collection[Any], reason: Frozen) -> Mapped:
    """A dict of which calls change what is under some `keys`, of which one may be :data:`NOT_KNOWN`."""
    anywhere = NOT_KNOWN in keys
    frozen = Plain("", frozen=reason)
    entries = dict(held.entries)
    for key, value in held.entries:
        if anywhere or key in keys:
            entries[key] = frozen if isinstance(value, Mapped) else with_frozen(value, reason)
    entries.update((key, frozen) for key in keys if key not in entries and key is not NOT_KNOWN)
    element = held.element if not anywhere else frozen
    return dataclasses.replace(held, entries=tuple(entries.items()), element=element)
