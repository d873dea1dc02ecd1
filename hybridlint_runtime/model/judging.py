"""When two runs differ: is it hybridizing, or would two imperative runs differ as well?

Three innocent causes are measured, and only when a comparison has failed: memory that no operator wrote,
random operators that draw in another order, and models that amplify rounding (`comparing.Movement`).
"""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from ..backend import load_backend
from ..diagnostics.failures import ModelRaised, model_code
from ..mxnet_compat import import_mxnet
from ..structures import NDArray, arrays, copied, is_floating, leaves, like, map_leaves
from .comparing import Comparison, Movement, Tolerances, compare, movement_between, undetermined, with_another
from .memory import repeated

mx = import_mxnet()

#: How many draws are compared where single draws cannot be.
DRAWS = 24
#: So many times inputs are changed by rounding errors. One time in two none of the millions of `relu` in a wide net
#: changes its side, although hybridizing makes one do so: seen with WRN-16-10, whose gradients then are 20 % off.
NUDGES = 6
#: Means of draws may be so many standard errors apart. With thousands of elements, 6 is never reached by chance.
_STANDARD_ERRORS = 6.0
#: Where they are further apart than this, so many draws more are compared, of outputs that have no more elements than
#: that: 24 draws of what is there one time in two cannot be 6 standard errors from nothing. Of many elements one is
#: always this far off, and their draws take time.
_DOUBTFUL, _MORE, _FEW = 3.0, 7 * DRAWS, 4096


@dataclasses.dataclass
class Runs:
    """How to repeat what is compared. Each function starts from the same state of the model.

    `repeat(hybridized, seeds)` calls the model once for every seed, with the same inputs, and returns the outputs; a
    hybridized model keeps one graph for all of them. `nudged(number)` are two imperative runs, the second on inputs
    changed by rounding errors, others for each number.
    """

    repeat: Callable[[bool, Sequence[int]], List[Any]]
    nudged: Callable[[int], Tuple[Any, Any]]
    seed: int
    first: Any = None

    @classmethod
    def anew(cls, step: Callable[[bool, int, Callable[[Any], Any]], Any], seed: int, first: Any) -> Runs:
        """Runs that each begin with a fresh model: `step(hybridized, seed, change)`, given its inputs by `change`."""

        def repeat(hybridized: bool, seeds: Sequence[int]) -> List[Any]:
            return [step(hybridized, seed, copied) for seed in seeds]

        def nudged(number: int) -> Tuple[Any, Any]:
            return step(False, seed, copied), step(False, seed, lambda given: nudge(given, number))

        return cls(repeat, nudged, seed, first)


@dataclasses.dataclass
class Judgement:
    """`comparison` after the innocent causes were taken out. `masks` are the undetermined elements by output,
    `random` is True where single draws differ but are distributed alike. `slight` is what is within the tolerances, and
    still more than rounding was measured to do; None if there is nothing of that kind."""

    comparison: Comparison
    masks: Dict[str, Any] = dataclasses.field(default_factory=dict)
    random: bool = False
    slight: Optional[Comparison] = None


def judge(
    imperative: Any,
    other: Any,
    tolerances: Tolerances,
    runs: Runs,
    known: Optional[Mapping[str, Any]] = None,
    measure_slight: bool = False,
) -> Judgement:
    """Compare, and where values differ find out whether that is innocent.

    `known` are elements that earlier calls have shown to be undetermined. With `measure_slight`, differences within the
    tolerances that a few operators do not have by rounding are measured, too, which takes runs.
    """
    names = ("imperatively", "hybridized")
    # A GPU may compute one operator in several ways, which differ by more than rounding of the inputs.
    on_cpu = all(load_backend().context_of(array).device_type != "gpu" for array in arrays(imperative))
    strict = dataclasses.replace(tolerances, only_rounding=measure_slight and on_cpu)
    comparison = compare(imperative, other, strict, names, known)
    if comparison or not _only_values(comparison):
        return Judgement(comparison)
    masks, movement = _measure(runs)
    masks = {where: mask for where, mask in masks.items() if (mask & ~_ignored(tolerances, where, mask)).any()}
    masks = {**(known or {}), **{where: mask | (known or {}).get(where, mask) for where, mask in masks.items()}}
    slight: Optional[Comparison] = None
    for number in range(NUDGES):
        if number:
            movement = with_another(movement, _movement(runs, number, masks))
        baseline: Callable[[], Mapping[str, Movement]] = functools.partial(dict, movement)
        comparison = compare(imperative, other, dataclasses.replace(tolerances, baseline=baseline), names, masks)
        slight = compare(imperative, other, dataclasses.replace(strict, baseline=baseline), names, masks)
        if slight or not _only_values(comparison):
            break
    if slight or not _draws_alike(runs):
        return Judgement(comparison, masks, slight=slight if comparison and not slight else None)
    comparison.differences.clear()
    return Judgement(comparison, masks, random=True)


def unwritten(runs: Runs) -> Dict[str, Any]:
    """The undetermined elements by output, where nothing has been compared yet."""
    return _measure(runs)[0]


def _ignored(tolerances: Tolerances, where: str, mask: Any) -> Any:
    return tolerances.masked(where, mask.shape, np.zeros_like(mask))


def _measure(runs: Runs) -> Tuple[Dict[str, Any], Mapping[str, Movement]]:
    """The undetermined elements, and how far the others move under rounding: both from imperative runs alone."""
    try:
        with model_code():
            first = runs.repeat(False, [runs.seed])[0] if runs.first is None else runs.first
            with repeated():
                second, moved = runs.nudged(0)
    except ModelRaised:  # without a baseline the tolerances alone decide
        return {}, {}
    masks = {where: _whole_rows(mask) for where, mask in undetermined(first, second).items()}
    return masks, movement_between(second, moved, masks)


def _movement(runs: Runs, number: int, masks: Mapping[str, Any]) -> Mapping[str, Movement]:
    try:
        with model_code():
            outputs, moved = runs.nudged(number)
    except ModelRaised:
        return {}
    return movement_between(outputs, moved, masks)


def _whole_rows(mask: Any) -> Any:
    """Where one element of a row (first axis) is undetermined, all are: single ones can be equal by chance."""
    if mask.ndim < 1:
        return mask
    rows = mask.reshape(mask.shape[0], -1).any(axis=1)
    return np.broadcast_to(rows.reshape((-1,) + (1,) * (mask.ndim - 1)), mask.shape)


def nudge(arguments: Any, number: int = 0) -> Any:
    """`arguments` with every floating-point element changed by about ten rounding errors, up or down; others go up for
    another `number`."""
    random = np.random.RandomState(5 + number)

    def nudged(leaf: Any) -> Any:
        if not isinstance(leaf, NDArray) or not is_floating(leaf):
            return leaf
        values = leaf.asnumpy()
        step = 10 * float(np.finfo(values.dtype).eps) if values.dtype.kind == "f" else 1e-2
        signs = random.choice([-1.0, 1.0], size=values.shape)
        return like(leaf, values * (1 + step * signs))

    return map_leaves(nudged, arguments)


def _only_values(comparison: Comparison) -> bool:
    return all(difference.kind == "values" for difference in comparison.differences)


def _draws_alike(runs: Runs) -> bool:
    """Whether the model is random in both phases, and its draws have the same mean elementwise."""
    seeds = [runs.seed + 1000 + number for number in range(DRAWS + _MORE)]

    def draws_of(some: Sequence[int]) -> List[List[Any]]:
        with model_code():
            return [runs.repeat(hybridized, some) for hybridized in (False, True)]

    try:
        plain, hybrid = draws_of(seeds[:DRAWS])
        if not _varies(plain) or not _varies(hybrid):
            return False
        apart = _apart(plain, hybrid)
        few = sum(leaf.size for _, leaf in leaves(plain[0]) if isinstance(leaf, NDArray)) <= _FEW
        if few and _DOUBTFUL < apart <= _STANDARD_ERRORS:
            apart = _apart(*draws_of(seeds[DRAWS:]))
    except ModelRaised:
        return False
    return apart <= _STANDARD_ERRORS


def _apart(plain: Sequence[Any], hybrid: Sequence[Any]) -> float:
    """How many standard errors the means of the draws are apart, at the element where they are furthest; infinity where
    draws have different shapes."""
    furthest = 0.0
    before, after = _columns(plain), _columns(hybrid)
    if before is None or after is None:
        return float("inf")
    for left, right in zip(before, after):
        if left.shape != right.shape:
            return float("inf")
        gap = np.abs(left.mean(axis=0) - right.mean(axis=0)) - 1e-4 * (1 + np.abs(left.mean(axis=0)))
        error = np.sqrt((left.var(axis=0) + right.var(axis=0)) / len(left))
        with np.errstate(divide="ignore", invalid="ignore"):
            errors = np.where(gap > 0, gap / error, 0.0)
        furthest = max(furthest, float(errors.max(initial=0.0)))
    return furthest


def _varies(draws: Sequence[Any]) -> bool:
    return any(not compare(draws[0], other) for other in draws[1:])


def _columns(draws: Sequence[Any]) -> Optional[List[Any]]:
    """For every tensor of the outputs, all its draws stacked; None where they have different shapes."""
    per_draw = [
        [leaf.asnumpy().astype(np.float64) for _, leaf in leaves(draw) if isinstance(leaf, NDArray)] for draw in draws
    ]
    if len({tuple(values.shape for values in draw) for draw in per_draw}) > 1:
        return None
    return [np.stack(column) for column in zip(*per_draw)]
