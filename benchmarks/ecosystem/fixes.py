"""What the fixes have for the lines of the packages that break on MXNet, and the packages with these fixes.

    python benchmarks/ecosystem/fixes.py FOLDER [--write docs/fixes.md] [--copy FIXED]

FOLDER is where `environments.py` made its environments; `judgements.json` says which lines break. Prints a table, and
`--write` puts it in the place of the one in a page. `--copy` makes FIXED, environments that link to those of FOLDER and
hold fixed copies of the files with such lines: `judge.py FIXED -o JUDGED` lets MXNet judge these.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import sys
from typing import Counter, Dict, Iterator, List, Tuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from benchmarks.ecosystem.environments import Source, sources
from hybridlint import files
from hybridlint.analysis import analyse
from hybridlint.fixing import fix

JUDGEMENTS = pathlib.Path(__file__).with_name("judgements.json")
#: Columns of the table, and what of a line's finding counts there.
COLUMNS = ("safe fix", "unsafe fix", "the author decides", "not reported there")
HEAD = f"| package | lines that break | {' | '.join(COLUMNS)} |\n|---|{'---|' * (len(COLUMNS) + 1)}\n"


def breaking() -> Dict[str, List[Tuple[int, str]]]:
    """File of a package, as `judgements.json` names it → its lines that break, and the code that is reported there."""
    found: Dict[str, List[Tuple[int, str]]] = collections.defaultdict(list)
    for item in json.loads(JUDGEMENTS.read_text(encoding="utf-8")):
        match = re.fullmatch(r"(?P<file>.+\.py):(?P<line>\d+) (?P<code>HYB\d+)", item["place"])
        if item["outcome"] == "breaks" and match is not None:
            found[match["file"]].append((int(match["line"]), match["code"]))
    return found


def kinds(text: str, places: List[Tuple[int, str]]) -> Iterator[str]:
    """The column of each line."""
    found = {(item.line, item.code): item for item in analyse(text, mxnet_version="1.9.1") if item.default}
    for place in places:
        item = found.get(place)
        if item is None:
            yield COLUMNS[3]
        elif item.fix is None:
            yield COLUMNS[2]
        else:
            yield COLUMNS[0] if item.fix.safe else COLUMNS[1]


def row(folder: pathlib.Path, source: Source) -> str:
    """One line of the table; "" for a package of which no line breaks."""
    counts: Counter[str] = collections.Counter()
    for file, places in breaking().items():
        if file.startswith(f"{source.package}/"):
            counts.update(kinds(files.read(str(source.root(folder) / file)).text, places))
    figures = " | ".join(str(counts[column]) for column in COLUMNS)
    return f"| {source.row} | {sum(counts.values())} | {figures} |\n" if counts else ""


def copy(folder: pathlib.Path, source: Source, fixed: pathlib.Path) -> None:
    """Make the environment of `source` below `fixed`, if it is not there, and fix the package's files in it."""
    place = fixed / source.environment
    if not place.exists():
        shutil.copytree(folder / source.environment, place, symlinks=True, copy_function=_link)
    for file in breaking():
        path = source.root(fixed) / file
        if file.startswith(f"{source.package}/"):
            read = files.read(str(path))
            text = fix(read.original, unsafe=True, mxnet_version="1.9.1", selects=lambda code: code < "HYB9").text
            path.unlink()
            path.write_bytes(read.encoded(text))


def _link(original: str, path: str) -> str:
    os.symlink(original, path)
    return path


def main() -> None:
    """Print the table, and do what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--write", type=pathlib.Path, help="the page whose table is replaced")
    parser.add_argument("--copy", type=pathlib.Path, metavar="FIXED", help="where to make fixed packages")
    options = parser.parse_args()
    folder = options.folder.resolve()
    chosen = [source for source in sources() if source.module and source.release is None]
    table = HEAD + "".join(row(folder, source) for source in chosen)
    print(table, end="")
    if options.write:
        page = options.write.read_text(encoding="utf-8")
        options.write.write_text(re.sub(re.escape(HEAD) + r"(\|.*\n)*", lambda _: table, page), encoding="utf-8")
    for source in chosen if options.copy else ():
        copy(folder, source, options.copy.resolve())


if __name__ == "__main__":
    main()
