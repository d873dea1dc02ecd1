"""Base classes and helpers of the files beside a linted one."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Dict, List, Tuple

import pytest

from hybridlint import neighbours
from hybridlint.analysis import analyse

HELPERS = """\
from .constants import EPSILON

def jitter(F, x, rounds=3):
    for number in range(rounds):
        y = x + EPSILON * number
        if F.min(y) > 0:
            return y
    return x

class Holder:
    def __init__(self, x):
        self.x = x

    def width(self):
        return self.x.shape[1]
"""
BASE = """\
from mxnet.gluon import HybridBlock, nn

class Base(HybridBlock):
    def __init__(self, **kwargs):
        super(Base, self).__init__(**kwargs)
        self.debug = False
        self.dense = nn.Dense(3)

    def sizes(self, x):
        return x.shape

    def hybrid_forward(self, F, x):
        return self.step(F, self.dense(x))
"""
NET = """\
from mxnet.gluon import HybridBlock
{imports}

class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {result}
"""


@pytest.fixture(autouse=True)
def _forget() -> None:
    """The files of one test are not those of another, of the same names."""
    for cached in (
        neighbours._file,
        neighbours._package,
        neighbours._names,
        neighbours._lines,
        neighbours._imports_of,
        neighbours._definitions,
        neighbours._attributes_set,
    ):
        cached.cache_clear()


def findings_of(folder: Path, files: Dict[str, str], name: str = "net.py") -> List[Tuple[int, str, str]]:
    """The line, the code and the message of each default finding in `name`, one of `files`."""
    files = {"__init__.py": "", "constants.py": "EPSILON = 1e-5\n", **files}
    return findings_in(folder, {f"package/{title}": text for title, text in files.items()}, f"package/{name}")


def findings_in(folder: Path, files: Dict[str, str], name: str) -> List[Tuple[int, str, str]]:
    for title, text in files.items():
        (folder / title).parent.mkdir(parents=True, exist_ok=True)
        (folder / title).write_text(text)
    findings = analyse(files[name], path=str(folder / name))
    return [(finding.line, finding.code, finding.message) for finding in findings if finding.default]


@pytest.mark.parametrize(
    ("imports", "result"),
    [
        ("from .helpers import jitter", "jitter(F, x)"),
        ("from .helpers import jitter as shifted", "x + shifted(F, x, rounds=2)"),
        ("from .helpers import *", "jitter(F, x)"),
        ("from . import helpers", "helpers.jitter(F, x)"),
        ("from package.helpers import jitter", "jitter(F, x)"),
        ("import package.helpers as tools", "tools.jitter(F, x)"),
    ],
)
def test_a_failure_in_a_helper_is_reported_at_the_call(tmp_path: Path, imports: str, result: str) -> None:
    net = NET.format(imports=imports, result=result)
    [(line, code, message)] = findings_of(tmp_path, {"helpers.py": HELPERS, "net.py": net})
    assert (line, code) == (6, "HYB401")
    assert message.startswith("helpers.py:6: `F.min(y) > 0` ")


def test_a_helper_that_is_defined_on_a_condition_is_followed(tmp_path: Path) -> None:
    helpers = "import sys\n\nif sys.version_info > (3,):\n" + textwrap.indent(HELPERS, "    ")
    net = NET.format(imports="from .helpers import jitter", result="jitter(F, x)")
    [(line, code, message)] = findings_of(tmp_path, {"helpers.py": helpers, "net.py": net})
    assert (line, code) == (6, "HYB401")
    assert message.startswith("helpers.py:9: `F.min(y) > 0` ")


def test_a_global_of_another_file_that_a_helper_counts_is_constant(tmp_path: Path) -> None:
    helpers = "CALLS = 0\n\ndef scaled(x):\n    global CALLS\n    CALLS += 1\n    return x * CALLS\n"
    net = NET.format(imports="from .helpers import scaled", result="scaled(x)")
    [(line, code, message)] = findings_of(tmp_path, {"helpers.py": helpers, "net.py": net})
    assert (line, code) == (6, "HYB503") and message.startswith("helpers.py:6: the global `CALLS` ")


def test_each_call_of_a_helper_is_reported(tmp_path: Path) -> None:
    net = NET.format(imports="from .helpers import jitter", result="jitter(F, x) + (\n            jitter(F, x * 2))")
    assert [line for line, *_ in findings_of(tmp_path, {"helpers.py": HELPERS, "net.py": net})] == [6, 7]


def test_objects_of_other_files_are_followed(tmp_path: Path) -> None:
    net = NET.format(imports="from .helpers import Holder", result="x * Holder(x).width()")
    [(line, code, message)] = findings_of(tmp_path, {"helpers.py": HELPERS, "net.py": net})
    assert (line, code) == (6, "HYB101") and message.startswith("helpers.py:15: `self.x.shape` ")


def test_methods_of_a_base_in_another_file_are_followed_and_call_those_of_the_class(tmp_path: Path) -> None:
    net = """\
from .base import Base

class Net(Base):
    def step(self, F, x):
        if self.debug:
            print(x.shape)
        x = x * self.sizes(x)[0]
        return x + x.ndim
"""
    findings = findings_of(tmp_path, {"base.py": BASE, "net.py": net})
    assert [(line, code) for line, code, _ in findings] == [(7, "HYB101"), (8, "HYB101")]
    assert findings[0][2].startswith("base.py:10: `x.shape` ") and findings[1][2].startswith("`x.ndim` ")


def test_the_traced_method_of_a_block_of_another_file_is_reported_there_alone(tmp_path: Path) -> None:
    child = "from mxnet.gluon import HybridBlock\n\nclass Child(HybridBlock):\n    def hybrid_forward(self, F, x):\n"
    child += "        return x * x.shape[1]\n"
    net = "from .child import Child\nfrom mxnet.gluon import HybridBlock\n\nclass Heir(Child):\n    pass\n\n"
    net += (
        "class Net(HybridBlock):\n    def __init__(self):\n        super().__init__()\n        self.child = Child()\n\n"
    )
    net += "    def hybrid_forward(self, F, x):\n        return self.child(x)\n"
    files = {"child.py": child, "net.py": net}
    assert findings_of(tmp_path, files) == []
    assert [line for line, *_ in findings_of(tmp_path, files, "child.py")] == [5]


@pytest.mark.parametrize("text", [None, "def jitter(F, x:\n", "\0", "raise SystemExit\n", "jitter = None\n"])
def test_a_file_that_cannot_be_read_changes_nothing_and_none_is_run(tmp_path: Path, text: str) -> None:
    files = {"net.py": NET.format(imports="from .helpers import jitter", result="jitter(F, x) * x.ndim")}
    if text is not None:
        files["helpers.py"] = text
    assert [code for _, code, _ in findings_of(tmp_path, files)] == ["HYB101"]


def test_the_files_that_decide_a_cached_result_include_those_that_appear(tmp_path: Path) -> None:
    text = "from . import helpers\nfrom .base import (Base,\n    Other)\n"
    net = tmp_path / "net.py"
    net.write_text(text)
    assert neighbours.imported_files(str(net), text) == []
    (tmp_path / "helpers.py").write_text("from . import constants\n")
    (tmp_path / "base.py").write_text("")
    (tmp_path / "constants.py").write_text("")
    neighbours._file.cache_clear()
    names = [Path(file).name for file in neighbours.imported_files(str(net), text)]
    assert names == ["base.py", "constants.py", "helpers.py"]


def test_a_class_of_another_file_leaves_a_file_of_functions_as_it_is(tmp_path: Path) -> None:
    operators = (
        "class Operator:\n    def __init__(self, name):\n        self.name = name\n\n"
        "    def __call__(self, function):\n        return lambda *arguments: self, function, arguments\n"
    )
    net = "from .operators import Operator\n\n@Operator('add')\ndef add(F, x, y):\n    return F.add(x, y)\n"
    assert [code for _, code, _ in findings_of(tmp_path, {"operators.py": operators, "net.py": net})] == ["HYB103"]


def test_the_files_of_mxnet_are_not_read(tmp_path: Path) -> None:
    block = "class Block:\n    pass\n\nclass HybridBlock(Block):\n    pass\n"
    net = (
        "from .. import ndarray\nfrom .block import HybridBlock\n\nclass Net(HybridBlock):\n"
        "    def hybrid_forward(self, F, x):\n        return x.size if F is ndarray else x * x.ndim\n"
    )
    files = {"mxnet/__init__.py": "", "mxnet/ndarray/__init__.py": "waitall = None\n", "mxnet/gluon/__init__.py": ""}
    files.update({"mxnet/gluon/block.py": block, "mxnet/gluon/net.py": net})
    alike = findings_in(tmp_path, files, "mxnet/gluon/net.py")
    assert [line for line, code, _ in alike if code == "HYB101"] == [6]
    assert all("x.size" not in message for _, _, message in alike)


@pytest.mark.parametrize("folder", ["site-packages", "project"])
def test_installed_packages_are_no_neighbours(tmp_path: Path, folder: str) -> None:
    files = {f"{folder}/own/__init__.py": "", f"{folder}/helpers.py": HELPERS, f"{folder}/constants.py": "EPSILON = 1"}
    files[f"{folder}/own/net.py"] = NET.format(imports="from helpers import Holder", result="x * Holder(x).width()")
    assert bool(findings_in(tmp_path, files, f"{folder}/own/net.py")) == (folder == "project")


@pytest.mark.parametrize(
    ("made", "reads", "expected"),
    [
        ("Maybe(False)", "out[0] * 2", ["HYB301"]),
        ("Maybe(False)", "x * len(out)", ["HYB306"]),
        ("build(1)", "out[1]", ["HYB302"]),
        ("Maybe()", "out[0] * 2", []),
        ("build(2)", "out[1]", []),
        ("Maybe(**kwargs)", "out[0] * 2", []),
    ],
)
def test_a_part_of_what_a_child_of_another_file_returns(
    tmp_path: Path, made: str, reads: str, expected: List[str]
) -> None:
    maybe = """\
from mxnet.gluon import HybridBlock

class Maybe(HybridBlock):
    def __init__(self, both=True):
        super().__init__()
        self.both = both

    def hybrid_forward(self, F, x):
        if self.both:
            return x * 2, x * 3
        return x * 4

def build(count):
    return Maybe(count == 2)
"""
    net = f"""\
from mxnet.gluon import HybridBlock
from .maybe import Maybe, build

class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__()
        self.maybe = {made}

    def hybrid_forward(self, F, x):
        out = self.maybe(x)
        return {reads}
"""
    findings = findings_of(tmp_path, {"maybe.py": maybe, "net.py": net})
    assert [code for _, code, _ in findings] == expected


def test_the_outputs_that_a_child_of_another_file_returns_have_their_shapes(tmp_path: Path) -> None:
    scale = """\
from mxnet.gluon import HybridBlock, nn

class Scale(HybridBlock):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4)

    def hybrid_forward(self, F, x):
        y = self.fc(x)
        return y, F.mean(y, axis=1, keepdims=True)
"""
    net = """\
from mxnet.gluon import HybridBlock
from .scale import Scale

class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = Scale()

    def hybrid_forward(self, F, x):
        y, mean = self.scale(x)
        return y * mean
"""
    findings = findings_of(tmp_path, {"scale.py": scale, "net.py": net})
    assert [code for _, code, _ in findings] == ["HYB201"]
