"""Lints the installed packages: findings by rule, time, functions seen, and what could not be looked at.

    python benchmarks/ecosystem/lint.py FOLDER -o lint.json [--package gluoncv]

FOLDER is where `environments.py` made its environments; any Python that the linter runs on will do.
"""

from __future__ import annotations

import argparse
import collections
import json
import pathlib
import sys
import time
from typing import Any, Dict, List

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from benchmarks.ecosystem.environments import Source, sources
from benchmarks.ecosystem.texts import Texts
from hybridlint import checking, files


def lint(folder: pathlib.Path, source: Source, texts: Texts) -> Dict[str, Any]:
    """What the linter reports of a package. What stands in an earlier row word for word is linted, but neither counted
    nor shown again."""
    start, findings, functions, lines = time.process_time(), [], [], 0
    problems: List[str] = []
    roots, note = [str(source.root(folder) / source.package)], lambda path, reason: problems.append(f"{path}: {reason}")
    for path in files.python_files(roots, (), note):
        text = files.read(path).text
        shown = source.shown(pathlib.Path(path), folder)
        lines += text.count("\n")
        examined = checking.examine(text, shown, "1.9.1")
        problems += [f"{item.path}:{item.line}: {item.reason}" for item in examined.could_not_look]
        findings += [
            {
                "path": shown,
                "line": f.line,
                "column": f.column,
                "code": f.code,
                "default": f.default,
                "message": f.message,
            }
            for f in examined.findings
        ]
        if "hybrid_forward" in text:
            functions += [
                {"name": item.name, "line": item.first, "end": item.last, "path": shown}
                for item in texts.definitions(shown)
                if not item.is_class
            ]
    forwards = [item for item in functions if item["name"].endswith("hybrid_forward")]
    return {
        "package": source.row,
        "seconds": round(time.process_time() - start, 1),
        "lines": lines,
        "hybrid_forward": len(forwards),
        "new": sum(not texts.repeated(item["path"], item["line"]) for item in forwards),
        "could_not_look": problems,
        "findings": [item for item in findings if not texts.repeated(item["path"], item["line"])],
        "functions": functions,
    }


def main() -> int:
    """Print a table and write everything to a file; exit 1 where a file could not be looked at."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    parser.add_argument("--package", action="append", default=[], help="a row of the table, such as gluoncv==0.5.0")
    options = parser.parse_args()
    folder, results = options.folder.resolve(), []
    texts = Texts(folder)
    for source in sources():
        if not options.package or source.row in options.package:
            results.append(lint(folder, source, texts))
            _show(results[-1])
    options.output.write_text(json.dumps(results, indent=1), encoding="utf-8")
    return 1 if any(result["could_not_look"] for result in results) else 0


def _show(result: Dict[str, Any]) -> None:
    by_rule = collections.Counter(item["code"] for item in result["findings"])
    print(
        f"{result['package']}: {result['lines']} lines, {result['hybrid_forward']} hybrid_forward, {result['new']} new, "
        f"{result['seconds']} s, {len(result['could_not_look'])} not analysed"
    )
    for code, count in sorted(by_rule.items()):
        print(f"    {code} {count}")
    for text in result["could_not_look"]:
        print(f"    {text}")


if __name__ == "__main__":
    sys.exit(main())
