"""What the check reports of cases, how the imperative results of fixed cases differ, and what cases do without it.

`tests/case_format.py` describes the format of the cases. Each runs in a worker process; one that ends its worker, or
takes too long, counts as `crash`.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import io
import linecache
import sys
import time
import warnings
from importlib import metadata
from typing import Any, Callable, Dict, List, Optional, Sequence

from hybridlint_runtime.mxnet_compat import import_mxnet
from tests.judging import workers
from tests.running_cases import tensors, verify_case

SECONDS_PER_CASE = 120
_NUMPY = tuple(map(int, metadata.version("numpy").split(".")[:2]))

#: Where each verdict of the reference may show up. A failure at execution on call 2 is one of values for nobody.
STAGES = {
    "ERROR_ON_TRACE": {"trace", "state"},
    "ERROR_ON_EXECUTE": {"execution"},
    "SILENT_DIVERGENCE": {"values", "structure", "state"},
    "SHAPE_SPECIALISED": {"other shapes"},
    "TRAIN_FORWARD_DIVERGENCE": {"modes"},
    "GRAD_DIVERGENCE": {"gradients"},
    "EXPORT_ERROR": {"export"},
    "REIMPORT_DIVERGENCE": {"re-import"},
}


def answers(cases: Sequence[Dict[str, Any]]) -> List[Dict[str, Any]]:
    """The answers to all cases, from as many worker processes as it takes."""
    judged = workers.judge(__name__, cases, SECONDS_PER_CASE, {})
    crash = {"verdict": "crash", "summary": "the worker process ended"}
    return [answer or {"id": case["id"], **crash} for case, answer in zip(cases, judged)]


def answer(case: Dict[str, Any]) -> Dict[str, Any]:
    """What the check reports of a case, as JSON values."""
    from hybridlint_runtime.errors import CannotLook

    mx = import_mxnet()
    from mxnet.gluon.block import _BlockScope

    _BlockScope._current.value = None  # a case may leave a name scope open
    mx.name.NameManager._current.value = mx.name.NameManager()
    start = time.perf_counter()
    compared = {"imperative": imperative_difference(case)} if case.get("original") else {}
    if case.get("imperative_only"):
        return {"id": case["id"], "verdict": "", "summary": "", **compared}
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            report = verify_case(case)
            result = {"verdict": report.verdict.value, "summary": report.summary}
            result["problems"] = list(map(_described, report.problems))
            warned = [probe for probe in report.probes if probe.status.value == "warned"]
            result["warnings"] = [_described(problem) for probe in warned for problem in probe.problems]
            result["probes"] = {p.probe: p.status.value for p in report.probes}
            result["not_run"] = {p.probe: p.reason for p in report.probes if p.status.value == "not run"}
            result["facts"] = report.facts
            result["failing_lines"] = [(line.location.line, line.proven) for line in report.failing_lines]
            result["broken"] = [note for note in report.notes if note.startswith("hybridlint-runtime failed")]
            result["broken"] += [f"{p.probe}: {p.reason}" for p in report.probes if p.details.get("broken")]
        except CannotLook as error:
            result = {"verdict": "could not look", "summary": "\n".join([error.message, *error.details])}
    return {"id": case["id"], "seconds": round(time.perf_counter() - start, 2), **compared, **result}


def imperative_difference(case: Dict[str, Any]) -> Optional[str]:
    """How the imperative outputs and gradients of a fixed case differ from those of its `original`: "" where they do
    not, None where the original raises. Three calls with inputs and seeds of their own, and one that is recorded."""
    import numpy as np

    versions: List[Any] = []
    for source in (case["original"], case["src"]):
        try:
            versions.append(_imperative_outputs(case, source))
        except Exception as error:
            if not versions:
                return None
            return f"raises {type(error).__name__}: {str(error).strip().splitlines()[0] if str(error) else ''}"
    for before, after in zip(*versions):
        if before is None:
            continue
        if after is None:
            return "gradients cannot be computed"
        if len(before) != len(after):
            return f"{len(before)} outputs become {len(after)}"
        for old, new in zip(before, after):
            if (old.shape, old.dtype) != (new.shape, new.dtype):
                return f"{old.dtype}{old.shape} becomes {new.dtype}{new.shape}"
            try:
                numbers = old.astype("float64"), new.astype("float64")
            except (TypeError, ValueError):  # such as a block among the outputs
                continue
            if not np.allclose(*numbers, 1e-4, 1e-4, equal_nan=True):
                return "other values"
    return ""


def _imperative_outputs(case: Dict[str, Any], source: str) -> List[Optional[List[Any]]]:
    """The outputs of three imperative calls, each a flat list of NumPy arrays, and of one in training, with the
    gradients of the inputs; None where these cannot be computed."""
    import numpy as np

    mx = import_mxnet()

    def flat(value: Any) -> List[Any]:
        if isinstance(value, dict):
            value = [value[key] for key in sorted(value, key=str)]
        if isinstance(value, (list, tuple)):
            return [array for item in value for array in flat(item)]
        return [value.asnumpy() if isinstance(value, mx.nd.NDArray) else np.asarray(value, dtype=object)]

    file = f"<imperative {case['id']}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    namespace: Dict[str, Any] = {"__name__": "case"}
    outputs: List[Optional[List[Any]]] = []
    with contextlib.redirect_stdout(io.StringIO()):
        workers.seed(7)
        exec(compile(source, file, "exec", dont_inherit=True), namespace)
        net = namespace["Net"](**case.get("ctor", {}))
        net.initialize(mx.init.Uniform(0.5))
        for number in (101, 102, 103, 104):
            numbers = np.random.RandomState(number)
            xs = [tensors(shape, case.get("b1", 2), numbers, "cpu(0)") for shape in ast.literal_eval(case["inputs"])]
            workers.seed(number)
            namespace_of_call = {**namespace, "net": net, "mx": mx, "autograd": mx.autograd, "xs": xs}
            if number < 104:
                outputs.append(flat(eval(case.get("call") or "net(*xs)", namespace_of_call)))
            else:
                outputs.append(_gradients(namespace_of_call, case.get("call") or "net(*xs)", flat))
            if case.get("between") and number == 101:
                exec(case["between"], namespace_of_call)
    return outputs


def _gradients(namespace: Dict[str, Any], call: str, flat: Callable[[Any], List[Any]]) -> Optional[List[Any]]:
    """The outputs of `call` in training, and the gradients of their sum for the inputs `xs`; None where that raises."""
    arrays = [array for array in _arrays(namespace["xs"]) if array.dtype.__name__.startswith("float")]
    for array in arrays:
        array.attach_grad()
    try:
        with namespace["autograd"].record():
            outputs = eval(call, namespace)
            floats = [output for output in _arrays(outputs) if output.dtype.__name__.startswith("float")]
            total = sum(output.astype("float32").sum() for output in floats)
        total.backward()
        return flat(outputs) + [array.grad.asnumpy() for array in arrays]
    except Exception:
        return None


def _arrays(value: Any) -> List[Any]:
    """The NDArrays in nested lists, tuples and dicts."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [array for item in value for array in _arrays(item)]
    return [value] if isinstance(value, import_mxnet().nd.NDArray) else []


def left_behind(case: Dict[str, Any], hybridized: bool) -> Any:
    """The value of the expression `differs` of a case after three calls of its block."""
    return eval(case["differs"], called(case, hybridized, 3))


def called(case: Dict[str, Any], hybridized: bool, calls: int) -> Dict[str, Any]:
    """Call the block of a case without the check, and return the variables of its module, with `net` and the inputs
    `xs` of the last call. Raises what the block raises."""
    import numpy as np

    mx = import_mxnet()
    namespace: Dict[str, Any] = {"__name__": "case"}
    numbers = np.random.RandomState(0)
    with warnings.catch_warnings():  # MXNet's, such as those about inputs that a graph does not use
        warnings.simplefilter("ignore")
        exec(compile(case["src"], f"<called {case['id']}>", "exec", dont_inherit=True), namespace)
        net = namespace["Net"](**case.get("ctor", {}))
        net.initialize()
        namespace.update(net=net, mx=mx, autograd=mx.autograd)
        if hybridized:
            exec(case.get("hybridize", "net.hybridize()"), namespace)
        for _ in range(calls):
            namespace["xs"] = [tensors(shape, 2, numbers, "cpu(0)") for shape in ast.literal_eval(case["inputs"])]
            eval(case.get("call", "net(*xs)"), namespace)
        mx.nd.waitall()
    return namespace


def _described(problem: Any) -> Dict[str, Any]:
    line = problem.location.line if problem.location else None
    finding_line = problem.details.get("finding_at", "").split(": ")[0].rpartition(":")[2]
    record = {"stage": problem.stage.value, "message": problem.message, "line": line, "rule": problem.rule}
    return {**record, "finding": int(finding_line) if finding_line else None}


def wrong(case: Dict[str, Any], result: Dict[str, Any]) -> str:
    """Why `result` disagrees with the case, or "" if it does not."""
    verdict = result["verdict"]
    if result.get("broken"):
        return f"a probe is broken: {result['broken']}"
    if "later_numpy" in case and _NUMPY >= (1, 24):
        if case["later_numpy"] == "RAISES":
            return "" if verdict == "could not look" else "should raise imperatively"
        case = {**case, "verdict": case["later_numpy"], "label": "clean" if case["later_numpy"] == "OK" else "flag"}
    if case["label"] == "flag":
        if verdict not in ("failed", "crash"):
            return "should fail"
        stages = {problem["stage"] for problem in result.get("problems", [])}
        expected = STAGES.get(case["verdict"], set())
        if verdict == "failed" and expected and not stages & expected:
            return f"should fail at {sorted(expected)}, fails at {sorted(stages)}"
        return ""
    if case["label"] in ("clean", "differs", "warn", "imperative-train-fails") and verdict != "passed":
        return "should pass"
    return ""


if __name__ == "__main__":
    gc.freeze()  # what was imported stays: memory is collected after each probe
    workers.work(sys.argv[1], sys.argv[2], answer)
