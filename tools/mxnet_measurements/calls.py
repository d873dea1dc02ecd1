"""Calls as text, with the shapes of their inputs: found by trying, on symbols, what MXNet accepts."""

from __future__ import annotations

import importlib
import itertools
import re
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from .registry import Operator

mx: Any = importlib.import_module("mxnet")
Shape = Tuple[int, ...]
Attributes = Dict[str, Any]

LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""Names of the tensors in the text of a call, in order."""
FIRST_SHAPES: Sequence[Shape] = ((2, 3), (2, 3, 4), (2, 3, 8, 8), (4, 4), (3,), (2, 4, 8, 8), (2, 3, 4, 4, 4))
ATTEMPTS = 100
"""Attribute values tried for one call before giving up."""


class Callee(NamedTuple):
    """Something below F that can be called, and what may be handed to it."""

    path: str
    tensors: Tuple[Tuple[str, ...], ...]
    """Alternatives of which tensors to pass, by keyword; a name starting with * passes by position."""
    required: Dict[str, Sequence[Any]]
    optional: Dict[str, Sequence[Any]]
    """Attributes and the values to try for each."""
    operator: bool
    """Generated from the registry, not written in Python."""
    sizes: bool = False
    """Takes any number of positional arguments, which may be sizes: `randn(2, 3)`."""


class Call(NamedTuple):
    """`F.topk(data=a, k=2)` and the shapes of its tensors."""

    callee: Callee
    tensors: Tuple[str, ...]
    attributes: Attributes
    shapes: Tuple[Shape, ...] = ()

    @property
    def text(self) -> str:
        arguments = [
            letter if name.startswith("*") else f"{name}={letter}" for letter, name in zip(LETTERS, self.tensors)
        ]
        arguments += [
            repr(value) if name.startswith("*") else f"{name}={value!r}" for name, value in self.attributes.items()
        ]
        return f"F.{self.callee.path}({', '.join(arguments)})"

    def with_attributes(self, **attributes: Any) -> Call:
        return self._replace(attributes={**self.attributes, **attributes})

    def symbol(self) -> Any:
        """What the call makes of symbols; raises whatever MXNet raises."""
        return evaluate(self.text, mx.sym, {letter: mx.sym.var(letter) for letter in LETTERS[: len(self.tensors)]})


def evaluate(text: str, F: Any, tensors: Dict[str, Any]) -> Any:
    return eval(text, {"F": F, "__builtins__": __builtins__}, tensors)


def of_operator(path: str, operator: Operator) -> Callee:
    """How to call an operator, by its registration."""
    if operator.variable_tensors:
        tensors: Tuple[Tuple[str, ...], ...] = tuple(("*",) * count for count in (2, 1, 3, 4, 6, 8))
    else:
        tensors = (operator.tensors,)
        tensors += tuple(operator.tensors[:count] for count in range(len(operator.tensors) - 1, 0, -1))
    values = {name: values_of(name, type_) for name, type_ in operator.attributes}
    required = {name for name, type_ in operator.attributes if "optional" not in type_ and type_ not in _INTERNAL}
    return Callee(
        path,
        tensors,
        {name: candidates for name, candidates in values.items() if name in required},
        {name: candidates for name, candidates in values.items() if name not in required and candidates},
        True,
    )


_INTERNAL = {"Symbol", "real_t", "string", "int", "ptr", "float"}
"""Types of attributes that MXNet does not declare; it fills them itself."""


_TUPLES: Sequence[Any] = ((1,), (2,), (1, 1), (2, 2), (2, 3), (0, 1), (1, 1, 1), (), (3, 2))


def values_of(name: str, type_: str) -> Sequence[Any]:
    """Values worth trying for an attribute of the type MXNet describes so; counts are kept positive, for MXNet
    does not check them and dies of a division by zero or of four billion outputs. Two comes first: a recurrent layer
    drops nothing out below the only one."""
    if type_.startswith("{"):
        names = re.findall(r"'([^']*)'", type_.split("}")[0])
        return [name for name in names if name != "bfloat16"]
    if type_.startswith("boolean"):
        return [False, True]
    if type_.startswith(("int", "long")):
        return [1, 2, 0, -1] if "axis" in name or "dim" in name else [2, 1, 3, 4]
    if type_.startswith(("Shape", "tuple of <int", "tuple of <long")):
        return [*_TUPLES, (1, 1, 1, 1), (0, 0, 0, 0, 1, 1, 1, 1)]
    if type_.startswith(("float", "double")):
        return [0.5, 1.0, 2.0]
    if type_.startswith("tuple of <float"):
        return [(0.5,), (0.5, 0.5), (0.5, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5)]
    if type_.startswith("string"):
        return ["float32", "int32", ""]
    return []


_ANY: Sequence[Any] = (1, 2, 20, 0.5, (1, 2), (2, 3), (1,), "float32", "int32", None)
_AXES: Sequence[Any] = (0, 1, -1, (0, 1))
_FLAGS_OR_NUMBERS: Sequence[Any] = (True, False, 1, 2, 3, (1,), (2, 3), "float32", "int32")
_NOT_ATTRIBUTES = {"self", "name", "out", "attr", "ctx", "body", "cond", "func", "loop_vars", "init_states"}


def of_function(path: str, parameters: Sequence[str]) -> Callee:
    """How to call a function written in Python, by its parameters (as text, see names.parameters_of)."""
    named = [text for text in parameters if not text.startswith("*")]
    needed = [text for text in named if "=" not in text]
    most = max(len(needed), min(len(named), 2))
    sizes = any(text.startswith("*") and not text.startswith("**") and len(text) > 1 for text in parameters)
    if sizes:
        most = len(named) + 3
    return Callee(
        path,
        tuple(("*",) * count for count in range(most, -1, -1)),
        {"*" + name: _ANY for name in needed},
        {
            name: _AXES if "axis" in name else _FLAGS_OR_NUMBERS
            for name, _, default in (text.partition("=") for text in named)
            if default and name not in _NOT_ATTRIBUTES
        },
        False,
        sizes,
    )


def working(callee: Callee) -> Iterator[Call]:
    """One call that MXNet accepts for every way of passing tensors, with shapes where they can be inferred."""
    for tensors in callee.tensors:
        call = next(_accepted(callee, tensors), None)
        if call is not None:
            yield call


def helped(callee: Callee) -> Iterator[Callee]:
    """`callee`, then with one of its optional attributes made required: as the kernel of Pooling, which it needs."""
    yield callee
    for name in list(callee.optional)[:2]:
        optional = {attribute: values for attribute, values in callee.optional.items() if attribute != name}
        yield callee._replace(required={**callee.required, name: callee.optional[name]}, optional=optional)


def variants(call: Call) -> Iterator[Call]:
    """The call, also with other tensors, and with one attribute changed after another."""
    yield call
    try:
        symbol = call.symbol() if call.shapes else None
    except Exception:  # a blind call: only the imperative side takes it
        symbol = None
    alike = [call]
    if symbol is not None:
        alike += [
            call._replace(shapes=shapes) for shapes in completions(symbol, len(call.tensors), ((2, 3, 8, 8), (4, 4)))
        ]
    yield from alike[1:]
    for name, values in call.callee.optional.items():
        for value in list(values)[: None if all(isinstance(item, str) for item in values) else 2]:
            yield call.with_attributes(**{name: value})
    for name in call.callee.required if call.callee.operator else ():
        for value in list(call.callee.required[name])[:3]:
            if value != call.attributes.get(name, value):
                yield from (_fitting(call.with_attributes(**{name: value})) for call in alike)
    if call.shapes == ((2, 3), (2, 3)):
        yield from (call._replace(shapes=shapes) for shapes in (((2, 3), (2, 1)), ((4, 3), (2, 3))))


def _fitting(call: Call) -> Call:
    """The call, with other shapes if MXNet refuses those that it has."""
    try:
        symbol = call.symbol()
    except Exception:
        return call
    letters = LETTERS[: len(call.tensors)]
    if inferred(symbol, dict(zip(letters, call.shapes))) is not None:
        return call
    return next((call._replace(shapes=shapes) for shapes in completions(symbol, len(call.tensors))), call)


def completed(call: Call) -> Iterator[Tuple[str, str, Call]]:
    """(attribute, "value" or "tensor", the call with that attribute, too) for what a call leaves out."""
    for name, values in call.callee.optional.items():
        for value in values:
            yield name, "value", call.with_attributes(**{name: value})
        if not call.callee.operator:
            tensors, shapes = (*call.tensors, name), (*call.shapes, (3,))
            yield name, "tensor", call._replace(tensors=tensors, shapes=shapes)


def blind(callee: Callee) -> Iterator[Call]:
    """Calls that were not tried on symbols: any arguments, all tensors of one shape."""
    if callee.sizes:
        yield Call(callee, (), {"*first": 2, "*second": 3})
    for tensors in callee.tensors:
        required = list(callee.required.items())[0 if callee.operator else len(tensors) :]
        for values in itertools.islice(itertools.product(*(list(values)[:3] for _, values in required)), 9):
            attributes = {name: value for (name, _), value in zip(required, values)}
            yield Call(callee, tensors, attributes, ((2, 3),) * len(tensors))


def listed(many: Iterable[Call]) -> List[Tuple[str, Sequence[Shape]]]:
    """(text, shapes of the tensors) of each different call whose shapes are known."""
    by_text = {(call.text, call.shapes): None for call in many if len(call.shapes) == len(call.tensors)}
    return list(by_text)


def _accepted(callee: Callee, tensors: Tuple[str, ...]) -> Iterator[Call]:
    """Calls that can be inferred first; then one that can at least be composed."""
    composed: Optional[Call] = None
    positional = sum(name == "*" for name in tensors)
    required = callee.required if callee.operator else dict(list(callee.required.items())[positional:])
    for values in itertools.islice(_spread(list(required.values())), ATTEMPTS):
        call = Call(callee, tensors, dict(zip(required, values)))
        try:
            symbol = call.symbol()
            symbol.list_outputs()
        except Exception:
            continue
        composed = composed or call
        if not tensors:
            break
        for shapes in completions(symbol, len(tensors)):
            yield call._replace(shapes=shapes)
            break
    if composed is not None:
        yield composed


def _spread(candidates: Sequence[Sequence[Any]]) -> Iterable[Tuple[Any, ...]]:
    """All combinations, those first in which attributes agree in length and value (kernel, stride, pad); empty tuples
    come last."""

    def rank(values: Tuple[Any, ...]) -> Tuple[bool, int]:
        return () in values, len({str(value) for value in values if isinstance(value, tuple)})

    return sorted(itertools.islice(itertools.product(*candidates), 1000), key=rank)


def completions(
    symbol: Any, count: int, firsts: Sequence[Shape] = FIRST_SHAPES, every: bool = False
) -> Iterator[Tuple[Shape, ...]]:
    """Shapes of all tensors of `symbol`, which is composed of `count` variables, that MXNet can infer together.

    One completion for each shape of the first tensor, or `every` one of those tried.
    """
    names = list(LETTERS[:count])
    for first in firsts:
        shapes_of_first: Dict[str, Shape] = {names[0]: first}
        shapes = inferred(symbol, shapes_of_first)
        if shapes is None:
            continue
        others = [name for name in names if name in shapes and not complete(shapes[name])]
        choices: List[Shape] = [first, first[-1:], first[:1], first[:-1], first[1:2], (1,), (2, 3), (4, 4)]
        for guess in itertools.islice(itertools.product(choices, repeat=len(others)), 24):
            full = inferred(symbol, {**shapes_of_first, **dict(zip(others, guess))})
            if full is not None and all(complete(full.get(name, ())) for name in names + ["output"]):
                yield tuple(full[name] for name in names)
                if not every:
                    break


def complete(shape: Sequence[int]) -> bool:
    return bool(shape) and all(size > 0 for size in shape)


def inferred(symbol: Any, partial: Dict[str, Shape]) -> Optional[Dict[str, Shape]]:
    """Shapes of the variables, and of the first output as "output"; None when MXNet refuses `known`."""
    try:
        arguments, outputs, auxiliary = symbol.infer_shape_partial(**partial)
    except Exception:
        return None
    if arguments is None:
        return None
    shapes = dict(zip(symbol.list_arguments(), arguments))
    shapes.update(zip(symbol.list_auxiliary_states(), auxiliary))
    if any(shapes.get(name) != shape for name, shape in partial.items()):
        return None
    return {**shapes, "output": outputs[0]}
