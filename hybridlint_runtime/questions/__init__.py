"""What each probe asks, in the order in which a check runs them: texts and examples, without MXNet."""

from __future__ import annotations

import difflib
from typing import Dict, Iterable, List

from ..errors import CannotLook
from . import calls, exports, shapes, structure, surroundings, training, values
from .base import Example, Probe

ALL: List[Probe] = [
    probe for module in (values, shapes, training, calls, structure, exports, surroundings) for probe in module.PROBES
]

BY_NAME: Dict[str, Probe] = {probe.name: probe for probe in ALL}

__all__ = ["ALL", "BY_NAME", "Example", "Probe", "hint", "refuse_unknown"]


def refuse_unknown(chosen: Iterable[str]) -> None:
    """Raise CannotLook for the first name that no probe has."""
    unknown = next((name for name in chosen if name not in BY_NAME), None)
    if unknown is not None:
        raise CannotLook(f"there is no probe {unknown!r}: {hint(unknown)}")


def hint(name: str) -> str:
    """Return the probe whose name is most like `name`, or all of them."""
    near = difflib.get_close_matches(name, BY_NAME, n=1)
    return f"did you mean {near[0]!r}?" if near else f"the probes are {', '.join(BY_NAME)}"
