"""Calls: of functions and methods of the file, of blocks, of operators and of everything else."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List, Optional

import libcst as cst

from hybridlint import gluon
from hybridlint.interpreter import (
    blocks,
    expressions,
    library,
    methods,
    names,
    objects,
    operators,
    statements,
    subscripts,
)
from hybridlint.interpreter.run import DEEPEST_CALL, Evidence, Frame, Run, Scope
from hybridlint.module import nodes_below
from hybridlint.uses import Arguments, Hashing, HybridizeCall
from hybridlint.values import (
    UNKNOWN,
    Block,
    BoundMethod,
    Class,
    Function,
    Imported,
    Instance,
    Mapped,
    Namespace,
    Opaque,
    Operator,
    Partial,
    Plain,
    Self,
    Sequence,
    Super,
    Tensor,
    TwoLives,
    Unknown,
    Value,
    contains_tensor,
)

NO_ARGUMENTS = Arguments()


def call(run: Run, node: cst.Call, frame: Frame) -> Value:
    """The value of a call expression."""
    discarded = frame.discarding is node
    if isinstance(node.func, cst.Attribute):
        receiver = expressions.evaluate(run, node.func.value, frame)
        name = node.func.attr.value
        refined = names.refined_attribute(node.func, frame)
        if name == "hybridize" and isinstance(receiver, (Unknown, Imported)):
            run.emit(HybridizeCall(node, arguments_of(run, node, frame)))
            return UNKNOWN
        if isinstance(receiver, Tensor):
            arguments = arguments_of(run, node, frame)
            if name == "__getitem__" and len(arguments.positional) == 1:
                return subscripts.subscript(run, node, receiver, arguments.positional[0], frame)
            if name in ("__len__", "__iter__", "__bool__", "__hash__"):
                return library.call(run, node, f"builtins.{name.strip('_')}", arguments.after(receiver), frame)
            result = operators.call_method(run, node, receiver, name, arguments, discarded)
            if run.api.method(name) is None and run.api.np_method(name) is None:
                _forget(node.func.value, frame)
            return result
        if refined is not None:
            callee = refined
        elif methods.handles(receiver):
            return methods.call_method(run, node, receiver, name, arguments_of(run, node, frame), frame)
        else:
            callee = expressions.attribute(run, node.func, frame, receiver, name, called=True)
            if isinstance(receiver, Self) and (isinstance(callee, Unknown) or callee == Plain()):
                return _kept_callable(run, node, receiver, name, frame)
    else:
        callee = expressions.evaluate(run, node.func, frame)
    if isinstance(callee, Imported) and callee.name == "builtins.super":
        return _super(frame)
    return call_value(run, node, callee, arguments_of(run, node, frame), frame, discarded)


def _forget(receiver: cst.CSTNode, frame: Frame) -> None:
    """After a method that no array has, `weight.data()` say, was called: it is something else after all."""
    scope = frame.scope.find(receiver.value) if isinstance(receiver, cst.Name) else None
    if scope is not None and isinstance(receiver, cst.Name):
        scope.names[receiver.value] = UNKNOWN


def _kept_callable(run: Run, node: cst.Call, receiver: Self, name: str, frame: Frame) -> Value:
    """A call of something that `__init__` put on `self`, made of what this file does not tell: most likely a block, or
    a function like one."""
    arguments = arguments_of(run, node, frame)
    result = call_value(run, node, UNKNOWN, arguments, frame)
    given = list(arguments.all())
    if name in blocks.attributes(run, receiver.name) and given and isinstance(given[0], Tensor):
        return run.fresh(description=f"the output of `{run.code(node)}`", certain=False, outputs=None)
    return result


def _super(frame: Frame) -> Value:
    if frame.owner is None or frame.instance is None:
        return UNKNOWN
    return Super(frame.owner, frame.instance)


def arguments_of(run: Run, node: cst.Call, frame: Frame) -> Arguments:
    """The evaluated arguments of a call."""
    positional = [argument for argument in node.args if argument.keyword is None and argument.star != "**"]
    given = expressions.display(run, "tuple", positional, frame)
    keywords: List[Any] = []
    starred = given.items is None
    for argument in node.args:
        if argument.keyword is not None:
            keywords.append((argument.keyword.value, expressions.evaluate(run, argument.value, frame)))
        elif argument.star == "**":
            value = expressions.evaluate(run, argument.value, frame)
            if isinstance(value, Mapped):
                keywords.extend((key, item) for key, item in value.entries if isinstance(key, str))
            starred = starred or not isinstance(value, Mapped) or value.element is not None
    positions = given.items if given.items is not None else (given.element,)
    return Arguments(positions, tuple(keywords), starred, named_only=given.items is not None)


def call_value(
    run: Run, node: cst.Call, callee: Value, arguments: Arguments, frame: Frame, discarded: bool = False
) -> Value:
    """`callee(arguments)`."""
    if isinstance(callee, Operator):
        return operators.call_operator(run, node, callee, arguments, frame, discarded)
    if isinstance(callee, Function):
        return call_function(run, node, callee, arguments, frame)
    if isinstance(callee, BoundMethod):
        if isinstance(callee.receiver, Tensor):
            return operators.call_method(run, node, callee.receiver, callee.name, arguments, discarded)
        return methods.call_method(run, node, callee.receiver, callee.name, arguments, frame)
    if isinstance(callee, Block):
        return blocks.call_block(run, node, callee, arguments, frame)
    if isinstance(callee, Class):
        return _instance(run, node, callee, arguments, frame)
    if isinstance(callee, Imported):
        if gluon.is_block(callee.name):
            return blocks.make(run, node, callee.name, False, arguments)
        return library.call(run, node, callee.name, arguments, frame)
    if isinstance(callee, TwoLives):
        with run.hidden():
            imperative = call_value(run, node, callee.imperative, arguments, frame, discarded)
        symbolic = call_value(run, node, callee.symbolic, arguments, frame, discarded)
        if contains_tensor(symbolic) or imperative == symbolic:
            return symbolic
        return TwoLives(imperative, symbolic, callee.reason, callee.guard)
    if isinstance(callee, Instance):
        return objects.call_method(run, node, callee, "__call__", arguments, frame)
    if isinstance(callee, Partial):
        given: Arguments = callee.arguments
        named = dict(given.keywords)
        named.update(arguments.keywords)
        together = Arguments(given.positional + arguments.positional, tuple(named.items()), arguments.starred)
        return call_value(run, node, callee.callee, together, frame, discarded)
    if isinstance(callee, Opaque) and callee.description.startswith("namedtuple "):
        return Sequence(callee.description, arguments.positional + tuple(value for _, value in arguments.keywords))
    if isinstance(callee, Self):
        return blocks.call_block(run, node, Block(callee.name, True, True), arguments, frame)
    if any(contains_tensor(value) or isinstance(value, Namespace) for value in arguments.all()):
        run.unknown_call(*arguments.all())
    return Plain(frozen=callee.frozen) if isinstance(callee, Opaque) and callee.frozen else UNKNOWN


def _instance(run: Run, node: cst.Call, callee: Class, arguments: Arguments, frame: Frame) -> Value:
    """An instance of a class of the file."""
    if blocks.is_block(run, callee.name) or (
        blocks.find_method(run, callee.name, "hybrid_forward") and blocks.is_hybrid(run, callee.name) is not False
    ):
        return blocks.make(run, node, callee.name, True, arguments)
    fields = [base.name for base in blocks.foreign_bases(run, callee.name) if isinstance(base, Imported)]
    if "mxnet.autograd.Function" in fields:
        return Imported("mxnet.autograd.Function")
    if any(names.last(field) == "NamedTuple" for field in fields):
        return Sequence("namedtuple", arguments.positional + tuple(value for _, value in arguments.keywords))
    made = objects.make(run, node, callee.name, arguments, frame)
    if made == UNKNOWN and any(contains_tensor(value) for value in arguments.all()):
        run.unknown_call(*arguments.all())
    return made


def call_function(run: Run, node: cst.CSTNode, function: Function, arguments: Arguments, frame: Frame) -> Value:
    """Run a function, method or lambda of the file."""
    if (
        run.calling.count(function.key) > 1
        or len(run.calling) >= DEEPEST_CALL
        or arguments.starred
        and run.calling.count(function.key)
    ):
        return UNKNOWN
    if isinstance(function.node, cst.FunctionDef) and _is_cached(run, function.node):
        for value in arguments.all():
            if isinstance(value, Tensor):
                run.emit(Hashing(node, value))
    instance = function.bound.name if isinstance(function.bound, Self) else None
    if isinstance(function.bound, Block) and function.bound.local:
        instance = function.bound.type
    inner = Frame(
        Scope({}, function.scope),
        instance=instance or frame.instance,
        owner=function.owner,
        configured=frame.configured,
        loop_body=frame.loop_body,
    )
    bound = Self(instance) if instance is not None and function.bound is not None else function.bound
    bind(run, function.node, inner, bound, arguments)
    run.calling.append(function.key)
    try:
        if isinstance(function.node, cst.Lambda):
            return expressions.evaluate(run, function.node.body, inner)
        if is_generator(run, function.node):
            statements.execute_body(run, function.node.body, inner)
            return Sequence("iterator")
        alive = statements.execute_body(run, function.node.body, inner)
        if not inner.returns and (not alive or is_abstract(function.node)):
            return UNKNOWN  # what a subclass gives is not known here
        return inner.result()
    finally:
        run.calling.pop()
        if isinstance(function.bound, Instance) and function.node.params.params:
            run.object_after = inner.scope.names.get(function.node.params.params[0].name.value, UNKNOWN)


def _is_cached(run: Run, node: cst.FunctionDef) -> bool:
    """Whether results are kept by argument, which takes hashing them."""
    for decorator in node.decorators:
        written = decorator.decorator.func if isinstance(decorator.decorator, cst.Call) else decorator.decorator
        if names.last(run.code(written)) in ("lru_cache", "cache"):
            return True
    return False


def is_abstract(node: cst.FunctionDef) -> bool:
    """A body that only documents or raises: for subclasses to fill in."""
    return all(
        isinstance(statement, cst.SimpleStatementLine)
        and all(isinstance(small, (cst.Pass, cst.Raise)) or _constant_expression(small) for small in statement.body)
        for statement in node.body.body
    )


def _constant_expression(small: cst.CSTNode) -> bool:
    return isinstance(small, cst.Expr) and isinstance(
        small.value, (cst.SimpleString, cst.ConcatenatedString, cst.Ellipsis)
    )


def is_generator(run: Run, node: cst.FunctionDef) -> bool:
    """Whether a function yields."""
    key = id(node)
    if key not in run.generators:
        run.generators[key] = any(isinstance(below, cst.Yield) for below in nodes_below(node.body))
    return run.generators[key]


def bind(
    run: Run,
    node: Any,
    frame: Frame,
    bound: Optional[Value],
    arguments: Arguments,
    missing: Value = UNKNOWN,
) -> None:
    """Bind the parameters of `node` in `frame` to `arguments`; those left out to their default, or to `missing`."""
    parameters: cst.Parameters = node.params
    given = list(arguments.positional)
    if bound is not None:
        given.insert(0, bound)
    keywords: Dict[str, Value] = dict(arguments.keywords)
    positional = list(parameters.posonly_params) + list(parameters.params)
    for position, parameter in enumerate(positional):
        name = parameter.name.value
        spread = arguments.starred and not arguments.named_only
        if position < len(given) and not (spread and position >= len(given) - 1 and position > 0):
            value = given[position]
        elif name in keywords:
            value = keywords.pop(name)
        elif arguments.starred:
            value = UNKNOWN
        else:
            value = _default(run, parameter, frame, missing)
        if isinstance(value, Tensor) and value.untouched == "input" and value.source:
            run.evidence.setdefault(value.source, Evidence()).names.add(name)
        frame.scope.names[name] = value
    if isinstance(parameters.star_arg, cst.Param):
        rest = tuple(given[len(positional) :])
        sequence = Sequence("tuple", None) if arguments.starred or missing != UNKNOWN else Sequence("tuple", rest)
        frame.scope.names[parameters.star_arg.name.value] = sequence
    for parameter in parameters.kwonly_params:
        name = parameter.name.value
        frame.scope.names[name] = keywords.pop(name) if name in keywords else _default(run, parameter, frame, missing)
    if parameters.star_kwarg is not None:
        element = UNKNOWN if arguments.starred or missing != UNKNOWN else None
        frame.scope.names[parameters.star_kwarg.name.value] = Mapped(tuple(keywords.items()), element)


def _default(run: Run, parameter: cst.Param, frame: Frame, missing: Value) -> Value:
    if parameter.default is None:
        return missing
    default = expressions.evaluate(run, parameter.default, frame)
    if missing == UNKNOWN:
        return default
    # In `__init__` the default is one value of many: it tells the type at most.
    return (
        dataclasses.replace(missing, type=default.type)
        if isinstance(default, Plain) and isinstance(missing, Plain) and default.value is not None
        else missing
    )
