"""Converter functions that replace MXNet's or are missing there, each registered with the fault that it fixes."""

from __future__ import annotations

from . import arithmetic, detection, elementwise, normalization, recurrent, reductions, shaping, windows
from .building import ADJUSTMENTS, Adjustment

#: Importing these modules registers their functions.
FAMILIES = (arithmetic, detection, elementwise, normalization, recurrent, reductions, shaping, windows)

__all__ = ["ADJUSTMENTS", "FAMILIES", "Adjustment"]
