"""Arguments that the function or method of a Symbol does not take as that of an NDArray does."""

from __future__ import annotations

from typing import Iterator, List, Optional, Sequence as SequenceOf, Tuple, Union

from hybridlint.calls import in_graph
from hybridlint.divergences import Divergence, Kind
from hybridlint.events import MethodCall, OperatorCall
from hybridlint.mxnet_api import Api, Function, Parameter
from hybridlint.numpy_semantics import is_of_numpy
from hybridlint.queries import certain_tensor, tensor
from hybridlint.values import Arguments, Plain, Unknown


def arguments_of_method(event: MethodCall, api: Api) -> Iterator[Divergence]:
    method = api.method(event.name)
    if tensor(event.tensor) is None or method is None or event.arguments.starred or method.not_implemented:
        return
    imperative, symbolic = method.imperative_parameters, method.symbolic_parameters
    if imperative is None or symbolic is None or imperative == symbolic:
        return
    operator = api.function(method.function) if method.function else None
    if _has(symbolic, "var_positional") and _has(symbolic, "var_keyword") and operator is not None:
        # Symbol's method passes everything on to the operator.
        names = operator.symbolic_parameters or ()
        wrong = [
            name
            for name, _ in event.arguments.keywords
            if any(parameter.name == name for parameter in imperative)
            and not any(parameter.name == name for parameter in names)
        ]
        problem = f"has no argument `{wrong[0]}` there" if wrong and names else None
    else:
        problem = _misplaced(_without_self(imperative), _without_self(symbolic), event.arguments)
    if problem:
        yield Kind.ARGUMENTS_OF_METHOD.at(event, problem=problem, imperative=_names(_without_self(imperative)))


def arguments_of_function(event: OperatorCall, api: Api) -> Iterator[Divergence]:
    function = _of_both(event)
    if function is None:
        return
    imperative, symbolic = function.imperative_parameters, function.symbolic_parameters
    problem = _computed_state(function, event.arguments)
    if problem is None and imperative is not None and symbolic is not None and imperative != symbolic:
        problem = _misplaced(imperative, symbolic, event.arguments) or _not_taken(function, event.arguments, api)
    if problem:
        yield Kind.ARGUMENTS_OF_FUNCTION.at(
            event, problem=problem, imperative=_names(imperative), symbolic=_names(symbolic)
        )


def default_differs(event: OperatorCall, api: Api) -> Iterator[Divergence]:
    function = _of_both(event)
    if function is None:
        return
    for position, name, default, symbolic in function.flags_that_differ:
        if event.arguments.get(position, name) is None:
            yield Kind.DEFAULT_DIFFERS.at(event, name=name, default=default, symbolic=symbolic)


def argument_needed(event: Union[OperatorCall, MethodCall], api: Api) -> Iterator[Divergence]:
    call = in_graph(event)
    needs = {} if call is None or call.function is None or call.arguments.starred else call.function.needs
    if call is None or call.function is None or not needs:
        return
    given = {name: call.named[name] for name in needs if name in call.named}
    if any(needs[name] != "tensor" or not isinstance(value, Plain) for name, value in given.items()):
        return
    parameters = call.function.imperative_parameters or ()
    needed = next((parameter for parameter in parameters if needs.get(parameter.name) == "value"), None)
    if needed is not None:
        default = None if needed.default == "None" else needed.default
        result = Kind.ARGUMENT_REQUIRED if call.function.fails_tracing else Kind.ARGUMENT_NEEDED
        yield result.at(event, name=needed.name, default=default, needed=True)


def _of_both(event: OperatorCall) -> Optional[Function]:
    """Return the function that is called, if both phases have it and all arguments are known."""
    if event.phase != "both" or is_of_numpy(event.path) or event.arguments.starred:
        return None
    function = event.call.function
    return function if function is not None and function.imperative and function.symbolic else None


def _misplaced(
    imperative: SequenceOf[Parameter], symbolic: SequenceOf[Parameter], arguments: Arguments
) -> Optional[str]:
    """Return what is wrong with `arguments`, which suit `imperative`, for `symbolic`; None if nothing is."""
    given = arguments.positional
    if _too_many(imperative, len(given)):
        return None
    if _too_many(symbolic, len(given)):
        return f"takes {len(_positional(symbolic))} positional arguments there, not {len(given)}"
    here, there = _positional(imperative), _positional(symbolic)
    names_here, names_there = ({parameter.name for parameter in side} for side in (here, there))
    for value, first, second in zip(given, here, there):
        if first.name == second.name or isinstance(value, Unknown) or value.type == "NoneType":
            continue
        # A parameter under another name alone (lhs and left) is no harm.
        if first.name in names_there or second.name in names_here or first.name in ("ctx", "out"):
            return f"reads this argument as `{second.name}` there, not as `{first.name}`"
    for name, _ in arguments.keywords:
        if _accepts_keyword(imperative, name) and not _accepts_keyword(symbolic, name):
            return f"has no argument `{name}` there"
    return None


def _computed_state(function: Function, arguments: Arguments) -> Optional[str]:
    """Return which tensor that the operator writes to (a running mean) is computed; a graph needs a variable there."""
    for position, name in enumerate(function.tensor_parameters or ()):
        array = certain_tensor(arguments.get(position, name)) if name in function.mutated_parameters else None
        if array is not None and (array.origin is None or array.is_still("random")):
            return f"needs an input or a parameter for `{name}`"
    return None


def _not_taken(function: Function, arguments: Arguments, api: Api) -> Optional[str]:
    """Return which argument that a symbolic function passes on is unknown to the operators below it."""
    given = {name for name, _ in arguments.keywords} - {"out", "name"}
    taken = api.handed_on(function) if given else None
    there = {parameter.name for parameter in function.symbolic_parameters or ()}
    unknown = () if taken is None else given - there - taken
    declared = function.imperative_parameters or ()
    return next((f"has no argument `{item.name}` there" for item in declared if item.name in unknown), None)


def _positional(parameters: SequenceOf[Parameter]) -> List[Parameter]:
    return [parameter for parameter in parameters if parameter.kind == "positional"]


def _names(parameters: Optional[SequenceOf[Parameter]]) -> Tuple[str, ...]:
    """Return the names of the parameters that can be passed by position."""
    return tuple(parameter.name for parameter in _positional(parameters or ()))


def _without_self(parameters: SequenceOf[Parameter]) -> SequenceOf[Parameter]:
    return parameters[1:] if parameters and parameters[0].name == "self" else parameters


def _has(parameters: SequenceOf[Parameter], kind: str) -> bool:
    return kind in [parameter.kind for parameter in parameters]


def _accepts_keyword(parameters: SequenceOf[Parameter], name: str) -> bool:
    return _has(parameters, "var_keyword") or any(
        parameter.name == name and parameter.kind in ("positional", "keyword") for parameter in parameters
    )


def _too_many(parameters: SequenceOf[Parameter], count: int) -> bool:
    return not _has(parameters, "var_positional") and count > len(_positional(parameters))
