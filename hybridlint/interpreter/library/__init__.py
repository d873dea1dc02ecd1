"""What Python, NumPy and MXNet do. These modules decorate functions that `hybridlint.overlays` finds by their names."""

from hybridlint.interpreter.library import builtin_functions, external, standard

__all__ = ["builtin_functions", "external", "standard"]
