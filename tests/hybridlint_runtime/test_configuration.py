"""Settings: where they come from, which wins, and what is reported of those that fit nothing."""

from __future__ import annotations

import pathlib
from typing import Any

import pytest

from hybridlint_runtime.configuration import (
    Settings,
    find_configuration,
    parse_ignored,
    parse_size,
    parse_tolerance,
    read_configuration,
)
from hybridlint_runtime.errors import CannotLook
from hybridlint_runtime.spec.options import Tolerance, elements


def table(folder: pathlib.Path, text: str) -> str:
    path = folder / "pyproject.toml"
    path.write_text(text)
    return str(path)


def test_a_target_wins_over_the_table_and_the_command_line_over_both(tmp_path: pathlib.Path) -> None:
    path = table(
        tmp_path,
        """
        [tool.hybridlint.check]
        jobs = 3
        timeout = 60
        seed = 1
        also-shape = "4,5"
        targets = ["first:Net", {target = "two.py:make", seed = 2, shape = ["2,3", "x=1"], arg = {n = 4, act = "re"}}]
        """,
    )
    configuration = read_configuration(path)
    first, second = configuration.targets
    assert configuration.jobs == 3 and configuration.common.timeout == 60
    assert (first.target, first.timeout, first.seed, first.also_shape) == ("first:Net", 60, 1, ("4,5",))
    assert (second.target, second.seed, second.input) == ("two.py:make", 2, ("2,3", "x=1"))
    assert second.job(["cpu(0)"]).target.arguments == {"n": 4, "act": "re"}
    assert second.updated({"seed": 9}, "the command line").job(["cpu(1)"]).options.seed == 9


@pytest.mark.parametrize(
    "text, expected_text",
    [
        ("[tool.hybridlint]\n", "pass a model"),
        ("[tool.hybridlint.check]\njobs = 2\n", "pass a model"),
        ("[tool.hybridlint.check]\ntargets = []\n", "pass a model"),
        ("[tool.hybridlint.check]\ntargets = 'm:N'\n", "must be a list"),
        ("[tool.hybridlint]\ncheck = 'm:N'\n", "must be a table"),
        ("[tool.hybridlint.check]\ntargets = [3]\n", "target 1 .* names no model"),
        ("[tool.hybridlint.check]\ntargets = [{shape = '2'}]\n", "names no model"),
        ("[tool.hybridlint.check]\ntargets = ['m:N']\njobs = 0\n", "an integer of at least 1"),
        ("[tool.hybridlint.check]\ntargets = ['m:N']\ntimeuot = 3\n", "no setting 'timeuot': did you mean 'timeout'"),
        ("[tool.hybridlint.check]\ntargets = ['m:N']\ntimeout = 'long'\n", "timeout in .* must be a number"),
        ("[tool.hybridlint.check]\ntargets = ['m:N']\nshape = [2, 3]\n", "must be a string or a list of strings"),
        ("[tool.hybridlint.check]\ntargets = ['m:N']\narchive = 1\n", "is not valid"),
        ("[tool.hybridlint.check\n", "is not valid TOML"),
    ],
)
def test_a_slip_in_the_table_is_reported(tmp_path: pathlib.Path, text: str, expected_text: str) -> None:
    with pytest.raises(CannotLook, match=expected_text) as raised:
        path = table(tmp_path, text)
        read_configuration(path).require_targets(path)
    assert "\n" not in raised.value.message


def test_the_nearest_file_is_found(tmp_path: pathlib.Path) -> None:
    path = table(tmp_path, "[tool.hybridlint.check]\n")
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    (below / "pyproject.toml").write_text("[project]\nname = 'other'\n", encoding="utf-8")
    assert find_configuration(str(below)) == path


def test_what_to_ignore_of_an_output() -> None:
    assert dict(map(parse_ignored, ["[0][1]=3:", "=..., -1"])) == {"[0][1]": "3:", "": "..., -1"}
    assert elements("3:, -1") == (slice(3, None), -1)
    assert elements("..., ::2, :-1") == (..., slice(None, None, 2), slice(None, -1))


@pytest.mark.parametrize("text", ["[0]", "3:", "[0]=", "[0]=x", "[0]=1:2:3:4", "first=3:", "[0]=3:,"])
def test_nothing_to_ignore(text: str) -> None:
    with pytest.raises(CannotLook, match="--ignore"):
        parse_ignored(text)


@pytest.mark.parametrize(
    "text, size", [("512", 512), ("2K", 2048), ("1.5G", 3 * 2**29), ("10 MiB", 10 * 2**20), ("1GB", 2**30)]
)
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text) == size


def test_tolerances_by_dtype_and_by_output() -> None:
    texts = ("float16=1e-2", "[1]=1e-3,1e-5", "=0")
    options = Settings(target="m:Net", input=("2",), tolerance=texts).job(["cpu(0)"]).options
    assert options.tolerances == {"float16": Tolerance(1e-2, 1e-2)}
    assert options.output_tolerances == {"[1]": Tolerance(1e-3, 1e-5), "": Tolerance(0, 0)}


@pytest.mark.parametrize("text", ["", "1e-3", "float17=1", "float16=", "float16=-1", "float16=1,2,3", "x=1", "[0]=nan"])
def test_no_tolerances(text: str) -> None:
    with pytest.raises(CannotLook, match="--tolerance"):
        parse_tolerance(text)


@pytest.mark.parametrize("text", ["", "0", "G", "-1G", "2X", "1e9"])
def test_no_sizes(text: str) -> None:
    with pytest.raises(CannotLook, match="is not a size"):
        parse_size(text)


@pytest.mark.parametrize(
    "values, expected_text",
    [
        ({}, "needs inputs"),
        ({"input": ["2"], "timeout": 0.0}, "more than 0"),
        ({"batch": "x"}, None),
        ({"input": ["2"], "batch": 0}, "--batch must be at least 1"),
        ({"input": ["2"], "timeout": float("nan")}, "more than 0"),
        ({"input": ["2"], "rtol": -1.0}, "--rtol must be a number from 0"),
        ({"input": ["2"], "atol": float("nan")}, "--atol must be a number from 0"),
    ],
)
def test_settings_without_sense(values: Any, expected_text: Any) -> None:
    settings = Settings(target="m:Net")
    with pytest.raises(CannotLook, match=expected_text):
        settings.updated(values, "here").job(["cpu(0)"])
