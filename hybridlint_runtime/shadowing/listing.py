"""The saved calls in a folder, found without importing MXNet."""

from __future__ import annotations

import os
from typing import List

from ..errors import CannotLook

#: The files of a case that its readers name.
SCRIPT, NET, DIVERGENCE = "reproduce.py", "net.pickle", "divergence.json"


def cases_in(folder: str) -> List[str]:
    """Return the paths of the whole cases in `folder`, sorted."""
    try:
        names = sorted(os.listdir(folder))
    except FileNotFoundError:
        return []
    return [
        os.path.join(folder, name)
        for name in names
        if not name.startswith(".") and os.path.exists(os.path.join(folder, name, DIVERGENCE))
    ]


def targets_in(folder: str) -> List[str]:
    """Return the paths of the scripts of the cases in `folder`, or of the case that `folder` is.

    Raise CannotLook if there is none, or if the block of none could be saved.
    """
    cases = [folder] if os.path.exists(os.path.join(folder, DIVERGENCE)) else cases_in(folder)
    if not cases:
        raise CannotLook(f"{folder} has no case of a shadow: pass the folder that shadow(folder=…) wrote")
    usable = [os.path.join(case, SCRIPT) for case in cases if os.path.exists(os.path.join(case, NET))]
    if not usable:
        raise CannotLook(
            f"the blocks of the cases in {folder} could not be saved: check the model itself, with --inputs-from "
            f"{os.path.join(cases[0], SCRIPT)}:inputs"
        )
    return usable
