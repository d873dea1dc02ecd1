"""`hybridlint-runtime shadow train.py`: run an unchanged training script with a shadow of every hybridized block."""

from __future__ import annotations

import atexit
import contextlib
import importlib.util
import logging
import os
import runpy
import sys
import traceback
from types import TracebackType
from typing import Any, List, Optional, Sequence

from ..errors import CannotLook, ModelRaised, model_code
from . import log
from .session import Shadow


def run(script: str, arguments: Sequence[str], module: bool, fail: bool, **options: Any) -> int:
    """Run `script`, or the `module` of that name, as `__main__` with `arguments`, and return its exit code.

    The code is 1 instead of 0 if a call diverged and `fail` is True. Reports go to stderr, also if the script raises.
    Raise CannotLook if there is no such script or module.
    """
    session = Shadow(None, **options)
    argv, path = sys.argv, list(sys.path)
    sys.argv = [script, *arguments]
    sys.path[0] = os.getcwd() if module else os.path.dirname(os.path.abspath(script))
    code = 0
    try:
        if not (_is_module(script) if module else os.path.isfile(script)):
            raise CannotLook(
                f"there is no {'module' if module else 'script'} {script}: pass the path of a Python file, or -m and "
                f"the name of a module, then its arguments"
            )
        _report_on_stderr()
        atexit.register(session.detach)  # before MXNet shuts down, if the script ends the process
        with session, model_code():
            if module:
                runpy.run_module(script, run_name="__main__", alter_sys=True)
            else:
                runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        code = _code_of(end)
    except ModelRaised as raised:
        code = 1
        traceback.print_exception(type(raised.error), raised.error, _of_script(raised.error.__traceback__))
    finally:
        sys.argv, sys.path[:] = argv, path
        with contextlib.suppress(OSError):
            sys.stdout.flush()
    return 1 if fail and code == 0 and session.summary.diverged else code


def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _code_of(end: SystemExit) -> int:
    """Return the exit code of a SystemExit as Python does, which prints a text and exits with 1."""
    if end.code is None or isinstance(end.code, int):
        return int(end.code or 0)
    print(end.code, file=sys.stderr)
    return 1


def _of_script(trace: Optional[TracebackType]) -> Optional[TracebackType]:
    """Return the part of a traceback below the script: what Python prints without a shadow."""
    while trace is not None and trace.tb_frame.f_globals.get("__name__") != "__main__":
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
