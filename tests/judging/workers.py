"""What the references of both generations of MXNet share: worker processes, the text of a block as code, and seeds.

Blocks run in worker processes, because a block may end the process that runs it.
"""

from __future__ import annotations

import contextlib
import io
import json
import linecache
import os
import random
import subprocess
import sys
import tempfile
import time
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence

from hybridlint_runtime.mxnet_compat import import_mxnet
from tests.judging.block import ROOT

#: Uninitialized memory would often hold the result of the other phase.
REPRODUCIBLE = {"MXNET_ENGINE_TYPE": "NaiveEngine", "MALLOC_PERTURB_": "165"}


def judge(
    module: str,
    blocks: Sequence[Dict[str, Any]],
    seconds: float = 30,
    environment: Mapping[str, str] = REPRODUCIBLE,
) -> List[Optional[Dict[str, Any]]]:
    """What the worker `module` answers for each block, which has an `id`; None for one that ended its worker or takes
    more than `seconds`."""
    remaining = {block["id"]: block for block in blocks}
    judged: Dict[str, Optional[Dict[str, Any]]] = {}
    while remaining:
        with tempfile.TemporaryDirectory() as folder:
            blocks_file, out = os.path.join(folder, "asked"), os.path.join(folder, "out")
            with open(blocks_file, "w", encoding="utf-8") as stream:
                json.dump(list(remaining.values()), stream)
            begun = None
            for line in _run_worker(module, blocks_file, out, seconds, environment):
                begun = line["id"]
                if "verdict" in line:
                    judged[begun] = line
                    remaining.pop(begun)
                    begun = None
            if begun is not None:
                remaining.pop(begun)
                judged[begun] = None
    return [judged[block["id"]] for block in blocks]


def _run_worker(
    module: str, blocks_file: str, out: str, seconds: float, environment: Mapping[str, str]
) -> Iterator[Dict[str, Any]]:
    environment = {**os.environ, "PYTHONPATH": ROOT, "OMP_NUM_THREADS": "1", **environment}
    with open(out + ".log", "w", encoding="utf-8") as log:
        command = [sys.executable, "-m", module, blocks_file, out]
        worker = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
    size, since = -1, time.monotonic()
    while worker.poll() is None:
        time.sleep(0.1)
        now = os.path.getsize(out) if os.path.exists(out) else 0
        if now != size:
            size, since = now, time.monotonic()
        elif time.monotonic() - since > seconds:
            worker.kill()
            worker.wait()
    if worker.returncode == 1:  # a Python exception of the worker itself: models end it by signals
        with open(out + ".log", encoding="utf-8", errors="replace") as log:
            raise RuntimeError(f"the worker failed:\n{log.read()}")
    with open(out, encoding="utf-8") as stream:
        yield from map(json.loads, stream)


def work(blocks_file: str, out: str, answer: Callable[[Dict[str, Any]], Dict[str, Any]]) -> None:
    """Be a worker: write the answer for each block in `blocks_file` to the file `out`, each before the next begins.
    What blocks print is dropped."""
    with open(blocks_file, encoding="utf-8") as stream:
        blocks = json.load(stream)
    import_mxnet()  # blocks import it by themselves, on any version of NumPy
    with open(out, "w", encoding="utf-8") as stream:
        for block in blocks:
            stream.write(json.dumps({"id": block["id"]}) + "\n")
            stream.flush()
            with contextlib.redirect_stdout(io.StringIO()):
                answered = {"id": block["id"], **answer(block)}
            stream.write(json.dumps(answered) + "\n")
            stream.flush()


class Source:
    """The text of a module with a block `Net`; tracebacks show its lines as those of `file`."""

    def __init__(self, text: str, name: str) -> None:
        self.file = f"<block {name}>"
        linecache.cache[self.file] = (len(text), None, text.splitlines(True), self.file)
        self._code = compile(text, self.file, "exec", dont_inherit=True)

    def net(self, hybridize: bool, **arguments: Any) -> Any:
        """A net of the same parameters each time."""
        import mxnet as mx

        seed(7)
        namespace: Dict[str, Any] = {"__name__": "block"}
        exec(self._code, namespace)
        net = namespace["Net"](**arguments)
        net.initialize(mx.init.Uniform(0.5))
        if hybridize:
            net.hybridize()
        return net


def seed(number: int) -> None:
    """Seed MXNet, NumPy and Python."""
    import mxnet as mx
    import numpy as np

    mx.random.seed(number)
    np.random.seed(number)
    random.seed(number)
