"""Runs the example of a rule on real MXNet, imperatively and hybridized, and reports in which ways the two differ."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import functools
import io
import linecache
import os
import random
import re
import tempfile
import warnings
from typing import Any, Callable, Dict, Iterator, List, Optional, Set

import mxnet as mx
import numpy as np
from mxnet import autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock

from hybridlint_runtime.export.onnx.exporting import NotTheSame, export_onnx
from hybridlint_runtime.model.memory import fill_memory, left_as_found

#: The length of the first axis that inputs have at first, and of another batch.
BATCH, OTHER_BATCH = 2, 5
TOLERANCE = 1e-4


@dataclasses.dataclass
class Observation:
    """`seen` are keys of `hybridlint.rules.base.SHOWN_AS`; `errors` what was raised, as "Type: message"."""

    seen: Set[str] = dataclasses.field(default_factory=set)
    errors: List[str] = dataclasses.field(default_factory=list)

    def note(self, key: str, error: Optional[BaseException] = None) -> None:
        self.seen.add(key)
        if error is not None:
            self.errors.append(f"{type(error).__name__}: {error}")


def make_inputs(specification: str, seed: int, batch: int = BATCH) -> List[Any]:
    """Arrays for a Python literal: a shape is float32 of a normal distribution, ('pos', shape) positive,
    ('i', shape, low, high) int32, None is None, a list a list, ('tup', …) a tuple. A leading 2
    is the batch."""
    numbers = np.random.RandomState(seed)

    def make(part: Any) -> Any:
        if part is None:
            return None
        if isinstance(part, list):
            return [make(inner) for inner in part]
        if part[0] == "tup":
            return tuple(make(inner) for inner in part[1:])
        kind, shape, rest = ("normal", part, ()) if not isinstance(part[0], str) else (part[0], part[1], part[2:])
        if shape and shape[0] == BATCH:
            shape = (batch, *shape[1:])
        if kind == "pos":
            return mx.nd.array(numbers.uniform(0.5, 1.5, size=shape), dtype="float32")
        if kind == "i":
            return mx.nd.array(numbers.randint(*rest, size=shape), dtype="int32")
        return mx.nd.array(numbers.normal(size=shape), dtype="float32")

    return [make(part) for part in ast.literal_eval(specification)]


def arrays_of(value: Any) -> List[Any]:
    """The NDArrays in nested lists and tuples, in order."""
    if isinstance(value, (list, tuple)):
        return [array for item in value for array in arrays_of(item)]
    return [value] if isinstance(value, mx.nd.NDArray) else []


def numbers_of(value: Any) -> Any:
    """`value` with arrays of NumPy in the place of NDArrays, which also waits for them."""
    if isinstance(value, mx.nd.NDArray):
        return value.asnumpy()
    if isinstance(value, (list, tuple)):
        return [numbers_of(item) for item in value]
    if isinstance(value, dict):
        return {key: numbers_of(item) for key, item in value.items()}
    return value


def differ(left: Any, right: Any, tolerance: float = TOLERANCE) -> bool:
    if isinstance(left, list) and isinstance(right, list):
        return len(left) != len(right) or any(differ(a, b, tolerance) for a, b in zip(left, right))
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        if left.shape != right.shape or left.dtype != right.dtype:
            return True
        return not np.allclose(left.astype("float64"), right.astype("float64"), tolerance, tolerance, equal_nan=True)
    return type(left) is not type(right) or (isinstance(left, (int, float, str)) and left != right)


#: What a module that draws random numbers of MXNet reads like, be it to initialise parameters.
_DRAWS = re.compile(r"random|ropout|sampl|shuffle|nn\.|params|Parameter")


class Example:
    """One module of an example, from which fresh nets are made."""

    def __init__(self, text: str, name: str) -> None:
        filename = f"<{name}>"
        self.draws = _DRAWS.search(text) is not None
        linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
        self.names: Dict[str, Any] = {"__name__": name}
        exec(compile(text, filename, "exec"), self.names)

    def seed(self, number: int) -> None:
        """Seed all random numbers that the example may draw. Seeding those of MXNet takes a millisecond."""
        np.random.seed(number)
        random.seed(number)
        if self.draws:
            mx.random.seed(number)

    def net(self, hybrid: bool) -> Block:
        self.seed(7)
        net = self.names["Net"]()
        net.initialize(mx.init.Uniform(0.5))
        if hybrid:
            self.names.get("hybridize", _hybridize)(net)
        return net


def _hybridize(net: Block) -> None:
    net.hybridize()


@contextlib.contextmanager
def quiet(printed: Optional[List[str]] = None) -> Iterator[List[warnings.WarningMessage]]:
    """Collects warnings and what is printed."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield caught
    if printed is not None:
        printed.append(out.getvalue())


def attempt(action: Callable[[], Any]) -> Any:
    """The result of `action`, or the exception that it raised."""
    try:
        return action()
    except Exception as error:
        return error


def observe(text: str, specification: str, name: str) -> Observation:
    """Everything in which the hybridized block of a module differs from the imperative one."""
    mx.random.seed(0)
    with quiet(), left_as_found():
        example = Example(text, name)
        observed = _observe(example, specification)
    assert example.draws or _next_number() == _first_number(), "it draws random numbers, and is not seeded: see _DRAWS"
    return observed


@functools.lru_cache(maxsize=1)
def _first_number() -> float:
    """The first random number of MXNet after seed 0."""
    mx.random.seed(0)
    return _next_number()


def _next_number() -> float:
    return float(mx.nd.random.uniform(shape=(1,)).asscalar())


def leaves_for_onnx(text: str, specification: str, name: str) -> bool:
    """Whether a module's `Net` converts to ONNX and computes the same there, at two batch sizes."""
    with quiet(), tempfile.TemporaryDirectory() as folder:
        net = Example(text, name).net(hybrid=False)
        inputs, others = (make_inputs(specification, 1, batch) for batch in (BATCH, OTHER_BATCH))
        try:
            export_onnx(net, folder, *inputs, another=others)
        except NotTheSame:
            return False
        return True


def imperative_outputs(text: str, specification: str, name: str) -> List[Any]:
    """What three imperative calls of a module's `Net` return."""
    with quiet(), left_as_found():
        return _three_calls(Example(text, name), specification, hybrid=False).outputs


def _observe(example: Example, specification: str) -> Observation:
    observed = Observation()
    # A trace that failed inside a name scope leaves it open.
    mx.gluon.block._BlockScope._current.value = None
    mx.name.NameManager._current.value = mx.name.NameManager()
    net = attempt(lambda: example.net(hybrid=False))
    if isinstance(net, Exception):
        observed.note("construction", net)
        return observed
    runs = [attempt(lambda hybrid=hybrid: _three_calls(example, specification, hybrid)) for hybrid in (False, True)]
    imperative, hybridized = runs
    if isinstance(imperative, Exception):
        observed.note("both" if isinstance(hybridized, Exception) else "imperative", imperative)
        return observed
    if isinstance(hybridized, Exception):
        observed.note("error", hybridized)
        return observed
    _compare_calls(imperative, hybridized, observed)
    _compare_other_batch(example, specification, imperative, hybridized, observed)
    _compare_training(example, specification, observed)
    _look_at_block(example, hybridized, specification, observed)
    _run_children_alone(example, specification, observed)
    return observed


@dataclasses.dataclass
class ThreeCalls:
    net: Block
    outputs: List[Any]
    after_change: Any
    printed: List[str]
    warned: List[str]


def _three_calls(example: Example, specification: str, hybrid: bool) -> ThreeCalls:
    """Memory that nothing wrote holds other numbers in each phase, so that none is zero by chance."""
    fill_memory(hybrid)
    net = example.net(hybrid)
    outputs: List[Any] = []
    printed: List[str] = []
    warned: List[str] = []
    for number, first in ((101, 1), (102, 2), (103, 1)):
        inputs = make_inputs(specification, first)
        example.seed(number)
        with quiet(printed) as caught:
            result = attempt(lambda inputs=inputs: numbers_of(net(*inputs)))
        warned += [str(warning.message) for warning in caught]
        if isinstance(result, Exception) and not outputs:
            raise result
        outputs.append(result)
    for parameter in net.collect_params().values():
        if parameter.grad_req != "null":
            parameter.set_data(parameter.data() * 1.5 + 0.1)
    example.seed(104)
    after_change = attempt(lambda: numbers_of(net(*make_inputs(specification, 1))))
    return ThreeCalls(net, outputs, after_change, printed, warned)


def _compare_calls(imperative: ThreeCalls, hybridized: ThreeCalls, observed: Observation) -> None:
    if differ(imperative.outputs[0], hybridized.outputs[0]):
        observed.note("values")
    elif differ(imperative.outputs[1:], hybridized.outputs[1:]):
        observed.note("calls")
    elif differ(imperative.after_change, hybridized.after_change):
        observed.note("parameters")
    if imperative.printed != hybridized.printed:
        observed.note("print")
    if set(hybridized.warned) - set(imperative.warned):
        observed.note("warning")


def _compare_other_batch(
    example: Example, specification: str, imperative: ThreeCalls, hybridized: ThreeCalls, observed: Observation
) -> None:
    results = []
    for net in (imperative.net, hybridized.net):
        example.seed(105)
        results.append(attempt(lambda net=net: numbers_of(net(*make_inputs(specification, 3, OTHER_BATCH)))))
    if isinstance(results[0], Exception):
        return  # The block itself is made for one batch size.
    if isinstance(results[1], Exception):
        observed.note("batch", results[1])
    elif differ(results[0], results[1]) and not observed.seen & {"values", "calls", "parameters"}:
        observed.note("batch")


def _train(example: Example, hybrid: bool, specification: str, of_inputs: bool = True) -> Any:
    net = example.net(hybrid)
    example.seed(106)
    net(*make_inputs(specification, 1))
    inputs = make_inputs(specification, 2)
    leaves = [array for array in arrays_of(inputs) if array.dtype == np.float32 and of_inputs]
    for array in leaves:
        array.attach_grad()
    example.seed(107)
    with autograd.record():
        outputs = arrays_of(net(*inputs))
        weights = np.random.RandomState(9)
        loss = sum(
            (output * mx.nd.array(weights.uniform(0.5, 1.5, size=output.shape), dtype=output.dtype)).sum()
            for output in outputs
            if output.dtype == np.float32
        )
    values = [output.asnumpy() for output in outputs]
    error = attempt(loss.backward)
    if isinstance(error, Exception):
        return values, error
    gradients = [array.grad for array in leaves]
    gradients += [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    return values, attempt(lambda: [gradient.asnumpy() for gradient in gradients])


def _compare_training(example: Example, specification: str, observed: Observation) -> None:
    runs = []
    with left_as_found():
        for hybrid in (False, True):
            fill_memory(hybrid)
            runs.append(attempt(lambda hybrid=hybrid: _train(example, hybrid, specification)))
    imperative, hybridized = runs
    if isinstance(imperative, Exception) or isinstance(imperative[1], Exception):
        return  # It cannot be trained imperatively.
    if isinstance(hybridized, Exception):
        observed.note("training", hybridized)
        return
    if differ(imperative[0], hybridized[0]):
        observed.note("training")
    if isinstance(hybridized[1], Exception):
        observed.note("gradients", hybridized[1])
    elif differ(imperative[1], hybridized[1], 1e-3):
        observed.note("gradients")
    else:
        imperative, hybridized = (_train(example, hybrid, specification, of_inputs=False) for hybrid in (False, True))
        if isinstance(hybridized[1], Exception) and not isinstance(imperative[1], Exception):
            observed.note("gradients of parameters", hybridized[1])


def _holds_symbol(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_holds_symbol, value))
    return isinstance(value, mx.sym.Symbol)


def _look_at_block(example: Example, hybridized: ThreeCalls, specification: str, observed: Observation) -> None:
    net = hybridized.net
    if any(_holds_symbol(value) for name, value in vars(net).items() if not name.startswith("_")):
        observed.note("attributes")
    if "hybridize" in example.names:
        plain = example.names["Net"]()
        plain.hybridize()
        if net._flags == plain._flags:
            observed.note("no flag")
    if isinstance(net, HybridBlock) and not getattr(net, "_cached_graph", ()):
        observed.note("no graph")
    elif isinstance(net, HybridBlock):
        _compare_export(example, net, specification, observed)
    net.hybridize(False)
    error = attempt(lambda: numbers_of(net(*make_inputs(specification, 1))))
    if isinstance(error, Exception):
        observed.note("later", error)


def _compare_export(example: Example, net: HybridBlock, specification: str, observed: Observation) -> None:
    inputs = make_inputs(specification, 2)
    arrays = arrays_of(inputs)
    names = ["data"] if len(arrays) == 1 else [f"data{number}" for number in range(len(arrays))]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "net")
        example.seed(108)
        before = [array.asnumpy() for array in arrays_of(net(*inputs))]
        error = attempt(lambda: net.export(path))
        if isinstance(error, Exception):
            observed.note("export", error)
            return
        again = attempt(lambda: SymbolBlock.imports(f"{path}-symbol.json", names, f"{path}-0000.params"))
        if isinstance(again, Exception):
            observed.note("export", again)
            return
        example.seed(108)
        after = attempt(lambda: [array.asnumpy() for array in arrays_of(again(*arrays))])
    if isinstance(after, Exception) or differ(before, after):
        observed.note("export", after if isinstance(after, Exception) else None)


def _run_children_alone(example: Example, specification: str, observed: Observation) -> None:
    net = example.net(hybrid=False)
    for child in net._children.values():
        child.hybridize()
    error = attempt(lambda: numbers_of(net(*make_inputs(specification, 1))))
    if isinstance(error, Exception):
        observed.note("child alone", error)
