"""Wording shared by all formats: places, timings, marks."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

from ..report import BlockResult, FailingLine, FixDiff, ProbeResult, Problem, Report, SourceLocation, Stage, Status
from ..spec.importing import shown_path

MARKS: Mapping[Status, str] = {Status.PASSED: "✓", Status.FAILED: "✗", Status.WARNED: "!", Status.NOT_RUN: "–"}
#: What a problem at each stage means, in one sentence.
STAGES: Mapping[Stage, str] = {
    Stage.BUILD: "The model cannot be built.",
    Stage.IMPERATIVE: "The imperative run fails.",
    Stage.TRACE: "hybridize() cannot trace a block: hybrid_forward raises when it is called with Symbols.",
    Stage.EXECUTION: "The traced graph raises or misbehaves when MXNet executes it.",
    Stage.STRUCTURE: "The hybridized model returns another structure, shape or dtype than the imperative one.",
    Stage.VALUES: "The hybridized model returns other values than the imperative one.",
    Stage.OTHER_SHAPES: "The hybridized model fails or differs for inputs of other shapes.",
    Stage.GRADIENTS: "The gradients of the hybridized model differ from those of the imperative one.",
    Stage.MODES: "The hybridized model differs in training or in inference mode.",
    Stage.STATE: "State that the model stores between calls differs between imperative and hybridized execution.",
    Stage.EXPORT: "The model cannot be exported.",
    Stage.REIMPORT: "The exported model cannot be loaded again, or differs when it is.",
    Stage.ONNX: "The model cannot be exported to ONNX, or ONNX Runtime returns other values.",
    Stage.CONTEXTS: "The model differs between contexts, or a required context was not checked.",
    Stage.PROCESS: "The process of the model ended before the check was complete.",
}
#: Most severe first: the status shown for a block or a group of blocks.
SEVERITY = (Status.FAILED, Status.WARNED, Status.NOT_RUN, Status.PASSED)


def place(location: Optional[SourceLocation]) -> str:
    """Return `mymodel.py:12`, relative if the file is below the current folder; "" without a location."""
    return f"{shown_path(location.file)}:{location.line}" if location is not None else ""


def block_name(path: str, class_name: str = "") -> str:
    """Return the name of a block for display: `features.0.body (Conv2D)`. The path of the root is empty."""
    name = path or "the model itself"
    return f"{name} ({class_name})" if class_name else name


def block_status(block: BlockResult) -> Optional[Status]:
    """Return the most severe status of a block over all stages and contexts, None if it has none."""
    return worst_of(status for stages in block.results.values() for status in stages.values())


def worst_of(statuses: Iterable[Optional[Status]]) -> Optional[Status]:
    """Return the most severe of `statuses`, None if there is none."""
    seen = set(statuses)
    return next((status for status in SEVERITY if status in seen), None)


def is_obstructed(probe: ProbeResult) -> bool:
    """Return whether a probe was not run because of an error, rather than because it does not apply or was not
    selected."""
    return probe.status is Status.NOT_RUN and any(probe.details.get(name) for name in ("broken", "raised", "refused"))


def failed_stages(block: BlockResult) -> Dict[str, List[str]]:
    """Return the failed stages of a block by context."""
    failed = {
        context: [stage for stage, status in stages.items() if status is Status.FAILED]
        for context, stages in block.results.items()
    }
    return {context: stages for context, stages in failed.items() if stages}


def remark(block: BlockResult) -> str:
    """Return the stages that the block failed and the reason why it was not checked, on one line."""
    parts = []
    failed = failed_stages(block)
    distinct = {tuple(stages) for stages in failed.values()}
    if len(distinct) == 1 and len(failed) == len(block.results):
        parts.append(", ".join(next(iter(distinct))))
    else:
        parts += [f"{', '.join(stages)} on {context}" for context, stages in failed.items()]
    if block.shared_with is not None:
        parts.append(f"the same block as {block.shared_with or 'the model itself'}")
    if block.reason:
        parts.append(block.reason)
    return "; ".join(parts)


def contexts_line(report: Report) -> List[str]:
    """Return one line per context: checked, or not and why."""
    lines = [f"{context}: checked" for context in report.contexts_checked]
    lines += [f"{context}: not checked, {reason}" for context, reason in report.contexts_not_checked.items()]
    return lines


def counted(count: int, what: str) -> str:
    """Return `1 problem`, `3 problems`."""
    return f"{count} {what}" + ("" if count == 1 else "s")


def probe_counts(report: Report) -> str:
    """Return `28 probes, 3 not run`."""
    ran = sum(probe.status is not Status.NOT_RUN for probe in report.probes)
    missing = len(report.probes) - ran
    return counted(ran, "probe") + (f", {missing} not run" if missing else "")


def warnings(report: Report) -> List[Tuple[str, Problem]]:
    """Return the warnings of probes with the probe's name. A warning on several contexts is returned once."""
    result: Dict[Tuple[str, ...], Tuple[str, Problem]] = {}
    for probe in report.probes:
        if probe.status is Status.WARNED:
            for problem in probe.problems:
                key = probe.probe, problem.block, problem.message, place(problem.location)
                result.setdefault(key, (probe.probe, problem))
    return list(result.values())


#: How it is known that a line fails.
PROVEN, READ = "proven", "found by the linter with the facts of this run"


def failing_lines_heading(lines: Sequence[FailingLine]) -> str:
    """Return `3 failing lines: 1 proven, 2 found by the linter with the facts of this run`."""
    proven = sum(line.proven for line in lines)
    parts = [f"{count} {words}" for count, words in ((proven, PROVEN), (len(lines) - proven, READ)) if count]
    return f"{counted(len(lines), 'failing line')}: {', '.join(parts)}"


def further_lines(report: Report) -> List[FailingLine]:
    """Return the failing lines that no problem of the report is about."""
    messages = {problem.message for problem in report.problems}
    return [line for line in report.failing_lines if line.evidence not in messages]


def fix_heading(fix: FixDiff) -> str:
    """Return `replace x.shape[0] by 0 (the imperative result stays the same)`."""
    effect = "the imperative result stays the same" if fix.safe else f"may change the imperative result: {fix.risk}"
    return f"{fix.description} ({effect})"


def first_line(text: str) -> str:
    """Return the first line of a message that is not blank."""
    return (text.strip().splitlines() or [""])[0]


def others(paths: Sequence[str], shown: int = 5) -> str:
    """Return `also in a, b and 7 more`, or "" for no paths."""
    if not paths:
        return ""
    listed = ", ".join(path or "the model itself" for path in paths[:shown])
    return f"also in {listed}" + (f" and {len(paths) - shown} more" if len(paths) > shown else "")


def finding_at(problem: Problem) -> str:
    """Return `, reported at net.py:7: scale = float(x.mean())` if the rule reports another line than the problem, else
    ""."""
    return f", reported at {_shown_line(problem, 'finding_at')}" if "finding_at" in problem.details else ""


def inside_at(problem: Problem) -> str:
    """Return `net.py:7: y = self.dense(x)`, the line of MXNet's layer that raises, "" if there is none."""
    return _shown_line(problem, "inside_at") if "inside_at" in problem.details else ""


def _shown_line(problem: Problem, name: str) -> str:
    file, colon, rest = problem.details[name].partition(":")
    return f"{shown_path(file)}{colon}{rest}"


def figures(details: Mapping[str, Any]) -> List[Tuple[str, str]]:
    """Return name and text of the numbers and short texts in the details of a problem.

    What differs, and in which output, is omitted: the message contains it.
    """
    shown = []
    for name, value in details.items():
        if name in ("difference", "output", "inside_at", "finding_at"):
            continue
        if isinstance(value, float):
            shown.append((name.replace("_", " "), f"{value:.4g}"))
        elif isinstance(value, (int, str)) and not isinstance(value, bool) and "\n" not in str(value) and str(value):
            shown.append((name.replace("_", " "), str(value)))
    return shown


def rule_or_stage(problem: Problem) -> str:
    """Return the identifier of a problem for formats that need one: its rule, or its stage."""
    return problem.rule or stage_id(problem.stage)


def stage_id(stage: Stage) -> str:
    """Return `runtime/imperative-run`."""
    return f"runtime/{stage.value.replace(' ', '-')}"


#: Maximum number of probes named in `spent_line`.
_MOST_SPENT = 6


def timing_lines(report: Report) -> List[str]:
    """Return a line per context with the time and peak memory of the imperative and the hybridized run, and their speed
    ratio."""
    lines = []
    for context, measured in report.timings.items():
        if not isinstance(measured, dict):
            continue
        imperative, hybridized = measured.get("imperative_s"), measured.get("hybridized_s")
        if not isinstance(imperative, (int, float)) or not isinstance(hybridized, (int, float)):
            continue
        line = f"{context}: imperative {duration(imperative)}, hybridized {duration(hybridized)}"
        if hybridized > 0:
            line += f": {imperative / hybridized:.1f} times as fast"
        peaks = [measured.get(f"{phase}_peak_memory_mib") for phase in ("imperative", "hybridized")]
        needed = [memory(value) for value in peaks if isinstance(value, (int, float))]
        if len(needed) == 2 and any(peaks):
            line += f"; memory {needed[0]} and {needed[1]}"
        lines.append(line)
    return lines


def spent_line(report: Report) -> str:
    """Return where the time of the check went: `12.3 s in all: 3.1 s for imports, …, archive 2.6 s, gradients 1.4 s,
    …`."""
    parts = sorted(((probe.seconds, probe.probe) for probe in report.probes), reverse=True)
    probes = sum(seconds for seconds, _ in parts)
    if not report.seconds or not probes:
        return ""
    shown = [f"{name} {duration(seconds)}" for seconds, name in parts[:_MOST_SPENT] if seconds > 0]
    rest = sum(seconds for seconds, _ in parts[_MOST_SPENT:])
    others_text = [f"the other probes {duration(rest)}"] if rest > 0 else []
    first = f"{duration(max(report.seconds - probes, 0.0))} for imports, the model and the report"
    return f"{duration(report.seconds)} in all: {', '.join([first, *shown, *others_text])}"


def memory(mebibytes: float) -> str:
    """Return `1.2 GiB`, `34.5 MiB`, `0.7 KiB`."""
    for factor, unit in ((1 / 1024, "GiB"), (1, "MiB")):
        if mebibytes * factor >= 1:
            return f"{mebibytes * factor:.1f} {unit}"
    return f"{mebibytes * 1024:.1f} KiB"


def duration(seconds: float) -> str:
    """Return `1.2 s`, `3.4 ms`, `56 µs`."""
    for factor, unit in ((1.0, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.2g} µs"
