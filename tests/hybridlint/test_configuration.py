"""`[tool.hybridlint]` and the selection of codes."""

from __future__ import annotations

import argparse
import functools
import itertools
from pathlib import Path
from typing import Any, List, Optional

import pytest
from flake8.main.cli import main as flake8
from flake8.style_guide import Decision, DecisionEngine

from hybridlint import cli, configuration
from hybridlint.configuration import Configuration, ConfigurationError
from hybridlint.rules import all_rules


def write(folder: Path, table: str) -> str:
    path = folder / "pyproject.toml"
    path.write_text(f"[project]\nname = 'x'\n[tool.hybridlint]\n{table}\n", encoding="utf-8")
    return str(path)


def test_every_key_is_read(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
        select = ["HYB", "HYB9"]
        extend-select = ["HYB1"]
        ignore = ["HYB301"]
        extend-ignore = ["HYB2"]
        exclude = ["generated", "old/*.py"]
        extend-exclude = ["more"]
        mxnet-version = "1.7"
        baseline = "known.json"
        show-source = true
        [tool.hybridlint.per-file-ignores]
        "tests/*" = ["HYB4"]
        """,
    )
    assert configuration.load(path) == Configuration(
        select=("HYB", "HYB9"),
        extend_select=("HYB1",),
        ignore=("HYB301",),
        extend_ignore=("HYB2",),
        per_file_ignores=((str(tmp_path / "tests" / "*"), ("HYB4",)),),
        exclude=("generated", str(tmp_path / "old" / "*.py")),
        extend_exclude=("more",),
        mxnet_version="1.7.0",
        baseline=str(tmp_path / "known.json"),
        show_source=True,
    )


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("selct = ['HYB']", ["selct", "'select'"]),
        ("select = ['HYB777']", ["HYB777", "select"]),
        ("ignore = ['E501']", ["E501", "ignore"]),
        ("select = 'HYB'", ["list of strings"]),
        ("mxnet-version = '3.0'", ["3.0", "1.9.1"]),
        ("mxnet-version = 1.9", ["1.9"]),
        ("show-source = 'yes'", ["yes"]),
        ("per-file-ignores = ['a.py']", ["table"]),
        ("select = [", ["TOML"]),
    ],
)
def test_mistakes_are_reported_with_the_file_and_the_key(tmp_path: Path, table: str, words: List[str]) -> None:
    path = write(tmp_path, table)
    with pytest.raises(ConfigurationError) as caught:
        configuration.load(path)
    for word in [path, *words]:
        assert word in str(caught.value)


def test_the_nearest_file_with_the_table_counts(tmp_path: Path) -> None:
    path = write(tmp_path, "")
    below = tmp_path / "package" / "module"
    below.mkdir(parents=True)
    (tmp_path / "package" / "pyproject.toml").write_text("[tool.other]\n")
    assert configuration.find(str(below)) == path
    (below / "pyproject.toml").write_text("[tool.hybridlint]\n")
    assert configuration.find(str(below)) == str(below / "pyproject.toml")


def test_the_command_line_outweighs_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hybridlint.options import parser

    write(tmp_path, "select = ['HYB1']\nexclude = ['old']")
    monkeypatch.chdir(tmp_path)
    chosen = cli._settings(parser().parse_args(["check", "--select", "HYB3"])).configuration
    assert chosen.select == ("HYB3",) and chosen.exclude == ("old",)
    assert cli._settings(parser().parse_args(["check", "--isolated"])).configuration == Configuration()


@pytest.mark.parametrize("name", [".flake8", "setup.cfg", "tox.ini"])
def test_the_options_of_flake8_apply(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / name).write_text(
        "[flake8]\nmax-line-length = 100\nselect = E,F\nextend_select = HYB9,B950\nextend-ignore = E203, HYB4\n"
        "per-file-ignores =\n    tests/*: HYB3,F401\nexclude = build,old/*.py\nhybridlint-mxnet-version = 1.7\n"
    )
    below = tmp_path / "below"
    below.mkdir()
    monkeypatch.chdir(below)
    values, path = configuration.of_flake8()
    assert path == str(tmp_path / name)
    # Not the codes of other plugins: whoever calls this command asks for hybridlint's.
    assert "select" not in values and values["extend_select"] == ("HYB9",) and values["extend_ignore"] == ("HYB4",)
    assert values["per_file_ignores"] == ((str(below / "tests" / "*"), ("HYB3",)),)
    assert values["exclude"] == ("build", str(tmp_path / "old" / "*.py"))
    assert values["mxnet_version"] == "1.7.0"


def test_both_front_ends_agree_on_a_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """flake8 reports the same lines, whatever its section selects."""
    block = (
        "from mxnet.gluon import HybridBlock\n\n\nclass Net(HybridBlock):\n    def hybrid_forward(self, F, x):\n"
        "        return F.relu(x[0]) + x.shape[0]\n"
    )
    for path in ("net.py", "tests/net.py", "old/net.py"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(block)
    monkeypatch.chdir(tmp_path)
    for section in (
        "",
        "select = E,HYB1",
        "ignore = HYB3",
        "extend-ignore = HYB101\nexclude = old",
        "per-file-ignores = tests/net.py: HYB1\nextend-exclude = old",
        "select = HYB,HYB9",
    ):
        (tmp_path / ".flake8").write_text(f"[flake8]\n{section}\n")
        shown = []
        for command in (functools.partial(flake8, ["--jobs=1"]), lambda: cli.main(["check", "--quiet", "--no-cache"])):
            assert command() in (0, 1)
            printed = capsys.readouterr()
            assert not printed.err
            shown.append(sorted(line for line in printed.out.splitlines() if " HYB" in line))
        assert shown[0] == shown[1], section
    assert shown[0]


def test_the_table_overrides_the_section(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hybridlint.options import parser

    write(tmp_path, "ignore = ['HYB1']")
    (tmp_path / ".flake8").write_text("[flake8]\nignore = HYB2\nextend-exclude = old\n")
    monkeypatch.chdir(tmp_path)
    settings = cli._settings(parser().parse_args(["check"]))
    assert settings.configuration.ignore == ("HYB1",) and settings.configuration.extend_exclude == ("old",)
    assert set(settings.sources) == {"[flake8]", "[tool.hybridlint]"}


@pytest.mark.parametrize("code", ["HYB301", "HYB101", "HYB901"])
def test_selection_is_flake8s_but_for_the_opt_in_codes(code: str) -> None:
    lists: List[Optional[List[str]]] = [None, ["HYB"], ["HYB3"], ["HYB301"], ["HYB9"], ["HYB1", "HYB901"]]
    for select, extend, ignore, extend_ignore in itertools.product(lists, repeat=4):
        chosen = Configuration(
            select=tuple(select) if select is not None else None,
            extend_select=tuple(extend or ()),
            ignore=tuple(ignore) if ignore is not None else None,
            extend_ignore=tuple(extend_ignore or ()),
        )
        options = argparse.Namespace(
            select=select,
            extend_select=extend,
            ignore=ignore,
            extend_ignore=extend_ignore,
            extended_default_select=["HYB"],
            extended_default_ignore=["HYB9"],
        )
        flake8_says = DecisionEngine(options).decision_for(code) is Decision.Selected
        asked_for = any(item.startswith("HYB9") for item in [*(select or []), *(extend or [])])
        expected: Any = flake8_says and (asked_for or not code.startswith("HYB9"))
        assert chosen.reports("a.py", code) == expected, options


def test_beginnings_of_codes_are_codes() -> None:
    for rule in all_rules():
        assert all(configuration.is_code(rule.code[:length]) for length in range(3, 7))
    assert not any(configuration.is_code(text) for text in ("", "HY", "HYB3011", "E501"))


def test_versions() -> None:
    assert configuration.parse_version("1.9") == configuration.parse_version("1.9.1") == "1.9.1"
    assert configuration.parse_version("2.0") == "2.0.0b1"
    for wrong in ("1", "3.0", "", "1.9.", "latest"):
        with pytest.raises(ConfigurationError):
            configuration.parse_version(wrong)
