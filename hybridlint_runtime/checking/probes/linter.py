"""What does the linter report in the model's own classes?"""

from __future__ import annotations

from typing import Dict, List

from ...model.subject import Subject
from ...model.tree import unique_blocks
from ...report import Problem, Stage
from .base import Outcome, not_run, passed, warned


def run(subject: Subject) -> Outcome:
    if subject.failed:
        return not_run("the check fails: its failing lines contain what the linter reports")
    from ...diagnostics.reading import findings_beside_a_pass, fix_of, location_of  # imports the linter

    paths: Dict[str, str] = {}
    for node in unique_blocks(subject.net):
        for kind in type(node.block).__mro__:
            paths.setdefault(kind.__name__, node.path)
    problems: List[Problem] = []
    for file, owner, finding, ran in findings_beside_a_pass(subject.facts()):
        path = paths.get(owner, "")
        message = finding.message if ran else f"in a branch that did not run with these inputs: {finding.message}"
        problem = Problem(Stage.TRACE, message, path, subject.class_of(path), location_of(file, finding))
        problem.rule, problem.fix = finding.code, fix_of(file, finding)
        problems.append(problem)
    return warned(problems) if problems else passed()
