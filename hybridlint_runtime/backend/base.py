"""What a check needs of MXNet, as MXNet 1.x has it: `hybrid_forward` is executed with Symbols to make a graph."""

from __future__ import annotations

import contextlib
import copy
import inspect
import sys
import threading
from types import FrameType
from typing import Any, Callable, Collection, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from hybridlint import mxnet_api

#: Called with the name of each node of a graph, right after the node was made, below the user's line that made it.
NodeWatcher = Callable[[str], None]

#: Called with the name of an operator, the arrays that it is given, whether it writes into an array that it is given,
#: the frame that invokes it, and a function that runs it on other arrays; must return a result.
Around = Callable[[str, List[Any], bool, FrameType, Callable[[List[Any]], Any]], Any]


class Backend:
    """MXNet 1.x, measured on 1.9.1; `MXNet2` overrides what differs. `mx` is the module.

    A *context* is what MXNet 1.x calls `Context` and MXNet 2 `Device`. A *variable* is an input of a graph.
    """

    #: The method of a HybridBlock that tracing executes.
    traced_method = "hybrid_forward"
    #: The parameter of `Block.initialize` that takes the context.
    context_argument = "ctx"
    #: Name of a probe that has no meaning for this generation → why.
    not_asked: Mapping[str, str] = {
        "branches": "a Symbol of MXNet 1.x has no values; the probe linter reports what `forward` reads"
    }
    #: Name of a probe → what to write instead on this generation, where that is not what the probe itself says.
    remedies: Mapping[str, str] = {}
    #: The version of `hybridlint.mxnet_api` whose rules are about this generation.
    api_version = mxnet_api.DEFAULT
    #: Whether tracing executes blocks with Symbols.
    has_symbols = True
    #: Whether the parameters of several nets can have one array.
    shares_arrays = True
    #: The methods through which the arguments of a call reach the graph.
    _passing_methods: Sequence[str] = ("__call__", "forward")
    #: The attributes of a Parameter with its contexts and with the places of their copies.
    _attributes_of_contexts: Sequence[str] = ("_ctx_list", "_ctx_map")

    def __init__(self, mx: Any) -> None:
        self.mx = mx

    # Blocks

    def children(self, block: Any) -> List[Tuple[str, Any]]:
        """The registered children of a block with their keys, in the order of registration."""
        return list(block._children.items())

    def blocks_of(self, block: Any) -> List[Any]:
        """`block` and all blocks below it, each once, in the order of a walk from parents to children."""
        blocks: Dict[int, Any] = {}
        waiting = [block]
        while waiting:
            node = waiting.pop()
            if id(node) not in blocks:
                blocks[id(node)] = node
                waiting.extend(child for _, child in reversed(self.children(node)))
        return list(blocks.values())

    def copy_block(self, block: Any, known: Dict[int, Any]) -> Any:
        """A deep copy of a tree of blocks without traced graphs; `known` maps the `id` of an object to what replaces
        it. Raises what an attribute raises that cannot be copied."""
        self._leave_out_graphs(block, known)
        # The scope around the one of a block refers to its parent, which may be no part of the copy.
        scopes = {id(node._scope): node._scope for node in self.blocks_of(block)}
        known.update((id(scope._old_scope), None) for scope in scopes.values() if id(scope._old_scope) not in scopes)
        return copy.deepcopy(block, known)

    def _leave_out_graphs(self, block: Any, known: Dict[int, Any]) -> None:
        """Let `known` replace what blocks have cached, C++ objects, but for the graphs of SymbolBlocks: they have no
        other code."""
        for node in self.blocks_of(block):
            held = vars(node)
            for name, empty in (("_cached_graph", ()), ("_cached_op", None), ("_cached_op_args", [])):
                if held.get(name):
                    known[id(held[name])] = empty
            if isinstance(node, self.mx.gluon.SymbolBlock):
                known[id(node._cached_graph)] = node._cached_graph

    def name_of(self, block: Any) -> str:
        """The name that MXNet gave the block, "" if it gives none."""
        return str(block.name)

    def prefix_of(self, block: Any) -> str:
        """What the names of the block's parameters begin with, "" if they have no prefix."""
        return str(block.prefix)

    def passes_arguments_on(self, block: Any) -> bool:
        """Whether the arguments of a call of a HybridBlock are those of its graph: no method of its own changes them
        on the way."""
        return all(self._is_general(block, method) for method in self._passing_methods)

    def _is_general(self, block: Any, method: str) -> bool:
        """Whether a method is MXNet's general one, or of a block that does nothing else."""
        gluon = self.mx.gluon
        owner = next(kind for kind in type(block).__mro__ if method in vars(kind))
        general = owner in (gluon.Block, gluon.HybridBlock, gluon.SymbolBlock) or getattr(owner, "passes_on", False)
        return method not in vars(block) and general

    def caller_of(self, block: Any, kwargs: Mapping[str, Any]) -> Any:
        """A HybridBlock whose traced method calls `block`, which is not registered as its child."""

        def hybrid_forward(caller: Any, F: Any, *args: Any) -> Any:
            return caller._children["block"](*args, **kwargs)

        caller = type("_Caller", (self.mx.gluon.HybridBlock,), {"hybrid_forward": hybrid_forward})(prefix="")
        # Not as an attribute: that would register it and clear what it has cached.
        caller._children["block"] = block
        return caller

    def is_one_graph(self, block: Any) -> bool:
        """Whether hybridizing certainly makes one graph of all that the block calls."""
        gluon = self.mx.gluon
        inherited = "forward" not in vars(block) and inspect.unwrap(type(block).forward) in (
            gluon.HybridBlock.forward,
            gluon.SymbolBlock.forward,
        )
        return isinstance(block, gluon.HybridBlock) and inherited

    def signature_of(self, block: Any) -> Tuple[Callable[..., Any], int]:
        """The function whose signature names the arguments of a block, and how many of its parameters come first that
        are none of those (`self`, `F`)."""
        function = inspect.unwrap(type(block).forward)
        if isinstance(block, self.mx.gluon.HybridBlock) and function is self.mx.gluon.HybridBlock.forward:
            return type(block).hybrid_forward, 2
        return function, 1

    # Parameters

    def other_parameters(self, block: Any, known: Collection[int]) -> List[Tuple[str, Any]]:
        """The parameters of a block that may be on no attribute of it, each with a name that is unique in the block;
        without those whose `id` is `known`."""
        result = []
        for number, parameter in enumerate(block.params.values()):
            if id(parameter) in known:
                continue
            own = parameter.name.startswith(block.prefix)
            result.append((parameter.name[len(block.prefix) :] if own else f"parameter{number}", parameter))
        return result

    def variables(self, block: Any) -> Dict[str, Any]:
        """Name of the variable in graphs → Parameter, for all parameters of a tree of blocks."""
        return dict(block.collect_params())

    def contexts_of(self, parameter: Any) -> List[Any]:
        """The contexts of an initialized, or deferred, parameter."""
        return list(parameter.list_ctx())

    def move(self, parameter: Any, context: Any) -> None:
        """Move a parameter to one context."""
        parameter.reset_ctx(context)

    def keyed_parameters(self, block: Any) -> Dict[str, Any]:
        """The parameters of a block itself by key: the attribute, or a name that is unique in the block."""
        parameters: Dict[str, Any] = dict(block._reg_params)
        seen = {id(parameter) for parameter in parameters.values()}
        for parameter in block.params.values():
            if id(parameter) not in seen:
                seen.add(id(parameter))
                prefix = block.params.prefix
                key = parameter.name[len(prefix) :] if parameter.name.startswith(prefix) else parameter.name
                while not key or key in parameters:
                    key += "_"
                parameters[key] = parameter
        return parameters

    def identity_of(self, parameter: Any) -> str:
        """What MXNet itself identifies a parameter by: its name (1.x), its UUID (2)."""
        return str(parameter.name)

    def variable_of(self, parameter: Any) -> str:
        """The name of the variable that stands for a parameter in graphs."""
        return str(parameter.name)

    def rename_variable(self, parameter: Any, name: str) -> None:
        """Call the variable of a parameter `name` in graphs made from here on."""
        self._set_variable(parameter, name, None)

    @contextlib.contextmanager
    def renamed_variables(self, parameters: Mapping[str, Any]) -> Iterator[None]:
        """While this lasts, the variable of every parameter is called by its key.

        MXNet's own names are unique only as far as prefixes are. The variables that the parameters hold are put
        back too. The renamed ones have no initializer: `Constant` can be serialized only once.
        """
        before = [(parameter, parameter.init, self._own_variable(parameter)) for parameter in parameters.values()]
        try:
            for name, parameter in parameters.items():
                self.rename_variable(parameter, name)
                parameter.init = None
            yield
        finally:
            for parameter, initializer, (name, variable) in before:
                self._set_variable(parameter, name, variable)
                parameter.init = initializer

    def _own_variable(self, parameter: Any) -> Tuple[Any, Any]:
        return parameter.name, parameter._var

    def _set_variable(self, parameter: Any, name: Any, variable: Any) -> None:
        parameter.name, parameter._var = name, variable

    def restore_identity(self, parameter: Any, identity: str) -> None:
        """Give a parameter the identity of an archived one, where MXNet lets it be given.

        A name belongs to the prefix of its block.
        """

    @contextlib.contextmanager
    def lending_values(self, parameters: Mapping[str, Any], values: Mapping[str, Any]) -> Iterator[None]:
        """While this lasts, the parameters have what tracing needs of them: with deferred compute, values. `values` are
        classic NDArrays by the same names."""
        yield

    def new_constant(self, name: str, value: Any) -> Any:
        """A `gluon.Constant`."""
        return self.mx.gluon.Constant(name, value)

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
        # MXNet finds the copy for a context by kind (CPU 1, GPU 0) and number.
        places: List[List[Optional[int]]] = [[], []]
        for index, context in enumerate(contexts):
            of_kind = places[context.device_typeid & 1]
            of_kind.extend([None] * (context.device_id + 1 - len(of_kind)))
            of_kind[context.device_id] = index
        vars(parameter).update(zip(self._attributes_of_contexts, (list(contexts), places)))
        parameter._data = parameter._grad = None
        parameter._shape = tuple(arrays[0].shape)
        parameter._data = list(arrays)
        parameter._deferred_init = ()
        if gradients is None:
            parameter._init_grad()
        else:
            parameter._grad = list(gradients)

    def zero_gradient(self, parameter: Any) -> None:
        """Set the gradient of a parameter to zero.

        `Parameter.zero_grad` of 1.9.1 and 2.0.0b1 calls an operator that takes no arrays of NumPy semantics.
        """
        for gradient in parameter._grad or ():
            if isinstance(gradient, self.mx.np.ndarray):
                gradient[()] = 0
            else:
                self.mx.nd.zeros_like(gradient, out=gradient)

    def adopt_parameter(self, block: Any, key: str, parameter: Any) -> str:
        """Make a new parameter that of `block` under `key`; the name of its variable."""
        parameter.name = f"{block.prefix}{key}"
        block.params._params[parameter.name] = parameter
        block._reg_params[key] = parameter
        return str(parameter.name)

    def cached_arguments(self, block: Any, names: Sequence[str], arguments: Sequence[Tuple[bool, Any]]) -> List[Any]:
        """MXNet's form of the arguments of a cached graph whose inputs are called `names`: for each (True, its place
        among the arguments of the call) or (False, the Parameter)."""
        return list(arguments)

    def cached_parameters(self, block: Any) -> Dict[str, Any]:
        """Name of the variable → Parameter, for the graph that a block holds."""
        if not block._cached_op_args:
            return {}
        pairs = zip(block._cached_graph[1].list_inputs(), block._cached_op_args)
        return {name: parameter for name, (is_input, parameter) in pairs if not is_input}

    # Arrays and contexts

    def current_context(self) -> Any:
        """The context that MXNet uses by default."""
        return self.mx.context.current_context()

    def context(self, kind: str, number: int) -> Any:
        """The context of a kind, "cpu" or "gpu"."""
        return self.mx.Context(kind, number)

    def context_of(self, array: Any) -> Any:
        """The context of an array."""
        return array.context

    def array(self, values: Any, context: Any, dtype: Any, numpy_kind: bool) -> Any:
        """NumPy `values` as an array on `context`: an `mx.np.ndarray` if `numpy_kind`, else a classic NDArray where
        blocks take one."""
        make = self.mx.np.array if numpy_kind else self.mx.nd.array
        return make(values, ctx=context, dtype=dtype)

    def array_on(self, array: Any, context: Any) -> Any:
        """The array itself, or a copy if it is on another context."""
        return array.as_in_context(context)

    # Tracing

    @contextlib.contextmanager
    def watching_nodes(self, watcher: NodeWatcher) -> Iterator[None]:
        """While this lasts, every node that tracing makes is given to `watcher`.

        MXNet asks the current NameManager for the name of every node when it is made (symbol/register.py). Blocks
        put `Prefix` managers of their own on top, and users may too, so it is the classes that are wrapped.
        """
        originals: Dict[type, Any] = {}
        waiting: List[type] = [self.mx.name.NameManager]
        nested = [False]

        def wrap(original: Any) -> Any:
            def get(manager: Any, name: Any, hint: Any) -> Any:
                if nested[0]:
                    return original(manager, name, hint)  # an override asking what it overrides: not the final name
                nested[0] = True
                try:
                    given = original(manager, name, hint)
                finally:
                    nested[0] = False
                watcher(given)
                return given

            return get

        try:
            while waiting:
                owner = waiting.pop()
                waiting.extend(owner.__subclasses__())
                if "get" in owner.__dict__ and owner not in originals:
                    originals[owner] = owner.__dict__["get"]
                    type.__setattr__(owner, "get", wrap(originals[owner]))
            yield
        finally:
            for owner, original in originals.items():
                type.__setattr__(owner, "get", original)

    def symbol_of(self, value: Any) -> Optional[Any]:
        """The Symbol of a value that a block takes or returns while a graph is made, None if it is no part of one."""
        return value if isinstance(value, self.mx.sym.Symbol) else None

    @contextlib.contextmanager
    def around_operators(self, around: Around) -> Iterator[None]:
        """While this lasts, every operator that would run imperatively in this thread is given to `around` instead.

        What runs inside an operator, or inside `around`, does not belong to the model and is excluded.
        """
        thread = threading.get_ident()  # a custom operator runs in its own thread
        inside = [False]

        def outermost(
            name: str, given: List[Any], in_place: bool, caller: FrameType, run: Callable[[List[Any]], Any]
        ) -> Any:
            if inside[0] or threading.get_ident() != thread:
                return run(given)
            inside[0] = True
            try:
                return around(name, given, in_place, caller, run)
            finally:
                inside[0] = False

        with self._around_invocations(outermost):
            yield

    @contextlib.contextmanager
    def _around_invocations(self, around: Around) -> Iterator[None]:
        """All functions that MXNet generates call `_imperative_invoke` of `mxnet.ndarray.register`, by its global
        name."""

        def get_item(array: Any, key: Any) -> Any:
            return around("[]", [array], False, sys._getframe(1), lambda given: originals["__getitem__"](given[0], key))

        def reshape(array: Any, *shape: Any, **more: Any) -> Any:
            def run(given: List[Any]) -> Any:
                return originals["reshape"](given[0], *shape, **more)

            return around("reshape", [array], False, sys._getframe(1), run)

        # These two take a view, without an operator.
        views = {"__getitem__": get_item, "reshape": reshape}
        NDArray = self.mx.nd.NDArray
        originals = {name: vars(NDArray)[name] for name in views}
        try:
            for name, watched in views.items():
                type.__setattr__(NDArray, name, watched)
            with self._around_generated(around):
                yield
        finally:
            for name, unwatched in originals.items():
                type.__setattr__(NDArray, name, unwatched)

    @contextlib.contextmanager
    def _around_generated(self, around: Around) -> Iterator[None]:
        register: Any = sys.modules["mxnet.ndarray.register"]
        original = register._imperative_invoke

        def invoke(handle: Any, given: Any, keys: Any, values: Any, out: Any, *more: Any) -> Any:
            caller = sys._getframe(1)

            def run(arrays_given: List[Any]) -> Any:
                return original(handle, arrays_given, keys, values, out, *more)

            return around(caller.f_code.co_name, list(given), out is not None, caller, run)

        register._imperative_invoke = invoke
        try:
            yield
        finally:
            register._imperative_invoke = original

    def require_composable(self) -> None:
        """Raise RuntimeError if a graph is being made that cannot hold another graph as a part.

        A graph is composed with Symbols.
        """

    def symbol_from_json(self, text: str) -> Any:
        """The Symbol that `Symbol.tojson` wrote."""
        return self.mx.sym.load_json(text)

    def cached_op(self, symbol: Any, flags: Sequence[Tuple[str, Any]] = ()) -> Any:
        """MXNet's executable of a graph: called with an array for each of `symbol.list_inputs()`."""
        return self.mx.nd.CachedOp(symbol, flags)

    def compiled(self, symbol: Any, arguments: Sequence[Any], flags: Sequence[Tuple[str, Any]] = ()) -> Any:
        """`cached_op` of a graph whose `arguments` begin with whether each is an input of a call, or a parameter."""
        places: Dict[bool, List[int]] = {True: [], False: []}
        for place, (is_input, *_) in enumerate(arguments):
            places[bool(is_input)].append(place)
        return self.cached_op(symbol, [("data_indices", places[True]), ("param_indices", places[False]), *flags])

    def run_graph(self, symbol: Any, values: Mapping[str, Any], static: bool = False) -> List[Any]:
        """The outputs of a graph, with `static` memory if asked; `values` has those of its variables by name."""
        names = symbol.list_inputs()
        flags = [("data_indices", list(range(len(names)))), ("static_alloc", True), ("static_shape", True)]
        outputs = self.cached_op(symbol, flags if static else ())(*[values[name] for name in names])
        return outputs if isinstance(outputs, list) else [outputs]

    # Export

    def export(self, block: Any, path: str, remove_amp_cast: bool = True) -> Tuple[str, Any]:
        """Call MXNet's own `export` of a block that has a graph: the files that it wrote, of the graph and of the
        parameters (None without any)."""
        block.export(path, remove_amp_cast=remove_amp_cast)
        return f"{path}-symbol.json", f"{path}-0000.params"
