"""Does a model that uses mx.np work under NumPy semantics?"""

from __future__ import annotations

import contextlib
import functools
import json
from typing import Any, FrozenSet, Iterator, List

from ..errors import ModelRaised, model_code
from ..model.steps import Step
from ..model.subject import Subject
from ..mxnet_compat import import_mxnet
from ..report import Problem, Stage, Status
from ..structures import NDArray, leaves, map_leaves
from .base import Example, Outcome, Probe, failed, not_run, passed, problem_of_failure, warned
from .outputs import compare_executions

mx = import_mxnet()


def _run(subject: Subject) -> Outcome:
    if not _uses_numpy(subject):
        return not_run("the model does not use mx.np")
    outcome = _asked_under_them(subject)
    if outcome.status is Status.FAILED and not mx.util.is_np_array():
        return warned(outcome.problems)  # the model's users need not call npx.set_np()
    return outcome


def _asked_under_them(subject: Subject) -> Outcome:
    with _numpy_semantics():
        values = {name: value.as_np_ndarray() for name, value in (subject.nets.values or {}).items()}

        def inputs(context: str, seed: int, batch: Any) -> List[Any]:
            usual = subject.inputs(seed - subject.seed, batch)
            return list(map_leaves(lambda leaf: leaf.as_np_ndarray() if isinstance(leaf, NDArray) else leaf, usual))

        steps = [Step(seed=1, maker=inputs), Step(seed=2, maker=inputs)]
        plain = subject.execute(steps, hybridized=False, net=subject.nets.fresh(values))
        if plain.failure is not None:
            text = "after npx.set_np() the imperative model raises"
            return failed([problem_of_failure(plain.failure, Stage.IMPERATIVE, text, PROBE.remedy)])
        classic = [
            where
            for where, leaf in leaves(plain.results[0].outputs)
            if isinstance(leaf, NDArray) and not isinstance(leaf, mx.np.ndarray)
        ]
        if classic:
            places = ", ".join(where or "the output" for where in classic)
            text = f"after npx.set_np() the model returns a classic NDArray: {places}"
            return failed([Problem(Stage.STRUCTURE, text, remedy=PROBE.remedy)])
        hybrid = subject.execute(steps, hybridized=True, net=subject.nets.fresh(values))
        outcome = compare_executions(subject, steps, plain, hybrid, None, "after npx.set_np()")
        return passed(calls=len(steps)) if outcome.status is Status.PASSED else outcome


def _uses_numpy(subject: Subject) -> bool:
    """Return whether NumPy semantics are on, or a graph contains an operator of mx.np or mx.npx."""
    if mx.util.is_np_array():
        return True
    for graph in subject.graphs.values():
        operators = {entry["op"] for entry in graph.document["nodes"]}
        if any(name.startswith("_np") and name not in _classic_operators() for name in operators):
            return True
    return False


@functools.lru_cache(maxsize=1)
def _classic_operators() -> FrozenSet[str]:
    """Return the operators of NumPy semantics that `F` also offers as classic ones, such as `F.cumsum`."""
    registered = mx.operator.get_all_registered_operators()
    data, found = mx.sym.Variable("data"), set()
    for name in registered:
        if f"_np_{name}" in registered:
            # Those that need more than one array raise: no such operator is both.
            with contextlib.suppress(ModelRaised), model_code():
                found.add(json.loads(getattr(mx.sym, name)(data).tojson())["nodes"][-1]["op"])
    return frozenset(name for name in found if name.startswith("_np"))


@contextlib.contextmanager
def _numpy_semantics() -> Iterator[None]:
    with mx.util.np_shape(True), mx.util.np_array(True):
        yield


PROBE = Probe(
    name="numpy_semantics",
    title="NumPy semantics",
    stage=Stage.STRUCTURE,
    asks="Does a model that uses mx.np work after npx.set_np(), and return mx.np arrays?",
    why=(
        "npx.set_np() changes what a shape means (0 is a size, -1 unknown) and which arrays blocks pass on. "
        "Classic operators (F.relu instead of F.npx.relu) reject mx.np arrays, or return classic ones that mx.np "
        "operators then reject."
    ),
    remedy="Use F.np and F.npx for all operators of the model, or x.as_nd_ndarray() before classic ones.",
    run=_run,
    bad=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.sum(x.as_np_ndarray(), axis=1).as_nd_ndarray()
"""
    ),
    good=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.sum(F.npx.relu(x.as_np_ndarray()), axis=1)
"""
    ),
)
