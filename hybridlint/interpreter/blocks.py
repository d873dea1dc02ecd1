"""Classes of blocks: their methods and bases, what `__init__` puts on them, and what calling a block gives."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, Dict, List, Optional, Tuple

import libcst as cst

from hybridlint import gluon
from hybridlint.interpreter import calls, expressions, inputs, names, statements
from hybridlint.interpreter.run import Frame, Run, Scope
from hybridlint.module import nodes_below
from hybridlint.shapes import CHANNELS, UNITS, Shape
from hybridlint.uses import Arguments, BlockCall, BlocksHidden, ChildAdded
from hybridlint.values import (
    UNKNOWN,
    Block,
    Class,
    Frozen,
    Function,
    Imported,
    Mapped,
    ParameterValue,
    Plain,
    Self,
    Sequence,
    Tensor,
    Unknown,
    Value,
    constant,
    gradient_through,
    join,
)

_METHODS = frozenset(
    [
        "add",
        "hybridize",
        "initialize",
        "collect_params",
        "name_scope",
        "register_child",
        "unroll",
        "begin_state",
        "cast",
    ]
    + ["state_info", "reset", "apply", "load_parameters", "save_parameters", "hybrid_forward", "forward", "data", "var"]
    + ["insert", "register_forward_hook", "register_forward_pre_hook", "infer_shape", "_alias"]
)

#: Layers whose output has the shape of their input.
_KEEPS_SHAPE = frozenset(
    ["Activation", "Dropout", "BatchNorm", "BatchNormReLU", "LayerNorm", "InstanceNorm", "GroupNorm", "LeakyReLU"]
    + ["PReLU", "ELU", "SELU", "GELU", "Swish", "SyncBatchNorm"]
)
#: So many children of a Sequential are followed one by one.
_CHILDREN_KNOWN = 16
#: Layers in which no gradient ends.
_WITHOUT_PARAMETERS = frozenset(
    ["Activation", "AvgPool1D", "AvgPool2D", "AvgPool3D", "Dropout", "ELU", "Flatten", "GELU", "GlobalAvgPool1D"]
    + ["GlobalAvgPool2D", "GlobalAvgPool3D", "GlobalMaxPool1D", "GlobalMaxPool2D", "GlobalMaxPool3D", "Identity"]
    + ["LeakyReLU", "MaxPool1D", "MaxPool2D", "MaxPool3D", "PixelShuffle1D", "PixelShuffle2D", "PixelShuffle3D"]
    + ["ReflectionPad2D", "SELU", "Swish"]
)
#: Some of the others, which always have them.
_WITH_PARAMETERS = re.compile(r"(Conv\dD|Dense|Embedding|PReLU|(Batch|Layer|Group|Instance|SyncBatch)Norm|\w+Cell)$")
#: Layers that compute otherwise in training than in inference.
_FOLLOWS_THE_MODE = frozenset(["BatchNorm", "BatchNormReLU", "Dropout", "SyncBatchNorm"])
_FOLLOWS_THE_MODE |= frozenset(["DropoutCell", "VariationalDropoutCell", "ZoneoutCell", "SymbolBlock"])
#: Layers that leave lengths of 1 on these axes.
_POOLS_ALL = {"GlobalAvgPool1D": (2,), "GlobalMaxPool1D": (2,), "GlobalAvgPool2D": (2, 3), "GlobalMaxPool2D": (2, 3)}
_POOLS_ALL.update({"GlobalAvgPool3D": (2, 3, 4), "GlobalMaxPool3D": (2, 3, 4)})


#: Layers that find one position in what was pooled to one, and leave one.
_CONVOLUTIONS = frozenset(["Conv1D", "Conv2D", "Conv3D"])


def is_block_method(name: str) -> bool:
    """Whether `name` is a method that blocks have."""
    return name in _METHODS


# Bases and methods


def bases(run: Run, name: str) -> List[Value]:
    """The bases of a class of the file."""
    node = run.module.classes.get(name)
    if node is None:
        return []
    frame = Frame(Scope())
    with run.hidden():
        return [expressions.evaluate(run, argument.value, frame) for argument in node.bases if argument.star == ""]


def lineage(run: Run, name: str) -> List[str]:
    """The class and its bases within the file, nearest first."""
    if name not in run.lineages:
        found: List[str] = []
        waiting = [name]
        while waiting:
            current = waiting.pop(0)
            if current in found or current not in run.module.classes:
                continue
            found.append(current)
            waiting.extend(base.name for base in bases(run, current) if isinstance(base, Class))
        run.lineages[name] = found
    return run.lineages[name]


def foreign_bases(run: Run, name: str) -> List[Value]:
    """The bases outside of the file."""
    return [base for current in lineage(run, name) for base in bases(run, current) if not isinstance(base, Class)]


def is_hybrid(run: Run, name: str) -> Optional[bool]:
    """Whether a class of the file is a HybridBlock; None where a base is not known."""
    if name not in run.hybrid:
        run.hybrid[name] = None  # for a class that asks for itself
        run.hybrid[name] = _is_hybrid(run, name)
    return run.hybrid[name]


def _is_hybrid(run: Run, name: str) -> Optional[bool]:
    answers: List[Optional[bool]] = []
    for base in foreign_bases(run, name):
        if not isinstance(base, Imported):
            answers.append(None)
            continue
        known = gluon.block(base.name)
        if known is not None:
            answers.append(bool(known["hybrid"]))
        elif names.last(base.name) == "HybridBlock":
            answers.append(True)
        elif names.last(base.name) not in ("object", "ABC"):
            answers.append(None)
    if True in answers:
        return True
    if None in answers:
        return None
    return False if answers else None


def is_block(run: Run, name: str) -> bool:
    """Whether a class of the file certainly is a block of any kind."""
    if is_hybrid(run, name):
        return True
    return any(isinstance(base, Imported) and gluon.is_block(base.name) for base in foreign_bases(run, name))


def methods(run: Run, name: str) -> Dict[str, cst.FunctionDef]:
    """The methods that a class of the file defines itself."""
    if name not in run.class_methods:
        node = run.module.classes.get(name)
        inside = node.body.body if node is not None else ()
        run.class_methods[name] = {
            statement.name.value: statement for statement in inside if isinstance(statement, cst.FunctionDef)
        }
    return run.class_methods[name]


def find_method(run: Run, name: str, method: str) -> Optional[Tuple[str, cst.FunctionDef]]:
    """A method by name, own or inherited within the file, with the class that defines it."""
    for current in lineage(run, name):
        node = methods(run, current).get(method)
        if node is not None:
            return current, node
    return None


# What __init__ puts on self


def class_attributes(run: Run, name: str) -> Dict[str, Value]:
    """What the body of a class of the file assigns."""
    found: Dict[str, Value] = {}
    for current in reversed(lineage(run, name)):
        frame = Frame(Scope())
        for statement in run.module.classes[current].body.body:
            if isinstance(statement, cst.SimpleStatementLine):
                with run.hidden():
                    statements.execute_block(run, statement.body, frame)
        found.update(frame.scope.names)
    return found


def attributes(run: Run, name: str) -> Dict[str, Value]:
    """What instances of a class of the file hold after `__init__`."""
    if name in run.attributes:
        return run.attributes[name]
    run.attributes[name] = class_attributes(run, name)
    found = find_method(run, name, "__init__")
    if found is not None:
        outer = (run.constructing, run.state, run.loops, run.calling, run.building)
        run.constructing, run.state, run.loops, run.calling, run.building = True, {}, 0, [], name
        try:
            frame = Frame(Scope(), instance=name, owner=found[0])
            calls.bind(run, found[1], frame, Self(name), calls.NO_ARGUMENTS, missing=Plain())
            statements.execute_body(run, found[1].body, frame)
        finally:
            run.constructing, run.state, run.loops, run.calling, run.building = outer
    for other in ("forward",):
        _stored_by_forward(run, name, other)
    return run.attributes[name]


def _stored_by_forward(run: Run, name: str, method: str) -> None:
    """An overridden `forward` that sets `self.n = x.shape[0]` for `hybrid_forward`: the trace keeps the first value."""
    found = find_method(run, name, method)
    if found is None or find_method(run, name, "hybrid_forward") is None:
        return
    for node in nodes_below(found[1]):
        for target in node.targets if isinstance(node, cst.Assign) else ():
            key = names.attribute_key(target.target)
            if key is not None and key.startswith("self."):
                attribute = key[len("self.") :]
                run.attributes[name][attribute] = Plain(
                    "", frozen=Frozen("kept", f"`self.{attribute}`, which `forward` sets")
                )


def constructed(run: Run, node: cst.CSTNode, owner: str, attribute: str, value: Value, changed: bool) -> None:
    """`self.attribute = value` in `__init__`."""
    held = run.attributes.setdefault(owner, {})
    known = held.get(attribute)
    if (
        known is None
        or changed
        or known == value
        or isinstance(known, Block)
        and isinstance(value, Block)
        and known.identity == value.identity
    ):
        held[attribute] = value
    else:
        held[attribute] = join(known, value)
    hybrid = is_hybrid(run, owner)
    if hybrid and isinstance(value, Block):
        run.note_structure(ChildAdded(node, owner, value, attribute))
    if isinstance(value, Block):
        run.registered.add(value.identity)
    if hybrid and isinstance(value, (Sequence, Mapped)) and _blocks_in(value):
        container = value.type if isinstance(value, Sequence) else "dict"
        if container != "iterator":
            run.containers.append((node, owner, attribute, container, value))


def registered_child(run: Run, node: cst.CSTNode, owner: str, child: Value) -> None:
    """`self.register_child(child)`, `self.add(child)` or `setattr(self, name, child)` in `__init__`."""
    run.registered.update(block.identity for block in _blocks_in(child))
    if is_hybrid(run, owner) and isinstance(child, Block):
        run.note_structure(ChildAdded(node, owner, child, ""))


def _blocks_in(value: Value) -> List[Block]:
    if isinstance(value, Block):
        return [value]
    if isinstance(value, Sequence):
        return [block for item in (value.items or (value.element,)) for block in _blocks_in(item)]
    if isinstance(value, Mapped):
        items = [item for _, item in value.entries] + ([value.element] if value.element else [])
        return [block for item in items for block in _blocks_in(item)]
    return []


def note_hidden_blocks(run: Run) -> None:
    """Yield a use for every list or dict of blocks that `__init__` registers nowhere."""
    for node, owner, attribute, container, value in run.containers:
        blocks = _blocks_in(value)
        if owner in run.registers_itself or any(block.identity in run.registered for block in blocks):
            continue
        if run.attributes.get(owner, {}).get(attribute) is None:
            continue
        run.note_structure(BlocksHidden(node, attribute, container))


def dynamic_attribute(run: Run, name: str) -> Value:
    """What `setattr(self, "fc%d" % i, …)` may have put under a name that is not known."""
    return run.dynamic.get(name, UNKNOWN)


# Making and calling blocks


def make(run: Run, node: cst.Call, type_name: str, local: bool, arguments: Arguments) -> Value:
    """A block that a call of its class makes."""
    function = None
    children: Optional[Tuple[Value, ...]] = None
    maker = run.building if run.constructing else ""
    if local:
        hybrid: Optional[bool] = is_hybrid(run, type_name)
        run.makers.setdefault(type_name, set()).add(maker)
    else:
        known = gluon.block(type_name)
        hybrid = None if known is None else bool(known["hybrid"])
        if known is not None and known["kind"] == "sequential":
            children = ()
        if known is not None and known["kind"] == "lambda" and arguments.positional:
            first = arguments.positional[0]
            function = first if isinstance(first, Function) else None
            if function is not None and hybrid:
                run.lambdas.append(function)
                run.makers.setdefault(function.key, set()).add(maker)
    options = arguments.keywords
    if type_name.endswith(".Dense") and arguments.positional:
        options += (("units", arguments.positional[0]),)
    identity = run.identity()
    if not run.constructing:
        run.made_in_body.add(identity)
    return Block(type_name, local, hybrid, children, options, function, identity)


def is_inner(run: Run, made: Any) -> bool:
    """Whether the blocks of a class (or around a function) are made by hybrid blocks of the file alone, and so are only
    ever a part of another block's graph: what they return need not be the outputs of one."""
    makers = run.makers.get(made, set())
    return bool(makers) and all(
        bool(maker) and maker != made and is_hybrid(run, maker) is True and find_method(run, maker, "forward") is None
        for maker in makers
    )


def children_vary(value: Block) -> bool:
    """Whether a Sequential was filled in a loop or under a condition, so that its children are not known one by one."""
    return value.option("<children>") is not None


def add_children(run: Run, node: cst.Call, receiver: Block, arguments: Arguments, configured: bool) -> Block:
    """The Sequential after `receiver.add(…)`, which runs in some configurations only if `configured`."""
    for child in arguments.positional:
        run.registered.update(block.identity for block in _blocks_in(child))
        if receiver.hybrid and isinstance(child, Block):
            run.note_structure(ChildAdded(node, names.last(receiver.type) or "HybridSequential", child, ""))
    options = receiver.options
    known = receiver.children or ()
    too_many = len(known) + len(arguments.positional) > _CHILDREN_KNOWN
    if (run.loops or arguments.starred or configured or too_many) and not children_vary(receiver):
        options = options + (("<children>", constant("vary")),)
    return dataclasses.replace(receiver, children=(known + arguments.positional)[:_CHILDREN_KNOWN], options=options)


def call_block(run: Run, node: cst.CSTNode, block: Block, arguments: Arguments, frame: Frame) -> Value:
    """`block(arguments)` while `hybrid_forward` runs."""
    run.emit(BlockCall(node, block, arguments))
    if block.identity in run.made_in_body and block.identity not in run.registered and _has_parameters(block):
        run.emit(BlocksHidden(node, "", ""))
    for value in arguments.all():
        expressions.note_loop_rows(run, node, value)
    if run.constructing:
        return UNKNOWN
    known = None if block.local else gluon.block(block.type)
    if block.local:
        result = _call_local(run, node, block, arguments, frame)
    elif known is None:
        result = UNKNOWN
    else:
        result = _result_of_layer(run, node, block, known["kind"], arguments, frame)
    if isinstance(result, Unknown):
        run.let_go(arguments.all(), run.pauses)
    return result


def _has_parameters(block: Block) -> bool:
    """Whether a layer of Gluon certainly has parameters."""
    known = None if block.local else gluon.block(block.type)
    name = names.last(block.type)
    return known is not None and (known["kind"] == "recurrent layer" or bool(_WITH_PARAMETERS.match(name)))


def _call_local(run: Run, node: cst.CSTNode, block: Block, arguments: Arguments, frame: Frame) -> Value:
    if is_hybrid(run, block.type) is None and not is_block(run, block.type):
        return UNKNOWN
    for method in ("__call__", "forward", "hybrid_forward"):
        found = find_method(run, block.type, method)
        if found is None:
            continue
        function = Function(found[1], id(found[1]), None, Self(block.type), found[0])
        if method == "hybrid_forward":
            arguments = inputs.with_namespace_and_parameters(run, block.type, found[1], arguments)
        return calls.call_function(run, node, function, arguments, frame)
    if block.children is not None or any(
        isinstance(base, Imported) and (gluon.block(base.name) or {}).get("kind") == "sequential"
        for base in foreign_bases(run, block.type)
    ):
        return run.fresh(description=f"the output of `{run.code(node)}`", certain=False)
    return UNKNOWN


def _result_of_layer(run: Run, node: cst.CSTNode, block: Block, kind: str, arguments: Arguments, frame: Frame) -> Value:
    first = arguments.positional[0] if arguments.positional else UNKNOWN
    description = f"the output of `{run.code(node)}`"
    name = names.last(block.type)
    if kind == "base":
        return UNKNOWN
    if name in _FOLLOWS_THE_MODE or block.option("dropout") is not None:
        run.following_mode += 1
    if not isinstance(first, (Tensor, Sequence)) and kind != "lambda":
        return UNKNOWN
    gradient = gradient_through(arguments.all())
    if name not in _WITHOUT_PARAMETERS and not name.endswith("Loss"):
        gradient = dataclasses.replace(gradient, flows=True)
    if kind == "sequential":
        return _through_children(run, node, block, arguments, frame)
    if kind == "lambda":
        if block.function is None:
            return run.fresh(description=description, certain=False, gradient=gradient)
        if block.hybrid:
            arguments = Arguments((inputs.NAMESPACE,) + arguments.positional, arguments.keywords, arguments.starred)
        return calls.call_function(run, node, block.function, arguments, frame)
    if kind == "cell":
        return Sequence("tuple", (run.fresh(description=description, gradient=gradient), _states(run)))
    if kind == "recurrent layer":
        output = run.fresh(description=description, gradient=gradient)
        given = arguments.get(1, "states")
        if given is None:
            return output
        if isinstance(given, (Tensor, Sequence)):
            return Sequence("tuple", (output, _states(run)))
        return UNKNOWN
    shape = None
    if isinstance(first, Tensor) and first.shape is not None:
        if name in _KEEPS_SHAPE:
            shape = first.shape
        elif name in _POOLS_ALL and block.option("layout") is None:
            shape = first.shape.after(("keep", _POOLS_ALL[name]))
        elif name in _CONVOLUTIONS and first.shape.pooled():
            shape = first.shape.after(CHANNELS)
        elif name == "Dense" and block.option("units") == constant(1):
            shape = first.shape.after(("keep", (-1,)))
        elif name == "Dense" and block.option("flatten") in (None, constant(True)):
            reduced = any(step[0] in ("keep", "drop") for step in first.shape.steps)
            shape = first.shape.after(UNITS) if reduced else None
    properties: Dict[str, Any] = {} if shape is None else {"shape": shape}
    return run.fresh(description=description, gradient=gradient, **properties)


def _states(run: Run) -> Sequence:
    return Sequence("list", None, run.fresh(description="a state"))


def _through_children(run: Run, node: cst.CSTNode, block: Block, arguments: Arguments, frame: Frame) -> Value:
    value: Value = arguments.positional[0] if len(arguments.positional) == 1 else UNKNOWN
    for child in block.children or ():
        if not isinstance(child, Block) or not isinstance(value, Tensor):
            value = UNKNOWN
            break
        value = call_block(run, node, child, Arguments((value,)), frame)
    if isinstance(value, Tensor):
        description = f"the output of `{run.code(node)}`"
        properties: Dict[str, Any] = {"certain": value.certain, "gradient": value.gradient}
        if block.children and not children_vary(block) and value.shape is not None:
            properties["shape"] = value.shape
        # Filled in a loop, or empty: the children seen tell what it gives, but not with which shape.
        return run.fresh(description=description, **properties)
    return value


def shape_of_parameter(value: ParameterValue) -> Optional[Shape]:
    """The shape of a parameter whose declaration writes it out; a length of 0 is not known before the first call."""
    if value.dims is None or 0 in value.dims:
        return None
    return Shape(value.dims, literal=True)
