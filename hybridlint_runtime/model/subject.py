"""The model under check, as probes see it: fresh nets that are all equal, inputs, and the two phases of a model."""

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
from ..diagnostics.failures import BlockFailure, RunFailure, located
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
from .memory import fill_memory
from .recording import Recording, deactivate, record, record_settled, seed_all
from .reshaping import refusing_unfit
from .state import BlockTexts, Change, SharedState, countable
from .tracing import TracedGraph
from .tree import paths_by_identity, unique_blocks, walk_blocks

mx = import_mxnet()
RecurrentCell: Any = mx.gluon.rnn.RecurrentCell

_Artefact = TypeVar("_Artefact")

#: Makes the arguments of one call: (context such as "cpu(0)", seed, batch size or None for the one given) → arguments.
InputMaker = Callable[[str, int, Optional[int]], Sequence[Any]]


#: So many bytes of recorded tensors are not held through the whole check.
_MUCH = 2**25

#: So often a model is called in a row whose blocks count the calls, or keep what changes with each of them.
MOST_CALLS = 12


@dataclasses.dataclass
class Step:
    """One call in the life of a model: with the inputs of `seed`, as `mode` ("predict", "train" or "record").

    "train" is `autograd.record(train_mode=True)` without a backward pass. `maker` makes the inputs instead of the
    usual one. `change` is done to the model before the call, and `writes` says whether it writes to parameters. Without
    `reset`, recurrent cells go on with the sequence.
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
    """What one call gave: `outputs` (tensors copied), the inputs before and after, MXNet's warnings, seconds."""

    outputs: Any
    inputs_before: Any
    inputs_after: Any
    warnings: List[str]
    seconds: float


@dataclasses.dataclass
class Life:
    """Calls of one net in a row. `failure` is what ended it at call `len(results)`, if anything did.

    `changes` are the attributes of blocks that are another thing after the calls, known of ordinary lives only;
    `warnings` came up at `hybridize()`.
    """

    net: Any
    results: List[CallResult]
    failure: Optional[BlockFailure] = None
    changes: List[Change] = dataclasses.field(default_factory=list)
    warnings: List[str] = dataclasses.field(default_factory=list)

    def until(self, calls: int) -> Life:
        """The same life, seen as long as it has had so many calls."""
        return dataclasses.replace(
            self, results=self.results[:calls], failure=self.failure if len(self.results) < calls else None
        )


class Subject:
    """One model on one context. `recording` and `graphs` are there once the checks before the probes have made them."""

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
        #: The same model on the first context, whose parameters this one takes over.
        self.reference = reference
        #: Where another process finds the model's code; None if it is only here.
        self.source = source
        self.values: Optional[Dict[str, Any]] = None
        #: With this seed the recorded run was made.
        self.recorded_seed = self.seed + seed_of(Step(), 0)
        #: Why it cannot be hybridized at all, if `hybridize()` itself raises.
        self.refused: Optional[BlockFailure] = None
        #: The probes that have failed so far, by name.
        self.failed: Set[str] = set()
        #: What went wrong in this tool itself when it looked for the origin of a failure.
        self.faults: List[str] = []
        #: Whether the first call registers blocks that a new net does not have.
        self.makes_children = False
        #: The outermost blocks that are hybridized, and all blocks inside them (paths).
        self.roots: List[str] = []
        self.checked: Set[str] = set()
        #: (path, structure of the arguments) → graph, filled by the probe "trace".
        self.graphs: Dict[Tuple[str, str], TracedGraph] = {}
        #: For the tree of blocks: path → stage → status, and path → why a block was not traced.
        self.statuses: Dict[str, Dict[str, Status]] = {}
        self.reasons: Dict[str, str] = {}
        #: Figures by name of each block (path), filled by the probe "blocks"; see `report.BlockResult`.
        self.measured: Dict[str, Dict[str, float]] = {}
        #: What the recorded run showed, and which lines ran when graphs were made.
        self.observed = Observation()
        #: Told whenever a net begins to live, whether hybridized: it may end the process.
        self.tell: Callable[[bool], None] = lambda hybridized: None
        #: Told whenever a probe that looks at one block after the other comes to the next: its path and itself.
        self.tell_block: Callable[[str, Any], None] = lambda path, block: None
        #: Elements of the outputs that two equal imperative runs gave differently: place → boolean array.
        self.undetermined: Dict[str, Any] = {}
        self._recording: Optional[Recording] = None
        self._shared: Optional[SharedState] = None if reference is None else reference._shared
        self._net: Any = None
        self._states: Any = None
        #: The parameters of the recorded net by name, once another net has been made.
        self._owned: Optional[Dict[str, Any]] = None
        #: Whether the shapes of parameters are open until the first call.
        self.has_open_shapes: bool = reference is not None and reference.has_open_shapes
        #: Whether the recording has the values of tensors inside of graphs.
        self._values_inside = False
        self._classes: Optional[Dict[str, str]] = None
        self._lives: Dict[bool, Life] = {}
        #: Whether neither ordinary life changed a parameter; None until both are known.
        self._reads_only: Optional[bool] = None
        #: Whether the recorded net has values of its own although nothing writes to them for inference.
        self._separate = False
        #: Whether what Python code may count changed in an ordinary life.
        self._counts = False
        #: Whether a net was trained since the gradients, which all nets share, were zero.
        self.trained = False
        self._artefacts: Dict[str, Any] = {}

    @property
    def net(self) -> Any:
        """The net of the recorded run, for questions about its structure. Calling it is for others."""
        return self._net

    def steps(self) -> List[Step]:
        """The calls of an ordinary life, with two different inputs in turn: as many as the options say, and further
        ones, up to MOST_CALLS, as long as an imperative call changes a number, flag or text that a block holds."""
        made = len(self.life(hybridized=False).results)
        return [_step(number) for number in range(max(made, self.options.calls))]

    def _steps_while_changing(self, net: Any) -> Iterator[Step]:
        """The calls of an ordinary imperative phase of `net`, each known only when the one before was made."""
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

    def life(self, hybridized: bool) -> Life:
        """The ordinary life of the model, lived once and then kept."""
        if hybridized not in self._lives:
            net = self.fresh()
            texts, before = BlockTexts(net), countable(net)
            steps = self.steps() if hybridized else self._steps_while_changing(net)
            with self.observed.watching():
                self._lives[hybridized] = self.live(steps, hybridized, net)
            self._lives[hybridized].changes = texts.changes()
            self._counts |= countable(net) != before
            if len(self._lives) == 2:
                lives = self._lives.values()
                self._reads_only = all(parameters.equal(life.net, self.values or {}) for life in lives)
                if self._reads_only:
                    for net in (self._net, *(life.net for life in lives)):
                        self._lend(net, share=True)
        return self._lives[hybridized]

    def warnings(self) -> List[str]:
        """What MXNet warns of in the ordinary hybridized life, and not in the imperative one."""
        hybrid = self.life(hybridized=True)
        plain = {text for result in self.life(hybridized=False).results for text in result.warnings}
        called = [text for result in hybrid.results for text in result.warnings if text not in plain]
        return list(dict.fromkeys([*hybrid.warnings, *called]))

    @property
    def complete_recording(self) -> Recording:
        """The recorded imperative run with all its values, made once more if those inside of graphs were dropped."""
        if not self._values_inside:
            parameters.set_values(self._net, self.values or {})
            fill_memory(hybridized=False)
            self._recording = record(self._net, self.inputs(1), self.recorded_seed, self.run)
            self._states.restore()
            self._values_inside = True
        return self.recorded

    def drop_values_inside(self) -> None:
        """Free what was recorded inside of graphs, if that is much: mostly nobody asks for it again."""
        if self._values_inside and not self.makes_children and self.recorded.bytes_inside() > _MUCH:
            self._recording = self.recorded.without_values_inside()
            self._values_inside = False

    @property
    def recorded(self) -> Recording:
        """The recorded imperative run; of calls inside of graphs the values may be dropped, shapes and dtypes are not.

        Raises RuntimeError before `prepare`.
        """
        if self._recording is None:
            raise RuntimeError("the imperative run has not been recorded yet: call prepare() first")
        return self._recording

    def prepare(self, one_net: bool = False) -> None:
        """Make the first net, run it imperatively, keep the recording and the parameters.

        Of `one_net` that is used for everything, what its blocks are given inside of a graph is not kept, and the next
        imperative call of it is a second one, until `start_again`. Raises what making the net raises, and RunFailure if
        the imperative run does.
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
            settled.states.restore()  # graphs are made from the state that a fresh model has
        # So are its parameters, which the call may have changed; those that it initialised are known only now.
        self.values = {**parameters.values_of(net, without=values), **values}
        if not one_net:
            parameters.set_values(net, values)
            self._find_roots()

    def _find_roots(self) -> None:
        hybrid = self.fresh()
        if self.makes_children:
            record(hybrid, self.inputs(1), self.recorded_seed, self.run, values_inside=False)
        try:
            self.hybridize(hybrid)
        except Exception as error:
            self.refused = located(RunFailure, Stage.TRACE, error, paths_by_identity(hybrid))
        else:
            self.roots, self.checked = hybridized_blocks(hybrid)

    def facts(self) -> Dict[str, Any]:
        """What was observed of the model, for the linter, as JSON values (`hybridlint.facts`)."""
        known = self.checked
        return self.observed.document(self.recorded, lambda path: not known or path in known)

    def start_again(self) -> None:
        """Give the one net, and its modules, what they held before it was run."""
        self._states.restore()
        if self._shared is not None:
            self._shared.restore()
        parameters.set_values(self._net, self.values or {})

    def make(self, values: Optional[Mapping[str, Any]] = None) -> Any:
        """A net as the user's code makes it, seeded; parameters that it left uninitialised are initialised here.

        With `values` its parameters get these (see `parameters.initialise`).
        """
        return self._made(values, None)

    def _made(
        self, values: Optional[Mapping[str, Any]], lender: Optional[parameters.Lender], defer: bool = False
    ) -> Any:
        if self._shared is not None:
            self._shared.restore()
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
        """A fresh net whose parameters are initialised in the first call, with their usual values, where the model
        leaves their shapes open."""
        return self._made(self.values, None, defer=True)

    def fresh(self, values: Optional[Mapping[str, Any]] = None, writes: bool = True) -> Any:
        """A net whose parameters all equal those of every other fresh net, or `values` (structural name → NDArray).

        The net has gradients in common with others, so that one is trained at a time; and the values as well, if it is
        used in a way that `writes` to no parameter, and the model itself was seen to write to none.
        """
        if values is not None or self._net is None:
            return self._made(self.values if values is None else values, None)
        if self.trained:
            parameters.zero_gradients(self._net)
            self.trained = False
        share = not writes and bool(self._reads_only)
        return self._made(self.values, self._lender(share))

    def once(self, name: str, make: Callable[[], _Artefact]) -> _Artefact:
        """What `make` gives, made when it is first asked for, and kept until `forget`."""
        if name not in self._artefacts:
            self._artefacts[name] = make()
        return self._artefacts[name]  # type: ignore[no-any-return]

    def forget(self, needed: Collection[str]) -> None:
        """Drop what `once` kept, except for what is `needed` further on."""
        self._artefacts = {name: made for name, made in self._artefacts.items() if name in needed}

    def _writes(self, steps: Iterable[Step]) -> bool:
        """Whether calls as `steps` may write to parameters."""
        return self.scenario.between is not None or any(step.mode != "predict" or step.writes for step in steps)

    def hybridize(self, net: Any) -> None:
        """Hybridize `net` the way the scenario says, or with the flags of the options."""
        if self.scenario.hybridize is not None:
            self.scenario.hybridize(net)
        else:
            asked = {name: True for name in ("static_alloc", "static_shape") if getattr(self.options, name)}
            net.hybridize(**asked)

    def begin(self, net: Any, hybridized: bool, hybridize: Optional[Callable[[Any], None]] = None) -> None:
        """Make `net` ready for one of its two phases; `hybridize` instead of the usual way."""
        self.tell(hybridized)
        fill_memory(hybridized)
        if hybridized:
            (hybridize or self.hybridize)(net)
        else:
            deactivate(net)

    def living(self, hybridized: bool, writes: bool = True) -> Any:
        """A fresh net that is ready for one of its two phases (`writes` as for `fresh`)."""
        net = self.fresh(writes=writes)
        self.begin(net, hybridized)
        return net

    def inputs(self, seed: int = 1, batch: Optional[int] = None, maker: Optional[InputMaker] = None) -> List[Any]:
        """The arguments of one call on this context; the same for the same seed and batch."""
        return list((maker or self._make_inputs)(self.context_name, self.seed + seed, batch))

    def live(
        self,
        steps: Iterable[Step],
        hybridized: bool,
        net: Optional[Any] = None,
        hybridize: Optional[Callable[[Any], None]] = None,
        first: int = 0,
    ) -> Life:
        """Call a fresh net (or `net`) with each of `steps`, seeding before each call; never raises what the model
        raises.

        The seed of the first call is that of the `first`-th call of a life. The scenario's action takes place after the
        first call. Every output is waited for right after its call.
        """
        if net is None:
            steps = list(steps)
            net = self.fresh(writes=self._writes(steps))
        life = Life(net, [])
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                self.begin(net, hybridized, hybridize)
            except Exception as error:
                life.failure = failure_of(error, net, hybridized)
                return life
        life.warnings = sorted({str(warning.message).strip() for warning in caught})
        self._take(life, steps, hybridized, first)
        return life

    def _take(self, life: Life, steps: Iterable[Step], hybridized: bool, first: int) -> None:
        for number, step in enumerate(steps, first):
            arguments = self.inputs(step.seed, step.batch, step.maker)
            try:
                if step.change is not None:
                    step.change(life.net)
                with self._guarded(step):
                    life.results.append(self.call(life.net, arguments, step.mode, seed_of(step, number), step.reset))
                if number == 0 and self.scenario.between is not None:
                    self.scenario.between(life.net)
            except Exception as error:
                life.failure = failure_of(error, life.net, hybridized)
                break

    @property
    def continues(self) -> bool:
        """Whether further calls of the nets of the ordinary lives are as good as those of new nets.

        They are not where the user changes the net between calls, where memory is planned for the first shapes, or
        where calls change parameters, attributes or variables of modules.
        """
        planned = self.options.static_alloc or self.options.static_shape
        if self.scenario.between is not None or planned or self.makes_children:
            return False
        lives = [self.life(hybridized) for hybridized in (False, True)]
        if self._counts:
            return False
        return bool(self._reads_only) and all(life.failure is None and not life.changes for life in lives)

    def go_on(self, net: Any, steps: Sequence[Step], hybridized: bool, first: int) -> Life:
        """Call `net`, which has begun one of its two phases, with `steps`, the first as its `first`-th call.

        Its parameters have their usual values before and afterwards.
        """
        writes = self._writes(steps)
        if writes:
            self._lend(net, share=False)
        self.tell(hybridized)
        fill_memory(hybridized)
        life = Life(net, [])
        try:
            self._take(life, steps, hybridized, first)
        finally:
            if writes:
                self._lend(net, share=True)
        return life

    def separate_recorded_net(self) -> None:
        """Give the recorded net values of its own. Training may write to them, also where calls for inference do not,
        and what is written must not reach other nets."""
        if self._reads_only and not self._separate:
            self._lend(self._net, share=False)
            self._separate = True

    def share_recorded_net(self) -> None:
        """Let the recorded net have its values in common with others again, which undoes what it wrote to them."""
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
        """Where shapes are others than those the user gave, the model may do what would end the process."""
        return refusing_unfit() if step.batch is not None or step.maker is not None else contextlib.nullcontext()

    def run(self, net: Any, arguments: Sequence[Any], reset: bool = True) -> Any:
        """Call `net` the way the scenario says, once.

        With `reset`, recurrent cells are reset before, as MXNet demands of users at the beginning of a sequence: some
        keep the masks of one on themselves.
        """
        for node in unique_blocks(net) if reset else ():
            if isinstance(node.block, RecurrentCell):
                # MXNet takes every child for a cell. One that is none ends it, after the cell itself is reset.
                with contextlib.suppress(AttributeError):
                    node.block.reset()
        return self.scenario.call(net, arguments)

    def call(
        self, net: Any, arguments: List[Any], mode: str = "predict", seed: int = 100, reset: bool = True
    ) -> CallResult:
        """One seeded call. Raises what the model raises."""
        before = copied(arguments)
        seed_all(self.seed + seed)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            start = time.perf_counter()
            with mode_of(mode):
                outputs = wait(self.run(net, arguments, reset))
            seconds = time.perf_counter() - start
        mx.nd.waitall()
        texts = sorted({str(warning.message).strip() for warning in caught})
        return CallResult(copied(outputs), before, copied(arguments), texts, seconds)

    def tolerances(self) -> Tolerances:
        """The tolerances that the user gave for the outputs of the model, and what of them is not compared."""
        return Tolerances(self.options.tolerances, self.options.output_tolerances, ignored=self.options.ignored)

    def runs(self, step: Step, first: Any = None, opening: Optional[Step] = None) -> Runs:
        """How to repeat the call of `step` as the first call of a fresh net, or as the one after `opening`: the call at
        which the graph is made (see `judging`).

        `first` are the outputs that it gave imperatively, if they are known.
        """

        def opened(hybridized: bool) -> Any:
            net = self.living(hybridized, self._writes([step]))
            if opening is not None:
                given = self.inputs(opening.seed, opening.batch, opening.maker)
                self.call(net, given, opening.mode, seed_of(opening, 0))
            if step.change is not None:
                step.change(net)
            return net

        def repeat(hybridized: bool, seeds: Sequence[int]) -> List[Any]:
            net = opened(hybridized)
            arguments = self.inputs(step.seed, step.batch, step.maker)
            return [self.call(net, copied(arguments), step.mode, seed, step.reset).outputs for seed in seeds]

        def nudged(number: int) -> Tuple[Any, Any]:
            arguments = self.inputs(step.seed, step.batch, step.maker)
            outputs = []
            for given in (arguments, nudge(arguments, number)):
                net = opened(False)
                outputs.append(self.call(net, copied(given), step.mode, seed_of(step, 0), step.reset).outputs)
            return outputs[0], outputs[1]

        return Runs(repeat, nudged, seed_of(step, 0), first)

    def class_of(self, path: str) -> str:
        """The name of the class of the block at `path`, "" if there is none."""
        if self._classes is None:
            self._classes = {node.path: type(node.block).__name__ for node in walk_blocks(self._net)}
        return self._classes.get(path, "")

    def note(self, path: str, stage: Stage, status: Status) -> None:
        """Keep for the tree of blocks what became of the block at `path`. A failure is never taken back."""
        noted = self.statuses.setdefault(path, {})
        if noted.get(stage.value) is not Status.FAILED:
            noted[stage.value] = status


def _step(number: int) -> Step:
    return Step(seed=1 + number % 2)


def seed_of(step: Step, number: int) -> int:
    """What is added to the seed of the check for the call of `step`, the `number`-th of a life (from 0)."""
    return 100 + step.seed + 10 * number


def failure_of(error: BaseException, net: Any, hybridized: bool) -> BlockFailure:
    """What an exception of a run means: while the graph was made, or while it was bound and run."""
    forget_errors()
    functions = {line.function for line in lines_of_error(error)}
    stage = Stage.IMPERATIVE
    if hybridized:
        stage = Stage.TRACE if "_get_graph" in functions else Stage.EXECUTION
    failure: BlockFailure = located(RunFailure, stage, error, paths_by_identity(net))
    return failure


def hybridized_blocks(net: Any) -> Tuple[List[str], Set[str]]:
    """The paths of the outermost blocks of `net` that are hybridized, and of all blocks at and below them."""
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
    """The context manager for a mode of `Step`."""
    if mode == "predict":
        return mx.autograd.predict_mode()
    if mode == "train":
        return mx.autograd.record(train_mode=True)
    raise ValueError(f"unknown mode {mode!r}")
