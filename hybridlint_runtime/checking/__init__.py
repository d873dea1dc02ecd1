"""The check: build, run imperatively, run every probe on every context, and return the report.

Raises `errors.CannotLook` if there is no result (the model cannot be built or does not run imperatively). Results are
emitted at once, because the model may end the process at any moment.
"""

from __future__ import annotations

import functools
import warnings
from typing import Any, Callable, Dict, List, Optional, Tuple

from hybridlint import about

from ..backend import load_backend
from ..localization.lockstep import failing_statements
from ..model.draws import drawn_in_order
from ..model.facts import Observation
from ..model.memory import left_as_found
from ..model.standard import standard_of
from ..model.steps import InputMaker
from ..model.subject import Subject
from ..mxnet_compat import import_mxnet
from ..questions import Probe
from ..report import ProbeResult, Report, SourceLocation, Verdict
from ..spec.options import CheckOptions, Scenario
from ..spec.target import Target
from ..structures import save_outputs
from . import quick
from .block_results import failed_blocks, tree_of
from .conclusion import conclude
from .preparing import Emit, modules_needed, prepared_subject, refuse_missing
from .probing import chosen_probes, run_probes

mx = import_mxnet()


def verify(
    make_net: Callable[[], Any],
    make_inputs: InputMaker,
    options: CheckOptions,
    emit: Emit = lambda event: None,
    scenario: Optional[Scenario] = None,
    prepared: Callable[[Any], None] = lambda net: None,
    source: Optional[Target] = None,
    observed: Optional[Observation] = None,
) -> Report:
    """Check the model that `make_net` makes, called with the result of `make_inputs(context, seed, batch)`.

    `make_net` is called many times and must make equal nets (seeds are set before every call). `context` is text such
    as "cpu(0)". Events passed to `emit` are dicts of JSON values: `{"event": "stage", "stage": …}`, `{"event":
    "asking", "context": …, "probes": …, "training": …}` before the probes of a context run, `{"event": "progress",
    "done": …, "total": …, "what": …}`, `{"event": "phase", "hybridized": …}` before a net runs, `{"event": "block",
    "path": …, "class": …}` before a probe checks one block of many, `{"event": "probe", "result": …}` and `{"event":
    "report", "report": …}` after each context. `prepared` is called with the first net after its imperative run, whose
    parameters are copied to all others. `source` is where another process finds the model's code. `observed` is what
    was observed while the net was made that the first call of `make_net` returns, if it was made before.

    Raise CannotLook if the model cannot be built or does not run imperatively with these inputs.
    """
    with warnings.catch_warnings(), left_as_found(), drawn_in_order():
        warnings.simplefilter(
            "ignore"
        )  # models are run dozens of times here; the probe mxnet_warnings reports warnings
        return _verify(make_net, make_inputs, options, emit, scenario or Scenario(), prepared, source, observed)


def _verify(
    make_net: Callable[[], Any],
    make_inputs: InputMaker,
    options: CheckOptions,
    emit: Emit,
    scenario: Scenario,
    prepared: Callable[[Any], None],
    source: Optional[Target],
    observed: Optional[Observation],
) -> Report:
    report = Report(target="", seed=options.seed, environment=_environment())
    chosen = chosen_probes(options)
    usable = _usable_contexts(options, report)
    modules = modules_needed()
    reference: Optional[Subject] = None
    proven: List[Tuple[SourceLocation, range, str]] = []
    for context in usable:
        new_subject = functools.partial(
            prepared_subject,
            make_net,
            make_inputs,
            options,
            context,
            scenario,
            reference,
            source,
            emit=emit,
            modules=modules,
        )
        # One net may be enough if the probes, the contexts and the way of calling the model are the default.
        usual = scenario.between is None and scenario.hybridize is None and len(options.contexts) == 1
        quickly = options.quick and usual and not (options.skip or options.deadly)
        subject = new_subject(one_net=quickly, observed=observed)
        observed = None
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
            run_probes(subject, chosen, report, emit, modules)
        report.contexts_checked.append(context)
        if subject is reference or not report.facts:
            report.facts = subject.facts()
        report.timings[context] = next(
            (item.details for item in report.probes[-len(chosen) :] if item.probe == "cost"), {}
        )
        report.blocks = tree_of(subject, report.blocks)
        broken = failed_blocks(subject) if subject.failed else []
        if broken and load_backend().has_symbols:
            failing = failing_statements(subject, broken) or []
            proven += [(statement.location, statement.lines, statement.message) for statement in failing]
        report.notes += [f"hybridlint-runtime failed, please report it: {fault}" for fault in subject.faults]
        conclude(report, options)
        emit({"event": "report", "report": report.to_json()})
    conclude(report, options)
    if options.outputs and reference is not None:
        save_outputs(options.outputs, standard_of(reference).execution(hybridized=False).outputs())
    if report.verdict is Verdict.FAILED:
        from ..diagnostics.reading import add_failing_lines  # imports the linter, which most checks do not need

        add_failing_lines(report, proven)
    return report


def _asked_quickly(subject: Subject, emit: Emit, modules: Dict[str, Any]) -> Optional[List[ProbeResult]]:
    """Return the results of the probes of `--quick`, if the model passes."""
    names = [probe.name for probe in quick.probes_of(subject.options)]
    emit({"event": "asking", "context": subject.context_name, "probes": names, "training": []})

    def begin(probe: Probe) -> None:
        emit({"event": "progress", "done": names.index(probe.name), "total": len(names), "what": probe.name})
        emit({"event": "stage", "stage": probe.stage.value})

    results = quick.look(subject, begin)
    refuse_missing(modules)
    for result in results or ():
        emit({"event": "probe", "result": result.to_json()})
    return results


def _usable_contexts(options: CheckOptions, report: Report) -> List[str]:
    usable = []
    for context in options.contexts:
        kind, _, number = context.rstrip(")").partition("(")
        if kind == "gpu" and int(number or 0) >= mx.context.num_gpus():
            report.contexts_not_checked[context] = "there is no such GPU, or this MXNet is built without CUDA"
        else:
            usable.append(context)
    return usable


def _environment() -> Dict[str, str]:
    import platform

    import numpy

    return {
        "hybridlint": about.version(),
        "mxnet": mx.__version__,
        "numpy": numpy.__version__,
        "python": platform.python_version(),
    }
