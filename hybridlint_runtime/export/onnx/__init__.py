"""Export to ONNX: traced graphs are converted, checked, run by ONNX Runtime and compared."""
