"""The check of a model of tensors of shape (batch, 4, 3) that has a single problem."""

from __future__ import annotations

from typing import Any, List, Optional

import numpy as np

from hybridlint_runtime.checking import verify
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.report import Problem
from hybridlint_runtime.spec.options import CheckOptions, Scenario

mx = import_mxnet()


def inputs(context: str, seed: int, batch: Optional[int]) -> List[Any]:
    return [mx.nd.array(np.random.RandomState(seed).normal(size=(batch or 2, 4, 3)))]


def problem_of(make_net: Any, scenario: Optional[Scenario] = None, **options: Any) -> Problem:
    """The only problem that a check with these `CheckOptions` reports."""
    (problem,) = verify(make_net, inputs, CheckOptions(archive=False, **options), scenario=scenario).problems
    return problem
