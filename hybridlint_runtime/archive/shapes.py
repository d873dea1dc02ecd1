"""Which dimensions of its inputs a graph allows to change, found by inferring shapes; nothing is run."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Dict, List, Mapping, Sequence, Tuple

from ..model.internals import Internals
from .graph_file import Graph, to_symbol, variables, without_attributes_of_variables

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
    inference = _Inference(graph)
    used = set(variables(graph))
    given = {name: tuple(shape) for name, shape in zip(input_names, shapes) if name in used}
    known = {
        name: tuple(shape) for name, shape in parameters.items() if shape is not None and all(n > 0 for n in shape)
    }

    def fits(inputs: Mapping[str, Shape]) -> bool:
        return inference.fits({**inputs, **known})

    def fits_without_parameters(inputs: Mapping[str, Shape]) -> bool:
        return inference.fits(inputs)

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


class _Inference:
    """Infers the shapes of all that a graph computes. Of its variables only what is given is known."""

    def __init__(self, graph: Graph) -> None:
        symbol = to_symbol(without_attributes_of_variables(graph))
        internals = Internals(symbol)
        self._internals = internals.symbol
        #: MXNet does not compare the sizes before and after a `reshape`; running it then reads past its input.
        self._reshapes = [
            (internals.place(node.inputs[0]), internals.place(node.outputs[0]))
            for node in internals.nodes
            if node.operator.lower().endswith("reshape") and node.inputs
        ]

    def fits(self, shapes: Mapping[str, Shape]) -> bool:
        """Whether the graph can run on inputs and parameters of these shapes."""
        try:
            # `infer_shape` itself prints all arguments when it fails.
            outputs = self._internals._infer_shape_impl(True, **shapes)[1]
        except Exception:
            return False
        for before, after in self._reshapes:
            sizes = [outputs[before] or (), outputs[after] or ()]
            if all(sizes) and all(n > 0 for shape in sizes for n in shape) and _product(sizes[0]) != _product(sizes[1]):
                return False
        return True


def _product(shape: Shape) -> int:
    result = 1
    for size in shape:
        result *= size
    return result
