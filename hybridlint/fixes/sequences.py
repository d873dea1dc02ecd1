"""Tensors where Python requires a sequence: rows as the outputs of `F.split`, outputs as a list."""

from __future__ import annotations

import ast
from typing import Any, Optional, Union

from hybridlint.events import Iteration, Unpacking
from hybridlint.fixes import calls, loops
from hybridlint.rewrites.correction import Correction, correction
from hybridlint.rewrites.elementwise import is_elementwise
from hybridlint.rewrites.source import Source, lengths
from hybridlint.values import Tensor


def listed(node: ast.AST, array: Tensor, source: Source) -> Optional[Correction]:
    """Write `list(F.split(…))`: at the only assignment of the name, or in place of `node`."""
    value: Any = node
    if isinstance(node, ast.Name):
        value = source.assigned_once(node)
        if not isinstance(value, ast.Call):
            return None
    risk = "" if array.outputs else "where the operator has one output, the list holds its rows"
    return correction(calls.wrapped(source, value, "list"), "make the outputs a list first", risk)


def split(event: Union[Iteration, Unpacking], source: Source) -> Optional[Correction]:
    """`a, b = x` → `a, b = F.split(x, num_outputs=2, axis=0, squeeze_axis=True)`, and loops over a known axis."""
    array, name = event.tensor, source.namespace(event.node)
    if array.numpy or name is None:
        return None
    dims, seen = array.dims, ""
    if isinstance(event, Unpacking):
        statement: Any = source.statement(event.node)
        if (
            not isinstance(statement, ast.Assign)
            or len(statement.targets) != 1
            or statement.targets[0] is not event.node
        ):
            return None
        node: Any = statement.value
        count = None if event.starred else event.targets
    else:
        stacked = _stacked(event, source, name)
        if stacked is not None:
            return stacked
        if event.construct in ("min()", "max()", "sum()"):
            return _reduced(event, source, name)
        node, count = _rows_of(event, source), dims[0] if dims else None
        if count is not None and (lengths(array) or dims or (None,))[0] is None:
            seen = f"holds for inputs of {count} rows only"
    if (count is None or seen) and isinstance(source.parent(event.node), ast.For):
        added = loops.over_rows(source.parent(event.node), source)  # type: ignore[arg-type]
        if added is not None:
            return added
    if count is None or count < 2 or node is None or isinstance(node, (ast.Tuple, ast.List)):
        return None
    if dims is None or len(dims) > 1:
        rows = "squeeze_axis=True"
        risk = "" if dims is not None else "raises for a tensor of one axis"
    else:
        rows, risk = "squeeze_axis=False", ""
    edits = source.replaced(node, f"{name}.split(", node, f", num_outputs={count}, axis=0, {rows})")
    return correction(edits, f"use `{name}.split` for `{source.module.code(node)}`", risk or seen)


def _rows_of(event: Iteration, source: Source) -> Optional[ast.AST]:
    """Return the expression of the tensor whose rows are used: for `enumerate(x)` and `zip(x, y)`, an argument."""
    node: Any = event.node
    if not isinstance(node, ast.Call) or event.construct not in ("enumerate()", "zip()"):
        return node  # type: ignore[no-any-return]
    named = [one for one in node.args if source.module.code(one) == event.tensor.source]
    tensors = (one for one in node.args if source.is_tensor(one) and not calls.is_direct(one, "split"))
    return next(iter([*named, *tensors]), None)


def _stacked(event: Iteration, source: Source, name: str) -> Optional[Correction]:
    """`F.stack(*[f(t) for t in x])` → `F.contrib.foreach(lambda t, states: (f(t), states), x, [])[0]`."""
    call = next((one for one in source.around(event.node) if isinstance(one, ast.Call) and _is_stack(one, name)), None)
    given: Any = _unlisted(call.args[0].value) if call is not None and isinstance(call.args[0], ast.Starred) else None
    if call is None or given is None:
        return None
    if isinstance(given, ast.Call) and _called(given) == "reversed" and len(given.args) == 1:
        edits = source.replaced(call, f"{name}.reverse(", _unlisted(given.args[0]), ", axis=0)")
        return correction(edits, f"use `{name}.reverse`", loops.ROWS_OF_ONE)
    if isinstance(given, ast.Call) and _called(given) == "map" and len(given.args) == 2:
        variable = source.free_name(given)
        body = f"({source.text(given.args[0])}({variable}), states)"
        edits = source.replaced(call, _FOREACH.format(F=name, v=variable, body=body), given.args[1], ", [])[0]")
        return correction(edits, f"use `{name}.contrib.foreach`")
    if not isinstance(given, (ast.ListComp, ast.GeneratorExp)) or len(given.generators) != 1:
        return None
    (loop,) = given.generators
    if loop.ifs or "\n" in source.text(given):
        return None
    if isinstance(loop.target, ast.Name):
        leaves = [one for one in ast.walk(given.elt) if isinstance(one, ast.Name) and one.id == loop.target.id]
        if leaves and is_elementwise(source, given.elt, leaves) and source.may_be_repeated(loop.iter):
            rank = event.tensor.rank
            text = loops.substituted(source, given.elt, leaves, source.text(loop.iter))
            text = text if source.takes_any_expression(call) else f"({text})"
            risk = "" if rank is not None and rank > 1 else loops.ROWS_OF_ONE
            return correction(source.replaced(call, text), "compute with all rows at once", risk)
        body = f"({source.text(given.elt)}, states)"
        edits = source.replaced(call, _FOREACH.format(F=name, v=loop.target.id, body=body), loop.iter, ", [])[0]")
        return correction(edits, f"use `{name}.contrib.foreach`")
    zipped = isinstance(loop.iter, ast.Call) and _called(loop.iter) == "zip" and isinstance(loop.target, ast.Tuple)
    targets: Any = loop.target
    if not zipped or not all(isinstance(one, ast.Name) for one in targets.elts):
        return None
    text = source.text(given.elt)
    rows = source.free_name(given)
    names = ", ".join(one.id for one in targets.elts)
    body = f"((lambda {names}: {text})(*{rows}), states)"
    data = ", ".join(source.text(one) for one in loop.iter.args)  # type: ignore[attr-defined]
    edits = source.replaced(call, _FOREACH.format(F=name, v=rows, body=body), f"[{data}], [])[0]")
    return correction(edits, f"use `{name}.contrib.foreach`", "raises where the tensors are not of one length")


def _unlisted(node: Any) -> Any:
    """Return `x` for `list(x)`."""
    return node.args[0] if isinstance(node, ast.Call) and _called(node) == "list" and len(node.args) == 1 else node


_FOREACH = "{F}.contrib.foreach(lambda {v}, states: {body}, "


def _is_stack(call: ast.Call, name: str) -> bool:
    function = call.func
    named = isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == name
    return named and function.attr == "stack" and len(call.args) == 1 and not call.keywords  # type: ignore[attr-defined]


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _reduced(event: Iteration, source: Source, name: str) -> Optional[Correction]:
    """`min(x)` → `F.min(x, axis=0)`."""
    node: Any = event.node
    call: Any = node if isinstance(node, ast.Call) else source.parent(node)
    if not isinstance(call, ast.Call) or len(call.args) != 1 or call.keywords:
        return None
    function = _called(call)
    if function not in ("min", "max", "sum"):
        return None
    edits = source.replaced(call, f"{name}.{function}(", call.args[0], ", axis=0)")
    risk = "" if function == "sum" else "of a tensor of several axes it takes the extreme of each column"
    return correction(edits, f"use `{name}.{function}`", risk)
