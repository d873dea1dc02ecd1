"""What MXNet does with a block: imperatively, hybridized, at other batch sizes, and backwards.

Independent of the linter and of the check. A block during which a worker process dies counts as a crash.
"""

from __future__ import annotations

import ast
import dataclasses
import sys
import traceback
import warnings
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

from tests.judging import workers as running
from tests.judging.block import Block
from tests.running_cases import tensors

TOLERANCE = 1e-4

#: Outcomes, the first that applies is the verdict of a block. The names are those of `tests.case_format.VERDICTS`.
IMPERATIVE_ERROR, OK = "IMPERATIVE_ERROR", "OK"
ORDER = (
    "CRASH",
    IMPERATIVE_ERROR,
    "ERROR_ON_TRACE",
    "ERROR_ON_EXECUTE",
    "SILENT_DIVERGENCE",
    "SHAPE_SPECIALISED",
    "GRAD_DIVERGENCE",
)


def judge(blocks: Sequence[Block]) -> List[Dict[str, Any]]:
    """For each block its `verdict`, `error`, `line`, and the verdicts of its variations as `varied`."""
    judged = running.judge(__name__, [dataclasses.asdict(block) for block in blocks])
    crash = {"verdict": "CRASH", "error": None, "line": None, "varied": []}
    return [answer or {"id": block.id, **crash} for block, answer in zip(blocks, judged)]


def _judge(block: Dict[str, Any]) -> Dict[str, Any]:
    run = _Run(block["src"], block["id"])
    verdict, error, line = run.verdict(ast.literal_eval(block["inputs"]))
    varied = []
    if verdict != IMPERATIVE_ERROR:
        varied = [run.quick_verdict(ast.literal_eval(v["inputs"]), v["ctor"]) for v in block["variations"]]
    return {"verdict": verdict, "error": error, "line": line, "varied": varied}


class _Run(running.Source):
    """One source, made into nets and called."""

    random = False

    def net(self, hybridize: bool, **arguments: Any) -> Any:
        import mxnet as mx
        from mxnet.gluon.block import _BlockScope

        _BlockScope._current.value = None  # a block may leave a name scope open
        mx.name.NameManager._current.value = mx.name.NameManager()
        return super().net(hybridize, **arguments)

    def verdict(self, specs: List[Any]) -> Tuple[str, Optional[str], Optional[int]]:
        """The verdict, the first line of the error, and the failing line."""
        calls = [(101, 1, None), (102, 2, None), (103, 1, None)]
        try:
            net = self.net(False)
            expected = [self._call(net, specs, *call) for call in calls]
            # Operators that nothing needs draw random numbers imperatively only: values cannot be compared.
            self.random = _difference(expected[0], self._call(net, specs, 999, 1, None)) is not None
        except Exception as error:
            return (IMPERATIVE_ERROR, *self._described(error))
        try:
            hybrid = self.net(True)
            # From here on the traceback of an error shows whether the net was being traced.
            hybridized = [self._call(hybrid, specs, *call) for call in calls]
        except Exception as error:
            text, line = self._described(error)
            return ("ERROR_ON_TRACE" if line is not None else "ERROR_ON_EXECUTE", text, line)
        for pair in zip(expected, hybridized):
            difference = self._different(*pair)
            if difference:
                return "SILENT_DIVERGENCE", difference, None
        try:
            third_batch = self._call(net, specs, 104, 3, 5)
        except Exception:
            third_batch = None  # not a block for any batch size
        if third_batch is not None:
            try:
                difference = self._different(third_batch, self._call(hybrid, specs, 104, 3, 5))
            except Exception as error:
                difference = self._described(error)[0]
            if difference:
                return "SHAPE_SPECIALISED", difference, None
        return self._gradients(specs)

    def _gradients(self, specs: List[Any]) -> Tuple[str, Optional[str], Optional[int]]:
        try:
            expected = self._gradient(False, specs)
        except Exception:
            return OK, None, None  # cannot be trained imperatively
        try:
            hybridized = self._gradient(True, specs)
            common = [
                (before, after)
                for before, after in zip(expected, hybridized)
                if before is not None and after is not None
            ]
            difference = self._different([before for before, _ in common], [after for _, after in common])
        except Exception as error:
            return ("GRAD_DIVERGENCE", *self._described(error))
        return ("GRAD_DIVERGENCE", difference, None) if difference else (OK, None, None)

    def _gradient(self, hybridize: bool, specs: List[Any]) -> List[Any]:
        """The gradients of the inputs and parameters; None for a parameter of unknown shape, which no graph uses."""
        import mxnet as mx

        net = self.net(hybridize)
        self._call(net, specs, 55, 1, None)  # ends deferred initialization
        generator = _generator(1)
        arrays = [tensors(spec, 2, generator, "cpu(0)") for spec in specs]
        for array in _arrays(arrays):
            array.attach_grad()
        running.seed(56)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with mx.autograd.record():
                outputs = list(_arrays(net(*arrays)))
                weights = [mx.nd.array(generator.normal(size=output.shape), dtype=output.dtype) for output in outputs]
                # One loss: `backward` of several arrays refuses constants, and ignores that one occurs twice.
                weighed = [(output * weight).sum().astype("float32") for output, weight in zip(outputs, weights)]
                loss = mx.nd.add_n(*weighed)
            loss.backward()
        parameters = [p for p in net.collect_params().values() if p.grad_req != "null"]
        gradients = [array.grad for array in _arrays(arrays)]
        gradients += [None if p._deferred_init else p.grad() for p in parameters]
        return [None if gradient is None else gradient.asnumpy() for gradient in gradients]

    def _call(self, net: Any, specs: List[Any], seed: int, values: int, batch: Optional[int]) -> List[Any]:
        """The outputs, and the inputs as they are after the call: the block may have written into them."""
        generator = _generator(values)
        arrays = [tensors(spec, batch or 2, generator, "cpu(0)") for spec in specs]
        running.seed(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            outputs = list(_flat(net(*arrays)))
        return outputs + list(_flat(arrays))

    def quick_verdict(self, specs: List[Any], ctor: Dict[str, Any]) -> str:
        """The verdict of one call with these inputs."""
        try:
            expected = self._call(self.net(False, **ctor), specs, 101, 1, None)
        except Exception:
            return IMPERATIVE_ERROR
        try:
            difference = self._different(expected, self._call(self.net(True, **ctor), specs, 101, 1, None))
        except Exception as error:
            return "ERROR_ON_TRACE" if self._described(error)[1] is not None else "ERROR_ON_EXECUTE"
        return "SILENT_DIVERGENCE" if difference else OK

    def _different(self, expected: List[Any], hybridized: List[Any]) -> Optional[str]:
        return _difference(expected, hybridized, values=not self.random)

    def _described(self, error: BaseException) -> Tuple[str, Optional[int]]:
        """The essential line of the message, and the innermost line of the block in the traceback."""
        lines = [line.strip() for line in (str(error) or repr(error)).splitlines() if line.strip()]
        essential = [line for line in lines if "Check failed" in line or "Error in operator" in line]
        frames = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == self.file]
        return f"{type(error).__name__}: {(essential or lines)[0][:300]}", frames[-1] if frames else None


def _generator(seed: int) -> Any:
    import numpy as np

    return np.random.RandomState(seed)


def _arrays(outputs: Any) -> Iterator[Any]:
    if isinstance(outputs, (list, tuple)):
        for output in outputs:
            yield from _arrays(output)
    elif hasattr(outputs, "asnumpy"):
        yield outputs


def _flat(outputs: Any) -> Iterator[Any]:
    if isinstance(outputs, (list, tuple)):
        for output in outputs:
            yield from _flat(output)
    else:
        yield outputs.asnumpy() if hasattr(outputs, "asnumpy") else outputs


def _difference(expected: List[Any], hybridized: List[Any], values: bool = True) -> Optional[str]:
    """How the outputs differ, in their values or only in number, type and shape."""
    import numpy as np

    if len(expected) != len(hybridized):
        return f"{len(expected)} outputs, hybridized {len(hybridized)}"
    for left, right in zip(expected, hybridized):
        if isinstance(left, np.ndarray) != isinstance(right, np.ndarray):
            return f"an output is a {type(left).__name__}, hybridized a {type(right).__name__}"
        if not isinstance(left, np.ndarray):
            if values and left != right:
                return f"an output is {left!r}, hybridized {right!r}"
        elif left.shape != right.shape or left.dtype != right.dtype:
            return f"an output is {left.dtype} {left.shape}, hybridized {right.dtype} {right.shape}"
        elif values and not np.allclose(left, right, TOLERANCE, TOLERANCE, equal_nan=True):
            return f"values differ by up to {np.nanmax(np.abs(left - right)):.3g}"
    return None


if __name__ == "__main__":
    running.work(sys.argv[1], sys.argv[2], _judge)
