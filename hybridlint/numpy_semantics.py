"""Detect the generation of MXNet that a file is for, and which of its blocks use the arrays of `mx.np`.

These arrays follow other rules than those of `mx.nd`: their Symbols broadcast, take slices as an index and cannot be
iterated. They are used after `npx.set_np()`, with the decorator `use_np`, or if a block calls the operators of `F.np`
and `F.npx`, which accept no other arrays; the interpreter detects the latter when it runs the block.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import re
from typing import Any, Iterator, List, Mapping, Set, Tuple

from hybridlint.dataclass import dataclass
from hybridlint.mxnet_api import gluon
from hybridlint.syntax import FUNCTION_DEFS

_NUMPY_OF_MXNET = re.compile(r"\b(npx|mxnet\.(np|numpy)|mx\.np|from mxnet import[^\n]*\b(np|numpy))\b")
_NUMPY_MODULES = re.compile(r"(mx|mxnet)\.(np|npx|numpy|numpy_extension)\.")
_SWITCHES = re.compile(r"\b(use_np|set_np)\b")
#: A file that queries the kind of arrays supports both.
_ASKS = re.compile(r"\bis_np_(array|shape)\b")


@dataclass(frozen=True)
class NumPySemantics:
    """`everywhere` if the file enables NumPy semantics globally; `classes` are the keys of classes that enable them;
    `asked` if the file queries which arrays it gets."""

    everywhere: bool = False
    classes: Set[str] = dataclasses.field(default_factory=set)
    asked: bool = False


def numpy_semantics(text: str, body: List[ast.stmt], classes: Mapping[str, ast.ClassDef]) -> NumPySemantics:
    """Return the NumPy semantics of a file with this `text`, the statements `body`, and these classes."""
    asked = "is_np_" in text and bool(_ASKS.search(text))
    if not ("use_np" in text or "set_np" in text) or not _SWITCHES.search(text):
        return NumPySemantics(asked=asked)
    everywhere = "set_np" in text and any(_switches_on(node) for node in body if not _defines(node))
    keys = {id(node): key for key, node in classes.items()}
    result = {keys[id(node)] for node, on in _classes(body, False) if on and id(node) in keys}
    return NumPySemantics(everywhere, result, asked)


def is_for_mxnet2(text: str, classes: Mapping[str, ast.ClassDef], imports: Mapping[str, str]) -> bool:
    """Return whether a file with this `text`, these classes and these imports (names → dotted names) is for MXNet 2.

    That is the case if it uses `mx.np` or `mx.npx`, a hybrid block has a `forward`, and none has a `hybrid_forward`.
    """
    if "hybrid_forward" in text or "def forward" not in text:
        return False
    if not (_SWITCHES.search(text) or _NUMPY_OF_MXNET.search(text) or any(map(_is_numpy, imports.values()))):
        return False
    return any(
        isinstance(method, FUNCTION_DEFS) and method.name == "forward"
        for node in classes.values()
        if any(map(_is_hybrid, node.bases))
        for method in node.body
    )


def _is_numpy(dotted: str) -> bool:
    return bool(_NUMPY_MODULES.match(f"{dotted}."))


def _is_hybrid(base: ast.expr) -> bool:
    """Return whether the name of a base class is that of a hybrid block."""
    known = gluon.block(f"mxnet.gluon.{_last_name(base)}")
    return "Hybrid" in _last_name(base) if known is None else known.hybrid


@functools.lru_cache(maxsize=1024)
def is_of_numpy(path: str) -> bool:
    """Return whether the operator `path` below `F` only accepts arrays of `mx.np`."""
    return path.split(".")[0] in ("np", "npx", "numpy", "numpy_extension")


def _defines(node: ast.AST) -> bool:
    return isinstance(node, (*FUNCTION_DEFS, ast.ClassDef))


def _switches_on(node: ast.AST) -> bool:
    """Return whether `set_np()` is called in `node`, outside of functions and classes."""
    if isinstance(node, ast.Call):
        return _last_name(node.func) == "set_np"
    return any(_switches_on(child) for child in ast.iter_child_nodes(node) if not _defines(child))


def _last_name(node: Any) -> str:
    """Return the last name of `use_np`, `mx.util.use_np` or `use_np()`."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _classes(nodes: Any, on: bool) -> Iterator[Tuple[ast.ClassDef, bool]]:
    """Yield the classes in `nodes` at any depth, and whether NumPy semantics are on where each is defined."""
    for node in nodes:
        inside = on
        if isinstance(node, (*FUNCTION_DEFS, ast.ClassDef)):
            inside = on or any(_last_name(decorator) == "use_np" for decorator in node.decorator_list)
            inside = inside or isinstance(node, FUNCTION_DEFS) and any(map(_switches_on, node.body))
            if isinstance(node, ast.ClassDef):
                yield node, inside
        if isinstance(node, (ast.stmt, ast.ExceptHandler)):
            yield from _classes(ast.iter_child_nodes(node), inside)
