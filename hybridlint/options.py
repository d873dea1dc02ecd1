"""The arguments of the command `hybridlint`, from which the reference in the documentation is made."""

from __future__ import annotations

import argparse
from typing import Any, Tuple

from hybridlint import about, arguments, configuration
from hybridlint.mxnet_api import KNOWN
from hybridlint.pyproject import ConfigurationError
from hybridlint.reporting import FORMATS
from hybridlint.terminal import COLOR_CHOICES


def parser(name: str = about.NAME) -> arguments.Parser:
    """Return the parser of the command line; `name` is the command as it was typed."""
    top = arguments.Parser(
        prog=name, description="Finds what breaks when an Apache MXNet Gluon HybridBlock is hybridized."
    )
    top.add_argument("--version", action="version", version=f"{about.NAME} {about.version()}")
    arguments.add_completion(top)
    commands = top.add_subparsers(dest="name", metavar="COMMAND", required=True)
    _add_check(commands.add_parser("check", help="report what breaks", description="Reports what breaks."))
    _add_fix(
        commands.add_parser("fix", help="apply fixes, and report the rest", description="Fixes what can be fixed.")
    )
    explain = commands.add_parser("explain", help="explain a rule", description="Explains a rule.")
    explain.add_argument("codes", nargs="+", metavar="CODE", help="a code, or the name of a rule")
    _add_text_or_json(explain)
    rules = commands.add_parser("rules", help="list the rules", description="Lists the rules.")
    _add_text_or_json(rules)
    _add_color(rules)
    return top


def _add_check(check: argparse.ArgumentParser) -> None:
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
    report.add_argument(
        "--show-source", action="store_true", default=None, help="show the line of each finding (default on a terminal)"
    )
    report.add_argument(
        "--no-show-source", dest="show_source", action="store_false", default=None, help="show one line per finding"
    )
    report.add_argument("--statistics", action="store_true", help="count the findings of each code")
    report.add_argument(
        "--show-unused-suppressions", action="store_true", help="report `# noqa: HYB…` comments that suppress nothing"
    )
    report.add_argument("--baseline", metavar="FILE", help="report only findings that are not in FILE")
    report.add_argument("--exit-zero", action="store_true", help="exit with 0 where something is found, instead of 1")
    instead = check.add_argument_group("instead of a report")
    instead.add_argument(
        "--write-baseline",
        metavar="FILE",
        help="write the findings to FILE, for --baseline; if FILE exists, only remove findings that are fixed, and "
        "report new ones",
    )
    instead.add_argument("--add-noqa", action="store_true", help="add `# noqa: CODE` to the line of each finding")
    instead.add_argument("--show-settings", action="store_true", help="print the settings, and the files that set them")
    instead.add_argument("--show-files", action="store_true", help="print the files that would be checked")
    cache = check.add_argument_group("cache")
    cache.add_argument("--no-cache", action="store_true", help="analyse all files, and keep no result")
    cache.add_argument(
        "--cache-dir",
        metavar="FOLDER",
        help="the folder of the cache (default: HYBRIDLINT_CACHE_DIR, or hybridlint in your folder for caches)",
    )


def _add_fix(fix: argparse.ArgumentParser) -> None:
    _add_common(fix)
    fix.add_argument(
        "--unsafe-fixes", "--unsafe", action="store_true", help="also apply fixes that may change the imperative result"
    )
    fix.add_argument("--diff", action="store_true", help="show the changes without making them")
    fix.add_argument("--fix-only", action="store_true", help="do not report what remains, and exit with 0 for it")


def _add_common(command: argparse.ArgumentParser) -> None:
    command.add_argument("paths", nargs="*", default=["."], metavar="PATH", help="file, folder or - (default: .)")
    choice = command.add_argument_group("what to report")
    choice.add_argument("--select", type=_codes, metavar="CODES", help="report only codes with these prefixes")
    choice.add_argument("--extend-select", type=_codes, metavar="CODES", help="also report these (HYB9: opt-in rules)")
    choice.add_argument("--ignore", type=_codes, metavar="CODES", help="do not report codes with these prefixes")
    choice.add_argument("--extend-ignore", type=_codes, metavar="CODES", help="also do not report these")
    choice.add_argument(
        "--per-file-ignores",
        type=_per_file_ignores,
        metavar="PATTERN:CODES",
        help="do not report these codes in files that match; as in flake8",
    )
    choice.add_argument(
        "--mxnet-version", type=_version, metavar="VERSION", help=f"what the code targets: {', '.join(KNOWN)}"
    )
    where = command.add_argument_group("where to look")
    where.add_argument("--exclude", type=_patterns, metavar="PATTERNS", help="skip these files and folders")
    where.add_argument("--extend-exclude", type=_patterns, metavar="PATTERNS", help="also skip these")
    where.add_argument("--stdin-display-name", default="", metavar="PATH", help="the path of -, standard input")
    where.add_argument(
        "--config", metavar="FILE", help="the file with [tool.hybridlint] (default: the nearest pyproject.toml)"
    )
    where.add_argument("--isolated", action="store_true", help="read no configuration file")
    command.add_argument(
        "--jobs", type=_jobs, metavar="N", help="number of processes (default: by the number of files)"
    )
    command.add_argument("-q", "--quiet", action="store_true", help="print no summary, and no progress")
    command.add_argument(
        "-v", "--verbose", action="store_true", help="print the configuration files, and the number of cached results"
    )
    command.add_argument("--traceback", action="store_true", help="show the traceback where hybridlint itself failed")
    _add_color(command)


def _add_text_or_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--format", choices=("text", "json"), default="text", help="the format (default: text)")


def _add_color(command: argparse.ArgumentParser) -> None:
    command.add_argument("--color", choices=COLOR_CHOICES, default="auto", help="when to use colour (default: auto)")


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
