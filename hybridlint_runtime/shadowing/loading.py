"""Load a saved block, whose classes may be those of the script that was run as `__main__`.

The script is not run again: only its imports, its constants and its definitions are.
"""

from __future__ import annotations

import ast
import os
import pickle
import sys
from types import ModuleType
from typing import Any

from ..errors import CannotLook

_NAME = "__shadowed_main__"


def load(path: str, main: str, package: str) -> Any:
    """Return the block in the file `path`; `main` is the script of the process that saved it, in `package` ("" without
    one).

    Raise CannotLook if its classes are not found.
    """

    class Unpickler(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> Any:
            result = super().find_class(module, name) if module != "__main__" else definitions_of(main, package)
            if module == "__main__":
                for part in name.split("."):
                    result = getattr(result, part)
            return result

    try:
        with open(path, "rb") as stream:
            block = Unpickler(stream).load()
    except (AttributeError, ImportError) as error:
        raise CannotLook(f"the classes of the saved block are not found: {error}") from error
    for parameter in block.collect_params().values():
        if parameter.grad_req != "null" and parameter._data is not None:
            parameter._init_grad()
    return block


def definitions_of(script: str, package: str) -> ModuleType:
    """Return a module with the imports, constants, functions and classes of `script`; nothing else runs."""
    if _NAME in sys.modules:
        return sys.modules[_NAME]
    with open(script, "rb") as stream:
        tree = ast.parse(stream.read(), script)
    tree.body = [node for node in tree.body if _is_definition(node)]
    module = ModuleType(_NAME)
    module.__file__, module.__package__ = script, package
    sys.modules[_NAME] = module
    folder = os.path.dirname(os.path.abspath(script))
    if folder not in sys.path:
        sys.path.insert(0, folder)
    exec(compile(tree, script, "exec", dont_inherit=True), vars(module))
    return module


def _is_definition(node: ast.stmt) -> bool:
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return True
    if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node.value is None:
        return False
    try:
        ast.literal_eval(node.value)
    except ValueError:
        return False
    return True
