"""Check files: read each, analyse it, and report the findings that the configuration and its comments do not suppress.

Errors are confined to the file in which they occur: they are part of its result, and the other files are checked.
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import functools
import os
import signal
import sys
import warnings
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from hybridlint import files
from hybridlint.configuration import Configuration, is_code
from hybridlint.examination import examine
from hybridlint.facts import Facts
from hybridlint.files import notebooks
from hybridlint.files.notebooks import Notebook
from hybridlint.files.suppression import Suppressions
from hybridlint.finding import Finding
from hybridlint.mxnet_api import DEFAULT
from hybridlint.prefilter import may_concern
from hybridlint.remedies import message_with_remedy
from hybridlint.results import CouldNotLook, FileResult, Result
from hybridlint.selection import everything
from hybridlint.validation import validated

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from hybridlint.cache import Cache

#: Minimum number of files per process.
_FILES_PER_PROCESS = 24


def parse(text: str) -> ast.Module:
    """Return the syntax tree of `text`. Raise SyntaxError, with a line, if this Python cannot parse it."""
    if "\0" in text:  # Python raises ValueError for it before 3.12, and no line.
        line = text.count("\n", 0, text.index("\0")) + 1
        raise SyntaxError("it contains a null byte", (None, line, 1, None))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text)
        except (RecursionError, MemoryError) as error:
            raise SyntaxError("it is nested too deeply for Python's own parser", (None, 1, 1, None)) from error


def check_text(
    text: str,
    path: str,
    configuration: Configuration,
    report_unused: bool = False,
    facts: Optional[Facts] = None,
    validate: bool = False,
) -> FileResult:
    r"""Return the findings in the source `text` (line ends `\n`) of the file `path`, with the `facts` of a run, if any.

    With `validate`, a fix is safe only if it is shown to keep the imperative results: see :mod:`hybridlint.validation`.
    """
    if facts is None and not may_concern(text) and not report_unused:
        return FileResult(path)
    try:
        tree = parse(text)
    except SyntaxError as error:
        reason = f"Python {sys.version_info[0]}.{sys.version_info[1]} cannot parse it: {error.msg}"
        failure = CouldNotLook(path, reason, max(error.lineno or 1, 1), max((error.offset or 1) - 1, 0))
        return _with_lines(text, FileResult(path, could_not_look=(failure,)))
    suppressions = Suppressions(text)
    if suppressions.whole_file:
        return FileResult(path)
    wants = functools.partial(configuration.reports, path)
    # Whether a suppression is needed also depends on codes that are not selected.
    selects = everything if report_unused else wants
    examined = examine(text, path, configuration.mxnet_version, tree, selects, facts=facts)
    wanted = [finding for finding in examined.findings if wants(finding.code)]
    reported = [
        dataclasses.replace(finding, message=message_with_remedy(finding, text, tree, wanted))
        for finding in sorted(wanted, key=Finding.sort_key)
        if not suppressions.cover(finding)
    ]
    reported = validated(text, reported) if validate else reported
    whole = not examined.could_not_look
    unused = suppressions.unused(path, examined.findings, is_code) if report_unused and whole else ()
    result = FileResult(
        path,
        tuple(reported),
        tuple(item for item in examined.could_not_look if wants(item.code)),
        tuple(unused),
        suppressed=len(wanted) - len(reported),
    )
    return _with_lines(text, result)


def _with_lines(text: str, result: FileResult) -> FileResult:
    lines = text.split("\n")
    items = (result.findings, result.could_not_look, result.unused_suppressions)
    numbers = {item.line for group in items for item in group}
    return dataclasses.replace(result, lines={n: lines[n - 1] for n in sorted(numbers) if 0 < n <= len(lines)})


def check_file(
    path: str,
    configuration: Configuration,
    report_unused: bool = False,
    shown_as: str = "",
    facts: Optional[Mapping[str, Facts]] = None,
    data: Optional[bytes] = None,
    validate: bool = False,
) -> List[FileResult]:
    """Return the findings in the file `path` ("-": standard input), shown under the name `shown_as` if that is given.

    `data` is the content of the file, if it has been read. `facts` maps the real paths of files to the facts of a run.
    There is one result; for a notebook, one for each cell with findings, and one for the others.
    """
    shown = shown_as or path
    try:
        if data is None and path != files.STDIN:
            source = files.read(path)
        else:
            source = files.decode(sys.stdin.buffer.read() if data is None else data)
        if notebooks.is_notebook(shown):
            return _check_notebook(source.text, shown, configuration, report_unused)
    except files.CannotRead as error:
        # All encodings of Python source contain ASCII; without a name of a hybrid block there is nothing to look at.
        if error.data and b"\0" not in error.data and not may_concern(error.data.decode("latin-1")):
            return [FileResult(shown)]
        return [FileResult(shown, could_not_look=(CouldNotLook(shown, error.reason, error.line),))]
    known = facts.get(os.path.realpath(path)) if facts else None
    return [check_text(source.text, shown, configuration, report_unused, known, validate)]


def _check_notebook(source: str, path: str, configuration: Configuration, report_unused: bool) -> List[FileResult]:
    """Check a notebook. Raise files.CannotRead."""
    notebook = notebooks.parse(source)
    if notebook is None:
        return [FileResult(path)]
    result = check_text(notebook.text, path, configuration, report_unused)
    return _by_cell(result, notebook)


def _by_cell(result: FileResult, notebook: Notebook) -> List[FileResult]:
    """Split `result`, whose lines are those of the notebook's text, into the cells of the notebook.

    Fixes are dropped: notebooks are never written.
    """
    divided: Dict[Optional[int], FileResult] = {None: FileResult(result.path, suppressed=result.suppressed)}

    def cell_of(number: int) -> Tuple[int, int, FileResult]:
        cell, line = notebook.place(number)
        known = divided.setdefault(cell, FileResult(result.path, cell=cell))
        known.lines[line] = result.lines.get(number, "")
        return cell, line, known

    for finding in result.findings:
        cell, line, known = cell_of(finding.line)
        end_line = finding.end_line and line + finding.end_line - finding.line
        moved = dataclasses.replace(finding, line=line, end_line=end_line, fix=None)
        divided[cell] = dataclasses.replace(known, findings=(*known.findings, moved))
    for failure in result.could_not_look:
        cell, line, known = cell_of(failure.line)
        failure = dataclasses.replace(failure, line=line, cell=cell)
        divided[cell] = dataclasses.replace(known, could_not_look=(*known.could_not_look, failure))
    for unused in result.unused_suppressions:
        cell, line, known = cell_of(unused.line)
        unused = dataclasses.replace(unused, line=line, cell=cell)
        divided[cell] = dataclasses.replace(known, unused_suppressions=(*known.unused_suppressions, unused))
    return list(divided.values())


def check(
    paths: Sequence[str],
    configuration: Configuration,
    *,
    report_unused: bool = False,
    stdin_name: str = "",
    jobs: Optional[int] = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
    facts: Optional[Mapping[str, Facts]] = None,
    cache: Optional[Cache] = None,
    validate: bool = False,
) -> Result:
    """Return the findings in the files `paths` and in those below the folders among them.

    `facts` maps the real path of a file to the facts of a run. `jobs` is the number of processes; None chooses it by
    the number of files. `progress` is called with the number of checked files and the total. `cache` has the results of
    earlier runs, and gets those of this one. `validate` is that of :func:`check_text`.
    """
    problems: List[CouldNotLook] = []
    matches = list(
        files.python_files(
            paths,
            configuration.exclude + configuration.extend_exclude,
            lambda path, reason: problems.append(CouldNotLook(path, reason)),
            stdin_name,
        )
    )
    results: Dict[str, List[FileResult]] = {path: [] for path in matches}
    if files.STDIN in matches:
        shown = stdin_name or "stdin"
        results[files.STDIN] = check_file(files.STDIN, configuration, report_unused, shown, validate=validate)
    waiting: List[_Content] = []
    for path in matches:
        if path == files.STDIN:
            continue
        data: Optional[bytes] = None
        if cache is not None:
            with contextlib.suppress(OSError), open(path, "rb") as file:
                data = file.read()
        known = cache.get(path, data) if cache is not None and data is not None else None
        if known is None:
            waiting.append((path, data))
        else:
            results[path] = known
    settings: Dict[str, Any] = {
        "configuration": configuration,
        "report_unused": report_unused,
        "facts": facts,
        "validate": validate,
    }
    item = functools.partial(_check_content, **settings)
    for done, ((path, data), checked) in enumerate(zip(waiting, _map(item, waiting, jobs)), 1):
        results[path] = checked
        if cache is not None and data is not None:
            cache.put(path, data, checked)
        progress(done, len(waiting))
    every = tuple(result for path in matches for result in results[path])
    return Result(every, configuration.mxnet_version or DEFAULT, tuple(problems))


#: The path of a file, and its content if it has been read.
_Content = Tuple[str, Optional[bytes]]


def _check_content(content: _Content, **settings: Any) -> List[FileResult]:
    path, data = content
    return check_file(path, data=data, **settings)


def _map(
    function: Callable[[_Content], List[FileResult]], contents: Sequence[_Content], jobs: Optional[int]
) -> Iterator[List[FileResult]]:
    """Yield the result of `one` for every file, in order, using several processes if there are enough files."""
    if jobs is None:
        jobs = min(os.cpu_count() or 1, len(contents) // _FILES_PER_PROCESS)
    if jobs <= 1:
        yield from map(function, contents)
        return
    from concurrent.futures.process import BrokenProcessPool

    with _processes(jobs) as pool:
        with _interrupts_blocked():
            futures = [pool.submit(function, content) for content in contents]
        for content, future in zip(contents, futures):
            try:
                checked = _awaited(future)
            except BrokenProcessPool:
                # A file ended its process: each of the remaining ones gets its own process.
                checked = _alone(function, content)
            yield checked


def _alone(function: Callable[[_Content], List[FileResult]], content: _Content) -> List[FileResult]:
    from concurrent.futures.process import BrokenProcessPool

    with _processes(1) as pool:
        try:
            with _interrupts_blocked():
                future = pool.submit(function, content)
            return _awaited(future)
        except BrokenProcessPool:
            reason = "the process that analysed it ended; please report it with the file"
            return [FileResult(content[0], could_not_look=(CouldNotLook(content[0], reason, code="HYB002"),))]


@contextlib.contextmanager
def _processes(count: int) -> Iterator[Executor]:
    """A pool of processes, which are killed where an exception such as KeyboardInterrupt leaves the block."""
    import concurrent.futures  # slow to import
    import multiprocessing

    others = set(multiprocessing.active_children())
    # A terminal sends Ctrl-C to every process; this one ends the others.
    ignored = signal.SIGINT, signal.SIG_IGN
    with concurrent.futures.ProcessPoolExecutor(count, initializer=signal.signal, initargs=ignored) as pool:
        try:
            yield pool
        except BaseException:
            for process in set(multiprocessing.active_children()) - others:
                process.kill()
            raise


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Delay interrupts. A process that starts in this context never receives any, not even while it imports modules."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _awaited(future: Future[List[FileResult]]) -> List[FileResult]:
    """Return the result of `future`. Polls, because a plain wait delays Ctrl-C on Windows."""
    import concurrent.futures

    while not future.done():
        concurrent.futures.wait([future], timeout=0.5)
    return future.result()
