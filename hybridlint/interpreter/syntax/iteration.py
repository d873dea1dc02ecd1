"""Iteration over the elements of a value, as by `for`, comprehensions and `*`."""

from __future__ import annotations

import ast
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from hybridlint.dataclass import replace
from hybridlint.events import Hashing, Iteration, PhaseDependentRead, TaintUse
from hybridlint.interpreter.engine.run import Frame, Run, view_of
from hybridlint.interpreter.library import recording
from hybridlint.interpreter.lifecycle import classes
from hybridlint.queries import may_hold_anything
from hybridlint.values import (
    NONE,
    OUTPUT,
    UNKNOWN,
    Block,
    ImperativeArray,
    Instance,
    Mapped,
    NamedTuple,
    NumPyArray,
    Opaque,
    Phased,
    Plain,
    Self,
    Sequence,
    Tensor,
    Value,
    by_phase,
    constant,
    contains_tensor,
    value_of_key,
    with_taint,
)
from hybridlint.values.lattice import join_all

#: Maximum length of a sequence that is interpreted element by element.
UNROLLED = 8


def output_properties(run: Run, tensor: Tensor, number: Optional[int] = None) -> Dict[str, Any]:
    """Return the properties of output `number` of a tensor (None for any of them). Its shape is known if all outputs of
    the operator have the same."""
    known = tensor.outputs != 1 and tensor.shape is not None and tensor.shape.is_computed
    node = run.graph.output(tensor.node, number)
    return {"node": node, **({"shape": tensor.shape} if known else {})}


def part_of_unknown(run: Run, whole: Tensor) -> Tensor:
    """Return an element of the result of a block of another file: an output, a row, or again several of these."""
    return run.part(whole, outputs=None, certain=False, description="an element")


def iterate(run: Run, node: ast.AST, value: Value, construct: str) -> Sequence:
    """Return an iterator over the elements of `value`, and record the events of iterating over it in `construct`."""
    if classes.owner_of(value):
        given = classes.special(run, node, value, "__iter__")
        if given is not None:
            return iterate(run, node, given, construct)
    handler = _HANDLERS.get(value.__class__)
    return Sequence("iterator") if handler is None else handler(run, node, value, construct)


def _of_sequence(run: Run, node: ast.AST, value: Sequence, construct: str) -> Sequence:
    if value.taint and contains_tensor(value):
        run.emit(TaintUse(node, value.taint, "index"))  # how many tensors it holds, or in which order
        return value
    if value.type == "iterator" and value.identity and value.items is not None:
        run.write(replace(value, items=()))  # iterating exhausts it
    if value.taint:
        items = None if value.items is None else tuple(with_taint(item, value.taint) for item in value.items)
        return replace(value, items=items, element=with_taint(value.element, value.taint))
    return value


def _of_tensor(run: Run, node: ast.AST, value: Tensor, construct: str) -> Sequence:
    run.emit(Iteration(node, value, construct))
    if run.recording:
        recording.note_rows(run, node, value, construct)
    run.note_loop_rows(node, value)
    if may_hold_anything(value):
        return Sequence("iterator", None, part_of_unknown(run, value))
    if value.outputs is not None and 1 < value.outputs <= UNROLLED:
        each = (
            run.fresh(memory=view_of(value, (OUTPUT, i)), **output_properties(run, value, i))
            for i in range(value.outputs)
        )
        return Sequence("iterator", tuple(each))
    known = output_properties(run, value)
    memory = view_of(value, ("item",), may_copy=True)
    element = run.fresh(source=value.source, description="an element", memory=memory, **known)
    return Sequence("iterator", None, element)


def _of_dict(run: Run, node: ast.AST, value: Mapped, construct: str) -> Sequence:
    if value.element is not None:
        return Sequence("iterator", None, Plain())
    return Sequence("iterator", tuple(value_of_key(key, run.is_own(value)) for key, _ in value.entries))


def _of_block(run: Run, node: ast.AST, value: Union[Block, Self], construct: str) -> Sequence:
    return children(run, value)


def _of_instance(run: Run, node: ast.AST, value: Instance, construct: str) -> Sequence:
    """Iterate over an object, which may also be an iterator itself, or be iterated over by index."""
    iterated = classes.special(run, node, value, "__iter__")
    if iterated is not None and not isinstance(iterated, Instance):
        return iterate(run, node, iterated, construct)
    each = classes.special(run, node, iterated or value, "__next__")
    if each is None and iterated is None:
        each = classes.special(run, node, value, "__getitem__", Plain("int"))
    return Sequence("iterator", None, UNKNOWN if each is None else each)


def _of_plain(run: Run, node: ast.AST, value: Union[Plain, Opaque], construct: str) -> Sequence:
    if isinstance(value, Plain) and value.known and isinstance(value.value, str) and len(value.value) <= UNROLLED:
        return Sequence("iterator", tuple(map(constant, value.value)), taint=value.taint)
    return Sequence("iterator", None, Plain(taint=value.taint), taint=value.taint)


def _of_array(run: Run, node: ast.AST, value: Union[ImperativeArray, NumPyArray], construct: str) -> Sequence:
    return Sequence("iterator", None, value, taint=value.taint)


def _iterate_by_phase(run: Run, node: ast.AST, value: Phased, construct: str) -> Sequence:
    """Return the elements of a phased value, which may differ between the phases; unknown if their numbers differ."""
    with run.imperative_phase():
        imperative = iterate(run, node, value.imperative, construct)
    if run.imperative_only:
        return imperative
    if value.symbolic == NONE:
        run.emit(PhaseDependentRead(node, value.reason, missing=True))
    symbolic = iterate(run, node, value.symbolic, construct)
    if not symbolic.items or len(imperative.items or symbolic.items) != len(symbolic.items):
        return Sequence("iterator")
    each = imperative.items or (imperative.element,) * len(symbolic.items)
    return Sequence("iterator", tuple(by_phase(one, other, value.reason) for one, other in zip(each, symbolic.items)))


_HANDLERS: Dict[type, Callable[[Run, ast.AST, Any, str], Sequence]] = {
    Block: _of_block,
    ImperativeArray: _of_array,
    Instance: _of_instance,
    Mapped: _of_dict,
    NamedTuple: _of_sequence,
    NumPyArray: _of_array,
    Opaque: _of_plain,
    Phased: _iterate_by_phase,
    Plain: _of_plain,
    Self: _of_block,
    Sequence: _of_sequence,
    Tensor: _of_tensor,
}


def note_count(run: Run, node: ast.AST, value: Value) -> None:
    """Record a `range`, or a list that calls extend, whose length varies between calls or phases, for a loop over it
    whose number of iterations matters. Shuffling does not change the length."""
    if isinstance(value, Phased) and isinstance(value.imperative, Sequence) and isinstance(value.symbolic, Sequence):
        imperative, symbolic = value.imperative.items, value.symbolic.items
        if symbolic is not None and (imperative is None or len(imperative) != len(symbolic)):
            run.emit(PhaseDependentRead(node, value.reason))
    if isinstance(value, Sequence) and value.taint and not contains_tensor(value):
        if value.taint.kind == "carried" or value.type == "iterator" and value.items is None:
            run.emit(TaintUse(node, value.taint, "branch"))


def hash_each(run: Run, node: ast.AST, found: Sequence) -> None:
    """Record the hashing of the elements `found`, which are keys or members of a set."""
    for item in found.items or (found.element,):
        if isinstance(item, Tensor):
            run.emit(Hashing(node, item))


def children(run: Run, value: Value) -> Sequence:
    """Return the children of a Sequential. If none are known, code outside the file adds them."""
    if isinstance(value, Block) and value.children:
        if not value.children_vary:
            return Sequence("iterator", value.children)
        return Sequence("iterator", None, join_all(value.children))
    return Sequence("iterator", None, Block("", hybrid=True) if isinstance(value, Block) and value.hybrid else UNKNOWN)


def display(run: Run, kind: str, elements: Any, frame: Frame) -> Sequence:
    """Evaluate a list, tuple or set display."""
    found, placed = spread(run, elements, frame, run.variable)
    if placed < len(found):
        return Sequence(kind, None, join_all(found))
    return Sequence(kind, tuple(found), identity=run.identity() if kind == "list" else 0)


def spread(run: Run, elements: Any, frame: Frame, read: Callable[[ast.AST, Frame], Value]) -> Tuple[List[Value], int]:
    """Evaluate the elements of a display, or the positional arguments of a call, and expand those with a `*`. Return
    the values, and the number of leading ones whose positions are known; others may occur any number of times."""
    found: List[Value] = []
    placed: Optional[int] = None
    for element in elements:
        starred = isinstance(element, ast.Starred)
        if not starred:
            found.append(read(element, frame))
            continue
        value = run.evaluate(element.value, frame)
        if isinstance(value, Tensor) and len(elements) > 1:
            # `F.concat(x, *others)`: next to whole tensors, `others` is a list of tensors, not the rows of one.
            run.note_type_test(element, value, {"list"})
        inner = iterate(run, element, value, "*")
        if inner.items is None and placed is None:
            placed = len(found)
        found.extend(inner.items if inner.items is not None else (inner.element,))
    return found, len(found) if placed is None else placed
