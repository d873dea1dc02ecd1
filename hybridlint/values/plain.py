"""Numbers, strings, None."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import re
from typing import TYPE_CHECKING, Any, Dict, FrozenSet, Iterable, List, Optional, Tuple

from hybridlint.dataclass import dataclass, replace
from hybridlint.values.base import (
    NOT_KNOWN,
    UNKNOWN,
    UNROLLED,
    UNTAINTED,
    Mergeable,
    Read,
    Taint,
    Tainted,
    Value,
    merged_taint,
    taint_among,
)
from hybridlint.values.lattice import BOTTOM, Merge, alternatives
from hybridlint.values.operations import COMPARISONS, FUNCTIONS, UNARY

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run
    from hybridlint.shapes import KnownDims
    from hybridlint.values.arguments import Arguments
    from hybridlint.values.sequence import Sequence
    from hybridlint.values.tensor import Tensor


#: Builtin classes, against which known values are tested.
_CLASSES: Dict[str, Any] = {
    kind.__name__: kind for kind in (list, tuple, dict, str, int, float, bool, set, complex, bytes)
}
#: The builtin types of constants, by name.
_TYPES: Dict[str, type] = {**_CLASSES, "NoneType": type(None)}
#: Classes of which no plain value is an instance.
_ARRAYS = frozenset(["NDArray", "ndarray", "Symbol", "_Symbol"])


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
    #: As in `attributes.Unknown`.
    position: Optional[Tuple[Tuple[int, int], int]] = dataclasses.field(default=None, compare=False)

    compares_all = False

    def merged(self, other: Plain, nodes: Merge) -> Plain:
        same = self.type == other.type and self.default == other.default
        return Plain(
            type=self.type if same else "",
            value=self.value if same and self.value == other.value else NOT_KNOWN,
            taint=merged_taint(self.taint, other.taint),
            argument=self.argument if self.argument == other.argument else "",
            is_literal=self.is_literal and other.is_literal,
            default=self.default if self.default == other.default else NOT_KNOWN,
            of_blocks=self.of_blocks and other.of_blocks,
            pieces=self.pieces if self.pieces == other.pieces else (),
            position=self.position if self.position == other.position else None,
        )

    @property
    def operand_key(self) -> Any:
        return ("", self.value) if self.value is not NOT_KNOWN and self.taint is UNTAINTED else None

    @property
    def known(self) -> bool:  # type: ignore[override]
        return self.value is not NOT_KNOWN

    @property
    def count(self) -> Optional[int]:
        """The integer value; if that is unknown, an integer default above 1; otherwise None."""
        if type(self.value) is int:
            return self.value
        return self.default if type(self.default) is int and self.default > 1 else None

    @property
    def python_value(self) -> Any:
        return self.value

    @property
    def integer(self) -> Optional[int]:  # type: ignore[override]
        return self.value if type(self.value) is int else None

    @property
    def string(self) -> Optional[str]:  # type: ignore[override]
        return self.value if isinstance(self.value, str) else None

    # Elements

    def item(self, run: Run, node: ast.AST, index: Value, frame: Frame) -> Value:
        text = isinstance(self.value, (str, bytes))
        return Plain("str" if text else "", taint=self.taint or index.any_taint)

    def length(self, run: Run, node: ast.AST) -> Value:
        if isinstance(self.value, (str, bytes)):
            return Plain("int", len(self.value), self.taint, is_literal=self.is_literal)
        if self.known and self != NONE:
            run.raise_error("TypeError")
            return BOTTOM
        return Plain("int", taint=self.taint)

    def iterate(self, run: Run, node: ast.AST, construct: str) -> Sequence:
        if isinstance(self.value, str) and len(self.value) <= UNROLLED:
            return run.iterator(tuple(map(constant, self.value)), taint=self.taint)
        return run.iterator(None, Plain(taint=self.taint), self.taint)

    @property
    def literal_dims(self) -> Optional[KnownDims]:  # type: ignore[override]
        return () if self.type in ("int", "float", "bool") else None

    @property
    def is_new_axis(self) -> bool:  # type: ignore[override]
        return self == NONE

    # Operators

    def binary(self, run: Run, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        if isinstance(other, Plain):
            return self.folded(symbol, other)
        if symbol == "%" and self.type == "str":
            return run.formatted(node, self, other.format_arguments)
        return None

    def folded(self, symbol: str, other: Plain) -> Plain:
        """Evaluate `self symbol other`; fold it if both are known constants."""
        taint = other.taint if self.taint is UNTAINTED else self.taint
        compute = FUNCTIONS.get(symbol)
        if symbol == "%" and isinstance(self.value, str) and is_wide(self.value):
            compute = None
        if compute and self.value is not NOT_KNOWN is not other.value and _small(self.value) and _small(other.value):
            try:
                result = compute(self.value, other.value)
            except Exception:  # it raises in both phases
                return Plain(taint=taint)
            if isinstance(result, int) and result.bit_length() > _MOST_BITS:
                return Plain("int", taint=taint)
            if isinstance(result, (bool, int, float, str)):
                return Plain(type(result).__name__, result, taint, is_literal=self.is_literal and other.is_literal)
        types = (self.type, other.type)
        if symbol in COMPARISONS:
            return Plain("bool", taint=taint)
        if "float" in types or symbol == "/" and types == ("int", "int"):
            return Plain("float", taint=taint)
        if self.type == "str" and symbol == "%":
            return Plain("str", taint=taint, pieces=self.template_pieces)
        if "str" in types:
            left, right = self.known_pieces, other.known_pieces
            joined = (*left[:-1], left[-1] + right[0], *right[1:])
            return Plain("str", taint=taint, pieces=joined if symbol == "+" else ())
        numbers = set(types) <= {"int", "bool"} and symbol != "**"
        position = _sum_position(self, other if symbol == "+" else other.negative) if symbol in ("+", "-") else None
        return Plain("int" if numbers else "", taint=taint, position=position)

    @property
    def negative(self) -> Plain:
        """The negative of this number, if it is known or the index of a loop."""
        if type(self.value) is int:
            return replace(self, value=-self.value)
        position = self.position and ((self.position[0][0], -self.position[0][1]), -self.position[1])
        return replace(self, position=position)

    @property
    def in_second_round(self) -> Optional[int]:
        """The value of the index of a loop in the second round; None for any other value."""
        return self.position and self.position[0][1] + self.position[1]

    def unary(self, run: Run, node: ast.AST, symbol: str) -> Value:
        number = int(self.value) if isinstance(self.value, bool) else self.value
        if type(number) is int or type(number) is float and symbol != "~":
            result = UNARY[symbol](number)
            return Plain(type(result).__name__, result, self.taint, is_literal=self.is_literal)
        return Plain(self.type, taint=self.taint, position=self.negative.position if symbol == "-" else None)

    def converted(self, run: Run, node: ast.AST, to: str) -> Value:
        if isinstance(self.value, (bool, int, float, str)):
            with contextlib.suppress(ValueError, OverflowError):
                return Plain(to, _CLASSES[to](self.value), self.taint, is_literal=self.is_literal)
        return Plain(to, taint=self.taint)

    @property
    def truth(self) -> Optional[bool]:  # type: ignore[override]
        return None if self.value is NOT_KNOWN else bool(self.value)

    @property
    def is_none(self) -> Optional[bool]:  # type: ignore[override]
        if self is NONE or self.type == "NoneType" and self == NONE:
            return True
        typed = self.type not in ("", "NoneType") and self.default == NOT_KNOWN
        return False if typed or self.known or self.taint.kind == "drawn" else None

    @property
    def is_number(self) -> bool:  # type: ignore[override]
        return self.type in ("int", "float", "bool")

    def contains(self, item: Value) -> Optional[bool]:
        text, part = self.string, item.string
        return None if text is None or part is None else part in text

    def has_attribute(self, run: Run, name: str) -> Optional[Tuple[bool, bool]]:
        return (hasattr(_TYPES[self.type], name),) * 2 if self.type in _TYPES else None

    # Types

    def class_of(self, run: Run, node: ast.AST) -> Value:
        return run.imported(f"builtins.{self.type}") if self.type else UNKNOWN

    def instance_of(self, run: Run, node: ast.AST, classes: FrozenSet[str]) -> Value:
        others = run.api.unrelated_classes - {"NoneType"} | _ARRAYS if self == NONE else _ARRAYS
        if self.type and classes <= others:
            return run.certainly(False)
        if self.known and classes and classes <= _CLASSES.keys():
            answer = isinstance(self.value, tuple(_CLASSES[name] for name in classes))
            return replace(self, type="bool", value=answer)
        # Where its type is known, every call has the same answer.
        return Plain("bool", taint=UNTAINTED if self.type else self.taint, argument=self.argument)

    # Strings

    @property
    def known_pieces(self) -> Tuple[str, ...]:
        """The known parts of this string."""
        return (self.value,) if isinstance(self.value, str) else self.pieces or ("", "")

    @property
    def template_pieces(self) -> Tuple[str, ...]:  # type: ignore[override]
        """The known parts of the string that this template, with its `%s` or `{}`, is formatted to."""
        return tuple(_PLACEHOLDER.split(self.value)) if isinstance(self.value, str) else ()

    def may_be(self, wanted: str) -> bool:
        """Return whether this string, with some known parts, may be `wanted`."""
        return re.fullmatch(".*".join(map(re.escape, self.known_pieces)), wanted) is not None

    def text(self, run: Run, node: ast.AST) -> Value:
        if isinstance(self.value, (str, bool, int, float)):
            return Plain("str", str(self.value), self.taint)
        return Plain("str", taint=self.taint, pieces=self.pieces)

    def shown(self, run: Run) -> Iterable[Tensor]:
        if isinstance(self.value, str) and TEXT_OF_SYMBOL.value in self.value:
            yield run.fresh(description="a tensor in a text")

    is_elementwise = True

    # Attributes and methods

    owns_methods = True

    def attribute(self, run: Run, read: Read) -> Optional[Value]:
        if read.name == "value":
            return self  # a member of an enumeration, represented by its value
        return None if self.known or read.called else Plain("", taint=self.taint)

    def call_method(
        self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame, discarded: bool = False
    ) -> Value:
        taint = self.taint or taint_among(arguments.all())
        values = [value.python_value for value in arguments.positional]
        if isinstance(self.value, str) and NOT_KNOWN not in values and not arguments.keywords:
            if _is_short(self.value, name, values):
                try:
                    result = getattr(self.value, name)(*values)
                except Exception:  # the user's call raises in both phases
                    return Plain(taint=taint)
                if isinstance(result, (str, bool, int)):
                    literal = self.is_literal and all(
                        getattr(value, "is_literal", False) for value in arguments.positional
                    )
                    return Plain(type(result).__name__, result, taint, is_literal=literal)
                if isinstance(result, (list, tuple)):
                    return run.sequence(type(result).__name__, map(constant, result), taint)
        if self.type == "str" and name == "format":
            return run.formatted(node, self, arguments.all())
        if self.type == "str":
            return Plain("bool" if name.startswith(("is", "starts", "ends")) else "str", taint=taint)
        return Plain("", taint=taint) if self.known or taint else UNKNOWN

    is_effect = True


def _sum_position(first: Plain, second: Plain) -> Optional[Tuple[Tuple[int, int], int]]:
    """Return the position of the sum of the index of a loop and a number; None for other operands."""
    for index, number in ((first, second), (second, first)):
        if index.position and type(number.value) is int:
            return index.position[0], index.position[1] + number.value
    return None


#: The most bits of an integer that is computed. Python prints no more than 4,300 digits.
_MOST_BITS = 1024
#: A placeholder of a template.
_PLACEHOLDER = re.compile(r"%[a-z]|\{[^{}]*\}")
#: A width or precision of four digits, or one that is an argument, in a template of `%` or `str.format`.
_WIDE = re.compile(r"%[^a-zA-Z%]*(\d{4}|\*)|\{[^{}]*:[^{}]*(\d{4}|\{)")


def is_wide(template: str) -> bool:
    """Return whether a template may be formatted as a string that is much longer."""
    return bool(_WIDE.search(template))


#: Maximum length of a string whose methods are evaluated, and maximum of their arguments, which may be lengths.
_LONGEST = 1000


def _is_short(text: str, name: str, values: List[Any]) -> bool:
    """Return whether `name` is a method of strings that returns no long one for these arguments."""
    if not hasattr(str, name) or len(text) > _LONGEST or name == "format" and is_wide(text):
        return False
    sizes = (len(value) if isinstance(value, str) else value for value in values)
    return not any(isinstance(size, int) and size > _LONGEST for size in sizes)


def _small(value: Any) -> bool:
    return not isinstance(value, (int, float, str)) or (
        len(value) < 1000 if isinstance(value, str) else abs(value) < 1e6
    )


NONE = Plain("NoneType", None)
#: A value that is only known not to be a tensor.
ANY = Plain()


def may_be_none(value: Value) -> bool:
    """Return whether None is an alternative of `value`."""
    return value.has_alternatives and NONE in alternatives(value)


def as_default(value: Value) -> Value:
    """Return what is known where `value` is a default that code outside of the file may replace."""
    if not isinstance(value, Plain) or not value.known:
        return value
    return UNKNOWN if value == NONE else Plain(value.type, default=value.value)


def constant(value: Any, is_literal: bool = False) -> Plain:
    """Return the Python constant `value` (None, bool, int, float, str, bytes, Ellipsis)."""
    return Plain(type(value).__name__, value, is_literal=is_literal)


#: The abstract text of a Symbol.
TEXT_OF_SYMBOL = constant("<Symbol>")
