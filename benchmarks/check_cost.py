"""What the check costs, as ratios to a plain script in the same run.

    python benchmarks/check_cost.py [--rounds 3] [--model NAME] [--write docs/measurements/cost.md]

The script does by hand what the check does at least: it builds the model, runs it, hybridizes and runs it, exports it,
imports it in a fresh process, and compares; of a model whose root is a plain Block it exports every outermost
HybridBlock. Compared are CPU seconds of all processes (the median of the rounds) and the peak of resident memory of the
largest process. `--write` puts the tables between the marks of a page. Models of packages
need `pip install --no-deps gluoncv==0.10.5.post0 gluoncv2==0.0.64 gluonnlp==0.10.0`, and BL-ResNet50 a checkout of its
repository in `PYTHONPATH`.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
from typing import Any, Dict, List, NamedTuple, Sequence

#: name → (what makes the model, the shape of its input, goals: CPU ratio of all probes and of --quick).
MODELS: Dict[str, Any] = {
    "resnet18_v1, 64x64": ("vision.resnet18_v1()", "1,3,64,64", (2.5, 1.3)),
    "resnet50_v1, 224x224": ("vision.resnet50_v1()", "1,3,224,224", (4.0, 1.5)),
    "200 Dense layers": ("dense(200)", "2,16", (3.0, 1.5)),
    "1,600 Dense layers": ("dense(1600)", "2,16", (5.0, 2.0)),
    "mobilenetv2_1.0, 224x224": ("vision.mobilenet_v2_1_0()", "1,3,224,224", (4.0, 1.3)),
    "lffd20x5s320v2_widerface of gluoncv2 0.0.64, detection heads, 128x128": (
        "gluoncv2('lffd20x5s320v2_widerface')",
        "1,3,128,128",
        (4.0, 1.3),
    ),
    "slowfast_4x16_resnet50_kinetics400 of gluoncv 0.10.5, 36x64x64": ("slowfast()", "1,3,36,64,64", (4.0, 1.3)),
    "BL-ResNet50 of aptsunny/gluon_bLNet, commit 5db5bd2d, 224x224": ("blresnet()", "1,3,224,224", (4.0, 1.3)),
    "octresnet50b_ad2 of gluoncv2, two resolutions in each layer, 224x224": (
        "gluoncv2('octresnet50b_ad2')",
        "1,3,224,224",
        (4.0, 1.3),
    ),
    "simplepose_resnet18_coco of gluoncv2, transposed convolutions as in SN-GAN, 128x128": (
        "gluoncv2('simplepose_resnet18_coco', return_heatmap=True)",
        "1,3,128,128",
        (4.0, 1.3),
    ),
    "capsules, three rounds of routing, 28x28": ("Capsules()", "2,1,28,28", (4.0, 1.3)),
    "BERT of gluonnlp 0.10.0, 6 layers, 8x64": ("Bert()", "8,64", (4.0, 1.3)),
    "detector, plain root, 256x256": ("Detector()", "1,3,256,256", (4.0, 1.3)),
}
GOAL_OF_MEMORY = 2.5
BEGIN, END = "<!-- measured -->", "<!-- end -->"

_MODULE = """
import sys

sys.path.append("{benchmarks}")
from cost_models import *


def make():
    return {make}
"""

_PLAIN = """
import subprocess, sys
import numpy as np
import mxnet as mx
from model import make

mx.random.seed(0)
net = make()
net.initialize(mx.init.Xavier())
x = mx.nd.random.normal(shape=({shape},))
inputs, results = {}, {}


def values(outputs):
    return [output.asnumpy() for output in (outputs if isinstance(outputs, (list, tuple)) else [outputs])]


def outermost(block):
    if isinstance(block, mx.gluon.HybridBlock):
        return [block]
    return [inner for child in block._children.values() for inner in outermost(child)]


blocks = outermost(net)
for block in blocks:
    block.register_forward_pre_hook(lambda block, given: inputs.update({block: given[0].asnumpy()}))
    block.register_forward_hook(lambda block, given, outputs: results.update({block: values(outputs)}))
before = values(net(x))
for block in blocks:
    block._forward_hooks.clear()
    block._forward_pre_hooks.clear()
net.hybridize()
for a, b in zip(before, values(net(x))):
    assert np.allclose(a, b, rtol=1e-3, atol=1e-4)
for number, block in enumerate(blocks):
    block.export("exported%d" % number)
    np.savez("exported%d.npz" % number, inputs[block], *results[block])
subprocess.check_call([sys.executable, "-c", '''
import sys
import numpy as np
import mxnet as mx

for number in range(int(sys.argv[1])):
    name = "exported%d" % number
    net = mx.gluon.SymbolBlock.imports(name + "-symbol.json", ["data"], name + "-0000.params")
    saved = np.load(name + ".npz")
    x, *results = [saved[key] for key in saved.files]
    outputs = net(mx.nd.array(x))
    for output, result in zip(outputs if isinstance(outputs, (list, tuple)) else [outputs], results):
        assert np.allclose(output.asnumpy(), result, rtol=1e-3, atol=1e-4)
''', str(len(blocks))])
"""

#: Runs a command and prints CPU seconds of all its processes, the peak memory of one in KiB, and its exit code.
_MEASURE = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss, code)
"""


class Cost(NamedTuple):
    """CPU seconds, and MiB at the peak of one process."""

    seconds: float
    memory: float


def measured(command: Sequence[str], folder: str) -> Cost:
    """The cost of `command`, which must end with exit code 0. Byte code is stored, as that of installed packages is."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    measuring = [sys.executable, "-c", _MEASURE, *command]
    done = subprocess.run(measuring, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    seconds, memory, code = done.stdout.split()
    if code != "0":
        raise SystemExit(f"{' '.join(command)} ended with exit code {code}:\n{done.stderr}")
    return Cost(float(seconds), float(memory) / 1024)


def median(costs: Sequence[Cost]) -> Cost:
    """The median of the seconds, the largest memory."""
    return Cost(statistics.median(cost.seconds for cost in costs), max(cost.memory for cost in costs))


def measure(name: str, rounds: int) -> Dict[str, Any]:
    """The costs of one model by what was run, and `probes`: probe → seconds in the last full check."""
    make, shape, _ = MODELS[name]
    check = [sys.executable, "-m", "hybridlint_runtime", "check", "model:make", "--shape", shape, "--quiet"]
    commands = {"plain": [sys.executable, "plain.py"], "full": check, "quick": [*check, "--quick"]}
    costs: Dict[str, List[Cost]] = {kind: [] for kind in commands}
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "model.py").write_text(
            _MODULE.format(make=make, benchmarks=pathlib.Path(__file__).parent.resolve()), encoding="utf-8"
        )
        pathlib.Path(folder, "plain.py").write_text(_PLAIN.replace("{shape}", shape), encoding="utf-8")
        report = pathlib.Path(folder, "report.json")
        for kind in ("plain", "quick"):  # files are read, and byte code is stored, for the first time
            measured(commands[kind], folder)
        for _ in range(rounds):
            for kind, command in commands.items():
                more = ["--format", "json", "--output", str(report)] if kind == "full" else []
                costs[kind].append(measured([*command, *more], folder))
        (checked,) = json.loads(report.read_text(encoding="utf-8"))["reports"]
    probes = {probe["probe"]: probe["seconds"] for probe in checked["probes"] if probe["status"] != "not run"}
    return {**{kind: median(all_of_kind) for kind, all_of_kind in costs.items()}, "probes": probes}


def tables(results: Dict[str, Dict[str, Any]], rounds: int) -> str:
    """The measurements as Markdown."""
    lines = [
        "CPU time and peak memory as ratios to the plain script"
        + (f", medians of {rounds} rounds." if rounds > 1 else "."),
        "",
        "| model | plain script | all probes | goal | `--quick` | goal | memory | memory, `--quick` |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, result in results.items():
        plain, full, quick = result["plain"], result["full"], result["quick"]
        goals = MODELS[name][2]
        lines.append(
            f"| {name} | {plain.seconds:.1f} s, {plain.memory:.0f} MiB "
            f"| {full.seconds / plain.seconds:.1f} | {goals[0]:g} "
            f"| {quick.seconds / plain.seconds:.2f} | {goals[1]:g} | {full.memory / plain.memory:.1f} "
            f"| {quick.memory / plain.memory:.1f} |"
        )
    lines += [
        "",
        "Share of each probe in the time that all probes take together, in per cent. Probes below 0.5 are left out.",
        "",
        f"| probe | {' | '.join(results)} |",
        "|---|" + "---|" * len(results),
    ]
    shares = {
        name: {probe: 100 * seconds / sum(result["probes"].values()) for probe, seconds in result["probes"].items()}
        for name, result in results.items()
    }
    probes = list(dict.fromkeys(probe for share in shares.values() for probe in share))
    for probe in sorted(probes, key=lambda probe: -max(share.get(probe, 0.0) for share in shares.values())):
        figures = [share.get(probe, 0.0) for share in shares.values()]
        if max(figures) >= 0.5:
            lines.append(f"| `{probe}` | {' | '.join(f'{figure:.1f}' for figure in figures)} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="how often each command is run (3)")
    parser.add_argument("--model", action="append", choices=list(MODELS), help="only this model")
    parser.add_argument("--write", type=pathlib.Path, metavar="PAGE", help="put the tables between the marks of PAGE")
    options = parser.parse_args()
    results = {name: measure(name, options.rounds) for name in options.model or MODELS}
    text = tables(results, options.rounds)
    print(text)
    if options.write:
        page = options.write.read_text(encoding="utf-8")
        marked = re.sub(f"{BEGIN}.*{END}", lambda _: f"{BEGIN}\n{text}\n{END}", page, flags=re.DOTALL)
        options.write.write_text(marked, encoding="utf-8")
    missed = [
        name
        for name, result in results.items()
        if result["full"].seconds > MODELS[name][2][0] * result["plain"].seconds
        or result["quick"].seconds > MODELS[name][2][1] * result["plain"].seconds
        or result["full"].memory > GOAL_OF_MEMORY * result["plain"].memory
    ]
    if missed:
        print(f"above a goal: {', '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
