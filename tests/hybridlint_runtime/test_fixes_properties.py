"""Safe fixes compute what the original does, for generated expressions, shapes, dtypes and values.

Each example is a block with one expression that breaks when hybridized. What imperative execution makes of it is what
it makes of the fixed block, and the fixed block hybridizes.
"""

from __future__ import annotations

from typing import Any, List, Tuple

import mxnet as mx
import numpy as np
from hypothesis import HealthCheck, assume, example, given, settings, strategies as st

from hybridlint.analysis import analyse
from hybridlint.facts import Facts
from hybridlint.fixing import fix
from tests.hybridlint_runtime.running_examples import quiet

HEAD = """\
import math

from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    fixed, size = False, (3, 2)

    def hybrid_forward(self, F, x, y):
"""
SETTINGS = settings(
    max_examples=12, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.filter_too_much]
)
SHAPES = st.lists(st.integers(1, 4), min_size=1, max_size=4).map(tuple)
DTYPES = st.sampled_from(["float32", "float64", "float16", "int32"])


def made(text: str) -> Any:
    names: dict[str, Any] = {}
    exec(compile(text, "<generated>", "exec"), names)
    return names["Net"]()


def array(shape: Tuple[int, ...], dtype: str, seed: int) -> Any:
    return mx.nd.array(np.random.RandomState(seed).randint(-4, 5, size=shape), dtype=dtype)


def compare(expression: str, inputs: List[Any], facts: bool) -> None:
    """Fix the block that returns `expression` by its safe fixes and compare it with what it was. It hybridizes then."""
    compare_body([f"return {expression}"], inputs, facts, complete=True)


def compare_body(
    lines: List[str], inputs: List[Any], facts: bool, unsafe: bool = False, complete: bool = False
) -> None:
    """Fix the block with these `lines` by its safe fixes, or by all if `unsafe`, and compare it with what it was, if
    that runs. Safe fixes compute the same to the last bit. If nothing remains to be fixed, or `complete`, the block
    hybridizes."""
    text = HEAD + "".join(f"        {line}\n" for line in lines)
    tensors = {
        name: {"kind": "tensor", "shape": list(array.shape), "dtype": np.dtype(array.dtype).name}
        for name, array in zip("xy", inputs)
    }
    seen = Facts.from_json({"blocks": {"Net": {"inputs": tensors}}}) if facts else None
    assert "HYB002" not in {finding.code for finding in analyse(text, facts=seen)}, text
    done = fix(text, seen, unsafe)
    assert fix(done.text, seen, unsafe).text == done.text
    assume(done.fixed)
    with quiet():
        try:
            expected = made(text)(*inputs).asnumpy()
        except Exception:
            assume(False)  # nothing to compare with
        assume(expected.size)
        computed = made(done.text)(*inputs).asnumpy()
        assert (computed.shape, computed.dtype) == (expected.shape, expected.dtype), done.text
        same = np.testing.assert_allclose if unsafe else np.testing.assert_array_equal
        same(computed, expected, err_msg=done.text)
        if complete or not any(
            finding.default for finding in analyse(done.text, facts=seen and seen.moved(text, done.text))
        ):
            hybrid = made(done.text)
            hybrid.hybridize()
            same(hybrid(*inputs).asnumpy(), expected, err_msg=done.text)


POSITIONS = st.integers(-4, 4)
ENDS = st.none() | POSITIONS


@st.composite
def items(draw: Any) -> str:
    kind = draw(st.sampled_from(["integer", "slice", "whole", "None"]))
    if kind == "integer":
        return str(draw(POSITIONS))
    if kind == "slice":
        begin, end, step = draw(ENDS), draw(ENDS), draw(st.sampled_from([None, 1, 2, -1]))
        texts = ["" if bound is None else str(bound) for bound in (begin, end, step)]
        return ":".join(texts if step is not None else texts[:2])
    return ":" if kind == "whole" else "None"


@st.composite
def indices(draw: Any) -> str:
    parts = draw(st.lists(items(), min_size=1, max_size=4))
    if draw(st.integers(0, 3)) == 0:
        parts.insert(draw(st.integers(0, len(parts))), "...")
    return ", ".join(parts)


@SETTINGS
@given(SHAPES, DTYPES, indices(), st.booleans())
def test_subscripts(shape: Tuple[int, ...], dtype: str, index: str, facts: bool) -> None:
    compare(f"F.broadcast_add(x[{index}], 0 * y)", [array(shape, dtype, 1), array((1,), dtype, 2)], facts)


@SETTINGS
@given(SHAPES, DTYPES, st.lists(st.integers(0, 3), min_size=1, max_size=3), st.booleans())
def test_gathered_rows(shape: Tuple[int, ...], dtype: str, rows: List[int], facts: bool) -> None:
    inside = [row % shape[0] for row in rows]
    listed = array(shape, dtype, 1)
    compare(f"F.broadcast_add(x[{inside}], 0 * y)", [listed, array((1,), dtype, 2)], facts)
    # Positions outside of the array would be others.
    compare_body(["return x[y]"], [listed, mx.nd.array(inside, dtype="int32")], facts, unsafe=True, complete=True)


OPERATORS = st.sampled_from(["+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!="])
REDUCTIONS = st.sampled_from(["sum", "max", "min"])


@SETTINGS
@given(SHAPES, st.sampled_from(["float32", "float64"]), OPERATORS, REDUCTIONS, st.integers(0, 3), st.booleans())
def test_broadcasting(
    shape: Tuple[int, ...], dtype: str, operator: str, reduction: str, axis: int, facts: bool
) -> None:
    inputs = [array(shape, dtype, 1) * 2 + 1, array(shape, dtype, 2)]
    compare(f"(x {operator} x.{reduction}(axis={axis % len(shape)}, keepdims=True)) + 0 * y", inputs, facts)


@SETTINGS
@given(st.lists(st.integers(1, 4), min_size=2, max_size=4).map(tuple), DTYPES, st.integers(0, 2), st.booleans())
def test_targets_of_reshape(shape: Tuple[int, ...], dtype: str, kept: int, facts: bool) -> None:
    lengths = [f"x.shape[{axis}]" for axis in range(min(kept, len(shape) - 1))]
    rest = " * ".join(f"x.shape[{axis}]" for axis in range(len(lengths), len(shape)))
    inputs = [array(shape, dtype, 1), array((1,) * (len(lengths) + 1), dtype, 2)]
    for target in (f"({', '.join([*lengths, rest])},)", f"({', '.join([*lengths, '-1'])},)"):
        compare(f"F.broadcast_add(x.reshape({target}), 0 * y)", inputs, facts)
        compare(f"F.broadcast_add(F.reshape(x, shape={target}), 0 * y)", inputs, facts)


@st.composite
def targets(draw: Any) -> Tuple[Tuple[int, ...], str]:
    """A shape, and a target of the same size made of its lengths: some are kept, merged, split or inferred."""
    shape = tuple(draw(st.lists(st.sampled_from([1, 2, 3, 4, 6]), min_size=1, max_size=4)))
    counted_from = draw(st.sampled_from([0, 0, len(shape)]))
    parts: List[str] = []
    axis, inferred = 0, False
    while axis < len(shape):
        length = f"x.shape[{axis - counted_from}]"
        kind = draw(st.sampled_from(["keep", "keep", "number", "merge", "split", "infer", "rest", "one"]))
        if kind == "rest":
            parts.append(f"*x.shape[{axis}:]")
            break
        if kind == "merge" and axis + 1 < len(shape):
            axis += 1
            parts.append(f"{length} * x.shape[{axis - counted_from}]")
        elif kind == "split" and shape[axis] % 2 == 0:
            parts += draw(st.permutations(["2", f"{length} // 2"]))
        elif kind == "infer" and not inferred:
            inferred = True
            parts.append("-1")
        elif kind == "one":
            parts += ["1", length]
        else:
            parts.append(str(shape[axis]) if kind == "number" else length)
        axis += 1
    return shape, f"({', '.join(parts)},)"


@settings(SETTINGS, max_examples=40)
@given(targets(), st.booleans(), st.booleans(), DTYPES)
@example(((1, 2, 1, 1), "(x.shape[-4] * x.shape[-3], x.shape[-2], *x.shape[3:],)"), False, False, "float32")
def test_generated_targets_of_reshape(made: Tuple[Tuple[int, ...], str], named: bool, facts: bool, dtype: str) -> None:
    shape, target = made
    call = f"F.reshape(x, shape={target})" if named else f"x.reshape({target})"
    compare(f"F.broadcast_add({call}, 0 * F.sum(y))", [array(shape, dtype, 1), array((1,), dtype, 2)], facts)


NUMBERS = st.sampled_from([float("nan"), float("inf"), -0.0, 0.0, 1.0, 2.0])


@SETTINGS
@given(st.sampled_from(["max", "min"]), NUMBERS, NUMBERS, st.sampled_from(["float32", "float64"]))
def test_the_larger_of_two_numbers(function: str, a: float, b: float, dtype: str) -> None:
    inputs = [mx.nd.array([number], dtype=dtype) for number in (a, b)]
    compare(f"{function}(x.sum(), y.sum())", inputs, facts=False)


# Statements

#: Terms of a loop over `x` with the element `{e}`.
TERMS = [
    "{e}",
    "{e} * 2",
    "F.relu({e}) + {e}",
    "F.abs({e} - 1)",
    "-{e}",
    "F.sum({e})",
    "F.concat({e}, {e}, dim=0)",
    "y",
]
#: Steps of a loop that add up or join `{t}`: the usual ones first.
STEPS = [
    *("total = total + {t}", "parts.append({t})", "total += {t}", "total = {t} + total", "total = total - {t}"),
    *("total = {t}", "parts.insert(0, {t})", "parts.extend([{t}])", "total = (total +\n{t})", "{t}"),
]
RESULTS = [
    *("F.stack(*parts, axis={a})", "F.concat(*parts, dim={a})", "F.stack(*parts)", "F.concat(*parts)"),
    *("-F.concat(*parts, dim={a})", "F.stack(y, *parts)", "parts[0]"),
]
#: The position `i` along the axis `{a}`; the one before, a slice, is kept.
PARTS = [
    "F.slice_axis(x, axis={a}, begin=i, end=i + 1)",
    "F.squeeze(F.slice_axis(x, axis={a}, begin=i, end=i + 1), axis={a})",
]
OTHER_PARTS = [
    "F.slice_axis(x, axis={a}, begin=0, end=i + 1)",
    "F.slice_axis(x, axis={a}, begin=i, end=None)",
    "x[i, 0]",
]


def mostly(draw: Any, *choices: List[Any]) -> Any:
    """Draw from the first list in three of four cases, otherwise from all."""
    return draw(
        st.sampled_from(choices[0] if draw(st.integers(0, 3)) else [choice for some in choices for choice in some])
    )


@st.composite
def loops(draw: Any) -> List[str]:
    axis = draw(st.integers(0, 2))
    of_element = mostly(draw, [axis], [0, 1, 2])
    if draw(st.integers(0, 2)) == 0:
        head, element = "for row in x:", "row"
    else:
        head = f"for i in {mostly(draw, [f'range(x.shape[{axis}])'], [f'range(1, x.shape[{axis}])', 'range(1)'])}:"
        item = ", ".join([":"] * of_element + ["i"])
        element = mostly(draw, [f"x[{item}]", *PARTS], OTHER_PARTS).replace("{a}", str(of_element))
    step = mostly(draw, STEPS[:2], STEPS[2:]).replace("{t}", mostly(draw, TERMS[:5], TERMS[5:])).replace("{e}", element)
    result = "total"
    if "parts" in step:
        result = mostly(draw, RESULTS[:2], RESULTS[2:]).replace("{a}", str(mostly(draw, [axis], [0, 1, 2])))
    return ["parts = []", "total = 0", head, f"    {step}", f"return F.broadcast_add({result}, 0 * F.sum(y))"]


@settings(SETTINGS, max_examples=50)
@given(st.tuples(*[st.integers(1, 3)] * 3), loops(), st.booleans(), st.booleans())
@example(
    (2, 1, 1),
    ["total = 0", "for i in range(x.shape[0]):", "    total = total + x[i:, 0]", "return total + y"],
    True,
    False,
)
def test_loops(shape: Tuple[int, ...], lines: List[str], facts: bool, unsafe: bool) -> None:
    compare_body(lines, [array(shape, "float32", 1), array((1,), "float32", 2)], facts, unsafe)


@st.composite
def assignments(draw: Any) -> List[str]:
    """An assignment to a part of `z`, which has three axes, and may have another name."""
    begin = draw(st.integers(-1, 1))
    last = draw(
        st.sampled_from(["0", "1", "-1", ":", f"{begin}:", f":{begin + 2}", f"{begin}:2", "0:2:1", "...", "i", "n"])
    )
    index = ", ".join([":"] * draw(st.integers(0, 2)) + [last])
    value = draw(st.sampled_from(["0", "1", "-2.5", "7", "x" if ":" in last or last == "..." else "x[0]"]))
    symbol = draw(st.sampled_from(["=", "=", "=", "+=", "-=", "*=", "/="]))
    made = draw(st.sampled_from(["z = x * 1", "z = F.relu(x)", "w = z = x + 0", "z = x + 1\nw = z", "z = x.copy()"]))
    lines = [*made.split("\n"), f"z[{index}] {symbol} {value}", "return F.broadcast_mul(z, F.sum(y))"]
    if last in ("i", "n"):
        heads = ["for i in range(2):", "for i in range(1, 2):"] if last == "i" else []
        head = draw(st.sampled_from([*heads, "for i, n in enumerate([2, 0]):", "for n, i in enumerate([2, 0]):"]))
        lines[-2] = f"{head} {lines[-2]}"
    return lines


@settings(SETTINGS, max_examples=50)
@given(st.tuples(*[st.integers(4, 5)] * 3), assignments(), st.booleans(), st.booleans())
def test_assignments_to_parts(shape: Tuple[int, ...], lines: List[str], facts: bool, unsafe: bool) -> None:
    inputs = [array(shape, "float32", 1), array((1,), "float32", 2) + 5]
    compare_body(lines, inputs, facts, unsafe)


@st.composite
def named_lengths(draw: Any) -> Tuple[Tuple[int, ...], List[str]]:
    """Names of lengths of `x`, and code that uses them."""
    shape, target = draw(targets())
    names = [f"n{axis}" for axis in range(len(shape))]
    for axis, name in enumerate(names):
        for position in (axis, axis - len(shape)):
            target = target.replace(f"x.shape[{position}]", name)
    unpacked = f"{', '.join(names)}, = x.shape"
    numbered = [f"{name} = x.shape[{axis}]" for axis, name in enumerate(names)]
    before = draw(
        st.sampled_from([[unpacked], numbered, ["s = x.shape", *(f"{n} = s[{i}]" for i, n in enumerate(names))]])
    )
    if draw(st.booleans()):
        before.append("x = F.relu(x)")
    length = draw(st.sampled_from(names))
    result = draw(
        st.sampled_from(
            [
                *(f"x.reshape({target})", f"x.reshape({target})", f"F.reshape(x, {target})", f"x / {length}"),
                *(
                    f"F.zeros(({length}, 2))",
                    f"x[: {length} - 1]",
                    f"x[: {length} - 2]",
                    f"F.tile(F.expand_dims(y, axis=0), ({length}, 1))",
                    f"F.arange({length})",
                ),
                *(
                    f"F.slice_axis(x, axis=0, begin=0, end={length})",
                    f"x * math.sqrt({length})",
                    f"F.sum(x) / ({length} * 2)",
                ),
                *(f"F.ones({target})", f"F.broadcast_to(F.sum(x, keepdims=True), {target})", f"F.repeat(y, {length})"),
            ]
        )
    )
    return shape, [*before, f"return F.broadcast_add({result}, 0 * F.sum(y))"]


@settings(SETTINGS, max_examples=40)
@given(named_lengths(), st.booleans(), st.booleans())
@example(
    (
        (1, 2, 1, 1),
        [*(f"n{i} = x.shape[{i}]" for i in range(4)), "x = F.relu(x)", "return x.reshape((n0, 1, n1, n2, n3))"],
    ),
    True,
    True,
)
@example(
    ((1, 2, 1), [*(f"n{i} = x.shape[{i}]" for i in range(3)), "x = F.relu(x)", "return x.reshape((1, n0, 1, n1, n2))"]),
    True,
    True,
)
def test_named_lengths(made: Tuple[Tuple[int, ...], List[str]], facts: bool, unsafe: bool) -> None:
    shape, lines = made
    compare_body(lines, [array(shape, "float32", 1), array((1,), "float32", 2)], facts, unsafe)


@st.composite
def resizes(draw: Any) -> List[str]:
    """A resize of `x` to the height and width of `y`."""
    first, second = draw(st.sampled_from(["23", "23", "23", "32", "22"]))
    sizes = f"y.shape[{first}]", f"y.shape[{second}]"
    lines = []
    if draw(st.booleans()):
        part = draw(st.sampled_from(["y.shape[2:]", "y.shape[2:]", "y.shape[-2:]", "y.shape[2:4]", "y.shape"]))
        fixed = draw(
            st.sampled_from(["{}", "{}", "self.size if self.fixed else {}", "{} if not self.fixed else self.size"])
        )
        lines.append(f"size = {fixed.format(part)}")
        sizes = draw(st.sampled_from([("size[0]", "size[1]"), ("size[0]", "size[1]"), ("size[1]", "size[0]")]))
    others = draw(st.sampled_from(["", ", align_corners=False", ", align_corners=True"]))
    call = f"F.contrib.BilinearResize2D(x, height={sizes[0]}, width={sizes[1]}{others})"
    return [*lines, f"return {draw(st.sampled_from(['{}', 'F.relu({}) * 2', '{} + 1'])).format(call)}"]


@settings(SETTINGS, max_examples=30)
@given(resizes(), st.booleans(), st.booleans())
def test_resizes(lines: List[str], facts: bool, unsafe: bool) -> None:
    compare_body(lines, [array((2, 3, 4, 5), "float32", 1), array((2, 3, 7, 6), "float32", 2)], facts, unsafe)


@st.composite
def positions(draw: Any) -> str:
    """Parts of `x`, which has three axes, at the positions of a loop."""
    domain = draw(
        st.sampled_from(["range(2)", "range(1, 2)", "range(-2, 1)", "range(-1, -3, -1)", "range(0, 2, 1)", "(0, -1)"])
    )
    item = draw(
        st.sampled_from(
            [
                "i",
                ":, i",
                "i, 0",
                "i : i + 1",
                ":, i:",
                "..., i",
                "i, None",
                "None, i",
                "i, i",
                "None, ..., None, i",
                "i, ..., None, None",
                "..., None, i, None, None",
            ]
        )
    )
    return f"F.stack(*[F.broadcast_add(x[{item}], 0 * y) for i in {domain}])"


@settings(SETTINGS, max_examples=40)
@given(positions(), st.booleans())
def test_subscripts_of_loops(expression: str, facts: bool) -> None:
    compare(expression, [array((3, 3, 3), "float32", 1), array((1,), "float32", 2)], facts)


@settings(SETTINGS, max_examples=24)
@given(
    st.sampled_from(["x.shape[0]", "len(x)", "1", "2", "y.shape[0]"]),
    st.integers(1, 3),
    st.integers(1, 3),
    st.booleans(),
)
@example("x.shape[0]", 3, 1, True)
def test_an_element_of_each_row(count: str, rows: int, number: int, facts: bool) -> None:
    inputs = [array((rows, 3), "float32", 1), mx.nd.array([2, 0, 1][:number], dtype="int32")]
    compare_body([f"return x[F.arange({count}), y]"], inputs, facts)
