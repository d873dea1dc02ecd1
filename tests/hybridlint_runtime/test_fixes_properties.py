"""Safe fixes compute what the original does, for generated expressions, shapes, dtypes and values.

Each example is a block with one expression that breaks when hybridized. What imperative execution makes of it is what
it makes of the fixed block, and the fixed block hybridizes.
"""

from __future__ import annotations

from typing import Any, List, Tuple

import mxnet as mx
import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from hybridlint.facts import Facts
from hybridlint.fixing import fix
from tests.hybridlint_runtime.running_examples import quiet

HEAD = """\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return """
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
    """Fix the block that returns `expression` by its safe fixes and compare it with what it was."""
    text = f"{HEAD}{expression}\n"
    tensors = {
        name: {"kind": "tensor", "shape": list(one.shape), "dtype": np.dtype(one.dtype).name}
        for name, one in zip("xy", inputs)
    }
    seen = Facts.from_json({"blocks": {"Net": {"inputs": tensors}}}) if facts else None
    done = fix(text, seen)
    assert fix(done.text, seen).text == done.text
    assume(done.fixed)
    with quiet():
        try:
            expected = made(text)(*inputs).asnumpy()
        except Exception:
            assume(False)  # nothing to compare with
        assume(expected.size)
        found = made(done.text)(*inputs).asnumpy()
        assert (found.shape, found.dtype) == (expected.shape, expected.dtype), done.text
        np.testing.assert_array_equal(found, expected, done.text)
        hybrid = made(done.text)
        hybrid.hybridize()
        np.testing.assert_array_equal(hybrid(*inputs).asnumpy(), expected, done.text)


POSITIONS = st.integers(-4, 4)
ENDS = st.none() | POSITIONS


@st.composite
def items(draw: Any) -> str:
    kind = draw(st.sampled_from(["integer", "slice", "whole", "None"]))
    if kind == "integer":
        return str(draw(POSITIONS))
    if kind == "slice":
        begin, end, step = draw(ENDS), draw(ENDS), draw(st.sampled_from([None, 1, 2, -1]))
        texts = ["" if one is None else str(one) for one in (begin, end, step)]
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
    compare("x[y]", [listed, mx.nd.array(inside, dtype="int32")], facts)


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


@settings(SETTINGS, max_examples=24)
@given(targets(), st.booleans(), st.booleans(), DTYPES)
def test_generated_targets_of_reshape(made: Tuple[Tuple[int, ...], str], named: bool, facts: bool, dtype: str) -> None:
    shape, target = made
    call = f"F.reshape(x, shape={target})" if named else f"x.reshape({target})"
    compare(f"F.broadcast_add({call}, 0 * F.sum(y))", [array(shape, dtype, 1), array((1,), dtype, 2)], facts)


NUMBERS = st.sampled_from([float("nan"), float("inf"), -0.0, 0.0, 1.0, 2.0])


@SETTINGS
@given(st.sampled_from(["max", "min"]), NUMBERS, NUMBERS, st.sampled_from(["float32", "float64"]))
def test_the_larger_of_two_numbers(function: str, one: float, other: float, dtype: str) -> None:
    inputs = [mx.nd.array([number], dtype=dtype) for number in (one, other)]
    compare(f"{function}(x.sum(), y.sum())", inputs, facts=False)
