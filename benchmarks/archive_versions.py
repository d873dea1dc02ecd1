"""Archives written by one version of MXNet and read by another.

    python benchmarks/archive_versions.py PYTHON [PYTHON …] > versions.md

Each PYTHON is an interpreter with one version of MXNet (1.6.0 to 1.9.1; all run on Python 3.8 with numpy 1.23.5). Every
model below is written under each version and read under each: from the archive alone, and grafted onto a new instance.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.processes import ROOT, brief, result_of

#: The models of the tests that show one difficulty each, and some of the zoo.
CASES = ROOT / "tests" / "hybridlint_runtime" / "export" / "archive" / "models.py"
ZOO = ("resnet18_v1", "mobilenetv2_0.25", "squeezenet1.1", "densenet121")


def models() -> Dict[str, Tuple[Callable[[], Any], Callable[[], List[Any]], Callable[[Any], None]]]:
    """Name → (makes it, the arguments of its calls, initialises it)."""
    import importlib.util

    import mxnet as mx

    spec = importlib.util.spec_from_file_location("archive_models", CASES)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    entries = {name: (case.make, case.calls, case.prepare) for name, case in module.CASES.items()}
    for name in ZOO:
        side = 32 if name.startswith(("resnet", "mobile")) else 224
        entries[name] = (
            lambda name=name: mx.gluon.model_zoo.vision.get_model(name),
            lambda side=side: [(mx.nd.random.normal(shape=(1, 3, side, side)),)],
            lambda net: net.initialize(mx.init.Xavier()),
        )
    return entries


def write(folder: Path) -> Dict[str, str]:
    """Write every model; what went wrong, or ""."""
    from hybridlint_runtime.export.archive.exporting import export_tree

    results: Dict[str, str] = {}
    for name, (make, calls, prepare) in models().items():
        try:
            net = make()
            prepare(net)
            export_tree(net, folder / name, calls=calls())
            results[name] = ""
        except Exception as error:
            results[name] = brief(error)
    return results


def read(folder: Path) -> Dict[str, str]:
    """Check every archive in both ways; "same", or what is different."""
    from hybridlint_runtime.export.archive.verifying import check_archive

    results: Dict[str, str] = {}
    for name, (make, _, _) in models().items():
        if not (folder / name / "manifest.json").exists():
            continue
        problems: List[str] = []
        for way, maker in (("alone", None), ("grafted", make)):
            try:
                check = check_archive(folder / name, make_net=maker)
                nothing = not check.problem and all(call.status == "not run" for call in check.calls)
                problems += [] if check.passed or nothing else [f"{way}: {text}" for text in check.problems]
            except Exception as error:
                problems.append(f"{way}: {type(error).__name__}: {brief(error)}")
        results[name] = "; ".join(problems) or "same"
    return results


def version(python: str) -> str:
    """The version of MXNet of an interpreter."""
    command = [python, "-W", "ignore", "-c", "import mxnet; print(mxnet.__version__)"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def main() -> None:
    """Every pair of versions, or one step under this one."""
    if sys.argv[1] == "--step":
        print(json.dumps({"write": write, "read": read}[sys.argv[2]](Path(sys.argv[3]))))
        return
    versions = {version(python): python for python in sys.argv[1:]}
    different: Dict[Tuple[str, str], List[str]] = {}
    print("| written by | " + " | ".join(f"read by {name}" for name in versions) + " |")
    print("|---|" + "---|" * len(versions))
    for writer, python in versions.items():
        with tempfile.TemporaryDirectory() as name:
            written = result_of(__file__, "--step", "write", name, python=python)
            for model, problem in written.items():
                if problem:
                    different.setdefault((writer, "cannot write"), []).append(f"{model}: {problem}")
            cells: List[str] = []
            for reader, interpreter in versions.items():
                results = result_of(__file__, "--step", "read", name, python=interpreter)
                same = sum(result == "same" for result in results.values())
                cells.append(f"{same} of {len(results)}")
                for model, result in results.items():
                    if result != "same":
                        different.setdefault((writer, reader), []).append(f"{model}: {result}")
        print(f"| {writer} | " + " | ".join(cells) + " |", flush=True)
    print()
    causes: Dict[str, List[str]] = {}
    for (writer, reader), problems in different.items():
        for problem in problems:
            model, _, cause = problem.partition(": ")
            causes.setdefault(f"{writer} → {reader}: {cause}", []).append(model)
    for cause, names in causes.items():
        print(f"- {cause} ({', '.join(names)})")


if __name__ == "__main__":
    main()
