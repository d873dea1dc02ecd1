"""Equality of values up to identities."""

from __future__ import annotations

from typing import Dict

from hybridlint.dataclass import replace
from hybridlint.values.base import Binding, Container, Value, Variable
from hybridlint.values.block import Block


def renumbered(value: Value, numbers: Dict[int, int]) -> Value:
    """Return `value` with the identities of blocks and containers replaced by `numbers`, to which it adds the next
    number for each identity that is not there: equal results stand for values that differ in identities alone."""

    def change(part: Value) -> Value:
        return renumbered(part, numbers)

    def number(identity: int) -> int:
        return numbers.setdefault(identity, len(numbers) + 1) if identity else 0

    if isinstance(value, Block):
        children = value.children and tuple(map(change, value.children))
        options = tuple((name, change(option)) for name, option in value.options)
        return replace(value, identity=number(value.identity), children=children, options=options)
    if isinstance(value, Variable):
        return Variable(tuple(Binding(change(one.value), one.condition) for one in value.bindings))
    return value.mapped(change).at(number(value.identity)) if isinstance(value, Container) else value
