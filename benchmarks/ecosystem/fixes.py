"""What the fixes have for the lines of the packages that break on MXNet, and the packages with these fixes.

    python benchmarks/ecosystem/fixes.py FOLDER [--facts JUDGED] [--copy FIXED] [--after AGAIN] [--write docs/measurements/fixes.md]

FOLDER is where `environments.py` made its environments; `judgements.json` records which lines break. Prints a table, and
`--write` puts it in the place of the one in a page. `--facts` takes the shapes of the calls that `judge.py` has
recorded, and lists the findings with these facts in classes that run alike in every call. `--copy` makes FIXED,
environments that link to those of FOLDER and hold fixed copies of the files with broken functions: `judge.py FIXED -o
AGAIN` lets MXNet judge these. With JUDGED and AGAIN, the second table shows what became of the functions that break.
"""

from __future__ import annotations

import argparse
import ast
import collections
import dataclasses
import json
import os
import pathlib
import re
import shutil
import sys
from typing import Any, Counter, Dict, Iterator, List, Optional, Tuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from benchmarks.ecosystem.environments import Source, sources
from benchmarks.ecosystem.judge import read
from hybridlint import files
from hybridlint.analysis import analyse
from hybridlint.facts import Facts
from hybridlint.finding import Finding
from hybridlint.fixing import fix

JUDGEMENTS = pathlib.Path(__file__).with_name("judgements.json")
#: Columns of the table, and what of a line's finding counts there.
COLUMNS = ("safe fix", "unsafe fix", "only with facts", "the author decides", "not reported there")
HEAD = f"| package | lines that break | {' | '.join(COLUMNS)} |\n|---|{'---|' * (len(COLUMNS) + 1)}\n"


def breaking() -> Dict[str, List[Tuple[int, str]]]:
    """File of a package, as `judgements.json` names it → its lines that break, and the code that is reported there."""
    lines_of: Dict[str, List[Tuple[int, str]]] = collections.defaultdict(list)
    for item in json.loads(JUDGEMENTS.read_text(encoding="utf-8")):
        match = re.fullmatch(r"(?P<file>.+\.py):(?P<line>\d+) (?P<code>HYB\d+)", item["place"])
        if item["outcome"] == "breaks" and match is not None:
            lines_of[match["file"]].append((int(match["line"]), match["code"]))
    return lines_of


#: File of a package → the facts of its blocks, in the calls of the judge.
Known = Dict[str, Facts]


def facts_of(judged: Optional[pathlib.Path], row: str) -> Known:
    """Return the facts that the judge has recorded of a package."""
    blocks: Dict[str, Dict[str, List[Any]]] = collections.defaultdict(lambda: collections.defaultdict(list))
    for event in _calls(judged, row):
        if "facts" in event:
            described = dict(event["facts"])
            ways = blocks[event["path"]][described.pop("class")]
            if described not in ways:
                ways.append(described)
    return {file: Facts.from_json({"blocks": dict(classes)}) for file, classes in blocks.items()}


def _calls(judged: Optional[pathlib.Path], row: str) -> List[Dict[str, Any]]:
    path = judged / f"{row}.jsonl" if judged is not None else None
    return [event for event in read(path) if event["event"] == "call"] if path is not None and path.exists() else []


def failing(judged: pathlib.Path, row: str) -> Dict[str, str]:
    """Return class → the first error of its `hybrid_forward`, "" if it runs in all calls that were judged."""
    errors: Dict[str, str] = {}
    for event in _calls(judged, row):
        if event["outcome"] != "not judged":
            error = "" if event["outcome"] == "runs" else f"{event['path']}: {event['stage']}: {event['error']}"
            errors[event["class"]] = errors.get(event["class"]) or error
    return errors


def kinds(text: str, places: List[Tuple[int, str]], facts: Optional[Facts]) -> Iterator[str]:
    """The column of each line."""
    safe, unsafe, with_facts, decides, unreported = COLUMNS
    plain, informed = ({(item.line, item.code): item for item in _found(text, recorded)} for recorded in (None, facts))
    for place in places:
        item, with_facts_item = plain.get(place), informed.get(place)
        if item is not None and item.fix is not None:
            yield safe if item.fix.safe else unsafe
        elif with_facts_item is not None and with_facts_item.fix is not None:
            yield with_facts
        else:
            yield unreported if item is None else decides


def _found(text: str, facts: Optional[Facts]) -> Iterator[Finding]:
    return (item for item in analyse(text, mxnet_version="1.9.1", facts=facts) if item.default)


def row(folder: pathlib.Path, source: Source, judged: Optional[pathlib.Path]) -> str:
    """One line of the table; "" for a package of which no line breaks."""
    counts: Counter[str] = collections.Counter()
    facts = facts_of(judged, source.row)
    for file, places in breaking().items():
        if file.startswith(f"{source.package}/"):
            counts.update(kinds(files.read(str(source.root(folder) / file)).text, places, facts.get(file)))
    figures = " | ".join(str(counts[column]) for column in COLUMNS)
    return f"| {source.row} | {sum(counts.values())} | {figures} |\n" if counts else ""


def copy(folder: pathlib.Path, source: Source, fixed: pathlib.Path, judged: Optional[pathlib.Path]) -> None:
    """Make the environment of `source` below `fixed`, if it is not there, and fix the package's files in it."""
    place = fixed / source.environment
    if not place.exists():
        shutil.copytree(folder / source.environment, place, symlinks=True, copy_function=_link)
    facts = facts_of(judged, source.row)
    for file in {*breaking(), *facts}:
        path = source.root(fixed) / file
        if file.startswith(f"{source.package}/"):
            original = files.read(str(path))
            text = fix(
                original.original,
                facts.get(file),
                unsafe=True,
                mxnet_version="1.9.1",
                selects=lambda code: code < "HYB9",
            ).text
            path.unlink()
            path.write_bytes(original.encoded(text))


def precision(folder: pathlib.Path, source: Source, judged: pathlib.Path) -> Tuple[int, List[str]]:
    """Return how many classes of `source` run alike in every judged call, and the findings with facts there."""
    calls = [call for call in _calls(judged, source.row) if call["outcome"] != "not judged"]
    breaks = {(call["path"], call["line"]) for call in calls if call["outcome"] != "runs"}
    alike = {(call["path"], call["line"]) for call in calls} - breaks
    ran = collections.defaultdict(set)
    for call in calls:
        for path, line in call["executed"]:
            ran[path].add(line)
    count, reported = 0, []
    for file, facts in facts_of(judged, source.row).items():
        if not file.startswith(f"{source.package}/"):
            continue
        text = files.read(str(source.root(folder) / file)).text
        classes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)]
        spans = [range(node.lineno, (node.end_lineno or node.lineno) + 1) for node in classes]
        spans = [span for span in spans if any(path == file and line in span for path, line in alike)]
        spans = [span for span in spans if not any(path == file and line in span for path, line in breaks)]
        count += len(spans)
        for item in _found(text, dataclasses.replace(facts, lines=frozenset(ran[file]))):
            if any(item.line in span for span in spans):
                reported.append(f"{file}:{item.line} {item.code}")
    return count, reported


AFTER = "| package | functions that break | run alike after the fixes | still break |\n|---|---|---|---|\n"


def after(source: Source, judged: pathlib.Path, again: pathlib.Path) -> str:
    """One line of the second table; "" for a package of which no judged function breaks."""
    before, now = failing(judged, source.row), failing(again, source.row)
    broken = [name for name, error in before.items() if error and name in now]
    for name in sorted(broken):
        if now[name]:
            print(f"{name}: {now[name].splitlines()[0][:160]}", file=sys.stderr)
    whole = sum(not now[name] for name in broken)
    lost = [name for name, error in before.items() if not error and now.get(name)]
    if lost:
        print(f"run alike before the fixes only: {', '.join(lost)}", file=sys.stderr)
    return f"| {source.row} | {len(broken)} | {whole} | {len(broken) - whole} |\n" if broken else ""


def _link(original: str, path: str) -> str:
    os.symlink(original, path)
    return path


def main() -> None:
    """Print the table; write the page and copies on request."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--write", type=pathlib.Path, help="the page whose table is replaced")
    parser.add_argument("--facts", type=pathlib.Path, metavar="JUDGED", help="what `judge.py` wrote of the packages")
    parser.add_argument("--copy", type=pathlib.Path, metavar="FIXED", help="where to make fixed packages")
    parser.add_argument(
        "--after", type=pathlib.Path, metavar="AGAIN", help="what `judge.py` wrote of the fixed packages"
    )
    options = parser.parse_args()
    folder = options.folder.resolve()
    chosen = [source for source in sources() if source.module and source.release is None]
    tables = {HEAD: HEAD + "".join(row(folder, source, options.facts) for source in chosen)}
    if options.facts and options.after:
        tables[AFTER] = AFTER + "".join(after(source, options.facts, options.after) for source in chosen)
    for head, table in tables.items():
        print(table, end="")
        if options.write:
            page = options.write.read_text(encoding="utf-8")
            page = re.sub(re.escape(head) + r"(\|.*\n)*", table, page)  # no backslash is in a table
            options.write.write_text(page, encoding="utf-8")
    if options.facts:
        figures = [precision(folder, source, options.facts) for source in chosen]
        reported = [place for _, places in figures for place in places]
        print(
            f"\n{len(reported)} findings with facts in {sum(count for count, _ in figures)} classes that run alike:",
            *reported,
        )
    for source in chosen if options.copy else ():
        copy(folder, source, options.copy.resolve(), options.facts)


if __name__ == "__main__":
    main()
