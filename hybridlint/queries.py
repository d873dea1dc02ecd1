"""Questions about abstract values: their taint, the tensors in them, what is the same.

None of them needs the state of the interpreter.
"""

from __future__ import annotations

from typing import Iterator, Optional

from hybridlint.dataclass import replace
from hybridlint.graph import ROWS
from hybridlint.values import (
    TAKES_GRADIENT,
    UNKNOWN,
    Namespace,
    Operator,
    Origin,
    Plain,
    Sequence,
    Tensor,
    Value,
)


def all_literal(*values: Value) -> bool:
    """Return whether all values are the same in every configuration, as what is computed of them is."""
    return all(
        all_literal(*value.items or (UNKNOWN,))
        if isinstance(value, Sequence)
        else isinstance(value, Plain) and value.is_literal
        for value in values
    )


def tensor(value: Optional[Value], numpy: bool = False) -> Optional[Tensor]:
    """Return `value` if it is a classic array: NDArray imperatively and Symbol while tracing; with `numpy`, also an
    array of `mx.np`. None for anything else."""
    return value if isinstance(value, Tensor) and (numpy or not value.numpy) else None


def certain_tensor(value: Optional[Value], numpy: bool = False) -> Optional[Tensor]:
    """Return `value` if it is an array and cannot be a list of arrays; `numpy` as for :func:`tensor`."""
    result = tensor(value, numpy)
    return result if result is not None and result.certain else None


def integer_of(value: Optional[Value]) -> Optional[int]:
    """Return the integer that `value` certainly is; None for anything else."""
    number = None if value is None else value.python_value
    return int(number) if isinstance(number, int) else None


def is_number_or_text(value: Value, known: bool = False) -> bool:
    """Return whether a value is a number, string or bool, or a list of these, of which each is `known`."""
    if value.items:
        return all(is_number_or_text(item, known) for item in value.items)
    return isinstance(value, Plain) and value.type != "NoneType" and (value.known or not known)


def leaves(value: Value) -> Iterator[Value]:
    """Yield the elements of nested lists and tuples; `value` itself if it is no sequence."""
    if isinstance(value, Sequence):
        for item in value.possible_items():
            yield from leaves(item)
    else:
        yield value


def of_one_phase(value: Value) -> bool:
    """Return whether `value` is of use in the current phase alone: a tensor or a container of one, `F` or an operator
    of it."""
    return value.holds_tensor or isinstance(value, (Namespace, Operator)) and value.phase == "both"


def same_work(first: Value, second: Value) -> bool:
    """Return whether two values certainly are the same, or are computed by the same operators from the same values."""
    if isinstance(first, Tensor) and isinstance(second, Tensor):
        if first.node is not second.node:  # one array may have been written to in one phase
            return _is_rows_of(second, first)
        return first.node is not None or bool(first.identity) and first.identity == second.identity
    if isinstance(first, Tensor) and isinstance(second, Sequence):
        return first.as_list and _are_outputs_of(second, first)
    if first.items and second.items:
        return len(first.items) == len(second.items) and all(map(same_work, first.items, second.items))
    if isinstance(first, Sequence) and isinstance(second, Sequence) and first.source and not first.source.endswith("]"):
        return first.source == second.source and same_work(first.element, second.element)
    return first.known and first == second


def _is_rows_of(outputs: Tensor, whole: Tensor) -> bool:
    """Return whether a Symbol has the rows of `whole` as its outputs, which imperative code reads from that array."""
    node = outputs.node
    return node is not None and node.operator == ROWS and node.operands == (whole.node,)


def _are_outputs_of(values: Sequence, whole: Tensor) -> bool:
    """Return whether `values` are the outputs of `whole`, a list of arrays in the imperative phase."""
    if values.items is None:
        return _is_output(values.element, whole, None)
    numbered = all(_is_output(item, whole, number) for number, item in enumerate(values.items))
    return numbered and len(values.items) == whole.outputs


def _is_output(value: Value, whole: Tensor, number: Optional[int]) -> bool:
    node, source = (item.node and item.node.computed if isinstance(item, Tensor) else None for item in (value, whole))
    return node is not None and node.selects and node.output == number and node.operands[0].computed is source


def with_conditional_origin(value: Value) -> Value:
    """Return `value` with `Origin.conditional` set on each input and parameter in it: another configuration or caller
    may compute it."""
    if isinstance(value, Tensor) and value.origin is not None and value.is_still(*TAKES_GRADIENT):
        return replace(value, origin=Origin(value.origin.kinds, conditional=True))
    return value.mapped(with_conditional_origin)
