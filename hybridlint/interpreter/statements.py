"""Statements: assignment, branches, loops, `try`, `with`, `return`."""

from __future__ import annotations

import functools
from typing import Any, Callable, Dict, List, Optional, Tuple
from typing import Sequence as SequenceOf

import libcst as cst

from hybridlint.interpreter import (
    assignment,
    classes,
    conditions,
    exceptions,
    functions,
    iteration,
    names,
    narrowing,
    storing,
    type_tests,
)
from hybridlint.interpreter.learning import State
from hybridlint.interpreter.run import Frame, Point, Run
from hybridlint.joining import join_all, joined
from hybridlint.module import imported_names
from hybridlint.uses import (
    FrozenUse,
    LifeBranch,
    LifeValue,
    ModeManager,
    NamespaceUse,
    OperatorCall,
    Refusal,
    Returned,
    TruthTest,
    Use,
)
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Class,
    ContextManager,
    Function,
    Imported,
    Opaque,
    Plain,
    Tensor,
    TwoLives,
    Value,
    by_life,
    contains_tensor,
    perhaps_untouched,
    with_frozen,
)


def execute_body(run: Run, body: cst.BaseSuite, frame: Frame) -> bool:
    """Run a suite; whether what comes after it is reached."""
    return execute_block(run, body.body, frame)


def execute_block(run: Run, block: SequenceOf[cst.CSTNode], frame: Frame) -> bool:
    """Run statements in order; whether what comes after them is reached."""
    for position, statement in enumerate(block):
        run.spend()
        if isinstance(statement, cst.SimpleStatementLine):
            if not execute_block(run, statement.body, frame):
                return False
        elif isinstance(statement, cst.If):
            alive, took_the_rest = _if(run, statement, frame, block[position + 1 :])
            if took_the_rest or not alive:
                return alive
        else:
            handler = _HANDLERS.get(type(statement))
            if handler is not None and not handler(run, statement, frame):
                return False
    return True


# Branches


def _branch(run: Run, node: cst.If, frame: Frame, outcome: bool, configured: bool = False) -> Tuple[bool, Point]:
    """Run one side of an `if`; whether it goes on, and where it ends. The run itself stays where it was."""
    before = run.here(frame)
    frame.configured += configured
    narrowing.refine(run, node.test, frame, outcome)
    alive = True
    if outcome:
        alive = execute_body(run, node.body, frame)
    elif isinstance(node.orelse, cst.Else):
        alive = execute_body(run, node.orelse.body, frame)
    elif isinstance(node.orelse, cst.If):
        alive, _ = _if(run, node.orelse, frame, ())
    frame.configured -= configured
    after = run.here(frame)
    run.go_on_from(before, frame)
    return alive, after


def _if(run: Run, node: cst.If, frame: Frame, rest: SequenceOf[cst.CSTNode]) -> Tuple[bool, bool]:
    """Run an `if`. Returns whether what follows is reached, and whether `rest` was already run as its other side."""
    condition = conditions.test(run, node.test, frame, "if")
    if condition.certain:
        alive, after = _branch(run, node, frame, bool(condition.symbolic))
        run.go_on_from(after, frame)
        return alive, False
    if condition.by_life:
        return _if_by_life(run, node, frame, condition, rest)
    returned, left = len(frame.returns), len(frame.breaks) + len(frame.continues)
    then_alive, then = _branch(run, node, frame, True, condition.configured)
    else_alive, otherwise = _branch(run, node, frame, False, condition.configured)
    leaves = len(frame.breaks) + len(frame.continues) > left
    matters = leaves or _has_effect(frame, returned, then.names, otherwise.names)
    if condition.frozen and matters and _differ(_side(node, True), _side(node, False) or list(rest)):
        run.emit(FrozenUse(node.test, condition.frozen, "branch"))
    if then_alive and else_alive:
        after = then.joined(otherwise)
        if condition.configured:
            for name, value in after.names.items():
                one, other = then.names.get(name), otherwise.names.get(name)
                known = _configured(value, one, other)
                after.names[name] = narrowing.depending(run, node.test, frame, known, one, other)
        run.go_on_from(after, frame)
    else:
        run.go_on_from(then if then_alive else otherwise, frame)
        # What follows runs for one outcome of the test only, until the function ends.
        frame.configured += condition.configured
    return then_alive or else_alive, False


def _configured(value: Value, then: Optional[Value], otherwise: Optional[Value]) -> Value:
    """After a branch on configuration, what only one configuration leaves untouched counts as touched."""
    if isinstance(value, Tensor) and value.untouched:
        if not all(isinstance(side, Tensor) and side.untouched for side in (then, otherwise)):
            return perhaps_untouched(value)
    return value


def _has_effect(frame: Frame, returned: int, then_names: Dict[str, Value], else_names: Dict[str, Value]) -> bool:
    """Whether it matters for the result which of two branches ran."""
    if len(frame.returns) > returned:
        return True
    common = set(then_names) | set(else_names)
    return any(
        then_names.get(name) != else_names.get(name)
        for name in common
        if contains_tensor(then_names.get(name, UNKNOWN))
        or contains_tensor(else_names.get(name, UNKNOWN))
        or isinstance(then_names.get(name), Plain)
    )


def _if_by_life(
    run: Run, node: cst.If, frame: Frame, condition: conditions.Condition, rest: SequenceOf[cst.CSTNode]
) -> Tuple[bool, bool]:
    """An `if` whose sides belong to one life each."""
    before, returned = run.unknown_calls, len(frame.returns)
    with run.imperative_life() as stretch:
        entry, frame.entry = frame.entry, False
        imperative_alive, imperative = _branch(run, node, frame, bool(condition.imperative))
        frame.entry = entry
    imperative_returns = frame.returns[returned:]
    del frame.returns[returned:]
    symbolic_alive, symbolic = _branch(run, node, frame, bool(condition.symbolic))
    needed = run.unknown_calls != before or conditions.needs_guard(run, stretch.uses, *imperative_returns)
    imperative_code = _side(node, bool(condition.imperative))
    symbolic_code = _side(node, bool(condition.symbolic))
    refuses = _raises(symbolic_code)
    if refuses and (imperative_alive or imperative_returns):
        run.emit(Refusal(_last(symbolic_code)))
    if not symbolic_alive and imperative_alive:
        # What follows belongs to the imperative life alone.
        traced = len(frame.returns)
        with run.imperative_life() as later:
            run.go_on_from(imperative, frame)
            entry, frame.entry = frame.entry, False
            execute_block(run, rest, frame)
            frame.entry = entry
            end = run.here(frame)
        if refuses:
            # If a `try` catches it, the imperative life has gone on.
            run.go_on_from(end, frame)
            return False, True
        imperative_returns = frame.returns[traced:]
        del frame.returns[traced:]
        _merge_returns(frame, returned, imperative_returns, condition.reason)
        needed = needed or run.unknown_calls != before or run.breaks(later.uses)
        if imperative_returns and not needed and _differ(list(rest), symbolic_code):
            run.emit(LifeBranch(node.test, condition.reason))
        return False, True
    if not imperative_alive:
        symbolic_code = symbolic_code + list(rest) if not _returns(symbolic_code) else symbolic_code
        if imperative_returns and not needed and _differ(imperative_code, symbolic_code):
            run.emit(LifeBranch(node.test, condition.reason))
        run.go_on_from(symbolic, frame)
        took_the_rest = symbolic_alive and bool(imperative_returns)
        if took_the_rest:
            symbolic_alive = execute_block(run, rest, frame)
        if not symbolic_alive:
            _merge_returns(frame, returned, imperative_returns, condition.reason)
        return symbolic_alive, took_the_rest
    differs = _merge_lives(run, frame, imperative, symbolic, condition.reason)
    if differs and not needed and _differ(imperative_code, symbolic_code):
        run.emit(LifeBranch(node.test, condition.reason))
    return symbolic_alive, False


def _side(node: cst.If, outcome: bool) -> List[cst.CSTNode]:
    if outcome:
        return list(node.body.body)
    if isinstance(node.orelse, cst.Else):
        return list(node.orelse.body.body)
    return [node.orelse] if node.orelse is not None else []


def _differ(first: List[cst.CSTNode], second: List[cst.CSTNode]) -> bool:
    return len(first) != len(second) or not all(a.deep_equals(b) for a, b in zip(first, second))


def _raises(block: List[cst.CSTNode]) -> bool:
    return _ends_with(block, cst.Raise)


def _returns(block: List[cst.CSTNode]) -> bool:
    return _ends_with(block, cst.Return) or _raises(block)


def _ends_with(block: List[cst.CSTNode], kind: type) -> bool:
    return bool(block) and isinstance(_last(block), kind)


def _last(block: List[cst.CSTNode]) -> cst.CSTNode:
    """The last statement of a block that is not empty."""
    last = block[-1]
    return last.body[-1] if isinstance(last, cst.SimpleStatementLine) else last


def _merge_returns(frame: Frame, start: int, imperative: List[Value], reason: str) -> None:
    """Where both lives have returned, plain Python values are what each of them returned; those of the traced one begin
    at `start`."""
    symbolic = frame.returns[start:]
    if imperative and symbolic and not any(map(contains_tensor, imperative + symbolic)):
        one, other = join_all(imperative), join_all(symbolic)
        frame.returns[start:] = [other if one == other else TwoLives(one, other, reason, guard=True)]


def _merge_lives(run: Run, frame: Frame, imperative: Point, symbolic: Point, reason: str) -> bool:
    """Go on after both lives went their own way; whether a tensor among the names came out of different code."""
    merged: Dict[str, Value] = {}
    differs = False
    for name in {**imperative.names, **symbolic.names}:
        one, other = imperative.names.get(name), symbolic.names.get(name)
        if one is None or other is None or one == other:
            merged[name] = (
                other if other is not None else TwoLives(one, UNKNOWN, reason, True) if one is not None else UNKNOWN
            )
        elif contains_tensor(other):
            merged[name] = other
            differs = differs or contains_tensor(one)
        elif isinstance(one, TwoLives) or isinstance(other, TwoLives):
            merged[name] = UNKNOWN
        else:
            merged[name] = by_life(one, other, reason)
    run.go_on_from(Point(merged, storing.merge_lives(run, imperative.state, symbolic.state, reason)), frame)
    return differs


def _assert(run: Run, node: cst.Assert, frame: Frame) -> bool:
    condition = conditions.test(run, node.test, frame, "assert")
    if condition.by_life and condition.imperative:
        run.emit(Refusal(node))
    narrowing.refine(run, node.test, frame, True)
    return True


# Loops


def _for(run: Run, node: cst.For, frame: Frame) -> bool:
    values = iteration.iterate(run, node.iter, run.evaluate(node.iter, frame), "for")
    each = values.items
    if each is not None and len(each) * run.rounds <= iteration.UNROLLED**2 and len(each) <= iteration.UNROLLED:
        rounds: SequenceOf[Value] = each
        exact = True
    else:
        rounds, exact = (with_frozen(joined(values), values.frozen),) * 2, False
    outer, run.rounds = run.rounds, run.rounds * max(len(rounds), 1)
    try:
        return _loop(run, node, frame, rounds, exact)
    finally:
        run.rounds = outer


def _loop(run: Run, node: Any, frame: Frame, rounds: SequenceOf[Value], exact: bool) -> bool:
    outer, frame.breaks, frame.continues = (frame.breaks, frame.continues), [], []
    run.loops += 0 if exact else 1
    run.attempt.uncounted = run.attempt.uncounted or not exact
    after_rounds: List[Point] = []
    alive = True
    for value in rounds:
        if isinstance(node, cst.For):
            assignment.assign(run, node.target, value, frame)
        alive = execute_body(run, node.body, frame)
        ends = [run.here(frame)] * alive + frame.continues
        frame.continues = []
        if not ends:
            break
        alive = True
        run.go_on_from(functools.reduce(Point.joined, ends), frame)
        after_rounds.append(run.here(frame))
    left = frame.breaks
    frame.breaks, frame.continues = outer
    run.loops -= 0 if exact else 1
    runs_out = alive or not exact or not rounds
    if not exact and after_rounds:
        run.go_on_from(functools.reduce(Point.joined, after_rounds[-2:]), frame)
    if node.orelse is not None and runs_out:
        runs_out = execute_body(run, node.orelse.body, frame)
    if left:
        run.go_on_from(functools.reduce(Point.joined, [run.here(frame)] * runs_out + left), frame)
    return runs_out or bool(left)


def _while(run: Run, node: cst.While, frame: Frame) -> bool:
    condition = conditions.test(run, node.test, frame, "while")
    if condition.frozen:
        run.emit(FrozenUse(node.test, condition.frozen, "branch"))
    return _loop(run, node, frame, (UNKNOWN, UNKNOWN), exact=False)


def _leave(run: Run, node: cst.CSTNode, frame: Frame) -> bool:
    (frame.breaks if isinstance(node, cst.Break) else frame.continues).append(run.here(frame))
    return False


# try, with


def _try(run: Run, node: Any, frame: Frame) -> bool:
    before, returned, left = run.here(frame), len(frame.returns), len(run.attempt.returned)
    with run.apart() as body:
        alive = execute_body(run, node.body, frame)
        after_body, body_returns = run.here(frame), frame.returns[returned:]
    fails = [use for use in body.uses if run.judge(use) == "raises"]
    catching = [handler for handler in node.handlers if fails and _catches(run, handler, fails[0])]
    if not (fails and catching):
        run.resume(body)
        _unlikely(run, node, frame, before)
        run.go_on_from(after_body, frame)
        if alive and node.orelse is not None:
            alive = execute_body(run, node.orelse.body, frame)
        return _finally(run, node, frame, alive, left)
    run.release([use for use in body.uses if run.judge(use) == "silent"])
    del frame.returns[returned:]
    otherwise = None
    if alive and node.orelse is not None:  # which the imperative life alone reaches
        with run.apart() as otherwise:
            run.go_on_from(after_body, frame)
            execute_body(run, node.orelse.body, frame)
            after_body = run.here(frame)
        del frame.returns[returned:]
    run.go_on_from(before, frame)
    handler = catching[0]
    handler_alive = execute_body(run, handler.body, frame)
    reason = f"try: … except: {run.code(fails[0].node)}"
    goes_on = handler_alive or len(frame.returns) > returned
    # What stands in for a function that `mx.sym` lacks is meant to do the same.
    lacking = isinstance(fails[0], (NamespaceUse, OperatorCall))
    if body_returns and goes_on and not lacking and contains_tensor(join_all(body_returns)):
        run.emit(LifeBranch(fails[0].node, reason))
    _merge_returns(frame, returned, body_returns, reason)
    differs = _merge_lives(run, frame, after_body, run.here(frame), reason)
    imperative_code = _beside_failure(node, fails[0])
    needed = run.breaks([use for use in (body if otherwise is None else otherwise).uses if use is not fails[0]])
    if differs and imperative_code and not lacking and not needed and _differ(imperative_code, list(handler.body.body)):
        run.emit(LifeBranch(fails[0].node, reason))
    return _finally(run, node, frame, handler_alive or alive, left)


def _beside_failure(node: Any, failing: Use) -> List[cst.CSTNode]:
    """What the imperative life alone runs, and that fails in none: `else`, or what a `raise` keeps from the other."""
    if node.orelse is not None:
        return list(node.orelse.body.body)
    return list(node.body.body) if isinstance(failing, Refusal) else []


def _unlikely(run: Run, node: Any, frame: Frame, before: Point) -> None:
    """Handlers of failures that do not come from tracing: looked at, but nothing they leave or return is held against
    them."""
    for handler in node.handlers:
        with run.apart() as stretch:
            frame.scope.names = dict(before.names)
            if handler.name is not None:
                assignment.assign(run, handler.name.name, Opaque(), frame)
            frame.unlikely += 1
            execute_body(run, handler.body, frame)
            frame.unlikely -= 1
        run.release(stretch.uses)


def _catches(run: Run, handler: Any, use: Use) -> bool:
    return handler.type is None or bool(exceptions.raised(run, use) & set(type_tests.class_names(handler.type)))


def _finally(run: Run, node: Any, frame: Frame, alive: bool, left: int) -> bool:
    """Run `finally`, which every `return` before it passes by: those after the first `left` ones of the function."""
    if node.finalbody is None:
        return alive
    returned = run.attempt.returned[left:]
    del run.attempt.returned[left:]
    if returned:
        run.attempt.state = functools.reduce(State.joined, [run.attempt.state] * alive + returned)
    ends = execute_body(run, node.finalbody.body, frame)
    run.attempt.returned += [run.attempt.state.copy()] * bool(returned)
    return ends and alive


def _with(run: Run, node: cst.With, frame: Frame) -> bool:
    suppressed = [name for item in node.items for name in _suppressed(run, item, frame)]
    if suppressed:
        return _suppressing(run, node, frame, suppressed)
    managers: List[Tuple[cst.WithItem, str]] = []
    for item in node.items:
        value = run.evaluate(item.item, frame)
        if isinstance(value, ContextManager):
            managers.extend((item, name) for name in (value.name, *value.inside) if name)
            value = value.value
        value = classes.special(run, item.item, value, "__enter__") or value
        if item.asname is not None:
            assignment.assign(run, item.asname.name, value, frame)
    pauses = [item.item for item, name in managers if name == "mxnet.autograd.pause"]
    made, following = run.identity(), run.following_mode
    run.pauses.extend(pauses)
    frame.entered.extend(name for _, name in managers)
    alive = execute_body(run, node.body, frame)
    del run.pauses[len(run.pauses) - len(pauses) :]
    del frame.entered[len(frame.entered) - len(managers) :]
    for item, name in managers:
        if run.following_mode != following:
            run.emit(ModeManager(item.item, name, "mode"))
            run.pauses_reported.append(item.item)
        elif run.identity() > made + 1:
            run.emit(ModeManager(item.item, name))
    return alive


def _suppressed(run: Run, item: cst.WithItem, frame: Frame) -> List[str]:
    """The exceptions that `contextlib.suppress` is given."""
    if not isinstance(item.item, cst.Call):
        return []
    if run.evaluate(item.item.func, frame) != Imported("contextlib.suppress"):
        return []
    return [name for argument in item.item.args for name in type_tests.class_names(argument.value)]


def _suppressing(run: Run, node: cst.With, frame: Frame, suppressed: List[str]) -> bool:
    """The body of `with suppress(AttributeError):`, which the traced life leaves where it fails."""
    before = run.here(frame)
    with run.apart() as body:
        alive = execute_body(run, node.body, frame)
        after_body = run.here(frame)
    fails = [use for use in body.uses if run.judge(use) == "raises"]
    if not (fails and exceptions.raised(run, fails[0]) & set(suppressed)):
        run.resume(body)
        return alive
    run.release([use for use in body.uses if run.judge(use) == "silent"])
    _merge_lives(run, frame, after_body, before, f"suppress: {run.code(fails[0].node)}")
    return True


# Simple statements


def _return(run: Run, node: cst.Return, frame: Frame) -> bool:
    value = NONE if node.value is None else run.evaluate(node.value, frame)
    give_back(run, node if node.value is None else node.value, value, frame)
    return False


def give_back(run: Run, node: cst.CSTNode, value: Value, frame: Frame) -> None:
    """Note that the running function returns `value`."""
    if frame.unlikely:
        return
    if frame.configured:
        # Which of several values comes back, the configuration decides.
        value = perhaps_untouched(value)
    frame.returns.append(value)
    run.attempt.returned.append(run.attempt.state.copy())
    if not frame.entry:
        return
    run.note_frozen(node, value, "result")
    run.note_loop_rows(node, value)
    if isinstance(value, TwoLives):
        run.emit(LifeValue(node, value.reason))
        return
    run.let_go([value])
    if not run.entry.inner:
        run.emit(Returned(node, value, run.makes_few_operators()))


def _expression(run: Run, node: cst.Expr, frame: Frame) -> bool:
    frame.discarding = node.value
    run.evaluate(node.value, frame)
    return True


def _raise(run: Run, node: cst.Raise, frame: Frame) -> bool:
    if node.exc is not None:
        with run.apart():  # whatever its text asks of a tensor, an error is raised in both lives
            run.evaluate(node.exc, frame)
    return False


def _global(run: Run, node: cst.Global, frame: Frame) -> bool:
    for item in node.names:
        frame.scope.globals.add(item.name.value)
    return True


def _import(run: Run, node: Any, frame: Frame) -> bool:
    for name, dotted in imported_names(node).items():
        frame.scope.names[name] = names.imported(dotted)
    return True


def _function(run: Run, node: cst.FunctionDef, frame: Frame) -> bool:
    function = Function(node, id(node), frame.scope, None, frame.owner)
    frame.scope.names[node.name.value] = functions.decorated(run, function)
    return True


def _class(run: Run, node: cst.ClassDef, frame: Frame) -> bool:
    frame.scope.names[node.name.value] = Class(run.module.class_key(node))
    return True


def _match(run: Run, node: cst.Match, frame: Frame) -> bool:
    subject = run.evaluate(node.subject, frame)
    if isinstance(subject, Tensor):
        run.emit(TruthTest(node.subject, subject, "match"))
    before = run.here(frame)
    ends = [before]
    for case in node.cases:
        run.go_on_from(Point(dict(before.names), before.state.copy()), frame)
        if execute_body(run, case.body, frame):
            ends.append(run.here(frame))
    run.go_on_from(functools.reduce(Point.joined, ends), frame)
    return True


_Handler = Callable[[Run, Any, Frame], bool]

_HANDLERS: Dict[type, _Handler] = {
    cst.For: _for,
    cst.While: _while,
    cst.Try: _try,
    cst.TryStar: _try,
    cst.With: _with,
    cst.Return: _return,
    cst.Expr: _expression,
    cst.Raise: _raise,
    cst.Assert: _assert,
    cst.Assign: assignment.assign_statement,
    cst.AnnAssign: assignment.annotated_statement,
    cst.AugAssign: assignment.augmented_statement,
    cst.Del: assignment.delete_statement,
    cst.Global: _global,
    cst.Nonlocal: lambda run, node, frame: _nonlocal(node, frame),
    cst.Import: _import,
    cst.ImportFrom: _import,
    cst.FunctionDef: _function,
    cst.ClassDef: _class,
    cst.Break: _leave,
    cst.Continue: _leave,
    cst.Match: _match,
}


def _nonlocal(node: cst.Nonlocal, frame: Frame) -> bool:
    for item in node.names:
        frame.scope.nonlocals.add(item.name.value)
    return True
