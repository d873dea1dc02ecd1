"""Choose the calls that are compared: every n-th, a random share, the first of each signature, on a budget."""

from __future__ import annotations

import collections
import random
import re
import time
from typing import Any, Callable, Counter, Dict, Hashable, Optional

from ..errors import CannotLook

_SHARE = re.compile(r"(\d+(?:\.\d+)?)\s*%$")


def parse_share(value: Any, name: str) -> Optional[float]:
    """Return `"1%"` or 0.01 as 0.01, and None as None. Raise CannotLook, with `name`, for anything else."""
    if value is None:
        return None
    match = _SHARE.match(value.strip()) if isinstance(value, str) else None
    share = float(match.group(1)) / 100 if match else value
    if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 < share <= 1:
        raise CannotLook(f"{name} must be a share such as '1%' or 0.01, not {value!r}")
    return float(share)


class Sampling:
    """Which calls to compare.

    A call is due if it is the `every`-th of its stream since the last one (the first counts as due), if a draw with
    probability `share` succeeds, or if fewer than `first` calls of its signature were tried. With `at_most`, a call
    that is due waits until the time spent on comparisons is below that share of the time since the start. The draws use
    a generator of their own.
    """

    def __init__(
        self,
        every: Optional[int] = 100,
        share: Optional[float] = None,
        first: int = 0,
        at_most: Optional[float] = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        if every is not None and (isinstance(every, bool) or not isinstance(every, int) or every < 1):
            raise CannotLook(f"every must be a number of calls from 1, not {every!r}")
        if isinstance(first, bool) or not isinstance(first, int) or first < 0:
            raise CannotLook(f"first must be a number of calls from 0, not {first!r}")
        self._every, self._share, self._first, self._at_most = every, share, first, at_most
        self._random = random.Random(0)
        self._clock = clock
        self._began = clock()
        #: Seconds that comparisons took.
        self.spent = 0.0
        #: Stream → calls since the last comparison; the first call is due.
        self._waiting: Dict[Hashable, int] = {}
        self._tried: Counter[Hashable] = collections.Counter()

    def due(self, stream: Hashable, signature: Hashable) -> bool:
        """Count a call of `stream` and return whether to compare it."""
        waiting = self._waiting[stream] = self._waiting.get(stream, self._every or 0) + 1
        due = self._every is not None and waiting >= self._every
        due = due or (self._share is not None and self._random.random() < self._share)
        due = due or self._tried[stream, signature] < self._first
        return due and (self._at_most is None or self.spent <= self._at_most * self.elapsed)

    def tried(self, stream: Hashable, signature: Hashable) -> None:
        """Record that the call for which `due` returned True was compared, or cannot be: the next one is `every` calls
        away."""
        self._waiting[stream] = 0
        self._tried[stream, signature] += 1

    @property
    def elapsed(self) -> float:
        return self._clock() - self._began
