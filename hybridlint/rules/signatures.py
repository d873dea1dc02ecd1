"""HYB1, continued: arguments and defaults that differ between the phases."""

from __future__ import annotations

import ast
import functools
from typing import Iterator, List, Optional, Tuple, Union
from typing import Sequence as Several

from hybridlint.events import Arguments, MethodCall, OperatorCall
from hybridlint.fixes import calls
from hybridlint.fixes.correction import Correction, correction
from hybridlint.fixes.source import Source
from hybridlint.mxnet_api import Api, Function, Parameter
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.rules.wording import certain_tensor, tensor
from hybridlint.semantics import is_of_numpy
from hybridlint.values import Plain, Unknown, Value


def _positional(parameters: Several[Parameter]) -> List[Parameter]:
    return [parameter for parameter in parameters if parameter.kind == "positional"]


def _has(parameters: Several[Parameter], kind: str) -> bool:
    return any(parameter.kind == kind for parameter in parameters)


def _accepts_keyword(parameters: Several[Parameter], name: str) -> bool:
    return _has(parameters, "var_keyword") or any(
        parameter.name == name and parameter.kind in ("positional", "keyword") for parameter in parameters
    )


def _too_many(parameters: Several[Parameter], count: int) -> bool:
    return not _has(parameters, "var_positional") and count > len(_positional(parameters))


def _misplaced(imperative: Several[Parameter], symbolic: Several[Parameter], arguments: Arguments) -> Optional[str]:
    """What is wrong with `arguments`, which suit `imperative`, for `symbolic`; None if nothing is."""
    given = arguments.positional
    if _too_many(imperative, len(given)):
        return None
    if _too_many(symbolic, len(given)):
        return f"takes {len(_positional(symbolic))} positional arguments there, not {len(given)}"
    here, there = _positional(imperative), _positional(symbolic)
    names_here, names_there = ({parameter.name for parameter in side} for side in (here, there))
    for value, one, other in zip(given, here, there):
        if one.name == other.name or isinstance(value, Unknown) or _is_none(value):
            continue
        # A parameter under another name alone (lhs and left) is no harm.
        if one.name in names_there or other.name in names_here or one.name in ("ctx", "out"):
            return f"reads this argument as `{other.name}` there, not as `{one.name}`"
    for name, _ in arguments.keywords:
        if _accepts_keyword(imperative, name) and not _accepts_keyword(symbolic, name):
            return f"has no argument `{name}` there"
    return None


def _is_none(value: Value) -> bool:
    return isinstance(value, Plain) and value.type == "NoneType"


class MethodArguments(Rule):
    code = "HYB104"
    name = "method-arguments"
    summary = "argument that the Symbol's method does not accept"
    after_hybridize = "Raises `MXNetError: Symbol.ComposeKeyword argument name other not found` or the like."
    why = (
        "Some methods have other arguments on `Symbol` than on `NDArray`: most methods of `Symbol` pass their "
        "arguments on to the operator, which has its own names for them."
    )
    instead = "The argument by position, or the function of `F` with the operator's own names."
    fix = "safe"
    events = (MethodCall,)
    errors = (r"Symbol\.ComposeKeyword argument name \w+ not found", r"Cannot find argument '(copy|order)'")
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.broadcast_like(other=y)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.broadcast_like(y)
""",
            inputs="[(2, 1), (2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype("float16", copy=False)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype("float16")
""",
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, event: MethodCall, api: Api) -> Iterator[Report]:
        method = api.method(event.name)
        if tensor(event.tensor) is None or method is None or event.arguments.starred:
            return
        if method.not_implemented:
            return
        imperative, symbolic = method.imperative_parameters, method.symbolic_parameters
        if imperative is None or symbolic is None or imperative == symbolic:
            return
        operator = api.function(method.function) if method.function else None
        if _has(symbolic, "var_positional") and _has(symbolic, "var_keyword") and operator is not None:
            # Symbol's method hands everything on to the operator.
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
            yield Report(
                f"`{event.source}` raises after hybridize(): `{event.name}` {problem}",
                fix=functools.partial(_by_position, event.node, _names(_without_self(imperative)))
                if calls.is_direct(event.node, event.name)
                else None,
            )


def _without_self(parameters: Several[Parameter]) -> Several[Parameter]:
    return parameters[1:] if parameters and parameters[0].name == "self" else parameters


class FunctionArguments(Rule):
    code = "HYB105"
    name = "function-arguments"
    summary = "argument that the symbolic function does not accept"
    after_hybridize = "Raises `TypeError: zeros() takes from 1 to 2 positional arguments but 3 were given` or the like."
    why = (
        "Some functions have other arguments in `mx.sym` than in `mx.nd`: `zeros(shape, ctx, dtype)` is `zeros(shape, "
        "dtype)`, `maximum(lhs, rhs)` is `maximum(left, right)`, and after an operator's own arguments `mx.nd` has "
        "`out` where `mx.sym` has `name`. What an operator writes to, such as the running mean of `F.BatchNorm`, must "
        "be an input or a parameter of the block: a graph stores nothing else."
    )
    instead = (
        "Keyword arguments that both accept, `F.zeros((1, 3), dtype='float32')`, and positional ones where the names "
        "differ. For an array that the operator writes to, a parameter with `grad_req='null'`, or `nn.BatchNorm`."
    )
    fix = "safe"
    events = (OperatorCall,)
    errors = (
        r"\w+\(\) takes (from \d+ to )?\d+ positional arguments but \d+ were given",
        r"\w+\(\) got an unexpected keyword argument '(lhs|rhs|ctx)'",
        r"Cannot interpret '[cg]pu\(\d+\)' as a data type",
        r"Mutation target can only be Variable",
    )
    examples = (
        Example(
            bad="""\
import mxnet as mx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.ones((1, 3), mx.cpu()))
""",
            good="""\
import mxnet as mx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.ones((1, 3), ctx=mx.cpu()))
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.maximum(lhs=x, rhs=y)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.maximum(x, y)
""",
            inputs="[(2, 3), (2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, gamma, beta, mean, variance):
        return F.BatchNorm(x, gamma, beta, F.BlockGrad(mean), F.BlockGrad(variance))
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, gamma, beta, mean, variance):
        return F.BatchNorm(x, gamma, beta, mean, variance)
""",
            inputs="[(2, 3), (3,), (3,), (3,), ('pos', (3,))]",
        ),
    )

    def judge(self, event: OperatorCall, api: Api) -> Iterator[Report]:
        function = _of_both(event, api)
        if function is None or event.arguments.starred:
            return
        imperative, symbolic = function.imperative_parameters, function.symbolic_parameters
        problem = _computed_state(function, event.arguments)
        if problem is None and imperative is not None and symbolic is not None and imperative != symbolic:
            problem = _misplaced(imperative, symbolic, event.arguments) or _not_taken(function, event.arguments, api)
        if problem:
            yield Report(
                f"`{event.source}` raises after hybridize(): `F.{event.path}` {problem}",
                fix=functools.partial(_rearranged, event.node, _names(imperative), _names(symbolic))
                if calls.is_direct(event.node, event.path.rpartition(".")[2])
                else None,
            )


def _names(parameters: Optional[Several[Parameter]]) -> Tuple[str, ...]:
    """The names of the parameters that can be given by position."""
    return tuple(parameter.name for parameter in _positional(parameters or ()))


def _by_position(call: object, names: Tuple[str, ...], source: Source) -> Optional[Correction]:
    if not isinstance(call, ast.Call):
        return None
    return correction(calls.by_position(source, call, names), "pass the arguments by position")


def _rearranged(
    call: object, imperative: Tuple[str, ...], symbolic: Tuple[str, ...], source: Source
) -> Optional[Correction]:
    """The arguments by name from the first position on at which the phases differ; otherwise by position. A device that
    graphs do not take is omitted."""
    if not isinstance(call, ast.Call):
        return None
    device = next((one for one in call.keywords if one.arg == "ctx" and "ctx" not in symbolic), None)
    if device is not None:
        edits = calls.argument_removed(source, call, device)
        return correction(edits, "omit the device", "the array is created on the current context")
    common = 0
    while common < min(len(imperative), len(symbolic)) and imperative[common] == symbolic[common]:
        common += 1
    if len(call.args) > common and set(imperative[common : len(call.args)]) <= {"ctx", "dtype", "out"}:
        edits = calls.by_name(source, call, imperative, common, leave_out=True)
        return correction(edits, "pass the arguments by name")
    return _by_position(call, imperative, source)


def _computed_state(function: Function, arguments: Arguments) -> Optional[str]:
    """Which tensor that the operator writes to (a running mean) was computed, where a graph wants a variable."""
    for position, name in enumerate(function.tensor_parameters or ()):
        array = certain_tensor(arguments.get(position, name)) if name in function.mutated_parameters else None
        if array is not None and (array.origin is None or array.is_still("random")):
            return f"needs an input or a parameter for `{name}`"
    return None


def _not_taken(function: Function, arguments: Arguments, api: Api) -> Optional[str]:
    """What the operators below a symbolic function do not know of what it hands on to them."""
    taken = api.handed_on(function)
    there = {parameter.name for parameter in function.symbolic_parameters or ()}
    for parameter in function.imperative_parameters or ():
        given = arguments.keyword(parameter.name)
        if given is None or taken is None or parameter.name in there | taken | {"out", "name"}:
            continue
        return f"has no argument `{parameter.name}` there"
    return None


def _of_both(event: OperatorCall, api: Api) -> Optional[Function]:
    """The function that is called, where both phases have it."""
    if event.phase != "both" or is_of_numpy(event.path):
        return None
    function = api.function(event.path)
    return function if function is not None and function.imperative and function.symbolic else None


class DefaultDiffers(Rule):
    code = "HYB106"
    name = "default-differs"
    summary = "omitted argument whose default differs between `mx.nd` and `mx.sym`"
    after_hybridize = "Silent: the default changes, and `F.random.multinomial(p)` also returns the probabilities."
    why = "A few functions are implemented twice, for `mx.nd` and for `mx.sym`, with different defaults."
    instead = "Pass the argument: `F.random.multinomial(p, get_prob=False)`."
    silent = True
    fix = "safe"
    events = (OperatorCall,)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.multinomial(F.softmax(x))
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.multinomial(F.softmax(x), get_prob=False)
""",
            inputs="[(2, 3)]",
            shown_as="values",
        ),
    )

    def judge(self, event: OperatorCall, api: Api) -> Iterator[Report]:
        function = _of_both(event, api)
        if function is None or event.arguments.starred:
            return
        symbolic = {parameter.name: parameter for parameter in function.symbolic_parameters or ()}
        for position, parameter in enumerate(function.imperative_parameters or ()):
            other = symbolic.get(parameter.name)
            if other is None or event.arguments.get(position, parameter.name) is not None:
                continue
            if {parameter.default, other.default} != {"True", "False"}:
                continue
            yield Report(
                f"`{event.source}` silently defaults to {other.default} after hybridize(); pass "
                f"`{parameter.name}={parameter.default}`",
                fix=functools.partial(_with_keyword, event.node, parameter)
                if calls.is_direct(event.node, event.path.rpartition(".")[2])
                else None,
            )


def _with_keyword(call: object, parameter: Parameter, source: Source) -> Optional[Correction]:
    if not isinstance(call, ast.Call) or parameter.default is None:
        return None
    edits = calls.argument_added(source, call, f"{parameter.name}={parameter.default}")
    return correction(edits, "pass the argument that differs")


#: Arguments without which an operator works imperatively and cannot become a graph: `sort` prepares its gradient with
#: it, `histogram` takes it from the values; and the argument that makes up for it where it is no plain number (the
#: edges, as a tensor). Measured on MXNet 1.6.0, 1.7.0, 1.8.0 and 1.9.1.
_NEEDED = {"sort": ("axis", ""), "histogram": ("range", "bins")}


class ArgumentNeeded(Rule):
    code = "HYB107"
    name = "argument-needed"
    summary = "omitted argument that the symbolic function requires"
    after_hybridize = (
        "Raises `MXNetError: Invalid Parameter format for axis expect int or None but value='', in operator "
        "_backward_topk`, or `ValueError: null range is not supported in symbol mode`."
    )
    why = (
        "The gradient of `sort` copies the `axis` of the call. A graph prepares its gradient when it is created, "
        "in inference too; imperatively only `backward` fails. Without a `range`, `histogram` computes it from the "
        "values, which a Symbol does not have."
    )
    instead = "`F.sort(x, axis=-1)`, which is the default; `F.histogram(x, bins=10, range=(0, 1))`."
    fix = "safe"
    events = (OperatorCall, MethodCall)
    errors = (r"Invalid Parameter format for axis expect int or None but value=''", r"null range is not supported")
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sort(x)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sort(x, axis=-1)
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        counts, edges = F.histogram(x, bins=4)
        return [x * 2, F.BlockGrad(counts), F.BlockGrad(edges)]
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        counts, edges = F.histogram(x, bins=4, range=(-3, 3))
        return [x * 2, F.BlockGrad(counts), F.BlockGrad(edges)]
""",
            inputs="[(2, 4)]",
        ),
    )

    def judge(self, event: Union[OperatorCall, MethodCall], api: Api) -> Iterator[Report]:
        arguments = event.arguments
        if isinstance(event, OperatorCall):
            name = event.path if event.phase == "both" else ""
        else:
            name = event.name if tensor(event.tensor) is not None else ""
        function = api.function(name)
        if name not in _NEEDED or function is None or arguments.starred:
            return
        needed, instead = _NEEDED[name]
        parameters = {one.name: place for place, one in enumerate(function.imperative_parameters or ())}
        given, other = (
            arguments.get(parameters[one] - isinstance(event, MethodCall), one) if one in parameters else None
            for one in (needed, instead)
        )
        if given is not None or other is not None and not isinstance(other, Plain):
            return
        parameter = (function.imperative_parameters or ())[parameters[needed]]
        default = parameter.default
        yield Report(
            f"`{event.source}` raises after hybridize(): a Symbol needs `{needed}`"
            + (f"; pass `{needed}={default}`" if default != "None" else ""),
            fix=functools.partial(_with_keyword, event.node, parameter)
            if default != "None" and calls.is_direct(event.node, name)
            else None,
        )
