"""Attributes that only an NDArray has, beside its shape."""

from __future__ import annotations

import ast
from typing import Any, FrozenSet

from hybridlint.rewrites.correction import Edits
from hybridlint.rewrites.proofs import dtype, have_one_dtype
from hybridlint.rewrites.rewrite import Match, Rewrite
from hybridlint.rewrites.source import Source, parameters


class Transposed(Rewrite):
    """The method has the axes in reverse order, as the attribute has."""

    rules = ("HYB101",)
    of_any_call = True
    before = "{x}.T"
    after = "{x}.transpose()"
    description = "use `transpose()`"
    order = -1
    of_numpy = True
    inputs = ({"x": (2, 3)},)


class CastUnlessEqual(Rewrite):
    """A cast to the dtype that a tensor has changes nothing."""

    rules = ("HYB101",)
    before = ("if {x}.dtype != {dtype}:\n    {x} = <cast>",)
    after = "{x} = <cast>"
    description = "cast in any case"
    variants = ({"cast": "{x}.astype({dtype})"}, {"cast": "F.cast({x}, {dtype})"})
    order = -1


#: Functions that read variables by their names.
_BY_NAME = frozenset(("dir", "eval", "exec", "locals", "vars"))
#: Expressions that may have an effect.
_EFFECTS = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)


class UnusedRead(Rewrite):
    """What is read and not used is omitted."""

    rules = ("HYB101",)
    before = ("{name} = {value}",)
    description = "omit it, which nothing uses"
    consumes = False
    order = -1

    def changes(self, match: Match) -> Edits:
        source, target = match.source, match.parts["name"]
        if not _BY_NAME.isdisjoint(source.names(source.scope(target))):
            return None
        is_unused = all(
            isinstance(name, ast.Name) and source.uses_of(name) == [] for name in getattr(target, "elts", [target])
        )
        has_effects = any(isinstance(part, _EFFECTS) for part in ast.walk(match.parts["value"]))
        return source.removed(match.node) if is_unused and not has_effects else None


def is_on_current(source: Source, node: ast.AST) -> bool:
    """Return whether a tensor is on the current device, which in `hybrid_forward` is that of the first input."""
    is_within = any(isinstance(part, ast.With) for part in source.around(node))
    own = {getattr(item, "name", "") for item in getattr(source.class_of(node), "body", ())}
    return "forward" not in own and not is_within and _is_of_first(source, node)


def _is_of_first(source: Source, node: Any, passed: FrozenSet[ast.AST] = frozenset()) -> bool:
    """Return whether a tensor is the first input, or computed from it by operators and layers."""
    if isinstance(node, ast.Name):
        definitions = source.definitions(node)
        return bool(definitions) and all(
            item in passed or _comes_from_first(source, item, passed | {item}) for item in definitions
        )
    if {"ctx", "out"} & {keyword.arg for keyword in getattr(node, "keywords", ())}:
        return False
    made = source.operation(node)
    operands = [node.left, node.right] if isinstance(node, ast.BinOp) else list(made.arguments.values()) if made else []
    operands = operands or (node.args if source.layer(node) is not None else [])
    return any(isinstance(item, ast.AST) and _is_of_first(source, item, passed) for item in operands)


def _comes_from_first(source: Source, definition: ast.AST, passed: FrozenSet[ast.AST]) -> bool:
    function, above = source.scope(definition), source.parent(definition)
    if isinstance(definition, ast.arg):
        return function.name == "hybrid_forward" and parameters(function)[2:3] == [definition.arg]
    if isinstance(above, ast.AugAssign):
        return _is_of_first(source, definition, passed)
    value = source.value_of(definition)
    return value is not None and _is_of_first(source, value, passed)


class OmittedDevice(Rewrite):
    """An operator of `F` creates its array on the current device in both phases."""

    rules = ("HYB101",)
    before = ("F.zeros((2, 3), ctx={x}.context)",)
    after = "F.zeros((2, 3))"
    description = "omit the device"
    safe_if = (lambda match: is_on_current(match.source, match.source.meaning(match.anchor).value),)
    risk = "the array is created on the current context"

    def applies(self, match: Match) -> bool:
        keywords = match.node.keywords if isinstance(match.node, ast.Call) else ()
        return any(argument.arg in ("ctx", "device") and argument.value is match.anchor for argument in keywords)

    def changes(self, match: Match) -> Edits:
        call = match.node
        kept = [*call.args, *(argument for argument in call.keywords if argument.value is not match.anchor)]
        return match.source.called(call, *kept)


def _dtype(match: Match) -> str:
    result = dtype(match.source, match.parts["x"])
    return "" if result == "floating" else result


class OwnDtype(Rewrite):
    """A tensor is of its own dtype already."""

    rules = ("HYB101",)
    before = ("F.cast({y}, {x}.dtype)", "{y}.astype({x}.dtype)")
    after = "F.identity({y})"
    description = "omit the cast to the same dtype"
    conditions = (lambda match: have_one_dtype(match.source, match.parts["y"], match.parts["x"]),)
    order = -1
    inputs = ({"x": (2, 3), "y": "x"},)


class KnownDtype(Rewrite):
    """The dtype is known, or assumed to be the default."""

    rules = ("HYB101",)
    before = "{x}.dtype"
    after = "{dtype}"
    description = "write the dtype"
    conditions = (lambda match: not isinstance(match.source.parent(match.node), ast.Compare),)
    derived = {"dtype": lambda match: f'"{_dtype(match) or "float32"}"'}
    safe_if = (lambda match: bool(_dtype(match)),)
    risk = "assumes that `{x}` is float32"
    order = 1


class AssumedAttribute(Rewrite):
    """The attribute of an ordinary array."""

    rules = ("HYB101",)
    before = "{x}.<attribute>"
    after = "<value>"
    description = "write `<value>`"
    variants = (
        {"attribute": "stype", "value": '"default"', "assumed": "is a dense array"},
        {"attribute": "grad", "value": "None", "assumed": "has no gradient attached"},
        {"attribute": "writable", "value": "True", "assumed": "can be written to"},
    )
    conditions = (lambda match: isinstance(match.source.parent(match.node), (ast.Compare, ast.IfExp, ast.If)),)
    risk = "assumes that `{x}` <assumed>"
    order = 1
