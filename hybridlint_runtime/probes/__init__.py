"""The probes, in the order in which a check runs them. One module per probe."""

from __future__ import annotations

from typing import Dict, List

from . import (
    archive,
    attributes,
    batch,
    blocks,
    branches,
    contexts,
    cost,
    deferred,
    empty_batch,
    export,
    flags,
    frozen_attributes,
    frozen_values,
    fusion,
    gradients,
    gradients_added,
    hidden_blocks,
    inputs_in_place,
    linter,
    modes,
    mxnet_warnings,
    numpy_semantics,
    onnx,
    optional_arguments,
    orders,
    outputs,
    parameters_changed,
    same_input,
    shapes,
    some_gradients,
    static_memory,
    trace,
    unused,
    without_graph,
)
from .base import Example, Outcome, Probe

ALL: List[Probe] = [
    trace.PROBE,
    without_graph.PROBE,
    blocks.PROBE,
    outputs.PROBE,
    orders.PROBE,
    frozen_values.PROBE,
    branches.PROBE,
    batch.PROBE,
    empty_batch.PROBE,
    shapes.PROBE,
    parameters_changed.PROBE,
    modes.PROBE,
    gradients.PROBE,
    some_gradients.PROBE,
    gradients_added.PROBE,
    deferred.PROBE,
    optional_arguments.PROBE,
    same_input.PROBE,
    static_memory.PROBE,
    numpy_semantics.PROBE,
    inputs_in_place.PROBE,
    attributes.PROBE,
    frozen_attributes.PROBE,
    unused.PROBE,
    hidden_blocks.PROBE,
    mxnet_warnings.PROBE,
    flags.PROBE,
    export.PROBE,
    archive.PROBE,
    onnx.PROBE,
    contexts.PROBE,
    fusion.PROBE,
    cost.PROBE,
    linter.PROBE,
]

BY_NAME: Dict[str, Probe] = {probe.name: probe for probe in ALL}

__all__ = ["ALL", "BY_NAME", "Example", "Outcome", "Probe"]
