"""Checks real models and layers of MXNet itself.

Every model must pass, or fail for a reason in docs/measurements/real-models.md.

python benchmarks/real_models.py layers [NAME ...]   # gluon.nn, gluon.rnn and gluon.contrib
python benchmarks/real_models.py zoo [NAME ...]      # gluon.model_zoo.vision, all 34 or those named
python benchmarks/real_models.py gluoncv [NAME ...]  # the smallest of each family of GluonCV, which must be installed
python benchmarks/real_models.py gluonnlp|gluonts|sockeye|gluonfr [NAME ...]  # their layers and small models

Each model is checked in a process of its own, as users do it, without the archive. `--skip PROBE`, as often as wanted,
leaves a probe out; `--timeout SECONDS` and `--memory 12G` are those of the command.
"""

from __future__ import annotations

import argparse
import functools
import os
import sys
import time
from typing import Any, Dict, List, Optional, Sequence

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.models import PACKAGES, Model, models_of
from hybridlint_runtime.configuration import parse_size
from hybridlint_runtime.processes import supervisor
from hybridlint_runtime.report import Status, Verdict
from hybridlint_runtime.spec.job import Job
from hybridlint_runtime.spec.options import CheckOptions
from hybridlint_runtime.spec.target import Target

#: Which model a process checks, for the functions that make it and its inputs there: "zoo:resnet18_v1".
CHECKED = "HYBRIDLINT_REAL_MODEL"


def models(what: str) -> Dict[str, Model]:
    """All models of one kind, by name."""
    return models_of("gluoncv, smallest" if what == "gluoncv" else what)


@functools.lru_cache(maxsize=None)  # some draw their values
def _checked() -> Model:
    what, _, name = os.environ[CHECKED].partition(":")
    return models(what)[name]


def make_checked() -> Any:
    """The model that this process checks."""
    return _checked().make()


def make_inputs(seed: int, batch: Optional[int]) -> List[Any]:
    """Its inputs."""
    return _checked().inputs(seed, batch)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("layers", "zoo", "gluoncv", *PACKAGES))
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--skip", action="append", default=[], metavar="PROBE")
    parser.add_argument("--timeout", type=float, default=1800.0, metavar="SECONDS")
    parser.add_argument("--memory", type=parse_size, metavar="SIZE")
    arguments = parser.parse_args()
    names: Sequence[str] = arguments.names or list(models(arguments.what))
    job = Job(
        Target(os.path.abspath(__file__), "make_checked"),
        inputs_from=f"{os.path.abspath(__file__)}:make_inputs",
        options=CheckOptions(archive=False, skip=arguments.skip),
        timeout=arguments.timeout,
        memory=arguments.memory,
    )
    failed = 0
    for name in names:
        os.environ[CHECKED] = f"{arguments.what}:{name}"
        start = time.perf_counter()
        report = supervisor.run(job)
        failed += report.verdict is not Verdict.PASSED
        print(f"{name}: {report.verdict.value}: {report.summary} ({time.perf_counter() - start:.1f} s)", flush=True)
        for result in report.probes:
            if result.status in (Status.FAILED, Status.WARNED):
                for problem in result.problems[:2]:
                    print(f"    {result.probe} {result.status.value}: {problem.block}: {problem.message}", flush=True)
    print(f"{len(names)} models, {failed} did not pass")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
