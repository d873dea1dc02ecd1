"""Storing: what becomes of a value that is put under an attribute or a name that outlives the call."""

from __future__ import annotations

from typing import Any, Optional, Set, Union

import libcst as cst

from hybridlint.containers import CONTAINERS, containers_in, parts, replaced, rest, with_parts
from hybridlint.interpreter import aliases, classes, elements, functions, lasting, names
from hybridlint.interpreter.learning import FUNCTIONS, MODULE, Change, EntryKey, Key, State
from hybridlint.interpreter.run import Frame, Run
from hybridlint.module import nodes_below
from hybridlint.uses import Arguments, TensorKept
from hybridlint.values import (
    NONE,
    NOT_KNOWN,
    UNKNOWN,
    Block,
    Class,
    Frozen,
    Function,
    ImperativeArray,
    Instance,
    Mapped,
    NumPyArray,
    Plain,
    Self,
    Sequence,
    Value,
    by_life,
    constant,
    contains_tensor,
    frozen_reason,
    of_one_life,
    with_frozen,
)


def store(
    run: Run,
    target: cst.CSTNode,
    owner: cst.CSTNode,
    receiver: Value,
    name: str,
    value: Value,
    frame: Frame,
    change: Change = Change.SET,
) -> None:
    """`receiver.name = value`, which `target` does to what `owner` names; or what `change` says, of which `value`
    came."""
    words = f"{run.code(owner)}.{name}"
    if isinstance(owner, cst.Name):
        frame.scope.names.pop(words, None)  # what a test narrowed it to
    if isinstance(receiver, Instance):
        anew = change is Change.SET or _is_empty(value)
        _of_its_holder(run, value, change)
        elements.note_set(run, receiver, constant(name), mentions(run, words, frame), anew)
        rebind(run, owner, with_parts(receiver, {name: value}), frame, Change.ENTRY)
    elif (
        isinstance(receiver, Self)
        and change is Change.SET
        and _set_by_property(run, target, receiver, name, value, frame)
    ):
        pass
    elif run.constructing and isinstance(receiver, Self):
        classes.constructed(run, target, receiver.name, name, value, change is not Change.SET)
    elif run.constructing and isinstance(receiver, Class):
        classes.store_on_class(run, receiver.name, name, value, change is not Change.SET)
    elif isinstance(receiver, (Self, Class, Function, Block)) and not run.constructing:
        key = (_holder(receiver), name)
        _keep(run, target, f"`{words}`", key, value, change, mentions(run, words, frame))


def store_global(run: Run, node: cst.Name, value: Value, frame: Frame, change: Change = Change.SET) -> None:
    """`global name; name = value`; `change` as in `store`."""
    if run.constructing:
        run.globals[node.value] = value
    else:
        computed = mentions(run, node.value, frame)
        _keep(run, node, f"the global `{node.value}`", (MODULE, node.value), value, change, computed)


def _set_by_property(run: Run, target: cst.CSTNode, receiver: Self, name: str, value: Value, frame: Frame) -> bool:
    """Whether a property takes the value, which it then has."""
    found = classes.find_setter(run, receiver.name, name)
    if found is None:
        return False
    setter = Function(found[1], id(found[1]), None, receiver, found[0])
    functions.call_function(run, target, setter, Arguments((value,)), frame)
    return True


def _holder(receiver: Union[Self, Class, Function, Block]) -> str:
    if isinstance(receiver, Function):
        return str(receiver.key)
    return receiver.type if isinstance(receiver, Block) else receiver.name


def _keep(run: Run, target: cst.CSTNode, words: str, key: Key, value: Value, change: Change, computed: bool) -> None:
    """Let `self` hold `value` from now on under what `words` say, and the next call find it there; `computed` where the
    statement makes it of what stood there before, `change` as in `store`."""
    state, kept = run.attempt.state, run.entry.kept
    if change is Change.SET and not computed or _is_empty(value):
        state.anew.add(key)
    # Computed from what the call before left; what this call itself set anew is the same in every call.
    from_before = key not in state.anew
    if isinstance(value, Block):
        run.structure.registered.add(value.identity)
    if change is Change.OF_EACH_LIFE:
        pass
    elif of_one_life(value):
        if from_before and change is Change.GROWN:
            run.attempt.read_before.add(key)
        kept.tensors.add(key)
        kept.stores.setdefault(key, {})[id(target)] = (target, value)
    elif isinstance(value, (Plain, Sequence)) and frozen_reason(value) and change is not Change.ENTRY:
        kept.varying.add(key)
    elif isinstance(value, (Plain, Sequence)) and from_before and change is not Change.ENTRY:
        if not (isinstance(value, Plain) and value.known and _known_before(run, key) is not None):
            kept.varying.add(key)
            value = with_frozen(value, Frozen("kept", words))
    elif isinstance(value, (Mapped, Instance)) and from_before and change is not Change.ENTRY:
        if (change is Change.GROWN or computed) and not _may_hold_tensors(value):
            before = state.values.get(key, _held(run, key))
            entries = _changed_entries(before, value)
            if isinstance(before, CONTAINERS) and before.identity:
                kept.entries.update((before.identity, entry) for entry in entries)
            else:
                kept.varying.add(key)
            entries = {(value.identity, entry) for entry in entries}
            value = lasting.with_frozen_entries(value, entries, Frozen("kept", words))
    elif isinstance(value, (NumPyArray, ImperativeArray)) and computed:
        kept.varying.add(key)
        value = with_frozen(value, Frozen("kept", words))
    state.values[key] = value


def _is_empty(value: Value) -> bool:
    """Whether a list or dict holds nothing any more, whatever was in it."""
    if isinstance(value, Sequence):
        return value.items == ()
    return isinstance(value, Mapped) and not value.entries and value.element is None


def _may_hold_tensors(value: Value) -> bool:
    return isinstance(value, Mapped) and UNKNOWN in [item for _, item in value.entries]


def _held(run: Run, key: Key) -> Value:
    """What stands there before any call, as the module or `__init__` put it."""
    if key[0] == MODULE:
        return names.global_value(run, key[1])
    return classes.attributes(run, key[0]).get(key[1], UNKNOWN)


def _known_before(run: Run, key: Key) -> Optional[Plain]:
    """The same, where that is a known value."""
    held = _held(run, key)
    return held if isinstance(held, Plain) and held.known and held != NONE else None


def note_left(run: Run) -> None:
    """What a call reads as `__init__` put it, and leaves as another value, the next call reads so: it varies. What was
    put back does not."""
    for key in run.attempt.found:
        left = run.attempt.state.values.get(key)
        if left is not None:
            run.entry.kept.entries |= _entries_left(run, left)
            _note_filled(run, left)
        appears = isinstance(left, Plain) and key in run.attempt.missed and left != run.attempt.missed[key]
        if appears or left is not None and _is_left_otherwise(run, key, left):
            run.entry.kept.varying.add(key)


def _is_left_otherwise(run: Run, key: Key, left: Value) -> bool:
    """Whether a call leaves another plain value, or a tuple of others, than stood there before any."""
    if isinstance(left, Plain):
        known = _known_before(run, key)
        return known is not None and left != known and (left.known or key not in run.attempt.state.anew)
    held = _held(run, key)
    if not (isinstance(left, Sequence) and isinstance(held, Sequence) and held.type == left.type == "tuple"):
        return False
    items = (held.items or (UNKNOWN,)) + (left.items or (UNKNOWN,))
    return held.items != left.items and all(isinstance(item, Plain) and item.known for item in items)


def _entries_left(run: Run, left: Value) -> Set[EntryKey]:
    """The entries of `left`, and of what is in it, that are left with other plain values than were found there."""
    if not isinstance(left, CONTAINERS):
        return set()
    entries = {
        (left.identity, key) for key, value in parts(left) if _is_another_entry(run, (left.identity, key), value)
    }
    return entries.union(*(_entries_left(run, value) for _, value in parts(left)))


def _is_another_entry(run: Run, entry: EntryKey, value: Value) -> bool:
    found = run.attempt.entries_found.get(entry)
    if not isinstance(found, Plain) or not isinstance(value, Plain) or found == NONE:
        return False
    if value.known and found.known:
        return value != found
    return entry in run.attempt.entries_computed or bool(value.frozen)


def is_put_back(run: Run, key: Key) -> bool:
    """Whether a call certainly leaves what it found before any other: None, or an empty list or dict."""
    state = run.attempt.state
    if key not in state.anew:
        return False
    held, left = _held(run, key), state.values[key]
    return held == left == NONE or _is_empty(held) and _is_empty(left)


def merge_lives(run: Run, imperative: State, symbolic: State, reason: str) -> State:
    """What `self` holds after the lives went their own way. What a life has not set, it finds as `__init__` put it."""
    merged = symbolic.copy()
    for key in {**imperative.values, **symbolic.values}:
        held = _held(run, key)
        one, other = imperative.values.get(key, held), symbolic.values.get(key, held)
        if one != other and not contains_tensor(one) and not contains_tensor(other):
            merged.values[key] = by_life(one, other, reason)
    return merged


def mentions(run: Run, wanted: str, frame: Frame) -> bool:
    """Whether the statement that assigns to the name or attribute `wanted` computes the new value from the old one."""
    assigned = frame.assigning
    kind = cst.Attribute if "." in wanted else cst.Name
    return assigned is not None and any(
        isinstance(node, kind) and run.code(node) == wanted or _reads_by_name(run, node, wanted)
        for node in nodes_below(assigned)
    )


def _reads_by_name(run: Run, node: cst.CSTNode, wanted: str) -> bool:
    """Whether `node` is `getattr(self, "n", …)` for the `self.n` that is wanted."""
    if not isinstance(node, cst.Call) or len(node.args) < 2 or run.code(node.func) != "getattr":
        return False
    name = node.args[1].value
    return isinstance(name, cst.SimpleString) and wanted == f"{run.code(node.args[0].value)}.{name.raw_value}"


def _changed_entries(before: Value, after: Union[Mapped, Instance]) -> Set[Any]:
    """The keys of a dict, or names of an object, under which something was put; :data:`NOT_KNOWN` if one of them is not
    known."""
    old = before if isinstance(before, (Mapped, Instance)) else Mapped()
    held = dict(parts(old))
    keys = {key for key, value in parts(after) if held.get(key) is not value}
    return keys if rest(after) == rest(old) else keys | {NOT_KNOWN}


def _note_filled(run: Run, left: Value) -> None:
    """Note the tensors that an object which outlives the call keeps for the next one: in fields that are read as that
    finds them."""
    if not isinstance(left, CONTAINERS):
        return
    for name, value in parts(left):
        found = run.attempt.entries_found.get((left.identity, name))
        if isinstance(left, Instance) and found is not None and of_one_life(value) and not of_one_life(found):
            for node in run.attempt.read_at((left.identity, name)):
                run.emit(TensorKept(node, run.code(node), value, "before"))
        _note_filled(run, value)


def rebind(run: Run, node: cst.CSTNode, value: Value, frame: Frame, change: Optional[Change] = None) -> None:
    """Let the expression `node`, whose object was changed in place, stand for `value` from now on. A list most likely
    has grown."""
    aliases.follow(frame.scope, value)
    change = change or (Change.GROWN if isinstance(value, Sequence) else Change.CHANGED)
    if not isinstance(node, (cst.Attribute, cst.Subscript)):
        _follow_on_self(run, node, value, frame, change)
    if isinstance(node, cst.Name):
        scope = frame.scope.find(node.value)
        if scope is not None:
            if scope is not frame.scope and frame.loop_body:
                value = changed_in_loop(value, node.value)
            if node.value in scope.defaults:
                value = kept_outside(run, node, value, f"the default of `{node.value}`", change)
            elif scope.lasting:
                value = kept_outside(run, node, value, f"`{node.value}`", change)
            scope.names[node.value] = value
        else:
            store_global(run, node, value, frame, change)
    elif isinstance(node, cst.Attribute):
        receiver = run.evaluate(node.value, frame)
        store(run, node, node.value, receiver, node.attr.value, value, frame, change)
    elif isinstance(node, cst.Subscript):
        with run.apart():
            holder, index = run.evaluate(node.value, frame), elements.index_of(run, node, frame)
        changed = elements.with_element(holder, index, value)
        if changed is not None:
            rebind(run, node.value, changed, frame, _of_its_holder(run, value, change))
    elif isinstance(node, cst.IfExp):
        for side in (node.body, node.orelse):
            aliases.perhaps_follow(frame.scope, run.evaluate(side, frame), value)


def _follow_on_self(run: Run, node: cst.CSTNode, value: Value, frame: Frame, change: Change) -> None:
    """Let `self`, or the module, hold the list, dict or object `value` as it is now, where it came from there:
    `outs = self.outs`."""
    if run.constructing or not isinstance(value, CONTAINERS):
        return
    held = {key: _held(run, key) for key in run.attempt.found if key[0] == MODULE}
    if frame.instance is not None:
        held.update({(frame.instance, name): one for name, one in classes.attributes(run, frame.instance).items()})
    held.update(run.attempt.state.values)
    for key, before in held.items():
        if value.identity in containers_in((before,)):
            computed = isinstance(node, cst.Name) and mentions(run, node.value, frame)
            done = change if value.identity == getattr(before, "identity", 0) else _of_its_holder(run, value, change)
            _keep(run, node, f"`{run.code(node)}`", key, replaced(before, value), done, computed)


def _of_its_holder(run: Run, value: Value, change: Change) -> Change:
    """What is done to what holds the container `value` that was changed in place. It still holds the same one, of which
    the change is noted by itself; where it cannot be, it counts for the holder."""
    if isinstance(value, Sequence) and value.identity and not of_one_life(value):
        if change in (Change.CHANGED, Change.GROWN) and not run.constructing:
            run.entry.kept.entries.add((value.identity, NOT_KNOWN))
        return change if change is Change.SET else Change.ENTRY
    return Change.ENTRY if isinstance(value, Instance) else change


def kept_outside(run: Run, node: cst.Name, value: Value, words: str, change: Change) -> Value:
    """What a name of a function holds from now on that outlives the call, and the next call finds: a default, a
    variable of a function that has returned. `change` as in `store`."""
    if run.constructing:
        return value
    key, kept = (FUNCTIONS, node.value), run.entry.kept
    if of_one_life(value):
        if change is not Change.SET:
            run.attempt.read_before.add(key)
        kept.tensors.add(key)
        kept.stores.setdefault(key, {})[id(node)] = (node, value)
        return value
    if change is Change.SET:
        return value
    _note_filled(run, value)
    if change is Change.ENTRY and isinstance(value, CONTAINERS) and not _entries_left(run, value):
        return value
    kept.varying.add(key)
    return with_frozen(value, Frozen("kept", words))


def changed_in_loop(value: Value, name: str) -> Value:
    """A list that the body of `foreach` changes: the body runs once while tracing, and once a step imperatively."""
    return with_frozen(value, Frozen("kept", f"`{name}`, which the loop body changes at every step"))


def set_by_name(
    run: Run,
    target: cst.CSTNode,
    owner: cst.CSTNode,
    receiver: Value,
    key: Value,
    value: Value,
    frame: Frame,
    registers: bool = True,
) -> None:
    """`setattr(receiver, key, value)`. What goes past `Block.__setattr__`, as `vars(receiver)[key] = value` does,
    `registers` no block."""
    name = key.value if isinstance(key, Plain) and isinstance(key.value, str) and key.known else None
    if run.constructing and isinstance(receiver, Self):
        classes.constructed_by_name(run, target, receiver.name, name, value, registers)
    elif name is not None:
        store(run, target, owner, receiver, name, value, frame)
