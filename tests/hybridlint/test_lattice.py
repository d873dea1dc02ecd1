"""The laws of the lattice of values, over generated values of all kinds."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, Dict, List, Sequence as SequenceOf, Tuple, cast

import pytest
from abstraction import TENSOR, abstract, describes
from hypothesis import HealthCheck, Phase, example, given, settings, strategies as st

from hybridlint.graph import Graph
from hybridlint.shapes import Shape, ShapeGraph
from hybridlint.values import (
    LIST_OR_TUPLE,
    NONE,
    UNKNOWN,
    Binding,
    Block,
    BoundMethod,
    Class,
    Function,
    ImperativeArray,
    Imported,
    Instance,
    Mapped,
    Memory,
    NamedTuple,
    Namespace,
    NumPyArray,
    Opaque,
    Operator,
    Origin,
    Partial,
    Plain,
    Self,
    Sequence,
    Taint,
    Tensor,
    Unknown,
    Value,
    constant,
    element_of,
    lattice,
    plain,
    tensor,
)
from hybridlint.values.lattice import Loop, Variable, includes, join, join_all, widen
from hybridlint.values.operands import operand
from hybridlint.values.phased import Phased

laws = settings(deadline=None, derandomize=True, max_examples=50, suppress_health_check=list(HealthCheck))

SHAPES = ShapeGraph()
_KNOWN_SHAPES = [SHAPES.known((2, 3)), SHAPES.known((1,)), SHAPES.unknown()]

GRAPH = Graph()
_NODES = [GRAPH.given(), GRAPH.unknown(), GRAPH.apply("tanh")]

_WORDS = ["", "x", "y"]
_TAINTS = [Taint(), Taint("drawn", "x", 1), Taint("drawn", "x", 2), Taint("kept", "y"), Taint("kept", "z")]
_ORIGINS = [None, *(Origin(frozenset(kinds)) for kinds in (["input"], ["parameter"], ["input", "random"]))]
_CONSTANTS = [constant(value) for value in (None, True, False, 0, 1, 1.0, 2, "x", "")]
#: The values that the fields of a tensor can have besides the default.
_OF_TENSOR: Dict[str, List[Any]] = {
    "outputs": [2, 3, None],
    "shape": [SHAPES.known((2, 3)), SHAPES.known((1,)), SHAPES.unknown()],
    "identity": [1, 2],
    "origin": [*_ORIGINS, Origin(frozenset(["input"]), conditional=True)],
    "certain": [False],
    "loop_rows": [True],
    "source": _WORDS,
    "description": ["a slice", "a row"],
    "numpy": [True],
    "node": [*_NODES, GRAPH.either(_NODES[0], _NODES[1]), GRAPH.either(_NODES[1], _NODES[2])],
    "elementwise_random": _WORDS,
    "dtype": ["float16", "float32"],
    "memory": [
        Memory(frozenset([1, 2]), (), True),
        Memory(frozenset([1]), (("reshape", 1),)),
        Memory(frozenset(), (), True),
    ],
}
_OF_PLAIN: Dict[str, List[Any]] = {
    "type": ["int", "str", "NoneType"],
    "taint": _TAINTS,
    "argument": _WORDS,
    "default": [1, 2],
    "of_blocks": [True],
    "pieces": [("_", "")],
}
_OF_SEQUENCE: Dict[str, List[Any]] = {
    "type": ["list", "tuple", "set", "iterator", LIST_OR_TUPLE],
    "taint": _TAINTS,
    "identity": [1, 2],
    "nonempty": [True],
    "most": [0, 1],
    "source": _WORDS,
}
_OF_BLOCK: Dict[str, List[Any]] = {
    "hybrid": [True, False],
    "options": [(("units", constant(1)),), (("flatten", constant(True)), ("units", constant(2)))],
    "function": [Function(None, 3), Operator("both", "relu")],
    "identity": [1, 2, 3],
}
_SIMPLE: List[Value] = [
    UNKNOWN,
    NONE,
    NONE,
    *(ImperativeArray(title, taint) for title in ("an NDArray", "`w`") for taint in _TAINTS[:3]),
    *(NumPyArray(_TAINTS[0], dims) for dims in (None, (1, 2), (2, None))),
    *map(Opaque, _TAINTS),
    Namespace("both"),
    Operator("both", "relu"),
    Imported("numpy.tanh"),
    Class("Helper"),
    Self("Net"),
    Function(None, 1),
    Function(None, 2),
    Phased(constant(True), constant(False), "F is mx.nd"),
]
_KEYS = ["a", "b", 1, True, 1.0]
#: A loop that has made none of the tensors above.
_LOOP = Loop("a loop", 2, 0, -2)


@st.composite
def values(draw: Any, nested: int = 2, kinds: str = "simple tensor plain sequence dict object block variable") -> Value:
    """A value of any kind; containers hold others, so many times `nested`."""

    def choose(of: SequenceOf[Any]) -> Any:
        return of[draw(st.integers(0, len(of) - 1))]

    def fields(of: Dict[str, List[Any]]) -> Dict[str, Any]:
        names = sorted(of)
        return {name: choose(of[name]) for name in (choose(names) for _ in range(choose([0, 1, 2, 8])))}

    def others(most: int = 3) -> Tuple[Value, ...]:
        return tuple(draw(values(nested - 1)) for _ in range(choose(range(most + 1))))

    kind = choose(kinds.split()[: None if nested else 3])
    if kind == "simple":
        return cast(Value, choose(_SIMPLE))
    if kind == "tensor":
        return Tensor(**fields(_OF_TENSOR))
    if kind == "plain":
        known: Value = dataclasses.replace(choose(_CONSTANTS), taint=choose(_TAINTS), is_literal=choose([True, False]))
        return choose([known, Plain(**fields(_OF_PLAIN))])  # type: ignore[no-any-return]
    if kind == "sequence":
        if choose([True, True, False]):
            return Sequence(**{**fields(_OF_SEQUENCE), "items": others()})
        element, second = draw(values(nested - 1)), draw(values(nested - 1))
        named = NamedTuple(items=(element, second), fields=("x", "y"), owner=choose(["", "Point"]))
        return choose([Sequence(**{**fields(_OF_SEQUENCE), "element": element}), named])  # type: ignore[no-any-return]
    if kind == "dict":
        entries = {(type(key), key): (key, value) for key, value in zip((choose(_KEYS) for _ in range(3)), others())}
        rest = choose([None, draw(values(nested - 1))])
        return Mapped(tuple(entries.values()), rest, choose([0, 1]), choose([None, NONE]))
    if kind == "object":
        held = dict(zip(choose([["a", "b"], ["b", "c"], ["c", "a"]]), others(2)))
        return Instance(choose(["A", "B"]), tuple(held.items()), choose([0, 1]))
    if kind == "block":
        children = choose([None, others()])
        made = Block(choose(["mxnet.gluon.nn.Dense", "Net"]), children=children, **fields(_OF_BLOCK))
        return dataclasses.replace(made, children_vary=made.children is not None and choose([False, False, True]))
    bound: Value = BoundMethod(draw(values(nested - 1)), "append")
    facts = [("Net: self.enabled", True), ("Net: self.enabled", False), ("Net: self.small", True)]
    several = [lattice.depending_on(value, {choose(facts) for _ in range(choose([0, 1, 2]))}) for value in others()]
    return join_all([bound, *several] if choose([True, False]) else several)


def the_same(left: Value, right: Value) -> bool:
    """Equal, in the fields too that `==` leaves out."""
    if isinstance(left, Plain) and isinstance(right, Plain):
        hidden = (left.is_literal, left.default, left.of_blocks, left.taint.place)
        return left == right and hidden == (right.is_literal, right.default, right.of_blocks, right.taint.place)
    return left == right


# Laws


@laws
@given(values())
def test_join_is_idempotent(a: Value) -> None:
    assert the_same(join(a, a), a)


@laws
@given(values(), values())
def test_join_is_commutative(a: Value, b: Value) -> None:
    assert the_same(join(a, b), join(b, a))


@laws
@given(values(0, "simple tensor plain"), values(0, "simple tensor plain"))
def test_join_of_simple_values_is_commutative(a: Value, b: Value) -> None:
    assert the_same(join(a, b), join(b, a))


@laws
@given(values(), values(), values())
def test_join_is_associative(a: Value, b: Value, c: Value) -> None:
    assert the_same(join(join(a, b), c), join(a, join(b, c)))


@laws
@given(st.lists(values(1), min_size=4, max_size=4), st.permutations(range(4)))
def test_the_order_of_several_joins_does_not_matter(several: List[Value], order: List[int]) -> None:
    assert the_same(join_all(several), join_all(several[place] for place in order))


@laws
@given(values(), values())
def test_join_is_an_upper_bound(a: Value, b: Value) -> None:
    assert includes(join(a, b), a) and includes(join(a, b), b)


@laws
@given(values(), values(), values())
def test_join_is_the_least_upper_bound(a: Value, b: Value, c: Value) -> None:
    above = join(join(a, b), c)
    assert includes(above, a) and includes(above, b) and includes(above, join(a, b))


@laws
@given(values())
def test_unknown_is_the_greatest_value(a: Value) -> None:
    assert includes(UNKNOWN, a)
    assert not includes(a, UNKNOWN) or a == UNKNOWN or isinstance(a, Variable) and UNKNOWN in a.values


# What values stand for: an oracle that is independent of join


def _nested(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    lists = st.lists(parts, max_size=3)
    return lists | lists.map(tuple) | st.dictionaries(st.sampled_from("abc"), parts, max_size=3)


objects = st.recursive(st.sampled_from([TENSOR, None, True, 1, 2, "x", 1.5]), _nested, max_leaves=6)


@laws
@given(st.lists(objects, min_size=1, max_size=4))
def test_a_join_stands_for_all_that_its_operands_stand_for(several: List[Any]) -> None:
    joined = join_all(map(abstract, several))
    widened = functools.reduce(functools.partial(widen, loop="a loop"), map(abstract, several))
    for concrete in several:
        assert describes(abstract(concrete), concrete)
        assert describes(joined, concrete)
        assert describes(widened, concrete)


# Operations are monotone: of more possible values, more possible results


@laws
@given(values(1, "tensor plain sequence"), values(1, "tensor plain sequence"))
def test_what_holds_a_tensor_still_does_after_a_join(a: Value, b: Value) -> None:
    joined = join(a, b)
    assert not a.holds_tensor or joined.holds_tensor or isinstance(element_of(joined), Unknown)  # type: ignore[arg-type]


@laws
@given(values(2, "sequence"), values(2, "sequence"))
def test_the_element_of_a_list_is_monotone(a: Value, b: Value) -> None:
    both = join(a, b)
    assert isinstance(a, Sequence) and isinstance(both, Sequence)
    assert a.items == () or includes(element_of(both), element_of(a))


@laws
@given(values(2, "dict"), values(2, "dict"), st.sampled_from(_KEYS))
def test_the_entry_of_a_dict_is_monotone(a: Value, b: Value, key: Any) -> None:
    both = join(a, b)
    assert isinstance(a, Mapped) and isinstance(both, Mapped)
    before, after = a.get(key), both.get(key)
    assert before is None or after is not None and includes(after, before)


# Widening


@laws
@given(values(), values())
def test_widening_is_an_upper_bound(a: Value, b: Value) -> None:
    widened = widen(a, b, _LOOP)
    assert includes(widened, a) and includes(widened, b)


@laws
@given(values(), values(), st.sampled_from(_KNOWN_SHAPES))
def test_the_guess_about_later_rounds_is_an_upper_bound(a: Value, b: Value, shape: Shape) -> None:
    assert includes(b.in_any_round(a, _LOOP._replace(shape=shape.number)), b)


def _list_of_itself(value: Value, number: int) -> Value:
    return Sequence("list", (value,))


def _longer_list(value: Value, number: int) -> Value:
    items = value.items if isinstance(value, Sequence) and value.items is not None else ()
    return Sequence("list", (*items, Tensor(identity=number)))


def _dict_in_dict(value: Value, number: int) -> Value:
    return Mapped(((f"key {number}", value),), Tensor(identity=number))


def _object_of_itself(value: Value, number: int) -> Value:
    return Instance("Node", (("next", value),), number)


def _sequential_of_itself(value: Value, number: int) -> Value:
    return Block("mxnet.gluon.nn.HybridSequential", hybrid=True, children=(value,), identity=number)


def _partial_of_itself(value: Value, number: int) -> Value:
    return Partial(value, (number,))


def _other_function(value: Value, number: int) -> Value:
    return Function(None, number)


def _other_node(value: Value, number: int) -> Value:
    return Tensor(identity=number, node=GRAPH.apply("exp", [value.node] if isinstance(value, Tensor) else []))


_GROWING = [
    _list_of_itself,
    _longer_list,
    _dict_in_dict,
    _object_of_itself,
    _sequential_of_itself,
    _partial_of_itself,
    _other_function,
    _other_node,
]


@settings(laws, max_examples=20)
@given(values(), st.lists(st.sampled_from(_GROWING), min_size=1, max_size=3))
@example(Tensor(), [_list_of_itself])
@example(Tensor(), [_partial_of_itself])
@example(Tensor(), [_other_node])
@example(Tensor(node=_NODES[0]), [_other_node])
def test_widening_ends(start: Value, growing: List[Any]) -> None:
    """Whatever is put into the value in each round, from some round on it stays as it is."""
    value, changed = start, 0
    for number in range(1, 200):
        after = widen(value, growing[number % len(growing)](value, number), _LOOP)
        changed += after != value
        value = after
    assert changed < 60
    assert widen(value, growing[0](value, 1000), _LOOP) == value


# The laws can fail


@pytest.mark.parametrize(
    ("owner", "name", "broken"),
    [
        (tensor, "_merged_origin", lambda first, second: first or second),
        (plain, "merged_taint", lambda first, second: first or second),
        (tensor, "flat", lambda first, second, unknown: first),
        (Graph, "either", lambda graph, first, second: first),
    ],
)
def test_the_laws_notice_a_join_that_breaks_them(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, broken: Any
) -> None:
    monkeypatch.setattr(owner, name, broken)

    @settings(laws, max_examples=1000, phases=[Phase.generate], database=None)
    @given(values(0, "tensor plain"), values(0, "tensor plain"))
    def commutative(a: Value, b: Value) -> None:
        assert the_same(join(a, b), join(b, a))

    with pytest.raises(AssertionError):
        commutative()


# Variables


def test_values_of_different_kinds_stay_apart() -> None:
    joined = join(Tensor(), Function(None, 1))
    assert isinstance(joined, Variable)
    assert set(joined.values) == {Tensor(), Function(None, 1)}


def test_the_conditions_of_a_binding_hold_for_all_of_its_values() -> None:
    enabled, small = ("Net: self.enabled", True), ("Net: self.small", True)
    first = lattice.depending_on(Tensor(identity=1), [enabled, small])
    second = lattice.depending_on(Tensor(identity=2), [enabled])
    none = lattice.depending_on(NONE, [("Net: self.enabled", False)])
    joined = join_all([first, none, second])
    assert isinstance(joined, Variable)
    either = Tensor(memory=Memory(frozenset([1, 2]), (), True))
    assert Binding(either, frozenset([enabled])) in joined.bindings
    assert lattice.given(joined, {enabled}) == either
    assert lattice.given(joined, {("Net: self.enabled", False)}) == NONE


@pytest.mark.parametrize(
    ("alternative", "seen"),
    [
        (NONE, Tensor(identity=1)),
        (Plain("int"), Tensor(identity=1)),
        (Plain("str"), UNKNOWN),
        (Namespace("both"), UNKNOWN),
    ],
)
def test_what_an_operation_sees_of_a_tensor_or_something_else(alternative: Value, seen: Value) -> None:
    assert operand(join(Tensor(identity=1), alternative)) == seen
    assert operand(join(alternative, Tensor(identity=1))) == seen


@laws
@given(values())
def test_renumbering_again_changes_nothing(a: Value) -> None:
    once = a.renumbered({})
    assert once.renumbered({}) == once


def test_values_that_differ_in_identities_alone_are_renumbered_equally() -> None:
    def pair(first: int, second: int) -> Value:
        held = Sequence("list", (Block("Dense", identity=second),), identity=first + second)
        return Sequence("tuple", (Block("Dense", identity=first, children=(Block("Dense", identity=second),)), held))

    assert pair(3, 7).renumbered({}) == pair(40, 2).renumbered({})
    assert pair(3, 7).renumbered({}) != pair(3, 3).renumbered({})
    assert pair(3, 7).renumbered({}) != pair(0, 7).renumbered({})


def test_a_join_of_many_alternatives_is_unknown() -> None:
    """Each is compared with all others, whatever their order."""
    classes = [Class(f"C{number}") for number in range(65)]
    assert isinstance(join_all(classes[:64]), Variable)
    assert join_all(classes) == join_all(classes[::-1]) == UNKNOWN
    assert join(join_all(classes[:40]), join_all(classes[25:])) == UNKNOWN
