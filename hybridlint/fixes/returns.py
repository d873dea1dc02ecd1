"""What `hybrid_forward` returns: inputs as they came, and operators without a gradient."""

from __future__ import annotations

import ast
from typing import Any, Iterator, List, Optional, Union

from hybridlint.events import OnlyReturned, Returned
from hybridlint.finding import Edit
from hybridlint.fixes import calls
from hybridlint.fixes.correction import Correction, correction
from hybridlint.fixes.source import Source


def identity(event: Union[Returned, OnlyReturned], name: str, source: Source) -> Optional[Correction]:
    """`return x` → `return F.identity(x)`."""
    node: Any = event.node
    namespace = source.namespace(node)
    if namespace is None or not source.is_editable(node):
        return None
    value = node.value if isinstance(node, ast.Return) else node
    edits: List[Edit] = []
    for one in _returned(value):
        if isinstance(one, ast.Name) and one.id == name:
            edits += calls.wrapped(source, one, f"{namespace}.identity") or ()
    return correction(tuple(edits), f"return `{namespace}.identity({name})`")


def _returned(node: Any) -> Iterator[Any]:
    """The expressions whose values are among the outputs."""
    if isinstance(node, (ast.Tuple, ast.List)):
        for one in node.elts:
            yield from _returned(one)
    elif isinstance(node, ast.IfExp):
        yield from _returned(node.body)
        yield from _returned(node.orelse)
    elif node is not None:
        yield node


#: Operators whose output is of a type that `BlockGrad` does not take.
_NOT_STOPPED = ("F.contrib.allclose",)


def without_gradient(event: Returned, operator: str, source: Source) -> Optional[Correction]:
    """`F.shuffle(x)` → `F.BlockGrad(F.shuffle(x))`, wherever the class calls it. `operator` is as in `F.shuffle`."""
    if operator in _NOT_STOPPED:
        return None
    class_ = source.class_of(event.node) if source.is_editable(event.node) else None
    edits: List[Edit] = []
    for one in ast.walk(class_) if class_ is not None else ():
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute):
            name = source.namespace(one)
            if name is not None and source.module.code(one.func) == f"{name}{operator[1:]}":
                above: Any = source.parent(one)
                stopped = isinstance(above, ast.Call) and source.module.code(above.func) == f"{name}.BlockGrad"
                if not stopped:
                    edits += calls.wrapped(source, one, f"{name}.BlockGrad") or ()
    return correction(tuple(edits), "wrap it in `BlockGrad`")
