"""These tests need MXNet: `hybridlint-runtime install`. Collecting them without it is an error that says so."""

from __future__ import annotations

import gc

import pytest

import hybridlint_runtime.enable_mxnet  # noqa: F401


@pytest.fixture(scope="module", autouse=True)
def _imported_modules_stay() -> None:
    """A check collects garbage after each probe: that takes as long as there are objects which are not frozen."""
    gc.collect()
    gc.freeze()
