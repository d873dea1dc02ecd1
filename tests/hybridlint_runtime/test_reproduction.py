"""The script of `--repro`: it shows the failure with the very parameters that the check had."""

from __future__ import annotations

import pathlib
import subprocess
import sys
from typing import Dict, Tuple

import pytest

from hybridlint_runtime import questions
from hybridlint_runtime.checking import verify
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.processes.reproduction import (
    discard,
    folder_for,
    save_inputs,
    save_parameters,
    write_script,
)
from hybridlint_runtime.report import Problem, Report, Stage, Status, Verdict
from hybridlint_runtime.spec.inputs import parse_inputs
from hybridlint_runtime.spec.job import Job
from hybridlint_runtime.spec.options import CheckOptions
from hybridlint_runtime.spec.target import Target

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


#: A part of what each script prints of the model that fails its probe.
PRINTED = {
    "trace": "first call: only hybridized: AttributeError",
    "blocks": "first call: DIFFERENT: [((3,)",
    "outputs": "second call: DIFFERENT: largest difference",
    "batch": "another batch size: ",
    "shapes": "further inputs 0: DIFFERENT",
    "parameters_changed": "with other parameters: DIFFERENT",
    "modes": "training: DIFFERENT",
    "gradients": "gradients: DIFFERENT",
    "training_state": "training step 2 in a row: DIFFERENT",
    "deferred": "parameters of unknown shape: only hybridized: ",
    "orders": "called, then hybridized: only hybridized: AssertionError",
    "export": "exported and loaded: DIFFERENT",
    "static_memory": "static, gradients of step 1: DIFFERENT",
    "some_gradients": "gradients of parameters alone: only hybridized: MXNetError",
    "without_graph": "exported and loaded: only hybridized: RuntimeError: Please first call block.hybridize()",
}


#: No model is known that static memory always breaks: one that stops a gradient of itself.
STOPS = """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    static = False

    def hybridize(self, active=True, static_alloc=False, **flags):
        self.static = static_alloc
        super().hybridize(active, static_alloc=static_alloc, **flags)

    def hybrid_forward(self, F, x):
        return x * (F.BlockGrad(x) if self.static else x)
"""


#: Runs scripts, each in a process forked from one that has imported MXNet and nothing of this package; writes what each
#: prints to a file beside it, and its exit code to stdout.
RUNS_ALL = """
import importlib.util, os, pathlib, runpy, sys
for name in ("hybridlint_runtime.enable_mxnet", "mxnet"):
    if importlib.util.find_spec(name.split(".")[0]):
        importlib.import_module(name)
for script in map(pathlib.Path, sys.argv[1:]):
    process = os.fork()
    if process == 0:
        output = os.open(script.with_name("printed"), os.O_WRONLY | os.O_CREAT, 0o600)
        os.dup2(output, 1)
        os.dup2(output, 2)
        runpy.run_path(str(script), run_name="__main__")
        sys.exit(0)
    status = os.waitpid(process, 0)[1]
    print(-os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status), flush=True)
"""


def script_for(name: str, folder: pathlib.Path) -> str:
    """The script for the bad example of a probe."""
    example = questions.Example(STOPS) if name == "static_memory" else questions.BY_NAME[name].bad
    assert example is not None
    model = folder / f"model_of_{name}.py"
    model.write_text(example.source)
    target = Target(str(model), "Net", {})
    make_net = target.factory()
    plan, also = (
        parse_inputs([",".join(map(str, shape)) for shape in shapes], 1) for shapes in (example.inputs, example.also)
    )
    to = folder_for(str(folder), name)
    further = [also] if example.also else []
    saved = save_inputs(to, plan, 1, None, further)
    options = CheckOptions(archive=False, probes=[name], also_shapes=[plan.make for plan in further])
    report = verify(make_net, plan.make, options, prepared=lambda net: save_parameters(to, net))
    assert name in [result.probe for result in report.probes if result.status is Status.FAILED]
    return str(write_script(to, Job(target, options=options), report, saved))


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory, run_slow: bool) -> Dict[str, Tuple[int, str]]:
    """Exit code and output of the script for each probe."""
    folder = tmp_path_factory.mktemp("shown")
    paths = {name: script_for(name, folder) for name in list(PRINTED)[:: 1 if run_slow else 4]}
    command = [sys.executable, "-I", "-c", RUNS_ALL, *paths.values()]
    ran = subprocess.run(command, cwd="/", capture_output=True, text=True, check=True)
    printed = [pathlib.Path(path).with_name("printed").read_text() for path in paths.values()]
    return dict(zip(paths, zip(map(int, ran.stdout.split()), printed)))


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", PRINTED)
def test_the_script_shows_what_the_probe_found(scripts: Dict[str, Tuple[int, str]], name: str) -> None:
    code, printed = scripts[name]
    assert code == 1 and PRINTED[name] in printed, printed


def test_every_probe_that_can_fail_has_a_script() -> None:
    """Or its failure is a warning, after which nothing fails, or is named in the script as not shown."""
    only_warn = {"gradients_added", "optional_arguments", "inputs_in_place", "attributes", "unused", "hidden_blocks"}
    only_warn |= {"mxnet_warnings", "flags", "same_input", "archive", "linter"}
    for probe in questions.ALL:
        if probe.bad is not None:
            assert (probe.name in PRINTED) + (probe.name in only_warn) + (not probe.reproduced_by) == 1, probe.name


@pytest.mark.slow
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
    lines = [line.strip() for line in pathlib.Path(script).read_text().splitlines() if "hybridlint_runtime" in line]
    assert set(lines) <= {'importlib.import_module("hybridlint_runtime.enable_mxnet")'}
    ran = subprocess.run([sys.executable, "-I", script], cwd="/", capture_output=True, text=True, check=False)
    assert ran.returncode == 1, ran.stderr
    assert "first call: DIFFERENT: largest difference 7" in ran.stdout
    discard(folder)
    assert [path.name for path in pathlib.Path(folder).iterdir()] == ["repro.py"]
