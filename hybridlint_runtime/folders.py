"""The folder of this package, and temporary folders.

The worker's temporary folders are inside that of its supervisor, so that they are removed however the worker ends.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import tempfile
from typing import Dict, Iterator, Optional

#: The folder of this package.
PACKAGE = os.path.dirname(os.path.abspath(__file__))
#: The folder that another process needs on its path to import this package.
IMPORTED_FROM = os.path.dirname(PACKAGE)
#: Parent of temporary folders; None for the system's default.
parent: Optional[str] = None
#: Required free space in bytes, besides that of the files that MXNet writes.
_ROOM = 1 << 20


@contextlib.contextmanager
def temporary_folder(needed: int = 0) -> Iterator[str]:
    """Create a new folder, and remove it with its contents afterwards.

    Raise OSError if no file of `needed` bytes can be written to it: MXNet does not check whether its writes succeed,
    and takes names in UTF-8 only.
    Other processes may write to it during removal, for which `tempfile.TemporaryDirectory` would raise.
    """
    if parent is not None:
        os.makedirs(parent, exist_ok=True)  # the model may have removed it
    try:
        folder = tempfile.mkdtemp(prefix="hybridlint-", dir=parent)
    except FileNotFoundError as error:  # no folder for temporary files is usable, as with a limit of the size of files
        raise OSError(errno.ENOSPC, error.strerror or str(error)) from error
    try:
        try:
            folder.encode()
        except UnicodeEncodeError as error:
            raise OSError(errno.EILSEQ, "the name of the folder for temporary files is not UTF-8 (TMPDIR)") from error
        with open(os.path.join(folder, "room"), "wb") as file:
            file.write(bytes(_ROOM))
            _reserve(file.fileno(), _ROOM + needed)
        os.remove(file.name)
        yield folder
    finally:
        discard(folder)


def _reserve(descriptor: int, size: int) -> None:
    """Allocate `size` bytes for a file where the file system can. Raise OSError if it has no room for them."""
    if not hasattr(os, "posix_fallocate"):
        return
    try:
        os.posix_fallocate(descriptor, 0, size)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.EOPNOTSUPP):
            raise


def discard(folder: str) -> None:
    """Remove `folder` as far as possible."""
    shutil.rmtree(folder, ignore_errors=True)


def environment_to_import() -> Dict[str, str]:
    """Return the environment of this process for one that imports this package."""
    path = os.pathsep.join([IMPORTED_FROM, *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path}
