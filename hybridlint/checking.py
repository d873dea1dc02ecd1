"""Checks files: reads each, analyses it, and keeps what the configuration and the comments in it let through.

A failure concerns the one file it happened in: whatever goes wrong is told in its result, and the others go on.
"""

from __future__ import annotations

import ast
import concurrent.futures
import dataclasses
import functools
import os
import re
import sys
import traceback
import warnings
from concurrent.futures.process import BrokenProcessPool
from typing import Callable, Iterable, List, Optional, Sequence, Tuple

from hybridlint import files
from hybridlint.configuration import COULD_NOT_LOOK, Configuration, is_code
from hybridlint.finding import Finding
from hybridlint.results import CouldNotLook, FileResult, Result
from hybridlint.suppression import Suppressions

#: A file without this word has no hybrid block, nor a class derived from one by name: it costs this search alone.
_HYBRID = re.compile("[Hh]ybrid")
#: So many files are worth a process of their own.
_FILES_PER_PROCESS = 24


@dataclasses.dataclass(frozen=True)
class Examination:
    """What the analysis says of a text, before any selection or suppression."""

    findings: Tuple[Finding, ...] = ()
    could_not_look: Tuple[CouldNotLook, ...] = ()


def may_hold_block(text: str) -> bool:
    """Whether `text` can hold a hybrid block at all."""
    return _HYBRID.search(text) is not None


def examine(text: str, path: str, mxnet_version: str, tree: Optional[ast.Module] = None) -> Examination:
    r"""What the analysis says of the source `text` (line ends `\n`) of the file `path`. Never raises."""
    if not may_hold_block(text):
        return Examination()
    # Only now: where no file has a hybrid block, flake8 need not wait for libcst to be imported.
    from hybridlint import analysis

    try:
        findings = analysis.analyse(text, tree=tree, mxnet_version=mxnet_version)
    except analysis.NotAnalysed as error:
        return Examination((), (CouldNotLook(path, error.reason, error.line, error.column),))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # libcst's parser is native: its panics are no Exception.
        return Examination((), (_internal_failure(path, error),))
    failures = tuple(
        CouldNotLook(path, finding.message, finding.line, finding.column, finding.code)
        for finding in findings
        if finding.code in COULD_NOT_LOOK
    )
    return Examination(tuple(finding for finding in findings if finding.code not in COULD_NOT_LOOK), failures)


def _internal_failure(path: str, error: BaseException) -> CouldNotLook:
    frames = traceback.extract_tb(error.__traceback__)
    # The innermost line of this package says most about the cause.
    own = [frame for frame in frames if os.sep + "hybridlint" + os.sep in frame.filename]
    place = f" at {os.path.basename(own[-1].filename)}:{own[-1].lineno}" if own else ""
    said = str(error).strip().splitlines()
    reason = (
        f"hybridlint itself failed on this file: {type(error).__name__}{': ' + said[0] if said else ''}{place}; "
        "please report it with the file and the output of `hybridlint check --traceback FILE`"
    )
    text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return CouldNotLook(path, reason, code="HYB002", traceback=text)


def parse(text: str) -> ast.Module:
    """The syntax tree of `text`. Raises SyntaxError, with a line, for whatever this Python cannot parse."""
    if "\0" in text:  # Which Python refuses without a line, until 3.12 with a ValueError.
        line = text.count("\n", 0, text.index("\0")) + 1
        raise SyntaxError("it contains a null byte", (None, line, 1, None))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text)
        except (RecursionError, MemoryError) as error:
            raise SyntaxError("it is nested too deeply for Python's own parser", (None, 1, 1, None)) from error


def check_text(text: str, path: str, configuration: Configuration, report_unused: bool = False) -> FileResult:
    r"""What there is to say of the source `text` (line ends `\n`) of the file `path`."""
    try:
        tree = parse(text)
    except SyntaxError as error:
        reason = f"Python {sys.version_info[0]}.{sys.version_info[1]} cannot parse it: {error.msg}"
        failure = CouldNotLook(path, reason, max(error.lineno or 1, 1), max((error.offset or 1) - 1, 0))
        return _with_lines(text, FileResult(path, could_not_look=(failure,)))
    if not may_hold_block(text) and not report_unused:
        return FileResult(path)
    suppressions = Suppressions(text)
    if suppressions.whole_file:
        return FileResult(path)
    examined = examine(text, path, configuration.mxnet_version, tree)
    wanted = [finding for finding in examined.findings if configuration.reports(path, finding.code)]
    kept = sorted((item for item in wanted if not suppressions.cover(item)), key=Finding.sort_key)
    whole = not examined.could_not_look
    unused = suppressions.unused(path, examined.findings, is_code) if report_unused and whole else ()
    result = FileResult(
        path,
        tuple(kept),
        tuple(item for item in examined.could_not_look if configuration.reports(path, item.code)),
        tuple(unused),
        suppressed=len(wanted) - len(kept),
    )
    return _with_lines(text, result)


def _with_lines(text: str, result: FileResult) -> FileResult:
    lines = text.split("\n")
    said = (result.findings, result.could_not_look, result.unused_suppressions)
    numbers = {item.line for items in said for item in items}
    return dataclasses.replace(result, lines={n: lines[n - 1] for n in sorted(numbers) if 0 < n <= len(lines)})


def check_file(path: str, configuration: Configuration, report_unused: bool = False, shown_as: str = "") -> FileResult:
    """What there is to say of the file `path` ("-": standard input), under the name `shown_as` if given."""
    shown = shown_as or path
    try:
        source = files.decode(sys.stdin.buffer.read()) if path == files.STDIN else files.read(path)
    except files.CannotRead as error:
        return FileResult(shown, could_not_look=(CouldNotLook(shown, error.reason, error.line),))
    return check_text(source.text, shown, configuration, report_unused)


def check(
    paths: Sequence[str],
    configuration: Configuration,
    *,
    report_unused: bool = False,
    stdin_name: str = "",
    jobs: Optional[int] = None,
) -> Result:
    """What there is to say of the files `paths` and of those below the folders among them.
    `jobs` processes do it; None means as many as are worth it."""
    problems: List[CouldNotLook] = []
    found = list(
        files.python_files(
            paths,
            configuration.exclude + configuration.extend_exclude,
            lambda path, reason: problems.append(CouldNotLook(path, reason)),
            stdin_name,
        )
    )
    shown_as = stdin_name or "stdin"
    results = [check_file(p, configuration, report_unused, shown_as) for p in found if p == files.STDIN]
    others = [path for path in found if path != files.STDIN]
    one = functools.partial(check_file, configuration=configuration, report_unused=report_unused)
    results.extend(_map(one, others, jobs))
    return Result(tuple(results), configuration.mxnet_version, tuple(problems))


def _map(one: Callable[[str], FileResult], paths: Sequence[str], jobs: Optional[int]) -> Iterable[FileResult]:
    """`one` of every path, in order, by several processes where it is worth it."""
    if jobs is None:
        jobs = min(os.cpu_count() or 1, len(paths) // _FILES_PER_PROCESS)
    if jobs <= 1:
        return [one(path) for path in paths]
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        futures = [pool.submit(one, path) for path in paths]
        results: List[FileResult] = []
        for path, future in zip(paths, futures):
            try:
                results.append(future.result())
            except BrokenProcessPool:
                # Some file took its process down: each of those that are left gets a process of its own.
                results.append(_alone(one, path))
        return results


def _alone(one: Callable[[str], FileResult], path: str) -> FileResult:
    with concurrent.futures.ProcessPoolExecutor(1) as pool:
        try:
            return pool.submit(one, path).result()
        except BrokenProcessPool:
            reason = "the process that analysed it died; please report it with the file"
            return FileResult(path, could_not_look=(CouldNotLook(path, reason, code="HYB002"),))
