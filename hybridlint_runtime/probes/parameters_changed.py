"""Does the hybridized model follow changes of its parameters?"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..model import parameters
from ..model.pair import details_of, pair_of
from ..model.steps import Step
from ..model.subject import Subject
from ..report import Stage
from ..structures import is_floating
from .base import Example, Outcome, Probe, not_run, passed
from .outputs import compare_executions


def _run(subject: Subject) -> Outcome:
    if not _changeable(subject.net):
        return not_run("the model has no parameters that training would change")

    def change(net: Any) -> None:
        random = np.random.RandomState(subject.seed + 11)
        for parameter in _changeable(net):
            value = parameters.first(parameter)
            # Running variances must stay positive, and parameters that are all zero or one must change.
            changed = value * random.uniform(1.1, 1.3)
            changed += random.uniform(0.01, 0.05)  # in place: parameters may take gigabytes
            parameters.overwrite(parameter, changed)

    steps = [Step(seed=1), Step(seed=1, change=change, writes=True), Step(seed=2)]
    agreed = pair_of(subject).call(steps[1:2])
    if agreed is not None:
        return passed(**details_of(agreed, 2))
    plain = subject.execute(steps, hybridized=False)
    if plain.failure is not None:
        return not_run(f"with other parameters the imperative model itself raises {plain.failure}")
    hybrid = subject.execute(steps, hybridized=True)
    message = "after its parameters were changed"
    return compare_executions(subject, steps, plain, hybrid, Stage.VALUES, message, PROBE.remedy)


def _changeable(net: Any) -> Any:
    return [
        parameter
        for parameter in parameters.parameters_of(net).values()
        if parameter._data is not None
        and not parameters.is_constant(parameter)
        and parameter._stype == "default"
        and is_floating(parameters.first(parameter))
    ]


PROBE = Probe(
    name="parameters_changed",
    title="Changed parameters",
    shares=("pair",),
    stage=Stage.VALUES,
    asks=(
        "Does the hybridized model follow when parameters change after the first call, as in training or "
        "load_parameters?"
    ),
    why=(
        "A weight that Python reads (self.w.data().asscalar()) is a constant in the graph, with its value at the "
        "first call."
    ),
    remedy="Take the parameter as an argument of hybrid_forward, under the name of its attribute.",
    run=_run,
    bad=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(1,), init="ones")

    def hybrid_forward(self, F, x, scale):
        return x * self.scale.data().asscalar()
"""
    ),
    good=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(1,), init="ones")

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(x, scale)
"""
    ),
)
