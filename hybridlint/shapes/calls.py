"""One call of an operator under one hypothesis, and the registry of shape functions."""

from __future__ import annotations

from typing import Any, Callable, Dict, FrozenSet, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from hybridlint.attributes import Unknown
from hybridlint.shapes import decisions
from hybridlint.shapes.decisions import Dims, Facts, knowledge_of
from hybridlint.shapes.dimensions import Dimension, as_dimension, variable

#: The end of a slice; None for that of the axis.
Position = Union[int, None, Unknown]


class Inconsistent(Exception):
    """The operator raises for these shapes, imperatively as well: the hypothesis is dropped."""


class Undetermined(Exception):
    """The shape of the result is unknown."""


class Call:
    """The argument of a shape function: the shapes of the operands under one hypothesis, and the attributes."""

    def __init__(
        self,
        shapes: Sequence[Optional[Dims]],
        attributes: Mapping[str, object],
        facts: Facts = frozenset(),
        name: str = "",
        rank_is_open: bool = False,
    ) -> None:
        self.shapes = shapes
        self.attributes = attributes
        self.facts = facts
        self._name = name
        self.rank_is_open = rank_is_open
        """Whether the ranks of the operands are assumptions."""
        self.is_doubtful = False
        self._lengths = 0

    # Operands

    def dims(self, position: int = 0, rank: Optional[int] = None) -> Dims:
        """Return the shape of an operand, which has to be of that rank. Raises Undetermined if it is unknown."""
        result = self.shapes[position] if position < len(self.shapes) else None
        if result is None:
            raise Undetermined
        if rank is not None and len(result) != rank:
            raise Inconsistent
        return result

    # Attributes

    def attribute(self, name: str, default: object = None) -> object:
        """Return an attribute, `default` if it is missing. Raises Undetermined if it is unknown."""
        value = self.attributes.get(name, default)
        if isinstance(value, Unknown):
            raise Undetermined
        return value

    def integer(self, name: str, default: Optional[int] = None) -> int:
        """Return an integer attribute. Raises Undetermined for anything else."""
        value = self.attribute(name, default)
        if isinstance(value, bool) or not isinstance(value, int):
            raise Undetermined
        return value

    def position(self, name: str) -> Position:
        """Return an attribute that is the end of a slice; its default in the source if it is unknown."""
        value = self.attributes.get(name)
        if isinstance(value, Unknown):
            return value if value.default is None else value.default
        return None if value is None else self.integer(name)

    def flag(self, name: str, default: bool = False) -> bool:
        """Return a bool attribute."""
        value = self.attribute(name, default)
        if not isinstance(value, int):
            raise Undetermined
        return bool(value)

    def integers(self, name: str) -> Optional[Tuple[int, ...]]:
        """Return an attribute that is a tuple of integers; None if it is missing or None."""
        value = self.attribute(name)
        return None if value is None else integers_of(value)

    def length(self, name: str, default: Optional[int] = None) -> Dimension:
        """Return an attribute that is a length: an integer, a dimension, or a new variable if it is unknown."""
        value = self.attributes.get(name, default)
        if isinstance(value, Dimension):
            return value
        if isinstance(value, Unknown):
            return self.new_length()
        if isinstance(value, bool) or not isinstance(value, int):
            raise Undetermined
        if value < 1:
            raise Inconsistent
        return as_dimension(value)

    def count(self, name: str, default: Optional[int] = None) -> Dimension:
        """Return an attribute that is a length; if it is unknown, its default in the source."""
        value = self.attributes.get(name)
        if isinstance(value, Unknown) and value.default is not None:
            return as_dimension(value.default)
        return self.length(name, default)

    def new_length(self) -> Dimension:
        """Return an unknown length, the same in every evaluation of this call."""
        self._lengths += 1
        return variable(f"{self._name}:{self._lengths}")

    # Axes

    def axis(self, name: str, rank: int, default: Optional[int] = None) -> int:
        """Return an axis attribute for a shape of that rank, counted from 0. Raises Inconsistent if there is no such
        axis."""
        return checked_axis(self.integer(name, default), rank)

    # Evidence

    def assume_several(self, length: Dimension) -> None:
        """Assume that an axis is longer than 1: otherwise an operation on it would do nothing."""
        if length.constant is None:
            self.facts = self.facts | {(length, 2)}

    def doubt(self) -> None:
        """Mark the hypothesis as doubtful: the code is pointless for operands of these ranks, if these are
        assumptions."""
        self.is_doubtful = self.is_doubtful or self.rank_is_open

    def assume_batch(self, length: Dimension) -> None:
        """Assume that an axis that is not operated on is a batch axis, with several samples."""
        if self.rank_is_open and length.variable is not None:
            self.facts = self.facts | {(length, 2)}

    def assume_at_least(self, length: Dimension, minimum: int) -> None:
        """Assume that an axis has at least the length `minimum`. Raises Inconsistent if it has not."""
        constant = length.constant
        if constant is not None:
            if constant < minimum:
                raise Inconsistent
        elif minimum > 1:
            self.facts = self.facts | {(length, minimum)}

    def assume_equal(self, first: Dimension, second: Dimension) -> None:
        """Assume that two lengths are equal. Raises Inconsistent if they cannot be."""
        if first != second:
            if not knowledge_of(self.facts).can_be_equal(first, second):
                raise Inconsistent
            self.facts = self.facts | {(first, second)}

    def broadcast(self, first: Dims, second: Dims) -> Dims:
        """Return the two shapes broadcast with one another. Raises Inconsistent if they cannot be."""
        result = decisions.broadcast(first, second, self.facts)
        if result is None:
            raise Inconsistent
        return result


def items_of(value: object) -> Sequence[Any]:
    """Return the items of an attribute that is a tuple or one item."""
    return value if isinstance(value, (tuple, list)) else (value,)


def integers_of(value: object) -> Tuple[int, ...]:
    """Return an attribute that is an integer or a tuple of these. Raises Undetermined for anything else."""
    items = items_of(value)
    if not all(isinstance(item, int) and not isinstance(item, bool) for item in items):
        raise Undetermined
    return tuple(items)


def checked_axis(axis: int, rank: int) -> int:
    """Return the axis counted from 0. Raises Inconsistent if there is none."""
    if not -rank <= axis < rank:
        raise Inconsistent
    return axis % rank


def checked_length(length: Dimension) -> Dimension:
    """Return a computed length. Raises Inconsistent if it is certainly not a positive integer."""
    constant = length.constant
    if length.is_fraction or constant is not None and constant < 1:
        raise Inconsistent
    return length


#: The result of a shape function: a shape, or one for each possible value of an unknown attribute.
Result = Union[Dims, List[Dims]]


class ShapeFunction(NamedTuple):
    """The shape function of one or more operators. It returns the shape of the first output, which is that of all
    outputs of an operator such as `split`."""

    compute: Callable[[Call], Result]
    #: The names of the operands; () for all tensors.
    operands: Tuple[str, ...]
    #: Whether all operands have the same rank.
    alike: bool


_FUNCTIONS: Dict[str, ShapeFunction] = {}


def shape_function(
    *operators: str, of: Tuple[str, ...] = (), alike: bool = False
) -> Callable[[Callable[[Call], Result]], Callable[[Call], Result]]:
    """Register the shape function of operators, by the last part of their names below `F`. `of` are the names of the
    operands that decide the shape, by default all tensors. `alike` is True if all operands have the same rank."""

    def register(compute: Callable[[Call], Result]) -> Callable[[Call], Result]:
        for operator in operators:
            _FUNCTIONS[operator] = ShapeFunction(compute, of, alike)
        return compute

    return register


def function_for(operator: str) -> Optional[ShapeFunction]:
    """Return the shape function of an operator; None if it has none."""
    return _FUNCTIONS.get(operator)


def operators() -> FrozenSet[str]:
    """Return all operators that have a shape function."""
    return frozenset(_FUNCTIONS)
