"""Checks and runs ONNX files in a separate process, so that neither a crash nor a hang of ONNX Runtime reaches the
caller.

That process does not import the model's code.
"""

from __future__ import annotations

import dataclasses
import os
import time
from typing import Any, Dict, Iterator, List, Mapping, Sequence

from ... import fork_server
from ...errors import ModelRaised, model_code

_NAME = "the process of ONNX Runtime"


@dataclasses.dataclass
class FileResult:
    """The result of one file.

    `step` is where it failed ("check" by onnx.checker, "load" by ONNX Runtime, "run"), "" if it succeeded; `error` is
    what was raised, `number` the index of the run. `outputs` has one dict, name of the output → array, for each run
    that succeeded.
    """

    step: str = ""
    error: str = ""
    number: int = 0
    outputs: List[Dict[str, Any]] = dataclasses.field(default_factory=list)


def check_and_run(files: Sequence[Any], timeout: float = 300.0, check: bool = True) -> List[FileResult]:
    """Check each of `files`, (path, runs), with onnx.checker and run it once for each of the runs, name of an input →
    array: in one process, unless one of them ends it. It is killed after `timeout` seconds."""
    results: List[FileResult] = []
    end = time.monotonic() + timeout
    while len(results) < len(files):
        left, rest = end - time.monotonic(), files[len(results) :]
        made: List[FileResult] = []
        problem = f"{_NAME} was ended after {timeout:g} s"
        if left > 0:
            request = {"files": [(os.path.abspath(path), runs) for path, runs in rest], "check": check}
            made, problem = fork_server.run(__name__, request, left, _NAME)
        results += made
        if len(made) < len(rest):  # the next file has ended the process
            results.append(FileResult("run", problem or f"{_NAME} returned no result"))
    return results


def main(request: Mapping[str, Any]) -> Iterator[FileResult]:
    """The process: yields the result of each file when it is done."""
    return (_check_and_run(path, runs, request["check"]) for path, runs in request["files"])


def _check_and_run(path: str, runs: Sequence[Mapping[str, Any]], check: bool) -> FileResult:
    import onnx
    import onnxruntime

    result = FileResult()
    try:
        with model_code():  # of ONNX and ONNX Runtime
            result.step = "check"
            if check:
                onnx.checker.check_model(path, full_check=True)
            result.step = "load"
            options = onnxruntime.SessionOptions()
            options.log_severity_level = 4  # errors are in the exception
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
            result.step = "run"
            names = [output.name for output in session.get_outputs()]
            used = {item.name for item in session.get_inputs()}
            for result.number, inputs in enumerate(runs):
                outputs = session.run(names, {key: value for key, value in inputs.items() if key in used})
                result.outputs.append(dict(zip(names, outputs)))
    except ModelRaised as raised:
        result.error = str(raised.error) or type(raised.error).__name__
        return result
    result.step = ""
    return result
