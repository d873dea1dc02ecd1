"""What stops a check before anything can be learnt about the model."""

from __future__ import annotations

import errno
from typing import Sequence

#: How much of what an exception says is kept. MXNet says some thousands of characters.
_LONGEST = 20_000


#: No room on a disk, or files that are too large or too many: the model may be to blame for it, or nobody.
_OF_THE_MACHINE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EMFILE, errno.ENFILE)


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


def message_of(error: BaseException) -> str:
    """What an exception says, as text that can be matched, shown and written: one of a model's own class may refuse to
    be shown, take megabytes, or hold what no file and no terminal should get."""
    try:
        text = str(error).strip() or repr(error)
    except Exception:
        return f"a {type(error).__name__} that cannot be shown"
    kept = text[:_LONGEST]
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in kept)


def refused_by_machine(error: BaseException) -> bool:
    """Whether `error` says that this machine refuses what a check takes, which no line of code can change."""
    return isinstance(error, OSError) and error.errno in _OF_THE_MACHINE
