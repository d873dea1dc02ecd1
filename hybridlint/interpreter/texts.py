"""Text: what a value reads like in each life, as `str(x)`, `f"{x}"` and `"%s" % x` show it."""

from __future__ import annotations

from typing import Iterable

import libcst as cst

from hybridlint.interpreter import names
from hybridlint.interpreter.run import Run
from hybridlint.values import Imported, Plain, Tensor, TwoLives, Value, constant, frozen_among, frozen_reason


def text(run: Run, node: cst.CSTNode, value: Value) -> Value:
    """`str(value)`: that of an array shows its numbers, that of a Symbol its name."""
    if isinstance(value, Tensor) and value.certain and not value.optional:
        return TwoLives(Plain("str"), constant("<Symbol>"), run.code(node), guard=True)
    if isinstance(value, TwoLives):
        one, other = (text(run, node, side) for side in (value.imperative, value.symbolic))
        return TwoLives(one, other, value.reason, value.guard) if one != other else one
    if isinstance(value, Imported) and names.last(value.name)[:1].isupper():
        return constant(f"<class '{value.name}'>")
    if isinstance(value, Plain) and value.known and isinstance(value.value, (str, bool, int, float)):
        return Plain("str", str(value.value), value.frozen)
    return Plain("str", frozen=frozen_reason(value))


def filled_in(run: Run, node: cst.CSTNode, given: Iterable[Value]) -> Value:
    """The text that a template gives with these values in it: `"%s" % x`, `"{}".format(x)`."""
    texts = [text(run, node, value) for value in given]
    different = next((one for one in texts if isinstance(one, TwoLives)), None)
    return Plain("str", frozen=frozen_among(texts)) if different is None else different
