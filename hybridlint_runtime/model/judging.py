"""Decide whether a difference of two runs is caused by hybridizing, or also occurs between two imperative runs.

Three harmless causes are measured, only after a comparison has failed: memory that no operator wrote, random operators
that draw in another order, and models that amplify rounding (`comparing.Movement`).
"""

from __future__ import annotations

import dataclasses
import functools
import math
import time
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from ..backend import load_backend
from ..errors import ModelRaised, model_code
from ..mxnet_compat import import_mxnet
from ..structures import NDArray, arrays, copied, dtype_name, is_floating, leaves, like, map_leaves, numpy_view, size_of
from .comparing import Comparison, Movement, Tolerances, compare, movement_between, undetermined, with_another
from .draws import generator_state
from .memory import repeated
from .sampling import sampled

mx = import_mxnet()

#: Number of draws that are compared if single draws differ; the least, if a check has spent its seconds on draws.
DRAWS, _FEWEST_DRAWS = 24, 4
#: Seconds that a check of one model spends on the comparison of draws.
SECONDS_OF_DRAWS = 10.0
#: With no seconds left, the fewest draws are compared nevertheless if they take at most so many.
_BRIEF = 1.0
#: Number of rounding-sized changes of the inputs. With a single one, half the time no `relu` of a wide net changes its
#: sign although hybridizing changes one: seen with WRN-16-10, whose gradients then differ by 20 %.
NUDGES = 6
#: Permitted distance of the means of many draws in standard errors. With thousands of elements, 6 is never reached by
#: chance.
_STANDARD_ERRORS = 6.0
#: If the means are further apart than the first, the second number of further draws is compared, for outputs of at most
#: the third number of elements: 24 draws of a value with probability one half cannot be 6 standard errors from zero.
#: With many elements one is always this far off, and draws take time.
_DOUBTFUL, _MORE, _FEW = 3.0, 7 * DRAWS, 4096


@dataclasses.dataclass
class DrawComparison:
    """How a check compares random draws: in the `seconds` that it may still spend.

    Graphs draw in the order of Python (`draws`), so that equal states of the generators are equal draws; but not if
    they are not `ordered`: what a parameter draws in its `data()`, a graph draws before all else.
    """

    seconds: float = SECONDS_OF_DRAWS
    ordered: bool = True


class DrawsNotCompared(Exception):
    """The phases draw other random numbers with one seed, and no time is left to compare their means."""


@dataclasses.dataclass
class Runs:
    """Functions that repeat the compared runs. Each starts from the same state of the model.

    `repeat(hybridized, seeds)` calls the model once for every seed, with the same inputs, and yields the outputs; a
    hybridized model uses one graph for all of them. `nudged(number)` returns the outputs of an imperative run with
    `seed` on inputs changed by rounding errors that depend on the number. Tensors that these functions return may be
    overwritten by the next run. `first` are the outputs of an imperative run with `seed`, if they are known. Without
    `draws`, both phases are known to draw the same random numbers, or none. `time` is for comparing draws. Elements
    that move under rounding by more than the share `far` of the largest one may be undetermined, unless that is at most
    the share `noise` of the largest one of all tensors.
    """

    repeat: Callable[[bool, Sequence[int]], Iterable[Any]]
    nudged: Callable[[int], Any]
    seed: int
    first: Any = None
    draws: bool = True
    draw_comparison: DrawComparison = dataclasses.field(default_factory=DrawComparison)
    far: float = 1e-3
    noise: float = 0.0

    @classmethod
    def of_fresh_models(
        cls,
        step: Callable[[bool, int, Callable[[Any], Any]], Any],
        seed: int,
        first: Any,
        draw_comparison: DrawComparison,
    ) -> Runs:
        """Return Runs that each begin with a fresh model: `step(hybridized, seed, change)`, with inputs changed by
        `change`."""

        def repeat(hybridized: bool, seeds: Sequence[int]) -> Iterator[Any]:
            return (step(hybridized, seed, copied) for seed in seeds)

        return cls(
            repeat,
            lambda number: step(False, seed, lambda given: nudge(given, number)),
            seed,
            first,
            draw_comparison=draw_comparison,
        )


@dataclasses.dataclass
class Judgement:
    """The `comparison` after harmless causes were excluded.

    `masks` are the undetermined elements by output. `random` is True if single draws differ but have the same
    distribution. `slight` are differences within the tolerances that exceed the measured rounding, None if there are
    none. `movements` are the measured effects of rounding by output.
    """

    comparison: Comparison
    masks: Dict[str, Any] = dataclasses.field(default_factory=dict)
    random: bool = False
    slight: Optional[Comparison] = None
    movements: Mapping[str, Movement] = dataclasses.field(default_factory=dict)


def judge(
    imperative: Any,
    other: Any,
    tolerances: Tolerances,
    runs: Runs,
    known: Optional[Mapping[str, Any]] = None,
    measure_slight: bool = False,
    overwritten: bool = False,
) -> Judgement:
    """Compare, and decide whether differences of values are harmless.

    `known` are elements that earlier calls showed to be undetermined. `overwritten` is whether the runs write to the
    tensors of `other`. With `measure_slight`, differences within the tolerances that exceed the rounding of a few
    operators are measured too, which needs runs.

    Raise DrawsNotCompared where the phases draw other numbers and no time is left.
    """
    names = ("imperatively", "hybridized")
    # A GPU may compute one operator in several ways, which differ by more than rounding of the inputs.
    on_cpu = all(load_backend().context_of(array).device_type != "gpu" for array in arrays(imperative))
    strict = dataclasses.replace(tolerances, only_rounding=measure_slight and on_cpu)
    comparison = compare(imperative, other, strict, names, known, described=False)
    if comparison or not _only_values(comparison):
        return Judgement(comparison if comparison else compare(imperative, other, strict, names, known))
    if overwritten:
        other = copied(other)
    start = time.monotonic()
    ordered = runs.draw_comparison.ordered
    draws_differ = (runs.draws or not ordered) and not (_equal_draws(runs) and ordered)
    seconds_of_fewest = _FEWEST_DRAWS * (time.monotonic() - start)
    if draws_differ and runs.draw_comparison.seconds <= 0 and seconds_of_fewest > _BRIEF:
        raise DrawsNotCompared(
            "both phases draw other random numbers with one seed, and comparing their means takes long"
        )
    masks, movement = _measure(runs)
    masks = {
        where: mask
        for where, mask in masks.items()
        if (mask & ~tolerances.masked(where, mask.shape, np.zeros_like(mask))).any()
    }
    masks = {**(known or {}), **{where: mask | (known or {}).get(where, mask) for where, mask in masks.items()}}
    slight: Optional[Comparison] = None
    for number in range(1 if draws_differ else NUDGES):  # other draws move results further than rounding
        if number:
            movement = with_another(movement, _movement(runs, number, masks))
        baseline: Callable[[], Mapping[str, Movement]] = functools.partial(dict, movement)
        comparison = compare(imperative, other, dataclasses.replace(tolerances, baseline=baseline), names, masks)
        slight = comparison
        if strict.only_rounding:
            slight = compare(imperative, other, dataclasses.replace(strict, baseline=baseline), names, masks)
        if slight or not _only_values(comparison):
            break
    alike = draws_differ and not slight and _draws_alike(runs)
    if draws_differ:
        runs.draw_comparison.seconds -= time.monotonic() - start
    if not alike:
        return Judgement(comparison, masks, slight=None if slight or not comparison else slight, movements=movement)
    comparison.differences.clear()
    return Judgement(comparison, masks, random=True)


def unwritten(runs: Runs) -> Dict[str, Any]:
    """Return the undetermined elements by output, before any comparison."""
    return _measure(runs)[0]


def _measure(runs: Runs) -> Tuple[Dict[str, Any], Mapping[str, Movement]]:
    """Return the undetermined elements, and the movement of the others under rounding, both from imperative runs
    alone.

    Only where results move far, the same run is repeated: what no operator wrote is far from what it was.
    """
    try:
        with model_code():
            first = _again(runs) if runs.first is None else runs.first
            with repeated():
                moved = runs.nudged(0)
                movements = movement_between(first, moved)
                if not _moved_far(first, movements, runs):
                    return {}, movements
                moved = copied(moved)
                second = _again(runs)
    except ModelRaised:  # without a baseline the tolerances alone decide
        return {}, {}
    masks = {where: _whole_rows(mask) for where, mask in undetermined(first, second).items()}
    return masks, movement_between(second, moved, masks)


def _again(runs: Runs) -> Any:
    return next(iter(runs.repeat(False, [runs.seed])))


def _moved_far(outputs: Any, movements: Mapping[str, Movement], runs: Runs) -> bool:
    """Return whether an element moved so far that it may be undetermined (`Runs`)."""
    largest: Dict[str, float] = {}
    for where, leaf in leaves(outputs):
        if where in movements and movements[where].largest:
            values = np.abs(numpy_view(leaf) if isinstance(leaf, NDArray) else np.asarray(leaf, np.float64))
            largest[where] = float(values.max(where=np.isfinite(values), initial=0.0))
    noise = runs.noise * max(largest.values(), default=0.0)
    return any(not movements[where].largest <= max(runs.far * each, noise) for where, each in largest.items())


def _movement(runs: Runs, number: int, masks: Mapping[str, Any]) -> Mapping[str, Movement]:
    try:
        with model_code():
            first = _again(runs) if runs.first is None else runs.first
            return movement_between(first, runs.nudged(number), masks)
    except ModelRaised:
        return {}


def _whole_rows(mask: Any) -> Any:
    """Extend the mask to whole rows (first axis): single elements can be equal by chance."""
    if mask.ndim < 1:
        return mask
    rows = mask.reshape(mask.shape[0], -1).any(axis=1)
    return np.broadcast_to(rows.reshape((-1,) + (1,) * (mask.ndim - 1)), mask.shape)


def nudge(arguments: Any, number: int = 0) -> Any:
    """Return `arguments` with every floating-point element changed by about ten rounding errors.

    The signs of the changes depend on `number`.
    """
    random = np.random.RandomState(5 + number)

    def nudged(leaf: Any) -> Any:
        if not isinstance(leaf, NDArray) or not is_floating(leaf):
            return leaf
        values = numpy_view(leaf)
        step = 1e-2 if dtype_name(leaf) == "bfloat16" else 10 * float(np.finfo(values.dtype).eps)
        signs = random.choice([-1.0, 1.0], size=values.shape)
        changed = like(leaf, values * (1 + step * signs))
        return changed if leaf.stype == "default" else changed.tostype(leaf.stype)

    return map_leaves(nudged, arguments)


def rounding_of(run: Callable[[Any], Any], arguments: Any, outputs: Any = None) -> Callable[[], Mapping[str, Movement]]:
    """Return a baseline of `Tolerances`: how far the outputs of `run` move when `arguments` change by rounding errors.

    `outputs` are those for `arguments`, if known.
    """

    @functools.lru_cache(maxsize=None)
    def baseline() -> Mapping[str, Movement]:
        usual = run(arguments) if outputs is None else outputs
        movements = (movement_between(usual, run(nudge(arguments, number))) for number in range(NUDGES))
        return functools.reduce(with_another, movements)

    return baseline


def _only_values(comparison: Comparison) -> bool:
    return all(difference.kind == "values" for difference in comparison.differences)


def _draws_alike(runs: Runs) -> bool:
    """Return whether the phases, which draw different numbers with one seed, return values of equal means.

    That is rare: graphs draw what Python draws, in its order (`draws`), unless AMP or MXNet 2 makes them. Large tensors
    are sampled: there are many draws.
    """
    seeds = [runs.seed + 1000 + number for number in range(DRAWS + _MORE)]
    try:
        plain, hybrid = _drawn(runs, seeds[:DRAWS])
        if not _varies(plain) or not _varies(hybrid):
            return False
        apart = _apart(plain, hybrid)
        few = sum(size_of(leaf) for _, leaf in leaves(plain[0]) if isinstance(leaf, NDArray)) <= _FEW
        if few and _DOUBTFUL < apart <= _STANDARD_ERRORS:
            plain, hybrid = _drawn(runs, seeds[DRAWS:])
            apart = _apart(plain, hybrid)
    except ModelRaised:
        return False
    # Student's t: the same probability with fewer draws.
    freedom = 2 * len(plain) - 2
    few_draws = math.sqrt(freedom * math.expm1(_STANDARD_ERRORS**2 / freedom))
    return apart <= (few_draws if len(plain) < DRAWS else _STANDARD_ERRORS)


def _drawn(runs: Runs, seeds: Sequence[int]) -> Tuple[List[Any], List[Any]]:
    """Return the outputs of both phases for equally many of `seeds`: all, or those for which there is time."""
    start = time.monotonic()
    plain: List[Any] = []
    with model_code():
        for outputs in runs.repeat(False, seeds):
            plain.append(sampled(outputs))
            if len(plain) >= _FEWEST_DRAWS and time.monotonic() - start > runs.draw_comparison.seconds / 2:
                break
        hybrid = list(map(sampled, runs.repeat(True, seeds[: len(plain)])))
    return plain, hybrid


def _equal_draws(runs: Runs) -> bool:
    """Return whether both phases use MXNet's random generators equally, with one seed."""
    states: List[int] = []
    try:
        for hybridized in (False, True):
            with model_code():
                for _ in runs.repeat(hybridized, [runs.seed]):
                    states.append(generator_state())
                    break
    except ModelRaised:
        return True
    return len(set(states)) == 1


def _apart(plain: Sequence[Any], hybrid: Sequence[Any]) -> float:
    """Return the largest distance of the means of the draws, in standard errors; infinity if their shapes differ."""
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
    """Return, for every tensor of the outputs, all its draws stacked; None if they have different shapes."""
    per_draw = [
        [numpy_view(leaf).astype(np.float64) for _, leaf in leaves(draw) if isinstance(leaf, NDArray)] for draw in draws
    ]
    if len({tuple(values.shape for values in draw) for draw in per_draw}) > 1:
        return None
    columns = [np.stack(column) for column in zip(*per_draw)]
    # A scale that is hidden by the noise of single elements shows in the sums over all of them.
    rows = [column.reshape(len(draws), -1) for column in columns]
    return [*columns, *(row.sum(axis=1) for row in rows), *((row**2).sum(axis=1) for row in rows)]
