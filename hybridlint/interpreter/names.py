"""Names and attributes: what an import, a global, `self.x` or `self.child.weight` stands for."""

from __future__ import annotations

import builtins
import dataclasses
from typing import Optional

import libcst as cst

from hybridlint.interpreter import assignment, blocks, calls, expressions, objects
from hybridlint.interpreter.run import Frame, Run, Scope
from hybridlint.module import nodes_below
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Block,
    BoundMethod,
    Class,
    Frozen,
    Function,
    Imported,
    Instance,
    Mapped,
    Namespace,
    Operator,
    ParameterDict,
    ParameterValue,
    Plain,
    Self,
    Sequence,
    Value,
    constant,
    contains_tensor,
    frozen_reason,
    join_all,
    with_frozen,
)

_IMPERATIVE = ("mxnet.ndarray", "mxnet.nd")
_SYMBOLIC = ("mxnet.symbol", "mxnet.sym")
#: Modules below `mx.nd` and `mx.sym`.
_SUBMODULES = frozenset(["contrib", "random", "linalg", "image", "sparse", "op", "_internal"])
#: `mx.nd.ndarray` and `mx.sym.symbol` define NDArray and Symbol. `F` is never one of them.
DEFINING_MODULES = ("ndarray", "symbol")
#: Classes of arrays and symbols in them.
TYPES = frozenset(["NDArray", "Symbol", "RowSparseNDArray", "CSRNDArray", "BaseSparseNDArray"])


def last(dotted: str) -> str:
    """The last part of a dotted name."""
    return dotted.rsplit(".", 1)[-1]


def imported(dotted: str) -> Value:
    """The value of an imported name, given in full."""
    dotted = _canonical(dotted)
    if dotted.endswith(".__name__"):
        return constant(last(dotted[: -len(".__name__")]))
    if dotted.endswith(".__module__") and last(dotted[: -len(".__module__")]) in ("NDArray", "Symbol"):
        return constant("mxnet.ndarray.ndarray" if "NDArray" in dotted else "mxnet.symbol.symbol")
    for prefixes, life in ((_IMPERATIVE, "imperative"), (_SYMBOLIC, "symbolic")):
        for prefix in prefixes:
            if dotted == prefix:
                return Namespace(life)
            if dotted.startswith(prefix + "."):
                path = dotted[len(prefix) + 1 :]
                parts = path.split(".")
                if parts[0] in ("ndarray", "symbol") and len(parts) > 1:
                    parts = parts[1:]
                if parts[-1] in TYPES:
                    return Imported(f"mxnet.{'ndarray' if life == 'imperative' else 'symbol'}.{parts[-1]}")
                if parts[0] in ("numpy", "numpy_extension") or parts[-1].startswith("__"):
                    return Imported(dotted)
                if path in DEFINING_MODULES:
                    return Imported(f"mxnet.{path}.{path}")
                if all(part in _SUBMODULES for part in parts):
                    return Namespace(life, ".".join(parts))
                return Operator(life, ".".join(parts))
    return Imported(dotted)


def _canonical(dotted: str) -> str:
    """The name under which the rules know it. MXNet's own files import one another relatively."""
    if dotted.startswith("."):
        inner = dotted.lstrip(".")
        first = inner.split(".")[0]
        if first in ("ndarray", "nd", "symbol", "sym", "gluon", "autograd"):
            return f"mxnet.{inner}"
        if inner in ("nn", "rnn", "loss") or last(inner) in ("Block", "HybridBlock", "HybridSequential", "Sequential"):
            return f"mxnet.gluon.{inner}"
        return f"<package>.{inner}"
    if dotted == "mx" or dotted.startswith("mx."):
        return "mxnet" + dotted[2:]
    return dotted


def look_up(run: Run, name: str, frame: Frame) -> Value:
    """The value of a name in a running function."""
    if name in frame.scope.globals:
        return with_frozen(global_value(run, name), Frozen("kept", f"the global `{name}`"))
    scope = frame.scope.find(name)
    if scope is not None:
        return scope.names[name]
    return global_value(run, name)


def global_value(run: Run, name: str) -> Value:
    """The value of a name of the module, or of a builtin."""
    if name in run.globals:
        return run.globals[name]
    module = run.module
    if name in module.functions:
        value: Value = Function(module.functions[name], id(module.functions[name]), None)
    elif name in module.classes:
        value = Class(name)
    elif name in module.constants:
        run.globals[name] = UNKNOWN  # a constant that refers to itself
        frame = Frame(Scope())
        outer, run.constructing = run.constructing, True
        with run.hidden():
            value = join_all(expressions.evaluate(run, node, frame) for node in module.constants[name])
        run.constructing = outer
        if name in module.imports and value == UNKNOWN:
            value = imported(module.imports[name])
    elif name in module.imports:
        value = imported(module.imports[name])
    elif name in ("True", "False", "None"):
        return {"True": constant(True), "False": constant(False), "None": NONE}[name]
    elif hasattr(builtins, name):
        value = Imported(f"builtins.{name}")
    else:
        value = UNKNOWN
    run.globals[name] = value
    return value


def store_global(run: Run, name: str, value: Value) -> None:
    """`global name; name = value`."""
    run.globals[name] = value


# self


def attribute_key(node: cst.CSTNode) -> Optional[str]:
    """The key under which a test narrows `self.x` in a scope."""
    if isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name):
        return f"{node.value.value}.{node.attr.value}"
    return None


def refined_attribute(node: cst.Attribute, frame: Frame) -> Optional[Value]:
    """What a test around `node` tells of `self.x`."""
    key = attribute_key(node)
    return None if key is None else frame.scope.names.get(key)


def attribute_of_self(run: Run, node: cst.CSTNode, frame: Frame, receiver: Self, name: str) -> Value:
    """`self.name` in a method."""
    key = (receiver.name, name)
    if key in run.state:
        run.read_after.add(key)
        run.readers.setdefault(key, []).append(node)
        return run.state[key]
    found = blocks.find_method(run, receiver.name, name)
    if found is not None:
        return method(run, frame, receiver, found[0], found[1])
    if name == "params":
        return ParameterDict()
    if name in ("prefix", "name"):
        return Plain("str")
    if name in ("_children", "_reg_params"):
        return Mapped((), UNKNOWN)
    attributes = blocks.attributes(run, receiver.name)
    value = attributes.get(name)
    if value is None:
        value = blocks.dynamic_attribute(run, receiver.name)
    if key in run.tensors_kept and not run.constructing:
        if node is run.storing and isinstance(value, Mapped):
            return value
        run.read_before.add(key)
        run.readers.setdefault(key, []).append(node)
        return UNKNOWN
    if key in run.varying and not run.constructing:
        kept = Frozen("kept", f"`self.{name}`")
        if isinstance(value, Instance):
            fields = run.varying_fields.get(key, ())
            return Instance(
                value.name, tuple((f, Plain("", frozen=kept) if f in fields else v) for f, v in value.fields)
            )
        if isinstance(value, (Plain, Sequence)):
            return with_frozen(Plain(value.type) if isinstance(value, Plain) else value, kept)
        return Plain("", frozen=kept)
    if value == NONE and not run.constructing:
        return UNKNOWN
    if isinstance(value, Sequence) and value.type == "list" and value.items == () and not run.constructing:
        # Whoever builds the block fills it.
        return dataclasses.replace(value, items=None, element=UNKNOWN)
    return BoundMethod(receiver, name) if value == UNKNOWN and blocks.is_block_method(name) else value


def method(run: Run, frame: Frame, receiver: Value, owner: str, node: cst.FunctionDef) -> Value:
    """The method `node` of class `owner`, read from `receiver`: a property is called."""
    decorators = {expr.value for expr in (d.decorator for d in node.decorators) if isinstance(expr, cst.Name)}
    if "staticmethod" in decorators:
        return Function(node, id(node), None, None, owner)
    function = Function(node, id(node), None, receiver, owner)
    if "property" in decorators or "cached_property" in decorators:
        return calls.call_function(run, node, function, calls.NO_ARGUMENTS, frame)
    return function


def attribute_of_block(run: Run, receiver: Block, name: str) -> Value:
    """`self.child.name`."""
    if receiver.local:
        method = blocks.find_method(run, receiver.type, name)
        if method is not None:
            return Function(method[1], id(method[1]), None, receiver, method[0])
        value = blocks.attributes(run, receiver.type).get(name)
        if value is not None:
            return value
    if name in ("weight", "bias", "gamma", "beta", "running_mean", "running_var"):
        return ParameterValue(name)
    if name == "params":
        return ParameterDict()
    if blocks.is_block_method(name):
        return BoundMethod(receiver, name)
    return UNKNOWN


def attribute_of_class(run: Run, receiver: Class, name: str) -> Value:
    """`Net.name`: a function of a class, to be handed its `self`."""
    found = blocks.find_method(run, receiver.name, name)
    if found is not None:
        decorators = {run.code(decorator.decorator) for decorator in found[1].decorators}
        bound = receiver if "classmethod" in decorators else None
        return Function(found[1], id(found[1]), None, bound, found[0])
    if name == "__name__":
        return constant(receiver.name)
    if (receiver.name, name) in run.varying and not run.constructing:
        return Plain("", frozen=Frozen("kept", f"`{receiver.name}.{name}`"))
    return blocks.class_attributes(run, receiver.name).get(name, UNKNOWN)


def store_attribute(
    run: Run, target: cst.Attribute, receiver: Value, name: str, value: Value, frame: Frame, changed: bool = False
) -> None:
    """`receiver.name = value`; `changed` where the object was changed in place (`self.outs.append(x)`)."""
    key_here = attribute_key(target)
    if key_here is not None:
        frame.scope.names.pop(key_here, None)
    if isinstance(receiver, Instance):
        assignment.rebind(run, target.value, objects.with_field(receiver, name, value), frame)
    elif isinstance(receiver, Class) and not run.constructing and not run.hiding:
        if isinstance(value, Plain) and (frozen_reason(value) or _mentions(run, target, frame)):
            run.varying.add((receiver.name, name))
    elif isinstance(receiver, Self):
        key = (receiver.name, name)
        if run.constructing:
            blocks.constructed(run, target, receiver.name, name, value, changed)
            return
        if isinstance(value, Block):
            run.registered.add(value.identity)
        if run.hiding:
            return
        before = run.state.get(key)
        if contains_tensor(value):
            held = blocks.attributes(run, receiver.name).get(name)
            if changed and before is None and isinstance(held, Sequence):
                run.read_before.add(key)
            run.tensors_kept.add(key)
            run.kept.setdefault(key, {})[id(target)] = (target, value)
        elif isinstance(value, (Plain, Sequence)) and (
            frozen_reason(value) or (before is None and (changed or _mentions(run, target, frame)))
        ):
            # Computed from what the call before left; what this call itself set anew is the same in every call.
            run.varying.add(key)
            value = with_frozen(value, frozen_reason(value) or Frozen("kept", f"`self.{name}`"))
        elif isinstance(value, Mapped) and before is None and _mentions(run, target, frame):
            run.varying.add(key)
            value = Plain("", frozen=Frozen("kept", f"`self.{name}`"))
        elif isinstance(value, Instance):
            held = blocks.attributes(run, receiver.name).get(name, UNKNOWN)
            fields = objects.changed_fields(held, value)
            if fields:
                run.varying.add(key)
                run.varying_fields.setdefault(key, set()).update(fields)
        run.state[key] = value


def _mentions(run: Run, target: cst.Attribute, frame: Frame) -> bool:
    """Whether the statement that assigns to `self.x` computes the new value from the old one."""
    assigned = frame.assigning
    if assigned is None:
        return False
    wanted = run.code(target)
    return any(isinstance(node, cst.Attribute) and run.code(node) == wanted for node in nodes_below(assigned))


# children of sequentials


def children(run: Run, value: Value) -> Sequence:
    """The blocks over which iterating a Sequential gives. One that was made empty is filled by whoever builds it."""
    if isinstance(value, Block) and value.children:
        if not blocks.children_vary(value):
            return Sequence("iterator", value.children)
        return Sequence("iterator", None, join_all(value.children))
    return Sequence("iterator", None, Block("", hybrid=True) if isinstance(value, Block) and value.hybrid else UNKNOWN)


def child_at(run: Run, value: Value, index: Value) -> Value:
    """`self.body[0]`."""
    found = children(run, value)
    if not isinstance(index, Plain):
        return dataclasses.replace(value, children=None) if isinstance(value, Block) else UNKNOWN
    if found.items is not None and index.known and isinstance(index.value, int):
        if -len(found.items) <= index.value < len(found.items):
            return found.items[index.value]
        return UNKNOWN
    return found.joined()
