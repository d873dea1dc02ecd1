"""The configuration: `[flake8]` where flake8 reads it, overridden by `[tool.hybridlint]` in pyproject.toml, overridden
by the command line."""

from __future__ import annotations

import argparse
import dataclasses
import difflib
import functools
import os
import re
from typing import Any, Callable, Dict, FrozenSet, Iterable, List, Mapping, Optional, Tuple

from flake8 import utils as flake8_utils
from flake8.exceptions import ExecutionError
from flake8.options import config as flake8_config
from flake8.style_guide import Decision, DecisionEngine

from hybridlint import files
from hybridlint.mxnet_api import DEFAULT, KNOWN
from hybridlint.pyproject import ConfigurationError, find, read_table
from hybridlint.rules import all_rules
from hybridlint.selection import COULD_NOT_LOOK, OPT_IN, PREFIX, opted_in

#: Tables in `[tool.hybridlint]` that `hybridlint-runtime` reads and validates.
OF_THE_RUNTIME = ("check",)


@dataclasses.dataclass(frozen=True)
class Configuration:
    """The settings of the linter.

    `select` and `ignore` are None if they are not configured. Patterns are those of flake8; the ones with a slash are
    absolute. If `mxnet_version` is None, code for MXNet 2 is detected, and all other code is for the default version.
    `baseline` is the path of a baseline file, `cache_dir` that of the cache. If `show_source` is None, a report on a
    terminal has the lines of findings.
    """

    select: Optional[Tuple[str, ...]] = None
    extend_select: Tuple[str, ...] = ()
    ignore: Optional[Tuple[str, ...]] = None
    extend_ignore: Tuple[str, ...] = ()
    per_file_ignores: Tuple[Tuple[str, Tuple[str, ...]], ...] = ()
    exclude: Tuple[str, ...] = files.EXCLUDED
    extend_exclude: Tuple[str, ...] = ()
    mxnet_version: Optional[str] = None
    baseline: Optional[str] = None
    show_source: Optional[bool] = None
    cache_dir: Optional[str] = None

    def reports(self, path: str, code: str) -> bool:
        """Return whether findings of `code` are reported for the file `path`.

        The decision is that of flake8, except that codes of HYB9 must be selected by that prefix or a longer one, and
        that all matching patterns of the per-file ignores apply.
        """
        ignored_here = frozenset(
            code
            for pattern, codes in self.per_file_ignores
            if flake8_utils.matches_filename(path, [pattern], "%(path)s %(whether)s", _NO_LOG)
            for code in codes
        )
        asked_for = (*(self.select or ()), *self.extend_select)
        return opted_in(code, asked_for) and _wanted(self, ignored_here, code)


class _Silence:
    def debug(self, *_: object) -> None:
        """flake8's matching needs a logger."""


_NO_LOG = _Silence()


@functools.lru_cache(maxsize=None)
def _wanted(configuration: Configuration, ignored_here: FrozenSet[str], code: str) -> bool:
    options = argparse.Namespace(
        select=_listed(configuration.select),
        extend_select=list(configuration.extend_select),
        extended_default_select=[PREFIX],
        ignore=_listed(configuration.ignore),
        extend_ignore=[*configuration.extend_ignore, *ignored_here],
        extended_default_ignore=[OPT_IN],
    )
    return DecisionEngine(options).decision_for(code) is Decision.Selected


def _listed(codes: Optional[Tuple[str, ...]]) -> Optional[List[str]]:
    return None if codes is None else list(codes)


def is_code(text: str) -> bool:
    """Return whether `text` is a code of hybridlint or a prefix of one ("HYB", "HYB3", "HYB301")."""
    codes = [*COULD_NOT_LOOK, *(rule.code for rule in all_rules())]
    return text.startswith(PREFIX) and any(code.startswith(text) for code in codes)


def parse_codes(text: str) -> Tuple[str, ...]:
    """Parse codes, or prefixes of codes, separated by commas or spaces. Raise ConfigurationError for an unknown one."""
    return _known_codes(flake8_utils.parse_comma_separated_list(text))


def _known_codes(codes: Iterable[str]) -> Tuple[str, ...]:
    codes = tuple(codes)
    for code in codes:
        if not is_code(code):
            raise ConfigurationError(f"{code!r} is not a code of hybridlint: `hybridlint rules` lists them")
    return codes


def parse_version(text: str) -> str:
    """Return one of the supported MXNet versions. "1.9" is the newest 1.9.x. Raise ConfigurationError."""
    matching: List[str] = [version for version in KNOWN if version == text or version.startswith(text + ".")]
    if not re.match(r"\d+\.\d+", text) or not matching:
        raise ConfigurationError(f"MXNet {text!r} is not known: choose one of {', '.join(KNOWN)}")
    return matching[-1]


def parse_per_file_ignores(text: str, folder: str = os.curdir) -> Tuple[Tuple[str, Tuple[str, ...]], ...]:
    """Parse `pattern:codes …` as in flake8's option; patterns with a slash are relative to `folder`.

    Raise ConfigurationError.
    """
    try:
        pairs = flake8_utils.parse_files_to_codes_mapping(text)
    except ExecutionError as error:
        raise ConfigurationError(f"{text!r} is not of the form PATTERN:CODE,… PATTERN:CODE,…") from error
    if text.strip() and not pairs:
        raise ConfigurationError(f"{text!r} is not of the form PATTERN:CODE,… PATTERN:CODE,…")
    return tuple((flake8_utils.normalize_path(pattern, folder), _known_codes(codes)) for pattern, codes in pairs)


def parse_patterns(patterns: Iterable[str], folder: str = os.curdir) -> Tuple[str, ...]:
    """Return patterns of paths; those with a slash are relative to `folder`."""
    return tuple(flake8_utils.normalize_path(pattern, folder) for pattern in patterns)


def load(path: str, base: Optional[Configuration] = None) -> Configuration:
    """Return `base` (by default the defaults) with the values of the table `[tool.hybridlint]` in the TOML file `path`.

    Raise ConfigurationError.
    """
    table = read_table(path)
    if table is None:
        raise ConfigurationError(f"{path}: there is no table [tool.hybridlint]")
    folder = os.path.dirname(os.path.abspath(path))
    values: Dict[str, Any] = {}
    for key, value in table.items():
        if key in OF_THE_RUNTIME:
            continue
        setting = SETTINGS.get(key)
        if setting is None:
            near = difflib.get_close_matches(key, (*SETTINGS, *OF_THE_RUNTIME), n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(sorted(SETTINGS))}"
            raise ConfigurationError(f"{path}: [tool.hybridlint] has no key {key!r}: {hint}")
        try:
            values[key.replace("-", "_")] = setting.read(value, folder)
        except ConfigurationError as error:
            raise ConfigurationError(f"{path}: {key} in [tool.hybridlint]: {error}") from error
    return dataclasses.replace(base or Configuration(), **values)


def discover(folder: str) -> Tuple[Configuration, Dict[str, str]]:
    """Return the configuration for `folder`, and the files that it comes from: {name of the table: path}.

    Raise ConfigurationError.
    """
    values, file = of_flake8(folder)
    base = dataclasses.replace(Configuration(), **values)
    sources = {"[flake8]": file} if values else {}
    path = find(folder)
    if path is None:
        return base, sources
    return load(path, base), {**sources, "[tool.hybridlint]": path}


def of_flake8(folder: str = os.curdir) -> Tuple[Dict[str, Any], str]:
    """Return the values of the options that the section `[flake8]` shares with the linter, and the path of its file.

    flake8 finds the file: `setup.cfg`, `tox.ini` or `.flake8` in `folder` or above it. Codes of other plugins
    are dropped; a `select` without a code of hybridlint counts as none, because whoever runs this command asks for
    them. Raise ConfigurationError.
    """
    path = flake8_config._find_config_file(os.path.abspath(folder))
    if path is None:
        return {}, ""
    parser, file_folder = flake8_config.load_config(path, [])
    values: Dict[str, Any] = {}
    section = parser["flake8"] if parser.has_section("flake8") else {}
    for key, value in section.items():
        reader = _READERS_OF_FLAKE8.get(key.replace("_", "-"))
        if reader is None:
            continue
        try:
            values[key.replace("hybridlint-", "").replace("-", "_")] = reader(value, file_folder)
        except ConfigurationError as error:
            raise ConfigurationError(f"{path}: {key} in [flake8]: {error}") from error
    return {name: value for name, value in values.items() if name != "select" or value}, path


def _codes_of_flake8(text: str, folder: str) -> Tuple[str, ...]:
    codes = flake8_utils.parse_comma_separated_list(text)
    return tuple(code for code in codes if code.startswith(PREFIX) or PREFIX.startswith(code))


def _per_file_ignores_of_flake8(text: str, folder: str) -> Tuple[Tuple[str, Tuple[str, ...]], ...]:
    try:
        pairs = flake8_utils.parse_files_to_codes_mapping(text)
    except ExecutionError as error:
        raise ConfigurationError(str(error).strip()) from error
    # flake8 itself resolves these patterns in the current folder.
    return tuple(
        (flake8_utils.normalize_path(path), _codes_of_flake8(",".join(codes), folder)) for path, codes in pairs
    )


#: Option in the section `[flake8]` → function that parses its value (relative to the folder of the file).
_READERS_OF_FLAKE8: Mapping[str, Callable[[str, str], Any]] = {
    "select": _codes_of_flake8,
    "extend-select": _codes_of_flake8,
    "ignore": _codes_of_flake8,
    "extend-ignore": _codes_of_flake8,
    "per-file-ignores": _per_file_ignores_of_flake8,
    "exclude": lambda text, folder: parse_patterns(flake8_utils.parse_comma_separated_list(text), folder),
    "extend-exclude": lambda text, folder: parse_patterns(flake8_utils.parse_comma_separated_list(text), folder),
    "hybridlint-mxnet-version": lambda text, folder: parse_version(text.strip()),
}


def _strings(value: Any, folder: str) -> Tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise ConfigurationError(f"{value!r} is not a list of strings")


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise ConfigurationError(f"{value!r} is not a string")
    return value


def _codes(value: Any, folder: str) -> Tuple[str, ...]:
    return _known_codes(_strings(value, folder))


def _patterns(value: Any, folder: str) -> Tuple[str, ...]:
    return parse_patterns(_strings(value, folder), folder)


def _per_file_ignores(value: Any, folder: str) -> Tuple[Tuple[str, Tuple[str, ...]], ...]:
    if not isinstance(value, dict):
        raise ConfigurationError(f"{value!r} is not a table of patterns and lists of codes")
    pairs = [(pattern, _codes(codes, folder)) for pattern, codes in value.items()]
    return tuple((flake8_utils.normalize_path(pattern, folder), codes) for pattern, codes in pairs)


def _flag(value: Any, folder: str) -> bool:
    if not isinstance(value, bool):
        raise ConfigurationError(f"{value!r} is neither true nor false")
    return value


def _version(value: Any, folder: str) -> str:
    return parse_version(_string(value))


def _path(value: Any, folder: str) -> str:
    return os.path.join(folder, _string(value))


@dataclasses.dataclass(frozen=True)
class Setting:
    """A key of `[tool.hybridlint]`. `read` parses its value, relative to the folder of the file; `schema` is the JSON
    schema of the value, `example` TOML."""

    read: Callable[[Any, str], Any]
    schema: Mapping[str, Any]
    description: str
    example: str


_LIST_OF_CODES: Mapping[str, Any] = {
    "type": "array",
    "items": {"type": "string", "pattern": rf"^{PREFIX}\d{{0,3}}$"},
}
_LIST: Mapping[str, Any] = {"type": "array", "items": {"type": "string"}}

#: Key of the table → its meaning. The page of the settings and the schema are made from it.
SETTINGS: Mapping[str, Setting] = {
    "select": Setting(
        _codes, _LIST_OF_CODES, "Codes, or prefixes of codes, to report. By default all but HYB9.", '["HYB3", "HYB101"]'
    ),
    "extend-select": Setting(_codes, _LIST_OF_CODES, "Codes to report in addition.", '["HYB9"]'),
    "ignore": Setting(
        _codes, _LIST_OF_CODES, "Codes not to report. Of two prefixes that match, the longer decides.", '["HYB301"]'
    ),
    "extend-ignore": Setting(_codes, _LIST_OF_CODES, "Codes not to report, in addition.", '["HYB4"]'),
    "per-file-ignores": Setting(
        _per_file_ignores,
        {"type": "object", "additionalProperties": _LIST_OF_CODES},
        "Codes not to report in files that match a pattern. Every pattern that matches counts.",
        '{ "tests/*" = ["HYB4"] }',
    ),
    "exclude": Setting(
        _patterns,
        _LIST,
        "Files and folders to skip, even if they are named on the command line. Replaces the defaults: what flake8 "
        "excludes, `.venv`, `venv`, `node_modules` and `.ipynb_checkpoints`. A folder with a `pyvenv.cfg` is always "
        "skipped. Patterns with a slash are relative to the folder of the file.",
        '["generated"]',
    ),
    "extend-exclude": Setting(_patterns, _LIST, "Files and folders to skip in addition.", '["old/*.py"]'),
    "mxnet-version": Setting(
        _version,
        {"type": "string", "pattern": r"^\d+\.\d+"},
        f"The MXNet that the code targets: {', '.join(KNOWN)}. By default {KNOWN[-1]} for files that use its API, and "
        f"{DEFAULT} for all others.",
        '"1.7.0"',
    ),
    "baseline": Setting(
        _path, {"type": "string"}, "A file of known findings, which are not reported.", '"hybridlint-baseline.json"'
    ),
    "show-source": Setting(
        _flag, {"type": "boolean"}, "Show the line of each finding. By default on a terminal.", "true"
    ),
    "cache-dir": Setting(
        _path,
        {"type": "string"},
        "The folder of the cache, instead of the user's folder for caches.",
        '".cache"',
    ),
}
