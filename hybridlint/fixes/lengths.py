"""Shapes of tensors in code: as the codes of `reshape`, `…_like` operators, or tensors that hold lengths."""

from __future__ import annotations

import ast
from typing import Any, Dict, List, Optional, Tuple

from hybridlint.events import LengthOf
from hybridlint.finding import Edit
from hybridlint.fixes.correction import Correction, Edits, correction
from hybridlint.fixes.source import Part, Source, lengths, literal
from hybridlint.syntax import index_of, same_code
from hybridlint.values import Tensor

#: Operators that create an array of a shape, and the one that creates it like another.
_LIKE = {"zeros": "zeros_like", "ones": "ones_like"}


def of_tensor(node: ast.Attribute, array: Tensor, source: Source) -> Optional[Correction]:
    """The correction of `x.shape`, `x.ndim` or `x.size`."""
    rank = array.shape.rank if array.shape is not None else None
    if node.attr == "ndim" and rank is not None:
        return correction(source.replaced(node, str(rank)), "write the number of axes")
    if node.attr != "shape":
        return _as_tensor(source, node)
    return (
        _created_like(source, node, array)
        or _broadcast_like(source, node)
        or _reshaped(source, node)
        or _unpacked(source, node)
        or _known_length(source, node, array)
        or _as_tensor(source, node)
    )


def _known_length(source: Source, node: ast.Attribute, array: Tensor) -> Optional[Correction]:
    """`x.shape[1]` of a length that is written out elsewhere, `len(x.shape)` of a known rank."""
    dims = array.shape.dims if array.shape is not None else None
    if dims is None:
        return None
    above: Any = source.parent(node)
    if isinstance(above, ast.Call) and isinstance(above.func, ast.Name) and above.func.id == "len":
        return correction(source.replaced(above, str(len(dims))), "write the number of axes")
    axis = _axis(above, node)
    if axis is None or not -len(dims) <= axis < len(dims) or dims[axis] is None:
        return None
    seen = lengths(array) or dims
    if seen[axis] is None and axis % len(dims) == 0:
        return None  # the batch, of which there are others
    risk = "" if seen[axis] is not None else f"holds for inputs with {dims[axis]} on that axis only"
    return correction(source.replaced(above, str(dims[axis])), "write the length of the axis", risk)


def _broadcast_like(source: Source, node: ast.Attribute) -> Optional[Correction]:
    """`F.broadcast_to(x, y.shape)` → `F.broadcast_like(x, y)`, `F.arange(x.shape[1])` → `F.contrib.arange_like`,
    `F.slice_axis(x, axis=1, begin=0, end=y.shape[1])` → `F.slice_like(x, y, axes=(1,))`."""
    above: Any = source.parent(node)
    name = source.namespace(node)
    axis = _axis(above, node)
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


def _axis(above: Any, node: ast.AST) -> Optional[int]:
    """The number in `node[number]`."""
    if not isinstance(above, ast.Subscript) or above.value is not node:
        return None
    return literal(index_of(above))


def created_around(node: ast.Attribute, array: Tensor, source: Source) -> Optional[Correction]:
    """`F.zeros_like(x)` where `node`, the dtype or device of `x`, is given beside its shape."""
    above = source.parent(node)
    call = source.parent(above) if isinstance(above, ast.keyword) else None
    given = [*call.args, *(one.value for one in call.keywords)] if isinstance(call, ast.Call) else []
    for one in given:
        if isinstance(one, ast.Attribute) and one.attr == "shape" and same_code(one.value, node.value):
            return _created_like(source, one, array)
    return None


def _created_like(source: Source, node: ast.Attribute, array: Tensor) -> Optional[Correction]:
    """`F.zeros(x.shape)`, `F.zeros(shape=x.shape, dtype=x.dtype)` → `F.zeros_like(x)`."""
    above: Any = source.parent(node)
    call: Any = source.parent(above) if isinstance(above, ast.keyword) and above.arg == "shape" else above
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr not in _LIKE:
        return None
    others = [one for one in (*call.args, *call.keywords) if one is not above and one is not node]
    typed, beside = False, []
    for one in others:
        value: Any = one.value if isinstance(one, ast.keyword) else None
        of_same = isinstance(value, ast.Attribute) and same_code(value.value, node.value)
        if of_same and value.attr in ("dtype", "context", "ctx"):
            typed = typed or value.attr == "dtype"
        else:
            beside.append(one)
    if beside:
        return None
    operator = _LIKE[call.func.attr]
    risk = "" if typed or array.dtype == "float32" else "the dtype is that of the array, not always float32"
    edits = source.replaced(call, call.func.value, f".{operator}(", node.value, ")")
    return correction(edits, f"use `{operator}`", risk)


# reshape


def _target(source: Source, node: ast.AST) -> Optional[Tuple[ast.Call, ast.AST, List[Any]]]:
    """The call of `reshape` in whose target `node` stands, what is reshaped, and the elements of the target."""
    inner: Any = node
    for above in source.around(node):
        if isinstance(above, ast.Call):
            if not isinstance(above.func, ast.Attribute) or above.func.attr != "reshape":
                if isinstance(above.func, ast.Name) and above.func.id == "int" and len(above.args) == 1:
                    inner = above
                    continue
                return None
            function = source.namespace(above)
            of_module = isinstance(above.func.value, ast.Name) and above.func.value.id == function
            of_module = of_module or bool(source.dotted(above.func.value))
            given = above.args[1:] if of_module else above.args
            data = above.args[0] if of_module and above.args else above.func.value
            named = [one.value for one in above.keywords if one.arg == "shape"]
            given = [*given, *named]
            if len(above.keywords) > len(named) or data is inner:
                return None
            if len(given) == 1 and isinstance(given[0], (ast.Tuple, ast.List)):
                return above, data, list(given[0].elts)
            return (above, data, list(given)) if not of_module and len(given) > 1 else None
        if isinstance(above, (ast.Lambda, ast.stmt)):
            return None
        if isinstance(above, ast.keyword):
            continue
        inner = above
    return None


def _codes(elements: List[Any], axes: List[Optional[int]], unknown: List[bool]) -> Optional[Dict[int, str]]:
    """The codes that stand for elements, by position: 0 for the axis at the same position, -1 for what is left.
    `axes` are the axes of the very tensor that elements are the lengths of; `unknown` marks what a graph lacks."""
    codes: Dict[int, str] = {}
    aligned = True
    for position, element in enumerate(elements):
        number = literal(element)
        if aligned and axes[position] == position:
            codes[position] = "0"
        aligned = aligned and (number is None or number >= -1) and not isinstance(element, ast.Starred)
    left = [position for position, one in enumerate(unknown) if one and position not in codes]
    if not left:
        return codes
    infers = any(literal(element) == -1 for element in elements)
    special = any((literal(element) or 0) < -1 for element in elements)
    if len(left) > 1 or infers or special or any(isinstance(one, ast.Starred) for one in elements):
        return None
    return {**codes, left[0]: "-1"}


def _reshaped(source: Source, node: ast.Attribute) -> Optional[Correction]:
    """`x.reshape((x.shape[0], -1))` → `x.reshape((0, -1))`."""
    above: Any = source.parent(node)
    found = _target(source, node)
    if found is None:
        whole = _reshaped_whole(source, node, above)
        return whole
    _, data, elements = found
    own: List[Optional[int]] = []
    axes: List[Optional[int]] = []
    for element in elements:
        shape = element.value if isinstance(element, ast.Subscript) else None
        read = isinstance(shape, ast.Attribute) and shape.attr == "shape"
        axes.append(_axis(element, shape) if read and shape is not None else None)
        own.append(axes[-1] if read and same_code(shape.value, data) else None)  # type: ignore[union-attr]
    unknown = [_mentions_shape(element) for element in elements]
    codes, risk = _codes(elements, own, unknown), ""
    if codes is None:
        codes = _codes(elements, axes, unknown)
        risk = f"assumes that `{source.module.code(node.value)}` is as long on the axes that are kept"
    if not codes:
        return None
    edits: List[Edit] = []
    for position, code in codes.items():
        made = source.replaced(elements[position], code)
        if made is None:
            return None
        edits += made
    # That a Symbol takes a tuple only is reported, and fixed, on its own.
    return correction(tuple(edits), "use the codes of `reshape`", risk)


def _mentions_shape(node: ast.AST) -> bool:
    return any(isinstance(one, ast.Attribute) and one.attr in ("shape", "size", "ndim") for one in ast.walk(node))


def _reshaped_whole(source: Source, node: ast.Attribute, above: Any) -> Optional[Correction]:
    """`y.reshape(x.shape)` → `F.reshape_like(y, x)`."""
    name = source.namespace(node)
    if not isinstance(above, ast.Call) or not isinstance(above.func, ast.Attribute) or above.func.attr != "reshape":
        return None
    if name is None or above.keywords:
        return None
    if source.dotted(above.func.value):
        return None  # a function of `mx.nd` or NumPy, which is reported on its own
    of_module = isinstance(above.func.value, ast.Name) and above.func.value.id == name
    data = above.args[0] if of_module else above.func.value
    if len(above.args) != 1 + of_module or above.args[-1] is not node:
        return None
    edits = source.replaced(above, f"{name}.reshape_like(", data, ", ", node.value, ")")
    return correction(edits, f"use `{name}.reshape_like`")


# Names of lengths


def _unpacked(source: Source, node: ast.Attribute) -> Optional[Correction]:
    """`b, c, h, w = x.shape` with all that uses these names in targets of `reshape`, which get codes."""
    statement, function = source.statement(node), source.function(node)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1 or function is None:
        return None
    names = _names_of_lengths(statement, node)
    if names is None or not isinstance(node.value, ast.Name):
        return None
    edits: Dict[Tuple[int, int], Edit] = {}
    risks: List[str] = []
    seen = set()
    for event in ast.walk(function):
        if not isinstance(event, ast.Name) or event.id not in names:
            continue
        if isinstance(event.ctx, ast.Store):
            if source.statement(event) is not statement:
                return None  # the name stands for something else as well
            continue
        found = _target(source, event)
        if found is None or event.lineno < statement.lineno:
            return None
        call, data, elements = found
        if id(call) in seen:
            continue
        seen.add(id(call))
        same = (
            isinstance(data, ast.Name) and data.id == node.value.id and not _assigned_again(source, function, data.id)
        )
        made = _coded(source, elements, names, same, risks, node.value.id)
        if made is None:
            return None
        edits.update(made)
    if not edits:
        return None
    removed = source.removed(statement)
    if removed is None:
        return None
    description = "use the codes of `reshape`"
    return correction((*removed, *edits.values()), description, "; ".join(dict.fromkeys(risks)))


def _names_of_lengths(statement: ast.Assign, node: ast.Attribute) -> Optional[Dict[str, int]]:
    target: Any = statement.targets[0]
    if statement.value is node and isinstance(target, (ast.Tuple, ast.List)):
        if all(isinstance(one, ast.Name) for one in target.elts):
            names = [one.id for one in target.elts if isinstance(one, ast.Name)]
            return {name: axis for axis, name in enumerate(names) if name != "_"}
        return None
    axis = _axis(statement.value, node)
    return {target.id: axis} if axis is not None and axis >= 0 and isinstance(target, ast.Name) else None


def _assigned_again(source: Source, function: Any, name: str) -> bool:
    return any(
        isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Store) for one in ast.walk(function)
    )


def _coded(
    source: Source, elements: List[Any], names: Dict[str, int], same: bool, risks: List[str], tensor: str
) -> Optional[Dict[Tuple[int, int], Edit]]:
    axes = [names.get(one.id) if isinstance(one, ast.Name) else None for one in elements]
    unknown = [any(isinstance(one, ast.Name) and one.id in names for one in ast.walk(element)) for element in elements]
    codes = _codes(elements, axes, unknown)
    if codes is None:
        return None
    kept = [str(position) for position, code in codes.items() if code == "0"]
    if not same and kept:
        what = f"axis {kept[0]} is" if len(kept) == 1 else f"axes {' and '.join(kept)} are"
        risks.append(f"assumes that {what} as long as in `{tensor}`")
    edits: Dict[Tuple[int, int], Edit] = {}
    for position, code in codes.items():
        made = source.replaced(elements[position], code)
        if made is None:
            return None
        edits.update({(edit.line, edit.column): edit for edit in made})
    return edits


# Lengths as tensors


def _as_tensor(source: Source, node: ast.Attribute) -> Optional[Correction]:
    """`y / x.size` → `y / F.cast(F.size_array(x), "float32")`: a length as an operand."""
    name, above = source.namespace(node), source.parent(node)
    if name is None:
        return None
    whole: ast.AST = node
    if node.attr == "shape":
        axis = _axis(above, node)
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
    """`y / len(x)` → `y` divided by the length of the first axis, as a tensor."""
    node, name = event.node, source.namespace(event.node)
    if not isinstance(node, ast.Call) or len(node.args) != 1 or name is None or not source.is_editable(node):
        return None
    if not isinstance(event.tensor, Tensor) or event.tensor.numpy:
        return None
    length = f"{name}.slice_axis({name}.shape_array({source.text(node.args[0])}), axis=0, begin=0, end=1)"
    found = _broadcast(source, source.parent(node), node, f'{name}.cast({length}, "float32")', name)
    return correction(found, _DESCRIPTION, _RISK)


def _broadcast(source: Source, outer: Any, whole: ast.AST, length: Part, name: str) -> Edits:
    """`x * n` → `F.broadcast_mul(x, n)`, where `length` is what takes the place of `whole`, one of the operands."""
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
