"""What Python, NumPy and MXNet do: builtins, methods, operators, blocks."""
