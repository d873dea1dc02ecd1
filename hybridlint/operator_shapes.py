"""Output shapes of operators of MXNet: select and apply the shape function of a call."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Optional, Sequence as SequenceOf

from hybridlint.shapes import Shape, ShapeGraph, function_for
from hybridlint.values import Plain, Tensor, Value

if TYPE_CHECKING:
    from hybridlint.calls import BoundCall


def shape_of(shapes: ShapeGraph, call: BoundCall) -> Optional[Shape]:
    """Return the shape of the first output of an operator; None if unknown."""
    described, computed = call.function, function_for(call.name)
    starred = call.arguments.starred
    if described is None or starred and not (computed and call.takes_any_tensors):
        return None
    operands = [_shape(shapes, operand) for operand in _operands(call, () if computed is None else computed.operands)]
    own = operands[0] if operands else None
    attributes = {**call.attributes, **({"more": True} if starred else {})}
    if call.draws:
        given = attributes.get("shape") is not None
        if call.tensors:
            return None if given else own
        return shapes.apply("of_shape", (), attributes) if given else None
    if call.name in ("ones_like", "zeros_like"):
        return own
    if computed is not None:
        return shapes.apply(call.name, operands, attributes)
    if own is None:
        return None
    if described.shape_rule == "reduce":
        return shapes.apply("reduce", [own], {"default": described.reduce_axis, **attributes})
    if described.keeps_shape:
        return own
    if described.elementwise and len(operands) == 2:
        return shapes.elementwise(*operands)
    if described.shape_rule == "broadcast" and len(operands) == 2:
        return shapes.apply("broadcast", operands)
    return own if described.shape_rule == "broadcast" and _are_tensors_or_numbers(call) else None


def _operands(call: BoundCall, names: SequenceOf[str]) -> List[Value]:
    """Return the operands that decide the shape: those of these `names`, by default all tensors."""
    assert call.function is not None
    if call.takes_any_tensors:
        return list(call.arguments.positional)
    names = names or call.function.tensor_parameters or ()
    operands = [call.named[name] for name in names if name in call.named]
    if not names:
        return [*call.tensors[:1]]
    tensors = all(isinstance(operand, Tensor) for operand in operands)
    return operands if tensors or call.function.shape_rule != "broadcast" else operands[:1]


def _shape(shapes: ShapeGraph, operand: Value) -> Shape:
    known = operand.shape if isinstance(operand, Tensor) else None
    return known or shapes.unknown()


def _are_tensors_or_numbers(call: BoundCall) -> bool:
    return all(isinstance(value, (Tensor, Plain)) for value in call.arguments.positional[:2])
