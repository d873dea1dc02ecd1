"""Operators of `F` and methods of tensors: what they give back, by the tables made from real MXNet."""

from __future__ import annotations

import dataclasses
import math
from typing import Any, Dict, Optional, Tuple

import libcst as cst

from hybridlint import mxnet_api
from hybridlint.interpreter import functions, names
from hybridlint.interpreter.run import Frame, Run
from hybridlint.mxnet_api import Function as Described
from hybridlint.semantics import is_of_numpy
from hybridlint.shapes import VECTORS, Shape
from hybridlint.uses import Arguments, CondBranches, LifeValue, LoopArrays, MethodCall, OperatorCall
from hybridlint.values import (
    NONE,
    STILL,
    STOPPED,
    UNKNOWN,
    BoundMethod,
    Frozen,
    Function,
    Gradient,
    ImperativeArray,
    NumPyArray,
    Opaque,
    Operator,
    Plain,
    Sequence,
    Tensor,
    TwoLives,
    Unknown,
    Value,
    contains_tensor,
    frozen_among,
    gradient_through,
    join_all,
    tensors_in,
)

#: What ends the way of gradients: what comes before needs none.
_STOPS_GRADIENTS = frozenset(["BlockGrad", "stop_gradient", "zeros_like", "ones_like", "argmax", "argmin", "one_hot"])
#: What gives a gradient to what comes before, whatever comes after.
_MAKES_GRADIENTS = frozenset(["make_loss", "MakeLoss"])
#: Whose gradient is zero: what comes before is asked for one all the same.
_ZERO_GRADIENT = frozenset(
    ["sign", "round", "rint", "ceil", "floor", "trunc", "fix", "argsort", "topk", "shape_array", "size_array"]
    + ["logical_not", "equal", "not_equal", "greater", "greater_equal", "lesser", "lesser_equal", "logical_and"]
    + ["logical_or", "logical_xor", "isnan", "isinf", "isfinite", "arange_like", "index_array", "box_iou"]
    + ["bipartite_matching", "MultiBoxPrior"]
)
#: What computes otherwise in training than in inference.
_FOLLOWS_THE_MODE = frozenset(
    ["Dropout", "dropout", "BatchNorm", "BatchNormWithReLU", "SyncBatchNorm", "batch_norm", "RNN", "rnn"] + ["Custom"]
)
#: Functions that run another function over tensors, with what they hand to it.
_CONTROL_FLOW = frozenset(["contrib.foreach", "contrib.while_loop", "contrib.cond"])
#: Methods that give back the same array, to an imperative caller.
_SAME_ARRAY = frozenset(
    ["as_in_context", "as_in_ctx", "copy", "detach", "copyto", "tostype", "as_nd_ndarray", "as_np_ndarray"]
)


def call_operator(
    run: Run, node: cst.Call, operator: Operator, arguments: Arguments, frame: Frame, discarded: bool
) -> Value:
    """`F.path(arguments)`, `nd.path(…)` or `sym.path(…)`."""
    path = operator.path
    run.emit(OperatorCall(node, operator.life, path, arguments, discarded))
    _note_arguments(run, node, arguments, _picks_rows(path))
    if operator.life == "both" and is_of_numpy(path) and not run.module.numpy.asked:
        run.entry.numpy = True
    if operator.life == "imperative" and not any(map(contains_tensor, arguments.all())):
        if any(isinstance(value, Unknown) for value in arguments.all()):
            return UNKNOWN
        drawn = _draws(run, path) and not run.constructing
        frozen = Frozen("drawn", f"`{run.code(node.func)}(…)`") if drawn else STILL
        frozen = frozen or frozen_among(arguments.all())
        return ImperativeArray(f"`{run.code(node)}`", frozen, dims_of_made(path, arguments))
    if operator.life == "symbolic":
        return UNKNOWN
    if path in _CONTROL_FLOW and operator.life == "both":
        return _control_flow(run, node, path, arguments, frame)
    return result(run, node, path, arguments)


def _draws(run: Run, path: str) -> bool:
    described = run.api.function(path)
    return path.startswith("random.") or (described is not None and bool(described.random))


def _picks_rows(path: str) -> bool:
    """Whether an operator is how to leave out the rows that a loop did not write."""
    return path in ("slice_axis", "slice", "slice_like", "SequenceMask", "where", "take", "SequenceLast")


def _note_arguments(run: Run, node: cst.Call, arguments: Arguments, picks_rows: bool = False) -> None:
    """Values that the trace freezes, and uninitialised rows, among the arguments."""
    values = arguments.positional + tuple(value for name, value in arguments.keywords if name != "name")
    for value in values:
        run.note_frozen(node, value, "argument")
        if not picks_rows:
            run.note_loop_rows(node, value)
    for value in arguments.positional[1:]:
        if (
            isinstance(value, TwoLives)
            and not value.guard
            and isinstance(value.symbolic, Plain)
            and value.symbolic.known
        ):
            if isinstance(value.symbolic.value, float):
                run.emit(LifeValue(node, value.reason))


def call_method(run: Run, node: cst.Call, tensor: Tensor, name: str, arguments: Arguments, discarded: bool) -> Value:
    """`tensor.name(arguments)`."""
    run.emit(MethodCall(node, tensor, name, arguments, discarded))
    _note_arguments(run, node, arguments)
    if not _picks_rows(name):
        run.note_loop_rows(node, tensor)
    if name == "asscalar" or name == "item":
        return Plain("float")
    if name == "asnumpy":
        return NumPyArray()
    if name in ("wait_to_read", "attach_grad", "backward", "infer_shape", "list_outputs"):
        return Opaque(name)
    if name in _SAME_ARRAY:
        return run.fresh(shape=tensor.shape, source=tensor.source, gradient=tensor.gradient)
    method = run.api.method(name)
    if method is None:
        run.unknown_call(tensor)
        return UNKNOWN
    with_tensor = Arguments((tensor,) + arguments.positional, arguments.keywords, arguments.starred)
    return result(run, node, method.function or name, with_tensor)


def result(run: Run, node: cst.CSTNode, path: str, arguments: Arguments) -> Value:
    """What an operator of both lives gives back."""
    described = run.api.function(path)
    description = f"the result of `{run.code(node)}`"
    gradient = _gradient(path, described, arguments)
    if names.last(path) in _FOLLOWS_THE_MODE:
        run.following_mode += 1
    if described is None:
        return run.fresh(outputs=None, gradient=gradient, description=description, certain=False)
    outputs = described.count_outputs(_attributes(described, arguments))
    if described.kind == "function" and not described.imperative:
        return UNKNOWN
    as_list = bool(described.outputs_seen_as_list) or outputs is None or outputs > 1
    shape = _shape(path, described, arguments) if outputs == 1 or path == "moments" else None
    properties: Dict[str, Any] = {} if shape is None else {"shape": shape}
    tensors = [value for value in arguments.all() if isinstance(value, Tensor)]
    if _draws_without_shape(path, described, arguments) and not tensors:
        # Imperatively one number; in a graph it takes whatever shape its neighbour needs.
        return run.fresh(untouched="random", elementwise_random=run.code(node), description=description)
    if len(tensors) == 1 and tensors[0].elementwise_random and described.keeps_shape:
        properties.update(untouched=tensors[0].untouched, elementwise_random=tensors[0].elementwise_random)
    return run.fresh(
        outputs=outputs,
        as_list=as_list,
        gradient=gradient,
        description=description,
        numpy=any(tensor.numpy for tensor in tensors),
        of_no_input=described.imperative and all(map(_of_no_input, arguments.all())),
        **properties,
    )


def _of_no_input(value: Value) -> bool:
    """Whether certainly no input of the block goes into `value`."""
    if isinstance(value, Sequence):
        return value.items is not None and all(map(_of_no_input, value.items))
    return isinstance(value, Plain) and not value.argument or isinstance(value, Tensor) and value.of_no_input


def _draws_without_shape(path: str, described: Described, arguments: Arguments) -> bool:
    """Whether a random operator is left to find its shape itself."""
    parameters = described.symbolic_parameters or ()
    takes = any(p.name == "shape" and not p.required and p.kind == "positional" for p in parameters)
    return (
        path.startswith("random.") and takes and not arguments.starred and "shape" not in _given(described, arguments)
    )


def _given(described: Described, arguments: Arguments) -> Dict[str, Value]:
    """The arguments that are given and not None."""
    named = named_arguments(described, arguments)
    return {name: value for name, value in named.items() if not (isinstance(value, Plain) and value.value is None)}


def _gradient(path: str, described: Optional[Described], arguments: Arguments) -> Gradient:
    if path in _STOPS_GRADIENTS:
        return STOPPED
    if path in _MAKES_GRADIENTS:
        return Gradient()
    gradient = gradient_through(arguments.all())
    if described is not None and described.differentiable is False:
        return dataclasses.replace(gradient, missing=f"F.{path}")
    if names.last(path).replace("broadcast_", "") in _ZERO_GRADIENT:
        return dataclasses.replace(gradient, flows=False)
    return gradient


def named_arguments(described: Described, arguments: Arguments) -> Dict[str, Value]:
    """The arguments by the names that the symbolic side gives them."""
    named: Dict[str, Value] = dict(arguments.keywords)
    parameters = described.symbolic_parameters or described.imperative_parameters or ()
    positional = [parameter.name for parameter in parameters if parameter.kind == "positional"]
    if any(parameter.kind == "var_positional" for parameter in parameters):
        return named
    for name, value in zip(positional, arguments.positional):
        named.setdefault(name, value)
    return named


def _attributes(described: Described, arguments: Arguments) -> Dict[str, object]:
    attributes: Dict[str, object] = {}
    for name, value in named_arguments(described, arguments).items():
        attributes[name] = _python(value)
    if arguments.starred:
        for parameter in described.symbolic_parameters or ():
            attributes.setdefault(parameter.name, mxnet_api.UNKNOWN)
    return attributes


def _python(value: Value) -> object:
    if isinstance(value, Plain) and value.known and not value.frozen:
        return value.value
    if isinstance(value, Sequence) and value.items is not None and not any(map(contains_tensor, value.items)):
        return tuple(_python(item) for item in value.items)
    return mxnet_api.UNKNOWN


# Shapes


def _shape(path: str, described: Described, arguments: Arguments) -> Optional[Shape]:
    named = named_arguments(described, arguments)
    first = arguments.positional[0] if arguments.positional else named.get("data", UNKNOWN)
    own = first.shape if isinstance(first, Tensor) else None
    name = path.rsplit(".", 1)[-1]
    if name in ("ones", "zeros", "full", "empty") or path.startswith("random."):
        dims = _dims(named.get("shape"))
        return Shape(dims, literal=True) if dims is not None and None not in dims else None
    if name == "size_array":
        return Shape((1,), literal=True)
    if name == "shape_array":
        return Shape((None,))
    if name == "eye":
        rows, columns = (_python(named.get(key, Plain("int", 0))) for key in ("N", "M"))
        return Shape((rows, columns or rows), literal=True) if type(rows) is type(columns) is int else None
    if name == "moments":
        return _reduced(own, described, {**named, "axis": named.get("axes", NONE)}) if own is not None else None
    if name in ("ones_like", "zeros_like"):
        return own
    if name in ("broadcast_like", "reshape_like") and len(arguments.positional) == 2 and len(arguments.keywords) == 0:
        other = arguments.positional[1]
        return other.shape if isinstance(other, Tensor) else None
    if name == "where":
        chosen = named.get("x")
        return chosen.shape if isinstance(chosen, Tensor) else None
    if described.shape_rule == "reduce":
        reduced = _reduced(own or Shape(), described, named)
        return reduced if own is not None or reduced is not None and reduced.dims == (1,) else None
    if name == "reshape":
        return _reshaped(own, _dims(named.get("shape")))
    if own is None:
        return None
    if described.keeps_shape:
        return own
    if described.shape_rule == "broadcast" and len(arguments.positional) >= 2:
        other = arguments.positional[1]
        return own if isinstance(other, Tensor) and other.shape == own or isinstance(other, Plain) else None
    if name == "expand_dims":
        axis = named.get("axis")
        return own.after(("expand", axis.value)) if isinstance(axis, Plain) and type(axis.value) is int else None
    if name == "transpose" and own.dims is None:
        axes = _python(named.get("axes", UNKNOWN))
        return (
            own.after(("turned", axes)) if isinstance(axes, tuple) and all(type(one) is int for one in axes) else None
        )
    if name == "transpose" and own.dims is not None:
        return _transposed(own.dims, _python(named.get("axes", NONE)))
    if name == "one_hot" and own.dims is None:
        return own.after(VECTORS)
    if name == "AdaptiveAvgPooling2D":
        size = _python(named.get("output_size", Plain("int", 1)))
        return own.after(("keep", (2, 3))) if size in (1, (1, 1), (1,)) else None
    if name == "Pooling" and _python(named.get("global_pool", Plain("bool", False))) is True:
        return own.after(("keep", (2, 3)))
    if name == "slice_axis":
        return _one_slice(own, *(_python(named.get(key, UNKNOWN)) for key in ("axis", "begin", "end")))
    return None


def _reshaped(own: Optional[Shape], wanted: Optional[Tuple[Optional[int], ...]]) -> Optional[Shape]:
    """The shape of `reshape(wanted)`: 0 stands for a length as it was, -1 for the one that is left over."""
    if wanted is None:
        return None
    if all(length is not None and length > 0 for length in wanted):
        return Shape(wanted, literal=True)
    if own is not None and own.dims is not None and wanted.count(-1) == 1:
        return _filled_up(own.dims, wanted)
    if any(length is not None and length < -1 for length in wanted):
        return None
    return Shape(tuple(length if length is not None and length > 0 else None for length in wanted))


def _filled_up(dims: Tuple[Optional[int], ...], wanted: Tuple[Optional[int], ...]) -> Optional[Shape]:
    """The shape of `reshape(wanted)` where one length of it is -1."""
    others = [length for length in wanted if length != -1]
    if None in dims or not all(length is not None and length > 0 for length in others):
        return None
    left = math.prod(length for length in dims if length) // math.prod(length for length in others if length)
    return Shape(tuple(left if length == -1 else length for length in wanted), literal=True)


def _transposed(dims: Tuple[Optional[int], ...], axes: object) -> Optional[Shape]:
    if axes in (None, ()):
        return Shape(dims[::-1])
    if isinstance(axes, tuple) and sorted(axes) == list(range(len(dims))):
        return Shape(tuple(dims[axis] for axis in axes))
    return None


def _one_slice(own: Shape, axis: object, begin: object, end: object) -> Optional[Shape]:
    """The shape of `F.slice_axis` where it is written out how many positions of an axis it keeps."""
    if type(axis) is not int or type(begin) is not int:
        return None
    if type(end) is int and end != 0 and (begin < 0) == (end < 0):
        length = end - begin
    elif begin < 0 and end is None:
        length = -begin
    else:
        return None
    return own.after(("keep", (axis,)) if length == 1 else ("cut", (axis, length)))


def _reduced(own: Shape, described: Described, named: Dict[str, Value]) -> Optional[Shape]:
    keepdims = _python(named.get("keepdims", Plain("bool", False)))
    axis = _python(named["axis"]) if "axis" in named else described.reduce_axis
    if "exclude" in named and _python(named["exclude"]) is not False:
        return None
    if axis == "all" or axis is None or axis == ():
        axes: Optional[Tuple[int, ...]] = None
    elif type(axis) is int:
        axes = (axis,)
    elif isinstance(axis, tuple) and all(type(one) is int for one in axis):
        axes = tuple(sorted(axis))
    elif keepdims in (True, 1) and own.dims is None:
        return own.after(("keep", ("?",)))  # an axis that the configuration names
    else:
        return None
    if keepdims in (True, 1):
        return own.after(("keep", axes))
    if keepdims not in (False, 0):
        return None
    return Shape((1,), literal=True, reduced=own.base or -1) if axes is None else own.after(("drop", axes))


def _dims(value: Optional[Value]) -> Optional[Tuple[Optional[int], ...]]:
    """The lengths that a written-out shape gives; None if it is not written out."""
    if isinstance(value, Plain) and type(value.value) is int:
        return (value.value,)
    if isinstance(value, Sequence) and value.items is not None:
        return tuple(
            item.value if isinstance(item, Plain) and type(item.value) is int else None for item in value.items
        )
    return None


def dims_of_literal(value: Value) -> Optional[Tuple[Optional[int], ...]]:
    """The shape of a nested list of numbers, or of an array that was made of one."""
    if isinstance(value, (ImperativeArray, NumPyArray)):
        return value.dims
    if isinstance(value, Plain) and value.type in ("int", "float", "bool"):
        return ()
    if isinstance(value, Sequence) and value.items:
        inner = {dims_of_literal(item) for item in value.items}
        dims = inner.pop() if len(inner) == 1 else None
        return None if dims is None else (len(value.items), *dims)
    return None


def dims_of_made(name: str, arguments: Arguments) -> Optional[Tuple[Optional[int], ...]]:
    """The shape of what `nd.array([[…]])`, `np.ones((2, 3))` and the like make."""
    first = arguments.positional[0] if arguments.positional else arguments.keyword("shape")
    if first is None:
        return None
    dims = dims_of_literal(first) if name in ("array", "asarray") else None
    if name in ("ones", "zeros", "full", "empty"):
        dims = _dims(first)
    return dims if dims is None or None not in dims else None


# foreach, while_loop, cond


def _control_flow(run: Run, node: cst.Call, path: str, arguments: Arguments, frame: Frame) -> Value:
    given = list(arguments.positional)
    by_name = dict(arguments.keywords)

    def argument(position: int, name: str) -> Value:
        return given[position] if position < len(given) else by_name.get(name, UNKNOWN)

    if path == "contrib.foreach":
        data, states = argument(1, "data"), argument(2, "init_states")
        _note_arrays(run, node, argument(0, "body"), data, states)
        returned = _run_body(run, node, argument(0, "body"), (_slices(run, data), states), frame)
        outputs = returned.items[0] if isinstance(returned, Sequence) and returned.items else UNKNOWN
        return Sequence("tuple", (_stacked(run, outputs, _rows(data)), _again(run, states)))
    if path == "contrib.while_loop":
        variables = argument(2, "loop_vars")
        each = variables.items if isinstance(variables, Sequence) and variables.items is not None else None
        values = tuple(_again(run, value) for value in each) if each is not None else (UNKNOWN,)
        starred = each is None
        _run_body(run, node, argument(0, "cond"), values, frame, starred)
        returned = _run_body(run, node, argument(1, "func"), values, frame, starred)
        outputs = returned.items[0] if isinstance(returned, Sequence) and returned.items else UNKNOWN
        unwritten = not _runs_to_the_end(run, node, argument(0, "cond"))
        stacked = _stacked(run, outputs, unwritten=unwritten)
        return Sequence("tuple", (stacked, Sequence("list", values if each else None)))
    results = [
        _run_body(run, node, argument(position, name), (), frame)
        for position, name in ((1, "then_func"), (2, "else_func"))
    ]
    run.emit(CondBranches(node, results[0], results[1], argument(0, "pred")))
    joined = join_all(results)
    return joined if isinstance(joined, (Tensor, Sequence)) else UNKNOWN


def _runs_to_the_end(run: Run, node: cst.Call, condition: Value) -> bool:
    """Whether the condition of a `while_loop` counts up to its `max_iterations`, so that each row is written:
    `cond=lambda i, s: i < self.steps, max_iterations=self.steps`."""
    most = next((one.value for one in node.args if one.keyword and one.keyword.value == "max_iterations"), None)
    if most is None and len(node.args) == 4 and not any(one.keyword or one.star for one in node.args):
        most = node.args[3].value
    body = condition.node.body if isinstance(condition, Function) else None
    if most is None or not isinstance(body, cst.Comparison) or len(body.comparisons) != 1:
        return False
    bound = body.comparisons[0]
    return isinstance(bound.operator, cst.LessThan) and run.code(bound.comparator) == run.code(most)


def _run_body(
    run: Run, node: cst.Call, body: Value, values: Tuple[Value, ...], frame: Frame, starred: bool = False
) -> Value:
    if not isinstance(body, (Function, BoundMethod)):
        run.unknown_call(*values)
        return UNKNOWN
    outer, frame.loop_body = frame.loop_body, True
    with run.graph_of_its_own():
        value = run.call(node, body, Arguments(values, (), starred), frame)
    frame.loop_body = outer
    return value


def _note_arrays(run: Run, node: cst.Call, body: Value, *given: Value) -> None:
    """Arrays that `foreach` is given twice, or that its body does not name."""
    if not isinstance(body, Function) or body.bound is not None:
        return
    read = functions.names_in(body.node.body)
    arrays = [tensor.identity for value in given for tensor in tensors_in(value)]
    if len(set(arrays)) < len(arrays):
        run.emit(LoopArrays(node))
    for parameter, value, part in zip(body.node.params.params, given, ("data", "state")):
        if contains_tensor(value) and parameter.name.value not in read:
            run.emit(LoopArrays(node, parameter.name.value, part))


def _slices(run: Run, value: Value) -> Value:
    """What one step of `foreach` is handed for `data`."""
    if isinstance(value, Tensor):
        dims = None if value.shape is None else value.shape.dims
        shape = Shape(None, run.identity()) if dims is None else Shape(dims[1:] or (1,))
        return run.fresh(description="the data of one step", shape=shape)
    if isinstance(value, Sequence):
        items = None if value.items is None else tuple(_slices(run, item) for item in value.items)
        return Sequence("list", items, _slices(run, value.element))
    return UNKNOWN


def _rows(value: Value) -> Optional[int]:
    """How many steps `foreach` makes with this `data`, where that is written out."""
    if isinstance(value, Sequence) and value.items:
        value = value.items[0]
    dims = value.shape.dims if isinstance(value, Tensor) and value.shape is not None else None
    return dims[0] if dims else None


def _again(run: Run, value: Value) -> Value:
    """A loop state after some steps: an array of its own, like the one before."""
    if isinstance(value, Tensor):
        return run.fresh(description="a loop state", shape=value.shape or Shape(None, run.identity()))
    if isinstance(value, Sequence):
        items = None if value.items is None else tuple(_again(run, item) for item in value.items)
        return Sequence("list", items, _again(run, value.element))
    return UNKNOWN


def _stacked(run: Run, value: Value, rows: Optional[int] = None, unwritten: bool = False) -> Value:
    """The outputs of all steps, stacked: so many `rows`, of which some may be left `unwritten`."""
    if isinstance(value, Tensor):
        dims = None if value.shape is None else value.shape.dims
        shape = Shape(None, run.identity()) if dims is None else Shape((rows, *dims))
        return run.fresh(description="the outputs of the loop", loop_rows=unwritten, shape=shape)
    if isinstance(value, Sequence):
        items = None if value.items is None else tuple(_stacked(run, item, rows, unwritten) for item in value.items)
        return Sequence("list", items, _stacked(run, value.element, rows, unwritten))
    return UNKNOWN
