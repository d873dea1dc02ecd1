"""Seed random numbers before each run: those of MXNet only for models that draw them.

Seeding MXNet's generators takes more than a millisecond, as long as a small model runs, and a check makes fifty runs.
Therefore a check assumes that the model draws none, and begins again if the generators have moved (`Drew`).
"""

from __future__ import annotations

import contextlib
import functools
import random
from typing import Any, Iterator, List, Optional, Tuple

import numpy as np

from ..errors import CannotLook, ModelRaised, model_code
from ..mxnet_compat import import_mxnet
from .tree import blocks_of

mx = import_mxnet()

#: The seed of generators that are watched, and how often they can be looked at until they are seeded again.
_SEED, _LOOKS = 0, 40
#: MXNet's generators for the CPU have a thousand states, of which an operator uses one for 64 elements. Dropout of some
#: builds begins with the second.
_ELEMENTS = 256


class Drew(Exception):
    """The model drew random numbers of MXNet, although they were not seeded."""


class _Watch:
    """Whether MXNet's generators moved since they were seeded, by what they yield next."""

    def __init__(self) -> None:
        self.watching = self.moved = False
        #: How often the generators were looked at since they got `_SEED`; None if they have another seed.
        self._looks: Optional[int] = None

    def begin(self) -> None:
        _expected()
        self.watching, self.moved, self._looks = True, False, None

    def seed(self) -> None:
        """Seed the generators if it is not known that they have not moved."""
        if self._looks is None:
            mx.random.seed(_SEED)
            self._looks = 0

    def look(self) -> None:
        """Find out whether something was drawn since `seed`."""
        if self._looks is None:
            return
        try:
            with model_code():  # the model may have replaced functions of MXNet
                self.moved |= _next_numbers() != _expected()[self._looks]
        except ModelRaised:
            self.moved = True
        self._looks = self._looks + 1 if self._looks + 1 < _LOOKS else None

    def release(self) -> None:
        """Let the generators be seeded with another seed, and moved, until `seed`."""
        self.look()
        self._looks = None


_watch = _Watch()


def seed_all(seed: int) -> None:
    """Seed MXNet's, NumPy's and Python's random numbers. MXNet then draws the same in both phases."""
    np.random.seed(seed % 2**32)
    random.seed(seed)
    if _watch.watching:
        _watch.seed()
    else:
        mx.random.seed(seed)


def seed_parameters(seed: int) -> None:
    """Seed all random numbers for the initialization of parameters, which draws whatever the model does."""
    with seeded():
        seed_all(seed)


@contextlib.contextmanager
def seeded() -> Iterator[None]:
    """Make `seed_all` seed MXNet's generators inside this context, where the first call of a net initializes
    parameters."""
    if not _watch.watching:
        yield
        return
    _watch.release()
    _watch.watching = False
    try:
        yield
    finally:
        _watch.watching = True


@contextlib.contextmanager
def assuming_no_draws() -> Iterator[None]:
    """Make `seed_all` leave MXNet's generators alone. Raise Drew if the model moves them."""
    _watch.begin()
    try:
        yield
        refuse_draws()
    except CannotLook:
        refuse_draws()
        raise
    finally:
        _watch.watching = False


def refuse_draws() -> None:
    """Raise Drew if generators that were assumed not to be used were."""
    if _watch.watching:
        _watch.look()
        if _watch.moved:
            raise Drew


def expect_draws(net: Any) -> None:
    """Raise Drew, if that was assumed not to happen, for a net with layers that draw in training."""
    if _watch.watching and any(
        "Dropout" in type(block).__name__ or "Zoneout" in type(block).__name__ or getattr(block, "_dropout", 0)
        for block in blocks_of(net)
    ):
        raise Drew


@functools.lru_cache(maxsize=1)
def _expected() -> List[Tuple[Any, ...]]:
    """Return what the generators yield one after the other after `_SEED`."""
    mx.random.seed(_SEED)
    return [_next_numbers() for _ in range(_LOOKS)]


def _next_numbers() -> Tuple[Any, ...]:
    """Draw from each of the two generators of an MXNet device: that of most operators, and that of `shuffle`."""
    drawn = mx.nd.random.uniform(shape=(_ELEMENTS,), ctx=mx.cpu())
    order = mx.nd.random.shuffle(drawn[:16])
    return drawn.asnumpy().tobytes(), order.asnumpy().tobytes()
