"""Methods of lists, tuples, sets, deques and dicts: their results, and the receiver after the call."""

from __future__ import annotations

import ast
import dataclasses
from typing import Any, Optional, Tuple

from hybridlint.events import Arguments, Hashing, TruthTest
from hybridlint.interpreter import comparisons, indices, iteration, mutation, standard, subscripts
from hybridlint.interpreter.run import Frame, Run
from hybridlint.interpreter.store import Change
from hybridlint.lattice import element_of, join, join_all
from hybridlint.queries import contains_tensor
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Mapped,
    NamedTuple,
    Phased,
    Plain,
    Sequence,
    Tensor,
    Value,
    constant,
    value_of_key,
)


def _target(node: ast.Call) -> ast.AST:
    assert isinstance(node.func, ast.Attribute)
    return node.func.value


def of_sequence(run: Run, node: ast.Call, receiver: Sequence, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `receiver.name(arguments)` of a list, tuple, set or deque."""
    if name in _INSERTS and receiver.items is not None and len(receiver.items) < 64:
        inserted = _after_insertion(run, node, receiver, name, arguments)
        if inserted is not None:
            _rebind_receiver(run, node, inserted, frame)
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
        if isinstance(node.func, ast.Attribute):
            change = Change.SET if receiver.most == 1 else None  # the earlier item was dropped
            mutation.rebind(run, _target(node), changed, frame, change)
        else:
            run.write(changed)  # `add = outs.append`
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
            mutation.rebind(run, _target(node), shorter, frame)
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


def _rebind_receiver(run: Run, node: ast.Call, changed: Sequence, frame: Frame) -> None:
    """Rebind the receiver of a method to `changed`; if it has no name, as in `add = outs.append`, write the store."""
    if isinstance(node.func, ast.Attribute):
        mutation.rebind(run, _target(node), changed, frame)
    else:
        run.write(changed)


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
    mutation.rebind(run, _target(node), left, frame, change)
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


def of_dict(run: Run, node: ast.Call, receiver: Mapped, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `receiver.name(arguments)` of a dict."""
    values = [value for _, value in receiver.entries]
    if receiver.element is not None:
        values.append(receiver.element)
    known, own = receiver.element is None, run.is_own(receiver)
    if name in ("get", "pop", "setdefault") and arguments.positional:
        key = arguments.positional[0]
        if isinstance(key, Tensor):
            run.emit(Hashing(node, key))
        default = arguments.positional[1] if len(arguments.positional) > 1 else NONE
        if isinstance(key, Phased):
            return run.lift(lambda side: of_dict(run, node, receiver, name, arguments.rest().after(side), frame), key)
        if isinstance(key, Plain) and key.known:
            found = receiver.get(key.value)
            indices.note_found(run, node, receiver, key, default if found is None else found)
            if name == "pop" and isinstance(node.func, ast.Attribute):
                left = indices.without(receiver, key)
                mutation.rebind(run, _target(node), receiver if left is None else left, frame, Change.CHANGED)
            if found is not None and found is receiver.element:
                return join(found, default)  # one of the values whose keys are not known
            if found is None and name == "setdefault" and isinstance(node.func, ast.Attribute):
                filled = dataclasses.replace(receiver, entries=(*receiver.entries, (key.value, default)))
                mutation.rebind(run, _target(node), filled, frame)
            return default if found is None else found
        return indices.chosen_by(run, node, key, join_all(values + [default]))
    if name == "values":
        return Sequence("dict view", tuple(values) if known else None, join_all(values))
    if name == "keys":
        keys = tuple(value_of_key(key, own) for key, _ in receiver.entries)
        return Sequence("dict view", keys if known else None, Plain())
    if name == "items":
        pairs = tuple(Sequence("tuple", (value_of_key(key, own), value)) for key, value in receiver.entries)
        return Sequence("dict view", pairs if known else None, Sequence("tuple", (Plain(), join_all(values))))
    if name == "update" and isinstance(node.func, ast.Attribute):
        given = arguments.positional[0] if arguments.positional else Mapped()
        if isinstance(given, Sequence):
            given = standard.dictionary(run, node, Arguments((given,)), frame)
        if isinstance(given, Mapped) and not arguments.starred:
            entries = {**dict(receiver.entries), **dict(given.entries), **dict(arguments.keywords)}
            rest = [side.element for side in (receiver, given) if side.element is not None]
            element = join_all(rest) if rest else None
            updated = dataclasses.replace(receiver, entries=tuple(entries.items()), element=element)
            for title in entries:
                indices.note_set(run, receiver, value_of_key(title), False)
        else:
            updated = Mapped((), UNKNOWN, receiver.identity)
        mutation.rebind(run, _target(node), updated, frame)
        return NONE
    if name == "copy":
        return dataclasses.replace(receiver, identity=run.identity())
    if name == "popitem" and known and receiver.entries and isinstance(node.func, ast.Attribute):
        last_first = arguments.get(0, "last") in (None, constant(True))
        place = len(receiver.entries) - 1 if last_first else 0
        key_found, value_found = receiver.entries[place]
        left_over = receiver.entries[:place] + receiver.entries[place + 1 :]
        mutation.rebind(run, _target(node), dataclasses.replace(receiver, entries=left_over), frame)
        return Sequence("tuple", (value_of_key(key_found), value_found))
    if name == "clear" and isinstance(node.func, ast.Attribute):
        mutation.rebind(run, _target(node), Mapped((), None, receiver.identity, receiver.default), frame)
        return NONE
    return UNKNOWN
