"""Methods of lists, tuples, sets and deques: their results, and the receiver after the call."""

from __future__ import annotations

import ast
import dataclasses
from typing import Any, Optional, Tuple

from hybridlint.events import Arguments, Hashing, TruthTest
from hybridlint.interpreter import comparisons, indices, iteration, mutation, subscripts
from hybridlint.interpreter.run import Frame, Run
from hybridlint.interpreter.store import Change
from hybridlint.lattice import element_of, join_all
from hybridlint.queries import contains_tensor
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Mapped,
    NamedTuple,
    Plain,
    Sequence,
    Tensor,
    Value,
    constant,
)


def call(run: Run, node: ast.Call, receiver: Sequence, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `receiver.name(arguments)` of a list, tuple, set or deque."""
    if name in _INSERTS and receiver.items is not None and len(receiver.items) < 64:
        inserted = _after_insertion(run, node, receiver, name, arguments)
        if inserted is not None:
            mutation.rebind_receiver(run, node, inserted, frame)
            return NONE
    added: Optional[Sequence] = None
    if name in ("append", "appendleft") and len(arguments.positional) == 1:
        exact = name == "append" and receiver.most != 0
        added = Sequence("list", arguments.positional if exact else None, arguments.positional[0])
    elif receiver.type == "set" and name in ("add", "discard", "remove") and len(arguments.positional) == 1:
        if isinstance(arguments.positional[0], Tensor):
            run.emit(Hashing(node, arguments.positional[0]))
        added = Sequence("set", None, arguments.positional[0]) if name == "add" else None
    elif name in ("extend", "insert", "extendleft") and arguments.positional:
        last = arguments.positional[-1]
        many = name != "insert"
        added = iteration.iterate(run, node, last, f"{name}()") if many else Sequence("list", None, last)
        added = added if name != "extendleft" else Sequence("list", None, element_of(added))
    if added is not None:
        if receiver.items is not None and added.items is not None and len(receiver.items) < 64:
            changed = dataclasses.replace(receiver, items=(receiver.items + added.items)[-(receiver.most or 0) :])
        else:
            parts = [element_of(part) for part in (receiver, added) if part.items != ()]
            changed = dataclasses.replace(receiver, items=None, element=join_all(parts))
        change = Change.SET if receiver.most == 1 else None  # the earlier item was dropped
        mutation.rebind_receiver(run, node, changed, frame, change)
        return NONE
    if name in ("pop", "popleft"):
        index = arguments.positional[0] if arguments.positional else constant(0 if name == "popleft" else -1)
        value = subscripts.subscript(run, node, receiver, index, frame)
        if isinstance(node.func, ast.Attribute):
            shorter = dataclasses.replace(receiver, items=None, element=element_of(receiver))
            place = index.value if isinstance(index, Plain) and type(index.value) is int else None
            if receiver.items and place is not None and -len(receiver.items) <= place < len(receiver.items):
                left = list(receiver.items)
                del left[place]
                shorter = dataclasses.replace(receiver, items=tuple(left))
            mutation.rebind_receiver(run, node, shorter, frame)
        return value
    if name in ("reverse", "rotate", "sort", "clear", "remove") and isinstance(node.func, ast.Attribute):
        return _reorder_or_remove(run, node, receiver, name, arguments, frame)
    if name == "copy":
        return dataclasses.replace(receiver, identity=run.identity())
    if name == "_asdict" and isinstance(receiver, NamedTuple) and receiver.items is not None:
        return Mapped(tuple(zip(receiver.fields, receiver.items)), None, run.identity())
    if name == "_replace" and isinstance(receiver, NamedTuple) and receiver.items is not None:
        given = dict(arguments.keywords)
        replaced = tuple(given.get(field, item) for field, item in zip(receiver.fields, receiver.items))
        return dataclasses.replace(receiver, items=replaced)
    if name in ("index", "count"):
        _note_comparisons(run, node, receiver, name, arguments)
        return Plain("int", taint=receiver.taint)
    return UNKNOWN


#: Methods that insert items elsewhere than at the end.
_INSERTS = ("insert", "appendleft", "extendleft")


def _after_insertion(
    run: Run, node: ast.Call, receiver: Sequence, name: str, arguments: Arguments
) -> Optional[Sequence]:
    """Return a list or deque after `insert`, `appendleft` or `extendleft`; None if unknown."""
    items, given = list(receiver.items or ()), arguments.positional
    if name == "insert" and len(given) == 2 and isinstance(given[0], Plain) and type(given[0].value) is int:
        items.insert(given[0].value, given[1])
    elif name == "appendleft" and len(given) == 1:
        items.insert(0, given[0])
    elif name == "extendleft" and len(given) == 1:
        added = iteration.iterate(run, node, given[0], "extendleft()").items
        if added is None:
            return None
        items[:0] = added[::-1]
    else:
        return None
    if receiver.most is not None and len(items) > receiver.most:
        if not receiver.most:
            return None
        items = items[: receiver.most]
    return dataclasses.replace(receiver, items=tuple(items))


def _reorder_or_remove(
    run: Run, node: ast.Call, receiver: Sequence, name: str, arguments: Arguments, frame: Frame
) -> Value:
    """Run `receiver.name()` for `sort`, `reverse`, `rotate`, `clear` and `remove`."""
    items: Optional[Tuple[Value, ...]] = () if name == "clear" else None
    change: Optional[Change] = None
    if name == "sort":
        items = sorted_items(run, node, receiver, "sort()", arguments, frame)
        change = Change.ENTRY  # the result does not depend on the earlier order
    elif name == "reverse" and receiver.items is not None:
        items = receiver.items[::-1]
        change = Change.ENTRY
        for place, item in enumerate(receiver.items):
            indices.note_found(run, node, receiver, constant(place), item)
    elif name == "remove":
        _note_comparisons(run, node, receiver, name, arguments)
    for place in range(len(receiver.items or ()) if change else 0):
        indices.note_set(run, receiver, constant(place), False)
    left = dataclasses.replace(receiver, items=items, element=element_of(receiver))
    mutation.rebind_receiver(run, node, left, frame, change)
    return NONE


def sorted_items(
    run: Run, node: ast.Call, found: Sequence, construct: str, arguments: Arguments, frame: Frame
) -> Optional[Tuple[Value, ...]]:
    """Return the elements in sorted order; None if unknown. Record the comparisons of the elements, or of their
    keys."""
    items = found.items if found.items is not None else (found.element, found.element)
    keys = _keys(run, node, items, arguments, frame)
    compared = keys if any(map(contains_tensor, keys)) else ()
    pairs = [_first_difference(one, other) for i, one in enumerate(compared) for other in compared[i + 1 :]]
    for value in (side for pair in pairs for side in pair):
        if isinstance(value, Tensor):
            run.emit(TruthTest(node, value, construct))
            return None
    numbers = [_sortable(one) for one in keys]
    backwards = arguments.keyword("reverse")
    if found.items is None or None in numbers or len(keys) < len(items) or backwards not in (None, constant(False)):
        return None
    if len(set(map(repr, numbers))) < len(keys) and any(isinstance(one, Sequence) for one in keys):
        return None  # later elements of the tuples decide
    try:
        places = sorted(range(len(items)), key=numbers.__getitem__)
    except TypeError:  # raised in both phases
        return None
    return tuple(items[place] for place in places)


def _keys(run: Run, node: ast.Call, items: Tuple[Value, ...], arguments: Arguments, frame: Frame) -> Tuple[Value, ...]:
    """Return the results of `key` for the leading `items`; without a `key`, all `items`."""
    key = arguments.keyword("key")
    if key is None or key == NONE:
        return items
    return tuple(run.call(node, key, Arguments((item,)), frame) for item in items[: iteration.UNROLLED])


def _first_difference(one: Value, other: Value) -> Tuple[Value, Value]:
    """Return the values that decide the order of two: for tuples, the first elements that differ."""
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        for left, right in zip(one.items or (), other.items or ()):
            if not (isinstance(left, Plain) and left.known and left == right):
                return _first_difference(left, right)
    return one, other


def _sortable(value: Value) -> Any:
    """Return the Python value to sort by, of a tuple that of its first element; None if unknown."""
    if isinstance(value, Sequence) and value.type == "tuple" and value.items:
        return _sortable(value.items[0])
    return value.value if isinstance(value, Plain) and value.known and not value.taint else None


def _note_comparisons(run: Run, node: ast.Call, receiver: Sequence, name: str, arguments: Arguments) -> None:
    """Record the comparisons by which `index`, `count` and `remove` search."""
    if arguments.positional:
        comparisons.note_search(run, node, arguments.positional[0], receiver, f"{name}()", to_the_end=name == "count")
