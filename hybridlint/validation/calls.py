"""Calls: functions of the file are executed, operators are terms, and other code may have any effect."""

from __future__ import annotations

import ast
import operator
import re
from typing import Any, Callable, Dict, List, Optional, Sequence, Set, Tuple

from hybridlint.attributes import UNKNOWN
from hybridlint.syntax import names_bound, parameters
from hybridlint.validation.effects import Raised, Returned
from hybridlint.validation.file import OPEN_LAYERS
from hybridlint.validation.objects import NAMESPACE, Cell, Const, Function, Items, Method, Path, Scope
from hybridlint.validation.operations import Operations
from hybridlint.validation.terms import NotShown
from hybridlint.values.memory import PERHAPS, VIEWS

MOST_CALLS = 12

#: Methods that only read the array, beside those that call operators.
_READS = ("all", "any", "asnumpy", "asscalar", "item", "copy", "wait_to_read", "tostype", "astype")
#: Builtins, and modules whose functions, only read what they are given.
_PURE = (
    *("abs", "all", "any", "bool", "callable", "float", "hasattr", "hash", "id", "int", "isinstance", "issubclass"),
    *("len", "repr", "round", "str", "sum", "type"),
)
_PURE_MODULES = ("math.", "numpy.", "operator.")
#: Functions of these modules that change an argument: `operator.iadd`, …
_CHANGING = (
    *("operator.setitem", "operator.delitem", "operator.methodcaller"),
    *(f"operator.{name}" for name in dir(operator) if name[0] == "i" and hasattr(operator, f"__{name[1:]}__")),
)
_SHOWS = ("print", "logging.", "warnings.")
#: Operators that keep or return an argument, or change one.
_OPEN_OPERATORS = (
    "from_dlpack",
    "from_numpy",
    "contrib.cond",
    "contrib.foreach",
    "contrib.while_loop",
    "Custom",
    "BatchNorm",
    "SyncBatchNorm",
)
#: Operators that call functions, with the number of these.
_CONTROL_FLOW = {"contrib.cond": 2, "contrib.foreach": 1, "contrib.while_loop": 2}
#: What `with` takes to change what autograd does, and what asks for it.
_SCOPES = tuple(f"mxnet.autograd.{name}" for name in ("is_", "pause", "predict_mode", "record", "train_mode"))
#: Builtins whose result holds what they are given.
_COLLECTING = ("range", "enumerate", "zip", "list", "tuple", "reversed", "max", "min", "sorted")
#: Names of operators that draw random numbers, as far as that is not measured.
_RANDOM = re.compile("random|sample|shuffle|Dropout")
_LAYERS, _CELLS = "mxnet.gluon.nn.", "mxnet.gluon.rnn."


class Calls(Operations):
    """Calls of functions, methods and blocks."""

    def evaluate(self, node: Any, scope: Scope) -> Any:
        raise NotImplementedError

    def block(self, statements: Sequence[Any], scope: Scope) -> None:
        raise NotImplementedError

    def call(self, function: Any, positional: List[Any], named: Dict[str, Any]) -> Any:
        if isinstance(function, Function):
            return self._call_function(function, positional, named)
        if isinstance(function, Method):
            return self._call_method(function, positional, named)
        if isinstance(function, Path):
            return self._call_path(function.name, positional, named)
        every = [*positional, *named.values()]
        if isinstance(function, Cell) and function.role.startswith("self:"):
            return self._call_block(function, function.role[5:], positional, named)
        if isinstance(function, Cell) and function.role.startswith(("layer:" + _LAYERS, "layer:" + _CELLS)):
            layer = function.role[6:]
            if layer.endswith("BatchNorm") or layer.startswith(_CELLS):  # it changes its own statistics, or counts
                return self._stateful("layer", function, every)
            if not layer.endswith(OPEN_LAYERS):
                if function.name not in self.called:  # the first call initializes the parameters
                    self.called.add(function.name)
                    self.effect("first call", self.identity(function))
                keys = [Const(key) for key in named]
                return self._applied(
                    f"layer {layer}", [function, *keys, *every], layer.endswith("Dropout") and not self.is_predicting
                )
        callee = self.content(function) if not isinstance(function, Cell) else self.identity(function)
        return self.unknown_call(callee, [function, *every])

    def _stateful(self, name: str, layer: Cell, every: List[Any]) -> Cell:
        """Return the result of a layer of Gluon that changes its own state, and nothing that it is given."""
        self.draws = self.effect(name, self.identity(layer), *map(self.content, every), self.draws)
        self.havoc()
        return self.cell(self.terms("result", self.world), *every)

    def _call_block(self, block: Cell, class_: str, positional: List[Any], named: Dict[str, Any]) -> Any:
        method, owner = self.file.method(class_, "hybrid_forward")
        own, _ = self.file.method(class_, "forward")
        called, _ = self.file.method(class_, "__call__")
        if method is None or own is not None or called is not None or named:
            return self.unknown_call(self.identity(block), [block, *positional, *named.values()])
        names = [argument.arg for argument in (*method.args.posonlyargs, *method.args.args)]
        given = [block, Path(NAMESPACE), *positional]
        if method.args.defaults:
            return self.unknown_call(self.identity(block), [block, *positional])
        for name in names[len(given) :]:
            named[name] = self.known(self.terms("parameter", block.name, name), "array")
        return self._call_function(Function(method, None, owner), given, named)

    def _call_function(self, function: Function, positional: List[Any], named: Dict[str, Any]) -> Any:
        node, given, declared = function.node, [*function.bound, *positional], parameters(function.node)
        named_parameters = (*declared.positional, *declared.keyword_only)
        every = [*given, *named.values()]
        is_decorated = getattr(node, "decorator_list", None) and function.scope is None and not function.owner
        takes_any = declared.star is not None or declared.star_star is not None
        is_coroutine = any(isinstance(part, (ast.Yield, ast.YieldFrom, ast.Await)) for part in ast.walk(node))
        unpacks = any(isinstance(item, Method) and item.name == "*" for item in every)
        if is_decorated or takes_any or is_coroutine or unpacks or self.depth >= MOST_CALLS:
            return self.unknown_call(self.content(function), every)
        allowed = {item.name for item in named_parameters}
        if len(given) > len(declared.positional) or not allowed.issuperset(named):
            raise Raised()
        bound = {**{item.name: value for item, value in zip(declared.positional, given)}, **named}
        for item in named_parameters:
            if item.name in bound or item.default is None:
                continue
            if function.scope is None and not isinstance(item.default, (ast.Constant, ast.UnaryOp)):
                raise NotShown("a default argument is not a constant")
            made = function.defaults.get(item.name)
            bound[item.name] = self.evaluate(item.default, Scope((), None)) if made is None else made
        if not allowed <= bound.keys():
            raise Raised()
        self.depth += 1
        before = self.scope, self.is_paused, self.is_predicting
        try:
            return self._body(function, bound)
        finally:
            self.depth -= 1
            self.scope, self.is_paused, self.is_predicting = before

    def _body(self, function: Function, arguments: Dict[str, Any]) -> Any:
        node = function.node
        scope = Scope(_local_names(node), function.scope, function.owner)
        scope.names.update(arguments)
        if isinstance(node, ast.Lambda):
            return self.evaluate(node.body, scope)
        try:
            self.block(node.body, scope)
        except Returned as done:
            return done.value
        return Const(None)

    def operator_of(self, path: str) -> Optional[str]:
        """Return the path below `F` of an operator of MXNet, None for anything else."""
        namespace, _, operator = path.partition(f"{NAMESPACE}.")
        return operator if operator and not namespace else None

    def is_drawn(self, operator: str) -> Optional[bool]:
        """Return whether an operator draws random numbers or depends on the mode; None for an unknown one."""
        function = self.api.function(operator)
        if function is None:
            return None
        return function.random is True or function.depends_on_mode or bool(_RANDOM.search(operator))

    def _applied(self, operator: str, operands: List[Any], random: bool) -> Cell:
        content = self.terms("operation", operator, *map(self.content, operands))
        if random:
            content = self.terms("drawn", content, self.draws)
            self.draws = self.terms("draw", self.draws)
        return self.cell(content, *operands)

    def _outputs(self, operator: str, positional: List[Any], named: Dict[str, Any]) -> int:
        """Return the number of arrays in the list that an operator returns; 1 for an array, and if it is not known."""
        function = self.api.function(operator)
        if (
            function is None
            or function.outputs_rule is None
            or function.outputs_rule[0] not in ("attribute", "sections")
        ):
            return 1
        given = {**dict(zip(function.names_by_position, positional)), **named}
        known = {name: item.value if isinstance(item, Const) else UNKNOWN for name, item in given.items()}
        count = function.count_outputs({name: item for name, item in known.items() if name != "data"})
        return count or 1

    def _call_operator(self, operator: str, positional: List[Any], named: Dict[str, Any]) -> Any:
        function, every = self.api.function(operator), [*positional, *named.values()]
        every_parameter = () if function is None else function.imperative_parameters or ()
        names = [parameter.name for parameter in every_parameter if parameter.kind == "positional"]
        if "out" in names[: len(positional)]:
            named = {**named, "out": positional[names.index("out")]}
            positional = [item for name, item in zip(names, positional) if name != "out"]
        output = named.pop("out", None)
        drawn = self.is_drawn(operator)
        if (
            drawn is None
            and operator not in ("array", "zeros", "ones", "full", "empty", "arange")
            or operator in _OPEN_OPERATORS
        ):
            return self.unknown_call(self.terms("path", operator), every)
        if operator == "identity" and len(positional) == 1 and output is None and isinstance(positional[0], Cell):
            made = self.cell(positional[0].content, positional[0])
            if not self.is_paused:  # the gradient ends where nothing is recorded
                made.content = positional[0].content
            return made
        keys = [Const(key) for key in named]
        if operator == "Dropout" and self.is_predicting and len(positional) < 3 and "mode" not in named:
            drawn = False
        made = self._applied(operator, [*positional, *keys, *named.values()], bool(drawn))
        if output is None or isinstance(output, Const) and output.value is None:
            count = self._outputs(operator, positional, named)
            if count == 1:
                return made
            parts = (self.terms("output", made.content, number) for number in range(count))
            return Items("list", [self.cell(part, *positional, *named.values()) for part in parts])
        self.write(output, made.content)
        return output

    def _call_path(self, path: str, positional: List[Any], named: Dict[str, Any]) -> Any:
        operator, every = self.operator_of(path), [*positional, *named.values()]
        if operator is not None:
            return self._call_operator(operator, positional, named)
        handler = _BUILTIN.get(path)
        if handler is not None:
            made = handler(self, positional, named)
            if made is not None:
                return made
        if path.startswith(_SHOWS):
            self.effect("show", path, *map(self.content, every))
            self.havoc()
            return Const(None)
        if path in _PURE or path.startswith(_PURE_MODULES) and ".random" not in path and path not in _CHANGING:
            return self.cell(self.terms("pure", path, *named, *map(self.content, every)))
        if path.startswith("mxnet.autograd.is_"):
            return self.cell(self.terms("pure", path, self.scope))
        if path.startswith(("mxnet.cpu", "mxnet.gpu", "mxnet.context", "mxnet.base")):
            return self.cell(self.terms("pure", path, *map(self.content, every)))
        if path.startswith("mxnet.gluon.") and path.rpartition(".")[2][:1].isupper():
            self.effect("make block", *map(self.content, every))
            return self.known(self.terms("made", self.world), "object")
        return self.unknown_call(self.terms("path", path), every)

    def is_pure(self, call: ast.Call, scope: Scope) -> bool:
        """Return whether a call has no effect besides that it may draw random numbers."""
        if any(argument.arg == "out" for argument in call.keywords):
            return False
        path, names, root = self._path(call.func, scope)
        operator = self.operator_of(path) if path else None
        if operator is not None:
            given = [argument for argument in call.args if isinstance(argument, ast.Lambda)]
            return (
                operator in _CONTROL_FLOW
                and len(given) == _CONTROL_FLOW[operator]
                or operator not in _OPEN_OPERATORS
                and self.is_drawn(operator) is not None
            )
        if path == "map" and call.args:
            mapped = call.args[0]
            return isinstance(mapped, ast.Lambda) or self.operator_of(self._path(mapped, scope)[0]) is not None
        if path:
            known = path in _PURE or path in _COLLECTING or path.startswith((*_PURE_MODULES, *_SCOPES))
            return known and path not in _CHANGING
        if names[:1] in (["begin_state"], ["name_scope"]):
            return True
        if not names or root == "self":
            return False
        if names == ["append"]:
            return root in scope.names or root in scope.local
        return self.method_operator(names[0]) is not None or names[0] in (*VIEWS, *PERHAPS, *_READS)

    def draws_numbers(self, call: ast.Call, scope: Scope) -> bool:
        """Return whether a call is one of an operator that draws random numbers."""
        operator = self.operator_of(self._path(call.func, scope)[0])
        return operator is not None and bool(self.is_drawn(operator))

    def _path(self, function: Any, scope: Scope) -> Tuple[str, List[str], str]:
        """Return the full name of a function, "" if no module has it; the attributes, and the name before them."""
        names: List[str] = []
        while isinstance(function, ast.Attribute):
            names.append(function.attr)
            function = function.value
        root = function.id if isinstance(function, ast.Name) else ""
        try:
            start = self.load(root, scope) if root else None
        except Raised:
            start = None
        return ".".join([start.name, *names[::-1]]) if isinstance(start, Path) else "", names, root

    def method_operator(self, name: str) -> Optional[str]:
        """Return the operator that a method of NDArray calls, None for any other method."""
        method = self.api.method(name)
        return None if method is None or not method.imperative else method.function

    def _call_method(self, method: Method, positional: List[Any], named: Dict[str, Any]) -> Any:
        receiver, name = method.receiver, method.name
        every = [*positional, *named.values()]
        if isinstance(receiver, Items) and receiver.name is None and name == "append" and len(every) == 1:
            receiver.items.append(every[0])
            return Const(None)
        if isinstance(receiver, Cell) and receiver.role in ("array", "unknown"):
            operands = [*positional, *(Const(key) for key in named), *named.values()]
            is_cast = name == "astype" and not named and len(positional) < 2
            if name in (*VIEWS, *PERHAPS) and not is_cast:
                region = self.terms("method", name, *map(self.content, operands))
                made = self.view(receiver, region, self.operation(name, receiver, *operands))
                made.is_recorded = made.is_recorded and name != "detach"
                return made
            operator = self.method_operator(name)
            if operator is not None:
                return self._call_operator(operator, [receiver, *positional], named)
            if name == "copyto" and [getattr(item, "role", "") for item in every] == ["array"]:
                self.write(every[0], self.operation(name, receiver))
                return every[0]
            if name in _READS and not any(isinstance(item, Cell) for item in positional):
                content = self.terms("operation", name, receiver.content, *map(self.content, operands))
                return self.cell(content, receiver)
        if isinstance(receiver, Cell) and receiver.role.startswith("layer:" + _CELLS):
            if name == "begin_state":
                return self.cell(self.terms("begin state", self.identity(receiver), *map(self.content, every)))
            if name in ("reset", "unroll"):
                return self._stateful(name, receiver, every)
        if isinstance(receiver, Cell) and receiver.role.startswith("params:") and name == "get":
            if [type(item) for item in every] == [Const] and self.file.has_parameter(receiver.role[7:], every[0].value):
                return self.known(self.terms("parameter", every[0].value, self.world), "object")
        if isinstance(receiver, Cell) and receiver.role == "object" and name == "data":  # of a parameter
            return self.known(self.terms("data", self.identity(receiver), *map(self.content, every)), "array")
        if isinstance(receiver, Const):
            return self.cell(self.terms("method", name, self.content(receiver), *map(self.content, every)))
        if name == "*":
            raise NotShown("an unknown value is unpacked")
        return self.unknown_call(self.terms("method", name, self.identity(receiver)), [receiver, *every])


def _local_names(node: Any) -> Set[str]:
    """Return the names that are local to a function."""
    own = set(parameters(node).names)
    return own if isinstance(node, ast.Lambda) else own | names_bound(node.body)


def _range(run: Calls, given: List[Any], named: Any) -> Any:
    if given and all(isinstance(item, Const) and type(item.value) is int for item in given):
        numbers = range(*(item.value for item in given))
        return Items("list", [Const(number) for number in numbers]) if len(numbers) <= 1000 else None
    return run.cell(run.terms("range", *map(run.content, given)))


def _sequence(kind: str) -> Callable[[Calls, List[Any], Any], Any]:
    def made(run: Calls, given: List[Any], named: Any) -> Any:
        if len(given) == 1 and isinstance(given[0], Cell) and given[0].role in ("array", "unknown"):
            elements = run.view(given[0], run.terms("elements", kind), given[0].content)
            if kind != "reversed":
                elements.region = given[0].region
                return elements
            elements.content = run.operation(kind, given[0])
            return elements
        items = run.known_items(given[0]) if len(given) == 1 else [] if not given else None
        return None if items is None else Items(kind, items[::-1] if kind == "reversed" else items)

    return made


def _len(run: Calls, given: List[Any], named: Any) -> Any:
    items = run.known_items(given[0]) if len(given) == 1 else None
    return None if items is None else Const(len(items))


def _isinstance(run: Calls, given: List[Any], named: Any) -> Any:
    """In imperative execution, nothing is a Symbol."""
    is_symbol = isinstance(given[-1], Path) and given[-1].name.startswith("mxnet.sym")
    return Const(False) if is_symbol and given[-1].name.endswith(".Symbol") else None


_BUILTIN: Dict[str, Callable[[Calls, List[Any], Any], Any]] = {
    "range": _range,
    "list": _sequence("list"),
    "tuple": _sequence("tuple"),
    "reversed": _sequence("reversed"),
    "len": _len,
    "isinstance": _isinstance,
}
