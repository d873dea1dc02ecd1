#!/usr/bin/env python3
"""Writes what mx.np and mx.npx of the installed MXNet 2 offer, and what of it deferred compute records.

Run it with a Python that has MXNet 2.0.0b1:

    python tools/make_mxnet2_api.py             # writes hybridlint/mxnet_api/2.0.0b1.json
    python tools/make_mxnet2_api.py -o FILE

Every public function below mx.np and mx.npx, and every public attribute of their arrays, is called in several ways.
Of each call that works imperatively, a hybridized block that makes it is called with the same inputs, then with other
values, another batch and another width, and compared with the imperative one. Layers of Gluon are called hybridized
with another batch than at first. hybridlint/mxnet_api/__init__.py reads the file.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import itertools
import os
import pathlib
import random
import re
import sys
import types
import warnings
import zlib
from typing import Any, Dict, Iterator, List, Optional, Tuple

# Without oneDNN's recurrent layers, which drop nothing out.
os.environ.update(
    OMP_NUM_THREADS="1", MXNET_ENGINE_TYPE="NaiveEngine", DMLC_LOG_STACK_TRACE_DEPTH="1", MXNET_USE_ONEDNN_RNN="0"
)

import numpy as onp

importlib.import_module("hybridlint_runtime.enable_mxnet")
mx: Any = importlib.import_module("mxnet")

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from mxnet_measurements import isolation, names, running  # noqa: E402
from mxnet_measurements.writing import DATA, text_of  # noqa: E402

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
    "a, b, a", "a, axis=-1", "a, [0, 1]", "i, 0, 3", "i, a", "a, num_outputs=3, axis=1", "[a, b], axis=1",
    "q, g, g, g, g, key='one'",
    "t, np.ones(26) / 9, np.zeros((2, 2, 2)), state_size=2, num_layers=2, mode='rnn_tanh', p=0.5",
    "t, np.ones(26) / 9, np.zeros((2, 2, 2)), state_size=2, num_layers=2, mode='rnn_tanh', state_outputs=True",
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
        def forward(self, *inputs: Any) -> Any:
            self.inputs = inputs
            names = {"np": mx.np, "npx": mx.npx, "mx": mx, **dict(zip(NAMES, inputs))}
            self.result = eval(code, names)
            return [inputs[0] * 1, *arrays_in(self.result)]

    return Net()


def arrays_in(value: Any) -> List[Any]:
    if isinstance(value, (list, tuple)) or type(value).__name__ == "ADT":  # what functions of C++ return
        return [array for item in value for array in arrays_in(item)]
    return [value] if isinstance(value, mx.nd.NDArray) else []


def run(net: Any, arrays: Dict[str, Any]) -> List[Any]:
    """The outputs; raises what MXNet raises."""
    mx.random.seed(1)
    onp.random.seed(1)
    random.seed(1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [output.asnumpy() for output in net(*(arrays[name] for name in NAMES))]


def difference(expected: List[Any], measured: List[Any], is_random: bool) -> str:
    if len(expected) != len(measured):
        return f"{len(expected)} outputs, hybridized {len(measured)}"
    for left, right in zip(expected, measured):
        if left.shape != right.shape:
            return f"shape {left.shape}, hybridized {right.shape}"
        numeric = left.dtype.kind in "fiub"
        if numeric and not is_random and not onp.allclose(left, right, 1e-4, 1e-4, equal_nan=True):
            return "other values"
    return ""


def first_line(error: BaseException) -> str:
    """The message of an error, without what differs from run to run."""
    lines = [line for line in str(error).splitlines() if "Check failed" in line or "Error" in line] or [str(error)]
    message = re.sub(r"\[\d+:\d+:\d+\] |node_\d+|CachedOp\d+|0x[0-9a-f]+|\.\./src/\S+ ", "", lines[-1]).strip()
    return f"{type(error).__name__}: {message}"[:120]


def compared(call: str) -> Optional[Dict[str, Any]]:
    """What becomes of a call; None where it does not work imperatively."""
    try:
        net = block_of(call)
        expected = run(net, inputs(1))
        result = net.result
    except Exception:
        return None
    arrays = arrays_in(result)
    answer: Dict[str, Any] = {"call": call, "outputs": len(arrays), "list": isinstance(result, (list, tuple))}
    if not arrays:
        return {**answer, "python": kind_of_python(call, result)}
    is_random = _is_random(call)
    answer["random"] = is_random
    answer["itself"] = result is net.inputs[0]
    answer["training"] = not is_random and _depends_on_mode(call, expected)
    first = _TENSOR.search(_arguments({"call": call}))
    same = len(arrays) == 1 and arrays[0].shape == (BATCH, WIDTH) and first is not None and first[0] in "ab"
    answer["shape"] = "same" if same else ""
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
            reason = difference(expected, run(hybrid, given_here), is_random)
        except Exception as error:
            reason = first_line(error)
        if reason:
            return {**answer, "difference": [call, category, reason]}
    return answer


def _is_random(call: str) -> bool:
    arrays = inputs(1)
    seen = []
    for seed in (1, 2):
        mx.random.seed(seed)
        onp.random.seed(seed)
        seen.append([output.asnumpy() for output in block_of(call)(*(arrays[name] for name in NAMES))])
    return bool(difference(*seen, False))


def _depends_on_mode(call: str, expected: List[Any]) -> bool:
    """Whether a call has other values in training, unless it returns memory that nobody wrote."""
    try:
        for byte in running.FRESH_MEMORY:
            running.fill_fresh_memory(byte)
            if difference(expected, run(block_of(call), inputs(1)), is_random=False):
                return False
        with mx.autograd.train_mode():
            return bool(difference(expected, run(block_of(call), inputs(1)), is_random=False))
    except Exception:
        return False
    finally:
        running.fill_fresh_memory(0)


def kind_of_python(call: str, expected: Any) -> str:
    """Whether a Python value comes of the "values" or the "shapes" of the inputs, or of neither."""
    if isinstance(expected, (bool, onp.bool_)) and _TENSOR.search(call.partition("(")[2]):
        return "values"
    for kind, given_here in (("values", inputs(5)), ("shapes", inputs(3, 5, 4))):
        net = block_of(call)
        try:
            run(net, given_here)
        except Exception:
            return kind
        if text_of_python(net.result) != text_of_python(expected):
            return kind
    return ""


def text_of_python(value: Any) -> str:
    try:
        return repr(value)
    except Exception:  # some of MXNet's own objects cannot be shown
        return type(value).__name__


#: What names an input in the text of a call.
_TENSOR = re.compile(r"\b[abiqstuwkge]\b(?!['=])")
#: The message of MXNet where a call writes into an array that it was given: `np.exp(a, b)` writes into `b`.
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
    record.update(_outputs(arrays))
    if all(answer["list"] for answer in arrays):
        record["list"] = True
    for key in ("random", "training"):
        if any(answer[key] for answer in arrays):
            record[key] = True
    if all(answer["itself"] for answer in arrays):
        record["itself"] = True
    if all(answer["shape"] == "same" for answer in arrays):
        record["shape"] = "same"
    for key, asks in (("recorded", True), ("made", False)):
        about = [answer for answer in arrays if bool(_TENSOR.search(_arguments(answer))) is asks]
        fails = {_fails(answer) for answer in about}
        if len(fails) == 1:
            record[key] = not fails.pop()
        elif any(fails) and all(_is_passed_on(answer) and "difference" in answer for answer in about):
            record[key] = False  # a list of arrays becomes a constant, which other inputs show
    differences = [answer["difference"] for answer in arrays if "difference" in answer]
    return {**record, "differences": differences[:_NOTED]} if differences else record


def _outputs(arrays: List[Dict[str, Any]]) -> Dict[str, Any]:
    """How many arrays the calls give; if that is not always the same, what it is by the number of arguments, where
    several calls agree."""
    if len({answer["outputs"] for answer in arrays}) == 1:
        return {"outputs": arrays[0]["outputs"]}
    counts: Dict[int, List[int]] = {}
    for answer in arrays:
        node: Any = ast.parse(answer["call"], mode="eval").body
        if isinstance(node, ast.Call) and not node.keywords:
            counts.setdefault(len(node.args), []).append(answer["outputs"])
    rows = [
        [[count], outputs[0]]
        for count, outputs in sorted(counts.items())
        if len(outputs) > 1 and len(set(outputs)) == 1
    ]
    return {"outputs": None, "outputs_rule": ["table", ["*"], rows]} if rows else {"outputs": None}


def _is_named_so(answer: Dict[str, Any]) -> bool:
    """Whether a call is known to write in place: all the others do because of an argument."""
    return answer["call"].split("(")[0].rpartition(".")[2] in ("copyto", "shuffle", "fill_diagonal", "sort")


def _arguments(answer: Dict[str, Any]) -> str:
    return str(answer["call"]).partition("(")[2] if answer["call"].startswith("np") else "a"


def _is_passed_on(answer: Dict[str, Any]) -> bool:
    """Whether a call is of a function that MXNet passes on to NumPy, which computes with copies."""
    space, _, name = str(answer["call"]).split("(")[0].rpartition(".")
    return space == "np" and name in mx.numpy.fallback.__all__


def _fails(answer: Dict[str, Any]) -> bool:
    return answer.get("difference", ("", ""))[1] == "fails_tracing"


#: What layers of Gluon are made with, as text, and the shapes of what they are called with: `n` is the batch. What
#: follows the first input of a cell is its states.
MADE_WITH = (
    *("", "4", "'relu'", "0.5", "4, 3", "3, 4", "(0,)", "4, input_size=3"),
    *("rnn.RNNCell(3, input_size=3)", "rnn.RNNCell(3, input_size=3), 0.5, 0.5"),
)
CALLED_WITH = (
    *("n 3", "n 3 5", "n 4 6 6", "n 2 4 6 6", "n 3, n 3", "n, n", "n 3, n", "n 3, n 3, n", "n 3, n 3, n 3"),
    *("n 3, n 4", "n 3, n 4, n 4"),
)


def blocks(processes: int) -> Dict[str, Any]:
    """The layers that hybridized fail, or have other outputs than imperatively, with another batch."""
    gluon = mx.gluon
    layers = {
        name: value
        for module in (gluon.nn, gluon.rnn, gluon.loss)
        for name, value in public(module)
        if inspect.isclass(value) and issubclass(value, gluon.HybridBlock)
    }
    tasks = list(itertools.product(layers, MADE_WITH))
    # A layer that waits for other devices waits for ever.
    answers = isolation.run_isolated(
        lambda task: uses_the_batch(layers[task[0]], task[1]), tasks, processes, seconds=9.0
    )
    return {name: answer for (name, *_), answer in zip(tasks, answers) if answer.get("batch") is True}


def uses_the_batch(layer: Any, made_with: str) -> Dict[str, bool]:
    ways = itertools.product(CALLED_WITH, (False, True))
    return {"batch": any(_fixes_the_batch(layer, made_with, *way) for way in ways)}


def _fixes_the_batch(layer: Any, made_with: str, shapes: str, training: bool) -> bool:
    class Net(mx.gluon.HybridBlock):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.layer = eval(f"layer({made_with})", {"layer": layer, "rnn": mx.gluon.rnn})

        def forward(self, *inputs: Any) -> Any:
            first, *others = inputs
            states = [others] if isinstance(self.layer, mx.gluon.rnn.RecurrentCell) else others
            return arrays_in([self.layer(first, *states)])

    def called(net: Any, batch: int) -> List[Any]:
        numbers = onp.random.RandomState(batch)
        sizes = [[batch if size == "n" else int(size) for size in shape.split()] for shape in shapes.split(",")]
        arrays = [mx.np.array(numbers.uniform(size=size), dtype="float32") for size in sizes]
        with mx.autograd.train_mode() if training else mx.autograd.predict_mode():
            return [output.asnumpy() for output in net(*arrays)]

    try:
        net = Net()
        net.initialize()
        called(net, 2)
        expected = called(net, 3)
        net.hybridize()
        called(net, 2)
    except Exception:
        return False
    try:
        return bool(difference(expected, called(net, 3), is_random=training))
    except Exception:
        return True


def copying() -> List[str]:
    """The functions of NumPy that copy an array into host memory, and do not call one of `mx.np`."""
    array, result = inputs(1)["a"], []
    for name, function in public(onp):
        if callable(function) and not inspect.isclass(function) and not name.startswith(("get", "set", "show", "disp")):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    copied = type(function(array)) is onp.ndarray
                except Exception:
                    continue
            result += [name] if copied else []
    return result


def public(holder: Any) -> Iterator[Tuple[str, Any]]:
    for name in sorted(dir(holder)):
        if not name.startswith("_"):
            yield name, getattr(holder, name, None)


def module_at(path: str) -> Any:
    member = mx
    for part in path.split("."):
        member = getattr(member, part)
    return member


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
        "hybridize": {name: {} for name in names.flags_of_hybridize()},
        "unrelated": {name: {} for name in names.unrelated_classes()},
        "operators": {},
        "functions": functions,
        "methods": methods,
        "np_methods": methods,
        "blocks": blocks(processes),
        "copied": {name: {} for name in copying()},
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
