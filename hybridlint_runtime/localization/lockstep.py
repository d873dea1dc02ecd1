"""Every statement of a `hybrid_forward` that fails while tracing, not only the first.

The function is executed statement by statement, each with NDArrays and then with Symbols. A statement fails if it
raises with Symbols, or if a Symbol has another shape than the corresponding NDArray. The variables that it assigns are
then replaced by new inputs of the graph, so that the following statements are traced as if it had succeeded. Shapes are
inferred; no operator of the graph is executed.

The imperative execution decides control flow. A branch in which the two executions differ is executed as a whole, as
are `with`, `try` and other statements with a body.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import dataclasses
import inspect
import itertools
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, cast

from ..diagnostics.failures import essential
from ..diagnostics.source_lines import innermost, is_user_file, lines_of_error, location_at, parsed
from ..errors import ModelRaised, message_of, model_code
from ..model.recording import Call, imperative, seed_all
from ..model.state import BlockStates
from ..model.subject import Subject
from ..mxnet_compat import import_mxnet
from ..report import SourceLocation
from ..structures import NDArray, Symbol, arrays, copied, leaves, map_leaves, semantics_of, shape_of
from .engine import localizer

mx = import_mxnet()

#: Maximum number of executed statements per call: loops may have many iterations.
_MOST_STATEMENTS = 1000
#: After this many statements, Symbols are replaced by new inputs: inference takes the whole graph.
_MOST_IN_A_ROW = 50


@dataclasses.dataclass(frozen=True)
class FailingStatement:
    """A statement that fails with Symbols: its line, the range of lines that it covers, and what was raised or
    differs."""

    location: SourceLocation
    lines: range
    message: str


@localizer
def failing_statements(subject: Subject, paths: Sequence[str]) -> List[FailingStatement]:
    """Return the failing statements of the blocks at `paths`, one per line."""
    calls: Dict[Tuple[type, str], Call] = {}
    for path in paths:
        for call in subject.recorded.structures_of(path):
            calls.setdefault((type(call.block), call.structure), call)
    statements: Dict[Tuple[str, int], FailingStatement] = {}
    for call in subject.with_values(calls.values()):
        for failure in _of_call(call, subject.recorded_seed):
            statements.setdefault((failure.location.file, failure.location.line), failure)
    return list(statements.values())


def _of_call(call: Call, seed: int) -> List[FailingStatement]:
    block = call.block
    function = inspect.unwrap(type(block).hybrid_forward)
    inherited = type(block).forward is mx.gluon.HybridBlock.forward and type(block).__call__ is mx.gluon.Block.__call__
    tensors = all(leaf is None or isinstance(leaf, NDArray) for _, leaf in leaves(list(call.args)))
    if call.kwargs or not (inherited and tensors and is_user_file(function.__code__.co_filename)):
        return []
    with BlockStates(block), imperative(block), semantics_of(call.args):
        seed_all(seed)
        return _Lockstep(block, function).run(call.args)


class _Stop(Exception):
    """The function has returned, or execution cannot continue."""


class _Break(Exception):
    """`break`, or `continue` if it is `again`."""

    def __init__(self, again: bool) -> None:
        super().__init__()
        self.again = again


class _Lockstep:
    """One execution of the `hybrid_forward` of a block, with both kinds of variables."""

    def __init__(self, block: Any, function: Any) -> None:
        self._block, self._function = block, function
        self._file = function.__code__.co_filename
        self.failures: List[FailingStatement] = []
        #: Name of an input of the graph → its shape.
        self._shapes: Dict[str, Tuple[int, ...]] = {}
        self._numbers = itertools.count()
        self._statements = 0
        outer = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
        owner = next((c for c in type(block).__mro__ if "hybrid_forward" in vars(c)), type(block))
        outer["__class__"] = owner
        self._outer = outer
        #: The variables, imperative and symbolic, and the attributes of the block for each.
        self._names: List[Dict[str, Any]] = [dict(outer), dict(outer)]
        self._attributes: List[Dict[str, Any]] = [dict(vars(block)), dict(vars(block))]
        self._owner = owner

    def run(self, args: Sequence[Any]) -> List[FailingStatement]:
        body = self._body()
        context = next((leaf.context for _, leaf in leaves(list(args)) if isinstance(leaf, NDArray)), None)
        if not body or context is None:
            return []
        given = copied(tuple(args))
        parameters = self._block._reg_params
        values = {name: parameter.data(context) for name, parameter in parameters.items()}
        # Not `parameter.var()`, which raises for an initializer that cannot be serialized.
        symbols = {name: self._as_input(value) for name, value in values.items()}
        signature = inspect.signature(self._function)
        for side, namespace, inputs, own in (
            (0, mx.nd, given, values),
            (1, mx.sym, tuple(self._as_input(value) for value in given), symbols),
        ):
            bound = signature.bind(self._block, namespace, *inputs, **own)
            bound.apply_defaults()
            self._names[side].update(bound.arguments)
        # The statement at which execution stops is a failure of its own, which the trace reports.
        with contextlib.suppress(_Stop, _Break):
            self._execute(body)
        return self.failures

    def _body(self) -> List[ast.stmt]:
        definition = parsed(self._function)
        function = _InModule(self._owner.__name__).visit(definition) if definition is not None else None
        return list(function.body) if isinstance(function, ast.FunctionDef) else []

    # Statements

    def _execute(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            self._statements += 1
            if self._statements > _MOST_STATEMENTS:
                raise _Stop
            if self._statements % _MOST_IN_A_ROW == 0:
                self._cut()
            self._statement(statement)

    def _statement(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Return):
            if statement.value is not None:
                self._both(_parsed("_returned = place", statement.value))
            raise _Stop
        if isinstance(statement, (ast.Break, ast.Continue)):
            raise _Break(isinstance(statement, ast.Continue))
        if isinstance(statement, ast.If):
            truth = self._truth(statement.test)
            if truth is None:
                self._both(statement)
            else:
                self._execute(statement.body if truth else statement.orelse)
        elif isinstance(statement, ast.While):
            self._while(statement)
        elif isinstance(statement, ast.For):
            self._for(statement)
        else:
            self._both(statement)

    def _while(self, statement: ast.While) -> None:
        while True:
            truth = self._truth(statement.test)
            if truth is None:
                raise _Stop  # the two executions leave the loop after different iterations
            if not truth:
                self._execute(statement.orelse)
                return
            if not self._goes_on(statement.body):
                return

    def _goes_on(self, body: Sequence[ast.stmt]) -> bool:
        """Execute the body of a loop once; return whether it ends without `break`."""
        try:
            self._execute(body)
        except _Break as leaving:
            return leaving.again
        return True

    def _for(self, statement: ast.For) -> None:
        self._both(_parsed("_items = list(place)", statement.iter))
        items = [names.get("_items") for names in self._names]
        for first, second in zip(*items):
            for names, item in zip(self._names, (first, second)):
                names["_item"] = item
            self._both(_parsed("place = _item", statement.target))
            if not self._goes_on(statement.body):
                return
        self._execute(statement.orelse)

    def _truth(self, test: ast.expr) -> Optional[bool]:
        """Return the imperative value of a condition, None if Symbols take the other branch without raising."""
        self._both(_parsed("_truth = not place", test))
        truth = bool(self._names[0].get("_truth"))
        return None if self._names[1].get("_truth") is not truth and not self._failed else not truth

    # One statement with both kinds of variables

    def _both(self, statement: ast.stmt) -> None:
        before = [{name: id(value) for name, value in names.items()} for names in self._names]
        self._failed = False
        module = ast.fix_missing_locations(ast.Module([statement], []))
        try:
            code = compile(module, self._file, "exec", dont_inherit=True)
        except SyntaxError as error:  # it leaves the function, or a loop
            raise _Stop from error
        with self._side(0):
            try:
                with model_code():
                    exec(code, self._names[0])
                    mx.nd.waitall()
            except ModelRaised as raised:
                raise _Stop from raised
        with self._side(1):
            try:
                with model_code():
                    exec(code, self._names[1])
            except ModelRaised as raised:
                self._fail(statement, f"{type(raised.error).__name__}: {essential(str(raised))}", raised.error)
        changed = {
            name
            for names, known in zip(self._names, before)
            for name, value in names.items()
            if known.get(name) != id(value) or isinstance(value, (list, dict)) and name not in self._outer
        }
        for name in changed - {"__builtins__"}:
            self._compare(statement, name)

    @contextlib.contextmanager
    def _side(self, side: int) -> Iterator[None]:
        """Set the attributes of the block to those of one of the two executions."""
        own = vars(self._block)
        own.update(self._attributes[side])
        try:
            yield
        finally:
            self._attributes[side] = dict(own)

    def _compare(self, statement: ast.stmt, name: str) -> None:
        if name not in self._names[0]:
            self._names[1].pop(name, None)
            return
        value, symbolic = self._names[0][name], self._names[1].get(name)
        try:
            problem = "" if self._failed else self._difference(value, symbolic)
        except mx.base.MXNetError as error:
            problem = essential(message_of(error))
        if problem:
            self._fail(statement, problem)
        if self._failed or problem:
            self._names[1][name] = self._as_input(value)

    def _difference(self, value: Any, symbolic: Any) -> str:
        """Describe the difference between an imperative value and its symbolic counterpart, "" if none is known."""
        if isinstance(value, (list, tuple)) and isinstance(symbolic, (list, tuple)):
            if len(value) != len(symbolic):
                return f"{len(symbolic)} items while tracing, {len(value)} imperatively"
            return next(filter(None, map(self._difference, value, symbolic)), "")
        if isinstance(value, NDArray) and isinstance(symbolic, (int, float, bool)):
            return f"a tensor imperatively, {symbolic!r} while tracing"
        if not isinstance(symbolic, Symbol):
            return ""
        tensors = [value] if isinstance(value, NDArray) else list(value) if isinstance(value, (list, tuple)) else []
        if not tensors or not all(isinstance(array, NDArray) for array in tensors):
            return ""
        names = symbolic.list_outputs()
        if len(names) != len(tensors):
            return f"{len(names)} outputs while tracing, {len(tensors)} imperatively"
        inputs = set(symbolic.list_inputs())
        known = {key: shape for key, shape in self._shapes.items() if key in inputs}
        _, inferred, _ = symbolic.infer_shape_partial(**known)
        for array, shape in zip(tensors, inferred or ()):
            expected = shape_of(array)
            if shape and 0 not in shape and -1 not in shape and expected and tuple(shape) != expected:
                return f"the shape is {tuple(shape)} while tracing, {expected} imperatively"
        return ""

    def _as_input(self, value: Any) -> Any:
        """Return `value` with its tensors replaced by new inputs of the graph, those in attributes of objects too."""
        return map_leaves(self._leaf_as_input, value)

    def _leaf_as_input(self, value: Any) -> Any:
        attributes = getattr(value, "__dict__", None)
        if not isinstance(attributes, dict) or isinstance(value, mx.gluon.Block) or not arrays(attributes):
            return self._tensor_as_input(value)
        try:
            with model_code():
                duplicate = copy.copy(value)
        except ModelRaised as raised:
            raise _Stop from raised
        vars(duplicate).update(map_leaves(self._tensor_as_input, attributes))
        return duplicate

    def _tensor_as_input(self, value: Any) -> Any:
        if not isinstance(value, NDArray):
            return value
        name = f"_lockstep{next(self._numbers)}"
        self._shapes[name] = value.shape
        variable = mx.sym.Variable(name)
        return variable.as_np_ndarray() if isinstance(value, mx.np.ndarray) else variable

    def _cut(self) -> None:
        """Replace tensors by new inputs, so that graphs stay small."""
        for name, value in self._names[0].items():
            if isinstance(value, NDArray) and isinstance(self._names[1].get(name), Symbol):
                self._names[1][name] = self._as_input(value)

    def _fail(self, statement: ast.stmt, message: str, error: Optional[BaseException] = None) -> None:
        self._failed = True
        place = innermost(lines_of_error(error)) if error is not None else None
        lines = _header(statement)
        if place is None or not is_user_file(place.file):
            place = location_at(self._file, statement.lineno, self._function.__name__)
        elif place.function == "<module>":
            place = dataclasses.replace(place, function=self._function.__name__)
        else:
            lines = range(place.line, place.line + 1)
        self.failures.append(FailingStatement(place, lines, message.splitlines()[0]))


class _InModule(ast.NodeTransformer):
    """Transforms the statements of a method so that they can be executed outside it: `super()` and private names."""

    def __init__(self, owner: str) -> None:
        self._prefix = f"_{owner.lstrip('_')}"

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            node.args = [ast.Name("__class__", ast.Load()), ast.Name("self", ast.Load())]
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr.startswith("__") and not node.attr.endswith("__"):
            node.attr = self._prefix + node.attr
        return node


def _parsed(text: str, place: ast.expr) -> ast.stmt:
    """Return the statement `text` at `place`, which replaces its name `place`."""

    class Placed(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            if isinstance(node, ast.Name) and node.id == "place":
                return place
            return ast.copy_location(self.generic_visit(node), place)

    return cast(ast.stmt, Placed().visit(ast.parse(text).body[0]))


def _header(statement: ast.stmt) -> range:
    """Return the lines of a statement without those of the statements in it."""
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
    return range(statement.lineno, max(last, statement.lineno) + 1)
