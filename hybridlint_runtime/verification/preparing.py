"""Make the model and run it imperatively, before any probe; explain why that fails."""

from __future__ import annotations

import collections
import sys
from typing import Any, Callable, Dict, List

from ..diagnostics.explaining import remedy_for, rule_for
from ..diagnostics.failures import RunFailure
from ..errors import CannotLook, ModelRaised, message_of, model_code
from ..model.parameters import owned_parameters
from ..model.subject import Subject
from ..model.tree import hidden_blocks
from ..mxnet_compat import replaced
from ..report import Stage
from ..spec.target import not_built

_UNINITIALIZED = "has not been initialized"

_HIDDEN = "Unknown input to HybridBlock"

_SAME_NAME = "they have different Parameters with the same name"

_UNEXPLAINED = "the model fails without hybridize(): check its inputs (--shape) and arguments (--arg)"

#: Maximum number of unregistered blocks that are named.
_SHOWN = 4

Emit = Callable[[Dict[str, Any]], None]


def prepared_subject(*arguments: Any, one_net: bool, emit: Emit, modules: Dict[str, Any]) -> Subject:
    """Return a Subject of these arguments, after its imperative run."""
    emit({"event": "stage", "stage": Stage.IMPERATIVE.value})
    subject = Subject(*arguments)
    subject.on_run = lambda hybridized: emit({"event": "phase", "hybridized": hybridized})
    subject.on_block = lambda path, block: emit({"event": "block", "path": path, "class": type(block).__name__})
    try:
        _prepare(subject, one_net)
    finally:
        refuse_missing(modules)
    return subject


def _prepare(subject: Subject, one_net: bool) -> None:
    try:
        with model_code():
            subject.inputs(1)
    except ModelRaised as raised:
        raise CannotLook(f"the inputs cannot be made: {type(raised.error).__name__}: {raised}") from raised.error
    try:
        subject.prepare(one_net)
    except RunFailure as failure:
        place = f" ({failure.location.file}:{failure.location.line})" if failure.location else ""
        where = f"the block {failure.path!r}" if failure.path else "the model"
        first, *rest = failure.essential.splitlines()
        raise CannotLook(
            f"the imperative run fails in {where}{place}: {failure.error_type}: {first}",
            [*rest, *_explaining(subject.net, failure)],
        ) from failure
    except ModelRaised as raised:
        refuse_replaced(raised.error)
        raise not_built("the model", raised.error) from raised.error


def _explaining(net: Any, failure: RunFailure) -> List[str]:
    """Return notes on a failure of the imperative run of `net`: the linter's finding with its remedy, or else a known
    remedy."""
    notes: List[str] = []
    said = failure.essential
    if _UNINITIALIZED in said and net is not None:
        hidden = hidden_blocks(net)
        for owner, where, block in hidden[:_SHOWN]:
            name = f"{owner}.{where}" if owner else where
            notes.append(
                f"{name} ({type(block).__name__}) is not a registered child, so initialize() does not reach it"
            )
        names = collections.Counter(parameter.name for _, _, parameter in owned_parameters(net))
        twice = [name for name, count in names.items() if count > 1]
        # MXNet's message in other circumstances, which the linter and the table of remedies know.
        said = _HIDDEN if hidden else _SAME_NAME if twice else said
    found = rule_for(said, failure.location, Stage.IMPERATIVE)
    if found is None:
        remedy = remedy_for(said)
        return [*notes, f"instead: {remedy}"] if remedy else notes or [_UNEXPLAINED]
    line = found.finding
    where = f" ({line.file}:{line.line}: {line.source})" if line is not None else ""
    return [*notes, f"{found.rule}{where}: {found.remedy}"]


def modules_needed() -> Dict[str, Any]:
    """Return the modules that a check depends on."""
    needed = ("mxnet", "numpy", __package__)
    return {name: module for name, module in sys.modules.items() if name.split(".")[0] in needed}


def refuse_missing(modules: Dict[str, Any]) -> None:
    """Raise CannotLook if the model removed some of `modules`, or had them imported again."""
    gone = [name for name, module in modules.items() if sys.modules.get(name) is not module]
    if gone:
        others = f" and {len(gone) - 1} more" if len(gone) > 1 else ""
        raise CannotLook(
            f"the model removes modules from sys.modules ({gone[0]}{others}): a later import creates new classes of "
            f"the same names, and `isinstance` tests of arrays fail; leave sys.modules unchanged"
        )


def refuse_replaced(error: BaseException) -> None:
    """Raise CannotLook if the model replaced functions of MXNet, which may be the cause of `error`."""
    names = replaced()
    if names:
        shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        raise CannotLook(
            f"the model replaces {shown} of MXNet, which the check needs unchanged: {type(error).__name__}: "
            f"{message_of(error)}"
        ) from error
