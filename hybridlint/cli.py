"""The command `hybridlint check | fix | explain | rules`.

Exit codes: 0 nothing found, 1 something found, 2 something could not be analysed (even if other things were found),
130 interrupted.
"""

from __future__ import annotations

import argparse
import dataclasses
import difflib
import io
import json
import os
import signal
import sys
import traceback
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from hybridlint import about, arguments, checking, configuration, explaining, facts, files, fixing
from hybridlint.cache import Cache, default_folder
from hybridlint.configuration import Configuration
from hybridlint.files import baseline, notebooks
from hybridlint.files.suppression import add_noqa
from hybridlint.finding import Finding
from hybridlint.mxnet_api import DEFAULT
from hybridlint.options import parser
from hybridlint.pyproject import ConfigurationError
from hybridlint.reporting import FORMATS, text
from hybridlint.reporting.style import Style
from hybridlint.results import CouldNotLook, FileResult, Result
from hybridlint.terminal import CannotWrite, ProgressBar, Terminal, write

NOTHING_FOUND, FOUND, COULD_NOT_LOOK, INTERRUPTED = 0, 1, 2, 130


class _CannotGoOn(Exception):
    """The request cannot be carried out; the message states why."""


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Run the command with `argv` (that of the process by default) and return its exit code.

    As argparse does, it exits immediately for `--help` and for invalid arguments (with 2).
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Replace characters that the terminal cannot show instead of failing.
            stream.reconfigure(errors="backslashreplace")
    name = arguments.typed_name(about.NAME, about.NAME) if argv is None else about.NAME
    options = parser(name).parse_args(argv)
    commands = {"check": _check, "fix": _fix, "explain": _explain, "rules": _rules}
    try:
        return commands[options.name](options)
    except (_CannotGoOn, ConfigurationError, baseline.BaselineError, facts.CannotReadFacts, CannotWrite) as error:
        print(Terminal.of(sys.stderr).wrapped(f"{name}: {error}"), file=sys.stderr)
        return COULD_NOT_LOOK
    except KeyboardInterrupt:
        if argv is None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # another one would end the process with a traceback
        print(f"{name}: interrupted", file=sys.stderr)
        return INTERRUPTED
    except Exception:
        # Python's own exit code for a traceback is 1, which here means that something was found.
        traceback.print_exc()
        print(f"{name}: this is a bug in hybridlint, not in your code; there is no result", file=sys.stderr)
        return COULD_NOT_LOOK


@dataclasses.dataclass(frozen=True)
class _Settings:
    """The configuration, and the files that it comes from: {name of the table: path}. `folder` is that of the
    project: of pyproject.toml, or the current one."""

    configuration: Configuration
    sources: Mapping[str, str]
    folder: str


def _settings(options: argparse.Namespace) -> _Settings:
    """Return the settings of the configuration files, overridden by those of the command line."""
    base, sources = Configuration(), {}
    if options.config:
        base, sources = configuration.load(options.config), {"[tool.hybridlint]": options.config}
    elif not options.isolated:
        base, sources = configuration.discover(os.curdir)
    given: Dict[str, Any] = {}
    for field in dataclasses.fields(Configuration):
        value = getattr(options, field.name, None)
        if value is not None:
            given[field.name] = value
    path = sources.get("[tool.hybridlint]")
    folder = os.path.dirname(os.path.abspath(path)) if path else os.getcwd()
    settings = _Settings(dataclasses.replace(base, **given), sources, folder)
    if options.verbose:
        for name, source in sources.items():
            print(f"settings: {name} of {source}", file=sys.stderr)
    return settings


def _style(options: argparse.Namespace, chosen: Configuration, stream: Any) -> Style:
    statistics = getattr(options, "statistics", False)
    terminal = Terminal.of(stream, options.color)
    show_source = terminal.width is not None if chosen.show_source is None else chosen.show_source
    return Style(show_source, statistics, terminal, summary=not options.quiet)


def _files(options: argparse.Namespace, chosen: Configuration, problems: List[CouldNotLook]) -> List[str]:
    """Return the files to analyse; what cannot be is added to `problems`."""
    return list(
        files.python_files(
            options.paths,
            chosen.exclude + chosen.extend_exclude,
            lambda path, reason: problems.append(CouldNotLook(path, reason)),
            options.stdin_display_name,
        )
    )


def _check(options: argparse.Namespace) -> int:
    settings = _settings(options)
    chosen = settings.configuration
    if options.statistics and options.format != "text":
        raise _CannotGoOn(f"--statistics belongs to --format text, not to {options.format}")
    if options.show_settings:
        write("".join(f"{line}\n" for line in _shown(settings)))
        return NOTHING_FOUND
    if options.show_files:
        return _show_files(options, chosen)
    known = baseline.load(chosen.baseline) if chosen.baseline and not options.write_baseline else None
    seen = facts.read(options.facts) if options.facts else {}
    if options.facts and options.paths == [os.curdir]:
        options.paths = [os.path.relpath(path) for path in seen if os.path.exists(path)]
    validate = options.format in ("json", "sarif")  # the formats that state whether a fix is safe
    folder = chosen.cache_dir or default_folder()
    cache = None if options.no_cache or seen else Cache(folder, chosen, [options.show_unused_suppressions, validate])
    with ProgressBar(sys.stderr, shown=not options.quiet) as progress:
        result = checking.check(
            options.paths,
            chosen,
            facts=seen,
            report_unused=options.show_unused_suppressions,
            stdin_name=options.stdin_display_name,
            jobs=options.jobs,
            progress=progress,
            cache=cache,
            validate=validate,
        )
    if cache is not None:
        cache.write()
        if options.verbose:
            print(f"cache: {cache.hits} of {len(result.files)} results from {folder}", file=sys.stderr)
    if options.write_baseline:
        result = _write_baseline(options.write_baseline, result)
    elif known:
        result, _ = baseline.apply(known, result)
    _show_tracebacks(options, result)
    if options.add_noqa:
        return _add_noqa(result)
    if options.output:
        report = FORMATS[options.format](
            result, dataclasses.replace(_style(options, chosen, sys.stdout), terminal=Terminal())
        )
        try:
            files.replace(options.output, report.encode("utf-8", "backslashreplace"))
        except OSError as error:
            raise _CannotGoOn(f"{options.output} cannot be written: {error.strerror or error}") from error
        if not options.quiet:
            print(Terminal.of(sys.stderr, options.color).wrapped(text.summary(result)), file=sys.stderr)
    else:
        write(FORMATS[options.format](result, _style(options, chosen, sys.stdout)))
    return NOTHING_FOUND if options.exit_zero and result.exit_code == FOUND else result.exit_code


def _shown(settings: _Settings) -> Iterator[str]:
    for name, source in settings.sources.items():
        yield f"# {name} of {source}"
    for field in dataclasses.fields(Configuration):
        value = getattr(settings.configuration, field.name)
        if field.name == "per_file_ignores":
            value = {pattern: list(codes) for pattern, codes in value}
        shown = json.dumps(value, ensure_ascii=False) if value is not None else "(not set)"
        yield f"{field.name.replace('_', '-')} = {shown}"


def _show_files(options: argparse.Namespace, chosen: Configuration) -> int:
    problems: List[CouldNotLook] = []
    write("".join(f"{path}\n" for path in _files(options, chosen, problems)))
    for problem in problems:
        print(f"{problem.path}: {problem.message}", file=sys.stderr)
    return COULD_NOT_LOOK if problems else NOTHING_FOUND


def _add_noqa(result: Result) -> int:
    """Add a comment to the line of each finding. Notebooks are not changed."""
    added = 0
    problems = list(result.not_looked_at)
    for file in result.files:
        if not file.findings:
            continue
        if notebooks.is_notebook(file.path) or not os.path.isfile(file.path):
            problems.append(CouldNotLook(file.path, "comments are added to files of Python only"))
            continue
        try:
            source = files.read(file.path)
            changed, count = add_noqa(source.original, file.findings)
            files.replace(file.path, source.encoded(changed))
        except (files.CannotRead, OSError) as error:
            problems.append(CouldNotLook(file.path, f"it cannot be written: {error}"))
            continue
        added += count
    for problem in problems:
        print(f"{problem.path}: {problem.message}", file=sys.stderr)
    write(f"Added {added} suppression{'' if added == 1 else 's'}.\n")
    return COULD_NOT_LOOK if problems else NOTHING_FOUND


def _write_baseline(path: str, result: Result) -> Result:
    """Write the baseline, or remove obsolete entries from an existing one. Return the result without known findings."""
    if os.path.exists(path):
        result, remaining = baseline.apply(baseline.load(path), result)
        if result.baseline:
            result = dataclasses.replace(result, baseline=dataclasses.replace(result.baseline, gone=0))
    else:
        remaining = baseline.of(result, path)
        result, _ = baseline.apply(remaining, result)
    baseline.write(remaining)
    return result


def _show_tracebacks(options: argparse.Namespace, result: Result) -> None:
    if options.traceback:
        for item in result.not_looked_at:
            if item.traceback:
                print(f"{item.path}:\n{item.traceback}", file=sys.stderr)


def _fix(options: argparse.Namespace) -> int:
    chosen = _settings(options).configuration
    known = baseline.load(chosen.baseline) if chosen.baseline else None
    problems: List[CouldNotLook] = []
    matches = _files(options, chosen, problems)
    results: List[FileResult] = []
    fixed = 0
    with ProgressBar(sys.stderr, shown=not options.quiet) as progress:
        for done, path in enumerate(matches, 1):
            remaining, count = _fix_file(path, chosen, options)
            results += remaining
            fixed += count
            progress(done, len(matches))
    if options.fix_only:
        results = [dataclasses.replace(result, findings=()) for result in results]
    result = Result(tuple(results), chosen.mxnet_version or DEFAULT, tuple(problems))
    if known:
        result, _ = baseline.apply(known, result)
        if result.baseline:  # fixed: `check` reports what is obsolete
            result = dataclasses.replace(result, baseline=dataclasses.replace(result.baseline, gone=0))
    _show_tracebacks(options, result)
    style = _style(options, chosen, sys.stdout)
    if options.fix_only:
        style = dataclasses.replace(style, summary=False)
    report = FORMATS["text"](result, style)
    if not options.quiet and (fixed or not options.fix_only):
        report += f"{'Would fix' if options.diff else 'Fixed'} {fixed} problem{'' if fixed == 1 else 's'}.\n"
    # With --diff, and with standard input, standard output contains only the patch or the text.
    if options.diff or files.STDIN in options.paths:
        sys.stderr.write(report)
    else:
        write(report)
    return FOUND if result.exit_code == NOTHING_FOUND and options.diff and fixed else result.exit_code


def _fix_file(path: str, chosen: Configuration, options: argparse.Namespace) -> Tuple[List[FileResult], int]:
    """Fix one file. Return what remains to be reported, and the number of fixed findings."""
    from_stdin = path == files.STDIN
    shown = (options.stdin_display_name or "stdin") if from_stdin else path

    def failed(reason: str, **where: Any) -> Tuple[List[FileResult], int]:
        return [FileResult(shown, could_not_look=(CouldNotLook(shown, reason, **where),))], 0

    try:
        source = files.decode(sys.stdin.buffer.read()) if from_stdin else files.read(path)
    except files.CannotRead as error:
        return failed(error.reason, line=error.line)

    count = 0

    def change(code: str) -> str:
        nonlocal count

        def find(code: str) -> Sequence[Finding]:
            return checking.check_text(code, shown, chosen).findings

        fixed = fixing.apply_fixes(code, find, options.unsafe_fixes)
        count = len(fixed.fixed)
        return fixed.text

    try:
        in_notebook = notebooks.is_notebook(shown)
        if not in_notebook:
            text = change(source.original)
        else:
            text = source.original if notebooks.parse(source.text) is None else notebooks.changed(source.text, change)
    except files.CannotRead as error:
        return failed(error.reason, line=error.line)
    try:
        data = source.encoded(text)
    except UnicodeEncodeError:
        return failed(f"a fix has a character that {source.encoding} has not; the file is unchanged")
    left = checking.check_file(path, chosen, shown_as=shown, data=data)
    causes = [failure.reason for result in left for failure in result.could_not_look]
    if causes and text != source.original:
        # Do not write a file that can no longer be analysed.
        cause = causes[0]
        return failed(f"fixed, it could not be analysed ({cause}); the file is unchanged", code="HYB002")
    if options.diff:
        write(_difference(source.text, dataclasses.replace(source, original=text).text, shown))
    elif from_stdin:
        write(data)
    elif text != source.original:
        try:
            if files.read(path).original != source.original:
                return failed("it has changed meanwhile; run the command again")
            files.replace(path, data)
        except (files.CannotRead, OSError) as error:
            unwritten, _ = failed(f"it cannot be written: {getattr(error, 'strerror', None) or error}")
            original = source.encoded(source.original)
            return [*checking.check_file(path, chosen, shown_as=shown, data=original), *unwritten], 0
    return left, count if text != source.original else 0


def _difference(before: str, after: str, path: str) -> str:
    """Return a patch for `git apply` and `patch -p1`: paths without `./`, relative if below the current folder."""
    shown = os.path.normpath(path)
    if os.path.isabs(shown):
        relative = os.path.relpath(shown)
        shown = shown.lstrip(os.sep) if relative.startswith(os.pardir) else relative
    lines = difflib.unified_diff(list(io.StringIO(before)), list(io.StringIO(after)), f"a/{shown}", f"b/{shown}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _explain(options: argparse.Namespace) -> int:
    for code in options.codes:
        if explaining.find(code) is None:
            raise _CannotGoOn(f"there is no rule {code}: {explaining.suggestion(code)}")
    if options.format == "json":
        write(json.dumps([explaining.document(code) for code in options.codes], indent=2) + "\n")
    for code in options.codes if options.format == "text" else ():
        write(explaining.explain(code, Terminal.of(sys.stdout).width) + "\n")
    return NOTHING_FOUND


def _rules(options: argparse.Namespace) -> int:
    """Print a line for each rule; on a terminal it is wrapped below its name."""
    if options.format == "json":
        write(json.dumps([explaining.document(meaning.code) for meaning in explaining.meanings()], indent=2) + "\n")
        return NOTHING_FOUND
    terminal = Terminal.of(sys.stdout, options.color)
    width = max(len(meaning.name) for meaning in explaining.meanings())
    lines = []
    for meaning in explaining.meanings():
        marks = [
            *(["silent"] if meaning.silent else []),
            *([] if meaning.default else ["opt-in"]),
            *([f"{meaning.rule.fix} fix"] if meaning.rule and meaning.rule.fix else []),
        ]
        summary = meaning.summary + (f" ({', '.join(marks)})" if marks else "")
        start = len(meaning.code) + width + 4
        code = terminal.styled(meaning.code, "bold", "red" if meaning.default else "yellow", link=meaning.url)
        lines.append(f"{code}  {meaning.name:{width}}  {terminal.wrapped(summary, start, hanging=start)}\n")
    write("".join(lines))
    return NOTHING_FOUND
