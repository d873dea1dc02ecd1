"""`export`, `load` and `inspect`, as a user types them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hybridlint_runtime.cli import main

from .conftest import HERE

MODELS = HERE / "models.py"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("commands") / "model"
    assert main(["export", f"{MODELS}:PlainAndHybrid", "--shape", "2,3", str(path)]) == 0
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
    assert "middle: PlainAndHybrid.Inner, plain" in text and "SymbolBlock.imports('graphs/" in text
    assert main(["inspect", str(archive), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["blocks"][0]["path"] == ""


def test_bad_input_gets_one_line(archive: Path, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "folder").mkdir()
    bad = [
        ["inspect", str(tmp_path / "folder")],
        ["load", str(tmp_path / "nothing"), "--check"],
        ["load", str(archive), "--check", "--ctx", "tpu"],
        ["export", f"{MODELS}:PlainAndHybrid", "--shape", "2,3", str(tmp_path / "no" / "where" / "\0")],
        ["export", f"{MODELS}:PlainAndHybrid", "--shape", "2,3,x", str(tmp_path / "x")],
        ["export", f"{MODELS}:Nothing", "--shape", "2,3", str(tmp_path / "x")],
    ]
    for arguments in bad:
        assert main(arguments) == 2, arguments
        said = capsys.readouterr().err.strip().splitlines()
        assert said and said[0].startswith("hybridlint_runtime: "), arguments
        assert not any("Traceback" in line for line in said), arguments
