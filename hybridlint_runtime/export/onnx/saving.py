"""Write an ONNX model to a file."""

from __future__ import annotations

import os
from typing import Any

from .converting import OnnxModel
from .dependencies import import_onnx

#: Weights of more bytes than this are stored beside the model: the limit of protobuf is 2 GiB, with room for the rest.
LARGEST_INSIDE = 2**31 - 2**26

#: Alignment of weights, so that a file can be mapped into memory (onnx.proto, `external_data`).
_ALIGNMENT = 4096


def save(model: OnnxModel, path: str, largest_inside: int = LARGEST_INSIDE, beside: str = "") -> bool:
    """Write `model` to `path`, with weights of more than `largest_inside` bytes in a file beside it, named `beside` or
    after `path`.

    Return whether they are in that file. Raise OSError.
    """
    external: bool = sum(array.nbytes for array in model.weights.values()) > largest_inside
    whole = (
        _with_weights_beside(model, path, beside or f"{os.path.basename(path)}.data") if external else model.complete()
    )
    with open(path, "wb") as stream:
        stream.write(whole.SerializeToString())
    return external


def _with_weights_beside(model: OnnxModel, path: str, name: str) -> Any:
    """Return the ModelProto with references to the weights, which are written consecutively."""
    onnx = import_onnx()
    whole = onnx.ModelProto()
    whole.CopyFrom(model.model)
    with open(os.path.join(os.path.dirname(path), name), "wb") as stream:
        for weight, array in model.weights.items():
            stream.write(bytes(-stream.tell() % _ALIGNMENT))
            tensor = whole.graph.initializer.add(name=weight, dims=array.shape)
            tensor.data_type = onnx.helper.np_dtype_to_tensor_dtype(array.dtype)
            tensor.data_location = onnx.TensorProto.EXTERNAL
            for key, value in (("location", name), ("offset", stream.tell()), ("length", array.nbytes)):
                tensor.external_data.add(key=key, value=str(value))
            stream.write(memoryview(array).cast("B") if array.size else b"")
    return whole
