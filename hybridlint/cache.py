"""The results of earlier runs of `hybridlint check`, by the content of each file.

An entry is valid for one content of a file under one path and of the files beside it that it imports, one set of
options, and one version of this package, of Python and of the packages that read files. The folder of the cache holds
one file for each set of options and versions. A run replaces it atomically; of two runs at the same time the second may
drop entries of the first, which are then computed again. A file that is damaged, or cannot be written, counts as empty.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import json
import os
import sys
import time
from importlib import metadata
from typing import Any, Dict, List, Optional, Sequence

from hybridlint import about, files, neighbours
from hybridlint.configuration import Configuration
from hybridlint.finding import Edit, Finding, Fix
from hybridlint.prefilter import may_concern
from hybridlint.results import CouldNotLook, FileResult, UnusedSuppression

#: The environment variable that names the folder of the cache.
VARIABLE = "HYBRIDLINT_CACHE_DIR"
#: What no run has used for this long is deleted.
_DAYS = 30
#: Packages that decide how a file is read and suppressed.
_READERS = ("flake8", "libcst", "nbformat", "ipython")
_README = "Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of hybridlint and can be deleted.\n"


def default_folder() -> str:
    """Return the folder that HYBRIDLINT_CACHE_DIR names, else `hybridlint` in the user's folder for caches.

    It is not in the project: a command that only reads leaves nothing there.
    """
    if os.environ.get(VARIABLE):
        return os.environ[VARIABLE]
    if sys.platform == "win32":
        caches = os.environ.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local")
    elif sys.platform == "darwin":
        caches = os.path.expanduser("~/Library/Caches")
    else:
        caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(caches, "hybridlint")


class Cache:
    """The cached results for one configuration, in `folder`. `options` are all others that change a result."""

    def __init__(self, folder: str, configuration: Configuration, options: Sequence[object] = ()) -> None:
        settings = [dataclasses.astuple(configuration), options, os.getcwd(), _versions()]
        self._path = os.path.join(folder, f"{_digest(repr(settings).encode())[:32]}.json")
        self._entries = _read(self._path)
        self._new: Dict[str, Any] = {}
        #: The number of results that were not computed.
        self.hits = 0

    def get(self, path: str, data: bytes) -> Optional[List[FileResult]]:
        """Return the results for the content `data` of the file `path`, None if they are not known."""
        entry = self._entries.get(path)
        if not isinstance(entry, dict) or entry.get("content") != _content(path, data):
            return None
        try:
            results = [_result(item) for item in entry["results"]]
        except (KeyError, TypeError, ValueError):
            return None
        self.hits += 1
        return results

    def put(self, path: str, data: bytes, results: Sequence[FileResult]) -> None:
        """Keep `results`, unless the linter itself failed."""
        if not any(failure.code == "HYB002" for result in results for failure in result.could_not_look):
            self._new[path] = {
                "content": _content(path, data),
                "results": [dataclasses.asdict(result) for result in results],
            }

    def write(self) -> None:
        """Write what was put. Errors of the file system are ignored."""
        with contextlib.suppress(OSError):
            if not self._new:
                if self.hits:
                    os.utime(self._path)
                return
            folder = os.path.dirname(self._path)
            if not os.path.isdir(folder):
                os.makedirs(folder)
                files.replace(os.path.join(folder, "CACHEDIR.TAG"), _README.encode())
                files.replace(os.path.join(folder, ".gitignore"), b"*\n")
            known = {path: entry for path, entry in _read(self._path).items() if os.path.exists(path)}
            text = json.dumps({**known, **self._new}, separators=(",", ":")).encode("utf-8", "surrogatepass")
            files.replace(self._path, _digest(text).encode() + b"\n" + text)
            for entry in os.scandir(folder):
                if entry.name.endswith(".json") and entry.stat().st_mtime < time.time() - _DAYS * 86400:
                    os.unlink(entry.path)


def _read(path: str) -> Dict[str, Any]:
    try:
        with open(path, "rb") as file:
            digest, _, text = file.read().partition(b"\n")
        return dict(json.loads(text.decode("utf-8", "surrogatepass"))) if digest == _digest(text).encode() else {}
    except (OSError, ValueError, TypeError):
        return {}


def _content(path: str, data: bytes) -> str:
    """Return a digest of the content `data` of a file and of those of the files beside it that it imports."""
    text = data.decode(errors="replace")
    others = neighbours.imported_files(path, text) if may_concern(text) else []
    return _digest(b"\0".join([data, *map(_name_and_digest, others)]))


@functools.lru_cache(maxsize=4096)
def _name_and_digest(file: str) -> bytes:
    try:
        with open(file, "rb") as stream:
            return f"{file} {_digest(stream.read())}".encode(errors="surrogatepass")
    except OSError:
        return b""


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@functools.lru_cache(maxsize=None)
def _versions() -> List[object]:
    """Return the versions that decide a result. That of this package includes its files, which a developer edits."""
    package = os.path.dirname(os.path.abspath(__file__))
    own = [
        (os.path.join(root, name), status.st_size, status.st_mtime_ns)
        for root, _, names in os.walk(package)
        for name in sorted(names)
        if name.endswith((".py", ".json"))
        for status in (os.stat(os.path.join(root, name)),)
    ]
    readers = []
    for name in _READERS:
        with contextlib.suppress(metadata.PackageNotFoundError):
            readers.append((name, metadata.version(name)))
    return [about.version(), sorted(own), sys.version, readers]


def _result(item: Dict[str, Any]) -> FileResult:
    return FileResult(
        **{
            **item,
            "findings": tuple(map(_finding, item["findings"])),
            "could_not_look": tuple(CouldNotLook(**failure) for failure in item["could_not_look"]),
            "unused_suppressions": tuple(
                UnusedSuppression(**suppression) for suppression in item["unused_suppressions"]
            ),
            "lines": {int(number): line for number, line in item["lines"].items()},
        }
    )


def _finding(item: Dict[str, Any]) -> Finding:
    fix = item["fix"]
    if fix is not None:
        fix = Fix(**{**fix, "edits": tuple(Edit(**edit) for edit in fix["edits"])})
    return Finding(**{**item, "fix": fix})
