"""The target of a check: `mymodel:Net` or `path/to/file.py:make_net` with constructor arguments → a factory of blocks.

Only :meth:`Target.factory` runs the user's code; call it in the worker process.
"""

from __future__ import annotations

import ast
import dataclasses
import difflib
import importlib
import importlib.util
import linecache
import os
import sys
import traceback
import warnings
from types import ModuleType
from typing import Any, Callable, Dict, List, Mapping, Sequence, Tuple

from ..backend import load_backend
from ..diagnostics.explaining import remedy_for, rule_for
from ..diagnostics.source_lines import is_user_file
from ..errors import CannotLook, ModelRaised, message_of, model_code
from ..mxnet_compat import import_mxnet
from ..report import Stage


@dataclasses.dataclass(frozen=True)
class Target:
    """The target of a check: `module` (a dotted name or a path ending in `.py`), the name in it, and its arguments."""

    module: str
    attribute: str
    arguments: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def is_file(self) -> bool:
        """Return whether `module` is a path."""
        return self.module.endswith(".py") or os.sep in self.module

    def __str__(self) -> str:
        if not self.arguments:
            return f"{self.module}:{self.attribute}"
        return f"{self.module}:{self.attribute}({', '.join(f'{k}={v!r}' for k, v in self.arguments.items())})"

    def factory(self) -> Callable[[], Any]:
        """Return a function that makes a new `mxnet.gluon.Block` at each call.

        The target may be a class, a function that makes a block, or a block, which is copied if possible. Raise
        CannotLook if the module or the attribute is missing, or is none of these.
        """
        # Check first what does not need MXNet: importing it takes seconds.
        if self.is_file:
            _refuse_unreadable(self.module)
        else:
            _refuse_absent(self.module)
        mxnet = import_mxnet()
        found = _attribute(self._load(), self.attribute, self.module)
        if isinstance(found, mxnet.gluon.Block):
            if self.arguments:
                raise CannotLook(f"{self} is a block already, so it takes no --arg")
            return lambda: copy_of(found)
        if not callable(found):
            raise CannotLook(
                f"{self} is of type {type(found).__name__}: a check needs a Block, a subclass of Block, or a function "
                f"that returns one"
            )
        return lambda: made_by(lambda: found(**self.arguments), str(self), "pass arguments with --arg KEY=VALUE")

    def _load(self) -> ModuleType:
        return _from_file(self.module) if self.is_file else _from_name(self.module)


def made_by(maker: Callable[[], Any], name: str, hint: str) -> Any:
    """Return the block that `maker` makes. Raise CannotLook if it raises, or makes something else.

    `name` and `hint`, how to pass arguments, are for the message.
    """
    try:
        with model_code():
            net = maker()
    except ModelRaised as raised:
        raise not_built(name, raised.error, hint) from raised.error
    if not isinstance(net, import_mxnet().gluon.Block):
        raise CannotLook(f"{name} returns an object of type {type(net).__name__}, not an mxnet.gluon.Block")
    return net


def not_built(name: str, error: Exception, hint: str = "") -> CannotLook:
    """Return the error for a model whose construction raised, with `hint` if arguments were missing or wrong."""
    hint = f" ({hint})" if hint and isinstance(error, TypeError) and "argument" in str(error) else ""
    explanation = rule_for(str(error), None, Stage.BUILD)
    remedy = remedy_for(str(error))
    details = user_frames(error) + ([f"{explanation.rule}: {explanation.remedy}"] if explanation else [])
    details += [f"instead: {remedy}"] if remedy and not explanation else []
    return CannotLook(f"{name} cannot be built: {describe(error)}{hint}", details)


def parse_target(text: str, arguments: Sequence[str] = ()) -> Target:
    """Parse `module:attribute` and its `KEY=VALUE` arguments. Raise CannotLook for anything else."""
    module, colon, attribute = text.rpartition(":")
    if not colon or not module:
        raise CannotLook(f"{text!r} names no model: write {text.rstrip(':') or 'mymodel'}:Net")
    if not all(part.isidentifier() for part in attribute.split(".")):
        raise CannotLook(f"{attribute!r} in {text!r} is not the name of a class, a function or a block")
    target = Target(module, attribute, parse_arguments(arguments))
    if not target.is_file and not all(part.isidentifier() for part in module.split(".")):
        raise CannotLook(f"{module!r} in {text!r} is neither a module nor a .py file")
    return target


def parse_arguments(texts: Sequence[str]) -> Dict[str, Any]:
    """Parse `classes=10` to `{"classes": 10}`. A value that is not a Python literal is a string."""
    arguments: Dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.isidentifier():
            raise CannotLook(f"--arg {text!r} is not of the form KEY=VALUE")
        try:
            arguments[name] = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            arguments[name] = value
    return arguments


def load_function(text: str) -> Callable[..., Any]:
    """Return the function named `file.py:name` or `module:name`. Runs the user's module. Raise CannotLook if there is
    none."""
    target = parse_target(text)
    function = _attribute(target._load(), target.attribute, target.module)
    if not callable(function):
        raise CannotLook(f"{text} is of type {type(function).__name__}, not a function")
    return function  # type: ignore[no-any-return]


def require_hybrid(net: Any, name: str) -> None:
    """Raise CannotLook if neither `net` nor any block below it is a HybridBlock. The message names unregistered
    ones."""
    mxnet = import_mxnet()
    seen: Dict[int, bool] = {}
    waiting = [net]
    while waiting:
        block = waiting.pop()
        if isinstance(block, mxnet.gluon.HybridBlock):
            return
        if id(block) not in seen:
            seen[id(block)] = True
            waiting.extend(child for _, child in load_backend().children(block))
    from ..model.tree import hidden_blocks

    hidden = [
        f"{f'{owner}.' if owner else ''}{where} ({type(block).__name__})"
        for owner, where, block in hidden_blocks(net)
        if isinstance(block, mxnet.gluon.HybridBlock)
    ]
    if hidden:
        shown = ", ".join(hidden[:5]) + (f" and {len(hidden) - 5} more" if len(hidden) > 5 else "")
        raise CannotLook(
            f"no HybridBlock is registered in {name}, so hybridize() reaches none; it contains {shown}: put them into "
            f"an "
            "nn.HybridSequential or nn.Sequential, or call self.register_child(block) for each"
        )
    raise CannotLook(
        f"{name} contains no HybridBlock, so there is nothing to hybridize: derive from mxnet.gluon.HybridBlock "
        f"and write {load_backend().traced_method}"
    )


def describe(error: BaseException) -> str:
    """Return an exception as one line: its type and the first line of its message."""
    first = message_of(error).splitlines()[0]
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


def _refuse_absent(name: str) -> None:
    """Raise CannotLook if the package of module `name` cannot be found. Runs none of its code."""
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    package = name.split(".")[0]
    if package not in sys.modules and importlib.util.find_spec(package) is None:
        raise _absent(package)


def _absent(name: str) -> CannotLook:
    return CannotLook(
        f"there is no module {name!r} in {os.getcwd()} or among the installed packages: run the check from the folder "
        f"that contains it, or pass the path of the file"
    )


def _from_name(name: str) -> ModuleType:
    _refuse_absent(name)
    try:
        with model_code():
            return importlib.import_module(name)
    except ModelRaised as raised:
        error = raised.error
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing is not None and (name == missing or name.startswith(missing + ".")):
            raise _absent(missing) from error
        raise _not_importable(name, error) from error


def _refuse_unreadable(path: str) -> None:
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


def _from_file(path: str) -> ModuleType:
    _refuse_unreadable(path)
    folder, file_name = os.path.split(os.path.abspath(path))
    name = os.path.splitext(file_name)[0]
    if name in sys.modules or not name.isidentifier():
        name = f"checked_model_{abs(hash(path))}"
    spec = importlib.util.spec_from_file_location(name, os.path.abspath(path))
    assert spec is not None and spec.loader is not None  # a name that ends in .py always has a loader
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, folder)
    sys.modules[name] = module
    try:
        with model_code():
            spec.loader.exec_module(module)
    except ModelRaised as raised:
        error = raised.error
        del sys.modules[name]
        refused = _not_importable(path, error)
        root, dotted = _in_package(os.path.abspath(path))
        if isinstance(error, ImportError) and "." in dotted:
            refused.message += f": the file is in a package, so write {dotted}:NAME, in {shown_path(root)}"
        raise refused from error
    return module


def _in_package(path: str) -> Tuple[str, str]:
    """Return the folder from which the file at `path` can be imported, and its module name there."""
    folder, file_name = os.path.split(path)
    parts = [os.path.splitext(file_name)[0]]
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder, package = os.path.split(folder)
        parts.insert(0, package)
    return folder, ".".join(parts)


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


def _attribute(module: ModuleType, dotted: str, where: str) -> Any:
    value: Any = module
    path: List[str] = []
    for part in dotted.split("."):
        try:
            value = getattr(value, part)
        except AttributeError as error:
            holder = ".".join([where, *path])
            raise CannotLook(f"{holder} has no {part!r}{_suggestion(value, part)}") from error
        path.append(part)
    return value


def _suggestion(holder: Any, name: str) -> str:
    near = difflib.get_close_matches(name, [known for known in dir(holder) if not known.startswith("_")], n=1)
    return f": did you mean {near[0]!r}?" if near else ""


def copy_of(net: Any) -> Any:
    """Return a copy of `net` with its parameters' values, without its traced graphs. Raise CannotLook if it cannot be
    copied.

    Graphs (C++ objects) and trainers of parameters are excluded by entries in the memo of `deepcopy`.
    """
    backend = load_backend()
    known: Dict[int, Any] = {}
    waiting = [net]
    while waiting:
        block = waiting.pop()
        waiting.extend(child for _, child in backend.children(block))
        for name, empty in (("_cached_graph", ()), ("_cached_op", None), ("_cached_op_args", [])):
            if vars(block).get(name):
                known[id(vars(block)[name])] = empty
    for parameter in net.collect_params().values():
        if parameter._trainer is not None:
            known[id(parameter._trainer)] = None
    try:
        with model_code():
            return backend.copy_block(net, known)
    except ModelRaised as raised:
        raise CannotLook(
            f"this {type(net).__name__} cannot be copied ({describe(raised.error)}): pass its class or a function "
            f"instead"
        ) from raised.error
