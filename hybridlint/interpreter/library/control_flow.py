"""F.contrib.foreach, while_loop and cond: operators that call functions of the file with tensors."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Callable, Optional, Sequence as SequenceOf, Tuple

from hybridlint.attributes import UNKNOWN as UNKNOWN_LENGTH
from hybridlint.dataclass import replace
from hybridlint.divergences import Kind
from hybridlint.events import CondBranches, LoopValues
from hybridlint.graph.gradients import STARTS
from hybridlint.interpreter.engine import traced
from hybridlint.interpreter.engine.frames import Frame, Scope
from hybridlint.syntax import identifiers, names_stored, nodes_below, parameters, same_code
from hybridlint.values import (
    UNKNOWN,
    Arguments,
    Block,
    BoundMethod,
    Function,
    ImperativeArray,
    Sequence,
    Tensor,
    Value,
    callee_of,
    join,
    operand,
)

if TYPE_CHECKING:
    from hybridlint.graph import Node
    from hybridlint.interpreter import Run

#: Comparisons that hold between a value and itself.
_REFLEXIVE = (ast.Eq, ast.LtE, ast.GtE)


def call(run: Run, node: ast.Call, path: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `F.path(arguments)`, where `path` is one of `gluon.CONTROL_FLOW`."""
    if path == "contrib.foreach":
        return _foreach(run, node, arguments, frame)
    if path == "contrib.while_loop":
        return _while_loop(run, node, arguments, frame)
    return _cond(run, node, arguments, frame)


def _given(arguments: Arguments, position: int, name: str) -> Value:
    return callee_of(arguments.get(position, name) or UNKNOWN)


def _foreach(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    body = _given(arguments, 0, "body")
    data, states = _given(arguments, 1, "data"), _given(arguments, 2, "init_states")
    _note_arrays(run, node, body, (data, states), ("data", "state"))
    returned = _run_body(
        run, node, body, (_step_data(run, data), _as_loop_counter(run, _loop_input(run, states))), frame
    )
    outputs, after = _outputs_and_states(returned)
    run.emit(LoopValues(node, "foreach", (data, states), outputs, after))
    made = _node(run, "foreach", (data, states, outputs, after))
    return Sequence("tuple", (_stacked(run, made, outputs, _number_of_steps(data)), _next_state(run, made, states)))


def _while_loop(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    condition, body = _given(arguments, 0, "cond"), _given(arguments, 1, "func")
    variables = _given(arguments, 2, "loop_vars")
    # An input may as well be a list of tensors.
    alone = isinstance(variables, Tensor) and variables.certain and not variables.origin
    each = (variables,) if alone else variables.items
    states = [_next_state(run, run.graph.given(), _loop_input(run, value)) for value in each or ()]
    values = (UNKNOWN,) if each is None else tuple(states)
    _note_arrays(run, node, body, each or (), ("loop variable",) * len(each or ()))
    goes_on = _run_body(
        run, node, condition, tuple(_as_loop_counter(run, value) for value in values), frame, starred=each is None
    )
    outputs, after = _outputs_and_states(_run_body(run, node, body, values, frame, starred=each is None))
    run.emit(LoopValues(node, "while_loop", (variables,), outputs, after, goes_on))
    made = _node(run, "while_loop", (variables, goes_on, outputs, after))
    stacked = _stacked(run, made, outputs, unwritten=not _reaches_max_iterations(run, node, condition, frame))
    last = tuple(_next_state(run, made, value) for value in values)
    after_all = last[0] if alone else Sequence("list", last if each else None)
    return Sequence("tuple", (stacked, after_all))


def _cond(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    functions = _given(arguments, 1, "then_func"), _given(arguments, 2, "else_func")
    then, otherwise = (_run_body(run, node, function, (), frame) for function in functions)
    computed = (
        ""
        if frame.loop_body
        else next(filter(None, (_computed_outside(run, function, frame) for function in functions)), "")
    )
    run.emit(CondBranches(node, then, otherwise, _given(arguments, 0, "pred"), computed))
    joined = operand(join(then, otherwise))
    return _chosen(run, _given(arguments, 0, "pred"), joined) if isinstance(joined, (Tensor, Sequence)) else UNKNOWN


def _chosen(run: Run, predicate: Value, value: Value) -> Value:
    """Return `value`, the output of a `cond`, as it depends on the predicate."""
    if isinstance(value, Tensor):
        node = traced.operation(run.graph, "cond", (value, predicate), is_new=True)
        return replace(value, node=node)
    return value.mapped(lambda item: _chosen(run, predicate, item))


def _node(run: Run, operator: str, values: Tuple[Value, ...]) -> Node:
    """Return the node of a loop or a `cond`, whose outputs depend on `values`."""
    return traced.operation(run.graph, operator, values, backward=STARTS, is_given=True, is_new=True)


def _computed_outside(run: Run, function: Value, frame: Frame) -> str:
    """Return the name of a free variable of `function` that is the result of an operator with a gradient, as is an
    input of a block that follows another."""
    if not isinstance(function, Function) or function.scope is None:
        return ""
    bound = {node.arg for node in ast.walk(function.node) if isinstance(node, ast.arg)}
    bound |= names_stored(function.node)
    for name in [node.id for node in ast.walk(function.node) if isinstance(node, ast.Name) and node.id not in bound]:
        scope = function.scope.find(name)
        value = scope.names[name] if scope is not None else UNKNOWN
        if isinstance(value, Tensor) and value.certain and value.gradient.flows and value.gradient.asked:
            computed = value.origin is None or value.of_input and frame.instance in run.structure.following
            if computed and not value.of_no_input and not value.numpy:
                return name
    return ""


def _outputs_and_states(returned: Value) -> Tuple[Value, Value]:
    """Return the outputs and the states that the body of a loop returns."""
    items = returned.items
    return (items[0], items[1]) if items is not None and len(items) == 2 else (UNKNOWN, UNKNOWN)


def _reaches_max_iterations(run: Run, node: ast.Call, condition: Value, frame: Frame) -> bool:
    """Return whether a `while_loop` certainly runs `max_iterations` times, so that each row of its outputs is written:
    `cond=lambda i, s: i < self.steps, max_iterations=self.steps`, or a condition that always holds."""
    most = next((argument.value for argument in node.keywords if argument.arg == "max_iterations"), None)
    if most is None and len(node.args) == 4 and not node.keywords:
        most = node.args[3]
    if most is None or not isinstance(condition, Function):
        return False
    returned = [part.value for part in nodes_below(condition.node.body) if isinstance(part, ast.Return)]
    body = returned[0] if len(returned) == 1 else condition.node.body
    if not isinstance(body, ast.Compare) or len(body.ops) != 1:
        return False
    operator, bound = body.ops[0], body.comparators[0]
    if isinstance(operator, _REFLEXIVE) and isinstance(body.left, ast.Name):
        return same_code(body.left, bound)
    if not isinstance(operator, ast.Lt):
        return False
    if same_code(bound, most):
        return True
    numbers = [run.evaluate(bound, Frame(Scope({}, condition.scope))), run.evaluate(most, frame)]
    first, last = (value.python_value if value.known else None for value in numbers)
    return first is not None and first == last


def _run_body(
    run: Run, node: ast.Call, body: Value, values: Tuple[Value, ...], frame: Frame, starred: bool = False
) -> Value:
    if not isinstance(body, (Function, BoundMethod, Block)):
        run.unknown_call(*values)
        return UNKNOWN
    with run.graph_of_its_own(frame):
        return run.call(node, body, Arguments(values, (), starred), frame)


def _note_arrays(run: Run, node: ast.Call, body: Value, given: SequenceOf[Value], parts: SequenceOf[str]) -> None:
    """Record arrays that are passed to a loop twice, or that its body does not use."""
    if not isinstance(body, Function) or body.bound is not None:
        return
    read = identifiers(body.node.body)
    arrays = [tensor.identity for value in given for tensor in value.tensors()]
    if len(set(arrays)) < len(arrays):
        run.observe(node, Kind.ARRAY_PASSED_TWICE)
    for parameter, value, part in zip(parameters(body.node).positional, given, parts):
        if value.holds_tensor and parameter.name not in read:
            loop = "while_loop" if part == "loop variable" else "foreach"
            run.observe(node, Kind.ARGUMENT_UNUSED, unused=parameter.name, loop=loop)


def _step_data(run: Run, value: Value) -> Value:
    """Return the slice of `data` that one step of `foreach` receives."""

    def of_step(tensor: Tensor) -> Tensor:
        shape = tensor.shape and run.shapes.apply("drop_first_axis", [tensor.shape])
        return run.fresh(run.graph.given(), description="the data of one step", shape=shape, certain=tensor.certain)

    return _nested_alike(value, of_step)


def _nested_alike(value: Value, change: Callable[[Tensor], Tensor]) -> Value:
    """Return a tensor after `change`, or a list with each tensor changed, at any depth; UNKNOWN for anything else."""
    if isinstance(value, Tensor):
        return change(value)
    if not isinstance(value, Sequence):
        return UNKNOWN
    items = None if value.items is None else tuple(_nested_alike(item, change) for item in value.items)
    return Sequence("list", items, _nested_alike(value.element, change))


def _number_of_steps(value: Value) -> Optional[int]:
    """Return the number of steps of a `foreach` over `value`, the length of its first axis; None if unknown."""
    if value.items:
        value = value.items[0]
    return value.shape.dims[0] if value.shape and value.shape.dims else None


def _loop_input(run: Run, value: Value) -> Value:
    """Return a loop state as the body receives it. The loop makes a Symbol of an NDArray, too."""
    if isinstance(value, ImperativeArray):
        return run.fresh(run.graph.given(), description="a loop state")
    if isinstance(value, Tensor):
        return replace(value, node=run.graph.apply("loop input", [value.node], backward=STARTS))
    return value.mapped(lambda item: _loop_input(run, item))


def _as_loop_counter(run: Run, value: Value) -> Value:
    """Return a loop state with the shape (1,), if it has that, fixed as known. The condition compares such a state with
    a bound and has to return one element; the body has to return a state of the same length."""
    if isinstance(value, Tensor) and value.dims == (1,):
        return replace(value, shape=run.shapes.known(value.dims))
    return value.mapped(lambda item: _as_loop_counter(run, item))


def _next_state(run: Run, made: Node, value: Value) -> Value:
    """Return a loop state after some steps of the loop `made`: a new array of the same shape."""

    def after(state: Tensor) -> Tensor:
        shape = state.shape or run.shapes.unknown()
        memory = state.view(("state",), may_copy=True)  # a body may return the state that it receives
        node = run.graph.output(made)
        return run.fresh(node, description="a loop state", shape=shape, certain=state.certain, memory=memory)

    return _nested_alike(value, after)


def _stacked(run: Run, made: Node, value: Value, rows: Optional[int] = None, unwritten: bool = False) -> Value:
    """Return the outputs of all steps of the loop `made`, stacked along a new first axis of length `rows` (None if
    unknown). `unwritten` if the loop may leave rows uninitialized."""

    def stacked(output: Tensor) -> Tensor:
        length = UNKNOWN_LENGTH if rows is None else rows
        return run.fresh(
            run.graph.output(made),
            description="the outputs of the loop",
            loop_rows=unwritten,
            shape=output.shape and run.shapes.apply("prepend_axis", [output.shape], {"length": length}),
            certain=output.certain,
        )

    return _nested_alike(value, stacked)
