"""Attributes: what `self.x`, `self.child.weight` and `F.concat` are, and what becomes of what is put under them."""

from __future__ import annotations

import dataclasses
from typing import Collection, Dict, List, Optional, Tuple

import libcst as cst

from hybridlint.interpreter import aliases, blocks, classes, names, type_tests
from hybridlint.interpreter.run import Frame, Run
from hybridlint.module import nodes_below
from hybridlint.uses import AttributeUse, NamespaceUse
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Block,
    BoundMethod,
    Class,
    Foreign,
    Frozen,
    Function,
    ImperativeArray,
    Imported,
    Instance,
    Mapped,
    Namespace,
    NumPyArray,
    Opaque,
    Operator,
    ParameterDict,
    ParameterValue,
    Plain,
    RandomSource,
    Self,
    Sequence,
    Tensor,
    TwoLives,
    Unknown,
    Value,
    by_life,
    constant,
    contains_tensor,
    frozen_reason,
    with_frozen,
)


def refined(node: cst.Attribute, frame: Frame) -> Optional[Value]:
    """What a test around `node` tells of `self.x`."""
    key = names.attribute_key(node)
    return None if key is None else frame.scope.names.get(key)


def read(run: Run, node: cst.CSTNode, frame: Frame, receiver: Value, name: str, called: bool = False) -> Value:
    """`receiver.name`, read by `node`."""
    if name == "__class__" and isinstance(receiver, (Tensor, Self)):
        return type_tests.type_of(run, node, receiver)
    if isinstance(receiver, Tensor):
        if not called:
            run.emit(AttributeUse(node, receiver, name))
        return _of_tensor(run, receiver, name)
    if isinstance(receiver, Namespace):
        return _of_namespace(run, node, receiver, name, called)
    if isinstance(receiver, Imported):
        return names.imported(f"{receiver.name}.{name}")
    if isinstance(receiver, Self):
        return _of_self(run, node, frame, receiver, name)
    if isinstance(receiver, Block):
        return of_block(run, receiver, name)
    if isinstance(receiver, Instance):
        return _of_instance(run, node, frame, receiver, name)
    if isinstance(receiver, Class):
        return of_class(run, receiver, name)
    if isinstance(receiver, Function) and not called:
        varies = (str(receiver.key), name) in run.entry.varying
        return Plain(frozen=Frozen("kept", f"`{run.code(node)}`")) if varies else Plain()
    if isinstance(receiver, TwoLives):
        one, other = (
            read(run, node, frame, side, name, called=True) for side in (receiver.imperative, receiver.symbolic)
        )
        return by_life(one, other, receiver.reason, receiver.guard)
    if isinstance(receiver, ImperativeArray) and not called:
        return receiver if name in ("T", "grad") else Opaque(f"the {name} of an NDArray")
    if isinstance(receiver, ParameterValue) and name == "shape":
        dims = (
            None if receiver.dims is None else tuple(Plain("int") if d is None else constant(d) for d in receiver.dims)
        )
        return Sequence("tuple", dims, Plain("int"))
    if isinstance(receiver, ParameterValue) and name == "value":
        return ImperativeArray(f"`{run.code(node)}`", dims=receiver.dims)
    if isinstance(receiver, NumPyArray) and not called:
        return receiver if name in ("T", "flat", "real", "imag") else Opaque(f"the {name} of a NumPy array")
    if isinstance(receiver, Plain) and not receiver.known and not called:
        return Plain("", frozen=receiver.frozen)
    if isinstance(receiver, Foreign) and not called:
        return UNKNOWN
    if isinstance(receiver, Opaque):
        return Opaque(receiver.description, receiver.frozen)
    if isinstance(receiver, Unknown):
        method = run.api.method(name)
        if method is not None and (method.not_implemented or not method.symbolic):
            run.unknown_calls += 1  # what only an NDArray has: reason enough for a guard
        return UNKNOWN
    if isinstance(receiver, Sequence) and receiver.type.startswith("namedtuple"):
        return _of_namedtuple(run, frame, receiver, name)
    return BoundMethod(receiver, name)


def _of_namedtuple(run: Run, frame: Frame, receiver: Sequence, name: str) -> Value:
    fields = receiver.type.split()[1:]
    if name in fields and receiver.items is not None:
        return receiver.items[fields.index(name)]
    method = classes.find_method(run, receiver.owner, name)
    return BoundMethod(receiver, name) if method is None else classes.bound_method(run, frame, receiver, *method)


def _of_tensor(run: Run, tensor: Tensor, name: str) -> Value:
    """What an attribute is imperatively: it matters behind a guard, where only that life goes on."""
    if name == "T":
        return run.fresh()
    if name in ("shape",):
        return Sequence("tuple", None, Plain("int"))
    if name in ("size", "ndim"):
        return Plain("int")
    if name == "grad":
        return ImperativeArray("a gradient")
    method = run.api.method(name)
    if method is not None and method.kind == "method":
        return BoundMethod(tensor, name)
    return Opaque(f"the {name} of a tensor")


def _of_namespace(run: Run, node: cst.CSTNode, receiver: Namespace, name: str, called: bool) -> Value:
    path = f"{receiver.path}.{name}" if receiver.path else name
    if name == "__name__":
        symbolic = constant("mxnet.symbol" + ("." + receiver.path if receiver.path else ""))
        imperative = constant("mxnet.ndarray" + ("." + receiver.path if receiver.path else ""))
        if receiver.life == "both":
            return TwoLives(imperative, symbolic, "F.__name__", guard=True)
        return imperative if receiver.life == "imperative" else symbolic
    if path in names.DEFINING_MODULES:
        return Imported(f"mxnet.{path}.{path}")
    function = run.api.function(path)
    if function is not None and function.kind == "module":
        if receiver.life == "both" and not function.symbolic:
            run.emit(NamespaceUse(node, receiver.life, path, called))
        return Namespace(receiver.life, path)
    run.emit(NamespaceUse(node, receiver.life, path, called))
    if path in names.TYPES and receiver.life != "both":
        return Imported(f"mxnet.{'ndarray' if receiver.life == 'imperative' else 'symbol'}.{path}")
    return Operator(receiver.life, path)


def _of_self(run: Run, node: cst.CSTNode, frame: Frame, receiver: Self, name: str) -> Value:
    """`self.name` in a method."""
    key = (receiver.name, name)
    if key in run.attempt.state:
        run.attempt.read_after.add(key)
        run.attempt.readers.setdefault(key, []).append(node)
        return run.attempt.state[key]
    found = classes.find_method(run, receiver.name, name)
    if found is not None:
        return classes.bound_method(run, frame, receiver, found[0], found[1])
    if name == "params":
        return ParameterDict()
    if name in ("prefix", "name"):
        return Plain("str")
    if name in ("_children", "_reg_params"):
        return Mapped((), UNKNOWN)
    if name == "_active" and not run.constructing:
        return TwoLives(constant(False), constant(True), run.code(node), guard=True)
    run.attempt.found.add(key)
    value = classes.attributes(run, receiver.name).get(name)
    if value is None:
        value = classes.dynamic_attribute(run, receiver.name)
    if key in run.entry.tensors_kept and not run.constructing:
        if node is run.attempt.storing and isinstance(value, Mapped):
            return value
        run.attempt.read_before.add(key)
        run.attempt.readers.setdefault(key, []).append(node)
        return UNKNOWN
    if key in run.entry.varying and not run.constructing:
        kept = Frozen("kept", f"`self.{name}`")
        if isinstance(value, Instance):
            fields = run.entry.varying_fields.get(key, ())
            return _with_frozen_fields(value, fields, kept)
        if isinstance(value, (Plain, Sequence)):
            return with_frozen(Plain(value.type) if isinstance(value, Plain) else value, kept)
        return Plain("", frozen=kept)
    if value == NONE and not run.constructing:
        return UNKNOWN
    if isinstance(value, Sequence) and value.type == "iterator" and not run.constructing:
        return RandomSource(f"`self.{name}`")  # the next call goes on where this one stops
    if isinstance(value, Sequence) and value.type == "list" and value.items == () and not run.constructing:
        # Whoever builds the block fills it.
        return dataclasses.replace(value, items=None, element=UNKNOWN)
    return BoundMethod(receiver, name) if value == UNKNOWN and blocks.is_block_method(name) else value


def of_block(run: Run, receiver: Block, name: str) -> Value:
    """`self.child.name`."""
    if receiver.local:
        method = classes.find_method(run, receiver.type, name)
        if method is not None:
            return Function(method[1], id(method[1]), None, receiver, method[0])
        value = classes.attributes(run, receiver.type).get(name)
        if value is not None:
            return value
    if name in ("weight", "bias", "gamma", "beta", "running_mean", "running_var"):
        return ParameterValue(name)
    if name == "params":
        return ParameterDict()
    if blocks.is_block_method(name):
        return BoundMethod(receiver, name)
    return UNKNOWN


def of_class(run: Run, receiver: Class, name: str) -> Value:
    """`Net.name`: a function of a class, to be handed its `self`."""
    found = classes.find_method(run, receiver.name, name)
    if found is not None:
        decorators = {run.code(decorator.decorator) for decorator in found[1].decorators}
        bound = receiver if "classmethod" in decorators else None
        return Function(found[1], id(found[1]), None, bound, found[0])
    if name == "__name__":
        return constant(receiver.name)
    if (receiver.name, name) in run.entry.varying and not run.constructing:
        return Plain("", frozen=Frozen("kept", f"`{receiver.name}.{name}`"))
    return classes.class_attributes(run, receiver.name).get(name, UNKNOWN)


def _of_instance(run: Run, node: cst.CSTNode, frame: Frame, receiver: Instance, name: str) -> Value:
    """`receiver.name`."""
    held = dict(receiver.fields).get(name)
    if held is not None:
        return UNKNOWN if held == NONE else held
    method = classes.find_method(run, receiver.name, name)
    if method is not None:
        return classes.bound_method(run, frame, receiver, method[0], method[1])
    shared = classes.class_attributes(run, receiver.name)
    if name in shared:
        return shared[name]
    return classes.special(run, node, receiver, "__getattr__", constant(name)) or UNKNOWN


# Storing


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


def _with_frozen_fields(held: Instance, fields: Collection[str], reason: Frozen) -> Instance:
    """An object of which calls change some `fields`."""
    frozen = Plain("", frozen=reason)
    return Instance(held.name, tuple((field, frozen if field in fields else value) for field, value in held.fields))


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
        return _with_frozen_fields(value, fields, Frozen("kept", words))
    run.entry.varying.add(key)
    return with_frozen(value, Frozen("kept", words))


def changed_in_loop(value: Value, name: str) -> Value:
    """A list that the body of `foreach` changes: the body runs once while tracing, and once a step imperatively."""
    return with_frozen(value, Frozen("kept", f"`{name}`, which the loop body changes at every step"))
