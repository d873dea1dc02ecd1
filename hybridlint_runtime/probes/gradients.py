"""Are the gradients the same?"""

from __future__ import annotations

from ..blaming import blame, blame_gradients
from ..comparing import Tolerances
from ..failures import BlockFailure
from ..judging import judge
from ..report import Stage
from ..subject import Step, Subject, failure_of
from ..training import fresh_step, runs_of
from .base import Example, Outcome, Probe, failed, not_run, passed, placed, problem_of_failure, problems_of_comparison

#: The call of a training step, for finding out who is to blame.
_STEPS = [Step(seed=2, mode="train")]


def _run(subject: Subject) -> Outcome:
    try:
        plain = fresh_step(subject, hybridized=False)
    except Exception as error:
        failure: BlockFailure = failure_of(error, subject.net, hybridized=False)
        return not_run(f"the imperative model cannot be trained: {failure}")
    if not plain.gradients:
        return not_run("there is nothing that has a gradient: no floating-point input or output, or no parameter")
    try:
        hybrid = fresh_step(subject, hybridized=True)
    except Exception as error:
        failure = failure_of(error, subject.net, hybridized=True)
        text = "the hybridized model cannot be trained"
        problem = problem_of_failure(failure, Stage.GRADIENTS, text, PROBE.remedy)
        return failed([placed(problem, blame_gradients(subject), subject)])
    tolerances = Tolerances(subject.options.tolerances)
    for part, stage, what in (
        ("outputs", Stage.MODES, "in training mode the hybridized model gives something else"),
        ("gradients", Stage.GRADIENTS, "a gradient of the hybridized model is another one"),
        (
            "auxiliary",
            Stage.GRADIENTS,
            "after a training step of the hybridized model a running statistic is another one",
        ),
    ):
        before, after = getattr(plain, part), getattr(hybrid, part)
        if part != "outputs" and not before and not after:
            continue
        comparison = judge(before, after, tolerances, runs_of(subject, part, before)).comparison
        if not comparison:
            (problem,) = problems_of_comparison(comparison, what, stage, remedy=PROBE.remedy)
            found = blame(subject, _STEPS) if part == "outputs" else blame_gradients(subject)
            return failed([placed(problem, found, subject)])
    return passed(gradients=len(plain.gradients), running_statistics=len(plain.auxiliary))


PROBE = Probe(
    name="gradients",
    stage=Stage.GRADIENTS,
    asks="After a training step, are the gradients of all inputs and parameters, and the running statistics, the same?",
    why=(
        "autograd.pause() and predict_mode() in hybrid_forward act while the graph is made, not when it runs; a "
        "parameter or an "
        "input returned untouched is no node that could be differentiated; some operators have a gradient only "
        "imperatively."
    ),
    remedy=(
        "Use F.BlockGrad instead of autograd.pause(), F.identity(x) instead of returning an input or a parameter "
        "itself."
    ),
    run=_run,
    bad=Example(
        """
from mxnet import autograd
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.pause():
            weights = x * 2
        return x * weights
"""
    ),
    good=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        weights = F.BlockGrad(x * 2)
        return x * weights
"""
    ),
)
