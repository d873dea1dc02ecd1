"""What an archive costs in time, memory and disk, against MXNet's own ways in the same run.

    python benchmarks/archive_cost.py [--quick] > cost.md

Every measurement is a process of its own. Times are wall-clock seconds and, where two ways are compared, ratios within
one run; memory is the growth of the peak resident set during the step, and its ratio to the size of the parameters.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable, Dict, List

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.processes import result_of
from hybridlint_runtime.mxnet_compat import import_mxnet

REPEATS = 3


def layers(count: int, plain: bool) -> Any:
    """`count` small Dense layers below a hybrid or a plain root."""
    mx = import_mxnet()

    net = mx.gluon.nn.Sequential() if plain else mx.gluon.nn.HybridSequential()
    for _ in range(count):
        net.add(mx.gluon.nn.Dense(8, in_units=8))
    net.initialize()
    return net, mx.nd.ones((1, 8))


def weights(mebibytes: int) -> Any:
    """One Dense layer for each 16 MiB of parameters, with an input of a single row."""
    mx = import_mxnet()

    net = mx.gluon.nn.HybridSequential()
    for _ in range(max(mebibytes // 16, 1)):
        net.add(mx.gluon.nn.Dense(2048, in_units=2048, use_bias=False))
    net.initialize()
    return net, mx.nd.ones((1, 2048))


def zoo(name: str) -> Any:
    """A model of MXNet's zoo."""
    mx = import_mxnet()

    net = mx.gluon.model_zoo.vision.get_model(name)
    net.initialize()
    return net, mx.nd.ones((1, 3, 32, 32))


def built(model: str) -> Any:
    """`hybrid:100`, `plain:100`, `MiB:256` or a name of the zoo → a model that was run once, and its input."""
    kind, _, size = model.partition(":")
    if kind in ("hybrid", "plain"):
        net, x = layers(int(size), kind == "plain")
    else:
        net, x = weights(int(size)) if kind == "MiB" else zoo(model)
    net(x).wait_to_read()
    return net, x


def measured(step: Callable[[], Any]) -> Dict[str, float]:
    """Seconds, and by how many bytes the peak of resident memory grew."""
    mx = import_mxnet()

    mx.nd.waitall()
    before = peak()
    started, processor = time.perf_counter(), time.process_time()
    result = step()
    mx.nd.waitall()
    seconds, processor = time.perf_counter() - started, time.process_time() - processor
    del result
    return {"seconds": seconds, "processor": processor, "peak": peak() - before}


def peak() -> int:
    """The largest resident set of this process so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def run(way: str, model: str, folder: Path) -> Dict[str, float]:
    """One measurement, in this process."""
    mx = import_mxnet()

    from hybridlint_runtime.export.archive.exporting import export_tree
    from hybridlint_runtime.export.archive.loading import load_tree

    if way in ("export_tree", "export", "save"):
        net, x = built(model)

        def export() -> None:
            net.hybridize()
            net(x)
            net.export(str(folder / "export")) if way == "export" else net.save(str(folder / "save"))

        return measured((lambda: export_tree(net, folder / "archive", x)) if way == "export_tree" else export)
    x = mx.nd.ones({"hybrid": (1, 8), "plain": (1, 8), "MiB": (1, 2048)}.get(model.partition(":")[0], (1, 3, 32, 32)))
    if way == "load_tree":
        return measured(lambda: load_tree(folder / "archive")(x))
    if way == "imports":
        names = (str(folder / "export-symbol.json"), ["data"], str(folder / "export-0000.params"))
        return measured(lambda: mx.gluon.SymbolBlock.imports(*names)(x))
    kind, _, size = model.partition(":")
    if kind in ("hybrid", "plain"):
        net, _ = layers(int(size), kind == "plain")
    elif kind == "MiB":
        net, _ = weights(int(size))
    else:
        net = mx.gluon.model_zoo.vision.get_model(model)

    def load() -> Any:
        if way == "graft":
            load_tree(folder / "archive", into=net)
        else:
            net.load(str(folder / "save"))
        return net(x)

    return measured(load)


def in_process(way: str, model: str, folder: Path) -> Dict[str, float]:
    """The best of several processes; {} if the way does not work for the model."""
    results: List[Dict[str, float]] = []
    for _ in range(REPEATS):
        try:
            results.append(result_of(__file__, "--way", way, "--model", model, "--folder", str(folder)))
        except RuntimeError as error:
            print(f"{way} {model}: {error}", file=sys.stderr)
            return {}
    return min(results, key=lambda result: result["processor"])


def size_of(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def table_of_blocks(counts: List[int]) -> None:
    """Time and size by the number of blocks."""
    print("| blocks | root | export s (CPU) | CPU ms / block | load s (CPU) | CPU ms / block | KiB beside parameters |")
    print("|---|---|---|---|---|---|---|")
    for kind in ("hybrid", "plain"):
        for count in counts:
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                written = in_process("export_tree", f"{kind}:{count}", folder)
                loaded = in_process("load_tree" if kind == "hybrid" else "graft", f"{kind}:{count}", folder)
                rest = size_of(folder / "archive") - (folder / "archive" / "model.params").stat().st_size
            cells: List[Any] = [count, kind]
            for result in (written, loaded):
                cells += [f"{result['seconds']:.2f} ({result['processor']:.2f})"]
                cells += [f"{result['processor'] / count * 1e3:.2f}"]
            cells += [f"{rest / 1024:.0f}"]
            print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def table_of_ways(models: List[str]) -> None:
    """Archive against MXNet's own ways."""
    writing, reading = ("export_tree", "export", "save"), ("load_tree", "imports", "graft", "load")
    print("\n| model | way | seconds (CPU) | CPU ratio | peak memory MiB | ratio to parameters |")
    print("|---|---|---|---|---|---|")
    for model in models:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            reference: Dict[str, float] = {}
            parameters = 0
            for way in (*writing, *reading):
                result = in_process(way, model, folder)
                if way == "export_tree":
                    parameters = (folder / "archive" / "model.params").stat().st_size
                if way in ("export_tree", "load_tree"):
                    reference = result
                if not result:
                    print(f"| {model} | {way} | fails | | | |", flush=True)
                    continue
                cells = [model, way, f"{result['seconds']:.2f} ({result['processor']:.2f})"]
                cells += [f"{result['processor'] / reference['processor']:.2f}"]
                cells += [f"{result['peak'] / 2**20:.0f}", f"{result['peak'] / parameters:.2f}"]
                print("| " + " | ".join(cells) + " |", flush=True)
            shutil.rmtree(folder / "archive")


def main() -> None:
    """All tables, or one measurement."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small sizes only")
    parser.add_argument("--way")
    parser.add_argument("--model")
    parser.add_argument("--folder", type=Path)
    parsed = parser.parse_args()
    if parsed.way:
        print(json.dumps(run(parsed.way, parsed.model, parsed.folder)))
        return
    table_of_blocks([10, 100] if parsed.quick else [10, 100, 500, 1000, 2000])
    table_of_ways(["resnet50_v1", "mobilenet1.0", *(f"MiB:{n}" for n in ([16] if parsed.quick else [64, 256, 1024]))])


if __name__ == "__main__":
    main()
