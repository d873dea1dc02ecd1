"""The script of `--repro`: it shows the failure with the very parameters that the check had."""

from __future__ import annotations

import pathlib
import subprocess
import sys

from hybridlint_runtime.inputs import parse_inputs
from hybridlint_runtime.keeper import Job
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.report import Problem, Report, Stage, Verdict
from hybridlint_runtime.reproduction import discard, folder_for, save_inputs, save_parameters, write_script
from hybridlint_runtime.target import Target

mx = import_mxnet()

MODEL = """
from mxnet import nd
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(1, use_bias=False)

    def hybrid_forward(self, F, x):
        return self.dense(x * 0 + 1) * (1 if F is nd else 0)
"""


def test_the_script_has_the_parameters_of_the_check(tmp_path: pathlib.Path) -> None:
    model = tmp_path / "model.py"
    model.write_text(MODEL)
    target = Target(str(model), "Net", {})
    folder = folder_for(str(tmp_path / "shown"), "model.py:Net")
    saved = save_inputs(folder, parse_inputs(["2,3"], 1), 1, None)
    net = target.factory()()
    net.initialize()
    net(mx.nd.ones((2, 3)))
    net.dense.weight.set_data(mx.nd.array([[1, 2, 4]]))
    save_parameters(folder, net)
    report = Report("model.py:Net", Verdict.FAILED, problems=[Problem(Stage.VALUES, "it differs")])
    script = write_script(folder, Job(target), report, saved)
    ran = subprocess.run([sys.executable, script], cwd="/", capture_output=True, text=True, check=False)
    assert ran.returncode == 1, ran.stderr
    assert "first call: DIFFERENT: largest difference 7" in ran.stdout
    discard(folder)
    assert [path.name for path in pathlib.Path(folder).iterdir()] == ["repro.py"]
