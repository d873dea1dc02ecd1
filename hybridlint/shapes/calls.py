"""One call of an operator under one hypothesis, and the registry of shape functions."""

from __future__ import annotations

from typing import Callable, Dict, FrozenSet, List, Mapping, Optional, Sequence, Tuple, Union

from hybridlint.shapes import decisions
from hybridlint.shapes.decisions import Dims, Facts, Knowledge
from hybridlint.shapes.dimensions import Dimension, as_dimension, variable


class _Unknown:
    """The type of :data:`UNKNOWN`."""

    def __repr__(self) -> str:
        return "UNKNOWN"


#: An attribute, or an item of one, that is given and whose value is not known.
UNKNOWN = _Unknown()


class Inconsistent(Exception):
    """The operator raises for these shapes, imperatively as well: the hypothesis is ruled out."""


class Undetermined(Exception):
    """The shape of the result cannot be said."""


class Call:
    """What a shape function is given: the shapes of its operands under one hypothesis, and the attributes."""

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

    def dims(self, position: int = 0) -> Dims:
        """The shape of an operand; raises Undetermined where it is not known."""
        if position >= len(self.shapes):
            raise Undetermined
        found = self.shapes[position]
        if found is None:
            raise Undetermined
        return found

    # Attributes

    def attribute(self, name: str, default: object = None) -> object:
        """The value, `default` where it is not given; raises Undetermined where it is not known."""
        value = self.attributes.get(name, default)
        if value is UNKNOWN:
            raise Undetermined
        return value

    def integer(self, name: str, default: Optional[int] = None) -> int:
        """A known integer; raises Undetermined for everything else."""
        value = self.attribute(name, default)
        if isinstance(value, bool) or not isinstance(value, int):
            raise Undetermined
        return value

    def optional_integer(self, name: str) -> Optional[int]:
        """A known integer, or None."""
        return None if self.attribute(name) is None else self.integer(name)

    def flag(self, name: str, default: bool = False) -> bool:
        """A known truth value."""
        value = self.attribute(name, default)
        if not isinstance(value, int):
            raise Undetermined
        return bool(value)

    def integers(self, name: str) -> Optional[Tuple[int, ...]]:
        """A tuple of known integers; None where it is not given or None."""
        value = self.attribute(name)
        if value is None:
            return None
        items = value if isinstance(value, (tuple, list)) else (value,)
        if not all(isinstance(one, int) and not isinstance(one, bool) for one in items):
            raise Undetermined
        return tuple(items)

    def length(self, name: str, default: Optional[int] = None) -> Dimension:
        """A length: a known integer, a dimension, or a new variable where it is not known."""
        value = self.attributes.get(name, default)
        if isinstance(value, Dimension):
            return value
        if value is UNKNOWN:
            return self.new_length()
        if isinstance(value, bool) or not isinstance(value, int):
            raise Undetermined
        if value < 1:
            raise Inconsistent
        return as_dimension(value)

    def new_length(self) -> Dimension:
        """A length of which nothing is known, the same in every evaluation of this call."""
        self._lengths += 1
        return variable(f"{self._name}:{self._lengths}")

    # Axes

    def axis(self, name: str, rank: int, default: Optional[int] = None) -> int:
        """An axis of a shape of that rank, counted from 0; rules the hypothesis out where there is no such axis."""
        return checked_axis(self.integer(name, default), rank)

    # Evidence

    def assume_several(self, length: Dimension) -> None:
        """Note that an axis is longer than 1: otherwise an operation on it would do nothing."""
        if length.constant is None:
            self.facts = self.facts | {(length, 2)}

    def doubt(self) -> None:
        """Note that nobody would write this for operands of these ranks, where a rank is an assumption."""
        self.is_doubtful = self.is_doubtful or self.rank_is_open

    def assume_batch(self, length: Dimension) -> None:
        """Note that an axis which an operation on other axes leaves alone is a batch, of several samples."""
        if self.rank_is_open and length.variable is not None:
            self.facts = self.facts | {(length, 2)}

    def assume_at_least(self, length: Dimension, minimum: int) -> None:
        """Note that an axis is at least so long, or rule the hypothesis out."""
        constant = length.constant
        if constant is not None:
            if constant < minimum:
                raise Inconsistent
        elif minimum > 1:
            self.facts = self.facts | {(length, minimum)}

    def assume_equal(self, one: Dimension, other: Dimension) -> None:
        """Note that two lengths are equal, or rule the hypothesis out."""
        if one != other:
            if not Knowledge(self.facts).can_be_equal(one, other):
                raise Inconsistent
            self.facts = self.facts | {(one, other)}

    def broadcast(self, one: Dims, other: Dims) -> Dims:
        """The shapes broadcast with one another."""
        result = decisions.broadcast(one, other, self.facts)
        if result is None:
            raise Inconsistent
        return result


def checked_axis(axis: int, rank: int) -> int:
    """The axis counted from 0."""
    if not -rank <= axis < rank:
        raise Inconsistent
    return axis % rank


def checked_length(length: Dimension) -> Dimension:
    """A computed length that has to be a positive integer."""
    constant = length.constant
    if length.is_fraction or constant is not None and constant < 1:
        raise Inconsistent
    return length


#: What a shape function returns: a shape, or one for each value that an unknown attribute may have.
Result = Union[Dims, List[Dims]]


class ShapeFunction:
    """The shape function of operators: what it returns is the shape of the first output (and of all others, where the
    operator gives several alike)."""

    def __init__(self, compute: Callable[[Call], Result], alike: bool = False) -> None:
        self._compute = compute
        self.alike = alike
        """Whether the operands have one rank."""

    def __call__(self, call: Call) -> Result:
        return self._compute(call)


_FUNCTIONS: Dict[str, ShapeFunction] = {}


def shape_function(
    *operators: str, alike: bool = False
) -> Callable[[Callable[[Call], Result]], Callable[[Call], Result]]:
    """Register the shape function of operators, by the last part of the names that they have below `F`; `alike` where
    all operands have one rank."""

    def register(compute: Callable[[Call], Result]) -> Callable[[Call], Result]:
        for operator in operators:
            _FUNCTIONS[operator] = ShapeFunction(compute, alike)
        return compute

    return register


def function_for(operator: str) -> Optional[ShapeFunction]:
    """The shape function of an operator; None where it has none."""
    return _FUNCTIONS.get(operator)


def operators() -> FrozenSet[str]:
    """All operators that have a shape function."""
    return frozenset(_FUNCTIONS)
