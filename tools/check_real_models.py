"""Check the real models of the merge gate; exit with 1 if one fails that passes at the parent commit.

    python tools/check_real_models.py [--jobs N] [NAME ...]

All models of `gluon.model_zoo.vision` are checked with `--quick`, its mobilenets with all probes, and two models of
gluoncv2, which the hash of the commit chooses, with all probes. `NAME` selects some: "zoo:vgg11", "gluoncv2:resnet10".
MXNet is imported once; each model has a process that is forked from there. A model that fails is checked again with the
parent commit: if it fails there too, it is reported and does not count.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
from typing import Any, List, Sequence

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT))  # after PYTHONPATH, which may name another commit

from benchmarks.models import gluoncv2, models_of, zoo_shapes  # noqa: E402  # it imports MXNet, before the forks

#: Models of gluoncv2 that are checked in less than a minute.
SMALL = (
    r"(bam_|cbam_|pre|se|sepre|dia|diapre)?resnet(10|12|14|16|18)(_wd2|_wd4)?|resnesta18|seresnet10|octresnet10_ad2|"
    r"(mobilenet|mobilenetb|mobilenetv2|mobilenetv2b|fdmobilenet|igcv3)_w(1|d2|d4)|mobilenetv3_\w+|ghostnet|mnasnet_\w+|"
    r"shufflenet_g\d_wd?\d|shufflenetv2b?_w\w+|menet\w+|squeezenet_v1_\d|squeezeresnet_v1_\d|sqnxt\w+|mixnet_s|"
    r"proxylessnas_mobile|spnasnet|efficientnet_b0b?|regnet[xy]00[24]|darknet_(ref|tiny)|dicenet_w\w+|espnetv2_w\w+|"
    r"peleenet|fbnet_cb|hardnet39ds|dla46x?c|vovnet27s|selecsls42b?|bagnet9|"
    r"((pre|se|sepre|dia|diapre)?resnet(20|56)|nin|rir|resnext20_\w+|octresnet20_ad2|ror3_56|xdensenet40_\w+)_cifar10"
)
TIMEOUT = 900


def chosen_models(commit: str) -> List[str]:
    """Return the names of two models of gluoncv2, which `commit` determines."""
    from gluoncv2 import model_provider

    names = sorted(name for name in model_provider._models if re.fullmatch(SMALL, name))
    first = int(commit[:16], 16) % len(names)
    return [names[first], names[(first + 1 + int(commit[16:32], 16) % (len(names) - 1)) % len(names)]]


def make_zoo(name: str) -> Any:
    """Return a model of MXNet's zoo."""
    return models_of("zoo")[name].make()


def make_gluoncv2(name: str) -> Any:
    """Return a model of gluoncv2."""
    return gluoncv2(name)


def job_of(name: str) -> Any:
    """Return the check of "zoo:alexnet", "zoo:mobilenet1.0 wholly" or "gluoncv2:resnet10"."""
    from hybridlint_runtime.spec.job import Job
    from hybridlint_runtime.spec.options import CheckOptions
    from hybridlint_runtime.spec.target import Target

    source, _, rest = name.partition(":")
    model, _, wholly = rest.partition(" ")
    if source == "zoo":
        shape = ",".join(map(str, zoo_shapes()[model]))
    else:
        shape = "1,3,32,32" if "cifar" in model else "1,3,224,224"
    return Job(
        Target(str(pathlib.Path(__file__).resolve()), f"make_{source}", {"name": model}),
        inputs=[shape],
        options=CheckOptions(quick=source == "zoo" and not wholly),
    )


def check(name: str, answer: str) -> None:
    """Check a model in this process, which ends with it, and write the verdict and the problems to `answer`."""
    from hybridlint_runtime.processes import worker

    start = time.perf_counter()
    report = worker.check(job_of(name), lambda event: None, 2)
    lines = [f"    {problem['message']}" for problem in report["problems"]]
    text = f"{report['verdict']}: {report['summary']} ({time.perf_counter() - start:.1f} s)"
    with open(answer, "w", encoding="utf-8") as file:
        json.dump({"passed": report["verdict"] == "passed", "text": "\n".join([text, *lines])}, file)


def run(names: Sequence[str], jobs: int) -> List[str]:
    """Check the models, `jobs` at a time, and print what each returned. Return the names of those that did not pass."""
    from hybridlint_runtime import checking  # noqa: F401  # before the forks

    failed: List[str] = []
    waiting, running = list(names), {}
    with tempfile.TemporaryDirectory() as folder:
        while waiting or running:
            while waiting and len(running) < jobs:
                name = waiting.pop(0)
                answer = os.path.join(folder, f"{len(waiting)}.json")
                sys.stdout.flush()
                process = os.fork()
                if process == 0:
                    _end_after(functools.partial(check, name, answer))
                running[process] = name, answer
            process, status = os.wait()
            name, answer = running.pop(process)
            outcome = {"passed": False, "text": f"ended with {_described(status)}"}
            if os.path.exists(answer):
                with open(answer, encoding="utf-8") as file:
                    outcome = json.load(file)
            print(f"{name}: {outcome['text']}", flush=True)
            if not outcome["passed"]:
                failed.append(name)
    return failed


def _end_after(task: Any) -> None:
    code = 1
    try:
        signal.alarm(TIMEOUT)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        task()
        code = 0
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
    finally:
        os._exit(code)


def _described(status: int) -> str:
    return signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else f"exit code {os.WEXITSTATUS(status)}"


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def failing_before(names: Sequence[str]) -> List[str]:
    """Return which of the models do not pass at the parent commit either."""
    with tempfile.TemporaryDirectory() as folder:
        parent = os.path.join(folder, "parent")
        try:
            _git("worktree", "add", "--detach", parent, "HEAD^")
        except subprocess.CalledProcessError as error:
            print(f"there is no parent commit to compare with: {error.stderr.strip()}")
            return []
        try:
            failed = os.path.join(folder, "failed")
            command = [sys.executable, "-W", "ignore", __file__, "--list-failed", failed, *names]
            subprocess.run(command, check=False, env={**os.environ, "PYTHONPATH": parent})
            return json.loads(pathlib.Path(failed).read_text())  # type: ignore[no-any-return]
        finally:
            _git("worktree", "remove", "--force", parent)


def main() -> int:
    """Check the models that the command line names, or all of the gate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--list-failed", metavar="FILE", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    names = arguments.names
    if not names:
        zoo, commit = list(zoo_shapes()), _git("rev-parse", "HEAD")
        chosen = chosen_models(commit)
        print(f"the commit {commit[:12]} chooses {' and '.join(chosen)} of gluoncv2", flush=True)
        names = [
            *(f"gluoncv2:{name}" for name in chosen),
            *(f"zoo:{name} wholly" for name in zoo if name.startswith("mobilenet")),
            *(f"zoo:{name}" for name in zoo),
        ]
    start = time.perf_counter()
    failed = run(names, arguments.jobs)
    print(f"{len(names)} checks, {len(failed)} did not pass ({time.perf_counter() - start:.0f} s)")
    if arguments.list_failed:
        pathlib.Path(arguments.list_failed).write_text(json.dumps(failed))
        return 0
    before = failing_before(failed) if failed else []
    for name in failed:
        print(f"{name}: did not pass" + (", as at the parent commit" if name in before else ""))
    return 1 if set(failed) - set(before) else 0


if __name__ == "__main__":
    sys.exit(main())
