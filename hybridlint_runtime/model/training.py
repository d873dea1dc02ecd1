"""One training step: a forward pass under `autograd.record`, a loss, a backward pass."""

from __future__ import annotations

import contextlib
import dataclasses
from typing import Any, Dict, FrozenSet, Iterator, Optional, Sequence, Tuple

import numpy as np

from ..diagnostics.failures import RunFailure, located
from ..errors import ModelRaised, model_code
from ..mxnet_compat import import_mxnet
from ..report import Stage
from ..structures import arrays, copied, forget_errors, is_floating, like, semantics_of, wait
from . import parameters
from .draws import generator_state
from .graphs import one_graph
from .judging import Runs, nudge
from .pair import IN_TRAINING, TRAINED, pair_of
from .recording import seed_all
from .steps import seed_of
from .subject import Subject
from .tree import paths_by_identity

mx = import_mxnet()

#: The seed of training steps: that of the call in training mode, so that these draw the same.
SEED = seed_of(IN_TRAINING, TRAINED)


@dataclasses.dataclass
class TrainingStep:
    """The results of one step.

    `outputs` are those in training mode; gradients of the floating-point inputs are by number, of the parameters by
    structural name; `auxiliary` are the parameters that no gradient changes (running statistics); `drawn` is the state
    of MXNet's random generators afterwards (`draws.generator_state`). `shared` is whether the net was one of the pair,
    which had been called before.
    """

    outputs: Any
    inputs: Dict[str, Any]
    parameters: Dict[str, Any]
    auxiliary: Dict[str, Any]
    drawn: int
    shared: bool = False

    @property
    def gradients(self) -> Dict[str, Any]:
        """All gradients by name: "input 0", "features.0.weight"."""
        return {**{f"input {name}": value for name, value in self.inputs.items()}, **self.parameters}


@dataclasses.dataclass(frozen=True)
class Way:
    """The options of a training step. Sparse inputs have no gradients: nothing reads them, and operators lack them.

    `used_before`: the net was called for inference before, so that it has its graph. `of_inputs`: the numbers of the
    floating-point inputs that have gradients; None for all, which MXNet rejects for indices (of an Embedding) that are
    floating-point numbers.
    """

    used_before: bool = False
    of_inputs: Optional[FrozenSet[int]] = None

    def leaves(self, arguments: Any) -> Dict[int, Any]:
        """Return the arrays in `arguments` that have gradients, by number."""
        dense = [array for array in arrays(arguments) if array.stype == "default"]
        floating = enumerate(array for array in dense if is_floating(array))
        return {number: array for number, array in floating if self.of_inputs is None or number in self.of_inputs}


def train_step(
    subject: Subject,
    net: Any,
    arguments: Sequence[Any],
    seed: int = SEED,
    backward_passes: int = 1,
    way: Way = Way(),
    copies: bool = True,
    reset: bool = True,
) -> TrainingStep:
    """Run forward and backward on `net` with the loss `weighted_sum`.

    `backward_passes` is the number of repetitions, for accumulated gradients. Without `copies`, gradients of parameters
    are those of the net, which the next training step overwrites. `reset` is as for `Subject.run`. Raise RunFailure if
    the model or MXNet raises.
    """
    subject.nets.trained = True
    leaves = way.leaves(arguments)
    for array in leaves.values():
        array.attach_grad()
    for number in range(backward_passes):
        seed_all(subject.seed + seed + number)
        with _training_code(net), mx.autograd.record():
            outputs = wait(subject.run(net, list(arguments), reset))
        with semantics_of(outputs), _training_code(net), mx.autograd.record():
            loss = weighted_sum(outputs)
        if loss is None or not (leaves or parameters.has_gradients(net)):
            break
        with semantics_of(outputs), _training_code(net):
            loss.backward()
            mx.nd.waitall()
    auxiliary = parameters.values_of(net, lambda name, parameter: parameter.grad_req == "null")
    inputs = {str(number): array.grad.copy() for number, array in leaves.items()}
    return TrainingStep(copied(outputs), inputs, parameters.gradients_of(net, copies), auxiliary, generator_state())


def weighted_sum(outputs: Any) -> Any:
    """Return the sum of all floating-point outputs, each element with a random weight; None without any.

    With equal weights, errors in the gradients of a softmax or of a normalization would cancel.
    """
    random = np.random.RandomState(9)
    floating = [output for output in arrays(outputs) if is_floating(output)]
    weights = [like(output, random.uniform(0.5, 1.5, size=output.shape)) for output in floating]
    terms = [(output * weight).astype("float32").sum() for output, weight in zip(floating, weights)]
    return sum(terms[1:], terms[0]) if terms else None


@contextlib.contextmanager
def _training_code(net: Any) -> Iterator[None]:
    """Convert what the model or MXNet raises in a training step of `net` to RunFailure."""
    try:
        with model_code():
            yield
    except ModelRaised as raised:
        forget_errors()
        raise located(RunFailure, Stage.GRADIENTS, raised, paths_by_identity(net)) from raised.error


def step_of(subject: Subject, hybridized: bool, way: Way, copies: bool = True, shared: bool = False) -> TrainingStep:
    """Return one training step of a fresh net, or of the `shared` one (`shares`); `copies` as for `train_step`.

    Raise RunFailure if the model raises, without another step if it did before.
    """
    failures: Dict[Tuple[bool, Way], RunFailure] = subject.once("training failures", dict)
    if (hybridized, way) in failures:
        raise failures[hybridized, way]
    try:
        with training_net(subject, hybridized, way, shared) as net:
            step = train_step(subject, net, subject.inputs(2), way=way, copies=copies)
            if not hybridized:
                subject.nets.observe_training(net)
    except RunFailure as failure:
        if shared and not pair_of(subject).is_unchanged:  # a fresh net may not raise
            return step_of(subject, hybridized, way, copies)
        failures[hybridized, way] = failure
        raise
    return dataclasses.replace(step, shared=shared)


def shares(subject: Subject, way: Way = Way()) -> bool:
    """Return whether training steps of the nets that probes share can show that the phases agree.

    These nets have been called for inference, so their graphs for training must be the same.
    """
    return not way.used_before and pair_of(subject).exists and one_graph(subject)


def way_of(subject: Subject) -> Way:
    """Return the options with gradients of the inputs, unless the imperative model can only be trained without."""

    def find() -> Way:
        without = Way(of_inputs=frozenset())
        trains = known_step(subject) is not None or not getattr(_step(subject, without), "gradients", None)
        return Way() if trains else without

    return subject.once("way", find)


def _step(subject: Subject, way: Way) -> Optional[TrainingStep]:
    """Return an imperative step, None if the model cannot be trained so, which the probes of training report."""
    with contextlib.suppress(RunFailure):
        return step_of(subject, False, way, shared=shares(subject))
    return None


def known_step(subject: Subject) -> Optional[TrainingStep]:
    """Return the imperative training step with all gradients, cached; None if the model cannot be trained so."""
    return subject.once("training", lambda: _step(subject, Way()))


def failure_of_training(subject: Subject) -> Optional[RunFailure]:
    """Return what the imperative model raises in a training step, None if it can be trained."""
    if way_of(subject) != Way() or known_step(subject) is not None:
        return None
    try:
        step_of(subject, False, Way())
    except RunFailure as failure:
        return failure
    return None


def imperative_step(subject: Subject, way: Way) -> TrainingStep:
    """Return the imperative training step of a fresh net. Raise RunFailure if the model raises."""
    known = known_step(subject) if way == Way() else None
    return step_of(subject, False, way) if known is None or known.shared else known


@contextlib.contextmanager
def training_net(subject: Subject, hybridized: bool, way: Way, shared: bool) -> Iterator[Any]:
    """Lend a fresh net for training steps, or the `shared` one (`shares`)."""
    if shared:
        with pair_of(subject).training(hybridized) as net:
            yield net
        return
    net = subject.prepared_net(hybridized, trains=True)
    if way.used_before:
        with _training_code(net):
            subject.call(net, subject.inputs(1))
    yield net


def runs_of(
    subject: Subject, part: str, plain: TrainingStep, way: Way, draws: bool, known: Dict[int, TrainingStep]
) -> Runs:
    """Return how to repeat the imperative step `plain` if its `part` ("outputs", "gradients", "auxiliary") is compared.

    `draws` is as for `Runs`. `known` holds the last steps on changed inputs, which are made once for all parts.
    """

    def repeat(hybridized: bool, seeds: Sequence[int]) -> Iterator[Any]:
        with training_net(subject, hybridized, way, shared=False) as net:
            for seed in seeds:
                parameters.set_values(net, subject.nets.values or {})
                yield getattr(train_step(subject, net, subject.inputs(2), seed, way=way, copies=False), part)

    def nudged(number: int) -> Any:
        if number not in known:
            known.clear()  # gradients take as much memory as parameters
            with training_net(subject, False, way, plain.shared) as net:
                known[number] = train_step(subject, net, nudge(subject.inputs(2), number), way=way)
        return getattr(known[number], part)

    # The outputs agree: only memory that no operator wrote, whose values are large, makes a gradient undetermined. That
    # of a bias before a normalization is zero but for rounding.
    far = {} if part == "outputs" else {"far": 1.0, "noise": 2**-20}
    return Runs(repeat, nudged, SEED, getattr(plain, part), draws, subject.draw_comparison, **far)
