"""Values of attributes of operators that are not known."""

from __future__ import annotations

import dataclasses
from typing import Optional


@dataclasses.dataclass(frozen=True)
class Unknown:
    """An attribute, or an item of one, whose value is unknown. `default` is an integer above 1 that the source has as
    its default; None if there is none."""

    default: Optional[int] = None


UNKNOWN = Unknown()
