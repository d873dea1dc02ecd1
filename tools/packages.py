"""Released packages with Gluon blocks: real code for `ablation.py` and `compare.py`. None is imported."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Dict, List

#: Requirement → whether pip downloads its source, because there is no wheel.
PACKAGES: Dict[str, bool] = {
    "MXFusion==0.3.1": True,
    "autogluon.vision==0.0.16b20210206": False,
    "d2l==0.17.6": False,
    "gluoncv==0.10.5.post0": False,
    "gluoncv2==0.0.64": False,
    "gluonfr==1.0.2": True,
    "gluonnlp==0.10.0": True,
    "gluonts==0.13.7": False,
    "sockeye==2.3.24": False,
}
#: Where packages are unpacked unless a folder is named.
FOLDER = Path(__file__).resolve().parents[1] / "build" / "packages"


def download(folder: Path = FOLDER) -> List[Path]:
    """Download and unpack the packages that `folder` lacks. Return the folder of each.

    Raises subprocess.CalledProcessError if pip fails."""
    for requirement, source in PACKAGES.items():
        if not (folder / requirement).is_dir():
            _download(requirement, source, folder)
    return [folder / requirement for requirement in PACKAGES]


def _download(requirement: str, source: bool, folder: Path) -> None:
    partial = folder / f"{requirement}.part"
    shutil.rmtree(partial, ignore_errors=True)
    kind = ["--no-binary" if source else "--only-binary", ":all:"]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", *kind, "--dest", str(partial)]
    # The metadata of a wheel for another Python is not checked; that of a source is not built.
    command += ["--no-build-isolation"] if source else ["--python-version", "3.8"]
    subprocess.run([*command, requirement], check=True)
    (archive,) = partial.iterdir()
    shutil.unpack_archive(str(archive), str(partial), "zip" if archive.suffix == ".whl" else None)
    archive.unlink()
    partial.rename(folder / requirement)


def hybrid_files(folder: Path = FOLDER) -> Dict[str, str]:
    """Path below `folder` → text, of the files of all packages that may hold a hybrid block."""
    from hybridlint import files
    from hybridlint.prefilter import may_hold_block

    texts = {}
    for package in download(folder):
        for path in sorted(package.rglob("*.py")):
            try:
                text = files.read(str(path)).text
            except files.CannotRead:
                continue
            if may_hold_block(text):
                texts[path.relative_to(folder).as_posix()] = text
    return texts
