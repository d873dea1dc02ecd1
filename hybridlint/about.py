"""The name and version that the tool gives of itself."""

from __future__ import annotations

from importlib import metadata

NAME = "hybridlint"


def version() -> str:
    """The version of the installed distribution; "0+checkout" where the package is used without being installed."""
    try:
        return metadata.version(NAME)
    except metadata.PackageNotFoundError:
        return "0+checkout"
