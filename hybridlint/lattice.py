"""The lattice of values: join, order and widening.

`join` is the least upper bound: commutative, associative, idempotent. :data:`UNKNOWN` is the greatest value. Values of
one kind are merged field by field; values of different kinds become the bindings of a :class:`Variable`. A field is
*flat* (one known value, or unknown), a set, a flag or a value. `operand` reduces a variable to what an operation sees.
"""

from __future__ import annotations

import functools
import typing
from typing import AbstractSet, Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple, TypeVar

from hybridlint.dataclass import replace
from hybridlint.graph import Node
from hybridlint.values import (
    LIST_OR_TUPLE,
    NONE,
    NOT_KNOWN,
    UNKNOWN,
    Binding,
    Block,
    BoundMethod,
    Class,
    Fact,
    Function,
    ImperativeArray,
    Instance,
    Mapped,
    Memory,
    NamedTuple,
    NumPyArray,
    Opaque,
    Operator,
    Origin,
    Partial,
    Phased,
    Plain,
    Sequence,
    Taint,
    Tensor,
    Unknown,
    Value,
    Variable,
    alternatives,
    may_be_none,
)

_T = TypeVar("_T")

#: The least value: that of an expression which is not evaluated.
BOTTOM = Variable(())

#: A value nested more deeply than this is widened to UNKNOWN.
MOST_NESTED = 6
#: A variable with more alternatives than this is widened to UNKNOWN.
MOST_ALTERNATIVES = 12


class Merge:
    """How two tensors become one where control flow meets."""

    def node(self, first: Optional[Node], second: Optional[Node]) -> Optional[Node]:
        """Return the node of both; None is an unknown node."""
        if first is None or second is None or first is second:
            return first if first is second else None
        return first.graph.either(first, second)

    def place(self, first: Tensor, second: Tensor) -> Tuple[int, Optional[Memory]]:
        """Return the identity and the memory of both."""
        identity = _flat(first.identity, second.identity, 0)
        if first.identity == second.identity and first.memory == second.memory:
            return identity, first.memory
        one, other = first.storage, second.storage
        return identity, one if one == other else one.joined(other)


_JOIN = Merge()


def join(first: Value, second: Value, nodes: Merge = _JOIN) -> Value:
    """Return the least value that includes `first` and `second`."""
    if first is second:
        return first
    if _same_kind(first, second):
        return _merged(first, second, nodes)
    if first == second:
        return first
    if isinstance(first, Unknown) or isinstance(second, Unknown):
        return UNKNOWN
    bindings = list(_bindings(first))
    for binding in _bindings(second):
        for position, known in enumerate(bindings):
            if _same_kind(known.value, binding.value) or known.value == binding.value:
                both = join(known.value, binding.value, nodes)
                bindings[position] = Binding(both, known.condition & binding.condition)
                break
        else:
            bindings.append(binding)
    return _variable(bindings)


def join_all(values: Iterable[Value], nodes: Merge = _JOIN) -> Value:
    """Return the join of `values`; UNKNOWN if there are none."""
    several = iter(values)
    return functools.reduce(lambda one, other: join(one, other, nodes), several, next(several, UNKNOWN))


def includes(first: Value, second: Value) -> bool:
    """Return whether `first` is at or above `second`: it can be whatever `second` can be."""
    return join(first, second) == first


def widen(before: Value, after: Value, loop: Loop) -> Value:
    """Return an upper bound of the values before and after a round of `loop`. Every chain of repeated widening is
    finite: the nodes of a tensor become one node of the loop, and the arrays that the loop makes one address."""
    both = join(before, after, _Widening(loop))
    return before if both == before else _bounded(both, MOST_NESTED)


class Loop(typing.NamedTuple):
    """An execution of the loop `node`, whose nodes of the graph are known by it. Identities above `identity` and shapes
    above `shape` were made in it; `address` stands for the arrays that its earlier rounds made."""

    node: object
    identity: int
    shape: int
    address: int

    def place(self, tensor: Tensor) -> Tuple[int, Optional[Memory]]:
        """Return the identity and the memory of `tensor` in later rounds."""
        memory = tensor.storage
        older = {address for address in memory.addresses if address <= self.identity}
        if len(older) == len(memory.addresses):
            return (tensor.identity if tensor.identity <= self.identity else 0), tensor.memory
        return 0, Memory(frozenset(older | {self.address}), (), True)


class _Widening(Merge):
    def __init__(self, loop: Loop) -> None:
        self._loop = loop

    def node(self, first: Optional[Node], second: Optional[Node]) -> Optional[Node]:
        if first is None or second is None or first is second:
            return first if first is second else None
        return first.graph.widened(first, second, self._loop.node)

    def place(self, first: Tensor, second: Tensor) -> Tuple[int, Optional[Memory]]:
        identity, memory = super().place(first, second)
        return self._loop.place(replace(first, identity=identity, memory=memory))


def in_any_round(before: Optional[Value], after: Value, since: Loop) -> Value:
    """Return a guess at what repeated widening reaches from the values before and after the first round of the loop
    `since`."""
    if isinstance(after, Tensor):
        shape = None if after.shape is None or after.shape.newest_input > since.shape else after.shape
        node = after.node and after.node.graph.loop(after.node, since.node)
        identity, memory = since.place(after)
        return replace(after, identity=identity, memory=memory, node=node, shape=shape)
    if isinstance(after, Block):
        made = after.identity > since.identity
        grown = isinstance(before, Block) and (before.identity, before.children) != (after.identity, after.children)
        if not after.children or not (made or grown):
            return replace(after, identity=0) if made else after
        vary = after.children_vary or not made
        parts = [after.children] if vary else [(child,) for child in after.children]
        children = tuple(_part_in_any_round(part, since) for part in parts)
        return replace(after, children=children, children_vary=vary, identity=0 if made else after.identity)
    if isinstance(after, Variable) and before is None:
        alternatives = ((in_any_round(None, one.value, since), one.condition) for one in after.bindings)
        return Variable(tuple(Binding(value, condition) for value, condition in alternatives))
    if isinstance(before, Sequence) and isinstance(after, Sequence):
        grown = before.items is not None and after.items is not None and len(before.items) < len(after.items)
        if grown or after.items is None:
            return replace(after, items=None, element=_part_in_any_round(after.possible_items(), since))
    return after


def _part_in_any_round(parts: Iterable[Value], since: Loop) -> Value:
    """Return the guess for the join of parts of a container. A tensor that the round did not make is the same in all
    rounds."""
    part = join_all(parts)
    if isinstance(part, Tensor) and 0 < part.identity <= since.identity:
        return part
    return in_any_round(None, part, since)


def element_of(sequence: Sequence) -> Value:
    """Return the join of the elements of `sequence`."""
    return join_all(sequence.possible_items())


#: An upper bound of two values: `join` or `widen`.
Bound = Callable[[Value, Value], Value]


def join_names(first: Mapping[str, Value], second: Mapping[str, Value], bound: Bound = join) -> Dict[str, Value]:
    """Join two environments. A name that is bound in one alone retains its value: the other would raise NameError in
    both phases. A narrowed attribute (`self.x`) in one alone is dropped."""
    if first is second:
        return dict(first)
    both = dict(first)
    for name, value in second.items():
        known = both.get(name)
        both[name] = value if known is None else bound(known, value)
    for name in set(first) ^ set(second):
        if "." in name:
            del both[name]
    return both


def depending_on(value: Value, condition: Iterable[Fact]) -> Value:
    """Return `value` with `condition` added to that of each binding."""
    facts = frozenset(condition)
    return Variable(tuple(Binding(one.value, one.condition | facts) for one in _bindings(value))) if facts else value


def without(value: Value, excluded: Callable[[Binding], bool]) -> Value:
    """Return `value` without the bindings that are `excluded`; UNKNOWN if none remains, but BOTTOM for BOTTOM."""
    if not isinstance(value, Variable) or value == BOTTOM:
        return value
    left = [binding for binding in value.bindings if not excluded(binding)]
    return _variable(left) if left else UNKNOWN


def _variable(bindings: List[Binding]) -> Value:
    """Return the variable with these bindings; the value of a single unconditional binding."""
    only = len(bindings) == 1 and not bindings[0].condition
    return bindings[0].value if only else Variable(tuple(bindings))


def given(value: Value, facts: AbstractSet[Fact]) -> Value:
    """Return `value` given that `facts` hold: without the bindings whose condition they contradict."""
    against = {(text, not outcome) for text, outcome in facts}
    left = without(value, lambda binding: not against.isdisjoint(binding.condition))
    return join_all(depending_on(one.value, one.condition - facts) for one in _bindings(left))


def _bindings(value: Value) -> Tuple[Binding, ...]:
    return value.bindings if isinstance(value, Variable) else (Binding(value),)


# Values of one kind


def _same_kind(first: Value, second: Value) -> bool:
    """Return whether two values are merged field by field, rather than becoming two bindings."""
    kind = _KINDS.get(first.__class__)
    if kind is None or kind is not _KINDS.get(second.__class__):
        return False
    if isinstance(first, Instance) and isinstance(second, Instance):
        return first.name == second.name
    if isinstance(first, Block) and isinstance(second, Block):
        return (first.type, first.local) == (second.type, second.local)
    return True


def _merged(first: Value, second: Value, nodes: Merge) -> Value:
    if first == second and not isinstance(first, Plain):  # equality of Plain ignores some fields
        return first
    kind = _KINDS[first.__class__]
    plain = _MERGES.get(kind)
    return plain(first, second) if plain is not None else _MERGES_OF_NODES[kind](first, second, nodes)


def _flat(first: _T, second: _T, unknown: _T) -> _T:
    """Return the join of two flat fields, where `unknown` is the greatest element."""
    return first if first == second else unknown


def _taint(first: Taint, second: Taint) -> Taint:
    """Return the join of two taints: one reason is enough to report."""
    if first != second:
        return max(first, second, key=lambda taint: (taint.kind, taint.words))
    return first if first.place is second.place else replace(first, place=None)


def _origin(first: Optional[Origin], second: Optional[Origin]) -> Optional[Origin]:
    if first is None or second is None:
        return first or second
    return Origin(first.kinds | second.kinds, first.conditional or second.conditional)


def _tensor(first: Tensor, second: Tensor, nodes: Merge) -> Tensor:
    identity, memory = nodes.place(first, second)
    return Tensor(
        outputs=_flat(first.outputs, second.outputs, None),
        shape=_flat(first.shape, second.shape, None),
        identity=identity,
        origin=_origin(first.origin, second.origin),
        certain=first.certain and second.certain,
        loop_rows=first.loop_rows or second.loop_rows,
        source=_flat(first.source, second.source, ""),
        description=_flat(first.description, second.description, "a tensor"),
        numpy=first.numpy and second.numpy,
        node=nodes.node(first.node, second.node),
        elementwise_random=_flat(first.elementwise_random, second.elementwise_random, ""),
        dtype=_flat(first.dtype, second.dtype, ""),
        memory=memory,
    )


def _plain(first: Plain, second: Plain) -> Plain:
    same = first.type == second.type and first.default == second.default
    return Plain(
        type=first.type if same else "",
        value=first.value if same and first.value == second.value else NOT_KNOWN,
        taint=_taint(first.taint, second.taint),
        argument=_flat(first.argument, second.argument, ""),
        is_literal=first.is_literal and second.is_literal,
        default=_flat(first.default, second.default, NOT_KNOWN),
        of_blocks=first.of_blocks and second.of_blocks,
        pieces=_flat(first.pieces, second.pieces, ()),
    )


def _sequence(first: Sequence, second: Sequence, nodes: Merge) -> Sequence:
    fields: Dict[str, Any] = {
        "type": _flat(first.type, second.type, LIST_OR_TUPLE),
        "source": _flat(first.source, second.source, ""),
        "taint": _taint(first.taint, second.taint),
        "identity": _flat(first.identity, second.identity, 0),
        "nonempty": first.nonempty and second.nonempty,
        "most": _flat(first.most, second.most, 0),
        "owner": _flat(first.owner, second.owner, ""),
    }
    if first.items is not None and second.items is not None and len(first.items) == len(second.items):
        fields["items"] = tuple(join(one, other, nodes) for one, other in zip(first.items, second.items))
    else:
        fields["element"] = join_all((*first.possible_items(), *second.possible_items()), nodes)
    if isinstance(first, NamedTuple) and isinstance(second, NamedTuple) and first.fields == second.fields:
        return NamedTuple(**fields, fields=first.fields)
    return Sequence(**fields)


def _mapped(first: Mapped, second: Mapped, nodes: Merge) -> Mapped:
    """Join two dicts. The value of a key that only one of them has is joined into `element`."""
    one, other = ({(type(key), key): value for key, value in mapped.entries} for mapped in (first, second))
    entries = tuple((key[1], join(value, other[key], nodes)) for key, value in one.items() if key in other)
    rest = [value for key, value in (*one.items(), *other.items()) if key not in one or key not in other]
    rest += [mapped.element for mapped in (first, second) if mapped.element is not None]
    default = first.default if first.default == second.default else None
    identity, owner = _flat(first.identity, second.identity, 0), _flat(first.owner, second.owner, "")
    return Mapped(entries, join_all(rest, nodes) if rest else None, identity, default, owner)


def _instance(first: Instance, second: Instance, nodes: Merge) -> Instance:
    other = dict(second.fields)
    fields = tuple((key, join(value, other[key], nodes)) for key, value in first.fields if key in other)
    return Instance(first.name, fields, _flat(first.identity, second.identity, 0))


def _block(first: Block, second: Block, nodes: Merge) -> Block:
    """Join two blocks of one class. Children of unlike lists become one child with alternatives."""
    options = {option for option in first.options if option in second.options}
    vary = first.children_vary or second.children_vary
    children: Optional[Tuple[Value, ...]] = None
    if first.children is not None and second.children is not None:
        vary = vary or len(first.children) != len(second.children)
        if vary:
            children = tuple(
                {join_all(first.children + second.children, nodes)} if first.children or second.children else ()
            )
        else:
            children = tuple(join(one, other, nodes) for one, other in zip(first.children, second.children))
    return Block(
        first.type,
        first.local,
        _flat(first.hybrid, second.hybrid, None),
        children,
        tuple(sorted(options, key=lambda option: option[0])),
        _flat(first.function, second.function, None),
        _flat(first.identity, second.identity, 0),
        vary and children is not None,
    )


def _imperative_array(first: ImperativeArray, second: ImperativeArray) -> ImperativeArray:
    description = _flat(first.description, second.description, "an NDArray")
    return ImperativeArray(description, _taint(first.taint, second.taint), _flat(first.dims, second.dims, None))


def _numpy_array(first: NumPyArray, second: NumPyArray) -> NumPyArray:
    return NumPyArray(_taint(first.taint, second.taint), _flat(first.dims, second.dims, None))


def _phased(first: Phased, second: Phased, nodes: Merge) -> Phased:
    imperative = join(first.imperative, second.imperative, nodes)
    symbolic = join(first.symbolic, second.symbolic, nodes)
    return Phased(imperative, symbolic, max(first.reason, second.reason), first.guard or second.guard)


def _opaque(first: Opaque, second: Opaque) -> Opaque:
    return Opaque(_taint(first.taint, second.taint))


_MERGES: Dict[type, Callable[[Any, Any], Value]] = {
    Plain: _plain,
    ImperativeArray: _imperative_array,
    NumPyArray: _numpy_array,
    Opaque: _opaque,
}
#: The kinds that are or contain tensors.
_MERGES_OF_NODES: Dict[type, Callable[[Any, Any, Merge], Value]] = {
    Tensor: _tensor,
    Sequence: _sequence,
    Mapped: _mapped,
    Instance: _instance,
    Block: _block,
    Phased: _phased,
}
#: Class of values → the kind under which they are merged.
_KINDS: Dict[type, type] = {NamedTuple: Sequence, **{kind: kind for kind in (*_MERGES, *_MERGES_OF_NODES)}}


# Widening


def _bounded(value: Value, depth: int) -> Value:
    """Return an upper bound of `value` that is nested at most `depth` times."""
    if isinstance(value, Variable):
        if len(value.bindings) > MOST_ALTERNATIVES:
            return UNKNOWN
        return join_all(depending_on(_bounded(one.value, depth), one.condition) for one in value.bindings)
    if isinstance(value, Phased):
        imperative, symbolic = _bounded(value.imperative, depth), _bounded(value.symbolic, depth)
        return replace(value, imperative=imperative, symbolic=symbolic)
    if not isinstance(value, (Sequence, Mapped, Instance, Block)):
        return value
    if not depth:
        return UNKNOWN

    def bounded(part: Value) -> Value:
        return _bounded(part, depth - 1)

    if isinstance(value, Sequence):
        items = None if value.items is None else tuple(map(bounded, value.items))
        return replace(value, items=items, element=bounded(value.element))
    if isinstance(value, Mapped):
        entries = tuple((key, bounded(held)) for key, held in value.entries)
        return replace(value, entries=entries, element=value.element and bounded(value.element))
    if isinstance(value, Instance):
        return replace(value, fields=tuple((key, bounded(held)) for key, held in value.fields))
    children = None if value.children is None else tuple(map(bounded, value.children))
    return replace(value, children=children)


# Operands


def callee_of(value: Value) -> Value:
    """Return `value`; of a variable with one binding besides None, that binding's value."""
    there = [one for one in alternatives(value) if one != NONE]
    return there[0] if len(there) == 1 else value


#: The classes of values whose alternatives an operation tries one by one.
_DISTRIBUTED = (Function, BoundMethod, Operator, Partial, Class, Instance)


def operand(value: Value) -> Value:
    """Return `value` as the operand of an operation: a single value, or a variable of callables or objects.

    A binding that raises in both phases is left out: None if a tensor, a list or a block is possible too.
    """
    if not isinstance(value, Variable):
        return value
    if value == BOTTOM:
        return UNKNOWN
    plain = next((one for one in value.values if isinstance(one, Plain)), None)
    others = [one for one in value.values if one is not plain]
    if all(isinstance(one, _DISTRIBUTED) for one in others):
        if plain is None or plain == NONE:
            return value if len(others) > 1 or not isinstance(others[0], Instance) else UNKNOWN
        if plain != Plain():
            return UNKNOWN
        return others[0] if len(others) == 1 and isinstance(others[0], Instance) else value
    if all(isinstance(one, Block) for one in others):
        return _block_operand(others, plain)
    return _tensor_operand(others, plain)


def tested(value: Value) -> Tuple[Value, ...]:
    """Return the alternatives that a test of type tells apart: callables and objects, or an operand and None."""
    reduced = operand(value)
    if isinstance(reduced, Variable):
        return reduced.values
    return (reduced, NONE) if may_be_none(value) else (reduced,)


def stored(value: Value) -> Value:
    """Return `value` as an attribute or an element of a container holds it: an operand, which may be None."""
    return join(operand(value), NONE) if may_be_none(value) else operand(value)


def _block_operand(blocks: List[Any], plain: Optional[Plain]) -> Value:
    if plain is not None and plain != NONE:
        return UNKNOWN
    if len(blocks) == 1:
        only: Block = blocks[0]
        return only
    hybrid = {block.hybrid for block in blocks}
    return Block("", hybrid=hybrid.pop() if len(hybrid) == 1 else None)


def _tensor_operand(others: List[Value], plain: Optional[Plain]) -> Value:
    """Return the one tensor or list of tensors, or their join; or a tensor, which may be a number."""
    tensor = next((one for one in others if isinstance(one, Tensor)), None)
    sequence = next((one for one in others if isinstance(one, Sequence)), None)
    if len(others) != (tensor is not None) + (sequence is not None):
        return UNKNOWN
    if plain is not None and plain != NONE:
        if tensor is None or sequence is not None or plain.type not in ("int", "float", ""):
            return UNKNOWN
        return replace(tensor, origin=None)
    if sequence is None or tensor is None:
        return sequence or tensor or UNKNOWN
    element = operand(element_of(sequence))
    if not isinstance(element, Tensor):
        return UNKNOWN
    if tensor.outputs == 1 or not tensor.certain:
        node, (identity, memory) = _JOIN.node(tensor.node, element.node), _JOIN.place(tensor, element)
        numpy = tensor.numpy or element.numpy
        return Tensor(None, node=node, certain=False, numpy=numpy, identity=identity, memory=memory)
    output = replace(tensor, outputs=1, shape=None, origin=None)
    return Sequence(LIST_OR_TUPLE, None, _tensor(output, element, _JOIN), taint=sequence.taint)
