"""Calls of methods of all values but tensors, and those of strings, parameters and NDArray constants."""

from __future__ import annotations

import ast
from typing import Any, Callable, Dict, List

from hybridlint import numpy_functions
from hybridlint.dataclass import replace
from hybridlint.events import EventKey, ForeignCall, MethodCall, ParameterAlone, ParameterChanged
from hybridlint.interpreter.engine.frames import Frame
from hybridlint.interpreter.engine.run import Run
from hybridlint.interpreter.library import (
    array_shapes,
    block_methods,
    container_methods,
    dict_methods,
    external,
    objects,
    standard,
    type_tests,
)
from hybridlint.interpreter.lifecycle import classes, inputs
from hybridlint.interpreter.syntax import mutation, names
from hybridlint.queries import all_literal
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Arguments,
    Attributes,
    Block,
    ContextManager,
    Foreign,
    HookHandle,
    ImperativeArray,
    Instance,
    Mapped,
    NamedTuple,
    NumPyArray,
    ParameterDict,
    ParameterValue,
    Plain,
    RandomSource,
    Self,
    Sequence,
    Super,
    Taint,
    Value,
    constant,
    contains_tensor,
    taint_among,
    taint_of,
)
from hybridlint.values.plain import is_wide


def handles(receiver: Value) -> bool:
    """Return whether :func:`call_method` evaluates methods of `receiver`, without reading them as attributes."""
    return receiver.__class__ in _HANDLERS and not isinstance(receiver, Self)


def call_method(run: Run, node: ast.Call, receiver: Value, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `receiver.name(arguments)`."""
    owner = "" if isinstance(receiver, Instance) else classes.owner_of(receiver)
    if owner and classes.find_method(run, owner, name) is not None:
        return run.call(node, run.attribute(node, frame, receiver, name), arguments, frame)
    handler = _HANDLERS.get(receiver.__class__)
    if handler is None:
        return run.of_unknown_method(arguments)
    return handler(run, node, receiver, name, arguments, frame)


def _foreign(run: Run, node: ast.Call, receiver: Foreign, name: str, arguments: Arguments, frame: Frame) -> Value:
    if any(map(contains_tensor, arguments.all())):
        run.emit(ForeignCall(node, f"{receiver.name}.{name}", arguments))
        external.note_written(run, node, f"{receiver.name}.{name}", arguments)
    return run.of_unknown_method(arguments)


def _context_manager(
    run: Run, node: ast.Call, receiver: ContextManager, name: str, arguments: Arguments, frame: Frame
) -> Value:
    return receiver.value if name == "__enter__" else UNKNOWN


def _hook_handle(
    run: Run, node: ast.Call, receiver: HookHandle, name: str, arguments: Arguments, frame: Frame
) -> Value:
    if name == "detach" and run.constructing:
        run.events.pop(EventKey(receiver.event), None)
    return UNKNOWN


def _random_source(
    run: Run, node: ast.Call, receiver: RandomSource, name: str, arguments: Arguments, frame: Frame
) -> Value:
    return standard.draw(run, node, receiver, name)


def _numpy_array(
    run: Run, node: ast.Call, receiver: NumPyArray, name: str, arguments: Arguments, frame: Frame
) -> Value:
    if name == "tolist":
        return _tolist(receiver)
    described = numpy_functions.method(name)
    rule = "" if described is None else described.shape
    taint = receiver.taint or taint_among(arguments.all())
    if rule == "reduce" and not arguments.all():
        return Plain("number", taint=taint)
    return NumPyArray(taint, array_shapes.dims_after(receiver.dims, name, arguments, rule))


def _tolist(receiver: Value) -> Value:
    reason = taint_of(receiver)
    return Sequence("list", None, Plain(taint=reason) if reason else UNKNOWN, taint=reason)


def _plain(run: Run, node: ast.Call, receiver: Plain, name: str, arguments: Arguments, frame: Frame) -> Value:
    if name == "asnumpy":
        return NumPyArray(receiver.taint)
    if name == "tolist":
        return _tolist(receiver)
    taint = receiver.taint or taint_among(arguments.all())
    if isinstance(receiver.value, str) and receiver.known:
        values = [value.value for value in arguments.positional if isinstance(value, Plain) and value.known]
        if (
            len(values) == len(arguments.positional)
            and not arguments.keywords
            and _is_short(receiver.value, name, values)
        ):
            try:
                result = getattr(receiver.value, name)(*values)
            except Exception:  # the user's call raises in both phases
                return Plain(taint=taint)
            if isinstance(result, (str, bool, int)):
                literal = all_literal(receiver, *arguments.positional)
                return Plain(type(result).__name__, result, taint, is_literal=literal)
            if isinstance(result, (list, tuple)):
                return Sequence(type(result).__name__, tuple(map(constant, result)), taint=taint)
    if receiver.type == "str" and name == "format":
        return run.formatted(node, receiver, arguments.all())
    if receiver.type == "str":
        return Plain("bool" if name.startswith(("is", "starts", "ends")) else "str", taint=taint)
    return Plain("", taint=taint) if receiver.known or taint else UNKNOWN


#: Maximum length of a string whose methods are evaluated, and maximum of their arguments, which may be lengths.
_LONGEST = 1000


def _is_short(text: str, name: str, values: List[Any]) -> bool:
    """Return whether `name` is a method of strings that returns no long one for these arguments."""
    if not hasattr(str, name) or len(text) > _LONGEST or name == "format" and is_wide(text):
        return False
    sizes = (len(value) if isinstance(value, str) else value for value in values)
    return not any(isinstance(size, int) and size > _LONGEST for size in sizes)


def _imperative(
    run: Run, node: ast.Call, receiver: ImperativeArray, name: str, arguments: Arguments, frame: Frame
) -> Value:
    if name == "tolist":
        return _tolist(receiver)
    if any(map(contains_tensor, arguments.all())):
        run.emit(MethodCall(node, receiver, name, arguments))
    if name in ("asscalar", "item"):
        return Plain("float", taint=receiver.taint)
    if name == "asnumpy":
        return NumPyArray(receiver.taint, receiver.dims)
    method = run.api.method(name)
    rule = "" if method is None else method.shape_rule
    return replace(receiver, dims=array_shapes.dims_after(receiver.dims, name, arguments, rule))


def _parameter(
    run: Run, node: ast.Call, receiver: ParameterValue, name: str, arguments: Arguments, frame: Frame
) -> Value:
    recorded = run.recorded.parameter(node, name, lambda: inputs.of_parameter(run, receiver))
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


def _parameters(
    run: Run, node: ast.Call, receiver: ParameterDict, name: str, arguments: Arguments, frame: Frame
) -> Value:
    if name == "get":
        first = arguments.positional[0] if arguments.positional else UNKNOWN
        title = first.value if isinstance(first, Plain) and isinstance(first.value, str) else ""
        untrained = arguments.keyword("grad_req") == constant("null")
        untrained = untrained or arguments.keyword("differentiable") == constant(False)
        shape = array_shapes.dims_of_shape(arguments.keyword("shape"))
        return ParameterValue(title, shape, trained=not untrained)
    if name == "get_constant":
        held = arguments.get(1, "value")
        dims = None if held is None else held.literal_dims
        return ParameterValue("constant", dims, trained=False)
    if name in ("initialize", "zero_grad", "reset_ctx", "load") and not run.constructing:
        run.emit(ParameterChanged(node, name))
    if name == "values":
        return Sequence("dict view", None, ParameterValue())
    if name == "items":
        return Sequence("dict view", None, Sequence("tuple", (Plain("str"), ParameterValue())))
    return Sequence("dict view", None, Plain("str")) if name == "keys" else UNKNOWN


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


_HANDLERS: Dict[type, Callable[[Run, ast.Call, Any, str, Arguments, Frame], Value]] = {
    Attributes: _of_attributes,
    Block: block_methods.of_block,
    ContextManager: _context_manager,
    Foreign: _foreign,
    HookHandle: _hook_handle,
    ImperativeArray: _imperative,
    Instance: objects.call_method,
    Mapped: container_methods.call,
    NamedTuple: container_methods.call,
    NumPyArray: _numpy_array,
    ParameterDict: _parameters,
    ParameterValue: _parameter,
    Plain: _plain,
    RandomSource: _random_source,
    Self: block_methods.of_self,
    Sequence: container_methods.call,
    Super: block_methods.of_super,
}
