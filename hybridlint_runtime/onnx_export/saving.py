"""A model of ONNX to a file."""

from __future__ import annotations

import os

from .converting import OnnxModel
from .dependencies import import_onnx

#: Weights of more bytes than this are stored beside the model: protobuf cannot hold 2 GiB, and the rest needs room.
LARGEST_INSIDE = 2**31 - 2**26


def external_file(path: str) -> str:
    """The name, without a folder, of the file with the weights of the model at `path`."""
    return f"{os.path.basename(path)}.data"


def save(model: OnnxModel, path: str, largest_inside: int = LARGEST_INSIDE) -> bool:
    """Write `model` to `path`, its weights to a file beside it if they are more than `largest_inside` bytes; whether
    they are."""
    onnx = import_onnx()
    external = sum(len(item.raw_data) for item in model.model.graph.initializer) > largest_inside
    if external:
        onnx.save_model(
            model.model,
            path,
            save_as_external_data=True,
            all_tensors_to_one_file=True,
            location=external_file(path),
            size_threshold=1024,
        )
    else:
        onnx.save_model(model.model, path)
    return external
