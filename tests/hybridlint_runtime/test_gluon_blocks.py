"""The table of Gluon's blocks is what the installed MXNet states."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_the_table_is_made_from_this_mxnet() -> None:
    command = [sys.executable, "-W", "ignore", str(ROOT / "tools" / "make_gluon_blocks.py")]
    made = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    kept = (ROOT / "hybridlint" / "mxnet_api" / "gluon_blocks.json").read_text(encoding="utf-8")
    assert json.loads(made.stdout) == json.loads(kept)
