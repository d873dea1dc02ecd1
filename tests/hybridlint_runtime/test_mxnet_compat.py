"""What is said where MXNet cannot be had. Each case is a process that finds other packages than this one's."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COMMAND = [sys.executable, "-m", "hybridlint_runtime", "check", "good.py:Net", "--shape", "2,3", "--quiet"]
GOOD = (
    "import mxnet as mx\nclass Net(mx.gluon.HybridBlock):\n    def hybrid_forward(self, F, x):\n        return x * 2\n"
)


def said_with(folder: pathlib.Path, **packages: str) -> subprocess.CompletedProcess[str]:
    """What the command says where `packages` (name → text of its `__init__.py`) come before the installed ones."""
    (folder / "good.py").write_text(GOOD)
    for name, text in packages.items():
        (folder / "first" / name).mkdir(parents=True)
        (folder / "first" / name / "__init__.py").write_text(text)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder / "first"), str(ROOT)])}
    return subprocess.run(COMMAND, cwd=folder, env=environment, capture_output=True, text=True, check=False)


NUMPY = "__version__ = '{}'\nndarray = float\nclass random: RandomState = int\n"


@pytest.mark.parametrize(
    "packages, said",
    [
        (
            {"mxnet": "raise ModuleNotFoundError(\"No module named 'mxnet'\", name='mxnet')"},
            "MXNet is not installed for {python}: pip install 'hybridlint[runtime]'",
        ),
        (
            {"mxnet": "raise OSError('libgomp.so.1: cannot open shared object file: No such file or directory')"},
            "MXNet needs the system library libgomp.so.1, which is not here: apt-get install libgomp1",
        ),
        (
            {"mxnet": "raise OSError('libquadmath.so.0: cannot open shared object file: No such file or directory')"},
            "apt-get install libquadmath0",
        ),
        (
            {"mxnet": "raise OSError('libcudart.so.11.0: cannot open shared object file: No such file or directory')"},
            "built for CUDA",
        ),
        ({"mxnet": "import numpy\nnumpy.no_such_name"}, "cannot live with NumPy"),
        ({"mxnet": "import no_such_requirement"}, "needs the module 'no_such_requirement'"),
        ({"numpy": NUMPY.format("2.0.1")}, "cannot live with NumPy 2.0.1: pip install 'numpy<2'"),
    ],
)
def test_one_line_says_what_to_install(tmp_path: pathlib.Path, packages: dict[str, str], said: str) -> None:
    ran = said_with(tmp_path, **packages)
    assert ran.returncode == 2 and ran.stdout == ""
    assert said.format(python=sys.executable) in ran.stderr and len(ran.stderr.splitlines()) == 1


def test_setuptools_is_not_imported_for_mxnet_and_works_afterwards() -> None:
    code = (
        "import sys\n"
        "before = list(sys.meta_path)\n"
        "from hybridlint_runtime.mxnet_compat import import_mxnet\n"
        "import_mxnet()\n"
        "assert 'setuptools' not in sys.modules\n"
        "assert [finder for finder in sys.meta_path if finder in before] == before\n"
        "import setuptools, distutils.version\n"
    )
    subprocess.run([sys.executable, "-W", "error::UserWarning", "-c", code], cwd=ROOT, check=True)


def test_names_that_numpy_lacks_are_put_back() -> None:
    code = (
        "import numpy\n"
        "lacking = [name for name in ('bool', 'int', 'float', 'object') if name not in vars(numpy)]\n"
        "for name in ('bool', 'int'): vars(numpy).pop(name, None)\n"
        "numpy.__version__ = '1.24.0'\n"
        "from hybridlint_runtime.mxnet_compat import import_mxnet\n"
        "mxnet = import_mxnet()\n"
        "assert numpy.bool is bool and numpy.int is int and numpy.float is float\n"
        "assert (mxnet.nd.ones((2,)) + 1).asnumpy().sum() == 4\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
