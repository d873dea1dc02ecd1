"""One self-contained HTML file that loads nothing: the page, its styles, its script and the data that it draws."""

from __future__ import annotations

import dataclasses
import datetime
import json
import math
import pathlib
import re
from importlib import metadata
from typing import Any, Dict, List, Mapping, Optional, Sequence

import jinja2
from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from hybridlint import about
from hybridlint.explaining import find, without_links

from ...questions import ALL
from ...report import BlockResult, Excerpt, ProbeResult, Problem, Report, Status, Verdict, now, walk
from .. import wording
from ..block_tree import judged_tree, name_below, worst_status
from ..json_format import finite, worst

_FOLDER = pathlib.Path(__file__).resolve().parent
_ORDER = (Verdict.FAILED, Verdict.COULD_NOT_LOOK, Verdict.PASSED)
#: Ends of the logarithmic axis on which differences are plotted, as powers of ten of the tolerance.
_LEAST, _MOST = -6.0, 2.0


def render_html(reports: Sequence[Report]) -> str:
    """Return the page for all reports. Everything that comes from a model is escaped."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(str(_FOLDER)),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.globals.update(
        MARKS=wording.MARKS,
        PROVEN=wording.PROVEN,
        READ=wording.READ,
        STAGES=wording.STAGES,
        Status=Status,
        block_name=wording.block_name,
        counted=wording.counted,
        duration=wording.duration,
        failing_lines_heading=wording.failing_lines_heading,
        fix_heading=wording.fix_heading,
        spent_line=wording.spent_line,
    )
    environment.filters.update(breakable=_breakable, code=_with_code, kebab=_kebab, paragraphs=_paragraphs)
    named = {probe.probe for report in reports for probe in report.probes}
    failures_first = sorted(reports, key=lambda report: _ORDER.index(report.verdict))
    targets = [_target(report, number) for number, report in enumerate(failures_first, 1)]
    dagre = _dagre() if any(block["graph"] for target in targets for block in target["data"]) else ""
    page = environment.get_template("report.html.jinja").render(
        verdict=worst(reports).value,
        headline=_headline(reports),
        made=datetime.datetime.fromisoformat(now()).strftime("%d %B %Y, %H:%M (UTC%z)"),
        versions=_versions(reports),
        targets=targets,
        glossary=[probe for probe in ALL if probe.name in named],
        style=Markup((_FOLDER / "report.css").read_text(encoding="utf-8")),
        script=Markup((_FOLDER / "report.js").read_text(encoding="utf-8")),
        dagre=Markup(dagre),
        data=_embedded([target["data"] for target in targets]),
    )
    return page if page.endswith("\n") else page + "\n"


def _dagre() -> str:
    """Return the source of the graph layout library from the package XStatic-Dagre, "" if it is not installed."""
    try:
        file = metadata.distribution("XStatic-Dagre").locate_file("xstatic/pkg/dagre/data/dagre.min.js")
        return pathlib.Path(str(file)).read_text(encoding="utf-8")
    except (metadata.PackageNotFoundError, OSError):
        return ""


def _embedded(data: Any) -> Markup:
    """Return `data` as JSON that is safe inside a script element."""
    text = json.dumps(finite(data), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def _headline(reports: Sequence[Report]) -> str:
    """Return `2 of 3 models failed`, or the target of the only report."""
    if len(reports) == 1:
        return reports[0].target
    for verdict, words in ((Verdict.FAILED, "failed"), (Verdict.COULD_NOT_LOOK, "could not be checked")):
        count = sum(report.verdict is verdict for report in reports)
        if count:
            return f"{count} of {len(reports)} models {words}"
    return f"{len(reports)} models passed" if reports else "no model was checked"


def _versions(reports: Sequence[Report]) -> List[str]:
    versions: Dict[str, str] = {"hybridlint": about.version()}
    for report in reports:
        versions.update(report.environment)
    return [f"{name} {version}" for name, version in versions.items()]


def _target(report: Report, number: int) -> Dict[str, Any]:
    """Return the template's data for one report. `data` is for the script: the blocks in the order of their rows."""
    tree = judged_tree(report)
    blocks = walk(tree) if tree is not None else []
    anchors = {block.path: f"t{number}-b{index}" for index, block in enumerate(blocks)}
    problems = [_problem(problem, f"t{number}-p{index}", anchors) for index, problem in enumerate(report.problems, 1)]
    warned = [
        {**_problem(problem, f"t{number}-w{index}", anchors), "probe": probe}
        for index, (probe, problem) in enumerate(wording.warnings(report), 1)
    ]
    return {
        "anchor": f"t{number}",
        "report": report,
        "problems": problems,
        "warnings": warned,
        "lines": [
            {
                "anchor": f"t{number}-l{index}",
                "line": line,
                "place": wording.place(line.location),
                "source": _highlighted([line.location.source])[0],
            }
            for index, line in enumerate(report.failing_lines, 1)
        ],
        "tree": _row(tree, "", anchors) if tree is not None else None,
        "blocks": len(blocks),
        "probes": _probes(report.probes, problems, warned),
        "timings": _timings(report),
        "contexts": wording.contexts_line(report),
        "data": [_block_data(block, anchors, problems) for block in blocks],
    }


def _problem(problem: Problem, anchor: str, anchors: Mapping[str, str]) -> Dict[str, Any]:
    return {
        "anchor": anchor,
        "problem": problem,
        "place": wording.place(problem.location),
        "block_anchor": anchors.get(problem.block, ""),
        "also": [(path, anchors.get(path, "")) for path in problem.also],
        "source": _source(problem),
        "rule": find(problem.rule) if problem.rule else None,
        "finding_at": wording.finding_at(problem),
        "mxnet": problem.mxnet_message
        if wording.first_line(problem.mxnet_message or "") not in problem.message
        else "",
        "plot": _plot_of_problem(problem),
        "figures": wording.figures(problem.details),
    }


def _source(problem: Problem) -> List[Dict[str, Any]]:
    """Return the lines around a problem: number, highlighted text, and whether it is the problem's line."""
    location = problem.location
    if location is None:
        return []
    excerpt = problem.excerpt or Excerpt(location.line, [location.source])
    shown = list(excerpt.lines)
    while shown and not shown[-1].strip():
        shown.pop()
    numbers = range(excerpt.first_line, excerpt.first_line + len(shown))
    lines = _highlighted(shown)
    return [{"number": n, "text": text, "hit": n == location.line} for n, text in zip(numbers, lines)]


def _highlighted(lines: Sequence[str]) -> List[Markup]:
    """Return lines of Python as HTML with the classes of Pygments."""
    html = highlight("\n".join(lines), PythonLexer(stripnl=False, ensurenl=False), HtmlFormatter(nowrap=True))
    return [Markup(line) for line in html.split("\n")][: len(lines)]


def _row(block: BlockResult, parent: str, anchors: Mapping[str, str]) -> Dict[str, Any]:
    """Return one row of the tree with those below it. It is expanded if a row below failed or warned."""
    below = [_row(child, block.path, anchors) for child in block.children]
    troubled = any(row["status"] in (Status.FAILED, Status.WARNED) for row in below)
    return {
        "anchor": anchors[block.path],
        "name": name_below(block, parent),
        "class_name": block.class_name,
        "status": worst_status(block),
        "failed": bool(wording.failed_stages(block)),
        "remark": wording.remark(block),
        "below": below,
        "open": troubled or not block.path,
        "plot": _plot_of(block),
    }


def _plot_of(block: BlockResult) -> Optional[Dict[str, Any]]:
    """Return the difference of a block relative to its tolerance, for the context where that is largest; None if
    nothing was measured. `at` is the end of the bar, from 0 to 1."""
    plots = [
        _plot(float(measured["difference"]), float(measured["tolerance"]))
        for measured in block.measured.values()
        if "difference" in measured and "tolerance" in measured
    ]
    return max(plots, key=lambda plot: float(plot["at"]), default=None)


def _plot_of_problem(problem: Problem) -> Optional[Dict[str, Any]]:
    """Return the plot of a problem's difference relative to its tolerance, None if it has none."""
    largest, allowed = (problem.details.get(name) for name in ("largest_difference", "allowed_difference"))
    if largest is None or allowed is None:
        return None
    return _plot(float(largest), float(allowed))


def _plot(difference: float, tolerance: float) -> Dict[str, Any]:
    if difference == 0:
        share, at = 0.0, 0.0
    else:
        share = difference / tolerance if tolerance else math.inf
        power = math.log10(share) if 0 < share < math.inf else _MOST
        at = min(max((power - _LEAST) / (_MOST - _LEAST), 0.02), 1.0)
    text = "no difference" if difference == 0 else f"difference {difference:.2g}"
    return {"at": round(at, 4), "beyond": share > 1, "text": f"{text}, tolerance {tolerance:.2g}"}


def _block_data(
    block: BlockResult, anchors: Mapping[str, str], problems: Sequence[Mapping[str, Any]]
) -> Dict[str, Any]:
    status = worst_status(block)
    return {
        "anchor": anchors[block.path],
        "path": block.path,
        "class": block.class_name,
        "kind": block.kind,
        "status": status.value if status is not None else "",
        "calls": block.calls,
        "remark": wording.remark(block),
        "results": block.results,
        "inputs": block.inputs,
        "outputs": block.outputs,
        "parameters": block.own_parameters,
        "measured": {
            context: {
                **figures,
                "plot": _plot_of(dataclasses.replace(block, measured={context: figures})),
            }
            for context, figures in block.measured.items()
        },
        "problems": [
            item["anchor"] for item in problems if block.path in (item["problem"].block, *item["problem"].also)
        ],
        "graph": _graph(block.graph, anchors, problems) if block.graph is not None else None,
    }


def _graph(graph: Dict[str, Any], anchors: Mapping[str, str], problems: Sequence[Mapping[str, Any]]) -> Dict[str, Any]:
    """Return `graph` with links: from the node of a child to its row, from an operator to the problem on its line."""
    located = {
        f"{item['problem'].location.file}:{item['problem'].location.line}": item["anchor"]
        for item in problems
        if item["problem"].location is not None
    }
    nodes = []
    for node in graph["nodes"]:
        link = anchors.get(node["name"], "") if node["kind"] == "block" else ""
        nodes.append({**node, "link": link, "problem": located.get(node.get("line", ""), "")})
    return {"nodes": nodes, "edges": graph["edges"]}


def _probes(
    probes: Sequence[ProbeResult], problems: Sequence[Mapping[str, Any]], warned: Sequence[Mapping[str, Any]]
) -> Dict[str, List[Dict[str, Any]]]:
    """Group the probes into `found` (found something, or could not run because of an error), `passed` and `not_run`.

    Each has the anchors of its problems.
    """
    anchors: Dict[str, str] = {}
    for item in (*problems, *warned):
        anchors.setdefault(item["problem"].message + item["problem"].block, item["anchor"])
    groups: Dict[str, List[Dict[str, Any]]] = {"found": [], "passed": [], "not_run": []}
    for probe in sorted(probes, key=lambda item: wording.SEVERITY.index(item.status)):
        links = [anchors.get(problem.message + problem.block, "") for problem in probe.problems]
        shown = {"probe": probe, "links": list(dict.fromkeys(filter(None, links)))}
        if probe.status in (Status.FAILED, Status.WARNED) or wording.is_obstructed(probe):
            groups["found"].append(shown)
        else:
            groups["passed" if probe.status is Status.PASSED else "not_run"].append(shown)
    return groups


def _timings(report: Report) -> List[Dict[str, Any]]:
    """Return time and memory of one call on each context where both runs were measured, as bars from 0 to 1."""
    bars = []
    for context, measured in report.timings.items():
        for what, unit, key in (
            ("time of one call", wording.duration, "{}_s"),
            ("memory of one call", wording.memory, "{}_peak_memory_mib"),
        ):
            result = [measured.get(key.format(run)) if isinstance(measured, dict) else None for run in _RUNS]
            values = [float(value) for value in result if isinstance(value, (int, float)) and value > 0]
            if len(values) < len(_RUNS):
                continue
            largest = max(values)
            shown = [{"run": run, "text": unit(value), "at": value / largest} for run, value in zip(_RUNS, values)]
            bars.append({"context": context, "what": what, "bars": shown})
    return bars


_RUNS = ("imperative", "hybridized")
_SEPARATOR = re.compile(r"([./:(,]|_(?=[^_]))")
_CODE = re.compile(r"`([^`]+)`")
_EMPHASIS = re.compile(r"(?<![\w*])\*(\w+)\*(?![\w*])")


def _with_code(text: str) -> Markup:
    """Return `text` as HTML, with the parts in backticks as code; without links to the documentation."""
    marked = _EMPHASIS.sub(r"<em>\1</em>", str(escape(without_links(text))))
    return Markup(_CODE.sub(r"<code>\1</code>", marked))


def _breakable(text: str) -> Markup:
    """Return a path or a target as HTML that may wrap after separators, not inside names."""
    return Markup(_SEPARATOR.sub(r"\1<wbr>", str(escape(text))))


def _paragraphs(text: str) -> Markup:
    """Convert Markdown of paragraphs and code to HTML."""
    parts = []
    for part in re.split(r"\n\s*\n", text.strip()):
        fenced = re.match(r"```\w*\n(.*?)\n?```$", part.strip(), re.DOTALL)
        parts.append(f"<pre>{escape(fenced.group(1))}</pre>" if fenced else f"<p>{_with_code(part)}</p>")
    return Markup("".join(parts))


def _kebab(value: Any) -> str:
    """Convert `Status.NOT_RUN` to `not-run`, a CSS class."""
    text = getattr(value, "value", value) or "nothing"
    return str(text).replace(" ", "-")
