"""Restore APIs that MXNet 1.9.1 uses and that later versions of Python and NumPy removed.

MXNet 1.9.1 was written for Python 3.8 and NumPy 1.19. Only what is missing is restored:

- `distutils.version`, which Python 3.12 removed (PEP 632), while MXNet is imported;
- names that NumPy 1.24 and NumPy 2 removed (their release notes, "Expired deprecations"), for the rest of the process,
  because MXNet also reads them when it is called;
- the text of operator attributes under NumPy 1. MXNet passes `str(value)` to C++, and under NumPy 2
  `str((np.int64(2),))` is "(np.int64(2),)", which no operator can parse.
"""

from __future__ import annotations

import contextlib
import importlib.util
import sys
import types
import warnings
from typing import Any, Callable, Dict, Iterator

#: The modules of MXNet in which `str` makes the text of an operator's attribute.
_MODULES_THAT_WRITE_ATTRIBUTES = ("mxnet._ctypes.ndarray", "mxnet._ctypes.symbol", "mxnet.symbol.symbol")


@contextlib.contextmanager
def restored() -> Iterator[None]:
    """Make MXNet importable inside this context, and usable afterwards. Raise ImportError without NumPy."""
    _restore_numpy_names(importlib.import_module("numpy"))
    with _distutils():
        yield
    _restore_attribute_texts(importlib.import_module("numpy"))


def _restore_numpy_names(numpy: Any) -> None:
    for name, make in _NUMPY_NAMES.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # NumPy warns of some names before it removes them
            if not hasattr(numpy, name):
                setattr(numpy, name, make(numpy))


def _removed_function(name: str) -> Callable[[Any], Any]:
    def raises(*arguments: Any, **named: Any) -> Any:
        raise RuntimeError(f"numpy.{name} was removed from NumPy 1.20 (NEP 32): use numpy_financial.{name}")

    return lambda numpy: raises


#: Name in the module `numpy` → function that creates it from that module.
_NUMPY_NAMES: Dict[str, Callable[[Any], Any]] = {
    # NumPy 1.24: aliases of builtins. The `numpy.bool` of NumPy 2 is its own and stays.
    "bool": lambda numpy: bool,
    "int": lambda numpy: int,
    "float": lambda numpy: float,
    "object": lambda numpy: object,
    # NumPy 2.0, "Expired deprecations" and NEP 52.
    "Inf": lambda numpy: numpy.inf,
    "NAN": lambda numpy: numpy.nan,
    "NaN": lambda numpy: numpy.nan,
    "NINF": lambda numpy: -numpy.inf,
    "NZERO": lambda numpy: -0.0,
    "PINF": lambda numpy: numpy.inf,
    "PZERO": lambda numpy: 0.0,
    "alltrue": lambda numpy: numpy.all,
    "compat": lambda numpy: types.SimpleNamespace(basestring=str),
    "msort": lambda numpy: lambda a: numpy.sort(a, axis=0),
    "product": lambda numpy: numpy.prod,
    "round_": lambda numpy: numpy.round,
    "sometrue": lambda numpy: numpy.any,
    # NumPy 2.4 and 2.5.
    "in1d": lambda numpy: lambda a, b, **named: numpy.isin(numpy.ravel(a), b, **named),
    "trapz": lambda numpy: numpy.trapezoid,
    # NumPy 1.20 raises for these names, NumPy 2 does not have them.
    **{name: _removed_function(name) for name in ("mirr", "npv", "pmt", "ppmt", "pv", "rate")},
}


@contextlib.contextmanager
def _distutils() -> Iterator[None]:
    """Make `distutils.version` importable inside this context: Python's own, or else a substitute.

    If setuptools is installed, it provides distutils, but importing it takes a third of the time of MXNet's import, so
    it is bypassed. Neither stays loaded afterwards, so later imports of setuptools or distutils are not affected.
    """
    if "distutils" in sys.modules:
        yield
        return
    before = list(sys.meta_path)
    sys.meta_path[:] = [finder for finder in before if type(finder).__module__ != "_distutils_hack"]
    if importlib.util.find_spec("distutils") is None:  # also where a distribution packages Python without it
        package, module = types.ModuleType("distutils"), types.ModuleType("distutils.version")
        vars(module).update(LooseVersion=_Version, StrictVersion=_Version)
        vars(package).update(version=module, __path__=[])
        sys.modules.update({"distutils": package, "distutils.version": module})
    try:
        yield
    finally:
        sys.meta_path[:] = before + [finder for finder in sys.meta_path if finder not in before]
        for name in [name for name in sys.modules if name.split(".")[0] == "distutils"]:
            del sys.modules[name]


class _Version:
    """The part of `LooseVersion` and `StrictVersion` that MXNet uses: it checks whether NumPy is at least 1.17."""

    def __init__(self, text: str) -> None:
        self.release = tuple(int(part) for part in text.split(".")[:2])

    def __ge__(self, other: _Version) -> bool:
        return self.release >= other.release


def _restore_attribute_texts(numpy: Any) -> None:
    """Give each module that writes attributes its own `str`.

    A print option of NumPy would also change the user's output, and not apply to other threads: NumPy stores them in a
    context variable.
    """
    if str((numpy.int64(2),)) == "(2,)":
        return

    def plain(value: Any) -> Any:
        """Return `value` with NumPy scalars replaced by Python numbers of the same digits."""
        if isinstance(value, (tuple, list)):
            return list(map(plain, value)) if isinstance(value, list) else tuple(map(plain, value))
        if isinstance(value, numpy.floating):
            return float(str(value))
        return value.item() if isinstance(value, numpy.generic) else value

    class _Str(type):
        def __instancecheck__(cls, instance: Any) -> bool:
            return isinstance(instance, str)

    class AttributeText(metaclass=_Str):
        """`str` for values of attributes."""

        def __new__(cls, value: Any = "") -> Any:
            return str(plain(value)) if isinstance(value, (tuple, list)) else str(value)

    for name in _MODULES_THAT_WRITE_ATTRIBUTES:
        if name in sys.modules:
            vars(sys.modules[name])["str"] = AttributeText
