"""Can every HybridBlock be traced?"""

from __future__ import annotations

import contextlib
import importlib
from types import FrameType
from typing import Any, Dict, List, Mapping, Optional, Set, Tuple, Union

from ...diagnostics.failures import TraceFailure, at_boundary
from ...diagnostics.source_lines import forward_of, nearest
from ...model.artefacts import Hybridized, Tracing
from ...model.graphs import SEEDS, graph_key, operators_inside, signature
from ...model.recording import Call, seed_all, with_zeros
from ...model.subject import Subject
from ...model.tracing import NoGraph, TracedGraph, trace, traced
from ...model.tree import is_below
from ...report import Problem, SourceLocation, Stage
from .base import Outcome, explained, failed, passed, problem_of_failure, warned

_Key = Tuple[str, str]
_Made = Union[TracedGraph, NoGraph, TraceFailure]


def run(subject: Subject) -> Outcome:
    hybridized = subject.learned(Hybridized)
    if hybridized.refused is not None:
        return failed([problem_of_failure(hybridized.refused, message="hybridize() itself raises")])
    graphs: Dict[Tuple[str, str], TracedGraph] = {}
    reasons: Dict[str, str] = {}
    failures: Dict[str, TraceFailure] = {}
    causes: Dict[Tuple[object, ...], Problem] = {}
    calls = [call for call in subject.recorded.calls if call.path in hybridized.checked]
    distinct: Dict[Tuple[str, str], Call] = {}
    for call in calls:
        distinct.setdefault((call.path, call.structure), call)
    traced, equal = _traced(subject, distinct)
    for key, call in distinct.items():
        made = traced[key]
        if isinstance(made, TracedGraph):
            graphs[key] = made
        elif isinstance(made, NoGraph):
            reasons[call.path] = str(made)
        else:
            failure = failures[call.path] = made
            # What the boundary of a block rejects, each block around it rejects too, unless it is inside of one graph.
            inside = call.path not in subject.roots and at_boundary(failure)
            cause = (failure.error_type, failure.message, None if inside else str(failure.deepest))
            if cause in causes:
                if call.path not in (causes[cause].block, *causes[cause].also):
                    causes[cause].also.append(call.path)
            else:
                problem = problem_of_failure(failure, message="it cannot be traced")
                causes[cause] = _with_function_of_numpy(problem, _given(call))
    problems = _causes_first(list(causes.values()), failures, subject)
    if not calls:
        text = "no hybridized HybridBlock was called, so there is nothing to compare"
        outcome = failed([explained(Problem(Stage.TRACE, text))])
    elif not problems and not graphs:
        outcome = failed([_no_graph(calls[0], reasons)])
    elif any(path in failures for path in subject.roots):
        outcome = failed(problems, graphs=len(graphs))
    else:
        for problem in problems:
            problem.message = f"hybridized on its own, not inside its parent: {problem.message}"
        outcome = warned(problems, graphs=len(graphs)) if problems else passed(graphs=len(graphs))
    return outcome.with_artefacts(Tracing(graphs, reasons, list(failures), equal))


def _traced(subject: Subject, calls: Mapping[_Key, Call]) -> Tuple[Dict[_Key, _Made], Set[_Key]]:
    """Return what tracing makes or raises for each of `calls`, and the keys of graphs that only differ in names.

    Outermost blocks come first. Of blocks that run equal operators inside their graphs, one is traced.
    """
    made: Dict[_Key, _Made] = {}
    equal: Set[_Key] = set()
    inside: Dict[str, Tuple[Any, ...]] = {}
    first: Dict[Any, _Key] = {}
    for key, call in sorted(calls.items(), key=lambda item: item[1].path not in subject.roots):
        kind = graph_key(call, inside[call.path]) if call.path in inside else None
        if kind in first:
            known = made[first[kind]]
            assert isinstance(known, TracedGraph)
            made[key] = known.of_equal_block(calls[first[kind]], call)
            equal.add(key)
            continue
        subject.on_block(call.path, call.block)
        if call.path in subject.roots:
            seed_all(SEEDS[0])
        # Inside of a graph that was traced, all lines have run.
        watching = contextlib.nullcontext() if call.path in inside else subject.observed.watching()
        try:
            given = _given(call)
            with watching:
                graph = trace(call.block, given.args, call.path, given.kwargs, on_block=subject.on_block)
        except (NoGraph, TraceFailure) as error:
            made[key] = error
            continue
        # The arguments of all blocks take gigabytes in a large model.
        made[key] = graph.without_values() if call.inside else graph
        if first.setdefault(kind or graph_key(call, signature(graph)), key) != key:
            equal.add(key)
        for path, operators in operators_inside(graph).items() if call.path in subject.roots else ():
            inside[path] = (*inside.get(path, ()), operators)
    return made, equal


def _given(call: Call) -> Call:
    """Return `call` with values for all its tensors, which become Symbols."""
    return call if call.complete else with_zeros(call)


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
    functions: List[Tuple[str, SourceLocation]] = []

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
            functions.append((function, location))

    traced(call, listen)
    return functions


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


def _no_graph(call: Call, reasons: Mapping[str, str]) -> Problem:
    text = f"nothing is hybridized, and export() raises: {reasons[call.path]}"
    remedy = "Write hybrid_forward instead of forward."
    return explained(Problem(Stage.EXPORT, text, call.path, location=forward_of(call.block), remedy=remedy))
