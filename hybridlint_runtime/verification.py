"""The check: build, run imperatively, run every probe on every context, and return the report.

Raises `errors.CannotLook` if there is no result (the model cannot be built or does not run imperatively). Results are
emitted at once, because the model may end the process at any moment.
"""

from __future__ import annotations

import collections
import dataclasses
import difflib
import functools
import sys
import time
import warnings
from typing import Any, Callable, Collection, Dict, List, Optional, Sequence, Set, Tuple

from hybridlint import about

from . import probes, quick
from .backend import load_backend
from .diagnostics.explaining import remedy_for, rule_for
from .diagnostics.failures import BlockFailure, RunFailure, original
from .diagnostics.reading import add_failing_lines
from .diagnostics.source_lines import excerpt_of, innermost, is_user_file, lines_of_error
from .errors import CannotLook, message_of, refused_by_machine
from .localization.lockstep import failing_statements
from .model.block_details import graph_of, parameters_of, shapes_of
from .model.memory import left_as_found, release
from .model.parameters import owned_parameters
from .model.subject import InputMaker, Subject
from .model.tree import Node, hidden_blocks, walk_blocks
from .mxnet_compat import import_mxnet, replaced
from .probes import Outcome, Probe
from .probes.base import explained
from .report import BlockResult, ProbeResult, Problem, Report, SourceLocation, Stage, Status, Verdict
from .spec.options import CheckOptions
from .spec.scenario import Scenario
from .spec.target import Target, not_built
from .structures import save_outputs

mx = import_mxnet()

_UNINITIALIZED = "has not been initialized"
_HIDDEN = "Unknown input to HybridBlock"
_SAME_NAME = "they have different Parameters with the same name"
#: Maximum number of unregistered blocks that are named.
_SHOWN = 4

Emit = Callable[[Dict[str, Any]], None]

#: A probe that took fewer seconds made no net whose memory is worth releasing.
_WORTH_RELEASING = 0.02


def verify(
    make_net: Callable[[], Any],
    make_inputs: InputMaker,
    options: CheckOptions,
    emit: Emit = lambda event: None,
    scenario: Optional[Scenario] = None,
    prepared: Callable[[Any], None] = lambda net: None,
    source: Optional[Target] = None,
) -> Report:
    """Check the model that `make_net` makes, called with the result of `make_inputs(context, seed, batch)`.

    `make_net` is called many times and must make equal nets (seeds are set before every call). `context` is text such
    as "cpu(0)". Events passed to `emit` are dicts of JSON values: `{"event": "stage", "stage": …}`, `{"event":
    "asking", "context": …, "probes": …, "training": …}` before the probes of a context run, `{"event": "progress",
    "done": …, "total": …, "what": …}`, `{"event": "phase", "hybridized": …}` before a net runs, `{"event": "block",
    "path": …, "class": …}` before a probe checks one block of many, `{"event": "probe", "result": …}` and `{"event":
    "report", "report": …}` after each context. `prepared` is called with the first net after its imperative run, whose
    parameters are copied to all others. `source` is where another process finds the model's code.

    Raise CannotLook if the model cannot be built or does not run imperatively with these inputs.
    """
    with warnings.catch_warnings(), left_as_found():
        warnings.simplefilter(
            "ignore"
        )  # models are run dozens of times here; the probe mxnet_warnings reports warnings
        return _verify(make_net, make_inputs, options, emit, scenario or Scenario(), prepared, source)


def _verify(
    make_net: Callable[[], Any],
    make_inputs: InputMaker,
    options: CheckOptions,
    emit: Emit,
    scenario: Scenario,
    prepared: Callable[[Any], None],
    source: Optional[Target],
) -> Report:
    report = Report(target="", seed=options.seed, environment=_environment())
    chosen = _chosen(options)
    usable = _usable_contexts(options, report)
    modules = _modules()
    reference: Optional[Subject] = None
    proven: List[Tuple[SourceLocation, range, str]] = []
    for context in usable:
        new_subject = functools.partial(
            _prepared, make_net, make_inputs, options, context, scenario, reference, source, emit=emit, modules=modules
        )
        quickly = _may_be_quick(options, scenario)
        subject = new_subject(one_net=quickly)
        results = _asked_quickly(subject, emit, modules) if quickly else None
        if quickly and results is None:
            faults = subject.faults
            subject = new_subject(one_net=False)
            subject.faults += faults
        if reference is None:
            reference = subject
            prepared(subject.net)
        if results is not None:
            report.probes.extend(results)
        else:
            _ask_all(subject, chosen, report, emit, modules)
        report.contexts_checked.append(context)
        if subject is reference or not report.facts:
            report.facts = subject.facts()
        report.timings[context] = next(
            (item.details for item in report.probes[-len(chosen) :] if item.probe == "cost"), {}
        )
        report.blocks = _tree(subject, report.blocks)
        broken = [path for path, stages in subject.statuses.items() if Status.FAILED in stages.values()]
        if broken and load_backend().has_symbols:
            failing = failing_statements(subject, broken) or []
            proven += [(statement.location, statement.lines, statement.message) for statement in failing]
        report.notes += [f"hybridlint-runtime failed, please report it: {fault}" for fault in subject.faults]
        _conclude(report, options)
        emit({"event": "report", "report": report.to_json()})
    _conclude(report, options)
    if options.outputs and reference is not None:
        save_outputs(options.outputs, [result.outputs for result in reference.execution(hybridized=False).results])
    if report.verdict is Verdict.FAILED:
        add_failing_lines(report, proven)
    return report


def _prepared(*arguments: Any, one_net: bool, emit: Emit, modules: Dict[str, Any]) -> Subject:
    """Return a Subject of these arguments, after its imperative run."""
    emit({"event": "stage", "stage": Stage.IMPERATIVE.value})
    subject = Subject(*arguments)
    subject.on_run = lambda hybridized: emit({"event": "phase", "hybridized": hybridized})
    subject.on_block = lambda path, block: emit({"event": "block", "path": path, "class": type(block).__name__})
    try:
        _prepare(subject, one_net)
    finally:
        _refuse_missing(modules)
    return subject


def _may_be_quick(options: CheckOptions, scenario: Scenario) -> bool:
    """Return whether one net may be enough: probes and contexts are the default, and so is the way of calling the
    model."""
    usual = scenario.between is None and scenario.hybridize is None
    return options.quick and usual and not (options.skip or options.deadly or len(options.contexts) > 1)


def _asked_quickly(subject: Subject, emit: Emit, modules: Dict[str, Any]) -> Optional[List[ProbeResult]]:
    """Return the results of the probes of `--quick`, if the model passes."""
    names = [probe.name for probe in quick.PROBES]
    emit({"event": "asking", "context": subject.context_name, "probes": names, "training": []})

    def begin(probe: Probe) -> None:
        emit({"event": "progress", "done": names.index(probe.name), "total": len(names), "what": probe.name})
        emit({"event": "stage", "stage": probe.stage.value})

    results = quick.look(subject, begin)
    _refuse_missing(modules)
    for result in results or ():
        emit({"event": "probe", "result": result.to_json()})
    return results


def _prepare(subject: Subject, one_net: bool) -> None:
    try:
        subject.inputs(1)
    except CannotLook:
        raise
    except Exception as error:
        raise CannotLook(f"the inputs cannot be made: {type(error).__name__}: {error}") from error
    try:
        subject.prepare(one_net)
    except RunFailure as failure:
        place = f" ({failure.location.file}:{failure.location.line})" if failure.location else ""
        where = f"the block {failure.path!r}" if failure.path else "the model"
        first, *rest = failure.essential.splitlines()
        raise CannotLook(
            f"the imperative run fails in {where}{place}: {failure.error_type}: {first}",
            [*rest, *_explaining(subject.net, failure)],
        ) from failure
    except CannotLook:
        raise
    except Exception as error:
        _refuse_replaced(error)
        raise not_built("the model", error) from error


def _explaining(net: Any, failure: RunFailure) -> List[str]:
    """Return notes on a failure of the imperative run of `net`: the linter's finding with its remedy, or else a known
    remedy."""
    notes: List[str] = []
    said = failure.essential
    if _UNINITIALIZED in said and net is not None:
        hidden = hidden_blocks(net)
        for owner, where, block in hidden[:_SHOWN]:
            name = f"{owner}.{where}" if owner else where
            notes.append(
                f"{name} ({type(block).__name__}) is not a registered child, so initialize() does not reach it"
            )
        names = collections.Counter(parameter.name for _, _, parameter in owned_parameters(net))
        twice = [name for name, count in names.items() if count > 1]
        # MXNet's message in other circumstances, which the linter and the table of remedies know.
        said = _HIDDEN if hidden else _SAME_NAME if twice else said
    found = rule_for(said, failure.location, Stage.IMPERATIVE)
    if found is None:
        remedy = remedy_for(said)
        return [*notes, f"instead: {remedy}"] if remedy else notes
    line = found.finding
    where = f" ({line.file}:{line.line}: {line.source})" if line is not None else ""
    return [*notes, f"{found.rule}{where}: {found.remedy}"]


def _modules() -> Dict[str, Any]:
    """Return the modules that a check depends on."""
    needed = ("mxnet", "numpy", __package__)
    return {name: module for name, module in sys.modules.items() if name.split(".")[0] in needed}


def _refuse_missing(modules: Dict[str, Any]) -> None:
    """Raise CannotLook if the model removed some of `modules`, or had them imported again."""
    gone = [name for name, module in modules.items() if sys.modules.get(name) is not module]
    if gone:
        others = f" and {len(gone) - 1} more" if len(gone) > 1 else ""
        raise CannotLook(
            f"the model removes modules from sys.modules ({gone[0]}{others}): a later import creates new classes of "
            f"the same names, and `isinstance` tests of arrays fail; leave sys.modules unchanged"
        )


def _refuse_replaced(error: BaseException) -> None:
    """Raise CannotLook if the model replaced functions of MXNet, which may be the cause of `error`."""
    names = replaced()
    if names:
        shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        raise CannotLook(
            f"the model replaces {shown} of MXNet, which the check needs unchanged: {type(error).__name__}: "
            f"{message_of(error)}"
        ) from error


def _ask_all(subject: Subject, chosen: Sequence[Probe], report: Report, emit: Emit, modules: Dict[str, Any]) -> None:
    statuses: Dict[str, Status] = {}
    names, training = [probe.name for probe in chosen], [probe.name for probe in chosen if probe.trains]
    emit({"event": "asking", "context": subject.context_name, "probes": names, "training": training})
    for number, probe in enumerate(chosen):
        if _refused(subject.options, probe, statuses) is None:  # otherwise nothing is run
            emit({"event": "progress", "done": number, "total": len(chosen), "what": probe.name})
            emit({"event": "stage", "stage": probe.stage.value})
        result = _ask(subject, probe, statuses)
        if result.seconds > _WORTH_RELEASING:
            needed = {name for other in chosen[number + 1 :] for name in other.shares}
            subject.forget(needed)
            if "values inside" not in needed:
                subject.drop_values_inside()
            release()
        _refuse_missing(modules)
        statuses[probe.name] = result.status
        if result.status is Status.FAILED:
            subject.failed.add(probe.name)
        report.probes.append(result)
        emit({"event": "probe", "result": result.to_json()})
    emit({"event": "progress", "done": len(chosen), "total": len(chosen), "what": ""})


def _ask(subject: Subject, probe: Probe, statuses: Dict[str, Status]) -> ProbeResult:
    start = time.perf_counter()
    outcome = _refused(subject.options, probe, statuses)
    if outcome is None:
        try:
            outcome = probe.run(subject)
            mx.nd.waitall()
        except CannotLook:
            raise
        except Exception as error:
            outcome = _raised(error)
    for problem in outcome.problems:
        if problem.remedy == probe.remedy:
            problem.remedy = load_backend().remedies.get(probe.name, probe.remedy)
        _place_at_users_line(subject, problem)
        problem.excerpt = excerpt_of(problem.location)
    return ProbeResult(
        probe.name,
        subject.context_name,
        outcome.status,
        outcome.reason,
        outcome.problems,
        round(time.perf_counter() - start, 4),
        outcome.details,
        probe.title,
        probe.asks,
    )


def _raised(error: BaseException) -> Outcome:
    """Return the outcome for an unexpected exception: NOT_RUN if the model or the machine caused it, or a broken
    probe."""
    error = original(error)
    said = str(error) if isinstance(error, BlockFailure) else f"{type(error).__name__}: {message_of(error)}"
    if refused_by_machine(error):
        return Outcome(Status.NOT_RUN, f"this machine lacks what this probe needs: {said}", details={"raised": True})
    location = error.location if isinstance(error, BlockFailure) else innermost(lines_of_error(error))
    if location is not None:
        reason = f"the model raises when this probe runs: {said} ({location.file}:{location.line})"
        return Outcome(Status.NOT_RUN, reason, details={"raised": True})
    _refuse_replaced(error)
    reason = f"the probe itself failed, which is a bug of this tool: {said}"
    return Outcome(Status.NOT_RUN, reason, details={"broken": True})


def _place_at_users_line(subject: Subject, problem: Problem) -> None:
    """If a layer of MXNet's fails, set the location to the user's line that calls it."""
    line = problem.location
    if line is not None and is_user_file(line.file):
        return
    asked_by = next((call.asked_by for call in subject.recorded.calls_of(problem.block) if call.asked_by), None)
    if asked_by is not None:
        problem.location = asked_by
        if line is not None:
            problem.details["inside_at"] = f"{line.file}:{line.line}: {line.source}"
        if problem.rule is not None:  # the rule is known; the linter's finding is in the user's file
            explained(problem)


def _refused(options: CheckOptions, probe: Probe, statuses: Dict[str, Status]) -> Optional[Outcome]:
    if probe.name in options.skip:
        return Outcome(Status.NOT_RUN, "excluded by request")
    if probe.name in options.unaskable:
        return Outcome(Status.NOT_RUN, options.unaskable[probe.name])
    if probe.name in load_backend().not_asked:
        return Outcome(Status.NOT_RUN, load_backend().not_asked[probe.name])
    if probe.name in options.deadly:
        return Outcome(Status.FAILED, "the model ends its process when this probe runs")
    for name in probe.needs:
        status = statuses.get(name)
        if status is Status.FAILED:
            return Outcome(Status.NOT_RUN, f"the probe {name!r} failed")
    return None


def _chosen(options: CheckOptions) -> List[Probe]:
    unknown = [name for name in [*(options.probes or []), *options.skip] if name not in probes.BY_NAME]
    if unknown:
        near = difflib.get_close_matches(unknown[0], probes.BY_NAME, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"the probes are {', '.join(probes.BY_NAME)}"
        raise CannotLook(f"there is no probe {unknown[0]!r}: {hint}")
    if options.quick and options.probes is None:
        options = dataclasses.replace(options, probes=[probe.name for probe in quick.PROBES])
    if options.probes is None:
        return [probe for probe in probes.ALL if probe.default or probe.name == "onnx" and options.onnx]
    wanted = {*options.probes, *(["onnx"] if options.onnx else [])}
    for probe in reversed(probes.ALL):  # a probe runs after those that it needs
        if probe.name in wanted:
            wanted.update(probe.needs, probe.after)
    return [probe for probe in probes.ALL if probe.name in wanted]


def _usable_contexts(options: CheckOptions, report: Report) -> List[str]:
    usable = []
    for context in options.contexts:
        kind, _, number = context.rstrip(")").partition("(")
        if kind == "gpu" and int(number or 0) >= mx.context.num_gpus():
            report.contexts_not_checked[context] = "there is no such GPU, or this MXNet is built without CUDA"
        else:
            usable.append(context)
    return usable


def _conclude(report: Report, options: CheckOptions) -> None:
    """Set verdict, summary and problems from the probes."""
    report.problems = _problems_once(report.probes)
    missing = [name for name in options.require_contexts if name in report.contexts_not_checked]
    failed = [result for result in report.probes if result.status is Status.FAILED]
    broken = [result for result in report.probes if result.details.get("broken")]
    # Inputs that the user specified and the imperative model rejects: this must not count as a pass.
    refused = [result for result in report.probes if result.details.get("refused")]
    compared = [result for result in report.probes if result.status in (Status.PASSED, Status.WARNED)]
    if failed or missing:
        report.verdict = Verdict.FAILED
        names = ", ".join(dict.fromkeys(result.probe for result in failed))
        report.summary = f"problems in {names}" if failed else f"required but not checked: {', '.join(missing)}"
    elif broken:
        report.verdict = Verdict.COULD_NOT_LOOK
        report.summary = f"the probe {broken[0].probe!r} is broken: {broken[0].reason}"
    elif refused:
        report.verdict = Verdict.COULD_NOT_LOOK
        report.summary = f"the probe {refused[0].probe!r} could not run: {refused[0].reason}"
    elif not compared:
        report.verdict = Verdict.FAILED
        report.summary = "nothing was compared"
    else:
        report.verdict = Verdict.PASSED
        report.summary = _what_agrees(report)


#: What a passed check has compared → the probes that compare it.
_COMPARED = {
    "outputs": ("outputs",),
    "gradients": ("gradients",),
    "the model loaded again": ("export", "archive"),
}


def _what_agrees(report: Report) -> str:
    """Return `outputs and gradients agree on cpu(0) (18 probes passed, 5 not run); not compared: the model loaded
    again`."""
    agree, missing = [], []
    for name, comparing in _COMPARED.items():
        results = [result for result in report.probes if result.probe in comparing]
        if any(result.status is not Status.NOT_RUN for result in results):
            agree.append(name)
        else:
            missing.append(f"{name} ({results[0].reason})" if results else name)
    asked = [result for result in report.probes if result.status is not Status.NOT_RUN]
    count = f"{len(asked)} probe{'s' * (len(asked) != 1)} passed"
    if len(asked) < len(report.probes):
        count += f", {len(report.probes) - len(asked)} not run"
    where = f"on {', '.join(report.contexts_checked)}"
    text = f"{_listed(agree)} {'agrees' if agree == ['the model loaded again'] else 'agree'} {where} ({count})"
    return (text if agree else f"{count} {where}") + (f"; not compared: {', '.join(missing)}" if missing else "")


def _listed(names: Sequence[str]) -> str:
    """Return `a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def _problems_once(results: Sequence[ProbeResult]) -> List[Problem]:
    """Return the problems of all failed probes. A problem that also occurs on another context is returned once."""
    kept: Dict[Any, Problem] = {}
    for result in results:
        if result.status is Status.FAILED:
            for problem in result.problems:
                kept.setdefault((problem.stage, problem.message, problem.block, str(problem.location)), problem)
    return list(kept.values())


def _tree(subject: Subject, earlier: Optional[BlockResult]) -> BlockResult:
    made: Dict[str, BlockResult] = {}
    before = {path: block.results for path, block in _by_path(earlier).items()} if earlier else {}
    measured_before = {path: block.measured for path, block in _by_path(earlier).items()} if earlier else {}
    nodes: List[Node] = walk_blocks(subject.net)
    children: Dict[Optional[str], Set[str]] = collections.defaultdict(set)
    for node in nodes:
        children[node.parent].add(node.path)
    for node in nodes:
        calls = len(subject.recorded.calls_of(node.shared_with or node.path))
        results = dict(before.get(node.path, {}))
        results[subject.context_name] = dict(subject.statuses.get(node.shared_with or node.path, {}))
        made[node.path] = BlockResult(
            path=node.path,
            class_name=type(node.block).__name__,
            kind=node.kind,
            name=load_backend().name_of(node.block),
            calls=calls,
            parameters=len(node.block.params.keys()),
            shared_with=node.shared_with,
            reason=subject.reasons.get(node.path) or _reason(node, subject, calls),
            results=results,
            own_parameters=parameters_of(node.block),
            measured=dict(measured_before.get(node.path, {})),
        )
        _add_details(made[node.path], node, children[node.path], subject)
        if node.parent is not None:
            made[node.parent].children.append(made[node.path])
    return made[""]


def _add_details(block: BlockResult, node: Node, children: Collection[str], subject: Subject) -> None:
    """Add the shapes, the figures and the graph of the first recorded call of `node`."""
    path = node.shared_with or node.path
    if path in subject.measured:
        block.measured[subject.context_name] = subject.measured[path]
    call = next(iter(subject.recorded.calls_of(path)), None)
    if call is None:
        return
    block.inputs, block.outputs = shapes_of(call)
    graph = subject.graphs.get((path, call.structure))
    if graph is not None and node.shared_with is None:
        block.graph = graph_of(graph, children)


def _by_path(block: BlockResult) -> Dict[str, BlockResult]:
    found = {block.path: block}
    for child in block.children:
        found.update(_by_path(child))
    return found


def _reason(node: Node, subject: Subject, calls: int) -> str:
    if node.kind == "plain":
        return "a plain Block has no graph"
    if not calls:
        return "never called with these inputs"
    if node.path not in subject.checked and node.shared_with is None:
        return "not hybridized"
    return ""


def _environment() -> Dict[str, str]:
    import platform

    import numpy

    return {
        "hybridlint": about.version(),
        "mxnet": mx.__version__,
        "numpy": numpy.__version__,
        "python": platform.python_version(),
    }
