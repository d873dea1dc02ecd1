"""Are gradients that are added up over several steps the same?"""

from __future__ import annotations

from typing import Any, Callable

from ..model.comparing import Tolerances
from ..model.judging import Runs, judge, nudge
from ..model.parameters import parameters_of
from ..model.subject import Subject, failure_of
from ..model.training import TrainingStep, Way, train_step, way_of
from ..report import Stage
from ..structures import copied
from .base import Example, Outcome, Probe, failed, not_run, passed, problem_of_failure, problems_of_comparison, warned

_SEED = 56


def _step(
    subject: Subject, way: Way, hybridized: bool, change: Callable[[Any], Any] = copied, seed: int = _SEED
) -> TrainingStep:
    net: Any = subject.living(hybridized)
    for parameter in parameters_of(net).values():
        if parameter.grad_req == "write":
            parameter.grad_req = "add"
    return train_step(subject, net, change(subject.inputs(2)), seed, backward_passes=2, way=way)


def _nudging(number: int) -> Callable[[Any], Any]:
    return lambda arguments: nudge(arguments, number)


def _run(subject: Subject) -> Outcome:
    way = way_of(subject)
    try:
        plain = _step(subject, way, hybridized=False)
    except Exception as error:
        return not_run(f"the imperative model cannot be trained so: {failure_of(error, subject.net, False)}")
    if not plain.parameters:
        return not_run("there is no parameter that has a gradient")
    try:
        hybrid = _step(subject, way, hybridized=True)
    except Exception as error:
        failure = failure_of(error, subject.net, hybridized=True)
        return failed([problem_of_failure(failure, Stage.GRADIENTS, "the second backward pass fails")])
    runs = Runs(
        lambda hybridized, seeds: [_step(subject, way, hybridized, seed=seed).parameters for seed in seeds],
        lambda number: (_step(subject, way, False).parameters, _step(subject, way, False, _nudging(number)).parameters),
        _SEED,
        plain.parameters,
    )
    judgement = judge(plain.parameters, hybrid.parameters, Tolerances(subject.options.tolerances), runs)
    comparison = judgement.comparison
    if comparison:
        return passed(gradients=len(plain.parameters))
    message = "gradients of parameters added up over two steps differ"
    return warned(problems_of_comparison(comparison, message, Stage.GRADIENTS, remedy=PROBE.remedy))


PROBE = Probe(
    name="gradients_added",
    stage=Stage.GRADIENTS,
    asks='Are gradients that are added up over two steps (grad_req "add") the same?',
    why=(
        "MXNet's optimizations of graphs write where they should add, or add twice, for some graphs (such as a sum of "
        "two inputs) and imperatively for others (such as a cast)."
    ),
    remedy="Add parameters with F.add_n; add up the gradients in your own code, or train without static_alloc.",
    run=_run,
    bad=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(1, 3))
            self.bias = self.params.get("bias", shape=(1, 3))

    def hybrid_forward(self, F, x, weight, bias):
        return F.broadcast_mul(x, weight + bias)
"""
    ),
    good=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(1, 3))
            self.bias = self.params.get("bias", shape=(1, 3))

    def hybrid_forward(self, F, x, weight, bias):
        return F.broadcast_mul(x, F.add_n(weight, bias))
"""
    ),
    needs=("trace", "blocks", "outputs", "gradients"),
)
