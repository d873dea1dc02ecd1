"""What can be known of a tensor's shape without running: enough to see that two operands need broadcasting.

A hybridized `a + b` is `elemwise_add`, which refuses shapes that differ, while the imperative `a + b` broadcasts.
Whether shapes differ is mostly unknown; it is certain where one operand comes from the other by a reduction with
`keepdims`, or where a shape is written out.
"""

from __future__ import annotations

import dataclasses
from typing import FrozenSet, Optional, Tuple

#: The step of a layer that gives another number of channels and leaves all other lengths.
CHANNELS = ("channels", None)
#: The step of a layer that leaves two axes, the second with a length of its own.
UNITS = ("units", None)
#: The step of a layer that puts a vector in the place of each number: one more axis at the end.
VECTORS = ("vectors", None)
#: The axes of space, behind those of the batch and the channels.
_SPACE = ((2,), (2, 3), (2, 3, 4))


@dataclasses.dataclass(frozen=True)
class Shape:
    """`dims` where the rank is known (None for a length that is not); otherwise the shape is that of the tensor
    `base` after `steps` (("keep", axes), ("drop", axes), ("expand", axis), ("cut", (axis, length)) …) in this order;
    both where a reshape put a 1 in the place of what a reduction dropped.
    `literal` says that the lengths stand in the source, so that a 1 in it is meant. `given` marks the shape of an input
    as it came; `reduced` is the base that a full reduction was made of, -1 where that is not known; `channels` is the
    length of the second axis of what a convolution gave, where the rank and all other lengths are not known; `rank`
    is that of what a layer gave that leaves so many axes, whatever it was given."""

    dims: Optional[Tuple[Optional[int], ...]] = None
    base: int = 0
    steps: Tuple[Tuple[object, ...], ...] = ()
    literal: bool = False
    given: bool = dataclasses.field(default=False, compare=False)
    reduced: int = dataclasses.field(default=0, compare=False)
    channels: Optional[int] = dataclasses.field(default=None, compare=False)
    rank: Optional[int] = dataclasses.field(default=None, compare=False)

    def pooled(self) -> bool:
        """Whether nothing is left of the axes of space: a length of 1 on each, whatever was done to the channels."""
        steps = [step for step in self.steps if step != CHANNELS]
        return bool(steps) and steps[-1][0] == "keep" and steps[-1][1] in _SPACE

    def after(self, step: Tuple[object, ...]) -> Shape:
        """The shape of a tensor that is made from one of this shape by `step`."""
        if self.dims is None:
            since = self.steps[self.steps.index(step) :] if step in self.steps and step[0] == "keep" else ()
            if since and all(other[0] in ("keep", "channels") for other in since):
                return self
            of_space = step[0] == "keep" and step[1] in _SPACE
            return Shape(None, self.base, self.steps + (step,), channels=self.channels if of_space else None)
        return Shape(_dims_after(self.dims, step), 0, (), self.literal and step[0] != "drop")


def _dims_after(dims: Tuple[Optional[int], ...], step: Tuple[object, ...]) -> Optional[Tuple[Optional[int], ...]]:
    kind, argument = step[0], step[1]
    rank = len(dims)
    if kind in ("keep", "drop"):
        axes = range(rank) if argument is None else [int(axis) % rank for axis in argument] if rank else []  # type: ignore
        if kind == "keep":
            return tuple(1 if axis in axes else length for axis, length in enumerate(dims))
        left = tuple(length for axis, length in enumerate(dims) if axis not in axes)
        return left or (1,)
    if kind == "channels" and rank > 1:
        return dims[:1] + (None,) + dims[2:]
    if kind == "units" and rank > 0:
        return (dims[0], None)
    if kind == "cut" and isinstance(argument, tuple) and rank:
        cut_axis, kept = argument
        return tuple(kept if position == cut_axis % rank else other for position, other in enumerate(dims))
    if kind == "expand" and isinstance(argument, int):
        position = argument if argument >= 0 else rank + 1 + argument
        return dims[:position] + (1,) + dims[position:]
    return None


def needs_broadcasting(first: Optional[Shape], second: Optional[Shape]) -> bool:
    """Whether an elementwise operator on these two certainly has to broadcast."""
    if first is None or second is None:
        return False
    if _one_channel_and_several(first, second):
        return True
    if first == second:
        return False
    if None not in (_rank(first), _rank(second)) and _rank(first) != _rank(second):
        return True
    if first.base and first.base == second.base and _one_reduces_the_other(first.steps, second.steps):
        return True
    if first.dims is not None and second.dims is not None:
        return any(a is not None and b is not None and a != b for a, b in zip(first.dims, second.dims)) or (
            (first.literal or second.literal)
            and any((a == 1) != (b == 1) for a, b in zip(first.dims, second.dims))
            or _column_and_row(first.dims, second.dims)
        )
    if first.dims is None and second.dims is None:
        return any(test(first, second) for test in _OUTER)
    known = first if first.dims is not None else second
    assert known.dims is not None
    other = second if known is first else first
    if known.reduced and other.given and other.base != known.reduced:
        return False  # a caller may hand over one number, as an array of that shape
    if other.reduced:
        return False  # one number, and something that is not known, which may be another
    # A written-out length of 1, or a full reduction, beside a tensor of a shape that is not written out: a tensor
    # that already has this shape would need no such operand.
    return known.literal and 1 in known.dims


def may_be_one_number(shape: Optional[Shape]) -> bool:
    """Whether a tensor of this shape may hold one number alone, for all that can be known."""
    return shape is not None and (shape.given or bool(shape.reduced))


def shape_of_two(number: int, first: Optional[Shape], second: Optional[Shape]) -> Shape:
    """What an elementwise operator makes of two shapes that are not known to be equal; `number` is like no other's."""
    for one, other in ((first, second), (second, first)):
        if one is not None and one.reduced and other is not None:
            return other  # imperatively it broadcasts, and a graph wants them equal
    return Shape(None, number)


def may_need_broadcasting(first: Optional[Shape], second: Optional[Shape]) -> bool:
    """Whether an elementwise operator on these two could have to broadcast, for all that can be known."""
    return not (first is not None and first == second)


def _rank(shape: Shape) -> Optional[int]:
    return shape.rank if shape.dims is None else len(shape.dims)


def _one_reduces_the_other(first: Tuple[Tuple[object, ...], ...], second: Tuple[Tuple[object, ...], ...]) -> bool:
    short, long = sorted((first, second), key=len)
    if long[: len(short)] != short:
        return False
    rest = long[len(short) :]
    # After a reduction the axes that an expansion could restore are the user's business: keepdims by hand.
    kinds = [step[0] for step in rest if step not in (CHANNELS, UNITS)]
    return bool(kinds) and all(kind in ("keep", "drop", "expand", "full") for kind in kinds)


def _one_and_several(first: Shape, second: Shape) -> bool:
    """One position of an axis beside several of the same: `x[:, :1]` and `x[:, 1:4]`."""
    if first.base != second.base or not first.steps or not second.steps or first.steps[:-1] != second.steps[:-1]:
        return False
    one, other = sorted((first.steps[-1], second.steps[-1]), key=lambda step: step[0] == "cut")
    return one[0] == "keep" and other[0] == "cut" and one[1] == (other[1][0],)  # type: ignore[index]


def _column_and_row(first: Tuple[Optional[int], ...], second: Tuple[Optional[int], ...]) -> bool:
    """A length of 1 on each side where the other has another: `a.reshape((-1, 1)) < b.reshape((1, -1))`."""
    pairs = list(zip(first, second))
    return any(a == 1 != b for a, b in pairs) and any(a != 1 == b for a, b in pairs)


def _one_channel_and_several(first: Shape, second: Shape) -> bool:
    """What a convolution of one channel gave beside what one of several did: a map of attention."""
    return None not in (first.channels, second.channels) and (first.channels == 1) != (second.channels == 1)


def _one_and_vector(first: Shape, second: Shape) -> bool:
    """A number beside the vector in its place: `mask.expand_dims(-1)` and the embedding of the same tokens."""
    same = first.base == second.base and first.steps[:-1] == second.steps[:-1]
    return same and {first.steps[-1:], second.steps[-1:]} == {(VECTORS,), (("expand", -1),)}


def _turned(first: Shape, second: Shape) -> bool:
    """A column beside the row that it becomes: `xx` and `xx.transpose((0, 2, 1))` of lengths 1 that stand elsewhere."""
    short, long = sorted((first.steps, second.steps), key=len)
    if (
        first.base != second.base
        or long[:-1] != short
        or not short
        or long[-1][0] != "turned"
        or short[-1][0] != "keep"
    ):
        return False
    kept, axes = short[-1][1], long[-1][1]
    if not isinstance(kept, tuple) or not isinstance(axes, tuple) or "?" in kept:
        return False
    ones = {axis % len(axes) for axis in kept}
    return {position for position, axis in enumerate(axes) if axis % len(axes) in ones} != ones


def _opposite_expansions(first: Shape, second: Shape) -> bool:
    """`a.expand_dims(1)` beside `b.expand_dims(0)`: an outer operation."""
    if len(first.steps) == len(second.steps) == 1:
        (one,), (other,) = first.steps, second.steps
        if one[0] == other[0] == "expand" and isinstance(one[1], int) and isinstance(other[1], int):
            # -1 and 1 may be the same axis.
            return one[1] != other[1] and (one[1] < 0) == (other[1] < 0)
    return False


def _opposite_reductions(first: Shape, second: Shape) -> bool:
    """`a.sum(axis=1, keepdims=True)` beside `b.sum(axis=0, keepdims=True)`: an outer operation, as above."""
    one, other = _kept(first), _kept(second)
    return bool(one - other and other - one) and all((axis < 0) == (min(one) < 0) for axis in one | other)


def _kept(shape: Shape) -> FrozenSet[int]:
    """The axes that were reduced and kept, where nothing else was done."""
    axes = [step[1] if step[0] == "keep" and isinstance(step[1], tuple) else ("?",) for step in shape.steps]
    kept = frozenset(axis for some in axes for axis in some)
    return kept if "?" not in kept else frozenset()


#: Pairs that nobody writes but to broadcast them, each in a way of its own.
_OUTER = (_opposite_expansions, _opposite_reductions, _one_and_several, _one_and_vector, _turned)
