"""Which dimensions of its inputs a graph allows to change, found by inferring shapes; nothing is run."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Callable, Dict, List, Mapping, Sequence, Tuple

from ..mxnet_compat import import_mxnet
from .graph_file import Graph, without_attributes_of_variables

mx = import_mxnet()

Shape = Tuple[int, ...]


@dataclasses.dataclass
class Axes:
    """Of one input: the axes that cannot change; of them those `bound` by the graph itself, such as a `reshape` to a
    number, and not by the shape of a parameter; and the axes that can take `some` other sizes and not all."""

    fixed: List[int] = dataclasses.field(default_factory=list)
    bound: List[int] = dataclasses.field(default_factory=list)
    some: List[int] = dataclasses.field(default_factory=list)


def axes_of(
    graph: Graph, input_names: Sequence[str], shapes: Sequence[Sequence[int]], parameters: Mapping[str, Any]
) -> List[Axes]:
    """For each input, which axes can become one longer and twice as long, alone or with all axes of the same length.

    An axis that MXNet does not find fixed may still be so for an operator whose shapes it cannot infer.
    """
    symbol = mx.sym.load_json(json.dumps(without_attributes_of_variables(graph)))
    used = set(symbol.list_inputs())
    given = {name: tuple(shape) for name, shape in zip(input_names, shapes) if name in used}
    known = {
        name: tuple(shape) for name, shape in parameters.items() if shape is not None and all(n > 0 for n in shape)
    }

    def fits(inputs: Mapping[str, Shape]) -> bool:
        return _infers(symbol, {**inputs, **known})

    def fits_without_parameters(inputs: Mapping[str, Shape]) -> bool:
        return _infers(symbol, inputs)

    found = [Axes() for _ in input_names]
    if not fits(given):
        return found
    together: Dict[Tuple[int, int], bool] = {}
    for axes, name, shape in zip(found, input_names, shapes):
        for axis in range(len(shape)) if name in used else ():
            sizes = [shape[axis] + 1, shape[axis] * 2]
            possible = [_possible(given, name, axis, size, fits, together) for size in sizes]
            if not any(possible):
                axes.fixed.append(axis)
                if not any(_possible(given, name, axis, size, fits_without_parameters, {}) for size in sizes):
                    axes.bound.append(axis)
            elif not all(possible):
                axes.some.append(axis)
    return found


def _possible(
    given: Mapping[str, Shape],
    name: str,
    axis: int,
    size: int,
    fits: Callable[[Mapping[str, Shape]], bool],
    together: Dict[Tuple[int, int], bool],
) -> bool:
    """Whether an axis can have this size, alone or with all others that had the same."""
    shape = given[name]
    if fits({**given, name: tuple(size if i == axis else n for i, n in enumerate(shape))}):
        return True
    key = (shape[axis], size)
    if key not in together:
        together[key] = fits({other: tuple(size if n == key[0] else n for n in old) for other, old in given.items()})
    return together[key]


def _infers(symbol: Any, shapes: Mapping[str, Shape]) -> bool:
    try:
        # `infer_shape` itself prints all arguments when it fails.
        symbol._infer_shape_impl(False, **shapes)
    except Exception:
        return False
    return True
