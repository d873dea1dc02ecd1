"""The source of a file for fixes: nodes with their parents, and edits that preserve comments and formatting."""

from __future__ import annotations

import ast
import collections
import contextlib
import dataclasses
import functools
import itertools
import sys
from typing import (
    Any,
    Callable,
    Dict,
    FrozenSet,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence as SequenceOf,
    Set,
    Tuple,
)

from hybridlint.events import (
    AttributeRead,
    BinaryOperation,
    BlockCall,
    Event,
    LengthOf,
    MethodCall,
    OperatorCall,
    Subscript,
)
from hybridlint.finding import Edit
from hybridlint.module import Module, Span
from hybridlint.mxnet_api import Api, Function
from hybridlint.rewrites.correction import Change, Edits, Part, replacement
from hybridlint.rewrites.definitions import Definitions, reaching
from hybridlint.shapes import ShapeGraph
from hybridlint.syntax import FUNCTION_DEFS, children, imported_names, index_of, nodes_below, own_nodes
from hybridlint.values import Block, Tensor, Value, join

_FUNCTIONS = (*FUNCTION_DEFS, ast.Lambda)
#: Prefixes of the full names of functions of `mx.nd`.
_IMPERATIVE = ("mxnet.nd.", "mxnet.ndarray.")
_BLOCKS = ("body", "orelse", "finalbody")
#: Methods of an NDArray that nothing else has.
_OF_ARRAYS = ("asnumpy", "asscalar", "as_in_context", "attach_grad", "detach", "wait_to_read")
#: The words that bind names in a module, as far as a new name must not clash with them.
_FREE_NAMES = ("i", "j", "k", "n", "index")


class Source:
    """The text and tree of a file. Computed lazily, so that it costs nothing unless a fix is made. `for_messages` if
    fixes of several lines, for which a message has no room, may be left out."""

    def __init__(self, module: Module, api: Api, events: SequenceOf[Event] = (), for_messages: bool = False) -> None:
        self.module = module
        self.api = api
        self.for_messages = for_messages
        self._events = events
        self._parents: Dict[int, ast.AST] = {}
        self._known: Optional[Dict[int, Tensor]] = None
        self._with_namespace: List[ast.AST] = []
        self._renderer: Any = None
        self._operations: Dict[ast.AST, Optional[Operation]] = {}
        self._reaching: Dict[ast.AST, Dict[ast.AST, Definitions]] = {}
        self._names: Dict[ast.AST, Dict[str, List[ast.Name]]] = {}
        self._imports: Dict[Any, Dict[str, str]] = {}
        #: What `proofs` knows of the dtypes at statements.
        self.dtypes: Dict[ast.AST, Any] = {}

    # Indexes, each made once: the tree does not change, and a fix that walks a function costs as much as all others

    def names(self, function: ast.AST) -> Mapping[str, SequenceOf[ast.Name]]:
        """Return the nodes of each name in a function, in the order of :func:`ast.walk`."""
        if function not in self._names:
            result = self._names[function] = collections.defaultdict(list)
            for node in nodes_below(function):
                if isinstance(node, ast.Name):
                    result[node.id].append(node)
        return self._names[function]

    @functools.cached_property
    def _events_at(self) -> Mapping[ast.AST, SequenceOf[Event]]:
        result = collections.defaultdict(list)
        for event in self._events:
            result[event.node].append(event)
        return result

    @functools.cached_property
    def _tensors(self) -> Set[int]:
        """`id` of the nodes that are tensors of `mx.nd`."""
        operands = {key for key, item in self._operands().items() if item.certain and not item.numpy}
        return operands | {id(event.node) for event in self._events if _gives_tensor(event, self.api)}

    @functools.cached_property
    def _called(self) -> FrozenSet[str]:
        """The names of the functions and methods that the file calls."""
        calls = (node.func for node in ast.walk(self.module.tree) if isinstance(node, ast.Call))
        return frozenset(getattr(call, "attr", getattr(call, "id", "")) for call in calls)

    @functools.cached_property
    def _whole(self) -> FrozenSet[str]:
        """The inputs that are operands by name, and not only subscripted."""
        events = (event for event in self._events if not isinstance(event, Subscript))
        operands = (pair for event in events for pair in _operands_of(event))
        return frozenset(
            value.source for name, value in operands if isinstance(name, ast.Name) and isinstance(value, Tensor)
        )

    @functools.cached_property
    def _named_operands(self) -> FrozenSet[ast.AST]:
        """The nodes of names that are a part of what is a tensor, or whose method only an NDArray has."""
        tensors = (node for node in ast.walk(self.module.tree) if id(node) in self._tensors)
        calls = (event.node for event in self._events if isinstance(event, MethodCall) and event.name in _OF_ARRAYS)
        read = (call.func.value for call in calls if isinstance(getattr(call, "func", None), ast.Attribute))
        parts = itertools.chain(read, *map(ast.iter_child_nodes, tensors))
        return frozenset(part for part in parts if isinstance(part, ast.Name))

    # The tree

    def parent(self, node: ast.AST) -> Optional[ast.AST]:
        """Return the node around `node`; None for the module, and for a node made by the interpreter."""
        if not self._parents:
            for above in nodes_below(self.module.tree):
                for below in children(above):
                    self._parents[id(below)] = above
        return self._parents.get(id(node))

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the nodes around `node`, from inside out."""
        above = self.parent(node)
        while above is not None:
            yield above
            above = self.parent(above)

    def is_editable(self, node: ast.AST) -> bool:
        """Return whether `node` has its own text in the file, outside of f-strings, whose positions are unreliable."""
        if getattr(node, "end_lineno", None) is None:
            return False
        above = list(self.around(node))
        return bool(above) and not any(isinstance(part, ast.JoinedStr) for part in above)

    def scope(self, node: ast.AST) -> Any:
        """Return the innermost function or lambda around `node`, the module if there is none."""
        return next((item for item in self.around(node) if isinstance(item, _FUNCTIONS)), self.module.tree)

    def shared(self, node: ast.AST) -> str:
        """Return a warning if `node` is in a function that is not called in exactly one place, "" otherwise.

        What is known of its arguments comes from one call.
        """
        for function in self.around(node):
            if isinstance(function, ast.Lambda) and parameters(function)[:1] != ["F"]:
                if any(isinstance(part, ast.Name) and part.id in parameters(function) for part in ast.walk(node)):
                    return "other calls of the function may give it other values"
            if isinstance(function, FUNCTION_DEFS):
                if (
                    function.name == "hybrid_forward"
                    or function.name == "forward"
                    and function.name not in self._called
                ):
                    return ""
                if self.module.mentions(function.name) != 2 or function.name not in self._called:
                    return f"other calls of `{function.name}` may give it other values"
        return ""

    def is_tensor(self, node: Any) -> bool:
        """Return whether `node` is definitely an array of `mx.nd`: computed from one, or a name of one."""
        if id(node) in self._tensors:
            return True
        if isinstance(node, ast.Name):
            function = self.scope(node)
            given = {"hybrid_forward": 2, "forward": 1}.get(getattr(function, "name", ""))
            if given is not None and node.id in parameters(function)[given:]:
                is_operand = not self._named_operands.isdisjoint(self.names(function).get(node.id, ()))
                return is_operand and not self.stores(function, node.id)
            value = self.assigned_once(node)
            return value is not None and self.is_tensor(value)
        return isinstance(node, ast.BinOp) and (self.is_tensor(node.left) or self.is_tensor(node.right))

    def tensor(self, node: ast.AST) -> Optional[Tensor]:
        """Return the abstract tensor of `node` if it is an operand, None otherwise."""
        return self._operands().get(id(node))

    def rank(self, node: ast.AST) -> Optional[int]:
        """Return the number of axes of `node` if it is an operand of known rank, None otherwise."""
        array = self.tensor(node)
        return None if array is None else array.rank

    @functools.cached_property
    def shapes(self) -> Optional[ShapeGraph]:
        """The graph of the shapes of all tensors, None if there are none."""
        known = (array.shape for array in self._operands().values())
        return next((shape.graph for shape in known if shape is not None), None)

    def _operands(self) -> Dict[int, Tensor]:
        """Map `id` of a node to its tensor, or the join of several: in loops, or in several calls."""
        if self._known is None:
            known: Dict[int, Optional[Tensor]] = {}
            for node, value in (pair for event in self._events for pair in _operands_of(event)):
                tensor = value if isinstance(value, Tensor) and value.outputs == 1 else None
                before = known.setdefault(id(node), tensor)
                joined = None if before is None or tensor is None else join(before, tensor)
                known[id(node)] = joined if isinstance(joined, Tensor) else None
            self._known = {key: tensor for key, tensor in known.items() if tensor is not None}
        return self._known

    def stores(self, function: ast.AST, name: str) -> List[ast.Name]:
        """Return the nodes that bind or delete `name` in a function."""
        return [item for item in self.names(function).get(name, ()) if not isinstance(item.ctx, ast.Load)]

    def counts_up(self, node: Any) -> bool:
        """Return whether `node` is the variable of a loop over `range(n)`, `range(2, n)` or `enumerate(…)`, which is
        never negative."""
        for above in self.around(node) if isinstance(node, ast.Name) else ():
            for loop in (above, *getattr(above, "generators", ())):
                target, call = getattr(loop, "target", None), getattr(loop, "iter", None)  # type: Any, Any
                function = getattr(getattr(call, "func", None), "id", "")
                if function not in ("range", "enumerate") or call.keywords:
                    continue
                if function == "enumerate" and isinstance(target, ast.Tuple):
                    target = target.elts[0]
                if getattr(target, "id", None) == node.id:
                    first = literal(call.args[0]) if len(call.args) == 2 else 0
                    return first is not None and first >= 0 and len(call.args) < 3
        return False

    def may_be_list(self, node: ast.AST, array: Tensor) -> bool:
        """Return whether `node`, the tensor of a subscript by a number, is an input that the block only subscripts."""
        if not (array.of_input and isinstance(node, ast.Name)):
            return False
        return array.source not in self._whole

    def wants_number(self, node: ast.AST, of_name: bool = False) -> bool:
        """Return whether a number, not a tensor, is required at `node`, or where the name is used that it is assigned
        to: by `int(…)`, `range(…)`, `shape=(…)`, a string, or an operator."""
        for above in self.around(node):
            if isinstance(above, (ast.stmt, ast.Lambda)):
                target = above.targets[0] if isinstance(above, ast.Assign) and above.value is node else None
                uses = self.uses_of(target) if isinstance(target, ast.Name) and not of_name else None
                return any(self.wants_number(use, of_name=True) for use in uses or ())
            if isinstance(above, ast.Call) and isinstance(above.func, ast.Name) and above.func.id in _NUMBERS:
                return True
            made = self.operation(above)
            tensors = made.function.tensor_parameters if made is not None else None
            if made is not None and tensors and not tensors[0].startswith("*"):
                if any(part is node for name, part in made.arguments.items() if name not in tensors):
                    return True
            if isinstance(above, ast.expr):
                node = above
            if isinstance(above, ast.keyword) and above.arg in _SIZES or isinstance(above, (ast.Slice, ast.JoinedStr)):
                return True
            if isinstance(above, ast.BinOp) and isinstance(above.op, ast.Mod):
                if isinstance(above.left, ast.Constant) and isinstance(above.left.value, str):
                    return True
        return False

    def _may_differ(self, name: str) -> bool:
        """Return whether the operator or method `name` may have another result when it is called again: because it
        draws random numbers, or depends on the mode, as Dropout and BatchNorm do."""
        method = self.api.method(name)
        function = self.api.function(name if method is None or method.function is None else method.function)
        return method is None if function is None else function.random is not False or function.depends_on_mode

    def may_be_repeated(self, node: ast.AST) -> bool:
        """Return whether evaluating `node` twice has the same result: names, attributes, numbers and operators of `F`
        that draw no random numbers."""
        name = self.namespace(node)
        for part in ast.walk(node):
            if isinstance(part, ast.Call):
                function = part.func
                if not isinstance(function, ast.Attribute) or self._may_differ(function.attr):
                    return False
                of_operators = isinstance(function.value, ast.Name) and function.value.id == name
                if not (of_operators or self.is_tensor(part)):
                    return False
            elif not isinstance(part, _REPEATABLE):
                return False
        return True

    def class_of(self, node: ast.AST) -> Optional[ast.ClassDef]:
        """The innermost class around `node`."""
        return next((part for part in self.around(node) if isinstance(part, ast.ClassDef)), None)

    def statement(self, node: ast.AST) -> Any:
        """The statement that `node` is, or is part of."""
        if isinstance(node, ast.stmt):
            return node
        return next(part for part in self.around(node) if isinstance(part, ast.stmt))

    def block(self, statement: ast.stmt) -> List[ast.stmt]:
        """The list of statements that `statement` stands in."""
        above: Any = self.parent(statement)
        for name in _BLOCKS:
            statements = getattr(above, name, None)
            if isinstance(statements, list) and any(item is statement for item in statements):
                return statements
        return []

    def following(self, statement: ast.stmt) -> List[ast.stmt]:
        """Return the statements after `statement` in its block."""
        block = self.block(statement)
        return block[block.index(statement) + 1 :]

    def namespace(self, node: ast.AST) -> Optional[str]:
        """The name of `F`, the namespace of operators of both phases, where `node` stands; None where there is none."""
        for function in self.around(node):
            if not isinstance(function, _FUNCTIONS):
                continue
            names = parameters(function)
            if getattr(function, "name", "") == "hybrid_forward" and len(names) > 1:
                return names[1]
            if "F" in names and self._calls_operators(function):
                return "F"
            if function in self._with_namespace or _defines_namespace(function):
                return "F"
        return None

    def _calls_operators(self, function: ast.AST) -> bool:
        """Return whether the parameter `F` of a function may be the namespace of operators, by its uses."""
        uses = self.names(function).get("F", ())
        around = (ast.Attribute, ast.Call, ast.keyword, ast.Compare)
        return all(isinstance(self.parent(use), around) and self.tensor(use) is None for use in uses)

    @contextlib.contextmanager
    def with_namespace(self, function: ast.AST) -> Iterator[None]:
        """In this context, a function has the name `F` for the namespace of operators."""
        self._with_namespace.append(function)
        try:
            yield
        finally:
            self._with_namespace.pop()

    def events_at(self, node: ast.AST) -> SequenceOf[Event]:
        """Return the events of a node."""
        return self._events_at.get(node, ())

    def layer(self, node: ast.AST) -> Optional[Block]:
        """Return the layer of Gluon that a call calls; None for any other call, and where it may call several."""
        blocks = [event.block for event in self.events_at(node) if isinstance(event, BlockCall)]
        layers = {
            block.type: block for block in blocks if isinstance(block, Block) and not block.local and not block.children
        }
        is_one = len(layers) == 1 and all(getattr(block, "type", "") in layers for block in blocks)
        return next(iter(layers.values())) if is_one else None

    def definitions(self, name: ast.Name) -> Definitions:
        """Return the definitions that reach the use of a local name, with the names assigned since."""
        return self._definitions(self.scope(name)).get(name, {})

    def _definitions(self, function: ast.AST) -> Dict[ast.AST, Definitions]:
        """Return the definitions that reach the uses of names in `function`: those of the file unless it is viewed
        otherwise."""
        if isinstance(function, ast.Module):
            return {}
        if function not in self._reaching:
            self._reaching[function] = reaching(function)
        return self._reaching[function]

    def free_name(self, *nodes: ast.AST) -> str:
        """A name for the variable of a comprehension that none of `nodes` uses."""
        used = {below.id for below in nodes_below(nodes) if isinstance(below, ast.Name)}
        return next((name for name in _FREE_NAMES if name not in used), "position")

    def assigned_once(self, name: ast.Name) -> Optional[ast.expr]:
        """The value of a local name where it is used, if one assignment reaches the use."""
        defined = self.definitions(name)
        value = self.value_of(next(iter(defined))) if len(defined) == 1 else None
        return value if value is not None and self.parent(value) is not None else None

    def with_values(self, node: ast.AST) -> List[Any]:
        """Return `node` and its descendants, and those of the values of names in it that are assigned once."""
        parts = list(ast.walk(node))
        values = filter(None, (self.assigned_once(part) for part in parts if isinstance(part, ast.Name)))
        return parts + [below for value in values for below in ast.walk(value)]

    def meaning(self, node: Any, stale: bool = False) -> Any:
        """Return the expression that a name stands for where it is used: its value if one assignment reaches the use
        and what it is computed from is the same since, `x.shape[1]` for the second name of `b, c = x.shape`. Any other
        node is returned as it is, but `len(x.shape)` as `x.ndim`, `len(x)` of a tensor as `x.shape[0]`, and `(b, c)` as
        `x.shape` if these are all lengths, as `(*x.shape,)`. With
        `stale`, what it is computed from may have been assigned since."""
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "len" and len(node.args) == 1:
            array = self.meaning(node.args[0], stale)
            if isinstance(array, ast.Attribute) and array.attr == "shape":
                return ast.copy_location(ast.Attribute(array.value, "ndim", ast.Load()), node)
            shape = ast.copy_location(ast.Attribute(node.args[0], "shape", ast.Load()), node)
            is_measured = any(isinstance(item, LengthOf) for item in self.events_at(node))
            return length_of(shape, 0) if is_measured else node
        if isinstance(node, ast.Tuple):
            if len(node.elts) == 1 and isinstance(node.elts[0], ast.Starred):
                return self.meaning(node.elts[0].value, stale)
            return self.unpacked_shape(node.elts, stale) or node
        if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
            return node
        defined = self._definitions(self.scope(node)).get(node, {}) if getattr(node, "lineno", None) else {}
        if len(defined) != 1:
            return node
        ((name, since),) = defined.items()
        value = self.value_of(name)
        names = () if value is None or stale else (part.id for part in nodes_below(value) if isinstance(part, ast.Name))
        return node if value is None or not since.isdisjoint(names) else self.meaning(value, stale)

    def unpacked_shape(self, elements: SequenceOf[Any], stale: bool = False) -> Optional[ast.Attribute]:
        """Return `x.shape` if `elements` are all names that `b, c, h = x.shape` binds, in their order. With `stale`,
        `x` may have been assigned since."""
        bound = [[*self.definitions(item)] if isinstance(item, ast.Name) else [] for item in elements]
        if not bound or any(len(item) != 1 or self.meaning(name, stale) is name for item, name in zip(bound, elements)):
            return None
        target: Any = self.parent(bound[0][0])
        if [item[0] for item in bound] != getattr(target, "elts", ()):
            return None
        value: Any = getattr(self.parent(target), "value", None)
        return value if isinstance(value, ast.Attribute) and value.attr == "shape" else None

    def value_of(self, name: ast.AST) -> Optional[ast.expr]:
        """Return the expression that an assignment gives to `name`, None if it does not stand in the file."""
        above: Any = self.parent(name)
        if isinstance(above, ast.Assign):
            return above.value if len(above.targets) == 1 else None
        statement = self.parent(above) if isinstance(above, (ast.Tuple, ast.List)) else None
        if not isinstance(statement, ast.Assign) or statement.targets != [above]:
            return None
        place = next(number for number, element in enumerate(above.elts) if element is name)
        value: Any = statement.value
        if any(isinstance(element, ast.Starred) for element in above.elts):
            return None
        if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(above.elts):
            return value.elts[place]
        first = 0
        if isinstance(value, ast.Subscript) and isinstance(index_of(value), ast.Slice):
            cut = index_of(value)
            start, value = 0 if cut.lower is None else literal(cut.lower), value.value
            is_last = start == -len(above.elts) and cut.upper is None
            if start is None or cut.step is not None or start < 0 and not is_last:
                return None
            first = start
        return length_of(value, first + place) if isinstance(value, ast.Attribute) and value.attr == "shape" else None

    def uses_of(self, name: ast.Name) -> Optional[List[ast.Name]]:
        """Return the uses that the assignment to `name` alone reaches; None if it reaches others too, or an inner
        function may use it."""
        function = self.scope(name)
        result = []
        definitions_of = self._definitions(function)
        for use in self.names(function).get(name.id, ()):
            defined = definitions_of.get(use, {})
            if name in defined:
                if len(defined) > 1 or not isinstance(use, ast.Name) or not isinstance(use.ctx, ast.Load):
                    return None
                result.append(use)
        if any(self.scope(item) is not function for item in self.names(function).get(name.id, ())):
            return None
        return result

    def operation(self, node: ast.AST) -> Optional[Operation]:
        """Return the operator that a call calls, whether written as `F.f(x)`, `nd.f(x)` or `x.f()`."""
        if node not in self._operations:
            self._operations[node] = self._operation(node)
        return self._operations[node]

    def _operation(self, node: ast.AST) -> Optional[Operation]:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return None
        imperative = self.imperative_operator(node.func)
        if imperative:
            return operation(node, self.api, "", imperative)
        made = operation(node, self.api, self.namespace(node) or "F")
        if made is not None:
            return made
        method = self.api.method(node.func.attr)
        if method is None or method.function is None or not self.is_tensor(node.func.value):
            return None
        return operation(node, self.api, "", method.function, node.func.value)

    # The text

    def text(self, node: ast.AST) -> str:
        """The text of `node`, with its comments and line ends."""
        return self.module.text(node)

    # Edits

    def replaced(self, node: ast.AST, *parts: Part) -> Edits:
        """Return the change that puts code of `parts` in the place of `node`."""
        return (replacement(node, parts),) if self.is_editable(node) else None

    def called(self, call: ast.Call, *arguments: Part) -> Edits:
        """Return the change of a call to one with other arguments: nodes, keywords, or code."""
        return self.replaced(call, call.func, "(*", list(arguments), ")")

    def with_parts(self, node: ast.AST, parts: Mapping[Any, Any]) -> str:
        """Return the text of `node`, which is on one line, with some nodes in it replaced by others, or by code."""
        start, text = self.module.span(node).column, self.text(node)
        for old in sorted(parts, key=lambda item: self.module.span(item).column, reverse=True):
            span = self.module.span(old)
            part = parts[old]
            new = part if isinstance(part, str) else self.text(part)
            text = f"{text[: span.column - start]}{new}{text[span.end_column - start :]}"
        return text

    def rendered(self, changes: Iterable[Change]) -> Optional[Tuple[Edit, ...]]:
        """Return the edits that make changes; None if they cannot be made."""
        if self._renderer is None:
            from hybridlint.rewrites.changes import Renderer  # libcst takes a tenth of a second to import

            self._renderer = Renderer(self.module, self.parent)
        edits: Optional[Tuple[Edit, ...]] = self._renderer.edits(changes)
        return edits

    def line(self, number: int) -> str:
        """Return the text of a line."""
        return self.module.around(Span(number, 0, number, 0))[1]

    def comments_in(self, text: str) -> Set[str]:
        """Return the comments in a piece of code."""
        from hybridlint.rewrites.changes import comments_in

        return comments_in(text)

    def inserted(self, line: int, column: int, text: str) -> Tuple[Edit, ...]:
        """An edit that inserts `text`."""
        return (Edit(line, column, line, column, text),)

    def replaced_span(self, span: Span, text: str) -> Tuple[Edit, ...]:
        """An edit that puts `text` in the place of a span."""
        return (Edit(span.line, span.column, span.end_line, span.end_column, text),)

    def after(self, node: ast.AST, text: str) -> Tuple[Edit, ...]:
        """An edit that inserts `text` behind `node`."""
        span = self.module.span(node)
        return self.inserted(span.end_line, span.end_column, text)

    def start(self, node: ast.AST) -> Tuple[int, int]:
        """Return the line and the column where `node` begins."""
        span = self.module.whole_span(node)
        return span.line, span.column

    def below(self, statement: ast.stmt, *lines: str) -> Edits:
        """Return an edit that inserts lines below a statement, indented as it is; None if another one is on its
        lines."""
        span, indent = self.module.whole_span(statement), self.indentation(statement)
        _, after = self.module.around(span)
        if indent is None or after.strip()[:1] not in ("", "#"):
            return None
        text = "".join(f"\n{indent}{line}" for line in lines)
        return self.inserted(span.end_line, span.end_column + len(after), text)

    def indentation(self, statement: ast.stmt) -> Optional[str]:
        """Return the text before `statement` on its line, None if that is another statement."""
        before, _ = self.module.around(self.module.whole_span(statement))
        return before if not before.strip() else None

    def removed(self, statement: ast.stmt) -> Edits:
        """Return edits that remove a statement with its line, except a comment on it; `pass` if its block has no
        other."""
        span = self.module.whole_span(statement)
        before, after = self.module.around(span)
        if self.comments_in(self.text(statement)):
            return None
        if len(self.block(statement)) < 2 or before.strip() or after.strip().startswith(";"):
            return (Edit(span.line, span.column, span.end_line, span.end_column, "pass"),)
        if after.strip():
            column = span.end_column + len(after) - len(after.lstrip())
            return (Edit(span.line, span.column, span.end_line, column, ""),)
        if span.end_line == self.module.lines:
            return (Edit(span.line, span.column, span.end_line, span.end_column, "pass"),)
        return (Edit(span.line, 0, span.end_line + 1, 0, ""),)

    def replaced_statements(self, first: ast.stmt, last: ast.stmt, text: str) -> Edits:
        """Return edits that replace the statements from `first` to `last` by one.

        None if a comment would be lost, or another statement is on their lines.
        """
        start, end = self.module.whole_span(first), self.module.whole_span(last)
        old = self.module.text_at(Span(start.line, start.column, end.end_line, end.end_column))
        _, after = self.module.around(end)
        if (
            self.indentation(first) is None
            or after.strip()[:1] not in ("", "#")
            or self.comments_in(old) - self.comments_in(text)
        ):
            return None
        return (Edit(start.line, start.column, end.end_line, end.end_column, text),)

    def indent_step(self, statement: ast.stmt) -> str:
        """Return the additional indentation of a block below `statement`, in the style of the function around it."""
        function = self.scope(statement)
        inner, outer = self.indentation(function.body[0]) or "", self.indentation(function) or ""
        return inner[len(outer) :] or "    "

    # Imports

    def dotted(self, node: ast.AST) -> str:
        """Return the full name of `np.random.rand`, `nd.relu`; "" for names that are not imported."""
        path: List[str] = []
        while isinstance(node, ast.Attribute):
            path.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        scope = self.scope(node) if getattr(node, "lineno", None) else None
        full = self.module.imports.get(node.id, "") or self._imports_in(scope).get(node.id, "")
        if not full:  # `f = nd` in the function
            stores = self.stores(scope, node.id) if scope is not None else ()
            is_named = any(isinstance(self.value_of(name), (ast.Name, ast.Attribute)) for name in stores)
            value = self.meaning(node) if is_named else node
            full = self.dotted(value) if value is not node else ""
        return ".".join([full, *path[::-1]]) if full else ""

    def _imports_in(self, scope: Any) -> Dict[str, str]:
        """Return the names that a function imports → their full names."""
        if scope not in self._imports:
            below = own_nodes(scope) if isinstance(scope, FUNCTION_DEFS) else ()
            imports = (imported_names(node) for node in below if isinstance(node, (ast.Import, ast.ImportFrom)))
            self._imports[scope] = {name: full for names in imports for name, full in names.items()}
        return self._imports[scope]

    def operator(self, node: ast.AST) -> str:
        """Return the path below `F` of the function that `node` names, "" for any other."""
        return path_below(node, self.namespace(node))

    def imperative_operator(self, node: ast.AST) -> str:
        """Return the path below `mx.nd` of the function that `node` names, "" for any other."""
        full = self.dotted(node)
        return next((full[len(prefix) :] for prefix in _IMPERATIVE if full.startswith(prefix)), "")

    def named(self, node: ast.AST, is_wanted: Callable[[ast.AST], bool]) -> Optional[ast.AST]:
        """Return the function that the call `node` names; where it calls another, such as `map(f, z)` or `g(x)`, the
        only one that the scope names. None unless it `is_wanted`."""
        function = getattr(node, "func", node)
        if is_wanted(function):
            return function
        body = self.scope(node).body  # without defaults, which another scope evaluates
        below = nodes_below(body if isinstance(body, list) else [body])
        wanted = [part for part in below if isinstance(part, (ast.Name, ast.Attribute)) and is_wanted(part)]
        return wanted[0] if len(wanted) == 1 else None

    def imperative_module(self) -> Tuple[str, Tuple[Edit, ...]]:
        """Return the file's name of `mx.nd`, and the edit that imports it if necessary."""
        imports = self.module.imports
        for wanted, suffix in (("mxnet", ".nd"), ("mxnet.nd", ""), ("mxnet.ndarray", "")):
            for name, full in imports.items():
                if full == wanted:
                    return name + suffix, ()
        return "mx.nd", self.import_added("import mxnet as mx")

    def import_added(self, text: str) -> Tuple[Edit, ...]:
        """Return an edit that inserts an import before the first one."""
        for statement in self.module.tree.body:
            future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
            if isinstance(statement, (ast.Import, ast.ImportFrom)) and not future:
                return self.inserted(statement.lineno, 0, f"{text}\n")
        return self.inserted(1, 0, f"{text}\n")


@dataclasses.dataclass(frozen=True)
class Operation:
    """A call of an operator below `F`: its arguments by name. Those of `*data` are in a list; that of None are what a
    pattern has for all others."""

    path: str
    arguments: Mapping[Any, Any]
    function: Function

    def default(self, name: str) -> Any:
        """Return the default of a parameter; None if there is none, or it is None."""
        for parameter in self.function.symbolic_parameters or ():
            if parameter.name == name and parameter.default is not None:
                with contextlib.suppress(ValueError, SyntaxError):
                    return ast.literal_eval(parameter.default)
                return parameter.default
        return None

    def is_default(self, name: str, value: ast.AST) -> bool:
        """Return whether an argument is a literal that equals the default."""
        if not isinstance(value, ast.Constant):
            return False
        return value.value is None or bool(value.value == self.default(name))


def path_below(function: Any, namespace: Optional[str]) -> str:
    """Return `random.normal` of `F.random.normal` for the namespace `F`, "" for anything else."""
    parts: List[str] = []
    while isinstance(function, ast.Attribute):
        parts.insert(0, function.attr)
        function = function.value
    return ".".join(parts) if isinstance(function, ast.Name) and function.id == namespace else ""


def operation(
    node: ast.Call, api: Api, namespace: str, path: str = "", receiver: Optional[ast.AST] = None
) -> Optional[Operation]:
    """Return the operator of `path` that a call calls, with `receiver` as its first argument; by default, the one that
    it names below `namespace`."""
    path = path or path_below(node.func, namespace)
    described = api.function(path) if path else None
    if described is None:
        return None
    every = described.symbolic_parameters or described.imperative_parameters or ()
    given = [*([] if receiver is None else [receiver]), *node.args]
    variadic = next((item.name for item in every if item.kind == "var_positional"), None)
    arguments: Dict[Any, Any] = {}
    if variadic is not None:
        arguments[variadic] = given
    else:
        names = [item.name for item in every if item.kind == "positional"]
        if len(given) > len(names) or any(isinstance(part, ast.Starred) for part in given):
            return None
        arguments.update(zip(names, given))
    for keyword in node.keywords:
        if keyword.arg in arguments:
            return None
        arguments[keyword.arg] = keyword.value
    return Operation(described.operator or path, arguments, described)


def length_of(shape: ast.Attribute, axis: int) -> ast.Subscript:
    """Return `shape[axis]`, at the place of `shape`."""
    index: Any = ast.Constant(axis, kind=None)
    if sys.version_info < (3, 9):
        index = ast.Index(index)
    return ast.copy_location(ast.Subscript(shape, index, ast.Load()), shape)


#: Nodes with the same value each time they are evaluated.
_REPEATABLE = (
    *(ast.Name, ast.Attribute, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Compare, ast.keyword, ast.Tuple),
    *(ast.operator, ast.unaryop, ast.cmpop, ast.expr_context),
)

#: Functions and arguments that require numbers.
_NUMBERS = ("bool", "divmod", "float", "int", "pow", "print", "range", "round", "str")
_SIZES = ("axis", "axes", "begin", "depth", "end", "num_outputs", "reps", "repeats", "shape", "size", "step")


def lengths(array: Tensor) -> Optional[Tuple[Optional[int], ...]]:
    """Return the lengths of the axes of a tensor of known rank, None for those that depend on the inputs of a call.

    Those depend on the inputs even if the facts of a run have values. A length of 1 beside an input may change too.
    """
    shape, dims = array.shape, array.dims
    if shape is None or dims is None:
        return None
    if shape.is_observed:
        return tuple(None for _ in dims)
    return tuple(None if dim == 1 and shape.is_of_input else dim for dim in dims)


def _operands_of(event: Event) -> Iterator[Tuple[ast.AST, Value]]:
    """Yield the operands of an event, and their values."""
    node: Any = event.node
    if isinstance(event, BinaryOperation):
        if isinstance(node, ast.BinOp):
            yield from ((node.left, event.left), (node.right, event.right))
        elif isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield from ((node.left, event.left), (node.comparators[0], event.right))
    elif isinstance(event, MethodCall) and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        yield node.func.value, event.tensor
    elif isinstance(event, (AttributeRead, Subscript)) and isinstance(node, (ast.Attribute, ast.Subscript)):
        yield node.value, event.tensor
    elif isinstance(event, LengthOf) and node.args:
        yield node.args[0], event.tensor
    elif isinstance(event, OperatorCall) and isinstance(node, ast.Call):
        yield from zip(node.args, event.arguments.positional)


def _gives_tensor(event: Event, api: Api) -> bool:
    if isinstance(event, BinaryOperation):
        return any(isinstance(side, Tensor) and not side.numpy for side in (event.left, event.right))
    if isinstance(event, OperatorCall):
        return event.phase == "both" and not event.path.startswith(("np", "contrib.foreach", "contrib.while_loop"))
    if isinstance(event, MethodCall):
        method = api.method(event.name)
        gives = method is not None and (method.copies or method.function is not None and method.outputs == 1)
        return gives and isinstance(event.tensor, Tensor) and not event.tensor.numpy
    return False


def parameters(function: Any) -> List[str]:
    """Return the names of the positional parameters of a function or lambda, [] for a module."""
    if not isinstance(function, _FUNCTIONS):
        return []
    return [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]


def _defines_namespace(function: Any) -> bool:
    """Return whether a function begins with `F = mx.nd if … else mx.sym`."""
    for statement in function.body[:2] if isinstance(function, FUNCTION_DEFS) else ():
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.IfExp):
            if [getattr(target, "id", "") for target in statement.targets] == ["F"]:
                return True
    return False


def literal(node: Any) -> Optional[int]:
    """Return the value of an integer literal, None for anything else."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = literal(node.operand)
        return None if inner is None else -inner
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None
