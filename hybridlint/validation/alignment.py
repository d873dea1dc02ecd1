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

    `is_write`: the original is a single statement that writes into an array. `is_shape`: a tuple replaces one of
    another length, or a sum of tuples, as an argument, or an array replaces its shape.
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
    """The functions and lambdas that differ, by qualified name, and the equations by the node that they begin with."""

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
        others = {_name(item): item for item in after if _name(item)}
        for item in before:
            other: Any = others.get(_name(item)) if _name(item) else None
            if type(item) is not type(other) or ast.dump(item) == ast.dump(other):
                continue
            name = f"{path}{_name(item)}"
            if isinstance(item, ast.ClassDef):
                self.definitions(item.body, other.body, f"{name}.")
            else:
                self.original[name], self.fixed[name] = item, other
                self.block(item.body, other.body)
        self.block(*([item for item in block if not _name(item)] for block in (before, after)))

    def block(self, before: Sequence[ast.stmt], after: Sequence[ast.stmt]) -> None:
        """Align two runs of statements."""
        old_dumps, new_dumps = ([ast.dump(item) for item in block] for block in (before, after))
        matcher = difflib.SequenceMatcher(None, old_dumps, new_dumps, autojunk=False)
        for tag, first, last, start, end in matcher.get_opcodes():
            if tag != "replace":
                continue
            old, new = before[first:last], after[start:end]
            used = [item for item in old if not _only_reads(item)]
            old = used if len(used) == len(new) else old
            if len(old) == len(new):
                for left, right in zip(old, new):
                    self._statement(left, right)
            else:
                self._statements(old, new)

    def _statement(self, first: Any, second: Any) -> None:
        if type(first) is not type(second):
            return self._statements([first], [second])
        if isinstance(first, (ast.If, ast.While)):
            self._expression(first.test, second.test)
        elif isinstance(first, ast.For) and _same(first.target, second.target):
            self._expression(first.iter, second.iter)
        elif isinstance(first, ast.With) and len(first.items) == len(second.items):
            if not all(map(_same, first.items, second.items)):
                return self._statements([first], [second])
        elif isinstance(first, ast.Try):
            if not all(map(_same, first.handlers, second.handlers)) or len(first.handlers) != len(second.handlers):
                return self._statements([first], [second])
        elif not isinstance(first, (ast.Return, ast.Expr, ast.Assign, *FUNCTION_DEFS)) or not self._simple(
            first, second
        ):
            return self._statements([first], [second])
        for name in ("body", "orelse", "finalbody"):
            self.block(getattr(first, name, []), getattr(second, name, []))

    def _simple(self, first: Any, second: Any) -> bool:
        """Align two simple statements, or functions, whose only difference is an expression."""
        if isinstance(first, FUNCTION_DEFS):
            return _same(first.args, second.args)
        if isinstance(first, ast.Assign) and not (
            len(first.targets) == len(second.targets) and all(map(_same, first.targets, second.targets))
        ):
            return False
        if first.value is None or second.value is None or isinstance(first, ast.Assign) and _is_item(first.targets[0]):
            return False
        self._expression(first.value, second.value)
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

    def _expression(self, first: Any, second: Any, is_argument: bool = False) -> None:
        """Pair the smallest expressions that differ."""
        if _same(first, second):
            return
        if isinstance(first, ast.Lambda) and isinstance(second, ast.Lambda) and _same(first.args, second.args):
            name = f"<lambda {next(self._numbers)}>"
            self.original[name], self.fixed[name] = first, second
            return self._expression(first.body, second.body)
        pairs = _differing(first, second)
        if pairs is not None:
            for mine, theirs in pairs:
                self._expression(mine, theirs, isinstance(first, ast.Call))
            return
        if isinstance(second, ast.Call) and getattr(second.func, "attr", getattr(second.func, "id", "")) in _COPIES:
            if len(second.args) == 1 and _same(first, second.args[0]):
                return
        if isinstance(first, ast.Name) and isinstance(second, ast.Name):
            return
        number = next(self._numbers)
        reads = tuple(sorted(_loaded([first]) & _loaded([second])))
        is_shape = is_argument and isinstance(first, (ast.Tuple, ast.BinOp)) and isinstance(second, ast.Tuple)
        # An array that stands for its shape, which no write to it changes.
        is_shape = is_shape or _is_shape_of(first) and isinstance(second, ast.Name)
        self.equations[first] = Equation(number, reads, is_shape=is_shape)
        self.equations[second] = Equation(number, reads, is_original=False, is_shape=is_shape)


def align(before: ast.Module, after: ast.Module) -> Alignment:
    """Return how the functions of two versions of a file correspond."""
    aligner = _Aligner()
    aligner.definitions(before.body, after.body)
    return Alignment(aligner.original, aligner.fixed, aligner.equations)


def _differing(first: ast.AST, second: ast.AST) -> Any:
    """Return the pairs of operands that differ, if nothing else does; None otherwise.

    The operands of a call are its arguments and the object whose method is called, not the function.
    """
    if type(first) is not type(second) or isinstance(first, (ast.Subscript, ast.Lambda)):
        if isinstance(first, ast.Subscript) and isinstance(second, ast.Subscript) and _same(first.slice, second.slice):
            return [(first.value, second.value)]
        return None
    pairs: List[Tuple[Any, Any]] = []
    for name in first._fields:
        mine: Any = getattr(first, name, None)
        theirs: Any = getattr(second, name, None)
        many = isinstance(mine, list) and isinstance(theirs, list)
        if many and len(mine) != len(theirs):
            return None
        for a, b in zip(mine, theirs) if many else [(mine, theirs)]:
            if not isinstance(a, ast.AST) or not isinstance(b, ast.AST):
                if a != b:
                    return None
            elif not _same(a, b):
                if isinstance(first, ast.Call) and name == "func":
                    if not (isinstance(a, ast.Attribute) and isinstance(b, ast.Attribute) and a.attr == b.attr):
                        return None
                    a, b = a.value, b.value
                    if isinstance(a, (ast.Name, ast.Attribute)):
                        return None
                if isinstance(a, ast.keyword) and isinstance(b, ast.keyword) and a.arg == b.arg:
                    a, b = a.value, b.value
                if not isinstance(a, ast.expr) or not isinstance(b, ast.expr) or isinstance(a, ast.Starred):
                    return None
                pairs.append((a, b))
    return pairs


def _same(first: ast.AST, second: ast.AST) -> bool:
    return ast.dump(first) == ast.dump(second)


def _is_shape_of(node: Any) -> bool:
    """Return whether an expression is `x.shape` or a part of it, such as `x.shape[2:]`."""
    node = node.value if isinstance(node, ast.Subscript) else node
    return isinstance(node, ast.Attribute) and node.attr == "shape" and isinstance(node.value, ast.Name)


def _name(node: ast.AST) -> str:
    return node.name if isinstance(node, (*FUNCTION_DEFS, ast.ClassDef)) else ""


def _only_reads(statement: ast.stmt) -> bool:
    """Return whether a statement binds names to attributes, such as `b, c = x.shape`, and does nothing else."""
    value = statement.value if isinstance(statement, ast.Assign) else None
    holders = (part.value for part in (value, getattr(value, "value", None)) if isinstance(part, ast.Attribute))
    is_read = any(isinstance(holder, ast.Name) for holder in holders)
    return is_read and not any(isinstance(part, ast.Call) for part in ast.walk(statement))


def _names(nodes: Sequence[ast.AST]) -> Iterator[ast.Name]:
    return (node for node in _below(nodes) if isinstance(node, ast.Name))


def _loaded(nodes: Sequence[ast.AST]) -> Set[str]:
    targets = {item.target.id for item in _below(nodes) if _augments_name(item)}
    return targets | {name.id for name in _names(nodes) if isinstance(name.ctx, ast.Load)}


def _below(nodes: Sequence[ast.AST]) -> Iterator[Any]:
    return (below for node in nodes for below in ast.walk(node))


def _attributes(nodes: Sequence[ast.AST], *names: str) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr in names for node in _below(nodes))


def _augments_name(node: ast.AST) -> bool:
    return isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)


def _written(nodes: Sequence[ast.AST]) -> Set[str]:
    """Return the names that statements bind, and those of the arrays that they write into."""
    result = {name.id for name in _names(nodes) if not isinstance(name.ctx, ast.Load)}
    for item in _below(nodes):
        base = item.value if isinstance(item, ast.keyword) and item.arg == "out" or _is_item(item) else None
        base = item.args[0] if _copies(item) else base
        if isinstance(base, ast.Name):
            result.add(base.id)
    return result


def _is_item(node: Any) -> bool:
    return isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)


def _copies(node: Any) -> bool:
    """Return whether a node is a call `x.copyto(y)`."""
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "copyto" and len(node.args) == 1


def _writes_into(node: Any) -> bool:
    """Return whether a statement is `y += 1`, `y[0] = 1`, `F.relu(x, out=y)` or `x.copyto(y)`."""
    if isinstance(node, ast.Expr):
        call = node.value
        return isinstance(call, ast.Call) and (_copies(call) or any(given.arg == "out" for given in call.keywords))
    return isinstance(node, ast.AugAssign) or isinstance(node, ast.Assign) and _is_item(node.targets[0])
