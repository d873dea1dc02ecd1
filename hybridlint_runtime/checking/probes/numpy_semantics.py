"""Does a model that uses mx.np work under NumPy semantics?"""

from __future__ import annotations

import contextlib
import functools
import json
from typing import Any, FrozenSet, List

from ...errors import ModelRaised, model_code
from ...model.steps import Step
from ...model.subject import Subject
from ...mxnet_compat import import_mxnet
from ...report import Problem, Stage, Status
from ...structures import NDArray, leaves, map_leaves
from .base import USUAL_REMEDY, Outcome, failed, not_run, passed, problem_of_failure, warned
from .variations import Variation, compare_executions

mx = import_mxnet()


def run(subject: Subject) -> Outcome:
    if not _uses_numpy(subject):
        return not_run("the model does not use mx.np")
    outcome = _asked_under_them(subject)
    if outcome.status is Status.FAILED and not mx.util.is_np_array():
        return warned(outcome.problems)  # the model's users need not call npx.set_np()
    return outcome


def _asked_under_them(subject: Subject) -> Outcome:
    with mx.util.np_shape(True), mx.util.np_array(True):
        values = {name: value.as_np_ndarray() for name, value in (subject.nets.values or {}).items()}

        def inputs(context: str, seed: int, batch: Any) -> List[Any]:
            usual = subject.inputs(seed - subject.seed, batch)
            return list(map_leaves(lambda leaf: leaf.as_np_ndarray() if isinstance(leaf, NDArray) else leaf, usual))

        steps = [Step(seed=1, maker=inputs), Step(seed=2, maker=inputs)]
        plain = subject.execute(steps, hybridized=False, net=subject.nets.fresh(values))
        if plain.failure is not None:
            text = "after npx.set_np() the imperative model raises"
            return failed([problem_of_failure(plain.failure, Stage.IMPERATIVE, text, USUAL_REMEDY)])
        classic = [
            where
            for where, leaf in leaves(plain.results[0].outputs)
            if isinstance(leaf, NDArray) and not isinstance(leaf, mx.np.ndarray)
        ]
        if classic:
            places = ", ".join(where or "the output" for where in classic)
            text = f"after npx.set_np() the model returns a classic NDArray: {places}"
            return failed([Problem(Stage.STRUCTURE, text, remedy=USUAL_REMEDY)])
        hybrid = subject.execute(steps, hybridized=True, net=subject.nets.fresh(values))
        outcome = compare_executions(subject, Variation(steps, "after npx.set_np()", remedy=None), plain, hybrid)
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
    data, result = mx.sym.Variable("data"), set()
    for name in registered:
        if f"_np_{name}" in registered:
            # Those that need more than one array raise: no such operator is both.
            with contextlib.suppress(ModelRaised), model_code():
                result.add(json.loads(getattr(mx.sym, name)(data).tojson())["nodes"][-1]["op"])
    return frozenset(name for name in result if name.startswith("_np"))
