"""The search for the first divergent step, on sequences of which the answer is known."""

from __future__ import annotations

import math
import random
from types import SimpleNamespace
from typing import Any, List

import pytest

from hybridlint_runtime.errors import ModelRaised, model_code
from hybridlint_runtime.localization.engine import first_divergent, first_divergent_prefix, localizer

DRAWN = random.Random(19)
SEQUENCES = [(size, DRAWN.randrange(size + 1)) for size in (1, 2, 3, 7, 8, 100, 1000) for _ in range(3)]


@pytest.mark.parametrize(("size", "first"), SEQUENCES)
def test_both_searches_find_the_first_step_that_diverges(size: int, first: int) -> None:
    """`first` is its place; `size` itself stands for none."""
    steps = [f"step {place}" for place in range(size)]
    executed: List[int] = []

    def diverges(count: int) -> bool:
        executed.append(count)
        return count > first

    expected = None if first == size else steps[first]
    assert first_divergent_prefix(steps, diverges) == expected
    assert len(executed) <= math.ceil(math.log2(size)) + 1
    assert first_divergent(steps, lambda step: int(step.split()[1]) >= first) == expected


def test_a_sequence_of_no_steps_diverges_nowhere() -> None:
    assert first_divergent([], lambda step: True) is None
    assert first_divergent_prefix([], lambda count: True) is None


def test_what_the_model_raises_ends_a_search_and_a_mistake_of_ours_is_noted() -> None:
    subject: Any = SimpleNamespace(faults=[])

    @localizer
    def of_a_model_that_raises(subject: Any) -> None:
        with model_code():
            raise ValueError("the model's")

    @localizer
    def of_our_own(subject: Any) -> None:
        raise KeyError("ours")

    assert of_a_model_that_raises(subject) is None and subject.faults == []
    assert of_our_own(subject) is None and subject.faults == ["of_our_own: KeyError: 'ours'"]


def test_the_boundary_keeps_the_error_of_the_model() -> None:
    with pytest.raises(ModelRaised, match="the model's") as caught, model_code():
        raise ValueError("the model's")
    assert isinstance(caught.value.__cause__, ValueError)
