"""What the tests of the archive share: the models, and their archives read by a fresh process."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Dict

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]


def load_models() -> ModuleType:
    """`models.py`, under the name that the fresh process gives it."""
    if "archive_models" not in sys.modules:
        spec = importlib.util.spec_from_file_location("archive_models", HERE / "models.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    return sys.modules["archive_models"]


@pytest.fixture(scope="session")
def models() -> Any:
    return load_models()


def in_fresh_process(archives: Dict[str, str], numpy: bool = False) -> Dict[str, Dict[str, str]]:
    """Folder → way back → "same", or what is different: what `fresh.py` finds of these folders, each of a case."""
    request = {"models": str(HERE / "models.py"), "archives": archives, "numpy": numpy}
    done = subprocess.run(
        [sys.executable, str(HERE / "fresh.py")],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result: Dict[str, Dict[str, str]] = json.loads(done.stdout.strip().splitlines()[-1])
    return result
