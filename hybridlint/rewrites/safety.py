"""Whether a fix may be called safe: the imperative results, gradients and effects are shown to stay the same.

Each function returns the reason why that cannot be shown, "" where it is. All of them are conservative: of what is not
understood, "safe" is not claimed.

An array is *fresh* if an expression has just created it, and it *escapes* from an expression if something else may
refer to it afterwards: another name, a container, an attribute, a closure, a view. A view shares the memory of its
array, as the method `reshape`, `y[0]`, `detach` and `as_in_context` do; `F.reshape`, `slice_axis`, `flatten` and
`y[:, 0:1]` copy.
"""

from __future__ import annotations

import ast
from typing import Any, Iterator

from hybridlint.rewrites.source import Source, parameters
from hybridlint.syntax import FUNCTION_DEFS, index_elements

ALIASED = "other references to the array no longer see the change"
VIEWED = "a view, which sees later changes of the array, becomes a copy"
_SCOPED = "in training, the scope of autograd decides what is recorded"

#: Attributes of an array that are no arrays of its memory.
_FACTS = ("shape", "size", "ndim", "dtype", "context", "ctx", "stype", "T")
#: Methods whose result is not the array, nor a view of it, beside those that call an operator.
_COPYING = ("asnumpy", "asscalar", "item", "copy", "wait_to_read", "tostype")
#: Operators of `F` that may return or keep an argument.
_KEEPING = ("contrib.cond", "contrib.foreach", "contrib.while_loop", "Custom", "from_dlpack")
#: Functions of Python that read an array.
_READING = ("abs", "all", "any", "bool", "float", "int", "isinstance", "len", "print", "repr", "str", "type")
#: Blocks of Gluon that may return their input.
_LAYERS, _TRANSPARENT = "mxnet.gluon.nn.", ("Concurrent", "Identity", "Lambda", "Sequential")


def of_rebinding(target: ast.AST, source: Source) -> str:
    """Return why `y = y + 1` may differ from `y += 1`, which other references to the array see.

    `target` is the expression that the statement writes to.
    """
    if not isinstance(target, ast.Name):
        return ALIASED
    function = source.scope(target)
    if not isinstance(function, FUNCTION_DEFS) or target.id in parameters(function):
        return ALIASED
    if any(isinstance(one, (ast.With, ast.AsyncWith)) for one in ast.walk(function)):
        return _SCOPED
    is_local = False
    for one in ast.walk(function):
        if isinstance(one, (ast.Global, ast.Nonlocal)) and target.id in one.names:
            return ALIASED
        if not isinstance(one, ast.Name) or one.id != target.id:
            continue
        if source.scope(one) is not function:
            return ALIASED
        defines = isinstance(one.ctx, ast.Store)
        is_local = is_local or defines
        if not (_is_defined_fresh(one, source) if defines else not escapes(one, source)):
            return ALIASED
    return "" if is_local else ALIASED


def of_copying(view: ast.AST, source: Source) -> str:
    """Return why a copy may differ from the expression `view`, which shares the memory of an array.

    It may where the file writes into arrays, unless the view is used at once.
    """
    return VIEWED if source.writes_into_arrays and _outlives(view, source) else ""


def _outlives(view: ast.AST, source: Source) -> bool:
    """Return whether a view is used after its statement: by a name in a function that writes into arrays, by others."""
    statement: Any = source.parent(view)
    name = _name_of(statement.targets[0]) if isinstance(statement, ast.Assign) else ""
    if name and len(statement.targets) == 1:
        function = source.scope(view)
        named = [one for one in ast.walk(function) if isinstance(one, ast.Name) and one.id == name]
        uses = [one for one in named if isinstance(one.ctx, ast.Load)]
        return source.changes_in_place(view) or any(
            source.scope(one) is not function or escapes(one, source) for one in uses
        )
    return escapes(view, source)


def has_no_effect(node: ast.AST, source: Source) -> bool:
    """Return whether evaluating an expression changes nothing: it reads names, attributes, and results of operators."""
    for one in ast.walk(node):
        if isinstance(one, (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)):
            return False
        if isinstance(one, ast.Call) and not (
            _is_copying(one, source) or _name_of(one.func) in (*_READING, "all", "any")
        ):
            return False
    return True


def _is_defined_fresh(name: ast.Name, source: Source) -> bool:
    """Return whether what is assigned to `name` is a fresh array or a number. An in-place operator keeps its array."""
    statement: Any = source.parent(name)
    if isinstance(statement, ast.AugAssign):
        return True
    return isinstance(statement, ast.Assign) and statement.targets == [name] and _is_fresh(statement.value, source)


def _is_fresh(node: ast.AST, source: Source) -> bool:
    if isinstance(node, ast.IfExp):
        return _is_fresh(node.body, source) and _is_fresh(node.orelse, source)
    if isinstance(node, ast.Call):
        return _is_copying(node, source) and not any(one.arg == "out" for one in node.keywords)
    return isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Constant))


def escapes(node: ast.AST, source: Source) -> bool:
    """Return whether the array that is the value of an expression, or a view of it, may be referred to afterwards."""
    above: Any = source.parent(node)
    if isinstance(above, (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Expr, ast.Return, ast.FormattedValue, ast.Assert)):
        return False
    if isinstance(above, (ast.If, ast.While)):
        return False
    if isinstance(above, ast.AugAssign):
        return above.target is not node and not source.is_tensor(above.target)
    if isinstance(above, ast.IfExp):
        return above.test is not node and escapes(above, source)
    if isinstance(above, ast.Assign):  # `z[:] = y` copies
        return not (len(above.targets) == 1 and isinstance(above.targets[0], ast.Subscript))
    if isinstance(above, ast.Attribute):
        call: Any = source.parent(above)
        if not isinstance(call, ast.Call) or call.func is not above:
            return above.attr not in _FACTS
        return not _is_copying(call, source) and (above.attr not in _VIEWING or escapes(call, source))
    if isinstance(above, ast.Subscript):
        is_index = any(one is node for one in index_elements(above))
        return not is_index and isinstance(above.ctx, ast.Load) and escapes(above, source)
    if isinstance(above, ast.keyword) and above.arg != "out":
        return escapes(above, source)
    if isinstance(above, ast.keyword):
        statement: Any = source.parent(source.parent(above))  # type: ignore[arg-type]
        same = isinstance(statement, ast.Assign) and [_name_of(one) for one in statement.targets] == [_name_of(node)]
        return not (isinstance(statement, ast.Expr) or same)
    if isinstance(above, ast.Call):
        return not (_is_copying(above, source) or _name_of(above.func) in _READING)
    if isinstance(above, (ast.Tuple, ast.List)) and isinstance(above.ctx, ast.Load):
        outer = source.parent(above)
        return not isinstance(outer, ast.Return) and (not isinstance(outer, ast.Starred) or escapes(outer, source))
    return True


#: Methods whose result is a view, or the array itself.
_VIEWING = ("reshape", "detach", "as_in_context", "as_in_ctx", "as_nd_ndarray", "astype")


def _is_copying(call: Any, source: Source) -> bool:
    """Return whether a call keeps none of its arguments, and returns a fresh array, or the one given as `out`."""
    function = call.func
    given = {one.arg: one.value for one in call.keywords}
    path = _operator(function, source)
    if path:
        return path not in _KEEPING and not path.startswith(("_internal", "random.shuffle"))
    if not isinstance(function, ast.Attribute):
        return False
    if _name_of(function.value) == "self":
        return _is_layer(function, source)
    if function.attr == "astype":
        return "copy" not in given and len(call.args) < 2
    method = source.api.method(function.attr)
    calls_operator = method is not None and method.function is not None and source.is_tensor(function.value)
    return function.attr not in _VIEWING and (function.attr in _COPYING or calls_operator)


def _operator(function: ast.AST, source: Source) -> str:
    """Return the path of the operator below `F` or `mx.nd` that an expression names, "" for anything else."""
    path = source.module.code(function).split(".")
    if len(path) > 1 and path[0] == source.namespace(function):
        return ".".join(path[1:])
    return source.imperative_operator(function)


def _is_layer(attribute: ast.Attribute, source: Source) -> bool:
    """Return whether `self.name` is always a layer of Gluon whose result is fresh."""
    class_ = source.class_of(attribute)
    made = list(_assigned(class_, attribute.attr)) if class_ is not None else []
    for value in made:
        full = source.dotted(value.func) if isinstance(value, ast.Call) else ""
        if not full.startswith(_LAYERS) or full.endswith(_TRANSPARENT):
            return False
    return bool(made)


def _assigned(class_: ast.ClassDef, name: str) -> Iterator[ast.AST]:
    """Yield what a class assigns to `self.name`; the class itself where that is no plain assignment."""
    for one in ast.walk(class_):
        targets = one.targets if isinstance(one, ast.Assign) else []
        if any(isinstance(target, ast.Attribute) and target.attr == name for target in targets):
            yield one.value  # type: ignore[attr-defined]


def _name_of(node: Any) -> str:
    return node.id if isinstance(node, ast.Name) else ""
