"""`install`: install MXNet for this Python, also where pip cannot resolve its requirements."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from importlib import metadata

from .errors import CannotLook

#: The versions that the extras `runtime` and `runtime-mxnet2` name.
VERSIONS = ("1.9.1", "2.0.0b1")


def install(version: str) -> str:
    """Install this version of MXNet unless it is installed. Return a line that names the installed version.

    MXNet requires NumPy below 2, which has no wheel for Python 3.13 and later, although it runs with NumPy 2 once
    `removed_apis` has restored what it uses. The extras therefore include MXNet on Python 3.8 to 3.12 only, and on
    later versions only its requirements; this function installs MXNet itself without them.

    Raise CannotLook if pip is missing or fails, or if MXNet of the other generation is installed.
    """
    if _installed():
        if _installed().split(".")[0] != version.split(".")[0]:
            raise CannotLook(
                f"MXNet {_installed()} is installed for {sys.executable}: create another environment for MXNet "
                f"{version}"
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
    """Return the installed version, "" if there is none. MXNet for CUDA is a distribution with another name."""
    for distribution in metadata.distributions():
        name = (distribution.metadata["Name"] or "").lower()
        if name == "mxnet" or name.startswith("mxnet-cu"):
            return distribution.version
    return ""
