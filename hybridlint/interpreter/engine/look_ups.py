"""Look-ups whose result is the same throughout an analysis."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Callable, Optional, TypeVar

if TYPE_CHECKING:
    from hybridlint.interpreter import Run

LookUp = TypeVar("LookUp", bound=Callable[..., Any])


def once(meanwhile: Optional[Callable[[Any], Any]] = None) -> Callable[[LookUp], LookUp]:
    """Decorate a function of a run and a name or node: compute its result once in the run for each of these. A look-up
    that leads to itself yields the result of `meanwhile`."""

    def decorate(look_up: LookUp) -> LookUp:
        @functools.wraps(look_up)
        def result(run: Run, key: Any) -> Any:
            results = run.results[look_up]
            if key not in results:
                if meanwhile is not None:
                    results[key] = meanwhile(key)
                results[key] = look_up(run, key)
            return results[key]

        return result  # type: ignore[return-value]

    return decorate
