"""Fix the sources of a model: check, fix with the facts of the run, check again, and retain what passes.

The fixed sources are checked in an overlay. The user's files are written only after the check has passed with the same
imperative outputs, so nothing ever has to be restored.
"""

from __future__ import annotations

import dataclasses
import difflib
import json
import os
import sysconfig
from typing import Any, Callable, Dict, List, Mapping, Optional

import numpy as np

from hybridlint import analysis, files, fixing, rules
from hybridlint.facts import Facts

from .errors import CannotLook
from .folders import temporary_folder
from .overlay import Overlay, overlaid
from .report import Report, Verdict
from .spec.job import Job

#: Maximum number of rounds of checking and fixing.
_MOST_ROUNDS = 4
#: Differences up to this many units in the last place, of the largest value, are rounding.
_ROUNDING = 32
_PACKAGES = tuple(os.path.realpath(sysconfig.get_paths()[key]) + os.sep for key in ("purelib", "platlib"))


@dataclasses.dataclass
class FixedFile:
    """A file at `path` with its fixed text, in the line ends of the file."""

    path: str
    source: files.Source
    text: str

    @property
    def diff(self) -> str:
        """Return the change as a patch, with paths relative to the current folder."""
        name = os.path.relpath(self.path)
        before = self.source.original.splitlines(keepends=True)
        lines = difflib.unified_diff(before, self.text.splitlines(keepends=True), f"a/{name}", f"b/{name}")
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


@dataclasses.dataclass
class Fixing:
    """The result of fixing one model: the check before, the last one after (None if no fix applies) and the changed
    files.

    `reason` is why these may not be written, "" if they may. `restructured` is set if unsafe fixes changed the
    containers of the outputs.
    """

    before: Report
    after: Optional[Report] = None
    changed: List[FixedFile] = dataclasses.field(default_factory=list)
    count: int = 0
    reason: str = ""
    restructured: bool = False


def fix(job: Job, check: Callable[[Job], Report], unsafe: bool = False) -> Fixing:
    """Check the model of `job`, fix its sources in an overlay with the facts of that check, and repeat.

    Stop when the check passes or no fix applies. The user's files are not written. Where the imperative run fails, the
    structure of the blocks is fixed first; the outputs of the first version that runs are then the expected ones.
    """
    with temporary_folder() as folder:
        expected, outputs = os.path.join(folder, "before.npz"), os.path.join(folder, "after.npz")
        latest = check(_saving(job, expected))
        result = Fixing(latest)
        if latest.verdict is Verdict.PASSED:
            return result
        changed: Dict[str, FixedFile] = {}
        for number in range(_MOST_ROUNDS):
            count = _fix_files(latest, changed, unsafe)
            if not count:
                break
            result.count += count
            place = os.path.join(folder, str(number))
            os.mkdir(place)
            overlay = overlaid(place, {file.path: file.source.encoded(file.text) for file in changed.values()})
            saved = outputs if os.path.exists(expected) else expected
            latest = check(_saving(_in_overlay(job, overlay), saved))
            latest = Report.from_json(json.loads(overlay.original(json.dumps(latest.to_json()))))
            latest.target = result.before.target
            result.after = latest
            if latest.verdict is Verdict.PASSED:
                break
        result.changed = list(changed.values())
        result.reason = _objection(result, expected, outputs, unsafe)
    return result


def write(result: Fixing) -> None:
    """Write the changed files, unless one of them has changed since it was read: then set `result.reason`. Raise
    CannotLook if they cannot be written; none of them has changed then."""
    for file in result.changed:
        if files.read(file.path).original != file.source.original:
            result.reason = f"{os.path.relpath(file.path)} has changed meanwhile: run the command again"
            return
    try:
        files.replace_all({file.path: file.source.encoded(file.text) for file in result.changed})
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotLook(f"the fixed files cannot be written: {reason}; none has changed") from error


def _saving(job: Job, outputs: str) -> Job:
    return dataclasses.replace(job, options=dataclasses.replace(job.options, outputs=outputs))


def _in_overlay(job: Job, overlay: Overlay) -> Job:
    here = job.folder or os.getcwd()
    folder, module = overlay.path(here), job.target.module
    if job.target.is_file and (os.path.isabs(module) or folder == here):
        module = overlay.path(os.path.join(here, module))
    target = dataclasses.replace(job.target, module=module)
    search = [*overlay.search, *map(overlay.path, job.search)]
    return dataclasses.replace(job, target=target, folder=folder, search=search, overlay=overlay.roots)


def _fix_files(report: Report, changed: Dict[str, FixedFile], unsafe: bool) -> int:
    """Fix the files with facts in `report`, replacing their texts in `changed`. Return the number of fixed findings."""
    count = 0
    # Without children and parameters, a block does not run imperatively.
    prefix = "HYB7" if report.verdict is Verdict.COULD_NOT_LOOK else "HYB"

    def selects(code: str) -> bool:
        return code.startswith(prefix) and not code.startswith("HYB0") and rules.find_rule(code).default

    for item in report.facts.get("files", ()):
        path = os.path.realpath(item["file"])
        if path.startswith(_PACKAGES):
            continue
        try:
            if path in changed:
                file = changed[path]
            else:
                source = files.read(path)
                file = FixedFile(path, source, source.original)
            fixed = fixing.fix(file.text, Facts.from_json(item), unsafe, selects=selects)
            file.source.encoded(fixed.text)
        except (files.CannotRead, analysis.NotAnalysed, UnicodeEncodeError):
            continue
        if fixed.text != file.text:
            changed[path] = dataclasses.replace(file, text=fixed.text)
            count += len(fixed.fixed)
    return count


def _objection(result: Fixing, expected: str, outputs: str, unsafe: bool) -> str:
    """Return why the changed files may not be written, "" if they may."""
    if result.after is None:
        return "no fix applies"
    if result.after.verdict is not Verdict.PASSED:
        return "the check of the fixed model does not pass"
    if result.before.verdict is Verdict.COULD_NOT_LOOK and os.path.exists(expected) and not os.path.exists(outputs):
        return ""  # the first version that runs also passes
    if not (os.path.exists(expected) and os.path.exists(outputs)):
        return "the imperative outputs could not be compared"
    with np.load(expected) as before, np.load(outputs) as after:
        if not same_outputs(before, after, unsafe):
            return "the imperative outputs of the fixed model differ"
        result.restructured = str(before["structure"]) != str(after["structure"])
    return ""


def same_outputs(first: Mapping[str, Any], second: Mapping[str, Any], loosely: bool = False) -> bool:
    """Return whether two files of `CheckOptions.outputs` have the same structure, shapes and dtypes, and values equal
    up to rounding.

    `loosely`, the containers may differ, and a number may have become a tensor with one element.
    """

    def close(value: Any, other: Any) -> bool:
        if loosely and not value.shape and other.size == 1:
            value = value.reshape(other.shape).astype(other.dtype)
        if value.shape != other.shape or value.dtype != other.dtype:
            return False
        if not np.issubdtype(value.dtype, np.floating):
            return bool(np.array_equal(value, other))
        tolerance = _ROUNDING * float(np.finfo(value.dtype).eps)
        scale = float(np.abs(value[np.isfinite(value)]).max(initial=0.0))
        return bool(np.allclose(value, other, rtol=tolerance, atol=tolerance * scale, equal_nan=True))

    names = [name for name in first if name != "structure"]
    alike = set(first) == set(second) and (loosely or str(first["structure"]) == str(second["structure"]))
    return alike and all(close(first[name], second[name]) for name in names)
