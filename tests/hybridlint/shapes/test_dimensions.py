"""Symbolic lengths beside the numbers that they stand for."""

from __future__ import annotations

from typing import Dict, Union

from hypothesis import given, strategies as st

from hybridlint.shapes.dimensions import (
    Atom,
    Dimension,
    as_dimension,
    floor_divided,
    function_of,
    product,
    variable,
    without_denominators,
)

NAMES = ("a", "b", "c")
VALUES = st.fixed_dictionaries({name: st.integers(1, 9) for name in NAMES})


def expressions() -> st.SearchStrategy[Dimension]:
    leaves = st.one_of(st.sampled_from(NAMES).map(variable), st.integers(1, 6).map(as_dimension))
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.tuples(inner, inner).map(lambda pair: pair[0] + pair[1]),
            st.tuples(inner, inner).map(lambda pair: pair[0] * pair[1]),
            st.tuples(inner, st.integers(1, 4)).map(lambda pair: floor_divided(pair[0] + 3, pair[1])),
            st.tuples(inner, inner).map(lambda pair: function_of("max", *pair)),
        ),
        max_leaves=5,
    )


def number(dimension: Dimension, values: Dict[str, int]) -> int:
    found = dimension.substituted({Atom(name): as_dimension(value) for name, value in values.items()}).constant
    assert found is not None
    return found


@given(expressions(), expressions(), VALUES)
def test_arithmetic_is_that_of_the_numbers(one: Dimension, other: Dimension, values: Dict[str, int]) -> None:
    assert number(one + other, values) == number(one, values) + number(other, values)
    assert number(one * other, values) == number(one, values) * number(other, values)
    assert number(one * other / other, values) == number(one, values)
    assert number(product([one, other, one]), values) == number(one, values) ** 2 * number(other, values)


@given(expressions(), expressions(), expressions())
def test_equal_expressions_are_equal(one: Dimension, other: Dimension, third: Dimension) -> None:
    assert one + other == other + one
    assert (one * other) * third == one * (other * third)
    assert one * (other + third) == one * other + one * third
    assert hash(one * other) == hash(other * one)
    assert (one + other) - other == one


@given(expressions(), expressions(), VALUES)
def test_quotients_are_exact(one: Dimension, other: Dimension, values: Dict[str, int]) -> None:
    assert (one * other) / one == other or number((one * other) / one, values) == number(other, values)


@given(expressions(), expressions(), VALUES)
def test_clearing_denominators_leaves_the_sign(one: Dimension, other: Dimension, values: Dict[str, int]) -> None:
    difference = one - other
    cleared = number(without_denominators(difference), values)
    assert (cleared > 0) == (number(difference, values) > 0)
    assert (cleared == 0) == (number(difference, values) == 0)


def test_texts() -> None:
    batch: Union[Dimension, int] = variable("n")
    assert repr(batch * 2 + 1) == "1 + 2*n"
    assert repr(floor_divided(variable("n") + 1, 2)) == "floor(1 + n, 2)"
    assert (variable("n") * 4 / 2).constant is None
    assert floor_divided(variable("n") * 4, 2) == variable("n") * 2
