"""Align a file and its fixed version: which expressions and statements replace which.

The smallest differing expressions, and runs of differing statements, are paired. A pair is an *equation*: the fix
claims that both compute the same, which is proven elsewhere. What is validated is that they do so in their context.
"""

from __future__ import annotations

import ast
import difflib
import itertools
from typing import Any, Dict, FrozenSet, Iterator, List, Sequence, Set, Tuple

from hybridlint.dataclass import dataclass
from hybridlint.syntax import FUNCTION_DEFS


@dataclass(frozen=True)
class Equation:
    """A replaced expression or run of `length` statements. Both versions read `reads`, and bind or write to `writes`.

    `is_write`: the original is a single statement that writes into an array. `is_shape`: both are tuples of different
    lengths that are an argument.
    """

    number: int
    reads: Tuple[str, ...]
    writes: FrozenSet[str] = frozenset()
    length: int = 0
    is_original: bool = True
    is_write: bool = False
    is_shape: bool = False


@dataclass(frozen=True)
class Alignment:
    """The functions that differ, by qualified name, and the equations by the node that they begin with."""

    original: Dict[str, Any]
    fixed: Dict[str, Any]
    equations: Dict[ast.AST, Equation]


#: Functions whose result equals their argument, whatever that is.
_COPIES = ("identity", "list")


class _Aligner:
    def __init__(self) -> None:
        self.equations: Dict[ast.AST, Equation] = {}
        self.original: Dict[str, Any] = {}
        self.fixed: Dict[str, Any] = {}
        self._numbers = itertools.count(1)

    def definitions(self, before: Sequence[Any], after: Sequence[Any], path: str = "") -> None:
        """Align the functions of a module or class."""
        others = {_name(one): one for one in after if _name(one)}
        for one in before:
            other: Any = others.get(_name(one)) if _name(one) else None
            if type(one) is not type(other) or ast.dump(one) == ast.dump(other):
                continue
            name = f"{path}{_name(one)}"
            if isinstance(one, ast.ClassDef):
                self.definitions(one.body, other.body, f"{name}.")
            else:
                self.original[name], self.fixed[name] = one, other
                self.block(one.body, other.body)

    def block(self, before: Sequence[ast.stmt], after: Sequence[ast.stmt]) -> None:
        """Align two runs of statements."""
        old_dumps, new_dumps = ([ast.dump(one) for one in block] for block in (before, after))
        matcher = difflib.SequenceMatcher(None, old_dumps, new_dumps, autojunk=False)
        for tag, first, last, start, end in matcher.get_opcodes():
            if tag != "replace":
                continue
            old, new = before[first:last], after[start:end]
            if len(old) == len(new):
                for one, other in zip(old, new):
                    self._statement(one, other)
            else:
                self._statements(old, new)

    def _statement(self, one: Any, other: Any) -> None:
        if type(one) is not type(other):
            return self._statements([one], [other])
        if isinstance(one, (ast.If, ast.While)):
            self._expression(one.test, other.test)
        elif isinstance(one, ast.For) and _same(one.target, other.target):
            self._expression(one.iter, other.iter)
        elif isinstance(one, ast.With) and len(one.items) == len(other.items):
            if not all(map(_same, one.items, other.items)):
                return self._statements([one], [other])
        elif isinstance(one, ast.Try):
            if not all(map(_same, one.handlers, other.handlers)) or len(one.handlers) != len(other.handlers):
                return self._statements([one], [other])
        elif not isinstance(one, (ast.Return, ast.Expr, ast.Assign, *FUNCTION_DEFS)) or not self._simple(one, other):
            return self._statements([one], [other])
        for name in ("body", "orelse", "finalbody"):
            self.block(getattr(one, name, []), getattr(other, name, []))

    def _simple(self, one: Any, other: Any) -> bool:
        """Align two simple statements, or functions, whose only difference is an expression."""
        if isinstance(one, FUNCTION_DEFS):
            return _same(one.args, other.args)
        if isinstance(one, ast.Assign) and not (
            len(one.targets) == len(other.targets) and all(map(_same, one.targets, other.targets))
        ):
            return False
        if one.value is None or other.value is None or isinstance(one, ast.Assign) and _is_item(one.targets[0]):
            return False
        self._expression(one.value, other.value)
        return True

    def _statements(self, old: Sequence[Any], new: Sequence[Any]) -> None:
        if not old or not new or _attributes(old, "pause") and not _attributes(new, "pause", "BlockGrad"):
            return  # the gradients of both are not the same
        number = next(self._numbers)
        reads = tuple(sorted(_loaded(old) & _loaded(new)))
        writes = frozenset(_written(old) & _written(new))
        is_write = len(old) == 1 and _writes_into(old[0])
        for block, is_original in ((old, True), (new, False)):
            self.equations[block[0]] = Equation(number, reads, writes, len(block), is_original, is_write)

    def _expression(self, one: Any, other: Any, is_argument: bool = False) -> None:
        """Pair the smallest expressions that differ."""
        if _same(one, other):
            return
        pairs = _differing(one, other)
        if pairs is not None:
            for mine, theirs in pairs:
                self._expression(mine, theirs, isinstance(one, ast.Call))
            return
        if isinstance(other, ast.Call) and getattr(other.func, "attr", getattr(other.func, "id", "")) in _COPIES:
            if len(other.args) == 1 and _same(one, other.args[0]):
                return
        if isinstance(one, ast.Name) and isinstance(other, ast.Name):
            return
        number = next(self._numbers)
        reads = tuple(sorted(_loaded([one]) & _loaded([other])))
        is_shape = is_argument and isinstance(one, ast.Tuple) and isinstance(other, ast.Tuple)
        self.equations[one] = Equation(number, reads, is_shape=is_shape)
        self.equations[other] = Equation(number, reads, is_original=False, is_shape=is_shape)


def align(before: ast.Module, after: ast.Module) -> Alignment:
    """Return how the functions of two versions of a file correspond."""
    aligner = _Aligner()
    aligner.definitions(before.body, after.body)
    return Alignment(aligner.original, aligner.fixed, aligner.equations)


def _differing(one: ast.AST, other: ast.AST) -> Any:
    """Return the pairs of operands that differ, if nothing else does; None otherwise.

    The operands of a call are its arguments and the object whose method is called, not the function.
    """
    if type(one) is not type(other) or isinstance(one, (ast.Subscript, ast.Lambda)):
        if isinstance(one, ast.Subscript) and isinstance(other, ast.Subscript) and _same(one.slice, other.slice):
            return [(one.value, other.value)]
        return None
    pairs: List[Tuple[Any, Any]] = []
    for name in one._fields:
        mine: Any = getattr(one, name, None)
        theirs: Any = getattr(other, name, None)
        many = isinstance(mine, list) and isinstance(theirs, list)
        if many and len(mine) != len(theirs):
            return None
        for a, b in zip(mine, theirs) if many else [(mine, theirs)]:
            if not isinstance(a, ast.AST) or not isinstance(b, ast.AST):
                if a != b:
                    return None
            elif not _same(a, b):
                if isinstance(one, ast.Call) and name == "func":
                    if not (isinstance(a, ast.Attribute) and isinstance(b, ast.Attribute) and a.attr == b.attr):
                        return None
                    a, b = a.value, b.value
                    if isinstance(a, (ast.Name, ast.Attribute)):
                        return None
                if isinstance(a, ast.keyword) and isinstance(b, ast.keyword) and a.arg == b.arg:
                    a, b = a.value, b.value
                if not isinstance(a, ast.expr) or not isinstance(b, ast.expr):
                    return None
                pairs.append((a, b))
    return pairs


def _same(one: ast.AST, other: ast.AST) -> bool:
    return ast.dump(one) == ast.dump(other)


def _name(node: ast.AST) -> str:
    return node.name if isinstance(node, (*FUNCTION_DEFS, ast.ClassDef)) else ""


def _names(nodes: Sequence[ast.AST]) -> Iterator[ast.Name]:
    return (one for one in _below(nodes) if isinstance(one, ast.Name))


def _loaded(nodes: Sequence[ast.AST]) -> Set[str]:
    targets = {one.target.id for one in _below(nodes) if _augments_name(one)}
    return targets | {one.id for one in _names(nodes) if isinstance(one.ctx, ast.Load)}


def _below(nodes: Sequence[ast.AST]) -> Iterator[Any]:
    return (below for node in nodes for below in ast.walk(node))


def _attributes(nodes: Sequence[ast.AST], *names: str) -> bool:
    return any(isinstance(one, ast.Attribute) and one.attr in names for one in _below(nodes))


def _augments_name(node: ast.AST) -> bool:
    return isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)


def _written(nodes: Sequence[ast.AST]) -> Set[str]:
    """Return the names that statements bind, and those of the arrays that they write into."""
    found = {one.id for one in _names(nodes) if not isinstance(one.ctx, ast.Load)}
    for one in _below(nodes):
        base = one.value if isinstance(one, ast.keyword) and one.arg == "out" or _is_item(one) else None
        if isinstance(base, ast.Name):
            found.add(base.id)
    return found


def _is_item(node: Any) -> bool:
    return isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)


def _writes_into(node: Any) -> bool:
    """Return whether a statement is `y += 1`, `y[0] = 1` or `F.relu(x, out=y)`."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call) and any(one.arg == "out" for one in node.value.keywords)
    return isinstance(node, ast.AugAssign) or isinstance(node, ast.Assign) and _is_item(node.targets[0])
