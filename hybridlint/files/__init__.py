"""Files: which ones to analyse, how to read them, and how to write them."""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import io
import logging
import os
import stat
import tempfile
import tokenize
from typing import Callable, Iterator, List, Mapping, Sequence, Set, Tuple

from flake8 import defaults, utils as flake8_utils

#: Excluded by default: what flake8 excludes, and other people's code. Folders that contain a `pyvenv.cfg`, as virtual
#: environments do, are excluded too.
EXCLUDED = (*defaults.EXCLUDE, ".venv", "venv", "node_modules", ".ipynb_checkpoints")
#: Suffixes of files that are analysed in a folder.
LOOKED_AT = (".py", ".ipynb")

#: The path that denotes standard input.
STDIN = "-"

_LOG = logging.getLogger(__name__)


class CannotRead(Exception):
    """A file could not be read as text. `reason` states why; `line` counts from 1; `data` is what could be read."""

    def __init__(self, reason: str, line: int = 1, data: bytes = b"") -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.data = data


@dataclasses.dataclass(frozen=True)
class Source:
    r"""The text of a file. `original` has the line ends of the file, `text` has `\n` only; lines and columns agree."""

    original: str
    encoding: str

    @property
    def text(self) -> str:
        return self.original.replace("\r\n", "\n").replace("\r", "\n")

    def encoded(self, original: str) -> bytes:
        """Return `original` in this file's encoding. Raise UnicodeEncodeError if that lacks a character."""
        return original.encode(self.encoding)


def decode(data: bytes) -> Source:
    """Return the source text in `data`: UTF-8, or the encoding of its byte order mark or PEP 263 cookie.

    Raise CannotRead if the bytes are not valid in it.
    """
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        if "unknown encoding" in str(error):
            raise CannotRead(f"its coding cookie names an {error.msg}", data=data) from error
        raise CannotRead(f"it is not {_not_utf8(data)}", _line_of_bad_byte(data, "utf-8"), data) from error
    try:
        return Source(data.decode(encoding), encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        name = _not_utf8(data) if encoding.startswith("utf-8") else encoding
        raise CannotRead(f"it is not {name}", line, data) from error


def _not_utf8(data: bytes) -> str:
    hint = "; an encoding other than UTF-8 needs a cookie such as `# -*- coding: latin-1 -*-` in the first two lines"
    return "UTF-8" + ("" if b"\0" in data else hint)


def _line_of_bad_byte(data: bytes, encoding: str) -> int:
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        return data.count(b"\n", 0, error.start) + 1
    return 1


def read(path: str) -> Source:
    """Return the source text of the file `path`. Raise CannotRead."""
    try:
        with open(path, "rb") as file:
            return decode(file.read())
    except OSError as error:
        raise CannotRead(f"it cannot be read: {error.strerror or error}") from error


def replace(path: str, data: bytes) -> None:
    """Replace the content of the file `path` by `data` atomically. Its mode is preserved, and links are followed.

    Raise OSError.
    """
    replace_all({path: data})


def replace_all(contents: Mapping[str, bytes]) -> None:
    """:func:`replace` several files (path → content). Mode and owner are preserved; a read-only file is not written.

    All contents are written to the disk before the first file is replaced: on a full disk none is. Raise OSError.
    """
    staged: List[Tuple[str, str]] = []
    try:
        for path, data in contents.items():
            if os.path.exists(path) and not os.path.isfile(path):
                # A device or a pipe, such as /dev/stdout, cannot be half replaced.
                with open(path, "wb") as device:
                    device.write(data)
                continue
            target = os.path.realpath(path)
            if os.path.exists(target) and not os.access(target, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
            handle, temporary = tempfile.mkstemp(prefix=".hybridlint-", dir=os.path.dirname(target))
            staged.append((temporary, target))
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            _give_to_owner(temporary, target)
            os.chmod(temporary, _mode(target))
        for temporary, target in staged:
            os.replace(temporary, target)
    except BaseException:
        for temporary, _ in staged:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        raise


def _give_to_owner(path: str, target: str) -> None:
    """Give a file the owner and the group of `target`, as far as the user may: those of the user otherwise."""
    with contextlib.suppress(OSError, AttributeError):  # Windows has no `chown`
        held = os.stat(target)
        os.chown(path, held.st_uid, held.st_gid)


def _mode(path: str) -> int:
    """Return the mode of the file, or that of a new one."""
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def python_files(
    paths: Sequence[str], excluded: Sequence[str], problem: Callable[[str, str], None], stdin_name: str = ""
) -> Iterator[str]:
    """Yield the files to analyse, each once, sorted within a folder.

    These are `paths` that are files, and every `*.py` and `*.ipynb` below those that are folders. `excluded` are
    patterns of flake8. `problem(path, reason)` is called for a path that does not exist, cannot be listed, is not
    Python, or contains no such file.
    """
    seen: Set[str] = set()

    def is_excluded(path: str) -> bool:
        return bool(flake8_utils.matches_filename(path, list(excluded), "%(path)s has %(whether)sbeen excluded", _LOG))

    for given in paths:
        if given == STDIN:
            result = [] if stdin_name and is_excluded(stdin_name) else [STDIN]
        elif is_excluded(given):
            continue
        elif os.path.isdir(given):
            result = _below(given, is_excluded, problem)
        else:
            try:
                os.lstat(given)
            except (FileNotFoundError, NotADirectoryError):
                problem(given, "there is no such file or folder")
                continue
            except (OSError, ValueError) as error:  # in a folder that cannot be entered; with a null byte in its name
                problem(given, f"it cannot be read: {getattr(error, 'strerror', None) or error}")
                continue
            result = [given]
            if not _may_be_python(given):
                problem(given, f"its name does not end in {' or '.join(LOOKED_AT)}, so it is not read as Python")
                continue
        for path in result:
            key = path if path == STDIN else os.path.abspath(path)
            if key not in seen:
                seen.add(key)
                yield path


def _may_be_python(path: str) -> bool:
    """Decide by the suffix; scripts may have none, or another one and a first line that names Python."""
    suffix = os.path.splitext(path)[1]
    if suffix in ("", ".pyi", ".pyt", ".pyw", ".tac", ".wsgi", *LOOKED_AT) or not os.path.isfile(path):
        return True
    with contextlib.suppress(OSError), open(path, "rb") as file:
        first = file.readline(200)
        return first.startswith(b"#!") and b"python" in first
    return True  # reading it reports the error


def _below(folder: str, is_excluded: Callable[[str], bool], problem: Callable[[str, str], None]) -> List[str]:
    texts: List[str] = []
    unlisted: List[OSError] = []

    def report(error: OSError) -> None:
        unlisted.append(error)
        problem(error.filename or folder, f"it cannot be listed: {error.strerror or error}")

    for root, folders, names in os.walk(folder, onerror=report):
        folders[:] = sorted(
            name
            for name in folders
            if not is_excluded(os.path.join(root, name)) and not os.path.exists(os.path.join(root, name, "pyvenv.cfg"))
        )
        paths = (os.path.join(root, name) for name in sorted(names) if name.endswith(LOOKED_AT))
        # Reading a pipe that nobody writes to never ends. A link to nothing is kept: reading it reports the error.
        readable = (path for path in paths if os.path.isfile(path) or not os.path.exists(path))
        texts.extend(path for path in readable if not is_excluded(path))
    if not texts and not unlisted:
        problem(folder, "it contains no Python file that is not excluded")
    return texts
