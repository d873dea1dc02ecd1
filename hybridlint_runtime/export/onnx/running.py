"""Checks and runs ONNX files in a separate process, so that neither a crash nor a hang of ONNX Runtime reaches the
caller.

That process does not import the model's code.
"""

from __future__ import annotations

import dataclasses
import json
import os
import time
from typing import Any, Dict, List, Mapping, Sequence

import numpy as np

from ... import fork_server
from ...errors import ModelRaised, model_code
from ...folders import temporary_folder

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


def check_and_run(
    path: str, runs: Sequence[Mapping[str, Any]], timeout: float = 300.0, check: bool = True
) -> FileResult:
    """Check the file at `path` with onnx.checker and run it once for each of `runs` (name of an input → array).

    The process is killed after `timeout` seconds.
    """
    (result,) = check_and_run_all([(path, runs)], timeout, check)
    return result


def check_and_run_all(files: Sequence[Any], timeout: float = 300.0, check: bool = True) -> List[FileResult]:
    """`check_and_run` for several (path, runs), in one process unless one of them ends it."""
    results: List[FileResult] = []
    end = time.monotonic() + timeout
    while len(results) < len(files):
        results += _in_one_process(files[len(results) :], end - time.monotonic(), timeout, check)
    return results


def _in_one_process(files: Sequence[Any], left: float, timeout: float, check: bool) -> List[FileResult]:
    """Return the results of the first of `files`, up to and including the one that ended the process."""
    with temporary_folder() as folder:
        requests = []
        for number, (path, runs) in enumerate(files):
            given = []
            for place, inputs in enumerate(runs):
                given.append(os.path.join(folder, f"{number}-{place}-inputs.npz"))
                np.savez(given[-1], **{f"i{position}": array for position, array in enumerate(inputs.values())})
            requests.append({"path": os.path.abspath(path), "names": [list(inputs) for inputs in runs], "given": given})
        problem = f"{_NAME} was ended after {timeout:g} s"
        if left > 0:
            problem = fork_server.run(__name__, {"folder": folder, "files": requests, "check": check}, left, _NAME)
        results = []
        for number in range(len(files)):
            answer = os.path.join(folder, f"{number}.json")
            if not os.path.exists(answer):
                results.append(FileResult("run", problem or f"{_NAME} returned no result"))
                break
            with open(answer, encoding="utf-8") as stream:
                result = FileResult(**json.load(stream))
            result.outputs = [_read(entry) for entry in result.outputs]
            results.append(result)
        return results


def _read(entry: Mapping[str, Any]) -> Dict[str, Any]:
    """Return the outputs of one run, by name, from the file that the process wrote."""
    with np.load(entry["file"]) as arrays:
        return {name: arrays[f"o{position}"] for position, name in enumerate(entry["names"])}


def main(request: Mapping[str, Any]) -> None:
    """Run the process: write `<number>.json` for each file when it is done."""
    folder = request["folder"]
    for number, file in enumerate(request["files"]):
        result = dataclasses.asdict(_check_and_run(file, os.path.join(folder, str(number)), request["check"]))
        unfinished = os.path.join(folder, f"{number}.partial")
        with open(unfinished, "w", encoding="utf-8") as stream:
            json.dump(result, stream)
        os.replace(unfinished, os.path.join(folder, f"{number}.json"))


def _check_and_run(file: Mapping[str, Any], stem: str, check: bool) -> FileResult:
    import onnx
    import onnxruntime

    result = FileResult()
    try:
        with model_code():  # of ONNX and ONNX Runtime
            result.step = "check"
            if check:
                onnx.checker.check_model(file["path"], full_check=True)
            result.step = "load"
            options = onnxruntime.SessionOptions()
            options.log_severity_level = 4  # errors are in the exception
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            session = onnxruntime.InferenceSession(file["path"], options, providers=["CPUExecutionProvider"])
            result.step = "run"
            names = [output.name for output in session.get_outputs()]
            for result.number, (keys, given) in enumerate(zip(file["names"], file["given"])):
                with np.load(given) as arrays:
                    inputs = {key: arrays[f"i{position}"] for position, key in enumerate(keys)}
                used = {item.name for item in session.get_inputs()}
                outputs = session.run(names, {key: value for key, value in inputs.items() if key in used})
                path = f"{stem}-{result.number}-outputs.npz"
                np.savez(path, **{f"o{position}": array for position, array in enumerate(outputs)})
                result.outputs.append({"file": path, "names": names})
    except ModelRaised as raised:
        result.error = str(raised.error) or type(raised.error).__name__
        return result
    result.step = ""
    return result
