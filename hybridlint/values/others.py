"""Context managers, random generators, opaque objects."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Optional, Tuple

from hybridlint.dataclass import dataclass
from hybridlint.values.base import UNKNOWN, UNTAINTED, Mergeable, Read, Taint, Tainted, Value, merged_taint, with_taint
from hybridlint.values.lattice import Merge
from hybridlint.values.plain import Plain

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run
    from hybridlint.values.arguments import Arguments
    from hybridlint.values.sequence import Sequence


@dataclass(frozen=True)
class RandomSource(Value):
    """An object whose results change: a random generator (`random.Random()`) or an endless iterator
    (`itertools.count()`). `afresh` is True if the current call made it with a seed, so that every call gets the same
    numbers."""

    name: str = ""

    owns_methods = True

    def call_method(
        self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame, discarded: bool = False
    ) -> Value:
        """Evaluate `self.name(…)`: a random number, the same in every call if that made and seeded the source."""
        return UNKNOWN if name in ("seed", "shuffle") else self.next(run, node, None, frame)

    def next(self, run: Run, node: ast.Call, default: Optional[Value], frame: Frame) -> Value:
        if run.constructing:
            return Plain()  # drawn once, so that both phases have the same number
        return Plain("", taint=Taint("drawn", f"`{run.code(node)}`"))


@dataclass(frozen=True)
class ContextManager(Value):
    """A context manager, by its full name ("mxnet.autograd.pause", "name_scope"). One that a generator function of the
    file makes enters those `inside` it and yields `value`."""

    name: str = ""
    inside: Tuple[str, ...] = ()
    value: Value = UNKNOWN

    owns_methods = True

    def call_method(
        self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame, discarded: bool = False
    ) -> Value:
        return self.value if name == "__enter__" else UNKNOWN

    @property
    def managers(self) -> Tuple[str, ...]:  # type: ignore[override]
        return tuple(name for name in (self.name, *self.inside) if name)

    @property
    def managed(self) -> Value:
        return self.value


@dataclass(frozen=True)
class Opaque(Mergeable, Tainted):
    """An object only known not to be a tensor: a logger, a configuration, a context. `taint` is as in
    :class:`Plain`."""

    taint: Taint = UNTAINTED

    def merged(self, other: Opaque, nodes: Merge) -> Opaque:
        return Opaque(merged_taint(self.taint, other.taint))

    def item(self, run: Run, node: ast.AST, index: Value, frame: Frame) -> Value:
        return with_taint(self, self.taint or index.any_taint)

    def iterate(self, run: Run, node: ast.AST, construct: str) -> Sequence:
        return run.iterator(None, Plain(taint=self.taint), self.taint)

    def binary(self, run: Run, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        return self if isinstance(other, (Opaque, Plain)) else None

    def reflected(self, run: Run, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        return self if isinstance(other, Plain) else None

    def attribute(self, run: Run, read: Read) -> Value:
        return self

    def call(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
        result = run.call_unknown(node, self, arguments)
        return Plain(taint=self.taint) if self.taint else result
