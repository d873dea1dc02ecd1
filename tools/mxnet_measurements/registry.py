"""What MXNet's C++ registry holds of an operator."""

from __future__ import annotations

import ctypes
import importlib
from typing import Any, List, NamedTuple, Optional, Tuple

mx: Any = importlib.import_module("mxnet")
base: Any = importlib.import_module("mxnet.base")


class Operator(NamedTuple):
    """An operator by its C++ name (all its aliases lead to it)."""

    name: str
    tensors: Tuple[str, ...]
    variable_tensors: bool
    """Takes any number of tensors; `tensors` then names the one list."""
    attributes: Tuple[Tuple[str, str], ...]
    """(name, type as MXNet describes it: "int, optional, default='1'"), in order."""


def operator_of(function: Any) -> Optional[Operator]:
    """The operator behind a function that MXNet generated from its registry; None for any other function.

    Generated functions of mx.nd and mx.sym carry the handle of their operator as an integer constant
    (mxnet/ndarray/register.py, mxnet/symbol/register.py).
    """
    code = getattr(function, "__code__", None)
    if code is None or not {"_imperative_invoke", "_symbol_creator"} & set(code.co_names):
        return None
    handles = [value for value in code.co_consts if type(value) is int and value > 1 << 20]
    return _describe(handles[0]) if len(handles) == 1 else None


def _describe(handle: int) -> Operator:
    name, description, count_key, return_type = (ctypes.c_char_p() for _ in range(4))
    count = ctypes.c_uint()
    names, types, descriptions = (ctypes.POINTER(ctypes.c_char_p)() for _ in range(3))
    base.check_call(
        base._LIB.MXSymbolGetAtomicSymbolInfo(
            ctypes.c_void_p(handle),
            *(ctypes.byref(value) for value in (name, description, count, names, types, descriptions)),
            ctypes.byref(count_key),
            ctypes.byref(return_type),
        )
    )
    arguments = [(_text(names[index]), _text(types[index])) for index in range(count.value)]
    tensors: List[str] = []
    attributes: List[Tuple[str, str]] = []
    variable = False
    for argument, type_ in arguments:
        if type_.startswith(("NDArray", "Symbol")):
            tensors.append(argument)
            variable = variable or type_.endswith("[]")
        else:
            attributes.append((argument, type_))
    if variable:
        counter = _text(count_key.value)  # MXNet counts the tensors itself and fills this attribute in
        attributes = [(argument, type_) for argument, type_ in attributes if argument != counter]
    return Operator(_text(name.value), tuple(tensors), variable, tuple(attributes))


def _text(value: Optional[bytes]) -> str:
    return (value or b"").decode()
