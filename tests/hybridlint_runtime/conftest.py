"""These tests need MXNet: `hybridlint-runtime install`. Collecting them without it is an error that states it."""

from __future__ import annotations

import gc
import random
from typing import Iterator

import numpy as np
import pytest

import hybridlint_runtime.enable_mxnet  # isort: skip  # noqa: F401
import mxnet as mx
from mxnet.gluon.block import _BlockScope


@pytest.fixture(scope="module", autouse=True)
def _imported_modules_stay() -> None:
    """A check collects garbage after each probe: that takes as long as there are objects which are not frozen."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _whatever_ran_before() -> Iterator[None]:
    """A test draws the same whatever ran before it in this process, and a name scope that a failed trace leaves open is
    closed for those that follow."""
    scope, names = getattr(_BlockScope._current, "value", None), getattr(mx.name.NameManager._current, "value", None)
    mx.random.seed(0)
    np.random.seed(0)
    random.seed(0)
    yield
    _BlockScope._current.value = scope
    if names is not None:
        mx.name.NameManager._current.value = names
