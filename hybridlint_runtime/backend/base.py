"""The interface that both generations of MXNet implement."""

from __future__ import annotations

import abc
from types import FrameType
from typing import Any, Callable, ContextManager, Dict, List, Optional, Sequence, Tuple

#: Called with the name of each node of a graph, right after the node was made, below the user's line that made it.
NodeWatcher = Callable[[str], None]

#: Called with the name of an operator, the arrays that it is given, whether it writes into an array that it is given,
#: the frame that invokes it, and a function that runs it on other arrays; must return a result.
Around = Callable[[str, List[Any], bool, FrameType, Callable[[List[Any]], Any]], Any]


class Backend(abc.ABC):
    """One generation of MXNet. `mx` is the module.

    A *context* is what MXNet 1.x calls `Context` and MXNet 2 `Device`. A *variable* is an input of a graph.
    """

    #: The method of a HybridBlock that tracing executes.
    traced_method: str
    #: The parameter of `Block.initialize` that takes the context.
    context_argument: str

    def __init__(self, mx: Any) -> None:
        self.mx = mx

    # Blocks

    @abc.abstractmethod
    def children(self, block: Any) -> List[Tuple[str, Any]]:
        """The registered children of a block with their keys, in the order of registration."""

    @abc.abstractmethod
    def copy_block(self, block: Any, known: Dict[int, Any]) -> Any:
        """A deep copy of a tree of blocks; `known` maps the `id` of an object to what replaces it."""

    @abc.abstractmethod
    def name_of(self, block: Any) -> str:
        """The name that MXNet gave the block, "" if it gives none."""

    @abc.abstractmethod
    def is_one_graph(self, block: Any) -> bool:
        """Whether hybridizing certainly makes one graph of all that the block calls."""

    @abc.abstractmethod
    def signature_of(self, block: Any) -> Tuple[Callable[..., Any], int]:
        """The function whose signature names the arguments of a block, and how many of its parameters come first that
        are none of those (`self`, `F`)."""

    # Parameters

    @abc.abstractmethod
    def other_parameters(self, block: Any) -> List[Tuple[str, Any]]:
        """The parameters of a block that may be on no attribute of it, each with a name that is unique in the block."""

    @abc.abstractmethod
    def variables(self, block: Any) -> Dict[str, Any]:
        """Name of the variable in graphs → Parameter, for all parameters of a tree of blocks."""

    @abc.abstractmethod
    def contexts_of(self, parameter: Any) -> List[Any]:
        """The contexts of an initialized, or deferred, parameter."""

    @abc.abstractmethod
    def move(self, parameter: Any, context: Any) -> None:
        """Move a parameter to one context."""

    # Arrays and contexts

    @abc.abstractmethod
    def context(self, kind: str, number: int) -> Any:
        """The context of a kind, "cpu" or "gpu"."""

    @abc.abstractmethod
    def context_of(self, array: Any) -> Any:
        """The context of an array."""

    @abc.abstractmethod
    def array(self, values: Any, context: Any, dtype: Any, numpy_kind: bool) -> Any:
        """NumPy `values` as an array on `context`: an `mx.np.ndarray` if `numpy_kind`, else a classic NDArray where
        blocks take one."""

    @abc.abstractmethod
    def array_on(self, array: Any, context: Any) -> Any:
        """The array itself, or a copy if it is on another context."""

    # Tracing

    @abc.abstractmethod
    def watching_nodes(self, watcher: NodeWatcher) -> ContextManager[None]:
        """While this lasts, every node that tracing makes is given to `watcher`."""

    @abc.abstractmethod
    def symbol_of(self, value: Any) -> Optional[Any]:
        """The Symbol of a value that a block takes or returns while a graph is made, None if it is no part of one."""

    @abc.abstractmethod
    def around_operators(self, around: Around) -> ContextManager[None]:
        """While this lasts, every operator that Python invokes is given to `around` instead, in every thread; an
        operator that is invoked by another one may be, too."""

    @abc.abstractmethod
    def cached_op(self, symbol: Any, flags: Sequence[Tuple[str, Any]] = ()) -> Any:
        """MXNet's executable of a graph: called with an array for each of `symbol.list_inputs()`."""

    # Export

    @abc.abstractmethod
    def export(self, block: Any, path: str) -> Tuple[str, Any]:
        """Call MXNet's own `export` of a block that has a graph: the files that it wrote, of the graph and of the
        parameters (None without any)."""
