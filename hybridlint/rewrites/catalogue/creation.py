"""Arrays that are created, broadcast or resized by the shape of another tensor."""

from __future__ import annotations

import ast
from typing import Any, ClassVar, Dict, List, Mapping, Optional, Tuple

from hybridlint.events import BROADCASTING
from hybridlint.rewrites.correction import Change, Edits
from hybridlint.rewrites.rewrite import (
    Condition,
    Match,
    Rewrite,
    around,
    has_dtype,
    is_hyperparameter,
    is_integer,
    is_repeatable,
    is_tensor,
    named_only,
    rank_above,
)
from hybridlint.rewrites.source import literal
from hybridlint.syntax import index_of, same_code

_ZEROS_AND_ONES = ({"made": "zeros"}, {"made": "ones"})
_ARANGE = ("F.arange({x}.shape[{a}])", "F.arange(0, {x}.shape[{a}])")


def on_device(*calls: str) -> Tuple[str, ...]:
    """Return the forms of calls that may pass the device of `x`."""
    return tuple(f"{call[:-1]}{device})" for call in calls for device in (", ctx={x}.context", ", ctx={x}.ctx", ""))


def _of_default_dtype(match: Match) -> str:
    """Return the code of `x` in the dtype that `F` creates arrays of by default, unless the dtype is given as that of
    `x`."""
    is_own = any(
        argument.arg == "dtype" and isinstance(argument.value, ast.Attribute)
        for argument in getattr(match.node, "keywords", ())
    )
    return "{x}" if is_own or has_dtype("x", "float32")(match) else 'F.cast({x}, "float32")'


class _OfLengths(Rewrite):
    """Lengths of another tensor, by `shape` or by `len`."""

    rules = ("HYB101", "HYB306")


class _Like(Rewrite):
    """An array of the shape of another, of float32 unless the dtype is given."""

    def changes(self, match: Match) -> Edits:
        return match.replaced(self.after.replace("{x}", _of_default_dtype(match)))


class Like(_Like):
    """An array of the shape of another."""

    rules = ("HYB101",)
    before = on_device(
        "F.<made>({x}.shape, dtype={x}.dtype)", "F.<made>({x}.shape)", "F.<made>({x}.shape, dtype='float32')"
    )
    after = "F.<made>_like({x})"
    variants = _ZEROS_AND_ONES
    inputs = ({"x": (2, 3)},)


class LikeRow(_Like):
    """An array of the shape of a row of another."""

    rules = ("HYB101",)
    before = on_device("F.<made>({x}.shape[1:])")
    after = "F.<made>_like(F.squeeze(F.slice_axis({x}, axis=0, begin=0, end=1), axis=0))"
    variants = _ZEROS_AND_ONES
    safe_if = (rank_above("x", 1),)
    risk = "raises for a tensor of one axis"
    inputs = ({"x": (2, 3, 4)},)


class DrawnLike(_Like):
    """Random numbers in the shape of an array."""

    rules = ("HYB101",)
    before: Any = on_device(
        "F.<draw>(shape={x}.shape, dtype={x}.dtype, **{rest})",
        "F.<draw>(shape={x}.shape, **{rest})",
        "F.<draw>(shape={x}.shape, dtype='float32', **{rest})",
    )
    after = "F.random.<like>_like({x}, **{rest})"
    variants = tuple({"draw": f"random{mark}{name}", "like": name} for name in ("normal", "uniform") for mark in "._")
    conditions = (named_only("rest", "loc", "scale", "low", "high"),)


class BroadcastLike(Rewrite):
    """The whole shape of another tensor is that of `broadcast_like`."""

    rules = ("HYB101",)
    before = "F.broadcast_to({y}, {x}.shape)"
    after = "F.broadcast_like({y}, {x})"
    inputs = ({"y": (1, 3), "x": (2, 3)},)


class BroadcastAxisLike(_OfLengths):
    """One axis as long as that of another tensor."""

    before = "F.broadcast_axis({y}, axis={a}, size={x}.shape[{b}])"
    after = "F.broadcast_like({y}, {x}, lhs_axes=({a},), rhs_axes=({b},))"
    conditions = (is_integer("a", "b"),)
    inputs = ({"y": (2, 1, 4), "x": (3, 5), "a": "1", "b": "0"},)


def _meets_tensor(match: Match) -> bool:
    above = match.source.parent(match.node)
    sides = (above.left, above.right) if isinstance(above, ast.BinOp) else ()
    return any(side is not match.node and match.source.is_tensor(side) for side in sides)


class ArangeLike(_Like):
    """Positions along an axis of a tensor."""

    rules = ("HYB101", "HYB306")
    before: Any = _ARANGE
    after = "F.contrib.arange_like({x}, axis={a})"
    conditions: ClassVar[Tuple[Condition, ...]] = (is_integer("a"), lambda match: not _meets_tensor(match))
    inputs: ClassVar[Tuple[Mapping[str, Any], ...]] = ({"x": (2, 3), "a": "1"},)


class ArangeOperand(ArangeLike):
    """Positions along an axis are broadcast to a tensor of any rank."""

    before = "<code>"
    after = "<made>"
    variants = tuple(
        {"code": f"{left} {symbol} {right}", "made": f"F.{name}({left}, {right})".replace(positions, ArangeLike.after)}
        for symbol, name in BROADCASTING.items()
        for positions in _ARANGE
        for left, right in ((positions, "{y}"), ("{y}", positions))
    )
    conditions = (is_integer("a"), is_tensor("y"))
    order = -1
    inputs = ({"x": (2, 3), "a": "1", "y": (2, 3)},)


class EyeLike(_Like):
    """An identity matrix is 1 where the positions along both axes are equal."""

    rules = ("HYB101", "HYB306")
    before = on_device("F.eye({x}.shape[{a}])", "F.eye({x}.shape[{a}], {x}.shape[{a}])")
    after = (
        "F.broadcast_equal(F.reshape(F.contrib.arange_like({x}, axis={a}), shape=(-1, 1)), "
        "F.contrib.arange_like({x}, axis={a}))"
    )
    conditions = (is_integer("a"), is_repeatable("x"))
    inputs = ({"x": (2, 3), "a": "1"},)


class OneHotLike(_OfLengths, _Like):
    """A label is 1 at the position that it equals."""

    before = "F.one_hot({y}, {x}.shape[{a}])"
    after = 'F.broadcast_equal(F.expand_dims(F.cast({y}, "float32"), axis=-1), F.contrib.arange_like({x}, axis={a}))'
    conditions = (is_integer("a"),)
    risk = "assumes that `{y}` holds whole numbers"


class GlobalPooling(_OfLengths):
    """A kernel as large as the image pools all of it."""

    before = (
        "F.Pooling({x}, kernel=({x}.shape[2], {x}.shape[3]), pool_type={type})",
        "F.Pooling({x}, kernel={x}.shape[2:], pool_type={type})",
    )
    after = "F.Pooling({x}, global_pool=True, pool_type={type})"
    description = "pool globally"
    conditions = (lambda match: getattr(match.parts["type"], "value", "") in ("avg", "max", "sum"),)
    inputs = ({"x": (1, 2, 3, 4), "type": "'avg'"},)


class RepeatedLike(_OfLengths):
    """A new axis takes the length and is then merged with the one before it."""

    before = "F.repeat({y}, repeats={x}.shape[{b}], axis={a})"
    after = (
        "F.reshape(F.broadcast_like(F.expand_dims({y}, axis={next}), {x}, lhs_axes=({next},), rhs_axes=({b},)), "
        "shape={codes})"
    )
    description = "use `F.broadcast_like`"
    conditions = (is_integer("a", "b"), lambda match: (match.number("a") or 0) >= 0)
    derived = {
        "next": lambda match: str((match.number("a") or 0) + 1),
        "codes": lambda match: f"({'0, ' * (match.number('a') or 0)}-3, -2)",
    }
    inputs = ({"y": (2, 3), "x": (4, 5), "a": "1", "b": "0"},)


class TiledLike(_OfLengths):
    """A new axis takes the length and is then merged with the one behind it."""

    before = "F.tile({y}, reps=(<repeats>))"
    after = (
        "F.reshape(F.broadcast_like(F.expand_dims({y}, axis=<axis>), {x}, lhs_axes=(<axis>,), rhs_axes=({b},)), "
        "shape=(<codes>-3, -2))"
    )
    description = "use `F.broadcast_like`"
    variants = tuple(
        {
            "repeats": ", ".join("{x}.shape[{b}]" if position == axis else "1" for position in range(rank)),
            **{"axis": str(axis), "codes": "0, " * axis, "rank": str(rank)},
        }
        for rank in (2, 3, 4)
        for axis in range(rank)
    )
    conditions = (is_integer("b"),)
    safe_if = (lambda match: match.rank("y") == int(match.variant["rank"]),)
    risk = "assumes that `{y}` has <rank> axes"
    inputs = ({"y": (2, 3, 4, 5), "x": (6, 7), "b": "0"},)


class BroadcastToLengths(_OfLengths):
    """An array with axes of length 1 that are broadcast to the lengths of another tensor."""

    before: Any = ("F.broadcast_to({y}, {shape})",)
    after = "F.broadcast_like({y}, F.broadcast_like(F.zeros({ones}), {x}, lhs_axes={own}, rhs_axes={others}))"
    description = "use `F.broadcast_like`"

    def applies(self, match: Match) -> bool:
        if not super().applies(match):
            return False
        match.data = _lengths_in(match, match.parts.pop("shape"))
        return match.data is not None

    def changes(self, match: Match) -> Edits:
        return match.replaced(self.after, **match.data)


class CreatedWithLengths(BroadcastToLengths):
    """An array with axes of length 1 that are broadcast to the lengths of another tensor."""

    before = ("F.<made>({shape}, **{rest})",)
    after = "F.broadcast_like(F.<made>({ones}, **{rest}), {x}, lhs_axes={own}, rhs_axes={others})"
    variants = (*_ZEROS_AND_ONES, {"made": "full"})


class DrawnWithLengths(BroadcastToLengths):
    """Random numbers in the shape of an array that is broadcast to the lengths of another tensor."""

    before: Any = ("F.<draw>(shape={shape}, **{rest})", "F.<draw>(shape={shape}, dtype='float32', **{rest})")
    after = "F.random.<like>_like(F.broadcast_like(F.zeros({ones}), {x}, lhs_axes={own}, rhs_axes={others}), **{rest})"
    variants = DrawnLike.variants
    conditions = DrawnLike.conditions


def _lengths_in(match: Match, target: Any) -> Optional[Dict[str, Any]]:
    """Return the parts of an array with the lengths of the tensor that a finding is about: a shape with 1 in their
    place, and both axes."""
    lengths = [(item, match.source.meaning(item)) for item in getattr(target, "elts", ())]
    arrays = {item: _array(length) for item, length in lengths}
    array = next((arrays[node] for node, _ in lengths if any(below is match.anchor for below in ast.walk(node))), None)
    pairs: Dict[int, int] = {}
    texts: List[str] = []
    for place, (item, length) in enumerate(lengths):
        if array is not None and arrays[item] is not None and same_code(arrays[item], array):
            pairs[place] = literal(index_of(length))  # type: ignore[assignment]
        elif literal(item) == 0:
            return None
        texts.append("1" if place in pairs else match.source.module.code(item))
    if not pairs:
        return None
    comma = "," if len(pairs) == 1 else ""
    own, others = (f"({', '.join(map(str, axes))}{comma})" for axes in (pairs, pairs.values()))
    return {"ones": f"({', '.join(texts)}{',' if len(texts) == 1 else ''})", "x": array, "own": own, "others": others}


def _array(length: Any) -> Optional[ast.AST]:
    """Return `x` of `x.shape[1]`, None for anything else."""
    shape = length.value if isinstance(length, ast.Subscript) and literal(index_of(length)) is not None else None
    return shape.value if isinstance(shape, ast.Attribute) and shape.attr == "shape" else None


_OTHERS = named_only("rest", "align_corners")


class ResizedLike(Rewrite):
    """The size of another tensor. MXNet 1.9.1 leaves the gradient that it passes to that tensor uninitialized, so that
    it is stopped."""

    rules = ("HYB101",)
    before = "F.contrib.BilinearResize2D({y}, height={x}.shape[2], width={x}.shape[3], **{rest})"
    after = 'F.contrib.BilinearResize2D({y}, F.BlockGrad({x}), **{rest}, mode="like")'
    description = 'use `mode="like"`'
    conditions = (_OTHERS,)
    inputs = ({"y": (1, 2, 3, 3), "x": (1, 2, 6, 4), "rest": {}},)


class ResizedByFactors(_OfLengths):
    """Multiples of the own size."""

    before = "F.contrib.BilinearResize2D({x}, height={x}.shape[2] * {n}, width={x}.shape[3] * {m})"
    after = "F.contrib.BilinearResize2D({x}, scale_height={n}, scale_width={m})"
    conditions = (is_integer("n", "m"),)
    inputs = ({"x": (1, 2, 3, 4), "n": "2", "m": "3"},)


_LIKE = 'F.contrib.BilinearResize2D({y}, F.BlockGrad({size}), **{rest}, mode="like")'
_FIXED = "F.contrib.BilinearResize2D({y}, height={size}[0], width={size}[1], **{rest})"


class ResizedByName(Rewrite):
    """The name of a size becomes that of the tensor, with all resizes to `size[0]` and `size[1]`."""

    rules = ("HYB101",)
    before = "{size} = <value>"
    after = "{size} = <tensor>"
    variants = (
        {"value": "{x}.shape[2:]", "tensor": "{x}", "resize": _LIKE},
        {
            "value": "{fixed} if {test} else {x}.shape[2:]",
            "tensor": "{fixed} if {test} else {x}",
            "resize": f"{_FIXED} if {{test}} else {_LIKE}",
        },
        {
            "value": "{x}.shape[2:] if {test} else {fixed}",
            "tensor": "{x} if {test} else {fixed}",
            "resize": f"{_LIKE} if {{test}} else {_FIXED}",
        },
    )
    description = 'use `mode="like"`'
    conditions = (is_hyperparameter("test"),)

    def changes(self, match: Match) -> Edits:
        size = match.parts["size"]
        changes: List[Change] = []
        for use in (match.source.uses_of(size) if isinstance(size, ast.Name) else None) or ():
            resize = around(_FIXED, use, match.source)
            if resize is None or not _OTHERS(resize):
                return None
            changes += resize.replaced(self.variant["resize"], **{**match.parts, **resize.parts}) or ()
        return (*(match.replaced(self.after) or ()), *changes) if changes else None
