"""Mutation: assignment to attributes, elements and globals, and changes in place."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Optional, Union

from hybridlint.dataclass import replace
from hybridlint.interpreter.engine import apply, displays, names
from hybridlint.interpreter.engine.frames import Frame, mentions
from hybridlint.interpreter.engine.store import MODULE, Key
from hybridlint.interpreter.lifecycle import classes, construction, effects
from hybridlint.queries import of_one_phase
from hybridlint.syntax import attribute_key, is_number, last_part
from hybridlint.values import (
    NONE,
    NOT_KNOWN,
    Arguments,
    Change,
    Container,
    Function,
    Instance,
    Partial,
    Plain,
    Self,
    Sequence,
    Value,
    Write,
    constant,
    join,
)

if TYPE_CHECKING:
    from hybridlint.interpreter import Run


def store_attribute(run: Run, holder: str, write: Write) -> None:
    """Run an assignment to an attribute of `holder`, which the next call reads: a class, or the key of a function."""
    if not run.constructing:
        words, key = _words(run, write), (holder, write.name)
        computed = mentions(run, words, write.frame)
        value = Plain("") if write.value.is_unknown and _is_step(run, key, write.frame) else write.value
        effects.store(run, write.node, f"`{words}`", key, value, write.change, computed)


def _is_step(run: Run, key: Key, frame: Frame) -> bool:
    """Return whether an assignment changes what earlier calls, or `__init__`, have left under `key` by a number:
    `self.n += 1`, `self.n = self.n * 2`. Whatever that is, it is another in each call."""
    assigned = frame.assigning
    if isinstance(assigned, ast.AugAssign):
        steps = is_number(assigned.value)
    else:
        sides = (assigned.left, assigned.right) if isinstance(assigned, ast.BinOp) else ()
        changed = [side for side in sides if not is_number(side)]
        steps = len(changed) == 1 and attribute_key(changed[0]) == f"self.{key[1]}"
    store = run.attempt.store
    own = key in store.defined or store.carried.holds_tensor(key) or key[1] not in run.instance_attributes(key[0])
    return steps and not own


def note_field_set(run: Run, receiver: Instance, write: Write) -> None:
    """Record an assignment to an attribute of an object."""
    defined = write.change is Change.SET or effects.is_empty(write.value)
    _change_of_holder(run, write.value, write.change)
    run.note_set(receiver, constant(write.name), mentions(run, _words(run, write), write.frame), defined)


def _words(run: Run, write: Write) -> str:
    return f"{run.code(write.holder)}.{write.name}"


def store_global(run: Run, node: ast.AST, name: str, value: Value, frame: Frame, change: Change = Change.SET) -> None:
    """Run `global name; name = value` at `node`; `change` is as in :func:`store`."""
    if run.constructing:
        run.set_global(name, value)
    else:
        computed = mentions(run, name, frame)
        effects.store(run, node, f"the global `{last_part(name)}`", (MODULE, name), value, change, computed)


def calls_setter(run: Run, receiver: Union[Self, Instance], write: Write) -> bool:
    """Call the setter of a property, or `__set__` of a descriptor of an object, that sets an attribute. Return whether
    there is one."""
    if write.change is not Change.SET:
        return False
    found = classes.find_setter(run, receiver.name, write.name)
    setter: Optional[Value] = found and Function.of_method(found, receiver)
    if setter is None:
        of_class = classes.class_attributes(run, receiver.name) if receiver.owner_class else {}
        descriptor = of_class.get(write.name, NONE)
        found = classes.find_method(run, descriptor.owner_class, "__set__")
        setter = found and Partial(Function.of_method(found, descriptor), Arguments((receiver,)))
    if setter is not None:
        run.call(write.node, setter, Arguments((write.value,)), write.frame)
    return setter is not None


def rebind(run: Run, node: ast.AST, value: Value, frame: Frame, change: Optional[Change] = None) -> None:
    """Bind the expression `node`, whose object was changed in place, to the new `value`. By default `change` is GROWN
    for a list and CHANGED for any other object."""
    if value.source:
        value = replace(value, source="")  # type: ignore[type-var]  # no more what the caller passes
    run.write(value)
    change = change or (Change.GROWN if isinstance(value, Sequence) else Change.CHANGED)
    if not isinstance(node, (ast.Attribute, ast.Subscript)):
        _update_aliases(run, node, value, frame, change)
    if isinstance(node, ast.Name):
        scope = frame.scope.find(node.id)
        if scope is not None:
            if scope is not frame.scope and frame.loop_body:
                value = names.changed_in_loop(value, node.id)
            if node.id in scope.defaults:
                value = effects.store_outside(run, node, value, f"the default of `{node.id}`", change)
            elif scope.outlives_call:
                value = effects.store_outside(run, node, value, f"`{node.id}`", change)
            scope.assign(node.id, value, node.id in scope.defaults)
        else:
            store_global(run, node, node.id, value, frame, change)
    elif isinstance(node, ast.Attribute):
        receiver = run.evaluate(node.value, frame)
        run.set_attribute(receiver, Write(node, node.value, frame, node.attr, value, change))
    elif isinstance(node, ast.Subscript):
        with run.apart():
            holder, index = run.evaluate(node.value, frame), displays.index_of(run, node, frame)
        changed = holder.with_item(index, value)
        if changed is not None:
            rebind(run, node.value, changed, frame, _change_of_holder(run, value, change))
    elif isinstance(node, ast.IfExp):
        for side in (node.body, node.orelse):
            before = run.evaluate(side, frame)
            run.write(join(before, value).at(before.identity))


def _update_aliases(run: Run, node: ast.AST, value: Value, frame: Frame, change: Change) -> None:
    """Update the attributes of `self`, and the globals, of which the container `value` is an alias: `outs =
    self.outs`."""
    if run.constructing or not isinstance(value, Container) or not value.identity:
        return
    held = {key: effects.held_before(run, key) for key in run.attempt.exposed if key[0] == MODULE}
    if frame.instance is not None:
        held.update(
            {(frame.instance, name): item for name, item in construction.attributes(run, frame.instance).items()}
        )
    held.update(run.attempt.store.values)
    for key, before in held.items():
        if _holds(before, value.identity):
            computed = isinstance(node, ast.Name) and mentions(run, node.id, frame)
            done = change if value.identity == before.identity else _change_of_holder(run, value, change)
            effects.store(run, node, f"`{run.code(node)}`", key, _replaced(before, value), done, computed)


def rebind_receiver(run: Run, node: ast.AST, changed: Container, frame: Frame, change: Optional[Change] = None) -> None:
    """Rebind the receiver of a method to `changed`; if it has no name, as in `add = outs.append`, write the store."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        holder = node.func.value
        unbound = names.builtin_type(run, holder, frame)  # `list.append(outs, x)`
        rebind(run, node.args[0] if unbound else holder, changed, frame, change)
    else:
        run.write(changed)


def _holds(value: Value, identity: int) -> bool:
    """Return whether `value` is or holds, at any depth, the container with this identity, which is not 0."""
    parts = value.possible_parts()
    return value.identity == identity or bool(parts) and any(_holds(part, identity) for part in parts)


def _replaced(value: Value, changed: Container) -> Value:
    """Return `value` with the container that has the identity of `changed` replaced by `changed`, at any depth."""
    if value.identity == changed.identity:
        return changed
    held = value.with_parts({key: _replaced(part, changed) for key, part in value.parts()})
    rest = held.rest()
    # A weak update: one of them is changed.
    return held if rest is None else held.with_rest(join(rest, _replaced(rest, changed)))


def _change_of_holder(run: Run, value: Value, change: Change) -> Change:
    """Return the change of the holder of the container `value`, which was changed in place. The holder still has the
    same object, whose own change is recorded by identity; without an identity it counts as a change of the holder."""
    if isinstance(value, Sequence) and value.identity and not of_one_phase(value):
        if change in (Change.CHANGED, Change.GROWN) and not run.constructing:
            run.attempt.store.leave(varying_entries=frozenset([(value.identity, NOT_KNOWN)]))
        return change if change is Change.SET else Change.ENTRY
    return Change.ENTRY if isinstance(value, Instance) else change


def store_item(
    run: Run,
    node: ast.AST,
    holder: ast.AST,
    receiver: Value,
    index: Value,
    value: Value,
    changed: Value,
    frame: Frame,
) -> None:
    """Bind `holder`, the expression of the list or dict `receiver`, to `changed`: `receiver` after `receiver[index] =
    value`."""
    root = holder
    while isinstance(root, ast.Subscript):
        root = root.value
    noted = run.note_set(receiver, index, not run.constructing and mentions(run, run.code(root), frame))
    change = Change.ENTRY if noted else None
    if value.of_no_input and apply.index_by_phase(index) is not None:
        change = Change.OF_EACH_PHASE
    rebind(run, holder, changed, frame, change)
