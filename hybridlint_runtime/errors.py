"""Errors that stop a check before it has any result about the model, and the boundary to code that may raise anything.

That is the user's model and functions, MXNet, and libraries that read what the user wrote. Only `model_code` and
`message_of` catch every exception of such code, so that errors of this package are not taken for the user's.
"""

from __future__ import annotations

import contextlib
import errno
from typing import Iterator, Sequence

#: Maximum length of an exception's message. Those of MXNet have some thousands of characters.
_LONGEST = 20_000


#: A full disk, too many or too large files, or a name in another encoding: not necessarily the model's fault.
_OF_THE_MACHINE = (errno.EILSEQ, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EMFILE, errno.ENFILE)


class CannotLook(Exception):
    """Nothing could be checked, for a reason that the user can remove. The commands exit with code 2.

    `message` is one line: what happened and what to do. `details` are further lines, such as the user's part of a
    traceback.
    """

    def __init__(self, message: str, details: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.details = list(details)

    def __str__(self) -> str:
        return "\n".join([self.message, *(f"    {line}" for line in self.details)])


def message_of(error: BaseException) -> str:
    """Return the message of an exception as printable text of limited length.

    An exception class of the model may raise in `__str__`, or return megabytes or control characters.
    """
    try:
        text = str(error).strip() or repr(error)
    except Exception:
        return f"a {type(error).__name__} that cannot be shown"
    kept = text[:_LONGEST]
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in kept)


class ModelRaised(Exception):
    """The model, MXNet or another library raised `__cause__`. Both have the same message."""

    @property
    def error(self) -> Exception:
        assert isinstance(self.__cause__, Exception)
        return self.__cause__


@contextlib.contextmanager
def model_code() -> Iterator[None]:
    """Mark the boundary to code of the user's, of MXNet or of another library: convert any exception raised inside to
    ModelRaised.

    CannotLook, which this package raises, is not converted.
    """
    try:
        yield
    except (ModelRaised, CannotLook):
        raise
    except Exception as error:
        raise ModelRaised(message_of(error)) from error


def original(error: BaseException) -> BaseException:
    """Return what the model raised, for ModelRaised; else `error`."""
    return error.__cause__ if isinstance(error, ModelRaised) and error.__cause__ is not None else error


def refused_by_machine(error: BaseException) -> bool:
    """Return whether `error` means that this machine lacks a resource that a check needs, whatever the model."""
    return isinstance(error, OSError) and error.errno in _OF_THE_MACHINE
