"""What can be known of a tensor's shape without running: enough to see that two operands need broadcasting.

A hybridized `a + b` is `elemwise_add`, which refuses shapes that differ, while the imperative `a + b` broadcasts.
Whether shapes differ is mostly unknown; it is certain where one operand comes from the other by a reduction with
`keepdims`, or where a shape is written out.
"""

from __future__ import annotations

import dataclasses
import itertools
from typing import Dict, FrozenSet, Iterable, Optional, Tuple

#: The step of a layer that gives another number of channels and leaves all other lengths.
CHANNELS = ("channels", None)
#: The step of a layer that leaves two axes, the second with a length of its own.
UNITS = ("units", None)
#: The step of a layer that puts a vector in the place of each number: one more axis at the end.
VECTORS = ("vectors", None)
#: The step of a layer that makes one axis of all but the first.
FLAT = ("flat", None)
#: Lengths of axes; None for one that is not known.
Dims = Tuple[Optional[int], ...]
#: The axes of space, behind those of the batch and the channels.
_SPACE = ((2,), (2, 3), (2, 3, 4))


@dataclasses.dataclass(frozen=True)
class Shape:
    """`dims` where the rank is known (None for a length that is not). Where the tensor was made from another, its shape
    is that of `base` after `steps` (("keep", axes), ("drop", axes), ("expand", axis), ("cut", (axis, length)),
    ("stacked", (axis, number)) …) in this order. `lengths` are those of single axes where the rank is not known:
    ((1, 4), (-1, 1)).
    `literal` says that the lengths stand in the source, so that a 1 in it is meant. `given` are the bases of the inputs
    whose shape it is as they came, or that are computed with one another. `reduced` is the base that a full reduction
    was made of, -1 where that is not known."""

    dims: Optional[Dims] = None
    base: int = 0
    steps: Tuple[Tuple[object, ...], ...] = ()
    literal: bool = False
    given: Tuple[int, ...] = dataclasses.field(default=(), compare=False)
    reduced: int = dataclasses.field(default=0, compare=False)
    lengths: Tuple[Tuple[int, int], ...] = dataclasses.field(default=(), compare=False)

    def pooled(self) -> bool:
        """Whether nothing is left of the axes of space: a length of 1 on each, whatever was done to the channels."""
        steps = [step for step in self.steps if step != CHANNELS]
        return bool(steps) and steps[-1][0] == "keep" and steps[-1][1] in _SPACE

    def after(self, step: Tuple[object, ...]) -> Shape:
        """The shape of a tensor that is made from one of this shape by `step`."""
        if step[0] == "keep" and isinstance(step[1], tuple) and {1} == {self.length(axis) for axis in step[1]}:
            return self
        since = self.steps[self.steps.index(step) :] if step in self.steps and step[0] == "keep" else ()
        if since and all(other[0] in ("keep", "channels") for other in since):
            return self
        steps = (*(self.steps[:-1] if _undoes(step, self.steps) else self.steps), step) if self.base else ()
        if self.dims is None and step[0] not in ("units", "flat"):
            return Shape(None, self.base, steps, lengths=_lengths_after(dict(self.lengths), step))
        dims = (None, None) if self.dims is None else _dims_after(self.dims, step)
        return Shape(dims, self.base, steps, self.literal and step[0] != "drop")

    def of_vectors(self, length: Optional[int]) -> Shape:
        """The same with a vector of `length` in the place of each number."""
        return self.after(("expand", -1)) if length == 1 else self.after(VECTORS).with_length(-1, length)

    def with_length(self, axis: int, length: Optional[int]) -> Shape:
        """The same, where the length of one axis is known."""
        if length is None:
            return self
        if self.dims is None:
            return dataclasses.replace(self, lengths=tuple(sorted({**dict(self.lengths), axis: length}.items())))
        if not -len(self.dims) <= axis < len(self.dims):
            return self
        dims = list(self.dims)
        dims[axis] = length
        return dataclasses.replace(self, dims=tuple(dims))

    def length(self, axis: int) -> Optional[int]:
        """The length of an axis, where it is known."""
        if self.dims is None:
            return dict(self.lengths).get(axis)
        return self.dims[axis] if -len(self.dims) <= axis < len(self.dims) else None


def _undoes(step: Tuple[object, ...], steps: Tuple[Tuple[object, ...], ...]) -> bool:
    """Whether an axis is reduced to 1 of which the step before left several: it had as many, or more."""
    if step[0] != "keep" or not steps or steps[-1][0] not in ("cut", "part"):
        return False
    axes, cut = step[1], steps[-1][1]
    return isinstance(axes, tuple) and isinstance(cut, tuple) and axes == cut[:1] and cut[1] > 1


def _lengths_after(lengths: Dict[int, int], step: Tuple[object, ...]) -> Tuple[Tuple[int, int], ...]:
    """What stays known of single axes, where the rank is not known."""
    kind, argument = step[0], step[1]
    if kind in ("keep", "cut", "part") and isinstance(argument, tuple) and "?" not in argument:
        changed = dict.fromkeys(argument, 1) if kind == "keep" else {argument[0]: argument[1] * (kind == "cut")}
        # An axis that is counted from the other end may be the same.
        kept = {axis: length for axis, length in lengths.items() if all((axis < 0) == (one < 0) for one in changed)}
        lengths = {axis: length for axis, length in {**kept, **changed}.items() if length}
    elif kind in ("expand", "stacked"):
        place, length = _new_axis(step)
        counted = {axis: known for axis, known in lengths.items() if axis >= 0}
        if place is None:
            return ()
        moved = counted if place < 0 else {axis + (axis >= place): known for axis, known in counted.items()}
        lengths = moved if length is None else {**moved, place: length}
    elif kind == "channels":
        lengths = {axis: length for axis, length in lengths.items() if axis > 1}
    else:
        lengths = {}
    return tuple(sorted(lengths.items()))


def _new_axis(step: Tuple[object, ...]) -> Tuple[Optional[int], Optional[int]]:
    """Where a step puts a new axis, and how long that is."""
    kind, argument = step[0], step[1]
    if kind == "stacked" and isinstance(argument, tuple):
        place, length = argument
        return place, length
    return (argument, 1) if isinstance(argument, int) else (None, None)


def _dims_after(dims: Dims, step: Tuple[object, ...]) -> Optional[Dims]:
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
    if kind in ("units", "flat") and rank > 0:
        return dims if kind == "flat" and rank == 2 else (dims[0], None)
    if kind == "part" and isinstance(argument, tuple) and rank:
        cut_axis, parts = argument
        length = dims[cut_axis % rank]
        return tuple(
            (None if length is None else length // parts) if position == cut_axis % rank else other
            for position, other in enumerate(dims)
        )
    if kind == "cut" and isinstance(argument, tuple) and rank:
        cut_axis, kept = argument
        return tuple(kept if position == cut_axis % rank else other for position, other in enumerate(dims))
    if kind == "vectors":
        return (*dims, None)
    if kind in ("expand", "stacked"):
        place, length = _new_axis(step)
        if place is not None:
            position = place if place >= 0 else rank + 1 + place
            return dims[:position] + (length,) + dims[position:]
    return None


def needs_broadcasting(first: Optional[Shape], second: Optional[Shape]) -> bool:
    """Whether an elementwise operator on these two certainly has to broadcast."""
    if first is None or second is None:
        return False
    if _one_and_several(first, second):
        return True
    if first == second:
        return False
    if first.base and first.base == second.base and _one_reduces_the_other(first.steps, second.steps):
        return True
    if any(test(first, second) for test in _OUTER):
        return True
    if first.dims is not None and second.dims is not None:
        return _dims_differ(first, second)
    if first.dims is None and second.dims is None:
        return _expanded_for(first, second) or _expanded_for(second, first)
    known = first if first.dims is not None else second
    assert known.dims is not None
    other = second if known is first else first
    if any(not -len(known.dims) <= axis < len(known.dims) for axis, _ in other.lengths):
        return True  # it has an axis more
    if known.reduced and other.given and known.reduced not in (other.base, *other.given):
        return False  # a caller may hand over one number, as an array of that shape
    if other.reduced:
        return False  # one number, and something that is not known, which may be another
    # A written-out length of 1, or a full reduction, beside a tensor of a shape that is not written out: a tensor
    # that already has this shape would need no such operand.
    return known.literal and 1 in known.dims and not _has_its_ones(other, known.dims) or _expanded_for(known, other)


def _has_its_ones(shape: Shape, dims: Dims) -> bool:
    """Whether a shape of unknown rank is known to be 1 long wherever `dims` are."""
    ones = [axis for axis, length in enumerate(dims) if length == 1]
    return all(1 in (shape.length(axis), shape.length(axis - len(dims))) for axis in ones)


def _dims_differ(first: Shape, second: Shape) -> bool:
    assert first.dims is not None and second.dims is not None
    if len(first.dims) != len(second.dims):
        return True
    pairs = list(zip(first.dims, second.dims))
    if any(a is not None and b is not None and a != b for a, b in pairs):
        return True
    if first.literal or second.literal:
        return any((a == 1) != (b == 1) for a, b in pairs) or _column_and_row(first.dims, second.dims)
    return _column_and_row(first.dims, second.dims) or _expanded_for(first, second) or _expanded_for(second, first)


def _expanded_for(one: Shape, other: Shape) -> bool:
    """Two axes of length 1 or more, made by a reshape or `expand_dims`, beside an input as it came or the output of a
    convolution: a gate for each channel, `x * gate.reshape((0, 0, 1, 1))`."""
    steps = [step for step in one.steps if step[0] != "part"]  # of which an axis of length 1 has none
    ones = one.dims.count(1) if one.dims is not None and not steps else [step[0] for step in steps[-2:]].count("expand")
    untouched = bool(other.given) or other.dims is not None and len(other.dims) > 2 and not other.literal
    return ones > 1 and untouched and not other.steps and not one.reduced and 1 not in (other.dims or ())


def may_be_one_number(shape: Optional[Shape]) -> bool:
    """Whether a tensor of this shape may hold one number alone, for all that can be known."""
    return shape is not None and bool(shape.given or shape.reduced)


def shape_of_two(number: int, first: Optional[Shape], second: Optional[Shape]) -> Shape:
    """What an elementwise operator makes of two shapes that are not known to be equal, with or without broadcasting;
    `number` is like no other's."""
    for one, other in ((first, second), (second, first)):
        if one is not None and other is not None:
            if one.reduced:
                return other  # imperatively it broadcasts, and a graph wants them equal
            reduces = one.base and one.base == other.base and one.steps[: len(other.steps)] == other.steps
            if reduces and all(step[0] == "keep" for step in one.steps[len(other.steps) :]):
                return other
    if first is None or second is None:
        return Shape(None, number)
    if first.given and second.given:
        return Shape(None, number, given=first.given + second.given)  # a caller may hand over two numbers
    if first.dims is not None and second.dims is not None:
        longer, shorter = sorted((first.dims, second.dims), key=len, reverse=True)
        padded = (1,) * (len(longer) - len(shorter)) + shorter
        literal = first.literal and second.literal
        return Shape(tuple(_broadcast(a, b) for a, b in zip(longer, padded)), number, literal=literal)
    axes = {axis for shape in (first, second) for axis in _known_axes(shape)}
    lengths = {axis: _broadcast(first.length(axis), second.length(axis)) for axis in axes}
    return Shape(None, number, lengths=tuple(sorted((a, length) for a, length in lengths.items() if length)))


def _broadcast(first: Optional[int], second: Optional[int]) -> Optional[int]:
    """The length that two lengths give."""
    known = [length for length in (first, second) if length is not None]
    several = [length for length in known if length != 1]
    return several[0] if several else 1 if len(known) == 2 else None


def _known_axes(shape: Shape) -> Iterable[int]:
    """The axes whose lengths are known, of a shape that stands beside one of unknown rank: from the end, if the first
    may not stand at the same place."""
    if shape.dims is None:
        return [axis for axis, _ in shape.lengths]
    return range(-len(shape.dims), 0)


def may_need_broadcasting(first: Optional[Shape], second: Optional[Shape]) -> bool:
    """Whether an elementwise operator on these two could have to broadcast, for all that can be known."""
    return not (first is not None and first == second)


def _one_reduces_the_other(first: Tuple[Tuple[object, ...], ...], second: Tuple[Tuple[object, ...], ...]) -> bool:
    if first.count(VECTORS) == second.count(VECTORS):  # as long on either side, or no broadcasting would help
        first, second = (tuple(step for step in steps if step != VECTORS) for steps in (first, second))
    short, long = sorted((first, second), key=len)
    if long[: len(short)] != short:
        return False
    rest = long[len(short) :]
    # After a reduction the axes that an expansion could restore are the user's business: keepdims by hand.
    if FLAT in rest:  # axes of length 1 that were added before are gone
        last = len(rest) - rest[::-1].index(FLAT)
        rest = tuple(step for step in rest[:last] if step[0] != "expand") + rest[last:]
    kinds = [step[0] for step in rest if step not in (CHANNELS, UNITS, FLAT)]
    return bool(kinds) and all(kind in ("keep", "drop", "expand", "full", "part") for kind in kinds)


def _one_and_several(first: Shape, second: Shape) -> bool:
    """One position of an axis beside several: `x[:, :1]` and `x[:, 1:4]`, a map of attention that a convolution of one
    channel gave beside what one of several did."""
    if first.dims is not None and second.dims is not None:
        return False  # all axes are looked at together
    axes = set(_all_axes(first)) & set(_all_axes(second))
    pairs = [(first.length(axis), second.length(axis)) for axis in axes]
    return any(None not in pair and (pair[0] == 1) != (pair[1] == 1) for pair in pairs)


def _all_axes(shape: Shape) -> Iterable[int]:
    if shape.dims is None:
        return [axis for axis, _ in shape.lengths]
    return range(-len(shape.dims), len(shape.dims))


def _column_and_row(first: Dims, second: Dims) -> bool:
    """A length of 1 on each side where the other has another: `a.reshape((-1, 1)) < b.reshape((1, -1))`."""
    pairs = list(zip(first, second))
    return any(a == 1 != b for a, b in pairs) and any(a != 1 == b for a, b in pairs)


def _one_and_vector(first: Shape, second: Shape) -> bool:
    """A number beside the vector in its place: `mask.expand_dims(-1)` and the embedding of the same tokens, or the sum
    of those vectors and `mask.sum(axis=1, keepdims=True)`."""
    if not first.base or first.base != second.base:
        return False
    both = sum(1 for _ in itertools.takewhile(lambda steps: steps[0] == steps[1], zip(first.steps, second.steps)))
    one, other = first.steps[both:], second.steps[both:]
    return _axes_gained(one) == _axes_gained(other) is not None and any(
        VECTORS in vectors and not _leaves_ones(vectors) and VECTORS not in ones and _leaves_ones(ones)
        for vectors, ones in ((one, other), (other, one))
    )


def _leaves_ones(steps: Tuple[Tuple[object, ...], ...]) -> bool:
    return any(kind in ("keep", "expand") for kind, _ in steps)


def _turned(first: Shape, second: Shape) -> bool:
    """A column beside the row that it becomes: `xx` and `xx.transpose((0, 2, 1))` of lengths 1 that stand elsewhere."""
    short, long = sorted((first.steps, second.steps), key=len)
    if first.base != second.base or long[:-1] != short or not short:
        return False
    (kind, axes), (before, kept) = long[-1][:2], short[-1][:2]
    if kind != "turned" or before != "keep" or not isinstance(kept, tuple) or "?" in kept:
        return False
    if not isinstance(axes, tuple):
        return kept in ((0,), (1,), (-1,))  # all axes the other way around, of which there are two
    ones = {axis % len(axes) for axis in kept}
    return {position for position, axis in enumerate(axes) if axis % len(axes) in ones} != ones


def _opposite_expansions(first: Shape, second: Shape) -> bool:
    """`a.expand_dims(1)` beside `b.expand_dims(0)`: an outer operation."""
    if not first.steps or not second.steps or _ranks(first.steps[:-1]) != _ranks(second.steps[:-1]):
        return False
    one, other = first.steps[-1], second.steps[-1]
    if one[0] == other[0] == "expand" and isinstance(one[1], int) and isinstance(other[1], int):
        # -1 and 1 may be the same axis.
        return one[1] != other[1] and (one[1] < 0) == (other[1] < 0)
    return False


def _ranks(steps: Tuple[Tuple[object, ...], ...]) -> Tuple[Tuple[object, ...], ...]:
    """The steps that leave another number of axes, or other axes."""
    return tuple(step for step in steps if step[0] not in ("cut", "keep", "part"))


def _opposite_reductions(first: Shape, second: Shape) -> bool:
    """`a.sum(axis=1, keepdims=True)` beside `b.sum(axis=0, keepdims=True)`: an outer operation, as above."""
    one, other = _kept(first), _kept(second)
    rank = next((len(shape.dims) for shape in (first, second) if shape.dims is not None), None)
    if rank is not None:
        one, other = (frozenset(axis % rank for axis in axes) for axes in (one, other))
    return bool(one - other and other - one) and len({axis < 0 for axis in one | other}) == 1


def _kept(shape: Shape) -> FrozenSet[int]:
    """The axes that were reduced and kept, where nothing was done after; those of length 1 where the rank is known."""
    if shape.dims is not None:
        return frozenset(axis for axis, length in enumerate(shape.dims) if length == 1)
    steps = itertools.dropwhile(lambda step: step[0] != "keep", shape.steps)
    axes = [step[1] if step[0] == "keep" and isinstance(step[1], tuple) else ("?",) for step in steps]
    kept = frozenset(axis for some in axes for axis in some)
    return kept if "?" not in kept else frozenset()


def _of_other_rank(first: Shape, second: Shape) -> bool:
    """More axes of what both were made of on one side: `x.sum(axis=0)` and `x.sum(axis=1).expand_dims(1)`."""
    one, other = _axes_gained(first.steps), _axes_gained(second.steps)
    return bool(first.base) and first.base == second.base and None not in (one, other) and one != other


def _axes_gained(steps: Tuple[Tuple[object, ...], ...]) -> Optional[int]:
    """How many axes there are more after some steps, negative for fewer; None where that is not known."""
    gained = 0
    for kind, argument in steps:
        if kind == "drop" and isinstance(argument, tuple) and "all but" not in argument:
            gained -= len(argument)
        elif kind in ("expand", "vectors", "stacked"):
            gained += 1
        elif kind not in ("keep", "cut", "part", "channels", "turned"):
            return None
    return gained


#: Pairs that nobody writes but to broadcast them, each in a way of its own.
_OUTER = (_opposite_expansions, _opposite_reductions, _one_and_vector, _turned, _of_other_rank)
