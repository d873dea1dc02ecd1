"""Operators that both phases have: those that broadcast, and what stands for functions that only `mx.nd` has."""

from __future__ import annotations

import ast
from typing import Any, ClassVar, Mapping

from hybridlint.events import BROADCASTING
from hybridlint.rewrites.correction import Edits, together
from hybridlint.rewrites.rewrite import Match, Rewrite, is_integer, is_repeatable, is_tensor
from hybridlint.values import Plain, Tensor

_NO_NUMBERS = "raises where it is called with a number"


def _has_number(match: Match) -> bool:
    """Return whether an operand is a number in some round of a loop or some call."""
    events = match.source.events_at(match.node)
    return any(isinstance(getattr(event, side, None), Plain) for event in events for side in ("left", "right"))


class BroadcastOperator(Rewrite):
    """An operator of Python requires equal shapes of Symbols; the operator of `F` broadcasts as that of NDArrays
    does."""

    rules = ("HYB201",)
    before = "{x} <symbol> {y}"
    after = "F.<name>({x}, {y})"
    variants = tuple({"symbol": symbol, "name": name} for symbol, name in BROADCASTING.items())
    conditions = (lambda match: not _has_number(match),)
    inputs = ({"x": (2, 3), "y": (1, 3)},)


class BroadcastFunction(Rewrite):
    """The function of the same name that broadcasts."""

    rules = ("HYB103", "HYB201")
    before = ("F.maximum({x}, {y})",)
    after = "F.broadcast_maximum({x}, {y})"

    def applies(self, match: Match) -> bool:
        match.data = match.facts.get("operator")
        return match.data is not None and match.node is match.anchor and hasattr(match.event, "path")

    def changes(self, match: Match) -> Edits:
        event: Any = match.event
        source, node, operator = match.source, match.node, match.data
        match.description = f"use `{match.namespace}.{operator}`"
        called = node.func if isinstance(node, ast.Call) else node
        named = source.named(node, lambda item: source.operator(item) == event.path)
        if match.namespace is None or named is None:
            return None
        arguments = getattr(event, "arguments", None)
        if named is not called or arguments is None:
            match.risk = _NO_NUMBERS
            return source.replaced(named, f"{match.namespace}.{operator}")
        given = arguments.positional
        if arguments.starred or arguments.keywords or len(given) != 2 or len(node.args) != 2:
            return None
        if all(isinstance(item, Tensor) and not item.numpy for item in given):
            return source.replaced(named, f"{match.namespace}.{operator}")
        symbol = next((symbol for symbol, name in BROADCASTING.items() if operator == name), None)
        numbers = [item for item in given if isinstance(item, Plain) and item.type in ("int", "float")]
        if symbol is None or len(numbers) != 1 or not any(isinstance(item, Tensor) for item in given):
            return None
        return source.replaced(node, node.args[0], f" {symbol} ", node.args[1])


class MissingAxes(Rewrite):
    """The axes that a method inserts imperatively only."""

    rules = ("HYB210",)
    before = "{x}.broadcast_to({shape})"
    after = "{x}.expand_dims(0).broadcast_to({shape})"
    description = "insert the missing axes"

    def applies(self, match: Match) -> bool:
        function = match.node.func if isinstance(match.node, ast.Call) else None
        return match.node is match.anchor and getattr(function, "attr", "") == getattr(match.event, "name", None)

    def changes(self, match: Match) -> Edits:
        receiver = match.node.func.value
        return match.source.replaced(receiver, receiver, ".expand_dims(0)" * int(match.facts["missing"]))


class BooleanOperand(Rewrite):
    """A bool is a number."""

    rules = ("HYB202",)
    before = "{x} + {flag}"
    after = "{x} + float({flag})"
    description = "make the bool a number"

    def applies(self, match: Match) -> bool:
        return match.node is match.anchor and isinstance(match.node, (ast.BinOp, ast.Compare))

    def changes(self, match: Match) -> Edits:
        node, right = match.node, match.facts["side"] == "right"
        if isinstance(node, ast.BinOp):
            operand = node.right if right else node.left
        elif len(node.ops) == 1:
            operand = node.comparators[0] if right else node.left
        else:
            return None
        values = [match.source.meaning(part, stale=True) for part in ast.walk(operand)]
        if any(match.source.events_at(below) for value in values for below in ast.walk(value)):
            return None  # what fails there becomes a tensor, which is no argument of `float`
        return match.source.replaced(operand, "float(", operand, ")")


# What stands for functions that only `mx.nd` has


class _OfModule(Rewrite):
    """A function that only `mx.nd` has."""

    rules = ("HYB103",)


class TestedNumbers(_OfModule):
    """Comparisons find infinite numbers and NaN, also in arrays of integers, which hold none. The gradient of
    `x - x == 0` alone crashes MXNet 1.9.1 behind Dropout."""

    before = "F.contrib.<test>({x})"
    after = "<code>"
    description = "compare"
    variants = (
        {"test": "isfinite", "code": "({x} == {x}) * ({x} - {x} == 0)"},
        {"test": "isinf", "code": "({x} == {x}) * ({x} - {x} != 0)"},
        {"test": "isnan", "code": "{x} != {x}"},
    )
    conditions = (is_repeatable("x"),)
    inputs = ({"x": (2, 3)},)


class JoinedArrays(_OfModule):
    """`concat` joins tensors in both phases."""

    before: Any = ("F.concatenate([*{xs}], axis={a})", "F.concatenate([*{xs}])")
    after = "F.concat(*{xs}, dim={axis})"
    derived: ClassVar[Mapping[str, Any]] = {"axis": lambda match: match.text("a") if "a" in match.parts else "0"}


class OneHot(_OfModule):
    """`one_hot` creates the array."""

    before = "F.onehot_encode({x}, F.zeros(({n}, {depth})))"
    after = "F.one_hot({x}, {depth})"


def _are_adjacent(match: Match) -> bool:
    axes = match.number("a"), match.number("b")
    return None not in axes and (axes[0] >= 0) == (axes[1] >= 0) and abs(axes[0] - axes[1]) == 1  # type: ignore[operator]


class SwappedAxes(_OfModule):
    """Moving an axis by one swaps two axes."""

    before = "F.moveaxis({x}, {a}, {b})"
    after = "F.swapaxes({x}, {a}, {b})"
    conditions = (is_integer("a", "b"), _are_adjacent)
    inputs = ({"x": (2, 3, 4), "a": "1", "b": "2"},)


class ZerosForEmpty(_OfModule):
    """An array of zeros is one of those that `empty` may return, which holds whatever was in memory."""

    before = "F.empty({shape}, **{rest})"
    after = "F.zeros({shape}, **{rest})"
    risk = "the numbers are 0, not what was in memory"


class DenseOperator(_OfModule):
    """Operators of sparse arrays as those of dense ones."""

    before = "F.sparse.<sparse>({x}, {y})"
    after = "F.broadcast_<name>({x}, {y})"
    variants = tuple(
        {"sparse": sparse, "name": name}
        for sparse, name in (("add", "add"), ("subtract", "sub"), ("multiply", "mul"), ("divide", "div"))
    )
    conditions = (is_tensor("x", "y"),)
    risk = "the result of sparse arrays is a dense one"


class TypeOfModule(_OfModule):
    """`mx.sym` has no NDArray; the class is that of `mx.nd`."""

    before = "F.NDArray"
    after = "mx.nd.NDArray"
    description = "use `mx.nd.NDArray`"

    def changes(self, match: Match) -> Edits:
        module, imported = match.source.imperative_module()
        return together(imported, match.source.replaced(match.node, f"{module}.NDArray"))
