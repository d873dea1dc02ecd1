"""These tests need MXNet: `hybridlint-runtime install`. Collecting them without it is an error that says so."""

from __future__ import annotations

import gc

import hypothesis
import pytest
from hypothesis import strategies

import hybridlint_runtime.enable_mxnet  # noqa: F401


@pytest.fixture(scope="module", autouse=True)
def _imported_modules_stay() -> None:
    """A check collects garbage after each probe: that takes as long as there are objects which are not frozen."""
    # The first example makes Hypothesis register its generator; its last version for Python 3.8 warns of a frozen one.
    hypothesis.find(strategies.none(), lambda _: True, settings=hypothesis.settings(database=None))
    gc.collect()
    gc.freeze()
