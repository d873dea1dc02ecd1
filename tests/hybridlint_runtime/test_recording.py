"""What one imperative run leaves: calls in order, copies, nothing changed on the model."""

from __future__ import annotations

from typing import Any

import pytest

from hybridlint_runtime.diagnostics.failures import RunFailure
from hybridlint_runtime.model.recording import no_values, record
from hybridlint_runtime.mxnet_compat import import_mxnet

mx = import_mxnet()
nn = mx.gluon.nn
HybridBlock: Any = mx.gluon.HybridBlock


class Twice(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.inner = nn.HybridSequential()
            self.inner.add(nn.Dense(3))

    def hybrid_forward(self, F: Any, x: Any, scale: Any = 2) -> Any:
        return self.inner(self.inner(x)) * scale


def test_children_complete_before_their_parents_and_calls_are_counted() -> None:
    net = Twice()
    net.initialize()
    recording = record(net, [mx.nd.ones((2, 3)), 5])
    assert [(call.path, call.index) for call in recording.calls] == [
        ("inner.0", 0),
        ("inner", 0),
        ("inner.0", 1),
        ("inner", 1),
        ("", 0),
    ]
    (root,) = recording.calls_of("")
    assert root.args[1] == 5 and root.structure == "(tensor, 5)" and root.depth == 0
    assert root.context == mx.cpu()
    second = recording.calls_of("inner")[1]
    assert (second.outputs * 5).asnumpy() == pytest.approx(recording.outputs.asnumpy())


def test_the_inference_of_deferred_shapes_is_no_call() -> None:
    net = nn.Dense(3, activation="relu")
    net.initialize()
    assert [call.path for call in record(net, [mx.nd.ones((2, 3))]).calls] == ["act", ""]


def test_inputs_are_copied_before_the_call_and_the_callers_stay_as_they_are() -> None:
    class InPlace(HybridBlock):  # type: ignore[misc]
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            x *= 2
            return x

    data = mx.nd.ones((2,))
    recording = record(InPlace(), [data])
    assert data.asnumpy().tolist() == [1, 1]
    assert recording.calls[0].args[0].asnumpy().tolist() == [1, 1]
    assert recording.outputs.asnumpy().tolist() == [2, 2]


def test_a_recurrent_layer_is_recorded_as_its_user_called_it() -> None:
    net = mx.gluon.rnn.LSTM(3)
    net.initialize()
    (call,) = record(net, [mx.nd.ones((4, 2, 3))]).calls
    assert call.structure == "(tensor)"  # its __call__ fills in states, which no caller passed


def test_hybridization_is_off_and_then_as_before_also_after_a_failure() -> None:
    class Fails(HybridBlock):  # type: ignore[misc]
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            raise ValueError(f"no {x.shape}")

    net = nn.HybridSequential()
    net.add(nn.Flatten(), Fails())
    net.hybridize()
    with pytest.raises(RunFailure) as caught:
        record(net, [mx.nd.ones((2, 3, 4))])
    assert caught.value.path == "1" and caught.value.block_class == "Fails"
    assert caught.value.location is not None and caught.value.location.source.startswith("raise ValueError")
    assert net._active and net[0]._active
    original = mx.gluon.Block.__call__
    assert original.__module__ == "mxnet.gluon.block"


def test_equal_seeds_draw_alike() -> None:
    net = nn.HybridLambda(lambda F, x: x + F.random.uniform(shape=(2, 3)))
    first, second, third = (record(net, [mx.nd.zeros((2, 3))], seed=seed).outputs.asnumpy() for seed in (1, 1, 2))
    assert (first == second).all() and not (first == third).all()


def test_without_the_values_inside_of_graphs_their_structure_is_kept() -> None:
    net = nn.Sequential()
    net.add(Twice())
    net.initialize()
    x = mx.nd.ones((2, 3))
    whole, sparing = record(net, [x]), record(net, [x], keeps=no_values)
    assert [(call.path, call.structure, call.depth) for call in sparing.calls] == [
        (call.path, call.structure, call.depth) for call in whole.calls
    ]
    assert {call.path: call.complete for call in sparing.calls} == {
        "0.inner.0": False,
        "0.inner": False,
        "0": True,
        "": True,
    }
