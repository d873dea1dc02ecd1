"""State carried from call to call: what a call reads from attributes and globals that earlier calls may have set."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Collection, Optional

from hybridlint.dataclass import replace
from hybridlint.syntax import last_part
from hybridlint.values import (
    NOT_KNOWN,
    UNKNOWN,
    Change,
    Container,
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

if TYPE_CHECKING:
    from hybridlint.interpreter import EntryKey, Key, Run


def stored_value(run: Run, node: ast.AST, key: Key) -> Optional[Value]:
    """Return the value that this call has stored under `key`, and record that `node` reads it; None if none."""
    if key not in run.attempt.store.values:
        return None
    if run.attempt.change_of(node) is None:
        run.attempt.note_read(key, node, stored=True)
    return run.bound(node, run.attempt.store.values[key], "AttributeError")


def exposed_read(run: Run, node: ast.AST, key: Key, value: Value) -> Value:
    """Return what `node` reads under `key` before this call stores anything there (an upward-exposed read). `value` is
    what is there before the first call; earlier calls may have replaced it."""
    change = run.attempt.change_of(node)
    if change is Change.SET:
        return value
    across = run.attempt.store.carried
    if across.holds_tensor(key):
        if change is Change.ENTRY and isinstance(value, (Sequence, Mapped)):
            return value
        if change is Change.GROWN and isinstance(value, Sequence) and value.most == 1:
            return value  # at most one item, so an earlier one was dropped
        run.attempt.note_read(key, node)
        return UNKNOWN
    if key in across.varying:
        left = (key, across.left[key]) if key in across.left else None
        settled = across.settled_in(key)
        if settled is not None:
            return with_taint(settled, Taint("carried", _description(run, node, key)))
        return _tainted(value, Taint("carried", _description(run, node, key), left=left))
    if value.type == "iterator":
        return RandomSource(_description(run, node, key))  # the next call continues where this one stops
    if not across.varying_entries:
        return value
    return with_tainted_entries(value, across.varying_entries, Taint("carried", _description(run, node, key)))


def is_continued(run: Run, holder: Container, value: Value) -> bool:
    """Return whether `value`, read from the object `holder`, is an iterator where an earlier call has left it."""
    if value.type != "iterator" or run.constructing or run.is_own(holder):
        return False
    return holder.identity not in run.attempt.store.heap


def _description(run: Run, node: ast.AST, key: Key) -> str:
    if isinstance(node, ast.Name):
        return f"the global `{last_part(key[1])}`"
    return f"`{run.code(node)}`" if isinstance(node, ast.Attribute) else f"`self.{key[1]}`"


def with_tainted_entries(value: Value, entries: Collection[EntryKey], reason: Taint) -> Value:
    """Return `value` with the taint `reason` on those of its entries, at any depth, that are among `entries`. A key of
    :data:`NOT_KNOWN` means any entry."""
    if not entries or not isinstance(value, Container):
        return value
    changed = {key for identity, key in entries if identity == value.identity}
    anywhere = NOT_KNOWN in changed
    held = {key: with_tainted_entries(part, entries, reason) for key, part in value.parts()}
    for key in [*held, *changed] if anywhere else changed:
        held[key] = _tainted(held.get(key, UNKNOWN), reason)
    held.pop(NOT_KNOWN, None)
    left = value.with_parts(held)
    if anywhere and isinstance(left, Mapped):
        return replace(left, element=Plain("", taint=reason))
    return with_taint(left, reason) if anywhere else left


def _tainted(value: Value, reason: Taint) -> Value:
    """Return what is known of `value` after calls have replaced it, tainted with `reason`."""
    if isinstance(value, (Plain, Sequence, NumPyArray, ImperativeArray)):
        return with_taint(Plain(value.type) if isinstance(value, Plain) else value, reason)
    return Plain("", taint=reason)
