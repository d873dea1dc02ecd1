"""Contexts: their spelling, and why one cannot be used."""

from __future__ import annotations

import os
import pathlib

import pytest

from hybridlint_runtime.errors import CannotLook
from hybridlint_runtime.report import Report, Stage, Verdict
from hybridlint_runtime.spec import contexts
from hybridlint_runtime.spec.contexts import account, normalised, resolve


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


def test_a_driver_and_an_mxnet_without_cuda(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = tmp_path / "nvidia-smi"
    driver.write_text("#!/bin/sh\n")
    driver.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    contexts._tried.cache_clear()
    usable, missing = resolve(["all", "gpu(3)"])
    contexts._tried.cache_clear()
    assert usable == ["cpu(0)"] and list(missing) == ["gpu(0)", "gpu(3)"]
    assert "built without CUDA" in missing["gpu(0)"]


def test_a_required_context_that_was_not_checked_fails_the_check() -> None:
    report = Report("m:Net", Verdict.PASSED, contexts_checked=["cpu(0)"])
    account(report, {"gpu(0)": "no GPU found"}, ["cpu"])
    assert report.verdict is Verdict.PASSED and report.contexts_not_checked == {"gpu(0)": "no GPU found"}
    account(report, {}, ["gpu"])
    assert report.verdict is Verdict.FAILED
    (problem,) = report.problems
    assert problem.stage is Stage.CONTEXTS and "no GPU found" in problem.message
