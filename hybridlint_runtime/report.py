"""The results of a check: plain data that every report format reads and that crosses process boundaries as JSON.

Nothing here imports MXNet, so reports can be read and rendered where MXNet is not installed. The engine
(`checking/`) fills a :class:`Report` and `reporting/` renders it; neither depends on the other.
"""

from __future__ import annotations

import dataclasses
import datetime
import enum
from typing import Any, Dict, List, Mapping, Optional

from .plain_data import decoded, encoded

#: Version of the JSON format. It increases when a field changes its meaning or is removed, not for new fields.
FORMAT_VERSION = 1


class Status(str, enum.Enum):
    """The result of one probe. `NOT_RUN` always has a reason and never counts as a pass."""

    PASSED = "passed"
    FAILED = "failed"
    WARNED = "warned"
    NOT_RUN = "not run"


class Verdict(str, enum.Enum):
    """The result of the whole check."""

    PASSED = "passed"
    FAILED = "failed"
    COULD_NOT_LOOK = "could not look"


class Stage(str, enum.Enum):
    """The step at which a problem appeared, in the order in which a model takes them."""

    BUILD = "build"
    IMPERATIVE = "imperative run"
    TRACE = "trace"
    EXECUTION = "execution"
    STRUCTURE = "structure"
    VALUES = "values"
    OTHER_SHAPES = "other shapes"
    GRADIENTS = "gradients"
    MODES = "modes"
    STATE = "state"
    EXPORT = "export"
    REIMPORT = "re-import"
    ONNX = "ONNX"
    CONTEXTS = "contexts"
    PROCESS = "process"


@dataclasses.dataclass
class SourceLocation:
    """A line of the user's own code. `line` counts from 1; `source` is the text of that line, stripped."""

    file: str
    line: int
    function: str = ""
    source: str = ""


@dataclasses.dataclass
class Excerpt:
    """Source lines around a location. `lines` have no line breaks; `first_line` is the number of the first, from 1."""

    first_line: int
    lines: List[str]


@dataclasses.dataclass
class FixDiff:
    """The linter's fix for the place of a problem, as the lines of a unified diff without file names.

    `safe` is True if the imperative result stays the same; otherwise `risk` says what may change. `edits` replace the
    range from `line`, `column` to `end_line`, `end_column` by `text`; lines count from 1, columns from 0, in
    characters.
    """

    description: str
    safe: bool
    diff: List[str]
    edits: List[Dict[str, Any]] = dataclasses.field(default_factory=list)
    risk: str = ""


@dataclasses.dataclass
class Problem:
    """One cause of failure, reported once.

    `block` is the structural path of the innermost block concerned ("" is the root, "features.0" a grandchild).
    `operator` is the graph node (its name and operator, with input shapes and dtypes if known). `message` is one
    sentence for display; `mxnet_message` the essential lines of MXNet's message. `rule` is the `HYBnnn` that explains
    it, if one does; `remedy` what to write instead. `details` contains figures by name (largest difference, tolerance,
    shapes ...), JSON values only. `also` lists the paths of other blocks that fail for the same cause. `excerpt` is the
    source around `location`; `fix` the linter's fix there, if it has one.
    """

    stage: Stage
    message: str
    block: str = ""
    block_class: str = ""
    location: Optional[SourceLocation] = None
    operator: Optional[str] = None
    error_type: Optional[str] = None
    mxnet_message: Optional[str] = None
    rule: Optional[str] = None
    remedy: Optional[str] = None
    details: Dict[str, Any] = dataclasses.field(default_factory=dict)
    also: List[str] = dataclasses.field(default_factory=list)
    excerpt: Optional[Excerpt] = None
    fix: Optional[FixDiff] = None


@dataclasses.dataclass
class FailingLine:
    """A line of the model's sources that fails or diverges when the model is hybridized.

    `proven` is True if it failed or diverged in this check, and `evidence` describes how; otherwise the linter derives
    it from the facts of the imperative run. `message` is what happens and what to write instead.
    """

    location: SourceLocation
    message: str
    rule: Optional[str] = None
    proven: bool = False
    evidence: str = ""
    fix: Optional[FixDiff] = None


@dataclasses.dataclass
class ProbeResult:
    """The result of one probe on one context, such as "do the outputs match at another batch size".

    `title` and `question` describe the probe.
    """

    probe: str
    context: str
    status: Status
    reason: str = ""
    problems: List[Problem] = dataclasses.field(default_factory=list)
    seconds: float = 0.0
    details: Dict[str, Any] = dataclasses.field(default_factory=dict)
    title: str = ""
    question: str = ""

    def to_json(self) -> Dict[str, Any]:
        return encoded(self)  # type: ignore[no-any-return]


@dataclasses.dataclass
class BlockResult:
    """One node of the tree of blocks with its results.

    `path` is structural ("features.0.body"), "" for the root. `kind` is "hybrid", "plain" or "symbol". `shared_with` is
    the path of the first registration of the same block object, if this is a second one. `results` maps a context
    ("cpu(0)") to stage → status for that block. `reason` is why a block was not traced (never called, plain Block ...).
    `inputs` and `outputs` are those of its first call, one text each ("float32[2, 3]"); `own_parameters` maps the names
    of its own parameters to their dtypes and shapes. `measured` maps a context to figures by name: `imperative_s` and
    `hybridized_s` (seconds of its calls, including its children), `difference` (the largest between imperative outputs
    and those of its graph) and `tolerance` (the allowed difference at that element). `graph` is described in
    `block_details.graph_of`; None if there is none.
    """

    path: str
    class_name: str
    kind: str
    name: str = ""
    calls: int = 0
    parameters: int = 0
    shared_with: Optional[str] = None
    reason: str = ""
    results: Dict[str, Dict[str, Status]] = dataclasses.field(default_factory=dict)
    children: List[BlockResult] = dataclasses.field(default_factory=list)
    inputs: List[str] = dataclasses.field(default_factory=list)
    outputs: List[str] = dataclasses.field(default_factory=list)
    own_parameters: Dict[str, str] = dataclasses.field(default_factory=dict)
    measured: Dict[str, Dict[str, float]] = dataclasses.field(default_factory=dict)
    graph: Optional[Dict[str, Any]] = None


@dataclasses.dataclass
class Report:
    """The results of one check. `to_json` and `from_json` are inverse; the JSON format is documented and stable."""

    target: str
    verdict: Verdict = Verdict.COULD_NOT_LOOK
    summary: str = ""
    contexts_checked: List[str] = dataclasses.field(default_factory=list)
    contexts_not_checked: Dict[str, str] = dataclasses.field(default_factory=dict)
    blocks: Optional[BlockResult] = None
    probes: List[ProbeResult] = dataclasses.field(default_factory=list)
    problems: List[Problem] = dataclasses.field(default_factory=list)
    timings: Dict[str, Any] = dataclasses.field(default_factory=dict)
    environment: Dict[str, str] = dataclasses.field(default_factory=dict)
    #: Start of the check, as ISO 8601 with the offset from UTC, and its duration in seconds.
    started: str = ""
    seconds: float = 0.0
    seed: int = 0
    inputs: List[str] = dataclasses.field(default_factory=list)
    notes: List[str] = dataclasses.field(default_factory=list)
    #: What the model wrote to stdout and stderr, shortened in the middle if it is long.
    model_output: str = ""
    #: All lines known to fail, by file and line: those of the problems, and those that the linter finds with `facts`.
    failing_lines: List[FailingLine] = dataclasses.field(default_factory=list)
    #: What the imperative run observed of the user's blocks (`hybridlint.facts`).
    facts: Dict[str, Any] = dataclasses.field(default_factory=dict)
    format_version: int = FORMAT_VERSION

    def to_json(self) -> Dict[str, Any]:
        return encoded(self)  # type: ignore[no-any-return]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Report:
        """Create a report from the result of `to_json`. Raise ValueError for an unsupported format version."""
        if data.get("format_version") != FORMAT_VERSION:
            raise ValueError(
                f"report format {data.get('format_version')!r} is not {FORMAT_VERSION}, which this release reads"
            )
        return decoded(cls, data)  # type: ignore[no-any-return]


def now() -> str:
    """Return the current time as ISO 8601 in seconds, with the offset from UTC."""
    return datetime.datetime.now(datetime.timezone.utc).astimezone().isoformat(timespec="seconds")


def walk(block: BlockResult) -> List[BlockResult]:
    """Return all blocks of the tree from `block` down, parents first."""
    return [block, *(each for child in block.children for each in walk(child))]
