"""Render reports for a terminal or a log.

At a terminal, the text has colours and is wrapped between words with a hanging indent; elsewhere it has neither.
"""

from __future__ import annotations

import collections
import io
import sys
import textwrap
from typing import List, Sequence, Union

from rich.console import Console
from rich.text import Text

from ..report import BlockResult, FailingLine, ProbeResult, Problem, Report, Stage, Status, Verdict, walk
from .block_tree import Row, judged_tree, shown_tree
from .wording import (
    MARKS,
    block_name,
    block_status,
    contexts_line,
    counted,
    failing_lines_heading,
    figures,
    finding_at,
    first_line,
    fix_heading,
    is_obstructed,
    others,
    place,
    spent_line,
    timing_lines,
    warnings,
)

_STYLES = {Status.PASSED: "green", Status.FAILED: "bold red", Status.WARNED: "yellow", Status.NOT_RUN: "dim"}
_VERDICTS = {
    Verdict.PASSED: ("PASSED", "bold green"),
    Verdict.FAILED: ("FAILED", "bold red"),
    Verdict.COULD_NOT_LOOK: ("COULD NOT LOOK", "bold yellow"),
}
#: Width where the output is not a terminal: lines are not wrapped.
_UNLIMITED = 100_000
#: Minimum width of text in columns, however deep it is indented.
_MIN_WIDTH = 20
#: If at least this many probes were not run for the same reason, the reason is shown instead of their names.
_MIN_GROUPED = 3
#: Maximum number of lines shown of what the model printed.
_OUTPUT_LINES = 20
_OUTPUT_WIDTH = 200


def render_console(
    reports: Sequence[Report], all_blocks: bool = False, to_file: bool = False, verbose: bool = False
) -> str:
    """Return all reports, one after the other.

    A report that contains only the reason why nothing was checked is omitted here: stderr has it.
    """
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
    page = _Page(console)
    for report in reports:
        if report.verdict is Verdict.COULD_NOT_LOOK and report.blocks is None and not report.probes:
            _print_output(page, report)
            continue
        _print_report(page, report, all_blocks, verbose)
    if len(reports) > 1:
        for report in reports:
            _print_verdict(page, report)
    return "\n".join(line.rstrip() for line in buffer.getvalue().splitlines()) + "\n" if buffer.getvalue() else ""


class _Page:
    """Prints paragraphs on `console`, wrapped between words with a hanging indent."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def write(self, text: Union[str, Text] = "", head: Union[str, Text] = "", style: str = "") -> None:
        """Print `text` after `head`; further lines are indented by the width of `head`."""
        head = head if isinstance(head, Text) else Text(head)
        indent = head.cell_len
        text = text if isinstance(text, Text) else Text(text, style=style)
        for number, line in enumerate(_wrapped(text, max(self._console.width - indent, _MIN_WIDTH))):
            start = head if number == 0 else Text(" " * indent)
            self._console.print(Text.assemble(start, line), soft_wrap=True)


def _wrapped(text: Text, width: int) -> List[Text]:
    """Split `text` into lines of at most `width` characters without breaking words, which rich would do."""
    lines = textwrap.wrap(
        text.plain, width, expand_tabs=False, replace_whitespace=False, break_long_words=False, break_on_hyphens=False
    )
    found, end = [], 0
    for line in lines:
        start = text.plain.index(line, end)
        end = start + len(line)
        found.append(text[start:end])
    return found or [Text()]


def _print_report(page: _Page, report: Report, all_blocks: bool, verbose: bool) -> None:
    page.write(Text(report.target, style="bold"))
    for line in report.inputs:
        page.write(line, head="  input ")
    tree = judged_tree(report)
    if tree is not None:
        page.write(_block_counts(tree), head="  ", style="dim")
        _print_tree(page, shown_tree(tree, all_blocks))
    page.write()
    for context in _contexts(report):
        _print_probes(page, context, [probe for probe in report.probes if probe.context == context], verbose)
    for line in contexts_line(report):
        if "not checked" in line:
            page.write(line, head="  – ", style="yellow")
    for line in [*timing_lines(report), *([spent_line(report)] if verbose else [])]:
        page.write(line, head="  ")
    for number, problem in enumerate(report.problems, 1):
        page.write()
        _print_problem(page, Text(f"  {number}. {problem.stage.value}", "bold red"), problem)
    for probe, problem in warnings(report):
        page.write()
        _print_problem(page, Text(f"  ! {probe}", _STYLES[Status.WARNED]), problem)
    if report.failing_lines:
        page.write()
        _print_failing_lines(page, report.failing_lines)
    if report.notes:
        page.write()
        for note in report.notes:
            page.write(note, head="  note: ")
    _print_output(page, report)
    page.write()
    _print_verdict(page, report)
    page.write()


def _print_verdict(page: _Page, report: Report) -> None:
    word, style = _VERDICTS[report.verdict]
    text = Text(report.target, style="bold")
    if report.summary:
        text.append(f": {report.summary}", style="not bold")
    elif report.problems:
        text.append(f": {counted(len(report.problems), 'problem')}", style="not bold")
    page.write(text, head=Text.assemble((f"{word}  ", style)))


def _block_counts(root: BlockResult) -> str:
    blocks = [block for _, block in walk(root)]
    hybrid = sum(block.kind == "hybrid" for block in blocks)
    failed = sum(block_status(block) is Status.FAILED for block in blocks)
    text = f"{len(blocks)} block{'' if len(blocks) == 1 else 's'}, {hybrid} of them hybrid"
    return f"{text}, {failed} failed" if failed else text


def _print_tree(page: _Page, row: Row, guide: str = "", below: str = "") -> None:
    page.write(_label(row), head=Text(guide, style="dim"))
    for number, child in enumerate(row.below, 1):
        last = number == len(row.below)
        _print_tree(page, child, below + ("└── " if last else "├── "), below + ("    " if last else "│   "))


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


def _print_probes(page: _Page, context: str, probes: Sequence[ProbeResult], verbose: bool) -> None:
    """Print a line for each probe that found something or could not run because of an error.

    The others are counted: one line for those that passed, one for those that were not run. With `verbose`, print a
    line for each.
    """
    if not probes:
        return
    where = f" on {context}" if context else ""
    alone = [probe for probe in probes if verbose or _has_own_line(probe)]
    together = {status: [probe for probe in probes if probe.status is status] for status in Status}
    if not alone and not verbose and together[Status.PASSED]:
        page.write(f"{counted(len(together[Status.PASSED]), 'probe')} passed{where}", head=_marked(Status.PASSED, "  "))
        _print_not_run(page, together[Status.NOT_RUN], "  ")
        return
    page.write(f"  probes{where}")
    width = max((len(probe.probe) for probe in alone), default=0)
    for probe in alone:
        head = _marked(probe.status, "    ") + Text(f"{probe.probe.ljust(width)}  ")
        if probe.status is Status.NOT_RUN:
            page.write(f"not run: {probe.reason}", head, "dim")
        elif probe.reason:
            page.write(probe.reason, head, "dim")
        elif probe.problems:
            page.write(counted(len(probe.problems), "warning" if probe.status is Status.WARNED else "problem"), head)
        else:
            page.write("", head)
    if not verbose:
        if together[Status.PASSED]:
            page.write(f"{len(together[Status.PASSED])} passed", head=_marked(Status.PASSED, "    "))
        _print_not_run(page, [probe for probe in together[Status.NOT_RUN] if probe not in alone], "    ")


def _has_own_line(probe: ProbeResult) -> bool:
    """Return whether a probe found something, or could not run for a reason that the user should look at."""
    return probe.status in (Status.FAILED, Status.WARNED) or is_obstructed(probe)


def _print_not_run(page: _Page, probes: Sequence[ProbeResult], indent: str) -> None:
    reasons = collections.Counter(probe.reason for probe in probes)
    texts = [f"{count} not run: {reason}" for reason, count in reasons.items() if count >= _MIN_GROUPED]
    rest = [probe.probe for probe in probes if reasons[probe.reason] < _MIN_GROUPED]
    if rest:
        texts.append(f"{len(rest)} not run: {', '.join(rest)}")
    for text in texts:
        page.write(text, _marked(Status.NOT_RUN, indent), "dim")


def _marked(status: Status, indent: str) -> Text:
    return Text.assemble((f"{indent}{MARKS[status]} ", _STYLES[status]))


def _print_problem(page: _Page, heading: Text, problem: Problem) -> None:
    def write(label: str, text: str, style: str = "") -> None:
        for index, line in enumerate(text.splitlines()):
            page.write(line, Text(f"     {label if index == 0 else '':<8} ", "dim"), style)

    if problem.stage not in (Stage.PROCESS, Stage.CONTEXTS):
        heading.append(f"  {block_name(problem.block, problem.block_class)}", style="bold")
    page.write(heading)
    write("", problem.message)
    if problem.location is not None:
        function = f"  in {problem.location.function}" if problem.location.function else ""
        write("at", place(problem.location) + function, "bold")
        if problem.location.source:
            write("", problem.location.source, "cyan")
    if "inside_at" in problem.details:
        write("inside", str(problem.details["inside_at"]), "dim")
    if problem.operator:
        write("operator", problem.operator)
    if problem.mxnet_message and first_line(problem.mxnet_message) not in problem.message:
        write("MXNet", problem.mxnet_message)
    for frame in problem.details.get("user_frames", []):
        write("", str(frame), "dim")
    shown = ", ".join(f"{name} {text}" for name, text in figures(problem.details))
    if shown:
        write("figures", shown)
    if problem.rule:
        write("rule", f"{problem.rule} (explain {problem.rule}){finding_at(problem)}")
    if problem.remedy:
        write("instead", problem.remedy, "green")
    if problem.also:
        write("", others(problem.also))


def _print_failing_lines(page: _Page, lines: Sequence[FailingLine]) -> None:
    page.write(failing_lines_heading(lines), head="  ", style="bold")
    for line in lines:
        mark = Text.assemble(("    ✗ " if line.proven else "    ? ", _STYLES[Status.FAILED]))
        page.write(Text.assemble((place(line.location), "bold"), f"  {line.rule or ''}".rstrip()), mark)
        page.write(line.location.source, "      ", "cyan")
        page.write(line.message, "      ")
        if line.fix is None:
            continue
        page.write(fix_heading(line.fix), "      fix: ", "green")
        for changed in line.fix.diff:
            if not changed.startswith("@"):
                style = {"+": "green", "-": "red"}.get(changed[:1], "dim")
                page.write(Text(changed[1:], style), Text(f"      {changed[:1]} ", style))


def _print_output(page: _Page, report: Report) -> None:
    lines = report.model_output.splitlines()
    if not lines:
        return
    page.write("the model printed", head="  ", style="dim")
    hidden = len(lines) - _OUTPUT_LINES
    for line in lines[:_OUTPUT_LINES]:
        shown = line if len(line) <= _OUTPUT_WIDTH else f"{line[:_OUTPUT_WIDTH]} …"
        page.write(shown, head="    | ", style="dim")
    if hidden > 0:
        page.write(f"… and {hidden} more lines (--format json has them)", head="    | ", style="dim")
