"""Reaching definitions: which assignments may have given a local name its value where the name is used.

The forward data-flow analysis of the textbooks (Aho, Lam, Sethi, Ullman: *Compilers*, section 9.2.4), over the
statements of one function. Besides the definitions it keeps the names that may have been assigned since each: `n` of
`n = x.shape[0]` is no longer the length of `x` after `x = f(x)`.
"""

from __future__ import annotations

import ast
from typing import Any, Dict, FrozenSet, Iterable, List, Mapping, Optional, Sequence

from hybridlint.syntax import FUNCTION_DEFS, children

#: A node that binds a name → the names that may have been assigned since.
Definitions = Mapping[ast.AST, FrozenSet[str]]
#: What reaches a point of the function: a name → its definitions. None where no execution comes.
_State = Optional[Dict[str, Definitions]]
_NESTED = (*FUNCTION_DEFS, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def reaching(function: Any) -> Dict[ast.AST, Definitions]:
    """Return the definitions that reach each use of a name in `function`, without the functions inside of it.

    A function that declares names `global` or `nonlocal`, or contains one that does, has none: others may assign.
    """
    if any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in ast.walk(function)):
        return {}
    analysis = _Analysis()
    arguments = [node for node in ast.walk(function.args) if isinstance(node, ast.arg)]
    start: _State = {argument.arg: {argument: frozenset()} for argument in arguments}
    if isinstance(function, ast.Lambda):
        analysis.evaluate(function.body, start)
    else:
        analysis.run(function.body, start)
    return analysis.found


class _Analysis:
    def __init__(self) -> None:
        self.found: Dict[ast.AST, Definitions] = {}
        #: The states at `break` and `continue` of the loops around, and before statements that may raise in a `try`.
        self._breaks: List[List[_State]] = []
        self._continues: List[List[_State]] = []
        self._raising: List[List[_State]] = []

    def run(self, statements: Sequence[ast.stmt], state: _State) -> _State:
        """Return the state after `statements`, which begin in `state`."""
        for statement in statements:
            if state is None:
                break
            for states in self._raising:
                states.append(state)
            state = self._statement(statement, state)
        return state

    def evaluate(self, node: Optional[ast.AST], state: _State) -> _State:
        """Note the uses of names in an expression, and return the state after it."""
        if node is None or state is None or isinstance(node, ast.Lambda):
            return state
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                self._use(node, node.id, state)
            return state
        if isinstance(node, ast.NamedExpr):
            return _joined([state, _defined(self.evaluate(node.value, state), [node.target])])
        if isinstance(node, _COMPREHENSIONS):
            return self._comprehension(node, state)
        for below in children(node):
            state = self.evaluate(below, state)
        return state

    def _use(self, node: ast.AST, name: str, state: Dict[str, Definitions]) -> None:
        if name in state:
            self.found[node] = _merged([self.found.get(node, {}), state[name]])

    def _comprehension(self, node: Any, state: Dict[str, Definitions]) -> _State:
        inner: _State = state
        for generator in node.generators:
            inner = _defined(self.evaluate(generator.iter, inner), _names_stored(generator.target))
            for condition in generator.ifs:
                inner = self.evaluate(condition, inner)
        for part in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
            inner = self.evaluate(part, inner)
        return state

    def _statement(self, node: Any, state: _State) -> _State:
        if isinstance(node, _NESTED):
            for decorator in (*node.decorator_list, *getattr(node, "bases", ())):
                state = self.evaluate(decorator, state)
            return _defined(state, [node], node.name)
        if isinstance(node, (ast.Return, ast.Raise)):
            for decorator in children(node):
                state = self.evaluate(decorator, state)
            return None
        if isinstance(node, (ast.Break, ast.Continue)):
            (self._breaks if isinstance(node, ast.Break) else self._continues)[-1].append(state)
            return None
        if isinstance(node, ast.If):
            state = self.evaluate(node.test, state)
            return _joined([self.run(node.body, state), self.run(node.orelse, state)])
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            return self._loop(node, state)
        if isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                state = self.evaluate(item.context_expr, state)
                state = _defined(state, _names_stored(item.optional_vars))
            return self._protected(node.body, state)
        if isinstance(node, ast.Try) or type(node).__name__ == "TryStar":
            return self._try(node, state)
        if type(node).__name__ == "Match":
            return self._match(node, state)
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                state = _defined(state, [alias], (alias.asname or alias.name).partition(".")[0])
            return state
        return self._simple(node, state)

    def _simple(self, node: ast.stmt, state: _State) -> _State:
        for child in children(node):
            state = self.evaluate(child, state)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and state is not None:
            self._use(node.target, node.target.id, state)
        if isinstance(node, ast.AnnAssign) and node.value is None:
            return state
        return _defined(state, _names_stored(node))

    def _protected(self, body: Sequence[ast.stmt], state: _State) -> _State:
        """The body of a `with` statement, whose manager may suppress an exception."""
        self._raising.append([])
        after = self.run(body, state)
        return _joined([after, *self._raising.pop()])

    def _loop(self, node: Any, entry: _State) -> _State:
        entry = self.evaluate(getattr(node, "iter", None), entry)
        head, previous = entry, None
        while head is not None and head != previous:
            previous = head
            self._breaks.append([])
            self._continues.append([])
            state = self.evaluate(getattr(node, "test", None), head)
            inside = _defined(state, _names_stored(getattr(node, "target", None)))
            back = self.run(node.body, inside)
            breaks = self._breaks.pop()
            head = _joined([head, back, *self._continues.pop()])
        if head is None:
            return None
        return _joined([self.run(node.orelse, self.evaluate(getattr(node, "test", None), head)), *breaks])

    def _try(self, node: Any, state: _State) -> _State:
        jumps = [stack for stack in (self._breaks, self._continues) if stack] if node.finalbody else []
        for stack in jumps:
            stack.append([])
        self._raising.append([])
        after = self.run(node.body, state)
        raised = _joined([state, after, *self._raising.pop()])
        self._raising.append([raised])
        ends = [self.run(node.orelse, after)]
        for handler in node.handlers:
            caught = self.evaluate(handler.type, raised)
            ends.append(self.run(handler.body, _defined(caught, [handler], handler.name or "")))
        raised = _joined(self._raising.pop())
        if not node.finalbody:
            return _joined(ends)
        for stack in jumps:
            interrupted = stack.pop()
            stack[-1].extend(self.run(node.finalbody, item) for item in interrupted)
        return self.run(node.finalbody, _joined([*ends, raised]))

    def _match(self, node: Any, state: _State) -> _State:
        state = self.evaluate(node.subject, state)
        ends = []
        for case in node.cases:
            bound = state
            for pattern in ast.walk(case.pattern):
                name = getattr(pattern, "name", None) or getattr(pattern, "rest", None)
                if name:
                    bound = _defined(bound, [pattern], name)
            ends.append(self.run(case.body, self.evaluate(case.guard, bound)))
        return _joined([state, *ends])


def _names_stored(node: Optional[ast.AST]) -> List[ast.Name]:
    """Return the names that a target or a simple statement assigns to or deletes, outside of inner scopes."""
    if node is None or isinstance(node, (*_NESTED, *_COMPREHENSIONS, ast.Lambda, ast.NamedExpr)):
        return []
    if isinstance(node, ast.Name):
        return [] if isinstance(node.ctx, ast.Load) else [node]
    return [name for below in children(node) for name in _names_stored(below)]


def _defined(state: _State, nodes: Iterable[ast.AST], name: str = "") -> _State:
    """Return the state after each of `nodes` has bound `name`, or the name that it is."""
    for node in nodes:
        bound = name or getattr(node, "id", "")
        if state is None or not bound:
            return state
        state = {
            other: {item: since | {bound} for item, since in definitions.items()}
            for other, definitions in state.items()
            if other != bound
        }
        state[bound] = {node: frozenset()}
    return state


def _joined(states: Iterable[_State]) -> _State:
    """Return what reaches a point that executions come to in any of `states`."""
    result = [state for state in states if state is not None]
    if not result:
        return None
    names = dict.fromkeys(name for state in result for name in state)
    return {name: _merged(state.get(name, {}) for state in result) for name in names}


def _merged(several: Iterable[Definitions]) -> Definitions:
    merged: Dict[ast.AST, FrozenSet[str]] = {}
    for definitions in several:
        for node, since in definitions.items():
            merged[node] = merged.get(node, frozenset()) | since
    return merged
