"""The libraries of the extra `onnx`, imported on demand."""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
from typing import Any, Dict, Iterator

import numpy as np

from ...errors import CannotLook
from ...mxnet_compat import import_mxnet, replacing

INSTALL = "pip install 'hybridlint[onnx]'"


def missing() -> str:
    """Return the first library of the extra that is not installed, "" if all are."""
    return next((name for name in ("onnx", "onnxruntime") if importlib.util.find_spec(name) is None), "")


@functools.lru_cache(maxsize=None)
def import_onnx() -> Any:
    """Return the `onnx` module. Raise CannotLook with installation instructions if the extra is not installed."""
    library = missing()
    if library:
        raise CannotLook(f"{library} is required for ONNX and not installed: {INSTALL}")
    for name in ("checker", "external_data_helper", "helper", "numpy_helper"):
        importlib.import_module(f"onnx.{name}")
    return importlib.import_module("onnx")


def import_converters() -> Dict[int, Dict[str, Any]]:
    """Return MXNet's converter functions: opset in which an operator's form changed → operator → function.

    Raise CannotLook if onnx is missing, or this MXNet has no `mxnet.onnx` (added in MXNet 1.9).
    """
    import_onnx()
    mx = import_mxnet()
    try:
        importlib.import_module("mxnet.onnx")
        exporter = importlib.import_module("mxnet.onnx.mx2onnx._export_onnx")
    except ImportError as error:
        raise CannotLook(f"MXNet {mx.__version__} has no mxnet.onnx: it came with MXNet 1.9") from error
    registry: Dict[int, Dict[str, Any]] = exporter.MXNetGraph.registry_
    return registry


class _TypeOf(Dict[Any, int]):
    """NumPy dtype, in any form → ONNX element type."""

    def __missing__(self, key: Any) -> int:
        return int(import_onnx().helper.np_dtype_to_tensor_dtype(np.dtype(key)))


class _DtypeOf(Dict[int, Any]):
    """ONNX element type → NumPy dtype."""

    def __missing__(self, key: int) -> Any:
        return import_onnx().helper.tensor_dtype_to_np_dtype(key)


class _Mapping:
    NP_TYPE_TO_TENSOR_TYPE = _TypeOf()
    TENSOR_TYPE_TO_NP_TYPE = _DtypeOf()


def _make_tensor(name: str, data_type: int, dims: Any, vals: Any, raw: bool = False) -> Any:
    """`onnx.helper.make_tensor` for MXNet's arguments: numbers, or float16 as the bits of unsigned integers, as onnx
    before 1.13 expected them."""
    onnx = import_onnx()
    dtype = np.dtype(onnx.helper.tensor_dtype_to_np_dtype(data_type))
    values = np.asarray(vals)
    values = values.view(np.float16) if dtype == np.float16 and values.dtype == np.uint16 else values.astype(dtype)
    return onnx.numpy_helper.from_array(values.reshape(dims), name)


def _create_tensor(tensor_list: Any, tensor_name: str, initializer: Any, dtype: Any = "int64") -> None:
    """MXNet's function of this name, without Python lists, in which it loses float16."""
    initializer.append(import_onnx().numpy_helper.from_array(np.array(tensor_list, dtype=dtype), tensor_name))


@contextlib.contextmanager
def patched() -> Iterator[None]:
    """Provide what MXNet's converter functions expect: `onnx.mapping`, which onnx 1.18 removed, and a `make_tensor`
    that accepts float16 in their form."""
    onnx = import_onnx()
    folder = "mxnet.onnx.mx2onnx._op_translations"
    modules = [importlib.import_module(f"{folder}._op_translations_opset{opset}") for opset in (12, 13)]
    places = [(onnx, "mapping", _Mapping), (onnx.helper, "make_tensor", _make_tensor)]
    places += [(module, "create_tensor", _create_tensor) for module in modules]
    with contextlib.ExitStack() as stack:
        for owner, name, value in places:
            stack.enter_context(replacing(owner, name, value))
        yield
