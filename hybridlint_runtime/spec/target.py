"""The target of a check: `mymodel:Net` or `path/to/file.py:make_net` with constructor arguments → a factory of blocks.

Only :meth:`Target.factory` runs the user's code; call it in the worker process.
"""

from __future__ import annotations

import ast
import dataclasses
import difflib
import os
import traceback
from types import ModuleType
from typing import Any, Callable, Dict, List, Mapping, Sequence

from ..backend import load_backend
from ..diagnostics.explaining import imperative_rule_for, remedy_for
from ..errors import CannotLook, ModelRaised, model_code
from ..mxnet_compat import import_mxnet
from .importing import describe, from_file, from_name, refuse_absent, refuse_unreadable, user_frames


@dataclasses.dataclass(frozen=True)
class Target:
    """The target of a check: `module` (a dotted name or a path ending in `.py`), the name in it, and its arguments."""

    module: str
    attribute: str
    arguments: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def is_file(self) -> bool:
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
            refuse_unreadable(self.module)
        else:
            refuse_absent(self.module)
        import_mxnet()
        result = _attribute(self._load(), self.attribute, self.module)
        return factory_of(result, str(self), "pass arguments with --arg KEY=VALUE", self.arguments)

    def _load(self) -> ModuleType:
        return from_file(self.module) if self.is_file else from_name(self.module)


def factory_of(value: Any, name: str, hint: str, arguments: Mapping[str, Any]) -> Callable[[], Any]:
    """Return a function that makes a new Block at each call: a copy of `value`, or what it returns for `arguments`.

    The function raises CannotLook if `value` raises, or makes something else. Raise CannotLook if `value` is neither a
    Block nor callable. `name` and `hint`, how to pass arguments, are for the messages.
    """
    block = import_mxnet().gluon.Block
    if isinstance(value, block):
        if arguments:
            raise CannotLook(f"{name} is a block already, so it takes no --arg")
        return lambda: copy_of(value)
    if not callable(value):
        kind = type(value).__name__
        raise CannotLook(
            f"{name} is of type {kind}: a check needs a Block, a subclass of Block, or a function that returns one"
        )

    def make() -> Any:
        try:
            with model_code():
                net = value(**arguments)
        except ModelRaised as raised:
            raise not_built(name, raised.error, hint) from raised.error
        if not isinstance(net, block):
            raise CannotLook(f"{name} returns an object of type {type(net).__name__}, not an mxnet.gluon.Block")
        return net

    return make


def not_built(name: str, error: Exception, hint: str = "") -> CannotLook:
    """Return the error for a model whose construction raised, with `hint` if its own arguments were missing or
    wrong."""
    called = traceback.extract_tb(error.__traceback__)[-1:]
    own = any(frame.filename == __file__ for frame in called) or "got an unexpected keyword argument" in str(error)
    hint = f" ({hint})" if hint and isinstance(error, TypeError) and own else ""
    explanation = imperative_rule_for(str(error), None, only_findings=False)
    remedy = remedy_for(str(error), hybridized=False)
    details = [f"caused by {describe(error.__cause__)}"] if error.__cause__ is not None else []
    details += user_frames(error) + ([f"{explanation.rule}: {explanation.remedy}"] if explanation else [])
    details += [f"instead: {remedy}"] if remedy and not explanation else []
    return CannotLook(f"{name} cannot be built: {describe(error)}{hint}", details)


def parse_target(text: str, arguments: Sequence[str] = ()) -> Target:
    """Parse `module:attribute` and its `KEY=VALUE` arguments. Raise CannotLook for anything else."""
    module, _, attribute = text.rpartition(":")
    if not module or not attribute:
        raise CannotLook(f"{text!r} names no model: write {_with_colon(text.strip(':'))}")
    # Bytes that the locale cannot decode: source code is UTF-8.
    attribute = attribute.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    if not all(part.isidentifier() for part in attribute.split(".")):
        raise CannotLook(f"{attribute!r} in {text!r} is not the name of a class, a function or a block")
    target = Target(module, attribute, parse_arguments(arguments))
    if not target.is_file and not all(part.isidentifier() for part in module.split(".")):
        raise CannotLook(f"{module!r} in {text!r} is neither a module nor a .py file")
    return target


def _with_colon(text: str) -> str:
    """Return the target that was most likely meant: `pkg.net.Net` → `pkg.net:Net`, `net.py` → `net.py:Net`."""
    module, _, name = text.rpartition(".")
    if module and name.isidentifier() and name != "py" and os.sep not in name:
        is_class = not name.islower()
        return f"{module}:{name}" if is_class else f"{module}:{name} or {text}:Net"
    return f"{text or 'mymodel'}:Net"


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
    if any(isinstance(block, mxnet.gluon.HybridBlock) for block in load_backend().blocks_of(net)):
        return
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
    """Return a copy of `net` with its parameters' values, without its traced graphs and trainers. Raise CannotLook if
    it cannot be copied."""
    trainers = [parameter._trainer for parameter in net.collect_params().values()]
    try:
        with model_code():
            return load_backend().copy_block(net, {id(trainer): None for trainer in trainers if trainer is not None})
    except ModelRaised as raised:
        raise CannotLook(
            f"this {type(net).__name__} cannot be copied ({describe(raised.error)}): pass its class or a function "
            f"instead"
        ) from raised.error
