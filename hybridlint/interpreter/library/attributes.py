"""Attribute reads: `self.x`, `self.child.weight`, `F.concat`."""

from __future__ import annotations

import ast
import collections
import dataclasses
from typing import Any, Callable, Dict, Optional, Union

from hybridlint import gluon, neighbours, overlays
from hybridlint.dataclass import replace
from hybridlint.events import AttributeRead, NamespaceRead, PhaseDependentRead
from hybridlint.interpreter.engine.frames import Frame
from hybridlint.interpreter.engine.run import Run
from hybridlint.interpreter.engine.store import Key
from hybridlint.interpreter.library import blocks, type_tests
from hybridlint.interpreter.lifecycle import carried, classes, construction
from hybridlint.interpreter.syntax import names
from hybridlint.queries import lacks_value
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
    constant,
)
from hybridlint.values.changes import Change
from hybridlint.values.lattice import BOTTOM, join_all


def refined(node: ast.Attribute, frame: Frame) -> Optional[Value]:
    """Return the value of `self.x` as refined by an enclosing test; None if there is none."""
    key = names.attribute_key(node)
    return None if key is None else frame.scope.names.get(key)


def note_reader(run: Run, node: ast.AST, receiver: Value, name: str) -> None:
    """Record that `node` reads a tensor stored on `self` or on another object, if it does."""
    if isinstance(receiver, Instance):
        _note_field_read(run, node, receiver, name)
    key = (receiver.name, name) if isinstance(receiver, Self) else None
    if key in run.entry.carried.tensors:
        run.attempt.readers.setdefault(key, []).append(node)


@dataclasses.dataclass
class _Read:
    """An attribute read: `node`, in `frame`, reads the attribute `name`; `called` if the result is called at once."""

    node: ast.AST
    frame: Frame
    name: str
    called: bool


def read(run: Run, node: ast.AST, frame: Frame, receiver: Value, name: str, called: bool = False) -> Value:
    """Evaluate `receiver.name`, read by `node`; `called` if the result is called at once."""
    if name == "__class__" and isinstance(receiver, (Tensor, Self, Instance)):
        return type_tests.type_of(run, node, receiver)
    handler = _HANDLERS.get(type(receiver))
    found = None if handler is None else handler(run, receiver, _Read(node, frame, name, called))
    return BoundMethod(receiver, name) if found is None else run.load(found)


def _of_tensor(run: Run, tensor: Tensor, access: _Read) -> Value:
    """Return the imperative value of an attribute; it matters behind a guard, where only that phase runs."""
    if not access.called:
        run.emit(AttributeRead(access.node, tensor, access.name))
    recorded = run.recorded.attribute(access.node, tensor, access.name)
    if recorded is not None:
        return recorded
    if access.name == "T":
        return run.part(tensor)
    if access.name == "shape":
        dims = tensor.dims
        lengths = None if dims is None else tuple(constant(dim) if type(dim) is int else Plain("int") for dim in dims)
        return Sequence("tuple", lengths, Plain("int"))
    if access.name in ("size", "ndim"):
        return Plain("int")
    if access.name == "grad":
        return ImperativeArray("a gradient")
    method = run.api.method(access.name)
    if method is not None and method.kind == "method":
        return BoundMethod(tensor, access.name)
    return Opaque()


def _of_phased(run: Run, value: Phased, access: _Read) -> Value:
    if lacks_value(value):
        run.emit(PhaseDependentRead(access.node, value.reason, missing=True))

    def read_side(side: Value) -> Value:
        return read(run, access.node, access.frame, side, access.name, called=True)

    return run.lift(read_side, value, node=access.node)


def _of_namespace(run: Run, receiver: Namespace, access: _Read) -> Value:
    path = f"{receiver.path}.{access.name}" if receiver.path else access.name
    if access.name == "__name__":
        return receiver.name_in_phases(run, "F.__name__")
    if path in names.DEFINING_MODULES:
        return Imported(f"mxnet.{path}.{path}")
    function = run.api.function(path)
    if function is not None and function.kind == "module":
        if receiver.phase == "both" and not function.symbolic:
            run.emit(NamespaceRead(access.node, receiver.phase, path, access.called))
        return Namespace(receiver.phase, path)
    run.emit(NamespaceRead(access.node, receiver.phase, path, access.called))
    if function is not None and function.kind == "class" and receiver.phase != "both":
        return Imported(f"mxnet.{'ndarray' if receiver.phase == 'imperative' else 'symbol'}.{access.name}")
    return Operator(receiver.phase, path)


def _of_imported(run: Run, receiver: Imported, access: _Read) -> Value:
    return names.imported(run, f"{receiver.name}.{access.name}")


def _of_self(run: Run, receiver: Self, access: _Read) -> Value:
    """Evaluate `self.name` in a method."""
    key = (receiver.name, access.name)
    if key in run.attempt.store.values:
        return carried.stored_value(run, access.node, key)
    found = classes.find_method(run, receiver.name, access.name)
    if found is not None:
        return classes.bound_method(run, access.frame, receiver, found[0], found[1])
    if access.name == "__dict__":
        return Attributes(receiver)
    if access.name == "params":
        return ParameterDict()
    if access.name in ("prefix", "name"):
        return Plain("str")
    if access.name == "_children":
        construction.attributes(run, receiver.name)
        return Mapped((), join_all(run.structure.children.get(receiver.name, ())))
    if access.name == "_reg_params":
        return Mapped((), UNKNOWN)
    if access.name == "_active" and not run.constructing:
        return Phased(constant(False), constant(True), run.code(access.node), guard=True)
    run.attempt.exposed.add(key)
    value = construction.attributes(run, receiver.name).get(access.name)
    if value is None and classes.inherits_parameter(run, receiver.name, access.name):
        return ParameterValue(access.name)
    of_block = blocks.is_block_method(access.name)
    if value is None:
        value = UNKNOWN if of_block else construction.dynamic_attribute(run, receiver.name)
    if not run.constructing:
        value = _before_calls(run, access, key, value)
    return BoundMethod(receiver, access.name) if value == UNKNOWN and of_block else value


def _before_calls(run: Run, access: _Read, key: Key, value: Value) -> Value:
    """Return what a call reads from an attribute of a block that `__init__` sets to `value`; UNKNOWN if it sets none.

    A literal that the file assigns once is the same in every call. An attribute that `__init__` sets to None, or that
    nothing in the file sets, has no value of this file but None: where it meets another value, it adds nothing.
    """
    of_facts = access.name in run.facts.of(key[0]).attributes
    if isinstance(value, Plain) and value.known and not of_facts and _is_set_once(run, key):
        value = replace(value, is_literal=True)
    value = _before_stores(run, access, key, value)
    if value != UNKNOWN or access.called or key in run.entry.carried.tensors:
        return value
    if construction.attributes(run, key[0]).get(access.name) != NONE:
        own = access.name in gluon.own_attributes() or blocks.is_block_method(access.name)
        if own or run.module.sets_attribute(access.name) or not classes.has_base_alone(run, key[0]):
            return value
        run.may_raise("AttributeError")
    return BOTTOM


def _is_set_once(run: Run, key: Key) -> bool:
    """Return whether this file or those of the bases have one assignment to an attribute."""
    bases = {neighbours.file_of(run.module.classes[one]) for one in classes.lineage(run, key[0])} - {""}
    elsewhere = sum(neighbours.times_set(file, key[1]) for file in bases)
    if elsewhere:
        return elsewhere == 1 and not run.module.sets_attribute(key[1])
    return run.module.is_set_once(key[1])


def _before_stores(run: Run, access: _Read, key: Key, value: Value) -> Value:
    """Return what a call reads from an attribute that `__init__` sets to `value`. Code outside the file and earlier
    calls may have assigned or extended it since."""
    value = carried.exposed_read(run, access.node, key, value)
    if value == NONE and not (isinstance(value, Plain) and value.is_literal):  # unless facts record None
        return UNKNOWN
    if isinstance(value, Sequence) and value.type == "list" and value.items == () and not value.taint:
        return replace(value, items=None, element=UNKNOWN)
    return value


def _of_block(run: Run, receiver: Block, access: _Read) -> Value:
    """Evaluate `self.child.name`."""
    name = access.name
    key = (receiver.type, name)
    if key in run.attempt.store.values:  # stored by a call of the child in this graph, or from outside
        run.structure.read_by_others.add(key)
        return carried.stored_value(run, access.node, key)
    if receiver.local:
        method = classes.find_method(run, receiver.type, name)
        if method is not None:
            return classes.bound_method(run, access.frame, receiver, *method)
        value = construction.attributes(run, receiver.type).get(name)
        if value is not None and run.constructing:
            return value
        if value is not None:
            run.attempt.exposed.add(key)
            return _before_calls(run, access, key, value)
    if name == "_children":
        held = receiver.children or tuple(run.structure.children.get(receiver.type, ()) if receiver.local else ())
        vary = receiver.local or receiver.children_vary or not held
        entries = () if vary else tuple((str(number), child) for number, child in enumerate(held))
        return Mapped(entries, join_all(held) if vary else None)
    known = None if receiver.local else gluon.block(receiver.type)
    if name in (gluon.common_parameters() if known is None or known.parameters is None else known.parameters):
        return ParameterValue(name)
    if name == "params":
        return ParameterDict()
    if blocks.is_block_method(name):
        return BoundMethod(receiver, name)
    return UNKNOWN


def _of_class(run: Run, receiver: Class, access: _Read) -> Value:
    """Evaluate `Net.name`; a method is not bound."""
    found = classes.find_method(run, receiver.name, access.name)
    if found is not None:
        decorators = {run.code(decorator) for decorator in found[1].decorator_list}
        bound = receiver if "classmethod" in decorators else None
        return Function(found[1], id(found[1]), None, bound, found[0])
    if access.name == "__name__":
        return constant(receiver.name)
    value = classes.class_attributes(run, receiver.name).get(access.name, UNKNOWN)
    if run.constructing:
        return value
    key = (receiver.name, access.name)
    if key in run.attempt.store.values:
        return carried.stored_value(run, access.node, key)
    run.attempt.exposed.add(key)
    return _before_stores(run, access, key, value)


def _of_instance(run: Run, receiver: Instance, access: _Read) -> Value:
    if access.name == "__dict__":
        return Attributes(receiver)
    held = dict(receiver.fields).get(access.name)
    if held is not None:
        _note_field_read(run, access.node, receiver, access.name)
        return UNKNOWN if held == NONE and not run.is_own(receiver) else held
    method = classes.find_method(run, receiver.name, access.name)
    if method is not None:
        return classes.bound_method(run, access.frame, receiver, method[0], method[1])
    shared = _of_class_of(run, access, receiver, receiver.name)
    if shared is not None:
        return shared
    found = run.special(access.node, receiver, "__getattr__", constant(access.name))
    # Both phases alike may have it from code that is not followed; of one alone that is unlikely.
    if found is None and run.raised_in_phase is not None and run.is_own(receiver):
        run.raise_error("AttributeError")
    return found or UNKNOWN


def _of_class_of(run: Run, access: _Read, receiver: Value, name: str) -> Optional[Value]:
    """Return the attribute that `receiver` has from its class `name`, through a descriptor if that is one; None if the
    class has no such attribute."""
    value = classes.class_attributes(run, name).get(access.name)
    if isinstance(value, Partial) and value.of_method:
        return replace(value, arguments=value.arguments.after(receiver))
    got = None if value is None else run.special(access.node, value, "__get__", receiver, Class(name))
    return value if got is None else got


def _note_field_read(run: Run, node: ast.AST, receiver: Instance, name: str) -> None:
    """Record that `node` reads an attribute of an object, unless it is about to change it."""
    if run.attempt.change_of(node) in (None, Change.GROWN):
        run.note_found(node, receiver, constant(name), dict(receiver.fields).get(name, UNKNOWN))


def _of_variable(run: Run, receiver: Variable, access: _Read) -> Value:
    objects = [option for option in receiver.values if isinstance(option, Instance)]
    return join_all(_of_instance(run, option, access) for option in objects) if objects else UNKNOWN


def _of_function(run: Run, receiver: Function, access: _Read) -> Optional[Value]:
    overlay = overlays.name_of(receiver.node)
    if overlay:
        return names.imported(run, f"{overlay}.{access.name}")
    if access.called:
        return None
    key = (str(receiver.key), access.name)
    if key in run.attempt.store.values:
        return carried.stored_value(run, access.node, key)
    return _before_stores(run, access, key, Plain())


def _of_array(run: Run, receiver: Union[ImperativeArray, NumPyArray], access: _Read) -> Optional[Value]:
    if access.called:
        return None
    if access.name not in ("T", "grad"):
        return Opaque()
    return replace(receiver, dims=receiver.dims and receiver.dims[:: -1 if access.name == "T" else 1])


def _of_parameter(run: Run, receiver: ParameterValue, access: _Read) -> Optional[Value]:
    if access.name == "shape":
        dims = receiver.dims
        lengths = None if dims is None else tuple(Plain("int") if dim is None else constant(dim) for dim in dims)
        return Sequence("tuple", lengths, Plain("int"))
    return ImperativeArray(f"`{run.code(access.node)}`", dims=receiver.dims) if access.name == "value" else None


def _of_plain(run: Run, receiver: Plain, access: _Read) -> Optional[Value]:
    if access.name == "value":
        return receiver  # a member of an enumeration, represented by its value
    return None if receiver.known or access.called else Plain("", taint=receiver.taint)


def _of_foreign(run: Run, receiver: Foreign, access: _Read) -> Optional[Value]:
    return None if access.called else UNKNOWN


def _of_opaque(run: Run, receiver: Opaque, access: _Read) -> Value:
    return receiver


def _of_unknown(run: Run, receiver: Unknown, access: _Read) -> Value:
    method = run.api.method(access.name)
    if method is not None and (method.not_implemented or not method.symbolic):
        run.unknown_calls += 1  # only NDArrays have it, which justifies a guard
    return UNKNOWN


def _of_named_tuple(run: Run, receiver: NamedTuple, access: _Read) -> Optional[Value]:
    if access.name in receiver.fields and receiver.items is not None:
        return receiver.items[receiver.fields.index(access.name)]
    return _of_container(run, receiver, access)


def _of_own_module(run: Run, receiver: OwnModule, access: _Read) -> Value:
    return names.module_name(run, access.node, access.name)


def _of_container(run: Run, receiver: Union[Sequence, Mapped], access: _Read) -> Optional[Value]:
    method = classes.find_method(run, receiver.owner, access.name) if receiver.owner else None
    if method is not None:
        return classes.bound_method(run, access.frame, receiver, *method)
    if not receiver.owner or any(hasattr(kind, access.name) for kind in _CONTAINER_TYPES):
        return None
    found = _of_class_of(run, access, receiver, receiver.owner)
    return found or run.special(access.node, receiver, "__getattr__", constant(access.name)) or UNKNOWN


#: The types whose methods a container may have.
_CONTAINER_TYPES = (list, tuple, dict, set, collections.defaultdict, collections.deque, collections.OrderedDict)


#: Type of the receiver → evaluation of its attribute; the result None means a bound method.
_HANDLERS: Dict[type, Callable[[Run, Any, _Read], Optional[Value]]] = {
    Tensor: _of_tensor,
    Phased: _of_phased,
    Namespace: _of_namespace,
    Imported: _of_imported,
    Self: _of_self,
    Block: _of_block,
    Class: _of_class,
    Instance: _of_instance,
    Variable: _of_variable,
    Function: _of_function,
    ImperativeArray: _of_array,
    NumPyArray: _of_array,
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
