"""Where this package lies, and folders that are there for a moment. Where a check runs in a process of its own these
lie in the folder of its keeper, so that they are gone however that process ends.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from typing import Iterator, Optional

#: The folder of this package.
PACKAGE = os.path.dirname(os.path.abspath(__file__))
#: What another process has to put on its path to import this package.
IMPORTED_FROM = os.path.dirname(PACKAGE)
#: Where temporary folders are made; None for where the system keeps such things.
parent: Optional[str] = None
#: So many bytes there must be room for.
_ROOM = 1 << 20


@contextlib.contextmanager
def temporary_folder() -> Iterator[str]:
    """A new folder, which is gone afterwards with all that is in it. Raises OSError where nothing can be written to it:
    MXNet does not look whether what it wrote is there.

    What somebody else writes there while it is removed is no matter: `tempfile.TemporaryDirectory` would raise.
    """
    if parent is not None:
        os.makedirs(parent, exist_ok=True)  # the model may have tidied up
    folder = tempfile.mkdtemp(prefix="hybridlint-", dir=parent)
    try:
        with open(os.path.join(folder, "room"), "wb") as file:
            file.write(bytes(_ROOM))
        os.remove(file.name)
        yield folder
    finally:
        discard(folder)


def discard(folder: str) -> None:
    """Remove `folder` as far as that is possible."""
    shutil.rmtree(folder, ignore_errors=True)
