"""Does the model work with the further inputs that the user specified, or else with longer ones?"""

from __future__ import annotations

import dataclasses
from typing import Any, Iterator, List, Optional, Sequence, Set, Tuple

import numpy as np

from ...backend import load_backend
from ...model.pair import pair_of
from ...model.parameters import parameters_of
from ...model.steps import InputMaker, Step
from ...model.subject import Subject
from ...mxnet_compat import import_mxnet
from ...report import Stage, Status
from ...structures import NDArray, arrays, describe_arrays, like, map_leaves
from .base import USUAL_REMEDY, Outcome, judged, not_run, passed, warned
from .outputs import compare_executions

mx = import_mxnet()

#: Maximum number of lengths that are changed, one after the other: the model runs at each.
_LENGTHS = 3
#: Lengths from here on are those of images.
_LONG = 128


def run(subject: Subject) -> Outcome:
    if not subject.options.also_shapes:
        return _of_other_lengths(subject)
    problems = []
    refused = ""
    shown: List[str] = []
    for maker in subject.options.also_shapes:
        text = describe_arrays(list(subject.inputs(4, maker=maker)))
        shown.append(text)
        steps = [Step(seed=1), Step(seed=4, maker=maker), Step(seed=2)]
        if pair_of(subject).call(steps[1:]) is not None:
            continue
        plain = subject.execute(steps, hybridized=False)
        if plain.failure is not None:
            refused = refused or f"with the further inputs {text} the imperative model itself raises {plain.failure}"
            continue
        hybrid = subject.execute(steps, hybridized=True)
        message = f"with {text}, after a call with the original inputs"
        outcome = compare_executions(subject, steps, plain, hybrid, Stage.OTHER_SHAPES, message, remedy=USUAL_REMEDY)
        if outcome.status is Status.FAILED:
            problems.extend(outcome.problems)
    if refused and not problems:
        return dataclasses.replace(not_run(refused), details={"refused": True})
    return judged(problems, inputs=shown)


def _of_other_lengths(subject: Subject) -> Outcome:
    """Check longer inputs that the imperative model accepts. The user did not specify other shapes, so failures only
    warn."""
    shown: List[str] = []
    accepted: Set[int] = set()
    for length, maker in _longer(subject):
        if length in accepted:
            continue
        text = describe_arrays(list(subject.inputs(4, maker=maker)))
        steps = [Step(seed=1), Step(seed=4, maker=maker)]
        if pair_of(subject).call(steps[1:]) is not None:
            accepted.add(length)
            shown.append(text)
            continue
        plain = subject.execute(steps, hybridized=False)
        if plain.failure is not None:
            continue
        accepted.add(length)
        shown.append(text)
        hybrid = subject.execute(steps, hybridized=True)
        message = f"with {text}, after a call with the original inputs"
        outcome = compare_executions(subject, steps, plain, hybrid, Stage.OTHER_SHAPES, message, remedy=USUAL_REMEDY)
        if outcome.status is Status.FAILED:
            return warned(outcome.problems, inputs=shown)
    if not shown:
        return not_run("no further shapes were given (--also-shape), and the imperative model rejects longer inputs")
    return passed(inputs=shown)


def _longer(subject: Subject) -> Iterator[Tuple[int, InputMaker]]:
    """Yield a length, and a maker of inputs in which all axes of this length, except the first axis, are longer.

    Lengths that no parameter has come first.
    """
    given = arrays(subject.inputs(1))
    fixed = {size for parameter in parameters_of(subject.net).values() for size in parameter.shape or ()}
    lengths = dict.fromkeys(size for array in given for size in array.shape[1:] if size > 1)
    tried: Set[int] = set()
    for length in sorted(lengths, key=lambda length: length in fixed):
        for longer in _longer_than(length) if len(tried) < _LENGTHS else ():
            make = _maker(subject, length, longer)
            if length not in fixed or _fit(subject, subject.inputs(1, maker=make)):
                tried.add(length)
                yield length, make


def _longer_than(length: int) -> List[int]:
    """Return the lengths to try instead of `length`, until the imperative model accepts one.

    Twice the length of an image takes four times as long. A model that halves it five times takes multiples of 32, and
    64 more change the size of its last features too.
    """
    return [length + 64, 2 * length] if length >= _LONG and length % 32 == 0 else [2 * length]


def _maker(subject: Subject, length: int, longer: int) -> InputMaker:
    """Return a maker of inputs whose axes of `length`, except the first axis, continue periodically up to `longer`."""

    def lengthened(leaf: Any) -> Any:
        if not isinstance(leaf, NDArray) or leaf.stype != "default":
            return leaf
        values = leaf.asnumpy()
        for axis, size in enumerate(leaf.shape):
            if axis and size == length:
                values = values.take(np.arange(longer) % length, axis)
        return like(leaf, values)

    def make(context: str, seed: int, batch: Optional[int]) -> List[Any]:
        return list(map_leaves(lengthened, subject.inputs(seed - subject.seed, batch)))

    return make


def _fit(subject: Subject, arguments: Sequence[Any]) -> bool:
    """Return whether the parameters have the shapes that MXNet infers from `arguments`; False also if that is unknown.

    Not every operator checks them: BatchNorm then reads outside of its memory, which may end the process.
    """
    graph = next((graph for (path, _), graph in subject.graphs.items() if not path), None)
    if graph is None or len(graph.input_names) != len(arrays(list(arguments))):
        return False
    known = {
        name: parameter.shape for name, parameter in load_backend().variables(subject.net).items() if parameter.shape
    }
    given = {**known, **dict(zip(graph.input_names, [array.shape for array in arrays(list(arguments))]))}
    names = graph.symbol.list_arguments(), graph.symbol.list_auxiliary_states()
    if any(name not in given for name in (*names[0], *names[1])):
        return False
    used = {name: given[name] for name in (*names[0], *names[1])}
    try:
        inferred = graph.symbol.infer_shape_partial(**used)
    except mx.base.MXNetError:
        return False
    return all(tuple(used[name]) == tuple(shape) for name, shape in zip(names[0] + names[1], inferred[0] + inferred[2]))
