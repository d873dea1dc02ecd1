"""Context managers, random generators, opaque objects."""

from __future__ import annotations

from typing import Tuple

from hybridlint.dataclass import dataclass
from hybridlint.values.base import UNKNOWN, Mergeable, Tainted, Value
from hybridlint.values.lattice import Merge
from hybridlint.values.taint import UNTAINTED, Taint, merged_taint


@dataclass(frozen=True)
class RandomSource(Value):
    """An object whose results change: a random generator (`random.Random()`) or an endless iterator
    (`itertools.count()`). `afresh` is True if the current call made it with a seed, so that every call gets the same
    numbers."""

    name: str = ""
    afresh: bool = False


@dataclass(frozen=True)
class ContextManager(Value):
    """A context manager, by its full name ("mxnet.autograd.pause", "name_scope"). One that a generator function of the
    file makes enters those `inside` it and yields `value`."""

    name: str = ""
    inside: Tuple[str, ...] = ()
    value: Value = UNKNOWN


@dataclass(frozen=True)
class Opaque(Mergeable, Tainted):
    """An object only known not to be a tensor: a logger, a configuration, a context. `taint` is as in
    :class:`Plain`."""

    taint: Taint = UNTAINTED

    def merged(self, other: Opaque, nodes: Merge) -> Opaque:
        return Opaque(merged_taint(self.taint, other.taint))
