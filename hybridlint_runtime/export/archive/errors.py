"""Errors of archives: each names the file and what to do."""

from __future__ import annotations

from typing import Sequence

from ...errors import CannotLook


class ArchiveError(CannotLook, ValueError):
    """An archive cannot be written, read or applied. The message names the file, or the block, and what is wrong."""


class DamagedArchive(ArchiveError):
    """A file of the archive is missing, truncated, edited, or not part of an archive."""


class ArchiveMismatch(ArchiveError):
    """The archive is valid but does not fit: another format version, another model, a changed class.

    `differences` lists each difference in one line.
    """

    def __init__(self, message: str, differences: Sequence[str] = ()) -> None:
        super().__init__(message, differences)
        self.differences = list(differences)
