"""`F.contrib.cond`, `foreach` and `while_loop`, whose functions become graphs of their own."""

from __future__ import annotations

from typing import Any, Iterable, Iterator, Optional

from hybridlint.divergences import Divergence, Kind
from hybridlint.events import CondBranches, LoopValues
from hybridlint.mxnet_api import Api
from hybridlint.values import Mapped, Plain, Sequence, Tensor, Value

SEVERAL_OUTPUTS = "a Symbol of several outputs"
_NO_TENSORS = {"NoneType": "None", "int": "a number", "float": "a number", "bool": "a number", "str": "a text"}


def branches(event: CondBranches, api: Api) -> Iterator[Divergence]:
    problem = _problem_of_branches(event)
    if problem is not None:
        yield problem
        return
    stopped = stopped_tensor((event.then, event.otherwise))
    if stopped is not None:
        yield Kind.GRADIENT_STOPS.at(event, tensor=stopped)
    if event.computed:
        yield Kind.GRADIENT_THROUGH_COND.at(event)


def _problem_of_branches(event: CondBranches) -> Optional[Divergence]:
    """Return the reason why `cond` cannot be executed; None if there is none."""
    returned = (event.then, event.otherwise)
    strange = _strange(*returned)
    then, otherwise = map(_count, returned)
    if _is_no_tensor(event.predicate):
        return Kind.CONDITION_IS_NO_TENSOR.at(event)
    if isinstance(event.predicate, Tensor) and event.predicate.dtype not in ("", "float32"):
        return Kind.CONDITION_NOT_FLOAT32.at(event)
    if strange:
        kind = Kind.OUTPUTS_IN_BRANCH if strange == SEVERAL_OUTPUTS else Kind.NOT_RETURNABLE
        return kind.at(event, what=strange)
    if any(map(_has_no_input, returned)):
        return Kind.BRANCH_WITHOUT_INPUT.at(event)
    if then and otherwise and then != otherwise:
        return Kind.BRANCHES_OF_UNEQUAL_LENGTH.at(event, then=then, otherwise=otherwise)
    nested_alike = not _differ(_structure(event.then), _structure(event.otherwise))
    return None if nested_alike else Kind.BRANCHES_NESTED_DIFFERENTLY.at(event)


def loop(event: LoopValues, api: Api) -> Iterator[Divergence]:
    if event.condition is not None and _is_no_tensor(event.condition):
        yield Kind.LOOP_CONDITION_IS_NO_TENSOR.at(event)
    strange = _strange(*event.given)
    if strange and (event.operator == "while_loop" or strange == SEVERAL_OUTPUTS):
        yield Kind.NOT_LOOPABLE.at(event, what=strange)
    elif any(_strange(value) == SEVERAL_OUTPUTS for value in (event.outputs, event.after)):
        yield Kind.SEVERAL_OUTPUTS_RETURNED.at(event)
    elif event.operator == "foreach" and _differ(_structure(event.given[-1]), _structure(event.after)):
        yield Kind.STATES_RESTRUCTURED.at(event)


def stopped_tensor(returned: Iterable[Value]) -> Optional[Tensor]:
    """Return one of the tensors whose gradient the backward pass does not use; None if there is none."""
    return next((tensor for value in returned for tensor in value.tensors() if not tensor.gradient.asked), None)


def _is_no_tensor(value: Value) -> bool:
    """Return whether a condition certainly is no tensor. An argument of `hybrid_forward` that is left out is None."""
    if isinstance(value, Sequence):
        return True
    return isinstance(value, Plain) and value.type in _NO_TENSORS and not value.argument


def _strange(*values: Value) -> str:
    """Return what is in `values`, in lists at any depth, that cannot be part of a graph; "" if nothing certainly is."""
    return next(filter(None, map(_strange_in, values)), "")


def _strange_in(value: Value) -> str:
    if isinstance(value, Sequence):
        return _strange(*value.items or ())
    if isinstance(value, Tensor):
        return SEVERAL_OUTPUTS if value.certain and value.outputs is not None and value.outputs > 1 else ""
    if isinstance(value, Mapped):
        return "a dict"
    return _NO_TENSORS.get(value.type, "") if isinstance(value, Plain) and not value.argument else ""


def _has_no_input(value: Value) -> bool:
    """Return whether certainly no tensor from outside of a function is used in what it returns."""
    result = list(value.tensors())
    return bool(result) and all(tensor.of_no_input for tensor in result)


def _structure(value: Value) -> Optional[Any]:
    """Return how tensors are nested in lists, such as ("tensor", ("tensor",)); None if that is unknown."""
    if isinstance(value, Tensor):
        return "tensor" if value.certain and value.outputs == 1 else None
    if value.items is not None:
        parts = tuple(_structure(item) for item in value.items)
        return None if None in parts else parts
    return None


def _differ(first: Optional[Any], second: Optional[Any]) -> bool:
    return first is not None and second is not None and first != second


def _count(value: Value) -> int:
    """Return how many tensors a branch returns; 0 if that is unknown."""
    if isinstance(value, Tensor):
        return value.outputs or 0
    if value.items is not None:
        counts = [_count(item) for item in value.items]
        return sum(counts) if all(counts) else 0
    return 0
