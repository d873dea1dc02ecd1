"""The formats of a report. Each module has `render(result, style) -> str`.

Lines and columns count from 1 in all of them, columns in characters. Lines of a notebook count within its cell.
"""

from __future__ import annotations

from typing import Callable, Mapping

from hybridlint.reporting import github, gitlab, json, junit, sarif, text
from hybridlint.reporting.style import Style
from hybridlint.results import Result

#: What `--format` offers.
FORMATS: Mapping[str, Callable[[Result, Style], str]] = {
    "text": text.render,
    "json": json.render,
    "github": github.render,
    "gitlab": gitlab.render,
    "junit": junit.render,
    "sarif": sarif.render,
}
