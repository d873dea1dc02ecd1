"""Symbolic lengths of axes: polynomials over unknown positive integers."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Callable, Dict, Iterable, List, Mapping, Optional, Tuple, Union


class Atom(str):
    """An indivisible unknown: a variable, or a function of dimensions (`floor`, `max`). Its text identifies it."""

    function: str
    operands: Tuple[Dimension, ...]

    def __new__(cls, text: str, function: str = "", operands: Tuple[Dimension, ...] = ()) -> Atom:
        atom = super().__new__(cls, text)
        atom.function = function
        atom.operands = operands
        return atom


#: Atoms with their powers, sorted; () is the constant 1. A negative power divides.
Monomial = Tuple[Tuple[Atom, int], ...]
Coefficient = Union[int, Fraction]
Terms = Dict[Monomial, Coefficient]


class Dimension:
    """The length of an axis in canonical form: equal expressions compare equal.

    `origin` is the source of a length of 1, on which depends whether another length may be 1 too: "" (computed),
    "inserted" (by `expand_dims` and the like) or "literal" (a shape in the source). `assumed_by` is the number of the
    shape that requires a length, which is not known to be 1, to be 1; 0 for none. Comparisons ignore both.
    """

    __slots__ = ("terms", "origin", "assumed_by", "constant", "variable", "_hash", "_text")

    def __init__(self, terms: Tuple[Tuple[Monomial, Coefficient], ...], origin: str = "", assumed_by: int = 0) -> None:
        self.terms = terms
        self.origin = origin
        self.assumed_by = assumed_by
        self._hash = hash(terms)
        self._text = ""
        self.constant: Optional[int] = None if terms else 0
        """The integer value; None for an expression or a fraction."""
        self.variable: Optional[Atom] = None
        """The atom, if it is a single one; otherwise None."""
        if terms and not terms[1:]:
            monomial, number = terms[0]
            if not monomial and number == int(number):
                self.constant = int(number)
            elif number == 1 and monomial and not monomial[1:] and monomial[0][1] == 1:
                self.variable = monomial[0][0]

    @property
    def is_fraction(self) -> bool:
        """Whether it is a number but not an integer."""
        return len(self.terms) == 1 and not self.terms[0][0] and self.constant is None

    def atoms(self) -> Iterable[Atom]:
        """Yield its atoms, each as often as it occurs."""
        return (atom for monomial, _ in self.terms for atom, _ in monomial)

    def with_origin(self, origin: str) -> Dimension:
        """Return the same length with another `origin`."""
        return Dimension(self.terms, origin)

    def with_assumption(self, number: int) -> Dimension:
        """Return the same length, which the shape `number` requires."""
        return Dimension(self.terms, self.origin, number)

    def __eq__(self, other: object) -> bool:
        return self is other or other.__class__ is Dimension and self._hash == other._hash and self.terms == other.terms

    def __hash__(self) -> int:
        return self._hash

    def __add__(self, other: Union[Dimension, int]) -> Dimension:
        terms = dict(self.terms)
        for monomial, coefficient in as_dimension(other).terms:
            terms[monomial] = terms.get(monomial, 0) + coefficient
        return _canonical(terms)

    def __sub__(self, other: Union[Dimension, int]) -> Dimension:
        return self + as_dimension(other) * -1

    def __mul__(self, other: Union[Dimension, int]) -> Dimension:
        terms: Terms = {}
        for first, coefficient in self.terms:
            for second, factor in as_dimension(other).terms:
                monomial = _product(first, second)
                terms[monomial] = terms.get(monomial, 0) + coefficient * factor
        return _canonical(terms)

    def __truediv__(self, other: Union[Dimension, int]) -> Dimension:
        """Return the exact quotient: the caller knows that there is no remainder. That of polynomials is a function."""
        divisor = as_dimension(other)
        if len(divisor.terms) == 1:
            monomial, coefficient = divisor.terms[0]
            inverse = tuple((atom, -power) for atom, power in monomial)
            factor = coefficient if coefficient == 1 else 1 / Fraction(coefficient)
            return self * Dimension(((inverse, factor),))
        return function_of("quotient", self, divisor)

    def substituted(self, values: Mapping[Atom, Dimension]) -> Dimension:
        """Return the dimension with atoms replaced, including those in functions."""
        if not values or not depends_on(self, values):
            return self
        result = as_dimension(0)
        for monomial, coefficient in self.terms:
            term = _canonical({(): coefficient})
            for atom, power in monomial:
                value = _value_of(atom, values)
                for _ in range(abs(power)):
                    term = term * value if power > 0 else term / value
            result = result + term
        return result if self.origin == "" else result.with_origin(self.origin)

    def __repr__(self) -> str:
        if not self._text:
            self._text = " + ".join([_text_of(*term) for term in self.terms]) or "0"
        return self._text


def _text_of(monomial: Monomial, coefficient: Coefficient) -> str:
    factors = [atom if power == 1 else f"{atom}^{power}" for atom, power in monomial]
    if coefficient != 1 or not factors:
        factors.insert(0, str(coefficient))
    return "*".join(factors)


def as_dimension(value: Union[Dimension, int]) -> Dimension:
    """Return an integer as a dimension; a dimension unchanged."""
    if isinstance(value, Dimension):
        return value
    return Dimension((((), value),) if value else ())


def variable(text: str) -> Dimension:
    """Return the dimension variable with the name `text`: a positive integer."""
    return Dimension(((((Atom(text), 1),), 1),))


#: Functions of dimensions that are not polynomials, for integers.
FUNCTIONS: Dict[str, Callable[[int, int], int]] = {
    "floor": lambda first, second: first // second,
    "quotient": lambda first, second: first // second,
    "max": max,
    "min": min,
}


def function_of(name: str, *operands: Union[Dimension, int]) -> Dimension:
    """Return the dimension `name(*operands)`, evaluated if the operands are numbers."""
    given = tuple(map(as_dimension, operands))
    numbers = [item.constant for item in given]
    if len(numbers) == 2 and numbers[0] is not None and numbers[1] is not None:
        return as_dimension(FUNCTIONS[name](numbers[0], numbers[1]))
    if name in ("max", "min"):
        if given[0] == given[1]:
            return given[0]
        given = tuple(sorted(given, key=repr))
    text = f"{name}({', '.join(map(repr, given))})"
    return Dimension(((((Atom(text, name, given), 1),), 1),))


def floor_divided(dividend: Union[Dimension, int], divisor: int) -> Dimension:
    """Return the quotient rounded down."""
    given = as_dimension(dividend)
    whole = all(coefficient % divisor == 0 for _, coefficient in given.terms)
    return given / divisor if whole else function_of("floor", given, divisor)


def product(dimensions: Iterable[Dimension]) -> Dimension:
    """Return the product of `dimensions`; 1 if there are none."""
    result = as_dimension(1)
    for dimension in dimensions:
        result = result * dimension
    return result


def _canonical(terms: Terms) -> Dimension:
    result = [
        (monomial, coefficient if type(coefficient) is int or coefficient != int(coefficient) else int(coefficient))
        for monomial, coefficient in terms.items()
        if coefficient
    ]
    return Dimension(tuple(result if len(result) < 2 else sorted(result, key=_monomial)))


def _monomial(term: Tuple[Monomial, Coefficient]) -> Monomial:
    return term[0]


def _product(first: Monomial, second: Monomial) -> Monomial:
    if not first or not second:
        return first or second
    powers = dict(first)
    for atom, power in second:
        powers[atom] = powers.get(atom, 0) + power
    return tuple(sorted((atom, power) for atom, power in powers.items() if power))


def depends_on(dimension: Dimension, values: Mapping[Atom, Dimension]) -> bool:
    """Return whether an atom among `values` occurs in a dimension, or in a function in it."""
    for monomial, _ in dimension.terms:
        for atom, _ in monomial:
            if atom in values or atom.operands and any(depends_on(operand, values) for operand in atom.operands):
                return True
    return False


def _value_of(atom: Atom, values: Mapping[Atom, Dimension]) -> Dimension:
    if atom in values:
        return values[atom]
    if any(depends_on(operand, values) for operand in atom.operands):
        operands = [operand.substituted(values) for operand in atom.operands]
        if atom.function == "quotient":
            return operands[0] / operands[1]
        return function_of(atom.function, *operands)
    return Dimension((((((atom, 1),)), 1),))


def without_denominators(dimension: Dimension) -> Dimension:
    """Return the dimension times a positive factor that makes it a polynomial over the integers whose terms have no
    common factor."""
    if not dimension.terms:
        return dimension
    lowest: Dict[Atom, int] = dict(dimension.terms[0][0])
    for monomial, _ in dimension.terms[1:]:
        powers = dict(monomial)
        lowest = {atom: min(lowest.get(atom, 0), powers.get(atom, 0)) for atom in {*lowest, *powers}}
    fractions: List[Fraction] = [Fraction(coefficient) for _, coefficient in dimension.terms]
    denominator = 1
    for fraction in fractions:
        denominator = denominator * fraction.denominator // math.gcd(denominator, fraction.denominator)
    divisor = 0
    for fraction in fractions:
        divisor = math.gcd(divisor, abs(int(fraction * denominator)))
    inverse = tuple(sorted((atom, -power) for atom, power in lowest.items() if power))
    return dimension * Dimension(((inverse, Fraction(denominator, divisor)),))
