"""The definition of a probe: one question about a model, with its documentation, its examples, and its code."""

from __future__ import annotations

import ast
import dataclasses
import difflib
import pathlib
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Optional, Tuple

from .errors import CannotLook
from .report import Problem, Stage, Status

if TYPE_CHECKING:
    from .model.subject import Subject

_FOLDER = pathlib.Path(__file__).resolve().parent / "probes"


@dataclasses.dataclass(frozen=True)
class Example:
    """A module with a class `Net`, and its inputs: shapes of float32 tensors, with a batch of 2 as the first dimension.

    The module may define `call(net, inputs)`, `between(net)` and `hybridize(net)` (see `scenario.Scenario`). `also` are
    the shapes of one further call, if there is one.
    """

    source: str
    inputs: Tuple[Tuple[int, ...], ...] = ((2, 3),)
    also: Tuple[Tuple[int, ...], ...] = ()


@dataclasses.dataclass
class Outcome:
    """The result of running a probe. NOT_RUN has a reason; FAILED and WARNED have problems."""

    status: Status
    reason: str = ""
    problems: List[Problem] = dataclasses.field(default_factory=list)
    details: Dict[str, Any] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class Probe:
    """One question about a model.

    `title` names it in reports, `asks` is the question, `why` explains the failure and how MXNet causes it. `bad` is a
    model that fails this probe (and passes all earlier ones), or `no_bad` why there is none; `good` is the same model
    written correctly; `remedy` is what to write. `run` runs the probe. `needs` names probes that must have passed
    before, `after` those that only have to run before. `shares` names what the probe uses from `Subject.once`, which is
    dropped when no remaining probe shares it. `trains` is True for a probe that runs the model in training, `default`
    False for one that only runs when it is named.
    """

    name: str
    title: str
    stage: Stage
    asks: str
    why: str
    remedy: str
    run: Callable[[Subject], Outcome]
    bad: Optional[Example] = None
    no_bad: str = ""
    good: Optional[Example] = None
    needs: Tuple[str, ...] = ("trace", "blocks", "outputs")
    after: Tuple[str, ...] = ()
    trains: bool = False
    shares: Tuple[str, ...] = ()
    default: bool = True


def documented_probes() -> List[Probe]:
    """Return all probes in order, for their documentation.

    They are parsed from the source of `probes/`, because those modules import MXNet. Their `run` only raises.
    """
    return [_probe_of(_FOLDER / f"{name}.py") for name in names()]


def names() -> List[str]:
    """Return the names of all probes in order, without importing MXNet. Each is that of its module."""
    (probes,) = (node.elts for node in _assigned(_FOLDER / "__init__.py", "ALL") if isinstance(node, ast.List))
    return [node.value.id for node in probes if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)]


def refuse_unknown(chosen: Iterable[str]) -> None:
    """Raise CannotLook for the first name that no probe has."""
    known = names()
    unknown = next((name for name in chosen if name not in known), None)
    if unknown is not None:
        near = difflib.get_close_matches(unknown, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"the probes are {', '.join(known)}"
        raise CannotLook(f"there is no probe {unknown!r}: {hint}")


def _probe_of(path: pathlib.Path) -> Probe:
    (call,) = _assigned(path, "PROBE")
    known = {"Probe": Probe, "Example": Example, "Stage": Stage, "_run": _not_imported}
    probe = eval(compile(ast.Expression(call), str(path), "eval"), known)
    assert isinstance(probe, Probe)
    return probe


def _assigned(path: pathlib.Path, name: str) -> List[ast.expr]:
    """Return the values that a module assigns to the name at its top level."""
    values = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            values.append(node.value)  # type: ignore[attr-defined]
    return values


def _not_imported(subject: Subject) -> Outcome:
    raise RuntimeError("this probe was read for its texts")
