"""The search that all localizers share: the first step of a sequence at which two executions diverge.

A sequence is what the localizer chooses: the operators of a graph, the calls of blocks, the gradients that pass at the
operators, the operators of two equal runs. It says how one step, or all steps up to one, are judged.
"""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, Callable, Optional, Sequence, TypeVar

from ..diagnostics.failures import ModelRaised
from ..errors import message_of
from ..report import SourceLocation

T = TypeVar("T")
Localizer = TypeVar("Localizer", bound=Callable[..., Any])


@dataclasses.dataclass
class GraphNode:
    """One operator of a graph. `text` names it for a person, with shapes and dtypes of its inputs where known."""

    name: str
    text: str
    block: str
    location: Optional[SourceLocation]


@dataclasses.dataclass
class Origin:
    """Where a divergence begins: the innermost block, as a path, and in it the operator and the line where they are
    known. `remedy` is what to write instead, if more is known than what the probe says."""

    block: str
    node: Optional[GraphNode] = None
    line: Optional[SourceLocation] = None
    remedy: str = ""

    @property
    def location(self) -> Optional[SourceLocation]:
        """The line, that of the operator if no other is known."""
        return self.line or (self.node.location if self.node else None)


def localizer(search: Localizer) -> Localizer:
    """Decorate a search of which the first argument is the Subject: it returns None where the model raises.

    The failure itself has been seen, and this is only about its place. So a mistake of a search must not hide the
    failure either: it is noted in `Subject.faults`, which the report shows.
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


def first_divergent(steps: Sequence[T], diverges: Callable[[T], bool]) -> Optional[T]:
    """The first of `steps`, in the order of execution, that diverges; None if none does. Each is judged by itself."""
    return next((step for step in steps if diverges(step)), None)


def first_divergent_prefix(steps: Sequence[T], diverges: Callable[[int], bool]) -> Optional[T]:
    """The first of `steps` with which an execution diverges that runs them from the beginning; None if none does.

    `diverges(count)` judges the first `count` steps together. What diverges after some steps also does after more, so
    the place is found by bisection: of n steps log2(n) + 1 executions are made.
    """
    agreeing, diverging = 0, len(steps)
    if not steps or not diverges(diverging):
        return None
    while diverging - agreeing > 1:
        middle = (agreeing + diverging) // 2
        agreeing, diverging = (agreeing, middle) if diverges(middle) else (middle, diverging)
    return steps[diverging - 1]
