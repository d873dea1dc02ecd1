"""MXNet is imported with what this Python and NumPy lack restored, or an error states what to install."""

from __future__ import annotations

import concurrent.futures
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import textwrap
import warnings
from importlib import metadata
from typing import Set

import numpy
import pytest

from hybridlint_runtime.mxnet_compat import import_mxnet

mx = import_mxnet()

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COMMAND = [sys.executable, "-m", "hybridlint_runtime", "check", "good.py:Net", "--shape", "2,3", "--quiet"]
GOOD = (
    "import mxnet as mx\nclass Net(mx.gluon.HybridBlock):\n    def hybrid_forward(self, F, x):\n        return x * 2\n"
)


def output_with(folder: pathlib.Path, **packages: str) -> subprocess.CompletedProcess[str]:
    """What the command states where `packages` (name → text of its `__init__.py`) come before the installed ones."""
    (folder / "good.py").write_text(GOOD)
    for name, text in packages.items():
        (folder / "first" / name).mkdir(parents=True)
        (folder / "first" / name / "__init__.py").write_text(text)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder / "first"), str(ROOT)])}
    return subprocess.run(COMMAND, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "packages, message",
    [
        (
            {"mxnet": "raise ModuleNotFoundError(\"No module named 'mxnet'\", name='mxnet')"},
            "MXNet is not installed for {python}: pip install 'hybridlint[runtime]'",
        ),
        (
            {"mxnet": "raise OSError('libgomp.so.1: cannot open shared object file: No such file or directory')"},
            "MXNet needs the system library libgomp.so.1, which is missing: apt-get install libgomp1",
        ),
        (
            {"mxnet": "raise OSError('libquadmath.so.0: cannot open shared object file: No such file or directory')"},
            "apt-get install libquadmath0",
        ),
        (
            {"mxnet": "raise OSError('libcudart.so.11.0: cannot open shared object file: No such file or directory')"},
            "built for CUDA",
        ),
        ({"mxnet": "import numpy\nnumpy.no_such_name"}, "cannot be imported with NumPy"),
        ({"mxnet": "import no_such_requirement"}, "needs the module 'no_such_requirement'"),
        (
            {"numpy": "raise ModuleNotFoundError(\"No module named 'numpy'\", name='numpy')"},
            "numpy is not installed: pip install",
        ),
    ],
)
def test_one_line_names_what_to_install(tmp_path: pathlib.Path, packages: dict[str, str], message: str) -> None:
    ran = output_with(tmp_path, **packages)
    assert ran.returncode == 2 and ran.stdout == ""
    assert message.format(python=sys.executable) in ran.stderr and len(ran.stderr.splitlines()) == 1


def run_python(code: str, *options: str) -> None:
    subprocess.run([sys.executable, *options, "-c", textwrap.dedent(code)], cwd=ROOT, check=True)


@pytest.mark.slow
def test_setuptools_and_distutils_are_not_loaded_for_mxnet() -> None:
    run_python(
        """
        import sys
        before = list(sys.meta_path)
        import hybridlint_runtime.enable_mxnet
        assert not {"setuptools", "distutils"} & {name.split(".")[0] for name in sys.modules}
        assert [finder for finder in sys.meta_path if finder in before] == before
        """
    )


@pytest.mark.slow
def test_distutils_can_be_imported_after_mxnet() -> None:
    if not any(importlib.util.find_spec(name) for name in ("distutils", "setuptools")):
        pytest.skip("neither distutils nor setuptools is installed")
    run_python(
        "import hybridlint_runtime.enable_mxnet, setuptools, distutils.version; distutils.version.LooseVersion('1')",
        *["-W", "error::UserWarning"],
    )


def test_every_name_of_numpy_that_mxnet_reads_is_there() -> None:
    """Read from the source of the installed MXNet: the attributes of each module that it imports as NumPy."""
    read: Set[str] = set()
    for path in pathlib.Path(mx.__file__).parent.rglob("*.py"):
        text = path.read_text()
        for alias in set(re.findall(r"^import numpy as (\w+)", text, re.MULTILINE)):
            for line in text.splitlines():
                # Documentation shows `>>> np.zeros(...)`, where np is MXNet's.
                if not line.lstrip().startswith((">>>", "...", "#")):
                    read |= set(re.findall(rf"(?<![\w.'`\"]){alias}\.([a-zA-Z]\w*)", line))
    assert {"bool", "ndarray"} <= read
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        missing = {name for name in read if not hasattr(numpy, name)}
    assert not missing, sorted(missing)


@pytest.mark.slow
def test_a_restored_name_is_the_one_that_was_removed() -> None:
    run_python(
        """
        import numpy
        for name in ("bool", "int", "PINF", "product", "msort"): vars(numpy).pop(name, None)
        from hybridlint_runtime.mxnet_compat import import_mxnet
        mxnet = import_mxnet()
        assert numpy.bool is bool and numpy.int is int and numpy.PINF == numpy.inf
        assert numpy.product([2, 3]) == 6 and numpy.msort([[2, 1], [1, 2]]).tolist() == [[1, 1], [2, 2]]
        assert (mxnet.nd.ones((2,)) + 1).asnumpy().sum() == 4
        """
    )


def test_attributes_may_hold_numpy_scalars_in_every_thread() -> None:
    """NumPy 2 prints `(np.int64(3), 2)`, which no operator of MXNet can parse."""
    pair = (numpy.int64(3), numpy.int32(2))

    def use() -> None:
        assert mx.nd.zeros((2, 3)).reshape(pair).shape == (3, 2)
        assert mx.nd.zeros((2, 3)).reshape(list(pair)).shape == (3, 2)
        assert mx.sym.reshape(mx.sym.var("data"), shape=pair).attr("shape") == "(3, 2)"
        assert mx.sym.var("data", shape=pair).attr("__shape__") == "(3, 2)"
        scales = mx.sym.contrib.MultiBoxPrior(mx.sym.var("data"), sizes=(numpy.float32(0.1), numpy.int64(1)))
        assert scales.attr("sizes") == "(0.1, 1)"
        boxes = mx.nd.contrib.MultiBoxPrior(mx.nd.zeros((1, 3, 2, 2)), sizes=(numpy.float32(0.1),))
        assert abs(float((boxes[0, 0, 2] - boxes[0, 0, 0]).asscalar()) - 0.1) < 1e-6
        layer = mx.gluon.nn.Dense(numpy.int64(4), in_units=numpy.int64(3))
        layer.initialize()
        layer.hybridize()
        assert layer(mx.nd.ones((2, 3))).shape == (2, 4)

    use()
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        pool.submit(use).result()
    printed = subprocess.run(
        [sys.executable, "-c", "import numpy; print((numpy.float64(1.5),))"], capture_output=True, text=True, check=True
    )
    assert f"{(numpy.float64(1.5),)}\n" == printed.stdout, "elsewhere it is printed as without MXNet"


@pytest.mark.slow
def test_one_line_makes_mxnet_importable_in_code_of_a_user(tmp_path: pathlib.Path) -> None:
    script = tmp_path / "script.py"
    line = "import hybridlint_runtime.enable_mxnet  # noqa: F401"
    assert line in (ROOT / "docs" / "environment.md").read_text()
    script.write_text(f"{line}\nimport mxnet as mx\nprint(mx.nd.ones((2,)).asnumpy().sum())\n")
    command = [sys.executable, "-W", "error", str(script)]
    assert subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout == "2.0\n"


def test_install_leaves_an_installed_mxnet_alone() -> None:
    command = [sys.executable, "-m", "hybridlint_runtime", "install"]
    printed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert printed == f"MXNet {metadata.version('mxnet')} is installed for {sys.executable}.\n"
