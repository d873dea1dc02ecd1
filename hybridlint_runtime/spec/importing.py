"""Import the module of a target, by name or from a file, in each of the usual layouts of a project.

- A module by name: from the current folder, from `src` in it, or installed. `pythonpath` of `[tool.hybridlint.check]`
  precedes these in `sys.path`.
- A file of a package: as a module of that package, so that relative imports work.
- Any other file: on its own. Its folder is searched for other modules.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import linecache
import os
import sys
import traceback
import warnings
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import List, Optional, Tuple

from ..diagnostics.failures import headline
from ..diagnostics.source_lines import is_installed, is_user_file
from ..errors import CannotLook, ModelRaised, message_of, model_code

#: The folder of the packages in a src layout.
_SRC = "src"


def describe(error: BaseException) -> str:
    """Return an exception as one line: its type and the essential line of its message."""
    first = headline(message_of(error))
    return type(error).__name__ if first == repr(error) else f"{type(error).__name__}: {first}"


def user_frames(error: BaseException) -> List[str]:
    """Return the lines of the user's files in the traceback of `error`, outermost first, as `file.py:12: source`."""
    frames = traceback.extract_tb(error.__traceback__)
    return [
        f"{shown_path(frame.filename)}:{frame.lineno}: {frame.line or ''}".rstrip(": ")
        for frame in frames
        if is_user_file(frame.filename)
    ]


def shown_path(path: str) -> str:
    """Return `path` relative to the current folder if it is below it."""
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative


def refuse_absent(name: str) -> None:
    """Raise CannotLook if the package of module `name` cannot be found. Runs none of its code.

    The current folder, and `src` in it if that holds the package, are added to `sys.path`.
    """
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    package = name.split(".")[0]
    if package in sys.modules:
        return
    spec = _spec_of(package)
    # The source takes precedence over an installed copy, and over a folder of the same name without `__init__.py`.
    if spec is None or spec.origin is None or is_installed(spec.origin):
        source = os.path.join(here, _SRC)
        if os.path.isdir(os.path.join(source, package)) or os.path.isfile(os.path.join(source, f"{package}.py")):
            sys.path.insert(0, source)
            spec = _spec_of(package)
    if spec is None:
        raise _absent(package)


def _spec_of(package: str) -> Optional[ModuleSpec]:
    importlib.invalidate_caches()
    return importlib.util.find_spec(package)


def _absent(name: str) -> CannotLook:
    return CannotLook(
        f"there is no module {name!r} in {os.getcwd()}, in {_SRC} there, or among the installed packages: run the "
        "check from the root of the project, or name the folder of the package with --pythonpath"
    )


def from_name(name: str) -> ModuleType:
    refuse_absent(name)
    try:
        with model_code():
            return importlib.import_module(name)
    except ModelRaised as raised:
        error = raised.error
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing is not None and (name == missing or name.startswith(missing + ".")):
            raise CannotLook(f"there is no module {missing!r}: {missing.rpartition('.')[0]} has none") from error
        raise _not_importable(name, error) from error


def refuse_unreadable(path: str) -> None:
    """Raise CannotLook if the file at `path` is not Python source. Runs none of its code."""
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError as error:
        raise CannotLook(f"{path} cannot be read: {error.strerror}") from error
    if not data.strip():
        raise CannotLook(f"{path} is empty")
    if not path.endswith(".py"):
        raise CannotLook(f"{path} is not a Python file: its name must end in .py")
    try:
        importlib.util.decode_source(data)
    except (SyntaxError, UnicodeDecodeError) as error:
        raise CannotLook(f"{path} is not UTF-8: save it as UTF-8, or declare its encoding in line 1") from error
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they are issued again when the file is imported
            compile(data, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        raise _not_importable(path, error) from error


def from_file(path: str) -> ModuleType:
    """Import the file at `path`, as a module of its package if it is in one. Raise CannotLook."""
    refuse_unreadable(path)
    folder, file_name = os.path.split(os.path.abspath(path))
    root, dotted = module_of(path)
    sys.path.insert(0, root)
    if "." in dotted and _is_at(dotted.split(".")[0], root):
        # Last, for modules that a script beside them would import: `types.py` there must not hide that of Python.
        sys.path.append(folder)
        return from_name(dotted)
    name = os.path.splitext(file_name)[0]
    if name in sys.modules or not name.isidentifier():
        name = f"checked_model_{abs(hash(path))}"
    spec = importlib.util.spec_from_file_location(name, os.path.abspath(path))
    assert spec is not None and spec.loader is not None  # a name that ends in .py always has a loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with model_code():
            spec.loader.exec_module(module)
    except ModelRaised as raised:
        del sys.modules[name]
        raise _not_importable(path, raised.error) from raised.error
    return module


def module_of(path: str) -> Tuple[str, str]:
    """Return the folder from which the file at `path` can be imported, and its module name there.

    Folders with an `__init__.py` are packages. Relative imports need one: without an `__init__.py`, the folders below
    the first that `sys.path` contains are namespace packages.
    """
    path = os.path.abspath(path)
    folder, file_name = os.path.split(path)
    parts = [os.path.splitext(file_name)[0]]
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder, package = os.path.split(folder)
        parts.insert(0, package)
    if len(parts) <= _levels(path):
        roots = [*filter(None, map(os.path.abspath, sys.path)), os.path.abspath(_SRC), os.getcwd()]
        for root in roots:
            inside = os.path.relpath(folder, root).split(os.sep)
            if inside[0] not in (os.curdir, os.pardir) and all(part.isidentifier() for part in inside):
                return root, ".".join([*inside, *parts])
    return folder, ".".join(parts)


def _levels(path: str) -> int:
    """Return the most dots of the relative imports in the file, 0 if it has none."""
    with open(path, "rb") as stream, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(stream.read())
    return max((node.level for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)), default=0)


def _is_at(package: str, root: str) -> bool:
    """Return whether the import of `package` yields that in the folder `root`."""
    if package in sys.modules:
        places = list(getattr(sys.modules[package], "__path__", ()))
    else:
        spec = _spec_of(package)
        places = list(spec.submodule_search_locations or ()) if spec is not None else []
    return os.path.realpath(os.path.join(root, package)) in map(os.path.realpath, places)


def _not_importable(name: str, error: Exception) -> CannotLook:
    if isinstance(error, SyntaxError) and error.filename and is_user_file(error.filename):
        where = shown_path(error.filename)
        source = error.text or linecache.getline(error.filename, error.lineno or 0)
        return CannotLook(
            f"{where}:{error.lineno} is not valid Python {sys.version_info.major}.{sys.version_info.minor}: "
            f"{error.msg}",
            [source.strip()] if source.strip() else [],
        )
    if isinstance(error, ValueError) and "null bytes" in str(error):
        return CannotLook(f"{name} is not Python: it contains null bytes")
    return CannotLook(f"{name} cannot be imported: {describe(error)}", user_frames(error))
