"""`install`: MXNet for the Python that runs this, also where pip cannot resolve its requirements."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from importlib import metadata

from .errors import CannotLook

#: The versions that the extras `runtime` and `runtime-mxnet2` name.
VERSIONS = ("1.9.1", "2.0.0b1")


def install(version: str) -> str:
    """Install this version of MXNet unless one is there; a line that says which version is there at the end.

    MXNet requires NumPy below 2, which has no wheel for Python 3.13 and later, though it runs with NumPy 2 once
    `removed_apis` has restored what it uses. The extras therefore bring MXNet only on Python 3.8 to 3.12, and
    on later ones everything that MXNet needs; this installs MXNet itself, without its requirements.
    Raises CannotLook if pip is missing or fails, or if MXNet of the other generation is installed.
    """
    if _installed():
        if _installed().split(".")[0] != version.split(".")[0]:
            raise CannotLook(
                f"MXNet {_installed()} is installed for {sys.executable}: make another environment for MXNet {version}"
            )
        return f"MXNet {_installed()} is installed for {sys.executable}."
    command = [sys.executable, "-m", "pip", "install", "--no-deps", f"mxnet=={version}"]
    if importlib.util.find_spec("pip") is None:
        raise CannotLook(
            f"pip is not installed for {sys.executable}: install mxnet=={version} without its dependencies"
        )
    finished = subprocess.run(command, check=False)
    importlib.invalidate_caches()
    if finished.returncode or not _installed():
        raise CannotLook(f"MXNet could not be installed: {' '.join(command)} ended with {finished.returncode}")
    return f"MXNet {_installed()} has been installed for {sys.executable}."


def _installed() -> str:
    """The installed version, or "". MXNet for CUDA is a distribution of another name."""
    for distribution in metadata.distributions():
        name = (distribution.metadata["Name"] or "").lower()
        if name == "mxnet" or name.startswith("mxnet-cu"):
            return distribution.version
    return ""
