"""Calls of operators of `F` and of methods of tensors, whose results follow the tables generated from MXNet."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Dict, Optional

from hybridlint.calls import BoundCall, bind, bind_method
from hybridlint.dataclass import replace
from hybridlint.divergences import Kind
from hybridlint.events import MethodCall, OperatorCall
from hybridlint.graph import ROWS, Node, gradients
from hybridlint.graph.gradients import Backward
from hybridlint.interpreter.engine import apply, sharing, traced
from hybridlint.interpreter.library import control_flow
from hybridlint.mxnet_api import gluon
from hybridlint.numpy_semantics import is_of_numpy
from hybridlint.queries import tensor as tensor_of
from hybridlint.syntax import FUNCTION_DEFS, nodes_below
from hybridlint.values import (
    NONE,
    UNKNOWN,
    UNTAINTED,
    Arguments,
    ImperativeArray,
    NumPyArray,
    Opaque,
    Operator,
    Plain,
    Taint,
    Tensor,
    Value,
    array_shapes,
    origin,
    taint_among,
)

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run
    from hybridlint.mxnet_api import Function as Described

#: The operator that runs code of the user, which may compute something else in training.
_OF_USER = "Custom"
#: What methods give that make no tensor.
_WITHOUT_TENSOR: Dict[str, Value] = {"none": Opaque(), "number": Plain("float"), "numpy": NumPyArray()}
#: Methods that change the array in place.
_CHANGES = ("__setitem__", "__iadd__", "__isub__", "__imul__", "__itruediv__", "__idiv__", "__imod__")
#: What becomes of gradients, as measured → its value.
_BACKWARD = {"stops": gradients.STOPS, "starts": gradients.LOSS, "zero": gradients.ZERO}
#: Arguments that are never arrays.
_NEVER_ARRAYS = ("ctx", "dtype", "name")


def call_operator(
    run: Run, node: ast.Call, operator: Operator, arguments: Arguments, frame: Frame, discarded: bool
) -> Value:
    """Evaluate `F.path(arguments)`, `nd.path(…)` or `sym.path(…)`."""
    path, call = operator.path, bind(run.api, operator.path, arguments)
    run.emit(OperatorCall(node, operator.phase, call, discarded, reads_out=_reads_out(run, node)))
    _note_arguments(run, node, call, refuses_arrays=operator.phase == "both" and not is_of_numpy(path))
    # It accepts no other arrays; a call in some configurations only shows nothing about the others.
    if operator.phase == "both" and is_of_numpy(path) and not (run.module.numpy.asked or frame.configured):
        run.learn(numpy=run.entry.numpy or not all(tensor.numpy for tensor in call.tensors))
    if operator.phase == "imperative" and not any(value.holds_tensor for value in arguments.all()):
        named = (value for name, value in arguments.keywords if name not in _NEVER_ARRAYS)
        if any(value.is_unknown for value in (*arguments.positional, *named)):
            return UNKNOWN
        drawn = _is_random(call) and not run.constructing
        taint = Taint("drawn", f"`{run.code(node.func)}(…)`") if drawn else UNTAINTED
        taint = taint or taint_among(arguments.all())
        rule = "" if call.function is None else call.function.shape_rule
        return ImperativeArray(f"`{run.code(node)}`", taint, array_shapes.dims_created(path, arguments, rule))
    if operator.phase == "symbolic" and not any(value.holds_tensor for value in arguments.all()):
        return UNKNOWN
    if "mxnet" in run.attempt.seeded and operator.phase == "both" and _is_random(call):
        run.observe(run.attempt.seeded["mxnet"], Kind.SEED_IN_CALL)
    if path in gluon.CONTROL_FLOW and operator.phase == "both":
        return control_flow.call(run, node, path, arguments, frame)
    made = result(run, node, call)
    if operator.phase != "symbolic":
        _write_out(run, arguments, made)
    return made


def _write_out(run: Run, arguments: Arguments, made: Value) -> None:
    """Write the result `made` of an operator to the array that is given as `out`, if there is one. Tracing ignores it,
    so that only the imperative phase has other contents."""
    out = arguments.keyword("out")
    if out is not None and run.imperative_only and not run.recording:
        for array in out.tensors():
            sharing.write(run, array, made.node if isinstance(made, Tensor) else None)


def _reads_out(run: Run, node: ast.Call) -> bool:
    """Return whether the array that a call is given as `out`, by its name, is read by this name afterwards."""
    name = next((argument.value for argument in node.keywords if argument.arg == "out"), None)
    if not isinstance(name, ast.Name):
        return False
    around = [part for part in nodes_below(run.module.tree) if isinstance(part, FUNCTION_DEFS)]
    functions = [part for part in around if any(below is node for below in nodes_below(part))]
    uses = []
    for part in nodes_below(functions[-1]) if functions else ():
        if isinstance(part, ast.Assign):  # the targets are bound after the value is evaluated
            targets = (below for target in part.targets for below in nodes_below(target))
            end = part.end_lineno, part.end_col_offset
            uses += [(end, False) for below in targets if isinstance(below, ast.Name) and below.id == name.id]
        elif isinstance(part, ast.Name) and part.id == name.id and isinstance(part.ctx, ast.Load):
            uses.append(((part.lineno, part.col_offset), True))
    later = [use for use in uses if use[0] >= (node.end_lineno, node.end_col_offset)]
    return bool(later) and min(later)[1]


def _is_random(call: BoundCall) -> bool:
    return call.path.startswith("random.") or call.function is not None and bool(call.function.random)


def _note_arguments(run: Run, node: ast.Call, call: BoundCall, refuses_arrays: bool) -> None:
    """Record tainted and phase-dependent values among the arguments, and uninitialized rows of a loop, but where the
    operator can leave them out. An NDArray is not recorded as tainted if `refuses_arrays`, since the call raises while
    tracing."""
    function = call.function
    values = [*call.arguments.positional, *(value for name, value in call.arguments.keywords if name != "name")]
    may_hold_none, selected = ((), ()) if function is None else (function.takes_none_in, function.selects_rows_of)
    for value in values:
        if value.any_taint is not UNTAINTED and not (refuses_arrays and isinstance(value, ImperativeArray)):
            run.note_taint(node, value, "argument")
    apply.note_arguments(run, node, values)
    sequences = [value.items for value in values if value.items and not call.passes(value, may_hold_none)]
    apply.note_lacking(run, node, [item for items in sequences for item in items])
    for value in values:
        if value.holds_tensor and not (selected and call.passes(value, selected)):
            run.note_loop_rows(node, value)


def call_method(
    run: Run, node: ast.Call, tensor: Tensor, name: str, arguments: Arguments, frame: Frame, discarded: bool
) -> Value:
    """Evaluate `tensor.name(arguments)`."""
    recorded = run.recorded.call_method(node, tensor, name, arguments, discarded)
    if recorded is not None:
        return recorded
    if name == f"as_{'np' if tensor.numpy else 'nd'}_ndarray":
        return tensor  # itself, in both phases
    call = bind_method(run.api, tensor, name, arguments)
    run.emit(MethodCall(node, tensor, name, arguments, discarded, call, _reads_out(run, node)))
    method, with_tensor = run.api.method(name), arguments.after(tensor)
    _note_arguments(run, node, call or BoundCall(name, with_tensor, None), refuses_arrays=True)
    own = run.api.np_method(name) if tensor.numpy else method
    if own is not None and own.result is not None:
        return _WITHOUT_TENSOR[own.result]
    if own is not None and own.copies:
        copy = traced.operation(run.graph, name, (tensor,), is_new=True)
        same = run.fresh(copy, shape=tensor.shape, source=tensor.source)
        numpy = name == "as_np_ndarray" or same.numpy and name != "as_nd_ndarray"
        return replace(same, numpy=numpy, memory=tensor.memory_of_result(name, arguments, same))
    if name == "copyto":
        for array in filter(None, map(tensor_of, arguments.positional)):
            sharing.write(run, array, tensor.node)
    if name in _CHANGES:
        changed = sharing.write(run, tensor, traced.operation(run.graph, name, with_tensor.all()))
        return NONE if name == "__setitem__" else changed
    if method is None or call is None:
        run.unknown_call(tensor)
        return UNKNOWN
    if not method.imperative:
        return Opaque()  # a method that only Symbol has returns no tensor
    made = result(run, node, call)
    _write_out(run, arguments, made)
    if not isinstance(made, Tensor):
        return made
    shared = tensor.memory_of_result(name, arguments, made)
    return made if shared is None else replace(made, memory=shared)


def result(run: Run, node: ast.AST, call: BoundCall) -> Value:
    """Return the result of an operator that both phases have."""
    path, arguments, described = call.path, call.arguments, call.function
    description = f"the result of `{run.code(node)}`"
    if described is not None and (described.depends_on_mode or described.operator == _OF_USER):
        run.note_mode_dependent()
    if described is None or "outputs" in described.unmeasured:
        given = arguments.without("out").all()
        made = traced.operation(run.graph, path, given, backward=_backward(described), is_given=True)
        return run.fresh(made, outputs=None, description=description, certain=False, numpy=is_of_numpy(path))
    if described.kind == "function" and not described.imperative:
        return UNKNOWN
    tensors = call.tensors
    if _draws_without_shape(call) and not (tensors or UNKNOWN in arguments.all()):
        # Imperatively one number; in a graph MXNet infers its shape from the other operand.
        return run.fresh(origin=origin("random"), elementwise_random=run.code(node), description=description)
    shape = call.shape(run.shapes)
    properties: Dict[str, Any] = {} if shape is None else {"shape": shape}
    if call.name.lower() in ("cast", "amp_cast"):
        given_type = call.attributes.get("dtype")
        properties["dtype"] = given_type if isinstance(given_type, str) else ""
    elif len(tensors) == 1 and described.keeps_shape:
        properties["dtype"] = tensors[0].dtype
    made, outputs = _node(run, call, described), call.outputs
    # The mode decides how many outputs there are, and perhaps whether code that reads them as a list runs at all.
    by_mode = outputs is None and any(value.any_taint.kind == "mode" for value in arguments.all())
    if outputs and any(number < outputs for number in described.wrong_without_first):
        run.attempt.note_call_in_part(made, node, described.wrong_without_first)
    if len(tensors) == 1 and tensors[0].elementwise_random and described.keeps_shape:
        properties.update(origin=tensors[0].origin, elementwise_random=tensors[0].elementwise_random)
    return run.fresh(
        made,
        outputs=outputs,
        certain=not by_mode,
        description=description,
        numpy=is_of_numpy(path) or any(tensor.numpy for tensor in tensors),
        **properties,
    )


def _node(run: Run, call: BoundCall, described: Described) -> Node:
    """Return the node of an operator, which is the same for arguments that are positional or by keyword."""
    path, arguments, backward = call.path, call.arguments.without("out"), _backward(described)
    is_given = not described.imperative or not all(map(_is_known, arguments.all()))
    if arguments.starred:
        return traced.operation(run.graph, path, arguments.all(), (), backward, is_given, is_new=True)
    defaults = described.defaults
    named = {name: value for name, value in call.given.items() if name not in ("name", "out")}
    titles = sorted([title for title, value in named.items() if _text(value) != defaults.get(title, "")])
    for names, change in (
        (described.tensors_without_gradient, run.graph.without_gradient),
        (described.tensors_with_zero_gradient, run.graph.with_zero_gradient),
    ):
        for title in names:
            value = named.get(title)
            if isinstance(value, Tensor) and value.node is not None:
                named[title] = replace(value, node=change(value.node))
    values = (*(arguments.positional if call.takes_any_tensors else ()), *[named[title] for title in titles])
    if described.operator == "SliceChannel" and _text(named.get("axis", UNKNOWN)) == "0":
        path = ROWS if _text(named.get("squeeze_axis", UNKNOWN)) == "1" else path
    if path.startswith("elemwise_"):
        path = path.replace("elemwise", "broadcast")  # the same for arrays of one shape
    if path == traced.DROPOUT and "mode" in titles:
        path = f"{path} in any mode"
    return traced.operation(run.graph, path, values, titles, backward, is_given)


def _text(value: Value) -> str:
    """Return a known number, bool or string in the notation of the tables of MXNet's operators; otherwise ""."""
    known = value.python_value if value.known else ""
    return str(int(known) if isinstance(known, bool) else known)


def _is_known(value: Value) -> bool:
    """Return whether `value` certainly does not depend on an input of the block, but for the nodes of tensors in it."""
    if value.items is not None:
        return all(map(_is_known, value.items))
    return isinstance(value, Plain) and not value.argument or isinstance(value, Tensor)


def _draws_without_shape(call: BoundCall) -> bool:
    """Return whether a random operator is called without a shape."""
    described = call.function
    if described is None or described.kind != "function" or not described.random or call.arguments.starred:
        return False
    takes = any(p.name == "shape" and not p.required and p.kind == "positional" for p in call.parameters)
    return takes and "shape" not in call.given


def _backward(described: Optional[Described]) -> Backward:
    """Return what the operator does with gradients."""
    if described is None:
        return gradients.THROUGH
    if described.differentiable is False:
        return Backward(missing=f"F.{described.name}")
    return _BACKWARD.get(described.gradient, gradients.THROUGH)
