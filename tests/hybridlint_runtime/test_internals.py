"""Every value of a graph is found by a name of its own; what MXNet states of one is reported without its stack."""

from __future__ import annotations

from typing import Any

import hybridlint_runtime
from hybridlint_runtime.diagnostics.failures import essential
from hybridlint_runtime.model.internals import Internals
from hybridlint_runtime.model.reshaping import unfit_in
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.report import Status, Verdict

mx = import_mxnet()
HybridBlock: Any = mx.gluon.HybridBlock


def test_frames_of_cpp_are_left_out_of_what_mxnet_states() -> None:
    frames = ['  File "../include/mxnet/./tuple.h", line 521', '  File "../src/operator/tensor/la_op.cc", line 7']
    message = "\n".join(["Traceback (most recent call last):", *frames, "MXNetError: Check failed: Shape is unknown."])
    assert essential(message) == "Check failed: Shape is unknown."
    assert essential('  File "model.py", line 3, in forward') == 'File "model.py", line 3, in forward'


def test_two_nodes_of_one_name_have_values_of_their_own() -> None:
    data = mx.sym.var("data")
    once = mx.sym.Activation(data, act_type="relu", name="act")
    twice = mx.sym.Activation(mx.sym.reshape(once, (0, 2, -1), name="act"), act_type="tanh", name="act")
    internals = Internals(twice)
    assert [node.name for node in internals.nodes] == ["data", "act", "act", "act"]
    assert [node.inputs for node in internals.nodes] == [[]] + [node.outputs for node in internals.nodes[:3]]
    assert len(set(internals.names)) == 4
    shapes = [internals.value(node.outputs[0]).infer_shape(data=(5, 6))[1] for node in internals.nodes]
    assert shapes == [[(5, 6)], [(5, 6)], [(5, 2, 3)], [(5, 2, 3)]]


def test_nodes_of_several_and_of_hidden_outputs() -> None:
    norm = mx.sym.BatchNorm(mx.sym.var("data"), name="norm")
    parts = mx.sym.split(norm, num_outputs=2, axis=1, name="norm_output")
    internals = Internals(parts[0] + parts[1])
    by_name = {node.name: node for node in internals.nodes}
    assert [len(by_name[name].outputs) for name in ("norm", "norm_output")] == [1, 2]
    assert by_name["norm_output"].inputs == by_name["norm"].outputs
    assert internals.nodes[-1].inputs == by_name["norm_output"].outputs


def test_a_reshape_is_judged_by_its_own_input() -> None:
    data = mx.sym.var("data")
    layer = mx.sym.Activation(data, act_type="relu", name="act")
    halves = mx.sym.Reshape(mx.sym.Activation(layer, act_type="relu", name="act"), shape=(2, -1), name="act_reshape")
    assert unfit_in(halves, {"data": (4, 3)}) is None
    unfit = unfit_in(halves, {"data": (3, 3)})
    assert unfit is not None and unfit.node == "act_reshape"


class CalledTwice(HybridBlock):  # type: ignore[misc]
    """As the channel shuffle of ShuffleNet: one activation before and after a reshape."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.act = mx.gluon.nn.Activation("relu")

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.act(F.reshape(self.act(x) - 1, (0, 3, -1)))


def test_a_layer_that_is_called_twice_is_no_failure() -> None:
    report = hybridlint_runtime.check(CalledTwice(), mx.nd.ones((2, 12)))
    assert report.verdict is Verdict.PASSED, str(report)
    passed = {probe.probe for probe in report.probes if probe.status is Status.PASSED}
    assert {"batch", "outputs", "blocks"} <= passed
