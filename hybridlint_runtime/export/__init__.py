"""What a model is written to: archives of whole trees of blocks, and ONNX."""
