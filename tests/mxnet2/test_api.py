"""The table of MXNet 2 is what the installed MXNet states."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hybridlint import mxnet_api

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_sample_measured_again_is_the_same(tmp_path: Path) -> None:
    tool = ROOT / "tools" / "make_mxnet2_api.py"
    sample = tmp_path / "sample.json"
    subprocess.run([sys.executable, str(tool), "-o", str(sample), "--every", "120"], check=True, capture_output=True)
    remade = json.loads(sample.read_text())
    stored = json.loads((ROOT / "hybridlint" / "mxnet_api" / f"{mxnet_api.RECORDING}.json").read_text())
    assert len(remade["functions"]) > 5
    for section in ("functions", "methods"):
        assert remade[section] == {name: stored[section][name] for name in remade[section]}


def test_the_table_answers_what_is_recorded() -> None:
    api = mxnet_api.load("2.0")
    assert api.records and not mxnet_api.load("1.9").records
    tanh, cov, detach = api.function("np.tanh"), api.function("np.cov"), api.np_method("detach")
    assert tanh is not None and tanh.recorded is True and tanh.outputs == 1
    assert cov is not None and cov.recorded is False and cov.differences
    assert detach is not None and detach.recorded is False
    array, zeros, item = api.function("np.array"), api.function("np.zeros"), api.np_method("item")
    assert array is not None and array.made is False
    assert zeros is not None and zeros.made is True
    assert item is not None and item.python == "values"
