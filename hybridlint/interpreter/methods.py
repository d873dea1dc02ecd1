"""Calls of methods of all values but tensors: strings, blocks, parameters, NDArray constants, objects."""

from __future__ import annotations

import ast
import dataclasses
from typing import Union

from hybridlint import gluon
from hybridlint.events import (
    Arguments,
    BlockCall,
    ForeignCall,
    HookOnChild,
    HybridizeCall,
    MethodCall,
    ParameterAlone,
    ParameterChanged,
)
from hybridlint.interpreter import (
    array_shapes,
    blocks,
    classes,
    dict_methods,
    functions,
    generators,
    indices,
    inputs,
    layer_shapes,
    library,
    mutation,
    names,
    objects,
    recording,
    sequence_methods,
    standard,
    subscripts,
    texts,
    type_tests,
)
from hybridlint.interpreter.run import Frame, Run
from hybridlint.queries import contains_tensor, taint_among, taint_of
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Attributes,
    Block,
    BoundMethod,
    Class,
    ContextManager,
    Foreign,
    Function,
    Generator,
    ImperativeArray,
    Imported,
    Instance,
    Mapped,
    NumPyArray,
    Operator,
    ParameterDict,
    ParameterValue,
    Plain,
    RandomSource,
    Self,
    Sequence,
    Super,
    Taint,
    Tensor,
    Unknown,
    Value,
    constant,
)


def handles(receiver: Value) -> bool:
    """Return whether :func:`call_method` evaluates methods of `receiver`."""
    objects_held = (Generator, ImperativeArray, NumPyArray, RandomSource, Instance, Foreign, Attributes)
    return isinstance(receiver, (Sequence, Mapped, Plain, Block, ParameterValue, ParameterDict, Super) + objects_held)


def call_method(run: Run, node: ast.Call, receiver: Value, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `receiver.name(arguments)`."""
    if name == "asnumpy" and isinstance(receiver, Plain):
        return NumPyArray(taint_of(receiver))
    if name == "tolist" and isinstance(receiver, (ImperativeArray, NumPyArray, Plain)):
        reason = taint_of(receiver)
        return Sequence("list", None, Plain(taint=reason) if reason else UNKNOWN, taint=reason)
    if isinstance(receiver, Generator):
        return generators.call_method(run, receiver, name, arguments) if generators.handles(name) else UNKNOWN
    if isinstance(receiver, Instance):
        return objects.call_method(run, node, receiver, name, arguments, frame)
    owner = classes.owner_of(receiver)
    if owner and classes.find_method(run, owner, name) is not None:
        return run.call(node, run.attribute(node, frame, receiver, name), arguments, frame)
    if isinstance(receiver, Sequence):
        return sequence_methods.call(run, node, receiver, name, arguments, frame)
    if isinstance(receiver, Mapped):
        return dict_methods.call(run, node, receiver, name, arguments, frame)
    if isinstance(receiver, Plain):
        return _plain(run, node, receiver, name, arguments)
    if isinstance(receiver, ImperativeArray):
        if any(map(contains_tensor, arguments.all())):
            run.emit(MethodCall(node, receiver, name, arguments))
        return _imperative(receiver, name, arguments)
    if isinstance(receiver, NumPyArray):
        dims = array_shapes.dims_after(receiver.dims, name, arguments)
        return NumPyArray(receiver.taint or taint_among(arguments.all()), dims)
    if isinstance(receiver, ParameterValue):
        return _parameter(run, node, receiver, name)
    if isinstance(receiver, ParameterDict):
        return _parameters(run, node, name, arguments)
    if isinstance(receiver, Block):
        return _block(run, node, receiver, name, arguments, frame)
    if isinstance(receiver, Super):
        return _super(run, node, receiver, name, arguments, frame)
    if isinstance(receiver, Self):
        return _self(run, node, receiver, name, arguments, frame)
    if isinstance(receiver, Attributes):
        return _of_attributes(run, node, receiver, name, arguments, frame)
    if isinstance(receiver, RandomSource):
        return standard.draw(run, node, receiver, name)
    if receiver == Foreign("contextlib.ExitStack") and name == "enter_context" and arguments.positional:
        return classes.entered(run, node, arguments.positional[0])
    if any(map(contains_tensor, arguments.all())):
        if isinstance(receiver, Foreign):
            run.emit(ForeignCall(node, f"{receiver.name}.{name}", arguments))
            library.note_written(run, node, f"{receiver.name}.{name}", arguments)
        run.unknown_call(*arguments.all())
    return UNKNOWN


def _plain(run: Run, node: ast.Call, receiver: Plain, name: str, arguments: Arguments) -> Value:
    taint = receiver.taint or taint_among(arguments.all())
    if isinstance(receiver.value, str) and receiver.known:
        values = [value.value for value in arguments.positional if isinstance(value, Plain) and value.known]
        if len(values) == len(arguments.positional) and not arguments.keywords and name in _STRING_METHODS:
            try:
                result = getattr(receiver.value, name)(*values)
            except Exception:  # the user's call raises in both phases
                return Plain(taint=taint)
            if isinstance(result, (str, bool, int)):
                return Plain(type(result).__name__, result, taint)
            if isinstance(result, (list, tuple)):
                return Sequence(type(result).__name__, tuple(map(constant, result)), taint=taint)
    if receiver.type == "str" and name == "format":
        return texts.formatted(run, node, receiver, arguments.all())
    if receiver.type == "str":
        return Plain("bool" if name.startswith(("is", "starts", "ends")) else "str", taint=taint)
    return Plain("", taint=taint) if receiver.known or taint else UNKNOWN


_STRING_METHODS = frozenset(
    ["startswith", "endswith", "lower", "upper", "strip", "format", "replace", "split"]
    + [
        "rsplit",
        "partition",
        "rpartition",
        "splitlines",
        "title",
        "capitalize",
        "count",
        "find",
        "index",
        "lstrip",
        "rstrip",
    ]
)


def _imperative(receiver: ImperativeArray, name: str, arguments: Arguments) -> Value:
    if name in ("asscalar", "item"):
        return Plain("float", taint=receiver.taint)
    if name == "asnumpy":
        return NumPyArray(receiver.taint, receiver.dims)
    return dataclasses.replace(receiver, dims=array_shapes.dims_after(receiver.dims, name, arguments))


def _parameter(run: Run, node: ast.Call, receiver: ParameterValue, name: str) -> Value:
    if run.recording:
        recorded = recording.parameter(run, node, receiver, inputs.of_parameter(run, receiver), name)
        if recorded is not None:
            return recorded
    code = run.code(node)
    if name in ("data", "grad", "list_data", "list_grad", "row_sparse_data"):
        kind = "gradient" if name.endswith("grad") else "parameter"
        return ImperativeArray(f"`{code}`", Taint(kind, f"`{code}`"))
    if name in ("set_data", "initialize", "cast", "reset_ctx", "zero_grad"):
        if not run.constructing:
            run.emit(ParameterChanged(node, name))
        elif name == "initialize" and receiver.alone and classes.is_hybrid(run, run.building):
            run.note_structure(ParameterAlone(node))
        return NONE
    return UNKNOWN


def _parameters(run: Run, node: ast.Call, name: str, arguments: Arguments) -> Value:
    if name == "get":
        first = arguments.positional[0] if arguments.positional else UNKNOWN
        title = first.value if isinstance(first, Plain) and isinstance(first.value, str) else ""
        untrained = arguments.keyword("grad_req") == constant("null")
        untrained = untrained or arguments.keyword("differentiable") == constant(False)
        shape = array_shapes.dims_of_shape(arguments.keyword("shape"))
        return ParameterValue(title, shape, trained=not untrained)
    if name == "get_constant":
        held = arguments.get(1, "value")
        dims = None if held is None else array_shapes.dims_of_literal(held)
        return ParameterValue("constant", dims, trained=False)
    if name in ("initialize", "zero_grad", "reset_ctx", "load") and not run.constructing:
        run.emit(ParameterChanged(node, name))
    if name == "values":
        return Sequence("dict view", None, ParameterValue())
    if name == "items":
        return Sequence("dict view", None, Sequence("tuple", (Plain("str"), ParameterValue())))
    return Sequence("dict view", None, Plain("str")) if name == "keys" else UNKNOWN


def _block(run: Run, node: ast.Call, receiver: Block, name: str, arguments: Arguments, frame: Frame) -> Value:
    if receiver.local:
        found = classes.find_method(run, receiver.type, name)
        if found is not None:
            bound = Self(receiver.type)
            if name == "hybrid_forward":
                rest = Arguments(arguments.positional[1:], arguments.keywords, arguments.starred)
                arguments = inputs.with_namespace_and_parameters(run, receiver.type, found[1], rest)
            return functions.call_function(
                run, node, Function(found[1], id(found[1]), None, bound, found[0]), arguments, frame
            )
    if name in ("add", "register_child", "append", "insert"):
        if isinstance(node.func, ast.Attribute):
            filled = blocks.add_children(run, node, receiver, arguments, bool(frame.configured))
            mutation.rebind(run, node.func.value, filled, frame)
        return NONE
    if name == "hybridize":
        run.emit(HybridizeCall(node, arguments))
        return NONE
    if name in ("register_forward_hook", "register_forward_pre_hook"):
        owner, hook = run.building, arguments.positional[0] if arguments.positional else UNKNOWN
        harmless = isinstance(hook, Function) and functions.only_computes(hook.node)
        hybrid = owner and classes.is_hybrid(run, owner) and not classes.find_method(run, owner, "forward")
        if hybrid and not harmless:
            run.note_structure(HookOnChild(node, receiver, name))
        return UNKNOWN
    if name == "initialize" and not run.constructing:
        if arguments.get(3, "force_reinit") not in (None, constant(False)):
            run.emit(ParameterChanged(node, name))
        return NONE
    known = gluon.block(receiver.type)
    kind = None if known is None or run.constructing else known["kind"]
    if name == "unroll" and kind == "cell":
        given = [value for value in (arguments.get(1, "inputs"), arguments.get(2, "begin_state")) if value]
        run.emit(BlockCall(node, receiver, Arguments(tuple(given)), name))
        if run.recording:
            recording.note_batch(run, node, names.last(receiver.type), arguments.get(2, "begin_state") is None)
        merged, lengths = arguments.get(4, "merge_outputs") or NONE, arguments.get(5, "valid_length") or NONE
        step = layer_shapes.vectors_of_cell(run, receiver)
        output: Value = UNKNOWN
        if merged == constant(True) or merged == NONE and isinstance(lengths, Tensor):  # masked after merging
            steps = layer_shapes.vectors_of_cell(run, receiver, arguments)
            output = run.fresh(description=f"the outputs of `{run.code(node)}`", **steps)
        elif merged == constant(False) or merged == NONE == lengths:
            output = Sequence("list", None, run.fresh(**step))
        return Sequence("tuple", (output, blocks.states(run, **step)))
    if name == "begin_state" and known is not None and known["kind"] in ("cell", "recurrent layer"):
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
    if name in ("hybrid_forward", "forward") and known is not None:
        skipped = 1 if name == "hybrid_forward" else 0
        rest = Arguments(arguments.positional[skipped:], arguments.keywords, arguments.starred)
        return blocks.call_block(run, node, receiver, rest, frame)
    value = run.attribute(node, frame, receiver, name)
    if not isinstance(value, (Unknown, BoundMethod)):
        return run.call(node, value, arguments, frame)
    if name == "collect_params":
        return ParameterDict()
    if name == "name_scope":
        return ContextManager("name_scope")
    if any(map(contains_tensor, arguments.all())):
        run.unknown_call(*arguments.all())
    return UNKNOWN


def _super(run: Run, node: ast.Call, receiver: Super, name: str, arguments: Arguments, frame: Frame) -> Value:
    lineage = classes.lineage(run, receiver.instance)
    after = lineage[lineage.index(receiver.name) + 1 :] if receiver.name in lineage else []
    for current in after:
        found = classes.methods(run, current).get(name)
        if found is not None and receiver.receiver is not None:
            method = Function(found, id(found), None, receiver.receiver, current)
            return functions.call_function(run, node, method, arguments, frame)
        if found is not None:
            function = Function(found, id(found), None, Self(receiver.instance), current)
            return functions.call_function(run, node, function, arguments, frame)
    if receiver.receiver is not None:
        if isinstance(receiver.receiver, (Sequence, Mapped)):
            return _super_of_container(run, node, receiver.receiver, name, arguments, frame)
        return _super_of_object(run, receiver.receiver, name, arguments)
    if name in ("forward", "__call__") and not run.constructing:
        # HybridBlock.forward passes its arguments to hybrid_forward.
        own = classes.find_method(run, receiver.instance, "hybrid_forward")
        if own is not None:
            given = inputs.with_namespace_and_parameters(run, receiver.instance, own[1], arguments)
            function = Function(own[1], id(own[1]), None, Self(receiver.instance), own[0])
            return functions.call_function(run, node, function, given, frame)
    if name == "__setattr__":
        return set_attribute(run, node, names.SELF, arguments.after(Self(receiver.instance)), frame)
    if name in ("add", "register_child") and run.constructing:
        _register(run, node, receiver.instance, arguments)
        return NONE
    for base in classes.foreign_bases(run, receiver.name):
        known = gluon.block(base.name) if isinstance(base, Imported) else None
        if name == "hybrid_forward" and known is not None and known["kind"] == "layer":
            return run.fresh(description=f"the result of `{run.code(node)}`")
        if name == "hybrid_forward" and known is not None and known["kind"] == "sequential":
            return blocks.call_sequential(run, node, Block(receiver.instance), arguments.rest(), frame)
    if name == "name_scope":
        return ContextManager("name_scope")
    if name in ("hybrid_forward", "forward", "__call__"):
        return run.of_unknown_block(node)
    return run.of_unknown_call(node, arguments.all())


def _super_of_container(
    run: Run, node: ast.Call, receiver: Union[Sequence, Mapped], name: str, arguments: Arguments, frame: Frame
) -> Value:
    """Evaluate a method that a subclass of `list` or `dict` inherits."""
    given = arguments.positional
    base = classes.container_base(run, receiver.owner)
    if name == "__init__" and base is not None:
        filled = run.call(node, base, arguments, frame)
        if isinstance(filled, (Sequence, Mapped)):
            run.write(dataclasses.replace(filled, owner=receiver.owner, identity=receiver.identity))
        return NONE
    if name == "__getitem__" and len(given) == 1:
        plain = dataclasses.replace(receiver, owner="")  # past the `__getitem__` of the subclass
        return subscripts.subscript(run, node, plain, given[0], frame)
    if name == "__setitem__" and len(given) == 2:
        changed = indices.with_element(receiver, given[0], given[1])
        if isinstance(changed, (Sequence, Mapped)):
            run.write(changed)
        return NONE
    if isinstance(receiver, Sequence):
        return sequence_methods.call(run, node, receiver, name, arguments, frame)
    return dict_methods.call(run, node, receiver, name, arguments, frame)


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


def _self(run: Run, node: ast.Call, receiver: Self, name: str, arguments: Arguments, frame: Frame) -> Value:
    if name in ("add", "register_child") and run.constructing:
        _register(run, node, receiver.name, arguments)
        return NONE
    if name == "name_scope":
        return ContextManager("name_scope")
    if name == "collect_params":
        return ParameterDict()
    if name == "hybridize":
        run.emit(HybridizeCall(node, arguments))
        return NONE
    if name == "__setattr__":
        return set_attribute(run, node, names.SELF, arguments.after(receiver), frame)
    if any(map(contains_tensor, arguments.all())):
        run.unknown_call(*arguments.all())
    return UNKNOWN


def _register(run: Run, node: ast.Call, owner: str, arguments: Arguments) -> None:
    """Record `self.register_child(block)` or `self.add(block)` in `__init__`."""
    run.structure.registers_itself.add(owner)
    for child in arguments.positional:
        classes.registered_child(run, node, owner, child)


def set_attribute(
    run: Run, node: ast.Call, owner: ast.AST, arguments: Arguments, frame: Frame, registers: bool = True
) -> Value:
    """Run `setattr(receiver, name, value)`. `owner` is the expression of the receiver; `registers` is as in
    `mutation.set_by_name`."""
    if len(arguments.positional) == 3 and node.args:
        frame.assigning = node.args[-1]
        mutation.set_by_name(run, node, owner, *arguments.positional, frame, registers)
        frame.assigning = None
    return NONE


def _of_attributes(
    run: Run, node: ast.Call, receiver: Attributes, name: str, arguments: Arguments, frame: Frame
) -> Value:
    """Evaluate `vars(self).name(arguments)`."""
    held = run.load(receiver.holder)
    if isinstance(held, Instance) and name != "update":
        return dict_methods.call(run, node, Mapped(held.fields), name, arguments, frame)
    if name in ("get", "pop", "setdefault") and arguments.positional:
        return type_tests.getattr_(run, node, arguments.after(receiver.holder), frame)
    if name == "update":
        entries = list(arguments.keywords)
        for given in arguments.positional:
            entries += given.entries if isinstance(given, Mapped) else ()
            entries += given.holder.fields if isinstance(given, Attributes) and isinstance(held, Instance) else ()
        for key, value in entries:
            mutation.set_by_name(run, node, names.SELF, receiver.holder, constant(key), value, frame, registers=False)
        return NONE
    return UNKNOWN
