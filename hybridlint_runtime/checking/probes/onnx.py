"""Exported to ONNX, does the model compute the same?"""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

from ...diagnostics.failures import RunFailure
from ...export.onnx.converting import OPSET
from ...export.onnx.dependencies import INSTALL, import_converters, missing
from ...export.onnx.graphs import outermost_graphs
from ...export.onnx.verifying import UNDECIDED, Fault, verify_graphs
from ...model.comparing import Tolerances
from ...model.parameters import set_values
from ...model.recording import Recording, no_values, record
from ...model.subject import Subject
from ...report import Problem, Stage
from .base import USUAL_REMEDY, Outcome, explained, judged, not_run, passed
from .batch import another_batch


def run(subject: Subject) -> Outcome:
    library = missing()
    if library:
        return not_run(f"{library} is not installed: {INSTALL}")
    import_converters()
    if subject.nets.values is not None:  # a forward that changes parameters has run since
        set_values(subject.net, subject.nets.values)
    another, batch, fixed = _at_another_batch(subject)
    graphs = outermost_graphs(subject.net, subject.roots, subject.recorded, another, subject.graphs)
    if not graphs:
        return not_run("no HybridBlock that is hybridized was called")
    tolerances = subject.tolerances()
    if subject.roots != [""]:  # the user named places in the outputs of the whole model
        tolerances = Tolerances(subject.options.tolerances)
    results = verify_graphs(graphs, tolerances, timeout=subject.options.timeout, masks=subject.undetermined)
    problems = [_problem(fault, subject) for result in results for fault in result.faults]
    details: Dict[str, Any] = {
        "graphs": len(results),
        "tensors": sum(result.compared for result in results),
        "largest_difference": max(result.largest for result in results),
        "batch": batch if batch is not None else fixed,
    }
    undecided = [result.undecided for result in results if result.undecided]
    if undecided:
        details["undecided"] = f"{UNDECIDED}: {undecided[0]}"
    drawn = [result.random for result in results if result.random]
    if not problems and not details["tensors"]:
        reason = f"the graph draws random numbers ({drawn[0]}), so" if drawn else "the graphs have no outputs:"
        return not_run(f"it converts, and {reason} there is nothing to compare")
    return judged(problems, **details) if problems else passed(**details)


def _at_another_batch(subject: Subject) -> Tuple[Optional[Recording], Optional[int], str]:
    """Return a recorded imperative run at another batch size and that size, or the reason why there is none."""
    batch = another_batch(subject)
    if batch is None:
        return None, None, "the inputs have no batch"
    try:
        net = subject.nets.fresh()
        arguments = subject.inputs(3, batch)
        return record(net, arguments, subject.recorded_seed, subject.run, keeps=no_values), batch, ""
    except RunFailure as failure:
        return None, None, f"at batch size {batch} the imperative model raises {failure}"


def _problem(fault: Fault, subject: Subject) -> Problem:
    problem = Problem(
        Stage.ONNX,
        fault.message,
        fault.block,
        subject.class_of(fault.block),
        fault.location,
        operator=fault.node or None,
        remedy=fault.advice or USUAL_REMEDY,
        details={**fault.details, "opset": OPSET, "onnx": fault.kind},
    )
    return explained(problem)
