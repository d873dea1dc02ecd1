"""Methods that `super()` finds."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Union

from hybridlint import gluon
from hybridlint.dataclass import replace
from hybridlint.interpreter.library import blocks
from hybridlint.interpreter.lifecycle import classes, construction, inputs, mutation
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Arguments,
    Block,
    Class,
    ContextManager,
    Function,
    Imported,
    Instance,
    Mapped,
    Self,
    Sequence,
    Super,
    Value,
)

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run


def call(run: Run, node: ast.Call, receiver: Super, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `super().name(arguments)`."""
    lineage = classes.lineage(run, receiver.instance)
    after = lineage[lineage.index(receiver.name) + 1 :] if receiver.name in lineage else []
    for current in after:
        result = classes.methods(run, current).get(name)
        if result is not None and receiver.receiver is not None:
            method = Function(result, id(result), None, receiver.receiver, current)
            return run.call_function(node, method, arguments, frame)
        if result is not None:
            function = Function(result, id(result), None, Self(receiver.instance), current)
            return run.call_function(node, function, arguments, frame)
    if receiver.receiver is not None:
        if isinstance(receiver.receiver, (Sequence, Mapped)):
            return _super_of_container(run, node, receiver.receiver, name, arguments, frame)
        return _super_of_object(run, receiver.receiver, name, arguments)
    if name in ("forward", "__call__") and not run.constructing:
        # HybridBlock.forward passes its arguments to hybrid_forward.
        own = classes.find_method(run, receiver.instance, "hybrid_forward")
        if own is not None:
            given = inputs.with_namespace_and_parameters(run, receiver.instance, own[1], arguments)
            function = Function.of_method(own, Self(receiver.instance))
            return run.call_function(node, function, given, frame)
    if name == "__setattr__":
        return mutation.set_attribute_of_self(run, node, arguments.after(Self(receiver.instance)), frame)
    if name in ("add", "register_child") and run.constructing:
        return construction.register_children(run, node, receiver.instance, name, arguments)
    for base in classes.foreign_bases(run, receiver.name) if name == "hybrid_forward" else ():
        kind = gluon.kind(base.name) if isinstance(base, Imported) else ""
        if kind == "layer":
            return run.fresh(description=f"the result of `{run.code(node)}`")
        if kind == "sequential":
            return blocks.call_sequential(run, node, Block(receiver.instance), arguments.rest(), frame)
    if name == "name_scope":
        return ContextManager("name_scope")
    if name in ("hybrid_forward", "forward", "__call__"):
        return run.of_unknown_block(node, arguments.all())
    return run.of_unknown_call(node, arguments.all())


def _super_of_container(
    run: Run, node: ast.Call, receiver: Union[Sequence, Mapped], name: str, arguments: Arguments, frame: Frame
) -> Value:
    """Evaluate a method that a subclass of `list` or `dict` inherits."""
    base = classes.container_base(run, receiver.owner)
    if name == "__init__" and base is not None:
        filled = run.call(node, base, arguments, frame)
        if isinstance(filled, (Sequence, Mapped)):
            run.write(replace(filled, owner=receiver.owner, identity=receiver.identity))
        return NONE
    return receiver.call_builtin(run, node, name, arguments, frame)


def _super_of_object(run: Run, receiver: Value, name: str, arguments: Arguments) -> Value:
    """Evaluate a method that a class of the file inherits from `object` or an exception of Python."""
    given = arguments.positional
    if name == "__new__" and given and isinstance(given[0], Class):
        return Instance(given[0].name, identity=run.identity())
    if name == "__init__" and isinstance(receiver, Instance) and "args" in dict(receiver.fields):
        run.write(receiver.with_parts({"args": Sequence("tuple", None if arguments.starred else given)}))
    if name == "__setattr__" and isinstance(receiver, Instance) and len(given) == 2 and given[0].string is not None:
        run.write(receiver.with_parts({given[0].string: given[1]}))
    return NONE if name in ("__init__", "__setattr__") else UNKNOWN
