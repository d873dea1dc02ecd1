"""The baseline: a file of known findings of an old code base, so that only new ones are reported.

A finding is identified by its file, its code and the text of its line, not by the line number, because code moves.
Equal findings are counted. The file is meant to be committed and read. Rewriting it can drop entries but never adds
any, so it only shrinks.
"""

from __future__ import annotations

import collections
import dataclasses
import hashlib
import json
import os
from typing import AbstractSet, Any, Counter, Dict, Iterator, List, Set, Tuple

from hybridlint import files
from hybridlint.finding import Finding
from hybridlint.results import BaselineOutcome, FileResult, Result

FORMAT_VERSION = 1

#: The identity of a finding: path relative to the folder of the baseline file with `/` as separator, code, text.
Key = Tuple[str, str, str]


class BaselineError(Exception):
    """The baseline file cannot be used; the message gives the reason."""


@dataclasses.dataclass(frozen=True)
class Baseline:
    """The known findings. `path` is the file that contains them."""

    path: str
    known: Counter[Key]

    def key(self, file: FileResult, finding: Finding) -> Key:
        """Return the identity of `finding`."""
        return (self.relative(file.path), finding.code, normalised(file.lines.get(finding.line, "")))

    def relative(self, path: str) -> str:
        """Return `path` in the form of the baseline file."""
        return relative_to(os.path.dirname(self.path) or os.curdir, path)


def relative_to(folder: str, path: str) -> str:
    """Return `path` relative to `folder`, with `/` as separator."""
    return os.path.relpath(os.path.abspath(path), os.path.abspath(folder)).replace(os.sep, "/")


def normalised(line: str) -> str:
    """Return `line` with white space normalized, since a formatter may change it."""
    return " ".join(line.split())


def fingerprint(file: FileResult, finding: Finding) -> str:
    """Return a text that is stable when the finding's line moves within its file: hexadecimal, 32 digits."""
    return digest("\0".join((finding.code, normalised(file.lines.get(finding.line, "")))))


def digest(text: str) -> str:
    """Return 32 hexadecimal digits for `text`."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def identified(result: Result) -> Iterator[Tuple[FileResult, Finding, str]]:
    """Yield every finding with its file and a text that is unique in that file: equal findings are numbered."""
    seen: Counter[Tuple[str, str]] = collections.Counter()
    for file in result.files:
        for finding in file.findings:
            mark = fingerprint(file, finding)
            seen[file.path, mark] += 1
            yield file, finding, f"{mark}:{seen[file.path, mark]}"


def load(path: str) -> Baseline:
    """Return the baseline in the file `path`. Raise BaselineError."""
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
    except OSError as error:
        raise BaselineError(f"the baseline {path} cannot be read: {error.strerror or error}") from error
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise BaselineError(f"the baseline {path} is not valid JSON: {error}") from error
    version = document.get("format_version") if isinstance(document, dict) else None
    if version != FORMAT_VERSION:
        raise BaselineError(f"the baseline {path} has format version {version!r}; only {FORMAT_VERSION} can be read")
    try:
        known = collections.Counter({_key(entry): int(entry["count"]) for entry in document["findings"]})
    except (KeyError, TypeError, ValueError) as error:
        raise BaselineError(f"the baseline {path} has an entry without path, code, source or count") from error
    return Baseline(path, known)


def _key(entry: Dict[str, Any]) -> Key:
    return (str(entry["path"]), str(entry["code"]), str(entry["source"]))


def of(result: Result, path: str) -> Baseline:
    """Return a baseline, to be written to `path`, of all findings of `result`."""
    baseline = Baseline(path, collections.Counter())
    baseline.known.update(baseline.key(file, finding) for file in result.files for finding in file.findings)
    return baseline


def apply(baseline: Baseline, result: Result) -> Tuple[Result, Baseline]:
    """Return `result` without the known findings, and the baseline without obsolete entries.

    Of equal findings of a file the first ones are the known ones. An entry is obsolete if its file was analysed and has
    fewer such findings, or if its file does not exist.
    """
    left = collections.Counter(baseline.known)
    kept_files: List[FileResult] = []
    looked_at: Set[str] = set()
    known = 0
    for file in result.files:
        new = []
        for finding in file.findings:
            key = baseline.key(file, finding)
            if left[key] > 0:
                left[key] -= 1
                known += 1
            else:
                new.append(finding)
        kept_files.append(dataclasses.replace(file, findings=tuple(new)))
        if not file.could_not_look:
            looked_at.add(baseline.relative(file.path))
    gone = collections.Counter({key: n for key, n in left.items() if n > 0 and _is_gone(baseline, key, looked_at)})
    remaining = Baseline(baseline.path, baseline.known - gone)
    outcome = BaselineOutcome(baseline.path, known, sum(gone.values()))
    return dataclasses.replace(result, files=tuple(kept_files), baseline=outcome), remaining


def _is_gone(baseline: Baseline, key: Key, looked_at: AbstractSet[str]) -> bool:
    folder = os.path.dirname(os.path.abspath(baseline.path))
    return key[0] in looked_at or not os.path.exists(os.path.join(folder, key[0]))


def write(baseline: Baseline) -> None:
    """Write the file atomically. Raise BaselineError."""
    entries = [
        {"path": path, "code": code, "source": source, "count": count}
        for (path, code, source), count in sorted(baseline.known.items())
        if count > 0
    ]
    document = {"format_version": FORMAT_VERSION, "findings": entries}
    data = json.dumps(document, indent=1, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
    try:
        files.replace(baseline.path, data)
    except OSError as error:
        raise BaselineError(f"the baseline {baseline.path} cannot be written: {error.strerror or error}") from error
