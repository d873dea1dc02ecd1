"""What MXNet 2 does with a block: imperatively and hybridized, called again, at other shapes, in training.

Independent of the linter and of the check. Blocks run in worker processes, because MXNet 2.0.0b1 ends the process for
some of them; the block during which a worker died counts as a crash.
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import io
import json
import linecache
import os
import random
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
import weakref
from typing import Any, Dict, Iterator, List, Optional, Sequence, Set, Tuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
#: A block that runs longer does not end.
SECONDS = 30
TOLERANCE = 1e-4
#: The first axis of inputs at first, and of another batch.
BATCH, OTHER_BATCH = 2, 5

#: Keys of `hybridlint.rules.base.SHOWN_AS`, the first of which that is seen is the verdict; and those of a block that
#: cannot be judged.
ORDER = (
    "crash",
    "imperative",
    "construction",
    "error",
    "values",
    "calls",
    "parameters",
    "batch",
    "shapes",
    "training",
    "gradients",
    "attributes",
    "print",
)
OK = "ok"


@dataclasses.dataclass
class Observation:
    """In what a hybridized block differs from the imperative one. `seen` are keys of :data:`ORDER`; `errors` what was
    raised, as "Type: message"; `line` the line of the block that raised, or None."""

    seen: Set[str] = dataclasses.field(default_factory=set)
    errors: List[str] = dataclasses.field(default_factory=list)
    line: Optional[int] = None
    #: Whether the imperative block takes another batch, and another width.
    any_batch: bool = True
    any_width: bool = True

    def note(self, key: str, error: Optional[BaseException] = None, file: str = "") -> None:
        self.seen.add(key)
        if error is not None:
            self.errors.append(f"{type(error).__name__}: {error}")
            lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
            self.line = self.line or (lines[-1] if lines else None)

    @property
    def verdict(self) -> str:
        return next((key for key in ORDER if key in self.seen), OK)


def make_inputs(specification: str, seed: int, batch: int = BATCH, wider: int = 0) -> List[Any]:
    """Arrays for a Python literal: a shape is float32 of a normal distribution, ('pos', shape) positive, ('i', shape,
    low, high) int32. A leading 2 is the batch; the last axis is longer by `wider`."""
    import mxnet as mx
    import numpy as np

    numbers = np.random.RandomState(seed)

    def make(part: Any) -> Any:
        if isinstance(part, list):
            return [make(inner) for inner in part]
        kind, shape, rest = ("normal", part, ()) if not isinstance(part[0], str) else (part[0], part[1], part[2:])
        if shape and shape[0] == BATCH:
            shape = (batch, *shape[1:])
        if len(shape) > 1:
            shape = (*shape[:-1], shape[-1] + wider)
        if kind == "pos":
            return mx.np.array(numbers.uniform(0.5, 1.5, size=shape).astype("float32"))
        if kind == "i":
            return mx.np.array(numbers.randint(*rest, size=shape).astype("int32"), dtype="int32")
        return mx.np.array(numbers.normal(size=shape).astype("float32"))

    return [make(part) for part in ast.literal_eval(specification)]


class _Run:
    """One source, made into nets and called."""

    def __init__(self, source: str, name: str) -> None:
        self.file = f"<block {name}>"
        linecache.cache[self.file] = (len(source), None, source.splitlines(True), self.file)
        self.code = compile(source, self.file, "exec", dont_inherit=True)

    def net(self, hybridize: bool) -> Any:
        """A net of the same parameters each time."""
        import mxnet as mx

        seed(7)
        namespace: Dict[str, Any] = {"__name__": "block"}
        exec(self.code, namespace)
        net = namespace["Net"]()
        net.initialize(mx.init.Uniform(0.5))
        if hybridize:
            net.hybridize()
        return net


def seed(number: int) -> None:
    import mxnet as mx
    import numpy as np

    mx.random.seed(number)
    np.random.seed(number)
    random.seed(number)


def numbers_of(value: Any) -> Any:
    """`value` with arrays of NumPy in the place of MXNet's, which also waits for them."""
    if hasattr(value, "asnumpy"):
        return value.asnumpy()
    if isinstance(value, (list, tuple)):
        return [numbers_of(item) for item in value]
    return {key: numbers_of(item) for key, item in value.items()} if isinstance(value, dict) else value


def differ(one: Any, other: Any) -> bool:
    import numpy as np

    if isinstance(one, list) and isinstance(other, list):
        return len(one) != len(other) or any(differ(a, b) for a, b in zip(one, other))
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        if one.shape != other.shape or one.dtype != other.dtype:
            return True
        if one.dtype.kind not in "fiub":
            return bool((one != other).any())
        return not np.allclose(one.astype("float64"), other.astype("float64"), TOLERANCE, TOLERANCE, equal_nan=True)
    return type(one) is not type(other) or isinstance(one, (int, float, str)) and one != other


@contextlib.contextmanager
def quiet(printed: Optional[List[str]] = None) -> Iterator[None]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    if printed is not None:
        printed.append(out.getvalue())


def observe(source: str, specification: str, name: str = "case") -> Observation:
    """Everything in which the hybridized block of a module differs from the imperative one."""
    observed = Observation()
    run = _Run(source, name)
    try:
        with quiet():
            imperative = run.net(False)
    except Exception as error:
        observed.note("construction", error, run.file)
        return observed
    # Seed, batch, how much wider, and a factor: of one sign or another, small and large, branches take both sides.
    calls = [(101, BATCH, 0, 1), (102, BATCH, 0, 1), (101, BATCH, 0, -1), (106, BATCH, 0, 20), (107, BATCH, 0, 0.05)]
    calls += [(104, OTHER_BATCH, 0, 1), (105, BATCH, 1, 1)]
    names = ("error", "calls", "calls", "calls", "calls", "batch", "shapes")

    def call(net: Any, number: int, batch: int, wider: int, factor: float) -> Any:
        given = make_inputs(specification, number, batch, wider)
        given = [value * factor if value.dtype.kind == "f" and factor != 1 else value for value in given]
        seed(number)
        with quiet():
            return numbers_of(net(*given))

    expected: List[Any] = []
    for position, arguments in enumerate(calls):
        try:
            expected.append(call(imperative, *arguments))
        except Exception as error:
            if position < 5:
                observed.note("imperative", error, run.file)
                return observed
            expected.append(None)  # not a block for any shape
            observed.any_batch, observed.any_width = (
                observed.any_batch and position != 5,
                observed.any_width and position != 6,
            )
    with quiet():
        hybrid = run.net(True)
    for position, arguments in enumerate(calls):
        if expected[position] is None:
            continue
        try:
            found = call(hybrid, *arguments)
        except Exception as error:
            observed.note("error" if position < 5 else names[position], error, run.file)
            if position == 0:
                return observed
            continue
        if differ(expected[position], found):
            observed.note("values" if position == 0 else names[position])
    _observe_traces(observed, run, specification)
    _observe_training(observed, run, specification)
    _observe_parameters(observed, run, specification)
    return observed


def _observe_traces(observed: Observation, run: _Run, specification: str) -> None:
    """What calls of the first shapes print, and leave on the block."""

    def results(hybridize: bool) -> Tuple[List[str], List[Any]]:
        printed: List[str] = []
        with quiet():
            net = run.net(hybridize)
        for number in (101, 102, 103):
            seed(number)
            with quiet(printed):
                numbers_of(net(*make_inputs(specification, number)))
        return printed[1:], _state(net)

    try:
        expected = results(False)
        found = results(True)
    except Exception:  # which was seen before
        return
    for key, one, other in zip(("print", "attributes"), expected, found):
        if differ(one, other):
            observed.note(key)


def _state(net: Any) -> List[Any]:
    """The arrays and lists of them that a net and its children hold, by attribute."""
    held = []
    for child in net._children.values():
        held += _state(child() if isinstance(child, weakref.ref) else child)
    for name, value in sorted(vars(net).items()):
        if name.startswith("_") or not isinstance(value, list) and not hasattr(value, "asnumpy"):
            continue
        if isinstance(value, list) and not all(hasattr(item, "asnumpy") for item in value):
            continue
        held.append([name, numbers_of(value)])
    return held


def _observe_training(observed: Observation, run: _Run, specification: str) -> None:
    """Outputs in training of nets that were called in inference before, and gradients of the inputs."""
    from mxnet import autograd

    def results(hybridize: bool) -> Tuple[Any, Any]:
        with quiet():
            net = run.net(hybridize)
            seed(5)
            net(*make_inputs(specification, 201))
            given = make_inputs(specification, 202)
            followed = [value for value in given if value.dtype.kind == "f"]
            for value in followed:
                value.attach_grad()
            seed(6)
            with autograd.record():
                outputs = net(*given)
            flat = _flat(outputs)
            forward = numbers_of(outputs)
            try:
                autograd.backward([array for array in flat if array.dtype.kind == "f"])
            except Exception as error:
                return forward, type(error).__name__
            return forward, [numbers_of(value.grad) for value in followed]

    try:
        expected = results(False)
    except Exception:
        return
    if not isinstance(expected[1], list):
        return
    try:
        found = results(True)
    except Exception as error:
        observed.note("training", error, run.file)
        return
    if differ(expected[0], found[0]):
        observed.note("training")
    elif differ(expected[1], found[1]):
        observed.note("gradients")


def _flat(value: Any) -> List[Any]:
    if isinstance(value, (list, tuple)):
        return [array for item in value for array in _flat(item)]
    return [value] if hasattr(value, "asnumpy") else []


def _observe_parameters(observed: Observation, run: _Run, specification: str) -> None:
    """Outputs after the parameters of a net that was called have changed."""

    def results(hybridize: bool) -> Any:
        with quiet():
            net = run.net(hybridize)
            seed(5)
            net(*make_inputs(specification, 201))
            for parameter in net.collect_params().values():
                if parameter.grad_req != "null":
                    parameter.set_data(parameter.data() * -1.5 + 0.25)
            seed(6)
            return numbers_of(net(*make_inputs(specification, 201)))

    try:
        expected = results(False)
    except Exception:
        return
    try:
        if differ(expected, results(True)):
            observed.note("parameters")
    except Exception as error:
        observed.note("parameters", error, run.file)


# Many blocks, in workers


def judge(blocks: Sequence[Dict[str, Any]]) -> List[Dict[str, Any]]:
    """For each block (`id`, `src`, `inputs`) its `verdict`, what was `seen`, the first `error` and the failing
    `line`."""
    remaining = {block["id"]: block for block in blocks}
    judged: Dict[str, Dict[str, Any]] = {}
    while remaining:
        with tempfile.TemporaryDirectory() as folder:
            asked, out = os.path.join(folder, "asked"), os.path.join(folder, "out")
            with open(asked, "w", encoding="utf-8") as stream:
                json.dump(list(remaining.values()), stream)
            begun = None
            for line in _run_worker(asked, out):
                begun = line["id"]
                if "verdict" in line:
                    judged[begun] = line
                    remaining.pop(begun)
                    begun = None
            if begun is not None:
                remaining.pop(begun)
                judged[begun] = {"id": begun, "verdict": "crash", "seen": ["crash"], "error": "", "line": None}
                judged[begun].update(any_batch=True, any_width=True)
    return [judged[block["id"]] for block in blocks]


def _run_worker(asked: str, out: str) -> Iterator[Dict[str, Any]]:
    environment = {**os.environ, "PYTHONPATH": ROOT, "OMP_NUM_THREADS": "1", "MXNET_ENGINE_TYPE": "NaiveEngine"}
    command = [sys.executable, "-m", "benchmarks.generated_blocks.mxnet2.reference", asked, out]
    with open(out + ".log", "w", encoding="utf-8") as log:
        worker = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
    size, since = -1, time.monotonic()
    while worker.poll() is None:
        time.sleep(0.1)
        now = os.path.getsize(out) if os.path.exists(out) else 0
        if now != size:
            size, since = now, time.monotonic()
        elif time.monotonic() - since > SECONDS:
            worker.kill()
            worker.wait()
    if worker.returncode == 1:  # a Python exception of the worker itself: models end it by signals
        with open(out + ".log", encoding="utf-8", errors="replace") as log:
            raise RuntimeError(f"the worker failed:\n{log.read()}")
    with open(out, encoding="utf-8") as stream:
        yield from map(json.loads, stream)


def _work(asked: str, out: str) -> None:
    import mxnet as mx

    import hybridlint_runtime.enable_mxnet  # noqa: F401

    mx.npx.set_np()
    with open(asked, encoding="utf-8") as stream:
        blocks = json.load(stream)
    with open(out, "w", encoding="utf-8") as stream:
        for block in blocks:
            stream.write(json.dumps({"id": block["id"]}) + "\n")
            stream.flush()
            observed = observe(block["src"], block["inputs"], block["id"])
            answer = {"verdict": observed.verdict, "seen": sorted(observed.seen), "error": _said(observed.errors)}
            answer.update(any_batch=observed.any_batch, any_width=observed.any_width)
            stream.write(json.dumps({"id": block["id"], **answer, "line": observed.line}) + "\n")
            stream.flush()


def _said(errors: Sequence[str]) -> str:
    """The line of the first error that says what is wrong: MXNet begins with a traceback."""
    lines = errors[0].strip().splitlines() if errors else [""]
    return next((line.strip() for line in lines if "Check failed" in line), lines[0])[:200]


if __name__ == "__main__":
    _work(sys.argv[1], sys.argv[2])
