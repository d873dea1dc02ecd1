"""Judge fixes on MXNet: does a fix change an imperative result, and does it hide a failure?

    python tests/hybridlint_runtime/fix_judge.py 1000 [SEED] [--show]

A block is run imperatively as it is written, and imperatively and hybridized as it is fixed: three calls with other
inputs, the last of another batch, and a step of training. The results of a stage are the outputs, the inputs and the
parameters afterwards, the gradients and, imperatively, the attributes and what is printed. A fixed block is

    wrong    if it differs imperatively from the original in a stage that this passes,
    hidden   if it is not wrong, differs hybridized, and the linter reports nothing on it,
    fixed    if it equals the original's imperative results hybridized, too,
    reported otherwise.
"""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import faulthandler
import io
import linecache
import os
import pickle
import random
import signal
import sys
import tempfile
import time
import types
import warnings
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

SECONDS = 60


@dataclasses.dataclass(frozen=True)
class Block:
    """A module with a class `Net`, the shapes of its inputs, and whether a safe fix is expected to repair it."""

    name: str
    text: str
    shapes: Tuple[Tuple[int, ...], ...]
    is_local: bool


@dataclasses.dataclass(frozen=True)
class Verdict:
    block: Block
    fixed: str
    outcome: str
    reason: str = ""


def judge(
    blocks: List[Block], fix: Callable[[str], str], reports: Callable[[str], bool], processes: int = 2
) -> List[Verdict]:
    """Return the verdicts on the blocks that `fix` changes; `reports` states whether the linter reports a text."""
    fixed = [(block, fix(block.text)) for block in blocks]
    changed = [(block, text) for block, text in fixed if text != block.text]
    jobs = {}
    for number, (block, text) in enumerate(changed):
        jobs[number, "original"] = (block.text, block.shapes, False)
        jobs[number, "imperative"] = (text, block.shapes, False)
        jobs[number, "hybridized"] = (text, block.shapes, True)
    results = _run(jobs, processes)
    verdicts = []
    for number, (block, text) in enumerate(changed):
        original, imperative, hybridized = (results[number, name] for name in ("original", "imperative", "hybridized"))
        wrong, differs = _difference(original, imperative, 1e-5), _difference(original, hybridized, 1e-4)
        if not original or original[0][0] == "error":
            verdicts.append(Verdict(block, text, "unusable", str(original)))
        elif wrong:
            verdicts.append(Verdict(block, text, "wrong", wrong))
        elif differs:
            verdicts.append(Verdict(block, text, "reported" if reports(text) else "hidden", differs))
        else:
            verdicts.append(Verdict(block, text, "fixed"))
    return verdicts


# Runs, each in a process of its own: MXNet may end it.

_Stages = List[Tuple[str, Dict[str, Any]]]


def _run(jobs: Dict[Any, Tuple[str, Any, bool]], processes: int) -> Dict[Any, _Stages]:
    waiting, running, results = list(jobs), {}, {}  # type: List[Any], Dict[int, Any], Dict[Any, _Stages]
    with tempfile.TemporaryDirectory() as folder:
        while waiting or running:
            while waiting and len(running) < processes:
                key = waiting.pop()
                path = os.path.join(folder, str(len(waiting)))
                running[_forked(path, *jobs[key])] = key, path, time.monotonic()
            ended, status = os.waitpid(-1, os.WNOHANG)
            if not ended:
                for process, (_, _, begin) in running.items():
                    if time.monotonic() - begin > SECONDS:
                        os.kill(process, signal.SIGKILL)
                time.sleep(0.002)
                continue
            key, path, _ = running.pop(ended)
            results[key] = list(_read(path))
            if status:
                results[key].append(("error", {"error": f"the process ended with status {status}"}))
    return results


def _read(path: str) -> Iterator[Tuple[str, Dict[str, Any]]]:
    with contextlib.suppress(EOFError, FileNotFoundError, pickle.UnpicklingError), open(path, "rb") as file:
        while True:
            yield pickle.load(file)


def _forked(path: str, *job: Any) -> int:
    process = os.fork()
    if process:
        return process
    faulthandler.disable()  # that of pytest: a block may end its process
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    warnings.simplefilter("ignore")
    with open(path, "wb") as file:
        try:
            for stage in _observe(*job):
                pickle.dump(stage, file)
                file.flush()
        except BaseException as error:
            pickle.dump(("error", {"error": f"{type(error).__name__}: {str(error)[:200]}"}), file)
            file.flush()
    os._exit(0)


def _observe(text: str, shapes: Any, hybrid: bool) -> Iterator[Tuple[str, Dict[str, Any]]]:
    import mxnet as mx
    import numpy as np
    from mxnet import autograd

    linecache.cache["<block>"] = (len(text), None, text.splitlines(True), "<block>")

    def seed(number: int) -> None:
        mx.random.seed(number)
        np.random.seed(number)
        random.seed(number)

    def made() -> Tuple[Any, types.ModuleType]:
        module = sys.modules["block"] = types.ModuleType("block")
        exec(compile(text, "<block>", "exec"), vars(module))
        seed(1)
        net = module.Net()  # type: ignore[attr-defined]
        net.initialize(mx.init.Uniform(0.5))
        if hybrid:
            net.hybridize()
        return net, module

    def called(net: Any, module: Any, number: int, batch: int, train: bool) -> Dict[str, Any]:
        draw = np.random.RandomState(number)
        inputs = [mx.nd.array(draw.normal(size=(batch, *shape[1:]))) for shape in shapes]
        printed = io.StringIO()
        gradients = []
        seed(number)
        parameters = [parameter for parameter in net.collect_params().values() if parameter._data is not None]
        with contextlib.redirect_stdout(printed):
            if train:
                for array in inputs:
                    array.attach_grad()
                with autograd.record():
                    outputs = net(*inputs)
                    loss = sum(output.sum() for output in _arrays(outputs))
                loss.backward()
                gradients = [array.grad.asnumpy() for array in inputs]
                gradients += [parameter.grad().asnumpy() for parameter in parameters if parameter.grad_req != "null"]
            else:
                outputs = net(*inputs)
            mx.nd.waitall()
        observed = {
            "outputs": [output.asnumpy() for output in _arrays(outputs)],
            "inputs": [array.asnumpy() for array in inputs],
            "parameters": [parameter.data().asnumpy() for parameter in parameters],
            "gradients": gradients,
        }
        if not hybrid:
            observed.update(attributes=_state(net, module), printed=printed.getvalue())
        return observed

    net, module = made()
    for number, batch in ((2, 2), (3, 2), (4, 3)):
        yield f"call {number}", called(net, module, number, batch, False)
    net, module = made()
    called(net, module, 5, 2, False)
    yield "training", called(net, module, 6, 2, True)


def _arrays(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from _arrays(part)
    elif hasattr(value, "asnumpy"):
        yield value


def _state(net: Any, module: Any) -> Any:
    from mxnet import gluon

    def plain(value: Any) -> Any:
        if hasattr(value, "asnumpy"):
            return value.asnumpy()
        if isinstance(value, (list, tuple, collections.deque)):
            return [plain(item) for item in value]
        if isinstance(value, dict):
            return {str(key): plain(item) for key, item in value.items()}
        if type(value).__module__ == "block" and not isinstance(value, (gluon.Block, type)):
            return plain(vars(value))
        return value if isinstance(value, (int, float, str, type(None))) else type(value).__name__

    spaces = [vars(net), vars(type(net)), *(vars(child) for child in net._children.values()), vars(module)]
    return [
        {
            name: plain(value)
            for name, value in space.items()
            if not name.startswith("_") and not callable(value) and not isinstance(value, gluon.Parameter)
        }
        for space in spaces
    ]


# Comparison


def _difference(original: _Stages, fixed: _Stages, tolerance: float) -> str:
    """Return the first difference from the stages that the original passes, "" if there is none."""
    reached = dict(fixed)
    for stage, before in original:
        if stage == "error":
            break
        if stage not in reached:
            return f"{stage}: {reached.get('error')}"
        for name, after in reached[stage].items():
            if not _equal(before[name], after, tolerance):
                return f"{stage}: {name}"
    return ""


def _equal(left: Any, right: Any, tolerance: float) -> bool:
    import numpy as np

    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        alike = left.shape == right.shape and left.dtype == right.dtype
        return alike and bool(np.allclose(left, right, rtol=tolerance, atol=tolerance, equal_nan=True))
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(_equal(a, b, tolerance) for a, b in zip(left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_equal(left[key], right[key], tolerance) for key in left)
    if isinstance(left, float) and isinstance(right, float):
        return abs(left - right) <= tolerance * (1 + abs(left))
    return bool(type(left) is type(right) and left == right)


def judged(
    number: int, seed: Optional[int] = None, unsafe: bool = False, local: float = 0.2
) -> Tuple[List[Block], List[Verdict]]:
    """Return `number` blocks of :mod:`alias_blocks` and the verdicts on those that the linter's fixes change."""
    import alias_blocks
    import mxnet  # noqa: F401 - loaded once, before the processes are forked

    from hybridlint.analysis import analyse
    from hybridlint.fixing import fix

    blocks = alias_blocks.make(number, seed, local)
    return blocks, judge(blocks, lambda text: fix(text, unsafe=unsafe).text, lambda text: bool(analyse(text)))


def main() -> None:
    number, *seeds = [int(argument) for argument in sys.argv[1:] if argument.isdigit()]
    seed = seeds[0] if seeds else random.SystemRandom().randrange(10**6)
    blocks, verdicts = judged(number, seed, "--unsafe" in sys.argv)
    outcomes = collections.Counter(verdict.outcome for verdict in verdicts)
    fixed = {verdict.block.name for verdict in verdicts if verdict.outcome == "fixed"}
    local = [block for block in blocks if block.is_local]
    if "--show" in sys.argv:
        for verdict in verdicts:
            if verdict.outcome in ("wrong", "hidden", "unusable"):
                print(f"=== {verdict.outcome}: {verdict.reason}\n{verdict.block.text}\n--- fixed\n{verdict.fixed}")
        for block in local:
            if block.name not in fixed:
                print(f"=== local, not fixed\n{block.text}")
    print(f"seed {seed}: {len(blocks)} blocks, {len(verdicts)} changed: {dict(outcomes)}")
    print(f"local blocks fixed: {sum(block.name in fixed for block in local)} of {len(local)}")
    sys.exit(1 if outcomes["wrong"] or outcomes["hidden"] else 0)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    warnings.simplefilter("ignore")
    main()
