"""Makes the virtual environments with the pinned releases of `packages.json`.

    python benchmarks/ecosystem/environments.py FOLDER [--python 3.8=/path/to/python3.8] [--only python3.11]

Each environment needs a Python of its minor version: `pythonX.Y` on the PATH, or the one given. About 3 GB of disk.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
from typing import Any, Dict, List, Optional

PACKAGES = pathlib.Path(__file__).with_name("packages.json")


def environments() -> Dict[str, Any]:
    """Name → `{"python": "3.11", "install": [arguments of pip, ...], "packages": [names]}`."""
    found: Dict[str, Any] = json.loads(PACKAGES.read_text(encoding="utf-8"))["environments"]
    return found


def python_of(folder: pathlib.Path, name: str) -> pathlib.Path:
    """The interpreter of the environment `name` below `folder`."""
    return folder / name / "bin" / "python"


def site_packages(folder: pathlib.Path, name: str) -> pathlib.Path:
    """Where the environment `name` below `folder` keeps its packages."""
    return folder / name / "lib" / f"python{environments()[name]['python']}" / "site-packages"


def make(folder: pathlib.Path, name: str, python: Optional[str]) -> None:
    """Make the environment `name` below `folder`. Raises SystemExit without a fitting Python, CalledProcessError where
    pip fails."""
    described = environments()[name]
    python = python or shutil.which(f"python{described['python']}")
    if python is None:
        sys.exit(
            f"{name}: no python{described['python']} on the PATH; give one with --python {described['python']}=PATH"
        )
    subprocess.run([python, "-m", "venv", str(folder / name)], check=True)
    for arguments in described["install"]:
        subprocess.run([str(python_of(folder, name)), "-m", "pip", "install", "--quiet", *arguments], check=True)


def main() -> None:
    """Make all environments, or the one asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--python", action="append", default=[], metavar="X.Y=PATH")
    parser.add_argument("--only", choices=sorted(environments()))
    options = parser.parse_args()
    given: Dict[str, str] = dict(item.split("=", 1) for item in options.python)
    names: List[str] = [options.only] if options.only else list(environments())
    for name in names:
        make(options.folder.resolve(), name, given.get(environments()[name]["python"]))


if __name__ == "__main__":
    main()
