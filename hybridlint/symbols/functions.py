"""Functions that get Symbols: those that `mx.sym` lacks, and those of `mx.nd`, NumPy and other libraries."""

from __future__ import annotations

from typing import Iterator, Optional, Union

from hybridlint.divergences import Divergence, Kind
from hybridlint.events import (
    BinaryOperation,
    BlockCall,
    ForeignCall,
    MethodCall,
    NamespaceRead,
    OperatorCall,
)
from hybridlint.mxnet_api import Api, gluon
from hybridlint.numpy_semantics import is_of_numpy
from hybridlint.queries import leaves, tensor
from hybridlint.values import Block, ImperativeArray, Tensor, constant

#: Functions of NumPy that accept any object.
_OF_ANY_OBJECT = ("isscalar", "iterable")
#: Operators that take lists of tensors.
_TAKING_LISTS = ("contrib.foreach", "contrib.while_loop")


def missing_function(event: Union[NamespaceRead, OperatorCall], api: Api) -> Iterator[Divergence]:
    if event.phase != "both":
        return
    function = api.function(event.path)
    if function is None or not function.imperative:
        return
    if not function.symbolic:
        given = event.arguments.all() if isinstance(event, OperatorCall) else ()
        yield Kind.MISSING_FUNCTION.at(event, arguments=given)
    elif function.never_symbolic and isinstance(event, OperatorCall):
        yield Kind.FUNCTION_WITHOUT_GRAPH.at(event)


def imperative_function(event: OperatorCall, api: Api) -> Iterator[Divergence]:
    if event.phase == "imperative" and any(value.holds_tensor for value in event.arguments.all()):
        function = event.call.function
        generated = function is not None and function.operator is not None
        yield Kind.IMPERATIVE_FUNCTION.at(event, "AssertionError", *([] if generated else ["TypeError"]))


def foreign_function(event: ForeignCall, api: Api) -> Iterator[Divergence]:
    gets_tensor = any(value.holds_tensor for value in event.arguments.all())
    library, _, name = event.name.partition(".")
    if event.name == "mxnet.autograd.Function" and gets_tensor:
        yield Kind.FUNCTION_OF_AUTOGRAD.at(event)
    elif gluon.takes_arrays_only(event.name):
        yield Kind.ARRAYS_ONLY.at(event)
    elif library == "numpy" and name not in _OF_ANY_OBJECT and gets_tensor and not event.method:
        yield Kind.FUNCTION_OF_NUMPY.at(event)


def array_among_symbols(
    event: Union[BinaryOperation, OperatorCall, MethodCall, BlockCall], api: Api
) -> Iterator[Divergence]:
    array = _array_among(event)
    if array is not None:
        others = () if isinstance(event, BinaryOperation) else ("AssertionError", "ValueError")
        yield Kind.ARRAY_AMONG_SYMBOLS.at(event, "TypeError", *others, array=array)


def _array_among(event: Union[BinaryOperation, OperatorCall, MethodCall, BlockCall]) -> Optional[ImperativeArray]:
    """Return the NDArray that meets Symbols in `event`."""
    of_block = isinstance(event, BlockCall)
    values = (event.left, event.right) if isinstance(event, BinaryOperation) else event.arguments.all()
    if of_block and len(values) == 1 and isinstance(values[0], Tensor):
        return None  # as most blocks are called
    if of_block or isinstance(event, OperatorCall) and event.path in _TAKING_LISTS:
        values = tuple(leaf for value in values for leaf in leaves(value))
    if isinstance(event, MethodCall) and isinstance(event.tensor, ImperativeArray):
        return event.tensor  # an argument is a tensor, or there is no event for the call
    result = next((value for value in values if isinstance(value, ImperativeArray)), None)
    if result is None:
        return None
    if isinstance(event, MethodCall):
        return result if tensor(event.tensor) is not None else None
    if isinstance(event, OperatorCall):
        return result if event.phase == "both" and not is_of_numpy(event.path) else None
    return result if any(value.holds_tensor for value in values) else None


def block_without_graph(event: BlockCall, api: Api) -> Iterator[Divergence]:
    block = event.block
    if not isinstance(block, Block) or block.local:
        return
    known = gluon.block(block.type)
    if known is None:
        return
    flags = tuple(flag for flag in known.untraceable_with if block.option(flag) == constant(True))
    if flags or known.untraceable:
        name = f"`{block.type.rpartition('.')[2]}`" + "".join(f" with `{flag}`" for flag in flags)
        yield Kind.BLOCK_WITHOUT_GRAPH.at(event, block=name)
