"""Objects of the file's own classes that are no blocks: what they hold, and what their methods do with it."""

from __future__ import annotations

import dataclasses
from typing import Dict, List, Optional, Tuple

import libcst as cst

from hybridlint.interpreter import assignment, blocks, calls, expressions, names
from hybridlint.interpreter.run import Frame, Run
from hybridlint.uses import Arguments
from hybridlint.values import NONE, UNKNOWN, Function, Imported, Instance, Plain, Value

#: Bases that give a class no behaviour of their own.
_PLAIN_BASES = frozenset(["object", "ABC", "Protocol", "Generic"])


def make(run: Run, node: cst.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """An instance of class `name`, after its `__init__`."""
    for base in blocks.foreign_bases(run, name):
        if not isinstance(base, Imported) or names.last(base.name) not in _PLAIN_BASES:
            return UNKNOWN
    found = blocks.find_method(run, name, "__init__")
    if found is not None:
        made = Instance(name)
        run.object_after = made
        calls.call_function(run, node, Function(found[1], id(found[1]), None, made, found[0]), arguments, frame)
        return run.object_after
    fields = _dataclass_fields(run, name, frame)
    if fields is None:
        return Instance(name)
    given: Dict[str, Value] = dict(arguments.keywords)
    given.update(zip((field for field, _ in fields), arguments.positional))
    return Instance(name, tuple((field, given.get(field, default)) for field, default in fields))


def _dataclass_fields(run: Run, name: str, frame: Frame) -> Optional[List[Tuple[str, Value]]]:
    """The fields of a dataclass with their defaults, in order; None if it is none."""
    found: Dict[str, Value] = {}
    decorated = False
    for current in reversed(blocks.lineage(run, name)):
        node = run.module.classes[current]
        decorated = decorated or any("dataclass" in run.code(d.decorator) for d in node.decorators)
        for statement in node.body.body:
            for small in statement.body if isinstance(statement, cst.SimpleStatementLine) else ():
                if isinstance(small, cst.AnnAssign) and isinstance(small.target, cst.Name):
                    default = UNKNOWN if small.value is None else expressions.evaluate(run, small.value, frame)
                    found[small.target.value] = default
    return list(found.items()) if decorated else None


def attribute(run: Run, node: cst.CSTNode, frame: Frame, receiver: Instance, name: str) -> Value:
    """`receiver.name`."""
    held = dict(receiver.fields).get(name)
    if held is not None:
        return UNKNOWN if held == NONE else held
    method = blocks.find_method(run, receiver.name, name)
    if method is not None:
        return names.method(run, frame, receiver, method[0], method[1])
    return blocks.class_attributes(run, receiver.name).get(name, UNKNOWN)


def call_method(run: Run, node: cst.Call, receiver: Instance, name: str, arguments: Arguments, frame: Frame) -> Value:
    """`receiver.name(arguments)`, or `receiver(arguments)` for `__call__`; what holds the object has it as the method
    left it."""
    holder = node.func
    if isinstance(holder, cst.Attribute) and holder.attr.value == name:
        holder = holder.value
    callee = attribute(run, node, frame, receiver, name)
    run.object_after = receiver
    result = calls.call_value(run, node, callee, arguments, frame)
    bound = isinstance(callee, Function) and callee.bound == receiver
    if bound and run.object_after != receiver:
        assignment.rebind(run, holder, run.object_after, frame)
    return result


def with_field(receiver: Instance, name: str, value: Value) -> Instance:
    """`receiver` after `receiver.name = value`."""
    fields = dict(receiver.fields)
    fields[name] = value
    return dataclasses.replace(receiver, fields=tuple(fields.items()))


def changed_fields(before: Value, after: Instance) -> List[str]:
    """The fields of which plain Python values another was put."""
    if not isinstance(before, Instance):
        return []
    old = dict(before.fields)
    return [name for name, value in after.fields if isinstance(value, Plain) and old.get(name, value) != value]
