"""The functions of MXNet's operators are those that MXNet makes itself, whether their byte code is stored or not."""

from __future__ import annotations

import ctypes
import pathlib
from types import CodeType
from typing import Any, Iterator, Tuple

import mxnet as mx
import pytest
from mxnet.base import _LIB, OpHandle, c_str, check_call
from mxnet.ndarray.register import _generate_ndarray_function_code, _make_ndarray_function
from mxnet.symbol.register import _generate_symbol_function_code, _make_symbol_function

from hybridlint_runtime import operator_code

#: Operators without arguments, with arrays, with a list of arrays, with a dtype, and of NumPy.
NAMES = ("_zeros", "FullyConnected", "Concat", "Cast", "_npi_multinomial", "_contrib_box_nms")


def handle_of(name: str) -> Any:
    handle = OpHandle()
    check_call(_LIB.NNGetOpHandle(c_str(name), ctypes.byref(handle)))
    return handle


def seen(code: CodeType) -> Tuple[Any, ...]:
    """What a function does: the places of its source are not compared, for an address may have fewer digits."""
    constants = tuple(seen(constant) if isinstance(constant, CodeType) else constant for constant in code.co_consts)
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_flags, code.co_firstlineno


def texts() -> Iterator[Tuple[str, str]]:
    for name in NAMES:
        for generate in (_generate_ndarray_function_code, _generate_symbol_function_code):
            yield name, generate(handle_of(name), name, name)[0]


@pytest.mark.parametrize(
    "package, make", [(mx.nd, _make_ndarray_function), (mx.sym, _make_symbol_function)], ids=["nd", "sym"]
)
def test_every_operator_is_what_mxnet_makes(package: Any, make: Any) -> None:
    compared = 0
    for module, prefix in ((package.op, ""), (package._internal, ""), (package.contrib, "_contrib_")):
        for name in module.__all__:
            imported = getattr(module, name)
            if getattr(imported, "__code__", None) is None or imported.__code__.co_filename != "<string>":
                continue  # written by hand
            own = make(handle_of(prefix + name), prefix + name, name)
            assert seen(imported.__code__) == seen(own.__code__), name
            assert (imported.__defaults__, imported.__doc__) == (own.__defaults__, own.__doc__), name
            compared += 1
    assert compared > 500


@pytest.fixture
def stored(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """The file of the byte code, in a folder of the test."""
    monkeypatch.setattr(operator_code, "__file__", str(tmp_path / "operator_code.py"))
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr("sys.pycache_prefix", None)
    first = operator_code._Stored()
    for _, text in texts():
        assert first.code_of(text) is not None
    first.write()
    (file,) = (tmp_path / "__pycache__").iterdir()
    return file


def test_what_is_stored_is_what_python_compiles(stored: pathlib.Path) -> None:
    again = operator_code._Stored()
    for name, text in texts():
        code = again.code_of(text)
        assert code is not None and seen(code) == seen(compile(text, "<string>", "exec", dont_inherit=True)), name
    before = stored.stat().st_mtime_ns
    again.write()
    assert stored.stat().st_mtime_ns == before, "nothing was missing"


@pytest.mark.parametrize("damage", [lambda old: b"", lambda old: old[:-100], lambda old: b"0000" + old[4:]])
def test_a_damaged_file_is_replaced(stored: pathlib.Path, damage: Any) -> None:
    whole = stored.read_bytes()
    stored.write_bytes(damage(whole))
    again = operator_code._Stored()
    for _, text in texts():
        code = again.code_of(text)
        assert code is not None and seen(code) == seen(compile(text, "<string>", "exec", dont_inherit=True))
    again.write()
    assert len(stored.read_bytes()) == len(whole)


def test_other_text_is_left_to_python() -> None:
    assert operator_code._Stored().code_of("def f():\n    return g(1, 2)") is None
