"""Tasks in forked children: a crash or an endless loop costs the task that caused it, not the others."""

from __future__ import annotations

import collections
import json
import os
import select
import shutil
import signal
import tempfile
import time
import traceback
from typing import Any, Callable, Dict, List, Optional, Sequence

CRASHED = "crashed"
"""Key of the answer for a task that killed its child; the value is the name of the signal, or "timeout"."""
CPU_SECONDS = 10.0
"""Of processor time that one task may take, so that the answers are the same on a busy machine."""
SECONDS = 300.0
"""How long a child may be silent before it counts as waiting for ever."""


class _Child:
    """A forked process that works on tasks `start, start + step, …` and writes one JSON line for each."""

    def __init__(self, work: Callable[[int], Any], indices: Sequence[int], parent_ends: Sequence[int]):
        self.pending = list(indices)
        self.buffer = b""
        self.last_news = time.monotonic()
        self.reader, writer = os.pipe()
        self.folder = tempfile.mkdtemp(prefix="mxnet_measurements")
        self.process = os.fork()
        if self.process == 0:
            for end in [*parent_ends, self.reader]:
                os.close(end)
            _work_and_exit(work, self.pending, writer, self.folder)
        os.close(writer)

    def receive(self, answers: List[Any]) -> bool:
        """Takes over what the child has written; False when it has ended. Raises RuntimeError if `work` raised."""
        data = os.read(self.reader, 1 << 16)
        self.last_news = time.monotonic()
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        for line in lines:
            received = json.loads(line)
            if "bug" in received:
                raise RuntimeError(received["bug"])
            answers[self.pending.pop(0)] = received["answer"]
        return bool(data)

    def reap(self) -> str:
        """Waits for the ended child; what ended it."""
        os.close(self.reader)
        _, status = os.waitpid(self.process, 0)
        shutil.rmtree(self.folder, ignore_errors=True)
        return signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else "exit"


def _work_and_exit(work: Callable[[int], Any], indices: Sequence[int], writer: int, folder: str) -> None:
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nowhere, descriptor)
        os.chdir(folder)
        for index in indices:
            signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)  # the signal's default action ends the process
            try:
                answer = {"answer": work(index)}
            except Exception:
                answer = {"bug": traceback.format_exc()}
            line = json.dumps(answer).encode() + b"\n"
            while line:
                line = line[os.write(writer, line) :]
    finally:
        os._exit(0)


def run_isolated(
    work: Callable[[Any], Any],
    tasks: Sequence[Any],
    processes: int,
    seconds: float = SECONDS,
    groups: Optional[Sequence[Sequence[int]]] = None,
) -> List[Any]:
    """`[work(task) for task in tasks]`, in forked children of which `processes` run at a time; answers must be JSON
    values.

    A task that kills its child, or takes longer than CPU_SECONDS or `seconds`, is answered by `{CRASHED: reason}`.
    `groups` are the indices of tasks that share a child: one that writes into memory that is not its own changes what
    later ones in its child find there, and no others.
    """
    answers: List[Any] = [None] * len(tasks)
    waiting = collections.deque(groups or [range(number, len(tasks), processes) for number in range(processes)])
    children: Dict[int, _Child] = {}

    def work_on(index: int) -> Any:
        return work(tasks[index])

    while waiting or children:
        while waiting and len(children) < processes:
            indices = waiting.popleft()
            if indices:
                child = _Child(work_on, indices, list(children))
                children[child.reader] = child
        ready, _, _ = select.select(list(children), [], [], 1.0)
        for reader, child in list(children.items()):
            reason: Optional[str] = None
            if reader in ready:
                if not child.receive(answers):
                    reason = child.reap()
            elif time.monotonic() - child.last_news > seconds:
                os.kill(child.process, signal.SIGKILL)
                child.reap()
                reason = "timeout"
            if reason is not None:
                del children[reader]
                if child.pending:
                    answers[child.pending.pop(0)] = {CRASHED: reason}
                    waiting.appendleft(child.pending)
    return answers
