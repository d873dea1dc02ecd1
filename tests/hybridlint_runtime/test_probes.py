"""Every probe's examples, run: a bad one must be reported by its own probe and by none before it, a good one must
pass.
"""

from __future__ import annotations

import linecache
import os
import pathlib
import time
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np
import pytest

from hybridlint_runtime import folders, questions
from hybridlint_runtime.checking import verify
from hybridlint_runtime.checking.probes import cost, fusion
from hybridlint_runtime.model.steps import InputMaker
from hybridlint_runtime.model.subject import Subject
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.questions import Example, Probe
from hybridlint_runtime.report import Report, Status, Verdict
from hybridlint_runtime.spec.options import CheckOptions, Scenario

mx = import_mxnet()

BAD = [probe for probe in questions.ALL if probe.bad is not None]
GOOD = [probe for probe in questions.ALL if probe.good is not None]
#: What has to be asked for, or nothing else is done: all other examples are checked as everybody does.
OPTIONS: Dict[str, Dict[str, Any]] = {
    "archive": {"archive": True},
    "contexts": {"contexts": ["cpu(0)", "cpu(1)"]},
    "onnx": {"onnx": True},
}
#: Asked on MXNet 2, of arrays with NumPy semantics, of GPUs, or of models with optional arguments, which the good
#: example has not.
NOT_RUN = ("branches", "empty_batch", "fusion", "optional_arguments")


def check(example: Example, name: str, **options: Any) -> Report:
    """The report on one example."""
    file = f"<example of {name}>"
    linecache.cache[file] = (len(example.source), None, example.source.splitlines(True), file)
    module: Dict[str, Any] = {"__name__": "example"}
    exec(compile(example.source, file, "exec"), module)

    def maker_of(shapes: Sequence[Tuple[int, ...]]) -> InputMaker:
        def make_inputs(context: str, seed: int, batch: Optional[int]) -> List[Any]:
            random = np.random.RandomState(seed)
            device = mx.Context("cpu", int(context[4:-1]))
            return [mx.nd.array(random.normal(size=(batch or shape[0], *shape[1:])), ctx=device) for shape in shapes]

        return make_inputs

    parts = {key: module[key] for key in ("call", "between", "hybridize") if key in module}
    also = [maker_of(example.also)] if example.also else []
    chosen = CheckOptions(**{"archive": False, "also_shapes": also, **OPTIONS.get(name, {}), **options})
    return verify(module["Net"], maker_of(example.inputs), chosen, scenario=Scenario(**parts))


def statuses(report: Report) -> Dict[str, Status]:
    """Probe → status; on the last context if it ran on several."""
    return {result.probe: result.status for result in report.probes}


@pytest.mark.sample(3)
@pytest.mark.parametrize("probe", BAD, ids=lambda probe: probe.name)
def test_a_bad_example_is_reported_by_its_own_probe(probe: Probe) -> None:
    assert probe.bad is not None
    report = check(probe.bad, probe.name)
    by_probe = statuses(report)
    assert by_probe[probe.name] in (Status.FAILED, Status.WARNED)
    for earlier in probe.needs:
        assert by_probe[earlier] is not Status.FAILED, earlier
    result = [result for result in report.probes if result.probe == probe.name][-1]
    assert result.problems
    assert all(problem.message for problem in result.problems)
    assert (report.verdict is Verdict.FAILED) == (
        by_probe[probe.name] is Status.FAILED or Status.FAILED in by_probe.values()
    )
    assert Report.from_json(report.to_json()) == report


@pytest.mark.sample(3)
@pytest.mark.parametrize("probe", GOOD, ids=lambda probe: probe.name)
def test_a_good_example_passes_its_probe_and_fails_none(probe: Probe) -> None:
    assert probe.good is not None
    report = check(probe.good, probe.name)
    assert report.verdict is Verdict.PASSED, [problem.message for problem in report.problems]
    assert statuses(report)[probe.name] is (Status.NOT_RUN if probe.name in NOT_RUN else Status.PASSED)


@pytest.mark.slow
def test_what_is_unused_is_reported_once() -> None:
    """MXNet warns of it, too, and also of parameters that no attribute holds."""
    source = """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.params.get("lonely", shape=(2,))
        {more}

    def hybrid_forward(self, F, x, y, **parameters):
        return x * 2{used}
"""
    for more, used, entries in (
        ("pass", "", ["input 1 is not used by the graph", "neither exported nor trained: lonely"]),
        ("self.scale = self.params.get('scale', shape=(1,))", " + y", ["trained: scale, lonely"]),
        ("pass", " + y", ["neither exported nor trained: lonely"]),
    ):
        report = check(Example(source.format(more=more, used=used), ((2, 3), (2, 3))), "unused")
        (result,) = (result for result in report.probes if result.probe == "unused")
        assert statuses(report)["mxnet_warnings"] is Status.PASSED
        assert [text in problem.message for text, problem in zip(entries, result.problems)] == [True] * len(entries)
        assert len(result.problems) == len(entries)
        assert {problem.rule for problem in result.problems if "input" in problem.message} <= {"HYB901"}


def test_a_second_context_goes_through_an_archive_too() -> None:
    example = questions.BY_NAME["archive"].good
    assert example is not None
    report = check(example, "archive", contexts=["cpu(0)", "cpu(1)"], probes=["archive"])
    assert report.verdict is Verdict.PASSED, report.summary
    results = [result for result in report.probes if result.probe == "archive"]
    assert [(result.context, result.status) for result in results] == [
        ("cpu(0)", Status.PASSED),
        ("cpu(1)", Status.PASSED),
    ]
    assert report.contexts_checked == ["cpu(0)", "cpu(1)"]


def test_memory_is_what_one_call_holds_at_most() -> None:
    class Net(mx.gluon.HybridBlock):  # type: ignore[misc]
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return F.sum(F.exp(F.broadcast_mul(x, F.ones((1024, 1024)))))

    def make_inputs(context: str, seed: int, batch: Optional[int]) -> List[Any]:
        return [mx.nd.array(np.random.RandomState(seed).normal(size=(1, 1)))]

    report = verify(Net, make_inputs, CheckOptions(archive=False, probes=["cost"]))
    figures = report.timings["cpu(0)"]
    # Float32 matrices of 4 MiB: imperatively two at a time or three, as a graph fewer, for it plans.
    assert 8 <= figures["imperative_peak_memory_mib"] <= 13
    assert 4 <= figures["hybridized_peak_memory_mib"] <= figures["imperative_peak_memory_mib"]


def test_fusion_is_probed_on_gpus_only() -> None:
    example = questions.BY_NAME["fusion"].good
    assert example is not None
    report = check(example, "fusion", probes=["fusion"])
    (probed,) = [result for result in report.probes if result.probe == "fusion"]
    assert probed.status is Status.NOT_RUN and "GPU" in probed.reason


def test_both_phases_run_with_and_without_fusion(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a GPU runs, on a CPU, which ignores the variable."""
    seen: List[Optional[str]] = []

    class Net(mx.gluon.HybridBlock):  # type: ignore[misc]
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            seen.append(os.environ.get("MXNET_USE_FUSION"))
            return F.exp(x)

    def make_inputs(context: str, seed: int, batch: Optional[int]) -> List[Any]:
        return [mx.nd.array(np.random.RandomState(seed).normal(size=(2, 3)))]

    monkeypatch.setenv("MXNET_USE_FUSION", "as before")
    subject = Subject(Net, make_inputs, CheckOptions(archive=False), "cpu(0)", Scenario())
    subject.prepare()
    seen.clear()
    assert fusion.compare_fused(subject).status is Status.PASSED
    assert set(seen) == {"0", "1"}
    assert os.environ["MXNET_USE_FUSION"] == "as before"


def test_every_probe_is_a_document() -> None:
    names = [probe.name for probe in questions.ALL]
    assert len(names) == len(set(names))
    for place, probe in enumerate(questions.ALL):
        assert probe.asks.endswith("?"), probe.name
        assert probe.why.endswith(".") and probe.remedy.endswith("."), probe.name
        assert probe.good is not None, probe.name
        assert (probe.bad is None) == bool(probe.no_bad), f"{probe.name}: a model that fails, or why there is none"
        assert set(probe.needs) <= set(names[:place]), f"{probe.name} needs what is asked later"


@pytest.mark.slow
def test_no_thread_of_the_profiler_writes_where_a_folder_is_removed(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "parent", str(tmp_path))
    written: List[pathlib.Path] = []

    def call() -> None:
        time.sleep(1.2)  # left alone, MXNet writes once a second
        written.extend(tmp_path.glob("*/*"))

    cost._peak_kilobytes(call, "cpu(0)")
    assert not written
    assert not list(tmp_path.iterdir())


def test_a_model_may_remove_the_folder_of_the_check(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that tidies up all that lies among temporary files."""
    monkeypatch.setattr(folders, "parent", str(tmp_path / "gone"))
    example = questions.BY_NAME["export"].good
    assert example is not None
    report = check(example, "export", probes=["export"])
    assert report.verdict is Verdict.PASSED, report.summary


def test_a_probe_that_had_nothing_to_compare_has_not_run() -> None:
    source = """
from mxnet.gluon import Block, nn


class Opaque:
    pass


class Net(Block):
    def __init__(self):
        super().__init__()
        self.layer = nn.Dense(3)

    def forward(self, x):
        self.layer(x)
        return Opaque()
"""
    report = check(Example(source), "nothing to compare")
    results = {result.probe: result for result in report.probes}
    for name in ("outputs", "orders", "modes", "parameters_changed"):
        assert results[name].status is Status.NOT_RUN, name
        assert "returns no tensor and no number that could be compared" in results[name].reason
