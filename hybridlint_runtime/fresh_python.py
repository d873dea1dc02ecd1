"""Run a module in a subprocess, so that neither its crash nor its hang reaches the caller."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from typing import Any, Mapping

from .folders import IMPORTED_FROM


def run_module(module: str, request: Mapping[str, Any], timeout: float, name: str = "the fresh process") -> str:
    """Run `python -m module`, with `request` as JSON on its standard input, for at most `timeout` seconds.

    Return why it did not end normally, in a sentence about `name`, or "".
    """
    environment = dict(os.environ)
    environment["PYTHONPATH"] = os.pathsep.join([IMPORTED_FROM, *filter(None, [environment.get("PYTHONPATH")])])
    process = subprocess.Popen(
        [sys.executable, "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
    )
    try:
        _, errors = process.communicate(json.dumps(request).encode(), timeout=timeout)
    except subprocess.TimeoutExpired:
        return f"{name} was ended after {timeout:g} s"
    finally:
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    if process.returncode == 0:
        return ""
    lines = [line for line in errors.decode("utf-8", "replace").strip().splitlines() if line.strip()]
    how = f"ended with exit code {process.returncode}"
    if process.returncode < 0:
        how = f"died of {signal.Signals(-process.returncode).name}"
    return f"{name} {how}" + (f": {lines[-1]}" if lines else "")
