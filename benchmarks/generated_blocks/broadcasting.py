"""Blocks in which an axis of length one meets a longer one, or does not.

One operand is a tensor, the other a reduction of it with kept or re-inserted axes, a global pooling or a slice of
length one. The same chain of operators that move, add, drop, merge, split, repeat, stack or pad axes is applied to
both, each time in a spelling of its own, until they meet in an arithmetic operator or a comparison. NDArray broadcasts
there, Symbol does not.
"""

from __future__ import annotations

import dataclasses
import random
from typing import Any, Callable, Iterator, List, Sequence, Tuple

from benchmarks.generated_blocks.block import IMPORTS, Block, Variation, indented, marked

_HERE = "  # here"
Shape = Tuple[int, ...]
#: An expression for each of the spellings, with `{}` for the operand.
Spellings = List[str]


@dataclasses.dataclass(frozen=True)
class Step:
    """One operator for both operands: how it is written, and the two shapes that it yields."""

    name: str
    spellings: Spellings
    many: Shape
    one: Shape


class Unfit(Exception):
    """The operator does not apply to these shapes."""


def _axis(choose: random.Random, axis: int, rank: int) -> int:
    """The axis, counted from the end now and then."""
    return axis - rank if choose.random() < 0.25 else axis


def _pick(choose: random.Random, axes: Sequence[int]) -> int:
    if not axes:
        raise Unfit
    return choose.choice(axes)


def _same(many: Shape, one: Shape) -> List[int]:
    """The axes on which both have the same length."""
    return [axis for axis, (a, b) in enumerate(zip(many, one)) if a == b]


def _mixed(many: Shape, one: Shape) -> List[int]:
    return [axis for axis, (a, b) in enumerate(zip(many, one)) if a != b]


def _both(many: Shape, one: Shape, change: Callable[[Shape], Sequence[int]]) -> Tuple[Shape, Shape]:
    return tuple(change(many)), tuple(change(one))


def _product(lengths: Sequence[int]) -> int:
    product = 1
    for length in lengths:
        product *= length
    return product


# Operators of a chain. Each draws its arguments for the shapes at hand and raises Unfit where there are none.


def _swapaxes(choose: random.Random, many: Shape, one: Shape) -> Step:
    rank = len(many)
    if rank < 2:
        raise Unfit
    i, j = choose.sample(range(rank), 2)
    order = list(range(rank))
    order[i], order[j] = j, i
    axes = tuple(order)
    a, b = _axis(choose, i, rank), _axis(choose, j, rank)
    spellings = [f"F.swapaxes({{}}, {a}, {b})", f"F.swapaxes({{}}, dim1={a}, dim2={b})", f"{{}}.swapaxes({a}, {b})"]
    spellings += [f"F.transpose({{}}, axes={axes})", f"F.SwapAxis({{}}, dim1={i}, dim2={j})"]
    return Step("swapaxes", spellings, *_both(many, one, lambda shape: [shape[k] for k in order]))


def _transpose(choose: random.Random, many: Shape, one: Shape) -> Step:
    rank = len(many)
    if rank < 2:
        raise Unfit
    axes = tuple(choose.sample(range(rank), rank))
    spellings = [f"F.transpose({{}}, axes={axes})", f"{{}}.transpose({axes})", f"{{}}.transpose(axes={axes})"]
    if choose.random() < 0.2:
        axes = tuple(reversed(range(rank)))
        spellings = ["F.transpose({})", "{}.transpose()"]
    return Step("transpose", spellings, *_both(many, one, lambda shape: [shape[k] for k in axes]))


def _expand_dims(choose: random.Random, many: Shape, one: Shape) -> Step:
    rank = len(many)
    if rank > 4:
        raise Unfit
    k = choose.randrange(rank + 1)
    a = _axis(choose, k, rank + 1)
    spellings = [f"F.expand_dims({{}}, axis={a})", f"F.expand_dims({{}}, {a})", f"{{}}.expand_dims({a})"]
    spellings += [f"{{}}.expand_dims(axis={a})", f"F.reshape({{}}, shape={_inserting(k, rank)})"]
    return Step("expand_dims", spellings, *_both(many, one, lambda shape: [*shape[:k], 1, *shape[k:]]))


def _inserting(k: int, rank: int) -> Shape:
    """The codes with which `reshape` inserts an axis at `k`. A literal 1 before -2 would take the place of an axis."""
    return (0,) * k + (-4, 1, -1, -2) if k < rank else (0,) * (rank - 1) + (-1, 1)


def _squeeze(choose: random.Random, many: Shape, one: Shape) -> Step:
    k = _pick(choose, [axis for axis in _same(many, one) if many[axis] == 1])
    a = _axis(choose, k, len(many))
    spellings = [f"F.squeeze({{}}, axis={a})", f"{{}}.squeeze(axis={a})", f"F.squeeze({{}}, axis=({a},))"]
    return Step("squeeze", spellings, *_both(many, one, lambda shape: [*shape[:k], *shape[k + 1 :]]))


def _tile(choose: random.Random, many: Shape, one: Shape) -> Step:
    same = _same(many, one)
    reps = tuple(choose.choice([1, 2, 3]) if axis in same else 1 for axis in range(len(many)))
    if max(reps) == 1:
        raise Unfit
    lead: Shape = (choose.choice([1, 2]),) if choose.random() < 0.15 and len(many) < 5 else ()

    def tiled(shape: Shape) -> List[int]:
        return [*lead, *(length * times for length, times in zip(shape, reps))]

    spellings = [f"F.tile({{}}, reps={lead + reps})", f"{{}}.tile({lead + reps})", f"{{}}.tile(reps={lead + reps})"]
    return Step("tile", spellings, *_both(many, one, tiled))


def _repeat(choose: random.Random, many: Shape, one: Shape) -> Step:
    k, times = _pick(choose, _same(many, one)), choose.choice([2, 3])
    a = _axis(choose, k, len(many))
    spellings = [f"F.repeat({{}}, repeats={times}, axis={a})", f"{{}}.repeat(repeats={times}, axis={a})"]
    return Step("repeat", spellings, *_both(many, one, lambda s: [*s[:k], s[k] * times, *s[k + 1 :]]))


def _stack(choose: random.Random, many: Shape, one: Shape) -> Step:
    rank = len(many)
    if rank > 4:
        raise Unfit
    k, other = choose.randrange(rank + 1), choose.choice(["{}", "{} * 2", "F.relu({})"])
    a = _axis(choose, k, rank + 1)
    spellings = [f"F.stack({{}}, {other}, axis={a})", f"F.stack(*[{{}}, {other}], axis={a})"]
    return Step("stack", spellings, *_both(many, one, lambda shape: [*shape[:k], 2, *shape[k:]]))


def _concat(choose: random.Random, many: Shape, one: Shape) -> Step:
    k, other = _pick(choose, _same(many, one)), choose.choice(["{}", "{} * 2", "F.relu({})"])
    spellings = [f"F.concat({{}}, {other}, dim={k})", f"F.concat(*[{{}}, {other}], dim={k})"]
    spellings += [f"F.Concat({{}}, {other}, dim={k})", f"F.concat(*({{}} for _ in range(2)), dim={k})"]
    return Step("concat", spellings, *_both(many, one, lambda s: [*s[:k], s[k] * 2, *s[k + 1 :]]))


def _slice(choose: random.Random, many: Shape, one: Shape) -> Step:
    k = _pick(choose, [axis for axis in _same(many, one) if many[axis] > 2])
    a, cut = _axis(choose, k, len(many)), many[k] - 1
    front = choose.random() < 0.5
    begin, end = (0, -1) if front else (1, None)
    ranges = ((None,) * k + (begin,), (None,) * k + (end,))
    spellings = [f"F.slice_axis({{}}, axis={a}, begin={begin}, end={end})"]
    spellings += [f"{{}}.slice_axis(axis={a}, begin={begin}, end={end})"]
    spellings += [f"F.slice({{}}, begin={ranges[0]}, end={ranges[1]})"]
    return Step("slice", spellings, *_both(many, one, lambda s: [*s[:k], cut, *s[k + 1 :]]))


def _slice_of_two(choose: random.Random, many: Shape, one: Shape) -> Step:
    k = _pick(choose, [axis for axis in _same(many, one) if many[axis] > 2])
    spellings = [f"F.slice_axis({{}}, axis={k}, begin=0, end=2)", f"{{}}.slice_axis(axis={k}, begin=0, end=2)"]
    return Step("slice", spellings, *_both(many, one, lambda s: [*s[:k], 2, *s[k + 1 :]]))


def _slice_of_one(choose: random.Random, many: Shape, one: Shape) -> Step:
    """Of the axis in which they differ, mostly: from then on they are alike."""
    k = _pick(choose, _mixed(many, one))
    spellings = [f"F.slice_axis({{}}, axis={k}, begin=0, end=1)", f"{{}}.slice_axis(axis={k}, begin=0, end=1)"]
    return Step("slice to one", spellings, *_both(many, one, lambda s: [*s[:k], 1, *s[k + 1 :]]))


def _merge(choose: random.Random, many: Shape, one: Shape) -> Step:
    if len(many) < 2:
        raise Unfit
    k = choose.randrange(len(many) - 1)
    code = (0,) * k + (-3, -2)
    spellings = [f"F.reshape({{}}, shape={code})", f"{{}}.reshape({code})", f"F.reshape({{}}, {code})"]
    if k + 2 == len(many):
        spellings.append(f"{{}}.reshape(shape={(0,) * k + (-1,)})")
    return Step("merge", spellings, *_both(many, one, lambda s: [*s[:k], s[k] * s[k + 1], *s[k + 2 :]]))


def _split_axis(choose: random.Random, many: Shape, one: Shape) -> Step:
    if len(many) > 4:
        raise Unfit
    k = choose.randrange(len(many))
    parts = [2] if many[k] == one[k] and many[k] % 2 == 0 else [1]
    left = choose.choice(parts)
    codes = choose.choice([(-4, left, -1), (-4, -1, left)])
    code = (0,) * k + codes + (-2,)
    spellings = [f"F.reshape({{}}, shape={code})", f"{{}}.reshape({code})", f"{{}}.reshape(shape={code})"]

    def split(shape: Shape) -> List[int]:
        pair = [left, shape[k] // left]
        return [*shape[:k], *(pair if codes[1] == left else reversed(pair)), *shape[k + 1 :]]

    return Step("split", spellings, *_both(many, one, split))


def _reshape_rest(choose: random.Random, many: Shape, one: Shape) -> Step:
    if len(many) < 2:
        raise Unfit
    k = choose.randrange(len(many))
    code = (0,) * k + choose.choice([(-1,), (-1, 1), (1, -1)])
    spellings = [f"F.reshape({{}}, shape={code})", f"{{}}.reshape({code})", f"F.Reshape({{}}, shape={code})"]

    def reshaped(shape: Shape) -> List[int]:
        return [*shape[:k], *(_product(shape[k:]) if length == -1 else 1 for length in code[k:])]

    return Step("reshape", spellings, *_both(many, one, reshaped))


def _flatten(choose: random.Random, many: Shape, one: Shape) -> Step:
    if len(many) < 3:
        raise Unfit
    spellings = ["F.flatten({})", "{}.flatten()", "F.Flatten({})", "{}.reshape((0, -1))"]
    return Step("flatten", spellings, *_both(many, one, lambda shape: [shape[0], _product(shape[1:])]))


def _pad(choose: random.Random, many: Shape, one: Shape) -> Step:
    same = [axis for axis in _same(many, one) if axis >= 2]
    if len(many) not in (4, 5) or not same:
        raise Unfit
    chosen = choose.sample(same, choose.randint(1, len(same)))
    widths = [choose.choice([1, 2]) if axis in chosen else 0 for axis in range(len(many))]
    width = tuple(part for number in widths for part in (number, number))
    mode = choose.choice(["mode='edge'", "mode='constant', constant_value=0"])
    spellings = [f"F.pad({{}}, {mode}, pad_width={width})", f"F.Pad({{}}, {mode}, pad_width={width})"]
    return Step("pad", spellings, *_both(many, one, lambda s: [n + 2 * more for n, more in zip(s, widths)]))


def _flip(choose: random.Random, many: Shape, one: Shape) -> Step:
    k = choose.randrange(len(many))
    return Step("flip", [f"F.flip({{}}, axis={k})", f"{{}}.flip(axis={k})", f"F.reverse({{}}, axis={k})"], many, one)


def _broadcast_axis(choose: random.Random, many: Shape, one: Shape) -> Step:
    k = _pick(choose, [axis for axis in _same(many, one) if many[axis] == 1])
    size = choose.choice([2, 3])
    spellings = [f"F.broadcast_axis({{}}, axis={k}, size={size})", f"{{}}.broadcast_axes(axis={k}, size={size})"]
    return Step("broadcast_axis", spellings, *_both(many, one, lambda s: [*s[:k], size, *s[k + 1 :]]))


def _elementwise(choose: random.Random, many: Shape, one: Shape) -> Step:
    axis = choose.randrange(len(many))
    options = [
        ["F.relu({})", "{}.relu()", "F.Activation({}, act_type='relu')"],
        ["({} * 0.5)", "(0.5 * {})", "({} / 2)"],
        ["F.tanh({})", "{}.tanh()", "F.Activation({}, act_type='tanh')"],
        [f"F.softmax({{}}, axis={axis})", f"{{}}.softmax(axis={axis})"],
        ["{}.clip(0, 1)", "F.clip({}, 0, 1)", "F.clip({}, a_min=0, a_max=1)"],
        ["F.cast({}, dtype='float32')", "{}.astype('float32')"],
        ["F.identity({})", "F.square({})", "F.LeakyReLU({}, slope=0.1)", "(-{})"],
        ["F.where({} > 0, {}, {} * 2)"],
        [f"F.cumsum({{}}, axis={axis})"],
    ]
    return Step("elementwise", choose.choice(options), many, one)


def _sum(choose: random.Random, many: Shape, one: Shape) -> Step:
    k = _pick(choose, _same(many, one) if len(many) > 2 else [])
    keep = choose.random() < 0.4
    return Step("sum", _reduced(choose, k, keep, len(many)), *_both(many, one, lambda s: _without(s, k, keep)))


def _sum_of_mixed(choose: random.Random, many: Shape, one: Shape) -> Step:
    k = _pick(choose, _mixed(many, one) if len(many) > 1 else [])
    keep = choose.random() < 0.5
    return Step("sum of it", _reduced(choose, k, keep, len(many)), *_both(many, one, lambda s: _without(s, k, keep)))


def _reduced(choose: random.Random, k: int, keep: bool, rank: int) -> Spellings:
    name, a = choose.choice(["sum", "mean", "max"]), _axis(choose, k, rank)
    kept = ", keepdims=True" * keep
    return [f"F.{name}({{}}, axis={a}{kept})", f"{{}}.{name}(axis={a}{kept})"]


def _without(shape: Shape, k: int, keep: bool) -> List[int]:
    return [*shape[:k], *([1] if keep else []), *shape[k + 1 :]]


def _upsampling(choose: random.Random, many: Shape, one: Shape) -> Step:
    if len(many) != 4 or not {2, 3} <= set(_same(many, one)):
        raise Unfit
    spellings = ["F.UpSampling({}, scale=2, sample_type='nearest')"]
    return Step("upsampling", spellings, *_both(many, one, lambda s: [s[0], s[1], s[2] * 2, s[3] * 2]))


def _pooling(choose: random.Random, many: Shape, one: Shape) -> Step:
    if len(many) != 4 or not {2, 3} <= set(_same(many, one)) or min(many[2:]) < 2:
        raise Unfit
    spellings = ["F.Pooling({}, kernel=(2, 2), stride=(1, 1), pool_type='max')"]
    return Step("pooling", spellings, *_both(many, one, lambda s: [s[0], s[1], s[2] - 1, s[3] - 1]))


def _part(choose: random.Random, many: Shape, one: Shape) -> Step:
    k = _pick(choose, [axis for axis in _same(many, one) if many[axis] in (2, 4)])
    index = choose.randrange(2)
    spellings = [f"F.split({{}}, num_outputs=2, axis={k})[{index}]", f"{{}}.split(num_outputs=2, axis={k})[{index}]"]
    return Step("part", spellings, *_both(many, one, lambda s: [*s[:k], s[k] // 2, *s[k + 1 :]]))


_STEPS = (
    [_swapaxes, _transpose, _expand_dims, _squeeze, _tile, _repeat, _stack, _concat, _slice, _merge, _split_axis] * 3
    + [_reshape_rest, _flatten, _pad, _flip, _broadcast_axis, _elementwise, _sum, _slice_of_two] * 2
    + [_upsampling, _pooling, _part]
)
#: What makes the two operands alike.
_LEVELLING = (_slice_of_one, _sum_of_mixed)


# Where the axis of length one comes from


def _reduction(choose: random.Random, shape: Shape) -> Tuple[str, Spellings, Shape]:
    """The name of the origin, its spellings, and the shape with axes of length one."""
    rank = len(shape)
    kind = choose.choice(["kept"] * 4 + ["inserted"] * 3 + ["pooled"] * 2 + ["sliced"] * 3 + ["other"])
    k = choose.randrange(rank)
    a = _axis(choose, k, rank)
    single = tuple(1 if axis == k else length for axis, length in enumerate(shape))
    name = choose.choice(["sum", "mean", "max", "min", "prod", "nansum"])
    if kind == "kept":
        if rank > 2 and choose.random() < 0.3:
            axes = tuple(sorted(choose.sample(range(rank), 2)))
            ones = tuple(1 if axis in axes else length for axis, length in enumerate(shape))
            some = [f"F.{name}({{}}, axis={axes}, keepdims=True)", f"{{}}.{name}(axis={axes}, keepdims=True)"]
            return "kept axes", some, ones
        if choose.random() < 0.15:
            axes = tuple(axis for axis in range(rank) if axis != k)
            ones = tuple(length if axis == k else 1 for axis, length in enumerate(shape))
            return "kept axes", [f"F.mean({{}}, axis={k}, exclude=True, keepdims=True)"], ones
        some = [f"F.{name}({{}}, axis={a}, keepdims=True)", f"{{}}.{name}(axis={a}, keepdims=True)"]
        some += [f"F.norm({{}}, axis={a}, keepdims=True)", f"F.{name}({{}}, axis=({a},), keepdims=1)"]
        return "kept axis", some, single
    if kind == "inserted":
        code = _inserting(k, rank - 1)
        some = [f"F.expand_dims(F.{name}({{}}, axis={k}), axis={k})", f"{{}}.{name}(axis={k}).expand_dims({k})"]
        some += [f"F.reshape(F.{name}({{}}, axis={k}), shape={code})", f"F.norm({{}}, axis={k}).expand_dims(axis={k})"]
        return "inserted axis", some, single
    if kind == "pooled":
        if rank not in (3, 4, 5):
            raise Unfit
        kernel = (1,) * (rank - 2)
        ones = shape[:2] + (1,) * (rank - 2)
        pool = choose.choice(["avg", "max"])
        some = [f"F.Pooling({{}}, kernel={kernel}, global_pool=True, pool_type='{pool}')", "self.pool({})"]
        if rank == 4:
            some += ["F.contrib.AdaptiveAvgPooling2D({}, output_size=1)", "F.contrib.AdaptiveAvgPooling2D({})"]
        return "global pooling", some, ones
    if kind == "sliced":
        some = [f"F.slice_axis({{}}, axis={a}, begin=0, end=1)", f"{{}}.slice_axis(axis={a}, begin=1, end=2)"]
        some += [f"F.slice_axis({{}}, axis={a}, begin=-1, end=None)", f"F.take({{}}, F.zeros((1,)), axis={k})"]
        some += [f"F.slice({{}}, begin={(None,) * k + (0,)}, end={(None,) * k + (1,)})"]
        return "slice of one", some, single
    some = [f"F.argmax({{}}, axis={k}, keepdims=True)", f"F.topk({{}}, k=1, axis={k}, ret_typ='value')"]
    some += [f"F.moments({{}}, axes=({k},), keepdims=True)[0]"]
    return "one of them", some, single


_OPERATORS = ["+", "-", "*", "/"] * 3 + ["**", "%", ">", "<", ">=", "<=", "==", "!="]
_BROADCAST = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "div",
    "**": "power",
    "%": "mod",
    ">": "greater",
    "<": "lesser",
    ">=": "greater_equal",
    "<=": "lesser_equal",
    "==": "equal",
    "!=": "not_equal",
}


def make(seed: int, number: int) -> Block:
    """The block of this number; the same for the same seed and number."""
    choose = random.Random(f"broadcasting {seed} {number}")
    while True:
        try:
            return _block(choose, f"broadcasting-{seed}-{number}")
        except Unfit:
            continue


def _compatible(many: Shape, one: Shape) -> bool:
    return len(many) == len(one) and all(1 in (a, b) or a == b for a, b in zip(many, one))


def _shape(choose: random.Random, rank: int) -> Shape:
    """Different lengths, the first one being the batch."""
    return (2, *choose.sample([3, 4, 5, 6, 7], rank - 1))


def _block(choose: random.Random, name: str) -> Block:
    rank = choose.choice([2, 3, 3, 3, 4, 4, 4, 5])
    shape = _shape(choose, rank)
    origin, spellings, ones = _reduction(choose, shape)
    other, others, lengths = "tensor", ["{}"], shape
    pairing = choose.random()
    if pairing < 0.1:
        # Two reductions: of the same axes they are alike, of others not.
        other, others, lengths = _reduction(choose, shape)
    restored = pairing > 0.94
    if restored:
        spellings = [f"F.broadcast_like({text}, x)" for text in spellings]
        origin, ones = f"{origin}, broadcast", shape
    steps: List[Step] = []
    many, one = lengths, ones
    length = choose.choice([0, 1, 1, 2, 2, 3, 3, 4, 5])
    levelled = choose.randrange(length) if length and choose.random() < 0.12 else None
    while len(steps) < length:
        step = _next(choose, many, one, choose.choice(_LEVELLING) if len(steps) == levelled else None)
        steps.append(step)
        many, one = step.many, step.one
    operator = choose.choice(_OPERATORS)
    explicit = choose.random() < 0.1
    title = f"{other} and {origin}: {', '.join(step.name for step in steps) or 'unchanged'}: {operator}"
    src = _source(choose, others, spellings, steps, operator, explicit)
    if "self.pool" in src:
        dimensions, pool = rank - 2, choose.choice(["Avg", "Max"])
        init = ["def __init__(self, **kwargs):", "    super().__init__(**kwargs)"]
        init += [f"    self.pool = nn.Global{pool}Pool{dimensions}D()", ""]
        head = "class Net(HybridBlock):\n"
        src = src.replace(head, head + "\n".join(indented(init)) + "\n")
    text = f"{title} (broadcast_{_BROADCAST[operator]})" if explicit else title
    src, line = marked(src, _HERE)
    return Block(name, "broadcasting", text, src, repr([shape]), line, variations=tuple(_variations(choose, shape)))


def _variations(choose: random.Random, shape: Shape) -> Iterator[Variation]:
    """Other lengths, one axis at a time and all together, and other ranks."""
    found: List[Shape] = []
    for axis in range(1, len(shape)):
        found.append(tuple(length + 2 * (position == axis) for position, length in enumerate(shape)))
    found.append(tuple(length + 2 for length in shape))
    for rank in range(2, 6):
        found += [_shape(choose, rank)] * (rank != len(shape))
        found.append((2, *(choose.choice([4, 6, 8]) for _ in range(rank - 1))))
    yield from (Variation(repr([other])) for other in found)


def _next(choose: random.Random, many: Shape, one: Shape, wanted: Any = None) -> Step:
    """An operator after which the two can still meet."""
    for _ in range(30):
        try:
            step: Step = (wanted or choose.choice(_STEPS))(choose, many, one)
        except Unfit:
            continue
        if _compatible(step.many, step.one) and _product(step.many) < 20000:
            return step
    raise Unfit


def _source(
    choose: random.Random, others: Spellings, ones: Spellings, steps: List[Step], operator: str, explicit: bool
) -> str:
    layout = choose.choice(["lines"] * 2 + ["paired", "nested", "function", "method", "child", "loop", "map", "lambda"])
    module: List[str] = []
    methods: List[str] = []
    x = choose.choice(["x", "x", "F.relu(x)", "x * 2", "F.exp(x)"])
    lines = [f"a = {choose.choice(others).format('x')}", f"b = {choose.choice(ones).format('x')}"]
    if x != "x":
        lines.insert(0, f"x = {x}")

    def written(step: Step, operand: str) -> str:
        return choose.choice(step.spellings).replace("{}", operand)

    def chain(operand: str) -> List[str]:
        return [f"{operand} = {written(step, operand)}" for step in steps]

    if layout == "lines":
        lines += chain("a") + chain("b")
    elif layout == "paired":
        lines += [f"a, b = {written(step, 'a')}, {written(step, 'b')}" for step in steps]
    elif layout == "nested":
        for operand in "ab":
            text = operand
            for step in steps:
                text = written(step, text) if step.name not in ("stack", "concat", "elementwise") else text
                if step.name in ("stack", "concat", "elementwise"):
                    lines.append(f"{operand} = {text}")
                    text = written(step, operand)
            lines.append(f"{operand} = {text}")
    elif layout in ("function", "map", "loop", "lambda"):
        body = indented([*chain("t"), "return t"])
        if layout == "lambda" and len(steps) == 1:
            lines.append(f"move = lambda t: {written(steps[0], 't')}")
        elif choose.random() < 0.3:
            lines += ["def move(t):", *body]
        else:
            module.append("\n".join(["def move(t, F):", *body]))
        call = "move({}, F)" if module else "move({})"
        if layout == "loop":
            lines += ["moved = []", "for t in (a, b):", f"    moved.append({call.format('t')})", "a, b = moved"]
        elif layout == "map":
            lines.append(f"a, b = [{call.format('t')} for t in (a, b)]")
        else:
            lines += [f"a = {call.format('a')}", f"b = {call.format('b')}"]
    elif layout == "method":
        methods.append("\n".join(["def move(self, F, t):", *indented([*chain("t"), "return t"])]))
        lines += ["a = self.move(F, a)", "b = self.move(F, b)"]
    else:
        body = indented(["def hybrid_forward(self, F, t):", *indented([*chain("t"), "return t"])])
        module.append("\n".join(["class Move(HybridBlock):", *body]))
        lines += ["a = self.child(a)", "b = self.child(b)"]
    met = "b {} a" if choose.random() < 0.3 else "a {} b"
    expression = met.format(operator)
    if explicit:
        left, right = met.split(" {} ")
        expression = f"F.broadcast_{_BROADCAST[operator]}({left}, {right})"
    end: List[str] = choose.choice(
        [
            [f"return {expression}{_HERE}"],
            [f"c = {expression}{_HERE}", "return c * 2"],
            [f"c = {expression}{_HERE}", "return F.sum(c)"],
            [f"c = {expression}{_HERE}", "return c, a"],
        ]
    )
    lines += end
    net = ["class Net(HybridBlock):"]
    if layout == "child":
        net += indented(["def __init__(self, **kwargs):", "    super().__init__(**kwargs)", "    self.child = Move()"])
        net.append("")
    for method in methods:
        net += [*indented(method.splitlines()), ""]
    net += ["    def hybrid_forward(self, F, x):", *indented(lines, 2)]
    return "\n\n".join([IMPORTS.strip(), *("\n" + part for part in module), "\n" + "\n".join(net) + "\n"])
