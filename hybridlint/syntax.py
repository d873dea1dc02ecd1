"""Helpers for `ast`, whose tree the interpreter runs.

flake8 has parsed the file already, so the tree costs nothing. Only fixes need whitespace and comments: they edit the
text between nodes, and parse statements with libcst.
"""

from __future__ import annotations

import ast
import functools
from typing import Any, Dict, FrozenSet, Iterable, List, Optional, Set, Tuple, Type, Union

from hybridlint.dataclass import dataclass

#: `except*` and `match`, on Pythons that have them.
TryStar: Any = getattr(ast, "TryStar", ast.Try)
Match: Any = getattr(ast, "Match", None)

FunctionDef = Union[ast.FunctionDef, ast.AsyncFunctionDef]
Function = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda]
#: The nodes of functions that have a name.
FUNCTION_DEFS = (ast.FunctionDef, ast.AsyncFunctionDef)
#: The nodes of compound statements.
COMPOUND: Tuple[Any, ...] = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.ClassDef)
COMPOUND += (*FUNCTION_DEFS, *(getattr(ast, name) for name in ("TryStar", "Match") if hasattr(ast, name)))

_FIELDS: Dict[type, Tuple[str, ...]] = {}
#: The field that holds the name of a node.
_NAMED: Dict[type, str] = {ast.Name: "id", ast.Attribute: "attr", ast.arg: "arg", ast.keyword: "arg"}
_NAMED.update(dict.fromkeys((*FUNCTION_DEFS, ast.ClassDef, ast.ExceptHandler), "name"))


#: Fields without nodes, or with operators, which no caller needs.
_LEAVES = frozenset(["ctx", "op", "ops", "id", "attr", "arg", "name", "asname", "module", "level", "kind", "kwd_attrs"])
_LEAVES |= {"type_comment", "conversion", "simple", "is_async", "rest"}
#: Kinds of nodes without nodes below them.
_LEAF_KINDS = frozenset(["Constant", "Global", "Nonlocal", "MatchSingleton"])


def _fields(kind: Type[ast.AST]) -> Tuple[str, ...]:
    """Return the fields of a kind of node that hold a node, a list of nodes, or None."""
    fields = () if kind.__name__ in _LEAF_KINDS else tuple(name for name in kind._fields if name not in _LEAVES)
    _FIELDS[kind] = fields
    return fields


def nodes_below(node: Union[ast.AST, Iterable[ast.AST]], leaving_out: Tuple[type, ...] = ()) -> List[Any]:
    """Return `node`, or each node of a list, and all their descendants, in no particular order. Nodes of the kinds
    `leaving_out` are skipped with their descendants."""
    nodes: List[Any] = [node] if isinstance(node, ast.AST) else list(node)
    for current in nodes:  # which grows
        kind = current.__class__
        if kind in leaving_out:
            continue
        for name in _FIELDS[kind] if kind in _FIELDS else _fields(kind):
            value = getattr(current, name, None)
            if value.__class__ is list:
                nodes += value if None not in value else filter(None, value)
            elif value is not None:
                nodes.append(value)
    return [current for current in nodes if current.__class__ not in leaving_out] if leaving_out else nodes


def children(node: ast.AST) -> List[ast.AST]:
    """Return the nodes directly below `node` that have a place in the text: `ctx` and operators are left out."""
    kind = node.__class__
    result: List[Any] = []
    for name in _FIELDS[kind] if kind in _FIELDS else _fields(kind):
        value = getattr(node, name, None)
        if value.__class__ is list:
            result += filter(None, value)
        elif value is not None:
            result.append(value)
    return result


def own_nodes(function: Any) -> List[Any]:
    """Return the nodes of the body of a function, without those of nested functions and classes."""
    return nodes_below(function.body, (*FUNCTION_DEFS, ast.Lambda, ast.ClassDef))


def identifiers(node: Union[ast.AST, Iterable[ast.AST]]) -> Set[str]:
    """Return all names in `node`: of variables, attributes, parameters, keyword arguments, functions and classes."""
    return set(names_among(nodes_below(node)))


def names_stored(nodes: Union[ast.AST, Iterable[ast.AST]]) -> Set[str]:
    """Return the names of the variables that code assigns to or deletes, in nested scopes as well."""
    names = [part for part in nodes_below(nodes) if part.__class__ is ast.Name]
    return {name.id for name in names if name.ctx.__class__ is not ast.Load}


def names_bound(statements: Iterable[ast.AST]) -> Set[str]:
    """Return the names that statements bind in the scope in which they stand."""
    result: Set[str] = set()
    elsewhere: Set[str] = set()
    stack: List[Any] = list(statements)
    while stack:
        item = stack.pop()
        if isinstance(item, (*FUNCTION_DEFS, ast.ClassDef)):
            result.add(item.name)
            continue
        if isinstance(item, (ast.Global, ast.Nonlocal)):
            elsewhere.update(item.names)
        elif isinstance(item, ast.Name) and not isinstance(item.ctx, ast.Load):
            result.add(item.id)
        elif isinstance(item, (ast.Import, ast.ImportFrom)):
            result.update((alias.asname or alias.name).partition(".")[0] for alias in item.names)
        elif isinstance(item, ast.ExceptHandler) and item.name:
            result.add(item.name)
        if isinstance(item, (ast.Lambda, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            stack += [below for below in ast.walk(item) if isinstance(below, ast.NamedExpr)]
            continue
        stack.extend(ast.iter_child_nodes(item))
    return result - elsewhere


@functools.lru_cache(maxsize=1024)
def names_read(node: ast.AST) -> Optional[FrozenSet[str]]:
    """Return the names of the variables in an expression; None if it calls a function."""
    below = nodes_below(node)
    called = any(isinstance(part, ast.Call) for part in below)
    return None if called else frozenset(part.id for part in below if isinstance(part, ast.Name))


def names_among(nodes: List[Any]) -> List[str]:
    """Return the names in each of `nodes` itself: of a variable, an attribute, a parameter, a function or class …"""
    names = [getattr(node, _NAMED[node.__class__]) for node in nodes if node.__class__ in _NAMED]
    names += [name for node in nodes if node.__class__ in (ast.Global, ast.Nonlocal) for name in node.names]
    return [name for name in names if name is not None]


@dataclass(frozen=True)
class Parameter:
    """A parameter of a function."""

    name: str
    node: ast.arg
    default: Optional[ast.expr] = None

    @property
    def annotation(self) -> Optional[ast.expr]:
        return self.node.annotation


@dataclass(frozen=True)
class Parameters:
    """The parameters of a function, each with its default."""

    positional: Tuple[Parameter, ...]
    star: Optional[Parameter]
    keyword_only: Tuple[Parameter, ...]
    star_star: Optional[Parameter]

    @property
    def names(self) -> List[str]:
        """The names of all parameters."""
        every = (*self.positional, self.star, *self.keyword_only, self.star_star)
        return [parameter.name for parameter in every if parameter is not None]


def parameters(function: Function) -> Parameters:
    """Return the parameters of a function or lambda."""
    return _parameters(function.args)


@functools.lru_cache(maxsize=256)  # of the arguments: a function would retain its body
def _parameters(given: ast.arguments) -> Parameters:
    positional = given.posonlyargs + given.args
    defaults = [None] * (len(positional) - len(given.defaults)) + list(given.defaults)
    return Parameters(
        tuple(Parameter(item.arg, item, default) for item, default in zip(positional, defaults)),
        None if given.vararg is None else Parameter(given.vararg.arg, given.vararg),
        tuple(
            Parameter(argument.arg, argument, default) for argument, default in zip(given.kwonlyargs, given.kw_defaults)
        ),
        None if given.kwarg is None else Parameter(given.kwarg.arg, given.kwarg),
    )


def index_of(subscript: ast.Subscript) -> Any:
    """Return the index of a subscript, which Python 3.8 wraps in an `Index` node."""
    index: Any = subscript.slice
    return index.value if type(index).__name__ == "Index" else index


def index_elements(subscript: ast.Subscript) -> List[ast.AST]:
    """Return the comma-separated parts of the index."""
    index: Any = index_of(subscript)
    if type(index).__name__ == "ExtSlice":
        return [part.value if type(part).__name__ == "Index" else part for part in index.dims]
    return list(index.elts) if isinstance(index, ast.Tuple) else [index]


def same_code(first: Any, second: Any) -> bool:
    """Return whether two nodes, or two lists of nodes, are equal but for whitespace and comments."""
    if isinstance(first, (list, tuple)):
        return len(first) == len(second) and all(map(same_code, first, second))
    return ast.dump(first) == ast.dump(second)


def is_literal(node: ast.AST, *values: Any) -> bool:
    """Return whether `node` is the literal of one of `values`, compared with `is`: True, None, 0."""
    return isinstance(node, ast.Constant) and any(node.value is value for value in values)


def is_number(node: Optional[ast.AST]) -> bool:
    """Return whether `node` is a literal number without a sign."""
    return isinstance(node, ast.Constant) and type(node.value) in (int, float, complex)


def imported_names(statement: Union[ast.Import, ast.ImportFrom]) -> Dict[str, str]:
    """Return the names that an import binds → the full dotted names of what is imported."""
    names: Dict[str, str] = {}
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            first = alias.name.split(".")[0]
            names[alias.asname or first] = alias.name if alias.asname else first
        return names
    package = "." * statement.level + (f"{statement.module}." if statement.module else "")
    return {alias.asname or alias.name: package + alias.name for alias in statement.names if alias.name != "*"}


@functools.lru_cache(maxsize=1024)
def last_part(dotted: str) -> str:
    """Return the last part of a dotted name."""
    return dotted.rsplit(".", 1)[-1]


def attribute_key(node: ast.AST) -> Optional[str]:
    """Return the key under which a narrowed `self.x` is in `Scope.names`; None for any other expression."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    return None


def class_names(node: ast.AST) -> List[str]:
    """Return the last parts of the names of the classes in the second argument of `isinstance`."""
    if isinstance(node, ast.Tuple):
        return [name for element in node.elts for name in class_names(element)]
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return [node.attr]
    return ["?"]


def is_abstract(node: FunctionDef) -> bool:
    """Return whether the body of a function only documents or raises, so that a subclass has to implement it."""
    return all(
        isinstance(statement, (ast.Pass, ast.Raise))
        or isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and (isinstance(statement.value.value, (str, bytes)) or statement.value.value is ...)
        for statement in node.body
    )


def only_computes(node: Any) -> bool:
    """Return whether a function calls nothing, reads and stores no attribute, and changes nothing in place."""
    effects = (ast.Call, ast.Attribute, ast.AugAssign, ast.Global, ast.Nonlocal, ast.Delete)
    return not any(
        isinstance(below, effects) or isinstance(below, ast.Subscript) and isinstance(below.ctx, ast.Store)
        for below in nodes_below(node.body)
    )
