"""Steps of benchmarks in processes of their own, which print their result as JSON on the last line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, Optional, Sequence

ROOT = Path(__file__).resolve().parents[1]


def commit() -> str:
    """Return the commit that is checked out, whose figures a page states; "unknown" outside of a repository."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, encoding="utf-8").stdout.strip() or "unknown"


def result_of(file: str, *arguments: str, python: str = sys.executable, timeout: Optional[float] = None) -> Any:
    """Run a Python file, and return the JSON value on the last line that it prints. Raises RuntimeError if the process
    fails or takes more than `timeout` seconds."""
    command = [python, "-W", "ignore", file, *arguments]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=timeout)
    except subprocess.TimeoutExpired as error:
        raise RuntimeError(f"not done after {timeout} s") from error
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        raise RuntimeError(f"the process ended with {done.returncode}: {last[:200]}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def results_of(file: str, names: Sequence[str], *arguments: str, python: str = sys.executable) -> Dict[str, Any]:
    """Name → result of `file ARGUMENTS --models NAME ...`, which prints all in one JSON object. If the process fails,
    each name gets its own, and {"error": …} for a result where that fails too."""
    try:
        return result_of(file, *arguments, "--models", *names, python=python, timeout=900)  # type: ignore[no-any-return]
    except RuntimeError as error:
        if len(names) == 1:
            return {names[0]: {"error": str(error)}}
    return {name: row for each in names for name, row in results_of(file, [each], *arguments, python=python).items()}


def brief(error: BaseException) -> str:
    """The first three lines of an exception's message in one line of at most 200 characters."""
    return " ".join(" ".join(str(error).strip().splitlines()[:3]).split())[:200]
