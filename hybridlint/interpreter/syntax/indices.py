"""Indices, and lists and dicts after an element was assigned or deleted."""

from __future__ import annotations

import ast
from typing import Optional

from hybridlint import syntax
from hybridlint.dataclass import replace
from hybridlint.events import TaintUse
from hybridlint.interpreter.engine.run import Frame, Run
from hybridlint.interpreter.engine.store import EntryKey
from hybridlint.values import (
    NONE,
    NOT_KNOWN,
    Block,
    Function,
    ImperativeArray,
    Instance,
    Mapped,
    Namespace,
    NumPyArray,
    Operator,
    Phased,
    Plain,
    Sequence,
    Slice,
    Tensor,
    Value,
    Variable,
    element_of,
    key_of,
    taint_of,
    with_taint,
)
from hybridlint.values.lattice import join_all
from hybridlint.values.operands import operand


def index_of(run: Run, node: ast.Subscript, frame: Frame) -> Value:
    """Evaluate the index of a subscript."""
    index = syntax.index_of(node)
    if isinstance(index, ast.Tuple) or type(index).__name__ == "ExtSlice":
        return Sequence("tuple", tuple(_index(run, part, frame) for part in syntax.index_elements(node)))
    return _index(run, index, frame)


def _index(run: Run, part: ast.AST, frame: Frame) -> Value:
    if isinstance(part, ast.Slice):
        ends = [None if end is None else run.evaluate(end, frame) for end in (part.lower, part.upper, part.step)]
        return Slice(*ends)
    return run.evaluate(part, frame)


def by_phase(index: Value) -> Optional[Phased]:
    """Return an index as a phased value if it differs between the phases, as in `{mx.nd: 2, mx.sym: 3}[F]` and
    `names[F is mx.sym]`; else None."""
    if isinstance(index, Namespace) and index.phase == "both":
        return Phased(Namespace("imperative", index.path), Namespace("symbolic", index.path), "F", guard=True)
    if isinstance(index, Slice):
        ends = (index.lower, index.upper, index.step)
        differing = [end for end in ends if isinstance(end, Phased)]
        sides = [Slice(*(getattr(end, phase, end) for end in ends)) for phase in ("imperative", "symbolic")]
        return Phased(sides[0], sides[1], differing[0].reason, differing[0].guard) if differing else None
    return index if isinstance(index, Phased) else None


#: Kinds of values whose selection changes the graph.
CHOSEN = (Tensor, Block, Function, Variable, Operator)


def chosen_by(run: Run, node: ast.AST, index: Value, found: Value) -> Value:
    """Return `found`, a value of a dict that `index` selects, with the taint of `index`."""
    taint = taint_of(index)
    if taint and isinstance(operand(found), CHOSEN):
        run.emit(TaintUse(node, taint, "index"))
    return with_taint(found, taint)


def with_element(container: Value, index: Value, value: Value) -> Optional[Value]:
    """Return the list, dict or array `container` after `container[index] = value`; None for other values."""
    if isinstance(container, Sequence):
        return _list_with(container, index, value)
    if isinstance(container, (NumPyArray, ImperativeArray)):
        return with_taint(container, taint_of(value))
    return _dict_with(container, index, value) if isinstance(container, Mapped) else None


def _entry_key(container: Value, index: Value) -> Optional[EntryKey]:
    """Return the key of an element of a list or dict, or of an attribute of an object; None if unknown."""
    if isinstance(container, Instance) and isinstance(index, Plain):
        return container.identity, index.value
    if isinstance(container, Mapped) and container.identity and key_of(index) is not NOT_KNOWN:
        return container.identity, key_of(index)
    if isinstance(container, Sequence) and container.identity and container.items is not None:
        place = index.value if isinstance(index, Plain) and index.known else None
        if isinstance(place, int) and -len(container.items) <= place < len(container.items):
            return container.identity, place % len(container.items)
    return None


def note_found(run: Run, node: ast.AST, container: Value, index: Value, value: Value) -> None:
    """Record that `node` reads `value` from a list, dict or object, or takes it as the default of a missing entry."""
    entry = _entry_key(container, index)
    if entry is not None and entry not in run.attempt.store.defined:
        run.attempt.exposed_entries.setdefault(entry, value)
        run.attempt.readers.setdefault(entry, []).append(node)


def note_set(run: Run, container: Value, index: Value, computed: bool, defined: bool = True) -> bool:
    """Record that a call assigns an element or attribute. `computed` if from the contents of `container`; `defined` if
    the assignment replaces the old value entirely (a strong update). Return whether the entry is known."""
    entry = _entry_key(container, index)
    if entry is None:
        return False
    if defined:
        run.attempt.store.defined.add(entry)
    if computed:
        run.attempt.computed_entries.add(entry)
    return True


def with_slice(container: Sequence, index: Slice, filling: Sequence) -> Sequence:
    """Return the list `container` after `container[index] = filling`."""
    ends = [None if end is None or end == NONE else end for end in (index.lower, index.upper, index.step)]
    known = [end is None or isinstance(end, Plain) and end.known and isinstance(end.value, int) for end in ends]
    if container.items is not None and filling.items is not None and all(known):
        changed = list(container.items)
        try:
            changed[slice(*(end.value if isinstance(end, Plain) else None for end in ends))] = filling.items
        except ValueError:  # raised in both phases
            return container
        return replace(container, items=tuple(changed))
    element = join_all(element_of(part) for part in (container, filling) if part.items != ())
    return replace(container, items=None, element=element)


def _list_with(container: Sequence, index: Value, value: Value) -> Sequence:
    items = container.items
    if items is not None and isinstance(index, Plain) and index.known and isinstance(index.value, int):
        if -len(items) <= index.value < len(items):
            changed = list(items)
            changed[index.value] = value
            return replace(container, items=tuple(changed))
    element = join_all([element_of(container), value]) if items != () else value
    return Sequence(container.type, None, element, identity=container.identity)


def _dict_with(container: Mapped, index: Value, value: Value) -> Mapped:
    key = key_of(index)
    if key is not NOT_KNOWN:
        return replace(container, entries=tuple({**dict(container.entries), key: value}.items()))
    element = value if container.element is None else join_all([container.element, value])
    return replace(container, element=element)


def without(container: Value, index: Value) -> Optional[Value]:
    """Return the list or dict `container` after `del container[index]`; None for other values."""
    if isinstance(container, Mapped):
        key = key_of(index)
        return replace(container, entries=tuple(entry for entry in container.entries if entry[0] != key))
    if not isinstance(container, Sequence):
        return None
    items = container.items
    if items is not None and isinstance(index, Plain) and index.known and isinstance(index.value, int):
        if -len(items) <= index.value < len(items):
            left = list(items)
            del left[index.value]
            return replace(container, items=tuple(left))
    return replace(container, items=None, element=element_of(container))
