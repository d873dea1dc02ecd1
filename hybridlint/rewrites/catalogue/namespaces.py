"""Functions of `mx.nd` and of NumPy among Symbols, written as operators of `F`."""

from __future__ import annotations

import ast
import re
from typing import Any, ClassVar, Dict, List, Mapping, Optional

from hybridlint.finding import Edit
from hybridlint.mxnet_api import numpy_functions
from hybridlint.rewrites.catalogue import parameters
from hybridlint.rewrites.catalogue.attributes import is_on_current
from hybridlint.rewrites.catalogue.creation import on_device
from hybridlint.rewrites.catalogue.numpy_functions import NO_OBJECTS
from hybridlint.rewrites.catalogue.tracing import is_traceable
from hybridlint.rewrites.correction import Edits, together
from hybridlint.rewrites.numbers import as_operand, own_name
from hybridlint.rewrites.rewrite import Computed, Match, Rewrite, is_integer
from hybridlint.rewrites.source import Source
from hybridlint.syntax import FUNCTION_DEFS
from hybridlint.values import Arguments, ImperativeArray, Plain, Sequence, Tensor, Value


class OfBothPhases(Computed):
    """The operator of `F` is that of `mx.nd` with NDArrays, and that of `mx.sym` with Symbols."""

    rules = ("HYB108",)
    of_any_call = True
    before = ("nd.relu({x})",)
    after = "F.relu({x})"

    def changes(self, match: Match) -> Edits:
        """Write `F.f(x)` for `nd.f(x)`. A function of the file without `F` gets it as a parameter, and its calls pass
        it."""
        event, source = match.event, match.source  # type: Any, Source
        node = event.node
        function = source.api.function(event.path)
        if function is None or not function.symbolic:
            return None
        named, name = source.named(node, lambda item: source.imperative_operator(item) == event.path), match.namespace
        kept = parameters.assignment(source, node, own_name(getattr(node, "func", None)))
        if kept is not None and name is not None and source.imperative_operator(kept.value) == event.path:
            risk = "assumes that nothing else is assigned to the attribute"
            edits = source.replaced(node.func, f"{name}.{event.path}")
            return match.described(edits, f"use `{name}.{event.path}`", risk)
        if named is None:
            return None
        if name is not None:
            return match.described(source.replaced(named, f"{name}.{event.path}"), f"use `{name}.{event.path}`")
        hybrid, replaced = _as_hybrid_forward(source, node), source.replaced(named, f"F.{event.path}")
        if hybrid is not None:
            risk = _risk_of_tracing(source, source.scope(node))
            return match.described(together(replaced, hybrid), "make `forward` a `hybrid_forward`", risk)
        is_method = isinstance(source.parent(source.scope(node)), ast.ClassDef)
        risk = "methods in other files that override it must take `F`" if is_method else ""
        return match.described(together(replaced, _threaded(source, node)), "pass `F` to the function", risk)


class OmittedRebinding(Computed):
    """`F` is the namespace of the phase."""

    rules = ("HYB108",)
    before = ("F = mx.nd",)
    order = -1

    def changes(self, match: Match) -> Edits:
        source = match.source
        body = source.scope(match.node).body
        for statement in body if isinstance(body, list) else ():
            names = [getattr(target, "id", "") for target in getattr(statement, "targets", ())]
            names += [alias.asname or alias.name for alias in getattr(statement, "names", ()) if hasattr(alias, "name")]
            if names == [match.namespace] and _is_imperative(source, statement):
                return match.described(source.removed(statement), f"omit the binding of `{match.namespace}`")
        return None


def _is_imperative(source: Source, statement: Any) -> bool:
    """Return whether an assignment or import binds `mx.nd`."""
    full = f"{getattr(statement, 'module', '')}.{statement.names[0].name}" if hasattr(statement, "names") else ""
    full = full.lstrip(".") or source.dotted(statement.value)
    return full in ("mxnet.nd", "mxnet.ndarray")


class OfNumPy(Computed):
    """The operator that equals the function of NumPy in a call of this form."""

    rules = ("HYB109",)
    before = ("np.tanh({x})",)
    after = "F.tanh({x})"

    def changes(self, match: Match) -> Edits:
        """`np.tanh(x)` → `F.tanh(x)`."""
        event, source = match.event, match.source  # type: Any, Source
        node, name = event.node, source.namespace(event.node)
        if any(isinstance(item, Tensor) and item.numpy for item in event.arguments.all()):
            return None
        named = source.named(node, lambda item: source.dotted(item) == event.name)
        function = _equal_operator(event.name.partition(".")[2], event.arguments)
        if name is None or function is None or named is None:
            return None
        return match.described(source.replaced(named, f"{name}.{function}"), f"use `{name}.{function}`", NO_OBJECTS)


class ArrayAmongSymbols(Computed):
    """An array is drawn or created by `F`, or is a parameter or a constant of the block."""

    rules = ("HYB110",)
    before = ("self.w.data()", "nd.ones((2, 3))")
    after = "w"

    def changes(self, match: Match) -> Edits:
        """Return the correction of an NDArray that meets Symbols: `F` draws or creates it, or it becomes a parameter or
        constant."""
        event, source = match.event, match.source  # type: Any, Source
        if any(isinstance(getattr(item, "ctx", None), ast.Store) for item in (event.node, source.parent(event.node))):
            return None  # what is written to the array would be lost
        for node in source.with_values(event.node):
            if isinstance(node, ast.Call):
                path = source.imperative_operator(node.func)
                function = source.api.function(path) if path else None
                if function is not None and function.symbolic:
                    edits = source.replaced(node.func, f"{match.namespace}.{path}") if match.namespace else None
                    return match.described(edits, f"use `{match.namespace}.{path}`")
                drawn = _drawn(match, node.args[0], node) if path == "array" and node.args else None
                if drawn is not None:
                    return drawn
            result = parameters.of_data(match, node)
            if result is not None:
                return result
        return parameters.of_constant(match) or parameters.of_literal(match)


class BeginState(Rewrite):
    """A cell or layer creates its states by `F`, of the batch of a tensor."""

    rules = ("HYB101",)
    before = on_device(
        *(
            f"{{cell}}.begin_state({batch}{{x}}.shape[{{a}}]{function})"
            for batch in ("", "batch_size=")
            for function in ("", ", func=F.zeros")
        )
    )
    after = (
        "[F.broadcast_like({state}, {x}, lhs_axes=(<axis>,), rhs_axes=({a},)) "
        "for {state} in {cell}.begin_state(1, func=F.zeros)]"
    )
    variants = ({"axis": "0", "kind": "Cell"}, {"axis": "1", "kind": ""})
    conditions = (
        is_integer("a"),
        lambda match: parameters.is_cell(match.source, match.parts["cell"], match.variant["kind"]),
    )
    safe_if = (
        lambda match: (
            all(item.arg != "ctx" for item in match.node.keywords) or is_on_current(match.source, match.parts["x"])
        ),
    )
    risk = "the array is created on the current context"
    derived: ClassVar[Mapping[str, Any]] = {"state": lambda match: match.source.free_name(match.node)}
    order = -1


class BeginStateOfBoth(Computed):
    """A cell creates its states by `F`."""

    rules = ("HYB110",)
    before = ("self.cell.begin_state(2)",)
    after = "self.cell.begin_state(2, func=F.zeros)"
    order = -1

    def changes(self, match: Match) -> Edits:
        for call in match.source.with_values(match.node):
            function: Any = call.func if isinstance(call, ast.Call) else None
            if getattr(function, "attr", "") == "begin_state" and parameters.is_cell(match.source, function.value):
                kept = [*call.args, *(argument for argument in call.keywords if argument.arg != "func")]
                edits = match.source.called(call, *kept, f"func={match.namespace}.zeros") if match.namespace else None
                return match.described(edits, f"create the states with `{match.namespace}.zeros`")
        return None


class DrawnByOperator(Computed):
    """An operator draws other numbers in each call of a graph."""

    rules = ("HYB501",)
    before = ("{x} * np.random.rand()",)
    after = "{x} * F.random.uniform(shape=(1,))"

    def changes(self, match: Match) -> Edits:
        """`np.random.rand()` in arithmetic → `F.random.uniform(shape=(1,))`."""
        event, source = match.event, match.source  # type: Any, Source
        words = event.reason.words.strip("`").partition("(")[0]
        for node in source.with_values(source.statement(event.node)):
            if isinstance(node, ast.Call) and source.is_editable(node) and source.module.code(node.func) == words:
                result = _drawn(match, node, node) or _read_draw(match, node)
                if result is not None:
                    return result
        return None


class HybridForward(Computed):
    """`HybridBlock.forward` calls `hybrid_forward`, with `F`."""

    rules = ("HYB704",)
    before = ("def forward(self, x):\n    return nd.relu(x)",)
    after = "def hybrid_forward(self, F, x):\n    return nd.relu(x)"

    def changes(self, match: Match) -> Edits:
        source, function = match.source, match.node
        edits = _as_hybrid_forward(source, function.body[0]) if isinstance(function, FUNCTION_DEFS) else None
        return match.described(edits, "make `forward` a `hybrid_forward`", _risk_of_tracing(source, function))


def _risk_of_tracing(source: Source, function: Any) -> str:
    """Return "" if a `forward` certainly traces as `hybrid_forward`: its class inherits from HybridBlock alone, and
    has no parameters of its own, which would be passed to it."""
    class_: Any = source.parent(function)
    bases = [source.dotted(base).rpartition(".")[2] for base in class_.bases]
    names = {getattr(node, "attr", getattr(node, "id", "")) for node in ast.walk(class_)}
    is_plain = bases == ["HybridBlock"] and not names & {"params", "Parameter", "Constant", "forward"}
    is_safe = is_plain and is_traceable(source, function.body)
    return "" if is_safe else "what the function computes may fail with Symbols"


def _as_hybrid_forward(source: Source, node: ast.AST) -> Edits:
    """Write `def hybrid_forward(self, F, x)` for `def forward(self, x)`, in a class without a `hybrid_forward`."""
    function = source.scope(node)
    class_: Any = source.parent(function)
    if getattr(function, "name", "") != "forward" or not isinstance(class_, ast.ClassDef):
        return None
    if any(getattr(statement, "name", "") == "hybrid_forward" for statement in class_.body):
        return None
    given = [*function.args.posonlyargs, *function.args.args]
    name = source.module.span(function)
    renamed = Edit(name.line, name.column, name.end_line, name.end_column, "hybrid_forward")
    return (renamed, *source.after(given[0], ", F"))


def _threaded(source: Source, node: ast.AST) -> Edits:
    """Return edits that add a parameter `F`, by default `mx.nd`, to the function or method around `node`, and the
    argument to its calls where there is one."""
    function = source.scope(node)
    above = source.parent(function)
    if not isinstance(function, FUNCTION_DEFS) or function.decorator_list or function.args.vararg:
        return None
    every = [part for part in ast.walk(source.module.tree) if isinstance(part, FUNCTION_DEFS)]
    given = [*function.args.posonlyargs, *function.args.args]
    is_method = isinstance(above, ast.ClassDef)
    is_single = [item.name for item in every].count(function.name) == 1 and all(item.arg != "F" for item in given)
    if not (is_method or isinstance(above, ast.Module)) or not is_single:
        return None
    changes: List[Edits] = []
    for part in ast.walk(source.module.tree):
        if getattr(part, "attr" if is_method else "id", None) != function.name:
            continue
        call: Any = source.parent(part)
        if not isinstance(call, ast.Call) or call.func is not part:
            return None
        if is_method and (source.class_of(part) is not above or own_name(part) != function.name):
            return None
        passed = "F" if source.scope(call) is function else source.namespace(call)
        if passed is not None:
            changes.append(source.called(call, *call.args, *call.keywords, f"F={passed}"))
    if not changes or not given:
        return None
    module, imported = source.imperative_module()
    last = function.args.defaults[-1] if function.args.defaults else given[-1].annotation or given[-1]
    return together(imported, *changes, source.after(last, f", F={module}"))


def _equal_operator(function: str, arguments: Arguments) -> Optional[str]:
    """Return the operator of F that equals a function of NumPy in a call of this form; None if there is none."""
    described = numpy_functions.function(f"numpy.{function}")
    if described is None or arguments.starred:
        return None
    form = "".join(map(_form_of, arguments.positional))
    options = "".join(f" {name}" for name, _ in sorted(arguments.keywords))
    operators = {operator for known, operator in described.operators.items() if re.fullmatch(form + options, known)}
    return operators.pop() if len(operators) == 1 else None


def _form_of(value: Value) -> str:
    """Return the letter for an argument in the notation of NumPyFunction.operators, as a regular expression."""
    if isinstance(value, (Tensor, ImperativeArray)):
        return "t"
    if isinstance(value, Sequence):
        return "s"
    return "n" if isinstance(value, Plain) else "[tns]"


# Random numbers

#: Function that draws → the operator of `F`, and the positional parameters of both.
_DRAWS = {
    "random.random": ("random.uniform", ()),
    "random.uniform": ("random.uniform", ("low", "high")),
    "random.gauss": ("random.normal", ("loc", "scale")),
    "random.normalvariate": ("random.normal", ("loc", "scale")),
    "numpy.random.rand": ("random.uniform", ()),
    "numpy.random.random": ("random.uniform", ()),
    "numpy.random.random_sample": ("random.uniform", ()),
    "numpy.random.uniform": ("random.uniform", ("low", "high")),
    "numpy.random.normal": ("random.normal", ("loc", "scale")),
    "numpy.random.randn": ("random.normal", ()),
}
_RISK = "numbers come from the generator of MXNet, with other seeds"


def _drawn(match: Match, node: Any, whole: ast.AST) -> Edits:
    """`np.random.rand()` as an operand of tensors; `np.random.normal(size=(2, 3))`, an array, for `whole`."""
    source, name = match.source, match.namespace
    full = source.dotted(node.func) if isinstance(node, ast.Call) and name is not None else ""
    if full not in _DRAWS:
        return None
    path, titles = _DRAWS[full]
    of_lengths = full in ("numpy.random.rand", "numpy.random.randn")
    given: Dict[Any, Any] = (
        {"shape": node.args} if of_lengths and node.args else dict(zip((*titles, "shape"), node.args))
    )
    given.update(("shape" if item.arg == "size" else item.arg, item.value) for item in node.keywords)
    if not given.keys() <= {*titles, "shape"}:
        return None
    if "shape" in given:
        shape = "(*{shape},)" if isinstance(given["shape"], list) else "{shape}"
        arguments = ", ".join([*(f"{title}={{{title}}}" for title in titles if title in given), f"shape={shape}"])
        edits = match.replaced(f"F.{path}({arguments})", whole, **given)
    else:
        code = "".join(f"{title}={source.module.code(part)}, " for title, part in given.items())
        edits = as_operand(match, whole, f"{name}.{path}({code}shape=(1,))", None)
    return match.described(edits, f"use `{name}.{path}`", _RISK)


def _read_draw(match: Match, node: ast.Call) -> Edits:
    """`nd.random.uniform(shape=(1,)).asscalar()` → `F.random.uniform(shape=(1,))`."""
    source, name, inner = match.source, match.namespace, node  # type: Source, Optional[str], Any
    if isinstance(node.func, ast.Attribute) and node.func.attr in ("asscalar", "item"):
        inner = node.func.value
    path = source.imperative_operator(inner.func) if isinstance(inner, ast.Call) else ""
    if name is None or not path.startswith("random."):
        return None
    text = source.text(inner)[len(source.text(inner.func)) :]
    above: Any = source.parent(node)
    whole = node
    if inner is node and isinstance(above, ast.Attribute) and above.attr in ("asscalar", "item"):
        whole = source.parent(above)  # type: ignore[assignment]
    edits = source.replaced(whole, f"{name}.{path}{text}")
    return match.described(edits, f"use `{name}.{path}`", "one number is a tensor, and drawn by the operator")
