"""Can every HybridBlock be traced?"""

from __future__ import annotations

import contextlib
import importlib
import sys
from types import FrameType
from typing import Any, Dict, List, Optional, Tuple

from ...diagnostics.failures import TraceFailure, at_boundary
from ...diagnostics.source_lines import forward_of, nearest
from ...model.graphs import SEEDS
from ...model.recording import Call, seed_all, with_zeros
from ...model.subject import Subject
from ...model.tracing import NoGraph, trace
from ...model.tree import is_below
from ...report import Problem, SourceLocation, Stage, Status
from .base import Outcome, explained, failed, passed, problem_of_failure, warned


def run(subject: Subject) -> Outcome:
    if subject.refused is not None:
        return failed([problem_of_failure(subject.refused, message="hybridize() itself raises")])
    failures: Dict[str, TraceFailure] = {}
    causes: Dict[Tuple[object, ...], Problem] = {}
    traced = 0
    calls = [call for call in subject.recorded.calls if call.path in subject.checked]
    seen = set()
    for call in calls:
        key = (call.path, call.structure)
        if key in seen:
            continue
        seen.add(key)
        subject.on_block(call.path, call.block)
        if call.path in subject.roots:
            seed_all(SEEDS[0])
        try:
            given = call if call.complete else with_zeros(call)  # tensors become Symbols
            with subject.observed.watching():
                subject.graphs[key] = trace(call.block, given.args, call.path, given.kwargs)
            if call.inside:  # the arguments of all blocks take gigabytes in a large model
                subject.graphs[key] = subject.graphs[key].without_values()
            subject.note(call.path, Stage.TRACE, Status.PASSED)
            traced += 1
        except NoGraph as error:
            subject.reasons[call.path] = str(error)
        except TraceFailure as failure:
            failures[call.path] = failure
            subject.note(call.path, Stage.TRACE, Status.FAILED)
            cause = (failure.error_type, failure.message, str(failure.deepest))
            if cause in causes:
                if call.path not in (causes[cause].block, *causes[cause].also):
                    causes[cause].also.append(call.path)
            else:
                problem = problem_of_failure(failure, message="it cannot be traced")
                causes[cause] = _with_function_of_numpy(problem, given)
    problems = _causes_first(list(causes.values()), failures, subject)
    if not calls:
        return failed([_nothing_traced(subject)])
    if not problems and not traced:
        return failed([_no_graph(subject, calls[0])])
    if not problems:
        return passed(graphs=traced)
    broken_roots = [path for path in subject.roots if path in failures]
    return _judge(problems, broken_roots, traced)


#: Part of the messages of MXNet 2 for arrays that are in no graph.
_NOT_IN_GRAPH = ("deferred compute recording", "GetDeferredCompute")


def _with_function_of_numpy(problem: Problem, call: Call) -> Problem:
    """Return `problem` at the last call of a function that MXNet passes on to NumPy, if no graph holds its result."""
    if not any(part in (problem.mxnet_message or "") for part in _NOT_IN_GRAPH):
        return problem
    calls = _functions_of_numpy(call)
    if calls:
        name, problem.location = calls[-1]
        problem.rule, problem.fix = None, None
        problem.message = f"MXNet computes np.{name} with NumPy, outside of the graph: {problem.message}"
        problem.remedy = f"Write np.{name} with functions of mx.np that MXNet has itself."
        explained(problem, only_findings=True)
    return problem


def _functions_of_numpy(call: Call) -> List[Tuple[str, SourceLocation]]:
    """Return the functions that MXNet passes on to NumPy while `call` is traced, with the user's lines."""
    multiarray: Any = importlib.import_module("mxnet.numpy.multiarray")
    found: List[Tuple[str, SourceLocation]] = []

    def listen(frame: FrameType, event: str, argument: Any) -> None:
        if event != "call" or frame.f_code.co_filename != multiarray.__file__:
            return
        given, name = frame.f_locals, frame.f_code.co_name
        if name == "__array_function__" and given["func"] not in multiarray._NUMPY_ARRAY_FUNCTION_DICT:
            function = given["func"].__name__
        elif name == "__array_ufunc__" and given["ufunc"].__name__ not in multiarray._NUMPY_ARRAY_UFUNC_DICT:
            function = given["ufunc"].__name__
        else:
            return
        location = nearest(frame, trace.__code__)
        if location is not None:
            found.append((function, location))

    before = sys.getprofile()
    sys.setprofile(listen)
    try:
        with contextlib.suppress(NoGraph, TraceFailure):
            trace(call.block, call.args, call.path, call.kwargs)
    finally:
        sys.setprofile(before)
    return found


def _causes_first(problems: List[Problem], failures: Dict[str, TraceFailure], subject: Subject) -> List[Problem]:
    """Return `problems` with those last that occur only if the block is hybridized on its own.

    An argument or a return value that is no tensor is rejected at the boundary of a block. In the graph of a parent
    there is no such boundary. The problem appears here because the parent's graph cannot be made.
    """
    broken = [path for path in subject.roots if path in failures]

    def parent_of(problem: Problem) -> Optional[str]:
        inside = any(path in subject.roots for path in (problem.block, *problem.also))
        if inside or not at_boundary(failures[problem.block]):
            return None
        return next((path for path in broken if is_below(problem.block, path)), None)

    rest = []
    for problem in problems:
        parent = parent_of(problem) if problem.block in failures else None
        if parent is not None:
            name = repr(parent) if parent else "the model"
            problem.message = f"as a consequence, because {name} cannot be traced: {problem.message}"
            problem.details["consequence_of"] = parent
            rest.append(problem)
    return [problem for problem in problems if problem not in rest] + rest


def _judge(problems: List[Problem], broken_roots: List[str], traced: int) -> Outcome:
    if broken_roots:
        return failed(problems, graphs=traced)
    for problem in problems:
        problem.message = f"hybridized on its own, not inside its parent: {problem.message}"
    return warned(problems, graphs=traced)


def _nothing_traced(subject: Subject) -> Problem:
    return explained(Problem(Stage.TRACE, "no hybridized HybridBlock was called, so there is nothing to compare"))


def _no_graph(subject: Subject, call: Call) -> Problem:
    text = f"nothing is hybridized, and export() raises: {subject.reasons[call.path]}"
    remedy = "Write hybrid_forward instead of forward."
    return explained(Problem(Stage.EXPORT, text, call.path, location=forward_of(call.block), remedy=remedy))
