"""Methods of lists, tuples, sets and deques: their results, and the receiver after the call."""

from __future__ import annotations

import ast
from typing import Any, Callable, Dict, Optional, Tuple

from hybridlint.dataclass import replace
from hybridlint.events import Hashing, TruthTest
from hybridlint.interpreter.engine.frames import Frame
from hybridlint.interpreter.engine.run import Run
from hybridlint.interpreter.syntax import mutation
from hybridlint.values import (
    NONE,
    NOT_KNOWN,
    UNKNOWN,
    Arguments,
    Mapped,
    NamedTuple,
    Plain,
    Sequence,
    Tensor,
    Value,
    constant,
    contains_tensor,
    element_of,
)
from hybridlint.values.base import UNROLLED
from hybridlint.values.changes import Change
from hybridlint.values.lattice import join_all


def call(run: Run, node: ast.Call, receiver: Sequence, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `receiver.name(arguments)` of a list, tuple, set or deque."""
    handler = _METHODS.get(name)
    return UNKNOWN if handler is None else handler(run, node, receiver, arguments, frame)


def _insert_at(
    run: Run,
    node: ast.Call,
    receiver: Sequence,
    added: Sequence,
    place: Optional[int],
    frame: Frame,
    left: bool = False,
) -> Value:
    """Insert the elements of `added` before the index `place`, which may be unknown. A full deque drops elements at its
    right end if they are added at the `left` one, otherwise at its left end."""
    if receiver.items is None or added.items is None or place is None or receiver.most == 0 or _is_long(receiver):
        parts = [element_of(part) for part in (receiver, added) if part.items != ()]
        changed = replace(receiver, items=None, element=join_all(parts))
    else:
        items = [*receiver.items[:place], *added.items, *receiver.items[place:]]
        surplus = 0 if receiver.most is None else max(len(items) - receiver.most, 0)
        kept = items[: len(items) - surplus] if left else items[surplus:]
        changed = replace(receiver, items=tuple(kept))
    change = Change.SET if receiver.most == 1 else None  # the earlier item was dropped
    mutation.rebind_receiver(run, node, changed, frame, change)
    return NONE


def _is_long(receiver: Sequence) -> bool:
    return len(receiver.items or ()) >= _LONGEST


#: The elements of longer lists are not known individually after an insertion.
_LONGEST = 64


def _append(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    added = Sequence("list", arguments.positional[:1])
    return _insert_at(run, node, receiver, added, len(receiver.items or ()), frame)


def _appendleft(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    return _insert_at(run, node, receiver, Sequence("list", arguments.positional[:1]), 0, frame, left=True)


def _insert(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    index = arguments.positional[0] if arguments.positional else UNKNOWN
    place = index.value if isinstance(index, Plain) and type(index.value) is int else None
    return _insert_at(run, node, receiver, Sequence("list", arguments.positional[1:2]), place, frame)


def _extend(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    if not arguments.positional:
        return UNKNOWN
    added = run.iterate(node, arguments.positional[0], "extend()")
    return _insert_at(run, node, receiver, added, len(receiver.items or ()), frame)


def _extendleft(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    if not arguments.positional:
        return UNKNOWN
    added = run.iterate(node, arguments.positional[0], "extendleft()")
    if added.items is not None:
        added = replace(added, items=added.items[::-1])
    return _insert_at(run, node, receiver, added, 0, frame, left=True)


def _add(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    """Add to a set: the order of its elements is not known."""
    _note_hash(run, node, arguments)
    return _insert_at(run, node, receiver, Sequence("list", arguments.positional[:1]), None, frame)


def _update(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    for given in arguments.positional:
        added = run.iterate(node, given, "update()")
        receiver = replace(receiver, items=None, element=join_all(map(element_of, (receiver, added))))
    mutation.rebind_receiver(run, node, receiver, frame)
    return NONE


def _discard(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    _note_hash(run, node, arguments)
    return _reordered(run, node, receiver, None, frame)


def _note_hash(run: Run, node: ast.Call, arguments: Arguments) -> None:
    if arguments.positional and isinstance(arguments.positional[0], Tensor):
        run.emit(Hashing(node, arguments.positional[0]))


def _pop(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    if receiver.type == "set":
        return _taken(run, node, receiver, Plain("int"), frame)
    return _taken(run, node, receiver, arguments.positional[0] if arguments.positional else constant(-1), frame)


def _popleft(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    return _taken(run, node, receiver, constant(0), frame)


def _taken(run: Run, node: ast.Call, receiver: Sequence, index: Value, frame: Frame) -> Value:
    """Remove the element at `index` and return it."""
    value = run.item(node, receiver, index, frame)
    left = replace(receiver, items=None, element=element_of(receiver))
    place = index.value if isinstance(index, Plain) and type(index.value) is int else None
    if receiver.items and place is not None and -len(receiver.items) <= place < len(receiver.items):
        items = list(receiver.items)
        del items[place]
        left = replace(receiver, items=tuple(items))
    mutation.rebind_receiver(run, node, left, frame)
    return value


def _clear(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    return _reordered(run, node, receiver, (), frame)


def _reverse(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    if receiver.items is None:
        return _reordered(run, node, receiver, None, frame)
    for place, item in enumerate(receiver.items):
        run.note_found(node, receiver, constant(place), item)
    return _reordered(run, node, receiver, receiver.items[::-1], frame, Change.ENTRY)


def _rotate(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    return _reordered(run, node, receiver, None, frame)


def _remove(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    if receiver.type == "set":
        _note_hash(run, node, arguments)
    _note_comparisons(run, node, receiver, "remove", arguments)
    place = _first_equal(run, node, receiver, arguments)
    if receiver.items is None or place is None:
        return _reordered(run, node, receiver, None, frame)
    return _reordered(run, node, receiver, receiver.items[:place] + receiver.items[place + 1 :], frame)


def _sort(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    items = sorted_items(run, node, receiver, "sort()", arguments, frame)
    return _reordered(run, node, receiver, items, frame, Change.ENTRY)  # whatever the order was


def _reordered(
    run: Run,
    node: ast.Call,
    receiver: Sequence,
    items: Optional[Tuple[Value, ...]],
    frame: Frame,
    change: Optional[Change] = None,
) -> Value:
    """Leave `items` in the receiver; if they are None, its elements in an unknown number and order."""
    for place in range(len(receiver.items or ()) if change else 0):
        run.note_set(receiver, constant(place), False)
    left = replace(receiver, items=items, element=element_of(receiver) if items is None else UNKNOWN)
    mutation.rebind_receiver(run, node, left, frame, change)
    return NONE


def _copy(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    return receiver.at(run.identity())


def _asdict(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    if not isinstance(receiver, NamedTuple) or receiver.items is None:
        return UNKNOWN
    return Mapped(tuple(zip(receiver.fields, receiver.items)), None, run.identity())


def _replace(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    if not isinstance(receiver, NamedTuple) or receiver.items is None:
        return UNKNOWN
    given = dict(arguments.keywords)
    replaced = tuple(given.get(field, item) for field, item in zip(receiver.fields, receiver.items))
    return replace(receiver, items=replaced)


def _index(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    _note_comparisons(run, node, receiver, "index", arguments)
    place = _first_equal(run, node, receiver, arguments) if len(arguments.positional) == 1 else None
    return Plain("int", NOT_KNOWN if place is None else place, receiver.taint)


def _first_equal(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments) -> Optional[int]:
    """Return the index of the first element that equals the first argument; None if unknown."""
    wanted = arguments.positional[0] if arguments.positional else None
    for place, item in enumerate(receiver.items or ()):
        if wanted is None or contains_tensor(item) or contains_tensor(wanted):
            return None
        outcome = run.binary(node, "==", item, wanted).truth
        if outcome is not False:
            return place if outcome else None
    return None


def _count(run: Run, node: ast.Call, receiver: Sequence, arguments: Arguments, frame: Frame) -> Value:
    _note_comparisons(run, node, receiver, "count", arguments)
    return Plain("int", taint=receiver.taint)


_METHODS: Dict[str, Callable[[Run, ast.Call, Sequence, Arguments, Frame], Value]] = {
    "add": _add,
    "append": _append,
    "appendleft": _appendleft,
    "clear": _clear,
    "copy": _copy,
    "count": _count,
    "discard": _discard,
    "extend": _extend,
    "extendleft": _extendleft,
    "index": _index,
    "insert": _insert,
    "pop": _pop,
    "popleft": _popleft,
    "remove": _remove,
    "reverse": _reverse,
    "rotate": _rotate,
    "sort": _sort,
    "update": _update,
    "_asdict": _asdict,
    "_replace": _replace,
}


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
    return tuple(run.call(node, key, Arguments((item,)), frame) for item in items[:UNROLLED])


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
        receiver.note_search(run, node, arguments.positional[0], f"{name}()", to_the_end=name == "count")
