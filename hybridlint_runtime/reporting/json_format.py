"""The JSON format, documented in `docs/report-format.md` and described by `report.schema.json` beside this file."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Sequence

from ..report import FORMAT_VERSION, Report, Verdict

SCHEMA_PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "report.schema.json")


def document(reports: Sequence[Report]) -> Dict[str, Any]:
    """Return all reports of one run as JSON values, with the most severe of their verdicts."""
    return {
        "format": "hybridlint-runtime-report",
        "format_version": FORMAT_VERSION,
        "verdict": worst(reports).value,
        "reports": [report.to_json() for report in reports],
    }


def worst(reports: Sequence[Report]) -> Verdict:
    """Return the verdict that decides the exit code: FAILED before COULD_NOT_LOOK before PASSED."""
    verdicts = {report.verdict for report in reports}
    for verdict in (Verdict.FAILED, Verdict.COULD_NOT_LOOK):
        if verdict in verdicts:
            return verdict
    return Verdict.PASSED if verdicts else Verdict.COULD_NOT_LOOK


def render_json(reports: Sequence[Report]) -> str:
    """Return indented JSON with keys in a fixed order. NaN and infinity, which JSON lacks, are written as strings."""
    return json.dumps(finite(document(reports)), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def finite(value: Any) -> Any:
    """Return `value` with NaN and infinity, which JSON lacks, as strings."""
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [finite(item) for item in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return str(value)
    return value
