"""The objects of an imperative execution. Names and containers refer to them, so that aliases see what is written.

An array is a :class:`Cell`, whose content is a value number, and whose :class:`~hybridlint.values.memory.Memory` states
with what others it shares its elements, as in the interpreter. An object *escapes* when code that is not executed may
hold it. From then on it has a name, a term by which both versions know it, and its content depends on the effects of
the execution so far.
"""

from __future__ import annotations

import itertools
from typing import Any, Dict, Iterable, Iterator, List, Optional

from hybridlint.validation.terms import Term
from hybridlint.values.memory import Memory

#: The namespace of imperative operators, and its other name.
NAMESPACE, _SAME = "mxnet.nd", "mxnet.ndarray"
#: Numbers the arrays in the order in which they are made.
numbers = itertools.count()


class Const:
    """An immutable Python value."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Path:
    """A module, a function of a module or a builtin, by its full name. The namespace `F` is that of `mx.nd`."""

    def __init__(self, name: str) -> None:
        self.name = f"{NAMESPACE}{name[len(_SAME) :]}" if name.startswith(_SAME) else name


class Mutable:
    """An object that several references may share. `name` is set once it has escaped."""

    name: Optional[Term] = None


class Cell(Mutable):
    """An array, or an object of which nothing is known.

    `region` is the part of its memory that it is. `scope` is the scope of autograd in which it was created.
    With `is_recorded`, autograd may have recorded how it was computed: a write into it raises in training.
    With `is_saved`, an operator outside of `autograd.pause()` has read or made it, whose gradient may need its values.
    With `is_renamed`, it may be the same object as another, and a view of it in the other version.
    `role`: "array", "object" (an attribute or a global), "unknown" or "layer:CLASS".
    """

    def __init__(self, content: Term, scope: Term, region: Term = -1, role: str = "array") -> None:
        self.content, self.scope, self.region, self.role = content, scope, region, role
        self.number = next(numbers)
        self.memory = Memory(frozenset([self.number]))
        self.is_recorded = True
        self.is_saved = self.is_renamed = False


class Items(Mutable):
    """A list, tuple or set whose elements are known, or a dict with known `keys`."""

    def __init__(self, kind: str, items: List[Any], keys: Optional[List[Any]] = None) -> None:
        self.kind, self.items, self.keys = kind, items, keys


class Lazy(Mutable):
    """A generator, whose elements are computed where they are read, once."""

    def __init__(self, values: Iterator[Any]) -> None:
        self.values = values


class Scope:
    """The names of a function. `declared` maps those that are `global` or `nonlocal` to where they are."""

    def __init__(self, local: Iterable[str], outer: Optional[Scope], owner: str = "") -> None:
        self.local, self.outer, self.owner = frozenset(local), outer, owner
        self.names: Dict[str, Any] = {}


class Function:
    """A function of the file, or a lambda, with the scope around it and the arguments that are bound already."""

    def __init__(self, node: Any, scope: Optional[Scope], owner: str = "", bound: Any = ()) -> None:
        self.node, self.scope, self.owner = node, scope, owner
        self.bound: List[Any] = list(bound)
        self.defaults: Dict[str, Any] = {}


class Method:
    """A method of an object, before it is called."""

    def __init__(self, receiver: Any, name: str) -> None:
        self.receiver, self.name = receiver, name
