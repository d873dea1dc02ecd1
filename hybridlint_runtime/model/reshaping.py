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
            _check_imperative(inputs[0].shape, dict(zip(keys, values)))
        return original(handle, inputs, keys, values, *more)

    def call(block: Any, args: Tuple[Any, ...], kwargs: Dict[str, Any], run: Any) -> Any:
        made = getattr(block, "_cached_graph", ())
        given = arrays([args, kwargs])
        if made and getattr(block, "_active", False) and given:
            shapes = {name: item.shape for name, item in load_backend().variables(block).items() if item.shape}
            shapes.update(zip([variable.name for variable in made[0]], [array.shape for array in given]))
            unfit = unfit_in(made[1], shapes)
            if unfit is not None:
                raise unfit
        return run()

    with replacing(register, "_imperative_invoke", invoke), watching(call):
        yield


def _check_imperative(shape: Tuple[int, ...], attributes: Dict[str, Any]) -> None:
    after = _inferred(mx.sym.Reshape(mx.sym.var("data"), name="Reshape", **attributes), {"data": shape})
    if after is not None and math.prod(after[0]) != math.prod(shape):
        raise UnfitReshape("Reshape", shape, after[0])


def unfit_in(symbol: Any, shapes: Mapping[str, Tuple[int, ...]]) -> Optional[UnfitReshape]:
    """Return the first Reshape of a graph that does not fit when its inputs and parameters have these shapes, by
    name."""
    internals = Internals(symbol)
    for node in internals.nodes:
        if node.operator not in _NAMES or not node.inputs:
            continue
        result = _inferred(mx.sym.Group([internals.value(name) for name in (node.inputs[0], node.outputs[0])]), shapes)
        if result is not None and math.prod(result[0]) != math.prod(result[1]):
            return UnfitReshape(node.name, result[0], result[1])
    return None


def _inferred(symbol: Any, known: Mapping[str, Tuple[int, ...]]) -> Optional[Sequence[Tuple[int, ...]]]:
    """Return the shapes of the outputs, None if MXNet cannot infer them, in which case it cannot run the graph
    either."""
    names = set(symbol.list_inputs())
    try:
        # Not `infer_shape`, which prints all arguments if it fails.
        _, shapes, _ = symbol.infer_shape_partial(**{name: shape for name, shape in known.items() if name in names})
    except mx.base.MXNetError:
        return None
    if shapes is None or any(not shape or 0 in shape or -1 in shape for shape in shapes):
        return None
    return list(shapes)
