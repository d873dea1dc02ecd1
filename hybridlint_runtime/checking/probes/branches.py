"""Does the hybridized model follow branches that Python takes on the values of tensors?"""

from __future__ import annotations

import functools
import itertools
import sys
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

import numpy as np

from ...backend import load_backend
from ...diagnostics.source_lines import innermost, lines_of_stack
from ...errors import ModelRaised, model_code
from ...model import parameters
from ...model.calls import watching_operators
from ...model.recording import imperative, seed_all
from ...model.state import BlockStates
from ...model.steps import InputMaker, Step, seed_of
from ...model.subject import Subject
from ...model.tracing import traced
from ...mxnet_compat import import_mxnet
from ...report import Problem, SourceLocation, Stage, Status
from ...structures import NDArray, is_floating, like, map_leaves, wait
from .base import USUAL_REMEDY, Outcome, explained, failed, passed, warned
from .variations import Variation, compare_variation

mx = import_mxnet()

#: Seeds of inputs with the usual distribution.
_SEEDS = range(11, 17)
#: How floating-point inputs are changed: Python code compares with zero and with thresholds.
_CHANGES: Dict[str, Callable[[Any], Any]] = {
    "as drawn": lambda values: values,
    "negated": lambda values: -values,
    "absolute": abs,
    "negative": lambda values: -abs(values),
    "100 times as large": lambda values: 100 * values,
    "100 times as small": lambda values: values / 100,
    "zero": lambda values: 0 * values,
}

#: The operators that a call executes, each with its line.
_Way = Tuple[Tuple[str, Optional[str], int], ...]


def run(subject: Subject) -> Outcome:
    reads = [read for root in subject.roots for read in _values_read(subject, root)]
    if not reads:
        return passed(reads=0)
    usual, tried = _way_of(subject, Step(seed=1)), 0
    for name, step in _other_steps(subject):
        tried += 1
        way = _way_of(subject, step)
        if way is None or way == usual:
            continue
        steps = [Step(seed=1), step]
        text = f"with {name}, for which Python takes another branch, after a call with the original ones"
        outcome = compare_variation(subject, Variation(steps, text, Stage.VALUES))
        if outcome.status is Status.FAILED:
            for problem in outcome.problems:
                _place(problem, reads)
            return failed(outcome.problems, reads=len(reads), tried=tried)
    return warned([_constant(subject, *read, tried) for read in reads], reads=len(reads), tried=tried)


def _values_read(subject: Subject, root: str) -> List[Tuple[str, SourceLocation]]:
    """Return the blocks and lines where Python reads the values of a tensor of the graph during tracing, each line
    once."""
    result: Dict[Tuple[str, int], Tuple[str, SourceLocation]] = {}
    backend, original = load_backend(), vars(NDArray)["asnumpy"]

    def asnumpy(array: Any) -> Any:
        if backend.symbol_of(array) is not None:
            lines = lines_of_stack(sys._getframe(1), _values_read.__code__)
            location = innermost(lines)
            if location is not None:
                owners = [paths[id(line.owner)] for line in lines if id(line.owner) in paths]
                result.setdefault((location.file, location.line), ([root, *owners][-1], location))
        return original(array)

    paths = subject.recorded.paths
    type.__setattr__(NDArray, "asnumpy", asnumpy)
    try:
        for call in subject.recorded.structures_of(root):
            traced(call)
    finally:
        type.__setattr__(NDArray, "asnumpy", original)
    return list(result.values())


def _way_of(subject: Subject, step: Step) -> Optional[_Way]:
    """Return the operators that an imperative call executes, None if it raises."""
    net = subject.net if step.change is None else subject.nets.fresh()
    try:
        with BlockStates(net), imperative(net):
            if step.change is not None:
                step.change(net)
            seed_all(subject.seed + seed_of(step, 0))
            with watching_operators(_way_of.__code__) as runs, model_code():
                wait(subject.run(net, subject.inputs(step.seed, step.batch, step.maker)))
    except ModelRaised:
        return None
    return tuple(
        (run.operator, run.location.file if run.location else None, run.location.line if run.location else 0)
        for run in runs
    )


def _other_steps(subject: Subject) -> Iterator[Tuple[str, Step]]:
    """Yield calls with other inputs, then with other parameters, as training may change them."""
    for name, seed in itertools.product(_CHANGES, _SEEDS):
        yield f"inputs {name} (seed {seed})", Step(seed=2, maker=_maker(subject, _CHANGES[name], seed))
    for seed in _SEEDS:
        yield f"parameters of other signs (seed {seed})", Step(seed=1, change=functools.partial(_flip, seed=seed))


def _maker(subject: Subject, change: Callable[[Any], Any], seed: int) -> InputMaker:
    def changed(leaf: Any) -> Any:
        if not isinstance(leaf, NDArray) or leaf.stype != "default" or not is_floating(leaf):
            return leaf
        return like(leaf, change(leaf.asnumpy()))

    def make(context: str, given_seed: int, batch: Optional[int]) -> Sequence[Any]:
        return list(map_leaves(changed, subject.inputs(seed, batch)))

    return make


def _flip(net: Any, seed: int) -> None:
    """Flip the signs of some trainable parameters."""
    random = np.random.RandomState(seed)
    for parameter in parameters.parameters_of(net).values():
        if parameter._data is not None and parameter.grad_req != "null" and parameter._stype == "default":
            parameters.overwrite(parameter, parameters.first(parameter) * random.choice([-1.0, 1.0]))


def _place(problem: Problem, reads: Sequence[Tuple[str, SourceLocation]]) -> None:
    """Set the location of `problem` to the line that reads the value: differences appear after it."""
    if problem.location is not None and any(location.line == problem.location.line for _, location in reads):
        return
    block, location = reads[0]
    problem.details["differs_at"] = f"{problem.location.file}:{problem.location.line}" if problem.location else ""
    problem.block, problem.location = block, location
    explained(problem)


def _constant(subject: Subject, block: str, location: SourceLocation, tried: int) -> Problem:
    text = (
        "Python reads values of a tensor here while the graph is recorded, and the result is constant in the graph; "
        f"none of {tried} other inputs and parameters led to another branch"
    )
    return Problem(Stage.VALUES, text, block, subject.class_of(block), location, remedy=USUAL_REMEDY)
