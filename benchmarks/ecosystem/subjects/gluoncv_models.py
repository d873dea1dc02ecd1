"""The models of gluoncv, of every family some, and its layers and losses alone."""

from __future__ import annotations

import collections
import functools
import importlib
import inspect
import re
from typing import Any, Callable, Dict, List

import mxnet as mx
from gluoncv import loss, nn
from gluoncv.model_zoo import model_zoo

from benchmarks.ecosystem.running import both_modes, first_that_runs, initialise, normal, positive, whole

#: Deeper or wider siblings of others, and models that are graphs from files.
_LEFT_OUT = re.compile(
    r"101|152|200|269|int8|92|128|164|236|452|wideresnet28|wideresnet40|56_|110|_5_|_7_|_6_|_custom|syncbn|mask_rcnn|_rcnn_fpn|fpn_resnet"
)
#: Deep families have nothing smaller than these.
_ONLY = {
    "fcn_resnet50_voc",
    "psp_resnet50_ade",
    "deeplab_resnet50_ade",
    "danet_resnet50_citys",
    "icnet_resnet50_citys",
    "alpha_pose_resnet101_v1b_coco",
    "i3d_slow_resnet101_f16s4_kinetics700",
    "residualattentionnet56",
    "deeplab_v3b_plus_wideresnet_citys",
}
PER_FAMILY = 3
#: Options beside the defaults: name of a model → more arguments.
FURTHER: Dict[str, Dict[str, Any]] = {
    "center_net_resnet18_v1b_dcnv2_voc": {},
    "center_net_dla34_voc": {},
    "center_net_mobilenetv3_large_duc_voc": {},
    "resnet50_v1b_gn": {},
    "resnet50_v1d": {},
    "se_resnet18_v1": {},
    "se_resnet18_v2": {},
    "mobilenetv2_0.25": {},
    "ssd_512_mobilenet1.0_voc": {},
    "mask_rcnn_fpn_resnet18_v1b_coco": {},
    "doublehead_rcnn_resnet50_v1b_voc": {},
    "faster_rcnn_resnet50_v1b_voc": {},
    "yolo3_mobilenet1.0_voc": {},
    "hrnet_w18_small_v1_s": {},
    "fcn_resnet50_ade": {"aux": False},
    "r2plus1d_resnet18_kinetics400": {},
    "slowfast_4x16_resnet50_kinetics400": {},
    "i3d_nl5_resnet50_v1_kinetics400": {},
    "simple_pose_resnet18_v1b": {},
    "mobile_pose_mobilenet1.0": {},
    "nasnet_4_1056": {},
}


def subjects() -> Dict[str, Callable[[], Any]]:
    """Name → a function that builds and runs a model or a layer imperatively."""
    families: Dict[str, List[str]] = collections.defaultdict(list)
    models = getattr(model_zoo, "_models", {})  # early releases hide them in a function
    for name, make in models.items():
        if name in _ONLY or not _LEFT_OUT.search(name):
            families[make.__module__].append(name)
    chosen: Dict[str, Dict[str, Any]] = {}
    for names in families.values():
        chosen.update((name, {}) for name in names[:: max(1, len(names) // PER_FAMILY)][:PER_FAMILY])
    chosen.update((name, options) for name, options in FURTHER.items() if name in models)
    table: Dict[str, Callable[[], Any]] = {}
    table.update(_layers())
    table.update((f"model {name}", functools.partial(_model, name, options)) for name, options in chosen.items())
    return table


def _model(name: str, options: Dict[str, Any]) -> None:
    net = _built(name, options)
    initialise(net)
    inputs = first_that_runs(net, _candidates(name))
    if "rcnn" in name:
        _train_rcnn(net, inputs[0])
    elif "yolo3" in name:
        _train_yolo(net, inputs[0])
    else:
        both_modes(net, inputs, ["training"])  # inference was what found the inputs


def _built(name: str, options: Dict[str, Any]) -> Any:
    given = dict(options, pretrained=False)
    for more in ({"pretrained_base": False}, {}):
        try:
            return model_zoo.get_model(name, **given, **more)
        except TypeError as error:  # not every family has `pretrained_base`
            if "pretrained_base" not in str(error):
                raise
    raise AssertionError


def _train_rcnn(net: Any, picture: Any) -> None:
    boxes = mx.nd.array([[[10, 10, 60, 60], [30, 20, 100, 90]]])
    labels = mx.nd.array([[[1], [0]]])
    taken = len(inspect.signature(type(net).hybrid_forward).parameters) - 3  # early releases want boxes alone
    with mx.autograd.record():
        net(picture, *[boxes, labels][:taken])
    mx.nd.waitall()


def _train_yolo(net: Any, picture: Any) -> None:
    from gluoncv.data.transforms.presets.yolo import YOLO3DefaultTrainTransform

    side = picture.shape[2]
    box = mx.nd.array([[10, 10, 50, 50, 1]])
    _, *targets = YOLO3DefaultTrainTransform(side, side, net)(mx.nd.ones((side, side, 3)) * 120, box.asnumpy())
    with mx.autograd.record():
        net(picture, mx.nd.array([[[10, 10, 50, 50]]]), *[mx.nd.array(t).expand_dims(0) for t in targets[:5]])
    mx.nd.waitall()


def _candidates(name: str) -> List[Callable[[], List[Any]]]:
    def pictures(*shape: int) -> Callable[[], List[Any]]:
        return lambda: [positive(*shape)()]

    if re.search("siamrpn", name):
        return [lambda: [positive(1, 3, 127, 127)(), positive(1, 3, 287, 287)()]]
    if re.search("slowfast|i3d|c3d|p3d|r2plus1d", name):
        frames = 36 if "slowfast" in name else 16 if "c3d" in name or "p3d" in name or "r2plus" in name else 32
        return [pictures(1, 3, frames, side, side) for side in (112, 224)]
    if "posenet" in name:
        return [pictures(1, 6, 192, 640)]
    if "monodepth2" in name:
        return [pictures(1, 3, 192, 640)]
    if "pose" in name:
        return [pictures(1, 3, 256, 192)]
    if re.search("ssd", name):
        return [pictures(1, 3, side, side) for side in (300, 512)]
    if "rcnn" in name:
        return [pictures(1, 3, side, side) for side in (256, 512)]
    if re.search("yolo|center_net", name):
        return [pictures(1, 3, side, side) for side in (128, 256, 512)]
    if re.search("fcn|psp|deeplab|icnet|danet|fastscnn|hrnet.*_s$", name):
        return [pictures(1, 3, side, side) for side in (480, 1024, 512)]
    if "cifar" in name:
        return [pictures(1, 3, 32, 32)]
    return [pictures(1, 3, side, side) for side in ((224,) if "resnest" in name else (64, 224, 299))]


def _layers() -> Dict[str, Callable[[], Any]]:
    boxes, image = positive(2, 6, 4), normal(2, 8, 8, 8)
    samples, matches = whole(2, 2, 6), whole(3, 2, 6)
    corners = lambda: mx.nd.array([[[0.1, 0.1, 0.5, 0.6], [0.2, 0.3, 0.9, 0.8], [0.0, 0.0, 0.4, 0.4]]])
    pair = (normal(3, 5), normal(3, 5))
    made: Dict[str, Any] = {
        "BBoxCornerToCenter": (lambda: nn.bbox.BBoxCornerToCenter(), corners),
        "BBoxCornerToCenter split": (lambda: nn.bbox.BBoxCornerToCenter(split=True), corners),
        "BBoxCenterToCorner": (lambda: nn.bbox.BBoxCenterToCorner(), corners),
        "BBoxCenterToCorner split": (lambda: nn.bbox.BBoxCenterToCorner(split=True), corners),
        "BBoxSplit": (lambda: nn.bbox.BBoxSplit(axis=-1), corners),
        "BBoxArea": (lambda: nn.bbox.BBoxArea(), corners),
        "BBoxBatchIOU": (lambda: nn.bbox.BBoxBatchIOU(), corners, corners),
        "BBoxClipToImage": (lambda: nn.bbox.BBoxClipToImage(), corners, image),
        "Consensus": (lambda: nn.block.Consensus(3, 5), normal(6, 5)),
        "Mask": (lambda: _mask_rcnn().Mask(2, ["a", "b"], 4), normal(6, 8, 5, 5)),
        "ReLU6": (lambda: nn.block.ReLU6(), image),
        "HardSigmoid": (lambda: nn.block.HardSigmoid(), image),
        "HardSwish": (lambda: nn.block.HardSwish(), image),
        "SoftmaxHD": (lambda: nn.block.SoftmaxHD((2, 3)), image),
        "DSNT": (lambda: nn.block.DSNT([8, 8]), image),
        "DUC": (lambda: nn.block.DUC(16), image),
        "Identity": (lambda: nn.block.Identity(), image),
        "NormalizedBoxCenterDecoder": (lambda: nn.coder.NormalizedBoxCenterDecoder(), boxes, positive(1, 6, 4)),
        "NormalizedBoxCenterDecoder clip": (
            lambda: nn.coder.NormalizedBoxCenterDecoder(clip=1.0, convert_anchor=True, minimal_opset=True),
            boxes,
            positive(1, 6, 4),
        ),
        "MultiClassEncoder": (lambda: nn.coder.MultiClassEncoder(), samples, matches, whole(3, 2, 4)),
        "MultiClassDecoder": (lambda: nn.coder.MultiClassDecoder(), positive(2, 6, 4)),
        "MultiPerClassDecoder": (lambda: nn.coder.MultiPerClassDecoder(4), positive(2, 6, 4)),
        "CenterNetDecoder": (
            lambda: nn.coder.CenterNetDecoder(3),
            positive(2, 2, 8, 8),
            positive(2, 2, 8, 8),
            normal(2, 2, 8, 8),
        ),
        "NormalizedPerClassBoxCenterEncoder": (
            lambda: nn.coder.NormalizedPerClassBoxCenterEncoder(3, 4),
            samples,
            matches,
            boxes,
            whole(3, 2, 4),
            positive(2, 4, 4),
        ),
        "DropBlock": (lambda: nn.dropblock.DropBlock(0.2, 3, 8, 8, 8), image),
        "DropBlock off": (lambda: nn.dropblock.DropBlock(0.0, 3, 8, 8, 8), image),
        "GroupNorm": (lambda: nn.gn.GroupNorm(2, in_channels=8), image),
        "GroupNorm no scale": (lambda: nn.gn.GroupNorm(2, in_channels=8, scale=False), image),
        "CompositeMatcher": (lambda: nn.matcher.CompositeMatcher([nn.matcher.MaximumMatcher(0.5)]), positive(2, 6, 3)),
        "BipartiteMatcher": (lambda: nn.matcher.BipartiteMatcher(), positive(2, 6, 3)),
        "BipartiteMatcher shared": (lambda: nn.matcher.BipartiteMatcher(share_max=False), positive(2, 6, 3)),
        "MaximumMatcher": (lambda: nn.matcher.MaximumMatcher(0.5), positive(2, 6, 3)),
        "ConvPredictor": (lambda: nn.predictor.ConvPredictor(4), image),
        "FCPredictor": (lambda: nn.predictor.FCPredictor(4), image),
        "NaiveSampler": (lambda: nn.sampler.NaiveSampler(), samples),
        "SplitAttentionConv": (lambda: nn.splat.SplitAttentionConv(8, 3, padding=(1, 1), in_channels=8), image),
        "FocalLoss": (lambda: loss.FocalLoss(num_class=5), normal(3, 5), whole(5, 3)),
        "FocalLoss dense": (
            lambda: loss.FocalLoss(sparse_label=False, from_logits=True),
            positive(3, 5),
            whole(2, 3, 5),
        ),
        "YOLOV3Loss": (
            lambda: loss.YOLOV3Loss(),
            normal(2, 6, 1),
            normal(2, 6, 2),
            normal(2, 6, 2),
            normal(2, 6, 3),
            whole(2, 2, 6, 1),
            positive(2, 6, 2),
            normal(2, 6, 2),
            positive(2, 6, 2),
            whole(2, 2, 6, 3),
            whole(2, 2, 6, 3),
        ),
        "SoftmaxCrossEntropyLoss": (lambda: loss.SoftmaxCrossEntropyLoss(), normal(2, 3, 4, 4), whole(3, 2, 4, 4)),
        "SegmentationMultiLosses": (
            lambda: loss.SegmentationMultiLosses(),
            normal(2, 3, 4, 4),
            normal(2, 3, 4, 4),
            normal(2, 3, 4, 4),
            whole(3, 2, 4, 4),
        ),
        "MixSoftmaxCrossEntropyLoss": (
            lambda: loss.MixSoftmaxCrossEntropyLoss(aux=True),
            normal(2, 3, 4, 4),
            normal(2, 3, 4, 4),
            whole(3, 2, 4, 4),
        ),
        "MixSoftmaxCrossEntropyLoss no aux": (
            lambda: loss.MixSoftmaxCrossEntropyLoss(aux=False),
            normal(2, 3, 4, 4),
            whole(3, 2, 4, 4),
        ),
        "MixSoftmaxCrossEntropyLoss mixup": (
            lambda: loss.MixSoftmaxCrossEntropyLoss(aux=False, mixup=True),
            normal(2, 3, 4, 4),
            whole(3, 2, 4, 4),
            whole(3, 2, 4, 4),
            positive(1),
        ),
        "ICNetLoss": (
            lambda: loss.ICNetLoss(crop_size=16),
            normal(2, 3, 4, 4),
            normal(2, 3, 4, 4),
            normal(2, 3, 8, 8),
            normal(2, 3, 16, 16),
            whole(3, 2, 16, 16),
        ),
        "DistillationSoftmaxCrossEntropyLoss": (
            lambda: loss.DistillationSoftmaxCrossEntropyLoss(),
            normal(3, 5),
            whole(5, 3),
            normal(3, 5),
        ),
        "HeatmapFocalLoss": (
            lambda: loss.HeatmapFocalLoss(from_logits=True),
            positive(2, 3, 4, 4),
            positive(2, 3, 4, 4),
        ),
        "MaskedL1Loss": (lambda: loss.MaskedL1Loss(), *pair, whole(2, 3, 5)),
        "SiamRPNLoss": (
            lambda: loss.SiamRPNLoss(1),
            normal(1, 10, 17, 17),
            normal(1, 20, 17, 17),
            whole(2, 1, 5, 17, 17),
            lambda: mx.nd.arange(9),
            lambda: mx.nd.arange(9, 20),
            normal(1, 4, 5, 17, 17),
            positive(1, 5, 17, 17),
        ),
    }
    return {f"layer {name}": functools.partial(_layer, make, given) for name, (make, *given) in made.items()}


def _mask_rcnn() -> Any:
    """The module, which earlier releases keep elsewhere."""
    try:
        return importlib.import_module("gluoncv.model_zoo.rcnn.mask_rcnn.mask_rcnn")
    except ImportError:
        return importlib.import_module("gluoncv.model_zoo.mask_rcnn.mask_rcnn")


def _layer(make: Callable[[], Any], inputs: List[Callable[[], Any]]) -> None:
    net = make()
    # MXNet's backward pass of the decoder ends the process, imperatively too.
    modes = ["inference"] if type(net).__name__ == "CenterNetDecoder" else ["inference", "training"]
    both_modes(net, [make_input() for make_input in inputs], modes)
