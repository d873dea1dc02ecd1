"""Import MXNet 1.x on any NumPy and Python that it can run on, or raise one line with what to install."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import sys
import warnings
from typing import Any, Dict, Iterator, List

from .errors import CannotLook, ModelRaised, model_code
from .operator_code import operator_code_stored
from .removed_apis import restored

#: The dtypes that MXNet 1.x arrays have (`mxnet.ndarray.ndarray._DTYPE_NP_TO_MX`).
DTYPES = ("float16", "float32", "float64", "int8", "int32", "int64", "uint8", "bool")

#: MXNet's own functions when it was first imported here.
_found: Dict[str, Any] = {}

#: The same command on every Python: see `installing`.
INSTALL = "pip install 'hybridlint[runtime]' && hybridlint-runtime install"

#: Packages that provide a shared library on Debian and Ubuntu, and on Fedora.
_SYSTEM_LIBRARIES = {
    "libgomp": ("libgomp1", "libgomp"),
    "libquadmath": ("libquadmath0", "libquadmath"),
    "libgfortran": ("libgfortran5", "libgfortran"),
    "libopenblas": ("libopenblas0", "openblas"),
}


def import_mxnet() -> Any:
    """Return the `mxnet` module, with the APIs that this Python and NumPy removed restored (see `removed_apis`).

    Raise CannotLook, with what to install, if MXNet cannot be imported.
    """
    mxnet = sys.modules["mxnet"] if _found and "mxnet" in sys.modules else _imported()
    if not _found:
        _found.update(_held_by(mxnet))
    return mxnet


def find_parameters_by_hash() -> None:
    """Import MXNet, and let `name in parameters` of MXNet 1.x look the name up.

    Its dict of parameters has no `__contains__`, so Python goes through all names for each that is sought: hybridizing
    takes time in the square of the number of parameters.
    """
    kind = getattr(import_mxnet().gluon, "ParameterDict", None)
    if kind is not None and "__contains__" not in vars(kind):
        kind.__contains__ = lambda parameters, name: name in parameters._params
        _found.update(_held_by(import_mxnet()))


@contextlib.contextmanager
def replacing(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Replace an attribute of a class or module, so that `replaced` does not attribute it to the model."""
    key, missing = f"{owner.__name__}.{name}", object()
    original = vars(owner).get(name, missing)
    put = type.__setattr__ if isinstance(owner, type) else setattr

    def set_to(new: Any) -> None:
        put(owner, name, new)
        if key in _found:
            _found[key] = new

    set_to(value)
    try:
        yield
    finally:
        if original is missing:
            delattr(owner, name)
        else:
            set_to(original)


def method_of(kind: type, name: str) -> Any:
    """Return the function behind a method of a class of blocks: `@use_np` wraps all methods, including inherited
    ones."""
    return inspect.unwrap(getattr(kind, name))


def replaced() -> List[str]:
    """Return the names of MXNet functions that were replaced after its first import here: "NDArray.asnumpy"."""
    held = _held_by(import_mxnet())
    return [name for name, value in _found.items() if held.get(name) is not value]


def _held_by(mxnet: Any) -> Dict[str, Any]:
    """Return the functions of MXNet that a check uses and a model may replace, by name."""
    gluon = mxnet.gluon
    classes = [getattr(gluon, name, None) for name in ("Block", "HybridBlock", "Parameter", "ParameterDict")]
    owners = [mxnet.nd.NDArray, mxnet.sym.Symbol, mxnet.np.ndarray, *filter(None, classes)]
    modules = (mxnet.nd, mxnet.autograd, mxnet.random)
    return {
        f"{owner.__name__}.{name}": value
        for owner in (*owners, *modules)
        for name, value in vars(owner).items()
        if callable(value)
    }


def _imported() -> Any:
    _require_numpy()
    try:
        with warnings.catch_warnings():
            # MXNet uses deprecated names of NumPy during its import; `-W error` must not make that fail.
            warnings.simplefilter("ignore", DeprecationWarning)
            with restored(), operator_code_stored(), model_code():
                return importlib.import_module("mxnet")
    except ModelRaised as raised:
        raise CannotLook(_about_import(raised.error)) from raised.error


def _about_import(error: BaseException) -> str:
    """Return why MXNet cannot be imported, and what to install."""
    if isinstance(error, ModuleNotFoundError):
        if error.name == "mxnet":
            return f"MXNet is not installed for {sys.executable}: {INSTALL}"
        return f"MXNet needs the module {error.name!r}, which is not installed: {INSTALL}"
    if isinstance(error, OSError):
        return _about_library(error)
    text = _first_line(error)
    if isinstance(error, (AttributeError, ImportError)) and "numpy" in text:
        return f"MXNet cannot be imported with NumPy {importlib.import_module('numpy').__version__} ({text}): {INSTALL}"
    return f"MXNet cannot be imported ({type(error).__name__}: {text}): {INSTALL}"


def _require_numpy() -> None:
    try:
        with model_code():
            importlib.import_module("numpy")
    except ModelRaised as raised:
        error = raised.error
        text = f"NumPy cannot be imported ({type(error).__name__}: {_first_line(error)}): {INSTALL}"
        if isinstance(error, ModuleNotFoundError):
            text = f"NumPy, which MXNet needs, is not installed for {sys.executable}: {INSTALL}"
        raise CannotLook(text) from error


def _about_library(error: OSError) -> str:
    """Return what to install for a shared library that the dynamic linker did not find.

    The linker's message is `libgomp.so.1: cannot open shared object file: No such file or directory`.
    """
    text = _first_line(error)
    library = text.split(":")[0]
    for stem, (debian, fedora) in _SYSTEM_LIBRARIES.items():
        if stem in library:
            return (
                f"MXNet needs the system library {library}, which is missing: apt-get install {debian} "
                f"(Fedora: dnf install {fedora})"
            )
    if "cannot open shared object file" in text and (".so.11" in library or "cu" in library):
        return (
            f"this MXNet is built for CUDA and its library {library} is missing: install the CUDA 11 libraries, "
            "or the CPU build: pip install mxnet==1.9.1"
        )
    return f"MXNet's library cannot be loaded ({text}): install what it names, or reinstall MXNet: {INSTALL}"


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
