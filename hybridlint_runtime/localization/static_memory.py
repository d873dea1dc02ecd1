"""The loop or branch of a graph that statically planned memory breaks.

Measured with MXNet 1.9.1 on a CPU: with static_shape, operators that read the result of `F.contrib.foreach` do not wait
for it, and sometimes read what the memory contained before. With MXNET_ENGINE_TYPE=NaiveEngine, which waits for every
operator, the results are correct. That depends on timing, so the graph is not run again: its first loop is the cause.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Optional

from ..backend import load_backend
from ..model.internals import Internals
from ..model.subject import Subject
from .engine import Origin, localizer
from .operators import CONTROL_FLOW, described, first_that_fails

_REMEDY = (
    "hybridize with static_alloc=True alone: with static_shape=True, MXNet 1.9.1 does not wait for the results of a "
    "loop in a graph, and reads what the memory contained before"
)


@localizer
def localize_static_memory(subject: Subject, *_: Any) -> Optional[Origin]:
    """Return the first loop or branch of an outermost graph, else its first operator that raises with static memory."""
    for call in (call for root in subject.roots for call in subject.recorded.structures_of(root)):
        graph, parameters = subject.graphs.get((call.path, call.structure)), load_backend().variables(call.block)
        if graph is not None:
            inner = next((node for node in Internals(graph.symbol).nodes if node.operator in CONTROL_FLOW), None)
            if inner is not None:
                node = described(graph, inner.name, parameters)
                return Origin(node.block, node, remedy=_REMEDY)
            failing = first_that_fails(dataclasses.replace(graph, arguments=tuple(call.args)), parameters, static=True)
            if failing is not None:
                return Origin(failing.block, failing)
    return None
