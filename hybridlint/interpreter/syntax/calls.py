"""Calls of functions and methods of the file, of blocks, of operators and of everything else."""

from __future__ import annotations

import ast
from typing import Any, Callable, Dict, List, Optional, Tuple

from hybridlint import gluon, neighbours
from hybridlint.events import HybridizeCall, PhaseBranch
from hybridlint.interpreter.engine.frames import Frame
from hybridlint.interpreter.engine.run import Run
from hybridlint.interpreter.library import (
    attributes,
    blocks,
    builtin_functions,
    external,
    methods,
    objects,
    operators,
)
from hybridlint.interpreter.lifecycle import classes, construction
from hybridlint.interpreter.syntax import conditions, functions, iteration, names
from hybridlint.queries import same_work
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Arguments,
    Block,
    BoundMethod,
    Class,
    Function,
    Imported,
    Instance,
    Mapped,
    NamedTupleClass,
    Namespace,
    Opaque,
    Operator,
    ParameterDict,
    Partial,
    Phased,
    Plain,
    Self,
    Sequence,
    Super,
    Tensor,
    Unknown,
    Value,
    Variable,
    contains_tensor,
    operations,
)
from hybridlint.values.changes import Change
from hybridlint.values.lattice import join_all
from hybridlint.values.operands import callee_of, operand

#: Methods of lists and dicts that do not read the contents, with the change that each makes.
_CHANGES = {**dict.fromkeys(["append", "appendleft", "extend", "insert"], Change.GROWN), "clear": Change.SET}


def call(run: Run, node: ast.Call, frame: Frame) -> Value:
    """Evaluate a call expression."""
    spread = _spread_by_phase(run, node, frame)
    if spread is not None:
        return _call_by_phase(run, node, frame, *spread)
    discarded = frame.discarding is node
    if isinstance(node.func, ast.Attribute):
        name = node.func.attr
        if discarded and name in _CHANGES:
            run.attempt.changing = node.func.value, _CHANGES[name]
        receiver = run.evaluate(node.func.value, frame)
        run.attempt.changing = None, None
        refined = attributes.refined(node.func, frame)
        if name == "hybridize" and isinstance(receiver, (Unknown, Imported)):
            of_mxnet = isinstance(receiver, Imported) and receiver.name.startswith("mxnet.")
            run.emit(HybridizeCall(node, arguments_of(run, node, frame), of_mxnet))
            return UNKNOWN
        if name == "collect_params" and isinstance(receiver, (Unknown, Plain)):
            return ParameterDict()  # only blocks have this method
        if isinstance(receiver, Tensor):
            arguments = arguments_of(run, node, frame)
            if name in operations.OF_METHOD and len(arguments.positional) == 1:
                symbol, reflected = operations.OF_METHOD[name]
                sides = (receiver, arguments.positional[0])[:: -1 if reflected else 1]
                return run.binary(node, symbol, *sides)
            if name == "__getitem__" and len(arguments.positional) == 1:
                return run.item(node, receiver, arguments.positional[0], frame)
            if name in ("__len__", "__iter__", "__bool__", "__hash__"):
                return builtin_functions.call(run, node, name.strip("_"), arguments.after(receiver), frame)
            result = operators.call_method(run, node, receiver, name, arguments, frame, discarded)
            if run.api.method(name) is None and run.api.np_method(name) is None:
                _forget(node.func.value, frame)
            return result
        if refined is not None:
            callee = refined
        elif methods.handles(receiver):
            read = run.variable if isinstance(receiver, (Super, Instance)) else run.evaluate
            return methods.call_method(run, node, receiver, name, arguments_of(run, node, frame, read), frame)
        else:
            callee = run.attribute(node.func, frame, receiver, name, called=True)
            if isinstance(receiver, Self) and (isinstance(callee, Unknown) or callee == Plain()):
                return _stored_callable(run, node, receiver, name, frame)
    else:
        callee = run.variable(node.func, frame)
        if not _is_choice_of_blocks(callee):
            callee = operand(callee)
    if isinstance(callee, Imported) and callee.name == "builtins.super":
        return _super(run, frame)
    # Code of the file gets all alternatives, which its own tests may distinguish; so do type tests.
    of_file = isinstance(callee, (Function, Block, Self, Class, Instance)) or builtin_functions.is_type_test(callee)
    arguments = arguments_of(run, node, frame, run.variable if of_file else run.evaluate)
    if isinstance(node.func, ast.Attribute) and isinstance(receiver, (Opaque, Unknown)):
        external.note_written_by(run, node, node.func.attr, arguments)
    return call_value(run, node, callee, arguments, frame, discarded)


def _is_choice_of_blocks(callee: Value) -> bool:
    """Return whether `callee` is one of several blocks, or None."""
    others = [option for option in callee.values if option != NONE] if isinstance(callee, Variable) else []
    return len(others) > 1 and all(isinstance(option, Block) for option in others)


def _spread_by_phase(run: Run, node: ast.Call, frame: Frame) -> Optional[Tuple[str, Phased]]:
    """Return the name and the value of a list or dict whose elements become arguments (`f(*a, **b)`) and differ between
    the phases; None if there is none. All are constants: a context and the like may be needed in one phase alone."""
    spread = [argument.value for argument in node.args if argument.__class__ is ast.Starred]
    spread += [keyword.value for keyword in node.keywords if keyword.arg is None]
    for argument in spread:
        title = argument.id if isinstance(argument, ast.Name) else ""
        value = frame.scope.names.get(title)
        if isinstance(value, Phased) and _holds_constants(value.imperative) and _holds_constants(value.symbolic):
            return title, value
    return None


def _holds_constants(value: Value) -> bool:
    """Return whether `value` is a list or dict of known constants."""
    if isinstance(value, Mapped):
        return value.element is None and all(isinstance(item, Plain) and item.known for _, item in value.entries)
    items = value.items if isinstance(value, Sequence) else None
    return items is not None and all(isinstance(item, Plain) and item.known for item in items)


def _call_by_phase(run: Run, node: ast.Call, frame: Frame, title: str, given: Phased) -> Value:
    """Evaluate a call in each phase, with the value that the name `title` has there."""

    def with_side(side: Value) -> Value:
        frame.scope.names[title] = side
        return call(run, node, frame)

    imperative, symbolic = run.in_each_phase(with_side, given, node=node)
    frame.scope.names[title] = given
    return run.of_sides(node, imperative, symbolic, given)


def _forget(receiver: ast.AST, frame: Frame) -> None:
    """Forget the value of the name `receiver`: a method that no array has was called on it, as in `weight.data()`."""
    scope = frame.scope.find(receiver.id) if isinstance(receiver, ast.Name) else None
    if scope is not None and isinstance(receiver, ast.Name):
        scope.names[receiver.id] = UNKNOWN


def _stored_callable(run: Run, node: ast.Call, receiver: Self, name: str, frame: Frame) -> Value:
    """Evaluate a call of an attribute of `self` whose value `__init__` takes from unknown code. Most likely it is a
    block, or a function like one."""
    arguments = arguments_of(run, node, frame)
    result = call_value(run, node, UNKNOWN, arguments, frame)
    given = list(arguments.all())
    if name in construction.attributes(run, receiver.name) and given and isinstance(given[0], Tensor):
        return blocks.recorded_output(run, node, frame) or run.of_unknown_block(node, given)
    return result


def _super(run: Run, frame: Frame) -> Value:
    if frame.owner is None:
        return UNKNOWN
    receiver = run.load(frame.scope.names.get(frame.receiver, UNKNOWN))
    if isinstance(receiver, (Instance, Class)):
        return Super(frame.owner, receiver.name, receiver)
    if classes.owner_of(receiver):
        return Super(frame.owner, classes.owner_of(receiver), receiver)
    return UNKNOWN if frame.instance is None else Super(frame.owner, frame.instance)


def arguments_of(
    run: Run, node: ast.Call, frame: Frame, read: Optional[Callable[[ast.AST, Frame], Value]] = None
) -> Arguments:
    """Evaluate the arguments of a call, each by `read`, which is `run.evaluate` by default."""
    read = read or run.evaluate
    given, placed = iteration.spread(run, node.args, frame, read)
    keywords: List[Any] = []
    others: Optional[Value] = None
    spread = starred = placed < len(given)
    for argument in node.keywords:
        if argument.arg is not None:
            keywords.append((argument.arg, read(argument.value, frame)))
        else:
            value = run.evaluate(argument.value, frame)
            if isinstance(value, Mapped):
                keywords.extend((key, item) for key, item in value.entries if isinstance(key, str))
                others = value.element
            starred = starred or not isinstance(value, Mapped) or value.element is not None
    if spread:
        given[placed:] = [operand(join_all(given[placed:]))]
    return Arguments(tuple(given), tuple(keywords), starred, named_only=not spread, others=others)


def call_value(
    run: Run, node: ast.Call, callee: Value, arguments: Arguments, frame: Frame, discarded: bool = False
) -> Value:
    """Evaluate `callee(arguments)`. `discarded` if the result is not used."""
    callee = callee_of(callee)
    handler = _HANDLERS.get(type(callee), _of_other)
    return handler(run, node, callee, arguments, frame, discarded)


def _of_operator(
    run: Run, node: ast.Call, callee: Operator, arguments: Arguments, frame: Frame, discarded: bool
) -> Value:
    return operators.call_operator(run, node, callee, arguments, frame, discarded)


def _of_function(
    run: Run, node: ast.Call, callee: Function, arguments: Arguments, frame: Frame, discarded: bool
) -> Value:
    return functions.call_function(run, node, callee, arguments, frame)


def _of_bound_method(
    run: Run, node: ast.Call, callee: BoundMethod, arguments: Arguments, frame: Frame, discarded: bool
) -> Value:
    if isinstance(callee.receiver, Tensor):
        return operators.call_method(run, node, callee.receiver, callee.name, arguments, frame, discarded)
    return methods.call_method(run, node, callee.receiver, callee.name, arguments, frame)


def _of_variable(
    run: Run, node: ast.Call, callee: Variable, arguments: Arguments, frame: Frame, discarded: bool
) -> Value:
    """Call each alternative that accepts the arguments."""
    fitting = [
        option
        for option in callee.values
        if option != NONE and not (isinstance(option, Function) and not functions.accepts(option, arguments))
    ]
    frame.configured += 1
    results = [call_value(run, node, option, arguments, frame, discarded) for option in fitting]
    frame.configured -= 1
    return join_all(results)


def _of_block(run: Run, node: ast.Call, callee: Block, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
    return blocks.call_block(run, node, callee, arguments, frame)


def _of_self(run: Run, node: ast.Call, callee: Self, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
    return blocks.call_block(run, node, Block(callee.name, True, True), arguments, frame)


def _of_imported(
    run: Run, node: ast.Call, callee: Imported, arguments: Arguments, frame: Frame, discarded: bool
) -> Value:
    if gluon.is_block(callee.name):
        return blocks.make(run, node, callee.name, False, arguments)
    if callee.name.startswith("builtins."):
        receiver, name = arguments.get(0, "self"), names.last(callee.name)
        if callee.name.count(".") == 2 and isinstance(receiver, (Mapped, Sequence)) and name != "fromkeys":
            return methods.call_method(run, node, receiver, name, arguments.rest(), frame)  # `list.append(items, x)`
        return builtin_functions.call(run, node, names.last(callee.name), arguments, frame)
    return external.call(run, node, callee.name, arguments, frame)


def _of_phased(run: Run, node: ast.Call, callee: Phased, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
    """Call what each phase calls. Different tensors diverge, unless only one of the calls is possible in a graph."""
    before = run.unknown_calls
    with run.imperative_phase() as stretch:
        imperative = call_value(run, node, callee.imperative, arguments, frame, discarded)
    needed = run.unknown_calls != before or conditions.needs_guard(run, stretch.events, imperative)
    symbolic = call_value(run, node, callee.symbolic, arguments, frame, discarded)
    needed = needed or same_work(imperative, symbolic)
    if contains_tensor(symbolic) and contains_tensor(imperative) and not needed:
        run.emit_if_live(PhaseBranch(node, callee.reason), [symbolic])
    if contains_tensor(symbolic) or imperative == symbolic or isinstance(symbolic, Unknown):
        return symbolic
    return Phased(imperative, symbolic, callee.reason, callee.guard)


def _of_object(
    run: Run, node: ast.Call, callee: Instance, arguments: Arguments, frame: Frame, discarded: bool
) -> Value:
    return objects.call_method(run, node, callee, "__call__", arguments, frame)


def _of_partial(
    run: Run, node: ast.Call, callee: Partial, arguments: Arguments, frame: Frame, discarded: bool
) -> Value:
    given: Arguments = callee.arguments
    named = {**dict(given.keywords), **dict(arguments.keywords)}
    together = Arguments(given.positional + arguments.positional, tuple(named.items()), arguments.starred)
    return call_value(run, node, callee.callee, together, frame, discarded)


def _of_named_tuple(
    run: Run, node: ast.Call, callee: NamedTupleClass, arguments: Arguments, frame: Frame, discarded: bool
) -> Value:
    return objects.make_named_tuple(run, "", callee, arguments, frame)


def _of_other(run: Run, node: ast.Call, callee: Value, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
    """Evaluate a call of an unknown function, to which the arguments escape."""
    if any(map(contains_tensor, arguments.all())):
        run.note_taint(node, callee, "index")  # the taint decides which function is called
    if any(contains_tensor(value) or isinstance(value, Namespace) for value in arguments.all()):
        run.unknown_call(*arguments.all())
    if isinstance(callee, Opaque) and callee.taint:
        return Plain(taint=callee.taint)
    return run.of_unknown_call(node, arguments.all())


def _of_class(run: Run, node: ast.Call, callee: Class, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
    """Return a new instance of a class of the file, or of a plain one of another file."""
    if neighbours.is_key(callee.name) and not classes.is_plain(run, callee.name):
        return run.call(node, Imported(callee.name), arguments, frame)
    if classes.is_block(run, callee.name) or (
        classes.find_method(run, callee.name, "hybrid_forward") and classes.is_hybrid(run, callee.name) is not False
    ):
        return blocks.make(run, node, callee.name, True, arguments)
    fields = [base.name for base in classes.foreign_bases(run, callee.name) if isinstance(base, Imported)]
    if "mxnet.autograd.Function" in fields:
        return Imported("mxnet.autograd.Function")
    for base in classes.foreign_bases(run, callee.name):
        if isinstance(base, NamedTupleClass):
            return objects.make_named_tuple(run, callee.name, base, arguments, frame)
    if any(names.last(field) == "NamedTuple" for field in fields):
        return objects.make_named_tuple(run, callee.name, NamedTupleClass(), arguments, frame)
    made = objects.make(run, node, callee.name, arguments, frame)
    if made == UNKNOWN and any(contains_tensor(value) for value in arguments.all()):
        run.unknown_call(*arguments.all())
    return made


#: Class of the callee → handler.
_HANDLERS: Dict[type, Callable[[Run, ast.Call, Any, Arguments, Frame, bool], Value]] = {
    Operator: _of_operator,
    Function: _of_function,
    BoundMethod: _of_bound_method,
    Variable: _of_variable,
    Block: _of_block,
    Self: _of_self,
    Class: _of_class,
    Imported: _of_imported,
    Phased: _of_phased,
    Instance: _of_object,
    Partial: _of_partial,
    NamedTupleClass: _of_named_tuple,
}
