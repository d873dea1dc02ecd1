"""Calls of operators of `F` and of methods of tensors, whose results follow the tables generated from MXNet."""

from __future__ import annotations

import ast
from typing import Any, Collection, Dict, Iterable, List, Optional, Tuple

from hybridlint.dataclass import replace
from hybridlint.events import MethodCall, OperatorCall, PhaseDependentRead, SeedInCall
from hybridlint.graph import ROWS, Node, gradients
from hybridlint.graph.gradients import Backward
from hybridlint.interpreter.engine import sharing, traced
from hybridlint.interpreter.engine.run import Frame, Run
from hybridlint.interpreter.library import (
    array_shapes,
    control_flow,
    operator_arguments,
    operator_shapes,
    recording,
)
from hybridlint.interpreter.syntax import names
from hybridlint.mxnet_api import Function as Described
from hybridlint.numpy_semantics import is_of_numpy
from hybridlint.queries import lacks_array, lacks_value
from hybridlint.queries import tensor as tensor_of
from hybridlint.values import (
    NONE,
    UNKNOWN,
    UNTAINTED,
    Arguments,
    ImperativeArray,
    NumPyArray,
    Opaque,
    Operator,
    Phased,
    Plain,
    Sequence,
    Taint,
    Tensor,
    Unknown,
    Value,
    contains_tensor,
    origin,
    taint_among,
)

#: The operator that runs code of the user, which may compute something else in training.
_OF_USER = "Custom"
#: What methods give that make no tensor.
_WITHOUT_TENSOR: Dict[str, Value] = {"none": Opaque(), "number": Plain("float"), "numpy": NumPyArray()}
#: Methods that change the array in place.
_CHANGES = ("__setitem__", "__iadd__", "__isub__", "__imul__", "__itruediv__", "__idiv__", "__imod__")
#: Arguments that are never arrays.
_NEVER_ARRAYS = ("ctx", "dtype", "name")


def call_operator(
    run: Run, node: ast.Call, operator: Operator, arguments: Arguments, frame: Frame, discarded: bool
) -> Value:
    """Evaluate `F.path(arguments)`, `nd.path(…)` or `sym.path(…)`."""
    path = operator.path
    run.emit(OperatorCall(node, operator.phase, path, arguments, discarded))
    refuses_arrays = operator.phase == "both" and not is_of_numpy(path)
    described = run.api.function(path)
    _note_arguments(run, node, arguments, described, refuses_arrays)
    _note_loop_rows(run, node, arguments, described)
    # It accepts no other arrays; a call in some configurations only shows nothing about the others.
    if operator.phase == "both" and is_of_numpy(path) and not run.module.numpy.asked and not frame.configured:
        run.entry.numpy = True
    if operator.phase == "imperative" and not any(map(contains_tensor, arguments.all())):
        named = (value for name, value in arguments.keywords if name not in _NEVER_ARRAYS)
        if any(isinstance(value, Unknown) for value in (*arguments.positional, *named)):
            return UNKNOWN
        drawn = _is_random(run, path) and not run.constructing
        taint = Taint("drawn", f"`{run.code(node.func)}(…)`") if drawn else UNTAINTED
        taint = taint or taint_among(arguments.all())
        rule = "" if described is None else described.shape_rule
        return ImperativeArray(f"`{run.code(node)}`", taint, array_shapes.dims_created(path, arguments, rule))
    if operator.phase == "symbolic" and not any(map(contains_tensor, arguments.all())):
        return UNKNOWN
    if run.attempt.mxnet_seeded is not None and operator.phase == "both" and _is_random(run, path):
        run.emit(SeedInCall(run.attempt.mxnet_seeded))
    if path in control_flow.OPERATORS and operator.phase == "both":
        return control_flow.call(run, node, path, arguments, frame)
    made = result(run, node, path, arguments)
    if operator.phase != "symbolic":
        _write_out(run, node, arguments, made, frame)
    return made


def _write_out(run: Run, node: ast.Call, arguments: Arguments, made: Value, frame: Frame) -> None:
    """Write the result `made` of an operator to the array that is given as `out`, if there is one."""
    out = arguments.keyword("out")
    if out is not None:
        sharing.write_out(run, node, out, made.node if isinstance(made, Tensor) else None, frame)


def _is_random(run: Run, path: str) -> bool:
    described = run.api.function(path)
    return path.startswith("random.") or (described is not None and bool(described.random))


def _note_arguments(
    run: Run, node: ast.Call, arguments: Arguments, described: Optional[Described], refuses_arrays: bool
) -> None:
    """Record tainted and phase-dependent values among the arguments. An NDArray is not recorded as tainted if
    `refuses_arrays`, since the call raises while tracing."""
    values = _values(arguments)
    for value in values:
        if not (refuses_arrays and isinstance(value, ImperativeArray)):
            run.note_taint(node, value, "argument")
    for value in values:
        if not isinstance(value, Phased):
            continue
        if lacks_array(value) or _has_other_meaning(value.imperative, value.symbolic, value.guard):
            run.emit(PhaseDependentRead(node, value.reason, missing=lacks_array(value)))
    may_hold_none = [] if described is None else _named(described, arguments, described.takes_none_in)
    sequences = [value for value in values if isinstance(value, Sequence) and not _is_among(value, may_hold_none)]
    lengths = [item for value in sequences for item in value.items or ()]
    lacking = next((item for item in lengths if isinstance(item, Phased) and lacks_value(item)), None)
    if lacking is not None:
        run.emit(PhaseDependentRead(node, lacking.reason, missing=True))


def _note_loop_rows(run: Run, node: ast.Call, arguments: Arguments, described: Optional[Described]) -> None:
    """Record uninitialized rows of a loop among the arguments, but where the operator can leave them out."""
    selected = [] if described is None else _named(described, arguments, described.selects_rows_of)
    for value in _values(arguments):
        if not _is_among(value, selected):
            run.note_loop_rows(node, value)


def _values(arguments: Arguments) -> Tuple[Value, ...]:
    return arguments.positional + tuple(value for name, value in arguments.keywords if name != "name")


def _named(described: Described, arguments: Arguments, names: Collection[str]) -> List[Value]:
    if not names:
        return []
    return [value for name, value in operator_arguments.by_name(described, arguments).items() if name in names]


def _is_among(value: Value, values: Iterable[Value]) -> bool:
    return any(value is one for one in values)


def _has_other_meaning(imperative: Value, symbolic: Value, guard: bool) -> bool:
    """Return whether an argument has another meaning in the other phase. -1 and 3 may be the same axis, and a length in
    one branch of a guard and a reshape code in the other differ on purpose."""
    known = [value.value for value in (imperative, symbolic) if isinstance(value, Plain) and value.known]
    numbers = [value for value in known if isinstance(value, (int, float))]
    if len(numbers) == 2:
        return numbers[0] != numbers[1] and (numbers[0] < 0) == (numbers[1] < 0)
    if all(isinstance(value, str) for value in known) and len(set(known)) == 2:
        return True
    return not guard and isinstance(symbolic, Plain) and symbolic.known and isinstance(symbolic.value, float)


def call_method(
    run: Run, node: ast.Call, tensor: Tensor, name: str, arguments: Arguments, frame: Frame, discarded: bool
) -> Value:
    """Evaluate `tensor.name(arguments)`."""
    if run.recording:
        return recording.call_method(run, node, tensor, name, arguments, discarded)
    if name == f"as_{'np' if tensor.numpy else 'nd'}_ndarray":
        return tensor  # itself, in both phases
    run.emit(MethodCall(node, tensor, name, arguments, discarded))
    method = run.api.method(name)
    with_tensor = Arguments((tensor,) + arguments.positional, arguments.keywords, arguments.starred)
    described = None if method is None else run.api.function(method.function or name)
    _note_arguments(run, node, arguments, described, refuses_arrays=True)
    _note_loop_rows(run, node, with_tensor, described)
    own = run.api.np_method(name) if tensor.numpy else method
    if own is not None and own.result is not None:
        return _WITHOUT_TENSOR[own.result]
    if own is not None and own.copies:
        copy = traced.operation(run.graph, name, (tensor,), is_new=True)
        same = run.fresh(copy, shape=tensor.shape, source=tensor.source)
        numpy = name == "as_np_ndarray" or same.numpy and name != "as_nd_ndarray"
        return replace(same, numpy=numpy, memory=sharing.memory_of_method(tensor, name, arguments, same))
    if name == "copyto":
        for array in filter(None, map(tensor_of, arguments.positional)):
            sharing.write(run, node, array, tensor.node, frame, node.args[0])
    if name in _CHANGES:
        target = node.func.value if isinstance(node.func, ast.Attribute) else None
        contents = traced.operation(run.graph, name, with_tensor.all())
        changed = sharing.write(run, node, tensor, contents, frame, target)
        return NONE if name == "__setitem__" else changed
    if method is None:
        run.unknown_call(tensor)
        return UNKNOWN
    if not method.imperative:
        return Opaque()  # a method that only Symbol has returns no tensor
    made = result(run, node, method.function or name, with_tensor)
    _write_out(run, node, arguments, made, frame)
    if not isinstance(made, Tensor):
        return made
    shared = sharing.memory_of_method(tensor, name, arguments, made)
    return made if shared is None else replace(made, memory=shared)


def result(run: Run, node: ast.AST, path: str, arguments: Arguments) -> Value:
    """Return the result of the operator `path`, which both phases have."""
    arguments = arguments.without("out")  # tracing ignores it
    described = run.api.function(path)
    description = f"the result of `{run.code(node)}`"
    if described is not None and (described.depends_on_mode or described.operator == _OF_USER):
        run.mode_dependent += 1
    if described is None or "outputs" in described.unmeasured:
        made = traced.operation(run.graph, path, arguments.all(), backward=_backward(described), is_given=True)
        return run.fresh(made, outputs=None, description=description, certain=False, numpy=is_of_numpy(path))
    outputs = described.count_outputs(operator_arguments.attributes(described, arguments))
    if described.kind == "function" and not described.imperative:
        return UNKNOWN
    shape = operator_shapes.shape_of(run, path, described, arguments)
    properties: Dict[str, Any] = {} if shape is None else {"shape": shape}
    tensors = [value for value in arguments.all() if isinstance(value, Tensor)]
    if _is_random_without_shape(path, described, arguments) and not (tensors or UNKNOWN in arguments.all()):
        # Imperatively one number; in a graph MXNet infers its shape from the other operand.
        return run.fresh(origin=origin("random"), elementwise_random=run.code(node), description=description)
    if names.last(path).lower() in ("cast", "amp_cast"):
        given = operator_arguments.by_name(described, arguments).get("dtype")
        properties["dtype"] = given.value if isinstance(given, Plain) and isinstance(given.value, str) else ""
    elif len(tensors) == 1 and described.keeps_shape:
        properties["dtype"] = tensors[0].dtype
    made = _node(run, path, described, arguments)
    if outputs and any(number < outputs for number in described.wrong_without_first):
        run.attempt.calls_in_part.append((made, path, node, described.wrong_without_first))
    if len(tensors) == 1 and tensors[0].elementwise_random and described.keeps_shape:
        properties.update(origin=tensors[0].origin, elementwise_random=tensors[0].elementwise_random)
    return run.fresh(
        made,
        outputs=outputs,
        description=description,
        numpy=is_of_numpy(path) or any(tensor.numpy for tensor in tensors),
        **properties,
    )


def _node(run: Run, path: str, described: Described, arguments: Arguments) -> Node:
    """Return the node of the operator `path`, which is the same for `arguments` that are positional or by keyword."""
    backward = _backward(described)
    is_given = not described.imperative or not all(map(_is_known, arguments.all()))
    if arguments.starred:
        return traced.operation(run.graph, path, arguments.all(), (), backward, is_given, is_new=True)
    parameters = described.symbolic_parameters or ()
    defaults = {parameter.name: parameter.default for parameter in parameters}
    named = operator_arguments.given(described, arguments)
    titles = sorted(title for title in named if title != "name" and _text(named[title]) != defaults.get(title, ""))
    takes_any = any(parameter.kind == "var_positional" for parameter in parameters)
    positional = arguments.positional if takes_any else ()
    for title in described.tensors_without_gradient:
        value = named.get(title)
        if isinstance(value, Tensor) and value.node is not None:
            named[title] = replace(value, node=run.graph.without_gradient(value.node))
    for title in described.tensors_with_zero_gradient:
        value = named.get(title)
        if isinstance(value, Tensor) and value.node is not None:
            named[title] = replace(value, node=run.graph.with_zero_gradient(value.node))
    values = (*positional, *(named[title] for title in titles))
    if described.operator == "SliceChannel" and _text(named.get("axis", UNKNOWN)) == "0":
        path = ROWS if _text(named.get("squeeze_axis", UNKNOWN)) == "1" else path
    if path == traced.DROPOUT and "mode" in titles:
        path = f"{path} in any mode"
    return traced.operation(run.graph, path, values, titles, backward, is_given)


def _text(value: Value) -> str:
    """Return a known number, bool or string in the notation of the tables of MXNet's operators; otherwise ""."""
    known = value.value if isinstance(value, Plain) and value.known else ""
    return str(int(known) if isinstance(known, bool) else known)


def _is_known(value: Value) -> bool:
    """Return whether `value` certainly does not depend on an input of the block, but for the nodes of tensors in it."""
    if isinstance(value, Sequence):
        return value.items is not None and all(map(_is_known, value.items))
    return isinstance(value, Plain) and not value.argument or isinstance(value, Tensor)


def _is_random_without_shape(path: str, described: Described, arguments: Arguments) -> bool:
    """Return whether a random operator is called without a shape."""
    parameters = described.symbolic_parameters or ()
    takes = any(p.name == "shape" and not p.required and p.kind == "positional" for p in parameters)
    if not (described.kind == "function" and described.random and takes) or arguments.starred:
        return False
    return "shape" not in operator_arguments.given(described, arguments)


def _backward(described: Optional[Described]) -> Backward:
    """Return what the operator does with gradients."""
    if described is None:
        return gradients.THROUGH
    if described.stops_gradient:
        return gradients.STOPS
    if described.starts_gradient:
        return gradients.LOSS
    if described.differentiable is False:
        return Backward(missing=f"F.{described.name}")
    return gradients.ZERO if described.has_zero_gradient else gradients.THROUGH
