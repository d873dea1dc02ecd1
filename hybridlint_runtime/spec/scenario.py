"""How a model is used: called, changed between calls, hybridized. The default is `net.hybridize()`, then
`net(*inputs)`."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Optional, Sequence


@dataclasses.dataclass(frozen=True)
class Scenario:
    """`call(net, inputs)` runs the net and returns what to compare (also Python values that depend on the run).

    `between(net)` is called after the first of several calls, to change an attribute or replace a child.
    `hybridize(net)` replaces `net.hybridize()`. All three must do the same to every net.
    """

    call: Callable[[Any, Sequence[Any]], Any] = lambda net, inputs: net(*inputs)
    between: Optional[Callable[[Any], None]] = None
    hybridize: Optional[Callable[[Any], None]] = None
