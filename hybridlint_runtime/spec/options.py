"""The options of a check, and how a model is used: called, changed between calls, hybridized."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

_INDEX = re.compile(r"(-?\d+)?(:)?(-?\d+)?(?:(:)(-?\d+)?)?$")

#: The probe that compares training steps.
TRAINING = "gradients"


def elements(text: str) -> Tuple[Any, ...]:
    """Parse a NumPy index of integers, slices and `...`: `"3:, -1"` → `(slice(3, None), -1)`. Raise ValueError."""
    parts: List[Any] = []
    for part in (item.strip() for item in text.split(",")):
        match = _INDEX.match(part)
        if part == "...":
            parts.append(...)
        elif match is None or not part:
            raise ValueError(f"{text!r} is not an index such as 3: or ...,-1")
        elif match.group(2) is None:
            parts.append(int(part))
        else:
            start, _, stop, _, step = match.groups()
            parts.append(slice(*(None if value is None else int(value) for value in (start, stop, step))))
    return tuple(parts)


@dataclasses.dataclass
class Tolerance:
    """|imperative - other| <= absolute * scale + relative * |imperative|.

    `scale` is the root mean square of the output, so that small outputs must agree more closely and rounding in large
    ones passes.
    """

    relative: float
    absolute: float


#: Tolerances for unmeasured rounding, by dtype: operators that are fused or reordered in a graph round differently.
#: Integers and booleans are exact. For float32 it is half a unit in the last place of float16: a constant in half
#: precision loses as much when MXNet writes it into a graph as text.
TOLERANCES: Mapping[str, Tolerance] = {
    "float16": Tolerance(relative=1e-2, absolute=1e-2),
    "bfloat16": Tolerance(relative=5e-2, absolute=5e-2),
    "float32": Tolerance(relative=2**-11, absolute=1e-5),
    "float64": Tolerance(relative=1e-6, absolute=1e-7),
}


@dataclasses.dataclass
class CheckOptions:
    """The options of a check. The defaults suit most models.

    `contexts` are MXNet contexts as text ("cpu(0)"); one named in `require_contexts` that cannot be used fails the
    check, any other is reported as not checked. `probes` names the probes to run (None: all), `skip` those not to run.
    `deadly` names probes that are known to end the process: they are reported as failed and not run. `unaskable` maps a
    probe that ends the process of the imperative model to the reason why it is not run. `untrainable` is why the probe
    TRAINING trains the hybridized model only, "" if it trains both.

    `tolerances` maps a dtype name to a Tolerance. `output_tolerances` maps the path of an output ("[0]", "" for a
    single one) to a Tolerance and takes precedence. `ignored` maps the path of an output to the elements that are not
    compared, as a NumPy index ("3:", "...,-1"; "..." is the whole output). `calls` is the number of consecutive calls
    of a model. `batch` is the second batch size. `also_shapes` are functions that make further inputs: (context, seed,
    batch or None) → arguments. `allow_undetermined` permits outputs with elements that differ between two equal
    imperative runs (rows that `while_loop` leaves unwritten); they are excluded from comparisons. `archive` writes the
    tree, loads it in a fresh process and compares. `onnx` runs the probe `onnx` in addition. `timeout` is in seconds
    for each fresh process. `outputs` is the file to which the imperative outputs are written, as NumPy arrays.
    """

    contexts: List[str] = dataclasses.field(default_factory=lambda: ["cpu(0)"])
    require_contexts: List[str] = dataclasses.field(default_factory=list)
    probes: Optional[List[str]] = None
    skip: List[str] = dataclasses.field(default_factory=list)
    deadly: List[str] = dataclasses.field(default_factory=list)
    unaskable: Dict[str, str] = dataclasses.field(default_factory=dict)
    untrainable: str = ""
    seed: int = 0
    tolerances: Dict[str, Tolerance] = dataclasses.field(default_factory=dict)
    output_tolerances: Dict[str, Tolerance] = dataclasses.field(default_factory=dict)
    ignored: Dict[str, str] = dataclasses.field(default_factory=dict)
    calls: int = 3
    batch: Optional[int] = None
    also_shapes: List[Callable[..., Any]] = dataclasses.field(default_factory=list)
    static_alloc: bool = False
    static_shape: bool = False
    allow_undetermined: bool = False
    archive: bool = True
    onnx: bool = False
    quick: bool = False
    timeout: float = 300.0
    outputs: str = ""

    def __post_init__(self) -> None:
        if self.calls < 1:
            raise ValueError(f"calls must be at least 1, not {self.calls}")
        if not self.contexts:
            raise ValueError("contexts must name at least one context, such as cpu(0)")
        for index in self.ignored.values():
            elements(index)


@dataclasses.dataclass(frozen=True)
class Scenario:
    """`call(net, inputs)` runs the net and returns what to compare (also Python values that depend on the run).

    `between(net)` is called after the first of several calls, to change an attribute or replace a child.
    `hybridize(net)` replaces `net.hybridize()`. All three must do the same to every net.
    """

    call: Callable[[Any, Sequence[Any]], Any] = lambda net, inputs: net(*inputs)
    between: Optional[Callable[[Any], None]] = None
    hybridize: Optional[Callable[[Any], None]] = None
