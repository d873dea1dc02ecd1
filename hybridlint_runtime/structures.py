"""Nested arguments and outputs: walking, mapping, copying and describing them.

MXNet's own `_flatten` knows lists, tuples, arrays and None. User code hands over and returns dicts, numbers and strings
as well; here they are all kept, so that a comparison sees what hybridizing does to them.
"""

from __future__ import annotations

import contextlib
from typing import Any, Callable, List, Optional, Tuple

import numpy as np

from .backend import load_backend
from .mxnet_compat import import_mxnet

mx = import_mxnet()
NDArray = mx.nd.NDArray
Symbol = mx.sym.Symbol


def leaves(value: Any, where: str = "") -> List[Tuple[str, Any]]:
    """Everything inside `value` that is no container, each with its place, such as "[0]['mask']"."""
    if isinstance(value, (list, tuple)):
        return [leaf for i, item in enumerate(value) for leaf in leaves(item, f"{where}[{i}]")]
    if isinstance(value, dict):
        return [leaf for key, item in value.items() for leaf in leaves(item, f"{where}[{key!r}]")]
    return [(where, value)]


def arrays(value: Any) -> List[Any]:
    """The NDArrays inside `value`, in order."""
    return [leaf for _, leaf in leaves(value) if isinstance(leaf, NDArray)]


def map_leaves(function: Callable[[Any], Any], value: Any) -> Any:
    """`value` with `function` applied to everything that is no container. Named tuples stay named tuples."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(map_leaves(function, item) for item in value))
    if isinstance(value, (list, tuple)):
        return type(value)(map_leaves(function, item) for item in value)
    if isinstance(value, dict):
        return {key: map_leaves(function, item) for key, item in value.items()}
    return function(value)


def copied(value: Any) -> Any:
    """`value` with every NDArray copied on its own context; anything else is the same object."""
    return map_leaves(_copy, value)


def _copy(leaf: Any) -> Any:
    if not isinstance(leaf, NDArray):
        return leaf
    # Not `leaf.copy()`: MXNet 1.9.1 raises `Check failed: !is_view` there for a view of what a convolution gave.
    identity = mx.np.copy if isinstance(leaf, mx.np.ndarray) else mx.nd.identity
    try:
        return identity(leaf)
    except mx.base.MXNetError:  # a tensor without dimensions, which some operators return, cannot be copied
        return leaf


def moved(value: Any, context: Any) -> Any:
    """`value` with every NDArray copied to `context`."""
    return map_leaves(lambda leaf: _copy(leaf).copyto(context) if isinstance(leaf, NDArray) else leaf, value)


def wait(value: Any) -> Any:
    """`value`, after every NDArray inside it has been computed.

    Operators run asynchronously and report a failure once, at the first wait: so outputs are waited for right
    after the call that made them.
    """
    for array in arrays(value):
        array.wait_to_read()
    return value


def forget_errors() -> None:
    """What failed has been seen: neither other arrays that wait for the same computation nor operators that had been
    begun before shall raise anything later, where somebody else is asked."""
    with contextlib.suppress(Exception):
        mx.nd.waitall()


def describe(value: Any) -> str:
    """The structure as text that is equal for equal structures: "(tensor, [tensor, None], 3)".

    Values that are no tensors belong to the structure, because a graph holds them fixed.
    """
    if isinstance(value, (NDArray, Symbol)):
        return "tensor"
    if isinstance(value, (list, tuple)):
        inside = ", ".join(describe(item) for item in value)
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {describe(item)}" for key, item in value.items()) + "}"
    if value is None or isinstance(value, (bool, int, float, str)):
        return repr(value)
    return type(value).__name__


def describe_arrays(value: Any) -> str:
    """The structure with shape and dtype of every tensor, for people: "(float32[2, 3], None)"."""
    if isinstance(value, NDArray):
        shape = shape_of(value)
        return dtype_name(value) + (" of unknown shape" if shape is None else str(list(shape)))
    if isinstance(value, (list, tuple)):
        inside = ", ".join(describe_arrays(item) for item in value)
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {describe_arrays(item)}" for key, item in value.items()) + "}"
    return describe(value)


def shape_of(array: Any) -> Optional[Tuple[int, ...]]:
    """The shape of an NDArray; None of what a loop in a graph gives that took no step, which MXNet cannot tell."""
    try:
        shape: Tuple[int, ...] = array.shape
    except mx.base.MXNetError:
        return None
    return shape


def dtype_name(array: Any) -> str:
    """The dtype of an NDArray as NumPy spells it, such as "float32"."""
    return str(getattr(array.dtype, "__name__", None) or array.dtype)


def is_floating(array: Any) -> bool:
    """Whether an NDArray holds floating-point numbers, which is what gradients exist for."""
    return dtype_name(array) in ("float16", "float32", "float64", "bfloat16")


def like(array: Any, values: Any) -> Any:
    """NumPy `values` as a tensor with the dtype, the context and the kind (classic or NumPy) of `array`."""
    backend = load_backend()
    return backend.array(values, backend.context_of(array), array.dtype, isinstance(array, mx.np.ndarray))


def save_outputs(path: str, outputs: Any) -> None:
    """Write the tensors inside `outputs` to the file `path` (.npz), in order, with their structure."""
    tensors = [array.asnumpy() for array in arrays(outputs)]
    np.savez(path, *tensors, structure=np.array(describe_arrays(outputs)))
