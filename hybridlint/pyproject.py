"""The table `[tool.hybridlint]` of pyproject.toml, which the linter and the runtime read."""

from __future__ import annotations

import os
import sys
from typing import Any, Mapping, Optional

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


class ConfigurationError(Exception):
    """The configuration is invalid; the message states what is wrong, and where."""


def find(folder: str) -> Optional[str]:
    """Return the pyproject.toml with a table `[tool.hybridlint]` in `folder` or the nearest folder above it.

    Raise ConfigurationError if one on the way cannot be read.
    """
    folder = os.path.abspath(folder)
    while True:
        path = os.path.join(folder, "pyproject.toml")
        if os.path.isfile(path) and read_table(path) is not None:
            return path
        if folder == os.path.dirname(folder):
            return None
        folder = os.path.dirname(folder)


def read_table(path: str) -> Optional[Mapping[str, Any]]:
    """Return the table `[tool.hybridlint]` of the TOML file `path`, None if it has none. Raise ConfigurationError."""
    try:
        with open(path, "rb") as file:
            document = tomllib.load(file)
    except OSError as error:
        raise ConfigurationError(f"{path}: it cannot be read: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: it is not valid TOML: {error}") from error
    table = document.get("tool", {}).get("hybridlint")
    if table is not None and not isinstance(table, dict):
        raise ConfigurationError(f"{path}: tool.hybridlint is not a table")
    return table
