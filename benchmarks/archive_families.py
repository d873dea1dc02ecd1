"""Models of gluoncv, gluoncv2, gluonnlp, gluonts and sockeye through an archive and a fresh process.

    python benchmarks/archive_families.py --family gluoncv [--models NAME,NAME] [--batch 4] > gluoncv.md

One model of each kind that can be built without downloads, at a small input, with random weights. Run it with a Python
that has the family installed; `docs/measurements/archive-zoo.md` names versions that work together. A model is "same"
if every recorded output is computed again by a new process: of a hybrid root from the archive alone; of a plain root by
each of its HybridBlocks from the archive alone, and as a whole by a new instance onto which the archive was grafted.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import json
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.processes import brief, result_of
from hybridlint_runtime.mxnet_compat import import_mxnet

TIMEOUT = 900
Made = Tuple[Any, Tuple[Any, ...]]


def image(height: int, width: int = 0) -> Tuple[Any, ...]:
    """One random image."""
    mx = import_mxnet()

    return (mx.nd.random.normal(shape=(1, 3, height, width or height)),)


def clip(frames: int, side: int = 224) -> Tuple[Any, ...]:
    """One random clip, as the video models take it."""
    mx = import_mxnet()

    return (mx.nd.random.normal(shape=(1, 3, frames, side, side)),)


#: Name in gluoncv's model zoo → its input.
GLUONCV: Dict[str, Callable[[], Tuple[Any, ...]]] = {
    **dict.fromkeys(
        ["resnet18_v1b", "resnet50_v1d", "resnet50_v1s", "resnet50_v1b_gn", "resnext50_32x4d"], lambda: image(64)
    ),
    **dict.fromkeys(["se_resnet18_v1", "se_resnext50_32x4d", "senet_154", "resnest14"], lambda: image(64)),
    **dict.fromkeys(["mobilenetv3_small", "mobilenetv3_large", "shufflenet_v1", "shufflenet_v2"], lambda: image(224)),
    **dict.fromkeys(
        ["dla34", "googlenet", "hrnet_w18_small_v1_c", "xception", "residualattentionnet56"], lambda: image(224)
    ),
    **dict.fromkeys(["cifar_resnet20_v1", "cifar_resnext29_16x64d", "cifar_wideresnet16_10"], lambda: image(32)),
    "cifar_residualattentionnet56": lambda: image(32),
    "nasnet_4_1056": lambda: image(224),
    **dict.fromkeys(["ssd_300_vgg16_atrous_voc", "ssd_512_mobilenet1.0_voc"], lambda: image(300)),
    **dict.fromkeys(["yolo3_darknet53_voc", "yolo3_mobilenet0.25_voc"], lambda: image(64)),
    **dict.fromkeys(["faster_rcnn_resnet50_v1b_voc", "mask_rcnn_resnet18_v1b_coco"], lambda: image(256)),
    **dict.fromkeys(["faster_rcnn_fpn_resnet50_v1b_coco", "mask_rcnn_fpn_resnet18_v1b_coco"], lambda: image(256)),
    "doublehead_rcnn_resnet50_v1b_voc": lambda: image(256),
    **dict.fromkeys(["center_net_resnet18_v1b_voc", "center_net_mobilenetv3_small_duc_voc"], lambda: image(128)),
    **dict.fromkeys(
        ["fcn_resnet50_voc", "psp_resnet50_ade", "deeplab_resnet50_ade", "danet_resnet50_citys"], lambda: image(480)
    ),
    **dict.fromkeys(
        ["icnet_resnet50_citys", "fastscnn_citys", "deeplab_v3b_plus_wideresnet_citys"], lambda: image(480)
    ),
    "hrnet_w18_small_v1_s": lambda: image(480),
    **dict.fromkeys(["simple_pose_resnet18_v1b", "mobile_pose_mobilenet1.0"], lambda: image(256, 192)),
    "alpha_pose_resnet101_v1b_coco": lambda: image(256, 192),
    "monodepth2_resnet18_kitti_stereo_640x192": lambda: image(192, 640),
    **dict.fromkeys(["c3d_kinetics400"], lambda: clip(16, 112)),
    **dict.fromkeys(
        ["i3d_resnet50_v1_kinetics400", "i3d_nl5_resnet50_v1_kinetics400", "p3d_resnet50_kinetics400"], lambda: clip(16)
    ),
    "i3d_inceptionv1_kinetics400": lambda: clip(16),
    "r2plus1d_resnet18_kinetics400": lambda: clip(16, 112),
    "slowfast_4x16_resnet50_kinetics400": lambda: clip(36),
    "i3d_slow_resnet101_f16s4_kinetics700": lambda: clip(16),
    "mobilenet1.0_int8": lambda: image(224),
    "siamrpn_alexnet_v2_otb15": lambda: (*image(127), *image(287)),
}

#: What a model is made with besides, so that it takes this input.
GLUONCV_OPTIONS: Dict[str, Dict[str, Any]] = {"fastscnn_citys": {"crop_size": 480}}

#: Models for whole clips of images, whose functions in the zoo download a base: class, its arguments, their input.
GLUONCV_SEGMENTS: Dict[str, Tuple[str, Dict[str, Any], int]] = {
    "ActionRecInceptionV1": ("actionrec_inceptionv1", {}, 224),
    "ActionRecInceptionV3": ("actionrec_inceptionv3", {}, 299),
    "ActionRecVGG16": ("actionrec_vgg16", {}, 224),
    "ActionRecResNetV1b": ("actionrec_resnetv1b", {"depth": 18}, 224),
}
SEGMENTS = 3

#: Name in gluoncv2 → height and width of its input.
GLUONCV2: Dict[str, int] = {
    **dict.fromkeys(
        [
            "resnet10",
            "preresnet10",
            "resnext26_32x4d",
            "seresnet10",
            "sepreresnet10",
            "resnetbc26b",
            "resneta10",
            "resnetd50b",
        ],
        224,
    ),
    **dict.fromkeys(
        ["ibn_resnet50", "airnet50_1x64d_r2", "bam_resnet18", "cbam_resnet18", "resattnet56", "sknet50", "scnet50"], 224
    ),
    **dict.fromkeys(
        [
            "diaresnet10",
            "pyramidnet101_a360",
            "dla34",
            "hrnet_w18_small_v1",
            "densenet121",
            "peleenet",
            "wrn50_2",
            "darknet53",
        ],
        224,
    ),
    **dict.fromkeys(
        ["dpn68", "condensenet74_c4_g4", "squeezenet_v1_0", "sqnxt23_w1", "shufflenet_g1_wd4", "shufflenetv2_wd2"], 224
    ),
    **dict.fromkeys(
        ["menet108_8x1_g3", "mobilenet_wd4", "mobilenetv2_wd4", "mobilenetv3_small_w7d20", "igcv3_wd4", "mnasnet_b1"],
        224,
    ),
    **dict.fromkeys(
        [
            "efficientnet_b0",
            "regnetx002",
            "regnety002",
            "proxylessnas_cpu",
            "fbnet_cb",
            "spnasnet",
            "mixnet_s",
            "ghostnet",
        ],
        224,
    ),
    **dict.fromkeys(
        [
            "octresnet10_ad2",
            "irevnet301",
            "drnc26",
            "dicenet_wd5",
            "resnesta18",
            "isqrtcovresnet18",
            "vovnet27s",
        ],
        224,
    ),
    **dict.fromkeys(
        ["resnet20_cifar10", "nin_cifar10", "wrn16_10_cifar10", "rir_cifar10", "shakeshakeresnet20_2x16d_cifar10"], 32
    ),
    **dict.fromkeys(["lwopenpose2d_mobilenet_cmupan_coco", "simplepose_resnet18_coco", "ibppose_coco"], 256),
    **dict.fromkeys(
        ["fcn8sd_resnetd50b_voc", "pspnet_resnetd50b_voc", "deeplabv3_resnetd50b_voc", "icnet_resnetd50b_cityscapes"],
        480,
    ),
    **dict.fromkeys(
        [
            "centernet_resnet18_coco",
            "inceptionv3",
            "inceptionv4",
            "xception",
        ],
        299,
    ),
    **dict.fromkeys(["nasnet_4a1056", "resnet18_cub"], 224),
    **dict.fromkeys(["polynet", "pnasnet5large"], 331),
}


def gluoncv(name: str) -> Made:
    """A model of gluoncv."""
    from gluoncv.model_zoo import get_model

    from hybridlint_runtime.model.parameters import Spread

    if name in GLUONCV_SEGMENTS:
        return gluoncv_segments(name)
    options = GLUONCV_OPTIONS.get(name, {})
    try:
        net = get_model(name, pretrained=False, pretrained_base=False, **options)
    except TypeError:  # a model without a base
        net = get_model(name, pretrained=False, **options)
    net.initialize(Spread())
    return net, GLUONCV[name]()


def gluoncv_segments(name: str) -> Made:
    """A model of gluoncv that looks at several images of a clip at once."""
    mx = import_mxnet()

    from hybridlint_runtime.model.parameters import Spread

    module, options, side = GLUONCV_SEGMENTS[name]
    kind = getattr(importlib.import_module(f"gluoncv.model_zoo.action_recognition.{module}"), name)
    net = kind(nclass=10, pretrained_base=False, num_segments=SEGMENTS, **options)
    net.initialize(Spread())
    return net, (mx.nd.random.normal(shape=(SEGMENTS, 3, side, side)),)


def gluoncv2(name: str) -> Made:
    """A model of gluoncv2."""
    from gluoncv2.model_provider import get_model

    from hybridlint_runtime.model.parameters import Spread

    net = get_model(name, pretrained=False)
    net.initialize(Spread())
    return net, image(GLUONCV2[name])


def networks(package: str) -> Dict[str, Tuple[Callable[[], Any], Callable[[], List[Any]]]]:
    """Name → (what makes a network, what makes its inputs); the blocks of a package without a list of networks."""
    module = importlib.import_module(f"benchmarks.ecosystem.subjects.{package}_models")
    if hasattr(module, "networks"):
        return module.networks()  # type: ignore[no-any-return]
    from benchmarks.real_models import layers_of

    return layers_of(package)


def network(package: str, name: str) -> Made:
    """A network of gluonnlp, gluonts or sockeye."""
    from benchmarks.ecosystem.running import initialise

    make, make_inputs = networks(package)[name]
    return initialise(make()), tuple(make_inputs())


def names_of(family: str) -> List[str]:
    """The names of the models of a family."""
    if family == "gluoncv":
        return [*GLUONCV, *GLUONCV_SEGMENTS]
    return list(GLUONCV2 if family == "gluoncv2" else networks(family))


#: Family → what makes a model of it, and its inputs.
FAMILIES: Dict[str, Callable[[str], Made]] = {
    "gluoncv": gluoncv,
    "gluoncv2": gluoncv2,
    **{package: functools.partial(network, package) for package in ("gluonnlp", "gluonts", "sockeye")},
}


def write(family: str, names: List[str], folder: Path) -> Dict[str, Any]:
    """Build and archive each model."""
    mx = import_mxnet()

    from hybridlint_runtime.export.archive.exporting import export_tree

    results: Dict[str, Any] = {}
    for name in names:
        try:
            mx.random.seed(0)
            net, args = FAMILIES[family](name)
        except Exception as error:
            results[name] = {"result": f"cannot be built: {brief(error)}"}
            continue
        try:
            manifest = export_tree(net, folder / name, *args)
        except Exception as error:
            results[name] = {"result": f"{type(error).__name__} at export: {brief(error)}"}
            continue
        root = manifest.blocks[0]
        results[name] = {"kind": root.kind, "blocks": len(manifest.blocks), "graphs": len(manifest.graphs)}
    return results


def read(family: str, names: List[str], folder: Path) -> Dict[str, Any]:
    """Check each archive from itself alone, and grafted onto a new instance."""
    mx = import_mxnet()

    from hybridlint_runtime.export.archive.verifying import check_archive, make_decoys

    make_decoys(mx)
    results: Dict[str, Any] = {}
    for name in names:
        if (folder / name / "manifest.json").exists():
            row: Dict[str, str] = {}
            for key, maker in (("alone", None), ("grafted", lambda name=name: FAMILIES[family](name)[0])):
                try:
                    check = check_archive(folder / name, make_net=maker)
                    row[key] = "same" if check.passed else "; ".join(check.problems)[:300]
                except Exception as error:
                    row[key] = f"{type(error).__name__}: {brief(error)}"
            results[name] = row
    return results


def in_process(step: str, family: str, names: List[str], folder: Path) -> Dict[str, Any]:
    """Run `write` or `read` in a new process; one name at a time if it dies."""
    arguments = ("--family", family, "--step", step, "--models", ",".join(names), "--folder", str(folder))
    try:
        return result_of(__file__, *arguments, timeout=TIMEOUT)  # type: ignore[no-any-return]
    except RuntimeError as error:
        if len(names) == 1:
            return {names[0]: {"result": f"{step}: {error}"}}
    return {model: row for name in names for model, row in in_process(step, family, [name], folder).items()}


def main() -> None:
    """Run a family and print its table, or one step for some models."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--family", choices=FAMILIES, required=True)
    parser.add_argument("--models", help="names, apart by commas (all)")
    parser.add_argument("--batch", type=int, default=4, help="models per process")
    parser.add_argument("--step", choices=("write", "read"))
    parser.add_argument("--folder", type=Path)
    parsed = parser.parse_args()
    names = parsed.models.split(",") if parsed.models else names_of(parsed.family)
    if parsed.step:
        print(json.dumps({"write": write, "read": read}[parsed.step](parsed.family, names, parsed.folder)))
        return
    rows: Dict[str, Dict[str, Any]] = {}
    for start in range(0, len(names), parsed.batch):
        some = names[start : start + parsed.batch]
        with tempfile.TemporaryDirectory() as folder:
            written = in_process("write", parsed.family, some, Path(folder))
            loaded = in_process("read", parsed.family, some, Path(folder))
        for name in some:
            rows[name] = {**written[name], **loaded.get(name, {})}
            print(name, rows[name], file=sys.stderr, flush=True)
    print(f"| {parsed.family} | root | blocks | graphs | from the archive alone | onto a new instance |")
    print("|---|---|---|---|---|---|")
    for name, row in rows.items():
        failed = row.get("result", "not run")
        cells = [name, row.get("kind", ""), row.get("blocks", ""), row.get("graphs", "")]
        print("| " + " | ".join(map(str, [*cells, row.get("alone", failed), row.get("grafted", "")])) + " |")
    same = sum(row.get("alone") == row.get("grafted") == "same" for row in rows.values())
    print(f"| **{same} of {len(rows)}** | | | | | |")


if __name__ == "__main__":
    main()
