"""The calls of a model, and their results."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, List, Optional, Sequence

from ..diagnostics.failures import BlockFailure, RunFailure, located
from ..diagnostics.source_lines import lines_of_error
from ..errors import original
from ..mxnet_compat import import_mxnet
from ..report import Stage
from ..structures import forget_errors
from .state import Change
from .tree import paths_by_identity

mx = import_mxnet()

#: Makes the arguments of one call: (context such as "cpu(0)", seed, batch size or None for the given one) → arguments.
InputMaker = Callable[[str, int, Optional[int]], Sequence[Any]]

#: Maximum number of consecutive calls of a model whose blocks count the calls, or store what changes with each.
MOST_CALLS = 12


@dataclasses.dataclass
class Step:
    """One call of a model: with the inputs of `seed`, in `mode` ("predict", "train" or "record").

    "train" is `autograd.record(train_mode=True)` without a backward pass. `maker` makes the inputs instead of the usual
    one. `change` is applied to the model before the call, and `writes` is whether it writes to parameters. Without
    `reset`, recurrent cells continue the sequence.
    """

    seed: int = 1
    batch: Optional[int] = None
    mode: str = "predict"
    maker: Optional[InputMaker] = None
    change: Optional[Callable[[Any], None]] = None
    writes: bool = False
    reset: bool = True


@dataclasses.dataclass
class CallResult:
    """The result of one call: `outputs` (tensors copied), the inputs before and after, MXNet's warnings, seconds, and
    the state of MXNet's random generators afterwards (`draws.generator_state`)."""

    outputs: Any
    inputs_before: Any
    inputs_after: Any
    warnings: List[str]
    seconds: float
    drawn: int


@dataclasses.dataclass
class Execution:
    """Consecutive calls of one net in one phase. `failure` is what ended it at call `len(results)`, if anything did.

    `changes` are the attributes of blocks that the calls changed, for standard executions only; `warnings` were issued
    by `hybridize()`.
    """

    net: Any
    results: List[CallResult]
    failure: Optional[BlockFailure] = None
    changes: List[Change] = dataclasses.field(default_factory=list)
    warnings: List[str] = dataclasses.field(default_factory=list)

    def outputs(self) -> List[Any]:
        return [result.outputs for result in self.results]

    def until(self, calls: int) -> Execution:
        """Return the same execution, limited to its first `calls` calls."""
        return dataclasses.replace(
            self, results=self.results[:calls], failure=self.failure if len(self.results) < calls else None
        )


def standard_step(number: int) -> Step:
    """Return the `number`-th call (from 0) of a standard execution, which alternates between two inputs."""
    return Step(seed=1 + number % 2)


def seed_of(step: Step, number: int) -> int:
    """Return the offset to the seed of the check for the call of `step`, the `number`-th of an execution (from 0)."""
    return 100 + step.seed + 10 * number


def mode_of(mode: str) -> Any:
    """Return the context manager for a mode of `Step`."""
    if mode == "predict":
        return mx.autograd.predict_mode()
    if mode == "train":
        return mx.autograd.record(train_mode=True)
    raise ValueError(f"unknown mode {mode!r}")


def failure_of(error: BaseException, net: Any, hybridized: bool) -> BlockFailure:
    """Return the failure for an exception of a run: while tracing, or while the graph was bound and run."""
    forget_errors()
    functions = {line.function for line in lines_of_error(original(error))}
    stage = Stage.IMPERATIVE
    if hybridized:
        stage = Stage.TRACE if "_get_graph" in functions else Stage.EXECUTION
    failure: BlockFailure = located(RunFailure, stage, error, paths_by_identity(net))
    return failure
