"""Reaching definitions: which assignments may have given a local name its value where the name is used.

The forward data-flow analysis of the textbooks (Aho, Lam, Sethi, Ullman: *Compilers*, section 9.2.4), over the
statements of one function. Besides the definitions it keeps the names that may have been assigned since each: `n` of
`n = x.shape[0]` is no longer the length of `x` after `x = f(x)`.
"""

from __future__ import annotations

import ast
from typing import Any, Dict, FrozenSet, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple

from hybridlint.syntax import FUNCTION_DEFS, children

#: A node that binds a name → the names that may have been assigned since.
Definitions = Mapping[ast.AST, FrozenSet[str]]
#: The name that was assigned last, and the log before that.
_Log = Optional[Tuple[str, Any]]


class _Reaching(NamedTuple):
    """What reaches a point of the function: a name → its definitions. With each are names that may have been assigned
    since, beside those that `log` has above the log of then."""

    definitions: Mapping[str, Mapping[ast.AST, Tuple[FrozenSet[str], _Log]]]
    log: _Log = None

    def of(self, name: str) -> Definitions:
        """Return the definitions of a name, with all names that may have been assigned since each."""
        return {node: since.union(self._until(then)) for node, (since, then) in self.definitions.get(name, {}).items()}

    def _until(self, then: _Log) -> Iterator[str]:
        log = self.log
        while log is not None and log is not then:
            name, log = log
            yield name


#: None where no execution comes.
_State = Optional[_Reaching]
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
    start = _Reaching({argument.arg: {argument: (frozenset(), None)} for argument in arguments})
    if isinstance(function, ast.Lambda):
        analysis.evaluate(function.body, start)
    else:
        analysis.run(function.body, start)
    return analysis.reaching


class _Analysis:
    def __init__(self) -> None:
        self.reaching: Dict[ast.AST, Definitions] = {}
        #: For each compound statement around, the states before the statements in it.
        self._inside: List[List[_State]] = []

    def run(self, statements: Sequence[ast.stmt], state: _State) -> _State:
        """Return the state after `statements`, which begin in `state`."""
        for statement in statements:
            if state is None:
                break
            for states in self._inside:
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
            inner: _State = state
            for generator in node.generators:
                inner = _defined(self.evaluate(generator.iter, inner), _names_stored(generator.target))
                for condition in generator.ifs:
                    inner = self.evaluate(condition, inner)
            for part in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
                inner = self.evaluate(part, inner)
            return state
        for below in children(node):
            state = self.evaluate(below, state)
        return state

    def _use(self, node: ast.AST, name: str, state: _Reaching) -> None:
        if name in state.definitions:
            self.reaching[node] = _merged([self.reaching.get(node, {}), state.of(name)])

    def _statement(self, node: Any, state: _State) -> _State:
        if isinstance(node, _NESTED):
            for decorator in (*node.decorator_list, *getattr(node, "bases", ())):
                state = self.evaluate(decorator, state)
            return _defined(state, [node], node.name)
        if isinstance(node, ast.If):
            state = self.evaluate(node.test, state)
            return _joined([self.run(node.body, state), self.run(node.orelse, state)])
        if hasattr(node, "body") or hasattr(node, "cases"):
            return self._compound(node, state)
        for child in children(node):
            state = self.evaluate(child, state)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and state is not None:
            self._use(node.target, node.target.id, state)
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                state = _defined(state, [alias], (alias.asname or alias.name).partition(".")[0])
        if isinstance(node, (ast.Return, ast.Raise, ast.Break, ast.Continue)):
            return None
        return state if isinstance(node, ast.AnnAssign) and node.value is None else _defined(state, _names_stored(node))

    def _compound(self, node: Any, state: _State) -> _State:
        """A loop, `with`, `try` or `match`: any of its statements may be the last, and the first after any other."""
        items = getattr(node, "items", ())
        for part in (
            getattr(node, "iter", None),
            getattr(node, "subject", None),
            *(item.context_expr for item in items),
        ):
            state = self.evaluate(part, state)
        previous, state = None, _joined([state])
        while state != previous:
            previous = state
            self._inside.append([state])
            for part in (node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())):
                inner: _State = state
                for target in (getattr(part, "target", None), *(item.optional_vars for item in items)):
                    inner = _defined(inner, _names_stored(target))
                for binding in (part, *ast.walk(getattr(part, "pattern", ast.Pass()))):
                    bound = getattr(binding, "name", None) or getattr(binding, "rest", None)
                    inner = _defined(inner, [binding], bound) if bound else inner
                for tested in ("test", "type", "guard"):
                    inner = self.evaluate(getattr(part, tested, None), inner)
                self._inside[-1].append(self.run(getattr(part, "body", ()), inner))
                for block in ("orelse", "finalbody"):
                    self._inside[-1].append(self.run(getattr(part, block, ()), state))
            state = _joined(self._inside.pop())
        return state


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
        log = (bound, state.log)
        state = _Reaching({**state.definitions, bound: {node: (frozenset(), log)}}, log)
    return state


def _joined(states: Iterable[_State]) -> _State:
    """Return what reaches a point that executions come to in any of `states`."""
    result = {id(state): state for state in states if state is not None}
    if not result:
        return None
    merged: Dict[str, Dict[ast.AST, Set[str]]] = {}
    #: What was read of the logs: states that follow one another share most of theirs.
    read: Set[Tuple[ast.AST, int]] = set()
    for state in result.values():
        for name, own in state.definitions.items():
            for node, (since, then) in own.items():
                assigned = merged.setdefault(name, {}).setdefault(node, set())
                assigned |= since
                log = state.log
                while log is not None and log is not then and (node, id(log)) not in read:
                    read.add((node, id(log)))
                    assigned.add(log[0])
                    log = log[1]
    return _Reaching(
        {name: {node: (frozenset(since), None) for node, since in own.items()} for name, own in merged.items()}
    )


def _merged(several: Iterable[Definitions]) -> Definitions:
    merged: Dict[ast.AST, FrozenSet[str]] = {}
    for definitions in several:
        for node, since in definitions.items():
            merged[node] = merged.get(node, frozenset()) | since
    return merged
