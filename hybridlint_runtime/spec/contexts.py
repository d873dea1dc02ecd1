"""Determine which of the requested contexts are usable on this machine, and why the others are not.

Nothing here uses a GPU in this process: a driver or a build that does not fit can end the process.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from typing import Dict, List, NamedTuple, Sequence, Tuple

from ..errors import CannotLook
from ..folders import IMPORTED_FROM
from ..report import Problem, Report, Stage, Verdict

#: Compute capabilities for which the mxnet-cu112 and mxnet-cu117 1.9.1 wheels contain code; they contain no PTX.
OLDEST_CAPABILITY = (5, 0)
NEWEST_CAPABILITY = (8, 6)

_CONTEXT = re.compile(r"(?P<kind>cpu|gpu)(\((?P<index>\d+)\))?$")
_PROBE_TIMEOUT = 120.0
_PROBE = """
import sys
from hybridlint_runtime.mxnet_compat import import_mxnet
mxnet = import_mxnet()
if not mxnet.runtime.Features().is_enabled("CUDA"):
    sys.exit("this MXNet is built without CUDA: pip install mxnet-cu112==1.9.1")
(mxnet.nd.ones((2,)).copyto(mxnet.gpu({index})) + 1).wait_to_read()
"""


class Gpu(NamedTuple):
    """One GPU as `nvidia-smi` names it. `capability` is (major, minor)."""

    name: str
    capability: Tuple[int, int]


def normalised(text: str) -> str:
    """Convert `"gpu"` to `"gpu(0)"`. Raise CannotLook if `text` is not a context."""
    match = _CONTEXT.match(text.strip())
    if match is None:
        raise CannotLook(f"{text!r} is not a context: write cpu, gpu, gpu(1) or all")
    return f"{match.group('kind')}({int(match.group('index') or 0)})"


def resolve(requested: Sequence[str]) -> Tuple[List[str], Dict[str, str]]:
    """Return the usable ones of the requested contexts ("cpu", "gpu(1)", "all"), and why each of the others is not
    usable.

    "all" is cpu(0) and every GPU.
    """
    wanted: List[str] = []
    for text in requested or ["cpu"]:
        if text.strip() == "all":
            result, _ = _gpus()
            wanted += ["cpu(0)", *(f"gpu({index})" for index in range(max(len(result), 1)))]
        else:
            wanted.append(normalised(text))
    usable: List[str] = []
    missing: Dict[str, str] = {}
    for context in dict.fromkeys(wanted):
        obstacle = _obstacle(int(context[4:-1])) if context.startswith("gpu") else ""
        if obstacle:
            missing[context] = obstacle
        else:
            usable.append(context)
    return usable, missing


def none_usable(missing: Dict[str, str]) -> str:
    """Return a message that none of the requested contexts can be used, with the reasons."""
    reasons = ", ".join(f"{context}: {reason}" for context, reason in missing.items())
    return f"none of the requested contexts can be used ({reasons})"


def account(report: Report, missing: Dict[str, str], required: Sequence[str]) -> None:
    """Add the contexts that were not checked to `report`; a required one makes it fail."""
    report.contexts_not_checked.update(missing)
    for context in [normalised(text) for text in required]:
        if context in report.contexts_checked:
            continue
        reason = report.contexts_not_checked.setdefault(context, report.summary or "it was not requested")
        message = f"{context} is required and was not checked: {reason}"
        report.problems.append(Problem(Stage.CONTEXTS, message, remedy="run the check on a machine that has it"))
        if report.verdict is not Verdict.FAILED:
            report.verdict, report.summary = Verdict.FAILED, message


def _obstacle(index: int) -> str:
    """Return why `gpu(index)` cannot be used, "" if it can."""
    result, reason = _gpus()
    if reason:
        return reason
    if index >= len(result):
        return f"this machine has {len(result)} GPU{'s' if len(result) > 1 else ''}"
    gpu = result[index]
    if not OLDEST_CAPABILITY <= gpu.capability <= NEWEST_CAPABILITY:
        return (
            f"{gpu.name} has compute capability {_dotted(gpu.capability)}, and the MXNet 1.9.1 wheels contain code for "
            f"{_dotted(OLDEST_CAPABILITY)} to {_dotted(NEWEST_CAPABILITY)} only"
        )
    return _try(index)


def _gpus() -> Tuple[List[Gpu], str]:
    """Return the GPUs of this machine, or why none is known."""
    command = shutil.which("nvidia-smi")
    if command is None:
        return [], "no GPU found (there is no nvidia-smi)"
    query = [command, "--query-gpu=name,compute_cap", "--format=csv,noheader"]
    try:
        ran = subprocess.run(query, capture_output=True, text=True, timeout=_PROBE_TIMEOUT, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return [], f"nvidia-smi does not answer ({type(error).__name__})"
    if ran.returncode:
        lines = (ran.stdout + ran.stderr).strip().splitlines()
        return [], f"no GPU can be used (nvidia-smi: {lines[0] if lines else f'exit code {ran.returncode}'})"
    gpus = []
    for line in ran.stdout.splitlines():
        name, _, capability = line.rpartition(",")
        match = re.match(r"\s*(\d+)\.(\d+)\s*$", capability)
        if match is not None:
            gpus.append(Gpu(name.strip(), (int(match.group(1)), int(match.group(2)))))
    return gpus, "" if gpus else "no GPU found (nvidia-smi names none)"


def _try(index: int) -> str:
    """Run one small operation on the GPU in a subprocess. Return why it failed, "" if it succeeded."""

    code = f"import sys; sys.path.append({IMPORTED_FROM!r})\n{_PROBE.format(index=index)}"
    try:
        ran = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=_PROBE_TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        return f"one addition on it did not end within {_PROBE_TIMEOUT:g} s"
    if ran.returncode == 0:
        return ""
    lines = [line for line in ran.stderr.strip().splitlines() if line.strip()]
    if ran.returncode < 0:
        return f"one addition on it ended the process with signal {-ran.returncode}"
    return lines[-1] if lines else f"one addition on it ended with exit code {ran.returncode}"


def _dotted(capability: Tuple[int, int]) -> str:
    return ".".join(map(str, capability))
