"""Resizes to the height and width of a tensor, written with `mode="like"`."""

from __future__ import annotations

import ast
from typing import Any, Dict, List, Optional, Tuple

from hybridlint.finding import Edit
from hybridlint.fixes.correction import Correction, correction
from hybridlint.fixes.reshaping import axis as axis_in
from hybridlint.fixes.source import Part, Source, literal
from hybridlint.syntax import index_of, same_code

_DESCRIPTION = 'use `mode="like"`'


def like(source: Source, node: ast.Attribute) -> Optional[Correction]:
    """`F.contrib.BilinearResize2D(x, height=y.shape[2], width=y.shape[3])` → `…(x, F.BlockGrad(y), mode="like")`."""
    call = _call_around(source, source.parent(node))
    sizes = _sizes(source, call) if call is not None else None
    if call is None or sizes is None:
        return None
    for size, number in zip(sizes, (2, 3)):
        of_same = isinstance(size, ast.Subscript) and same_code(size.value, node)
        if not of_same or axis_in(size, size.value) != number:
            return None
    return correction(source.replaced(call, *_like(source, call, node.value)), _DESCRIPTION)


def by_name(source: Source, node: ast.Attribute) -> Optional[Correction]:
    """`size = x.shape[2:]` with all resizes to `size[0]` and `size[1]`: the name becomes that of the tensor.

    `size = self.size if self.fixed else x.shape[2:]` leaves the resizes to the attribute.
    """
    whole: Any = source.parent(node)
    index = index_of(whole) if isinstance(whole, ast.Subscript) else None
    if (
        not isinstance(index, ast.Slice)
        or literal(index.lower) != 2
        or index.upper is not None
        or index.step is not None
    ):
        return None
    choice: Any = source.parent(whole)
    assigned: Any = source.parent(choice) if isinstance(choice, ast.IfExp) else choice
    if not isinstance(choice, ast.IfExp):
        choice = None
    elif choice.test is whole or not _is_fixed(choice.test):
        return None
    target = assigned.targets[0] if isinstance(assigned, ast.Assign) and len(assigned.targets) == 1 else None
    if not isinstance(target, ast.Name):
        return None
    edits: List[Edit] = list(source.replaced(whole, node.value) or ())
    seen: Dict[int, ast.Call] = {}
    for one in ast.walk(source.scope(node)):
        if isinstance(one, ast.Name) and one.id == target.id and one is not target:
            call = _call_around(source, source.parent(one))
            sizes = _sizes(source, call) if call is not None else None
            wanted = [f"{target.id}[0]", f"{target.id}[1]"]
            if call is None or sizes is None or [source.module.code(size) for size in sizes] != wanted:
                return None
            seen[id(call)] = call
    for call in seen.values():
        made = _like(source, call, target)
        if choice is not None:
            test = source.text(choice.test)
            kept = source.text(call)
            text = "".join(part if isinstance(part, str) else source.text(part) for part in made)
            sides = (kept, text) if choice.orelse is whole else (text, kept)
            chosen = f"{sides[0]} if {test} else {sides[1]}"
            made = (chosen if source.takes_any_expression(call) else f"({chosen})",)
        replaced = source.replaced(call, *made)
        if replaced is None:
            return None
        edits += replaced
    return correction(tuple(edits), _DESCRIPTION) if seen else None


def _is_fixed(test: ast.AST) -> bool:
    """Return whether `test` consists of attributes of `self` and constants, which are the same later in the call."""
    names = [one.id for one in ast.walk(test) if isinstance(one, ast.Name)]
    return names.count("self") == len(names) and not any(isinstance(one, ast.Call) for one in ast.walk(test))


def _call_around(source: Source, size: Optional[ast.AST]) -> Optional[ast.Call]:
    """Return the resize of which `size` is the height or the width."""
    argument = source.parent(size) if size is not None else None
    call = source.parent(argument) if isinstance(argument, ast.keyword) else None
    if not isinstance(call, ast.Call):
        return None
    return call if source.module.code(call.func) == f"{source.namespace(call)}.contrib.BilinearResize2D" else None


def _sizes(source: Source, call: ast.Call) -> Optional[Tuple[Any, Any]]:
    """Return the height and the width of a resize, None if it has other arguments than these and `align_corners`."""
    given = {one.arg: one.value for one in call.keywords}
    if len(call.args) != 1 or not {"height", "width"} <= given.keys() <= {"height", "width", "align_corners"}:
        return None
    return given["height"], given["width"]


def _like(source: Source, call: ast.Call, array: ast.AST) -> Tuple[Part, ...]:
    """Return the parts of a resize to the size of `array`. MXNet 1.9.1 leaves the gradient that it passes to `array`
    uninitialized."""
    stopped = f"{source.namespace(call)}.BlockGrad({source.text(array)})"
    others = [one for one in call.keywords if one.arg == "align_corners"]
    parts = [part for one in others for part in (f", {one.arg}=", one.value)]
    return (call.func, "(", call.args[0], ", ", stopped, *parts, ', mode="like")')
