#!/usr/bin/env python3
"""Writes what the functions of NumPy do with numbers, arrays and the tensors of MXNet, by calling them.

    python tools/make_numpy_functions.py > hybridlint/mxnet_api/numpy_functions.json

`hybridlint/mxnet_api/numpy_functions.py` reads the file and describes it. Run it with MXNet 1.9.1;
`tests/hybridlint_runtime/test_numpy_functions.py` makes it again and compares.
"""

from __future__ import annotations

import inspect
import json
import os
import sys
import warnings
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

os.environ.update(MXNET_ENGINE_TYPE="NaiveEngine", OMP_NUM_THREADS="1", DMLC_LOG_STACK_TRACE_DEPTH="1")

import hybridlint_runtime.enable_mxnet  # isort: skip  # noqa: F401
import mxnet
import numpy
from mxnet_measurements import isolation

Call = Callable[..., Any]
#: Attributes of arrays of every rank; what a function does with the numbers of one of them it does with all.
SHAPES = ((5,), (2, 3), (2, 1, 3), (2, 3, 4))
#: Values that functions may round, clip or refuse in different ways.
VALUES = (-2.0, -1.5, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0, 1.5, 2.5)

#: Forms of a call: what is given by position (an array `t`, a number `n`, a sequence of numbers `s`), by name, and the
#: calls of that form that are tried, with the arrays `a`, `b` of its shape, `c`, `d` and `e`, the transposed `b`.
FORMS: Sequence[Tuple[str, Sequence[str]]] = (
    ("t", ("a", "c", "d")),
    ("tt", ("a, b", "a, c", "a, e")),
    ("tn", ("a, 0", "a, 1", "a, 2", "a, -1", "a, 0.5", "d, 1")),
    ("nt", ("2, a", "0.5, a", "0, a")),
    ("ts", ("a, (3, 2)", "a, (-1,)", "a, (1, 0)", "a, (2, 1)", "a, (0, 1)", "c, (2, 3)")),
    ("tnn", ("a, 0, 1", "a, -0.5, 0.5", "a, 1, 2")),
    ("t axis", ("a, axis=0", "a, axis=1", "a, axis=-1", "a, axis=(0, 1)", "d, axis=1")),
    ("t axis keepdims", ("a, axis=0, keepdims=True", "a, axis=-1, keepdims=True", "a, axis=(0, 1), keepdims=False")),
    ("t keepdims", ("a, keepdims=True",)),
    ("t axes", ("a, axes=(1, 0)", "d, axes=(2, 0, 1)")),
    ("tn axis", ("a, 2, axis=0", "a, 1, axis=1", "a, 2, axis=-1")),
    ("ttt", ("a, b, a", "a, b, b")),
)


def arrays(with_nan: bool) -> Dict[str, Any]:
    numbers = numpy.random.RandomState(3)
    a, b = (numbers.permutation(VALUES)[:6].reshape(2, 3).astype("float32") for _ in range(2))
    if with_nan:
        a[1, 1] = b[0, 0] = numpy.nan
    return {
        "a": a,
        "b": b,
        "c": b[:1],
        "e": b.T,
        "d": numbers.permutation(VALUES)[:6].reshape(2, 1, 3).astype("float32"),
    }


def works(run: Callable[[], Any]) -> Tuple[bool, Any]:
    """(whether `run` raises nothing, its result)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return True, run()
        except Exception:
            return False, None


def evaluate(function: Call, arguments: str, names: Dict[str, Any]) -> Any:
    return eval(f"function({arguments})", {"function": function}, names)


# Tensors of MXNet


class Recorder:
    """An object of which NumPy may call a method."""

    def __init__(self) -> None:
        self.called: List[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *arguments, **options: self.called.append(name) or self


def method_of(function: Call) -> Dict[str, str]:
    """The method of its argument that a function calls, for "nd" and "np" if it works with their arrays and Symbols."""
    methods: Dict[str, str] = {}
    for arguments in ("x", "x, 1", "x, 0, 1", "x, (3, 2)", "x, (1, 0)"):
        recorder = Recorder()
        called, result = works(lambda: evaluate(function, arguments, {"x": recorder}))  # noqa: B023
        if not called or result is not recorder or len(recorder.called) != 1:
            continue
        for kind, array, symbol in (
            ("nd", mxnet.nd.ones((2, 3)), mxnet.sym.var("x")),
            ("np", mxnet.np.ones((2, 3)), mxnet.sym.var("x").as_np_ndarray()),
        ):
            if not all(hasattr(tensor, recorder.called[0]) for tensor in (array, symbol)):
                continue
            results = [works(lambda: evaluate(function, arguments, {"x": tensor}))[1] for tensor in (array, symbol)]  # noqa: B023
            if [type(tensor) for tensor in results] == [type(array), type(symbol)]:
                methods[kind] = recorder.called[0]
    return methods


def same(array: Any, tensor: Any) -> bool:
    """Whether an operator of `mx.nd`, which has no arrays without axes, gave what NumPy gives."""
    array, tensor = numpy.asarray(array), tensor.asnumpy()
    if array.dtype != tensor.dtype or (array.shape or (1,)) != tensor.shape:
        return False
    return bool(numpy.allclose(array, tensor, 1e-5, 1e-6, equal_nan=True))


def operators_of(path: str, names: Sequence[str]) -> Dict[str, str]:
    """For each form of a call the first of these operators of F that equals the function, imperatively and in a
    graph."""
    candidates = [name for name in names if hasattr(mxnet.nd, name) and hasattr(mxnet.sym, name)]
    names = {form: next((name for name in candidates if agrees(path, name, calls)), None) for form, calls in FORMS}
    return {form: name for form, name in names.items() if name is not None}


def agrees(path: str, operator: str, calls: Sequence[str]) -> bool:
    """Whether both accept one of the calls, and give the same wherever both do."""
    function, answers = getattr(numpy, path), []
    plain = arrays(with_nan=path.startswith("nan"))
    for arguments in calls:
        accepted, expected = works(lambda: evaluate(function, arguments, plain))  # noqa: B023
        if not accepted or not isinstance(expected, (numpy.ndarray, numpy.number)):
            continue
        tensors = {name: mxnet.nd.array(value) for name, value in plain.items()}
        accepted, output = works(lambda: evaluate(getattr(mxnet.nd, operator), arguments, tensors))  # noqa: B023
        if accepted and isinstance(output, mxnet.nd.NDArray):
            results = (lambda: output, lambda: in_graph(operator, arguments, tensors))  # noqa: B023
            answers += [works(lambda: same(expected, result())) == (True, True) for result in results]  # noqa: B023
    return bool(answers) and all(answers)


def in_graph(operator: str, arguments: str, tensors: Dict[str, Any]) -> Any:
    """What the operator gives in a cached graph."""
    symbols = {name: mxnet.sym.var(name) for name in tensors}
    made = evaluate(getattr(mxnet.sym, operator), arguments, symbols)
    return mxnet.nd.CachedOp(made)(*[tensors[name] for name in made.list_inputs()])


# Arrays and numbers of NumPy


def shape_of(call: Call) -> Dict[str, Any]:
    """The shape of the result for an array: "same", whatever else is given, or "reduce", by `axis` and `keepdims`; and
    the `rank` from which on that is so, if it is not for all."""
    results = [works(lambda: call(numpy.ones(shape))) for shape in SHAPES]  # noqa: B023
    if all(done and numpy.shape(result) == () for done, result in results):
        array = numpy.ones((2, 3, 4))
        axes = [works(lambda: call(array, axis=axis, keepdims=keep)) for axis in (0, 1) for keep in (False, True)]  # noqa: B023
        expected = [(3, 4), (1, 3, 4), (2, 4), (2, 1, 4)]
        return {"shape": "reduce"} if [done and numpy.shape(result) for done, result in axes] == expected else {}
    ranks = [len(shape) for shape in SHAPES if keeps(call, shape)]
    if sorted(set(ranks)) == [2, 3] and len(ranks) == 3:
        return {"shape": "same", "rank": 2}
    return {"shape": "same"} if len(ranks) == len(SHAPES) else {}


def keeps(call: Call, shape: Tuple[int, ...]) -> bool:
    """Whether the result has the shape of an array, with any other arguments."""
    array = numpy.full(shape, 0.25)
    others = [(), (1,), (2,), (0.2, 0.5), ("float16",), (numpy.float32,)]
    if not works(lambda: call(array))[0]:  # it needs another operand
        others += [((3, 2),), (numpy.ones((4, *shape)),), (numpy.ones((shape[-1], 4)),)]
    shapes = []
    for arguments in others:
        done, result = works(lambda: call(array, *arguments))  # noqa: B023
        if done:
            shapes.append(result.shape if isinstance(result, numpy.ndarray) else None)
    return set(shapes) == {shape}


def type_of(values: Sequence[Sequence[Any]], function: Call) -> Optional[str]:
    """The type of what a function gives for one of these arguments, if that is no array."""
    for arguments in values:
        done, result = works(lambda: function(*arguments))  # noqa: B023
        if done and result is not None:
            name = type(result).__name__
            scalar = isinstance(result, (numpy.generic, bool, int, float, tuple))
            return (f"numpy.{name}" if isinstance(result, numpy.generic) else name) if scalar else None
    return None


def described(path: str) -> Dict[str, Any]:
    """What calling a function shows."""
    function = getattr(numpy, path)
    record: Dict[str, Any] = {}
    methods = method_of(function)
    if methods:
        record["methods"] = methods
    aliases = [name for name in public() if getattr(numpy, name) is function]
    broadcasting = [name for name in sorted(vars(mxnet.nd)) if name[:10] == "broadcast_" and name[10:] in path]
    record["operators"] = operators_of(path, [path, *aliases, *methods.values(), *broadcasting]) or None
    record.update(shape_of(function))
    record["of_floats"] = type_of(((0.5,), (0.5, 1.5)), function)
    record["of_integers"] = type_of(((3,), (3, 2)), function)
    record["of_arrays"] = type_of(((numpy.ones((2, 3)),), (numpy.ones((2, 3)), numpy.ones((2, 3)))), function)
    return {key: value for key, value in record.items() if value is not None}


def public() -> Iterator[str]:
    """The functions of NumPy, without those that write files, ask the user or show something."""
    for name, value in vars(numpy).items():
        if callable(value) and not inspect.isclass(value) and not name.startswith("_"):
            if not name.startswith(("save", "load", "set", "show", "get", "test", "from", "lookfor", "info", "source")):
                yield name


def main() -> None:
    """Print the data to standard output, sorted, one entry to a line."""
    names = sorted(public())
    answers = isolation.run_isolated(described, names, os.cpu_count() or 1)
    functions = {name: answer for name, answer in zip(names, answers) if answer and isolation.CRASHED not in answer}
    methods = {}
    for name in dir(numpy.ndarray):
        if (
            not name.startswith("_")
            and callable(getattr(numpy.ndarray, name))
            and not name.startswith(("set", "dump", "tof"))
        ):
            rule = shape_of(lambda array, *arguments, name=name, **options: getattr(array, name)(*arguments, **options))
            if rule:
                methods[name] = rule
    tables = {"functions": functions, "methods": methods}
    lines = [
        f"{json.dumps(title)}:{{\n"
        + ",\n".join(f"{json.dumps(name)}:{json.dumps(entry, sort_keys=True)}" for name, entry in table.items())
        + "\n}"
        for title, table in tables.items()
    ]
    versions = json.dumps({"numpy": numpy.__version__, "mxnet": mxnet.__version__})
    sys.stdout.write("{\n" + ",\n".join([f'"versions":{versions}', *lines]) + "\n}\n")


if __name__ == "__main__":
    main()
