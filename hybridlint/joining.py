"""Values that stand for either of two: after a branch, a loop, a choice."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Dict, Iterable, Mapping, Optional, Tuple

from hybridlint.values import (
    LIST_OR_TUPLE,
    NONE,
    NOT_KNOWN,
    STOPPED,
    UNKNOWN,
    VARIES,
    Block,
    Class,
    Function,
    Gradient,
    Instance,
    Mapped,
    NamedTuple,
    OneOf,
    Operator,
    Partial,
    Phased,
    Plain,
    Sequence,
    Tensor,
    Value,
    tensors_in,
)


def join(first: Value, second: Value) -> Value:
    """A value that stands for either of two, as after an `if` whose both branches can run."""
    if first == second:
        return first if not isinstance(second, Plain) or second.written else second
    if isinstance(first, Phased) or isinstance(second, Phased):
        return UNKNOWN
    for kind, join_alike in _JOINS:
        if isinstance(first, kind) and isinstance(second, kind):
            return join_alike(first, second)
    for one, other in ((first, second), (second, first)):
        if isinstance(one, Plain):
            return _join_plain(one, other)
        if isinstance(one, Tensor) and isinstance(other, Sequence):
            return _join_outputs(one, other)
    return UNKNOWN


def _join_outputs(tensor: Tensor, others: Sequence) -> Value:
    """Either the outputs of one operator or a list: `F.split(x, n) if n > 1 else [x]` has tensors in it both ways; or
    else a tensor, or several of them."""
    element = joined(others)
    if not isinstance(element, Tensor):
        return UNKNOWN
    if tensor.outputs == 1 or not tensor.certain:
        gradient = _join_gradients(tensor.gradient, element.gradient)
        optional, numpy = tensor.optional or others.optional, tensor.numpy or element.numpy
        return Tensor(None, gradient=gradient, certain=False, optional=optional, numpy=numpy)
    output = dataclasses.replace(tensor, outputs=1, as_list=False, shape=None, identity=0, origin=None)
    return Sequence(LIST_OR_TUPLE, None, _join_tensors(output, element), taint=others.taint)


def _join_plain(plain: Plain, other: Value) -> Value:
    """Either a Python value, or something else."""
    if isinstance(other, Tensor):
        if plain.type == "NoneType":
            return dataclasses.replace(other, optional=True)
        return dataclasses.replace(other, shape=None, origin=None) if plain.type in ("int", "float", "") else UNKNOWN
    if plain == Plain() and isinstance(other, _CALLED):
        return OneOf((UNKNOWN, other))  # `given or default`
    if plain == Plain() and isinstance(other, Instance):
        return other  # what is given instead is of the same kind
    if plain.type == "NoneType" and isinstance(other, (Block, Sequence)):
        return dataclasses.replace(other, optional=True)
    if plain.type == "NoneType" and isinstance(other, _CALLED):
        return _join_called(OneOf((NONE,)), other)
    return UNKNOWN


def _join_plains(first: Plain, second: Plain) -> Plain:
    same_type = first.type if first.type == second.type else ""
    by_default = first.by_default or second.by_default
    return Plain(same_type, NOT_KNOWN, first.taint or second.taint, by_default=by_default)


def _join_sequences(first: Sequence, second: Sequence) -> Sequence:
    kind = first.type if first.type == second.type else LIST_OR_TUPLE
    identity = _same(first.identity, second.identity)
    if first.items is not None and second.items is not None and len(first.items) == len(second.items):
        items = tuple(join(a, b) for a, b in zip(first.items, second.items))
        return Sequence(kind, items, taint=first.taint or second.taint, identity=identity)
    elements = [joined(value) for value in (first, second) if value.items != ()]
    return Sequence(kind, None, join_all(elements), taint=first.taint or second.taint, identity=identity)


def _join_named_tuples(first: NamedTuple, second: NamedTuple) -> Sequence:
    either = _join_sequences(first, second)
    if first.fields != second.fields:
        return either
    owner = first.owner if first.owner == second.owner else ""
    return dataclasses.replace(first, items=either.items, element=either.element, taint=either.taint, owner=owner)


def _join_instances(first: Instance, second: Instance) -> Value:
    """Either of two objects: of several classes, each is asked for what they are asked."""
    if first.name != second.name:
        return OneOf((first, second))
    others = dict(second.fields)
    fields = tuple((key, join(value, others[key])) for key, value in first.fields if key in others)
    return Instance(first.name, fields, _same(first.identity, second.identity))


def _join_called(first: Value, second: Value) -> OneOf:
    called = first.options if isinstance(first, OneOf) else (first,)
    more = second.options if isinstance(second, OneOf) else (second,)
    return OneOf(called + tuple(option for option in more if option not in called))


#: What a join keeps apart, to call each.
_CALLED = (Function, Operator, Partial, Class, OneOf)


def _join_mapped(first: Mapped, second: Mapped) -> Mapped:
    """Either of two dicts: a key that one of them alone has may be missing, and its value is one of the others."""
    one, other = dict(first.entries), dict(second.entries)
    others = [value for key, value in {**one, **other}.items() if key not in one or key not in other]
    others += [mapped.element for mapped in (first, second) if mapped.element is not None]
    entries = tuple((key, join(value, other[key])) for key, value in one.items() if key in other)
    element = join_all(others) if others else None
    default = first.default if first.default == second.default else None
    return Mapped(entries, element, _same(first.identity, second.identity), default)


def _same(first: int, second: int) -> int:
    return first if first == second else 0


def _join_blocks(first: Block, second: Block) -> Block:
    """Either of two blocks: those that a loop makes are of one type, and made with the same arguments."""
    optional = first.optional or second.optional
    one, other = (dataclasses.replace(block, identity=0, options=(), optional=optional) for block in (first, second))
    if one == other and first.children is None:
        return dataclasses.replace(one, options=tuple(o for o in first.options if o in second.options))
    if first.type == second.type and first.children is not None and second.children is not None:
        return _join_sequentials(first, second)
    return Block("", hybrid=first.hybrid if first.hybrid == second.hybrid else None, optional=optional)


def _join_sequentials(first: Block, second: Block) -> Block:
    """Either of two containers of blocks, as the branches of a configuration fill them."""
    one, other = first.children or (), second.children or ()
    varies = len(one) != len(other) or first.children_vary or second.children_vary
    children = one + tuple(child for child in other if child not in one) if varies else tuple(map(join, one, other))
    optional = first.optional or second.optional
    return Block(first.type, first.local, first.hybrid, children, (VARIES,) * varies, optional=optional)


def _join_tensors(first: Tensor, second: Tensor) -> Tensor:
    def agreed(name: str, otherwise: Any) -> Any:
        one, other = getattr(first, name), getattr(second, name)
        return one if one == other else otherwise

    return Tensor(
        outputs=agreed("outputs", None),
        as_list=first.as_list or second.as_list,
        shape=agreed("shape", None),
        identity=agreed("identity", 0),
        origin=first.origin or second.origin,
        optional=first.optional or second.optional,
        certain=first.certain and second.certain,
        gradient=_join_gradients(first.gradient, second.gradient),
        loop_rows=first.loop_rows or second.loop_rows,
        source=agreed("source", ""),
        description=agreed("description", "a tensor"),
        numpy=first.numpy or second.numpy,
        of_no_input=first.of_no_input and second.of_no_input,
        work=agreed("work", 0),
        output_of=first.output_of + tuple(output for output in second.output_of if output not in first.output_of),
    )


def _join_gradients(first: Gradient, second: Gradient) -> Gradient:
    if first == second:
        return first
    return Gradient(
        first.flows or second.flows,
        first.missing or second.missing,
        first.paused + tuple(scope for scope in second.paused if scope not in first.paused),
        first.asked or second.asked,
    )


#: Values of which kind are joined how.
_JOINS: Tuple[Tuple[Any, Callable[[Any, Any], Value]], ...] = (
    (Tensor, _join_tensors),
    (Plain, _join_plains),
    (NamedTuple, _join_named_tuples),
    (Sequence, _join_sequences),
    (Mapped, _join_mapped),
    (Instance, _join_instances),
    (Block, _join_blocks),
    (_CALLED, _join_called),
)


def gradient_through(values: Iterable[Value]) -> Gradient:
    """The gradient of what is computed from `values`; of what holds no tensor, none."""
    gradient = STOPPED
    for value in values:
        for tensor in tensors_in(value):
            gradient = _join_gradients(gradient, tensor.gradient)
    return gradient


def joined(sequence: Sequence) -> Value:
    """What any of the elements can be."""
    return sequence.element if sequence.items is None else join_all(sequence.items)


def join_all(values: Iterable[Value]) -> Value:
    """A value that stands for any of `values`; unknown if there are none."""
    result: Optional[Value] = None
    for value in values:
        result = value if result is None else join(result, value)
    return UNKNOWN if result is None else result


def join_names(first: Mapping[str, Value], second: Mapping[str, Value]) -> Dict[str, Value]:
    """Two sets of names joined, as after an `if`. A name bound on one side alone keeps what it has there: the other
    side would raise NameError in both phases alike."""
    if first is second:
        return dict(first)
    joined = dict(first)
    for name, value in second.items():
        known = joined.get(name)
        joined[name] = value if known is None else join(known, value)
    for name in set(first) ^ set(second):
        if "." in name:  # what a test narrowed `self.x` to on one side alone
            del joined[name]
    return joined
