"""Reads of attributes: what a call finds there before it stores anything."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from hybridlint import gluon, neighbours
from hybridlint.dataclass import replace
from hybridlint.interpreter.engine import carried
from hybridlint.interpreter.lifecycle import classes
from hybridlint.values import BOTTOM, NONE, UNKNOWN, Change, Instance, Plain, Read, Self, Sequence, Value, constant

if TYPE_CHECKING:
    from hybridlint.interpreter import Key, Run


def note_reader(run: Run, node: ast.AST, receiver: Value, name: str) -> None:
    """Record that `node` reads a tensor stored on `self` or on another object, if it does."""
    if isinstance(receiver, Instance):
        note_field_read(run, node, receiver, name)
    key = (receiver.name, name) if isinstance(receiver, Self) else None
    if key is not None and run.attempt.store.carried.holds_tensor(key):
        run.attempt.note_reader(key, node)


def before_calls_of(run: Run, read: Read, key: Key, value: Value) -> Value:
    """Return what a call reads from an attribute of a block that `__init__` sets to `value`; UNKNOWN if it sets none.

    A literal that the file assigns once is the same in every call. An attribute that `__init__` sets to None, or that
    nothing in the file sets, has no value of this file but None: where it meets another value, it adds nothing. One
    that `__init__` does not set has what earlier calls have left.
    """
    if isinstance(value, Plain) and value.known and read.name not in run.facts.of(key[0]).attributes:
        value = replace(value, is_literal=True) if _is_set_once(run, key) else value
    value = before_stores(run, read.node, key, value)
    if value != UNKNOWN or read.called or run.attempt.store.carried.holds_tensor(key):
        return value
    if run.instance_attributes(key[0]).get(read.name) != NONE:
        own = read.name in gluon.own_attributes() or gluon.is_block_method(read.name)
        if own or not classes.has_base_alone(run, key[0]):
            return value
        run.may_raise("AttributeError")
        if run.module.sets_attribute(read.name):
            return run.attempt.store.carried.left_in(key)
    return BOTTOM


def before_stores(run: Run, node: ast.AST, key: Key, value: Value) -> Value:
    """Return what a call reads from an attribute that `__init__` sets to `value`. Code outside the file and earlier
    calls may have assigned or extended it since."""
    run.attempt.note_exposed(key)
    value = carried.exposed_read(run, node, key, value)
    if value == NONE and not (isinstance(value, Plain) and value.is_literal):  # unless facts record None
        return UNKNOWN
    if isinstance(value, Sequence) and value.type == "list" and value.items == () and not value.taint:
        return replace(value, items=None, element=UNKNOWN)
    return value


def note_field_read(run: Run, node: ast.AST, receiver: Instance, name: str) -> None:
    """Record that `node` reads an attribute of an object, unless it is about to change it."""
    if run.attempt.change_of(node) in (None, Change.GROWN):
        run.note_found(node, receiver, constant(name), dict(receiver.fields).get(name, UNKNOWN))


def _is_set_once(run: Run, key: Key) -> bool:
    """Return whether this file or those of the bases have one assignment to an attribute."""
    bases = {neighbours.file_of(run.module.classes[item]) for item in classes.lineage(run, key[0])} - {""}
    elsewhere = sum(neighbours.times_set(file, key[1]) for file in bases)
    if elsewhere:
        return elsewhere == 1 and not run.module.sets_attribute(key[1])
    return run.module.is_set_once(key[1])
