"""MXNet 1.x: `hybrid_forward` is executed with Symbols to make a graph."""

from __future__ import annotations

import contextlib
import copy
import inspect
import sys
from typing import Any, Callable, Collection, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from hybridlint import mxnet_api

from .base import Around, Backend, NodeWatcher, map_of_contexts, put_data


class MXNet1(Backend):
    """See `Backend`. Measured on MXNet 1.9.1."""

    traced_method = "hybrid_forward"
    context_argument = "ctx"
    remedies: Mapping[str, str] = {}
    api_version = mxnet_api.DEFAULT
    has_symbols = True
    shares_arrays = True
    not_asked = {"branches": "a Symbol of MXNet 1.x has no values; the probe linter reports what `forward` reads"}

    def children(self, block: Any) -> List[Tuple[str, Any]]:
        return list(block._children.items())

    def copy_block(self, block: Any, known: Dict[int, Any]) -> Any:
        # The scope around the one of a block refers to its parent, which may be no part of the copy.
        scopes: Dict[int, Any] = {}
        waiting = [block]
        while waiting:
            node = waiting.pop()
            scopes[id(node._scope)] = node._scope
            waiting.extend(child for _, child in self.children(node))
        known.update((id(scope._old_scope), None) for scope in scopes.values() if id(scope._old_scope) not in scopes)
        return copy.deepcopy(block, known)

    def name_of(self, block: Any) -> str:
        return str(block.name)

    def prefix_of(self, block: Any) -> str:
        return str(block.prefix)

    def passes_arguments_on(self, block: Any) -> bool:
        return _is_gluons(self.mx, block, "__call__") and _is_gluons(self.mx, block, "forward")

    def caller_of(self, block: Any, kwargs: Mapping[str, Any]) -> Any:
        def hybrid_forward(caller: Any, F: Any, *args: Any) -> Any:
            return caller._children["block"](*args, **kwargs)

        caller = type("_Caller", (self.mx.gluon.HybridBlock,), {"hybrid_forward": hybrid_forward})(prefix="")
        # Not as an attribute: that would register it and clear what it has cached.
        caller._children["block"] = block
        return caller

    def is_one_graph(self, block: Any) -> bool:
        gluon = self.mx.gluon
        inherited = "forward" not in vars(block) and inspect.unwrap(type(block).forward) in (
            gluon.HybridBlock.forward,
            gluon.SymbolBlock.forward,
        )
        return isinstance(block, gluon.HybridBlock) and inherited

    def signature_of(self, block: Any) -> Tuple[Callable[..., Any], int]:
        function = inspect.unwrap(type(block).forward)
        if isinstance(block, self.mx.gluon.HybridBlock) and function is self.mx.gluon.HybridBlock.forward:
            return type(block).hybrid_forward, 2
        return function, 1

    def other_parameters(self, block: Any, known: Collection[int]) -> List[Tuple[str, Any]]:
        result = []
        for number, parameter in enumerate(block.params.values()):
            if id(parameter) in known:
                continue
            own = parameter.name.startswith(block.prefix)
            result.append((parameter.name[len(block.prefix) :] if own else f"parameter{number}", parameter))
        return result

    def variables(self, block: Any) -> Dict[str, Any]:
        return dict(block.collect_params())

    def keyed_parameters(self, block: Any) -> Dict[str, Any]:
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
        return str(parameter.name)

    def variable_of(self, parameter: Any) -> str:
        return str(parameter.name)

    def rename_variable(self, parameter: Any, name: str) -> None:
        parameter.name, parameter._var = name, None

    @contextlib.contextmanager
    def renamed_variables(self, parameters: Mapping[str, Any]) -> Iterator[None]:
        """MXNet's own names are unique only as far as prefixes are. The variables that the parameters hold are put
        back too."""
        before = [(parameter, parameter.name, parameter._var) for parameter in parameters.values()]
        try:
            for name, parameter in parameters.items():
                self.rename_variable(parameter, name)
            yield
        finally:
            for parameter, name, variable in before:
                parameter.name, parameter._var = name, variable

    def restore_identity(self, parameter: Any, identity: str) -> None:
        """A name belongs to the prefix of its block."""

    @contextlib.contextmanager
    def lending_values(self, parameters: Mapping[str, Any], values: Mapping[str, Any]) -> Iterator[None]:
        yield

    def new_constant(self, name: str, value: Any) -> Any:
        return self.mx.gluon.Constant(name, value)

    def set_data(
        self,
        parameter: Any,
        arrays: Sequence[Any],
        contexts: Sequence[Any],
        gradients: Optional[Sequence[Any]] = None,
    ) -> None:
        parameter._ctx_list, parameter._ctx_map = list(contexts), map_of_contexts(contexts)
        put_data(parameter, arrays, gradients)

    def adopt_parameter(self, block: Any, key: str, parameter: Any) -> str:
        parameter.name = f"{block.prefix}{key}"
        block.params._params[parameter.name] = parameter
        block._reg_params[key] = parameter
        return str(parameter.name)

    def cached_arguments(self, block: Any, names: Sequence[str], arguments: Sequence[Tuple[bool, Any]]) -> List[Any]:
        return list(arguments)

    def cached_parameters(self, block: Any) -> Dict[str, Any]:
        if not block._cached_op_args:
            return {}
        pairs = zip(block._cached_graph[1].list_inputs(), block._cached_op_args)
        return {name: parameter for name, (is_input, parameter) in pairs if not is_input}

    def contexts_of(self, parameter: Any) -> List[Any]:
        return list(parameter.list_ctx())

    def move(self, parameter: Any, context: Any) -> None:
        parameter.reset_ctx(context)

    def context(self, kind: str, number: int) -> Any:
        return self.mx.Context(kind, number)

    def current_context(self) -> Any:
        return self.mx.context.current_context()

    def context_of(self, array: Any) -> Any:
        return array.context

    def array(self, values: Any, context: Any, dtype: Any, numpy_kind: bool) -> Any:
        make = self.mx.np.array if numpy_kind else self.mx.nd.array
        return make(values, ctx=context, dtype=dtype)

    def array_on(self, array: Any, context: Any) -> Any:
        return array.as_in_context(context)

    @contextlib.contextmanager
    def watching_nodes(self, watcher: NodeWatcher) -> Iterator[None]:
        """MXNet asks the current NameManager for the name of every node when it is made (symbol/register.py). Blocks
        put `Prefix` managers of their own on top, and users may too, so it is the classes that are wrapped."""
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
        return value if isinstance(value, self.mx.sym.Symbol) else None

    @contextlib.contextmanager
    def around_operators(self, around: Around) -> Iterator[None]:
        """All functions that MXNet generates call `_imperative_invoke` of `mxnet.ndarray.register`, by its global
        name."""
        register: Any = sys.modules["mxnet.ndarray.register"]
        original = register._imperative_invoke

        def invoke(handle: Any, given: Any, keys: Any, values: Any, out: Any, *more: Any) -> Any:
            caller = sys._getframe(1)

            def run(arrays_given: List[Any]) -> Any:
                return original(handle, arrays_given, keys, values, out, *more)

            return around(caller.f_code.co_name, list(given), out is not None, caller, run)

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
        register._imperative_invoke = invoke
        try:
            for name, watched in views.items():
                type.__setattr__(NDArray, name, watched)
            yield
        finally:
            register._imperative_invoke = original
            for name, unwatched in originals.items():
                type.__setattr__(NDArray, name, unwatched)

    def require_composable(self) -> None:
        """A graph is composed with Symbols."""

    def symbol_from_json(self, text: str) -> Any:
        return self.mx.sym.load_json(text)

    def cached_op(self, symbol: Any, flags: Sequence[Tuple[str, Any]] = ()) -> Any:
        return self.mx.nd.CachedOp(symbol, flags)

    def export(self, block: Any, path: str, remove_amp_cast: bool = True) -> Tuple[str, Any]:
        block.export(path, remove_amp_cast=remove_amp_cast)
        return f"{path}-symbol.json", f"{path}-0000.params"


def _is_gluons(mx: Any, block: Any, method: str) -> bool:
    """Whether a method is MXNet's general one, or of a block that does nothing else."""
    if method in vars(block):
        return False
    owner = next(kind for kind in type(block).__mro__ if method in vars(kind))
    return owner in (mx.gluon.Block, mx.gluon.HybridBlock, mx.gluon.SymbolBlock) or getattr(owner, "passes_on", False)
