"""Contexts: their spelling, and why one cannot be used. A GPU is played by an `nvidia-smi` that names one."""

from __future__ import annotations

import os
import pathlib
from typing import Callable

import pytest

from hybridlint_runtime.errors import CannotLook
from hybridlint_runtime.report import Report, Stage, Verdict
from hybridlint_runtime.spec.contexts import account, normalised, resolve

InstallDriver = Callable[[str], None]


@pytest.fixture
def driver(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> InstallDriver:
    """Puts an `nvidia-smi` first on the path that prints what it is given, or ends with 9 if that starts with `!`."""

    def install(expected_text: str) -> None:
        command = tmp_path / "nvidia-smi"
        exit_code = 9 if expected_text.startswith("!") else 0
        command.write_text(f"#!/bin/sh\ncat <<'END'\n{expected_text.lstrip('!')}\nEND\nexit {exit_code}\n")
        command.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")

    return install


@pytest.mark.parametrize(
    "text, expected", [("cpu", "cpu(0)"), ("gpu", "gpu(0)"), ("gpu(1)", "gpu(1)"), (" cpu(01) ", "cpu(1)")]
)
def test_spelling(text: str, expected: str) -> None:
    assert normalised(text) == expected


@pytest.mark.parametrize("text", ["", "GPU", "gpu1", "cpu()", "gpu(-1)", "cuda:0"])
def test_no_context(text: str) -> None:
    with pytest.raises(CannotLook, match="is not a context: write cpu, gpu"):
        normalised(text)


def test_no_gpu_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    usable, missing = resolve(["all", "cpu(1)", "cpu"])
    assert usable == ["cpu(0)", "cpu(1)"] and list(missing) == ["gpu(0)"]
    assert "no GPU found" in missing["gpu(0)"]
    assert resolve([]) == (["cpu(0)"], {})


@pytest.mark.parametrize(
    "expected_text, reason",
    [
        ("NVIDIA H100 PCIe, 9.0", "NVIDIA H100 PCIe has compute capability 9.0, and .* 5.0 to 8.6 only"),
        ("NVIDIA GeForce RTX 4090, 8.9", "8.9"),
        ("Tesla K80, 3.7", "3.7"),
        ("No devices were found", "nvidia-smi names none"),
        ("!NVIDIA-SMI has failed because it could not talk to the driver.", "could not talk to the driver"),
    ],
)
def test_a_gpu_that_mxnet_cannot_use(driver: InstallDriver, expected_text: str, reason: str) -> None:
    driver(expected_text)
    usable, missing = resolve(["cpu", "gpu"])
    assert usable == ["cpu(0)"]
    with pytest.raises(AssertionError, match=reason):
        raise AssertionError(missing["gpu(0)"])


def test_a_gpu_that_is_fine_and_an_mxnet_that_is_not(driver: InstallDriver) -> None:
    driver("NVIDIA A10, 8.6")
    usable, missing = resolve(["gpu", "gpu(3)"])
    assert usable == []
    assert "built without CUDA" in missing["gpu(0)"]
    assert missing["gpu(3)"] == "this machine has 1 GPU"


def test_a_required_context_that_was_not_checked_fails_the_check() -> None:
    report = Report("m:Net", Verdict.PASSED, contexts_checked=["cpu(0)"])
    account(report, {"gpu(0)": "no GPU found"}, ["cpu"])
    assert report.verdict is Verdict.PASSED and report.contexts_not_checked == {"gpu(0)": "no GPU found"}
    account(report, {}, ["gpu"])
    assert report.verdict is Verdict.FAILED
    (problem,) = report.problems
    assert problem.stage is Stage.CONTEXTS and "no GPU found" in problem.message
