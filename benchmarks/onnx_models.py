"""Real models out to ONNX: what converts and computes the same in ONNX Runtime, what does not and why.

    python benchmarks/onnx_models.py --family zoo [--models NAME,NAME] [--jobs 2] > zoo.json
    python benchmarks/onnx_models.py --table zoo.json layers.json … > docs/measurements/onnx-models.md

Families: `zoo` (all of `mxnet.gluon.model_zoo.vision`), `layers` (of gluon.nn, gluon.rnn and gluon.contrib), `large` (a
layer whose weights do not fit into a file of ONNX; needs 10 GiB of memory), and
`gluoncv`, `gluoncv2`, `gluonnlp`, for which run it with a Python that has them (`benchmarks/archive_families.py` builds
the models, at a small input and with random weights). Each model is exported by a process of its own, as
`hybridlint-runtime export --onnx` does it, and compared at its batch size and at twice that.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import csv
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Mapping, Sequence, Tuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.commit import commit  # noqa: E402

TIMEOUT = 900
#: A layer of more than 2 GiB: as many inputs as outputs.
LARGE = 24000
#: A row for each model; the page has their sums.
ROWS = ROOT / "benchmarks" / "results" / "onnx_models.csv"

#: The reason, where an error does not name it.
REASONS = {
    "nn.Conv2D(4, 3, layout='NHWC')": "convolutions with the channels last are for GPUs",
    "resnet50_v1b_gn": "`reshape` of a Symbol takes the lengths after the first for other arguments",
    "mask_rcnn_fpn_resnet18_v1b_coco": "on a CPU `F.contrib.ROIAlign` leaves the values of boxes of -1 unset, "
    "imperatively as well (gluoncv/model_zoo/rcnn/faster_rcnn/faster_rcnn.py:311)",
    "isqrtcovresnet18": "an autograd.Function has no graph",
    "mobilenet1.0_int8": "the model is quantized",
}

#: An expression that makes a layer of `gluon`, and the shapes of its inputs.
LAYERS: Dict[str, Tuple[Tuple[int, ...], ...]] = {
    "nn.Dense(4)": ((2, 3),),
    "nn.Dense(4, flatten=False, activation='sigmoid')": ((2, 3, 5),),
    "nn.Dropout(0.5)": ((2, 3),),
    "nn.BatchNorm()": ((2, 3, 4, 4),),
    "nn.BatchNorm(axis=-1)": ((2, 4, 4, 3),),
    "nn.BatchNorm(scale=False, center=False)": ((2, 3),),
    "nn.InstanceNorm()": ((2, 3, 4, 4),),
    "nn.LayerNorm()": ((2, 3, 4),),
    "nn.LayerNorm(axis=1)": ((2, 3, 4),),
    "nn.GroupNorm(2)": ((2, 4, 3, 3),),
    "nn.Embedding(5, 4)": ((2, 3),),
    "nn.Flatten()": ((2, 3, 4),),
    "nn.HybridLambda('tanh')": ((2, 3),),
    "nn.HybridLambda(lambda F, x: F.square(x))": ((2, 3),),
    **{f"nn.Conv{d}D(4, 3, padding=1)": ((2, 3, *[6] * d),) for d in (1, 2, 3)},
    "nn.Conv2D(4, 3, strides=2, dilation=2, groups=2, in_channels=4, use_bias=False)": ((2, 4, 9, 9),),
    "nn.Conv2D(4, 3, layout='NHWC')": ((2, 6, 6, 3),),
    **{f"nn.Conv{d}DTranspose(4, 3, strides=2)": ((2, 3, *[5] * d),) for d in (1, 2, 3)},
    "nn.Conv2DTranspose(4, 3, strides=2, padding=1, output_padding=1)": ((2, 3, 5, 5),),
    **{f"nn.{kind}Pool{d}D(2)": ((2, 3, *[6] * d),) for kind in ("Max", "Avg") for d in (1, 2, 3)},
    "nn.MaxPool2D(3, 2, ceil_mode=True)": ((2, 3, 6, 6),),
    "nn.AvgPool2D(3, 2, 1, ceil_mode=True)": ((2, 3, 6, 6),),
    "nn.AvgPool2D(3, 1, 1, count_include_pad=False)": ((2, 3, 6, 6),),
    **{f"nn.Global{kind}Pool{d}D()": ((2, 3, *[6] * d),) for kind in ("Max", "Avg") for d in (1, 2, 3)},
    "nn.ReflectionPad2D(1)": ((2, 3, 4, 4),),
    "nn.LeakyReLU(0.1)": ((2, 3),),
    "nn.PReLU()": ((2, 3, 4, 4),),
    "nn.PReLU(in_channels=3)": ((2, 3, 4, 4),),
    **{f"nn.{kind}()": ((2, 3),) for kind in ("ELU", "SELU", "Swish", "GELU")},
    **{f"nn.Activation('{kind}')": ((2, 3),) for kind in ("relu", "sigmoid", "tanh", "softrelu", "softsign")},
    **{f"rnn.{kind}(5)": ((4, 2, 3),) for kind in ("RNN", "LSTM", "GRU")},
    **{f"rnn.{kind}(5, 3, bidirectional=True)": ((4, 2, 3),) for kind in ("RNN", "LSTM", "GRU")},
    "rnn.RNN(5, activation='tanh')": ((4, 2, 3),),
    "rnn.LSTM(5, 2, layout='NTC', dropout=0.5)": ((2, 4, 3),),
    "rnn.LSTM(5, projection_size=2)": ((4, 2, 3),),
    "Unrolled(rnn.LSTMCell(5))": ((2, 4, 3),),
    "Unrolled(rnn.GRUCell(5))": ((2, 4, 3),),
    "Unrolled(rnn.RNNCell(5))": ((2, 4, 3),),
    "Unrolled(rnn.ResidualCell(rnn.GRUCell(3)))": ((2, 4, 3),),
    "Unrolled(rnn.BidirectionalCell(rnn.LSTMCell(5), rnn.LSTMCell(5)))": ((2, 4, 3),),
    "Unrolled(rnn.ZoneoutCell(rnn.RNNCell(5), 0.5, 0.5))": ((2, 4, 3),),
    "Unrolled(contrib.rnn.LSTMPCell(5, 3))": ((2, 4, 3),),
    "Unrolled(contrib.rnn.VariationalDropoutCell(rnn.LSTMCell(5), 0.5))": ((2, 4, 3),),
    "Unrolled(contrib.rnn.Conv2DLSTMCell((3, 6, 6), 4, 3, 3, i2h_pad=1))": ((2, 3, 3, 6, 6),),
    "Unrolled(contrib.rnn.Conv1DGRUCell((3, 6), 4, 3, 3, i2h_pad=1))": ((2, 3, 3, 6),),
    "contrib.nn.Identity()": ((2, 3),),
    "contrib.nn.SyncBatchNorm(in_channels=3)": ((2, 3, 4, 4),),
    "contrib.nn.PixelShuffle1D(2)": ((2, 4, 5),),
    "contrib.nn.PixelShuffle2D(2)": ((2, 4, 5, 5),),
    "contrib.nn.PixelShuffle3D(2)": ((2, 8, 3, 3, 3),),
    "contrib.cnn.DeformableConvolution(4, (3, 3), padding=(1, 1))": ((2, 3, 6, 6),),
    "contrib.cnn.ModulatedDeformableConvolution(4, (3, 3), padding=(1, 1))": ((2, 3, 6, 6),),
}


def layer(name: str) -> Tuple[Any, Tuple[Any, ...]]:
    """A layer, and its inputs."""
    import mxnet as mx

    class Unrolled(mx.gluon.HybridBlock):  # type: ignore[misc]
        """Goes with a cell through the second axis of its input."""

        def __init__(self, cell: Any) -> None:
            super().__init__()
            self.cell = cell

        def hybrid_forward(self, F: Any, x: Any) -> Any:
            steps = next(shapes for text, shapes in LAYERS.items() if text == name)[0][1]
            return self.cell.unroll(steps, x, layout="NTC", merge_outputs=True)[0]

    gluon = mx.gluon
    names = {"nn": gluon.nn, "rnn": gluon.rnn, "contrib": gluon.contrib, "Unrolled": Unrolled}
    net = eval(name, names)
    net.initialize()
    low, high = (0, 5) if "Embedding" in name else (-1, 1)
    return net, tuple(mx.nd.random.uniform(low, high, shape=shape) for shape in LAYERS[name])


def names_of(family: str) -> List[str]:
    """The models of a family."""
    from benchmarks import archive_families, archive_zoo

    if family == "zoo":
        return archive_zoo.model_names()
    if family == "layers":
        return list(LAYERS)
    if family == "large":
        return [f"nn.Dense({LARGE}, in_units={LARGE})"]
    return archive_families.names_of(family)


def built(family: str, name: str) -> Tuple[Any, Tuple[Any, ...]]:
    """A model and its inputs."""
    from benchmarks import archive_families, archive_zoo
    from hybridlint_runtime.model.parameters import Spread
    from hybridlint_runtime.mxnet_compat import import_mxnet

    if family == "zoo":
        net, x = archive_zoo.built(name)
        net.initialize(Spread(), force_reinit=True)  # with MXNet's own some give zeros but for rounding
        return net, (x,)
    if family == "layers":
        return layer(name)
    if family == "large":
        mx = import_mxnet()
        net = mx.gluon.nn.Dense(LARGE, in_units=LARGE)
        net.collect_params().setattr("grad_req", "null")  # gradients take as much again
        net.initialize(Spread())
        return net, (mx.nd.random.normal(shape=(2, LARGE)),)
    return archive_families.FAMILIES[family](name)


def outcome(family: str, name: str) -> Dict[str, Any]:
    """What became of one model."""
    from hybridlint_runtime.diagnostics.failures import RunFailure, TraceFailure
    from hybridlint_runtime.export.onnx.exporting import NotTheSame, export_onnx
    from hybridlint_runtime.mxnet_compat import import_mxnet

    mx = import_mxnet()
    mx.random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        try:
            net, args = built(family, name)
            files = export_onnx(net, folder, *args, another=_doubled(args), timeout=TIMEOUT)
        except NotTheSame as error:
            return {"faults": [_fault(fault) for _, fault in error.faults]}
        except TraceFailure as error:
            return {"not traced": str(error), "at": _line(error.location)}
        except RunFailure as error:
            return {"not run": str(error), "at": _line(error.location)}
        except Exception as error:
            return {"error": f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"}
        return {
            "files": len(files),
            "bytes": sum(file.size for file in files),
            "batches": min(len(file.batches) for file in files),
            "largest": max(file.largest for file in files),
            "random": [file.random for file in files if file.random],
            "undecided": [file.undecided for file in files if file.undecided],
        }


def _fault(fault: Any) -> Dict[str, str]:
    operator_difference = fault.message.partition("the first operator that differs: ")[2]
    return {
        "kind": fault.kind,
        "operator": fault.operator,
        "message": operator_difference or fault.message,
        "at": _line(fault.location),
    }


def _line(location: Any) -> str:
    """A line of a model as text: its source and, below the folder of packages, its place."""
    if location is None:
        return ""
    file = location.file.rpartition("site-packages/")[2]
    return f"`{location.source}` ({os.path.relpath(file, ROOT) if os.path.isabs(file) else file}:{location.line})"


def _doubled(args: Any) -> Any:
    """Every tensor twice, along the axis of the batch: the first, or the second of inputs of recurrent models."""
    import mxnet as mx

    if isinstance(args, (list, tuple)):
        return [_doubled(item) for item in args]
    return mx.nd.concat(args, args, dim=0) if isinstance(args, mx.nd.NDArray) else args


def run_all(family: str, names: Sequence[str], jobs: int) -> Dict[str, Any]:
    """Name → outcome, from processes for one model each; layers, which are small, share some."""
    share = 12 if family == "layers" else 1

    def some(chunk: Sequence[str]) -> List[Dict[str, Any]]:
        command = [sys.executable, "-W", "ignore", __file__, "--family", family, "--one", json.dumps(chunk)]
        outcomes: List[Dict[str, Any]] = []
        problem = f"not done after {TIMEOUT} s"
        try:
            ran = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
            problem = (ran.stderr.strip().splitlines() or ["the process gave no answer"])[-1]
            outcomes = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]
        except subprocess.TimeoutExpired:
            pass
        outcomes += [{"error": problem}] * (len(chunk) - len(outcomes))
        for name, result in zip(chunk, outcomes):
            print(f"{name}: {result}", file=sys.stderr, flush=True)
        return outcomes

    chunks = [names[start : start + share] for start in range(0, len(names), share)]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return dict(zip(names, itertools.chain.from_iterable(pool.map(some, chunks))))


def table(results: Dict[str, Dict[str, Any]]) -> str:
    """Markdown: how many models of each family are the same, and those that are not."""
    lines = ["| models | the same in ONNX Runtime | largest difference |", "|---|---|---|"]
    others = ["| model | what happens |", "|---|---|"]
    for family, models in results.items():
        same = [outcome for outcome in models.values() if _is_same(outcome)]
        largest = max((outcome["largest"] for outcome in same if not outcome["random"]), default=0.0)
        lines.append(f"| {TITLES[family]} | {len(same)} of {len(models)} | {largest:.1e} |")
        others += [
            f"| `{name}` | {_row(name, outcome)[0]} |" for name, outcome in models.items() if not _is_same(outcome)
        ]
    return "\n".join([*lines, "", "The others:", "", *others]) + "\n"


def _is_same(outcome: Mapping[str, Any]) -> bool:
    return "files" in outcome and not outcome.get("undecided")


def write_rows(results: Dict[str, Dict[str, Any]]) -> None:
    """Write a row for each model to `ROWS`."""
    with ROWS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["model", "family", "in ONNX Runtime", "batch", "largest difference"])
        writer.writerows(rows(results))


def rows(results: Dict[str, Dict[str, Any]]) -> List[List[str]]:
    """A row for each model."""
    return [
        [name, TITLES[family], *_row(name, outcome)]
        for family, models in results.items()
        for name, outcome in models.items()
    ]


TITLES = {
    "zoo": "The model zoo of MXNet",
    "layers": "Layers of gluon.nn, gluon.rnn and gluon.contrib",
    "gluoncv": "gluoncv",
    "gluoncv2": "gluoncv2",
    "gluonnlp": "gluonnlp",
    "large": f"A layer of {4 * LARGE * LARGE / 1e9:.1f} GB, its weights beside the file",
}


def _row(name: str, outcome: Dict[str, Any]) -> Tuple[str, str, str]:
    """What happens to a model, whether its batch size is open, and the largest difference."""
    if "error" in outcome:
        return f"not looked at: {_cell(outcome['error'])}", "", ""
    for what, text in (("not traced", "does not hybridize"), ("not run", "does not run in MXNet on a CPU")):
        if what in outcome:
            at = f", at {outcome['at']}" if outcome["at"] else ""
            return f"{text}: {_cell(REASONS.get(name, outcome[what]) + at)}", "", ""
    if "faults" in outcome:
        text = "; ".join(dict.fromkeys(map(_fault_text, outcome["faults"])))
        return (f"{text}; {REASONS[name]}" if name in REASONS else text), "", ""
    batch = "open" if outcome["batches"] > 1 else "fixed"
    if outcome["random"]:
        return "converts; draws random numbers, not compared", batch, ""
    text = (
        "every operator the same; outputs differ by amplified rounding or in the order of equal elements"
        if outcome.get("undecided")
        else "the same"
    )
    return text, batch, f"{outcome['largest']:.1e}"


def _fault_text(fault: Mapping[str, str]) -> str:
    at = f", at {fault['at']}" if fault["at"] else ""
    operator = f"{fault['operator']}: " if fault["operator"] and fault["kind"] != "not convertible" else ""
    return f"{fault['kind']}: {_cell(operator + fault['message'] + at)}"


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", "\\|")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--family", choices=list(TITLES))
    parser.add_argument("--models", help="some of the family, by commas")
    parser.add_argument("--rows", metavar="NAMES", help="print the rows of these models of the zoo, by commas")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--table", nargs="+", metavar="FILE", help="make the page of what earlier runs wrote")
    options = parser.parse_args()
    if options.table:
        results: Dict[str, Dict[str, Any]] = {}
        for file in options.table:
            results.update(json.loads(Path(file).read_text(encoding="utf-8")))
        write_rows(results)
        head = Path(__file__).with_name("onnx_models.md").read_text(encoding="utf-8").replace("COMMIT", commit())
        print(head + table(results).rstrip("\n"))
        return 0
    if options.rows:
        csv.writer(sys.stdout, lineterminator="\n").writerows(
            rows({"zoo": run_all("zoo", options.rows.split(","), options.jobs)})
        )
        return 0
    if options.family is None:
        parser.error("--family or --table")
    if options.one:
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        for name in json.loads(options.one):
            print(json.dumps(outcome(options.family, name)), flush=True)
        return 0
    names = options.models.split(",") if options.models else names_of(options.family)
    print(json.dumps({options.family: run_all(options.family, names, options.jobs)}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
