"""Blocks: their creation, their children, and the results of calling them."""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple

from hybridlint import layer_shapes
from hybridlint.dataclass import replace
from hybridlint.divergences import Kind
from hybridlint.events import BlockCall
from hybridlint.graph.gradients import HAS_PARAMETERS, THROUGH
from hybridlint.interpreter.engine import apply, traced
from hybridlint.interpreter.engine.state import CalledBlock
from hybridlint.interpreter.lifecycle import classes, construction, inputs
from hybridlint.mxnet_api import gluon
from hybridlint.syntax import FunctionDef, attribute_key, last_part, parameters
from hybridlint.values import (
    ANY,
    NONE,
    UNKNOWN,
    Arguments,
    Block,
    Function,
    ImperativeArray,
    Operator,
    Self,
    Sequence,
    Taint,
    Tensor,
    Unknown,
    Value,
    constant,
    operand,
    sharing_any,
)

if TYPE_CHECKING:
    from hybridlint.graph import Node
    from hybridlint.interpreter import Frame, Run

#: Maximum number of children of a Sequential that are interpreted one by one.
_MOST_CHILDREN = 16


def make(run: Run, node: ast.Call, type_name: str, local: bool, arguments: Arguments) -> Block:
    """Return the block that a call of its class creates. `local` if the file defines the class."""
    function: Optional[Value] = None
    children: Optional[Tuple[Value, ...]] = None
    maker = run.building if run.constructing else ""
    known = None if local else gluon.block(type_name)
    if local:
        hybrid: Optional[bool] = classes.is_hybrid(run, type_name)
        run.structure.make(type_name, maker, arguments)
    else:
        hybrid = None if known is None else known.hybrid
        kind = "" if known is None else known.kind
        if kind == "sequential":
            children = ()
        if kind == "lambda" and arguments.positional:
            first = arguments.positional[0]
            if first.string is not None:
                function = Operator("both" if hybrid else "imperative", first.string)
            elif isinstance(first, Function):
                function = first
                if hybrid:
                    run.structure.note_lambda(first)
                    run.structure.make(first.key, maker)
    titles = () if known is None else known.positional
    maker_of_local = classes.find_method(run, type_name, "__init__") if local and not arguments.starred else None
    if maker_of_local is not None:
        titles = tuple(parameter.name for parameter in parameters(maker_of_local[1]).positional[1:])
    starred = (("**", ANY),) if arguments.starred else ()
    options = sorted((*arguments.keywords, *zip(titles, arguments.positional), *starred), key=operator.itemgetter(0))
    return Block(type_name, local, hybrid, children, tuple(options), function, run.identity())


def add_children(run: Run, node: ast.Call, receiver: Block, arguments: Arguments, configured: bool) -> Block:
    """Return the Sequential after `receiver.add(…)`. `configured` if the call runs in some configurations only."""
    for child in arguments.positional:
        run.structure.register(*child.blocks())
        if receiver.hybrid:
            construction.note_child(run, node, last_part(receiver.type) or "HybridSequential", child)
    known = receiver.children or ()
    if receiver.hybrid:
        later = arguments.positional[0 if known or run.loops else 1 :]
        run.structure.follow(*[block for child in later for block in child.blocks()])
    added = tuple([_as_child(receiver, child) for child in arguments.positional])
    too_many = len(known) + len(added) > _MOST_CHILDREN
    vary = receiver.children_vary or bool(run.loops) or arguments.starred or configured or too_many
    return replace(receiver, children=(known + added)[:_MOST_CHILDREN], children_vary=vary)


def _as_child(receiver: Block, child: Value) -> Value:
    """Return a child of a Sequential. A HybridSequential accepts only HybridBlocks, so an unknown child is one."""
    unknown = receiver.hybrid and not child.is_block and (child.is_unknown or child == ANY)
    return Block("", hybrid=True) if unknown else child


def call_block(run: Run, node: ast.AST, block: Block, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `block(arguments)`."""
    if run.constructing:
        return UNKNOWN
    given, arguments = arguments, arguments.map(operand)
    run.emit(BlockCall(node, block, arguments))
    return _result_of_call(run, node, block, given, arguments, frame)


def _result_of_call(
    run: Run, node: ast.AST, block: Block, given: Arguments, arguments: Arguments, frame: Frame
) -> Value:
    """Return the result of `block(arguments)`, where code of the file gets the arguments `given`, with alternatives."""
    if _is_unregistered(run, block) and block.has_parameters:
        run.observe(node, Kind.BLOCK_NOT_REGISTERED)
    every = arguments.all()
    for value in every:
        run.note_loop_rows(node, value)
    first_inside = len(run.attempt.block_calls)
    known = None if block.local else gluon.block(block.type)
    if known is not None:
        apply.note_lacking(run, node, arguments.positional[:1])
    if block.hybrid and True not in [value.holds_tensor for value in every]:
        if any(isinstance(value, ImperativeArray) for value in every):  # it runs imperatively
            words = f"`{run.code(node)}`"
            return ImperativeArray(words, Taint("layer", words))
    if block.local:
        result = _call_local(run, node, block, given, frame)
    elif known is None:
        of_tensor = any(value.holds_tensor for value in arguments.positional[:1])
        result = run.of_unknown_block(node, every) if of_tensor else UNKNOWN
    else:
        result = _result_of_layer(run, node, block, known, arguments, frame)
    if isinstance(result, (Tensor, Unknown)):
        result = recorded_output(run, node, frame) or result
    if isinstance(result, Tensor) and block.identity and not arguments.keywords:
        result = replace(result, node=traced.of_block(run.graph, block.identity, arguments.positional, result.node))
    if result.is_unknown:
        run.escapes(every, run.pauses)
    # What the body of a loop operator uses is not known here.
    used = UNKNOWN if run.graph.is_inside else result
    run.attempt.note_call(CalledBlock(node, block, used, first_inside))
    return result


def recorded_output(run: Run, node: ast.AST, frame: Frame) -> Optional[Value]:
    """Return the output of the child that `node` calls, by the recorded facts; None if there are none of it."""
    if not run.facts.blocks:
        return None
    seen = run.facts.of(frame.instance).children.get(_called_attribute(node))
    return None if seen is None else inputs.of_fact(run, seen, "")


def _called_attribute(node: ast.AST) -> str:
    """Return "dense" for `self.dense(x)`; "" for any other call."""
    holder, _, name = (attribute_key(getattr(node, "func", node)) or "").partition(".")
    return name if holder == "self" else ""


def _is_unregistered(run: Run, block: Block) -> bool:
    """Return whether a block that the file creates is not a child of any block, nor in a list or dict that is reported
    as unregistered."""
    if not block.identity or block.identity in run.structure.registered:
        return False
    held = (held for *_, value in run.structure.containers for held in value.blocks())
    return all(block.identity != other.identity for other in held)


def _call_local(run: Run, node: ast.AST, block: Block, arguments: Arguments, frame: Frame) -> Value:
    if classes.is_hybrid(run, block.type) is None and not classes.is_block(run, block.type):
        if classes.find_method(run, block.type, "hybrid_forward") is None:
            return UNKNOWN
    if block.type in run.module.numpy.classes:
        run.learn(numpy=True)  # its inputs are arrays of `mx.np`
    for method in ("__call__", "forward", "hybrid_forward"):
        result = classes.find_method(run, block.type, method)
        if result is None:
            continue
        function = Function.of_method(result, Self(block.type))
        if method != "hybrid_forward":
            return run.call_function(node, function, arguments, frame)
        arguments = inputs.with_namespace_and_parameters(run, block.type, result[1], arguments)
        with inputs.facts_of_call(run, block.type, result[1], arguments), construction.specialised(run, block):
            return run.call_function(node, function, arguments, frame)
    arguments = arguments.map(operand)
    known = {name: gluon.block(name) for name in classes.foreign_names(run, block.type)}
    if block.children is not None or any(item is not None and item.kind == "sequential" for item in known.values()):
        return call_sequential(run, node, block, arguments, frame)
    for name, layer in known.items():
        if layer is not None and layer.kind != "base":
            return _result_of_layer(run, node, replace(block, type=name), layer, arguments, frame)
    return run.of_unknown_call(node, arguments.all())


def _result_of_layer(
    run: Run, node: ast.AST, block: Block, known: gluon.BlockClass, arguments: Arguments, frame: Frame
) -> Value:
    kind = known.kind
    first = arguments.first
    description = f"the output of `{run.code(node)}`"
    name = last_part(block.type)
    if name == "SymbolBlock":
        return run.of_unknown_block(node, arguments.all())
    if kind == "base":
        return UNKNOWN
    if known.training or block.option("dropout") is not None:
        run.note_mode_dependent()
    if not isinstance(first, (Tensor, Sequence)) and kind != "lambda":
        return UNKNOWN
    if name == "Identity":
        return first
    run.recorded.note_batch(node, name, kind == "recurrent layer" and arguments.get(1, "states") is None)
    made = traced.operation(
        run.graph,
        name,
        arguments.all(),
        backward=THROUGH if known.parameters == () else HAS_PARAMETERS,
        is_given=True,
        is_new=True,
        operators=traced.operators_of(block),
    )
    shape = first.shape
    if kind == "sequential":
        return _call_children(run, node, block, arguments, frame)
    if kind == "lambda":
        if block.function is None or not isinstance(node, ast.Call):
            return run.fresh(made, description=description, certain=False, memory=sharing_any(arguments.all()))
        if block.hybrid and isinstance(block.function, Function) and not run.recording:
            arguments = Arguments((inputs.NAMESPACE,) + arguments.positional, arguments.keywords, arguments.starred)
        return run.call(node, block.function, arguments, frame)
    if kind == "cell":
        step = layer_shapes.vectors_of_cell(run.shapes, block)
        output = run.fresh(run.graph.output(made, 0), description=description, **step)
        return Sequence("tuple", (output, states(run, made, **step)))
    if kind == "recurrent layer":
        # Axes: time and batch, in the order of the layout, then units.
        steps = layer_shapes.shape_after(run.shapes, block, known, shape)
        output = run.fresh(run.graph.output(made, 0), description=description, shape=steps)
        given = arguments.get(1, "states")
        if given is None:
            return output
        if isinstance(given, (Tensor, Sequence)):
            last = layer_shapes.state_of_recurrent(run.shapes, block)
            return Sequence("tuple", (output, states(run, made, shape=last)))
        return UNKNOWN
    shape = layer_shapes.shape_after(run.shapes, block, known, shape)
    properties: Dict[str, Any] = {} if shape is None else {"shape": shape}
    return run.fresh(made, description=description, **properties)


def states(run: Run, node: Node, **properties: Any) -> Sequence:
    """Return the list of states that a cell or a recurrent layer, called as `node`, returns."""
    return Sequence("list", None, run.fresh(run.graph.output(node), description="a state", **properties))


def call_sequential(run: Run, node: ast.AST, block: Block, arguments: Arguments, frame: Frame) -> Value:
    """Call an instance of a class derived from Sequential. Its children are those that `__init__` adds, in whichever
    configuration."""
    lineage = reversed(classes.lineage(run, block.type))
    children = tuple(child for current in lineage for child in run.structure.of(current).children)
    children = (children + (block.children or ()))[:_MOST_CHILDREN]
    if not children:
        memory = sharing_any(arguments.all())
        return run.fresh(description=f"the output of `{run.code(node)}`", certain=False, memory=memory)
    filled = replace(block, children=children, children_vary=True)
    return _call_children(run, node, filled, arguments, frame)


def _matters(run: Run, child: Block, value: Tensor) -> bool:
    """Return whether the call of a child of a Sequential with `value` may be a divergence, or evidence about an input.
    Most are neither, and most calls of blocks are such: they need no event."""
    known = None if child.local else gluon.block(child.type)
    untraceable = known is not None and (known.untraceable or bool(known.untraceable_with))
    return run.recording or untraceable or bool(value.source) and value.of_input


def _call_children(run: Run, node: ast.AST, block: Block, arguments: Arguments, frame: Frame) -> Value:
    value: Value = arguments.positional[0] if len(arguments.positional) == 1 else UNKNOWN
    for child in block.possible_children():
        if not isinstance(child, Block) or not isinstance(value, Tensor):
            value = UNKNOWN
            break
        given = Arguments((value,))
        if _matters(run, child, value):
            run.emit(BlockCall(node, child, given))
        value = _result_of_call(run, node, child, given, given, frame)
    if isinstance(value, Tensor):
        description = f"the output of `{run.code(node)}`"
        properties: Dict[str, Any] = {
            "certain": value.certain,
            "outputs": value.outputs,
        }
        if block.children and not block.children_vary and value.shape is not None:
            properties["shape"] = value.shape
        # Children added in a loop are known by kind but not by number, so the shape is unknown.
        made = run.fresh(value.node, description=description, **properties)
        return replace(made, identity=value.identity, memory=value.memory)
    return value


def call_method(
    run: Run, node: ast.Call, owner: str, method: Tuple[str, FunctionDef], arguments: Arguments, frame: Frame
) -> Value:
    """Evaluate a call of a `method` of the file on a child of class `owner`."""
    if method[1].name == "hybrid_forward":
        arguments = inputs.with_namespace_and_parameters(run, owner, method[1], arguments.rest())
    return run.call(node, classes.bound_method(run, frame, Self(owner), *method), arguments, frame)


def unroll(run: Run, node: ast.Call, receiver: Block, arguments: Arguments) -> Value:
    """Evaluate `cell.unroll(length, inputs, …)`."""
    given = [value for value in (arguments.get(1, "inputs"), arguments.get(2, "begin_state")) if value]
    run.emit(BlockCall(node, receiver, Arguments(tuple(given)), "unroll"))
    run.recorded.note_batch(node, last_part(receiver.type), arguments.get(2, "begin_state") is None)
    merged, lengths = arguments.get(4, "merge_outputs") or NONE, arguments.get(5, "valid_length") or NONE
    step = layer_shapes.vectors_of_cell(run.shapes, receiver)
    made = traced.operation(
        run.graph, last_part(receiver.type), (*given, lengths), (), HAS_PARAMETERS, is_given=True, is_new=True
    )
    output: Value = UNKNOWN
    if merged == constant(True) or merged == NONE and lengths.holds_tensor:  # masked after merging
        steps = layer_shapes.vectors_of_cell(run.shapes, receiver, arguments)
        output = run.fresh(run.graph.output(made, 0), description=f"the outputs of `{run.code(node)}`", **steps)
    elif merged == constant(False) or merged == NONE == lengths:
        output = Sequence("list", None, run.fresh(run.graph.output(made, 0), **step))
    return Sequence("tuple", (output, states(run, made, **step)))


def call_inherited(
    run: Run, node: ast.Call, receiver: Self, base: str, name: str, arguments: Arguments, frame: Frame
) -> Value:
    """Evaluate `super().name(arguments)` of a block, in the class `base`."""
    # HybridBlock.forward passes its arguments to hybrid_forward.
    forwards = name in ("forward", "__call__") and not run.constructing
    own = classes.find_method(run, receiver.name, "hybrid_forward") if forwards else None
    if own is not None:
        given = inputs.with_namespace_and_parameters(run, receiver.name, own[1], arguments)
        return run.call_function(node, Function.of_method(own, receiver), given, frame)
    result = None if name == "hybridize" else receiver.call_own(run, node, name, arguments, frame)
    if result is not None:
        return result
    for inherited in classes.foreign_names(run, base) if name in ("__init__", "hybrid_forward") else ():
        known = gluon.block(inherited)
        if name == "__init__":
            if known is not None and known.kind == "layer" and run.constructing:
                layer = make(run, node, inherited, False, arguments)
                run.structure.construct(run.building, inherited=layer)
        elif known is not None and known.kind == "layer":
            layer = run.structure.of(receiver.name).inherited or Block("", hybrid=True)
            return _result_of_layer(run, node, layer, known, arguments.rest(), frame)
        elif known is not None and known.kind == "sequential":
            return call_sequential(run, node, Block(receiver.name), arguments.rest(), frame)
    if name in ("hybrid_forward", "forward", "__call__"):
        return run.of_unknown_block(node, arguments.all())
    return run.of_unknown_call(node, arguments.all())
