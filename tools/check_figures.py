"""Measure one row of the figures in the documentation again; exit with 1 if it is another.

    python tools/check_figures.py [PAGE ROW]

The commit chooses the page, one of `PAGES`, and the row. A row that the parent commit does not yield either is
reported, and does not count.
"""

from __future__ import annotations

import argparse
import io
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
from typing import Dict, List, NamedTuple, Sequence

ROOT = pathlib.Path(__file__).resolve().parents[1]


class Page(NamedTuple):
    """A file with a table whose rows begin with a name.

    `rows` matches the names that are measured again; `command`, with a name behind it, prints a table with that row.
    """

    file: str
    command: Sequence[str]
    rows: str


PAGES = {
    "accuracy": Page("docs/measurements/accuracy.md", ["benchmarks/accuracy.py", "--row"], r"`(\w+)`"),
    "archive": Page(
        "benchmarks/results/archives.csv",
        ["benchmarks/archives.py", "zoo", "--models"],
        r"(resnet(?:18|34|50)_v[12]|mobilenet(?:v2_)?[\d.]+)",
    ),
    "fixes": Page("docs/measurements/fixes.md", ["benchmarks/composed_fixes.py"], r"([0-9]+)"),
    "onnx": Page(
        "benchmarks/results/onnx_models.csv",
        ["benchmarks/onnx_models.py", "zoo", "--print", "--models"],
        r"(resnet18_v[12]|squeezenet1\.[01]|mobilenet(?:v2_)?0\.(?:25|5))",
    ),
    "shadow": Page(
        "docs/measurements/shadow.md",
        ["benchmarks/shadow_loops.py", "equal"],
        r"(mobilenet\S+|LSTM language model)",
    ),
}


def rows_of(text: str, rows: str) -> Dict[str, List[str]]:
    """Return the names that `rows` matches, each with the cells behind it, of a table in Markdown or CSV."""
    result: Dict[str, List[str]] = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in re.split(r"[|]" if line.startswith("|") else ",", line.strip().strip("|"))]
        match = re.fullmatch(rows, cells[0])
        if match and len(cells) > 1:
            result.setdefault(match.group(1), cells[1:])
    return result


def chosen(commit: str, root: pathlib.Path) -> List[str]:
    """Return the page and the row that `commit` chooses."""
    page = sorted(PAGES)[int(commit[:8], 16) % len(PAGES)]
    names = sorted(rows_of((root / PAGES[page].file).read_text(encoding="utf-8"), PAGES[page].rows))
    return [page, names[int(commit[8:16], 16) % len(names)]]


def disagreement(page: str, name: str, root: pathlib.Path) -> str:
    """Return how a row of the repository in `root` differs from what that measures, "" if it does not."""
    file, command, rows = PAGES[page]
    stated = rows_of((root / file).read_text(encoding="utf-8"), rows).get(name)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", *command, name],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    measured = rows_of(done.stdout, rows).get(name)
    return "" if measured == stated is not None else f"{name} in {file}: stated {stated}, measured {measured}"


def parent_disagrees(page: str, name: str) -> bool:
    """Return whether the row differs at the parent commit, too."""
    archived = subprocess.run(["git", "-C", str(ROOT), "archive", "HEAD~1"], stdout=subprocess.PIPE)
    if archived.returncode:
        return False
    with tempfile.TemporaryDirectory() as folder, tarfile.open(fileobj=io.BytesIO(archived.stdout)) as archive:
        archive.extractall(folder)
        return bool(disagreement(page, name, pathlib.Path(folder)))


def main() -> int:
    """Check the row that the command line names, or that of the commit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("row", nargs="*", metavar="PAGE ROW", help=f"the page is one of {', '.join(PAGES)}")
    row = parser.parse_args().row
    if not row:
        head = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "HEAD"], stdout=subprocess.PIPE, encoding="utf-8")
        row = chosen(head.stdout.strip() or "0" * 40, ROOT)
    difference = disagreement(*row, ROOT)
    print(difference or f"{row[1]} of the page {row[0]}: as stated", flush=True)
    if difference and parent_disagrees(*row):
        print("So it is at the parent commit, which does not block a merge.")
        difference = ""
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(main())
