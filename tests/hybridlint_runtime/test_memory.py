"""Memory that was never written has other contents in each phase, so that reading it always shows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, Set

import pytest

from hybridlint_runtime.checking import verify
from hybridlint_runtime.model.memory import fill_memory, left_as_found, use_one_workspace
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.report import Report, Stage, Status, Verdict
from hybridlint_runtime.spec.inputs import plan_from_values
from hybridlint_runtime.spec.options import CheckOptions

mx = import_mxnet()
HybridBlock = mx.gluon.HybridBlock


def fresh(size: int) -> Set[float]:
    return set(mx.nd.empty((size,)).asnumpy().tolist())


#: Prints the numbers in fresh memory of several sizes: in both phases, and in a repeated imperative one.
FRESH_IN_EACH_PHASE = """
import json
from hybridlint_runtime.model.memory import fill_memory, repeated
from hybridlint_runtime.mxnet_compat import import_mxnet

mx = import_mxnet()

def fresh(size, hybridized):
    fill_memory(hybridized)
    return sorted(set(mx.nd.empty((size,)).asnumpy().tolist()))

found = []
for size in (3, 300, 10**6):
    phases = [fresh(size, False), fresh(size, True)]
    with repeated():
        phases.append(fresh(size, False))
    found.append(phases)
print(json.dumps(found))
"""


def test_fresh_memory_holds_another_number_in_each_phase() -> None:
    """In a process of its own, as a check has."""
    done = subprocess.run([sys.executable, "-c", FRESH_IN_EACH_PHASE], check=True, capture_output=True, text=True)
    runs = json.loads(done.stdout)
    assert len(runs) == 3
    for phases in runs:
        assert [len(numbers) for numbers in phases] == [1, 1, 1], phases
        assert len({number for numbers in phases for number in numbers}) == 3, phases
        assert all(abs(number) > 1e6 for numbers in phases for number in numbers), phases


def test_memory_is_not_filled_any_more_after_a_check() -> None:
    with left_as_found():
        fill_memory(hybridized=False)
        marked = fresh(10**6)
    assert fresh(10**6) != marked


def test_one_workspace_unless_the_environment_specifies_another_number(monkeypatch: pytest.MonkeyPatch) -> None:
    for threads, copies, expected in ((None, None, "1"), ("1", None, "1"), ("4", None, None), (None, "2", "2")):
        for name, value in (("MXNET_CPU_WORKER_NTHREADS", threads), ("MXNET_CPU_TEMP_COPY", copies)):
            if value is None:
                monkeypatch.delenv(name, raising=False)
            else:
                monkeypatch.setenv(name, value)
        use_one_workspace()
        assert os.environ.get("MXNET_CPU_TEMP_COPY") == expected
        monkeypatch.delenv("MXNET_CPU_TEMP_COPY", raising=False)


class Variance(HybridBlock):
    """Without the mean among the outputs, MXNet computes it from memory that nothing wrote, in a graph alone."""

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.moments(x, axes=(1,))[1]


class Ratio(HybridBlock):
    """SequenceMask leaves the gradient of the lengths as it was; what that memory held is added to that of the
    division, in both phases."""

    def __init__(self, blocked: bool = False) -> None:
        super().__init__()
        self.blocked = blocked

    def hybrid_forward(self, F: Any, x: Any, lengths: Any) -> Any:
        steps = F.BlockGrad(lengths) if self.blocked else lengths
        masked = F.SequenceMask(F.transpose(x, axes=(1, 0, 2)), steps, use_sequence_length=True)
        return F.broadcast_div(F.sum(masked, axis=0), F.reshape(lengths, (-1, 1)))


class LearnedRatio(HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        self.ratio = Ratio()
        self.lengths = self.params.get("lengths", shape=(2,), init=mx.init.Constant(2.0))

    def hybrid_forward(self, F: Any, x: Any, lengths: Any) -> Any:
        return self.ratio(x, lengths)


def check(make: Any, *inputs: Any, **options: Any) -> Report:
    plan = plan_from_values(inputs).arranged(make())
    return verify(make, plan.make, CheckOptions(archive=False, **options))


@pytest.mark.slow
def test_an_output_of_unwritten_memory_is_seen_each_time() -> None:
    for _ in range(3):
        (problem,) = check(Variance, (2, 3, 4), probes=["blocks"]).problems
        assert "8 of 8 elements" in problem.message and problem.details["largest_difference"] > 1e12


def test_the_gradient_of_an_input_that_nothing_determines_is_warned_of() -> None:
    for _ in range(3):
        report = check(Ratio, (2, 3, 4), "2:0.5..2.5", probes=["gradients"])
        assert report.verdict is Verdict.PASSED and report.probes[-1].status is Status.WARNED
        assert "the gradient of input 1 is undetermined" in report.probes[-1].problems[0].message
    fixed = check(lambda: Ratio(blocked=True), (2, 3, 4), "2:0.5..2.5", probes=["gradients"])
    assert fixed.probes[-1].status is Status.PASSED


def test_that_of_a_parameter_is_a_failure() -> None:
    (problem,) = check(LearnedRatio, (2, 3, 4), probes=["gradients"], batch=2).problems
    assert problem.stage is Stage.GRADIENTS and "the gradient of lengths is undetermined" in problem.message
    assert check(LearnedRatio, (2, 3, 4), probes=["gradients"], allow_undetermined=True).verdict is Verdict.PASSED
