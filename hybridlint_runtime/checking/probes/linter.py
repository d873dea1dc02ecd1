"""What does the linter report in the model's own classes?"""

from __future__ import annotations

import os
import sys
from typing import Any, Dict, List

from ...diagnostics.source_lines import is_installed
from ...model.subject import Subject
from ...model.tree import unique_blocks
from ...report import Problem, Stage
from .base import Outcome, not_run, passed, warned


def run(subject: Subject) -> Outcome:
    if subject.failed:
        return not_run("the check fails: its failing lines contain what the linter reports")
    from ...diagnostics.linting import fix_of  # imports the linter
    from ...diagnostics.reading import findings_beside_a_pass, location_of

    paths: Dict[str, str] = {}
    for node in unique_blocks(subject.net):
        for kind in type(node.block).__mro__:
            paths.setdefault(kind.__name__, node.path)
    problems: List[Problem] = []
    facts = subject.facts()
    # Other files ran too, such as modules that were imported.
    facts["files"] = [item for item in facts["files"] if item["blocks"] and _is_own(item["file"], subject.net)]
    for file, owner, finding, ran in findings_beside_a_pass(facts):
        path = paths.get(owner, "")
        message = finding.message if ran else f"in a branch that did not run with these inputs: {finding.message}"
        problem = Problem(Stage.TRACE, message, path, subject.class_of(path), location_of(file, finding))
        problem.rule, problem.fix = finding.code, fix_of(file, finding)
        problems.append(problem)
    return warned(problems) if problems else passed()


def _is_own(file: str, net: Any) -> bool:
    """Return whether `file` is no installed package's, or that of the class of `net`: users cannot change another."""
    package = sys.modules.get(type(net).__module__.partition(".")[0])
    folder = os.path.dirname(getattr(package, "__file__", None) or "")
    return not is_installed(file) or os.path.abspath(file).startswith(folder)
