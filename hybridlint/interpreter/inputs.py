"""Inference of the arguments of `hybrid_forward`: tensors, lists of tensors, parameters, or unknown values.

An input is a tensor unless there is evidence against it. The first run over the function collects the evidence from all
uses of the input; the next run starts with the decision.
"""

from __future__ import annotations

import ast
import re
from typing import Any, Dict, List, Optional

from hybridlint import gluon
from hybridlint.events import (
    Arguments,
    AttributeRead,
    BinaryOperation,
    BlockCall,
    Event,
    ForeignCall,
    InPlaceOperation,
    Iteration,
    LengthOf,
    MethodCall,
    OperatorCall,
    Slice,
    Subscript,
    TruthTest,
    UnaryOperation,
    Unpacking,
)
from hybridlint.facts import ValueFact
from hybridlint.interpreter import classes, control_flow, functions
from hybridlint.interpreter.run import Frame, Run
from hybridlint.interpreter.state import Entry, Evidence
from hybridlint.lattice import join
from hybridlint.shapes import Shape
from hybridlint.syntax import Parameter, index_elements, is_literal, is_number, parameters
from hybridlint.values import (
    LIST_OR_TUPLE,
    NONE,
    SLICE,
    STOPPED,
    UNKNOWN,
    Block,
    Mapped,
    Namespace,
    ParameterValue,
    Plain,
    Sequence,
    Tensor,
    Value,
    constant,
    origin,
)

NAMESPACE = Namespace("both")

#: Names of lists: their values may be indexed by number.
_LIST = re.compile(
    r"(^|_)(xs|ys|zs|pair|begin_state|states?|\w*_?(list|tuple)|features|feats|fmaps|layers|outs|outputs|tensors|arrays|args)$",
    re.IGNORECASE,
)
#: Plurals: their values may be iterated over. Some are names of one tensor.
_PLURAL = re.compile(r"(^|_)\w{2,}[^s]s$", re.IGNORECASE)
_SINGULAR = re.compile(
    r"(bias|axis|loss|mass|inputs?|logits|tokens|weights|offsets|ids|targets|labels)$", re.IGNORECASE
)


def bind_inputs(run: Run, name: Optional[str], node: Any, frame: Frame, skip: int) -> List[str]:
    """Bind the parameters of an entry point (`hybrid_forward`, or the function of a HybridLambda) from position `skip`,
    which is `F`, on. Return the names of the inputs."""
    declared = parameters(node)
    # MXNet 2 passes no parameters.
    attributes = classes.attributes(run, name) if name is not None and not run.recording else {}
    positional = declared.positional
    names: List[str] = []
    seen = run.facts.of(name)
    without_states = False
    if name is not None and classes.is_cell(run, name):
        # A cell is called with an input and the list of its states, whatever their names.
        without_states = _has_no_states(run, name)
        if not without_states:
            run.entry.lists.update(parameter.name for parameter in positional[skip + 2 : skip + 3])
    for position, parameter in enumerate(positional):
        title = parameter.name
        if position < skip:
            continue
        if position == skip + 2 and without_states and not run.recording:
            frame.scope.names[title] = Sequence("list", ())
            continue
        if position == skip and not run.recording:
            frame.scope.names[title] = NAMESPACE
            continue
        fact = seen.inputs.get(title)
        if fact is not None and not isinstance(attributes.get(title), ParameterValue):
            frame.scope.names[title] = of_fact(run, fact, title)
            names.append(title)
            continue
        frame.scope.names[title] = _argument(run, parameter, attributes.get(title), position - skip)
        if functions.has_mutable_default(parameter):
            frame.scope.defaults.add(title)
        if (name, title) in run.structure.plain_inputs:
            frame.scope.names[title] = Plain("", argument=title)
        if not isinstance(attributes.get(title), ParameterValue):
            names.append(title)
    for parameter in declared.keyword_only:
        frame.scope.names[parameter.name] = _argument(run, parameter, attributes.get(parameter.name), 1)
    if declared.star is not None:
        title = declared.star.name
        run.entry.star_input = title
        element = _tensor(run, title, certain=run.entry.star_input_is_tensors)
        # A block is called with one input at least.
        frame.scope.names[title] = Sequence("tuple", None, element, nonempty=not names)
        if title in seen.inputs:
            items = tuple(of_fact(run, item, title) for item in seen.inputs[title].items)
            frame.scope.names[title] = Sequence("tuple", items)
    if declared.star_star is not None:
        entries = tuple(
            (key, _parameter_tensor(run, key, value))
            for key, value in attributes.items()
            if isinstance(value, ParameterValue)
        )
        frame.scope.names[declared.star_star.name] = Mapped(entries, UNKNOWN)
    return names


def of_fact(run: Run, fact: ValueFact, title: str) -> Value:
    """Return the value of a recorded fact: the input `title` or a part of it, or (`title` is "") a child's output."""
    if fact.kind == "value":
        return NONE if fact.value is None else constant(fact.value, is_literal=True)
    if fact.kind in ("list", "tuple"):
        # A tuple arrives as a list in the traced phase.
        kind = LIST_OR_TUPLE if title and fact.kind == "tuple" else fact.kind
        return Sequence(kind, tuple(of_fact(run, item, title) for item in fact.items), source=title)
    known = {} if fact.shape is None else {"shape": run.shapes.known(fact.shape)}
    return _tensor(run, title, dtype=fact.dtype, **known) if title else run.fresh(dtype=fact.dtype, **known)


def _has_no_states(run: Run, name: str) -> bool:
    """Return whether `state_info` of a cell returns no states."""
    found = classes.find_method(run, name, "state_info")
    last = found[1].body[-1] if found is not None else None
    return isinstance(last, ast.Return) and isinstance(last.value, (ast.List, ast.Tuple)) and not last.value.elts


def _tensor(run: Run, name: str, **properties: Any) -> Tensor:
    return run.fresh(origin=origin("input"), source=name, description=f"input `{name}`", **properties)


def _parameter_tensor(run: Run, name: str, value: ParameterValue) -> Tensor:
    # A parameter of unknown shape may hold a single number.
    shape = shape_of_parameter(run, value)
    known = {} if value.trained else {"gradient": STOPPED}
    kind = "parameter" if value.trained else "constant"
    return run.fresh(origin=origin(kind), source=name, description=f"parameter `{name}`", shape=shape, **known)


def of_parameter(run: Run, value: ParameterValue) -> Tensor:
    """Return the tensor of a parameter of a block."""
    return _parameter_tensor(run, value.name, value)


def _argument(run: Run, parameter: Parameter, attribute: Optional[Value], position: int) -> Value:
    name = parameter.name
    if isinstance(attribute, ParameterValue):
        return _or_none(_parameter_tensor(run, name, attribute), parameter.default is not None)
    annotated = _annotation(run, parameter)
    default = parameter.default
    if isinstance(default, (ast.List, ast.Tuple)) and default.elts and all(map(_is_number, default.elts)):
        return Plain("", argument=name)  # a size, for example
    optional = default is not None and is_literal(default, None)
    if annotated == "list" or annotated != "plain" and name in run.entry.lists:
        return _or_none(_list_of_tensors(run, name, default), optional)
    if annotated == "plain":
        return Plain("", argument=name)
    if run.entry.guessed and name in run.entry.ambiguous:
        return Plain("", argument=name)
    if name in run.entry.ambiguous:
        return _or_none(_tensor(run, name, certain=False), optional)
    if default is not None:
        if optional:
            return _or_none(_tensor(run, name), optional)
        if isinstance(default, (ast.List, ast.Tuple)):
            return _list_of_tensors(run, name, default)
        flag = is_literal(default, True, False)
        return Plain("bool" if flag else "", argument=name)
    return _tensor(run, name)


def _or_none(value: Value, optional: bool) -> Value:
    """Return `value`; if it is `optional`, the join with None."""
    return join(value, NONE) if optional else value


def _is_number(node: ast.expr) -> bool:
    return is_number(node.operand if isinstance(node, ast.UnaryOp) else node)


def _list_of_tensors(run: Run, name: str, default: Optional[ast.expr] = None) -> Sequence:
    # An element may itself be a list. A default list or tuple is the same object in both phases, unlike a passed one.
    source = "" if isinstance(default, (ast.List, ast.Tuple)) else name
    element = run.fresh(origin=origin("element"), source=name, description=f"an element of `{name}`", certain=False)
    return Sequence(LIST_OR_TUPLE, None, element, source=source)


def _annotation(run: Run, parameter: Parameter) -> str:
    if parameter.annotation is None:
        return ""
    text = run.code(parameter.annotation).strip("\"'")
    if re.search(r"\b([Ll]ist|[Tt]uple|Sequence|Iterable)\b", text):
        return "list" if re.match(r"(Optional\[)?(typing\.)?([Ll]ist|[Tt]uple|Sequence|Iterable)\b", text) else ""
    if re.fullmatch(r"(Optional\[)?(int|float|bool|str|dict|Dict.*)\]?", text):
        return "plain"
    return ""


def with_namespace_and_parameters(run: Run, name: str, node: Any, arguments: Arguments) -> Arguments:
    """Return the arguments that Gluon passes to `hybrid_forward` of a block called with `arguments`."""
    attributes = classes.attributes(run, name)
    declared = parameters(node)
    titles = [parameter.name for parameter in (*declared.positional, *declared.keyword_only)]
    for title, given_here in list(zip(titles[2:], arguments.positional)) + list(arguments.keywords):
        if _is_plain(given_here):
            run.structure.plain_inputs.add((name, title))
    given = {key for key, _ in arguments.keywords}
    of_block = [
        (title, _parameter_tensor(run, title, value))
        for title in titles
        for value in [attributes.get(title)]
        if isinstance(value, ParameterValue) and title not in given
    ]
    return Arguments((NAMESPACE,) + arguments.positional, arguments.keywords + tuple(of_block), arguments.starred)


def _is_plain(value: Value) -> bool:
    """Return whether a value is a number, string or bool, or a list of these."""
    if isinstance(value, Sequence):
        return bool(value.items) and all(map(_is_plain, value.items or ()))
    return isinstance(value, Plain) and value.type != "NoneType"


# Evidence


def gather(run: Run) -> None:
    """Collect the evidence on the inputs from the events of the run."""
    events, evidence = run.events.values(), run.attempt.evidence
    for event in events:
        if isinstance(event, Subscript):
            found = _evidence(evidence, event.tensor)
            if found is not None:
                found.list_only += event.context == "delete"  # elements of an array cannot be deleted
                found.beside_blocks += _picks_a_block(run, event.node) or getattr(event.index, "of_blocks", False)
                if isinstance(event.index, Slice):
                    found.sliced = True
                elif isinstance(event.index, Plain) and event.index.known and _has_literal_index(event.node):
                    found.indices.add(event.index.value)
                else:
                    found.indices.add("?")
                    found.whole += not isinstance(event.index, Plain)
        elif isinstance(event, (Iteration, Unpacking)):
            found = _evidence(evidence, event.tensor)
            if isinstance(event.tensor, Tensor) and event.tensor.source and event.tensor.description == SLICE:
                evidence.setdefault(event.tensor.source, Evidence()).part_iterated += 1
            if found is not None:
                found.iterated += 1
                if isinstance(event, Unpacking) and (
                    event.targets > 2 or event.starred and event.targets > 1 or _is_named_after_parts(event)
                ):
                    found.list_only += 1
        elif isinstance(event, LengthOf):
            found = _evidence(evidence, event.tensor)
            if found is not None:
                found.measured += 1
        elif isinstance(event, TruthTest):
            found = _evidence(evidence, event.tensor)
            if found is not None and event.construct != "in":  # counted as an iteration
                found.tested += 1
        else:
            _gather_whole(run, event, evidence)


def _is_named_after_parts(event: Unpacking) -> bool:
    """Return whether the name of an input contains those of the parts that it is unpacked into: `h, c = hc`,
    `x, lengths = x`."""
    if not isinstance(event.node, (ast.Tuple, ast.List)) or not isinstance(event.tensor, Tensor):
        return False
    parts = [element.id for element in event.node.elts if isinstance(element, ast.Name)]
    return event.tensor.source in parts or event.tensor.source in ("".join(parts), "_".join(parts), "_and_".join(parts))


def _has_literal_index(node: Any) -> bool:
    """Return whether the index of a subscript is a literal: `x[0]` and `x[1]` select from a list, `x[i]` in a loop
    iterates over rows."""
    if not isinstance(node, ast.Subscript):
        return False
    index = next(iter(index_elements(node)), None)
    number = index.operand if isinstance(index, ast.UnaryOp) else index
    return isinstance(number, ast.Constant) and type(number.value) is int


def _picks_a_block(run: Run, node: Any) -> bool:
    """Return whether the index is not a literal and also selects one of several blocks, or an item of a list, each of
    which corresponds to an item here."""
    if not isinstance(node, ast.Subscript) or _has_literal_index(node):
        return False
    return any(run.code(element) in run.entry.block_picks for element in index_elements(node))


def _kind(run: Run, block: Value) -> str:
    """Return the kind of Gluon block that `block` is or inherits from; "" if unknown."""
    if not isinstance(block, Block):
        return ""
    if block.local:
        return "cell" if classes.is_cell(run, block.type) else ""
    return gluon.kind(block.type)


def _gather_whole(run: Run, event: Event, evidence: Dict[str, Evidence]) -> None:
    if isinstance(event, MethodCall) and event.name in ("append", "extend", "insert", "pop", "index", "remove"):
        found = _evidence(evidence, event.tensor)
        if found is not None:
            found.list_only += 1
        return
    if isinstance(event, MethodCall):
        found = _evidence(evidence, event.tensor)
        if found is not None:
            found.tensor_only += 1
    if isinstance(event, AttributeRead) and not hasattr(list, event.name):
        found = _evidence(evidence, event.tensor)
        if found is not None:
            found.tensor_only += 1
    if isinstance(event, BlockCall):
        arguments = list(event.arguments.all())
        kind = _kind(run, event.block)
        if kind in ("cell", "recurrent layer") and len(arguments) > 1:
            found = _evidence(evidence, arguments[1])
            if found is not None and kind == "cell":
                found.list_only += 1
            arguments = arguments[:1]
        values: List[Any] = arguments if not (isinstance(event.block, Block) and event.block.local) else []
    elif isinstance(event, OperatorCall) and event.path in control_flow.OPERATORS:
        return  # loops and branches accept both lists and tensors
    elif isinstance(event, (OperatorCall, ForeignCall)):
        values = list(event.arguments.all())
        if isinstance(event, OperatorCall) and _takes_single_tensors(run, event.path):
            for value in values:
                found = _evidence(evidence, value)
                if found is not None:
                    found.tensor_only += 1
    elif isinstance(event, BinaryOperation):
        values = [event.left, event.right]
        for value, other in ((event.left, event.right), (event.right, event.left)):
            found = _evidence(evidence, value)
            if found is not None and isinstance(other, Sequence) and event.operator == "+":
                found.list_only += 1
                return
            if event.operator != "+" and isinstance(value, Tensor) and value.source and value.description == SLICE:
                evidence.setdefault(value.source, Evidence()).whole += 1  # lists do not subtract
    elif isinstance(event, (AttributeRead, MethodCall, UnaryOperation)):
        values = [event.tensor]
    elif isinstance(event, InPlaceOperation):
        values = [event.target, event.operand]
    else:
        return
    for value in values:
        found = _evidence(evidence, value)
        if found is not None:
            found.whole += 1


def _takes_single_tensors(run: Run, path: str) -> bool:
    """Return whether an operator takes each tensor as an argument of its own, and no list of them."""
    described = run.api.function(path)
    names = None if described is None else described.tensor_parameters
    return bool(names) and not any(name.startswith("*") for name in names or ())


def _evidence(evidence: Dict[str, Evidence], value: Any) -> Optional[Evidence]:
    if isinstance(value, Tensor) and value.of_input:
        return evidence.setdefault(value.source, Evidence())
    return None


def decide_star_input(run: Run) -> bool:
    """Decide whether each element of `*inputs` is a tensor: one of them is used as only a tensor can be. Return whether
    the decision is new."""
    found = run.attempt.evidence.get(run.entry.star_input, Evidence())
    before = run.entry.star_input_is_tensors
    indexed = bool(found.indices or found.sliced) and not _reads_like_a_list("", found)
    used_as_list = found.list_only or found.type_tested
    run.entry.star_input_is_tensors = before or bool((found.whole or indexed) and not used_as_list)
    return run.entry.star_input_is_tensors != before


def decide(entry: Entry, titles: List[str], evidence: Dict[str, Evidence]) -> bool:
    """Decide which of the inputs `titles` are lists, and which are ambiguous. Return whether the decision is new. If no
    caller of the function is known (`entry.guessed`), only inputs used as tensors are taken for tensors."""
    lists, ambiguous = entry.lists, entry.ambiguous
    before = (len(lists), len(ambiguous))
    if entry.guessed:
        ambiguous.update(name for name in titles if not evidence.get(name, Evidence()).tensor_only)
    all_in_one = titles == ["inputs"]  # as of a recurrent block, where `inputs` are the steps
    for name in titles:
        if name not in lists and not evidence.get(name, Evidence()).whole and _LIST.search(name):
            ambiguous.add(name)
    for name, found in evidence.items():
        if found.beside_blocks and name not in lists:
            ambiguous.add(name)
        if found.list_only and found.whole or found.type_tested and found.whole:
            ambiguous.add(name)
        elif found.list_only or found.type_tested or not found.whole and _reads_like_a_list(name, found, all_in_one):
            ambiguous.discard(name)
            lists.add(name)
            if not (found.list_only or found.type_tested or _LIST.search(name)):
                entry.read_as_lists.add(name)
        elif (
            found.whole
            and not found.tensor_only
            and _reads_like_a_list(name, found)
            and (found.measured or found.iterated)
        ):
            ambiguous.add(name)
    return (len(lists), len(ambiguous)) != before


def _reads_like_a_list(name: str, found: Evidence, all_in_one: bool = False) -> bool:
    """Return whether an input that is never used as a whole is indexed or iterated over in the way of lists."""
    constants = {index for index in found.indices if type(index) is int and index >= 0}
    several = len(constants) > 1 and len(constants) == len(found.indices)
    ways = [bool(found.indices), bool(found.iterated), found.sliced, bool(found.measured), bool(found.tested)]
    mixed = sum(ways) > 1 and ("?" not in found.indices or bool(found.measured))
    listed = any(map(_LIST.search, (name, *found.names))) and any(ways)
    plural = all_in_one or bool(_PLURAL.search(name)) and not _SINGULAR.search(name)
    return several or mixed or listed or plural and bool(found.iterated or found.part_iterated or found.measured)


def shape_of_parameter(run: Run, value: ParameterValue) -> Shape:
    """Return the shape of a parameter whose declaration gives it. A length of 0 is unknown until the first call."""
    if value.dims is None or 0 in value.dims:
        return run.shapes.unknown()
    return run.shapes.known(value.dims, literal=True)
