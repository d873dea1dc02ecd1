"""Does the model survive being written to disk and loaded in another process?"""

from __future__ import annotations

import dataclasses
import functools
import os
from typing import Dict, List, Optional, Sequence

from ...backend import load_backend
from ...diagnostics.failures import BlockFailure
from ...diagnostics.source_lines import forward_of
from ...export.archive.errors import ArchiveError
from ...export.archive.exporting import export_tree
from ...export.archive.verifying import ArchiveCheck, check_archive, check_in_fresh_process
from ...folders import temporary_folder
from ...model.comparing import Tolerances, compare
from ...model.judging import unwritten
from ...model.standard import standard_of
from ...model.steps import Step
from ...model.subject import Subject
from ...model.tree import HybridBlock, unique_blocks
from ...report import Problem, Stage
from ...spec.target import Target
from .base import Outcome, failed, not_run, passed, problem_of_failure, size_of_parameters, warned

_IN_FORWARD = "Move it into hybrid_forward, with operators of F: an archive holds what it yields with Symbols."


def run(subject: Subject) -> Outcome:
    if not subject.options.archive:
        return not_run("no archive was requested")
    if subject.scenario.hybridize is not None:
        return not_run("the model is hybridized by a custom hybridize(); an archive holds all of its graphs")
    subject.start_again()  # other calls have run since, which may have changed parameters and attributes
    with temporary_folder(size_of_parameters(subject.net)) as folder:
        path = os.path.join(folder, "model")
        try:
            export_tree(subject.net, path, recording=subject.recorded, seed=subject.recorded_seed)
        except BlockFailure as failure:
            return failed([problem_of_failure(failure, Stage.EXPORT, "the model cannot be exported")])
        except ArchiveError as error:
            return warned([_refused(error)])
        size = sum(os.path.getsize(os.path.join(where, name)) for where, _, names in os.walk(path) for name in names)
        custom = _custom_operators(subject)
        if custom:
            # Only this process has registered the custom operators.
            check = check_archive(path, subject.context_name, tolerances=_tolerances(subject), allow_changed=True)
        else:
            check = check_in_fresh_process(
                path,
                subject.context_name,
                _source(subject),
                tolerances=_tolerances(subject),
                timeout=subject.options.timeout,
                # The code is the same; constants that it draws at random are not.
                allow_changed=True,
            )
    where = "in this process" if custom else "in a fresh process"
    problems = _problems_of(check, where)
    if problems and _draws_otherwise(subject):
        return not_run("the model draws random numbers that no output depends on, so its graph draws others")
    causes = [cause for cause in map(functools.partial(_cause, subject), problems) if cause]
    if problems and len(causes) == len(problems):
        return not_run(f"loaded {where}, the model returns something else, for the cause of the problem in {causes[0]}")
    if problems:
        return failed(problems, bytes=size)
    if custom:
        return warned([_needs_registration(custom)], bytes=size)
    compared = [call for call in check.calls if call.status == "passed"]
    if not compared:
        reasons = sorted({call.reason for call in check.calls if call.reason}) or ["the archive holds no recorded call"]
        return not_run(f"nothing could be compared in the fresh process: {'; '.join(reasons)}")
    return passed(blocks=len(compared), bytes=size, largest_difference=max(call.largest for call in compared))


def _cause(subject: Subject, problem: Problem) -> str:
    """Return the probe that reported what Python computes in the `forward` that a block overrides, "" if none did.

    An archive holds what that yields with Symbols.
    """
    block = next((node.block for node in unique_blocks(subject.net) if node.path == problem.block), None)
    if forward_of(block, ("forward",)) is None or not load_backend().has_symbols:
        return ""
    for name in ("batch", "export"):
        for other in subject.failed.get(name, ()):
            if other.block == problem.block:
                other.remedy = _IN_FORWARD if name == "export" else other.remedy
                return name
    return ""


def _draws_otherwise(subject: Subject) -> bool:
    """Return whether the hybridized model, which agrees in distribution, returns something else than was recorded."""
    results = standard_of(subject).execution(hybridized=True).results
    return (
        "outputs" not in subject.failed
        and bool(results)
        and not compare(subject.recorded.outputs, results[0].outputs, subject.tolerances(), masks=subject.undetermined)
    )


def _source(subject: Subject) -> Optional[Target]:
    """Return where the fresh process finds the code of a plain root, which an archive does not contain.

    None for a HybridBlock, which is loaded without its source; and for a model whose first call makes children, since a
    new one lacks them: each block with a graph is loaded alone.
    """
    return None if isinstance(subject.net, HybridBlock) or subject.makes_children else subject.source


def _problems_of(check: ArchiveCheck, where: str) -> List[Problem]:
    problems: List[Problem] = []
    if check.problem:
        problems.append(Problem(Stage.REIMPORT, f"the archive cannot be loaded {where}: {check.problem}"))
    for call in check.calls:
        if call.status == "failed":
            text = f"loaded {where}, it returns something else: {'; '.join(call.differences)}"
            problems.append(Problem(Stage.REIMPORT, text, call.path))
    return problems


def _refused(error: ArchiveError) -> Problem:
    """Return a warning that an archive cannot hold the model, which implies nothing about `hybridize()` and MXNet's
    export."""
    return Problem(
        Stage.EXPORT,
        f"an archive cannot hold this model: {error}",
        remedy="Use MXNet's export(), which the probe 'export' checks, or change what the message names.",
    )


def _custom_operators(subject: Subject) -> List[str]:
    """Return the `op_type` of the operators in the graphs of the model that Python code registers, sorted."""
    nodes = [node for graph in subject.graphs.values() for node in graph.document["nodes"]]
    return sorted({node.get("attrs", {}).get("op_type", "") for node in nodes if node["op"] == "Custom"})


def _needs_registration(custom: Sequence[str]) -> Problem:
    names = ", ".join(map(repr, custom))
    return Problem(
        Stage.REIMPORT,
        f"the archive can only be loaded where the custom operators {names} are registered; it was compared in this "
        "process, and not in a fresh one",
        remedy="Import the module with @mx.operator.register before load_tree(), or use operators of F.",
    )


def _tolerances(subject: Subject) -> Tolerances:
    """Return the user's tolerances. If undetermined elements are allowed, the rows that contain any are ignored."""
    tolerances = subject.tolerances()
    if not subject.options.allow_undetermined:
        return tolerances
    left_out: Dict[str, str] = {}
    for where, mask in (subject.undetermined or unwritten(subject.runs(Step()))).items():
        rows = mask.reshape(mask.shape[0], -1).any(axis=1) if mask.ndim else mask
        # Skipped steps of a loop are the last rows. Any other pattern is no slice, so the whole output is ignored.
        first = int(rows.argmax())
        left_out[where] = f"{first}:" if mask.ndim and rows[first:].all() else "..."
    return dataclasses.replace(tolerances, ignored={**left_out, **tolerances.ignored})
