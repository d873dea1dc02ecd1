"""Does the model survive MXNet's own export?"""

from __future__ import annotations

import contextlib
import os
import warnings
from typing import Any, Iterable, Iterator, List, Tuple

from ...backend import load_backend
from ...diagnostics.source_lines import forward_of
from ...errors import ModelRaised, model_code, refused_by_machine
from ...folders import temporary_folder
from ...model.comparing import compare
from ...model.pair import pair_of
from ...model.recording import Call, seed_all
from ...model.standard import standard_of
from ...model.steps import failure_of, mode_of
from ...model.subject import Subject
from ...model.tree import HybridBlock, SymbolBlock
from ...mxnet_compat import import_mxnet, method_of
from ...report import Problem, Stage, Status
from ...structures import NDArray, arrays, copied, map_leaves, wait
from .base import (
    USUAL_REMEDY,
    Outcome,
    failed,
    not_run,
    passed,
    problem_of_failure,
    problems_of_comparison,
    size_of_parameters,
    warned,
)

mx = import_mxnet()

_SEED = 3
#: Part of MXNet's message for parameters that were saved under NumPy semantics.
_NUMPY_SHAPES = "saved in np shape semantics"
_LOADED_WITH_NUMPY = "what MXNet's own export() wrote loads only under NumPy semantics, and then returns the same"
_LOAD_WITH_NUMPY = (
    "Load it after npx.set_np(), or in `with mx.util.np_shape(True), mx.util.np_array(True):`, and pass arrays of "
    "mx.np."
)
_ARCHIVE = "Write an archive (export_tree), which holds every graph of the model, or load the parameters into its code."


def run(subject: Subject) -> Outcome:
    return survives(subject, _nets(subject))


def _nets(subject: Subject) -> Iterator[Tuple[Any, Any]]:
    used = pair_of(subject).hybridized
    if used is not None:  # its first call was the recorded one
        yield used, standard_of(subject).execution(hybridized=True).results[0].outputs
    yield subject.prepared_net(True, writes=False), None


def survives(subject: Subject, hybridized: Iterable[Tuple[Any, Any]]) -> Outcome:
    """Return the outcome for the first of these hybridized nets that survives, else for the last.

    Each is given with what it returned for the recorded call, None if it has not been called yet.
    """
    net = subject.net
    if "" not in subject.roots or isinstance(net, SymbolBlock):
        return not_run("only a HybridBlock that is hybridized can be exported")
    call, *more = subject.recorded.calls_of("")
    if more or len(call.kwargs) > 1:
        return not_run("the model is called several times or with keyword arguments; an exported file is not")
    for exported, known in hybridized:
        outcome = _survives(subject, call, exported, known)
        if outcome.status is Status.PASSED:
            break
    return outcome


def _survives(subject: Subject, call: Call, exported: Any, known: Any = None) -> Outcome:
    net = subject.net
    own = method_of(type(net), "export") is not HybridBlock.export
    backend = load_backend()
    given = arrays([call.args, call.kwargs])

    def run(block: Any, *args: Any, **kwargs: Any) -> Any:
        seed_all(_SEED if known is None else subject.recorded_seed)
        with mode_of("predict"):
            return wait(block(*copied(args), **copied(kwargs)))

    outputs = run(exported, *call.args, **call.kwargs) if known is None else known
    if not exported._cached_graph:  # the first call creates it
        return not_run("the model has no graph, so that export() has nothing to write")
    if own:
        return _own_export(exported)
    names = [variable.name for variable in exported._cached_graph[0]]
    if len(names) != len(given):
        text = (
            f"exported, the model takes {len(names)} tensors, and it is called with {len(given)}: what its __call__ or "
            "forward does with the arguments is not exported"
        )
        return warned([_placed(Problem(Stage.EXPORT, text), net)])
    stage = Stage.EXPORT

    def reloaded(remove_amp_cast: bool = True) -> List[Any]:
        nonlocal stage
        with temporary_folder(size_of_parameters(net)) as folder, warnings.catch_warnings(), model_code():
            warnings.simplefilter("ignore")
            file = os.path.join(folder, "model")
            stage = Stage.EXPORT
            symbol_file, parameters_file = backend.export(exported, file, remove_amp_cast)
            stage = Stage.REIMPORT
            loaded = SymbolBlock.imports(symbol_file, names, parameters_file, subject.context)
            return arrays(run(loaded, *given))

    try:
        result = reloaded()
    except ModelRaised as raised:
        if refused_by_machine(raised.error):
            raise
        if _NUMPY_SHAPES in str(raised):
            with contextlib.suppress(ModelRaised), mx.util.np_shape(True), mx.util.np_array(True):
                if _compared(subject, outputs, reloaded()).status is Status.PASSED:
                    return warned([Problem(Stage.REIMPORT, _LOADED_WITH_NUMPY, remedy=_LOAD_WITH_NUMPY)])
        failure = failure_of(raised, exported, hybridized=True)
        text = "what MXNet's own export() wrote cannot be loaded" if stage is Stage.REIMPORT else "export() fails"
        return failed([_placed(problem_of_failure(failure, stage, text), net)])
    outcome = _compared(subject, outputs, result)
    if outcome.status is Status.FAILED and "amp_" in exported._cached_graph[1].tojson(remove_amp_cast=False):
        with contextlib.suppress(ModelRaised):
            if _compared(subject, outputs, reloaded(remove_amp_cast=False)).status is Status.PASSED:
                problem = outcome.problems[0]
                problem.message, problem.location = f"export() leaves out the casts of AMP; {problem.message}", None
                problem.remedy = "Call export(path, remove_amp_cast=False), which loads with equal outputs."
                return warned([problem])
    if outcome.status is Status.FAILED:
        repeated = run(exported, *call.args, **call.kwargs)
        if not compare(outputs, repeated, subject.tolerances(), masks=subject.undetermined):
            return not_run("two equal calls of the hybridized model give different values")
    return outcome


def _own_export(net: Any) -> Outcome:
    """Check whether a user-defined `export` raises: what it writes only the user's code can load."""
    try:
        with temporary_folder(size_of_parameters(net)) as folder, warnings.catch_warnings(), model_code():
            warnings.simplefilter("ignore")
            net.export(os.path.join(folder, "model"))
    except ModelRaised as raised:
        if refused_by_machine(raised.error):
            raise
        failure = failure_of(raised, net, hybridized=True)
        remedy = "Derive it from HybridBlock.export, or write an archive (export_tree)."
        return warned([problem_of_failure(failure, Stage.EXPORT, "the export() of the model itself raises", remedy)])
    return not_run("the model has an export() of its own, which raises nothing")


def _compared(subject: Subject, outputs: Any, values: List[Any]) -> Outcome:
    message = "written by MXNet's own export() and loaded by SymbolBlock.imports, it returns something else"
    if len(values) != len(arrays(outputs)):
        text = f"{message}: {len(values)} tensors instead of {len(arrays(outputs))}"
        return failed([_placed(Problem(Stage.REIMPORT, text), subject.net)])
    left = iter(values)

    def put(leaf: Any) -> Any:
        if not isinstance(leaf, NDArray):
            return leaf
        other = next(left)
        return other.as_np_ndarray() if isinstance(leaf, mx.np.ndarray) else other

    # The file holds a flat list of tensors: restore their structure and kind.
    other = map_leaves(put, outputs)
    names = ("hybridized", "loaded")
    comparison = compare(outputs, other, subject.tolerances(), names, subject.undetermined)
    problems = problems_of_comparison(comparison, message, Stage.REIMPORT)
    return failed([_placed(problem, subject.net) for problem in problems]) if problems else passed(tensors=len(values))


def _placed(problem: Problem, net: Any) -> Problem:
    """Return `problem` with the line of the user's own `__call__` or `forward`, which is not exported, and with a
    remedy."""
    own = forward_of(net, [name for name in ("__call__", "forward") if name != load_backend().traced_method])
    problem.location = problem.location or own
    problem.remedy = problem.remedy or (USUAL_REMEDY if own is not None else _ARCHIVE)
    problem.block_class = type(net).__name__
    return problem
