"""Does the model work with the further inputs that the user gave?"""

from __future__ import annotations

from typing import List

from ..model.subject import Step, Subject
from ..report import Stage, Status
from ..structures import describe_arrays
from .base import Example, Outcome, Probe, failed, not_run, passed, problem_of_failure
from .outputs import compare_lives


def _run(subject: Subject) -> Outcome:
    makers = subject.options.also_shapes
    if not makers:
        return not_run("no further shapes were given (--also-shape)")
    problems = []
    shown: List[str] = []
    for maker in makers:
        text = describe_arrays(list(subject.inputs(4, maker=maker)))
        shown.append(text)
        steps = [Step(seed=1), Step(seed=4, maker=maker), Step(seed=2)]
        plain = subject.live(steps, hybridized=False)
        if plain.failure is not None:
            problems.append(problem_of_failure(plain.failure, Stage.IMPERATIVE, f"imperatively, with {text}"))
            continue
        hybrid = subject.live(steps, hybridized=True)
        message = f"with {text}, after the usual inputs"
        outcome = compare_lives(subject, steps, plain, hybrid, Stage.OTHER_SHAPES, message, remedy=PROBE.remedy)
        if outcome.status is Status.FAILED:
            problems.extend(outcome.problems)
    return failed(problems, inputs=shown) if problems else passed(inputs=shown)


PROBE = Probe(
    name="shapes",
    stage=Stage.OTHER_SHAPES,
    asks="Does the hybridized model work, and give the same, with each of the further inputs given by --also-shape?",
    why="A graph made for one image size may hold numbers that only fit that size, as with a hard-coded reshape.",
    remedy=(
        "Compute sizes in the graph: reshape codes, F.contrib.arange_like, F.slice_like, "
        "F.contrib.AdaptiveAvgPooling2D."
    ),
    run=_run,
    bad=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def forward(self, x):
        self.columns = x.shape[1]
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return F.sum(x, axis=1) / self.columns
""",
        also=((4, 7),),
    ),
    good=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.mean(x, axis=1)
""",
        also=((4, 7),),
    ),
)
