"""Numbers, strings, None."""

from __future__ import annotations

import dataclasses
from typing import Any, Optional, Tuple

from hybridlint.dataclass import dataclass
from hybridlint.values.base import Mergeable, Tainted, Value
from hybridlint.values.lattice import Merge, Variable, flat
from hybridlint.values.taint import UNTAINTED, Taint, merged_taint

#: `Plain.value` if it is unknown.
NOT_KNOWN = "<not known>"


@dataclass(frozen=True)
class Plain(Mergeable, Tainted):
    """A plain Python value that is the same in both phases: a number, a string, None, a flag.

    `type` is "bool", "int", "float", "str", "NoneType" …, or "" if it is only known not to be a tensor. `value` is the
    value itself or :data:`NOT_KNOWN`. `taint` is the reason why it changes between calls.
    `argument` is the parameter of `hybrid_forward` that it came from. `is_literal` is True if it depends on literals in
    `hybrid_forward` alone, so that it is the same in every configuration. `default` is the default argument that `type`
    was inferred from; None or another value may be passed instead.
    `pieces` are the known parts of an otherwise unknown string, in order: "_" and "" of `"_" + name`.
    """

    type: str = ""
    value: Any = NOT_KNOWN
    taint: Taint = dataclasses.field(default=UNTAINTED, hash=False)
    argument: str = ""
    is_literal: bool = dataclasses.field(default=False, compare=False)
    default: Any = dataclasses.field(default=NOT_KNOWN, compare=False)
    #: Whether it is the index of a block: `i` of `for i, layer in enumerate(self.layers)`.
    of_blocks: bool = dataclasses.field(default=False, compare=False)
    pieces: Tuple[str, ...] = ()

    compares_all = False

    def merged(self, other: Plain, nodes: Merge) -> Plain:
        same = self.type == other.type and self.default == other.default
        return Plain(
            type=self.type if same else "",
            value=self.value if same and self.value == other.value else NOT_KNOWN,
            taint=merged_taint(self.taint, other.taint),
            argument=flat(self.argument, other.argument, ""),
            is_literal=self.is_literal and other.is_literal,
            default=flat(self.default, other.default, NOT_KNOWN),
            of_blocks=self.of_blocks and other.of_blocks,
            pieces=flat(self.pieces, other.pieces, ()),
        )

    @property
    def operand_key(self) -> Any:
        return ("", self.value) if self.known and not self.taint else None

    @property
    def known(self) -> bool:
        return not (isinstance(self.value, str) and self.value is NOT_KNOWN)

    @property
    def count(self) -> Optional[int]:
        """The integer value; if that is unknown, an integer default above 1; otherwise None."""
        if type(self.value) is int:
            return self.value
        return self.default if type(self.default) is int and self.default > 1 else None


NONE = Plain("NoneType", None)


def may_be_none(value: Value) -> bool:
    """Return whether None is an alternative of `value`."""
    return isinstance(value, Variable) and NONE in value.values


def constant(value: Any, is_literal: bool = False) -> Plain:
    """Return the Python constant `value` (None, bool, int, float, str, bytes, Ellipsis)."""
    return Plain(type(value).__name__, value, is_literal=is_literal)
