"""What to write instead of an operator that does not convert."""

from __future__ import annotations

from hybridlint.mxnet_api.onnx_conversion import ALTERNATIVES


def advice_for(operator: str, kind: str) -> str:
    """Return what to write instead of `operator`, "" if unknown. `kind` is the kind of the fault."""
    if kind == "differs":  # the operator converts, to one that computes something else
        return ""
    if operator in ALTERNATIVES:
        return f"write {ALTERNATIVES[operator].instead}"
    if operator.startswith(("_np_", "_npi_", "_npx_")):
        return "operators of mx.np have no converter: use those of F without `np`"
    if operator.startswith("_contrib_quantize") or operator.startswith("_sg_mkldnn"):
        return "export the model as it was before it was quantized, and quantize it with ONNX Runtime"
    return ""
