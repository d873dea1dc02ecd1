"""What a Symbol raises, as the `except` that would catch it has to name it."""

from __future__ import annotations

import ast
import builtins
from typing import FrozenSet

from hybridlint.events import (
    AttributeRead,
    Conversion,
    Event,
    Hashing,
    InPlaceOperation,
    MethodCall,
    NamespaceRead,
    Refusal,
    TruthTest,
    Unpacking,
)
from hybridlint.interpreter import classes, names
from hybridlint.interpreter.run import Run
from hybridlint.values import Class, Imported, Instance, Value

_ANY = frozenset(["Exception", "BaseException"])
_ATTRIBUTE = _ANY | {"AttributeError"}
_TYPE = _ANY | {"TypeError"}
_VALUE = _ANY | {"ValueError"}
#: `NotImplementedForSymbol` is an `MXNetError`, which is a `RuntimeError`: no `AttributeError`, no `TypeError`.
_REFUSED = _ANY | {"NotImplementedForSymbol", "MXNetError", "RuntimeError"}
_ONE_OF_THEM = _ATTRIBUTE | _TYPE | _REFUSED | {"NotImplementedError", "IndexError", "AssertionError"}


def raised(run: Run, use: Event) -> FrozenSet[str]:
    """The exception that a use raises while tracing, with its bases; all that there are where it is not known."""
    if isinstance(use, Refusal):
        return _of_statement(use.node)
    if isinstance(use, (TruthTest, InPlaceOperation)):
        return _REFUSED
    if isinstance(use, (AttributeRead, MethodCall)):
        method = run.api.method(use.name)
        if method is None or method.symbolic:
            return _REFUSED if method is not None and method.not_implemented else _ONE_OF_THEM
        return _ATTRIBUTE
    if isinstance(use, NamespaceRead):
        return _ATTRIBUTE
    if isinstance(use, (Conversion, Hashing)):
        return _TYPE
    return _VALUE if isinstance(use, Unpacking) else _ONE_OF_THEM


def names_of(run: Run, raised: Value) -> FrozenSet[str]:
    """The names of the class of an exception of the user's and of its bases; none where it is not known."""
    if isinstance(raised, Imported):
        kind = getattr(builtins, names.last(raised.name), None)
        return frozenset(base.__name__ for base in kind.__mro__) if isinstance(kind, type) else frozenset()
    if not isinstance(raised, (Instance, Class)):
        return frozenset()
    own = classes.lineage(run, raised.name)
    if not own:
        return names_of(run, Imported(f"builtins.{raised.name}"))
    outside = [names_of(run, base) for base in classes.foreign_bases(run, raised.name)]
    return frozenset(own).union(*outside)


def is_exception(title: str) -> bool:
    """Whether a builtin is a class of exceptions."""
    kind = getattr(builtins, title, None)
    return isinstance(kind, type) and issubclass(kind, BaseException)


def _of_statement(node: ast.AST) -> FrozenSet[str]:
    """What a `raise` or an `assert` raises: an exception of Python with its bases, another by its name."""
    if not isinstance(node, ast.Raise):
        return _ANY | {"AssertionError"}
    made = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    name = made.id if isinstance(made, ast.Name) else ""
    kind = getattr(builtins, name, None)
    return _ANY | {base.__name__ for base in kind.__mro__} if isinstance(kind, type) else _ANY | {name}
