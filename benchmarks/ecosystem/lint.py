"""Lints the installed packages: findings by rule, time, functions seen, and what could not be looked at.

    python benchmarks/ecosystem/lint.py FOLDER -o lint.json [--package gluoncv]

FOLDER is where `environments.py` made its environments; any Python that the linter runs on will do.
"""

from __future__ import annotations

import argparse
import ast
import collections
import json
import pathlib
import sys
import time
from typing import Any, Dict, List, Tuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from benchmarks.ecosystem.environments import environments, site_packages
from hybridlint import checking, files


def functions_of(text: str) -> List[Dict[str, Any]]:
    """Every function of a file: `name` with its classes ("Net.hybrid_forward"), first and last line, and whether it
    is a `hybrid_forward`."""
    found: List[Dict[str, Any]] = []

    def walk(node: ast.AST, prefix: Tuple[str, ...]) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
                names = prefix + (child.name,)
                if isinstance(child, ast.FunctionDef):
                    found.append({"name": ".".join(names), "line": child.lineno, "end": child.end_lineno})
                walk(child, names)
            else:
                walk(child, prefix)

    walk(ast.parse(text), ())
    return found


def lint(root: pathlib.Path, package: str) -> Dict[str, Any]:
    """What the linter says of one package below `root`. Paths in the result are relative to `root`."""
    start, findings, failures, functions, lines = time.perf_counter(), [], [], [], 0
    problems: List[str] = []
    for path in files.python_files(
        [str(root / package)], (), lambda path, reason: problems.append(f"{path}: {reason}")
    ):
        text = files.read(path).text
        shown = str(pathlib.Path(path).relative_to(root))
        lines += text.count("\n")
        examined = checking.examine(text, shown, "1.9.1")
        failures += [f"{item.path}:{item.line}: {item.reason}" for item in examined.could_not_look]
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
            functions += [dict(item, path=shown) for item in functions_of(text)]
    return {
        "package": package,
        "seconds": round(time.perf_counter() - start, 1),
        "lines": lines,
        "hybrid_forward": sum(item["name"].endswith("hybrid_forward") for item in functions),
        "could_not_look": failures + problems,
        "findings": findings,
        "functions": functions,
    }


def main() -> int:
    """Print a table and write everything to a file; exit 1 where a file could not be looked at."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    parser.add_argument("--package", action="append", default=[])
    options = parser.parse_args()
    results = []
    for name, described in environments().items():
        for package in described["packages"]:
            if not options.package or package in options.package:
                results.append(lint(site_packages(options.folder.resolve(), name), package))
                _show(results[-1])
    options.output.write_text(json.dumps(results, indent=1), encoding="utf-8")
    return 1 if any(result["could_not_look"] for result in results) else 0


def _show(result: Dict[str, Any]) -> None:
    by_rule = collections.Counter(item["code"] for item in result["findings"])
    print(
        f"{result['package']}: {result['lines']} lines, {result['hybrid_forward']} hybrid_forward, "
        f"{result['seconds']} s, {len(result['could_not_look'])} not analysed"
    )
    for code, count in sorted(by_rule.items()):
        print(f"    {code} {count}")
    for text in result["could_not_look"]:
        print(f"    {text}")


if __name__ == "__main__":
    sys.exit(main())
