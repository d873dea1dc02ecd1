"""A fork server: a process that has imported MXNet but no model, and forks a process for each request.

Such a process has the names, counters and caches that MXNet has right after its import, and none of the classes of the
requesting process. It does not import MXNet again, which takes longer than most requests.
"""

from __future__ import annotations

import atexit
import contextlib
import faulthandler
import gc
import importlib
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
from typing import IO, Any, Callable, Dict, List, Mapping, Optional, Tuple

from .errors import CannotLook
from .folders import environment_to_import, temporary_folder
from .mxnet_compat import import_mxnet

#: Prefixes of environment variables that MXNet and the libraries below it read at import.
_READ_AT_IMPORT = ("MXNET_", "DMLC_", "OMP_", "KMP_", "GOMP_", "MKL", "DNNL_", "OPENBLAS_", "CUDA_", "LD_", "MALLOC_")

_lock = threading.Lock()
_server: Optional[_Server] = None


def fork_server() -> None:
    """Fork the server of this process, which has imported MXNet but no model yet."""
    global _server
    _server = _forked()


def run(
    module: str, request: Mapping[str, Any], timeout: float, name: str = "the fresh process"
) -> Tuple[List[Any], str]:
    """Run the generator `module.main(request)` in a separate process for at most `timeout` seconds.

    Its environment is that of this process, its standard input is empty, and its standard output is discarded. Return
    what it yields, and why it did not end normally, in a sentence about `name`, "" if it did. `pickle` transports both
    ways.
    """
    global _server
    with _lock, temporary_folder() as folder:
        asked: Dict[str, Any] = {
            "module": module,
            "request": pickle.dumps(request),
            "timeout": timeout,
            "environment": dict(os.environ),
            "answers": os.path.join(folder, "answers"),
            "errors": os.path.join(folder, "errors"),
        }
        ended = _server.ask(asked) if _server is not None and _server.serves_this_process() else None
        if ended is None:  # there is no server, the model has ended it, or MXNet would read another environment
            if _server is not None:
                _server.close()
            _server = _started()
            ended = _server.ask(asked)
        answers = _loaded(asked["answers"])
    return answers, _problem(ended, timeout, name)


def _loaded(path: str) -> List[Any]:
    """Return the objects in a file that may end within one, or not exist."""
    answers: List[Any] = []
    with contextlib.suppress(FileNotFoundError, EOFError, pickle.UnpicklingError), open(path, "rb") as stream:
        while True:
            answers.append(pickle.load(stream))
    return answers


def _problem(ended: Optional[Mapping[str, Any]], timeout: float, name: str) -> str:
    if ended is None:
        return f"{name} could not be started"
    if ended["code"] is None:
        return f"{name} was ended after {timeout:g} s"
    if ended["code"] == 0:
        return ""
    how = f"ended with exit code {ended['code']}"
    if ended["code"] < 0:
        how = f"died of {signal.Signals(-ended['code']).name}"
    return f"{name} {how}" + (f": {ended['error']}" if ended["error"] else "")


class _Server:
    """Our ends of the pipes of a server, which ends when they are closed."""

    def __init__(self, requests: IO[bytes], answers: IO[bytes], wait: Callable[[], Any]) -> None:
        self._requests, self._answers, self._wait = requests, answers, wait
        self._owner = os.getpid()
        self._environment = _environment_of_import()

    def serves_this_process(self) -> bool:
        """Return whether this process is the one that started the server, with the same environment for MXNet's
        import."""
        return self._owner == os.getpid() and self._environment == _environment_of_import()

    def ask(self, request: Mapping[str, Any]) -> Optional[Dict[str, Any]]:
        """Send `request` and return how its process ended, None if the server has."""
        try:
            pickle.dump(request, self._requests)
            self._requests.flush()
            return pickle.load(self._answers)  # type: ignore[no-any-return]
        except (OSError, EOFError, pickle.UnpicklingError):
            return None

    def close(self) -> None:
        for end in (self._requests, self._answers):
            with contextlib.suppress(OSError):
                end.close()
        if self._owner == os.getpid():
            self._wait()


def _environment_of_import() -> Dict[str, str]:
    return {name: value for name, value in os.environ.items() if name.startswith(_READ_AT_IMPORT)}


def _started() -> _Server:
    process = subprocess.Popen(
        [sys.executable, "-c", f"from {__name__} import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment_to_import(),
        start_new_session=True,
    )
    assert process.stdin is not None and process.stdout is not None
    server = _Server(process.stdin, process.stdout, process.wait)
    atexit.register(server.close)
    return server


def _forked() -> _Server:
    (requests, to_server), (from_server, answers) = os.pipe(), os.pipe()
    between = os.fork()
    if between == 0:
        try:
            if os.fork() == 0:  # not a child of this process, which may wait for all its children
                os.close(to_server)
                os.close(from_server)
                faulthandler.disable()
                _serve(os.fdopen(requests, "rb"), os.fdopen(answers, "wb"))
        finally:
            os._exit(0)
    os.close(requests)
    os.close(answers)
    os.waitpid(between, 0)
    return _Server(os.fdopen(to_server, "wb"), os.fdopen(from_server, "rb"), lambda: None)


def main() -> None:
    """Run the process of `_started`."""
    with contextlib.suppress(CannotLook):  # the request imports MXNet too, and reports why that fails
        import_mxnet()
    gc.freeze()
    _serve(sys.stdin.buffer, sys.stdout.buffer)


def _serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    with contextlib.suppress(EOFError):
        while True:
            pickle.dump(_answer(pickle.load(requests)), answers)
            answers.flush()


def _answer(asked: Mapping[str, Any]) -> Dict[str, Any]:
    """Return the exit code of the process for a request (None after a timeout), and the last line of its errors."""
    process = multiprocessing.get_context("fork").Process(target=_answering, args=(asked,))
    process.start()
    process.join(asked["timeout"])
    code = process.exitcode
    process.kill()
    with contextlib.suppress(ProcessLookupError, PermissionError):  # its descendants
        os.killpg(process.pid or 0, signal.SIGKILL)
    process.join()
    lines = []
    if code:
        with open(asked["errors"], encoding="utf-8", errors="replace") as stream:
            lines = [line.strip() for line in stream if line.strip()]
    return {"code": code, "error": lines[-1] if lines else ""}


def _answering(asked: Mapping[str, Any]) -> None:
    os.setsid()
    for descriptor, path, how in (
        (0, os.devnull, os.O_RDONLY),
        (1, os.devnull, os.O_WRONLY),
        (2, asked["errors"], os.O_WRONLY | os.O_CREAT),
    ):
        os.dup2(os.open(path, how, 0o600), descriptor)
    os.environ.clear()
    os.environ.update(asked["environment"])
    with open(asked["answers"], "wb") as stream:
        for answer in importlib.import_module(asked["module"]).main(pickle.loads(asked["request"])):
            pickle.dump(answer, stream)
            stream.flush()
