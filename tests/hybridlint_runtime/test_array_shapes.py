"""The shapes that the linter computes for arrays outside the graph are those of NumPy and MXNet."""

from __future__ import annotations

import ast
import random
import warnings
from typing import Any, Dict, Optional, Tuple

import mxnet as mx
import numpy as np
import pytest

from hybridlint import mxnet_api
from hybridlint.interpreter import Run
from hybridlint.interpreter.engine.frames import Frame, Scope
from hybridlint.module import Module
from hybridlint.values import ImperativeArray, NumPyArray
from hybridlint.values.operands import operand

#: The number of expressions for each module.
COUNT = 400
_IMPORTS = "import mxnet as mx\nimport numpy as np\n"
#: Expressions that make an array; `{n}` and `{m}` are small numbers.
_MADE = [
    "{module}.ones(({n}, {m}))",
    "{module}.zeros({n})",
    "{module}.zeros((1, {n}, {m}))",
    "{module}.full(({n}, 1), 2)",
    "{module}.array([[1, 2, 3], [4, 5, 6]])",
    "{module}.array([1.0] * {n})",
    "{module}.arange({n})",
    "{module}.arange(1, {n} + 3)",
    "{module}.arange(0, {n} + 4, {m})",
    "{module}.linspace(0, 1, {n})",
    "{module}.linspace(0, 1, num={m})",
    "{module}.eye({n})",
    "{module}.eye({n}, {m})",
]
_METHODS = [
    "{a}.reshape((-1,))",
    "{a}.reshape((1, -1))",
    "{a}.reshape(-1, 1)",
    "{a}.T",
    "{a}.transpose()",
    "{a}.expand_dims({axis})",
    "{module}.expand_dims({a}, {axis})",
    "{module}.expand_dims({a}, axis={axis})",
    "{a}.mean(axis={axis})",
    "{a}.sum(axis={axis}, keepdims=True)",
    "{a}.max({axis}, keepdims=False)",
    "{module}.sum({a}, axis={axis})",
    "{a}.astype('float32')",
    "{a}.copy()",
    "{a}.clip(0, 1)",
    "{module}.sqrt({a})",
    "{a}[0]",
    "{a}[None]",
    "{a}[:, None]",
    "{a}[0, :]",
    "{a}[:1]",
    "({a} + {b})",
    "({a} * 2)",
    "(1 - {a})",
]


def _expression(chosen: random.Random, module: str) -> str:
    made = chosen.choice(_MADE)
    for _ in range(chosen.randint(0, 3)):
        method = chosen.choice(_METHODS)
        made = method.replace("{a}", made).replace("{b}", chosen.choice(_MADE))
    numbers: Dict[str, Any] = {
        "n": chosen.randint(2, 4),
        "m": chosen.randint(1, 3),
        "axis": chosen.choice([0, 1, -1, 2]),
    }
    return made.format(module=module, **numbers)


def _computed(expression: str) -> Optional[Tuple[int, ...]]:
    """The shape of the array that an expression computes; None if it raises or is a number."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            array = eval(expression, {"mx": mx, "np": np})
        except Exception:
            return None
    return array.shape if isinstance(array, (np.ndarray, mx.nd.NDArray)) else None


def _interpreted(expression: str) -> Optional[Tuple[Optional[int], ...]]:
    """The shape according to the linter; None if unknown."""
    text = f"{_IMPORTS}found = {expression}\n"
    module = Module(text, ast.parse(text))
    run = Run(module, mxnet_api.load(mxnet_api.DEFAULT), lambda event: "")
    array = operand(run.evaluate(module.body[-1].value, Frame(Scope())))  # type: ignore[attr-defined]
    return array.dims if isinstance(array, (ImperativeArray, NumPyArray)) else None


@pytest.mark.parametrize("module", ["np", "mx.nd"])
def test_the_shape_of_an_array_is_that_which_the_library_computes(module: str) -> None:
    determined, wrong = 0, []
    for seed in range(COUNT):
        expression = _expression(random.Random(seed), module)
        computed, interpreted = _computed(expression), _interpreted(expression)
        if computed is not None and interpreted is not None:
            determined += all(length is not None for length in interpreted)
            if len(interpreted) != len(computed) or any(
                length not in (None, actual) for length, actual in zip(interpreted, computed)
            ):
                wrong.append((expression, computed, interpreted))
    assert wrong == []
    assert determined >= COUNT / 3
