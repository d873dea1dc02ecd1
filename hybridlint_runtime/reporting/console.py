"""For people at a terminal, and for logs: the same lines, without colour and never wrapped where it is no terminal."""

from __future__ import annotations

import io
import sys
from typing import Any, Dict, List, Mapping, Sequence

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from ..report import BlockResult, ProbeResult, Problem, Report, Stage, Status, Verdict, walk
from .block_tree import Row, shown_tree
from .wording import (
    MARKS,
    block_name,
    block_status,
    contexts_line,
    counted,
    finding_at,
    first_line,
    others,
    place,
    timing_lines,
    warnings,
)

_STYLES = {Status.PASSED: "green", Status.FAILED: "bold red", Status.WARNED: "yellow", Status.NOT_RUN: "dim"}
_VERDICTS = {
    Verdict.PASSED: ("PASSED", "bold green"),
    Verdict.FAILED: ("FAILED", "bold red"),
    Verdict.COULD_NOT_LOOK: ("COULD NOT LOOK", "bold yellow"),
}
#: Where it is no terminal, lines are as long as they are.
_UNLIMITED = 100_000
#: So many probes that were not run for one reason are told on one line.
_TOGETHER = 3
#: Of what the model printed, so many lines are shown.
_OUTPUT_LINES = 20
_OUTPUT_WIDTH = 200


def render_console(reports: Sequence[Report], all_blocks: bool = False, to_file: bool = False) -> str:
    """All reports, one after the other. One about which there is nothing but its reason to tell is left to stderr."""
    terminal = sys.stdout.isatty() and not to_file
    buffer = io.StringIO()
    console = Console(
        file=buffer,
        force_terminal=terminal,
        width=None if terminal else _UNLIMITED,
        color_system="auto" if terminal else None,
        markup=False,
        highlight=False,
        emoji=False,
    )
    for report in reports:
        if report.verdict is Verdict.COULD_NOT_LOOK and report.blocks is None and not report.probes:
            _print_output(console, report)
            continue
        _print_report(console, report, all_blocks)
    if len(reports) > 1:
        for report in reports:
            console.print(_verdict(report), soft_wrap=True)
    return "\n".join(line.rstrip() for line in buffer.getvalue().splitlines()) + "\n" if buffer.getvalue() else ""


def _print_report(console: Console, report: Report, all_blocks: bool) -> None:
    def say(text: Any = "") -> None:
        console.print(text, soft_wrap=True)

    say(Text(report.target, style="bold"))
    for line in report.inputs:
        say(f"  input {line}")
    if report.blocks is not None:
        say(Text(f"  {_block_counts(report.blocks)}", style="dim"))
        console.print(_tree(shown_tree(report.blocks, all_blocks)))
    say()
    for context in _contexts(report):
        _print_probes(console, context, [probe for probe in report.probes if probe.context == context])
    for line in contexts_line(report):
        if "not checked" in line:
            say(Text(f"  – {line}", style="yellow"))
    for line in timing_lines(report):
        say(f"  {line}")
    for number, problem in enumerate(report.problems, 1):
        say()
        _print_problem(console, Text(f"  {number}. {problem.stage.value}", "bold red"), problem)
    for probe, problem in warnings(report):
        say()
        _print_problem(console, Text(f"  ! {probe}", _STYLES[Status.WARNED]), problem)
    if report.notes:
        say()
        for note in report.notes:
            say(f"  note: {note}")
    _print_output(console, report)
    say()
    say(_verdict(report))
    say()


def _verdict(report: Report) -> Text:
    word, style = _VERDICTS[report.verdict]
    text = Text.assemble((word, style))
    text.append(f"  {report.target}", style="bold")
    if report.summary:
        text.append(f": {report.summary}")
    elif report.problems:
        text.append(f": {counted(len(report.problems), 'problem')}")
    return text


def _block_counts(root: BlockResult) -> str:
    blocks = [block for _, block in walk(root)]
    hybrid = sum(block.kind == "hybrid" for block in blocks)
    failed = sum(block_status(block) is Status.FAILED for block in blocks)
    text = f"{len(blocks)} block{'' if len(blocks) == 1 else 's'}, {hybrid} of them hybrid"
    return f"{text}, {failed} failed" if failed else text


def _tree(row: Row) -> Tree:
    tree = Tree(_label(row), guide_style="dim")
    for child in row.below:
        _grow(tree, child)
    return tree


def _grow(parent: Tree, row: Row) -> None:
    branch = parent.add(_label(row))
    for child in row.below:
        _grow(branch, child)


def _label(row: Row) -> Text:
    mark = MARKS[row.status] if row.status is not None else "·"
    style = _STYLES[row.status] if row.status is not None else "dim"
    text = Text.assemble((f"{mark} ", style))
    if row.name:
        text.append(f"{row.name} ")
    text.append(row.class_name, style="cyan")
    if row.remark:
        text.append(f"  {row.remark}", style=style if row.status is Status.FAILED else "dim")
    return text


def _contexts(report: Report) -> List[str]:
    return list(dict.fromkeys([*report.contexts_checked, *(probe.context for probe in report.probes)]))


def _print_probes(console: Console, context: str, probes: Sequence[ProbeResult]) -> None:
    if not probes:
        return
    console.print(f"  probes on {context}" if context else "  probes", soft_wrap=True)
    together: Dict[str, List[str]] = {}
    for probe in probes:
        if probe.status is Status.NOT_RUN:
            together.setdefault(probe.reason, []).append(probe.probe)
    alone = [probe for probe in probes if len(together.get(probe.reason, ())) < _TOGETHER]
    width = max((len(probe.probe) for probe in alone), default=0)
    for probe in alone:
        text = Text.assemble((f"    {MARKS[probe.status]} ", _STYLES[probe.status]))
        text.append(probe.probe.ljust(width))
        if probe.status is Status.NOT_RUN:
            text.append(f"  not run: {probe.reason}", style="dim")
        elif probe.reason:
            text.append(f"  {probe.reason}", style="dim")
        elif probe.problems:
            what = "warning" if probe.status is Status.WARNED else "problem"
            text.append(f"  {counted(len(probe.problems), what)}")
        console.print(text, soft_wrap=True)
    for reason, names in together.items():
        if len(names) >= _TOGETHER:
            mark = MARKS[Status.NOT_RUN]
            console.print(Text(f"    {mark} not run: {reason}: {', '.join(names)}", style="dim"), soft_wrap=True)


def _print_problem(console: Console, heading: Text, problem: Problem) -> None:
    def say(label: str, text: str, style: str = "") -> None:
        for index, line in enumerate(text.splitlines()):
            shown = Text.assemble((f"     {label if index == 0 else '':<8} ", "dim"))
            shown.append(line, style=style)
            console.print(shown, soft_wrap=True)

    if problem.stage not in (Stage.PROCESS, Stage.CONTEXTS):
        heading.append(f"  {block_name(problem.block, problem.block_class)}", style="bold")
    console.print(heading, soft_wrap=True)
    say("", problem.message)
    if problem.location is not None:
        function = f"  in {problem.location.function}" if problem.location.function else ""
        say("at", place(problem.location) + function, "bold")
        if problem.location.source:
            say("", problem.location.source, "cyan")
    if "inside_at" in problem.details:
        say("inside", str(problem.details["inside_at"]), "dim")
    if problem.operator:
        say("operator", problem.operator)
    if problem.mxnet_message and first_line(problem.mxnet_message) not in problem.message:
        say("MXNet", problem.mxnet_message)
    for frame in problem.details.get("user_frames", []):
        say("", str(frame), "dim")
    figures = _figures(problem.details)
    if figures:
        say("figures", figures)
    if problem.rule:
        say("rule", f"{problem.rule} (explain {problem.rule}){finding_at(problem)}")
    if problem.remedy:
        say("instead", problem.remedy, "green")
    if problem.also:
        say("", others(problem.also))


def _figures(details: Mapping[str, Any]) -> str:
    """The numbers and short texts among the details, on one line. What differs, and in which output, is said before."""
    shown = []
    for name, value in details.items():
        if name in ("difference", "output", "inside_at", "finding_at"):
            continue
        if isinstance(value, float):
            shown.append(f"{name.replace('_', ' ')} {value:.4g}")
        elif isinstance(value, (int, str)) and not isinstance(value, bool) and "\n" not in str(value) and str(value):
            shown.append(f"{name.replace('_', ' ')} {value}")
    return ", ".join(shown)


def _print_output(console: Console, report: Report) -> None:
    lines = report.model_output.splitlines()
    if not lines:
        return
    console.print(Text("  the model printed", style="dim"), soft_wrap=True)
    hidden = len(lines) - _OUTPUT_LINES
    for line in lines[:_OUTPUT_LINES]:
        shown = line if len(line) <= _OUTPUT_WIDTH else f"{line[:_OUTPUT_WIDTH]} …"
        console.print(Text(f"    | {shown}", style="dim"), soft_wrap=True)
    if hidden > 0:
        console.print(Text(f"    | … and {hidden} more lines (--format json has them)", style="dim"), soft_wrap=True)
