"""How much time and memory do imperative and hybridized calls take?"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import statistics
import time
from typing import Any, Callable, Dict, Sequence

from ...errors import ModelRaised, model_code
from ...folders import temporary_folder
from ...model.artefacts import BlockTimes
from ...model.block_details import seconds_of_blocks
from ...model.standard import standard_of
from ...model.subject import Subject
from ...mxnet_compat import import_mxnet
from ...structures import wait
from .base import Outcome, not_run, passed

mx = import_mxnet()

_CALLS = 2


def run(subject: Subject) -> Outcome:
    figures: Dict[str, Any] = {}
    times: Dict[str, float] = {}
    for name, hybridized in (("imperative", False), ("hybridized", True)):
        execution = standard_of(subject).execution(hybridized)
        if execution.failure is not None:
            return not_run("the model raises imperatively or hybridized")
        # The first call traces the graph. The times of further recorded calls are used.
        seconds = [result.seconds for result in execution.results[1:]]
        for _ in range(_CALLS - len(seconds)):
            arguments = subject.inputs(1)  # new ones: a model may empty the lists passed to it
            wait(arguments)
            start = time.perf_counter()
            _call(subject, execution.net, arguments)
            seconds.append(time.perf_counter() - start)
        call = functools.partial(_call, subject, execution.net, subject.inputs(1))
        if not hybridized:
            call = functools.partial(seconds_of_blocks, execution.net, call, times)
        figures[f"{name}_s"] = round(statistics.median(seconds), 6)
        # MXNet cannot profile a graph in which the shape of a tensor depends on values.
        with contextlib.suppress(ModelRaised):
            figures[f"{name}_peak_memory_mib"] = round(_peak_kilobytes(call, subject.context_name) / 1024, 4)
    figures["speed_up"] = round(figures["imperative_s"] / max(figures["hybridized_s"], 1e-6), 2)
    return passed(**figures).with_artefacts(BlockTimes(times))


def _call(subject: Subject, net: Any, arguments: Sequence[Any]) -> None:
    with mx.autograd.predict_mode():
        wait(subject.run(net, arguments))


def _peak_kilobytes(call: Callable[[], None], context: str) -> float:
    """Return the peak of the device memory that MXNet allocates during `call`, in units of 1024 bytes.

    MXNet's storage profiler counts what is allocated after it starts: outputs and intermediate results.
    """
    profiler = mx.profiler
    off = dict.fromkeys(("profile_symbolic", "profile_imperative", "profile_api"), False)
    mx.nd.waitall()
    # MXNet removes and recreates the profiler's file, whatever it is: it must be neither a device nor the user's file.
    with temporary_folder() as folder:
        filename = os.path.join(folder, "profile.json")
        # By default, a thread of MXNet's writes that file every second from here on.
        config = {**off, "profile_memory": True, "aggregate_stats": True, "continuous_dump": False}
        profiler.set_config(filename=filename, **config)
        profiler.set_state("run")
        try:
            with model_code():
                call()
                mx.nd.waitall()
        finally:
            profiler.set_state("stop")
            statistics = json.loads(profiler.dumps(reset=True, format="json"))
    devices = statistics["Memory"].get("Device Storage", {})
    return float(devices.get(f"Memory: {context.replace('(', '/').rstrip(')')}", {}).get("Max", 0.0))
