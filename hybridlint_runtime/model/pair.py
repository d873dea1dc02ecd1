"""An imperative and a hybridized net that several probes call in turn.

A probe that only needs some calls after a first one continues with these nets instead of building its own two. It can
only conclude that the phases agree. If they differ, or one raises, the probe runs again with new nets and no preceding
calls.
"""

from __future__ import annotations

import contextlib
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

import numpy as np

from ..diagnostics.failures import BlockFailure
from . import parameters
from .comparing import Comparison, compare
from .judging import Runs, judge
from .memory import fill_memory
from .standard import standard_of
from .state import BlockStates, BlockTexts, countable
from .steps import CallResult, Execution, Step
from .subject import Subject

#: Maximum number of pairs that are made after continuations that raised or differed.
_MOST_PAIRS = 4

#: The pair's call in training mode, and its number: one at another batch size is before.
IN_TRAINING, TRAINED = Step(seed=2, mode="train"), 2

#: What the result of a call depends on in a deterministic model: its step, its number, and the earlier calls that wrote
#: to parameters.
_Key = Tuple[Any, ...]


class Pair:
    """The two nets, in agreement so far. The parameters of both are those of every new net."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._known: Dict[_Key, CallResult] = {}
        self._moved: Dict[Tuple[_Key, int], Any] = {}
        self._left = _MOST_PAIRS
        self._nets: Dict[bool, Any] = {}
        #: What the imperative net raised in the last call, after which it is as before.
        self.raised: Optional[BlockFailure] = None
        #: The hybridized net, None if there is no pair.
        self.hybridized: Any = None
        standard = standard_of(subject)
        if not standard.continues:
            self._left = 0
            return
        self._hold([standard.execution(hybridized) for hybridized in (False, True)], standard.steps())
        if not self.exists:
            self._left = 0

    def _hold(self, executions: Sequence[Execution], steps: Sequence[Step]) -> None:
        """Continue with the nets of two executions of `steps`, if these agree."""
        plain, hybrid = executions
        self._nets = {False: plain.net, True: hybrid.net}
        if plain.failure is None and self._agree(steps, 0, plain, hybrid) is not None:
            self._keep(steps, 0, plain.results)
            self._texts, self._counted = BlockTexts(plain.net), countable(plain.net)
            self.hybridized = hybrid.net
        else:
            self._drop()

    def _drop(self) -> None:
        self._nets, self.hybridized = {}, None

    def call(self, steps: Sequence[Step], number: int = 1) -> Optional[Comparison]:
        """Call both nets with `steps`, the first as the `number`-th call. Return the comparison if all results are
        equal.

        None if nothing can be concluded.
        """
        if not self._made():
            return None
        plain = self._subject.go_on(self._nets[False], steps, False, number)
        self.raised = plain.failure if self.is_unchanged else None
        if self.raised is not None:
            return None
        hybrid = self._subject.go_on(self._nets[True], steps, True, number)
        comparison = self._agree(steps, number, plain, hybrid)
        if comparison is None:
            self._drop()
        else:
            self._keep(steps, number, plain.results)
        return comparison

    def in_training(self) -> List[Step]:
        """Return a call in training mode, and one for inference with changed parameters after it."""
        return [IN_TRAINING, Step(seed=1, change=self.change_parameters, writes=True)]

    def trains(self) -> bool:
        """Return whether both nets return the same in the calls `in_training`, the first as the call TRAINED."""
        steps = self.in_training()
        return self.exists and self.knows(steps, TRAINED) or self.call(steps, TRAINED) is not None

    def change_parameters(self, net: Any) -> None:
        """Change the parameters of `net` that training would change."""
        random = np.random.RandomState(self._subject.seed + 11)
        for parameter in parameters.changeable(net):
            # Running variances must stay positive, and parameters that are all zero or one must change.
            parameters.shift(parameter, random.uniform(1.1, 1.3), random.uniform(0.01, 0.05))

    def agrees_alone(self, hybridized: bool, steps: Sequence[Step], number: int) -> bool:
        """Call one of the nets with `steps`, whose changes must not affect results, the first as the `number`-th call.

        Return whether it returns what the imperative net is known to return; False also if there is no pair, or if that
        is unknown. The steps may change the phase of the net, which is restored.
        """
        if not self.exists or not self.knows(steps, number):
            return False
        net = self._nets[hybridized]
        states = BlockStates(net)
        execution = self._subject.go_on(net, steps, hybridized, number)
        states.restore()  # also graphs; the user's hybridize() may change more than the phase
        agreed = self.compared(steps, execution, number) is not None
        if not agreed:
            self._drop()
        return agreed

    @contextlib.contextmanager
    def training(self, hybridized: bool) -> Iterator[Any]:
        """Lend one of the nets, of which there must be two (`exists`), for training steps.

        Afterwards its parameters have their usual values.
        """
        net, nets = self._nets[hybridized], self._subject.nets
        nets.lend(net, nets.shared_in(writes=True, trains=True))
        self._subject.on_run(hybridized)
        fill_memory(hybridized)
        try:
            yield net
        finally:
            nets.lend(net)

    @property
    def imperative(self) -> Any:
        """The imperative net, None if there is no pair."""
        return self._nets.get(False)

    @property
    def exists(self) -> bool:
        """Return whether there are two nets that have agreed so far."""
        return len(self._nets) == 2

    @property
    def is_unchanged(self) -> bool:
        """Return whether the attributes of the imperative net, and all that Python may count, are as at the
        beginning."""
        if not self.exists:
            return False
        return countable(self._nets[False]) == self._counted and not self._texts.changes()

    def repeats(self, step: Step, number: int, count: int, made: Sequence[Any] = ()) -> bool:
        """Return whether the imperative net returns what it is known to return in the `number`-th call, `count` times
        more, and nothing has changed that Python can read. `made` are outputs of calls among these that it has made."""
        if not self.exists or not self.knows([step], number):
            return False
        known = self._known[self._keys([step], number)[0]]
        if not all(compare(known.outputs, outputs, self._subject.strict_tolerances()) for outputs in made):
            return False
        for _ in range(count - len(made)):
            again = self._subject.go_on(self._nets[False], [step], False, number)
            if self._agree([step], number, Execution(None, [known]), again) is None:
                return False
        return self.is_unchanged

    def ended(self) -> Any:
        """Return the hybridized net to a probe that hybridizes it in another way, and end the pair; None without
        one."""
        self._left = 0
        return self._nets.pop(True, None)

    def knows(self, steps: Sequence[Step], number: int = 0) -> bool:
        """Return whether the results of the imperative net in these calls are known."""
        return all(key in self._known for key in self._keys(steps, number))

    def compared(self, steps: Sequence[Step], execution: Execution, number: int = 0) -> Optional[Comparison]:
        """Compare `execution` with the imperative results of the same calls; None if they are unknown, or differ."""
        if not self.knows(steps, number):
            return None
        known = Execution(None, [self._known[key] for key in self._keys(steps, number)])
        return self._agree(steps, number, known, execution)

    def _made(self) -> bool:
        """Return whether there is a pair. If not, another one is made if it may be, with a first call of each net."""
        if not self.exists and self._left:
            self._left -= 1
            self._hold([self._subject.execute([Step()], hybridized) for hybridized in (False, True)], [Step()])
        return self.exists

    def _agree(self, steps: Sequence[Step], number: int, plain: Execution, hybrid: Execution) -> Optional[Comparison]:
        """Return the comparison of two executions of `steps`, None if one raised or they differ.

        Where rounding may be the cause, its effect is measured with the imperative net.
        """
        if plain.failure is not None or hybrid.failure is not None:
            return None
        total = Comparison()
        for place, (before, after) in enumerate(zip(plain.results, hybrid.results)):
            if before.drawn != after.drawn:
                return None
            runs = self._runs(steps[: place + 1], number, before)
            known = self._subject.undetermined
            judgement = judge(before.outputs, after.outputs, self._subject.tolerances(), runs, known)
            if not judgement.comparison or judgement.masks:
                return None
            total.add(judgement.comparison)
        return total

    def _runs(self, steps: Sequence[Step], number: int, first: CallResult) -> Runs:
        """Return how to repeat the last of `steps`, whose imperative result is `first`, with the imperative net."""
        key = self._keys(steps, number)[-1]

        def outputs(last: Step) -> Any:
            execution = self._subject.go_on(self._nets[False], [*steps[:-1], last], False, number)
            return execution.results[-1].outputs if execution.failure is None else first.outputs  # moved by nothing

        def nudged(count: int) -> Any:
            if (key, count) not in self._moved:
                self._moved[key, count] = outputs(self._subject.nudged(steps[-1], count))
            return self._moved[key, count]

        return Runs(
            lambda hybridized, seeds: [outputs(steps[-1]) for _ in seeds], nudged, 0, first.outputs, draws=False
        )

    def _keep(self, steps: Sequence[Step], number: int, results: Sequence[CallResult]) -> None:
        if all(step.maker is None and (step.change is None or step.writes) for step in steps):
            self._known.update(zip(self._keys(steps, number), results))

    @staticmethod
    def _keys(steps: Sequence[Step], number: int) -> List[_Key]:
        keys: List[_Key] = []
        written: Tuple[_Key, ...] = ()
        for place, step in enumerate(steps):
            key: _Key = (step.seed, step.batch, step.mode, number + place, step.writes)
            keys.append((*key, written))
            if step.mode != "predict" or step.writes:
                written = (*written, key)
        return keys


def pair_of(subject: Subject) -> Pair:
    return subject.once("pair", lambda: Pair(subject))


def details_of(comparison: Comparison, calls: int) -> Dict[str, Any]:
    """Return the details that a probe reports that passed with `comparison` after `calls` calls."""
    return {
        "calls": calls,
        "values_compared": comparison.tensors + comparison.others,
        "largest_difference": comparison.largest,
    }
