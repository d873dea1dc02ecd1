"""What stops a check before anything can be learnt about the model."""

from __future__ import annotations

from typing import Sequence


class CannotLook(Exception):
    """Nothing could be checked, for a reason that the user can remove. The commands answer it with exit code 2.

    `message` is one line that says what happened and what to do; `details` are further lines worth showing,
    such as the user's own part of a traceback.
    """

    def __init__(self, message: str, details: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.details = list(details)

    def __str__(self) -> str:
        return "\n".join([self.message, *(f"    {line}" for line in self.details)])
