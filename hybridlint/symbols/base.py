"""The base classes of divergences of operations."""

from __future__ import annotations

from typing import Any

from hybridlint.dataclass import dataclass
from hybridlint.events import Divergence, TracingError


@dataclass(frozen=True)
class Differs(Divergence):
    """The operation of `event` silently means something else while tracing. Subclasses narrow the type of `event`."""

    event: Any


@dataclass(frozen=True)
class Fails(Divergence):
    """`hybrid_forward` has created a graph with the operation of `event`, which MXNet then rejects or fails to execute.
    Subclasses narrow the type of `event`."""

    event: Any


@dataclass(frozen=True)
class Raises(TracingError):
    """The operation of `event` raises in `hybrid_forward` while tracing. Subclasses narrow the type of `event`."""

    event: Any
