"""Determine which of the requested contexts are usable on this machine, and why the others are not.

Nothing here uses a GPU in this process: a driver or a build that does not fit can end the process.
"""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import sys
from typing import Dict, List, Sequence, Tuple

from ..errors import CannotLook
from ..folders import IMPORTED_FROM
from ..report import Problem, Report, Stage, Verdict

_CONTEXT = re.compile(r"(?P<kind>cpu|gpu)(\((?P<index>\d+)\))?$")
_TIMEOUT = 120.0
_IMPORT = """
import sys
from hybridlint_runtime.mxnet_compat import import_mxnet
mxnet = import_mxnet()
if not mxnet.runtime.Features().is_enabled("CUDA"):
    sys.exit("this MXNet is built without CUDA: pip install mxnet-cu112==1.9.1")
"""
_COUNT = "print(mxnet.util.get_gpu_count())"
_ADDITION = "(mxnet.nd.ones((2,)).copyto(mxnet.gpu({index})) + 1).wait_to_read()"


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
            count, reason = _tried(_COUNT)
            wanted += ["cpu(0)", *(f"gpu({index})" for index in range(1 if reason else max(int(count), 1)))]
        else:
            wanted.append(normalised(text))
    usable: List[str] = []
    missing: Dict[str, str] = {}
    for context in dict.fromkeys(wanted):
        obstacle = _tried(_ADDITION.format(index=context[4:-1]))[1] if context.startswith("gpu") else ""
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


@functools.lru_cache(maxsize=None)
def _tried(code: str) -> Tuple[str, str]:
    """Run `code` with MXNet in a process of its own. Return its output, and why it failed, "" if it did not."""
    if shutil.which("nvidia-smi") is None:
        return "", "no GPU found (there is no nvidia-smi)"
    text = f"import sys; sys.path.append({IMPORTED_FROM!r})\n{_IMPORT}{code}"
    try:
        ran = subprocess.run(
            [sys.executable, "-c", text], capture_output=True, text=True, timeout=_TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        return "", f"one addition on it did not end within {_TIMEOUT:g} s"
    lines = [line for line in ran.stderr.strip().splitlines() if line.strip()]
    if ran.returncode < 0:
        return "", f"one addition on it ended the process with signal {-ran.returncode}"
    if ran.returncode:
        return "", lines[-1] if lines else f"one addition on it ended with exit code {ran.returncode}"
    return ran.stdout, ""
