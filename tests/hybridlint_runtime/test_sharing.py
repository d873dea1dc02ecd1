"""What probes share: nets, arrays of parameters, recorded tensors; and `--quick`, which uses one net for everything."""

from __future__ import annotations

import weakref
from typing import Any, List, Optional

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import HybridBlock, nn

from hybridlint_runtime.checking import quick, verify
from hybridlint_runtime.checking.probes import trace as trace_module
from hybridlint_runtime.model import subject as subject_module
from hybridlint_runtime.model.graphs import same_graph
from hybridlint_runtime.model.pair import pair_of
from hybridlint_runtime.model.parameters import adding_gradients
from hybridlint_runtime.model.recording import record
from hybridlint_runtime.model.standard import standard_of
from hybridlint_runtime.model.steps import Step
from hybridlint_runtime.model.subject import Subject
from hybridlint_runtime.model.tracing import trace
from hybridlint_runtime.model.training import known_step, train_step
from hybridlint_runtime.report import Status, Verdict
from hybridlint_runtime.spec.options import CheckOptions, Scenario


def make_inputs(context: str, seed: int, batch: Optional[int]) -> List[Any]:
    return [mx.nd.array(np.random.RandomState(seed).normal(size=(batch or 2, 3)))]


def convolutional() -> Any:
    net = nn.HybridSequential()
    with net.name_scope():
        net.add(nn.Dense(8, activation="relu"), nn.BatchNorm(), nn.Dropout(0.5), nn.Dense(3))
    return net


class Counting(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        self.calls += 1
        return x * self.calls


class Writing(HybridBlock):  # type: ignore[misc]
    """Its imperative calls change a parameter."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = self.params.get("scale", shape=(1,), init="ones")

    def forward(self, x: Any) -> Any:
        self.scale.set_data(self.scale.data() + 1)
        return super().forward(x)

    def hybrid_forward(self, F: Any, x: Any, scale: Any) -> Any:
        return F.broadcast_mul(x, scale)


class Holding(HybridBlock):  # type: ignore[misc]
    """It holds the array of its parameter itself."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = self.params.get("scale", shape=(1,), init="ones")
        self.scale.initialize()
        self.held = self.scale.data()

    def hybrid_forward(self, F: Any, x: Any, scale: Any) -> Any:
        return F.broadcast_mul(x, scale)


def prepared(make_net: Any) -> Subject:
    subject = Subject(make_net, make_inputs, CheckOptions(), "cpu(0)", Scenario())
    subject.prepare()
    for hybridized in (False, True):
        assert standard_of(subject).execution(hybridized).failure is None
    return subject


def array_of(net: Any, name: str) -> Any:
    return next(p for key, p in net.collect_params().items() if key.endswith(name)).data()


def test_nets_that_write_to_no_parameter_share_arrays_and_others_do_not() -> None:
    subject = prepared(convolutional)
    first, second = subject.nets.fresh(writes=False), subject.nets.fresh(writes=False)
    own = subject.nets.fresh()
    weights = [array_of(net, "weight") for net in (first, second, own)]
    assert weights[0] is weights[1] and weights[2] is not weights[0]
    assert (weights[0].asnumpy() == weights[2].asnumpy()).all()
    weights[2][:] = 0
    assert weights[0].asnumpy().any(), "a net of its own must not change what others have"


def test_a_model_that_writes_to_its_parameters_shares_nothing() -> None:
    subject = prepared(Writing)
    assert array_of(subject.nets.fresh(writes=False), "scale") is not array_of(
        subject.nets.fresh(writes=False), "scale"
    )
    assert pair_of(subject).call([Step(seed=2)]) is None


class Statistic(HybridBlock):
    """Writes to a weight in training, or to nothing."""

    def __init__(self, writes: bool) -> None:
        super().__init__()
        self.writes = writes
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(1, 3))
            self.count = self.params.get("count", shape=(1,), init="zeros", grad_req="null")

    def hybrid_forward(self, F: Any, x: Any, weight: Any, count: Any) -> Any:
        if self.writes and mx.autograd.is_training():
            with mx.autograd.pause():
                self.weight.set_data(self.weight.data() * 0.5)
        return F.broadcast_add(F.broadcast_mul(x, weight), count)


def test_training_shares_what_has_gradients_unless_the_model_writes_to_it() -> None:
    for writes in (False, True):
        subject = prepared(lambda writes=writes: Statistic(writes))
        assert known_step(subject) is not None
        first, second = (subject.nets.fresh(trains=True) for _ in range(2))
        assert (array_of(first, "weight") is array_of(second, "weight")) is not writes
        assert array_of(first, "count") is not array_of(second, "count")


def test_gradients_are_added_without_another_array_and_overwritten_afterwards() -> None:
    subject = prepared(lambda: Statistic(writes=False))
    step = known_step(subject)
    assert step is not None
    net = subject.prepared_net(hybridized=True, trains=True)
    held = net.weight.grad()
    with adding_gradients(net):
        assert net.weight.grad_req == "add" and net.weight.grad() is held
        added = train_step(subject, net, subject.inputs(2), backward_passes=2).parameters["weight"].asnumpy()
    assert np.allclose(added, 2 * step.parameters["weight"].asnumpy(), rtol=1e-4)
    again = train_step(subject, net, subject.inputs(2)).parameters["weight"].asnumpy()
    assert net.weight.grad_req == "write" and np.allclose(again, added / 2, rtol=1e-4)


def test_an_array_that_a_block_holds_stays_that_of_its_parameter() -> None:
    subject = prepared(Holding)
    net = subject.nets.fresh(writes=False)
    net.scale.set_data(mx.nd.array([5.0]))
    assert net.held.asscalar() == 5.0


def test_a_pair_concludes_only_from_equal_results() -> None:
    subject = prepared(convolutional)
    pair = pair_of(subject)
    assert pair.call([Step(seed=2)]) is not None

    def change(net: Any) -> None:
        if net._active:
            net[0].weight.set_data(net[0].weight.data() * 2)

    assert pair.call([Step(seed=1, change=change, writes=True)]) is None
    assert pair.call([Step(seed=2)]) is not None, "another pair is made, with the usual parameters"


class Seen:
    """State of a block that a check cannot read."""


class ScalingIfSeen(HybridBlock):  # type: ignore[misc]
    """A graph that is made after an imperative call, or after another graph, is scaled."""

    after: str

    def __init__(self) -> None:
        super().__init__()
        self.seen = Seen()

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        phase = "tracing" if F is mx.sym else "imperative"
        scale = 2.0 if phase == "tracing" and hasattr(self.seen, self.after) else 1.0
        setattr(self.seen, phase, True)
        return x * scale


@pytest.mark.parametrize("after", ["imperative", "tracing"])
def test_graphs_made_after_other_calls_are_compared_with_that_of_a_new_net(after: str) -> None:
    kind = type("Net", (ScalingIfSeen,), {"after": after})
    report = verify(kind, make_inputs, CheckOptions(archive=False, probes=["orders"]))
    (orders,) = (result for result in report.probes if result.probe == "orders")
    assert orders.status is Status.FAILED


def test_the_recorded_call_is_the_first_of_the_standard_execution_unless_it_changes_something() -> None:
    kept = [
        prepared(make).first_call is not None
        for make in (lambda: nn.Dense(3, in_units=3), Counting, Writing, lambda: nn.Dense(3))
    ]
    assert kept == [True, False, False, True]


def test_nets_of_earlier_probes_are_freed() -> None:
    nets: List[Any] = []
    alive: List[int] = []

    def make_net() -> Any:
        alive.append(sum(net() is not None for net in nets))
        net = convolutional()
        nets.append(weakref.ref(net))
        return net

    report = verify(make_net, make_inputs, CheckOptions(archive=False))
    assert report.verdict is Verdict.PASSED, report.summary
    assert len(nets) <= 20, "what several probes need is built once"
    assert max(alive) <= 8, "the nets of a probe are dropped before the next"


@pytest.mark.parametrize("make", [convolutional, lambda: nn.Dense(2)])
def test_quick_runs_its_probes_on_one_net(make: Any) -> None:
    built: List[int] = []

    def make_net() -> Any:
        built.append(1)
        return make()

    report = verify(make_net, make_inputs, CheckOptions(quick=True, archive=False))
    assert report.verdict is Verdict.PASSED, report.summary
    assert [(result.probe, result.status) for result in report.probes] == [
        ("outputs", Status.PASSED),
        ("export", Status.PASSED),
        ("archive", Status.NOT_RUN),
    ]
    assert len(built) == 1
    assert "gradients" in report.summary.split("not compared:")[1]


@pytest.mark.slow
def test_what_quick_finds_is_located_as_by_the_whole_check() -> None:
    options = [CheckOptions(quick=True, archive=False), CheckOptions(probes=["outputs"], archive=False)]
    quickly, whole = (verify(Counting, make_inputs, choice).problems for choice in options)
    assert [(p.stage, p.message, str(p.location), p.rule) for p in quickly] == [
        (p.stage, p.message, str(p.location), p.rule) for p in whole
    ]
    assert quickly and quickly[0].location is not None


def test_a_fault_of_this_tool_in_quick_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "details_of", None)
    report = verify(lambda: nn.Dense(3), make_inputs, CheckOptions(quick=True, archive=False))
    assert report.verdict is Verdict.PASSED, report.summary
    assert report.notes == ["hybridlint-runtime failed, please report it: TypeError: 'NoneType' object is not callable"]


def test_a_recorded_tensor_is_copied_once_unless_it_is_changed() -> None:
    class Doubling(HybridBlock):  # type: ignore[misc]
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return x * 2

    class Net(HybridBlock):  # type: ignore[misc]
        def __init__(self, change: bool) -> None:
            super().__init__()
            self.first, self.second, self.change = Doubling(), Doubling(), change

        def hybrid_forward(self, F: Any, x: Any) -> Any:
            x = self.first(x)
            if self.change:
                x[:] = 1
            return self.second(x)

    for change in (False, True):
        calls = record(Net(change), make_inputs("cpu(0)", 1, None)).calls
        returned, taken = calls[0].outputs, calls[1].args[0]
        assert (returned is taken) is not change
        assert (returned.asnumpy() == taken.asnumpy()).all() != change


def test_large_values_inside_of_graphs_are_recorded_again_on_request() -> None:
    class Net(HybridBlock):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.inner = nn.HybridLambda(lambda F, x: F.tile(x, (1024, 2048)))

        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return F.sum(self.inner(x), axis=1)

    subject = Subject(Net, make_inputs, CheckOptions(), "cpu(0)", Scenario())
    subject.prepare()
    (before,) = subject.recorded.calls_of("inner")
    values = before.outputs.asnumpy()
    subject.drop_values_inside()
    (dropped,) = subject.recorded.calls_of("inner")
    assert dropped.outputs is not before.outputs
    assert (dropped.outputs.shape, dropped.outputs.dtype) == (values.shape, values.dtype.type)
    (again,) = subject.with_values([dropped])
    assert (again.outputs.asnumpy() == values).all() and again.block is subject.net.inner


@pytest.mark.slow
def test_values_that_do_not_fit_in_memory_are_recorded_again_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    class Net(HybridBlock):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.layers = nn.HybridSequential()
            for _ in range(4):
                self.layers.add(nn.Dense(2048))

        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return self.layers(x)

    whole = Subject(Net, make_inputs, CheckOptions(), "cpu(0)", Scenario())
    whole.prepare()
    monkeypatch.setattr(subject_module, "_MOST_HELD", 2**14)
    subject = Subject(Net, make_inputs, CheckOptions(), "cpu(0)", Scenario())
    subject.prepare()
    calls = subject.recorded.calls
    assert 1 < sum(not call.complete for call in calls) < len(calls)
    runs: List[Any] = []
    monkeypatch.setattr(subject_module, "record", lambda *args, **named: runs.append(1) or record(*args, **named))
    for call, again in zip(whole.recorded.calls, subject.with_values(calls)):
        assert (again.path, again.complete) == (call.path, True)
        assert (again.outputs.asnumpy() == call.outputs.asnumpy()).all()
    assert 1 < len(runs) < len(calls)


class Pair(HybridBlock):  # type: ignore[misc]
    """Returns two results of one operator each, or the first alone, or both in the other order."""

    def __init__(self, order: int) -> None:
        super().__init__()
        self.order = order
        self.layer = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        first = self.layer(x)
        second = F.relu(first)
        return [first, second][:: self.order]


class Pairs(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.one, self.other, self.equal = Pair(1), Pair(-1), Pair(1)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        for child in (self.one, self.other, self.equal):
            first, second = child(x)
            x = first + 2 * second
        return x


def test_of_equal_blocks_one_is_traced_and_the_others_have_its_graph_with_their_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    traced: List[str] = []
    graphs: List[Any] = []

    def note(block: Any, args: Any, path: str = "", *others: Any, **named: Any) -> Any:
        traced.append(path)
        graphs.append(trace(block, args, path, *others, **named))
        return graphs[-1]

    monkeypatch.setattr(trace_module, "trace", note)
    report = verify(Pairs, make_inputs, CheckOptions(probes=["blocks"]))
    assert report.verdict is Verdict.PASSED
    assert set(traced) == {"", "one", "one.layer", "other"}
    assert report.blocks is not None
    blocks = {child.path: child for child in report.blocks.children}
    graph = blocks["equal"].graph
    assert graph is not None and graph["nodes"][1]["name"] == "equal.layer"
    assert [bool(node.get("output")) for node in graph["nodes"]] == [False, True, True]
    *_, weight, bias = next(graph for graph in graphs if not graph.path).symbol.list_arguments()
    (layer,) = blocks["equal"].children
    assert layer.graph is not None and layer.graph["nodes"][1]["parameters"] == [weight, bias]


def test_graphs_are_the_same_if_their_operators_attributes_inputs_and_outputs_are() -> None:
    x, y, z = (mx.sym.var(name) for name in "xyz")
    graph = mx.sym.relu(x * 2) + y
    assert same_graph(graph, mx.sym.relu(x * 2) + y)
    assert same_graph(graph, mx.sym.relu(z * 2) + y, named=False)
    others = [
        mx.sym.relu(z * 2) + y,
        mx.sym.relu(x * 3) + y,
        mx.sym.sigmoid(x * 2) + y,
        mx.sym.relu(x * 2) + x,
        mx.sym.Group([graph, x]),
    ]
    assert [other for other in others if same_graph(graph, other)] == []
    assert [other for other in others[1:] if same_graph(graph, other, named=False)] == []
