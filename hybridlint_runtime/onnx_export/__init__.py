"""The way out to ONNX: traced graphs converted, checked, run by ONNX Runtime and compared."""
