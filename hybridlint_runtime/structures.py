"""Nested arguments and outputs: walking, mapping, copying and describing them.

MXNet's own `_flatten` supports lists, tuples, arrays and None. User code passes and returns dicts, numbers and strings
too; these are all retained here, so that a comparison covers what hybridizing does to them.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
from typing import Any, Callable, Iterator, List, Optional, Sequence, Tuple

import numpy as np

from .backend import load_backend
from .errors import ModelRaised, model_code
from .mxnet_compat import DTYPES, import_mxnet

mx = import_mxnet()
NDArray = mx.nd.NDArray
Symbol = mx.sym.Symbol


def leaves(value: Any, where: str = "") -> List[Tuple[str, Any]]:
    """Return every non-container inside `value` with its path, such as "[0]['mask']"."""
    if isinstance(value, (list, tuple)):
        return [leaf for i, item in enumerate(value) for leaf in leaves(item, f"{where}[{i}]")]
    if isinstance(value, dict):
        return [leaf for key, item in value.items() for leaf in leaves(item, f"{where}[{key!r}]")]
    return [(where, value)]


def arrays(value: Any) -> List[Any]:
    """Return the NDArrays inside `value`, in order."""
    return [leaf for _, leaf in leaves(value) if isinstance(leaf, NDArray)]


def map_leaves(function: Callable[[Any], Any], value: Any) -> Any:
    """Return `value` with `function` applied to every non-container. Named tuples remain named tuples."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(map_leaves(function, item) for item in value))
    if isinstance(value, (list, tuple)):
        return type(value)(map_leaves(function, item) for item in value)
    if isinstance(value, dict):
        return {key: map_leaves(function, item) for key, item in value.items()}
    return function(value)


def copied(value: Any) -> Any:
    """Return `value` with every NDArray copied on its own context; other objects are not copied."""
    return map_leaves(_copy, value)


def _copy(leaf: Any) -> Any:
    if not isinstance(leaf, NDArray):
        return leaf
    # Not `leaf.copy()`: MXNet 1.9.1 raises `Check failed: !is_view` there for a view of a convolution's result.
    if dtype_name(leaf) == "bfloat16":  # where AMP is initialized, `identity` returns float32
        return mx.nd.amp_cast(leaf, dtype="bfloat16")
    identity = mx.np.copy if isinstance(leaf, mx.np.ndarray) else mx.nd.identity
    try:
        return identity(leaf)
    except mx.base.MXNetError:  # a zero-dimensional tensor, which some operators return, cannot be copied
        return leaf


def moved(value: Any, context: Any) -> Any:
    """Return `value` with every NDArray copied to `context`."""
    return map_leaves(lambda leaf: _copy(leaf).copyto(context) if isinstance(leaf, NDArray) else leaf, value)


def wait(value: Any) -> Any:
    """Wait until every NDArray inside `value` has been computed, and return `value`.

    Operators run asynchronously and report a failure once, at the first wait, so outputs are waited for right after the
    call.
    """
    for array in arrays(value):
        array.wait_to_read()
    return value


def forget_errors() -> None:
    """Clear pending asynchronous errors, so that a known failure is not raised again at an unrelated wait."""
    with contextlib.suppress(ModelRaised), model_code():
        mx.nd.waitall()


def describe(value: Any, tensor: Callable[[Any], str] = lambda tensor: "tensor") -> str:
    """Return a text that is equal for equal structures: "(tensor, [tensor, None], 3)".

    Non-tensor values belong to the structure, because a graph bakes them in. `tensor` describes a tensor.
    """
    if isinstance(value, (NDArray, Symbol)):
        return tensor(value)
    if isinstance(value, (list, tuple)):
        inside = ", ".join(describe(item, tensor) for item in value)
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {describe(item, tensor)}" for key, item in value.items()) + "}"
    if value is None or isinstance(value, (bool, int, float, str)):
        return repr(value)
    return type(value).__name__


def describe_arrays(value: Any) -> str:
    """Return the structure with shape and dtype of every tensor, for display: "(float32[2, 3], None)"."""
    return describe(value, _described_array)


def _described_array(array: Any) -> str:
    if isinstance(array, Symbol):
        return "tensor"
    shape = shape_of(array)
    return dtype_name(array) + (" of unknown shape" if shape is None else str(list(shape)))


def shape_of(array: Any) -> Optional[Tuple[int, ...]]:
    """Return the shape of an NDArray, None for the output of a loop without iterations, which MXNet does not know."""
    try:
        shape: Tuple[int, ...] = array.shape
    except mx.base.MXNetError:
        return None
    return shape


def size_of(array: Any) -> int:
    """Return the number of elements of an NDArray of known shape; `size` of a sparse one raises NotImplementedError."""
    return math.prod(array.shape)


def dtype_name(array: Any) -> str:
    """Return the dtype of an NDArray in NumPy's spelling, such as "float32"."""
    dtype = array.dtype
    named: Sequence[str] = getattr(dtype, "names", None) or ()  # bfloat16 is a structure of one field
    return str(getattr(dtype, "__name__", None) or "".join(named) or dtype)


def is_floating(array: Any) -> bool:
    """Return whether an NDArray holds floating-point numbers, which can have gradients."""
    return dtype_name(array) in ("float16", "float32", "float64", "bfloat16")


def numpy_view(array: Any) -> Any:
    """Return the values of an NDArray as a NumPy array that shares its memory, if that is dense and on a CPU; those of
    bfloat16, which NumPy has as a structure of bits, as float32.

    It must not be written to. Copying instead takes several times as long as comparing.
    """
    if dtype_name(array) == "bfloat16":
        return (array.asnumpy().view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    dense = getattr(array, "stype", "default") == "default" and dtype_name(array) in DTYPES
    shape: Tuple[int, ...] = array.shape if dense else ()
    size = math.prod(shape)
    if not dense or load_backend().context_of(array).device_type != "cpu" or not size:
        return array.asnumpy()
    array.wait_to_read()
    address = ctypes.c_void_p()
    mx.base.check_call(mx.base._LIB.MXNDArrayGetData(array.handle, ctypes.byref(address)))
    dtype = np.dtype(array.dtype)
    memory: Any = (ctypes.c_char * (size * dtype.itemsize)).from_address(address.value or 0)
    memory.owner = array  # which is not freed before the view
    return np.frombuffer(memory, dtype).reshape(shape)


@contextlib.contextmanager
def semantics_of(value: Any) -> Iterator[None]:
    """Activate NumPy semantics if `value` contains NumPy arrays of MXNet.

    A block decorated with `@use_np` does so for the blocks that it calls. One of these that is called alone needs it.
    """
    if mx.util.is_np_array() or not any(isinstance(array, mx.np.ndarray) for array in arrays(value)):
        yield
        return
    with mx.util.np_shape(True), mx.util.np_array(True):
        yield


def like(array: Any, values: Any) -> Any:
    """Return NumPy `values` as a tensor with the dtype, context and kind (classic or NumPy) of `array`."""
    backend, is_bfloat16 = load_backend(), dtype_name(array) == "bfloat16"
    dtype = np.float32 if is_bfloat16 else array.dtype  # as bfloat16, MXNet would take the numbers for bits
    made = backend.array(values, backend.context_of(array), dtype, isinstance(array, mx.np.ndarray))
    return mx.nd.amp_cast(made, dtype="bfloat16") if is_bfloat16 else made


def save_outputs(path: str, outputs: Any) -> None:
    """Write the tensors and numbers inside `outputs` to the file `path` (.npz), in order, with their structure."""
    numbers = [leaf for _, leaf in leaves(outputs) if isinstance(leaf, (NDArray, int, float, np.generic))]
    values = [leaf.asnumpy() if isinstance(leaf, NDArray) else np.asarray(leaf) for leaf in numbers]
    np.savez(path, *values, structure=np.array(describe_arrays(outputs)))
