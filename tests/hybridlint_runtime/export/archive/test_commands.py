"""`export`, `load` and `inspect`, as a user types them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import mxnet as mx
import pytest

import hybridlint_runtime
from hybridlint_runtime.cli import main
from hybridlint_runtime.export.archive.exporting import export_tree
from hybridlint_runtime.export.archive.reading import Archive

from .conftest import HERE, load_models

MODELS = HERE / "models.py"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("commands") / "model"
    assert main(["export", f"{MODELS}:PlainAndHybrid", "--shape", "2,3", "--output", str(path)]) == 0
    return path


def test_a_plain_root_needs_its_source(archive: Path, capsys: Any) -> None:
    assert main(["load", str(archive)]) == 2
    assert "is a plain Block" in capsys.readouterr().err
    assert main(["load", str(archive), "--into", f"{MODELS}:PlainAndHybrid"]) == 0


def test_check_without_source_checks_its_hybrid_blocks(archive: Path, capsys: Any) -> None:
    assert main(["load", str(archive), "--check", "--format", "json"]) == 0
    (result,) = json.loads(capsys.readouterr().out)
    assert result["passed"] and {call["status"] for call in result["calls"]} == {"passed", "not run"}


def test_inspect_shows_blocks_graphs_and_how_to_load_them(archive: Path, capsys: Any) -> None:
    assert main(["inspect", str(archive)]) == 0
    text = capsys.readouterr().out
    assert "middle: PlainAndHybrid.Inner, plain" in text and f"SymbolBlock.imports('{archive}/graphs/" in text
    assert main(["inspect", str(archive), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["blocks"][0]["path"] == ""


def test_what_was_not_recorded_is_not_proven(tmp_path: Path, capsys: Any) -> None:
    """Without a recorded call an archive loads, and the check states that this is all it knows."""
    net = mx.gluon.nn.Dense(2)
    net.initialize()
    net.hybridize()
    net(mx.nd.ones((2, 3)))
    export_tree(net, tmp_path / "held")
    assert main(["load", str(tmp_path / "held")]) == 0
    capsys.readouterr()
    assert main(["load", str(tmp_path / "held"), "--check"]) == 2
    text = capsys.readouterr().out
    assert "not proven, 0 of 1 call compared" in text
    assert main(["inspect", str(tmp_path / "held")]) == 0
    assert "load --check has nothing to compare with" in capsys.readouterr().out


def test_other_parameters_and_inputs_from_a_function(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "mine.py").write_text(
        "import mxnet as mx\n"
        "def make():\n    return mx.gluon.nn.Dense(2, in_units=3)\n"
        "def inputs():\n    return [mx.nd.ones((2, 3))]\n"
    )
    net = mx.gluon.nn.Dense(2, in_units=3)
    net.initialize(mx.init.One())
    net.save_parameters(str(tmp_path / "saved.params"))
    command = ["export", f"{tmp_path}/mine.py:make", "--inputs-from", f"{tmp_path}/mine.py:inputs"]
    command += ["--parameters", f"{tmp_path}/saved.params", f"{tmp_path}/model"]
    assert main(command) == 0, capsys.readouterr().err
    assert (Archive(tmp_path / "model").parameters()["weight"].asnumpy() == 1).all()


def test_help_shows_an_example_of_each(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["hybridlint-runtime"])
    for command in ("export", "load"):
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        assert ended.value.code == 0
        assert f"\n  hybridlint-runtime {command} " in capsys.readouterr().out


def test_bad_input_gets_one_line(archive: Path, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "folder").mkdir()
    bad = [
        ["inspect", str(tmp_path / "folder")],
        ["load", str(tmp_path / "nothing"), "--check"],
        ["load", str(archive), "--check", "--ctx", "tpu"],
        ["export", f"{MODELS}:PlainAndHybrid", "--shape", "2,3", str(tmp_path / "no" / "where" / "\0")],
        ["export", f"{MODELS}:PlainAndHybrid", "--shape", "2,3,x", str(tmp_path / "x")],
        ["export", f"{MODELS}:Nothing", "--shape", "2,3", str(tmp_path / "x")],
        ["export", f"{MODELS}:PlainAndHybrid", str(tmp_path / "x")],
        ["export", f"{MODELS}:PlainAndHybrid", "--shape", "2,3", str(tmp_path / "x"), "--parameters", "nowhere"],
        ["export", f"{MODELS}:PlainAndHybrid", "--shape", "2,3", str(tmp_path / "x"), "--ctx", "gpu(77)"],
        ["export", f"{MODELS}:PlainAndHybrid", "--shape", "2,3", str(MODELS)],
        ["load", str(archive), "--into", f"{MODELS}:Deferred"],
        ["load", str(archive), "--check", "--into", f"{MODELS}:Nothing"],
        ["load", str(archive), "--ctx", "gpu(77)"],
        ["inspect", str(tmp_path / "nothing")],
        ["inspect", str(MODELS)],
    ]
    for arguments in bad:
        capsys.readouterr()
        assert main(arguments) == 2, arguments
        message = capsys.readouterr().err.strip().splitlines()
        assert message and message[0].startswith("hybridlint-runtime: "), arguments
        assert not any("Traceback" in line for line in message), arguments


def test_a_check_loads_a_plain_root_with_its_source(tmp_path: Path) -> None:
    """The fresh process of the probe finds the model's code: the root is compared as well as its parts."""
    compared = []
    for target in (load_models().NeverCalled, f"{MODELS}:NeverCalled"):
        report = hybridlint_runtime.check(target, (2, 3), probes=["archive"])
        (details,) = [probe.details for probe in report.probes if probe.probe == "archive"]
        compared.append(details["blocks"])
    assert compared == [1, 2]
