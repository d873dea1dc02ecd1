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
    constant = dimension.substituted({Atom(name): as_dimension(value) for name, value in values.items()}).constant
    assert constant is not None
    return constant


@given(expressions(), expressions(), VALUES)
def test_arithmetic_is_that_of_the_numbers(a: Dimension, b: Dimension, values: Dict[str, int]) -> None:
    assert number(a + b, values) == number(a, values) + number(b, values)
    assert number(a * b, values) == number(a, values) * number(b, values)
    assert number(a * b / b, values) == number(a, values)
    assert number(product([a, b, a]), values) == number(a, values) ** 2 * number(b, values)


@given(expressions(), expressions(), expressions())
def test_equal_expressions_are_equal(a: Dimension, b: Dimension, c: Dimension) -> None:
    assert a + b == b + a
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert hash(a * b) == hash(b * a)
    assert (a + b) - b == a


@given(expressions(), expressions(), VALUES)
def test_quotients_are_exact(a: Dimension, b: Dimension, values: Dict[str, int]) -> None:
    assert (a * b) / a == b or number((a * b) / a, values) == number(b, values)


@given(expressions(), expressions(), VALUES)
def test_clearing_denominators_leaves_the_sign(a: Dimension, b: Dimension, values: Dict[str, int]) -> None:
    difference = a - b
    cleared = number(without_denominators(difference), values)
    assert (cleared > 0) == (number(difference, values) > 0)
    assert (cleared == 0) == (number(difference, values) == 0)


def test_texts() -> None:
    batch: Union[Dimension, int] = variable("n")
    assert repr(batch * 2 + 1) == "1 + 2*n"
    assert repr(floor_divided(variable("n") + 1, 2)) == "floor(1 + n, 2)"
    assert (variable("n") * 4 / 2).constant is None
    assert floor_divided(variable("n") * 4, 2) == variable("n") * 2
