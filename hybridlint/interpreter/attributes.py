"""Attributes: what `self.x`, `self.child.weight` and `F.concat` are."""

from __future__ import annotations

import ast
import dataclasses
from typing import Any, Callable, Dict, Optional, Tuple, Union

from hybridlint.events import AttributeRead, NamespaceRead, PhaseDependentRead
from hybridlint.interpreter import blocks, carried, classes, indices, names, recording, type_tests
from hybridlint.interpreter.run import Frame, Run
from hybridlint.interpreter.store import Change, Key
from hybridlint.lattice import join_all
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Attributes,
    Block,
    BoundMethod,
    Class,
    Foreign,
    Function,
    ImperativeArray,
    Imported,
    Instance,
    Mapped,
    NamedTuple,
    Namespace,
    NumPyArray,
    Opaque,
    Operator,
    OwnModule,
    ParameterDict,
    ParameterValue,
    Partial,
    Phased,
    Plain,
    Self,
    Sequence,
    Tensor,
    Unknown,
    Value,
    Variable,
    by_phase,
    constant,
    lacks_value,
)

#: Parameters of Gluon's layers.
_PARAMETERS = frozenset(["weight", "bias", "gamma", "beta", "running_mean", "running_var"])


def refined(node: ast.Attribute, frame: Frame) -> Optional[Value]:
    """What a test around `node` tells of `self.x`."""
    key = names.attribute_key(node)
    return None if key is None else frame.scope.names.get(key)


def note_reader(run: Run, node: ast.AST, receiver: Value, name: str) -> None:
    """Note where a tensor that `self`, or an object, keeps is read, if it is."""
    if isinstance(receiver, Instance):
        _note_field_found(run, node, receiver, name)
    key = (receiver.name, name) if isinstance(receiver, Self) else None
    if key in run.entry.carried.tensors:
        run.attempt.readers.setdefault(key, []).append(node)


@dataclasses.dataclass
class _Asked:
    """What is asked of a value: `node`, in `frame`, reads its attribute `name`; `called` where it is called at once."""

    node: ast.AST
    frame: Frame
    name: str
    called: bool


def read(run: Run, node: ast.AST, frame: Frame, receiver: Value, name: str, called: bool = False) -> Value:
    """`receiver.name`, read by `node`; `called` where it is called at once."""
    if name == "__class__" and isinstance(receiver, (Tensor, Self)):
        return type_tests.type_of(run, node, receiver)
    handler = _HANDLERS.get(type(receiver))
    found = None if handler is None else handler(run, receiver, _Asked(node, frame, name, called))
    return BoundMethod(receiver, name) if found is None else run.load(found)


def _of_tensor(run: Run, tensor: Tensor, asked: _Asked) -> Value:
    """What an attribute is imperatively: it matters behind a guard, where only that phase goes on."""
    if not asked.called:
        run.emit(AttributeRead(asked.node, tensor, asked.name))
    if run.recording:
        return recording.attribute(run, asked.node, tensor, asked.name)
    if asked.name == "T":
        return run.fresh()
    if asked.name == "shape":
        dims = tensor.shape.dims if tensor.shape is not None else None
        lengths = None if dims is None else tuple(constant(dim) if type(dim) is int else Plain("int") for dim in dims)
        return Sequence("tuple", lengths, Plain("int"))
    if asked.name in ("size", "ndim"):
        return Plain("int")
    if asked.name == "grad":
        return ImperativeArray("a gradient")
    method = run.api.method(asked.name)
    if method is not None and method.kind == "method":
        return BoundMethod(tensor, asked.name)
    return Opaque()


def _of_two_lives(run: Run, value: Phased, asked: _Asked) -> Value:
    if lacks_value(value):
        run.emit(PhaseDependentRead(asked.node, value.reason, missing=True))
    sides = [
        read(run, asked.node, asked.frame, side, asked.name, called=True) for side in (value.imperative, value.symbolic)
    ]
    return by_phase(sides[0], sides[1], value.reason, value.guard)


def _of_namespace(run: Run, receiver: Namespace, asked: _Asked) -> Value:
    path = f"{receiver.path}.{asked.name}" if receiver.path else asked.name
    if asked.name == "__name__":
        return names.of_module(receiver, "F.__name__")
    if path in names.DEFINING_MODULES:
        return Imported(f"mxnet.{path}.{path}")
    function = run.api.function(path)
    if function is not None and function.kind == "module":
        if receiver.phase == "both" and not function.symbolic:
            run.emit(NamespaceRead(asked.node, receiver.phase, path, asked.called))
        return Namespace(receiver.phase, path)
    run.emit(NamespaceRead(asked.node, receiver.phase, path, asked.called))
    if path in names.TYPES and receiver.phase != "both":
        return Imported(f"mxnet.{'ndarray' if receiver.phase == 'imperative' else 'symbol'}.{path}")
    return Operator(receiver.phase, path)


def _of_imported(run: Run, receiver: Imported, asked: _Asked) -> Value:
    return names.imported(f"{receiver.name}.{asked.name}")


def _of_self(run: Run, receiver: Self, asked: _Asked) -> Value:
    """`self.name` in a method."""
    key = (receiver.name, asked.name)
    if key in run.attempt.store.values:
        return carried.stored_value(run, asked.node, key)
    found = classes.find_method(run, receiver.name, asked.name)
    if found is not None:
        return classes.bound_method(run, asked.frame, receiver, found[0], found[1])
    if asked.name == "__dict__":
        return Attributes(receiver)
    if asked.name == "params":
        return ParameterDict()
    if asked.name in ("prefix", "name"):
        return Plain("str")
    if asked.name == "_children":
        classes.attributes(run, receiver.name)
        return Mapped((), join_all(run.structure.children.get(receiver.name, ())))
    if asked.name == "_reg_params":
        return Mapped((), UNKNOWN)
    if asked.name == "_active" and not run.constructing:
        return Phased(constant(False), constant(True), run.code(asked.node), guard=True)
    run.attempt.exposed.add(key)
    value = classes.attributes(run, receiver.name).get(asked.name)
    if value is None and asked.name in _PARAMETERS and classes.is_layer(run, receiver.name):
        return ParameterValue(asked.name)
    if value is None:
        value = classes.dynamic_attribute(run, receiver.name)
    if not run.constructing:
        value = _between_calls(run, asked, key, value)
    return BoundMethod(receiver, asked.name) if value == UNKNOWN and blocks.is_block_method(asked.name) else value


def _between_calls(run: Run, asked: _Asked, key: Key, value: Value) -> Value:
    """What a call finds under an attribute that `__init__` gave `value`: whoever builds the block may have set or
    filled it since, and so may other calls."""
    value = carried.exposed_read(run, asked.node, key, value)
    if value == NONE and not (isinstance(value, Plain) and value.written):  # unless a run has seen that it is None
        return UNKNOWN
    if isinstance(value, Sequence) and value.type == "list" and value.items == () and not value.taint:
        return dataclasses.replace(value, items=None, element=UNKNOWN)
    return value


def _of_block(run: Run, receiver: Block, asked: _Asked) -> Value:
    """`self.child.name`."""
    name = asked.name
    key = (receiver.type, name)
    if key in run.attempt.store.values:  # what it kept as it was called in this graph, or was given
        run.structure.read_by_others.add(key)
        return carried.stored_value(run, asked.node, key)
    if receiver.local:
        method = classes.find_method(run, receiver.type, name)
        if method is not None:
            return Function(method[1], id(method[1]), None, receiver, method[0])
        value = classes.attributes(run, receiver.type).get(name)
        if value is not None and run.constructing:
            return value
        if value is not None:
            run.attempt.exposed.add(key)
            return _between_calls(run, asked, key, value)
    if name in _PARAMETERS:
        return ParameterValue(name)
    if name == "params":
        return ParameterDict()
    if blocks.is_block_method(name):
        return BoundMethod(receiver, name)
    return UNKNOWN


def _of_class(run: Run, receiver: Class, asked: _Asked) -> Value:
    """`Net.name`: a function of a class, to be handed its `self`."""
    found = classes.find_method(run, receiver.name, asked.name)
    if found is not None:
        decorators = {run.code(decorator) for decorator in found[1].decorator_list}
        bound = receiver if "classmethod" in decorators else None
        return Function(found[1], id(found[1]), None, bound, found[0])
    if asked.name == "__name__":
        return constant(receiver.name)
    value = classes.class_attributes(run, receiver.name).get(asked.name, UNKNOWN)
    if run.constructing:
        return value
    key = (receiver.name, asked.name)
    if key in run.attempt.store.values:
        return carried.stored_value(run, asked.node, key)
    run.attempt.exposed.add(key)
    return _between_calls(run, asked, key, value)


def _of_instance(run: Run, receiver: Instance, asked: _Asked) -> Value:
    if asked.name == "__dict__":
        return Attributes(receiver)
    held = dict(receiver.fields).get(asked.name)
    if held is not None:
        _note_field_found(run, asked.node, receiver, asked.name)
        return UNKNOWN if held == NONE and not run.is_own(receiver) else held
    method = classes.find_method(run, receiver.name, asked.name)
    if method is not None:
        return classes.bound_method(run, asked.frame, receiver, method[0], method[1])
    shared = classes.class_attributes(run, receiver.name)
    if asked.name in shared:
        value = shared[asked.name]
        if isinstance(value, Partial) and value.of_method:
            return dataclasses.replace(value, arguments=value.arguments.after(receiver))
        got = classes.special(run, asked.node, value, "__get__", receiver, Class(receiver.name))
        return value if got is None else got
    return classes.special(run, asked.node, receiver, "__getattr__", constant(asked.name)) or UNKNOWN


def _note_field_found(run: Run, node: ast.AST, receiver: Instance, name: str) -> None:
    """Note what `node` finds under a name of an object, unless it names it to put something there."""
    if run.attempt.change_of(node) in (None, Change.GROWN):
        indices.note_found(run, node, receiver, constant(name), dict(receiver.fields).get(name, UNKNOWN))


def _of_variable(run: Run, receiver: Variable, asked: _Asked) -> Value:
    objects = [option for option in receiver.values if isinstance(option, Instance)]
    return join_all(_of_instance(run, option, asked) for option in objects) if objects else UNKNOWN


def _of_function(run: Run, receiver: Function, asked: _Asked) -> Optional[Value]:
    if asked.called:
        return None
    key = (str(receiver.key), asked.name)
    if key in run.attempt.store.values:
        return carried.stored_value(run, asked.node, key)
    return _between_calls(run, asked, key, Plain())


def _of_imperative_array(run: Run, receiver: ImperativeArray, asked: _Asked) -> Optional[Value]:
    if asked.called:
        return None
    if asked.name not in ("T", "grad"):
        return Opaque()
    return dataclasses.replace(receiver, dims=_dims_of_attribute(receiver, asked))


def _of_numpy_array(run: Run, receiver: NumPyArray, asked: _Asked) -> Optional[Value]:
    if asked.called:
        return None
    if asked.name not in ("T", "flat", "real", "imag"):
        return Opaque()
    return dataclasses.replace(receiver, dims=_dims_of_attribute(receiver, asked))


def _dims_of_attribute(receiver: Union[ImperativeArray, NumPyArray], asked: _Asked) -> Optional[Tuple[Any, ...]]:
    return None if asked.name == "flat" else receiver.dims and receiver.dims[:: -1 if asked.name == "T" else 1]


def _of_parameter(run: Run, receiver: ParameterValue, asked: _Asked) -> Optional[Value]:
    if asked.name == "shape":
        dims = receiver.dims
        lengths = None if dims is None else tuple(Plain("int") if dim is None else constant(dim) for dim in dims)
        return Sequence("tuple", lengths, Plain("int"))
    return ImperativeArray(f"`{run.code(asked.node)}`", dims=receiver.dims) if asked.name == "value" else None


def _of_plain(run: Run, receiver: Plain, asked: _Asked) -> Optional[Value]:
    if asked.name == "value":
        return receiver  # a member of an enumeration, for which its value stands here
    return None if receiver.known or asked.called else Plain("", taint=receiver.taint)


def _of_foreign(run: Run, receiver: Foreign, asked: _Asked) -> Optional[Value]:
    return None if asked.called else UNKNOWN


def _of_opaque(run: Run, receiver: Opaque, asked: _Asked) -> Value:
    return receiver


def _of_unknown(run: Run, receiver: Unknown, asked: _Asked) -> Value:
    method = run.api.method(asked.name)
    if method is not None and (method.not_implemented or not method.symbolic):
        run.unknown_calls += 1  # what only an NDArray has: reason enough for a guard
    return UNKNOWN


def _of_named_tuple(run: Run, receiver: NamedTuple, asked: _Asked) -> Optional[Value]:
    if asked.name in receiver.fields and receiver.items is not None:
        return receiver.items[receiver.fields.index(asked.name)]
    return _of_container(run, receiver, asked)


def _of_own_module(run: Run, receiver: OwnModule, asked: _Asked) -> Value:
    return names.module_name(run, asked.node, asked.name)


def _of_container(run: Run, receiver: Union[Sequence, Mapped], asked: _Asked) -> Optional[Value]:
    method = classes.find_method(run, receiver.owner, asked.name) if receiver.owner else None
    return None if method is None else classes.bound_method(run, asked.frame, receiver, *method)


#: What has the attribute → what is under its name; None where it is a method like any other.
_HANDLERS: Dict[type, Callable[[Run, Any, _Asked], Optional[Value]]] = {
    Tensor: _of_tensor,
    Phased: _of_two_lives,
    Namespace: _of_namespace,
    Imported: _of_imported,
    Self: _of_self,
    Block: _of_block,
    Class: _of_class,
    Instance: _of_instance,
    Variable: _of_variable,
    Function: _of_function,
    ImperativeArray: _of_imperative_array,
    NumPyArray: _of_numpy_array,
    ParameterValue: _of_parameter,
    Plain: _of_plain,
    Foreign: _of_foreign,
    Opaque: _of_opaque,
    Unknown: _of_unknown,
    NamedTuple: _of_named_tuple,
    Sequence: _of_container,
    Mapped: _of_container,
    OwnModule: _of_own_module,
}
