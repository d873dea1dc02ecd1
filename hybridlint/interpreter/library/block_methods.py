"""Methods of blocks: those that Gluon defines, and those that `super()` finds."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Union

from hybridlint import gluon
from hybridlint.dataclass import replace
from hybridlint.events import BlockCall, HookOnChild, HybridizeCall, ParameterChanged
from hybridlint.graph.gradients import HAS_PARAMETERS
from hybridlint.interpreter.engine import names, traced
from hybridlint.interpreter.library import blocks, layer_shapes
from hybridlint.interpreter.lifecycle import classes, construction, inputs, mutation
from hybridlint.syntax import last_part, only_computes
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Arguments,
    Block,
    BoundMethod,
    Class,
    ContextManager,
    Function,
    HookHandle,
    ImperativeArray,
    Imported,
    Instance,
    Mapped,
    Operator,
    ParameterDict,
    Plain,
    Self,
    Sequence,
    Super,
    Tensor,
    Unknown,
    Value,
    constant,
)

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run


def of_block(run: Run, node: ast.Call, receiver: Block, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `receiver.name(arguments)` of a child."""
    method = classes.find_method(run, receiver.type, name) if receiver.local else None
    if method is not None:
        if name == "hybrid_forward":
            rest = Arguments(arguments.positional[1:], arguments.keywords, arguments.starred)
            arguments = inputs.with_namespace_and_parameters(run, receiver.type, method[1], rest)
        return run.call(node, classes.bound_method(run, frame, Self(receiver.type), *method), arguments, frame)
    handler = _METHODS.get(name)
    result = None if handler is None else handler(run, node, receiver, name, arguments, frame)
    if result is not None:
        return result
    value = run.attribute(node, frame, receiver, name)
    if not isinstance(value, (Unknown, BoundMethod)):
        return run.call(node, value, arguments, frame)
    return run.of_unknown_method(arguments)


def _add(run: Run, node: ast.Call, receiver: Block, name: str, arguments: Arguments, frame: Frame) -> Value:
    if isinstance(node.func, ast.Attribute):
        filled = blocks.add_children(run, node, receiver, arguments, bool(frame.configured))
        run.rebind(node.func.value, filled, frame)
    return NONE


def _hybridize(run: Run, node: ast.Call, receiver: Value, name: str, arguments: Arguments, frame: Frame) -> Value:
    run.emit(HybridizeCall(node, arguments))
    return NONE


def _register_hook(run: Run, node: ast.Call, receiver: Block, name: str, arguments: Arguments, frame: Frame) -> Value:
    owner, hook = run.building, arguments.positional[0] if arguments.positional else UNKNOWN
    harmless = isinstance(hook, Function) and only_computes(hook.node)
    hybrid = owner and classes.is_hybrid(run, owner) and not classes.find_method(run, owner, "forward")
    if not hybrid or harmless:
        return UNKNOWN
    event = HookOnChild(node, receiver, name)
    run.note_structure(event)
    return HookHandle(event)


def _initialize(
    run: Run, node: ast.Call, receiver: Block, name: str, arguments: Arguments, frame: Frame
) -> Optional[Value]:
    if run.constructing:
        return None
    if arguments.get(3, "force_reinit") not in (None, constant(False)):
        run.emit(ParameterChanged(node, name))
    return NONE


def _unroll(
    run: Run, node: ast.Call, receiver: Block, name: str, arguments: Arguments, frame: Frame
) -> Optional[Value]:
    """Evaluate `cell.unroll(length, inputs, …)`."""
    if run.constructing or gluon.kind(receiver.type) != "cell":
        return None
    given = [value for value in (arguments.get(1, "inputs"), arguments.get(2, "begin_state")) if value]
    run.emit(BlockCall(node, receiver, Arguments(tuple(given)), name))
    run.recorded.note_batch(node, last_part(receiver.type), arguments.get(2, "begin_state") is None)
    merged, lengths = arguments.get(4, "merge_outputs") or NONE, arguments.get(5, "valid_length") or NONE
    step = layer_shapes.vectors_of_cell(run, receiver)
    made = traced.operation(
        run.graph, last_part(receiver.type), (*given, lengths), (), HAS_PARAMETERS, is_given=True, is_new=True
    )
    output: Value = UNKNOWN
    if merged == constant(True) or merged == NONE and isinstance(lengths, Tensor):  # masked after merging
        steps = layer_shapes.vectors_of_cell(run, receiver, arguments)
        output = run.fresh(run.graph.output(made, 0), description=f"the outputs of `{run.code(node)}`", **steps)
    elif merged == constant(False) or merged == NONE == lengths:
        output = Sequence("list", None, run.fresh(run.graph.output(made, 0), **step))
    return Sequence("tuple", (output, blocks.states(run, made, **step)))


def _begin_state(
    run: Run, node: ast.Call, receiver: Block, name: str, arguments: Arguments, frame: Frame
) -> Optional[Value]:
    if gluon.kind(receiver.type) not in ("cell", "recurrent layer"):
        return None
    function = arguments.get(1, "func")
    made: Value = UNKNOWN
    if run.recording:
        for value in arguments.all():
            run.note_taint(node, value, "argument")
        made = run.fresh(**layer_shapes.vectors_of_cell(run, receiver))
    elif function is None or isinstance(function, Operator) and function.phase == "imperative":
        made = ImperativeArray(f"`{run.code(node)}`")
    elif isinstance(function, Operator) and function.phase == "both":
        made = run.fresh(**layer_shapes.vectors_of_cell(run, receiver))
    return Sequence("list", None, made)


def _forward(
    run: Run, node: ast.Call, receiver: Block, name: str, arguments: Arguments, frame: Frame
) -> Optional[Value]:
    if not receiver.local and not gluon.kind(receiver.type):
        return None
    skipped = 1 if name == "hybrid_forward" else 0
    rest = Arguments(arguments.positional[skipped:], arguments.keywords, arguments.starred)
    return blocks.call_block(run, node, receiver, rest, frame)


#: Methods that all blocks have, also the one that is running.
_OF_ALL: Dict[str, Callable[[Run, ast.Call, Any, str, Arguments, Frame], Optional[Value]]] = {
    "collect_params": lambda *_: ParameterDict(),
    "hybridize": _hybridize,
    "name_scope": lambda *_: ContextManager("name_scope"),
}
_METHODS: Dict[str, Callable[[Run, ast.Call, Any, str, Arguments, Frame], Optional[Value]]] = {
    **_OF_ALL,
    **dict.fromkeys(["add", "register_child", "append", "insert"], _add),
    **dict.fromkeys(["__call__", "forward", "hybrid_forward"], _forward),
    **dict.fromkeys(["register_forward_hook", "register_forward_pre_hook"], _register_hook),
    "begin_state": _begin_state,
    "initialize": _initialize,
    "unroll": _unroll,
}


def of_self(run: Run, node: ast.Call, receiver: Self, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `self.name(arguments)` of a method that the file does not define."""
    if name in ("add", "register_child") and run.constructing:
        return _registered(run, node, receiver.name, name, arguments)
    if name == "__setattr__":
        return mutation.set_attribute(run, node, names.SELF, arguments.after(receiver), frame)
    handler = _OF_ALL.get(name)
    result = None if handler is None else handler(run, node, receiver, name, arguments, frame)
    if result is not None:
        return result
    return run.of_unknown_method(arguments)


def _registered(run: Run, node: ast.Call, owner: str, name: str, arguments: Arguments) -> Value:
    """Run `self.register_child(block)` or `self.add(block)` in `__init__`."""
    run.structure.note_own_registration(owner)
    for child in arguments.positional:
        if name == "add" and isinstance(child, Block) and run.structure.of(owner).children:
            run.structure.follow(child)
        construction.registered_child(run, node, owner, child)
    return NONE


def of_super(run: Run, node: ast.Call, receiver: Super, name: str, arguments: Arguments, frame: Frame) -> Value:
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
        return mutation.set_attribute(run, node, names.SELF, arguments.after(Self(receiver.instance)), frame)
    if name in ("add", "register_child") and run.constructing:
        return _registered(run, node, receiver.instance, name, arguments)
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
    if name == "__setattr__" and isinstance(receiver, Instance) and len(given) == 2 and isinstance(given[0], Plain):
        run.write(receiver.with_parts({given[0].value: given[1]}))
    return NONE if name in ("__init__", "__setattr__") else UNKNOWN
