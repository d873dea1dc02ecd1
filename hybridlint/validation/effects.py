"""The state of a symbolic execution: objects, effects in their order, the outcomes of tests.

A call of unknown code is an effect: it may keep and change what it is given, and everything that has escaped before.
"""

from __future__ import annotations

import ast
from typing import Any, Dict, Iterator, List, Optional, Sequence, Set

from hybridlint.mxnet_api import Api
from hybridlint.validation.alignment import Alignment
from hybridlint.validation.file import BUILTINS, File
from hybridlint.validation.objects import (
    Cell,
    Const,
    Function,
    Items,
    Lazy,
    Method,
    Mutable,
    Path,
    Scope,
)
from hybridlint.validation.terms import NotShown, Term, Terms


class Returned(Exception):
    def __init__(self, value: Any) -> None:
        self.value = value


class Raised(Exception):
    """An exception: `term` is that of a `raise` or an `assert`, None for an error of Python."""

    def __init__(self, term: Optional[Term] = None) -> None:
        self.term = term


class Breaks(Exception):
    pass


class Continues(Exception):
    pass


class Effects:
    """One path through a function. `decisions` are the outcomes of tests, by their terms, in the order of execution."""

    def __init__(
        self,
        file: File,
        api: Api,
        terms: Terms,
        aligned: Alignment,
        decisions: Dict[Term, bool],
        is_coarse: bool,
    ) -> None:
        self.file, self.api, self.terms, self.equations = file, api, terms, aligned.equations
        #: The names of the lambdas that are compared by themselves.
        self._lambdas = {
            node: name for known in (aligned.original, aligned.fixed) for name, node in known.items() if name[0] == "<"
        }
        #: Whether code without an equation is as a call of unknown code.
        self.is_coarse = is_coarse
        self.decisions = decisions
        self.open: List[Term] = []  # decided here for the first time
        self.world = terms("begin")
        self.draws = terms("no draws")
        self.scope = terms("scope")
        self.is_paused = self.is_predicting = False
        self.cells: List[Cell] = []
        self.named: Dict[Term, Any] = {}
        self.called: Set[Optional[Term]] = set()  # layers
        self.escaped: List[Cell] = []
        #: What the arrays that unknown code holds share with others that it knows.
        self.known_sharing = terms("nothing shared")
        self.depth = 0
        self.equation: Optional[Term] = None
        self.writes = 0

    def cell(self, content: Term, *operands: Any) -> Cell:
        """Return a fresh array that is computed from `operands`."""
        made = Cell(self._scoped(content), self.scope)
        self.cells.append(made)
        read = [array for operand in operands for array in arrays(operand)]
        made.is_recorded = not self.is_paused and any(array.is_recorded for array in read)
        if not self.is_paused:
            for array in (made, *read):
                array.is_saved = True
        return made

    def _scoped(self, content: Term) -> Term:
        return content if self.scope == self.terms("scope") else self.terms("in scope", self.scope, content)

    def known(self, name: Term, role: str) -> Cell:
        """Return the escaped object with a name."""
        if name not in self.named:
            made = self.named[name] = Cell(self.terms("read", name, self.world), self.terms("outside"), role=role)
            made.name = name
            self.cells.append(made)
            self.escaped.append(made)
        return self.named[name]  # type: ignore[no-any-return]

    def view(self, base: Cell, region: Term, content: Term) -> Cell:
        """Return an array that shares the memory of `base`."""
        made = Cell(
            content,
            base.scope,
            self.terms("part", base.region, region),
            base.role if base.role == "array" else "unknown",
        )
        self.cells.append(made)
        made.memory = base.memory
        made.name = None if base.name is None else self.terms("view", base.name, region)
        if made.name is not None:
            self.escaped.append(made)
        made.is_recorded = base.is_recorded
        return made

    def sharing(self, array: Cell) -> List[Cell]:
        """Return the arrays that may share memory with one, and itself."""
        return [other for other in self.cells if other.memory.may_share(array.memory)]

    def is_alone(self, array: Cell) -> bool:
        """Return whether an array shares memory with no other, and no other code holds it."""
        return array.name is None and len(self.sharing(array)) == 1

    def names_of(self, array: Cell) -> List[Term]:
        """Return the names of the arrays that unknown code holds and that share the memory of `array`."""
        return sorted(item.name for item in self.sharing(array) if item.name is not None and item.region == -1)

    def content(self, value: Any) -> Term:
        """Return the value number of what an object holds."""
        terms = self.terms
        if isinstance(value, Const):
            return terms("constant", type(value.value).__name__, repr(value.value))
        if isinstance(value, Path):
            return terms("path", value.name)
        if isinstance(value, Cell):
            return value.content
        if isinstance(value, Mutable) and value.name is not None:
            return terms("read", value.name, self.world)
        if isinstance(value, Items):
            return terms("items", value.kind, *(value.keys or ()), *map(self.content, value.items))
        if isinstance(value, Function):
            captured = self._captured(value)
            is_own = value.scope is None and not captured  # of the file: a changed function is compared by itself
            code = (
                f"{value.owner}.{value.node.name}" if is_own else self._lambdas.get(value.node) or ast.dump(value.node)
            )
            return terms("function", code, *map(self.content, captured))
        if isinstance(value, Method):
            return terms("method", value.name, self.content(value.receiver))
        raise NotShown("an object of an unknown kind")

    def _captured(self, function: Function) -> List[Any]:
        """Return the objects that a function refers to by names of the scopes around it, and bound arguments."""
        result = [*function.bound, *function.defaults.values()]
        names = {node.id for node in ast.walk(function.node) if isinstance(node, ast.Name)}
        scope = function.scope
        while scope is not None:
            result += [
                value
                for name, value in sorted(scope.names.items())
                if name in names and not isinstance(value, (Function, Path))
            ]
            scope = scope.outer
        return result

    def effect(self, operator: str, *operands: Any) -> Term:
        """Record an effect; what has escaped may have changed."""
        self.world = self.terms(operator, self.world, *operands)
        return self.world

    def havoc(self, but: Sequence[Cell] = ()) -> None:
        """Let everything that has escaped hold something unknown."""
        for item in self.escaped:
            if not any(item is other for other in but):
                item.content = self.terms("read", item.name, self.world)

    def escape(self, value: Any, name: Term) -> None:
        """Let unknown code hold `value`, under a name by which both versions know it."""
        if isinstance(value, Cell):
            self.known_sharing = self.terms("shared", self.known_sharing, *self.names_of(value))
            for number, item in enumerate(self.sharing(value)):
                if item.name is None:
                    item.name = self.terms("escaped", name, number if item is not value else -1)
                    self.escaped.append(item)
        elif isinstance(value, Items):
            if value.name is None:
                value.name = name
                for number, part in enumerate(value.items):
                    self.escape(part, self.terms("part", name, number))
        elif isinstance(value, Function):
            for number, part in enumerate(self._captured(value)):
                self.escape(part, self.terms("captured", name, number))
        elif isinstance(value, Method):
            self.escape(value.receiver, name)

    def write(self, array: Any, content: Term) -> None:
        """Write into an array: its views, and what shares its memory, change too."""
        if not isinstance(array, Cell):
            raise NotShown("it changes an object that is not an array")
        self.writes += 1
        others = [item for item in self.sharing(array) if item is not array]
        if self.is_paused and any(item.is_saved for item in (array, *others)):  # elsewhere, MXNet raises in training
            self.effect("write below a gradient", array.content, content)
        content = self.terms("write", content, array.is_recorded) if self.equation is None else self.equation
        if array.scope != self.scope and array.name is None:
            content = self.terms("across scopes", array.scope, self.scope, content)
        array.content = content
        for item in others:
            item.content = self.terms("written through", item.content, item.region, array.region, content)
        named = next((item for item in (array, *others) if item.name is not None), None)
        if named is not None:
            self.effect("write", named.name, named.region, array.region, content, self.scope, self._held(array))
            self.havoc((array, *others))

    def _held(self, holder: Any) -> Term:
        """Return what a write may change beside `holder`, which any array may be that unknown code holds."""
        is_array = isinstance(holder, Cell) and holder.role == "array"
        return self.terms("nothing shared") if is_array else self.known_sharing

    def shared(self, values: Sequence[Any]) -> List[Term]:
        """Return which of the arrays in `values` share memory, with each other and with what unknown code holds, which
        may be one object, to which a gradient can be attached, and what decides whether MXNet can write to them."""
        every = [array for value in values for array in arrays(value)]
        groups = [next(n for n, other in enumerate(every) if other.memory.may_share(item.memory)) for item in every]
        states = (self.terms("array", item.is_recorded, item.scope, *self.names_of(item)) for item in every)
        renamed = (any(other.is_renamed for other in self.sharing(item)) for item in every)
        return [self.terms("groups", *groups), self.terms("renamed", *renamed), *states]

    def unknown_call(self, function: Term, arguments: Sequence[Any]) -> Cell:
        """Call code that may do anything to what it gets and to what has escaped."""
        states = (*self.shared(arguments), self.known_sharing, self.draws, self.scope)
        name = self.effect("call", function, *map(self.content, arguments), *states)
        for number, argument in enumerate(arguments):
            self.escape(argument, self.terms("given", name, number))
        self.draws = self.terms("draws of", name)
        self.havoc()
        return self.known(self.terms("result", name), "unknown")

    def decide(self, value: Any) -> bool:
        """Return the truth of a value, on this path."""
        if isinstance(value, Const):
            return bool(value.value)
        if isinstance(value, Items) and value.name is None:
            return bool(value.items)
        if isinstance(value, (Function, Lazy, Path, Method)):
            return True
        return self.choose(self.content(value))

    def choose(self, term: Term) -> bool:
        if term not in self.decisions:
            self.decisions[term] = True
            self.open.append(term)
        return self.decisions[term]

    # Names

    def load(self, name: str, scope: Optional[Scope]) -> Any:
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            if name in scope.local:
                raise Raised()
            scope = scope.outer
        if name in self.file.functions:
            return Function(self.file.functions[name], None)
        if name in self.file.classes:
            return Path(f"class {name}")
        if name in self.file.imports:
            return Path(self.file.imports[name])
        if name in BUILTINS:
            return Path(name)
        return self.known(self.terms("global", name, self.world), "object")

    def store(self, name: str, value: Any, scope: Scope) -> None:
        where: Optional[Scope] = scope
        while where is not None and name not in where.local:
            where = where.outer
        if where is None:
            self.effect("global", name, self.content(value))
            self.escape(value, self.world)
            self.havoc()
        else:
            where.names[name] = value


def arrays(value: Any) -> Iterator[Cell]:
    """Return the arrays of an operand, which may be a list of arrays."""
    if isinstance(value, Cell):
        yield value
    elif isinstance(value, Items):
        for item in value.items:
            yield from arrays(item)
