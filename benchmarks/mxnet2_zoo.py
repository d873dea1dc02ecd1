"""Checks the 34 vision models of MXNet 2 and writes the table docs/measurements/mxnet2-zoo.md.

    python benchmarks/mxnet2_zoo.py [--only NAME ...]

Run it with a Python in which the extra `runtime-mxnet2` is installed. Each model is checked by a process of its own
with the seed 0 on the smallest images that it takes. The largest, densenet161, takes 9 GB of memory and two minutes of
CPU time.
"""

from __future__ import annotations

import argparse
import csv
import json
import pathlib
import subprocess
import sys
from typing import Any, Dict, List

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.processes import commit  # noqa: E402

PAGE = ROOT / "docs" / "measurements" / "mxnet2-zoo.md"
#: A row for each model; the page has their sums.
ROWS = ROOT / "benchmarks" / "results" / "mxnet2_zoo.csv"
ENVIRONMENT = ("mxnet", "numpy", "python")
PROBES = ("outputs", "branches", "batch", "parameters_changed", "export", "archive")

#: Name of the model → height and width of its smallest images. Pooling layers of fixed size need more than 32.
MODELS: Dict[str, int] = {
    **{f"resnet{depth}_v{version}": 32 for version in (1, 2) for depth in (18, 34, 50, 101, 152)},
    **{f"vgg{depth}{norm}": 32 for norm in ("", "_bn") for depth in (11, 13, 16, 19)},
    "alexnet": 64,
    **{f"densenet{depth}": 224 for depth in (121, 161, 169, 201)},
    "squeezenet1_0": 224,
    "squeezenet1_1": 224,
    "inception_v3": 299,
    **{f"mobilenet{width}": 32 for width in ("1_0", "0_75", "0_5", "0_25")},
    **{f"mobilenet_v2_{width}": 32 for width in ("1_0", "0_75", "0_5", "0_25")},
}


def check(name: str) -> Dict[str, str]:
    """The row of one model."""
    size = MODELS[name]
    command = [sys.executable, "-m", "hybridlint_runtime", "check", f"mxnet.gluon.model_zoo.vision:{name}"]
    command += ["--shape", f"2,3,{size},{size}", "--batch", "3", "--arg", "classes=10", "--format", "json", "--quiet"]
    command += ["--calls", "2", "--timeout", "3000", *(part for probe in PROBES for part in ("--probe", probe))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if not done.stdout.strip():
        return {"model": name, "verdict": "could not look", "problems": done.stderr.strip()[-300:]}
    (report,) = json.loads(done.stdout)["reports"]
    return row(name, report)


def row(name: str, report: Dict[str, Any]) -> Dict[str, str]:
    """The row of one model, of its report."""
    statuses = {item["probe"]: item["status"] for item in report["probes"]}
    problems = [problem["message"] for problem in report["problems"]]
    return {
        "model": name,
        "image": f"{MODELS[name]}×{MODELS[name]}",
        "verdict": report["verdict"],
        **{probe: statuses.get(probe, "") for probe in PROBES},
        **{part: report["environment"][part] for part in ENVIRONMENT},
        "problems": "; ".join(problems or [report["summary"]] if report["verdict"] != "passed" else []),
    }


def page(rows: List[Dict[str, str]]) -> str:
    """The page: how many passed, and those that did not."""
    environments = sorted({tuple(row[part] for part in ENVIRONMENT) for row in rows})
    versions = " or ".join(f"MXNet {mxnet}, NumPy {numpy} and Python {python}" for mxnet, numpy, python in environments)
    passed = sum(row["verdict"] == "passed" for row in rows)
    lines = [
        "<!-- Written by benchmarks/mxnet2_zoo.py; edit that instead. -->",
        "",
        "# The vision models of MXNet 2",
        "",
        f"{passed} of {len(MODELS)} models pass on {versions}, with random parameters, 2 images and 10 classes, at "
        f"commit {commit()}.",
        "",
        "`python benchmarks/mxnet2_zoo.py` makes this page, and the outcome of the main probes for each model in "
        "`benchmarks/results/mxnet2_zoo.csv`.",
    ]
    checked = {row["model"] for row in rows}
    others = [f"- {name}: not checked" for name in MODELS if name not in checked]
    others += [f"- {row['model']}: {row['problems']}" for row in rows if row["verdict"] != "passed"]
    return "\n".join([*lines, *(["", "The others:", "", *others] if others else [])]) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=list(MODELS), metavar="NAME", help="check these, keep other rows")
    options = parser.parse_args()
    rows = {}
    if options.only and ROWS.exists():
        with ROWS.open(encoding="utf-8", newline="") as file:
            rows = {row["model"]: row for row in csv.DictReader(file)}
    for name in options.only or MODELS:
        rows[name] = check(name)
        print(f"{name}: {rows[name]['verdict']}", flush=True)
        write([rows[name] for name in MODELS if name in rows])
    return 0


def write(rows: List[Dict[str, str]]) -> None:
    """Write the rows, and the page of them."""
    with ROWS.open("w", encoding="utf-8", newline="") as file:
        titles = ["model", "image", "verdict", *PROBES, *ENVIRONMENT, "problems"]
        writer = csv.DictWriter(file, titles, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    PAGE.write_text(page(rows), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
