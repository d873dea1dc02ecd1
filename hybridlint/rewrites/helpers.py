"""Functions of a module without `F`, which both phases call: they choose the namespace by the kind of an argument."""

from __future__ import annotations

import ast
import dataclasses
import re
from typing import Any, Callable, Optional, Tuple

from hybridlint.finding import Edit
from hybridlint.rewrites.correction import Correction
from hybridlint.rewrites.source import Source, parameters
from hybridlint.syntax import FUNCTION_DEFS, nodes_below

_NAMESPACE = re.compile(r"\bF\b")


def best(node: ast.AST, fix: Callable[[Source], Optional[Correction]], source: Source) -> Optional[Correction]:
    """Return the correction of `node`: a safe one as it is, or else the one that uses an `F` in a function without.

    A method gets `F` as an argument if possible. None if `node` has no text of its own.
    """
    if not source.is_editable(node):
        return None
    made = fix(source)
    if made is not None and (not made.risk or source.class_of(node) is not None):
        return made
    other = _with_namespace(node, fix, source)
    return (
        made
        if other is None
        or made is not None
        and set(source.rendered(made.edits) or ()) <= set(source.rendered(other.edits) or ())
        else other
    )


def _with_namespace(
    node: ast.AST, fix: Callable[[Source], Optional[Correction]], source: Source
) -> Optional[Correction]:
    """Return the correction of `node` after a line `F = mx.sym if isinstance(x, mx.sym.Symbol) else mx.nd` in its
    function, None if there is none."""
    function = source.scope(node)
    if not isinstance(function, FUNCTION_DEFS) or not isinstance(source.parent(function), (ast.Module, ast.ClassDef)):
        return None
    array = _array(function, source)
    if source.namespace(node) is not None or array is None:
        return None
    with source.with_namespace(function):
        made = fix(source)
    if made is not None and not any(_NAMESPACE.search(edit.text) for edit in source.rendered(made.edits) or ()):
        return made
    begun = None if made is None else _begun(function, array, source)
    return None if made is None or begun is None else dataclasses.replace(made, edits=(*begun, *made.edits))


def _array(function: Any, source: Source) -> Optional[str]:
    """Return a parameter that is an array in every call, None if there is none or the function has an `F`."""
    names = [node for node in nodes_below(function) if isinstance(node, ast.Name)]
    stored = {name.id for name in names if isinstance(name.ctx, ast.Store)}
    if any(name.id == "F" for name in names):
        return None
    arrays = {name.id for name in names if source.tensor(name) is not None and source.is_tensor(name)}
    return next((name for name in parameters(function) if name in arrays - stored), None)


def _begun(function: Any, array: str, source: Source) -> Optional[Tuple[Edit, ...]]:
    """Return edits that insert the line before the first statement of `function`, after its docstring."""
    first = function.body[ast.get_docstring(function) is not None :][:1]
    indentation = source.indentation(first[0]) if first else None
    if indentation is None:
        return None
    name = next((name for name, full in source.module.imports.items() if full == "mxnet"), None)
    imported = source.import_added("import mxnet as mx") if name is None else ()
    name = name or "mx"
    line = f"{indentation}F = {name}.sym if isinstance({array}, {name}.sym.Symbol) else {name}.nd\n"
    return (*imported, *source.inserted(source.start(first[0])[0], 0, line))
