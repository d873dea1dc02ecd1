"""Makes the virtual environments with the pinned releases of `packages.json`, and the folders of further releases.

    python benchmarks/ecosystem/environments.py FOLDER [--python 3.8=/path/to/python3.8] [--only python3.11]

Each environment needs a Python of its minor version: `pythonX.Y` on the PATH, or the one given. A further release lies
in a folder of its own and borrows the rest from an environment, so that several releases of a package can be had at
once. About 4 GB of disk.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import pathlib
import shutil
import subprocess
import sys
from typing import Any, Dict, List, Optional

PACKAGES = pathlib.Path(__file__).with_name("packages.json")


@dataclasses.dataclass(frozen=True)
class Source:
    """One package to look at: `row` names it in the table, `module` is the module of `subjects` that builds its blocks
    (None: it is only linted). `release` is what pip installs into a folder of its own, or None if the package is one
    of its `environment`."""

    row: str
    package: str
    module: Optional[str]
    environment: str
    release: Optional[str] = None

    def root(self, folder: pathlib.Path) -> pathlib.Path:
        """The folder that the package lies in."""
        if self.release is not None:
            return folder / self.release / "site-packages"
        return (
            folder / self.environment / "lib" / f"python{environments()[self.environment]['python']}" / "site-packages"
        )

    def shown(self, path: pathlib.Path, folder: pathlib.Path) -> str:
        """A file of the package as `shown` names it."""
        return shown(str(path if path.is_absolute() else self.root(folder) / path))


def _described() -> Dict[str, Dict[str, Any]]:
    packages: Dict[str, Dict[str, Any]] = json.loads(PACKAGES.read_text(encoding="utf-8"))
    return packages


def environments() -> Dict[str, Any]:
    """Name → `{"python": "3.11", "install": [arguments of pip, ...], "packages": {name: module of subjects}}`."""
    return _described()["environments"]


def sources() -> List[Source]:
    """All packages, those of the environments first."""
    listed = [
        Source(package, package, module, name)
        for name, described in environments().items()
        for package, module in described["packages"].items()
    ]
    for release, described in _described()["releases"].items():
        for package, module in described["packages"].items():
            listed.append(Source(release, package, module, described["environment"], release))
    return listed


def shown(file: str) -> str:
    """A file below a folder of packages, as the table shows it: "gluoncv/nn/block.py", after the release where it is
    not the environment's: "gluoncv==0.5.0/gluoncv/nn/block.py"."""
    before, _, after = file.replace("\\", "/").rpartition("/site-packages/")
    release = before.rpartition("/")[2]
    return f"{release}/{after}" if "==" in release else after


def python_of(folder: pathlib.Path, name: str) -> pathlib.Path:
    """The interpreter of the environment `name` below `folder`."""
    return folder / name / "bin" / "python"


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
        _pip(folder, name, arguments)


def make_release(folder: pathlib.Path, name: str) -> None:
    """Install the release `name` into its folder. Raises CalledProcessError where pip fails."""
    described = _described()["releases"][name]
    target = folder / name / "site-packages"
    for arguments in [["--no-build-isolation", name], *described.get("install", ())]:
        _pip(folder, described["environment"], ["--no-deps", "--target", str(target), *arguments])


def _pip(folder: pathlib.Path, environment: str, arguments: List[str]) -> None:
    subprocess.run([str(python_of(folder, environment)), "-m", "pip", "install", "--quiet", *arguments], check=True)


def main() -> None:
    """Make all environments and releases, or the named one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--python", action="append", default=[], metavar="X.Y=PATH")
    releases = list(_described()["releases"])
    parser.add_argument("--only", choices=[*environments(), *releases])
    options = parser.parse_args()
    interpreters: Dict[str, str] = dict(item.split("=", 1) for item in options.python)
    folder = options.folder.resolve()
    for name, described in environments().items():
        if options.only in (None, name):
            make(folder, name, interpreters.get(described["python"]))
    for name in releases:
        if options.only in (None, name):
            make_release(folder, name)


if __name__ == "__main__":
    main()
