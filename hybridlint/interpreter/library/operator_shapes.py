"""Output shapes of operators and functions of MXNet: select and apply the shape function of a call."""

from __future__ import annotations

from typing import Dict, List, Optional

from hybridlint import mxnet_api
from hybridlint.interpreter.engine.run import Run
from hybridlint.interpreter.library import operator_arguments
from hybridlint.mxnet_api import Function
from hybridlint.shapes import UNKNOWN, Shape, operators
from hybridlint.values import Arguments, Plain, Sequence, Tensor, Value

#: Attributes that are a count. If the count is only known by a default above 1, the default is used.
_COUNTS = frozenset(["num_hidden", "num_filter", "num_outputs", "depth", "output_dim", "k"])
#: Methods that take several integers in place of a tuple → the parameter of their operator.
_VARIADIC = {"reshape": "shape", "transpose": "axes", "randn": "shape"}
#: Operators whose output shape depends on some operands only → those operands.
_OPERANDS = {
    "where": ("x", "y"),
    "FullyConnected": ("data", "weight"),
    "Convolution": ("data",),
    "Deconvolution": ("data",),
}
_OPERANDS.update({"Embedding": ("data",), "one_hot": ("indices",), "pick": ("data",), "SequenceLast": ("data",)})
#: Operators of any number of operands of one kind.
_JOINING = ("concat", "Concat", "stack")
#: Operators whose output has the shape of the attribute `shape`.
_DRAWING = ("normal", "uniform", "randn")


def shape_of(run: Run, path: str, described: Function, arguments: Arguments) -> Optional[Shape]:
    """Return the shape of the first output of the operator `path`; None if unknown."""
    name = path.rsplit(".", 1)[-1]
    if arguments.starred and name not in _JOINING:
        return None
    named = operator_arguments.by_name(described, arguments)
    operands = _operands(name, described, arguments, named)
    shapes = [_shape(run, operand) for operand in operands]
    own = shapes[0] if shapes else None
    attributes = {title: attribute(title, value) for title, value in named.items() if not isinstance(value, Tensor)}
    integers = arguments.positional[0 if name == "randn" else 1 :]
    if name in _VARIADIC and (len(integers) > 1 or name == "randn") and not isinstance(integers[0], Sequence):
        attributes[_VARIADIC[name]] = tuple(map(operator_arguments.python_value, integers))
    attributes = {title: _converted(value) for title, value in attributes.items()}
    if arguments.starred:
        attributes["more"] = True
    if name in _DRAWING or path.startswith(("random.", "random_")):
        if any(isinstance(value, Tensor) for value in arguments.all()):
            return own if "shape" not in attributes else None
        return run.shapes.apply("of_shape", (), attributes) if attributes.get("shape") is not None else None
    if name in ("ones_like", "zeros_like"):
        return own
    if name in operators():
        return run.shapes.apply(name, shapes, attributes)
    if own is None:
        return None
    if described.shape_rule == "reduce":
        default = described.reduce_axis
        return run.shapes.apply("reduce", [own], {"default": default, **attributes})
    if described.keeps_shape:
        return own
    if described.elementwise and len(shapes) == 2:
        return run.shapes.elementwise(*shapes)
    if described.shape_rule == "broadcast" and len(shapes) == 2:
        return run.shapes.apply("broadcast", shapes)
    return own if described.shape_rule == "broadcast" and _are_tensors_or_numbers(arguments) else None


def _converted(value: object) -> object:
    if value is mxnet_api.UNKNOWN:
        return UNKNOWN
    return tuple(map(_converted, value)) if isinstance(value, tuple) else value


def _operands(name: str, described: Function, arguments: Arguments, named: Dict[str, Value]) -> List[Value]:
    chosen = _OPERANDS.get(name)
    if chosen is not None:
        return [named[title] for title in chosen if title in named]
    titles = described.tensor_parameters or ()
    if titles and not any(title.startswith("*") for title in titles):
        given = [named[title] for title in titles if title in named]
        tensors = all(isinstance(one, Tensor) for one in given)
        return given if tensors or described.shape_rule != "broadcast" else given[:1]
    if any(title.startswith("*") for title in titles):
        return list(arguments.positional)
    found: List[Value] = [value for value in (*arguments.positional, *named.values()) if isinstance(value, Tensor)]
    return found[:1]


def _shape(run: Run, operand: Value) -> Shape:
    known = operand.shape if isinstance(operand, Tensor) else None
    return known or run.shapes.unknown()


def _are_tensors_or_numbers(arguments: Arguments) -> bool:
    return all(isinstance(value, (Tensor, Plain)) for value in arguments.positional[:2])


def attribute(title: str, value: Value) -> object:
    """Return an attribute as a Python value; for one of `_COUNTS`, see `Plain.count`."""
    if title in _COUNTS and isinstance(value, Plain) and not value.taint:
        return mxnet_api.UNKNOWN if value.count is None else value.count
    return operator_arguments.python_value(value)
