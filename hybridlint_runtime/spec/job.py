"""The request of a supervisor to its worker."""

from __future__ import annotations

import dataclasses
from typing import Mapping, Optional, Sequence

from .options import CheckOptions
from .target import Target


@dataclasses.dataclass(frozen=True)
class Job:
    """One target to check, with all settings.

    `inputs` and `also_shapes` are texts in the grammar of `inputs.py`; `inputs_from` is `file.py:function` or empty.
    `repro` is the folder for a script that reproduces a failure, or empty. `folder` is where modules are imported and
    files are read from (empty: the current folder). `search` are folders that precede all others in the module search
    path. `overlay` maps folders to the copies from which their modules are imported. `timeout` is in seconds for the
    whole check, `memory` in bytes of resident memory (None: 90 % of the free memory).
    """

    target: Target
    inputs: Sequence[str] = ()
    inputs_from: str = ""
    also_shapes: Sequence[str] = ()
    options: CheckOptions = dataclasses.field(default_factory=CheckOptions)
    timeout: float = 600.0
    memory: Optional[int] = None
    repro: str = ""
    folder: str = ""
    search: Sequence[str] = ()
    overlay: Mapping[str, str] = dataclasses.field(default_factory=dict)
