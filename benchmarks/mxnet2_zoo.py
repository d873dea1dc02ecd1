"""Checks the 34 vision models of MXNet 2 and writes the table docs/mxnet2-zoo.md.

    python benchmarks/mxnet2_zoo.py [--only NAME ...] [--results FILE]

Run it with a Python in which the extra `runtime-mxnet2` is installed. Each model is checked by a process of its own
with the seed 0 on the smallest images that it takes. The answers are kept in FILE (JSON, one model a line), so that an
interrupted run continues.
"""

from __future__ import annotations

import argparse
import csv
import json
import pathlib
import subprocess
import sys
import time
from typing import Any, Dict, List

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "mxnet2-zoo.md"
#: A row for each model; the page has their sums.
ROWS = ROOT / "benchmarks" / "results" / "mxnet2_zoo.csv"
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


def check(name: str) -> Dict[str, Any]:
    """What the check says of one model."""
    size = MODELS[name]
    command = [sys.executable, "-m", "hybridlint_runtime", "check", f"mxnet.gluon.model_zoo.vision:{name}"]
    command += ["--shape", f"2,3,{size},{size}", "--batch", "3", "--arg", "classes=10", "--format", "json", "--quiet"]
    command += ["--calls", "2", "--timeout", "1500", *(part for probe in PROBES for part in ("--probe", probe))]
    start = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    if not done.stdout.strip():
        return {"model": name, "verdict": "could not look", "summary": done.stderr.strip()[-300:], "seconds": seconds}
    (report,) = json.loads(done.stdout)["reports"]
    return {
        "model": name,
        "size": size,
        "verdict": report["verdict"],
        "summary": report["summary"],
        "probes": {item["probe"]: [item["status"], item["reason"]] for item in report["probes"]},
        "problems": [problem["message"] for problem in report["problems"]],
        "environment": report["environment"],
        "seconds": seconds,
    }


def page(answers: List[Dict[str, Any]]) -> str:
    """The page: how many passed, and those that did not."""
    environment = next((answer["environment"] for answer in answers if "environment" in answer), {})
    passed = sum(answer["verdict"] == "passed" for answer in answers)
    lines = [
        "<!-- Written by benchmarks/mxnet2_zoo.py; edit that instead. -->",
        "",
        "# The vision models of MXNet 2",
        "",
        f"{passed} of {len(answers)} models that were checked, of {len(MODELS)}, pass on MXNet "
        f"{environment.get('mxnet')}, NumPy {environment.get('numpy')} and Python {environment.get('python')}, with "
        "random parameters, 2 images and 10 classes.",
        "",
        "`python benchmarks/mxnet2_zoo.py` makes this page, and the outcome of the main probes for each model in "
        "`benchmarks/results/mxnet2_zoo.csv`.",
    ]
    checked = {answer["model"] for answer in answers}
    others = [f"- {name}: not checked" for name in MODELS if name not in checked]
    for answer in answers:
        if answer["verdict"] != "passed":
            others.append(f"- {answer['model']}: {'; '.join(answer.get('problems') or [answer['summary']])}")
    return "\n".join([*lines, *(["", "The others:", "", *others] if others else [])]) + "\n"


def write_rows(answers: List[Dict[str, Any]]) -> None:
    """Write a row for each checked model to `ROWS`."""
    with ROWS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["model", "image", "verdict", *PROBES])
        for answer in answers:
            statuses = [answer.get("probes", {}).get(probe, [""])[0] for probe in PROBES]
            size = answer.get("size", "")
            writer.writerow([answer["model"], f"{size}×{size}", answer["verdict"], *statuses])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=list(MODELS), metavar="NAME")
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("mxnet2-zoo.jsonl"))
    options = parser.parse_args()
    known: Dict[str, Dict[str, Any]] = {}
    if options.results.exists():
        for line in options.results.read_text(encoding="utf-8").splitlines():
            known[json.loads(line)["model"]] = json.loads(line)
    for name in options.only or MODELS:
        if name not in known:
            known[name] = check(name)
            with options.results.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(known[name]) + "\n")
        print(f"{name}: {known[name]['verdict']} in {known[name]['seconds']:.0f} s", flush=True)
    answers = [known[name] for name in MODELS if name in known]
    PAGE.write_text(page(answers), encoding="utf-8")
    write_rows(answers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
