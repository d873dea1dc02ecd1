"""Evidence on the inputs of `hybrid_forward`: how they are used decides whether they are tensors or lists of tensors.

The first run over the function collects the evidence from its events; the next run starts with the decision.
"""

from __future__ import annotations

import ast
import collections
import dataclasses
import re
from typing import TYPE_CHECKING, AbstractSet, Any, Callable, DefaultDict, Dict, ItemsView, Iterable, List, Set, Union

from hybridlint.events import (
    AttributeRead,
    BinaryOperation,
    BlockCall,
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
from hybridlint.interpreter.lifecycle import classes
from hybridlint.mxnet_api import gluon
from hybridlint.syntax import index_elements
from hybridlint.values import SLICE, Plain, Sequence, Slice, Tensor, Value

if TYPE_CHECKING:
    from hybridlint.interpreter import Run

#: Names of lists: their values may be indexed by number.
_LIST = re.compile(
    r"(^|_)(xs|ys|zs|pair|begin_state|states?|\w*_?(list|tuple)|\w{4,}_l(st)?|features|feats|fmaps|layers|outs|outputs|tensors|arrays|args)$",
    re.IGNORECASE,
)
#: Plurals: their values may be iterated over. Some are names of one tensor.
_PLURAL = re.compile(r"(^|_)\w{2,}[^s]s$", re.IGNORECASE)
_SINGULAR = re.compile(
    r"(bias|axis|loss|mass|inputs?|logits|tokens|weights|offsets|ids|targets|labels)$", re.IGNORECASE
)


@dataclasses.dataclass
class Evidence:
    """Counts of the uses of one input, from which its kind is inferred: tensor, list of tensors, or plain value."""

    #: The names of the parameters to which functions of the file bind it.
    names: AbstractSet[str] = frozenset()
    #: The nodes of tests whether it is a list, by id.
    type_tested: AbstractSet[int] = frozenset()
    whole: int = 0
    indices: Set[Any] = dataclasses.field(default_factory=set)
    sliced: bool = False
    iterated: int = 0
    #: Iterations over a slice of it: `xs[1:]`.
    part_iterated: int = 0
    measured: int = 0
    tested: int = 0
    #: Operations that only a tensor has: `x.transpose(…)`.
    tensor_only: int = 0
    #: Operations that only a list has.
    list_only: int = 0
    #: Subscripts with the index of a block: `self.branches[i](x[i])`.
    beside_blocks: int = 0


class _Gathered:
    """The evidence on the inputs, by their names, from the events of a run."""

    def __init__(self, run: Run) -> None:
        self._run, attempt = run, run.attempt
        self._of: DefaultDict[str, Evidence] = collections.defaultdict(Evidence)
        for name in {*attempt.bound_to, *attempt.type_tested}:
            tests = attempt.type_tested.get(name, set()) - attempt.lists_tested
            self._of[name] = Evidence(attempt.bound_to.get(name, set()), tests)
        for event in run.events.values():
            handler = _HANDLERS.get(event.__class__)
            if handler is not None:
                handler(self, event)
        self._of.pop("", None)

    def items(self) -> ItemsView[str, Evidence]:
        return self._of.items()

    def of(self, name: str) -> Evidence:
        """Return the evidence on the input `name`."""
        return self._of.get(name) or Evidence()

    def _on(self, value: Any) -> Evidence:
        """Return the evidence on `value` if it is an input; for any other value, that on "", which is dropped."""
        evidence = self._of[value.source if value.of_input else ""]
        told = value.has_origin and value.origin.no_list
        evidence.whole += told and not _LIST.search(value.source)
        return evidence

    def _on_whole_of_slice(self, value: Any) -> Evidence:
        """Return the evidence on the input of which `value` is a slice; for any other value, that on ""."""
        return self._of[value.source if isinstance(value, Tensor) and value.description == SLICE else ""]

    def _used_whole(self, values: Iterable[Any]) -> None:
        for value in values:
            if value.source and value.of_input:
                self._of[value.source].whole += 1

    def _subscript(self, event: Subscript) -> None:
        evidence = self._on(event.tensor)
        evidence.list_only += event.context == "delete"  # elements of an array cannot be deleted
        evidence.beside_blocks += _picks_a_block(self._run, event.node) or getattr(event.index, "of_blocks", False)
        if isinstance(event.index, Slice):
            evidence.sliced = True
        elif event.index.known and _has_literal_index(event.node):
            evidence.indices.add(event.index.python_value)
        else:
            evidence.indices.add("?")
            evidence.whole += not isinstance(event.index, Plain)

    def _iteration(self, event: Union[Iteration, Unpacking]) -> None:
        self._on_whole_of_slice(event.tensor).part_iterated += 1
        self._on(event.tensor).iterated += 1

    def _unpacking(self, event: Unpacking) -> None:
        self._iteration(event)
        several = event.targets > 2 or event.starred and event.targets > 1
        self._on(event.tensor).list_only += several or _is_named_after_parts(event)

    def _length(self, event: LengthOf) -> None:
        self._on(event.tensor).measured += 1

    def _truth(self, event: TruthTest) -> None:
        self._on(event.tensor).tested += event.construct != "in"  # counted as an iteration

    def _method(self, event: MethodCall) -> None:
        if event.name in ("append", "extend", "insert", "pop", "index", "remove"):
            self._on(event.tensor).list_only += 1
        else:
            self._on(event.tensor).tensor_only += 1
            self._used_whole([event.tensor])

    def _attribute(self, event: AttributeRead) -> None:
        self._on(event.tensor).tensor_only += not hasattr(list, event.name)
        self._used_whole([event.tensor])

    def _block(self, event: BlockCall) -> None:
        arguments = event.arguments.all()
        kind = _kind(self._run, event.block) if len(arguments) > 1 else ""
        if kind in ("cell", "recurrent layer"):
            self._on(arguments[1]).list_only += kind == "cell"
            arguments = arguments[:1]
        if not event.block.local:
            self._used_whole(arguments)

    def _operator(self, event: OperatorCall) -> None:
        if event.path in gluon.CONTROL_FLOW:
            return  # loops and branches accept both lists and tensors
        if _takes_single_tensors(self._run, event.path):
            for value in event.arguments.all():
                self._on(value).tensor_only += 1
        self._used_whole(event.arguments.all())

    def _binary(self, event: BinaryOperation) -> None:
        for value, other in ((event.left, event.right), (event.right, event.left)):
            if value.of_input and isinstance(other, Sequence) and event.operator == "+":
                self._on(value).list_only += 1
                return
            self._on_whole_of_slice(value).whole += event.operator != "+"  # lists do not subtract
        self._used_whole([event.left, event.right])


_HANDLERS: Dict[type, Callable[[_Gathered, Any], None]] = {
    AttributeRead: _Gathered._attribute,
    BinaryOperation: _Gathered._binary,
    BlockCall: _Gathered._block,
    InPlaceOperation: lambda evidence, event: evidence._used_whole([event.target, event.operand]),
    Iteration: _Gathered._iteration,
    LengthOf: _Gathered._length,
    MethodCall: _Gathered._method,
    OperatorCall: _Gathered._operator,
    Subscript: _Gathered._subscript,
    TruthTest: _Gathered._truth,
    UnaryOperation: lambda evidence, event: evidence._used_whole([event.tensor]),
    Unpacking: _Gathered._unpacking,
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
    if block.local:
        return "cell" if classes.is_cell(run, block.type) else ""
    return gluon.kind(block.type)


def _takes_single_tensors(run: Run, path: str) -> bool:
    """Return whether an operator takes each tensor as an argument of its own, and no list of them."""
    described = run.api.function(path)
    names = None if described is None else described.tensor_parameters
    return bool(names) and not any(name.startswith("*") for name in names or ())


def decide(run: Run, titles: List[str]) -> bool:
    """Decide which of the inputs `titles` are lists, which are ambiguous, and whether `*inputs` are tensors. Return
    whether a decision is new. If no caller of the function is known, only inputs used as tensors are taken for
    tensors."""
    entry, evidence = run.entry, _Gathered(run)
    lists, ambiguous = set(entry.lists), set(entry.ambiguous)
    tested, read = set(entry.tested_lists), set(entry.read_as_lists)
    if entry.guessed:
        ambiguous.update(name for name in titles if not evidence.of(name).tensor_only)
    all_in_one = titles == ["inputs"]  # as of a recurrent block, where `inputs` are the steps
    for name in titles:
        if name not in lists and not evidence.of(name).whole and _LIST.search(name):
            ambiguous.add(name)
    for name, seen in evidence.items():
        if seen.beside_blocks and name not in lists:
            ambiguous.add(name)
        whole = seen.whole or name in entry.ambiguous  # in an earlier attempt
        if seen.list_only and seen.whole or seen.type_tested and whole:
            ambiguous.add(name)
        elif seen.list_only or seen.type_tested or not seen.whole and _reads_like_a_list(name, seen, all_in_one):
            ambiguous.discard(name)
            lists.add(name)
            if not (seen.list_only or _LIST.search(name)):
                (tested if seen.type_tested else read).add(name)
        elif (
            seen.whole and not seen.tensor_only and _reads_like_a_list(name, seen) and (seen.measured or seen.iterated)
        ):
            ambiguous.add(name)
    return run.learn(
        lists=frozenset(lists),
        ambiguous=frozenset(ambiguous),
        tested_lists=frozenset(tested),
        read_as_lists=frozenset(read),
        star_input_is_tensors=entry.star_input_is_tensors or _are_tensors(evidence.of(entry.star_input)),
    )


def _are_tensors(evidence: Evidence) -> bool:
    """Return whether each element of `*inputs` is a tensor: one of them is used as only a tensor can be."""
    indexed = bool(evidence.indices or evidence.sliced) and not _reads_like_a_list("", evidence)
    return bool((evidence.whole or indexed) and not (evidence.list_only or evidence.type_tested))


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
