"""Write the pages of the documentation that come from the code.

python tools/make_pages.py            write those of rules and probes below docs/
python tools/make_pages.py --check    exit with 1 if one is not up to date

The others are written when the site is built (`docs/conf.py`), and are not part of the repository.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import json
import os
import sys
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from hybridlint import configuration, files, options
from hybridlint.explaining import Meaning, meanings
from hybridlint.mxnet_api.onnx_conversion import ALTERNATIVES, OPSET, OPSETS, conversion, table

_MADE = "<!-- Made by `python tools/make_pages.py`: edit the {source}, not this page. -->\n\n"

_FAMILIES = {
    "HYB0": "Not analysed",
    "HYB1": "Names that a Symbol or `mx.sym` lacks",
    "HYB2": "Operators and assignment",
    "HYB3": "Indexing, sequences and reshape",
    "HYB4": "Control flow and modes",
    "HYB5": "Constants of the graph",
    "HYB6": "State, inputs and outputs",
    "HYB7": "Structure of blocks",
    "HYB8": "MXNet 2",
    "HYB9": "Off by default: may be wrong where shapes are not known, or a matter of taste",
}


def rule_pages() -> Dict[str, str]:
    """Path below docs/ → text, for every code."""
    made = _MADE.format(source="rule")
    pages = {f"rules/{meaning.code}.md": made + meaning.markdown for meaning in meanings()}
    pages["rules/README.md"] = made + _rule_list()
    return pages


def _rule_list() -> str:
    parts = [
        "# The rules",
        "`hybridlint explain CODE` shows these pages on the terminal. A finding on a line with `# noqa: CODE` is not "
        "reported: see [suppression and configuration](../configuration.md).",
    ]
    for family, title in _FAMILIES.items():
        members = [meaning for meaning in meanings() if meaning.code.startswith(family)]
        if members:
            rows = ["| Code | Name | After `hybridize()` | Fix |", "|---|---|---|---|", *map(_row, members)]
            parts += [f"## {family}: {title}", "\n".join(rows)]
    return "\n\n".join(parts) + "\n"


def _row(meaning: Meaning) -> str:
    fix = meaning.rule.fix if meaning.rule else ""
    happens = " ".join(meaning.after_hybridize.split()).replace("|", "\\|")
    return f"| [{meaning.code}]({meaning.code}.md) | {meaning.name} | {happens} | {fix or '–'} |"


def probe_pages(probes: Sequence[Any]) -> Dict[str, str]:
    """Path below docs/ → text, for `hybridlint_runtime.questions.ALL`."""
    made = _MADE.format(source="probe")
    rows = ["| Probe | Question | Run by default |", "|---|---|---|"]
    pages = {}
    for probe in probes:
        pages[f"probes/{probe.name}.md"] = made + _probe_page(probe)
        rows.append(f"| [{probe.name}]({probe.name}.md) | {probe.asks} | {'yes' if probe.default else 'no'} |")
    pages["probes/README.md"] = (
        f"{made}# Probes\n\nWhat `hybridlint-runtime check` asks of a model, in this order.\n\n"
        + "\n".join(rows)
        + "\n"
    )
    return pages


def _shapes(inputs: Sequence[Sequence[int]]) -> str:
    """The float32 inputs of an example in words: "inputs of shape (2, 3) and (2, 4)"."""
    return f"{'an input' if len(inputs) == 1 else 'inputs'} of shape {' and '.join(map(str, inputs))}"


def _probe_page(probe: Any) -> str:
    parts = [f"# {probe.title} (`{probe.name}`)", f"**{probe.asks}**", "## Why", probe.why.strip()]
    parts += ["## Instead", probe.remedy.strip()]
    if probe.needs:
        needed = ", ".join(f"[{name}]({name}.md)" for name in probe.needs)
        parts.append(f"Not run if one of these probes fails: {needed}.")
    for heading, example in (("## A model that fails", probe.bad), ("## A model that passes", probe.good)):
        if example is not None:
            parts += [heading, f"```python\n{example.source.strip()}\n```"]
            called = f"Called with {_shapes(example.inputs)}"
            parts.append(f"{called}, then with {_shapes(example.also)}." if example.also else f"{called}.")
        elif probe.no_bad and example is probe.bad:
            parts += [heading, probe.no_bad]
    return "\n\n".join(parts) + "\n"


def onnx_page() -> Dict[str, str]:
    """Path below docs/ → text, of the table of operators that convert to ONNX."""
    measurements = table()
    versions = ", ".join(f"{name} {version}" for name, version in measurements["measured_with"].items())
    measured = {name: entry for name, entry in measurements["operators"].items() if "opsets" in entry}
    whole, partly, none, unknown = [], [], [], []

    def shown(name: str, entry: Mapping[str, Any]) -> str:
        return f"`F.{entry['function'] or '_internal.' + name}`"

    for name, entry in measured.items():
        records = {opset: conversion(name, opset) for opset in OPSETS}
        if name not in ALTERNATIVES and all(record is not None and not record.calls for record in records.values()):
            unknown.append(shown(name, entry))
            continue
        if all(record is not None and record.converted == record.calls > 0 for record in records.values()):
            whole.append(shown(name, entry))
            continue
        record = records[OPSET]
        if record is None or record.reason:
            alternative = ALTERNATIVES[name].instead if name in ALTERNATIVES else ""
            none.append(f"| {shown(name, entry)} | {_cell(record.reason if record else '')} | {alternative} |")
            continue
        parts = [f"`{key}={value}`: {reason}" for (key, value), reason in record.arguments.items()]
        parts += [f"`{call}`: {reason}" for call, reason in record.examples]
        older = records[12]
        parts += [f"opset 12: {older.reason or 'fewer calls'}"] if older and older.converted < record.converted else []
        partly.append(
            f"| {shown(name, entry)} | {record.converted} of {record.calls} | {'; '.join(map(_cell, parts))} |"
        )
    drawn = [f"`F.{entry['function']}`" for entry in measurements["operators"].values() if entry.get("random")]
    halves = {shown(name, entry): entry["float16"] for name, entry in measured.items() if "float16" in entry}
    not_run = [name for name, record in halves.items() if not record["calls"]]
    refused = [
        f"| {name} | {record['converted']} of {record['calls']} | {_cell(record['reason'])} |"
        for name, record in halves.items()
        if record["converted"] < record["calls"]
    ]
    repaired = [
        f"| {', '.join(f'`{name}`' for name in names)} | {_cell(fault)} |"
        for names, fault in measurements["adjustments"]
    ]
    parts = [
        "# What converts to ONNX",
        f"Measured with {versions}: typical calls of every operator of `F` were converted as `hybridlint-runtime "
        f"export --onnx` does, validated with onnx.checker, run by ONNX Runtime at two batch sizes and compared with "
        f"MXNet. The "
        f"opset is {OPSET}; operators whose calls convert to opset 12 as well are in the first list. Written by "
        "`python tools/make_onnx_table.py`.",
        f"## All calls convert ({len(whole)})",
        ", ".join(sorted(whole)),
        f"## Some calls convert ({len(partly)})",
        "\n".join(["| operator | calls | what does not |", "|---|---|---|", *partly]),
        f"## No call converts ({len(none)})",
        "\n".join(["| operator | why | instead |", "|---|---|---|", *none]),
        f"No function converts these {len(unknown)} either, of which no call was made: {', '.join(sorted(unknown))}.",
        "Neither do the operators of control flow (`F.contrib.foreach`, `while_loop`, `cond`), `Custom` operators and "
        "those of `mx.np`.",
        f"## Random numbers ({len(drawn)})",
        f"Nothing can be compared, whether they convert or not: {', '.join(drawn)}, and `F.Dropout(mode='always')`. "
        "Draw outside of the model, and make what is drawn an input.",
        "## float16",
        "Calls that convert in float32 were run in float16 as well, parameters in float32 where MXNet asks for that. "
        f"MXNet does not run these {len(not_run)} in float16 on a CPU, so that nothing can be compared, whether they "
        f"convert or not: {', '.join(sorted(not_run))}. These do not convert; cast to float32 in front of them:",
        "\n".join(["| operator | calls | what does not |", "|---|---|---|", *refused]),
        "## Faults of MXNet's converter that are fixed here",
        "The functions of `mxnet.onnx` convert each operator, except for these. Besides, weights are written as bytes "
        "instead of lists of Python numbers; the file declares opset 13, in whose form its operators are, instead of "
        "the newest; values whose names only differ in a number at the end are not mixed up; the dtype of every value "
        "is what MXNet infers.",
        "\n".join(["| operators of MXNet | fault |", "|---|---|", *repaired]),
    ]
    return {"onnx-operators.md": _MADE.format(source="table") + "\n\n".join(parts) + "\n"}


def _cell(text: str, most: int = 160) -> str:
    """Text of MXNet, ONNX Runtime or a parser, within a table."""
    text = " ".join(text.replace("|", "\\|").split())
    return text if len(text) <= most else f"{text[: most - 3]}…"


def command_page() -> Dict[str, str]:
    """Path below docs/ → text, of the reference of both command lines."""
    runtime = importlib.import_module("hybridlint_runtime.cli")
    parts = [
        "# Commands",
        "As `--help` prints them. [Exit codes](exit-codes.md) are 0, 1, 2 and 130. `python -m hybridlint` and "
        "`python -m hybridlint_runtime` are the same commands.",
    ]
    for parser in (options.parser(), runtime._parser()):
        parts.append(f"## {parser.prog}")
        parts.append(_sentence(parser.description))
        (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
        parts += _groups(parser)
        summaries = {choice.dest: choice.help for choice in commands._choices_actions}
        for name, command in commands.choices.items():
            parts += [f"### {parser.prog} {name}", _sentence(summaries[name]), *_groups(command)]
    return {"cli.md": _MADE.format(source="parser") + "\n\n".join(parts) + "\n"}


def _groups(parser: argparse.ArgumentParser) -> List[str]:
    """A table for each group of the arguments of a command."""
    parts = []
    for group in parser._action_groups:
        rows = [
            f"| {_argument(action)} | {_cell(_sentence((action.help or '').replace('%%', '%')), 400)} |"
            for action in group._group_actions
            if not isinstance(action, (argparse._HelpAction, argparse._SubParsersAction))
        ]
        if rows:
            usual = group.title in ("options", "optional arguments", "positional arguments")
            title = "arguments" if group.title == "positional arguments" else "options" if usual else group.title
            parts.append("\n".join([f"| {title} | |", "|---|---|", *rows]))
    return parts


def _argument(action: argparse.Action) -> str:
    value = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    if action.choices is not None:
        value = ", ".join(map(str, action.choices))
    if not action.option_strings:
        return f"`{value}`"
    shown = ", ".join(f"`{option}`" for option in action.option_strings)
    return shown if action.nargs == 0 else f"{shown} `{value}`"


def _sentence(text: Optional[str]) -> str:
    text = (text or "").strip()
    return text if not text else text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")


def settings_page() -> Dict[str, str]:
    """Path below docs/ → text, of the settings of both packages."""
    parts = [
        "# Settings",
        "The keys of `[tool.hybridlint]` and `[tool.hybridlint.check]` in `pyproject.toml`. An unknown key is an "
        "error. "
        "The command line takes precedence. `hybridlint check --show-settings` prints what applies, and from where. "
        "[validate-pyproject](https://validate-pyproject.readthedocs.io) and editors read the same keys in the "
        "[JSON schema](../hybridlint/pyproject_schema.json).",
        "## The linter",
    ]
    for key, setting in configuration.SETTINGS.items():
        parts += [f"### {key}", setting.description]
        parts.append(f"```toml\n[tool.hybridlint]\n{key} = {setting.example}\n```")
    parts += [
        "## The runtime",
        "Keys beside `targets` apply to every target; each table in `targets` has a `target` and its own settings. "
        "[A project's models](runtime.md#a-projects-models) shows an example.",
        "### targets",
        'Tables with `target = "mymodel:Net"`, the inputs, and settings of that target.',
        "### jobs",
        "The number of targets that are checked at the same time. By default 1.",
    ]
    for key, action in _runtime_options().items():
        described = _sentence((action.help or "").replace("%%", "%"))
        parts += [f"### {key}", f"{described} On the command line: {_argument(action)}."]
    return {"settings.md": _MADE.format(source="setting") + "\n\n".join(parts) + "\n"}


def _runtime_options() -> Dict[str, argparse.Action]:
    """Key of [tool.hybridlint.check] → the option of the command."""
    runtime = importlib.import_module("hybridlint_runtime.cli")
    parser = runtime._parser()._subparsers._group_actions[0].choices["check"]
    names = [field.name for field in dataclasses.fields(_runtime_settings()) if field.name != "target"]
    actions = {action.dest: action for action in parser._actions}
    return {"shape" if name == "input" else name.replace("_", "-"): actions[name] for name in names if name in actions}


def _runtime_settings() -> Any:
    return importlib.import_module("hybridlint_runtime.configuration").Settings


def schema() -> str:
    """The JSON schema of `[tool.hybridlint]`."""
    runtime = importlib.import_module("hybridlint_runtime.configuration")
    keys: Dict[str, Any] = {}
    helps = {action.dest: (action.help or "").replace("%%", "%") for action in _runtime_options().values()}
    for field in dataclasses.fields(runtime.Settings):
        spellings = [field.name, field.name.replace("_", "-")]
        spellings += [alias for alias, name in runtime._NAMES.items() if name == field.name]
        described = {**_schema_of(field.default, field.name), "description": helps.get(field.name, "The model.")}
        keys.update(dict.fromkeys(spellings, described))
    target = {
        "anyOf": [
            {"type": "string"},
            {"type": "object", "properties": keys, "required": ["target"], "additionalProperties": False},
        ]
    }
    check = {
        "type": "object",
        "description": "The settings of hybridlint-runtime check.",
        "properties": {
            **keys,
            "jobs": {"type": "integer", "minimum": 1},
            "targets": {"type": "array", "items": target},
        },
        "additionalProperties": False,
    }
    linter = {
        key: {**setting.schema, "description": setting.description} for key, setting in configuration.SETTINGS.items()
    }
    document = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "The table [tool.hybridlint] of pyproject.toml",
        "type": "object",
        "properties": {**linter, "check": check},
        "additionalProperties": False,
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _schema_of(default: Any, name: str) -> Dict[str, Any]:
    strings = {"type": "array", "items": {"type": "string"}}
    if isinstance(default, tuple):
        tables = [{"type": "object"}]  # `arg = {classes = 10}`
        return {"anyOf": [{"type": "string"}, strings, *tables]}
    if isinstance(default, bool):
        return {"type": "boolean"}
    if isinstance(default, str):
        return {"type": "string"}
    return {} if default is None else {"type": "number"}


def pages_of_the_repository() -> Dict[str, str]:
    """Path below docs/ → text, of the pages that are committed."""
    pages = {**rule_pages(), "../hybridlint/pyproject_schema.json": schema()}
    pages.update(probe_pages(importlib.import_module("hybridlint_runtime.questions").ALL))
    return pages


def pages_of_the_site() -> Dict[str, str]:
    """Path below docs/ → text, of the pages that the site has besides."""
    return {**onnx_page(), **command_page(), **settings_page()}


def differences(docs: str, pages: Mapping[str, str]) -> Tuple[List[str], List[str]]:
    """The paths of `pages` that the folder `docs` lacks or has with another text, and pages beside them to remove."""
    different = [path for path, text in pages.items() if _content(docs, path) != text]
    superfluous = [
        f"{folder}/{name}"
        for folder in sorted({os.path.dirname(path) for path in pages} - {""})
        if os.path.isdir(os.path.join(docs, folder))
        for name in sorted(os.listdir(os.path.join(docs, folder)))
        if folder != "../hybridlint" and name.endswith(".md") and f"{folder}/{name}" not in pages
    ]
    return different, superfluous


def _content(docs: str, path: str) -> Optional[str]:
    try:
        with open(os.path.join(docs, path), encoding="utf-8", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return None


def write(docs: str, pages: Mapping[str, str]) -> None:
    """Write `pages` below the folder `docs`, and remove other pages beside them."""
    different, superfluous = differences(docs, pages)
    for path in different:
        os.makedirs(os.path.join(docs, os.path.dirname(path)), exist_ok=True)
        files.replace(os.path.join(docs, path), pages[path].encode("utf-8"))
    for path in superfluous:
        os.unlink(os.path.join(docs, path))
    print(f"{len(pages)} pages: {len(different)} written, {len(superfluous)} removed.")


def check(docs: str, pages: Mapping[str, str]) -> int:
    """1 if the folder `docs` differs from `pages`, and a line for each difference; else 0."""
    different, superfluous = differences(docs, pages)
    for path in different:
        print(f"{os.path.join(docs, path)} is not up to date", file=sys.stderr)
    for path in superfluous:
        print(f"{os.path.join(docs, path)} belongs to no rule or probe", file=sys.stderr)
    if different or superfluous:
        print("run `python tools/make_pages.py` and commit what it writes", file=sys.stderr)
        return 1
    return 0


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Write or check the pages; the exit code is 1 if a check finds a difference."""
    parser = argparse.ArgumentParser("python tools/make_pages.py", description="Makes pages from the code.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a page is not up to date")
    parser.add_argument("--docs", default="docs", metavar="FOLDER", help="where the pages are (default: docs)")
    options = parser.parse_args(arguments)
    if options.check:
        return check(options.docs, pages_of_the_repository())
    write(options.docs, pages_of_the_repository())
    return 0


if __name__ == "__main__":
    sys.exit(main())
