"""Arrays outside of the graph."""

from __future__ import annotations

import ast
import itertools
from typing import TYPE_CHECKING, ClassVar, List, Optional

from hybridlint.dataclass import dataclass, replace
from hybridlint.events import MethodCall
from hybridlint.mxnet_api import numpy_functions
from hybridlint.shapes import KnownDims
from hybridlint.values import array_shapes
from hybridlint.values.arguments import Arguments, Slice
from hybridlint.values.base import (
    UNKNOWN,
    UNTAINTED,
    Mergeable,
    Read,
    Taint,
    Tainted,
    Value,
    merged_taint,
    taint_among,
    with_taint,
)
from hybridlint.values.lattice import Merge, flat
from hybridlint.values.others import Opaque
from hybridlint.values.plain import Plain

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run
    from hybridlint.values.sequence import Sequence


class Array(Mergeable, Tainted):
    """An array outside of the graph. `dims` is its shape if that is a literal."""

    __slots__ = ()

    dims: Optional[KnownDims]
    #: Whether an element of it has the shape (1,), as of `mx.nd`, not ().
    scalars_have_an_axis: ClassVar[bool] = False
    is_none = False

    @property
    def literal_dims(self) -> Optional[KnownDims]:  # type: ignore[override]
        return self.dims

    def with_item(self, index: Value, value: Value) -> Value:
        return with_taint(self, value.any_taint)

    def iterate(self, run: Run, node: ast.AST, construct: str) -> Sequence:
        return run.iterator(None, self, self.taint)

    def item(self, run: Run, node: ast.AST, index: Value, frame: Frame) -> Value:
        dims = self._dims_of_item(index)
        dims = None if dims == () and self.scalars_have_an_axis else dims
        return with_taint(replace(self, dims=dims), self.taint or index.any_taint)  # type: ignore[type-var]

    def _dims_of_item(self, index: Value) -> Optional[KnownDims]:
        """Return the shape after indexing: `table[None, :]`, `table[0]`. None if unknown."""
        if self.dims is None:
            return None
        left = list(self.dims)
        dims: List[Optional[int]] = []
        for part in getattr(index, "items", None) or () if getattr(index, "type", "") == "tuple" else (index,):
            if part.is_new_axis:
                dims.append(1)
            elif isinstance(part, Slice) and left:
                length = left.pop(0)
                dims.append(length if part.ends == (None, None, None) else None)
            elif type(part.python_value) is int and left:
                left.pop(0)
            else:
                return None
        return (*dims, *left)

    def binary(self, run: Run, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        return self._combined(self, other) if other.lifts else None

    def reflected(self, run: Run, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        return self._combined(other, self)

    def _combined(self, left: Value, right: Value) -> Value:
        if UNKNOWN in (left, right):
            return UNKNOWN
        taint, dims = left.any_taint or right.any_taint, dims_broadcast(left, right)
        imperative = isinstance(left, ImperativeArray) or isinstance(right, ImperativeArray)
        return ImperativeArray(taint=taint, dims=dims) if imperative else NumPyArray(taint, dims)

    owns_methods = True

    def attribute(self, run: Run, read: Read) -> Optional[Value]:
        if read.called:
            return None
        if read.name not in ("T", "grad"):
            return Opaque()
        dims = self.dims and self.dims[:: -1 if read.name == "T" else 1]
        return replace(self, dims=dims)  # type: ignore[type-var]

    def call_method(
        self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame, discarded: bool = False
    ) -> Value:
        if name == "tolist":
            reason = self.taint
            return run.list_of(Plain(taint=reason) if reason else UNKNOWN, reason)
        return self._result(run, node, name, arguments)

    def _result(self, run: Run, node: ast.Call, name: str, arguments: Arguments) -> Value:
        raise NotImplementedError

    may_be_count = False


@dataclass(frozen=True)
class ImperativeArray(Array):
    """An NDArray in both phases, made by `nd.array(…)`, `self.weight.data()` and the like. `dims` is its shape if that
    is a literal."""

    scalars_have_an_axis = True

    description: str = "an NDArray"
    taint: Taint = UNTAINTED
    dims: Optional[KnownDims] = None

    def merged(self, other: ImperativeArray, nodes: Merge) -> ImperativeArray:
        description = flat(self.description, other.description, "an NDArray")
        return ImperativeArray(description, merged_taint(self.taint, other.taint), flat(self.dims, other.dims, None))

    def item(self, run: Run, node: ast.AST, index: Value, frame: Frame) -> Value:
        if index.holds_tensor:
            run.emit(MethodCall(node, self, "__getitem__", Arguments((index,))))
        return super().item(run, node, index, frame)

    def set_item(self, run: Run, node: ast.AST, holder: ast.AST, index: Value, value: Value, frame: Frame) -> None:
        if value.holds_tensor or index.holds_tensor:
            run.emit(MethodCall(node, self, "__setitem__", Arguments((index, value))))
        else:
            super().set_item(run, node, holder, index, value, frame)

    def _result(self, run: Run, node: ast.Call, name: str, arguments: Arguments) -> Value:
        if any(value.holds_tensor for value in arguments.all()):
            run.emit(MethodCall(node, self, name, arguments))
        if name in ("asscalar", "item"):
            return Plain("float", taint=self.taint)
        if name == "asnumpy":
            return NumPyArray(self.taint, self.dims)
        method = run.api.method(name)
        rule = "" if method is None else method.shape_rule
        return replace(self, dims=array_shapes.dims_after(self.dims, name, arguments, rule))


@dataclass(frozen=True)
class NumPyArray(Array):
    """A NumPy array or scalar in both phases. `dims` is its shape if that is a literal."""

    taint: Taint = UNTAINTED
    dims: Optional[KnownDims] = None

    def merged(self, other: NumPyArray, nodes: Merge) -> NumPyArray:
        return NumPyArray(merged_taint(self.taint, other.taint), flat(self.dims, other.dims, None))

    is_elementwise = True

    def _result(self, run: Run, node: ast.Call, name: str, arguments: Arguments) -> Value:
        described = numpy_functions.method(name)
        rule = "" if described is None else described.shape
        taint = self.taint or taint_among(arguments.all())
        if rule == "reduce" and not arguments.all():
            return Plain("number", taint=taint)
        return NumPyArray(taint, array_shapes.dims_after(self.dims, name, arguments, rule))


def dims_broadcast(first: Value, second: Value) -> Optional[KnownDims]:
    """Return the shape of an elementwise operation of two arrays, or an array and a number; None if unknown."""
    sides = first.literal_dims, second.literal_dims
    if sides[0] is None or sides[1] is None:
        return None
    pairs = itertools.zip_longest(sides[0][::-1], sides[1][::-1], fillvalue=1)
    return tuple(left if right == 1 else right for left, right in pairs)[::-1]
