"""Prevent MXNet from writing outside of its memory: `Reshape` does not check the number of elements.

Seen with MXNet 1.9.1: `F.reshape(x, (2, -1))` of 9 elements returns a result of 8, writes all 9, and the process dies
then or later, imperatively and in a graph (`x.reshape(…)` of an NDArray does check). So if a model is called with
another shape than the user's, every Reshape is checked before it runs.
"""

from __future__ import annotations

import contextlib
import math
import sys
from typing import Any, Dict, Iterator, Mapping, Optional, Sequence, Tuple

from ..backend import load_backend
from ..mxnet_compat import import_mxnet, replacing
from ..structures import arrays
from .calls import watching
from .internals import Internals

mx = import_mxnet()

_NAMES = ("Reshape", "reshape")


class UnfitReshape(Exception):
    """A Reshape was about to run whose result has another number of elements than its input."""

    def __init__(self, node: str, before: Sequence[int], after: Sequence[int]) -> None:
        self.node = node
        super().__init__(
            f"Error in operator {node}: a tensor of shape {tuple(before)} does not fit into {tuple(after)}: "
            f"{math.prod(before)} elements and {math.prod(after)}. MXNet does not check this and writes outside of its "
            "memory, so it was not run"
        )


@contextlib.contextmanager
def refusing_unfit() -> Iterator[None]:
    """Make a Reshape that does not fit raise UnfitReshape, imperatively and in hybridized blocks."""
    register: Any = sys.modules["mxnet.ndarray.register"]
    original = register._imperative_invoke

    def invoke(handle: Any, inputs: Any, keys: Any, values: Any, *more: Any) -> Any:
        # That of mx.np has the same name; it takes a `newshape`, and checks it.
        if sys._getframe(1).f_code.co_name in _NAMES and "newshape" not in keys:
            made = mx.sym.Reshape(mx.sym.var("data"), name="Reshape", **dict(zip(keys, values)))
            _refuse(unfit_in(made, {"data": inputs[0].shape}))
        return original(handle, inputs, keys, values, *more)

    def call(block: Any, args: Tuple[Any, ...], kwargs: Dict[str, Any], run: Any) -> Any:
        made = getattr(block, "_cached_graph", ())
        given = arrays([args, kwargs])
        if made and getattr(block, "_active", False) and given:
            shapes = {name: item.shape for name, item in load_backend().variables(block).items() if item.shape}
            shapes.update(zip([variable.name for variable in made[0]], [array.shape for array in given]))
            _refuse(unfit_in(made[1], shapes))
        return run()

    with replacing(register, "_imperative_invoke", invoke), watching(call):
        yield


def _refuse(unfit: Optional[UnfitReshape]) -> None:
    if unfit is not None:
        raise unfit


def unfit_in(symbol: Any, shapes: Mapping[str, Tuple[int, ...]]) -> Optional[UnfitReshape]:
    """Return the first Reshape of a graph that does not fit when its inputs and parameters have these shapes, by name;
    None also if MXNet cannot infer shapes, in which case it cannot run the graph either."""
    internals = Internals(symbol)
    inside = shapes_inside(internals, shapes)
    return None if inside is None else unfit_reshape(internals, inside)


def shapes_inside(internals: Internals, shapes: Mapping[str, Sequence[int]]) -> Optional[Sequence[Sequence[int]]]:
    """Return the shapes of all values of a graph as far as MXNet infers them from those of its inputs and parameters,
    by name; None if these contradict each other."""
    names = set(internals.symbol.list_inputs())
    try:
        # Not `infer_shape`, which prints all arguments if it fails.
        inferred = internals.symbol.infer_shape_partial(**{name: shapes[name] for name in names if name in shapes})
    except mx.base.MXNetError:
        return None
    return inferred[1]  # type: ignore[no-any-return]


def unfit_reshape(internals: Internals, inside: Sequence[Sequence[int]]) -> Optional[UnfitReshape]:
    """Return the first Reshape that does not fit where the values of a graph have the shapes `inside`."""
    for node in internals.nodes:
        if node.operator.lower().endswith("reshape") and node.inputs:
            before, after = (inside[internals.place(name)] or (0,) for name in (node.inputs[0], node.outputs[0]))
            if min(*before, *after, 1) > 0 and math.prod(before) != math.prod(after):
                return UnfitReshape(node.name, before, after)
    return None
