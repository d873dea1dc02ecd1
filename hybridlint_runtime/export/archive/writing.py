"""Write a folder completely or not at all, replacing an existing one.

Everything is written to a sibling folder, flushed to the disk, and moved into place by one system call. An existing
archive is exchanged with it (`renameat2` with RENAME_EXCHANGE on Linux). If the system cannot exchange folders, the old
one is moved aside first: a crash between the two system calls leaves no archive at the path and the complete old one
beside it.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import glob
import hashlib
import os
import re
import secrets
import shutil
from pathlib import Path
from typing import BinaryIO, Iterator, Optional, Tuple

from .errors import ArchiveError
from .manifest import FORMAT, MANIFEST, FileRecord

#: Names that this tool writes in an archive: files, and their folders.
_OF_AN_ARCHIVE = re.compile(r"manifest\.json|model\.params|graphs(/.+-symbol\.json)?|calls(/.+\.params)?")
_BLOCK = 1 << 20
_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Create a new folder to fill, which replaces `path` when the context ends without an error.

    Raise ArchiveError if something other than an archive exists at `path`, or on a disk error; `path` is then
    unchanged.
    """
    if "\0" in str(path):
        raise ArchiveError(f"{str(path)!r} is no path")
    path = Path(os.path.realpath(path))
    _refuse_foreign(path)
    try:
        with working_folder(path) as folder:
            yield folder
            for filled in [*(child for child in folder.iterdir() if child.is_dir()), folder]:
                synchronise(filled)
            _refuse_foreign(path)
            _put_in_place(folder, path)
            synchronise(path.parent)
    except OSError as error:
        raise ArchiveError(f"the archive could not be written to {path}: {error.strerror or error}") from error


@contextlib.contextmanager
def working_folder(path: Path) -> Iterator[Path]:
    """Create a new folder beside `path`, and remove it afterwards. Raise OSError.

    What killed processes have left of theirs is removed first. The folders of running processes are locked.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(path)
    folder, lock = _new_folder(path)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def write_file(path: Path, data: bytes) -> FileRecord:
    """Write `data`, flush it to the disk, and return its record."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return record_of(path)


def record_of(path: Path) -> FileRecord:
    """Flush a file to the disk and return its size and checksum."""
    with open(path, "rb+") as stream:
        os.fsync(stream.fileno())
        return FileRecord(os.fstat(stream.fileno()).st_size, digest(stream))


def digest(stream: BinaryIO) -> str:
    """Return the SHA-256, in hexadecimal, of the rest of a binary stream."""
    total = hashlib.sha256()
    for block in iter(lambda: stream.read(_BLOCK), b""):
        total.update(block)
    return total.hexdigest()


def _refuse_foreign(path: Path) -> None:
    """Raise ArchiveError unless `path` is an archive, an empty folder or missing: anything else belongs to the user."""
    if not os.path.lexists(path):
        return
    if not path.is_dir():
        raise ArchiveError(f"{path} is a file, and an archive is a folder: choose another path")
    if not any(path.iterdir()):
        return
    try:
        with open(path / MANIFEST, "rb") as stream:
            head = stream.read(200)
    except OSError:
        head = b""
    if f'"format": "{FORMAT}"'.encode() not in head:
        raise ArchiveError(f"{path} exists and is no archive: choose another path, or remove it yourself")
    for name in sorted(str(each.relative_to(path)) for each in path.rglob("*")):
        if not _OF_AN_ARCHIVE.fullmatch(name):
            raise ArchiveError(f"{path / name} is no part of the archive there and would be lost: move it elsewhere")


def _put_in_place(folder: Path, path: Path) -> None:
    if not path.exists() or not any(path.iterdir()):
        os.rename(folder, path)
        return
    if _exchange(folder, path):
        return
    aside = path.parent / f".{path.name}.replaced-{secrets.token_hex(8)}"
    os.rename(path, aside)
    try:
        os.rename(folder, path)
    except OSError:
        os.rename(aside, path)
        raise
    shutil.rmtree(aside, ignore_errors=True)


def _exchange(first: Path, second: Path) -> bool:
    """Exchange two folders in one step. Return False if the system or the file system cannot."""
    library = ctypes.CDLL(None, use_errno=True)
    if not hasattr(library, "renameat2"):
        return False
    if library.renameat2(_AT_FDCWD, os.fsencode(first), _AT_FDCWD, os.fsencode(second), _RENAME_EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP):
        return False
    raise OSError(number, os.strerror(number))


def _new_folder(path: Path) -> Tuple[Path, Optional[int]]:
    """A new sibling of `path`, and the lock on it."""
    for _ in range(10):
        folder = path.parent / f".{path.name}.partial-{secrets.token_hex(8)}"
        folder.mkdir()
        lock = _locked(folder)
        if folder.is_dir():
            return folder, lock
        # Another writer found it before it was locked, mistook it for a leftover and removed it.
        if lock is not None:
            os.close(lock)
    raise OSError(errno.EAGAIN, "other writers remove the folder as soon as it is made")


def _locked(folder: Path) -> Optional[int]:
    """Lock the folder while this process runs. If the lock is available to others, the writer has ended."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # a file system without locks
        os.close(descriptor)
        return None
    return descriptor


def _remove_leftovers(path: Path) -> None:
    for leftover in path.parent.glob(f".{glob.escape(path.name)}.partial-*"):
        with contextlib.suppress(OSError):
            lock = _locked(leftover)
            if lock is not None:
                shutil.rmtree(leftover, ignore_errors=True)
                os.close(lock)


def synchronise(path: Path) -> None:
    """Flush a file, or the entries of a folder, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
