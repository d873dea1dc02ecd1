"""Writes the pages of the documentation that come from the code: one per rule, one per probe, and their lists.

    python -m hybridlint.documentation            write them below docs/
    python -m hybridlint.documentation --check    exit with 1 if they are not what the code says

The probes belong to the half that runs models. Where that cannot be imported, for want of MXNet, their pages are left
alone, and the output says so.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from typing import Any, Dict, List, Optional, Sequence

from hybridlint import files
from hybridlint.explaining import Meaning, meanings

_MADE = "<!-- Made by `python -m hybridlint.documentation`: edit the {source}, not this page. -->\n\n"

_FAMILIES = {
    "HYB0": "Could not look",
    "HYB1": "Names that the other side lacks",
    "HYB2": "Operators and assignment",
    "HYB3": "Indexing, sequences and reshape",
    "HYB4": "Control flow and modes",
    "HYB5": "Frozen at the trace",
    "HYB6": "State, inputs and outputs",
    "HYB7": "Structure of blocks",
    "HYB9": "Opt-in: may be wrong without knowing shapes, or matters of taste",
}


def rule_pages() -> Dict[str, str]:
    """Path below docs/ → text."""
    made = _MADE.format(source="rule")
    pages = {f"rules/{meaning.code}.md": made + meaning.markdown for meaning in meanings()}
    pages["rules/README.md"] = made + _rule_list()
    return pages


def _rule_list() -> str:
    said = [
        "# The rules",
        "`hybridlint explain CODE` shows these pages on the terminal. A finding on a line with `# noqa: CODE` is not "
        "reported: see [suppression and configuration](../configuration.md).",
    ]
    for family, title in _FAMILIES.items():
        members = [meaning for meaning in meanings() if meaning.code.startswith(family)]
        if members:
            rows = ["| Code | Name | After `hybridize()` | Fix |", "|---|---|---|---|", *map(_row, members)]
            said += [f"## {family}: {title}", "\n".join(rows)]
    return "\n\n".join(said) + "\n"


def _row(meaning: Meaning) -> str:
    fix = meaning.rule.fix if meaning.rule else ""
    happens = " ".join(meaning.after_hybridize.split()).replace("|", "\\|")
    return f"| [{meaning.code}]({meaning.code}.md) | {meaning.name} | {happens} | {fix or '–'} |"


def probe_pages(probes: Sequence[Any]) -> Dict[str, str]:
    """Path below docs/ → text, for `hybridlint_runtime.probes.ALL`."""
    made = _MADE.format(source="probe")
    rows = ["| Probe | Asks | Asked by default |", "|---|---|---|"]
    pages = {}
    for probe in probes:
        pages[f"probes/{probe.name}.md"] = made + _probe_page(probe)
        rows.append(f"| [{probe.name}]({probe.name}.md) | {probe.asks} | {'yes' if probe.default else 'no'} |")
    pages["probes/README.md"] = (
        f"{made}# The probes\n\nThe questions that `hybridlint-runtime check` asks of a model, in this order.\n\n"
        + "\n".join(rows)
        + "\n"
    )
    return pages


def _probe_page(probe: Any) -> str:
    parts = [f"# {probe.name}", f"**{probe.asks}**", "## Why it may be no", probe.why.strip()]
    parts += ["## Instead", probe.remedy.strip()]
    if probe.needs:
        needed = ", ".join(f"[{name}]({name}.md)" for name in probe.needs)
        parts.append(f"Asked only if these probes passed: {needed}.")
    for heading, example in (("## A model that fails here", probe.bad), ("## The same, written well", probe.good)):
        if example is not None:
            parts += [heading, f"```python\n{example.source.strip()}\n```"]
            parts.append(f"Called with tensors of the shapes `{example.inputs}`.")
    return "\n\n".join(parts) + "\n"


def _probes() -> Optional[Sequence[Any]]:
    try:
        return importlib.import_module("hybridlint_runtime.probes").ALL  # type: ignore[no-any-return]
    except (ImportError, SystemExit, AttributeError) as error:
        print(f"docs/probes: not looked at, for the half that runs models cannot be imported: {error}", file=sys.stderr)
        return None


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Writes or checks the pages; the exit code is 1 if a check finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m hybridlint.documentation", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a page is not up to date")
    parser.add_argument("--docs", default="docs", metavar="FOLDER", help="where the pages are (default: docs)")
    options = parser.parse_args(arguments)
    pages = rule_pages()
    probes = _probes()
    if probes is not None:
        pages.update(probe_pages(probes))
    folders = sorted({os.path.dirname(path) for path in pages})
    different = [path for path, text in pages.items() if _content(options.docs, path) != text]
    superfluous = [
        f"{folder}/{name}"
        for folder in folders
        if os.path.isdir(os.path.join(options.docs, folder))
        for name in sorted(os.listdir(os.path.join(options.docs, folder)))
        if name.endswith(".md") and f"{folder}/{name}" not in pages
    ]
    if options.check:
        return _report(options.docs, different, superfluous)
    for folder in folders:
        os.makedirs(os.path.join(options.docs, folder), exist_ok=True)
    for path in different:
        files.replace(os.path.join(options.docs, path), pages[path].encode("utf-8"))
    for path in superfluous:
        os.unlink(os.path.join(options.docs, path))
    print(f"{len(pages)} pages: {len(different)} written, {len(superfluous)} removed.")
    return 0


def _content(docs: str, path: str) -> Optional[str]:
    try:
        with open(os.path.join(docs, path), encoding="utf-8", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return None


def _report(docs: str, different: List[str], superfluous: List[str]) -> int:
    for path in different:
        print(f"{os.path.join(docs, path)} is not what the code says", file=sys.stderr)
    for path in superfluous:
        print(f"{os.path.join(docs, path)} is of a rule or probe that is no more", file=sys.stderr)
    if different or superfluous:
        print("run `python -m hybridlint.documentation` and commit what it writes", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
