"""The commit whose figures a page states."""

from __future__ import annotations

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def commit() -> str:
    """Return the commit that is checked out, "unknown" outside of a repository."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, encoding="utf-8").stdout.strip() or "unknown"
