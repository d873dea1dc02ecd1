"""Instances of the classes of the file: construction and fields."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Dict, Tuple

from hybridlint import neighbours
from hybridlint.dataclass import replace
from hybridlint.interpreter.lifecycle import classes
from hybridlint.syntax import last_part
from hybridlint.values import (
    UNANALYSED,
    UNKNOWN,
    Arguments,
    Class,
    Function,
    Imported,
    Instance,
    Mapped,
    NamedTuple,
    NamedTupleClass,
    Sequence,
    Value,
)

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run

#: Bases without behaviour of their own.
_PLAIN_BASES = frozenset(["object", "ABC", "Protocol", "Generic"])


def _make_object(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Return a new instance of class `name`, after its `__init__`; UNKNOWN if a base class is not known."""
    titles, container = classes.foreign_names(run, name), classes.container_base(run, name)
    is_error = any(classes.is_exception(last_part(title)) for title in titles)
    known = _PLAIN_BASES if container is None else _PLAIN_BASES | {container.title}
    if not is_error and any(last_part(title) not in known for title in titles):
        return UNKNOWN
    made: Value = classes.make_exception(run, name, arguments) if is_error else Instance(name, identity=run.identity())
    if container is not None:
        own = classes.find_method(run, name, "__init__") is not None
        made = run.call(node, container, Arguments() if own else arguments, frame)
        if not isinstance(made, (Sequence, Mapped)):
            return UNKNOWN
        made = replace(made, owner=name)
    maker = classes.find_method(run, name, "__new__")
    if maker is not None:
        bound = Function.of_method(maker, Class(name))
        created = run.call_function(node, bound, arguments, frame)
        if not isinstance(created, Instance) or created.name != name:
            return created
        made = created
    method = classes.find_method(run, name, "__init__")
    if method is not None:
        run.call_function(node, Function.of_method(method, made), arguments, frame)
        return run.load(made)
    if not isinstance(made, Instance) or not _is_dataclass(run, name):
        return made
    made = replace(made, fields=_bound_fields(fields(run, name, frame), arguments))
    run.special(node, made, "__post_init__")
    return run.load(made)


def _is_dataclass(run: Run, name: str) -> bool:
    decorators = [d for current in classes.lineage(run, name) for d in run.module.classes[current].decorator_list]
    return any("dataclass" in run.code(decorator) for decorator in decorators)


def compared(run: Run, left: Instance, right: Instance) -> Tuple[Tuple[Value, Value], ...]:
    """Return the pairs of fields that `left == right` compares for two instances of a dataclass; otherwise none."""
    if left.name != right.name or not _is_dataclass(run, left.name) or classes.find_method(run, left.name, "__eq__"):
        return ()
    others = dict(right.fields)
    return tuple((value, others[field]) for field, value in left.fields if field in others)


def make_named_tuple(run: Run, name: str, made_by: NamedTupleClass, arguments: Arguments, frame: Frame) -> NamedTuple:
    """Return a named tuple. `name` is its class if the file defines that; its fields are those of `made_by`, or those
    that the class declares."""
    named: Dict[str, Value] = dict.fromkeys(made_by.fields, UNKNOWN) or fields(run, name, frame)
    values = None if arguments.starred else tuple(value for _, value in _bound_fields(named, arguments))
    return NamedTuple(items=values, fields=tuple(named), owner=name)


def _bound_fields(fields: Dict[str, Value], arguments: Arguments) -> Tuple[Tuple[str, Value], ...]:
    """Return the fields with the values of their arguments, or their defaults."""
    given: Dict[str, Value] = dict(arguments.keywords)
    given.update(zip(fields, arguments.positional))
    return tuple((field, given.get(field, default)) for field, default in fields.items())


def fields(run: Run, name: str, frame: Frame) -> Dict[str, Value]:
    """Return the fields that a class declares by annotations, in order, with their defaults."""
    result: Dict[str, Value] = {}
    for current in reversed(classes.lineage(run, name)):
        for statement in run.module.classes[current].body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                default = UNKNOWN if statement.value is None else _default(run, statement.value, frame)
                result[statement.target.id] = default
    return result


def _default(run: Run, node: ast.expr, frame: Frame) -> Value:
    """Return the default of a field; with a `default_factory`, a new value for each object."""
    if isinstance(node, ast.Call) and run.evaluate(node.func, frame) == Imported("dataclasses.field"):
        given = {argument.arg: argument.value for argument in node.keywords}
        if "default_factory" in given:
            return run.call(node, run.evaluate(given["default_factory"], frame), Arguments(), frame)
        return run.evaluate(given["default"], frame) if "default" in given else UNKNOWN
    return run.evaluate(node, frame)


def make(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Return a new instance of a class of the file, or of a plain one of another file."""
    if neighbours.is_key(name) and not run.follows_blocks and not classes.is_plain(run, name):
        made = run.call(node, Imported(name), arguments, frame)
        return UNANALYSED if made.is_unknown else made
    if classes.is_block(run, name) or (
        classes.find_method(run, name, "hybrid_forward") and classes.is_hybrid(run, name) is not False
    ):
        return run.make_block(node, name, True, arguments)
    titles = classes.foreign_names(run, name)
    if "mxnet.autograd.Function" in titles:
        return Imported("mxnet.autograd.Function")
    for base in classes.foreign_bases(run, name):
        if isinstance(base, NamedTupleClass):
            return make_named_tuple(run, name, base, arguments, frame)
    if any(last_part(title) == "NamedTuple" for title in titles):
        return make_named_tuple(run, name, NamedTupleClass(), arguments, frame)
    made = _make_object(run, node, name, arguments, frame)
    if made.is_unknown and any(value.holds_tensor for value in arguments.all()):
        run.unknown_call(*arguments.all())
    return made
