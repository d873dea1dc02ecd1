"""What mx.nd and mx.sym, NDArray and Symbol offer: names, kinds and signatures."""

from __future__ import annotations

import builtins
import collections.abc
import importlib
import inspect
import numbers
import re
import types
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple, Type

import numpy

from . import registry

mx: Any = importlib.import_module("mxnet")
Record = Dict[str, Any]
MISSING: Any = object()
"""Stands for what one side does not have."""


def namespaces() -> Dict[str, Tuple[Any, Any]]:
    """Modules that both mx.nd and mx.sym have, by the dotted path below F ("" for F itself)."""
    result: Dict[str, Tuple[Any, Any]] = {}
    queue = [("", mx.nd, mx.sym)]
    while queue:
        path, imperative, symbolic = queue.pop(0)
        if any(symbolic is module for _, module in result.values()):
            continue  # numpy is another name of np
        result[path] = (imperative, symbolic)
        for name in sorted(_names(imperative) & _names(symbolic), key=lambda name: (len(name), name)):
            pair = getattr(imperative, name), getattr(symbolic, name)
            if _is_namespace(pair[0], mx.nd) and _is_namespace(pair[1], mx.sym):
                queue.append((_join(path, name), *pair))
    return result


def _is_namespace(value: Any, root: Any) -> bool:
    """A part of mx.nd or mx.sym that holds functions for users; gen_*, register, np._internal are machinery."""
    if not isinstance(value, types.ModuleType) or not value.__name__.startswith(root.__name__ + "."):
        return False
    last = value.__name__.rsplit(".", 1)[1]
    if value is getattr(root, "_internal", None):
        return True
    return not last.startswith(("_", "gen_", "register", "symbol", "ndarray"))


def _names(module: Any) -> Set[str]:
    """Without the operators of backward passes, which only MXNet's own graphs call."""
    return {name for name in vars(module) if not name.startswith(("__", "_backward_"))}


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def functions(spaces: Dict[str, Tuple[Any, Any]]) -> Dict[str, Tuple[Any, Any]]:
    """Everything below F by dotted path: (imperative, symbolic), MISSING for a side that lacks it."""
    return {
        _join(path, name): (getattr(imperative, name, MISSING), getattr(symbolic, name, MISSING))
        for path, (imperative, symbolic) in spaces.items()
        for name in sorted(_names(imperative) | _names(symbolic))
    }


def kind_of(value: Any) -> str:
    """operator (generated from the C++ registry), function, module, class or constant."""
    if isinstance(value, types.ModuleType):
        return "module"
    if isinstance(value, type):
        return "class"
    if registry.operator_of(value):
        return "operator"
    return "function" if callable(value) else "constant"


def function_record(imperative: Any, symbolic: Any) -> Record:
    """Kind, sides and, for functions written in Python, signatures, of what one path holds."""
    record: Record = {}
    sides = {"imperative": imperative, "symbolic": symbolic}
    present = {side: value for side, value in sides.items() if value is not MISSING}
    if len(present) == 1:
        record["only"] = next(iter(present))
    kinds = {side: kind_of(value) for side, value in present.items()}
    kind = "function" if len(set(kinds.values())) > 1 else next(iter(kinds.values()))
    if kind == "operator":
        operators = {operator.name for operator in map(registry.operator_of, present.values()) if operator}
        if len(operators) == 1:
            record["operator"] = operators.pop()
            return record
        kind = "function"
    record["kind"] = kind
    if kind == "function":
        record.update(_signatures(present))
    return record


def _signatures(sides: Dict[str, Any]) -> Record:
    signatures = {side: parameters_of(value) for side, value in sides.items()}
    if len(signatures) == 2 and signatures["imperative"] == signatures["symbolic"]:
        return {} if signatures["imperative"] is None else {"parameters": signatures["imperative"]}
    return {f"{side}_parameters": parameters for side, parameters in signatures.items() if parameters is not None}


def parameters_of(function: Any) -> Optional[List[str]]:
    """Its parameters as text, `name`, `name=default`, `*name`, `**name`, a bare `*`; None without a signature."""
    if not callable(function):
        return None
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return None
    texts: List[str] = []
    keyword_only = False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            keyword_only = True
            texts.append("*" + parameter.name)
        elif parameter.kind is parameter.VAR_KEYWORD:
            texts.append("**" + parameter.name)
        else:
            if parameter.kind is parameter.KEYWORD_ONLY and not keyword_only:
                keyword_only = True
                texts.append("*")
            default = "" if parameter.default is parameter.empty else "=" + _default(parameter.default)
            texts.append(parameter.name + default)
    return texts


def _default(value: Any) -> str:
    return value.__name__ if isinstance(value, type) else re.sub(r" at 0x[0-9a-f]+", "", repr(value))


def methods(imperative: type, symbolic: type) -> Dict[str, Record]:
    """Attributes of NDArray and Symbol; those that `object` has unchanged on both are left out."""
    return {
        name: _method_record(*(_defined(class_, name) for class_ in (imperative, symbolic)))
        for name in sorted(set(dir(imperative)) | set(dir(symbolic)))
        if _own(imperative, name) or _own(symbolic, name)
    }


_PYTHON_ONLY = {"__dict__", "__weakref__", "__doc__", "__module__", "__slots__", "__init__", "__del__", "__new__"}
#: What Python 3.13 adds to every class.
_PYTHON_ONLY |= {"__static_attributes__", "__firstlineno__"}


def _own(class_: type, name: str) -> bool:
    if name in _PYTHON_ONLY:
        return False
    return _defined(class_, name) not in (MISSING, _defined(object, name))


def _defined(class_: type, name: str) -> Any:
    """What instances find on their class, whose own class (with its `__call__`) has no part in that."""
    return next((vars(base)[name] for base in class_.__mro__ if name in vars(base)), MISSING)


def _method_record(imperative: Any, symbolic: Any) -> Record:
    present = {
        side: value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
        for side, value in (("imperative", imperative), ("symbolic", symbolic))
        if value is not MISSING
    }
    record: Record = {"only": next(iter(present))} if len(present) == 1 else {}
    if not all(map(callable, present.values())):
        record["kind"] = "property"
        return record
    record.update(_signatures(present))
    return record


def unrelated_classes() -> List[str]:
    """Names of the classes of Python and NumPy of which neither an NDArray nor a Symbol is an instance; with their
    module if Python does not define them."""
    classes = {"NoneType": type(None), "numpy.ndarray": numpy.ndarray}
    for module in (builtins, numbers, collections.abc):
        classes.update({name: value for name, value in vars(module).items() if isinstance(value, type)})
    tensors = (mx.nd.ones(1), mx.sym.var("x"), mx.np.ones(1), mx.sym.var("x").as_np_ndarray())
    return [
        name
        for name, value in classes.items()
        if name[0] != "_"
        and not issubclass(value, BaseException)
        and not any(isinstance(tensor, value) for tensor in tensors)
    ]


def flags_of_hybridize() -> List[str]:
    """What HybridBlock.hybridize takes: its parameters, and what else it hands to the cached graph, whose names MXNet
    lists when it gets another one."""
    parameters = inspect.signature(mx.gluon.HybridBlock.hybridize).parameters.values()
    names = [
        parameter.name
        for parameter in parameters
        if parameter.kind is parameter.POSITIONAL_OR_KEYWORD and parameter.name != "self"
    ]
    if all(parameter.kind is not parameter.VAR_KEYWORD for parameter in parameters):
        return names
    try:
        mx.nd.CachedOp(mx.sym.relu(mx.sym.var("x")), [("no_such_flag", "1")])
    except mx.base.MXNetError as error:
        for name in re.findall(r"^(\w+) : ", str(error), re.MULTILINE):
            block = mx.gluon.nn.HybridSequential()
            block.hybridize(**{name: 1})
            if name in dict(block._flags) and name not in names:
                names.append(name)
    return names


def not_implemented(array: Any, symbol: Any) -> Iterator[Tuple[str, str]]:
    """(name, message) of the methods of a Symbol that raise NotImplementedForSymbol when called, or that Symbols have
    only to report that they have not, which those of `array` do not."""
    error = importlib.import_module("mxnet.base").NotImplementedForSymbol
    for name in dir(type(symbol)):
        code = getattr(inspect.getattr_static(type(symbol), name, None), "__code__", None)
        if code is None or name in _PYTHON_ONLY or name.startswith("_") and not name.endswith("__"):
            continue
        if "NotImplementedForSymbol" in code.co_names:
            message = _refusal(symbol, name, error)
        else:
            message = "" if _refusal(array, name, AttributeError) else _refusal(symbol, name, AttributeError)
        if message:
            yield name, message.split(" with arguments")[0]


def _refusal(owner: Any, name: str, error: Type[Exception]) -> str:
    """The message of `owner.name(…)` when it raises `error` of itself, and not of an argument; "" if it does not."""
    missing = re.compile(rf"'?([\w.]+\.)?{type(owner).__name__}'? object has no attribute ")
    for arguments in ((), (1,), (1, 2), (1, 2, 3), ((2, 3),)):
        try:
            getattr(owner, name)(*arguments)
        except error as raised:
            message = str(raised).strip()
            if error is not AttributeError or missing.match(message):
                return message
        except Exception:  # wrong number of arguments, or a method that only sometimes refuses
            continue
    return ""
