"""Facts that only running shows: does a call mean the same imperatively and hybridized, is it random."""

from __future__ import annotations

import ctypes
import functools
import importlib
import math
import re
import warnings
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy

from .calls import LETTERS, Shape, evaluate

mx: Any = importlib.import_module("mxnet")
autograd: Any = importlib.import_module("mxnet.autograd")
gluon: Any = importlib.import_module("mxnet.gluon")

CONTENTS = ("float32", "int32", "definite")
"""Kinds of tensors, tried until the call works imperatively; definite: positive definite matrices where square."""
EXTREMES = (0.0, 1e3, -1e3, 1.0, -1.0)
"""Values at which a gradient may be infinite, or not a number."""
OTHER_SEEDS = range(8, 14)
"""Of random numbers; several, for an operator that flips an image half of the time."""
REPETITIONS = 6
"""Of a call whose values differ, before that is believed."""
METHOD_ARGUMENTS: Sequence[Tuple[str, Shape]] = (
    ("", ()),
    *((arguments, (2, 3)) for arguments in ("b", "1, b")),
    ("b", (2, 1)),
    *(
        (arguments, ())
        for arguments in (
            *("0", "1", "2.0", "True", "3, 2", "-1, 1", "(3, 2)", "[3, 2]", "shape=(3, 2)", "axis=0", "axis=1"),
            *("axis=1, keepdims=True", "axis=None", "0, 1", "(0, 1)", "slice(0, 1)", "'float16'", "num_outputs=3"),
            *("(0, 0), (1, 2)", "0, 0, 1", "k=1", "0.2, 0.5", "2, axis=1"),
        )
    ),
)
"""What methods of a tensor of shape (2, 3) are called with, and the shape of b where there is one."""


_M_PERTURB = -6
"""The number of `mallopt` for what glibc fills memory with (malloc.h)."""
FRESH_MEMORY = (0xC0, 0xB0, 0xC1)
"""Complements of what fresh memory is to consist of: as floats 0.7, 3e9 and 0.2."""
_Change = Callable[[Sequence[Any]], None]
"""Changes arrays in place."""


class _Expression(gluon.HybridBlock):  # type: ignore[misc]
    """A block that evaluates the text of a call on its inputs."""

    def __init__(self, text: str, uses_tensors: bool) -> None:
        super().__init__(prefix="net_")
        self._text = text
        self._uses_tensors = uses_tensors

    def hybrid_forward(self, F: Any, *tensors: Any) -> Any:  # a method that MXNet calls
        result = evaluate(self._text, F, dict(zip(LETTERS, tensors)))
        if self._uses_tensors:
            return result
        # MXNet makes no graph without inputs.
        return [*(result if isinstance(result, (list, tuple)) else [result]), F.identity(tensors[0])]


class _Outcome(NamedTuple):
    """What running a call once gave."""

    error: Optional[str] = None
    tracing: bool = False
    is_list: bool = False
    values: Tuple[Any, ...] = ()
    gradients: Tuple[Any, ...] = ()
    overwrote: bool = False
    """One of the tensors that were passed has changed."""


class _NotTensors(Exception):
    pass


def agreement(task: Tuple[str, Sequence[Sequence[int]]]) -> Dict[str, Any]:
    """Of one call, (text, shapes of a, b, …):

    {"works": whether it does imperatively, "random": …, "list": a single output comes in a Python list,
    "training": it has other values in training, "starts": whether it has a gradient where its result has none,
    "zero": whether it has no gradient where its result has one,
    "flat": the numbers of its tensors that have none of those where others do,
    "combines": an element of its first output depends on several of the first tensor,
    "finite": whether the gradient of its only tensor is finite everywhere,
    "wrong_without_first": the outputs that a graph computes from memory that nobody wrote, if the first is left out,
    "difference": [category, error] if the hybridized call fails or differs}.
    """
    text, shapes = task
    warnings.simplefilter("ignore")
    for content in CONTENTS:
        inferred = _run(text, shapes, content, hybridize=False, train=False)
        if inferred.error is None:
            break
    else:
        return {"works": False}
    answer: Dict[str, Any] = {"works": True}
    trained = _run(text, shapes, content, hybridize=False, train=True)
    train = trained.error is None  # what cannot be trained imperatively is compared in inference only
    usual = trained if train else inferred
    for seed in OTHER_SEEDS:
        reseeded = _run(text, shapes, content, hybridize=False, train=train, seed=seed)
        answer["random"] = reseeded.error is None and not _close(usual.values, reseeded.values)
        if answer["random"]:
            break
    if train:
        answer["starts"] = _has_gradient(_run(text, shapes, content, hybridize=False, train=True, head=0.0))
        sloped = _run(text, shapes, content, hybridize=False, train=True, sloped=True)
        answer["zero"] = bool(shapes) and not any(gradient.any() for gradient in sloped.gradients)
        if not answer["zero"]:
            # Zeros among the values: `where` gives `y` a gradient only there.
            holed = _run(text, shapes, content, hybridize=False, train=True, sloped=True, change=_with_zeros)
            both = zip(sloped.gradients, holed.gradients)
            answer["flat"] = [
                number for number, pair in enumerate(both) if not any(gradient.any() for gradient in pair)
            ]
        if len(shapes) == 1:
            extreme = _run(text, shapes, "extreme", hybridize=False, train=True)
            answer["finite"] = extreme.error is None and bool(numpy.isfinite(extreme.gradients[0]).all())
        if not _close(inferred.values, trained.values) and _repeats(text, shapes, content, inferred):
            answer["training"] = True
    if not answer["random"] and _combines(text, shapes, content, inferred):
        answer["combines"] = True
    if inferred.is_list and len(inferred.values) == 1:
        answer["list"] = True
    if not answer["random"]:
        alone = [
            number for number in range(1, len(inferred.values)) if _unwritten(f"{text}[{number}]", shapes, content)
        ]
        answer.update({"wrong_without_first": alone} if alone else {})
    difference = _difference(text, shapes, content, inferred, trained)
    if inferred.overwrote and difference and "__bool__" in difference[1]:
        difference = None  # a tensor handed to the parameter `out`, by position: no way to call an operator
    doubtful = difference is not None and difference[0] in ("values", "gradient")
    for _ in range(REPETITIONS if answer["random"] or doubtful else 0):
        # What differs must differ every time: some operators read memory that MXNet leaves uninitialised.
        earlier = [(inferred, False, 7), (trained, True, 7), (reseeded, train, seed)]
        if any(
            before.error is None and _unlike(before, _run(text, shapes, content, False, mode, its_seed))
            for before, mode, its_seed in earlier
        ):
            answer["random"] = False
        elif not doubtful or _difference(text, shapes, content, inferred, trained) == difference:
            continue
        if doubtful:
            difference = None
        break
    if difference:
        answer["difference"] = difference
    return answer


def _repeats(
    text: str, shapes: Sequence[Sequence[int]], content: str, usual: _Outcome, change: Optional[_Change] = None
) -> bool:
    """Whether a call in inference gives the same values with other values in fresh memory, which operators return that
    do nothing on a CPU."""
    again = []
    for byte in FRESH_MEMORY:
        fill_fresh_memory(byte)
        again.append(_run(text, shapes, content, hybridize=False, train=False, change=change))
    fill_fresh_memory(0)
    return all(outcome.error is None and _close(usual.values, outcome.values) for outcome in again)


def _combines(text: str, shapes: Sequence[Sequence[int]], content: str, inferred: _Outcome) -> bool:
    """Whether an element of the first output changes with several elements of the first tensor."""
    if not shapes or int(numpy.prod(shapes[0])) > MOST_ELEMENTS:
        return False
    changes = numpy.zeros(inferred.values[0].shape, dtype=int)
    for index in numpy.ndindex(*shapes[0]):
        changed = numpy.zeros(changes.shape, dtype=bool)
        for by in (2.0, -2.0):
            change = functools.partial(_add, number=0, index=index, by=by)
            changed_run = _run(text, shapes, content, hybridize=False, train=False, change=change)
            if changed_run.error is None and changed_run.values[0].shape == changes.shape:
                changed |= ~numpy.isclose(
                    inferred.values[0], changed_run.values[0], rtol=1e-3, atol=1e-5, equal_nan=True
                )
        changes += changed
    return bool((changes > 1).any())


MOST_ELEMENTS = 24
"""Of a tensor whose elements are changed one by one."""


def reads_some_rows(task: Tuple[str, Sequence[Sequence[int]], int]) -> bool:
    """Whether a call, (text, shapes of a, b, …), reads some rows of the tensor with that number and not others: those
    that change the outputs when they change. The other tensors also hold zeros and ones, for conditions and indices."""
    text, shapes, number = task
    warnings.simplefilter("ignore")
    for prepare in (_unchanged, functools.partial(_zeros_and_ones, but=number)):
        usual = _run(text, shapes, CONTENTS[0], hybridize=False, train=False, change=prepare)
        if usual.error is not None or not all(numpy.isfinite(values).all() for values in usual.values):
            continue
        read = {_reads_row(text, shapes, usual, prepare, number, row) for row in range(shapes[number][0])}
        if len(read) == 2 and _repeats(text, shapes, CONTENTS[0], usual, prepare):
            return True
    return False


def _unchanged(arrays: Sequence[Any]) -> None:
    pass


def _zeros_and_ones(arrays: Sequence[Any], but: int) -> None:
    for number, array in enumerate(arrays):
        if number != but:
            array[0::2], array[1::2] = 0, 1


def _reads_row(
    text: str, shapes: Sequence[Sequence[int]], usual: _Outcome, prepare: _Change, number: int, row: int
) -> bool:
    size = shapes[number][1:]
    slope = numpy.linspace(2, -2, int(numpy.prod(size))).reshape(size)
    for by in (2.0, -2.0, slope, -slope, math.nan):
        added = functools.partial(_add, number=number, index=(row,), by=by)
        change = functools.partial(_in_turn, changes=(prepare, added))
        changed_run = _run(text, shapes, CONTENTS[0], hybridize=False, train=False, change=change)
        if changed_run.error is not None or not all(map(_equal, usual.values, changed_run.values)):
            return True
    return False


def _add(arrays: Sequence[Any], number: int, index: Tuple[int, ...], by: Any) -> None:
    arrays[number][index] += by


def _in_turn(arrays: Sequence[Any], changes: Sequence[_Change]) -> None:
    for change in changes:
        change(arrays)


def _equal(left: Any, right: Any) -> bool:
    return left.shape == right.shape and bool(((left == right) | ((left != left) & (right != right))).all())


def result_of_method(task: Tuple[str, str]) -> Dict[str, Any]:
    """Of a method of arrays, ("nd" or "np", its name): {"shape": "same"} if its result has the shape of the array,
    {"copies": true} if it is the array or a copy of it, in all calls that it accepts."""
    module, name = getattr(mx, task[0]), task[1]
    same_shape, copies = [], []
    for shape in ((2, 1, 3), (2, 2, 3)):
        for arguments in _ARGUMENTS_OF_RESULTS:
            numbers = numpy.random.RandomState(1)
            others = {
                letter: module.array(numbers.uniform(-1, 1, size))
                for letter, size in (("b", shape), ("c", (2, 4, 3)), ("d", (6,)), ("e", (1, 1, 2)))
            }
            given = module.array(numbers.uniform(-1, 1, shape))
            before = given.asnumpy()
            try:
                result = eval(f"given.{name}({arguments})", {"given": given, "mx": mx, **others})
                if not isinstance(result, mx.nd.NDArray):
                    return {}
                after = result.asnumpy()
            except Exception:
                continue
            same_shape.append(after.shape == before.shape)
            copies.append(after.dtype == before.dtype and numpy.array_equal(after, before))
    answer: Dict[str, Any] = {"shape": "same"} if same_shape and all(same_shape) else {}
    return {**answer, "copies": True} if copies and all(copies) else answer


def kind_of_result(task: Tuple[str, str]) -> Dict[str, Any]:
    """Of a method of arrays, ("nd" or "np", its name): {"result": "none", "number" or "numpy"} if that is what it gives
    for an array of one number, without arguments."""
    number = getattr(mx, task[0]).ones((1,))
    number.attach_grad()
    with autograd.record():
        computed = number * 1
    try:
        result = getattr(computed, task[1])()
    except Exception:
        return {}
    for kind, classes in _KINDS_OF_RESULTS.items():
        if isinstance(result, classes):
            return {"result": kind}
    return {}


_KINDS_OF_RESULTS: Dict[str, Tuple[type, ...]] = {
    "none": (type(None),),
    "number": (int, float, numpy.generic),
    "numpy": (numpy.ndarray,),
}


#: `b` is an array of the shape of the other, `c`, `d` and `e` are not.
_ARGUMENTS_OF_RESULTS = (
    *("", "b", "c", "d", "e", "1", "2", "(3, 2)", "0.2, 0.5", "1, 2", "'float16'", "'default'", "mx.cpu()"),
    *("axis=1", "axis=2", "b, axis=1", "0, 1", "(6,)", "shape=(6, 1)", "num_outputs=3, axis=2"),
)


def _unwritten(text: str, shapes: Sequence[Sequence[int]], content: str) -> bool:
    """Whether a graph gives back what its memory happened to hold: another number with other memory."""
    runs = []
    for byte in FRESH_MEMORY * 2:
        fill_fresh_memory(byte)
        runs.append(_run(text, shapes, content, hybridize=True, train=False))
    fill_fresh_memory(0)
    return all(outcome.error is None for outcome in runs) and not all(_close(runs[0].values, o.values) for o in runs)


def fill_fresh_memory(byte: int) -> None:
    """Let memory hold `byte` when it is given out; what it held before, for 0."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_PERTURB, byte)


def _difference(
    text: str, shapes: Sequence[Sequence[int]], content: str, inferred: _Outcome, trained: _Outcome
) -> Optional[List[str]]:
    hybrid = _run(text, shapes, content, hybridize=True, train=False)
    if hybrid.error is not None:
        if "FGradient" in hybrid.error:
            return ["no_gradient", hybrid.error]
        if not shapes and "shape" in hybrid.error:
            return ["needs_shape", hybrid.error]
        return ["fails_tracing" if hybrid.tracing else "fails_running", hybrid.error]
    difference = _unlike(inferred, hybrid)
    if difference or trained.error is not None:
        return difference
    hybrid = _run(text, shapes, content, hybridize=True, train=True)
    return _unlike(trained, hybrid) if hybrid.error is None else ["fails_in_training", hybrid.error]


def _run(
    text: str,
    shapes: Sequence[Sequence[int]],
    content: str,
    hybridize: bool,
    train: bool,
    seed: int = 7,
    head: float = 1.0,
    change: Optional[_Change] = None,
    sloped: bool = False,
) -> _Outcome:
    """Runs the call once; with `train` also backwards, from a gradient of `head`, or of 1, 2, … if `sloped`.

    Values are positive and below one, inside most domains, until `change` is called with the arrays of all tensors.
    """
    generator = numpy.random.RandomState(0)
    numpy.random.seed(seed)
    mx.random.seed(seed)
    tracing = False
    try:
        numbers = [generator.uniform(0.2, 0.9, tuple(shape)) for shape in shapes or [(2, 3)]]
        if change is not None:
            change(numbers)
        tensors = [_tensor(number, content) for number in numbers]
        before = [tensor.asnumpy() for tensor in tensors]
        for tensor in tensors:
            tensor.attach_grad()
        net = _Expression(text, bool(shapes))
        if hybridize:
            net.hybridize()
            tracing = True
            net._get_graph(*tensors)
            tracing = False
        if train:
            with autograd.record():
                result = net(*tensors)
            outputs = _outputs(result)
            heads = [mx.nd.full(output.shape, head, dtype=output.dtype) for output in outputs]
            if sloped:
                heads = [
                    mx.nd.arange(1, 1 + output.size, dtype=output.dtype).reshape(output.shape) for output in outputs
                ]
            autograd.backward(outputs, None if head == 1.0 and not sloped else heads)
        else:
            result = net(*tensors)
            outputs = _outputs(result)
        values = tuple(output.asnumpy() for output in outputs)
        gradients = tuple(tensor.grad.asnumpy() for tensor in tensors) if train else ()
        mx.nd.waitall()
    except _NotTensors:
        return _Outcome(error="no tensors")
    except Exception as error:
        return _Outcome(error=message_of(error), tracing=tracing)
    overwrote = not _close(before, [tensor.asnumpy() for tensor in tensors])
    return _Outcome(None, False, isinstance(result, (list, tuple)) and bool(shapes), values, gradients, overwrote)


def _with_zeros(arrays: Sequence[Any]) -> None:
    """Sets every other number of each array to zero."""
    for array in arrays:
        array.reshape(-1)[1::2] = 0


def _tensor(values: Any, content: str) -> Any:
    if content == "extreme":
        return mx.nd.array(numpy.resize(EXTREMES, values.shape), dtype="float32")
    if content == "int32":
        return mx.nd.array(4 * values, dtype="int32")
    if content == "definite" and values.ndim > 1 and values.shape[-1] == values.shape[-2]:
        values = numpy.matmul(values, numpy.swapaxes(values, -1, -2)) + numpy.eye(values.shape[-1])
    return mx.nd.array(values, dtype="float32")


def _has_gradient(outcome: _Outcome) -> bool:
    return any(bool(numpy.isfinite(gradient).all() and gradient.any()) for gradient in outcome.gradients)


def _outputs(result: Any) -> List[Any]:
    outputs = list(result) if isinstance(result, (list, tuple)) else [result]
    if not all(isinstance(output, mx.nd.NDArray) for output in outputs) or not outputs:
        raise _NotTensors
    return outputs


def _unlike(left: _Outcome, right: _Outcome) -> Optional[List[str]]:
    """[category, what differs], imperative first."""
    if len(left.values) != len(right.values):
        return ["structure", f"{len(left.values)} outputs, hybridized {len(right.values)}"]
    for ours, theirs in zip(left.values, right.values):
        if ours.shape != theirs.shape:
            return ["shape", f"shape {ours.shape}, hybridized {theirs.shape}"]
        if ours.dtype != theirs.dtype:
            return ["dtype", f"dtype {ours.dtype}, hybridized {theirs.dtype}"]
    if not _close(left.values, right.values):
        return ["values", "the values differ"]
    if not _close(left.gradients, right.gradients):
        return ["gradient", "the gradients differ"]
    return None


def _close(left: Sequence[Any], right: Sequence[Any]) -> bool:
    return len(left) == len(right) and all(
        a.shape == b.shape and numpy.allclose(a, b, rtol=1e-3, atol=1e-5, equal_nan=True) for a, b in zip(left, right)
    )


def message_of(error: BaseException) -> str:
    """The line of the message that describes the error, without what changes from run to run."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [""]
    helpful = [line for line in lines if not line.startswith(("Traceback", "File ", "[bt]", "Stack trace", "Error in"))]
    text = (helpful or lines)[0]
    text = re.sub(r"^(MXNetError: |Error in operator \w+: )+", "", text)
    text = re.sub(r"\[\d\d:\d\d:\d\d\] \S+: ", "", text)
    text = re.sub(r" at 0x[0-9a-f]+", "", text)
    text = re.sub(r"\b\w+\.(?:<locals>\.)?(\w+\(\))", r"\1", text)  # Python 3.10 and later name the class too
    return f"{type(error).__name__}: {text}"[:200]
