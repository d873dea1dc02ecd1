"""Byte code of MXNet's operators, stored as Python stores that of modules.

At its import MXNet writes a function for each operator, about 2,500, as text that Python compiles: half of the time of
the import. The texts are the same each time but for one number, the address of the operator. Their byte code is stored
beside that of this module, by their content. As with modules, PYTHONDONTWRITEBYTECODE prevents that.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import marshal
import os
import re
import sys
from types import CodeType
from typing import Any, Dict, Iterator, Optional

#: The modules that call `exec(text, None, names)` for each operator.
_WRITERS = ("mxnet.ndarray.register", "mxnet.symbol.register")
#: The last statement of such a function, with the address.
_CALL = re.compile(r"\n    return (?:_imperative_invoke|_symbol_creator)\((\d+), ")
#: A number in the place of the address.
_ADDRESS = 0x7EDC_BA98_7654_3210


@contextlib.contextmanager
def operator_code_stored() -> Iterator[None]:
    """Use the stored byte code of operators where MXNet is imported inside this context, and store what is missing."""
    stored = _Stored()
    finder = _Finder(stored)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for module in filter(None, map(sys.modules.get, _WRITERS)):
            vars(module).pop("exec", None)
    stored.write()


class _Stored:
    def __init__(self) -> None:
        self._path = f"{importlib.util.cache_from_source(__file__)[: -len('.pyc')]}.operators"
        self._code = self._read()
        self._complete = True

    def _read(self) -> Dict[bytes, CodeType]:
        try:
            with open(self._path, "rb") as file:
                if file.read(len(importlib.util.MAGIC_NUMBER)) == importlib.util.MAGIC_NUMBER:
                    return dict(marshal.load(file))
        except (OSError, ValueError, EOFError, TypeError):
            pass  # not written yet, or damaged
        return {}

    def code_of(self, text: str) -> Optional[CodeType]:
        """Return the code of an operator's text; None for any other text."""
        call = _CALL.match(text, text.rfind("\n    return "))
        if call is None:
            return None
        placed = f"{text[: call.start(1)]}{_ADDRESS}{text[call.end(1) :]}"
        key = hashlib.blake2b(placed.encode(), digest_size=16).digest()
        if key not in self._code:
            self._code[key] = compile(placed, "<string>", "exec", dont_inherit=True)
            self._complete = False
        return _with_address(self._code[key], int(call.group(1)))

    def write(self) -> None:
        """Store what was compiled. A folder that cannot be written to is left as it is."""
        if self._complete or sys.dont_write_bytecode:
            return
        with contextlib.suppress(OSError):
            os.makedirs(os.path.dirname(self._path), exist_ok=True)
            unfinished = f"{self._path}.{os.getpid()}"
            with open(unfinished, "wb") as file:
                file.write(importlib.util.MAGIC_NUMBER + marshal.dumps(self._code))
            os.replace(unfinished, self._path)


def _with_address(code: CodeType, address: int) -> CodeType:
    constants = (_with_address(const, address) if isinstance(const, CodeType) else const for const in code.co_consts)
    return code.replace(
        co_consts=tuple(
            address if type(constant) is int and constant == _ADDRESS else constant for constant in constants
        )
    )


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the modules that write operators, with an `exec` that uses stored code."""

    def __init__(self, stored: _Stored) -> None:
        self._stored = stored

    def find_spec(self, name: str, path: Any, target: Any = None) -> Optional[importlib.machinery.ModuleSpec]:
        if name not in _WRITERS:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is importlib.machinery.SourceFileLoader:
            spec.loader = _Loader(self._stored, name, spec.loader.path)
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, stored: _Stored, *arguments: str) -> None:
        super().__init__(*arguments)
        self._stored = stored

    def exec_module(self, module: Any) -> None:
        def execute(text: str, _: None, names: Dict[str, Any]) -> None:
            exec(self._stored.code_of(text) or text, vars(module), names)

        module.exec = execute
        super().exec_module(module)
