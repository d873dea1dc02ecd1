"""The user's line with a side effect: hybridized, it runs once, while the graph is traced.

A side effect is a change, during an imperative call, of what a block, a parameter or a module holds.
"""

from __future__ import annotations

import contextlib
import sys
from types import FrameType
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from ..diagnostics.source_lines import innermost, is_user_file, lines_of_stack
from ..errors import model_code
from ..model import parameters
from ..model.recording import seed_all
from ..model.state import shared_texts, texts_of
from ..model.steps import Step, mode_of, seed_of
from ..model.subject import Subject
from ..model.tree import paths_by_identity, unique_blocks
from .engine import Origin, localizer

_REMEDY = (
    "hybridized, Python runs once: compute with F, return what is to be read outside, and keep counters and other "
    "state outside of the model"
)
#: (owner, name) → a text that changes with the value.
Held = Dict[Tuple[str, str], str]


@localizer
def localize_side_effect(subject: Subject, step: Step) -> Optional[Origin]:
    """Return the first line with a side effect, with the running block; None if no call has any."""

    def call(net: Any) -> None:
        seed_all(subject.seed + seed_of(step, 0))
        with mode_of(step.mode):
            subject.run(net, subject.inputs(step.seed, step.batch, step.maker))

    with model_code():
        net, another = subject.prepared_net(False), subject.prepared_net(False)
        before = _held(net)
        call(net)
        after = _held(net)
        changed = {key for key in {**before, **after} if before.get(key) != after.get(key)}
        if not changed:
            return None
        with _watching_lines(lambda: _held(another, changed), paths_by_identity(another)) as result:
            call(another)
    return result[0] if result else None


def _held(net: Any, only: Any = None) -> Held:
    """Return the state of the blocks, their parameters and what nets share, or only the part `only`."""

    def wanted(values: Dict[str, Any], holder: str) -> Dict[str, Any]:
        return {name: value for name, value in values.items() if only is None or (holder, name) in only}

    held: Held = shared_texts(net)
    for node in unique_blocks(net):
        if type(node.block).__module__.startswith("mxnet."):
            continue
        for name, text in texts_of(wanted(vars(node.block), node.path)).items():
            held[node.path, name] = text
    values = {name: parameter for name, parameter in parameters.parameters_of(net).items() if parameter._data}
    for name, parameter in wanted(values, "parameters").items():
        held["parameters", name] = texts_of({name: parameters.first(parameter)})[name]
    return held


@contextlib.contextmanager
def _watching_lines(fingerprint: Callable[[], Held], paths: Dict[int, str]) -> Iterator[List[Origin]]:
    """Record the first line of the user's after which `fingerprint` returns another value."""
    result: List[Origin] = []
    last: List[Origin] = []
    known = fingerprint()

    def look(frame: FrameType, event: str, argument: Any) -> Any:
        if result or not is_user_file(frame.f_code.co_filename):
            return None
        if last and fingerprint() != known:
            result.append(last[0])
            return None
        lines = lines_of_stack(frame)
        owners = [paths[id(line.owner)] for line in lines if id(line.owner) in paths]
        last[:] = [Origin(owners[-1] if owners else "", line=innermost(lines), remedy=_REMEDY)]
        return look

    before = sys.gettrace()
    sys.settrace(look)
    try:
        yield result
    finally:
        sys.settrace(before)
    if not result and last and fingerprint() != known:
        result.append(last[0])
