"""Return values of `hybrid_forward`: unchanged inputs, operators without a gradient, dicts and namedtuples."""

from __future__ import annotations

import ast
from typing import Any, Iterable, Iterator, List, Tuple

from hybridlint.rewrites.catalogue.parameters import assignment
from hybridlint.rewrites.correction import Edits, Part, together
from hybridlint.rewrites.rewrite import Match, Rewrite, is_anchor
from hybridlint.rewrites.source import Source, parameters
from hybridlint.syntax import FUNCTION_DEFS, index_of, nodes_below
from hybridlint.values import Mapped, NamedTuple


class ReturnedIdentity(Rewrite):
    """An operator copies an input that is returned unchanged."""

    rules = ("HYB606",)
    before = "return {x}"
    after = "return F.identity({x})"
    consumes = False

    def applies(self, match: Match) -> bool:
        return match.node is match.anchor and bool(match.facts.get("name"))

    def changes(self, match: Match) -> Edits:
        name = match.namespace
        match.description = f"return `{name}.identity({match.facts['name']})`"
        named = [
            node
            for node in _returned(match.source, match.node)
            if isinstance(node, ast.Name) and node.id == match.facts["name"]
        ]
        source = match.source
        first = parameters(source.scope(match.node))[2:3]  # which is an array in each call of a HybridBlock
        if not all(node.id in first or source.is_tensor(node) or assignment(source, node, node.id) for node in named):
            match.risk = f"raises where `{match.facts['name']}` is None or a list"
        return together(*(source.replaced(item, f"{name}.identity(", item, ")") for item in named)) if name else None


def _returned(source: Source, node: Any) -> Iterator[Any]:
    """Yield the expressions whose values are among the outputs."""
    if isinstance(node, ast.IfExp):
        parts: Any = [node.body, node.orelse]
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [side for side in (node.left, node.right) if isinstance(side, (ast.List, ast.Tuple))]
    else:
        parts = getattr(node, "elts", None)
    if parts is None:
        yield node
    for part in parts or ():
        yield from _returned(source, part)
    if isinstance(node, ast.Name):  # a list that is filled
        value = source.assigned_once(node)
        yield from _returned(source, value) if isinstance(value, (ast.List, ast.Tuple)) else ()
        for call in ast.walk(source.scope(node)):
            function: Any = getattr(call, "func", None)
            if isinstance(function, ast.Attribute) and function.attr == "append" and isinstance(call, ast.Call):
                yield from call.args if getattr(function.value, "id", "") == node.id else ()


class WithoutGradient(Rewrite):
    """An operator that has no gradient needs none below `BlockGrad`."""

    rules = ("HYB607",)
    before = "F.shuffle({x})"
    after = "F.BlockGrad(F.shuffle({x}))"
    description = "wrap it in `BlockGrad`"

    def applies(self, match: Match) -> bool:
        # The type of the output of `allclose` is none that `BlockGrad` accepts.
        return match.node is match.anchor and match.facts.get("operator") not in (None, "F.contrib.allclose")

    def changes(self, match: Match) -> Edits:
        source, operator = match.source, match.facts["operator"]
        changes: List[Edits] = []
        for node in ast.walk(source.class_of(match.node) or source.scope(match.node)):
            if not isinstance(node, ast.Call) or source.operator(node.func) != operator[len("F.") :]:
                continue
            above: Any = source.parent(node)
            if not (isinstance(above, ast.Call) and source.operator(above.func) == "BlockGrad"):
                changes.append(source.replaced(node, f"{source.namespace(node)}.BlockGrad(", node, ")"))
        return together(*changes)


class ReturnedList(Rewrite):
    """A list of tensors, where a generator or a view of a dict is none."""

    rules = ("HYB605",)
    before = ("{x}",)
    after = "list({x})"
    description = "return a list"
    conditions = (lambda match: match.facts.get("kind") in ("a generator", "a dict view"), is_anchor)
    consumes = False
    risk = "the caller gets a list, which can be read more than once"


class ReturnedListOfTerms(ReturnedList):
    """A list of tensors, where a generator is none."""

    before = ("({term} for {t} in {x})",)
    after = "[{term} for {t} in {x}]"
    order = -1


class YieldedList(Rewrite):
    """A list of tensors, where a generator is none."""

    rules = ("HYB604",)
    before = "yield {x}"
    after = "outputs = []\noutputs.append({x})\nreturn outputs"
    description = "return a list"
    risk = "the caller gets a list, which can be read more than once"

    def applies(self, match: Match) -> bool:
        return match.node is match.anchor and isinstance(match.node, FUNCTION_DEFS)

    def changes(self, match: Match) -> Edits:
        source, function = match.source, match.node
        own: List[Any] = [node for node in nodes_below(function.body) if source.scope(node) is function]
        made: List[Any] = [
            item.value for item in own if isinstance(item, ast.Expr) and isinstance(item.value, ast.Yield)
        ]
        others = [node for node in own if isinstance(node, (ast.Yield, ast.YieldFrom, ast.Return)) and node not in made]
        first = function.body[ast.get_docstring(function) is not None :][0]
        name, end = "outputs", source.below(function.body[-1], "return outputs")
        if not made or others or source.names(function).get(name) or source.indentation(first) is None:
            return None
        begin = source.inserted(*source.start(first), f"{name} = []\n{source.indentation(first)}")
        return together(begin, *(source.replaced(node, f"{name}.append(", node.value, ")") for node in made), end)


class MissingReturn(Rewrite):
    """The last name that is assigned is the result."""

    rules = ("HYB604",)
    before = "{y} = {x}"
    after = "{y} = {x}\nreturn {y}"
    description = "return `{y}`"
    risk = "the caller gets `{y}`, not None"

    def applies(self, match: Match) -> bool:
        if not isinstance(match.anchor, FUNCTION_DEFS) or match.node is not match.anchor:
            return False
        match.node = match.anchor.body[-1]
        return super().applies(match)

    def changes(self, match: Match) -> Edits:
        target = match.parts["y"]
        is_tensor = isinstance(target, ast.Name) and match.source.is_tensor(match.parts["x"])
        return match.source.below(match.node, f"return {target.id}") if is_tensor else None


class ReturnedTensors(Rewrite):
    """Only tensors are outputs of a graph: what else is among them is omitted."""

    rules = ("HYB604", "HYB605")
    before = ("return {x}, None", "return {x}, self.stride")
    after = "return {x}"
    description = "return only the tensors"
    risk = "the caller gets fewer outputs"

    def applies(self, match: Match) -> bool:
        values = getattr(getattr(match.event, "value", None), "items", None)
        elements = getattr(match.node, "elts", ())
        if match.node is not match.anchor or values is None or len(values) != len(elements):
            return False
        match.data = [element for element, value in zip(elements, values) if any(True for _ in value.tensors())]
        return 0 < len(match.data) < len(elements)

    def changes(self, match: Match) -> Edits:
        if len(match.data) == 1 and isinstance(match.node, ast.Tuple):
            return match.source.replaced(match.node, match.data[0])
        made = ["[*", match.data, "]"] if isinstance(match.node, ast.List) else _tuple_of(match.data)
        return match.source.replaced(match.node, *made)


# Dicts and namedtuples


class ReturnedTuple(Rewrite):
    """A tuple of tensors is the same in both phases. Where the file reads an output by its name, it
    reads one at a position."""

    rules = ("HYB605", "HYB910")
    before = ("return {'a': {x}, 'b': {y}}", "return Outputs({x}, b={y})")
    after = "return {x}, {y}"
    description = "return a tuple"
    risk = "what is read by these names is taken for an output, which has a position"

    def applies(self, match: Match) -> bool:
        of_named = isinstance(getattr(match.event, "value", None), NamedTuple)
        return match.node is match.anchor and (of_named or match.facts.get("kind") == "a dict")

    def changes(self, match: Match) -> Edits:
        node, value = match.node, match.event.value  # type: ignore[union-attr]
        of_named = isinstance(value, NamedTuple)
        keys, parts = _of_named(node, value) if of_named else _of_dict(node, value)
        if not parts or not all(isinstance(key, str) for key in keys) or len(set(keys)) != len(keys):
            return None
        changes = [match.source.replaced(node, *parts)]
        every: Iterable[Any] = nodes_below(match.source.module.tree)
        for item in every:
            read: Any = item if isinstance(item, ast.Attribute if of_named else ast.Subscript) else None
            if read is not None and isinstance(read.ctx, ast.Load):
                key = read.attr if of_named else getattr(index_of(read), "value", None)
                if key in keys and getattr(item.value, "id", "") != "self" and not match.source.dotted(item):
                    changes.append(match.source.replaced(item, item.value, f"[{keys.index(key)}]"))
        return together(*changes)


def _tuple_of(values: List[Any]) -> List[Part]:
    """Return the code of a tuple."""
    return ["*", values, ","]


def _of_dict(node: Any, value: Any) -> Tuple[List[Any], List[Part]]:
    """Return the keys of a dict, and the code of the tuple of its values; [] for a dict with unknown keys."""
    if isinstance(node, ast.Dict) and None not in node.keys:
        return [getattr(key, "value", None) for key in node.keys], _tuple_of(node.values)
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "dict" and not node.args:
        return [item.arg for item in node.keywords], _tuple_of([item.value for item in node.keywords])
    if isinstance(value, Mapped) and value.element is None:
        return [key for key, _ in value.entries], ["tuple(", node, ".values())"]
    return [], []


def _of_named(node: Any, value: Any) -> Tuple[List[Any], List[Part]]:
    """Return the fields of a namedtuple, and the code of the tuple of its elements."""
    fields = list(value.fields)
    if isinstance(node, ast.Call) and not any(isinstance(argument, ast.Starred) for argument in node.args):
        given = {**dict(zip(fields, node.args)), **{item.arg: item.value for item in node.keywords}}
        if given.keys() == set(fields):
            return fields, _tuple_of([given[field] for field in fields])
    return fields, ["tuple(", node, ")"]
