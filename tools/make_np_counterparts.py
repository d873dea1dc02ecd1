#!/usr/bin/env python3
"""Writes which operators of `mx.nd` those of `mx.np` and `mx.npx` equal, and in which forms of a call.

Run it with a Python that has MXNet 2.0.0b1, which has both: python tools/make_np_counterparts.py
It writes hybridlint/mxnet_api/np_counterparts.json: name below `F` → the name of its counterpart, and the forms in
which both give the same array. A form is the number of arguments by position, and the names of the others.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
from typing import Any, Dict, List, Optional, Tuple

os.environ.update(OMP_NUM_THREADS="1", MXNET_ENGINE_TYPE="NaiveEngine", DMLC_LOG_STACK_TRACE_DEPTH="1")

import numpy

importlib.import_module("hybridlint_runtime.enable_mxnet")
mx: Any = importlib.import_module("mxnet")

from mxnet_measurements import isolation  # noqa: E402
from mxnet_measurements.writing import DATA  # noqa: E402

#: Forms of a call: what is given by position, and by name.
_AXES: Tuple[Dict[str, Any], ...] = ({"axis": 1}, {"axis": -1}, {"axis": 0})
FORMS: Tuple[Tuple[str, Tuple[Dict[str, Any], ...]], ...] = (
    ("a", ({},)),
    ("a", _AXES),
    ("a", tuple({**axis, "keepdims": True} for axis in _AXES)),
    ("ab", ({},)),
    ("ac", ({},)),
    ("abc", ({},)),
    ("m ab", ({},)),
    ("a", ({"a_min": -1, "a_max": 1},)),
    ("a", ({"p": 0.5},)),
    ("tu", ({},)),
    ("ai", ({},)),
    ("ai", _AXES),
)
#: What the counterparts of `broadcast_sub` and its like are called.
_LONG = {"sub": "subtract", "mul": "multiply", "div": "divide", "minus": "subtract", "plus": "add"}
_LONG.update({"lesser": "less", "lesser_equal": "less_equal"})


def arrays(seed: int, make: Any) -> Dict[str, Any]:
    numbers = numpy.random.RandomState(seed)
    shapes = {"a": (2, 3), "b": (2, 3), "c": (1, 3), "t": (2, 3, 4), "u": (2, 4, 3)}
    values = {name: numbers.normal(size=shape).astype("float32") for name, shape in shapes.items()}
    values["m"] = (values["a"] > 0).astype("float32")
    values["i"] = numpy.array([0, 1], dtype="float32")
    return {name: make(value) for name, value in values.items()}


def result(function: Any, make: Any, letters: str, named: Dict[str, Any]) -> Optional[Any]:
    """The numbers that a call gives; None if it fails, or gives something else than one array."""
    operands = arrays(3, make)
    try:
        mx.random.seed(5)
        output = function(*(operands[letter] for letter in letters if letter != " "), **named)
        return output.asnumpy() if isinstance(output, mx.nd.NDArray) else None
    except Exception:
        return None


def candidates(name: str) -> List[str]:
    plain = name.replace("broadcast_", "").replace("elemwise_", "")
    return [f"npx.{name}", f"np.{name}", f"np.{_LONG.get(plain, plain)}"]


def function_at(path: str) -> Any:
    module, _, name = path.partition(".")
    return getattr(getattr(mx, module), name, None)


def counterpart(name: str) -> Optional[List[Any]]:
    """The first candidate that equals `mx.nd.name` in a form, and all forms in which it does."""
    for path in candidates(name):
        if function_at(path) is None:
            continue
        forms = []
        for letters, variants in FORMS:
            if all(_same(name, path, letters, named) for named in variants):
                forms.append([len(letters.replace(" ", "")), *sorted(variants[0])])
        if forms:
            return [path, sorted(map(list, {tuple(form) for form in forms}), key=str)]
    return None


def _same(name: str, path: str, letters: str, named: Dict[str, Any]) -> bool:
    expected = result(getattr(mx.nd, name), mx.nd.array, letters, named)
    if expected is None:
        return False
    mx.npx.set_np()
    counterpart = result(function_at(path), mx.np.array, letters, named)
    mx.npx.reset_np()
    return (
        counterpart is not None
        and expected.shape == counterpart.shape
        and bool(numpy.allclose(expected, counterpart, 1e-5, 1e-6, equal_nan=True))
    )


def main() -> int:
    names = [name for name, value in inspect.getmembers(mx.nd) if callable(value) and name[0].islower()]
    answers = isolation.run_isolated(counterpart, names, os.cpu_count() or 1)
    counterparts = {name: answer for name, answer in zip(names, answers) if isinstance(answer, list)}
    lines = [f"{json.dumps(name)}: {json.dumps(counterparts[name])}" for name in sorted(counterparts)]
    output = DATA / "np_counterparts.json"
    output.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(output, len(counterparts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
