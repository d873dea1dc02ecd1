"""The probes: module `NAME` answers the question `NAME` of `questions` in its function `run`."""

from __future__ import annotations

import importlib
from typing import Callable, Dict

from ... import questions
from ...model.subject import Subject
from .base import Outcome

#: The name of each probe → how it is run.
RUNS: Dict[str, Callable[[Subject], Outcome]] = {
    name: importlib.import_module(f"{__name__}.{name}").run for name in questions.BY_NAME
}
