"""Helpers of the probes: outcomes, and the problems for failures and differences."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from ...diagnostics.explaining import remedy_for, rule_for
from ...diagnostics.failures import BlockFailure, headline
from ...localization.engine import Origin
from ...model.comparing import Comparison
from ...model.parameters import parameters_of
from ...model.subject import Subject
from ...report import Problem, Stage, Status

#: As the remedy of a problem: that of the probe (`questions`).
USUAL_REMEDY = "the remedy of the probe"


@dataclasses.dataclass
class Outcome:
    """The result of running a probe. NOT_RUN has a reason; FAILED and WARNED have problems."""

    status: Status
    reason: str = ""
    problems: List[Problem] = dataclasses.field(default_factory=list)
    details: Dict[str, Any] = dataclasses.field(default_factory=dict)
    artefacts: Tuple[object, ...] = ()

    def with_artefacts(self, *artefacts: object) -> Outcome:
        """Return the same outcome with what the probe found out (`model.artefacts`), for later probes and the
        report."""
        return dataclasses.replace(self, artefacts=artefacts)


def passed(**details: Any) -> Outcome:
    """Return a PASSED outcome: the answer is yes."""
    return Outcome(Status.PASSED, details=details)


def not_run(reason: str) -> Outcome:
    """Return a NOT_RUN outcome: the probe does not apply or could not run."""
    return Outcome(Status.NOT_RUN, reason)


def failed(problems: List[Problem], **details: Any) -> Outcome:
    """Return a FAILED outcome: the answer is no."""
    return Outcome(Status.FAILED, problems=problems, details=details)


def warned(problems: List[Problem], **details: Any) -> Outcome:
    """Return a WARNED outcome: the model works, but may surprise its users."""
    return Outcome(Status.WARNED, problems=problems, details=details)


def judged(problems: List[Problem], **details: Any) -> Outcome:
    """Return FAILED with these problems, or PASSED if there are none."""
    return failed(problems, **details) if problems else passed(**details)


def problem_of_failure(
    failure: BlockFailure, stage: Optional[Stage] = None, message: str = "", remedy: Optional[str] = None
) -> Problem:
    """Return the problem for a raised exception. `message` is a clause to which ": " and MXNet's message are
    appended."""
    stage = stage or failure.stage
    problem = Problem(
        stage=stage,
        message=f"{message or 'the model raises'}: {failure.error_type}: {headline(failure.message)}",
        block=failure.path,
        block_class=failure.block_class,
        location=failure.location,
        error_type=failure.error_type,
        mxnet_message=failure.essential,
        remedy=remedy,
    )
    explained(problem, failure.is_in_layer)
    problem.remedy = failure.remedy or problem.remedy
    return problem


def explained(problem: Problem, only_findings: bool = False) -> Problem:
    """Return `problem` with the rule that explains it, if there is one. A remedy that is already set is retained.

    `only_findings` excludes rules that the message alone suggests, as what a layer of MXNet raises may do.
    """
    explanation = rule_for(problem.mxnet_message or problem.message, problem.location, problem.stage, only_findings)
    if explanation is not None:
        problem.rule, problem.location, problem.fix = explanation.rule, explanation.location, explanation.fix
        problem.details.pop("finding_at", None)
        if explanation.finding is not None:
            line = explanation.finding
            problem.details["finding_at"] = f"{line.file}:{line.line}: {line.source}"
        problem.remedy = problem.remedy or explanation.remedy
    else:
        problem.remedy = remedy_for(problem.mxnet_message or "") or problem.remedy
    return problem


def placed(
    problem: Problem, origin: Optional[Origin], subject: Subject, failure: Optional[BlockFailure] = None
) -> Problem:
    """Return `problem` with the block, operator and line of `found`, and with the rule for that line.

    The rule's remedy replaces one that is already set, unless the latter comes from the `failure` of the problem: it is
    more specific.
    """
    usual, problem.remedy = problem.remedy, None
    if origin is not None:
        problem.block, problem.block_class = origin.block, subject.class_of(origin.block)
        problem.location = origin.location or problem.location
        problem.operator = origin.node.text if origin.node is not None else problem.operator
        usual = origin.remedy or usual
    explained(problem, failure is not None and failure.is_in_layer)
    problem.remedy = (failure.remedy if failure is not None else "") or problem.remedy or usual
    return problem


def size_of_parameters(net: Any) -> int:
    """Return the size in bytes of the initialized parameters of `net`, which an exported model contains."""
    arrays = (parameter.list_data()[0] for parameter in parameters_of(net).values() if parameter._data is not None)
    return sum(array.size * np.dtype(array.dtype).itemsize for array in arrays if array.stype == "default")


def problems_of_comparison(
    comparison: Comparison,
    message: str,
    stage: Optional[Stage] = None,
    block: str = "",
    block_class: str = "",
    remedy: Optional[str] = None,
) -> List[Problem]:
    """Return a problem for the first difference, with the number of the others in its details.

    `message` states which results differ ("on call 2"). Without `stage`, it is that of the values, or of structure,
    dtype and shape.
    """
    if comparison:
        return []
    first = comparison.differences[0]
    stage = stage or (Stage.VALUES if first.kind in ("values", "nothing") else Stage.STRUCTURE)
    text = f"{message}: {first.message}" if message else first.message
    details = {**first.details, "difference": first.kind, "output": first.where}
    if len(comparison.differences) > 1:
        details["outputs_that_differ"] = [difference.where for difference in comparison.differences]
    return [explained(Problem(stage, text, block, block_class, remedy=remedy, details=details))]
