"""The shadow in real training loops: what it reports, and that the loop is the same without it."""

from __future__ import annotations

import contextlib
import inspect
import json
import logging
import multiprocessing
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Callable, List

import models_shadowed as models
import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon

from hybridlint_runtime import CannotLook, Tolerance, cli, shadow
from hybridlint_runtime.model.tree import blocks_of
from hybridlint_runtime.shadowing import cases, control, interception, listing, script
from hybridlint_runtime.shadowing.sampling import Sampling


def train(
    net: Any,
    steps: int = 12,
    session: Any = None,
    before_step: Callable[[int, Any], Any] = lambda step, net: None,
    grad_req: str = "write",
    scale: Callable[[int], float] = lambda step: 1,
) -> List[Any]:
    """Train `net` and return everything that a shadow must not change."""
    mx.random.seed(5)
    np.random.seed(5)
    random.seed(5)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    weights = [parameter for parameter in net.collect_params().values() if parameter.grad_req != "null"]
    for parameter in weights:
        parameter.grad_req = grad_req
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01, "momentum": 0.9})
    seen: List[Any] = []
    with session or contextlib.nullcontext():
        for step in range(steps):
            before_step(step, net)
            x = mx.nd.random.normal(shape=(4, 5)) * scale(step)
            x.attach_grad()
            with autograd.record():
                outputs = net(x)
                loss = (outputs**2).sum()
            loss.backward()
            trainer.step(4)
            seen += [outputs.asnumpy(), x.grad.asnumpy()]
            if grad_req == "add":
                seen += [parameter.grad().asnumpy() for parameter in weights]
                net.collect_params().zero_grad()
    seen += [parameter.data().asnumpy() for parameter in net.collect_params().values()]
    seen += [mx.nd.random.uniform(shape=(2,)).asnumpy(), np.random.rand(2), random.random()]
    seen += [
        {name: value for name, value in vars(block).items() if type(value) in (int, bool)} for block in blocks_of(net)
    ]
    return seen


def same(left: List[Any], right: List[Any]) -> bool:
    return len(left) == len(right) and all(np.array_equal(a, b) for a, b in zip(left, right))


def line_of(owner: Any, text: str) -> int:
    lines, first = inspect.getsourcelines(owner)
    return first + next(number for number, line in enumerate(lines) if text in line)


def set_flag(step: int, net: Any) -> None:
    net.bounded = step >= 6


@pytest.mark.parametrize(
    "make, options, comment",
    [
        (models.Flag, {"before_step": set_flag}, "# the flag"),
        (lambda: models.Flag(dropout=0.5), {"before_step": set_flag}, "# the flag"),
        (models.Flag, {"before_step": lambda step, net: set_flag(11 - step, net)}, "# the flag"),
        (models.Counter, {}, "# the counter"),
        (models.Cell, {}, "# the cell"),
        (models.RareValue, {"scale": lambda step: 1000 if step == 6 else 1}, "# the rare value"),
    ],
    ids=["flag", "flag beside dropout", "flag taken back", "counter", "cell", "rare value"],
)
def test_reports_the_line_of_what_differs_in_training(make: Any, options: Any, comment: str) -> None:
    session = shadow(None, every=1, folder=None)
    net = make()
    train(net, 9, session, **options)
    divergence = session.divergences[0]
    assert divergence.location is not None and divergence.location.line == line_of(type(net), comment), divergence


def test_names_the_attribute_that_changed_since_the_graph_was_traced() -> None:
    session = shadow(None, every=1, folder=None)
    train(models.Flag(), 9, session, set_flag)
    (divergence,) = session.divergences
    assert divergence.causes == ("bounded: False when it was traced, True now",)
    assert divergence.call == 7


@pytest.mark.parametrize("gradients", [False, True])
def test_compares_gradients_only_on_request(gradients: bool) -> None:
    session = shadow(None, every=1, folder=None, gradients=gradients)
    train(models.HalfGradient(), 4, session, lambda step, net: setattr(net, "stopped", step < 2))
    assert [divergence.what for divergence in session.divergences] == (["gradients"] if gradients else [])


@pytest.mark.parametrize("dropout", [0.0, 0.5])
@pytest.mark.parametrize("grad_req", ["write", "add"])
@pytest.mark.parametrize("gradients", [False, True])
def test_leaves_the_loop_as_it_is(dropout: float, grad_req: str, gradients: bool) -> None:
    plain = train(models.Good(dropout), grad_req=grad_req)
    session = shadow(None, every=2, first=3, folder=None, gradients=gradients)
    assert same(plain, train(models.Good(dropout), session=session, grad_req=grad_req))
    counts = session.summary.blocks["Good"]
    assert counts.results["agreed"] == counts.compared > 5 and not session.summary.errors and not counts.reasons


@pytest.mark.parametrize("every", [1, 3])
@pytest.mark.parametrize("way", ["operator", "numpy", "view"])
def test_weights_that_a_call_changes_are_not_shared(way: str, every: int) -> None:
    session = shadow(None, every=every, folder=None)
    assert same(train(models.Decay(way)), train(models.Decay(way), session=session))
    counts = session.summary.blocks["Decay"]
    assert counts.reasons == {control.WRITES: 1} and counts.results["agreed"] == counts.compared > 3


def test_running_statistics_that_are_declared_as_weights() -> None:
    means = []
    for session in (None, shadow(None, every=1, folder=None)):
        mx.random.seed(1)
        net = prepare(models.Statistics())
        with session or contextlib.nullcontext():
            for _ in range(5):
                step_of(net, mx.nd.arange(20).reshape((4, 5)))
        means.append(net.mean.data().asnumpy())
    assert np.array_equal(*means) and means[0].any()
    assert session is not None and session.summary.blocks["Statistics"].results == {"agreed": 5}


def test_a_call_that_draws_is_counted() -> None:
    session = shadow(None, every=1, folder=None)
    assert same(train(models.Noise()), train(models.Noise(), session=session))
    assert session.summary.blocks["Noise"].reasons == {"it draws random numbers": 12} and not session.summary.compared


@pytest.mark.parametrize("make", [models.Flag, models.Counter, models.Cell, models.RareValue, models.HalfGradient])
def test_leaves_a_diverging_loop_as_it_is(make: Any) -> None:
    assert same(train(make()), train(make(), session=shadow(None, every=1, folder=None, gradients=True)))


def test_warns_about_attributes_that_only_the_control_changes(tmp_path: Path) -> None:
    events = tmp_path / "events.jsonl"
    session = shadow(None, every=1, folder=None, events=str(events))
    assert same(train(models.Late()), train(models.Late(), session=session))
    assert not session.divergences and session.summary.blocks["Late"].results == {"agreed": 12}
    lines = {warning.message.split()[4]: warning.location.line for warning in session.warnings if warning.location}
    assert lines == {
        "self.steps;": line_of(models.Late, "# the late counter"),
        "self.shapes;": line_of(models.Late, "def hybrid_forward"),
    }
    assert [json.loads(line)["event"] for line in events.read_text().splitlines()] == ["warning", "warning", "summary"]


@pytest.mark.parametrize("make", [models.Flag, models.RareValue, models.Bucket, models.Cell, models.Good, models.Tally])
def test_does_not_warn_about_attributes_that_the_loop_changes_too(make: Any) -> None:
    net = make()
    session = shadow(None, every=1, folder=None)
    if make is models.Bucket:
        net.hybridize()
        with session:
            for length in (4, 6, 8):
                net(mx.nd.ones((2, length)))
    else:
        train(net, 9, session, set_flag)
    assert not session.warnings and session.summary.compared


def test_batches_of_several_lengths() -> None:
    net = models.Sentences()
    net.initialize()
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    with shadow(net, every=3, first=1, folder=None, gradients=True) as session:
        for step in range(12):
            x = mx.nd.random.randint(0, 20, shape=(4, (5, 9, 7)[step % 3])).astype("float32")
            with autograd.record():
                loss = net(x).sum()
            loss.backward()
            trainer.step(4)
    counts = session.summary.blocks["Sentences"]
    assert len(counts.signatures) == 3 and counts.results["agreed"] == counts.compared >= 5, counts
    assert not counts.reasons and not session.summary.errors


def test_reports_a_batch_of_another_length() -> None:
    net = models.Bucket()
    net.hybridize()
    with shadow(net, every=None, first=1, folder=None) as session:
        for length in (4, 4, 6):
            net(mx.nd.ones((2, length)))
    (divergence,) = session.divergences
    assert (divergence.call, divergence.causes) == (3, ("length: 4 when it was traced, 6 now",))
    assert divergence.location is not None and divergence.location.line == line_of(models.Bucket, "# the length")


def test_each_context_has_its_turn() -> None:
    net = models.Good()
    net.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    seen = []
    with shadow(net, every=2, folder=None, gradients=True) as session:
        session._compare = lambda call, *rest: seen.append(call.stream[2])  # type: ignore[method-assign]
        for _ in range(4):
            parts = gluon.utils.split_and_load(mx.nd.random.normal(shape=(8, 5)), [mx.cpu(0), mx.cpu(1)])
            with autograd.record():
                losses = [net(part).sum() for part in parts]
            autograd.backward(losses)
            trainer.step(8)
    assert seen.count("cpu(0)") == seen.count("cpu(1)") > 0


def test_several_contexts_agree() -> None:
    net = models.Good()
    net.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    net.hybridize()
    with shadow(net, every=1, folder=None, gradients=True) as session:
        for part in gluon.utils.split_and_load(mx.nd.random.normal(shape=(8, 5)), [mx.cpu(0), mx.cpu(1)]):
            with autograd.record():
                loss = net(part).sum()
            loss.backward()
    assert session.summary.blocks["Good"].results == {"agreed": 2} and not session.summary.errors


def prepare(net: Any) -> Any:
    net.initialize()
    net.hybridize()
    return net


def step_of(net: Any, x: Any = None) -> None:
    with autograd.record():
        loss = net(mx.nd.random.normal(shape=(4, 5)) if x is None else x).sum()
    loss.backward()


def test_hybridizing_anew_in_the_loop() -> None:
    net = prepare(models.Good(0.5))
    with shadow(net, every=1, folder=None, gradients=True) as session:
        for options in ({}, {"static_alloc": True, "static_shape": True}, {"active": False}, {}):
            net.hybridize(**options)  # type: ignore[arg-type]
            step_of(net)
            step_of(net)
    assert session.summary.blocks["Good"].results == {"agreed": 6} and not session.summary.blocks["Good"].reasons


def test_a_part_of_a_net_is_copied_without_the_whole() -> None:
    net = prepare(models.Pair())
    with shadow(None, every=1, folder=None, gradients=True) as session:
        for block in (net, net.body, net):
            step_of(block)
    assert {name: counts.results for name, counts in session.summary.blocks.items()} == {
        "Pair": {"agreed": 2},
        "Good": {"agreed": 1},
    }


def test_a_symbol_block_with_dropout(tmp_path: Path) -> None:
    body = prepare(models.Good(0.5))
    step_of(body)
    body.export(str(tmp_path / "body"))
    names = [str(tmp_path / name) for name in ("body-symbol.json", "body-0000.params")]
    with pytest.warns(UserWarning, match="Cannot decide type"):
        part = gluon.SymbolBlock.imports(names[0], ["data"], names[1])
    net = gluon.nn.HybridSequential()
    net.add(part, gluon.nn.Dense(2, in_units=3))
    net[1].initialize()
    net.hybridize()
    with shadow(net, every=1, folder=None, gradients=True) as session:
        step_of(net)
        step_of(net)
    assert session.summary.blocks["HybridSequential"].results == {"agreed": 2} and not session.summary.errors


def test_the_inputs_of_a_loss_have_gradients() -> None:
    net, loss = prepare(models.Good()), gluon.loss.L2Loss()
    loss.hybridize()
    with shadow(loss, every=1, folder=None, gradients=True) as session:
        for _ in range(2):
            with autograd.record():
                value = loss(net(mx.nd.ones((4, 5))), mx.nd.zeros((4, 3)))
            value.backward()
    assert session.summary.blocks["L2Loss"].results == {"agreed": 2} and not session.summary.errors


def test_hooks_are_called_by_the_loop_only() -> None:
    net, called = prepare(models.Good()), []
    net.register_forward_pre_hook(lambda *_: called.append("before"))
    net.register_forward_hook(lambda *_: called.append("after"))
    with shadow(net, every=1, folder=None) as session:
        step_of(net)
        step_of(net)
    assert called == ["before", "after"] * 2 and session.summary.compared == 2


def test_composing_a_graph_is_no_call() -> None:
    net = prepare(models.Good())
    with shadow(net, every=1, folder=None) as session:
        net(mx.sym.var("data"))
    assert not session.summary.calls


def test_two_shadows_at_once_and_one_twice() -> None:
    net = prepare(models.Good())
    with shadow(net, every=1, folder=None) as first, shadow(None, every=2, folder=None) as second:
        for _ in range(4):
            step_of(net)
    with first:
        step_of(net)
    assert (first.summary.compared, second.summary.compared) == (5, 2)
    assert not first.summary.errors and not second.summary.errors and not interception._originals


def test_a_forked_process_is_not_watched() -> None:
    with shadow(None, every=1, folder=None):
        with multiprocessing.get_context("fork").Pool(1) as pool:
            assert pool.apply(_observers_here) == 0
        assert _observers_here() == 1


def _observers_here() -> int:
    return len(interception._observers)


def test_an_interrupt_ends_the_loop_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    net = prepare(models.Good())

    def interrupt(*args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(control, "compare", interrupt)
    before = random.getstate()
    with pytest.raises(KeyboardInterrupt), shadow(net, every=1, folder=None):
        step_of(net)
    monkeypatch.undo()
    assert not autograd.is_recording() and random.getstate() == before
    with shadow(net, every=1, folder=None) as session:
        step_of(net)
    assert session.summary.compared == 1


def test_leaves_the_classes_of_mxnet_as_they_were() -> None:
    before = gluon.Block.__call__
    with shadow(None, folder=None):
        assert gluon.Block.__call__ is not before
    assert gluon.Block.__call__ is before


def test_compares_only_the_blocks_of_its_net() -> None:
    nets = [models.Good(), models.Good()]
    for net in nets:
        net.initialize()
        net.hybridize()
    with shadow(nets[0], every=1, folder=None) as session:
        for net in nets:
            net(mx.nd.ones((2, 5)))
    assert session.summary.calls == 1


def test_compares_the_hybridized_blocks_of_a_plain_tree() -> None:
    net = gluon.nn.Sequential()
    net.add(models.Good(), gluon.nn.Dense(2, in_units=3), gluon.Block())  # else MXNet recommends another container
    net[2].forward = lambda x: x
    net.initialize()
    net.hybridize()
    with shadow(net, every=1, folder=None) as session:
        net(mx.nd.ones((2, 5)))
    assert {name: counts.compared for name, counts in session.summary.blocks.items()} == {"Good": 1, "Dense": 1}


def test_a_call_that_cannot_be_copied_is_counted() -> None:
    with open(os.devnull) as resource:
        session = shadow(None, every=1, folder=None)
        train(models.Holder(resource), 3, session)
    assert session.summary.blocks["Holder"].reasons == {"Holder cannot be copied (TypeError)": 3}


def test_swallows_an_error_of_its_own_and_logs_it_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    plain = train(models.Good())

    def fail(*args: Any, **kwargs: Any) -> None:
        raise ZeroDivisionError("broken on purpose")

    monkeypatch.setattr(control.Entry, "net", fail)
    session = shadow(None, every=1, folder=None)
    assert same(plain, train(models.Good(), session=session))
    assert session.summary.errors == 12
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ZeroDivisionError]


def test_what_the_model_raises_is_raised() -> None:
    net = models.Good()
    net.initialize()
    net.hybridize()
    with shadow(net, every=1, folder=None) as session, pytest.raises(Exception, match="Shape|shape"):
        net(mx.nd.ones((2, 7))).wait_to_read()
    assert not interception._observers and not session.summary.errors


def test_a_failure_that_mxnet_reports_late_is_the_users() -> None:
    net = gluon.nn.Dense(3, in_units=5)
    net.initialize()
    net.cast("float16")  # MXNet has no such operator on a CPU, and raises when the result is read
    net.hybridize()
    with shadow(net, every=1, folder=None) as session, pytest.raises(mx.base.MXNetError, match="float16"):
        net(mx.nd.ones((2, 5), dtype="float16")).asnumpy()
    assert not session.summary.errors and not session.divergences


def test_threads_compare_too() -> None:
    net = models.Good()
    net.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    net.hybridize()
    inputs = gluon.utils.split_and_load(mx.nd.ones((4, 5)), [mx.cpu(0), mx.cpu(1)])
    with shadow(net, every=1, folder=None) as session:
        threads = [threading.Thread(target=lambda x=x: net(x).wait_to_read()) for x in inputs]
        for thread in threads:
            thread.start()
            thread.join()
    assert session.summary.compared == 2 and not session.summary.diverged


def test_float16_and_several_signatures() -> None:
    net = gluon.nn.LeakyReLU(0.1)
    net.hybridize()
    with shadow(net, every=None, first=1, folder=None) as session:
        for rows in (1, 2, 1, 2, 3):
            net(mx.nd.ones((rows, 5), dtype="float16"))
    counts = session.summary.blocks["LeakyReLU"]
    assert (counts.compared, len(counts.signatures), counts.results["passed over"]) == (3, 3, 2)


def test_tolerances_are_the_users() -> None:
    session = shadow(None, every=1, folder=None, tolerances={"float32": Tolerance(1e9, 1e9)})
    train(models.Counter(), 4, session)
    assert not session.summary.diverged


def test_saves_a_case_that_a_script_and_the_check_reproduce(tmp_path: Path) -> None:
    folder = tmp_path / "cases"
    events: List[Any] = []
    session = shadow(
        None, every=1, folder=str(folder), events=str(tmp_path / "events.jsonl"), on_divergence=events.append
    )
    train(models.Counter(), 4, session)
    (case,) = listing.cases_in(str(folder))
    assert events == session.divergences and events[0].case == case
    kinds = [json.loads(line)["event"] for line in (tmp_path / "events.jsonl").read_text().splitlines()]
    assert kinds == ["divergence", "summary"]
    script = subprocess.run([sys.executable, os.path.join(case, listing.SCRIPT)], capture_output=True, text=True)
    assert (script.returncode, script.stderr) == (1, ""), script.stdout
    assert "the output differs" in script.stdout
    command = [sys.executable, "-m", "hybridlint_runtime", "check", "--from-shadow", str(folder), "--quiet"]
    check = subprocess.run([*command, "--probe", "modes"], capture_output=True, text=True)
    assert check.returncode == 1 and "models_shadowed.py" in check.stdout, check.stdout + check.stderr


def test_pytest_runs_the_saved_calls(tmp_path: Path, pytester: pytest.Pytester) -> None:
    folder = str(tmp_path / "cases")
    train(models.Counter(), 4, shadow(None, every=1, folder=folder, localize=False))
    pytester.makepyfile("def test_saved(shadow_case):\n    shadow_case.check()\n")
    result = pytester.runpytest_subprocess("--from-shadow", folder, "-n", "0", "-p", "no:cacheprovider")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*test_saved[[]Counter-1[]]*", "*models_shadowed.py:*"])
    without = pytester.runpytest_inprocess("--from-shadow", str(tmp_path / "none"), "-n", "0")
    without.assert_outcomes(skipped=1)


def test_a_folder_that_cannot_be_written_costs_the_case_only(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    session = shadow(None, every=1, folder=str(tmp_path / "file" / "cases"))
    assert same(train(models.Counter()), train(models.Counter(), session=session))
    assert session.summary.diverged and not session.divergences[0].case


def test_saves_no_more_than_allowed(tmp_path: Path) -> None:
    folder = str(tmp_path / "cases")
    for most_cases, most_bytes, expected in ((2, 2**20, 2), (5, 10, 2)):
        for _ in range(3):
            train(
                models.Counter(), 4, shadow(None, every=1, folder=folder, most_cases=most_cases, most_bytes=most_bytes)
            )
        assert len(listing.cases_in(folder)) == expected
        assert not [name for name in os.listdir(folder) if name.startswith(".")]


def diverge(folder: str, moment: str, steps: Any) -> None:
    """Count the steps of a loop with a divergence, in a process that is killed, or whose disk is full, while it saves
    it."""
    if moment == "full disk":
        resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))
    elif moment == "comparison":
        control.compare = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment]
    else:

        def write(path: str, mode: str = "r", **options: Any) -> Any:
            if path.endswith(moment) and mode[0] == "w":
                os.kill(os.getpid(), signal.SIGKILL)
            return open(path, mode, **options)

        cases.open = write  # type: ignore[attr-defined]
    net = prepare(models.Flag())
    with shadow(net, every=3, folder=folder, localize=False):
        for step in range(9):
            net.bounded = step == 6
            net(mx.nd.ones((4, 5))).wait_to_read()
            steps.value += 1


@pytest.mark.parametrize("moment, count", [("comparison", 0), (listing.NET, 6), (listing.SCRIPT, 6), ("full disk", 9)])
def test_a_process_that_ends_while_it_compares_leaves_a_whole_case_or_none(
    moment: str, count: int, tmp_path: Path
) -> None:
    folder = str(tmp_path / "cases")
    start = multiprocessing.get_context("fork")
    steps = start.Value("i", 0)
    process = start.Process(target=diverge, args=(folder, moment, steps))
    process.start()
    process.join()
    assert (steps.value, process.exitcode) == (count, 0 if count == 9 else -signal.SIGKILL)
    assert listing.cases_in(folder) == []
    # What is left of the write is deleted when nobody can be writing it any more.
    remains = list(Path(folder).glob(".*")) if os.path.exists(folder) else []
    assert len(remains) == (count == 6)
    for age, expected in ((0, len(remains)), (7200, 0)):
        for path in remains:
            os.utime(path, (time.time() - age,) * 2)
        train(models.Counter(), 4, shadow(None, every=1, folder=folder, localize=False))
        assert len(list(Path(folder).glob(".*"))) == expected
    assert len(listing.cases_in(folder)) == 2


def test_a_log_that_cannot_be_written_costs_the_log_only(tmp_path: Path) -> None:
    session = shadow(None, every=1, folder=None, events="/dev/full")
    assert same(train(models.Counter()), train(models.Counter(), session=session))
    assert session.summary.diverged and session.summary.errors == 2


SCRIPT = """
import sys
import mxnet as mx
from mxnet.gluon import HybridBlock
class Net(HybridBlock):
    scale = 1
    def hybrid_forward(self, F, x):
        return x * self.scale  # the scale
net = Net()
net.hybridize()
for net.scale in range(1, 4):
    net(mx.nd.ones((2, 3)))
print(sys.argv[1:], __name__)
sys.exit(int(sys.argv[1]))
"""


def test_runs_an_unchanged_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "train.py"
    path.write_text(SCRIPT)
    command = [sys.executable, "-m", "hybridlint_runtime", "shadow", "--every", "1", "--fail", "train.py", "0"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (1, "['0'] __main__\n"), ended.stderr
    line = SCRIPT[: SCRIPT.index("# the scale")].count("\n") + 1
    assert f"train.py:{line}: call 2 of Net" in ended.stderr
    assert "3 of 3 hybridized calls compared" in ended.stderr
    # The saved block's class is that of the script, which is not run again.
    case = tmp_path / "hybridlint-shadow" / "Net-1" / listing.SCRIPT
    again = subprocess.run([sys.executable, str(case)], capture_output=True, text=True)
    assert again.returncode == 1 and "__main__" not in again.stdout, again.stderr
    monkeypatch.setattr(script, "_report_on_stderr", lambda: None)
    codes = [script.run(str(path), [code], False, fail, folder=None) for code, fail in (("0", False), ("3", True))]
    assert codes == [0, 3]


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], int]:
    """Run `python -m mine.train -x`, a module that ends with this statement, and return the exit code."""
    package = tmp_path / "mine"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "train.py").write_text("from . import end\nif __name__ == '__main__':\n    end.end()\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "mine", raising=False)  # another test's, in this process
    monkeypatch.setattr(script, "_report_on_stderr", lambda: None)

    def run(statement: str) -> int:
        source = f"import os, signal, sys\ndef end():\n    assert sys.argv[1:] == ['-x']\n    {statement}\n"
        (package / "end.py").write_text(source)
        path, argv = list(sys.path), list(sys.argv)
        try:
            return script.run("mine.train", ["-x"], module=True, fail=True, folder=None)
        finally:
            assert (sys.path, sys.argv) == (path, argv) and not interception._observers
            for name in [name for name in sys.modules if name.partition(".")[0] == "mine"]:
                del sys.modules[name]

    return run


@pytest.mark.parametrize(
    "statement, code, error",
    [
        ("sys.exit('text')", 1, "text\n"),
        ("sys.exit(True)", 1, ""),
        ("sys.exit(3)", 3, ""),
        ("sys.exit()", 0, ""),
        ("pass", 0, ""),
        ("raise KeyError('mine')", 1, "KeyError: 'mine'\n"),
    ],
)
def test_ends_as_the_module_does(
    statement: str, code: int, error: str, module: Callable[[str], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert module(statement) == code
    printed = capsys.readouterr().err
    assert printed.endswith(error) and "hybridlint_runtime" not in printed and "runpy" not in printed


def test_an_interrupt_goes_on_to_the_command(module: Callable[[str], int]) -> None:
    with pytest.raises(KeyboardInterrupt):
        module("os.kill(os.getpid(), signal.SIGINT)")


def test_options_after_the_script_are_its_own_if_it_mentions_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "_report_on_stderr", lambda: None)
    path = tmp_path / "train.py"
    path.write_text("import sys  # --folder: where the data is\nprint(sys.argv[1:])\n")
    options = ["--every", "7", "--at-most=1%", "--folder", "data", "--every", "3"]
    assert cli.main(["shadow", str(path), *options]) == 0
    printed = capsys.readouterr()
    assert printed.out == "['--folder', 'data', '--every', '3']\n"
    assert "--every 7 --at-most=1% is for this command" in printed.err


@pytest.mark.parametrize("module", [False, True])
def test_refuses_a_script_that_does_not_exist(module: bool) -> None:
    path = list(sys.path)
    with pytest.raises(CannotLook, match="there is no (script|module) none.such"):
        script.run("none.such", [], module=module, fail=False, folder=None)
    assert sys.path == path


def test_logs_the_summary(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    with shadow(None, folder=None):
        pass
    assert "no hybridized block was called" in caplog.text


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_budget_spreads_the_comparisons() -> None:
    clock = Clock()
    sampling = Sampling(every=1, at_most=0.1, clock=clock)
    compared = 0
    for _ in range(1000):
        if sampling.due("block", "signature"):
            clock.now += 1
            sampling.spent += 1
            sampling.tried("block", "signature")
            compared += 1
        clock.now += 1
    assert sampling.spent <= 0.1 * sampling.elapsed + 1
    assert compared > 80


@pytest.mark.parametrize(
    "options", [{"every": 0}, {"share": "200%"}, {"share": "x"}, {"at_most": -1}, {"first": -1}, {"every": 1.5}]
)
def test_refuses_an_invalid_option(options: Any) -> None:
    with pytest.raises(CannotLook):
        shadow(None, folder=None, **options)


def test_refuses_what_is_no_block() -> None:
    with pytest.raises(CannotLook, match="expected a Block, not str"):
        shadow("net")
