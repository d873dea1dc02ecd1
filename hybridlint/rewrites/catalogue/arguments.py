"""Arguments that the phases take by other names, in another order or with other defaults."""

from __future__ import annotations

import ast
from typing import List

from hybridlint.rewrites.correction import Edits, together
from hybridlint.rewrites.rewrite import Match, Rewrite


def _is_direct(match: Match) -> bool:
    """Whether the finding is about a call that names the function or method, not a variable or a block."""
    path = getattr(match.event, "path", "") or getattr(match.event, "name", "")
    function = match.node.func if isinstance(match.node, ast.Call) else None
    return match.node is match.anchor and getattr(function, "attr", "") == path.rpartition(".")[2]


class RearrangedArguments(Rewrite):
    """Both phases take an argument by the name that they share, or by the position."""

    rules = ("HYB104", "HYB105")
    of_any_call = True
    before = ("F.zeros((2, 3), mx.cpu(), 'float32')", "x.clip(a_min=0, a_max=1)")
    after = "F.zeros((2, 3), dtype='float32')"

    def applies(self, match: Match) -> bool:
        return _is_direct(match)

    def changes(self, match: Match) -> Edits:
        call, names = match.node, match.facts["imperative"]
        symbolic = match.facts.get("symbolic", names)
        device = next((argument for argument in call.keywords if argument.arg == "ctx" and "ctx" not in symbolic), None)
        if device is not None:
            kept = (argument for argument in call.keywords if argument is not device)
            edits = match.source.called(call, *call.args, *kept)
            return match.described(edits, "omit the device", "the array is created on the current context")
        pairs = zip(names, symbolic)
        common = next(
            (place for place, (first, second) in enumerate(pairs) if first != second), min(len(names), len(symbolic))
        )
        if any(isinstance(argument, ast.Starred) for argument in call.args):
            return None
        if common < len(call.args) <= len(names) and set(names[common : len(call.args)]) <= {"ctx", "dtype"}:
            moved = [ast.keyword(name, argument) for name, argument in zip(names[common:], call.args[common:])]
            moved = [item for item in moved if getattr(item.value, "value", item) is not None]
            edits = match.source.called(call, *call.args[:common], *moved, *call.keywords)
            return match.described(edits, "pass the arguments by name")
        given = {argument.arg: argument for argument in call.keywords}
        positional: List[ast.expr] = []
        for name in names[len(call.args) :]:
            if name not in given:
                break
            positional.append(given.pop(name).value)
        rest = [argument for argument in call.keywords if argument.arg in given]
        edits = match.source.called(call, *call.args, *positional, *rest) if positional else None
        return match.described(edits, "pass the arguments by position")


class PassedDefault(Rewrite):
    """An argument that is passed has the same value in both phases."""

    rules = ("HYB106", "HYB107")
    of_any_call = True
    before = ("F.random.multinomial({x})",)
    after = "F.random.multinomial({x}, get_prob=False)"
    description = "pass the argument that differs"

    def applies(self, match: Match) -> bool:
        return _is_direct(match) and match.facts["default"] is not None

    def changes(self, match: Match) -> Edits:
        caught = any(isinstance(node, ast.Try) for node in match.source.around(match.node))
        if match.facts.get("needed") and caught:  # without it, the operator also raises under `autograd.record()`
            match.risk = "the `except` no longer runs under `autograd.record()`"
        call = match.node
        added = f"{match.facts['name']}={match.facts['default']}"
        return match.source.called(call, *call.args, *call.keywords, added)


class ShapeAsTuple(Rewrite):
    """Both phases take the shape as a tuple."""

    rules = ("HYB307", "HYB308")
    of_any_call = True
    before = "{x}.reshape(*{xs}, **{rest})"
    after = "{x}.reshape((*{xs},), **{rest})"
    description = "give the shape as a tuple"
    inputs = ({"x": (2, 3), "xs": ["-1", "1"], "rest": {}},)


class PassedShape(Rewrite):
    """Random numbers of an operator without a tensor need a shape in a graph."""

    rules = ("HYB207", "HYB208")
    of_any_call = True
    before = "F.random.normal(0, 1)"
    after = "F.random.normal(0, 1, shape=(1,))"
    description = "give a shape"

    def applies(self, match: Match) -> bool:
        return match.node is match.anchor

    def changes(self, match: Match) -> Edits:
        source = match.source
        changes: List[Edits] = []
        for node in ast.walk(source.scope(match.anchor)):
            if not isinstance(node, ast.Call) or any(keyword.arg == "out" for keyword in node.keywords):
                continue
            if source.is_editable(node) and source.module.code(node) == match.facts["code"]:
                changes.append(source.called(node, *node.args, *node.keywords, "shape=(1,)"))
        return together(*changes)
