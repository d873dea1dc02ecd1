"""The model under check, as probes use it: equal fresh nets, inputs, and the two phases."""

from __future__ import annotations

import contextlib
import dataclasses
import time
import warnings
from typing import (
    Any,
    Callable,
    Collection,
    ContextManager,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Set,
    Tuple,
    TypeVar,
)

from ..backend import load_backend
from ..diagnostics.failures import BlockFailure, ModelRaised, RunFailure, located, model_code, original
from ..diagnostics.source_lines import lines_of_error
from ..errors import CannotLook, message_of
from ..mxnet_compat import import_mxnet
from ..report import Stage, Status
from ..spec.options import CheckOptions
from ..spec.scenario import Scenario
from ..spec.target import Target
from ..structures import copied, forget_errors, wait
from . import parameters
from .comparing import Tolerances
from .facts import Observation
from .judging import Runs, nudge
from .memory import fill_memory, release
from .recording import Recording, deactivate, record, record_settled, seed_all
from .reshaping import refusing_unfit
from .state import BlockStates, BlockTexts, Change, SharedState, countable
from .tracing import TracedGraph
from .tree import paths_by_identity, unique_blocks, walk_blocks

mx = import_mxnet()
RecurrentCell: Any = mx.gluon.rnn.RecurrentCell

_Artefact = TypeVar("_Artefact")

#: Makes the arguments of one call: (context such as "cpu(0)", seed, batch size or None for the given one) → arguments.
InputMaker = Callable[[str, int, Optional[int]], Sequence[Any]]


#: Larger recordings (in bytes of tensors) are not retained through the whole check.
_MUCH = 2**25

#: The number of elements of the parameters of a large model, of which no net may wait for the garbage collector.
_LARGE = 2**26

#: Maximum number of consecutive calls of a model whose blocks count the calls, or store what changes with each.
MOST_CALLS = 12


@dataclasses.dataclass
class Step:
    """One call of a model: with the inputs of `seed`, in `mode` ("predict", "train" or "record").

    "train" is `autograd.record(train_mode=True)` without a backward pass. `maker` makes the inputs instead of the usual
    one. `change` is applied to the model before the call, and `writes` is whether it writes to parameters. Without
    `reset`, recurrent cells continue the sequence.
    """

    seed: int = 1
    batch: Optional[int] = None
    mode: str = "predict"
    maker: Optional[InputMaker] = None
    change: Optional[Callable[[Any], None]] = None
    writes: bool = False
    reset: bool = True


@dataclasses.dataclass
class CallResult:
    """The result of one call: `outputs` (tensors copied), the inputs before and after, MXNet's warnings, seconds."""

    outputs: Any
    inputs_before: Any
    inputs_after: Any
    warnings: List[str]
    seconds: float


@dataclasses.dataclass
class Execution:
    """Consecutive calls of one net in one phase. `failure` is what ended it at call `len(results)`, if anything did.

    `changes` are the attributes of blocks that the calls changed, for standard executions only; `warnings` were issued
    by `hybridize()`.
    """

    net: Any
    results: List[CallResult]
    failure: Optional[BlockFailure] = None
    changes: List[Change] = dataclasses.field(default_factory=list)
    warnings: List[str] = dataclasses.field(default_factory=list)

    def until(self, calls: int) -> Execution:
        """Return the same execution, limited to its first `calls` calls."""
        return dataclasses.replace(
            self, results=self.results[:calls], failure=self.failure if len(self.results) < calls else None
        )


class Subject:
    """One model on one context. `recording` and `graphs` exist once the steps before the probes have made them."""

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
        self._make_net = make_net
        self._make_inputs = make_inputs
        self.options = options
        self.context_name = context
        self.context = _context(context)
        self.scenario = scenario
        self.seed = options.seed
        #: The same model on the first context, whose parameters are used here too.
        self.reference = reference
        #: Where another process finds the model's code; None if it exists only here.
        self.source = source
        self.values: Optional[Dict[str, Any]] = None
        #: The seed of the recorded run.
        self.recorded_seed = self.seed + seed_of(Step(), 0)
        #: The failure of `hybridize()` itself, if it raises.
        self.refused: Optional[BlockFailure] = None
        #: The probes that have failed so far, by name.
        self.failed: Set[str] = set()
        #: Errors of this tool itself during localization.
        self.faults: List[str] = []
        #: Whether the first call registers blocks that a new net does not have.
        self.makes_children = False
        #: The outermost blocks that are hybridized, and all blocks inside them (paths).
        self.roots: List[str] = []
        self.checked: Set[str] = set()
        #: (path, structure of the arguments) → graph, set by the probe "trace".
        self.graphs: Dict[Tuple[str, str], TracedGraph] = {}
        #: For the tree of blocks: path → stage → status, and path → why a block was not traced.
        self.statuses: Dict[str, Dict[str, Status]] = {}
        self.reasons: Dict[str, str] = {}
        #: Figures of each block (path) by name, set by the probe "blocks"; see `report.BlockResult`.
        self.measured: Dict[str, Dict[str, float]] = {}
        #: The observations of the recorded run, and the lines that ran during tracing.
        self.observed = Observation()
        #: Called before a net runs, with whether it is hybridized: the net may end the process.
        self.on_run: Callable[[bool], None] = lambda hybridized: None
        #: Called by probes that check one block after the other, with the path and the block.
        self.on_block: Callable[[str, Any], None] = lambda path, block: None
        #: Elements of the outputs that differ between two equal imperative runs: path → boolean array.
        self.undetermined: Dict[str, Any] = {}
        self._recording: Optional[Recording] = None
        self._shared: Optional[SharedState] = None if reference is None else reference._shared
        self._net: Any = None
        self._states: Any = None
        #: The parameters of the recorded net by name, once another net has been made.
        self._owned: Optional[Dict[str, Any]] = None
        #: Whether the shapes of parameters are unknown until the first call.
        self.has_open_shapes: bool = reference is not None and reference.has_open_shapes
        #: Whether the recording has the values of tensors inside graphs.
        self._values_inside = False
        self._classes: Optional[Dict[str, str]] = None
        self._executions: Dict[bool, Execution] = {}
        #: Whether neither standard execution changed a parameter; None until both are known.
        self._reads_only: Optional[bool] = None
        #: Whether the recorded net has its own values although nothing writes to them in inference.
        self._separate = False
        #: Whether a standard execution changed state that Python code may count.
        self._counts = False
        #: Whether a net was trained since the gradients, which all nets share, were zero.
        self.trained = False
        self._artefacts: Dict[str, Any] = {}

    @property
    def net(self) -> Any:
        """The net of the recorded run, to inspect its structure; do not call it."""
        return self._net

    def steps(self) -> List[Step]:
        """Return the calls of a standard execution, alternating between two inputs.

        There are as many as the options specify, and more, up to MOST_CALLS, while an imperative call changes a number,
        flag or text of a block.
        """
        made = len(self.execution(hybridized=False).results)
        return [_step(number) for number in range(max(made, self.options.calls))]

    def _steps_while_changing(self, net: Any) -> Iterator[Step]:
        """Yield the calls of a standard imperative execution of `net`, each after the previous one was made."""
        before: Dict[Tuple[str, str], str] = {}
        for number in range(max(MOST_CALLS, self.options.calls)):
            if number >= self.options.calls:
                now = countable(net)
                if now == before:
                    return
                before = now
            elif number == self.options.calls - 1:
                before = countable(net)
            yield _step(number)

    def execution(self, hybridized: bool) -> Execution:
        """Return the standard execution of the model, which is cached."""
        if hybridized not in self._executions:
            known = self.steps() if hybridized else []  # before a net is made: this runs another one
            net = self.fresh()
            texts, before = BlockTexts(net), countable(net)
            steps = known if hybridized else self._steps_while_changing(net)
            with self.observed.watching():
                self._executions[hybridized] = self.execute(steps, hybridized, net)
            self._executions[hybridized].changes = texts.changes()
            self._counts |= countable(net) != before
            if len(self._executions) == 2:
                executions = self._executions.values()
                self._reads_only = all(parameters.equal(execution.net, self.values or {}) for execution in executions)
                if self._reads_only:
                    for net in (self._net, *(execution.net for execution in executions)):
                        self._lend(net, share=True)
        return self._executions[hybridized]

    def warnings(self) -> List[str]:
        """Return MXNet's warnings in the standard hybridized execution that the imperative one lacks."""
        hybrid = self.execution(hybridized=True)
        plain = {text for result in self.execution(hybridized=False).results for text in result.warnings}
        called = [text for result in hybrid.results for text in result.warnings if text not in plain]
        return list(dict.fromkeys([*hybrid.warnings, *called]))

    @property
    def complete_recording(self) -> Recording:
        """Return the recorded imperative run with all its values, repeated if those inside graphs were dropped."""
        if not self._values_inside:
            parameters.set_values(self._net, self.values or {})
            fill_memory(hybridized=False)
            self._recording = record(self._net, self.inputs(1), self.recorded_seed, self.run)
            self._states.restore()
            self._values_inside = True
        return self.recorded

    def drop_values_inside(self) -> None:
        """Free large values that were recorded inside graphs: they are rarely used again."""
        if self._values_inside and not self.makes_children and self.recorded.bytes_inside() > _MUCH:
            self._recording = self.recorded.without_values_inside()
            self._values_inside = False

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
            self._net = net = self.make() if self.reference is None else self.fresh(self.reference.values)
        values = parameters.values_of(net)
        self.has_open_shapes |= parameters.has_deferred(net)
        fill_memory(hybridized=False)
        with self.observed.watching(calls=True):
            settled = record_settled(net, self.inputs(1), self.recorded_seed, self.run, values_inside=not one_net)
        self._recording, self.makes_children = settled.recording, settled.made_children
        self._states, self._values_inside = settled.states, not one_net
        if not one_net:
            settled.states.restore()  # graphs are traced from the state of a fresh model
        # The same applies to its parameters, which the call may have changed; those that it initialized are known only
        # here.
        self.values = {**parameters.values_of(net, without=values), **values}
        if not one_net:
            self._find_roots()
            parameters.set_values(net, self.values)

    def _find_roots(self) -> None:
        states = BlockStates(self._net)
        try:
            with model_code():
                self.hybridize(self._net)
        except ModelRaised as error:
            self.refused = located(RunFailure, Stage.TRACE, error, paths_by_identity(self._net))
        else:
            self.roots, self.checked = hybridized_blocks(self._net)
        finally:
            states.restore()

    def facts(self) -> Dict[str, Any]:
        """Return the facts of the model for the linter, as JSON values (`hybridlint.facts`)."""
        known = self.checked
        return self.observed.document(self.recorded, lambda path: not known or path in known)

    def start_again(self) -> None:
        """Restore the state of the one net and its modules to that before its first run."""
        self._states.restore()
        if self._shared is not None:
            self._shared.restore()
        parameters.set_values(self._net, self.values or {})

    def make(self, values: Optional[Mapping[str, Any]] = None) -> Any:
        """Return a net from the user's code, seeded; parameters that it left uninitialized are initialized.

        With `values` its parameters get these (see `parameters.initialise`).
        """
        return self._made(values, None)

    def _made(
        self, values: Optional[Mapping[str, Any]], lender: Optional[parameters.Lender], defer: bool = False
    ) -> Any:
        if self._shared is not None:
            self._shared.restore()
        if sum(value.size for value in (self.values or {}).values()) > _LARGE:
            release()  # nets made before: a probe may make many
        seed_all(self.seed)
        net = self._make_net()
        if self._shared is None:
            self._shared = SharedState(net)
        seed_all(self.seed)
        try:
            parameters.initialise(net, self.context, values, lender, defer)
        except AssertionError as error:
            if values is None:
                raise
            raise CannotLook(
                f"the model is another one each time that it is made, with the same seeds: {message_of(error)}"
            ) from error
        return net

    def with_open_shapes(self) -> Any:
        """Return a fresh net whose parameters get their usual values in the first call, if the model leaves their
        shapes open."""
        return self._made(self.values, None, defer=True)

    def fresh(self, values: Optional[Mapping[str, Any]] = None, writes: bool = True) -> Any:
        """Return a net whose parameters equal those of every other fresh net, or `values` (structural name → NDArray).

        Its gradients are shared with other nets, so only one is trained at a time. Its values are shared too if its use
        `writes` to no parameter and the model itself was seen to write to none.
        """
        if values is not None or self._net is None:
            return self._made(self.values if values is None else values, None)
        if self.trained:
            parameters.zero_gradients(self._net)
            self.trained = False
        share = not writes and bool(self._reads_only)
        return self._made(self.values, self._lender(share))

    def once(self, name: str, make: Callable[[], _Artefact]) -> _Artefact:
        """Return the result of `make`, cached until `forget`."""
        if name not in self._artefacts:
            self._artefacts[name] = make()
        return self._artefacts[name]  # type: ignore[no-any-return]

    def forget(self, needed: Collection[str]) -> None:
        """Drop the cache of `once`, except for the names `needed` later."""
        self._artefacts = {name: made for name, made in self._artefacts.items() if name in needed}

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

    def prepared_net(self, hybridized: bool, writes: bool = True) -> Any:
        """Return a fresh net that is prepared for one of the two phases (`writes` as for `fresh`)."""
        net = self.fresh(writes=writes)
        self.begin(net, hybridized)
        return net

    def inputs(self, seed: int = 1, batch: Optional[int] = None, maker: Optional[InputMaker] = None) -> List[Any]:
        """Return the arguments of one call on this context, determined by seed and batch."""
        return list((maker or self._make_inputs)(self.context_name, self.seed + seed, batch))

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
            net = self.fresh(writes=self._writes(steps))
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
                with self._guarded(step):
                    execution.results.append(
                        self.call(execution.net, arguments, step.mode, seed_of(step, number), step.reset)
                    )
                if number == 0 and self.scenario.between is not None:
                    with model_code():
                        self.scenario.between(execution.net)
            except ModelRaised as error:
                execution.failure = failure_of(error, execution.net, hybridized)
                break

    @property
    def continues(self) -> bool:
        """Return whether further calls of the nets of the standard executions are equivalent to those of new nets.

        They are not if the user changes the net between calls, if memory is planned for the first shapes, or if calls
        change parameters, attributes or variables of modules.
        """
        planned = self.options.static_alloc or self.options.static_shape
        if self.scenario.between is not None or planned or self.makes_children:
            return False
        executions = [self.execution(hybridized) for hybridized in (False, True)]
        if self._counts:
            return False
        return bool(self._reads_only) and all(
            execution.failure is None and not execution.changes for execution in executions
        )

    def go_on(self, net: Any, steps: Sequence[Step], hybridized: bool, first: int) -> Execution:
        """Call `net`, which is prepared for one of the two phases, with `steps`, the first as its `first`-th call.

        Its parameters have their usual values before and afterwards.
        """
        writes = self._writes(steps)
        if writes:
            self._lend(net, share=False)
        self.on_run(hybridized)
        fill_memory(hybridized)
        execution = Execution(net, [])
        try:
            self._take(execution, steps, hybridized, first)
        finally:
            if writes:
                self._lend(net, share=True)
        return execution

    def separate_recorded_net(self) -> None:
        """Give the recorded net its own values.

        Training may write to them even if calls in inference do not, and the changes must not reach other nets.
        """
        if self._reads_only and not self._separate:
            self._lend(self._net, share=False)
            self._separate = True

    def share_recorded_net(self) -> None:
        """Let the recorded net share its values with others again, which undoes its changes."""
        if self._separate:
            self._lend(self._net, share=True)
            self._separate = False

    def _lend(self, net: Any, share: bool) -> None:
        parameters.load(net, self.values or {}, self.context, self._lender(share))

    def _lender(self, share: bool) -> parameters.Lender:
        if self._owned is None:
            self._owned = parameters.parameters_of(self._net)
        return parameters.Lender(self._owned, self.values or {}, share)

    @staticmethod
    def _guarded(step: Step) -> ContextManager[None]:
        """Return the guard for inputs of other shapes than the user's, with which the model may end the process."""
        return refusing_unfit() if step.batch is not None or step.maker is not None else contextlib.nullcontext()

    def run(self, net: Any, arguments: Sequence[Any], reset: bool = True) -> Any:
        """Call `net` once, with the function of the scenario.

        With `reset`, recurrent cells are reset before, as MXNet requires at the beginning of a sequence: some store the
        masks of one on themselves.
        """
        for node in unique_blocks(net) if reset else ():
            if isinstance(node.block, RecurrentCell):
                # MXNet assumes that every child is a cell. Another child raises, after the cell itself is reset.
                with contextlib.suppress(AttributeError):
                    node.block.reset()
        return self.scenario.call(net, arguments)

    def call(
        self, net: Any, arguments: List[Any], mode: str = "predict", seed: int = 100, reset: bool = True
    ) -> CallResult:
        """Make one seeded call. Raise ModelRaised if the model raises."""
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
        return CallResult(copied(outputs), before, copied(arguments), texts, seconds)

    def tolerances(self) -> Tolerances:
        """Return the user's tolerances for the outputs of the model, with the ignored elements."""
        return Tolerances(self.options.tolerances, self.options.output_tolerances, ignored=self.options.ignored)

    def runs(self, step: Step, first: Any = None, opening: Optional[Step] = None) -> Runs:
        """Return how to repeat the call of `step` as the first call of a fresh net, or as the one after `opening`,
        which is traced.

        `first` are its imperative outputs, if known (see `judging`).
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

        def nudged(number: int) -> Tuple[Any, Any]:
            arguments = self.inputs(step.seed, step.batch, step.maker)
            outputs = []
            for given in (arguments, nudge(arguments, number)):
                net = opened(False)
                outputs.append(self.call(net, copied(given), step.mode, seed_of(step, 0), step.reset).outputs)
            return outputs[0], outputs[1]

        return Runs(repeat, nudged, seed_of(step, 0), first)

    def class_of(self, path: str) -> str:
        """Return the name of the class of the block at `path`, "" if there is none."""
        if self._classes is None:
            self._classes = {node.path: type(node.block).__name__ for node in walk_blocks(self._net)}
        return self._classes.get(path, "")

    def note(self, path: str, stage: Stage, status: Status) -> None:
        """Record the result of the block at `path` for the tree of blocks. A failure is never overwritten."""
        noted = self.statuses.setdefault(path, {})
        if noted.get(stage.value) is not Status.FAILED:
            noted[stage.value] = status


def _step(number: int) -> Step:
    return Step(seed=1 + number % 2)


def seed_of(step: Step, number: int) -> int:
    """Return the offset to the seed of the check for the call of `step`, the `number`-th of an execution (from 0)."""
    return 100 + step.seed + 10 * number


def failure_of(error: BaseException, net: Any, hybridized: bool) -> BlockFailure:
    """Return the failure for an exception of a run: while tracing, or while the graph was bound and run."""
    forget_errors()
    functions = {line.function for line in lines_of_error(original(error))}
    stage = Stage.IMPERATIVE
    if hybridized:
        stage = Stage.TRACE if "_get_graph" in functions else Stage.EXECUTION
    failure: BlockFailure = located(RunFailure, stage, error, paths_by_identity(net))
    return failure


def hybridized_blocks(net: Any) -> Tuple[List[str], Set[str]]:
    """Return the paths of the outermost hybridized blocks of `net`, and of all blocks at and below them."""
    roots: List[str] = []
    inside: Set[str] = set()
    for node in walk_blocks(net):
        if node.kind == "plain":
            continue
        if node.parent in inside:
            inside.add(node.path)
        elif node.kind == "symbol" or node.block._active:
            inside.add(node.path)
            if node.shared_with is None:
                roots.append(node.path)
    return roots, inside


def _context(text: str) -> Any:
    kind, _, number = text.rstrip(")").partition("(")
    return load_backend().context(kind, int(number or 0))


def mode_of(mode: str) -> Any:
    """Return the context manager for a mode of `Step`."""
    if mode == "predict":
        return mx.autograd.predict_mode()
    if mode == "train":
        return mx.autograd.record(train_mode=True)
    raise ValueError(f"unknown mode {mode!r}")
