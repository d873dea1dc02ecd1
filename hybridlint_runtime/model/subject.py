"""The model under check, as probes use it: equal fresh nets, inputs, and the two phases."""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import functools
import time
import warnings
from typing import (
    Any,
    Callable,
    Collection,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Set,
    Tuple,
    TypeVar,
)

from ..diagnostics.failures import RunFailure, located
from ..errors import CannotLook, ModelRaised, model_code
from ..mxnet_compat import import_mxnet
from ..report import Problem, Stage
from ..spec.inputs import to_context
from ..spec.options import CheckOptions, Scenario
from ..spec.target import Target
from ..structures import NDArray, copied, leaves, size_of, wait
from . import parameters
from .artefacts import GradientMovements, Hybridized, Tracing, Undetermined
from .comparing import Tolerances, compare
from .draws import generator_state
from .facts import Observation
from .judging import DrawComparison, Runs, nudge
from .memory import fill_memory
from .nets import Nets
from .recording import Call, Recording, SettledRecording, deactivate, record, record_settled, seed_all
from .reshaping import refusing_unfit
from .state import BlockStates, BlockTexts, countable
from .steps import CallResult, Execution, InputMaker, Step, failure_of, mode_of, seed_of
from .tracing import TracedGraph
from .tree import blocks_of, hybridized_blocks, paths_by_identity, walk_blocks

mx = import_mxnet()
RecurrentCell: Any = mx.gluon.rnn.RecurrentCell

_Artefact = TypeVar("_Artefact")


#: Inputs of fewer numbers are made once for each seed and batch size.
_FEW_NUMBERS = 2**22
#: Larger recordings (in bytes of tensors) are not retained through the whole check.
_MUCH = 2**25
#: Maximum number of bytes of tensors inside graphs that are retained of one recorded run.
_MOST_HELD = 2**30


class FirstCall(NamedTuple):
    """The first imperative call of a net, and its attributes and what Python may count before and after it."""

    result: CallResult
    texts: BlockTexts
    counted: Dict[Tuple[str, str], str]


class Subject:
    """One model on one context. `learned` returns what the steps and probes before found out about it."""

    def __init__(
        self,
        make_net: Callable[[], Any],
        make_inputs: InputMaker,
        options: CheckOptions,
        context: str,
        scenario: Scenario,
        reference: Optional[Subject] = None,
        source: Optional[Target] = None,
    ) -> None:
        self._make_inputs = make_inputs
        self.options = options
        self.context_name = context
        self.context = to_context(context)
        self.scenario = scenario
        self.seed = options.seed
        shared = None if reference is None else reference.nets.shared
        self.nets: Nets = Nets(make_net, self.seed, self.context, shared)
        #: The same model on the first context, whose parameters are used here too.
        self.reference = reference
        #: Where another process finds the model's code; None if it exists only here.
        self.source = source
        #: The seed of the recorded run.
        self.recorded_seed = self.seed + seed_of(Step(), 0)
        #: The problems of the probes that have failed so far, by name.
        self.failed: Dict[str, List[Problem]] = {}
        #: Errors of this tool itself during localization.
        self.faults: List[str] = []
        #: Whether the first call registers blocks that a new net does not have.
        self.makes_children = False
        #: The observations of the recorded run, and the lines that ran during tracing.
        self.observed = Observation()
        #: Called before a net runs, with whether it is hybridized: the net may end the process.
        self.on_run: Callable[[bool], None] = lambda hybridized: None
        #: Called by probes that check one block after the other, with the path and the block.
        self.on_block: Callable[[str, Any], None] = lambda path, block: None
        self._recording: Optional[Recording] = None
        self._states: Any = None
        #: The first imperative call, None unless it changed nothing, so that further calls may follow.
        self.first_call: Optional[FirstCall] = None
        #: The parameters whose shapes are unknown until the first call.
        self.open_shapes: List[str] = [] if reference is None else reference.open_shapes
        self._classes: Optional[Dict[str, str]] = None
        self._artefacts: Dict[str, Any] = {}
        self._learned: Dict[type, Any] = {}
        self._inputs: Dict[Tuple[int, Optional[int]], List[Any]] = {}

    def learn(self, *artefacts: object) -> None:
        """Store what was found out about the model, one artefact of each type (`artefacts`)."""
        self._learned.update({type(artefact): artefact for artefact in artefacts})

    def learned(self, kind: Callable[[], _Artefact]) -> _Artefact:
        """Return the artefact of type `kind`, an empty one if there is none."""
        return self._learned[kind] if kind in self._learned else kind()

    @property
    def roots(self) -> List[str]:
        return self.learned(Hybridized).roots

    @property
    def graphs(self) -> Mapping[Tuple[str, str], TracedGraph]:
        return self.learned(Tracing).graphs

    @property
    def undetermined(self) -> Mapping[str, Any]:
        """Elements of the outputs that differ between two equal imperative runs: path → boolean array."""
        return self.learned(Undetermined).masks

    @property
    def net(self) -> Any:
        """The net of the recorded run, to inspect its structure; only steps of the imperative phase call it."""
        return self.nets.recorded

    @functools.cached_property
    def draw_comparison(self) -> DrawComparison:
        return DrawComparison(ordered=not parameters.computed(self.net))

    def with_values(self, calls: Iterable[Call]) -> Iterator[Call]:
        """Yield recorded calls with their values, in order.

        Those whose values were not retained are recorded again, some at a time, so that they fit in memory. Raise
        CannotLook if the model does not make them again.
        """
        waiting = collections.deque(calls)
        known: Dict[Tuple[str, int], Call] = {}
        while waiting:
            call = waiting.popleft()
            key = (call.path, call.index)
            if not call.complete and key not in known:
                known = {}  # before others are recorded
                known = self._recorded_again(_first_that_fit([call, *waiting]))
                if key not in known:
                    raise CannotLook(f"the model does not call {call.path!r} again, with the same seed and inputs")
            yield call if call.complete else known.pop(key)

    def _recorded_again(self, wanted: Collection[Tuple[str, int]]) -> Dict[Tuple[str, int], Call]:
        """Return the calls with these paths and indices, with their values."""
        parameters.set_values(self.nets.recorded, self.nets.values or {})
        fill_memory(hybridized=False)

        def keeps(path: str, index: int, held: int) -> bool:
            return (path, index) in wanted

        recording = record(self.nets.recorded, self.inputs(1), self.recorded_seed, self.run, keeps=keeps)
        self._states.restore()
        return {(call.path, call.index): call for call in recording.calls if call.inside and call.complete}

    def drop_values_inside(self) -> None:
        """Free large values that were recorded inside graphs: they are rarely used again."""
        if self.recorded.bytes_inside() > _MUCH and not self.makes_children:
            self._recording = self.recorded.without_values_inside()

    @property
    def recorded(self) -> Recording:
        """The recorded imperative run. Values of calls inside graphs may be dropped; shapes and dtypes are retained.

        Raise RuntimeError before `prepare`.
        """
        if self._recording is None:
            raise RuntimeError("the imperative run has not been recorded yet: call prepare() first")
        return self._recording

    def prepare(self, one_net: bool = False) -> None:
        """Make the first net, run it imperatively, and store the recording and the parameters.

        With `one_net` that is used for everything, the inputs of blocks inside graphs are not recorded, and the next
        imperative call is the second one, until `start_again`. Raise what making the net raises, and RunFailure if the
        imperative run does.
        """
        with self.observed.watching():
            self.nets.recorded = net = (
                self.nets.make() if self.reference is None else self.nets.fresh(self.reference.nets.values)
            )
        owned = parameters.parameters_of(net).items()
        scalars = [name for name, parameter in owned if parameter._data is not None and parameter.shape == ()]
        if scalars and not mx.util.is_np_shape():  # a class with @use_np has it in its methods alone
            raise CannotLook(
                f"the parameter {scalars[0]} has the shape (), which MXNet copies and trains under NumPy semantics "
                "only: call npx.set_np() before the model is made, as at the head of its module"
            )
        self.nets.values = values = parameters.values_of(net)
        self.nets.release_if_large()  # what initialization allocated
        self.open_shapes = self.open_shapes or parameters.deferred(net)
        initializes = not one_net and bool(parameters.deferred(net))
        fill_memory(hybridized=False)
        before = None if one_net else (BlockTexts(net), countable(net))
        settled, result = self._record(one_net)
        if initializes and not settled.made_children:  # which draws random numbers, as operators may do
            settled.states.restore()
            parameters.set_values(net, values)
            again = self.call(net, self.inputs(1), seed=seed_of(Step(), 0))
            if not compare(result.outputs, again.outputs, self.strict_tolerances()):
                settled.states.restore()
                parameters.set_values(net, values)
                settled, again = self._record(one_net)
            result = again
        self._recording, self.makes_children = settled.recording, settled.made_children
        self._states = settled.states
        if before is not None and not before[0].changes() and countable(net) == before[1]:
            self.first_call = FirstCall(result, *before) if parameters.equal(net, values) else None
        if not one_net:
            settled.states.restore()  # graphs are traced from the state of a fresh model
        # The same applies to its parameters, which the call may have changed; those that it initialized are known only
        # here.
        self.nets.values = {**parameters.values_of(net, lambda name, parameter: name not in values), **values}
        self.nets.release_if_large()
        if not one_net:
            self._find_roots()
            parameters.set_values(net, self.nets.values)

    def _record(self, one_net: bool) -> Tuple[SettledRecording, CallResult]:
        """Record an imperative call of the first net, and return the recording and the result of the call."""
        results: List[CallResult] = []

        def call(net: Any, given: Sequence[Any]) -> Any:
            results.append(self.call(net, list(given), seed=seed_of(Step(), 0)))
            return results[-1].outputs

        def keeps(path: str, index: int, held: int) -> bool:
            return not one_net and held < _MOST_HELD

        with self.observed.watching(calls=True):
            settled = record_settled(
                self.nets.recorded, self.inputs(1), self.recorded_seed, call, keeps, may_initialize=True
            )
        return settled, results[-1]

    def _find_roots(self) -> None:
        net = self.nets.recorded
        with BlockStates(net):
            try:
                with model_code():
                    self.hybridize(net)
                self.learn(Hybridized(*hybridized_blocks(net)))
            except ModelRaised as error:
                self.learn(Hybridized(refused=located(RunFailure, Stage.TRACE, error, paths_by_identity(net))))

    def facts(self) -> Dict[str, Any]:
        """Return the facts of the model for the linter, as JSON values (`hybridlint.facts`)."""
        known = self.learned(Hybridized).checked
        return self.observed.document(self.recorded, lambda path: not known or path in known)

    def start_again(self) -> None:
        """Restore the state of the one net and its modules to that before its first run."""
        self._states.restore()
        self.nets.restore_shared()
        parameters.set_values(self.nets.recorded, self.nets.values or {})

    def once(self, name: str, make: Callable[[], _Artefact]) -> _Artefact:
        """Return the result of `make`, cached until `forget`."""
        if name not in self._artefacts:
            self._artefacts[name] = make()
        return self._artefacts[name]  # type: ignore[no-any-return]

    def forget(self, needed: Collection[str]) -> bool:
        """Drop the cache of `once`, except for the names `needed` later and the standard executions. Return whether
        there was anything else."""
        before = len(self._artefacts)
        self._artefacts = {name: made for name, made in self._artefacts.items() if name in (*needed, "standard")}
        return len(self._artefacts) < before

    def _writes(self, steps: Iterable[Step]) -> bool:
        """Return whether calls with `steps` may write to parameters."""
        return self.scenario.between is not None or any(step.mode != "predict" or step.writes for step in steps)

    def hybridize(self, net: Any) -> None:
        """Hybridize `net` with the function of the scenario, or with the flags of the options."""
        if self.scenario.hybridize is not None:
            self.scenario.hybridize(net)
        else:
            asked = {name: True for name in ("static_alloc", "static_shape") if getattr(self.options, name)}
            net.hybridize(**asked)

    def begin(self, net: Any, hybridized: bool, hybridize: Optional[Callable[[Any], None]] = None) -> None:
        """Prepare `net` for one of the two phases, with `hybridize` instead of the usual function.

        Raise ModelRaised if that raises.
        """
        self.on_run(hybridized)
        fill_memory(hybridized)
        if hybridized:
            with model_code():
                (hybridize or self.hybridize)(net)
        else:
            deactivate(net)

    def prepared_net(
        self,
        hybridized: bool,
        writes: bool = True,
        trains: bool = False,
        hybridize: Optional[Callable[[Any], None]] = None,
        open_shapes: bool = False,
    ) -> Any:
        """Return a fresh net, or one `with_open_shapes`, that is prepared for one of the two phases (`writes` and
        `trains` as for `fresh`).

        One to be trained has its children: those that the first call makes would be initialized in training, with
        random numbers that operators draw too.
        """
        net = self.nets.with_open_shapes() if open_shapes else self.nets.fresh(writes=writes, trains=trains)
        self.begin(net, hybridized, hybridize)
        if trains and self.makes_children:
            self.call(net, self.inputs(1))
            parameters.set_values(net, self.nets.values or {})
        return net

    def inputs(self, seed: int = 1, batch: Optional[int] = None, maker: Optional[InputMaker] = None) -> List[Any]:
        """Return the arguments of one call on this context, determined by seed and batch, also if they are drawn from
        the generators of MXNet, NumPy or Python."""
        if maker is None and (seed, batch) in self._inputs:
            return list(copied(self._inputs[seed, batch]))
        seed_all(self.seed + seed)
        made = list((maker or self._make_inputs)(self.context_name, self.seed + seed, batch))
        dense = {id(leaf): leaf for _, leaf in leaves(made) if isinstance(leaf, NDArray) and leaf.stype == "default"}
        if maker is None and len(dense) == len(leaves(made)) and sum(map(size_of, dense.values())) < _FEW_NUMBERS:
            self._inputs[seed, batch] = copied(made)
        return made

    def execute(
        self,
        steps: Iterable[Step],
        hybridized: bool,
        net: Optional[Any] = None,
        hybridize: Optional[Callable[[Any], None]] = None,
        first: int = 0,
    ) -> Execution:
        """Call a fresh net (or `net`) with each of `steps`, seeding before each call. Never raises what the model
        raises.

        The first call has the seed of the `first`-th call of an execution. The scenario's `between` runs after the
        first call. Every output is waited for right after its call.
        """
        if net is None:
            steps = list(steps)
            net = self.nets.fresh(writes=self._writes(steps))
        execution = Execution(net, [])
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                self.begin(net, hybridized, hybridize)
            except ModelRaised as error:
                execution.failure = failure_of(error, net, hybridized)
                return execution
        execution.warnings = sorted({str(warning.message).strip() for warning in caught})
        self._take(execution, steps, hybridized, first)
        return execution

    def _take(self, execution: Execution, steps: Iterable[Step], hybridized: bool, first: int) -> None:
        for number, step in enumerate(steps, first):
            arguments = self.inputs(step.seed, step.batch, step.maker)
            try:
                if step.change is not None:
                    with model_code():
                        step.change(execution.net)
                # With inputs of other shapes than the user's, the model may end the process.
                other = step.batch is not None or step.maker is not None
                with refusing_unfit() if other else contextlib.nullcontext():
                    execution.results.append(
                        self.call(execution.net, arguments, step.mode, seed_of(step, number), step.reset)
                    )
                if number == 0 and self.scenario.between is not None:
                    with model_code():
                        self.scenario.between(execution.net)
            except ModelRaised as error:
                execution.failure = failure_of(error, execution.net, hybridized)
                break

    def go_on(self, net: Any, steps: Sequence[Step], hybridized: bool, first: int) -> Execution:
        """Call `net`, which is prepared for one of the two phases, with `steps`, the first as its `first`-th call.

        Its parameters have their usual values before and afterwards.
        """
        writes = self._writes(steps)
        if writes:
            trains = self.scenario.between is None and not any(step.writes for step in steps)
            self.nets.lend(net, self.nets.shared_in(writes, trains))
        self.on_run(hybridized)
        fill_memory(hybridized)
        execution = Execution(net, [])
        try:
            self._take(execution, steps, hybridized, first)
        finally:
            if writes:
                self.nets.lend(net)
        return execution

    def run(self, net: Any, arguments: Sequence[Any], reset: bool = True) -> Any:
        """Call `net` once, with the function of the scenario.

        With `reset`, recurrent cells are reset before, as MXNet requires at the beginning of a sequence: some store the
        masks of one on themselves.
        """
        for block in blocks_of(net) if reset else ():
            if isinstance(block, RecurrentCell):
                # MXNet assumes that every child is a cell. Another child raises, after the cell itself is reset.
                with contextlib.suppress(AttributeError):
                    block.reset()
        return self.scenario.call(net, arguments)

    def call(
        self, net: Any, arguments: List[Any], mode: str = "predict", seed: int = 100, reset: bool = True
    ) -> CallResult:
        before = copied(arguments)
        seed_all(self.seed + seed)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            start = time.perf_counter()
            with mode_of(mode), model_code():
                outputs = wait(self.run(net, arguments, reset))
            seconds = time.perf_counter() - start
        with model_code():
            mx.nd.waitall()
        texts = sorted({str(warning.message).strip() for warning in caught})
        return CallResult(copied(outputs), before, copied(arguments), texts, seconds, generator_state())

    def tolerances(self) -> Tolerances:
        """Return the user's tolerances for the outputs of the model, with the ignored elements."""
        return Tolerances(self.options.tolerances, self.options.output_tolerances, ignored=self.options.ignored)

    def strict_tolerances(self) -> Tolerances:
        """Return the user's tolerances, and those of rounding where there are none: larger differences must be
        measured."""
        return dataclasses.replace(self.tolerances(), only_rounding=self.context.device_type != "gpu")

    def gradient_tolerances(self) -> Tolerances:
        """Return the user's tolerances for gradients, with the effect of rounding if that was measured."""
        movements = self.learned(GradientMovements).by_name
        return Tolerances(self.options.tolerances, baseline=(lambda: movements) if movements else None)

    def nudged(self, step: Step, number: int) -> Step:
        """Return `step` with its inputs changed by rounding errors, which depend on `number`."""
        make = step.maker or self._make_inputs
        return dataclasses.replace(step, maker=lambda *given: nudge(list(make(*given)), number))

    def runs(self, step: Step, first: Any = None, opening: Optional[Step] = None, draws: bool = True) -> Runs:
        """Return how to repeat the call of `step` as the first call of a fresh net, or as the one after `opening`,
        which is traced.

        `first` are its imperative outputs, if known, and `draws` is as for `Runs`.
        """

        def opened(hybridized: bool) -> Any:
            net = self.prepared_net(hybridized, self._writes([step]))
            if opening is not None:
                given = self.inputs(opening.seed, opening.batch, opening.maker)
                self.call(net, given, opening.mode, seed_of(opening, 0))
            if step.change is not None:
                step.change(net)
            return net

        def repeat(hybridized: bool, seeds: Sequence[int]) -> Iterator[Any]:
            net = opened(hybridized)
            arguments = self.inputs(step.seed, step.batch, step.maker)
            return (self.call(net, copied(arguments), step.mode, seed, step.reset).outputs for seed in seeds)

        def nudged(number: int) -> Any:
            arguments = nudge(self.inputs(step.seed, step.batch, step.maker), number)
            return self.call(opened(False), arguments, step.mode, seed_of(step, 0), step.reset).outputs

        return Runs(repeat, nudged, seed_of(step, 0), first, draws, self.draw_comparison)

    def class_of(self, path: str) -> str:
        """Return the name of the class of the block at `path`, "" if there is none."""
        if self._classes is None:
            self._classes = {node.path: type(node.block).__name__ for node in walk_blocks(self.nets.recorded)}
        return self._classes.get(path, "")


def _first_that_fit(calls: Iterable[Call]) -> Set[Tuple[str, int]]:
    """Return (path, index) of the first calls without values whose values fit in memory together, at least one."""
    chosen: Set[Tuple[str, int]] = set()
    held = 0
    for call in calls:
        if not call.complete:
            # The outputs of one call are often the arguments of the next, and are held once.
            held += call.bytes() // 2
            if chosen and held > _MOST_HELD:
                break
            chosen.add((call.path, call.index))
    return chosen
