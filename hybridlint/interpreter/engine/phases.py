"""Forks: statements at which the phases take different branches, and how the run goes on after them.

A fork is an `if F is nd:`, or a `try` whose body raises for a Symbol alone.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
from typing import TYPE_CHECKING, Dict, List, Optional, Sequence, Tuple

from hybridlint.divergences import Kind
from hybridlint.events import Event, PhaseBranch, Refusal, Returned
from hybridlint.interpreter.engine import traced
from hybridlint.interpreter.engine.frames import Frame, Point, Result
from hybridlint.interpreter.engine.store import Store
from hybridlint.queries import same_work
from hybridlint.syntax import same_code
from hybridlint.values import (
    BOTTOM,
    UNKNOWN,
    Value,
    alternatives,
    by_phase,
    join_all,
)
from hybridlint.values.phased import Phased

if TYPE_CHECKING:
    from hybridlint.interpreter import Run

Statements = Sequence[ast.AST]


@dataclasses.dataclass
class Fork:
    """A statement at which the phases take different branches: `node`, because of the test `reason`.

    `returned` and `unknown_calls` are the numbers of values that the function had returned, and of unknown calls, at
    the fork. It is `justified` if the imperative side does something that cannot be traced, so that the traced side may
    be an equivalent. `imperative` and `assumed` are as in `events.PhaseBranch`.
    """

    node: ast.AST
    reason: str
    returned: int
    unknown_calls: int
    justified: bool = False
    imperative: Optional[bool] = None
    assumed: bool = False

    def justify_if(self, justified: bool) -> None:
        self.justified = self.justified or justified

    def note_calls(self, run: Run) -> None:
        """Set `justified` if an unknown call was made since the fork."""
        self.justify_if(run.unknown_calls != self.unknown_calls)


@dataclasses.dataclass
class Side:
    """The code that one phase alone runs: its statements, whether the phase reaches their end and the state there, the
    values that the imperative phase returned (those of tracing are in the frame), and the error that it raises."""

    code: Statements
    alive: bool
    end: Point
    returns: List[Value] = dataclasses.field(default_factory=list)
    error: Optional[Event] = None


def go_on(run: Run, frame: Frame, fork: Fork, imperative: Side, symbolic: Side, rest: Statements) -> Tuple[bool, bool]:
    """Go on after both sides. Return whether tracing reaches the following statements, and whether these, `rest`, have
    already been run."""
    fork.note_calls(run)
    if symbolic.error is not None and (imperative.alive or imperative.returns):
        run.emit(symbolic.error)
    if imperative.alive and not symbolic.alive:
        _imperative_rest(run, frame, fork, imperative, symbolic, rest)
        return False, True
    if not imperative.alive:
        ends = isinstance(_last(symbolic.code), (ast.Return, ast.Raise))
        code = symbolic.code if ends else [*symbolic.code, *rest]
        run.go_on_from(symbolic.end, frame)
        alive, ran_rest = symbolic.alive, symbolic.alive and bool(imperative.returns)
        if ran_rest:
            alive = run.execute(rest, frame)
        same = _all_same_work(imperative.returns, frame.values_returned(fork.returned), fork.assumed)
        _judge(run, fork, imperative.code, code, _is_judged(imperative.returns, frame) and not same)
        if not alive:
            _merge_returns(frame, fork, imperative.returns)
        return alive, ran_rest
    differing = merge(run, frame, imperative.end, symbolic.end, fork.reason)
    returns = any(value.holds_tensor for value in imperative.returns)
    _judge(run, fork, imperative.code, symbolic.code, returns or bool(differing), [UNKNOWN] if returns else differing)
    return True, False


def go_on_after_loop(run: Run, frame: Frame, fork: Fork, imperative: Point, symbolic: Point) -> None:
    """Go on after a loop that each phase has left in its own way, because of `fork`."""
    differing = merge(run, frame, imperative, symbolic, fork.reason)
    if differing and not fork.justified:
        run.emit_if_live(PhaseBranch(fork.node, fork.reason, fork.imperative, fork.assumed), differing)


def _imperative_rest(run: Run, frame: Frame, fork: Fork, imperative: Side, symbolic: Side, rest: Statements) -> None:
    """Run `rest`, which only the imperative phase reaches."""
    traced, exits = len(frame.returns), frame.exits()
    with run.imperative_phase(frame) as later:
        run.go_on_from(imperative.end, frame)
        run.execute(rest, frame)
        end = run.here(frame)
    if symbolic.error is not None:
        # If a `try` catches the error, the imperative phase has gone on.
        run.go_on_from(end, frame)
        return
    frame.forget_exits(exits)
    returned = frame.take_returns(traced)
    _merge_returns(frame, fork, returned)
    fork.justify_if(run.diverges(later))
    fork.note_calls(run)
    same = _all_same_work(returned, frame.values_returned(fork.returned), fork.assumed)
    _judge(run, fork, rest, symbolic.code, _is_judged(returned, frame) and not same)


def _is_judged(returned: List[Value], frame: Frame) -> bool:
    """Return whether a result of one phase alone is judged here: plain results of helper functions are checked where
    they are used."""
    return bool(returned) and (frame.entry or any(value.holds_tensor for value in returned))


def _judge(
    run: Run,
    fork: Fork,
    imperative: Statements,
    symbolic: Statements,
    matters: bool,
    differing: Sequence[Value] = (UNKNOWN,),
) -> None:
    """Record the fork if it `matters`, is not justified, and its sides are different code. It is recorded on condition
    that an output depends on `differing`, if these values are known."""
    if matters and not fork.justified and not same_code(imperative, symbolic):
        run.emit_if_live(PhaseBranch(fork.node, fork.reason, fork.imperative, fork.assumed), differing)


def _all_same_work(imperative: List[Value], symbolic: List[Value], assumed: bool) -> bool:
    """Return whether the phases certainly return the same values. If the side of the imperative phase is `assumed`, it
    may as well take that of tracing."""
    imperative, symbolic = ([value for item in side for value in alternatives(item)] for side in (imperative, symbolic))
    same = [[same_work(item, other) for other in symbolic] for item in imperative]
    return all(map(any, same)) and (assumed or all(map(any, zip(*same))))


def refusal(code: Statements) -> Optional[Refusal]:
    """Return the event of the `raise` that ends a block of statements; None if it does not end with one."""
    ending = _last(code)
    return Refusal(ending) if isinstance(ending, ast.Raise) else None


def _last(code: Statements) -> Optional[ast.AST]:
    return code[-1] if code else None


def _merge_returns(frame: Frame, fork: Fork, imperative: List[Value]) -> None:
    """If both phases have returned plain values, replace them in `frame` by one that differs between the phases."""
    symbolic = frame.values_returned(fork.returned)
    if imperative and symbolic and not any(value.holds_tensor for value in imperative + symbolic):
        first, second = join_all(imperative), join_all(symbolic)
        store = functools.reduce(Store.joined, [result.store for result in frame.returns[fork.returned :]])
        value = second if first == second else Phased(first, second, fork.reason, guard=True)
        frame.returns[fork.returned :] = [Result(value, store)]


def merge(run: Run, frame: Frame, imperative: Point, symbolic: Point, reason: str) -> List[Value]:
    """Merge the states after both sides and go on from there. Return the values of tracing among the names whose
    tensors were computed by different operators."""
    merged: Dict[str, Value] = {}
    differing: List[Value] = []
    names, names_while_tracing = imperative.loaded(), symbolic.loaded()
    for name in {**names, **names_while_tracing}:
        first, second = names.get(name), names_while_tracing.get(name)
        if first is None or second is None or first == second:
            merged[name] = UNKNOWN if second is None else second
            if first is not None and second is None:
                # `self.x`, as a test has narrowed it, has a value in both phases.
                merged[name] = Phased(first, BOTTOM if name.isidentifier() else UNKNOWN, reason, True)
        elif second.holds_tensor:
            merged[name] = second
            if first.holds_tensor and not same_work(first, second):
                differing.append(second)
        else:
            merged[name] = by_phase(first, second, reason)
    run.go_on_from(Point(merged, run.merge_phases(imperative.store, symbolic.store, reason)), frame)
    return differing


def note_result(run: Run, node: ast.AST, value: Value) -> None:
    """Record that an entry point returns `value`."""
    run.note_taint(node, value, "result")
    run.note_loop_rows(node, value)
    if isinstance(value, Phased):
        if not run.entry.guessed:  # the use by callers is recorded
            run.observe(node, Kind.PHASE_DEPENDENT_READ, reason=value.reason)
        return
    run.escapes([value])
    if not run.entry.inner:
        few = not run.attempt.uncounted and traced.makes_few_operators(value, run.events.values(), run.api)
        run.emit(Returned(node, value, few))
