"""Arrays that are created with lengths of other tensors: `F.zeros_like(x)`, or broadcast to these lengths."""

from __future__ import annotations

import ast
from typing import Any, List, Optional

from hybridlint.fixes.correction import Correction, correction
from hybridlint.fixes.reshaping import axis
from hybridlint.fixes.source import Part, Source, literal
from hybridlint.syntax import same_code
from hybridlint.values import Tensor

#: Operator that creates an array of a shape → the one that creates it like another array.
_LIKE = {"zeros": "zeros_like", "ones": "ones_like"}
#: Operators that create an array from a shape and a number.
_CREATED = ("zeros", "ones", "full")
#: Function that draws an array of a shape → the one that draws it like another array.
_DRAWN = {
    "random.normal": "random.normal_like",
    "random_normal": "random.normal_like",
    "random.uniform": "random.uniform_like",
    "random_uniform": "random.uniform_like",
}


def around(node: ast.Attribute, array: Tensor, source: Source) -> Optional[Correction]:
    """Write `F.zeros_like(x)` if `node`, the dtype or device of `x`, is passed together with its shape."""
    above = source.parent(node)
    call = source.parent(above) if isinstance(above, ast.keyword) else None
    given = [*call.args, *(one.value for one in call.keywords)] if isinstance(call, ast.Call) else []
    for one in given:
        if isinstance(one, ast.Attribute) and one.attr == "shape" and same_code(one.value, node.value):
            return like(source, one, array)
    return None


def like(source: Source, node: ast.Attribute, array: Tensor) -> Optional[Correction]:
    """`F.zeros(x.shape)`, `F.zeros(shape=x.shape, dtype=x.dtype)` → `F.zeros_like(x)`."""
    above: Any = source.parent(node)
    call: Any = source.parent(above) if isinstance(above, ast.keyword) and above.arg == "shape" else above
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return _sized(source, node)
    if call.func.attr not in _LIKE:
        return _drawn(source, node, call, array)
    others = [one for one in (*call.args, *call.keywords) if one is not above and one is not node]
    typed, beside = False, []
    for one in others:
        value: Any = one.value if isinstance(one, ast.keyword) else None
        of_same = isinstance(value, ast.Attribute) and same_code(value.value, node.value)
        if of_same and value.attr in ("dtype", "context", "ctx"):
            typed = typed or value.attr == "dtype"
        elif not (isinstance(one, ast.keyword) and one.arg == "dtype" and getattr(value, "value", "") == "float32"):
            beside.append(one)
    if beside:
        return None
    operator = _LIKE[call.func.attr]
    risk = "" if typed or array.dtype == "float32" else "the dtype is that of the array, not always float32"
    edits = source.replaced(call, call.func.value, f".{operator}(", node.value, ")")
    return correction(edits, f"use `{operator}`", risk)


def _drawn(source: Source, node: ast.Attribute, call: ast.Call, array: Tensor) -> Optional[Correction]:
    """`F.random.normal(0, 1, shape=x.shape)` → `F.random.normal_like(x, 0, 1)`."""
    name, shape = source.namespace(node), source.parent(node)
    path = source.module.code(call.func).partition(".")[2]
    if path not in _DRAWN or source.module.code(call.func) != f"{name}.{path}" or not isinstance(shape, ast.keyword):
        return None
    others = [one for one in call.keywords if one is not shape]
    if len(call.args) > 2 or any(one.arg not in ("loc", "scale", "low", "high") for one in others):
        return None
    given: List[Part] = [part for one in call.args for part in (", ", one)]
    given += [part for one in others for part in (f", {one.arg}=", one.value)]
    operator = f"{name}.{_DRAWN[path]}"
    risk = "" if array.dtype == "float32" else "the dtype is that of the array, not always float32"
    edits = source.replaced(call, f"{operator}(", node.value, *given, ")")
    return correction(edits, f"use `{operator}`", risk)


def _sized(source: Source, node: ast.Attribute) -> Optional[Correction]:
    """`F.zeros((x.shape[0], 4))` → `F.broadcast_like(F.zeros((1, 4)), x, lhs_axes=(0,), rhs_axes=(0,))`, and
    `F.broadcast_to(y, (x.shape[0], 4))` → `F.broadcast_like(y, …)` with that."""
    element, name = source.parent(node), source.namespace(node)
    shape = source.parent(element) if element is not None and axis(element, node) is not None else None
    if not isinstance(shape, (ast.Tuple, ast.List)) or name is None:
        return None
    above = source.parent(shape)
    named = isinstance(above, ast.keyword) and above.arg == "shape"
    call: Any = source.parent(above) if named else above  # type: ignore[arg-type]
    function = source.module.code(call.func) if isinstance(call, ast.Call) else ""
    broadcast = function == f"{name}.broadcast_to" and len(call.args) + len(call.keywords) == 2
    imperative = source.imperative_operator(call.func) if isinstance(call, ast.Call) else ""
    if not broadcast and imperative not in _CREATED and function not in {f"{name}.{one}" for one in _CREATED}:
        return None
    if not (named or call.args[broadcast : broadcast + 1] == [shape]) or not call.args[:1] and broadcast:
        return None
    pairs = [
        (position, axis(one, one.value))
        for position, one in enumerate(shape.elts)
        if isinstance(one, ast.Subscript)
        and isinstance(one.value, ast.Attribute)
        and one.value.attr == "shape"
        and same_code(one.value.value, node.value)
    ]
    if any(of_other is None for _, of_other in pairs):
        return None
    own, others = (f"({', '.join(map(str, axes))}{',' if len(pairs) == 1 else ''})" for axes in zip(*pairs))
    like = f", {source.text(node.value)}, lhs_axes={own}, rhs_axes={others})"
    if broadcast:
        lengths = ["1" if place in dict(pairs) else source.text(one) for place, one in enumerate(shape.elts)]
        if any(literal(one) == 0 for one in shape.elts):
            return None
        created = f"{name}.broadcast_like({name}.zeros(({', '.join(lengths)}{',' if len(lengths) == 1 else ''})){like}"
        edits = source.replaced(call, f"{name}.broadcast_like(", call.args[0], f", {created})")
        return correction(edits, f"use `{name}.broadcast_like`")
    edited = list(source.inserted(*source.start(call), f"{name}.broadcast_like("))
    if imperative:
        edited += source.replaced(call.func, f"{name}.{imperative}") or ()
    for position, _ in pairs:
        edited += source.replaced(shape.elts[position], "1") or ()
    edited += source.after(call, like)
    return correction(tuple(edited), f"use `{name}.broadcast_like`")
