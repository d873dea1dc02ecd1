"""What a call finds in attributes and names that outlive it, and what it leaves there for the next call."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Optional, Set, Union

from hybridlint import neighbours
from hybridlint.dataclass import replace
from hybridlint.events import TensorKept
from hybridlint.interpreter.engine import carried, names
from hybridlint.interpreter.engine.store import FUNCTIONS, MODULE, EntryKey, Key, Store
from hybridlint.interpreter.lifecycle import classes
from hybridlint.mxnet_api import gluon
from hybridlint.queries import of_one_phase
from hybridlint.values import (
    BOTTOM,
    NONE,
    NOT_KNOWN,
    UNKNOWN,
    UNTAINTED,
    Block,
    Change,
    Container,
    ImperativeArray,
    Instance,
    Mapped,
    NumPyArray,
    Plain,
    Read,
    Sequence,
    Taint,
    Value,
    alternatives,
    by_phase,
    constant,
    with_taint,
)

if TYPE_CHECKING:
    from hybridlint.interpreter import Run


def store(run: Run, target: ast.AST, words: str, key: Key, value: Value, change: Change, computed: bool) -> None:
    """Store `value` under `key`, so that it survives into the next call. `words` name the place for messages. `target`
    is the node that makes the `change`; `computed` if it computes the value from the previous one."""
    current = run.attempt.store
    if change is Change.SET and not computed or is_empty(value):
        current.define(key)
    run.structure.register(*(held for held in alternatives(value) if isinstance(held, Block)))
    if key in current.carried.restored:
        pass
    elif of_one_phase(value) and change is not Change.OF_EACH_PHASE:
        _record_tensors(run, target, key, value, change)
    elif change not in (Change.ENTRY, Change.OF_EACH_PHASE):  # for these, the entry is recorded by itself
        value = _tainted_if_varying(run, Taint("carried", words), key, value, change, computed)
        if key in run.attempt.exposed and held_before(run, key).is_unknown and isinstance(value, Plain):
            current.leave(left={key: replace(value, taint=UNTAINTED)})
    current.set(key, value)


def _record_tensors(run: Run, target: ast.AST, key: Key, value: Value, change: Change) -> None:
    """Record tensors that outlive the phase that made them."""
    if change is Change.GROWN and key not in run.attempt.store.defined:
        run.attempt.note_read(key)
    run.attempt.store.leave(stores={key: {id(target): (target, value)}})


def _tainted_if_varying(run: Run, reason: Taint, key: Key, value: Value, change: Change, computed: bool) -> Value:
    """Return `value`, tainted with `reason` if each call computes it from what the previous call stored. A value that a
    call stores without reading the previous one is the same in every call."""
    current = run.attempt.store.carried
    from_before = key not in run.attempt.store.defined
    if isinstance(value, (Plain, Sequence)):
        settled = current.settled_in(key)
        if settled is not None and value.any_taint.kind == "carried" and replace(value, taint=UNTAINTED) == settled:
            return settled  # as in every call: `self.n = max(self.n, 2)`
        same = _known_before(run, key) is not None or change is Change.SET and value == current.left.get(key)
        varies = from_before and not (value.known and same)
        if not varies and not value.any_taint:
            return value
        marked: Value = value if value.any_taint else with_taint(value, reason)
    elif isinstance(value, (Mapped, Instance)):
        if not (from_before and (change is Change.GROWN or computed)):
            return value
        before = run.attempt.store.values.get(key, held_before(run, key))
        entries = _changed_entries(before, value)
        marked = carried.with_tainted_entries(value, {(value.identity, entry) for entry in entries}, reason)
        if before.identity:
            run.attempt.store.leave(varying_entries=frozenset((before.identity, entry) for entry in entries))
            return marked
    elif isinstance(value, (NumPyArray, ImperativeArray)) and computed:
        marked = with_taint(value, reason)
    else:
        return value
    run.attempt.store.leave(varying=frozenset([key]))
    return marked


def is_empty(value: Value) -> bool:
    """Return whether a list or dict certainly is empty."""
    return value.items == () or value.known_length == 0


def _changed_entries(before: Value, after: Union[Mapped, Instance]) -> Set[Any]:
    """Return the keys of a dict, or the attribute names of an object, that were assigned; :data:`NOT_KNOWN` is among
    them if a key is unknown."""
    old = before if isinstance(before, (Mapped, Instance)) else Mapped()
    held = dict(old.parts())
    keys = {key for key, value in after.parts() if held.get(key) is not value}
    return keys if after.rest() == old.rest() else keys | {NOT_KNOWN}


def store_outside(run: Run, node: ast.Name, value: Value, words: str, change: Change) -> Value:
    """Store `value` in a variable of a function that outlives the call: a default argument or a closure variable.
    Return the value, tainted if it varies from call to call."""
    if run.constructing:
        return value
    key, current = (FUNCTIONS, node.id), run.attempt.store
    if of_one_phase(value):
        if change is not Change.SET:
            run.attempt.note_read(key)
        current.leave(stores={key: {id(node): (node, value)}})
        return value
    if change is Change.SET:
        return value
    _note_tensors_in_objects(run, value)
    entries, reason = _varying_entries(run, value), Taint("carried", words)
    if change is Change.ENTRY and isinstance(value, Container) and not entries:
        return value
    current.leave(varying=frozenset([key]))
    return carried.with_tainted_entries(with_taint(value, reason), entries, reason)


def held_before(run: Run, key: Key) -> Value:
    """Return the value under `key` before the first call, as the module or `__init__` sets it."""
    if key[0] == MODULE:
        return names.global_value(run, key[1])
    return run.instance_attributes(key[0]).get(key[1], UNKNOWN)


def _is_set_once(run: Run, key: Key) -> bool:
    """Return whether one assignment of a method sets an attribute of `self`, so that before it there is none."""
    holder, name = key
    return (
        holder in run.module.classes
        and run.module.is_set_once(name)
        and name not in run.instance_attributes(holder)
        and classes.dynamic_attribute(run, holder).is_unknown
        and not any(base.is_unknown for item in classes.lineage(run, holder) for base in classes.bases(run, item))
    )


def _known_before(run: Run, key: Key) -> Optional[Value]:
    """Return the value under `key` before the first call if it is a known constant other than None, else None."""
    held = held_before(run, key)
    return held if held.known and held != NONE else None


def note_varying(run: Run) -> None:
    """Record the keys and entries that vary from call to call: those that this call reads before it stores another
    value there. A value that is restored before the call ends does not vary."""
    # Code outside the file may change an attribute before the first call, so only globals and lists count as restored.
    current = run.attempt.store
    candidates = {*current.carried.stores, *current.carried.varying}
    restored = {key for key in candidates if key[0] == MODULE or is_empty(held_before(run, key))}
    current.leave(restored=frozenset(key for key in restored if is_put_back(run, key)))
    for key in run.attempt.exposed:
        left = current.values.get(key)
        was = run.entry.carried.left.get(key)
        if was is not None and was != current.carried.left.get(key):
            current.leave(varying=frozenset([key]))
        if left is not None:
            current.leave(varying_entries=frozenset(_varying_entries(run, left)))
            _note_tensors_in_objects(run, left)
        appears = isinstance(left, Plain) and key in run.attempt.defaults and left != run.attempt.defaults[key]
        # Only a known value is certainly the same in the next call, which may have computed it once.
        if isinstance(left, Plain) and left.known and left != NONE and held_before(run, key) == NONE:
            current.leave(varying=frozenset([key]), left={key: replace(left, taint=UNTAINTED)})
        settled = current.carried.settled_in(key)
        if settled is not None:
            if left is not None and left != settled:
                current.leave(unsettled=frozenset([key]))
        elif appears or left is not None and _changes_plain_value(run, key, left):
            if isinstance(left, Plain) and left.known and not left.taint and key not in current.carried.varying:
                current.leave(second={key: left})
            current.leave(varying=frozenset([key]))


def _changes_plain_value(run: Run, key: Key, left: Value) -> bool:
    """Return whether a call leaves a plain value, or a tuple of these, other than the one before the first call."""
    if isinstance(left, Plain):
        known = _known_before(run, key)
        return known is not None and left != known and (left.known or key not in run.attempt.store.defined)
    held = held_before(run, key)
    if not held.type == left.type == "tuple":
        return False
    items = (held.items or (UNKNOWN,)) + (left.items or (UNKNOWN,))
    return held.items != left.items and all(item.known for item in items)


def _varying_entries(run: Run, left: Value) -> Set[EntryKey]:
    """Return the entries of `left`, at any depth, whose plain values differ from those that the call read."""
    entries = {
        (left.identity, key) for key, value in left.parts() if _is_changed_entry(run, (left.identity, key), value)
    }
    return entries.union(*(_varying_entries(run, value) for _, value in left.parts()))


def _is_changed_entry(run: Run, entry: EntryKey, value: Value) -> bool:
    result = run.attempt.exposed_entries.get(entry)
    if not isinstance(result, Plain) or not isinstance(value, Plain) or result == NONE:
        return False
    if value.known and result.known:
        return value != result
    return entry in run.attempt.computed_entries or bool(value.taint)


def _note_tensors_in_objects(run: Run, left: Value) -> None:
    """Record tensors that a call stores in attributes of an object that outlives it, if the next call reads them."""
    for name, value in left.parts():
        entry = run.attempt.exposed_entries.get((left.identity, name))
        if isinstance(left, Instance) and entry is not None and of_one_phase(value) and not of_one_phase(entry):
            for node in run.attempt.read_at((left.identity, name)):
                run.emit(TensorKept(node, run.code(node), value, "before"))
        _note_tensors_in_objects(run, value)


def is_put_back(run: Run, key: Key) -> bool:
    """Return whether a call certainly restores the value from before the first call: None, or an empty list or dict."""
    store = run.attempt.store
    held, left = held_before(run, key), store.values.get(key, UNKNOWN)
    if key not in store.defined:
        return key[0] == MODULE and is_empty(held) and is_empty(left)
    return held == left == NONE or is_empty(held) and is_empty(left)


def merge_phases(run: Run, imperative: Store, symbolic: Store, reason: str) -> Store:
    """Return the store after a branch by phase. What a phase has not stored has the value that `__init__` sets."""
    merged = symbolic.copy()
    for key in {**imperative.values, **symbolic.values}:
        held = held_before(run, key)
        first, second = imperative.values.get(key, held), symbolic.values.get(key, held)
        if first != second and not first.holds_tensor and not second.holds_tensor:
            if key not in symbolic.values and _is_set_once(run, key):
                merged.set(key, run.by_phase(first, BOTTOM, reason))
            else:
                merged.set(key, by_phase(first, second, reason))
    return merged


# Reads


def before_calls_of(run: Run, read: Read, key: Key, value: Value) -> Value:
    """Return what a call reads from an attribute of a block that `__init__` sets to `value`; UNKNOWN if it sets none.

    A literal that the file assigns once is the same in every call. An attribute that `__init__` sets to None, or that
    nothing in the file sets, has no value of this file but None: where it meets another value, it adds nothing. One
    that `__init__` does not set has what earlier calls have left.
    """
    if isinstance(value, Plain) and value.known and read.name not in run.facts.of(key[0]).attributes:
        value = replace(value, is_literal=True) if _is_assigned_once(run, key) else value
    value = before_stores(run, read.node, key, value)
    if not value.is_unknown or read.called or run.attempt.store.carried.holds_tensor(key):
        return value
    if run.instance_attributes(key[0]).get(read.name) != NONE:
        own = read.name in gluon.own_attributes() or gluon.is_block_method(read.name)
        if own or not classes.has_base_alone(run, key[0]):
            return value
        run.may_raise("AttributeError")  # in the first call
        if run.module.sets_attribute(read.name):
            return run.attempt.store.carried.left_in(key)
    return BOTTOM


def before_stores(run: Run, node: ast.AST, key: Key, value: Value) -> Value:
    """Return what a call reads from an attribute that `__init__` sets to `value`. Code outside the file and earlier
    calls may have assigned or extended it since."""
    run.attempt.note_exposed(key)
    value = carried.exposed_read(run, node, key, value)
    if value.__class__ is Plain and value == NONE and not value.is_literal:  # unless facts record None
        return UNKNOWN
    if isinstance(value, Sequence) and value.type == "list" and value.items == () and not value.taint:
        return replace(value, items=None, element=UNKNOWN)
    return value


def note_field_read(run: Run, node: ast.AST, receiver: Instance, name: str) -> None:
    """Record that `node` reads an attribute of an object, unless it is about to change it."""
    if run.attempt.change_of(node) in (None, Change.GROWN):
        run.note_found(node, receiver, constant(name), dict(receiver.fields).get(name, UNKNOWN))


def _is_assigned_once(run: Run, key: Key) -> bool:
    """Return whether this file or those of the bases have one assignment to an attribute."""
    bases = {neighbours.file_of(run.module.classes[item]) for item in classes.lineage(run, key[0])} - {""}
    elsewhere = sum(neighbours.times_set(file, key[1]) for file in bases)
    if elsewhere:
        return elsewhere == 1 and not run.module.sets_attribute(key[1])
    return run.module.is_set_once(key[1])
