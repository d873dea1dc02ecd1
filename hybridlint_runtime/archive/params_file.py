"""MXNet's file of named arrays (`.params`): its structure checked, so that MXNet's own reader only ever sees a sound
one.

MXNet's reader (`NDArray::Load` in src/ndarray/ndarray.cc, `MXNDArrayLoad` in src/c_api/c_api.cc) believes the sizes in
the file: a cut or edited file makes it allocate what the file says, or end the process. The structure, little endian:

    uint64 0x112, uint64 0
    uint64 number of arrays, then each:
        uint32 magic: 0xF993FAC9, or 0xF993FACA for NumPy shapes (where 0 is a dimension of no elements and -1 is
        unknown) int32 storage type: 0 default, 1 row_sparse, 2 csr shape of the stored values, for the sparse ones only
        shape: int32 number of dimensions, int64 each (nothing more for an array without a shape) int32 device type,
        int32 device number int32 dtype for each auxiliary array (row_sparse 1: the rows; csr 2: row pointers, columns):
        int32 dtype, shape the values, then the values of each auxiliary array
    uint64 number of names, then each: uint64 length, bytes
"""

from __future__ import annotations

import dataclasses
import io
import os
import struct
from typing import BinaryIO, Dict, List, NoReturn, Tuple

from .errors import DamagedArchive

_LIST_MAGIC = 0x112
_CLASSIC, _NUMPY = 0xF993FAC9, 0xF993FACA
_STORAGE_TYPES = ("default", "row_sparse", "csr")
_AUXILIARY = (0, 1, 2)
#: cpu(0), where this tool always writes from. MXNet's reader would go and look for another device.
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
    """What the file says of one array. `shape` is that of the whole array, `stype` its storage."""

    shape: Tuple[int, ...]
    dtype: str
    stype: str


@dataclasses.dataclass(frozen=True)
class ParamsHeader:
    """What the file says of all: the arrays by name, and whether they have NumPy shapes."""

    arrays: Dict[str, ArrayHeader]
    numpy: bool


def read_header(stream: BinaryIO, where: str) -> ParamsHeader:
    """Walk through a whole file without reading the values. Raises DamagedArchive, naming `where`, for anything
    unsound.
    """
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
        lengths = [width * _product(stored if auxiliary else shape)]
        sizes: List[int] = []
        for _ in range(auxiliary):
            index_dtype, auxiliary_width = self._dtype(what)
            if index_dtype != "int64":
                self._refuse(f"{what} has indices of {index_dtype}, which MXNet never writes")
            auxiliary_shape = self._shape(what, numpy)
            sizes.append(_product(auxiliary_shape))
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
        """`count`, if so many things of at least `least` bytes can still follow."""
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


def _product(shape: Tuple[int, ...]) -> int:
    result = 1
    for size in shape:
        result *= size
    return result
