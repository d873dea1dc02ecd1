"""Abstract interpretation of `hybrid_forward`: yields the events of both phases.

engine      state of an interpretation: the run, the store, the traced graph, the phases
syntax      statements and expressions of Python
library     what Python, NumPy and MXNet do: builtins, methods, operators, blocks
lifecycle   how a block is built and called: construction, entry points, state from call to call
"""

from __future__ import annotations

from typing import List, Optional, Tuple

from hybridlint.events import Event
from hybridlint.facts import Facts
from hybridlint.interpreter.engine.run import Limit, Run
from hybridlint.interpreter.library import attributes
from hybridlint.interpreter.lifecycle import entry_points
from hybridlint.interpreter.syntax import calls, expressions, statements
from hybridlint.module import Module
from hybridlint.mxnet_api import Api


class _Interpretation(Run):
    variable = expressions.evaluate
    execute = statements.execute_block
    call = calls.call_value
    attribute = attributes.read


def interpret(module: Module, api: Api, facts: Optional[Facts] = None) -> Tuple[List[Event], List[Limit]]:
    """Return the events of `module`, and the blocks that are not analysed to their end."""
    run = _Interpretation(module, api, facts)
    with run.budget_of(module.tree):
        entry_points.run_all(run)
    return list(run.events.values()), list(run.limits.values())
