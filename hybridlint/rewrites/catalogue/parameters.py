"""Parameters and constants that must be arguments of `hybrid_forward`."""

from __future__ import annotations

import ast
from typing import Any, Iterator, List, Optional, Sequence

from hybridlint.events import BROADCASTING
from hybridlint.rewrites.correction import Edits, Part, together
from hybridlint.rewrites.numbers import is_own, own_name
from hybridlint.rewrites.proofs import CREATING
from hybridlint.rewrites.rewrite import Computed, Match
from hybridlint.rewrites.source import Source
from hybridlint.syntax import FUNCTION_DEFS, is_number
from hybridlint.values.operations import symbol_of

_RISK_OF_CONSTANT = "the constant is a parameter: `initialize()` is needed, and `save_parameters` writes it"


class LiteralConstant(Computed):
    """A constant of the block is an array imperatively, and a variable of the graph."""

    rules = ("HYB103",)
    before = ("F.array([1, 2])",)
    after = "constant"

    def changes(self, match: Match) -> Edits:
        path = getattr(match.event, "path", "")
        return of_literal(match) if path == "array" and match.namespace is not None else None


def of_data(match: Match, node: ast.AST) -> Edits:
    """Write `w`, an argument of `hybrid_forward`, for `self.w.data()` and `self.params.get("w").data()`."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "data":
        return None
    source, holder = match.source, node.func.value  # type: Source, Any
    if isinstance(holder, ast.Call):  # self.params.get("w")
        name = _attribute_made_by(source, node, _name_of_get(holder))
    else:
        name = own_name(holder) if assignment(source, node, own_name(holder)) is not None else None
    if name is not None:
        return match.described(_with_parameter(source, node, name), f"use the argument `{name}`")
    return _of_child(match, node, holder)


def _name_of_get(call: Any) -> str:
    """Return the name in `self.params.get("name", …)`, "" for any other expression."""
    function = getattr(call, "func", None)
    if isinstance(function, ast.Attribute) and function.attr in ("get", "get_constant"):
        if own_name(function.value) == "params" and call.args and isinstance(call.args[0], ast.Constant):
            return str(call.args[0].value)
    return ""


def constructor(source: Source, node: ast.AST) -> Any:
    class_ = source.class_of(node)
    for statement in class_.body if class_ is not None else ():
        if isinstance(statement, FUNCTION_DEFS) and statement.name == "__init__":
            return statement
    return None


def assignments(source: Source, node: ast.AST) -> List[ast.Assign]:
    """Return the assignments `self.x = …` in the constructor of the class around `node`."""
    made = constructor(source, node)
    result = ast.walk(made) if made is not None else ()
    return [
        part for part in result if isinstance(part, ast.Assign) and len(part.targets) == 1 and is_own(part.targets[0])
    ]


def assignment(source: Source, node: ast.AST, name: str) -> Optional[ast.Assign]:
    """Return the only assignment of `self.name` in the constructor."""
    result = [item for item in assignments(source, node) if item.targets[0].attr == name]  # type: ignore[attr-defined]
    return result[0] if len(result) == 1 else None


def is_cell(source: Source, node: ast.AST, kind: str = "Cell") -> bool:
    """Return whether a child is a recurrent cell of Gluon, or a recurrent layer if `kind` is ""."""
    made = assignment(source, node, own_name(node))
    called = made.value.func if made is not None and isinstance(made.value, ast.Call) else None
    full = "" if called is None else source.dotted(called)
    return full.startswith("mxnet.gluon.rnn.") and full.endswith("Cell") == bool(kind)


def _attribute_made_by(source: Source, node: ast.AST, wanted: str) -> Optional[str]:
    """Return the attribute that holds the parameter `wanted`, None if there is none."""
    for item in assignments(source, node):
        if wanted and _name_of_get(item.value) == wanted:
            return own_name(item.targets[0])
    return None


def _of_child(match: Match, node: ast.Call, holder: Any) -> Edits:
    """Write the argument `child_weight` for `self.child.weight.data()`.

    `self.child_weight = self.child.weight` is added below the child.
    """
    source, child = match.source, own_name(getattr(holder, "value", None))
    made, name = assignment(source, node, child), f"{child}_{getattr(holder, 'attr', '')}"
    if made is None or any(own_name(item.targets[0]) == name for item in assignments(source, node)):
        return None
    added, number = source.below(made, f"self.{name} = self.{child}.{holder.attr}"), node  # type: Edits, Any
    outer: Any = source.parent(number)
    while isinstance(outer, ast.BinOp) and any(map(is_number, (outer.left, outer.right))):
        number, outer = outer, source.parent(outer)
    broadcast = _of_operand(source, number, number) if isinstance(outer, ast.BinOp) else ()
    return match.described(
        together(added, _with_parameter(source, node, name), broadcast),
        f"use the argument `{name}`",
        f"`save_parameters` writes the parameter as `{name}`, too",
    )


def _with_parameter(source: Source, node: ast.AST, name: str) -> Edits:
    """Return edits that replace `node` by `name`, an argument of `hybrid_forward`."""
    function = source.scope(node)
    if getattr(function, "name", "") != "hybrid_forward":
        return None
    return together(parameter_added(source, function, name), source.replaced(node, name))


def parameter_added(source: Source, function: Any, name: str) -> Edits:
    """Return edits that add a parameter to a function, if it lacks it."""
    every = [*function.args.posonlyargs, *function.args.args]
    if any(argument.arg == name for argument in (*every, *function.args.kwonlyargs)):
        return ()
    default = "=None" if function.args.defaults else ""
    last = function.args.defaults[-1] if default else every[-1].annotation or every[-1]
    return source.after(last, f", {name}{default}")


def of_constant(match: Match) -> Edits:
    """`self.c = nd.array(…)` → `self.c = self.params.get_constant("c", nd.array(…))`, and `c` an argument."""
    source = match.source
    for iterable in _with_iterables(source, match.node):
        name = own_name(iterable)
        made = assignment(source, iterable, name)
        class_, function = source.class_of(iterable), source.scope(iterable)
        if made is None or class_ is None or not _creates_array(source, made.value):
            continue
        if getattr(function, "name", "") != "hybrid_forward":
            return None
        events = [event for event in ast.walk(class_) if own_name(event) == name and event is not made.targets[0]]
        if any(source.scope(event) is not function for event in events):
            return None
        created = _created(source, made, events)
        if created:
            changes = together(*(_of_operand(source, event, created) for event in events))
            return match.described(changes, f"use `{created.partition('(')[0]}`")
        every = together(
            source.replaced(made.value, f'self.params.get_constant("{name}", ', made.value, ")"),
            parameter_added(source, function, name),
            *(source.replaced(event, name) for event in events),
        )
        return match.described(every, "make it a constant of the block", _RISK_OF_CONSTANT)
    return None


def _created(source: Source, made: ast.Assign, uses: Sequence[ast.AST]) -> str:
    """Return the call of `F` that creates the array of a constructor from literals; "" if there is none,
    or the attribute is mentioned elsewhere."""
    call: Any = made.value
    path = source.imperative_operator(call.func) if isinstance(call, ast.Call) else ""
    name = source.namespace(uses[0]) if uses else None
    if path not in CREATING or name is None or "ctx" in {keyword.arg for keyword in call.keywords}:
        return ""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    attribute = made.targets[0].attr  # type: ignore[attr-defined]
    mentions = [
        node
        for node in ast.walk(source.module.tree)
        if attribute in (getattr(node, "attr", ""), getattr(node, "value", ""))
    ]
    text = source.text(call)[len(source.text(call.func)) :]
    is_literal = all(isinstance(part, _LITERAL) for item in given for part in ast.walk(item))
    return f"{name}.{path}{text}" if is_literal and "\n" not in text and len(mentions) == len(uses) + 1 else ""


def _of_operand(source: Source, node: ast.AST, made: Part) -> Edits:
    """Return the change that puts code in the place of an array, of which a graph knows no shape beside a tensor."""
    outer: Any = source.parent(node)
    name = BROADCASTING.get(symbol_of(outer.op)) if isinstance(outer, ast.BinOp) else None
    others = [side for side in (outer.left, outer.right) if side is not node] if name else []
    if len(others) != 1 or not source.is_tensor(others[0]):
        return source.replaced(node, made)
    parts = (made, ", ", others[0]) if outer.left is node else (others[0], ", ", made)
    return source.replaced(outer, f"{source.namespace(node)}.{name}(", *parts, ")")


_LITERAL = (ast.Constant, ast.Tuple, ast.List, ast.UnaryOp, ast.unaryop, ast.expr_context)


def _creates_array(source: Source, call: Any) -> bool:
    """Return whether `call` is a function of `mx.nd`, or a method of its result: `nd.array([1, 2]).reshape(-1, 1)`."""
    while isinstance(call, ast.Call):
        if source.imperative_operator(call.func):
            return True
        call = call.func.value if isinstance(call.func, ast.Attribute) else None
    return False


def _with_iterables(source: Source, node: ast.AST) -> Iterator[ast.AST]:
    """Yield `node` and its descendants, and what the loops around it iterate over to bind names in it."""
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    yield from ast.walk(node)
    for loop in source.around(node):
        if isinstance(loop, ast.For) and isinstance(loop.target, ast.Name) and loop.target.id in names:
            yield from ast.walk(loop.iter)


def of_literal(match: Match) -> Edits:
    """`nd.array([1, 2])` or `F.array([1, 2])` in `hybrid_forward` → `self.constant = self.params.get_constant(…)` in
    `__init__`, and `constant` an argument."""
    source, node = match.source, match.node
    parts = source.with_values(node)
    call = next((part for part in parts if isinstance(part, ast.Call) and _is_literal_array(source, part)), None)
    class_, function = source.class_of(node), source.scope(node)
    if call is None or class_ is None or getattr(function, "name", "") != "hybrid_forward":
        return None
    used = {getattr(part, "attr", getattr(part, "id", getattr(part, "arg", ""))) for part in ast.walk(class_)}
    name = next(item for item in ("constant", *(f"constant_{number}" for number in range(2, 99))) if item not in used)
    value, imported = source.text(call), ()  # type: str, Edits
    if "\n" in value:
        return None
    if source.operator(call.func) == "array":
        module, imported = source.imperative_module()
        value = f"{module}{value[value.index('.') :]}"
    added = constructor_line(source, node, f'self.{name} = self.params.get_constant("{name}", {value})')
    edits = together(imported, added, _with_parameter(source, call, name))
    return match.described(edits, "make it a constant of the block", _RISK_OF_CONSTANT)


def constructor_line(source: Source, node: ast.AST, line: str) -> Edits:
    """Return the edit that adds a line to the constructor of the class around `node`, or a constructor with it."""
    made, class_, function = constructor(source, node), source.class_of(node), source.scope(node)
    if made is not None:
        if "self." in line.partition(" = ")[2].replace("self.params.", ""):
            return source.below(made.body[-1], line)  # where all attributes are assigned
        called = [item for item in made.body if any(getattr(part, "id", "") == "super" for part in ast.walk(item))]
        return source.below(called[0], line) if called else None
    bases = [source.dotted(base) for base in class_.bases] if class_ is not None else []
    if bases != ["mxnet.gluon.HybridBlock"] or function.decorator_list:
        return None
    indent = source.indentation(function) or ""
    step = f"{indent}{source.indent_step(function.body[0])}"
    body = f"def __init__(self, **kwargs):\n{step}super().__init__(**kwargs)\n{step}{line}\n\n{indent}"
    return source.inserted(*source.start(function), body)


def _is_literal_array(source: Source, call: ast.Call) -> bool:
    """Return whether a call creates an array of `mx.nd` from literals, attributes that the constructor alone assigns,
    and functions of NumPy that are not random."""
    own = source.operator(call.func) == "array"
    if not own and source.imperative_operator(call.func) != "array":
        return False
    class_, made = source.class_of(call), constructor(source, call)
    for node in (below for part in (*call.args, *call.keywords) for below in ast.walk(part)):
        name = own_name(node)
        if name:
            stores = [item for item in ast.walk(class_ or node) if own_name(item) == name and not _is_loaded(item)]
            if not stores or made is None or any(source.scope(item) is not made for item in stores):
                return False
        if isinstance(node, ast.Name) and node.id == "self" and own_name(source.parent(node)):
            continue
        if isinstance(node, (ast.Lambda, ast.comprehension, ast.NamedExpr)):
            return False
        if isinstance(node, ast.Name) and node.id not in source.module.imports:
            return False
        if isinstance(node, ast.Call) and node is not call:
            full = source.dotted(node.func)
            if not full.startswith(("numpy.", "math.")) or full.startswith("numpy.random."):
                return False
    return True


def _is_loaded(node: Any) -> bool:
    return isinstance(node.ctx, ast.Load)
