#!/usr/bin/env python3
"""Writes what mx.np and mx.npx of the installed MXNet 2 offer, and what of it deferred compute records.

Run it with a Python that has MXNet 2.0.0b1:

    python tools/make_mxnet2_api.py             # writes hybridlint/mxnet_api/2.0.0b1.json
    python tools/make_mxnet2_api.py -o FILE

Every public function below mx.np and mx.npx, and every public attribute of their arrays, is called in several ways.
Of each call that works imperatively, a hybridized block that makes it is called with the same inputs, then with other
values, another batch and another width, and compared with the imperative one. hybridlint/mxnet_api/__init__.py reads
the file.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import os
import pathlib
import random
import re
import sys
import types
import warnings
import zlib
from typing import Any, Dict, Iterator, List, Optional, Tuple

os.environ.update(OMP_NUM_THREADS="1", MXNET_ENGINE_TYPE="NaiveEngine", DMLC_LOG_STACK_TRACE_DEPTH="1")

import numpy as onp

importlib.import_module("hybridlint_runtime.enable_mxnet")
mx: Any = importlib.import_module("mxnet")

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from make_mxnet_api import DATA, text_of  # noqa: E402
from mxnet_measurements import isolation  # noqa: E402

VERSION = "2.0.0b1"
NAMESPACES = ("np", "np.linalg", "np.random", "npx", "npx.image", "npx.random")
BATCH, WIDTH = 2, 3
NAMES = "abiqstuwkge"
#: What a function is called with. `a` and `b` are of shape (batch, width), `i` are integers of shape (batch,), `q` are
#: images, `s` is square, `t` and `u` are stacks of matrices; `w`, `k`, `g` and `e` are weights of constant shapes.
ARGUMENTS = (
    "a", "a, b", "[a, b]", "a, axis=1", "a, 1", "a, 2", "a, 0, 1", "a, (3, -1)", "a, (1, 0)", "a, b, 1", "a > 0, a, b",
    "2", "(1, 3)", "1, 3", "0, 1, 3", "(1, 3), 2", "0, 1, (1, 3)", "3, (1, 3)", "a, i", "a, i, 1", "i, 3", "i, e, 5, 4",
    "'ij,kj->ik', a, b", "q", "s", "s, s", "a, w, num_hidden=4, no_bias=True",
    "q, k, kernel=(3, 3), num_filter=2, no_bias=True",
    "q, kernel=(2, 2), pool_type='max'", "q, g, g, g, g", "a, 'relu'", "a, act_type='relu'", "a, a > 0", "[1.0, 2.0]",
    "",
    "a, ((0, 0), (1, 1))", "a, 0.5", "a, [1], axis=1", "a, a.shape", "a, 0, 1, 2", "a, gamma=e[0, :3], beta=e[0, :3]",
    "t, u", "a, e[0, :3], e[0, :3]", "q, g, g", "lambda d, s: (d + s, s), a, b.sum(axis=0)", "a, axis=0",
    "q, axis=(2, 3)",
    "lambda x: x.sum() > 0, lambda x: x * 2, lambda x: x * 3, a", "lambda x: x.sum() < 9, lambda x: (x, x + 1), a, 3",
    "a, b, a", "a, axis=-1", "a, [0, 1]", "i, 0, 3", "a, num_outputs=3, axis=1", "[a, b], axis=1",
)  # fmt: skip
#: What a method is called with; None reads an attribute.
OF_METHODS = (None, "", "b", "1", "0, 1", "(3, -1)", "axis=1", "'float64'", "mx.cpu()", "0", "0, 0.5", "(1, 0)")
#: Of one function, so many calls that differ are noted.
_NOTED = 3


def inputs(seed: int, batch: int = BATCH, width: int = WIDTH) -> Dict[str, Any]:
    numbers = onp.random.RandomState(seed)
    shapes = {
        "a": (batch, width),
        "b": (batch, width),
        "q": (batch, 4, 6, 6),
        "s": (3, 3),
        "t": (batch, 2, width),
        "u": (batch, width, 2),
    }
    weights = {"w": (4, 3), "k": (2, 4, 3, 3), "g": (4,), "e": (5, 4)}
    made = {name: numbers.normal(size=shape).astype("float32") for name, shape in {**shapes, **weights}.items()}
    made["i"] = numbers.randint(0, 3, size=(batch,)).astype("int32")
    return {name: mx.np.array(value, dtype=value.dtype) for name, value in made.items()}


def block_of(call: str) -> Any:
    code = compile(call, "<call>", "eval")

    class Net(mx.gluon.HybridBlock):  # type: ignore[misc, name-defined]
        def forward(self, *given: Any) -> Any:
            names = {"np": mx.np, "npx": mx.npx, "mx": mx, **dict(zip(NAMES, given))}
            self.given = eval(code, names)
            return [given[0] * 1, *arrays_in(self.given)]

    return Net()


def arrays_in(value: Any) -> List[Any]:
    if isinstance(value, (list, tuple)):
        return [array for item in value for array in arrays_in(item)]
    return [value] if isinstance(value, mx.np.ndarray) else []


def run(net: Any, given: Dict[str, Any]) -> List[Any]:
    """The outputs; raises what MXNet raises."""
    mx.random.seed(1)
    onp.random.seed(1)
    random.seed(1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [output.asnumpy() for output in net(*(given[name] for name in NAMES))]


def difference(expected: List[Any], found: List[Any], is_random: bool) -> str:
    if len(expected) != len(found):
        return f"{len(expected)} outputs, hybridized {len(found)}"
    for one, other in zip(expected, found):
        if one.shape != other.shape:
            return f"shape {one.shape}, hybridized {other.shape}"
        numeric = one.dtype.kind in "fiub"
        if numeric and not is_random and not onp.allclose(one, other, 1e-4, 1e-4, equal_nan=True):
            return "other values"
    return ""


def first_line(error: BaseException) -> str:
    """What an error says, without what differs from run to run."""
    lines = [line for line in str(error).splitlines() if "Check failed" in line or "Error" in line] or [str(error)]
    said = re.sub(r"\[\d+:\d+:\d+\] |node_\d+|CachedOp\d+|0x[0-9a-f]+|\.\./src/\S+ ", "", lines[-1]).strip()
    return f"{type(error).__name__}: {said}"[:120]


def compared(call: str) -> Optional[Dict[str, Any]]:
    """What becomes of a call; None where it does not work imperatively."""
    try:
        net = block_of(call)
        expected = run(net, inputs(1))
        given = net.given
    except Exception:
        return None
    arrays = arrays_in(given)
    answer: Dict[str, Any] = {"call": call, "outputs": len(arrays), "list": isinstance(given, (list, tuple))}
    if not arrays:
        return {**answer, "python": kind_of_python(call, given)}
    is_random = _is_random(call)
    answer["random"] = is_random
    answer["shape"] = "same" if len(arrays) == 1 and arrays[0].shape == (BATCH, WIDTH) else ""
    hybrid = block_of(call)
    hybrid.hybridize()
    variations = (
        ("fails_tracing", inputs(1)),
        ("values", inputs(5)),
        ("batch", inputs(3, 5)),
        ("shapes", inputs(4, 3, 5)),
    )
    for category, given_here in variations:
        try:
            expected = run(block_of(call), given_here)
        except Exception:
            continue
        try:
            said = difference(expected, run(hybrid, given_here), is_random)
        except Exception as error:
            said = first_line(error)
        if said:
            return {**answer, "difference": [call, category, said]}
    return answer


def _is_random(call: str) -> bool:
    given = inputs(1)
    seen = []
    for seed in (1, 2):
        mx.random.seed(seed)
        onp.random.seed(seed)
        seen.append([output.asnumpy() for output in block_of(call)(*(given[name] for name in NAMES))])
    return bool(difference(*seen, False))


def kind_of_python(call: str, given: Any) -> str:
    """Whether a Python value comes of the "values" or the "shapes" of the inputs, or of neither."""
    if isinstance(given, (bool, onp.bool_)) and _TENSOR.search(call.partition("(")[2]):
        return "values"
    for kind, given_here in (("values", inputs(5)), ("shapes", inputs(3, 5, 4))):
        net = block_of(call)
        try:
            run(net, given_here)
        except Exception:
            return kind
        if text_of_python(net.given) != text_of_python(given):
            return kind
    return ""


def text_of_python(value: Any) -> str:
    try:
        return repr(value)
    except Exception:  # some of MXNet's own objects cannot be shown
        return type(value).__name__


#: What names an input in the text of a call.
_TENSOR = re.compile(r"\b[abiqstuwkge]\b(?!['=])")
#: What MXNet says where a call writes into an array that it was given: `np.exp(a, b)` writes into `b`.
_IN_PLACE = "Inplace operations"


def summary(seen: List[Dict[str, Any]]) -> Dict[str, Any]:
    """The record of something, by what became of the calls of it that work."""
    seen = [answer for answer in seen if _IN_PLACE not in str(answer.get("difference")) or _is_named_so(answer)]
    if not seen:
        return {"unmeasured": ["recording", "outputs"]}
    record: Dict[str, Any] = {}
    python = {answer["python"] for answer in seen if "python" in answer}
    arrays = [answer for answer in seen if "python" not in answer]
    if not arrays:
        return {"python": max(python)}
    outputs = {answer["outputs"] for answer in arrays}
    record["outputs"] = outputs.pop() if len(outputs) == 1 else None
    if all(answer["list"] for answer in arrays):
        record["list"] = True
    if any(answer["random"] for answer in arrays):
        record["random"] = True
    if all(answer["shape"] == "same" for answer in arrays):
        record["shape"] = "same"
    for key, asks in (("recorded", True), ("made", False)):
        fails = {_fails(answer) for answer in arrays if bool(_TENSOR.search(_arguments(answer))) is asks}
        if len(fails) == 1:
            record[key] = not fails.pop()
    differences = [answer["difference"] for answer in arrays if "difference" in answer]
    return {**record, "differences": differences[:_NOTED]} if differences else record


def _is_named_so(answer: Dict[str, Any]) -> bool:
    """Whether a call writes in place as its name says: all the others do because of an argument."""
    return answer["call"].split("(")[0].rpartition(".")[2] in ("copyto", "shuffle", "fill_diagonal", "sort")


def _arguments(answer: Dict[str, Any]) -> str:
    return str(answer["call"]).partition("(")[2] if answer["call"].startswith("np") else "a"


def _fails(answer: Dict[str, Any]) -> bool:
    return answer.get("difference", ("", ""))[1] == "fails_tracing"


def public(holder: Any) -> Iterator[Tuple[str, Any]]:
    for name in sorted(dir(holder)):
        if not name.startswith("_"):
            yield name, getattr(holder, name, None)


def module_at(path: str) -> Any:
    found = mx
    for part in path.split("."):
        found = getattr(found, part)
    return found


def records(processes: int, every: int) -> Dict[str, Any]:
    functions: Dict[str, Dict[str, Any]] = {}
    tasks: List[Tuple[str, str, List[str]]] = []
    for space in NAMESPACES:
        for name, value in public(module_at(space)):
            path = f"{space}.{name}"
            if isinstance(value, types.ModuleType):
                if path in NAMESPACES:
                    functions[path] = {"kind": "module"}
            elif inspect.isclass(value):
                functions[path] = {"kind": "class"}
            elif callable(value):
                functions[path] = {"kind": "function"}
                tasks.append(("functions", path, [f"{path}({arguments})" for arguments in ARGUMENTS]))
            else:
                functions[path] = {"kind": "constant"}
    methods: Dict[str, Dict[str, Any]] = {}
    for name, value in public(mx.np.ndarray):
        is_method = callable(value)
        methods[name] = {} if is_method else {"kind": "property"}
        texts = [f"a.{name}({text})" for text in OF_METHODS if text is not None] if is_method else [f"a.{name}"]
        tasks.append(("methods", name, texts))
    tasks = [task for task in tasks if zlib.crc32(task[1].encode()) % every == 0]
    attempts = [(table, name, call) for table, name, calls in tasks for call in calls]
    print(len(attempts), "calls of", len(tasks), "names", file=sys.stderr)
    answers: Dict[Tuple[str, str], List[Dict[str, Any]]] = {}
    for (table, name, _), answer in zip(
        attempts, isolation.run_isolated(lambda task: compared(task[2]), attempts, processes)
    ):
        if answer is not None and isolation.CRASHED not in answer:
            answers.setdefault((table, name), []).append(answer)
    for table, name, _ in tasks:
        (functions if table == "functions" else methods)[name].update(summary(answers.get((table, name), [])))
    if every > 1:
        measured = {(table, name) for table, name, _ in tasks}
        functions = {name: record for name, record in functions.items() if ("functions", name) in measured}
        methods = {name: record for name, record in methods.items() if ("methods", name) in measured}
    return {
        "version": VERSION,
        "namespaces": {"": {}, **{path: {} for path in NAMESPACES}},
        "operators": {},
        "functions": functions,
        "methods": methods,
        "np_methods": methods,
    }


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=pathlib.Path, help="file to write (default: in hybridlint/mxnet_api)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="measure only one of about N: a sample")
    parser.add_argument("-j", "--processes", type=int, default=os.cpu_count() or 1, help="processes that measure")
    options = parser.parse_args(arguments)
    if options.every > 1 and options.output is None:
        parser.error("a sample is no data file: give --output")
    if not mx.__version__.startswith("2.0.0b"):
        parser.error(f"MXNet 2.0.0b1 is needed, and this is {mx.__version__}")
    mx.npx.set_np()
    output = options.output or DATA / f"{VERSION}.json"
    output.write_text(text_of(records(options.processes, options.every)), encoding="utf-8")
    print(output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
