"""The check from Python, in this process, and the pytest fixture."""

from __future__ import annotations

import linecache
import pathlib
import subprocess
import sys
from typing import Any, Dict, List

import pytest

import hybridlint_runtime
from hybridlint_runtime.api import Report
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.report import Verdict

mx = import_mxnet()
HybridBlock: Any = mx.gluon.HybridBlock
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
#: The probes that these tests need; the rest cost time and are tested elsewhere.
FEW = ["trace", "outputs"]


class Doubles(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x * 2


class FirstRow(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x[0]


class Scales(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.factor = 2.0

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x * self.factor


def test_importing_the_package_and_the_plugin_imports_nothing_heavy() -> None:
    code = (
        "import sys, hybridlint_runtime, hybridlint_runtime.pytest_plugin\n"
        "dir(hybridlint_runtime)\n"
        "heavy = {'mxnet', 'numpy', 'rich', 'jinja2', 'psutil', 'libcst'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
    with pytest.raises(AttributeError, match="no_such_name"):
        hybridlint_runtime.no_such_name  # noqa: B018


def test_a_model_that_hybridizes_passes() -> None:
    report = hybridlint_runtime.check(Doubles, (2, 3), probes=FEW)
    assert report.verdict is Verdict.PASSED and report.target == "Doubles"
    assert report.inputs == ["float32 (2, 3)"] and report.contexts_checked == ["cpu(0)"]
    assert hybridlint_runtime.assert_hybridizable(Doubles, mx.nd.ones((2, 3)), probes=FEW).verdict is Verdict.PASSED


@pytest.mark.parametrize(
    ("probes", "skip", "message"),
    [
        (["outputs", "gradients", "export"], [], "outputs, gradients and the model loaded again agree on cpu(0)"),
        (["outputs", "gradients"], [], "not compared: the model loaded again"),
        (["outputs", "gradients"], ["gradients"], "not compared: gradients (excluded by request)"),
        (["trace"], [], "not compared: outputs, gradients, the model loaded again"),
    ],
)
def test_a_pass_lists_what_was_compared_and_what_was_not(probes: List[str], skip: List[str], message: str) -> None:
    report = hybridlint_runtime.check(Doubles, (2, 3), probes=probes, skip=skip)
    assert report.verdict is Verdict.PASSED and message in report.summary


def test_one_that_does_not_raises_with_the_report() -> None:
    with pytest.raises(AssertionError, match=r"(?s)FAILED  FirstRow.*") as raised:
        hybridlint_runtime.assert_hybridizable(FirstRow, (2, 3))
    assert "probes on cpu(0)" in str(raised.value)


def test_a_model_written_in_a_notebook_or_at_a_prompt() -> None:
    """Its class is in `__main__` and in no file; IPython keeps the text of a cell in `linecache`."""
    cell = """
from mxnet.gluon import HybridBlock

class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.shape[0]
"""
    name = "<ipython-input-1-0123456789ab>"
    linecache.cache[name] = (len(cell), None, cell.splitlines(True), name)
    main: Dict[str, Any] = {"__name__": "__main__"}
    exec(compile(cell, name, "exec"), main)
    for target in (main["Net"], main["Net"]()):
        report = hybridlint_runtime.check(target, (2, 3))
        (problem,) = report.problems
        assert problem.rule == "HYB101" and problem.location is not None
        assert (problem.location.file, problem.location.line) == (name, 6)
        assert f"{name}:6" in str(report) and "return x * x.shape[0]" in str(report)


def test_a_report_is_shown_as_text_where_a_cell_ends_with_it() -> None:
    report = Report("Net", summary="why")
    shown: List[str] = []

    class Printer:
        text = staticmethod(shown.append)

    report._repr_pretty_(Printer(), False)
    assert shown == [str(report)] and "why" in shown[0]


def test_the_users_net_is_not_touched() -> None:
    net = FirstRow()
    inputs = mx.nd.array([[1.0, 2.0], [3.0, 4.0]])
    report = hybridlint_runtime.check(net, inputs)
    assert report.verdict is Verdict.FAILED
    assert not net._active and (net(inputs) == mx.nd.array([1.0, 2.0])).asnumpy().all()


def test_an_action_between_two_calls() -> None:
    def change(net: Any) -> None:
        net.factor = 5.0

    assert hybridlint_runtime.check(Scales, (2, 3), probes=FEW).verdict is Verdict.PASSED
    report = hybridlint_runtime.check(Scales, (2, 3), between=change, probes=FEW)
    assert report.verdict is Verdict.FAILED


def test_what_cannot_be_looked_at_is_no_pass() -> None:
    class Plain(mx.gluon.Block):  # type: ignore[misc]
        def forward(self, x: Any) -> Any:
            return x

    for subject, named in (
        (Plain, "HybridBlock"),
        (3, " int"),
        (list, " list"),
        ("m", "m:Net"),
    ):
        report = hybridlint_runtime.check(subject, (2, 3))
        assert report.verdict is Verdict.COULD_NOT_LOOK and named in report.summary
    with pytest.raises(AssertionError, match="HybridBlock"):
        hybridlint_runtime.assert_hybridizable(Plain, (2, 3))
    with pytest.raises(TypeError, match="no_such_option"):
        hybridlint_runtime.check(Doubles, (2, 3), no_such_option=1)


def test_a_required_context_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    report = hybridlint_runtime.check(Doubles, (2, 3), ctx=["cpu", "cpu(1)"], require_ctx="gpu", probes=FEW)
    assert report.contexts_checked == ["cpu(0)", "cpu(1)"] and report.verdict is Verdict.FAILED
    report = hybridlint_runtime.check(Doubles, (2, 3), ctx="gpu", probes=FEW)
    assert report.verdict is Verdict.COULD_NOT_LOOK and "gpu(0)" in report.contexts_not_checked
    assert "gpu(0): no GPU found" in report.summary


def test_the_pytest_fixture(pytester: pytest.Pytester, pytestconfig: pytest.Config) -> None:
    pytester.makepyfile(
        """
        import mxnet as mx

        class Net(mx.gluon.HybridBlock):
            def hybrid_forward(self, F, x):
                return x[0]

        def test_fails(assert_hybridizable):
            assert_hybridizable(Net, (2, 3), probes=["trace", "outputs"])

        def test_passes(assert_hybridizable):
            assert_hybridizable(mx.gluon.nn.Dense(2), (2, 3), probes=["trace"])
        """
    )
    # Installed, pytest finds the plugin by itself.
    installed = pytestconfig.pluginmanager.hasplugin("hybridlint")
    options = [] if installed else ["-p", "hybridlint_runtime.pytest_plugin"]
    result = pytester.runpytest_inprocess(*options, "-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, failed=1)
    # The line of the test is shown, not our own; a line for each problem, and the report in a section of its own.
    result.stdout.fnmatch_lines([">*assert_hybridizable(Net, (2, 3)*", "E *Net: failed: *", "E *.py:5: *(HYB301)"])
    result.stdout.fnmatch_lines(["-*Captured hybridlint call -*", "FAILED*Net: *"])
    assert len([line for line in result.outlines if line.startswith("E ")]) <= 4
    result.stdout.no_fnmatch_line("*DeprecationWarning*")


def test_a_class_that_cannot_be_made_is_reported_and_how_its_arguments_are_given() -> None:
    report = hybridlint_runtime.check(mx.gluon.nn.Dense, (2, 3))
    assert report.verdict is Verdict.COULD_NOT_LOOK
    assert "'units' (pass a function that provides them)" in report.summary and "--arg" not in report.summary
