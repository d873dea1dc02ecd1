"""Operands: a variable as an operation sees it."""

from __future__ import annotations

from typing import Any, List, Optional

from hybridlint.dataclass import replace
from hybridlint.values.arrays import ImperativeArray
from hybridlint.values.base import UNKNOWN, Unknown, Value
from hybridlint.values.block import Block
from hybridlint.values.classes import Class
from hybridlint.values.function import BoundMethod, Function, Partial
from hybridlint.values.instance import Instance
from hybridlint.values.lattice import JOIN, alternatives, join
from hybridlint.values.namespace import Operator
from hybridlint.values.plain import NONE, Plain, may_be_none
from hybridlint.values.sequence import LIST_OR_TUPLE, Sequence, element_of
from hybridlint.values.tensor import Tensor


def callee_of(value: Value) -> Value:
    """Return `value`; of a variable with one binding besides None, that binding's value."""
    if not value.has_alternatives:
        return value
    there = [alternative for alternative in alternatives(value) if alternative != NONE]
    return there[0] if len(there) == 1 else value


#: :data:`BOTTOM` as an operand: UNKNOWN, but a number that is computed from it is BOTTOM again.
NOTHING = Unknown()

#: The classes of values whose alternatives an operation tries one by one.
_DISTRIBUTED = (Function, BoundMethod, Operator, Partial, Class, Instance)


def operand(value: Value) -> Value:
    """Return `value` as the operand of an operation: a single value, or a variable of callables or objects.

    A binding that raises in both phases is left out: None if a tensor, a list or a block is possible too.
    """
    if not value.has_alternatives:
        return value
    options = alternatives(value)
    if not options:
        return NOTHING
    plain = next((item for item in options if isinstance(item, Plain)), None)
    others = [item for item in options if item is not plain]
    if plain is not None and not others:
        return plain
    if all(isinstance(item, _DISTRIBUTED) for item in others):
        if plain is None or plain == NONE:
            return value if len(others) > 1 or not isinstance(others[0], Instance) else UNKNOWN
        if plain != Plain():
            return UNKNOWN
        return others[0] if len(others) == 1 and isinstance(others[0], Instance) else value
    if all(isinstance(item, Block) for item in others):
        return _block_operand(others, plain)
    if len(others) == 1 and plain == NONE:
        return others[0]
    return _tensor_operand(others, plain)


def stored(value: Value) -> Value:
    """Return `value` as an attribute or an element of a container holds it: an operand, which may be None."""
    return join(operand(value), NONE) if may_be_none(value) else operand(value)


def _block_operand(blocks: List[Any], plain: Optional[Plain]) -> Value:
    if plain is not None and plain != NONE:
        return UNKNOWN
    if len(blocks) == 1:
        only: Block = blocks[0]
        return only
    hybrid = {block.hybrid for block in blocks}
    return Block("", hybrid=hybrid.pop() if len(hybrid) == 1 else None)


def _tensor_operand(others: List[Value], plain: Optional[Plain]) -> Value:
    """Return the one tensor or list of tensors, or their join; or a tensor, which may be a number."""
    tensor = next((item for item in others if isinstance(item, Tensor)), None)
    sequence = next((item for item in others if isinstance(item, Sequence)), None)
    array = next((item for item in others if isinstance(item, ImperativeArray)), None)
    if tensor is not None and array is not None and len(others) == 2 and plain in (None, NONE):
        return array  # it works imperatively, and raises where tracing takes its branch
    if len(others) != (tensor is not None) + (sequence is not None):
        return UNKNOWN
    if plain is not None and plain != NONE:
        if tensor is None or sequence is not None or plain.type not in ("int", "float", ""):
            return UNKNOWN
        return replace(tensor, origin=None)
    if sequence is None or tensor is None:
        return sequence or tensor or UNKNOWN
    element = operand(element_of(sequence))
    if not isinstance(element, Tensor):
        return UNKNOWN
    if tensor.outputs == 1 or not tensor.certain:
        node, (identity, memory) = JOIN.node(tensor.node, element.node), JOIN.place(tensor, element)
        numpy = tensor.numpy or element.numpy
        return Tensor(None, node=node, certain=False, numpy=numpy, identity=identity, memory=memory)
    output = replace(tensor, outputs=1, shape=None, origin=None)
    return Sequence(LIST_OR_TUPLE, None, output.merged(element, JOIN), taint=sequence.taint)
