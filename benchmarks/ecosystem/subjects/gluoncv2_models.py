"""The models of gluoncv2: of every module so many as it takes to meet all its blocks, then blocks left over alone."""

from __future__ import annotations

import collections
import functools
import inspect
import re
import sys
from typing import Any, Callable, Dict, List, Set

import mxnet as mx
from gluoncv2 import model_provider

from benchmarks.ecosystem.running import both_modes, first_that_runs, initialise, normal, positive, whole

#: So many models of one module are tried.
PER_MODULE = 4
#: Options that change what the code does, beside the defaults.
OPTIONS = {
    "fixed_size": {"fixed_size": False},
    "aux": {"aux": True},
    "return_heatmap": {"return_heatmap": True},
    "hybridizable": {"hybridizable": False, "batch_size": None, "in_size": None},
}


def subjects() -> Dict[str, Callable[[], Any]]:
    """Name of a module, or module and option → a function that builds and runs its models imperatively."""
    families: Dict[str, List[str]] = collections.defaultdict(list)
    for name, make in model_provider._models.items():
        families[make.__module__].append(name)
    table: Dict[str, Callable[[], Any]] = {}
    for module, names in families.items():
        short = module.rsplit(".", 1)[-1]
        table[short] = functools.partial(_models, module, names)
        options = [key for key in OPTIONS if f"{key}=" in inspect.getsource(sys.modules[module])]
        for key in options:
            table[f"{short} {key}"] = functools.partial(_with_option, names[0], OPTIONS[key])
    return table


def _models(module: str, names: List[str]) -> None:
    wanted = {item for item in vars(sys.modules[module]).values() if _is_block_of(item, module)}
    failures: List[Exception] = []
    for name in _distinct(names)[:PER_MODULE]:
        try:
            wanted -= _run(name, {})
        except Exception as error:
            failures.append(error)
        if not wanted:
            break
    if failures:
        raise failures[0]


def _distinct(names: List[str]) -> List[str]:
    """Without those that only learn from other data, and the largest."""
    kept: Dict[str, str] = {}
    for name in names:
        if not re.search("_(cifar100|svhn|coco|ade20k|cityscapes)$", name) or len(names) == 1:
            kept.setdefault(re.sub("_(cifar10|voc)$", "", name), name)
    small = [name for name in kept.values() if not re.search("101|110|152|164|269|1001|1202|272|236", name)]
    return small or list(kept.values()) or names


def _with_option(name: str, options: Dict[str, Any]) -> None:
    _run(name, options)


def _is_block_of(item: Any, module: str) -> bool:
    return inspect.isclass(item) and issubclass(item, mx.gluon.HybridBlock) and item.__module__ == module


def _run(name: str, options: Dict[str, Any]) -> Set[type]:
    """Build and run a model; the classes of its blocks."""
    net = model_provider.get_model(name, pretrained=False, **options)
    initialise(net)
    inputs = first_that_runs(net, _candidates(name, net))
    if not name.startswith(("shakeshake", "shakedrop")):  # whose training ends the process, imperatively too
        both_modes(net, inputs, ["training"])  # inference was what found the inputs
    classes: Set[type] = set()
    net.apply(lambda block: classes.add(type(block)))
    return classes


def _candidates(name: str, net: Any) -> List[Callable[[], List[Any]]]:
    channels = 1 if name == "superpointnet" else getattr(net, "in_channels", 3)
    side = getattr(net, "in_size", (224, 224)) or (224, 224)
    if name.startswith(("jasper", "quartznet")):
        shape = (2, 650 * 20) if "dr" in name else (2, channels, 70)
        return [lambda: [normal(*shape)(), mx.nd.array([shape[-1] - 10, shape[-1] // 2])], lambda: [normal(*shape)()]]
    if name.startswith("visemenet"):
        return [lambda: [normal(34, 8, 195)(), mx.nd.full((34, 76), 3)]]
    if name.startswith("voca"):
        return [lambda: [normal(2, 1, 16, 29)(), whole(8, 2)()]]
    if name.startswith("nvpattexp"):
        return [lambda: [normal(1, 3, 66, 200)()]]
    shapes = []
    if "cifar" in name or "svhn" in name:
        shapes.append((32, 32))
    elif getattr(net, "fixed_size", None) is False:
        shapes.append((128, 128))
    shapes += [(64, 64)] if side == (224, 224) and "cub" not in name else []
    shapes += [tuple(side), (224, 224), (256, 256), (299, 299), (480, 480), (512, 512)]
    return [functools.partial(lambda h, w: [positive(1, channels, h, w)()], *shape) for shape in dict.fromkeys(shapes)]
