"""Exception handling: `try` and `contextlib.suppress`. The phases diverge if an error of a Symbol is caught."""

from __future__ import annotations

import ast
import functools
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Set, Tuple

from hybridlint.events import Event, InPlaceOperation, NamespaceRead, OperatorCall, Refusal, Subscript
from hybridlint.interpreter.engine import functions, phases
from hybridlint.interpreter.engine.frames import Frame, Point, Trying
from hybridlint.syntax import class_names, identifiers, nodes_below
from hybridlint.values import Value, join_all

if TYPE_CHECKING:
    from hybridlint.interpreter import Run


def run_try(run: Run, node: Any, frame: Frame, rest: phases.Statements) -> Tuple[bool, bool]:
    """Run a `try`. Return whether its end is reached, and whether `rest`, the statements after it, has been run."""
    before = run.here(frame)
    returned, unknown_calls = len(frame.returns), run.unknown_calls
    orelse = node.orelse
    attempted = Trying(frame)
    with run.apart() as events:
        alive = functions.attempt(run, node.body, attempted)
        after_body = run.here(frame)
    failing = next((event for event in events if _raises(run, event)), None)
    handler = next((item for item in node.handlers if failing is not None and _catches_event(run, item, failing)), None)
    if failing is None or handler is None:
        run.release(events)
        caught = _caught_by_handler(run, node, attempted, after_body)
        run.go_on_from(after_body, frame)
        ends = [run.here(frame)] * (alive and run.execute(orelse, frame))
        if ends:
            ends = [run.here(frame)]
        for item in node.handlers:
            if id(item) in caught and _run_handler(run, item, caught[id(item)], frame):
                ends.append(run.here(frame))
        return _finally(run, node, frame, run.go_on_from_any(ends, frame), returned), False

    run.release([event for event in events if run.divergences(event) and not _raises(run, event)])
    fork = phases.Fork(failing.node, f"try: … except: {run.code(failing.node)}", returned, unknown_calls)
    with run.apart() as events_otherwise:
        if alive and orelse:
            run.go_on_from(after_body, frame)
            alive = run.execute(orelse, frame)
            after_body = run.here(frame)
    returns = frame.take_returns(returned)
    bound, code = _imperative_only(node.body, failing, handler.body)
    code = [*code, *orelse]
    goes_on = alive or isinstance(failing, Refusal) and not returns
    imperative = phases.Side(code, goes_on, after_body, returns)
    run.go_on_from(before, frame)
    caught = handler.body
    alive = run.execute(caught, frame)
    symbolic = phases.Side(caught, alive, run.here(frame), error=_error(caught, failing))
    # A substitute for a function that `mx.sym` lacks is meant to compute the same.
    lacking = isinstance(failing, (NamespaceRead, OperatorCall))
    in_place = isinstance(failing, InPlaceOperation)  # its result is known, and compared with that of the handler
    other_uses = [event for event in events + events_otherwise if event is not failing]
    # A handler that does nothing substitutes nothing.
    if not all(isinstance(statement, (ast.Pass, ast.Expr)) for statement in caught):
        fork.justify_if(
            lacking
            or bound is None
            or run.needs_guard(other_uses, *returns)
            or not in_place
            and any(bound & identifiers(later) for later in [*code, *rest])
            or _is_in_place(failing)
            and not any(_changed(before, after_body) & identifiers(later) for later in [*node.finalbody, *rest])
        )
    if not node.finalbody:
        return phases.go_on(run, frame, fork, imperative, symbolic, rest)
    phases.go_on(run, frame, fork, imperative, symbolic, ())
    return _finally(run, node, frame, symbolic.alive or imperative.alive, returned), False


def _raises(run: Run, event: Event) -> bool:
    return any(divergence.raises for divergence in run.divergences(event))


def _catches_event(run: Run, handler: Any, event: Event) -> bool:
    if handler.type is None:
        return True
    names = set(class_names(handler.type))
    return any(names & divergence.exceptions for divergence in run.divergences(event) if divergence.raises)


def _error(caught: phases.Statements, failing: Event) -> Optional[Event]:
    """Return the error that a handler raises: its own, or with a bare `raise` the one that it caught. None if none."""
    refusal = phases.refusal(caught)
    return failing if refusal is not None and refusal.node.exc is None else refusal


def _imperative_only(
    body: List[ast.AST], failing: Event, caught: List[ast.AST]
) -> Tuple[Optional[Set[str]], List[ast.AST]]:
    """Return the names that the failing statement of `body` binds, and the statements that only the imperative phase
    runs. The names are None if the error is raised inside a function that `body` calls; of a statement in place, they
    are those that the handler `caught` binds, too."""
    if isinstance(failing, Refusal):
        return set(), body  # without the `raise` both phases would run the whole body
    for position, statement in enumerate(body):
        if any(below is failing.node for below in nodes_below(statement)):
            if _is_in_place(failing):
                return _bound(statement) & {name for other in caught for name in _bound(other)}, body[position:]
            return _bound(statement), body[position + 1 :]
    return None, []


def _is_in_place(event: Event) -> bool:
    """Return whether the event changes a tensor, which imperative code sees under each of its names."""
    return isinstance(event, InPlaceOperation) or isinstance(event, Subscript) and event.context != "load"


def _changed(before: Point, after: Point) -> Set[str]:
    """Return the names that have another value, or whose object has other contents, at the second point."""
    held = before.loaded()
    return {name for name, value in after.loaded().items() if held.get(name) is not value}


def _bound(statement: ast.AST) -> Set[str]:
    """Return the names that a statement binds."""
    kinds = (ast.AnnAssign, ast.AugAssign, ast.NamedExpr, ast.For)
    targets: List[ast.AST] = [below.target for below in nodes_below(statement) if isinstance(below, kinds)]
    targets += [target for below in nodes_below(statement) if isinstance(below, ast.Assign) for target in below.targets]
    return identifiers(targets)


def _caught_by_handler(
    run: Run, node: Any, attempted: Trying, after_body: Point
) -> Dict[int, List[Tuple[Value, Point]]]:
    """Return the exceptions that each handler catches, by the handler's id, with the point where each was raised.
    Propagate the others to the enclosing `try`."""
    caught: Dict[int, List[Tuple[Value, Point]]] = {}
    for raised, point in attempted.raised:
        names = run.exception_names(raised)
        matching = (item for item in node.handlers if item.type is None or names & set(class_names(item.type)))
        handler = next(matching, None)
        if handler is not None:
            caught.setdefault(id(handler), []).append((raised, point))
        elif run.trying:
            run.go_on_from(point.copy(), attempted.frame)
            if node.finalbody:
                run.execute(node.finalbody, attempted.frame)
            run.note_raised(raised)
            run.go_on_from(after_body.copy(), attempted.frame)
    return caught


def _run_handler(run: Run, handler: Any, caught: List[Tuple[Value, Point]], frame: Frame) -> bool:
    """Run a handler on the exceptions that it catches. Return whether its end is reached."""
    run.go_on_from(functools.reduce(Point.joined, [point for _, point in caught]).copy(), frame)
    value = join_all(raised for raised, _ in caught)
    if handler.name is not None:
        frame.scope.assign(handler.name, value)
    with run.handling_of(value):
        return run.execute(handler.body, frame)


def _finally(run: Run, node: Any, frame: Frame, alive: bool, since: int) -> bool:
    """Run `finally`, both at the end of the `try` and for each `return` inside it: those after the first `since` of the
    function. Return whether what follows is reached."""
    if not node.finalbody:
        return alive
    stores = [result.store for result in frame.returns[since:]]
    run.join_stores([run.attempt.store] * alive + stores)
    ends = run.execute(node.finalbody, frame)
    return ends and alive


def suppressing(run: Run, node: ast.With, frame: Frame) -> Optional[ast.Try]:
    """Return the `try` that `with contextlib.suppress(AttributeError):` is equivalent to; None for any other `with`."""
    kinds: List[ast.expr] = []
    for item in node.items:
        entered = item.context_expr
        if isinstance(entered, ast.Call) and run.evaluate(entered.func, frame) == run.imported("contextlib.suppress"):
            kinds.extend(entered.args)
    if not kinds:
        return None
    caught = ast.ExceptHandler(type=ast.Tuple(elts=kinds, ctx=ast.Load()), name=None, body=[ast.Pass()])
    return ast.Try(body=node.body, handlers=[caught], orelse=[], finalbody=[])
