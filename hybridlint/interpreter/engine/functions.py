"""Functions, methods and lambdas of the file: bind their arguments, and run them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence as SequenceOf, Tuple

from hybridlint import neighbours, overlays
from hybridlint.dataclass import replace
from hybridlint.interpreter.engine.frames import (
    DEEPEST_CALL,
    Frame,
    OutOfBudget,
    Propagates,
    Scope,
    Site,
    Trying,
    replacing,
)
from hybridlint.interpreter.engine.look_ups import once
from hybridlint.interpreter.engine.store import FUNCTIONS
from hybridlint.syntax import (
    FUNCTION_DEFS,
    FunctionDef,
    Parameter,
    is_abstract,
    last_part,
    own_nodes,
    parameters,
)
from hybridlint.values import (
    BOTTOM,
    UNANALYSED,
    UNKNOWN,
    UNTAINTED,
    Arguments,
    Block,
    Class,
    ContextManager,
    Function,
    Instance,
    Mapped,
    Memory,
    Operator,
    Partial,
    Plain,
    Self,
    Sequence,
    Taint,
    Tensor,
    Value,
    alternatives,
    join,
    join_all,
    taint_among,
    with_taint,
)

if TYPE_CHECKING:
    from hybridlint.interpreter import Run

_YIELDS = frozenset([ast.Yield, ast.YieldFrom])

#: Maximum depth of a recursion that no argument bounds, and of one that an argument may bound.
_DEEPEST_UNBOUNDED, _DEEPEST_BOUNDED = 3, 24
#: The most recursive calls of a function, which might otherwise be run thousands of times from nested loops; outside of
#: loops, those that are nested in one another do not count.
_MOST_RECURSIONS = 8

NO_ARGUMENTS = Arguments()


def define(run: Run, node: Any, frame: Frame) -> Function:
    """Return the function or lambda that `node` defines in a running function, and evaluate its defaults."""
    declared = parameters(node)
    defaults = tuple(
        (parameter.name, run.evaluate(parameter.default, frame))
        for parameter in (*declared.positional, *declared.keyword_only)
        if parameter.default is not None and not isinstance(parameter.default, ast.Constant)
    )
    return Function(node, id(node), frame.scope, None, frame.owner, defaults)


def call_function(run: Run, node: ast.AST, function: Function, arguments: Arguments, frame: Frame) -> Value:
    """Run a function, method or lambda of the file. Return its result."""
    other = run.constructing and function.bound is None and neighbours.file_of(function.node)
    if other and not run.follows_blocks:
        return UNANALYSED  # another file may build a whole network, for each file that imports it
    inner = _frame_of_call(run, node, function, arguments, frame)
    if inner is None:
        return BOTTOM if function.key in run.calling else UNKNOWN
    result = _run_in_frame(run, function, inner, frame)
    if isinstance(result, Plain) and result.taint.kind == "mode" and isinstance(node, ast.Call):
        # The caller tests the mode by the name of this function.
        result = replace(result, taint=replace(result.taint, words=f"`{run.code(node)}`", place=node))
    if _is_cached(run, function.node) and not taint_among(arguments.all()):
        return result.with_taint(UNTAINTED)
    return result


def _frame_of_call(run: Run, node: ast.AST, function: Function, arguments: Arguments, frame: Frame) -> Optional[Frame]:
    """Return a frame with the arguments of a call bound in it; None if the call would exceed the limits of depth."""
    if _too_deep(run, function, arguments, frame):
        run.attempt.uncounted = True
        return None
    if _is_cached(run, function.node):
        for value in arguments.all():
            value.hash(run, node)
    instance = function.bound.name if isinstance(function.bound, Self) else None
    if isinstance(function.bound, Block) and function.bound.local:
        instance = function.bound.type
    inner = Frame(
        Scope({}, function.scope, outlives_call=run.constructing),
        instance=instance or frame.instance,
        owner=function.owner,
        configured=frame.configured,
        loop_body=frame.loop_body,
        site=_site(run, node, function),
        caller=frame,
    )
    bound = Self(instance) if instance is not None and function.bound is not None else function.bound
    if bound is not None and parameters(function.node).positional:
        inner.receiver = parameters(function.node).positional[0].name
    bind(run, function.node, inner, bound, arguments, defaults=function.defaults)
    return inner


def _site(run: Run, node: ast.AST, function: Function) -> Optional[Site]:
    """Return the use of an overlay or of a function of another file that `node` calls, or of the one that makes this
    call; None for other functions."""
    name = overlays.name_of(function.node) or neighbours.file_of(function.node)
    traced = getattr(function.node, "name", "") == run.entry_method or neighbours.file_of(node) and run.site is None
    if not name or traced:
        return None  # what the traced method of a block of another file does is reported there
    return run.site or Site(node, name)


def _too_deep(run: Run, function: Function, arguments: Arguments, frame: Frame) -> bool:
    """Return whether a call exceeds the limits of nesting and recursion; if it is recursive, count it. Code that may
    not be reached for this reason is reported."""
    inside = run.calling.count(function.key)
    if len(run.calling) >= DEEPEST_CALL:
        run.note_limit(f"more than {DEEPEST_CALL} calls are nested")
        return True
    if not inside:
        return False
    # A recursion that counts down from a literal ends by itself.
    counted = any(_may_decrease(value) for value in arguments.all()) or isinstance(function.bound, Instance)
    deepest = _DEEPEST_BOUNDED if counted else _DEEPEST_UNBOUNDED
    run.attempt.recursions[function.key] += 1
    nested = inside if counted and not run.loops else 0
    branching = run.attempt.recursions[function.key] - nested > _MOST_RECURSIONS
    if inside <= deepest and not branching and not arguments.starred:
        return False
    if not branching and counted and any(map(_is_smaller, arguments.positional, _given_before(function, frame))):
        run.note_limit(f"`{function.node.name}` calls itself more than {inside} times")
    return True


def _given_before(function: Function, frame: Frame) -> List[Value]:
    """Return what the positional parameters of `function` stand for in `frame`, that of another call of it."""
    declared = [parameter.name for parameter in parameters(function.node).positional]
    return [frame.scope.names.get(name, UNKNOWN) for name in declared[function.bound is not None :]]


def _is_smaller(value: Value, before: Value) -> bool:
    """Return whether `value` is a number that is nearer to 0 than that `before` it, or a shorter list."""
    if value.integer is not None and before.integer is not None:
        return abs(value.integer) < abs(before.integer)
    first, second = (held.items for held in (value, before))
    return first is not None and second is not None and len(first) < len(second)


def _may_decrease(value: Value) -> bool:
    """Return whether an argument can bound a recursion: a literal number, a list of known length, or an object, which
    may refer to others."""
    return value.known and value.is_literal or isinstance(value, Instance) or value.items is not None


def _run_in_frame(run: Run, function: Function, inner: Frame, frame: Frame) -> Value:
    """Run the body of `function` in the frame `inner`; `frame` is that of its caller."""
    raised_before = len(run.trying[-1].raised) if run.trying else 0
    run.calling.append(function.key)
    run.called.add(function.key)
    outer, run.site = run.site, inner.site
    try:
        if isinstance(function.node, ast.Lambda):
            return run.variable(function.node.body, inner)
        alive = run_body(run, function.node.body, inner)
        if not alive and not inner.returns and not is_generator(run, function.node):
            caught = run.trying and len(run.trying[-1].raised) > raised_before
            if caught or _always_raises(run, function, inner):
                frame.raised = inner.raised
                raise Propagates
        if is_generator(run, function.node):
            return _result_of_generator(run, function.node, inner)
        if not inner.returns and (not alive or is_abstract(function.node)):
            return UNKNOWN  # a subclass implements it
        return inner.result()
    finally:
        run.calling.pop()
        run.site = outer


def run_entry(run: Run, function: Function, frame: Frame) -> bool:
    """Run the body of an entry point. Return whether its end is reached."""
    with replacing(run, calling=[*run.calling, function.key]):
        return run_body(run, function.node.body, frame)


def _always_raises(run: Run, function: Function, inner: Frame) -> bool:
    """Return whether the call of a function that has ended with a `raise` ends the block that calls it. A method that a
    subclass has to implement does not, nor what is called outside of blocks or in construction."""
    if inner.raised is None or run.trying or run.constructing or not run.suites:
        return False
    raising: Any = inner.raised
    error = raising.exc.func if isinstance(raising.exc, ast.Call) else raising.exc
    abstract = isinstance(error, ast.Name) and error.id == "NotImplementedError"
    return function.bound is None or not (abstract or is_abstract(function.node))


def execute(run: Run, block: SequenceOf[ast.AST], frame: Frame) -> bool:
    """Run statements in order. Return whether their end is reached. Raises Propagates if an exception leaves them for a
    `try` around."""
    run.suites += 1
    handlers, forking = run.statements, run.forking
    try:
        for position, statement in enumerate(block):
            run.spent += 1
            if run.spent > run.budget:
                raise OutOfBudget
            kind = statement.__class__
            if kind in handlers:
                if not handlers[kind](run, statement, frame):
                    return False
            elif kind in forking:
                alive, ran_rest = forking[kind](run, statement, frame, block[position + 1 :])
                if ran_rest or not alive:
                    return alive
    except Propagates:
        if run.trying:
            raise
        return False
    finally:
        run.suites -= 1
    return True


def attempt(run: Run, block: SequenceOf[ast.AST], attempted: Trying) -> bool:
    """Run the body of a `try`. Return whether its end is reached."""
    with replacing(run, raised_in_phase=None, trying=[*run.trying, attempted]):
        try:
            return execute(run, block, attempted.frame)
        except Propagates:
            return False


def variable(run: Run, node: ast.AST, frame: Frame) -> Value:
    """Return the value of the expression `node`, with all alternatives."""
    run.spent += 1
    if run.spent > run.budget:
        raise OutOfBudget
    return run.expressions[node.__class__](run, node, frame)  # type: ignore[no-any-return]


def run_body(run: Run, body: SequenceOf[ast.AST], frame: Frame) -> bool:
    """Run the body of a function. Return whether its end is reached."""
    alive = run.execute(body, frame)
    run.join_stores([run.attempt.store] * alive + [result.store for result in frame.returns])
    return alive


_PROPERTY = Class("builtins.property")


def decorated(run: Run, function: Function) -> Value:
    """Apply the decorators of a function that are of the file; ignore others."""
    if not isinstance(function.node, FUNCTION_DEFS) or not function.node.decorator_list:
        return function
    if function.scope is not None:
        return apply_decorators(run, function.node, function, function.scope)
    return _decorated_once(run, function)


@once(meanwhile=lambda function: function)
def _decorated_once(run: Run, function: Function) -> Value:
    return apply_decorators(run, function.node, function, None)


def apply_decorators(run: Run, node: Any, value: Value, scope: Optional[Scope]) -> Value:
    """Apply the decorators of `node`, a function or class, to `value`. Those of a method that change how it is read,
    such as `property`, are applied by the reader."""
    for decorator in reversed(node.decorator_list):
        frame = Frame(Scope({}, scope))
        with run.before_calls():
            applied = run.evaluate(decorator, frame)
            if isinstance(applied, (Function, Class, Instance)) and applied != _PROPERTY:
                made = run.call(node, applied, Arguments((value,)), frame)
                value = made if isinstance(made, (Function, Class, Instance)) else value
    return value


def bind(
    run: Run,
    node: Any,
    frame: Frame,
    bound: Optional[Value],
    arguments: Arguments,
    missing: Value = UNKNOWN,
    defaults: Tuple[Tuple[str, Value], ...] = (),
) -> None:
    """Bind the parameters of `node` in `frame` to `arguments`, and those not passed to their default or to `missing`.
    `bound` is the receiver of a method; `defaults` are those that its definition has evaluated."""
    declared, evaluated = parameters(node), dict(defaults)
    given = list(arguments.positional)
    if bound is not None:
        given.insert(0, bound)
    keywords: Dict[str, Value] = dict(arguments.keywords)
    spread = given.pop() if arguments.starred and not arguments.named_only and arguments.positional else None
    taken = given[: len(declared.positional)]
    for position, parameter in enumerate((*declared.positional, *declared.keyword_only)):
        name, by_name = parameter.name, position >= len(declared.positional)
        if position < len(taken):
            value = taken[position]
        elif name in keywords:
            value = keywords.pop(name)
        elif arguments.others is not None:
            value = _perhaps_named(run, parameter, frame, evaluated, arguments.others, None if by_name else spread)
        elif by_name:
            value = _default(run, parameter, frame, missing, evaluated)
        elif spread is not None and parameter.default is None:  # only the starred argument can supply it
            value = _any_element(run, spread)
        elif arguments.starred:
            value = UNKNOWN
        else:
            value = _default(run, parameter, frame, missing, evaluated)
        for alternative in () if run.constructing else alternatives(value):
            if alternative.of_input:
                run.attempt.bound_to[alternative.source].add(name)
        frame.scope.names[name] = value
    if declared.star is not None:
        rest = tuple(given[len(declared.positional) :]) + (() if spread is None else (spread,))
        sequence = Sequence("tuple", rest, identity=run.identity())
        if arguments.starred or not missing.is_unknown and not rest:
            sequence = Sequence("tuple", None, join_all(rest) if arguments.starred else UNKNOWN)
        frame.scope.names[declared.star.name] = sequence
    if declared.star_star is not None:
        element = (arguments.others or UNKNOWN) if arguments.starred or not missing.is_unknown else None
        frame.scope.names[declared.star_star.name] = Mapped(tuple(keywords.items()), element, run.identity())


def _perhaps_named(
    run: Run,
    parameter: Parameter,
    frame: Frame,
    evaluated: Dict[str, Value],
    others: Value,
    spread: Optional[Value] = None,
) -> Value:
    """Return the value of a parameter that `**kwargs` may supply, `*args`, or its default."""
    supplied = [others] if spread is None else [others, _any_element(run, spread)]
    if parameter.default is not None:
        supplied.append(_evaluated(run, parameter, parameter.default, frame, evaluated))
    return join_all(supplied)


def _any_element(run: Run, value: Value) -> Value:
    """Return an element of a sequence whose elements `value` summarizes."""
    if not isinstance(value, Tensor):
        return value
    memory = Memory(value.storage.addresses, (), True)
    return replace(value, identity=run.identity(), shape=None, memory=memory)


def _evaluated(run: Run, parameter: Parameter, default: ast.expr, frame: Frame, evaluated: Dict[str, Value]) -> Value:
    """Return the value of a default: that in `evaluated`, if the definition of the function was run."""
    known = evaluated.get(parameter.name)
    return run.evaluate(default, frame) if known is None else run.load(known)


def _default(run: Run, parameter: Parameter, frame: Frame, missing: Value, evaluated: Dict[str, Value]) -> Value:
    if parameter.default is None:
        return missing
    default = _evaluated(run, parameter, parameter.default, frame, evaluated)
    if missing.is_unknown:
        return _as_carried(run, parameter, default, frame)
    # In `__init__` callers may pass other values: a default gives the type at most, or one possible callee.
    if isinstance(default, (Function, Operator, Partial)):
        return join(Plain(), default)
    return (
        replace(missing, type=default.type, default=default.value)
        if isinstance(default, Plain) and isinstance(missing, Plain) and default.value is not None
        else missing
    )


def _as_carried(run: Run, parameter: Parameter, default: Value, frame: Frame) -> Value:
    """Return a default argument as a call finds it: it is evaluated once, so that changes in place survive."""
    if not has_mutable_default(parameter):
        return default
    name = parameter.name
    frame.scope.defaults.add(name)
    if (FUNCTIONS, name) in run.attempt.store.carried.varying:
        reason = Taint("carried", f"the default of `{name}`")
        return with_taint(default if isinstance(default, Sequence) else Plain(), reason)
    return default


def has_mutable_default(parameter: Parameter) -> bool:
    """Return whether the default of a parameter is a list, dict or set, which calls can change."""
    made = parameter.default
    called = getattr(getattr(made, "func", None), "id", "")
    return called in ("list", "dict", "set") or isinstance(made, (ast.List, ast.Dict, ast.Set))


def _is_cached(run: Run, node: Any) -> bool:
    """Return whether a function is memoized (`lru_cache`, `cache`): it hashes its arguments, and equal arguments give
    the same result in every call."""
    for decorator in node.decorator_list if isinstance(node, FUNCTION_DEFS) else ():
        if last_part(run.code(getattr(decorator, "func", decorator))) in ("lru_cache", "cache"):
            return True
    return False


def _result_of_generator(run: Run, node: FunctionDef, frame: Frame) -> Value:
    """Return the iterator or context manager that a call of a generator function returns. Its body runs at the call:
    what it does between two values is not known to happen later."""
    if any(last_part(run.code(decorator)) == "contextmanager" for decorator in node.decorator_list):
        return ContextManager(inside=tuple(frame.entered_at_yield), value=join_all(frame.yields))
    if frame.yields_vary or frame.returns:
        return Sequence("iterator", None, join_all(frame.yields), identity=run.identity())
    return Sequence("iterator", tuple(frame.yields), identity=run.identity())


@once()
def is_generator(run: Run, node: Any) -> bool:
    """Return whether a function is a generator function."""
    return not _YIELDS.isdisjoint([below.__class__ for below in own_nodes(node)])
