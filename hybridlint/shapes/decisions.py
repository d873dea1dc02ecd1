"""Decide whether two shapes can be equal, and whether they can be broadcast with one another.

A dimension variable is any positive integer, but a graph of operators is evidence about it: an axis that is reduced or
cut is longer than 1, since the operation would be pointless otherwise. Anything that no evidence excludes is possible,
unless it is a coincidence: every length of an input that has to be 1 for the shapes to be equal adds to the *surprise*,
by an amount that depends on how the length of 1 on the other side came about.
"""

from __future__ import annotations

import functools
import itertools
import math
from typing import Dict, FrozenSet, Iterable, List, Mapping, Optional, Tuple

from hybridlint.shapes.dimensions import (
    Atom,
    Dimension,
    as_dimension,
    depends_on,
    function_of,
    without_denominators,
)

#: A constraint on dimension variables: (expression, its minimum) or (expression, an equal expression).
Fact = Tuple[Dimension, object]
Facts = FrozenSet[Fact]
Dims = Tuple[Dimension, ...]

#: The least surprise at which shapes are assumed to differ.
COINCIDENCE = 4
#: The surprise of a length of 1 opposite an unknown length, by its `Dimension.origin`: there are several reasons to
#: keep a reduced axis, axes are inserted to align with other axes, and a literal 1 is deliberate.
_SURPRISE = {"": 1, "inserted": 2, "literal": 4}
#: The most alternatives that are tried for products of which one factor is greater than 1.
_MOST_ALTERNATIVES = 16

ONE = as_dimension(1)


class Knowledge:
    """Facts in solved form: values and least values of atoms."""

    def __init__(self, facts: Facts) -> None:
        self.minimum: Dict[Atom, int] = {}
        self.values: Dict[Atom, Dimension] = {}
        self.several: List[Dimension] = []
        """Products of which at least one factor is greater than 1."""
        self.longer = [item for item, minimum in facts if isinstance(minimum, int) and minimum > 1]
        self.consistent = True
        # An equation of few terms determines an atom in others.
        equations = [(item, other) for item, other in facts if isinstance(other, Dimension)]
        for item, other in sorted(equations, key=_number_of_terms):
            if not self.equate(item, other):
                self.consistent = False
        for item, minimum in facts:
            if isinstance(minimum, int):
                self._bound(item.substituted(self.values), minimum)

    def copy(self) -> Knowledge:
        """Return knowledge that may be added to."""
        copied = object.__new__(Knowledge)
        copied.__dict__.update(self.__dict__)
        copied.minimum = dict(self.minimum)
        return copied

    def _bound(self, expression: Dimension, minimum: int) -> None:
        """Record that `expression` is at least `minimum`, if it is `offset + factor * atom`, or a product of atoms."""
        if expression.constant is not None:
            if expression.constant < minimum:
                self.consistent = False
            return
        terms = dict(expression.terms)
        offset = terms.pop((), 0)
        if len(terms) != 1:
            return
        ((monomial, factor),) = terms.items()
        if len(monomial) == 1 and monomial[0][1] == 1 and factor > 0:
            atom, least = monomial[0][0], math.ceil((minimum - offset) / factor)
            self.minimum[atom] = max(least, self.minimum.get(atom, 1))
        elif not offset and factor == 1 and minimum > 1 and all(power > 0 for _, power in monomial):
            self.several.append(expression)

    def equate(self, first: Dimension, second: Dimension) -> bool:
        """Record that two expressions are equal, if that determines an atom. Return False if they cannot be equal."""
        if self.values:
            first, second = first.substituted(self.values), second.substituted(self.values)
        if first is second or first == second:
            return True
        if not self.can_be_equal(first, second):
            return False
        for left, right in ((first, second), (second, first)):
            atom = left.variable
            if right.constant == 1 and atom is not None and atom.function == "max":
                return all(self.equate(operand, ONE) for operand in atom.operands)
        solved = _solved(first, second)
        if solved is not None:
            atom, value = solved
            number = value.constant
            if number is not None and number < self.minimum.get(atom, 1):
                return False
            values = {atom: value}
            self.values = {key: known.substituted(values) for key, known in self.values.items()}
            self.values[atom] = value
            if atom in self.minimum and value.variable is not None:
                target = value.variable
                self.minimum[target] = max(self.minimum[atom], self.minimum.get(target, 1))
        return True

    def can_be_equal(self, first: Dimension, second: Dimension) -> bool:
        """Return whether two lengths may be equal."""
        if self.values:
            first, second = first.substituted(self.values), second.substituted(self.values)
        if first is second or first == second:
            return True
        if first.variable is None:
            first, second = second, first
        if first.variable is not None and not self.several:
            if second.variable is not None:
                return True
            if second.constant is not None:
                return second.constant >= self.minimum.get(first.variable, 1)
        return self._can_be_zero(first - second)

    def _can_be_zero(self, difference: Dimension) -> bool:
        """Return whether an expression may be 0 for some lengths."""
        difference = without_denominators(difference)
        if not difference.terms:
            return True
        if difference.constant is not None or not _has_integer_root(difference):
            return False
        relevant = set(difference.atoms())
        factors = []
        for item in self.several:
            atoms = set(item.substituted(self.values).atoms())
            if atoms & relevant:
                factors.append(sorted(atoms))
        for chosen in itertools.islice(itertools.product(*factors), _MOST_ALTERNATIVES):
            minimum = dict(self.minimum)
            for atom in chosen:
                minimum[atom] = max(2, minimum.get(atom, 1))
            if not _has_one_sign(difference, minimum):
                return True
        return False

    def can_be_one(self, dimension: Dimension) -> bool:
        """Return whether a length may be 1."""
        if dimension in self.longer:
            return False
        dimension = dimension.substituted(self.values) if self.values else dimension
        return dimension.constant == 1 or dimension not in self.several and self.can_be_equal(dimension, ONE)


@functools.lru_cache(maxsize=256)
def knowledge_of(facts: Facts) -> Knowledge:
    """Return what `facts` say, the same object for equal facts."""
    return Knowledge(facts)


def _number_of_terms(equation: Tuple[Dimension, Dimension]) -> int:
    return sum(len(side.terms) for side in equation)


def _solved(first: Dimension, second: Dimension) -> Optional[Tuple[Atom, Dimension]]:
    """Return an atom that occurs once in the equation `first == second`, and its value; None if there is none. A
    multiple of an atom is divided by its factor."""
    for left, right in ((first, second), (second, first)):
        factor = left.terms[0][1] if len(left.terms) == 1 else 1
        if type(factor) is int and factor > 1 and not any(coefficient % factor for _, coefficient in right.terms):
            left, right = left / factor, right / factor
        atom = left.variable
        if atom is not None and not atom.function and not depends_on(right, {atom: left}):
            return atom, right
    return None


def _has_integer_root(difference: Dimension) -> bool:
    """Return whether divisibility admits a root: the greatest common divisor of all coefficients divides the
    constant."""
    offset = next((coefficient for monomial, coefficient in difference.terms if not monomial), 0)
    divisor = 0
    for monomial, coefficient in difference.terms:
        if monomial:
            divisor = math.gcd(divisor, int(coefficient))
    return not offset or offset % divisor == 0


def _has_one_sign(difference: Dimension, minimum: Mapping[Atom, int]) -> bool:
    """Return whether an expression has one sign for all lengths of at least `minimum` (1 by default)."""
    shifts = {}
    for atom in set(difference.atoms()):
        shifts[atom] = Dimension(((((atom, 1),), 1),)) + minimum.get(atom, 1)
    coefficients = dict(difference.substituted(shifts).terms)
    offset = coefficients.pop((), 0)
    if offset > 0:
        return all(coefficient > 0 for coefficient in coefficients.values())
    return offset < 0 and all(coefficient < 0 for coefficient in coefficients.values())


def may_be_equal(first: Dims, second: Dims, facts: Facts) -> bool:
    """Return whether the shapes can be equal without a coincidence."""
    if first == second:
        return True
    if len(first) != len(second):
        return False
    knowledge = knowledge_of(facts).copy()
    surprise = {True: 0, False: 0}
    for left, right in zip(first, second):
        if left is right or left == right:
            continue
        one_left, one_right = left.constant == 1, right.constant == 1
        if (left if one_left else right).assumed_by:
            continue  # the operator that assumes this length does not broadcast, or is the one that differs
        if one_right and not knowledge.can_be_one(left) or one_left and not knowledge.can_be_one(right):
            return False
        if one_left or one_right:
            surprise[one_left] += _SURPRISE[(left if one_left else right).origin]
        if not knowledge.equate(left, right):
            return False
    # Lengths of 1 on both sides, opposite unknown lengths, are an outer operation.
    return sum(surprise.values()) < COINCIDENCE and not (surprise[True] and surprise[False])


def may_broadcast(first: Dims, second: Dims, facts: Facts) -> bool:
    """Return whether the shapes can be broadcast with one another, for some lengths."""
    knowledge = knowledge_of(facts)
    return knowledge.consistent and all(
        knowledge.can_be_equal(left, right) or knowledge.can_be_one(left) or knowledge.can_be_one(right)
        for left, right in zip(first[::-1], second[::-1])
    )


def broadcast(first: Dims, second: Dims, facts: Facts) -> Optional[Dims]:
    """Return the shape of the result of a broadcasting operation; None if it would raise."""
    knowledge = knowledge_of(facts)
    result: List[Dimension] = []
    for left, right in itertools.zip_longest(first[::-1], second[::-1]):
        if left is None or right is None or left == right:
            result.append(right if left is None else left)
            continue
        one_left, one_right = knowledge.can_be_one(left), knowledge.can_be_one(right)
        if left.constant == 1 or not one_right:
            result.append(right)
        elif right.constant == 1 or not one_left:
            result.append(left)
        else:
            result.append(function_of("max", left, right))
        if not (one_left or one_right or knowledge.can_be_equal(left, right)):
            return None
    return tuple(result[::-1])


def merged(first: Dims, second: Dims, node: int) -> Tuple[Dims, Iterable[Fact]]:
    """Return the meet of two shapes that the shape `node` assumes to be equal, and the facts that follow."""
    facts: List[Fact] = []
    result: List[Dimension] = []
    for left, right in zip(first, second):
        if left != right:
            facts.append((left, right))
        length = right if left.constant is None and right.constant is not None else left
        if left != right and length == ONE and not length.assumed_by:
            length = length.with_assumption(node)
        result.append(length)
    return tuple(result), facts
