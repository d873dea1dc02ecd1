"""The models that several measurements share, by family: MXNet's own layers and zoo, and released packages.

All are built without downloads, with random weights, for small inputs.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from hybridlint_runtime.model.parameters import Spread
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.spec.inputs import plan_from_values

mx = import_mxnet()
nn, rnn, contrib = mx.gluon.nn, mx.gluon.rnn, mx.gluon.contrib

#: A shape, or those of a list of tensors.
Shape = Any


class Model(NamedTuple):
    """What makes a model, and what makes the arguments of a call for a seed and a batch size, None for its own."""

    make: Callable[[], Any]
    inputs: Callable[[int, Optional[int]], List[Any]]

    def built(self) -> Tuple[Any, List[Any]]:
        """A model with random weights, and the arguments of a call."""
        net = self.make()
        net.initialize(Spread())
        return net, self.inputs(0, None)


#: An expression that makes a layer of `gluon`, and the shapes of its inputs.
LAYERS: Dict[str, Tuple[Shape, ...]] = {
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
    "rnn.LSTM(5, input_size=3)": ((4, 2, 3), ((1, 2, 5), (1, 2, 5))),
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
    "Unrolled(contrib.rnn.Conv2DLSTMCell((3, 6, 6), 4, 3, 3, i2h_pad=1))": ((2, 4, 3, 6, 6),),
    "Unrolled(contrib.rnn.Conv1DGRUCell((3, 6), 4, 3, 3, i2h_pad=1))": ((2, 4, 3, 6),),
    "contrib.nn.Identity()": ((2, 3),),
    "contrib.nn.SyncBatchNorm(in_channels=3)": ((2, 3, 4, 4),),
    **{f"contrib.nn.PixelShuffle{d}D(2)": ((2, 2**d, *[3] * d),) for d in (1, 2, 3)},
    "contrib.cnn.DeformableConvolution(4, (3, 3), padding=(1, 1))": ((2, 3, 6, 6),),
    "contrib.cnn.ModulatedDeformableConvolution(4, (3, 3), padding=(1, 1))": ((2, 3, 6, 6),),
}
#: A layer of more than 2 GiB: as many inputs as outputs.
LARGE = 24000

#: Shape of the input of GluonCV's models → their names: the smallest of each family, at the smallest image it takes.
GLUONCV_SMALLEST: Dict[Shape, str] = {
    (1, 3, 8, 8): "cifar_resnext29_16x64d",
    (1, 3, 16, 16): "cifar_wideresnet16_10",
    (1, 3, 32, 32): (
        "cifar_resnet20_v1 cifar_residualattentionnet56 darknet53 mobilenet0.25 mobilenetv2_0.25 resnet18_v1b "
        "resnet50_v1d_0.11 resnext50_32x4d se_resnet18_v1 vgg11"
    ),
    (1, 3, 64, 64): "dla34 hrnet_w18_small_v1_c mobilenetv3_small resnest14 shufflenet_v1 yolo3_mobilenet0.25_voc "
    "center_net_resnet18_v1b_voc fcn_resnet50_voc psp_resnet50_ade deeplab_resnet50_ade danet_resnet50_citys "
    "simple_pose_resnet18_v1b mobile_pose_mobilenetv3_small alpha_pose_resnet101_v1b_coco",
    (1, 3, 128, 128): "ssd_300_mobilenet0.25_voc icnet_resnet50_citys fastscnn_citys",
    (1, 3, 160, 160): "faster_rcnn_resnet50_v1b_voc mask_rcnn_resnet18_v1b_coco",
    (1, 3, 224, 224): "alexnet densenet121 googlenet nasnet_4_1056 residualattentionnet56 squeezenet1.1",
    (1, 3, 299, 299): "inceptionv3 xception",
}
#: Models of GluonCV at usual sizes.
GLUONCV: Dict[Shape, str] = {
    (1, 3, 32, 32): "cifar_resnet20_v1 cifar_resnext29_16x64d cifar_wideresnet16_10 cifar_residualattentionnet56",
    (1, 3, 64, 64): "resnet18_v1b resnet50_v1d resnet50_v1s resnet50_v1b_gn resnext50_32x4d se_resnet18_v1 "
    "se_resnext50_32x4d senet_154 resnest14 yolo3_darknet53_voc yolo3_mobilenet0.25_voc",
    (1, 3, 128, 128): "center_net_resnet18_v1b_voc center_net_mobilenetv3_small_duc_voc",
    (1, 3, 224, 224): (
        "mobilenetv3_small mobilenetv3_large shufflenet_v1 shufflenet_v2 dla34 googlenet mobilenet1.0_int8 "
        "hrnet_w18_small_v1_c xception residualattentionnet56 nasnet_4_1056"
    ),
    (1, 3, 256, 256): "faster_rcnn_resnet50_v1b_voc mask_rcnn_resnet18_v1b_coco faster_rcnn_fpn_resnet50_v1b_coco "
    "mask_rcnn_fpn_resnet18_v1b_coco doublehead_rcnn_resnet50_v1b_voc",
    (1, 3, 256, 192): "simple_pose_resnet18_v1b mobile_pose_mobilenet1.0 alpha_pose_resnet101_v1b_coco",
    (1, 3, 192, 640): "monodepth2_resnet18_kitti_stereo_640x192",
    (1, 3, 300, 300): "ssd_300_vgg16_atrous_voc ssd_512_mobilenet1.0_voc",
    (1, 3, 480, 480): (
        "fcn_resnet50_voc psp_resnet50_ade deeplab_resnet50_ade danet_resnet50_citys icnet_resnet50_citys "
        "fastscnn_citys deeplab_v3b_plus_wideresnet_citys hrnet_w18_small_v1_s"
    ),
    (1, 3, 16, 112, 112): "c3d_kinetics400 r2plus1d_resnet18_kinetics400",
    (1, 3, 16, 224, 224): "i3d_resnet50_v1_kinetics400 i3d_nl5_resnet50_v1_kinetics400 p3d_resnet50_kinetics400 "
    "i3d_inceptionv1_kinetics400 i3d_slow_resnet101_f16s4_kinetics700",
    (1, 3, 36, 224, 224): "slowfast_4x16_resnet50_kinetics400",
}
#: The models of GluonCV that adapt to the size of the image.
_CROPPED = ("fcn_", "psp_", "deeplab_resnet", "icnet_", "fastscnn_", "danet_")
#: Models for three images of a clip, whose functions in the zoo download a base: class, module, arguments, their side.
GLUONCV_SEGMENTS: Dict[str, Tuple[str, Dict[str, Any], int]] = {
    "ActionRecInceptionV1": ("actionrec_inceptionv1", {}, 224),
    "ActionRecInceptionV3": ("actionrec_inceptionv3", {}, 299),
    "ActionRecVGG16": ("actionrec_vgg16", {}, 224),
    "ActionRecResNetV1b": ("actionrec_resnetv1b", {"depth": 18}, 224),
}
#: Height and width of the images of gluoncv2's models → their names.
GLUONCV2: Dict[int, str] = {
    32: "resnet20_cifar10 nin_cifar10 wrn16_10_cifar10 rir_cifar10 shakeshakeresnet20_2x16d_cifar10",
    224: "resnet10 preresnet10 resnext26_32x4d seresnet10 sepreresnet10 resnetbc26b resneta10 resnetd50b ibn_resnet50 "
    "airnet50_1x64d_r2 bam_resnet18 cbam_resnet18 resattnet56 sknet50 scnet50 diaresnet10 pyramidnet101_a360 dla34 "
    "hrnet_w18_small_v1 densenet121 peleenet wrn50_2 darknet53 dpn68 condensenet74_c4_g4 squeezenet_v1_0 sqnxt23_w1 "
    "shufflenet_g1_wd4 shufflenetv2_wd2 menet108_8x1_g3 mobilenet_wd4 mobilenetv2_wd4 mobilenetv3_small_w7d20 "
    "igcv3_wd4 mnasnet_b1 efficientnet_b0 regnetx002 regnety002 proxylessnas_cpu fbnet_cb spnasnet mixnet_s ghostnet "
    "octresnet10_ad2 irevnet301 drnc26 dicenet_wd5 resnesta18 isqrtcovresnet18 vovnet27s nasnet_4a1056 resnet18_cub",
    256: "lwopenpose2d_mobilenet_cmupan_coco simplepose_resnet18_coco ibppose_coco",
    299: "centernet_resnet18_coco inceptionv3 inceptionv4 xception",
    331: "polynet pnasnet5large",
    480: "fcn8sd_resnetd50b_voc pspnet_resnetd50b_voc deeplabv3_resnetd50b_voc icnet_resnetd50b_cityscapes",
}
PACKAGES = ("gluonnlp", "gluonts", "sockeye", "gluonfr")


class Unrolled(mx.gluon.HybridBlock):  # type: ignore[misc]
    """Goes with a cell through the four steps in the second axis of its input."""

    def __init__(self, cell: Any) -> None:
        super().__init__()
        self.cell = cell

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.cell.unroll(4, x, layout="NTC", merge_outputs=True)[0]


def of_shapes(*shapes: Shape, low: Optional[int] = None) -> Callable[[int, Optional[int]], List[Any]]:
    """Makes inputs of these shapes, normal or whole numbers below `low`; a tuple of shapes becomes a list."""
    usual = 2 if any(2 in shape[:2] for shape in shapes) else 1

    def make_inputs(seed: int, batch: Optional[int]) -> List[Any]:
        random = np.random.RandomState(seed)

        def tensor(shape: Shape) -> Any:
            if isinstance(shape[0], tuple):
                return [tensor(item) for item in shape]
            axis = 0 if shape[0] in (1, 2) and not (shape[0] == 1 and len(shape) == 3) else 1
            sized = [batch if batch and n == usual and i == axis else n for i, n in enumerate(shape)]
            return mx.nd.array(random.normal(size=sized) if low is None else random.randint(0, low, size=sized))

        return [tensor(shape) for shape in shapes]

    return make_inputs


def zoo_shapes() -> Dict[str, Shape]:
    """The names of all models in gluon.model_zoo.vision, as its own error message lists them, each with the shape of
    the smallest image that it takes."""
    sizes = {"inception": 299, "densenet": 224, "alexnet": 224, "squeezenet": 224}
    try:
        mx.gluon.model_zoo.vision.get_model("no such model")
    except ValueError as error:
        names = sorted(line.strip() for line in str(error).split("\n")[1:] if line.strip())
        sides = {name: next((sizes[start] for start in sizes if name.startswith(start)), 32) for name in names}
        return {name: (1, 3, side, side) for name, side in sides.items()}
    raise AssertionError("the model zoo knows every name")


def gluoncv(name: str, regions: Optional[int] = None, **options: Any) -> Any:
    """A model of GluonCV; a detector with region proposals looks at so many regions."""
    from gluoncv import model_zoo

    try:
        net = model_zoo.get_model(name, pretrained=False, pretrained_base=False, **options)
    except (TypeError, Warning):  # models without a base network
        net = model_zoo.get_model(name, pretrained=False, **options)
    if regions and hasattr(net, "rpn"):
        net._rpn_test_post_nms = net.rpn._test_post_nms = regions
    return net


def _gluoncv_segments(name: str) -> Any:
    module, options, _ = GLUONCV_SEGMENTS[name]
    kind = getattr(importlib.import_module(f"gluoncv.model_zoo.action_recognition.{module}"), name)
    return kind(nclass=10, pretrained_base=False, num_segments=3, **options)


def gluoncv2(name: str, **options: Any) -> Any:
    """A model of gluoncv2."""
    from gluoncv2 import model_provider

    return model_provider.get_model(name, **options)


def _of_gluoncv(names_by_shape: Dict[Shape, str], regions: Optional[int] = None) -> Dict[str, Model]:
    models = {}
    for shape, names in names_by_shape.items():
        for name in names.split():
            options = {"crop_size": shape[-1]} if name.startswith(_CROPPED) else {}
            models[name] = Model(functools.partial(gluoncv, name, regions, **options), of_shapes(shape))
    return models


def _large() -> Any:
    net = nn.Dense(LARGE, in_units=LARGE)
    net.collect_params().setattr("grad_req", "null")  # gradients take as much again
    return net


def of_package(package: str) -> Dict[str, Model]:
    """The blocks of an installed package alone, and its networks."""
    module = importlib.import_module(f"benchmarks.ecosystem.subjects.{package}_models")
    parts: Dict[str, Any] = {
        name: (make, lambda inputs=inputs: [make_input() for make_input in inputs])
        for name, (make, *inputs) in module.layers_alone().items()
    }
    parts.update(module.networks() if hasattr(module, "networks") else {})
    return {
        name: Model(make, functools.partial(_redrawn, functools.lru_cache(maxsize=None)(make_values)))
        for name, (make, make_values) in parts.items()
    }


def _redrawn(make_values: Callable[[], List[Any]], seed: int, batch: Optional[int]) -> List[Any]:
    """What `make_values` makes, as the check hands over arrays that its user gave."""
    return plan_from_values(make_values(), 1).values(seed, batch)


def models_of(family: str) -> Dict[str, Model]:
    """All models of a family, by name."""
    if family == "layers":
        names = {"nn": nn, "rnn": rnn, "contrib": contrib, "Unrolled": Unrolled}
        return {
            text: Model(
                functools.partial(eval, text, names), of_shapes(*shapes, low=5 if "Embedding" in text else None)
            )
            for text, shapes in LAYERS.items()
        }
    if family == "zoo":
        get_model = mx.gluon.model_zoo.vision.get_model
        return {n: Model(functools.partial(get_model, n), of_shapes(shape)) for n, shape in zoo_shapes().items()}
    if family == "gluoncv, smallest":
        return _of_gluoncv(GLUONCV_SMALLEST, 16)  # a check keeps all calls: with 300 regions more than 8 GiB
    if family == "gluoncv":
        models = _of_gluoncv(GLUONCV)
        models["siamrpn_alexnet_v2_otb15"] = Model(
            functools.partial(gluoncv, "siamrpn_alexnet_v2_otb15"), of_shapes((1, 3, 127, 127), (1, 3, 287, 287))
        )
        for name, (_, _, side) in GLUONCV_SEGMENTS.items():
            models[name] = Model(functools.partial(_gluoncv_segments, name), of_shapes((3, 3, side, side)))
        return models
    if family == "gluoncv2":
        shapes = {name: (1, 3, side, side) for side, names in GLUONCV2.items() for name in names.split()}
        return {name: Model(functools.partial(gluoncv2, name), of_shapes(shape)) for name, shape in shapes.items()}
    if family == "large":
        return {f"nn.Dense({LARGE}, in_units={LARGE})": Model(_large, of_shapes((2, LARGE)))}
    return of_package(family)


def networks_of(family: str) -> List[str]:
    """The names of whole networks in a family, or of all its models where it does not list them."""
    if family in PACKAGES:
        module = importlib.import_module(f"benchmarks.ecosystem.subjects.{family}_models")
        return list(module.networks() if hasattr(module, "networks") else module.layers_alone())
    return list(models_of(family))
