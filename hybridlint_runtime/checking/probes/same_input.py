"""Does the model work when one tensor is passed for several arguments?"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple

from ...model.sampling import samples_by_name
from ...model.steps import Step
from ...model.subject import Subject
from ...model.training import train_step, way_of
from ...report import Status
from ...structures import NDArray, arrays, dtype_name, map_leaves
from .base import Outcome, not_run, passed, warned
from .variations import Variation, compare_training, compare_variation

_SAME = "with one tensor for several arguments"


def run(subject: Subject) -> Outcome:
    tensors = arrays(_one_for_all(subject.inputs(1)))
    if len({id(tensor) for tensor in tensors}) == len(tensors):
        return not_run("no two arguments are tensors of one shape and dtype")

    def make(context: str, seed: int, batch: Optional[int]) -> List[Any]:
        return _one_for_all(subject.inputs(seed - subject.seed, batch))

    steps = [Step(seed=1, maker=make), Step(seed=2, maker=make)]
    outcome = compare_variation(subject, Variation(steps, _SAME, condition=_SAME, certain=False))
    return _train(subject) if outcome.status is Status.PASSED else outcome


def _train(subject: Subject) -> Outcome:
    way = way_of(subject)

    def gradients(hybridized: bool, seed: int, change: Callable[[Any], Any]) -> Dict[str, Any]:
        arguments = _one_for_all(change(subject.inputs(2)))
        net = subject.prepared_net(hybridized, trains=True)
        return samples_by_name(train_step(subject, net, arguments, seed, way=way, copies=False).gradients)

    raising = f"{_SAME} the hybridized model cannot be trained"
    outcome = compare_training(subject, gradients, f"{_SAME}, in training", raising=raising)
    # What cannot be trained at all is reported by `gradients`.
    return warned(outcome.problems) if outcome.problems else passed(**outcome.details)


def _one_for_all(arguments: List[Any]) -> List[Any]:
    """Return `arguments` with every tensor replaced by the first one of the same shape and dtype."""
    first: Dict[Tuple[Any, ...], Any] = {}

    def shared(leaf: Any) -> Any:
        if not isinstance(leaf, NDArray):
            return leaf
        return first.setdefault((leaf.shape, dtype_name(leaf), leaf.stype), leaf)

    return list(map_leaves(shared, arguments))
