"""Return values of `hybrid_forward`: unchanged inputs, operators without a gradient, dicts and namedtuples."""

from __future__ import annotations

import ast
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple, Union

from hybridlint.events import OnlyReturned, Returned
from hybridlint.fixes import calls
from hybridlint.rewrites.correction import Change, Correction, Part, correction
from hybridlint.rewrites.source import Source, literal
from hybridlint.syntax import index_of
from hybridlint.values import Mapped, NamedTuple, Value


def identity(event: Union[Returned, OnlyReturned], name: str, source: Source) -> Optional[Correction]:
    """`return x` → `return F.identity(x)`."""
    namespace = source.namespace(event.node)
    if namespace is None:
        return None
    edits: List[Change] = []
    for one in _returned(event.node):
        if isinstance(one, ast.Name) and one.id == name:
            edits += calls.wrapped(source, one, f"{namespace}.identity") or ()
    return correction(tuple(edits), f"return `{namespace}.identity({name})`")


def _returned(node: Any) -> Iterator[Any]:
    """Yield the expressions whose values are among the outputs."""
    if isinstance(node, (ast.Tuple, ast.List)):
        for one in node.elts:
            yield from _returned(one)
    elif isinstance(node, ast.IfExp):
        yield from _returned(node.body)
        yield from _returned(node.orelse)
    else:
        yield node


#: Operators whose output type `BlockGrad` does not accept.
_NOT_STOPPED = ("F.contrib.allclose",)


def without_gradient(event: Returned, operator: str, source: Source) -> Optional[Correction]:
    """Replace `F.shuffle(x)` by `F.BlockGrad(F.shuffle(x))` in the class. `operator` is as in `F.shuffle`."""
    if operator in _NOT_STOPPED:
        return None
    edits: List[Change] = []
    for one in ast.walk(source.class_of(event.node) or source.scope(event.node)):
        if isinstance(one, ast.Call):
            name = source.namespace(one)
            if source.module.code(one.func) == f"{name}{operator[1:]}":
                above: Any = source.parent(one)
                stopped = isinstance(above, ast.Call) and source.module.code(above.func) == f"{name}.BlockGrad"
                if not stopped:
                    edits += calls.wrapped(source, one, f"{name}.BlockGrad") or ()
    return correction(tuple(edits), "wrap it in `BlockGrad`")


# Dicts and namedtuples


def as_tuple(event: Returned, source: Source) -> Optional[Correction]:
    """`return {"a": x, "b": y}` and `return Outputs(x, b=y)` → `return x, y`, and `out["b"]` and `out.b` → `out[1]`
    where the file calls the block."""
    node = value = event.node
    of_named = isinstance(event.value, NamedTuple)
    keys, parts = _of_named(value, event.value, source) if of_named else _of_dict(value, event.value, source)
    if not parts or not all(isinstance(key, str) for key in keys) or len(set(keys)) != len(keys):
        return None
    if parts[-1] == ", " and len(keys) > 1:
        parts = parts[:-1]
    edits = source.replaced(value, *parts)
    readers = _readers(source, source.class_of(node), of_named)
    if edits is None or readers is None:
        return None
    for one in readers:
        if isinstance(one, ast.Attribute):
            if one.attr not in keys:
                return None
            edits = (*edits, *(source.replaced(one, *source.receiver(one.value), f"[{keys.index(one.attr)}]") or ()))
            continue
        index: Any = index_of(one)
        if of_named and literal(index) is not None:
            continue
        if not isinstance(index, ast.Constant) or index.value not in keys:
            return None
        edits = (*edits, *(source.replaced(index, str(keys.index(index.value))) or ()))
    return correction(edits, "return a tuple", "what other files read of the outputs by name has a position")


def _of_dict(node: Any, value: Value, source: Source) -> Tuple[List[Any], List[Part]]:
    """Return the keys of a dict, and the parts of the tuple of its values; [] for a dict with unknown keys."""
    if isinstance(node, ast.Dict) and None not in node.keys:
        keys = [getattr(key, "value", None) for key in node.keys]
        return keys, [part for one in node.values for part in (one, ", ")]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict":
        parts: List[Part] = [part for keyword in node.keywords for part in (keyword.value, ", ")]
        return [keyword.arg for keyword in node.keywords], parts if not node.args else []
    if isinstance(value, Mapped) and value.element is None:
        return [key for key, _ in value.entries], ["tuple(", *source.receiver(node), ".values())"]
    return [], []


def _of_named(node: Any, value: Any, source: Source) -> Tuple[List[Any], List[Part]]:
    """Return the fields of a namedtuple, and the parts of the tuple of its elements."""
    given: Dict[Any, Any] = {}
    if isinstance(node, ast.Call) and not any(isinstance(one, ast.Starred) for one in node.args):
        given.update(zip(value.fields, node.args))
        given.update((one.arg, one.value) for one in node.keywords)
    if given.keys() != set(value.fields):
        return list(value.fields), ["tuple(", node, ")"]
    return list(value.fields), [part for field in value.fields for part in (given[field], ", ")]


def _readers(
    source: Source, class_: Optional[ast.ClassDef], unpacks: bool
) -> Optional[List[Union[ast.Subscript, ast.Attribute]]]:
    """Return the places where the file reads outputs of blocks of a class by key or name, None if it uses them in
    another way. `unpacks` if it may unpack them."""
    if class_ is None:
        return None
    found: List[Union[ast.Subscript, ast.Attribute]] = []
    for call in _calls_of(source, class_):
        above = source.parent(call)
        used: List[Optional[ast.AST]] = [above]
        if isinstance(above, ast.Assign) and len(above.targets) == 1 and isinstance(above.targets[0], ast.Name):
            name = above.targets[0].id
            named = [one for one in ast.walk(source.scope(call)) if isinstance(one, ast.Name) and one.id == name]
            if sum(not isinstance(one.ctx, ast.Load) for one in named) > 1:
                return None
            used = [source.parent(one) for one in named if isinstance(one.ctx, ast.Load)]
        for one in used:
            unpacked = isinstance(one, ast.Assign) and isinstance(one.targets[0], (ast.Tuple, ast.List))
            if isinstance(one, ast.Expr) or unpacks and unpacked:
                continue
            if not isinstance(one, (ast.Subscript, ast.Attribute)) or not isinstance(one.ctx, ast.Load):
                return None
            found.append(one)
    return found


def _calls_of(source: Source, class_: ast.ClassDef) -> Iterator[ast.Call]:
    """Yield the calls of objects that are assigned `Class(…)`: of names, and of attributes of `self`."""
    holders: Set[str] = set()
    calls_made = [one for one in ast.walk(source.module.tree) if isinstance(one, ast.Call)]
    for one in calls_made:
        above = source.parent(one)
        if isinstance(one.func, ast.Name) and one.func.id == class_.name and isinstance(above, ast.Assign):
            holders.update(source.module.code(target) for target in above.targets)
    for one in calls_made:
        if source.module.code(one.func) in holders and not _is_construction(source, one):
            yield one


def _is_construction(source: Source, call: ast.Call) -> bool:
    return getattr(source.scope(call), "name", "") == "__init__"
