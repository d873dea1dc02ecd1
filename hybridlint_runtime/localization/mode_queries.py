"""Calls of `mx.autograd` during tracing: the result of a query is baked in, a change of mode has no effect."""

from __future__ import annotations

from types import CodeType, FrameType
from typing import Any, List, Optional, Sequence, Tuple

from ..diagnostics.source_lines import innermost, is_layer_file, is_user_file, lines_of_stack
from ..model.graphs import equal_in_both_modes, signature
from ..model.recording import Call
from ..model.steps import mode_of
from ..model.subject import Subject
from ..model.tracing import TracedGraph, trace, traced
from ..model.tree import paths_by_identity
from ..mxnet_compat import import_mxnet
from .engine import Origin

mx = import_mxnet()

#: The functions that query the mode; a branch on their result is taken once.
_QUERIES = (mx.autograd.is_training.__code__, mx.autograd.is_recording.__code__)
#: The functions that change the mode or recording; a graph ignores them.
_CHANGES = tuple(
    function.__code__
    for function in (
        mx.autograd.pause,
        mx.autograd.record,
        mx.autograd.predict_mode,
        mx.autograd.train_mode,
        mx.autograd.set_recording,
        mx.autograd.set_training,
    )
)


def mode_queries(subject: Subject) -> List[Origin]:
    """Return the blocks and lines of the mode queries of the first outermost block whose graphs for inference and
    training have different operators.

    Empty if no block has two graphs, or a graph cannot be made in both modes.
    """
    for root in subject.roots:
        for call in subject.recorded.structures_of(root):
            if equal_in_both_modes(subject, call):
                continue
            (predict, asked), (train, asked_again) = (_traced(call, mode, _QUERIES) for mode in ("predict", "train"))
            signatures = {signature(graph, named=True) for graph in (predict, train) if graph is not None}
            if len(signatures) == 2:
                return asked + asked_again
    return []


def mode_changes(call: Call) -> List[Origin]:
    """Return where the block of `call`, or one inside it, pauses recording or changes the mode during tracing."""
    return _traced(call, "train", _CHANGES)[1]


def _traced(call: Call, mode: str, functions: Sequence[CodeType]) -> Tuple[Optional[TracedGraph], List[Origin]]:
    """Return the graph of `call` in a mode of `Step`, None if there is none, and the calls of `functions` by user code,
    under whatever name."""
    paths = paths_by_identity(call.block, call.path)
    heard: List[Origin] = []

    def listen(frame: FrameType, event: str, argument: Any) -> None:
        caller = frame.f_back
        if event != "call" or frame.f_code not in functions or caller is None:
            return
        file = caller.f_code.co_filename
        if not (is_user_file(file) or is_layer_file(file)):
            return  # MXNet's own code queries the mode too
        lines = lines_of_stack(caller, trace.__code__)
        owner = next((paths[id(line.owner)] for line in reversed(lines) if id(line.owner) in paths), call.path)
        location = innermost(lines)
        if location is not None:
            heard.append(Origin(owner, line=location))

    with mode_of(mode):
        return traced(call, listen), heard
