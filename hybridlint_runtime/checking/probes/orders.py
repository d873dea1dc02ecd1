"""Does it matter whether the model was called before it was hybridized?"""

from __future__ import annotations

import dataclasses

from ...backend import load_backend
from ...model.graphs import SEEDS, graph_in, same_graph
from ...model.pair import Pair, pair_of
from ...model.standard import standard_of
from ...model.steps import Execution, Step
from ...model.subject import Subject
from ...model.tracing import traced
from ...model.tree import blocks_of, unique_blocks
from ...report import Stage, Status
from .base import Outcome, not_run, passed, warned
from .variations import Variation, compare_executions


def run(subject: Subject) -> Outcome:
    steps = [Step(seed=1), Step(seed=2), Step(seed=1)]
    rehybridized = Step(seed=2, change=subject.hybridize)
    back = Step(seed=1, change=lambda net: net.hybridize(False))
    pair = pair_of(subject)
    if pair.exists and _traced_alike(subject, pair):
        return passed()
    if pair.agrees_alone(False, [rehybridized], 1) and pair.agrees_alone(True, [rehybridized, back], 1):
        return passed()
    standard = standard_of(subject)
    known = standard.steps()[: len(steps)] == steps
    plain = standard.execution(False).until(len(steps)) if known else subject.execute(steps, hybridized=False)
    if plain.failure is not None:
        return not_run(f"called three times in a row, the imperative model itself raises {plain.failure}")

    def compared(calls: int, other: Execution, message: str) -> Outcome:
        variation = Variation(steps[:calls], message, Stage.STATE)
        return compare_executions(subject, variation, plain.until(calls), other.until(calls))

    late = subject.execute([steps[0], rehybridized], hybridized=False)
    outcome = compared(2, late, "called imperatively, then hybridized and called again")
    if outcome.status is not Status.PASSED:
        return outcome
    again = subject.execute([steps[0], rehybridized, back], hybridized=True)
    outcome = compared(2, again, "hybridized, called, hybridized once more, called again")
    if outcome.status is not Status.PASSED:
        return outcome
    outcome = compared(3, again, "hybridized, called, called again after hybridize(False)")
    return warned(outcome.problems) if outcome.problems else passed()  # few models are ever switched back


def _traced_alike(subject: Subject, pair: Pair) -> bool:
    """Return whether both shared nets, which have been called, have the graphs that a new net has.

    Then they return the same after another `hybridize()`, unless that is not MXNet's. So does the hybridized one after
    `hybridize(False)`: its calls and tracing changed nothing that Python can read.
    """
    own = any(not block.hybridize.__module__.startswith("mxnet.") for block in blocks_of(subject.net))
    calls = [call for root in subject.roots for call in subject.recorded.structures_of(root)]
    if own or subject.scenario.hybridize is not None or not load_backend().has_symbols:
        return False
    if pair.imperative is not subject.net or len(calls) > len(subject.roots):
        return False
    blocks = {node.path: node.block for node in unique_blocks(pair.hybridized)}
    for call in calls:
        new, late = subject.graphs.get((call.path, call.structure)), graph_in(subject, call, seed=SEEDS[1])
        used = blocks[call.path]._cached_graph
        again = traced(dataclasses.replace(call, block=blocks[call.path]))
        if new is None or late is None or again is None or not used:
            return False
        named = same_graph(new.symbol, late.symbol) and same_graph(used[1], again.symbol)
        if not named or not same_graph(new.symbol, used[1], named=False):
            return False
    return True
