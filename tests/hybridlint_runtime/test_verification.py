"""Whole checks: where a failure is seen, how causes that show in many places are reported, what is no failure."""

from __future__ import annotations

import contextvars
import functools
import random
import types
from typing import Any, Dict, List, Optional

import models_seen_late
import numpy as np
import pytest

from hybridlint_runtime.checking import verify
from hybridlint_runtime.errors import CannotLook
from hybridlint_runtime.model.parameters import Spread
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.report import Report, Stage, Status, Verdict, walk
from hybridlint_runtime.spec.options import CheckOptions, Scenario
from hybridlint_runtime.spec.target import factory_of

mx = import_mxnet()
nn = mx.gluon.nn
Block: Any = mx.gluon.Block
HybridBlock: Any = mx.gluon.HybridBlock


class Unit(HybridBlock):  # type: ignore[misc]
    """Four ways to go wrong, each on a line of its own."""

    def __init__(self, way: str) -> None:
        super().__init__()
        self.way = way
        with self.name_scope():
            self.dense = nn.Dense(3, flatten=False)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        h = self.dense(F.relu(x)) + 1
        if self.way == "trace":
            return h * h.shape[0]
        if self.way == "bind":
            return normalised(F, h)
        if self.way == "index":
            row = h[0]
            return F.broadcast_add(h, F.sum(row))
        if self.way == "reshape":
            return F.broadcast_add(h, h.reshape(-1, 1).sum())
        return h


def normalised(F: Any, h: Any) -> Any:
    total = F.sum(h, axis=1, keepdims=True)
    return h / total


class Net(HybridBlock):  # type: ignore[misc]
    def __init__(self, *ways: str) -> None:
        super().__init__()
        with self.name_scope():
            self.body = nn.HybridSequential()
            for way in ways:
                self.body.add(Unit(way))

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.body(x)


def inputs(context: str, seed: int, batch: Optional[int]) -> List[Any]:
    values = np.random.RandomState(seed).normal(size=(batch or 2, 4, 3))
    return [mx.nd.array(values, ctx=mx.Context("cpu", int(context[4:-1])))]


def check(make_net: Any, scenario: Optional[Scenario] = None, **options: Any) -> Report:
    return verify(make_net, inputs, CheckOptions(**{"archive": False, **options}), scenario=scenario)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("way", "stage", "line", "operator"),
    [
        ("trace", Stage.TRACE, "return h * h.shape[0]", None),
        ("bind", Stage.EXECUTION, "return h / total", "(elemwise_div) of "),
        ("index", Stage.VALUES, "row = h[0]", "[]"),
    ],
)
def test_a_failure_names_the_innermost_block_the_line_and_the_operator(
    way: str, stage: Stage, line: str, operator: Optional[str]
) -> None:
    report = check(lambda: Net("fine", way, "fine", way))
    assert report.verdict is Verdict.FAILED
    (problem,) = report.problems
    assert (problem.stage, problem.block, problem.block_class) == (stage, "body.1", "Unit")
    assert problem.location is not None and problem.location.source == line
    assert problem.also and set(problem.also) <= {"body.3", "body", ""}
    if operator is None:
        assert problem.operator is None and problem.error_type == "AttributeError"
    else:
        assert problem.operator is not None and operator in problem.operator
    if way == "bind":
        assert "float32[2, 4, 3]" in str(problem.operator) and "float32[2, 1, 3]" in str(problem.operator)
        assert "Stack trace" not in str(problem.mxnet_message)


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("way", "stage", "line", "operator", "rule"),
    [
        ("calls", Stage.VALUES, "h = h * self.calls", "_mul_scalar", "HYB503"),
        ("batch", Stage.OTHER_SHAPES, "/ self.rows)", "_div_scalar", None),
        ("fails", Stage.OTHER_SHAPES, "h = h.reshape((self.rows, 4, 3)) * 2", "Reshape", None),
        ("modes", Stage.MODES, 'if self.way == "modes" and autograd.is_training():', "_mul_scalar", "HYB404"),
        ("asked elsewhere", Stage.MODES, "return is_training()", "_mul_scalar", None),
        ("gradients", Stage.GRADIENTS, "with autograd.pause():", None, "HYB405"),
        ("paused elsewhere", Stage.GRADIENTS, "return autograd.pause()", None, None),
    ],
)
def test_what_shows_only_under_a_condition_is_placed_too(
    way: str, stage: Stage, line: str, operator: Optional[str], rule: Optional[str]
) -> None:
    problem = check(lambda: models_seen_late.OfThree(way)).problems[0]
    assert (problem.stage, problem.block, problem.block_class) == (stage, "body.1", "Later")
    assert problem.location is not None and problem.location.source.endswith(line)
    assert (operator or "") in (problem.operator or "")
    if rule is not None:
        assert problem.rule == rule
    assert problem.remedy


def test_an_operator_that_fails_later_is_shown_with_the_shapes_of_that_call() -> None:
    def one_row(context: str, seed: int, batch: Optional[int]) -> List[Any]:
        return inputs(context, seed, batch or 1)

    def net(F: Any, x: Any) -> Any:
        return F.slice_axis(x, axis=0, begin=0, end=1) + x

    (problem,) = verify(lambda: nn.HybridLambda(net), one_row, CheckOptions(probes=["batch"])).problems
    assert problem.stage is Stage.OTHER_SHAPES
    assert "float32[1, 4, 3]" in str(problem.operator) and "float32[2, 4, 3]" in str(problem.operator)


@pytest.mark.slow
def test_another_number_of_outputs_is_placed_where_it_begins() -> None:
    (problem,) = check(models_seen_late.Detector).problems
    assert (problem.stage, problem.block, problem.rule) == (Stage.MODES, "head", "HYB404")
    assert problem.location is not None and problem.location.source == "if autograd.is_training():"


def test_a_reshape_that_would_write_outside_of_memory_is_not_run() -> None:
    """MXNet 1.9.1 does not check it; the process would end some time later."""
    report = check(lambda: nn.HybridLambda(lambda F, x: F.reshape(x, (2, -1)) * 2), batch=3, probes=["batch"])
    (probed,) = [result for result in report.probes if result.probe == "batch"]
    assert probed.status is Status.PASSED  # 36 elements fit
    report = check(lambda: nn.HybridLambda(lambda F, x: F.reshape(x, (8, -1)) * 2), batch=3, probes=["batch"])
    (probed,) = [result for result in report.probes if result.probe == "batch"]
    assert probed.status is Status.NOT_RUN and "UnfitReshape" in probed.reason and "(3, 4, 3)" in probed.reason


def test_a_graph_whose_nodes_share_a_name_is_called_at_another_batch_size() -> None:
    def twice(F: Any, x: Any) -> Any:
        # Python itself names nothing here twice; attention layers with a prefix of "" do.
        same = F.relu(x, name="same"), F.tanh(x, name="same")
        return F.reshape(same[0], (-1, 3)) + F.reshape(same[1], (-1, 3))

    report = check(lambda: nn.HybridLambda(twice), probes=["batch"])
    assert report.verdict is Verdict.PASSED, report.summary


def test_the_tree_states_what_became_of_every_block() -> None:
    report = check(lambda: Net("fine", "bind"))
    assert report.blocks is not None
    rows = {block.path: block for block in walk(report.blocks)}
    assert list(rows) == ["", "body", "body.0", "body.0.dense", "body.1", "body.1.dense"]
    assert rows["body.0"].results["cpu(0)"] == {"trace": Status.PASSED, "values": Status.PASSED}
    assert rows["body.1"].results["cpu(0)"] == {"trace": Status.PASSED, "execution": Status.FAILED}
    assert rows["body.1.dense"].calls == 1 and rows["body.1.dense"].parameters == 2


def test_probes_that_would_fail_for_the_same_cause_are_not_run() -> None:
    report = check(lambda: Net("trace"))
    assert {result.status for result in report.probes if result.probe in ("outputs", "batch", "gradients")} == {
        Status.NOT_RUN
    }
    assert all(result.reason for result in report.probes if result.status is Status.NOT_RUN)


@pytest.mark.slow
def test_a_plain_root_with_hybrid_blocks_below() -> None:
    class Plain(Block):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            with self.name_scope():
                self.first, self.second = Net("fine"), Net("fine")

        def forward(self, x: Any) -> Any:
            return self.second(self.first(x)) * x.shape[0]

    report = check(Plain)
    assert report.verdict is Verdict.PASSED, report.summary
    assert report.blocks is not None and report.blocks.reason == "a plain Block has no graph"


def test_a_block_that_only_works_inside_its_parent_is_no_failure() -> None:
    class Scaled(HybridBlock):  # type: ignore[misc]
        def hybrid_forward(self, F: Any, x: Any, factor: Any) -> Any:
            return x * factor

    class Parent(HybridBlock):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.scaled = Scaled()

        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return self.scaled(x, 3)

    report = check(Parent)
    assert report.verdict is Verdict.PASSED and report.problems == []
    assert next(result for result in report.probes if result.probe == "trace").status is Status.WARNED


@pytest.mark.slow
def test_an_action_between_calls_is_part_of_the_scenario() -> None:
    class Annealed(HybridBlock):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.temperature = 1.0

        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return x / self.temperature

    def anneal(net: Any) -> None:
        net.temperature = 0.5

    untold = check(Annealed)
    assert untold.verdict is Verdict.PASSED
    (warning,) = [result for result in untold.probes if result.probe == "frozen_attributes"]
    assert "temperature" in warning.reason and warning.details["attributes"][0]["value"] == 1.0
    assert "__getattribute__" not in vars(Annealed)
    report = check(Annealed, Scenario(between=anneal))
    assert [problem.stage for problem in report.problems] == [Stage.VALUES]


@pytest.mark.slow
def test_only_what_is_hybridized_is_judged() -> None:
    class Parent(HybridBlock):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            with self.name_scope():
                self.child = Net("fine")

        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return self.child(x) * x.shape[0]

    assert check(Parent).verdict is Verdict.FAILED
    assert check(Parent, Scenario(hybridize=lambda net: net.child.hybridize())).verdict is Verdict.PASSED


@pytest.mark.slow
def test_random_models_that_draw_in_another_order_are_judged_by_their_means() -> None:
    def noisy(F: Any, x: Any) -> Any:
        return F.broadcast_add(x, F.random.normal(0, 1, shape=(1, 4, 3)))

    def shared(F: Any, x: Any) -> Any:
        return x + F.random.normal(0, 1)  # one number imperatively, one for each element in a graph

    assert check(lambda: nn.HybridLambda(noisy)).verdict is Verdict.PASSED
    assert check(lambda: nn.HybridLambda(shared), probes=["outputs"]).verdict is Verdict.PASSED

    def frozen(F: Any, x: Any) -> Any:
        return x + float(np.random.normal())

    report = check(lambda: nn.HybridLambda(frozen))
    assert [problem.stage for problem in report.problems] == [Stage.VALUES]


class DropsWeights(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.weight = self.params.get("weight", shape=(1, 4, 3))

    def hybrid_forward(self, F: Any, x: Any, weight: Any) -> Any:
        first, second = (F.random.normal(1, 1, shape=(1, 4, 3)) for _ in range(2))
        return F.broadcast_add(
            F.broadcast_mul(x, weight * second), F.tanh(weight * first)
        )  # a graph draws `second` first


@pytest.mark.slow
def test_so_are_gradients_that_are_added_up() -> None:
    # With this seed the first draws are enough everywhere.
    report = check(DropsWeights, probes=["gradients_added"], seed=7)
    assert {probe.status for probe in report.probes} == {Status.PASSED}


def test_a_dropout_whose_rate_is_frozen_keeps_the_mean_and_is_found_all_the_same() -> None:
    def switched(F: Any, x: Any) -> Any:
        return F.Dropout(x, p=0.5 if mx.autograd.is_training() else 0.0)

    report = check(lambda: nn.HybridLambda(switched), probes=["modes"])
    assert [problem.stage for problem in report.problems] == [Stage.MODES]
    assert check(lambda: nn.HybridLambda(lambda F, x: F.Dropout(x, p=0.5)), probes=["modes"]).verdict is Verdict.PASSED


class CellOfLayers(mx.gluon.rnn.HybridRecurrentCell):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.dense = nn.Dense(3, flatten=False)

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        return F.tanh(self.dense(inputs)), states


class AroundACell(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.cell = CellOfLayers()

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.cell(x, [x * 2])


@pytest.mark.slow
def test_a_cell_whose_children_are_no_cells_is_run() -> None:
    with pytest.raises(AttributeError):  # which is MXNet's own, and nobody's who only calls the cell
        CellOfLayers().reset()
    assert check(AroundACell).verdict is Verdict.PASSED


class ForwardAlone(HybridBlock):  # type: ignore[misc]
    def forward(self, x: Any) -> Any:
        return x * x.shape[1]


def test_a_model_without_any_graph_does_not_pass() -> None:
    problem = check(ForwardAlone).problems[0]
    assert problem.stage is Stage.EXPORT
    assert "hybridize() does nothing" in problem.message


def test_memory_that_nothing_wrote_is_reported_unless_allowed() -> None:
    def loop(F: Any, x: Any) -> Any:
        outputs, _ = F.contrib.while_loop(
            cond=lambda i, h: i < 2,
            func=lambda i, h: ([h], [i + 1, h + 1]),
            loop_vars=(F.zeros((1,)), x),
            max_iterations=9,
        )
        return outputs[0]

    report = check(lambda: nn.HybridLambda(loop), probes=["outputs"])
    assert report.verdict is Verdict.FAILED
    assert "168 of 216 elements" in report.problems[0].message and "undetermined" in report.problems[0].message
    allowed = check(lambda: nn.HybridLambda(loop), probes=["outputs"], allow_undetermined=True)
    assert allowed.verdict is Verdict.PASSED, allowed.summary
    # Two steps are done: so the rows from the third are what is not to be compared.
    ignored = check(lambda: nn.HybridLambda(loop), probes=["outputs"], ignored={"": "2:"})
    assert ignored.verdict is Verdict.PASSED, ignored.summary


@pytest.mark.slow
def test_the_archive_is_compared_as_the_outputs_are() -> None:
    def loop(F: Any, x: Any) -> Any:
        outputs, _ = F.contrib.while_loop(
            cond=lambda i, h: i < 2,
            func=lambda i, h: ([h], [i + 1, h + 1]),
            loop_vars=(F.zeros((1,)), x),
            max_iterations=9,
        )
        return x * 2, outputs[0]

    for options in ({"ignored": {"[1]": "2:"}}, {"allow_undetermined": True}):
        report = check(lambda: nn.HybridLambda(loop), probes=["outputs", "archive"], archive=True, **options)
        assert report.verdict is Verdict.PASSED, report.summary


def test_elements_to_ignore_that_fit_no_archived_output_are_reported() -> None:
    with pytest.raises(CannotLook, match="do not fit an output of shape"):
        check(lambda: Net("fine"), probes=["archive"], archive=True, ignored={"": "0, 0, 0, 0"})


@pytest.mark.slow
def test_what_is_ignored_of_one_output_is_compared_of_the_others() -> None:
    def net(F: Any, x: Any) -> Any:
        wrong = x * (1 if F is mx.nd else 2)
        return x + 0, F.concat(x, wrong, dim=2)

    def with_ignored(**ignored: str) -> Report:
        places = {f"[{name[1:]}]": index for name, index in ignored.items()}
        return check(lambda: nn.HybridLambda(net), probes=["outputs"], ignored=places)

    assert with_ignored(_1="..., 3:").verdict is Verdict.PASSED
    assert with_ignored(_1="...").verdict is Verdict.PASSED
    assert with_ignored(_1=":, :, 4:").verdict is Verdict.FAILED
    assert with_ignored(_0="...").verdict is Verdict.FAILED
    with pytest.raises(CannotLook, match="do not fit an output of shape"):
        with_ignored(_1="0, 0, 0, 0")


class PausedBeforeNormalised(HybridBlock):  # type: ignore[misc]
    """Its gradients differ; a training step of it changes running statistics."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.norm = mx.gluon.nn.BatchNorm(momentum=0.1)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        with mx.autograd.pause(train_mode=mx.autograd.is_training()):
            weights = x * 2
        return self.norm(x * weights)


@pytest.mark.slow
def test_finding_out_whose_gradients_differ_leaves_the_recorded_net_as_it_was() -> None:
    report = check(PausedBeforeNormalised, archive=True, skip=["modes"])
    status = {probe.probe: probe.status for probe in report.probes}
    assert status["gradients"] is Status.FAILED and status["archive"] is Status.PASSED, str(report)


def constant() -> Any:
    return mx.init.Constant(mx.nd.array([1, 2, 3]))


class Initialized(HybridBlock):  # type: ignore[misc]
    """Its parameters have the initializers, of which MXNet can serialize a `Constant` of an array once."""

    def __init__(self, *initializers: Any) -> None:
        super().__init__()
        for number, initializer in enumerate(initializers):
            setattr(self, f"weight{number}", self.params.get(f"weight{number}", shape=(3,), init=initializer))

    def hybrid_forward(self, F: Any, x: Any, **weights: Any) -> Any:
        return F.broadcast_mul(x, F.add_n(*weights.values()))


@pytest.mark.parametrize("shared_by_nets", [False, True])
def test_an_initializer_is_serialized_once_for_each_net(shared_by_nets: bool) -> None:
    known = constant()
    # The quick check serializes the initializers of one net only.
    report = check(lambda: Initialized(known if shared_by_nets else constant()), archive=True, quick=not shared_by_nets)
    assert report.verdict is Verdict.PASSED, str(report)


def test_an_initializer_of_two_parameters_cannot_be_serialized() -> None:
    report = check(lambda: Initialized(*[constant()] * 2), archive=True, quick=True)
    assert [problem.rule for problem in report.problems] == ["HYB706"], str(report)


class ScaledByWidth(HybridBlock):  # type: ignore[misc]
    def __init__(self, raises: bool) -> None:
        super().__init__()
        self.raises = raises
        with self.name_scope():
            self.dense = nn.Dense(3)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        y = F.tanh(self.dense(x))
        width = self.dense.weight.shape[1]
        return y * (1 / width) if self.raises else y * (1 + width)  # the width


@pytest.mark.parametrize("raises", [False, True])
def test_the_line_that_computes_with_an_open_shape_is_named(raises: bool) -> None:
    (problem,) = check(lambda: ScaledByWidth(raises), probes=["deferred"]).problems
    assert problem.location is not None and problem.location.source.endswith("# the width"), problem
    assert problem.stage is (Stage.EXECUTION if raises else Stage.VALUES)
    assert problem.remedy is not None and "in_units=" in problem.remedy


class WithoutNumbers(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.zeros_like(x) / 0, F.concat(x, x / 0, dim=0)


@pytest.mark.parametrize("quick", [False, True])
def test_an_output_without_numbers_is_a_warning(quick: bool) -> None:
    report = check(WithoutNumbers, **({"quick": True} if quick else {"probes": ["outputs"]}))
    (result,) = (result for result in report.probes if result.probe == "outputs")
    (problem,) = result.problems
    assert report.verdict is Verdict.PASSED and result.status is Status.WARNED
    assert problem.message == "output [0] is NaN or infinite everywhere, so no number was compared"


class RewritesItsWeight(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.weight = self.params.get("weight", shape=(3,), init=mx.init.Constant(-1))

    def hybrid_forward(self, F: Any, x: Any, weight: Any) -> Any:
        F.relu(weight, out=weight)  # the second time it changes nothing more
        return F.broadcast_add(x, weight)


def test_a_call_that_changes_parameters_is_compared_with_what_they_were_before() -> None:
    report = check(RewritesItsWeight)
    assert report.verdict is Verdict.FAILED and report.problems[0].stage is Stage.VALUES
    assert report.problems[0].rule == "HYB206"


class Scaled(HybridBlock):  # type: ignore[misc]
    """What `initialize` does beside drawing belongs to the model, as what it draws does."""

    def __init__(self, refuses: bool = False) -> None:
        super().__init__()
        self.refuses = refuses
        with self.name_scope():
            self.dense = nn.Dense(3, in_units=3, flatten=False)

    def initialize(self, ctx: Any = None, **options: Any) -> None:
        if self.refuses:
            raise ValueError("not initialised")
        super().initialize(ctx=ctx, **options)
        self.scale = float(np.abs(self.dense.weight.data(ctx).asnumpy()).max())
        self.dense.bias.set_data(mx.nd.full((3,), 7.0))

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.dense(x) / self.scale


@pytest.mark.slow
def test_a_net_is_initialised_in_its_own_way() -> None:
    seen: List[Any] = []
    report = verify(Scaled, inputs, CheckOptions(archive=False, contexts=["cpu(0)", "cpu(1)"]), prepared=seen.append)
    assert report.verdict is Verdict.PASSED, report.summary
    (net,) = seen
    assert net.scale == np.abs(net.dense.weight.data().asnumpy()).max() > 0.5  # MXNet's own would be below 0.07
    assert set(net.dense.bias.data().asnumpy()) == {7.0}
    with pytest.raises(CannotLook, match="the model cannot be built: ValueError: not initialised"):
        check(lambda: Scaled(refuses=True))


class BeginsAndRaises(HybridBlock):  # type: ignore[misc]
    """Refuses to be trained, after it has begun something that fails while nobody waits for it."""

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        if mx.autograd.is_training():
            F.linalg.potrf(F.ones((2, 2)) * -1)
            raise ValueError("for inference alone")
        return F.relu(x)


def test_what_a_model_has_begun_before_it_raises_is_no_fault_of_the_next_probe() -> None:
    report = check(BeginsAndRaises)
    reasons = {result.probe: result.reason for result in report.probes}
    assert report.verdict is Verdict.PASSED, report.summary
    assert reasons["modes"].endswith("ValueError: for inference alone")
    assert not [reason for reason in reasons.values() if "bug of this tool" in reason]


def test_what_cannot_be_looked_at() -> None:
    with pytest.raises(CannotLook, match="imperative run fails in the model"):
        check(lambda: nn.HybridLambda(lambda F, x: x.nothing))
    with pytest.raises(CannotLook, match="cannot be built"):
        check(lambda: Net(*None))  # type: ignore[misc]
    with pytest.raises(CannotLook, match="there is no probe 'typo'"):
        check(lambda: Net("fine"), probes=["typo"])


class ByComma(HybridBlock):  # type: ignore[misc]
    """Has no parameter `scale`, only a tuple of one; `optional`, the class works all the same."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = (self.params.get("scale", shape=(1,), init="ones"),)

    def hybrid_forward(self, F: Any, x: Any, scale: Any) -> Any:
        return F.broadcast_mul(x, scale)


class ByCommaUnseen(ByComma):
    def hybrid_forward(self, F: Any, x: Any, scale: Any = None) -> Any:
        return x * 2 if scale is None else F.broadcast_mul(x, scale)


class AroundLayer(HybridBlock):  # type: ignore[misc]
    def __init__(self, inner: Any) -> None:
        super().__init__()
        with self.name_scope():
            self.inner = inner

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.inner(x)


class NeedsTwo(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any, y: Any) -> Any:
        return x + y


def test_wrong_inputs_are_named_and_no_rule_about_the_code() -> None:
    with pytest.raises(CannotLook) as raised:
        check(lambda: nn.Dense(3, in_units=5))
    width = "the model, Dense(5 -> 3, linear), is called with x float32 (2, 4, 3), and takes inputs of width 5"
    assert width in raised.value.details
    with pytest.raises(CannotLook) as raised:
        check(lambda: AroundLayer(mx.gluon.rnn.LSTM(3, input_size=5)))
    width = "inner, LSTM(5 -> 3, TNC), is called with x float32 (2, 4, 3), and takes inputs of width 5"
    assert width in raised.value.details
    assert any(line.startswith("the inputs are x float32 (2, 4, 3)") for line in raised.value.details)
    with pytest.raises(CannotLook) as raised:
        check(lambda: nn.Dense(3, dtype="float64"))
    assert "x is float32, the parameters are float64" in raised.value.details
    with pytest.raises(CannotLook, match=r"^NeedsTwo takes 2 inputs \(x, y\), 1 was given") as raised:
        check(NeedsTwo)
    assert "HYB" not in str(raised.value)
    data = mx.sym.var("data")
    with pytest.raises(CannotLook, match=r"^SymbolBlock takes 1 input \(data\), 2 were given") as raised:
        verify(lambda: mx.gluon.SymbolBlock(data * 2, data), lambda *_: [mx.nd.ones(2)] * 2, CheckOptions())
    assert "always pass the same arguments" not in str(raised.value)
    with pytest.raises(CannotLook, match=r"assert ") as raised:
        check(lambda: nn.HybridLambda(lambda F, x: mx.gluon.rnn.RNNCell(3).unroll(5, x, layout="NTC")[0]))


class MasksRows(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any, lengths: Any) -> Any:
        return F.SequenceMask(x, sequence_length=lengths, use_sequence_length=True, axis=1)


def test_an_input_that_does_not_fit_another_is_no_parameter() -> None:
    with pytest.raises(CannotLook) as raised:
        verify(MasksRows, lambda *_: [mx.nd.ones((2, 4, 3)), mx.nd.ones(3)], CheckOptions(archive=False))
    assert "lengths has the shape [3], the other arrays need (2,)" in raised.value.details


class BlockByComma(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.body = (nn.Dense(3),)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.body(x)


class OtherNameInSignature(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.weight = self.params.get("weight", shape=(1, 4, 3))

    def hybrid_forward(self, F: Any, x: Any, w: Any) -> Any:
        return F.broadcast_mul(x, w)


class NoBlockYet(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        self.body = nn.Dense(3)


class TakesLengthsAndGetsNone(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.layer = mx.gluon.rnn.LSTM(4, input_size=3, use_sequence_length=True)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.layer(x)


@pytest.mark.parametrize(
    ("model", "expected_text"),
    [
        (BlockByComma, "a comma makes self.body a tuple"),
        (
            OtherNameInSignature,
            "the argument 'weight', which it lacks",
        ),
        (NoBlockYet, "call super().__init__() first"),
        (TakesLengthsAndGetsNone, "its code calls 'layer' with other arguments"),
        (lambda: nn.Dense(3, weight_initializer="xavierr"), "check the initializer of the layer"),
    ],
)
def test_faults_of_the_model_itself_are_not_ascribed_to_the_inputs(model: Any, expected_text: str) -> None:
    with pytest.raises(CannotLook) as raised:
        check(model)
    assert expected_text in str(raised.value) and "check its inputs" not in str(raised.value)


def test_a_parameter_in_a_tuple_is_named_whether_the_model_runs_or_not() -> None:
    with pytest.raises(CannotLook) as raised:
        check(ByComma)
    (note,) = [line for line in raised.value.details if "a comma makes self.scale a tuple" in line]
    assert "test_verification.py" in note
    report = check(ByCommaUnseen, probes=["unused"])
    (problem,) = report.probes[-1].problems
    assert "a comma makes self.scale a tuple" in problem.message
    assert problem.location is not None and problem.location.source.startswith("self.scale = (")


def test_the_essential_line_of_an_error_names_why_a_model_is_not_built() -> None:
    def on_a_gpu() -> Any:
        net = nn.Dense(3, in_units=2)
        net.initialize(ctx=mx.gpu(0))
        return net

    with pytest.raises(CannotLook, match="cannot be built: MXNetError: .*GPU"):
        factory_of(on_a_gpu, "the model", "", {})()


class ReadsInForward(HybridBlock):  # type: ignore[misc]
    def __init__(self, verbose: bool = False) -> None:
        super().__init__()
        self.verbose = verbose

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        y = F.relu(x)
        if self.verbose:
            print(y.asnumpy())
        return y


def test_code_that_did_not_run_is_linted_beside_a_pass() -> None:
    report = check(ReadsInForward, probes=["linter"])
    (problem,) = [problem for probe in report.probes if probe.probe == "linter" for problem in probe.problems]
    assert report.verdict is Verdict.PASSED and problem.rule == "HYB102"
    assert problem.location is not None and problem.location.source == "print(y.asnumpy())"


class LeavesOut(HybridBlock):  # type: ignore[misc]
    def __init__(self, generator: Any = random) -> None:
        super().__init__()
        self.generator = generator
        with self.name_scope():
            self.layers = nn.HybridSequential()
            self.layers.add(*(nn.Dense(3, in_units=3, flatten=False) for _ in range(6)))

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        for layer in self.layers:
            if mx.autograd.is_training() and self.generator.random() < 0.5:
                continue
            x = layer(x)
        return x


@pytest.mark.parametrize("generator", [random, random.Random(5), np.random])
def test_a_random_branch_is_located_where_it_draws(generator: Any) -> None:
    report = check(functools.partial(LeavesOut, generator), probes=["frozen_values"])
    problem = next(problem for probe in report.probes for problem in probe.problems if probe.probe == "frozen_values")
    assert problem.location is not None and problem.location.source.endswith("self.generator.random() < 0.5:")
    assert f"{'numpy.random' if generator is np.random else 'random'}.random" in problem.message


class CountsWithAnIterator(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.counter = iter(range(1000))

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x * (1 + next(self.counter)) if mx.autograd.is_training() else x


def test_state_is_not_taken_for_random_numbers() -> None:
    report = check(CountsWithAnIterator, probes=["frozen_values"])
    (problem,) = (problem for probe in report.probes for problem in probe.problems if probe.probe == "frozen_values")
    assert "random" not in problem.message and "F.random" not in (problem.remedy or "")


def test_probes_can_be_chosen_and_left_out_and_events_are_sent() -> None:
    events: List[Dict[str, Any]] = []
    report = verify(lambda: Net("fine"), inputs, CheckOptions(probes=["outputs"], skip=["blocks"]), events.append)
    results = {result.probe: result for result in report.probes}
    assert list(results) == ["trace", "blocks", "outputs"]
    assert results["blocks"].status is Status.NOT_RUN and results["blocks"].reason == "excluded by request"
    sent = [event["event"] for event in events]
    assert sent.count("probe") == 3 and sent[-1] == "report" and "progress" in sent
    assert Report.from_json(events[-1]["report"]).verdict is Verdict.PASSED


def test_a_context_that_is_not_there_is_reported_and_fails_only_if_required() -> None:
    report = check(lambda: Net("fine"), contexts=["cpu(0)", "gpu(7)"], probes=["outputs"])
    assert report.verdict is Verdict.PASSED and "gpu(7)" in report.contexts_not_checked
    report = check(lambda: Net("fine"), contexts=["cpu(0)", "gpu(7)"], require_contexts=["gpu(7)"], probes=["outputs"])
    assert report.verdict is Verdict.FAILED and "gpu(7)" in report.summary


def test_a_model_is_called_at_least_once() -> None:
    with pytest.raises(ValueError, match="calls"):
        CheckOptions(calls=0)


def test_variances_without_an_initializer_are_positive() -> None:
    """A SymbolBlock gives its parameters none; square roots of negative variances are NaN."""
    data = mx.sym.var("data", dtype="float32")
    net = mx.gluon.SymbolBlock(mx.sym.BatchNorm(data, name="norm"), data)
    net.initialize(Spread())
    assert np.isfinite(net(mx.nd.ones((2, 64, 3))).asnumpy()).all()
    assert (net.collect_params()["norm_moving_var"].data().asnumpy() > 0).all()


class LeavesAnArgumentOut(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.sum = nn.HybridLambda(lambda F, x, y: x + y)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.sum(x)


def test_a_wrong_call_inside_the_model_is_not_ascribed_to_the_inputs() -> None:
    with pytest.raises(CannotLook, match="its code calls 'sum' with other arguments") as raised:
        check(LeavesAnArgumentOut)
    assert "check its inputs" not in str(raised.value)


class DividesByLength(HybridBlock):  # type: ignore[misc]
    def forward(self, x: Any) -> Any:
        return super().forward(x / len(x))

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.relu(x)


class KeepsLength(HybridBlock):  # type: ignore[misc]
    def forward(self, x: Any) -> Any:
        self.length = len(x)
        return super().forward(x)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.relu(x) / self.length


@pytest.mark.parametrize(("make", "probe"), [(DividesByLength, "export"), (KeepsLength, "batch")])
def test_what_forward_computes_in_python_is_one_problem(make: Any, probe: str) -> None:
    report = check(make, archive=True)
    (problem,) = report.problems
    results = {result.probe: result for result in report.probes}
    assert results[probe].problems == [problem] and "archive" not in (problem.remedy or "").partition(":")[0]
    assert results["archive"].reason.endswith(f"for the cause of the problem in {probe}")


DEPTH: Any = contextvars.ContextVar("DEPTH", default=1)
COUNTER: Any = types.SimpleNamespace(calls=1)


class CountsInContext(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        DEPTH.set(DEPTH.get() + 1)
        return x * DEPTH.get()


class CountsInObject(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        COUNTER.calls += 1
        return x * COUNTER.calls


@pytest.mark.parametrize("make", [CountsInContext, CountsInObject])
def test_each_net_starts_with_the_same_objects_and_context_variables_of_its_module(make: Any) -> None:
    (problem,) = check(make).problems
    assert problem.message.startswith("on call 2, after a first call that agreed")


class LeavesOutALayer(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.first, self.second, self.third = nn.Dense(4), nn.Dense(4), nn.Dense(4)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        layers = [self.first, self.second, self.third]
        if mx.autograd.is_training():
            layers = random.sample(layers, 2)
        for layer in layers:
            x = F.relu(layer(x))
        return x


def test_graphs_of_equal_operators_on_other_parameters_differ() -> None:
    lines = [problem.location.source for problem in check(LeavesOutALayer).problems if problem.location is not None]
    assert lines == ["layers = random.sample(layers, 2)", "if mx.autograd.is_training():"]


@mx.util.use_np  # type: ignore[misc]
class ScalarParameter(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.scale = self.params.get("scale", shape=())

    def hybrid_forward(self, F: Any, x: Any, scale: Any) -> Any:
        return x * scale


def test_a_parameter_without_axes_needs_numpy_semantics() -> None:
    with pytest.raises(CannotLook, match=r"the parameter scale has the shape \(\).* call npx.set_np\(\)"):
        check(ScalarParameter)


class Bank:
    def __init__(self) -> None:
        self.last: Any = None


class KeepsInAnObject(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.bank = Bank()

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        y = F.tanh(x)
        if mx.autograd.is_training():
            before = self.bank.last
            self.bank.last = y
            y = y if before is None else y + before
        return y


def test_a_tensor_in_an_object_of_the_block_is_one_problem_with_its_line() -> None:
    (problem,) = check(KeepsInAnObject).problems
    assert problem.stage is Stage.STATE and problem.location is not None
    assert problem.location.source == "self.bank.last = y"
