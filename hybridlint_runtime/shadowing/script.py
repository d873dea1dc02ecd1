"""`hybridlint-runtime shadow train.py`: run an unchanged training script with a shadow of every hybridized block."""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import runpy
import sys
import traceback
from types import TracebackType
from typing import Any, List, Optional, Sequence

from ..errors import CannotLook
from .session import Shadow, log


def run(script: str, arguments: Sequence[str], fail: bool, **options: Any) -> int:
    """Run `script` as `__main__` with `arguments`, and return its exit code.

    The code is 1 instead of 0 if a call diverged and `fail` is True. Reports go to stderr, also if the script raises.
    Raise CannotLook if there is no such script.
    """
    if not os.path.isfile(script):
        raise CannotLook(f"there is no script {script}: pass the path of a Python file, then its arguments")
    _report_on_stderr()
    session = Shadow(None, **options).attach()
    atexit.register(session.detach)  # before MXNet shuts down, if the script ends the process
    argv, path = sys.argv, list(sys.path)
    sys.argv = [script, *arguments]
    sys.path[0] = os.path.dirname(os.path.abspath(script))
    code = 0
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        code = _code_of(end)
    except Exception as error:
        code = 1
        traceback.print_exception(type(error), error, _of_script(error.__traceback__))
    finally:
        sys.argv, sys.path[:] = argv, path
        summary = session.detach()
        with contextlib.suppress(OSError):
            sys.stdout.flush()
    return 1 if fail and code == 0 and summary.diverged else code


def _code_of(end: SystemExit) -> int:
    """Return the exit code of a SystemExit as Python does, which prints a text and exits with 1."""
    if end.code is None or isinstance(end.code, int):
        return int(end.code or 0)
    print(end.code, file=sys.stderr)
    return 1


def _of_script(trace: Optional[TracebackType]) -> Optional[TracebackType]:
    """Return the part of a traceback that begins in the script: what Python prints without a shadow."""
    while trace is not None and trace.tb_frame.f_code.co_filename in (__file__, runpy.__file__, "<frozen runpy>"):
        trace = trace.tb_next
    return trace


def _report_on_stderr() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(message)s"))
    handlers: List[logging.Handler] = log.handlers
    if not handlers:
        log.addHandler(handler)
        log.setLevel(logging.INFO)
        log.propagate = False
