"""One check lists all failing lines: what MXNet raises, and what the linter finds with the facts of the run."""

from __future__ import annotations

import dataclasses
import gc
import json
from pathlib import Path
from typing import Any, Dict, Set

import pytest

import hybridlint_runtime
from hybridlint.cli import main as lint
from hybridlint_runtime.report import Report
from hybridlint_runtime.reporting import render

#: Five failures, of which tracing raises the first. Line 20 fails for these shapes only; line 23 does not run.
MODEL = '''\
import mxnet as mx
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    """Five different failures."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(6)
        self.scale = None
        self.calls = 0

    def hybrid_forward(self, F, x, y):
        h = self.dense(x)
        flat = h.reshape((h.shape[0], -1))
        top = flat[0:1]
        h = mx.nd.relu(flat)
        h = self.shifted(
            h * y,
        )
        if self.scale is not None:
            h = h * h.shape[0]
        h += top.mean()
        return h

    def shifted(self, h):
        return h + 1
'''
LINES = {16: "HYB101", 17: "HYB301", 18: "HYB108", 20: "HYB201", 24: "HYB203"}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("failing") / "net_of_five_failures.py"
    path.write_text(MODEL)
    return path


@pytest.fixture(scope="module")
def report(file: Path) -> Report:
    return hybridlint_runtime.check(f"{file}:Net", (2, 3), (2, 1), probes=["trace"])


def test_every_failing_line_is_named(report: Report) -> None:
    assert {line.location.line: line.rule for line in report.failing_lines} == LINES
    assert [line.location.line for line in report.failing_lines if line.proven] == list(LINES), "by going on"
    assert "no attribute 'shape'" in report.failing_lines[0].evidence
    assert {line.location.function for line in report.failing_lines} == {"hybrid_forward"}


def test_problems_and_failing_lines_propose_the_same_edit(report: Report) -> None:
    lines = {line.location.line: line for line in report.failing_lines}
    problems = [*report.problems, *(problem for probe in report.probes for problem in probe.problems)]
    shown = [problem for problem in problems if problem.location is not None]
    assert shown
    for problem in shown:
        assert problem.location is not None
        line = lines[problem.location.line]
        assert (problem.rule, problem.fix) == (line.rule, line.fix)
        assert problem.fix is None or line.message.endswith(f"; {problem.remedy}")


def test_a_line_without_a_finding_gets_no_fix_of_another_line(tmp_path: Path) -> None:
    text = """\
import os

from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        h = x.reshape((x.shape[0], -1))
        return h / getattr(h, os.environ.get("ATTRIBUTE_OF_THE_TEST", "shape"))[0]
"""
    (tmp_path / "net_of_one_rule.py").write_text(text)
    report = hybridlint_runtime.check(f"{tmp_path / 'net_of_one_rule.py'}:Net", (2, 3), probes=["trace"])
    first, last = report.failing_lines
    assert (first.rule, first.location.line) == (last.rule, last.location.line - 1) == ("HYB101", 8)
    assert first.fix is not None
    assert last.proven and last.fix is None


def test_the_facts_of_the_run(report: Report, file: Path) -> None:
    (facts,) = report.facts["files"]
    assert facts["file"] == str(file)
    (block,) = facts["blocks"]["Net"]
    assert block["inputs"]["y"] == {"kind": "tensor", "shape": [2, 1], "dtype": "float32"}
    assert block["attributes"] == {"scale": None, "calls": 0}
    assert block["children"] == {"dense": {"kind": "tensor", "shape": [2, 6], "dtype": "float32"}}
    assert {16, 20, 24} <= set(facts["lines"])
    assert 23 not in facts["lines"]


def test_the_functions_of_lambdas_have_facts(tmp_path: Path) -> None:
    text = """\
from mxnet.gluon import nn


def scaled(F, x, y):
    return x * y


def net():
    return nn.HybridLambda(scaled)
"""
    (tmp_path / "of_lambdas.py").write_text(text)
    report = hybridlint_runtime.check(f"{tmp_path / 'of_lambdas.py'}:net", (2, 3), (2, 1), probes=["trace", "outputs"])
    (facts,) = report.facts["files"]
    (call,) = facts["blocks"]["scaled:4"]
    assert {name: value["shape"] for name, value in call["inputs"].items()} == {"x": [2, 3], "y": [2, 1]}
    assert [line.location.line for line in report.failing_lines] == [5]


def test_facts_of_many_calls(tmp_path: Path) -> None:
    text = """\
from mxnet.gluon import HybridBlock


class Part(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * y


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.part = Part()

    def hybrid_forward(self, F, x):
        found = x
        for end in range(1, 41):
            row = F.slice_axis(x, axis=1, begin=0, end=end)
            found = F.concat(found, self.part(row, row), dim=1)
        return found
"""
    (tmp_path / "many_calls.py").write_text(text)
    report = hybridlint_runtime.check(f"{tmp_path / 'many_calls.py'}:Net", (2, 40), probes=["trace"])
    assert report.failing_lines == []
    (facts,) = report.facts["files"]
    calls = facts["blocks"]["Part"]
    lengths = [call["inputs"]["x"]["shape"][1] for call in calls if call["inputs"]]
    assert len(calls) > len(lengths), "the further calls have no shape in common"
    assert lengths == list(range(1, len(calls)))


#: Blocks that run code of their own around statements, and in objects and parameters.
AROUND = """\
import mxnet as mx
from mxnet.gluon import HybridBlock


class Flattened:
    def __init__(self, x, known=None):
        self.x = x
        self.known = known or x.shape  # object

    def __enter__(self):
        self.x = self.x.reshape((-1, self.x.shape[-1]))  # enter
        return self, self.x

    def __exit__(self, *error):
        self.x = self.x.reshape((self.x.shape[0], -1))  # exit


class Entering(HybridBlock):
    def hybrid_forward(self, F, x):
        with Flattened(x, (2, 3)) as (flat, y):
            flat.x = F.softmax(y)
        return flat.x


class Doubled(Flattened):
    def __enter__(self):
        self.y = self.x * 2
        return self


class Leaving(HybridBlock):
    def hybrid_forward(self, F, x):
        with self.name_scope(), Doubled(x, (2, 3)) as doubled:  # scope
            x = F.relu(doubled.y)
        return F.relu(doubled.x)


class Holding(HybridBlock):
    def hybrid_forward(self, F, x):
        held = Flattened(x)
        y = F.relu(held.x)
        return y.reshape(y.shape)  # held


class Unserializable(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mean = self.params.get("mean", shape=(3,), init=mx.init.Constant([0.1, 0.2, 0.3]))  # parameter

    def hybrid_forward(self, F, x, mean):
        y = F.broadcast_sub(x, mean)
        return y.reshape(y.shape)  # minus
"""


@pytest.mark.parametrize(
    "name, failing",
    [
        ("Entering", {"enter"}),
        ("Leaving", {"scope", "exit"}),
        ("Holding", {"object", "held"}),
        ("Unserializable", {"parameter", "minus"}),
    ],
)
def test_user_code_around_statements(tmp_path: Path, name: str, failing: Set[str]) -> None:
    (tmp_path / "around.py").write_text(AROUND)
    report = hybridlint_runtime.check(f"{tmp_path / 'around.py'}:{name}", (2, 3), probes=["trace"])
    lines = AROUND.splitlines()
    proven = {lines[line.location.line - 1] for line in report.failing_lines if line.proven}
    assert {line.rpartition("# ")[2] for line in proven} == failing
    assert not [note for note in report.notes if note.startswith("hybridlint-runtime failed")]


def test_what_the_garbage_collector_calls_is_no_fact_of_the_model(tmp_path: Path) -> None:
    text = """\
import gc

from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        gc.collect()
        return F.relu(x)
"""
    (tmp_path / "collecting.py").write_text(text)
    called = []

    def callback(phase: str, info: Dict[str, int]) -> None:
        called.append(phase)

    gc.callbacks.append(callback)
    try:
        report = hybridlint_runtime.check(f"{tmp_path / 'collecting.py'}:Net", (2, 3), probes=["trace"])
    finally:
        gc.callbacks.remove(callback)
    assert called
    assert [Path(facts["file"]).name for facts in report.facts["files"]] == ["collecting.py"]


def test_the_linter_finds_them_again_without_the_model(
    report: Report, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "report.json").write_text(render([report], "json"))
    assert lint(["check", "--isolated", "--format", "json", "--facts", str(tmp_path / "report.json")]) == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert {finding["line"]: finding["code"] for finding in findings} == LINES


def test_an_unsafe_fix_states_what_may_change(tmp_path: Path) -> None:
    text = "import mxnet as mx\nfrom mxnet.gluon import HybridBlock\n\n\n"
    text += "class Net(HybridBlock):\n    def hybrid_forward(self, F, x):\n"
    (tmp_path / "unsafe.py").write_text(f"{text}        return x * x.as_in_context(mx.cpu()).sum().asscalar()\n")
    report = hybridlint_runtime.check(f"{tmp_path / 'unsafe.py'}:Net", (2, 3), probes=["trace"])
    risk = "may change the imperative result: the result stays on the device of the array"
    assert risk in " ".join(render([report], "console").split())


def test_the_report_comes_back_from_json(report: Report) -> None:
    assert dataclasses.asdict(Report.from_json(report.to_json())) == dataclasses.asdict(report)


@pytest.mark.parametrize("format", ["console", "html", "junit", "sarif"])
def test_every_format_shows_them(report: Report, format: str) -> None:
    text = render([report], format, to_file=True)
    for line in report.failing_lines[1:]:
        assert line.rule is not None
        assert line.rule in text
        assert line.location.source.split("(")[0].split(" + ")[0] in text
    if format in ("console", "html"):
        # The console lists those that no problem shows.
        assert ("5 failing lines: 5 proven" in text) == (format == "html")
        assert "F.slice_axis(flat, axis=0, begin=0, end=1)" in text


def test_the_fixes_in_sarif_change_the_expression(report: Report) -> None:
    results = json.loads(render([report], "sarif"))["runs"][0]["results"]
    fixed = [result for result in results if result["ruleId"] == "HYB301"]
    text = MODEL
    for replacement in reversed(fixed[0]["fixes"][0]["artifactChanges"][0]["replacements"]):
        text = _applied(text, replacement)
    assert text.splitlines()[16].strip() == "top = F.slice_axis(flat, axis=0, begin=0, end=1)"


def _applied(text: str, replacement: Any) -> str:
    region, lines = replacement["deletedRegion"], text.splitlines(keepends=True)
    assert region["startLine"] == region["endLine"]
    line = lines[region["startLine"] - 1]
    before, after = line[: region["startColumn"] - 1], line[region["endColumn"] - 1 :]
    lines[region["startLine"] - 1] = before + replacement["insertedContent"]["text"] + after
    return "".join(lines)
