"""Make the model and run it imperatively, before any probe; explain why that fails."""

from __future__ import annotations

import collections
import re
import sys
import traceback
from typing import Any, Callable, Dict, List, Optional, Sequence

from ..diagnostics.explaining import imperative_rule_for, remedy_for
from ..diagnostics.failures import RunFailure
from ..diagnostics.source_lines import assignment_of, lines_of_error
from ..errors import CannotLook, ModelRaised, message_of, model_code
from ..model.facts import Observation
from ..model.parameters import owned_parameters, parameters_of
from ..model.subject import Subject
from ..model.tree import Block, alone_in_tuples, hidden_blocks, unique_blocks
from ..mxnet_compat import import_mxnet, replaced
from ..report import Stage
from ..spec.importing import shown_path
from ..spec.inputs import signature, wrong_number
from ..spec.target import not_built
from ..structures import NDArray, describe_arrays, dtype_name

mx = import_mxnet()

_UNINITIALIZED = "has not been initialized"

_HIDDEN = "Unknown input to HybridBlock"

_SAME_NAME = "they have different Parameters with the same name"

_UNEXPLAINED = "the model fails without hybridize(): check its inputs (--shape) and arguments (--arg)"

#: Maximum number of unregistered blocks that are named.
_SHOWN = 4

Emit = Callable[[Dict[str, Any]], None]


def prepared_subject(
    *arguments: Any, one_net: bool, emit: Emit, modules: Dict[str, Any], observed: Optional[Observation] = None
) -> Subject:
    """Return a Subject of these arguments, after its imperative run. `observed` is what was observed of its net."""
    emit({"event": "stage", "stage": Stage.IMPERATIVE.value})
    subject = Subject(*arguments)
    subject.observed = observed or subject.observed
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
            given = subject.inputs(1)
    except ModelRaised as raised:
        raise CannotLook(f"the inputs cannot be made: {type(raised.error).__name__}: {raised}") from raised.error
    try:
        subject.prepare(one_net)
    except RunFailure as failure:
        place = f" ({shown_path(failure.location.file)}:{failure.location.line})" if failure.location else ""
        where = f"the block {failure.path!r}" if failure.path else "the model"
        first, *rest = failure.essential.splitlines()
        message = f"the imperative run fails in {where}{place}: {failure.error_type}: {first}"
        of_inputs = failure.error_type == "TypeError" and not _UNEXPECTED.search(first) or _STRUCTURE in first
        if of_inputs and not failure.path and not alone_in_tuples(subject.net, mx.gluon.Parameter):
            message = wrong_number(subject.net, len(given)) or message
        if failure.message == f"{failure.error_type}()" and failure.deepest is not None:
            rest.append(f"{shown_path(failure.deepest.file)}:{failure.deepest.line}: {failure.deepest.source}")
        raise CannotLook(message, [*rest, *_explaining(subject.net, given, failure)]) from failure
    except ModelRaised as raised:
        refuse_replaced(raised.error)
        frames = [frame.f_locals.get("self") for frame, _ in traceback.walk_tb(raised.error.__traceback__)]
        parameter = next((each for each in frames if isinstance(each, mx.gluon.Parameter)), None)
        about = "" if parameter is None else f", whose parameter {parameter.name} has the shape {parameter._shape},"
        raise not_built(f"the model{about}", raised.error) from raised.error


def _explaining(net: Any, given: Sequence[Any], failure: RunFailure) -> List[str]:
    """Return notes on a failure of the imperative run of `net` with the arguments `given`.

    They are what is wrong with its children and parameters, which a rule may explain; a known remedy; or else the
    inputs and what MXNet expects of them. A rule about what hybridize() changes explains no imperative failure.
    """
    notes: List[str] = []
    message = failure.essential
    if _UNINITIALIZED in message and net is not None:
        hidden = hidden_blocks(net)
        for owner, where, block in hidden[:_SHOWN]:
            name = f"{owner}.{where}" if owner else where
            notes.append(
                f"{name} ({type(block).__name__}) is not a registered child, so initialize() does not reach it"
            )
        names = collections.Counter(parameter.name for _, _, parameter in owned_parameters(net))
        twice = [name for name, count in names.items() if count > 1]
        # MXNet's message in other circumstances, which the linter and the table of remedies know.
        message = _HIDDEN if hidden else _SAME_NAME if twice else message
        parameter = _OF_PARAMETER.search(message)
        if parameter and not any(parameter.group(1) in node.block.params for node in unique_blocks(net)):
            return [
                f"collect_params() lacks {parameter.group(1)!r}, so initialize() does not reach it: create it with "
                "self.params.get(), not with gluon.Parameter() or a ParameterDict of its own"
            ]
    kinds = (mx.gluon.Parameter, Block) if _CALLED_TUPLE in message else (mx.gluon.Parameter,)
    for _, block, attribute, value in alone_in_tuples(net, kinds) if net is not None else ():
        line = assignment_of(block, attribute)
        place = f" ({shown_path(line.file)}:{line.line}: {line.source})" if line is not None else ""
        kind = "block" if isinstance(value, Block) else "parameter"
        notes.append(f"a comma makes self.{attribute} a tuple{place}: remove it, so that the {kind} is registered")
    unexpected = _UNEXPECTED.search(message)
    called = [node.block for node in unique_blocks(net) if node.path == failure.path] if net is not None else []
    if unexpected is not None and any(unexpected.group(1) in block._reg_params for block in called):
        argument = unexpected.group(1)
        notes.append(f"hybrid_forward gets the parameter self.{argument} as the argument {argument!r}, which it lacks")
    raised = failure.__cause__ or failure
    if not notes and any(line.function == "_finish_deferred_init" for line in lines_of_error(raised)):
        return ["a parameter cannot be initialized: check the initializer of the layer"]
    result = imperative_rule_for(message, failure.location, only_findings=failure.is_in_layer)
    if result is not None:
        line = result.finding
        where = f" ({shown_path(line.file)}:{line.line}: {line.source})" if line is not None else ""
        return [*notes, f"{result.rule}{where}: {result.remedy}"]
    remedy = remedy_for(message, hybridized=False)
    if remedy and not (_STRUCTURE in message and net is not None and wrong_number(net, len(given))):
        notes.append(f"instead: {remedy}")
    if not notes and failure.path and _OF_SIGNATURE.search(message):
        return [f"the model fails without hybridize(): its code calls {failure.path!r} with other arguments"]
    if not notes and _OF_NAMES.search(str(failure)):
        return ["the model fails without hybridize(): this MXNet, or the model's own code, lacks what it names"]
    return notes or [*_about_inputs(net, given, failure), _UNEXPLAINED]


_OF_PARAMETER = re.compile(r"^Parameter '([^']+)' has not been initialized")
_OF_NAMES = re.compile(r"^(NameError|ImportError|ModuleNotFoundError)|module '[\w.]+' has no attribute")
_OF_SIGNATURE = re.compile(r"\(\) (takes|missing|got) .*argument|Operator \w+ expects \d+ inputs, but got")
_UNEXPECTED = re.compile(r"hybrid_forward\(\) got an unexpected keyword argument '(\w+)'")
_STRUCTURE = "argument structure of HybridBlock does not match"
_CALLED_TUPLE = "'tuple' object is not callable"
_DTYPES = re.compile(r"expected (\w+), got (\w+)")
_SHAPES = re.compile(r"Provided ?= ?(\[[\d,]*\]), inferred shape ?= ?([\[(][\d,-]*[\])])")


def _about_inputs(net: Any, given: Sequence[Any], failure: RunFailure) -> List[str]:
    """Return the arguments of the call by name, and which shape of a parameter or another argument they do not fit, if
    MXNet names it."""
    message = failure.essential
    names = signature(net)[0] if net is not None else []
    texts = [
        f"{dtype_name(each)} {tuple(each.shape)}" if isinstance(each, NDArray) else describe_arrays(each)
        for each in given
    ]
    names = [*names, *[""] * len(texts)]
    named = [f"{name} {text}" for name, text in zip(names, texts)]
    notes = [f"the inputs are {', '.join(map(str.strip, named))}"]
    shapes = _SHAPES.search(message)
    layer = _about_width(failure, named) if shapes is not None else ""
    if layer:
        notes.append(layer)
    elif shapes is not None:
        shape = tuple(int(length) for length in re.findall(r"\d+", shapes.group(1)))
        owned = parameters_of(net) if net is not None else {}
        owners = [name for name, parameter in owned.items() if parameter.shape == shape]
        owners = [name for name in owners if name.startswith(failure.path)] or [
            name for name, each in zip(names, given) if isinstance(each, NDArray) and each.shape == shape
        ]
        owner = " or ".join(owners) or "an array"
        notes.append(f"{owner} has the shape {shapes.group(1)}, the other arrays need {shapes.group(2)}")
    dtypes = _DTYPES.search(message)
    known = set(map(dtype_name, parameters_of(net).values())) if net is not None else set()
    if dtypes is not None and len(known) == 1:
        for name, each in zip(names, given):
            if isinstance(each, NDArray) and dtype_name(each) in set(dtypes.groups()) - known:
                notes.append(f"{name or 'an input'} is {dtype_name(each)}, the parameters are {', '.join(known)}")
    return notes


_WIDTH = re.compile(r"\((?:.*in_channels=)?(\d+)\b(?! *,)")


def _about_width(failure: RunFailure, inputs: Sequence[str]) -> str:
    """Return what the layer of MXNet that raised is called with and which width its text states, "" without one.

    An array of the same shape as one of the `inputs` of the model is named after that.
    """
    entry = failure.__cause__.__traceback__ if failure.__cause__ is not None and failure.is_in_layer else None
    text = ""
    while entry is not None:
        values = entry.tb_frame.f_locals
        if entry.tb_frame.f_code is Block.__call__.__code__ and isinstance(next(iter(values["args"]), None), NDArray):
            array, width = values["args"][0], _WIDTH.search(repr(values["self"]))
            given = f"{dtype_name(array)} {array.shape}"
            given = next((each for each in inputs if each.endswith(given)), given)
            text = f"{failure.path or 'the model'}, {values['self']!r}, is called with {given}"
            text += f", and takes inputs of width {width.group(1)}" if width is not None else ""
        entry = entry.tb_next
    return text


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
