"""Rewrites a block so that it means the same: what the linter states of it must not change.

Each takes the source of a module with a class `Net` and gives the rewritten source, or None where it does not apply.
"""

from __future__ import annotations

import re
from typing import Callable, Dict, List, Optional, Set

import libcst as cst
import libcst.matchers as m

_NET = m.ClassDef(name=m.Name("Net"))


def _net(module: cst.Module) -> Optional[cst.ClassDef]:
    classes = [statement for statement in module.body if m.matches(statement, _NET)]
    return classes[0] if classes else None  # type: ignore[return-value]


def _forward(node: cst.ClassDef) -> Optional[cst.FunctionDef]:
    methods = [s for s in node.body.body if isinstance(s, cst.FunctionDef) and s.name.value == "hybrid_forward"]
    return methods[0] if methods else None


def _with_forward(module: cst.Module, *replacement: cst.CSTNode) -> cst.Module:
    """`module` with other statements in the place of `hybrid_forward`."""
    node = _net(module)
    assert node is not None
    function = _forward(node)
    body = [new for old in node.body.body for new in (replacement if old is function else (old,))]
    block = node.with_changes(body=node.body.with_changes(body=body))
    return module.with_changes(body=[block if statement is node else statement for statement in module.body])


class _Renaming(cst.CSTTransformer):
    def __init__(self, names: Dict[str, str]) -> None:
        self.names = names

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:
        return updated_node.with_changes(value=self.names.get(updated_node.value, updated_node.value))

    def visit_Attribute_attr(self, node: cst.Attribute) -> None:
        self.kept = node.attr

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.Attribute:
        return updated_node.with_changes(attr=original_node.attr)

    def leave_Arg(self, original_node: cst.Arg, updated_node: cst.Arg) -> cst.Arg:
        return updated_node.with_changes(keyword=original_node.keyword)


def _bound_names(function: cst.FunctionDef) -> List[str]:
    names = [parameter.name.value for parameter in m.findall(function.params, m.Param())]  # type: ignore[attr-defined]
    for kind in (m.AssignTarget(), m.For(), m.CompFor(), m.NamedExpr(), m.AsName()):
        for node in m.findall(function.body, kind):
            target = node.name if isinstance(node, cst.AsName) else node.target  # type: ignore[attr-defined]
            if isinstance(target, (cst.Name, cst.Tuple, cst.List, cst.StarredElement)):
                names += [name.value for name in m.findall(target, m.Name())]  # type: ignore[attr-defined]
    return names


def _parameter_names(source: str) -> Set[str]:
    """Names that Gluon binds by name: attributes of self, which parameters of the block are."""
    return set(re.findall(r"self\.(\w+)\s*=", source)) | set(re.findall(r"setattr\(self, *(\w+)", source)) | set("gbmv")


def rename(source: str) -> Optional[str]:
    """Every local name and argument of `hybrid_forward` gets another name. Plurals stay plurals, singulars singular:
    `xs` states list to a reader, and to the linter."""
    module = cst.parse_module(source)
    node = _net(module)
    function = None if node is None else _forward(node)
    if function is None or "global " in source or "kwargs" in source:
        return None
    fixed = _parameter_names(source)
    plurals = ("xs", "states", "s", "outs", "feats", "features", "rows", "maps", "preds", "labels")
    # The only input may be all of them, which its name alone states.
    kept = ("self", "F", "inputs") if len(function.params.params) == 3 else ("self", "F")
    names = {}
    for number, name in enumerate(_bound_names(function)):
        if name not in fixed and name not in kept:
            names[name] = f"thing{number}" + ("_states" if name in plurals else "")
    return _with_forward(module, function.visit(_Renaming(names))).code  # type: ignore[arg-type]


def alias(source: str) -> Optional[str]:
    """`F` gets another name."""
    module = cst.parse_module(source)
    node = _net(module)
    function = None if node is None else _forward(node)
    if function is None:
        return None
    return _with_forward(module, function.visit(_Renaming({"F": "operators"}))).code  # type: ignore[arg-type]


def _handing_on(function: cst.FunctionDef, callee: str, method: bool) -> cst.FunctionDef:
    """`function` with a body that hands its arguments on to `callee`."""
    parameters = function.params
    names = [parameter.name.value for parameter in parameters.params]
    arguments = names[1:] if method else names
    parts = list(arguments) + [f"{p.name.value}={p.name.value}" for p in parameters.kwonly_params]
    if isinstance(parameters.star_arg, cst.Param):
        parts.append(f"*{parameters.star_arg.name.value}")
    if parameters.star_kwarg is not None:
        parts.append(f"**{parameters.star_kwarg.name.value}")
    prefix = f"{names[0]}." if method else ""
    statement = cst.parse_statement(f"return {prefix}{callee}({', '.join(parts)})")
    return function.with_changes(body=function.body.with_changes(body=[statement]))


def method(source: str) -> Optional[str]:
    """The body moves into a helper method."""
    module = cst.parse_module(source)
    node = _net(module)
    function = None if node is None else _forward(node)
    if node is None or function is None or "super" in module.code_for_node(function):
        return None
    moved = function.with_changes(name=cst.Name("_moved"))
    return _with_forward(module, moved, _handing_on(function, "_moved", True)).code


def function(source: str) -> Optional[str]:
    """The body moves into a function of the module."""
    module = cst.parse_module(source)
    node = _net(module)
    forward = None if node is None else _forward(node)
    if node is None or forward is None or "super" in module.code_for_node(forward):
        return None
    moved = forward.with_changes(name=cst.Name("moved_function"), leading_lines=[])
    changed = _with_forward(module, _handing_on(forward, "moved_function", False))
    return changed.with_changes(body=[*changed.body, moved]).code


def base(source: str) -> Optional[str]:
    """The class becomes a base class of an empty `Net`."""
    module = cst.parse_module(source)
    if _net(module) is None:
        return None
    renamed = module.visit(_Renaming({"Net": "Foundation"}))
    return renamed.code + "\n\nclass Net(Foundation):\n    pass\n"


def child(source: str) -> Optional[str]:
    """The block becomes the only child of a `Net` that passes its inputs on."""
    module = cst.parse_module(source)
    node = _net(module)
    function = None if node is None else _forward(node)
    # The states of a cell are none of its inputs to a block around it, which may pass any.
    if function is None or re.search(r"def (forward|__call__|state_info)\b|\(rnn\.\w+Cell\)", source):
        return None
    if re.search(r"[*=]", module.code_for_node(function.params)):
        return None
    names = [parameter.name.value for parameter in function.params.params[2:]]
    inputs = [name for name in names if name not in _parameter_names(source)]
    renamed = module.visit(_Renaming({"Net": "InnerNet"}))
    outer = f"""

class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.inner = InnerNet()

    def hybrid_forward(self, F, {", ".join(inputs)}):
        return self.inner({", ".join(inputs)})
"""
    return renamed.code + outer


def mixin(source: str) -> Optional[str]:
    """`hybrid_forward` moves into a class of its own, which `Net` mixes in."""
    module = cst.parse_module(source)
    node = _net(module)
    function = None if node is None else _forward(node)
    if node is None or function is None or "super" in module.code_for_node(function):
        return None
    rest = [statement for statement in node.body.body if statement is not function]
    mixed_in = cst.ClassDef(cst.Name("Mixin"), cst.IndentedBlock([function]))
    block = node.with_changes(
        body=cst.IndentedBlock(rest or [cst.parse_statement("pass")]),  # type: ignore[arg-type]
        bases=[cst.Arg(cst.Name("Mixin")), *node.bases],
    )
    body: List[cst.BaseStatement] = []
    for statement in module.body:
        body += [mixed_in, block] if statement is node else [statement]  # type: ignore[list-item]
    return module.with_changes(body=body).code


def _wrapped(source: str, header: str) -> Optional[str]:
    module = cst.parse_module(source)
    node = _net(module)
    function = None if node is None else _forward(node)
    if function is None or "global " in source:
        return None
    wrapper = cst.parse_statement(header + "\n    pass\n")
    wrapper = wrapper.with_changes(body=function.body)
    return _with_forward(module, function.with_changes(body=cst.IndentedBlock([wrapper]))).code


def loop(source: str) -> Optional[str]:
    """The body runs inside a loop that runs once."""
    return _wrapped(source, "for once in (1,):")


def branch(source: str) -> Optional[str]:
    """The body runs inside a branch that is always taken."""
    return _wrapped(source, "if self is not None:")


def forward(source: str) -> Optional[str]:
    """`hybrid_forward` becomes `forward`, which is never traced: nothing that concerns Symbol may be reported."""
    return (
        source.replace("hybrid_forward(self, F, ", "forward(self, ") if "hybrid_forward(self, F, " in source else None
    )


TRANSFORMATIONS: Dict[str, Callable[[str], Optional[str]]] = {
    "rename": rename,
    "alias": alias,
    "method": method,
    "function": function,
    "base": base,
    "child": child,
    "mixin": mixin,
    "loop": loop,
    "branch": branch,
}
