"""Train real models with and without a shadow: the loops must end with equal bits, and take about as long.

    python benchmarks/shadow_loops.py equal              # ten models, 200 steps each, every=20
    python benchmarks/shadow_loops.py cost               # resnet18, every=100, in turns
    python benchmarks/shadow_loops.py memory             # resnet18, in processes of their own, in turns

All print figures for docs/measurements/shadow.md.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import statistics
import subprocess
import sys
import time
from typing import Any, Callable, Dict, List, Tuple

os.environ.setdefault("OMP_NUM_THREADS", "1")
import hybridlint_runtime.enable_mxnet  # isort: skip  # noqa: F401
import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn, rnn
from mxnet.gluon.model_zoo import vision

from hybridlint_runtime import shadow


class LanguageModel(gluon.HybridBlock):
    """Embedding, two layers of LSTM with dropout, and a projection, as in MXNet's word language model."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(200, 32)
        self.dropout = nn.Dropout(0.2)
        self.lstm = rnn.LSTM(32, num_layers=2, dropout=0.2, input_size=32)
        self.projection = nn.Dense(200, flatten=False, in_units=32)

    def hybrid_forward(self, F: Any, tokens: Any) -> Any:
        return self.projection(self.lstm(self.dropout(self.embedding(F.transpose(tokens)))))


def image(size: int) -> Callable[[int], Any]:
    """Return a function from a step to a batch of two images."""
    return lambda step: mx.nd.random.normal(shape=(2, 3, size, size))


def sentences(step: int) -> Any:
    """Return a batch of sentences, of another length in each step."""
    return mx.nd.random.randint(0, 200, shape=(4, (7, 12, 20)[step % 3])).astype("float32")


MODELS: Dict[str, Tuple[Callable[[], Any], Callable[[int], Any]]] = {
    "alexnet": (lambda: vision.alexnet(classes=10), image(64)),
    "densenet121": (lambda: vision.densenet121(classes=10), image(224)),
    "mobilenet0.25": (lambda: vision.mobilenet0_25(classes=10), image(32)),
    "mobilenetv2_0.25": (lambda: vision.mobilenet_v2_0_25(classes=10), image(32)),
    "resnet18_v1": (lambda: vision.resnet18_v1(classes=10), image(32)),
    "resnet34_v2": (lambda: vision.resnet34_v2(classes=10), image(32)),
    "resnet50_v1": (lambda: vision.resnet50_v1(classes=10), image(32)),
    "squeezenet1.1": (lambda: vision.squeezenet1_1(classes=10), image(224)),
    "vgg11_bn": (lambda: vision.vgg11_bn(classes=10), image(32)),
    "LSTM language model": (LanguageModel, sentences),
}


def train(make: Callable[[], Any], batch: Callable[[int], Any], steps: int, every: int) -> Tuple[List[Any], Any]:
    """Train a new model; return its parameters and the next random numbers, and the summary of the shadow, if any."""
    mx.random.seed(1)
    np.random.seed(1)
    net = make()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1e-3, "momentum": 0.9})
    session = shadow(net, every=every, folder=None) if every else None
    if session is not None:
        session.attach()
    for step in range(steps):
        x = batch(step)
        with autograd.record():
            loss = (net(x) ** 2).mean()
        loss.backward()
        trainer.step(1)
    summary = session.detach() if session is not None else None
    values = [parameter.data().asnumpy() for parameter in net.collect_params().values()]
    return [*values, mx.nd.random.uniform(shape=(4,)).asnumpy(), np.random.rand(4)], summary


def equal(names: List[str], steps: int, every: int) -> None:
    """Print for each model whether both loops end with the same bits."""
    print("| model | parameters | calls | compared | diverged | equal bits |\n|---|---|---|---|---|---|")
    for name in names:
        plain, _ = train(*MODELS[name], steps, 0)
        shadowed, summary = train(*MODELS[name], steps, every)
        same = len(plain) == len(shadowed) and all(map(np.array_equal, plain, shadowed))
        finite = all(np.isfinite(values).all() for values in plain)
        size = sum(values.size for values in plain[:-2])
        print(
            f"| {name} | {size:,} | {summary.calls} | {summary.compared} | {summary.diverged} | "
            f"{'yes' if same and finite else 'NO'} |",
            flush=True,
        )


def _resnet18(size: int) -> Tuple[Any, Callable[[int], None]]:
    """Return a hybridized resnet18, and what trains it for a number of steps on eight images of `size` pixels."""
    net = vision.resnet18_v1(classes=10)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1e-3})
    x = mx.nd.random.normal(shape=(8, 3, size, size))

    def train_for(steps: int) -> None:
        for _ in range(steps):
            with autograd.record():
                loss = (net(x) ** 2).mean()
            loss.backward()
            trainer.step(8)
        mx.nd.waitall()

    return net, train_for


def cost(rounds: int, steps: int, every: int) -> None:
    """Print the CPU time of resnet18 with a shadow, relative to that without, of `steps` steps each, in turns."""
    net, train_for = _resnet18(64)
    session = shadow(net, every=every, folder=None)

    def run() -> float:
        began = time.process_time()
        train_for(steps)
        return time.process_time() - began

    run()
    ratios = []
    for number in range(rounds):
        times = {}
        for shadowed in (number % 2 == 0, number % 2 == 1):
            if shadowed:
                session.attach()
            times[shadowed] = run()
            if shadowed:
                session.detach()
        ratios.append(times[True] / times[False])
    print(f"{session.summary.compared} comparisons in {rounds * steps} steps; CPU time relative to the loop without:")
    print(f"median {statistics.median(ratios):.3f}, of {', '.join(f'{ratio:.3f}' for ratio in ratios)}")


def loop(size: int, steps: int, every: int) -> None:
    """Train resnet18 on images of `size` pixels, and print the peak memory of this process in MiB."""
    net, train_for = _resnet18(size)
    session = shadow(net, every=every, folder=None) if every else None
    with session or contextlib.nullcontext():
        train_for(steps)
    assert session is None or session.summary.compared > 1, session.summary
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10)


def memory(rounds: int, every: int) -> None:
    """Print the peak memory of loops with and without a shadow, in turns.

    `malloc` of the C library reuses what is free by chance, so that equal loops differ by a tenth. With a fixed
    threshold for its own pages, each large array is returned when it is freed.
    """
    for size, steps in ((64, 2 * every + 2), (224, every + 3)):
        for malloc, environment in (("fixed threshold", {"MALLOC_MMAP_THRESHOLD_": "65536"}), ("default", {})):
            peaks: Dict[int, List[float]] = {0: [], every: []}
            for _ in range(rounds):
                for shadowed, measured in peaks.items():
                    command = [sys.executable, __file__, "loop", str(size), "--steps", str(steps)]
                    ended = subprocess.run(
                        [*command, "--every", str(shadowed)],
                        env={**os.environ, **environment},
                        stdout=subprocess.PIPE,
                        check=True,
                        text=True,
                    )
                    measured.append(float(ended.stdout))
            without, with_shadow = (statistics.median(measured) for measured in peaks.values())
            print(
                f"| {size} | {malloc} | {without:.0f} | {with_shadow:.0f} | {with_shadow / without - 1:+.1%} |",
                flush=True,
            )


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["equal", "cost", "memory", "loop"])
    parser.add_argument("models", nargs="*", help="of those in MODELS, all by default; for loop the size")
    parser.add_argument("--steps", type=int)
    parser.add_argument("--every", type=int)
    parser.add_argument("--rounds", type=int, default=6)
    options = parser.parse_args()
    if options.what == "equal":
        equal(options.models or list(MODELS), options.steps or 200, options.every or 20)
    elif options.what == "loop":
        loop(int(options.models[0]), options.steps, options.every)
    elif options.what == "memory":
        memory(options.rounds, options.every or 20)
    else:
        cost(options.rounds, options.steps or 100, options.every or 100)


if __name__ == "__main__":
    main()
