"""An imperative and a hybridized net that several probes call in turn.

A probe that only needs some calls after a first one continues with these nets instead of building its own two. It can
only conclude that the phases agree. If they differ, or one raises, the probe runs again with new nets and no preceding
calls.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple

from .comparing import Comparison, compare_each
from .standard import standard_of
from .steps import CallResult, Execution, Step
from .subject import Subject
from .tree import hybridized_blocks

#: Maximum number of pairs that are made after continuations that raised or differed.
_MOST_PAIRS = 4

#: The number of the pair's call in training mode, after one at another batch size.
TRAINED = 2

#: What the result of a call depends on in a deterministic model: its step, its number, and the earlier calls that wrote
#: to parameters.
_Key = Tuple[Any, ...]


class Pair:
    """The two nets, in agreement so far. The parameters of both are those of every new net."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._known: Dict[_Key, CallResult] = {}
        self._left = _MOST_PAIRS
        self._nets: Optional[Dict[bool, Any]] = None
        if (
            standard_of(subject).continues
            and self._agree([standard_of(subject).execution(hybridized) for hybridized in (False, True)]) is not None
        ):
            self._nets = {hybridized: standard_of(subject).execution(hybridized).net for hybridized in (False, True)}
            self._keep(standard_of(subject).steps(), 0, standard_of(subject).execution(hybridized=False).results)
        else:
            self._left = 0

    def call(self, steps: Sequence[Step], number: int = 1) -> Optional[Comparison]:
        """Call both nets with `steps`, the first as the `number`-th call. Return the comparison if all results are
        equal.

        None if nothing can be concluded.
        """
        nets = self._nets or self._made()
        if nets is None:
            return None
        executions = [self._subject.go_on(nets[hybridized], steps, hybridized, number) for hybridized in (False, True)]
        comparison = self._agree(executions)
        if comparison is None:
            self._nets = None
        else:
            self._keep(steps, number, executions[0].results)
        return comparison

    def agrees_alone(self, hybridized: bool, steps: Sequence[Step], number: int) -> bool:
        """Call one of the nets with `steps`, whose changes must not affect results, the first as the `number`-th call.

        Return whether it returns what the imperative net is known to return; False also if there is no pair, or if that
        is unknown. The steps may change the phase of the net, which is restored.
        """
        if self._nets is None or not self.knows(steps, number):
            return False
        net = self._nets[hybridized]
        phase = hybridized_blocks(net)
        agreed = self.compared(steps, self._subject.go_on(net, steps, hybridized, number), number) is not None
        if not agreed:
            self._nets = None
        elif hybridized_blocks(net) != phase:
            self._subject.begin(net, hybridized)
        return agreed

    @property
    def hybridized(self) -> Any:
        """The hybridized net, None if there is no pair."""
        return self._nets[True] if self._nets is not None else None

    def knows(self, steps: Sequence[Step], number: int = 0) -> bool:
        """Return whether the results of the imperative net in these calls are known."""
        return all(key in self._known for key in self._keys(steps, number))

    def compared(self, steps: Sequence[Step], execution: Execution, number: int = 0) -> Optional[Comparison]:
        """Compare `execution` with the imperative results of the same calls; None if they are unknown, or differ."""
        if not self.knows(steps, number):
            return None
        return self._agree([Execution(None, [self._known[key] for key in self._keys(steps, number)]), execution])

    def _made(self) -> Optional[Dict[bool, Any]]:
        """Return another pair of nets, after a first call of each."""
        if self._left == 0:
            return None
        self._left -= 1
        executions = [self._subject.execute([Step()], hybridized) for hybridized in (False, True)]
        self._nets = None if self._agree(executions) is None else {False: executions[0].net, True: executions[1].net}
        return self._nets

    def _agree(self, executions: Sequence[Execution]) -> Optional[Comparison]:
        plain, hybrid = executions
        if plain.failure is not None or hybrid.failure is not None:
            return None
        tolerances, masks = self._subject.strict_tolerances(), self._subject.undetermined
        return compare_each(plain.outputs(), hybrid.outputs(), tolerances, masks=masks) or None

    def _keep(self, steps: Sequence[Step], number: int, results: Sequence[CallResult]) -> None:
        if all(step.maker is None and step.change is None for step in steps):
            self._known.update(zip(self._keys(steps, number), results))

    @staticmethod
    def _keys(steps: Sequence[Step], number: int) -> List[_Key]:
        keys: List[_Key] = []
        written: Tuple[_Key, ...] = ()
        for place, step in enumerate(steps):
            key: _Key = (step.seed, step.batch, step.mode, number + place)
            keys.append((*key, written))
            if step.mode != "predict":
                written = (*written, key)
        return keys


def pair_of(subject: Subject) -> Pair:
    """Return the pair of nets that the probes of `subject` share."""
    return subject.once("pair", lambda: Pair(subject))


def details_of(comparison: Comparison, calls: int) -> Dict[str, Any]:
    """Return the details that a probe reports that passed with `comparison` after `calls` calls."""
    return {
        "calls": calls,
        "values_compared": comparison.tensors + comparison.others,
        "largest_difference": comparison.largest,
    }
