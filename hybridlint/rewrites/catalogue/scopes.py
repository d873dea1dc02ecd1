"""`with` statements that have no effect in a graph."""

from __future__ import annotations

import ast
from typing import Any, List, Sequence, Set

from hybridlint.rewrites import elementwise, statements
from hybridlint.rewrites.catalogue.tracing import is_traceable
from hybridlint.rewrites.correction import Edits, Part, together
from hybridlint.rewrites.rewrite import Computed, Match
from hybridlint.rewrites.source import Source
from hybridlint.syntax import FUNCTION_DEFS, names_stored, nodes_below


class OmittedScope(Computed):
    """The body alone: gradients are stopped by `BlockGrad`, and Dropout is always active."""

    rules = ("HYB405", "HYB406")
    before = ("with autograd.pause():\n    {y} = {x} * 2",)
    after = "{y} = F.BlockGrad({x} * 2)"

    def changes(self, match: Match) -> Edits:
        """Replace `with self.name_scope():`, `autograd.pause()` or `train_mode()` by the body of the statement."""
        event, source = match.event, match.source  # type: Any, Source
        node, name = source.statement(event.node), source.namespace(event.node)
        if not isinstance(node, ast.With) or len(node.items) != 1 or name is None:
            return None
        scope = event.name.rpartition(".")[2]
        if scope == "name_scope":
            risk = "" if is_traceable(source, node.body) else "blocks made in it have other names"
            return match.described(statements.unwrapped(source, node), "omit the scope", risk)
        if scope == "pause":
            return _paused(match, node, name)
        if all(_ignores_mode(source, part) for part in nodes_below(node.body)):
            return match.described(statements.unwrapped(source, node), "omit the scope, on which nothing depends")
        return None


class DropoutInScope(Computed):
    """Dropout is the identity where the mode is that of prediction, and always active where it is that of training."""

    rules = ("HYB405", "HYB406")
    before = ("with autograd.pause():\n    {y} = F.Dropout({x}, p=0.5)",)
    after = "with autograd.pause():\n    {y} = F.identity({x})"
    order = -1

    def changes(self, match: Match) -> Edits:
        source, name = match.source, match.namespace
        node: Any = source.statement(match.node)
        scope = getattr(match.event, "name", "").rpartition(".")[2]
        if scope not in ("pause", "predict_mode", "train_mode") or not isinstance(node, ast.With) or name is None:
            return None
        manager: Any = node.items[0].context_expr
        if len(node.items) > 1 or manager.args or manager.keywords:
            return None  # the mode may be given
        below = list(nodes_below(node.body))
        if any(isinstance(part, (ast.With, *FUNCTION_DEFS, ast.Lambda)) for part in below):
            return None
        calls = [part for part in below if isinstance(part, ast.Call) and part.args and _is_dropout(source, part)]
        if scope == "train_mode":
            operators = [call for call in calls if source.operation(call) is not None]
            active = (source.called(call, *call.args, *call.keywords, 'mode="always"') for call in operators)
            return match.described(together(*active), "make Dropout always active")
        inactive = (source.replaced(call, *_copied(source, call.args[0], name)) for call in calls)
        return match.described(together(*inactive), "omit Dropout, which is not active in it")


def _copied(source: Source, node: ast.AST, name: str) -> Sequence[Part]:
    """Return code of a new array that equals `node`."""
    is_new = isinstance(node, ast.BinOp) and source.is_tensor(node)
    return [node] if is_new else [f"{name}.identity(", node, ")"]


def _ignores_mode(source: Source, node: Any) -> bool:
    """Return whether a node is no call, or one of an operator whose result is the same in both modes."""
    made = source.operation(node)
    mode = made and getattr(made.arguments.get("mode"), "value", None)
    return (
        not isinstance(node, ast.Call) or made is not None and (mode == "always" or not made.function.depends_on_mode)
    )


def _is_dropout(source: Source, node: ast.Call) -> bool:
    """Return whether a call is of `F.Dropout` or a layer `nn.Dropout`, which is active in training only."""
    made = source.operation(node)
    if made is not None:
        return made.path == "Dropout" and not {"mode", "out"} & {*made.arguments}
    layer = source.layer(node)
    return layer is not None and layer.type.endswith(".Dropout")


_RECORDED = "what is computed in it is recorded in training, and depends on the mode of the call"


def _paused(match: Match, node: ast.With, name: str) -> Edits:
    """Stop the gradients of what leaves the body of `with autograd.pause():`, which is what is read outside of it."""
    source, body = match.source, node.body
    returned = _returned(body[-1])
    assigning = body[:-1] if returned else body
    compound = [statement for statement in assigning if hasattr(statement, "body")]
    values = dict(pair for statement in assigning for pair in _assignments(statement))
    leaving = [] if returned else [name for name in names_stored(body) if name in _read_outside(source, node)]
    if not (returned or leaving) or not values.keys() >= {*leaving} or not names_stored(compound).isdisjoint(leaving):
        return None
    results = [*returned, *(values[variable] for variable in leaving)]
    if any(isinstance(result, (ast.Dict, ast.IfExp)) for result in results) or not _only_assigns(assigning):
        return None
    if not all(names_stored(body).issuperset(_passed_on(result)) for result in results):
        return None  # the gradient of what is computed outside is not stopped
    item = source.free_name(*body)
    lists = {variable for variable in leaving if isinstance(values[variable], (ast.List, ast.ListComp))}
    is_alone = len(body) == 1 and isinstance(body[0], ast.Assign) and isinstance(body[0].targets[0], ast.Name)
    if returned or is_alone and not lists:
        stopped = returned or getattr(results[0], "elts", results)
        begin, spans = f"{name}.BlockGrad(", [source.module.span(value) for value in stopped]
        lines = ((span, line) for span in spans for line in range(span.line + 1, span.end_line + 1))
        aligned = {line: len(begin) for span, line in lines if not source.line(line)[: span.column].strip()}
        inserted = [source.inserted(span.line, span.column, begin) for span in spans]
        ends = [source.after(value, ")") for value in stopped]
        edits = together(statements.unwrapped(source, node, widened=aligned), *inserted, *ends)
    else:
        added = [
            f"{variable} = [{name}.BlockGrad({item}) for {item} in {variable}]"
            if variable in lists
            else f"{variable} = {name}.BlockGrad({variable})"
            for variable in values
            if variable in leaving
        ]
        edits = statements.unwrapped(source, node, added=added)
    is_safe = is_traceable(source, body) and all(
        isinstance(value, ast.expr) and source.may_be_repeated(value) and elementwise.has_finite_gradient(source, value)
        for value in (getattr(statement, "value", None) for statement in body)
    )
    return match.described(edits, f"use `{name}.BlockGrad`", "" if is_safe else _RECORDED)


def _returned(statement: ast.stmt) -> List[ast.expr]:
    """Return the expressions that a `return` statement returns, [] for any other statement."""
    value = statement.value if isinstance(statement, ast.Return) else None
    if isinstance(value, (ast.Tuple, ast.List)):
        return [] if any(isinstance(element, ast.Starred) for element in value.elts) else value.elts
    return [value] if value is not None else []


def _passed_on(node: Any) -> List[str]:
    """Return the names that an expression is, or collects, without computing anything."""
    return (
        [node.id]
        if isinstance(node, ast.Name)
        else [name for part in getattr(node, "elts", ()) for name in _passed_on(part)]
    )


def _assignments(statement: Any) -> List[Any]:
    """Return the names that a statement assigns to, with the values; of a tuple of names it is the whole value."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    if isinstance(statement, ast.AugAssign):
        targets = [statement.target]
    names = [below for target in targets for below in nodes_below(target) if isinstance(below, ast.Name)]
    return [(name.id, statement.value) for name in names if isinstance(name.ctx, ast.Store)]


def _only_assigns(body: Sequence[ast.stmt]) -> bool:
    """Return whether the results of a block leave it by the names that it assigns to alone."""
    for item in nodes_below(body):
        if isinstance(item, (*FUNCTION_DEFS, ast.Lambda, ast.Return, ast.Yield, ast.Delete, ast.With)):
            return False
        if isinstance(item, (ast.Attribute, ast.Subscript)) and not isinstance(item.ctx, ast.Load):
            return False
        if isinstance(item, ast.Expr) and not isinstance(item.value, ast.Constant):
            function = item.value.func if isinstance(item.value, ast.Call) else None
            receiver = function.value if isinstance(function, ast.Attribute) else None
            if not isinstance(receiver, ast.Name) or receiver.id not in names_stored(body):
                return False
    return True


def _read_outside(source: Source, node: ast.With) -> Set[str]:
    inside = {id(part) for part in nodes_below(node)}
    names = [part for part in nodes_below(source.scope(node)) if isinstance(part, ast.Name) and id(part) not in inside]
    return {name.id for name in names if isinstance(name.ctx, ast.Load)}
