"""Check whether a model loaded from an archive computes what was recorded in it.

The check runs in this process, or in a fresh one with its own counters of blocks, names and caches.
"""

from __future__ import annotations

import dataclasses
import os
import sys
import time
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Union

from ... import fork_server
from ...diagnostics.failures import essential
from ...errors import CannotLook, ModelRaised, model_code
from ...model.comparing import Tolerances, compare
from ...model.draws import always_draws
from ...model.judging import rounding_of
from ...model.recording import seed_all
from ...mxnet_compat import import_mxnet
from ...spec.inputs import to_context
from ...spec.target import Target, parse_target
from ...structures import arrays, dtype_name, moved, wait
from . import nesting
from .archived_block import load_block
from .errors import ArchiveMismatch
from .graph_file import operators
from .loading import graft
from .manifest import CallRecord, GraphRecord
from .model import Model
from .nesting import describe
from .params_file import semantics
from .reading import Archive

mx = import_mxnet()

#: Number of blocks of each kind that are made before the archive is loaded, so that the counters in MXNet's names
#: differ from those of the exporting process.
_DECOYS = 3

NOT_RECORDED = (
    "it loads, and no call of it was recorded to compare with: give export the inputs of a call, and it can be proven"
)


@dataclasses.dataclass
class CallCheck:
    """The result of one recorded call of the block at `path`. `status` is "passed", "failed" or "not run", with a
    `reason`.

    `differences` are sentences. `tensors` counts what was compared, `largest` is the largest absolute difference.
    """

    path: str
    status: str
    reason: str = ""
    differences: List[str] = dataclasses.field(default_factory=list)
    tensors: int = 0
    largest: float = 0.0


@dataclasses.dataclass
class ArchiveCheck:
    """The result of an archive on one context. `problem` is why it could not be loaded at all, "" if it could.

    It has passed if at least one call was compared and none failed.
    """

    path: str
    context: str
    mxnet: str
    written_with: str = ""
    calls: List[CallCheck] = dataclasses.field(default_factory=list)
    problem: str = ""
    seconds: float = 0.0

    @property
    def verdict(self) -> str:
        """ "passed", "failed", or "not proven" if nothing could be compared."""
        states = [call.status for call in self.calls]
        if self.problem or "failed" in states:
            return "failed"
        return "passed" if "passed" in states else "not proven"

    @property
    def passed(self) -> bool:
        """Whether something was compared and nothing differed."""
        return self.verdict == "passed"

    @property
    def problems(self) -> List[str]:
        """All problems, a sentence each; empty if it has passed."""
        result = [self.problem] if self.problem else []
        for call in self.calls:
            if call.status == "failed":
                result.extend(f"{call.path or 'the root'}: {text}" for text in call.differences)
        if not result and not self.passed:
            reasons = sorted({call.reason for call in self.calls if call.reason}) or ["it holds no graph"]
            result.append(f"nothing could be compared: {'; '.join(reasons)}")
        return result

    def to_json(self) -> Dict[str, Any]:
        return {**dataclasses.asdict(self), "verdict": self.verdict, "passed": self.passed, "problems": self.problems}


def check_archive(
    path: Union[str, os.PathLike[str]],
    context: str = "cpu(0)",
    make_net: Optional[Callable[[], Any]] = None,
    tolerances: Optional[Tolerances] = None,
    allow_changed: bool = False,
) -> ArchiveCheck:
    """Load the archive on `context` and compare every recorded call with the current results.

    The root is loaded without source if it is a HybridBlock, and always into the result of `make_net`, if that is
    given. For a plain root without `make_net`, every block that has a graph is checked separately. `tolerances` of
    single outputs apply to those of the root. Raise ArchiveError if the archive is damaged or does not fit.
    """
    started = time.perf_counter()
    archive = Archive(path)
    result = ArchiveCheck(str(path), context, str(mx.__version__), archive.manifest.written_by.get("mxnet", ""))
    device = to_context(context)
    of_root = tolerances or Tolerances()
    inside = Tolerances(of_root.by_dtype)
    with device:
        if make_net is not None:
            net = make_net()
            _adapt_dtype(archive, net)
            graft(archive, net, [device], allow_changed)
            for call in archive.manifest.calls:
                if call.path == "":
                    result.calls.append(_check_call(archive, call, net, device, of_root))
        loaded: Dict[str, Any] = {}
        values: Dict[str, Any] = {}
        for call in archive.manifest.calls:
            if call.graph is None:
                if make_net is None:
                    reason = (
                        "it is a plain Block, whose code is not in the archive: give its source to check it as well"
                    )
                    result.calls.append(CallCheck(call.path, "not run", reason))
                continue
            try:
                values = values or archive.parameters()
                block = loaded.get(call.path) or load_block(archive, call.path, [device], values)
            except ArchiveMismatch as error:
                if make_net is not None:
                    continue
                result.calls.append(CallCheck(call.path, "not run", str(error)))
                continue
            loaded = {call.path: block}
            result.calls.append(_check_call(archive, call, block, device, inside if call.path else of_root))
        recorded = {call.graph for call in archive.manifest.calls}
        for index, graph in enumerate(archive.manifest.graphs):
            # The other graphs of blocks that override `forward` are shown by the same call.
            if index not in recorded and graph.at != "call":
                result.calls.append(_load_only(archive, graph, device, make_net is not None))
    result.seconds = time.perf_counter() - started
    return result


def _check_call(archive: Archive, call: CallRecord, block: Any, device: Any, tolerances: Tolerances) -> CallCheck:
    graph = None if call.graph is None else archive.graph(archive.manifest.graphs[call.graph])
    if call.seed is None and graph is not None and any(map(always_draws, operators(graph))):
        return CallCheck(
            call.path, "not run", "it draws random numbers in the middle of a run, which cannot be repeated alone"
        )
    args, expected = archive.call(call)
    args = moved(args, device)

    def run(arguments: Any) -> Any:
        with semantics(call.numpy, call.numpy), model_code():
            if call.seed is not None:
                seed_all(call.seed)
            return wait(block(*arguments))

    try:
        outputs = run(args)
    except ModelRaised as raised:
        text = f"it raises {type(raised.error).__name__}: {essential(str(raised))}"
        return CallCheck(call.path, "failed", differences=[text])
    form, tensors = describe(outputs)
    if not nesting.is_kept(call.outputs):
        if not arrays(expected):
            return CallCheck(call.path, "not run", "what it returns is of a kind that an archive does not hold")
        outputs = nesting.rebuild(form, tensors)
    elif form != call.outputs:
        text = f"it returns {nesting.shown(form)} where {nesting.shown(call.outputs)} was recorded"
        return CallCheck(call.path, "failed", differences=[text])

    with_baseline = dataclasses.replace(tolerances, baseline=rounding_of(run, args, outputs))
    compared = compare(expected, outputs, with_baseline, ("as recorded", "loaded"))
    differences = [difference.message for difference in compared.differences]
    status = "failed" if differences else "passed"
    return CallCheck(call.path, status, differences=differences, tensors=compared.tensors, largest=compared.largest)


def _load_only(archive: Archive, graph: GraphRecord, device: Any, grafted: bool) -> CallCheck:
    """Return what can be known of a graph of which no call was recorded."""
    reason = NOT_RECORDED
    if not grafted:
        try:
            load_block(archive, graph.path, [device])
        except ArchiveMismatch as error:
            reason = error.message
    return CallCheck(graph.path, "not run", reason)


def _adapt_dtype(archive: Archive, net: Any) -> None:
    """Cast a new instance as the model was cast that was archived, if that explains all its dtypes."""
    here = Model(net).parameters
    pairs = {(dtype_name(here[item.name]), item.dtype) for item in archive.manifest.parameters if item.name in here}
    wanted = {there for before, there in pairs if before != there}
    if len(wanted) == 1 and wanted <= {"float16", "float32", "float64"}:
        net.cast(wanted.pop())


def check_in_fresh_process(
    path: Union[str, os.PathLike[str]],
    context: str = "cpu(0)",
    target: Union[Target, str, None] = None,
    tolerances: Optional[Tolerances] = None,
    timeout: float = 300.0,
    allow_changed: bool = False,
) -> ArchiveCheck:
    """`check_archive` in a process that has imported nothing of the model (see `fork_server`), for `timeout` s.

    `target` ("mymodel:Net", or a Target with arguments of the constructor) is needed to check a plain root as a whole;
    hybrid blocks are loaded without the source of the model. A process that dies or hangs gives a result that says so.
    """
    chosen = parse_target(target) if isinstance(target, str) else target
    folder_of_archive = os.path.abspath(path)
    if tolerances is not None:  # without the baseline, which is a function
        tolerances = Tolerances(tolerances.by_dtype, tolerances.by_output, ignored=tolerances.ignored)
    request = {
        "path": folder_of_archive,
        "context": context,
        "target": chosen,
        "tolerances": tolerances,
        "allow_changed": allow_changed,
        "search": [entry for entry in sys.path if entry],
    }
    answers, problem = fork_server.run(__name__, request, timeout)
    if answers and not problem:
        return answers[0]  # type: ignore[no-any-return]
    return ArchiveCheck(folder_of_archive, context, "", problem=problem or "the fresh process ended without an answer")


def main(request: Mapping[str, Any]) -> Iterator[ArchiveCheck]:
    """The fresh process: yields the result of `request`."""
    # Where the module of the model was found, whoever added that to the path.
    sys.path.extend(entry for entry in request["search"] if entry not in sys.path)
    make_decoys(mx)
    path, context, target = request["path"], request["context"], request["target"]
    try:
        make_net = target.factory() if target is not None else None
        yield check_archive(path, context, make_net, request["tolerances"], request["allow_changed"])
    except CannotLook as error:
        yield ArchiveCheck(path, context, str(mx.__version__), problem=str(error))


def make_decoys(mx: Any) -> List[Any]:
    """Blocks that move the counters from which MXNet makes names."""
    layers = [mx.gluon.nn.Dense, mx.gluon.nn.HybridSequential, mx.gluon.nn.Sequential, mx.gluon.nn.BatchNorm]
    decoys = [layer(1) if layer is mx.gluon.nn.Dense else layer() for layer in layers for _ in range(_DECOYS)]
    return [*decoys, mx.gluon.nn.Conv2D(1, 1), mx.gluon.rnn.LSTM(1), mx.gluon.HybridBlock(), mx.gluon.Block()]
