"""An imperative and a hybridized net that several probes call in turn.

A probe that only needs some calls after a first one continues with these nets instead of building two of its own. From
that it concludes only that the two phases agree. Where they differ, or one raises, the probe asks again with new nets
and no other calls before.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List, Optional, Sequence, Tuple

from .comparing import Comparison, Tolerances, compare
from .subject import CallResult, Life, Step, Subject

#: So often a pair is made anew after a continuation that raised or differed.
_MOST_PAIRS = 4

#: The number of the call in training mode that the pair has, after one at another batch size.
TRAINED = 2

#: What a call depends on in a deterministic model: its step, its number, and the calls before it that wrote to
#: parameters.
_Key = Tuple[Any, ...]


def strict_tolerances(subject: Subject, of_outputs: bool = True) -> Tolerances:
    """The user's tolerances, and those of rounding where the user gave none: nothing beyond them is called equal
    without a measurement. Those of single outputs are left out where something else is compared."""
    given = subject.tolerances() if of_outputs else Tolerances(subject.options.tolerances)
    return dataclasses.replace(given, only_rounding=subject.context.device_type != "gpu")


class Pair:
    """The two nets, in agreement so far. The parameters of both are those that every new net has."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._known: Dict[_Key, CallResult] = {}
        self._left = _MOST_PAIRS
        self._nets: Optional[Dict[bool, Any]] = None
        if subject.continues and self._agree([subject.life(hybridized) for hybridized in (False, True)]) is not None:
            self._nets = {hybridized: subject.life(hybridized).net for hybridized in (False, True)}
            self._keep(subject.steps(), 0, subject.life(hybridized=False).results)
        else:
            self._left = 0

    def call(self, steps: Sequence[Step], number: int = 1) -> Optional[Comparison]:
        """Call both nets with `steps`, the first as the `number`-th call; what was compared, if all results are equal.

        None if nothing can be concluded.
        """
        nets = self._nets or self._made()
        if nets is None:
            return None
        lives = [self._subject.go_on(nets[hybridized], steps, hybridized, number) for hybridized in (False, True)]
        comparison = self._agree(lives)
        if comparison is None:
            self._nets = None
        else:
            self._keep(steps, number, lives[0].results)
        return comparison

    @property
    def hybridized(self) -> Any:
        """The hybridized net; None if there is no pair."""
        return self._nets[True] if self._nets is not None else None

    def knows(self, steps: Sequence[Step], number: int = 0) -> bool:
        """Whether it is known what the imperative net gives in these calls."""
        return all(key in self._known for key in self._keys(steps, number))

    def compared(self, steps: Sequence[Step], life: Life, number: int = 0) -> Optional[Comparison]:
        """Compare `life` with what the imperative net gave in the same calls; None if that is not known, or differs."""
        if not self.knows(steps, number):
            return None
        return self._agree([Life(None, [self._known[key] for key in self._keys(steps, number)]), life])

    def _made(self) -> Optional[Dict[bool, Any]]:
        """Another pair of nets, after a first call of each."""
        if self._left == 0:
            return None
        self._left -= 1
        lives = [self._subject.live([Step()], hybridized) for hybridized in (False, True)]
        self._nets = None if self._agree(lives) is None else {False: lives[0].net, True: lives[1].net}
        return self._nets

    def _agree(self, lives: Sequence[Life]) -> Optional[Comparison]:
        plain, hybrid = lives
        if plain.failure is not None or hybrid.failure is not None:
            return None
        total = Comparison()
        for before, after in zip(plain.results, hybrid.results):
            comparison = compare(
                before.outputs, after.outputs, strict_tolerances(self._subject), masks=self._subject.undetermined
            )
            if not comparison:
                return None
            total.tensors += comparison.tensors
            total.others += comparison.others
            total.largest = max(total.largest, comparison.largest)
        return total

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
    """The pair of nets that the probes of `subject` have in common."""
    return subject.once("pair", lambda: Pair(subject))


def details_of(comparison: Comparison, calls: int) -> Dict[str, Any]:
    """What a probe reports that passed with `comparison` after so many calls."""
    return {
        "calls": calls,
        "values_compared": comparison.tensors + comparison.others,
        "largest_difference": comparison.largest,
    }
