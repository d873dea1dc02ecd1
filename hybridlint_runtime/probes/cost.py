"""What do both runs cost?"""

from __future__ import annotations

import statistics
import time
from typing import Any, Dict, List

import psutil

from ..mxnet_compat import import_mxnet
from ..report import Stage
from ..structures import wait
from ..subject import Subject
from .base import Example, Outcome, Probe, not_run, passed

mx = import_mxnet()

_CALLS = 5


def _run(subject: Subject) -> Outcome:
    figures: Dict[str, Any] = {}
    for name, hybridized in (("imperative", False), ("hybridized", True)):
        life = subject.life(hybridized)
        if life.failure is not None:
            return not_run("the model raises in one of its lives")
        inputs = subject.inputs(1)
        before = psutil.Process().memory_info().rss
        seconds: List[float] = []
        peak = before
        for _ in range(_CALLS):
            start = time.perf_counter()
            with mx.autograd.predict_mode():
                wait(subject.run(life.net, inputs))
            seconds.append(time.perf_counter() - start)
            peak = max(peak, psutil.Process().memory_info().rss)
        figures[f"{name}_first_call_s"] = round(life.results[0].seconds, 6)
        figures[f"{name}_s"] = round(statistics.median(seconds), 6)
        figures[f"{name}_memory_growth_mib"] = round((peak - before) / 2**20, 1)
    figures["speed_up"] = round(figures["imperative_s"] / max(figures["hybridized_s"], 1e-6), 2)
    return passed(**figures)


PROBE = Probe(
    name="cost",
    stage=Stage.EXECUTION,
    asks="How long does a call take, imperatively and hybridized, and how much does the process grow?",
    why="People hybridize for speed. Tiny models and inputs whose shapes always change can be slower than before.",
    remedy="Try static_alloc=True and, where shapes do not change, static_shape=True; pad inputs to a few sizes.",
    run=_run,
    no_bad="It only measures.",
    good=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2
"""
    ),
)
