"""The baseline: findings that an old code base has already, written down so that only new ones are reported.

A finding is recognised by its file, its code and the text of its line, not by the line's number: code may move. Equal
ones are counted. The file is meant to be committed and read; a rewrite of it can drop entries, never add any, so what
it allows only gets less.
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

#: What recognises a finding: path relative to the folder of the baseline file with `/` between its parts, code, text.
Key = Tuple[str, str, str]


class BaselineError(Exception):
    """The baseline file cannot be used; the message says why."""


@dataclasses.dataclass(frozen=True)
class Baseline:
    """The findings that are known. `path` is the file that they are, or will be, written to."""

    path: str
    known: Counter[Key]

    def key(self, file: FileResult, finding: Finding) -> Key:
        """What recognises `finding`."""
        return (self.relative(file.path), finding.code, normalised(file.lines.get(finding.line, "")))

    def relative(self, path: str) -> str:
        """`path` as the baseline file has it."""
        return relative_to(os.path.dirname(self.path) or os.curdir, path)


def relative_to(folder: str, path: str) -> str:
    """`path` relative to `folder`, with `/` between its parts."""
    return os.path.relpath(os.path.abspath(path), os.path.abspath(folder)).replace(os.sep, "/")


def normalised(line: str) -> str:
    """`line` without what a formatter may change about its white space."""
    return " ".join(line.split())


def fingerprint(file: FileResult, finding: Finding) -> str:
    """A short text that stays the same when the finding's line moves within its file: hexadecimal, 32 digits."""
    return digest("\0".join((finding.code, normalised(file.lines.get(finding.line, "")))))


def digest(text: str) -> str:
    """32 hexadecimal digits for `text`."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def identified(result: Result) -> Iterator[Tuple[FileResult, Finding, str]]:
    """Every finding with its file and a text that no other finding of that file has: equal ones are numbered."""
    seen: Counter[Tuple[str, str]] = collections.Counter()
    for file in result.files:
        for finding in file.findings:
            mark = fingerprint(file, finding)
            seen[file.path, mark] += 1
            yield file, finding, f"{mark}:{seen[file.path, mark]}"


def load(path: str) -> Baseline:
    """The baseline in the file `path`. Raises BaselineError."""
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
    except OSError as error:
        raise BaselineError(f"the baseline {path} cannot be read: {error.strerror or error}") from error
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise BaselineError(f"the baseline {path} is no JSON: {error}") from error
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
    """A baseline, to be written to `path`, that knows every finding of `result`."""
    baseline = Baseline(path, collections.Counter())
    baseline.known.update(baseline.key(file, finding) for file in result.files for finding in file.findings)
    return baseline


def apply(baseline: Baseline, result: Result) -> Tuple[Result, Baseline]:
    """`result` without the findings that `baseline` knows, and the baseline without the entries that are gone.

    Of equal findings of a file the first ones are the known ones. An entry is gone if its file was looked at and has
    fewer such findings, or if its file is no longer there.
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
    """Writes the file, wholly or not at all. Raises BaselineError."""
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
