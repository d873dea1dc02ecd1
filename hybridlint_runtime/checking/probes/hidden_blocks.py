"""Are all blocks and parameters registered?"""

from __future__ import annotations

from typing import List

from ...model.subject import Subject
from ...model.tree import hidden_blocks
from ...report import Problem, Stage
from .base import USUAL_REMEDY, Outcome, passed, warned


def run(subject: Subject) -> Outcome:
    problems: List[Problem] = []
    for path, where, block in hidden_blocks(subject.net):
        count = len(block.collect_params().keys())
        text = f"self.{where} is a {type(block).__name__} that MXNet does not know about"
        if count:
            text += f": its {count} parameters are not initialised, saved, exported or trained with the model"
        problems.append(Problem(Stage.STRUCTURE, text, path, remedy=USUAL_REMEDY, details={"parameters": count}))
    return warned(problems) if problems else passed()
