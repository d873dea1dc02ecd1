"""Shapes of tensors in code, written as codes of `reshape`, `…_like` operators, or tensors that contain lengths."""

from __future__ import annotations

import ast
import contextlib
from typing import Any, Dict, List, Optional, Tuple

from hybridlint.events import LengthOf
from hybridlint.finding import Edit
from hybridlint.fixes import creation, loops, means, reshaping, resizing
from hybridlint.fixes.correction import Correction, Edits, correction
from hybridlint.fixes.reshaping import axis as axis_in
from hybridlint.fixes.source import Part, Source, lengths, literal
from hybridlint.syntax import index_elements, index_of, same_code
from hybridlint.values import Tensor

_KNOWN = "write the length of the axis"
_DESCRIPTION = "compute with the length as a tensor"


def of_tensor(node: ast.Attribute, array: Tensor, source: Source) -> Optional[Correction]:
    """Return the correction of `x.shape`, `x.ndim` or `x.size`."""
    if node.attr == "ndim" and array.rank is not None:
        return correction(source.replaced(node, str(array.rank)), "write the number of axes")
    if node.attr != "shape":
        return means.of_sum(source, node, array) or _all_but_first(source, node, array) or _as_tensor(source, node)
    return (
        creation.like(source, node, array)
        or _broadcast_like(source, node)
        or _index(source, node)
        or _halves(source, node)
        or resizing.like(source, node)
        or resizing.by_name(source, node)
        or _repeated(source, node)
        or means.of_sum(source, node, array)
        or reshaping.of_shape(node, array, source)
        or reshaping.of_names(node, array, source)
        or _of_names(node, array, source)
        or _added_up(source, node)
        or _all_but_first(source, node, array)
        or _known_length(source, node, array)
        or _as_tensor(source, node)
    )


def _of_names(node: ast.Attribute, array: Tensor, source: Source) -> Optional[Correction]:
    """Correct `b, c, h, w = x.shape` together with every use of these names, each as `x.shape[i]` in its place."""
    statement = source.statement(node)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    names = reshaping.names_of_lengths(statement, node)
    uses = source.uses(statement, names) if names else None
    if not names or not uses or not isinstance(node.value, ast.Name):
        return None
    if any(node.value.id in assigned for assigned in uses.values()):
        return None
    removed = source.removed(statement)
    shapes: List[ast.Attribute] = []
    made: List[Optional[Correction]] = []
    with contextlib.ExitStack() as views:
        for one in uses:
            shape = ast.copy_location(ast.Attribute(node.value, "shape", ast.Load()), one)
            length: Any = ast.parse(f"x.shape[{names[one.id]}]", mode="eval").body
            length.value = shape
            views.enter_context(source.viewed_as(one, ast.copy_location(length, one)))
            shapes.append(shape)
        made = [
            reshaping.in_target(one, node.value, names, source) or of_tensor(shape, array, source)
            for one, shape in zip(uses, shapes)
        ]
    if not made or removed is None or None in made:
        return None
    every = [one for one in made if one is not None]
    stays = {_KNOWN, _DESCRIPTION} if isinstance(statement.targets[0], ast.Name) else {_KNOWN}
    if stays.issuperset(one.description for one in every):
        return None  # the name stays, for a number or a tensor
    edits = sorted({edit for one in every for edit in one.edits}, key=lambda edit: (edit.line, edit.column))
    ends = [(edit.end_line, edit.end_column) for edit in edits]
    if any((after.line, after.column) < end for end, after in zip(ends, edits[1:])):
        return None
    described = "; ".join(dict.fromkeys(one.description for one in every))
    return correction(
        (*removed, *edits), described, "; ".join(dict.fromkeys(filter(None, (one.risk for one in every))))
    )


def _known_length(source: Source, node: ast.Attribute, array: Tensor) -> Optional[Correction]:
    """Correct `x.shape[1]` and `x.shape[2:]` of lengths that are literals elsewhere, and `len(x.shape)`."""
    dims = array.dims
    if dims is None:
        return None
    above: Any = source.parent(node)
    if isinstance(above, ast.Call) and isinstance(above.func, ast.Name) and above.func.id == "len":
        return correction(source.replaced(above, str(len(dims))), "write the number of axes")
    axis = axis_in(above, node)
    if axis is None and isinstance(above, ast.Subscript):
        return _known_lengths(source, above, dims, lengths(array) or dims)
    if axis is None or not -len(dims) <= axis < len(dims) or dims[axis] is None:
        return None
    seen = lengths(array) or dims
    if seen[axis] is None and axis % len(dims) == 0:
        return None  # the batch, of which there are others
    risk = "" if seen[axis] is not None else f"holds for inputs with {dims[axis]} on that axis only"
    return correction(source.replaced(above, str(dims[axis])), _KNOWN, risk)


def _added_up(source: Source, node: ast.Attribute) -> Optional[Correction]:
    length = source.parent(node)
    return None if length is None else loops.over_positions(length, node.value, axis_in(length, node), source)


def _all_but_first(source: Source, node: ast.Attribute, array: Tensor) -> Optional[Correction]:
    """`x.mean(axis=tuple(range(1, len(x.shape))))` → `x.mean(axis=0, exclude=True)`."""
    count: Any = source.parent(node) if node.attr == "shape" else node
    outer: Any = source.parent(count)
    axes: Any = outer
    if isinstance(source.parent(outer), ast.Call):
        axes = source.parent(outer)
    argument, code = source.parent(axes), source.module.code(axes) if isinstance(axes, ast.Call) else ""
    call: Any = source.parent(argument) if isinstance(argument, ast.keyword) and argument.arg == "axis" else None
    tensor, first = source.module.code(node.value), None
    for start in (1, 2, 3):
        for length in (f"len({tensor}.shape)", f"{tensor}.ndim"):
            if code in (f"tuple(range({start}, {length}))", f"list(range({start}, {length}))"):
                first = start
    if first is None or not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return None
    reducing = source.api.function(call.func.attr)
    if reducing is None or not reducing.reduces or any(one.arg == "exclude" for one in call.keywords):
        return None
    if all(parameter.name != "exclude" for parameter in reducing.symbolic_parameters or ()):
        return None
    kept = "0" if first == 1 else str(tuple(range(first)))
    risk = "" if array.rank is not None and array.rank > first else "a tensor without further axes is not reduced"
    return correction(source.replaced(axes, f"{kept}, exclude=True"), "use `exclude=True`", risk)


def _known_lengths(source: Source, node: ast.Subscript, dims: Any, seen: Any) -> Optional[Correction]:
    """Correct `x.shape[2:]`: `dims` are the lengths of a run, `seen` those that do not depend on the inputs."""
    index = index_of(node)
    if not isinstance(index, ast.Slice) or index.step is not None:
        return None
    lower, upper = literal(index.lower), literal(index.upper)
    if index.lower is not None and lower is None or index.upper is not None and upper is None:
        return None
    taken, certain = dims[lower:upper], seen[lower:upper]
    batch = seen[0] is None and len(dims[:upper]) - len(taken) == 0
    if not taken or None in taken or batch:
        return None
    shown = f"({', '.join(map(str, taken))}{',' if len(taken) == 1 else ''})"
    risk = f"holds for inputs with {shown} on these axes only" if None in certain else ""
    return correction(source.replaced(node, shown), "write the lengths of the axes", risk)


def _repeated(source: Source, node: ast.Attribute) -> Optional[Correction]:
    """`F.repeat(y, repeats=x.shape[1], axis=0)` and `F.tile(y, (x.shape[1], 1))` → `F.reshape(F.broadcast_like(…))`.

    A new axis takes the length and is then merged with its neighbour."""
    length: Any = source.parent(node)
    along = axis_in(length, node)
    outer: Any = source.parent(length) if along is not None else None
    reps = outer if isinstance(outer, (ast.Tuple, ast.List)) else None
    call: Any = source.parent(outer) if reps is not None or isinstance(outer, ast.keyword) else outer
    call = source.parent(call) if isinstance(call, ast.keyword) else call
    name = source.namespace(node)
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or name is None:
        return None
    of_operators = isinstance(call.func.value, ast.Name) and call.func.value.id == name
    arguments: List[Any] = [*([] if of_operators else [call.func.value]), *call.args]
    if not arguments:
        return None
    data, *others = arguments
    given: Dict[Optional[str], Any] = {one.arg: one.value for one in call.keywords}
    given.update(zip(("repeats", "axis") if call.func.attr == "repeat" else ("reps",), others))
    risk = ""
    if call.func.attr == "repeat" and given.keys() == {"repeats", "axis"} and given["repeats"] is length:
        place = new = literal(given["axis"])
        if place is None or place < 0:
            return None
        new = place + 1
    elif call.func.attr == "tile" and given.keys() == {"reps"} and given["reps"] is reps and reps is not None:
        if any(one is not length and literal(one) != 1 for one in reps.elts):
            return None
        rank = source.rank(data)
        place = new = reps.elts.index(length) + (rank or len(reps.elts)) - len(reps.elts)
        if place < 0:
            return None
        risk = "" if rank is not None else f"assumes that `{source.module.code(data)}` has {len(reps.elts)} axes"
    else:
        return None
    axes = f"lhs_axes=({new},), rhs_axes=({along},)"
    codes = ", ".join(["0"] * place + ["-3", "-2"])
    before = f"{name}.reshape({name}.broadcast_like({name}.expand_dims("
    after: Tuple[Part, ...] = (f", axis={new}), ", node.value, f", {axes}), shape=({codes}))")
    return correction(source.replaced(call, before, data, *after), f"use `{name}.broadcast_like`", risk)


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
    if place is not None and not less and place[1:] == (axis, "end"):
        sliced = _slice_like(source, place[0], node.value, whole, place[1])
        if sliced is not None:
            return sliced
    if place is None or place[1] != axis or not same_code(place[0], node.value) or not less and place[2] != "end":
        return None
    risk = f"assumes that axis {axis} has at least {less} positions" if less > 1 else ""
    if less:
        return correction(source.replaced(whole, f"-{less}"), "count from the end", risk)
    in_call = not isinstance(source.parent(whole), ast.Slice)
    return correction(source.replaced(whole, "None" if in_call else ""), "slice to the end")


def _halves(source: Source, node: ast.Attribute) -> Optional[Correction]:
    """`x[:, : x.shape[1] // 2]` → `F.split(x, num_outputs=2, axis=1)[0]`, also by `n = x.shape[1] // 2`."""
    length: Any = source.parent(node)
    axis, quotient = axis_in(length, node), source.parent(length) if isinstance(length, ast.Subscript) else None
    if not isinstance(quotient, ast.BinOp) or not isinstance(quotient.op, ast.FloorDiv) or quotient.left is not length:
        return None
    count, name, statement = literal(quotient.right), source.namespace(node), source.parent(quotient)
    if axis is None or axis < 0 or count is None or count < 2 or name is None:
        return None
    bounds: List[ast.AST] = [quotient]
    edits: List[Edit] = []
    if isinstance(statement, ast.Assign):
        target = statement.targets[0]
        if len(statement.targets) != 1 or not isinstance(target, ast.Name):
            return None
        named = [one for one in ast.walk(source.scope(node)) if isinstance(one, ast.Name) and one.id == target.id]
        bounds = [one for one in named if one is not target]
        edits += source.removed(statement) or ()
    for bound in bounds:
        place = _place(source, bound)
        part = _only_cut(source, place[0], bound) if place is not None and place[1] == axis else None
        if place is None or part is None or not same_code(place[0], node.value):
            return None
        if place[2] == "begin" and count != 2:
            return None
        number = int(place[2] == "begin")
        made = source.replaced(part, f"{name}.split(", place[0], f", num_outputs={count}, axis={axis})[{number}]")
        if made is None:
            return None
        edits += made
    risk = f"raises where the length is no multiple of {count}"
    return correction(tuple(edits), f"use `{name}.split`", risk) if bounds else None


def _only_cut(source: Source, data: Any, bound: ast.AST) -> Optional[ast.AST]:
    """Return the subscript or call that cuts `data` at `bound`, and nowhere else."""
    outer: Any = source.parent(data)
    cuts: List[Any] = []
    if isinstance(outer, ast.Subscript):
        for one in index_elements(outer):
            if not isinstance(one, ast.Slice) or one.step is not None:
                return None
            cuts += [one.lower, one.upper]
    elif isinstance(outer, ast.Call) and getattr(outer.func, "attr", "") in ("slice", "slice_axis"):
        for keyword in outer.keywords:
            if keyword.arg in ("begin", "end"):
                cuts += keyword.value.elts if isinstance(keyword.value, ast.Tuple) else [keyword.value]
            elif keyword.arg != "axis":
                return None
    else:
        return None
    others = [one for one in cuts if one is not None and one is not bound]
    plain = all(isinstance(one, ast.Constant) and one.value in (None, 0) for one in others)
    return outer if plain and any(one is bound for one in cuts) else None


def _slice_like(source: Source, data: Any, array: ast.AST, end: Any, axis: int) -> Optional[Correction]:
    """`F.slice(x, begin=(None, None), end=(None, y.shape[1]))` → `F.slice_like(x, y, axes=(1,))`."""
    call, name = source.parent(data), source.namespace(data)
    if not isinstance(call, ast.Call) or source.module.code(call.func) != f"{name}.slice" or same_code(data, array):
        return None
    given: Dict[Optional[str], List[Any]] = {one.arg: getattr(one.value, "elts", []) for one in call.keywords}
    if call.args != [data] or given.keys() != {"begin", "end"}:
        return None
    others = [*given["begin"], *(one for one in given["end"] if one is not end)]
    if any(not isinstance(one, ast.Constant) or one.value not in (None, 0) for one in others):
        return None
    edits = source.replaced(call, f"{name}.slice_like(", data, f", {source.text(array)}, axes=({axis},))")
    return correction(edits, f"use `{name}.slice_like`", "raises where the array is shorter, which Python clips")


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
    """`F.broadcast_to(x, y.shape)` and `x.broadcast_to(y.shape)` → `F.broadcast_like(x, y)`,
    `F.arange(x.shape[1])` → `F.contrib.arange_like`,
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
    if function == "broadcast_to" and call.args == [node] and not arguments:
        edits = source.replaced(call, f"{name}.broadcast_like(", call.func.value, ", ", node.value, ")")
        return correction(edits, f"use `{name}.broadcast_like`")
    if source.text(call.func) != f"{name}.{function}" and source.imperative_operator(call.func) != function:
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

#: Functions of a number → the operator of `F`; "" for those that a tensor of float32 does not need.
_OF_NUMBERS = {
    **{f"{module}.{name}": name for module in ("math", "numpy") for name in ("sqrt", "log", "exp")},
    "float": "",
}
_SYMBOLS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**"}
_BROADCAST = {
    ast.Mult: "broadcast_mul",
    ast.Div: "broadcast_div",
    ast.Add: "broadcast_add",
    ast.Sub: "broadcast_sub",
    ast.Pow: "broadcast_power",
}
_RISK = "raises where the other operand is not float32"


def _as_tensor(source: Source, node: ast.Attribute) -> Optional[Correction]:
    """`y / x.size` → `y / F.cast(F.size_array(x), "float32")`: a length as an operand."""
    name = source.namespace(node)
    whole: Any = source.parent(node) if node.attr == "shape" else node
    text = _length(source, whole, name) if name is not None else None
    if name is None or text is None:
        return None
    return correction(as_operand(source, whole, text, name), _DESCRIPTION, _RISK)


def counted(event: LengthOf, source: Source) -> Optional[Correction]:
    """Write `len(x)` as a number if it is known, else correct it as `x.shape[0]`."""
    node = event.node
    if len(node.args) != 1 or event.tensor.numpy:
        return None
    known = lengths(event.tensor)
    if known and known[0] is not None:
        return correction(source.replaced(node, str(known[0])), "write the number of rows")
    length: Any = ast.parse("x.shape[0]", mode="eval").body
    shape = length.value
    shape.value = node.args[0]
    ast.copy_location(shape, node)
    with source.viewed_as(node, ast.copy_location(length, node)):
        return of_tensor(shape, event.tensor, source)


def _length(source: Source, node: Any, name: str) -> Optional[str]:
    """Return a length as a tensor of one element: of `x.shape[1]`, `x.size` or `x.ndim`; None for anything else."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
        number, index = axis_in(node, node.value), index_of(node)
        if number is None and not isinstance(index, (ast.Name, ast.Attribute)):
            return None
        axis = source.text(index) if number is None else number
        end = f"{axis} + 1 or None" if number is None else "None" if number == -1 else number + 1
        shape = f"{name}.shape_array({source.text(node.value.value)})"
        return f'{name}.cast({name}.slice_axis({shape}, axis=0, begin={axis}, end={end}), "float32")'
    if not isinstance(node, ast.Attribute) or node.attr not in ("size", "ndim"):
        return None
    array = source.text(node.value)
    return (
        f'{name}.cast({name}.size_array({array if node.attr == "size" else f"{name}.shape_array({array})"}), "float32")'
    )


def as_operand(source: Source, node: ast.AST, text: str, name: str) -> Edits:
    """Return edits after which the number `node` is the tensor `text`, where it is used: as an operand of tensors,
    in the test of a branch, or by the name that it is assigned to."""
    whole, text = _grown(source, node, text, name)
    outer: Any = source.parent(whole)
    if isinstance(outer, ast.Assign):
        return _named(source, outer, whole, text, name)
    if isinstance(outer, ast.Compare) and len(outer.ops) == 1 and isinstance(source.parent(outer), (ast.If, ast.IfExp)):
        other = outer.comparators[0] if outer.left is whole else outer.left
        return source.replaced(whole, text) if _scalar(source, other, name) is not None else None
    if not isinstance(outer, ast.BinOp) or type(outer.op) not in _BROADCAST or source.wants_number(outer):
        return None
    other = outer.left if outer.right is whole else outer.right
    if not source.is_tensor(other):
        return None
    parts: Tuple[Part, ...] = (other, ", ", text) if outer.right is whole else (text, ", ", other)
    return source.replaced(outer, f"{name}.{_BROADCAST[type(outer.op)]}(", *parts, ")")


def _named(source: Source, statement: ast.Assign, whole: ast.AST, text: str, name: str) -> Edits:
    """`n = x.shape[1]` with all uses of the name."""
    target, *others = statement.targets
    if others or not isinstance(target, ast.Name):
        return None
    edits = list(source.replaced(whole, text) or ())
    for one in ast.walk(source.scope(statement)):
        if isinstance(one, ast.Name) and one.id == target.id and one is not target:
            made = as_operand(source, one, one.id, name) if isinstance(one.ctx, ast.Load) else None
            if made is None:
                return None
            edits += made
    return tuple(edits)


def _grown(source: Source, node: ast.AST, text: str, name: str) -> Tuple[ast.AST, str]:
    """Return the largest expression of numbers around `node`, computed from the tensor `text` that replaces `node`."""
    outer: Any = source.parent(node)
    if isinstance(outer, ast.Call) and outer.args == [node] and not outer.keywords:
        function = source.dotted(outer.func) or source.module.code(outer.func)
        operator = _OF_NUMBERS.get(function)
        if operator is not None:
            return _grown(source, outer, f"{name}.{operator}({text})" if operator else text, name)
    if isinstance(outer, ast.UnaryOp) and isinstance(outer.op, ast.USub):
        return _grown(source, outer, f"(-{text})", name)
    if isinstance(outer, ast.BinOp) and type(outer.op) in _SYMBOLS:
        other = _scalar(source, outer.left if outer.right is node else outer.right, name)
        if other is not None:
            left, right = (text, other) if outer.left is node else (other, text)
            return _grown(source, outer, f"({left} {_SYMBOLS[type(outer.op)]} {right})", name)
    enclosed = isinstance(outer, (ast.BinOp, ast.Assign))
    return node, text[1:-1] if enclosed and text.startswith("(") else text


def _scalar(source: Source, node: Any, name: str) -> Optional[str]:
    """Return an expression of numbers, attributes of `self` and lengths, with the lengths as tensors."""
    if isinstance(node, ast.Constant):
        return source.text(node) if type(node.value) in (int, float) else None
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
        return None if source.is_tensor(node) else source.text(node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _scalar(source, node.operand, name)
        return None if inner is None else f"(-{inner})"
    if isinstance(node, ast.BinOp) and type(node.op) in _SYMBOLS:
        left, right = _scalar(source, node.left, name), _scalar(source, node.right, name)
        return None if left is None or right is None else f"({left} {_SYMBOLS[type(node.op)]} {right})"
    return _length(source, node, name)
