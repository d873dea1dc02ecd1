"""Does the model work with the further inputs that the user specified, or else with longer ones?"""

from __future__ import annotations

import dataclasses
from typing import Any, Iterator, List, Optional, Sequence, Set, Tuple

import numpy as np

from ...backend import load_backend
from ...model.parameters import parameters_of
from ...model.steps import InputMaker, Step
from ...model.subject import Subject
from ...mxnet_compat import import_mxnet
from ...report import Problem, Stage
from ...structures import NDArray, arrays, describe_arrays, like, map_leaves
from .base import Outcome, judged, not_run, passed, warned
from .variations import Variation, compare_variation

mx = import_mxnet()

#: Maximum number of lengths that are changed, one after the other: the model runs at each.
_LENGTHS = 3
#: Lengths from here on are those of images.
_LONG = 128


def run(subject: Subject) -> Outcome:
    if not subject.options.also_shapes:
        return _of_other_lengths(subject)
    problems: List[Problem] = []
    refused = ""
    shown: List[str] = []
    for maker in subject.options.also_shapes:
        text = describe_arrays(list(subject.inputs(4, maker=maker)))
        shown.append(text)
        outcome = compare_variation(subject, _variation(maker, text, [Step(seed=2)]))
        problems += outcome.problems
        refused = refused or (outcome.reason if "imperative_raises" in outcome.details else "")
    if refused and not problems:
        return dataclasses.replace(not_run(refused), details={"refused": True})
    return judged(problems, inputs=shown)


def _variation(maker: InputMaker, text: str, more: List[Step], certain: bool = True) -> Variation:
    """Return the calls with the inputs of `maker`, which `text` describes, and then with `more`."""
    steps = [Step(seed=4, maker=maker), *more]
    return Variation(
        [Step(seed=1), *steps],
        f"with {text}, after a call with the original inputs",
        Stage.OTHER_SHAPES,
        condition=f"with the further inputs {text}",
        shared=lambda pair: pair.call(steps),
        certain=certain,
    )


def _of_other_lengths(subject: Subject) -> Outcome:
    """Check longer inputs that the imperative model accepts. The user did not specify other shapes, so failures only
    warn."""
    shown: List[str] = []
    accepted: Set[int] = set()
    refused: Set[int] = set()
    for length, maker in _longer(subject):
        if length in accepted or length in refused and _fit(subject, subject.inputs(1, maker=maker)) is False:
            continue
        text = describe_arrays(list(subject.inputs(4, maker=maker)))
        outcome = compare_variation(subject, _variation(maker, text, [], certain=False))
        if "imperative_raises" in outcome.details:
            if _fit(subject, subject.inputs(1, maker=maker)) is False:  # the graph shows what the model rejects
                refused.add(length)
            continue
        accepted.add(length)
        shown.append(text)
        if outcome.problems:
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

    Twice the length of an image takes four times as long. A model that halves it five or six times takes multiples of
    32 or 64; the next multiple changes the size of its last features too.
    """
    more = [step for step in (64, 32) if length >= _LONG and length % step == 0]
    return [*(length + step for step in more[:1]), 2 * length]


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


def _fit(subject: Subject, arguments: Sequence[Any]) -> Optional[bool]:
    """Return whether the parameters have the shapes that MXNet infers from `arguments`, None if that is unknown.

    Not every operator checks them: BatchNorm then reads outside of its memory, which may end the process.
    """
    graph = next((graph for (path, _), graph in subject.graphs.items() if not path), None)
    if graph is None or len(graph.input_names) != len(arrays(list(arguments))):
        return None
    known = {
        name: parameter.shape for name, parameter in load_backend().variables(subject.net).items() if parameter.shape
    }
    given = {**known, **dict(zip(graph.input_names, [array.shape for array in arrays(list(arguments))]))}
    names = graph.symbol.list_arguments(), graph.symbol.list_auxiliary_states()
    if any(name not in given for name in (*names[0], *names[1])):
        return None
    used = {name: given[name] for name in (*names[0], *names[1])}
    try:
        inferred = graph.symbol.infer_shape_partial(**used)
    except mx.base.MXNetError:
        return False
    return all(tuple(used[name]) == tuple(shape) for name, shape in zip(names[0] + names[1], inferred[0] + inferred[2]))
