"""The process in which a model runs. It is started by the supervisor and consists of two processes:

* the *guard*, which does not import MXNet and waits: when its standard input ends, because the supervisor closed it or
  has ended, or when the model's process has ended, it kills all remaining descendants;
* the *model's process*, forked from it, where the user's code and MXNet run.

Events are lines of JSON on a separate pipe, so the model's output cannot disturb them. Each is preceded by a mark that
the supervisor chose, so that a model that writes to every descriptor cannot forge one. The other lines on that pipe
come from `faulthandler`: the Python stack at a crash, or when the supervisor requests it.
"""

from __future__ import annotations

import base64
import contextlib
import ctypes
import dataclasses
import faulthandler
import gc
import json
import os
import pickle
import select
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional

from .. import folders, fork_server
from ..errors import CannotLook, ModelRaised, model_code, refused_by_machine
from ..overlay import Finder, Overlay

if TYPE_CHECKING:
    from ..spec.job import Job

#: `prctl` numbers of Linux (include/uapi/linux/prctl.h).
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36

#: This many seconds after the deadline, a model reports its stack without a request: the supervisor waits that long.
_AFTER_BEING_ASKED = 1.0
#: The supervisor sends this signal to request the stack; faulthandler answers from within the signal handler.
REQUEST_STACK = signal.SIGUSR1

Emit = Callable[[Dict[str, Any]], None]


def main(events: str) -> None:
    """Run the whole process; never returns. `events` is the descriptor of the pipe for events.

    The request is one line of JSON on standard input, which then stays open as long as the supervisor runs.
    """
    events_fd = int(events)
    request = json.loads(_first_line(0))
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    guard = os.getpid()
    model = os.fork()
    if model == 0:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != guard:
            os._exit(0)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        _model_process(request, events_fd)
    _guard(model, events_fd, request)


def check(job: Job, emit: Emit, events_fd: int) -> Any:
    """Build the model of `job`, verify it and return the report as JSON values. Raise CannotLook."""
    from ..model.memory import keep_pages, use_one_workspace

    keep_pages()  # before MXNet, which starts threads when it is imported
    use_one_workspace()
    from ..model.facts import Observation
    from ..model.recording import seed_all
    from ..mxnet_compat import find_parameters_by_hash
    from ..spec.inputs import parse_inputs, parse_shape_set
    from ..spec.target import require_hybrid
    from .reproduction import save_inputs, save_parameters

    emit({"event": "stage", "stage": "build"})
    sys.path[:0] = job.search
    finder = Finder(Overlay(job.overlay))
    sys.meta_path[:0] = [finder] if job.overlay else []
    # Also where the model is loaded again in a fresh process.
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [*job.search, os.environ.get("PYTHONPATH")]))
    find_parameters_by_hash()
    gc.freeze()  # imports stay: memory is collected after each probe
    if job.options.archive:
        fork_server.fork_server()
    faulthandler.enable(file=events_fd)  # again: MXNet installs its own signal handlers
    factory, observed = job.target.factory(), Observation()
    seed_all(job.options.seed)  # as each time that it is made
    with observed.watching():
        nets = [factory()]
    finder.require_copies()
    require_hybrid(nets[0], str(job.target))
    # The first call of a check uses the seed after the given one; see `Subject.inputs`.
    seed = job.options.seed + 1
    plan = parse_inputs(job.inputs, seed, job.inputs_from).arranged(nets[0])
    further = [parse_shape_set(text, seed).arranged(nets[0]) for text in job.also_shapes]
    saved = save_inputs(job.repro, plan, seed, job.options.batch, further) if job.repro else {}
    emit({"event": "inputs", "inputs": plan.described(), "saved": saved})
    options = dataclasses.replace(job.options, also_shapes=[other.make for other in further])

    from ..checking import verify

    def keep(net: Any) -> None:
        gc.freeze()
        if job.repro:
            save_parameters(job.repro, net)

    def make_net() -> Any:
        return nets.pop() if nets else factory()

    report = verify(make_net, plan.make, options, emit, prepared=keep, source=job.target, observed=observed)
    report.target = str(job.target)
    report.inputs = plan.described()
    return report.to_json()


def _model_process(request: Mapping[str, Any], events_fd: int) -> None:
    """Run one check and end the process, whatever the model does."""
    faulthandler.enable(file=events_fd)
    faulthandler.register(REQUEST_STACK, file=events_fd, all_threads=True, chain=False)
    # For a model that ignores signals, a thread of faulthandler's writes the stack, but only after the request for it,
    # since two stacks would be interleaved.
    time_left = max(request["deadline"] - time.monotonic(), 0.0)
    faulthandler.dump_traceback_later(time_left + _AFTER_BEING_ASKED, file=events_fd)
    lock = threading.Lock()
    own = os.getpid()

    def emit(event: Dict[str, Any]) -> None:
        if os.getpid() != own:
            os._exit(0)  # the model has forked: this is a copy of the check
        line = f"{request['mark']}{json.dumps(event, default=_plain)}\n".encode()
        with lock:
            while line:
                line = line[os.write(events_fd, line) :]

    folders.parent = request["scratch"]
    emit({"event": "started", "pid": os.getpid()})
    try:
        report = check(pickle.loads(base64.b64decode(request["job"])), emit, events_fd)
        emit({"event": "report", "report": report, "complete": True})
        _wait_for_late_errors(emit)
    except CannotLook as error:
        emit({"event": "cannot look", "message": error.message, "details": error.details, "files": _files_of_model()})
    except BaseException as error:  # also SystemExit, and unforeseen errors of the tool
        if refused_by_machine(error):
            text = f"this machine lacks what a check needs: {error}"
            emit({"event": "cannot look", "message": text, "details": []})
        else:
            emit(_ended_by(error))
    left = [each.name for each in threading.enumerate() if each is not threading.current_thread() and not each.daemon]
    emit({"event": "finished", "threads": left})
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(ModelRaised), model_code():  # the model may have closed or replaced them
            stream.flush()
    # Not sys.exit: threads that the model left running, and MXNet's own at exit, would block it.
    os._exit(0)


def _files_of_model() -> List[str]:
    """Return the files of the user's modules that are imported, without installed packages."""
    from ..diagnostics.source_lines import is_installed, is_user_file

    files = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
    return sorted(file for file in files if file.endswith(".py") and is_user_file(file) and not is_installed(file))


def _plain(value: Any) -> Any:
    """Convert NumPy's numbers to Python's, anything else to its text."""
    return value.item() if hasattr(value, "item") else str(value)


def _ended_by(error: BaseException) -> Dict[str, Any]:
    import traceback

    from ..diagnostics.source_lines import is_user_file
    from ..spec.importing import describe, user_frames

    innermost = traceback.extract_tb(error.__traceback__)[-1:]
    return {
        "event": "ended",
        # Only models raise what is not an Exception (SystemExit, KeyboardInterrupt): nothing interrupts this process.
        # Other exceptions are caught where the model is called, unless Python calls it implicitly, as with
        # sys.settrace.
        "by_model": not isinstance(error, Exception) or any(is_user_file(frame.filename) for frame in innermost),
        "type": type(error).__name__,
        "message": describe(error),
        "frames": user_frames(error),
        "traceback": traceback.format_exception(type(error), error, error.__traceback__),
    }


def _wait_for_late_errors(emit: Emit) -> None:
    """Report asynchronous errors of MXNet, which raises each once, at the next wait. This is the last one."""
    from ..mxnet_compat import import_mxnet

    try:
        with model_code():
            import_mxnet().nd.waitall()
    except ModelRaised as raised:
        emit({"event": "late error", "type": type(raised.error).__name__, "message": str(raised)})


def _guard(model: int, events_fd: int, request: Mapping[str, Any]) -> None:
    """Wait until the model's process ends or the supervisor closes the pipe, kill what is left, and report the end."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    status: Optional[int] = _reaped(model)
    while status is None:
        ready, _, _ = select.select([0, reader], [], [])
        if 0 in ready and not os.read(0, 4096):
            os.kill(model, signal.SIGKILL)
            status = os.waitpid(model, 0)[1]
        elif reader in ready:
            os.read(reader, 4096)
            status = _reaped(model)
    _kill_descendants()
    folders.discard(request["scratch"])  # the supervisor may have ended
    ended = {"signal": os.WTERMSIG(status)} if os.WIFSIGNALED(status) else {"code": os.WEXITSTATUS(status)}
    # Terminate a line that the model's process could not finish.
    os.write(events_fd, f"\n{request['mark']}{json.dumps({'event': 'exit', **ended})}\n".encode())
    os._exit(0)


def _reaped(model: int) -> Optional[int]:
    """Return the status of the model's process if it has ended, None if it runs. Other children of the guard are reaped
    too."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return 0
        if pid == model:
            return status
        if pid == 0:
            return None


def _kill_descendants() -> None:
    import psutil

    while True:
        left = [p for p in psutil.Process().children(recursive=True) if p.status() != psutil.STATUS_ZOMBIE]
        if not left:
            return
        for process in left:
            try:
                process.kill()
            except psutil.NoSuchProcess:
                continue
        psutil.wait_procs(left, timeout=1)


def _first_line(descriptor: int) -> bytes:
    data = b""
    while not data.endswith(b"\n"):
        block = os.read(descriptor, 65536)
        if not block:
            os._exit(0)  # the supervisor ended before it sent a request
        data += block
    return data


def _prctl(number: int, value: int) -> None:
    """Call `prctl`, on Linux only. Elsewhere the guard alone ensures that nothing is left behind."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(number, value, 0, 0, 0)
