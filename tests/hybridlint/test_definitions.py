"""Reaching definitions against Python: what generated functions assign and use when they run."""

from __future__ import annotations

import ast
import contextlib
import random
import sys
from typing import Any, Dict, List, Set, Tuple

import pytest
from hypothesis import example, given, settings, strategies as st

from hybridlint.rewrites.definitions import reaching

_NAMES = "abc"


class _Stopped(Exception):
    """Ends a function that runs for too long."""


class _Program:
    """The text of a function of random statements: `mark(name, n)` is assigned and `use(n, name)` uses a name."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)
        self.count = 0
        body = [line for _ in range(4) for line in self._statement(3, loop=False)]
        self.text = "\n".join(["def function(a):", *(f"    {line}" for line in body)])

    def _number(self) -> int:
        self.count += 1
        return self.count

    def _block(self, depth: int, loop: bool) -> List[str]:
        return [f"    {line}" for _ in range(self.choose.randint(1, 3)) for line in self._statement(depth - 1, loop)]

    def _statement(self, depth: int, loop: bool) -> List[str]:
        name, used, number = self.choose.choice(_NAMES), self.choose.choice(_NAMES), self._number()
        simple = [
            [f"{name} = mark('{name}', {number})"],
            [f"use({number}, lambda: 0, [{used} for _ in '1'][0])"],
            [f"use({number}, lambda: 0, {used})"],
            [f"with may_raise() as {name}:", *self._marked(name)],
            [f"if (({name} := mark('{name}', {number})) and flag()):", f"    use({number}, 0, {used})"],
            ["flag() and fail()"],
            ["if flag():", "    return"],
        ]
        if loop and self.choose.random() < 0.3:
            return ["if flag():", *self._marked(name), f"    {self.choose.choice(['break', 'continue'])}"]
        if not depth or self.choose.random() < 0.5:
            return list(self.choose.choice(simple))
        test = self.choose.choice(["if flag():", "while flag():", f"for {name} in marks('{name}', {number}):", "try:"])
        inner = loop or test.startswith(("while", "for"))
        lines = [test, *self._block(depth, inner)]
        if test == "try:":
            if self.choose.random() < 0.7:
                lines += ["except ValueError:", *self._block(depth, loop)]
                lines += ["else:", *self._block(depth, loop)] if self.choose.random() < 0.3 else []
            if not lines[-1].startswith("    ") or "except ValueError:" not in lines or self.choose.random() < 0.4:
                lines += ["finally:", *self._block(depth, loop)]
        elif self.choose.random() < 0.5:
            lines += ["else:", *self._block(depth, loop)]
        return lines

    def _marked(self, name: str) -> List[str]:
        return [f"    {name} = mark('{name}', {self._number()})"]


class _Suppressing:
    def __enter__(self) -> int:
        return 0

    def __exit__(self, *error: object) -> bool:
        return isinstance(error[1], ValueError)


def _run(text: str, seed: int) -> Set[Tuple[int, int, Tuple[str, ...]]]:
    """Run a function, and return its uses: their number, that of the assignment, and the names assigned since."""
    choose = random.Random(seed)
    done: List[Tuple[str, int]] = []
    seen = set()

    def mark(name: str, number: int) -> int:
        if len(done) > 200:
            raise _Stopped
        done.append((name, number))
        return number

    def marks(name: str, number: int) -> Any:
        for _ in range(choose.randint(0, 3)):
            yield mark(name, number)

    def use(number: int, _: object, value: int) -> None:
        if value:
            last = max(place for place, (_, assigned) in enumerate(done) if assigned == value)
            seen.add((number, value, tuple(sorted({name for name, _ in done[last + 1 :]}))))

    def flag() -> bool:
        if len(done) > 200:
            raise _Stopped
        done.append(("", -1))
        return choose.random() < 0.6

    def fail() -> None:
        raise ValueError

    names: Dict[str, Any] = {"mark": mark, "marks": marks, "use": use, "flag": flag, "fail": fail}
    names["may_raise"] = _Suppressing
    exec(compile(text, "<generated>", "exec"), names)
    with contextlib.suppress(ValueError, NameError, _Stopped):
        names["function"](0)
    return {(number, value, tuple(name for name in since if name)) for number, value, since in seen}


def _number_of(node: Any, parents: Dict[ast.AST, ast.AST]) -> int:
    """The number of the assignment that `node` is the target of."""
    above: Any = parents[node]
    call = above.iter if isinstance(above, ast.For) else getattr(above, "value", None)
    return int(call.args[1].value) if isinstance(call, ast.Call) and len(call.args) == 2 else 0


@settings(deadline=None, derandomize=True, max_examples=80)
@given(st.integers(0, 2**32))
@example(520)  # raises in a handler of a `try` with `finally`
@example(252)  # leaves a loop from a `try` whose `finally` assigns
def test_what_reaches_a_use_when_the_function_runs_is_found(seed: int) -> None:
    text = _Program(seed).text
    function: Any = ast.parse(text).body[0]
    parents = {below: above for above in ast.walk(function) for below in ast.iter_child_nodes(above)}
    computed: Dict[int, Dict[int, Set[str]]] = {}
    for use, definitions in reaching(function).items():
        around: Any = use
        while not (isinstance(around, ast.Call) and getattr(around.func, "id", "") == "use"):
            around = parents.get(around)
            if around is None:
                break
        else:
            if isinstance(use, ast.Name) and use.id in _NAMES:
                reached = {_number_of(definition, parents): set(since) for definition, since in definitions.items()}
                computed.setdefault(around.args[0].value, {}).update(reached)
    for run in range(8):
        for number, value, since in _run(text, run):
            assert value in computed.get(number, {}), (text, number, value)
            assert computed[number][value].issuperset(since), (text, number, value, since)


def test_what_cannot_reach_a_use_is_not_found() -> None:
    text = "def f(x):\n    n = x\n    if x:\n        n = 1\n    else:\n        n = 2\n    x = 3\n    return n"
    function: Any = ast.parse(text).body[0]
    (use,) = (node for node in ast.walk(function) if isinstance(node, ast.Name) and node.lineno == 8)
    definitions = reaching(function)[use]
    assert {getattr(node, "lineno", 0): since for node, since in definitions.items()} == {4: {"x"}, 6: {"x"}}


@pytest.mark.skipif(sys.version_info < (3, 10), reason="this Python has no match statement")
def test_a_pattern_captures_and_a_value_in_it_is_only_read() -> None:
    text = "def f(x, n):\n  match x:\n    case [n, *m]:\n      pass\n    case n.one:\n      pass\n  return n"
    function: Any = ast.parse(text).body[0]
    (use,) = (node for node in ast.walk(function) if isinstance(node, ast.Name) and node.lineno == 7)
    assert {getattr(node, "lineno", 0): since for node, since in reaching(function)[use].items()} == {
        1: set(),
        3: {"m"},
    }
