"""Names: the values of imports, globals and local variables."""

from __future__ import annotations

import ast
import builtins
import re
from typing import TYPE_CHECKING

from hybridlint import neighbours, overlays
from hybridlint.interpreter.engine import carried
from hybridlint.interpreter.engine.frames import Frame, Scope
from hybridlint.interpreter.engine.look_ups import once
from hybridlint.interpreter.engine.store import MODULE, WITH_ARRAYS
from hybridlint.syntax import FUNCTION_DEFS, last_part
from hybridlint.values import (
    DEFINING_MODULES,
    UNKNOWN,
    Class,
    Function,
    Imported,
    Namespace,
    Operator,
    Taint,
    Tensor,
    Value,
    constant,
    join_all,
    with_taint,
)
from hybridlint.values.phased import Phased

if TYPE_CHECKING:
    from hybridlint.interpreter import Run


#: The modules of operators and what is in them.
_OF_OPERATORS = re.compile(r"mxnet\.(ndarray|nd|symbol|sym)(?:$|\.(?=.))(.*)")
#: The classes of values that may be others where they are read.
_CHANGING = WITH_ARRAYS | {Phased}
#: The builtin classes of containers.
_BUILTIN_TYPES = frozenset(["list", "dict", "set"])


@once()
def imported(run: Run, dotted: str) -> Value:
    """Return the value of the import with this full dotted name."""
    dotted = dotted if neighbours.is_key(dotted) else _canonical(run.module.resolved(dotted))
    if neighbours.is_key(dotted):
        return _of_neighbour(run, dotted)
    overlay = overlays.definition(dotted)
    if isinstance(overlay, ast.ClassDef):
        run.module.classes[dotted] = overlay
        return Class(dotted)
    if overlay is not None:
        return Function(overlay, id(overlay), None)
    if dotted.endswith(".__name__"):
        return constant(last_part(dotted[: -len(".__name__")]), is_literal=True)
    if dotted.endswith(".__module__") and last_part(dotted[: -len(".__module__")]) in ("NDArray", "Symbol"):
        return constant("mxnet.ndarray.ndarray" if "NDArray" in dotted else "mxnet.symbol.symbol")
    match = _OF_OPERATORS.match(dotted)
    if match is None:
        return Imported(dotted)
    namespace = Namespace("imperative" if match[1].startswith("nd") else "symbolic")
    first, _, path = match[2].partition(".")
    value = namespace.member(run, path if path and first in DEFINING_MODULES else match[2]) if match[2] else namespace
    is_other = first in ("numpy", "numpy_extension") or last_part(dotted).startswith("__")
    return Imported(dotted) if is_other and isinstance(value, (Namespace, Operator)) else value


def _of_neighbour(run: Run, key: str) -> Value:
    """Return the value of a global of another file, which defines it or imports it."""
    if "." not in key:
        return Imported(key)  # a module
    run.follow(key)
    nodes, dotted = neighbours.look_up(key)
    if not nodes:
        return imported(run, dotted) if dotted else UNKNOWN
    if isinstance(nodes[0], ast.ClassDef):
        run.module.classes[key] = nodes[0]
        return Class(key)
    if isinstance(nodes[0], FUNCTION_DEFS):
        return Function(nodes[0], id(nodes[0]), None)
    run.globals[key] = UNKNOWN  # in case an expression refers to itself
    with run.before_calls(), run.apart():
        return join_all(run.evaluate(node, Frame(Scope())) for node in nodes)


def _canonical(dotted: str) -> str:
    """Return the full name that begins with "mxnet". MXNet's own files import one another relatively."""
    if dotted.startswith("."):
        inner = dotted.lstrip(".")
        first = inner.split(".")[0]
        if first in ("ndarray", "nd", "symbol", "sym", "gluon", "autograd"):
            return f"mxnet.{inner}"
        if inner in ("nn", "rnn", "loss") or last_part(inner) in (
            "Block",
            "HybridBlock",
            "HybridSequential",
            "Sequential",
        ):
            return f"mxnet.gluon.{inner}"
        return f"<package>.{inner}"
    package, dot, path = dotted.partition(".")
    return f"mxnet{dot}{path}" if package == "mx" else dotted


def look_up(run: Run, node: ast.Name, frame: Frame) -> Value:
    """Return the value of a name in a running function."""
    name = node.id
    own = frame.scope
    scope = own if name in own.names else own.outer and own.outer.find(name)
    if scope is None or name in frame.scope.globals:
        return module_name(run, node, name)
    stored = scope.names[name]
    if stored.__class__ not in _CHANGING:
        return stored
    if stored.__class__ is Phased:
        stored = run.bound(node, stored, "UnboundLocalError")
    if not run.imperative_only:
        scope.names[name] = stored  # so that later reads are not reported again
    value = stored if stored.__class__ is Tensor and not run.attempt.store.arrays else run.load(stored)
    if value.__class__ is not Tensor:
        return value
    used = value.used(run)
    if used is not value:
        scope.names[name] = used
    return used.captured(run) if run.graph_since else used


def module_name(run: Run, node: ast.AST, name: str) -> Value:
    """Return the value of a global that `node` reads, including values that earlier calls may have assigned."""
    value = run.globals[name] if name in run.globals else global_value(run, name)
    if run.constructing:
        return value
    key = MODULE, name
    stored = carried.stored_value(run, node, key)
    if stored is not None:
        return stored
    run.attempt.note_exposed(key)
    return carried.exposed_read(run, node, key, value)


def global_value(run: Run, name: str) -> Value:
    """Return the value of a global before any call, or of a builtin."""
    if name in run.globals:
        return run.globals[name]
    module = run.module
    if name in module.functions:
        value: Value = Function(module.functions[name], id(module.functions[name]), None)
    elif name in module.classes:
        value = Class(name)
    elif name in module.constants:
        run.globals[name] = UNKNOWN  # in case its expression refers to itself
        frame = Frame(Scope())
        with run.before_calls(), run.apart():
            value = join_all(run.evaluate(node, frame) for node in module.constants[name])
        if name in module.imports and value.is_unknown:
            value = imported(run, module.imports[name])
    elif name in module.imports:
        value = imported(run, module.imports[name])
    elif "." in name:
        value = imported(run, name)  # of an overlay
    elif run.module.star_import(name):
        value = imported(run, run.module.star_import(name) or name)
    elif hasattr(builtins, name):
        value = imported(run, f"builtins.{name}")
    else:
        value = UNKNOWN
    run.globals[name] = value
    return value


def builtin_type(run: Run, node: ast.AST, frame: Frame) -> str:
    """Return the name of the builtin class of containers that `node` names ("list"); "" if it is none."""
    name: str = getattr(node, "id", "")
    known = name in _BUILTIN_TYPES and look_up(run, node, frame) == Imported(f"builtins.{name}")  # type: ignore[arg-type]
    return name if known else ""


# self


def changed_in_loop(value: Value, name: str) -> Value:
    """Return `value`, which the body of `foreach` changes, with a taint: the body runs once while tracing, and once per
    step imperatively."""
    return with_taint(value, Taint("carried", f"`{name}`, which the loop body changes at every step,"))


def defined_class(run: Run, node: ast.ClassDef) -> Value:
    """Return the class that `node` defines in a running function."""
    return Class(run.module.class_key(node))
