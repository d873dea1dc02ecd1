"""Subscripts of tensors, lists, dicts and containers of blocks."""

from __future__ import annotations

import ast
from typing import Any, Callable, Dict, Optional

from hybridlint.dataclass import replace
from hybridlint.events import Hashing, PhaseDependentRead, Subscript, TaintUse
from hybridlint.interpreter.engine import phases, sharing
from hybridlint.interpreter.engine.run import Frame, Run, view_of
from hybridlint.interpreter.library import array_shapes, recording
from hybridlint.interpreter.lifecycle import classes
from hybridlint.interpreter.syntax import indices, iteration, mutation
from hybridlint.queries import holds_one_number, may_hold_anything
from hybridlint.syntax import index_elements
from hybridlint.values import (
    NONE,
    NOT_KNOWN,
    SLICE,
    UNKNOWN,
    Attributes,
    Block,
    ImperativeArray,
    Imported,
    Instance,
    Mapped,
    NamedTuple,
    NumPyArray,
    Opaque,
    ParameterDict,
    ParameterValue,
    Phased,
    Plain,
    Self,
    Sequence,
    Slice,
    Tensor,
    Unknown,
    Value,
    constant,
    contains_tensor,
    element_of,
    key_of,
    taint_of,
    with_taint,
)
from hybridlint.values.lattice import join_all
from hybridlint.values.operands import operand


def subscript(run: Run, node: ast.AST, receiver: Value, index: Value, frame: Frame) -> Value:
    """Evaluate `receiver[index]`."""
    handler = _HANDLERS.get(type(receiver))
    own = classes.special(run, node, receiver, "__getitem__", index) if classes.owner_of(receiver) else None
    if own is not None:
        return own
    sides = indices.by_phase(index) if isinstance(receiver, (Mapped, Sequence)) else None
    if sides is not None:
        return _by_phase(run, node, receiver, sides, frame)
    return UNKNOWN if handler is None else handler(run, node, receiver, index, frame)


# Tensors


def _of_tensor(run: Run, node: ast.AST, receiver: Tensor, index: Value, frame: Frame) -> Value:
    run.emit(Subscript(node, receiver, index, "load"))
    run.note_loop_rows(node, receiver)
    if run.recording:
        recording.note_index(run, node, index)
    run.note_taint(node, index, "index")
    if may_hold_anything(receiver):
        return iteration.part_of_unknown(run, receiver)
    if holds_one_number(receiver) and (isinstance(index, Slice) or index == constant(0)):
        memory = view_of(receiver, ("item",))
        return replace(receiver, identity=run.identity(), origin=None, description="an element", memory=memory)
    item = _item(run, receiver, index)
    if item.memory == receiver.storage or item is receiver:
        return item
    return replace(item, memory=sharing.memory_of_item(receiver, index, item))


def _item(run: Run, receiver: Tensor, index: Value) -> Tensor:
    """Return an element or a slice of a tensor."""
    if isinstance(index, Slice):
        return _slice_of_tensor(run, receiver, index)
    if receiver.outputs != 1 and _may_be_a_slice(index):
        return run.part(receiver, outputs=None, certain=False, description="an element")
    known = iteration.output_properties(run, receiver, _position(receiver, index))
    if receiver.outputs == 1 and index == constant(0) and receiver.shape is not None:
        known["shape"] = run.shapes.apply("first_output", [receiver.shape])
    return run.fresh(source=receiver.source, description="an element", **known)


def _position(receiver: Tensor, index: Value) -> Optional[int]:
    """Return the number of the output that an index selects; None if unknown."""
    if not (isinstance(index, Plain) and type(index.value) is int and receiver.outputs):
        return None
    return index.value % receiver.outputs


def _slice_of_tensor(run: Run, receiver: Tensor, index: Slice) -> Tensor:
    if receiver.outputs != 1:
        node = run.graph.output(receiver.node)
        return Tensor(None, identity=run.identity(), node=node, certain=receiver.certain)
    if index == Slice():
        return replace(receiver, identity=run.identity(), memory=receiver.storage)
    if _is_whole(index):
        return receiver
    return run.part(receiver, source=receiver.source, description=SLICE)


def _may_be_a_slice(index: Value) -> bool:
    """Return whether an index may select several outputs."""
    return isinstance(index, Unknown) or isinstance(index, Plain) and index.type not in ("int", "bool")


def _is_whole(index: Slice) -> bool:
    """Return whether the slice is the tensor itself in both phases: `x[:]`, `x[0:]`, `x[::1]`."""
    return index.lower in (None, constant(0)) and index.upper is None and index.step in (None, constant(1))


# Containers


def _of_sequence(run: Run, node: ast.AST, receiver: Sequence, index: Value, frame: Frame) -> Value:
    if receiver.items is None and isinstance(receiver.element, Tensor) and receiver.element.source:
        _note_selection(run, node)
    if isinstance(index, Slice):
        return _slice_of_sequence(run, receiver, index)
    taint = receiver.taint or taint_of(index)
    if taint and (contains_tensor(receiver) or isinstance(operand(element_of(receiver)), indices.CHOSEN)):
        run.emit(TaintUse(node, taint, "index"))
    if receiver.items is None:
        run.may_raise("IndexError")
        return with_taint(receiver.element, taint)
    if isinstance(index, Plain) and index.known and isinstance(index.value, int):
        if -len(receiver.items) <= index.value < len(receiver.items):
            indices.note_found(run, node, receiver, index, receiver.items[index.value])
            return with_taint(receiver.items[index.value], taint)
        run.raise_error("IndexError")
        return UNKNOWN
    return with_taint(join_all(receiver.items), taint)


def _slice_of_sequence(run: Run, receiver: Sequence, index: Slice) -> Sequence:
    ends = [index.lower, index.upper, index.step]
    if receiver.items is not None and all(
        end is None or (isinstance(end, Plain) and end.known and (end.value is None or isinstance(end.value, int)))
        for end in ends
    ):
        values = [None if end is None else end.value for end in ends]  # type: ignore[attr-defined]
        if values[2] != 0:
            identity = run.identity() if run.is_own(receiver) else 0
            return Sequence(receiver.type, receiver.items[slice(*values)], identity=identity)
    return Sequence(receiver.type, None, element_of(receiver), receiver.source, receiver.taint)


def _of_dict(run: Run, node: ast.AST, receiver: Mapped, index: Value, frame: Frame) -> Value:
    if isinstance(index, Tensor):
        run.emit(Hashing(node, index))
    if key_of(index) is not NOT_KNOWN:
        found = receiver.get(key_of(index))
        if found is None and receiver.default is not None:
            indices.note_found(run, node, receiver, index, receiver.default)
            return _filled_in(run, node, receiver, index, receiver.default, frame)
        if found is None and receiver.owner:
            found = classes.special(run, node, receiver, "__missing__", index)
        if found is None and (run.is_own(receiver) or not receiver.identity):
            run.raise_error("KeyError")
        elif found is receiver.element:
            run.may_raise("KeyError")
        indices.note_found(run, node, receiver, index, found or UNKNOWN)
        return found or UNKNOWN
    others = [value for value in (receiver.element, receiver.default) if value is not None]
    found = join_all([value for _, value in receiver.entries] + others)
    usual = dict(receiver.entries).get(index.default) if isinstance(index, Plain) else None
    if isinstance(found, Plain) and isinstance(usual, Plain):
        found = replace(found, default=usual.value)
    return indices.chosen_by(run, node, index, found)


def _filled_in(run: Run, node: ast.AST, receiver: Mapped, index: Value, default: Value, frame: Frame) -> Value:
    """Add `default` to a `defaultdict` under a missing key, and return it."""
    if isinstance(default, (Sequence, Mapped)):
        default = replace(default, identity=run.identity())
    filled = indices.with_element(receiver, index, default)
    if isinstance(node, ast.Subscript) and filled is not None:
        mutation.rebind(run, node.value, filled, frame)
    return default


def _by_phase(run: Run, node: ast.AST, receiver: Value, index: Phased, frame: Frame) -> Value:
    imperative, symbolic = run.in_each_phase(lambda side: subscript(run, node, receiver, side, frame), index, node=node)
    return phases.of_sides(run, node, imperative, symbolic, index)


def _of_blocks(run: Run, node: ast.AST, receiver: Value, index: Value, frame: Frame) -> Value:
    """Evaluate `self.body[0]`."""
    _note_selection(run, node)
    run.note_taint(node, index, "index")
    found = iteration.children(run, receiver)
    if isinstance(index, Slice) and isinstance(receiver, Block) and receiver.children:
        part = _slice_of_sequence(run, Sequence("tuple", receiver.children), index)
        if part.items is None or receiver.children_vary:
            return replace(receiver, children_vary=True, identity=0)
        return replace(receiver, children=part.items, identity=0)
    if not isinstance(index, Plain):
        return replace(receiver, children=None) if isinstance(receiver, Block) else UNKNOWN
    if found.items is not None and index.known and isinstance(index.value, int):
        if -len(found.items) <= index.value < len(found.items):
            return found.items[index.value]
        return UNKNOWN
    return element_of(found)


def _note_selection(run: Run, node: ast.AST) -> None:
    """Record an index that selects one of several blocks, or an item of a list argument."""
    if isinstance(node, ast.Subscript):
        run.entry.block_picks.update(run.code(element) for element in index_elements(node))


# Everything else


def _of_phased(run: Run, node: ast.AST, receiver: Phased, index: Value, frame: Frame) -> Value:
    if receiver.symbolic == NONE:
        run.emit(PhaseDependentRead(node, receiver.reason, missing=True))
    return run.lift(lambda one, other: subscript(run, node, one, other, frame), receiver, index, node=node)


def _of_instance(run: Run, node: ast.AST, receiver: Instance, index: Value, frame: Frame) -> Value:
    return classes.special(run, node, receiver, "__getitem__", index) or UNKNOWN


def _of_array(run: Run, node: ast.AST, receiver: Value, index: Value, frame: Frame) -> Value:
    if isinstance(receiver, (ImperativeArray, NumPyArray)):
        dims = array_shapes.dims_indexed(receiver.dims, index)
        # An element of an array of `mx.nd` has the shape (1,), of `mx.np` ().
        receiver = replace(receiver, dims=None if dims == () and isinstance(receiver, ImperativeArray) else dims)
    return with_taint(receiver, taint_of(receiver) or taint_of(index))


def _of_plain(run: Run, node: ast.AST, receiver: Plain, index: Value, frame: Frame) -> Value:
    text = receiver.known and isinstance(receiver.value, (str, bytes))
    return Plain("str" if text else "", taint=receiver.taint or taint_of(index))


def _of_attributes(run: Run, node: ast.AST, receiver: Attributes, index: Value, frame: Frame) -> Value:
    name = index.value if isinstance(index, Plain) and isinstance(index.value, str) and index.known else None
    return UNKNOWN if name is None else run.attribute(node, frame, run.load(receiver.holder), name)


#: Class of the subscripted value → handler. A subscript of any other value is UNKNOWN.
def _of_imported(run: Run, node: ast.AST, receiver: Imported, index: Value, frame: Frame) -> Value:
    """Evaluate `Generic[T]` and `list[int]`, which stand for the class itself."""
    return receiver if receiver.name.startswith(("typing.", "builtins.", "collections.abc.")) else UNKNOWN


_HANDLERS: Dict[type, Callable[[Run, ast.AST, Any, Value, Frame], Value]] = {
    Tensor: _of_tensor,
    Phased: _of_phased,
    Sequence: _of_sequence,
    NamedTuple: _of_sequence,
    Mapped: _of_dict,
    Block: _of_blocks,
    Self: _of_blocks,
    Instance: _of_instance,
    ParameterDict: lambda run, node, receiver, index, frame: ParameterValue(),
    Imported: _of_imported,
    ImperativeArray: _of_array,
    NumPyArray: _of_array,
    Opaque: _of_array,
    Plain: _of_plain,
    Attributes: _of_attributes,
}
