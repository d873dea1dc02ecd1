"""`with` statements that have no effect in a graph."""

from __future__ import annotations

import ast
from typing import Any, Optional

from hybridlint.events import ModeManager
from hybridlint.fixes import statements
from hybridlint.fixes.correction import Correction, correction
from hybridlint.fixes.source import Source


def without(event: ModeManager, source: Source) -> Optional[Correction]:
    """Replace `with self.name_scope():`, `autograd.pause()` or `train_mode()` by the body of the statement."""
    node: Any = source.statement(event.node) if source.is_editable(event.node) else None
    name = source.namespace(event.node) if node is not None else None
    if not isinstance(node, ast.With) or len(node.items) != 1 or name is None:
        return None
    scope = event.name.rpartition(".")[2]
    if scope == "name_scope":
        return correction(statements.unwrapped(source, node), "omit the scope", "blocks made in it have other names")
    if scope == "pause" and all(map(_is_result, node.body)):
        edits = statements.unwrapped(source, node, change=_stopping(name))
        return correction(edits, f"use `{name}.BlockGrad`")
    if scope == "train_mode" and _only_dropout(node, name):
        edits = statements.unwrapped(source, node, change=_always_active(name))
        return correction(edits, "make Dropout always active")
    return None


def _is_result(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign) and all(isinstance(one, ast.Name) for one in statement.targets)


def _stopping(name: str) -> Any:
    """`y = f(x)` → `y = F.BlockGrad(f(x))`, in libcst."""
    import libcst as cst

    def change(statement: Any) -> Any:
        (assignment,) = statement.body
        stopped = cst.Call(cst.Attribute(cst.Name(name), cst.Name("BlockGrad")), [cst.Arg(assignment.value)])
        return statement.with_changes(body=[assignment.with_changes(value=stopped)])

    return change


def _only_dropout(node: ast.With, name: str) -> bool:
    """Return whether `F.Dropout` without a mode is the only call, since it alone can have one."""
    called = [one for one in ast.walk(ast.Module(node.body, [])) if isinstance(one, ast.Call)]
    return bool(called) and all(
        isinstance(one.func, ast.Attribute)
        and isinstance(one.func.value, ast.Name)
        and (one.func.value.id, one.func.attr) == (name, "Dropout")
        and all(keyword.arg in ("data", "p", "axes") for keyword in one.keywords)
        and len(one.args) < 3
        for one in called
    )


def _always_active(name: str) -> Any:
    import libcst as cst

    class Active(cst.CSTTransformer):
        def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.Call:
            equal = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
            mode = cst.Arg(cst.SimpleString('"always"'), keyword=cst.Name("mode"), equal=equal)
            return updated_node.with_changes(args=[*updated_node.args, mode])

    return lambda statement: statement.visit(Active())
