"""The interface that both generations of MXNet implement."""

from __future__ import annotations

import abc
from types import FrameType
from typing import Any, Callable, Collection, ContextManager, Dict, List, Mapping, Optional, Sequence, Tuple

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

    #: Name of a probe that has no meaning for this generation → why.
    not_asked: Mapping[str, str]
    #: Name of a probe → what to write instead on this generation, where that is not what the probe itself says.
    remedies: Mapping[str, str]
    #: The version of `hybridlint.mxnet_api` whose rules are about this generation.
    api_version: str
    #: Whether tracing executes blocks with Symbols.
    has_symbols: bool
    #: Whether the parameters of several nets can have one array.
    shares_arrays: bool

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
    def prefix_of(self, block: Any) -> str:
        """What the names of the block's parameters begin with, "" if they have no prefix."""

    @abc.abstractmethod
    def passes_arguments_on(self, block: Any) -> bool:
        """Whether the arguments of a call of a HybridBlock are those of its graph: no method of its own changes them
        on the way."""

    @abc.abstractmethod
    def caller_of(self, block: Any, kwargs: Mapping[str, Any]) -> Any:
        """A HybridBlock whose traced method calls `block`, which is not registered as its child."""

    @abc.abstractmethod
    def is_one_graph(self, block: Any) -> bool:
        """Whether hybridizing certainly makes one graph of all that the block calls."""

    @abc.abstractmethod
    def signature_of(self, block: Any) -> Tuple[Callable[..., Any], int]:
        """The function whose signature names the arguments of a block, and how many of its parameters come first that
        are none of those (`self`, `F`)."""

    # Parameters

    @abc.abstractmethod
    def other_parameters(self, block: Any, known: Collection[int]) -> List[Tuple[str, Any]]:
        """The parameters of a block that may be on no attribute of it, each with a name that is unique in the block;
        without those whose `id` is `known`."""

    @abc.abstractmethod
    def variables(self, block: Any) -> Dict[str, Any]:
        """Name of the variable in graphs → Parameter, for all parameters of a tree of blocks."""

    @abc.abstractmethod
    def contexts_of(self, parameter: Any) -> List[Any]:
        """The contexts of an initialized, or deferred, parameter."""

    @abc.abstractmethod
    def move(self, parameter: Any, context: Any) -> None:
        """Move a parameter to one context."""

    @abc.abstractmethod
    def keyed_parameters(self, block: Any) -> Dict[str, Any]:
        """The parameters of a block itself by key: the attribute, or a name that is unique in the block."""

    @abc.abstractmethod
    def identity_of(self, parameter: Any) -> str:
        """What MXNet itself identifies a parameter by: its name (1.x), its UUID (2)."""

    @abc.abstractmethod
    def variable_of(self, parameter: Any) -> str:
        """The name of the variable that stands for a parameter in graphs."""

    @abc.abstractmethod
    def rename_variable(self, parameter: Any, name: str) -> None:
        """Call the variable of a parameter `name` in graphs made from here on."""

    @abc.abstractmethod
    def renamed_variables(self, parameters: Mapping[str, Any]) -> ContextManager[None]:
        """While this lasts, the variable of every parameter is called by its key."""

    @abc.abstractmethod
    def restore_identity(self, parameter: Any, identity: str) -> None:
        """Give a parameter the identity of an archived one, where MXNet lets it be given."""

    @abc.abstractmethod
    def lending_values(self, parameters: Mapping[str, Any], values: Mapping[str, Any]) -> ContextManager[None]:
        """While this lasts, the parameters have what tracing needs of them: with deferred compute, values. `values` are
        classic NDArrays by the same names."""

    @abc.abstractmethod
    def new_constant(self, name: str, value: Any) -> Any:
        """A `gluon.Constant`."""

    @abc.abstractmethod
    def set_data(
        self,
        parameter: Any,
        arrays: Sequence[Any],
        contexts: Sequence[Any],
        gradients: Optional[Sequence[Any]] = None,
    ) -> None:
        """Make `arrays`, one on each of `contexts`, the data of a parameter, whatever state it is in.

        It gets new gradients, or `gradients`, which the caller has to mark for autograd.
        """

    def zero_gradient(self, parameter: Any) -> None:
        """Set the gradient of a parameter to zero.

        `Parameter.zero_grad` of 1.9.1 and 2.0.0b1 calls an operator that takes no arrays of NumPy semantics.
        """
        for gradient in parameter._grad or ():
            if isinstance(gradient, self.mx.np.ndarray):
                gradient[()] = 0
            else:
                self.mx.nd.zeros_like(gradient, out=gradient)

    @abc.abstractmethod
    def adopt_parameter(self, block: Any, key: str, parameter: Any) -> str:
        """Make a new parameter that of `block` under `key`; the name of its variable."""

    @abc.abstractmethod
    def cached_arguments(self, block: Any, names: Sequence[str], arguments: Sequence[Tuple[bool, Any]]) -> List[Any]:
        """MXNet's form of the arguments of a cached graph whose inputs are called `names`: for each (True, its place
        among the arguments of the call) or (False, the Parameter)."""

    @abc.abstractmethod
    def cached_parameters(self, block: Any) -> Dict[str, Any]:
        """Name of the variable → Parameter, for the graph that a block holds."""

    # Arrays and contexts

    @abc.abstractmethod
    def current_context(self) -> Any:
        """The context that MXNet uses by default."""

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
    def require_composable(self) -> None:
        """Raise RuntimeError if a graph is being made that cannot hold another graph as a part."""

    @abc.abstractmethod
    def symbol_from_json(self, text: str) -> Any:
        """The Symbol that `Symbol.tojson` wrote."""

    @abc.abstractmethod
    def cached_op(self, symbol: Any, flags: Sequence[Tuple[str, Any]] = ()) -> Any:
        """MXNet's executable of a graph: called with an array for each of `symbol.list_inputs()`."""

    # Export

    @abc.abstractmethod
    def export(self, block: Any, path: str, remove_amp_cast: bool = True) -> Tuple[str, Any]:
        """Call MXNet's own `export` of a block that has a graph: the files that it wrote, of the graph and of the
        parameters (None without any)."""


def map_of_contexts(contexts: Sequence[Any]) -> List[List[Optional[int]]]:
    """How MXNet finds the copy of a parameter for a context: by kind (CPU 1, GPU 0) and number."""
    devices: List[List[Optional[int]]] = [[], []]
    for index, context in enumerate(contexts):
        of_kind = devices[context.device_typeid & 1]
        of_kind.extend([None] * (context.device_id + 1 - len(of_kind)))
        of_kind[context.device_id] = index
    return devices


def put_data(parameter: Any, arrays: Sequence[Any], gradients: Optional[Sequence[Any]] = None) -> None:
    """Make `arrays` the data of a parameter whose contexts are set, and `gradients` its gradients, if given."""
    parameter._data = parameter._grad = None
    parameter._shape = tuple(arrays[0].shape)
    parameter._data = list(arrays)
    parameter._deferred_init = ()
    if gradients is None:
        parameter._init_grad()
    else:
        parameter._grad = list(gradients)
