"""MXNet's file of named arrays (`.params`), read and written by MXNet and validated here in both directions; and NumPy
semantics, on which the shapes in a file depend.

MXNet's reader (`NDArray::Load` in src/ndarray/ndarray.cc, `MXNDArrayLoad` in src/c_api/c_api.cc) trusts the sizes in
the file: a truncated or edited file makes it allocate any size, or end the process. The structure, little endian:

    uint64 0x112, uint64 0
    uint64 number of arrays, then each:
        uint32 magic: 0xF993FAC9, or 0xF993FACA for NumPy shapes (where 0 is an empty dimension and -1 is unknown)
        int32 storage type: 0 default, 1 row_sparse, 2 csr
        shape of the stored values, for the sparse ones only
        shape: int32 number of dimensions, int64 each (nothing more for an array without a shape)
        int32 device type, int32 device number
        int32 dtype
        for each auxiliary array (row_sparse 1: the rows; csr 2: row pointers, columns): int32 dtype, shape
        the values, then the values of each auxiliary array
    uint64 number of names, then each: uint64 length, bytes
"""

from __future__ import annotations

import contextlib
import dataclasses
import io
import math
import os
import struct
from pathlib import Path
from typing import Any, BinaryIO, ContextManager, Dict, Iterator, List, Mapping, NoReturn, Tuple

import numpy as np

from ...backend import load_backend
from ...diagnostics.failures import headline
from ...mxnet_compat import import_mxnet
from ...structures import dtype_name
from .errors import ArchiveError, DamagedArchive
from .manifest import FileRecord
from .writing import record_of

mx = import_mxnet()

_LIST_MAGIC = 0x112
_CLASSIC, _NUMPY = 0xF993FAC9, 0xF993FACA
_STORAGE_TYPES = ("default", "row_sparse", "csr")
_AUXILIARY = (0, 1, 2)
#: cpu(0), where this tool always writes from. MXNet's reader would access another device.
_DEVICE = (1, 0)
#: mshadow's type numbers: name and bytes (3rdparty/mshadow/mshadow/base.h).
_DTYPES: Dict[int, Tuple[str, int]] = {
    0: ("float32", 4),
    1: ("float64", 8),
    2: ("float16", 2),
    3: ("uint8", 1),
    4: ("int32", 4),
    5: ("int8", 1),
    6: ("int64", 8),
    7: ("bool", 1),
    12: ("bfloat16", 2),
}
_MOST_DIMENSIONS = 32


@dataclasses.dataclass(frozen=True)
class ArrayHeader:
    """The header of one array. `shape` is that of the whole array, `stype` its storage type."""

    shape: Tuple[int, ...]
    dtype: str
    stype: str


@dataclasses.dataclass(frozen=True)
class ParamsHeader:
    """The header of a file: the arrays by name, and whether they have NumPy shapes."""

    arrays: Dict[str, ArrayHeader]
    numpy: bool


def read_header(stream: BinaryIO, where: str) -> ParamsHeader:
    """Validate a whole file without reading the values, and return its header. Raise DamagedArchive, naming `where`."""
    return _Walk(stream, where).header()


class _Walk:
    def __init__(self, stream: BinaryIO, where: str) -> None:
        self._stream = stream
        self._where = where
        self._size = stream.seek(0, os.SEEK_END)
        stream.seek(0)

    def header(self) -> ParamsHeader:
        magic, reserved, count = self._read("<QQQ")
        if magic != _LIST_MAGIC or reserved != 0:
            self._refuse("does not begin like a parameter file of MXNet")
        headers: List[ArrayHeader] = []
        kinds = set()
        for i in range(self._count(count, 16, "arrays")):
            header, numpy = self._array(i)
            headers.append(header)
            kinds.add(numpy)
        names = self._names()
        if len(names) != len(headers):
            self._refuse(f"holds {len(headers)} arrays and {len(names)} names")
        if len(set(names)) != len(names):
            self._refuse("gives one name to two arrays")
        if self._stream.tell() != self._size:
            self._refuse(f"has {self._size - self._stream.tell()} bytes too many at its end")
        if len(kinds) > 1:
            self._refuse("mixes arrays with classic and with NumPy shapes, which MXNet cannot load")
        return ParamsHeader(dict(zip(names, headers)), True in kinds)

    def _array(self, index: int) -> Tuple[ArrayHeader, bool]:
        what = f"array {index}"
        (magic,) = self._read("<I")
        if magic not in (_CLASSIC, _NUMPY):
            self._refuse(f"{what} begins with {magic:#x}, which is none of MXNet's marks of an array")
        numpy = magic == _NUMPY
        (storage,) = self._read("<i")
        if not 0 <= storage < len(_STORAGE_TYPES) or (numpy and storage):
            self._refuse(f"{what} has storage type {storage}")
        auxiliary = _AUXILIARY[storage]
        stored = self._shape(what, numpy) if auxiliary else ()
        shape = self._shape(what, numpy)
        if not numpy and not shape:
            self._refuse(f"{what} has no shape and no values")
        device = self._read("<ii")
        if device != _DEVICE:
            self._refuse(f"{what} is on the device {device}, which is not cpu(0)")
        dtype, width = self._dtype(what)
        lengths = [width * math.prod(stored if auxiliary else shape)]
        sizes: List[int] = []
        for _ in range(auxiliary):
            index_dtype, auxiliary_width = self._dtype(what)
            if index_dtype != "int64":
                self._refuse(f"{what} has indices of {index_dtype}, which MXNet never writes")
            auxiliary_shape = self._shape(what, numpy)
            sizes.append(math.prod(auxiliary_shape))
            lengths.append(auxiliary_width * sizes[-1])
        if storage:
            self._check_sparse(what, _STORAGE_TYPES[storage], shape, stored, sizes)
        for length in lengths:
            self._skip(length, what)
        return ArrayHeader(shape, dtype, _STORAGE_TYPES[storage]), numpy

    def _check_sparse(
        self, what: str, stype: str, shape: Tuple[int, ...], stored: Tuple[int, ...], sizes: List[int]
    ) -> None:
        if stype == "row_sparse":
            sound = (
                len(stored) == len(shape) and stored[1:] == shape[1:] and sizes == [stored[0]] and stored[0] <= shape[0]
            )
        else:
            sound = len(shape) == 2 and len(stored) == 1 and sizes == [shape[0] + 1, stored[0]]
        if not sound:
            self._refuse(f"{what} is {stype} and its parts ({shape}, {stored}, {sizes}) do not fit together")

    def _names(self) -> List[str]:
        (count,) = self._read("<Q")
        names: List[str] = []
        for _ in range(self._count(count, 8, "names")):
            (length,) = self._read("<Q")
            names.append(self._bytes(self._count(length, 1, "bytes of a name")).decode("utf-8", "replace"))
        return names

    def _shape(self, what: str, numpy: bool) -> Tuple[int, ...]:
        (dimensions,) = self._read("<i")
        if not 0 <= dimensions <= _MOST_DIMENSIONS:
            self._refuse(f"{what} has {dimensions} dimensions")
        shape: Tuple[int, ...] = self._read(f"<{dimensions}q")
        if any(size < 0 for size in shape):
            self._refuse(f"{what} has the shape {shape}")
        return shape

    def _dtype(self, what: str) -> Tuple[str, int]:
        (number,) = self._read("<i")
        if number not in _DTYPES:
            self._refuse(f"{what} has the dtype number {number}, which MXNet does not know")
        return _DTYPES[number]

    def _count(self, count: int, least: int, what: str) -> int:
        """Return `count` if the rest of the file has room for that many items of at least `least` bytes."""
        if count * least > self._size - self._stream.tell():
            self._refuse(f"announces {count} {what}, more than the file can hold")
        return count

    def _read(self, layout: str) -> Tuple[int, ...]:
        return struct.unpack(layout, self._bytes(struct.calcsize(layout)))

    def _bytes(self, length: int) -> bytes:
        data = self._stream.read(length)
        if len(data) != length:
            self._refuse("is cut short")
        return data

    def _skip(self, length: int, what: str) -> None:
        if length > self._size - self._stream.tell():
            self._refuse(f"is cut short in the values of {what}")
        self._stream.seek(length, io.SEEK_CUR)

    def _refuse(self, problem: str) -> NoReturn:
        raise DamagedArchive(f"{self._where} {problem}")


def needs_numpy(arrays: Mapping[str, Any]) -> bool:
    """Return whether a classic file would lose a shape: that of a scalar, or of an array without elements."""
    return any(0 in array.shape or not array.shape for array in arrays.values())


def write_arrays(path: Path, arrays: Mapping[str, Any], numpy: bool) -> FileRecord:
    """Write `arrays` to a new file and return its record. With `numpy` the file has NumPy shapes and sparse arrays
    become dense.

    Raise ArchiveError if the file differs from `arrays`: MXNet does not report a disk that fills up at the end.
    """
    path.parent.mkdir(exist_ok=True)
    # MXNet writes the shape of a sparse array before it waits for the operators that compute it.
    mx.nd.waitall()
    written = {name: _writable(array, numpy) for name, array in arrays.items()}
    try:
        with semantics(arrays=False, shapes=numpy):
            mx.nd.save(str(path), written)
    except mx.base.MXNetError as error:
        reason = headline(str(error))
        raise ArchiveError(f"{path.name} could not be written, maybe because the disk is full: {reason}") from error
    expected = {
        name: ArrayHeader(tuple(map(int, array.shape)), dtype_name(array), array.stype)
        for name, array in written.items()
    }
    try:
        with open(path, "rb") as stream:
            header = read_header(stream, path.name)
    except DamagedArchive as error:
        raise ArchiveError(f"{error} right after it was written: the disk is full, or fails") from error
    if header.arrays != expected or (header.numpy != numpy and expected):
        raise ArchiveError(f"{path.name} does not hold what was written to it: the disk is full, or fails")
    return record_of(path)


def read_arrays(path: Path, header: ParamsHeader) -> Dict[str, Any]:
    """Return the arrays of a file whose `header` was validated.

    Raise DamagedArchive if a sparse one has rows or columns outside of its shape, where MXNet would access memory.
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
                reason = headline(str(error))
                raise DamagedArchive(f"{path} holds {name}, whose indices are wrong: {reason}") from error
    return loaded


def _writable(array: Any, numpy: bool) -> Any:
    """Return `array` as a classic NDArray on cpu(0). An array that is there already is not copied."""
    if hasattr(array, "as_nd_ndarray"):
        array = array.as_nd_ndarray()
    if numpy and array.stype != "default":
        array = array.tostype("default")
    return array if load_backend().context_of(array) == mx.cpu() else array.copyto(mx.cpu())


def value_of(parameter: Any) -> Any:
    """Return the value of an initialized parameter: the mean of copies on several devices if they differ, as in MXNet's
    own export."""
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
    """Set NumPy's semantics of `arrays`, which need those of shapes, and of `shapes` inside this context."""
    scopes = [mx.util.np_shape(shapes), mx.util.np_array(arrays)]
    with contextlib.ExitStack() as stack:
        for scope in scopes if arrays else scopes[::-1]:
            stack.enter_context(scope)
        yield


def at_least(numpy: bool) -> ContextManager[None]:
    """Enable NumPy's semantics if `numpy` is set, else leave them unchanged."""
    return semantics(True, True) if numpy else contextlib.nullcontext()
