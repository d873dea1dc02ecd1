"""The JSON schema of `[tool.hybridlint]`, for validate-pyproject and editors. `tools/make_pages.py` writes it."""

from __future__ import annotations

import json
import os
from typing import Any, Dict


def pyproject(tool_name: str = "hybridlint") -> Dict[str, Any]:
    """Return the schema, as validate-pyproject asks for it."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pyproject_schema.json")
    with open(path, encoding="utf-8") as file:
        return json.load(file)  # type: ignore[no-any-return]
