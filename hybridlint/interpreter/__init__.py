"""Abstract interpretation of `hybrid_forward`: yields the events of both phases.

engine      state of an interpretation: the run, the store, the traced graph, the phases
syntax      statements and expressions of Python
library     what Python, NumPy and MXNet do: builtins, methods, operators, blocks
lifecycle   how a block is built and called: construction, entry points, state from call to call
"""

from __future__ import annotations

from typing import Callable, List, NamedTuple, Optional, Tuple

from hybridlint.events import Event
from hybridlint.facts import Facts
from hybridlint.interpreter.engine.frames import Limit
from hybridlint.interpreter.engine.run import Run
from hybridlint.interpreter.library import attributes, objects, type_tests
from hybridlint.interpreter.library.recording import Recording, Tracing
from hybridlint.interpreter.lifecycle import classes, entry_points
from hybridlint.interpreter.syntax import assignment, calls, conditions, expressions, mutation, statements
from hybridlint.module import Module
from hybridlint.mxnet_api import Api
from hybridlint.symbols import Divergence


class _Interpretation(Run):
    def __init__(self, module: Module, api: Api, facts: Optional[Facts] = None) -> None:
        super().__init__(module, api, facts)
        self.recorded = Recording(self) if api.records else Tracing(self)

    variable = expressions.evaluate
    execute = statements.execute_block
    call = calls.call_value
    attribute = attributes.read
    special = classes.special
    compared_fields = objects.compared
    negated = conditions.negated
    has_attribute = type_tests.has_attribute
    rebind = mutation.rebind
    store_item = assignment.store_item
    write_item = assignment.write_item
    set_by_name = mutation.set_in_dict


class Interpretation(NamedTuple):
    """The events of a file, what of it is not analysed to its end, and how the phases differ at an event of it."""

    events: List[Event]
    limits: List[Limit]
    divergences: Callable[[Event], Tuple[Divergence, ...]]


def interpret(module: Module, api: Api, facts: Optional[Facts] = None) -> Interpretation:
    """Return the interpretation of `module`, with the recorded `facts` of its blocks."""
    run = _Interpretation(module, api, facts)
    with run.budget_of(module.tree):
        entry_points.run_all(run)
    return Interpretation(list(run.events.values()), list(run.limits.values()), run.divergences)
