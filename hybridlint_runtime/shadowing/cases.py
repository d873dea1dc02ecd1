"""Saved calls: the block, its inputs and its outputs in a folder, with a script that reproduces the divergence.

A folder is written beside its place and renamed, so that it is there as a whole or not at all. `reproduce.py` in it has
`net()` and `inputs()`, with which `hybridlint-runtime check` checks the case.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

import numpy as np

from ..backend import load_backend
from ..errors import ModelRaised, model_code
from ..folders import IMPORTED_FROM, PACKAGE, environment_to_import
from ..mxnet_compat import import_mxnet
from ..structures import NDArray, leaves, map_leaves
from . import log
from .control import Entry
from .listing import DIVERGENCE, NET, SCRIPT, cases_in

mx = import_mxnet()

#: Files of a case that only this module reads: the arrays of the call, and the report of its check.
CALL, CHECK = "call.pickle", "check.json"
_PARTIAL = ".partial-"
_TEMPLATE = os.path.join(PACKAGE, "shadowing", "reproduce.py.template")
#: Seconds that the check of a case may take, and the age at which what a killed process has begun is deleted.
_LONGEST_CHECK, _LONGEST_WRITE = 300.0, 3600.0


class Cases:
    """The saved cases below `folder`: at most `most` of `most_bytes` bytes in all, those of earlier runs included.

    With `localize`, each new case whose line is not known is checked by a process of its own.
    """

    def __init__(self, folder: str, most: int, most_bytes: int, localize: bool) -> None:
        self._folder = os.path.abspath(folder)
        self._most, self._most_bytes, self._localize = most, most_bytes, localize
        self._checks: List[Tuple[str, Any]] = []

    def save(self, entry: Entry, outputs: Any, divergence: Mapping[str, Any], located: bool) -> str:
        """Write a case and return its folder, or "" if it does not fit, or cannot be written: that is logged."""
        try:
            return self._save(entry, outputs, divergence, located)
        except OSError as error:
            log.warning("the call is not saved: %s", error)
            return ""

    def _save(self, entry: Entry, outputs: Any, divergence: Mapping[str, Any], located: bool) -> str:
        os.makedirs(self._folder, exist_ok=True)
        self._delete_remains()
        existing = cases_in(self._folder)
        if len(existing) >= self._most:
            return ""
        room = self._most_bytes - sum(map(_size_of, existing))
        partial = tempfile.mkdtemp(prefix=_PARTIAL, dir=self._folder)
        try:
            _write_case(partial, entry, outputs, divergence)
            if _size_of(partial) > room:
                return ""
            os.chmod(partial, 0o755)
            case = self._place(partial, str(divergence["block"]))
        finally:
            shutil.rmtree(partial, ignore_errors=True)
        if self._localize and not located and os.path.exists(os.path.join(case, NET)):
            self._checks.append((case, _start_check(case)))
        return case

    def _place(self, partial: str, name: str) -> str:
        """Rename the folder `partial` to the first free name, and return its path. Other processes may save, too."""
        for number in range(1, 1000):
            case = os.path.join(self._folder, f"{name}-{number}")
            if not os.path.exists(case):
                with contextlib.suppress(FileExistsError, NotADirectoryError):
                    os.rename(partial, case)
                    return case
        raise FileExistsError(errno.EEXIST, "there are a thousand cases", self._folder)

    def _delete_remains(self) -> None:
        for name in os.listdir(self._folder):
            path = os.path.join(self._folder, name)
            if name.startswith(_PARTIAL) and time.time() - os.path.getmtime(path) > _LONGEST_WRITE:
                shutil.rmtree(path, ignore_errors=True)

    def finished(self, patience: float) -> Iterator[Tuple[str, str]]:
        """Wait for the checks of the saved cases, `patience` seconds in all, and yield each with what it shows."""
        end = time.monotonic() + patience
        checks, self._checks = self._checks, []
        for case, process in checks:
            try:
                process.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            yield case, _shown(case)


def _write_case(folder: str, entry: Entry, outputs: Any, divergence: Mapping[str, Any]) -> None:
    def write(name: str, value: Any) -> None:
        with open(os.path.join(folder, name), "wb") as stream:
            pickle.dump(value, stream, protocol=4)

    write(CALL, {"args": _plain(entry.args), "kwargs": _plain(entry.kwargs), "outputs": _plain(outputs)})
    reason = ""
    try:
        with model_code():
            write(NET, entry.block)
    except ModelRaised as raised:
        # Blocks of local classes, and attributes that cannot be pickled.
        with contextlib.suppress(FileNotFoundError):
            os.remove(os.path.join(folder, NET))
        reason = f"{type(raised.error).__name__}: {raised}"
    main = sys.modules["__main__"]
    document = {
        **divergence,
        "training": entry.mode.training,
        "recording": entry.mode.recording,
        "not_saved": reason,
        "search_path": [*filter(None, sys.path), os.getcwd()],
        "main": os.path.abspath(getattr(main, "__file__", None) or os.devnull),
        "main_package": getattr(main, "__package__", None) or "",
        "package": IMPORTED_FROM,
    }
    with open(os.path.join(folder, DIVERGENCE), "w", encoding="utf-8") as stream:
        json.dump(document, stream, indent=1)
    with open(_TEMPLATE, encoding="utf-8") as stream:
        text = stream.read()
    summary = re.sub(r'["\\]', "'", " ".join(str(divergence["message"]).split()))
    with open(os.path.join(folder, SCRIPT), "w", encoding="utf-8") as stream:
        stream.write(text.replace("{summary}", f"{divergence['block']}: {summary}"))


def _plain(value: Any) -> Any:
    """Return `value` with NumPy arrays, each with its kind and context, in place of NDArrays."""
    backend = load_backend()

    def plain(leaf: Any) -> Any:
        if not isinstance(leaf, NDArray):
            return leaf
        context = backend.context_of(leaf)
        return SavedArray(leaf.asnumpy(), str(leaf.dtype), isinstance(leaf, mx.np.ndarray), str(context))

    return map_leaves(plain, value)


class SavedArray:
    """The values of an NDArray: `numpy_kind` if it is an `mx.np.ndarray`."""

    def __init__(self, values: Any, dtype: str, numpy_kind: bool, context: str) -> None:
        self.values, self.dtype, self.numpy_kind, self.context = values, dtype, numpy_kind, context

    def restored(self, rows: Optional[Any] = None) -> Any:
        """Return the NDArray on a CPU, with only the `rows` if given."""
        backend = load_backend()
        values = self.values if rows is None else self.values[rows]
        return backend.array(values, backend.context("cpu", 0), values.dtype, self.numpy_kind)


def restored_inputs(case: str, batch: Optional[int] = None) -> Tuple[Tuple[Any, ...], Dict[str, Any]]:
    """Return the positional and keyword arguments of a case; with `batch`, that number of rows."""
    with open(os.path.join(case, CALL), "rb") as stream:
        saved = pickle.load(stream)
    arrays = [leaf for _, leaf in leaves([saved["args"], saved["kwargs"]]) if isinstance(leaf, SavedArray)]
    own = next((array.values.shape[0] for array in arrays if array.values.ndim), None)

    def array_of(leaf: Any) -> Any:
        if not isinstance(leaf, SavedArray):
            return leaf
        shape = leaf.values.shape
        if batch is None or not own or shape[:1] != (own,):
            return leaf.restored()
        return leaf.restored(np.arange(batch) % own)

    return tuple(map_leaves(array_of, saved["args"])), map_leaves(array_of, saved["kwargs"])


def restored_outputs(case: str) -> Any:
    """Return the outputs of the hybridized call of a case."""
    with open(os.path.join(case, CALL), "rb") as stream:
        outputs = pickle.load(stream)["outputs"]
    return map_leaves(lambda leaf: leaf.restored() if isinstance(leaf, SavedArray) else leaf, outputs)


def _start_check(case: str) -> Any:
    """Start a check of a case in another process, which writes its report beside it."""
    script = os.path.join(case, SCRIPT)
    command = [
        sys.executable,
        "-m",
        "hybridlint_runtime",
        "check",
        f"{script}:net",
        "--inputs-from",
        f"{script}:inputs",
    ]
    command += ["--quiet", "--no-archive", "--timeout", str(_LONGEST_CHECK), "--format", "json"]
    with open(os.path.join(case, CHECK), "wb") as output:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.DEVNULL,
            cwd=case,
            env=environment_to_import(),
            start_new_session=True,
        )


def _shown(case: str) -> str:
    """Return one line about the report of a case's check."""
    try:
        with open(os.path.join(case, CHECK), encoding="utf-8") as stream:
            report = json.load(stream)["reports"][0]
    except (OSError, ValueError, LookupError):
        return f"the check of the case did not end: hybridlint-runtime check --from-shadow {case}"
    for problem in report.get("problems", ()):
        location = problem.get("location")
        if location:
            return f"{location['file']}:{location['line']}: {problem['message']}"
    if report.get("problems"):
        return str(report["problems"][0]["message"])
    return f"the check passes, so the divergence needs the calls before: python {os.path.join(case, SCRIPT)}"


def _size_of(folder: str) -> int:
    return sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))
