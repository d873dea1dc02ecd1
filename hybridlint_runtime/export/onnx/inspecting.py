"""The contents of ONNX files, as text and as JSON. Each is checked by onnx.checker first."""

from __future__ import annotations

import collections
import os
from typing import Any, Dict, List, Sequence

import numpy as np

from ...errors import CannotLook, ModelRaised, model_code
from .dependencies import import_onnx


def onnx_files(path: str) -> List[str]:
    """Return the ONNX files at `path`: the file itself, or those in the folder; [] for anything else, such as an
    archive."""
    if os.path.isdir(path):
        return sorted(os.path.join(path, name) for name in os.listdir(path) if name.endswith(".onnx"))
    return [path] if path.endswith(".onnx") and os.path.isfile(path) else []


def contents(path: str) -> Dict[str, Any]:
    """Return the contents of one file as JSON values. Raise CannotLook if it is not valid."""
    onnx = import_onnx()
    try:
        with model_code():
            onnx.checker.check_model(path)
            model = onnx.load(path, load_external_data=False)
    except ModelRaised as raised:
        raise CannotLook(f"{path} is not valid: {str(raised).splitlines()[0]}") from raised.error
    graph = model.graph
    weights = {item.name for item in graph.initializer}
    entries = [entry for item in graph.initializer for entry in item.external_data]
    beside = sorted({entry.value for entry in entries if entry.key == "location"})
    counts = collections.Counter(node.op_type for node in graph.node)
    files = [path, *(os.path.join(os.path.dirname(path), name) for name in beside)]
    return {
        "path": path,
        "bytes": sum(os.path.getsize(file) for file in files),
        "weights_beside": beside,
        "opset": {item.domain: item.version for item in model.opset_import}.get("", 0),
        "producer": f"{model.producer_name} {model.producer_version}".strip(),
        "inputs": [_value(item) for item in graph.input if item.name not in weights],
        "outputs": [_value(item) for item in graph.output],
        "weights": len(weights),
        "operators": dict(sorted(counts.items())),
        "metadata": {item.key: item.value for item in model.metadata_props},
    }


def described(path: str) -> str:
    result = contents(path)
    beside = f", weights in {', '.join(result['weights_beside'])}" if result["weights_beside"] else ""
    operators = ", ".join(f"{name} {count}" for name, count in result["operators"].items())
    lines = [
        f"{path}: valid, opset {result['opset']}, {result['bytes']} bytes{beside}",
        f"written by {result['producer']}",
        "",
        "inputs",
        *(f"  {described_value(**value)}" for value in result["inputs"]),
        "",
        "outputs",
        *(f"  {described_value(**value)}" for value in result["outputs"]),
        "",
        f"operators: {operators}",
    ]
    if result["metadata"]:
        lines += ["", "metadata", *(f"  {name}: {text}" for name, text in result["metadata"].items())]
    return "\n".join(lines)


def _value(item: Any) -> Dict[str, Any]:
    kind = item.type.tensor_type
    dimensions = [size.dim_param or size.dim_value for size in kind.shape.dim]
    dtype = str(import_onnx().helper.tensor_dtype_to_np_dtype(kind.elem_type))
    return {"name": item.name, "dtype": dtype, "shape": dimensions}


def described_value(name: str, dtype: Any, shape: Sequence[Any]) -> str:
    """Return "tokens int32 (batch, 16)"."""
    return f"{name} {np.dtype(dtype)} ({', '.join(map(str, shape))})"
