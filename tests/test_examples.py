"""The broken example fails in the two ways that it promises. That the tour ends as it states is a step of `.ci/run`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=str(ROOT),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )


def test_the_broken_example_fails_loudly_in_one_block_and_silently_in_the_other() -> None:
    target = "examples/broken.py:Net"
    process = run("-m", "hybridlint_runtime", "check", target, "--shape", "4,2,3", "--format", "json")
    assert process.returncode == 1, process.stdout + process.stderr
    (report,) = json.loads(process.stdout)["reports"]
    blocks = {problem["block"]: problem for problem in report["problems"]}
    loud, silent = blocks["centre"], blocks["first"]
    lines = (ROOT / "examples" / "broken.py").read_text(encoding="utf-8").splitlines()
    assert loud["stage"] == "trace"
    assert "x.shape" in lines[loud["location"]["line"] - 1]
    assert silent["stage"] in ("structure", "values")
