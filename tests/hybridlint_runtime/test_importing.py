"""Projects in their usual layouts: a target by name and by file, each from the root of the project."""

from __future__ import annotations

import pathlib
import sys
import textwrap
from typing import Iterator, List

import pytest

from hybridlint_runtime import configuration
from hybridlint_runtime.errors import CannotLook
from hybridlint_runtime.fixing import _in_overlay
from hybridlint_runtime.overlay import overlaid
from hybridlint_runtime.spec.importing import module_of
from hybridlint_runtime.spec.target import parse_target

LAYERS = "def units():\n    return 5\n"
NET = """
    import types  # of Python, not the file of this name beside this one

    from mxnet.gluon import HybridBlock, nn

    from {package} import units

    class Net(HybridBlock):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.made = types.SimpleNamespace(of=units())
            self.fc = nn.Dense(units())

        def hybrid_forward(self, F, x):
            return self.fc(x)
"""


@pytest.fixture(autouse=True)
def path_and_modules() -> Iterator[None]:
    path, modules = list(sys.path), set(sys.modules)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        if name.split(".")[0] in ("everyday", "net", "layers"):
            del sys.modules[name]


def project(root: pathlib.Path, folder: str, imported: str = ".layers", packages: bool = True) -> None:
    place = root / folder
    (place / "deep").mkdir(parents=True)
    (place / "layers.py").write_text(LAYERS)
    (place / "types.py").write_text("raise RuntimeError('shadows Python')")
    (place / "net.py").write_text(textwrap.dedent(NET.format(package=imported)))
    if packages:
        (place / "deep" / "net.py").write_text(textwrap.dedent(NET.format(package="..layers")))
        (place / "__init__.py").touch()
        (place / "deep" / "__init__.py").touch()


@pytest.mark.parametrize(
    "folder, packages, target",
    [
        ("everyday", True, "everyday.net:Net"),
        ("everyday", True, "everyday/net.py:Net"),
        ("everyday", True, "everyday/deep/net.py:Net"),
        ("src/everyday", True, "everyday.net:Net"),
        ("src/everyday", True, "everyday.deep.net:Net"),
        ("src/everyday", True, "src/everyday/net.py:Net"),
        ("src/everyday", True, "src/everyday/deep/net.py:Net"),
        # Namespace packages.
        ("src/everyday/models", False, "everyday.models.net:Net"),
        ("src/everyday/models", False, "src/everyday/models/net.py:Net"),
    ],
)
def test_models_in_packages(
    folder: str, packages: bool, target: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project(tmp_path, folder, packages=packages)
    monkeypatch.chdir(tmp_path)
    net = parse_target(target).factory()()
    assert net.fc._units == 5
    assert type(net).__module__.startswith("everyday.")


def test_a_folder_of_data_does_not_hide_the_package_in_src(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project(tmp_path, "src/everyday")
    (tmp_path / "everyday").mkdir()
    monkeypatch.chdir(tmp_path)
    assert parse_target("everyday.net:Net").factory()().fc._units == 5


def test_a_module_that_is_missing(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project(tmp_path, "src/everyday")
    monkeypatch.chdir(tmp_path)
    for target, reason in (("everyday.nett:Net", "no module 'everyday.nett'"), ("everydya.net:Net", "--pythonpath")):
        with pytest.raises(CannotLook, match=reason):
            parse_target(target).factory()


def test_pythonpath_is_relative_to_the_table(tmp_path: pathlib.Path) -> None:
    project(tmp_path, "code/everyday")
    table = tmp_path / "pyproject.toml"
    table.write_text(
        '[tool.hybridlint.check]\npythonpath = ["code"]\n[[tool.hybridlint.check.targets]]\n'
        'target = "everyday.net:Net"\nshape = "2,3"\n'
    )
    (settings,) = configuration.read_configuration(str(table)).targets
    assert settings.job(["cpu(0)"]).search == (str(tmp_path / "code"),)
    table.write_text(table.read_text().replace('"code"', '"cod"'))
    (settings,) = configuration.read_configuration(str(table)).targets
    with pytest.raises(CannotLook, match="cod is not a folder"):
        settings.job(["cpu(0)"])


def test_fixes_are_checked_in_the_copy_of_a_src_layout(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project(tmp_path, "src/everyday")
    monkeypatch.chdir(tmp_path)
    changed = tmp_path.resolve() / "src" / "everyday" / "layers.py"
    copies = tmp_path / "copies"
    copies.mkdir()
    overlay = overlaid(str(copies), {str(changed): b"def units():\n    return 9\n"})
    settings = configuration.Settings(target="everyday.net:Net", input=("2,3",))
    job = _in_overlay(settings.job(["cpu(0)"]), overlay)
    # As with an editable installation, the original is in the search path, too.
    monkeypatch.syspath_prepend(tmp_path / "src")
    sys.path[:0] = job.search
    assert parse_target("everyday.net:Net").factory()().fc._units == 9


@pytest.mark.parametrize(
    "targets, suggested",
    [
        (["pkg.net.Net"], "pkg.net:Net"),
        (["net.py", "net.py:"], "net.py:Net"),
        (["models/net.py"], "models/net.py:Net"),
        (["pkg.net"], "pkg:net or pkg.net:Net"),
        (["", ":"], "mymodel:Net"),
    ],
)
def test_a_target_without_a_colon(targets: List[str], suggested: str) -> None:
    for target in targets:
        with pytest.raises(CannotLook, match="names no model: write " + suggested.replace(".", r"\.") + "$"):
            parse_target(target)


def test_a_file_outside_of_packages_stays_on_its_own(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project(tmp_path, "scripts", imported="layers", packages=False)
    (tmp_path / "scripts" / "types.py").unlink()
    monkeypatch.chdir(tmp_path)
    assert module_of("scripts/net.py") == (str(tmp_path / "scripts"), "net")
    assert parse_target("scripts/net.py:Net").factory()().fc._units == 5
