"""Statements: assignment, branches, loops, `try`, `with`, `return`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence as SequenceOf, Tuple, Union

from hybridlint.events import (
    ModeManager,
    Refusal,
    TaintUse,
)
from hybridlint.interpreter.engine import displays, functions, loops, names, narrowing, phases, traced, truth
from hybridlint.interpreter.engine.frames import Frame, Point, Propagates
from hybridlint.interpreter.engine.look_ups import once
from hybridlint.interpreter.engine.store import Store
from hybridlint.interpreter.syntax import assignment, catching, conditions, matching
from hybridlint.queries import with_conditional_origin
from hybridlint.syntax import Match, TryStar, attribute_key, imported_names, same_code
from hybridlint.values import NONE, UNKNOWN, UNROLLED, Value, depending_on, element_of, join_all, with_taint

if TYPE_CHECKING:
    from hybridlint.interpreter import Run


def _reaches_end(run: Run, block: SequenceOf[ast.AST], frame: Frame) -> bool:
    """Run statements that an exception leaves without leaving the code around them: a branch, a round of a loop. Return
    whether their end is reached."""
    try:
        return run.execute(block, frame)
    except Propagates:
        return False


_FOR = (ast.For, ast.AsyncFor)
#: The most rounds of a `while` whose test is decided in each round.
_MOST_ROUNDS = 16
#: Rounds of a loop of unknown length that are run before its state is widened.
_PEELED = 2
#: Expressions that may be one of their operands.
_CHOICES = (ast.IfExp, ast.BoolOp)


# Branches


def _branch(run: Run, node: ast.If, frame: Frame, outcome: bool, configured: bool = False) -> Tuple[bool, Point]:
    """Run one side of an `if`. Return whether its end is reached, and the state there. The current state is
    unchanged."""
    before = run.here(frame)
    with frame.branch(configured, narrowing.facts(run, node.test, frame, outcome) if configured else ()):
        narrowing.refine(run, node.test, frame, outcome)
        narrowed = Point(dict(frame.scope.names), before.store)
        alive = _reaches_end(run, _side(node, outcome), frame)
        if alive and _is_for_first_call(run, node, frame, outcome, before.store):
            run.settle(narrowed, frame)
    return alive, run.leave_for(before, frame)


def _is_for_first_call(run: Run, node: ast.If, frame: Frame, outcome: bool, before: Store) -> bool:
    """Return whether a branch that has run changes the outcome of its own test, so that no later call takes it, as of
    `if self.scale is None: self.scale = draw()`."""
    if all(value is before.values.get(key) or not value.any_taint for key, value in run.attempt.store.values.items()):
        return False
    with run.apart():
        condition = conditions.test(run, node.test, frame, "if")
    return condition.certain and condition.symbolic is not outcome


def _if(run: Run, node: ast.If, frame: Frame, rest: SequenceOf[ast.AST]) -> Tuple[bool, bool]:
    """Run an `if`. Return whether its end is reached, and whether `rest`, which follows, was already run."""
    condition = conditions.test(run, node.test, frame, "if")
    if condition.certain:
        narrowing.refine(run, node.test, frame, bool(condition.symbolic))
        return run.execute(_side(node, bool(condition.symbolic)), frame), False
    sides = _if_by_phase if condition.by_phase else _both_sides
    yielded = len(frame.yields)
    ends = sides(run, node, frame, condition, rest)
    frame.note_optional_yields(yielded)
    return ends


def _both_sides(
    run: Run, node: ast.If, frame: Frame, condition: truth.Condition, rest: SequenceOf[ast.AST]
) -> Tuple[bool, bool]:
    """Run both sides of an `if` whose condition is unknown, and join the states at their ends."""
    returned, left = len(frame.returns), len(frame.breaks) + len(frame.continues)
    before = dict(run.attempt.store.values) if condition.later is not None else {}
    then_alive, then = _branch(run, node, frame, True, condition.configured)
    between = len(frame.returns)
    else_alive, otherwise = _branch(run, node, frame, False, condition.configured)
    leaves = len(frame.breaks) + len(frame.continues) > left
    tainted = Point({}, Store())
    narrowed: Dict[str, Value] = {}
    matters, compares_returns = False, False
    if condition.taint:
        tainted = conditions.under_taint(condition, node, before, then, otherwise)
        narrowed = narrowing.only_narrowed(node, frame.scope.names, then.names, otherwise.names)
        skipped: List[str] = []
        if condition.taint.kind == "mode":  # MXNet itself skips a Dropout in inference
            pairs = ((name, value, otherwise.names.get(name, UNKNOWN)) for name, value in then.names.items())
            skipped = [
                name for name, first, second in pairs if first is not second and traced.differ_in_dropout(first, second)
            ]
            compares_returns = len(frame.returns) > returned and not leaves and not (then_alive and else_alive)
        matters = leaves or _branches_differ(frame, returned, then, otherwise, (*tainted.names, *narrowed, *skipped))
        matters = matters and not same_code(_side(node, True), _side(node, False) or list(rest))
        if matters and not compares_returns:
            run.emit(TaintUse(node.test, condition.taint, "branch"))
    if then_alive and else_alive:
        apart = [name for name, value in then.names.items() if otherwise.names.get(name) is not value]
        apart.extend(otherwise.names.keys() - then.names.keys())
        if condition.configured:
            depending = {
                name: narrowing.depending(run, node.test, frame, then.names[name], otherwise.names[name])
                for name in apart
                if name in then.names and name in otherwise.names
            }
            then = then.with_names({name: first for name, (first, _) in depending.items()})
            otherwise = otherwise.with_names({name: second for name, (_, second) in depending.items()})
        after = then.joined(otherwise).with_names({**narrowed, **tainted.names})
        for key, value in tainted.store.values.items():
            after.store.set(key, value)
        if condition.configured:
            after = after.with_names(
                {
                    name: truth.after_configuration(
                        after.names[name], then.names.get(name, UNKNOWN), otherwise.names.get(name, UNKNOWN)
                    )
                    for name in apart
                    if name in after.names
                }
            )
        run.go_on_from(after, frame)
    else:
        run.go_on_from(then if then_alive else otherwise, frame)
        if leaves or len(frame.returns) > returned:
            # The rest of the function runs for one outcome of the test only.
            if condition.configured:
                frame.narrow(1, narrowing.facts(run, node.test, frame, then_alive))
    alive, ran_rest = then_alive or else_alive, False
    if matters and compares_returns:
        if alive:
            between, alive, ran_rest = len(frame.returns), run.execute(rest, frame), True
        early, late = frame.values_returned(returned)[: between - returned], frame.values_returned(between)
        if not (early and late and traced.differ_in_dropout(join_all(early), join_all(late))):
            run.emit(TaintUse(node.test, condition.taint, "branch"))
    return alive, ran_rest


def _branches_differ(frame: Frame, returned: int, then: Point, otherwise: Point, tainted: SequenceOf[str]) -> bool:
    """Return whether the result may depend on which of two branches ran, apart from the names `tainted`, which are
    judged where they are used."""
    changed = then.store.differing(otherwise.store)
    sides = (then.loaded(), otherwise.loaded()) if changed else (then.names, otherwise.names)
    first, second = ({name: value for name, value in side.items() if name not in tainted} for side in sides)
    return _has_effect(frame, returned, first, second)


def _has_effect(frame: Frame, returned: int, then_names: Dict[str, Value], else_names: Dict[str, Value]) -> bool:
    """Return whether the result may depend on which of two branches ran, given the names after each."""
    if len(frame.returns) > returned:
        return True
    for name in then_names.keys() | else_names.keys():
        first, second = then_names.get(name, UNKNOWN), else_names.get(name, UNKNOWN)
        if first is second or not (first.is_effect or second.holds_tensor):
            continue
        in_both = name in then_names and name in else_names
        if "." in name and not in_both:
            continue  # an attribute that the test narrows
        if first != second or not in_both:
            return True
    return False


def _if_by_phase(
    run: Run, node: ast.If, frame: Frame, condition: truth.Condition, rest: SequenceOf[ast.AST]
) -> Tuple[bool, bool]:
    """Run an `if` of which each phase takes another side."""
    fork = phases.Fork(
        node.test,
        condition.reason,
        len(frame.returns),
        run.unknown_calls,
        imperative=condition.imperative,
        assumed=condition.assumed,
    )
    exits = frame.exits()
    with run.imperative_phase(frame) as events:
        alive, end = _branch(run, node, frame, bool(condition.imperative))
    left = frame.forget_exits(exits)
    imperative = phases.Side(_side(node, bool(condition.imperative)), alive, end, frame.take_returns(fork.returned))
    frame.reach_raise(None)
    alive, end = _branch(run, node, frame, bool(condition.symbolic))
    raises = not alive and len(frame.returns) == fork.returned and frame.exits() == exits and frame.raised is not None
    error = Refusal(frame.raised) if raises else None
    symbolic = phases.Side(_side(node, bool(condition.symbolic)), alive, end, error=error)
    if left != (len(frame.breaks) > exits[0], len(frame.continues) > exits[1]):
        frame.leave_by(fork)
    fork.justify_if(run.needs_guard(events, *imperative.returns))
    return phases.go_on(run, frame, fork, imperative, symbolic, rest)


def _side(node: ast.If, outcome: bool) -> List[ast.stmt]:
    return node.body if outcome else node.orelse


def _assert(run: Run, node: ast.Assert, frame: Frame, rest: SequenceOf[ast.AST]) -> Tuple[bool, bool]:
    """Run an `assert`. Return whether its end is reached, and whether `rest`, which follows, was already run."""
    condition = conditions.test(run, node.test, frame, "assert")
    narrowing.refine(run, node.test, frame, True)
    if not (condition.by_phase and condition.imperative):
        return True, False
    fork = phases.Fork(node.test, condition.reason, len(frame.returns), run.unknown_calls)
    imperative = phases.Side([], True, run.here(frame))
    symbolic = phases.Side([node], False, run.here(frame), error=Refusal(node))
    return phases.go_on(run, frame, fork, imperative, symbolic, rest)


# Loops


def _for(run: Run, node: ast.For, frame: Frame) -> bool:
    value = run.evaluate(node.iter, frame)
    values = run.iterate(node.iter, value, "for")
    each = values.items
    before, returned = dict(frame.scope.names), len(frame.returns)
    if each is not None and len(each) * run.rounds <= UNROLLED**2 and len(each) <= UNROLLED:
        goes_on = _loop(run, node, frame, lambda: _unrolled(run, node, frame, each, value), len(each))
    else:
        element = with_taint(element_of(values), values.taint)
        goes_on = _loop(run, node, frame, lambda: _to_fixed_point(run, node, frame, element), _PEELED)
    if _has_effect(frame, returned, before, frame.scope.names):
        displays.note_count(run, node.iter, value)
    return goes_on


def _while(run: Run, node: ast.While, frame: Frame) -> bool:
    def rounds() -> bool:
        outcome = _decided_rounds(run, node, frame)
        return _to_fixed_point(run, node, frame) if outcome is None else outcome

    return _loop(run, node, frame, rounds, _PEELED)


def _loop(run: Run, node: Any, frame: Frame, rounds: Callable[[], bool], number: int) -> bool:
    """Run a loop by calling `rounds`, which returns whether it ends without `break`; `number` is the number of
    rounds. A loop that one phase leaves where the other does not is run once in each phase."""
    before = run.here(frame)
    with run.in_loop(frame, number):
        runs_out = rounds()
        left, forks = frame.breaks, frame.leaving
    if node.orelse and runs_out:
        runs_out = run.execute(node.orelse, frame)
    if left:
        run.go_on_from_any([run.here(frame)] * runs_out + left, frame)
    if forks and (runs_out or left) and not run.imperative_only:
        _merge_imperative_loop(run, frame, forks[0], before, lambda: _loop(run, node, frame, rounds, number))
    return runs_out or bool(left)


def _merge_imperative_loop(run: Run, frame: Frame, fork: phases.Fork, before: Point, loop: Callable[[], bool]) -> None:
    """Run a loop, which tracing has run, in the imperative phase, from the state `before` it, and merge both states."""
    symbolic, returned = run.here(frame), len(frame.returns)
    with run.imperative_phase() as events:
        run.go_on_from(before, frame)
        alive = loop()
        imperative = run.here(frame)
    frame.take_returns(returned)
    fork.justify_if(run.needs_guard(events))
    phases.go_on_after_loop(run, frame, fork, imperative if alive else symbolic, symbolic)


def _round(run: Run, node: Any, frame: Frame) -> bool:
    """Run the body of a loop once. Return whether the next round is reached."""
    alive = _reaches_end(run, node.body, frame)
    continues = frame.take_continues()
    return run.go_on_from_any([run.here(frame)] * alive + continues, frame) if continues else alive


def _unrolled(run: Run, node: ast.For, frame: Frame, values: SequenceOf[Value], iterated: Value) -> bool:
    """Run a loop once for each of `values`, the elements of `iterated`; an iterator is consumed."""
    for number, value in enumerate(values):
        assignment.assign(run, node.target, value, frame)
        iterated.consume(run, number + 1)
        if not _round(run, node, frame):
            return False
    return True


def _to_fixed_point(run: Run, node: Any, frame: Frame, element: Value = UNKNOWN) -> bool:
    """Run the rounds of a `while`, or of a `for` over an unknown number of `element`, until the state is a fixed point.
    The loop is assumed to run at least once."""
    loop, nodes, yielded = run.loop(node), len(run.graph.nodes), len(frame.yields)
    start = loops.start(run, node, frame, loop)
    head = start.point
    rounds = 0
    with run.any_round():
        while True:
            if isinstance(node, _FOR):
                assignment.assign(run, node.target, element.in_next_round(run) if rounds else element, frame)
            elif rounds:
                conditions.test(run, node.test, frame, "while")
            goes_on = _round(run, node, frame)
            run.graph.note_loop(nodes, node)
            if not goes_on:
                break
            after = run.here(frame)
            if not rounds:
                after = after.in_any_round(head, loop)
                if loops.repeats(run, node, start, after, loop):
                    head = after
                    break
            else:
                after = head.widened(after, loop)
                if head.includes(after):
                    break
            head = after.copy()
            rounds += 1
            run.go_on_from(after, frame)
    run.go_on_from(head, frame)
    frame.note_optional_yields(yielded)
    return True


def _decided_rounds(run: Run, node: ast.While, frame: Frame) -> Optional[bool]:
    """Run the rounds of a loop as long as its test is decided. Return True once the test is false, False if a round
    does not reach its end, None if the test is not decided or there are too many rounds. A loop that only the
    imperative phase enters is run as one inside an `if`."""
    for _ in range(_MOST_ROUNDS):
        condition = conditions.test(run, node.test, frame, "while")
        if condition.taint:
            run.emit(TaintUse(node.test, condition.taint, "branch"))
        if condition.by_phase and condition.imperative and not frame.breaks:
            return _if_by_phase(run, _entered(run, node), frame, condition, ())[0]
        if not condition.certain or frame.breaks:
            return None
        if not condition.symbolic:
            return True
        if not _round(run, node, frame):
            return False
    return None


@once()
def _entered(run: Run, node: ast.While) -> ast.If:
    """Return the `if` that a `while` runs as where only the imperative phase enters it."""
    return ast.copy_location(ast.If(test=node.test, body=[node], orelse=[]), node)


def _assignment(run: Run, node: ast.Assign, frame: Frame, rest: SequenceOf[ast.AST]) -> Tuple[bool, bool]:
    """Run an assignment. One that may keep what its target holds, `a = b if test else a`, is run as the `if` that
    assigns only in the other case."""
    kept = _kept_otherwise(run, node) if node.value.__class__ in _CHOICES else None
    return (assignment.assign_statement(run, node, frame), False) if kept is None else _if(run, kept, frame, rest)


def _key(node: ast.expr) -> Optional[str]:
    return getattr(node, "id", None) or attribute_key(node)


@once()
def _kept_otherwise(run: Run, node: ast.Assign) -> Optional[ast.If]:
    """Return the `if` that an assignment which may keep what its target holds is run as; None for any other."""
    value, target = node.value, node.targets[0]
    key = _key(target)
    if len(node.targets) > 1 or key is None:
        return None
    sides: List[ast.expr] = []
    if isinstance(value, ast.IfExp):
        test, *sides = value.test, value.body, value.orelse
    elif isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or) and len(value.values) == 2:
        test, *sides = value.values[0], *value.values
    kept = [_key(side) == key for side in sides]
    if True not in kept:
        return None
    bodies: List[List[ast.stmt]] = [
        [] if keeps else [ast.copy_location(ast.Assign(targets=[target], value=side), node)]
        for side, keeps in zip(sides, kept)
    ]
    return ast.copy_location(ast.If(test=test, body=bodies[0], orelse=bodies[1]), node)


def _leave(run: Run, node: ast.AST, frame: Frame) -> bool:
    frame.leave_loop(node, run.here(frame))
    return False


# try, with


def _with(run: Run, node: ast.With, frame: Frame, rest: SequenceOf[ast.AST]) -> Tuple[bool, bool]:
    """Run a `with`. Return whether its end is reached, and whether `rest`, which follows, was already run."""
    suppressing = catching.suppressing(run, node, frame)
    if suppressing is not None:
        return catching.run_try(run, suppressing, frame, rest)
    return _with_managers(run, node, frame), False


def _with_managers(run: Run, node: ast.With, frame: Frame) -> bool:
    managers: List[Tuple[ast.expr, str]] = []
    objects: List[Tuple[ast.expr, Value]] = []
    for item in node.items:
        entered = item.context_expr
        value = run.evaluate(entered, frame)
        managers.extend((entered, name) for name in value.managers)
        value = value.managed
        objects.append((entered, value))
        value = value.enter(run, entered)
        if item.optional_vars is not None:
            assignment.assign(run, item.optional_vars, value, frame)
    made, following = run.identity(), run.mode_dependent
    with run.within(managers, frame):
        alive = run.execute(node.body, frame)
        for entered, value in objects[::-1]:
            run.special(entered, run.load(value), "__exit__", NONE, NONE, NONE)
    for entered, name in managers:
        if run.mode_dependent != following:
            run.note_mode_manager(entered, name)
        elif run.identity() > made + 1:
            run.emit(ModeManager(entered, name))
    return alive


# Simple statements


def _return(run: Run, node: ast.Return, frame: Frame) -> bool:
    value = NONE if node.value is None else run.variable(node.value, frame)
    return_value(run, node if node.value is None else node.value, value, frame)
    return False


def return_value(run: Run, node: ast.AST, value: Value, frame: Frame) -> None:
    """Record that the running function returns `value`."""
    if frame.configured:
        # The configuration decides which of several values is returned.
        value = with_conditional_origin(value)
    run.note_return(value if frame.entry else depending_on(value, frame.path), frame)
    if not frame.entry:
        return
    phases.note_result(run, node, value)


def _expression(run: Run, node: ast.Expr, frame: Frame) -> bool:
    frame.discard(node.value)
    run.evaluate(node.value, frame)
    return True


def _raise(run: Run, node: ast.Raise, frame: Frame) -> bool:
    raised: Value = UNKNOWN
    if node.exc is not None:
        with run.apart():  # an error is raised in both phases, whatever its message does with a tensor
            raised = run.evaluate(node.exc, frame)
    elif run.handling:
        raised = run.handling[-1]
    run.note_raised(raised)
    frame.reach_raise(node)
    return False


def _declaration(run: Run, node: Union[ast.Global, ast.Nonlocal], frame: Frame) -> bool:
    frame.scope.declare(node)
    return True


def _import(run: Run, node: Any, frame: Frame) -> bool:
    for name, dotted in imported_names(node).items():
        frame.scope.assign(name, run.imported(dotted))
    return True


def _function(run: Run, node: ast.FunctionDef, frame: Frame) -> bool:
    frame.scope.assign(node.name, functions.decorated(run, functions.define(run, node, frame)))
    return True


def _class(run: Run, node: ast.ClassDef, frame: Frame) -> bool:
    frame.scope.assign(node.name, names.defined_class(run, node))
    return True


#: Statements that may fork; one phase alone may reach the statements after them.
FORKING: Dict[type, Callable[[Run, Any, Frame, SequenceOf[ast.AST]], Tuple[bool, bool]]] = {
    ast.Assert: _assert,
    ast.Assign: _assignment,
    ast.If: _if,
    ast.Try: catching.run_try,
    TryStar: catching.run_try,
    ast.With: _with,
    ast.AsyncWith: _with,
}

_Handler = Callable[["Run", Any, Frame], bool]

HANDLERS: Dict[type, _Handler] = {
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.While: _while,
    ast.Return: _return,
    ast.Expr: _expression,
    ast.Raise: _raise,
    ast.AnnAssign: assignment.annotated_statement,
    ast.AugAssign: assignment.augmented_statement,
    ast.Delete: assignment.delete_statement,
    ast.Global: _declaration,
    ast.Nonlocal: _declaration,
    ast.Import: _import,
    ast.ImportFrom: _import,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Break: _leave,
    ast.Continue: _leave,
    Match: lambda run, node, frame: functions.execute(run, matching.chain_of(run, node), frame),
}
