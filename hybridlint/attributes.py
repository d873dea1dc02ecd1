"""Values of attributes of operators that are not known."""

from __future__ import annotations

import dataclasses
from typing import Optional, Tuple


@dataclasses.dataclass(frozen=True)
class Unknown:
    """An attribute, or an item of one, whose value is unknown. `default` is an integer above 1 that the source has as
    its default; None if there is none. `position` is that of the index of a loop: the loop, its step, and
    the index in the first round; None for any other."""

    default: Optional[int] = None
    position: Optional[Tuple[Tuple[int, int], int]] = None

    def is_before(self, other: Unknown) -> bool:
        """Return whether the other is certainly greater by 1."""
        return self.position is not None and other.position == (self.position[0], self.position[1] + 1)


UNKNOWN = Unknown()
