"""Shapes of tensors in code, written as codes of `reshape`, `…_like` operators, or tensors that contain lengths."""

from __future__ import annotations

import ast
from typing import Any, Optional, Tuple

from hybridlint.events import LengthOf
from hybridlint.fixes import creation, reshaping
from hybridlint.fixes.correction import Correction, Edits, correction
from hybridlint.fixes.reshaping import axis as axis_in
from hybridlint.fixes.source import Part, Source, lengths, literal
from hybridlint.syntax import index_elements, same_code
from hybridlint.values import Tensor


def of_tensor(node: ast.Attribute, array: Tensor, source: Source) -> Optional[Correction]:
    """Return the correction of `x.shape`, `x.ndim` or `x.size`."""
    rank = array.shape.rank if array.shape is not None else None
    if node.attr == "ndim" and rank is not None:
        return correction(source.replaced(node, str(rank)), "write the number of axes")
    if node.attr != "shape":
        return _as_tensor(source, node)
    return (
        creation.like(source, node, array)
        or _broadcast_like(source, node)
        or _index(source, node)
        or _resized_like(source, node)
        or reshaping.of_shape(node, array, source)
        or reshaping.of_names(node, array, source)
        or _known_length(source, node, array)
        or _as_tensor(source, node)
    )


def _known_length(source: Source, node: ast.Attribute, array: Tensor) -> Optional[Correction]:
    """Correct `x.shape[1]` if the length is a literal elsewhere, and `len(x.shape)` of a known rank."""
    dims = array.shape.dims if array.shape is not None else None
    if dims is None:
        return None
    above: Any = source.parent(node)
    if isinstance(above, ast.Call) and isinstance(above.func, ast.Name) and above.func.id == "len":
        return correction(source.replaced(above, str(len(dims))), "write the number of axes")
    axis = axis_in(above, node)
    if axis is None or not -len(dims) <= axis < len(dims) or dims[axis] is None:
        return None
    seen = lengths(array) or dims
    if seen[axis] is None and axis % len(dims) == 0:
        return None  # the batch, of which there are others
    risk = "" if seen[axis] is not None else f"holds for inputs with {dims[axis]} on that axis only"
    return correction(source.replaced(above, str(dims[axis])), "write the length of the axis", risk)


def _resized_like(source: Source, node: ast.Attribute) -> Optional[Correction]:
    """`F.contrib.BilinearResize2D(x, height=y.shape[2], width=y.shape[3])` → `…(x, y, mode="like")`."""
    argument = source.parent(source.parent(node) or node)
    call = source.parent(argument) if isinstance(argument, ast.keyword) else None
    name = source.namespace(node)
    if not isinstance(call, ast.Call) or source.module.code(call.func) != f"{name}.contrib.BilinearResize2D":
        return None
    sizes = {one.arg: one.value for one in call.keywords}
    others = [one for one in call.keywords if one.arg not in ("height", "width")]
    if len(call.args) != 1 or any(one.arg != "align_corners" for one in others):
        return None
    for key, number in (("height", 2), ("width", 3)):
        size = sizes.get(key)
        of_same = isinstance(size, ast.Subscript) and isinstance(size.value, ast.Attribute)
        if not of_same or not same_code(size.value, node) or axis_in(size, size.value) != number:  # type: ignore[union-attr]
            return None
    parts = [part for one in others for part in (f", {one.arg}=", one.value)]
    edits = source.replaced(call, call.func, "(", call.args[0], ", ", node.value, *parts, ', mode="like")')
    return correction(edits, 'use `mode="like"`')


def _index(source: Source, node: ast.Attribute) -> Optional[Correction]:
    """Write `x[:, :-1]` for `x[:, : x.shape[1] - 1]`, also in `F.slice` and `F.slice_axis`: positions from the end of
    their axis."""
    above: Any = source.parent(node)
    axis, whole, less = axis_in(above, node), above, 0
    outer = source.parent(above) if axis is not None else None
    if isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.Sub) and outer.left is above:
        whole, less = outer, literal(outer.right) or 0
        if less < 1:
            return None
    place = _place(source, whole) if axis is not None and axis >= 0 else None
    if place is None or place[1] != axis or not same_code(place[0], node.value) or not less and place[2] != "end":
        return None
    risk = f"assumes that axis {axis} has at least {less} positions" if less > 1 else ""
    if less:
        return correction(source.replaced(whole, f"-{less}"), "count from the end", risk)
    in_call = not isinstance(source.parent(whole), ast.Slice)
    return correction(source.replaced(whole, "None" if in_call else ""), "slice to the end")


def _place(source: Source, node: Any) -> Optional[Tuple[Any, int, str]]:
    """Return the tensor, the axis and the end ("begin", "end", or "" for an index) for a position `node`."""
    above: Any = source.parent(node)
    end = ""
    if isinstance(above, ast.Slice):
        if above.step is not None:
            return None
        end = "begin" if above.lower is node else "end"
        node, above = above, source.parent(above)
    items = [node]
    if isinstance(above, ast.Tuple):
        items, above = above.elts, source.parent(above)
    while type(above).__name__ in ("Index", "ExtSlice"):  # around an index on Python 3.8
        above = source.parent(above)
    if isinstance(above, ast.Subscript):
        items = index_elements(above)
        if node not in items or any(isinstance(one, ast.Constant) for one in items[: items.index(node)]):
            return None  # None and `...` stand for no axis, or for several
        return above.value, items.index(node), end
    call = source.parent(above) if isinstance(above, ast.keyword) else None
    if not isinstance(call, ast.Call) or len(call.args) != 1 or above.arg not in ("begin", "end"):
        return None
    function = getattr(call.func, "attr", "")
    along = [literal(one.value) for one in call.keywords if one.arg == "axis"]
    if function == "slice_axis" and along and along[0] is not None and items == [node]:
        return call.args[0], along[0], above.arg
    plain = not any(one.arg == "step" for one in call.keywords)
    return (call.args[0], items.index(node), above.arg) if function == "slice" and plain else None


def _broadcast_like(source: Source, node: ast.Attribute) -> Optional[Correction]:
    """`F.broadcast_to(x, y.shape)` → `F.broadcast_like(x, y)`, `F.arange(x.shape[1])` → `F.contrib.arange_like`,
    `F.slice_axis(x, axis=1, begin=0, end=y.shape[1])` → `F.slice_like(x, y, axes=(1,))`."""
    above: Any = source.parent(node)
    name = source.namespace(node)
    axis = axis_in(above, node)
    call: Any = source.parent(above) if axis is not None else above
    named = call if isinstance(call, ast.keyword) else None
    call = source.parent(call) if named is not None else call
    if name is None or not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return None
    function, arguments = call.func.attr, {one.arg: one.value for one in call.keywords}
    if source.text(call.func) != f"{name}.{function}":
        return None
    if axis is None and function == "broadcast_to" and len(call.args) + len(arguments) == 2 and call.args[:1] != [node]:
        edits = source.replaced(call, f"{name}.broadcast_like(", call.args[0], ", ", node.value, ")")
        return correction(edits, f"use `{name}.broadcast_like`")
    if (
        function == "broadcast_axis"
        and named is not None
        and named.arg == "size"
        and set(arguments) == {"axis", "size"}
    ):
        along = literal(arguments["axis"])
        if along is None or len(call.args) != 1:
            return None
        pairs = f"lhs_axes=({along},), rhs_axes=({axis},)"
        edits = source.replaced(call, f"{name}.broadcast_like(", call.args[0], ", ", node.value, f", {pairs})")
        return correction(edits, f"use `{name}.broadcast_like`")
    if function == "arange" and call.args == [above] and not arguments:
        edits = source.replaced(call, f"{name}.contrib.arange_like(", node.value, f", axis={axis})")
        return correction(edits, f"use `{name}.contrib.arange_like`", "the dtype is that of the array")
    if function == "slice_axis" and named is not None and named.arg == "end" and len(call.args) == 1:
        along, begin = literal(arguments.get("axis")), literal(arguments.get("begin"))
        if set(arguments) != {"axis", "begin", "end"} or along != axis:
            return None
        if same_code(call.args[0], node.value):
            return correction(source.replaced(above, "None"), "slice to the end")
        if begin == 0 and axis is not None:
            edits = source.replaced(call, f"{name}.slice_like(", call.args[0], ", ", node.value, f", axes=({axis},))")
            return correction(edits, f"use `{name}.slice_like`")
    return None


# Lengths as tensors


def _as_tensor(source: Source, node: ast.Attribute) -> Optional[Correction]:
    """`y / x.size` → `y / F.cast(F.size_array(x), "float32")`: a length as an operand."""
    name, above = source.namespace(node), source.parent(node)
    if name is None:
        return None
    whole: ast.AST = node
    if node.attr == "shape":
        axis = axis_in(above, node)
        if axis is None:
            return None
        assert above is not None
        whole = above
        end = "None" if axis == -1 else str(axis + 1)
        opening, closing = f"{name}.slice_axis({name}.shape_array(", f"), axis=0, begin={axis}, end={end})"
    elif node.attr == "size":
        opening, closing = f"{name}.size_array(", ")"
    else:
        opening, closing = f"{name}.size_array({name}.shape_array(", "))"
    length = f'{name}.cast({opening}{source.text(node.value)}{closing}, "float32")'
    outer = source.parent(whole)
    if isinstance(outer, ast.Assign):
        return _named(source, outer, whole, length, name)
    found = _broadcast(source, outer, whole, length, name)
    return correction(found, _DESCRIPTION, _RISK)


_DESCRIPTION = "compute with the length as a tensor"
_RISK = "raises where the other operand is not float32"


def _named(source: Source, statement: ast.Assign, whole: ast.AST, length: str, name: str) -> Optional[Correction]:
    """`n = x.shape[1]` with all operations on the name."""
    (target, *others), function = statement.targets, source.function(statement)
    if others or not isinstance(target, ast.Name) or function is None:
        return None
    edits = list(source.replaced(whole, length) or ())
    named = [one for one in ast.walk(function) if isinstance(one, ast.Name) and one.id == target.id]
    for one in named:
        made = _broadcast(source, source.parent(one), one, one, name) if one is not target else ()
        if made is None:
            return None
        edits += made
    return correction(tuple(edits), _DESCRIPTION, _RISK)


def counted(event: LengthOf, source: Source) -> Optional[Correction]:
    """Write `len(x)` as a number if it is known, else `y / len(x)` with the length of the first axis as a tensor."""
    node, name = event.node, source.namespace(event.node)
    if not isinstance(node, ast.Call) or len(node.args) != 1 or name is None or not source.is_editable(node):
        return None
    if not isinstance(event.tensor, Tensor) or event.tensor.numpy:
        return None
    known = lengths(event.tensor)
    if known and known[0] is not None:
        return correction(source.replaced(node, str(known[0])), "write the number of rows")
    length = f"{name}.slice_axis({name}.shape_array({source.text(node.args[0])}), axis=0, begin=0, end=1)"
    found = _broadcast(source, source.parent(node), node, f'{name}.cast({length}, "float32")', name)
    return correction(found, _DESCRIPTION, _RISK)


def _broadcast(source: Source, outer: Any, whole: ast.AST, length: Part, name: str) -> Edits:
    """Write `F.broadcast_mul(x, n)` for `x * n`; `length` replaces the operand `whole`."""
    if not isinstance(outer, ast.BinOp) or not isinstance(outer.op, (ast.Mult, ast.Div, ast.Add, ast.Sub)):
        return None
    other = outer.left if outer.right is whole else outer.right
    if not source.is_tensor(other) or source.wants_number(outer):
        return None
    operator = _BROADCAST[type(outer.op)]
    parts = (other, ", ", length) if outer.right is whole else (length, ", ", other)
    return source.replaced(outer, f"{name}.{operator}(", *parts, ")")


_BROADCAST = {
    ast.Mult: "broadcast_mul",
    ast.Div: "broadcast_div",
    ast.Add: "broadcast_add",
    ast.Sub: "broadcast_sub",
}
