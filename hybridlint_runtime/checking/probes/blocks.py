"""Does the graph of every HybridBlock, executed on its own, return what the block returned imperatively?"""

from __future__ import annotations

import contextlib
import dataclasses
import time
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from ...backend import load_backend
from ...diagnostics.failures import BlockFailure
from ...diagnostics.source_lines import forward_of
from ...errors import ModelRaised, model_code
from ...localization.engine import Origin
from ...localization.operators import first_diverging_operator, node_of_message
from ...localization.outputs import changing_mode
from ...model.artefacts import BlockComparison, Tracing
from ...model.calls import watching_operators
from ...model.comparing import Comparison, Tolerances, compare, furthest
from ...model.judging import Runs, judge, nudge
from ...model.memory import fill_memory
from ...model.recording import Call, imperative, seed_all
from ...model.standard import standard_of
from ...model.state import BlockStates
from ...model.steps import failure_of
from ...model.subject import Subject
from ...model.tracing import TracedGraph, traced
from ...model.tree import SymbolBlock
from ...mxnet_compat import import_mxnet
from ...report import Problem, Stage, Status
from ...spec.options import Scenario
from ...structures import copied, semantics_of, wait
from .base import (
    USUAL_REMEDY,
    Outcome,
    explained,
    failed,
    not_run,
    passed,
    placed,
    problem_of_failure,
    problems_of_comparison,
    warned,
)

mx = import_mxnet()

_SEED = 3

_CAST = (
    "Cast the operands to one dtype before the arithmetic, as in 1 - mask.astype('float32'): with arrays and with "
    "Symbols, MXNet chooses another dtype for masks and numbers."
)
#: Calls of fewer seconds are timed again, without what MXNet prepares at the first execution of a graph.
_SHORT = 0.001


@dataclasses.dataclass
class _Broken:
    """A block that fails on its own, with its problem."""

    call: Call
    problem: Problem


def run(subject: Subject) -> Outcome:
    if not subject.graphs:
        return not_run("no block has a graph")
    broken: Dict[str, _Broken] = {}
    statuses: Dict[str, Tuple[Stage, Status]] = {}
    figures: Dict[str, Dict[str, float]] = {}
    compared = 0
    calls: Dict[Tuple[str, str], Call] = {}
    for recorded in subject.recorded.calls:
        calls.setdefault((recorded.path, recorded.structure), recorded)
    # Of blocks that run the same operators on the same shapes one is enough, unless a difference is found.
    equal = subject.learned(Tracing).equal
    waiting, alike = [key for key in subject.graphs if key not in equal], [*equal]
    while waiting:
        for call in subject.with_values(calls[key] for key in waiting):
            path = call.path
            subject.on_block(path, call.block)
            figures_of_call: Dict[str, float] = {}
            problem = _check(subject, call, subject.graphs[path, call.structure], figures_of_call)
            figures.setdefault(path, {}).update({} if call.index else figures_of_call)
            compared += 1
            if problem is None:
                statuses.setdefault(path, (Stage.VALUES, Status.PASSED))
            else:
                broken.setdefault(path, _Broken(call, problem))
                statuses[path] = (broken[path].problem.stage, Status.FAILED)
        waiting, alike = (alike, []) if broken else ([], alike)
    for path, _ in alike:
        statuses.setdefault(path, (Stage.VALUES, Status.PASSED))
    return _outcome(subject, broken, compared, len(alike)).with_artefacts(BlockComparison(statuses, figures))


def _outcome(subject: Subject, broken: Dict[str, _Broken], compared: int, alike: int) -> Outcome:
    order = {path: place for place, (path, _) in enumerate(subject.graphs)}
    problems = _causes(dict(sorted(broken.items(), key=lambda item: order[item[0]])))
    if not problems:
        return passed(blocks=compared, **({"equal_to_these": alike} if alike else {}))
    if any(path in broken for path in _outermost([path for path, _ in subject.graphs])):
        return failed(problems, blocks=compared)
    for problem in problems:
        problem.message = f"on its own, not inside its parent: {problem.message}"
    return warned(problems, blocks=compared)


def _outermost(paths: Sequence[str]) -> List[str]:
    """Return the paths that are inside no other. Below a block without a graph, these are its descendants."""
    known = set(paths)

    def inside(path: str) -> bool:
        parts = path.split(".")
        return bool(path) and any(".".join(parts[:length]) in known for length in range(len(parts)))

    return [path for path in paths if not inside(path)]


def _check(subject: Subject, call: Call, graph: TracedGraph, figures: Dict[str, float]) -> Optional[Problem]:
    """Return the problem of the graph of a call, None if it agrees; add what was measured to `figures`."""
    tolerances = Tolerances(subject.options.tolerances) if call.path else subject.tolerances()
    timing: List[float] = []
    if _agrees_already(subject, call, tolerances, figures):
        return None
    try:
        outputs = run_alone(call, hybridized=True, timing=timing)
    except ModelRaised as error:
        return _failure_problem(subject, failure_of(error, call.block, hybridized=True), call, graph)
    _measure(subject, call, figures, timing, furthest(call.outputs, outputs, tolerances))
    if compare(call.outputs, outputs, tolerances):
        return None
    # The block may draw random numbers, keep state or amplify rounding: run it alone in both phases.
    plain = run_alone(call, hybridized=False)
    runs = Runs(
        lambda hybridized, seeds: _runs_alone(call, hybridized, seeds),
        lambda number: run_alone(call, False, arguments=nudge(call.args, number)),
        _SEED,
        plain,
        draw_comparison=subject.draw_comparison,
    )
    judgement = judge(plain, outputs, tolerances, runs)
    _measure(subject, call, figures, timing, furthest(plain, outputs, tolerances))
    return None if judgement.comparison else _difference_problem(subject, judgement.comparison, call, graph)


def _agrees_already(subject: Subject, call: Call, tolerances: Tolerances, figures: Dict[str, float]) -> bool:
    """Return whether the hybridized model returned the same as this recorded call, if that is the only one of the
    model."""
    if call.path or subject.scenario != Scenario() or len(subject.recorded.calls_of("")) > 1:
        return False
    results = standard_of(subject).execution(hybridized=True).results
    if not results or not compare(call.outputs, results[0].outputs, tolerances):
        return False
    timing = [result.seconds for result in results[1:2]]
    _measure(subject, call, figures, timing, furthest(call.outputs, results[0].outputs, tolerances))
    return True


def _measure(
    subject: Subject, call: Call, figures: Dict[str, float], timing: List[float], gap: Optional[Tuple[float, float]]
) -> None:
    """Add the figures of a call of a block."""
    if timing:
        # One hybridized call was timed; the imperative figure is for all calls.
        figures["hybridized_s"] = round(timing[0] * len(subject.recorded.calls_of(call.path)), 7)
    if gap is not None:
        figures["difference"], figures["tolerance"] = gap


def run_alone(
    call: Call,
    hybridized: bool,
    arguments: Optional[Tuple[Any, ...]] = None,
    timing: Optional[List[float]] = None,
) -> Any:
    """Return the outputs of the block of `call` for its recorded arguments (or `arguments`), alone.

    The state, flags and cached graph of the block are restored. The seconds of one call, without making its graph, are
    appended to `timing`. Raise ModelRaised if the block raises.
    """
    (outputs,) = _runs_alone(call, hybridized, [_SEED], arguments, timing)
    return outputs


def _runs_alone(
    call: Call,
    hybridized: bool,
    seeds: Sequence[int],
    arguments: Optional[Tuple[Any, ...]] = None,
    timing: Optional[List[float]] = None,
) -> Iterator[Any]:
    """Yield the outputs for each seed, as `run_alone`."""
    block = call.block
    fill_memory(hybridized)
    given = call.args if arguments is None else arguments
    with BlockStates(block), imperative(block), semantics_of(list(given)):
        if hybridized:
            if not isinstance(block, SymbolBlock):
                block._active = True
            block._clear_cached_op()
        making = _seconds_of_making(block) if timing is not None else [0.0]
        for seed in seeds:
            seed_all(seed)
            start = time.perf_counter()
            with model_code():
                outputs = wait(block(*copied(given), **copied(call.kwargs)))
                seconds = time.perf_counter() - start - sum(making)
                mx.nd.waitall()  # also pending operators, so that their errors are attributed to this block
            yield copied(outputs)
        if timing is not None and seconds < _SHORT:
            with contextlib.suppress(ModelRaised), model_code():  # the block may only work once
                seconds = _seconds(block, copied(given), copied(call.kwargs))
        if timing is not None:
            timing.append(seconds)


def _seconds_of_making(block: Any) -> List[float]:
    """Return a list to which the seconds that `block` needs to make its graph are appended, until its attributes are
    restored."""
    seconds: List[float] = []
    build = block._build_cache

    def timed(*args: Any, **kwargs: Any) -> None:
        start = time.perf_counter()
        build(*args, **kwargs)
        seconds.append(time.perf_counter() - start)

    vars(block)["_build_cache"] = timed
    return seconds


def _seconds(block: Any, arguments: Sequence[Any], named: Mapping[str, Any]) -> float:
    mx.nd.waitall()
    start = time.perf_counter()
    wait(block(*arguments, **named))
    return time.perf_counter() - start


def _failure_problem(subject: Subject, failure: BlockFailure, call: Call, graph: TracedGraph) -> Problem:
    graph = _with_values(graph, call)
    node = node_of_message(graph, failure.message, load_backend().variables(call.block))
    if node is not None:
        failure.location = node.location or failure.location
        failure.path = node.block
        failure.block_class = subject.class_of(node.block)
    else:
        failure.path = call.path
        failure.block_class = type(call.block).__name__
    problem = problem_of_failure(failure, message="the graph cannot be run")
    if node is not None:
        problem.operator = node.text
    return problem


def _difference_problem(subject: Subject, comparison: Comparison, call: Call, graph: TracedGraph) -> Problem:
    problem = problems_of_comparison(
        comparison,
        f"the graph of {type(call.block).__name__} returns something else",
        block=call.path,
        block_class=type(call.block).__name__,
    )[0]
    with watching_operators(run_alone.__code__) as runs:
        run_alone(call, hybridized=False)
    graph = _with_values(graph, call)
    node = first_diverging_operator(graph, runs, load_backend().variables(call.block), _SEED)
    if node is not None:
        problem = placed(problem, changing_mode(call, node) or Origin(node.block, node), subject)
    if problem.location is None:
        problem.location = forward_of(call.block)
        explained(problem)
    problem.remedy = problem.remedy or (_CAST if problem.details["difference"] == "dtype" else USUAL_REMEDY)
    return problem


def _with_values(graph: TracedGraph, call: Call) -> TracedGraph:
    """Return the graph of `call` with the values of its arguments, which the probe `trace` drops inside graphs."""
    if not call.inside:
        return graph
    return traced(call) or dataclasses.replace(graph, arguments=())  # it cannot be run then


def _causes(broken: Dict[str, _Broken]) -> List[Problem]:
    """Return one problem per cause: a block is localized only if no block inside it fails too."""
    inner: Dict[str, List[str]] = {}
    localized: Dict[Tuple[Any, ...], Problem] = {}
    for path, item in broken.items():
        inside = [other for other in broken if other != path and (other.startswith(path + ".") if path else True)]
        if inside:
            inner[path] = inside
            continue
        problem = item.problem
        key = (
            problem.stage,
            str(problem.location),
            problem.error_type,
            problem.details.get("difference"),
            type(item.call.block),
        )
        if key in localized:
            localized[key].also.append(path)
        else:
            localized[key] = problem
    for path, inside in inner.items():
        for problem in localized.values():
            if problem.block in inside and path not in problem.also:
                problem.also.append(path)
    return list(localized.values())
