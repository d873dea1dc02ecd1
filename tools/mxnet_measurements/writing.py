"""Where data files are, and their text."""

from __future__ import annotations

import json
import pathlib
from typing import Any, Dict, List

DATA = pathlib.Path(__file__).resolve().parents[2] / "hybridlint" / "mxnet_api"


def text_of(tables: Dict[str, Any]) -> str:
    """JSON with one entry to a line and sorted keys, so that a diff of two versions can be read."""
    sections: List[str] = []
    for section, content in tables.items():
        if isinstance(content, dict):
            lines = [f"{json.dumps(name)}:{_compact(content[name])}" for name in sorted(content)]
            sections.append(f"{json.dumps(section)}:{{\n" + ",\n".join(lines) + "\n}")
        else:
            sections.append(f"{json.dumps(section)}:{_compact(content)}")
    return "{\n" + ",\n".join(sections) + "\n}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
