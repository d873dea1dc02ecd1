"""NumPy semantics, switched on and off in the order that MXNet allows: array semantics need those of shapes."""

from __future__ import annotations

import contextlib
from typing import Iterator

from ..mxnet_compat import import_mxnet

mx = import_mxnet()


@contextlib.contextmanager
def semantics(arrays: bool, shapes: bool) -> Iterator[None]:
    """While this lasts NumPy's semantics of `arrays` and `shapes` are on or off, whatever they were."""
    if arrays and not shapes:
        raise ValueError("NumPy semantics of arrays need those of shapes")
    if arrays:
        with mx.util.np_shape(True), mx.util.np_array(True):
            yield
    else:
        with mx.util.np_array(False), mx.util.np_shape(shapes):
            yield


@contextlib.contextmanager
def at_least(numpy: bool) -> Iterator[None]:
    """NumPy's semantics where `numpy` asks for them, else those that are on."""
    if not numpy:
        yield
    else:
        with semantics(True, True):
            yield
