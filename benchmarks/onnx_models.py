"""Real models out to ONNX: what converts and computes the same in ONNX Runtime, what does not and why.

    python benchmarks/onnx_models.py FAMILY [--models NAME ...] [--jobs 2]

Measures a family of models, or some of them, prints their rows, and writes these to
`benchmarks/results/onnx_models.csv` and their sums to `docs/measurements/onnx-models.md`, unless `--print` is given.
FAMILY is `zoo` (all of `mxnet.gluon.model_zoo.vision`), `layers` (of gluon.nn, gluon.rnn and gluon.contrib), `large` (a
layer whose weights do not fit into a file of ONNX; needs 10 GiB of memory), and `gluoncv`, `gluoncv2`, `gluonnlp`, for
which run it with a Python that has them. Each model is exported by a process of its own, as
`hybridlint-runtime export --onnx` does it, and compared at its batch size and at twice that.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import csv
import json
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any, List, Sequence

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.models import LARGE, models_of, networks_of
from benchmarks.processes import ROOT, commit, results_of
from hybridlint_runtime.mxnet_compat import import_mxnet

TIMEOUT = 900
#: A row for each model; the page has their sums.
ROWS = ROOT / "benchmarks" / "results" / "onnx_models.csv"
PAGE = ROOT / "docs" / "measurements" / "onnx-models.md"
COLUMNS = ["model", "family", "in ONNX Runtime", "batch", "largest difference"]
SAME = "the same"
RANDOM = "converts; draws random numbers, not compared"
UNDECIDED = "every operator the same; outputs differ by amplified rounding or in the order of equal elements"

#: The reason, where an error does not name it.
REASONS = {
    "nn.Conv2D(4, 3, layout='NHWC')": "convolutions with the channels last are for GPUs",
    "resnet50_v1b_gn": "`reshape` of a Symbol takes the lengths after the first for other arguments",
    "mask_rcnn_fpn_resnet18_v1b_coco": "on a CPU `F.contrib.ROIAlign` leaves the values of boxes of -1 unset, "
    "imperatively as well (gluoncv/model_zoo/rcnn/faster_rcnn/faster_rcnn.py:311)",
    "isqrtcovresnet18": "an autograd.Function has no graph",
    "mobilenet1.0_int8": "the model is quantized",
}
TITLES = {
    "zoo": "The model zoo of MXNet",
    "layers": "Layers of gluon.nn, gluon.rnn and gluon.contrib",
    "gluoncv": "gluoncv",
    "gluoncv2": "gluoncv2",
    "gluonnlp": "gluonnlp",
    "large": f"A layer of {4 * LARGE * LARGE / 1e9:.1f} GB, its weights beside the file",
}


def row(family: str, name: str) -> List[str]:
    """Export a model of a family: what happens to it, whether its batch size is open, and the largest difference."""
    from hybridlint_runtime.diagnostics.failures import RunFailure, TraceFailure
    from hybridlint_runtime.export.onnx.exporting import NotTheSame, export_onnx

    mx = import_mxnet()
    mx.random.seed(1)
    reason = REASONS.get(name, "")
    with tempfile.TemporaryDirectory() as folder:
        try:
            net, args = models_of(family)[name].built()
            files = export_onnx(net, folder, *args, another=_doubled(args), timeout=TIMEOUT)
        except NotTheSame as error:
            texts = "; ".join(dict.fromkeys(_fault(fault) for _, fault in error.faults))
            return [f"{texts}; {reason}" if reason else texts, "", ""]
        except TraceFailure as error:
            return [f"does not hybridize: {_located(reason or str(error), error.location)}", "", ""]
        except RunFailure as error:
            return [f"does not run in MXNet on a CPU: {_located(reason or str(error), error.location)}", "", ""]
        except Exception as error:
            return [
                f"not looked at: {_cell(type(error).__name__ + ': ' + (str(error).splitlines() or [''])[0])}",
                "",
                "",
            ]
    batch = "open" if all(len(file.batches) > 1 for file in files) else "fixed"
    if any(file.random for file in files):
        return [RANDOM, batch, ""]
    return [UNDECIDED if any(file.undecided for file in files) else SAME, batch, f"{max(f.largest for f in files):.1e}"]


def _fault(fault: Any) -> str:
    text = fault.message.partition("the first operator that differs: ")[2] or fault.message
    operator = f"{fault.operator}: " if fault.operator and fault.kind != "not convertible" else ""
    return f"{fault.kind}: {_located(operator + text, fault.location)}"


def _located(text: str, location: Any) -> str:
    """A message with the line of the model: its source and, below the folder of packages, its place."""
    if location is not None:
        file = location.file.rpartition("site-packages/")[2]
        file = os.path.relpath(file, ROOT) if os.path.isabs(file) else file
        text += f", at `{location.source}` ({file}:{location.line})"
    return _cell(text)


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", "\\|")


def _doubled(args: Any) -> Any:
    """Every tensor twice, along the axis of the batch: the first, or the second of inputs of recurrent models."""
    mx = import_mxnet()
    if isinstance(args, (list, tuple)):
        return [_doubled(item) for item in args]
    return mx.nd.concat(args, args, dim=0) if isinstance(args, mx.nd.NDArray) else args


def rows_of(family: str, names: Sequence[str], jobs: int) -> List[List[str]]:
    """Model, family and row of each, from processes for one model each; layers, which are small, share some."""
    share = 12 if family == "layers" else 1

    def some(chunk: Sequence[str]) -> List[List[str]]:
        outcomes = results_of(__file__, chunk, family, "--step")
        rows = [[name, TITLES[family], *_outcome(outcomes[name])] for name in chunk]
        for each in rows:
            print(*each, sep=": ", file=sys.stderr, flush=True)
        return rows

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        parts = pool.map(some, [names[start : start + share] for start in range(0, len(names), share)])
        return [row for part in parts for row in part]


def _outcome(result: Any) -> List[str]:
    return result if isinstance(result, list) else [f"not looked at: {_cell(result['error'])}", "", ""]


def write(family: str, rows: Sequence[Sequence[str]]) -> None:
    """Put the rows in the place of earlier ones, and their sums with the commit into the table of the page."""
    with ROWS.open(encoding="utf-8", newline="") as file:
        earlier = list(csv.reader(file))[1:]
    measured = {(each[1], each[0]): each for each in [*earlier, *rows]}
    with ROWS.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *measured.values()])
    of_family = [each for each in measured.values() if each[1] == TITLES[family]]
    same = [each for each in of_family if each[2] in (SAME, RANDOM)]
    largest = max((float(each[4]) for each in same if each[4]), default=0.0)
    line = f"| {TITLES[family]} | {len(same)} of {len(of_family)} | {largest:.1e} | {commit()} |"
    text, _, _ = PAGE.read_text(encoding="utf-8").partition("| model | what happens |")
    text = re.sub(rf"^\| {re.escape(TITLES[family])} \|.*$", line, text, flags=re.MULTILINE)
    others = [f"| `{each[0]}` | {each[2]} |" for each in measured.values() if each[2] not in (SAME, RANDOM)]
    PAGE.write_text(text + "\n".join(["| model | what happens |", "|---|---|", *others, ""]), encoding="utf-8")


def main() -> None:
    """Measure a family, or do it for some models in this process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("family", choices=list(TITLES))
    parser.add_argument("--models", nargs="+", metavar="NAME", help="some of the family")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--print", action="store_true", help="write neither rows nor page")
    parser.add_argument("--step", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        print(json.dumps({name: row(options.family, name) for name in options.models}))
        return
    rows = rows_of(options.family, options.models or networks_of(options.family), options.jobs)
    csv.writer(sys.stdout, lineterminator="\n").writerows(rows)
    if not options.print:
        write(options.family, rows)


if __name__ == "__main__":
    main()
