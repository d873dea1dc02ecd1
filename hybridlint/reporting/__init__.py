"""The forms in which a result is told. Each module has `render(result, show_source) -> str`; none knows another.

Lines and columns count from 1 in all of them, columns in characters.
"""

from __future__ import annotations

from typing import Callable, Mapping

from hybridlint.reporting import github, json, sarif, text
from hybridlint.results import Result

#: What `--format` offers: a function of the result and of whether source lines are wanted (text alone shows them).
FORMATS: Mapping[str, Callable[[Result, bool], str]] = {
    "text": text.render,
    "json": json.render,
    "github": github.render,
    "sarif": sarif.render,
}
