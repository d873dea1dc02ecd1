"""The check on MXNet 2: what agrees passes, and what deferred compute makes constant is found, with its line."""

from __future__ import annotations

import inspect
import json
import pathlib
import subprocess
import sys
from typing import Any

import mxnet as mx
import mxnet2_models as models
import numpy as onp
import pytest

import hybridlint_runtime
from hybridlint.rules import find_rule
from hybridlint_runtime.backend import load_backend
from hybridlint_runtime.model.tracing import trace
from hybridlint_runtime.report import Status, Verdict

MODELS = pathlib.Path(models.__file__)


def line_of(kind: type) -> int:
    """The number of the line of a class that ends in `# here`."""
    lines, first = inspect.getsourcelines(kind)
    (number,) = (first + index for index, line in enumerate(lines) if line.rstrip().endswith("# here"))
    return number


def check(kind: Any, *shape: int, **options: Any) -> Any:
    return hybridlint_runtime.check(kind, shape or (2, 5), **options)


@pytest.mark.parametrize("kind", [models.Good, models.Plain], ids=lambda kind: kind.__name__)
def test_a_model_that_agrees_passes(kind: type) -> None:
    report = check(kind)
    assert report.verdict is Verdict.PASSED, str(report)
    results = {result.probe: result for result in report.probes}
    for probe in ("trace", "blocks", "outputs", "branches", "batch", "gradients", "modes", "parameters_changed"):
        assert results[probe].status is Status.PASSED, probe
    assert results["archive"].status is Status.PASSED
    assert results["flags"].status is Status.NOT_RUN and "MXNet 2" in results["flags"].reason


def test_a_recurrent_layer_without_a_state_is_found_at_another_batch() -> None:
    report = check(models.Sequence, 2, 3, 5, archive=False)
    assert [result.probe for result in report.probes if result.status is Status.FAILED] == ["batch"], str(report)
    (problem,) = report.problems
    assert problem.block == "lstm" and problem.location.line == line_of(models.Sequence)


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    "kind, probe, rule",
    [
        (models.Branch, "branches", "HYB802"),
        (models.Rare, "branches", "HYB802"),
        (models.Batch, "batch", "HYB804"),
        (models.Mean, "outputs", "HYB803"),
        (models.HostArray, "trace", "HYB807"),
        (models.Counter, "outputs", "HYB805"),
        (models.PythonRandom, "outputs", "HYB805"),
        (models.Mode, "modes", "HYB806"),
        (models.ReadParameter, "parameters_changed", "HYB803"),
        (models.InPlace, "trace", "HYB808"),
    ],
    ids=lambda item: getattr(item, "__name__", item),
)
def test_what_becomes_constant_is_found_with_its_line_and_rule(kind: type, probe: str, rule: str) -> None:
    report = check(kind, archive=False)
    assert report.verdict is Verdict.FAILED, str(report)
    result = next(result for result in report.probes if result.probe == probe)
    assert result.status is Status.FAILED, str(report)
    assert {(problem.location.line, problem.rule) for problem in result.problems} == {(line_of(kind), rule)}
    remedy = " ".join(find_rule(rule).instead.split())
    assert [problem.remedy for problem in result.problems] == [remedy] * len(result.problems)
    lines = [(line.location.line, line.rule, line.proven) for line in report.failing_lines]
    assert (line_of(kind), rule, True) in lines


def test_a_length_that_is_computed_in_python_is_found_at_another_length() -> None:
    report = check(models.Length, archive=False, also_inputs=[[(2, 7)]])
    result = next(result for result in report.probes if result.probe == "shapes")
    assert result.status is Status.FAILED, str(report)
    assert result.problems[0].location.line == line_of(models.Length)


def test_a_value_that_is_read_and_decides_nothing_is_a_warning() -> None:
    report = check(models.Read, archive=False, probes=["branches"])
    assert report.verdict is Verdict.PASSED
    result = next(result for result in report.probes if result.probe == "branches")
    assert result.status is Status.WARNED
    assert [problem.location.line for problem in result.problems] == [line_of(models.Read)]


def test_a_model_of_mxnet_1_could_not_be_looked_at_and_shows_what_to_write() -> None:
    report = check(models.OfMXNet1)
    assert report.verdict is Verdict.COULD_NOT_LOOK
    assert "HYB801" in str(report) and "`def forward(self, x)` with `npx.x` or `np.x`" in str(report)


def test_the_hybrid_block_inside_a_plain_one_is_named() -> None:
    report = check(models.PlainOverBad, archive=False)
    assert {problem.block for problem in report.problems} == {"second"}, str(report)
    # Inputs of the usual calls may take the other way, too; then the operator is named that the graph lacks.
    lines = {problem.location.line for problem in report.problems}
    assert lines <= {line_of(models.Branch), line_of(models.Branch) + 1}


def test_a_block_that_is_given_is_not_changed() -> None:
    net = models.Good()
    net.initialize()
    x = mx.np.ones((2, 5))
    before = net(x)[0].asnumpy()
    names = {key: parameter.data().asnumpy() for key, parameter in net.collect_params().items()}
    report = check(net, archive=False, probes=["outputs", "parameters_changed", "gradients"])
    assert report.verdict is Verdict.PASSED, str(report)
    assert not net._active and not net._cached_graph
    assert onp.array_equal(net(x)[0].asnumpy(), before)
    for key, parameter in net.collect_params().items():
        assert onp.array_equal(parameter.data().asnumpy(), names[key]), key


def test_two_contexts_agree() -> None:
    report = check(models.Good, archive=False, ctx=["cpu(0)", "cpu(1)"], probes=["outputs", "contexts"])
    assert report.verdict is Verdict.PASSED and report.contexts_checked == ["cpu(0)", "cpu(1)"]


def test_every_node_of_a_graph_has_its_line() -> None:
    net = models.Good()
    net.initialize()
    x = mx.np.ones((2, 5))
    net(x)
    traced = trace(net, [x])
    operators = [node["name"] for node in json.loads(traced.symbol.tojson())["nodes"] if node["op"] != "null"]
    assert len(operators) > 5 and set(operators) <= set(traced.node_lines)
    assert {traced.node_blocks[name] for name in operators} == {"", "dense", "norm", "head.0", "head.0.act", "head.1"}


def test_a_copy_has_children_of_its_own() -> None:
    net = models.Good()
    net.initialize()
    net(mx.np.ones((2, 5)))
    copied = load_backend().copy_block(net, {})
    assert [key for key, _ in load_backend().children(copied)] == [key for key, _ in load_backend().children(net)]
    for parameter in copied.collect_params().values():
        parameter.set_data(mx.np.zeros(parameter.shape))
    assert copied.dense.weight.data().asnumpy().any() == 0
    assert net.dense.weight.data().asnumpy().all()


@pytest.mark.sample(4)
@pytest.mark.parametrize("name, code", [("Good", 0), ("Branch", 1)])
def test_the_command(name: str, code: int) -> None:
    command = [sys.executable, "-m", "hybridlint_runtime", "check", f"{MODELS}:{name}", "--shape", "2,5", "--quiet"]
    done = subprocess.run([*command, "--format", "json"], capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    (report,) = json.loads(done.stdout)["reports"]
    assert report["environment"]["mxnet"].startswith("2.")
