"""What the probe `onnx` costs on resnet50, in times of a plain script that exports with MXNet and loads again.

    python benchmarks/onnx_cost.py [--runs 3]

The cost of the probe is the CPU time of a check that asks it, without that of a check that asks what it needs (trace,
blocks, outputs). The median of the runs is printed; exit code 1 if the probe costs more than the plain script.
"""

from __future__ import annotations

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
from typing import List

PLAIN = """
import subprocess, sys
import mxnet as mx, numpy as np
from mxnet.gluon.model_zoo import vision

mx.random.seed(0)
net = vision.resnet50_v1()
net.initialize(mx.init.Xavier())
x = mx.nd.random.normal(shape=(1, 3, 224, 224))
imperative = net(x).asnumpy()
net.hybridize()
assert np.allclose(imperative, net(x).asnumpy(), rtol=1e-3, atol=1e-4)
net.export("model")
np.save("x.npy", x.asnumpy())
np.save("outputs.npy", imperative)
load = '''
import mxnet as mx, numpy as np

net = mx.gluon.SymbolBlock.imports("model-symbol.json", ["data"], "model-0000.params")
assert np.allclose(net(mx.nd.array(np.load("x.npy"))).asnumpy(), np.load("outputs.npy"), rtol=1e-3, atol=1e-4)
'''
subprocess.check_call([sys.executable, "-c", load])
"""
_MEASURED = (
    "import resource, subprocess, sys\n"
    "code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode\n"
    "usage = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
    "print(usage.ru_utime + usage.ru_stime, code)"
)


def cpu_seconds(command: List[str], folder: str) -> float:
    """CPU seconds of a command with all its processes. Raises RuntimeError unless it exits with 0."""
    line = [sys.executable, "-c", _MEASURED, *command]
    seconds, code = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=True).stdout.split()
    if code != "0":
        raise RuntimeError(f"{' '.join(command)} exits with {code}")
    return float(seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    model = ["mxnet.gluon.model_zoo.vision:resnet50_v1", "--shape", "1,3,224,224"]
    check = [sys.executable, "-m", "hybridlint_runtime", "check", *model, "--quiet", "--probe"]
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "plain.py").write_text(PLAIN, encoding="utf-8")
        ratios = []
        for _ in range(runs):
            plain = cpu_seconds([sys.executable, "plain.py"], folder)
            without, asked = (cpu_seconds([*check, name], folder) for name in ("outputs", "onnx"))
            ratios.append((asked - without) / plain)
            print(f"plain {plain:.1f} s, needed {without:.1f} s, with the probe {asked:.1f} s: {ratios[-1]:.2f}")
    median = statistics.median(ratios)
    print(f"the probe onnx costs {median:.2f} times the plain script (goal 1.0)")
    return 0 if median <= 1.0 else 1


if __name__ == "__main__":
    sys.exit(main())
