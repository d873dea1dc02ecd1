"""Nothing that a model does to its process hurts the check: real models, real worker processes.

Some that are like another model are checked with `pytest --run-slow` only.
"""

from __future__ import annotations

import functools
import os
import pathlib
import signal
import subprocess
import sys
import time
from typing import Dict

import psutil
import pytest

from hybridlint_runtime.processes import supervisor
from hybridlint_runtime.processes.running import run_all
from hybridlint_runtime.report import Report, Stage, Status, Verdict
from hybridlint_runtime.reporting import render
from hybridlint_runtime.spec.job import Job
from hybridlint_runtime.spec.options import CheckOptions
from hybridlint_runtime.spec.target import Target

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
MODELS = str(HERE / "models_that_hurt.py")
#: In seconds: what it takes to import MXNet on a busy machine, and some more. Two of the models need all of it.
TIMEOUT = 12.0


@pytest.fixture(scope="module")
def reports(run_slow: bool) -> Dict[str, Report]:
    """What became of each model, by class name; all are checked once, some at the same time."""
    hanging = ["LoopsForEver", "SleepsImperatively", "StopsItself"]
    others = ["ReadsNowhere", "LeavesAtOnce", "TakesAllMemory", "WritesEverywhere"]
    if run_slow:
        hanging += ["HearsNothing", "StopsItsGuard"]
        others += ["LeavesPolitely", "Talks", "LeavesThreads", "DividesByZero", "Interrupts", "Deep", "LosesItsFolder"]
        others += ["Forks", "Forgets", "Customised", "RaisesMute", "RaisesUnspeakable"]
    few = CheckOptions(probes=["trace"])
    jobs = [Job(Target(MODELS, name), ["2,3"], options=few, timeout=TIMEOUT) for name in hanging]
    jobs += [Job(Target(MODELS, name), ["2,3"], options=few, memory=600 * 2**20) for name in others]
    training = CheckOptions(probes=["modes", "gradients", "some_gradients"], archive=False)
    jobs.append(Job(Target(MODELS, "DiesTraining"), ["2,3"], options=training))
    several = CheckOptions(probes=["trace", "flags", "inputs_in_place", "outputs"])
    jobs.append(Job(Target(MODELS, "DiesInside"), ["2,3"], options=several))
    if run_slow:
        jobs.append(Job(Target(MODELS, "CannotWrite"), ["2,3"], options=CheckOptions(probes=["export", "archive"])))
        jobs.append(Job(Target(MODELS, "Replaces"), ["2,3"], options=CheckOptions(probes=["blocks"])))
        statically = ["hidden_blocks", "inputs_in_place", "static_memory", "flags", "attributes"]
        options = CheckOptions(probes=statically, archive=False)
        jobs.append(Job(Target(MODELS, "DiesStatically"), ["2,3"], options=options))
        jobs.append(Job(Target(MODELS, "DiesTrainedEitherWay"), ["2,3"], options=training))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(supervisor, "_CLEANING", 1.0)
        # Those that hang wait for their end beside the others, which take turns.
        reports = run_all(jobs, at_once=len(hanging) + 2, quiet=True)
    assert [report.target for report in reports] == [str(job.target) for job in jobs]
    return dict(zip([job.target.attribute for job in jobs], reports))


def line_of(text: str) -> int:
    """The line of the models' file that reads `text`."""
    lines = pathlib.Path(MODELS).read_text().splitlines()
    return [line.strip() for line in lines].index(text) + 1


def test_an_endless_loop_is_ended_and_its_line_named(reports: Dict[str, Report]) -> None:
    report = reports["LoopsForEver"]
    assert report.verdict is Verdict.FAILED
    (problem,) = report.problems
    assert problem.stage is Stage.PROCESS and problem.error_type == "Timeout"
    assert problem.location is not None
    # At the moment of the question it may be at the loop's condition or in its body.
    start = line_of("while F is mx.sym:")
    assert problem.location.line in (start, start + 1)
    assert problem.location.function == "hybrid_forward"


@pytest.mark.slow
def test_a_model_that_ignores_signals_is_ended_and_its_line_named(reports: Dict[str, Report]) -> None:
    (problem,) = reports["HearsNothing"].problems
    assert problem.error_type == "Timeout" and problem.location is not None
    assert problem.location.line == line_of("time.sleep(3601)")


def test_a_model_that_never_runs_imperatively_could_not_be_looked_at(reports: Dict[str, Report]) -> None:
    report = reports["SleepsImperatively"]
    assert report.verdict is Verdict.COULD_NOT_LOOK
    assert "--timeout" in report.summary and "models_that_hurt.py:" in report.summary
    assert report.problems[0].location is not None and report.problems[0].location.function == "hybrid_forward"


def test_a_segmentation_fault_is_reported_with_its_line(reports: Dict[str, Report]) -> None:
    report = reports["ReadsNowhere"]
    assert report.verdict is Verdict.FAILED
    (problem,) = report.problems
    assert problem.error_type == "SIGSEGV" and problem.location is not None
    assert problem.location.line == line_of("ctypes.string_at(0)")


def test_a_crash_names_the_block_and_the_probes_that_did_not_run(reports: Dict[str, Report]) -> None:
    report = reports["DiesInside"]
    (problem,) = report.problems
    assert (problem.block, problem.block_class) == ("head", "ReadsNowhere")
    results = {result.probe: result for result in report.probes}
    assert results["trace"].status is Status.FAILED and results["trace"].problems == [problem]
    assert results["outputs"].status is Status.NOT_RUN and "'trace'" in results["outputs"].reason


def test_a_model_that_crashes_in_every_probe_is_reported_once(reports: Dict[str, Report]) -> None:
    report = reports["DiesInside"]
    became = {result.probe: result.status for result in report.probes}
    assert became["trace"] is became["flags"] is Status.FAILED and became["outputs"] is Status.NOT_RUN
    assert became["inputs_in_place"] is Status.PASSED
    assert len(report.problems) == 1 and report.summary.endswith("; problems in flags")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["RaisesUnspeakable", "RaisesMute"])
def test_whatever_a_model_raises_can_be_reported(reports: Dict[str, Report], name: str) -> None:
    report = reports[name]
    assert report.verdict is Verdict.FAILED, report.summary
    (problem,) = report.problems
    assert problem.stage is Stage.TRACE and problem.location is not None
    assert problem.location.source.startswith("raise ")
    for format in ("console", "json", "junit", "sarif", "html"):
        text = render([report], format, to_file=True)
        assert not {"\x00", "\x1b"} & set(text), format
        assert text.encode("utf-8")


@pytest.mark.slow
def test_a_machine_that_lets_nothing_be_written_is_not_held_against_the_model(reports: Dict[str, Report]) -> None:
    report = reports["CannotWrite"]
    assert report.verdict is Verdict.COULD_NOT_LOOK and "export, archive could not run" in report.summary
    reasons = {result.probe: result.reason for result in report.probes if result.status is Status.NOT_RUN}
    assert "this machine lacks" in reasons["export"] and "this machine lacks" in reasons["archive"]


def test_a_model_cannot_pass_by_leaving(reports: Dict[str, Report]) -> None:
    report = reports["LeavesAtOnce"]
    assert report.verdict is Verdict.FAILED
    assert "exit code 0" in report.problems[0].message and Stage.TRACE.value in report.problems[0].message


@pytest.mark.slow
def test_sys_exit_is_reported_with_its_line(reports: Dict[str, Report]) -> None:
    report = reports["LeavesPolitely"]
    assert report.verdict is Verdict.FAILED
    assert report.problems[0].location is not None
    assert report.problems[0].location.line == line_of('sys.exit("that is enough")')
    assert "that is enough" in report.problems[0].message


@pytest.mark.slow
def test_a_division_by_zero_in_mxnet_is_reported(reports: Dict[str, Report]) -> None:
    report = reports["DividesByZero"]
    assert report.verdict is Verdict.COULD_NOT_LOOK
    assert report.problems[0].error_type == "SIGFPE" and "division by zero" in report.summary


@pytest.mark.slow
def test_what_a_model_prints_is_kept_and_disturbs_nothing(reports: Dict[str, Report]) -> None:
    report = reports["Talks"]
    assert report.verdict is Verdict.PASSED and report.probes
    assert '"verdict": "passed"' in report.model_output and '{"event": "exit"' in report.model_output
    assert "bytes omitted" in report.model_output and len(report.model_output) < 70_000


@pytest.mark.slow
def test_a_model_that_replaces_what_is_mxnets_is_reported(reports: Dict[str, Report]) -> None:
    report = reports["Replaces"]
    assert report.verdict is Verdict.COULD_NOT_LOOK
    assert report.summary.startswith("the model replaces NDArray.asnumpy of MXNet")


def test_memory_is_limited(reports: Dict[str, Report]) -> None:
    report = reports["TakesAllMemory"]
    assert report.verdict is Verdict.FAILED
    assert "600 MiB" in report.problems[0].message and report.problems[0].location is not None


@pytest.mark.slow
def test_a_machine_without_memory_is_not_held_against_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "_free_memory", lambda: 600 * 2**20)
    report = supervisor.run(
        Job(Target(MODELS, "TakesAllMemory"), ["2,3"], options=CheckOptions(probes=["trace", "outputs"]))
    )
    assert report.verdict is Verdict.COULD_NOT_LOOK
    assert "this machine had free" in report.summary
    assert report.summary.endswith("or allow more with --memory 8G")


@pytest.mark.slow
def test_threads_left_running_are_noted_and_not_waited_for(reports: Dict[str, Report]) -> None:
    report = reports["LeavesThreads"]
    assert report.verdict is Verdict.PASSED
    assert any("left-behind" in note for note in report.notes)


def test_a_model_that_stopped_itself_is_ended_and_its_line_named(reports: Dict[str, Report]) -> None:
    report = reports["StopsItself"]
    assert report.verdict is Verdict.FAILED and report.problems[0].location is not None
    assert report.problems[0].location.line >= line_of("os.kill(os.getpid(), signal.SIGSTOP)")
    assert report.problems[0].location.function == "hybrid_forward"


@pytest.mark.slow
def test_a_guard_that_is_stopped_does_not_hold_the_check(reports: Dict[str, Report]) -> None:
    report = reports["StopsItsGuard"]
    assert report.verdict is Verdict.FAILED and report.problems[0].error_type == "Timeout"
    assert not [process for process in psutil.Process().children() if process.status() == psutil.STATUS_STOPPED]


def test_a_model_cannot_answer_for_the_check(reports: Dict[str, Report]) -> None:
    report = reports["WritesEverywhere"]
    assert report.verdict is Verdict.PASSED and [probe.probe for probe in report.probes] == ["trace"]


@pytest.mark.slow
def test_what_a_model_raises_beside_exceptions_is_its_own(reports: Dict[str, Report]) -> None:
    report = reports["Interrupts"]
    assert report.verdict is Verdict.FAILED
    (problem,) = report.problems
    assert "KeyboardInterrupt: of the model itself" in problem.message
    assert problem.location is not None and problem.location.source.startswith("raise KeyboardInterrupt")


@pytest.mark.slow
def test_a_model_that_forks_is_checked_once(reports: Dict[str, Report]) -> None:
    report = reports["Forks"]
    assert report.verdict is Verdict.PASSED and len(report.probes) == 1


@pytest.mark.slow
def test_a_net_as_deep_as_python_allows_is_not_too_deep(reports: Dict[str, Report]) -> None:
    assert reports["Deep"].verdict is Verdict.PASSED, reports["Deep"].summary


@pytest.mark.slow
def test_a_model_may_lose_the_folder_it_runs_in(reports: Dict[str, Report]) -> None:
    assert reports["LosesItsFolder"].verdict is Verdict.PASSED, reports["LosesItsFolder"].summary


@pytest.mark.slow
def test_an_error_that_nobody_waited_for_names_the_block_that_left_it(reports: Dict[str, Report]) -> None:
    report = reports["Forgets"]
    assert report.verdict is Verdict.FAILED
    (problem,) = report.problems
    assert problem.stage is Stage.TRACE and "scale parameter in gaussian" in problem.message


def test_a_model_that_dies_imperatively_is_checked_without_that(reports: Dict[str, Report]) -> None:
    report = reports["DiesTraining"]
    assert report.verdict is Verdict.PASSED, report.summary
    became = {probe.probe: (probe.status, probe.reason) for probe in report.probes}
    assert became["outputs"][0] is Status.PASSED
    died = became["modes"][1]
    assert died.startswith("the process died of SIGSEGV")
    assert died.endswith("while the probe 'modes' ran the imperative model")
    assert {became[name][0] for name in ("modes", "gradients", "some_gradients")} == {Status.NOT_RUN}
    assert became["gradients"][1] == f"{died}; the hybridized model can be trained"
    assert became["gradients"][1] in report.summary
    assert became["some_gradients"][1] == f"training was not checked: {died}"


@pytest.mark.slow
def test_a_model_that_dies_in_training_in_both_phases_does_not_fail(reports: Dict[str, Report]) -> None:
    report = reports["DiesTrainedEitherWay"]
    assert report.verdict is Verdict.PASSED, report.summary
    (reason,) = (probe.reason for probe in report.probes if probe.probe == "gradients")
    assert reason.endswith("training the hybridized model ends the process too")
    assert reason in report.summary


@pytest.mark.slow
def test_after_a_crash_the_other_probes_run(reports: Dict[str, Report]) -> None:
    report = reports["DiesStatically"]
    became = {result.probe: result.status for result in report.probes}
    assert report.verdict is Verdict.FAILED and "while the probe 'static_memory' ran" in report.summary
    assert (became.pop("static_memory"), became.pop("attributes")) == (Status.FAILED, Status.WARNED)
    assert became.pop("branches") is Status.NOT_RUN  # that is for MXNet 2 alone
    assert set(became.values()) == {Status.PASSED}, became
    (death,) = report.problems
    assert death.error_type == "SIGSEGV" and death.location is not None
    assert death.location.line == line_of("ctypes.string_at(1)")
    assert report.blocks is not None


@pytest.mark.slow
def test_what_a_custom_operator_raises_is_pointed_to(reports: Dict[str, Report]) -> None:
    report = reports["Customised"]
    assert report.verdict is Verdict.COULD_NOT_LOOK
    assert "a CustomOp raised an exception, which is in the output of the model" in report.summary
    assert "ValueError: not with me" in report.model_output


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "ending, sent_to", [(signal.SIGINT, "command"), (signal.SIGKILL, "command"), (signal.SIGKILL, "guard")]
)
def test_no_process_is_left_behind(tmp_path: pathlib.Path, ending: signal.Signals, sent_to: str) -> None:
    pids = tmp_path / "pids"
    command = subprocess.Popen(
        [sys.executable, "-m", "hybridlint_runtime", "check", f"{MODELS}:HasChildren", "--shape", "2,3"],
        env={**os.environ, "PIDS": str(pids), "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)},
        cwd=tmp_path,
        start_new_session=True,
        # Whoever runs the tests in the background may have had SIGINT ignored.
        preexec_fn=functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    while not pids.exists():
        assert command.poll() is None, command.stderr and command.stderr.read()
        time.sleep(0.05)
    model, guard, away, forked = (int(text) for text in pids.read_text().split())
    left = [psutil.Process(pid) for pid in (model, guard, away, forked)]
    os.kill(command.pid if sent_to == "command" else guard, ending)
    _, messages = command.communicate()
    if sent_to == "guard":
        # The process that left the process group is out of reach once no record of it is left.
        left = [process for process in left if process.pid != away]
        assert command.returncode == 1
    elif ending is signal.SIGINT:
        assert command.returncode == 130 and b"interrupted" in messages
    _gone, alive = psutil.wait_procs(left)
    assert not [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]
    assert not list(tmp_path.glob("hybridlint-*"))
    if sent_to == "guard":
        os.kill(away, signal.SIGKILL)
