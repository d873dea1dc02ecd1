"""`shadow(net)`: attach to a block, compare some of its hybridized calls with imperative ones, and report.

The user's loop comes first: outputs, gradients, parameters, attributes and random numbers are those of the loop
without a shadow, and an error of ours is logged once and never raised.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import threading
import time
import weakref
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Set, Tuple, Union

from ..diagnostics.source_lines import forward_of
from ..errors import CannotLook
from ..model.comparing import Tolerances
from ..model.state import BlockTexts
from ..model.tree import Block, blocks_of, walk_blocks
from ..mxnet_compat import import_mxnet
from ..report import SourceLocation
from ..spec.options import Tolerance
from ..structures import wait
from . import interception, log
from .cases import Cases
from .control import DRAWS, WRITES, Divergence, Entry, Mode, Skipped, context_of, describe_signature, verdict
from .sampling import Sampling, parse_share
from .stale import attributes_of, stale_graph
from .summary import Summary, prometheus_counter

mx = import_mxnet()

#: Divergences that are retained as objects. All are counted.
_MOST_KEPT = 100
#: One comparison at a time: threads would need the memory of several, and a control replaces functions of MXNet.
_comparing = threading.RLock()


class Diverged(NamedTuple):
    """A compared call that differs from its control.

    `what` is "outputs", "gradients", "error" or "attribute". `block` is the class of the outermost block, `path` and
    `location` the innermost block and the user's line where the divergence begins, as far as they are known at once:
    the check of the saved case finds the others. `call` counts the calls of the block from 1. `case` is the folder of
    the saved case, "" without one.
    """

    block: str
    call: int
    mode: str
    signature: str
    what: str
    message: str
    path: str = ""
    location: Optional[SourceLocation] = None
    causes: Tuple[str, ...] = ()
    case: str = ""

    def __str__(self) -> str:
        where = f"{self.location.file}:{self.location.line}: " if self.location else ""
        causes = "".join(f"; {cause}" for cause in self.causes)
        saved = f"; saved in {self.case}" if self.case else ""
        verb = "" if self.what == "attribute" else " diverges"
        return f"{where}call {self.call} of {self.block} in {self.mode}{verb}: {self.message}{causes}{saved}"

    def to_json(self) -> Dict[str, Any]:
        location = {"file": self.location.file, "line": self.location.line} if self.location else None
        return {**self._asdict(), "location": location, "causes": list(self.causes)}


@dataclasses.dataclass
class _Watched:
    """A block that was called. All but `calls` is about its current graph.

    `attributes` are path → name → text of those that it was traced with, None if that was not seen. `drawing` are the
    modes, by `is_training`, in which it draws random numbers: a copy would be made for nothing. `writes` is whether an
    imperative run writes to arrays. `reported` are the divergences that are known, as (is_training, what), and the
    attributes, as (path, name).
    """

    calls: int = 0
    attributes: Optional[Dict[str, Dict[str, str]]] = None
    drawing: Set[bool] = dataclasses.field(default_factory=set)
    writes: bool = False
    reported: Set[Tuple[Any, str]] = dataclasses.field(default_factory=set)


@dataclasses.dataclass
class _Call:
    """A call of a watched block.

    `graph` is the one that the block had before. `stream` is what is counted up to `every`, `reads` are the inputs and
    weights if the call is due, `entry` is its control, `attributes` are those of the block before it, and `skipped` is
    the reason if it cannot be compared.
    """

    block: Any
    graph: Any
    mode: Mode
    signature: str
    stream: Tuple[Any, ...]
    reads: Optional[List[Any]] = None
    entry: Optional[Entry] = None
    attributes: Optional[BlockTexts] = None
    skipped: Optional[Skipped] = None


class Shadow:
    """Compares some hybridized calls of `net` with imperative ones; see `shadow`.

    A context manager; `attach` and `detach` do the same. `summary` counts what was compared, `divergences` are the
    first ones, and `warnings` the attributes that only the imperative control changes.
    """

    def __init__(
        self,
        net: Any = None,
        *,
        every: Optional[int] = 100,
        share: Union[str, float, None] = None,
        first: int = 0,
        at_most: Union[str, float, None] = None,
        gradients: bool = False,
        tolerances: Optional[Mapping[str, Tolerance]] = None,
        folder: Optional[str] = "hybridlint-shadow",
        most_cases: int = 8,
        most_bytes: int = 2**30,
        localize: bool = True,
        events: Optional[str] = None,
        on_divergence: Optional[Callable[[Diverged], None]] = None,
    ) -> None:
        if net is not None and not isinstance(net, Block):
            raise CannotLook(f"expected a Block, not {type(net).__name__}: shadow(net), with the net of your loop")
        self.summary = Summary()
        self.divergences: List[Diverged] = []
        self.warnings: List[Diverged] = []
        self._net = net
        self._sampling = Sampling(every, parse_share(share, "share"), first, parse_share(at_most, "at_most"))
        self._gradients = gradients
        self._tolerances = Tolerances(by_dtype=dict(tolerances or {}))
        self._cases = Cases(folder, most_cases, most_bytes, localize) if folder is not None else None
        self._events = events
        self._on_divergence = on_divergence
        self._lock = threading.RLock()
        self._attached = False
        #: By the `id` of the block.
        self._watched: Dict[int, _Watched] = {}
        self._failed = False
        self._members: Set[int] = set()

    def attach(self) -> Shadow:
        """Begin to compare. Raise CannotLook if this shadow is attached already."""
        with self._lock:
            if self._attached:
                raise CannotLook("this shadow is attached already: detach it first")
            self._attached = True
        interception.add(self._observe)
        return self

    def detach(self) -> Summary:
        """Stop comparing, log the summary and return it. A second call does nothing."""
        return self._detach(patience=60.0)

    def _detach(self, patience: float) -> Summary:
        """Detach, and wait for the checks of saved cases for `patience` seconds."""
        interception.remove(self._observe)
        with self._lock:
            attached, self._attached = self._attached, False
            self.summary.seconds, self.summary.elapsed = self._sampling.spent, self._sampling.elapsed
        if attached:
            with self._ours():
                if self._cases is not None:
                    for case, result in self._cases.finished(patience):
                        log.warning("%s: %s", case, result)
                log.info("%s", self.summary)
                self._write({"event": "summary", **self.summary.to_json()})
        return self.summary

    def __enter__(self) -> Shadow:
        return self.attach()

    def __exit__(self, kind: Any, *error: Any) -> None:
        self._detach(60.0 if kind is None or issubclass(kind, Exception) else 0.0)  # Ctrl-C ends the loop at once

    def _observe(self, block: Any, args: Tuple[Any, ...], kwargs: Dict[str, Any], run: Callable[[], Any]) -> Any:
        """Run a call of the user's, and compare it if it is due. What `run` raises is the user's."""
        call: Optional[_Call] = None
        began = time.perf_counter()
        with self._ours():
            call = self._begin(block, args, kwargs)
        if call is not None and call.reads is not None:
            wait(call.reads)  # MXNet raises the failure of an operator once: it is the user's
            with self._ours():
                self._run_control(call, args, kwargs)
        before = time.perf_counter() - began
        outputs = run()
        if call is None:
            return outputs
        if call.entry is not None:
            wait(outputs)
        began = time.perf_counter()
        with self._ours():
            self._end(call, outputs)
        if call.entry is not None or call.skipped is not None:
            with self._lock:
                self._sampling.spent += before + time.perf_counter() - began
        return outputs

    def _begin(self, block: Any, args: Tuple[Any, ...], kwargs: Dict[str, Any]) -> Optional[_Call]:
        """Count a call of `block`, and return it. None if the block is not watched."""
        if not self._is_watched(block):
            return None
        mode, key = Mode.current(), id(block)
        call = _Call(
            block,
            vars(block).get("_cached_op"),
            mode,
            describe_signature(args, kwargs, mode),
            (key, mode.training, context_of(args, kwargs)),
        )
        with self._lock:
            if key not in self._watched:
                self._watched[key] = _Watched()
                weakref.finalize(block, self._watched.pop, key, None).atexit = False
            watched = self._watched[key]
            watched.calls += 1
            due = self._sampling.due(call.stream, call.signature)
            if due and mode.training in watched.drawing:
                call.skipped = Skipped(DRAWS)
            elif due:
                call.reads = [args, kwargs, [parameter._data for parameter in block.collect_params().values()]]
        return call

    def _run_control(self, call: _Call, args: Tuple[Any, ...], kwargs: Dict[str, Any]) -> None:
        try:
            with _comparing:
                share = not self._watched[id(call.block)].writes
                call.entry = Entry(call.block, args, kwargs, self._gradients, share)
                call.attributes = BlockTexts(call.block) if call.entry.changes else None
        except Skipped as reason:
            call.skipped = reason

    def _end(self, call: _Call, outputs: Any) -> None:
        """Count a call that has returned `outputs`, and compare it if it is due."""
        block, watched = call.block, self._watched[id(call.block)]
        if vars(block).get("_cached_op") is not call.graph:
            watched.attributes = attributes_of(block)  # those that the new graph was traced with
            watched.drawing.clear()
            watched.reported.clear()
        if call.skipped is not None:
            self._skip(call, watched, call.skipped)
        elif call.entry is None:
            self._count(type(block).__name__, "passed over")
        else:
            self._compare(call, call.entry, watched, outputs)

    def _is_watched(self, block: Any) -> bool:
        if self._net is None or block is self._net or id(block) in self._members:
            return True
        self._members = set(map(id, blocks_of(self._net)))  # blocks may be added later
        return id(block) in self._members

    def _compare(self, call: _Call, entry: Entry, watched: _Watched, outputs: Any) -> None:
        name = type(call.block).__name__
        with _comparing, mx.autograd.pause(train_mode=call.mode.training):
            try:
                divergence, reason = verdict(entry, call.block, outputs, self._tolerances)
            except Skipped as skipped:
                self._skip(call, watched, skipped)
                return
            with self._lock:
                self._sampling.tried(call.stream, call.signature)
                self.summary.compare(name, str(call.mode), call.signature)
            self._count(name, "agreed" if divergence is None else "diverged", reason)
            if divergence is None:
                if call.attributes is not None and vars(call.block)["_cached_op"] is call.graph:
                    self._warn(call, entry, watched, call.attributes)
            # The first of each graph in each mode is reported.
            elif (call.mode.training, divergence.what) not in watched.reported:
                watched.reported.add((call.mode.training, divergence.what))
                self._report(call, entry, watched, divergence)

    def _skip(self, call: _Call, watched: _Watched, skipped: Skipped) -> None:
        watched.writes = watched.writes or str(skipped) == WRITES
        if str(skipped) == DRAWS:
            watched.drawing.add(call.mode.training)
        if not skipped.only_this:
            with self._lock:
                self._sampling.tried(call.stream, call.signature)
        self._count(type(call.block).__name__, "skipped", str(skipped))

    def _count(self, name: str, result: str, reason: str = "") -> None:
        with self._lock:
            self.summary.count(name, result, reason)
        counter = prometheus_counter()
        if counter is not None:
            counter.labels(name, result.replace(" ", "_")).inc()

    def _report(self, call: _Call, entry: Entry, watched: _Watched, divergence: Divergence) -> None:
        stale = None if divergence.what == "error" else stale_graph(entry, call.block, watched.attributes)
        more: Dict[str, Any] = {"location": divergence.location}
        if stale is not None:
            causes = tuple(stale.attributes) or ("a new trace of the block makes another graph",)
            more = {"path": stale.block, "location": stale.location, "causes": causes}
        result = _diverged(call, watched.calls, divergence.what, divergence.message, **more)
        if self._cases is not None:
            located = result.location is not None
            result = result._replace(case=self._cases.save(entry, divergence.outputs, result.to_json(), located))
        if len(self.divergences) < _MOST_KEPT:
            self.divergences.append(result)
        with self._ours():
            log.warning("%s", result)
            self._write({"event": "divergence", **result.to_json()})
            if self._on_divergence is not None:
                self._on_divergence(result)

    def _warn(self, call: _Call, entry: Entry, watched: _Watched, attributes: BlockTexts) -> None:
        """Report the attributes that the control changes, and the hybridized call does not."""
        followed = {(change.path, change.name) for change in attributes.changes()}
        nodes = {node.path: node.block for node in walk_blocks(call.block)}
        for (path, name), line in entry.changes.items():
            block = nodes.get(path)
            ours = block is None or isinstance(vars(block).get(name), Block)  # a child that is replaced
            if ours or type(block).__module__.startswith("mxnet.") or {(path, name)} & (followed | watched.reported):
                continue
            watched.reported.add((path, name))
            message = f"imperatively, the call changes self.{name}; hybridized, it does not"
            line = line or forward_of(block)
            result = _diverged(call, watched.calls, "attribute", message, path=path, location=line)
            if len(self.warnings) < _MOST_KEPT:
                self.warnings.append(result)
            with self._ours():
                log.warning("%s", result)
                self._write({"event": "warning", **result.to_json()})

    def _write(self, event: Mapping[str, Any]) -> None:
        if self._events is not None:
            with open(self._events, "a", encoding="utf-8") as stream:
                stream.write(json.dumps({"time": time.time(), **event}) + "\n")

    @contextlib.contextmanager
    def _ours(self) -> Iterator[None]:
        """Swallow an error of ours, or of a disk, a log handler or the user's callback, and log the first."""
        try:
            yield
        except Exception:
            with self._lock:
                self.summary.errors += 1
                first, self._failed = not self._failed, True
            if first:
                log.exception("a call was not compared because of an error of hybridlint, not of your model")


def _diverged(call: _Call, number: int, what: str, message: str, **more: Any) -> Diverged:
    return Diverged(type(call.block).__name__, number, str(call.mode), call.signature, what, message, **more)


def shadow(net: Any = None, **options: Any) -> Shadow:
    """Return a context manager that compares some hybridized calls of `net` with imperative ones, in the user's loop.

    `net` is a hybridized Block or a tree over hybridized blocks; None means every block that is called. On each
    `every`-th call of an outermost hybridized block (counted by mode and context), with probability `share`, and on the
    `first` calls of each signature of inputs, the same inputs go through a copy of the block imperatively, with the
    same parameters, state and mode; the outputs are compared with the tolerances of the check (`tolerances`: dtype →
    Tolerance), and with `gradients` those of a backward pass too. `at_most` is the largest share of the time that
    comparisons take ("1%").

    A divergence is logged ("hybridlint_runtime.shadow"), given to `on_divergence`, appended to the file `events` as a
    line of JSON, and its first calls are saved below `folder` (None: not saved), at most `most_cases` of `most_bytes`
    bytes in all; with `localize`, a process then checks the saved case, which finds the operator and the line.

    Where a call drops out, a copy of its graph is compared, both without dropout. A call that draws other random
    numbers, or a block that cannot be copied, is counted and not compared. Raise CannotLook for an option that is not
    valid, or a net that is no Block.
    """
    return Shadow(net, **options)
