"""Every format reports the same report. No MXNet is needed here: a report is plain data."""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import html.parser
import io
import json
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import termios
import xml.etree.ElementTree as ElementTree
from typing import Any, Callable, Dict, List, Optional, Tuple

import jsonschema
import pytest

from hybridlint import about
from hybridlint_runtime.report import BlockResult, ProbeResult, Problem, Report, SourceLocation, Stage, Status, Verdict
from hybridlint_runtime.reporting import refuse_unwritable, render, write_atomically
from hybridlint_runtime.reporting.block_tree import SMALL
from hybridlint_runtime.reporting.console import render_console
from hybridlint_runtime.reporting.json_format import SCHEMA_PATH
from hybridlint_runtime.reporting.wording import spent_line

FORMATS = ("console", "json", "junit", "sarif", "html")


def block(path: str, kind: str = "Dense", status: Optional[Status] = Status.PASSED, *below: BlockResult) -> BlockResult:
    results = {"cpu(0)": {"trace": status}} if status is not None else {}
    return BlockResult(path, kind, "hybrid", calls=1, results=results, children=list(below))


def layers(prefix: str, count: int) -> List[BlockResult]:
    return [
        block(f"{prefix}.{n}", "Dense", Status.PASSED, block(f"{prefix}.{n}.act", "Activation")) for n in range(count)
    ]


@pytest.fixture(scope="module")
def report() -> Report:
    """A model with 500 blocks, one of which fails, and texts that every format must escape."""
    problem = Problem(
        Stage.TRACE,
        "AttributeError: 'Symbol' object has no attribute 'shape'",
        block="head.3.act",
        block_class="Broken<Block>",
        location=SourceLocation("models/net & co.py", 12, "hybrid_forward", "if x.shape[0] < 3 and '[red]' in y:"),
        error_type="AttributeError",
        mxnet_message="'Symbol' object has no attribute 'shape' ]]> <script>alert(1)</script>",
        rule="HYB101",
        remedy="use F.reshape codes",
        details={
            "largest_difference": float("nan"),
            "tolerance": 1e-5,
            "finding_at": "net & co.py:7: rows = x.shape[0]",
        },
        also=[f"head.{n}.act" for n in range(4, 12)],
    )
    head = layers("head", 40)
    head[3].children[0] = block("head.3.act", "Broken<Block>", Status.FAILED)
    blocks = block(
        "",
        "Net",
        Status.PASSED,
        block("body", "Sequential", Status.PASSED, *layers("body", 209)),
        block("head", "S", None, *head),
    )
    return Report(
        target="pkg.models:Net",
        verdict=Verdict.FAILED,
        summary="failed: trace",
        contexts_checked=["cpu(0)"],
        contexts_not_checked={"gpu(0)": "no GPU found"},
        blocks=blocks,
        probes=[
            ProbeResult("trace", "cpu(0)", Status.FAILED, problems=[problem], seconds=0.25),
            ProbeResult("batch", "cpu(0)", Status.NOT_RUN, "the probe 'trace' failed"),
            ProbeResult("flags", "cpu(0)", Status.PASSED, seconds=0.5),
        ],
        problems=[problem],
        timings={"cpu(0)": {"imperative_s": 0.004, "hybridized_s": 0.001}},
        environment={"mxnet": "1.9.1"},
        inputs=["float32 (2, 3)"],
        model_output="a line \x07 and <b>bold</b>\n",
    )


def could_not_look() -> Report:
    return Report("other:Net", summary="other.py cannot be read: No such file")


@pytest.mark.parametrize("format_", FORMATS)
def test_every_format_shows_what_matters(report: Report, format_: str) -> None:
    text = render([report, could_not_look()], format_, to_file=True)
    assert text.endswith("\n")
    for entries in ("pkg.models:Net", "HYB101", "12", "use F.reshape codes"):
        assert entries in text
    assert "has no attribute" in text


def test_the_console_unfolds_only_what_matters(report: Report) -> None:
    text = render([report], "console", to_file=True)
    tree = [line for line in text.splitlines() if re.match(r"[│├└ ─✓✗·]*[✓✗·] ", line)]
    assert len(tree) < SMALL
    assert any("✗ act Broken<Block>" in line for line in tree)
    assert any("body Sequential" in line and "and 418 blocks below" in line for line in tree)
    assert "500 blocks" in text or "501 blocks" in text
    whole = render([report], "console", all_blocks=True, to_file=True)
    assert sum("Activation" in line for line in whole.splitlines()) == 248
    assert "HYB101 (explain HYB101), reported at net & co.py:7: rows = x.shape[0]" in text
    # Plain, and the same each time.
    assert "\x1b" not in text and text == render([report], "console", to_file=True)
    assert "4.0 times as fast" in text and "imperative 4 ms" in text
    assert "'[red]' in y" in text
    assert "gpu(0): not checked, no GPU found" in text
    assert "also in head.4.act, head.5.act, head.6.act, head.7.act, head.8.act and 3 more" in text


@pytest.mark.parametrize("format_", FORMATS)
def test_every_format_shows_what_probes_warn_of_once_for_all_contexts(format_: str) -> None:
    warning = Problem(Stage.STRUCTURE, "nobody uses the bias", "body.0", remedy="remove the bias", also=["body.1"])
    probes = [ProbeResult("unused", context, Status.WARNED, problems=[warning]) for context in ("cpu(0)", "cpu(1)")]
    text = html.unescape(render([Report("Net", Verdict.PASSED, probes=probes)], format_, to_file=True))
    assert "nobody uses the bias" in text and "remove the bias" in text and "body.1" in text
    if format_ in ("console", "html"):
        assert text.count("nobody uses the bias") == 1


def test_no_block_above_a_failure_is_shown_as_passed() -> None:
    """Neither above a block that failed, nor where only a probe of the whole model found the failure."""
    problem = Problem(Stage.GRADIENTS, "other gradients", "body.0.act")
    body = block("body", "S", Status.PASSED, *layers("body", 2))
    inside = Report(
        "m:Net",
        Verdict.FAILED,
        blocks=block("", "Net", Status.PASSED, body),
        probes=[ProbeResult("gradients", "cpu(0)", Status.FAILED, problems=[problem])],
        problems=[problem],
    )
    text = render([inside], "console", to_file=True)
    for row in ("✗ Net", "✗ body S", "✗ 0 Dense", "✗ act Activation  gradients", "✓ 1 Dense"):
        assert row in text
    crashed = Report("m:Net", Verdict.FAILED, blocks=block("", "Net"), problems=[Problem(Stage.PROCESS, "a crash")])
    assert "✗ Net  process" in render([crashed], "console", to_file=True)
    assert "✗ Net" in render([Report("m:Net", Verdict.FAILED, blocks=block("", "Net"))], "console", to_file=True)


def test_probes_of_a_pass_fold_and_verbose_shows_all() -> None:
    probes = [ProbeResult(name, "cpu(0)", Status.PASSED) for name in ("trace", "outputs")]
    probes.append(ProbeResult("fusion", "cpu(0)", Status.NOT_RUN, "only GPUs fuse operators"))
    passed = Report("m:Net", Verdict.PASSED, "agrees", contexts_checked=["cpu(0)"], probes=probes)
    folded = render([passed], "console", to_file=True).splitlines()
    assert "  ✓ 2 probes passed on cpu(0), 1 not run (--verbose)" in folded
    assert render([passed], "console", quiet=True, to_file=True) == "PASSED m:Net: 2 probes, 1 not run\n"
    verbose = render([passed], "console", to_file=True, verbose=True).splitlines()
    assert {"    ✓ trace", "    ✓ outputs", "    – fusion   not run: only GPUs fuse operators"} <= set(verbose)
    # What went wrong is not folded away.
    probes.append(ProbeResult("modes", "cpu(0)", Status.NOT_RUN, "the model raises", details={"raised": True}))
    assert "    – modes  not run: the model raises" in render([passed], "console", to_file=True).splitlines()
    assert render([passed], "console", quiet=True, to_file=True).endswith("; not checked: modes (the model raises)\n")


def test_a_file_holds_the_reason_why_nothing_was_checked() -> None:
    report = Report("m:Net", summary="m:Net cannot be built: KeyError: 'vocabulary'", notes=["m.py:7: raise KeyError"])
    text = render([report], "console", to_file=True)
    assert text == "COULD NOT LOOK  m:Net: it cannot be built: KeyError: 'vocabulary'\n    m.py:7: raise KeyError\n"
    assert render([report], "console") == ""  # stderr has it


def test_a_stream_without_marks_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    failed = Report("m:Net", Verdict.FAILED, blocks=block("", "Net"), problems=[Problem(Stage.TRACE, "it fails")])
    text = render([failed], "console")
    assert text.isascii() and "x Net  trace" in text


SHOW = """
import sys
from hybridlint_runtime.report import Report
from hybridlint_runtime.reporting import render
import json
report = Report.from_json(json.load(open(sys.argv[1])))
sys.stdout.write(render([report], "console"))
"""


def on_a_terminal(path: pathlib.Path, columns: int, **environment: str) -> List[str]:
    """What the console report looks like at a real terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    command = [sys.executable, "-c", SHOW, str(path)]
    settings = {**inherited, "TERM": "xterm-256color", **environment}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=settings) as ran:
        os.close(theirs)
        written = b""
        with contextlib.suppress(OSError):  # the terminal is closed
            while True:
                written += os.read(ours, 65536)
    os.close(ours)
    assert ran.returncode == 0, written.decode()
    return written.decode().splitlines()


@pytest.mark.parametrize("columns", [80, 50])
def test_at_a_terminal_lines_break_between_words_only(report: Report, tmp_path: pathlib.Path, columns: int) -> None:
    remedy = "`F.broadcast_like`, `F.slice_like`, `F.zeros_like`, `F.contrib.arange_like`, or `F.shape_array(x)`, " * 3
    wordy = dataclasses.replace(report.problems[0], remedy=remedy)
    shown = dataclasses.replace(report, problems=[wordy], probes=[])
    path = tmp_path / "report.json"
    path.write_text(json.dumps(shown.to_json()))
    lines = on_a_terminal(path, columns)
    assert any("\x1b[" in line for line in lines)
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    unwrapped = render([shown], "console", to_file=True)
    assert " ".join(" ".join(plain).split()) == " ".join(unwrapped.split())
    assert all(len(line) <= columns or len(line.split()) == 1 for line in plain)
    (start,) = [number for number, line in enumerate(plain) if line.startswith("     instead  ")]
    assert all(
        line.startswith(" " * 14 + "`F.") or line.startswith(" " * 14 + "or") for line in plain[start + 1 : start + 3]
    )


def test_no_color_is_respected(report: Report, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report.to_json()))
    coloured, plain = (" ".join(on_a_terminal(path, 80, **more)) for more in ({}, {"NO_COLOR": "1"}))
    colour = re.compile(r"\x1b\[[0-9;]*3[0-9]m")
    assert colour.search(coloured) and not colour.search(plain)


def test_equal_failures_in_a_row_are_reported_once() -> None:
    failing = [block(f"{n}", "Bad", Status.FAILED) for n in range(100)]
    text = render([Report("m:Net", Verdict.FAILED, blocks=block("", "Net", None, *failing))], "console", to_file=True)
    assert "✗ 0 Bad" in text and "1 … 99 99 more like it" in text and "✗ 50" not in text


def test_json_has_no_nan_and_comes_back(report: Report) -> None:
    text = render([report], "json")

    def refuse(name: str) -> Any:
        raise AssertionError(f"{name} is no JSON")

    document = json.loads(text, parse_constant=refuse)
    with open(SCHEMA_PATH, encoding="utf-8") as stream:
        jsonschema.validate(document, json.load(stream))
    again = Report.from_json(document["reports"][0])
    assert again.problems[0].location == report.problems[0].location and again.blocks == report.blocks
    assert document["verdict"] == "failed"


def test_junit_counts_and_escapes(report: Report) -> None:
    root = ElementTree.fromstring(render([report, could_not_look()], "junit"))
    first, second = root.findall("testsuite")
    assert int(first.get("tests", 0)) == 3
    assert (first.get("failures"), first.get("errors"), first.get("skipped")) == ("1", "0", "1")
    assert (second.get("tests"), second.get("errors")) == ("1", "1")
    failure = first.find(".//testcase[@name='trace']/failure")
    assert failure is not None and failure.text is not None
    assert "<script>" in failure.text and "net & co.py:12" in failure.text
    assert "HYB101, reported at net & co.py:7: rows = x.shape[0]: use F.reshape codes" in failure.text
    assert first.get("time") == "0.750"


def test_junit_counts_a_cause_once() -> None:
    """The same problem in two probes and on two contexts is one failure; another problem is a second."""
    cause, second = Problem(Stage.TRACE, "no graph", "a"), Problem(Stage.VALUES, "other values", "b")
    results = [("trace", "cpu(0)", [cause]), ("blocks", "cpu(0)", [cause, second]), ("trace", "cpu(1)", [cause])]
    probes = [ProbeResult(name, context, Status.FAILED, problems=problems) for name, context, problems in results]
    tree = block("", "Net", Status.FAILED, block("a", "A", Status.FAILED), block("b", "B", Status.FAILED))
    report = Report("m:Net", Verdict.FAILED, blocks=tree, probes=probes, problems=[cause, second])
    root = ElementTree.fromstring(render([report], "junit"))
    assert (root.get("tests"), root.get("failures"), root.get("skipped")) == ("3", "2", "1")
    (skipped,) = root.iter("skipped")
    assert skipped.get("message") == "fails for the same cause as trace on cpu(0)"


def test_sarif_points_into_the_source(report: Report, check_sarif: Callable[[Any], None]) -> None:
    document = json.loads(render([report, could_not_look()], "sarif"))
    check_sarif(document)
    (run,) = document["runs"]
    (result,) = run["results"]
    assert "HYB101, reported at net & co.py:7: rows = x.shape[0]" in result["message"]["text"]
    place = result["locations"][0]
    driver = run["tool"]["driver"]
    rule = driver["rules"][result["ruleIndex"]]
    assert rule["id"] == result["ruleId"] == "HYB101"
    assert "shape" in rule["help"]["text"] and rule["fullDescription"]["text"]
    assert driver["version"] == about.version() and driver["informationUri"].startswith("https://")
    assert result["level"] == "error" and place["physicalLocation"]["region"]["startLine"] == 12
    assert place["physicalLocation"]["artifactLocation"] == {
        "uri": "models/net%20%26%20co.py",
        "uriBaseId": "PROJECTROOT",
    }
    assert place["logicalLocations"][0]["fullyQualifiedName"] == "pkg.models:Net/head.3.act"
    assert [invocation["executionSuccessful"] for invocation in run["invocations"]] == [True, False]


def test_github_annotates_the_line_of_a_problem(report: Report) -> None:
    lines = render([report, could_not_look()], "github").splitlines()
    problem = report.problems[0]
    assert lines[0].startswith(
        f"::error file=models/net & co.py,line=12,title=HYB101 in {report.target.replace(':', '%3A')}::"
    )
    assert problem.message.splitlines()[0] in lines[0] and "COULD NOT LOOK" in lines[-1]


@pytest.mark.parametrize("stage", Stage)
def test_sarif_describes_problems_that_no_rule_explains(stage: Stage, check_sarif: Callable[[Any], None]) -> None:
    document = json.loads(render([Report("m:Net", Verdict.FAILED, problems=[Problem(stage, "message")])], "sarif"))
    check_sarif(document)
    (rule,) = document["runs"][0]["tool"]["driver"]["rules"]
    assert rule["id"].startswith("runtime/") and rule["fullDescription"]["text"].endswith(".")


class Page(html.parser.HTMLParser):
    """Counts tags and keeps every attribute that could load something."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: Dict[str, int] = {}
        self.links: List[Tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: List[Tuple[str, Optional[str]]]) -> None:
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.links += [(name, value or "") for name, value in attrs if name in ("src", "href", "action", "srcset")]


def test_html_is_one_page_that_loads_nothing(report: Report) -> None:
    """Links lead within the page, and a policy forbids to load anything; what a model states is no element of it."""
    text = render([report, could_not_look()], "html")
    page = Page()
    page.feed(text)
    assert "b" not in page.tags and "link" not in page.tags and "img" not in page.tags
    assert all(value.startswith("#") for _, value in page.links)
    assert "default-src 'none'" in text and not re.search(r"@import", text)
    assert "<script>alert" not in text
    assert text.count('role="treeitem"') == 501


def test_html_holds_the_data_that_it_draws(report: Report) -> None:
    """As JSON that no text of a model can end: neither `</script>` nor a comment."""
    blocks = dataclasses.replace(report.blocks, class_name="</script><!--", graph={"nodes": [], "edges": []})
    text = render([dataclasses.replace(report, blocks=blocks)], "html")
    (held,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    (rows,) = json.loads(held)
    assert [row["class"] for row in rows][:2] == ["</script><!--", "Sequential"] and len(rows) == 501


def test_a_file_is_replaced_whole(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "report.json"
    path.write_text("old")
    path.chmod(0o640)
    write_atomically(str(path), "né\n")
    assert path.read_text(encoding="utf-8") == "né\n" and path.stat().st_mode & 0o777 == 0o640
    assert [item.name for item in tmp_path.iterdir()] == ["report.json"]


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(str(path))
    reader = os.open(str(path), os.O_RDONLY | os.O_NONBLOCK)
    try:
        refuse_unwritable(str(path))
        write_atomically(str(path), "né\n")
        assert os.read(reader, 100).decode("utf-8") == "né\n" and path.is_fifo()
    finally:
        os.close(reader)


def test_verbose_shows_where_the_time_went() -> None:
    report = Report("mymodel:Net", seconds=10.0)
    for name, seconds in (("outputs", 1.5), ("archive", 4.0), ("trace", 0.0)):
        report.probes.append(ProbeResult(name, "cpu(0)", Status.PASSED, seconds=seconds))
    line = spent_line(report)
    assert line == "10 s in all: 4.5 s for imports, the model and the report, archive 4 s, outputs 1.5 s"
    assert line in render_console([report], verbose=True) and line not in render_console([report])
    assert spent_line(Report("mymodel:Net")) == ""
