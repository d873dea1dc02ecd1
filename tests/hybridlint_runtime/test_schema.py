"""The JSON schema of `[tool.hybridlint]` accepts what both commands read, and refuses what they refuse."""

from __future__ import annotations

import sys
from pathlib import Path

import jsonschema
import pytest

from hybridlint import configuration, schema
from hybridlint.pyproject import ConfigurationError
from hybridlint_runtime.configuration import read_configuration
from hybridlint_runtime.errors import CannotLook

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ACCEPTED = [
    *(f"{key} = {setting.example}" for key, setting in configuration.SETTINGS.items()),
    "[tool.hybridlint.check]\npythonpath = ['src']\njobs = 2\ntimeout = 120",
    "[[tool.hybridlint.check.targets]]\ntarget = 'net:Net'\nshape = '2,3'\narg = {classes = 10}\nquick = true",
    "[[tool.hybridlint.check.targets]]\ntarget = 'net:Net'\ninput = ['2,3', '4']\nalso-shape = '2,3 4'\nrtol = 1e-3",
    "[tool.hybridlint.check]\ntargets = ['net:Net']",
]
REFUSED = [
    "selected = ['HYB3']",
    "select = 'HYB3'",
    "select = ['E501']",
    "show-source = 'yes'",
    "per-file-ignores = ['HYB3']",
    "baseline = 3",
    "[tool.hybridlint.check]\ntime-out = 120",
    "[tool.hybridlint.check]\njobs = 0",
    "[tool.hybridlint.check]\ntimeout = 'long'",
    "[[tool.hybridlint.check.targets]]\nshape = '2,3'",
    "[[tool.hybridlint.check.targets]]\ntarget = 'net:Net'\nquick = 1",
]


@pytest.mark.parametrize("text, accepted", [(text, text in ACCEPTED) for text in [*ACCEPTED, *REFUSED]])
def test_the_schema_agrees_with_the_commands(text: str, accepted: bool, tmp_path: Path) -> None:
    path = tmp_path / "pyproject.toml"
    path.write_text(f"[tool.hybridlint]\n{text}\n")
    try:
        configuration.load(str(path))
        read_configuration(str(path))
        read = True
    except (ConfigurationError, CannotLook):
        read = False
    table = tomllib.loads(path.read_text())["tool"]["hybridlint"]
    valid = jsonschema.Draft7Validator(schema.pyproject()).is_valid(table)
    assert (read, valid) == (accepted, accepted)


def test_the_schema_is_one() -> None:
    jsonschema.Draft7Validator.check_schema(schema.pyproject())
