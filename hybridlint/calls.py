"""Calls of operators of MXNet, with their arguments bound to the parameters."""

from __future__ import annotations

import dataclasses
import functools
from typing import Collection, Dict, List, Optional, Sequence as SequenceOf, Tuple, Union

from hybridlint.attributes import UNKNOWN, Unknown
from hybridlint.dataclass import dataclass
from hybridlint.events import MethodCall, OperatorCall
from hybridlint.mxnet_api import Api, Function, Parameter
from hybridlint.queries import tensor
from hybridlint.shapes import Shape, ShapeGraph, function_for
from hybridlint.syntax import last_part
from hybridlint.values import NOT_KNOWN, UNTAINTED, Arguments, Plain, Sequence, Tensor, Value


@dataclass(frozen=True)
class BoundCall:
    """A call of what is at `path` below `F`, with its arguments bound to the parameters of the measured `function`. The
    call of a method is that of its operator, with the tensor as first argument."""

    path: str
    arguments: Arguments
    function: Optional[Function] = dataclasses.field(compare=False)
    #: Whether it is called as a method, where several integers may stand for a tuple: `x.reshape(2, 3)`.
    is_method: bool = dataclasses.field(default=False, compare=False)

    @property
    def name(self) -> str:
        """The last part of the path."""
        return last_part(self.path)

    @property
    def parameters(self) -> Tuple[Parameter, ...]:
        """The parameters of the symbolic function, or of the imperative one if it is unknown."""
        return () if self.function is None else self.function.parameters

    @functools.cached_property
    def named(self) -> Dict[str, Value]:
        """The arguments by the names of their parameters, but for those of which there may be any number."""
        named = dict(self.arguments.keywords)
        positional = self.arguments.positional
        if self.function is None or self.takes_any_tensors:
            return named
        parameters, variadic = self.function.positional_parameters, self.function.variadic
        if variadic is not None:
            several = not isinstance(next(iter(positional), None), Sequence)
            parameters, positional = (variadic,), (Sequence("tuple", positional),) if several else positional[:1]
        elif self.is_method and len(positional) > 2 and parameters[1:] and parameters[1].default == "[]":
            positional = (positional[0], Sequence("tuple", positional[1:]))
        for parameter, value in zip(parameters, positional):
            named.setdefault(parameter.name, value)
        return named

    @property
    def takes_any_tensors(self) -> bool:
        """Whether the positional arguments are any number of tensors."""
        return self.function is not None and self.function.variadic is not None and self.function.operator is not None

    @functools.cached_property
    def given(self) -> Dict[str, Value]:
        """The named arguments that are not None."""
        return {name: value for name, value in self.named.items() if value.type != "NoneType"}

    @functools.cached_property
    def attributes(self) -> Dict[str, object]:
        """The named arguments that are no tensors as Python values; `Unknown` for those that are not known."""
        values = {name: python_value(value) for name, value in self.named.items() if not isinstance(value, Tensor)}
        if self.arguments.starred:
            return {**{parameter.name: UNKNOWN for parameter in self.parameters}, **values}
        return values

    @functools.cached_property
    def tensors(self) -> List[Tensor]:
        """The arguments that are tensors."""
        return [value for value in self.arguments.all() if isinstance(value, Tensor)]

    def passes(self, value: Value, names: Collection[str]) -> bool:
        """Return whether `value` is the argument for a parameter of one of these `names`."""
        return bool(names) and any(self.named.get(name) is value for name in names)

    @property
    def draws(self) -> bool:
        """Whether it draws random numbers of the shape that is its argument `shape`."""
        graph = () if self.function is None else self.function.graph or ()
        drawn = any(name.startswith("_random_") for name in graph)
        return drawn and any(parameter.name == "shape" for parameter in self.parameters)

    @property
    def outputs(self) -> Optional[int]:
        """The number of outputs; None if it is unknown."""
        if self.function is None or self.function.outputs_rule is None:
            return None if self.function is None else self.function.outputs
        return self.function.count_outputs({**dict.fromkeys(self.named, UNKNOWN), **self.attributes})

    def shape(self, shapes: ShapeGraph) -> Optional[Shape]:
        """Return the shape of the first output; None if unknown."""
        described, name = self.function, self.name
        computed = function_for(name)
        starred = self.arguments.starred
        if described is None or starred and not (computed and self.takes_any_tensors):
            return None
        operands = [
            value.shape or shapes.unknown()
            for value in self._operands(described, () if computed is None else computed.operands)
        ]
        own = operands[0] if operands else None
        attributes = {**self.attributes, **({"more": True} if starred else {})}
        if self.draws:
            given = attributes.get("shape") is not None
            if self.tensors:
                return None if given else own
            return shapes.apply("of_shape", (), attributes) if given else None
        if name in ("ones_like", "zeros_like"):
            return own
        if computed is not None:
            return shapes.apply(name, operands, attributes)
        if own is None or described.keeps_shape:
            return own
        if described.shape_rule == "reduce":
            return shapes.apply("reduce", [own], {"default": described.reduce_axis, **attributes})
        if described.elementwise and len(operands) == 2:
            return shapes.elementwise(*operands)
        if described.shape_rule != "broadcast" or len(operands) == 2:
            return shapes.apply("broadcast", operands) if described.shape_rule == "broadcast" else None
        return own if all(isinstance(value, (Tensor, Plain)) for value in self.arguments.positional[:2]) else None

    def _operands(self, described: Function, names: SequenceOf[str]) -> List[Value]:
        """Return the operands that decide the shape: those of these `names`, by default all tensors."""
        if self.takes_any_tensors:
            return list(self.arguments.positional)
        names = names or described.tensor_parameters or ()
        operands = [self.named[name] for name in names if name in self.named]
        if not names:
            return [*self.tensors[:1]]
        tensors = all(isinstance(operand, Tensor) for operand in operands)
        return operands if tensors or described.shape_rule != "broadcast" else operands[:1]


def bind(api: Api, path: str, arguments: Arguments) -> BoundCall:
    """Return the call of what is at `path` below `F`."""
    return BoundCall(path, arguments, api.function(path))


def bind_method(api: Api, array: Value, name: str, arguments: Arguments) -> Optional[BoundCall]:
    """Return the call of the operator that `array.name(arguments)` makes; None if an array has no such method."""
    method = api.method(name)
    if method is None:
        return None
    path = method.function or name
    return BoundCall(path, arguments.after(array), api.function(path), is_method=True)


def in_graph(event: Union[MethodCall, OperatorCall]) -> Optional[BoundCall]:
    """Return the call of an operator that both phases make at `event`; None if there is none, or it is unknown."""
    if isinstance(event, MethodCall):
        return event.call if tensor(event.tensor) is not None else None
    return event.call if event.phase == "both" else None


def python_value(value: Value) -> object:
    """Return `value` as a Python value; `Unknown` if it is unknown or tainted."""
    if value.__class__ is Plain and value.taint is UNTAINTED:
        return value.value if value.value is not NOT_KNOWN else Unknown(value.count, value.position)
    if value.items is not None and not any(value.holds_tensor for value in value.items):
        return tuple(map(python_value, value.items))
    return UNKNOWN
