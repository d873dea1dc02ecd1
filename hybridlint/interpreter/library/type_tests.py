"""Type tests: `isinstance`, `type(x) is …`, `hasattr`, `getattr`, `callable`.

Their results differ between NDArray and Symbol, by which a block can distinguish the phases.
"""

from __future__ import annotations

import ast
import collections.abc
from typing import TYPE_CHECKING, Dict, FrozenSet, List, Optional, Tuple

from hybridlint.dataclass import replace
from hybridlint.interpreter.engine.frames import Frame, Scope
from hybridlint.interpreter.lifecycle import classes
from hybridlint.syntax import class_names, last_part
from hybridlint.values import (
    LIST_OR_TUPLE,
    NONE,
    NOT_KNOWN,
    UNKNOWN,
    UNTAINTED,
    Arguments,
    Class,
    Imported,
    Instance,
    NamedTuple,
    Namespace,
    Operator,
    Phased,
    Plain,
    Self,
    Sequence,
    Taint,
    Tensor,
    Value,
    certainly,
    constant,
    join,
    join_all,
)

if TYPE_CHECKING:
    from hybridlint.interpreter import Key, Run

#: The name of NumPy's own array class, which no array of MXNet is an instance of.
_NUMPY = "numpy.ndarray"
#: The class of all arrays or Symbols → its subclass for those of `mx.np`.
_SUBCLASSES = {"NDArray": "ndarray", "Symbol": "_Symbol"}
#: Classes of `collections.abc` → the method that makes an object an instance.
_BY_METHOD = {"Iterable": "__iter__", "Sized": "__len__", "Callable": "__call__"}
#: Builtin classes, against which known values are tested.
_BUILTINS = {kind.__name__: kind for kind in (list, tuple, dict, str, int, float, bool, set, complex, bytes)}
#: Classes of which no plain value is an instance.
_ARRAYS = frozenset(["NDArray", "ndarray", "Symbol", "_Symbol"])
_TYPES: Dict[str, type] = {**_BUILTINS, "NoneType": type(None)}
_SEQUENCES = frozenset(["list", "tuple", "Sequence"])


def class_titles(value: Value, node: ast.AST) -> FrozenSet[str]:
    """Return the last parts of the names of the class or tuple of classes `value`; those in the expression `node` if
    `value` is unknown. NumPy's array has its full name."""
    if isinstance(value, Sequence) and value.items is not None:
        nodes: List[ast.AST] = [node] * len(value.items)
        if isinstance(node, ast.Tuple) and len(node.elts) == len(value.items):
            nodes = list(node.elts)
        return frozenset(name for item, part in zip(value.items, nodes) for name in class_titles(item, part))
    if isinstance(value, Imported):
        return frozenset([_NUMPY if value.name == _NUMPY else last_part(value.name)])
    if isinstance(value, Operator):
        return frozenset([last_part(value.path)])
    if isinstance(value, Class):
        return frozenset([value.name])
    return frozenset(class_names(node))


def _asked(node: ast.Call, arguments: Arguments) -> FrozenSet[str]:
    """Return the names of the classes that a call of `isinstance` or `issubclass` passes last, in whatever way."""
    return class_titles(arguments.positional[1], node.args[-1] if node.args else node)


def isinstance_(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `isinstance(value, classes)`."""
    if len(arguments.positional) != 2 or arguments.starred:
        return Plain("bool")
    return instance_of(run, node, arguments.positional[0], _asked(node, arguments))


def instance_of(run: Run, node: ast.AST, value: Value, asked: FrozenSet[str]) -> Value:
    """Return, for each phase, whether `value` is an instance of one of the classes named `asked`."""
    others = run.api.unrelated_classes - {"NoneType"} | _ARRAYS if value == NONE else _ARRAYS
    if isinstance(value, Plain) and value.type and asked <= others:
        return certainly(False)
    if isinstance(value, Tensor):
        run.note_type_test(node, value, set(asked))
        return _tensor_instance(run, node, value, asked)
    if isinstance(value, Sequence):
        run.attempt.lists_tested.add(id(node))
        if asked == {"tuple"} and value.type == LIST_OR_TUPLE and not run.entry.inner:
            # A tuple argument becomes a list while tracing; inside of another graph it remains a tuple.
            return Phased(Plain("bool"), constant(False), run.code(node), guard=True)
        if value.type in ("list", "tuple", LIST_OR_TUPLE):
            kinds = {"list", "tuple"} if value.type == LIST_OR_TUPLE else {value.type}
            if kinds <= asked:
                return certainly(True)
            if not kinds & asked and asked <= {"list", "tuple", "dict", "str", "int", "float", "NDArray", "Symbol"}:
                return certainly(False)
    kinds_asked = [_BUILTINS[name] for name in asked if name in _BUILTINS]
    if isinstance(value, Plain) and value.known and kinds_asked and len(kinds_asked) == len(asked):
        return replace(value, type="bool", value=isinstance(value.value, tuple(kinds_asked)))
    if isinstance(value, Plain):
        # Where its type is known, every call has the same answer.
        return Plain("bool", taint=UNTAINTED if value.type else value.taint, argument=value.argument)
    return Plain("bool", taint=value.any_taint)


def _tensor_instance(run: Run, node: ast.AST, value: Tensor, asked: FrozenSet[str]) -> Value:
    code = run.code(node)
    if len(asked) == 1 and value.certain:
        sides = _of_abstract_class(run, value, next(iter(asked)))
        if sides is not None:
            return Phased(constant(sides[0]), constant(sides[1]), code, guard=True)
    arrays, symbols = bool({"NDArray", "ndarray"} & asked), bool({"Symbol", "_Symbol"} & asked)
    if value.as_list and any(map(_has_lists, asked)):
        listed = Plain("bool") if value.outputs is None else constant(True)  # an operator may have a single output
        return certainly(True) if symbols else Phased(listed, constant(False), code, guard=True)
    if not value.certain and asked & _SEQUENCES:
        return Plain("bool", argument=value.source)
    # The classes of `mx.np` are subclasses of the others.
    if not value.numpy and any(below in asked and above not in asked for above, below in _SUBCLASSES.items()):
        return Plain("bool")
    if arrays or symbols:
        if not value.certain:
            if arrays and symbols:
                return Plain("bool", argument=value.source)
            side = Plain("bool")
            return Phased(side if arrays else constant(False), side if symbols else constant(False), code, guard=True)
        return Phased(constant(arrays), constant(symbols), code, guard=True)
    if _NUMPY in asked and not value.certain:
        return Plain("bool")
    return certainly(False) if asked <= run.api.unrelated_classes else Plain("bool")


def _has_lists(name: str) -> bool:
    """Return whether a list is an instance of the class of Python with this name: `list` or one of
    `collections.abc`."""
    class_ = list if name == "list" else getattr(collections.abc, name, None)
    return isinstance(class_, type) and issubclass(list, class_)


def _of_abstract_class(run: Run, value: Tensor, asked: str) -> Optional[Tuple[bool, bool]]:
    """Return, for each phase, whether a tensor is an instance of a class of `collections.abc`; None for other
    classes."""
    listed = value.as_list
    if asked == "Hashable":
        return not listed, False  # Symbol defines `__eq__` but no `__hash__`
    if asked not in _BY_METHOD:
        return None
    sides = value.has_attribute(run, _BY_METHOD[asked])
    return (asked != "Callable", sides[1]) if listed and sides is not None else sides


def issubclass_(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `issubclass(type(x), classes)`."""
    if len(arguments.positional) == 2 and isinstance(arguments.positional[0], Phased):
        asked = _asked(node, arguments)
        first = arguments.positional[0]
        sides = [
            constant(last_part(side.name) in asked) if isinstance(side, Imported) else Plain("bool")
            for side in (first.imperative, first.symbolic)
        ]
        return Phased(sides[0], sides[1], run.code(node), guard=True)
    return Plain("bool")


def type_(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `type(x)`."""
    return type_of(run, node, arguments.positional[0]) if len(arguments.positional) == 1 else UNKNOWN


def type_of(run: Run, node: ast.AST, value: Value) -> Value:
    """Return the class of `value` in each phase."""
    if isinstance(value, Tensor) and value.certain:
        array: Value = Imported("mxnet.ndarray.NDArray")
        if value.as_list:
            array = UNKNOWN if value.outputs is None else Imported("builtins.list")
        return Phased(array, Imported("mxnet.symbol.Symbol"), run.code(node), guard=True)
    if isinstance(value, Sequence) and not value.owner_class:
        if value.type in ("list", "tuple") and not isinstance(value, NamedTuple):
            return Imported(f"builtins.{value.type}")
        if value.type == LIST_OR_TUPLE and not run.entry.inner:
            # As in `instance_of`.
            return Phased(UNKNOWN, Imported("builtins.list"), run.code(node), guard=True)
    if isinstance(value, (Self, Instance)) and value.name in run.module.classes:
        return Class(value.name)
    if isinstance(value, Plain) and value.type:
        return Imported(f"builtins.{value.type}")
    return UNKNOWN


def dir_(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `dir(x)`: the methods of NDArray in one phase, those of Symbol in the other."""
    value = arguments.positional[0] if arguments.positional else UNKNOWN
    if not isinstance(value, Tensor) or not value.certain:
        return UNKNOWN
    methods = [method for method in map(run.api.method, run.api.methods) if method is not None]
    sides = (
        Sequence("list", tuple(constant(method.name) for method in methods if method.imperative)),
        Sequence("list", tuple(constant(method.name) for method in methods if method.symbolic)),
    )
    return Phased(sides[0], sides[1], run.code(node), guard=True)


def callable_(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `callable(x)`."""
    value = arguments.positional[0] if arguments.positional else UNKNOWN
    if isinstance(value, Tensor) and value.certain:
        return Phased(constant(False), constant(True), run.code(node), guard=True)
    return Plain("bool")


# Attributes by name


def hasattr_(run: Run, node: ast.AST, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `hasattr(value, name)`."""
    if len(arguments.positional) != 2 or not isinstance(arguments.positional[1], Plain):
        return Plain("bool")
    value, name = arguments.positional[0], arguments.positional[1].value
    if isinstance(value, Self) and isinstance(name, str):
        run.attribute(node, frame, value, name)  # an earlier call may have set it
        run.ignore_read(node)
        here = (value.name, name) in run.attempt.store.defined
        if not run.constructing and (here or classes.always_has(run, value.name, name)):
            return constant(True, is_literal=True)
        if _may_be_missing(run, (value.name, name), UNKNOWN):
            taint = (value.name, name) in run.entry.carried.varying
            return Plain("bool", taint=Taint("carried", f"`{run.code(node)}`") if taint else UNTAINTED)
    sides = value.has_attribute(run, name) if isinstance(name, str) else None
    if sides is None:
        return Plain("bool")
    return Phased(constant(sides[0]), constant(sides[1]), run.code(node), guard=True)


def _may_be_missing(run: Run, key: Key, instead: Value) -> bool:
    """Return whether only an earlier call can have set the attribute `key` of `self`, and record `instead` as the
    default of the read."""
    is_set = run.constructing or key in run.attempt.store.values
    if is_set or run.instance_attributes(key[0]).get(key[1]) is not None:
        return False
    run.attempt.defaults.setdefault(key, instead)
    return True


def getattr_(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `getattr(value, name, default)`."""
    if len(arguments.positional) < 2:
        return UNKNOWN
    value, name = arguments.positional[0], arguments.positional[1]
    if isinstance(name, Phased):
        rest = arguments.positional[2:]
        return run.lift(lambda side: getattr_(run, node, Arguments((value, side, *rest)), frame), name)
    if not (isinstance(name, Plain) and isinstance(name.value, str) and name.known):
        return _getattr_by_unknown_name(run, node, frame, value, name)
    sides = value.has_attribute(run, name.value) if len(arguments.positional) == 3 else None
    if sides is not None and sides[0] != sides[1]:
        default = arguments.positional[2]
        with run.apart():
            there = run.attribute(node, frame, value, name.value)
        return Phased(there if sides[0] else default, there if sides[1] else default, run.code(node))
    if isinstance(value, Self):
        attribute = run.attribute(node, frame, value, name.value)
        otherwise = arguments.positional[2] if len(arguments.positional) == 3 else UNKNOWN
        if attribute == UNKNOWN and isinstance(otherwise, Plain) and otherwise != NONE:
            _may_be_missing(run, (value.name, name.value), otherwise)
            # Unless it is set elsewhere; of another value at most the type of the default is known.
            return Plain(otherwise.type, default=otherwise.value)
        return attribute if attribute != UNKNOWN else run.structure.dynamic.get(value.name, UNKNOWN)
    if len(arguments.positional) == 3 and sides is None:
        return UNKNOWN
    return run.attribute(node, frame, value, name.value)


def _getattr_by_unknown_name(run: Run, node: ast.Call, frame: Frame, value: Value, name: Value) -> Value:
    """Evaluate `getattr(value, name)` with a name that is at most partly known: `getattr(self, "_" + self.kind)`."""
    if isinstance(value, (Namespace, Tensor)) and isinstance(name, Plain) and name.default not in (None, NOT_KNOWN):
        return join(Plain(), run.attribute(node, frame, value, name.default))
    values: List[Value] = []
    if isinstance(value, Self) and value.name in run.structure.dynamic:
        values.append(run.structure.dynamic[value.name])
    if isinstance(value, (Self, Instance)) and isinstance(name, Plain) and any(name.pieces):
        titles = {
            title: None for current in classes.lineage(run, value.name) for title in classes.methods(run, current)
        }
        fitting = [title for title in titles if not title.startswith("__") and name.may_be(title)]
        values.extend(run.attribute(node, frame, value, title, called=True) for title in fitting)
    return join_all(values)


def has_attribute(run: Run, node: ast.AST, holder: Value, name: Value) -> Value:
    """Evaluate `hasattr(holder, name)` for `name in vars(holder)`."""
    return hasattr_(run, node, Arguments((holder, name)), Frame(Scope()))
