"""`--repro`: a small script with saved inputs that reproduces a failure with MXNet alone.

The worker saves the inputs before the model runs, so that they exist even if the model ends the process, and the
parameters after the first imperative run, when deferred shapes are known. The script is written after the check, when
the failures are known.
"""

from __future__ import annotations

import contextlib
import os
import re
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence

from ..folders import PACKAGE
from ..questions import BY_NAME
from ..report import Report, Status
from ..spec.importing import module_of
from ..spec.job import Job
from ..spec.options import Tolerance

if TYPE_CHECKING:
    from ..spec.inputs import InputPlan

_INPUTS, _PARAMETERS = "inputs.npz", "parameters.npz"
_TEMPLATE = os.path.join(PACKAGE, "reporting", "reproduction.py.jinja")


def folder_for(parent: str, target: str) -> str:
    """Return the folder below `parent` for the script of a target."""
    return os.path.join(parent, re.sub(r"[^\w.-]+", "-", target).strip("-."))


def save_inputs(
    folder: str, plan: InputPlan, seed: int, batch: Optional[int], further: Sequence[InputPlan] = ()
) -> Dict[str, str]:
    """Save the inputs of two calls, of one at another batch size and of `further` ones to `inputs.npz` in `folder`.

    Return, for "first", "second", "other_batch" and "further", the Python expression that makes the inputs, or the list
    of all further inputs, from the saved arrays.
    """
    import numpy

    arrays: Dict[str, Any] = {}
    first = plan.values(seed)
    own = next((array.shape[0] for array in _arrays(first) if array.ndim), 1)
    calls = {
        "first": first,
        "second": plan.values(seed + 1),
        "other_batch": plan.values(seed, batch if batch is not None else own + 1),
        "further": [other.values(seed) for other in further],
    }
    expressions = {name: _expression(values, name, arrays) for name, values in calls.items()}
    os.makedirs(folder, exist_ok=True)
    numpy.savez(os.path.join(folder, _INPUTS), **arrays)
    with contextlib.suppress(FileNotFoundError):
        os.unlink(os.path.join(folder, _PARAMETERS))  # of an earlier check
    return expressions


def save_parameters(folder: str, net: Any) -> None:
    """Save the values of the parameters of `net` to `parameters.npz` in `folder`.

    The key is the index in `net.collect_params()`, which is the same for nets of one class. Sparse parameters and those
    without a value are omitted.
    """
    import numpy

    values = {
        str(number): parameter.list_data()[0].asnumpy()
        for number, parameter in enumerate(net.collect_params().values())
        if parameter._data is not None and parameter._stype == "default"
    }
    numpy.savez(os.path.join(folder, _PARAMETERS), **values)


def write_script(folder: str, job: Job, report: Report, expressions: Mapping[str, str]) -> str:
    """Write `repro.py` beside the inputs and return its path."""
    import jinja2

    with open(_TEMPLATE, encoding="utf-8") as stream:
        template = jinja2.Environment(
            trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, undefined=jinja2.StrictUndefined
        ).from_string(stream.read())
    target, is_file = job.target, job.target.is_file
    module, folders = target.module, [*job.search, os.getcwd(), os.path.join(os.getcwd(), "src")]
    if is_file:
        root, dotted = module_of(module)
        is_file = "." not in dotted
        module, folders = (os.path.abspath(module) if is_file else dotted), [root, *job.search]
    text = template.render(
        report=report,
        summary=_one_line(report.summary),
        problems=[_one_line(problem.message) for problem in report.problems],
        folders=[folder for folder in folders if os.path.isdir(folder)],
        module=module,
        is_file=is_file,
        attribute=target.attribute,
        arguments=dict(target.arguments),
        flags={"static_alloc": job.options.static_alloc, "static_shape": job.options.static_shape},
        seed=job.options.seed,
        inputs=expressions,
        has_parameters=os.path.exists(os.path.join(folder, _PARAMETERS)),
        parts=parts_for(report),
        not_shown=[result.probe for result in report.probes if result.problems and not _part(result.probe)],
        tolerance=job.options.tolerances.get("float32", Tolerance(1e-4, 1e-5)),
    )
    path = os.path.join(folder, "repro.py")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    return path


def discard(folder: str) -> None:
    """Remove saved inputs and parameters without a script, and the folder if it is then empty."""
    with contextlib.suppress(OSError):
        for name in (_INPUTS, _PARAMETERS):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(os.path.join(folder, name))
        os.rmdir(folder)
        os.rmdir(os.path.dirname(folder))


def parts_for(report: Report) -> List[str]:
    probes = [result.probe for result in report.probes if result.status is Status.FAILED]
    probes += [str(problem.details["probe"]) for problem in report.problems if "probe" in problem.details]
    return list(dict.fromkeys(filter(None, map(_part, probes)))) or ["outputs"]


def _part(probe: str) -> str:
    """Return the part of the script that reproduces failures of a probe, "" if none does."""
    return BY_NAME[probe].reproduced_by if probe in BY_NAME else "outputs"


def _expression(value: Any, name: str, arrays: Dict[str, Any]) -> str:
    import numpy

    if isinstance(value, (list, tuple)):
        items = [_expression(item, f"{name}_{index}", arrays) for index, item in enumerate(value)]
        if isinstance(value, tuple):
            return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
        return f"[{', '.join(items)}]"
    if hasattr(value, "asnumpy"):
        value = value.asnumpy()
    if isinstance(value, numpy.ndarray):
        arrays[name] = value
        return f"saved({name!r})"
    return repr(value)


def _arrays(values: Any) -> List[Any]:
    if isinstance(values, (list, tuple)):
        return [array for value in values for array in _arrays(value)]
    return [values] if hasattr(values, "ndim") else []


def _one_line(text: str) -> str:
    """Return `text` in a form that is safe in a comment or a docstring."""
    return " ".join(text.split()).replace("\\", "/").replace('"""', "'''")
