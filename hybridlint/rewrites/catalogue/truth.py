"""Truth of tensors in expressions: comparisons in chains, `not`, `and`, `or`, `any`, `all`, `min` and `max`."""

from __future__ import annotations

import ast
from typing import Any

from hybridlint.rewrites.correction import Edits
from hybridlint.rewrites.proofs import have_one_dtype
from hybridlint.rewrites.rewrite import Condition, Match, Rewrite, is_repeatable, is_tensor, is_tested
from hybridlint.rewrites.source import Source, parameters
from hybridlint.syntax import is_number

_COMPARISONS = ("<", "<=", ">", ">=", "==")
_LISTS = (ast.GeneratorExp, ast.ListComp, ast.List, ast.Tuple)


def _is_truth(*constructs: str) -> Condition:
    """Whether the finding is about one of these constructs, of a tensor that is neither a list of outputs, which is
    true, nor None where it is not given."""

    def holds(match: Match) -> bool:
        event: Any = match.event
        return event is None or event.construct in constructs and event.tensor.outputs == 1 and not event.optional

    return holds


class _OfTruth(Rewrite):
    """A truth test of tensors in an expression."""

    rules = ("HYB401",)
    consumes = False


class ChainedComparison(_OfTruth):
    """The product of both comparisons is 1 where both hold."""

    before = "{a} <first> {x} <second> {b}"
    after = "({a} <first> {x}) * ({x} <second> {b})"
    description = "multiply the comparisons"
    variants = tuple({"first": first, "second": second} for first in _COMPARISONS for second in _COMPARISONS)
    conditions = (_is_truth("a comparison chain"), is_repeatable("x"))


class Negated(_OfTruth):
    """A tensor is false where it is 0."""

    before = "not {x}"
    after = "{x} == 0"
    description = "compare with 0"
    conditions = (_is_truth("not"),)
    safe_if = (is_tested,)
    risk = "the result is a tensor, not a bool"


class AnyOfTensor(_OfTruth):
    """The largest number is not 0 if any is not, the smallest if none is."""

    before = "<builtin>({x})"
    after = "F.<reduce>({x} != 0)"
    variants = ({"builtin": "any", "reduce": "max"}, {"builtin": "all", "reduce": "min"})
    conditions = (
        _is_truth("any()", "all()"),
        is_tested,
        lambda match: not isinstance(match.parts["x"], _LISTS),
        lambda match: not isinstance(getattr(match.parts["x"], "func", None), ast.Name),  # `map(…)`, `list(…)`
    )
    safe_if = (is_tensor("x"),)
    risk = "raises for a list of tensors"


class LogicalOperator(_OfTruth):
    """An operator joins the truth of two tensors, element by element."""

    before = "{x} <word> {y}"
    after = "F.broadcast_logical_<word>({x}, {y})"
    variants = ({"word": "and"}, {"word": "or"})
    conditions = (
        _is_truth("and", "or"),
        is_tensor("x", "y"),
        lambda match: is_tested(match) or all(isinstance(match.parts[name], ast.Compare) for name in "xy"),
    )
    safe_if = (is_tested,)
    risk = "assumes that both are of one shape and dtype"
    order = -1


def is_single(source: Source, node: Any) -> bool:
    """Return whether `node` is a tensor of the shape (1,): a reduction over all axes, also times a number."""
    node = source.meaning(node)
    if isinstance(node, ast.BinOp):
        sides = [item for item in (node.left, node.right) if not is_number(item)]
        return len(sides) == 1 and is_single(source, sides[0])
    made = source.operation(node)
    if made is None or not made.function.reduces or made.function.reduce_axis != "all":
        return False
    return len(made.arguments) == 1 and source.is_tensor(node)


def _are_single(match: Match) -> bool:
    return all(is_single(match.source, match.parts[name]) for name in "xy")


def _are_inputs_or_tensors(match: Match) -> bool:
    """Whether both operands are tensors, or inputs without a default, which most likely are."""
    function = match.source.scope(match.node)
    optional = function.args.defaults if isinstance(function, ast.FunctionDef) else [None]
    inputs = () if optional else parameters(function)[2:]
    operands = (match.parts[name] for name in "xy")
    return all(match.source.is_tensor(item) or getattr(item, "id", None) in inputs for item in operands)


class ChosenOperand(_OfTruth):
    """`and` returns its second operand where the first is true, `or` the first."""

    before = "{x} <word> {y}"
    after = "F.where(<chosen>)"
    variants = ({"word": "and", "chosen": "{x}, {y}, {x}"}, {"word": "or", "chosen": "{x}, {x}, {y}"})
    conditions = (_is_truth("and", "or"), _are_inputs_or_tensors, is_repeatable("x"))
    safe_if = (_are_single, lambda match: have_one_dtype(match.source, match.parts["x"], match.parts["y"]))
    risk = "assumes that both are of one shape and dtype"


_EXTREMES = ({"builtin": "max", "sign": ">"}, {"builtin": "min", "sign": "<"})


class ExtremeByKey(_OfTruth):
    """Python returns the second tensor only where its key is larger, or smaller."""

    before = "<builtin>({x}, {y}, key={key})"
    after = "{y} if {other} <sign> {one} else {x}"
    description = "compare the keys"
    variants = _EXTREMES
    conditions = (_is_truth("max()", "min()"), is_repeatable("x", "y"))
    risk = "assumes that both are of one shape and dtype"  # as `where` does, by which the next fix chooses
    order = -1

    def changes(self, match: Match) -> Edits:
        source, function = match.source, match.parts["key"]
        if not isinstance(function, ast.Lambda) or len(parameters(function)) != 1 or "\n" in source.text(function):
            return None
        key = function.body
        leaves = [node for node in ast.walk(key) if isinstance(node, ast.Name) and node.id in parameters(function)]
        first, second = (source.with_parts(key, dict.fromkeys(leaves, part)) for part in ("{x}", "{y}"))
        return match.replaced(self.after.replace("{one}", first).replace("{other}", second))


class ExtremeNumber(_OfTruth):
    """Of two tensors of one number, `where` chooses as Python does, also for NaN."""

    before = "<builtin>({x}, {y})"
    after = "F.where({y} <sign> {x}, {y}, {x})"
    variants = _EXTREMES
    conditions = (
        _is_truth("max()", "min()"),
        is_repeatable("x", "y"),
        _are_single,
    )
    order = -1


class Extreme(_OfTruth):
    """The operator takes the larger or smaller element."""

    before = "<builtin>({x}, {y})"
    after = "F.<builtin>imum({x}, {y})"
    variants = _EXTREMES
    conditions = (_is_truth("max()", "min()"),)

    def changes(self, match: Match) -> Edits:
        number = any(isinstance(match.parts[name], (ast.Constant, ast.UnaryOp)) for name in "xy")
        match.risk = "NaN, and shapes that differ, give another result"
        if number:
            match.risk = "the result is a tensor also where the number is chosen"
        return match.replaced(self.after)
