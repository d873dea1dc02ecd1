"""Attributes and methods that only an NDArray has, written as their equivalent in a graph."""

from __future__ import annotations

import ast
from typing import Any, List, Optional, Tuple

from hybridlint import numpy_functions
from hybridlint.events import AttributeRead, MethodCall
from hybridlint.fixes import calls, sequences, statements
from hybridlint.rewrites import safety
from hybridlint.rewrites.correction import Change, Correction, Part, correction
from hybridlint.rewrites.numbers import as_operand
from hybridlint.rewrites.rewrite import rewritten
from hybridlint.rewrites.source import Source, literal
from hybridlint.syntax import index_of
from hybridlint.values import Tensor

#: Attribute → its value for an ordinary array, and the assumption.
_ASSUMED = {
    "stype": ('"default"', "is a dense array"),
    "grad": ("None", "has no gradient attached"),
    "writable": ("True", "can be written to"),
}


def of_attribute(event: AttributeRead, source: Source) -> Optional[Correction]:
    """Return the correction of `x.name`."""
    node, array = event.node, event.tensor
    if not isinstance(node, ast.Attribute):
        return None
    guarded = statements.imperative_only(node, source)
    if guarded is not None:
        return guarded
    if event.name == "T":
        return correction(calls.renamed(source, node, "transpose()"), "use `transpose()`")
    if array.numpy:
        return None
    made = rewritten("HYB101", event, source)
    if made is not None or event.name in ("shape", "ndim", "size"):
        return made
    above: Any = source.parent(node)
    if event.name in ("context", "ctx"):
        if not isinstance(above, ast.keyword) or above.arg not in ("ctx", "device"):
            return None
        edits = calls.argument_removed(source, source.parent(above), above)  # type: ignore[arg-type]
        return correction(edits, "omit the device", "the array is created on the current context")
    if event.name == "dtype":
        if isinstance(above, ast.Compare):
            return None
        known = array.dtype or "float32"
        risk = "" if array.dtype else f"assumes that `{source.module.code(node.value)}` is float32"
        return correction(source.replaced(node, f'"{known}"'), f"write the dtype `{known}`", risk)
    if event.name in _ASSUMED and isinstance(above, (ast.Compare, ast.IfExp, ast.If)):
        text, assumed = _ASSUMED[event.name]
        risk = f"assumes that `{source.module.code(node.value)}` {assumed}"
        return correction(source.replaced(node, text), f"write `{text}`", risk)
    return None


#: Method → the equivalent operator of `F`.
_OPERATORS = {"copy": "identity", "detach": "BlockGrad", "tostype": "cast_storage"}
_MOVES = ("as_in_context", "as_in_ctx", "copyto", "to_device")
_READS = ("asscalar", "item")


def of_method(event: MethodCall, source: Source) -> Optional[Correction]:
    """Return the correction of `x.name(…)`."""
    node, name = event.node, source.namespace(event.node)
    if not calls.is_direct(node, event.name):
        return None
    receiver, above = node.func.value, source.parent(node)
    if event.name == "wait_to_read" and isinstance(above, ast.Expr):
        return correction(source.removed(above), "omit it, which only waits")
    guarded = statements.imperative_only(node, source)
    if guarded is not None:
        return guarded
    if name is None or not isinstance(event.tensor, Tensor) or event.tensor.numpy:
        return None
    if event.tensor.as_list:
        return sequences.listed(receiver, event.tensor, source)
    if event.name in _OPERATORS and not node.keywords:
        operator = f"{name}.{_OPERATORS[event.name]}"
        comma = [", "] if node.args else []
        edits = source.replaced(node, f"{operator}(", receiver, *comma, *node.args[:1], ")")
        return correction(edits, f"use `{operator}`", safety.of_copying(node, source) if event.name == "detach" else "")
    if event.name in _MOVES and len(node.args) == 1 and not isinstance(event.arguments.get(0, "other"), Tensor):
        edits = source.replaced(node, *source.receiver(receiver))
        own = {f"{source.module.code(receiver)}.{name}" for name in ("context", "ctx", "device")}
        stays = event.name != "copyto" and source.module.code(node.args[0]) in own and source.may_be_repeated(receiver)
        return correction(edits, "omit it", "" if stays else "the result stays on the device of the array")
    if event.name == "asnumpy":
        return _numpy(source, node, receiver, name)
    if event.name in _READS and not node.args:
        return _read(source, node, receiver, event, name)
    return None


def _read(source: Source, node: ast.Call, receiver: ast.AST, event: MethodCall, name: str) -> Optional[Correction]:
    """Write `F.BlockGrad(x)` for `x.asscalar()`: a number has no gradient."""
    array = event.tensor
    one = isinstance(array, Tensor) and array.shape is not None and array.shape.dims == (1,)
    whole: ast.AST = node
    above: Any = source.parent(node)
    if isinstance(above, ast.Call) and isinstance(above.func, ast.Name) and above.func.id == "float":
        whole = above
    if source.wants_number(whole):
        return None
    above = source.parent(whole)
    if isinstance(above, ast.Compare):
        parts: Tuple[Part, ...] = source.receiver(receiver)
    else:
        parts = (f"{name}.BlockGrad(", receiver, ")")
    operation = isinstance(above, ast.Compare) or isinstance(above, ast.BinOp) and not isinstance(above.op, ast.Mod)
    known = operation and any(one is not whole and source.is_tensor(one) for one in ast.iter_child_nodes(above))
    in_test = isinstance(above, ast.Compare) and isinstance(source.parent(above), (ast.If, ast.IfExp, ast.While))
    risk = "" if one and (known or in_test) else f"the result of `{event.name}` is a tensor, with its shape and dtype"
    edits = None
    if not isinstance(above, ast.Compare):
        edits = as_operand(source, whole, f"{name}.BlockGrad({source.text(receiver)})", name)
    return correction(edits or source.replaced(whole, *parts), "compute with the tensor", risk)


def _numpy(source: Source, node: ast.Call, receiver: ast.AST, name: str) -> Optional[Correction]:
    """Write `F.BlockGrad(x).mean()` for `float(x.asnumpy().mean())`, also through a name, if only numbers are read."""
    statement = source.statement(node)
    events: List[ast.AST] = [node]
    if isinstance(statement, ast.Assign) and statement.value is node and isinstance(statement.targets[0], ast.Name):
        target = statement.targets[0]
        named = [one for one in ast.walk(source.scope(node)) if isinstance(one, ast.Name) and one.id == target.id]
        events = [one for one in named if isinstance(one.ctx, ast.Load)]
        if len(named) != len(events) + 1:
            return None
    stopped, risk = f"{name}.BlockGrad({source.text(receiver)})", "the number is a tensor, with the dtype of the array"
    direct = events == [node]
    edits = [] if direct else list(source.replaced(node, stopped) or ())
    for one in events:
        number, text = _number(source, one, stopped if direct else source.text(one))
        made = as_operand(source, number, text, name) if number is not one else None
        if made is None:
            made = _as_number(source, one, stopped)
        if made is None:
            return None
        edits += made
    return correction(tuple(edits), "compute with the tensor", risk)


def _is_reduction(source: Source, name: str) -> bool:
    """Return whether NumPy's arrays have a method that reduces all axes, as that of a tensor does."""
    known, function = numpy_functions.function(f"numpy.{name}"), source.api.function(name)
    return known is not None and known.operators.get("t") == name and function is not None and function.reduces


def _number(source: Source, node: ast.AST, text: str) -> Tuple[ast.AST, str]:
    """Return the number that is computed from the NumPy array `node`, and the same of the tensor `text`: `x.mean()`,
    `x[0]`, `x.item()`, `float(x)`; `node` itself if it is none of these."""
    outer: Any = source.parent(node)
    if isinstance(outer, ast.Subscript) and outer.value is node and literal(index_of(outer)) == 0:
        return outer, text
    if isinstance(outer, ast.Call) and source.module.code(outer.func) == "float":
        return outer, text
    method = outer.attr if isinstance(outer, ast.Attribute) else ""
    call: Any = source.parent(outer) if method == "item" or _is_reduction(source, method) else None
    if call is None or call.args or call.keywords:
        return node, text
    return call, text if method == "item" else f"{text}.{method}()"


def _as_number(source: Source, node: ast.AST, stopped: str) -> Optional[Tuple[Change, ...]]:
    """Return edits after which a number computed from the NumPy array `node` is one of a tensor, None if there is no
    `float(…)` or one of the forms of `_number`."""
    method = source.parent(node)
    if isinstance(method, ast.Attribute) and not (method.attr == "item" or _is_reduction(source, method.attr)):
        return None
    inner: Tuple[Change, ...] = () if isinstance(node, ast.Name) else source.replaced(node, stopped) or ()
    for above in source.around(node):
        if isinstance(above, ast.stmt):
            break
        if isinstance(above, ast.Call) and isinstance(above.func, ast.Name) and above.func.id == "float":
            outside = source.replaced(above, *source.operand(above.args[0])) if len(above.args) == 1 else None
            return None if outside is None else (*outside, *inner)
    number, text = _number(source, node, source.text(node) if isinstance(node, ast.Name) else stopped)
    if number is node or source.wants_number(number):
        return None
    return source.replaced(number, text)
