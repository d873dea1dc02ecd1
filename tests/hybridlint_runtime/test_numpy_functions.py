"""The table of NumPy's functions agrees with the installed NumPy and MXNet."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import mxnet as mx
import numpy
import pytest

from hybridlint.mxnet_api import numpy_functions

ROOT = Path(__file__).resolve().parents[2]
DATA = json.loads((ROOT / "hybridlint" / "mxnet_api" / "numpy_functions.json").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_the_table_is_made_from_this_numpy() -> None:
    command = [sys.executable, "-W", "ignore", str(ROOT / "tools" / "make_numpy_functions.py")]
    made = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert json.loads(made.stdout) == DATA


OF_ARRAYS = sorted(
    (name, form, operator)
    for name, function in DATA["functions"].items()
    for form, operator in function.get("operators", {}).items()
    if set(form) == {"t"} and name != "dot"  # of two arrays whose shapes differ
)


@pytest.mark.filterwarnings("ignore:numpy.fix is deprecated:DeprecationWarning")  # by NumPy 2.5
@pytest.mark.parametrize(("name", "form", "operator"), OF_ARRAYS)
def test_operators_equal_the_functions_for_other_values(name: str, form: str, operator: str) -> None:
    numbers = numpy.random.RandomState(11)
    arrays = [numbers.uniform(-3, 3, (2, 3)).astype("float32") for _ in form]
    with numpy.errstate(all="ignore"):
        expected = getattr(numpy, name)(*arrays)
    made = getattr(mx.sym, operator)(*[mx.sym.var(str(place)) for place, _ in enumerate(arrays)])
    computed = mx.nd.CachedOp(made)(*(mx.nd.array(arrays[int(place)]) for place in made.list_inputs())).asnumpy()
    assert computed.dtype == expected.dtype
    numpy.testing.assert_allclose(computed, numpy.reshape(expected, computed.shape), 1e-5, 1e-6)


def test_rounding_of_halves_differs_so_that_no_operator_equals_rint() -> None:
    halves = numpy.array([-1.5, -0.5, 0.5, 1.5, 2.5], dtype="float32")
    assert not numpy.array_equal(numpy.rint(halves), mx.nd.rint(mx.nd.array(halves)).asnumpy())
    rint = numpy_functions.function("numpy.rint")
    assert rint is not None and rint.shape == "same" and not rint.operators
    assert numpy_functions.function("numpy.no_such_function") is None and numpy_functions.function("math.sqrt") is None
    assert numpy_functions.method("no_such_method") is None
