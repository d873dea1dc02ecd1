"""Checks real models and layers of MXNet itself.

Every model must pass, or fail for a reason in docs/measurements/real-models.md.

python benchmarks/real_models.py layers [NAME ...]   # gluon.nn, gluon.rnn and gluon.contrib
python benchmarks/real_models.py zoo [NAME ...]      # gluon.model_zoo.vision, all 34 or those named
python benchmarks/real_models.py gluoncv [NAME ...]  # the smallest of each family of GluonCV, which must be installed
python benchmarks/real_models.py gluonnlp|gluonts|sockeye|gluonfr [NAME ...]  # their layers and small models

Each model is checked in a process of its own, as users do it, without the archive. `--skip PROBE`, as often as wanted,
leaves a probe out; `--timeout SECONDS` and `--memory 12G` are those of the command.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import os
import sys
import time
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import numpy as np

from hybridlint_runtime.configuration import parse_size
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.processes import supervisor
from hybridlint_runtime.report import Status, Verdict
from hybridlint_runtime.spec.inputs import plan_from_values
from hybridlint_runtime.spec.job import Job
from hybridlint_runtime.spec.options import CheckOptions
from hybridlint_runtime.spec.target import Target

mx = import_mxnet()
nn, rnn, contrib = mx.gluon.nn, mx.gluon.rnn, mx.gluon.contrib

Shape = Tuple[int, ...]
#: What makes a model, and what makes its inputs for a seed and a batch size.
Model = Tuple[Callable[[], Any], Callable[[int, Optional[int]], List[Any]]]
PACKAGES = ("gluonnlp", "gluonts", "sockeye", "gluonfr")
#: Which model a process checks, for the functions that make it and its inputs there: "zoo:resnet18_v1".
CHECKED = "HYBRIDLINT_REAL_MODEL"
#: How many regions the detectors with region proposals look at.
REGIONS = 16


def layers() -> Dict[str, Tuple[Callable[[], Any], List[Shape]]]:
    """Name → (what makes the layer, shapes of its inputs)."""
    flat, rows, image, volume = (2, 6), (2, 4, 9), (2, 4, 9, 9), (2, 4, 6, 6, 6)
    table: Dict[str, Tuple[Callable[[], Any], List[Shape]]] = {
        "Dense": (lambda: nn.Dense(3, activation="relu"), [flat]),
        "Dense of rows": (lambda: nn.Dense(3, flatten=False), [rows]),
        "Dropout": (lambda: nn.Dropout(0.5), [flat]),
        "BatchNorm": (lambda: nn.BatchNorm(), [image]),
        "InstanceNorm": (lambda: nn.InstanceNorm(), [image]),
        "LayerNorm": (lambda: nn.LayerNorm(), [rows]),
        "GroupNorm": (lambda: nn.GroupNorm(2), [image]),
        "Flatten": (lambda: nn.Flatten(), [image]),
        "HybridLambda": (lambda: nn.HybridLambda("tanh"), [flat]),
        "Activation": (lambda: nn.Activation("softrelu"), [flat]),
        "LeakyReLU": (lambda: nn.LeakyReLU(0.1), [flat]),
        "PReLU": (lambda: nn.PReLU(), [flat]),
        "ELU": (lambda: nn.ELU(), [flat]),
        "SELU": (lambda: nn.SELU(), [flat]),
        "GELU": (lambda: nn.GELU(), [flat]),
        "Swish": (lambda: nn.Swish(), [flat]),
        "ReflectionPad2D": (lambda: nn.ReflectionPad2D(1), [image]),
        "Conv1D": (lambda: nn.Conv1D(3, 3), [rows]),
        "Conv2D": (lambda: nn.Conv2D(3, 3), [image]),
        "Conv3D": (lambda: nn.Conv3D(3, 3), [volume]),
        "Conv1DTranspose": (lambda: nn.Conv1DTranspose(3, 3), [rows]),
        "Conv2DTranspose": (lambda: nn.Conv2DTranspose(3, 3), [image]),
        "Conv3DTranspose": (lambda: nn.Conv3DTranspose(3, 3), [volume]),
        "LSTM": (lambda: rnn.LSTM(3), [(5, 2, 4)]),
        "LSTM with a state": (lambda: rnn.LSTM(3, input_size=4), [(5, 2, 4), (1, 2, 3), (1, 2, 3)]),
        "GRU": (lambda: rnn.GRU(3, num_layers=2, bidirectional=True), [(5, 2, 4)]),
        "RNN": (lambda: rnn.RNN(3, layout="NTC"), [(2, 5, 4)]),
        "LSTMCell": (lambda: rnn.LSTMCell(3), [(2, 4), (2, 3), (2, 3)]),
        "GRUCell": (lambda: rnn.GRUCell(3), [(2, 4), (2, 3)]),
        "RNNCell": (lambda: rnn.RNNCell(3), [(2, 4), (2, 3)]),
        "PixelShuffle1D": (lambda: contrib.nn.PixelShuffle1D(2), [rows]),
        "PixelShuffle2D": (lambda: contrib.nn.PixelShuffle2D(2), [image]),
        "PixelShuffle3D": (lambda: contrib.nn.PixelShuffle3D(1), [volume]),
        "Identity": (lambda: _sequence(contrib.nn.Identity(), nn.Dense(2)), [flat]),
        "HybridConcurrent": (_concurrent, [flat]),
        "SyncBatchNorm": (lambda: contrib.nn.SyncBatchNorm(in_channels=4, num_devices=1), [image]),
        "LSTMPCell": (lambda: contrib.rnn.LSTMPCell(3, 2), [(2, 4), (2, 2), (2, 3)]),
        "VariationalDropoutCell": (
            lambda: contrib.rnn.VariationalDropoutCell(rnn.RNNCell(3), drop_inputs=0.5),
            [(2, 4), (2, 3)],
        ),
        "Conv2DLSTMCell": (
            lambda: contrib.rnn.Conv2DLSTMCell((4, 9, 9), 3, 3, 3, i2h_pad=1),
            [image, (2, 3, 9, 9), (2, 3, 9, 9)],
        ),
    }
    for pool in ("MaxPool", "AvgPool", "GlobalMaxPool", "GlobalAvgPool"):
        for rank, shape in (("1D", rows), ("2D", image), ("3D", volume)):
            table[pool + rank] = (getattr(nn, pool + rank), [shape])
    return table


def gluoncv_models() -> Dict[str, Tuple[Callable[[], Any], List[Shape]]]:
    """The smallest of every family of GluonCV, without weights, at the smallest image that it takes."""
    without_weights = {"pretrained": False, "pretrained_base": False}
    families: Dict[str, Tuple[Shape, Dict[str, Any]]] = {
        # classification
        "alexnet": ((1, 3, 224, 224), {}),
        "cifar_resnet20_v1": ((1, 3, 32, 32), {}),
        "cifar_resnext29_16x64d": ((1, 3, 8, 8), {}),
        "cifar_wideresnet16_10": ((1, 3, 16, 16), {}),
        "cifar_residualattentionnet56": ((1, 3, 32, 32), {}),
        "darknet53": ((1, 3, 32, 32), {}),
        "densenet121": ((1, 3, 224, 224), {}),
        "dla34": ((1, 3, 64, 64), {}),
        "googlenet": ((1, 3, 224, 224), {}),
        "hrnet_w18_small_v1_c": ((1, 3, 64, 64), {}),
        "inceptionv3": ((1, 3, 299, 299), {}),
        "mobilenet0.25": ((1, 3, 32, 32), {}),
        "mobilenetv2_0.25": ((1, 3, 32, 32), {}),
        "mobilenetv3_small": ((1, 3, 64, 64), {}),
        "nasnet_4_1056": ((1, 3, 224, 224), {}),
        "resnest14": ((1, 3, 64, 64), {}),
        "residualattentionnet56": ((1, 3, 224, 224), {}),
        "resnet18_v1b": ((1, 3, 32, 32), {}),
        "resnet50_v1d_0.11": ((1, 3, 32, 32), {}),
        "resnext50_32x4d": ((1, 3, 32, 32), {}),
        "se_resnet18_v1": ((1, 3, 32, 32), {}),
        "shufflenet_v1": ((1, 3, 64, 64), {}),
        "squeezenet1.1": ((1, 3, 224, 224), {}),
        "vgg11": ((1, 3, 32, 32), {}),
        "xception": ((1, 3, 299, 299), {}),
        # detection
        "ssd_300_mobilenet0.25_voc": ((1, 3, 128, 128), {}),
        "yolo3_mobilenet0.25_voc": ((1, 3, 64, 64), {}),
        "center_net_resnet18_v1b_voc": ((1, 3, 64, 64), {}),
        "faster_rcnn_resnet50_v1b_voc": ((1, 3, 160, 160), {}),
        "mask_rcnn_resnet18_v1b_coco": ((1, 3, 160, 160), {}),
        # segmentation
        "fcn_resnet50_voc": ((1, 3, 64, 64), {"crop_size": 64}),
        "psp_resnet50_ade": ((1, 3, 64, 64), {"crop_size": 64}),
        "deeplab_resnet50_ade": ((1, 3, 64, 64), {"crop_size": 64}),
        "icnet_resnet50_citys": ((1, 3, 128, 128), {"crop_size": 128}),
        "fastscnn_citys": ((1, 3, 128, 128), {"crop_size": 128}),
        "danet_resnet50_citys": ((1, 3, 64, 64), {"crop_size": 64}),
        # pose
        "simple_pose_resnet18_v1b": ((1, 3, 64, 64), {}),
        "mobile_pose_mobilenetv3_small": ((1, 3, 64, 64), {}),
        "alpha_pose_resnet101_v1b_coco": ((1, 3, 64, 64), {}),
    }

    def make(name: str, more: Dict[str, Any]) -> Any:
        from gluoncv import model_zoo

        try:
            net = model_zoo.get_model(name, **without_weights, **more)
        except (TypeError, Warning):  # models without a base network
            net = model_zoo.get_model(name, pretrained=False, **more)
        if hasattr(net, "rpn"):  # every call of every block is kept: with 300 regions that is more than 8 GiB
            net._rpn_test_post_nms = net.rpn._test_post_nms = REGIONS
        return net

    return {name: (functools.partial(make, name, more), [shape]) for name, (shape, more) in families.items()}


def _sequence(*blocks: Any) -> Any:
    net = nn.HybridSequential()
    net.add(*blocks)
    return net


def _concurrent() -> Any:
    net = contrib.nn.HybridConcurrent(axis=1)
    net.add(nn.Dense(2), nn.Dense(3))
    return net


def layers_of(package: str) -> Dict[str, Tuple[Callable[[], Any], Callable[[], List[Any]]]]:
    """Name → (what makes a block of an installed package, what makes its inputs)."""
    module = importlib.import_module(f"benchmarks.ecosystem.subjects.{package}_models")
    blocks: Dict[str, Any] = {
        name: (make, lambda inputs=inputs: [make_input() for make_input in inputs])
        for name, (make, *inputs) in module.layers_alone().items()
    }
    return {**blocks, **(module.networks() if hasattr(module, "networks") else {})}


def of_shapes(shapes: List[Shape]) -> Callable[[int, Optional[int]], List[Any]]:
    """Makes inputs of these shapes; a layer with states gets them as a list."""

    def make_inputs(seed: int, batch: Optional[int]) -> List[Any]:
        random = np.random.RandomState(seed)
        usual = 2 if any(2 in shape[:2] for shape in shapes) else 1
        sized = [
            tuple(batch if batch and n == usual and i == _axis(shape) else n for i, n in enumerate(shape))
            for shape in shapes
        ]
        tensors = [mx.nd.array(random.normal(size=shape)) for shape in sized]
        return tensors if len(tensors) == 1 else [tensors[0], tensors[1:]]

    return make_inputs


def _axis(shape: Shape) -> int:
    return 0 if shape[0] in (1, 2) and not (shape[0] == 1 and len(shape) == 3) else 1


def models(what: str) -> Dict[str, Model]:
    """All models of one kind, by name."""
    if what in PACKAGES:
        return {
            name: (make_net, functools.partial(_redrawn, functools.lru_cache(maxsize=None)(make_values)))
            for name, (make_net, make_values) in layers_of(what).items()
        }
    shapes_by_name = layers() if what == "layers" else gluoncv_models() if what == "gluoncv" else zoo_models()
    return {name: (make_net, of_shapes(shapes)) for name, (make_net, shapes) in shapes_by_name.items()}


def _redrawn(make_values: Callable[[], List[Any]], seed: int, batch: Optional[int]) -> List[Any]:
    """What `make_values` makes, as the check hands over arrays that its user gave."""
    return plan_from_values(make_values(), 1).values(seed, batch)


@functools.lru_cache(maxsize=None)  # some draw their values
def _checked() -> Model:
    what, _, name = os.environ[CHECKED].partition(":")
    return models(what)[name]


def make_checked() -> Any:
    """The model that this process checks."""
    return _checked()[0]()


def make_inputs(seed: int, batch: Optional[int]) -> List[Any]:
    """Its inputs."""
    return _checked()[1](seed, batch)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("layers", "zoo", "gluoncv", *PACKAGES))
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--skip", action="append", default=[], metavar="PROBE")
    parser.add_argument("--timeout", type=float, default=1800.0, metavar="SECONDS")
    parser.add_argument("--memory", type=parse_size, metavar="SIZE")
    arguments = parser.parse_args()
    names: Sequence[str] = arguments.names or list(models(arguments.what))
    job = Job(
        Target(os.path.abspath(__file__), "make_checked"),
        inputs_from=f"{os.path.abspath(__file__)}:make_inputs",
        options=CheckOptions(archive=False, skip=arguments.skip),
        timeout=arguments.timeout,
        memory=arguments.memory,
    )
    failed = 0
    for name in names:
        os.environ[CHECKED] = f"{arguments.what}:{name}"
        start = time.perf_counter()
        report = supervisor.run(job)
        failed += report.verdict is not Verdict.PASSED
        print(f"{name}: {report.verdict.value}: {report.summary} ({time.perf_counter() - start:.1f} s)", flush=True)
        for result in report.probes:
            if result.status in (Status.FAILED, Status.WARNED):
                for problem in result.problems[:2]:
                    print(f"    {result.probe} {result.status.value}: {problem.block}: {problem.message}", flush=True)
    print(f"{len(names)} models, {failed} did not pass")
    return 1 if failed else 0


def zoo_models() -> Dict[str, Tuple[Callable[[], Any], List[Shape]]]:
    """All models of gluon.model_zoo.vision, each at the smallest image that it takes."""
    sizes = {"inception": 299, "densenet": 224, "alexnet": 224, "squeezenet": 224}
    return {
        name: (
            functools.partial(mx.gluon.model_zoo.vision.get_model, name),
            [(1, 3, *2 * [next((size for start, size in sizes.items() if name.startswith(start)), 32)])],
        )
        for name in sorted(zoo_names())
    }


def zoo_names() -> List[str]:
    """The names of all models in gluon.model_zoo.vision, as its own error message lists them."""
    try:
        mx.gluon.model_zoo.vision.get_model("no such model")
    except ValueError as error:
        return [line.strip() for line in str(error).split("\n")[1:] if line.strip()]
    raise AssertionError("the model zoo knows every name")


if __name__ == "__main__":
    sys.exit(main())
