"""What differs between the generations of MXNet is in `hybridlint_runtime/backend/`, and nowhere else."""

from __future__ import annotations

import pathlib
import re

import hybridlint_runtime
from hybridlint_runtime.backend import Backend, load_backend
from hybridlint_runtime.backend.mxnet2 import MXNet2
from hybridlint_runtime.questions import ALL

PACKAGE = pathlib.Path(hybridlint_runtime.__file__).parent
#: Names that only one generation has.
_OF_ONE_GENERATION = re.compile(
    r"\b(list_ctx|list_device|reset_ctx|reset_device|_ctx_list|_device_list|_uuid|load_json|fromjson|to_device|"
    r"_deferred_compute|_var_name|as_in_context)\b|block\.prefix|params\.prefix"
)


def test_no_other_module_uses_what_only_one_generation_has() -> None:
    used = {
        f"{path.relative_to(PACKAGE)}: {match.group()}"
        for path in PACKAGE.rglob("*.py")
        if "backend" not in path.parts and "onnx" not in path.parts
        for match in _OF_ONE_GENERATION.finditer(path.read_text(encoding="utf-8"))
    }
    assert used == set()


def test_no_other_module_compares_versions_of_mxnet() -> None:
    compared = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if "backend" not in path.parts
        and re.search(r"__version__[^\n]*([<>]|==|startswith|split)", path.read_text(encoding="utf-8"))
    }
    assert compared == set()


def test_mxnet_2_overrides_parts_of_the_interface_and_adds_none() -> None:
    names = {probe.name for probe in ALL}
    assert {name for name in vars(MXNet2) if not name.startswith("_") and not hasattr(Backend, name)} == set()
    for kind in (Backend, MXNet2):
        assert set(kind.not_asked) <= names and set(kind.remedies) <= names


def test_no_remedy_of_mxnet_2_names_what_only_1_has() -> None:
    shown = {probe.name: MXNet2.remedies.get(probe.name, probe.remedy) for probe in ALL}
    compared = {name: remedy for name, remedy in shown.items() if name not in MXNet2.not_asked}
    assert len(compared) > 20
    only_1 = re.compile(r"\bF\.|\bF\b functions|hybrid_forward|params\.get|asscalar|\bnd\.|Symbol")
    assert {name: remedy for name, remedy in compared.items() if only_1.search(remedy)} == {}


def test_this_mxnet_is_of_the_first_generation() -> None:
    assert type(load_backend()) is Backend
