"""Methods of everything but tensors: lists, dicts, strings, blocks, parameters, NDArray constants."""

from __future__ import annotations

import dataclasses
from typing import Any, Optional, Tuple

import libcst as cst

from hybridlint import gluon
from hybridlint.interpreter import (
    aliases,
    array_shapes,
    blocks,
    classes,
    comparisons,
    elements,
    functions,
    inputs,
    iteration,
    names,
    objects,
    standard,
    storing,
    subscripts,
    texts,
    type_tests,
)
from hybridlint.interpreter.learning import Change
from hybridlint.interpreter.run import Frame, Run
from hybridlint.joining import join, join_all, joined
from hybridlint.uses import (
    Arguments,
    BlockCall,
    ForeignCall,
    Hashing,
    HookOnChild,
    HybridizeCall,
    MethodCall,
    ParameterAlone,
    ParameterChanged,
    TruthTest,
)
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Attributes,
    Block,
    BoundMethod,
    ContextManager,
    Foreign,
    Frozen,
    Function,
    ImperativeArray,
    Imported,
    Instance,
    Mapped,
    NamedTuple,
    NumPyArray,
    Operator,
    ParameterDict,
    ParameterValue,
    Plain,
    RandomSource,
    Self,
    Sequence,
    Super,
    Tensor,
    TwoLives,
    Unknown,
    Value,
    by_life,
    constant,
    contains_tensor,
    frozen_among,
    frozen_reason,
    value_of_key,
)


def handles(receiver: Value) -> bool:
    """Whether methods of `receiver` are looked up here."""
    objects_held = (ImperativeArray, NumPyArray, RandomSource, Instance, Foreign, Attributes)
    return isinstance(receiver, (Sequence, Mapped, Plain, Block, ParameterValue, ParameterDict, Super) + objects_held)


def call_method(run: Run, node: cst.Call, receiver: Value, name: str, arguments: Arguments, frame: Frame) -> Value:
    """`receiver.name(arguments)`."""
    if name == "asnumpy" and isinstance(receiver, Plain):
        return NumPyArray(frozen_reason(receiver))
    if name == "tolist" and isinstance(receiver, (ImperativeArray, NumPyArray, Plain)):
        reason = frozen_reason(receiver)
        return Sequence("list", None, Plain(frozen=reason) if reason else UNKNOWN, frozen=reason)
    if isinstance(receiver, Instance):
        return objects.call_method(run, node, receiver, name, arguments, frame)
    if isinstance(receiver, NamedTuple) and classes.find_method(run, receiver.owner, name) is not None:
        return run.call(node, run.attribute(node, frame, receiver, name), arguments, frame)
    if isinstance(receiver, Sequence):
        return _sequence(run, node, receiver, name, arguments, frame)
    if isinstance(receiver, Mapped):
        return _mapped(run, node, receiver, name, arguments, frame)
    if isinstance(receiver, Plain):
        return _plain(run, node, receiver, name, arguments)
    if isinstance(receiver, ImperativeArray):
        if any(map(contains_tensor, arguments.all())):
            run.emit(MethodCall(node, receiver, name, arguments))
        return _imperative(receiver, name, arguments)
    if isinstance(receiver, NumPyArray):
        dims = array_shapes.dims_after(receiver.dims, name, arguments)
        return NumPyArray(receiver.frozen or frozen_among(arguments.all()), dims)
    if isinstance(receiver, ParameterValue):
        return _parameter(run, node, receiver, name)
    if isinstance(receiver, ParameterDict):
        return _parameters(run, node, name, arguments)
    if isinstance(receiver, Block):
        return _block(run, node, receiver, name, arguments, frame)
    if isinstance(receiver, Super):
        return _super(run, node, receiver, name, arguments, frame)
    if isinstance(receiver, Self):
        return _self(run, node, receiver, name, arguments, frame)
    if isinstance(receiver, Attributes):
        return _of_attributes(run, node, receiver, name, arguments, frame)
    if isinstance(receiver, RandomSource):
        return standard.draw(run, node, receiver, name)
    if any(map(contains_tensor, arguments.all())):
        if isinstance(receiver, Foreign):
            run.emit(ForeignCall(node, f"{receiver.name}.{name}", arguments))
        run.unknown_call(*arguments.all())
    return UNKNOWN


def _target(node: cst.Call) -> cst.CSTNode:
    assert isinstance(node.func, cst.Attribute)
    return node.func.value


def _sequence(run: Run, node: cst.Call, receiver: Sequence, name: str, arguments: Arguments, frame: Frame) -> Value:
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
        added = added if name != "extendleft" else Sequence("list", None, joined(added))
    if added is not None:
        if receiver.items is not None and added.items is not None and len(receiver.items) < 64:
            changed = dataclasses.replace(receiver, items=(receiver.items + added.items)[-(receiver.most or 0) :])
        else:
            parts = [joined(part) for part in (receiver, added) if part.items != ()]
            changed = dataclasses.replace(receiver, items=None, element=join_all(parts))
        if isinstance(node.func, cst.Attribute):
            change = Change.SET if receiver.most == 1 else None  # what was in it is not any more
            storing.rebind(run, _target(node), changed, frame, change)
        else:
            aliases.follow(frame.scope, changed)  # `add = outs.append`
        return NONE
    if name == "pop":
        index = arguments.positional[0] if arguments.positional else constant(-1)
        value = subscripts.subscript(run, node, receiver, index, frame)
        if isinstance(node.func, cst.Attribute):
            shorter = dataclasses.replace(receiver, items=None, element=joined(receiver))
            if receiver.items and isinstance(index, Plain) and index.value == -1:
                shorter = dataclasses.replace(receiver, items=receiver.items[:-1])
            storing.rebind(run, _target(node), shorter, frame)
        return value
    if name in ("reverse", "rotate", "sort", "clear", "remove") and isinstance(node.func, cst.Attribute):
        return _rearranged(run, node, receiver, name, arguments, frame)
    if name == "copy":
        return dataclasses.replace(receiver, identity=run.identity())
    if name == "_replace" and isinstance(receiver, NamedTuple) and receiver.items is not None:
        given = dict(arguments.keywords)
        replaced = tuple(given.get(field, item) for field, item in zip(receiver.fields, receiver.items))
        return dataclasses.replace(receiver, items=replaced)
    if name in ("index", "count"):
        _note_comparisons(run, node, receiver, name, arguments)
        return Plain("int", frozen=receiver.frozen)
    return UNKNOWN


def _rearranged(run: Run, node: cst.Call, receiver: Sequence, name: str, arguments: Arguments, frame: Frame) -> Value:
    """`receiver.sort()`, `receiver.clear()` and the like."""
    items: Optional[Tuple[Value, ...]] = () if name == "clear" else None
    change: Optional[Change] = None
    if name == "sort":
        items = in_order(run, node, receiver, "sort()", arguments, frame)
        change = Change.ENTRY  # whatever the order was before
    elif name == "reverse" and receiver.items is not None:
        items = receiver.items[::-1]
        change = Change.ENTRY
        for place, item in enumerate(receiver.items):
            elements.note_found(run, node, receiver, constant(place), item)
    elif name == "remove":
        _note_comparisons(run, node, receiver, name, arguments)
    for place in range(len(receiver.items or ()) if change else 0):
        elements.note_set(run, receiver, constant(place), False)
    left = dataclasses.replace(receiver, items=items, element=joined(receiver))
    storing.rebind(run, _target(node), left, frame, change)
    return NONE


def in_order(
    run: Run, node: cst.Call, found: Sequence, construct: str, arguments: Arguments, frame: Frame
) -> Optional[Tuple[Value, ...]]:
    """The elements as sorting puts them, where that is known. It compares them with one another, or what `key` makes
    of them."""
    items = found.items if found.items is not None else (found.element, found.element)
    keys = _keys(run, node, items, arguments, frame)
    pairs = [_first_difference(one, other) for i, one in enumerate(keys) for other in keys[i + 1 :]]
    for value in (side for pair in pairs for side in pair):
        if isinstance(value, Tensor):
            run.emit(TruthTest(node, value, construct))
            return None
    numbers = [_sortable(one) for one in keys]
    backwards = arguments.keyword("reverse")
    if found.items is None or None in numbers or len(keys) < len(items) or backwards not in (None, constant(False)):
        return None
    if len(set(map(repr, numbers))) < len(keys) and any(isinstance(one, Sequence) for one in keys):
        return None  # what stands behind decides
    try:
        places = sorted(range(len(items)), key=numbers.__getitem__)
    except TypeError:  # which it is in both lives
        return None
    return tuple(items[place] for place in places)


def _keys(run: Run, node: cst.Call, items: Tuple[Value, ...], arguments: Arguments, frame: Frame) -> Tuple[Value, ...]:
    """What `key` makes of the first of `items`; these themselves where there is none."""
    key = arguments.keyword("key")
    if key is None or key == NONE:
        return items
    return tuple(run.call(node, key, Arguments((item,)), frame) for item in items[: iteration.UNROLLED])


def _first_difference(one: Value, other: Value) -> Tuple[Value, Value]:
    """What decides which of two values comes first: of two tuples, the first elements that differ."""
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        for left, right in zip(one.items or (), other.items or ()):
            if not (isinstance(left, Plain) and left.known and left == right):
                return _first_difference(left, right)
    return one, other


def _sortable(value: Value) -> Any:
    """A number or text, or those at the front of a tuple, as Python sorts them; None where it is not known."""
    if isinstance(value, Sequence) and value.type == "tuple" and value.items:
        return _sortable(value.items[0])
    return value.value if isinstance(value, Plain) and value.known and not value.frozen else None


def _note_comparisons(run: Run, node: cst.Call, receiver: Sequence, name: str, arguments: Arguments) -> None:
    """`index`, `count` and `remove` compare the elements with what they look for."""
    if arguments.positional:
        comparisons.note_search(run, node, arguments.positional[0], receiver, f"{name}()", to_the_end=name == "count")


def _mapped(run: Run, node: cst.Call, receiver: Mapped, name: str, arguments: Arguments, frame: Frame) -> Value:
    values = [value for _, value in receiver.entries]
    if receiver.element is not None:
        values.append(receiver.element)
    known = receiver.element is None
    if name in ("get", "pop", "setdefault") and arguments.positional:
        key = arguments.positional[0]
        if isinstance(key, Tensor):
            run.emit(Hashing(node, key))
        default = arguments.positional[1] if len(arguments.positional) > 1 else NONE
        if isinstance(key, TwoLives):
            sides = [
                _mapped(run, node, receiver, name, arguments.rest().after(side), frame)
                for side in (key.imperative, key.symbolic)
            ]
            return by_life(sides[0], sides[1], key.reason, key.guard)
        if isinstance(key, Plain) and key.known:
            found = receiver.get(key.value)
            elements.note_found(run, node, receiver, key, default if found is None else found)
            if name == "pop" and isinstance(node.func, cst.Attribute):
                left = elements.without(receiver, key)
                storing.rebind(run, _target(node), receiver if left is None else left, frame, Change.CHANGED)
            if found is not None and found is receiver.element:
                return join(found, default)  # one of the values whose keys are not known
            if found is None and name == "setdefault" and isinstance(node.func, cst.Attribute):
                filled = dataclasses.replace(receiver, entries=(*receiver.entries, (key.value, default)))
                storing.rebind(run, _target(node), filled, frame)
            return default if found is None else found
        return join_all(values + [default])
    if name == "values":
        return Sequence("dict view", tuple(values) if known else None, join_all(values))
    if name == "keys":
        keys = tuple(value_of_key(key) for key, _ in receiver.entries)
        return Sequence("dict view", keys if known else None, Plain())
    if name == "items":
        pairs = tuple(Sequence("tuple", (value_of_key(key), value)) for key, value in receiver.entries)
        return Sequence("dict view", pairs if known else None, Sequence("tuple", (Plain(), join_all(values))))
    if name == "update" and isinstance(node.func, cst.Attribute):
        given = arguments.positional[0] if arguments.positional else Mapped()
        if isinstance(given, Mapped) and not arguments.starred:
            entries = {**dict(receiver.entries), **dict(given.entries), **dict(arguments.keywords)}
            rest = [side.element for side in (receiver, given) if side.element is not None]
            element = join_all(rest) if rest else None
            updated = dataclasses.replace(receiver, entries=tuple(entries.items()), element=element)
            for title in entries:
                elements.note_set(run, receiver, value_of_key(title), False)
        else:
            updated = Mapped((), UNKNOWN, receiver.identity)
        storing.rebind(run, _target(node), updated, frame)
        return NONE
    if name == "clear" and isinstance(node.func, cst.Attribute):
        storing.rebind(run, _target(node), Mapped((), None, receiver.identity, receiver.default), frame)
        return NONE
    return UNKNOWN


def _plain(run: Run, node: cst.Call, receiver: Plain, name: str, arguments: Arguments) -> Value:
    frozen = receiver.frozen or frozen_among(arguments.all())
    if isinstance(receiver.value, str) and receiver.known:
        values = [value.value for value in arguments.positional if isinstance(value, Plain) and value.known]
        if len(values) == len(arguments.positional) and not arguments.keywords and name in _STRING_METHODS:
            try:
                result = getattr(receiver.value, name)(*values)
            except Exception:  # the user's call fails in both lives alike
                return Plain(frozen=frozen)
            if isinstance(result, (str, bool, int)):
                return Plain(type(result).__name__, result, frozen)
            if isinstance(result, (list, tuple)):
                return Sequence(type(result).__name__, tuple(map(constant, result)), frozen=frozen)
    if receiver.type == "str" and name == "format":
        return texts.filled_in(run, node, receiver, arguments.all())
    if receiver.type == "str":
        return Plain("bool" if name.startswith(("is", "starts", "ends")) else "str", frozen=frozen)
    return Plain("", frozen=frozen) if receiver.known or frozen else UNKNOWN


_STRING_METHODS = frozenset(
    ["startswith", "endswith", "lower", "upper", "strip", "format", "replace", "split"]
    + [
        "rsplit",
        "partition",
        "rpartition",
        "splitlines",
        "title",
        "capitalize",
        "count",
        "find",
        "index",
        "lstrip",
        "rstrip",
    ]
)


def _imperative(receiver: ImperativeArray, name: str, arguments: Arguments) -> Value:
    if name in ("asscalar", "item"):
        return Plain("float", frozen=receiver.frozen)
    if name == "asnumpy":
        return NumPyArray(receiver.frozen, receiver.dims)
    return dataclasses.replace(receiver, dims=array_shapes.dims_after(receiver.dims, name, arguments))


def _parameter(run: Run, node: cst.Call, receiver: ParameterValue, name: str) -> Value:
    code = run.code(node)
    if name in ("data", "grad", "list_data", "list_grad", "row_sparse_data"):
        kind = "gradient" if name.endswith("grad") else "parameter"
        return ImperativeArray(f"`{code}`", Frozen(kind, f"`{code}`"))
    if name in ("set_data", "initialize", "cast", "reset_ctx", "zero_grad"):
        if not run.constructing:
            run.emit(ParameterChanged(node, name))
        elif name == "initialize" and receiver.alone and classes.is_hybrid(run, run.building):
            run.note_structure(ParameterAlone(node))
        return NONE
    return UNKNOWN


def _parameters(run: Run, node: cst.Call, name: str, arguments: Arguments) -> Value:
    if name == "get":
        first = arguments.positional[0] if arguments.positional else UNKNOWN
        title = first.value if isinstance(first, Plain) and isinstance(first.value, str) else ""
        untrained = arguments.keyword("grad_req") == constant("null")
        untrained = untrained or arguments.keyword("differentiable") == constant(False)
        shape = array_shapes.dims_of_shape(arguments.keyword("shape"))
        return ParameterValue(title, shape, trained=not untrained)
    if name == "get_constant":
        held = arguments.get(1, "value")
        dims = None if held is None else array_shapes.dims_of_literal(held)
        return ParameterValue("constant", dims, trained=False)
    if name in ("initialize", "zero_grad", "reset_ctx", "load") and not run.constructing:
        run.emit(ParameterChanged(node, name))
    if name == "values":
        return Sequence("dict view", None, ParameterValue())
    if name == "items":
        return Sequence("dict view", None, Sequence("tuple", (Plain("str"), ParameterValue())))
    return Sequence("dict view", None, Plain("str")) if name == "keys" else UNKNOWN


def _block(run: Run, node: cst.Call, receiver: Block, name: str, arguments: Arguments, frame: Frame) -> Value:
    if receiver.local:
        found = classes.find_method(run, receiver.type, name)
        if found is not None:
            bound = Self(receiver.type)
            if name == "hybrid_forward":
                rest = Arguments(arguments.positional[1:], arguments.keywords, arguments.starred)
                arguments = inputs.with_namespace_and_parameters(run, receiver.type, found[1], rest)
            return functions.call_function(
                run, node, Function(found[1], id(found[1]), None, bound, found[0]), arguments, frame
            )
    if name in ("add", "register_child", "append", "insert"):
        if isinstance(node.func, cst.Attribute):
            filled = blocks.add_children(run, node, receiver, arguments, bool(frame.configured))
            storing.rebind(run, _target(node), filled, frame)
        return NONE
    if name == "hybridize":
        run.emit(HybridizeCall(node, arguments))
        return NONE
    if name in ("register_forward_hook", "register_forward_pre_hook"):
        owner, hook = run.building, arguments.positional[0] if arguments.positional else UNKNOWN
        harmless = isinstance(hook, Function) and functions.only_computes(hook.node)
        hybrid = owner and classes.is_hybrid(run, owner) and not classes.find_method(run, owner, "forward")
        if hybrid and not harmless:
            run.note_structure(HookOnChild(node, receiver, name))
        return UNKNOWN
    if name == "initialize" and not run.constructing:
        if arguments.get(3, "force_reinit") not in (None, constant(False)):
            run.emit(ParameterChanged(node, name))
        return NONE
    known = gluon.block(receiver.type)
    kind = None if known is None or run.constructing else known["kind"]
    if name == "unroll" and kind == "cell":
        given = [value for value in (arguments.get(1, "inputs"), arguments.get(2, "begin_state")) if value]
        run.emit(BlockCall(node, receiver, Arguments(tuple(given)), name))
        merged, lengths = arguments.get(4, "merge_outputs") or NONE, arguments.get(5, "valid_length") or NONE
        step = blocks.vectors_of_cell(run, receiver)
        output: Value = UNKNOWN
        if merged == constant(True) or merged == NONE and isinstance(lengths, Tensor):  # masked as one, and left so
            steps = blocks.vectors_of_cell(run, receiver, arguments)
            output = run.fresh(description=f"the outputs of `{run.code(node)}`", **steps)
        elif merged == constant(False) or merged == NONE == lengths:
            output = Sequence("list", None, run.fresh(**step))
        return Sequence("tuple", (output, blocks.states(run, **step)))
    if name == "begin_state" and known is not None and known["kind"] in ("cell", "recurrent layer"):
        function = arguments.get(1, "func")
        made: Value = UNKNOWN
        if function is None or isinstance(function, Operator) and function.life == "imperative":
            made = ImperativeArray(f"`{run.code(node)}`")
        elif isinstance(function, Operator) and function.life == "both":
            made = run.fresh(**blocks.vectors_of_cell(run, receiver))
        return Sequence("list", None, made)
    if name in ("hybrid_forward", "forward") and known is not None:
        skipped = 1 if name == "hybrid_forward" else 0
        rest = Arguments(arguments.positional[skipped:], arguments.keywords, arguments.starred)
        return blocks.call_block(run, node, receiver, rest, frame)
    value = run.attribute(node, frame, receiver, name)
    if not isinstance(value, (Unknown, BoundMethod)):
        return run.call(node, value, arguments, frame)
    if name == "collect_params":
        return ParameterDict()
    if name == "name_scope":
        return ContextManager("name_scope")
    if any(map(contains_tensor, arguments.all())):
        run.unknown_call(*arguments.all())
    return UNKNOWN


def _super(run: Run, node: cst.Call, receiver: Super, name: str, arguments: Arguments, frame: Frame) -> Value:
    lineage = classes.lineage(run, receiver.instance)
    after = lineage[lineage.index(receiver.name) + 1 :] if receiver.name in lineage else []
    for current in after:
        found = classes.methods(run, current).get(name)
        if found is not None:
            function = Function(found, id(found), None, Self(receiver.instance), current)
            return functions.call_function(run, node, function, arguments, frame)
    if name in ("forward", "__call__") and not run.constructing:
        # HybridBlock.forward hands its arguments on to hybrid_forward.
        own = classes.find_method(run, receiver.instance, "hybrid_forward")
        if own is not None:
            given = inputs.with_namespace_and_parameters(run, receiver.instance, own[1], arguments)
            function = Function(own[1], id(own[1]), None, Self(receiver.instance), own[0])
            return functions.call_function(run, node, function, given, frame)
    if name == "__setattr__":
        return set_attribute(run, node, names.SELF, arguments.after(Self(receiver.instance)), frame)
    if name in ("add", "register_child") and run.constructing:
        _register(run, node, receiver.instance, arguments)
        return NONE
    for base in classes.foreign_bases(run, receiver.name):
        known = gluon.block(base.name) if isinstance(base, Imported) else None
        if name == "hybrid_forward" and known is not None and known["kind"] == "layer":
            return run.fresh(description=f"the result of `{run.code(node)}`")
        if name == "hybrid_forward" and known is not None and known["kind"] == "sequential":
            return blocks.run_through(run, node, Block(receiver.instance), arguments.rest(), frame)
    if name == "name_scope":
        return ContextManager("name_scope")
    if name in ("hybrid_forward", "forward", "__call__"):
        return run.of_unknown_block(node)
    return run.of_unknown_call(node, arguments.all())


def _self(run: Run, node: cst.Call, receiver: Self, name: str, arguments: Arguments, frame: Frame) -> Value:
    if name in ("add", "register_child") and run.constructing:
        _register(run, node, receiver.name, arguments)
        return NONE
    if name == "name_scope":
        return ContextManager("name_scope")
    if name == "collect_params":
        return ParameterDict()
    if name == "hybridize":
        run.emit(HybridizeCall(node, arguments))
        return NONE
    if name == "__setattr__":
        return set_attribute(run, node, names.SELF, arguments.after(receiver), frame)
    if any(map(contains_tensor, arguments.all())):
        run.unknown_call(*arguments.all())
    return UNKNOWN


def _register(run: Run, node: cst.Call, owner: str, arguments: Arguments) -> None:
    """`self.register_child(block)` or `self.add(block)` in `__init__`."""
    run.structure.registers_itself.add(owner)
    for child in arguments.positional:
        classes.registered_child(run, node, owner, child)


def set_attribute(
    run: Run, node: cst.Call, owner: cst.CSTNode, arguments: Arguments, frame: Frame, registers: bool = True
) -> Value:
    """`setattr(receiver, name, value)`, where `owner` names the receiver; `registers` as in `storing.set_by_name`."""
    if len(arguments.positional) == 3 and node.args:
        frame.assigning = node.args[-1].value
        storing.set_by_name(run, node, owner, *arguments.positional, frame, registers)
        frame.assigning = None
    return NONE


def _of_attributes(
    run: Run, node: cst.Call, receiver: Attributes, name: str, arguments: Arguments, frame: Frame
) -> Value:
    """`vars(self).name(arguments)`."""
    if name in ("get", "pop", "setdefault") and arguments.positional:
        return type_tests.getattr_(run, node, arguments.after(receiver.holder), frame)
    if name == "update":
        entries = list(arguments.keywords)
        for given in arguments.positional:
            entries += given.entries if isinstance(given, Mapped) else ()
        for key, value in entries:
            storing.set_by_name(run, node, names.SELF, receiver.holder, constant(key), value, frame, registers=False)
        return NONE
    return UNKNOWN
