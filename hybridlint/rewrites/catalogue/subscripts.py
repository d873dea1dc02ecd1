"""Subscripts of tensors as operators: `x[:, 0]` → `F.squeeze(F.slice_axis(x, axis=1, begin=0, end=1), axis=1)`.

An item of the index applies to an axis of the tensor; None adds one to the result, and `...` covers the axes in
between, after which axes are counted from the end. `F.slice` clips its ends as Python does; `F.slice_axis` does not.
"""

from __future__ import annotations

import ast
import dataclasses
from typing import Any, List, Optional, Tuple

from hybridlint.rewrites.correction import Edits, Part
from hybridlint.rewrites.rewrite import Computed, Match, at
from hybridlint.rewrites.source import Source, lengths, literal
from hybridlint.shapes import have_equal_length
from hybridlint.syntax import index_elements, index_of
from hybridlint.values import Plain, Sequence, Slice, Tensor, Value

_INTEGER, _SLICE, _NEW, _ELLIPSIS = "integer", "slice", "new axis", "ellipsis"


@dataclasses.dataclass
class _Item:
    """One item of an index. `axis` is that of the tensor, from the end if negative."""

    kind: str
    node: Any
    value: Optional[Value] = None
    axis: int = 0


class SlicedByOperators(Computed):
    """An index is slices along axes, the removal of axes, and new axes; a tensor of positions is `take`."""

    rules = ("HYB301", "HYB302")
    before = ("{x}[:, 0]", "{x}[1:3]", "{x}[{indices}]")
    after = "F.squeeze(F.slice_axis({x}, axis=1, begin=0, end=1), axis=1)"

    def changes(self, match: Match) -> Edits:
        """Return the correction of `x[index]` for a tensor with one output."""
        event, source = match.event, match.source  # type: Any, Source
        node, array = event.node, event.tensor
        name = source.namespace(node)
        if not isinstance(node, ast.Subscript) or name is None or array.numpy:
            return None
        nodes = index_elements(node)
        if not nodes:  # x[()]
            return None
        values: Tuple[Optional[Value], ...] = (event.index,)
        if len(nodes) > 1 or isinstance(index_of(node), ast.Tuple):
            items = event.index.items
            values = items if items is not None and len(items) == len(nodes) else (None,) * len(nodes)
        if source.wants_number(node):
            return None
        nodes, early = _counted_from_end(source, node.value, nodes)
        result = [_item(item, value) for item, value in zip(nodes, values)]
        items = [item for item in result if item is not None]
        made = _picked(match, nodes, values, name) or _gathered(match, nodes, values, name)
        made = made or (_cut(match, items, name) if len(items) == len(nodes) else None)
        match.risk = match.risk or early or _doubt(source, node, array)
        return made


def _counted_from_end(source: Source, array: ast.AST, nodes: List[Any]) -> Tuple[List[Any], str]:
    """Return the items of an index with `-1` for `x.shape[1] - 1` in the place of this axis, and the risk of that."""
    values: List[Any] = []
    risk = ""
    for axis, node in enumerate(nodes):
        match = at("{x}.shape[{a}] - {n}", node, source, x=array)
        number = None if match is None or match.number("a") != axis else match.number("n")
        is_before = all(isinstance(part, ast.Slice) or literal(part) is not None for part in values)
        if number is not None and number > 0 and is_before:
            node = ast.Constant(-number, kind=None)
            risk = risk or ("" if number == 1 else f"assumes that the axis has at least {number} positions")
        values.append(node)
    return values, risk


def _doubt(source: Source, node: ast.Subscript, array: Tensor) -> str:
    """Return the risk of a subscript, "" if there is none."""
    base = node.value
    if isinstance(index_of(node), ast.Name) and source.may_be_list(base, array):
        return f"assumes that `{source.module.code(base)}` is a tensor, not a list"
    if isinstance(base, ast.Name):
        for item in source.stores(source.scope(base), base.id):
            value = getattr(source.statement(item), "value", None)
            called = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr
            if isinstance(value, (ast.List, ast.ListComp)) or called in ("foreach", "while_loop"):
                return f"assumes that `{base.id}` is a tensor, not a list"
    return ""


def _item(node: Any, value: Optional[Value]) -> Optional[_Item]:
    if isinstance(node, ast.Slice):
        return _Item(_SLICE, node, value)
    if isinstance(node, ast.Constant) and node.value is None:
        return _Item(_NEW, node)
    if isinstance(node, ast.Constant) and node.value is Ellipsis:
        return _Item(_ELLIPSIS, node)
    if isinstance(value, Plain) and value.type in ("int", "") and not value.taint:
        return _Item(_INTEGER, node, value)
    return None


#: The numbers of all rows.
_COUNTED_ROWS = (
    *("F.arange({x}.shape[0])", "F.arange(0, {x}.shape[0])", "F.contrib.arange_like({x}, axis=0)"),
    'F.contrib.arange_like(F.cast({x}, "float32"), axis=0)',
)


def _picked(match: Match, nodes: List[Any], values: Tuple[Optional[Value], ...], name: str) -> Edits:
    """`x[F.arange(n), y]` → `F.pick(x, y, axis=1, mode="wrap")`: an element of each row."""
    source, node, array = match.source, match.node, match.event.tensor  # type: ignore[union-attr]
    rows, index = source.operation(source.meaning(nodes[0])), values[-1]
    if len(nodes) != 2 or array.rank not in (2, None) or not isinstance(index, Tensor) or index.outputs != 1:
        return None
    if rows is None or rows.path not in ("arange", "_contrib_arange_like") or len(rows.arguments) > 2:
        return None
    base = node.value
    counted = any(at(code, nodes[0], source, x=base) is not None for code in _COUNTED_ROWS)
    fits = array.shape is not None and index.shape is not None and have_equal_length(array.shape, 0, index.shape, 0)
    risk = (
        ""
        if counted and fits and (array.rank, index.rank) == (2, 1)
        else f"assumes that the index has one number for each row of `{source.module.code(base)}`"
    )
    edits = source.replaced(node, f"{name}.pick(", node.value, ", ", nodes[1], ', axis=1, mode="wrap")')
    return match.described(edits, f"use `{name}.pick`", risk)


def _gathered(match: Match, nodes: List[Any], values: Tuple[Optional[Value], ...], name: str) -> Edits:
    """`x[y]`, `x[:, y]` of a tensor or a list of integers `y`."""
    source, node = match.source, match.node
    *before, last = nodes
    if before and all(isinstance(item, Tensor) and item.outputs == 1 for item in values):
        indices = [part for item in nodes for part in (item, ", ")][:-1]
        edits = source.replaced(node, f"{name}.gather_nd(", node.value, f", {name}.stack(", *indices, "))")
        return match.described(
            edits, f"use `{name}.gather_nd`", "raises for indices of several dtypes, and for negative ones"
        )
    value, axis = values[-1], len(before)
    if not all(isinstance(part, ast.Slice) and _ends(part) == (None, None, None) for part in before):
        return None
    if isinstance(value, Tensor) and value.outputs == 1:
        where = f", axis={axis}" if axis else ""
        parts: Tuple[Part, ...] = (f"{name}.take(", node.value, ", ", last, f'{where}, mode="wrap")')
        return match.described(source.replaced(node, *parts), f"use `{name}.take`")
    listed = value.items if isinstance(value, Sequence) and value.type == "list" else None
    if listed and isinstance(node.value, ast.Name) and all(map(_is_integer, listed)):
        number = source.free_name(node)
        cut = f"{name}.slice_axis({node.value.id}, axis={axis}, begin={number}, end={number} + 1 or None)"
        return match.described(
            source.replaced(node, f"{name}.concat(*[{cut} for {number} in ", last, f"], dim={axis})"),
            f"join slices with `{name}.concat`",
        )
    return None


def _is_integer(value: Value) -> bool:
    return value.integer is not None and not value.any_taint


def _cut(match: Match, items: List[_Item], name: str) -> Edits:
    """Write the slices, then the removal of axes, then the insertion of axes."""
    source, node = match.source, match.node
    dims = lengths(match.event.tensor)  # type: ignore[union-attr]
    _number_axes(items, None if dims is None else len(dims))
    integers = [item for item in items if item.kind == _INTEGER]
    slices = [item for item in items if item.kind == _SLICE]
    new = [item for item in items if item.kind == _NEW]
    if not slices and integers and new and (dims is None or len(dims) <= len(integers)):
        return None  # without axes, MXNet returns a tensor with one of length 1
    cuts = [
        integer
        for integer in (*integers, *slices)
        if integer.kind == _INTEGER or _ends(integer.node) != (None, None, None)
    ]
    risks: List[str] = []
    parts: List[Part] = [node.value]
    used: List[str] = []
    positive = sorted((cut for cut in cuts if cut.axis >= 0), key=lambda item: item.axis)
    if len(positive) == 1 and positive[0].kind == _INTEGER:
        parts = _slice_axis(source, name, parts, positive[0], risks)
        used.append("slice_axis")
    elif positive:
        parts = _slice(source, name, parts, positive, dims, risks)
        used.append("slice")
    for item in (cut for cut in cuts if cut.axis < 0):
        if item.kind == _SLICE and (item.node.step is not None or not _is_contained(item, None)):
            return None  # only `F.slice` clips, and it counts axes from the first
        parts = _slice_axis(source, name, parts, item, risks)
        used.append("slice_axis")
    if integers and (dims is None or len(dims) > 1):  # MXNet keeps the only axis
        axes = sorted(integer.axis for integer in integers)
        axis = str(axes[0]) if len(axes) == 1 else str(tuple(axes))
        parts = [f"{name}.squeeze(", *parts, f", axis={axis})"]
        used.append("squeeze")
    for position in _new_positions(items):
        parts = [f"{name}.expand_dims(", *parts, f", axis={position})"]
        used.append("expand_dims")
    shown = " and ".join(dict.fromkeys(f"`{name}.{item}`" for item in used))
    if not used:
        return match.described(source.replaced(node, node.value), "omit the subscript, which takes all")
    return match.described(source.replaced(node, *parts), f"use {shown}", "; ".join(dict.fromkeys(risks)))


def _number_axes(items: List[_Item], rank: Optional[int]) -> None:
    axis, kinds = 0, [item.kind for item in items]
    for position, item in enumerate(items):
        if item.kind == _ELLIPSIS:
            behind = sum(kind in (_INTEGER, _SLICE) for kind in kinds[position:])
            axis = -behind if rank is None else max(rank - behind, 0)
        item.axis = axis
        axis += item.kind in (_INTEGER, _SLICE)


def _new_positions(items: List[_Item]) -> List[int]:
    """Return the positions where axes are inserted, in order: from the front before an ellipsis, from the end after
    it."""
    kept = [item.kind for item in items if item.kind != _INTEGER]
    split = kept.index(_ELLIPSIS) if _ELLIPSIS in kept else len(kept)
    front = [place for place, kind in enumerate(kept[:split]) if kind == _NEW]
    behind = kept[split + 1 :]
    # From the last on: what follows a new axis is in place when it is inserted.
    back = [place - len(behind) for place, kind in enumerate(behind) if kind == _NEW]
    return front + back[::-1]


def _ends(node: ast.Slice) -> Tuple[Any, Any, Any]:
    """Return the parts of a slice, None for those that are omitted or the default."""
    lower, upper, step = (
        None if part is None or isinstance(part, ast.Constant) and part.value is None else part
        for part in (node.lower, node.upper, node.step)
    )
    step = None if literal(step) == 1 else step
    return None if step is None and literal(lower) == 0 else lower, upper, step


def _bounds(source: Source, item: _Item, risks: List[str]) -> Tuple[List[Part], List[Part]]:
    """Return start and end of one position or of a slice."""
    if item.kind == _SLICE:
        lower, upper, _ = _ends(item.node)
        return ["None" if lower is None else lower], ["None" if upper is None else upper]
    number = literal(item.node)
    if number is not None:
        return [item.node], [str(number + 1) if number != -1 else "None"]
    if isinstance(item.value, Plain) and not item.value.type:
        risks.append(f"assumes that `{source.text(item.node)}` is an integer")
    after: List[Part] = [item.node, " + 1"]
    return [item.node], after if source.counts_up(item.node) else [*after, " or None"]


def _slice_axis(source: Source, name: str, parts: List[Part], item: _Item, risks: List[str]) -> List[Part]:
    begin, end = _bounds(source, item, risks)
    begin = ["0"] if begin == ["None"] else begin
    return [f"{name}.slice_axis(", *parts, f", axis={item.axis}, begin=", *begin, ", end=", *end, ")"]


def _slice(source: Source, name: str, parts: List[Part], items: List[_Item], dims: Any, risks: List[str]) -> List[Part]:
    """Write `F.slice`, or `F.slice_axis` for a single slice that is certainly within the axis."""
    length = None if dims is None or items[0].axis >= len(dims) else dims[items[0].axis]
    if len(items) == 1 and items[0].kind == _SLICE and _ends(items[0].node)[2] is None:
        if _is_contained(items[0], length):
            return _slice_axis(source, name, parts, items[0], risks)
    #: Begin, end and step on each axis.
    bounds: List[List[List[Part]]] = [[["None"]] * 3 for _ in range(items[-1].axis + 1)]
    for item in items:
        step = _ends(item.node)[2] if item.kind == _SLICE else None
        bounds[item.axis] = [*_bounds(source, item, risks), [step or "None"]]
        _note_risk(item, None if dims is None or item.axis >= len(dims) else dims[item.axis], risks)
    made: List[Part] = [f"{name}.slice(", *parts]
    for title, column in zip(("begin", "end", "step"), zip(*bounds)):
        if title != "step" or any(part != ["None"] for part in column):
            listed = [part for bound in column for part in (", ", *bound)][1:]
            made += [f", {title}=(", *listed, ",)" if len(column) == 1 else ")"]
    return [*made, ")"]


def _is_contained(item: _Item, length: Optional[int]) -> bool:
    """Return whether a slice is not empty, and both of its ends are in an axis of that length, or of any length."""
    lower, upper, _ = _ends(item.node)
    begin, end = (0 if lower is None else literal(lower)), (None if upper is None else literal(upper))
    if begin is None or upper is not None and end is None:
        return False
    if length is None:
        return (begin, end) in ((0, 1), (-1, None))
    begin = begin + length if begin < 0 else begin
    end = length if end is None else end + length if end < 0 else end
    return 0 <= begin < end <= length


def _note_risk(item: _Item, length: Optional[int], risks: List[str]) -> None:
    """Record a risk: a start before the first position is clipped by Python, and an error in `F.slice`."""
    if item.kind != _SLICE:
        return
    lower = _ends(item.node)[0]
    number = 0 if lower is None else literal(lower)
    given = item.value.lower if isinstance(item.value, Slice) else None
    start = given.value if isinstance(given, Plain) and given.is_literal else None
    if number is None and type(start) is int and start >= 0:
        return
    if number is None:
        risks.append("raises if the slice begins before the first position, which Python clips")
    elif number < -(length or 1):
        risks.append(f"raises where the axis is shorter than {-number}, which Python clips")
