"""Evidence on the inputs of `hybrid_forward`: how they are used decides whether they are tensors or lists of tensors.

The first run over the function collects the evidence from its events; the next run starts with the decision.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Union

from hybridlint import gluon
from hybridlint.events import (
    AttributeRead,
    BinaryOperation,
    BlockCall,
    ForeignCall,
    InPlaceOperation,
    Iteration,
    LengthOf,
    MethodCall,
    OperatorCall,
    Subscript,
    TruthTest,
    UnaryOperation,
    Unpacking,
)
from hybridlint.interpreter.engine.state import Entry, Evidence
from hybridlint.interpreter.lifecycle import classes
from hybridlint.syntax import index_elements
from hybridlint.values import SLICE, Block, Plain, Sequence, Slice, Tensor, Value

if TYPE_CHECKING:
    from hybridlint.interpreter import Run

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


def gather(run: Run) -> None:
    """Collect the evidence on the inputs from the events of the run."""
    for event in run.events.values():
        handler = _HANDLERS.get(event.__class__)
        if handler is not None:
            handler(run, event)
    run.attempt.evidence.pop("", None)
    for evidence in run.attempt.evidence.values():
        evidence.type_tested -= run.attempt.lists_tested


def _on(run: Run, value: Any) -> Evidence:
    """Return the evidence on `value` if it is an input; for any other value, that on "", which is dropped."""
    return run.attempt.evidence[value.source if isinstance(value, Tensor) and value.of_input else ""]


def _on_whole_of_slice(run: Run, value: Any) -> Evidence:
    """Return the evidence on the input of which `value` is a slice; for any other value, that on ""."""
    return run.attempt.evidence[value.source if isinstance(value, Tensor) and value.description == SLICE else ""]


def _used_whole(run: Run, values: Iterable[Any]) -> None:
    for value in values:
        if isinstance(value, Tensor) and value.of_input:
            run.attempt.evidence[value.source].whole += 1


def _subscript(run: Run, event: Subscript) -> None:
    evidence = _on(run, event.tensor)
    evidence.list_only += event.context == "delete"  # elements of an array cannot be deleted
    evidence.beside_blocks += _picks_a_block(run, event.node) or getattr(event.index, "of_blocks", False)
    if isinstance(event.index, Slice):
        evidence.sliced = True
    elif isinstance(event.index, Plain) and event.index.known and _has_literal_index(event.node):
        evidence.indices.add(event.index.value)
    else:
        evidence.indices.add("?")
        evidence.whole += not isinstance(event.index, Plain)


def _iteration(run: Run, event: Union[Iteration, Unpacking]) -> None:
    _on_whole_of_slice(run, event.tensor).part_iterated += 1
    _on(run, event.tensor).iterated += 1


def _unpacking(run: Run, event: Unpacking) -> None:
    _iteration(run, event)
    several = event.targets > 2 or event.starred and event.targets > 1
    _on(run, event.tensor).list_only += several or _is_named_after_parts(event)


def _length(run: Run, event: LengthOf) -> None:
    _on(run, event.tensor).measured += 1


def _truth(run: Run, event: TruthTest) -> None:
    _on(run, event.tensor).tested += event.construct != "in"  # counted as an iteration


def _method(run: Run, event: MethodCall) -> None:
    if event.name in ("append", "extend", "insert", "pop", "index", "remove"):
        _on(run, event.tensor).list_only += 1
    else:
        _on(run, event.tensor).tensor_only += 1
        _used_whole(run, [event.tensor])


def _attribute(run: Run, event: AttributeRead) -> None:
    _on(run, event.tensor).tensor_only += not hasattr(list, event.name)
    _used_whole(run, [event.tensor])


def _block(run: Run, event: BlockCall) -> None:
    arguments = event.arguments.all()
    kind = _kind(run, event.block) if len(arguments) > 1 else ""
    if kind in ("cell", "recurrent layer"):
        _on(run, arguments[1]).list_only += kind == "cell"
        arguments = arguments[:1]
    if not (isinstance(event.block, Block) and event.block.local):
        _used_whole(run, arguments)


def _operator(run: Run, event: OperatorCall) -> None:
    if event.path in gluon.CONTROL_FLOW:
        return  # loops and branches accept both lists and tensors
    if _takes_single_tensors(run, event.path):
        for value in event.arguments.all():
            _on(run, value).tensor_only += 1
    _used_whole(run, event.arguments.all())


def _foreign(run: Run, event: ForeignCall) -> None:
    _used_whole(run, event.arguments.all())


def _binary(run: Run, event: BinaryOperation) -> None:
    for value, other in ((event.left, event.right), (event.right, event.left)):
        if isinstance(value, Tensor) and value.of_input and isinstance(other, Sequence) and event.operator == "+":
            _on(run, value).list_only += 1
            return
        _on_whole_of_slice(run, value).whole += event.operator != "+"  # lists do not subtract
    _used_whole(run, [event.left, event.right])


def _unary(run: Run, event: UnaryOperation) -> None:
    _used_whole(run, [event.tensor])


def _in_place(run: Run, event: InPlaceOperation) -> None:
    _used_whole(run, [event.target, event.operand])


_HANDLERS: Dict[type, Callable[[Run, Any], None]] = {
    AttributeRead: _attribute,
    BinaryOperation: _binary,
    BlockCall: _block,
    ForeignCall: _foreign,
    InPlaceOperation: _in_place,
    Iteration: _iteration,
    LengthOf: _length,
    MethodCall: _method,
    OperatorCall: _operator,
    Subscript: _subscript,
    TruthTest: _truth,
    UnaryOperation: _unary,
    Unpacking: _unpacking,
}


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


def _takes_single_tensors(run: Run, path: str) -> bool:
    """Return whether an operator takes each tensor as an argument of its own, and no list of them."""
    described = run.api.function(path)
    names = None if described is None else described.tensor_parameters
    return bool(names) and not any(name.startswith("*") for name in names or ())


def decide_star_input(run: Run) -> bool:
    """Decide whether each element of `*inputs` is a tensor: one of them is used as only a tensor can be. Return whether
    the decision is new."""
    evidence = run.attempt.evidence.get(run.entry.star_input, Evidence())
    before = run.entry.star_input_is_tensors
    indexed = bool(evidence.indices or evidence.sliced) and not _reads_like_a_list("", evidence)
    used_as_list = evidence.list_only or evidence.type_tested
    run.entry.star_input_is_tensors = before or bool((evidence.whole or indexed) and not used_as_list)
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
    for name, seen in evidence.items():
        if seen.beside_blocks and name not in lists:
            ambiguous.add(name)
        if seen.list_only and seen.whole or seen.type_tested and seen.whole:
            ambiguous.add(name)
        elif seen.list_only or seen.type_tested or not seen.whole and _reads_like_a_list(name, seen, all_in_one):
            ambiguous.discard(name)
            lists.add(name)
            if seen.list_only or _LIST.search(name):
                continue
            (entry.tested_lists if seen.type_tested else entry.read_as_lists).add(name)
        elif (
            seen.whole and not seen.tensor_only and _reads_like_a_list(name, seen) and (seen.measured or seen.iterated)
        ):
            ambiguous.add(name)
    return (len(lists), len(ambiguous)) != before


def _reads_like_a_list(name: str, evidence: Evidence, all_in_one: bool = False) -> bool:
    """Return whether an input that is never used as a whole is indexed or iterated over in the way of lists."""
    constants = {index for index in evidence.indices if type(index) is int and index >= 0}
    several = len(constants) > 1 and len(constants) == len(evidence.indices)
    ways = [
        bool(evidence.indices),
        bool(evidence.iterated),
        evidence.sliced,
        bool(evidence.measured),
        bool(evidence.tested),
    ]
    mixed = sum(ways) > 1 and ("?" not in evidence.indices or bool(evidence.measured))
    listed = any(map(_LIST.search, (name, *evidence.names))) and any(ways)
    plural = all_in_one or bool(_PLURAL.search(name)) and not _SINGULAR.search(name)
    return (
        several or mixed or listed or plural and bool(evidence.iterated or evidence.part_iterated or evidence.measured)
    )
