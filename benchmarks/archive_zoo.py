"""Every model of `mxnet.gluon.model_zoo.vision` through an archive and through MXNet's own `Block.save` and
`Block.load`.

    python benchmarks/archive_zoo.py [--models resnet18_v1,vgg11] [--batch 8] > zoo.md

Models are written by one process and read by another, several at a time; the reading process makes some blocks first,
so that its counters differ. Prints the table of `docs/measurements/archive-zoo.md`. Needs some 12 minutes on
two cores and 2 GB of disk.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Dict, List, Tuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.processes import result_of
from hybridlint_runtime.mxnet_compat import import_mxnet

#: The smallest inputs that these families accept imperatively; the others take 32 x 32.
SIDES = (("inception", 299), ("squeezenet", 224), ("densenet", 224), ("alexnet", 96))


def side(name: str) -> int:
    """Height and width of the input for a model."""
    return next((size for prefix, size in SIDES if name.startswith(prefix)), 32)


def model_names() -> List[str]:
    """The names that `get_model` of the zoo takes."""
    from mxnet.gluon.model_zoo import vision

    source = inspect.getsource(vision.get_model)
    return re.findall(r"'([\w.]+)': \w+", source)


def built(name: str, seed: int = 0) -> Tuple[Any, Any]:
    """A model with random weights, and an input."""
    mx = import_mxnet()

    mx.random.seed(seed)
    net = mx.gluon.model_zoo.vision.get_model(name)
    net.initialize(mx.init.Xavier())
    return net, mx.nd.random.normal(shape=(1, 3, side(name), side(name)))


def write(names: List[str], folder: Path) -> Dict[str, Any]:
    """Write each model in both ways."""
    mx = import_mxnet()

    from hybridlint_runtime.export.archive.exporting import export_tree

    results: Dict[str, Any] = {}
    for name in names:
        net, x = built(name)
        outputs = net(x)
        place = folder / name
        place.mkdir()
        mx.nd.save(str(place / "call.params"), [x, outputs])
        row: Dict[str, Any] = {}
        started = time.perf_counter()
        try:
            export_tree(net, place / "archive", x)
        except Exception as error:
            row["archive"] = f"export: {brief(error)}"
        row["export_seconds"] = time.perf_counter() - started
        try:
            net.hybridize()
            net(x)
            net.save(str(place / "block"))
        except Exception as error:
            row["block"] = f"save: {brief(error)}"
        results[name] = row
        del net
    return results


def read(names: List[str], folder: Path) -> Dict[str, Any]:
    """Load each model in both ways and compare with what was recorded."""
    mx = import_mxnet()

    from hybridlint_runtime.export.archive.loading import load_tree
    from hybridlint_runtime.export.archive.verifying import check_archive, make_decoys

    make_decoys(mx)
    results: Dict[str, Any] = {}
    for name in names:
        place = folder / name
        x, expected = mx.nd.load(str(place / "call.params"))
        row: Dict[str, Any] = {}
        if (place / "archive").exists():
            row["archive"] = attempt(lambda place=place: verified(check_archive(place / "archive")))
            row["imports"] = attempt(
                lambda place=place, x=x, expected=expected: imported(place / "archive", x, expected)
            )

            def grafted(name: str = name, place: Path = place, x: Any = x, expected: Any = expected) -> str:
                net = load_tree(place / "archive", into=mx.gluon.model_zoo.vision.get_model(name))
                return compared(net(x), expected)

            row["graft"] = attempt(grafted)
        if (place / "block-model.json").exists():

            def saved(name: str = name, place: Path = place, x: Any = x, expected: Any = expected) -> str:
                net = mx.gluon.model_zoo.vision.get_model(name)
                net.load(str(place / "block"))
                return compared(net(x), expected)

            row["block"] = attempt(saved)
        results[name] = row
        shutil.rmtree(place)
    return results


def imported(archive: Path, x: Any, expected: Any) -> str:
    """Load with nothing but MXNet."""
    mx = import_mxnet()

    graph = next((archive / "graphs").iterdir())
    net = mx.gluon.SymbolBlock.imports(str(graph), ["data"], str(archive / "model.params"), ignore_extra=True)
    return compared(net(x), expected)


def verified(result: Any) -> str:
    """The result of a check, in a word or a sentence."""
    return "same" if result.passed else "; ".join(result.problems)


def compared(outputs: Any, expected: Any) -> str:
    """Whether two arrays are the same up to rounding."""
    import numpy as np

    a, b = outputs.asnumpy(), expected.asnumpy()
    return "same" if np.allclose(a, b, rtol=1e-4, atol=1e-5) else f"differs by {abs(a - b).max():.3g}"


def attempt(function: Any) -> str:
    """The text that `function` returns, or how it failed."""
    try:
        return str(function())
    except Exception as error:
        return brief(error)


def brief(error: BaseException) -> str:
    """An exception in one short line."""
    text = " ".join((str(error).strip().splitlines() or [""])[0].split())
    text = re.sub(r"(in|from) file '.*", "…", text)
    return f"{type(error).__name__}: {text[:90]}{'…' if len(text) > 90 else ''}"


def main() -> None:
    """Run all models and print the table, or one step for some of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", help="names, apart by commas (all)")
    parser.add_argument("--batch", type=int, default=6, help="models per process")
    parser.add_argument("--step", choices=("write", "read"))
    parser.add_argument("--folder", type=Path)
    parsed = parser.parse_args()
    names = parsed.models.split(",") if parsed.models else model_names()
    if parsed.step:
        print(json.dumps({"write": write, "read": read}[parsed.step](names, parsed.folder)))
        return
    rows: Dict[str, Dict[str, Any]] = {}
    for start in range(0, len(names), parsed.batch):
        some = names[start : start + parsed.batch]
        with tempfile.TemporaryDirectory() as folder:
            arguments = ("--models", ",".join(some), "--folder", folder)
            written, loaded = (result_of(__file__, "--step", step, *arguments) for step in ("write", "read"))
        for name in some:
            rows[name] = {**written[name], **loaded[name]}
            print(name, rows[name], file=sys.stderr, flush=True)
    columns = ("archive", "graft", "imports", "block")
    print("| model | input | without source | onto a new instance | SymbolBlock.imports | Block.save / load |")
    print("|---|---|---|---|---|---|")
    for name, row in rows.items():
        print(
            f"| {name} | 1x3x{side(name)}x{side(name)} | "
            + " | ".join(row.get(key, "not run") for key in columns)
            + " |"
        )
    counts = [sum(row.get(key) == "same" for row in rows.values()) for key in columns]
    print(f"| **{len(rows)} models** | | " + " | ".join(f"**{count}**" for count in counts) + " |")


if __name__ == "__main__":
    main()
