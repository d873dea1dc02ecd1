"""What single probes see beyond their examples: each model differs in one way, and passes without it."""

from __future__ import annotations

import copy
import itertools
from typing import Any, List, Optional, Sequence

import numpy as np
import pytest

from hybridlint_runtime.checking import verify
from hybridlint_runtime.errors import CannotLook
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.report import ProbeResult, Stage, Status
from hybridlint_runtime.spec.options import CheckOptions

mx = import_mxnet()
HybridBlock: Any = mx.gluon.HybridBlock


def probe_result(make_net: Any, probe: str, *shapes: Any, after: Sequence[str] = (), **options: Any) -> ProbeResult:
    """What became of `probe`, where the model is called with tensors of these shapes, of integers where a shape begins
    with "int32", or lists of them; the probes `after` run as well. `options` are those of the check."""

    def make_inputs(context: str, seed: int, batch: Optional[int]) -> List[Any]:
        random = np.random.RandomState(seed)

        def make(shape: Any) -> Any:
            if type(shape) is list:
                return [make(item) for item in shape]
            dtype, *sizes = shape if shape[0] == "int32" else ("float32", *shape)
            return mx.nd.array(random.normal(scale=9 if dtype == "int32" else 1, size=sizes), dtype=dtype)

        return [make(shape) for shape in shapes]

    report = verify(make_net, make_inputs, CheckOptions(archive=probe == "archive", probes=[probe, *after], **options))
    (result,) = (result for result in report.probes if result.probe == probe)
    return result


class MeanOverSteps(HybridBlock):  # type: ignore[misc]
    def __init__(self, counted: bool) -> None:
        super().__init__()
        self.counted = counted

    def forward(self, x: Any) -> Any:
        self.steps = x.shape[1] if self.counted else 4
        return super().forward(x)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.sum(x, axis=1) / self.steps


@pytest.mark.slow
def test_other_lengths_are_tried_where_nobody_gives_any() -> None:
    result = probe_result(lambda: MeanOverSteps(counted=True), "shapes", (2, 4, 3))
    assert result.status is Status.WARNED
    (problem,) = result.problems
    assert problem.stage is Stage.OTHER_SHAPES and "[2, 8, 3]" in problem.message
    result = probe_result(lambda: MeanOverSteps(counted=False), "shapes", (2, 4, 3))
    assert result.status is Status.PASSED and len(result.details["inputs"]) == 2
    result = probe_result(lambda: mx.gluon.nn.Dense(3, in_units=4), "shapes", (2, 4))
    assert result.status is Status.NOT_RUN and "longer" in result.reason


class LayerOverSteps(MeanOverSteps):
    def __init__(self, layer: Any) -> None:
        super().__init__(counted=True)
        self.layer = layer

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return super().hybrid_forward(F, self.layer(x))


@pytest.mark.slow
def test_a_length_that_a_parameter_has_too_is_tried_where_it_fits() -> None:
    dense = mx.gluon.nn.Dense(4, flatten=False)
    result = probe_result(lambda: LayerOverSteps(copy.deepcopy(dense)), "shapes", (2, 4, 3))
    assert result.status is Status.WARNED and "[2, 8, 3]" in result.problems[0].message
    # This layer does not check that the shapes fit, and would read memory that is not its own.
    norm = mx.gluon.nn.BatchNorm(in_channels=4)
    result = probe_result(lambda: LayerOverSteps(copy.deepcopy(norm)), "shapes", (2, 4, 4))
    assert result.status is Status.NOT_RUN and "longer" in result.reason


def test_layers_that_give_no_states_unless_they_get_some() -> None:
    """The optional argument is one of `__call__`, and the graph of the first call is silently kept for the other."""
    states = [(2, 2, 4), (2, 2, 4)]
    result = probe_result(lambda: mx.gluon.rnn.LSTM(4, 2), "optional_arguments", (5, 2, 3), states)
    assert result.status is Status.WARNED
    (problem,) = result.problems
    assert "with 1 of 2 arguments" in problem.message and "hybridized" in problem.message


class MasksOnceGiven(HybridBlock):  # type: ignore[misc]
    """A graph that was made with the mask has it for good; one that was made without never gets it."""

    def __init__(self) -> None:
        super().__init__()
        self.masked = False

    def __call__(self, x: Any, mask: Any = None) -> Any:
        self.masked = self.masked or mask is not None
        return super().__call__(x, x if mask is None else mask)

    def hybrid_forward(self, F: Any, x: Any, mask: Any) -> Any:
        return x * mask if self.masked else F.identity(x) + 0 * mask


def test_arguments_are_left_out_before_a_call_with_all_too() -> None:
    result = probe_result(MasksOnceGiven, "optional_arguments", (2, 3), (2, 3))
    assert result.status is Status.WARNED
    (problem,) = result.problems
    assert "before a call with all" in problem.message


class Sum(HybridBlock):  # type: ignore[misc]
    def __init__(self, made_anew: bool) -> None:
        super().__init__()
        self.made_anew = made_anew

    def hybrid_forward(self, F: Any, *inputs: Any) -> Any:
        return sum([F.identity(x) if self.made_anew else x for x in inputs])


@pytest.mark.parametrize("made_anew", [True, False])
def test_one_tensor_for_several_arguments_is_trained(made_anew: bool) -> None:
    shapes = [(2, 3)] * 3
    result = probe_result(lambda: Sum(made_anew), "same_input", *shapes)
    assert result.status is (Status.PASSED if made_anew else Status.WARNED)
    for problem in result.problems:
        assert problem.stage is Stage.GRADIENTS and "storage_type_num_unknown_nodes" in problem.message


class StopsWithStaticMemory(HybridBlock):  # type: ignore[misc]
    def __init__(self, stops: bool) -> None:
        super().__init__()
        self.stops, self.static = stops, False
        with self.name_scope():
            self.dense = mx.gluon.nn.Dense(3)

    def hybridize(self, active: bool = True, static_alloc: bool = False, **flags: Any) -> None:
        self.static = static_alloc
        super().hybridize(active, static_alloc=static_alloc, **flags)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        h = self.dense(x)
        return h * (F.BlockGrad(h) if self.static and self.stops else h)


@pytest.mark.sample(2)
@pytest.mark.parametrize("stops", [True, False])
def test_a_model_is_trained_with_static_memory(stops: bool) -> None:
    result = probe_result(lambda: StopsWithStaticMemory(stops), "static_memory", (2, 4))
    assert result.status is (Status.FAILED if stops else Status.PASSED)
    for problem in result.problems:
        assert problem.stage is Stage.GRADIENTS
        assert "the gradient of input 0 after step 1 differs" in problem.message


class Carries(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any, y: Any) -> Any:
        return F.contrib.foreach(lambda row, states: (row * 2, [states[0] + row]), x, [y])[1][0]


def test_training_that_only_static_memory_stops_is_a_warning() -> None:
    result = probe_result(Carries, "static_memory", (4, 3), (3,))
    assert result.status is Status.WARNED
    (problem,) = result.problems
    assert problem.stage is Stage.GRADIENTS and "static_shape=True) training fails: MXNetError" in problem.message
    assert "(_foreach)" in problem.operator and "foreach(lambda row" in problem.location.source


class Masked(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any, y: Any) -> Any:
        rows = F.max(F.contrib.boolean_mask(x, F.ones_like(y)).reshape((2, -1)), axis=1)
        return F.mean(F.broadcast_add(rows, F.full(shape=(2, 1), val=0.5)), axis=0, exclude=True)


def test_a_run_that_only_static_memory_stops_is_a_warning() -> None:
    result = probe_result(Masked, "static_memory", (4, 3), (4,))
    assert result.status is Status.WARNED
    (problem,) = result.problems
    assert problem.stage is Stage.EXECUTION and "Shape is unknown" in problem.message
    assert "F.broadcast_add(rows" in problem.location.source


class SumsSteps(HybridBlock):  # type: ignore[misc]
    """What reads the result of the loop does not wait for it: the more there is to compute, the surer."""

    def hybrid_forward(self, F: Any, x: Any, y: Any) -> Any:
        def step(row: Any, state: Any) -> Any:
            state = F.broadcast_add(F.tanh(row), state * 0.5)
            return state, state

        rows, _ = F.contrib.foreach(step, F.sigmoid(x), F.squeeze(y, axis=0))
        return F.relu(rows)


@pytest.mark.slow
@pytest.mark.parametrize("probe, flags", [("static_memory", {}), ("outputs", {"static_alloc": 1, "static_shape": 1})])
def test_what_static_memory_does_to_a_loop_is_reported_with_its_line(probe: str, flags: Any) -> None:
    result = probe_result(SumsSteps, probe, (16, 64, 512), (1, 64, 512), **flags)
    assert result.status is Status.FAILED
    (problem,) = result.problems
    assert "(_foreach)" in problem.operator and problem.location.source.startswith("rows, _ = F.contrib.foreach")
    assert "static_alloc=True alone" in problem.remedy


class Doubles(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x * 2


class DoublesAsIs(HybridBlock):  # type: ignore[misc]
    def forward(self, x: Any) -> Any:
        return x * 2


def test_export_is_probed_where_the_first_call_traces_a_graph() -> None:
    assert probe_result(Doubles, "export", (4, 3)).status is Status.PASSED
    assert probe_result(DoublesAsIs, "export", (4, 3)).status is Status.NOT_RUN


class Listed(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.sizes, self.named, self.held = [1, 2.5], {"k": (3, "a")}, [object(), 1]

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x * self.sizes[0] * self.named["k"][0] * self.held[1]


def test_numbers_in_containers_are_fixed_too() -> None:
    result = probe_result(Listed, "frozen_attributes", (2, 3))
    attributes = {item["attribute"]: item["value"] for item in result.details["attributes"]}
    assert attributes == {"sizes": "[1, 2.5]", "named": "{'k': (3, 'a')}"}


SCALE, OTHER, HELD = 2.0, 3.0, object()


def scaled(x: Any) -> Any:
    return x * SCALE if HELD else x


class ScaledBy(HybridBlock):  # type: ignore[misc]
    def forward(self, x: Any) -> Any:
        return super().forward(x) * OTHER  # at every call

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return scaled(x)


def test_global_variables_are_fixed_too() -> None:
    result = probe_result(ScaledBy, "frozen_attributes", (2, 3))
    # The garbage collector may call functions of other modules meanwhile.
    values = {item["name"]: item["value"] for item in result.details["globals"] if item["module"] == __name__}
    assert values == {"SCALE": 2.0} and "SCALE (global)" in result.reason


class OfIntegers(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any, y: Any) -> Any:
        return x * y


def test_one_tensor_for_several_arguments_where_there_is_nothing_to_train() -> None:
    assert probe_result(OfIntegers, "same_input", ("int32", 2, 3), ("int32", 2, 3)).status is Status.PASSED


class KeepsLast(mx.gluon.rnn.HybridRecurrentCell):  # type: ignore[misc]
    """In training, some elements stay what they were at the step before."""

    def __init__(self, keeps: bool) -> None:
        super().__init__()
        self.keeps, self.last = keeps, None

    def state_info(self, batch_size: int = 0) -> Any:
        return [{"shape": (batch_size, 3), "__layout__": "NC"}]

    def reset(self) -> None:
        super().reset()
        self.last = None

    def hybrid_forward(self, F: Any, x: Any, states: Any) -> Any:
        h = x * 2
        last = states[0] if self.last is None else self.last
        kept = F.where(F.Dropout(F.ones_like(h), p=0.5), h, last)
        self.last = kept if self.keeps else None
        return kept, [h * 1]


@pytest.mark.sample(2)
@pytest.mark.parametrize("keeps", [True, False])
def test_a_cell_is_called_step_after_step(keeps: bool) -> None:
    result = probe_result(lambda: KeepsLast(keeps), "training_state", (2, 3), [(2, 3)])
    assert result.status is (Status.WARNED if keeps else Status.PASSED)
    for problem in result.problems:
        assert problem.stage is Stage.STATE and "with no reset() of the cells between" in problem.message
        assert "Call reset()" in problem.remedy or problem.rule == "HYB601"


class Answer:
    def __init__(self, tensor: Any) -> None:
        self.tensor = tensor


class Plain(mx.gluon.Block):  # type: ignore[misc]
    """Gives what a function makes of a tensor; its value of `active` is read at every call."""

    def __init__(self, convert: Any, shifted: bool = False) -> None:
        super().__init__()
        self.convert, self.shifted = convert, shifted
        with self.name_scope():
            self.dense = mx.gluon.nn.Dense(3)

    def forward(self, x: Any) -> Any:
        return self.convert(self.dense(x) + (self.shifted and self.dense._active))


@pytest.mark.parametrize("convert", [lambda y: y.asnumpy(), lambda y: {"loss": float(y.sum().asscalar())}])
@pytest.mark.parametrize("shifted", [True, False])
def test_numbers_of_numpy_and_of_python_are_compared(convert: Any, shifted: bool) -> None:
    result = probe_result(lambda: Plain(convert, shifted), "outputs", (2, 3))
    assert result.status is (Status.FAILED if shifted else Status.PASSED)


def test_what_cannot_be_compared_is_no_failure() -> None:
    for probe in ("outputs", "gradients", "batch"):
        assert probe_result(lambda: Plain(Answer), probe, (2, 3)).status is Status.NOT_RUN
    assert probe_result(lambda: Plain(Answer), "deferred", (2, 3)).status is Status.PASSED


def test_a_model_that_is_another_one_each_time_could_not_be_looked_at() -> None:
    units = itertools.count(3)
    with pytest.raises(CannotLook, match="another one each time.*shape incompatible"):
        probe_result(lambda: mx.gluon.nn.Dense(next(units)), "outputs", (2, 3))


class TrainsItself(HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.scale = self.params.get("scale", shape=(1,), init="ones")

    def forward(self, x: Any) -> Any:
        if mx.autograd.is_training():
            self.scale.set_data(self.scale.data() * 1.5)
        return super().forward(x)

    def hybrid_forward(self, F: Any, x: Any, scale: Any) -> Any:
        return F.broadcast_mul(x, scale)


def test_parameters_that_a_training_call_changes_are_archived_as_they_were() -> None:
    assert probe_result(TrainsItself, "archive", (2, 3), after=["frozen_values"]).status is Status.PASSED
