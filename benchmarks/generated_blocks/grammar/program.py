"""A block in the making: its text, and the values that its names have while MXNet runs it imperatively.

A statement is grown by running it at once: what raises, or grows too large, is thrown away, and the grammar always
knows the real shape, type and length of what it has in hand.
"""

from __future__ import annotations

import ast
import contextlib
import io
import random
import warnings
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple

import mxnet as mx
import numpy as np

#: No array is to grow beyond this many elements and axes.
LARGEST, DEEPEST = 2000, 5
IMPORTS = """\
import random

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import HybridBlock, nn, rnn
"""


class Discard(Exception):
    """What was tried does not work imperatively, or is of no use."""


class Term(NamedTuple):
    """An expression and its imperative value. `simple` if it needs no parentheses."""

    text: str
    value: Any
    simple: bool = True

    @property
    def bare(self) -> str:
        """As an operand."""
        return self.text if self.simple else f"({self.text})"


def is_tensor(value: Any) -> bool:
    return isinstance(value, mx.nd.NDArray) and value.size > 0


def is_list(value: Any) -> bool:
    """A list or tuple of tensors."""
    return isinstance(value, (list, tuple)) and bool(value) and all(map(is_tensor, value))


def tensors_in(value: Any) -> List[Any]:
    if isinstance(value, mx.nd.NDArray):
        return [value]
    if isinstance(value, dict):
        return [array for item in value.values() for array in tensors_in(item)]
    if isinstance(value, (list, tuple)):
        return [array for item in value for array in tensors_in(item)]
    return []


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


class Program:
    """The body of one function that is being grown. `names` are the module, `F`, `self` and the locals, `lines` the
    text.

    `odd` is how many statements it may still have of those that often mean something else for a Symbol.
    """

    def __init__(self, choose: random.Random, names: Dict[str, Any], odd: int) -> None:
        self.choose = choose
        self.names = names
        self.odd = odd
        self.lines: List[str] = []
        #: Functions that the body calls, in the module and in the class.
        self.functions: List[str] = []
        self.methods: List[str] = []
        self.locals: List[str] = []
        self._numbers = iter(range(10**6))

    # Chances

    def chance(self, probability: float) -> bool:
        return self.choose.random() < probability

    def oddly(self, probability: float = 0.5) -> bool:
        """Whether to do something odd now; there are few chances."""
        if self.odd and self.chance(probability):
            self.odd -= 1
            return True
        return False

    def one_of(self, options: Any) -> Any:
        options = list(options)
        if not options:
            raise Discard
        return self.choose.choice(options)

    def weighted(self, options: List[Tuple[float, Any]]) -> Any:
        return self.choose.choices([option for _, option in options], [weight for weight, _ in options])[0]

    # Names and values

    def fresh(self) -> str:
        number = next(self._numbers)
        letters = "abcdeghijklmopqrstuvw"
        return letters[number % len(letters)] + (str(number // len(letters)) if number >= len(letters) else "")

    def having(self, test: Callable[[Any], bool]) -> List[Term]:
        """The locals whose value passes `test`, the latest twice, so that it is taken more often."""
        found = [Term(name, self.names[name]) for name in self.locals if name in self.names]
        found = [term for term in found if test(term.value)]
        return found + found[-2:]

    def value(self, text: str) -> Any:
        """What `text` evaluates to. Raises Discard."""
        with quietly():
            try:
                value = eval(text, self.names)
                sound(value)
            except Exception as error:
                raise Discard(f"{text}: {error}") from error
        return value

    def term(self, text: str, simple: bool = True) -> Term:
        return Term(text, self.value(text), simple)

    def run(self, text: str) -> None:
        """Add statements that work. Raises Discard."""
        before = dict(self.names)
        with quietly():
            try:
                exec(compile(text, "<grown>", "exec"), self.names)
                new = [n for n, v in self.names.items() if n != "__builtins__" and before.get(n) is not v]
                for name in new:
                    sound(self.names[name])
                for name in self.locals:
                    sound(self.names.get(name))
            except Exception as error:
                self.names.clear()
                self.names.update(before)
                raise Discard(f"{text}: {error}") from error
        self.locals = [n for n in self.locals if n not in new and n in self.names] + new
        self.lines += text.splitlines()

    @contextlib.contextmanager
    def nested(self, **names: Any) -> Iterator[Program]:
        """A suite inside this function, such as the body of a loop: what it assigns is forgotten here."""
        inner = Program(self.choose, {**self.names, **names}, self.odd)
        inner.locals = [*self.locals, *names]
        inner._numbers = self._numbers
        inner.functions, inner.methods = self.functions, self.methods
        yield inner
        self.odd = inner.odd

    def unread(self) -> List[str]:
        """Locals that hold tensors and that nothing has read since they were last written."""
        stored: Dict[str, int] = {}
        loaded: Dict[str, int] = {}
        tree = ast.parse("\n".join(["def grown():", *indented(self.lines), "    pass"]))
        filled = [
            n.func.value for n in ast.walk(tree) if isinstance(n, ast.Call) and getattr(n.func, "attr", "") == "append"
        ]
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                written = isinstance(node.ctx, ast.Store) or node in filled
                of = stored if written else loaded
                of[node.id] = max(of.get(node.id, 0), node.lineno)
        found = [name for name in self.locals if tensors_in(self.names.get(name))]
        return [name for name in found if name in stored and loaded.get(name, 0) <= stored[name]]


def sound(value: Any) -> None:
    """Raises Discard unless the arrays in `value` can be waited for, and are small."""
    for array in tensors_in(value):
        if array.size > LARGEST or array.ndim > DEEPEST or array.size == 0 or array.ndim == 0:
            raise Discard
        array.wait_to_read()
    if isinstance(value, (int, np.integer)) and abs(value) > 10**6:
        raise Discard


def attempt(action: Callable[[], Any], times: int = 8) -> Optional[Any]:
    """What `action` gives, tried a few times."""
    for _ in range(times):
        try:
            return action()
        except Discard:
            continue
    return None


def indented(lines: List[str], by: int = 1) -> List[str]:
    return [("    " * by + line) if line else line for line in lines]
