"""The operator and line at which a graph diverges when its memory is planned statically.

Growing prefixes of the graph are run with the arguments of consecutive calls, with and without static memory. Both are
executed by MXNet as graphs, so nothing else differs.

Measured with MXNet 1.9.1 on a CPU: with static_shape, operators that read the result of `F.contrib.foreach` do not wait
for it, and sometimes read what the memory contained before. With MXNET_ENGINE_TYPE=NaiveEngine, which waits for every
operator, the results are correct.
"""

from __future__ import annotations

import contextlib
import dataclasses
from typing import Any, Dict, List, Mapping, Optional, Sequence

from ..backend import load_backend
from ..model.comparing import Tolerances, compare
from ..model.internals import Internals, Node
from ..model.memory import fill_memory
from ..model.recording import seed_all
from ..model.steps import Step, mode_of
from ..model.subject import Subject
from ..model.tracing import TracedGraph
from ..mxnet_compat import import_mxnet
from ..structures import copied, forget_errors, is_floating
from .engine import Origin, first_divergent_prefix, localizer
from .gradient_steps import CONTROL_FLOW
from .operators import described
from .outputs import watched_arguments

mx = import_mxnet()

_SEED = 3
_STATIC = (("static_alloc", True), ("static_shape", True))
_OF_LOOPS = (
    "hybridize with static_alloc=True alone: with static_shape=True, MXNet 1.9.1 does not wait for the results of a "
    "loop in a graph, and reads what the memory contained before"
)


@localizer
def localize_static_memory(subject: Subject, steps: Sequence[Step], trained: bool = False) -> Optional[Origin]:
    """Return the first operator whose result differs, or that raises, only with static memory in the course of `steps`.

    With `trained`, compare gradients through it. If it reads the result of a loop or a branch, return that one, also if
    no part of the graph diverges on its own, because that depends on timing. None if there is none of these.
    """
    tolerances = Tolerances(subject.options.tolerances)
    with contextlib.ExitStack() as scopes:
        scopes.callback(forget_errors)
        for graph, calls, parameters in watched_arguments(subject, steps):
            if any(len(arguments) != len(graph.input_names) for arguments in calls):
                continue  # called with other arguments than the graph was traced for
            nodes = Internals(graph.symbol).nodes
            loops = [node for node in nodes if node.operator in CONTROL_FLOW]
            divergent = _Replay(graph, calls, parameters, steps, trained, tolerances).first_divergent()
            if divergent is not None:
                loops = [node for node in loops if set(node.outputs) & set(divergent.inputs)]
            result = next(iter(loops), divergent)
            if result is not None:
                node = described(graph, result.name, parameters)
                return Origin(node.block, node, remedy=_OF_LOOPS if loops else "")
    return None


@dataclasses.dataclass
class _Replay:
    """A graph to be run in parts with the arguments of several calls (`calls`, one list of arrays for each)."""

    graph: TracedGraph
    calls: Sequence[Sequence[Any]]
    parameters: Mapping[str, Any]
    steps: Sequence[Step]
    trained: bool
    tolerances: Tolerances

    def __post_init__(self) -> None:
        self._internals = Internals(self.graph.symbol)
        self._outputs = set(self.graph.symbol.list_outputs())

    def first_divergent(self) -> Optional[Node]:
        """Return the last node of the shortest prefix of the graph that diverges."""
        name = first_divergent_prefix(self._internals.names, self._diverges)
        return self._internals.node_of(name) if name is not None else None

    def _diverges(self, count: int) -> bool:
        """Return whether the first `count` values of the graph differ between the two kinds of memory planning.

        False if that part of the graph does not run on its own.
        """
        names = self._internals.names[:count]
        heads = [name for name in names[:-1] if name in self._outputs] + names[-1:]
        part = mx.sym.Group([self._internals.value(name) for name in heads])
        try:
            usual = self._run(part, ())
        except mx.base.MXNetError:
            forget_errors()
            return False
        try:
            return not compare(usual, self._run(part, _STATIC), self.tolerances)
        except mx.base.MXNetError:
            forget_errors()
            return True

    def _run(self, part: Any, flags: Sequence[Any]) -> List[Any]:
        names = part.list_inputs()
        given = [place for place, name in enumerate(names) if name in self.graph.input_names]
        kept = [place for place in range(len(names)) if place not in given]
        operator = load_backend().cached_op(part, [("data_indices", given), ("param_indices", kept), *flags])
        held = {
            name: copied(parameter.list_data()[0])
            for name, parameter in self.parameters.items()
            if name in names and parameter._data is not None
        }
        trained = [name for name in held if self.parameters[name].grad_req != "null"]
        results: List[Any] = []
        fill_memory(hybridized=True)
        for call, step in zip(self.calls, self.steps):
            feeds: Dict[str, Any] = {**held, **dict(zip(self.graph.input_names, copied(list(call))))}
            leaves = [name for name in names if name in trained or name not in held and is_floating(feeds[name])]
            for name in leaves if self.trained else ():
                feeds[name].attach_grad()
            seed_all(_SEED)
            with mode_of("train" if self.trained else step.mode):
                outputs = operator(*[feeds[name] for name in names])
            outputs = outputs if isinstance(outputs, list) else [outputs]
            results.append(copied(outputs))
            if self.trained:
                mx.autograd.backward([array for array in outputs if is_floating(array)])
                results.append([feeds[name].grad.copy() for name in leaves])
            mx.nd.waitall()
        return results
