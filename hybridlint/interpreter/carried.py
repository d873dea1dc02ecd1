"""What outlives a call: what a call finds under an attribute or a global, as the calls before it left it."""

from __future__ import annotations

import ast
import dataclasses
from typing import Collection

from hybridlint.containers import CONTAINERS, parts, with_parts
from hybridlint.interpreter.run import Run
from hybridlint.interpreter.store import Change, EntryKey, Key
from hybridlint.values import (
    NOT_KNOWN,
    UNKNOWN,
    ImperativeArray,
    Mapped,
    NumPyArray,
    Plain,
    RandomSource,
    Sequence,
    Taint,
    Value,
    with_taint,
)


def set_before(run: Run, node: ast.AST, key: Key) -> Value:
    """What the same call has put there, as `node` reads it."""
    if run.attempt.change_of(node) is None:
        run.attempt.read_after.add(key)
        run.attempt.readers.setdefault(key, []).append(node)
    return run.attempt.store.values[key]


def found(run: Run, node: ast.AST, key: Key, value: Value) -> Value:
    """What `node` finds there as the first of its call, where `value` was before any: other calls may have been there
    before."""
    change = run.attempt.change_of(node)
    if change is Change.SET:
        return value
    if key in run.entry.carried.tensors:
        if change is Change.ENTRY and isinstance(value, (Sequence, Mapped)):
            return value
        if change is Change.GROWN and isinstance(value, Sequence) and value.most == 1:
            return value  # what is in it goes
        run.attempt.read_before.add(key)
        run.attempt.readers.setdefault(key, []).append(node)
        return UNKNOWN
    if key in run.entry.carried.varying:
        return _varying(value, Taint("carried", _words(run, node, key)))
    if isinstance(value, Sequence) and value.type == "iterator":
        return RandomSource(_words(run, node, key))  # the next call goes on where this one stops
    return with_tainted_entries(value, run.entry.carried.varying_entries, Taint("carried", _words(run, node, key)))


def _words(run: Run, node: ast.AST, key: Key) -> str:
    if isinstance(node, ast.Name):
        return f"the global `{key[1]}`"
    return f"`{run.code(node)}`" if isinstance(node, ast.Attribute) else f"`self.{key[1]}`"


def with_tainted_entries(value: Value, entries: Collection[EntryKey], reason: Taint) -> Value:
    """`value`, of which calls change some `entries`: of which key, may be :data:`NOT_KNOWN`."""
    if not entries or not isinstance(value, CONTAINERS):
        return value
    changed = {key for identity, key in entries if identity == value.identity}
    anywhere = NOT_KNOWN in changed
    held = {key: with_tainted_entries(part, entries, reason) for key, part in parts(value)}
    for key in [*held, *changed] if anywhere else changed:
        held[key] = _varying(held.get(key, UNKNOWN), reason)
    held.pop(NOT_KNOWN, None)
    left = with_parts(value, held)
    if anywhere and isinstance(left, Mapped):
        return dataclasses.replace(left, element=Plain("", taint=reason))
    return with_taint(left, reason) if anywhere else left


def _varying(value: Value, reason: Taint) -> Value:
    """What is left of `value` where calls put something else there."""
    if isinstance(value, (Plain, Sequence, NumPyArray, ImperativeArray)):
        return with_taint(Plain(value.type) if isinstance(value, Plain) else value, reason)
    return Plain("", taint=reason)
