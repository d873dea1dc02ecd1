"""Execute a function symbolically, as the imperative phase does: with arrays as objects, and effects in order.

Branches are decided both ways, one path at a time; a loop over something unknown makes no round or a few. What is not
understood raises :class:`NotShown`.
"""

from __future__ import annotations

import ast
import itertools
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Set, Tuple

from hybridlint.syntax import FUNCTION_DEFS, imported_names, index_of, names_bound, names_stored, parameters
from hybridlint.validation.alignment import Equation
from hybridlint.validation.calls import Calls
from hybridlint.validation.effects import Breaks, Continues, Raised, Returned, arrays
from hybridlint.validation.objects import (
    NAMESPACE,
    Cell,
    Const,
    Function,
    Items,
    Lazy,
    Method,
    Path,
    Scope,
    numbers,
)
from hybridlint.validation.operations import UNKNOWN_ROUNDS
from hybridlint.validation.terms import NotShown, Term

MOST_PATHS = 64

_PAUSE = ("mxnet.autograd.pause",)
_MODES = ("mxnet.autograd.train_mode", "mxnet.autograd.predict_mode", "name_scope")
#: How an execution ends that fails by an error of Python.
FAILS = "fails"
#: What an execution ends with: how, the outputs, the effects, the random numbers drawn, and with what others know the
#: outputs share memory.
Outcome = Tuple[str, Term, Term, Term, Term]


class Execution(Calls):
    """One path through a function."""

    # Entry

    def run(self, node: Any, owner: str) -> Outcome:
        """Execute a function whose arguments may be anything."""
        function = Function(node, None, owner)
        arguments: Dict[str, Any] = {}
        names = [item.name for item in parameters(node).positional]
        decorators = getattr(node, "decorator_list", ())
        static = any(getattr(decorator, "id", "") == "staticmethod" for decorator in decorators)
        for name in parameters(node).names:
            is_self = owner and names[:1] == [name] and not static
            arguments[name] = self.known(self.terms("argument", name), f"self:{owner}" if is_self else "array")
        if isinstance(node, ast.Lambda) and "F" not in self.file.imports:
            arguments["F"] = Path(NAMESPACE)
        elif "F" in arguments or getattr(node, "name", "") == "hybrid_forward" and len(names) > 1:
            arguments["F" if "F" in arguments else names[1]] = Path(NAMESPACE)
        try:
            result: Any = self._body(function, arguments)
            kind = "returns"
        except Raised as error:
            result, kind = None, FAILS if error.term is None else f"raises {error.term}"
        shared = self.terms("shared", *(name for array in arrays(result) for name in self.names_of(array)))
        return kind, self.content(result if result is not None else Const(None)), self.world, self.draws, shared

    # Statements

    def block(self, statements: Sequence[Any], scope: Scope) -> None:
        position = 0
        while position < len(statements):
            equation = self.equations.get(statements[position])
            if equation is not None and equation.length:
                self._equation(equation, statements[position : position + equation.length], scope)
                position += equation.length
            else:
                self.statement(statements[position], scope)
                position += 1

    def _is_opaque(self, node: ast.AST) -> bool:
        return self.is_coarse and not any(below in self.equations for below in ast.walk(node))

    def _opaque(self, node: ast.AST, scope: Scope) -> Cell:
        """Execute code that is the same in both versions as a call of unknown code with all that it names."""
        stored = names_bound([node])
        names = {below.id for below in ast.walk(node) if isinstance(below, ast.Name)}
        values = [self._value(name, scope) for name in sorted(names | stored)]
        result = self.unknown_call(self.terms("code", ast.dump(node)), values)
        for name in sorted(stored):
            where: Optional[Scope] = scope
            while where is not None and name not in where.local:
                where = where.outer
            if where is not None:
                where.names[name] = self.known(self.terms("bound", result.name, name), "unknown")
        exits: Dict[type, Exception] = {ast.Return: Returned(result), ast.Break: Breaks(), ast.Continue: Continues()}
        for kind in sorted(_exits(node), key=str):
            if self.choose(self.terms("exits", result.name, kind.__name__)):
                raise exits[kind]
        return result

    def _equation(self, equation: Equation, statements: Sequence[Any], scope: Scope) -> None:
        """Execute statements that replace, or are replaced by, others that compute the same."""
        key = self._key(equation, scope)
        before = next(numbers)
        if not equation.is_write and self._is_pure(statements, scope):
            for name in sorted(names_stored(statements)):
                version = None if name in equation.writes else equation.is_original
                content = self.terms("result of", key, name, version)
                scope.names[name] = self._equal(equation, content, statements, scope)
            if _returns(statements):
                raise Returned(self._equal(equation, self.terms("returned by", key), statements, scope))
            return
        result = self.terms("result of", key)
        is_write = equation.is_write and len(equation.writes) == 1
        self.equation = result if is_write and equation.is_original else None
        for statement in statements:
            self.statement(statement, scope)
        self.equation = None
        for made in arrays(scope.names.get(next(iter(equation.writes)))) if is_write else ():
            if made.number > before and self.is_alone(made):
                made.content = result

    def _equal(self, equation: Equation, content: Term, nodes: Sequence[Any], scope: Scope) -> Cell:
        """Return the result of code that is not executed: with a content, and the memory of what it reads, perhaps."""
        made = self.cell(content, *(scope.names.get(name) for name in equation.reads))
        made.content = content
        for name in equation.reads if equation.is_original or _renames(nodes) else ():
            read = scope.names.get(name)
            if isinstance(read, Cell):
                made.memory = made.memory.joined(read.memory)
                made.is_renamed = True
        every = [below for node in nodes for below in ast.walk(node)]
        if any(isinstance(node, ast.With) and self._is_scope(node.items[0].context_expr, _PAUSE) for node in every):
            made.is_recorded, made.scope = False, self.terms("paused", self.scope)
        if any(isinstance(node, ast.Call) and self.draws_numbers(node, scope) for node in every):
            self.draws = self.terms("drawn by", content)
        return made

    def _is_scope(self, node: ast.AST, names: Sequence[str]) -> bool:
        """Return whether the manager of a `with` statement is one of these, which change what autograd does."""
        if not isinstance(node, ast.Call):
            return False
        return (self.file.full_name(node.func) or getattr(node.func, "attr", "")) in names

    def _key(self, equation: Equation, scope: Optional[Scope]) -> Term:
        reads = [self._read(name, scope) for name in equation.reads]
        return self.terms("equation", equation.number, *reads, self.world, self.draws, self.scope)

    def _value(self, name: str, scope: Optional[Scope]) -> Any:
        try:
            return self.load(name, scope)
        except Raised:
            return Const("unbound")

    def _read(self, name: str, scope: Optional[Scope]) -> Term:
        return self.content(self._value(name, scope))

    def _is_pure(self, statements: Sequence[Any], scope: Scope) -> bool:
        """Return whether statements only bind local names, to results of operators."""
        loops = (
            below for statement in statements for below in ast.walk(statement) if isinstance(below, ast.comprehension)
        )
        own = scope.local | names_stored([loop.target for loop in loops])
        for node in (below for statement in statements for below in ast.walk(statement)):
            if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
                return False
            if isinstance(node, ast.With) and not all(
                self._is_scope(item.context_expr, _MODES + _PAUSE) for item in node.items
            ):
                return False
            if isinstance(node, (ast.AugAssign, ast.Try, ast.Raise, ast.Assert, ast.Yield, ast.Global, ast.Nonlocal)):
                return False
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id not in own:
                return False
            if isinstance(node, ast.Call) and not self.is_pure(node, scope):
                return False
        returns = sum(isinstance(node, ast.Return) for statement in statements for node in ast.walk(statement))
        return not returns or _returns(statements)

    def statement(self, node: Any, scope: Scope) -> None:
        self.terms.step()
        if not isinstance(node, (ast.Return, ast.Raise, *FUNCTION_DEFS)) and self._is_opaque(node):
            self._opaque(node, scope)
            return
        handler = getattr(self, f"_{type(node).__name__}", None)
        if handler is None:
            raise NotShown(f"`{type(node).__name__}` statements are not followed")
        handler(node, scope)

    def _Pass(self, node: Any, scope: Scope) -> None:
        pass

    _Global = _Nonlocal = _Pass

    def _Expr(self, node: ast.Expr, scope: Scope) -> None:
        self.evaluate(node.value, scope)

    def _Return(self, node: ast.Return, scope: Scope) -> None:
        raise Returned(Const(None) if node.value is None else self.evaluate(node.value, scope))

    def _Raise(self, node: ast.Raise, scope: Scope) -> None:
        raise Raised(self.terms("raise", "" if node.exc is None else ast.dump(node.exc)))

    def _Break(self, node: Any, scope: Scope) -> None:
        raise Breaks

    def _Continue(self, node: Any, scope: Scope) -> None:
        raise Continues

    def _Assert(self, node: ast.Assert, scope: Scope) -> None:
        if not self.decide(self.evaluate(node.test, scope)):
            raise Raised(self.terms("assertion"))

    def _FunctionDef(self, node: Any, scope: Scope) -> None:
        if node.decorator_list:
            raise NotShown("an inner function is decorated")
        self.store(node.name, self._closure(node, scope), scope)

    def _Import(self, node: Any, scope: Scope) -> None:
        for name, full in imported_names(node).items():
            if not full.startswith("mxnet."):  # the module is imported already
                self.effect("import", full)
            self.store(name, Path(full), scope)

    _ImportFrom = _Import

    def _closure(self, node: Any, scope: Scope) -> Function:
        if any(isinstance(part, (ast.Yield, ast.YieldFrom, ast.Await)) for part in ast.walk(node)):
            raise NotShown("a generator is not followed")
        made = Function(node, scope, scope.owner)
        declared = parameters(node)
        for item in (*declared.positional, *declared.keyword_only):
            if item.default is not None:
                made.defaults[item.name] = self.evaluate(item.default, scope)
        return made

    def _Assign(self, node: ast.Assign, scope: Scope) -> None:
        value = self.evaluate(node.value, scope)
        for target in node.targets:
            self.assign(target, value, scope)

    def assign(self, target: Any, value: Any, scope: Scope) -> None:
        if isinstance(target, ast.Name):
            self.store(target.id, value, scope)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self._unpack(target.elts, value, scope)
        elif isinstance(target, ast.Attribute):
            self.set_attribute(self.evaluate(target.value, scope), target.attr, value)
        else:
            holder = self.evaluate(target.value, scope)
            self.set_item(holder, self.evaluate(index_of(target), scope), value)

    def _unpack(self, targets: Sequence[Any], value: Any, scope: Scope) -> None:
        if any(isinstance(target, ast.Starred) for target in targets):
            raise NotShown("a value is unpacked with a star")
        items = self.known_items(value)
        if items is None:
            items = [self.item(value, Const(number)) for number in range(len(targets))]
        if len(items) != len(targets):
            raise Raised()
        for target, part in zip(targets, items):
            self.assign(target, part, scope)

    def _AugAssign(self, node: ast.AugAssign, scope: Scope) -> None:
        operator = type(node.op).__name__
        target: Any = node.target
        if isinstance(target, ast.Name):
            result = self.in_place(operator, self.load(target.id, scope), self.evaluate(node.value, scope))
            self.store(target.id, result, scope)
        elif isinstance(target, ast.Attribute):
            holder = self.evaluate(target.value, scope)
            result = self.in_place(operator, self.attribute(holder, target.attr), self.evaluate(node.value, scope))
            self.set_attribute(holder, target.attr, result)
        else:
            holder, index = self.evaluate(target.value, scope), self.evaluate(index_of(target), scope)
            value = self.evaluate(node.value, scope)
            self.set_item(holder, index, self.in_place(operator, self.item(holder, index), value))

    def _If(self, node: ast.If, scope: Scope) -> None:
        self.block(node.body if self.decide(self.evaluate(node.test, scope)) else node.orelse, scope)

    def _For(self, node: ast.For, scope: Scope) -> None:
        def assigned() -> Iterator[None]:
            for item in self.iterate(self.evaluate(node.iter, scope)):
                self.assign(node.target, item, scope)
                yield

        self._loop(node, scope, assigned())

    def _While(self, node: ast.While, scope: Scope) -> None:
        tests = (self.decide(self.evaluate(node.test, scope)) for _ in range(UNKNOWN_ROUNDS))
        self._loop(node, scope, itertools.takewhile(bool, tests))

    def _loop(self, node: Any, scope: Scope, rounds: Iterable[Any]) -> None:
        for _ in rounds:
            try:
                self.block(node.body, scope)
            except Breaks:
                return
            except Continues:
                continue
        self.block(node.orelse, scope)

    def _With(self, node: ast.With, scope: Scope) -> None:
        before = self.scope, self.is_paused, self.is_predicting
        for item in node.items:
            call: Any = item.context_expr
            function = self.evaluate(call.func, scope) if isinstance(call, ast.Call) else None
            if isinstance(function, Path) and function.name.startswith("mxnet.autograd."):
                given = [ast.dump(argument) for argument in (*call.args, *call.keywords)]
                self.scope = self.terms("scope", self.scope, function.name, *given)
                self.is_predicting = function.name.endswith(("pause", "predict_mode")) and not given
                self.is_paused = (self.is_paused or function.name.endswith("pause")) and not function.name.endswith(
                    "record"
                )
                continue
            if isinstance(function, Method) and function.name == "name_scope":
                continue
            manager = self.evaluate(call, scope)
            entered = self.unknown_call(self.terms("with"), [manager])
            if item.optional_vars is not None:
                self.assign(item.optional_vars, entered, scope)
        self.block(node.body, scope)
        self.scope, self.is_paused, self.is_predicting = before

    # Expressions

    def evaluate(self, node: Any, scope: Scope) -> Any:
        equation = self.equations.get(node)
        if equation is None or equation.length:
            return self._evaluate(node, scope)
        key, before = self._key(equation, scope), next(numbers)
        content = self.terms("value of", key)
        if any(map(self._branches, ast.walk(node))) and self._is_pure([node], scope):
            return self._equal(equation, content, [node], scope)
        value = self._evaluate(node, scope)
        if equation.is_shape:
            return self.cell(content)
        if isinstance(value, Cell):
            if value.number <= before:
                if value.role not in ("array", "unknown"):
                    return value
                value = self.view(value, content, content)
                value.is_renamed = True
            value.content = content
            value.region = self.terms("region of", key) if len(self.sharing(value)) > 1 else value.region
            value.name = None if value.name is None else self.terms("name of", key)
            return value
        if isinstance(value, Items):
            for number, item in enumerate(value.items):
                if isinstance(item, Cell) and item.number > before and self.is_alone(item):
                    item.content = self.operation("item", Cell(content, self.scope), Const(number))
        return value if isinstance(value, (Items, Function)) else self.cell(content)

    @staticmethod
    def _branches(node: ast.AST) -> bool:
        """Return whether an expression may take branches."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return node.func.id in ("map", "max", "min")
        return isinstance(node, (ast.IfExp, ast.BoolOp, ast.Lambda, ast.Not, ast.comprehension))

    def _evaluate(self, node: Any, scope: Scope) -> Any:
        self.terms.step()
        handler = getattr(self, f"_of_{type(node).__name__}", None)
        if handler is None and self._is_opaque(node):
            return self._opaque(node, scope)
        if handler is None:
            raise NotShown(f"`{type(node).__name__}` expressions are not followed")
        return handler(node, scope)

    def _of_Constant(self, node: ast.Constant, scope: Scope) -> Any:
        return Const(node.value)

    def _of_Name(self, node: ast.Name, scope: Scope) -> Any:
        return self.load(node.id, scope)

    def _of_Attribute(self, node: ast.Attribute, scope: Scope) -> Any:
        return self.attribute(self.evaluate(node.value, scope), node.attr)

    def _of_Tuple(self, node: Any, scope: Scope) -> Any:
        return Items(type(node).__name__.lower(), self._elements(node.elts, scope))

    _of_List = _of_Set = _of_Tuple

    def _elements(self, nodes: Sequence[Any], scope: Scope) -> List[Any]:
        elements: List[Any] = []
        for node in nodes:
            if not isinstance(node, ast.Starred):
                elements.append(self.evaluate(node, scope))
                continue
            value = self.evaluate(node.value, scope)
            items = self.known_items(value)
            elements += [Method(value, "*")] if items is None else items
        return elements

    def _of_Dict(self, node: ast.Dict, scope: Scope) -> Any:
        keys = [None if key is None else self.evaluate(key, scope) for key in node.keys]
        known = [key.value for key in keys if isinstance(key, Const)]
        if len(known) < len(keys) or len(set(known)) < len(keys):
            raise NotShown("a dict with unknown keys")
        return Items("dict", [self.evaluate(value, scope) for value in node.values], known)

    def _of_Lambda(self, node: ast.Lambda, scope: Scope) -> Any:
        return self._closure(node, scope)

    def _of_Slice(self, node: ast.Slice, scope: Scope) -> Any:
        parts = [
            Const(None) if item is None else self.evaluate(item, scope) for item in (node.lower, node.upper, node.step)
        ]
        if all(isinstance(part, Const) for part in parts):
            return Const(slice(*(part.value for part in parts)))
        return Items("slice", parts)

    def _of_Index(self, node: Any, scope: Scope) -> Any:
        return self.evaluate(node.value, scope)

    def _of_ExtSlice(self, node: Any, scope: Scope) -> Any:
        return Items("tuple", [self.evaluate(dim, scope) for dim in node.dims])

    def _of_Subscript(self, node: ast.Subscript, scope: Scope) -> Any:
        return self.item(self.evaluate(node.value, scope), self.evaluate(index_of(node), scope))

    def _of_BinOp(self, node: ast.BinOp, scope: Scope) -> Any:
        left, right = self.evaluate(node.left, scope), self.evaluate(node.right, scope)
        return self.binary(type(node.op).__name__, left, right)

    def _of_UnaryOp(self, node: ast.UnaryOp, scope: Scope) -> Any:
        value = self.evaluate(node.operand, scope)
        if isinstance(node.op, ast.Not):
            return Const(not self.decide(value))
        if isinstance(value, Const) and isinstance(node.op, ast.USub) and isinstance(value.value, (int, float)):
            return Const(-value.value)
        return self.cell(self.terms("operation", type(node.op).__name__, self.content(value)), value)

    def _of_BoolOp(self, node: ast.BoolOp, scope: Scope) -> Any:
        value: Any = None
        for item in node.values:
            value = self.evaluate(item, scope)
            if item is not node.values[-1] and self.decide(value) != isinstance(node.op, ast.And):
                return value
        return value

    def _of_IfExp(self, node: ast.IfExp, scope: Scope) -> Any:
        return self.evaluate(node.body if self.decide(self.evaluate(node.test, scope)) else node.orelse, scope)

    def _of_Compare(self, node: ast.Compare, scope: Scope) -> Any:
        left = self.evaluate(node.left, scope)
        result: Any = None
        for operator, other in zip(node.ops, node.comparators):
            right = self.evaluate(other, scope)
            result = self._compared(type(operator).__name__, left, right)
            if operator is not node.ops[-1] and not self.decide(result):
                return result
            left = right
        return result

    def _of_ListComp(self, node: Any, scope: Scope) -> Any:
        return Items(
            "set" if isinstance(node, ast.SetComp) else "list", list(self._of_GeneratorExp(node, scope).values)
        )

    _of_SetComp = _of_ListComp

    def _of_GeneratorExp(self, node: Any, scope: Scope) -> Lazy:
        names = {item.id for part in node.generators for item in ast.walk(part.target) if isinstance(item, ast.Name)}
        first = self.evaluate(node.generators[0].iter, scope)
        return Lazy(self._comprehend(node, 0, Scope(names, scope, scope.owner), first))

    def _comprehend(self, node: Any, number: int, scope: Scope, iterable: Any) -> Iterator[Any]:
        loop, *others = node.generators[number:]
        for item in self.iterate(iterable):
            self.assign(loop.target, item, scope)
            if all(self.decide(self.evaluate(test, scope)) for test in loop.ifs):
                if others:
                    yield from self._comprehend(node, number + 1, scope, self.evaluate(others[0].iter, scope))
                else:
                    yield self.evaluate(node.elt, scope)

    def _of_Call(self, node: ast.Call, scope: Scope) -> Any:
        function = self.evaluate(node.func, scope)
        positional = self._elements(node.args, scope)
        named: Dict[str, Any] = {}
        for argument in node.keywords:
            value = self.evaluate(argument.value, scope)
            if argument.arg is None:
                positional.append(Method(value, "*"))
            else:
                named[argument.arg] = value
        return self.call(function, positional, named)


def _exits(node: ast.AST, is_loop: bool = False) -> Set[type]:
    """Return the kinds of statements by which execution leaves code before its end."""
    result: Set[type] = set()
    for below in (node, *ast.iter_child_nodes(node)) if not isinstance(node, (ast.ClassDef, ast.Lambda)) else ():
        if isinstance(below, (ast.Return, *(() if is_loop else (ast.Break, ast.Continue)))):
            result.add(type(below))
        elif below is not node and not isinstance(below, (*FUNCTION_DEFS, ast.ClassDef, ast.Lambda)):
            result |= _exits(below, is_loop or isinstance(node, (ast.For, ast.While)))
    return result


def _renames(statements: Sequence[Any]) -> bool:
    """Return whether statements may bind a name to what another name holds, or capture it."""
    every = [below for statement in statements for below in ast.walk(statement)]
    values = [node.value for node in every if isinstance(node, (ast.Assign, ast.Return))]
    computed = (ast.Call, ast.BinOp, ast.Constant)
    return any(isinstance(node, ast.Lambda) for node in every) or not all(isinstance(v, computed) for v in values)


def _returns(statements: Sequence[Any]) -> bool:
    """Return whether statements certainly return."""
    last = statements[-1] if statements else None
    if isinstance(last, ast.If):
        return _returns(last.body) and _returns(last.orelse)
    return isinstance(last, ast.Return) or isinstance(last, ast.With) and _returns(last.body)
