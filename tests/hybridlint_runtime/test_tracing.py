"""Graphs, their formats, the user's line of every node, failures by block and line, and nothing left behind."""

from __future__ import annotations

import os
from typing import Any

import pytest

from hybridlint_runtime.diagnostics.failures import TraceFailure
from hybridlint_runtime.model.recording import record
from hybridlint_runtime.model.tracing import NoGraph, trace
from hybridlint_runtime.mxnet_compat import import_mxnet

mx = import_mxnet()
nn = mx.gluon.nn
HybridBlock: Any = mx.gluon.HybridBlock
X = (2, 3)


class Inner(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        self.kept = x
        return x + 1


class Outer(HybridBlock):  # type: ignore[misc]
    def __init__(self, broken: bool = False) -> None:
        super().__init__()
        self.broken = broken
        self.history: Any = []
        with self.name_scope():
            self.dense = nn.Dense(3)
            self.inner = Inner()

    def hybrid_forward(self, F: Any, x: Any, pair: Any = (None, None)) -> Any:
        self.history.append(x)
        h = helper(F, self.dense(x))
        if self.broken:
            h = h.reshape(h.shape)
        return self.inner(h), [h * 2 if pair[1] is None else h * pair[1]]


def helper(F: Any, x: Any) -> Any:
    return F.tanh(x)


def made(**more: Any) -> Any:
    net = Outer(**more)
    net.initialize()
    record(net, [mx.nd.ones(X)])
    net.history.clear()
    return net


def test_every_node_has_the_line_and_the_block_that_made_it() -> None:
    graph = trace(made(), [mx.nd.ones(X)])
    lines = {name.rsplit("_", 1)[-1]: location for name, location in graph.node_lines.items()}
    assert lines["tanh0"].source == "return F.tanh(x)" and lines["tanh0"].function == "helper"
    assert lines["plusscalar0"].source == "return x + 1"
    assert lines["fwd"].source == "h = helper(F, self.dense(x))"
    assert {location.file for location in graph.node_lines.values()} == {os.path.abspath(__file__)}
    blocks = {name.rsplit("_", 1)[-1]: block for name, block in graph.node_blocks.items()}
    assert (blocks["tanh0"], blocks["plusscalar0"], blocks["fwd"]) == ("", "inner", "dense")
    (tanh,) = [name for name in graph.node_lines if name.endswith("tanh0")]
    assert graph.line_of(f"Error in operator {tanh}: check failed") == (tanh, lines["tanh0"])
    assert graph.line_of("Error in operator of_another_graph: check failed") is None


def test_inputs_and_outputs_keep_their_order_and_nesting() -> None:
    net = made()
    graph = trace(net, [mx.nd.ones(X), [None, mx.nd.ones(X)]])
    assert graph.input_names == ["data0", "data1"]
    assert graph.input_format == [0, [-1, 0]] and graph.output_format == [0, [0]]
    assert [(call.path, call.index) for call in graph.inner_calls] == [("dense", 0), ("inner", 0)]


def test_a_failure_names_the_innermost_block_and_the_users_line() -> None:
    net = nn.HybridSequential()
    net.add(made(), made(broken=True))
    with pytest.raises(TraceFailure) as caught:
        trace(net, [mx.nd.ones(X)], path="features")
    failure = caught.value
    # the first block returns a tuple, which the second gets as its first argument
    assert failure.path.startswith("features.")
    with pytest.raises(TraceFailure) as caught:
        trace(made(broken=True), [mx.nd.ones(X)], path="body")
    failure = caught.value
    assert (failure.path, failure.block_class, failure.error_type) == ("body", "Outer", "AttributeError")
    assert failure.location is not None and failure.location.source == "h = h.reshape(h.shape)"
    assert "shape" in failure.essential


@pytest.mark.parametrize("broken", [False, True])
def test_the_model_is_left_as_it_was(broken: bool) -> None:
    net = made(broken=broken)
    kept = net.inner.kept
    net.hybridize(static_alloc=True)
    if not broken:
        net(mx.nd.ones(X))
        net.history.clear()
    before = dict(vars(net))
    try:
        trace(net, [mx.nd.ones(X)])
    except TraceFailure:
        assert broken
    after = vars(net)
    assert before.keys() == after.keys() and all(after[name] is before[name] for name in before)
    assert net.history == [] and (net.inner.kept is kept or not broken)
    assert net._active and net._cached_op is before["_cached_op"]
    assert mx.name.NameManager.get.__module__ == "mxnet.name"
    assert mx.gluon.Block.__call__.__module__ == "mxnet.gluon.block"


def test_a_layer_that_keeps_flags_on_itself_is_traced_as_it_was_called() -> None:
    net = mx.gluon.rnn.LSTM(3)
    net.initialize()
    x, state = mx.nd.ones((4, 2, 3)), mx.nd.ones((1, 2, 3))
    record(net, [x])
    assert trace(net, [x]).output_format == 0
    assert trace(net, [x, [state, state]]).output_format == [0, [0, 0]]


def test_a_block_that_only_has_forward_has_no_graph() -> None:
    class Only(HybridBlock):  # type: ignore[misc]
        def forward(self, x: Any) -> Any:
            return x * 2

    with pytest.raises(NoGraph, match="hybridize"):
        trace(Only(), [mx.nd.ones(X)])


def test_what_no_graph_can_take_is_refused_by_mxnet_itself() -> None:
    with pytest.raises(TraceFailure, match="must be \\(nested\\) list of Symbol"):
        trace(nn.HybridLambda(lambda F, x, n: x * n), [mx.nd.ones(X), 3])


def test_a_graph_of_mxnets_own_layer_points_into_that_layer() -> None:
    net = nn.Dense(3, in_units=3)
    net.initialize()
    (location,) = trace(net, [mx.nd.ones(X)]).node_lines.values()
    assert location.file.endswith("basic_layers.py") and location.function == "hybrid_forward"
