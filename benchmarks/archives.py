"""Real models through an archive and through MXNet's own `SymbolBlock.imports`, `Block.save` and `Block.load`.

    python benchmarks/archives.py FAMILY [--models NAME ...] > rows.csv     # zoo, gluoncv, gluoncv2, gluonnlp, …
    python benchmarks/archives.py versions PYTHON [PYTHON …] > versions.md

Models are written by one process and read by another, which makes some blocks first, so that its counters differ. A
model is "same" if every recorded output is computed again: of a hybrid root from the archive alone; of a plain root by
each of its HybridBlocks from the archive alone; and as a whole by a new instance onto which the archive was grafted.
Run it with a Python that has the family installed; `docs/measurements/archive-zoo.md` has versions that work together,
and the sums of the rows, which are in `benchmarks/results/archives.csv`.

With `versions`, each PYTHON is an interpreter with one version of MXNet (1.6.0 to 1.9.1; all run on Python 3.8 with
numpy 1.23.5): the models of the tests and four of the zoo are written under each version and read under each.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable, Dict, List, NamedTuple, Sequence

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.models import PACKAGES, models_of, networks_of
from benchmarks.processes import ROOT, brief, results_of
from hybridlint_runtime.export.archive.exporting import export_tree
from hybridlint_runtime.export.archive.verifying import check_archive, make_decoys
from hybridlint_runtime.mxnet_compat import import_mxnet

mx = import_mxnet()

#: The models of the tests, which show one difficulty each, and some of the zoo.
CASES = ROOT / "tests" / "hybridlint_runtime" / "export" / "archive" / "models.py"
OF_ZOO = ("resnet18_v1", "mobilenetv2_0.25", "squeezenet1.1", "densenet121")
COLUMNS = ("root", "blocks", "graphs", "archive", "graft", "imports", "block")
TITLES = ("without source", "onto a new instance", "SymbolBlock.imports", "Block.save / load")
PER_PROCESS = 4


class Subject(NamedTuple):
    """What makes a model, what initialises it, and what makes the arguments of each call."""

    make: Callable[[], Any]
    prepare: Callable[[Any], Any]
    calls: Callable[[], List[Sequence[Any]]]


def subjects(family: str) -> Dict[str, Subject]:
    """The models of a family, by name."""
    if family != "cases":
        from hybridlint_runtime.model.parameters import Spread

        return {
            name: Subject(model.make, lambda net: net.initialize(Spread()), lambda m=model: [m.inputs(0, None)])
            for name, model in models_of(family).items()
        }
    spec = importlib.util.spec_from_file_location("archive_models", CASES)
    assert spec is not None and spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    of_tests = {name: Subject(case.make, case.prepare, case.calls) for name, case in module.CASES.items()}
    return {**of_tests, **{name: subject for name, subject in subjects("zoo").items() if name in OF_ZOO}}


def write(family: str, names: Sequence[str], folder: Path) -> Dict[str, Dict[str, Any]]:
    """Archive each model; those of the zoo are saved in MXNet's way, too."""
    rows: Dict[str, Dict[str, Any]] = {}
    for name, subject in chosen(family, names).items():
        mx.random.seed(0)
        row = rows[name] = {}
        try:
            net, calls = subject.make(), subject.calls()
            subject.prepare(net)
            manifest = export_tree(net, folder / name / "archive", calls=calls)
        except Exception as error:
            row["error"] = f"{type(error).__name__}: {brief(error)}"
            continue
        row.update(root=manifest.blocks[0].kind, blocks=len(manifest.blocks), graphs=len(manifest.graphs))
        if family == "zoo":
            try:
                mx.nd.save(str(folder / name / "call"), [*calls[0], net(*calls[0])])
                net.hybridize()
                net(*calls[0])
                net.save(str(folder / name / "block"))
            except Exception as error:
                row["block"] = f"save: {brief(error)}"
    return rows


def read(family: str, names: Sequence[str], folder: Path) -> Dict[str, Dict[str, Any]]:
    """Check each archive from itself alone, and grafted onto a new instance; load what MXNet saved of the zoo."""
    make_decoys(mx)
    rows: Dict[str, Dict[str, Any]] = {}
    for name, subject in chosen(family, names).items():
        place = folder / name
        if not (place / "archive" / "manifest.json").exists():
            continue
        row = rows[name] = {
            "archive": attempt(lambda p=place: checked(p / "archive", None)),
            "graft": attempt(lambda p=place, s=subject: checked(p / "archive", s.make)),
        }
        if (place / "block-model.json").exists():
            row["imports"] = attempt(lambda p=place: compared(imported(p / "archive"), p / "call"))
            row["block"] = attempt(lambda p=place, s=subject: compared(loaded(s.make(), p / "block"), p / "call"))
    return rows


def chosen(family: str, names: Sequence[str]) -> Dict[str, Subject]:
    """The models with these names, or all."""
    return {name: subject for name, subject in subjects(family).items() if not names or name in names}


def checked(archive: Path, make_net: Any) -> str:
    """The outcome of a check of an archive; "" if it has no call that could be repeated so."""
    check = check_archive(archive, make_net=make_net)
    if not check.problem and all(call.status == "not run" for call in check.calls):
        return ""
    return "same" if check.passed else "; ".join(check.problems)[:300]


def imported(archive: Path) -> Any:
    """A block that needs nothing but MXNet."""
    graph, parameters = next((archive / "graphs").iterdir()), archive / "model.params"
    return mx.gluon.SymbolBlock.imports(str(graph), ["data"], str(parameters), ignore_extra=True)


def loaded(net: Any, path: Path) -> Any:
    """The block with the parameters that `Block.save` wrote."""
    net.load(str(path))
    return net


def compared(net: Any, call: Path) -> str:
    """Whether a block returns the recorded output up to rounding."""
    import numpy as np

    x, expected = mx.nd.load(str(call))
    a, b = net(x).asnumpy(), expected.asnumpy()
    return "same" if np.allclose(a, b, rtol=1e-4, atol=1e-5) else f"differs by {abs(a - b).max():.3g}"


def attempt(function: Callable[[], str]) -> str:
    """The text that `function` returns, or how it failed."""
    try:
        return function()
    except Exception as error:
        text = re.sub(r"(in|from) file '.*", "…", " ".join((str(error).strip().splitlines() or [""])[0].split()))
        return f"{type(error).__name__}: {text[:90]}{'…' if len(text) > 90 else ''}"


def in_processes(family: str, names: Sequence[str], writer: str, readers: Sequence[str]) -> Dict[str, List[Any]]:
    """Write the models with one interpreter and read them with others; name → its row of writing, and of each
    reader."""
    rows: Dict[str, List[Any]] = {}
    for start in range(0, len(names), PER_PROCESS):
        some = names[start : start + PER_PROCESS]
        folder = tempfile.mkdtemp()
        try:
            steps = [("write", writer), *(("read", reader) for reader in readers)]
            parts = [results_of(__file__, some, family, "--step", s, "--folder", folder, python=p) for s, p in steps]
        finally:
            shutil.rmtree(folder)
        for name in some:
            rows[name] = [part.get(name, {}) for part in parts]
            print(name, *rows[name], file=sys.stderr, flush=True)
    return rows


def versions(pythons: Sequence[str]) -> None:
    """Print how many models each version of MXNet reads of those that each has written, and what the others raise."""
    code = "import mxnet; print(mxnet.__version__)"
    names = [subprocess.check_output([p, "-W", "ignore", "-c", code], text=True).strip() for p in pythons]
    print(f"| written by | {' | '.join(f'read by {name}' for name in names)} |\n|---|{'---|' * len(names)}")
    causes: Dict[str, List[str]] = {}
    for writer, python in zip(names, pythons):
        rows = in_processes("cases", list(subjects("cases")), python, pythons)
        cells = []
        for number, reader in enumerate(names, 1):
            same = 0
            for model, row in rows.items():
                outcome = {**row[0], **row[number]}
                problems = [outcome.get(key, "") for key in ("error", "archive", "graft")]
                problems = [problem for problem in problems if problem not in ("", "same")]
                same += not problems
                for problem in problems:
                    causes.setdefault(f"{writer} → {reader}: {problem}", []).append(model)
            cells.append(f"{same} of {sum('error' not in row[0] for row in rows.values())}")
        print(f"| {writer} | {' | '.join(cells)} |", flush=True)
    print("\n" + "\n".join(f"- {cause} ({', '.join(models)})" for cause, models in causes.items()))


def main() -> None:
    """Print the rows of a family or the table of versions, or do one step for some models."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("family", choices=("zoo", "gluoncv", "gluoncv2", *PACKAGES, "versions", "cases"))
    parser.add_argument("pythons", nargs="*", metavar="PYTHON", help="for versions")
    parser.add_argument("--models", nargs="+", metavar="NAME", default=[], help="some of the family")
    parser.add_argument("--step", choices=("write", "read"), help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        print(json.dumps({"write": write, "read": read}[options.step](options.family, options.models, options.folder)))
        return
    if options.family == "versions":
        versions(options.pythons)
        return
    names = options.models or networks_of(options.family)
    rows = in_processes(options.family, names, sys.executable, [sys.executable])
    output = csv.writer(sys.stdout, lineterminator="\n")
    output.writerow(["model", "family", *COLUMNS[:3], *TITLES])
    for name, (written, read_back) in rows.items():
        row = {**written, **read_back}
        output.writerow(
            [name, options.family, *(row.get(key, "") for key in COLUMNS[:3])]
            + [row.get(key, row.get("error", "") if key == "archive" else "") for key in COLUMNS[3:]]
        )


if __name__ == "__main__":
    main()
