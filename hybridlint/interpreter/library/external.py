"""Calls of imported functions: which operations on tensors they imply, and which results are tainted."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Optional

from hybridlint import overlays
from hybridlint.calls import bind
from hybridlint.dataclass import replace
from hybridlint.events import ConstantInitializer, ForeignCall, ModeManager, OperatorCall
from hybridlint.interpreter.engine import apply, traced
from hybridlint.interpreter.engine.frames import Frame
from hybridlint.interpreter.library import blocks, operators
from hybridlint.interpreter.lifecycle import classes, inputs
from hybridlint.mxnet_api import gluon, numpy_functions
from hybridlint.overlays import coded
from hybridlint.syntax import last_part
from hybridlint.values import (
    LIMITS,
    NONE,
    UNKNOWN,
    Arguments,
    Block,
    ContextManager,
    Foreign,
    ImperativeArray,
    Mapped,
    Namespace,
    NumPyArray,
    Opaque,
    ParameterValue,
    Plain,
    Sequence,
    Taint,
    Tensor,
    Unknown,
    Value,
    array_shapes,
    taint_among,
)

if TYPE_CHECKING:
    from hybridlint.interpreter import Run
    from hybridlint.mxnet_api.numpy_functions import NumPyFunction

#: Functions that write their arguments to a log or file; while tracing they write a Symbol, once.
_LOGGING = ("info", "warning", "warn", "error", "critical", "exception", "log")
_WRITES = re.compile(rf"^logging\.(Logger\.)?({'|'.join(_LOGGING)})$|^(pickle|json)\.dump$")
#: Functions whose result changes between calls.
_NONDETERMINISTIC = re.compile(
    r"^(random|numpy\.random|secrets)\.(?!seed|set_state|RandomState|Random|default_rng|Generator)\w+"
    r"|^time\.\w+|^datetime\.(datetime|date)\.(now|today|utcnow)|^os\.urandom|^uuid\.uuid[14]"
    r"|^mxnet\.autograd\.is_(training|recording)|^mxnet\.random\.(?!seed)\w+"
)


#: The functions of `mx.nd`, which take NDArrays only.
_IMPERATIVE_FUNCTION = re.compile(r"mxnet\.(?:nd|ndarray)\.(.+)")


def call_imported(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate a call of what is imported under the full dotted name `name`."""
    if gluon.is_block(name):
        return blocks.make(run, node, name, False, arguments)
    function = overlays.function(name)
    if function is not None:
        return function(run, node, name, arguments, frame)  # type: ignore[no-any-return]
    note_written(run, node, name, arguments)
    if any(value.holds_tensor for value in arguments.all()):
        result = _call_with_tensors(run, node, name, arguments)
        unknown = result.is_unknown or isinstance(result, Tensor) and result.outputs is None
        return _recorded_result(run, name, frame) or result if unknown else result
    return _call_without_tensors(run, node, name, arguments)


def _recorded_result(run: Run, name: str, frame: Frame) -> Optional[Value]:
    """Return the result of a function of another file by the recorded facts; None if there are none of it."""
    seen = run.facts.of(frame.instance).functions.get(last_part(name))
    return None if seen is None else inputs.of_fact(run, seen, "")


def _call_with_tensors(run: Run, node: ast.Call, name: str, arguments: Arguments) -> Value:
    """Evaluate a call of any other function with a tensor among its arguments."""
    recorded = run.recorded.call_numpy(node, name, arguments)
    if recorded is not None:
        return recorded
    method = _method_of(run, name, arguments)
    run.emit(ForeignCall(node, name, arguments, method))
    for value in arguments.all() if name.startswith("math.") else ():
        value.converted(run, node, "float")
    of_arrays = _IMPERATIVE_FUNCTION.match(name)
    if of_arrays is not None and run.api.function(of_arrays[1]) is not None:
        method = of_arrays[1]  # raises while tracing; go on with the imperative result
    if method:
        return operators.result(run, node, bind(run.api, method, arguments))
    if not name.startswith(("numpy.", "math.", "scipy.")):
        run.unknown_call(*arguments.all())
    if any(isinstance(value, Tensor) for value in arguments.all()) and name.startswith("numpy."):
        return run.fresh(description=f"the result of `{run.code(node)}`", certain=False)
    return run.of_unknown_call(node, arguments.all())


def note_written(run: Run, node: ast.Call, name: str, arguments: Arguments) -> None:
    """Record the tensors that the function `name` writes to a log or a file."""
    if _WRITES.match(name):
        apply.note_shown(run, node, arguments.all())


#: Methods of files and CSV writers, which take no array but a string with one formatted in.
_WRITING = frozenset(["write", "writelines", "writerow", "writerows"])


def note_written_by(run: Run, node: ast.Call, method: str, arguments: Arguments) -> None:
    """Record the tensors that a method of an unknown object writes to a log or a file, according to its name."""
    if run.api.function(method) is not None and isinstance(arguments.get(0, ""), Tensor):
        return  # an operator: the object may be `F`
    if method in _LOGGING or method in _WRITING and not any(isinstance(given, Tensor) for given in arguments.all()):
        apply.note_shown(run, node, arguments.all())


def _method_of(run: Run, name: str, arguments: Arguments) -> str:
    """Return the operator of F that the method makes which the function of NumPy `name` calls; "" if it calls none."""
    first = arguments.positional[0] if arguments.positional else None
    described = numpy_functions.function(name)
    if not isinstance(first, Tensor) or described is None:
        return ""
    method = run.api.method(described.methods.get("np" if first.numpy else "nd", ""))
    return (method.function or "") if method is not None and method.symbolic and not method.not_implemented else ""


def _call_without_tensors(run: Run, node: ast.Call, name: str, arguments: Arguments) -> Value:
    """Evaluate a call of any other function without a tensor among its arguments."""
    if name in LIMITS:
        return Foreign(name)
    if name.startswith(("numpy.", "math.")):
        return run.lift_call(lambda given: _numeric(run, name, given), arguments, node)
    if name.startswith("mxnet.") and last_part(name) in ("cpu", "gpu", "cpu_pinned", "current_context", "Context"):
        return Opaque()
    if name.startswith("mxnet.metric."):
        return Foreign(name)
    if name == "logging.getLogger":
        return Foreign("logging.Logger")
    if any(isinstance(value, Namespace) for value in arguments.all()):
        run.unknown_call(*arguments.all())
    if name.startswith("mxnet.") or any(value.is_unknown for value in arguments.all()):
        return UNKNOWN
    taint = taint_among(arguments.all())
    return Opaque(taint) if taint else UNKNOWN


@coded(family=re.compile(r"builtins\."))
def _builtin(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate a call of any other builtin, or of a method of a builtin class: `list.append(items, x)`."""
    receiver = arguments.get(0, "self")
    if name.count(".") == 2 and isinstance(receiver, (Mapped, Sequence, Plain)):
        return receiver.call_method(run, node, last_part(name), arguments.rest(), frame)
    taint = taint_among(arguments.all())
    return Opaque(taint) if taint else UNKNOWN


@coded(family=re.compile(r"(random|numpy\.random)\.seed$"))
def _seed(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    if not run.constructing and arguments.positional and not taint_among(arguments.all()):
        run.attempt.seed(name.rpartition(".")[0], node)
    return NONE


@coded("mxnet.random.seed")
def _seed_of_mxnet(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    if not run.constructing:
        run.attempt.seed("mxnet", node)
    return NONE


@coded(family=re.compile(r"mxnet\.autograd\.(pause|record|train_mode|predict_mode)$"))
def _manager(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    return ContextManager(name)


@coded(family=re.compile(r"mxnet\.autograd\.set_(training|recording)$"))
def _set_mode(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    if not run.constructing:
        run.emit(ModeManager(node, name, "mode"))
    return Plain("bool")


@coded(family=re.compile(r"mxnet\.gluon\.(parameter\.)?(Parameter|Constant)$"))
def _parameter(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `gluon.Parameter(…)` or `gluon.Constant(…)`, which register the parameter with no block."""
    trained = name.endswith("Parameter")
    shape = arguments.get(2, "shape") if trained else None
    return ParameterValue(dims=array_shapes.dims_of_shape(shape), alone=True, trained=trained)


@coded(family=re.compile(r"mxnet\.(init|initializer)\.Constant$"))
def _initializer(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `mx.init.Constant(…)`."""
    if run.constructing and classes.is_hybrid(run, run.building):
        run.note_structure(ConstantInitializer(node, arguments.get(0, "value")))
    return UNKNOWN


#: The modules of MXNet with the interface of NumPy, by each of their names.
_MXNET_NUMPY = {"np": "np", "numpy": "np", "npx": "npx", "numpy_extension": "npx"}
#: Functions that make an array of numbers.
_MAKES_ARRAY = re.compile(r"np\.(array|ones|zeros|full|empty|arange|linspace|logspace|eye|identity|random\.\w+)$")


@coded(family=re.compile(r"mxnet\.(np|numpy|npx|numpy_extension)\.\w"))
def _mxnet_numpy(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `mx.np.exp(…)`, `mx.npx.relu(…)`: imperative functions, as those of `mx.nd` are."""
    _, module, function = name.split(".", 2)
    path = f"{_MXNET_NUMPY[module]}.{function}"
    recorded = run.recorded.call_function(node, path, arguments)
    if recorded is not None:
        return recorded
    if any(value.holds_tensor for value in arguments.all()):
        run.emit(OperatorCall(node, "imperative", bind(run.api, path, arguments)))
        return run.fresh(description=f"the result of `{run.code(node)}`", certain=False, numpy=True)
    if _MAKES_ARRAY.match(path) and not any(value.is_unknown for value in arguments.all()):
        return ImperativeArray(f"`{run.code(node)}`")
    return UNKNOWN


@coded(family=_NONDETERMINISTIC)
def _nondeterministic(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    if run.constructing or name.rpartition(".")[0] in run.attempt.seeded:
        return Plain()  # evaluated once, or again after the same seed: equal in both phases
    of_mode = name.startswith("mxnet.autograd.")
    if of_mode and run.module.hybridizes_again:
        return Plain("bool")  # which discards the graph
    reason = Taint("mode" if of_mode else "drawn", f"`{run.code(node)}`", node if of_mode else None)
    if reason.kind == "mode":
        return Plain("bool", taint=reason)
    if name.startswith("numpy.random."):
        return NumPyArray(reason) if node.args or node.keywords else Plain("float", taint=reason)
    return Opaque(reason) if name.startswith(("uuid", "datetime")) else Plain("", taint=reason)


def _numeric(run: Run, name: str, arguments: Arguments) -> Value:
    taint = taint_among(arguments.all())
    scalars = all(isinstance(value, Plain) for value in arguments.all())
    if any(isinstance(value, (Unknown, Block)) for value in arguments.all()):
        return UNKNOWN
    if name.startswith("math."):
        return Plain("float", taint=taint)
    last = last_part(name)
    if last in ("bool_", "bool8"):
        return NumPyArray(taint) if not scalars else Plain("numpy.bool_", taint=taint)
    if scalars and re.fullmatch(r"u?int\d+|float\d+", last):
        return Plain("float" if last.startswith("float") else f"numpy.{last}", taint=taint)
    described = numpy_functions.function(name)
    scalar = "" if described is None or arguments.keywords else _type_of_result(described, arguments)
    if scalar == "tuple":
        return Opaque(taint)
    if scalar:
        return Plain(scalar, taint=taint)
    if any(isinstance(value, ImperativeArray) for value in arguments.all()):
        return UNKNOWN
    if not name.startswith("numpy."):
        return NumPyArray(taint)
    dims = arguments.positional[0].literal_dims if arguments.positional else None
    known = described is not None and (dims is None or len(dims) >= described.rank)
    rule = described.shape if described is not None and known else ""
    return NumPyArray(taint, array_shapes.dims_created(last, arguments, rule))


def _type_of_result(described: NumPyFunction, arguments: Arguments) -> str:
    """Return the type of what the function `described` gives for positional arguments; "" if that may be an array."""
    given = arguments.positional
    if len(given) > 2 or arguments.starred:
        return ""
    types = [value.type for value in given if isinstance(value, Plain)]
    if len(types) < len(given):
        result = described.of_arrays  # of arrays of floats
        return result if result in ("", "bool", "int", "tuple", "numpy.bool_") else "number"
    integers = all(type_ in ("int", "bool") for type_ in types)
    result = described.of_integers if integers else described.of_floats
    return "float" if result == "numpy.float64" else result  # a subclass of it


@coded(family=re.compile(r"mxnet\.gluon\.loss\.(_reshape_like|_apply_weighting)$"))
def _loss_helper(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate the helper functions of losses in mxnet/gluon/loss.py."""
    module, *values = arguments.positional or (UNKNOWN,)
    if not (isinstance(module, Namespace) and module.phase == "both" and values and isinstance(values[0], Tensor)):
        return UNKNOWN
    if name.endswith("_reshape_like"):
        return operators.result(run, node, bind(run.api, "reshape_like", Arguments(tuple(values))))
    sample_weight = arguments.get(3, "sample_weight")
    product = traced.operation(run.graph, "broadcast_mul", values, is_new=True)
    weighed = run.fresh(product, description=f"the result of `{run.code(node)}`")
    return replace(weighed, shape=values[0].shape) if sample_weight in (None, NONE) else weighed
