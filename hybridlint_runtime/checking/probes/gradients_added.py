"""Are gradients that accumulate over several steps the same in both phases?"""

from __future__ import annotations

import functools
from typing import Any, Callable, Dict, Mapping, Optional

from ...diagnostics.failures import RunFailure
from ...model.comparing import compare
from ...model.parameters import adding_gradients, parameters_of
from ...model.sampling import samples_by_name
from ...model.subject import Subject
from ...model.training import SEED, Way, failure_of_training, known_step, shares, train_step, training_net, way_of
from ...structures import copied
from .base import Outcome, not_run, passed, warned
from .variations import compare_training


def _gradients(
    subject: Subject,
    way: Way,
    hybridized: bool,
    seed: int = SEED,
    change: Callable[[Any], Any] = copied,
    begin: Optional[Mapping[str, Any]] = None,
    shared: bool = False,
) -> Dict[str, Any]:
    """Return the gradients of the parameters after two backward passes, or after one that adds to `begin`.

    The next training step overwrites them.
    """
    with training_net(subject, hybridized, way, shared) as net:
        owned = parameters_of(net)
        for name, gradient in (begin or {}).items():
            if owned[name].grad_req == "write" and owned[name]._grad is not None:  # not of a layer that only trains
                gradient.copyto(owned[name].grad())
        passes = 2 if begin is None else 1
        with adding_gradients(net):
            return train_step(subject, net, change(subject.inputs(2)), seed, passes, way, copies=False).parameters


def _samples(
    subject: Subject, way: Way, hybridized: bool, seed: int = SEED, change: Callable[[Any], Any] = copied
) -> Dict[str, Any]:
    """Return the gradients, large ones sampled: several runs are compared."""
    return samples_by_name(_gradients(subject, way, hybridized, seed, change))


def added_to_known(subject: Subject) -> int:
    """Return how many gradients of parameters of the hybridized model are twice those of the imperative step, if they
    are added to these and the inputs have none; 0 if any is not. Cached: it is two cases of training at once."""
    return subject.once("added gradients", lambda: _added_to_known(subject))


def _added_to_known(subject: Subject) -> int:
    known = known_step(subject)
    if known is None or not known.parameters:
        return 0
    try:
        way = Way(of_inputs=frozenset())
        hybrid = _gradients(subject, way, hybridized=True, begin=known.parameters, shared=shares(subject, way))
    except RunFailure:  # each case is tried alone
        return 0
    tolerances = subject.gradient_tolerances()
    if hybrid.keys() != known.parameters.keys():
        return 0
    # One by one: together they are as large as the model.
    agree = all(
        compare({name: known.parameters[name] * 2}, {name: gradient}, tolerances) for name, gradient in hybrid.items()
    )
    return len(hybrid) if agree else 0


def run(subject: Subject) -> Outcome:
    refused = failure_of_training(subject)
    if refused is not None:
        return not_run(f"the imperative model cannot be trained: {refused}")
    agreed = added_to_known(subject)
    if agreed:
        return passed(gradients=agreed)
    outcome = compare_training(
        subject,
        functools.partial(_samples, subject, way_of(subject)),
        "gradients of parameters added up over two steps differ",
        raising="the second backward pass fails",
    )
    certain = any(problem.error_type for problem in outcome.problems)
    return outcome if certain or not outcome.problems else warned(outcome.problems)
