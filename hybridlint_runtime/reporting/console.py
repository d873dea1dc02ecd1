"""Render reports for a terminal or a log.

At a terminal, the text has colours and is wrapped between words with a hanging indent; elsewhere it has neither.
"""

from __future__ import annotations

import collections
import io
import sys
import textwrap
from typing import List, Optional, Sequence, Union

from rich.console import Console
from rich.text import Text

from ..report import BlockResult, FailingLine, FixDiff, ProbeResult, Problem, Report, Stage, Status, Verdict, walk
from . import wording
from .block_tree import Row, judged_tree, shown_tree

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
    reports: Sequence[Report],
    all_blocks: bool = False,
    to_file: bool = False,
    verbose: bool = False,
    quiet: bool = False,
) -> str:
    """Return all reports, one after the other; with `quiet`, a line for each that passed.

    A report that contains only the reason why nothing was checked is a line in a file, and omitted elsewhere: stderr
    has it.
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
        if quiet and report.verdict is Verdict.PASSED:
            _print_pass(page, report)
        elif report.verdict is Verdict.COULD_NOT_LOOK and report.blocks is None and not report.probes:
            if to_file:
                _print_verdict(page, report)
                for note in report.notes:
                    page.write(note, head="    ")
            _print_output(page, report)
        else:
            _print_report(page, report, all_blocks, verbose)
    if len(reports) > 1 and not quiet:
        for report in reports:
            _print_verdict(page, report)
    text = "".join(f"{line.rstrip()}\n" for line in buffer.getvalue().splitlines())
    return text if to_file else _shown_by(sys.stdout.encoding, text)


def verdict_lines(reports: Sequence[Report]) -> str:
    """Return a line for each report: its verdict, and what was compared or what failed."""
    lines = [f"{_VERDICTS[report.verdict][0]} {report.target}: {_conclusion(report)}\n" for report in reports]
    return _shown_by(sys.stdout.encoding, "".join(lines))


#: Substitutes for characters of this module that ASCII lacks.
_ASCII = str.maketrans(
    {"✓": "+", "✗": "x", "–": "-", "·": ".", "…": "...", "µ": "u", "│": "|", "├": "|", "└": "`", "─": "-"}
)


def _shown_by(encoding: Optional[str], text: str) -> str:
    """Return `text` without the marks and rules that `encoding` lacks."""
    try:
        "✓µ└".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return text.translate(_ASCII)
    return text


class _Page:
    """Prints paragraphs on `console`, wrapped between words with a hanging indent."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def write(
        self, text: Union[str, Text] = "", head: Union[str, Text] = "", style: str = "", source: bool = False
    ) -> None:
        """Print `text` after `head`; further lines are indented by the width of `head`. A line of `source` is cut."""
        head = head if isinstance(head, Text) else Text(head)
        indent = head.cell_len
        text = text if isinstance(text, Text) else Text(text, style=style)
        width = max(self._console.width - indent, _MIN_WIDTH)
        if source:
            text.truncate(width, overflow="ellipsis")
        for number, line in enumerate([text] if source else _wrapped(text, width)):
            start = head if number == 0 else Text(" " * indent)
            self._console.print(Text.assemble(start, line), soft_wrap=True)


def _wrapped(text: Text, width: int) -> List[Text]:
    """Split `text` into lines of at most `width` characters without breaking words, which rich would do."""
    lines = textwrap.wrap(
        text.plain, width, expand_tabs=False, replace_whitespace=False, break_long_words=False, break_on_hyphens=False
    )
    result, end = [], 0
    for line in lines:
        start = text.plain.index(line, end)
        end = start + len(line)
        result.append(text[start:end])
    return result or [Text()]


def _print_report(page: _Page, report: Report, all_blocks: bool, verbose: bool) -> None:
    page.write(Text(report.target, style="bold"))
    for line in report.inputs:
        page.write(line, head="  input ")
    tree = judged_tree(report)
    if tree is not None:
        page.write(_block_counts(tree), head="  ", style="dim")
        if verbose or all_blocks or report.verdict is not Verdict.PASSED:
            _print_tree(page, shown_tree(tree, all_blocks))
            page.write()
    for context in dict.fromkeys([*report.contexts_checked, *(probe.context for probe in report.probes)]):
        _print_probes(page, context, [probe for probe in report.probes if probe.context == context], verbose)
    for line in wording.contexts_line(report):
        if "not checked" in line:
            page.write(line, head="  – ", style="yellow")
    for line in [*wording.timing_lines(report), *([wording.spent_line(report)] if verbose else [])]:
        page.write(line, head="  ")
    for number, problem in enumerate(report.problems, 1):
        page.write()
        _print_problem(page, Text(f"  {number}. {problem.stage.value}", "bold red"), problem)
    for probe, problem in wording.warnings(report):
        page.write()
        _print_problem(page, Text(f"  ! {probe}", _STYLES[Status.WARNED]), problem)
    further = wording.further_lines(report)
    if further:
        page.write()
        _print_failing_lines(page, further)
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
    text.append(f": {_conclusion(report)}", style="not bold")
    page.write(text, head=Text.assemble((f"{word}  ", style)))


def _conclusion(report: Report) -> str:
    """Return the rest of a line about `report`, after its verdict and target."""
    return report.summary.replace(f"{report.target} ", "it ", 1) or wording.counted(len(report.problems), "problem")


def _print_pass(page: _Page, report: Report) -> None:
    """Print one line: how many probes ran, how many did not, and what was not looked at because of an error."""
    line = f": {wording.probe_counts(report)}"
    result = wording.warnings(report)
    if result:
        line += f", {wording.counted(len(result), 'warning')}"
    obstructed = [probe for probe in report.probes if wording.is_obstructed(probe)]
    if obstructed:
        line += f"; not checked: {', '.join(probe.probe for probe in obstructed)} ({obstructed[0].reason})"
    page.write(Text.assemble((report.target, "bold"), line), Text("PASSED ", _VERDICTS[Verdict.PASSED][1]))


def _block_counts(root: BlockResult) -> str:
    blocks = walk(root)
    hybrid = sum(block.kind == "hybrid" for block in blocks)
    failed = sum(wording.block_status(block) is Status.FAILED for block in blocks)
    text = f"{wording.counted(len(blocks), 'block')}, {hybrid} of them hybrid"
    return f"{text}, {failed} failed" if failed else text


def _print_tree(page: _Page, row: Row, guide: str = "", below: str = "") -> None:
    page.write(_label(row), head=Text(guide, style="dim"))
    for number, child in enumerate(row.below, 1):
        last = number == len(row.below)
        _print_tree(page, child, below + ("└── " if last else "├── "), below + ("    " if last else "│   "))


def _label(row: Row) -> Text:
    mark = wording.MARKS[row.status] if row.status is not None else "·"
    style = _STYLES[row.status] if row.status is not None else "dim"
    text = Text.assemble((f"{mark} ", style))
    if row.name:
        text.append(f"{row.name} ")
    text.append(row.class_name, style="cyan")
    if row.remark:
        text.append(f"  {row.remark}", style=style if row.status is Status.FAILED else "dim")
    return text


def _print_probes(page: _Page, context: str, probes: Sequence[ProbeResult], verbose: bool) -> None:
    """Print a line for each probe that found something or could not run because of an error.

    The others are counted: one line for those that passed, one for those that were not run. With `verbose`, print a
    line for each.
    """
    if not probes:
        return
    where = f" on {context}" if context else ""
    found = (Status.FAILED, Status.WARNED)
    alone = [probe for probe in probes if verbose or probe.status in found or wording.is_obstructed(probe)]
    together = {status: [probe for probe in probes if probe.status is status] for status in Status}
    if not alone and not verbose and together[Status.PASSED]:
        missing = f", {len(together[Status.NOT_RUN])} not run (--verbose)" if together[Status.NOT_RUN] else ""
        text = f"{wording.counted(len(together[Status.PASSED]), 'probe')} passed{where}{missing}"
        page.write(text, head=_marked(Status.PASSED, "  "))
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
            page.write(
                wording.counted(len(probe.problems), "warning" if probe.status is Status.WARNED else "problem"), head
            )
        else:
            page.write("", head)
    if not verbose:
        if together[Status.PASSED]:
            page.write(f"{len(together[Status.PASSED])} passed", head=_marked(Status.PASSED, "    "))
        _print_not_run(page, [probe for probe in together[Status.NOT_RUN] if probe not in alone], "    ")


def _print_not_run(page: _Page, probes: Sequence[ProbeResult], indent: str) -> None:
    reasons = collections.Counter(probe.reason for probe in probes)
    texts = [f"{count} not run: {reason}" for reason, count in reasons.items() if count >= _MIN_GROUPED]
    rest = [probe.probe for probe in probes if reasons[probe.reason] < _MIN_GROUPED]
    if rest:
        texts.append(f"{len(rest)} not run: {', '.join(rest)}")
    for text in texts:
        page.write(text, _marked(Status.NOT_RUN, indent), "dim")


def _marked(status: Status, indent: str) -> Text:
    return Text.assemble((f"{indent}{wording.MARKS[status]} ", _STYLES[status]))


def _print_problem(page: _Page, heading: Text, problem: Problem) -> None:
    def write(label: str, text: str, style: str = "", source: bool = False) -> None:
        for index, line in enumerate(text.splitlines()):
            page.write(line, Text(f"     {label if index == 0 else '':<8} ", "dim"), style, source)

    if problem.stage not in (Stage.PROCESS, Stage.CONTEXTS):
        heading.append(f"  {wording.block_name(problem.block, problem.block_class)}", style="bold")
    page.write(heading)
    write("", problem.message)
    if problem.location is not None:
        function = f"  in {problem.location.function}" if problem.location.function else ""
        write("at", wording.place(problem.location) + function, "bold")
        if problem.location.source:
            write("", problem.location.source, "cyan", source=True)
    write("inside", wording.inside_at(problem), "dim")
    if problem.operator:
        write("operator", problem.operator)
    if problem.mxnet_message and wording.first_line(problem.mxnet_message) not in problem.message:
        write("MXNet", problem.mxnet_message)
    for frame in problem.details.get("user_frames", []):
        write("", str(frame), "dim", source=True)
    shown = ", ".join(f"{name} {text}" for name, text in wording.figures(problem.details))
    if shown:
        write("figures", shown)
    if problem.rule:
        write("rule", f"{problem.rule} (explain {problem.rule}){wording.finding_at(problem)}")
    if problem.remedy:
        write("instead", problem.remedy, "green")
    if problem.fix is not None:
        _print_fix(page, "     ", problem.fix)
    if problem.also:
        write("", wording.others(problem.also))


def _print_failing_lines(page: _Page, lines: Sequence[FailingLine]) -> None:
    page.write(f"further {wording.failing_lines_heading(lines)}", head="  ", style="bold")
    for line in lines:
        mark = Text.assemble(("    ✗ " if line.proven else "    ? ", _STYLES[Status.FAILED]))
        page.write(Text.assemble((wording.place(line.location), "bold"), f"  {line.rule or ''}".rstrip()), mark)
        page.write(line.location.source, "      ", "cyan", source=True)
        page.write(line.message, "      ")
        if line.fix is not None:
            _print_fix(page, "      ", line.fix)


def _print_fix(page: _Page, indent: str, fix: FixDiff) -> None:
    page.write(wording.fix_heading(fix), f"{indent}fix: ", "green")
    for changed in fix.diff:
        if not changed.startswith("@"):
            style = {"+": "green", "-": "red"}.get(changed[:1], "dim")
            page.write(Text(changed[1:], style), Text(f"{indent}{changed[:1]} ", style), source=True)


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
