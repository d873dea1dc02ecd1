"""`hybrid_forward` of MXNet 1.x, written as `forward` of MXNet 2."""

from __future__ import annotations

import ast
import functools
import json
import pathlib
from typing import Any, Dict, List, Optional, Sequence, Tuple

from hybridlint.finding import Edit
from hybridlint.rewrites.correction import Change, Edits
from hybridlint.rewrites.rewrite import Computed, Match
from hybridlint.rewrites.source import Source
from hybridlint.syntax import FUNCTION_DEFS

_DATA = pathlib.Path(__file__).parents[2] / "mxnet_api" / "np_counterparts.json"
#: The full names of the modules of operators of MXNet 2.
_MODULES = {"np": ("mxnet.np", "mxnet.numpy"), "npx": ("mxnet.npx", "mxnet.numpy_extension")}


@functools.lru_cache(maxsize=1)
def _counterparts() -> Dict[str, Tuple[str, List[List[Any]]]]:
    """Return name of an operator below `F` → its counterpart, and the forms of a call in which both return the same
    array.

    A form is the number of positional arguments, and the names of the others. Measured by
    tools/make_np_counterparts.py.
    """
    return json.loads(_DATA.read_text("utf-8"))  # type: ignore[no-any-return]


class Forward(Computed):
    """`forward` of MXNet 2 computes with `mx.np` and `mx.npx`."""

    rules = ("HYB801",)
    before = ("def hybrid_forward(self, F, x, weight):\n    return F.relu(x) * weight",)
    after = "def forward(self, x):\n    return npx.relu(x) * self.weight.data()"

    def changes(self, match: Match) -> Edits:
        """Write `def forward(self, x)` for `def hybrid_forward(self, F, x, weight)`.

        `F.x` becomes `np.x` or `npx.x`, `weight` becomes `self.weight.data()`. None if an operator has no equivalent
        counterpart, or `F` is passed to other functions.
        """
        event, source = match.event, match.source  # type: Any, Source
        function = event.node
        arguments = [*function.args.posonlyargs, *function.args.args]
        special = function.args.vararg or function.args.kwarg or function.args.kwonlyargs or function.decorator_list
        if special or len(arguments) < 3:
            return None
        own, namespace, *others = (argument.arg for argument in arguments)
        held = {name for name in others if name in event.parameters}
        edits: List[Change] = list(source.replaced_span(source.module.span(function), "forward"))
        edits += _without_arguments(source, function, arguments, {namespace, *held})
        modules: Dict[str, str] = {}
        for node in ast.walk(function):
            if isinstance(node, (*FUNCTION_DEFS, ast.Lambda)) and node is not function:
                inner = {argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
                if inner & {namespace, *held}:
                    return None
            if not isinstance(node, ast.Name) or node.id not in (namespace, *held):
                continue
            new = _of_mxnet2(source, node, own, namespace, modules) if isinstance(node.ctx, ast.Load) else None
            if new is None:
                return None
            edits += new
        imports = source.module.imports
        wanted = sorted(name for name in modules if modules[name] == name and imports.get(name) not in _MODULES[name])
        if wanted:
            edits += source.import_added(f"from mxnet import {', '.join(wanted)}")
        risk = "arrays of `mx.np` follow NumPy, where those of `mx.nd` differ"
        return match.described(tuple(edits), "write `forward`", risk)


def _without_arguments(source: Source, function: Any, arguments: Sequence[ast.arg], names: Any) -> List[Change]:
    """Return edits that remove some of the arguments of a function, but not the first."""
    defaults = [None] * (len(arguments) - len(function.args.defaults)) + list(function.args.defaults)
    ends = [source.module.span(default or argument) for argument, default in zip(arguments, defaults)]
    return [
        Edit(before.end_line, before.end_column, end.end_line, end.end_column, "")
        for argument, before, end in zip(arguments[1:], ends, ends[1:])
        if argument.arg in names
    ]


def _of_mxnet2(
    source: Source, node: ast.Name, own: str, namespace: str, modules: Dict[str, str]
) -> Optional[Tuple[Change, ...]]:
    """Return edits of a name: `weight`, or the `F` of `F.relu(x)`; None if it has no counterpart."""
    if node.id != namespace:
        return source.replaced(node, f"{own}.{node.id}.data()")
    attribute = source.parent(node)
    if not isinstance(attribute, ast.Attribute):
        return None
    if attribute.attr in _MODULES:
        module = _module(source, attribute.attr, modules)
        return None if module is None else source.replaced(attribute, module)
    call = source.parent(attribute)
    path, forms = _counterparts().get(attribute.attr, ("", []))
    if not path or not isinstance(call, ast.Call) or call.func is not attribute:
        return None
    named = sorted(keyword.arg or "**" for keyword in call.keywords)
    if any(isinstance(argument, ast.Starred) for argument in call.args) or [len(call.args), *named] not in forms:
        return None
    module = _module(source, path.split(".")[0], modules)
    return None if module is None else source.replaced(attribute, f"{module}.{path.split('.', 1)[1]}")


def _module(source: Source, name: str, modules: Dict[str, str]) -> Optional[str]:
    """Return the file's name of `mx.np` or `mx.npx`, if it is imported or can be; it is recorded in `modules`."""
    if name not in modules:
        imports = source.module.imports
        aliases = [alias for alias, full in imports.items() if full in _MODULES[name]]
        aliases += [f"{alias}.{name}" for alias, full in imports.items() if full == "mxnet"]
        if not aliases and name in imports:
            return None
        modules[name] = aliases[0] if aliases else name
    return modules[name]
