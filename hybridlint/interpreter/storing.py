"""Storing: what becomes of a value that is put under an attribute or a name that outlives the call."""

from __future__ import annotations

import dataclasses
from typing import Dict, List, Optional, Tuple

import libcst as cst

from hybridlint.interpreter import aliases, attributes, classes, names
from hybridlint.interpreter.run import Frame, Run
from hybridlint.module import nodes_below
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Block,
    Class,
    Frozen,
    Function,
    Instance,
    Mapped,
    Plain,
    Self,
    Sequence,
    TwoLives,
    Value,
    contains_tensor,
    frozen_reason,
    with_frozen,
)


def store(
    run: Run, target: cst.Attribute, receiver: Value, name: str, value: Value, frame: Frame, changed: bool = False
) -> None:
    """`receiver.name = value`; `changed` where the object was changed in place (`self.outs.append(x)`)."""
    key_here = names.attribute_key(target)
    if key_here is not None:
        frame.scope.names.pop(key_here, None)
    if isinstance(receiver, Instance):
        rebind(run, target.value, _with_field(receiver, name, value), frame)
    elif isinstance(receiver, Class) and run.constructing:
        classes.store_on_class(run, receiver.name, name, value, changed)
    elif isinstance(receiver, (Class, Function)) and not run.constructing and not run.hiding:
        if isinstance(value, Plain) and (frozen_reason(value) or mentions(run, target, frame)):
            run.entry.varying.add((receiver.name if isinstance(receiver, Class) else str(receiver.key), name))
    elif isinstance(receiver, Self):
        key = (receiver.name, name)
        if run.constructing:
            classes.constructed(run, target, receiver.name, name, value, changed)
            return
        if isinstance(value, Block):
            run.structure.registered.add(value.identity)
        if run.hiding:
            run.attempt.imperative_state[key] = value
            return
        before = run.attempt.state.get(key)
        if contains_tensor(value):
            held = classes.attributes(run, receiver.name).get(name)
            if changed and before is None and isinstance(held, Sequence):
                run.attempt.read_before.add(key)
            run.entry.tensors_kept.add(key)
            run.entry.kept.setdefault(key, {})[id(target)] = (target, value)
        elif isinstance(value, (Plain, Sequence)) and frozen_reason(value):
            run.entry.varying.add(key)
        elif isinstance(value, (Plain, Sequence)) and before is None and (changed or mentions(run, target, frame)):
            # Computed from what the call before left; what this call itself set anew is the same in every call.
            if _known_before(run, key) is None or not (isinstance(value, Plain) and value.known):
                run.entry.varying.add(key)
                value = with_frozen(value, Frozen("kept", f"`self.{name}`"))
        elif isinstance(value, Mapped) and before is None and mentions(run, target, frame):
            run.entry.varying.add(key)
            value = Plain("", frozen=Frozen("kept", f"`self.{name}`"))
        elif isinstance(value, Instance):
            held = classes.attributes(run, receiver.name).get(name, UNKNOWN)
            fields = _changed_fields(held, value)
            if fields:
                run.entry.varying.add(key)
                run.entry.varying_fields.setdefault(key, set()).update(fields)
        run.attempt.state[key] = value


def _known_before(run: Run, key: Tuple[str, str]) -> Optional[Plain]:
    """What `__init__` puts under an attribute, where that is a known value."""
    held = classes.attributes(run, key[0]).get(key[1])
    return held if isinstance(held, Plain) and held.known and held != NONE else None


def note_left(run: Run) -> None:
    """What a call reads as `__init__` put it, and leaves as another value, the next call reads so: it varies. What was
    put back does not."""
    for key in run.attempt.found:
        held, left = _known_before(run, key), run.attempt.state.get(key)
        if held is not None and isinstance(left, Plain) and left.known and left != held:
            run.entry.varying.add(key)


def merge_lives(run: Run, imperative: Dict[Tuple[str, str], Value], reason: str) -> None:
    """What `self` holds after a branch in which only the imperative life has set `imperative`. Tracing finds what this
    call or `__init__` put there before."""
    if run.hiding:
        run.attempt.imperative_state.update(imperative)
        return
    for key, value in imperative.items():
        other = run.attempt.state.get(key, classes.attributes(run, key[0]).get(key[1], UNKNOWN))
        if value != other and not contains_tensor(value) and not contains_tensor(other):
            run.attempt.state[key] = TwoLives(value, other, reason, guard=True)


def mentions(run: Run, target: cst.CSTNode, frame: Frame) -> bool:
    """Whether the statement that assigns to `target` computes the new value from the old one."""
    assigned = frame.assigning
    if assigned is None:
        return False
    wanted = run.code(target)
    return any(isinstance(node, type(target)) and run.code(node) == wanted for node in nodes_below(assigned))


def _with_field(receiver: Instance, name: str, value: Value) -> Instance:
    """`receiver` after `receiver.name = value`."""
    fields = dict(receiver.fields)
    fields[name] = value
    return dataclasses.replace(receiver, fields=tuple(fields.items()))


def _changed_fields(before: Value, after: Instance) -> List[str]:
    """The fields of which plain Python values another was put."""
    if not isinstance(before, Instance):
        return []
    old = dict(before.fields)
    return [name for name, value in after.fields if isinstance(value, Plain) and old.get(name, value) != value]


def rebind(run: Run, node: cst.CSTNode, value: Value, frame: Frame) -> None:
    """Let the expression `node`, whose object was changed in place, stand for `value` from now on."""
    aliases.follow(frame.scope, value)
    if isinstance(node, cst.Name):
        scope = frame.scope.find(node.value)
        if scope is not None:
            if scope is not frame.scope and frame.loop_body:
                value = changed_in_loop(value, node.value)
            before = scope.names[node.value]
            if node.value in scope.defaults:
                value = kept_outside(run, node, value, f"the default of `{node.value}`", before=before)
            elif scope.lasting:
                value = kept_outside(run, node, value, f"`{node.value}`", before=before)
            scope.names[node.value] = value
        elif not run.hiding:
            before = names.global_value(run, node.value)
            value = kept_outside(run, node, value, f"the global `{node.value}`", before=before)
            names.store_global(run, node.value, value)
    elif isinstance(node, cst.Attribute):
        receiver = run.evaluate(node.value, frame)
        store(run, node, receiver, node.attr.value, value, frame, changed=True)
    elif isinstance(node, cst.IfExp):
        for side in (node.body, node.orelse):
            aliases.perhaps_follow(frame.scope, run.evaluate(side, frame), value)


def kept_outside(
    run: Run, node: cst.Name, value: Value, words: str, changed: bool = True, before: Value = UNKNOWN
) -> Value:
    """What a name that outlives the call holds from now on, and the next call finds: a global, a default, a variable of
    a function that has returned. `changed` where the object was changed in place, or computed from the one `before`."""
    if run.constructing or run.hiding:
        return value
    key = ("", node.value)
    if contains_tensor(value):
        if changed:
            run.attempt.read_before.add(key)
        run.entry.tensors_kept.add(key)
        run.entry.kept.setdefault(key, {})[id(node)] = (node, value)
        return value
    if not changed:
        return value
    if isinstance(value, Instance):
        fields = _changed_fields(before, value)
        if fields:
            run.entry.varying.add(key)
        return attributes.with_frozen_fields(value, fields, Frozen("kept", words))
    run.entry.varying.add(key)
    return with_frozen(value, Frozen("kept", words))


def changed_in_loop(value: Value, name: str) -> Value:
    """A list that the body of `foreach` changes: the body runs once while tracing, and once a step imperatively."""
    return with_frozen(value, Frozen("kept", f"`{name}`, which the loop body changes at every step"))
