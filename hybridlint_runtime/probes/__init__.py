"""The questions that a check asks of a model, in the order in which they are asked. One module per question."""

from __future__ import annotations

from typing import Dict, List

from . import blocks, outputs, trace
from .base import Example, Outcome, Probe

ALL: List[Probe] = [
    trace.PROBE,
    blocks.PROBE,
    outputs.PROBE,
]

BY_NAME: Dict[str, Probe] = {probe.name: probe for probe in ALL}

__all__ = ["ALL", "BY_NAME", "Example", "Outcome", "Probe"]
