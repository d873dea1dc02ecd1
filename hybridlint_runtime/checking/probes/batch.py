"""Does the model work at batch sizes other than that of its first call?"""

from __future__ import annotations

import itertools
from typing import Any, List, Optional, Sequence

from ...errors import ModelRaised, model_code
from ...model.comparing import Comparison
from ...model.pair import Pair
from ...model.steps import Step
from ...model.subject import Subject
from ...report import Stage
from ...structures import arrays
from .base import Outcome, not_run
from .variations import Variation, compare_variation

#: Sizes that code often treats specially, tried in addition to an ordinary one.
_SPECIAL = (1, 2)


def run(subject: Subject) -> Outcome:
    sizes = other_batches(subject)
    if not sizes:
        return not_run("no input has a first dimension that could be another batch size")
    outcome = compare_variation(subject, _variation(sizes))
    while "imperative_raises" in outcome.details and len(sizes) > 1:  # a special size may fit only by broadcasting
        sizes.pop()
        outcome = compare_variation(subject, _variation(sizes))
    outcome.details["batch"] = sizes[0] if len(sizes) == 1 else sizes
    return outcome


def _variation(sizes: Sequence[int]) -> Variation:
    """Return calls at batch `sizes` between two at the original one. The first call that differs or raises is
    reported."""
    others = [Step(seed=3, batch=size) for size in sizes]
    tried = [*sizes, "the original one"]
    return Variation(
        [Step(seed=1), *others, Step(seed=2)],
        lambda number: f"at batch size {tried[max(number, 1) - 1]}, after a first call at the original one",
        Stage.OTHER_SHAPES,
        condition=f"at batch size {sizes[0]}",
        shared=lambda pair: _agree(pair, others[::-1]),
    )


def _agree(pair: Pair, others: List[Step]) -> Optional[Comparison]:
    """Call the shared nets with `others`, then at the original batch size: the calls of `parameters_changed` and
    `modes`, if they agree."""
    agreed = pair.call(others)
    return agreed if agreed is None or pair.trains() else pair.call([*others, Step(seed=2)])


def other_batches(subject: Subject) -> List[int]:
    """Return batch sizes that change the inputs: an ordinary one, then special ones. Empty if the inputs have no
    batch."""

    def find() -> List[int]:
        batch = another_batch(subject)
        if batch is None:
            return []
        usual = _shapes(arrays(subject.inputs(1)))
        return [batch, *(size for size in _SPECIAL if size != batch and _shapes_at(subject, size) not in (None, usual))]

    return list(subject.once("batches", find))


def _shapes_at(subject: Subject, batch: int) -> Any:
    """Return the shapes of the inputs at a batch size, None if they cannot be made."""
    try:
        with model_code():
            return _shapes(arrays(subject.inputs(1, batch)))
    except ModelRaised:  # the user's function may not support other batch sizes
        return None


def another_batch(subject: Subject) -> Optional[int]:
    """Return a batch size that differs from the usual one and changes the inputs, None if the inputs have no batch."""
    usual = arrays(subject.inputs(1))
    sizes = {array.shape[0] for array in usual if array.shape}
    # Inputs of batch 1 are large ones, as of images: 2 is then the cheapest size, and a special one.
    odd = 2 if sizes == {1} else next(size for size in itertools.count(3, 2) if size not in sizes)
    wanted = subject.options.batch or odd
    return wanted if _shapes_at(subject, wanted) not in (None, _shapes(usual)) else None


def _shapes(tensors: List[Any]) -> List[Any]:
    return [tensor.shape for tensor in tensors]
