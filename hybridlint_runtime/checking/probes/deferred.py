"""Can the hybridized model infer the shapes of its parameters at its first call?"""

from __future__ import annotations

from typing import Optional

from ...backend import load_backend
from ...localization.engine import Origin
from ...localization.operators import first_without_shape
from ...localization.outputs import localize_outputs
from ...model.judging import judge
from ...model.standard import standard_of
from ...model.steps import Step
from ...model.subject import Subject
from ...model.tree import alone_in_tuples
from ...mxnet_compat import import_mxnet
from ...report import Stage
from .base import USUAL_REMEDY, Outcome, failed, not_run, passed, placed, problem_of_failure, problems_of_comparison
from .unused import problem_of_comma

mx = import_mxnet()


def run(subject: Subject) -> Outcome:
    steps = [Step(seed=1)]
    open_shapes = subject.open_shapes
    if not open_shapes:
        return not_run("no parameter's shape is left open until the first call")
    if standard_of(subject).infers_shapes:
        return passed(parameters=open_shapes)
    # Initializers draw: parameters get known values instead, so that random operators draw the same in both phases.
    hybrid = subject.execute(steps, hybridized=True, net=subject.nets.with_open_shapes())
    if hybrid.failure is not None:
        for path, block, attribute, parameter in alone_in_tuples(hybrid.net, mx.gluon.Parameter):
            if repr(parameter.name) in hybrid.failure.message:
                problem = problem_of_comma(path, block, attribute, Stage.EXECUTION)
                problem.mxnet_message = hybrid.failure.essential
                return failed([problem], parameters=open_shapes)
        text = "with the shapes of its parameters left open, the first hybridized call fails"
        problem = problem_of_failure(hybrid.failure, Stage.EXECUTION, text, USUAL_REMEDY)
        return failed([placed(problem, _stops(subject), subject)], parameters=open_shapes)
    if subject.makes_children:  # they have other values in every net
        return passed(parameters=open_shapes)
    plain = subject.execute(steps, hybridized=False)
    if plain.failure is not None:
        return not_run(f"the imperative model itself raises {plain.failure}")
    judgement = judge(plain.results[0].outputs, hybrid.results[0].outputs, subject.tolerances(), subject.runs(steps[0]))
    if judgement.comparison or judgement.comparison.nothing:  # the call itself succeeded
        return passed(parameters=open_shapes)
    message = "with the shapes of its parameters left open until the first hybridized call"
    (problem,) = problems_of_comparison(judgement.comparison, message, Stage.VALUES, remedy=USUAL_REMEDY)
    origin = localize_outputs(subject, steps, open_shapes=True)
    return failed([placed(problem, origin, subject)], parameters=open_shapes)


def _stops(subject: Subject) -> Optional[Origin]:
    """Return the first operator at which shape inference stops."""
    for (path, _), graph in subject.graphs.items():
        node = (
            first_without_shape(graph, load_backend().variables(subject.nets.make())) if path in subject.roots else None
        )
        if node is not None:
            return Origin(node.block, node)
    return None
