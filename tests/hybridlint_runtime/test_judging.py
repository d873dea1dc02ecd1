"""When values differ: what is innocent, measured on imperative runs."""

from __future__ import annotations

import time
from typing import Any, Iterator, List, Sequence

import numpy as np
import pytest

from hybridlint_runtime.model.comparing import Tolerances
from hybridlint_runtime.model.judging import DRAWS, NUDGES, DrawComparison, DrawsNotCompared, Runs, judge, nudge
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.structures import dtype_name, numpy_view

mx = import_mxnet()


def _array(*values: float) -> Any:
    return mx.nd.array(np.array(values))


def _runs(moves_at: Sequence[int], by: float, numbers: List[int]) -> Runs:
    """A model that rounding moves `by` so much, for the nudges of these numbers alone."""
    plain = _array(1.0, 2.0)

    def nudged(number: int) -> Any:
        numbers.append(number)
        return plain + (by if number in moves_at else 0.0)

    return Runs(lambda hybridized, seeds: [plain for _ in seeds], nudged, 0, plain, draws=False)


def test_one_nudge_is_not_enough_where_rounding_seldom_matters() -> None:
    numbers: List[int] = []
    assert judge(_array(1.0, 2.0), _array(1.1, 2.1), Tolerances(), _runs([3], 0.05, numbers)).comparison
    assert numbers == [0, 1, 2, 3]


def test_what_no_nudge_moves_differs() -> None:
    numbers: List[int] = []
    assert not judge(_array(1.0, 2.0), _array(1.1, 2.1), Tolerances(), _runs([], 0.2, numbers)).comparison
    assert not judge(_array(1.0, 2.0), _array(1.5, 2.1), Tolerances(), _runs([1], 0.05, numbers)).comparison
    assert max(numbers) == NUDGES - 1


def test_what_is_alike_is_not_nudged() -> None:
    numbers: List[int] = []
    assert judge(_array(1.0, 2.0), _array(1.0, 2.0), Tolerances(), _runs([0], 9.0, numbers)).comparison
    assert numbers == []


def test_nudges_are_small_and_of_their_own() -> None:
    array = _array(*range(1, 65))
    nudges = [nudge(array, number).asnumpy() / array.asnumpy() - 1 for number in range(NUDGES)]
    assert all(np.abs(nudged).min() > 1e-7 and np.abs(nudged).max() < 1e-5 for nudged in nudges)
    assert len({tuple(nudged > 0) for nudged in nudges}) == NUDGES


def test_bfloat16_is_nudged() -> None:
    array = mx.nd.amp_cast(mx.nd.ones((2, 3)), dtype="bfloat16")
    moved = np.abs(numpy_view(nudge(array)) - 1)
    assert dtype_name(nudge(array)) == "bfloat16" and moved.min() > 0 and moved.max() < 0.02


def test_draws_that_are_there_one_time_in_two_are_distinguished_from_nothing() -> None:
    """With 24 draws, they are at most 4.9 standard errors apart."""
    drawn: List[int] = []

    def repeat(hybridized: bool, seeds: Sequence[int], lost: bool = False) -> List[Any]:
        drawn.append(len(seeds))
        random = np.random.RandomState(seeds[0] + hybridized)
        coins = random.binomial(1, 0.5, size=(len(seeds), 2))
        return [_array(2.0 * first * (not (lost and hybridized)), float(second)) for first, second in coins]

    def runs(lost: bool) -> Runs:
        return Runs(
            lambda hybridized, seeds: repeat(hybridized, seeds, lost), lambda number: 1 / 0, 0, _array(2.0, 1.0)
        )

    assert not judge(_array(2.0, 1.0), _array(0.0, 1.0), Tolerances(), runs(lost=True)).comparison
    assert drawn == [1, 1, DRAWS, DRAWS, 7 * DRAWS, 7 * DRAWS]
    assert judge(_array(2.0, 1.0), _array(0.0, 1.0), Tolerances(), runs(lost=False)).random


def test_few_draws_are_compared_without_time_and_each_is_copied() -> None:
    """A run may overwrite the arrays of the one before, and a check spends a limited time on draws."""
    drawn: List[int] = []

    def repeat(hybridized: bool, seeds: Sequence[int], scale: float) -> Iterator[Any]:
        overwritten = mx.nd.zeros((4096,))
        for seed in seeds:
            drawn.append(seed)
            random = np.random.RandomState(seed + hybridized)
            overwritten[:] = mx.nd.array(random.uniform(size=4096) * (scale if hybridized else 1.0))
            yield overwritten

    def judged(scale: float) -> bool:
        drawn.clear()
        first, second = (next(repeat(hybridized, [0], scale)).copy() for hybridized in (False, True))
        runs = Runs(
            lambda hybridized, seeds: repeat(hybridized, seeds, scale),
            lambda number: 1 / 0,
            0,
            first,
            draw_comparison=DrawComparison(0),
        )
        return judge(first, second, Tolerances(), runs).random

    assert judged(1.0)
    assert not judged(1.2)
    assert len(drawn) == 2 + 2 + 2 * 4


def test_draws_are_not_compared_when_the_time_is_spent() -> None:
    def repeat(hybridized: bool, seeds: Sequence[int]) -> Iterator[Any]:
        for seed in seeds:
            time.sleep(0.15 if len(seeds) == 1 else 0)
            mx.random.seed(seed)
            if hybridized:
                mx.nd.random.uniform(shape=(2,))
            yield mx.nd.random.uniform(shape=(2,))

    def judged(left: DrawComparison) -> Any:
        plain, hybrid = (next(repeat(hybridized, [1])) for hybridized in (False, True))
        return judge(plain, hybrid, Tolerances(), Runs(repeat, lambda number: plain, 1, plain, draw_comparison=left))

    left = DrawComparison()
    assert judged(left).random
    assert left.seconds < DrawComparison().seconds
    with pytest.raises(DrawsNotCompared):
        judged(DrawComparison(0.0))
