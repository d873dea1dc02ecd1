"""The search that all localizers share: the first step of a sequence at which two executions diverge.

The localizer chooses the sequence: the operators of a graph, the calls of blocks, the operators of two equal runs. It
also defines how one step, or a prefix of the steps, is compared.
"""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, Callable, Iterable, Optional, Sequence, TypeVar

from ..errors import ModelRaised, message_of
from ..report import SourceLocation

T = TypeVar("T")
Localizer = TypeVar("Localizer", bound=Callable[..., Any])


@dataclasses.dataclass
class GraphNode:
    """One operator of a graph. `text` describes it for display, with shapes and dtypes of its inputs if known."""

    name: str
    text: str
    block: str
    location: Optional[SourceLocation]


@dataclasses.dataclass
class Origin:
    """Where a divergence begins: the path of the innermost block, and the operator and line in it if known.

    `remedy` is what to write instead, if more specific than that of the probe.
    """

    block: str
    node: Optional[GraphNode] = None
    line: Optional[SourceLocation] = None
    remedy: str = ""

    @property
    def location(self) -> Optional[SourceLocation]:
        """The line, or that of the operator if there is no other."""
        return self.line or (self.node.location if self.node else None)


def localizer(search: Localizer) -> Localizer:
    """Decorate a search whose first argument is the Subject, so that it returns None if the model raises.

    The failure itself is known; the search only localizes it. An error in the search must not hide the failure either:
    it is recorded in `Subject.faults`, which the report shows.
    """

    @functools.wraps(search)
    def searching(subject: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return search(subject, *args, **kwargs)
        except ModelRaised:
            return None
        except Exception as error:
            subject.faults.append(f"{search.__name__}: {type(error).__name__}: {message_of(error)}")
            return None

    return searching  # type: ignore[return-value]


def first_divergent(steps: Iterable[T], diverges: Callable[[T], bool]) -> Optional[T]:
    """Return the first of `steps`, in execution order, that diverges; None if none does. Each is compared
    separately."""
    return next((step for step in steps if diverges(step)), None)


def first_divergent_prefix(steps: Sequence[T], diverges: Callable[[int], bool]) -> Optional[T]:
    """Return the last step of the shortest prefix of `steps` that diverges, None if none does.

    `diverges(count)` runs and compares the first `count` steps. A divergence persists in longer prefixes, so bisection
    needs log2(n) + 1 executions for n steps.
    """
    agreeing, diverging = 0, len(steps)
    if not steps or not diverges(diverging):
        return None
    while diverging - agreeing > 1:
        middle = (agreeing + diverging) // 2
        agreeing, diverging = (agreeing, middle) if diverges(middle) else (middle, diverging)
    return steps[diverging - 1]
