"""The examples do what they say: the tour ends well, and its broken model fails in the two ways that it promises."""

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


def test_the_tour_ends_as_it_says() -> None:
    process = run("examples/tour.py")
    assert process.returncode == 0, process.stdout + process.stderr
    assert process.stdout.splitlines()[-1].endswith("commands ended as expected.")


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
