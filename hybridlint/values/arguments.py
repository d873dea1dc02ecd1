"""Arguments of calls, and slices as indices."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Callable, Optional, Tuple

from hybridlint.dataclass import dataclass, replace
from hybridlint.values.base import UNKNOWN, Taint, Value, taint_among

if TYPE_CHECKING:
    from hybridlint.interpreter import Run


@dataclass(frozen=True)
class Arguments:
    """The arguments of a call.

    `starred` is True if the call has `*args` or `**kwargs` of unknown length; the last positional argument is then the
    join of the elements of `*args`. `named_only` is True if only `**kwargs` is unknown, so that `positional` is
    complete. `others` is the join of the values in `**kwargs` whose names are unknown, if that is known.
    """

    positional: Tuple[Value, ...] = ()
    keywords: Tuple[Tuple[str, Value], ...] = ()
    starred: bool = False
    named_only: bool = False
    others: Optional[Value] = None

    @property
    def first(self) -> Value:
        """The first positional argument; unknown if there is none."""
        return self.positional[0] if self.positional else UNKNOWN

    def keyword(self, name: str) -> Optional[Value]:
        return dict(self.keywords).get(name)

    def get(self, position: int, name: str) -> Optional[Value]:
        """Return the argument at `position` or the keyword argument `name`; None if there is neither."""
        if position < len(self.positional):
            return self.positional[position]
        return self.keyword(name)

    def after(self, *values: Value) -> Arguments:
        """Return these arguments with `values` before them."""
        return replace(self, positional=values + self.positional)

    def rest(self) -> Arguments:
        """Return these arguments without the first."""
        return replace(self, positional=self.positional[1:])

    def without(self, name: str) -> Arguments:
        """Return these arguments without the keyword argument `name`."""
        left = tuple([pair for pair in self.keywords if pair[0] != name])
        return self if len(left) == len(self.keywords) else replace(self, keywords=left)

    def map(self, change: Callable[[Value], Value]) -> Arguments:
        """Return these arguments with `change` applied to each."""
        keywords = tuple([(name, change(value)) for name, value in self.keywords]) if self.keywords else ()
        others = self.others and change(self.others)
        return replace(self, positional=tuple(map(change, self.positional)), keywords=keywords, others=others)

    def all(self) -> Tuple[Value, ...]:
        if not self.keywords and self.others is None:
            return self.positional
        others = () if self.others is None else (self.others,)
        return (*self.positional, *[value for _, value in self.keywords], *others)


@dataclass(frozen=True)
class Slice(Value):
    """`lower:upper:step` as an index; a part that is left out is None."""

    lower: Optional[Value] = None
    upper: Optional[Value] = None
    step: Optional[Value] = None

    @property
    def ends(self) -> Tuple[Optional[Value], ...]:
        return self.lower, self.upper, self.step

    @property
    def any_taint(self) -> Taint:  # type: ignore[override]
        return taint_among(filter(None, self.ends))

    def python(self) -> Optional[slice]:
        """Return the slice of Python if its ends are known, else None."""
        ends = [None if end is None else end.python_value for end in self.ends]
        known = all(end is None or type(end) in (int, bool) for end in ends)
        return slice(*ends) if known and ends[2] != 0 else None

    @property
    def is_whole(self) -> bool:
        """Whether the slice of a tensor is that tensor in both phases: `x[:]`, `x[0:]`, `x[::1]`."""
        lower, step = (None if end is None else end.python_value for end in (self.lower, self.step))
        return (self.lower is None or lower == 0) and self.upper is None and (self.step is None or step == 1)

    def note_index(self, run: Run, node: ast.AST) -> None:
        for end in self.ends:
            if end is not None:
                run.note_taint(node, end, "index")

    @property
    def selects_all(self) -> bool:  # type: ignore[override]
        return self.ends == (None, None, None)
