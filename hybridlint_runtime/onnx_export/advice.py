"""What to write instead of an operator that does not convert."""

from __future__ import annotations

from typing import Dict

ADVICE: Dict[str, str] = {}


def advice_for(operator: str, kind: str) -> str:
    """What to write instead of `operator`, or ""."""
    return ADVICE.get(operator, "")
