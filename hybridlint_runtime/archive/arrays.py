"""Named arrays to a `.params` file and back, through MXNet's own writer and reader, with the structure checked on both
ways; and NumPy semantics, on which the shapes in a file depend.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, Dict, Iterator, Mapping

import numpy as np

from ..backend import load_backend
from ..mxnet_compat import import_mxnet
from .errors import ArchiveError, DamagedArchive
from .manifest import FileRecord
from .params_file import ArrayHeader, ParamsHeader, read_header
from .writing import record_of

mx = import_mxnet()


def needs_numpy(arrays: Mapping[str, Any]) -> bool:
    """Whether a classic file would lose a shape: that of a scalar, or of an array without elements."""
    return any(0 in array.shape or not array.shape for array in arrays.values())


def write_arrays(path: Path, arrays: Mapping[str, Any], numpy: bool) -> FileRecord:
    """Write `arrays` to a new file and say what was written. With `numpy` the file has NumPy shapes, and sparse arrays
    become dense.

    Raises ArchiveError if MXNet wrote something else than was asked for: it does not report a disk that fills up at the
    end.
    """
    path.parent.mkdir(exist_ok=True)
    # MXNet writes the shape of a sparse array before it waits for the operators that compute it.
    mx.nd.waitall()
    written = {name: _writable(array, numpy) for name, array in arrays.items()}
    try:
        with semantics(arrays=False, shapes=numpy):
            mx.nd.save(str(path), written)
    except mx.base.MXNetError as error:
        reason = (str(error).strip().splitlines() or ["no reason given"])[-1]
        raise ArchiveError(f"{path.name} could not be written, maybe because the disk is full: {reason}") from error
    expected = {name: header_of(array) for name, array in written.items()}
    try:
        with open(path, "rb") as stream:
            header = read_header(stream, path.name)
    except DamagedArchive as error:
        raise ArchiveError(f"{error} right after it was written: the disk is full, or fails") from error
    if header.arrays != expected or (header.numpy != numpy and expected):
        raise ArchiveError(f"{path.name} does not hold what was written to it: the disk is full, or fails")
    return record_of(path)


def read_arrays(path: Path, header: ParamsHeader) -> Dict[str, Any]:
    """The arrays of a file whose `header` was read and found sound. Raises DamagedArchive if a sparse one has rows or
    columns outside of its shape, where MXNet would read and write.
    """
    if not header.arrays:
        return {}
    with semantics(arrays=False, shapes=header.numpy):
        loaded: Dict[str, Any] = mx.nd.load(str(path))
    for name, array in loaded.items():
        if array.stype != "default":
            try:
                array.check_format(full_check=True)
            except mx.base.MXNetError as error:
                reason = str(error).strip().splitlines()[-1]
                raise DamagedArchive(f"{path} holds {name}, whose indices are wrong: {reason}") from error
    return loaded


def header_of(array: Any) -> ArrayHeader:
    """What a file says of `array`."""
    from .model import dtype_of

    return ArrayHeader(tuple(int(size) for size in array.shape), dtype_of(array.dtype), array.stype)


def _writable(array: Any, numpy: bool) -> Any:
    """`array` as a classic NDArray on cpu(0). An array there is not copied."""
    if hasattr(array, "as_nd_ndarray"):
        array = array.as_nd_ndarray()
    if numpy and array.stype != "default":
        array = array.tostype("default")
    return array if load_backend().context_of(array) == mx.cpu() else array.copyto(mx.cpu())


def value_of(parameter: Any) -> Any:
    """The value of an initialised parameter. Of copies on several devices that differ, the mean, as MXNet's own export
    takes it.
    """
    copies = parameter._data
    first = copies[0]
    if len(copies) == 1 or first.stype != "default":
        return first
    values = [copy.asnumpy() for copy in copies]
    if all(np.array_equal(values[0], other) for other in values[1:]):
        return first
    return parameter._reduce()


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
