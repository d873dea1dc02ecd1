"""Every kind of tree, written by this process and read by a fresh one whose block counters differ."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict

import pytest

from hybridlint_runtime.export.archive.exporting import export_tree

from .conftest import in_fresh_process, load_models

# What MXNet states when a SymbolBlock of unknown types is made, as some of the models do.
pytestmark = pytest.mark.filterwarnings("ignore:Cannot decide type:UserWarning")

CASES = load_models().CASES
WAYS = ("without source", "onto a new instance", "MXNet alone")
Results = Dict[str, Dict[str, str]]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """For each case and each way back "same", or what went wrong. One process reads all archives: importing MXNet costs
    seconds.
    """
    folder = tmp_path_factory.mktemp("archives")
    written = {name: _exported(case, folder / name) for name, case in CASES.items()}
    read = in_fresh_process({str(folder / name): name for name, problem in written.items() if not problem})
    return {name: read.get(str(folder / name)) or dict.fromkeys(WAYS, problem) for name, problem in written.items()}


def _exported(case: Any, path: Path) -> str:
    """Why the case cannot be exported, or ""."""
    try:
        net = case.make()
        case.prepare(net)
        export_tree(net, path, calls=case.calls())
    except Exception as error:
        return f"export: {type(error).__name__}: {error}"
    return ""


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.hybrid])
def test_comes_back_without_its_source(results: Results, name: str) -> None:
    assert results[name]["without source"] == "same"


@pytest.mark.parametrize("name", CASES)
def test_is_grafted_onto_a_new_instance(results: Results, name: str) -> None:
    assert results[name]["onto a new instance"] == "same"


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.hybrid and case.plain_mxnet])
def test_loads_with_mxnet_alone(results: Results, name: str) -> None:
    assert results[name]["MXNet alone"] == "same"
