"""Which warnings does MXNet issue when the model is hybridized?"""

from __future__ import annotations

from ...model.standard import standard_of
from ...model.subject import Subject
from ...report import Problem, Stage
from .base import Outcome, explained, passed, warned
from .unused import is_of_unused


def run(subject: Subject) -> Outcome:
    texts = [text for text in standard_of(subject).warnings() if not is_of_unused(text)]
    if not texts:
        return passed()
    problems = [
        Problem(Stage.EXECUTION, f"MXNet warns: {' '.join(text.split())}", mxnet_message=text) for text in texts
    ]
    return warned(list(map(explained, problems)))
