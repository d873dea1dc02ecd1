"""Calls of `mx.autograd` during tracing: the result of a query is baked in, a change of mode has no effect."""

from __future__ import annotations

import contextlib
from types import CodeType, FrameType
from typing import Any, Iterator, List, Sequence

from ..diagnostics.failures import TraceFailure
from ..diagnostics.source_lines import innermost, is_layer_file, is_user_file, lines_of_stack, python_traced
from ..model.graphs import equal_in_both_modes, signature
from ..model.recording import Call
from ..model.steps import mode_of
from ..model.subject import Subject
from ..model.tracing import NoGraph, trace
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
            queries: List[Origin] = []
            graphs = []
            for mode in ("predict", "train"):
                with contextlib.suppress(NoGraph, TraceFailure), mode_of(mode), _listening(call, _QUERIES, queries):
                    graphs.append(signature(trace(call.block, call.args, root, call.kwargs)))
            if len(graphs) == 2 and graphs[0] != graphs[1]:
                return queries
    return []


def mode_changes(call: Call) -> List[Origin]:
    """Return where the block of `call`, or one inside it, pauses recording or changes the mode during tracing."""
    made: List[Origin] = []
    with contextlib.suppress(NoGraph, TraceFailure), mode_of("train"), _listening(call, _CHANGES, made):
        trace(call.block, call.args, call.path, call.kwargs)
    return made


@contextlib.contextmanager
def _listening(call: Call, functions: Sequence[CodeType], heard: List[Origin]) -> Iterator[None]:
    """Record in `heard` the calls of `functions` by user code, under whatever name."""
    paths = paths_by_identity(call.block, call.path)

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

    with python_traced(listen):
        yield
