"""What MXNet 2 does with a block: imperatively and hybridized, called again, at other shapes, in training.

Independent of the linter and of the check. A block during which a worker process dies counts as a crash.
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import io
import sys
import traceback
import warnings
import weakref
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple

from tests.judging import workers as running
from tests.judging.workers import Source

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


def numbers_of(value: Any) -> Any:
    """`value` with arrays of NumPy in the place of MXNet's, which also waits for them."""
    if hasattr(value, "asnumpy"):
        return value.asnumpy()
    if isinstance(value, (list, tuple)):
        return [numbers_of(item) for item in value]
    return {key: numbers_of(item) for key, item in value.items()} if isinstance(value, dict) else value


def differ(left: Any, right: Any) -> bool:
    import numpy as np

    if isinstance(left, list) and isinstance(right, list):
        return len(left) != len(right) or any(differ(a, b) for a, b in zip(left, right))
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        if left.shape != right.shape or left.dtype != right.dtype:
            return True
        if left.dtype.kind not in "fiub":
            return bool((left != right).any())
        return not np.allclose(left.astype("float64"), right.astype("float64"), TOLERANCE, TOLERANCE, equal_nan=True)
    return type(left) is not type(right) or isinstance(left, (int, float, str)) and left != right


@contextlib.contextmanager
def quiet(printed: Optional[List[str]] = None) -> Iterator[None]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    if printed is not None:
        printed.append(out.getvalue())


class Call(NamedTuple):
    """A call, and the key of a difference in it. `accepted` are its inputs by every block that can be judged."""

    key: str
    seed: int
    batch: int = BATCH
    wider: int = 0
    accepted: bool = False
    change: Callable[[Any], Any] = lambda values: values

    @property
    def other_shape(self) -> bool:
        return self.batch != BATCH or self.wider > 0

    def outputs(self, net: Any, specification: str) -> Any:
        inputs = make_inputs(specification, self.seed, self.batch, self.wider)
        inputs = [self.change(value) if value.dtype.kind == "f" else value for value in inputs]
        running.seed(self.seed)
        with quiet():
            return numbers_of(net(*inputs))


#: The calls of a net, one after the other. Inputs are of one sign or another, small and large, so that branches take
#: both sides where inputs can do that.
CALLS = (
    Call("values", 101, accepted=True),
    Call("calls", 102, accepted=True),
    Call("calls", 101, accepted=True, change=lambda values: -values),
    Call("calls", 106, accepted=True, change=lambda values: values * 20),
    Call("calls", 107, accepted=True, change=lambda values: values * 0.05),
    Call("batch", 104, batch=OTHER_BATCH),
    Call("shapes", 105, wider=1),
    Call("calls", 108, change=abs),
    Call("calls", 109, change=lambda values: -abs(values)),
    Call("calls", 110, change=lambda values: values * 0),
)


def observe(source: str, specification: str, name: str = "case") -> Observation:
    """Everything in which the hybridized block of a module differs from the imperative one."""
    observed = Observation()
    run = Source(source, name)
    try:
        with quiet():
            imperative = run.net(False)
    except Exception as error:
        observed.note("construction", error, run.file)
        return observed
    expected: List[Any] = []
    for call in CALLS:
        try:
            expected.append(call.outputs(imperative, specification))
        except Exception as error:
            if call.accepted:
                observed.note("imperative", error, run.file)
                return observed
            expected.append(None)  # not a block for such inputs
            observed.any_batch = observed.any_batch and call.key != "batch"
            observed.any_width = observed.any_width and call.key != "shapes"
    with quiet():
        hybrid = run.net(True)
    for call, outputs in zip(CALLS, expected):
        if outputs is None:
            continue
        try:
            hybridized = call.outputs(hybrid, specification)
        except Exception as error:
            observed.note(call.key if call.other_shape else "error", error, run.file)
            if call is CALLS[0]:
                return observed
            continue
        if differ(outputs, hybridized):
            observed.note(call.key)
    _observe_traces(observed, run, specification)
    _observe_training(observed, run, specification)
    _observe_parameters(observed, run, specification)
    return observed


def _observe_traces(observed: Observation, run: Source, specification: str) -> None:
    """What calls of the first shapes print, and leave on the block."""

    def results(hybridize: bool) -> Tuple[List[str], List[Any]]:
        printed: List[str] = []
        with quiet():
            net = run.net(hybridize)
        for number in (101, 102, 103):
            running.seed(number)
            with quiet(printed):
                numbers_of(net(*make_inputs(specification, number)))
        return printed[1:], _state(net)

    try:
        expected = results(False)
        hybridized = results(True)
    except Exception:  # which was seen before
        return
    for key, before, after in zip(("print", "attributes"), expected, hybridized):
        if differ(before, after):
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


def _observe_training(observed: Observation, run: Source, specification: str) -> None:
    """Outputs in training of nets that were called in inference before, and gradients of the inputs."""
    from mxnet import autograd

    def results(hybridize: bool) -> Tuple[Any, Any]:
        with quiet():
            net = run.net(hybridize)
            running.seed(5)
            net(*make_inputs(specification, 201))
            inputs = make_inputs(specification, 202)
            followed = [value for value in inputs if value.dtype.kind == "f"]
            for value in followed:
                value.attach_grad()
            running.seed(6)
            with autograd.record():
                outputs = net(*inputs)
                parts = [array for array in _flat(outputs) if array.dtype.kind == "f"]
                loss = sum((part * weight).sum() for weight, part in enumerate(parts, 1))
            forward = numbers_of(outputs)
            try:
                autograd.backward([loss])
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
        hybridized = results(True)
    except Exception as error:
        observed.note("training", error, run.file)
        return
    if differ(expected[0], hybridized[0]):
        observed.note("training")
    elif differ(expected[1], hybridized[1]):
        observed.note("gradients")


def _flat(value: Any) -> List[Any]:
    if isinstance(value, (list, tuple)):
        return [array for item in value for array in _flat(item)]
    return [value] if hasattr(value, "asnumpy") else []


def _observe_parameters(observed: Observation, run: Source, specification: str) -> None:
    """Outputs after the parameters of a net that was called have changed."""

    def results(hybridize: bool) -> Any:
        with quiet():
            net = run.net(hybridize)
            running.seed(5)
            net(*make_inputs(specification, 201))
            for parameter in net.collect_params().values():
                if parameter.grad_req != "null":
                    parameter.set_data(parameter.data() * -1.5 + 0.25)
            running.seed(6)
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
    crash = {"verdict": "crash", "seen": ["crash"], "error": "", "line": None, "any_batch": True, "any_width": True}
    return [answer or {"id": block["id"], **crash} for block, answer in zip(blocks, running.judge(__name__, blocks))]


def _answer(block: Dict[str, Any]) -> Dict[str, Any]:
    observed = observe(block["src"], block["inputs"], block["id"])
    return {
        "verdict": observed.verdict,
        "seen": sorted(observed.seen),
        "error": _said(observed.errors),
        "any_batch": observed.any_batch,
        "any_width": observed.any_width,
        "line": observed.line,
    }


def _said(errors: Sequence[str]) -> str:
    """The line of the first error that states what is wrong: MXNet begins with a traceback."""
    lines = errors[0].strip().splitlines() if errors else [""]
    return next((line.strip() for line in lines if "Check failed" in line), lines[0])[:200]


def _work(blocks_file: str, out: str) -> None:
    import hybridlint_runtime.enable_mxnet  # noqa: F401  # isort: skip
    import mxnet as mx

    mx.npx.set_np()
    running.work(blocks_file, out, _answer)


if __name__ == "__main__":
    _work(sys.argv[1], sys.argv[2])
