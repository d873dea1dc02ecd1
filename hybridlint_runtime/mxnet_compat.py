"""Makes MXNet 1.x importable beside today's NumPy, or says in one line what to install. Only this module patches.

MXNet 1.9.1 was written for NumPy up to 1.23. It reads a few names that NumPy 1.24 removed (`np.bool` when imported,
`np.int` and friends in call paths). Those names are put back before MXNet is imported; nothing is changed
where NumPy still has them.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import inspect
import sys
import warnings
from typing import Any, Dict, Iterator, List, Tuple

from .errors import CannotLook

#: What MXNet held when it was first asked for here.
_found: Dict[str, Any] = {}

INSTALL = "pip install 'hybridlint[runtime]'"

#: Aliases of builtins that NumPy 1.24 removed (NumPy 1.20 release notes, "Deprecations").
_REMOVED_ALIASES: Dict[str, type] = {"bool": bool, "int": int, "float": float, "object": object}

#: What provides a shared library on Debian and Ubuntu, and on Fedora.
_SYSTEM_LIBRARIES = {
    "libgomp": ("libgomp1", "libgomp"),
    "libquadmath": ("libquadmath0", "libquadmath"),
    "libgfortran": ("libgfortran5", "libgfortran"),
    "libopenblas": ("libopenblas0", "openblas"),
}


def import_mxnet() -> Any:
    """The `mxnet` module, patched where this NumPy needs it.

    Raises CannotLook, with what to install, if MXNet cannot be had here. If it is imported already, it is returned as
    it is.
    """
    mxnet = sys.modules["mxnet"] if "mxnet" in sys.modules else _imported()
    if not _found:
        _found.update(_held_by(mxnet))
    return mxnet


def method_of(kind: type, name: str) -> Any:
    """The function behind a method of a class of blocks: `@use_np` wraps every one of a class, the inherited too."""
    return inspect.unwrap(getattr(kind, name))


def replaced() -> List[str]:
    """What somebody has put something else in the place of since MXNet was first asked for here: "NDArray.asnumpy"."""
    held = _held_by(import_mxnet())
    return [name for name, value in _found.items() if held.get(name) is not value]


def _held_by(mxnet: Any) -> Dict[str, Any]:
    """What a check needs of MXNet and a model may replace, by name."""
    gluon = mxnet.gluon
    owners = (mxnet.nd.NDArray, mxnet.sym.Symbol, mxnet.np.ndarray, gluon.Block, gluon.HybridBlock, gluon.Parameter)
    modules = (mxnet.nd, mxnet.autograd, mxnet.random)
    return {
        f"{owner.__name__}.{name}": value
        for owner in (*owners, gluon.ParameterDict, *modules)
        for name, value in vars(owner).items()
        if callable(value)
    }


def _imported() -> Any:
    _refuse_new_python()
    _patch_numpy()
    try:
        with warnings.catch_warnings():
            # While it is imported, MXNet touches deprecated names of NumPy; `-W error` must not stop it.
            warnings.simplefilter("ignore", DeprecationWarning)
            with _standard_distutils():
                return importlib.import_module("mxnet")
    except ModuleNotFoundError as error:
        if error.name == "mxnet":
            raise CannotLook(f"MXNet is not installed for {sys.executable}: {INSTALL}") from error
        raise CannotLook(f"MXNet needs the module {error.name!r}, which is not installed: {INSTALL}") from error
    except OSError as error:
        raise CannotLook(_about_library(error)) from error
    except (AttributeError, ImportError) as error:
        raise CannotLook(_about_numpy(error)) from error
    except Exception as error:
        raise CannotLook(
            f"MXNet cannot be imported ({type(error).__name__}: {_first_line(error)}): {INSTALL}"
        ) from error


@contextlib.contextmanager
def _standard_distutils() -> Iterator[None]:
    """MXNet needs `distutils.version`. Where setuptools is installed, it takes the place of distutils and is imported
    whole, a third of all the time that importing MXNet takes; so Python's own is found while this lasts.

    Neither is there afterwards, so that who imports setuptools or distutils then gets what he would have got.
    """
    finders = [finder for finder in sys.meta_path if type(finder).__module__ == "_distutils_hack"]
    if "distutils" in sys.modules or not finders:
        yield
        return
    before = list(sys.meta_path)
    sys.meta_path[:] = [finder for finder in before if finder not in finders]
    if importlib.util.find_spec("distutils") is None:  # some distributions pack Python without it
        sys.meta_path[:] = before
    try:
        yield
    finally:
        sys.meta_path[:] = before + [finder for finder in sys.meta_path if finder not in before]
        for name in [name for name in sys.modules if name.split(".")[0] == "distutils"]:
            del sys.modules[name]


def _refuse_new_python() -> None:
    if sys.version_info >= (3, 12):
        running = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise CannotLook(
            f"MXNet 1.x runs on Python 3.8 to 3.11, and this is Python {running}: make an environment with Python 3.11 "
            f"and run {INSTALL} there"
        )


def _patch_numpy() -> None:
    try:
        numpy = importlib.import_module("numpy")
    except ModuleNotFoundError as error:
        raise CannotLook(f"NumPy, which MXNet needs, is not installed for {sys.executable}: {INSTALL}") from error
    except Exception as error:
        raise CannotLook(
            f"NumPy cannot be imported ({type(error).__name__}: {_first_line(error)}): {INSTALL}"
        ) from error
    version = _numpy_version(numpy)
    if version >= (2, 0):
        raise CannotLook(f"MXNet 1.x cannot live with NumPy {numpy.__version__}: pip install 'numpy<2'")
    if version >= (1, 24):
        for name, builtin in _REMOVED_ALIASES.items():
            if name not in vars(numpy):
                setattr(numpy, name, builtin)


def _numpy_version(numpy: Any) -> Tuple[int, int]:
    major, minor = str(numpy.__version__).split(".")[:2]
    return int(major), int(minor)


def _about_library(error: OSError) -> str:
    """What to install for a shared library that the dynamic linker did not find.

    The linker's words are `libgomp.so.1: cannot open shared object file: No such file or directory`.
    """
    text = _first_line(error)
    library = text.split(":")[0]
    for stem, (debian, fedora) in _SYSTEM_LIBRARIES.items():
        if stem in library:
            return (
                f"MXNet needs the system library {library}, which is not here: apt-get install {debian} "
                f"(Fedora: dnf install {fedora})"
            )
    if "cannot open shared object file" in text and (".so.11" in library or "cu" in library):
        return (
            f"this MXNet is built for CUDA and its library {library} is not here: install the CUDA 11 libraries, "
            "or the CPU build: pip install mxnet==1.9.1"
        )
    return f"MXNet's library cannot be loaded ({text}): install what it names, or reinstall MXNet: {INSTALL}"


def _about_numpy(error: BaseException) -> str:
    text = _first_line(error)
    import numpy

    if "numpy" in text:
        return f"MXNet cannot live with NumPy {numpy.__version__} ({text}): pip install 'numpy<1.24'"
    return f"MXNet cannot be imported ({type(error).__name__}: {text}): {INSTALL}"


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
