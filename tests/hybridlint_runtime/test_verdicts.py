"""What the check concludes of models whose failure shows late, elsewhere, or in one phase alone.

Families of models are generated with fixed seeds; what MXNet does with each is found out by a plain script beside the
check: build, call, hybridize, call, compare.
"""

from __future__ import annotations

import collections
import copy
import functools
import random
from typing import Any, Callable, Dict, List, Sequence

import numpy as np
import pytest

from hybridlint_runtime import Report, Verdict, check
from hybridlint_runtime.model.comparing import ROUNDING
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.report import ProbeResult, Status
from hybridlint_runtime.spec.options import TOLERANCES

mx = import_mxnet()
from mxnet.gluon import Block, HybridBlock, nn  # noqa: E402

SHAPE = (4, 3)


def result_of(report: Report, name: str) -> ProbeResult:
    (named,) = (result for result in report.probes if result.probe == name)
    return named


def agree_in_plain_use(make: Callable[[], Any], calls: Sequence[Sequence[int]]) -> bool:
    """Whether an imperative and a hybridized net give the same for inputs of these shapes, one after the other."""
    results = []
    for hybridized in (False, True):
        mx.random.seed(1)
        net = make()
        net.initialize()
        if hybridized:
            net.hybridize()
        inputs = [mx.nd.array(np.random.RandomState(3).normal(size=shape)) for shape in calls]
        results.append([net(array).asnumpy() for array in inputs])
    return all(np.allclose(imperative, hybridized_output, rtol=1e-5) for imperative, hybridized_output in zip(*results))


class Switching(HybridBlock):
    """Computes another result once `switches` is true of the number of the call, or of the batch."""

    def __init__(self, at_call: int = 0, at_batch: int = 0) -> None:
        super().__init__()
        self.at_call, self.at_batch, self.calls, self.batch = at_call, at_batch, {"made": 0}, 0

    def forward(self, x: Any) -> Any:
        self.batch = x.shape[0]
        return super().forward(x)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        self.calls["made"] += 1
        special = self.at_call and self.calls["made"] >= self.at_call or self.batch == self.at_batch
        return F.relu(x) * (3 if special else 1)


@pytest.mark.sample(3)
@pytest.mark.parametrize("at_call", random.Random(19).sample(range(2, 12), 3))
def test_a_counter_that_matters_later_is_seen(at_call: int) -> None:
    make = functools.partial(Switching, at_call=at_call)
    assert agree_in_plain_use(make, [SHAPE] * (at_call - 1)) and not agree_in_plain_use(make, [SHAPE] * at_call)
    report = check(make, SHAPE, probes=["outputs"])
    assert report.verdict is Verdict.FAILED
    assert report.problems[0].message.startswith(f"on call {at_call},")


class RunsOut(HybridBlock):
    """Takes a factor from a list in each call."""

    def __init__(self, factors: Sequence[float]) -> None:
        super().__init__()
        self.factors = list(factors)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x * self.factors.pop()


@pytest.mark.parametrize(
    "factors, status, expected_text",
    [
        ([4, 3, 2], Status.FAILED, "on call 2"),
        ([3, 2], Status.FAILED, "on call 2"),
        ([2, 2, 2], Status.NOT_RUN, "called 4 times in a row, the imperative model itself raises IndexError"),
    ],
)
def test_calls_before_one_that_raises_are_compared(
    factors: Sequence[float], status: Status, expected_text: str
) -> None:
    result = result_of(check(functools.partial(RunsOut, factors), SHAPE, probes=["outputs"]), "outputs")
    assert result.status is status
    assert expected_text in " ".join([result.reason, *(problem.message for problem in result.problems)])


class CountsOnTheClass(HybridBlock):
    made = 0

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        type(self).made += 1
        return x * (2 if type(self).made > 4 else 1)


class CountsInAGenerator(HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        self.numbers = iter(range(100))

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x * (2 if next(self.numbers) > 3 else 1)


class CountsInAnArgument(HybridBlock):
    def hybrid_forward(self, F: Any, x: Any, seen: Any = []) -> Any:  # noqa: B006
        seen.append(1)
        return x * (2 if len(seen) > 4 else 1)


@pytest.mark.sample(3)
@pytest.mark.parametrize("model", [CountsOnTheClass, CountsInAGenerator, CountsInAnArgument])
def test_calls_that_are_counted_elsewhere_are_seen(model: Any) -> None:
    report = check(model, SHAPE, probes=["outputs"])
    assert report.verdict is Verdict.FAILED and report.problems[0].message.startswith("on call 5,")


@pytest.mark.sample(2)
@pytest.mark.parametrize("size", [1, 2])
def test_a_special_batch_size_is_seen(size: int) -> None:
    make = functools.partial(Switching, at_batch=size)
    assert agree_in_plain_use(make, [SHAPE]) and not agree_in_plain_use(make, [SHAPE, (size, 3)])
    report = check(make, SHAPE, probes=["batch"])
    assert report.verdict is Verdict.FAILED
    assert f"at batch size {size}," in report.problems[0].message


def test_a_batch_size_that_only_broadcasting_takes_is_not_tried() -> None:
    class Adds(HybridBlock):
        def hybrid_forward(self, F: Any, x: Any, y: Any) -> Any:
            return x + y

    report = check(Adds, (4, 3), mx.nd.ones((4, 3)), probes=["batch"])
    assert result_of(report, "batch").status is not Status.FAILED


class Scaled(HybridBlock):
    """A layer whose graph has another factor than the imperative run."""

    def __init__(self, factor: float) -> None:
        super().__init__()
        self.factor, self.body = factor, nn.Dense(5, in_units=3)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        y = self.body(x)
        return y * self.factor if F is mx.sym else y * 1.0


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("factor", "status"),
    [
        (1.0, Status.PASSED),
        (1 + ROUNDING["float32"].relative / 20, Status.PASSED),
        (1 + TOLERANCES["float32"].relative / 2, Status.WARNED),
        (1.0005, Status.FAILED),
        (1.01, Status.FAILED),
    ],
)
def test_differences_are_held_to_what_rounding_was_measured_to_do(factor: float, status: Status) -> None:
    report = check(functools.partial(Scaled, factor), SHAPE, probes=["outputs"], skip=["blocks"])
    assert result_of(report, "outputs").status is status


class SkipsSometimes(HybridBlock):
    """Stochastic depth: a layer is left out one time in so many."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share, self.body = share, nn.Dense(3)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.relu(x) if random.random() < self.share else x + self.body(x)


@pytest.mark.sample(3)
@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_a_branch_that_is_drawn_in_python_is_seen(share: float) -> None:
    report = check(functools.partial(SkipsSometimes, share), SHAPE, probes=["frozen_values"])
    assert report.verdict is Verdict.FAILED


class Appends(HybridBlock):
    def __init__(self, copies: bool) -> None:
        super().__init__()
        self.copies = copies

    def hybrid_forward(self, F: Any, states: Any) -> Any:
        states = list(states) if self.copies else states
        states.append(states[0] * 2)
        return F.concat(*states, dim=1)


def test_a_list_of_the_callers_that_grows_is_seen() -> None:
    arrays = [mx.nd.ones((2, 3)), mx.nd.ones((2, 3))]
    for copies, status in ((False, Status.FAILED), (True, Status.PASSED)):
        report = check(functools.partial(Appends, copies), arrays, probes=["inputs_in_place"])
        assert result_of(report, "inputs_in_place").status is status
        assert len(arrays) == 2


class HandsOnANumber(HybridBlock):
    """Cannot be traced; its child, which gets a number, cannot be traced alone."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = Times()

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.scale(x, 2.0) / x.shape[0]


class Times(HybridBlock):
    def hybrid_forward(self, F: Any, x: Any, factor: Any) -> Any:
        return x * factor


def test_a_cause_comes_before_its_consequences() -> None:
    cause, consequence = result_of(check(HandsOnANumber, SHAPE, probes=["trace"]), "trace").problems
    assert cause.rule == "HYB101" and cause.block == ""
    assert consequence.block == "scale" and consequence.details["consequence_of"] == ""
    assert consequence.message.startswith("as a consequence, because the model cannot be traced")


class AsksAndPauses(HybridBlock):
    """Another result in training; and a gradient that only the graph passes."""

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        with mx.autograd.pause():
            weights = x * 2
        return x * weights * (1 if mx.autograd.is_training() else 2)


@pytest.mark.slow
def test_gradients_are_probed_though_modes_failed() -> None:
    report = check(AsksAndPauses, SHAPE, probes=["gradients"])
    assert {result_of(report, name).status for name in ("modes", "gradients")} == {Status.FAILED}


class RaisesBackward(mx.autograd.Function):
    def forward(self, x: Any) -> Any:
        return x * 1

    def backward(self, gradient: Any) -> Any:
        raise ValueError("no way back")


class TrainedNowhere(HybridBlock):
    def forward(self, x: Any) -> Any:
        return RaisesBackward()(super().forward(x))

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.relu(x)


class TrainedHybridized(HybridBlock):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        if F is mx.nd and mx.autograd.is_recording():
            raise ValueError("not in training")
        return F.relu(x)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("model", "expected_text"),
    [(TrainedNowhere, "nor can the hybridized one"), (TrainedHybridized, "while the hybridized one can")],
)
def test_the_summary_states_that_training_was_not_seen(model: Any, expected_text: str) -> None:
    report = check(model, SHAPE, archive=False)
    assert report.verdict is Verdict.PASSED
    assert f"not compared: gradients (the imperative model cannot be trained, {expected_text}" in report.summary


class OwnExport(HybridBlock):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x * 2

    def export(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError("exported elsewhere")


class AddsAnInput(HybridBlock):
    def forward(self, x: Any) -> Any:
        return super().forward(x, x * 0 + 1)

    def hybrid_forward(self, F: Any, x: Any, mask: Any) -> Any:
        return x * mask


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("model", "expected_text"), [(OwnExport, "exported elsewhere"), (AddsAnInput, "takes 2 tensors")]
)
def test_an_export_that_cannot_be_used_is_warned_of(model: Any, expected_text: str) -> None:
    result = result_of(check(model, SHAPE, probes=["export"]), "export")
    assert result.status is Status.WARNED
    assert expected_text in result.problems[0].message and result.problems[0].remedy


class Function(mx.autograd.Function):
    def forward(self, x: Any) -> Any:
        return x * 1

    def backward(self, gradient: Any) -> Any:
        return gradient


class UsesFunction(HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        self.function = Function()

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.function(F.relu(x))


class HandsOnAFloat(HybridBlock):
    def forward(self, x: Any) -> Any:
        return super().forward(x, float(x.shape[0]))

    def hybrid_forward(self, F: Any, x: Any, count: Any) -> Any:
        return x * count


Pair = collections.namedtuple("Pair", "first second")


class GivesPair(HybridBlock):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return Pair(x * 2, x + 1)


class TakesPair(Block):
    def __init__(self) -> None:
        super().__init__()
        self.pair = GivesPair()

    def forward(self, x: Any) -> Any:
        pair = self.pair(x)
        return pair.first * pair.second


class Doubles(HybridBlock):
    """`__setattr__` of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = 1.0

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value * 2 if name == "scale" else value)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x * self.scale


GAIN = 1.0


class ReadsModule(HybridBlock):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x * GAIN


def _raise_gain(net: Any) -> None:
    global GAIN
    GAIN += 1.0


class BranchInALoop(HybridBlock):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        def body(row: Any, states: Any) -> Any:
            return F.contrib.cond(F.sum(row) > 0, lambda: row * 2, lambda: row * 3), states

        return F.contrib.foreach(body, x, [])[0]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("model", "options", "expected_text"),
    [
        (UsesFunction, {}, "mx.operator.CustomOp"),
        (HandsOnAFloat, {}, "Pass tensors"),
        (TakesPair, {}, "outputs read by position"),
        (Doubles, {"between": lambda net: setattr(net, "scale", 3.0)}, "call hybridize() again after the change"),
        (ReadsModule, {"between": _raise_gain}, "call hybridize() again after the change"),
        (BranchInALoop, {}, "use F.where"),
    ],
)
def test_the_remedy_fits_the_failure(model: Any, options: Dict[str, Any], expected_text: str) -> None:
    report = check(model, SHAPE, archive=False, **options)
    assert report.verdict is Verdict.FAILED
    assert expected_text in (report.problems[0].remedy or "")


@pytest.mark.slow
def test_every_net_begins_with_the_variables_of_its_module() -> None:
    before = GAIN
    report = check(ReadsModule, SHAPE, between=_raise_gain, probes=["outputs"])
    assert report.problems[0].message.startswith("on call 2, after a first call that agreed and a change")
    globals()["GAIN"] = before


class CopiesAChild(HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Dense(3, in_units=3)
        self.second = copy.deepcopy(self.first)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.first(x) + self.second(x)


class CopiesAParameter(HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        self.first = self.params.get("first", shape=(3,))
        self.second = copy.deepcopy(self.first)

    def hybrid_forward(self, F: Any, x: Any, first: Any, second: Any) -> Any:
        return F.broadcast_add(F.broadcast_mul(x, first), second)


class KeepsAList(HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        self.layers = [nn.Dense(3, in_units=3), nn.Dense(3, in_units=3)]

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        for layer in self.layers:
            x = layer(x)
        return x


class KeepsAParameter(HybridBlock):
    """Its parameter is in no ParameterDict that `collect_params` visits."""

    def __init__(self, own_dict: bool) -> None:
        super().__init__()
        self.own = mx.gluon.ParameterDict("own_") if own_dict else None
        self.scale = self.own.get("scale", shape=(1,)) if self.own else mx.gluon.Parameter("scale", shape=(1,))

    def hybrid_forward(self, F: Any, x: Any, scale: Any) -> Any:
        return F.broadcast_mul(x, scale)


class NeedsNumPySemantics(HybridBlock):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.npx.relu(x)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("model", "expected_text"),
    [
        (functools.partial(KeepsAParameter, False), ["collect_params() lacks 'scale'", "self.params.get()"]),
        (NeedsNumPySemantics, ["call npx.set_np() before the model is made"]),
        (functools.partial(KeepsAParameter, True), ["collect_params() lacks 'own_scale'", "self.params.get()"]),
        (CopiesAChild, ["a deep copy has the same parameter names"]),
        (CopiesAParameter, ["a deep copy has the same parameter names"]),
        (KeepsAList, ["layers[0] (Dense) is not a registered child", "HYB702", "self.layers = [nn.Dense"]),
    ],
)
def test_what_fails_imperatively_is_explained(model: Any, expected_text: List[str]) -> None:
    report = check(model, SHAPE)
    assert report.verdict is Verdict.COULD_NOT_LOOK
    assert [text for text in expected_text if text not in "\n".join([report.summary, *report.notes])] == []


class PlainList(Block):
    def __init__(self) -> None:
        super().__init__()
        self.layers, self.named = [nn.Dense(3, in_units=3)], {"head": nn.Dense(2, in_units=3)}


def test_blocks_in_containers_are_named_where_none_is_registered() -> None:
    report = check(PlainList(), SHAPE)
    assert report.verdict is Verdict.COULD_NOT_LOOK
    assert "it contains layers[0] (Dense), named['head'] (Dense)" in report.summary


class OfNothing(HybridBlock):
    """Another result for a batch of no elements, by a branch that the graph takes once."""

    def __init__(self, branches: bool) -> None:
        super().__init__()
        self.branches, self.empty = branches, False

    def forward(self, x: Any) -> Any:
        self.empty = self.branches and x.shape[0] == 0
        return super().forward(x)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.np.sum(x, axis=0) + (1 if self.empty else 0)


@pytest.mark.parametrize(("branches", "status"), [(True, Status.WARNED), (False, Status.PASSED)])
def test_a_batch_of_no_elements_is_tried(branches: bool, status: Status) -> None:
    with mx.util.np_shape(True), mx.util.np_array(True):
        x = mx.np.ones(SHAPE)
        report = check(functools.partial(OfNothing, branches), x, probes=["empty_batch"])
    assert result_of(report, "empty_batch").status is status


class MakesItsHead(HybridBlock):
    """Makes its child in the first call, when the number of units is known."""

    def __init__(self) -> None:
        super().__init__()
        self.head = None

    def forward(self, x: Any) -> Any:
        if self.head is None:
            self.head = nn.Dense(2, in_units=x.shape[1])
            self.head.initialize(ctx=x.context)
        return super().forward(x)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.head(x)


class FillsItsBody(HybridBlock):
    """Adds a layer that normalizes to a child in the first call, before the rest of the call."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.HybridSequential()

    def __call__(self, x: Any) -> Any:
        if not self.body:
            self.body.add(nn.BatchNorm(), nn.Dropout(0.5), nn.Dense(2))
            self.body.initialize()
        return super().__call__(x)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.body(x)


class GrowsAHead(Block):
    """A plain root: the archive holds the graph of each child."""

    def __init__(self) -> None:
        super().__init__()
        self.stem, self.head = nn.Dense(4), None

    def forward(self, x: Any) -> Any:
        hidden = self.stem(x)
        if self.head is None:
            self.head = nn.Dense(2)
            self.head.initialize()
        return self.head(hidden)


@pytest.mark.sample(3)
@pytest.mark.parametrize("model", [MakesItsHead, FillsItsBody, GrowsAHead])
def test_children_made_in_the_first_call_are_checked(model: Any) -> None:
    report = check(model, SHAPE)
    assert report.verdict is Verdict.PASSED, report.summary
    compared = {result.probe for result in report.probes if result.status is Status.PASSED}
    assert compared >= {"outputs", "modes", "gradients", "gradients_added", "archive"}
