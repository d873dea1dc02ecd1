"""State that acts from the second training step on, and cells that nobody resets."""

from __future__ import annotations

from typing import Any, Callable, List

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd
from mxnet.gluon import HybridBlock, nn, rnn

from hybridlint_runtime import check
from hybridlint_runtime.report import Stage, Status


class ScalesLater(HybridBlock):  # type: ignore[misc]
    """Scales its outputs from the second training step on, or only `gradients` from the third."""

    def __init__(self, gradients: bool = False) -> None:
        super().__init__()
        self.steps, self.gradients = 0, gradients
        self.dense = nn.Dense(3, in_units=4)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        if autograd.is_training():
            self.steps += 1
        y = self.dense(x)
        if self.gradients:
            return F.BlockGrad(y) * 2 - y if self.steps == 3 else y
        return y * (1.0 if self.steps < 2 else 0.5)


class AddsPrevious(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.previous = None

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        y = F.tanh(x)
        if autograd.is_training():
            before, self.previous = self.previous, y
            return y if before is None else y + F.BlockGrad(before)
        return y


class Counts(HybridBlock):  # type: ignore[misc]
    """Only counts its training steps."""

    def __init__(self) -> None:
        super().__init__()
        self.steps = 0

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        if autograd.is_training():
            self.steps += 1
        return F.tanh(x)


class OneStep(HybridBlock):  # type: ignore[misc]
    def __init__(self, cell: Any) -> None:
        super().__init__()
        with self.name_scope():
            self.cell = cell

    def hybrid_forward(self, F: Any, x: Any, h: Any) -> Any:
        outputs, states = self.cell(x, [h])
        return outputs, states[0]


class Unrolled(OneStep):
    def hybrid_forward(self, F: Any, x: Any, h: Any) -> Any:
        outputs, _ = self.cell.unroll(2, [x, x * 2], merge_outputs=False)
        return outputs[0] * h, outputs[1] * h


def zoneout() -> Any:
    return rnn.ZoneoutCell(rnn.RNNCell(4, input_size=4), 0.5, 0.5)


def kept_mask() -> Any:
    return mx.gluon.contrib.rnn.VariationalDropoutCell(rnn.RNNCell(4, input_size=4), drop_inputs=0.5)


def steps_differ(make: Callable[[], Any], shapes: List[Any]) -> bool:
    """Return whether three training steps in a row, with the same seeds, differ between the phases."""
    results = []
    for hybridized in (False, True):
        mx.random.seed(1)
        net = make()
        net.initialize()
        net.hybridize(hybridized)
        results.append([])
        for number in range(3):
            arguments = [mx.nd.array(np.random.RandomState(number).normal(size=shape)) for shape in shapes]
            for argument in arguments:
                argument.attach_grad()
            mx.random.seed(number)
            with autograd.record():
                outputs = net(*arguments)
                outputs = outputs if isinstance(outputs, (list, tuple)) else [outputs]
                loss = sum(output.sum() for output in outputs)
            loss.backward()
            results[-1] += [array.asnumpy() for array in (*outputs, *(argument.grad for argument in arguments))]
    return not all(map(np.allclose, *results))


class Extends(HybridBlock):  # type: ignore[misc]
    """Adds the first output of training from the second training step on."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: List[Any] = []

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        y = F.tanh(x)
        if autograd.is_recording():
            self.seen.append(y)
        return y + self.seen[0] * 0.5 if len(self.seen) > 1 else y


def test_a_list_that_a_training_step_extends_is_located() -> None:
    (problem,) = check(Extends, "2,4", probes=["training_state"]).problems
    assert problem.location is not None and problem.location.source == "self.seen.append(y)"


@pytest.mark.parametrize(
    ("make", "inputs", "status", "differ"),
    [
        (ScalesLater, ["2,4"], Status.FAILED, True),
        (lambda: ScalesLater(gradients=True), ["2,4"], Status.FAILED, True),
        (AddsPrevious, ["2,4"], Status.FAILED, True),
        (Counts, ["2,4"], Status.WARNED, False),
        (lambda: OneStep(rnn.RNNCell(4, input_size=4)), ["2,4", "2,4"], Status.PASSED, False),
        (lambda: OneStep(zoneout()), ["2,4", "2,4"], Status.WARNED, True),
        (lambda: Unrolled(rnn.RNNCell(4, input_size=4)), ["2,4", "2,4"], Status.PASSED, False),
        (lambda: OneStep(kept_mask()), ["2,4", "2,4"], Status.WARNED, True),
        (lambda: Unrolled(kept_mask()), ["2,4", "2,4"], Status.PASSED, False),
    ],
    ids=["outputs", "gradients", "tensor", "counter", "cell", "zoneout", "unrolled", "mask", "unrolled mask"],
)
def test_steps_in_a_row(make: Callable[[], Any], inputs: List[str], status: Status, differ: bool) -> None:
    assert steps_differ(make, [tuple(map(int, text.split(","))) for text in inputs]) is differ
    report = check(make, *inputs, probes=["training_state"])
    (result,) = (result for result in report.probes if result.probe == "training_state")
    assert result.status is status, (result.reason, [problem.message for problem in result.problems])


def test_what_state_changes_later_is_not_reported_again() -> None:
    report = check(ScalesLater, (2, 4))
    assert [problem.stage for problem in report.problems] == [Stage.STATE]
    reasons = {result.probe: result.reason for result in report.probes if result.status is Status.NOT_RUN}
    assert reasons["gradients_added"] == "the probe 'training_state' failed"
