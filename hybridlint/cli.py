"""The command `hybridlint check | fix | explain | rules`.

Exit codes: 0 nothing found, 1 something found, 2 something could not be analysed (even if other things were found).
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import difflib
import io
import os
import sys
from typing import Any, Dict, List, Optional, Sequence, Tuple

from hybridlint import about, arguments, baseline, checking, configuration, explaining, facts, files, fixing, notebooks
from hybridlint.configuration import Configuration, ConfigurationError
from hybridlint.finding import Finding
from hybridlint.mxnet_api import DEFAULT, KNOWN
from hybridlint.reporting import FORMATS, text
from hybridlint.reporting.style import Style
from hybridlint.results import CouldNotLook, FileResult, Result
from hybridlint.terminal import COLOR_CHOICES, ProgressBar, Terminal

NOTHING_FOUND, FOUND, COULD_NOT_LOOK = 0, 1, 2


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
    options = _parser(name).parse_args(argv)
    try:
        code = int(options.command(options))
        sys.stdout.flush()
        return code
    except (_CannotGoOn, ConfigurationError, baseline.BaselineError, facts.CannotReadFacts) as error:
        print(Terminal.of(sys.stderr).wrapped(f"{name}: {error}"), file=sys.stderr)
        return COULD_NOT_LOOK
    except BrokenPipeError:
        # The reader has closed the pipe. Python would raise again when it closes the stream.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return COULD_NOT_LOOK
    except KeyboardInterrupt:
        print(f"{name}: interrupted", file=sys.stderr)
        return COULD_NOT_LOOK


def _parser(name: str = about.NAME) -> arguments.Parser:
    parser = arguments.Parser(
        prog=name, description="Finds what breaks when an Apache MXNet Gluon HybridBlock is hybridized."
    )
    parser.add_argument("--version", action="version", version=f"{about.NAME} {about.version()}")
    commands = parser.add_subparsers(dest="name", metavar="COMMAND", required=True)

    check = commands.add_parser("check", help="report what breaks", description="Reports what breaks.")
    _add_common(check)
    check.add_argument(
        "--facts",
        metavar="FILE",
        help="use what a run showed: a JSON report of `hybridlint-runtime check`. Without PATH, check the files that "
        "it describes",
    )
    report = check.add_argument_group("how to report")
    report.add_argument(
        "--format", choices=sorted(FORMATS), default="text", help="the format of the report (default: text)"
    )
    report.add_argument("--output", metavar="FILE", help="write the report to FILE, and one line to standard error")
    report.add_argument("--show-source", action="store_true", default=None, help="show the line of each finding")
    report.add_argument("--statistics", action="store_true", help="count the findings of each code")
    report.add_argument(
        "--show-unused-suppressions", action="store_true", help="report `# noqa: HYB…` comments that suppress nothing"
    )
    report.add_argument("--baseline", metavar="FILE", help="report only findings that are not in FILE")
    report.add_argument(
        "--write-baseline",
        metavar="FILE",
        help="write the findings to FILE, for --baseline; if FILE exists, only remove findings that are fixed, and "
        "report new ones",
    )
    check.set_defaults(command=_check)

    fix = commands.add_parser("fix", help="apply fixes, and report the rest", description="Fixes what can be fixed.")
    _add_common(fix)
    fix.add_argument(
        "--unsafe-fixes", "--unsafe", action="store_true", help="also apply fixes that may change the imperative result"
    )
    fix.add_argument("--diff", action="store_true", help="show the changes without making them")
    fix.set_defaults(command=_fix)

    explain = commands.add_parser("explain", help="explain a rule", description="Explains a rule.")
    explain.add_argument("codes", nargs="+", metavar="CODE", help="a code, or the name of a rule")
    explain.set_defaults(command=_explain)

    rules = commands.add_parser("rules", help="list the rules", description="Lists the rules.")
    _add_color(rules)
    rules.set_defaults(command=_rules)
    return parser


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", default=["."], metavar="PATH", help="file, folder or - (default: .)")
    choice = parser.add_argument_group("what to report")
    choice.add_argument("--select", type=_codes, metavar="CODES", help="report only codes with these prefixes")
    choice.add_argument("--extend-select", type=_codes, metavar="CODES", help="also report these (HYB9: opt-in rules)")
    choice.add_argument("--ignore", type=_codes, metavar="CODES", help="do not report codes with these prefixes")
    choice.add_argument("--extend-ignore", type=_codes, metavar="CODES", help="also do not report these")
    choice.add_argument("--per-file-ignores", type=_per_file_ignores, metavar="PATTERN:CODES", help="as in flake8")
    choice.add_argument("--mxnet-version", type=_version, metavar="VERSION", help=f"one of {', '.join(KNOWN)}")
    where = parser.add_argument_group("where to look")
    where.add_argument("--exclude", type=_patterns, metavar="PATTERNS", help="skip these files and folders")
    where.add_argument("--extend-exclude", type=_patterns, metavar="PATTERNS", help="also skip these")
    where.add_argument("--stdin-display-name", default="", metavar="PATH", help="the path of -, standard input")
    where.add_argument(
        "--config", metavar="FILE", help="the file with [tool.hybridlint] (default: the nearest pyproject.toml)"
    )
    where.add_argument("--isolated", action="store_true", help="read no configuration file")
    parser.add_argument("--jobs", type=_jobs, metavar="N", help="number of processes (default: by the number of files)")
    parser.add_argument("--traceback", action="store_true", help="show the traceback where hybridlint itself failed")
    _add_color(parser)


def _add_color(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--color", choices=COLOR_CHOICES, default="auto", help="when to use colour (default: auto)")


def _argument(reader: Any, text: str) -> Any:
    try:
        return reader(text)
    except ConfigurationError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _codes(text: str) -> Tuple[str, ...]:
    return _argument(configuration.parse_codes, text)  # type: ignore[no-any-return]


def _per_file_ignores(text: str) -> Tuple[Tuple[str, Tuple[str, ...]], ...]:
    return _argument(configuration.parse_per_file_ignores, text)  # type: ignore[no-any-return]


def _version(text: str) -> str:
    return _argument(configuration.parse_version, text)  # type: ignore[no-any-return]


def _patterns(text: str) -> Tuple[str, ...]:
    return configuration.parse_patterns(filter(None, (part.strip() for part in text.split(","))))


def _jobs(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes")
    return int(text)


def _configuration(options: argparse.Namespace) -> Configuration:
    """Return the configuration file's values, overridden by those of the command line."""
    path = options.config or (None if options.isolated else configuration.find(os.curdir))
    base = configuration.load(path) if path else Configuration()
    given: Dict[str, Any] = {}
    for field in dataclasses.fields(Configuration):
        value = getattr(options, field.name, None)
        if value is not None:
            given[field.name] = value
    return dataclasses.replace(base, **given)


def _style(options: argparse.Namespace, chosen: Configuration, stream: Any) -> Style:
    statistics = getattr(options, "statistics", False)
    return Style(chosen.show_source, statistics, Terminal.of(stream, options.color))


def _check(options: argparse.Namespace) -> int:
    chosen = _configuration(options)
    if options.statistics and options.format != "text":
        raise _CannotGoOn(f"--statistics belongs to --format text, not to {options.format}")
    known = baseline.load(chosen.baseline) if chosen.baseline and not options.write_baseline else None
    seen = facts.read(options.facts) if options.facts else {}
    if options.facts and options.paths == [os.curdir]:
        options.paths = [os.path.relpath(path) for path in seen if os.path.exists(path)]
    with ProgressBar(sys.stderr) as progress:
        result = checking.check(
            options.paths,
            chosen,
            facts=seen,
            report_unused=options.show_unused_suppressions,
            stdin_name=options.stdin_display_name,
            jobs=options.jobs,
            progress=progress,
        )
    if options.write_baseline:
        result = _write_baseline(options.write_baseline, result)
    elif known:
        result, _ = baseline.apply(known, result)
    _show_tracebacks(options, result)
    if options.output:
        report = FORMATS[options.format](
            result, dataclasses.replace(_style(options, chosen, sys.stdout), terminal=Terminal())
        )
        try:
            files.replace(options.output, report.encode("utf-8", "backslashreplace"))
        except OSError as error:
            raise _CannotGoOn(f"{options.output} cannot be written: {error.strerror or error}") from error
        print(Terminal.of(sys.stderr, options.color).wrapped(text.summary(result)), file=sys.stderr)
    else:
        sys.stdout.write(FORMATS[options.format](result, _style(options, chosen, sys.stdout)))
    return result.exit_code


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
    chosen = _configuration(options)
    problems: List[CouldNotLook] = []
    found = list(
        files.python_files(
            options.paths,
            chosen.exclude + chosen.extend_exclude,
            lambda path, reason: problems.append(CouldNotLook(path, reason)),
            options.stdin_display_name,
        )
    )
    results: List[FileResult] = []
    fixed = 0
    with ProgressBar(sys.stderr) as progress:
        for done, path in enumerate(found, 1):
            remaining, count = _fix_file(path, chosen, options)
            results += remaining
            fixed += count
            progress(done, len(found))
    result = Result(tuple(results), chosen.mxnet_version or DEFAULT, tuple(problems))
    # With --diff, and with standard input, standard output contains only the patch or the text.
    report = sys.stderr if options.diff or files.STDIN in options.paths else sys.stdout
    _show_tracebacks(options, result)
    report.write(FORMATS["text"](result, _style(options, chosen, report)))
    report.write(f"{'Would fix' if options.diff else 'Fixed'} {fixed} problem{'' if fixed == 1 else 's'}.\n")
    return FOUND if result.exit_code == NOTHING_FOUND and options.diff and fixed else result.exit_code


def _fix_file(path: str, chosen: Configuration, options: argparse.Namespace) -> Tuple[List[FileResult], int]:
    """Fix one file. Return what remains to be reported, and the number of fixed findings."""
    from_stdin = path == files.STDIN
    shown = (options.stdin_display_name or "stdin") if from_stdin else path
    if notebooks.is_notebook(shown):
        return checking.check_file(path, chosen, shown_as=shown), 0

    def failed(reason: str, **where: Any) -> Tuple[List[FileResult], int]:
        return [FileResult(shown, could_not_look=(CouldNotLook(shown, reason, **where),))], 0

    try:
        source = files.decode(sys.stdin.buffer.read()) if from_stdin else files.read(path)
    except files.CannotRead as error:
        return failed(error.reason, line=error.line)

    def find(code: str) -> Sequence[Finding]:
        return checking.check_text(code, shown, chosen).findings

    fixed = fixing.apply_fixes(source.original, find, options.unsafe_fixes)
    left = checking.check_text(dataclasses.replace(source, original=fixed.text).text, shown, chosen)
    try:
        data = source.encoded(fixed.text)
    except UnicodeEncodeError:
        return failed(f"a fix has a character that {source.encoding} has not; the file is unchanged")
    if left.could_not_look and fixed.fixed:
        # Do not write a file that can no longer be analysed.
        cause = left.could_not_look[0].reason
        return failed(f"fixed, it could not be analysed ({cause}); the file is unchanged", code="HYB002")
    if options.diff:
        sys.stdout.write(_difference(source.text, dataclasses.replace(source, original=fixed.text).text, shown))
    elif from_stdin:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    elif fixed.fixed:
        try:
            if files.read(path).original != source.original:
                return failed("it has changed meanwhile; run the command again")
            files.replace(path, data)
        except (files.CannotRead, OSError) as error:
            return failed(f"it cannot be written: {getattr(error, 'strerror', None) or error}")
    return [left], len(fixed.fixed)


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
        try:
            print(explaining.explain(code, Terminal.of(sys.stdout).width))
        except KeyError:
            raise _CannotGoOn(f"there is no rule {code}: {explaining.suggestion(code)}") from None
    return NOTHING_FOUND


def _rules(options: argparse.Namespace) -> int:
    """Print a line for each rule; on a terminal it is wrapped below its name."""
    terminal = Terminal.of(sys.stdout, options.color)
    width = max(len(meaning.name) for meaning in explaining.meanings())
    for meaning in explaining.meanings():
        marks = [
            *(["silent"] if meaning.silent else []),
            *([] if meaning.default else ["opt-in"]),
            *([f"{meaning.rule.fix} fix"] if meaning.rule and meaning.rule.fix else []),
        ]
        text = meaning.summary + (f" ({', '.join(marks)})" if marks else "")
        start = len(meaning.code) + width + 4
        code = terminal.styled(meaning.code, "bold", "red" if meaning.default else "yellow")
        print(f"{code}  {meaning.name:{width}}  {terminal.wrapped(text, start, hanging=start)}")
    return NOTHING_FOUND
