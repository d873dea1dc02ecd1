"""Mutation: assignment to attributes, elements and globals, and changes in place."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Optional, Union

from hybridlint.dataclass import replace
from hybridlint.interpreter.engine import displays, names
from hybridlint.interpreter.engine.frames import Frame, mentions
from hybridlint.interpreter.engine.store import MODULE
from hybridlint.interpreter.lifecycle import classes, construction, effects
from hybridlint.queries import of_one_phase
from hybridlint.syntax import last_part
from hybridlint.values import (
    NONE,
    NOT_KNOWN,
    Arguments,
    Block,
    BoundMethod,
    Change,
    Class,
    Container,
    Function,
    Instance,
    OwnModule,
    Partial,
    Self,
    Sequence,
    Value,
    constant,
    join,
)

if TYPE_CHECKING:
    from hybridlint.interpreter import Run


def store(
    run: Run,
    target: ast.AST,
    owner: ast.AST,
    receiver: Value,
    name: str,
    value: Value,
    frame: Frame,
    change: Change = Change.SET,
) -> None:
    """Run `receiver.name = value`. `target` is the target node and `owner` the expression of the receiver. With another
    `change`, `value` is the object in the attribute after a change in place."""
    words = f"{run.code(owner)}.{name}"
    if isinstance(owner, ast.Name):
        frame.scope.forget(words)  # the narrowed value
    setter = _setter(run, receiver, name) if change is Change.SET else None
    if setter is not None:
        run.call(target, setter, Arguments((value,)), frame)  # type: ignore[arg-type]
    elif isinstance(receiver, Instance):
        defined = change is Change.SET or effects.is_empty(value)
        _change_of_holder(run, value, change)
        run.note_set(receiver, constant(name), mentions(run, words, frame), defined)
        rebind(run, owner, receiver.with_parts({name: value}), frame, Change.ENTRY)
    elif receiver.owner_class and change is Change.SET:
        run.special(target, receiver, "__setattr__", constant(name), value)
    elif run.constructing and isinstance(receiver, Self):
        construction.set_in_init(run, target, receiver.name, name, value, change is not Change.SET)
    elif run.constructing and isinstance(receiver, Class):
        run.structure.set_on_class(receiver.name, name, value)
    elif isinstance(receiver, (Self, Class, Function, Block)) and not run.constructing:
        key = (_holder(receiver), name)
        effects.store(run, target, f"`{words}`", key, value, change, mentions(run, words, frame))


def store_global(run: Run, node: ast.AST, name: str, value: Value, frame: Frame, change: Change = Change.SET) -> None:
    """Run `global name; name = value` at `node`; `change` is as in :func:`store`."""
    if run.constructing:
        run.set_global(name, value)
    else:
        computed = mentions(run, name, frame)
        effects.store(run, node, f"the global `{last_part(name)}`", (MODULE, name), value, change, computed)


def _setter(run: Run, receiver: Value, name: str) -> Optional[Value]:
    """Return the setter of a property, or `__set__` of a descriptor of an object, that sets the attribute `name`; None
    if neither."""
    if not isinstance(receiver, (Self, Instance)):
        return None
    setter = classes.find_setter(run, receiver.name, name)
    if setter is not None:
        return Function.of_method(setter, receiver)
    of_class = classes.class_attributes(run, receiver.name) if receiver.owner_class else {}
    descriptor = of_class.get(name, NONE)
    setter = classes.find_method(run, descriptor.owner_class, "__set__")
    return setter and Partial(Function.of_method(setter, descriptor), Arguments((receiver,)))


def _holder(receiver: Union[Self, Class, Function, Block]) -> str:
    if isinstance(receiver, Function):
        return str(receiver.key)
    return receiver.type if isinstance(receiver, Block) else receiver.name


def rebind(run: Run, node: ast.AST, value: Value, frame: Frame, change: Optional[Change] = None) -> None:
    """Bind the expression `node`, whose object was changed in place, to the new `value`. By default `change` is GROWN
    for a list and CHANGED for any other object."""
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
        store(run, node, node.value, receiver, node.attr, value, frame, change)
    elif isinstance(node, ast.Subscript):
        with run.apart():
            holder, index = run.evaluate(node.value, frame), displays.index_of(run, node, frame)
        changed = holder.with_item(index, value)
        if changed is not None:
            rebind(run, node.value, changed, frame, _change_of_holder(run, value, change))
    elif isinstance(node, ast.IfExp):
        for side in (node.body, node.orelse):
            before = run.evaluate(side, frame)
            either = join(before, value)
            if isinstance(before, Container) and isinstance(either, Container):
                run.write(either.at(before.identity))


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
            done = change if value.identity == getattr(before, "identity", 0) else _change_of_holder(run, value, change)
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
    if isinstance(value, BoundMethod):
        return _holds(value.receiver, identity)
    if not isinstance(value, Container):
        return False
    return value.identity == identity or any(_holds(part, identity) for part in value.possible_parts())


def _replaced(value: Value, changed: Container) -> Value:
    """Return `value` with the container that has the identity of `changed` replaced by `changed`, at any depth."""
    if isinstance(value, BoundMethod):
        return replace(value, receiver=_replaced(value.receiver, changed))
    if not isinstance(value, Container):
        return value
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


def set_by_name(
    run: Run,
    target: ast.AST,
    owner: ast.AST,
    receiver: Value,
    key: Value,
    value: Value,
    frame: Frame,
    registers: bool,
) -> None:
    """Run `setattr(receiver, key, value)`. `registers` is False for code that bypasses `Block.__setattr__` and
    registers no block, such as `vars(receiver)[key] = value`."""
    name = key.string
    held = run.load(receiver) if isinstance(receiver, Instance) else receiver
    if isinstance(held, Instance) and name is not None:
        run.write(held.with_parts({name: value}))
        return
    if isinstance(receiver, OwnModule) and name is not None:
        store_global(run, target, name, value, frame)
    elif run.constructing and isinstance(receiver, Self):
        construction.set_by_name_in_init(run, target, receiver.name, name, value, registers)
    elif name is not None:
        store(run, target, owner, receiver, name, value, frame)


def set_attribute(
    run: Run, node: ast.Call, owner: ast.AST, arguments: Arguments, frame: Frame, registers: bool = True
) -> Value:
    """Run `setattr(receiver, name, value)`. `owner` is the expression of the receiver; `registers` is as in
    `set_by_name`."""
    if len(arguments.positional) == 3 and node.args:
        with frame.assigning_from(node.args[-1]):
            set_by_name(run, node, owner, *arguments.positional, frame, registers)
    return NONE


def set_attribute_of_self(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Run `self.__setattr__(name, value)`. The first of `arguments` is `self`."""
    return set_attribute(run, node, names.SELF, arguments, frame)


def set_in_dict(run: Run, node: ast.AST, holder: Value, key: Value, value: Value, frame: Frame) -> None:
    """Run `vars(holder)[key] = value`, which registers no block."""
    set_by_name(run, node, names.SELF, holder, key, value, frame, registers=False)
