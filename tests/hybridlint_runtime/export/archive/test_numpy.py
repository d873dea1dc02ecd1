"""Models of NumPy semantics, written while `npx.set_np()` is on or off and read while it is on or off.

It holds for a whole process, so two processes write, and two others read what both have written.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Dict, Tuple

import mxnet as mx
import pytest

from hybridlint_runtime.export.archive.exporting import export_tree
from hybridlint_runtime.export.archive.loading import load_tree

from .conftest import HERE, ROOT, in_fresh_process, load_models

CASES = load_models().NUMPY_CASES
WRITER = """
import importlib.util, json, sys
from hybridlint_runtime.mxnet_compat import import_mxnet
mx = import_mxnet()
spec = importlib.util.spec_from_file_location("archive_models", sys.argv[1])
models = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = models
spec.loader.exec_module(models)
if sys.argv[2] == "on":
    mx.npx.set_np()
from hybridlint_runtime.export.archive.exporting import export_tree
for name, case in models.NUMPY_CASES.items():
    net = case.make()
    case.prepare(net)
    export_tree(net, f"{sys.argv[3]}/{name}", calls=case.calls())
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Dict[Tuple[str, str], Dict[str, Dict[str, str]]]:
    """(semantics of the writer, of the reader) → model → way back → "same", or what went wrong."""
    folders = {}
    for written in ("on", "off"):
        folders[written] = tmp_path_factory.mktemp(f"written_{written}")
        command = [sys.executable, "-c", WRITER, str(HERE / "models.py"), written, str(folders[written])]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        assert done.returncode == 0, done.stderr
    outcomes = {}
    for read in ("on", "off"):
        archives = {str(folder / name): name for folder in folders.values() for name in CASES}
        ways = in_fresh_process(archives, numpy=read == "on")
        for written, folder in folders.items():
            outcomes[written, read] = {name: ways[str(folder / name)] for name in CASES}
    return outcomes


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("read", ["on", "off"])
@pytest.mark.parametrize("written", ["on", "off"])
def test_it_comes_back_under_either_semantics(
    results: Dict[Tuple[str, str], Dict[str, Dict[str, str]]], written: str, read: str, name: str
) -> None:
    ways = results[written, read][name]
    assert ways["onto a new instance"] == "same"
    if CASES[name].hybrid:
        assert ways["without source"] == "same"
        # MXNet alone cannot run a NumPy graph without them: docs/archive-format.md states to call npx.set_np().
        if read == "on":
            assert ways["MXNet alone"] == "same"


def test_a_classic_model_is_called_with_arrays_of_numpy(tmp_path: Path) -> None:
    """As in a process where `npx.set_np()` is on: the graph is classic all the same."""
    net = mx.gluon.nn.Dense(2)
    net.initialize()
    x = mx.nd.ones((2, 3))
    export_tree(net, tmp_path / "model", x)
    loaded = load_tree(tmp_path / "model")
    assert (loaded(x.as_np_ndarray()).asnumpy() == loaded(x).asnumpy()).all()
    assert not json.loads((tmp_path / "model" / "manifest.json").read_text())["numpy"]
