"""Functions that get Symbols: those that `mx.sym` lacks, and those of `mx.nd`, NumPy and other libraries."""

from __future__ import annotations

from typing import FrozenSet, Iterator, Optional, Tuple, Union

from hybridlint import gluon
from hybridlint.dataclass import dataclass
from hybridlint.events import (
    BinaryOperation,
    BlockCall,
    Divergence,
    ForeignCall,
    MethodCall,
    NamespaceRead,
    OperatorCall,
    with_bases,
)
from hybridlint.mxnet_api import Api
from hybridlint.numpy_semantics import is_of_numpy
from hybridlint.queries import contains_tensor, leaves, tensor
from hybridlint.symbols.base import Differs, Fails, Raises
from hybridlint.values import Block, ImperativeArray, Value, constant


@dataclass(frozen=True)
class MissingFunction(Raises):
    """`mx.sym` has no such function; if it is a `stub`, one that always raises."""

    event: Union[NamespaceRead, OperatorCall]
    stub: bool

    @property
    def exceptions(self) -> FrozenSet[str]:
        return with_bases("MXNetError" if self.stub else "AttributeError")


@dataclass(frozen=True)
class ImperativeFunction(Raises):
    """A function of `mx.nd`, or if it is `generated`, an operator, gets a Symbol."""

    event: OperatorCall
    generated: bool

    @property
    def exceptions(self) -> FrozenSet[str]:
        return with_bases("AssertionError") if self.generated else with_bases("AssertionError", "TypeError")


class FunctionOfAutograd(Differs):
    """A `mxnet.autograd.Function` gets a Symbol: its `backward` is lost, unless its `forward` raises."""

    event: ForeignCall


class TakesArraysOnly(Raises):
    """A function of Gluon that reads the values of arrays gets Symbols."""

    event: ForeignCall


class FunctionOfNumPy(Fails):
    """A function of NumPy gets a Symbol. Most return an array of Symbols, which MXNet then rejects."""

    event: ForeignCall


@dataclass(frozen=True)
class ArrayAmongSymbols(Raises):
    """`array`, which is an NDArray in both phases, is an operand beside Symbols."""

    event: Union[BinaryOperation, OperatorCall, MethodCall, BlockCall]
    array: ImperativeArray

    @property
    def exceptions(self) -> FrozenSet[str]:
        if isinstance(self.event, BinaryOperation):
            return with_bases("TypeError")
        return with_bases("AssertionError", "TypeError", "ValueError")


@dataclass(frozen=True)
class BlockWithoutGraph(Raises):
    """The block of Gluon `name` works imperatively only; if `flags` is not empty, with these options."""

    event: BlockCall
    name: str
    flags: Tuple[str, ...]


#: Functions of NumPy that accept any object.
_OF_ANY_OBJECT = ("isscalar", "iterable")
#: Operators that take lists of tensors.
_TAKING_LISTS = ("contrib.foreach", "contrib.while_loop")


def missing_function(event: Union[NamespaceRead, OperatorCall], api: Api) -> Iterator[MissingFunction]:
    if event.phase != "both" or isinstance(event, NamespaceRead) and event.called:
        return
    function = api.function(event.path)
    if function is None or not function.imperative:
        return
    if not function.symbolic:
        yield MissingFunction(event, stub=False)
    elif function.never_symbolic and isinstance(event, OperatorCall):
        yield MissingFunction(event, stub=True)


def imperative_function(event: OperatorCall, api: Api) -> Iterator[ImperativeFunction]:
    if event.phase == "imperative" and any(map(contains_tensor, event.arguments.all())):
        function = api.function(event.path)
        yield ImperativeFunction(event, generated=function is not None and function.operator is not None)


def foreign_function(event: ForeignCall, api: Api) -> Iterator[Divergence]:
    gets_tensor = any(map(contains_tensor, event.arguments.all()))
    library, _, name = event.name.partition(".")
    if event.name == "mxnet.autograd.Function" and gets_tensor:
        yield FunctionOfAutograd(event)
    elif gluon.takes_arrays_only(event.name):
        yield TakesArraysOnly(event)
    elif library == "numpy" and name not in _OF_ANY_OBJECT and gets_tensor and not event.method:
        yield FunctionOfNumPy(event)


def array_among_symbols(
    event: Union[BinaryOperation, OperatorCall, MethodCall, BlockCall], api: Api
) -> Iterator[ArrayAmongSymbols]:
    array = _array_among(event)
    if array is not None:
        yield ArrayAmongSymbols(event, array)


def _array_among(event: Union[BinaryOperation, OperatorCall, MethodCall, BlockCall]) -> Optional[ImperativeArray]:
    """Return the NDArray that meets Symbols in `event`."""
    if isinstance(event, BinaryOperation):
        values: Tuple[Value, ...] = (event.left, event.right)
    else:
        values = event.arguments.all()
    if isinstance(event, BlockCall) or isinstance(event, OperatorCall) and event.path in _TAKING_LISTS:
        values = tuple(leaf for value in values for leaf in leaves(value))
    if isinstance(event, MethodCall) and isinstance(event.tensor, ImperativeArray):
        return event.tensor  # an argument is a tensor, or there is no event for the call
    found = next((value for value in values if isinstance(value, ImperativeArray)), None)
    if found is None:
        return None
    if isinstance(event, MethodCall):
        return found if tensor(event.tensor) is not None else None
    if isinstance(event, OperatorCall):
        return found if event.phase == "both" and not is_of_numpy(event.path) else None
    return found if any(map(contains_tensor, values)) else None


def block_without_graph(event: BlockCall, api: Api) -> Iterator[BlockWithoutGraph]:
    block = event.block
    if not isinstance(block, Block) or block.local:
        return
    known = gluon.block(block.type)
    if known is None:
        return
    flags = tuple(flag for flag in known.untraceable_with if block.option(flag) == constant(True))
    if flags or known.untraceable:
        yield BlockWithoutGraph(event, block.type.rpartition(".")[2], flags)
